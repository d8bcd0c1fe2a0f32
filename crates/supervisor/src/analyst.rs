//! Asks the analyst that the policy names about a trip, once. Whatever goes wrong, the built-in analysis stands.

use std::io;
use std::sync::mpsc::channel;
use std::time::Duration;

use fusebox_advisor::{Advisor, AskOptions};
use fusebox_clients::last_messages;
use fusebox_effects::{
    ADVISOR_VARIABLES, PrivateFolder, earlier_pattern, incident_report, keep_analysis,
};
use fusebox_engine::{Incident, Policy};
use fusebox_report::{Analysis, Analyst, MESSAGES, RunFacts};
use fusebox_runtime::agent_run::AgentRun;
use fusebox_runtime::failure_patterns::FailurePattern;
use fusebox_text::printable_line;
use rustix::process::Signal;

use crate::client_record::transcript_messages;
use crate::process_tree::ProcessTree;
use crate::signals::{self, SignalRequest};
use crate::{CommandSpec, FinishedCommand, Result, RunContext};

/// How long processes that a program leaves behind have to end.
const GRACE: Duration = Duration::from_secs(2);

/// How the asking ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AskOutcome {
    /// It is over, whether anybody answered or not.
    Ended,
    /// Somebody wants the run to end.
    Interrupted,
}

/// Asks about a trip, and keeps the answer with its report.
pub(crate) fn ask(
    incident: &Incident,
    spec: &CommandSpec,
    record: &AgentRun,
    finished: &FinishedCommand,
    context: &mut RunContext<'_>,
) -> Result<AskOutcome> {
    let policy = context.policy(spec.role.as_deref());
    let advisors = &policy.advisors;
    if advisors.analyst.is_empty() {
        return Ok(AskOutcome::Ended);
    }
    let advisor = Advisor::parse(&advisors.analyst, &advisors.model, &advisors.model_key);
    let advisor = match advisor {
        Ok(advisor) => advisor,
        Err(why) => {
            (context.inform)(&format!(
                "fusebox: guided.analyst: {why}; the built-in analysis stands"
            ));
            return Ok(AskOutcome::Ended);
        }
    };
    let report = incident_report(context.runtime.store(), incident)?;
    let mut facts = run_facts(spec, record, finished, policy);
    facts.seen_before = earlier_pattern(context.runtime.store(), incident)?
        .map(|pattern| seen_before_lines(&pattern))
        .unwrap_or_default();
    if facts.messages.is_empty() {
        facts.messages = transcript_messages(&spec.records, &incident.session);
    }
    let request = report.analysis_request(&incident.reason(), &facts);
    let time = Duration::from_millis(advisors.analyst_timeout.0);
    let name = printable_line(advisor.name(), 60);
    let seconds = time.as_secs();
    (context.inform)(&format!(
        "fusebox: {name} is asked for an analysis of the trip, for at most {seconds} s …"
    ));
    let analyst = match advisor {
        Advisor::Command(_) => Analyst::Command,
        Advisor::Model(_) => Analyst::Model,
    };
    let answered = answer(advisor, request, time)
        .unwrap_or_else(|error| Some(Err(format!("it could not be asked: {error}"))));
    let failure = match answered {
        None => return Ok(AskOutcome::Interrupted),
        Some(Err(why)) => why,
        Some(Ok(text)) => match Analysis::from_answer(&text, analyst) {
            Ok(analysis) => {
                keep_analysis(context.runtime, incident, analysis)?;
                return Ok(AskOutcome::Ended);
            }
            Err(problem) => problem.to_string(),
        },
    };
    let failure = printable_line(&fusebox_text::redact(&failure), 300);
    (context.inform)(&format!("fusebox: {name}: {failure}; the built-in analysis stands"));
    Ok(AskOutcome::Ended)
}

/// The answer, or why there is none; `None` where somebody wants the run to end first. Nothing that was started
/// for it is left.
fn answer(
    advisor: Advisor,
    request: String,
    time: Duration,
) -> io::Result<Option<std::result::Result<String, String>>> {
    let dir = PrivateFolder::new()?;
    let (queue, messages) = channel();
    signals::listen(queue.clone(), Message::Signal)?;
    let folder = dir.path().to_owned();
    std::thread::spawn(move || {
        let options = AskOptions { time, dir: &folder, variables: &ADVISOR_VARIABLES };
        let answer = advisor.ask(&request, &options);
        drop(queue.send(Message::Answer(answer.map_err(|error| error.to_string()))));
    });
    let answered = loop {
        match messages.recv() {
            Ok(Message::Answer(answer)) => break Some(answer),
            Ok(Message::Signal(SignalRequest::End(_))) => break None,
            Ok(Message::Signal(SignalRequest::ChildExited | SignalRequest::Resized)) => {}
            Err(_) => break Some(Err("it could not be asked".to_owned())),
        }
    };
    // A program that was interrupted still runs, and one that has answered may have left others behind.
    ProcessTree::default().end(Signal::TERM, GRACE);
    Ok(answered)
}

enum Message {
    Answer(std::result::Result<String, String>),
    Signal(SignalRequest),
}

/// What the analyst is told of earlier trips over the same failure.
fn seen_before_lines(pattern: &FailurePattern) -> Vec<String> {
    let FailurePattern { occurrences, signature, .. } = pattern;
    let mut lines = vec![format!("{signature} (trips: {occurrences})")];
    lines.extend(pattern.advice.iter().map(|advice| {
        let then = match advice.has_passed {
            Some(true) => "the next run passed",
            Some(false) => "the next run did not pass",
            None => "no run has ended since",
        };
        format!("- {} ({then})", advice.text)
    }));
    lines
}

fn run_facts(
    spec: &CommandSpec,
    record: &AgentRun,
    finished: &FinishedCommand,
    policy: &Policy,
) -> RunFacts {
    let guided = &policy.guided;
    let limit = |level: fusebox_engine::Limit, budget: fusebox_engine::Limit| {
        level.get().into_iter().chain(budget.get()).min()
    };
    let limits = &policy.limits;
    let messages = last_messages(&finished.output_tail, MESSAGES);
    let said = messages.iter().rev().map(|(_, text)| text.clone()).next();
    RunFacts {
        task: spec.order.clone(),
        counts: vec![
            ("Tool Calls", record.tool_calls, limit(guided.tool_calls_critical, limits.tool_calls)),
            ("Messages", record.messages, limit(guided.messages_critical, limits.messages)),
            (
                "Context tokens",
                record.estimated_context_tokens,
                limit(guided.context_critical, limits.context_tokens),
            ),
        ],
        duration_s: record.duration_s,
        // Structured output is for programs; its last message is for readers.
        output: said.unwrap_or_else(|| finished.output_tail.clone()),
        messages,
        seen_before: Vec::new(),
    }
}
