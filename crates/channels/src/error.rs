//! Why a message did not arrive, and whether it is worth another attempt.

use std::time::Duration;

/// Why a message did not arrive. No text of it holds a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryError {
    /// The other side may take it later: it is down, limits its callers, or did not answer.
    #[error("{text}")]
    Later {
        /// What went wrong.
        text: String,
        /// How long the other side wants to be left alone, where it says so.
        wait: Option<Duration>,
    },
    /// Another attempt would end alike.
    #[error("{0}")]
    Never(String),
}

impl DeliveryError {
    /// A failure that is worth another attempt.
    pub(crate) fn later(text: impl Into<String>) -> Self {
        Self::Later { text: text.into(), wait: None }
    }
}
