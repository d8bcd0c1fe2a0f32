//! Our hooks in the settings of Claude Code.

mod handler;
mod installed;
mod plan;
mod remove;

pub(super) use installed::installed;
pub(super) use plan::plan;
pub(super) use remove::remove;

#[cfg(test)]
mod property_tests;
