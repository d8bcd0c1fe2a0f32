//! A circuit breaker for calls to services: closed, open, half-open, in one pure machine.
//!
//! [`CircuitBreaker`] is for programs: many threads, blocking and awaited calls, one atomic load on the common path.
//! [`Machine`] is the state machine that it runs. It has no clock, no thread and no lock: time is an argument, so every
//! answer can be replayed and tested.
//!
//! ```
//! use fusebox_breaker::{Machine, Outcome, Settings, State, Timestamp};
//!
//! let start = Timestamp::ZERO;
//! let mut machine = Machine::new(Settings::default(), 0, start)?;
//! for _ in 0..5 {
//!     let permit = machine.acquire(&start, &mut |_| {})?;
//!     machine.complete(permit, Outcome::Failure, None, &start, &mut |_| {});
//! }
//! assert_eq!(machine.state(start), State::Open);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod advice;
mod breaker;
mod clock;
mod error;
pub mod machine;
#[cfg(feature = "metrics")]
pub mod metrics;
mod outcome;
mod registry;
mod settings;
mod sync;
mod time;
#[cfg(feature = "tower")]
pub mod tower;
#[cfg(feature = "tracing")]
pub mod tracing;

pub use breaker::{Builder, CircuitBreaker, Holder, Permit, Snapshot};
pub use clock::{Clock, ManualClock, SystemClock};
pub use error::{CircuitOpen, Error, InvalidSettings};
pub use machine::{Machine, State, Token, Transition};
pub use outcome::{Classify, ErrIsFailure, Outcome};
pub use registry::Registry;
pub use settings::{
    Compare, Decide, Evaluate, HalfOpen, OnDrop, OnMax, OpenPeriod, Rate, Settings, SlowCall, Trip,
};
pub use time::Timestamp;
