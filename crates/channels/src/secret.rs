//! Secrets: where they come from, signatures that are made with them, and random ids.

use fusebox_advisor::{AdvisorError, AskOptions, KeySource};
use ring::hmac;
use ring::rand::{SecureRandom, SystemRandom};

use crate::{DeliveryError, REQUEST_TIME, SendContext};

/// Reads a secret. A missing one may be there for the process that tries next.
pub(crate) fn read(
    source: &KeySource,
    what: &str,
    context: &SendContext<'_>,
) -> Result<Option<String>, DeliveryError> {
    let options = AskOptions { time: REQUEST_TIME, dir: context.dir, variables: &[] };
    source.read(&options).map_err(|error| {
        let why = if let AdvisorError::Key(why) = error { why } else { error.to_string() };
        DeliveryError::later(format!("{what}: {why}"))
    })
}

/// Where a secret comes from, for people.
pub(crate) fn name(source: &KeySource) -> String {
    match source {
        KeySource::None => "nothing".to_owned(),
        KeySource::Variable(name) => format!("env:{name}"),
        KeySource::Command(line) => format!("command:{line}"),
        KeySource::File(path) => format!("file:{}", path.display()),
    }
}

/// The HMAC-SHA256 of `text`, in hexadecimal digits.
pub(crate) fn signature(secret: &str, text: &[u8]) -> String {
    let key = hmac::Key::new(hmac::HMAC_SHA256, secret.as_bytes());
    hex(hmac::sign(&key, text).as_ref())
}

/// An id that nobody can guess: 32 hexadecimal digits.
///
/// # Errors
/// When the system has no randomness to give.
pub fn random_id() -> Result<String, DeliveryError> {
    let mut bytes = [0; 16];
    let filled = SystemRandom::new().fill(&mut bytes);
    filled.map_err(|_| DeliveryError::later("the system gives no random numbers"))?;
    Ok(hex(&bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_of_rfc_4231() {
        let expected = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(signature("Jefe", b"what do ya want for nothing?"), expected);
    }

    #[test]
    fn ids_differ() {
        let (one, other) = (random_id().unwrap(), random_id().unwrap());
        assert!(one != other && one.len() == 32, "{one} {other}");
    }
}
