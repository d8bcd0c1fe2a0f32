//! The calls of an agent in order, each with its outcome, as the log has them.

use crate::{CallOutcome, CallSubject, Fact};

/// Requests without an outcome among which the request of an outcome is looked for, at most.
const PENDING_CALLS: usize = 64;

/// One call and its outcome.
#[derive(Debug, Clone, PartialEq)]
pub struct PastCall {
    /// Its number in the session, from 1.
    pub number: u64,
    /// What was called.
    pub subject: CallSubject,
    /// How it ended; `None` while it runs, or where nothing tells.
    pub outcome: Option<Box<CallOutcome>>,
    /// Whether the breaker refused it.
    pub refused: bool,
}

/// The calls of an agent, the oldest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CallHistory {
    calls: Vec<PastCall>,
    /// The digest of the call id and the index of requests without an outcome.
    pending: Vec<(Option<u64>, usize)>,
    /// Calls before the first of these.
    earlier: u64,
}

impl CallHistory {
    /// A history that begins after `earlier` calls.
    #[must_use]
    pub fn after(earlier: u64) -> Self {
        Self { earlier, ..Self::default() }
    }

    /// Adds the next fact of the agent. `refused` says whether the breaker refused it.
    pub fn add(&mut self, fact: Fact, refused: bool) {
        match fact {
            Fact::Request(request) => {
                self.push(request.subject, None, refused);
                if !refused {
                    self.pending.push((request.call, self.calls.len() - 1));
                    if self.pending.len() > PENDING_CALLS {
                        self.pending.remove(0);
                    }
                }
            }
            Fact::Outcome(mut outcome) => {
                let pending = self.pending.iter().rposition(|(call, _)| *call == outcome.call);
                if let Some(at) = pending {
                    let (_, index) = self.pending.remove(at);
                    if let Some(call) = self.calls.get_mut(index) {
                        call.outcome = Some(outcome);
                    }
                } else if let Some(subject) = outcome.unasked.take() {
                    self.push(subject, Some(outcome), refused);
                }
            }
            Fact::SessionStart(_)
            | Fact::Prompt { .. }
            | Fact::RoundEnd
            | Fact::Usage(_)
            | Fact::Iteration(_)
            | Fact::Compaction
            | Fact::Message { .. }
            | Fact::StopBlocked
            | Fact::Subagent { .. }
            | Fact::Idle { .. }
            | Fact::Blocked { .. }
            | Fact::Resume
            | Fact::Complete { .. }
            | Fact::Guidance { .. }
            | Fact::Reset { .. }
            | Fact::Skip { .. }
            | Fact::Rescope
            | Fact::Retry
            | Fact::Escalate { .. }
            | Fact::Bypass { .. }
            | Fact::SpendAllowed { .. }
            | Fact::Paused { .. }
            | Fact::Dismiss { .. }
            | Fact::Judgement { .. }
            | Fact::Checkpoint { .. }
            | Fact::Tampering(_)
            | Fact::ForkOfOpen(_)
            | Fact::Tick
            | Fact::SessionEnd
            | Fact::Other { .. } => {}
        }
    }

    /// The calls, the oldest first.
    #[must_use]
    pub fn calls(&self) -> &[PastCall] {
        &self.calls
    }

    fn push(&mut self, subject: CallSubject, outcome: Option<Box<CallOutcome>>, refused: bool) {
        let number = self.earlier.saturating_add(self.calls.len() as u64).saturating_add(1);
        self.calls.push(PastCall { number, subject, outcome, refused });
    }
}
