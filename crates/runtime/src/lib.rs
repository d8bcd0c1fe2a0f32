//! Stamps time, loads policy and state, observes, decides and saves.
//!
//! The one place where the pure parts meet the world. [`Runtime::answer`] is the way in for every front,
//! [`step`] is the one step that live decisions and every replay take, [`query`] answers questions without
//! writing.

pub mod agent_run;
pub mod answer;
pub mod checkpoint;
pub mod clock;
mod codec;
mod dirs;
mod error;
pub mod escalation;
mod event_answer;
mod event_decision;
pub mod failure_patterns;
pub mod failures;
mod fork;
pub mod guarded;
pub mod hand_over;
pub mod imported_prices;
pub mod inbox;
mod incidents;
pub mod judge;
mod load;
mod machine_document;
mod message_parts;
pub mod pause;
pub mod person_order;
mod policy;
pub mod process;
pub mod project;
mod prompt_origin;
pub mod query;
mod record_cache;
pub mod replay;
pub mod risk;
mod runtime;
pub mod service;
mod session_policy;
pub mod spend;
pub mod step;
pub mod task;
mod task_briefing;
mod test_report;
mod transcript_reading;
mod tx_context;
mod unsettled;
pub mod unstored;
pub mod work;
mod written;

pub use codec::STATE_VERSION;
pub use dirs::{FuseboxDirs, FuseboxEnvironment};
pub use error::RuntimeError;
pub use event_answer::EventAnswer;
pub use event_decision::PurgeBody;
pub use message_parts::MessageParts;
pub use policy::{MAX_POLICY_BYTES, PolicyLayers, PolicySet};
pub use runtime::Runtime;
pub use session_policy::{SessionPolicy, StoredPolicies, keep_stricter, of_digest};
pub use unsettled::{UnsettledCause, UnsettledSession, settle, unsettled_sessions};
