//! Messages that come in parts: what was said of the message so far is kept while it is written.
//!
//! The text stays in memory and is gone with the process; a client that starts a process for every
//! event never sends parts.

use std::collections::BTreeMap;

use fusebox_engine::{AgentId, Event, EventKind, SessionId};

/// The end of a long message is enough, in bytes.
const KEPT_BYTES: usize = 16 << 10;
/// Messages being written at once.
const OPEN: usize = 64;

/// The messages that are being written, by conversation.
#[derive(Debug, Default)]
pub struct MessageParts(BTreeMap<(SessionId, AgentId), String>);

impl MessageParts {
    /// The event with everything said of its message so far; `None` where it is no part.
    pub fn join(&mut self, event: &Event) -> Option<Event> {
        let EventKind::Message { text, part: true } = &event.kind else {
            if !self.0.is_empty() {
                self.0.remove(&(event.session.clone(), event.agent.clone()));
            }
            return None;
        };
        let key = (event.session.clone(), event.agent.clone());
        if self.0.len() >= OPEN {
            self.0.clear();
        }
        let so_far = self.0.entry(key).or_default();
        so_far.push_str(text);
        let mut cut = so_far.len().saturating_sub(KEPT_BYTES);
        while !so_far.is_char_boundary(cut) {
            cut += 1;
        }
        so_far.drain(..cut);
        let kind = EventKind::Message { text: so_far.clone(), part: true };
        Some(Event { kind, ..event.clone() })
    }
}
