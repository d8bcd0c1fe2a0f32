//! Reads JSON in one pass, 64 bytes at a time, and stops at the first byte that is not JSON.
//!
//! Measured on recorded sessions (`docs/replay.md`): about half the time that `serde_json` takes to
//! parse the same text into values. Reading is 14 to 60 % of the time of a replay, by format, so a
//! replay of Claude Code transcripts runs at 400 MB/s. What is accepted, and what it means, is the
//! same as in `serde_json`; property tests compare the two.

use std::borrow::Cow;

use fusebox_scan::BytePositions;
use serde::de::IgnoredAny;
use serde_json::Number;

use super::JsonValue;

/// Containers around a value, at most; deeper ones are left unread. `serde_json` has the same limit.
const MAX_DEPTH: usize = 127;
/// A number of so many digits fits 64 bits.
const FAST_DIGITS: usize = 18;
/// The first allocation for a text with escapes, at most, in bytes.
const FIRST_BYTES: usize = 96 << 10;
/// The first allocation for an object, in fields.
const FIRST_FIELDS: usize = 8;
/// A text up to this size is checked for UTF-8 as a whole, which takes less than to check each of its texts, in bytes.
const SHORT_BYTES: usize = 4 << 10;
/// Levels of objects in which keys can be left unread: the record and its fields.
const UNREAD_LEVELS: usize = 2;

/// The part of a text that could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct PartialJson<'a> {
    /// The value. Of a cut or damaged text: every element, field and piece of text before the defect.
    pub value: JsonValue<'a>,
    /// The worst defect; `None` if the text is JSON.
    pub defect: Option<JsonDefect>,
}

/// What is wrong with a text, in ascending order of harm.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum JsonDefect {
    /// A byte order mark was passed over, or bytes that are not UTF-8 or an unpaired surrogate were
    /// replaced by U+FFFD.
    Repaired,
    /// Values nested deeper than 127 levels were left unread.
    TooDeep,
    /// The text ends inside the value.
    CutEnd,
    /// The text is not JSON, or continues after the value.
    Invalid,
}

/// Reads as much of a text as is JSON; `unread` as in [`JsonValue::read_except`].
#[must_use]
pub fn read_partial<'a>(text: &'a [u8], unread: &[&str]) -> PartialJson<'a> {
    let mut reader = reader_of(text, unread);
    let value = reader.value();
    PartialJson { value, defect: reader.end() }
}

/// A reader of the object in a text, field by field: what is not asked for is passed over, and no value is made of it.
pub(crate) fn read_fields(text: &[u8]) -> JsonReader<'_, 'static, impl IsMark> {
    reader_of(text, &[])
}

fn reader_of<'a, 'k>(text: &'a [u8], unread: &'k [&'k str]) -> JsonReader<'a, 'k, impl IsMark> {
    let is_mark = |byte: u8, _: u8| (byte == b'"') | (byte == b'\\') | (byte < b' ');
    let mut reader = JsonReader {
        bytes: text,
        checked: if text.len() <= SHORT_BYTES { std::str::from_utf8(text).ok() } else { None },
        at: 0,
        depth: 0,
        defect: None,
        stopped: false,
        unread,
        marks: BytePositions::of(text, is_mark),
    };
    if text.starts_with(b"\xef\xbb\xbf") {
        reader.at = 3;
        reader.note(JsonDefect::Repaired);
    }
    reader
}

/// Says which bytes are marks, as [`BytePositions`] asks.
pub(crate) trait IsMark: Fn(u8, u8) -> bool + Clone {}

impl<F: Fn(u8, u8) -> bool + Clone> IsMark for F {}

/// Methods that return an `Option` return `None` at a byte that is not JSON, or at the end.
pub(crate) struct JsonReader<'a, 'k, F> {
    bytes: &'a [u8],
    /// The same as text, where it was checked as a whole.
    checked: Option<&'a str>,
    at: usize,
    /// The number of containers around the current position.
    depth: usize,
    defect: Option<JsonDefect>,
    /// Whether a byte was met that is not JSON, or the end.
    stopped: bool,
    unread: &'k [&'k str],
    /// The bytes that end a text or that it cannot hold as they are: quotes, backslashes and control
    /// characters.
    marks: BytePositions<'a, F>,
}

impl<'a, F: IsMark> JsonReader<'a, '_, F> {
    #[cold]
    fn note(&mut self, defect: JsonDefect) {
        self.defect = self.defect.max(Some(defect));
    }

    /// What is wrong with the text, at its end.
    pub(crate) fn end(mut self) -> Option<JsonDefect> {
        let has_ended = !self.stopped && self.peek().is_none();
        if !has_ended {
            let is_cut = self.stopped && self.at >= self.bytes.len();
            self.note(if is_cut { JsonDefect::CutEnd } else { JsonDefect::Invalid });
        }
        self.defect
    }

    /// Reads the fields of the next value with `take`, which is given each key and has to read or skip its value. A value
    /// that is no object is passed over; says whether it is one.
    pub(crate) fn fields(&mut self, mut take: impl FnMut(&mut Self, &str)) -> bool {
        if self.peek() != Some(b'{') {
            self.skip();
            return false;
        }
        self.elements(b'}', |reader| {
            let key = reader.key()?;
            take(reader, &key);
            (!reader.stopped).then_some(())
        });
        true
    }

    /// Passes over the next value.
    pub(crate) fn skip(&mut self) {
        self.stopped |= self.unread_value().is_none();
    }

    /// Passes over the next value, and keeps its text.
    pub(crate) fn unread(&mut self) -> JsonValue<'a> {
        let value = self.unread_value();
        self.stopped |= value.is_none();
        value.unwrap_or_default()
    }

    /// Reads the next value; what there is of it, if the reader stops inside.
    pub(crate) fn value(&mut self) -> JsonValue<'a> {
        let value = match self.peek() {
            Some(b'"') => self.text().map(JsonValue::Text),
            Some(b'{' | b'[') if self.depth >= MAX_DEPTH => {
                self.note(JsonDefect::TooDeep);
                self.unread_value()
            }
            Some(b'{') => return self.object(),
            Some(b'[') => return self.array(),
            Some(b't') => self.literal(b"true").map(|()| JsonValue::Bool(true)),
            Some(b'f') => self.literal(b"false").map(|()| JsonValue::Bool(false)),
            Some(b'n') => self.literal(b"null").map(|()| JsonValue::Null),
            Some(_) => self.number().map(JsonValue::Number),
            None => None,
        };
        self.stopped |= value.is_none();
        value.unwrap_or_default()
    }

    fn array(&mut self) -> JsonValue<'a> {
        let mut values = Vec::new();
        self.elements(b']', |reader| {
            values.push(reader.value());
            (!reader.stopped).then_some(())
        });
        JsonValue::Array(values)
    }

    fn object(&mut self) -> JsonValue<'a> {
        let mut fields = Vec::with_capacity(FIRST_FIELDS);
        self.elements(b'}', |reader| {
            let key = reader.key()?;
            let is_unread = reader.depth <= UNREAD_LEVELS && reader.unread.contains(&&*key);
            let value = if is_unread { reader.unread_value()? } else { reader.value() };
            fields.push((key, value));
            (!reader.stopped).then_some(())
        });
        JsonValue::Object(fields)
    }

    /// Reads the elements of a container, each with `element`.
    fn elements(&mut self, end: u8, mut element: impl FnMut(&mut Self) -> Option<()>) {
        self.at += 1;
        self.depth += 1;
        let mut read_all = || {
            if self.peek()? != end {
                loop {
                    element(self)?;
                    match self.peek()? {
                        b',' => self.at += 1,
                        byte if byte == end => break,
                        _ => return None,
                    }
                }
            }
            self.at += 1;
            Some(())
        };
        let read = read_all();
        self.stopped |= read.is_none();
        self.depth -= 1;
    }

    /// Reads a key and the colon after it.
    fn key(&mut self) -> Option<Cow<'a, str>> {
        if self.peek()? != b'"' {
            return None;
        }
        let key = self.text()?;
        self.colon()?;
        (!self.stopped).then_some(key)
    }

    fn colon(&mut self) -> Option<()> {
        let is_there = self.peek()? == b':';
        self.at += usize::from(is_there);
        is_there.then_some(())
    }

    /// Passes over a value of any depth, and keeps its text.
    fn unread_value(&mut self) -> Option<JsonValue<'a>> {
        self.peek()?;
        let from = self.at;
        let mut ends = Vec::new();
        'value: loop {
            match self.peek()? {
                b'"' => self.skip_text()?,
                open @ (b'{' | b'[') => {
                    let end = open + 2;
                    self.at += 1;
                    if self.peek()? != end {
                        ends.push(end);
                        self.skip_key(end)?;
                        continue;
                    }
                    self.at += 1;
                }
                b't' => self.literal(b"true")?,
                b'f' => self.literal(b"false")?,
                b'n' => self.literal(b"null")?,
                _ => {
                    serde_json::from_slice::<IgnoredAny>(self.number_text()).ok()?;
                }
            }
            while let Some(end) = ends.last().copied() {
                let byte = self.peek()?;
                if byte != end && byte != b',' {
                    return None;
                }
                self.at += 1;
                if byte == b',' {
                    self.skip_key(end)?;
                    continue 'value;
                }
                ends.pop();
            }
            return self.bytes.get(from..self.at).map(JsonValue::Unread);
        }
    }

    /// Passes over the key of a field, if the container that ends with `end` is an object.
    fn skip_key(&mut self, end: u8) -> Option<()> {
        if end == b']' {
            return Some(());
        }
        (self.peek()? == b'"').then_some(())?;
        self.skip_text()?;
        self.colon()
    }

    /// Reads a text; what there is of it, if it is cut.
    fn text(&mut self) -> Option<Cow<'a, str>> {
        let begin = self.at + 1;
        let end = self.marks.next_from(begin).unwrap_or(self.bytes.len());
        let plain = self.bytes.get(begin..end)?;
        match self.bytes.get(end) {
            Some(b'"') => self.at = end + 1,
            Some(b'\\') => return self.text_with_escapes(plain, end).map(Cow::Owned),
            mark => {
                self.at = end;
                self.stopped = true;
                mark.is_none().then_some(())?;
            }
        }
        if let Some(text) = self.checked.and_then(|text| text.get(begin..end)) {
            return Some(Cow::Borrowed(text));
        }
        Some(match std::str::from_utf8(plain) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.decode_lossily(plain.to_vec())),
        })
    }

    /// The rest of a text that begins with `plain` and has an escape at `at`.
    fn text_with_escapes(&mut self, plain: &[u8], mut at: usize) -> Option<String> {
        let mut text = Vec::with_capacity((self.bytes.len() - at).min(FIRST_BYTES) + plain.len());
        text.extend_from_slice(plain);
        let mut marks = self.marks.clone();
        loop {
            let next =
                match self.bytes.get(at + 1).and_then(|letter| ESCAPED.get(usize::from(*letter))) {
                    Some(0) => at + self.push_code_unit(&mut text, at)?,
                    Some(meant) => {
                        text.push(*meant);
                        at + 2
                    }
                    None => self.bytes.len(),
                };
            at = marks.next_from(next).unwrap_or(self.bytes.len());
            push(&mut text, self.bytes.get(next..)?, at - next);
            match self.bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {}
                mark => {
                    self.at = at;
                    self.stopped = true;
                    mark.is_none().then_some(())?;
                    break;
                }
            }
        }
        self.marks = marks;
        self.at = (at + 1).min(self.bytes.len());
        // The first allocation may serve the whole rest of the record, which can hold many texts.
        if text.len() < text.capacity() / 2 {
            text.shrink_to_fit();
        }
        Some(
            String::from_utf8(text).unwrap_or_else(|error| self.decode_lossily(error.into_bytes())),
        )
    }

    #[cold]
    fn decode_lossily(&mut self, text: Vec<u8>) -> String {
        self.note(JsonDefect::Repaired);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Adds the character of the `\uXXXX` at `at`, or of a pair of them, and returns their length.
    #[cold]
    fn push_code_unit(&mut self, text: &mut Vec<u8>, at: usize) -> Option<usize> {
        let escape = self.bytes.get(at..)?;
        let Some(first) = code_unit(escape) else {
            // Of an escape that is cut, nothing can be read.
            self.at = if escape.len() < 6 { self.bytes.len() } else { at };
            return None;
        };
        let second = code_unit(escape.get(6..).unwrap_or_default());
        let mut decoded = char::decode_utf16([first].into_iter().chain(second));
        let (character, len) = match decoded.next()? {
            Ok(character) => (character, if character.len_utf16() == 2 { 12 } else { 6 }),
            Err(_) => {
                self.note(JsonDefect::Repaired);
                (char::REPLACEMENT_CHARACTER, 6)
            }
        };
        text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
        Some(len)
    }

    /// Passes over a text.
    fn skip_text(&mut self) -> Option<()> {
        let mut at = self.at + 1;
        self.at = self.bytes.len();
        loop {
            at = self.marks.next_from(at)?;
            match self.bytes.get(at)? {
                b'"' => break,
                b'\\' => at += escape_len(self.bytes.get(at + 1..)?)?,
                _ => {
                    self.at = at;
                    return None;
                }
            }
        }
        self.at = at + 1;
        Some(())
    }

    fn number(&mut self) -> Option<Number> {
        let text = self.number_text();
        let is_fast =
            (1..=FAST_DIGITS).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
        if is_fast && (text.len() == 1 || text.first() != Some(&b'0')) {
            let digits = text.iter().map(|digit| u64::from(digit - b'0'));
            return Some(digits.fold(0, |sum, digit| sum * 10 + digit).into());
        }
        serde_json::from_slice(text).ok()
    }

    /// Passes over the bytes that can stand in a number.
    fn number_text(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_of_number =
            |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let text = rest.get(..rest.iter().take_while(is_of_number).count()).unwrap_or_default();
        self.at += text.len();
        text
    }

    fn literal(&mut self, word: &[u8]) -> Option<()> {
        let rest = self.bytes.get(self.at..)?;
        let (is_there, is_cut) = (rest.starts_with(word), word.starts_with(rest));
        self.at += if is_cut {
            rest.len()
        } else if is_there {
            word.len()
        } else {
            0
        };
        is_there.then_some(())
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        loop {
            match *self.bytes.get(self.at)? {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                byte => return Some(byte),
            }
        }
    }
}

/// Adds the first `len` bytes. They are mostly few: then a block of fixed size is copied, and cut.
#[inline]
fn push(text: &mut Vec<u8>, bytes: &[u8], len: usize) {
    const BLOCK: usize = 64;
    match bytes.first_chunk::<BLOCK>() {
        Some(block) if len <= BLOCK => {
            let end = text.len() + len;
            text.extend_from_slice(block);
            text.truncate(end);
        }
        _ => text.extend_from_slice(bytes.get(..len).unwrap_or_default()),
    }
}

/// The byte that a backslash and a letter stand for, by the letter; 0 for any other letter.
static ESCAPED: [u8; 256] = {
    let mut escaped = [0; 256];
    let mut n = 0;
    let pairs = [*b"\"\"", *b"\\\\", *b"//", *b"b\x08", *b"f\x0c", *b"n\n", *b"r\r", *b"t\t"];
    while n < pairs.len() {
        escaped[pairs[n][0] as usize] = pairs[n][1];
        n += 1;
    }
    escaped
};

/// The length of an escape, by what follows its backslash.
fn escape_len(after: &[u8]) -> Option<usize> {
    match after.first()? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => after.get(1..5)?.iter().all(u8::is_ascii_hexdigit).then_some(6),
        _ => None,
    }
}

/// The UTF-16 code unit of the `\uXXXX` at the beginning.
fn code_unit(escape: &[u8]) -> Option<u16> {
    let digits = escape.strip_prefix(b"\\u")?.first_chunk::<4>()?;
    digits.iter().try_fold(0, |unit, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(digit).ok()?)
    })
}
