//! Finds passwords among the arguments of calls: `HTTPBasicAuth("me", "x")`, `setPassword("x")`,
//! `smtp.login("me@example.org", "x")`, `new PDO($dsn, "me", "x")`.

use super::key_name::secret_kind;
use super::keys::{count_while, quoted_value};
use super::known_ends::KnownEnds;
use super::options::is_secret_argument;
use super::value::is_literal;

/// How far behind the name of a call its argument may stand, in bytes.
const MAX_CALL_BYTES: usize = 160;

/// Calls, and which of their arguments is a password. The names are long enough to be looked at everywhere, or begin
/// as those of passwords do.
const CALLS: [(&[u8], usize); 15] = [
    (b"HTTPBasicAuth", 2),
    (b"HTTPDigestAuth", 2),
    (b"HTTPProxyAuth", 2),
    (b"NetworkCredential", 2),
    (b"PSCredential", 2),
    (b"PasswordAuthentication", 2),
    (b"UsernamePasswordCredentials", 2),
    (b"UsernamePasswordAuthenticationToken", 2),
    (b"PDO", 3),
    (b"getConnection", 3),
    (b"mysqli_connect", 3),
    (b"jwt.sign", 2),
    (b"jwt.verify", 2),
    (b"jwt.encode", 2),
    (b"jwt.decode", 2),
];
/// What a call ends with that is given a user's address and a password.
const LOGINS: [&[u8]; 7] =
    [b"login", b"auth", b"signin", b"sign_in", b"password", b"credentials", b"authenticate"];
/// What calls begin with that read a password or ask about it.
const QUESTIONS: [&[u8]; 10] =
    [b"get", b"is", b"has", b"use", b"for", b"on", b"show", b"forgot", b"find", b"need"];

/// The password of the call whose name begins at `at`.
pub(super) fn call_argument(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    if !b"HNPUgjm".contains(rest.first()?) {
        return None;
    }
    let (name, nth) = CALLS.iter().find(|(name, _)| rest.starts_with(name))?;
    // `PDO->__construct(…)` in a trace of PHP.
    let called = rest.get(name.len()..)?;
    let arguments = called.strip_prefix(b"->__construct").unwrap_or(called).strip_prefix(b"(")?;
    let mut value = bytes.len() - arguments.len();
    for _ in 1..*nth {
        let end = argument_end(bytes, known, value)?;
        bytes.get(end).filter(|b| **b == b',' && end - at < MAX_CALL_BYTES)?;
        value = end + 1 + count_while(bytes, end + 1, |b| *b == b' ').min(8);
    }
    password_text(bytes, known, value)
}

/// The end of the argument at `at`: a quoted text, an object in one pair of braces, or code without calls.
pub(super) fn argument_end(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<usize> {
    let object = bytes.get(at..)?.strip_prefix(b"{");
    let close = object.and_then(|rest| rest.iter().take(MAX_CALL_BYTES).position(|b| *b == b'}'));
    if let Some(close) = close {
        return Some(at + 1 + close + 1);
    }
    match quoted_value(bytes, known, at) {
        // In a text of JSON a backslash stands before the quote.
        Some((_, end)) => Some(end + count_while(bytes, end, |b| *b == b'\\') + 1),
        None => {
            let rest = bytes.get(at..)?.iter().take(MAX_CALL_BYTES);
            Some(at + rest.take_while(|b| !b",()\"'\n".contains(b)).count())
        }
    }
}

/// The text that a call is given whose name ends with the `password` at `at`: `setPassword("x")`.
pub(super) fn password_call(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    if !rest.get(..9)?.eq_ignore_ascii_case(b"password(") {
        return None;
    }
    let before = bytes.get(at.saturating_sub(24)..at)?;
    let letters = before.iter().rev().take_while(|b| b.is_ascii_alphanumeric()).count();
    let verb = before.get(before.len() - letters..)?;
    if QUESTIONS.iter().any(|word| verb.starts_with(word)) {
        return None;
    }
    // `changeUserPassword("me", "x")`
    let second = next_argument(bytes, known, at + 9).and_then(|at| password_text(bytes, known, at));
    second.or_else(|| password_text(bytes, known, at + 9))
}

/// Where the argument behind the quoted one at `at` begins.
fn next_argument(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<usize> {
    let end = argument_end(bytes, known, at)?;
    bytes.get(end).filter(|b| **b == b',')?;
    Some(end + 1 + count_while(bytes, end + 1, |b| *b == b' ').min(8))
}

/// The password behind the address of a user whose `@` is at `at`: `login("me@example.org", "x")`.
pub(super) fn login_argument(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || b"._%+-".contains(b);
    let before = bytes.get(at.saturating_sub(96)..at)?;
    let local = before.iter().rev().take_while(|b| of_name(b)).count();
    let before = before.get(..before.len() - local)?;
    let before = before.strip_suffix(b"\"").or_else(|| before.strip_suffix(b"'"))?;
    let call = before.strip_suffix(b"\\").unwrap_or(before).strip_suffix(b"(")?;
    let is_login = |name: &&[u8]| {
        call.len() >= name.len() && call[call.len() - name.len()..].eq_ignore_ascii_case(name)
    };
    LOGINS.iter().find(|name| is_login(name))?;
    let quote = at + 1 + count_while(bytes, at + 1, of_name);
    let quote = quote + count_while(bytes, quote, |b| *b == b'\\').min(1);
    matches!(bytes.get(quote..)?, [b'"' | b'\'', b',', ..]).then_some(())?;
    let value = quote + 2 + count_while(bytes, quote + 2, |b| *b == b' ').min(2);
    password_text(bytes, known, value)
}

/// The quoted text at `at`, unless it says that it is no password.
fn password_text(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let (start, end) = quoted_value(bytes, known, at)?;
    let text = bytes.get(start..end)?;
    // The name of an encoding is often the last argument of a connection.
    let is_known = text == b"localhost" || text.starts_with(b"utf8");
    (!is_known && may_be_password(text)).then_some((start, end))
}

/// Whether a quoted text that stands where a password does may be one.
pub(super) fn may_be_password(text: &[u8]) -> bool {
    text.len() >= 4
        && !text.contains(&b' ')
        && !is_literal(text)
        && secret_kind(text).is_none()
        && is_secret_argument(text)
}
