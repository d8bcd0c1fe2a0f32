//! The canonical form of events and verdicts, one a line, for any agent in any language.
//!
//! Every field but `session` and `type` may be absent, unknown fields are ignored, and an unknown
//! type is an error. A missing `at_ms` or `id` is left to the runtime; a prompt that does not say
//! who gave it is automation's.

mod event_fields;
mod reader;
mod schema;
mod writer;

pub use event_fields::{COMMON_FIELDS, EVENTS, EventField, EventType, FieldValues, similar_field};
pub(crate) use reader::read_fields;
pub use reader::{EVENT_TYPES, EventLine, read_event, read_line};
pub use schema::{event_schema, verdict_schema};
pub use writer::{write_event, write_verdict};

#[cfg(test)]
mod tests;
