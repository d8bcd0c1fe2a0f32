//! Gemini CLI, measured with 0.61.0.

mod command;
mod stream;

pub(crate) use command::FORM;
pub use stream::records;
