//! Reads the last line of pytest: `2 failed, 3 passed in 0.12s`.

use crate::counts::count;

/// The counts of the last line.
#[derive(Default, Clone, Copy)]
pub(super) struct SummaryCounts {
    /// Tests that passed as expected.
    pub(super) passed: u64,
    /// Tests that failed.
    pub(super) failed: u64,
    /// Errors while collecting, in set-up and in tear-down.
    pub(super) errors: u64,
    /// Tests with any result but skipped.
    pub(super) ran: u64,
}

impl SummaryCounts {
    /// Reads the line. A `bare` one, which stands between no rules, must contain only known words.
    pub(super) fn of(line: &str, bare: bool) -> Option<Self> {
        let (counts, time) = line.trim().rsplit_once(" in ")?;
        let is_time = time.starts_with(|c: char| c.is_ascii_digit())
            && (time.ends_with('s') || time.ends_with(')'));
        if !is_time {
            return None;
        }
        let mut verdict = Self::default();
        if counts == "no tests ran" {
            return Some(verdict);
        }
        let known: Vec<bool> = counts
            .split(", ")
            .map(|part| count(part).is_some_and(|(n, word)| verdict.add(n, word)))
            .collect();
        let is_own = if bare { !known.contains(&false) } else { known.contains(&true) };
        is_own.then_some(verdict)
    }

    fn add(&mut self, n: u64, word: &str) -> bool {
        match word {
            "passed" => self.passed = n,
            "failed" => self.failed = n,
            "error" | "errors" => self.errors = n,
            "skipped" | "deselected" | "xfailed" | "xpassed" | "warning" | "warnings" | "rerun"
            | "subtests passed" | "subtests failed" => {}
            _ => return false,
        }
        if matches!(word, "passed" | "failed" | "xfailed" | "xpassed") {
            self.ran = self.ran.saturating_add(n);
        }
        true
    }
}
