//! What is known of Qwen Code, measured with this version.

use crate::client_facts::{ClientFacts, Evidence};

pub(super) const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::RealClient,
    versions: ("0.24.4", "0.24.4"),
    documented: None,
    resume: "refused at its next call, and its next prompts are refused",
    subagents: "not told apart",
    asks_permission: false,
    limits: &[
        "no hook ends a turn: calls and prompts are refused until the agent stops by itself",
        "a nudge reaches the agent only after a call",
    ],
    own_guards: Some("it stops at 5 identical calls by itself; nothing switches that off"),
    test_hook: "PreToolUse",
    test_call: r#"{"session_id":"fusebox-doctor","transcript_path":"/nowhere.jsonl","cwd":"/","hook_event_name":"PreToolUse","timestamp":"2026-11-21T23:45:40.228Z","tool_name":"run_shell_command","tool_input":{"command":"true"},"tool_use_id":"doctor"}"#,
};
