//! Makes random secrets from the facts of their kind: prefix, alphabet, length.

/// The seed of a run: the same every time, unless `FUSEBOX_SECRETS_SEED` names another.
#[expect(clippy::disallowed_methods, reason = "other secrets can be tried by hand")]
pub(crate) fn seed() -> u64 {
    let given = std::env::var("FUSEBOX_SECRETS_SEED").ok();
    given.and_then(|seed| seed.parse().ok()).unwrap_or(0)
}

/// A small generator: the same numbers for the same seed.
pub(crate) struct Random(u64);

impl Random {
    /// The generator of one use of a run's seed.
    pub(crate) fn new(seed: u64, part: u64) -> Self {
        // Two seeds must not be the same numbers one use apart.
        let mixed = seed.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31) ^ part;
        Self(mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// `len` characters of the alphabet of this name.
    fn word(&mut self, alphabet: &str, len: usize) -> String {
        if matches!(alphabet, "p" | "s") {
            return self.spoken(alphabet == "p", len);
        }
        self.of(self::alphabet(alphabet), len)
    }

    /// `len` of these characters.
    fn of(&mut self, characters: &str, len: usize) -> String {
        let alphabet = characters.as_bytes();
        let mut one = || char::from(alphabet[(self.next() >> 11) as usize % alphabet.len()]);
        (0..len).map(|_| one()).collect()
    }

    /// A word of `len` letters as people can say it: consonants and vowels take turns.
    fn spoken(&mut self, has_capital: bool, len: usize) -> String {
        let letter = |n: usize| if n.is_multiple_of(2) { "bdfgklmnprstvz" } else { "aeiou" };
        let word: String = (0..len).map(|n| self.of(letter(n), 1)).collect();
        if has_capital { word[..1].to_uppercase() + &word[1..] } else { word }
    }

    /// Replaces each `{a36}` of a pattern: 36 characters of the alphabet named `a`; `{s6}` is a word of 6 letters
    /// that can be said, `{p6}` the same with a capital. Returns the text
    /// and what was put in.
    pub(crate) fn fill(&mut self, pattern: &str) -> (String, Vec<String>) {
        let (mut text, mut parts) = (String::new(), Vec::new());
        let mut rest = pattern;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            rest = after;
            match after.split_once('}').and_then(|(field, after)| Some((field_of(field)?, after))) {
                Some(((name, len), after)) => {
                    let part = self.word(name, len);
                    text.push_str(&part);
                    parts.push(part);
                    rest = after;
                }
                None => text.push('{'),
            }
        }
        (text + rest, parts)
    }
}

/// The alphabet and the length of a field; `None` where the brace is a brace.
fn field_of(field: &str) -> Option<(&str, usize)> {
    let (name, len) = field.split_at_checked(1)?;
    Some((name, len.parse().ok()?))
}

fn alphabet(name: &str) -> &'static str {
    const LOWER: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
    match name {
        "a" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "l" => LOWER,
        "h" => "0123456789abcdef",
        "u" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
        "d" => "0123456789",
        "x" => "0123456789ABCDEF",
        "w" => "abcdefghijklmnopqrstuvwxyz",
        "b" => "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
        other => panic!("no alphabet {other}"),
    }
}
