//! A test call through the real hook, in a state of its own.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use fusebox_engine::SessionId;
use fusebox_runtime::{Runtime, query};
use serde_json::json;

use crate::context::Context;

/// How long the hook may take; a client waits about as long.
const PATIENCE: Duration = Duration::from_secs(10);
const SESSION: &str = "fusebox-doctor";

/// Lets the hook answer one call; the milliseconds that took, or what went wrong.
///
/// A hook that fails lets the call pass as well, so what counts is that the call was written down.
pub(super) fn run(program: &Path, lead: &[&str], context: &Context) -> Result<u64, String> {
    let dir = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let state = dir.path().join("state");
    let before = context.now();
    let mut child = Command::new(program)
        .args(lead)
        .arg("claude")
        .env_clear()
        .env("HOME", dir.path())
        .env("FUSEBOX_STATE_DIR", &state)
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| error.to_string())?;
    let event = json!({
        "session_id": SESSION,
        "transcript_path": dir.path().join("none.jsonl"),
        "cwd": dir.path(),
        "hook_event_name": "PreToolUse",
        "tool_name": "Bash",
        "tool_input": {"command": "true"},
        "tool_use_id": "doctor",
    });
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(event.to_string().as_bytes()).map_err(|error| error.to_string())?;
    }
    let (stdout, stderr) = end_of(&mut child)?;
    let status = child.wait().map_err(|error| error.to_string())?;
    let took = context.now().since(before).0;
    if !stderr.is_empty() {
        return Err(stderr);
    }
    if !status.success() || !stdout.is_empty() {
        return Err(format!("{status}, and the answer was `{stdout}` instead of nothing"));
    }
    let runtime = Runtime::open(&state, Vec::new(), before).map_err(|error| error.to_string())?;
    let session = SessionId::parse(SESSION).map_err(|error| error.to_string())?;
    let events = query::log(runtime.store(), &session, 0, 10).map_err(|error| error.to_string())?;
    if events.len() == 1 { Ok(took) } else { Err("the call was not written down".to_owned()) }
}

/// Everything the hook writes, or an error when it does not end in time.
fn end_of(child: &mut Child) -> Result<(String, String), String> {
    let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut texts = (String::new(), String::new());
        let _ = out.as_mut().map(|pipe| pipe.read_to_string(&mut texts.0));
        let _ = err.as_mut().map(|pipe| pipe.read_to_string(&mut texts.1));
        let _ = send.send(texts);
    });
    receive.recv_timeout(PATIENCE).map_err(|_| {
        let _ = child.kill();
        let _ = child.wait();
        format!("no answer within {} s", PATIENCE.as_secs())
    })
}
