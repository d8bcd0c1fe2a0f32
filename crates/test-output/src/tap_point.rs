//! One test of a TAP stream: its line, and the details below it.

use super::TestFailure;
use super::counts::indent;
use super::explain::Story;
use super::frames::place;
use fusebox_text::excerpt::prefix_up_to;

/// The longest name that is kept, in bytes.
const MAX_NAME_BYTES: usize = 300;

/// A test's line and what follows it.
pub(super) struct Point<'t> {
    pub(super) depth: usize,
    /// It passed, was skipped or is to do.
    pub(super) ok: bool,
    pub(super) number: u32,
    pub(super) name: &'t str,
    /// It is skipped or to do.
    pub(super) is_directed: bool,
    /// Its subtests tell what happened.
    pub(super) is_group: bool,
    /// Its subtests follow, in braces.
    pub(super) is_open: bool,
    story: Story<'t>,
    details: Option<Details<'t>>,
    had_details: bool,
    has_exit_code: bool,
}

/// Where in the details the reader is.
struct Details<'t> {
    key: &'t str,
    depth: usize,
    /// The value is in quotes that are still open.
    quoted: bool,
}

impl<'t> Point<'t> {
    /// The test of `ok 1 - name # SKIP why`. A number and a name are needed.
    pub(super) fn parse(line: &'t str) -> Option<Self> {
        let text = line.trim_start();
        let (ok, text) = match text.strip_prefix("not ok ") {
            Some(text) => (false, text),
            None => (true, text.strip_prefix("ok ")?),
        };
        let (number, name) = text.split_once(' ')?;
        let number = number.parse().ok()?;
        let name = name.strip_prefix("- ").unwrap_or(name).trim();
        let is_open = name.ends_with('{');
        let name = name.trim_end_matches('{');
        let (name, directive) = name.rsplit_once(" # ").unwrap_or((name, ""));
        let directive = directive.get(..4).unwrap_or_default();
        let is_directed = ["skip", "todo"].iter().any(|word| directive.eq_ignore_ascii_case(word));
        let name = prefix_up_to(name.trim_end(), MAX_NAME_BYTES);
        (!name.is_empty()).then(|| Self {
            depth: indent(line),
            ok: ok || is_directed,
            number,
            name,
            is_directed,
            is_group: is_open,
            is_open,
            story: Story::default(),
            details: None,
            had_details: false,
            has_exit_code: false,
        })
    }

    /// Whether a line at this depth belongs to the details.
    pub(super) fn takes(&self, depth: usize) -> bool {
        self.details.as_ref().is_some_and(|details| details.quoted || depth > self.depth)
    }

    /// A line below the test that is in no details.
    pub(super) fn below(&mut self, line: &'t str) {
        let text = line.trim();
        if text == "---" {
            self.had_details = true;
            self.details = Some(Details { key: "", depth: usize::MAX, quoted: false });
        } else if !text.starts_with("# Subtest") && !text.starts_with("1..") {
            self.story.line(line);
        }
    }

    /// A line of the details.
    pub(super) fn detail(&mut self, line: &'t str) {
        let Some(details) = &mut self.details else { return };
        let (depth, text) = (indent(line), line.trim());
        if details.quoted {
            details.quoted = !text.ends_with('"');
            return self.value(text.trim_end_matches('"'));
        }
        if text == "..." {
            self.details = None;
            return;
        }
        let pair =
            text.split_once(':').filter(|(key, _)| KEYS.contains(key) && depth <= details.depth);
        let Some((key, value)) = pair else { return self.value(text) };
        let value = value.trim();
        // A key without a value may hold further keys.
        details.depth = if value.is_empty() { usize::MAX } else { depth };
        details.key = key;
        details.quoted = value.starts_with('"') && (value.len() == 1 || !value.ends_with('"'));
        self.has_exit_code |= key == "exitCode";
        if key == "name" && value.contains("AssertionError") {
            self.story.assert();
        }
        if matches!(key, "expected" | "actual") && !value.is_empty() && !details.quoted {
            self.story.say(text);
        } else if !matches!(value, "" | "|" | "|-" | ">-") {
            self.value(unquoted(value));
        }
    }

    /// A line of the value of a key.
    fn value(&mut self, value: &'t str) {
        match self.details.as_ref().map(|details| details.key) {
            Some("error" | "message") => self.say(value),
            Some("at" | "stack" | "location") => {
                // The test's own place is less than that of the error, which comes after it.
                let place = place(value).filter(|(file, _)| !file.starts_with("node:"));
                let is_location = self.details.as_ref().is_some_and(|d| d.key == "location");
                match place {
                    Some((file, line)) if is_location => self.story.near(file, line),
                    Some((file, line)) => self.story.at(file, line),
                    None => {}
                }
            }
            _ => {}
        }
    }

    /// A comment below the test, which is of the test in streams that give no details.
    pub(super) fn comment(&mut self, comment: &'t str) {
        if !self.ok && !self.had_details && !comment.starts_with("Subtest: ") {
            self.say(comment);
        }
    }

    /// A line of what the test says about its failure.
    fn say(&mut self, line: &'t str) {
        let text = line.trim();
        if let Some((file, line)) = bats_place(text) {
            self.story.at(file, line);
            return;
        }
        if text.starts_with('`') && text.contains("' failed") {
            self.story.assert();
        }
        self.story.say(text);
        self.is_group |= text.ends_with(" subtests failed") || text == "1 subtest failed";
    }

    /// Whether it stands for a file that ended with an error.
    pub(super) fn is_file(&self) -> bool {
        let is_node = self.has_exit_code && self.story.mentions(&["test failed"]);
        is_node || self.name == "setup_file failed" || self.name == "bats-gather-tests"
    }

    /// Why it failed.
    pub(super) fn failure(&self, name: String) -> TestFailure {
        self.story.failure(name)
    }
}

/// The keys of the details that are read, or that end the value of one.
const KEYS: &[&str] = &[
    "error",
    "message",
    "at",
    "stack",
    "location",
    "name",
    "expected",
    "actual",
    "operator",
    "code",
    "failureType",
    "exitCode",
    "signal",
    "duration_ms",
    "type",
    "severity",
    "data",
    "wanted",
    "found",
];

fn unquoted(value: &str) -> &str {
    value.trim_matches(|c| c == '\'' || c == '"')
}

/// The place in bats' `(in test file test/sums.bats, line 3)`.
pub(super) fn bats_place(text: &str) -> Option<(&str, u32)> {
    let (_, rest) = text.split_once("in test file ").or_else(|| text.split_once(" in file "))?;
    let (file, line) = rest.rsplit_once(", line ")?;
    Some((file, line.trim_end_matches([')', ',']).parse().ok()?))
}
