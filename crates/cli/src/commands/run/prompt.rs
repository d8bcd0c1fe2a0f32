//! The prompt of a run: a file or a text, with a person's answer to the last trip before it.

use fusebox_engine::TaskId;
use fusebox_runtime::Runtime;
use fusebox_supervisor::guidance;

use crate::{CliError, Context, Result};

/// The longest prompt in a file, in bytes.
pub(super) const PROMPT_BYTES: u64 = 1 << 20;

/// What an agent is asked to do.
#[derive(Clone)]
pub(crate) struct RunPrompt {
    /// The whole text.
    pub(crate) text: String,
    /// Whether it begins with a person's answer to the last trip.
    pub(crate) is_introduced: bool,
}

/// The prompt of `given`, which is the name of a file or the text itself. After a trip that a
/// person answered, their answer comes first.
pub(super) fn read(
    given: Option<&str>,
    context: &Context,
    runtime: &Runtime,
    task: &TaskId,
) -> Result<Option<RunPrompt>> {
    let answer = unused_answer(runtime, task)?;
    let Some(given) = given else {
        if answer.is_some() {
            context.inform(
                "fusebox: a person's answer waits for this task; give the prompt with --prompt, so \
                 that the answer can come before it",
            );
        }
        return Ok(None);
    };
    Ok(Some(with_answer(answer.as_deref(), text_of(given)?)))
}

/// The text of `given`, which is the name of a file or the text itself.
pub(super) fn text_of(given: &str) -> Result<String> {
    // A long text is not the name of a file, and asking for its metadata fails.
    let is_file = std::fs::metadata(given).is_ok_and(|meta| meta.is_file());
    if is_file { read_file(given) } else { Ok(given.to_owned()) }
}

/// A person's answer to the last trip, unless a run has had it before its prompt.
pub(crate) fn unused_answer(runtime: &Runtime, task: &TaskId) -> Result<Option<String>> {
    Ok(guidance::introduction(runtime.store(), task)?)
}

/// The prompt after a person's answer.
pub(crate) fn with_answer(answer: Option<&str>, prompt: String) -> RunPrompt {
    match answer {
        Some(answer) => {
            RunPrompt { text: guidance::introduce(answer, &prompt), is_introduced: true }
        }
        None => RunPrompt { text: prompt, is_introduced: false },
    }
}

/// The prompt in a file.
pub(crate) fn read_file(file: &str) -> Result<String> {
    let failed = |why: &str| CliError::usage(format!("--prompt: {file}: {why}"));
    let meta = std::fs::metadata(file).map_err(|error| failed(&error.to_string()))?;
    if !meta.is_file() {
        return Err(failed("it is not a file"));
    }
    if meta.len() > PROMPT_BYTES {
        return Err(failed("a prompt has at most 1 MiB"));
    }
    std::fs::read_to_string(file).map_err(|error| failed(&error.to_string()))
}
