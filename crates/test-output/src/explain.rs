//! Reads the text of one failure: its message, the code around it, and the stack below.

use super::TestFailure;
use super::counts::indent;
use super::frames::{frame, is_code, is_own};
use super::lines::is_cut;
use fusebox_text::excerpt::prefix_up_to;

/// The most lines of a message that are kept.
const MAX_LINES: usize = 12;
/// The longest line of a message that is kept, in bytes.
const MAX_LINE_BYTES: usize = 400;

/// What mocha prints above a comparison, which often repeats the message.
const MOCHA_DIFF: &str = "+ expected - actual";

/// The text of a failure while a reader goes through it.
#[derive(Debug, Default)]
pub(super) struct Story<'t> {
    message: Vec<&'t str>,
    place: Option<(&'t str, u32)>,
    /// Where the test begins.
    near: Option<(&'t str, u32)>,
    /// It is known to be an assertion.
    asserts: bool,
    /// The message is over: what follows is code or stack.
    told: bool,
    /// The output was cut here: what follows may be of another test.
    cut: bool,
}

impl<'t> Story<'t> {
    /// Takes in the next line.
    pub(super) fn line(&mut self, line: &'t str) {
        if self.cut || is_cut(line) {
            self.cut = true;
        } else if let Some(place) = frame(line) {
            self.told = true;
            self.place = self.place.or_else(|| place.filter(|(file, _)| is_own(file)));
        } else if is_code(line) || (self.message.len() > 1 && line.trim() == MOCHA_DIFF) {
            self.told = true;
        } else if !self.told {
            if self.repeats(line) {
                self.message.clear();
            }
            self.say(line);
        }
    }

    /// Whether the line begins the message again, now with the error's class.
    fn repeats(&self, line: &str) -> bool {
        let class = self.message.first().and_then(|first| line.trim().strip_suffix(first.trim()));
        class.is_some_and(|class| class.ends_with(": ") && class.contains("Error"))
    }

    /// Takes in a line that is a part of the message, whatever it looks like.
    pub(super) fn say(&mut self, line: &'t str) {
        if self.message.len() < MAX_LINES && !line.trim().is_empty() {
            self.message.push(prefix_up_to(line, MAX_LINE_BYTES));
        }
    }

    /// Takes in where it happened, if nothing said so before.
    pub(super) fn at(&mut self, file: &'t str, line: u32) {
        self.place.get_or_insert((file, line));
    }

    /// Takes in where the test begins, which counts if nothing says where it failed.
    pub(super) fn near(&mut self, file: &'t str, line: u32) {
        self.near.get_or_insert((file, line));
    }

    /// Takes in that the message is over.
    pub(super) fn tell(&mut self) {
        self.told = true;
    }

    /// Takes in that it is an assertion, which its first line does not show.
    pub(super) fn assert(&mut self) {
        self.asserts = true;
    }

    /// Whether nothing was said so far.
    pub(super) fn is_empty(&self) -> bool {
        self.message.is_empty()
    }

    /// Whether the stack has begun.
    pub(super) fn is_told(&self) -> bool {
        self.told
    }

    /// Whether a line of the message holds one of the `words`.
    pub(super) fn mentions(&self, words: &[&str]) -> bool {
        self.message.iter().any(|line| words.iter().any(|word| line.contains(word)))
    }

    /// The failure of the test `name`.
    pub(super) fn failure(&self, name: impl Into<String>) -> TestFailure {
        let (assertion, error) = self.explained();
        let (file, line) = self.place.or(self.near).unzip();
        TestFailure { name: name.into(), file: file.map(str::to_owned), line, assertion, error }
    }

    /// What was asserted, and what happened instead: an assertion's first line says the one, the
    /// lines below it the other.
    fn explained(&self) -> (Option<String>, Option<String>) {
        let Some((head, rest)) = self.message.split_first() else { return (None, None) };
        let margin = rest.iter().map(|line| indent(line)).min().unwrap_or(0);
        let mut below = Vec::with_capacity(rest.len());
        below.extend(rest.iter().map(|line| line.get(margin..).unwrap_or(line).trim_end()));
        let head = head.trim();
        if self.asserts || is_assertion(head) {
            // Jest and vitest say how they compare behind the assertion.
            let head = head.split(" // ").next().unwrap_or(head);
            let error = if below.is_empty() { head.to_owned() } else { below.join("\n") };
            return (Some(head.to_owned()), Some(error));
        }
        below.insert(0, head);
        (None, Some(below.join("\n")))
    }
}

/// Whether an error's first line is that of an assertion that does not hold.
fn is_assertion(head: &str) -> bool {
    let class = head.split([':', ' ']).next().unwrap_or_default();
    let class = class.rsplit('.').next().unwrap_or_default();
    let named =
        ["AssertionError", "AssertionFailedError", "ComparisonFailure", "ExpectationFailed"];
    named.contains(&class)
        || class.ends_with("MultipleFailuresError")
        || head.starts_with("expect(")
        || head.starts_with("assert")
        || head.starts_with("Error: expect(")
        || head.starts_with("Error: Snapshot ")
}

/// What node says at the margin when a file does not load.
pub(super) fn is_load_error(line: &str) -> bool {
    let heads =
        ["SyntaxError: ", "SyntaxError [", "Error: Cannot find ", "Error [ERR_MODULE_NOT_FOUND]"];
    heads.iter().any(|head| line.starts_with(head))
}
