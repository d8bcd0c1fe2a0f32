//! Finds bytes of a kind in a text, 64 at a time, and words in sets.
//!
//! Nothing here asks the processor which instructions it has: on a virtual machine that question
//! costs about 50 µs, which a hook process would pay at every event. SSE2 is always present on
//! `x86_64`; elsewhere plain arithmetic gives the same results.

mod find;
mod lines;
mod positions;
mod word_set;

pub use find::{find_byte, find_either, find_last_byte};
pub use lines::{lines, lines_from_end};
pub use positions::BytePositions;
pub use word_set::{LetterFilter, WordSet};
