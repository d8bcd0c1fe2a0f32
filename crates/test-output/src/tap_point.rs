//! Reads one test of a TAP stream: its line, and the details below it.

use super::TestFailure;
use super::counts::indent;
use super::failure_text::FailureText;
use fusebox_text::excerpt::prefix_up_to;
use fusebox_text::script_place as place;

/// The longest name that is kept, in bytes.
const MAX_NAME_BYTES: usize = 300;

/// A test's line and what follows it.
pub(super) struct TapPoint<'t> {
    pub(super) depth: usize,
    /// Whether it passed, was skipped, or is marked as to do.
    pub(super) ok: bool,
    pub(super) number: u32,
    pub(super) name: &'t str,
    /// Whether it was skipped or is marked as to do.
    pub(super) is_directed: bool,
    /// Whether its subtests say what happened.
    pub(super) is_group: bool,
    /// Whether its subtests follow in braces.
    pub(super) is_open: bool,
    failure_text: FailureText<'t>,
    details: Option<DetailsPosition<'t>>,
    had_details: bool,
    has_exit_code: bool,
}

/// The reader's position in the details.
struct DetailsPosition<'t> {
    key: &'t str,
    depth: usize,
    /// Whether the value is in quotes that are still open.
    quoted: bool,
}

impl<'t> TapPoint<'t> {
    /// The test of `ok 1 - name # SKIP why`. A number and a name are required.
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
            failure_text: FailureText::default(),
            details: None,
            had_details: false,
            has_exit_code: false,
        })
    }

    /// Whether a line at this depth belongs to the details.
    pub(super) fn takes(&self, depth: usize) -> bool {
        self.details.as_ref().is_some_and(|details| details.quoted || depth > self.depth)
    }

    /// Reads a line below the test that belongs to no details.
    pub(super) fn below(&mut self, line: &'t str) {
        let text = line.trim();
        if text == "---" {
            self.had_details = true;
            self.details = Some(DetailsPosition { key: "", depth: usize::MAX, quoted: false });
        } else if !text.starts_with("# Subtest") && !text.starts_with("1..") {
            self.failure_text.read_line(line);
        }
    }

    /// Reads a line of the details.
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
        let pair = text.split_once(':').filter(|(key, _)| {
            KEYS.split(' ').any(|known| known == *key) && depth <= details.depth
        });
        let Some((key, value)) = pair else { return self.value(text) };
        let value = value.trim();
        // A key without a value may contain further keys.
        details.depth = if value.is_empty() { usize::MAX } else { depth };
        details.key = key;
        details.quoted = value.starts_with('"') && (value.len() == 1 || !value.ends_with('"'));
        self.has_exit_code |= key == "exitCode";
        self.failure_text.asserts |= key == "name" && value.contains("AssertionError");
        if matches!(key, "expected" | "actual") && !value.is_empty() && !details.quoted {
            self.failure_text.push_line(text);
        } else if !matches!(value, "" | "|" | "|-" | ">-") {
            self.value(unquoted(value));
        }
    }

    /// Reads a line of the value of a key.
    fn value(&mut self, value: &'t str) {
        match self.details.as_ref().map(|details| details.key) {
            Some("error" | "message") => self.say(value),
            Some(key @ ("at" | "stack" | "location")) => {
                let place = place(value).filter(|(file, _)| !file.starts_with("node:"));
                // The position of the test is used only where none of the error follows.
                match key {
                    "location" => self.failure_text.set_test_place(place),
                    _ => self.failure_text.set_place(place),
                }
            }
            _ => {}
        }
    }

    /// Reads a comment below the test, which describes the failure in streams without details.
    pub(super) fn comment(&mut self, comment: &'t str) {
        if !self.ok && !self.had_details && !comment.starts_with("Subtest: ") {
            self.say(comment);
        }
    }

    /// Reads a line that describes the failure.
    fn say(&mut self, line: &'t str) {
        let text = line.trim();
        if !self.failure_text.read_bats_line(text) {
            self.is_group |= text.ends_with(" subtests failed") || text == "1 subtest failed";
        }
    }

    /// Whether it stands for a file that ended with an error.
    pub(super) fn is_file(&self) -> bool {
        let is_node = self.has_exit_code && self.failure_text.mentions_any(&["test failed"]);
        is_node || self.name == "setup_file failed" || self.name == "bats-gather-tests"
    }

    /// The failure under this name.
    pub(super) fn failure(&self, name: String) -> TestFailure {
        self.failure_text.to_failure(name)
    }
}

/// The keys of the details that are read, or that end the value of another key.
const KEYS: &str = "error message at stack location name expected actual operator code failureType \
    exitCode signal duration_ms type severity data wanted found";

fn unquoted(value: &str) -> &str {
    value.trim_matches(|c| c == '\'' || c == '"')
}
