//! What the benchmark programs share: options, tables with targets, and the page they are written to.

mod args;
mod document;
mod machine;
mod program;
mod report;

pub use args::{BenchArgs, BenchPart};
pub use document::rewrite;
pub use program::{BenchError, program, say};
pub use report::{BenchReport, TableCell};
