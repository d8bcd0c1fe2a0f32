//! R6: one tool gives the same output again and again although its arguments change.
//!
//! Acknowledgements (`ok`, an empty answer) say nothing and never count.

use super::{Detector, LoopSighting, count_varied_rounds, unchanged_since};
use crate::Rule;

pub(super) const DETECTOR: Detector = Detector {
    rule: Rule::SameOutput,
    limit: |limits| limits.same_output,
    goes_on: |window, call, _| window.last_of_tool(call.tool),
    sighting: |_, window, last, from| {
        let of_tool = unchanged_since(window, last, from).filter(|step| step.tool == last.tool);
        let run = of_tool.take_while(|step| last.is_telling() && step.result == last.result);
        LoopSighting::of_tool(Rule::SameOutput, last.tool, last.result, count_varied_rounds(run))
    },
};

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
