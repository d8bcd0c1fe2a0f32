//! Command lines of a person that a loop is measured with: whether the work is done, which tests pass.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use fusebox_runtime::clock;
use fusebox_test_output::read_test_output;
use rustix::process::Signal;

use crate::Result;
use crate::launch::{Attendance, Launch, OutputEnds, launch};
use crate::process_tree::{self, ChildExit, ProcessTree};
use crate::signals::{self, SignalRequest};

/// How long a check may take: half an hour. It may run a whole test suite.
const TIME_LIMIT: Duration = Duration::from_secs(30 * 60);
/// The time between two looks whether it has ended.
const STEP: Duration = Duration::from_millis(20);
/// How long processes that it leaves behind have to end.
const GRACE: Duration = Duration::from_secs(2);
/// The bytes of its output that are kept: the last ones, where test runners print their summary.
const KEPT_BYTES: usize = 2 << 20;

/// The result of a check.
#[derive(Debug)]
pub(crate) enum CheckOutcome {
    /// It ended.
    Exited {
        /// Its exit code; `None` where it was ended by a signal.
        code: Option<i32>,
        /// The end of its output.
        output: String,
    },
    /// It took too long.
    TimedOut {
        /// The end of its output.
        output: String,
    },
    /// Somebody wants this process to end: the signal.
    Interrupted(i32),
}

/// A command line that is run to its end.
pub(crate) struct CheckCommand<'a> {
    /// The command line, for a shell.
    pub(crate) command: &'a str,
    /// The folder that it runs in.
    pub(crate) dir: &'a Path,
    /// The program and the first arguments of the helper that confines it: it runs what the agent wrote.
    pub(crate) confining: &'a [String],
    /// What it gets on its standard input.
    pub(crate) input: Option<&'a [u8]>,
    /// How long it may take.
    pub(crate) limit: Duration,
}

/// Runs a command line in a shell, confined like the command: it runs what that wrote. Processes that
/// it leaves behind are ended.
pub(super) fn run(
    command: &str,
    dir: &Path,
    confining: &[String],
    signals: &Receiver<SignalRequest>,
) -> Result<CheckOutcome> {
    let check = CheckCommand { command, dir, confining, input: None, limit: TIME_LIMIT };
    check.run(signals)
}

impl CheckCommand<'_> {
    /// The same where nothing else in this process waits for signals: one that ends it interrupts.
    pub(crate) fn run_by_itself(&self) -> Result<CheckOutcome> {
        let (queue, signals) = channel();
        signals::listen(queue, |request| request)?;
        self.run(&signals)
    }

    /// Runs it to its end, to the limit of its time, or until somebody interrupts.
    pub(crate) fn run(&self, signals: &Receiver<SignalRequest>) -> Result<CheckOutcome> {
        process_tree::adopt_orphans();
        // One pipe for both outputs keeps the order of lines.
        let words = ["sh".to_owned(), "-c".to_owned(), format!("exec 2>&1\n{}", self.command)];
        let what = Launch {
            command: &words,
            dir: self.dir,
            environment: &[],
            input: self.input,
            attendance: Attendance::Never,
            confining: self.confining,
        };
        let launched = launch(&what)?;
        let mut tree = ProcessTree::default();
        tree.add_group(launched.pid);
        let (done, output) = channel();
        if let OutputEnds::Pipes { out, .. } = launched.output {
            std::thread::spawn(move || done.send(last_bytes(out)));
        }
        let (mut left, mut looked_at) = (self.limit, clock::now());
        let mut interrupted = None;
        while tree.exit_of(launched.pid).is_none() && !left.is_zero() && interrupted.is_none() {
            match signals.recv_timeout(STEP) {
                Ok(SignalRequest::End(signal)) => interrupted = Some(signal),
                Ok(SignalRequest::ChildExited | SignalRequest::Resized) | Err(_) => {}
            }
            // A clock that is set back gives no time and takes none.
            let now = clock::now();
            left = left.saturating_sub(Duration::from_millis(now.since(looked_at).0));
            looked_at = now;
            tree.reap();
        }
        let exit = tree.exit_of(launched.pid);
        tree.end(Signal::TERM, GRACE);
        if let Some(signal) = interrupted {
            return Ok(CheckOutcome::Interrupted(signal));
        }
        let output = output.recv_timeout(GRACE).unwrap_or_default();
        let output = String::from_utf8_lossy(&output).into_owned();
        let code = match exit {
            None => return Ok(CheckOutcome::TimedOut { output }),
            Some(ChildExit::Code(code)) => Some(code),
            Some(ChildExit::Signal(_)) => None,
        };
        Ok(CheckOutcome::Exited { code, output })
    }
}

/// How many tests pass, as the output of a test run says.
pub(super) fn tests_passing(output: &str) -> Option<u64> {
    let reading = read_test_output(None, output)?;
    let named = reading.passed_names.len() as u64;
    reading.passed.or((named > 0).then_some(named))
}

/// The last bytes of a pipe, read to its end.
fn last_bytes(pipe: OwnedFd) -> Vec<u8> {
    let (mut pipe, mut kept, mut buffer) = (File::from(pipe), Vec::new(), vec![0; 64 << 10]);
    while let Ok(read @ 1..) = pipe.read(&mut buffer) {
        kept.extend_from_slice(buffer.get(..read).unwrap_or_default());
        if kept.len() > 2 * KEPT_BYTES {
            kept.drain(..kept.len() - KEPT_BYTES);
        }
    }
    kept
}
