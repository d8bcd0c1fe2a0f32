//! Thirteen traps that circuit breakers fall into, tried on ours and on other people's.
//!
//! | file | what |
//! |---|---|
//! | `operation` | a call whose end is decided from outside |
//! | `subject` | one breaker, whatever library it is from |
//! | `libraries` | the libraries, one file each |
//! | `circuit` | how a circuit is brought into a state, and what state it is in, by its answers alone |
//! | `traps` | the traps |
//! | `finding`, `table` | who passes |

mod circuit;
mod finding;
mod libraries;
mod operation;
mod subject;
mod table;
mod traps;

pub use finding::Finding;
pub use libraries::{LIBRARIES, Library};
pub use table::table;
pub use traps::{TRAPS, Trap, try_all};
