//! Reads the text of one failure: its message, the code around it, and the stack.

use super::TestFailure;
use super::counts::indent;
use super::frames::{bats_place, frame, is_code, is_own};
use super::lines::{contains_any, is_cut, starts_with_any};
use fusebox_text::excerpt::prefix_up_to;

/// The most lines of a message that are kept.
const MAX_LINES: usize = 12;
/// The longest line of a message that is kept, in bytes.
const MAX_LINE_BYTES: usize = 400;

/// The line that mocha prints above a comparison, behind which the message is often repeated.
const MOCHA_DIFF: &str = "+ expected - actual";

/// The text of a failure as far as a reader has read it.
#[derive(Debug, Default)]
pub(super) struct FailureText<'t> {
    message: Vec<&'t str>,
    place: Option<(&'t str, u32)>,
    /// The position at which the test begins.
    near: Option<(&'t str, u32)>,
    /// Whether the failure is known to be an assertion.
    pub(super) asserts: bool,
    /// Whether the message has ended, so that code or a stack follows.
    pub(super) ended: bool,
    /// Whether the output was cut here, so that the next lines may belong to another test.
    cut: bool,
}

impl<'t> FailureText<'t> {
    /// Reads the next line.
    pub(super) fn read_line(&mut self, line: &'t str) {
        if self.cut || is_cut(line) {
            self.cut = true;
        } else if let Some(place) = frame(line) {
            self.ended = true;
            self.place = self.place.or_else(|| place.filter(|(file, _)| is_own(file)));
        } else if is_code(line) || (self.message.len() > 1 && line.trim() == MOCHA_DIFF) {
            self.ended = true;
        } else if !self.ended {
            if self.repeats(line) {
                self.message.clear();
            }
            self.push_line(line);
        }
    }

    /// Whether the line repeats the first line of the message, preceded by the error's class.
    fn repeats(&self, line: &str) -> bool {
        let class = self.message.first().and_then(|first| line.trim().strip_suffix(first.trim()));
        class.is_some_and(|class| class.ends_with(": ") && class.contains("Error"))
    }

    /// Adds a line to the message, whatever it looks like.
    pub(super) fn push_line(&mut self, line: &'t str) {
        if self.message.len() < MAX_LINES && !line.trim().is_empty() {
            self.message.push(prefix_up_to(line, MAX_LINE_BYTES));
        }
    }

    /// Sets the position of the failure, unless it is known.
    pub(super) fn set_place(&mut self, place: Option<(&'t str, u32)>) {
        self.place = self.place.or(place);
    }

    /// Sets the position at which the test begins, which is used if no position of the failure is
    /// found.
    pub(super) fn set_test_place(&mut self, place: Option<(&'t str, u32)>) {
        self.near = self.near.or(place);
    }

    /// Reads a line in which bats says why a test failed; true where it is the position.
    pub(super) fn read_bats_line(&mut self, line: &'t str) -> bool {
        let (text, place) = (line.trim(), bats_place(line));
        self.set_place(place);
        if place.is_none() {
            self.asserts |= text.starts_with('`') && text.contains("' failed");
            self.push_line(text);
        }
        place.is_some()
    }

    /// Whether the message is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.message.is_empty()
    }

    /// Whether a line of the message contains one of the `words`.
    pub(super) fn mentions_any(&self, words: &[&str]) -> bool {
        self.message.iter().any(|line| contains_any(line, words))
    }

    /// The failure of the test `name`.
    pub(super) fn to_failure(&self, name: impl Into<String>) -> TestFailure {
        let (assertion, error) = self.explained();
        let (file, line) = self.place.or(self.near).unzip();
        let file = file.map(str::to_owned);
        TestFailure { file, line, assertion, error, ..TestFailure::named(name) }
    }

    /// The assertion and the error. The first line of an assertion's message is the assertion, the
    /// lines below say what happened instead.
    fn explained(&self) -> (Option<String>, Option<String>) {
        let Some((head, rest)) = self.message.split_first() else { return (None, None) };
        let margin = rest.iter().map(|line| indent(line)).min().unwrap_or(0);
        let mut below = Vec::with_capacity(rest.len());
        below.extend(rest.iter().map(|line| line.get(margin..).unwrap_or(line).trim_end()));
        let head = head.trim();
        if self.asserts || is_assertion(head) {
            // Jest and vitest describe the comparison behind the assertion.
            let head = head.split(" // ").next().unwrap_or(head);
            let error = if below.is_empty() { head.to_owned() } else { below.join("\n") };
            return (Some(head.to_owned()), Some(error));
        }
        below.insert(0, head);
        (None, Some(below.join("\n")))
    }
}

/// Whether the first line of an error is that of a failed assertion.
fn is_assertion(head: &str) -> bool {
    let class = head.split([':', ' ']).next().unwrap_or_default();
    let class = class.rsplit('.').next().unwrap_or_default();
    let named =
        ["AssertionError", "AssertionFailedError", "ComparisonFailure", "ExpectationFailed"];
    named.contains(&class)
        || class.ends_with("MultipleFailuresError")
        || starts_with_any(head, &["expect(", "assert", "Error: expect(", "Error: Snapshot "])
}

/// Whether the line is what node prints when a file does not load.
pub(super) fn is_load_error(line: &str) -> bool {
    const STARTS: &[&str] =
        &["SyntaxError: ", "SyntaxError [", "Error: Cannot find ", "Error [ERR_MODULE_NOT_FOUND]"];
    starts_with_any(line, STARTS)
}
