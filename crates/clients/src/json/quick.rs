//! The quick way to read a record: what it understands it reads as `serde_json` does, and it gives
//! up on anything rare (odd numbers, halves of surrogate pairs, deep nesting) and anything wrong.

use std::borrow::Cow;

use fusebox_scan::BytePositions;
use serde_json::Number;

use super::{JsonValue, Keep};

/// Deeper values are left to `serde_json`, which has its own limit.
const DEEPEST: usize = 64;
/// So many digits are a whole number of 64 bits, whatever they are.
const SURE_DIGITS: usize = 18;
/// A text with escapes gets no more room at first, in bytes.
const FIRST_BYTES: usize = 64 << 10;
/// An object gets room for so many fields at first.
const FEW_FIELDS: usize = 8;

/// The record as JSON; `None` where it is to be read the other way.
pub(super) fn read<'a>(record: &'a [u8], keep: Keep<'_>) -> Option<JsonValue<'a>> {
    let signs =
        BytePositions::of(record, |byte, _| (byte == b'"') | (byte == b'\\') | (byte < b' '));
    let mut reader = Reader { bytes: record, at: 0, depth: 0, signs };
    let value = reader.value(keep)?;
    reader.next_sign().is_none().then_some(value)
}

struct Reader<'a, F> {
    bytes: &'a [u8],
    at: usize,
    /// How many objects and arrays it stands in.
    depth: usize,
    /// What a text ends with or is bent by: quotes, backslashes, and control signs, which are none
    /// of a text.
    signs: BytePositions<'a, F>,
}

impl<'a, F: Fn(u8, u8) -> bool + Clone> Reader<'a, F> {
    /// The value that stands here, with white space before it.
    fn value(&mut self, keep: Keep<'_>) -> Option<JsonValue<'a>> {
        match self.next_sign()? {
            b'"' => self.text().map(JsonValue::Text),
            b'{' => self.object(keep),
            b'[' => {
                let mut items = Vec::new();
                self.list(|reader| {
                    items.push(reader.value(Keep::ALL)?);
                    Some(())
                })?;
                Some(JsonValue::List(items))
            }
            b't' => self.word(b"true", JsonValue::Bool(true)),
            b'f' => self.word(b"false", JsonValue::Bool(false)),
            b'n' => self.word(b"null", JsonValue::Null),
            _ => self.number().map(JsonValue::Number),
        }
    }

    fn object(&mut self, keep: Keep<'_>) -> Option<JsonValue<'a>> {
        let mut fields = Vec::with_capacity(FEW_FIELDS);
        self.fields(|reader| {
            let key = reader.text()?;
            reader.sign(b':')?;
            if keep.has(&key) {
                let value = reader.value(keep.below())?;
                fields.push((key, value));
                Some(())
            } else {
                reader.skip()
            }
        })?;
        Some(JsonValue::Object(fields))
    }

    /// Passes over a value.
    fn skip(&mut self) -> Option<()> {
        match self.next_sign()? {
            b'"' => self.skip_text(),
            b'{' => self.fields(|reader| {
                reader.skip_text()?;
                reader.sign(b':')?;
                reader.skip()
            }),
            b'[' => self.list(Self::skip),
            b't' => self.word(b"true", ()),
            b'f' => self.word(b"false", ()),
            b'n' => self.word(b"null", ()),
            _ => self.number().map(|_| ()),
        }
    }

    /// The fields of an object, each read from its key on.
    fn fields(&mut self, mut field: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.items(b'}', |reader| (reader.next_sign()? == b'"').then(|| field(reader))?)
    }

    /// The elements of an array.
    fn list(&mut self, item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.items(b']', item)
    }

    fn items(&mut self, end: u8, mut item: impl FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.at += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        if self.next_sign()? != end {
            loop {
                item(self)?;
                match self.next_sign()? {
                    b',' => self.at += 1,
                    sign if sign == end => break,
                    _ => return None,
                }
            }
        }
        self.at += 1;
        self.depth -= 1;
        Some(())
    }

    fn text(&mut self) -> Option<Cow<'a, str>> {
        let begin = self.at + 1;
        let end = self.signs.next_from(begin)?;
        let plain = self.bytes.get(begin..end)?;
        match self.bytes.get(end)? {
            b'"' => {
                self.at = end + 1;
                std::str::from_utf8(plain).ok().map(Cow::Borrowed)
            }
            b'\\' => self.bent_text(plain, end).map(Cow::Owned),
            _ => None,
        }
    }

    /// The rest of a text that begins with `plain` and has an escape at `at`.
    fn bent_text(&mut self, plain: &[u8], mut at: usize) -> Option<String> {
        let mut text = Vec::with_capacity((self.bytes.len() - at).min(FIRST_BYTES) + plain.len());
        text.extend_from_slice(plain);
        let mut signs = self.signs.clone();
        loop {
            let letter = *self.bytes.get(at + 1)?;
            let next = match MEANT.get(usize::from(letter)) {
                Some(0) | None => at + self.push_unit(&mut text, at)?,
                Some(meant) => {
                    text.push(*meant);
                    at + 2
                }
            };
            at = signs.next_from(next)?;
            push(&mut text, self.bytes.get(next..)?, at - next);
            match self.bytes.get(at)? {
                b'"' => break,
                b'\\' => {}
                _ => return None,
            }
        }
        self.signs = signs;
        self.at = at + 1;
        // The room is that of the whole rest of the record, which may hold many texts.
        if text.len() < text.capacity() / 2 {
            text.shrink_to_fit();
        }
        String::from_utf8(text).ok()
    }

    /// Adds what the `\uXXXX` at `at` stands for, and tells its length.
    #[cold]
    fn push_unit(&self, text: &mut Vec<u8>, at: usize) -> Option<usize> {
        let (sign, len) = sign_of(self.bytes.get(at + 1..)?)?;
        text.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes());
        Some(1 + len)
    }

    /// Passes over a text.
    fn skip_text(&mut self) -> Option<()> {
        let mut at = self.at + 1;
        loop {
            at = self.signs.next_from(at)?;
            match self.bytes.get(at)? {
                b'"' => break,
                b'\\' => at += escape_len(self.bytes.get(at + 1..)?)?,
                _ => return None,
            }
        }
        self.at = at + 1;
        Some(())
    }

    fn number(&mut self) -> Option<Number> {
        let rest = self.bytes.get(self.at..)?;
        let is_of_number =
            |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let text = rest.get(..rest.iter().take_while(is_of_number).count())?;
        self.at += text.len();
        let sure = (1..=SURE_DIGITS).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
        if sure && (text.len() == 1 || text.first() != Some(&b'0')) {
            return Some(
                text.iter().fold(0_u64, |sum, digit| sum * 10 + u64::from(digit - b'0')).into(),
            );
        }
        serde_json::from_slice(text).ok()
    }

    fn word<T>(&mut self, word: &[u8], value: T) -> Option<T> {
        let is_there = self.bytes.get(self.at..)?.starts_with(word);
        self.at += word.len();
        is_there.then_some(value)
    }

    /// Passes over `sign` and the white space before it.
    fn sign(&mut self, sign: u8) -> Option<()> {
        let is_there = self.next_sign()? == sign;
        self.at += 1;
        is_there.then_some(())
    }

    /// The next byte that is no white space.
    fn next_sign(&mut self) -> Option<u8> {
        loop {
            match *self.bytes.get(self.at)? {
                b' ' | b'\n' | b'\t' | b'\r' => self.at += 1,
                sign => return Some(sign),
            }
        }
    }
}

/// Adds the first `len` bytes. They are mostly few, and copied at once with what is behind them.
#[inline]
fn push(text: &mut Vec<u8>, bytes: &[u8], len: usize) {
    const FEW: usize = 64;
    match bytes.first_chunk::<FEW>() {
        Some(few) if len <= FEW => {
            let end = text.len() + len;
            text.extend_from_slice(few);
            text.truncate(end);
        }
        _ => text.extend_from_slice(bytes.get(..len).unwrap_or_default()),
    }
}

/// What the letter behind a backslash means, by its byte; 0 where it is more than that.
static MEANT: [u8; 256] = {
    let mut meant = [0; 256];
    let mut n = 0;
    let pairs = [*b"\"\"", *b"\\\\", *b"//", *b"b\x08", *b"f\x0c", *b"n\n", *b"r\r", *b"t\t"];
    while n < pairs.len() {
        meant[pairs[n][0] as usize] = pairs[n][1];
        n += 1;
    }
    meant
};

/// How long an escape is, by what stands behind its backslash.
fn escape_len(behind: &[u8]) -> Option<usize> {
    match behind.first()? {
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(2),
        b'u' => behind.get(1..5)?.iter().all(u8::is_ascii_hexdigit).then_some(6),
        _ => None,
    }
}

/// The character that `uXXXX`, or a pair of those, stands for, and their length.
fn sign_of(escape: &[u8]) -> Option<(char, usize)> {
    let first = unit(escape)?;
    if let Some(Ok(sign)) = char::decode_utf16([first]).next() {
        return Some((sign, 5));
    }
    let second = unit(escape.get(5..)?.strip_prefix(b"\\")?)?;
    Some((char::decode_utf16([first, second]).next()?.ok()?, 11))
}

/// The UTF-16 unit that `uXXXX` stands for.
fn unit(escape: &[u8]) -> Option<u16> {
    let digits = escape.strip_prefix(b"u")?.first_chunk::<4>()?;
    digits.iter().try_fold(0, |unit, digit| {
        let digit = char::from(*digit).to_digit(16)?;
        Some(unit << 4 | u16::try_from(digit).ok()?)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::slow;
    use super::*;

    const KEYS: Keep<'static> = Keep { keys: &["a", "é", ""], levels: 2 };

    /// What is read at all is read as it is the other way; tells whether it was.
    fn is_read(text: &[u8]) -> bool {
        for keep in [Keep::ALL, KEYS] {
            if let Some(value) = read(text, keep) {
                assert_eq!(
                    Ok(value),
                    slow::read(text, keep).map_err(|e| e.to_string()),
                    "{text:?}"
                );
            }
        }
        read(text, Keep::ALL).is_some()
    }

    #[test]
    fn the_usual_is_read_and_the_rest_is_left() {
        let long = format!("\"{}\\n{}é\"", "x".repeat(2_000), "y".repeat(100));
        for (text, expected) in [
            (" {\"a\" : [1, -2.5e3, true, null], \"b\":{}, \"c\":[]} \n", true),
            (r#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é""#, true),
            ("[0,-0,7,123456789012345678901234567890,0.1]", true),
            (&long, true),
            (r#"{"a":1,"a":2}"#, true),
            ("", false),
            ("[1,]", false),
            ("[1", false),
            ("{\"a\"}", false),
            ("{\"a\":1,}", false),
            ("01", false),
            ("1e999", false),
            ("nul", false),
            ("1 2", false),
            (r#""\ud83d""#, false),
            (r#""\ud83d\n""#, false),
            (r#""\x""#, false),
            (r#""\u00g0""#, false),
            (r#""\u+041""#, false),
            (r#""\ud83d\u+e00""#, false),
            ("\"\n\"", false),
            ("\"\0\"", false),
            ("\"a", false),
        ] {
            assert_eq!(is_read(text.as_bytes()), expected, "{text}");
        }
        assert!(!is_read(b"\"\xff\""));
        assert!(!is_read("[".repeat(1 << 20).as_bytes()));
        assert!(is_read(format!("{}{}", "[".repeat(60), "]".repeat(60)).as_bytes()));
    }

    fn pieces() -> impl Strategy<Value = Vec<u8>> {
        let piece = prop::sample::select(vec![
            "{",
            "}",
            "[",
            "]",
            ",",
            ":",
            " ",
            "\n",
            "\"",
            "\"a\":",
            "\"b\":",
            "\"\"",
            "\"x y\"",
            "\\",
            "\\n",
            "\\\"",
            "\\u00e9",
            "\\ud83d",
            "\\ude00",
            "é",
            "\u{0}",
            "\u{1f}",
            "0",
            "12",
            "-",
            "1.5",
            "1e5",
            "true",
            "null",
            "fals",
            "some words that are longer than those beside them are",
        ]);
        let odd = prop_oneof![9 => piece.prop_map(|text| text.as_bytes().to_vec()), 1 => any::<u8>().prop_map(|byte| vec![byte])];
        prop::collection::vec(odd, 0..24).prop_map(|pieces| pieces.concat())
    }

    fn any_json() -> impl Strategy<Value = String> {
        let leaf = prop_oneof![
            Just("null".to_owned()),
            any::<bool>().prop_map(|value| value.to_string()),
            any::<i64>().prop_map(|value| value.to_string()),
            any::<f64>().prop_map(|value| serde_json::Value::from(value).to_string()),
            any::<String>().prop_map(|value| serde_json::Value::from(value).to_string()),
            "([a-z ]{0,40}[\n\t\"\\\\é])*"
                .prop_map(|value| serde_json::Value::from(value).to_string()),
        ];
        leaf.prop_recursive(4, 32, 5, |inner| {
            let key = prop::sample::select(vec!["a", "b", "é", "\\n"]);
            let field = (key, inner.clone()).prop_map(|(key, value)| format!("\"{key}\": {value}"));
            prop_oneof![
                prop::collection::vec(inner, 0..5)
                    .prop_map(|items| format!("[{}]", items.join(", "))),
                prop::collection::vec(field, 0..5)
                    .prop_map(|items| format!("{{{}}}", items.join(","))),
            ]
        })
    }

    proptest! {
        #[test]
        fn nothing_is_read_otherwise(text in pieces()) {
            is_read(&text);
        }

        #[test]
        fn json_is_read(text in any_json()) {
            prop_assert!(is_read(text.as_bytes()), "{}", text);
        }

        #[test]
        fn damaged_json_is_not_read_otherwise(text in any_json(), at in any::<prop::sample::Index>(), byte: u8) {
            let mut text = text.into_bytes();
            let at = at.index(text.len());
            text[at] = byte;
            is_read(&text);
            is_read(&text[..at]);
        }
    }
}
