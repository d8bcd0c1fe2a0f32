//! Reads from the records of clients what each response of a model used.
//!
//! A client's file is read once: [`UsageFormat::recognise`] finds its format by its first bytes, and
//! [`UsageFormat::read`] takes the text as it grows. What one reading passes on to the next is a [`ReaderState`]. The
//! same response can be in many records: a streamed response is written in parts, and a resumed session begins with a
//! copy of the old one. Its [`UsageRecord::identity`] is the same in all of them.
//!
//! A new format is one file in `formats` and one line in [`USAGE_FORMATS`]. Pure: files are the caller's.

mod format;
mod formats;
mod identity;
mod record;

pub use format::{RecordFraming, USAGE_FORMATS, UsageFormat};
pub use formats::opencode::{FORMAT as OPENCODE, read_opencode_row};
pub use record::{ReaderState, UsageRecord};
