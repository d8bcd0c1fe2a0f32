"""A loop guard as users write it: deny the 7th identical call; counts in a JSON file."""
import json
import os
import sys

path = os.path.join(os.environ["HOME"], ".loop-guard.json")
event = json.load(sys.stdin)
try:
    with open(path) as file:
        counts = json.load(file)
except FileNotFoundError:
    counts = {}
key = json.dumps([event["session_id"], event["tool_name"], event["tool_input"]], sort_keys=True)
counts[key] = counts.get(key, 0) + 1
with open(path, "w") as file:
    json.dump(counts, file)
if counts[key] >= 7:
    print(json.dumps({
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "deny",
            "permissionDecisionReason": f"the same call {counts[key]} times",
        },
    }))
