//! Snapshots: identify the working state, cheaply when little changed.
//!
//! Between snapshots we keep an index of our own, the **base**, whose tree is stored. What differs
//! from it is found as `git status` finds it. The id of the tree with these differences is computed
//! without storing objects: none is needed to tell whether, and where, two states differ. When too
//! much differs, the base is updated. When the repository's index or its ignore rules changed, the
//! base is made anew.
//!
//! | file | purpose |
//! |---|---|
//! | `take` | takes a snapshot |
//! | `worktree` | the type, and what differs between two |
//! | `base` | the base: what it was made of, made anew, updated |
//! | `base_folders` | the folders of the base that contain a difference |
//! | `base_index` | the index of the base |
//! | `changed_files` | what differs from the base |
//! | `hashable` | which files can be hashed without git's index |
//! | `tree_id` | ids of files and of the whole tree |
//! | `tree` | trees as bytes: parsed, changed, hashed |

mod base;
mod base_folders;
mod base_index;
mod changed_files;
mod hashable;
mod take;
mod tree;
mod tree_id;
mod worktree;

pub use worktree::WorktreeSnapshot;
