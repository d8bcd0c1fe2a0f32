//! Reads `pytest`, with or without workers.

mod section;
mod summary_counts;

use std::collections::HashMap;

use self::section::FailureSection;
use self::summary_counts::SummaryCounts;
use super::findings::{RunFindings, first_end};
use super::lines::{lines, ruled};
use super::{ParsedTestRun, TestRunEnd};

/// Reads a run of pytest; `None` where there is no verdict.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = PytestReader::default();
    lines(text).for_each(|line| run.read(line));
    run.into_run()
}

#[derive(Default)]
struct PytestReader<'t> {
    part: OutputPart,
    has_started: bool,
    sections: Vec<FailureSection<'t>>,
    /// The failed tests of the summary, each with its message there.
    named: Vec<(&'t str, &'t str)>,
    findings: RunFindings,
    verdict: Option<SummaryCounts>,
    /// Whether a letter of the progress stands for a failed test.
    progress_failed: bool,
    unloaded: bool,
    crashed: bool,
}

/// The part of the output that is being read.
#[derive(Default, PartialEq, Clone, Copy)]
enum OutputPart {
    #[default]
    Progress,
    /// Sections of failed tests and of errors around them.
    Failures,
    /// The sections of passed tests, and the warnings.
    Other,
    Summary,
}

impl<'t> PytestReader<'t> {
    fn read(&mut self, line: &'t str) {
        let Some(first) = line.as_bytes().first() else { return };
        match first {
            b'=' => self.rule(line),
            b'!' => self.stopped(line),
            b'_' if self.part == OutputPart::Failures && self.heading(line) => {}
            _ if self.part == OutputPart::Failures => self.detail(line),
            b'I' if line.starts_with("INTERNALERROR> ") => self.crashed = true,
            b'I' if line.starts_with("ImportError while loading conftest '") => {
                self.unloaded = true;
            }
            b'E' | b'u' if self.refused(line) => self.crashed = true,
            b'F' | b'E' | b'P' if self.summary(line) => {}
            b'0'..=b'9' => self.verdict = SummaryCounts::of(line, true).or(self.verdict.take()),
            b' ' => {}
            _ if self.part == OutputPart::Progress => self.progress(line.trim_end()),
            _ => {}
        }
    }

    /// Reads `==== FAILURES ====` or `==== 2 failed, 3 passed in 0.12s ====`.
    fn rule(&mut self, line: &'t str) {
        let Some(title) = ruled(line, '=') else { return };
        match title {
            "test session starts" => (self.has_started, self.part) = (true, OutputPart::Progress),
            "FAILURES" | "ERRORS" => self.part = OutputPart::Failures,
            "PASSES" | "warnings summary" => self.part = OutputPart::Other,
            "short test summary info" => self.part = OutputPart::Summary,
            _ => self.verdict = SummaryCounts::of(title, false).or(self.verdict.take()),
        }
        if self.part == OutputPart::Failures {
            self.sections.push(FailureSection::outside());
        }
    }

    /// Reads `!!!! Interrupted: 2 errors during collection !!!!`.
    fn stopped(&mut self, line: &str) {
        let Some(why) = ruled(line, '!') else { return };
        self.unloaded |= why.starts_with("Interrupted: ") && why.contains(" during collection");
        self.crashed |= why == "KeyboardInterrupt" || why.contains("outcomes.Exit: ");
    }

    /// Reads `____ TestDeep.test_lists ____`.
    fn heading(&mut self, line: &'t str) -> bool {
        let title = ruled(line, '_').filter(|title| title.contains(|c| c != '_' && c != ' '));
        let Some(title) = title else { return false };
        self.unloaded |= title.starts_with("ERROR collecting ");
        self.sections.push(FailureSection::new(title));
        true
    }

    fn detail(&mut self, line: &'t str) {
        if let Some(section) = self.sections.last_mut() {
            section.read(line);
        }
    }

    /// Whether pytest rejects an option or an argument.
    fn refused(&self, line: &str) -> bool {
        let usage = line.strip_prefix("ERROR: ").unwrap_or(line);
        (usage.starts_with("usage: ") && usage.contains("[file_or_dir]"))
            || line.starts_with("ERROR: file or directory not found: ")
            || (line.starts_with("ERROR: not found: ") && line.contains("::"))
    }

    /// Reads `FAILED tests/test_a.py::test_x - assert 1 == 2`.
    fn summary(&mut self, line: &'t str) -> bool {
        let Some((word, rest)) = line.split_once(' ') else { return false };
        let (id, message) = split_message(rest.trim_end());
        let is_file = id.ends_with(".py") && !id.contains(' ');
        match word {
            "FAILED" | "ERROR" if is_id(id) => self.named.push((id, message)),
            "ERROR" if is_file => self.unloaded = true,
            "PASSED" if is_id(id) => self.findings.add_passed(|| id),
            _ => return false,
        }
        true
    }

    /// Reads a line of the progress: letters, or with `-v` a test and its verdict.
    fn progress(&mut self, line: &'t str) {
        if self.has_started {
            self.crashed |= line.contains("Fatal Python error: ")
                || (line.ends_with("++++") && line.contains("++++ Timeout ++++"));
        }
        // Most lines are of other programs. The last byte rules them out.
        let is_likely = |last| b"]D".contains(last) || LETTERS.contains(last);
        if !line.starts_with("[gw") && !line.as_bytes().last().is_some_and(is_likely) {
            return;
        }
        if let Some((id, verdict)) = verbose(line) {
            match verdict {
                "PASSED" => self.findings.add_passed(|| id),
                "FAILED" | "ERROR" => self.named.push((id, "")),
                _ => {}
            }
            return;
        }
        let (text, percent) = line.rsplit_once('[').unwrap_or((line, ""));
        let letters = match text.trim_end().rsplit_once(' ') {
            Some((file, letters)) if file.ends_with(".py") => letters,
            Some(_) => return,
            None if percent.ends_with("%]") => text.trim_end(),
            None => return,
        };
        let is_letters = letters.bytes().all(|b| LETTERS.contains(&b));
        self.progress_failed |= is_letters && letters.contains(['F', 'E']);
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.name_failures();
        let verdict = self.verdict.unwrap_or_default();
        let (has_verdict, ran) = (self.verdict.is_some(), verdict.ran > 0);
        let end = first_end([
            (self.findings.has_failures() || verdict.failed > 0, TestRunEnd::Failed),
            (self.unloaded, TestRunEnd::Build),
            (self.crashed, TestRunEnd::Crash),
            (verdict.errors > 0, if ran { TestRunEnd::Failed } else { TestRunEnd::Build }),
            (has_verdict, if ran { TestRunEnd::Passed } else { TestRunEnd::Nothing }),
            (self.progress_failed, TestRunEnd::Failed),
        ])?;
        if has_verdict {
            self.findings.add_counts(verdict.passed, verdict.failed.saturating_add(verdict.errors));
        }
        Some(self.findings.into_run_with(end))
    }

    /// Matches the names of the summary with the sections. The title of a section omits the file,
    /// but the order is the same.
    fn name_failures(&mut self) {
        let mut by_title: HashMap<String, Vec<FailureSection<'t>>> = HashMap::new();
        let mut sections = std::mem::take(&mut self.sections);
        sections.retain(FailureSection::is_test);
        let unnamed = self.named.is_empty() || self.verdict.is_none();
        let names: Vec<String> = if unnamed {
            sections.iter().filter_map(FailureSection::name).collect()
        } else {
            Vec::new()
        };
        for section in sections.into_iter().rev() {
            by_title.entry(section.test().to_owned()).or_default().push(section);
        }
        for (name, message) in std::mem::take(&mut self.named) {
            let Some(failure) = self.findings.failure(name) else { continue };
            let section = by_title.get_mut(&title_of(name)).and_then(Vec::pop);
            if let Some(section) = section {
                section.complete(failure);
            }
            if failure.assertion.is_none() && failure.error.is_none() && !message.is_empty() {
                let asserted = section::is_assertion(message);
                *(if asserted { &mut failure.assertion } else { &mut failure.error }) =
                    Some(message.to_owned());
            }
        }
        for name in names {
            let section = by_title.get_mut(&title_of(&name)).and_then(Vec::pop);
            if let Some(section) = section
                && let Some(failure) = self.findings.failure(&name)
            {
                section.complete(failure);
            }
        }
    }
}

/// The letters that stand for tests in the progress.
const LETTERS: &[u8] = b".FEsxXRu,-";

/// The test and its verdict in a line of `-v`: `a.py::test_x PASSED [ 20%]`, or with workers `[gw1]
/// [ 20%] PASSED a.py::test_x`.
fn verbose(line: &str) -> Option<(&str, &str)> {
    const VERDICTS: &[&str] = &["PASSED", "FAILED", "ERROR"];
    if let Some(rest) = line.strip_prefix("[gw") {
        let (_, rest) = rest.split_once("%] ")?;
        let (verdict, id) = rest.split_once(' ')?;
        return (VERDICTS.contains(&verdict) && is_id(id)).then_some((id, verdict));
    }
    let line = match line.rsplit_once(" [") {
        Some((test, percent)) if percent.ends_with("%]") => test.trim_end(),
        _ => line,
    };
    let (id, verdict) = line.rsplit_once(' ')?;
    (VERDICTS.contains(&verdict) && is_id(id)).then_some((id, verdict))
}

/// Whether it is a test's id: `tests/test_a.py::TestDeep::test_x[1 - 2]`.
fn is_id(text: &str) -> bool {
    text.split_once("::").is_some_and(|(file, _)| file.contains('.') && !file.contains(' '))
}

/// The id and the message of a line of the summary. An id may contain ` - ` in its brackets.
fn split_message(rest: &str) -> (&str, &str) {
    let Some((id, message)) = rest.split_once(" - ") else { return (rest, "") };
    if !id.contains('[') || id.ends_with(']') {
        return (id, message);
    }
    match rest.split_once("] - ") {
        Some((id, message)) => (rest.get(..=id.len()).unwrap_or(id), message),
        None if rest.ends_with(']') => (rest, ""),
        None => (id, message),
    }
}

/// The title of the section of the test with this id.
fn title_of(id: &str) -> String {
    let test = id.split_once("::").map_or(id, |(_, test)| test);
    let (path, parameters) = test.split_at(test.find('[').unwrap_or(test.len()));
    format!("{}{parameters}", path.replace("::", "."))
}

#[cfg(test)]
pub(crate) mod tests;
