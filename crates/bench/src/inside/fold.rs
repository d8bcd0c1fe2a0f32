//! Measures `fold` with every rule on, early and late in a session.

use std::hint::black_box;

use fusebox_engine::state::Scopes;
use fusebox_engine::{
    BudgetLimits, EventId, Fact, Limit, Observation, Policy, TaskId, Timestamp, VerdictAction,
    WorkspaceChange, fold,
};
use fusebox_observe::{SessionContext, event_digest, to_fact};

use super::FigureRows;
use crate::BenchError;
use crate::home::{SESSION, events_of};
use crate::stopwatch::{TimeSamples, timed};
use crate::workload::ClientWorkload;
use fusebox_figures::BenchReport;

/// The largest cost of one event, in nanoseconds.
const MAX_NS: f64 = 2_000.0;
/// The largest record of an agent, session or task, in bytes.
const MAX_BYTES: f64 = 8_192.0;
/// Events folded in one sample.
const RUN_EVENTS: usize = 10;
const EARLY: usize = 10;
const LATE: usize = 100_000;

/// Ordinary calls, and the worst case for detectors: the same four calls in turn, which differ only in their results.
const MIXES: &[(&str, Option<&[usize]>)] =
    &[("ordinary calls", None), ("four calls in turn", Some(FOUR_LOOKS))];
/// Three reads and a look at the history, by their numbers in the session. The same edit or the same search again is
/// warned about whatever comes of it.
const FOUR_LOOKS: &[usize] = &[0, 3, 4, 6];

pub(super) fn measure(
    quick: bool,
    rows: &mut FigureRows,
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    let policy = every_rule();
    let recorded = RecordedFacts::record(if quick { 500 } else { 2_000 })?;
    for (mix, calls) in MIXES {
        let mut session = recorded.clone();
        if let Some(calls) = calls {
            let facts = calls.iter().filter_map(|call| recorded.facts.get(call * 2..call * 2 + 2));
            session.facts = facts.flatten().cloned().collect();
        }
        let mut scopes = Scopes::default();
        let mut at = 0;
        for (when, stop) in [("10", EARLY), ("100,000", LATE)] {
            while at < stop {
                let decision = fold(&policy, &mut scopes, &session.event(at));
                if decision.verdict.verdict != VerdictAction::Allow {
                    return Err(format!("{mix}: {:?} at event {at}", decision.verdict).into());
                }
                at += 1;
            }
            let samples = time_runs(&policy, &scopes, &session, at, quick);
            let what = format!("fold at event {when}, {mix}");
            rows.add(&what, samples.median(), Some(samples.p90()), "ns", 0);
            report.add_check(what, samples.median(), MAX_NS, " ns");
        }
        add_sizes(&scopes, mix, rows, report)?;
    }
    Ok(())
}

/// Times runs of consecutive events, each from the same state.
fn time_runs(
    policy: &Policy,
    scopes: &Scopes,
    session: &RecordedFacts,
    at: usize,
    quick: bool,
) -> TimeSamples {
    let mut samples = TimeSamples::default();
    for sample in 0..if quick { 400 } else { 4_000 } {
        // Another run each time, so that every kind of call has its share.
        let from = at + sample % 40;
        let events: Vec<Observation> =
            (from..from + RUN_EVENTS).map(|at| session.event(at)).collect();
        let mut scopes = scopes.clone();
        let ((), took) = timed(|| {
            for event in &events {
                black_box(fold(policy, &mut scopes, event));
            }
        });
        samples.add(took.as_nanos() as f64 / RUN_EVENTS as f64);
    }
    samples
}

/// Adds the bytes that the store keeps for the records.
fn add_sizes(
    scopes: &Scopes,
    mix: &str,
    rows: &mut FigureRows,
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    let window = postcard::to_allocvec(&scopes.agent.window)?.len();
    let agent = serde_json::to_vec(&scopes.agent)?.len() + window;
    let session = serde_json::to_vec(&scopes.session)?.len();
    let task = serde_json::to_vec(&scopes.task)?.len();
    let all = (agent + session + task) as f64;
    rows.add(&format!("state after 100,000 events, {mix}"), all, None, "bytes", 0);
    let what = format!("largest record after 100,000 events, {mix}");
    let found = agent.max(session).max(task) as f64;
    report.add_check(what, found, MAX_BYTES, " bytes");
    Ok(())
}

/// A policy with every budget set, and none of them ever used up.
fn every_rule() -> Policy {
    let far = Limit::at(1 << 60);
    let default = Policy::default();
    let limits = BudgetLimits {
        iterations: far,
        tool_calls: far,
        turns: far,
        active_time: far,
        sleep_time: far,
        messages: far,
        context_tokens: far,
        output_tokens: far,
        cost_micros: far,
        ..default.limits
    };
    Policy { limits, ..default }
}

/// The facts of a session, repeated with new ids and new results.
#[derive(Clone)]
struct RecordedFacts {
    start: Observation,
    /// Requests at even indexes, each followed by its result.
    facts: Vec<Fact>,
}

impl RecordedFacts {
    fn record(calls: usize) -> Result<Self, BenchError> {
        let events = events_of(&mut ClientWorkload::new(SESSION), calls)?;
        let event = events.first().ok_or("an empty session")?;
        let mut facts = events.iter().map(|event| to_fact(&event.kind, &SessionContext::default()));
        let id = EventId::parse("#0")?;
        let start = Observation {
            session: event.session.clone(),
            agent: event.agent.clone(),
            task: TaskId::from(&event.session),
            digest: event_digest(SESSION, id.as_str(), Timestamp(1)),
            id,
            at: Timestamp(1_700_000_000_000),
            fact: facts.next().ok_or("an empty session")?,
        };
        // Past the prompt.
        let facts: Vec<Fact> = facts.skip(1).collect();
        Ok(Self { start, facts })
    }

    fn event(&self, at: usize) -> Observation {
        let number = at as u64;
        let mut fact = self.facts[at % self.facts.len()].clone();
        if let Fact::Request(request) = &mut fact {
            request.call = Some(number + 1);
        }
        if let Fact::Outcome(outcome) = &mut fact {
            outcome.call = Some(number);
            outcome.result = outcome.result.map(|result| result ^ number);
            if let WorkspaceChange::Contents(contents) = &mut outcome.change {
                contents.iter_mut().for_each(|content| *content ^= number);
            }
        }
        let at = Timestamp(self.start.at.0 + number * 2_000);
        Observation { at, digest: number, fact, ..self.start.clone() }
    }
}
