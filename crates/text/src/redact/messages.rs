//! Distinguishes messages, labels and placeholders from passwords of several words.

use fusebox_scan::WordSet;

use super::key_name::{SecretKind, secret_kind};
use super::keys::count_while;
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

/// Whether the quote behind the sign at `at` closes a prompt that ends with the key: `getByText("Password:")`,
/// `input("Database password: ")`. The quotes may be escaped.
pub(super) fn closes_prompt(bytes: &[u8], key: &[u8], at: usize) -> bool {
    const MAX_PROMPT_BYTES: usize = 96;
    let blank = count_while(bytes, at + 1, |b| *b == b' ').min(1);
    let escapes = count_while(bytes, at + 1 + blank, |b| *b == b'\\');
    let close = at + 1 + blank + escapes;
    let Some(quote) = bytes.get(close).filter(|b| matches!(b, b'"' | b'\'')) else { return false };
    let before = bytes.get(at.saturating_sub(MAX_PROMPT_BYTES)..at).unwrap_or_default();
    let Some(before) = before.strip_suffix(key) else { return false };
    let line = before.rsplit(|b| *b == b'\n').next().unwrap_or_default();
    // An apostrophe opens nothing.
    let ends = matches!(bytes.get(close + 1), None | Some(b')' | b',' | b';' | b'\n' | b' '));
    if line.last() == Some(quote) {
        return blank == 0 || ends;
    }
    ends && line.iter().filter(|b| *b == quote).count() % 2 == 1
}

/// Whether the value names rules for a password, as those who check one write them: `required|string|min:8`.
pub(super) fn is_list_of_rules(value: &[u8]) -> bool {
    static KNOWN: WordSet<6> = WordSet::new("required string min max confirmed nullable");
    let names = || value.split(|b| *b == b'|').filter_map(|rule| rule.split(|b| *b == b':').next());
    let is_rule = |name: &[u8]| {
        name.len() >= 2
            && name.iter().all(|b| b.is_ascii_lowercase() || *b == b'_')
            && is_name(name)
    };
    value.contains(&b'|') && names().all(is_rule) && names().any(|name| KNOWN.has(name))
}

/// Whether the value is the name of an object behind the one of its folder, both of small letters: `default/mail-login`.
/// One of them has two words, or the key says that it is a name: `secretRef`, or `secret` as those who keep them have it.
pub(super) fn is_object_name(key: &[u8], value: &[u8]) -> bool {
    let ends = |end: &[u8]| key.len() > end.len() && key.to_ascii_lowercase().ends_with(end);
    if !value.contains(&b'-') && key != b"secret" && !ends(b"name") && !ends(b"ref") {
        return false;
    }
    let of_digest = |b: &u8| b.is_ascii_hexdigit() || matches!(b, b'-' | b'/');
    if value.iter().all(of_digest) {
        return false;
    }
    let mut parts = value.split(|b| *b == b'/');
    let of_name = |b: &u8| b.is_ascii_lowercase() || *b == b'-';
    let is_part = |part: &[u8]| (2..24).contains(&part.len()) && part.iter().all(of_name);
    matches!((parts.next(), parts.next(), parts.next()), (Some(a), Some(b), None) if is_part(a) && is_part(b))
}

/// Whether the value is a variable that is named as secrets are: `connect(user=user, password=db_password)`.
pub(super) fn names_secret_variable(value: &[u8]) -> bool {
    value.iter().all(|b| b.is_ascii_lowercase() || *b == b'_')
        && secret_kind(value).is_some_and(|kind| kind != SecretKind::Perhaps)
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
