//! Stamps time, loads policy and state, observes, decides and saves.
//!
//! The one place where the pure parts meet the world: [`Runtime::decide`] is the way of one event,
//! [`replay`] goes the same way through the log, [`query`] answers questions without writing.

pub mod agent_run;
pub mod checkpoint;
pub mod clock;
mod codec;
mod decide;
mod error;
pub mod failures;
mod home;
mod in_force;
mod incidents;
mod load;
mod one;
pub mod own_file;
mod parts;
mod policy;
pub mod process;
pub mod query;
pub mod replay;
pub mod service;
pub mod task;
mod test_report;
mod written;

pub use codec::STATE_VERSION;
pub use decide::{EventAnswer, Runtime};
pub use error::RuntimeError;
pub use home::{FuseboxDirs, FuseboxEnvironment};
pub use in_force::{SessionPolicy, StoredPolicies, keep_stricter, of_digest};
pub use one::{PurgeBody, asked};
pub use parts::MessageParts;
pub use policy::{PolicyLayers, PolicySet};
