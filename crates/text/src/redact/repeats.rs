//! Removes a secret wherever it stands again: nothing may say there what it is.

use super::made_words::is_made_word;
use super::value::{has_all_classes, is_made_of_names, is_random_word};
use super::{REDACTED, is_word_start, without};

/// The most secrets of one text that are looked for again.
const MAX_SECRETS: usize = 16;
/// The longest of them, in bytes.
const MAX_SECRET_BYTES: usize = 128;

/// The secrets that were found in a text, as far as no other text reads as they do.
#[derive(Default)]
pub(super) struct Repeats {
    secrets: Vec<String>,
}

impl Repeats {
    /// Remembers a secret, unless it may be a name or a short word, which may mean something else elsewhere.
    pub(super) fn note(&mut self, secret: &str) {
        let word = secret.as_bytes();
        let is_random = || is_random_word(word) && has_all_classes(word) && !is_made_of_names(word);
        let is_own = || {
            (8..=MAX_SECRET_BYTES).contains(&word.len())
                && (is_made_word(word) || is_random())
                && !secret.contains(REDACTED)
                && !self.secrets.iter().any(|known| known == secret)
        };
        if self.secrets.len() < MAX_SECRETS && is_own() {
            self.secrets.push(secret.to_owned());
        }
    }

    /// The text without these secrets.
    pub(super) fn without_repeats(&self, text: String) -> String {
        self.secrets.iter().fold(text, |text, secret| {
            let bytes = text.as_bytes();
            let ends = |end: usize| bytes.get(end).is_none_or(|b| !b.is_ascii_alphanumeric());
            let ranges: Vec<_> = text
                .match_indices(secret.as_str())
                .map(|(start, _)| (start, start + secret.len()))
                .filter(|(start, end)| is_word_start(bytes, *start) && ends(*end))
                .collect();
            if ranges.is_empty() { text } else { without(&text, &ranges).into_owned() }
        })
    }
}
