//! Recognises words that people or programs made to be secret, and tells them from names.

use super::bindings::names_algorithm;
use super::key_name::SecretKind;
use super::value::{
    has_all_classes, is_digest, is_made_of_names, is_name, is_of_whole_words, is_random_word,
};
use super::whole_words::{MAX_PASSWORD_BYTES, reads_as_password};

/// The signs of passwords that no name has.
const SIGNS: &[u8] = b"!@#$%^&*+?~";
/// The lengths and sizes that end the names of types and algorithms.
const WIDTHS: [&[u8]; 7] = [b"16", b"32", b"64", b"128", b"256", b"384", b"512"];
/// What names have in them that speak of secrets and of tests, and hold none.
const OF_NAMES: [&[u8]; 12] = [
    b"test", b"pass", b"login", b"user", b"token", b"secret", b"auth", b"key", b"sha", b"base",
    b"version", b"http",
];

/// Whether the word reads as a secret, and not only by a sign that joins names: `Argon2-hashed` does not.
pub(super) fn is_made_word(word: &[u8]) -> bool {
    if is_numbered_name(word) {
        return false;
    }
    let is_address = || word.strip_prefix(b"0x").is_some_and(is_digest);
    let of_names = || is_made_of_names(word) || is_name(word) || is_of_whole_words(word);
    reads_as_password(word) && !is_address() && (has_sign(word) || !of_names())
        || is_chosen(word)
        || is_mixed(word)
}

/// Whether the word is the name of a thread, a pool or a copy with its number: `WorkerPool-1`, `EventLoopGroup-3-2`.
fn is_numbered_name(word: &[u8]) -> bool {
    let mut parts = word.split(|b| *b == b'-');
    let name = parts.next().unwrap_or_default();
    let is_number =
        |part: &[u8]| matches!(part.len(), 1 | 2) && part.iter().all(u8::is_ascii_digit);
    let begins_word = |two: &[u8]| two[0].is_ascii_lowercase() && two[1].is_ascii_uppercase();
    name.len() < word.len()
        && name.iter().all(u8::is_ascii_alphabetic)
        && name.windows(2).any(begins_word)
        && parts.all(is_number)
}

/// Whether letters and digits take turns in the word, and do not name an algorithm.
fn is_mixed(word: &[u8]) -> bool {
    let letters = word.iter().rposition(|b| !b.is_ascii_digit()).map_or(0, |at| at + 1);
    word.len() < 40
        && word.iter().all(u8::is_ascii_alphanumeric)
        && word.get(..letters).is_some_and(has_all_classes)
        && is_random_word(word)
        && !names_algorithm(word)
}

/// Whether the word is made so that no name is.
pub(super) fn is_surely_made(word: &[u8]) -> bool {
    word.len() < MAX_PASSWORD_BYTES && (has_sign(word) || swaps_letters(word)) && is_made_word(word)
}

fn has_sign(word: &[u8]) -> bool {
    word.iter().any(|b| SIGNS.contains(b))
}

/// Whether the word is made as people choose passwords: two words and a number, of which digits may stand for letters:
/// `copper.Harbor69`, `Marbl3Falcon97`.
fn is_chosen(word: &[u8]) -> bool {
    let digits = word.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let (words, number) = word.split_at(word.len() - digits);
    let of_words = |b: &u8| b.is_ascii_alphanumeric() || b"._-".contains(b);
    if !(8..32).contains(&word.len())
        || !(2..=4).contains(&digits)
        || WIDTHS.contains(&number) && !word.windows(3).any(is_swapped)
        || !words.iter().all(of_words)
        || !words.iter().any(u8::is_ascii_lowercase)
        || !words.iter().any(u8::is_ascii_uppercase)
    {
        return false;
    }
    let has = |part: &[u8]| words.windows(part.len()).any(|text| text.eq_ignore_ascii_case(part));
    let is_pair = words_of(words).is_some_and(|count| count == 2);
    (is_pair || swaps_letters(word)) && !OF_NAMES.iter().any(|name| has(name))
}

/// How many words of three letters and more, of which all but the first begin with a capital, make the text.
fn words_of(text: &[u8]) -> Option<usize> {
    let (mut count, mut len) = (0, 0);
    for (at, byte) in text.iter().enumerate() {
        if byte.is_ascii_lowercase() && at > 0 && len > 0 {
            len += 1;
        } else if byte.is_ascii_uppercase() || byte.is_ascii_lowercase() && at == 0 {
            if count > 0 && len < 3 {
                return None;
            }
            (count, len) = (count + 1, 1);
        } else if b"._-".contains(byte) && len >= 3 && at + 1 < text.len() {
            len = 3;
        } else {
            return None;
        }
    }
    (len >= 3).then_some(count)
}

/// Whether the digit between two letters stands for a letter, as in `r1ver`.
fn is_swapped(three: &[u8]) -> bool {
    three[0].is_ascii_alphabetic() && b"01345".contains(&three[1]) && three[2].is_ascii_lowercase()
}

/// Whether digits stand for letters in the word: one between two small letters that it resembles.
fn swaps_letters(word: &[u8]) -> bool {
    let ends_word = |three: &[u8]| {
        three[0].is_ascii_lowercase()
            && b"01345".contains(&three[1])
            && three[2].is_ascii_uppercase()
    };
    let ends = word.iter().rev().take_while(|b| b.is_ascii_digit()).count() >= 1 || has_sign(word);
    ends && word.windows(3).any(|three| is_swapped(three) || ends_word(three))
        && word.iter().all(u8::is_ascii_graphic)
}

/// Whether a name says that its value is a secret, whatever that looks like.
pub(super) fn is_sure(kind: Option<SecretKind>) -> bool {
    matches!(kind, Some(SecretKind::Password | SecretKind::Token))
}
