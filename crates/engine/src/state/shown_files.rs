//! Which lines of files were shown since the last change: ranges that overlap ask for what was seen.

use serde::{Deserialize, Serialize};

use super::push_newest;
use crate::observation::LineRange;

/// Files whose lines are remembered.
const FILES: usize = 2;
/// Stretches of lines that are remembered of each.
const STRETCHES: usize = 2;

/// The lines that were shown of the last files.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownFiles {
    files: Vec<ShownFile>,
}

/// The lines that were shown of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct ShownFile {
    /// Digest of what a look at it from its first line on asks about. Short.
    file: u32,
    /// New changes of the workspace when it was shown first.
    changes: u64,
    /// Lines that were shown.
    once: Stretches,
    /// Lines that were shown twice or more often.
    again: Stretches,
}

/// Stretches of lines, none of which touches another: the first and the last line of each.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Stretches(Vec<(u32, u32)>);

impl ShownFiles {
    /// What a look at these lines asks about, where it shows nothing else than what was shown since the last
    /// change, and some of it for the third time: the same as a look at the file from its first line on.
    /// A first look at a part of what was shown as a whole is none.
    pub(crate) fn question_of(&self, lines: LineRange, changes: u64) -> Option<u64> {
        let known = self.files.iter().find(|known| known.file == lines.file)?;
        let range = (lines.first, lines.last);
        let is_seen = known.changes == changes
            && known.once.0.iter().any(|stretch| stretch.0 <= range.0 && range.1 <= stretch.1)
            && known.again.common(range).next().is_some();
        is_seen.then(|| u64::from(lines.file).max(1))
    }

    /// Notes that these lines were shown.
    pub(crate) fn note(&mut self, lines: LineRange, changes: u64) {
        self.files.retain(|known| known.changes == changes);
        let at = self.files.iter().position(|known| known.file == lines.file);
        let mut known = match at {
            Some(at) => self.files.remove(at),
            None => ShownFile { file: lines.file, changes, ..ShownFile::default() },
        };
        let range = (lines.first, lines.last);
        let common: Vec<_> = known.once.common(range).collect();
        common.into_iter().for_each(|stretch| known.again.add(stretch));
        known.once.add(range);
        push_newest(&mut self.files, known, FILES);
    }

    /// Forgets everything: the agent no longer has it.
    pub(crate) fn forget(&mut self) {
        self.files.clear();
    }
}

impl Stretches {
    /// The lines that are in these stretches and in the range.
    fn common(&self, range: (u32, u32)) -> impl Iterator<Item = (u32, u32)> {
        let both = move |stretch: &(u32, u32)| (stretch.0.max(range.0), stretch.1.min(range.1));
        self.0.iter().map(both).filter(|(first, last)| first <= last)
    }

    /// Adds a range. Of too many stretches the oldest is forgotten.
    fn add(&mut self, range: (u32, u32)) {
        let (mut first, mut last) = range;
        self.0.retain(|stretch| {
            let touches =
                stretch.0 <= last.saturating_add(1) && first <= stretch.1.saturating_add(1);
            if touches {
                (first, last) = (first.min(stretch.0), last.max(stretch.1));
            }
            !touches
        });
        push_newest(&mut self.0, (first, last), STRETCHES);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(first: u32, last: u32) -> LineRange {
        LineRange { file: 7, first, last }
    }

    /// How many of these looks ask for what was shown.
    fn repeated(ranges: &[(u32, u32)]) -> usize {
        let mut shown = ShownFiles::default();
        let mut is_repeated = |range: &&(u32, u32)| {
            let lines = lines(range.0, range.1);
            let is_seen = shown.question_of(lines, 0).is_some();
            shown.note(lines, 0);
            is_seen
        };
        ranges.iter().filter(|range| is_repeated(range)).count()
    }

    #[test]
    fn r06_ranges_that_overlap_ask_for_what_was_seen() {
        let cases: [(&[(u32, u32)], usize); 6] = [
            (&[(1, 60), (30, 80), (10, 70), (20, 75)], 2),
            (&[(1, 60), (61, 120), (121, 180)], 0),
            (&[(1, 60), (50, 110), (100, 160)], 0),
            // The whole, then parts of it.
            (&[(1, 400), (120, 160), (300, 340), (50, 70)], 0),
            (&[(1, 400), (120, 160), (130, 150), (125, 170)], 2),
            (&[(1, 60), (1, 60), (1, 60)], 1),
        ];
        for (ranges, expected) in cases {
            assert_eq!(repeated(ranges), expected, "{ranges:?}");
        }
    }

    #[test]
    fn r06_a_change_or_another_file_is_a_new_question() {
        let mut shown = ShownFiles::default();
        (0..3).for_each(|_| shown.note(lines(1, 60), 0));
        assert!(shown.question_of(lines(10, 50), 0).is_some());
        assert_eq!(shown.question_of(lines(10, 50), 1), None);
        assert_eq!(shown.question_of(LineRange { file: 8, ..lines(10, 50) }, 0), None);
        shown.note(lines(1, 60), 1);
        assert_eq!(shown.question_of(lines(10, 50), 1), None);
        shown.forget();
        assert_eq!(shown, ShownFiles::default());
    }
}
