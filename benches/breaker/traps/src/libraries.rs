//! The libraries, one file each.

#[cfg(feature = "peers")]
mod breaker;
#[cfg(feature = "peers")]
mod breaker_machines;
#[cfg(feature = "peers")]
mod circuitbreaker_rs;
#[cfg(feature = "peers")]
mod failsafe;
#[cfg(feature = "peers")]
mod ninelives;
mod ours;
#[cfg(feature = "peers")]
mod recloser;
#[cfg(feature = "peers")]
mod tower_circuitbreaker;
#[cfg(feature = "peers")]
mod tower_resilience;

use crate::operation::Inner;
use crate::subject::{Setup, Subject};

type MakeLayer = fn(Setup, Inner) -> Option<Box<dyn Subject>>;

/// One library.
#[derive(Debug)]
pub struct Library {
    /// As the table shows it.
    pub name: &'static str,
    /// A circuit, or nothing where the library cannot be set up so.
    pub(crate) make: fn(Setup) -> Option<Box<dyn Subject>>,
    /// The same as a layer around a service, where there is one.
    pub(crate) layer: Option<MakeLayer>,
}

/// Ours first.
pub const LIBRARIES: &[Library] = &[
    ours::LIBRARY,
    #[cfg(feature = "peers")]
    recloser::LIBRARY,
    #[cfg(feature = "peers")]
    failsafe::LIBRARY,
    #[cfg(feature = "peers")]
    circuitbreaker_rs::LIBRARY,
    #[cfg(feature = "peers")]
    breaker::LIBRARY,
    #[cfg(feature = "peers")]
    breaker_machines::LIBRARY,
    #[cfg(feature = "peers")]
    tower_resilience::LIBRARY,
    #[cfg(feature = "peers")]
    tower_circuitbreaker::LIBRARY,
    #[cfg(feature = "peers")]
    ninelives::LIBRARY,
];
