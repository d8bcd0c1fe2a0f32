//! GitHub Copilot CLI, measured with 1.0.102.

mod facts;
mod hooks;
mod hooks_file;

pub(crate) use hooks::{CLIENT, INSTALLER};
