//! Which lines outputs showed, in a set of a fixed size.

use serde::{Deserialize, Serialize};

/// The size of a set.
const BYTES: usize = 112;
const BITS: u64 = BYTES as u64 * 8;

/// The lines that outputs showed: a bit for the digest of each. Two lines may share a bit, so that one that is new may
/// seem to be known, and never the other way round.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineSet(Vec<u8>);

impl LineSet {
    /// The set of the lines with these digests.
    #[must_use]
    pub fn of(digests: impl IntoIterator<Item = u64>) -> Self {
        let mut set = Self::default();
        for digest in digests {
            set.0.resize(BYTES, 0);
            let (at, bit) = place(digest);
            if let Some(byte) = set.0.get_mut(at) {
                *byte |= bit;
            }
        }
        set
    }

    /// Whether no line is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the line with this digest is in it.
    #[must_use]
    pub fn has(&self, digest: u64) -> bool {
        let (at, bit) = place(digest);
        self.0.get(at).is_some_and(|byte| byte & bit != 0)
    }

    /// Adds the lines of another set. A set that would be more than half full, so that most new lines would seem to be
    /// known, has those of the other set alone.
    pub(crate) fn add(&mut self, other: &Self) {
        if other.0.is_empty() {
            return;
        }
        let mut both = other.0.clone();
        both.iter_mut().zip(&self.0).for_each(|(byte, known)| *byte |= known);
        let bits: u32 = both.iter().map(|byte| byte.count_ones()).sum();
        let is_full = u64::from(bits) * 2 > BITS;
        self.0 = if is_full { other.0.clone() } else { both };
    }
}

/// The byte of a digest, and the bit in it.
fn place(digest: u64) -> (usize, u8) {
    let bit = digest % BITS;
    (usize::try_from(bit / 8).unwrap_or_default(), 1 << (bit % 8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r06_a_set_has_the_lines_that_were_added() {
        let mut set = LineSet::of([1, 2, 70]);
        set.add(&LineSet::of([5]));
        set.add(&LineSet::default());
        for (digest, is_in) in [(1, true), (70, true), (5, true), (3, false), (71, false)] {
            assert_eq!(set.has(digest), is_in, "{digest}");
        }
        assert!(!LineSet::default().has(0));
    }

    #[test]
    fn r06_a_set_that_is_half_full_begins_anew() {
        let mut known = LineSet::of(0..400);
        known.add(&LineSet::of(390..460));
        assert!(!known.has(3));
        assert!((390..460).all(|digest| known.has(digest)));
    }
}
