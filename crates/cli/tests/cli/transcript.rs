//! What a command wrote and how it ended, with what differs from run to run named instead.

use std::path::Path;
use std::process::ExitStatus;

use serde_json::Value;

use crate::world::programs;

/// A command that has ended.
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// -1 where a signal ended it.
    pub(crate) code: i32,
}

impl Ran {
    pub(crate) fn of(home: &Path, status: ExitStatus, out: &[u8], err: &[u8]) -> Self {
        let text = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            let text = text.replace(&home.display().to_string(), "~");
            ago(&text.replace(&programs().display().to_string(), "BIN"))
        };
        Self { stdout: text(out), stderr: text(err), code: status.code().unwrap_or(-1) }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| {
            panic!("{error}: {}{}", self.stdout, self.stderr);
        })
    }

    /// Everything in one text: the results, the talk after `2> `, the exit code unless it is 0.
    pub(crate) fn transcript(&self) -> String {
        let mut text = self.stdout.clone();
        for line in self.stderr.lines() {
            text.push_str(&format!("2> {line}\n"));
        }
        if self.code != 0 {
            text.push_str(&format!("exit {}\n", self.code));
        }
        text
    }
}

/// Compares a whole transcript with what is written down.
#[track_caller]
pub(crate) fn check(ran: &Ran, expected: &str) {
    let found = ran.transcript();
    let found = found.trim_end();
    let expected = expected.trim_matches('\n');
    assert!(found == expected, "--- found\n{found}\n--- expected\n{expected}\n---");
}

/// `(AGO)` for every length of time that has passed since.
fn ago(text: &str) -> String {
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let mut line = line.to_owned();
        if let Some(end) = line.find(" ago") {
            let start = line[..end].trim_end_matches(|c: char| c.is_ascii_lowercase() || c == ' ');
            let start = start.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            // Such a length is padded to the right.
            let padded = line[..start].trim_end().len();
            let blank = if padded < start { " " } else { "" };
            line.replace_range(padded..end + 4, &format!("{blank}AGO"));
        }
        lines.push(line);
    }
    lines.join("\n")
}
