//! The places in a text where a kind of byte stands, looked for in many bytes at once.

/// So many bytes are looked at in one go.
const BLOCK: usize = 64;

/// The places of the bytes that `is` holds of, each asked with the byte behind it (NUL at the end
/// of the text), in order. It has no branches, so that it is asked of all bytes of a block at once,
/// and holds of no NUL.
pub(crate) struct Places<'a, F> {
    bytes: &'a [u8],
    is: F,
    /// Those in the block that begins at `begin`, one bit each.
    found: u64,
    begin: usize,
}

impl<'a, F: Fn(u8, u8) -> bool> Places<'a, F> {
    /// Those in `bytes`.
    #[inline]
    pub(crate) fn of(bytes: &'a [u8], is: F) -> Self {
        let mut places = Self { bytes, is, found: 0, begin: 0 };
        places.look(0);
        places
    }

    /// The first at `from` or behind it. `from` never goes back.
    #[inline]
    pub(crate) fn next_from(&mut self, from: usize) -> Option<usize> {
        match from.saturating_sub(self.begin) {
            inside @ ..BLOCK => self.found &= u64::MAX << inside,
            _ => self.look(from),
        }
        while self.found == 0 {
            let next = self.begin + BLOCK;
            if next >= self.bytes.len() {
                return None;
            }
            self.look(next);
        }
        Some(self.begin + self.found.trailing_zeros() as usize)
    }

    /// Looks at the block at `begin`.
    fn look(&mut self, begin: usize) {
        let rest = self.bytes.get(begin..).unwrap_or_default();
        let behind = rest.get(1..).unwrap_or_default();
        self.begin = begin;
        self.found = match (rest.first_chunk(), behind.first_chunk()) {
            (Some(block), Some(behind)) => bits(block, behind, &self.is),
            _ => bits(&padded(rest), &padded(behind), &self.is),
        };
    }
}

/// The last bytes of a text.
fn padded(bytes: &[u8]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    block
}

/// One bit for each byte of a block that `is` holds of. In this form the compiler asks it of all
/// bytes at once.
#[inline]
fn bits(block: &[u8; BLOCK], behind: &[u8; BLOCK], is: impl Fn(u8, u8) -> bool) -> u64 {
    // Moves the highest bits of eight bytes into the highest byte, the first into its lowest bit.
    const GATHER: u64 = 0x0002_0408_1020_4081;
    let mut flags = [0; BLOCK];
    for (flag, (byte, behind)) in flags.iter_mut().zip(block.iter().zip(behind)) {
        *flag = if is(*byte, *behind) { 0x80 } else { 0 };
    }
    let (eights, _) = flags.as_chunks();
    let gathered =
        eights.iter().map(|eight| (u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56) as u8);
    gathered.enumerate().fold(0, |bits, (n, eight)| bits | u64::from(eight) << (n * 8))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn found(text: &[u8], from: usize, step: usize) -> Vec<usize> {
        let mut places = Places::of(text, |byte, behind| (byte == b'/') & (behind != b'/'));
        let (mut found, mut at) = (Vec::new(), from);
        while let Some(place) = places.next_from(at) {
            found.push(place);
            at = place + step;
        }
        found
    }

    proptest! {
        #[test]
        fn places_are_those_that_a_plain_search_finds(
            text in prop::collection::vec(prop::sample::select(&b"/a\0"[..]), 0..300),
            from in 0..150_usize,
            step in 1..90_usize,
        ) {
            let is = |at: usize| text[at] == b'/' && text.get(at + 1) != Some(&b'/');
            let (mut expected, mut at) = (Vec::new(), from);
            while let Some(place) = (at..text.len()).find(|at| is(*at)) {
                expected.push(place);
                at = place + step;
            }
            prop_assert_eq!(found(&text, from, step), expected);
        }
    }
}
