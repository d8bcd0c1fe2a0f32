// A loop guard as users write it: deny the 7th identical call; counts in a JSON file.
const fs = require('fs');
const path = require('path');

const file = path.join(process.env.HOME, '.loop-guard.json');
const event = JSON.parse(fs.readFileSync(0, 'utf8'));
let counts = {};
try {
  counts = JSON.parse(fs.readFileSync(file, 'utf8'));
} catch {}
const key = JSON.stringify([event.session_id, event.tool_name, event.tool_input]);
counts[key] = (counts[key] || 0) + 1;
fs.writeFileSync(file, JSON.stringify(counts));
if (counts[key] >= 7) {
  console.log(JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: `the same call ${counts[key]} times`,
    },
  }));
}
