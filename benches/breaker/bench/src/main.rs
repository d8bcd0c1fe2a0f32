//! One command that makes the tables of the breakers in `docs/benchmarks.md`.

use std::process::ExitCode;

use fusebox_figures::{program, say};

fn main() -> ExitCode {
    program("breaker-bench", 61, |args| breaker_bench::run(args, &say))
}
