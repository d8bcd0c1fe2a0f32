//! Finds the positions at which something to be masked may stand.
//!
//! These are digits, the sign between a key and its value (`:`, `=`), and a slash (`/`, `\\`)
//! before a letter with which the name of a temporary folder begins. Nothing else is looked at.

use fusebox_scan::BytePositions;

/// The anchors of a text, in order.
pub(super) fn anchors(bytes: &[u8]) -> BytePositions<'_, impl Fn(u8, u8) -> bool> {
    BytePositions::of(bytes, |byte, behind| {
        // The digits and the colon follow each other from `0` on.
        let sign = (byte.wrapping_sub(b'0') <= 10) | (byte == b'=');
        let slash = (byte == b'/') | (byte == b'\\');
        // `tmp`, `Temp`, `var`.
        let temporary = (behind | 0x20 == b't') | (behind | 0x20 == b'v');
        sign | (slash & temporary)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, from: usize, expected: &[usize]) {
        let mut anchors = anchors(text.as_bytes());
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
        for before in 0..70 {
            let text = format!("{}1{}/t", "x".repeat(before), "é".repeat(9));
            check(&text, 0, &[before, before + 19]);
        }
    }
}
