//! What records report of a run as a whole: its end, denied tools and questions.

use fusebox_engine::event::DeniedTool;

/// Denied tools that are remembered, at most.
const MAX_DENIED_TOOLS: usize = 64;
/// The longest error that is kept, in bytes.
const MAX_ERROR_BYTES: usize = 4_096;

/// What records have reported of a run so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportedOutcome {
    /// How the run ended; `None` if it has not ended.
    pub ending: Option<RunEnding>,
    /// Tools that the client's permissions denied.
    pub denied: Vec<DeniedTool>,
    /// Questions that were put to a person through a tool.
    pub questions: u64,
    error: Option<String>,
}

/// How a run ended, as the client reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnding {
    /// The model ended its turn.
    Done,
    /// The request to the model failed.
    ApiError,
    /// Something else ended it, such as a limit of the client.
    Failed,
}

impl ReportedOutcome {
    /// Records the end of the run. Without an error text, an earlier one stays.
    pub fn end(&mut self, ending: RunEnding, error: Option<&str>) {
        self.ending = Some(ending);
        if ending == RunEnding::Done {
            self.error = None;
        } else if let Some(error) = error {
            self.fail(error);
        }
    }

    /// Records an error: the reason, if the run ends badly.
    pub fn fail(&mut self, error: &str) {
        let error = error.trim();
        if !error.is_empty() {
            self.error = Some(truncated(error, MAX_ERROR_BYTES).to_owned());
        }
    }

    /// The error that ended the run.
    #[must_use]
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref().filter(|_| self.ending != Some(RunEnding::Done))
    }

    /// Records that a permission denied a tool.
    pub fn deny(&mut self, tool: &str, compound: bool) {
        let denied = DeniedTool { tool: tool.to_owned(), compound };
        if self.denied.len() < MAX_DENIED_TOOLS && !self.denied.contains(&denied) {
            self.denied.push(denied);
        }
    }
}

/// The beginning of a text, at most `max_bytes` long.
pub(crate) fn truncated(text: &str, max_bytes: usize) -> &str {
    let mut end = text.len().min(max_bytes);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.get(..end).unwrap_or_default()
}
