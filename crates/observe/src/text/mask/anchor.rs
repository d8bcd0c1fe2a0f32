//! Finds where something replaceable can stand, 64 bytes at a time.

/// Bytes looked at together.
const BLOCK: usize = 64;
/// How far a sign looks back for the last letter of its key, and a slash ahead into its segment.
const BACK: usize = 3;
const AHEAD: usize = 2;
/// A block and what stands around it.
const WINDOW: usize = BACK + BLOCK + AHEAD;

/// The places of a text that are worth a look: where digits begin, slashes before what may be a
/// temporary folder, and the signs `:` and `=` after what may be one of the known keys.
///
/// Told too often, never too seldom: a kind of thing that begins otherwise must be added here.
pub(super) struct Anchors<'a> {
    bytes: &'a [u8],
    begin: usize,
    /// The anchors of the block that begins there, the first in the lowest bit.
    mask: u64,
}

impl<'a> Anchors<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        Self { bytes, begin: 0, mask: in_block(bytes, 0) }
    }

    /// The next anchor from `at` on. `at` never goes back.
    pub(super) fn next(&mut self, mut at: usize) -> Option<usize> {
        // What was replaced may have ended amid digits.
        if self.bytes.get(at)?.is_ascii_digit() {
            return Some(at);
        }
        loop {
            if at >= self.begin + BLOCK {
                self.begin = at - at % BLOCK;
                self.mask = in_block(self.bytes, self.begin);
            }
            let left = self.mask >> (at - self.begin);
            if left != 0 {
                return Some(at + left.trailing_zeros() as usize);
            }
            at = self.begin + BLOCK;
            if at >= self.bytes.len() {
                return None;
            }
        }
    }
}

fn in_block(bytes: &[u8], begin: usize) -> u64 {
    let inside = begin.checked_sub(BACK).and_then(|from| bytes.get(from..)?.first_chunk());
    inside.map_or_else(|| in_window(&window(bytes, begin)), in_window)
}

/// A block at either end of the text, with NULs beyond.
fn window(bytes: &[u8], begin: usize) -> [u8; WINDOW] {
    let mut window = [0; WINDOW];
    let before = begin.min(BACK);
    let there = bytes.get(begin - before..).unwrap_or_default();
    for (to, byte) in window.iter_mut().skip(BACK - before).zip(there) {
        *to = *byte;
    }
    window
}

/// The same few steps for every byte, without a branch: the compiler takes many at once.
fn in_window(window: &[u8; WINDOW]) -> u64 {
    let mut found = [0_u8; BLOCK];
    for (i, found) in found.iter_mut().enumerate() {
        let [third, second, before, byte, next, after] = [
            window[i],
            window[i + 1],
            window[i + 2],
            window[i + 3],
            window[i + 4] | 0x20,
            window[i + 5] | 0x20,
        ];
        let digit = is_digit(byte) & !is_digit(before);
        let folder =
            (next == b't') & ((after == b'm') | (after == b'e')) | (next == b'v') & (after == b'a');
        let slash = ((byte == b'/') | (byte == b'\\')) & folder;
        let key = ends_key(before)
            | is_between(before) & (ends_key(second) | is_between(second) & ends_key(third));
        let sign = ((byte == b':') | (byte == b'=')) & key;
        *found = u8::from(digit | slash | sign);
    }
    let (eights, _) = found.as_chunks::<8>();
    let bits = |eight: &[u8; 8]| u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56;
    eights.iter().rev().fold(0, |mask, eight| mask << 8 | bits(eight))
}

/// Moves the lowest bit of each of eight bytes into the highest byte, the first one lowest.
const GATHER: u64 = 0x0102_0408_1020_4080;

fn is_digit(byte: u8) -> bool {
    byte.wrapping_sub(b'0') < 10
}

/// What stands between a key and its sign.
fn is_between(byte: u8) -> bool {
    (byte == b'"') | (byte == b'\'') | (byte == b' ')
}

/// The last letter of a key that is known, or a sign that does not occur there.
fn ends_key(byte: u8) -> bool {
    let lower = byte | 0x20;
    (lower == b'd') | (lower == b'n') | (lower == b'e') | (lower == b's') | (lower == b'k')
}

#[cfg(test)]
mod tests {
    use super::Anchors;

    fn check(text: &str, expected: &[usize]) {
        let mut anchors = Anchors::of(text.as_bytes());
        let (mut told, mut at) = (Vec::new(), 0);
        while let Some(anchor) = anchors.next(at) {
            told.push(anchor);
            at = anchor + 1;
            at += text.bytes().skip(at).take_while(u8::is_ascii_digit).count();
        }
        assert_eq!(told, expected, "{text:?}");
    }

    #[test]
    fn places_worth_a_look_are_found_wherever_they_stand() {
        check("", &[]);
        check("plain words, and a/path", &[]);
        check("12 34", &[0, 3]);
        check("/tmp/a \\Temp\\a /var/x /usr", &[0, 7, 15]);
        check("id:x \"id\": x key: x id =x", &[2, 9, 23]);
        check("idx:x :", &[]);
        for shift in 0..130 {
            let text = format!("{}7 /tmp \"id\" :", "é".repeat(shift));
            check(&text, &[shift * 2, shift * 2 + 2, shift * 2 + 12]);
            check(&"x".repeat(shift), &[]);
        }
    }

    #[test]
    fn digits_are_told_from_where_one_goes_on() {
        let mut anchors = Anchors::of(b"a1234");
        assert_eq!((anchors.next(0), anchors.next(3), anchors.next(5)), (Some(1), Some(3), None));
    }
}
