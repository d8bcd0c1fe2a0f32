//! Reads the tags and texts of XML.

use std::borrow::Cow;

use fusebox_scan::find_byte;

/// The end of the tag: the next `>` outside of quotes.
pub(super) fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, byte) in tag.bytes().enumerate() {
        match quote {
            Some(open) if byte == open => quote = None,
            Some(_) => {}
            None if byte == b'>' => return at,
            None if byte == b'"' || byte == b'\'' => quote = Some(byte),
            None => {}
        }
    }
    tag.len()
}

/// The value of an attribute.
pub(super) fn attribute<'t>(tag: &'t str, name: &str) -> Option<Cow<'t, str>> {
    let mut rest = tag;
    loop {
        let (before, value) = rest.split_once('=')?;
        let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let (value, after) = value.get(1..)?.split_once(quote)?;
        if before.trim_end().rsplit([' ', '\t', '\n']).next() == Some(name) {
            return Some(unescaped(value));
        }
        rest = after;
    }
}

/// The text with its entities resolved; an unknown one is kept.
pub(super) fn unescaped(text: &str) -> Cow<'_, str> {
    if find_byte(b'&', text.as_bytes()).is_none() {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let entity =
            after.bytes().take(10).position(|b| b == b';').and_then(|end| after.get(..end));
        match entity.and_then(character) {
            Some(c) => {
                out.push(c);
                rest = after.split_once(';').map_or("", |(_, rest)| rest);
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn character(entity: &str) -> Option<char> {
    match entity {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = entity.strip_prefix('#')?;
            let number = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16),
                None => number.parse(),
            };
            char::from_u32(number.ok()?)
        }
    }
}
