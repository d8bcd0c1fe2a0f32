//! Evaluates the rules on labelled sequences and recorded sessions.
//!
//! `evaluate CORPUS_DIR [--preset P]… [--verbose] [--json] [--check]` reads `cases/loops.jsonl` and
//! `traces/` below `CORPUS_DIR` and prints what is caught, missed and refused wrongly. With `--check` it exits with 1 if a
//! goal is not met.

mod check;
mod corpus;
mod reading;
mod sequences;
mod table;
mod traces;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use fusebox_engine::Policy;

type Error = Box<dyn std::error::Error>;

/// The options.
#[derive(Default)]
struct EvaluateArgs {
    corpus: PathBuf,
    presets: Vec<String>,
    verbose: bool,
    json: bool,
    check: bool,
}

fn main() -> ExitCode {
    let done = parse_args().and_then(|asked| evaluate(&asked));
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "evaluate: {error}");
            ExitCode::from(2)
        }
    }
}

fn parse_args() -> Result<EvaluateArgs, Error> {
    let mut asked = EvaluateArgs::default();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--verbose" => asked.verbose = true,
            "--json" => asked.json = true,
            "--check" => asked.check = true,
            "--preset" => asked.presets.push(args.next().ok_or("--preset needs a name")?),
            other if other.starts_with('-') => return Err(format!("unknown flag {other}").into()),
            other => asked.corpus = PathBuf::from(other),
        }
    }
    if asked.corpus.as_os_str().is_empty() {
        return Err(
            "usage: evaluate CORPUS_DIR [--preset P]... [--verbose] [--json] [--check]".into()
        );
    }
    if asked.presets.is_empty() {
        asked.presets.push("default".to_owned());
    }
    Ok(asked)
}

/// Returns whether every goal is met. Without `--check` there are no goals.
fn evaluate(asked: &EvaluateArgs) -> Result<bool, Error> {
    let mut out = std::io::stdout().lock();
    let mut met = true;
    for preset in &asked.presets {
        let policy = fusebox_replay::policy::preset_policy(preset)
            .map_err(|problems| format!("preset {preset}: {problems:?}"))?;
        met &= evaluate_one(asked, preset, &policy, &mut out)?;
    }
    Ok(met)
}

fn evaluate_one(
    asked: &EvaluateArgs,
    preset: &str,
    policy: &Policy,
    out: &mut impl Write,
) -> Result<bool, Error> {
    let sequences = sequences::read(&asked.corpus.join("cases/loops.jsonl"), policy)?;
    let traces = traces::read(&asked.corpus.join("traces"), policy)?;
    let of_sequences = sequences::SequenceFigures::of(&sequences);
    let of_traces = traces::TraceFigures::of(&traces);
    let unmet = if asked.check { check::unmet(&of_sequences, &of_traces) } else { Vec::new() };
    if asked.json {
        let both = serde_json::json!({
            "preset": preset, "sequences": of_sequences, "traces": of_traces, "unmet": unmet,
        });
        writeln!(out, "{both}")?;
        return Ok(unmet.is_empty());
    }
    writeln!(out, "preset {preset}\n")?;
    sequences::print(&sequences, &of_sequences, out)?;
    reading::print(&traces, out)?;
    traces::print(&traces, &of_traces, asked.verbose, out)?;
    for goal in &unmet {
        writeln!(out, "NOT MET  {goal}")?;
    }
    Ok(unmet.is_empty())
}
