//! The rows that `decide` can prove: stories told as canonical events, and what was answered.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod advice;
mod announced;
mod attempts;
mod attempts_model;
mod attempts_property;
mod budgets;
mod cargo_test;
mod checkpoint;
mod iterations;
mod junit;
mod ladder;
mod loops;
mod repetition;
mod replay;
mod scope;
mod service;
mod story;
