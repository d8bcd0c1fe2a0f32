//! Whether a justification is one sentence, and which files it names.

use crate::ReasonFault;

/// The longest sentence, in characters.
const CHARS: usize = 300;
/// The fewest words that can say why.
const WORDS: usize = 4;

/// Why the text is not one sentence; `None` if it is.
pub(crate) fn sentence_fault(text: &str) -> Option<ReasonFault> {
    let text = text.trim();
    // Not every script puts spaces between words.
    let spaced = text.is_ascii() || text.chars().count() < WORDS * 2;
    if spaced && text.split_whitespace().count() < WORDS {
        return Some(ReasonFault::TooShort);
    }
    if text.chars().count() > CHARS {
        return Some(ReasonFault::TooLong);
    }
    if text.contains(['\n', '\r']) || has_second_sentence(text) {
        return Some(ReasonFault::SeveralSentences);
    }
    None
}

/// Whether another sentence follows the first: a full stop, a space and a capital letter.
fn has_second_sentence(text: &str) -> bool {
    let mut marked = false;
    let mut spaced = false;
    for (at, c) in text.char_indices() {
        if marked && spaced && c.is_uppercase() {
            return true;
        }
        spaced = c.is_whitespace();
        // A full stop also counts before spaces, quotes and brackets.
        let holds = spaced || matches!(c, '"' | '\'' | ')' | '(' | '`');
        marked = matches!(c, '.' | '!' | '?' | '…') || (marked && holds);
        if matches!(c, '。' | '！' | '？') {
            return text.get(at + c.len_utf8()..).is_some_and(|rest| !rest.is_empty());
        }
    }
    false
}

/// The words that look like paths, without surrounding punctuation.
pub(crate) fn named_paths(text: &str) -> impl Iterator<Item = &str> {
    let is_punctuation = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '/' | '.'));
    text.split_whitespace()
        .map(move |word| word.trim_matches(is_punctuation).trim_end_matches(['.', '/']))
        .map(|word| word.trim_start_matches("./"))
        .filter(|word| word.contains(['/', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a06_one_sentence_is_one_sentence() {
        for text in [
            "the parent passes the rounded total down",
            "The parent passes the total.",
            "it reads src/lib.rs, e.g. for the mode",
            "v1.2 of the helper rounds half up!",
            "rounds() lives there (see lib.rs)",
        ] {
            assert_eq!(sentence_fault(text), None, "{text}");
        }
        for text in [
            "",
            "because",
            "it is needed",
            "The parent passes it. Also the route is old.",
            "one line\nand another line",
            "is it so? Yes it is",
            "需要 它 来 通过测试。还有 别的 原因。",
            &"a ".repeat(200),
        ] {
            assert!(sentence_fault(text).is_some(), "{text}");
        }
    }

    #[test]
    fn a06_files_are_found_in_a_sentence() {
        let found: Vec<&str> =
            named_paths("the `src/routes/index.ts` route (and ./db/schema.sql), and so on.")
                .collect();
        assert_eq!(found, ["src/routes/index.ts", "db/schema.sql"]);
        assert_eq!(named_paths("no file is named here at all.").count(), 0);
    }
}
