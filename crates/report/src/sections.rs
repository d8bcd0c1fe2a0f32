//! The report in sections, from which any rendering is made.

use fusebox_engine::PicoUsd;
use fusebox_text::printable_line;

use crate::diagnostic::{AttemptEntry, Diagnostic, RecoveryOption, TrippedTests};
use crate::phrases::{capitalized, output_lines, quoted_name};

/// Lines of output that a section shows.
const OUTPUT_LINES: usize = 60;
/// Characters of a name.
const NAME_CHARS: usize = 200;
/// Characters of a sentence from outside.
const SENTENCE_CHARS: usize = 300;
/// Characters of a longer text.
const TEXT_CHARS: usize = 4_000;

/// One section of the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportSection {
    /// Which one it is.
    pub kind: SectionKind,
    /// Its heading.
    pub title: &'static str,
    /// What stands under its heading; never empty.
    pub blocks: Vec<ReportBlock>,
}

/// What a section is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SectionKind {
    /// The head of the report.
    Head,
    /// The assertion and where it is.
    Expectation,
    /// The output of the failure.
    ActualError,
    /// The calls before the trip.
    LastCalls,
    /// What was tried.
    Attempts,
    /// Every changed file.
    ModifiedFiles,
    /// Files outside the scope.
    ScopeViolations,
    /// Tests that were changed.
    TestsModified,
    /// The state of the work tree.
    Git,
    /// What the tests print right now.
    TestRun,
    /// What a planner wrote of the slice.
    SliceState,
    /// The agent's own words.
    AgentSummary,
    /// Why the agent got stuck.
    Analysis,
    /// What a debugger found.
    DebuggerFinding,
    /// What the evidence suggests.
    Hypothesis,
    /// The question to a person.
    Question,
    /// What a person can do.
    Recovery,
}

/// A part of a section. No text holds control characters or line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReportBlock {
    /// Says that there is nothing to list.
    Nothing,
    /// Names and their values; the values are from outside.
    Facts(Vec<(&'static str, String)>),
    /// Our own words; text from outside stands in them between backticks, as in Markdown.
    Text(String),
    /// Somebody else's words.
    Quote(Vec<String>),
    /// Lines of output as they were.
    Output(Vec<String>),
    /// Attempts in order.
    Attempts(Vec<AttemptEntry>),
    /// A table: the names of its columns, and its rows.
    Table(&'static [&'static str], Vec<Vec<String>>),
    /// What a person can do.
    Recovery(Vec<RecoveryOption>),
}

type SectionRow = (SectionKind, &'static str, fn(&Diagnostic) -> Vec<ReportBlock>);

/// The sections in the order of reading: their headings, and what stands under them.
const SECTIONS: &[SectionRow] = &[
    (SectionKind::Head, "Circuit Breaker Tripped", Diagnostic::head),
    (SectionKind::Expectation, "What the test expects", Diagnostic::expectation),
    (SectionKind::ActualError, "What actually happens", Diagnostic::actual_output),
    (SectionKind::LastCalls, "The last calls", Diagnostic::calls),
    (SectionKind::Attempts, "Attempts log", Diagnostic::attempts),
    (SectionKind::ModifiedFiles, "Files modified (cumulative)", Diagnostic::files),
    (SectionKind::ScopeViolations, "Scope violations", Diagnostic::violations),
    (SectionKind::TestsModified, "Tests modified", Diagnostic::tests),
    (SectionKind::Git, "Git", Diagnostic::work_tree),
    (SectionKind::TestRun, "What the tests say now", Diagnostic::test_output),
    (SectionKind::SliceState, "State of the slice", Diagnostic::slice_state_blocks),
    (SectionKind::AgentSummary, "What the agent says", Diagnostic::summary),
    (SectionKind::Hypothesis, "Best hypothesis", |report| vec![text(&report.best_hypothesis)]),
    (SectionKind::Analysis, "Analysis", Diagnostic::analysis_blocks),
    (SectionKind::DebuggerFinding, "What the debugger found", Diagnostic::debugger_blocks),
    (SectionKind::Question, "What I need from you", |report| vec![text(&report.specific_question)]),
    (SectionKind::Recovery, "Recovery options", Diagnostic::options),
];

impl Diagnostic {
    /// The report in sections, in the order of reading. Sections that have nothing to say are left
    /// out.
    #[must_use]
    pub fn sections(&self) -> Vec<ReportSection> {
        let sections = SECTIONS.iter().map(|(kind, title, blocks)| ReportSection {
            kind: *kind,
            title,
            blocks: blocks(self),
        });
        sections.filter(|section| !section.blocks.is_empty()).collect()
    }

    fn head(&self) -> Vec<ReportBlock> {
        let name = self.slice.name.as_ref().map(|name| format!(" -- {name}"));
        let slice = self.slice.id.clone() + &name.unwrap_or_default();
        let tests = match &self.test {
            Some(TrippedTests::One(test)) => std::slice::from_ref(test),
            Some(TrippedTests::Several(tests)) => tests,
            None => &["none".to_owned()],
        };
        let tests: Vec<String> = tests.iter().map(|test| named(test)).collect();
        let mut facts = vec![
            ("Slice", sentence(&slice)),
            ("Test", tests.join(", ")),
            ("Trip reason", sentence(&self.trip_reason)),
        ];
        facts.extend(self.incident.as_deref().map(|id| ("Incident", named(id))));
        facts.push(("Session", named(&self.session)));
        let cost = self.cost_usd.as_deref().and_then(|usd| usd.parse::<PicoUsd>().ok());
        facts.extend(cost.map(|cost| ("Cost", format!("${} by then", cost.to_cents()))));
        facts.extend(self.branch.as_deref().map(|branch| ("Branch", named(branch))));
        facts.extend(self.checkpoint.as_ref().map(|kept| {
            let partial = kept.partial.as_ref().map(|how| format!(" (partial: {how})"));
            ("Checkpoint", named(&(kept.reference.clone() + &partial.unwrap_or_default())))
        }));
        vec![ReportBlock::Facts(facts)]
    }

    fn expectation(&self) -> Vec<ReportBlock> {
        let at = self.test_location.as_deref().map(quoted_name);
        let at_the = |begin: &str, end: &str| at.as_ref().map(|at| format!("{begin}{at}{end}"));
        match (&self.test_expectation, &self.test) {
            (Some(expectation), _) => {
                let at = at_the("At ", ":").map(|at| text(&at));
                at.into_iter().chain(output(expectation)).collect()
            }
            (None, None) => vec![text("No test is known to fail.")],
            (None, Some(_)) => vec![text(&format!(
                "Not known: it ends in an error{}, not in an assertion.",
                at_the(" at ", "").unwrap_or_default()
            ))],
        }
    }

    fn actual_output(&self) -> Vec<ReportBlock> {
        let lines = output(&self.actual_error);
        if lines.is_empty() { vec![text("No output is known.")] } else { lines }
    }

    fn test_output(&self) -> Vec<ReportBlock> {
        self.test_run.as_deref().map(output).unwrap_or_default()
    }

    /// Where tests were attempted, the attempts say more than the calls around them.
    fn calls(&self) -> Vec<ReportBlock> {
        if self.last_calls.is_empty() || !(self.is_about_calls() || self.attempt_log.is_empty()) {
            return Vec::new();
        }
        let rows = self.last_calls.iter().map(|call| {
            let result = match &call.result {
                _ if call.refused => "refused".to_owned(),
                result => named(result.as_deref().unwrap_or_default()),
            };
            vec![named(&call.call), call.times.to_string(), result]
        });
        table(&["Call", "Times", "Result"], rows)
    }

    /// Whether a rule tripped that is not about attempts at tests.
    #[must_use]
    pub fn is_about_calls(&self) -> bool {
        self.rule.as_deref().is_some_and(|rule| !rule.starts_with("attempts."))
    }

    pub(crate) fn attempts(&self) -> Vec<ReportBlock> {
        let printable = |entry: &AttemptEntry| AttemptEntry {
            description: sentence(&entry.description),
            files_touched: entry.files_touched.iter().map(|file| named(file)).collect(),
            result: sentence(&entry.result),
            ..entry.clone()
        };
        let entries: Vec<_> = self.attempt_log.iter().map(printable).collect();
        or_none(!entries.is_empty(), ReportBlock::Attempts(entries))
    }

    pub(crate) fn files(&self) -> Vec<ReportBlock> {
        let rows = self.cumulative_files_modified.iter().map(|file| {
            let attempts: Vec<String> = file.attempts.iter().map(u32::to_string).collect();
            vec![named(&file.file), file.change_type.name().to_owned(), attempts.join(", ")]
        });
        table(&["File", "Change Type", "Attempts"], rows)
    }

    fn violations(&self) -> Vec<ReportBlock> {
        let rows = self.scope_violations.iter().map(|one| {
            let justification = one.justification.as_deref().map(sentence);
            vec![
                named(&one.file),
                justification.unwrap_or_else(|| "none".to_owned()),
                named(one.test_name.as_deref().unwrap_or("–")),
                named(&one.verdict),
            ]
        });
        table(&["File", "Justification Given", "Test", "Verdict"], rows)
    }

    fn tests(&self) -> Vec<ReportBlock> {
        if self.tests_modified.is_empty() {
            return Vec::new();
        }
        let rows = self.tests_modified.iter().map(|one| {
            vec![named(&one.file), named(one.test.as_deref().unwrap_or("–")), named(&one.how)]
        });
        table(&["File", "Test", "How"], rows)
    }

    fn work_tree(&self) -> Vec<ReportBlock> {
        let Some(git) = &self.git else { return Vec::new() };
        let mut facts = vec![("Branch", named(git.branch.as_deref().unwrap_or("none")))];
        facts.extend(git.head.as_deref().map(|head| ("Commit", named(head))));
        let lines = git.status.iter().chain(&git.recent_commits).map(String::as_str);
        let lines = output(&lines.collect::<Vec<_>>().join("\n"));
        [ReportBlock::Facts(facts)].into_iter().chain(lines).collect()
    }

    pub(crate) fn slice_state_blocks(&self) -> Vec<ReportBlock> {
        self.slice_state.as_deref().map(output).unwrap_or_default()
    }

    pub(crate) fn summary(&self) -> Vec<ReportBlock> {
        quote(self.agent_summary.as_deref().unwrap_or_default())
    }

    fn debugger_blocks(&self) -> Vec<ReportBlock> {
        quote(self.debugger_finding.as_deref().unwrap_or_default())
    }

    fn analysis_blocks(&self) -> Vec<ReportBlock> {
        let Some(analysis) = &self.analysis else { return Vec::new() };
        let cause = capitalized(analysis.root_cause.title());
        let mut blocks = vec![text(&format!("{cause}: {}", analysis.explanation))];
        blocks.push(text("Mistakes to avoid:"));
        blocks.extend(analysis.mistakes.iter().map(|mistake| {
            let calls: Vec<String> = mistake.calls.iter().map(u64::to_string).collect();
            let noun = if calls.len() == 1 { "call" } else { "calls" };
            text(&format!("- {} ({noun} {})", mistake.what, calls.join(", ")))
        }));
        blocks.push(text("The plan:"));
        let steps = (1..).zip(&analysis.plan);
        blocks.extend(steps.map(|(number, step)| text(&format!("{number}. {step}"))));
        blocks
    }

    fn options(&self) -> Vec<ReportBlock> {
        let printable = |option: &RecoveryOption| RecoveryOption {
            title: sentence(&option.title),
            command: printable_line(&option.command, TEXT_CHARS),
            effect: sentence(&option.effect),
        };
        let options: Vec<_> = self.recovery_options.iter().map(printable).collect();
        or_none(!options.is_empty(), ReportBlock::Recovery(options))
    }
}

/// Somebody else's words; nothing where they say nothing.
fn quote(words: &str) -> Vec<ReportBlock> {
    let mut lines = output_lines(words, OUTPUT_LINES);
    lines.iter_mut().for_each(|line| *line = printable_line(line, TEXT_CHARS));
    lines.retain(|line| !line.is_empty());
    if lines.is_empty() { Vec::new() } else { vec![ReportBlock::Quote(lines)] }
}

fn named(text: &str) -> String {
    printable_line(text, NAME_CHARS)
}

pub(crate) fn sentence(text: &str) -> String {
    printable_line(text, SENTENCE_CHARS)
}

pub(crate) fn text(text: &str) -> ReportBlock {
    ReportBlock::Text(printable_line(text, TEXT_CHARS))
}

pub(crate) fn output(text: &str) -> Vec<ReportBlock> {
    let lines = output_lines(text, OUTPUT_LINES);
    if lines.is_empty() { Vec::new() } else { vec![ReportBlock::Output(lines)] }
}

fn table(
    columns: &'static [&'static str],
    rows: impl Iterator<Item = Vec<String>>,
) -> Vec<ReportBlock> {
    let rows: Vec<Vec<String>> = rows.collect();
    or_none(!rows.is_empty(), ReportBlock::Table(columns, rows))
}

fn or_none(is_filled: bool, block: ReportBlock) -> Vec<ReportBlock> {
    vec![if is_filled { block } else { ReportBlock::Nothing }]
}
