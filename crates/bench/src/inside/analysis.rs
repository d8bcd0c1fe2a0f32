//! Measures the built-in analysis of a trip at the end of a long session, as the report of the trip makes it.

use std::hint::black_box;

use fusebox_clients::canonical::read_event;
use fusebox_engine::{
    AgentId, Finding, FindingLevel, Incident, IncidentId, Rule, SessionId, TaskId, Timestamp,
};
use fusebox_report::Diagnostic;
use fusebox_runtime::{PolicySet, Runtime, query};

use super::FigureRows;
use crate::BenchError;
use crate::stopwatch::{TimeSamples, timed};
use fusebox_figures::BenchReport;

/// Events of the session.
const EVENTS: u64 = 100_000;
/// The largest time of an analysis, in milliseconds.
const MAX_MS: f64 = 50.0;

pub(super) fn measure(
    quick: bool,
    rows: &mut FigureRows,
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    let (events, rounds) = if quick { (EVENTS / 10, 5) } else { (EVENTS, 30) };
    let policies = PolicySet::default();
    let mut runtime = Runtime::in_memory()?;
    for n in 0..events / 2 {
        let at = Timestamp(n * 1_000 + 1);
        for line in [
            format!(
                r#"{{"session":"s","type":"tool_request","call":"c{n}","tool":"bash","input":{{"command":"cat f{n}"}}}}"#
            ),
            format!(
                r#"{{"session":"s","type":"tool_result","call":"c{n}","ok":false,"output":"f{n}: no such field"}}"#
            ),
        ] {
            runtime.decide(&policies, &read_event(line.as_bytes())?, at)?;
        }
    }
    let session = SessionId::parse("s").map_err(|_| "`s` is no session id")?;
    let who = (session.clone(), AgentId::main(), TaskId::from(&session));
    let cause = Finding::new(Rule::FailureRun, FindingLevel::Trip, 8, 8);
    let at = Timestamp(events * 1_000);
    let incident = Incident::open(IncidentId::from_digest(1), who, at, cause);
    let mut samples = TimeSamples::new();
    for _ in 0..rounds {
        let analyse = || {
            let facts = query::incident_facts(runtime.store(), &incident)?;
            Ok::<_, BenchError>(black_box(Diagnostic::compose(&facts)))
        };
        let (analysed, took) = timed(analyse);
        analysed?;
        samples.add(took.as_nanos() as f64 / 1e6);
    }
    let what = format!("built-in analysis of a session of {events} events");
    rows.add(&what, samples.median(), Some(samples.p90()), "ms", 1);
    report.add_check(what, samples.median(), MAX_MS, " ms");
    Ok(())
}
