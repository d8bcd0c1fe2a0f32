//! Words for evidence that is weak in itself: an edited test, a file that is not allowed, a test
//! that is not stable, runs without a change.

use crate::facts::TestEvidence;
use crate::words::{attempts, code, error, name, names};

/// The end of how a test was touched, where the change was not let through.
pub(crate) const REFUSED: &str = "(refused)";

pub(super) fn test_edited(file: &str, how: &str) -> String {
    format!(
        "The failing test itself was touched ({} in {}), and it still fails. What it checks now may \
         not be what it was meant to check, so its errors are weak evidence.",
        code(how, 80),
        name(file)
    )
}

pub(super) fn out_of_scope(file: &str, times: usize) -> String {
    let times = match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    };
    format!(
        "The agent turned to {} {times}, which is outside the scope of this slice. It seems to take a \
         change there to be necessary; what it tried inside the scope did not make the test pass.",
        name(file)
    )
}

pub(super) fn only_tests(files: &[&str], facts: &TestEvidence<'_>) -> String {
    format!(
        "Only tests were changed in {} ({}). The code under test is as it was.",
        all(facts),
        names(files.iter().copied())
    )
}

pub(super) fn unstable((first, second): (u32, u32), before: &str, after: &str) -> String {
    format!(
        "The test does not answer the same for the same code: no change is known between runs \
         {first} and {second}, yet the error went from {} to {}. It depends on something else: time, \
         order, chance, or what another run left behind.",
        error(before),
        error(after)
    )
}

pub(super) fn nothing_changed(facts: &TestEvidence<'_>) -> String {
    format!(
        "No changed file is known for {}: either the same code was run again, or the changes were \
         made where they are not seen.",
        all(facts)
    )
}

/// A word on changes of tests that were refused.
pub(super) fn refused_edits(facts: &TestEvidence<'_>) -> String {
    let mut refused = facts.story.tests_touched.iter().filter(|one| one.how.ends_with(REFUSED));
    refused.next().map_or_else(String::new, |one| {
        let how = one.how.trim_end_matches(REFUSED).trim_end();
        format!(
            " The agent also tried to change a test ({} in {}), which was refused: it may take the \
             test to be wrong.",
            code(how, 80),
            name(&one.file)
        )
    })
}

fn all(facts: &TestEvidence<'_>) -> String {
    attempts(facts.attempts.iter().map(|one| one.number))
}
