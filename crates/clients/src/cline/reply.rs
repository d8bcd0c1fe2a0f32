//! The replies to Cline. It refuses no single call: `cancel` ends the whole run. A refusal before the trip is told to
//! the agent instead, and its call is made.

use fusebox_engine::{BreakerState, FindingLevel, Rule, VerdictAction};

use crate::answers::combine;
use crate::json_line::JsonLine;
use crate::{EventVerdict, HookPoint, HookReply};

/// Writes the reply from the verdicts on the events of a call.
pub(super) fn reply(point: HookPoint, answers: &[EventVerdict]) -> HookReply {
    if !matches!(point, HookPoint::BeforeTool | HookPoint::AfterTool) {
        // The client does not read what its other hooks print.
        return HookReply::default();
    }
    let combined = combine(answers);
    if answers.iter().any(ends_run) {
        return cancel(combined.trip.or(combined.text).unwrap_or_default());
    }
    match combined.text {
        Some(mut text) if combined.answer > VerdictAction::Allow => {
            if point == HookPoint::BeforeTool && combined.answer >= VerdictAction::Ask {
                text.push_str(CALL_RUNS_ANYWAY);
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
