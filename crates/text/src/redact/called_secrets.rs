//! Finds secrets among the quoted arguments of calls whose name is short, and in the protocols of databases:
//! `db.auth("me", "x")`, `new Sequelize("shop", "me", "x")`, `cookieParser("x")`, `AUTH me x`.

use super::call_arguments::{argument_end, may_be_password};
use super::keys::{bare_value, count_while, quoted_value};
use super::known_ends::KnownEnds;
use super::value::{is_name, is_random_word, is_reference, is_strong};

/// How far behind the name of a call its argument may stand, in bytes.
const MAX_CALL_BYTES: usize = 200;

/// What is expected of an argument that is a secret.
#[derive(Clone, Copy, PartialEq)]
enum Expected {
    /// Any word that reads as no name.
    Password,
    /// A long random word.
    Key,
}
use Expected::{Key, Password};

/// What the names of calls end with, which of their arguments is a secret, and what it looks like.
const CALLS: [(&[u8], usize, Expected); 17] = [
    (b"login", 2, Password),
    (b"auth", 2, Password),
    (b"signin", 2, Password),
    (b"authenticate", 2, Password),
    (b"connect", 3, Password),
    (b"connection", 3, Password),
    (b"sequelize", 3, Password),
    (b"mysqli", 3, Password),
    (b"createhmac", 2, Key),
    (b"hash_hmac", 3, Key),
    (b"cookieparser", 1, Key),
    (b"cookiesession", 1, Key),
    (b"fernet", 1, Key),
    (b"stripe", 1, Key),
    (b"cryptr", 1, Key),
    (b"signwith", 1, Key),
    (b"hmac.new", 1, Key),
];

/// The secret among the arguments of the call that opens with the `(` at `at` and a quote.
pub(super) fn quoted_call(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    // `Fernet(b"x")`, also in a text of JSON.
    let letter = usize::from(bytes.get(at + 1) == Some(&b'b'));
    let escapes = count_while(bytes, at + 1 + letter, |b| *b == b'\\');
    matches!(bytes.get(at + 1 + letter + escapes), Some(b'"' | b'\'')).then_some(())?;
    // Most calls end otherwise.
    let last = bytes.get(at.checked_sub(1)?)? | 0x20;
    if !b"nhetircw".contains(&last) {
        return None;
    }
    let before = bytes.get(at.saturating_sub(16)..at)?;
    let ends = |name: &[u8]| {
        before.len() >= name.len() && before[before.len() - name.len()..].eq_ignore_ascii_case(name)
    };
    let (name, nth, expected) = CALLS.iter().find(|(name, ..)| ends(name))?;
    // `showLogin(` and `onConnect(` are calls of other names.
    let word = before.get(..before.len() - name.len()).unwrap_or_default();
    if word
        .last()
        .is_some_and(|b| b.is_ascii_lowercase() && before[word.len()].is_ascii_lowercase())
    {
        return None;
    }
    let mut value = at + 1 + letter;
    for _ in 1..*nth {
        let end = argument_end(bytes, known, value)?;
        bytes.get(end).filter(|b| **b == b',' && end - at < MAX_CALL_BYTES)?;
        value = end + 1 + count_while(bytes, end + 1, u8::is_ascii_whitespace).min(16);
    }
    let (start, end) = quoted_value(bytes, known, value)?;
    let text = bytes.get(start..end)?;
    let is_secret = match expected {
        Password => {
            let reads_otherwise = is_strong(text) || !is_name(text) || is_of_server(word);
            may_be_password(text) && reads_otherwise && text.len() >= 6
        }
        Key => is_random_word(text) && !is_reference(text),
    };
    (is_secret && !text.starts_with(b"utf8")).then_some((start, end))
}

/// Whether the text ends with a variable that is called as the servers are to which one logs in, and a dot.
fn is_of_server(text: &[u8]) -> bool {
    let names: [&[u8]; 5] = [b"db.", b"ftp.", b"imap.", b"smtp.", b"server."];
    names.iter().any(|name| text.ends_with(name))
}

/// The password that is sent to a database behind the `AUTH` at `at`: `AUTH me x\r\n`, `$4\r\nAUTH\r\n$9\r\nx`.
pub(super) fn sent_password(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?.strip_prefix(b"AUTH")?;
    let begins = at == 0 || bytes.get(..at)?.ends_with(b"\\n") || b"\n\"'".contains(&bytes[at - 1]);
    if !begins {
        return None;
    }
    let from = at + 4;
    if let Some(length) = line_end(rest).filter(|end| rest.get(*end) == Some(&b'$')) {
        let digits = count_while(bytes, from + length + 1, u8::is_ascii_digit);
        let line = from + length + 1 + digits;
        return sent_word(bytes, known, line + line_end(bytes.get(line..)?)?);
    }
    if let Some(format) = rest.strip_prefix(b" %s") {
        let close = format.iter().take(12).position(|b| b"\"'".contains(b))?;
        return sent_word(bytes, known, from + 3 + close + 2);
    }
    (rest.first() == Some(&b' ')).then_some(())?;
    let user = count_while(bytes, from + 1, |b| b.is_ascii_alphanumeric() || b"_-".contains(b));
    let second = || bytes.get(from + 1 + user).filter(|b| **b == b' ' && user > 0);
    let second = second().and_then(|_| sent_word(bytes, known, from + 2 + user));
    second.or_else(|| sent_word(bytes, known, from + 1))
}

/// The length of the line end at the begin of the text, which may be escaped.
fn line_end(text: &[u8]) -> Option<usize> {
    let ends: [&[u8]; 4] = [b"\\r\\n", b"\r\n", b"\\n", b"\n"];
    ends.iter().find(|end| text.starts_with(end)).map(|end| end.len())
}

/// The word at `at` up to an escape, if it has a digit as passwords have.
fn sent_word(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let at = at + count_while(bytes, at, |b| b"\"'".contains(b)).min(1);
    let (start, end) = bare_value(bytes, known, at);
    let text = bytes.get(start..end)?;
    let text = text.split(|b| *b == b'\\').next()?;
    let ends = bytes.get(start + text.len()).is_none_or(|b| b"\\\"'\r\n ".contains(b));
    let is_made = text.iter().any(u8::is_ascii_digit) || text.len() >= 8 && !is_name(text);
    let is_secret = text.len() >= 6 && is_made && !is_reference(text);
    (ends && is_secret).then_some((start, start + text.len()))
}
