//! The newest completed calls of a conversation.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::packed;
use super::window::{CompletedCall, WINDOW};

/// The last [`WINDOW`] completed calls, the oldest first. They lie in one piece: every rule walks over them at each call, and
/// over a ring in two pieces each walk takes twice the code.
#[derive(Debug, Clone, Default)]
pub struct RecentCalls {
    /// The last `WINDOW` count. Those before them are dropped together.
    calls: Vec<CompletedCall>,
}

impl RecentCalls {
    pub(crate) fn push(&mut self, call: CompletedCall) {
        if self.calls.len() >= 2 * WINDOW {
            self.calls.drain(..self.calls.len() - (WINDOW - 1));
        }
        self.calls.push(call);
    }
}

impl Deref for RecentCalls {
    type Target = [CompletedCall];

    fn deref(&self) -> &[CompletedCall] {
        &self.calls[self.calls.len().saturating_sub(WINDOW)..]
    }
}

impl PartialEq for RecentCalls {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for RecentCalls {}

impl Serialize for RecentCalls {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        packed::serialize(&**self, to)
    }
}

impl<'de> Deserialize<'de> for RecentCalls {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        packed::deserialize(from)
    }
}

impl From<Vec<CompletedCall>> for RecentCalls {
    fn from(calls: Vec<CompletedCall>) -> Self {
        Self { calls }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_calls_are_kept_and_equal_whatever_came_before_them() {
        let numbered = |numbers: std::ops::Range<u64>| {
            let mut calls = RecentCalls::default();
            numbers.for_each(|call| calls.push(CompletedCall { call, ..CompletedCall::default() }));
            calls
        };
        for end in [1, 61, 62, 63, 124, 125, 300] {
            let calls = numbered(0..end);
            let kept: Vec<u64> = calls.iter().map(|call| call.call).collect();
            let newest: Vec<u64> = (end.saturating_sub(WINDOW as u64)..end).collect();
            assert_eq!(kept, newest);
            assert_eq!(calls, numbered(end.saturating_sub(WINDOW as u64)..end));
        }
        let mut many = RecentCalls::from(vec![CompletedCall::default(); 3 * WINDOW]);
        many.push(CompletedCall { call: 1, ..CompletedCall::default() });
        assert_eq!((many.calls.len(), many.len(), many.last().unwrap().call), (WINDOW, WINDOW, 1));
    }
}
