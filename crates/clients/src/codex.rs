//! Codex, measured with 0.169.0.

mod command;
pub(crate) mod stream;

pub(crate) use command::COMMAND_FORM;
