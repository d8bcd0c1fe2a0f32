//! Circuit breakers side by side: ours, other people's, and the floor under all of them.
//!
//! | file | what |
//! |---|---|
//! | `subject` | one breaker that can be called, whatever library it is from |
//! | `floor`, `ours`, `peers` | the subjects |
//! | `path` | what is done to a subject: successes, some failures, rejections; by one thread or two |
//! | `measure` | rounds, shuffled, and which of them count |
//! | `held` | what a time window costs by the calls it holds |
//! | `targets` | what is asked of ours, as ratios in one run |
//! | `allocations` | how often each path asks for memory, counted by a program of its own |

pub mod allocations;
mod floor;
mod held;
mod measure;
mod ours;
mod path;
mod peers;
mod results;
mod subject;
mod targets;
mod tower_call;

pub use fusebox_figures::BenchError;
use fusebox_figures::{BenchArgs, BenchReport};

/// Measures everything.
///
/// # Errors
///
/// A subject that is not in the state it should be measured in, or a machine too busy to measure on.
pub fn run(args: BenchArgs, say: &dyn Fn(&str)) -> Result<BenchReport, BenchError> {
    if args.against.is_some() {
        return Err("--against is an option of fusebox-bench".into());
    }
    let mut report = BenchReport::on_machine(&std::env::current_dir()?);
    say("counting allocations");
    let counted = allocations::counted_apart()?;
    say(&format!("measuring, {} rounds", args.rounds));
    let results = measure::all(subjects(), args.rounds, say)?;
    report.notes.extend(results.note());
    results.add_tables(&counted, &mut report)?;
    say("measuring time windows");
    let held = held::measure(args.quick)?;
    held.add_table(&mut report);
    targets::add_checks(&mut report, &results, &held, &counted)?;
    Ok(report)
}

fn subjects() -> Vec<subject::Subject> {
    let all = [floor::subjects(), ours::subjects(), peers::subjects()];
    all.into_iter().flatten().collect()
}
