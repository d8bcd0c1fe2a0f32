//! A person's order that agents wait. It is neither a trip nor a failure, and nothing is lost by it.

use serde::{Deserialize, Serialize};

use crate::event::PromptOrigin;
use crate::{Fact, GuardClass, Timestamp};

/// A pause that a person ordered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// When it began.
    pub since: Timestamp,
    /// When it ends by itself; without it, a person ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// Why, in the person's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Pause {
    /// Whether it has not ended by itself at `now`.
    #[must_use]
    pub fn holds_at(&self, now: Timestamp) -> bool {
        self.until.is_none_or(|until| now < until)
    }
}

/// What an agent did while a person's pause held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PausedEvent {
    /// It asked for a call: the digest of the client's call id.
    Call(Option<u64>),
    /// Automation gave it a prompt.
    Prompt,
    /// Time passed.
    Tick,
}

impl PausedEvent {
    /// What a fact is to a pause; none where it passes: what an agent may always call, the person's own
    /// prompts, and whatever only tells of what has happened.
    #[must_use]
    pub fn of(fact: &Fact) -> Option<Self> {
        if let Fact::Request(request) = fact {
            let guard = &request.subject.guard;
            let is_work = matches!(guard, GuardClass::None | GuardClass::Protected(_));
            return is_work.then_some(Self::Call(request.call));
        }
        if matches!(fact, Fact::Prompt { by: PromptOrigin::Automation, .. }) {
            return Some(Self::Prompt);
        }
        matches!(fact, Fact::Tick).then_some(Self::Tick)
    }
}
