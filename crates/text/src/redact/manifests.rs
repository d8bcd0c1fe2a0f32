//! Finds the values of a manifest of Kubernetes that says that it holds secrets: all of `data` and `stringData` of
//! `kind: Secret`, whatever they are called.

use super::keys::count_while;
use super::nested_names::opening;
use super::value::{is_literal, is_reference};

type Range = (usize, usize);

/// How far from its kind a value of a manifest may be, in bytes.
const MAX_MANIFEST_BYTES: usize = 4096;
/// The members of a manifest that hold its secrets.
const SECTIONS: [&[u8]; 2] = [b"data", b"stringData"];

/// The secrets of the manifest whose kind is the word `Secret` at `at`; none where it is another word.
pub(super) fn values(bytes: &[u8], at: usize) -> Option<Vec<Range>> {
    let rest = bytes.get(at..)?.strip_prefix(b"Secret")?;
    let before = bytes.get(at.saturating_sub(12)..at)?;
    let is_quoted = before.ends_with(b"\"");
    let key = before.strip_suffix(b"\"").unwrap_or(before).trim_ascii_end().strip_suffix(b":")?;
    let key = key.strip_suffix(b"\"").unwrap_or(key);
    let is_kind = key.ends_with(b"kind");
    let ends = rest.first().is_none_or(|b| b"\"\n\r ,".contains(b));
    if !is_kind || !ends {
        return None;
    }
    Some(if is_quoted { members_of_json(bytes, at)? } else { members_of_yaml(bytes, at) })
}

/// The values of the document of YAML around `at`, from one `---` to the next.
fn members_of_yaml(bytes: &[u8], at: usize) -> Vec<Range> {
    const RULE: &[u8] = b"\n---";
    let from = at.saturating_sub(MAX_MANIFEST_BYTES);
    let before = bytes.get(from..at).unwrap_or_default();
    let begin = before.windows(RULE.len()).rposition(|line| line == RULE);
    let begin = from + begin.map_or(0, |begin| begin + 1);
    let behind = bytes.get(at..bytes.len().min(at + MAX_MANIFEST_BYTES)).unwrap_or_default();
    let end = behind.windows(RULE.len()).position(|line| line == RULE);
    let end = at + end.unwrap_or(behind.len());
    let region = bytes.get(begin..end).unwrap_or_default();
    let line_of_kind = region.get(..at - begin).unwrap_or_default();
    let line_of_kind = line_of_kind.iter().rposition(|b| *b == b'\n').map_or(0, |end| end + 1);
    let outer = Line::of(region.get(line_of_kind..).unwrap_or_default()).column;
    let (mut values, mut in_section) = (Vec::new(), false);
    let mut line_at = begin;
    for text in region.split(|b| *b == b'\n') {
        let line = Line::of(text);
        let start = line_at;
        line_at += text.len() + 1;
        if line.text.is_empty() {
            continue;
        }
        // Another item of the list, or what stands around it.
        let is_beyond = line.column < outer || line.is_item && line.column == outer;
        if is_beyond && start > at {
            break;
        }
        if is_beyond {
            values.clear();
        }
        if in_section && line.column > outer {
            values.extend(value_of_line(bytes, start + line.column, line.text));
        } else {
            let key = line.text.strip_suffix(b":").unwrap_or_default();
            in_section = line.column == outer && SECTIONS.contains(&key);
        }
    }
    values
}

/// A line of YAML.
struct Line<'t> {
    /// Where its text begins: behind the dash of an item.
    column: usize,
    is_item: bool,
    text: &'t [u8],
}

impl<'t> Line<'t> {
    fn of(line: &'t [u8]) -> Self {
        let line = line.split(|b| *b == b'\n').next().unwrap_or_default();
        let blanks = count_while(line, 0, |b| *b == b' ');
        let text = line.get(blanks..).unwrap_or_default();
        match text.strip_prefix(b"- ") {
            Some(item) => Self { column: blanks + 2, is_item: true, text: item.trim_ascii() },
            None => Self { column: blanks, is_item: false, text: text.trim_ascii() },
        }
    }
}

/// The value of a line of a section, or the line itself where it is one of a block.
fn value_of_line(bytes: &[u8], start: usize, text: &[u8]) -> Option<Range> {
    let of_key = |b: &u8| b.is_ascii_alphanumeric() || b"_-.\"'".contains(b);
    let key = count_while(text, 0, of_key);
    let is_key =
        key > 0 && text.get(key) == Some(&b':') && matches!(text.get(key + 1), None | Some(b' '));
    let value = if is_key { key + 1 } else { 0 };
    let is_around = |b: &u8| b" \"'".contains(b);
    let value = value + count_while(text, value, is_around);
    let end = text.iter().rposition(|b| !is_around(b)).map_or(0, |at| at + 1);
    let word = bytes.get(start + value..start + end).filter(|word| is_value(word))?;
    Some((start + value, start + value + word.len()))
}

/// Whether a member of a section is a secret. A block and what is filled in elsewhere are none.
fn is_value(word: &[u8]) -> bool {
    word.len() >= 4 && !is_reference(word) && !is_literal(word) && !word.starts_with(b"#")
}

/// The values of the object of JSON around `at`.
fn members_of_json(bytes: &[u8], at: usize) -> Option<Vec<Range>> {
    let from = at.saturating_sub(MAX_MANIFEST_BYTES);
    let begin = from + opening(bytes.get(from..at)?)?;
    let text = bytes.get(begin..bytes.len().min(at + MAX_MANIFEST_BYTES))?;
    let (mut values, mut depth, mut section) = (Vec::new(), 0_usize, false);
    let (mut n, mut key): (usize, &[u8]) = (0, b"");
    while let Some(byte) = text.get(n) {
        match byte {
            b'{' => {
                section = depth == 1 && SECTIONS.contains(&key);
                depth += 1;
            }
            b'}' => {
                depth = depth.saturating_sub(1);
                section = false;
            }
            b'"' => {
                let len = count_while(text, n + 1, |b| *b != b'"');
                let word = text.get(n + 1..n + 1 + len)?;
                let is_key = text.get(n + 2 + len..)?.trim_ascii_start().starts_with(b":");
                if is_key {
                    key = word;
                } else if section && depth == 2 && is_value(word) {
                    values.push((begin + n + 1, begin + n + 1 + len));
                }
                n += len + 1;
            }
            _ => {}
        }
        if depth == 0 {
            break;
        }
        n += 1;
    }
    Some(values)
}
