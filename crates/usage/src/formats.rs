//! The formats, one file each.

pub(crate) mod claude;
pub(crate) mod cline;
pub(crate) mod codex;
pub(crate) mod copilot;
pub(crate) mod gemini;
pub(crate) mod opencode;
pub(crate) mod pi;
pub(crate) mod qwen;

use fusebox_clients::records::JsonValue;
use fusebox_engine::{PicoUsd, TokenCounts};

/// The counts of a client that counts what came from the cache, and what went there, as input too.
fn within_input(input: u64, output: u64, cache_read: u64, cache_write: u64) -> TokenCounts {
    TokenCounts {
        input: input.saturating_sub(cache_read).saturating_sub(cache_write),
        output,
        cache_read,
        cache_write,
        cache_write_1h: 0,
    }
}

/// A cost in US dollars that a record tells.
fn reported_cost(value: &JsonValue<'_>, key: &str) -> PicoUsd {
    value.amount(key).map_or(PicoUsd::ZERO, PicoUsd::from_reported_usd)
}

#[cfg(test)]
mod tests;
