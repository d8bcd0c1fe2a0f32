//! Reads settings as leniently as any client does for what switches hooks off, and as strictly as theirs for the hooks themselves.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use super::switch::SwitchedOff;
use crate::settings::{SettingsText, split_byte_order_mark};

/// What a switch is called that stands for a text which a client can read and [`SettingsText`] cannot.
const UNREADABLE: &str = "text that Fusebox cannot read";

/// What such a content says of switches: any change of it may turn one off.
pub(super) fn unreadable_switch(content: &[u8]) -> SwitchedOff {
    [(UNREADABLE.to_owned(), String::from_utf8_lossy(content).into_owned())].into()
}

/// What became of a text.
pub(super) enum ProtectingText<T> {
    /// What was found in it.
    Read(T),
    /// No client reads it either.
    Broken,
    /// A client can read it: it is nested too deeply for us.
    Unreadable,
}

/// Reads a content as clients do, who replace bytes that are no text, and half a character as an escape.
pub(super) fn read_protecting<T>(
    content: &[u8],
    read: impl FnOnce(&SettingsText<'_>, &str) -> T,
) -> ProtectingText<T> {
    let text = decoded(content);
    let text = whole_characters(split_byte_order_mark(&text).1);
    let text = text.as_ref();
    match SettingsText::parse(text) {
        Ok(settings) => ProtectingText::Read(read(&settings, text)),
        Err(_) => {
            let is_json = serde_json::from_str::<IgnoredAny>(&without_comments(text)).is_ok();
            if is_json { ProtectingText::Unreadable } else { ProtectingText::Broken }
        }
    }
}

/// The text of a content, which some clients read as UTF-16 where it says so.
fn decoded(content: &[u8]) -> Cow<'_, str> {
    let Some(units) = content.strip_prefix(b"\xff\xfe") else {
        return String::from_utf8_lossy(content);
    };
    let units: Vec<u16> =
        units.as_chunks().0.iter().map(|unit: &[u8; 2]| u16::from_le_bytes(*unit)).collect();
    Cow::Owned(String::from_utf16_lossy(&units))
}

/// The text with the sign for an unknown character in the place of an escape of half a character.
fn whole_characters(text: &str) -> Cow<'_, str> {
    if !text.contains("\\ud") && !text.contains("\\uD") {
        return Cow::Borrowed(text);
    }
    let (mut whole, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        whole.push_str(before);
        let len = match (half_of(escape), escape.get(6..).and_then(half_of)) {
            (Some(Half::First), Some(Half::Second)) => 12,
            (Some(_), _) => {
                whole.push_str("\\ufffd");
                rest = &escape[6..];
                continue;
            }
            // The sign behind a backslash is no backslash of its own.
            (None, _) => escape.chars().take(2).map(char::len_utf8).sum(),
        };
        whole.push_str(&escape[..len]);
        rest = &escape[len..];
    }
    whole.push_str(rest);
    Cow::Owned(whole)
}

/// A half of a character beyond the first 65,536.
enum Half {
    First,
    Second,
}

/// Which half the escape is that the text begins with.
fn half_of(text: &str) -> Option<Half> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    match u16::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdbff => Some(Half::First),
        0xdc00..=0xdfff => Some(Half::Second),
        _ => None,
    }
}

/// The text with blanks in the place of comments.
fn without_comments(text: &str) -> Cow<'_, str> {
    if !text.contains("//") && !text.contains("/*") {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, found) = rest.split_at(at);
        clean.push_str(before);
        let len = match found.as_bytes() {
            [b'"', ..] => {
                let len = string_len(found);
                clean.push_str(&found[..len]);
                len
            }
            [_, b'/', ..] => found.find('\n').unwrap_or(found.len()),
            [_, b'*', ..] => found.find("*/").map_or(found.len(), |end| end + 2),
            _ => {
                clean.push('/');
                1
            }
        };
        rest = &found[len..];
    }
    clean.push_str(rest);
    Cow::Owned(clean)
}

/// The length of the string that the text begins with, its quotes included.
fn string_len(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let closes = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        closes
    });
    end.map_or(text.len(), |end| end + 2)
}
