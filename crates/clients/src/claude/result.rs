//! The result of a call, as Claude Code's transcripts and its output both write it.

use std::borrow::Cow;

use fusebox_engine::event::{ChangedFiles, ToolResult};
use serde_json::Value;

use super::{change, output, refusal};

/// What a record says of a call that ended.
#[derive(Debug, Default)]
pub struct FinishedCall<'a> {
    /// The client's name of the tool; empty if the call is unknown.
    pub tool: &'a str,
    /// Its arguments.
    pub input: Option<&'a Value>,
    /// The text that the model receives.
    pub text: Cow<'a, str>,
    /// Whether it is marked as an error.
    pub failed: bool,
    /// Whether the call was interrupted.
    pub interrupted: bool,
    /// The client's structured form of the result, if it was read.
    pub answer: Option<Value>,
}

/// The result, as a hook would report it.
#[must_use]
pub fn call_result(ended: &FinishedCall<'_>) -> ToolResult {
    let ok = !ended.failed && !ended.interrupted;
    let printed = refusal::without_error_tags(&ended.text);
    let (exit_code, printed) = output::split_exit_code(ended.tool, printed);
    let succeeded =
        || ended.tool == "Bash" && ended.answer.as_ref().is_some_and(output::has_succeeded);
    let exit_code = exit_code.or_else(|| (ok && succeeded()).then_some(0));
    let changed = change::changed_files(ended.tool, ended.input, ended.answer.as_ref())
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
