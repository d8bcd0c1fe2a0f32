//! Whole processes, started as a client starts them.
//!
//! Every case runs once in every round, in a new order each time, so that what else the machine
//! does meets all of them alike. Only ratios within one run mean much.

mod lane;
mod programs;
mod start;
mod trace;

use std::path::Path;

use crate::BenchError;
use crate::builds::BuiltPrograms;
use crate::home::{self, PreparedHome};
use crate::stopwatch::TimeSamples;
use crate::workload::SeededRandom;
use fusebox_figures::{BenchReport, FigureTable, TableCell, TargetCheck};
use lane::{RunTimes, TimedProgram};

/// What the hook may cost, as a multiple of the bare program.
const MAX_RATIO: f64 = 1.25;
/// Where nothing else runs, nine of ten starts of `/bin/true` stay below this multiple of the median.
const QUIET: f64 = 2.0;
/// Rounds that are not counted.
const WARM_UP: u32 = 3;

/// Runs every case `rounds` times and adds what was found to the report.
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
    let primed = home::prime(&dir.path().join("primed"))?;
    let mut lanes = programs::lanes(built, &primed, &dirs, &mut report.notes)?;
    let mut order: Vec<usize> = (0..lanes.len()).collect();
    let mut random = SeededRandom(u64::from(std::process::id()));
    for round in 0..rounds + WARM_UP {
        random.shuffle(&mut order);
        for index in &order {
            lanes[*index].round(round >= WARM_UP)?;
        }
    }
    for lane in &lanes {
        lane.check(&primed)?;
    }
    report.tables.push(table(&lanes, &primed, rounds));
    report.notes.extend(lanes.first().and_then(disturbed));
    report.checks.extend(lanes.iter().filter_map(|lane| ratio_check(lane, &lanes)));
    trace::measure(built, &primed, &dirs, report)
}

/// What has to be said of a run in which even `/bin/true` often had to wait.
fn disturbed(truth: &TimedProgram) -> Option<String> {
    let spread = truth.before.wall.p90() / truth.before.wall.median();
    let why = "the machine was busy, so no ratio of wall times in this run is to be relied on, \
               met or missed; those of CPU times are nearer";
    (spread > QUIET).then(|| format!("{why} (`/bin/true`: p90 is {spread:.1} × the median)"))
}

fn table(lanes: &[TimedProgram], primed: &PreparedHome, rounds: u32) -> FigureTable {
    let truth = lanes.first().map_or(0.0, |lane| lane.before.wall.median());
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
    for lane in lanes {
        let floor = lane.floor(lanes).map(|floor| &floor.before);
        rows.push(row(lane.name.clone(), &lane.before, floor));
    }
    for lane in lanes.iter().filter(|lane| lane.has_results()) {
        let floor = lane.floor(lanes).map(|floor| &floor.after);
        rows.push(row(format!("{}, a result of 100 KB", lane.name), &lane.after, floor));
    }
    let title = format!(
        "One event, a process each ({rounds} rounds; state of {:.1} KB, {} events in the log)",
        primed.state_bytes as f64 / 1e3,
        primed.logged
    );
    let columns =
        &["program", "median ms", "p90 ms", "× /bin/true", "× bare", "CPU ms", "× bare's CPU"];
    FigureTable { title, columns, rows }
}

fn ratio_check(lane: &TimedProgram, lanes: &[TimedProgram]) -> Option<TargetCheck> {
    let floor = lane.floor(lanes)?.before.wall.median();
    let what = format!("{}, × bare", lane.name);
    Some(TargetCheck {
        what,
        found: lane.before.wall.median() / floor,
        at_most: MAX_RATIO,
        unit: "",
    })
}
