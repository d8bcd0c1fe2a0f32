//! Asks the judge that the policy names whether an agent still gets anywhere, and hands its answer to the fold.

use std::time::Duration;

use fusebox_advisor::{Advisor, AdvisorError, AskOptions};
use fusebox_engine::event::ControlOrder;
use fusebox_engine::{Event, EventKind, Timestamp};
use fusebox_report::{JudgeFacts, Judgement};
use fusebox_runtime::judge::JudgeQuestion;
use fusebox_runtime::{Runtime, query};

use crate::advisor_environment::{ADVISOR_VARIABLES, PrivateFolder};
use crate::advisor_records;

/// The longest time of a question: the delivery's lease is longer.
const TIME: Duration = Duration::from_secs(50);

/// Asks, and hands the answer to the fold. A question that has no answer changes nothing.
pub(crate) fn deliver(
    runtime: &mut Runtime,
    body: &str,
    now: Timestamp,
) -> Result<(), Box<dyn std::error::Error>> {
    let question = JudgeQuestion::read(body).ok_or("it names no session")?;
    let Some(policy) = question.policy(runtime)? else { return Ok(()) };
    let advisors = &policy.advisors;
    if advisors.judge.is_empty() {
        return Ok(());
    }
    let advisor = Advisor::parse(&advisors.judge, &advisors.model, &advisors.model_key)
        .map_err(|why| format!("guided.judge: {why}"))?;
    let calls = query::last_calls(runtime.store(), &question.session, &question.agent, now)?;
    let facts = JudgeFacts { changes: question.changes, calls: question.calls, last_calls: calls };
    let folder = PrivateFolder::new()?;
    let time = TIME.min(Duration::from_millis(advisors.analyst_timeout.0));
    let options = AskOptions { time, dir: folder.path(), variables: &ADVISOR_VARIABLES };
    let answer = advisor.ask_counted(&facts.request(), &options)?;
    if let Some(usage) = &answer.usage {
        advisor_records::write(runtime, &question.session, usage, now)?;
    }
    let judgement = Judgement::read(&answer.text).ok_or(AdvisorError::Empty)?;
    let order = ControlOrder::Judgement {
        gets_anywhere: judgement.gets_anywhere,
        reason: judgement.reason,
    };
    let event = Event {
        session: question.session,
        id: None,
        at: None,
        agent: question.agent,
        kind: EventKind::Control(order),
    };
    runtime.order(&event, now)?;
    Ok(())
}
