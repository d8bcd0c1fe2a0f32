//! Checked identifiers: parsed once at the edge, trusted inside.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// The longest identifier accepted, in bytes. Real clients use UUIDs and short slugs.
pub const MAX_ID_BYTES: usize = 200;

/// Why a text is not an identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InvalidId {
    /// It is empty.
    Empty,
    /// It is longer than [`MAX_ID_BYTES`]; the length is given in bytes.
    TooLong(usize),
    /// It contains a control character.
    Control,
}

impl fmt::Display for InvalidId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "an id must not be empty"),
            Self::TooLong(bytes) => {
                write!(f, "an id has at most {MAX_ID_BYTES} bytes, this one has {bytes}")
            }
            Self::Control => write!(f, "an id must not hold control characters"),
        }
    }
}

impl std::error::Error for InvalidId {}

fn check(text: &str) -> Result<(), InvalidId> {
    if text.is_empty() {
        return Err(InvalidId::Empty);
    }
    if text.len() > MAX_ID_BYTES {
        return Err(InvalidId::TooLong(text.len()));
    }
    // Most ids are printable ASCII, which is checked many bytes at a time.
    let is_plain = text.bytes().fold(true, |plain, byte| plain & matches!(byte, b' '..=b'~'));
    if !is_plain && text.chars().any(char::is_control) {
        return Err(InvalidId::Control);
    }
    Ok(())
}

// Events, observations and verdicts name the ids they belong to, so ids are cloned more often than
// made.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "Cow<'static, str>", into = "String")]
        pub struct $name(Arc<str>);

        impl $name {
            /// Checks `text`.
            ///
            /// # Errors
            /// When it is empty, over [`MAX_ID_BYTES`] or holds control characters.
            pub fn parse(text: impl Into<Arc<str>>) -> Result<Self, InvalidId> {
                let text = text.into();
                check(&text)?;
                Ok(Self(text))
            }

            /// The text of the id.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<Cow<'_, str>> for $name {
            type Error = InvalidId;
            fn try_from(text: Cow<'_, str>) -> Result<Self, InvalidId> {
                Self::parse(text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0.as_ref().to_owned()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// A session: one run of a client, by the client's own session id.
    SessionId
}
id! {
    /// An agent: one conversation with a model inside a session; the first is `main`.
    AgentId
}
id! {
    /// A task: the unit of work that a session serves. Without a named task it is the session's own id.
    TaskId
}
id! {
    /// One run of an agent's command under supervision.
    RunId
}
id! {
    /// One event of a session. A repeated id changes nothing.
    EventId
}
id! {
    /// One tool call, by the client's own id.
    CallId
}
id! {
    /// The durable record of one trip: eight hexadecimal digits.
    IncidentId
}

impl EventId {
    /// The id of the request of a call, whichever hook or output reports it. `None` where it leaves no room for that.
    #[must_use]
    pub fn of_request(call: &CallId) -> Option<Self> {
        Self::parse(format!("{call}:request")).ok()
    }

    /// The same of its result.
    #[must_use]
    pub fn of_result(call: &CallId) -> Option<Self> {
        Self::parse(format!("{call}:result")).ok()
    }
}

impl AgentId {
    /// The first agent of every session.
    #[must_use]
    pub fn main() -> Self {
        Self(Arc::from("main"))
    }

    /// Whether this is the session's first agent.
    #[must_use]
    pub fn is_main(&self) -> bool {
        &*self.0 == "main"
    }
}

impl From<&SessionId> for TaskId {
    fn from(session: &SessionId) -> Self {
        Self(session.0.clone())
    }
}

impl IncidentId {
    /// The id of the incident that the observation with this digest opened.
    #[must_use]
    pub fn from_digest(digest: u64) -> Self {
        Self(format!("{:08x}", (digest ^ (digest >> 32)) & 0xffff_ffff).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_checked_at_the_edge() {
        assert_eq!(SessionId::parse(""), Err(InvalidId::Empty));
        assert_eq!(SessionId::parse("a\nb"), Err(InvalidId::Control));
        assert_eq!(SessionId::parse("x".repeat(201)), Err(InvalidId::TooLong(201)));
        assert_eq!(SessionId::parse("../etc").map(|id| id.to_string()), Ok("../etc".to_owned()));
        assert!(serde_json::from_str::<SessionId>("\"\"").is_err());
    }
}
