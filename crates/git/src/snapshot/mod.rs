//! Snapshots: the working state by name, cheap to take again.
//!
//! An index of ours stays between snapshots: the **base**, whose tree is stored. What differs from
//! it is found as `git status` finds it, and the tree that comes of both is named without being
//! stored: nobody needs an object to see whether, and where, two states differ. The base is moved
//! when too much differs, and made anew when the person's index or what is ignored changed.
//!
//! | file | what |
//! |---|---|
//! | `take` | a snapshot, taken |
//! | `kept` | the base: what it was made of, made anew, moved |
//! | `look` | what differs from the base |
//! | `plain` | which of it can be named without git's index |
//! | `name` | the names of files and of the whole tree |
//! | `tree` | trees as bytes: read, changed, named |
//! | `between` | what differs between two snapshots |

mod between;
mod kept;
mod look;
mod name;
mod plain;
mod take;
mod tree;

pub use take::WorktreeSnapshot;
