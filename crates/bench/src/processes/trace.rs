//! System calls and waits for the disk, counted by `strace`: figures that no load changes.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::lane::{ProgramRole, TimedProgram};
use super::programs::BenchFolders;
use crate::BenchError;
use crate::builds::BuiltPrograms;
use crate::home::PreparedHome;
use crate::stopwatch::TimeSamples;
use crate::workload::CallPayloads;
use fusebox_figures::{BenchReport, FigureTable, TableCell, TargetCheck};

/// Calls traced per program, a request and a result each: enough for two of the checkpoints that
/// one in some twenty events makes.
const CALLS: usize = 24;
/// Waits for the disk of one event, at most, while no other process has the database open.
const MAX_ALONE: f64 = 4.0;

/// Traces the hook and its floor, alone and with the database kept open.
pub(crate) fn measure(
    built: &[BuiltPrograms],
    primed: &PreparedHome,
    dirs: &BenchFolders<'_>,
    report: &mut BenchReport,
) -> Result<(), BenchError> {
    if Command::new("strace").arg("-V").stdout(Stdio::null()).status().is_err() {
        report.notes.push("no counts of system calls: `strace` is missing".to_owned());
        return Ok(());
    }
    let mut rows = Vec::new();
    for (kept, end) in [(false, ""), (true, ", kept open")] {
        for BuiltPrograms { libc, hook, bare, .. } in built {
            for (title, does, program) in
                [("bare", ProgramRole::Transaction, bare), ("hook", ProgramRole::Decides, hook)]
            {
                let name = format!("{title}, {libc}{end}");
                let place = dirs.place(&format!("traced {name}"));
                let lane = TimedProgram::new(name, does, program, place, primed)?;
                let mut lane = if kept { lane.kept_open()? } else { lane };
                let counted = trace(&mut lane, &dirs.homes.join("trace"))?;
                rows.push(counted.row(&lane.name));
                if does == ProgramRole::Decides {
                    report.checks.push(counted.check(&lane.name, kept));
                }
            }
        }
    }
    let title = format!("System calls of one event (strace, {} events)", 2 * CALLS);
    let columns = &["program", "calls, median", "fsyncs, mean", "fsyncs, most"];
    report.tables.push(FigureTable { title, columns, rows });
    Ok(())
}

#[derive(Debug, Default)]
struct SyscallCounts {
    calls: TimeSamples,
    fsyncs: TimeSamples,
}

impl SyscallCounts {
    fn row(&self, name: &str) -> Vec<TableCell> {
        vec![
            TableCell::text(name),
            TableCell::Number(self.calls.median(), 0),
            TableCell::Number(self.fsyncs.mean(), 2),
            TableCell::Number(self.fsyncs.max(), 0),
        ]
    }

    fn check(&self, name: &str, kept: bool) -> TargetCheck {
        let what = format!("{name}, fsyncs of one event");
        let at_most = if kept { 0.0 } else { MAX_ALONE };
        TargetCheck { what, found: self.fsyncs.max(), at_most, unit: "" }
    }
}

fn trace(lane: &mut TimedProgram, file: &Path) -> Result<SyscallCounts, BenchError> {
    let mut counted = SyscallCounts::default();
    // The first one makes the write-ahead log, which costs two waits once.
    lane.round(false)?;
    for _ in 0..CALLS {
        let CallPayloads { before, after } = lane.next_call();
        for (args, event) in [(lane.args_before(), before), (lane.args_after(), after)] {
            start(lane, &args, &event, file)?;
            let (calls, fsyncs) = count(&std::fs::read_to_string(file)?);
            counted.calls.add(calls as f64);
            counted.fsyncs.add(fsyncs as f64);
        }
    }
    Ok(counted)
}

fn start(
    lane: &TimedProgram,
    args: &[String],
    event: &[u8],
    file: &Path,
) -> Result<(), BenchError> {
    let mut strace = Command::new("strace");
    lane.place.surround(&mut strace);
    strace.args(["-f", "-qq", "-o"]).arg(file).arg(&lane.program).args(args);
    strace.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = strace.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(event);
    }
    let ended = child.wait()?;
    if ended.success() { Ok(()) } else { Err(format!("strace of {}: {ended}", lane.name).into()) }
}

/// System calls and waits for the disk in a trace.
fn count(trace: &str) -> (usize, usize) {
    let name = |line: &str| {
        let call = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
        call.split_once('(').map(|(name, _)| name.to_owned())
    };
    let names: Vec<String> = trace.lines().filter_map(name).collect();
    let waits = names.iter().filter(|name| ["fsync", "fdatasync", "sync"].contains(&name.as_str()));
    (names.len(), waits.count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_is_counted_by_names() {
        let trace = "12 openat(AT_FDCWD, \"fsync\") = 3\n12 fdatasync(3) = 0\nfsync(4) = 0\n\
                     12 +++ exited with 0 +++\n";
        assert_eq!(count(trace), (3, 2));
    }
}
