//! Reads the output of rspec.

use super::counts::counts;
use super::failure_text::FailureText;
use super::findings::RunFindings;
use super::lines::{is_cut, lines, numbered};
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] = &[
    " examples, ",
    " example, ",
    "Failure/Error:",
    "rspec ./",
    "rspec './",
    "listing of valid options",
];

/// Reads a run of rspec.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let mut run = RspecReader { is_finished: true, ..RspecReader::default() };
    lines(text).for_each(|line| run.read_line(line));
    run.end_failure();
    run.findings.into_run()
}

#[derive(Default)]
struct RspecReader<'t> {
    findings: RunFindings,
    /// Whether a summary may follow: the line before is `Finished in`, or the output begins here.
    is_finished: bool,
    failure: Option<FailedExample<'t>>,
}

/// A failed example of the list.
#[derive(Default)]
struct FailedExample<'t> {
    name: &'t str,
    /// The code behind `Failure/Error:`, which is the expectation.
    code: Option<&'t str>,
    /// Whether it raised an error, so that the error's class follows.
    raised: bool,
    failure_text: FailureText<'t>,
}

impl<'t> RspecReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        let is_finished =
            std::mem::replace(&mut self.is_finished, line.starts_with("Finished in "));
        if let Some((_, name)) = numbered(line) {
            self.end_failure();
            self.failure = Some(FailedExample { name, ..FailedExample::default() });
        } else if let Some([all, failed, pending, errors]) = summary(line).filter(|_| is_finished) {
            self.end_failure();
            self.findings.recognize().add_totals(all, failed, pending);
            if errors > 0 {
                self.findings.add_infrastructure(TestRunEnd::Build);
            } else if all == 0 {
                self.findings.add_end(TestRunEnd::Nothing);
            }
        } else if let Some(failure) = rerun(line) {
            self.end_failure();
            self.findings.recognize().add_failure(failure);
        } else if line.starts_with("An error occurred while loading ./") {
            self.findings.recognize().add_infrastructure(TestRunEnd::Build);
        } else if line == "Please use --help for a listing of valid options" {
            self.findings.recognize().add_infrastructure(TestRunEnd::Crash);
        } else if is_cut(line) || (!line.is_empty() && !line.starts_with(' ')) {
            self.end_failure();
        } else if let Some(example) = &mut self.failure {
            example.line(line);
        }
    }

    fn end_failure(&mut self) {
        let Some(example) = self.failure.take() else { return };
        let Some(code) = example.code else { return };
        self.findings.recognize();
        let mut failure = example.failure_text.to_failure(example.name);
        failure.assertion = (!example.raised).then(|| code.to_owned());
        self.findings.add_failure(failure);
    }
}

impl<'t> FailedExample<'t> {
    fn line(&mut self, line: &'t str) {
        let text = line.trim();
        if let Some(place) = text.strip_prefix("# ") {
            // Pending examples give their reason first; they have not failed.
            if self.code.is_none() {
                self.name = "";
            }
            self.failure_text.set_place(place.strip_prefix("./").and_then(super::lines::place));
        } else if let Some((_, code)) = text.split_once("Failure/Error: ") {
            self.code.get_or_insert(code);
        } else if self.code.is_some() {
            let is_class = line.starts_with("     ") && !line.starts_with("      ");
            let is_class = is_class && text.ends_with(':') && !text.contains(' ');
            self.raised |= is_class && self.failure_text.is_empty();
            self.failure_text.push_line(text);
        }
    }
}

/// All, failed and pending examples, and the errors outside of them, in `11 examples, 6 failures, 2
/// pending, 1 error occurred outside of examples`.
fn summary(line: &str) -> Option<[u64; 4]> {
    let counts = counts(line, ", ")?;
    let [(all, "example" | "examples"), (failed, "failure" | "failures"), rest @ ..] = &counts[..]
    else {
        return None;
    };
    let (mut pending, mut errors) = (0, 0);
    for (n, what) in rest {
        match *what {
            "pending" => pending = *n,
            _ if what.ends_with(" occurred outside of examples") => errors = *n,
            _ => return None,
        }
    }
    Some([*all, *failed, pending, errors])
}

/// The failure of `rspec ./spec/sums_spec.rb:20 # Sums explodes`.
fn rerun(line: &str) -> Option<TestFailure> {
    let (place, name) = line.strip_prefix("rspec ")?.split_once(" # ")?;
    let place = place.trim_matches('\'').strip_prefix("./")?;
    let (place, numbers) = place.split_once('[').unwrap_or((place, ""));
    let found = super::lines::place(place).filter(|_| numbers.is_empty());
    let file = found.map_or(place, |(file, _)| file);
    Some(TestFailure {
        file: Some(file.to_owned()),
        line: found.map(|(_, line)| line),
        ..TestFailure::named(name.trim_end())
    })
}

#[cfg(test)]
pub(crate) mod tests;
