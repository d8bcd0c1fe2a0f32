//! Reads the output of maven: surefire and failsafe, and what keeps them from running.

use super::explain::Story;
use super::lines::{is_cut, lines};
use super::tally::Tally;
use super::{ParsedTestRun, TestFailure, TestRunEnd};

/// What maven says about a run.
pub(super) fn read(text: &str) -> Option<ParsedTestRun> {
    let marks = ["Tests run: ", "[ERROR]", "[INFO] BUILD ", "<<< "];
    if !marks.iter().any(|mark| text.contains(mark)) {
        return None;
    }
    let mut run = Run::default();
    lines(text).for_each(|line| run.line(line));
    run.close();
    run.reading()
}

#[derive(Default)]
struct Run<'t> {
    tally: Tally,
    is_maven: bool,
    /// The class whose tests are listed.
    class: &'t str,
    /// What the classes count, for an output that ends before the total: run, failed, skipped.
    classes: Option<[u64; 3]>,
    has_total: bool,
    /// The lines are of the list of failures at the end.
    in_list: bool,
    story: Option<(TestFailure, Story<'t>)>,
    goal_failed: bool,
    build_failed: bool,
}

impl<'t> Run<'t> {
    fn line(&mut self, line: &'t str) {
        let (level, text) = level(line);
        if level.is_some() || line.trim().is_empty() || is_cut(line) {
            self.close();
        }
        if let Some(test) = text.split_once("Time elapsed: ").and_then(|_| failed_test(text)) {
            self.is_maven = true;
            self.in_list = false;
            self.story = Some((bare(self.qualified(test)), Story::default()));
        } else if let Some((counts, class)) = counts(text) {
            self.count(counts, class);
        } else if level == Some("ERROR") && matches!(text.trim_end(), "Failures:" | "Errors:") {
            self.in_list = true;
        } else if level == Some("ERROR") && self.in_list && text.starts_with("  ") {
            self.listed(text.trim());
        } else if let Some(level) = level {
            self.in_list &= level == "ERROR";
            self.build(level, text);
        } else if let Some((_, story)) = &mut self.story {
            story.line(line);
        } else if line.starts_with("Error: Could not find or load main class org.codehaus.plexus")
            || line.starts_with("Error: Could not find or load main class org.apache.maven.wrapper")
        {
            self.is_maven = true;
            self.tally.infra(TestRunEnd::MissingTool);
        }
    }

    fn count(&mut self, [run, failures, errors, skipped]: [u64; 4], class: Option<&'t str>) {
        self.is_maven = true;
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
        self.tally.count(run.saturating_sub(failed).saturating_sub(skipped), failed);
    }

    /// A line of maven's own.
    fn build(&mut self, level: &str, text: &str) {
        let why = match level {
            "INFO" => match text.trim_end() {
                "BUILD SUCCESS" | "No tests to run." | "Tests are skipped." => {
                    self.is_maven = true;
                    return self.tally.says(TestRunEnd::Nothing);
                }
                "BUILD FAILURE" => {
                    self.is_maven = true;
                    self.build_failed = true;
                    return;
                }
                _ => return,
            },
            "ERROR" => text,
            _ => return,
        };
        let starts = |heads: &[&str]| heads.iter().any(|head| why.starts_with(head));
        let holds = |words: &[&str]| words.iter().any(|word| why.contains(word));
        if holds(&["No tests were executed!", "No tests matching pattern"]) {
            self.tally.says(TestRunEnd::Nothing);
        } else if starts(&["COMPILATION ERROR", "Non-parseable POM"]) {
            self.tally.infra(TestRunEnd::Build);
        } else if holds(&["Could not resolve dependencies", "Could not transfer artifact"])
            || holds(&[
                "or one of its dependencies could not be resolved",
                "Could not find artifact",
            ])
        {
            self.tally.infra(TestRunEnd::Network);
        } else if starts(&["The forked VM terminated", "Unknown lifecycle phase"])
            || starts(&["No plugin found for prefix", "The goal you specified requires a project"])
        {
            self.tally.infra(TestRunEnd::Crash);
        } else if starts(&["Failed to execute goal "]) {
            match why.contains("There are test failures") {
                true => self.build_failed = true,
                false => self.goal_failed = true,
            }
        } else {
            return;
        }
        self.is_maven = true;
    }

    /// A line of the list at the end: `SumsTest.adds:9 expected:<3> but was:<-1>`.
    fn listed(&mut self, text: &'t str) {
        let (place, why) = text.split_once(' ').unwrap_or((text, ""));
        let (name, line) = place.split_once(':').unwrap_or((place, ""));
        let line = line.split("->").next().and_then(|line| line.parse().ok());
        if line.is_none() && !place.contains('.') {
            return;
        }
        self.is_maven = true;
        let mut story = Story::default();
        match why.strip_prefix("» ") {
            Some(error) => story.say(error),
            None => {
                story.assert();
                story.say(why);
            }
        }
        self.story = Some((TestFailure { line, ..bare(name.to_owned()) }, story));
    }

    fn close(&mut self) {
        let Some((known, story)) = self.story.take() else { return };
        let mut failure = story.failure(known.name);
        failure.line = failure.line.or(known.line);
        self.tally.add(failure);
    }

    /// The name of a test with its class, without packages and arguments, as `-Dtest=` takes it.
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

    fn reading(mut self) -> Option<ParsedTestRun> {
        if !self.is_maven {
            return None;
        }
        if let Some([run, failed, skipped]) = self.classes.filter(|_| !self.has_total) {
            self.tally.count(run.saturating_sub(failed).saturating_sub(skipped), failed);
        }
        let has_verdict = self.tally.any_failed() || self.tally.any_infra();
        if !has_verdict && !self.tally.is_empty_run() {
            if self.goal_failed {
                self.tally.infra(TestRunEnd::Build);
            } else if self.build_failed {
                self.tally.says(TestRunEnd::Failed);
            }
        }
        self.tally.reading()
    }
}

fn bare(name: String) -> TestFailure {
    super::tally::named(name)
}

/// The level of a line of maven's log, and its text.
fn level(line: &str) -> (Option<&str>, &str) {
    let level = ["ERROR", "INFO", "WARNING"].into_iter().find_map(|level| {
        let text = line.strip_prefix('[')?.strip_prefix(level)?.strip_prefix(']')?;
        Some((Some(level), text.strip_prefix(' ').unwrap_or(text)))
    });
    level.unwrap_or((None, line))
}

/// The test of `adds(com.acme.SumsTest)  Time elapsed: 0 s  <<< FAILURE!`, or of newer surefires
/// `com.acme.SumsTest.adds -- Time elapsed: 0 s <<< ERROR!`.
fn failed_test(text: &str) -> Option<&str> {
    let text = text.trim_end();
    let text = text.strip_suffix("<<< FAILURE!").or_else(|| text.strip_suffix("<<< ERROR!"))?;
    let (test, _) = text.split_once("Time elapsed: ")?;
    let test = test.trim_end().trim_end_matches("--").trim_end();
    (!test.is_empty() && !test.starts_with("Tests run:")).then_some(test)
}

/// Run, failures, errors and skipped of `Tests run: 9, Failures: 4, Errors: 2, Skipped: 1`, and the
/// class if they are one class's.
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
mod tests;
