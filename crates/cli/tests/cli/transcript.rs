//! What a command wrote and how it ended, with what differs from run to run named instead.

use std::path::Path;
use std::process::ExitStatus;

use serde_json::Value;

use crate::world::programs;

/// A command that has ended.
#[derive(Debug)]
pub(crate) struct CommandOutput {
    pub(crate) out: String,
    pub(crate) err: String,
    /// -1 where a signal ended it.
    pub(crate) code: i32,
}

impl CommandOutput {
    pub(crate) fn of(home: &Path, status: ExitStatus, out: &[u8], err: &[u8]) -> Self {
        let text = |bytes: &[u8]| settled(home, str::from_utf8(bytes).unwrap());
        Self { out: text(out), err: text(err), code: status.code().unwrap_or(-1) }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// One value of JSON a line.
    pub(crate) fn lines(&self) -> Vec<Value> {
        self.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Everything in one text: the results, the talk after `2> `, the exit code unless it is 0.
    pub(crate) fn transcript(&self) -> String {
        let mut text = self.out.clone();
        for line in self.err.lines() {
            text.push_str(&format!("2> {line}\n"));
        }
        if self.code != 0 {
            text.push_str(&format!("exit {}\n", self.code));
        }
        text
    }
}

/// A record has these fields with these values.
#[track_caller]
pub(crate) fn has(record: &Value, fields: Value) {
    for (key, expected) in fields.as_object().unwrap() {
        assert_eq!(&record[key], expected, "{key} of {record}");
    }
}

/// The answer to an order of a person without a terminal.
pub(crate) const NO_TERMINAL: &str = "
2> error: there is no terminal: only a person may do that
2> hint: run it in a terminal of your own
exit 1
";

/// Compares a whole transcript with what is written down.
#[track_caller]
pub(crate) fn check(ran: &CommandOutput, expected: &str) {
    let found = ran.transcript();
    let found = found.trim_end();
    let expected = expected.trim_matches('\n');
    assert!(found == expected, "--- found\n{found}\n--- expected\n{expected}\n---");
}

/// A text with the folders of this run named instead, and how long ago things were.
pub(crate) fn settled(home: &Path, text: &str) -> String {
    let text = text.replace(&home.display().to_string(), "~");
    ago(&text.replace(&programs().display().to_string(), "BIN"))
}

/// `AGO` for every length of time that has passed since.
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
        } else if let Some(start) = [" LAST  ", " SAVED  "].iter().find_map(|name| line.find(name))
        {
            // The header of a column of such lengths is as wide as they are.
            line.replace_range(line[..start].trim_end().len()..start, "");
        }
        lines.push(line);
    }
    lines.join("\n")
}
