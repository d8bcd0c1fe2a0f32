//! Finds the part of a temporary path that `mktemp` and its like make up.

use super::cursor::{MaskCursor, Replacement};

const TEMP_PATH: &str = "<tmp>";

/// The changing part of the temporary path whose slash is at `at`.
#[inline(never)]
pub(super) fn find(p: MaskCursor<'_>, at: usize) -> Option<Replacement> {
    let (start, end) = match (p.at(at), p.at(at + 1)) {
        (b'/', b't') if p.has(at, b"/tmp/") && is_root(p, at) => first_name(p, at + 5)?,
        (b'/', b't') if p.has(at, b"/tmp.") => mktemp_suffix(p, at + 5)?,
        (b'/', b'v') if p.has(at, b"/var/folders/") => macos_name(p, at + 13)?,
        (b'\\', b't' | b'T') if p.slice(at + 1, at + 5).eq_ignore_ascii_case(b"temp") => {
            windows_name(p, at + 5)?
        }
        _ => return None,
    };
    Some(Replacement { start, end, placeholder: TEMP_PATH })
}

/// Whether `/tmp`, `/var/tmp` or `/private/tmp` stands here, and not some directory `tmp`.
fn is_root(p: MaskCursor<'_>, at: usize) -> bool {
    let before = p.before(at);
    let parent = p.take_before(at, 8, |_| true);
    !(before.is_ascii_alphanumeric() || matches!(before, b'_' | b'.' | b'-' | b'}' | b'>'))
        || parent == b"/private"
        || parent.ends_with(b"/var")
}

/// The first name under the temporary directory, without its ending. A file with a plain lower-case
/// name and an ending (`/tmp/build.log`) is named by a person and kept.
fn first_name(p: MaskCursor<'_>, at: usize) -> Option<(usize, usize)> {
    let end = segment_end(p, at)?;
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

/// The suffix that `mktemp` made in `tmp.AbC123`. An ending has neither upper case nor digits.
fn mktemp_suffix(p: MaskCursor<'_>, at: usize) -> Option<(usize, usize)> {
    let end = p.end_of(at, u8::is_ascii_alphanumeric);
    let random = p.slice(at, end).iter().any(|b| !b.is_ascii_lowercase());
    (end - at >= 6 && random && p.is_word_end(end)).then_some((at, end))
}

/// The changing part of `/var/folders/ab/cdef0123/T/name`.
fn macos_name(p: MaskCursor<'_>, at: usize) -> Option<(usize, usize)> {
    let first = segment_end(p, at).filter(|end| p.at(*end) == b'/')?;
    let second = segment_end(p, first + 1)?;
    let third = if p.at(second) == b'/' { segment_end(p, second + 1) } else { None };
    let name = third.filter(|end| p.at(*end) == b'/').and_then(|end| segment_end(p, end + 1));
    Some((at, name.or(third).unwrap_or(second)))
}

/// The name in `C:\Users\me\AppData\Local\Temp\name`; backslashes may be doubled.
fn windows_name(p: MaskCursor<'_>, at: usize) -> Option<(usize, usize)> {
    let start = p.end_of(at, |b| *b == b'\\');
    if start == at || start - at > 2 {
        return None;
    }
    Some((start, segment_end(p, start)?))
}

/// The end of the name at `at`, without a full stop that ends a sentence.
fn segment_end(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    let mut end = p.end_of(at, |b| b.is_ascii_alphanumeric() || b"._@+-".contains(b));
    while end > at && p.at(end - 1) == b'.' {
        end -= 1;
    }
    (end > at).then_some(end)
}
