//! The words of a tool's name: `get_job`, `getJob` and `GetJob` have the same.

/// The words of a name, as they are written. A word begins after a character that is neither a letter nor a digit, and
/// with a capital behind a small letter.
pub(crate) fn tool_words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|sign: char| !sign.is_ascii_alphanumeric()).flat_map(words_of_part)
}

fn words_of_part(part: &str) -> impl Iterator<Item = &str> {
    let mut rest = part;
    std::iter::from_fn(move || {
        let begins = |pair: &[u8]| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase();
        let end = rest.as_bytes().windows(2).position(begins).map_or(rest.len(), |at| at + 1);
        let (word, behind) = rest.split_at_checked(end)?;
        rest = behind;
        (!word.is_empty()).then_some(word)
    })
}

/// Whether a word of the name is one of these, in any case.
pub(crate) fn has_word(name: &str, known: &[&str]) -> bool {
    tool_words(name).any(|word| is_one_of(word, known))
}

/// Whether a word is one of these, in any case.
pub(crate) fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r10_one_name_has_one_list_of_words_however_it_is_written() {
        for (name, expected) in [
            ("get_job", "get job"),
            ("getJob", "get Job"),
            ("GetJobStatus", "Get Job Status"),
            ("browser_waitFor", "browser wait For"),
            ("list-HTTPRoutes2", "list HTTPRoutes2"),
            ("_a__b", "a b"),
            ("", ""),
            ("é_wait", "wait"),
        ] {
            assert_eq!(tool_words(name).collect::<Vec<_>>().join(" "), expected, "{name}");
        }
    }
}
