//! A test call through the real hook, with a state folder of its own.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use fusebox_engine::SessionId;
use fusebox_runtime::{Runtime, query};
use fusebox_store::FILE;
use serde_json::json;

use crate::{Context, child_process, clock};

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
    let (took, answer) = answer_of(&mut command, &event.to_string(), &state)?;
    if answer.is_empty() {
        return Ok(took);
    }
    Err(format!("the answer was `{answer}` instead of nothing"))
}

/// Lets the command that stands in the settings of a client answer the client's own form of a call, as the
/// client would start it, but with a state folder of its own. Returns what went wrong. Strict hooks refuse
/// the call, because they know nothing of its session.
pub(super) fn run_configured(line: &str, call: &str, context: &Context) -> Result<(), String> {
    let dir = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let state = dir.path().join("state");
    let mut command = Command::new("/bin/sh");
    command.args(["-c", line]).current_dir(dir.path()).env_clear();
    let environment = &context.environment;
    command.envs(environment.home.as_ref().map(|home| ("HOME", home)));
    command.envs(environment.state_home.as_ref().map(|home| ("XDG_STATE_HOME", home)));
    command.env("PATH", &context.variables.path).env("FUSEBOX_STATE_DIR", &state);
    command.env("XDG_CONFIG_HOME", dir.path()).env("XDG_CACHE_HOME", dir.path());
    answer_of(&mut command, call, &state).map(drop)
}

/// Lets the hook answer a call of session [`SESSION`]. Returns the milliseconds it took, and the answer.
fn answer_of(command: &mut Command, call: &str, state: &Path) -> Result<(u64, String), String> {
    let before = clock::now();
    let output = child_process::output_of(command, call, TIMEOUT);
    let output = output.map_err(|error| error.to_string())?;
    let took = clock::now().since(before).0;
    if !output.stderr.is_empty() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let answer = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        return Err(format!("{}, and the answer was `{answer}`", output.status));
    }
    if !state.join(FILE).exists() {
        return Err("the call did not reach the program".to_owned());
    }
    let runtime = Runtime::open(state, Vec::new(), before).map_err(|error| error.to_string())?;
    let session = SessionId::parse(SESSION).map_err(|error| error.to_string())?;
    let events = query::log(runtime.store(), &session, 0, 10).map_err(|error| error.to_string())?;
    if events.is_empty() {
        Err("the call is not in the log".to_owned())
    } else {
        Ok((took, answer))
    }
}
