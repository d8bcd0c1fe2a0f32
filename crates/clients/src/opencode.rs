//! opencode: version 1 measured with 1.18.33, version 2 from its documents.

mod command;
mod facts;
mod hooks;
mod package;
mod plugin_file;
pub(crate) mod stream;

pub(crate) use command::COMMAND_FORM;
pub(crate) use hooks::{CLIENT, INSTALLER};
