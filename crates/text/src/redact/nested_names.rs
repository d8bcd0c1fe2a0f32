//! Finds the value of an object whose name is one of its other members, or the key of the object itself:
//! `"db_password": {"type": "string", "value": "x"}`, `- key: API_TOKEN` and `val: x`, `{"value": "x", "label": "Password"}`.

use super::key_name::{SecretKind, secret_kind};
use super::keys::{bare_value, count_while, quoted_value};
use super::known_ends::KnownEnds;
use super::markup::value_start;
use super::whole_words::{is_announced_word, whole_end};

/// How far from its value a name may stand, in bytes.
const MAX_OBJECT_BYTES: usize = 256;
/// What a value is called.
const VALUES: [&[u8]; 6] = [b"value", b"Value", b"VALUE", b"val", b"default", b"plainText"];
/// What a name is called.
const NAMES: [&[u8]; 8] =
    [b"name", b"key", b"label", b"title", b"field", b"id", b"placeholder", b"parameterkey"];

/// Whether the key says no more than that it is one of a value.
pub(super) fn is_value(key: &[u8]) -> bool {
    VALUES.contains(&key)
}

/// The secret behind the `:` at `at`, whose key says no more than that it is a value.
pub(super) fn nested_value(
    bytes: &[u8],
    known: &mut KnownEnds,
    floor: usize,
    at: usize,
) -> Option<(usize, usize)> {
    let value = value_start(bytes, at + 1);
    let is_quoted = matches!(bytes.get(value), Some(b'"' | b'\''));
    bytes.get(at).filter(|b| **b == b':' || **b == b'=' && is_quoted)?;
    let (start, end) = quoted_value(bytes, known, value).unwrap_or_else(|| {
        let (start, end) = bare_value(bytes, known, value);
        (start, whole_end(bytes, start, end))
    });
    let word = bytes.get(start..end).filter(|word| word.len() >= 8)?;
    let before = bytes.get(at.saturating_sub(MAX_OBJECT_BYTES).max(floor)..at)?;
    let behind = bytes.get(end..bytes.len().min(end + MAX_OBJECT_BYTES))?;
    let is_json = bytes.get(at - 1) == Some(&b'"');
    let of_object = || object_kind(before, behind, is_json);
    let kind = of_object().or_else(|| block_kind(bytes, floor, at).filter(|_| !is_json))?;
    is_announced_word(word, kind).then_some((start, end))
}

/// What the members of the object around a value say, or the key before it. The object may be cut off where the key of
/// the value is quoted.
fn object_kind(before: &[u8], behind: &[u8], is_json: bool) -> Option<SecretKind> {
    let open = opening(before);
    let members =
        before.get(open.map_or(0, |open| open + 1)..).filter(|_| is_json || open.is_some())?;
    let close = closing(behind);
    let kind = members_kind(members).or_else(|| members_kind(behind.get(..close)?));
    if kind.is_some() {
        return kind;
    }
    let before = before.get(..open?)?.trim_ascii_end();
    let key = before.strip_suffix(b":").or_else(|| before.strip_suffix(b"="))?;
    named_kind(key.trim_ascii_end())
}

/// Where the object opens in which the text ends.
pub(super) fn opening(text: &[u8]) -> Option<usize> {
    let mut depth = 0_usize;
    text.iter().rposition(|byte| {
        match byte {
            b'}' => depth += 1,
            b'{' if depth == 0 => return true,
            b'{' => depth -= 1,
            _ => {}
        }
        false
    })
}

/// Where the object closes in which the text begins.
fn closing(text: &[u8]) -> usize {
    let mut depth = 0_usize;
    let close = text.iter().position(|byte| {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 0 => return true,
            b'}' => depth -= 1,
            _ => {}
        }
        false
    });
    close.unwrap_or(text.len())
}

/// What the key at the end of the text says.
fn named_kind(text: &[u8]) -> Option<SecretKind> {
    let of_name = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.');
    let text = text.strip_suffix(b"\"").unwrap_or(text);
    let text = text.strip_suffix(b"\\").unwrap_or(text);
    let len = text.iter().rev().take_while(|b| of_name(b)).count();
    secret_kind(text.get(text.len() - len..)?).filter(|kind| *kind != SecretKind::Perhaps)
}

/// What one of these members says: that it is a name, and which; that the value is stored as a secret.
fn members_kind(members: &[u8]) -> Option<SecretKind> {
    members.split(|b| matches!(b, b',' | b'\n' | b'{')).find_map(|member| {
        let colon = member.iter().position(|b| *b == b':')?;
        let label = word(member.get(..colon)?);
        let text = word(member.get(colon + 1..)?);
        if text == b"SecureString"
            || text.windows(24).any(|part| part == b".vault.azure.net/secrets")
        {
            return Some(SecretKind::Password);
        }
        if label.eq_ignore_ascii_case(b"keyname") {
            return Some(SecretKind::Perhaps);
        }
        let is_name = NAMES.iter().any(|name| label.eq_ignore_ascii_case(name));
        let kind = is_name.then(|| secret_kind(text)).flatten();
        kind.filter(|kind| *kind != SecretKind::Perhaps)
    })
}

/// The text without blanks, quotes and the mark of a list around it.
fn word(text: &[u8]) -> &[u8] {
    let is_around = |b: &u8| b.is_ascii_whitespace() || b"\"'\\".contains(b);
    let text = text.trim_ascii_start();
    let text = text.strip_prefix(b"- ").unwrap_or(text);
    let from = text.iter().take_while(|b| is_around(b)).count();
    let end = text.iter().rposition(|b| !is_around(b)).map_or(from, |at| at + 1);
    text.get(from..end).unwrap_or_default()
}

/// What the lines of YAML around the one of a value say: the key above it, or one beside it.
fn block_kind(bytes: &[u8], floor: usize, at: usize) -> Option<SecretKind> {
    let from = at.saturating_sub(MAX_OBJECT_BYTES).max(floor);
    let before = bytes.get(from..at)?;
    let mut lines = before.rsplit(|b| *b == b'\n');
    let indent = indent_of(lines.next()?);
    for line in lines {
        let outer = indent_of(line);
        if line.trim_ascii().is_empty() || outer > indent {
            continue;
        }
        if outer < indent {
            return named_kind(line.trim_ascii_end().strip_suffix(b":")?);
        }
        if let Some(kind) = members_kind(line) {
            return Some(kind);
        }
        // The member that opens the item of a list.
        if line.trim_ascii_start().starts_with(b"- ") {
            return None;
        }
    }
    None
}

/// The columns before the text of a line, in which the mark of a list counts.
fn indent_of(line: &[u8]) -> usize {
    count_while(line, 0, |b| *b == b' ')
        + if line.trim_ascii_start().starts_with(b"- ") { 2 } else { 0 }
}

/// The value of a field of a form in the line below its header: `name="password"`.
pub(super) fn form_value(bytes: &[u8], known: &mut KnownEnds, at: usize) -> Option<(usize, usize)> {
    let (start, end) = quoted_value(bytes, known, at + 1)?;
    let blank = count_while(bytes, end + 1, |b| matches!(b, b'\r' | b'\n'));
    let kind = secret_kind(bytes.get(start..end)?).filter(|_| (2..=4).contains(&blank))?;
    let value = end + 1 + blank;
    let end = value + count_while(bytes, value, |b| b.is_ascii_graphic());
    let word = bytes.get(value..end)?;
    let ends = bytes.get(end).is_none_or(|b| matches!(b, b'\r' | b'\n'));
    (ends && is_announced_word(word, kind)).then_some((value, end))
}

/// The length of the type before a text as PHP prints it: `string(14) "x"`.
pub(super) fn dumped_type_len(text: &[u8]) -> usize {
    let Some(digits) = text.strip_prefix(b"string(") else { return 0 };
    let len = count_while(digits, 0, u8::is_ascii_digit);
    let closes = digits.get(len..).is_some_and(|rest| rest.starts_with(b") \""));
    if closes { b"string(".len() + len + b") ".len() } else { 0 }
}
