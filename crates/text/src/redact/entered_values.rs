//! Finds passwords that are entered into a field which a quoted text names: `fill('#password', 'x')`,
//! `getByLabel("Password").fill("x")`, `{"element": "Password field", "text": "x"}`, `expect "assword:"; send "x"`.

use super::call_arguments::may_be_password;
use super::keys::{count_while, quoted_value};
use super::known_ends::KnownEnds;
use super::value::{is_name, is_strong};

/// How far the name of the field may reach behind its word, in bytes.
const MAX_NAME_BYTES: usize = 48;
/// How far behind the name the value may stand, in bytes.
const MAX_GAP_BYTES: usize = 64;

/// What enters a text into a field.
const VERBS: [&[u8]; 16] = [
    b"fill",
    b"fill_in",
    b"type",
    b"typeText",
    b"type_text",
    b"send",
    b"sendline",
    b"sendLine",
    b"send_keys",
    b"sendKeys",
    b"setValue",
    b"set_value",
    b"input_text",
    b"enter_text",
    b"pressSequentially",
    b"toHaveValue",
];
/// Members that name the field of a request.
const LABELS: [&[u8]; 8] =
    [b"selector", b"element", b"locator", b"xpath", b"target", b"field", b"query", b"label"];
/// Members with the text that is entered.
const TEXTS: [&[u8]; 2] = [b"text", b"value"];

/// What is written on buttons.
const BUTTONS: [&[u8]; 14] = [
    b"submit",
    b"login",
    b"signin",
    b"continue",
    b"next",
    b"save",
    b"cancel",
    b"reset",
    b"show",
    b"hide",
    b"enter",
    b"confirm",
    b"change",
    b"update",
];

/// The value that is entered into the field whose name has its `password` at `at`.
pub(super) fn entered_value(
    bytes: &[u8],
    known: &mut KnownEnds,
    at: usize,
) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    // Most words that begin so go on otherwise.
    rest.get(2).filter(|b| **b | 0x20 == b's')?;
    let names: [&[u8]; 5] = [b"passwo", b"passwd", b"asswor", b"passph", b"assphr"];
    if !names.iter().any(|name| rest.get(..6).is_some_and(|begin| begin.eq_ignore_ascii_case(name)))
    {
        return None;
    }
    let name = rest.iter().take(MAX_NAME_BYTES).position(|b| b"\"'\n".contains(b))?;
    let close = at + name;
    let end = close + count_while(bytes, close, |b| b"\"'\\]".contains(b)).min(4);
    let gap = bytes.get(end..bytes.len().min(end + MAX_GAP_BYTES))?;
    let gap = answer_gap(gap)?;
    let value = if bytes.get(close) == Some(&b'\n') || end == close {
        return None;
    } else if gap.first() == Some(&b',') {
        let next = end + 1 + count_while(bytes, end + 1, |b| *b == b' ').min(2);
        let is_argument = is_given_to_verb(bytes, at);
        is_argument.then_some(next).or_else(|| text_member(bytes, end, gap, at))?
    } else {
        end + verb_end(gap)?
    };
    let (start, end) = quoted_value(bytes, known, value)?;
    let text = bytes.get(start..end)?;
    let is_of_button = BUTTONS.iter().any(|word| text.eq_ignore_ascii_case(word));
    (!is_of_button && may_be_password(text)).then_some((start, end))
}

/// What stands between the name and the end of its line; of the next line, where an answer begins it:
/// `expect "assword:"`, `send "x"`.
fn answer_gap(gap: &[u8]) -> Option<&[u8]> {
    let line = gap.split(|b| *b == b'\n').next()?;
    if !matches!(line, b"" | b")" | b");" | b"\r") {
        return Some(line);
    }
    let next = gap.get(line.len() + 1..)?;
    gap.get(..line.len() + 1 + next.split(|b| *b == b'\n').next()?.len())
}

/// Whether the quoted text around `at` is the first argument of a verb: `fill('#password', `.
fn is_given_to_verb(bytes: &[u8], at: usize) -> bool {
    let before = bytes.get(at.saturating_sub(MAX_NAME_BYTES)..at).unwrap_or_default();
    let Some(open) = before.iter().rposition(|b| *b == b'(') else { return false };
    let is_quoted =
        matches!(before.get(open + 1..), Some([b'"' | b'\'', ..] | [b'\\', b'"' | b'\'', ..]));
    is_quoted && ends_with_verb(&before[..open])
}

fn ends_with_verb(text: &[u8]) -> bool {
    let name = text.rsplit(|b| !b.is_ascii_alphanumeric() && *b != b'_').next();
    name.is_some_and(|name| VERBS.contains(&name))
}

/// Where the argument of the first verb in the text begins: of `).fill("x")`, or of `; send "x"`.
fn verb_end(gap: &[u8]) -> Option<usize> {
    let mut opens = gap.iter().enumerate().filter(|(_, b)| matches!(b, b'"' | b'\''));
    let (open, _) = opens.next()?;
    let before = gap.get(..open)?;
    let before = before.strip_suffix(b"-- ").unwrap_or(before);
    let before = before.strip_suffix(b"(").or_else(|| before.strip_suffix(b" "))?;
    ends_with_verb(before).then_some(open)
}

/// Where the text of a request begins whose field is named around `at`: `"text":"x"` behind
/// `{"element":"Password field",`. The gap begins at `from`.
fn text_member(bytes: &[u8], from: usize, gap: &[u8], at: usize) -> Option<usize> {
    let before = bytes.get(at.saturating_sub(MAX_NAME_BYTES + 16)..at)?;
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    let words = before.split(|b| !of_name(b)).rev().filter(|word| !word.is_empty());
    let label = words.take(5).find(|word| LABELS.contains(word))?;
    let colon = gap.windows(2).enumerate().filter(|(_, two)| two[0] == b':');
    let mut values = colon.filter_map(|(colon, _)| {
        let key = gap.get(..colon)?;
        let key = key.get(..key.iter().rposition(of_name)? + 1)?;
        let key = key.rsplit(|b| !of_name(b)).next()?;
        TEXTS.contains(&key).then_some(colon + 1)
    });
    let value = from + values.next()?;
    let value = value + count_while(bytes, value, |b| *b == b' ').min(2);
    // A list of choices has labels, too: `{"label": "Password strength", "value": "strong"}`.
    let text = bytes.get(value + 1..)?.iter().take(MAX_NAME_BYTES).position(|b| *b == b'"');
    let is_choice = || {
        let text = text.and_then(|len| bytes.get(value + 1..value + 1 + len));
        text.is_some_and(|text| is_name(text) && !is_strong(text))
    };
    (label != b"label" || !is_choice()).then_some(value)
}
