//! Counts how often each path asks for memory, and prints it as JSON.

use std::io::Write as _;

use breaker_bench::BenchError;
use breaker_bench::allocations::{Counting, count};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() -> Result<(), BenchError> {
    Ok(writeln!(std::io::stdout(), "{:#}", count()?)?)
}
