//! Finds secrets by the key before them: `password: …`, `API_KEY=…`, `"token": "…"`.

use super::key_name::{SecretKind, secret_kind};
use super::known_ends::{KnownEnds, ScanKind};
use super::value::{
    is_code, is_digest, is_encoded_pair, is_literal, is_path, is_random_word, is_reference,
    may_be_random,
};
use fusebox_scan::WordSet;

static SCHEMES: WordSet<8> = WordSet::new("basic bearer token digest apikey negotiate splunk dpop");
const MAX_KEY_BYTES: usize = 64;
/// How far the name of an attribute `value="…"` may lie before it.
const MAX_NAME_BYTES: usize = 96;

/// How a value is bound to its key, strongest evidence of a secret first.
#[derive(Clone, Copy, PartialEq)]
enum KeyBinding {
    /// `API_KEY=…`, `--token=…`, or a password among other assignments: `host=a password=b`.
    Assignment,
    /// `password=…`.
    Tight,
    /// `password: …`, `password = …`.
    Loose,
}

/// The secret behind the `:` or `=` at `at`.
pub(super) fn assigned_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    floor: usize,
    at: usize,
) -> Option<(usize, usize)> {
    let key = key_before(bytes, floor, at);
    let named = named_value(bytes, floor, at, key);
    let kind = named.or_else(|| secret_kind(key))?;
    let sign = match (bytes.get(at)?, bytes.get(at + 1)) {
        (b':', Some(b'=')) | (b'=', Some(b'>')) => at + 2,
        (b':', Some(b':')) | (b'=', Some(b'=')) => return None,
        _ => at + 1,
    };
    let value = sign + count_while(bytes, sign, |b| matches!(b, b' ' | b'\t'));
    if value - sign > 16 {
        return None;
    }
    if let Some((start, end)) = quoted_value(bytes, known, value) {
        return is_quoted_secret(key, kind, bytes.get(start..end)?).then_some((start, end));
    }
    let (start, end) = bare_value(bytes, known, value);
    if SCHEMES.has(bytes.get(start..end)?) {
        return after_scheme(bytes, known, end);
    }
    let is_env = key.iter().all(|b| !b.is_ascii_lowercase());
    let tight = bytes.get(at) == Some(&b'=') && value == at + 1;
    let binding = match tight {
        _ if named.is_some() => KeyBinding::Assignment,
        true if is_env || key.starts_with(b"--") => KeyBinding::Assignment,
        true if kind != SecretKind::Token && is_among_assignments(bytes, at - key.len(), end) => {
            KeyBinding::Assignment
        }
        true => KeyBinding::Tight,
        false => KeyBinding::Loose,
    };
    is_secret(bytes, (start, end), kind, binding).then_some((start, end))
}

/// What the name says in `name="DB_PASSWORD" value="…"`, where the key is `value`.
fn named_value(bytes: &[u8], floor: usize, at: usize, key: &[u8]) -> Option<SecretKind> {
    if !key.eq_ignore_ascii_case(b"value") {
        return None;
    }
    let from = at.saturating_sub(MAX_NAME_BYTES).max(floor);
    let before = bytes.get(from..at)?;
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let mut words = before.split(|b| !of_name(b)).rev().filter(|word| !word.is_empty());
    let (_, name, label) = (words.next()?, words.next()?, words.next()?);
    let is_label = [&b"name"[..], b"key"].iter().any(|word| label.eq_ignore_ascii_case(word));
    secret_kind(name).filter(|kind| is_label && *kind != SecretKind::Perhaps)
}

/// The key that ends before the sign at `at`, without the quotes and spaces between them.
fn key_before(bytes: &[u8], floor: usize, at: usize) -> &[u8] {
    let back = |end: usize, most: usize, kind: fn(&u8) -> bool| {
        let window = bytes.get(end.saturating_sub(most).max(floor)..end).unwrap_or_default();
        end - window.iter().rev().take_while(|b| kind(b)).count()
    };
    let end = back(at, 3, |b| matches!(b, b' ' | b'"' | b'\'' | b'\\'));
    let part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    bytes.get(back(end, MAX_KEY_BYTES, part)..end).unwrap_or_default()
}

/// Whether the assignment stands in a row of others, as in a connection string or a URL's query.
fn is_among_assignments(bytes: &[u8], key: usize, end: usize) -> bool {
    let before = key.checked_sub(1).and_then(|at| bytes.get(at));
    let next = bytes.get(end..).unwrap_or_default();
    let next_key = next.get(1..).unwrap_or_default();
    let name = next_key
        .iter()
        .take(MAX_KEY_BYTES)
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
    let len = name.count();
    let follows = matches!(next.first(), Some(b';' | b'&' | b' ' | b','))
        && len > 0
        && next_key.get(len) == Some(&b'=');
    let last_word = bytes.get(key.saturating_sub(MAX_KEY_BYTES)..key.saturating_sub(1));
    let last_word = last_word.and_then(|text| text.rsplit(u8::is_ascii_whitespace).next());
    matches!(before, Some(b';' | b'&' | b'?' | b'.'))
        || follows
        || before == Some(&b' ')
            && last_word.is_some_and(|word| word.contains(&b'=') || word.starts_with(b"--"))
}

/// The range between the quotes that open at `at`, which may be escaped; to the end of the line if
/// they are not closed.
pub(super) fn quoted_value(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let escapes = count_while(bytes, at, |b| *b == b'\\');
    let quote = *bytes.get(at + escapes).filter(|b| matches!(b, b'"' | b'\'' | b'`'))?;
    let start = at + escapes + 1;
    let escaped = escapes > 0;
    let kind = ScanKind::Quoted { quote, escaped };
    Some((start, known.end(kind, start, || quote_end(bytes, quote, escaped, start))))
}

fn quote_end(bytes: &[u8], quote: u8, escaped: bool, start: usize) -> usize {
    let mut end = start;
    while let Some(byte) = bytes.get(end).filter(|b| **b != b'\n') {
        // An escaped quote is closed by another one.
        let closes = if escaped {
            *byte == b'\\' && bytes.get(end + 1) == Some(&quote)
        } else {
            *byte == quote
        };
        if closes {
            return end;
        }
        end += if *byte == b'\\' { 1 + escaped_len(bytes, end + 1) } else { 1 };
    }
    end.min(bytes.len())
}

/// The number of bytes that a backslash escapes: one ASCII byte, but not a line end.
fn escaped_len(bytes: &[u8], at: usize) -> usize {
    usize::from(bytes.get(at).is_some_and(|b| b.is_ascii() && *b != b'\n'))
}

/// The range of a value without quotes.
pub(super) fn bare_value(bytes: &[u8], known: &mut KnownEnds, at: usize) -> (usize, usize) {
    let inside = |b: &u8| !b.is_ascii_whitespace() && !b"\"'`,;&<>)}]|".contains(b);
    (at, known.end(ScanKind::Bare, at, || at + count_while(bytes, at, inside)))
}

/// The secret behind the scheme that ends at `end`: `Basic dXNlcjpw`.
fn after_scheme(bytes: &[u8], known: &mut KnownEnds, end: usize) -> Option<(usize, usize)> {
    let (from, to) = bare_value(bytes, known, end + 1);
    let value = bytes.get(from..to)?;
    let is_token = value.len() >= 6 && may_be_random(value) && !is_reference(value);
    (bytes.get(end) == Some(&b' ') && is_token).then_some((from, to))
}

fn is_quoted_secret(key: &[u8], kind: SecretKind, value: &[u8]) -> bool {
    if is_reference(value) || is_literal(value) || is_path(value) {
        return false;
    }
    match kind {
        SecretKind::Password => !value.is_empty(),
        SecretKind::Token => value.len() >= 3,
        SecretKind::Perhaps => {
            is_random_word(value) && !is_digest(value)
                || key.eq_ignore_ascii_case(b"auth") && is_encoded_pair(value)
        }
    }
}

fn is_secret(
    bytes: &[u8],
    (start, end): (usize, usize),
    kind: SecretKind,
    binding: KeyBinding,
) -> bool {
    let value = bytes.get(start..end).unwrap_or_default();
    let number = value.iter().all(u8::is_ascii_digit);
    if is_reference(value) || is_literal(value) || number && value.len() < 6 || is_path(value) {
        return false;
    }
    let in_code = matches!(bytes.get(end), Some(b')' | b',' | b';' | b'}' | b']'));
    let least = match (kind, binding) {
        (SecretKind::Perhaps, KeyBinding::Assignment) => return is_random_word(value),
        (SecretKind::Perhaps, _) => return is_random_word(value) && !is_digest(value),
        (_, KeyBinding::Assignment) => return true,
        (SecretKind::Password, _) => 4,
        (SecretKind::Token, KeyBinding::Tight) => 8,
        (SecretKind::Token, KeyBinding::Loose) => 16,
    };
    let least = if in_code { least.max(16) } else { least };
    value.len() >= least && may_be_random(value) && !is_code(value)
}

pub(super) fn count_while(bytes: &[u8], from: usize, kind: impl Fn(&u8) -> bool) -> usize {
    bytes.get(from..).unwrap_or_default().iter().take_while(|b| kind(b)).count()
}
