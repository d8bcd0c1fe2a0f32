//! Measures what `fusebox status` reads from a store with many sessions.

use std::hint::black_box;

use fusebox_clients::canonical::read_event;
use fusebox_engine::Timestamp;
use fusebox_runtime::{PolicySet, Runtime, clock, query};
use fusebox_store::SessionSelection;

use super::FigureRows;
use crate::BenchError;
use crate::stopwatch::{TimeSamples, timed};

/// Sessions of somebody who has used it for years.
const SESSIONS: u64 = 10_000;
/// As many as the list shows.
const SHOWN: SessionSelection = SessionSelection::NewestAndOpen(50);

pub(super) fn measure(quick: bool, rows: &mut FigureRows) -> Result<(), BenchError> {
    let policies = PolicySet::default();
    let mut runtime = Runtime::in_memory()?;
    let now = clock::now();
    let sessions = if quick { SESSIONS / 10 } else { SESSIONS };
    for n in 0..sessions {
        let at = Timestamp(now.0 - (sessions - n) * 1_000);
        for kind in ["prompt", "idle"] {
            let line = format!("{{\"session\":\"s{n}\",\"type\":\"{kind}\",\"by\":\"human\"}}");
            runtime.decide(&policies, &read_event(line.as_bytes())?, at)?;
        }
    }
    let mut samples = TimeSamples::new();
    for _ in 0..if quick { 5 } else { 30 } {
        let read = || black_box(query::sessions(runtime.store(), &policies, now, SHOWN));
        let (views, took) = timed(read);
        views?;
        samples.add(took.as_nanos() as f64 / 1e6);
    }
    let what = format!("status of the newest 50 of {sessions} sessions");
    rows.add(&what, samples.median(), Some(samples.p90()), "ms", 2);
    Ok(())
}
