//! Reads the messages of an ntfy topic.

use serde::Deserialize;

use crate::channel::{address, ntfy_token, optional_key};
use crate::http::HttpRequest;
use crate::{ChannelSettings, DeliveryError, SendContext};

/// A message of a topic.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TopicMessage {
    /// Its id.
    pub id: String,
    /// Its text.
    pub message: String,
}

/// The messages of the topic since a time, the oldest first: those of everybody who writes there, ourselves among them.
///
/// # Errors
/// When they cannot be read.
pub fn topic_messages(
    settings: &ChannelSettings,
    since_ms: u64,
    context: &SendContext<'_>,
) -> Result<Vec<TopicMessage>, DeliveryError> {
    let not_now = |text| DeliveryError::Later { text, wait: None };
    let address = address(&settings.ntfy, "ntfy").map_err(not_now)?;
    let token = optional_key(&settings.ntfy_token, "ntfy_token").map_err(not_now)?;
    let request = HttpRequest {
        body: None,
        address,
        headers: Vec::new(),
        token: token.map(ntfy_token),
        signature: None,
        suffix: format!("/json?poll=1&since={}", since_ms / 1_000),
        code: None,
    };
    let reply = request.send(context)?;
    // A line that is no message, as those that open and keep a connection, is passed over.
    let text = String::from_utf8_lossy(&reply.body);
    Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}
