//! The hand-over: what whoever goes on with the work has to know, as a page for the project's folder.

use crate::diagnostic::{Diagnostic, TrippedTests};
use crate::markdown;
use crate::phrases::quoted_name;
use crate::sections::{ReportBlock, output, sentence, text};

/// How the work ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorkEnd {
    /// A breaker stopped it.
    Tripped,
    /// It was done.
    Completed,
    /// It failed for this reason.
    Failed(String),
}

impl Diagnostic {
    /// The first line of every page: a file that begins otherwise is somebody else's.
    pub const HAND_OVER_MARK: &str =
        "<!-- Written by Fusebox; the next trip or end of a run replaces it. -->";

    /// The page: what was done, what failed, what is open, and the next step.
    #[must_use]
    pub fn hand_over(&self, end: &WorkEnd) -> String {
        let parts = [
            ("# Continue here", vec![self.ended(end)]),
            ("## Done", self.done()),
            ("## Failed", self.failed(end)),
            ("## Open", self.open(end)),
            ("## Next step", self.next_step(end)),
        ];
        let mut page = format!("{}\n", Self::HAND_OVER_MARK);
        for (heading, blocks) in parts {
            let blocks = if blocks.is_empty() { vec![ReportBlock::Nothing] } else { blocks };
            let blocks: Vec<String> = blocks.iter().map(markdown::block).collect();
            page.push_str(&format!("\n{heading}\n\n{}\n", blocks.join("\n\n")));
        }
        page
    }

    fn ended(&self, end: &WorkEnd) -> ReportBlock {
        let name = self.slice.name.as_ref().map(|name| format!(" -- {name}"));
        let ended = match end {
            WorkEnd::Tripped => format!("circuit breaker: {}", self.trip_reason),
            WorkEnd::Completed => "completed".to_owned(),
            WorkEnd::Failed(reason) => format!("failed: {reason}"),
        };
        let slice = self.slice.id.clone() + &name.unwrap_or_default();
        let mut facts = vec![("Slice", sentence(&slice)), ("Ended", sentence(&ended))];
        facts.extend(self.incident.as_deref().map(|id| ("Incident", sentence(id))));
        facts.push(("Session", sentence(&self.session)));
        let kept = self.checkpoint.as_ref();
        facts.extend(kept.map(|kept| ("Checkpoint", sentence(&kept.reference))));
        ReportBlock::Facts(facts)
    }

    fn done(&self) -> Vec<ReportBlock> {
        let mut blocks = self.summary();
        if !self.cumulative_files_modified.is_empty() {
            blocks.extend(self.files());
        }
        blocks
    }

    fn failed(&self, end: &WorkEnd) -> Vec<ReportBlock> {
        let mut blocks = Vec::new();
        if !self.attempt_log.is_empty() {
            blocks.extend(self.attempts());
        }
        if *end != WorkEnd::Completed {
            blocks.extend(output(&self.actual_error));
        }
        if let (WorkEnd::Failed(reason), true) = (end, blocks.is_empty()) {
            blocks.push(text(&format!("`{}`", reason.replace('`', "'"))));
        }
        blocks
    }

    fn open(&self, end: &WorkEnd) -> Vec<ReportBlock> {
        let tests = match &self.test {
            Some(TrippedTests::One(test)) => std::slice::from_ref(test),
            Some(TrippedTests::Several(tests)) => tests,
            None => &[],
        };
        let fails = |test: &String| text(&format!("- {} fails.", quoted_name(test)));
        let mut blocks: Vec<_> = tests.iter().map(fails).collect();
        if *end == WorkEnd::Tripped {
            blocks.push(text(&self.specific_question));
        }
        blocks.extend(self.slice_state_blocks());
        blocks
    }

    fn next_step(&self, end: &WorkEnd) -> Vec<ReportBlock> {
        let mut blocks = Vec::new();
        if *end == WorkEnd::Tripped {
            blocks.extend(
                self.recovery_options
                    .first()
                    .map(|first| ReportBlock::Recovery(vec![first.clone()])),
            );
        }
        if *end != WorkEnd::Completed {
            let plan = self.analysis.iter().flat_map(|analysis| (1..).zip(&analysis.plan));
            blocks.extend(plan.map(|(number, step)| text(&format!("{number}. {step}"))));
        }
        match end {
            WorkEnd::Completed if self.test.is_some() => {
                blocks.push(text("Mend what still fails."));
            }
            WorkEnd::Failed(_) if blocks.is_empty() => {
                blocks.push(text("Mend what made the run fail, and run it again."));
            }
            WorkEnd::Completed if blocks.is_empty() => {
                blocks.push(text("None that is known: look over the work."));
            }
            WorkEnd::Tripped | WorkEnd::Completed | WorkEnd::Failed(_) => {}
        }
        blocks
    }
}
