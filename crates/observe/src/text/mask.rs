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
use place::{Found, Place};

/// Fewer letters and digits than this left standing is "almost nothing".
const LEFT_AT_LEAST: usize = 4;
/// So is less than one part in this many.
const LEFT_ONE_IN: usize = 6;

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
        out.push_str(text.get(floor..found.start).unwrap_or_default());
        out.push_str(found.with);
        gone += telling(bytes.get(found.start..found.end).unwrap_or_default());
        floor = found.end;
        at = found.end;
    }
    if floor == 0 {
        return None;
    }
    let all = telling(bytes);
    let left = all.saturating_sub(gone);
    if left < LEFT_AT_LEAST || left < all / LEFT_ONE_IN {
        return None;
    }
    out.push_str(text.get(floor..).unwrap_or_default());
    Some(out)
}

/// How many bytes carry meaning: letters, digits, everything beyond ASCII.
fn telling(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| b.is_ascii_alphanumeric() || **b >= 0x80).count()
}

/// Every replaceable thing has one of these bytes in it or before it: a digit, the start of a
/// path segment, or the sign between a key and its value.
const ANCHORS: [bool; 256] = {
    let mut set = [false; 256];
    let bytes = b"0123456789/\\:=";
    let mut i = 0;
    while i < bytes.len() {
        set[bytes[i] as usize] = true;
        i += 1;
    }
    set
};

fn next_anchor(bytes: &[u8], from: usize) -> Option<usize> {
    bytes.get(from..)?.iter().position(|b| ANCHORS[usize::from(*b)]).map(|i| from + i)
}

/// What is to be replaced at this anchor, and where to go on if nothing is.
fn look(place: Place<'_>, at: usize) -> (Option<Found>, usize) {
    match place.at(at) {
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
    clock::find(place, at)
        .or_else(|| duration::find(place, at))
        .or_else(|| position::find(place, at))
        .or_else(|| process::find(place, at))
}
