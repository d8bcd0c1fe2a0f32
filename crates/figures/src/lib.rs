//! What the benchmarks have in common: options, tables with targets, the page they are written to,
//! and the program around them.

mod args;
mod document;
mod machine;
mod program;
mod report;

pub use args::BenchArgs;
pub use document::rewrite;
pub use machine::describe_machine;
pub use program::{BenchError, program, say};
pub use report::{BenchReport, FigureTable, TableCell, TargetCheck};
