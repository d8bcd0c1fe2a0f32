//! A benchmark's program, but for what it measures: options, progress, what is printed, and how it ends.

use std::io::Write as _;
use std::process::ExitCode;

use crate::{BenchArgs, BenchReport, rewrite};

/// Why there are no figures.
pub type BenchError = Box<dyn std::error::Error>;

/// Measures, prints the tables, or rewrites the page's part of the program `name`. `rounds` is how often everything is
/// measured unless told. Ends with 0, with 1 where a target is missed, and with 2 where there are no figures.
pub fn program(
    name: &str,
    rounds: u32,
    measure: impl FnOnce(BenchArgs) -> Result<BenchReport, BenchError>,
) -> ExitCode {
    let args = BenchArgs::parse(rounds, std::env::args().skip(1)).map_err(BenchError::from);
    match args.and_then(|args| tables(name, args, measure)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            say(&format!("{name}: {failure}"));
            ExitCode::from(2)
        }
    }
}

/// Progress, for whoever waits.
pub fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Whether every target is met.
fn tables(
    name: &str,
    args: BenchArgs,
    measure: impl FnOnce(BenchArgs) -> Result<BenchReport, BenchError>,
) -> Result<bool, BenchError> {
    let report = measure(args)?;
    if args.write {
        rewrite(name, &report.markdown())?;
    }
    let text = if args.json { format!("{:#}\n", report.json()) } else { report.markdown() };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(report.all_met())
}
