//! Evaluates recorded sessions: those that are stuck are refused, the others are left alone.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use fusebox_engine::Policy;
use fusebox_replay::{ReplayOutcome, ReplayedSession, find_sessions, replay};
use serde_json::{Value, json};

use crate::Error;
use crate::corpus::{self, JudgedTrace, ManifestEntry};
use crate::table::{TextTable, median, share};

/// A file of the corpus and its outcome.
pub(crate) struct FoldedTrace {
    pub(crate) entry: ManifestEntry,
    pub(crate) judged: Option<JudgedTrace>,
    /// The format that it was recognised as.
    pub(crate) format: Option<&'static str>,
    pub(crate) replayed: ReplayOutcome,
}

impl FoldedTrace {
    pub(crate) fn calls(&self) -> u64 {
        self.replayed.sessions.iter().map(|session| session.calls).sum()
    }

    fn warnings(&self) -> u64 {
        self.replayed.sessions.iter().map(|session| session.warnings).sum()
    }

    fn calls_after(&self) -> u64 {
        self.replayed.sessions.iter().map(|session| session.calls_after).sum()
    }

    /// The first session that tripped, and the number of calls before it in the file.
    fn tripped(&self) -> Option<(u64, &ReplayedSession)> {
        let mut before = 0;
        for session in &self.replayed.sessions {
            if session.is_tripped() {
                return Some((before, session));
            }
            before += session.calls;
        }
        None
    }

    /// The first refused call, counted through the whole file, or the number of calls if the breaker opened after the
    /// last one.
    fn trip_call(&self) -> Option<u64> {
        self.tripped().map(|(before, s)| before + s.trip_call().unwrap_or(s.calls))
    }

    fn is_judged(&self, verdict: &str) -> bool {
        self.judged.as_ref().is_some_and(|judged| judged.verdict == verdict)
    }

    /// Whether it is judged productive, or labelled solved and not judged stuck.
    fn is_well(&self) -> bool {
        self.is_judged("productive") || (self.entry.label == "solved" && !self.is_judged("stuck"))
    }

    fn distance(&self) -> Option<i64> {
        let stuck = self.judged.as_ref()?.first_stuck_call?;
        Some(self.trip_call()?.cast_signed() - stuck.cast_signed())
    }

    fn evidence(&self) -> String {
        let Some(trip) = self.tripped().and_then(|(_, session)| session.denial.as_ref()) else {
            return String::new();
        };
        let call = trip.call.as_deref().unwrap_or_default();
        format!("{}: {} | {call}", trip.rule, trip.message)
    }
}

/// Folds every file of the manifest in parallel.
pub(crate) fn read(folder: &Path, policy: &Policy) -> Result<Vec<FoldedTrace>, Error> {
    let entries = corpus::entries(folder)?;
    let judged = corpus::judgements(folder)?;
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(entry) = entries.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let trace = trace(folder, entry, judged.get(&entry.file), policy);
                    if let Ok(mut done) = done.lock() {
                        done.push(trace);
                    }
                }
            });
        }
    });
    let mut traces = done.into_inner().map_err(|_| "a worker failed")?;
    traces.sort_by(|a, b| a.entry.file.cmp(&b.entry.file));
    Ok(traces)
}

fn trace(
    folder: &Path,
    entry: &ManifestEntry,
    judged: Option<&JudgedTrace>,
    policy: &Policy,
) -> FoldedTrace {
    let found = find_sessions(&[folder.join(&entry.file)]);
    let source = found.sources.first();
    FoldedTrace {
        entry: entry.clone(),
        judged: judged.cloned(),
        format: source.map(|source| source.format.name),
        replayed: source.map(|source| replay(source, policy)).unwrap_or_default(),
    }
}

/// The figures that the goals refer to.
pub(crate) fn figures(traces: &[FoldedTrace]) -> Value {
    let stuck: Vec<&FoldedTrace> = traces.iter().filter(|t| t.is_judged("stuck")).collect();
    let well: Vec<&FoldedTrace> = traces.iter().filter(|t| t.is_well()).collect();
    let high = |t: &&&FoldedTrace| t.judged.as_ref().is_some_and(|j| j.confidence == "high");
    let denied = |t: &&&FoldedTrace| t.tripped().is_some();
    json!({
        "stuck": stuck.len(),
        "stuck_denied": stuck.iter().filter(denied).count(),
        "stuck_high": stuck.iter().filter(high).count(),
        "stuck_high_denied": stuck.iter().filter(high).filter(denied).count(),
        "median_calls_after_stuck": median(stuck.iter().filter_map(|t| t.distance()).collect()),
        "well": well.len(),
        "well_denied": well.iter().filter(denied).map(|t| &t.entry.file).collect::<Vec<_>>(),
        "well_nudged_more_than_twice": well.iter().filter(|t| t.warnings() > 2).count(),
    })
}

pub(crate) fn print(
    traces: &[FoldedTrace],
    verbose: bool,
    out: &mut impl Write,
) -> Result<(), Error> {
    print_stuck(traces, out)?;
    print_well(traces, out)?;
    print_labels(traces, out)?;
    if verbose {
        print_all(traces, out)?;
    }
    Ok(())
}

fn print_stuck(traces: &[FoldedTrace], out: &mut impl Write) -> Result<(), Error> {
    let mut stuck: Vec<&FoldedTrace> = traces.iter().filter(|t| t.is_judged("stuck")).collect();
    stuck.sort_by_key(|t| (t.tripped().is_some(), t.distance()));
    let high = |t: &&&FoldedTrace| t.judged.as_ref().is_some_and(|j| j.confidence == "high");
    let denied = |t: &&&FoldedTrace| t.tripped().is_some();
    writeln!(
        out,
        "STUCK\n  denied {}; of high confidence {}; median calls after the judged point {}\n",
        share(stuck.iter().filter(denied).count(), stuck.len()),
        share(stuck.iter().filter(high).filter(denied).count(), stuck.iter().filter(high).count()),
        median(stuck.iter().filter_map(|t| t.distance()).collect())
            .map_or_else(|| "-".to_owned(), |n| n.to_string()),
    )?;
    let mut table = TextTable::headed(&[
        "", "conf", "stuck", "nudge", "trip", "after", "of", "file", "evidence",
    ]);
    for trace in stuck {
        let judged = trace.judged.as_ref();
        let number = |n: Option<i64>| n.map_or_else(|| "-".to_owned(), |n| n.to_string());
        let nudge = trace.replayed.sessions.iter().find_map(|s| s.nudges.first());
        table.row([
            if trace.tripped().is_some() { "" } else { "MISSED" }.to_owned(),
            judged.map(|j| j.confidence.clone()).unwrap_or_default(),
            number(judged.and_then(|j| j.first_stuck_call).map(u64::cast_signed)),
            number(nudge.map(|nudge| nudge.call.cast_signed())),
            number(trace.trip_call().map(u64::cast_signed)),
            number(trace.distance()),
            trace.calls().to_string(),
            trace.entry.file.clone(),
            trace.evidence(),
        ]);
    }
    Ok(table.print(out)?)
}

fn print_well(traces: &[FoldedTrace], out: &mut impl Write) -> Result<(), Error> {
    let well: Vec<&FoldedTrace> = traces.iter().filter(|t| t.is_well()).collect();
    let denied: Vec<&&FoldedTrace> = well.iter().filter(|t| t.tripped().is_some()).collect();
    let nudged: Vec<&&FoldedTrace> = well.iter().filter(|t| t.warnings() > 2).collect();
    let once = well.iter().filter(|t| t.warnings() > 0).count();
    writeln!(
        out,
        "PRODUCTIVE OR SOLVED\n  denied {}; nudged {}; more than twice {}\n",
        share(denied.len(), well.len()),
        share(once, well.len()),
        share(nudged.len(), well.len()),
    )?;
    let mut table = TextTable::headed(&["denied", "at", "of", "evidence"]);
    for trace in denied {
        let at = trace.trip_call().map_or_else(String::new, |call| call.to_string());
        table.row([trace.entry.file.clone(), at, trace.calls().to_string(), trace.evidence()]);
    }
    table.print(out)?;
    let mut table = TextTable::headed(&["nudged more than twice", "times", "rules and calls"]);
    for trace in nudged {
        let nudges = trace.replayed.sessions.iter().flat_map(|s| &s.nudges).take(6);
        let nudges: Vec<String> = nudges.map(|n| format!("{} at {}", n.rule, n.call)).collect();
        table.row([trace.entry.file.clone(), trace.warnings().to_string(), nudges.join(", ")]);
    }
    Ok(table.print(out)?)
}

fn print_labels(traces: &[FoldedTrace], out: &mut impl Write) -> Result<(), Error> {
    let mut groups: BTreeMap<(&str, &str), Vec<&FoldedTrace>> = BTreeMap::new();
    for trace in traces {
        groups.entry((&trace.entry.label, &trace.entry.agent)).or_default().push(trace);
    }
    writeln!(out, "BY LABEL AND SOURCE\n")?;
    let mut table = TextTable::headed(&[
        "label",
        "source",
        "sessions",
        "denied",
        "nudged",
        "calls",
        "after the trip",
    ]);
    for ((label, agent), members) in groups {
        let calls: u64 = members.iter().map(|t| t.calls()).sum();
        let after: u64 = members.iter().map(|t| t.calls_after()).sum();
        table.row([
            label.to_owned(),
            agent.to_owned(),
            members.len().to_string(),
            members.iter().filter(|t| t.tripped().is_some()).count().to_string(),
            members.iter().filter(|t| t.warnings() > 0).count().to_string(),
            calls.to_string(),
            after.to_string(),
        ]);
    }
    Ok(table.print(out)?)
}

fn print_all(traces: &[FoldedTrace], out: &mut impl Write) -> Result<(), Error> {
    let mut table =
        TextTable::headed(&["label", "verdict", "calls", "nudges", "trip", "file", "evidence"]);
    for trace in traces {
        table.row([
            trace.entry.label.clone(),
            trace.judged.as_ref().map(|j| j.verdict.clone()).unwrap_or_default(),
            trace.calls().to_string(),
            trace.warnings().to_string(),
            trace.trip_call().map_or_else(|| "-".to_owned(), |call| call.to_string()),
            trace.entry.file.clone(),
            trace.evidence(),
        ]);
    }
    Ok(table.print(out)?)
}
