//! One command that makes the whole table of `docs/benchmarks.md`.
//!
//! | file | what |
//! |---|---|
//! | `builds` | the programs that are measured |
//! | `workload`, `home` | a realistic session, and a state directory that has lived through it |
//! | `processes` | whole processes, round-robin: the hook, its floor, other people's hooks |
//! | `inside` | the engine and `observe` without a process |
//! | `checkpoint` | a checkpoint beside `git stash create`, and the call that waits for one |
//! | `snapshot` | a loop's look at the files beside `git status` |
//! | `supervision` | what `fusebox run` costs while a command writes |
//! | `size` | the binary and its dependencies |
//!
//! Tables, targets and the page are `fusebox-figures`.

mod builds;
mod checkpoint;
mod home;
mod inside;
mod processes;
mod size;
mod snapshot;
mod stopwatch;
mod supervision;
mod workload;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fusebox_figures::{BenchArgs, BenchError, BenchReport, say};

fn main() -> ExitCode {
    fusebox_figures::program("fusebox-bench", 120, measure)
}

fn measure(args: BenchArgs) -> Result<BenchReport, BenchError> {
    let program = std::env::current_exe()?;
    let target_dir =
        program.ancestors().nth(2).ok_or("this program lies in no target directory")?;
    say("building");
    let (programs, notes) = builds::all(target_dir)?;
    let machine = fusebox_figures::describe_machine(target_dir);
    let mut report = BenchReport { machine, notes, ..BenchReport::default() };
    say(&format!("running processes, {} rounds", args.rounds));
    processes::measure(&programs, target_dir, args.rounds, &mut report)?;
    say("measuring inside one process");
    inside::measure(args.quick, &mut report)?;
    say("making checkpoints");
    checkpoint::measure(&programs, args.quick, &mut report)?;
    say("taking snapshots");
    snapshot::measure(args.quick, &mut report)?;
    say("measuring a supervised command");
    supervision::measure(&target_dir.join("release"), &mut report)?;
    size::measure(&programs, &mut report)?;
    Ok(report)
}

/// The root of the checkout.
fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
