//! What is said of a loop that stands still.

use super::iterated::ObservedIteration;
use super::state::LoopState;

pub(super) fn same_error(count: u64, line: &str) -> String {
    format!("Same error repeated {count} times: \"{line}\"")
}

/// `probing`: one iteration was to decide.
pub(super) fn no_progress(state: &LoopState, probing: bool) -> String {
    let tried = if probing { " It was tried once more." } else { "" };
    format!("{}.{}{tried}", standing(state), evidence(state))
}

/// The loop is half-open: what it takes to open it.
pub(super) fn watched(state: &LoopState, opens_at: u64) -> String {
    format!("{}. The loop is stopped at {opens_at}.{}", standing(state), evidence(state))
}

pub(super) fn decline(state: &LoopState) -> String {
    format!("The output fell by {} %, then {}.{}", state.fell, standing(state), evidence(state))
}

/// The loop is half-open: what it takes to open it.
pub(super) fn declined(state: &LoopState) -> String {
    format!(
        "The output fell by {} % twice in a row without progress; one more iteration without \
         progress stops the loop.",
        state.fell
    )
}

pub(super) fn questions(state: &LoopState) -> String {
    format!(
        "Blocked on a human: {} since the last progress asked questions instead of working. \
         Answer them with `fusebox reset --guidance \"...\"`.",
        iterations(state.asked)
    )
}

pub(super) fn denials(state: &LoopState) -> String {
    format!(
        "Permission was denied in {} in a row: {}. Allow what the work needs, or say how it is to \
         be done without.",
        iterations(state.denials),
        state.denied.join(", ")
    )
}

pub(super) fn compound(seen: &ObservedIteration) -> String {
    let mut tools: Vec<&str> = Vec::new();
    for denied in &seen.denied_tools {
        if !tools.contains(&denied.tool.as_str()) {
            tools.push(&denied.tool);
        }
    }
    format!(
        "Permission was denied for a compound command of commands that are allowed: {}.",
        tools.join(", ")
    )
}

/// How long nothing came of it, and what was looked at.
fn standing(state: &LoopState) -> String {
    let in_a_row = if state.idle == 1 { "" } else { " in a row" };
    let tests = match state.best_tests {
        Some(best) => format!(", no more than {best} tests passing"),
        None => String::new(),
    };
    let looked_at = format!("no file changed, no commit{tests}");
    format!("{}{in_a_row} without progress: {looked_at}", iterations(state.idle))
}

/// When it got on last, and what the agent said since.
fn evidence(state: &LoopState) -> String {
    let last = match state.last_progress {
        Some((iteration, _)) => format!(" The last progress was in iteration {iteration}."),
        None => String::new(),
    };
    let claims = match state.claims {
        0 => String::new(),
        1 => " The agent said once that the work is done.".to_owned(),
        claims => format!(" The agent said {claims} times that the work is done."),
    };
    last + &claims
}

fn iterations(count: u64) -> String {
    if count == 1 { "1 iteration".to_owned() } else { format!("{count} iterations") }
}
