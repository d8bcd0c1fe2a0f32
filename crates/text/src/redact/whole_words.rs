//! Judges words as a whole: with the commas and brackets in them, behind an arrow or a dash, alone below a heading.

use super::announced_lines::{announcing_lines, joined_key};
use super::headings::secrets_below;
use super::key_name::{SecretKind, secret_kind};
use super::keys::{bare_value, quoted_value};
use super::known_ends::KnownEnds;
use super::made_words::{is_made_word, is_surely_made};
use super::markup::{key_before, value_start};
use super::value::{
    ends_with_digest, has_all_classes, is_beyond_code, is_code, is_dated, is_digest, is_file_name,
    is_literal, is_made_of_names, is_name, is_of_whole_words, is_path, is_random_word,
    is_reference, is_shaped,
};

/// The longest word that people take for a password, in bytes.
pub(super) const MAX_PASSWORD_BYTES: usize = 64;

/// Whether the word reads as a password without more: it is made as people make them, or of random letters and digits,
/// and is neither a name, a path, a date nor code.
pub(super) fn reads_as_password(word: &[u8]) -> bool {
    let is_value = (8..MAX_PASSWORD_BYTES).contains(&word.len())
        && word.iter().all(u8::is_ascii_graphic)
        && !word.windows(3).any(|sign| sign == b"://")
        && !is_address(word)
        && !is_code(word)
        && !is_path(word)
        && !is_reference(word)
        && !is_literal(word)
        && !is_file_name(word)
        && !is_dated(word)
        && !is_digest(word)
        && !ends_with_digest(word);
    let of_names = || is_made_of_names(word) || is_name(word) || is_of_whole_words(word);
    is_value && (is_shaped(word) || is_beyond_code(word) || has_all_classes(word) && !of_names())
}

/// Whether the word is an address of mail: `jane.doe.2026@example.org`.
fn is_address(word: &[u8]) -> bool {
    let mut parts = word.splitn(2, |b| *b == b'@');
    let (user, host) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let of_host = |b: &u8| b.is_ascii_alphanumeric() || b"-.".contains(b);
    let ending = host.rsplit(|b| *b == b'.').next().unwrap_or_default();
    user.iter().all(|b| b.is_ascii_alphanumeric() || b"._+-".contains(b))
        && host.contains(&b'.')
        && host.iter().all(of_host)
        && ending.len() >= 2
        && ending.iter().all(u8::is_ascii_lowercase)
}

/// Whether a word that stands alone where a noun of this kind announces it is the secret.
pub(super) fn is_announced_word(word: &[u8], kind: SecretKind) -> bool {
    let is_hexadecimal = || {
        word.len() >= 16
            && word.iter().all(u8::is_ascii_hexdigit)
            && word.iter().any(u8::is_ascii_digit)
    };
    let is_random = || {
        is_random_word(word)
            && !is_digest(word)
            && !is_made_of_names(word)
            && (kind != SecretKind::Perhaps || has_all_classes(word))
    };
    let is_secret = || match kind {
        SecretKind::Password => {
            is_random() || is_hexadecimal() || reads_as_password(word) || is_made_word(word)
        }
        SecretKind::Token => is_random() || is_hexadecimal() || is_made_word(word),
        SecretKind::Perhaps => is_random() || is_surely_made(word),
    };
    !is_path(word) && !is_reference(word) && !is_file_name(word) && is_secret()
}

/// The end of the word at `start`, of which a value without quotes ends before a sign at `end`: `Kx7m,Q2vL`, `Kx(7m)Q2`.
/// What reads as no password, and what goes on in an assignment, ends at the sign.
pub(super) fn whole_end(bytes: &[u8], start: usize, end: usize) -> usize {
    if bytes.get(end).is_none_or(|b| !b",;&|<>)}]".contains(b)) {
        return end;
    }
    let of_word = |b: &&u8| b.is_ascii_graphic() && !b"\"'`".contains(b);
    let text = bytes.get(start..).unwrap_or_default();
    let len = text.iter().take(MAX_PASSWORD_BYTES).take_while(of_word).count();
    let word = text.get(..len).unwrap_or_default();
    let len = word.iter().rposition(|b| !b".,;:!?".contains(b)).map_or(0, |at| at + 1);
    let word = word.get(..len).unwrap_or_default();
    let behind = word.get(end - start..).unwrap_or_default();
    let goes_on = behind.iter().any(|b| b"=:".contains(b))
        || behind.windows(2).any(|two| two == b"</" || two == b"->");
    if !goes_on && is_balanced(word) && reads_as_password(word) { start + len } else { end }
}

/// The secret in the lines below the word `below` at `at`: `The token is below.`
pub(super) fn told_below(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"below")?;
    let sign = usize::from(rest.first() == Some(&b'.'));
    rest.get(sign).filter(|b| **b == b'\n')?;
    let (line, _) = announcing_lines(bytes.get(..at)?)?;
    secrets_below(bytes, at + 5 + sign, line)
}

/// The password that Subversion keeps below its name at `at`, with the length of each: `password`, `V 14`, `x`.
pub(super) fn kept_below(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    const NAME: &[u8] = b"password\nV ";
    let digits = bytes.get(at..)?.strip_prefix(NAME)?;
    let digits = digits.iter().take(3).take_while(|b| b.is_ascii_digit()).count();
    let number = at + NAME.len();
    let number = number..number + digits;
    let len: usize = std::str::from_utf8(bytes.get(number.clone())?).ok()?.parse().ok()?;
    let start = number.end + 1;
    let is_line = bytes.get(number.end) == Some(&b'\n') && len > 0;
    is_line.then(|| (start, bytes.len().min(start + len)))
}

/// Whether each bracket in the word is closed, and none is before it opens.
fn is_balanced(word: &[u8]) -> bool {
    let pairs = [(b'(', b')'), (b'[', b']'), (b'{', b'}')];
    pairs.iter().all(|(open, close)| {
        let mut depth = 0_i32;
        let never_below = word.iter().all(|b| {
            depth += i32::from(b == open) - i32::from(b == close);
            depth >= 0
        });
        never_below && depth == 0
    })
}

/// The secret behind an arrow or a dash at `at`, which is `len` bytes long: `Password -> x`, `Token — x`.
pub(super) fn pointed_secret(
    bytes: &[u8],
    known: &mut KnownEnds,
    floor: usize,
    (at, len): (usize, usize),
) -> Option<(usize, usize)> {
    let is_apart = at.checked_sub(1).and_then(|before| bytes.get(before)) == Some(&b' ')
        && bytes.get(at + len) == Some(&b' ');
    let key = is_apart.then(|| key_before(bytes, floor, at))?;
    let kind = secret_kind(joined_key(bytes, floor, at, key))?;
    let value = value_start(bytes, at + len);
    let (start, end) = quoted_value(bytes, known, value).unwrap_or_else(|| {
        let (start, end) = bare_value(bytes, known, value);
        (start, whole_end(bytes, start, end))
    });
    is_announced_word(bytes.get(start..end)?, kind).then_some((start, end))
}
