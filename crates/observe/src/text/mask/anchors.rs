//! Where anything can be that is to be masked: the bytes that every such thing has in it or before it.
//!
//! These are digits, the sign between a key and its value (`:`, `=`), and the start of a path segment
//! (`/`, `\\`) whose first letter a temporary folder begins with. Nothing else is looked at.

/// So many bytes are looked at in one go.
const BLOCK: usize = 16;

/// The anchors of a text, in order.
pub(super) struct Anchors<'a> {
    bytes: &'a [u8],
    /// The anchors in the block that begins at `begin`, one bit in the byte of each.
    found: u128,
    begin: usize,
    /// The end of what `found` tells about.
    end: usize,
}

impl<'a> Anchors<'a> {
    /// Those of `bytes`.
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, found: 0, begin: 0, end: 0 }
    }

    /// The first at `from` or behind it. `from` never goes back.
    #[inline]
    pub(super) fn next_from(&mut self, from: usize) -> Option<usize> {
        if from < self.end {
            self.found &= u128::MAX << (from.saturating_sub(self.begin) * 8);
        } else {
            self.look(from);
        }
        while self.found == 0 {
            if self.end >= self.bytes.len() {
                return None;
            }
            self.look(self.end);
        }
        Some(self.begin + self.found.trailing_zeros() as usize / 8)
    }

    /// Looks at the block at `begin`; the end of a text is looked at byte by byte.
    #[inline]
    fn look(&mut self, begin: usize) {
        let rest = self.bytes.get(begin..).unwrap_or_default();
        let block = rest.first_chunk::<BLOCK>();
        let next = rest.get(1..).and_then(|rest| rest.first_chunk::<BLOCK>());
        (self.begin, self.found, self.end) = match (block, next) {
            (Some(block), Some(next)) => (begin, anchors(block, next), begin + BLOCK),
            _ => last(rest)
                .map_or((begin, 0, self.bytes.len()), |at| (begin + at, 1, begin + at + 1)),
        };
    }
}

/// The first anchor of the end of a text.
fn last(bytes: &[u8]) -> Option<usize> {
    let next = bytes.iter().skip(1).chain(&[0]);
    bytes.iter().zip(next).position(|(byte, next)| is_anchor(*byte, *next))
}

/// Without branches, so that many can be asked at once.
#[inline]
fn is_anchor(byte: u8, next: u8) -> bool {
    // From `0` on stand the digits and the colon.
    let sign = (byte.wrapping_sub(b'0') <= 10) | (byte == b'=');
    let slash = (byte == b'/') | (byte == b'\\');
    // `tmp`, `Temp`, `var`.
    let temporary = (next | 0x20 == b't') | (next | 0x20 == b'v');
    sign | (slash & temporary)
}

/// The anchors of one block; `next` is the same a byte further on. In this form, with all bits of a
/// byte, the compiler looks at all bytes at once.
#[inline]
fn anchors(block: &[u8; BLOCK], next: &[u8; BLOCK]) -> u128 {
    let mut anchors = [0; BLOCK];
    for (anchor, (byte, next)) in anchors.iter_mut().zip(block.iter().zip(next)) {
        *anchor = if is_anchor(*byte, *next) { 0xff } else { 0 };
    }
    u128::from_le_bytes(anchors)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, from: usize, expected: &[usize]) {
        let mut anchors = Anchors::of(text.as_bytes());
        let (mut found, mut at) = (Vec::new(), from);
        while let Some(anchor) = anchors.next_from(at) {
            found.push(anchor);
            at = anchor + 1;
        }
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn l04_anchors_are_found_wherever_they_stand() {
        check("", 0, &[]);
        check("a1:=", 0, &[1, 2, 3]);
        check("/a/tmp\\Temp\\x/var/", 0, &[2, 6, 13]);
        check("/", 0, &[]);
        check("0123456789abcdef012;<>?@[/\\]é", 12, &[16, 17, 18]);
        check("0123456789abcdef/tmp/aaaaaaa/v", 5, &[5, 6, 7, 8, 9, 16, 28]);
        for before in 0..40 {
            let text = format!("{}1{}/t", "x".repeat(before), "é".repeat(9));
            check(&text, 0, &[before, before + 19]);
        }
    }
}
