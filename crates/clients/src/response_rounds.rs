//! The model responses of an output that does not mark them: what follows a result is the next one.

use fusebox_engine::event::TokenUsage;

use crate::records::TranscriptEvents;

/// The round that is open, and the number of messages, which the usage at the end does not have.
#[derive(Debug, Default)]
pub(crate) struct ResponseRounds {
    /// Whether the round has a response.
    has_response: bool,
    /// Whether the round has a result.
    pub(crate) has_result: bool,
    /// Responses and results so far.
    messages: u64,
}

impl ResponseRounds {
    /// Continues the round, or begins one if the last one has a result.
    pub(crate) fn begin(&mut self, events: &mut TranscriptEvents) {
        if self.has_result {
            self.end(events);
        }
        events.continue_round();
        if !self.has_response {
            self.has_response = true;
            self.messages += 1;
            let messages = Some(self.messages);
            events.push_usage(TokenUsage { messages, ..TokenUsage::default() });
        }
    }

    /// Notes a result that counts as so many messages.
    pub(crate) fn add_result(&mut self, messages: u64) {
        self.has_result = true;
        self.messages += messages;
    }

    /// Ends the round.
    pub(crate) fn end(&mut self, events: &mut TranscriptEvents) {
        events.end_round();
        *self = self.restarted();
    }

    /// The same count of messages, without a round.
    pub(crate) fn restarted(&self) -> Self {
        Self { messages: self.messages, ..Self::default() }
    }
}
