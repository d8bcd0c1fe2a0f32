//! Combines the verdicts on the events of one hook call into one answer.

use fusebox_engine::{FindingLevel, IncidentId, VerdictAction};

use crate::EventVerdict;

/// The reason of a refusal without one: clients ignore an empty reason.
const NO_REASON: &str = "Fusebox refused this call.";

/// The one answer to a hook call.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CombinedAnswer {
    /// The worst answer.
    pub(crate) answer: VerdictAction,
    /// The text for the agent; never empty if the answer refuses.
    pub(crate) text: Option<String>,
    /// The line for people about a trip.
    pub(crate) trip: Option<String>,
}

/// The worst of the answers, with every text that was not given before.
pub(crate) fn combine(answers: &[EventVerdict]) -> CombinedAnswer {
    let answer = answers.iter().map(|one| one.verdict.verdict).max().unwrap_or_default();
    let fresh = || answers.iter().filter(|one| !one.duplicate);
    let mut text = contexts(fresh());
    if text.is_none() && answer >= VerdictAction::Deny {
        let worst = || answers.iter().filter(|one| one.verdict.verdict == answer);
        text = contexts(worst()).or_else(|| first_message(worst())).or(Some(NO_REASON.to_owned()));
    }
    let trip = fresh().filter(|one| one.verdict.verdict > VerdictAction::Allow).find_map(trip_line);
    CombinedAnswer { answer, text, trip }
}

fn contexts<'a>(answers: impl Iterator<Item = &'a EventVerdict>) -> Option<String> {
    let mut texts: Vec<&str> = Vec::new();
    for text in answers
        .filter(|one| one.verdict.verdict > VerdictAction::Allow)
        .filter_map(|one| one.verdict.context.as_deref())
    {
        if !text.trim().is_empty() && !texts.contains(&text) {
            texts.push(text);
        }
    }
    (!texts.is_empty()).then(|| texts.join("\n\n"))
}

fn first_message<'a>(mut answers: impl Iterator<Item = &'a EventVerdict>) -> Option<String> {
    answers.find_map(|one| one.verdict.findings.first()).map(|finding| finding.message())
}

/// The line for people about the trip in a verdict.
fn trip_line(answered: &EventVerdict) -> Option<String> {
    let verdict = &answered.verdict;
    let finding = verdict.findings.iter().find(|finding| finding.level == FindingLevel::Trip)?;
    let incident = verdict.incident.as_ref().map(IncidentId::as_str);
    let more = incident.map(|id| format!(" See `fusebox show {id}`.")).unwrap_or_default();
    let message = one_line(&finding.cause());
    let message = message.trim_end_matches('.');
    Some(format!("Fusebox: circuit breaker tripped: {message}.{more}"))
}

/// The text without line breaks and other control characters.
fn one_line(text: &str) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
pub(crate) mod tests {
    use fusebox_engine::{BreakerState, EventId, Finding, Rule, SessionId, Verdict};

    use super::*;

    /// A verdict as the engine gives it, of a fresh event.
    pub(crate) fn answered(answer: VerdictAction, context: Option<&str>) -> EventVerdict {
        let verdict = Verdict {
            session: SessionId::parse("s1").unwrap(),
            id: EventId::parse("e1").unwrap(),
            verdict: answer,
            state: BreakerState::Closed,
            context: context.map(str::to_owned),
            findings: Vec::new(),
            incident: None,
        };
        EventVerdict { verdict, duplicate: false }
    }

    /// The same with a finding of level trip and an open incident.
    pub(crate) fn tripped(answer: VerdictAction, context: &str) -> EventVerdict {
        let mut one = answered(answer, Some(context));
        one.verdict.state = BreakerState::Open;
        one.verdict.incident = Some(IncidentId::from_digest(0xab));
        let message = "`cargo test`\nran 7 times".to_owned();
        one.verdict.findings.push(Finding::from_sentence(Rule::SameCall, message));
        one
    }

    fn duplicate(mut one: EventVerdict) -> EventVerdict {
        one.duplicate = true;
        one
    }

    #[test]
    fn the_worst_answer_wins_and_nothing_is_said_twice() {
        let warn = || answered(VerdictAction::Warn, Some("slow down"));
        for (answers, answer, text) in [
            (vec![], VerdictAction::Allow, None),
            (vec![answered(VerdictAction::Allow, Some("x"))], VerdictAction::Allow, None),
            (vec![warn(), warn()], VerdictAction::Warn, Some("slow down")),
            (vec![duplicate(warn())], VerdictAction::Warn, None),
            (
                vec![warn(), answered(VerdictAction::Stop, Some("b"))],
                VerdictAction::Stop,
                Some("slow down\n\nb"),
            ),
            (
                vec![duplicate(answered(VerdictAction::Deny, Some("no")))],
                VerdictAction::Deny,
                Some("no"),
            ),
            (vec![answered(VerdictAction::Deny, Some(" "))], VerdictAction::Deny, Some(NO_REASON)),
        ] {
            let combined = combine(&answers);
            assert_eq!((combined.answer, combined.text.as_deref()), (answer, text));
        }
    }

    #[test]
    fn a_trip_is_one_line_for_people_and_said_once() {
        let line = "Fusebox: circuit breaker tripped: `cargo test` ran 7 times. See `fusebox show 000000ab`.";
        let one = tripped(VerdictAction::Deny, "stop");
        assert_eq!(combine(std::slice::from_ref(&one)).trip.as_deref(), Some(line));
        assert_eq!(combine(&[duplicate(one)]).trip, None);
        assert_eq!(combine(&[tripped(VerdictAction::Allow, "observed")]).trip, None);
    }
}
