//! Distinguishes messages, labels and placeholders from passwords of several words.

use fusebox_scan::WordSet;

use super::key_name::{SecretKind, secret_kind};
use super::value::{is_name, is_strong};

/// Words that make a message of a text and are in no list of words for passwords.
static OF_MESSAGES: WordSet<78> = WordSet::new(
    "the a an is are was be been of to for in on at by and or not no your you our my it its this that \
     must should can cannot may will has have had with without from as if when please enter confirm \
     current new old wrong invalid incorrect required forgot forgotten empty missing password passwords \
     passphrase token key secret characters least field does match user username reset change show hide \
     der die das ist nicht",
);

/// Whether a text of several words is a message or a label, and no password: a word that is made as people make passwords
/// makes one of them all.
pub(super) fn is_message(text: &[u8]) -> bool {
    let words = || text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    if words().count() < 2 {
        return is_label(text);
    }
    if words().any(is_strong) {
        return false;
    }
    let bare = |word: &[u8]| -> Vec<u8> {
        word.iter().filter(|b| b.is_ascii_alphabetic()).map(u8::to_ascii_lowercase).collect()
    };
    // `is-99!` is no word of a language.
    let is_of_message =
        |word: &[u8]| !word.iter().any(u8::is_ascii_digit) && OF_MESSAGES.has(&bare(word));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn k03_a_strong_word_makes_a_password_of_several_words() {
        for text in [
            "my 8Kd$-pw7",
            "blue is-99!",
            "the Gr8-Fish!",
            "a quiet Rv2!tango",
            "Kz7-horse",
            "blue fish sings",
        ] {
            assert!(!is_message(text.as_bytes()), "{text}");
        }
        for text in [
            "Enter your password",
            "at least 8 characters",
            "must have 8-64 characters",
            "your 2FA token",
            "the new password (optional)",
            "Wrong password: try again!",
            "Password must be 12+ characters.",
            "Use at least 1 of !@#$%",
            "<your password>",
            "The password for user1 was reset",
            "Passwort",
        ] {
            assert!(is_message(text.as_bytes()), "{text}");
        }
    }
}
