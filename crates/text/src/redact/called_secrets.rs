//! Finds secrets among the quoted arguments of calls whose name is short: `db.auth("me", "x")`,
//! `new Sequelize("shop", "me", "x")`, `cookieParser("x")`.

use super::call_arguments::{argument_end, may_be_password};
use super::keys::{count_while, quoted_value};
use super::known_ends::KnownEnds;
use super::made_words::is_made_word;
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
const CALLS: [(&[u8], usize, Expected); 25] = [
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
    (b"pgp_sym_encrypt", 2, Password),
    (b"crypt", 1, Password),
    (b"wifi.begin", 2, Password),
    (b"credentials", 4, Password),
    (b"wallet", 1, Key),
    (b"privatekeytoaccount", 1, Key),
    (b"openai", 1, Key),
    (b"anthropic", 1, Key),
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
    if !b"nhetircws".contains(&last) {
        return None;
    }
    let before = bytes.get(at.saturating_sub(24)..at)?;
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
        Key => (is_random_word(text) || is_made_word(text)) && !is_reference(text),
    };
    (is_secret && !text.starts_with(b"utf8")).then_some((start, end))
}

/// Whether the text ends with a variable that is called as the servers are to which one logs in, and a dot.
fn is_of_server(text: &[u8]) -> bool {
    let names: [&[u8]; 5] = [b"db.", b"ftp.", b"imap.", b"smtp.", b"server."];
    names.iter().any(|name| text.ends_with(name))
}
