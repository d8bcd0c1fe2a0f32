//! Replaces what changes from run to run, so that equal runs have equal outputs.

mod anchors;
mod cursor;
mod digit_run;
mod duration;
mod identifier;
mod position;
mod process;
mod temp_path;
#[cfg(test)]
mod tests;
mod timestamp;

use std::borrow::Cow;

use super::ansi;
use anchors::anchors;
use cursor::{MaskCursor, Replacement};
use digit_run::DigitRun;

/// The least number of meaningful bytes that masking must leave.
const MIN_BYTES_LEFT: usize = 4;
/// Masking must leave at least one meaningful byte in this many.
const MIN_PART_LEFT: usize = 6;
/// Meaningful bytes are counted in chunks of this size, until enough are found.
const COUNT_CHUNK_BYTES: usize = 128;

/// Replaces the volatile parts of the text by short placeholders.
///
/// Replaced are: times and dates `<time>`, durations and rates `<dur>`, line and column numbers
/// `<n>`, process ids `<pid>`, addresses `<addr>`, uuids `<uuid>`, hashes of 8 or more digits
/// `<hex>`, request and message ids `<id>`, local ports from 10000 up `<port>`, the changing part
/// of temporary paths `<tmp>`. Escape sequences and redrawn progress lines are removed.
///
/// A bare number is kept: `2 failed` differs from `1 failed`. Where masking would leave almost
/// nothing (a clock reading, a lone hash), only the escapes are removed. Masking is idempotent. The
/// result is borrowed when nothing changes.
pub fn mask(text: &str) -> Cow<'_, str> {
    match ansi::to_plain_text(text) {
        Cow::Borrowed(plain) => masked(plain).map_or(Cow::Borrowed(plain), Cow::Owned),
        Cow::Owned(plain) => Cow::Owned(masked(&plain).unwrap_or(plain)),
    }
}

/// The masked text; `None` when nothing is replaced, or too much.
fn masked(text: &str) -> Option<String> {
    let mut masked = MaskedText { text, out: String::new(), floor: 0, replaced: 0 };
    let (mut anchors, mut at) = (anchors(text.as_bytes()), 0);
    while let Some(anchor) = anchors.next_from(at) {
        match replacement_at(MaskCursor { bytes: text.as_bytes(), floor: masked.floor }, anchor) {
            Ok(found) => {
                masked.replace(found);
                at = found.end;
            }
            Err(next) => at = next,
        }
    }
    masked.whole()
}

/// A text that is masked up to `floor`.
struct MaskedText<'a> {
    text: &'a str,
    out: String,
    floor: usize,
    /// How many meaningful bytes were replaced.
    replaced: usize,
}

impl MaskedText<'_> {
    #[inline(never)]
    fn replace(&mut self, found: Replacement) {
        if self.floor == 0 {
            self.out.reserve_exact(self.text.len());
        }
        self.out.push_str(self.text.get(self.floor..found.start).unwrap_or_default());
        self.out.push_str(found.placeholder);
        self.replaced +=
            meaningful_bytes(self.text.as_bytes().get(found.start..found.end).unwrap_or_default());
        self.floor = found.end;
    }

    fn whole(mut self) -> Option<String> {
        if self.floor == 0 || !leaves_enough(self.text.as_bytes(), self.replaced) {
            return None;
        }
        self.out.push_str(self.text.get(self.floor..).unwrap_or_default());
        Some(self.out)
    }
}

/// Whether enough meaningful bytes are left without the `replaced` ones. The first chunk mostly
/// decides.
fn leaves_enough(bytes: &[u8], replaced: usize) -> bool {
    let mut all = 0;
    bytes.chunks(COUNT_CHUNK_BYTES).any(|part| {
        all += meaningful_bytes(part);
        let left = all.saturating_sub(replaced);
        left >= MIN_BYTES_LEFT && left >= all / MIN_PART_LEFT
    })
}

/// The number of bytes that carry meaning: letters, digits, and all bytes beyond ASCII.
fn meaningful_bytes(bytes: &[u8]) -> usize {
    let tells = |byte: u8| u8::from(byte.is_ascii_alphanumeric() | !byte.is_ascii());
    // A sum that fits into a byte is computed for many bytes at once.
    let of = |part: &[u8]| part.iter().fold(0, |sum, byte| sum + tells(*byte));
    bytes.chunks(COUNT_CHUNK_BYTES).map(|part| usize::from(of(part))).sum()
}

/// The replacement at this anchor, or the position to continue from.
///
/// Most anchors need none: each kind is tried only beside the signs that it requires.
#[inline]
fn replacement_at(p: MaskCursor<'_>, at: usize) -> Result<Replacement, usize> {
    match p.at(at) {
        b'/' | b'\\' => temp_path::find(p, at).ok_or(at + 1),
        b':' | b'=' if !identifier::may_follow_key(p, at) => Err(at + 1),
        b':' | b'=' => identifier::value_of_key(p, at).ok_or(at + 1),
        _ => {
            let digits = DigitRun::around(p, at);
            if digits.is_plain_number() {
                Err(at + digits.len)
            } else {
                beside_signs(p, at, &digits)
            }
        }
    }
}

#[inline(never)]
fn beside_signs(p: MaskCursor<'_>, at: usize, digits: &DigitRun) -> Result<Replacement, usize> {
    if p.before(at).is_ascii_alphanumeric() {
        return machine_made_name(p, at);
    }
    let found = number(p, at, digits);
    let alone = !digits.after[0].is_ascii_alphanumeric();
    if found.is_some() || alone && !identifier::fits(digits) {
        return found.ok_or(at + digits.len);
    }
    machine_made_name(p, at)
}

/// The machine-made name around `at`, or the end of the letters and digits there.
fn machine_made_name(p: MaskCursor<'_>, at: usize) -> Result<Replacement, usize> {
    let (start, end) = p.word_around(at);
    identifier::find(p, start, end).ok_or(end)
}

fn number(p: MaskCursor<'_>, at: usize, digits: &DigitRun) -> Option<Replacement> {
    let asked = |fits: bool, find: fn(MaskCursor<'_>, usize, &DigitRun) -> Option<Replacement>| {
        if fits { find(p, at, digits) } else { None }
    };
    asked(timestamp::fits(digits), timestamp::find)
        .or_else(|| asked(duration::fits(digits), duration::find))
        .or_else(|| asked(position::fits(digits), position::find))
        .or_else(|| asked(process::fits(digits), process::find))
}
