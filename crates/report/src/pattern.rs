//! What the attempts have in common: the patterns in the order in which they are looked for.

use super::facts::{TestEvidence, TripCause};
use super::missing::MissingResource;
use super::{recognise as one, whole};

/// What the evidence shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FailurePattern<'a> {
    /// What was remembered cannot be read.
    Corrupt,
    /// Runs gave no verdict on the code.
    Infra { missing: Option<MissingResource>, error: &'a str, runs: usize, same: bool },
    /// The same was done again and again.
    Repetition,
    /// The failing test itself was changed.
    TestEdited { file: &'a str, how: &'a str },
    /// The agent wants a file that it may not have.
    OutOfScope { file: &'a str, times: usize },
    /// Only tests were changed.
    OnlyTests { files: Vec<&'a str> },
    /// The same code gave different results.
    Unstable { runs: (u32, u32), before: &'a str, after: &'a str },
    /// No change was seen.
    NothingChanged,
    /// Something is not there.
    Missing(MissingResource),
    /// The test does not end in time.
    TimedOut,
    /// A server answered with an error.
    Status { expected: u16, actual: u16 },
    /// Now one test fails, now the other.
    SeeSaw { one: (&'a str, Vec<u32>), other: (&'a str, Vec<u32>) },
    /// More and more tests fail.
    Grows { counts: Vec<usize>, new: Vec<&'a str> },
    /// The failures are spread over many tests.
    Spread { tests: Vec<(&'a str, Vec<u32>)> },
    /// The value changes but never matches.
    ValueMoves { wanted: String, got: Vec<String> },
    /// Both values change and stay as far apart.
    SameDistance { distance: String, pairs: Vec<(String, String)> },
    /// Two errors take turns.
    Alternates { one: (&'a str, Vec<u32>), other: (&'a str, Vec<u32>) },
    /// Errors go away and come back.
    Wanders { errors: usize, back: &'a str, attempts: Vec<u32> },
    /// One attempt made a difference.
    ShiftedOnce { at: u32, files: Vec<&'a str>, before: &'a str, after: &'a str },
    /// Each error gave way to a new one.
    Stages { errors: Vec<(u32, &'a str)> },
    /// The error never changed, whatever was touched.
    SameManyFiles { files: Vec<&'a str> },
    /// The error never changed, and one file was touched.
    SameOneFile { file: &'a str },
    /// There was one attempt.
    Single,
    /// The budget was used up and nothing else is seen.
    Budget,
    /// Nothing can be said.
    Nothing,
}

type Recogniser = for<'a> fn(&TestEvidence<'a>) -> Option<FailurePattern<'a>>;

/// The most specific first; the first that fits is the one. What makes all other evidence doubtful
/// (an edited test, a test that is not stable) stands before what is read from that evidence.
const ORDER: &[Recogniser] = &[
    whole::corrupt,
    whole::infra,
    whole::repetition,
    whole::test_edited,
    whole::out_of_scope,
    whole::only_tests,
    one::unstable,
    one::nothing_changed,
    one::missing,
    one::timed_out,
    one::status,
    whole::see_saw,
    whole::grows,
    whole::spread,
    one::value_moves,
    one::same_distance,
    one::shifts,
    one::same_error,
    one::single,
];

impl<'a> FailurePattern<'a> {
    /// What the facts show.
    pub(super) fn of(facts: &TestEvidence<'a>) -> Self {
        let found = ORDER.iter().find_map(|recognise| recognise(facts));
        found.unwrap_or(match facts.cause() {
            TripCause::Budget => Self::Budget,
            TripCause::Tests
            | TripCause::Slice
            | TripCause::Infra
            | TripCause::Repetition
            | TripCause::Corrupt => Self::Nothing,
        })
    }
}
