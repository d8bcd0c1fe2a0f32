//! Replaces what changes from run to run, so that two runs that say the same read the same.

mod anchors;
mod clock;
mod digits;
mod duration;
mod ident;
mod place;
mod position;
mod process;
mod temp;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use super::ansi;
use anchors::anchors;
use digits::Digits;
use place::{Found, Place};

/// Fewer letters and digits than this left standing is "almost nothing".
const LEFT_AT_LEAST: usize = 4;
/// So is less than one part in this many.
const LEFT_ONE_IN: usize = 6;
/// What is left is counted in parts of this many bytes, until it is enough.
const COUNTED_AT_ONCE: usize = 128;

/// The text with its volatile parts replaced by short placeholders.
///
/// Replaced: times and dates `<time>`, durations and rates `<dur>`, line and column numbers `<n>`,
/// process ids `<pid>`, addresses `<addr>`, uuids `<uuid>`, hashes of 8 or more digits `<hex>`,
/// request and message ids `<id>`, local ports from 10000 up `<port>`, the changing part of
/// temporary paths `<tmp>`. Escape sequences and overdrawn progress lines are taken out.
///
/// A bare number is never touched: `2 failed` is not `1 failed`. Where masking would leave almost
/// nothing (a clock reading, a lone hash), the text comes back with only the escapes taken out.
/// Masking twice is masking once. Borrowed when nothing changed.
pub fn mask(text: &str) -> Cow<'_, str> {
    match ansi::to_plain_text(text) {
        Cow::Borrowed(plain) => masked(plain).map_or(Cow::Borrowed(plain), Cow::Owned),
        Cow::Owned(plain) => Cow::Owned(masked(&plain).unwrap_or(plain)),
    }
}

/// `None` when nothing is to be replaced, or too much.
fn masked(text: &str) -> Option<String> {
    let mut masked = Masked { text, out: String::new(), floor: 0, gone: 0 };
    let (mut anchors, mut at) = (anchors(text.as_bytes()), 0);
    while let Some(anchor) = anchors.next_from(at) {
        match look(Place { bytes: text.as_bytes(), floor: masked.floor }, anchor) {
            Ok(found) => {
                masked.replace(found);
                at = found.end;
            }
            Err(next) => at = next,
        }
    }
    masked.whole()
}

/// A text that is masked as far as `floor`.
struct Masked<'a> {
    text: &'a str,
    out: String,
    floor: usize,
    /// How many bytes that carry meaning were replaced.
    gone: usize,
}

impl Masked<'_> {
    #[inline(never)]
    fn replace(&mut self, found: Found) {
        if self.floor == 0 {
            self.out.reserve_exact(self.text.len());
        }
        self.out.push_str(self.text.get(self.floor..found.start).unwrap_or_default());
        self.out.push_str(found.with);
        self.gone += telling(self.text.as_bytes().get(found.start..found.end).unwrap_or_default());
        self.floor = found.end;
    }

    fn whole(mut self) -> Option<String> {
        if self.floor == 0 || !leaves_enough(self.text.as_bytes(), self.gone) {
            return None;
        }
        self.out.push_str(self.text.get(self.floor..).unwrap_or_default());
        Some(self.out)
    }
}

/// Whether enough that carries meaning is left without these bytes; mostly the beginning tells.
fn leaves_enough(bytes: &[u8], gone: usize) -> bool {
    let mut all = 0;
    bytes.chunks(COUNTED_AT_ONCE).any(|part| {
        all += telling(part);
        let left = all.saturating_sub(gone);
        left >= LEFT_AT_LEAST && left >= all / LEFT_ONE_IN
    })
}

/// How many bytes carry meaning: letters, digits, everything beyond ASCII.
fn telling(bytes: &[u8]) -> usize {
    let tells = |byte: u8| u8::from(byte.is_ascii_alphanumeric() | !byte.is_ascii());
    // A sum that fits into a byte is taken of many bytes at once.
    let of = |part: &[u8]| part.iter().fold(0, |sum, byte| sum + tells(*byte));
    bytes.chunks(COUNTED_AT_ONCE).map(|part| usize::from(of(part))).sum()
}

/// What is to be replaced at this anchor, or else where to go on.
///
/// Most anchors stand where nothing can be: each kind is asked only beside the signs it needs.
#[inline]
fn look(place: Place<'_>, at: usize) -> Result<Found, usize> {
    match place.at(at) {
        b'/' | b'\\' => temp::find(place, at).ok_or(at + 1),
        b':' | b'=' if !ident::may_follow_key(place, at) => Err(at + 1),
        b':' | b'=' => ident::keyed(place, at).ok_or(at + 1),
        _ => {
            let digits = Digits::of(place, at);
            if digits.are_plain() { Err(at + digits.len) } else { beside_signs(place, at, &digits) }
        }
    }
}

#[inline(never)]
fn beside_signs(place: Place<'_>, at: usize, digits: &Digits) -> Result<Found, usize> {
    if place.before(at).is_ascii_alphanumeric() {
        return made_up(place, at);
    }
    let found = number(place, at, digits);
    let alone = !digits.after[0].is_ascii_alphanumeric();
    if found.is_some() || alone && !ident::fits(digits) {
        return found.ok_or(at + digits.len);
    }
    made_up(place, at)
}

/// The name that a machine made up around `at`, or where its letters and digits end.
fn made_up(place: Place<'_>, at: usize) -> Result<Found, usize> {
    let (start, end) = place.run(at);
    ident::find(place, start, end).ok_or(end)
}

fn number(place: Place<'_>, at: usize, digits: &Digits) -> Option<Found> {
    let asked = |fits: bool, find: fn(Place<'_>, usize, &Digits) -> Option<Found>| {
        if fits { find(place, at, digits) } else { None }
    };
    asked(clock::fits(digits), clock::find)
        .or_else(|| asked(duration::fits(digits), duration::find))
        .or_else(|| asked(position::fits(digits), position::find))
        .or_else(|| asked(process::fits(digits), process::find))
}
