//! Finds the secrets of formats that have neither a sign between key and value nor a known prefix:
//! netrc, SQL, pgpass, cookies, XML elements, plain sentences.

use super::key_name::{SecretKind, secret_kind};
use super::keys::{bare_value, count_while, quoted_value};
use super::known_ends::KnownEnds;
use super::long_words::begins_long_word;
use super::value::{has_all_classes, is_digest, is_path, is_random_word, is_reference};

/// The longest value of an element, in bytes.
const MAX_ELEMENT_BYTES: usize = 512;
/// The longest header with cookies, in bytes.
const MAX_COOKIE_BYTES: usize = 4096;
/// The least length of a secret that a sentence tells, in bytes.
const MIN_TOLD_BYTES: usize = 20;
/// How far before a random word the word may stand that tells what it is.
const MAX_SENTENCE_BYTES: usize = 48;

/// The password behind the word at `at`, with nothing but space between: `login me password x`,
/// `PASSWORD 'x'`, `IDENTIFIED BY 'x'`.
pub(super) fn spaced_password(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    let is_word = |word: &[u8]| {
        let ends = rest.get(word.len()).is_some_and(|b| matches!(b, b' ' | b'\t' | b'\n'));
        ends && rest.get(..word.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(word))
    };
    let before = bytes.get(at.saturating_sub(80)..at)?;
    let mut words = before.split(u8::is_ascii_whitespace).rev().filter(|word| !word.is_empty());
    let is_one_of = |word: Option<&[u8]>, list: &[&str]| {
        word.is_some_and(|word| list.iter().any(|w| word.eq_ignore_ascii_case(w.as_bytes())))
    };
    let (len, may_be_bare) = if is_word(b"by") {
        (2, is_one_of(words.next(), &["identified"]).then_some(true)?)
    } else if let Some(word) = [&b"password"[..], b"passwd"].iter().find(|word| is_word(word)) {
        let name = words.next();
        let of_netrc = is_one_of(words.next(), &["login", "user", "account", "machine"]);
        (word.len(), of_netrc || is_one_of(name, &["default"]))
    } else {
        return None;
    };
    let value = at + len + count_while(bytes, at + len, u8::is_ascii_whitespace).min(16);
    if let Some((start, end)) = quoted_value(bytes, known, value) {
        let hidden = bytes.get(start..end)?;
        let is_word = !hidden.is_empty() && !hidden.iter().any(u8::is_ascii_whitespace);
        return (is_word && !is_reference(hidden)).then_some((start, end));
    }
    let (start, end) = bare_value(bytes, known, value);
    (may_be_bare && !is_reference(bytes.get(start..end)?)).then_some((start, end))
}

/// The password of a line of `.pgpass` that has its last `:` at `at`: `host:port:db:user:password`.
pub(super) fn pgpass(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let back = bytes.get(at.saturating_sub(200)..at)?;
    // Most signs are not behind a name that follows another sign.
    if back.iter().rfind(|b| !is_in_name(b)) != Some(&b':') {
        return None;
    }
    let line = back.rsplit(|b| b.is_ascii_whitespace() || b"\"'`".contains(b)).next()?;
    let mut fields = line.split(|b| *b == b':');
    let (host, port) = (fields.next()?, fields.next()?);
    let (database, user) = (fields.next()?, fields.next()?);
    let is_port =
        port == b"*" || (4..=5).contains(&port.len()) && port.iter().all(u8::is_ascii_digit);
    let is_name = |name: &[u8]| {
        name.iter().all(is_in_name) && (name == b"*" || name.iter().any(u8::is_ascii_alphabetic))
    };
    let is_host = host.iter().all(is_in_name) && !host.is_empty();
    if !is_port || !is_host || !is_name(database) || !is_name(user) || fields.next().is_some() {
        return None;
    }
    let (start, end) = bare_value(bytes, known, at + 1);
    let value = bytes.get(start..end)?;
    (!value.is_empty() && !value.contains(&b':') && !is_reference(value)).then_some((start, end))
}

/// Whether a host, a database or a user of `.pgpass` may contain the byte.
fn is_in_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'*')
}

/// The cookies behind the `:` at `at` of a header: all of `Cookie`, the first of `Set-Cookie`.
pub(super) fn cookies(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let before = bytes.get(at.saturating_sub(6)..at)?;
    if !before.eq_ignore_ascii_case(b"cookie") {
        return None;
    }
    let is_set = at >= 10 && bytes.get(at - 10..at)?.eq_ignore_ascii_case(b"set-cookie");
    let start = at + 1 + count_while(bytes, at + 1, |b| *b == b' ');
    let of_value = |b: &u8| !(b"\"'\n\r`".contains(b) || is_set && *b == b';');
    let rest = bytes.get(start..)?.iter().take(MAX_COOKIE_BYTES);
    let value = bytes.get(start..start + rest.take_while(|b| of_value(b)).count())?;
    let value = value.get(..value.iter().rposition(|b| !b" ;".contains(b))? + 1)?;
    let name = value.iter().position(|b| *b == b'=')?;
    let first = value.get(name + 1..)?;
    let named = !value.get(..name)?.contains(&b' ') && !is_reference(first);
    named.then_some((start + name + 1, start + value.len()))
}

/// The text of the element whose opening tag ends with the `>` at `at`: `<password>x</password>`.
pub(super) fn element(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let from = at.saturating_sub(64);
    let before = bytes.get(from..at)?;
    let open = before.iter().rposition(|b| *b == b'<')?;
    let tag = before.get(open + 1..)?.split(|b| *b == b' ').next()?;
    let kind = secret_kind(tag.rsplit(|b| *b == b':').next()?)?;
    let text = bytes.get(at + 1..bytes.len().min(at + 1 + MAX_ELEMENT_BYTES))?;
    let len = text.iter().take_while(|b| !matches!(b, b'<' | b'\n')).count();
    let value = text.get(..len)?;
    // The closing tag may be cut off with the end of the text.
    let rest = text.get(len..)?;
    let is_cut = b"<".starts_with(rest) && !value.iter().any(u8::is_ascii_whitespace);
    let closes = is_cut || rest.starts_with(b"</");
    let is_plain = kind != SecretKind::Perhaps || is_random_word(value);
    (closes && is_plain && !is_reference(value)).then_some((at + 1, at + 1 + len))
}

/// The token of a Telegram bot behind the `:` at `at`: digits before, 35 characters behind.
pub(super) fn telegram_token(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    if !bytes.get(at + 1..)?.starts_with(b"AA") {
        return None;
    }
    let digits = bytes.get(at.saturating_sub(11)..at)?;
    let digits = digits.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let len = count_while(bytes, at + 1, |b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    ((8..=10).contains(&digits) && (33..=36).contains(&len)).then_some((at + 1, at + 1 + len))
}

/// A random word at `at` in a sentence that tells what it is: `the new token is x`. Such a word is looked
/// for only where a long one begins.
pub(super) fn told_secret(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let of_word = |b: &u8| {
        b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'+' | b'/' | b'=' | b'.' | b'~')
    };
    let before = bytes.get(at.saturating_sub(MAX_SENTENCE_BYTES)..at)?;
    // Most words are shorter, and end before their last byte would.
    if before.last().is_some_and(of_word)
        || !bytes.get(at + MIN_TOLD_BYTES - 1).is_some_and(of_word)
        || !begins_long_word(bytes, at)
    {
        return None;
    }
    let len = count_while(bytes, at, of_word);
    let word = bytes.get(at..at + len)?;
    let word = word.get(..len - word.iter().rev().take_while(|b| **b == b'.').count())?;
    if word.len() < MIN_TOLD_BYTES
        || !has_all_classes(word)
        || !is_random_word(word)
        || is_digest(word)
        || is_path(word)
    {
        return None;
    }
    let line = before.rsplit(|b| *b == b'\n').next()?;
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-');
    let words = || line.split(|b| !of_name(b)).rev().filter(|word| !word.is_empty()).take(4);
    let tells = |word: &[u8]| secret_kind(word).is_some() || word.eq_ignore_ascii_case(b"login");
    let is_public = |word: &[u8]| {
        let known: [&[u8]; 10] = [
            b"public",
            b"cache",
            b"hash",
            b"digest",
            b"fingerprint",
            b"sha256",
            b"sha512",
            b"integrity",
            b"checksum",
            b"id",
        ];
        known.iter().any(|known| word.eq_ignore_ascii_case(known))
    };
    (words().any(tells) && !words().any(is_public)).then_some((at, at + word.len()))
}
