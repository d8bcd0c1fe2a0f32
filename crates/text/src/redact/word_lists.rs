//! Finds secrets of several words: the phrases that wallets are restored from, blocks of YAML.

use super::keys::count_while;
use super::messages::is_message;
use super::value::is_random_word;

/// The fewest words of a phrase that a wallet is restored from.
const MIN_WORDS: usize = 12;
/// The longest white space and number between two words, in bytes.
const MAX_GAP_BYTES: usize = 12;
/// The longest block of a password, in bytes.
const MAX_BLOCK_BYTES: usize = 512;

/// The words of a phrase behind `from`, from the first to the last: twelve or more of three to eight small
/// letters, which may be numbered.
pub(super) fn phrase(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let (mut at, mut words, mut first, mut last) = (from, 0, None, from);
    loop {
        let gap = gap_len(bytes, at);
        let start = at + gap;
        let len = count_while(bytes, start, u8::is_ascii_lowercase);
        let ends = bytes
            .get(start + len)
            .is_none_or(|b| b.is_ascii_whitespace() || b"\"'.,\\".contains(b));
        if !(3..=8).contains(&len) || !ends || gap > MAX_GAP_BYTES || gap == 0 && words > 0 {
            break;
        }
        first.get_or_insert(start);
        (words, last, at) = (words + 1, start + len, start + len);
    }
    first.filter(|_| words >= MIN_WORDS).map(|first| (first, last))
}

/// The length of what parts two words: white space, a comma, a quote before the first, a number with its sign.
fn gap_len(bytes: &[u8], at: usize) -> usize {
    let blank = |at| count_while(bytes, at, |b| b.is_ascii_whitespace() || b"\"',".contains(b));
    let blanks = blank(at);
    let digits = count_while(bytes, at + blanks, u8::is_ascii_digit);
    let is_numbered =
        digits > 0 && matches!(bytes.get(at + blanks + digits), Some(b'.' | b')' | b':'));
    if is_numbered { blanks + digits + 1 + blank(at + blanks + digits + 1) } else { blanks }
}

/// Whether each line of the block is a random word.
pub(super) fn is_random(bytes: &[u8], (start, end): (usize, usize)) -> bool {
    let mut lines = bytes.get(start..end).unwrap_or_default().split(|b| *b == b'\n');
    lines.all(|line| is_random_word(line.trim_ascii()))
}

/// The lines of a block of YAML that begins at `value`, or nothing where they are a message.
pub(super) fn block(bytes: &[u8], value: usize) -> Option<(usize, usize)> {
    let before = bytes.get(..value)?;
    let indent = before.iter().rev().take_while(|b| **b == b' ').count();
    let mut end = value + count_while(bytes, value, |b| *b != b'\n');
    while end - value < MAX_BLOCK_BYTES {
        let blanks = count_while(bytes, end + 1, |b| *b == b' ');
        let line = end + 1 + blanks;
        if bytes.get(end) != Some(&b'\n')
            || blanks < indent
            || matches!(bytes.get(line), None | Some(b'\n'))
        {
            break;
        }
        end = line + count_while(bytes, line, |b| *b != b'\n');
    }
    let text = bytes.get(value..end)?.trim_ascii_end();
    (indent > 0 && !text.is_empty() && !is_message(text)).then_some((value, value + text.len()))
}
