//! The mistakes of an analysis: that of the cause first, then what else the calls show.

use fusebox_engine::{GuardClass, PastCall};

use super::calls::{
    AnalysedCalls, CheckEnd, answer, is_accepted_edit, is_failed, numbers, outcome,
};
use super::{Analysis, Mistake, RootCause};
use crate::phrases::{count, quoted_error, quoted_name, times};

/// Groups of repeated calls that are named, at most.
const GROUPS: usize = 2;

pub(super) fn list(of_cause: Mistake, calls: &AnalysedCalls<'_>, cause: RootCause) -> Vec<Mistake> {
    let others =
        repeated(calls).into_iter().chain([failures(calls), searches(calls)].into_iter().flatten());
    let went_on = went_on(&of_cause, calls, cause);
    let rest =
        [refused(calls), unchecked(calls), unreported(calls, cause), without_gain(calls), went_on];
    let mut all = vec![of_cause];
    for mistake in others.chain(rest.into_iter().flatten()) {
        if !all.iter().any(|known| known.calls == mistake.calls) {
            all.push(mistake);
        }
    }
    all.truncate(Analysis::MAX_MISTAKES);
    all
}

fn repeated(calls: &AnalysedCalls<'_>) -> Vec<Mistake> {
    let groups = calls.repeated().into_iter().take(GROUPS);
    let mistake = |group: Vec<&PastCall>| {
        let label = group.first().map_or_else(String::new, |call| quoted_name(&call.subject.label));
        let what = format!("Made the call {label} {} with the same answer.", times(group.len()));
        Mistake::new(what, numbers(group))
    };
    groups.map(mistake).collect()
}

/// Failures with one error, the most frequent.
fn failures(calls: &AnalysedCalls<'_>) -> Option<Mistake> {
    let failed: Vec<&PastCall> = calls.all.iter().filter(|call| is_failed(call)).collect();
    let digest = |call: &PastCall| outcome(call)?.error.as_ref().map(|error| error.digest);
    let mut counts: std::collections::BTreeMap<u64, Vec<&PastCall>> = Default::default();
    for call in failed {
        if let Some(digest) = digest(call) {
            counts.entry(digest).or_default().push(call);
        }
    }
    let group = counts.into_values().filter(|group| group.len() > 1).max_by_key(Vec::len)?;
    let said = quoted_error(group.first().map(|call| answer(call)).unwrap_or_default());
    Some(Mistake::new(format!("Ran into {said} {}.", times(group.len())), numbers(group)))
}

fn searches(calls: &AnalysedCalls<'_>) -> Option<Mistake> {
    let fruitless = |call: &&PastCall| outcome(call).is_some_and(|outcome| outcome.fruitless);
    let found: Vec<&PastCall> = calls.all.iter().filter(fruitless).collect();
    let what = "Went on searching where searches had found nothing.".to_owned();
    (found.len() > 1).then(|| Mistake::new(what, numbers(found)))
}

fn refused(calls: &AnalysedCalls<'_>) -> Option<Mistake> {
    let refused: Vec<&PastCall> = calls.all.iter().filter(|call| call.refused).collect();
    let what = "Made calls that were refused, in place of another way.".to_owned();
    (!refused.is_empty()).then(|| Mistake::new(what, numbers(refused)))
}

/// Edits after the last run that tested the code.
fn unchecked(calls: &AnalysedCalls<'_>) -> Option<Mistake> {
    let is_tested = |end: CheckEnd| matches!(end, CheckEnd::Green | CheckEnd::TestsFailed);
    let tested = calls.checks().into_iter().rfind(|(_, end)| is_tested(*end));
    let checked = tested.map_or(0, |(call, _)| call.number);
    let edits = calls.all.iter().filter(|call| call.number > checked && is_accepted_edit(call));
    let edits: Vec<&PastCall> = edits.collect();
    let what = "Made these edits, and no run has tested them.".to_owned();
    (!edits.is_empty()).then(|| Mistake::new(what, numbers(edits)))
}

fn unreported(calls: &AnalysedCalls<'_>, cause: RootCause) -> Option<Mistake> {
    let reports = |call: &PastCall| matches!(call.subject.guard, GuardClass::Report(_));
    let last = calls.all.last().filter(|_| !calls.all.iter().any(reports))?;
    let what = match cause {
        RootCause::Environment => "Never reported what is missing, up to the last call.",
        RootCause::Confusion | RootCause::WrongApproach | RootCause::Loop | RootCause::Budget => {
            "Never reported that it got no further, up to the last call."
        }
    };
    Some(Mistake::new(what.to_owned(), [last.number]))
}

/// The stretch since the last accepted edit or green run.
fn without_gain(calls: &AnalysedCalls<'_>) -> Option<Mistake> {
    let green = calls.checks().into_iter().rfind(|(_, end)| *end == CheckEnd::Green);
    let edited =
        calls.all.iter().rfind(|call| is_accepted_edit(call)).map_or(0, |call| call.number);
    let gained = green.map_or(0, |(call, _)| call.number).max(edited);
    let mut since = calls.all.iter().filter(|call| call.number > gained);
    let (first, last) = (since.next()?, since.next_back()?);
    let n = last.number - first.number + 1;
    let what = format!(
        "Made {n} calls (from {} to {}) without an accepted edit or a green run.",
        first.number, last.number
    );
    Some(Mistake::new(what, [first.number, last.number]))
}

/// What was done after the first call that shows the cause.
fn went_on(of_cause: &Mistake, calls: &AnalysedCalls<'_>, cause: RootCause) -> Option<Mistake> {
    let (first, last) = (*of_cause.calls.first()?, calls.all.last()?.number);
    let more = last.checked_sub(first).filter(|more| *more > 0)?;
    let calls = count(usize::try_from(more).unwrap_or(usize::MAX), "more call");
    let what = match cause {
        RootCause::Budget => {
            format!("Made {calls} after call {first} without a word on what is left.")
        }
        RootCause::Environment
        | RootCause::Confusion
        | RootCause::WrongApproach
        | RootCause::Loop => format!("Made {calls} after call {first} had shown it."),
    };
    Some(Mistake::new(what, [first, last]))
}
