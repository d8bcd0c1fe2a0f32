//! Reads a key and the begin of its value as a reader sees them: without the marks of emphasis and code, the tags of
//! elements and the codes of colours around them.

use super::keys::count_while;
use fusebox_scan::WordSet;

/// The longest key, in bytes.
pub(super) const MAX_KEY_BYTES: usize = 64;
/// The longest addition in parentheses between a key and its sign, in bytes.
const MAX_ADDITION_BYTES: usize = 40;
/// The longest tag of an element or code of a colour, in bytes.
const MAX_MARK_BYTES: usize = 48;
/// The most marks on one side of a sign.
const MAX_MARKS: usize = 4;

/// Whether a byte may be part of a key.
pub(super) static IN_KEY: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
        byte += 1;
    }
    // The letters of other languages.
    while byte < 256 {
        table[byte] = true;
        byte += 1;
    }
    table
};

/// Whether a byte may end a mark behind a key.
static ENDS_MARK: [bool; 256] = {
    let mut table = [false; 256];
    let (mut n, ends) = (0, b"*`_>}m].");
    while n < ends.len() {
        table[ends[n] as usize] = true;
        n += 1;
    }
    table
};

/// The key that ends before the sign at `at`, without the quotes, spaces and marks between them.
pub(super) fn key_before(bytes: &[u8], floor: usize, at: usize) -> &[u8] {
    let back = |end: usize, most: usize, kind: fn(&u8) -> bool| {
        let window = bytes.get(end.saturating_sub(most).max(floor)..end).unwrap_or_default();
        end - window.iter().rev().take_while(|b| kind(b)).count()
    };
    let end = back(at, 8, |b| matches!(b, b' ' | b'"' | b'\'' | b'\\'));
    // The quoted index of a map: `headers["X-Api-Key"] = `.
    let end = match bytes.get(end.saturating_sub(2).max(floor)..end) {
        Some([b'"' | b'\'', b']']) => end - 2,
        _ => end,
    };
    let last = end.checked_sub(1).and_then(|last| bytes.get(last));
    let end = match last.filter(|b| ENDS_MARK[usize::from(**b)]) {
        // `[password] => x`, as PHP prints arrays.
        Some(b']') => end - usize::from(is_printed_index(bytes, at, end)),
        // `\x1b[1m`, and no word.
        Some(b'm') if bytes.get(end.wrapping_sub(2)).is_some_and(u8::is_ascii_lowercase) => end,
        // PowerShell escapes a quote with the sign of code.
        Some(b'`') if matches!(bytes.get(end), Some(b'"' | b'\'')) => end,
        Some(_) => end - marks_before(bytes.get(floor..end).unwrap_or_default()),
        None => end,
    };
    // What a sentence adds to the key: `token (valid for a day): `.
    let end = match bytes.get(..end).and_then(<[u8]>::split_last) {
        Some((b')', before)) => {
            let window = before.get(before.len().saturating_sub(MAX_ADDITION_BYTES).max(floor)..);
            let window = window.unwrap_or_default();
            let inside = window.iter().rev().take_while(|b| !b"()\n\"'".contains(b)).count();
            let opens = before.get(..before.len() - inside).unwrap_or_default();
            let is_addition = opens.ends_with(b" (")
                && matches!(bytes.get(at + 1), Some(b' ' | b'*' | b'_' | b'<'));
            if is_addition { opens.len() - 2 } else { end }
        }
        _ => end,
    };
    let start = back(end, MAX_KEY_BYTES, |b| IN_KEY[usize::from(*b)]);
    // The letter of an escape such as `\n` does not belong to the key behind it.
    let is_escape = start > floor
        && bytes[start - 1] == b'\\'
        && matches!(bytes.get(start), Some(b'n' | b't' | b'r'));
    bytes.get(start + usize::from(is_escape)..end).unwrap_or_default()
}

/// Whether the key in the brackets that end at `end` is alone before the arrow at `at`.
fn is_printed_index(bytes: &[u8], at: usize, end: usize) -> bool {
    let back = bytes.get(end.saturating_sub(MAX_KEY_BYTES)..end - 1).unwrap_or_default();
    let len = back.iter().rev().take_while(|b| IN_KEY[usize::from(**b)]).count();
    let is_open = back
        .get(..back.len() - len)
        .is_some_and(|before| matches!(before, [.., b' ' | b'\n', b'['] | [b'[']));
    is_open && bytes.get(at + 1) == Some(&b'>')
}

/// The length of the marks that the text ends with, behind a key: `**`, `__`, `` ` ``, `</b>`, the brace of `\textbf{`.
fn marks_before(text: &[u8]) -> usize {
    let mut end = text.len();
    for _ in 0..MAX_MARKS {
        let rest = text.get(..end).unwrap_or_default();
        end -= match rest.last() {
            Some(b'*' | b'`') => {
                rest.iter().rev().take(3).take_while(|b| b"*`".contains(b)).count()
            }
            // `Password......: x`
            Some(b'.') => rest.iter().rev().take_while(|b| matches!(b, b'.' | b' ')).count(),
            Some(b'_') => rest.iter().rev().take(2).take_while(|b| **b == b'_').count(),
            Some(b'>') => closing_tag_len(rest),
            Some(b'm') => colour_len_before(rest),
            Some(b'}') if is_typeset(rest) => 1,
            _ => 0,
        };
        if end == rest.len() {
            break;
        }
    }
    text.len() - end
}

/// The length of the closing tag that the text ends with: `</strong>`.
fn closing_tag_len(text: &[u8]) -> usize {
    let name = text.get(..text.len() - 1).unwrap_or_default().iter().rev().take(12);
    let name = name.take_while(|b| b.is_ascii_alphanumeric()).count();
    let is_tag = text.get(..text.len() - 1 - name).is_some_and(|before| before.ends_with(b"</"));
    if is_tag && name > 0 { name + 3 } else { 0 }
}

/// The length of the code of a colour that the text ends with, which may be escaped: `\x1b[0m`.
fn colour_len_before(text: &[u8]) -> usize {
    let numbers = text.get(..text.len() - 1).unwrap_or_default().iter().rev().take(12);
    let numbers = numbers.take_while(|b| b.is_ascii_digit() || **b == b';').count();
    let before = text.get(..text.len() - 1 - numbers).unwrap_or_default();
    if before.last() != Some(&b'[') {
        return 0;
    }
    let escape = ESCAPES.iter().find(|escape| before.ends_with(escape));
    escape.map_or(0, |escape| escape.len() + numbers + 1)
}

/// How the begin of a code for a colour is written.
const ESCAPES: [&[u8]; 5] = [b"\x1b[", b"\\u001b[", b"\\x1b[", b"\\033[", b"\\e["];

/// Whether the brace that the text ends with closes what a command of TeX sets: `\textbf{Password}`.
fn is_typeset(text: &[u8]) -> bool {
    let inside = text.get(text.len().saturating_sub(MAX_KEY_BYTES)..text.len() - 1);
    let Some(open) = inside.and_then(|text| text.iter().rposition(|b| *b == b'{')) else {
        return false;
    };
    let before = inside.and_then(|text| text.get(..open)).unwrap_or_default();
    let name = before.iter().rev().take_while(|b| b.is_ascii_lowercase()).count();
    name > 1 && before.get(..before.len() - name).is_some_and(|before| before.ends_with(b"\\"))
}

/// Where the value begins behind a sign that ends at `at`: behind blanks, marks and tags, which may be in the next line.
pub(super) fn value_start(bytes: &[u8], at: usize) -> usize {
    let blanks = |from: usize| from + count_while(bytes, from, |b| matches!(b, b' ' | b'\t'));
    let mut start = at;
    for _ in 0..MAX_MARKS {
        let value = blanks(start);
        let rest = bytes.get(value..).unwrap_or_default();
        let len = match rest {
            // What closes emphasis stands right behind the sign, and a blank behind it.
            [mark @ (b'*' | b'_' | b'`'), ..] if value == at => {
                let len = count_while(rest, 0, |b| b == mark);
                if len <= 3 && rest.get(len) == Some(&b' ') { len } else { 0 }
            }
            [b'<', b'/' | b'a'..=b'z' | b'A'..=b'Z', ..] => tag_len(rest),
            [0x1b, ..] | [b'\\', b'u' | b'x' | b'0' | b'e', ..] => colour_len(rest),
            _ => 0,
        };
        if len == 0 {
            return value;
        }
        start = value + len;
    }
    blanks(start)
}

/// The elements that texts and tables are made of.
pub(super) static ELEMENTS: WordSet<24> = WordSet::new(
    "a b i u p em tt td dd dt th li tr br kbd pre div var code span font samp mark strong",
);

/// The length of the tag that the text begins with, and of the line ends behind it before another one. What an opening
/// one holds follows without a blank: `<code>` is a placeholder elsewhere.
fn tag_len(text: &[u8]) -> usize {
    let inside = text.get(1..).unwrap_or_default().iter().take(MAX_MARK_BYTES);
    let len = inside.take_while(|b| !b"<>\n".contains(b)).count() + 1;
    let name = text.get(1..len).unwrap_or_default();
    let name = name.split(|b| *b == b' ').next().unwrap_or_default();
    let closes = name.strip_prefix(b"/");
    let is_tag = ELEMENTS.has(closes.unwrap_or(name)) && text.get(len) == Some(&b'>');
    let blank = count_while(text, len + 1, u8::is_ascii_whitespace);
    let goes_on = text.get(len + 1 + blank) == Some(&b'<');
    match (is_tag, goes_on) {
        (true, true) => len + 1 + blank,
        (true, false) if closes.is_some() || blank == 0 => len + 1,
        (true | false, _) => 0,
    }
}

/// The length of the code of a colour that the text begins with.
fn colour_len(text: &[u8]) -> usize {
    let Some(escape) = ESCAPES.iter().find(|escape| text.starts_with(escape)) else { return 0 };
    let len = escape.len();
    let len = len + count_while(text, len, |b| b.is_ascii_digit() || *b == b';').min(12);
    if text.get(len) == Some(&b'm') { len + 1 } else { 0 }
}
