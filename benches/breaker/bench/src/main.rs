//! One command that makes the tables of the breakers in `docs/benchmarks.md`.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use breaker_bench::{Failure, run};
use fusebox_figures::{Args, rewrite};

fn main() -> ExitCode {
    let args = Args::parse(61, std::env::args().skip(1));
    match args.map_err(Failure::from).and_then(tables) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(failure) => {
            say(&format!("breaker-bench: {failure}"));
            ExitCode::from(2)
        }
    }
}

/// Prints them; whether every target is met.
fn tables(args: Args) -> Result<bool, Failure> {
    let report = run(args, &say)?;
    if args.write {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/benchmarks.md");
        rewrite(&page, "breaker-bench", &report.markdown())?;
        say("docs/benchmarks.md is rewritten");
    }
    let text = if args.json { format!("{:#}\n", report.json()) } else { report.markdown() };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(report.all_met())
}

/// Progress, for whoever waits.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}
