//! The bodies and their list.

mod called;
mod canonical;
mod claude_hook;
mod command;
mod config;
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

/// A body under the name of its folder in the corpus.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// The name.
    pub name: &'static str,
    /// Panics where a promise is broken.
    pub body: fn(&[u8]),
}

/// Every body; `fuzz/src/main.rs` runs the one that is named to it.
pub const TARGETS: &[Target] = &[
    Target { name: "canonical", body: canonical::body },
    Target { name: "claude_hook", body: claude_hook::body },
    Target { name: "claude_stream", body: stream::claude },
    Target { name: "codex_stream", body: stream::codex },
    Target { name: "command", body: command::body },
    Target { name: "config", body: config::body },
    Target { name: "gemini_stream", body: stream::gemini },
    Target { name: "json", body: json::body },
    Target { name: "mask", body: mask::body },
    Target { name: "redact", body: redact::body },
    Target { name: "report", body: report::body },
    Target { name: "service", body: service::body },
    Target { name: "shell", body: shell::body },
    Target { name: "tail", body: tail::body },
    Target { name: "test_output", body: test_output::body },
    Target { name: "transcripts", body: transcripts::body },
];

/// Runs the body of this name.
///
/// # Panics
/// Where a promise is broken, and where there is no such body.
pub fn run(name: &str, data: &[u8]) {
    let found = TARGETS.iter().find(|target| target.name == name);
    let target = found.unwrap_or_else(|| panic!("there is no body {name}"));
    (target.body)(data);
}
