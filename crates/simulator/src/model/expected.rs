//! What the model expects of an event, and what it takes from the runtime because it cannot know it.

use fusebox_engine::{BreakerState, FindingLevel, Rule, VerdictAction};

/// A finding that a rule should report.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExpectedFinding {
    pub(crate) rule: Rule,
    pub(crate) level: FindingLevel,
    /// Observed and limit, if the model knows them.
    pub(crate) counts: Option<(u64, u64)>,
}

/// What is taken from the runtime.
#[derive(Debug, Default)]
pub(crate) struct RuntimeFacts {
    /// The ids of the incidents that are new in the store.
    pub(crate) opened: Vec<String>,
    /// Findings of rules that the model does not count.
    pub(crate) findings: Vec<ExpectedFinding>,
}

/// The expected outcome of an event.
#[derive(Debug)]
pub(crate) struct ExpectedOutcome {
    /// Never a warning, which passes as well: the findings are compared.
    pub(crate) action: VerdictAction,
    /// Findings of the rules that the model counts, the worst one first.
    pub(crate) found: Vec<ExpectedFinding>,
    /// The open incident.
    pub(crate) incident: Option<String>,
    pub(crate) state: BreakerState,
    /// The number of incidents that are opened.
    pub(crate) opened: usize,
}
