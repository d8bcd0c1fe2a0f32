//! Shortens a JSON text of any length while it arrives, so that reading it takes bounded memory.
//!
//! Texts are cut, values that are nested too deep become `0`, and the rest of a long list or object is
//! left out. What remains of JSON is JSON, and the object at its top keeps all of its fields.

/// What is kept of a text.
#[derive(Debug, Clone, Copy)]
struct ShorteningLimits {
    /// A text of fewer bytes is left as it is.
    whole: usize,
    /// Bytes of one string, at most.
    string: usize,
    /// Bytes in all. Past them strings are short, and lists end.
    bytes: usize,
    /// Values that are kept in all. Past them lists end, and objects where twice as many are kept: what a call names stands
    /// behind a long list as well.
    values: usize,
    /// Containers around a value, at most.
    depth: usize,
}

const LIMITS: ShorteningLimits = ShorteningLimits {
    whole: 1 << 20,
    string: 8 << 20,
    bytes: 32 << 20,
    values: 1 << 18,
    depth: 200,
};

/// Bytes of one string where there is no room any more.
const SHORT_STRING: usize = 1 << 10;
/// Where even that is not enough, the text ends at so many times the limit of bytes, and objects at so many times that of
/// values.
const HARD_LIMIT: usize = 2;

/// A JSON text that is shortened while it arrives.
#[derive(Debug)]
pub struct JsonShortener {
    limits: ShorteningLimits,
    kept: Vec<u8>,
    /// Whether the text is longer than what is left as it is.
    is_long: bool,
    depth: usize,
    /// Whether each container around the current position is a list, as far down as any is kept.
    lists: Vec<bool>,
    values: usize,
    string: Option<OpenString>,
    skipped: Option<SkippedPart>,
}

/// The string around the current position.
#[derive(Debug, Default)]
struct OpenString {
    len: usize,
    /// Bytes until the current escape ends: 5 after a backslash, then the digits of a `\u`.
    escape: u8,
    is_cut: bool,
}

/// What is left out at the current position.
#[derive(Debug, Clone, Copy)]
enum SkippedPart {
    /// A container, until this depth is reached again.
    Container(usize),
    /// The rest of the container at this depth.
    Rest(usize),
}

impl Default for JsonShortener {
    fn default() -> Self {
        Self::within(LIMITS)
    }
}

impl JsonShortener {
    /// The number of bytes that are kept as they are.
    pub const WHOLE_BYTES: usize = LIMITS.whole;

    fn within(limits: ShorteningLimits) -> Self {
        Self {
            limits,
            kept: Vec::new(),
            is_long: false,
            depth: 0,
            lists: Vec::new(),
            values: 0,
            string: None,
            skipped: None,
        }
    }

    /// Adds the next part of the text.
    pub fn push(&mut self, part: &[u8]) {
        if !self.is_long {
            self.kept.extend_from_slice(part);
            if self.kept.len() <= self.limits.whole {
                return;
            }
            self.is_long = true;
            let begin = std::mem::take(&mut self.kept);
            return self.shorten(&begin);
        }
        self.shorten(part);
    }

    /// What is kept of the text.
    #[must_use]
    pub fn into_text(self) -> Vec<u8> {
        self.kept
    }

    fn shorten(&mut self, mut part: &[u8]) {
        while let Some((byte, after)) = part.split_first() {
            part = match self.string.take() {
                Some(string) => self.string_bytes(string, part),
                None => {
                    self.structure(*byte);
                    after
                }
            };
        }
    }

    /// Takes the bytes of a string up to the next quote or backslash and that byte, and returns the
    /// bytes after it.
    fn string_bytes<'p>(&mut self, mut string: OpenString, part: &'p [u8]) -> &'p [u8] {
        let limit = if self.is_full() { SHORT_STRING } else { self.limits.string };
        let is_mark = |byte: &u8| matches!(byte, b'"' | b'\\');
        let plain =
            if string.escape > 0 { 0 } else { part.iter().position(is_mark).unwrap_or(part.len()) };
        let (plain, rest) = part.split_at(plain);
        if !string.is_cut {
            let kept = plain.get(..limit.saturating_sub(string.len)).unwrap_or(plain);
            self.keep(kept);
        }
        string.len += plain.len();
        let Some((mark, after)) = rest.split_first() else {
            self.string = Some(string);
            return rest;
        };
        let ends = string.escape == 0 && *mark == b'"';
        // A string is not cut inside an escape.
        string.is_cut |= string.escape == 0 && string.len >= limit;
        string.escape = match (string.escape, *mark) {
            (0, b'\\') => 5,
            (5, b'u') => 4,
            (0 | 5, _) => 0,
            (digits, _) => digits - 1,
        };
        string.len += 1;
        if ends || !string.is_cut {
            self.keep(&[*mark]);
        }
        self.string = (!ends).then_some(string);
        after
    }

    fn structure(&mut self, byte: u8) {
        match byte {
            b' ' | b'\n' | b'\t' | b'\r' => {}
            b'"' => {
                self.string = Some(OpenString::default());
                self.keep(b"\"");
            }
            b'{' | b'[' => {
                self.count_value();
                if self.depth >= self.limits.depth && self.skipped.is_none() {
                    self.keep(b"0");
                    self.skipped = Some(SkippedPart::Container(self.depth));
                }
                if self.lists.len() == self.depth && self.depth < self.limits.depth {
                    self.lists.push(byte == b'[');
                }
                self.depth += 1;
                self.keep(&[byte]);
            }
            b'}' | b']' => self.close(byte),
            b',' => {
                self.count_value();
                if self.depth > 1 && self.skipped.is_none() && self.ends_container() {
                    self.skipped = Some(SkippedPart::Rest(self.depth));
                }
                self.keep(b",");
            }
            _ => self.keep(&[byte]),
        }
    }

    fn close(&mut self, byte: u8) {
        self.depth = self.depth.saturating_sub(1);
        self.lists.truncate(self.depth);
        match self.skipped {
            Some(SkippedPart::Container(outside)) if self.depth == outside => self.skipped = None,
            Some(SkippedPart::Rest(inside)) if self.depth < inside => {
                self.skipped = None;
                self.keep(&[byte]);
            }
            _ => self.keep(&[byte]),
        }
    }

    fn count_value(&mut self) {
        self.values += usize::from(self.skipped.is_none());
    }

    /// Whether what follows in the container around the current position is left out.
    fn ends_container(&self) -> bool {
        let is_list = self.depth.checked_sub(1).and_then(|at| self.lists.get(at));
        let has_hard_end =
            self.kept.len() >= self.limits.bytes || self.values >= HARD_LIMIT * self.limits.values;
        if is_list == Some(&false) { has_hard_end } else { self.is_full() }
    }

    fn is_full(&self) -> bool {
        self.kept.len() >= self.limits.bytes || self.values >= self.limits.values
    }

    /// Keeps these bytes, unless they belong to what is left out.
    fn keep(&mut self, bytes: &[u8]) {
        if self.skipped.is_none() && self.kept.len() < HARD_LIMIT * self.limits.bytes {
            self.kept.extend_from_slice(bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    const SMALL: ShorteningLimits =
        ShorteningLimits { whole: 0, string: 10, bytes: 200, values: 12, depth: 4 };

    fn shortened(limits: ShorteningLimits, text: &str, part: usize) -> String {
        let mut shortener = JsonShortener::within(limits);
        text.as_bytes().chunks(part).for_each(|part| shortener.push(part));
        String::from_utf8_lossy(&shortener.into_text()).into_owned()
    }

    #[test]
    fn g06_what_is_long_or_deep_is_left_out() {
        for (text, expected) in [
            (r#"{"a": "0123456789"}"#, r#"{"a":"0123456789"}"#),
            (r#"{"a":"0123456789ab","b":1}"#, r#"{"a":"0123456789","b":1}"#),
            (r#"["01234567\u00e9\"x",2]"#, r#"["01234567\u00e9",2]"#),
            (r#"["012345678\\\"x",2]"#, r#"["012345678\\",2]"#),
            (r#"{"a":[[[[[1],2]]]],"b":{}}"#, r#"{"a":[[[0]]],"b":{}}"#),
            (r#"{"a":{"b":{"c":{"d":{"e":1},"f":2}}}}"#, r#"{"a":{"b":{"c":{"d":0,"f":2}}}}"#),
            (
                r#"{"a":[1,2,3,4,5,6,7,8,9,10,11,12,13],"b":[1,2],"c":"d"}"#,
                r#"{"a":[1,2,3,4,5,6,7,8,9,10],"b":[1],"c":"d"}"#,
            ),
            (
                r#"{"t":{"a":[1,2,3,4,5,6,7,8,9,10],"e":[{"f":1,"g":2},3],"h":"i"}}"#,
                r#"{"t":{"a":[1,2,3,4,5,6,7,8,9],"e":[{"f":1,"g":2}],"h":"i"}}"#,
            ),
            ("[\"a\",", "[\"a\","),
            ("}}}}\\\"", "}}}}\\\""),
        ] {
            for part in [1, 3, 1_000] {
                assert_eq!(shortened(SMALL, text, part), expected, "{text}");
            }
        }
    }

    #[test]
    fn g06_a_short_text_is_left_as_it_is() {
        let text = "{ \"a\" : \n[[[[[[1]]]]]] ";
        let limits = ShorteningLimits { whole: text.len(), ..SMALL };
        assert_eq!(shortened(limits, text, 5), text);
    }

    #[test]
    fn g06_no_text_is_kept_beyond_the_hard_limit() {
        for piece in ["[", "1", "{\"a\":", "\"a\",", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaa", "\\u12"] {
            let kept = shortened(SMALL, &piece.repeat(10_000), 64);
            assert!(kept.len() <= HARD_LIMIT * SMALL.bytes + 64, "{piece}: {}", kept.len());
        }
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<i64>().prop_map(Value::from),
            "[a-z\"\\\\\n\u{1}é]{0,24}".prop_map(Value::from),
        ];
        leaf.prop_recursive(7, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("[a-d]", inner, 0..5)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn g06_what_remains_of_json_is_json_with_all_fields_at_the_top(
            fields in prop::collection::btree_map("[a-d]", any_json(), 0..4),
            part in 1_usize..40,
        ) {
            let whole = Value::Object(fields.into_iter().collect());
            let kept = shortened(SMALL, &whole.to_string(), part);
            // Half a character may be left of a string.
            let kept: Value = serde_json::from_str(&kept).map_err(|error| TestCaseError::fail(format!("{error}: {kept}")))?;
            let names = |value: &Value| value.as_object().map(|fields| fields.keys().cloned().collect::<Vec<_>>());
            prop_assert_eq!(names(&kept), names(&whole));
            let roomy = ShorteningLimits { string: 1_000, bytes: 100_000, values: 1_000, depth: 60, ..SMALL };
            prop_assert_eq!(shortened(roomy, &whole.to_string(), part), whole.to_string());
        }
    }
}
