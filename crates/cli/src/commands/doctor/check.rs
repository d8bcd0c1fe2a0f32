//! What a check found, and what to do about it.

use serde::Serialize;

use crate::{display, style};

/// How bad it is, mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Mark {
    /// As it should be.
    Good,
    /// It works, and a person should know.
    Warning,
    /// It does not work.
    Bad,
}

/// One finding.
#[derive(Debug, Serialize)]
pub(super) struct Check {
    area: &'static str,
    mark: Mark,
    text: String,
    /// What to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
}

/// Every finding, area by area.
#[derive(Debug, Default)]
pub(super) struct Checks {
    all: Vec<Check>,
    area: &'static str,
}

impl Checks {
    /// What follows is about this.
    pub(super) fn begin(&mut self, area: &'static str) {
        self.area = area;
    }

    /// As it should be.
    pub(super) fn good(&mut self, text: impl AsRef<str>) {
        self.add(Mark::Good, text.as_ref(), None);
    }

    /// It works, and a person should know.
    pub(super) fn warning(&mut self, text: impl AsRef<str>, next: &str) {
        self.add(Mark::Warning, text.as_ref(), Some(next));
    }

    /// It does not work.
    pub(super) fn bad(&mut self, text: impl AsRef<str>, next: &str) {
        self.add(Mark::Bad, text.as_ref(), Some(next));
    }

    fn add(&mut self, mark: Mark, text: &str, next: Option<&str>) {
        let next = next.filter(|next| !next.is_empty()).map(|next| display::one_line(next, 300));
        self.all.push(Check { area: self.area, mark, text: display::one_line(text, 500), next });
    }

    /// The worst mark.
    pub(super) fn worst(&self) -> Mark {
        self.all.iter().map(|check| check.mark).max().unwrap_or(Mark::Good)
    }

    /// For programs.
    pub(super) fn all(&self) -> &[Check] {
        &self.all
    }

    /// For people.
    pub(super) fn text(&self) -> String {
        let mut out = Vec::new();
        let mut area = "";
        for check in &self.all {
            if check.area != area {
                area = check.area;
                out.push(style::paint(style::HEADING, area));
            }
            let (mark, style) = match check.mark {
                Mark::Good => ("✓", style::SUCCESS),
                Mark::Warning => ("!", style::WARNING),
                Mark::Bad => ("✗", style::ERROR),
            };
            out.push(format!("  {} {}", style::paint(style, mark), check.text));
            if let Some(next) = &check.next {
                out.push(style::paint(style::COMMAND, format!("    → {next}")));
            }
        }
        out.join("\n")
    }
}

/// A number of bytes for people.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..=9_999 => format!("{bytes} bytes"),
        10_000..=9_999_999 => format!("{} kB", bytes / 1_000),
        10_000_000..=9_999_999_999 => format!("{} MB", bytes / 1_000_000),
        _ => format!("{} GB", bytes / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_mark_counts_and_areas_are_named_once() {
        let mut checks = Checks::default();
        assert_eq!(checks.worst(), Mark::Good);
        checks.begin("State");
        checks.good("one");
        checks.warning("two\nlines", "do it");
        checks.begin("Hooks");
        checks.bad("three", "");
        assert_eq!(checks.worst(), Mark::Bad);
        let plain = anstream::adapter::strip_str(&checks.text()).to_string();
        assert_eq!(plain, "State\n  ✓ one\n  ! two lines\n    → do it\nHooks\n  ✗ three");
    }

    #[test]
    fn sizes_are_round() {
        assert_eq!(size(512), "512 bytes");
        assert_eq!(size(123_456), "123 kB");
        assert_eq!(size(12_345_678_901), "12 GB");
    }
}
