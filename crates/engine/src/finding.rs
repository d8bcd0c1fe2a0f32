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
/// Its published JSON form has the message instead of subject and advice; read back, the message
/// becomes [`FindingSubject::Sentence`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "PublishedFinding", into = "PublishedFinding")]
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
    /// The consequence if the agent continues.
    pub advice: FindingAdvice,
}

/// The severity of a finding, mildest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingLevel {
    /// For people; the agent does not receive it.
    Notice,
    /// The agent receives it.
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

/// A finding in its published form.
#[derive(Serialize, Deserialize)]
struct PublishedFinding {
    rule: Rule,
    level: FindingLevel,
    observed: u64,
    limit: u64,
    message: String,
}

impl From<PublishedFinding> for Finding {
    fn from(published: PublishedFinding) -> Self {
        let PublishedFinding { rule, level, observed, limit, message } = published;
        Self::new(rule, level, observed, limit).about(FindingSubject::Sentence(message))
    }
}

impl From<Finding> for PublishedFinding {
    fn from(finding: Finding) -> Self {
        let message = finding.message();
        let Finding { rule, level, observed, limit, .. } = finding;
        Self { rule, level, observed, limit, message }
    }
}

/// The cause of a trip as it is stored: a finding with all its data.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct StoredCause(#[serde(with = "FindingData")] pub(crate) Finding);

#[derive(Serialize, Deserialize)]
#[serde(remote = "Finding")]
pub(crate) struct FindingData {
    rule: Rule,
    level: FindingLevel,
    observed: u64,
    limit: u64,
    #[serde(default, skip_serializing_if = "crate::state::is_default")]
    subject: FindingSubject,
    #[serde(default, skip_serializing_if = "crate::state::is_default")]
    advice: FindingAdvice,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_is_stored_with_its_data_and_published_with_its_message() {
        let finding = Finding::new(Rule::SameCall, FindingLevel::Warning, 4, 4)
            .about(FindingSubject::Call("make".to_owned()))
            .with_advice(FindingAdvice::CallRefusedFrom(7));
        let json = serde_json::to_string(&StoredCause(finding.clone())).unwrap();
        assert_eq!(serde_json::from_str::<StoredCause>(&json).unwrap().0, finding);
        let published =
            r#"{"rule":"limits.turns","level":"trip","observed":3,"limit":3,"message":"m"}"#;
        let read: Finding = serde_json::from_str(published).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), published);
    }
}
