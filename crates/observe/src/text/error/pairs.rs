//! Which pairs of letters a line has, so that most words are known not to be in it unsearched.

/// Pairs of neighbours, whatever their case, each as one of 256 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pairs([u64; 4]);

impl Pairs {
    /// The pairs of a text.
    pub(super) const fn of(text: &[u8]) -> Self {
        let mut bits = [0; 4];
        let mut i = 1;
        while i < text.len() {
            // The bit that tells the case is set in both.
            let (first, second) = (text[i - 1] | 0x20, text[i] | 0x20);
            let bit = first.wrapping_mul(7) ^ second.wrapping_mul(29);
            bits[(bit >> 6) as usize] |= 1 << (bit & 63);
            i += 1;
        }
        Self(bits)
    }

    /// Words beside their pairs.
    pub(super) const fn of_each<const N: usize>(
        words: [&'static str; N],
    ) -> [(&'static str, Self); N] {
        let mut each = [("", Self([0; 4])); N];
        let mut i = 0;
        while i < N {
            each[i] = (words[i], Self::of(words[i].as_bytes()));
            i += 1;
        }
        each
    }

    /// Whether all of `other` are among them; a text without them does not have that word.
    pub(super) fn have(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(all, some)| all & some == *some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_is_there_is_never_ruled_out() {
        let line = Pairs::of("  x: Permission DENIED, not found".as_bytes());
        for (word, expected) in
            [("denied", true), ("ermission denied", true), ("", true), ("timeout", false)]
        {
            assert_eq!(line.have(&Pairs::of(word.as_bytes())), expected, "{word}");
        }
    }
}
