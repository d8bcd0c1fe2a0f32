//! Digests text, JSON and results to 64-bit numbers that are equal on all machines and in all
//! versions.
//!
//! The hash is XXH3 with 64 bits and seed 0: fast and stable, but not cryptographic. Digests are
//! stored, so what they are computed from is part of the stored format.

use std::ops::Range;

use fusebox_scan::{BytePositions, find_byte};
use serde_json::{Number, Value};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::mask::mask;

/// The version of everything in this crate whose outcome is stored: masks, digests, error
/// signatures.
///
/// Increase it with every change after which some text has another digest or another error line.
/// The runtime then drops windows of stored state that were computed under another version.
pub const TEXT_VERSION: u32 = 20;

/// Ends a part of the hashed bytes. It never occurs in UTF-8.
const END: u8 = 0xff;
/// Stands for a run of digits in a shape. It never occurs in UTF-8.
const DIGITS: u8 = 0xfe;

/// The digest of a text, byte by byte.
pub fn of_text(text: &str) -> u64 {
    xxh3_64(text.as_bytes())
}

/// The digest of a list of texts. Where one text ends and the next begins makes a difference.
pub fn of_parts<T: AsRef<str>>(parts: &[T]) -> u64 {
    let mut hasher = DigestBuilder::new();
    for part in parts {
        hasher.text(part.as_ref());
    }
    hasher.finish()
}

/// The digest of a JSON value; the order of keys makes no difference.
///
/// Numbers are compared by value: `1` equals `1.0`, `0` equals `-0.0`. Strings are compared
/// exactly, arrays in order. `null` differs from an absent key.
pub fn of_json(value: &Value) -> u64 {
    xxh3_64(&CanonicalJson::of(value).bytes)
}

/// The digest of a JSON value as [`of_json`] computes it, and the digest of its shape. In a shape
/// all numbers are equal, and so are all runs of digits in strings and keys: `head -1000` and `head
/// -1050` have the same shape.
pub fn of_json_and_shape(value: &Value) -> (u64, u64) {
    let flat = CanonicalJson::of(value);
    (xxh3_64(&flat.bytes), xxh3_64(&flat.shape()))
}

/// The digest of a string's shape, as [`of_json_and_shape`] computes it.
pub fn of_text_shape(text: &str) -> u64 {
    let mut shape = Vec::with_capacity(text.len() + 2);
    shape.push(b'"');
    push_shape(&mut shape, text.as_bytes());
    shape.push(END);
    xxh3_64(&shape)
}

/// The digest of a call's result: its masked output, and whether it succeeded.
///
/// White space at the end of lines and empty lines at both ends make no difference.
pub fn of_result(output: &str, ok: bool) -> u64 {
    let masked = mask(output);
    let mut rest = masked.trim();
    let mut lines = Vec::with_capacity(rest.len().min(HASH_CHUNK_BYTES) + 2);
    lines.push(u8::from(ok));
    if rest.len() < HASH_CHUNK_BYTES {
        push_lines(&mut lines, rest);
        return xxh3_64(&lines);
    }
    let mut hasher = Xxh3::new();
    while !rest.is_empty() {
        let end = HASH_CHUNK_BYTES.min(rest.len());
        let end = find_byte(b'\n', rest.as_bytes().get(end..).unwrap_or_default())
            .map_or(rest.len(), |len| end + len + 1);
        let (block, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        push_lines(&mut lines, block);
        hasher.update(&lines);
        lines.clear();
        rest = after;
    }
    hasher.digest()
}

/// A long text is hashed in chunks of about this many bytes. Line by line is much slower.
const HASH_CHUNK_BYTES: usize = 8 << 10;

/// Appends the lines of the text without the white space at their ends.
fn push_lines(out: &mut Vec<u8>, text: &str) {
    // Only a line whose last byte is not a visible ASCII character can end in white space.
    let mut ends = BytePositions::of(text.as_bytes(), |byte, behind| {
        let is_sign = (byte > b' ') & byte.is_ascii();
        (behind == b'\n') & !(is_sign | (byte == b'\n'))
    });
    let mut push = |lines: &str| {
        let lines = lines.trim_end_matches(|sign: char| sign != '\n' && sign.is_whitespace());
        out.extend(lines.bytes().map(|byte| if byte == b'\n' { END } else { byte }));
    };
    let mut done = 0;
    while let Some(end) = ends.next_from(done) {
        push(text.get(done..=end).unwrap_or_default());
        done = end + 1;
    }
    push(text.get(done..).unwrap_or_default());
    if text.bytes().next_back().is_some_and(|byte| byte != b'\n') {
        out.push(END);
    }
}

/// Builds the digest of several parts. The parts are collected and hashed at once, because hashing
/// many short parts is much slower.
#[derive(Clone)]
pub struct DigestBuilder(Vec<u8>);

impl Default for DigestBuilder {
    fn default() -> Self {
        // Most calls fit.
        Self(Vec::with_capacity(512))
    }
}

impl DigestBuilder {
    /// Creates an empty builder.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text and the mark of its end.
    pub fn text(&mut self, text: &str) {
        self.0.extend_from_slice(text.as_bytes());
        self.0.push(END);
    }

    /// Adds bytes of any kind, with their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }

    /// Adds a text with one mark in place of each run of digits, and the mark of its end.
    pub fn shape(&mut self, text: &str) {
        // The parts are words: too short for a search.
        let mut is_in_run = false;
        for byte in text.bytes() {
            let is_digit = byte.is_ascii_digit();
            if !is_digit {
                self.0.push(byte);
            } else if !is_in_run {
                self.0.push(DIGITS);
            }
            is_in_run = is_digit;
        }
        self.0.push(END);
    }

    /// Adds a number, such as another digest.
    pub fn number(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// Takes all parts away.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The digest of all parts added so far.
    pub fn finish(&self) -> u64 {
        xxh3_64(&self.0)
    }

    /// The digest cut to 16 bits; never 0, which may stand for none.
    pub fn finish_short(&self) -> u16 {
        ((self.finish() >> 48) as u16).max(1)
    }
}

/// The canonical bytes of a JSON value: equal for equal values, different for all others.
struct CanonicalJson {
    bytes: Vec<u8>,
    /// The ranges of numbers in `bytes`. Digits elsewhere belong to text.
    numbers: Vec<Range<usize>>,
}

impl CanonicalJson {
    fn of(value: &Value) -> Self {
        // Most calls fit.
        let mut flat = Self { bytes: Vec::with_capacity(1 << 10), numbers: Vec::new() };
        flat.add(value);
        flat
    }

    /// The bytes with one mark in place of each number and of each run of digits.
    fn shape(&self) -> Vec<u8> {
        let mut shape = Vec::with_capacity(self.bytes.len());
        let mut done = 0;
        for number in &self.numbers {
            push_shape(&mut shape, self.bytes.get(done..number.start).unwrap_or_default());
            shape.push(DIGITS);
            done = number.end;
        }
        push_shape(&mut shape, self.bytes.get(done..).unwrap_or_default());
        shape
    }

    fn add(&mut self, value: &Value) {
        match value {
            Value::Null => self.bytes.push(b'n'),
            Value::Bool(false) => self.bytes.push(b'f'),
            Value::Bool(true) => self.bytes.push(b't'),
            Value::Number(number) => {
                let start = self.bytes.len();
                self.add_number(number);
                self.numbers.push(start..self.bytes.len());
            }
            Value::String(text) => self.add_text(text),
            Value::Array(items) => {
                self.bytes.push(b'[');
                for item in items {
                    self.add(item);
                }
                self.bytes.push(b']');
            }
            Value::Object(map) => {
                self.bytes.push(b'{');
                // Keys are sorted unless serde_json is built with `preserve_order`.
                if map.keys().is_sorted() {
                    map.iter().for_each(|entry| self.add_entry(entry));
                } else {
                    let mut entries: Vec<_> = map.iter().collect();
                    entries.sort_unstable_by_key(|(key, _)| key.as_str());
                    entries.into_iter().for_each(|entry| self.add_entry(entry));
                }
                self.bytes.push(b'}');
            }
        }
    }

    fn add_entry(&mut self, (key, value): (&String, &Value)) {
        self.add_text(key);
        self.add(value);
    }

    fn add_text(&mut self, text: &str) {
        self.bytes.reserve(text.len() + 2);
        self.bytes.push(b'"');
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(END);
    }

    fn add_number(&mut self, number: &Number) {
        let float = number.as_f64().unwrap_or(f64::NAN);
        let whole = match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => Some(i128::from(n)),
            (None, Some(n)) => Some(i128::from(n)),
            (None, None) if float.fract() == 0.0 && float.abs() < 1e20 => Some(float as i128),
            (None, None) => None,
        };
        match whole {
            Some(whole) => {
                self.bytes.push(b'i');
                self.bytes.extend_from_slice(&whole.to_le_bytes());
            }
            None => {
                self.bytes.push(b'd');
                self.bytes.extend_from_slice(&float.to_bits().to_le_bytes());
            }
        }
    }
}

/// Appends the bytes with one mark in place of each run of digits.
fn push_shape(out: &mut Vec<u8>, bytes: &[u8]) {
    out.reserve(bytes.len());
    let mut digits = BytePositions::of(bytes, |byte, _| byte.is_ascii_digit());
    let mut done = 0;
    while let Some(at) = digits.next_from(done) {
        out.extend_from_slice(bytes.get(done..at).unwrap_or_default());
        out.push(DIGITS);
        let run = bytes.iter().skip(at).take_while(|byte| byte.is_ascii_digit());
        done = at + run.count();
    }
    out.extend_from_slice(bytes.get(done..).unwrap_or_default());
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    fn of_json_shape(value: &Value) -> u64 {
        of_json_and_shape(value).1
    }

    fn check(of: fn(&Value) -> u64, a: Value, b: Value, same: bool) {
        assert_eq!(of(&a) == of(&b), same, "{a} and {b}");
    }

    #[test]
    fn l04_digests_are_the_ones_already_stored() {
        assert_eq!(of_text(""), 0x2d06_8005_38d3_94c2);
        assert_eq!(of_text("a"), 0xe6c6_32b6_1e96_4e1f);
    }

    #[test]
    fn l04_json_is_compared_by_meaning() {
        check(of_json, json!({"a":1,"b":2}), json!({"b":2,"a":1}), true);
        check(of_json, json!({"n":1}), json!({"n":1.0}), true);
        check(of_json, json!(0), json!(-0.0), true);
        check(of_json, json!(u64::MAX), json!(u64::MAX - 1), false);
        check(of_json, json!(1), json!("1"), false);
        check(of_json, json!({"a":null}), json!({}), false);
        check(of_json, json!(["a", "b"]), json!(["ab"]), false);
        check(of_json, json!([["a"], "b"]), json!([["a", "b"]]), false);
        check(of_json, json!(" a"), json!("a"), false);
        check(of_json, json!({"a":"b"}), json!(["a", "b"]), false);
    }

    #[test]
    fn shapes_differ_only_in_numbers() {
        check(of_json_shape, json!({"c":"head -1000"}), json!({"c":"head -1050"}), true);
        check(of_json_shape, json!({"offset":10}), json!({"offset":2000.5}), true);
        check(of_json_shape, json!({"c":"head"}), json!({"c":"tail"}), false);
        check(of_json_shape, json!("a1"), json!("a"), false);
        check(of_json_shape, json!(1), json!("1"), false);
    }

    #[test]
    fn l04_results_are_compared_by_meaning() {
        let same = |a, b| assert_eq!(of_result(a, true), of_result(b, true), "{a:?} {b:?}");
        same("done in 0.31s\n", "done in 0.44s");
        same("a  \r\nb\n\n", "a\nb");
        assert_ne!(of_result("a", true), of_result("a", false));
        assert_ne!(of_result("2 failed", false), of_result("1 failed", false));
        assert_ne!(of_result("1763773608", true), of_result("1763773609", true));
    }

    #[test]
    fn parts_and_pieces_agree() {
        let mut hasher = DigestBuilder::new();
        hasher.text("a");
        hasher.text("b");
        assert_eq!(hasher.finish(), of_parts(&["a", "b"]));
        assert_ne!(of_parts(&["ab"]), of_parts(&["a", "b"]));
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            ".{0,8}".prop_map(Value::from),
            "[0-9a-b]{0,8}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(".{0,2}[0-9]{0,2}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    /// Computes the hashed bytes by a plain walk.
    fn gather(value: &Value, alike: bool, out: &mut Vec<u8>) {
        let text = |text: &str, out: &mut Vec<u8>| {
            out.push(b'"');
            for byte in text.bytes() {
                match byte {
                    b'0'..=b'9' if alike && out.last() == Some(&DIGITS) => {}
                    b'0'..=b'9' if alike => out.push(DIGITS),
                    _ => out.push(byte),
                }
            }
            out.push(END);
        };
        match value {
            Value::Number(_) if alike => out.push(DIGITS),
            Value::Number(number) => {
                let whole = number.as_i64().map(i128::from);
                let float = number.as_f64().unwrap_or_default();
                match whole
                    .or((float.fract() == 0.0 && float.abs() < 1e20).then_some(float as i128))
                {
                    Some(whole) => {
                        out.push(b'i');
                        out.extend(whole.to_le_bytes());
                    }
                    None => {
                        out.push(b'd');
                        out.extend(float.to_bits().to_le_bytes());
                    }
                }
            }
            Value::String(value) => text(value, out),
            Value::Array(items) => {
                out.push(b'[');
                items.iter().for_each(|item| gather(item, alike, out));
                out.push(b']');
            }
            Value::Object(map) => {
                out.push(b'{');
                let mut keys: Vec<&String> = map.keys().collect();
                keys.sort();
                for key in keys {
                    text(key, out);
                    gather(&map[key], alike, out);
                }
                out.push(b'}');
            }
            Value::Null => out.push(b'n'),
            Value::Bool(yes) => out.push(if *yes { b't' } else { b'f' }),
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn l04_lines_are_taken_without_the_space_at_their_ends(
            parts in prop::collection::vec(prop::sample::select(vec![
                "a", "end.", "é", "\n", "\n", "\n\n", " ", "  \t", "\r\n", "\u{a0}", "\u{2003}", "\u{85}\n", "\x0b",
                "\x1c", "\x7f", "→\n", " \n \n", "twenty letters and a blank \n",
            ]), 0..60),
        ) {
            let text = parts.concat();
            let mut expected = Vec::new();
            for line in text.split_inclusive('\n') {
                expected.extend_from_slice(line.trim_end().as_bytes());
                expected.push(END);
            }
            let mut lines = Vec::new();
            push_lines(&mut lines, &text);
            prop_assert_eq!(lines, expected);
        }

        #[test]
        fn l04_the_order_of_keys_does_not_count(
            entries in prop::collection::btree_map("[a-z]{1,4}", any_json(), 0..6),
        ) {
            let forth: Value = Value::Object(entries.clone().into_iter().collect());
            let back: Value = Value::Object(entries.into_iter().rev().collect());
            prop_assert_eq!(of_json(&forth), of_json(&back));
            prop_assert_eq!(of_json_shape(&forth), of_json_shape(&back));
            let read: Value = serde_json::from_str(&forth.to_string()).unwrap_or_default();
            prop_assert_eq!(of_json_shape(&forth), of_json_shape(&read));
        }

        #[test]
        fn l04_json_and_its_shape_are_what_a_plain_walk_gathers(value in any_json()) {
            let mut exact = Vec::new();
            gather(&value, false, &mut exact);
            let mut shape = Vec::new();
            gather(&value, true, &mut shape);
            let expected = (xxh3_64(&exact), xxh3_64(&shape));
            prop_assert_eq!(of_json_and_shape(&value), expected);
            prop_assert_eq!(of_json(&value), expected.0);
        }

        #[test]
        fn l04_a_shape_has_one_sign_for_each_run_of_digits(
            parts in prop::collection::vec("[0-9]{1,3}|[a-z]{1,9}|é|[a-z ]{60,70}", 0..9),
        ) {
            let text = parts.concat();
            let mut plain = vec![b'"'];
            for byte in text.bytes() {
                match byte {
                    b'0'..=b'9' if plain.last() == Some(&DIGITS) => {}
                    b'0'..=b'9' => plain.push(DIGITS),
                    _ => plain.push(byte),
                }
            }
            plain.push(END);
            let mut streamed = Xxh3::new();
            plain.iter().for_each(|byte| streamed.update(&[*byte]));
            prop_assert_eq!(of_text_shape(&text), streamed.digest());
        }
    }
}
