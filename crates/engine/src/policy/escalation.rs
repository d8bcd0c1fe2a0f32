//! Which channels carry the news of a trip, at which level, and how each is reached.

use serde::{Deserialize, Serialize};

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
}
