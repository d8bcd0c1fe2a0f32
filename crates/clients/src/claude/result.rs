//! The result of a call as Claude Code's transcripts and its output hold it alike.

use std::borrow::Cow;

use fusebox_engine::event::{ChangedFiles, ToolResult};
use serde_json::Value;

use super::{change, output, refusal};

/// What stands in a record about a call that ended.
#[derive(Debug, Default)]
pub struct FinishedCall<'a> {
    /// The client's name of the tool; empty where the call is not known.
    pub tool: &'a str,
    /// Its arguments.
    pub input: Option<&'a Value>,
    /// The text that the model is given.
    pub text: Cow<'a, str>,
    /// Whether it is marked as an error.
    pub failed: bool,
    /// Whether it was broken off.
    pub interrupted: bool,
    /// What the client itself keeps of an answer, where it was read.
    pub answer: Option<Value>,
}

/// The result as the hook would have told it.
#[must_use]
pub fn call_result(ended: &FinishedCall<'_>) -> ToolResult {
    let ok = !ended.failed && !ended.interrupted;
    let printed = refusal::without_marks(&ended.text);
    let (exit_code, printed) = output::exit(ended.tool, printed);
    let succeeded =
        || ended.tool == "Bash" && ended.answer.as_ref().is_some_and(output::has_succeeded);
    let exit_code = exit_code.or_else(|| (ok && succeeded()).then_some(0));
    let changed = change::changed(ended.tool, ended.input, ended.answer.as_ref())
        .map(|changed| if ok { changed } else { ChangedFiles::Files(Vec::new()) });
    ToolResult {
        ok: Some(ok),
        output: Some(printed.to_owned()),
        exit_code,
        refused: ended.failed && refusal::is_refusal(&ended.text),
        changed,
        ..ToolResult::default()
    }
}
