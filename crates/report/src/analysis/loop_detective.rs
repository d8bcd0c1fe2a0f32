//! Looks for calls and answers that repeat.

use std::collections::BTreeMap;

use fusebox_engine::{PastCall, Rule};

use super::calls::{AnalysedCalls, answer, is_accepted_edit, numbers, outcome};
use super::{Analyst, CauseEvidence, Mistake, RootCause};
use crate::phrases::{quoted_error, quoted_name, times};

/// Equal calls or equal answers that make a loop where no rule of repetition tripped.
const EQUAL: usize = 3;

/// The repetition that stopped the agent.
pub(super) fn repetition(calls: &AnalysedCalls<'_>, rule: Option<Rule>) -> Option<CauseEvidence> {
    let tripped = rule.is_some_and(Rule::is_repetition);
    let groups = calls.repeated();
    let recent = calls.recent().first().map_or(0, |call| call.number);
    let is_recent = |group: &&Vec<&PastCall>| group.last().is_some_and(|c| c.number >= recent);
    let by_call = groups.iter().find(is_recent).filter(|group| tripped || group.len() >= EQUAL);
    let group = match by_call {
        Some(group) => group.clone(),
        None => equal_answers(calls)
            .filter(|group| group.len() >= EQUAL)
            .or_else(|| tripped.then(|| calls.recent().iter().collect()))?,
    };
    let (first, last) = (*group.first()?, *group.last()?);
    let label = quoted_name(&last.subject.label);
    let said = quoted_error(answer(last));
    Some(CauseEvidence {
        analyst: Analyst::LoopDetective,
        root_cause: RootCause::Loop,
        explanation: format!(
            "{label} or its like was done {} (calls {} to {}), and the answer was the same each time: {said}.",
            times(group.len()),
            first.number,
            last.number
        ),
        mistake: Mistake::new(
            format!("Did again what call {} had answered.", first.number),
            numbers(group.iter().skip(1).copied()),
        ),
        steps: vec![
            format!("Take the answer of call {} as final: {said}.", first.number),
            "Write down what it says, and which question is open now.".to_owned(),
            "Take a step that has not been taken: another file, another place, or the next part of the task."
                .to_owned(),
        ],
    })
}

/// The largest group of recent calls with equal answers.
fn equal_answers<'a>(calls: &AnalysedCalls<'a>) -> Option<Vec<&'a PastCall>> {
    let mut groups: BTreeMap<u64, Vec<&PastCall>> = BTreeMap::new();
    // Edits are acknowledged in the same words, however different they are.
    for call in calls.recent().iter().filter(|call| !is_accepted_edit(call)) {
        let told = outcome(call).filter(|outcome| !outcome.trivial);
        if let Some(result) = told.and_then(|outcome| outcome.result) {
            groups.entry(result).or_default().push(call);
        }
    }
    groups.into_values().max_by_key(Vec::len)
}
