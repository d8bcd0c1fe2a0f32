//! Where bytes of a kind stand in a text, looked for in many at once.
//!
//! Nothing here asks the processor what it can do: that question leaves the guest on a virtual
//! machine, about 50 µs, which a hook process would pay at every event. SSE2 is always there on
//! `x86_64`; elsewhere the same is said in plain arithmetic.

mod find;
mod lines;
mod positions;

pub use find::{find_byte, find_either, find_last_byte};
pub use lines::lines;
pub use positions::BytePositions;
