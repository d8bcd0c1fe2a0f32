//! Finds the words that are long enough to be a token. Most texts contain few.

use super::{ALPHANUMERIC, is_word_start};

/// The longest escape, such as `%2F`, in bytes.
const MAX_ESCAPE_BYTES: usize = 3;
/// The least length of a word that may be a token, in bytes.
const LONG: usize = 12;

/// How far before a long run the token may begin to which it belongs, in bytes.
const MAX_BASE64_BYTES: usize = 64;
/// Short prefixes of tokens whose alphabet has `/`.
const BASE64_TOKENS: [&[u8]; 11] = [
    b"bce-v3", b"dG9rO", b"fm1", b"fm2", b"glc_", b"whsec_", b"BBDC-", b"ABSK", b"essu_", b"ops_",
    b"sntrys_",
];

/// All of the classes of letters and digits.
pub(super) const MIXED: u8 = 7;
/// The least length of a token of small letters alone, in bytes; a `$` may follow a shorter part of one.
const LONG_LETTERS: usize = 32;

/// Whether a word of these classes has more than small letters and signs, as nearly all tokens have.
const fn has_more(classes: u8) -> bool {
    classes & 5 != 0
}
/// By byte, what it is in a word: 1 a digit, 2 a small letter, 4 a capital, 8 one of these signs, or no part of a word.
pub(super) const fn word_classes(signs: &[u8]) -> [u8; 256] {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b'0'..=b'9' => 1,
            b'a'..=b'z' => 2,
            b'A'..=b'Z' => 4,
            _ => 0,
        };
        byte += 1;
    }
    let mut at = 0;
    while at < signs.len() {
        classes[signs[at] as usize] = 8;
        at += 1;
    }
    classes
}

static IN_WORD: [u8; 256] = word_classes(b"_-.~+!");

/// How many of these bytes belong to a word, by what each is in one, and their classes.
pub(super) fn part_of_word<'b>(
    bytes: impl Iterator<Item = &'b u8>,
    in_word: &[u8; 256],
) -> (usize, u8) {
    let (mut len, mut classes) = (0, 0);
    for byte in bytes {
        let class = in_word[usize::from(*byte)];
        if class == 0 {
            break;
        }
        (len, classes) = (len + 1, classes | class);
    }
    (len, classes)
}

/// Whether a long run begins at `at`.
pub(super) fn begins_long_word(bytes: &[u8], at: usize) -> bool {
    let run = bytes.get(at..at + LONG);
    run.is_some_and(|run| run.iter().all(|byte| IN_WORD[usize::from(*byte)] != 0))
}

/// The positions at which a word starts inside a long run of letters, digits, `_`, `-`, `.`, `~`, `+`, `!`,
/// and those before it that may begin a token whose alphabet has `/`.
pub(super) struct LongWords<'a> {
    bytes: &'a [u8],
    run: (usize, usize),
    classes: u8,
}

impl<'a> LongWords<'a> {
    pub(super) const fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, run: (0, 0), classes: 0 }
    }

    /// The first position at `from` or behind it; `from` never decreases.
    pub(super) fn next_from(&mut self, from: usize) -> Option<usize> {
        loop {
            let (begin, end) = self.run;
            // Behind its first bytes no escape ends in a run: it has no sign that begins one.
            let inner = end.min(begin + MAX_ESCAPE_BYTES);
            let mut first = from.max(begin)..inner;
            let start = first.find(|at| is_word_start(self.bytes, *at));
            if let Some(at) = start.or_else(|| self.start_inside(from.max(inner), end)) {
                return Some(at);
            }
            self.run = self.run_from(from.max(end))?;
        }
    }

    /// Whether `at` is in the last run, and that has digits and letters in both cases.
    pub(super) fn is_mixed(&self, at: usize) -> bool {
        self.classes & MIXED == MIXED && self.run.0 <= at && at < self.run.1
    }

    fn has_sign(&self, at: usize) -> bool {
        self.bytes
            .get(at)
            .is_some_and(|b| matches!(b, b'!' | b'#' | b'$' | b'%' | b'*' | b'?' | b'^'))
    }

    /// The first position from `from` to `end` with a sign, or behind one.
    fn start_inside(&self, from: usize, end: usize) -> Option<usize> {
        let run = self.bytes.get(from.checked_sub(1)?..end)?;
        let (first, rest) = run.split_first()?;
        let mut is_inside = ALPHANUMERIC[usize::from(*first)];
        let start = rest.iter().position(|byte| {
            let was_inside = is_inside;
            is_inside = ALPHANUMERIC[usize::from(*byte)];
            !(was_inside & is_inside)
        });
        start.map(|n| from + n)
    }

    /// Where the base64 begins that a `/` parts before the run at `at`, if a vendor's token may begin
    /// so, or it stands behind a name in braces; else the run's own begin.
    fn base64_start(&self, at: usize) -> usize {
        let Some(before) = self.bytes.get(at.saturating_sub(MAX_BASE64_BYTES)..at) else {
            return at;
        };
        if before.last() != Some(&b'/') {
            return at;
        }
        let of_token =
            |b: &&u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'+' | b'/');
        let len = before.iter().rev().take_while(of_token).count();
        let begin = before.get(before.len() - len..).unwrap_or_default();
        // The letter of an escape such as `\n` may stand before it.
        let is_token = |text: &[u8]| {
            text.first().is_some_and(|b| b"bdfgwBAeos".contains(b))
                && BASE64_TOKENS.iter().any(|prefix| text.starts_with(prefix))
        };
        let is_escaped = || begin.get(1..).is_some_and(is_token);
        let is_named = before.len() > len && before.get(before.len() - len - 1) == Some(&b'}');
        if is_named || is_token(begin) || is_escaped() { at - len } else { at }
    }

    /// The first long run at `from` or behind it. Each run of this length covers one of the
    /// positions that lie as far apart, so most bytes are not looked at.
    fn run_from(&mut self, from: usize) -> Option<(usize, usize)> {
        let mut at = from + LONG - 1;
        while let Some(byte) = self.bytes.get(at) {
            if IN_WORD[usize::from(*byte)] == 0 {
                at += LONG;
                continue;
            }
            let (before, left) = part_of_word(self.bytes.get(from..at)?.iter().rev(), &IN_WORD);
            let (behind, right) = part_of_word(self.bytes.get(at..)?.iter(), &IN_WORD);
            if before + behind >= LONG
                && (has_more(left | right)
                    || before + behind >= LONG_LETTERS
                    || self.bytes.get(at + behind) == Some(&b'$'))
            {
                // A sign parts the run from more of a password.
                let ends = [(at - before).checked_sub(1), Some(at + behind)];
                let is_parted = ends.iter().flatten().any(|at| self.has_sign(*at));
                self.classes = left | right | u8::from(is_parted);
                return Some((self.base64_start(at - before), at + behind));
            }
            at += behind + LONG;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn long_runs_are_those_of_a_plain_search(
            text in prop::collection::vec(prop::sample::select(vec![
                " ", "a", "word", "_", "(", "/", "word.letters", "Eleven.l0ng", "7",
            ]), 0..40),
        ) {
            let text = text.concat();
            let mut words = LongWords::of(text.as_bytes());
            let mut found = Vec::new();
            while let Some((begin, end)) = words.run_from(words.run.1) {
                found.push(&text[begin..end]);
                words.run = (begin, end);
            }
            let has_more = |run: &str| run.contains(['E', '7', '0']) || run.len() >= LONG_LETTERS;
            let may_be_token = |run: &&str| run.len() >= LONG && has_more(run);
            let runs = text.split([' ', '(', '/']).filter(may_be_token);
            prop_assert_eq!(found, runs.collect::<Vec<_>>());
        }
    }
}
