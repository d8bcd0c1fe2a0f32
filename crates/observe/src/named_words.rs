//! Compares an error with what the call itself named: `No matching distribution for a==1` is that for
//! `a==2`.

use fusebox_text::digest::DigestBuilder;

/// A shorter word in the call names nothing that an error could repeat, and says nothing in an error
/// unless it has a digit.
const SHORTEST_WORD: usize = 3;

/// The digest of the words of `error` that are not in `label`, the short form of the call; `None` where the
/// error repeats no word of it, or nothing else.
pub(crate) fn digest_beyond_call(label: &str, error: &str) -> Option<u64> {
    let named: Vec<&str> = words(label).filter(|word| word.len() >= SHORTEST_WORD).collect();
    let is_named = |word: &str| named.iter().any(|named| is_same_word(named, word));
    if !words(error).any(is_named) {
        return None;
    }
    let mut beyond = words(error).filter(|word| !is_named(word)).peekable();
    beyond.peek()?;
    let mut digest = DigestBuilder::new();
    beyond.for_each(|word| digest.text(&word.to_lowercase()));
    Some(digest.finish())
}

/// The words of a text that say something. A path is named by its parts: `cp a/x.so /mnt` fails with
/// `'/mnt/x.so'`.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_gap = |sign: char| !(sign.is_alphanumeric() || "._-=+@".contains(sign));
    let words = text.split(is_gap).map(|word| word.trim_matches(['.', '-', '_']));
    words.filter(|word| {
        word.len() >= SHORTEST_WORD || word.bytes().any(|byte| byte.is_ascii_digit())
    })
}

fn is_same_word(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
        || !one.is_ascii() && !other.is_ascii() && one.to_lowercase() == other.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r05_an_error_is_compared_without_what_the_call_named() {
        let a = digest_beyond_call("pip install a==1", "No matching distribution for a==1");
        let b = digest_beyond_call("pip install B==22", "No matching distribution for b==22");
        assert_eq!(a, b);
        assert!(a.is_some());
        let other = digest_beyond_call("pip install a==1", "No network to find a==1");
        assert_ne!(a, other);
    }

    #[test]
    fn r05_an_error_that_repeats_nothing_or_nothing_else_is_whole() {
        assert_eq!(digest_beyond_call("cargo build", "mismatched types"), None);
        assert_eq!(digest_beyond_call("cat notes.txt", "cat: notes.txt"), None);
        assert_eq!(digest_beyond_call("go run 12", "exit status 12"), None);
    }
}
