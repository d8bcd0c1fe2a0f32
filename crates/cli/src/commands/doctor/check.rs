//! The results of the checks, and what to do about them.

use std::fmt::Display;

use serde::Serialize;

use crate::{display, style};

/// How bad a result is, mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum CheckLevel {
    /// In order.
    Good,
    /// Nothing to mend, but good to know.
    Note,
    /// It works, but a person should know of it.
    Warning,
    /// It does not work.
    Bad,
}

/// The result of one check.
#[derive(Debug, Serialize)]
pub(super) struct CheckResult {
    area: &'static str,
    #[serde(rename = "mark")]
    level: CheckLevel,
    text: String,
    /// The next step for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// The longest text of a result: what a client cannot be held to takes most.
const MAX_TEXT: usize = 4_000;

/// All results, area by area.
#[derive(Debug, Default)]
pub(super) struct CheckReport {
    /// The results in order.
    pub(super) all: Vec<CheckResult>,
    area: &'static str,
}

impl CheckReport {
    /// Starts an area: the following results belong to it.
    pub(super) fn begin(&mut self, area: &'static str) {
        self.area = area;
    }

    /// Adds something that is in order.
    pub(super) fn good(&mut self, text: impl AsRef<str>) {
        self.add(CheckLevel::Good, text.as_ref(), None);
    }

    /// Adds something that is good to know.
    pub(super) fn note(&mut self, text: impl AsRef<str>) {
        self.add(CheckLevel::Note, text.as_ref(), None);
    }

    /// Adds something that works but that a person should know of.
    pub(super) fn warning(&mut self, text: impl AsRef<str>, next: &str) {
        self.add(CheckLevel::Warning, text.as_ref(), Some(next));
    }

    /// Adds something that does not work.
    pub(super) fn bad(&mut self, text: impl AsRef<str>, next: &str) {
        self.add(CheckLevel::Bad, text.as_ref(), Some(next));
    }

    /// The value; instead of it an error, as something that does not work.
    pub(super) fn ok_or_bad<T>(
        &mut self,
        result: Result<T, impl Display>,
        next: &str,
    ) -> Option<T> {
        result.map_err(|error| self.bad(error.to_string(), next)).ok()
    }

    fn add(&mut self, level: CheckLevel, text: &str, next: Option<&str>) {
        let next = next.filter(|next| !next.is_empty()).map(|next| display::one_line(next, 300));
        self.all.push(CheckResult {
            area: self.area,
            level,
            text: display::one_line(text, MAX_TEXT),
            next,
        });
    }

    /// The worst level.
    pub(super) fn worst(&self) -> CheckLevel {
        self.all.iter().map(|check| check.level).max().unwrap_or(CheckLevel::Good)
    }

    /// The results as text, at most `width` columns wide where words allow it.
    pub(super) fn text(&self, width: usize) -> String {
        let mut out = Vec::new();
        let mut area = "";
        for check in &self.all {
            if check.area != area {
                area = check.area;
                out.push(style::heading(area));
            }
            let (mark, style) = match check.level {
                CheckLevel::Good => ("✓", style::SUCCESS),
                CheckLevel::Note => ("·", style::DIM),
                CheckLevel::Warning => ("!", style::WARNING),
                CheckLevel::Bad => ("✗", style::ERROR),
            };
            let mut wrapped = display::wrap_after("    ", &check.text, width).into_iter();
            let first = wrapped.next().unwrap_or_default();
            out.push(format!("  {} {}", style::paint(style, mark), first.trim_start()));
            out.extend(wrapped);
            if let Some(next) = &check.next {
                out.push(style::command(format!("    → {next}")));
            }
        }
        out.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_level_counts_and_areas_are_named_once() {
        let mut checks = CheckReport::default();
        assert_eq!(checks.worst(), CheckLevel::Good);
        checks.begin("State");
        checks.good("one");
        checks.warning("two\nlines", "do it");
        checks.begin("Hooks");
        checks.bad("three", "");
        assert_eq!(checks.worst(), CheckLevel::Bad);
        let plain = anstream::adapter::strip_str(&checks.text(12)).to_string();
        assert_eq!(plain, "State\n  ✓ one\n  ! two\n    lines\n    → do it\nHooks\n  ✗ three");
    }
}
