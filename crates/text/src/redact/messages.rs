//! Distinguishes messages, labels and placeholders from passwords of several words.

use fusebox_scan::WordSet;

use super::key_name::{SecretKind, secret_kind};
use super::value::is_name;

/// Words that make a message of a text and are in no list of words for passwords.
static OF_MESSAGES: WordSet<78> = WordSet::new(
    "the a an is are was be been of to for in on at by and or not no your you our my it its this that \
     must should can cannot may will has have had with without from as if when please enter confirm \
     current new old wrong invalid incorrect required forgot forgotten empty missing password passwords \
     passphrase token key secret characters least field does match user username reset change show hide \
     der die das ist nicht",
);

/// Whether a text of several words is a message or a label, and no password.
pub(super) fn is_message(text: &[u8]) -> bool {
    let words = || text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    if words().count() < 2 {
        return is_label(text);
    }
    let bare = |word: &[u8]| -> Vec<u8> {
        word.iter().filter(|b| b.is_ascii_alphabetic()).map(u8::to_ascii_lowercase).collect()
    };
    let is_of_message = |word: &[u8]| OF_MESSAGES.has(&bare(word));
    // The example of such a password that everybody knows.
    let is_example = text == b"correct horse battery staple";
    is_example || words().any(is_of_message) || begins_sentence(text)
}

/// Whether one capital begins the text, and nothing but small letters and the sign of a sentence follow.
fn begins_sentence(text: &[u8]) -> bool {
    let end = text.iter().rposition(|b| !b".:?!".contains(b)).map_or(0, |at| at + 1);
    let rest = text.get(1..end).unwrap_or_default();
    text.first().is_some_and(u8::is_ascii_uppercase)
        && rest.iter().all(|b| b.is_ascii_lowercase() || *b == b' ' || !b.is_ascii())
}

/// Whether a word is what a field is called: `Passwort`, `Password:`.
fn is_label(word: &[u8]) -> bool {
    let word = word.strip_suffix(b":").unwrap_or(word);
    begins_sentence(word) && secret_kind(word) == Some(SecretKind::Password)
}

/// Whether the value of a key as translations have them is a word of a language: `"login.password": "Kodeord"`.
pub(super) fn is_translated(key: &[u8], value: &[u8]) -> bool {
    key.contains(&b'.') && begins_sentence(value) && is_name(value)
}
