//! Which channels carry the news of a trip, at which level, and how each is reached.

use serde::{Deserialize, Serialize};

use crate::Limit;
use crate::state::is_default;

/// Which channels carry the news of a trip. Default: none. Empty texts are not set.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EscalationSettings {
    /// Channels of every trip.
    #[serde(skip_serializing_if = "is_default")]
    pub trip: Vec<String>,
    /// Channels of a cap on what is spent.
    #[serde(skip_serializing_if = "is_default")]
    pub cap_reached: Vec<String>,
    /// Channels of a run that was tried again in vain.
    #[serde(skip_serializing_if = "is_default")]
    pub retry_failed: Vec<String>,
    /// Channels of work that nobody but a person gets going again.
    #[serde(skip_serializing_if = "is_default")]
    pub needs_person: Vec<String>,
    /// The program that reads the message, and its arguments.
    #[serde(skip_serializing_if = "is_default")]
    pub command: Vec<String>,
    /// The address of the webhook.
    #[serde(skip_serializing_if = "is_default")]
    pub webhook: String,
    /// Where the secret of the webhook is.
    #[serde(skip_serializing_if = "is_default")]
    pub webhook_secret: String,
    /// Where the address of Slack's webhook is.
    #[serde(skip_serializing_if = "is_default")]
    pub slack: String,
    /// Where the address of Discord's webhook is.
    #[serde(skip_serializing_if = "is_default")]
    pub discord: String,
    /// The address of the topic of ntfy.
    #[serde(skip_serializing_if = "is_default")]
    pub ntfy: String,
    /// Where the token of ntfy is.
    #[serde(skip_serializing_if = "is_default")]
    pub ntfy_token: String,
    /// Who gets e-mail.
    #[serde(skip_serializing_if = "is_default")]
    pub email: Vec<String>,
    /// The program that sends e-mail.
    #[serde(skip_serializing_if = "is_default")]
    pub sendmail: String,
    /// Where the token of GitHub is.
    #[serde(skip_serializing_if = "is_default")]
    pub github_token: String,
    /// The address of GitHub's interface.
    #[serde(skip_serializing_if = "is_default")]
    pub github_api: String,
    /// Where the token of GitLab is.
    #[serde(skip_serializing_if = "is_default")]
    pub gitlab_token: String,
    /// The address of GitLab's interface.
    #[serde(skip_serializing_if = "is_default")]
    pub gitlab_api: String,
    /// Whose answers are taken.
    #[serde(skip_serializing_if = "is_default")]
    pub inbox: InboxSettings,
}

/// Whose answers to a trip are taken. Default: nobody's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct InboxSettings {
    /// The logins at GitHub and GitLab whose comments count.
    #[serde(skip_serializing_if = "is_default")]
    pub allow: Vec<String>,
    /// Channels whose messages carry a one-time code.
    #[serde(skip_serializing_if = "is_default")]
    pub codes: Vec<String>,
    /// The file or folder in which answers with a code arrive; empty: none.
    #[serde(skip_serializing_if = "is_default")]
    pub file: String,
    /// The time between two looks of a run that waits for a person, in milliseconds. Default 30 seconds.
    #[serde(skip_serializing_if = "is_default_every")]
    pub every: Limit,
}

impl Default for InboxSettings {
    fn default() -> Self {
        let (allow, codes, file) = (Vec::new(), Vec::new(), String::new());
        Self { allow, codes, file, every: Limit::at(30_000) }
    }
}

impl InboxSettings {
    /// Whether anybody's answers are taken.
    #[must_use]
    pub fn is_on(&self) -> bool {
        !self.allow.is_empty() || !self.codes.is_empty()
    }
}

fn is_default_every(every: &Limit) -> bool {
    *every == InboxSettings::default().every
}
