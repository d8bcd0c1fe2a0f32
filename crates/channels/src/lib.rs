//! Sends the news of a trip through a channel: a program, a webhook, a chat, e-mail, GitHub, GitLab.
//!
//! A request is made from a message and holds no secret: tokens, and addresses that are secrets themselves, are
//! read when it is sent. So it can be shown, and no error names one.

mod channel;
mod code;
mod error;
mod forge;
mod http;
mod message;
mod ntfy;
mod program;
mod secret;

pub use channel::{Channel, ChannelSettings, PlannedRequest};
pub use code::{OneTimeCode, is_code};
pub use error::DeliveryError;
pub use forge::{Forge, ForgeComment, ForgeKind, ForgeStep, ForgeTarget, IssueEnd, PriorAttempts};
pub use message::EscalationMessage;
pub use ntfy::{TopicMessage, topic_messages};
pub use secret::random_id;

use std::path::Path;
use std::time::Duration;

/// How long one request may take.
pub const REQUEST_TIME: Duration = Duration::from_secs(15);

/// The longest time that a delivery takes: the lists of a forge, in which an earlier attempt may be found, then the token
/// and the request that writes, followed to where it has moved. Others read up to three secrets in place of lists.
pub const DELIVERY_TIME: Duration =
    Duration::from_secs(forge::LIST_SECONDS + REQUEST_TIME.as_secs() * (1 + http::REDIRECTS));

/// Where and how messages are sent.
#[derive(Debug, Clone, Copy)]
pub struct SendContext<'a> {
    /// The folder in which programs run.
    pub dir: &'a Path,
    /// Milliseconds since the Unix epoch, for signatures.
    pub now_ms: u64,
}
