//! What the tests of questions about command lines have in common.

use crate::{CommandLine, parse};

/// The answer to a question is yes for these lines, and no for those.
#[track_caller]
pub(crate) fn check(question: fn(&CommandLine<'_>) -> bool, yes: &[&str], no: &[&str]) {
    for (lines, expected) in [(yes, true), (no, false)] {
        for line in lines {
            assert_eq!(question(&parse(line)), expected, "{line}");
        }
    }
}
