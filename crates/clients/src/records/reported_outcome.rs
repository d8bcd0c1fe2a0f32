//! What records say of a run as a whole: no events, but what the end of the run is judged by.

/// Refusals remembered at most; one for each tool and kind.
const DENIED: usize = 64;
/// The longest error that is kept, in bytes.
const ERROR_BYTES: usize = 4_096;

use fusebox_engine::event::DeniedTool;

/// What was remarked so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReportedOutcome {
    /// How the client says that it ended; `None` where it did not come to that.
    pub ending: Option<RunEnding>,
    /// Tools that a permission refused.
    pub denied: Vec<DeniedTool>,
    /// Questions that were put to a person with a tool.
    pub questions: u64,
    error: Option<String>,
}

/// How a client says that it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnding {
    /// The model came to the end of its turn.
    Done,
    /// The model could not be asked, or did not answer.
    ApiError,
    /// Something else ended it: a limit of the client, a fault.
    Failed,
}

impl ReportedOutcome {
    /// The client ends; an error without words keeps those that were said before.
    pub fn end(&mut self, ending: RunEnding, error: Option<&str>) {
        self.ending = Some(ending);
        if ending == RunEnding::Done {
            self.error = None;
        } else if let Some(error) = error {
            self.fail(error);
        }
    }

    /// Something failed; it is the reason where the run ends badly.
    pub fn fail(&mut self, error: &str) {
        let error = error.trim();
        if !error.is_empty() {
            let mut end = error.len().min(ERROR_BYTES);
            while !error.is_char_boundary(end) {
                end -= 1;
            }
            self.error = error.get(..end).map(str::to_owned);
        }
    }

    /// The error with which it ended.
    #[must_use]
    pub fn error(&self) -> Option<&str> {
        self.error.as_deref().filter(|_| self.ending != Some(RunEnding::Done))
    }

    /// A permission refused a tool.
    pub fn deny(&mut self, tool: &str, compound: bool) {
        let denied = DeniedTool { tool: tool.to_owned(), compound };
        if self.denied.len() < DENIED && !self.denied.contains(&denied) {
            self.denied.push(denied);
        }
    }
}
