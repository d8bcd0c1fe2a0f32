//! Gemini CLI, measured with 0.61.0.

mod command;
mod stream;

pub(crate) use command::COMMAND_FORM;
pub use stream::translator;
