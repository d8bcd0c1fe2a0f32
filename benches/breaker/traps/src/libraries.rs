//! The libraries, one file each.

mod ours;
#[cfg(feature = "peers")]
mod peers;

use crate::operation::Inner;
use crate::subject::{Setup, Subject};

type MakeLayer = fn(Setup, Inner) -> Option<Subject>;

/// One library.
#[derive(Debug)]
pub struct Library {
    /// As the table shows it.
    pub name: &'static str,
    /// A circuit, or nothing where the library cannot be set up so.
    pub(crate) make: fn(Setup) -> Option<Subject>,
    /// The same as a layer around a service, where there is one.
    pub(crate) layer: Option<MakeLayer>,
}

/// Ours first.
#[cfg(feature = "peers")]
pub const LIBRARIES: &[Library] = &[
    ours::LIBRARY,
    peers::recloser::LIBRARY,
    peers::failsafe::LIBRARY,
    peers::circuitbreaker_rs::LIBRARY,
    peers::breaker::LIBRARY,
    peers::breaker_machines::LIBRARY,
    peers::tower_resilience::LIBRARY,
    peers::tower_circuitbreaker::LIBRARY,
    peers::ninelives::LIBRARY,
];

/// Ours alone.
#[cfg(not(feature = "peers"))]
pub const LIBRARIES: &[Library] = &[ours::LIBRARY];
