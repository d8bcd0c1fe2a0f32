//! A test call through the real hook, with a state folder of its own.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use fusebox_engine::SessionId;
use fusebox_runtime::{Runtime, query};
use serde_json::json;

use crate::{child_process, clock};

/// How long the hook may take; a client waits about as long.
const TIMEOUT: Duration = Duration::from_secs(10);
const SESSION: &str = "fusebox-doctor";

/// Lets the hook answer one call. Returns the milliseconds it took, or what went wrong.
///
/// A hook that fails lets the call pass as well, so the call has to be in the log afterwards.
pub(super) fn run(program: &Path, words: &[&str]) -> Result<u64, String> {
    let dir = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let state = dir.path().join("state");
    let event = json!({
        "session_id": SESSION,
        "transcript_path": dir.path().join("none.jsonl"),
        "cwd": dir.path(),
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "true"},
        "tool_use_id": "doctor",
    });
    let mut command = Command::new(program);
    command.args(words).arg("claude").current_dir(dir.path());
    command.env_clear().env("HOME", dir.path()).env("FUSEBOX_STATE_DIR", &state);
    let before = clock::now();
    let output = child_process::output_of(&mut command, &event.to_string(), TIMEOUT);
    let output = output.map_err(|error| error.to_string())?;
    let took = clock::now().since(before).0;
    if !output.stderr.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    if !output.status.success() || !output.stdout.is_empty() {
        let answer = String::from_utf8_lossy(&output.stdout);
        return Err(format!("{}, and the answer was `{answer}` instead of nothing", output.status));
    }
    let runtime = Runtime::open(&state, Vec::new(), before).map_err(|error| error.to_string())?;
    let session = SessionId::parse(SESSION).map_err(|error| error.to_string())?;
    let events = query::log(runtime.store(), &session, 0, 10).map_err(|error| error.to_string())?;
    if events.len() == 1 { Ok(took) } else { Err("the call is not in the log".to_owned()) }
}
