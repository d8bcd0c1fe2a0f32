//! Whether a call brought something: what its answer tells that none before did.

use crate::WorkKind;
use crate::state::{CallWindow, CompletedCall, EditEffect, TALK};

/// So many empty lists in a row may each be an answer (R20).
const MANY_EMPTY_LISTS: usize = 12;
/// So many runs of one failing test may print something new until the next change.
const MAX_NEW_LINES: usize = 12;

/// Whether a call brought nothing (R20): it did nothing, it only printed its own words, what it needs is not
/// there, it found nothing, it failed as an earlier call did, or the same question had the same answer before.
pub(super) fn is_barren(window: &CallWindow, step: &CompletedCall, work: WorkKind) -> bool {
    if matches!(work, WorkKind::Plan | WorkKind::Nothing) {
        return true;
    }
    let may_be = !step.waits && !step.passed && step.edit == EditEffect::None;
    let since = || window.since_change(step.changes);
    let is_known_error = || step.error != 0 && since().any(|earlier| earlier.error == step.error);
    let is_answered = |earlier: &CompletedCall| {
        earlier.repeats(step)
            || step.target != 0
                && earlier.target == step.target
                && (earlier.result == step.result
                    || earlier.names_as(step)
                    || earlier.reshows && step.reshows)
    };
    // A second look is no sign yet.
    let is_repeated = || {
        step.is_telling()
            && !step.has_new_line
            && since().filter(|s| is_answered(s)).nth(1).is_some()
            && !steps_on(window, step)
    };
    // It is not there, or may not be read.
    let is_vain_look = step.looks && step.failed;
    // Another target that answers with an empty list is an answer.
    let is_empty_list = || {
        let is_same = |earlier: &CompletedCall| earlier.target == step.target;
        let is_vain = |earlier: &&CompletedCall| earlier.tool == step.tool && earlier.fruitless;
        // So many in a row that find nothing are one search.
        let is_row = since().take(MANY_EMPTY_LISTS).filter(is_vain).count() == MANY_EMPTY_LISTS;
        work == WorkKind::Lookup && step.trivial && !is_row && !since().any(is_same)
    };
    let finds_nothing = step.missing != 0
        || step.fruitless && !is_empty_list()
        || is_vain_look
        || step.result == TALK;
    may_be && (finds_nothing || is_known_error() || is_repeated())
}

/// Whether the same call was answered otherwise the last times: each one goes a step further, as in a debugger.
fn steps_on(window: &CallWindow, step: &CompletedCall) -> bool {
    let since = window.since_change(step.changes);
    let mut last = since.filter(|earlier| earlier.call == step.call).map(|earlier| earlier.result);
    let goes_on = |result: Option<u64>| result.is_some_and(|result| result != step.result);
    goes_on(last.next()) && goes_on(last.next())
}

/// Whether a search shows nothing but what two others, with other words, had shown: one of the web, or one of a server
/// behind others that found nothing. What a server says alike about one thing after the other is an answer about each.
pub(super) fn finds_the_same(window: &CallWindow, step: &CompletedCall, work: WorkKind) -> bool {
    let since = || window.since_change(step.changes);
    let is_search = match work {
        WorkKind::Look => step.program == 0,
        WorkKind::Lookup => since().next().is_some_and(|last| {
            last.tool == step.tool && last.fruitless && last.result != step.result
        }),
        WorkKind::Other | WorkKind::Check | WorkKind::Query | WorkKind::Install => false,
        WorkKind::Edit | WorkKind::Plan | WorkKind::Nothing | WorkKind::Act => false,
        WorkKind::Select | WorkKind::Setup | WorkKind::Log | WorkKind::Settings => false,
    };
    let is_same = |earlier: &&CompletedCall| {
        earlier.tool == step.tool && earlier.result == step.result && earlier.call != step.call
    };
    is_search && step.is_telling() && !step.failed && since().filter(is_same).nth(1).is_some()
}

/// Whether a check fails as another command did before, and nothing changed since. What the same command prints once
/// more is new by chance (an order, a made-up name), and so is what yet another one prints after so many.
pub(super) fn fails_otherwise(window: &CallWindow, step: &CompletedCall) -> bool {
    let since = || window.since_change(step.changes);
    let is_same = |earlier: &&CompletedCall| {
        earlier.failed_check() && (earlier.target == step.target || earlier.names_as(step))
    };
    step.failed_check()
        && since().find(is_same).is_some_and(|earlier| earlier.call != step.call)
        && since().filter(|earlier| earlier.has_new_line).count() < MAX_NEW_LINES
}
