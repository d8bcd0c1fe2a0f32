//! Evaluates the rules on labelled sequences and recorded sessions.
//!
//! `evaluate CORPUS_DIR [--preset P]… [--verbose] [--json]` reads `cases/loops.jsonl` and
//! `traces/` below `CORPUS_DIR` in place and prints what is caught, what is missed and what is
//! denied wrongly.

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

/// What was asked for.
struct Asked {
    corpus: PathBuf,
    presets: Vec<String>,
    verbose: bool,
    json: bool,
}

fn main() -> ExitCode {
    let done = asked().and_then(|asked| evaluate(&asked));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "evaluate: {error}");
            ExitCode::from(2)
        }
    }
}

fn asked() -> Result<Asked, Error> {
    let mut asked =
        Asked { corpus: PathBuf::new(), presets: Vec::new(), verbose: false, json: false };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--verbose" => asked.verbose = true,
            "--json" => asked.json = true,
            "--preset" => asked.presets.push(args.next().ok_or("--preset needs a name")?),
            other if other.starts_with('-') => return Err(format!("unknown flag {other}").into()),
            other => asked.corpus = PathBuf::from(other),
        }
    }
    if asked.corpus.as_os_str().is_empty() {
        return Err("usage: evaluate CORPUS_DIR [--preset P]... [--verbose] [--json]".into());
    }
    if asked.presets.is_empty() {
        asked.presets.push("default".to_owned());
    }
    Ok(asked)
}

fn evaluate(asked: &Asked) -> Result<(), Error> {
    let mut out = std::io::stdout().lock();
    for preset in &asked.presets {
        let policy = fusebox_replay::policy::of_preset(preset)
            .map_err(|problems| format!("preset {preset}: {problems:?}"))?;
        evaluate_one(asked, preset, &policy, &mut out)?;
    }
    Ok(())
}

fn evaluate_one(
    asked: &Asked,
    preset: &str,
    policy: &Policy,
    out: &mut impl Write,
) -> Result<(), Error> {
    let sequences = sequences::read(&asked.corpus.join("cases/loops.jsonl"), policy)?;
    let traces = traces::read(&asked.corpus.join("traces"), policy)?;
    if asked.json {
        let both = serde_json::json!({
            "preset": preset,
            "sequences": sequences::figures(&sequences),
            "traces": traces::figures(&traces),
        });
        writeln!(out, "{both}")?;
        return Ok(());
    }
    writeln!(out, "preset {preset}\n")?;
    sequences::print(&sequences, out)?;
    reading::print(&traces, out)?;
    traces::print(&traces, asked.verbose, out)?;
    Ok(())
}
