//! Finds the first or last occurrence of a byte. `memchr` itself would choose the widest
//! instructions at its first call.

/// The position of the first `needle` in `bytes`.
#[cfg(target_arch = "x86_64")]
pub fn find_byte(needle: u8, bytes: &[u8]) -> Option<usize> {
    memchr::arch::x86_64::sse2::memchr::One::new(needle)?.find(bytes)
}

/// The position of the first `one` or `other` in `bytes`.
#[cfg(target_arch = "x86_64")]
pub fn find_either(one: u8, other: u8, bytes: &[u8]) -> Option<usize> {
    memchr::arch::x86_64::sse2::memchr::Two::new(one, other)?.find(bytes)
}

/// The position of the last `needle` in `bytes`.
#[cfg(target_arch = "x86_64")]
pub fn find_last_byte(needle: u8, bytes: &[u8]) -> Option<usize> {
    memchr::arch::x86_64::sse2::memchr::One::new(needle)?.rfind(bytes)
}

#[cfg(not(target_arch = "x86_64"))]
pub use memchr::{memchr as find_byte, memchr2 as find_either, memrchr as find_last_byte};

#[cfg(test)]
mod tests {
    use super::{find_byte, find_either, find_last_byte};

    #[test]
    fn finds_the_first() {
        let text = b"0123456789012345678901234567890123456789x1234y";
        for (needle, at) in [(b'0', Some(0)), (b'9', Some(9)), (b'x', Some(40)), (b'z', None)] {
            assert_eq!(find_byte(needle, text), at);
            assert_eq!(find_either(needle, b'~', text), at);
        }
        assert_eq!(find_either(b'y', b'x', text), Some(40));
        assert_eq!(find_byte(b'a', b""), None);
        for (needle, at) in [(b'0', Some(40 - 10)), (b'4', Some(44)), (b'~', None)] {
            assert_eq!(find_last_byte(needle, text), at);
        }
    }
}
