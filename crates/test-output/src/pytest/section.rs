//! Reads one section of `FAILURES` or `ERRORS`: where and why a test failed.

use crate::TestFailure;
use crate::lines::{is_foreign, place, push_error_line, starts_with_any};
use fusebox_text::python_frame as frame;

/// A section as far as it is read.
#[derive(Default)]
pub(super) struct FailureSection<'t> {
    title: &'t str,
    /// The first file of the traceback, which is the test's own.
    test_file: Option<&'t str>,
    place: Option<(&'t str, u32)>,
    /// The line of code at `place`.
    source: Option<&'t str>,
    /// A line of code whose position follows.
    marked: Option<&'t str>,
    /// Whether the next line is the code at `place`.
    is_source_next: bool,
    is_native: bool,
    in_error: bool,
    error: Vec<&'t str>,
    has_ended: bool,
}

impl<'t> FailureSection<'t> {
    /// The section under this title.
    pub(super) fn new(title: &'t str) -> Self {
        Self { title, ..Self::default() }
    }

    /// A section for lines that stand under no title.
    pub(super) fn outside() -> Self {
        Self { has_ended: true, ..Self::default() }
    }

    /// Whether it belongs to a test, and not to a file that was not collected.
    pub(super) fn is_test(&self) -> bool {
        !self.title.is_empty() && !self.title.starts_with("ERROR collecting ")
    }

    /// The test as the title names it: `TestDeep.test_x`.
    pub(super) fn test(&self) -> &'t str {
        const AROUND: &[&str] = &["ERROR at setup of ", "ERROR at teardown of "];
        AROUND.iter().find_map(|around| self.title.strip_prefix(around)).unwrap_or(self.title)
    }

    /// The test's id made from the section; `None` where the file is unknown, because the test
    /// would have another name in the next run.
    pub(super) fn name(&self) -> Option<String> {
        let file = self.test_file?;
        let test = self.test();
        let (path, parameters) = test.split_at(test.find('[').unwrap_or(test.len()));
        Some(format!("{file}::{}{parameters}", path.replace('.', "::")))
    }

    /// Reads the next line.
    pub(super) fn read(&mut self, line: &'t str) {
        if self.has_ended {
            return;
        }
        let said = line.strip_prefix("E  ").or_else(|| (line == "E").then_some(""));
        if let Some(said) = said {
            return self.say(said);
        }
        self.in_error = false;
        if std::mem::take(&mut self.is_source_next) && line.starts_with("    ") {
            self.source = Some(line.trim());
        } else if let Some(code) = line.strip_prefix('>') {
            self.marked = Some(code.trim());
        } else if let Some(at) = frame(line) {
            self.at(at, true);
        } else if line.starts_with("During handling of the above exception")
            || line.starts_with("The above exception was the direct cause")
        {
            (self.source, self.marked, self.place) = (None, None, None);
            self.error.clear();
        } else if line.starts_with("---") && line.contains(" Captured ") {
            self.has_ended = true;
        } else if line == "Traceback (most recent call last):" {
            self.is_native = true;
        } else if let Some((at, rest)) = placed(line) {
            self.at(at, rest.starts_with("in "));
        } else if self.is_native && !line.starts_with(' ') {
            push_error_line(&mut self.error, line);
        }
    }

    /// Writes what was read into the failure.
    pub(super) fn complete(self, failure: &mut TestFailure) {
        let Some(first) = self.error.first() else { return };
        let assertion = is_assertion(first).then(|| self.source.unwrap_or(first).trim());
        failure.explain(assertion, &self.error, self.place);
    }

    fn say(&mut self, text: &'t str) {
        if !std::mem::replace(&mut self.in_error, true) {
            self.error.clear();
        }
        push_error_line(&mut self.error, text);
    }

    fn at(&mut self, at: (&'t str, u32), is_source_next: bool) {
        let marked = self.marked.take();
        if is_foreign(at.0) {
            return;
        }
        self.test_file.get_or_insert(at.0);
        self.place = Some(at);
        self.source = marked;
        self.is_source_next = is_source_next;
    }
}

/// Whether the error is an assertion.
pub(super) fn is_assertion(error: &str) -> bool {
    starts_with_any(error, &["assert ", "AssertionError", "Failed: DID NOT "])
}

/// The position and the rest of `tests/test_a.py:12: AssertionError` or `tests/test_a.py:12: in
/// test_x`.
fn placed(line: &str) -> Option<((&str, u32), &str)> {
    let is_path = !line.starts_with([' ', '[', '<', '"', '\'']);
    let (file, number) = place(line).filter(|(file, _)| is_path && !file.contains(' '))?;
    let (_, rest) = line.get(file.len() + 1..)?.split_once(':')?;
    Some(((file, number), rest.trim_start()))
}
