//! The report in parts, from which any rendering is made.

use fusebox_text::printable_line;

use super::document::{Diagnostic, TestName};
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
pub struct Section {
    /// Its heading.
    pub title: &'static str,
    /// What stands under it.
    pub lines: Vec<Line>,
}

/// One line of a part. No text holds control characters or line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A name and its value.
    Fact {
        /// As `Slice`.
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
    pub fn sections(&self) -> Vec<Section> {
        let all = [
            Section { title: "Circuit Breaker Tripped", lines: self.head() },
            Section { title: "What the test expects", lines: self.expectation() },
            Section { title: "What actually happens", lines: self.actual() },
            Section { title: "The last calls", lines: self.calls() },
            Section { title: "Attempts log", lines: self.attempts() },
            Section { title: "Files modified (cumulative)", lines: self.files() },
            Section { title: "Scope violations", lines: self.violations() },
            Section { title: "Tests modified", lines: self.tests() },
            Section { title: "Git", lines: self.git_lines() },
            Section { title: "What the tests say now", lines: self.run_lines() },
            Section { title: "What the agent says", lines: self.summary() },
            Section { title: "Best hypothesis", lines: vec![text(&self.best_hypothesis)] },
            Section { title: "What I need from you", lines: vec![text(&self.specific_question)] },
            Section { title: "Recovery options", lines: self.options() },
        ];
        all.into_iter().filter(|section| !section.lines.is_empty()).collect()
    }

    fn head(&self) -> Vec<Line> {
        let slice = match self.slice.name.as_deref() {
            Some(name) => format!("{} -- {name}", self.slice.id),
            None => self.slice.id.clone(),
        };
        let test = match &self.test {
            Some(TestName::One(test)) => shown(test, NAME),
            Some(TestName::Several(tests)) => {
                let each: Vec<String> = tests.iter().map(|test| shown(test, NAME)).collect();
                each.join(", ")
            }
            None => "none".to_owned(),
        };
        let mut lines = vec![
            Line::Fact { name: "Slice", value: shown(&slice, SENTENCE) },
            Line::Fact { name: "Test", value: test },
            Line::Fact { name: "Trip reason", value: shown(&self.trip_reason, SENTENCE) },
        ];
        lines.extend(self.incident.as_deref().map(|id| fact("Incident", id)));
        lines.push(fact("Session", &self.session));
        lines.extend(self.checkpoint.as_ref().map(|kept| match &kept.partial {
            None => fact("Checkpoint", &kept.reference),
            Some(how) => fact("Checkpoint", &format!("{} (partial: {how})", kept.reference)),
        }));
        lines
    }

    fn expectation(&self) -> Vec<Line> {
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

    fn actual(&self) -> Vec<Line> {
        let lines = output_lines(&self.actual_error);
        if lines.is_empty() { vec![text("No output is known.")] } else { lines }
    }

    /// Where tests were attempted, the attempts say more than the calls around them.
    fn calls(&self) -> Vec<Line> {
        let of_calls = self.rule.as_deref().is_some_and(|rule| !rule.starts_with("attempts."));
        if self.last_calls.is_empty() || !(of_calls || self.attempt_log.is_empty()) {
            return Vec::new();
        }
        let rows = self.last_calls.iter().map(|call| {
            let result = call.result.as_deref().map_or_else(String::new, |text| shown(text, NAME));
            let result = if call.refused { "refused".to_owned() } else { result };
            Line::Row(vec![shown(&call.call, NAME), call.times.to_string(), result])
        });
        [Line::Head(&["Call", "Times", "Result"])].into_iter().chain(rows).collect()
    }

    fn attempts(&self) -> Vec<Line> {
        let each = self.attempt_log.iter().map(|entry| Line::Attempt {
            number: entry.attempt,
            description: shown(&entry.description, SENTENCE),
            files: entry.files_touched.iter().map(|file| shown(file, NAME)).collect(),
            result: shown(&entry.result, SENTENCE),
            charged: entry.charged,
        });
        or_none(each.collect())
    }

    fn files(&self) -> Vec<Line> {
        let row = |file: &super::ModifiedFile| {
            let attempts: Vec<String> = file.attempts.iter().map(u32::to_string).collect();
            vec![shown(&file.file, NAME), file.change_type.name().to_owned(), attempts.join(", ")]
        };
        let rows = self.cumulative_files_modified.iter().map(row);
        table(&["File", "Change Type", "Attempts"], rows.collect())
    }

    fn violations(&self) -> Vec<Line> {
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

    fn tests(&self) -> Vec<Line> {
        if self.tests_modified.is_empty() {
            return Vec::new();
        }
        let row = |one: &super::TestModified| {
            let test = one.test.as_deref().map_or("–".to_owned(), |test| shown(test, NAME));
            vec![shown(&one.file, NAME), test, shown(&one.how, NAME)]
        };
        table(&["File", "Test", "How"], self.tests_modified.iter().map(row).collect())
    }

    fn git_lines(&self) -> Vec<Line> {
        let Some(git) = &self.git else { return Vec::new() };
        let branch = git.branch.as_deref().unwrap_or("none");
        let mut lines = vec![fact("Branch", branch)];
        lines.extend(git.head.as_deref().map(|head| fact("Commit", head)));
        let changes = git.status.iter().chain(&git.recent_commits).map(String::as_str);
        lines.extend(output_lines(&changes.collect::<Vec<_>>().join("\n")));
        lines
    }

    fn run_lines(&self) -> Vec<Line> {
        self.test_run.as_deref().map(output_lines).unwrap_or_default()
    }

    fn summary(&self) -> Vec<Line> {
        let summary = self.agent_summary.as_deref().unwrap_or_default();
        let lines = output(summary, OUTPUT_LINES).into_iter();
        lines
            .map(|line| shown(&line, TEXT))
            .filter(|line| !line.is_empty())
            .map(Line::Quote)
            .collect()
    }

    fn options(&self) -> Vec<Line> {
        let each = self.recovery_options.iter().map(|option| Line::Recovery {
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

fn fact(name: &'static str, value: &str) -> Line {
    Line::Fact { name, value: shown(value, NAME) }
}

fn text(text: &str) -> Line {
    Line::Text(shown(text, TEXT))
}

fn output_lines(text: &str) -> Vec<Line> {
    output(text, OUTPUT_LINES).into_iter().map(Line::Output).collect()
}

fn table(head: &'static [&'static str], rows: Vec<Vec<String>>) -> Vec<Line> {
    if rows.is_empty() {
        return vec![text("None")];
    }
    [Line::Head(head)].into_iter().chain(rows.into_iter().map(Line::Row)).collect()
}

fn or_none(lines: Vec<Line>) -> Vec<Line> {
    if lines.is_empty() { vec![text("None")] } else { lines }
}
