//! What is known of GitHub Copilot CLI, measured with this version.

use crate::client_facts::{ClientFacts, Evidence};

pub(super) const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::RealClient,
    versions: ("1.0.102", "1.0.102"),
    documented: None,
    resume: "refused at its next call, and its next prompts are refused",
    subagents: "the general-purpose subagent reports no events of its own",
    asks_permission: true,
    limits: &[
        "a turn is ended only at a command or an edit: no permission is asked for a read",
        "a nudge reaches the agent only after a call",
        "a call has no id: its result is paired with it by content",
        "a hook that takes longer than its time lets the call pass",
        "in a folder that is not trusted no hook of the project runs",
    ],
    own_guards: None,
    test_hook: "preToolUse",
    test_call: r#"{"sessionId":"fusebox-doctor","timestamp":1795304886527,"cwd":"/","toolName":"bash","toolArgs":{"command":"true"}}"#,
};
