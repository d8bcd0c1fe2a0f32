//! Finds the positions of a kind of byte, many bytes at a time.

/// How many bytes are examined at a time.
const BLOCK: usize = 64;

/// The positions of the bytes for which `is` holds, in order. `is` is given each byte and the one
/// behind it (NUL at the end of the text). It has no branches, so that the compiler evaluates it
/// for a whole block at once.
#[derive(Debug, Clone)]
pub struct BytePositions<'a, F> {
    bytes: &'a [u8],
    is: F,
    /// The matches in the block that begins at `begin`, one bit each.
    found: u64,
    begin: usize,
}

impl<'a, F: Fn(u8, u8) -> bool> BytePositions<'a, F> {
    /// The matches in `bytes`.
    #[inline]
    pub fn of(bytes: &'a [u8], is: F) -> Self {
        let mut places = Self { bytes, is, found: 0, begin: 0 };
        places.look(0);
        places
    }

    /// The first match at `from` or behind it. `from` never decreases.
    #[inline]
    pub fn next_from(&mut self, from: usize) -> Option<usize> {
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

    /// Evaluates the block at `begin`.
    fn look(&mut self, begin: usize) {
        let rest = self.bytes.get(begin..).unwrap_or_default();
        let behind = rest.get(1..).unwrap_or_default();
        self.begin = begin;
        self.found = match (rest.first_chunk(), behind.first_chunk()) {
            (Some(block), Some(behind)) => bits(block, behind, &self.is),
            _ => bits(&padded(rest), &padded(behind), &self.is) & within(rest.len()),
        };
    }
}

/// A mask of the lowest `len` bits.
fn within(len: usize) -> u64 {
    if len < BLOCK { !(u64::MAX << len) } else { u64::MAX }
}

/// The last bytes of a text, padded with NUL.
fn padded(bytes: &[u8]) -> [u8; BLOCK] {
    let mut block = [0; BLOCK];
    block.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
    block
}

/// One bit for each byte of a block for which `is` holds. The compiler vectorises this form.
#[inline]
fn bits<F: Fn(u8, u8) -> bool>(block: &[u8; BLOCK], behind: &[u8; BLOCK], is: &F) -> u64 {
    let mut flags = [0; BLOCK];
    for (flag, (byte, behind)) in flags.iter_mut().zip(block.iter().zip(behind)) {
        *flag = if is(*byte, *behind) { 0xff } else { 0 };
    }
    gathered(&flags)
}

/// The highest bits of all flags.
#[cfg(target_arch = "x86_64")]
#[inline]
fn gathered(flags: &[u8; BLOCK]) -> u64 {
    use safe_arch::{m128i, move_mask_i8_m128i};
    let (parts, _) = flags.as_chunks();
    let bits = parts.iter().map(|part| move_mask_i8_m128i(m128i::from(*part)) as u16);
    bits.enumerate().fold(0, |all, (n, bits)| all | u64::from(bits) << (n * 16))
}

#[cfg(not(target_arch = "x86_64"))]
use gathered_plainly as gathered;

/// The same in plain arithmetic.
#[cfg(any(test, not(target_arch = "x86_64")))]
#[inline]
fn gathered_plainly(flags: &[u8; BLOCK]) -> u64 {
    // Moves the highest bits of eight bytes into the highest byte, the first into its lowest bit.
    const GATHER: u64 = 0x0002_0408_1020_4081;
    const HIGHEST: u64 = 0x8080_8080_8080_8080;
    let (eights, _) = flags.as_chunks();
    let bits = eights
        .iter()
        .map(|eight| (u64::from_le_bytes(*eight) & HIGHEST).wrapping_mul(GATHER) >> 56);
    bits.enumerate().fold(0, |all, (n, bits)| all | bits << (n * 8))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(is: impl Fn(u8, u8) -> bool + Copy, text: &[u8], from: usize, step: usize) {
        let mut places = BytePositions::of(text, is);
        let holds = |at: usize| is(text[at], text.get(at + 1).copied().unwrap_or(0));
        let mut at = from;
        while let Some(place) = (at..text.len()).find(|at| holds(*at)) {
            assert_eq!(places.next_from(at), Some(place));
            at = place + step;
        }
        assert_eq!(places.next_from(at), None);
    }

    proptest! {
        #[test]
        fn places_are_those_that_a_plain_search_finds(
            text in prop::collection::vec(prop::sample::select(&b"/a\0"[..]), 0..300),
            from in 0..150_usize,
            step in 1..90_usize,
        ) {
            check(|byte, behind| (byte == b'/') & (behind != b'/'), &text, from, step);
            check(|byte, _| byte < b'a', &text, from, step);
        }

        #[test]
        fn bits_are_gathered_in_their_order(held in any::<u64>()) {
            let flags = std::array::from_fn(|n| if held >> n & 1 == 1 { 0xff } else { 0 });
            prop_assert_eq!((gathered(&flags), gathered_plainly(&flags)), (held, held));
        }
    }
}
