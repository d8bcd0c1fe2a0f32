//! A hand-written agent loop: a scripted model calls tools, and the guard stops it when it repeats itself.
//!
//! `cargo run -p fusebox-guard --example hand_written_loop`

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::process::Command;

use fusebox_guard::{Guard, GuardConfig, GuardError, ToolOutcome};
use serde_json::json;

/// What the model wants next. This one has an idea, and keeps to it.
fn next_command(context: Option<&str>) -> &'static str {
    match context {
        None => "ls /no/such/folder",
        Some(_) => "ls /no/such/folder # once more, to be sure",
    }
}

fn main() -> Result<(), GuardError> {
    let mut guard = Guard::open(GuardConfig::in_memory().preset("budget"))?;
    let mut context: Option<String> = None;
    loop {
        let command = next_command(context.as_deref());
        let verdict = guard.tool_request("bash", json!({"command": command}))?;
        if verdict.is_refused() {
            println!("refused: {}", verdict.reason());
        }
        if verdict.is_open() {
            return Ok(());
        }
        if verdict.is_refused() {
            continue;
        }
        let output = Command::new("sh").args(["-c", command]).output();
        let verdict = guard.tool_result(match output {
            Ok(output) if output.status.success() => {
                ToolOutcome::succeeded(String::from_utf8_lossy(&output.stdout))
            }
            Ok(output) => ToolOutcome::failed(String::from_utf8_lossy(&output.stderr))
                .exit_code(output.status.code().unwrap_or(1)),
            Err(error) => ToolOutcome::failed(error.to_string()).error_kind("ToolError"),
        })?;
        if let Some(text) = verdict.context() {
            println!("nudge: {text}");
            context = Some(text.to_owned());
        }
    }
}
