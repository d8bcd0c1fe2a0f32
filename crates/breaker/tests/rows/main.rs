//! What a breaker must do, row by row, told to every machine there is through one small language of steps.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod agreement;
mod concurrent;
mod corpus;
#[cfg(feature = "tower")]
mod layer;
mod registry;
mod services;
mod settings;
mod steps;
mod subject;
#[cfg(any(feature = "metrics", feature = "tracing"))]
mod telemetry;
mod time_window;
mod traps;
