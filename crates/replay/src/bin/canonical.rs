//! Writes recorded sessions as canonical events, one file for each: what `fusebox decide` reads.
//!
//! `canonical OUT PATH…`; a file whose format is unknown is left out.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fusebox_clients::canonical;
use fusebox_replay::{find_sessions, read_events};

type Error = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
    let Some(out) = arguments.next() else {
        let _ = writeln!(std::io::stderr(), "usage: canonical OUT PATH…");
        return ExitCode::from(2);
    };
    match write_all(&out, &arguments.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "canonical: {error}");
            ExitCode::from(2)
        }
    }
}

fn write_all(out: &Path, paths: &[PathBuf]) -> Result<(), Error> {
    std::fs::create_dir_all(out)?;
    let mut written = 0;
    for source in find_sessions(paths).sources {
        for file in source.files {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let Some((_, events, _)) = read_events(&std::fs::read(&file)?, &name) else { continue };
            let lines: Vec<String> = events.iter().filter_map(canonical::write_event).collect();
            std::fs::write(out.join(format!("{written:04}-{name}.jsonl")), lines.join("\n"))?;
            written += 1;
        }
    }
    Ok(())
}
