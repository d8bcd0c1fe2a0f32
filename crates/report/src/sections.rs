//! The report in parts, from which any rendering is made.

use fusebox_text::printable_line;

use super::document::{Diagnostic, TrippedTests};
use super::words::{name, output};

/// Lines of output that a part shows.
const OUTPUT_LINES: usize = 60;
/// Characters of a name.
const NAME: usize = 200;
/// Characters of a sentence from outside.
const SENTENCE: usize = 300;
/// Characters of a longer text.
const TEXT: usize = 4_000;

/// One part of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportSection {
    /// Its heading.
    pub title: &'static str,
    /// What stands under it.
    pub lines: Vec<ReportLine>,
}

/// One line of a part. No text holds control characters or line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportLine {
    /// A name and its value.
    Fact {
        /// As `WorkSlice`.
        name: &'static str,
        /// From outside.
        value: String,
    },
    /// Our own words; text from outside stands in them between backticks, as Markdown has it.
    Text(String),
    /// Somebody else's words.
    Quote(String),
    /// A line of output as it was.
    Output(String),
    /// One attempt.
    Attempt {
        /// Its number.
        number: u32,
        /// What was tried.
        description: String,
        /// With which files.
        files: Vec<String>,
        /// What came of it.
        result: String,
        /// Whether it counted towards a limit.
        charged: bool,
    },
    /// The names of the columns of the rows that follow.
    Head(&'static [&'static str]),
    /// A row of a table.
    Row(Vec<String>),
    /// Something a person can do.
    Recovery {
        /// In a few words.
        title: String,
        /// The command.
        command: String,
        /// What it does.
        effect: String,
    },
}

impl Diagnostic {
    /// The report in parts, in the order of reading. The first is the head.
    #[must_use]
    pub fn sections(&self) -> Vec<ReportSection> {
        let all = [
            ReportSection { title: "Circuit Breaker Tripped", lines: self.head() },
            ReportSection { title: "What the test expects", lines: self.expectation() },
            ReportSection { title: "What actually happens", lines: self.actual() },
            ReportSection { title: "The last calls", lines: self.calls() },
            ReportSection { title: "Attempts log", lines: self.attempts() },
            ReportSection { title: "Files modified (cumulative)", lines: self.files() },
            ReportSection { title: "Scope violations", lines: self.violations() },
            ReportSection { title: "Tests modified", lines: self.tests() },
            ReportSection { title: "Git", lines: self.git_lines() },
            ReportSection { title: "What the tests say now", lines: self.run_lines() },
            ReportSection { title: "What the agent says", lines: self.summary() },
            ReportSection { title: "Best hypothesis", lines: vec![text(&self.best_hypothesis)] },
            ReportSection {
                title: "What I need from you",
                lines: vec![text(&self.specific_question)],
            },
            ReportSection { title: "Recovery options", lines: self.options() },
        ];
        all.into_iter().filter(|section| !section.lines.is_empty()).collect()
    }

    fn head(&self) -> Vec<ReportLine> {
        let slice = match self.slice.name.as_deref() {
            Some(name) => format!("{} -- {name}", self.slice.id),
            None => self.slice.id.clone(),
        };
        let test = match &self.test {
            Some(TrippedTests::One(test)) => shown(test, NAME),
            Some(TrippedTests::Several(tests)) => {
                let each: Vec<String> = tests.iter().map(|test| shown(test, NAME)).collect();
                each.join(", ")
            }
            None => "none".to_owned(),
        };
        let mut lines = vec![
            ReportLine::Fact { name: "Slice", value: shown(&slice, SENTENCE) },
            ReportLine::Fact { name: "Test", value: test },
            ReportLine::Fact { name: "Trip reason", value: shown(&self.trip_reason, SENTENCE) },
        ];
        lines.extend(self.incident.as_deref().map(|id| fact("Incident", id)));
        lines.push(fact("Session", &self.session));
        lines.extend(self.checkpoint.as_ref().map(|kept| match &kept.partial {
            None => fact("Checkpoint", &kept.reference),
            Some(how) => fact("Checkpoint", &format!("{} (partial: {how})", kept.reference)),
        }));
        lines
    }

    fn expectation(&self) -> Vec<ReportLine> {
        let Some(expectation) = &self.test_expectation else {
            let at = self.test_location.as_deref().map(name);
            return vec![text(&match (&self.test, at) {
                (None, _) => "No test is known to fail.".to_owned(),
                (Some(_), None) => {
                    "Not known: it ends in an error, not in an assertion.".to_owned()
                }
                (Some(_), Some(at)) => {
                    format!("Not known: it ends in an error at {at}, not in an assertion.")
                }
            })];
        };
        let at = self.test_location.as_deref();
        let at = at.map(|at| text(&format!("At {}:", name(at))));
        at.into_iter().chain(output_lines(expectation)).collect()
    }

    fn actual(&self) -> Vec<ReportLine> {
        let lines = output_lines(&self.actual_error);
        if lines.is_empty() { vec![text("No output is known.")] } else { lines }
    }

    /// Where tests were attempted, the attempts say more than the calls around them.
    fn calls(&self) -> Vec<ReportLine> {
        let of_calls = self.rule.as_deref().is_some_and(|rule| !rule.starts_with("attempts."));
        if self.last_calls.is_empty() || !(of_calls || self.attempt_log.is_empty()) {
            return Vec::new();
        }
        let rows = self.last_calls.iter().map(|call| {
            let result = call.result.as_deref().map_or_else(String::new, |text| shown(text, NAME));
            let result = if call.refused { "refused".to_owned() } else { result };
            ReportLine::Row(vec![shown(&call.call, NAME), call.times.to_string(), result])
        });
        [ReportLine::Head(&["Call", "Times", "Result"])].into_iter().chain(rows).collect()
    }

    fn attempts(&self) -> Vec<ReportLine> {
        let each = self.attempt_log.iter().map(|entry| ReportLine::Attempt {
            number: entry.attempt,
            description: shown(&entry.description, SENTENCE),
            files: entry.files_touched.iter().map(|file| shown(file, NAME)).collect(),
            result: shown(&entry.result, SENTENCE),
            charged: entry.charged,
        });
        or_none(each.collect())
    }

    fn files(&self) -> Vec<ReportLine> {
        let row = |file: &super::ModifiedFile| {
            let attempts: Vec<String> = file.attempts.iter().map(u32::to_string).collect();
            vec![shown(&file.file, NAME), file.change_type.name().to_owned(), attempts.join(", ")]
        };
        let rows = self.cumulative_files_modified.iter().map(row);
        table(&["File", "Change Type", "Attempts"], rows.collect())
    }

    fn violations(&self) -> Vec<ReportLine> {
        let row = |one: &super::ScopeViolation| {
            vec![
                shown(&one.file, NAME),
                one.justification.as_deref().map_or("none".to_owned(), |why| shown(why, SENTENCE)),
                one.test_name.as_deref().map_or("–".to_owned(), |test| shown(test, NAME)),
                shown(&one.verdict, NAME),
            ]
        };
        let rows = self.scope_violations.iter().map(row);
        table(&["File", "Justification Given", "Test", "Verdict"], rows.collect())
    }

    fn tests(&self) -> Vec<ReportLine> {
        if self.tests_modified.is_empty() {
            return Vec::new();
        }
        let row = |one: &super::TestModified| {
            let test = one.test.as_deref().map_or("–".to_owned(), |test| shown(test, NAME));
            vec![shown(&one.file, NAME), test, shown(&one.how, NAME)]
        };
        table(&["File", "Test", "How"], self.tests_modified.iter().map(row).collect())
    }

    fn git_lines(&self) -> Vec<ReportLine> {
        let Some(git) = &self.git else { return Vec::new() };
        let branch = git.branch.as_deref().unwrap_or("none");
        let mut lines = vec![fact("Branch", branch)];
        lines.extend(git.head.as_deref().map(|head| fact("Commit", head)));
        let changes = git.status.iter().chain(&git.recent_commits).map(String::as_str);
        lines.extend(output_lines(&changes.collect::<Vec<_>>().join("\n")));
        lines
    }

    fn run_lines(&self) -> Vec<ReportLine> {
        self.test_run.as_deref().map(output_lines).unwrap_or_default()
    }

    fn summary(&self) -> Vec<ReportLine> {
        let summary = self.agent_summary.as_deref().unwrap_or_default();
        let lines = output(summary, OUTPUT_LINES).into_iter();
        lines
            .map(|line| shown(&line, TEXT))
            .filter(|line| !line.is_empty())
            .map(ReportLine::Quote)
            .collect()
    }

    fn options(&self) -> Vec<ReportLine> {
        let each = self.recovery_options.iter().map(|option| ReportLine::Recovery {
            title: shown(&option.title, SENTENCE),
            command: shown(&option.command, TEXT),
            effect: shown(&option.effect, SENTENCE),
        });
        or_none(each.collect())
    }
}

fn shown(text: &str, chars: usize) -> String {
    printable_line(text, chars)
}

fn fact(name: &'static str, value: &str) -> ReportLine {
    ReportLine::Fact { name, value: shown(value, NAME) }
}

fn text(text: &str) -> ReportLine {
    ReportLine::Text(shown(text, TEXT))
}

fn output_lines(text: &str) -> Vec<ReportLine> {
    output(text, OUTPUT_LINES).into_iter().map(ReportLine::Output).collect()
}

fn table(head: &'static [&'static str], rows: Vec<Vec<String>>) -> Vec<ReportLine> {
    if rows.is_empty() {
        return vec![text("None")];
    }
    [ReportLine::Head(head)].into_iter().chain(rows.into_iter().map(ReportLine::Row)).collect()
}

fn or_none(lines: Vec<ReportLine>) -> Vec<ReportLine> {
    if lines.is_empty() { vec![text("None")] } else { lines }
}
