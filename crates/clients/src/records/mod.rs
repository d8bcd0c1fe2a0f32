//! What clients write of a session, record by record: what reading a live output and reading a
//! recording have in common.
//!
//! A reader is a [`Translate`]: it is given the records in their order and tells canonical events.

pub mod printed;
mod remarks;
pub mod stamp;
mod told;
pub mod tool;

pub use crate::json::{Json, parse};
pub use remarks::{Denied, Ending, Remarks};
pub use told::{Told, agent_id};

/// Translates the records of one session, in order.
pub trait Translate: Send {
    /// Tells what a record means.
    ///
    /// # Errors
    /// When the record is not of the format at all. Records of unknown kinds are no error: they
    /// are counted with [`Told::skip`].
    fn record(&mut self, record: &[u8], told: &mut Told) -> Result<(), NotOfFormat>;

    /// Reads a line that is none of the records: what the client writes to standard error.
    fn aside(&mut self, line: &str, told: &mut Told) {
        let _ = (line, told);
    }

    /// The client was started again and goes on with the same session.
    fn again(&mut self) {}

    /// Tells what was held back for a next record.
    fn end(&mut self, told: &mut Told) {
        let _ = told;
    }
}

/// A record that is not of its file's format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotOfFormat(pub String);

impl From<serde_json::Error> for NotOfFormat {
    fn from(error: serde_json::Error) -> Self {
        Self(format!("this is not the JSON that was expected: {error}"))
    }
}
