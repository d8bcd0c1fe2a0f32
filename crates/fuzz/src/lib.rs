//! What must hold for any input, one body for each door that text from outside comes through.
//!
//! A body takes arbitrary bytes and panics where a promise is broken. The same bodies run in two
//! ways: `tests/bodies` feeds them the kept corpus and mutations of it, the same ones every time,
//! in the ordinary test command; `run.sh` lets libFuzzer look for more. An input that once broke
//! something is kept under `corpus/<target>`.

pub mod bodies;

pub use bodies::{FuzzTarget, TARGETS};
