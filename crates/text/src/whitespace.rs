//! Collapses white space.

use fusebox_scan::BytePositions;

/// The text without white space at its ends, and with each run of it replaced by one blank.
pub fn collapse_whitespace(text: &str) -> String {
    let text = text.trim();
    let mut out = String::with_capacity(text.len());
    let mut spaces = BytePositions::of(text.as_bytes(), begins_more);
    let mut from = 0;
    while let Some(at) = spaces.next_from(from) {
        let (Some(before), Some(space)) = (text.get(from..at), text.get(at..)) else { break };
        out.push_str(before);
        let mut rest = space.chars();
        match rest.next() {
            Some(c) if !c.is_whitespace() => out.push(c),
            _ => {
                out.push(' ');
                rest = rest.as_str().trim_start().chars();
            }
        }
        from = text.len() - rest.as_str().len();
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

/// Whether white space may begin here that is more than one blank before a visible character.
/// Beyond ASCII, white space begins with one of four bytes.
fn begins_more(byte: u8, behind: u8) -> bool {
    let beyond = (byte == 0xc2) | (byte == 0xe1) | (byte == 0xe2) | (byte == 0xe3);
    let line_end = byte.wrapping_sub(b'\t') <= b'\r' - b'\t';
    let more = (behind <= b' ') | (behind >= 0x80);
    line_end | beyond | ((byte == b' ') & more)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn blanks_are_those_between_words(
            parts in prop::collection::vec(prop::sample::select(vec![
                " ", " ", "\n", "\r", "\t", "\u{b}", "\u{1c}", "\0", "\u{85}", "\u{a0}", "\u{1680}",
                "\u{2003}", "\u{2028}", "\u{3000}", "é", "\u{200b}", "“", "の", "word", ".",
                "some words that fill a block of many bytes, all with one blank between",
            ]), 0..24),
        ) {
            let text = parts.concat();
            let words: Vec<&str> = text.split_whitespace().collect();
            prop_assert_eq!(collapse_whitespace(&text), words.join(" "));
        }
    }
}
