//! The `main` of a benchmark: options, progress, output and exit code.

use std::io::Write as _;
use std::process::ExitCode;

use crate::{BenchArgs, BenchReport, rewrite};

/// Why a benchmark has no figures.
pub type BenchError = Box<dyn std::error::Error>;

/// Runs `measure` and prints its tables, or rewrites the part of the page that belongs to the program `name`. `rounds`
/// is the default number of rounds. Exits with 0 when every target is met, with 1 when one is missed and with 2 when
/// nothing could be measured.
pub fn program(
    name: &str,
    rounds: u32,
    measure: impl FnOnce(BenchArgs) -> Result<BenchReport, BenchError>,
) -> ExitCode {
    if std::env::args().skip(1).any(|word| word == "--help" || word == "-h") {
        let _ = std::io::stdout().write_all(BenchArgs::help(name, rounds).as_bytes());
        return ExitCode::SUCCESS;
    }
    let args = BenchArgs::parse(rounds, std::env::args().skip(1)).map_err(BenchError::from);
    match args.and_then(|args| print_tables(name, args, measure)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            say(&format!("{name}: {error}"));
            ExitCode::from(2)
        }
    }
}

/// Prints a line of progress to standard error.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Returns whether every target is met.
fn print_tables(
    name: &str,
    args: BenchArgs,
    measure: impl FnOnce(BenchArgs) -> Result<BenchReport, BenchError>,
) -> Result<bool, BenchError> {
    let (write, json) = (args.write, args.json);
    let report = measure(args)?;
    if write {
        rewrite(name, &report.markdown())?;
        say("docs/benchmarks.md is rewritten");
    }
    let text = if json { format!("{:#}\n", report.json()) } else { report.markdown() };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(report.all_met())
}
