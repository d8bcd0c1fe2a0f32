//! Limits of the repetition rules.

use serde::{Deserialize, Serialize};

use super::{Limit, matches_name};

/// Limits of the repetition rules (see `docs/detectors.md`). A limit is the number that
/// nudges, unless it says otherwise.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RepetitionLimits {
    /// Same call, same result, in a row, nothing changed in between. Default 4.
    pub same_call: Limit,
    /// Same call and result anywhere in the window without progress. Default 5.
    pub same_call_anywhere: Limit,
    /// Laps of a cycle of 2 to 8 calls without progress. Default 3.
    pub cycle: Limit,
    /// R4: the same tool, the same error, arguments varied. Default 4.
    pub same_tool_error: Limit,
    /// R5: the same error across tools. Default 6.
    pub same_error: Limit,
    /// R6: the same output of one tool, arguments varied. Default 5.
    pub same_output: Limit,
    /// R7: the same message, or one thing said again inside a message. Default 3.
    pub same_message: Limit,
    /// R8: edits that change nothing. Default 4.
    pub empty_edits: Limit,
    /// R8: returns of the workspace to an earlier content. Default 3.
    pub reverted_workspace: Limit,
    /// R8: the same edit, accepted or not. Default 4.
    pub same_edit: Limit,
    /// R4: rejected edits without an accepted one; the next but one is refused once. Default 4.
    pub rejected_edits: Limit,
    /// R9: continuations forced at the stop. Default 5.
    pub stop_continuations: Limit,
    /// R9: depth of subagents inside subagents. Default 5.
    pub subagent_depth: Limit,
    /// R14, a notice: edits in a row without a check. Default 10.
    pub edits_without_check: Limit,
    /// R14, a notice: the same search. Default 5.
    pub same_search: Limit,
    /// R14, a notice: edits of one file that keep growing. Default 5.
    pub growing_edits: Limit,
    /// R15: steps whose calls and results were all seen since the last change. Default 6.
    pub nothing_new: Limit,
    /// R16: failures in a row with few distinct errors. Default 8.
    pub failure_run: Limit,
    /// R16: distinct errors in such a run at most. Default 3.
    pub failure_run_errors: Limit,
    /// R17: calls equal but for their numbers, with equal results. Default 6.
    pub drift: Limit,
    /// R18: compactions with nothing new between them. Default 3.
    pub idle_compactions: Limit,
    /// R19: calls that need a program that is not there. Default 3.
    pub missing_program: Limit,
    /// R10, a notice: equal answers of a wait that is asked seldom. Default 60.
    pub long_wait: Limit,
    /// R20: calls of which at most one brought something; two more open the breaker. Default 8.
    pub barren_window: Limit,
    /// Subagents of one agent that tripped. Default 2.
    pub tripped_subagents: Limit,
    /// Tools that are never counted: a name, or a prefix ending in `*`.
    pub ignore: Vec<String>,
    /// Whether the first refusal of a loop asks the person at the client instead. Default: no.
    pub ask: bool,
}

impl Default for RepetitionLimits {
    fn default() -> Self {
        Self {
            same_call: Limit::at(4),
            same_call_anywhere: Limit::at(5),
            cycle: Limit::at(3),
            same_tool_error: Limit::at(4),
            same_error: Limit::at(6),
            same_output: Limit::at(5),
            same_message: Limit::at(3),
            empty_edits: Limit::at(4),
            reverted_workspace: Limit::at(3),
            same_edit: Limit::at(4),
            rejected_edits: Limit::at(4),
            stop_continuations: Limit::at(5),
            subagent_depth: Limit::at(5),
            edits_without_check: Limit::at(10),
            same_search: Limit::at(5),
            growing_edits: Limit::at(5),
            nothing_new: Limit::at(6),
            failure_run: Limit::at(8),
            failure_run_errors: Limit::at(3),
            drift: Limit::at(6),
            idle_compactions: Limit::at(3),
            missing_program: Limit::at(3),
            long_wait: Limit::at(60),
            barren_window: Limit::at(8),
            tripped_subagents: Limit::at(2),
            ignore: Vec::new(),
            ask: false,
        }
    }
}

impl RepetitionLimits {
    /// No rule is on.
    #[must_use]
    pub fn off() -> Self {
        let off = Limit::UNLIMITED;
        Self {
            same_call: off,
            same_call_anywhere: off,
            cycle: off,
            same_tool_error: off,
            same_error: off,
            same_output: off,
            same_message: off,
            empty_edits: off,
            reverted_workspace: off,
            same_edit: off,
            rejected_edits: off,
            stop_continuations: off,
            subagent_depth: off,
            edits_without_check: off,
            same_search: off,
            growing_edits: off,
            nothing_new: off,
            failure_run: off,
            failure_run_errors: off,
            drift: off,
            idle_compactions: off,
            missing_program: off,
            long_wait: off,
            barren_window: off,
            tripped_subagents: off,
            ignore: Vec::new(),
            ask: false,
        }
    }

    /// Whether `tool` is on the `ignore` list.
    #[must_use]
    pub fn ignores(&self, tool: &str) -> bool {
        self.ignore.iter().any(|entry| matches_name(entry, tool))
    }
}
