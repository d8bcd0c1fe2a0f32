//! Measures a whole decision in memory: read, observe, fold, save.

use std::hint::black_box;

use fusebox_engine::Timestamp;
use fusebox_runtime::{PolicySet, Runtime, clock};

use super::FigureRows;
use crate::BenchError;
use crate::home::{SESSION, events_of, read_payload};
use crate::stopwatch::{TimeSamples, timed};
use crate::workload::ClientWorkload;

pub(super) fn measure(quick: bool, rows: &mut FigureRows) -> Result<(), BenchError> {
    let policies = PolicySet::default();
    let mut runtime = Runtime::in_memory()?;
    let mut now = clock::now();
    let mut workload = ClientWorkload::new(SESSION);
    for event in events_of(&mut workload, 200)? {
        now = Timestamp(now.0 + 2_500);
        runtime.decide(&policies, &event, now)?;
    }
    let [mut parsed, mut requests, mut results] = [const { TimeSamples::new() }; 3];
    for _ in 0..if quick { 100 } else { 1_000 } {
        let call = workload.next_call();
        for (payload, samples) in [(&call.before, &mut requests), (&call.after, &mut results)] {
            let (events, took) = timed(|| read_payload(payload));
            parsed.add(took.as_nanos() as f64 / 1e3);
            for event in events? {
                now = Timestamp(now.0 + 2_500);
                let (verdict, took) = timed(|| black_box(runtime.decide(&policies, &event, now)));
                verdict?;
                samples.add(took.as_nanos() as f64 / 1e3);
            }
        }
    }
    for (what, samples) in [
        ("read a payload of Claude Code", &parsed),
        ("decide a request, in memory", &requests),
        ("decide a result, in memory", &results),
    ] {
        rows.add(what, samples.median(), Some(samples.p90()), "µs", 1);
    }
    Ok(())
}
