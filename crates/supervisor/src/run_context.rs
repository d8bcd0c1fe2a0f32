//! What every run of a command shares: the runtime, the policies, and how to notify people.

use fusebox_engine::{Event, Policy, Verdict};
use fusebox_runtime::answer::{EventBatch, PolicySource};
use fusebox_runtime::guarded::GuardedFiles;
use fusebox_runtime::{PolicySet, Runtime};

use crate::Result;

/// What every run of a command shares.
pub struct RunContext<'a> {
    /// Decides the events of the run.
    pub runtime: &'a mut Runtime,
    /// The policies under which these events are decided.
    pub source: &'a dyn PolicySource,
    /// The same with the settings of the task: they say how long the run may take to end.
    pub policies: &'a PolicySet,
    /// The files around the command that an agent must not change in certain ways; none outside of a run.
    pub guarded: Option<&'a GuardedFiles>,
    /// Shows a message to the person who started the run.
    pub inform: &'a dyn Fn(&str),
}

impl RunContext<'_> {
    /// Decides events of one session in one transaction.
    pub(crate) fn decide(&mut self, events: Vec<Event>) -> Result<Vec<Verdict>> {
        self.decide_batch(EventBatch { events, ..EventBatch::default() })
    }

    /// The same, after the guarded files were compared.
    pub(crate) fn decide_guarded(&mut self, events: Vec<Event>) -> Result<Vec<Verdict>> {
        self.decide_batch(EventBatch { events, guarded: self.guarded, ..EventBatch::default() })
    }

    fn decide_batch(&mut self, batch: EventBatch<'_>) -> Result<Vec<Verdict>> {
        let answers = self.runtime.answer(batch, self.source)?.answers;
        Ok(answers.into_iter().map(|answer| answer.verdict).collect())
    }

    /// The policy of a role.
    pub(crate) fn policy(&self, role: Option<&str>) -> &Policy {
        self.policies.of(role)
    }
}
