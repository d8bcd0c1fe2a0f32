//! Makes the tables of `docs/benchmarks.md` with one command.
//!
//! | file | what |
//! |---|---|
//! | `builds` | builds the programs that are measured |
//! | `workload`, `home` | a realistic session, and a state directory that has logged it |
//! | `processes` | whole processes in turns: the hook, its floor, hooks written as scripts |
//! | `caps` | the hook with caps on spending beside one without |
//! | `inside` | the engine and `observe` inside one process |
//! | `large_store` | `status`, `log` and `incidents` on a store of 10,000 sessions |
//! | `checkpoint` | a checkpoint beside `git stash create`, and the call that waits for one |
//! | `snapshot` | the snapshot of a loop's files beside `git status` |
//! | `supervision` | the cost of `fusebox run` while a command writes |
//! | `size` | the binary and its dependencies |
//! | `against` | `--against FOLDER`: this build and another one in turns |
//!
//! Tables, targets and the page belong to `fusebox-figures`.

mod against;
mod builds;
mod caps;
mod checkpoint;
mod home;
mod inside;
mod large_store;
mod processes;
mod size;
mod snapshot;
mod stopwatch;
mod supervision;
mod workload;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fusebox_figures::{BenchArgs, BenchError, BenchPart, BenchReport, say};

fn main() -> ExitCode {
    fusebox_figures::program("fusebox-bench", 120, measure)
}

fn measure(args: BenchArgs) -> Result<BenchReport, BenchError> {
    let program = std::env::current_exe()?;
    let target_dir =
        program.ancestors().nth(2).ok_or("this program lies in no target directory")?;
    let mut report = BenchReport::on_machine(target_dir);
    say("building");
    if let Some(other) = &args.against {
        let own = builds::build_product(target_dir, None)?;
        say("measuring both builds in turns");
        against::measure(&own, other, (args.rounds, args.quick), &mut report)?;
        return Ok(report);
    }
    match args.only {
        Some(BenchPart::Store) => {
            let programs = builds::build_product(target_dir, None)?;
            say("reading a large store");
            large_store::measure(&programs, args.quick, &mut report)?;
            return Ok(report);
        }
        Some(BenchPart::Caps) => {
            let programs = builds::build_product(target_dir, None)?;
            say("running hooks with caps and without");
            caps::measure(&programs, args.rounds, &mut report)?;
            return Ok(report);
        }
        Some(BenchPart::Inside) => {
            say("measuring inside one process");
            inside::measure(args.quick, &mut report)?;
            return Ok(report);
        }
        None => {}
    }
    let programs = builds::build_all(target_dir, &mut report.notes)?;
    let folder = &programs.first().ok_or("nothing was built")?.folder;
    say(&format!("running processes, {} rounds", args.rounds));
    processes::measure(&programs, target_dir, args.rounds, &mut report)?;
    say("running hooks with caps and without");
    caps::measure(folder, args.rounds, &mut report)?;
    say("measuring inside one process");
    inside::measure(args.quick, &mut report)?;
    say("reading a large store");
    large_store::measure(folder, args.quick, &mut report)?;
    say("making checkpoints");
    checkpoint::measure(&programs, args.quick, &mut report)?;
    say("taking snapshots");
    snapshot::measure(args.quick, &mut report)?;
    say("measuring a supervised command");
    supervision::measure(folder, &mut report)?;
    size::measure(&programs, &mut report)?;
    Ok(report)
}

/// The root of the checkout.
fn workspace_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
