//! Runs a command line, or a program, with a text on its standard input. Nothing that it started in its process
//! group is left.

use std::io::{ErrorKind, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::{AdvisorError, AskOptions};

/// The time between two looks whether it has ended.
const STEP: Duration = Duration::from_millis(10);

/// What a command wrote to its standard output; its standard error is not read.
pub(crate) fn run(
    line: &str,
    input: &[u8],
    limit: usize,
    options: &AskOptions<'_>,
) -> Result<Vec<u8>, AdvisorError> {
    let mut command = Command::new("sh");
    command.args(["-c", line]);
    run_limited(command, input, Some(limit), options)
}

/// Runs a program with its arguments. What it writes is read to its end and thrown away.
///
/// # Errors
/// When it cannot be started, fails, or takes too long.
pub fn run_program(
    command: Command,
    input: &[u8],
    options: &AskOptions<'_>,
) -> Result<(), AdvisorError> {
    run_limited(command, input, None, options).map(drop)
}

/// Without a limit, nothing of the output is kept.
fn run_limited(
    mut command: Command,
    input: &[u8],
    limit: Option<usize>,
    options: &AskOptions<'_>,
) -> Result<Vec<u8>, AdvisorError> {
    command.current_dir(options.dir).process_group(0);
    for (name, value) in options.variables {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    let group = Pid::from_child(&child);
    let ended = converse(&mut child, input, limit, options.time);
    // It may have ended, and have left others behind.
    let _ = kill_process_group(group, Signal::KILL);
    let _ = child.wait();
    ended
}

fn converse(
    child: &mut Child,
    input: &[u8],
    limit: Option<usize>,
    time: Duration,
) -> Result<Vec<u8>, AdvisorError> {
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A command that does not read it may be gone already.
        std::thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let (done, output) = channel();
    if let Some(stdout) = child.stdout.take() {
        std::thread::spawn(move || drop(done.send(read(stdout, limit))));
    }
    let bytes = match output.recv_timeout(time) {
        Ok(read) => read?,
        Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
            return Err(AdvisorError::TimedOut(time));
        }
    };
    if limit.is_some_and(|limit| bytes.len() > limit) {
        return Err(AdvisorError::TooLong);
    }
    let mut left = time;
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(bytes),
            Ok(Some(status)) => return Err(AdvisorError::Exit(exit_text(status))),
            Ok(None) if left.is_zero() => return Err(AdvisorError::TimedOut(time)),
            Ok(None) => {}
            // Another thread of this process has collected it, and how it ended is not known.
            Err(error) if error.raw_os_error() == Some(rustix::io::Errno::CHILD.raw_os_error()) => {
                return Ok(bytes);
            }
            Err(error) => return Err(error.into()),
        }
        std::thread::sleep(STEP);
        left = left.saturating_sub(STEP);
    }
}

fn exit_text(status: std::process::ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("code {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "an unknown code".to_owned(),
    }
}

/// Reads to the end, or one byte more than the limit.
fn read(mut from: ChildStdout, limit: Option<usize>) -> std::io::Result<Vec<u8>> {
    let (mut kept, mut buffer) = (Vec::new(), vec![0; 64 << 10]);
    while limit.is_none_or(|limit| kept.len() <= limit) {
        match from.read(&mut buffer) {
            Ok(0) => break,
            Ok(_) if limit.is_none() => {}
            Ok(read) => kept.extend_from_slice(buffer.get(..read).unwrap_or_default()),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(line: &str, time: u64) -> Result<Vec<u8>, AdvisorError> {
        let variables = [("SET", Some("yes")), ("HOME", None)];
        let dir = std::env::temp_dir();
        let time = Duration::from_millis(time);
        run(line, b"question", 1_000, &AskOptions { time, dir: &dir, variables: &variables })
    }

    #[test]
    fn it_reads_the_question_and_has_its_variables() {
        let answer = ask("cat; printf ' %s %s' \"$SET\" \"${HOME-none}\"", 60_000).unwrap();
        assert_eq!(answer, b"question yes none");
        assert_eq!(ask("exit 0", 60_000).unwrap(), b"");
    }

    #[test]
    fn what_fails_hangs_or_floods_is_no_answer() {
        assert!(matches!(ask("echo no; exit 3", 60_000), Err(AdvisorError::Exit(_))));
        assert!(matches!(ask("kill -9 $$", 60_000), Err(AdvisorError::Exit(_))));
        assert!(matches!(ask("sleep 600", 100), Err(AdvisorError::TimedOut(_))));
        assert!(matches!(ask("exec >&-; sleep 600", 100), Err(AdvisorError::TimedOut(_))));
        assert!(matches!(ask("yes", 60_000), Err(AdvisorError::TooLong)));
    }
}
