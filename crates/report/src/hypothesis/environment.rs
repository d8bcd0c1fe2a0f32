//! Words for what is missing, does not answer, or does not end.

use super::{changed, these};
use crate::facts::TestEvidence;
use crate::missing::{Kind, MissingResource};
use crate::words::{capital, error, name};

pub(super) fn infra(
    missing: Option<&MissingResource>,
    text: &str,
    runs: usize,
    same: bool,
    facts: &TestEvidence<'_>,
) -> String {
    let ended = match (runs, same) {
        (1, _) => "The last test run".to_owned(),
        (_, true) => format!("The last {runs} test runs ended in the same error and"),
        (_, false) => format!("The last {runs} test runs ended in different errors and"),
    };
    let command = facts.story.infra.last().and_then(|run| run.command.as_deref());
    let of = command.map_or_else(String::new, |command| format!(" of {}", name(command)));
    let means = match missing {
        Some(missing) if missing.is_environment() => format!(
            " {} Edits to the code cannot be judged before this is mended.",
            capital(&absent(missing))
        ),
        Some(missing) => {
            format!(" {} The code or its tests do not build or load.", capital(&absent(missing)))
        }
        None => String::new(),
    };
    format!("{ended} gave no verdict on the code. The last error{of}: {}.{means}", error(text))
}

pub(super) fn lacking(missing: &MissingResource, facts: &TestEvidence<'_>) -> String {
    let means = if missing.is_environment() {
        "Most often that is a matter of where the test runs, not of the code's logic, and edits to the \
         logic do not reach it."
    } else if missing.kind == Kind::Name {
        "Something uses a name that is not there; what comes after it was not tested yet."
    } else {
        "The code does not load; what it computes was not tested yet."
    };
    let these = capital(&these(facts));
    format!("{these} ended at the same point: {} {means}{}", absent(missing), changed(facts))
}

/// What is not there, as a sentence that may follow a colon.
pub(crate) fn absent(missing: &MissingResource) -> String {
    let Some(what) = missing.what.as_deref().map(name) else {
        return match missing.kind {
            Kind::Module => "a module cannot be found.",
            Kind::Program => "a program is not installed or not on the path.",
            Kind::File => "a file does not exist where it is looked for.",
            Kind::Server => "a server that is needed cannot be reached.",
            Kind::Permission => "a permission is missing.",
            Kind::Room => "a disk is full or a port is taken.",
            Kind::Name => "the code that runs does not have a name that is used.",
        }
        .to_owned();
    };
    match missing.kind {
        Kind::Module => format!("the module {what} cannot be found."),
        Kind::Program => format!("the program {what} is not installed or not on the path."),
        Kind::File => format!("{what} does not exist where it is looked for."),
        Kind::Server => format!("{what} cannot be reached."),
        Kind::Permission => format!("a permission is missing for {what}."),
        Kind::Room => format!("there is no room for {what}."),
        Kind::Name => format!("the code that runs has no {what}."),
    }
}

pub(super) fn timed_out(facts: &TestEvidence<'_>) -> String {
    format!(
        "{} ended because a wait ran out, not because of a wrong value: what the test waits for does \
         not happen, or takes longer than the test allows.{}",
        capital(&these(facts)),
        changed(facts)
    )
}

pub(super) fn status(expected: u16, actual: u16, facts: &TestEvidence<'_>) -> String {
    let means = match actual {
        401 | 403 => {
            "The request was turned away, most often before the handler sees it: what decides is \
             authentication and what the test sends along, not the content of the answer."
        }
        404 | 405 => {
            "Most often no handler took the request: what decides is the route, the path and the \
             method, not the handler's logic."
        }
        400 | 422 => "What the test sends is not what the code accepts.",
        500..=599 => {
            "The server failed while it answered; the cause is in its own log, not in this output."
        }
        _ => "The server refused the request.",
    };
    format!(
        "{} got status {actual} where {expected} is wanted. {means}{}",
        capital(&these(facts)),
        changed(facts)
    )
}
