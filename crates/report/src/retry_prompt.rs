//! What stands before the prompt of a retry: why the attempt before it was stopped, its mistakes, and a plan.

use std::fmt::Write;

use crate::Diagnostic;

/// The first line, by which an agent and a person know a retry.
const HEADLINE: &str = "PREVIOUS ATTEMPT FAILED - CIRCUIT BREAKER TRIGGERED";

/// What separates the parts of the prompt: no analysis from outside may hold them.
pub(crate) const HEADINGS: [&str; 4] =
    [HEADLINE, "**Analysis:**", "**Mistakes to Avoid:**", "**Your Approach This Time:**"];

impl Diagnostic {
    /// The prompt of a retry after this trip. `reason` is its sentence; `kept` is the ref that holds the
    /// failed work where the retry starts from the checkpoint; `task` is the original prompt, word for word.
    #[must_use]
    pub fn retry_prompt(&self, reason: &str, kept: Option<&str>, task: &str) -> String {
        let mut text = format!("{HEADLINE}\n\n**Analysis:**\n{reason}\n");
        if let Some(analysis) = &self.analysis {
            push(&mut text, format_args!("Cause: {}.", analysis.root_cause.title()));
            push(&mut text, format_args!("{}", analysis.explanation));
            text.push_str("\n**Mistakes to Avoid:**\n");
            for mistake in &analysis.mistakes {
                push(&mut text, format_args!("- {}", mistake.what));
            }
            text.push_str("\n**Your Approach This Time:**\n");
            for (number, step) in (1..).zip(&analysis.plan) {
                push(&mut text, format_args!("{number}. {step}"));
            }
        }
        if let Some(summary) = &self.agent_summary {
            text.push_str("\n**What the previous attempt reported:**\n");
            push(&mut text, format_args!("{summary}"));
        }
        if let Some(kept) = kept {
            text.push_str("\n**Where You Start:**\n");
            push(
                &mut text,
                format_args!(
                    "The files are as they were before the previous attempt. Its work is kept as \
                     `{kept}`: `git diff HEAD {kept}` shows it."
                ),
            );
        }
        text.push_str("\n---\n\n");
        text.push_str(task);
        text
    }
}

fn push(text: &mut String, line: std::fmt::Arguments<'_>) {
    // A string takes every text.
    let _ = writeln!(text, "{line}");
}
