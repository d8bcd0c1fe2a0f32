//! What should come of an event, and what the model has to be told to know it.

use fusebox_engine::{BreakerState, FindingLevel, Rule};

/// What a rule should see.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExpectedFinding {
    pub(crate) rule: Rule,
    pub(crate) level: FindingLevel,
    /// Observed and limit, where the model knows them.
    pub(crate) counts: Option<(u64, u64)>,
}

/// What is taken from the verdict, because the model cannot know it.
#[derive(Debug, Default)]
pub(crate) struct RuntimeFacts {
    /// The names of the incidents that are new in the store.
    pub(crate) opened: Vec<String>,
    /// What rules saw that the model does not count.
    pub(crate) read: Vec<ExpectedFinding>,
}

/// How an event is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AnswerClass {
    Passes,
    Denied,
    Stopped,
}

/// What should come of an event.
#[derive(Debug)]
pub(crate) struct ExpectedOutcome {
    pub(crate) class: AnswerClass,
    /// Findings of the rules that the model counts, the first one in front.
    pub(crate) found: Vec<ExpectedFinding>,
    /// The incident that is open.
    pub(crate) incident: Option<String>,
    pub(crate) state: BreakerState,
    /// How many incidents are opened.
    pub(crate) opened: usize,
}
