//! The file of hooks that Copilot CLI reads: version 1, one list for each event.

use crate::install::HookCommand;
use crate::json_line::JsonLine;

/// The hooks in it, in the spelling that gives a hook the client's own field names.
pub(super) const HOOKS: &[&str] = &[
    "preToolUse",
    "postToolUse",
    "postToolUseFailure",
    "permissionRequest",
    "userPromptSubmitted",
    "sessionStart",
    "agentStop",
    "preCompact",
    "sessionEnd",
];

/// The hook that can refuse a call.
const BEFORE_CALL: &str = "preToolUse";

/// How long the client waits, in seconds.
const TIMEOUT_SECONDS: u64 = 10;

/// Writes the file. Payloads do not name their hook, so that the command line does.
pub(super) fn write(command: &HookCommand) -> String {
    let mut lists = Vec::new();
    for hook in HOOKS {
        let mut handler = JsonLine::default();
        let refusing = (*hook == BEFORE_CALL).then(|| command.refusing_line(denial)).flatten();
        let line = format!("{} {hook}", refusing.unwrap_or_else(|| command.guarded_line()));
        handler.put("type", "command").put("bash", &line).put("timeoutSec", &TIMEOUT_SECONDS);
        lists.push(format!("    \"{hook}\": [{}]", handler.end()));
    }
    format!("{{\n  \"version\": 1,\n  \"hooks\": {{\n{}\n  }}\n}}\n", lists.join(",\n"))
}

/// The reply that refuses a call: the client shows an agent no other text.
fn denial(sentence: &str) -> Option<String> {
    let mut reply = JsonLine::default();
    reply.put("permissionDecision", "deny").put("permissionDecisionReason", sentence);
    Some(reply.end())
}
