//! What the tests say right now.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use fusebox_engine::TestRunRecord;
use fusebox_shell as shell;
use fusebox_text::{printable_line, redact};

use crate::context::Context;
use crate::error::CliError;
use crate::{display, style};

/// Bytes of output that are kept: the last.
const KEPT: usize = 32 << 10;
/// Lines of output that are shown: the last.
const LINES: usize = 50;
/// How often the end of the run is looked for, and how long what it left behind may still print.
const PAUSE: Duration = Duration::from_millis(200);

/// The command line of the last recorded run, where it can be run again as it stands: the record is
/// short and redacted, and has lost its line ends.
pub(super) fn recorded(runs: &[TestRunRecord], patterns: &[String]) -> Result<String, CliError> {
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
pub(super) fn output(context: &Context, folder: &Path, command: &str) -> Result<String, CliError> {
    context.inform(&style::paint(
        style::DIM,
        format!("Running `{}` in {} …", printable_line(command, 200), folder.display()),
    ));
    let (printed, ended) = run(folder, command).map_err(|error| {
        CliError::failed(format!("cannot run the tests in {}: {error}", folder.display()))
    })?;
    let text = String::from_utf8_lossy(&printed);
    let text = redact(&text);
    let lines: Vec<&str> = text.lines().collect();
    let cut = lines.len().saturating_sub(LINES);
    let mut out = vec![format!("$ {}", printable_line(&redact(command), 400))];
    if cut > 0 {
        out.push("…".to_owned());
    }
    out.extend(lines.iter().skip(cut).map(|line| (*line).to_owned()));
    out.push(ended);
    Ok(out.join("\n"))
}

fn run(folder: &Path, command: &str) -> std::io::Result<(Vec<u8>, String)> {
    let (mut reader, writer) = std::io::pipe()?;
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).stdin(Stdio::null());
    shell.stdout(writer.try_clone()?).stderr(writer);
    let mut child = shell.spawn()?;
    // It holds our ends of the pipe.
    drop(shell);
    let (sender, receiver) = mpsc::sync_channel::<Vec<u8>>(16);
    thread::spawn(move || {
        let mut chunk = [0; 8 << 10];
        while let Ok(n @ 1..) = reader.read(&mut chunk) {
            if sender.send(chunk.get(..n).unwrap_or_default().to_vec()).is_err() {
                break;
            }
        }
    });
    let mut kept: Vec<u8> = Vec::new();
    loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(chunk) => {
                kept.extend(chunk);
                if kept.len() > 2 * KEPT {
                    kept.drain(..kept.len() - KEPT);
                }
            }
            // A server that the tests left running may hold the pipe for ever.
            Err(RecvTimeoutError::Timeout) if child.try_wait()?.is_some() => break,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = child.wait()?;
    let ended = match status.code() {
        Some(code) => format!("(exit code {code})"),
        None => format!("({status})"),
    };
    Ok((kept, ended))
}
