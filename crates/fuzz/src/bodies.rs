//! The fuzz bodies and their list.

mod audit_query;
mod bill;
mod called;
mod canonical;
mod claude_hook;
mod client_hooks;
mod command;
mod config;
mod import;
mod json;
mod mask;
mod redact;
mod report;
mod service;
mod shell;
mod story;
mod stream;
mod tail;
mod test_output;
mod transcripts;

/// A body with the name of its folder in the corpus.
#[derive(Debug, Clone, Copy)]
pub struct FuzzTarget {
    /// The name.
    pub name: &'static str,
    /// Panics if a property does not hold.
    pub body: fn(&[u8]),
}

/// All bodies. `fuzz/src/main.rs` runs one of them by its name.
pub const TARGETS: &[FuzzTarget] = &[
    FuzzTarget { name: "audit_query", body: audit_query::body },
    FuzzTarget { name: "bill", body: bill::body },
    FuzzTarget { name: "canonical", body: canonical::body },
    FuzzTarget { name: "claude_hook", body: claude_hook::body },
    FuzzTarget { name: "claude_stream", body: |data| stream::body("claude", data) },
    FuzzTarget { name: "client_hooks", body: client_hooks::body },
    FuzzTarget { name: "codex_stream", body: |data| stream::body("codex", data) },
    FuzzTarget { name: "command", body: command::body },
    FuzzTarget { name: "config", body: config::body },
    FuzzTarget { name: "gemini_stream", body: |data| stream::body("gemini", data) },
    FuzzTarget { name: "import", body: import::body },
    FuzzTarget { name: "json", body: json::body },
    FuzzTarget { name: "mask", body: mask::body },
    FuzzTarget { name: "opencode_stream", body: |data| stream::body("opencode", data) },
    FuzzTarget { name: "redact", body: redact::body },
    FuzzTarget { name: "report", body: report::body },
    FuzzTarget { name: "service", body: service::body },
    FuzzTarget { name: "shell", body: shell::body },
    FuzzTarget { name: "tail", body: tail::body },
    FuzzTarget { name: "test_output", body: test_output::body },
    FuzzTarget { name: "transcripts", body: transcripts::body },
];

/// Runs the body of this name.
///
/// # Panics
/// A property does not hold, or there is no such body.
pub fn run(name: &str, data: &[u8]) {
    let found = TARGETS.iter().find(|target| target.name == name);
    let target = found.unwrap_or_else(|| panic!("there is no body {name}"));
    (target.body)(data);
}
