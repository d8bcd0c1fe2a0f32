//! Finds the password that follows a user's name: `user = "me:x"`, `auth me:x`, `login: me / x`,
//! `username: me password: x`.

use super::formats::sentence_end;
use super::key_name::secret_kind;
use super::keys::{bare_value, count_while, is_password};
use super::known_ends::KnownEnds;
use super::options::is_secret_argument;
use super::value::{has_all_classes, is_code, is_name, is_shaped, is_strong};

/// How far before a password the user's name may stand, in bytes.
const MAX_PAIR_BYTES: usize = 64;

/// What stands before a user's name and its password.
const BEGINNINGS: [&[u8]; 13] = [
    b" auth ",
    b" user add ",
    b"denied for ",
    b"user = \"",
    b"user=\"",
    b"userpwd = \"",
    b"credentials: ",
    b"credentials are ",
    b"creds: ",
    b"login: ",
    b"og in with ",
    b"ign in with ",
    b"ogged in with ",
];

/// The same, where a word that reads as a name may be one.
const WEAK_BEGINNINGS: [&[u8]; 3] = [b"redentials ", b"creds ", b"uth as "];

/// The password behind the `:` at `at`, which a user's name and a telling word precede.
pub(super) fn paired_password(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    // Most signs stand behind something else, or before a word that is shorter.
    if !bytes.get(at.checked_sub(1)?).is_some_and(is_of_user)
        || bytes.get(at + 1..at + 6)?.iter().any(u8::is_ascii_whitespace)
    {
        return None;
    }
    let back = bytes.get(at.saturating_sub(MAX_PAIR_BYTES)..at)?;
    let user = back.iter().rev().take_while(|b| is_of_user(b)).count();
    let before = back.get(..back.len() - user)?;
    if user == 0 || !matches!(before.last(), Some(b' ' | b'"')) {
        return None;
    }
    let is_address = || is_bundler_setting(before);
    let is_weak = WEAK_BEGINNINGS.iter().any(|begin| before.ends_with(begin));
    if !is_weak && !BEGINNINGS.iter().any(|begin| before.ends_with(begin)) && !is_address() {
        return None;
    }
    let (start, end) = bare_value(bytes, known, at + 1);
    let end = if is_weak { start + sentence_end(bytes.get(start..end)?) } else { end };
    let value = bytes.get(start..end)?;
    if is_weak && (!is_password(value) || is_name(value)) {
        return None;
    }
    // A port is shorter.
    let is_number = value.len() < 8 && value.iter().all(u8::is_ascii_digit);
    (value.len() >= 6 && !is_number && !is_code(value) && is_secret_argument(value))
        .then_some((start, end))
}

fn is_of_user(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._@-".contains(byte)
}

/// Whether the text ends with a command that gives Bundler the password of a host, and the host.
pub(super) fn is_bundler_setting(before: &[u8]) -> bool {
    let Some(before) = before.strip_suffix(b" ") else { return false };
    let host = before.iter().rev().take_while(|b| is_of_user(b)).count();
    let (command, host) = before.split_at(before.len() - host);
    host.contains(&b'.') && is_bundler_command(command)
}

fn is_bundler_command(text: &[u8]) -> bool {
    let text = [&b"--local "[..], b"--global "]
        .iter()
        .find_map(|word| text.strip_suffix(*word))
        .unwrap_or(text);
    let text = text.strip_suffix(b"set ").unwrap_or(text);
    text.ends_with(b"bundle config ")
}

/// The value that Bundler is given for a host, behind its option at `at`:
/// `bundle config set --local gems.example.org x`.
pub(super) fn bundler_password(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    let option =
        [&b"--local "[..], b"--global "].into_iter().find(|name| rest.starts_with(name))?;
    let host_at = at + option.len();
    let scheme = bytes.get(host_at..)?.starts_with(b"https://");
    let host_at = host_at + if scheme { 8 } else { 0 };
    let host = count_while(bytes, host_at, is_of_user);
    let dots = bytes.get(host_at..host_at + host)?.iter().filter(|b| **b == b'.').count();
    let before = bytes.get(at.saturating_sub(24)..at).filter(|_| dots >= 2)?;
    (is_bundler_command(before) && bytes.get(host_at + host) == Some(&b' ')).then_some(())?;
    let (start, end) = bare_value(bytes, known, host_at + host + 1);
    let value = bytes.get(start..end)?;
    (value.len() >= 4 && is_secret_argument(value)).then_some((start, end))
}

/// The password of `login: me / x`, whose `:` is at `at`.
pub(super) fn slashed_password(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
    key: &[u8],
) -> Option<(usize, usize)> {
    let names: [&[u8]; 3] = [b"login", b"credentials", b"creds"];
    let is_login = names.iter().any(|name| key.eq_ignore_ascii_case(name));
    let user = at + 2;
    let len = count_while(bytes, user, is_of_user);
    let is_pair = is_login && bytes.get(at + 1) == Some(&b' ') && len > 0;
    bytes.get(user + len..)?.strip_prefix(b" / ").filter(|_| is_pair)?;
    let (start, end) = bare_value(bytes, known, user + len + 3);
    let value = bytes.get(start..end)?;
    let is_solid = value.len() >= 8 && value.iter().all(u8::is_ascii_alphabetic);
    let is_made = is_shaped(value) || is_password(value) && value.contains(&b'-');
    ((is_password(value) || is_solid) && !is_name(value) || is_made).then_some((start, end))
}

/// The password behind the blank at `at` and a `/` in a sentence about a login: `the login for staging is me / x`.
pub(super) fn told_pair(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    bytes.get(at..)?.strip_prefix(b" / ")?;
    let (start, end) = bare_value(bytes, known, at + 3);
    let text = bytes.get(start..end)?;
    let end = start + sentence_end(text);
    let back = bytes.get(at.saturating_sub(MAX_PAIR_BYTES)..at)?;
    let sentence = back.rsplit(|b| *b == b'\n').next()?;
    let names: [&[u8]; 4] = [b"login ", b"logins ", b"credentials ", b"account "];
    let tells =
        |name: &&[u8]| sentence.windows(name.len()).any(|part| part.eq_ignore_ascii_case(name));
    let word = bytes.get(start..end)?;
    let is_solid = is_password(word) && has_all_classes(word) && !is_name(word);
    let is_numbered = word.len() >= 12 || word.iter().filter(|b| b.is_ascii_digit()).count() >= 2;
    let is_secret = is_strong(word) || is_shaped(word) || is_solid && is_numbered;
    (is_secret && names.iter().any(tells)).then_some((start, end))
}

/// The end of the password that the one which ends at `end` became: `changed the password from x to y`; else the same end.
pub(super) fn next_password(bytes: &[u8], known: &mut KnownEnds, end: usize) -> usize {
    let rest = bytes.get(end..).unwrap_or_default();
    let quotes = rest.iter().take_while(|b| matches!(b, b'`' | b'"' | b'\'')).count();
    if !rest.get(quotes..).is_some_and(|rest| rest.starts_with(b" to ")) {
        return end;
    }
    let (start, next) = bare_value(bytes, known, end + quotes + 4 + quotes);
    let text = bytes.get(start..next).unwrap_or_default();
    let text = text.get(..sentence_end(text)).unwrap_or_default();
    if is_password(text) && !is_name(text) { start + text.len() } else { end }
}

/// Whether a user's name stands shortly before the key at `key_at`, and the value is a word of its own:
/// `username: me password: x`.
pub(super) fn follows_user(bytes: &[u8], key_at: usize, (start, end): (usize, usize)) -> bool {
    let before = bytes.get(key_at.saturating_sub(MAX_PAIR_BYTES)..key_at).unwrap_or_default();
    let value = bytes.get(start..end).unwrap_or_default();
    let ends = bytes.get(end).is_none_or(u8::is_ascii_whitespace);
    let is_word = value.iter().all(u8::is_ascii_alphabetic);
    let is_type = is_word && value.first().is_some_and(u8::is_ascii_uppercase);
    let is_short = is_word && value.len() < 8 && is_name(value);
    let is_text = ends && !is_type && !is_short && !is_code(value) && secret_kind(value).is_none();
    let names: [&[u8]; 3] = [b"user", b"login", b"email"];
    let of_user = || {
        let tail = before.windows(5).enumerate().rev().find(|(_, part)| {
            names.iter().any(|name| {
                part.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
            })
        });
        let between = tail.and_then(|(begin, _)| before.get(begin..)).unwrap_or_default();
        let signs = between.iter().filter(|b| matches!(b, b':' | b'=')).count();
        let lines = between.iter().filter(|b| **b == b'\n').count();
        signs == 1 && lines <= 1 && !between.iter().any(|b| b"({;".contains(b))
    };
    value.len() >= 4 && is_text && of_user()
}
