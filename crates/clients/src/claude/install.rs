//! Installs our hooks in the settings of Claude Code.

mod handler;
mod plan;
mod protection;
mod remove;
mod status;

pub(super) use plan::plan;
pub(super) use protection::lost_protection;
pub(super) use remove::remove;
pub(super) use status::install_status;

#[cfg(test)]
pub(crate) mod properties;
