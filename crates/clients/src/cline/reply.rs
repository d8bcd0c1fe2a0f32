//! The replies to Cline. It refuses no single call: `cancel` ends the whole run. A refusal before the trip is told to
//! the agent instead, and its call is made.

use fusebox_engine::{BreakerState, FindingAdvice, FindingLevel, Rule, VerdictAction};

use crate::answers::combine;
use crate::json_line::JsonLine;
use crate::{EventVerdict, HookPoint, HookReply};

/// Writes the reply from the verdicts on the events of a call.
pub(super) fn reply(point: HookPoint, answers: &[EventVerdict]) -> HookReply {
    if !matches!(point, HookPoint::BeforeTool | HookPoint::AfterTool) {
        // The client does not read what its other hooks print.
        return HookReply::default();
    }
    let answers: Vec<EventVerdict> = answers.iter().map(as_it_happens).collect();
    let combined = combine(&answers);
    if answers.iter().any(ends_run) {
        return cancel(combined.trip.or(combined.text).unwrap_or_default());
    }
    match combined.text {
        Some(mut text) if combined.answer > VerdictAction::Allow => {
            if point == HookPoint::BeforeTool && combined.answer >= VerdictAction::Ask {
                text.push_str(CALL_RUNS_ANYWAY);
            } else if answers.iter().any(announces_end) {
                text.push_str(RUN_ENDS);
            }
            let mut output = JsonLine::default();
            output.put("contextModification", &text);
            HookReply { stdout: output.end(), ..HookReply::default() }
        }
        Some(_) | None => HookReply::default(),
    }
}

/// What follows a refusal that the client does not carry out.
const CALL_RUNS_ANYWAY: &str =
    " Cline cannot refuse a single call, so this call runs. Your run ends when the breaker opens.";

/// What follows a nudge that names the number of the trip.
const RUN_ENDS: &str = " Your run ends then.";

/// The verdict with what Cline does where its text announces a refusal: the call of that number runs, and the next one
/// opens the breaker.
fn as_it_happens(answered: &EventVerdict) -> EventVerdict {
    let mut answered = answered.clone();
    let verdict = &mut answered.verdict;
    for finding in &mut verdict.findings {
        let (FindingAdvice::CallRefusedFrom(number) | FindingAdvice::ToolRefusedFrom(number)) =
            finding.advice
        else {
            continue;
        };
        let announced = finding.message();
        finding.advice = FindingAdvice::BreakerOpensAt(number.saturating_add(1));
        let happens = finding.message();
        verdict.context = verdict.context.take().map(|text| text.replace(&announced, &happens));
    }
    answered
}

/// Whether a nudge says at which number the breaker opens.
fn announces_end(answered: &EventVerdict) -> bool {
    let mut findings = answered.verdict.findings.iter();
    !answered.duplicate
        && findings.any(|finding| matches!(finding.advice, FindingAdvice::BreakerOpensAt(_)))
}

/// Ends the run without a verdict.
pub(super) fn refuse(point: HookPoint, reason: &str) -> HookReply {
    if point.is_before_tool() { cancel(reason.to_owned()) } else { HookReply::default() }
}

/// What ends the run, in the client's words.
pub(super) fn cancel_line(reason: &str) -> String {
    let mut output = JsonLine::default();
    output.put("cancel", &true).put("errorMessage", reason);
    output.end()
}

fn cancel(reason: String) -> HookReply {
    HookReply { stdout: cancel_line(&reason), ..HookReply::default() }
}

/// Whether the run ends here: the breaker is open, a person holds the agents, or the call would take Fusebox away.
/// Every other refusal is one of a ladder that ends at the trip.
fn ends_run(answered: &EventVerdict) -> bool {
    let verdict = &answered.verdict;
    let mut blocks = verdict.findings.iter().filter(|one| one.level >= FindingLevel::Block);
    match verdict.verdict {
        VerdictAction::Stop => true,
        VerdictAction::Deny | VerdictAction::Ask => {
            verdict.state == BreakerState::Open
                || verdict.findings.is_empty()
                || blocks.any(|one| matches!(one.rule, Rule::Protected | Rule::Tampered))
        }
        VerdictAction::Warn | VerdictAction::Allow => false,
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::FindingSubject;

    use super::*;
    use crate::answers::tests::{answered, tripped};

    #[track_caller]
    fn check(point: HookPoint, answers: &[EventVerdict], expected: &str) {
        let reply = reply(point, answers);
        assert_eq!((reply.stdout.as_str(), reply.stderr.as_str(), reply.exit), (expected, "", 0));
    }

    #[test]
    fn a12_only_a_nudge_and_the_end_of_the_run_exist() {
        let nudge = r#"{"contextModification":"again"}"#;
        let warned = [answered(VerdictAction::Warn, Some("again"))];
        check(HookPoint::AfterTool, &warned, nudge);
        check(HookPoint::BeforeTool, &warned, nudge);
        let mut rung = answered(VerdictAction::Deny, Some("again"));
        rung.verdict.findings =
            vec![fusebox_engine::Finding::new(Rule::SameCall, FindingLevel::Block, 6, 4)];
        let told = format!(r#"{{"contextModification":"again{CALL_RUNS_ANYWAY}"}}"#);
        check(HookPoint::BeforeTool, &[rung.clone()], &told);
        let end = r#"{"cancel":true,"errorMessage":"Fusebox: circuit breaker tripped: `cargo test` ran 7 times. See `fusebox show 000000ab`."}"#;
        check(HookPoint::BeforeTool, &[tripped(VerdictAction::Deny, "stop")], end);
        check(HookPoint::AfterTool, &[tripped(VerdictAction::Stop, "stop")], end);
        // A person's pause has no finding, and what would take Fusebox away passes in no client.
        let paused = [answered(VerdictAction::Deny, Some("paused"))];
        check(HookPoint::BeforeTool, &paused, r#"{"cancel":true,"errorMessage":"paused"}"#);
        rung.verdict.findings[0].rule = Rule::Protected;
        check(HookPoint::BeforeTool, &[rung], r#"{"cancel":true,"errorMessage":"again"}"#);
    }

    #[test]
    fn a12_a_nudge_announces_the_end_of_the_run_and_no_refusal() {
        for (advice, expected) in [
            (
                FindingAdvice::CallRefusedFrom(7),
                "At number 8 the breaker opens. Your run ends then.",
            ),
            (
                FindingAdvice::ToolRefusedFrom(9),
                "At number 10 the breaker opens. Your run ends then.",
            ),
            (
                FindingAdvice::BreakerOpensAt(5),
                "At number 5 the breaker opens. Your run ends then.",
            ),
            (FindingAdvice::AnotherWay, "say what blocks you."),
        ] {
            let finding = fusebox_engine::Finding::new(Rule::SameCall, FindingLevel::Warning, 4, 4)
                .about(FindingSubject::Call("npm test".to_owned()))
                .with_advice(advice);
            let mut warned = answered(VerdictAction::Warn, Some(&finding.message()));
            warned.verdict.findings = vec![finding];
            let told = reply(HookPoint::AfterTool, &[warned]).stdout;
            assert!(told.ends_with(&format!("{expected}\"}}")), "{told}");
            assert!(!told.contains("refused"), "{told}");
        }
    }

    #[test]
    fn what_the_client_does_not_read_is_not_written() {
        for point in [HookPoint::Prompt, HookPoint::TurnEnd, HookPoint::Silent] {
            check(point, &[tripped(VerdictAction::Stop, "stop")], "");
            assert_eq!(refuse(point, "broken"), HookReply::default());
        }
        check(HookPoint::BeforeTool, &[answered(VerdictAction::Allow, None)], "");
        let broken = refuse(HookPoint::BeforeTool, "broken").stdout;
        assert_eq!(broken, r#"{"cancel":true,"errorMessage":"broken"}"#);
    }
}
