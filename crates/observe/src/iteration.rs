//! Turns an iteration of a loop into what the engine folds.

use fusebox_engine::event::{DeniedTool, IterationEnd, LoopIteration};
use fusebox_engine::stagnation::ObservedIteration;

use crate::error_signature::{GIST_CHARS, OutputError};
use fusebox_text::digest;
use fusebox_text::redacted_line;

/// The most denied tools kept; a trip names no more.
const MAX_TOOLS: usize = 6;
/// The longest name of a tool kept, in characters.
const TOOL_CHARS: usize = 40;

pub(crate) fn to_observed_iteration(iteration: &LoopIteration) -> ObservedIteration {
    let own =
        iteration.error.as_deref().and_then(|text| OutputError::of(text).signature(GIST_CHARS));
    let failure = || {
        default_error(iteration.outcome)
            .and_then(|text| OutputError::of(text).signature(GIST_CHARS))
    };
    ObservedIteration {
        error: own.or_else(failure),
        run: iteration.run.as_deref().map(digest::of_text),
        files_changed: iteration.files_changed,
        commits: iteration.commits.unwrap_or_default(),
        tests_passing: iteration.tests_passing,
        output_len: iteration.output_len,
        outcome: iteration.outcome,
        claims_complete: iteration.claims_complete,
        questions: iteration.questions,
        denied_tools: denied_tools(&iteration.denied_tools),
    }
}

/// The error of an iteration that reports none.
fn default_error(end: IterationEnd) -> Option<&'static str> {
    match end {
        IterationEnd::Ok => None,
        IterationEnd::Timeout => Some("the iteration ran out of time"),
        IterationEnd::Idle => Some("the agent did nothing for too long"),
        IterationEnd::Exit => Some("the agent ended with an exit code that is not 0"),
        IterationEnd::ApiError => Some("the model's API failed"),
    }
}

/// Each tool once, those first whose denial no compound command explains.
fn denied_tools(denied: &[DeniedTool]) -> Vec<DeniedTool> {
    let mut kept: Vec<DeniedTool> = Vec::new();
    for compound in [false, true] {
        for one in denied.iter().filter(|one| one.compound == compound) {
            if kept.len() == MAX_TOOLS {
                return kept;
            }
            let tool = redacted_line(&one.tool, TOOL_CHARS);
            if kept.iter().all(|known| known.tool != tool) {
                kept.push(DeniedTool { tool, compound });
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(error: Option<&str>, outcome: IterationEnd) -> Option<String> {
        let error = error.map(str::to_owned);
        to_observed_iteration(&LoopIteration { error, outcome, ..LoopIteration::default() })
            .error
            .map(|e| e.line)
    }

    #[test]
    fn l10_a_failure_has_its_own_text_or_a_name() {
        let table = [
            (None, IterationEnd::Ok, None),
            (Some("error: boom"), IterationEnd::Ok, Some("error: boom")),
            (Some("429 overloaded"), IterationEnd::ApiError, Some("429 overloaded")),
            (None, IterationEnd::ApiError, Some("the model's API failed")),
            (Some(" \n"), IterationEnd::Idle, Some("the agent did nothing for too long")),
            (None, IterationEnd::Timeout, Some("the iteration ran out of time")),
            (None, IterationEnd::Exit, Some("the agent ended with an exit code that is not 0")),
        ];
        for (error, outcome, expected) in table {
            assert_eq!(line(error, outcome).as_deref(), expected, "{error:?} {outcome:?}");
        }
    }

    #[test]
    fn l09_denied_tools_are_few_and_the_real_denials_come_first() {
        let denied = |tool: &str, compound| DeniedTool { tool: tool.to_owned(), compound };
        let mut told = vec![denied("Bash", true); 9];
        told.extend([denied("Edit", false), denied("Bash", false), denied("Edit", false)]);
        assert_eq!(denied_tools(&told), [denied("Edit", false), denied("Bash", false)]);
        let many: Vec<_> = (0..99).map(|n| denied(&format!("t{n}"), n % 2 == 0)).collect();
        assert_eq!(denied_tools(&many).len(), MAX_TOOLS);
        assert_eq!(denied_tools(&[denied("\u{1b}[31mx\ny", false)]), [denied("x y", false)]);
    }
}
