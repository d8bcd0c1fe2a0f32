//! Command lines of a person that a loop is measured with: whether the work is done, which tests
//! pass.

use std::fs::File;
use std::io::Read;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use fusebox_test_output::read_test_output;
use rustix::process::Signal;

use crate::SupervisorError;
use crate::launch::{Attendance, Launch, OutputEnds, launch};
use crate::signals::SignalRequest;
use crate::tree::{self, Tree};

/// How long a check may take: half an hour. A whole suite of tests is run with it.
const PATIENCE: Duration = Duration::from_secs(30 * 60);
/// How often is looked whether it has ended.
const STEP: Duration = Duration::from_millis(20);
/// How long what it leaves behind has to end.
const GRACE: Duration = Duration::from_secs(2);
/// How much of its output is read: the last of it, where runners sum up.
const KEPT: usize = 2 << 20;

/// What became of a check.
#[derive(Debug)]
pub(super) enum CheckOutcome {
    /// It ended, or took too long.
    ChildExit {
        /// Its exit code; `None` where a signal or we ended it.
        code: Option<i32>,
        /// The end of what it wrote.
        output: String,
    },
    /// Somebody wants the loop to end.
    Interrupted,
}

/// Runs a command line in a shell; nothing of what it starts goes on.
pub(super) fn run(
    command: &str,
    dir: &PathBuf,
    signals: &Receiver<SignalRequest>,
) -> Result<CheckOutcome, SupervisorError> {
    tree::adopt_orphans();
    // One pipe for both, so that lines stay in their order.
    let words = ["sh".to_owned(), "-c".to_owned(), format!("exec 2>&1\n{command}")];
    let what = Launch { command: &words, dir, environment: &[], input: None };
    let launched = launch(&what, Attendance::Never)?;
    let mut tree = Tree::default();
    tree.add_group(launched.pid);
    let (done, output) = channel();
    if let OutputEnds::Pipes { out, .. } | OutputEnds::Pipe(out) = launched.ends {
        std::thread::spawn(move || done.send(last_of(out)));
    }
    let mut left = PATIENCE;
    let mut interrupted = false;
    while tree.ended(launched.pid).is_none() && !left.is_zero() && !interrupted {
        match signals.recv_timeout(STEP) {
            Ok(SignalRequest::End(_)) => interrupted = true,
            Ok(SignalRequest::Look | SignalRequest::Resize) => {}
            Err(_) => left = left.saturating_sub(STEP),
        }
        tree.reap();
    }
    let ended = tree.ended(launched.pid);
    tree.end(Signal::TERM, GRACE);
    if interrupted {
        return Ok(CheckOutcome::Interrupted);
    }
    let output = output.recv_timeout(GRACE).unwrap_or_default();
    let code = ended.and_then(|ended| ended.code);
    Ok(CheckOutcome::ChildExit { code, output: String::from_utf8_lossy(&output).into_owned() })
}

/// How many tests pass, as the output of a test run says.
pub(super) fn passing(output: &str) -> Option<u64> {
    let reading = read_test_output(None, output)?;
    let named = reading.passed_names.len() as u64;
    reading.passed.or((named > 0).then_some(named))
}

/// The last bytes of a pipe, read to its end.
fn last_of(pipe: OwnedFd) -> Vec<u8> {
    let (mut pipe, mut kept, mut buffer) = (File::from(pipe), Vec::new(), vec![0; 64 << 10]);
    while let Ok(read) = pipe.read(&mut buffer) {
        if read == 0 {
            break;
        }
        kept.extend_from_slice(buffer.get(..read).unwrap_or_default());
        if kept.len() > 2 * KEPT {
            kept.drain(..kept.len() - KEPT);
        }
    }
    kept
}
