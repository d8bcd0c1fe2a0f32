//! Measures what the decision about one recorded event takes: the fold alone, and the fold with observing the event.
//!
//! `cost FOLDS DECISIONS PATH…` reads the sessions once, folds each `FOLDS` times, observes and folds each
//! `DECISIONS` times, and prints the sum of the medians, in nanoseconds an event. A session is folded again and again
//! before the next one, so that what was observed of it is near, as it is in a hook, which has just observed it.
//! `crates/bench/scripts/decision_cost.py` compares two builds.

use std::hint::black_box;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use fusebox_engine::{Event, Observation, Policy, TaskId};
use fusebox_replay::{MergedEvents, find_sessions, recorded_time};
use fusebox_runtime::step::{EventContext, ScopeTable, observe, step};

type Error = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let mut passes = || arguments.next().and_then(|passes| passes.parse::<usize>().ok());
    let (folds, decisions) = (passes(), passes());
    let paths: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    let (Some(folds), Some(decisions), false) = (folds, decisions, paths.is_empty()) else {
        let _ = writeln!(std::io::stderr(), "usage: cost FOLDS DECISIONS PATH…");
        return ExitCode::from(2);
    };
    match measure((folds, decisions), &paths) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "cost: {error}");
            ExitCode::from(2)
        }
    }
}

fn measure((folds, decisions): (usize, usize), paths: &[PathBuf]) -> Result<(), Error> {
    let policy = fusebox_replay::policy::preset_policy("default").map_err(|e| format!("{e:?}"))?;
    let sources = find_sessions(paths).sources;
    let recorded: Vec<Vec<Event>> =
        sources.iter().map(|source| MergedEvents::open(source).collect()).collect();
    let observed: Vec<Vec<Observation>> =
        recorded.iter().map(|events| decide_all(&policy, events)).collect();
    let events = observed.iter().map(Vec::len).sum::<usize>().max(1);
    let each = |time: Duration| time.as_nanos() as f64 / events as f64;
    let fold = each(median_sum(folds, &observed, |session| fold_all(&policy, session)));
    let decision = each(median_sum(decisions, &recorded, |session| {
        black_box(decide_all(&policy, session));
    }));
    writeln!(
        std::io::stdout(),
        "{events} events; fold {fold:.0} ns, observe and fold {decision:.0} ns"
    )?;
    Ok(())
}

/// Observes the events of a session, and folds each one.
fn decide_all(policy: &Policy, events: &[Event]) -> Vec<Observation> {
    let mut table = ScopeTable::default();
    let mut observed = Vec::with_capacity(events.len());
    for event in events {
        let task = TaskId::from(&event.session);
        let scopes = table.select(&event.session, &event.agent, &task);
        let at = recorded_time(event, scopes.session.last);
        let context = EventContext::new(&task, at, policy);
        let observation = observe(event, &context, scopes);
        black_box(step(policy, scopes, &observation));
        observed.push(observation);
    }
    observed
}

/// Folds what was observed of a session.
fn fold_all(policy: &Policy, session: &[Observation]) {
    let mut table = ScopeTable::default();
    for observation in session {
        let scopes = table.select(&observation.session, &observation.agent, &observation.task);
        black_box(step(policy, scopes, observation));
    }
}

/// The sum over the sessions of the median time of so many passes.
fn median_sum<T>(passes: usize, sessions: &[Vec<T>], work: impl Fn(&[T])) -> Duration {
    let median = |session: &Vec<T>| {
        let mut times: Vec<Duration> = (0..passes).map(|_| timed(|| work(session))).collect();
        times.sort_unstable();
        times.get(passes / 2).copied().unwrap_or_default()
    };
    sessions.iter().map(median).sum()
}

fn timed(work: impl FnOnce()) -> Duration {
    #[expect(clippy::disallowed_methods, reason = "measuring is what this is for")]
    let begin = Instant::now();
    work();
    begin.elapsed()
}
