//! What is known of the command line of Cline, measured with this version.

use crate::client_facts::{ClientFacts, Evidence};

pub(super) const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::RealClient,
    versions: ("3.0.65", "3.0.65"),
    documented: None,
    resume: "its run ends at its next call",
    subagents: "by their ids",
    asks_permission: false,
    limits: &[
        "a refusal ends the whole run, so that no single call is refused: the agent is nudged, and its run ends at the trip. \
         A call that would change Fusebox itself, and one during a pause, end the run as well",
        "no hook refuses a prompt: the run ends at its first call",
        "a session goes on in a terminal alone (`cline -i --id`)",
        "hooks can run in a process without a terminal (`cline hub`), where a prompt of a person is taken for an automated one: `fusebox reset` closes the breaker",
        "the agent does not read why its run ended; the person does",
        "a hook that fails or takes too long lets the call pass",
        "a file of your own with the name of one of the hooks has to move away first",
        "`--config` reads the hooks of another folder",
    ],
    own_guards: Some("it ends a run after 6 mistakes in a row; `--retries` changes that"),
    test_hook: "PreToolUse",
    test_call: r#"{"taskId":"fusebox-doctor","sessionContext":{"rootSessionId":"fusebox-doctor"},"workspaceRoots":["/"],"hookName":"tool_call","iteration":1,"tool_call":{"id":"doctor","name":"run_commands","input":{"commands":["true"]}}}"#,
};
