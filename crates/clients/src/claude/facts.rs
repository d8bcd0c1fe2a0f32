//! What is known of Claude Code, measured with these versions.

use crate::client_facts::{ClientFacts, Evidence};

pub(super) const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::RealClient,
    versions: ("2.1.197", "2.1.330"),
    documented: None,
    resume: "refused at its next call, also after `--resume` and in a fork of the session",
    subagents: "by their ids; a trip of the session stops those below it",
    asks_permission: false,
    limits: &[
        "a call whose input is not valid reaches no hook before it; the end of the round shows it",
        "versions before 2.1.295 let a call pass whose hook fails",
        "`--bare`, `--safe-mode` and `disableAllHooks` on the command line run no hook",
    ],
    own_guards: None,
    test_hook: "PreToolUse",
    test_call: r#"{"session_id":"fusebox-doctor","transcript_path":"/nowhere.jsonl","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"true"},"tool_use_id":"doctor"}"#,
};
