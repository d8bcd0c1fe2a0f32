//! Breakers of tools and services that all sessions share: read and written in the transaction of the
//! event, so that of any number of processes one makes the probe.
//!
//! What they said is a fact on the logged event, so a replay needs none of this. Calls of other tools
//! cost nothing here.

mod call;
mod person;
mod settings;
mod shared;
mod view;

pub(crate) use call::GuardedCall;
pub use fusebox_breaker::State as ServiceState;
pub use person::{ServiceOrder, order};
pub use view::{ServiceRate, ServiceView, one, views};
