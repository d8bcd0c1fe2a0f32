//! Counts system calls and waits for the disk with `strace`: figures that do not depend on load.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Stdio};

use super::launch::run;
use super::programs::BenchFolders;
use super::timed_program::{ProgramRole, TimedProgram};
use crate::BenchError;
use crate::builds::BuiltPrograms;
use crate::home::PreparedHome;
use crate::stopwatch::TimeSamples;
use fusebox_figures::{BenchReport, TableCell};

/// Calls traced per program, each a request and a result: enough for two of the checkpoints that SQLite makes once in
/// some twenty events.
const CALLS: usize = 24;
/// The most waits for the disk in one event while no other process has the database open.
const MAX_ALONE: f64 = 4.0;

/// Traces the hook and its floor, alone and with the database kept open.
pub(crate) fn measure(
    built: &[BuiltPrograms],
    prepared: &PreparedHome,
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
                let place = dirs.of_program(&format!("traced {name}"));
                let program = TimedProgram::new(name, does, program, place, prepared)?;
                let mut program = program.kept_open(kept)?;
                let counted = trace(&mut program, &dirs.homes.join("trace"))?;
                rows.push(counted.row(&program.name));
                if does == ProgramRole::Decides {
                    let what = format!("{}, fsyncs of one event", program.name);
                    let at_most = if kept { 0.0 } else { MAX_ALONE };
                    report.add_check(what, counted.fsyncs.max(), at_most, "");
                }
            }
        }
    }
    report.add_table(
        format!("System calls of one event (strace, {} events)", 2 * CALLS),
        &["program", "calls, median", "fsyncs, mean", "fsyncs, most"],
        rows,
    );
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
}

fn trace(program: &mut TimedProgram, file: &Path) -> Result<SyscallCounts, BenchError> {
    let mut counted = SyscallCounts::default();
    // The first run makes the write-ahead log, which costs two waits once.
    program.run_round(false)?;
    for _ in 0..CALLS {
        for (args, event) in program.next_events() {
            let options = ["-f", "-qq", "-o"].map(OsStr::new);
            let traced = [file.as_os_str(), program.program.as_os_str()];
            let args = args.iter().map(OsStr::new);
            let args: Vec<&OsStr> = options.into_iter().chain(traced).chain(args).collect();
            run(Path::new("strace"), &args, &program.folders, &event)?;
            let (calls, fsyncs) = count(&std::fs::read_to_string(file)?);
            counted.calls.add(calls as f64);
            counted.fsyncs.add(fsyncs as f64);
        }
    }
    Ok(counted)
}

/// Counts the system calls and the waits for the disk in a trace.
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
