//! A finding: what a rule saw in one event, as data.

mod list;
mod subject;

pub(crate) use list::FindingList;
use serde::{Deserialize, Serialize};
pub use subject::{
    FindingAdvice, FindingSubject, LoopEvidence, NamedFiles, ReasonFault, ScopeEvidence,
};

use crate::Rule;

/// What one rule saw in one event. [`Finding::message`] says it in words.
///
/// In JSON the message stands beside the data, for readers that only print it. A finding that an
/// earlier version stored has nothing but its message, which becomes
/// [`FindingSubject::Sentence`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "StoredFinding", into = "StoredFinding")]
pub struct Finding {
    /// The rule.
    pub rule: Rule,
    /// How severe it is.
    pub level: FindingLevel,
    /// What was counted, in the unit of the limit.
    pub observed: u64,
    /// The limit, in the rule's own unit.
    pub limit: u64,
    /// What the finding is about, beyond the rule and its numbers.
    pub subject: FindingSubject,
    /// What follows if the agent goes on.
    pub advice: FindingAdvice,
}

/// The severity of a finding, mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingLevel {
    /// For people; the agent is not told.
    Notice,
    /// The agent is told.
    Warning,
    /// This call is refused.
    Block,
    /// The breaker opens.
    Trip,
}

impl Finding {
    /// A finding that its rule and its numbers describe completely.
    #[must_use]
    pub fn new(rule: Rule, level: FindingLevel, observed: u64, limit: u64) -> Self {
        let (subject, advice) = (FindingSubject::None, FindingAdvice::None);
        Self { rule, level, observed, limit, subject, advice }
    }

    /// The same finding about `subject`.
    #[must_use]
    pub fn about(self, subject: FindingSubject) -> Self {
        Self { subject, ..self }
    }

    /// The same finding with `advice`.
    #[must_use]
    pub fn with_advice(self, advice: FindingAdvice) -> Self {
        Self { advice, ..self }
    }

    /// A trip of which only a sentence is known: state that was lost or cannot be read, or a trip
    /// that an earlier version stored.
    #[must_use]
    pub fn from_sentence(rule: Rule, sentence: String) -> Self {
        Self::new(rule, FindingLevel::Trip, 0, 0).about(FindingSubject::Sentence(sentence))
    }
}

/// A finding as it is stored.
#[derive(Serialize, Deserialize)]
struct StoredFinding {
    rule: Rule,
    level: FindingLevel,
    observed: u64,
    limit: u64,
    message: String,
    subject: Option<FindingSubject>,
    #[serde(default, skip_serializing_if = "crate::state::is_default")]
    advice: FindingAdvice,
}

impl From<StoredFinding> for Finding {
    fn from(stored: StoredFinding) -> Self {
        let StoredFinding { rule, level, observed, limit, message, subject, advice } = stored;
        let subject = subject.unwrap_or(FindingSubject::Sentence(message));
        Self { rule, level, observed, limit, subject, advice }
    }
}

impl From<Finding> for StoredFinding {
    fn from(finding: Finding) -> Self {
        let message = finding.message();
        let Finding { rule, level, observed, limit, subject, advice } = finding;
        Self { rule, level, observed, limit, message, subject: Some(subject), advice }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_read_as_it_was_written_and_an_older_one_keeps_its_message() {
        let finding = Finding::new(Rule::SameCall, FindingLevel::Warning, 4, 4)
            .about(FindingSubject::Call("make".to_owned()))
            .with_advice(FindingAdvice::CallRefusedFrom(7));
        let json = serde_json::to_string(&finding).unwrap();
        assert_eq!(serde_json::from_str::<Finding>(&json).unwrap(), finding);
        let older =
            r#"{"rule":"limits.turns","level":"trip","observed":3,"limit":3,"message":"m"}"#;
        assert_eq!(serde_json::from_str::<Finding>(older).unwrap().message(), "m");
    }
}
