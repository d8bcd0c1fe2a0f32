//! Tests with real repositories.

mod attempts;
mod checkpoint;
mod contents;
mod heads;
mod kill;
mod large;
mod operations;
mod places;
mod property;
mod rollback;
mod snapshot;
mod snapshot_stories;
mod snapshot_ways;
mod test_support;
mod vault;
mod work_tree;
