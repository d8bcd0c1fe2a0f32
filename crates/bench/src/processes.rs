//! Measures whole processes, started as a client starts them.
//!
//! Every program runs once in every round, in a new order each time, so that other work on the machine affects all of
//! them alike. Only ratios within one run mean much.

pub(crate) mod launch;
mod programs;
mod timed_program;
mod trace;

use std::path::Path;

use crate::BenchError;
use crate::builds::BuiltPrograms;
use crate::home::{self, PreparedHome};
use crate::stopwatch::TimeSamples;
use fusebox_figures::{BenchReport, TableCell};
pub(crate) use launch::RunFolders;
pub(crate) use timed_program::RESULT_BYTES;
use timed_program::{RunTimes, TimedProgram};

/// The largest cost of the hook, as a multiple of the bare program.
const MAX_RATIO: f64 = 1.25;
/// The largest cost of the hook whose events a supervisor answers, as a multiple of the hook that opens the store.
const MAX_OVER_SOCKET: f64 = 0.75;
/// The same where both are linked statically.
const MAX_OVER_SOCKET_STATIC: f64 = 0.5;
/// The 90th percentile of `/bin/true`, as a multiple of its median, above which the machine was too busy.
const QUIET: f64 = 2.0;
/// Rounds before the first counted one.
const WARM_UP: u32 = 3;

/// Runs every program `rounds` times and adds the figures to the report.
pub(crate) fn measure(
    built: &[BuiltPrograms],
    target_dir: &Path,
    rounds: u32,
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    // On the disk that holds the build: a temporary directory is often memory.
    let dir = tempfile::Builder::new().prefix("fusebox-bench-").tempdir_in(target_dir)?;
    // Away from the checkout, whose own policy would count.
    let projects = tempfile::Builder::new().prefix("fusebox-bench-").tempdir()?;
    let dirs = programs::BenchFolders { homes: dir.path(), projects: projects.path() };
    let prepared = home::prepare(&dir.path().join("prepared"))?;
    let mut compared = programs::all(built, &prepared, &dirs, &mut report.notes)?;
    let mut order: Vec<usize> = (0..compared.len()).collect();
    for round in 0..rounds + WARM_UP {
        fastrand::shuffle(&mut order);
        for index in &order {
            compared[*index].run_round(round >= WARM_UP)?;
        }
    }
    for timed in &compared {
        timed.check(&prepared)?;
    }
    add_table(&compared, &prepared, rounds, report);
    report.notes.extend(compared.first().and_then(busy_note));
    for timed in &compared {
        let is_over_socket = built.iter().any(|one| timed.name == programs::over_socket(one.libc));
        if let Some(floor) = timed.floor(&compared).filter(|_| !is_over_socket) {
            let ratio = timed.requests.wall.median() / floor.requests.wall.median();
            report.add_check(format!("{}, × bare", timed.name), ratio, MAX_RATIO, "");
        }
    }
    for BuiltPrograms { libc, .. } in built {
        let name = programs::over_socket(libc);
        let limit = if *libc == "glibc" { MAX_OVER_SOCKET } else { MAX_OVER_SOCKET_STATIC };
        if let Some(timed) = compared.iter().find(|timed| timed.name == name)
            && let Some(hook) = timed.floor(&compared)
        {
            let ratio = timed.requests.wall.median() / hook.requests.wall.median();
            report.add_check(format!("{name}, × hook, {libc}"), ratio, limit, "");
        }
    }
    trace::measure(built, &prepared, &dirs, report)
}

/// The note on a run in which even `/bin/true` often had to wait.
fn busy_note(truth: &TimedProgram) -> Option<String> {
    let spread = truth.requests.wall.p90() / truth.requests.wall.median();
    let why = "the machine was busy, so no ratio of wall times in this run is to be relied on, \
               met or missed; those of CPU times are nearer";
    (spread > QUIET).then(|| format!("{why} (`/bin/true`: p90 is {spread:.1} × the median)"))
}

fn add_table(
    compared: &[TimedProgram],
    prepared: &PreparedHome,
    rounds: u32,
    report: &mut BenchReport,
) {
    let truth = compared.first().map_or(0.0, |timed| timed.requests.wall.median());
    let row = |name: String, times: &RunTimes, floor: Option<&RunTimes>| {
        let wall = times.wall.median();
        let first = [wall, times.wall.p90(), wall / truth].map(|value| TableCell::Number(value, 2));
        let ratio = |samples: &TimeSamples, floor: Option<&TimeSamples>| {
            floor.map_or(TableCell::Empty, |f| TableCell::Number(samples.median() / f.median(), 2))
        };
        let walls = ratio(&times.wall, floor.map(|floor| &floor.wall));
        let busy = TableCell::Number(times.busy.median(), 2);
        let busies = ratio(&times.busy, floor.map(|floor| &floor.busy));
        [vec![TableCell::Text(name)], first.to_vec(), vec![walls, busy, busies]].concat()
    };
    let mut rows = Vec::new();
    for timed in compared {
        let floor = timed.floor(compared).map(|floor| &floor.requests);
        rows.push(row(timed.name.clone(), &timed.requests, floor));
    }
    for timed in compared.iter().filter(|timed| timed.has_results()) {
        let floor = timed.floor(compared).map(|floor| &floor.results);
        rows.push(row(format!("{}, a result of 100 KB", timed.name), &timed.results, floor));
    }
    let title = format!(
        "One event, a process each ({rounds} rounds; state of {:.1} KB, {} events in the log)",
        prepared.state_bytes as f64 / 1e3,
        prepared.logged
    );
    let columns =
        &["program", "median ms", "p90 ms", "× /bin/true", "× bare", "CPU ms", "× bare's CPU"];
    report.add_table(title, columns, rows);
}
