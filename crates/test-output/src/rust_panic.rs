//! Reads why one Rust test failed, from the lines that it printed.

use super::TestFailure;
use super::lines::{is_foreign, place, starts_with_any};

/// The most lines of a panic's message that are kept.
const MESSAGE_LINES: usize = 8;

/// Where and why a test failed, as far as its lines are read.
#[derive(Default)]
pub(super) struct RustFailureText<'t> {
    file: Option<&'t str>,
    line: Option<u32>,
    assertion: Option<String>,
    error: Option<String>,
    has_panicked: bool,
    reading: PanicPart<'t>,
}

/// What the next line belongs to.
#[derive(Default)]
enum PanicPart<'t> {
    #[default]
    Any,
    /// The message of a panic whose position is known.
    Message(Vec<&'t str>),
    /// A panic of a compiler before 1.73: the message in quotes, followed by its position.
    Quoted(Vec<&'t str>),
}

impl<'t> RustFailureText<'t> {
    /// Reads the next line of the test's output, without the runner's indentation.
    pub(super) fn read(&mut self, line: &'t str) {
        match &mut self.reading {
            PanicPart::Message(message) => {
                let opens_diff =
                    matches!(**message, [first] if first.starts_with("assertion failed: `("));
                let ends = (line.is_empty() && !opens_diff)
                    || line.starts_with("note: ")
                    || line.starts_with("stack backtrace:");
                if !ends {
                    message.push(line);
                    return;
                }
                self.settle();
            }
            PanicPart::Quoted(message) => {
                message.push(line);
                self.close_quote();
                return;
            }
            PanicPart::Any => {}
        }
        self.other(line);
    }

    /// Writes what was read into the failure. What is unknown here keeps its value there.
    pub(super) fn complete(mut self, failure: &mut TestFailure) {
        self.settle();
        failure.assertion = self.assertion.or(failure.assertion.take());
        failure.error = self.error.or(failure.error.take());
        if let Some(file) = self.file {
            failure.file = Some(file.strip_prefix("./").unwrap_or(file).to_owned());
            failure.line = self.line;
        }
    }

    fn other(&mut self, line: &'t str) {
        if let Some(at) = panicked_at(line) {
            self.panic(at);
        } else if let Some(note) = line.strip_prefix("note: test did not panic as expected") {
            self.assertion = Some("should panic".to_owned());
            self.error = Some("test did not panic as expected".to_owned());
            self.at(note.strip_prefix(" at ").and_then(place));
        } else if let Some(text) = line.trim_start().strip_prefix("panic message: ") {
            self.error = Some(format!("panic message: {text}"));
        } else if let Some(text) = line.trim_start().strip_prefix("expected substring: ") {
            self.assertion = Some(format!("expected substring: {text}"));
        } else if let Some(at) = line.trim_start().strip_prefix("at ") {
            self.frame(at);
        } else if let Some(at) = line.trim_start().strip_prefix("--> ") {
            if !self.has_panicked && self.file.is_none() {
                self.at(place(at));
            }
        } else if self.error.is_none() && self.assertion.is_none() {
            self.error = error_of(line).map(str::to_owned);
        }
    }

    fn panic(&mut self, at: &'t str) {
        if self.has_panicked {
            return;
        }
        self.has_panicked = true;
        if let Some(quoted) = at.strip_prefix('\'') {
            self.reading = PanicPart::Quoted(vec![quoted]);
            self.close_quote();
        } else {
            self.at(place(at));
            self.reading = PanicPart::Message(Vec::new());
        }
    }

    /// Reads a frame of a backtrace, which is used where the panic itself is in a library.
    fn frame(&mut self, at: &'t str) {
        let is_better = self.file.is_some_and(is_foreign);
        if let Some((file, line)) = place(at)
            && is_better
            && !is_foreign(file)
        {
            self.at(Some((file, line)));
        }
    }

    fn at(&mut self, place: Option<(&'t str, u32)>) {
        if let Some((file, line)) = place {
            (self.file, self.line) = (Some(file), Some(line));
        }
    }

    fn close_quote(&mut self) {
        let PanicPart::Quoted(message) = &mut self.reading else { return };
        let ended = message.last().and_then(|last| last.rsplit_once("', "));
        let ended = ended.and_then(|(text, at)| Some((text, place(at)?)));
        if let Some((text, at)) = ended {
            message.pop();
            message.push(text);
            self.at(Some(at));
            self.settle();
        } else if message.len() > MESSAGE_LINES {
            self.settle();
        }
    }

    /// Splits the message into what was asserted and what happened.
    fn settle(&mut self) {
        let message = match std::mem::take(&mut self.reading) {
            PanicPart::Any => return,
            PanicPart::Message(message) | PanicPart::Quoted(message) => message,
        };
        let mut lines = message.iter().map(|line| line.trim()).take(MESSAGE_LINES).peekable();
        if !lines.peek().is_some_and(|first| first.starts_with("assertion ")) {
            let text = lines.collect::<Vec<_>>().join("\n");
            self.error = (!text.is_empty()).then_some(text);
            return;
        }
        let (mut asserted, mut values) = (Vec::new(), Vec::new());
        for line in lines {
            let is_value =
                !values.is_empty() || line.starts_with("left:") || line.starts_with("Diff <");
            if is_value { &mut values } else { &mut asserted }.push(line.trim_end_matches(','));
        }
        self.assertion = Some(asserted.join("\n"));
        self.error = (!values.is_empty()).then(|| values.join(", "));
    }
}

/// The name of the thread that panicked.
pub(super) fn panicked_thread(line: &str) -> Option<&str> {
    panicked_at(line)?;
    line.strip_prefix("thread '")?.split_once('\'').map(|(name, _)| name)
}

/// What follows `thread 'x' (77) panicked at `.
fn panicked_at(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("thread '")?;
    rest.split_once(" panicked at ").map(|(_, at)| at)
}

/// The error that a line names, where the test ended without a panic.
fn error_of(line: &str) -> Option<&str> {
    let line = line.trim_end();
    let is_status = line.starts_with("(test ") && line.ends_with(')');
    if is_status {
        return line.strip_prefix('(')?.strip_suffix(')');
    }
    if line.starts_with("thread '") && line.ends_with(" has overflowed its stack") {
        return Some("has overflowed its stack");
    }
    let starts = ["Error: ", "error: ", "error[E", "fatal runtime error: "];
    starts_with_any(line, &starts).then_some(line)
}
