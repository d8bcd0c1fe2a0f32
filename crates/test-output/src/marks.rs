//! Finds in one pass which groups of words occur in a text.

/// Groups of words, `N` words in all; a group is a bit of a mask, so there are at most 32.
///
/// Each word is found by the pair of bytes in it that few texts have.
pub(super) struct MarkIndex<const N: usize> {
    marks: [Mark; N],
    /// Of each byte the groups that have a word whose pair begins with it.
    begins: [u32; 256],
    /// Of each byte the groups that have a word whose pair ends with it.
    ends: [u32; 256],
}

#[derive(Clone, Copy)]
struct Mark {
    text: &'static [u8],
    /// Where its pair stands.
    at: usize,
    group: u32,
}

/// The number of words in all groups.
pub(super) const fn count(groups: &[&[&str]]) -> usize {
    let (mut all, mut group) = (0, 0);
    while group < groups.len() {
        all += groups[group].len();
        group += 1;
    }
    all
}

impl<const N: usize> MarkIndex<N> {
    /// Each word has at least two bytes; `N` is the [`count`] of them.
    pub(super) const fn new(groups: &[&[&'static str]]) -> Self {
        let none = Mark { text: b"", at: 0, group: 0 };
        let mut index = Self { marks: [none; N], begins: [0; 256], ends: [0; 256] };
        let (mut group, mut next) = (0, 0);
        while group < groups.len() {
            let mut word = 0;
            while word < groups[group].len() {
                let text = groups[group][word].as_bytes();
                let (at, bit) = (rarest_pair(text), 1 << group);
                index.marks[next] = Mark { text, at, group: bit };
                index.begins[text[at] as usize] |= bit;
                index.ends[text[at + 1] as usize] |= bit;
                next += 1;
                word += 1;
            }
            group += 1;
        }
        index
    }

    /// One bit for each group of which the text has a word.
    pub(super) fn groups_in(&self, text: &str) -> u32 {
        let bytes = text.as_bytes();
        let mut missing = u32::MAX;
        for (at, (begin, end)) in bytes.iter().zip(bytes.iter().skip(1)).enumerate() {
            let groups = self.begins[usize::from(*begin)] & self.ends[usize::from(*end)] & missing;
            if groups != 0 {
                missing &= !self.groups_at(bytes, at, groups);
            }
        }
        !missing
    }

    /// The groups of these that have a word whose pair stands at `at`.
    #[inline(never)]
    fn groups_at(&self, bytes: &[u8], at: usize, groups: u32) -> u32 {
        let is_here = |mark: &&Mark| {
            mark.group & groups != 0
                && at
                    .checked_sub(mark.at)
                    .and_then(|begin| bytes.get(begin..begin + mark.text.len()))
                    .is_some_and(|found| found == mark.text)
        };
        self.marks.iter().filter(is_here).fold(0, |found, mark| found | mark.group)
    }
}

/// Where the pair of bytes begins that few texts have.
const fn rarest_pair(text: &[u8]) -> usize {
    let (mut best, mut at) = (0, 1);
    while at + 1 < text.len() {
        if commonness(text[at]) + commonness(text[at + 1])
            < commonness(text[best]) + commonness(text[best + 1])
        {
            best = at;
        }
        at += 1;
    }
    best
}

/// How common a byte is in what programs print.
const fn commonness(byte: u8) -> u32 {
    match byte {
        b'\n' | b' ' | b'.' | b'/' | b'_' | b'-' | b':' | b'"' | b'0'..=b'9' => 3,
        b'j' | b'k' | b'q' | b'v' | b'w' | b'x' | b'z' | b'b' | b'f' | b'g' | b'y' | b'p'
        | b',' | b'=' | b'(' | b')' => 2,
        b'a'..=b'z' => 3,
        b'A'..=b'Z' => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GROUPS: [&[&str]; 3] =
        [&["FAIL ", "● "], &["\nok ", "1..", "not ok "], &[" test, ", " tests, ", "ss"]];
    static INDEX: MarkIndex<{ count(&GROUPS) }> = MarkIndex::new(&GROUPS);

    proptest! {
        #[test]
        fn groups_are_those_that_a_plain_search_finds(
            parts in prop::collection::vec(prop::sample::select(vec![
                "FAIL", " ", "● ", "●", "\n", "ok", "ok ", "1", ".", "not ", "test", " tests", ", ", "s", "é",
            ]), 0..16),
        ) {
            let text = parts.concat();
            let has = |group: &&[&str]| group.iter().any(|word| text.contains(word));
            let bits = GROUPS.iter().enumerate().filter(|(_, group)| has(group));
            let expected = bits.fold(0, |all, (bit, _)| all | 1 << bit);
            prop_assert_eq!(INDEX.groups_in(&text), expected, "{:?}", text);
        }
    }
}
