//! When Fusebox itself fails: one line on stderr, one in the log, and `on_error` decides.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;

use fusebox_clients::{Moment, Reply};
use fusebox_engine::OnError;
use fusebox_runtime::{Home, clock};

use crate::answer::Outcome;
use crate::{Args, Surround};

/// The log of failures is started anew past this size, in bytes.
const MAX_LOG_BYTES: u64 = 1 << 20;

/// Something that kept an event from being answered.
#[derive(Debug)]
pub(crate) struct Failed {
    message: String,
    moment: Moment,
    on_error: Option<OnError>,
}

impl Failed {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), moment: Moment::Silent, on_error: None }
    }

    /// The event could have been refused at this point.
    pub(crate) fn at(mut self, moment: Moment) -> Self {
        self.moment = moment;
        self
    }

    /// What the policy says about failures, where it could be read.
    pub(crate) fn under(mut self, on_error: OnError) -> Self {
        self.on_error = Some(on_error);
        self
    }

    pub(crate) fn reply(self, args: &Args, surround: &Surround) -> Outcome {
        tell(surround, &self.message);
        let denies = self.on_error == Some(OnError::Deny) || args.on_error == OnError::Deny;
        let asks = matches!(self.moment, Moment::BeforeTool | Moment::Prompt);
        let reply = if denies && asks {
            let why = format!(
                "Fusebox failed ({}) and its policy says to deny then. A person can look with \
                 `fusebox doctor`.",
                self.message
            );
            (args.client.refuse)(self.moment, &why)
        } else {
            Reply::default()
        };
        Outcome { stdout: reply.stdout, exit: reply.exit, effects: false }
    }
}

/// One line on stderr and one in the log of failures. Neither may fail the hook.
pub(crate) fn tell(surround: &Surround, message: &str) {
    let line: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let _ = writeln!(std::io::stderr(), "fusebox-hook: {line}");
    let _ = log(surround, &line);
}

fn log(surround: &Surround, line: &str) -> Option<()> {
    let file = Home::of(&surround.own).ok()?.state_dir.join("errors.log");
    let full = std::fs::metadata(&file).is_ok_and(|meta| meta.len() > MAX_LOG_BYTES);
    let mut file: File = OpenOptions::new()
        .create(true)
        .append(!full)
        .write(true)
        .truncate(full)
        .mode(0o600)
        .open(file)
        .ok()?;
    writeln!(file, "{} {line}", clock::now().0).ok()
}
