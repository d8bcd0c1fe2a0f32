//! What the documents of Windsurf say of the hooks of Cascade.

use crate::client_facts::{ClientFacts, Evidence};

pub(super) const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::Documents,
    versions: ("1.12.28", "1.12.36"),
    documented: None,
    resume: "refused at its next call, and its next prompts are refused",
    subagents: "not told apart",
    asks_permission: false,
    limits: &[
        "no hook ends a turn: calls and prompts are refused until the agent stops by itself",
        "no hook tells the agent anything but the reason of a refusal",
        "a hook does not learn what a call returned, nor whether it failed",
        "only commands, edits, reads and calls of servers have hooks: a search or a web page has none",
        "a call has no id: its result is paired with it by content",
        "a hook that fails or takes too long lets the call pass",
        "a prompt of a person cannot be told from an automated one: `fusebox reset` closes the breaker",
    ],
    own_guards: None,
    test_hook: "pre_run_command",
    test_call: r#"{"agent_action_name":"pre_run_command","trajectory_id":"fusebox-doctor","execution_id":"e1","timestamp":"2026-11-21T23:45:40Z","tool_info":{"command_line":"true","cwd":"/"}}"#,
};
