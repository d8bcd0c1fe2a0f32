//! Runs a program with a text on its standard input, for a limited time.

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// Starts the command, writes `input` to it, and waits for its end. A command that is still running
/// after `timeout` is killed, which is an error of kind [`ErrorKind::TimedOut`].
pub(crate) fn output_of(command: &mut Command, input: &str, timeout: Duration) -> Result<Output> {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes())?;
    }
    let (mut out, mut err) = (child.stdout.take(), child.stderr.take());
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let _ = out.as_mut().map(|pipe| pipe.read_to_end(&mut stdout));
        let _ = err.as_mut().map(|pipe| pipe.read_to_end(&mut stderr));
        let _ = send.send((stdout, stderr));
    });
    let Ok((stdout, stderr)) = receive.recv_timeout(timeout) else {
        let _ = child.kill();
        let _ = child.wait();
        let text = format!("no answer within {} s", timeout.as_secs());
        return Err(Error::new(ErrorKind::TimedOut, text));
    };
    Ok(Output { status: child.wait()?, stdout, stderr })
}
