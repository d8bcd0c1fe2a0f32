//! What is known of Gemini CLI, measured with this version.

use crate::client_facts::{ClientFacts, Evidence};

pub(super) const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::RealClient,
    versions: ("0.61.0", "0.61.0"),
    documented: None,
    resume: "refused at its next call",
    subagents: "not told apart",
    asks_permission: false,
    limits: &[
        "a nudge reaches the agent only after a call",
        "a call has no id: its result is paired with it by content",
        "in a folder that is not trusted no hook runs",
    ],
    own_guards: Some(
        "it stops at 5 identical calls by itself; `model.disableLoopDetection` switches that off",
    ),
    test_hook: "BeforeTool",
    test_call: r#"{"session_id":"fusebox-doctor","transcript_path":"/nowhere.json","cwd":"/","hook_event_name":"BeforeTool","timestamp":"2026-11-21T23:45:40.228Z","tool_name":"run_shell_command","tool_input":{"command":"true"}}"#,
};
