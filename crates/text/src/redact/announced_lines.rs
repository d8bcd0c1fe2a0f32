//! Finds what the words of a line announce behind them: `Enter PEM pass phrase: x`, groups of four signs, the shared
//! secrets of tunnels.

use super::headings;
use super::key_name::{SecretKind, secret_kind};
use super::keys::{bare_value, count_while, quoted_value};
use super::known_ends::KnownEnds;
use super::options::is_secret_argument;
use super::value::{is_code, is_digest, is_name, is_path, reads_as_words};

/// The longest line that announces a secret, in bytes.
const MAX_LINE_BYTES: usize = 120;
/// The longest word before the last one of a key, in bytes.
const MAX_WORD_BYTES: usize = 24;
/// The length of one group of a key that people type.
const GROUP_BYTES: usize = 4;
/// The fewest groups of such a key.
const MIN_GROUPS: usize = 4;

/// What questions for a password, and the words before a new one, begin with.
const QUESTIONS: [&[u8]; 17] = [
    b"Enter ",
    b"New ",
    b"Retype ",
    b"Repeat ",
    b"Confirm ",
    b"Verify",
    b"Current ",
    b"Login ",
    b"Please ",
    b"Set ",
    b"Type ",
    b"Password ",
    b"[sudo] ",
    b"Your ",
    b"Generated ",
    b"Temporary ",
    b"Initial ",
];
/// What may follow the word for a password in a question: `Password for me`, `Login Password [anonymous]`.
const REFERENCES: [&[u8]; 6] = [b" for ", b" of ", b" [", b" (", b" again", b" is"];
/// What the words for a password have in them, in either case of their first letter.
const PASSWORDS: [&[u8]; 4] = [b"assword", b"assphrase", b"ass phrase", b"asscode"];

/// The key that ends before the sign at `at` with the word before it, where the two are one name: `secret key: x`,
/// `PEM pass phrase: x`, `Your API key is: x`.
pub(super) fn joined_key<'a>(bytes: &'a [u8], floor: usize, at: usize, key: &'a [u8]) -> &'a [u8] {
    // Most keys are longer, or end otherwise.
    if key.len() > 6 || !key.last().is_some_and(|b| b"yedsYEDS0123456789".contains(b)) {
        return key;
    }
    let is = |word: &[u8]| key.eq_ignore_ascii_case(word);
    // `Unseal Key 1: x`
    let is_number = matches!(key, [b] | [b, _] if b.is_ascii_digit());
    if !(is(b"key") || is(b"phrase") || is(b"id") || is(b"is") || is_number) {
        return key;
    }
    let Some(end) = bytes.get(floor..at).map(|text| floor + text.trim_ascii_end().len()) else {
        return key;
    };
    let Some(start) = end.checked_sub(key.len()).filter(|at| bytes.get(*at..end) == Some(key))
    else {
        return key;
    };
    match word_before(bytes, floor, start) {
        None => key,
        Some((from, to)) if is(b"is") || is_number => {
            let last = bytes.get(from..to).unwrap_or_default();
            let begin =
                word_before(bytes, floor, from).filter(|_| last.eq_ignore_ascii_case(b"key"));
            let named = bytes.get(begin.map_or(from, |(from, _)| from)..to).unwrap_or(key);
            let is_named = !is_number || matches!(secret_kind(named), Some(SecretKind::Token));
            if is_named { named } else { key }
        }
        Some((from, _)) => {
            let joined = bytes.get(from..end).unwrap_or(key);
            let says_more = match secret_kind(joined) {
                Some(SecretKind::Password | SecretKind::Token) => true,
                Some(SecretKind::Perhaps) => false,
                // `public key: x`
                None => is(b"key"),
            };
            if says_more || is(b"id") { joined } else { key }
        }
    }
}

/// The range of the word before the blank before `at`.
fn word_before(bytes: &[u8], floor: usize, at: usize) -> Option<(usize, usize)> {
    let end = at.checked_sub(1).filter(|end| *end > floor && bytes.get(*end) == Some(&b' '))?;
    let back = bytes.get(end.saturating_sub(MAX_WORD_BYTES).max(floor)..end)?;
    let len = back.iter().rev().take_while(|b| b.is_ascii_alphanumeric()).count();
    (len > 0).then_some((end - len, end))
}

/// What the key of an id says that is as good as a password: `SecretID: 6f1c2b7e-…`.
pub(super) fn secret_id(bytes: &[u8], at: usize, key: &[u8]) -> Option<SecretKind> {
    if key.len() < 8 || !matches!(key.last(), Some(b'd' | b'D')) {
        return None;
    }
    let mut letters = key.iter().rev().filter(|b| b.is_ascii_alphanumeric());
    let is_named = b"diterces".iter().all(|b| letters.next().is_some_and(|c| c | 0x20 == *b));
    let value = at + 1 + count_while(bytes, at + 1, |b| b" \"'".contains(b));
    let id = bytes.get(value..value + 36).filter(|_| is_named)?;
    (is_digest(id) && id.iter().filter(|b| **b == b'-').count() == 4).then_some(SecretKind::Token)
}

/// The groups of a key that people type, of four signs each: `ABCD EFGH IJKL MNOP`.
pub(super) fn groups(bytes: &[u8], from: usize, kind: SecretKind) -> Option<(usize, usize)> {
    let is_in = |b: &u8| {
        b.is_ascii_uppercase()
            || b.is_ascii_digit()
            || kind == SecretKind::Password && b.is_ascii_lowercase()
    };
    let (mut end, mut count) = (from, 0);
    while count_while(bytes, end, is_in) == GROUP_BYTES {
        (end, count) = (end + GROUP_BYTES, count + 1);
        if bytes.get(end) != Some(&b' ') || count_while(bytes, end + 1, is_in) != GROUP_BYTES {
            break;
        }
        end += 1;
    }
    let ends = bytes.get(end).is_none_or(|b| !b.is_ascii_alphanumeric() && *b != b'-');
    let group = bytes.get(from..end).filter(|_| count >= MIN_GROUPS && ends)?;
    (!reads_as_words(group)).then_some((from, end))
}

/// The secret that the line announces whose `:` is at `at`, in it or below.
pub(super) fn announced_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    // Most signs are those of messages and of data, with a name before them and something else behind.
    let value = match bytes.get(at + 1..)? {
        [b'\n', ..] => at + 1,
        // `**Token:**` of Markdown.
        [b'*', b'*', b'\n', ..] => at + 3,
        [b' ', b' ', ..] => at + 3,
        [b' ', ..] => at + 2,
        _ => return None,
    };
    let before = bytes.get(..at)?;
    if bytes.get(value) == Some(&b'\n') {
        return headings::below(bytes, at);
    }
    if matches!(before, [.., b'c', b'o', b'd', b'e'] | [.., b'o', b'd', b'e', b's']) {
        return headings::code_list(bytes, value, announcing_lines(before)?.0);
    }
    if bytes.get(value..value + 8)?.iter().any(|b| !b.is_ascii_graphic() || *b == b'"') {
        return None;
    }
    let (start, end) = bare_value(bytes, known, value);
    let word = bytes.get(start..end)?;
    let ends = bytes.get(end).is_none_or(|b| matches!(b, b'\n' | b'\r'));
    if !ends || is_path(word) || !is_secret_argument(word) || !may_answer(word) {
        return None;
    }
    let (line, line_before) = announcing_lines(before)?;
    let is_reset = || line == b"New value" && resets_password(line_before);
    (asks_for_password(line) || is_reset()).then_some((start, end))
}

/// Whether a word may answer a question for a password: no word of a language does.
fn may_answer(word: &[u8]) -> bool {
    let is_address = word.windows(3).any(|sign| sign == b"://");
    let has_sign = word.iter().any(|b| b.is_ascii_digit() || b"!@#$%^*+=~".contains(b));
    word.len() >= 8 && !is_address && !is_code(word) && (has_sign || !is_name(word))
}

/// Whether the line asks for a password and for nothing else about it: `Enter the password length` does not.
fn asks_for_password(line: &[u8]) -> bool {
    let word = PASSWORDS.iter().find_map(|word| {
        let at = line.windows(word.len()).rposition(|part| part == *word)?;
        Some((line.get(..at)?, line.get(at + word.len()..)?))
    });
    word.is_some_and(|(before, behind)| {
        let is_whose = before.ends_with(b"'s p");
        let begins = QUESTIONS.iter().any(|begin| line.starts_with(begin));
        let ends = behind.is_empty() || REFERENCES.iter().any(|begin| behind.starts_with(begin));
        ends && (begins || is_whose)
    })
}

fn resets_password(line: &[u8]) -> bool {
    let says = |word: &[u8]| line.windows(word.len()).any(|part| part == word);
    PASSWORDS.iter().any(|word| says(word)) && (says(b"reset") || says(b"generated"))
}

/// The line that the text ends with, if it is one of words and not of code, and the one before it.
pub(super) fn announcing_lines(before: &[u8]) -> Option<(&[u8], &[u8])> {
    let lines = before.get(before.len().saturating_sub(MAX_LINE_BYTES)..)?;
    let mut lines = lines.rsplit(|b| *b == b'\n');
    let line = lines.next()?.trim_ascii_start();
    let is_code = line.iter().any(|b| b"\"{}=<>;".contains(b));
    (!is_code).then(|| (line, lines.next().unwrap_or_default()))
}

/// The secret that the two ends of a tunnel share, behind the `:` at `at`: `%any : PSK "x"`.
pub(super) fn tunnel_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at + 1..)?.strip_prefix(b" ")?;
    if !matches!(rest, [b'P' | b'E' | b'X', b'S' | b'A', ..]) {
        return None;
    }
    let kinds: [&[u8]; 3] = [b"PSK ", b"EAP ", b"XAUTH "];
    let kind = kinds.iter().find(|kind| rest.starts_with(kind))?;
    let (start, end) = quoted_value(bytes, known, at + 2 + kind.len())?;
    is_secret_argument(bytes.get(start..end)?).then_some((start, end))
}
