//! `fusebox reconcile` on a store where much is to be done: agents that died, and deliveries that wait.

use std::path::Path;
use std::process::Command;

use fusebox_engine::{Duration, SessionId};
use fusebox_figures::{BenchReport, TableCell};
use fusebox_runtime::{Runtime, clock};
use fusebox_store::{DeliveryOutcome, OutboxKind, ProcessRow};

use crate::BenchError;
use crate::stopwatch::{duration_of, to_ms};

/// Deliveries that wait, and sessions whose agent died.
const WAITING: u64 = 1_000;
/// The largest time of one reconciliation, in milliseconds.
const MAX_MS: f64 = 1_000.0;
/// How long a claimed delivery is held.
const LEASE: Duration = Duration(60_000);
/// A pid that no system gives.
const DEAD_PID: u32 = 2_000_000_000;

/// Adds a table of whole processes, and the target. `home` has a store with these sessions.
pub(super) fn measure(
    mut fusebox: impl FnMut() -> Command,
    home: &Path,
    sessions: &[String],
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    leave_unfinished(home, sessions)?;
    let mut rows = Vec::new();
    let mut largest: f64 = 0.0;
    for (what, words) in [
        ("`fusebox reconcile --check`", "reconcile --check"),
        ("`fusebox reconcile`", "reconcile"),
        ("the same with nothing to do", "reconcile"),
    ] {
        let mut command = fusebox();
        command.args(words.split(' '));
        // It ends with 1: deliveries of this kind are given up.
        let took = duration_of(|| Ok::<_, BenchError>(command.status().map(drop)?))?;
        largest = largest.max(to_ms(took));
        rows.push(TableCell::row(what, &[to_ms(took)], 1));
    }
    let died = WAITING.min(sessions.len() as u64);
    let title = format!(
        "{} sessions, {died} agents that died and {WAITING} deliveries that wait, a process each",
        sessions.len()
    );
    report.add_table(title, &["what", "ms"], rows);
    let what = format!("`fusebox reconcile` with {} sessions", sessions.len());
    report.add_check(what, largest, MAX_MS, " ms");
    Ok(())
}

fn leave_unfinished(home: &Path, sessions: &[String]) -> Result<(), BenchError> {
    let state = home.join(".local/state/fusebox");
    let mut runtime = Runtime::open(state.as_path(), Vec::new(), clock::now())?;
    let at = clock::now();
    let mut dead = Vec::new();
    for (session, pid) in sessions.iter().zip(DEAD_PID..).take(WAITING as usize) {
        let session = SessionId::parse(session.as_str()).map_err(|_| "no session id")?;
        dead.push(ProcessRow { session, pid, started: 1 });
    }
    runtime.store_mut().write(|tx| {
        // Filling the store queued a checkpoint for each session.
        for row in tx.claim_outbox(at, LEASE, u32::MAX)? {
            tx.finish_outbox(&row, &DeliveryOutcome::Done)?;
        }
        for row in &dead {
            tx.record_process(row, at)?;
        }
        for n in 0..WAITING {
            tx.queue(&OutboxKind::Other("bench".to_owned()), &n.to_string(), "", at)?;
        }
        Ok::<_, fusebox_store::StoreError>(())
    })?;
    Ok(())
}
