//! One attempt: its steps, and what comes of it.

use serde_json::{Value, json};

/// One call of a tool, as the agent asks for it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Step {
    /// A command line, in the project.
    Sh(&'static str),
    /// A command line, in a folder of the home where an earlier step left the shell.
    In(&'static str, &'static str),
    /// A whole file.
    Write(&'static str, &'static str),
    /// Any other tool, its arguments as JSON.
    Tool(&'static str, &'static str),
}

/// What comes of an attempt at a closed breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// The hook refuses a step.
    Refused,
    /// The hook lets it pass, and it changes nothing.
    Held,
    /// It succeeds; this line of the document says so.
    Passes(&'static str),
    /// The same, but it needs more than one session of one client: tests of its own, named for its id, carry it out.
    PassesElsewhere(&'static str),
}

/// An id, the steps, the end.
pub(crate) type Row = (&'static str, &'static [Step], End);

impl Step {
    /// The tool's name and arguments; `{home}` and `{bin}` are filled in.
    pub(crate) fn call(self, home: &str) -> (&'static str, Value) {
        let fill = |text: &str| filled(text, home);
        match self {
            Self::Sh(line) | Self::In(_, line) => ("Bash", json!({"command": fill(line)})),
            Self::Write(path, content) => {
                ("Write", json!({"file_path": fill(path), "content": content}))
            }
            Self::Tool(name, input) => (name, serde_json::from_str(&fill(input)).unwrap()),
        }
    }
}

pub(crate) fn filled(text: &str, home: &str) -> String {
    text.replace("{home}", home).replace("{bin}", crate::world::programs().to_str().unwrap())
}

/// The steps of a row that a test of its own carries out.
pub(crate) fn steps_elsewhere(id: &str) -> &'static [Step] {
    let (_, steps, end) = all().find(|(own, _, _)| *own == id).unwrap();
    assert!(matches!(end, End::PassesElsewhere(_)), "{id}");
    steps
}

/// Every attempt.
pub(crate) fn all() -> impl Iterator<Item = &'static Row> {
    use crate::{edits, files, hidden, later_sessions, orders};
    let first = edits::ROWS.iter().chain(files::ROWS).chain(hidden::ROWS);
    first.chain(orders::ROWS).chain(later_sessions::ROWS)
}
