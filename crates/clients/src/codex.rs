//! Codex, measured with 0.169.0.

mod command;
mod config_file;
mod facts;
mod hooks;
pub(crate) mod stream;

pub(crate) use command::COMMAND_FORM;
pub(crate) use hooks::{CLIENT, INSTALLER};
pub use stream::translator;
