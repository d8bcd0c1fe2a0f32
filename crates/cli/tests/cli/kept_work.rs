//! Checkpoints, rollbacks and attempts: the real programs in real repositories.

mod attempts;
mod failing;
mod kinds;
mod made;
mod order_widths;
mod repo;
mod rollback;
mod tasks;
#[path = "../../../git/src/tests/work_tree.rs"]
mod work_tree;

pub(crate) use order_widths::ordered_commands;
