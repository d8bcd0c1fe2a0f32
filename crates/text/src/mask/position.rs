//! Finds line and column numbers, which say where in a file and not how many.

use super::cursor::{MaskCursor, Replacement};
use super::digit_run::DigitRun;
use fusebox_scan::WordSet;

const POSITION: &str = "<n>";

/// Endings of files that errors point into. A name with another ending is distinguished from a host
/// by a slash in it, or by a column after the line.
static SOURCE_ENDINGS: WordSet<58> = WordSet::new(
    "rs py pyx pyi js jsx mjs cjs ts tsx mts cts vue svelte go java kt kts scala groovy \
     gradle c h cc cpp cxx hh hpp m mm cs fs vb rb php swift dart zig ex exs erl hs ml lua pl \
     pm r sh bash sql html css scss json yaml yml toml xml",
);
static POSITION_WORDS: WordSet<4> = WordSet::new("line column col ln");
/// Words before a line that is pointed at.
static POINTING_WORDS: WordSet<8> = WordSet::new("at on in near from after before around");
/// The longest of these endings, in bytes.
const ENDING_BYTES: usize = 6;
/// How far back a file name is looked for, in bytes.
const NAME_BYTES: usize = 256;

/// Whether a position may begin with these digits.
pub(super) fn fits(digits: &DigitRun) -> bool {
    match digits.before() {
        // The last letters of `line`, `column`, `col`, `ln`, and of a shell's name.
        [b' ' | b'"' | b'=' | b'#', _] => {
            matches!(&digits.word(), b"en" | b"nm" | b"lo" | b"nl" | b"hs")
        }
        [b':', name] => is_name_byte(&name),
        [b'(' | b'[', _] => matches!(digits.after[0], b')' | b']' | b','),
        [b'-', letter] => letter == b't',
        _ => false,
    }
}

/// The line number at `at`, with the column behind it.
pub(super) fn find(p: MaskCursor<'_>, at: usize, digits: &DigitRun) -> Option<Replacement> {
    let line = at + digits.len;
    let end = match p.before(at) {
        b':' => after_colon(p, at, line),
        b'(' | b'[' => bracketed(p, at, line),
        b' ' | b'"' | b'=' | b'#' => {
            after_position_word(p, at, line).or_else(|| after_shell_name(p, at, line))
        }
        b'-' => (p.take_before(at, 8, |_| true) == b"/pytest-").then_some(line),
        _ => None,
    }?;
    p.is_word_end(end).then_some(Replacement { start: at, end, placeholder: POSITION })
}

/// The end of the position in `main.rs:12:5`, `/usr/bin/tool:12`, `loader:12:5`.
fn after_colon(p: MaskCursor<'_>, at: usize, line: usize) -> Option<usize> {
    let column = p.digits_end(line + 1);
    let has_column =
        matches!(p.at(line), b':' | b'-') && column > line + 1 && p.is_word_end(column);
    // Without a sign behind the line only a known source file is pointed into.
    let by_name = has_column || p.at(line) == b':';
    if !by_name && !ends_like_a_source(p, at - 1) {
        return None;
    }
    let known = match name_kind_before(p, at - 1) {
        NameKind::Source => true,
        NameKind::Path => by_name,
        NameKind::Dotted => has_column,
        NameKind::Other => false,
    };
    known.then_some(if has_column { column } else { line })
}

/// The end of the position in `a.ts(12,5)` or `Foo.java:[12,34]`.
fn bracketed(p: MaskCursor<'_>, at: usize, line: usize) -> Option<usize> {
    let open = at - 1;
    let name_end = if p.before(open) == b':' { open - 1 } else { open };
    let column = p.digits_end(line + 1);
    let end = if p.at(line) == b',' && column > line + 1 { column } else { line };
    let closed = matches!((p.at(open), p.at(end)), (b'(', b')') | (b'[', b']'));
    let known =
        || ends_like_a_source(p, name_end) && name_kind_before(p, name_end) == NameKind::Source;
    (closed && known()).then_some(end)
}

/// The end of the line in `line 12:`, `on line 12`, `"column": 5`, `line: 12`, `line=12`; not in
/// `output line 12`, which counts lines.
fn after_position_word(p: MaskCursor<'_>, at: usize, line: usize) -> Option<usize> {
    let gap = p.take_before(at, 3, |b| matches!(b, b' ' | b':' | b'=' | b'"' | b'#'));
    let name = p.letters_before(at - gap.len());
    let points = || {
        let start = at - gap.len() - name.len();
        let before = p.before(start);
        let word = p.letters_before(start.saturating_sub(1));
        gap != b" "
            || matches!(p.at(line), b':' | b',' | b')' | b']')
            || !(before.is_ascii_alphanumeric() || before.is_ascii_whitespace() || before == 0)
            || (before == b' ' && POINTING_WORDS.has(word))
    };
    (POSITION_WORDS.has(name) && points()).then_some(line)
}

/// The end of the line in `sh: 12: foo: not found`.
fn after_shell_name(p: MaskCursor<'_>, at: usize, line: usize) -> Option<usize> {
    let after_name = p.at(line) == b':' && p.take_before(at, 2, |_| true) == b": ";
    (after_name && p.letters_before(at - 2).ends_with(b"sh")).then_some(line)
}

#[derive(PartialEq)]
enum NameKind {
    /// A file with a known ending.
    Source,
    /// Contains a slash and is not a host.
    Path,
    /// Contains a dot and ends in a letter.
    Dotted,
    Other,
}

fn is_name_byte(byte: &u8) -> bool {
    NAME_BYTE_TABLE[usize::from(*byte)]
}

static NAME_BYTE_TABLE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < table.len() {
        table[byte] = (byte as u8).is_ascii_alphanumeric()
            || matches!(byte as u8, b'_' | b'.' | b'/' | b'\\' | b'@' | b'+' | b'-');
        byte += 1;
    }
    table
};

/// Whether the known ending of a source file stands before `end`.
fn ends_like_a_source(p: MaskCursor<'_>, end: usize) -> bool {
    let ending = p.take_before(end, 1 + ENDING_BYTES, u8::is_ascii_alphanumeric);
    p.before(end - ending.len()) == b'.' && SOURCE_ENDINGS.has(ending)
}

fn name_kind_before(p: MaskCursor<'_>, end: usize) -> NameKind {
    let name = p.take_before(end, NAME_BYTES, is_name_byte);
    let is_host = name.starts_with(b"//") && !name.iter().skip(2).any(|b| *b == b'/');
    if is_host {
        return NameKind::Other;
    }
    let dot = name.iter().rposition(|b| !b.is_ascii_alphanumeric());
    let ending = name.get(dot.map_or(0, |d| d + 1)..).unwrap_or_default();
    let dotted = dot.is_some_and(|d| name.get(d) == Some(&b'.'));
    if dotted && ending.len() <= ENDING_BYTES && SOURCE_ENDINGS.has(ending) {
        NameKind::Source
    } else if name.contains(&b'/') && !name.starts_with(b"//") {
        NameKind::Path
    } else if dotted && ending.iter().any(u8::is_ascii_alphabetic) {
        NameKind::Dotted
    } else {
        NameKind::Other
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn l04_what_does_not_end_like_a_source_is_none(
            parts in prop::collection::vec(prop::sample::select(vec![
                "a", "main", ".", "rs", "py", "svelte", "svelter", "/", "//", "-", "_", ":", " ", "1", "é", "C",
            ]), 0..8),
            floor in 0..6_usize,
        ) {
            let text = parts.concat();
            let place = MaskCursor { bytes: text.as_bytes(), floor: floor.min(text.len()) };
            let is_source = name_kind_before(place, text.len()) == NameKind::Source;
            prop_assert!(ends_like_a_source(place, text.len()) || !is_source, "{:?}", text);
        }
    }
}
