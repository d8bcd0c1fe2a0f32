//! R6: one tool gives the same output again and again although its arguments change.
//!
//! Acknowledgements (`ok`, an empty answer) say nothing and never count.

use super::{
    CallDigest, Detector, LoopSighting, count_varied_rounds, newest_first, unless_changed,
};
use crate::state::CallWindow;
use crate::{RepetitionLimits, Rule};

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameOutput,
    limit: |limits| limits.same_output,
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

fn sighting(window: &CallWindow, tool: u64, from: u64) -> Option<LoopSighting> {
    let mut of_tool = newest_first(window, from).filter(|step| step.tool == tool);
    let all = of_tool.clone();
    let newest = of_tool.next().filter(|step| step.is_known() && !step.trivial)?;
    let run = all.take_while(|step| step.result == newest.result && step.changes == newest.changes);
    LoopSighting::of_tool(Rule::SameOutput, tool, newest.result, count_varied_rounds(run))
}

#[cfg(test)]
mod tests {
    use super::super::test_support::check_newest;
    use super::*;

    #[test]
    fn r06_counts_one_output_for_other_arguments() {
        check_newest(
            &DETECTOR,
            &[
                ("a5 A5 a5", 3),
                ("a5 b9 A5", 2),
                ("a5 a5 a5", 0),
                ("a5 A6 a5", 0),
                ("a5 A5 ! a5", 0),
                ("a5~ A5~ a5~", 0),
            ],
        );
    }
}
