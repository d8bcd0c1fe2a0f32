//! Reads the output of maven: surefire and failsafe, and what stops them from running.

use super::failure_text::FailureText;
use super::findings::{RunFindings, first_end};
use super::lines::{LineReader, contains_any, is_cut, read_lines, starts_with_any};
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// Every output of the runner contains one of these; most other outputs contain none.
pub(super) const MARKS: &[&str] = &["Tests run: ", "[ERROR]", "[INFO] BUILD ", "<<< "];

/// Reads a run of maven.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    read_lines::<MavenReader<'_>>(text)
}

#[derive(Default)]
struct MavenReader<'t> {
    findings: RunFindings,
    /// The class whose tests are listed.
    class: &'t str,
    /// The sums over the classes: run, failed, skipped. They are used where the output ends before
    /// the total.
    classes: Option<[u64; 3]>,
    has_total: bool,
    /// Whether the lines belong to the list of failures at the end.
    in_list: bool,
    failure_text: Option<(TestFailure, FailureText<'t>)>,
    goal_failed: bool,
    build_failed: bool,
}

impl<'t> LineReader<'t> for MavenReader<'t> {
    fn read_line(&mut self, line: &'t str) {
        let (level, text) = level(line);
        if level.is_some() || line.trim().is_empty() || is_cut(line) {
            self.end_failure();
        }
        if let Some(test) = text.split_once("Time elapsed: ").and_then(|_| failed_test(text)) {
            self.findings.recognize();
            self.in_list = false;
            self.failure_text =
                Some((TestFailure::named(self.qualified(test)), FailureText::default()));
        } else if let Some((counts, class)) = counts(text) {
            self.count(counts, class);
        } else if level == Some("ERROR") && matches!(text.trim_end(), "Failures:" | "Errors:") {
            self.in_list = true;
        } else if level == Some("ERROR") && self.in_list && text.starts_with("  ") {
            self.listed(text.trim());
        } else if let Some(level) = level {
            self.in_list &= level == "ERROR";
            self.build(level, text);
        } else if let Some((_, failure_text)) = &mut self.failure_text {
            failure_text.read_line(line);
        } else if line.strip_prefix("Error: Could not find or load main class org.").is_some_and(
            |class| starts_with_any(class, &["codehaus.plexus", "apache.maven.wrapper"]),
        ) {
            self.findings.recognize().add_infrastructure(TestRunEnd::MissingTool);
        }
    }

    fn into_run(mut self) -> Option<ParsedTestRun> {
        self.end_failure();
        if let Some([run, failed, skipped]) = self.classes.filter(|_| !self.has_total) {
            self.findings.add_totals(run, failed, skipped);
        }
        let has_verdict = self.findings.has_failed() || self.findings.infrastructure.is_some();
        if !has_verdict && self.findings.reported_end != Some(TestRunEnd::Nothing) {
            if self.goal_failed {
                self.findings.add_infrastructure(TestRunEnd::Build);
            } else if self.build_failed {
                self.findings.add_end(TestRunEnd::Failed);
            }
        }
        self.findings.into_run()
    }
}

impl<'t> MavenReader<'t> {
    fn count(&mut self, [run, failures, errors, skipped]: [u64; 4], class: Option<&'t str>) {
        self.findings.recognize();
        self.in_list = false;
        let failed = failures.saturating_add(errors);
        if let Some(class) = class {
            self.class = simple(class);
            let known = self.classes.get_or_insert([0; 3]);
            let add = |known: &mut u64, n| *known = known.saturating_add(n);
            known.iter_mut().zip([run, failed, skipped]).for_each(|(known, n)| add(known, n));
            return;
        }
        self.has_total = true;
        self.findings.add_totals(run, failed, skipped);
    }

    /// Reads a line of maven's log.
    fn build(&mut self, level: &str, text: &str) {
        let why = match (level, text.trim_end()) {
            ("INFO", "BUILD SUCCESS" | "No tests to run." | "Tests are skipped.") => {
                return self.findings.recognize().add_end(TestRunEnd::Nothing);
            }
            ("INFO", "BUILD FAILURE") => {
                self.findings.recognize();
                self.build_failed = true;
                return;
            }
            ("ERROR", _) => text,
            _ => return,
        };
        let starts = |starts: &[&str]| starts_with_any(why, starts);
        let holds = |parts: &[&str]| contains_any(why, parts);
        let end = first_end([
            (holds(NO_TESTS), TestRunEnd::Nothing),
            (starts(BUILD_ERRORS), TestRunEnd::Build),
            (holds(NETWORK_ERRORS), TestRunEnd::Network),
            (starts(USAGE_ERRORS), TestRunEnd::Crash),
        ]);
        match end {
            Some(TestRunEnd::Nothing) => self.findings.add_end(TestRunEnd::Nothing),
            Some(why) => self.findings.add_infrastructure(why),
            None if !why.starts_with("Failed to execute goal ") => return,
            None if why.contains("There are test failures") => self.build_failed = true,
            None => self.goal_failed = true,
        }
        self.findings.recognize();
    }

    /// Reads a line of the list at the end: `SumsTest.adds:9 expected:<3> but was:<-1>`.
    fn listed(&mut self, text: &'t str) {
        let (place, why) = text.split_once(' ').unwrap_or((text, ""));
        let (name, line) = place.split_once(':').unwrap_or((place, ""));
        let line = line.split("->").next().and_then(|line| line.parse().ok());
        if line.is_none() && !place.contains('.') {
            return;
        }
        self.findings.recognize();
        let mut failure_text = FailureText::default();
        match why.strip_prefix("» ") {
            Some(error) => failure_text.push_line(error),
            None => {
                failure_text.asserts = true;
                failure_text.push_line(why);
            }
        }
        self.failure_text =
            Some((TestFailure { line, ..TestFailure::named(name.to_owned()) }, failure_text));
    }

    fn end_failure(&mut self) {
        let Some((known, failure_text)) = self.failure_text.take() else { return };
        let mut failure = failure_text.to_failure(known.name);
        failure.line = failure.line.or(known.line);
        self.findings.add_failure(failure);
    }

    /// The name of a test with its class, without packages and arguments, as `-Dtest=` accepts it.
    fn qualified(&self, test: &str) -> String {
        let (method, class) = test.split_once('(').unwrap_or((test, ""));
        let method = method.split('[').next().unwrap_or(method);
        if let Some((class, method)) = method.rsplit_once('.') {
            let class = simple(class);
            let is_class = class.starts_with(|c: char| c.is_ascii_uppercase());
            return if is_class { format!("{class}.{method}") } else { method.to_owned() };
        }
        let class = class.strip_suffix(')').filter(|class| class.contains('.'));
        match class.map_or(self.class, simple) {
            "" => method.to_owned(),
            class => format!("{class}.{method}"),
        }
    }
}

// What maven's log says of a run without a verdict.
const NO_TESTS: &[&str] = &["No tests were executed!", "No tests matching pattern"];
const BUILD_ERRORS: &[&str] = &["COMPILATION ERROR", "Non-parseable POM"];
const NETWORK_ERRORS: &[&str] = &[
    "Could not resolve dependencies",
    "Could not transfer artifact",
    "or one of its dependencies could not be resolved",
    "Could not find artifact",
];
const USAGE_ERRORS: &[&str] = &[
    "The forked VM terminated",
    "Unknown lifecycle phase",
    "No plugin found for prefix",
    "The goal you specified requires a project",
];

/// The level of a line of maven's log, and its text.
fn level(line: &str) -> (Option<&str>, &str) {
    let level = ["ERROR", "INFO", "WARNING"].into_iter().find_map(|level| {
        let text = line.strip_prefix('[')?.strip_prefix(level)?.strip_prefix(']')?;
        Some((Some(level), text.strip_prefix(' ').unwrap_or(text)))
    });
    level.unwrap_or((None, line))
}

/// The test of `adds(com.acme.SumsTest)  Time elapsed: 0 s  <<< FAILURE!`, or in newer releases of
/// surefire `com.acme.SumsTest.adds -- Time elapsed: 0 s <<< ERROR!`.
fn failed_test(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let text = text.strip_suffix("<<< FAILURE!").or_else(|| text.strip_suffix("<<< ERROR!"))?;
    let (test, _) = text.split_once("Time elapsed: ")?;
    let test = test.trim_end().trim_end_matches("--").trim_end();
    (!test.is_empty() && !test.starts_with("Tests run:")).then_some(test)
}

/// Run, failures, errors and skipped of `Tests run: 9, Failures: 4, Errors: 2, Skipped: 1`, and the
/// class to which the counts belong, if they belong to one.
fn counts(text: &str) -> Option<([u64; 4], Option<&str>)> {
    let mut counts = [0; 4];
    let mut rest = text;
    for (count, head) in
        counts.iter_mut().zip(["Tests run: ", ", Failures: ", ", Errors: ", ", Skipped: "])
    {
        rest = rest.strip_prefix(head)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at_checked(digits)?;
        *count = number.parse().ok()?;
        rest = after;
    }
    let class =
        rest.contains(", Time elapsed: ").then(|| rest.rsplit(' ').next().unwrap_or_default());
    (class.is_some() || rest.trim().is_empty()).then_some((counts, class))
}

/// A class without its package.
fn simple(class: &str) -> &str {
    class.rsplit('.').next().unwrap_or(class)
}

#[cfg(test)]
pub(crate) mod tests;
