//! What one record says of a response, and what a reader remembers between records.

use fusebox_engine::spend::SubscriptionWindow;
use fusebox_engine::{PicoUsd, ServiceTier, Timestamp, TokenCounts};
use serde::{Deserialize, Serialize};

/// What a record says of a response of a model.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UsageRecord<'a> {
    /// Equal for all records of one response.
    pub identity: u64,
    /// When it was written.
    pub at: Option<Timestamp>,
    /// The client's id of the session; empty if nothing tells it.
    pub session: &'a str,
    /// The id of the subagent; empty for the main agent.
    pub agent: &'a str,
    /// The folder in which the client worked; empty if nothing tells it.
    pub project: &'a str,
    /// The git branch; empty if nothing tells it.
    pub branch: &'a str,
    /// The model, as the client names it; empty if nothing tells it.
    pub model: &'a str,
    /// The tokens so far.
    pub tokens: TokenCounts,
    /// How the provider served it.
    pub service: ServiceTier,
    /// Searches of the web that the provider made for it.
    pub web_searches: u64,
    /// The cost that the client computed; zero if it told none.
    pub reported_cost: PicoUsd,
}

/// What the records before have told. It is kept beside the position up to which a file was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReaderState {
    /// The session.
    pub session: String,
    /// The folder.
    pub project: String,
    /// The git branch.
    pub branch: String,
    /// The model.
    pub model: String,
    /// The last cumulative counts.
    pub total: TokenCounts,
    /// How much of the subscription's windows is used.
    pub windows: Vec<SubscriptionWindow>,
    /// Records of this reading that are damaged; each costs that record alone.
    #[serde(skip)]
    pub damaged: u64,
}

impl ReaderState {
    /// Notes that a record could not be read.
    pub(crate) fn note_damaged(&mut self) {
        self.damaged += 1;
    }

    /// A record of what is known, with nothing used.
    pub(crate) fn record(&self) -> UsageRecord<'_> {
        UsageRecord {
            session: &self.session,
            project: &self.project,
            branch: &self.branch,
            model: &self.model,
            ..UsageRecord::default()
        }
    }

    /// Remembers a text that a record tells; an absent one changes nothing.
    pub(crate) fn remember(known: &mut String, told: Option<&str>) {
        if let Some(told) = told.filter(|told| *told != known) {
            told.clone_into(known);
        }
    }
}
