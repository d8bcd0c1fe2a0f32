//! Other people's libraries.

pub(super) mod breaker;
pub(super) mod breaker_machines;
pub(super) mod circuitbreaker_rs;
pub(super) mod failsafe;
pub(super) mod ninelives;
pub(super) mod recloser;
pub(super) mod tower_circuitbreaker;
pub(super) mod tower_resilience;
