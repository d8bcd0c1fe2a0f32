//! Reads a JUnit XML report, printed or from a file.

use fusebox_scan::find_byte;
use memchr::memmem;

use super::failure_text::FailureText;
use super::findings::RunFindings;
use super::frames::bats_place;
use super::lines::{is_foreign, lines, place};
use super::xml::{attribute, tag_end, unescaped};
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Every report contains one of these.
pub(super) const MARKS: &[&str] = &["<testsuite"];

/// Reads a report; `None` where the text contains none.
pub(super) fn read(xml: &str) -> Option<ParsedTestRun> {
    memmem::find(xml.as_bytes(), b"<testsuite")?;
    let mut run = JunitXmlReader::default();
    let mut rest = xml;
    while let Some(start) = find_byte(b'<', rest.as_bytes()) {
        let (text, after) = rest.split_at_checked(start)?;
        run.text(&unescaped(text));
        if let Some(data) = after.strip_prefix("<![CDATA[") {
            let (data, after) = data.split_once("]]>").unwrap_or((data, ""));
            run.text(data);
            rest = after;
        } else if let Some(comment) = after.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
        } else {
            let end = tag_end(after);
            run.tag(after.get(1..end).unwrap_or_default());
            rest = after.get(end + 1..).unwrap_or_default();
        }
    }
    run.text(&unescaped(rest));
    run.end_case();
    run.findings.into_run()
}

#[derive(Default)]
struct JunitXmlReader<'t> {
    findings: RunFindings,
    case: Option<TestCase<'t>>,
}

/// A test case of the report.
#[derive(Default)]
struct TestCase<'t> {
    /// The attributes of its tag.
    tag: &'t str,
    /// The attributes of its first failure's tag.
    failure: Option<&'t str>,
    /// The text of the failure.
    text: String,
    is_in_failure: bool,
    is_skipped: bool,
}

impl<'t> JunitXmlReader<'t> {
    fn tag(&mut self, tag: &'t str) {
        let name =
            tag.split([' ', '\t', '\n', '/']).find(|part| !part.is_empty()).unwrap_or_default();
        let is_closed = tag.ends_with('/');
        if tag.starts_with('/') {
            match (name, &mut self.case) {
                ("testcase", _) => self.end_case(),
                ("failure" | "error", Some(case)) => case.is_in_failure = false,
                _ => {}
            }
            return;
        }
        match (name, &mut self.case) {
            ("testsuite" | "testsuites", _) => {
                self.end_case();
                self.findings.recognize();
                if attribute(tag, "tests").is_some() {
                    self.findings.add_counts(0, 0);
                }
            }
            ("testcase", _) => {
                self.end_case();
                self.case = Some(TestCase { tag, ..TestCase::default() });
                if is_closed {
                    self.end_case();
                }
            }
            ("failure" | "error", Some(case)) => {
                case.is_in_failure = !is_closed && case.failure.is_none();
                case.failure.get_or_insert(tag);
            }
            ("skipped", Some(case)) => case.is_skipped = true,
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(case) = self.case.as_mut().filter(|case| case.is_in_failure) {
            case.text.push_str(text);
        }
    }

    fn end_case(&mut self) {
        let Some(case) = self.case.take().filter(|_| self.findings.is_recognized) else { return };
        let name = case.name();
        if case.failure.is_none() {
            if !case.is_skipped {
                self.findings.add_counts(1, 0);
                self.findings.add_passed(|| name);
            }
        } else if case.is_load_error() {
            self.findings.add_infrastructure(TestRunEnd::Build);
        } else {
            self.findings.add_counts(0, 1);
            self.findings.add_failure(case.test_failure(name));
        }
    }
}

impl TestCase<'_> {
    /// The name with its class, in the form of the language: `SumsTest.adds`, `test/a.js > adds`.
    fn name(&self) -> String {
        let name = attribute(self.tag, "name").unwrap_or_default();
        let class = attribute(self.tag, "classname").unwrap_or_default();
        let is_bare =
            class.is_empty() || class == name || class == "test" || name.starts_with(&*class);
        let between = match () {
            () if is_bare => return name.into_owned(),
            () if class.contains('/') || class.ends_with(".bats") => " > ",
            () if is_class(&class) => ".",
            () => " ",
        };
        format!("{class}{between}{name}")
    }

    /// Whether it stands for a file that does not load.
    fn is_load_error(&self) -> bool {
        let class = attribute(self.tag, "classname").unwrap_or_default();
        let name = attribute(self.tag, "name").unwrap_or_default();
        let message = self.failure.and_then(|tag| attribute(tag, "message")).unwrap_or_default();
        let load = ["Cannot find module", "Failed to load url", "Parse failure", "SyntaxError"];
        message == "collection failure"
            || name.ends_with("Test suite failed to run")
            || (class == name && load.iter().any(|load| message.contains(load)))
    }

    fn test_failure(&self, name: String) -> TestFailure {
        let tag = self.failure.unwrap_or_default();
        let message = attribute(tag, "message").unwrap_or_default();
        let kind = attribute(tag, "type").unwrap_or_default();
        let mut failure_text = FailureText::default();
        let asserts = ["AssertionError", "AssertionFailedError", "ComparisonFailure"];
        let wants = ["assert", "expected", "Expected"];
        let is_assertion =
            asserts.iter().any(|word| kind.contains(word) || self.text.contains(word))
                || wants.iter().any(|word| message.starts_with(word));
        failure_text.asserts =
            is_assertion || lines(&self.text).any(|line| line.contains("' failed"));
        if !message.trim().is_empty() {
            lines(&message).for_each(|line| failure_text.push_line(line));
            failure_text.ended = true;
        }
        for line in lines(&self.text) {
            match bats_place(line) {
                None => failure_text.read_line(line),
                place => failure_text.set_place(place),
            }
        }
        let file = attribute(self.tag, "file");
        let number = attribute(self.tag, "line").and_then(|line| line.parse().ok());
        let named = lines(&self.text).filter_map(place).filter(|(file, _)| is_file(file)).last();
        failure_text.set_test_place(named.or_else(|| file.as_deref().zip(number)));
        let mut failure = failure_text.to_failure(name);
        failure.file = failure.file.or_else(|| file.as_deref().map(str::to_owned));
        failure
    }
}

/// Whether the name reads as a class or a module, and not as a sentence.
fn is_class(name: &str) -> bool {
    !name.contains(' ')
        && (name.contains(['.', '_']) || name.starts_with(|c: char| c.is_ascii_uppercase()))
}

/// Whether the name reads as a file of the project.
fn is_file(file: &str) -> bool {
    let end = file.rsplit('/').next().and_then(|name| name.rsplit_once('.'));
    end.is_some_and(|(_, end)| (1..=5).contains(&end.len()))
        && !file.contains(' ')
        && !is_foreign(file)
}

#[cfg(test)]
pub(crate) mod tests;
