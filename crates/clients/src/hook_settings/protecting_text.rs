//! Reads the text of settings for what protects, so that a client reads nothing in it that we do not.

use std::borrow::Cow;

use serde::de::IgnoredAny;

use crate::settings::{SettingsText, split_byte_order_mark};

/// What a switch is called that stands for a text which a client can read and [`SettingsText`] cannot.
pub(super) const UNREADABLE: &str = "text that Fusebox cannot read";

/// What became of a text.
pub(super) enum ProtectingText<T> {
    /// What was found in it.
    Read(T),
    /// No client reads it either.
    Broken,
    /// A client can read it: it is nested too deeply for us, or has half a character as an escape.
    Unreadable,
}

/// Reads a content as clients do, who replace bytes that are no text.
pub(super) fn read_protecting<T>(
    content: &[u8],
    read: impl FnOnce(&SettingsText<'_>) -> T,
) -> ProtectingText<T> {
    let text = String::from_utf8_lossy(content);
    let text = split_byte_order_mark(&text).1;
    match SettingsText::parse(text) {
        Ok(settings) => ProtectingText::Read(read(&settings)),
        Err(_) => {
            let is_json = serde_json::from_str::<IgnoredAny>(&without_comments(text)).is_ok();
            if is_json { ProtectingText::Unreadable } else { ProtectingText::Broken }
        }
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
