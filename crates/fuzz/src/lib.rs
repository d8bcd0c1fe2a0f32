//! Checks what must hold for any input: one body for each entry point of text from outside.
//!
//! A body takes arbitrary bytes and panics if a property does not hold. The bodies run in two ways: `tests/bodies` gives
//! them the corpus and the same mutations of it every time; `run.sh` lets libFuzzer search for new inputs. An input that
//! once failed is kept under `corpus/<target>`.

pub mod bodies;

pub use bodies::{FuzzTarget, TARGETS};
