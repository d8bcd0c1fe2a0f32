//! Questions about what is missing, does not answer, or does not end.

use super::{last_error, place, test};
use crate::facts::TestEvidence;
use crate::missing::{Kind, MissingResource};
use crate::words::{error, name};

pub(super) fn infra(absent: Option<&MissingResource>, text: &str) -> String {
    let ask = absent
        .map_or_else(|| "What does the test run need so that it works here?".to_owned(), missing);
    format!("{ask} The run ends in {}.", error(text))
}

/// How to get what is not there.
pub(crate) fn missing(missing: &MissingResource) -> String {
    let what = |other: &str| missing.what.as_deref().map_or_else(|| other.to_owned(), name);
    match missing.kind {
        Kind::Module => format!(
            "How is {} installed here (which command), or what should be used instead?",
            what("the module")
        ),
        Kind::Program => format!(
            "How is {} installed here, or which command should be run instead?",
            what("the program")
        ),
        Kind::File => format!(
            "Where does {} come from: which command makes it, or which path is right?",
            what("the file")
        ),
        Kind::Server => format!(
            "How can {} be reached from here (what starts it), or what should be used instead?",
            what("the server")
        ),
        Kind::Permission => {
            "Who can give the missing permission, or which way needs none?".to_owned()
        }
        Kind::Room => "What may be stopped or deleted to make room?".to_owned(),
        Kind::Name => format!(
            "Where should {} be: should the code define it, or which name should be used instead?",
            what("the missing name")
        ),
    }
}

pub(super) fn timed_out(facts: &TestEvidence<'_>) -> String {
    format!(
        "What should end the wait in {}: what does it wait for?{}",
        test(facts),
        last_error(facts)
    )
}

pub(super) fn status(expected: u16, actual: u16, facts: &TestEvidence<'_>) -> String {
    let ask = match actual {
        401 | 403 => "Which credentials should this request carry, or should the path need none?",
        404 | 405 => "Which route and method should answer this request?",
        400 | 422 => "Which fields and formats must this request have?",
        500..=599 => "What does the server's log say about this request?",
        _ => "Why should the server answer this request?",
    };
    format!("{ask} {} gets {actual} where {expected} is wanted.", place(facts))
}
