//! What the documents of Cursor say of its hooks.

use crate::client_facts::{ClientFacts, Evidence};

pub(super) const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::Documents,
    versions: ("2.4", "2.4"),
    documented: None,
    resume: "refused at its next call, and its next prompts are refused",
    subagents: "each is a conversation of its own",
    asks_permission: false,
    limits: &[
        "no hook ends a turn: calls and prompts are refused until the agent stops by itself",
        "a nudge reaches the agent only after a call that succeeded, or at the start",
        "a hook that fails or takes too long lets the call pass",
        "in the editor a prompt of a person cannot be told from an automated one: `fusebox reset` closes the breaker",
        "it runs the hooks of Claude Code as well where third-party hooks are switched on",
    ],
    own_guards: None,
    test_hook: "preToolUse",
    test_call: r#"{"conversation_id":"fusebox-doctor","generation_id":"g1","hook_event_name":"preToolUse","workspace_roots":["/"],"cursor_version":"2.4.0","tool_name":"Shell","tool_input":{"command":"true"},"tool_use_id":"doctor","cwd":"/"}"#,
};
