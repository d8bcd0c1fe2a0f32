//! Gemini CLI, measured with 0.61.0.

mod command;
pub(crate) mod extension;
mod facts;
mod hooks;
pub(crate) mod shell_report;
mod stream;
pub(crate) mod trusted_folders;

pub(crate) use command::COMMAND_FORM;
pub(crate) use hooks::{CLIENT, INSTALLER};
pub use stream::translator;
