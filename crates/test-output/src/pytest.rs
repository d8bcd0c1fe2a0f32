//! Reads `pytest`, alone or with workers.

mod section;
mod verdict;

use std::collections::HashMap;

use self::section::Section;
use self::verdict::Verdict;
use super::found::Found;
use super::lines::{lines, ruled};
use super::{ParsedTestRun, TestRunEnd};

/// What the output says; `None` where it has no line of pytest's layout that is a verdict.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = Run::default();
    lines(text).for_each(|line| run.read(line));
    run.reading()
}

#[derive(Default)]
struct Run<'t> {
    part: Part,
    has_started: bool,
    sections: Vec<Section<'t>>,
    /// Failed tests as the summary names them, with the message that stands there.
    named: Vec<(&'t str, &'t str)>,
    found: Found,
    verdict: Option<Verdict>,
    /// A letter of the progress says that a test failed.
    progress_failed: bool,
    unloaded: bool,
    crashed: bool,
}

/// The part of the output that is being read.
#[derive(Default, PartialEq, Clone, Copy)]
enum Part {
    #[default]
    Progress,
    /// Sections of failed tests, and of errors around them.
    Failures,
    /// The sections of passed tests and the warnings.
    Other,
    Summary,
}

impl<'t> Run<'t> {
    fn read(&mut self, line: &'t str) {
        let Some(first) = line.as_bytes().first() else { return };
        match first {
            b'=' => self.rule(line),
            b'!' => self.stopped(line),
            b'_' if self.part == Part::Failures && self.heading(line) => {}
            _ if self.part == Part::Failures => self.detail(line),
            b'I' if line.starts_with("INTERNALERROR> ") => self.crashed = true,
            b'I' if line.starts_with("ImportError while loading conftest '") => {
                self.unloaded = true;
            }
            b'E' | b'u' if self.refused(line) => self.crashed = true,
            b'F' | b'E' | b'P' if self.summary(line) => {}
            b'0'..=b'9' => self.verdict = Verdict::of(line, true).or(self.verdict.take()),
            b' ' => {}
            _ if self.part == Part::Progress => self.progress(line.trim_end()),
            _ => {}
        }
    }

    /// `==== FAILURES ====`, `==== 2 failed, 3 passed in 0.12s ====`
    fn rule(&mut self, line: &'t str) {
        let Some(title) = ruled(line, '=') else { return };
        match title {
            "test session starts" => (self.has_started, self.part) = (true, Part::Progress),
            "FAILURES" | "ERRORS" => self.part = Part::Failures,
            "PASSES" | "warnings summary" => self.part = Part::Other,
            "short test summary info" => self.part = Part::Summary,
            _ => self.verdict = Verdict::of(title, false).or(self.verdict.take()),
        }
        if self.part == Part::Failures {
            self.sections.push(Section::outside());
        }
    }

    /// `!!!! Interrupted: 2 errors during collection !!!!`
    fn stopped(&mut self, line: &str) {
        let Some(why) = ruled(line, '!') else { return };
        self.unloaded |= why.starts_with("Interrupted: ") && why.contains(" during collection");
        self.crashed |= why == "KeyboardInterrupt" || why.contains("outcomes.Exit: ");
    }

    /// `____ TestDeep.test_lists ____`
    fn heading(&mut self, line: &'t str) -> bool {
        let title = ruled(line, '_').filter(|title| title.contains(|c| c != '_' && c != ' '));
        let Some(title) = title else { return false };
        self.unloaded |= title.starts_with("ERROR collecting ");
        self.sections.push(Section::new(title));
        true
    }

    fn detail(&mut self, line: &'t str) {
        if let Some(section) = self.sections.last_mut() {
            section.read(line);
        }
    }

    /// What pytest says of options and arguments that it cannot use.
    fn refused(&self, line: &str) -> bool {
        let usage = line.strip_prefix("ERROR: ").unwrap_or(line);
        (usage.starts_with("usage: ") && usage.contains("[file_or_dir]"))
            || line.starts_with("ERROR: file or directory not found: ")
            || (line.starts_with("ERROR: not found: ") && line.contains("::"))
    }

    /// `FAILED tests/test_a.py::test_x - assert 1 == 2`
    fn summary(&mut self, line: &'t str) -> bool {
        let Some((word, rest)) = line.split_once(' ') else { return false };
        let (id, message) = split_message(rest.trim_end());
        let is_file = id.ends_with(".py") && !id.contains(' ');
        match word {
            "FAILED" | "ERROR" if is_id(id) => self.named.push((id, message)),
            "ERROR" if is_file => self.unloaded = true,
            "PASSED" if is_id(id) => self.found.pass(id),
            _ => return false,
        }
        true
    }

    /// A line of the progress: letters, or with `-v` a test and its verdict.
    fn progress(&mut self, line: &'t str) {
        if self.has_started {
            self.crashed |= line.contains("Fatal Python error: ")
                || (line.ends_with("++++") && line.contains("++++ Timeout ++++"));
        }
        // Most lines are of other programs: their last byte tells, without reading them.
        let is_likely = |last| b"]D".contains(last) || LETTERS.contains(last);
        if !line.starts_with("[gw") && !line.as_bytes().last().is_some_and(is_likely) {
            return;
        }
        if let Some((id, verdict)) = verbose(line) {
            match verdict {
                "PASSED" => self.found.pass(id),
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

    fn reading(mut self) -> Option<ParsedTestRun> {
        self.name_failures();
        let verdict = self.verdict.unwrap_or_default();
        let end = if self.found.has_failures() || verdict.failed > 0 {
            TestRunEnd::Failed
        } else if self.unloaded {
            TestRunEnd::Build
        } else if self.crashed {
            TestRunEnd::Crash
        } else if verdict.errors > 0 {
            if verdict.ran > 0 { TestRunEnd::Failed } else { TestRunEnd::Build }
        } else if self.verdict.is_some() {
            if verdict.ran > 0 { TestRunEnd::Passed } else { TestRunEnd::Nothing }
        } else if self.progress_failed {
            TestRunEnd::Failed
        } else {
            return None;
        };
        if self.verdict.is_some() {
            self.found.count(verdict.passed, verdict.failed.saturating_add(verdict.errors));
        }
        Some(self.found.reading(end))
    }

    /// Brings the names of the summary and the sections together: a section's title leaves out the
    /// file, and the order is the same.
    fn name_failures(&mut self) {
        let mut by_title: HashMap<String, Vec<Section<'t>>> = HashMap::new();
        let mut sections = std::mem::take(&mut self.sections);
        sections.retain(Section::is_test);
        let unnamed = self.named.is_empty() || self.verdict.is_none();
        let names: Vec<String> =
            if unnamed { sections.iter().filter_map(Section::name).collect() } else { Vec::new() };
        for section in sections.into_iter().rev() {
            by_title.entry(section.test().to_owned()).or_default().push(section);
        }
        for (name, message) in std::mem::take(&mut self.named) {
            let Some(failure) = self.found.failure(name) else { continue };
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
                && let Some(failure) = self.found.failure(&name)
            {
                section.complete(failure);
            }
        }
    }
}

/// What stands for a test in the progress.
const LETTERS: &[u8] = b".FEsxXRu,-";

/// The test and its verdict in a line of `-v`: `a.py::test_x PASSED [ 20%]`, or with workers
/// `[gw1] [ 20%] PASSED a.py::test_x`.
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

/// `tests/test_a.py::TestDeep::test_x[1 - 2]`
fn is_id(text: &str) -> bool {
    text.split_once("::").is_some_and(|(file, _)| file.contains('.') && !file.contains(' '))
}

/// The id and the message of a line of the summary. An id may have ` - ` in its brackets.
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
mod tests;
