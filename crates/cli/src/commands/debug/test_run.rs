//! What the tests say right now.

use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Command, Stdio};

use fusebox_engine::TestRunRecord;
use fusebox_shell as shell;
use fusebox_text::{printable_line, redact};

use crate::{CliError, Context, Result, display, style};

/// Bytes of output that are read: the last.
const MAX_OUTPUT: u64 = 32 << 10;
/// Lines of output that are shown: the last.
const MAX_LINES: usize = 50;

/// The command line of the last recorded run, where it can be run again as it stands: the record is
/// short and redacted, and has lost its line ends.
pub(super) fn recorded(runs: &[TestRunRecord], patterns: &[String]) -> Result<String> {
    let Some(last) = runs.last() else {
        return Err(CliError::failed("no failing test run is recorded for this task")
            .hint("name the command: --run-tests \"cargo test\""));
    };
    let command = &last.command;
    let script = shell::parse(command);
    let whole = !command.contains('…') && !command.contains("[redacted]");
    let is_run = shell::test_runner(&script).is_some() || shell::matches_pattern(&script, patterns);
    if whole && is_run && script.complete && !shell::written_paths(&script).any() {
        return Ok(command.clone());
    }
    Err(CliError::failed(format!(
        "the last recorded test run cannot be repeated as it stands: {}",
        display::one_line(command, 120)
    ))
    .hint("name the command: --run-tests \"cargo test\""))
}

/// Runs the command in the folder, and gives the end of what it prints.
pub(super) fn output(context: &Context, folder: &Path, command: &str) -> Result<String> {
    context.inform(&style::dim(format!(
        "Running `{}` in {} …",
        printable_line(command, 200),
        folder.display()
    )));
    let (printed, ended) = run(folder, command).map_err(|error| {
        CliError::failed(format!("cannot run the tests in {}: {error}", folder.display()))
    })?;
    let text = String::from_utf8_lossy(&printed);
    let text = redact(&text);
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines.len().saturating_sub(MAX_LINES);
    let mut out = vec![format!("$ {}", printable_line(&redact(command), 400))];
    if cut > 0 {
        out.push("…".to_owned());
    }
    out.extend(lines.iter().skip(cut).map(|line| (*line).to_owned()));
    out.push(ended);
    Ok(out.join("\n"))
}

/// The end of what the command prints, and how it ended.
fn run(folder: &Path, command: &str) -> std::io::Result<(Vec<u8>, String)> {
    // A file without a name: a server that the tests left running may hold it for ever.
    let mut output = tempfile::tempfile()?;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null());
    let status = shell.stdout(output.try_clone()?).stderr(output.try_clone()?).status()?;
    let end = output.seek(SeekFrom::End(0))?;
    output.seek(SeekFrom::Start(end.saturating_sub(MAX_OUTPUT)))?;
    let mut printed = Vec::new();
    output.take(MAX_OUTPUT).read_to_end(&mut printed)?;
    let ended = match status.code() {
        Some(code) => format!("(exit code {code})"),
        None => format!("({status})"),
    };
    Ok((printed, ended))
}
