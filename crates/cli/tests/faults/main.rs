//! It cannot be broken: the real binaries under kills, broken stores, hostile input and wrong policies.
//!
//! The rows that take long are ignored; `.ci/run` runs them too, and the failpoints in a build of
//! their own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod clock;
mod damage;
mod dice;
mod earlier_state;
#[cfg(feature = "failpoints")]
mod failpoints;
mod foreign_schema;
mod full;
mod held;
mod input;
mod kill;
mod lost;
mod padded;
mod policy;
mod policy_midway;
mod records;
mod retention;
mod secrets;
mod session;
mod shown;
mod state;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/transcript.rs"]
mod transcript;
mod unprivileged;
mod versions;
#[expect(dead_code, reason = "written for the transcripts of commands")]
#[path = "../cli/world.rs"]
mod world;
