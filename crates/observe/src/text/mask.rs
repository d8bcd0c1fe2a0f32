//! Replaces what changes from run to run, so that two runs that say the same read the same.

mod clock;
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
use place::{Digits, Found, Place};

/// Fewer letters and digits than this left standing is "almost nothing".
const LEFT_AT_LEAST: usize = 4;
/// So is less than one part in this many.
const LEFT_ONE_IN: usize = 6;
/// What is left is counted in parts of this many bytes, until it is enough.
const COUNTED_AT_ONCE: usize = 256;

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
    match ansi::plain(text) {
        Cow::Borrowed(plain) => masked(plain).map_or(Cow::Borrowed(plain), Cow::Owned),
        Cow::Owned(plain) => Cow::Owned(masked(&plain).unwrap_or(plain)),
    }
}

/// `None` when nothing is to be replaced, or too much.
fn masked(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut floor, mut at, mut gone) = (0, 0, 0);
    while let Some(anchor) = next_anchor(bytes, at) {
        let (found, next) = look(Place { bytes, floor }, anchor);
        let Some(found) = found else {
            at = next;
            continue;
        };
        if floor == 0 {
            out.reserve_exact(text.len());
        }
        out.push_str(text.get(floor..found.start).unwrap_or_default());
        out.push_str(found.with);
        gone += telling(bytes.get(found.start..found.end).unwrap_or_default());
        floor = found.end;
        at = found.end;
    }
    if floor == 0 {
        return None;
    }
    if !leaves_enough(bytes, gone) {
        return None;
    }
    out.push_str(text.get(floor..).unwrap_or_default());
    Some(out)
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
    bytes.iter().filter(|b| b.is_ascii_alphanumeric() || **b >= 0x80).count()
}

/// Where the next byte is that every replaceable thing has in it or before it: a digit, the start
/// of a path segment, or the sign between a key and its value (`0`–`9`, `/`, `\`, `:`, `=`).
fn next_anchor(bytes: &[u8], from: usize) -> Option<usize> {
    let mut at = from;
    let mut rest = bytes.get(from..)?;
    while let Some((eight, after)) = rest.split_first_chunk::<8>() {
        let found = anchors(u64::from_le_bytes(*eight));
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize / 8);
        }
        at += 8;
        rest = after;
    }
    let is_anchor = |b: &u8| matches!(b, b'/'..=b':' | b'=' | b'\\');
    rest.iter().position(is_anchor).map(|i| at + i)
}

/// The highest bit of each of the eight bytes that is an anchor. No sum carries into the next byte.
const fn anchors(eight: u64) -> u64 {
    const LOW: u64 = all(0x7f);
    let low = eight & LOW;
    let between = (low + all(0x80 - b'/')) & !(low + all(0x80 - b':' - 1));
    let sign = !((low ^ all(b'=')) + LOW) | !((low ^ all(b'\\')) + LOW);
    (between | sign) & !eight & all(0x80)
}

/// Eight times this byte.
const fn all(byte: u8) -> u64 {
    u64::from_ne_bytes([byte; 8])
}

/// What is to be replaced at this anchor, and where to go on if nothing is.
///
/// Most anchors stand where nothing can be: each kind is asked only beside the signs it needs.
fn look(place: Place<'_>, at: usize) -> (Option<Found>, usize) {
    match place.at(at) {
        b'/' | b'\\' if !temp::fits(place, at) => (None, at + 1),
        b'/' | b'\\' => (temp::find(place, at), at + 1),
        b':' | b'=' => (ident::keyed(place, at), at + 1),
        _ => {
            let (start, end) = place.run(at);
            let number = if start == at { number(place, at) } else { None };
            (number.or_else(|| ident::find(place, start, end)), end)
        }
    }
}

fn number(place: Place<'_>, at: usize) -> Option<Found> {
    let digits = Digits::of(place, at);
    let asked = |fits: bool, find: fn(Place<'_>, usize) -> Option<Found>| {
        if fits { find(place, at) } else { None }
    };
    asked(clock::fits(&digits), clock::find)
        .or_else(|| asked(duration::fits(&digits), duration::find))
        .or_else(|| asked(position::fits(&digits), position::find))
        .or_else(|| asked(process::fits(&digits), process::find))
}
