//! Writes down what answers of models behind HTTP used, in the form in which a client does, so that `fusebox spend` counts
//! it. A command that is asked keeps its own record.

use std::fs::{DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};

use fusebox_advisor::AnswerUsage;
use fusebox_engine::{SessionId, Timestamp};
use fusebox_runtime::{Runtime, query};
use serde_json::json;

/// The folder below that of the store.
pub const FOLDER: &str = "advisors";

/// Adds one answer. Nothing is written for a store in memory.
pub(crate) fn write(
    runtime: &Runtime,
    session: &SessionId,
    usage: &AnswerUsage,
    at: Timestamp,
) -> Result<(), Box<dyn std::error::Error>> {
    let Some(state) = runtime.state_dir() else { return Ok(()) };
    let folder = state.join(FOLDER);
    DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
    let file = folder.join("judge.jsonl");
    let mut file = OpenOptions::new().create(true).append(true).mode(0o600).open(file)?;
    let cwd = query::folder(runtime.store(), session)?;
    let id = format!("judge-{session}-{}", at.0);
    let written_at = jiff::Timestamp::from_millisecond(i64::try_from(at.0)?)?.to_string();
    let line = json!({
        "type": "assistant", "uuid": id, "requestId": id, "timestamp": written_at,
        "sessionId": session, "cwd": cwd,
        "message": {
            "id": id, "role": "assistant", "model": usage.model,
            "usage": {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens},
        },
    });
    Ok(writeln!(file, "{line}")?)
}
