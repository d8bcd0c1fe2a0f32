//! Takes secrets out of text before it is kept or sent.

mod keys;
mod seen;
mod shapes;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use fusebox_scan::Places;
use seen::Seen;

/// What stands where a secret stood.
const REDACTED: &str = "[redacted]";
/// Times a text is looked at, at most, each after something was taken out.
const PASSES: usize = 8;

/// The text with its secrets replaced by `[redacted]`.
///
/// Secrets are: tokens of a well-known shape (`sk-…`, `ghp_…`, `AKIA…`, JSON web tokens, `Bearer …`
/// and others), private keys, passwords in URLs, and the values of keys such as `password`, `token`
/// or `api_key`. A value of such a key that reads as code or as a short number stays, unless it is
/// quoted, an upper-case assignment (`API_KEY=…`) or a command-line option (`--password x`).
/// Redacting twice is redacting once. Borrowed when there is nothing to take out.
pub fn redact(text: &str) -> Cow<'_, str> {
    let mut clean = Cow::Borrowed(text);
    // What a value hid from the rules, or held apart, lies open where the value was taken out.
    for _ in 0..PASSES {
        match redact_once(&clean, &mut Seen::default()) {
            Cow::Owned(cleaner) => clean = Cow::Owned(cleaner),
            Cow::Borrowed(_) => break,
        }
    }
    clean
}

fn redact_once<'a>(text: &'a str, seen: &mut Seen) -> Cow<'a, str> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut floor, mut at) = (0, 0);
    let mut anchors = Places::of(bytes, may_tell);
    while let Some(anchor) = anchors.next_from(at) {
        at = anchor + 1;
        if !starts(bytes, anchor) {
            continue;
        }
        let Some((start, end)) =
            look(bytes, seen, floor, anchor).filter(|(start, _)| *start >= floor)
        else {
            continue;
        };
        if text.get(start..end).is_none_or(str::is_empty) {
            continue;
        }
        let mark = seen.redacted(bytes, REDACTED.as_bytes(), start);
        if mark.is_some_and(|mark| mark + REDACTED.len() <= end) {
            continue;
        }
        out.push_str(text.get(floor..start).unwrap_or_default());
        out.push_str(REDACTED);
        floor = end;
        at = end;
    }
    if floor == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(text.get(floor..).unwrap_or_default());
    Cow::Owned(out)
}

/// Whether a secret may be told by these two bytes: a sign before a value, the dashes of a key or an
/// option, the beginning of a token. Most texts have none of them.
const fn may_tell(byte: u8, behind: u8) -> bool {
    (byte == b':')
        | (byte == b'=')
        | (byte == b'@')
        | ((byte == b'-') & (behind == b'-'))
        | shapes::may_begin(byte, behind)
}

/// Whether a word or a sign starts at `at`.
fn starts(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|i| bytes.get(i)).copied().unwrap_or(b' ');
    !before.is_ascii_alphanumeric()
        || !bytes.get(at).is_some_and(u8::is_ascii_alphanumeric)
        || ends_escape(bytes, at, before)
}

/// Whether the byte before `at` is the `n` of a line break written as `\n`, or the like: a word
/// starts after it.
fn ends_escape(bytes: &[u8], at: usize, last: u8) -> bool {
    matches!(last, b'n' | b't' | b'r') && at >= 2 && bytes.get(at - 2) == Some(&b'\\')
}

fn look(bytes: &[u8], seen: &mut Seen, floor: usize, at: usize) -> Option<(usize, usize)> {
    match bytes.get(at)? {
        b'-' => shapes::private_key(bytes, seen, at).or_else(|| keys::option(bytes, seen, at)),
        b'@' => shapes::url_password(bytes, floor, at),
        b':' | b'=' => keys::assigned(bytes, seen, floor, at),
        _ => shapes::token(bytes, seen, at),
    }
}
