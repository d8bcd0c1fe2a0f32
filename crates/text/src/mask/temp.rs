//! Temporary paths: the part someone's `mktemp` made up.

use super::place::{Found, Place};

const TEMP: &str = "<tmp>";

/// The changing part of the temporary path whose slash is at `at`.
#[inline(never)]
pub(super) fn find(p: Place<'_>, at: usize) -> Option<Found> {
    let (start, end) = match (p.at(at), p.at(at + 1)) {
        (b'/', b't') if p.has(at, b"/tmp/") && is_root(p, at) => named(p, at + 5)?,
        (b'/', b't') if p.has(at, b"/tmp.") => made_up(p, at + 5)?,
        (b'/', b'v') if p.has(at, b"/var/folders/") => mac(p, at + 13)?,
        (b'\\', b't' | b'T') if p.slice(at + 1, at + 5).eq_ignore_ascii_case(b"temp") => {
            windows(p, at + 5)?
        }
        _ => return None,
    };
    Some(Found { start, end, with: TEMP })
}

/// `/tmp`, `/var/tmp` or `/private/tmp`, not a directory `tmp` somewhere.
fn is_root(p: Place<'_>, at: usize) -> bool {
    let before = p.before(at);
    let parent = p.back(at, 8, |_| true);
    !(before.is_ascii_alphanumeric() || matches!(before, b'_' | b'.' | b'-' | b'}' | b'>'))
        || parent == b"/private"
        || parent.ends_with(b"/var")
}

/// The first name under the temporary directory; its ending stays. A file with a plain lower-case
/// name and an ending (`/tmp/build.log`) was named by someone and stays whole.
fn named(p: Place<'_>, at: usize) -> Option<(usize, usize)> {
    let end = segment(p, at)?;
    if p.at(end) == b'/' {
        return Some((at, end));
    }
    let name = p.slice(at, end);
    let Some(dot) = name.iter().rposition(|b| *b == b'.').filter(|dot| *dot > 0) else {
        return Some((at, end));
    };
    let (stem, ending) = name.split_at(dot);
    let is_ending = (2..=6).contains(&ending.len())
        && ending.iter().skip(1).all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && ending.iter().any(u8::is_ascii_lowercase);
    let chosen = stem.iter().all(|b| b.is_ascii_lowercase() || matches!(b, b'-' | b'_' | b'.'));
    if stem == b"tmp" || !is_ending {
        Some((at, end))
    } else {
        (!chosen || stem.starts_with(b"tmp")).then_some((at, at + dot))
    }
}

/// `tmp.AbC123`: what `mktemp` put after the dot, told from an ending by its case or digits.
fn made_up(p: Place<'_>, at: usize) -> Option<(usize, usize)> {
    let end = p.skip(at, u8::is_ascii_alphanumeric);
    let random = p.slice(at, end).iter().any(|b| !b.is_ascii_lowercase());
    (end - at >= 6 && random && p.ends(end)).then_some((at, end))
}

/// `/var/folders/ab/cdef0123/T/name`.
fn mac(p: Place<'_>, at: usize) -> Option<(usize, usize)> {
    let first = segment(p, at).filter(|end| p.at(*end) == b'/')?;
    let second = segment(p, first + 1)?;
    let third = if p.at(second) == b'/' { segment(p, second + 1) } else { None };
    let name = third.filter(|end| p.at(*end) == b'/').and_then(|end| segment(p, end + 1));
    Some((at, name.or(third).unwrap_or(second)))
}

/// `C:\Users\me\AppData\Local\Temp\name`, the backslashes perhaps doubled.
fn windows(p: Place<'_>, at: usize) -> Option<(usize, usize)> {
    let start = p.skip(at, |b| *b == b'\\');
    if start == at || start - at > 2 {
        return None;
    }
    Some((start, segment(p, start)?))
}

/// The end of the name at `at`, without a full stop that ends a sentence.
fn segment(p: Place<'_>, at: usize) -> Option<usize> {
    let mut end = p.skip(at, |b| b.is_ascii_alphanumeric() || b"._@+-".contains(b));
    while end > at && p.at(end - 1) == b'.' {
        end -= 1;
    }
    (end > at).then_some(end)
}
