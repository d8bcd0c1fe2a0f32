//! R4: the same tool fails with the same error, whatever its arguments, and nothing new is changed.

use super::{
    CallDigest, Detector, LoopSighting, count_varied_rounds, newest_first, unless_changed,
};
use crate::state::CallWindow;
use crate::{RepetitionLimits, Rule};

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameToolError,
    limit: |limits| limits.same_tool_error,
    newest: |_, window, from| sighting(window, window.steps.back()?.tool, from),
    continued_by,
};

fn continued_by(
    _: &RepetitionLimits,
    window: &CallWindow,
    call: CallDigest,
    from: u64,
) -> Option<LoopSighting> {
    unless_changed(window, call.tool, || sighting(window, call.tool, from))
}

/// The calls of `tool` that ended with one error; calls of other tools do not interrupt them.
fn sighting(window: &CallWindow, tool: u64, from: u64) -> Option<LoopSighting> {
    let mut of_tool = newest_first(window, from).filter(|step| step.tool == tool);
    let all = of_tool.clone();
    let newest = of_tool.next().filter(|step| step.error != 0)?;
    let run = all.take_while(|step| step.error == newest.error && step.changes == newest.changes);
    LoopSighting::of_tool(Rule::SameToolError, tool, newest.error, count_varied_rounds(run))
}

#[cfg(test)]
mod tests {
    use super::super::test_support::{check_continued, check_newest};
    use super::*;

    #[test]
    fn r04_counts_one_error_of_one_tool_whatever_the_arguments() {
        check_newest(
            &DETECTOR,
            &[
                ("a1x A1x a1x", 3),
                ("a1x b2 A1x", 2),
                ("a1x A2x a1x", 0),
                ("a1x A3 a1x", 0),
                ("a1x a1x a1x", 0),
                ("a1 A1", 0),
                ("a1x A1x ! a1x A1x", 2),
                // Parallel calls count as one.
                ("a1x A1x_ a1x_ A1x", 2),
            ],
        );
        check_continued(
            &DETECTOR,
            &[("a1x A1x b2", 'A', 2), ("a1x A1x b2", 'b', 0), ("a1x A1x !", 'A', 0)],
        );
    }
}
