//! Finds secrets by the key before them: `password: …`, `API_KEY=…`, `"token": "…"`, `--secret …`.

use super::known_ends::{KnownEnds, ScanKind};
use crate::word_set::WordSet;

/// What the keys of secrets end with, without `_`, `-` and `.`.
const PASSWORD_KEYS: [&str; 6] = ["password", "passwd", "passphrase", "pwd", "passcode", "pgpass"];
const TOKEN_KEYS: [&str; 10] = [
    "secret",
    "token",
    "apikey",
    "accesskey",
    "secretkey",
    "authorization",
    "privatekey",
    "credential",
    "credentials",
    "authkey",
];
/// Values that are not secret.
static LITERALS: WordSet<12> =
    WordSet::new("true false null none nil undefined string str required optional self bool");
static SCHEMES: WordSet<5> = WordSet::new("basic bearer token digest apikey");
const MAX_KEY_BYTES: usize = 64;
/// The longest name of an option, in bytes. A longer one is a token itself.
const MAX_OPTION_BYTES: usize = 22;
/// How many bytes of a value are read to distinguish it from code.
const CODE_BYTES: usize = 200;

#[derive(Clone, Copy, PartialEq)]
enum SecretKind {
    Password,
    Token,
}

/// How a value is bound to its key, strongest evidence of a secret first.
#[derive(Clone, Copy, PartialEq)]
enum KeyBinding {
    /// `API_KEY=…`, `--token=…`.
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
    let kind = secret_kind(key)?;
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
        let least = if kind == SecretKind::Password { 1 } else { 3 };
        let hidden = bytes.get(start..end)?;
        return (hidden.len() >= least && !is_reference(hidden)).then_some((start, end));
    }
    let (start, end) = bare_value(bytes, known, value);
    if SCHEMES.has(bytes.get(start..end)?) {
        return after_scheme(bytes, known, end);
    }
    let is_env = key.iter().all(|b| !b.is_ascii_lowercase());
    let tight = bytes.get(at) == Some(&b'=') && value == at + 1;
    let binding = match tight {
        true if is_env || key.starts_with(b"--") => KeyBinding::Assignment,
        true => KeyBinding::Tight,
        false => KeyBinding::Loose,
    };
    is_secret(bytes, (start, end), kind, binding).then_some((start, end))
}

/// The secret behind the option whose first dash is at `at`: `--password x`.
pub(super) fn option_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let name = bytes.get(at..)?.strip_prefix(b"--")?;
    let of_name = |b: &&u8| b.is_ascii_lowercase() || **b == b'-';
    let len = name.iter().take(MAX_OPTION_BYTES + 1).take_while(of_name).count();
    let value = at + 2 + len + 1;
    let before = at.checked_sub(1).and_then(|i| bytes.get(i)).copied().unwrap_or(b' ');
    let starts = before.is_ascii_whitespace() || b"\"'`([,{|".contains(&before);
    if !starts || len > MAX_OPTION_BYTES || bytes.get(value - 1) != Some(&b' ') {
        return None;
    }
    secret_kind(name.get(..len)?)?;
    if let Some((start, end)) = quoted_value(bytes, known, value) {
        return (!is_reference(bytes.get(start..end)?)).then_some((start, end));
    }
    let (start, end) = bare_value(bytes, known, value);
    let hidden = bytes.get(start..end)?;
    (!hidden.is_empty() && !hidden.starts_with(b"-") && !is_reference(hidden))
        .then_some((start, end))
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

fn secret_kind(key: &[u8]) -> Option<SecretKind> {
    if ends_with_one(key, &PASSWORD_KEYS) {
        Some(SecretKind::Password)
    } else {
        ends_with_one(key, &TOKEN_KEYS).then_some(SecretKind::Token)
    }
}

fn ends_with_one(key: &[u8], words: &[&str]) -> bool {
    let last = key.last().map(u8::to_ascii_lowercase);
    words.iter().filter(|word| word.bytes().last() == last).any(|word| {
        let letters = key.iter().rev().filter(|b| b.is_ascii_alphanumeric());
        let mut letters = letters.map(u8::to_ascii_lowercase);
        word.bytes().rev().all(|wanted| letters.next() == Some(wanted))
    })
}

/// The range between the quotes that open at `at`, which may be escaped; to the end of the line if
/// they are not closed.
fn quoted_value(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
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

fn bare_value(bytes: &[u8], known: &mut KnownEnds, at: usize) -> (usize, usize) {
    let inside = |b: &u8| !b.is_ascii_whitespace() && !b"\"'`,;&<>)}]|".contains(b);
    (at, known.end(ScanKind::Bare, at, || at + count_while(bytes, at, inside)))
}

/// The secret behind the scheme that ends at `end`: `Basic dXNlcjpw`.
fn after_scheme(bytes: &[u8], known: &mut KnownEnds, end: usize) -> Option<(usize, usize)> {
    let (from, to) = bare_value(bytes, known, end + 1);
    (bytes.get(end) == Some(&b' ') && to - from >= 6 && is_random(bytes.get(from..to)?))
        .then_some((from, to))
}

fn is_secret(
    bytes: &[u8],
    (start, end): (usize, usize),
    kind: SecretKind,
    binding: KeyBinding,
) -> bool {
    let value = bytes.get(start..end).unwrap_or_default();
    let number = value.iter().all(u8::is_ascii_digit);
    let literal = LITERALS.has(value);
    if value.is_empty() || is_reference(value) || literal || number && value.len() < 6 {
        return false;
    }
    let in_code = matches!(bytes.get(end), Some(b')' | b',' | b';' | b'}' | b']'));
    let least = match (kind, binding) {
        (_, KeyBinding::Assignment) => return true,
        (SecretKind::Password, _) => 4,
        (SecretKind::Token, KeyBinding::Tight) => 8,
        (SecretKind::Token, KeyBinding::Loose) => 16,
    };
    let least = if in_code { least.max(16) } else { least };
    value.len() >= least && is_random(value) && !is_code(value)
}

/// Whether the value is long, or contains a digit or a sign that names do not have.
fn is_random(value: &[u8]) -> bool {
    value.len() >= 24 || value.iter().any(|b| b.is_ascii_digit() || b"!@#$%^*+=~/".contains(b))
}

/// Whether the value reads as code: a call, an index, or a path of names.
fn is_code(value: &[u8]) -> bool {
    let value = value.get(..CODE_BYTES).unwrap_or(value);
    let name = |part: &[u8]| {
        part.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
            && part.iter().all(|b| b.is_ascii_alphanumeric() || *b == b'_')
    };
    let parts = value.split(|b| *b == b'.');
    let path = value.len() < 40 && value.contains(&b'.') && parts.into_iter().all(name);
    path || value.iter().any(|b| b"([{".contains(b)) || value.windows(2).any(|two| two == b"::")
}

/// Whether the value refers to another one, or was redacted before.
fn is_reference(value: &[u8]) -> bool {
    matches!(value.first(), Some(b'$' | b'<' | b'{' | b'(' | b'['))
        || value.iter().all(|b| *b == b'*')
        || value.starts_with(b"%(")
}

fn count_while(bytes: &[u8], from: usize, kind: impl Fn(&u8) -> bool) -> usize {
    bytes.get(from..).unwrap_or_default().iter().take_while(|b| kind(b)).count()
}
