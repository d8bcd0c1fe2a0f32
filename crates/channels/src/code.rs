//! One-time codes: 128 random bits, of which only a digest is kept.

use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

use crate::DeliveryError;
use crate::secret::hex;

/// Letters and digits that nobody confuses.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Random bytes of a code, and of the salt of its digest.
const BYTES: usize = 16;
/// Characters of a code without hyphens.
const CHARS: usize = 26;

/// A one-time code.
#[derive(Clone, PartialEq, Eq)]
pub struct OneTimeCode(u128);

impl OneTimeCode {
    /// A code that nobody can guess.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn make() -> Result<Self, DeliveryError> {
        Ok(Self(u128::from_be_bytes(random()?)))
    }

    /// It for people: groups of letters and digits.
    #[must_use]
    pub fn shown(&self) -> String {
        let digit = |place: usize| {
            let value = (self.0 >> (5 * (CHARS - 1 - place))) & 31;
            char::from(ALPHABET[usize::try_from(value).unwrap_or_default()])
        };
        let digits: Vec<char> = (0..CHARS).map(digit).collect();
        let groups: Vec<String> = digits.chunks(5).map(|group| group.iter().collect()).collect();
        groups.join("-")
    }

    /// What is kept of it.
    ///
    /// # Errors
    /// When the system has no randomness to give.
    pub fn digest(&self) -> Result<String, DeliveryError> {
        let salt = hex(&random()?);
        let tag = hmac::sign(&key(&salt), &self.0.to_be_bytes());
        Ok(format!("{salt}:{}", hex(tag.as_ref())))
    }
}

/// Whether a code that somebody typed is the one of this digest. Takes the same time for each wrong one.
#[must_use]
pub fn is_code(typed: &str, digest: &str) -> bool {
    let (Some(code), Some((salt, tag))) = (read(typed), digest.split_once(':')) else {
        return false;
    };
    let Some(tag) = from_hex(tag) else { return false };
    hmac::verify(&key(salt), &code.to_be_bytes(), &tag).is_ok()
}

/// Reads a code as people type it: in any case, with hyphens anywhere, with letters for the digits that look alike.
fn read(typed: &str) -> Option<u128> {
    let mut digits = Vec::with_capacity(CHARS);
    for letter in typed.bytes().filter(|byte| *byte != b'-') {
        let letter = match letter.to_ascii_uppercase() {
            b'O' => b'0',
            b'I' | b'L' => b'1',
            other => other,
        };
        digits.push(ALPHABET.iter().position(|known| *known == letter)?);
        if digits.len() > CHARS {
            return None;
        }
    }
    // 26 digits hold 130 bits.
    if digits.len() != CHARS || digits.first().is_none_or(|first| *first > 7) {
        return None;
    }
    Some(digits.iter().fold(0, |code, digit| (code << 5) | *digit as u128))
}

fn key(salt: &str) -> hmac::Key {
    hmac::Key::new(hmac::HMAC_SHA256, salt.as_bytes())
}

fn random() -> Result<[u8; BYTES], DeliveryError> {
    let mut bytes = [0; BYTES];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| DeliveryError::later("the system gives no random numbers"))?;
    Ok(bytes)
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn esc7_a_code_is_known_by_its_digest_however_it_is_typed() {
        for code in [OneTimeCode::make().unwrap(), OneTimeCode(0), OneTimeCode(u128::MAX)] {
            let (shown, digest) = (code.shown(), code.digest().unwrap());
            assert_eq!(shown.len(), 31, "{shown}");
            assert!(is_code(&shown, &digest));
            assert!(is_code(&shown.to_lowercase().replace('-', ""), &digest));
            assert!(is_code(&shown.replace('0', "o").replace('1', "L"), &digest));
            assert!(!digest.contains(&shown) && digest != code.digest().unwrap());
        }
        assert!(OneTimeCode::make().unwrap() != OneTimeCode::make().unwrap());
    }

    #[test]
    fn esc7_what_is_nearly_a_code_is_none() {
        let code = OneTimeCode(1);
        let (shown, digest) = (code.shown(), code.digest().unwrap());
        let two = OneTimeCode(2).shown();
        let longer = format!("{shown}0");
        for wrong in
            ["", "0", two.as_str(), longer.as_str(), &shown[1..], "reset", "8".repeat(26).as_str()]
        {
            assert!(!is_code(wrong, &digest), "{wrong}");
        }
        for digest in ["", ":", "x:y", digest.split(':').next().unwrap()] {
            assert!(!is_code(&shown, digest), "{digest}");
        }
    }
}
