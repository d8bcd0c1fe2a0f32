//! What the benchmarks have in common: options, tables with targets, and the page they are written to.

mod args;
mod document;
mod machine;
mod report;

pub use args::Args;
pub use document::rewrite;
pub use machine::describe;
pub use report::{Cell, Check, Report, Table};
