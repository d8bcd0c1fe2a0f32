//! Models of the concurrent breaker: what must hold in every interleaving of a few threads.
//!
//! | file | what |
//! |---|---|
//! | `stage` | a breaker in a state to begin with, on a clock that is set by hand |
//! | `admission` | who is let through: probes, an open period that ends, rejections |
//! | `results` | what results do: trips, late ones, gathered ones, leases that end |
//! | `orders` | forced states and listeners |
#![cfg(all(loom, test))]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod admission;
mod orders;
mod results;
mod stage;
