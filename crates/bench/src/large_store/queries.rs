//! Measures the queries of `fusebox status` in a store with many sessions, without a process around them.

use std::hint::black_box;

use fusebox_clients::canonical::read_event;
use fusebox_engine::{SessionId, TaskId, Timestamp};
use fusebox_runtime::{PolicySet, Runtime, clock, query};
use fusebox_store::SessionSelection;

use fusebox_figures::TableCell;

use crate::BenchError;
use crate::stopwatch::{TimeSamples, timed};

/// A row for each query: median and 90th percentile in milliseconds.
pub(super) fn measure(sessions: u64, rounds: u32) -> Result<Vec<Vec<TableCell>>, BenchError> {
    let policies = PolicySet::default();
    let mut runtime = Runtime::in_memory()?;
    let now = clock::now();
    for n in 0..sessions {
        let at = Timestamp(now.0 - (sessions - n) * 1_000);
        for kind in ["prompt", "idle"] {
            let line = format!("{{\"session\":\"s{n}\",\"type\":\"{kind}\",\"by\":\"human\"}}");
            runtime.decide(&policies, &read_event(line.as_bytes())?, at)?;
        }
    }
    let middle = SessionId::parse("s500").map_err(|_| "`s500` is no session id")?;
    let mut rows = Vec::new();
    for (what, selection) in [
        ("status of the newest 50", SessionSelection::NewestAndOpen(50)),
        ("one by its id", SessionSelection::Id(&middle)),
        ("those whose id begins with `s500`", SessionSelection::IdPrefix("s500")),
        ("those of one task", SessionSelection::OfTask(&TaskId::from(&middle))),
        ("all", SessionSelection::All),
    ] {
        let mut samples = TimeSamples::new();
        for _ in 0..rounds {
            let read = || black_box(query::sessions(runtime.store(), &policies, now, selection));
            let (views, took) = timed(read);
            views?;
            samples.add(took.as_nanos() as f64 / 1e6);
        }
        rows.push(TableCell::row(what, &[samples.median(), samples.p90()], 2));
    }
    Ok(rows)
}
