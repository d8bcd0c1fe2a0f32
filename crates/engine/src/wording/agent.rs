//! The text for the agent with a verdict.

use super::spending::how_to_allow;
use crate::finding::FindingList;
use crate::spend::CapStanding;
use crate::{AgentId, Finding, FindingAdvice, FindingLevel, Rule};

/// What every refused call says after a trip.
const AFTER_TRIP: &str = "CIRCUIT BREAKER TRIPPED. Please summarize your progress immediately.";

/// What the agent is asked to do once a breaker is open.
pub(crate) const HOW_TO_REPORT: &str = "Stop working and do not retry the same action. Say what you \
    tried, what you saw and what you need, with `fusebox report blocked \"...\"` or `fusebox report \
    complete \"...\"`. Every other call is refused until a person answers.";

/// What every refused call says after a trip, and why it tripped.
pub(crate) fn after_trip(cause: Option<&Finding>) -> String {
    let why = cause.map(|cause| {
        // The sentence of any other cap says it itself.
        let is_label = cause.advice == FindingAdvice::Summarize;
        let allow = if is_label { how_to_allow(cause) } else { String::new() };
        format!(" It tripped: {}.{allow}", cause.cause().trim_end_matches('.'))
    });
    AFTER_TRIP.to_owned() + &why.unwrap_or_default()
}

/// The text for an agent whose subagent was stopped.
pub(crate) fn subagent_stopped(subagent: &AgentId, cause: &Finding) -> String {
    format!(
        "The circuit breaker stopped your subagent {subagent}: {} Do not start it again with the \
         same task.",
        cause.message()
    )
}

/// What an agent is told when a pause that refused its calls is over.
pub(crate) const PAUSE_IS_OVER: &str =
    "Fusebox: the pause is over. Go on where you were: calls that it refused may be made again.";

/// What an agent is told when a cap that stopped it has room again.
pub(crate) const CAP_HAS_ROOM: &str = "Fusebox: the spending cap has room again. Go on where you were: calls that it refused may be made again.";

/// What an agent is told when its person's prompt raised a spent cap.
pub(crate) fn cap_lifted(cap: &CapStanding) -> String {
    format!(
        "Fusebox: the person's prompt raised the spending cap {}: {}.",
        cap.name,
        cap.sentence()
    )
}

/// What an agent is told whose person has paused it.
pub(crate) fn paused(why: Option<&str>) -> String {
    let why = why.map(|why| format!(": {why}")).unwrap_or_default();
    format!(
        "Fusebox: a person has paused your work{why}. Nothing is wrong with this call. End your turn \
         now; go on where you were when the person resumes."
    )
}

/// The text for an agent after a person answered its trip.
#[must_use]
pub fn person_answered(guidance: &str) -> String {
    format!("A person answers the circuit breaker: {guidance}")
}

/// The sorted findings in the words for the agent. A refusal gives the reason named first and lists the
/// rest; a warning gives each. `was_open`: the breaker refused the call before any rule did.
/// `stops`: the turn ends.
pub(crate) fn finding_lines(
    findings: &FindingList,
    refuses: bool,
    was_open: bool,
    stops: bool,
) -> Vec<String> {
    let mut told = findings.iter().filter(|finding| finding.level >= FindingLevel::Warning);
    let Some(first) = told.next() else { return Vec::new() };
    let trips = first.level == FindingLevel::Trip;
    let mut lines = Vec::new();
    if trips && !first.rule.is_budget() && !was_open {
        lines.push("CIRCUIT BREAKER TRIPPED.".to_owned());
    }
    lines.push(signed_message(first));
    if refuses || trips {
        let rest: Vec<String> = told.map(short_form).collect();
        if !rest.is_empty() {
            lines.push(format!("Also: {}.", rest.join("; ")));
        }
    } else {
        lines.extend(told.map(signed_message));
    }
    if trips && !was_open && !stops {
        lines.push(HOW_TO_REPORT.to_owned());
    }
    lines
}

/// What helps against an early sign.
const SIGN_ADVICE: &[(Rule, &str)] = &[
    (Rule::EditsWithoutCheck, "Run a check before the next edit."),
    (Rule::SameSearch, "Searching again finds nothing else: say what is missing, or ask."),
    (Rule::GrowingEdits, "Make the smallest change that shows what is wrong."),
];

/// An early sign as the agent is told it.
pub(crate) fn early_sign(sign: &Finding) -> String {
    let advice = SIGN_ADVICE.iter().find(|(rule, _)| *rule == sign.rule);
    format!("Fusebox: {} {}", sign.message(), advice.map_or("", |(_, advice)| advice))
}

/// A finding listed after the one named first.
fn short_form(finding: &Finding) -> String {
    format!("{} ({}/{})", finding.rule.title(), finding.observed, finding.limit)
}

/// A finding with the name of who says it, unless its own words make that clear.
fn signed_message(finding: &Finding) -> String {
    let is_clear = finding.rule.is_budget() || finding.rule.is_service_breaker();
    if finding.level < FindingLevel::Trip && !is_clear {
        format!("Fusebox: {}", finding.message())
    } else {
        finding.message()
    }
}
