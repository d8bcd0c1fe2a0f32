//! What is known of opencode, measured with this version.

use crate::client_facts::{ClientFacts, Evidence};

pub(super) const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::RealClient,
    versions: ("1.18.33", "1.18.33"),
    documented: Some(("2.0.0", "2.0.20")),
    resume: "refused at its next call, and its next prompts are refused",
    subagents: "each is a session of its own",
    asks_permission: false,
    limits: &[
        "a nudge before a call reaches the agent with the result of the call, and one after a tool that failed with the next result",
        "a refused prompt is shown as an error of the client",
        "version 2 runs the same file through another interface: a refused call and a refused prompt are errors of the plugin to it, and whether the agent reads why was not tried",
        "`--pure` loads no plugin",
    ],
    own_guards: None,
    test_hook: "tool.execute.before",
    test_call: r#"{"session_id":"fusebox-doctor","cwd":"/","hook_event_name":"tool.execute.before","tool_name":"bash","tool_input":{"command":"true"},"tool_use_id":"doctor"}"#,
};
