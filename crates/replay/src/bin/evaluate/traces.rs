//! Evaluates recorded sessions: those that are stuck are refused, the others are left alone.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use fusebox_engine::Policy;
use fusebox_replay::{ReplayOutcome, ReplayedSession, find_sessions, replay};
use serde::Serialize;

use crate::Error;
use crate::corpus::{self, JudgedTrace, ManifestEntry};
use crate::table::{TextTable, median, or_dash, share};

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

    fn is_surely_stuck(&self) -> bool {
        self.judged.as_ref().is_some_and(|j| j.verdict == "stuck" && j.confidence == "high")
    }

    fn is_denied(&self) -> bool {
        self.tripped().is_some()
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
#[derive(Debug, Default, Serialize)]
pub(crate) struct TraceFigures {
    pub(crate) stuck: usize,
    pub(crate) stuck_denied: usize,
    pub(crate) stuck_high: usize,
    pub(crate) stuck_high_denied: usize,
    pub(crate) median_calls_after_stuck: Option<i64>,
    pub(crate) well: usize,
    /// The files of good sessions that are denied.
    pub(crate) well_denied: Vec<String>,
    pub(crate) well_nudged_more_than_twice: usize,
}

impl TraceFigures {
    pub(crate) fn of(traces: &[FoldedTrace]) -> Self {
        let count = |which: fn(&&FoldedTrace) -> bool| traces.iter().filter(which).count();
        let stuck = traces.iter().filter(|t| t.is_judged("stuck"));
        let well_denied = traces.iter().filter(|t| t.is_well() && t.is_denied());
        Self {
            stuck: stuck.clone().count(),
            stuck_denied: count(|t| t.is_judged("stuck") && t.is_denied()),
            stuck_high: count(|t| t.is_surely_stuck()),
            stuck_high_denied: count(|t| t.is_surely_stuck() && t.is_denied()),
            median_calls_after_stuck: median(stuck.filter_map(FoldedTrace::distance).collect()),
            well: count(|t| t.is_well()),
            well_denied: well_denied.map(|t| t.entry.file.clone()).collect(),
            well_nudged_more_than_twice: count(|t| t.is_well() && t.warnings() > 2),
        }
    }
}

pub(crate) fn print(
    traces: &[FoldedTrace],
    figures: &TraceFigures,
    verbose: bool,
    out: &mut impl Write,
) -> Result<(), Error> {
    print_stuck(traces, figures, out)?;
    print_well(traces, figures, out)?;
    print_labels(traces, out)?;
    if verbose {
        print_all(traces, out)?;
    }
    Ok(())
}

fn print_stuck(
    traces: &[FoldedTrace],
    figures: &TraceFigures,
    out: &mut impl Write,
) -> Result<(), Error> {
    let mut stuck: Vec<&FoldedTrace> = traces.iter().filter(|t| t.is_judged("stuck")).collect();
    stuck.sort_by_key(|t| (t.is_denied(), t.distance()));
    writeln!(
        out,
        "STUCK\n  denied {}; of high confidence {}; median calls after the judged point {}\n",
        share(figures.stuck_denied, figures.stuck),
        share(figures.stuck_high_denied, figures.stuck_high),
        or_dash(figures.median_calls_after_stuck),
    )?;
    let mut table = TextTable::headed("|conf|stuck|nudge|trip|after|of|file|evidence");
    for trace in stuck {
        let judged = trace.judged.as_ref();
        let nudge = trace.replayed.sessions.iter().find_map(|s| s.nudges.first());
        table.row(&[
            if trace.is_denied() { &"" } else { &"MISSED" },
            &judged.map_or("", |j| &j.confidence),
            &or_dash(judged.and_then(|j| j.first_stuck_call)),
            &or_dash(nudge.map(|nudge| nudge.call)),
            &or_dash(trace.trip_call()),
            &or_dash(trace.distance()),
            &trace.calls(),
            &trace.entry.file,
            &trace.evidence(),
        ]);
    }
    Ok(table.print(out)?)
}

fn print_well(
    traces: &[FoldedTrace],
    figures: &TraceFigures,
    out: &mut impl Write,
) -> Result<(), Error> {
    let well = traces.iter().filter(|t| t.is_well());
    let once = well.clone().filter(|t| t.warnings() > 0).count();
    writeln!(
        out,
        "PRODUCTIVE OR SOLVED\n  denied {}; nudged {}; more than twice {}\n",
        share(figures.well_denied.len(), figures.well),
        share(once, figures.well),
        share(figures.well_nudged_more_than_twice, figures.well),
    )?;
    let mut table = TextTable::headed("denied|at|of|evidence");
    for trace in well.clone().filter(|t| t.is_denied()) {
        let at = trace.trip_call().unwrap_or_default();
        table.row(&[&trace.entry.file, &at, &trace.calls(), &trace.evidence()]);
    }
    table.print(out)?;
    let mut table = TextTable::headed("nudged more than twice|times|rules and calls");
    for trace in well.filter(|t| t.warnings() > 2) {
        let nudges = trace.replayed.sessions.iter().flat_map(|s| &s.nudges).take(6);
        let nudges: Vec<String> = nudges.map(|n| format!("{} at {}", n.rule, n.call)).collect();
        table.row(&[&trace.entry.file, &trace.warnings(), &nudges.join(", ")]);
    }
    Ok(table.print(out)?)
}

fn print_labels(traces: &[FoldedTrace], out: &mut impl Write) -> Result<(), Error> {
    let mut groups: BTreeMap<(&str, &str), Vec<&FoldedTrace>> = BTreeMap::new();
    for trace in traces {
        groups.entry((&trace.entry.label, &trace.entry.agent)).or_default().push(trace);
    }
    writeln!(out, "BY LABEL AND SOURCE\n")?;
    let mut table = TextTable::headed("label|source|sessions|denied|nudged|calls|after the trip");
    for ((label, agent), members) in groups {
        let calls: u64 = members.iter().map(|t| t.calls()).sum();
        let after: u64 = members.iter().map(|t| t.calls_after()).sum();
        let denied = members.iter().filter(|t| t.is_denied()).count();
        let nudged = members.iter().filter(|t| t.warnings() > 0).count();
        table.row(&[&label, &agent, &members.len(), &denied, &nudged, &calls, &after]);
    }
    Ok(table.print(out)?)
}

fn print_all(traces: &[FoldedTrace], out: &mut impl Write) -> Result<(), Error> {
    let mut table = TextTable::headed("label|verdict|calls|nudges|trip|file|evidence");
    for trace in traces {
        let (entry, calls, nudges) = (&trace.entry, trace.calls(), trace.warnings());
        let verdict = trace.judged.as_ref().map_or("", |judged| &judged.verdict);
        let (trip, evidence) = (or_dash(trace.trip_call()), trace.evidence());
        table.row(&[&entry.label, &verdict, &calls, &nudges, &trip, &entry.file, &evidence]);
    }
    Ok(table.print(out)?)
}
