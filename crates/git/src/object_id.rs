//! Object ids: checked once, then trusted.

use std::fmt;

/// The id of a git object: 40 or 64 lower-case hexadecimal digits.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(String);

impl ObjectId {
    /// Checks `text`; `None` when it is no object id.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let hex = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        (hex && matches!(text.len(), 40 | 64)).then(|| Self(text.to_owned()))
    }

    pub(crate) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        std::str::from_utf8(bytes).ok().and_then(Self::parse)
    }

    /// The digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is the id of the empty blob, in SHA-1 or SHA-256.
    pub(crate) fn is_empty_blob(&self) -> bool {
        EMPTY_BLOBS.contains(&self.as_str())
    }
}

const EMPTY_BLOBS: [&str; 2] = [
    "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
    "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
];

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::ObjectId;

    #[test]
    fn only_whole_ids_pass() {
        for (text, good) in [
            ("e69de29bb2d1d6434b8b29ae775ad8c2e48c5391", true),
            ("473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813", true),
            ("E69DE29BB2D1D6434B8B29AE775AD8C2E48C5391", false),
            ("e69de29", false),
            ("", false),
            ("--upload-pack=x-aaaaaaaaaaaaaaaaaaaaaaaaa", false),
        ] {
            assert_eq!(ObjectId::parse(text).is_some(), good, "{text}");
        }
    }
}
