//! Finds the text of an element that the one before it labels: `<dt>Password</dt><dd>x`, `<td>API key</td><td>x`.

use super::headings::subject_kind;
use super::markup::ELEMENTS;
use super::whole_words::is_announced_word;

/// The longest opening tag, in bytes.
const MAX_TAG_BYTES: usize = 48;
/// The longest label, in bytes.
const MAX_LABEL_BYTES: usize = 40;
/// The longest secret, in bytes.
const MAX_VALUE_BYTES: usize = 256;

/// The text of the element whose opening tag ends with the `>` at `at`.
pub(super) fn labelled(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let open = tag_start(bytes, at)?;
    // Most tags stand behind words.
    bytes.get(open.checked_sub(1)?).filter(|b| **b == b'>' || b.is_ascii_whitespace())?;
    let tag = bytes.get(open + 1..at)?.split(|b| *b == b' ').next()?;
    if !ELEMENTS.has(tag) {
        return None;
    }
    let kind = subject_kind(label_before(bytes.get(..open)?)?)?;
    let text = bytes.get(at + 1..bytes.len().min(at + 1 + MAX_VALUE_BYTES))?;
    let len = text.iter().take_while(|b| !b"<\n".contains(b)).count();
    let value = text.get(..len)?.trim_ascii_end();
    is_announced_word(value, kind).then_some((at + 1, at + 1 + value.len()))
}

/// Where the opening tag begins that ends before `at`, with or without attributes.
fn tag_start(bytes: &[u8], at: usize) -> Option<usize> {
    let before = bytes.get(at.saturating_sub(MAX_TAG_BYTES)..at)?;
    let len = match before.last()? {
        b'"' | b'\'' => before.iter().rev().position(|b| *b == b'<')?,
        _ => before.iter().rev().take_while(|b| b.is_ascii_alphanumeric()).count(),
    };
    let open = at.checked_sub(len + 1)?;
    (bytes.get(open) == Some(&b'<')).then_some(open)
}

/// The text of the element that ends before the white space at the end of the text.
fn label_before(text: &[u8]) -> Option<&[u8]> {
    let text = text.get(text.len().saturating_sub(2 * MAX_LABEL_BYTES)..)?.trim_ascii_end();
    let mut text = text;
    // `<dt><b>Password</b></dt>`
    while let Some(rest) = text.strip_suffix(b">") {
        let tag = rest.iter().rposition(|b| *b == b'<')?;
        let name = rest.get(tag + 1..)?.strip_prefix(b"/")?;
        if !ELEMENTS.has(name) {
            return None;
        }
        text = rest.get(..tag)?.trim_ascii_end();
    }
    let label = text.rsplit(|b| matches!(b, b'>' | b'\n')).next()?;
    (!label.is_empty() && label.len() <= MAX_LABEL_BYTES && label.len() < text.len())
        .then_some(label)
}
