//! Removes secrets from text before it is kept or sent.

mod keys;
mod known_ends;
#[cfg(test)]
mod tests;
mod token_shapes;

use std::borrow::Cow;

use fusebox_scan::BytePositions;
use known_ends::KnownEnds;

/// What replaces a secret.
const REDACTED: &str = "[redacted]";
/// The most passes over a text; each follows one that replaced something.
const PASSES: usize = 8;

/// Replaces the secrets in the text by `[redacted]`.
///
/// Secrets are: tokens of a well-known form (`sk-…`, `ghp_…`, `AKIA…`, JSON web tokens, `Bearer …`
/// and others), private keys, passwords in URLs, and the values of keys such as `password`, `token`
/// or `api_key`. A value of such a key that reads as code or as a short number is kept, unless it
/// is quoted, assigned in upper case (`API_KEY=…`) or given to a command-line option (`--password
/// x`). Redacting is idempotent. The result is borrowed when there are no secrets.
pub fn redact(text: &str) -> Cow<'_, str> {
    let mut clean = Cow::Borrowed(text);
    // Replacing a value may join or uncover text in which the rules find another secret.
    for _ in 0..PASSES {
        match redact_once(&clean, &mut KnownEnds::default()) {
            Cow::Owned(cleaner) => clean = Cow::Owned(cleaner),
            Cow::Borrowed(_) => break,
        }
    }
    clean
}

fn redact_once<'a>(text: &'a str, known: &mut KnownEnds) -> Cow<'a, str> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let (mut floor, mut at) = (0, 0);
    let mut anchors = BytePositions::of(bytes, may_mark_secret);
    while let Some(anchor) = anchors.next_from(at) {
        at = anchor + 1;
        if !is_word_start(bytes, anchor) {
            continue;
        }
        let Some((start, end)) =
            secret_at(bytes, known, floor, anchor).filter(|(start, _)| *start >= floor)
        else {
            continue;
        };
        if text.get(start..end).is_none_or(str::is_empty) {
            continue;
        }
        let mark = known.redacted(bytes, REDACTED.as_bytes(), start);
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

/// Whether these two bytes may mark a secret: a sign before a value, the dashes of a key or an
/// option, the beginning of a token. Most texts contain none.
const fn may_mark_secret(byte: u8, behind: u8) -> bool {
    (byte == b':')
        | (byte == b'=')
        | (byte == b'@')
        | ((byte == b'-') & (behind == b'-'))
        | token_shapes::may_begin(byte, behind)
}

/// Whether a word or a sign starts at `at`.
fn is_word_start(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|i| bytes.get(i)).copied().unwrap_or(b' ');
    !before.is_ascii_alphanumeric()
        || !bytes.get(at).is_some_and(u8::is_ascii_alphanumeric)
        || ends_escape(bytes, at, before)
}

/// Whether the byte before `at` ends an escape such as `\n`. A word starts behind it.
fn ends_escape(bytes: &[u8], at: usize, last: u8) -> bool {
    matches!(last, b'n' | b't' | b'r') && at >= 2 && bytes.get(at - 2) == Some(&b'\\')
}

fn secret_at(
    bytes: &[u8],
    known: &mut KnownEnds,
    floor: usize,
    at: usize,
) -> Option<(usize, usize)> {
    match bytes.get(at)? {
        b'-' => token_shapes::private_key(bytes, known, at)
            .or_else(|| keys::option_secret(bytes, known, at)),
        b'@' => token_shapes::url_password(bytes, floor, at),
        b':' | b'=' => keys::assigned_secret(bytes, known, floor, at),
        _ => token_shapes::token(bytes, known, at),
    }
}
