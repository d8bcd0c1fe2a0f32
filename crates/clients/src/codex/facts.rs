//! What is known of Codex CLI, measured with this version.

use crate::client_facts::{ClientFacts, Evidence};

pub(super) const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::RealClient,
    versions: ("0.169.0", "0.169.0"),
    documented: None,
    resume: "refused at its next call, and its next prompts are refused",
    subagents: "by their ids",
    asks_permission: false,
    limits: &[
        "no hook ends a turn: calls and prompts are refused until the agent stops by itself",
        "a hook does not learn whether a command failed",
        "hooks that are not trusted are skipped in silence",
        "a call of a tool that the client does not know reaches no hook",
        "`--ignore-user-config` and `features.hooks=false` run no hook",
    ],
    own_guards: None,
    test_hook: "PreToolUse",
    test_call: r#"{"session_id":"fusebox-doctor","turn_id":"doctor","transcript_path":"/nowhere.jsonl","cwd":"/","hook_event_name":"PreToolUse","model":"m","permission_mode":"default","tool_name":"Bash","tool_input":{"command":"true"},"tool_use_id":"doctor"}"#,
};
