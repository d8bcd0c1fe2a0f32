//! Task ids as part of a ref name.
//!
//! `a-z 0-9 _ -` stand for themselves. `=t` is `T`, so that `T-1` and `t-1` differ on file systems
//! that ignore case. Every other byte is `%` and two hexadecimal digits. A name that exceeds the
//! length of a file name continues in the next path component. A component that continues ends with
//! a bare `=`, which no last component does, so no ref is ever the folder of another.

use crate::{GitError, Result};

/// The longest task id, in bytes.
const MAX_BYTES: usize = 200;
/// The longest component. A file name has at most 255 bytes, and git adds `.lock`.
const MAX_COMPONENT: usize = 180;

/// The name of a checkpoint: the id of its task, which may have any characters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CheckpointName {
    id: String,
    encoded: String,
}

impl CheckpointName {
    /// Makes a name of a task id of 1 to 200 bytes.
    ///
    /// # Errors
    /// When it is empty or longer.
    pub fn new(id: &str) -> Result<Self> {
        match id.len() {
            0 => Err(GitError::Name("must not be empty")),
            1..=MAX_BYTES => Ok(Self { id: id.to_owned(), encoded: encode(id.as_bytes()) }),
            _ => Err(GitError::Name("has at most 200 bytes")),
        }
    }

    /// Reads a part of a ref name; `None` when it was not made by [`Self::new`].
    #[must_use]
    pub fn decode(encoded: &str) -> Option<Self> {
        let id = String::from_utf8(decode(encoded)?).ok()?;
        Self::new(&id).ok().filter(|name| name.encoded == encoded)
    }

    /// The task's id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Its form in a ref name.
    #[must_use]
    pub fn encoded(&self) -> &str {
        &self.encoded
    }
}

/// Encodes bytes as part of a ref name, or as one word of a commit message.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut encoded = String::with_capacity(bytes.len());
    let mut component = 0;
    for byte in bytes {
        let piece = match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' => char::from(*byte).to_string(),
            b'A'..=b'Z' => format!("={}", char::from(byte.to_ascii_lowercase())),
            _ => format!("%{byte:02x}"),
        };
        if component + piece.len() > MAX_COMPONENT {
            encoded.push_str("=/");
            component = 0;
        }
        component += piece.len();
        encoded.push_str(&piece);
    }
    encoded
}

/// The reverse of [`encode`].
pub(crate) fn decode(encoded: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' => bytes.push(byte),
            b'=' => match rest.next()? {
                b'/' => {}
                letter @ b'a'..=b'z' => bytes.push(letter.to_ascii_uppercase()),
                _ => return None,
            },
            b'%' => bytes.push(digit(rest.next()?)? * 16 + digit(rest.next()?)?),
            _ => return None,
        }
    }
    Some(bytes)
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::CheckpointName;

    fn check(id: &str, encoded: &str) {
        let name = CheckpointName::new(id).unwrap();
        assert_eq!(name.encoded(), encoded);
        assert_eq!(CheckpointName::decode(encoded).as_ref().map(CheckpointName::id), Some(id));
    }

    #[test]
    fn a08_any_id_is_a_ref_name_and_comes_back() {
        check("s-1", "s-1");
        check("S-1", "=s-1");
        check("S-1/a b", "=s-1%2fa%20b");
        check("a..b.lock", "a%2e%2eb%2elock");
        check("@{-1}", "%40%7b-1%7d");
        check("=/%", "%3d%2f%25");
        check("naïve\n", "na%c3%afve%0a");
        check(&"a".repeat(180), &"a".repeat(180));
        check(&"a".repeat(181), &format!("{}=/a", "a".repeat(180)));
        check(&" ".repeat(61), &format!("{}=/%20", "%20".repeat(60)));
    }

    #[test]
    fn what_no_id_encodes_to_is_not_decoded() {
        for encoded in ["", "S", "a=", "%4", "%zz", "%61", "a=/b", "=1", "a/b", "%ff"] {
            assert_eq!(CheckpointName::decode(encoded), None, "{encoded}");
        }
    }

    #[test]
    fn an_empty_or_endless_id_is_refused() {
        assert!(CheckpointName::new("").is_err());
        assert!(CheckpointName::new(&"x".repeat(200)).is_ok());
        assert!(CheckpointName::new(&"x".repeat(201)).is_err());
    }
}
