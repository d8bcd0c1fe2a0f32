//! Which pairs of letters a line has, so that most words are known not to be in it unsearched.

/// The most pairs of a word.
const MOST: usize = 24;

/// Pairs of neighbours in a line, whatever their case, each as one of 256.
pub(super) struct Pairs([bool; 256]);

impl Pairs {
    /// The pairs of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut pairs = [false; 256];
        for (second, first) in text.as_bytes().iter().skip(1).zip(text.as_bytes()) {
            pairs[usize::from(pair(*first, *second))] = true;
        }
        Self(pairs)
    }

    /// Whether `word` may be in the text, whatever the case of either.
    pub(super) fn may_have(&self, word: &Word) -> bool {
        word.pairs.iter().all(|pair| self.0[usize::from(*pair)])
    }
}

/// A word to look for, beside its pairs.
pub(super) struct Word {
    pub(super) text: &'static str,
    /// The first pair again where there are fewer.
    pairs: [u8; MOST],
}

impl Word {
    const fn of(text: &'static str) -> Self {
        let bytes = text.as_bytes();
        let mut pairs = [pair(bytes[0], bytes[1]); MOST];
        let mut i = 1;
        while i < bytes.len() {
            pairs[i - 1] = pair(bytes[i - 1], bytes[i]);
            i += 1;
        }
        Self { text, pairs }
    }

    /// Words of two letters or more.
    pub(super) const fn of_each<const N: usize>(words: [&'static str; N]) -> [Self; N] {
        let mut each = [const { Self { text: "", pairs: [0; MOST] } }; N];
        let mut i = 0;
        while i < N {
            each[i] = Self::of(words[i]);
            i += 1;
        }
        each
    }
}

const fn pair(first: u8, second: u8) -> u8 {
    // The bit that tells the case is set in both.
    (first | 0x20).wrapping_mul(7) ^ (second | 0x20).wrapping_mul(29)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_word_that_is_there_is_never_ruled_out() {
        let line = Pairs::of("  x: Permission DENIED, not found");
        for (word, expected) in [("denied", true), ("ermission denied", true), ("timeout", false)] {
            assert_eq!(line.may_have(&Word::of(word)), expected, "{word}");
        }
    }

    proptest! {
        #[test]
        fn no_line_with_a_word_is_ruled_out(before in ".{0,40}", upper in any::<bool>(), after in ".{0,40}") {
            for word in Word::of_each(["No such file or directory", "fail", ": error:", "not found"]) {
                let said = if upper { word.text.to_ascii_uppercase() } else { word.text.to_owned() };
                prop_assert!(Pairs::of(&[&before, said.as_str(), &after].concat()).may_have(&word));
            }
        }
    }
}
