//! What the benchmarks have in common: options, tables with targets, the page they are written to,
//! and the program around them.

mod args;
mod document;
mod machine;
mod program;
mod report;

pub use args::Args;
pub use document::rewrite;
pub use machine::describe;
pub use program::{Failure, program, say};
pub use report::{Cell, Check, Report, Table};
