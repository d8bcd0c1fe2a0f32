//! Gemini CLI.

mod stream;

pub use stream::records;
