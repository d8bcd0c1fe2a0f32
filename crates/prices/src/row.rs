//! One line of a price table: a model, when its prices hold, and the prices in US dollars for a million tokens.
//!
//! `model ⇥ provider ⇥ service tier ⇥ from ⇥ above ⇥ input ⇥ output ⇥ cache read ⇥ cache write ⇥ cache write 1h`

use std::fmt;

use fusebox_engine::{PicoUsd, ServiceTier};
use serde::Serialize;

use crate::Rates;

/// Prices are written for this many tokens.
const TOKENS: u64 = 1_000_000;

/// A line of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PriceRow {
    /// The model's name.
    pub model: String,
    /// Who serves it; empty if nobody says.
    pub provider: String,
    /// The service tier.
    pub service: ServiceTier,
    /// The first day of these prices, `2026-01-31`, in UTC; empty if they hold from the beginning.
    pub from: String,
    /// They hold for prompts of more tokens than this.
    pub above_tokens: u64,
    /// The prices of a token.
    pub rates: Rates,
}

/// Why a line is not a row of prices.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line} of the price table is not a row of prices")]
pub struct InvalidPriceRow {
    /// The number of the line, from 1.
    pub line: usize,
}

impl PriceRow {
    /// Reads a line.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let mut cells = line.split('\t');
        let mut cell = || cells.next();
        let (model, provider) = (cell()?, cell()?);
        let service = cell()?.parse().ok()?;
        let from = cell()?;
        let above_tokens = cell()?.parse().ok()?;
        let mut price = || per_token(cell()?.parse().ok()?);
        let rates = Rates {
            input: price()?,
            output: price()?,
            cache_read: price()?,
            cache_write: price()?,
            cache_write_1h: price()?,
        };
        let is_whole = cells.next().is_none() && !model.is_empty() && is_date_or_empty(from);
        is_whole.then(|| Self {
            model: model.to_owned(),
            provider: provider.to_owned(),
            service,
            from: from.to_owned(),
            above_tokens,
            rates,
        })
    }
}

impl fmt::Display for PriceRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, provider, service, from, above_tokens, rates } = self;
        write!(f, "{model}\t{provider}\t{service}\t{from}\t{above_tokens}")?;
        let Rates { input, output, cache_read, cache_write, cache_write_1h } = rates;
        [input, output, cache_read, cache_write, cache_write_1h]
            .into_iter()
            .try_for_each(|price| write!(f, "\t{}", price.times(TOKENS)))
    }
}

/// The price of one token, if it is a whole number of pico-dollars.
fn per_token(per_million: PicoUsd) -> Option<PicoUsd> {
    let picos = per_million.picos();
    picos.is_multiple_of(TOKENS).then(|| PicoUsd::from_picos(picos / TOKENS))
}

/// Whether this is `2026-01-31`, or nothing.
fn is_date_or_empty(text: &str) -> bool {
    let is_like = |(byte, like): (u8, u8)| match like {
        b'0' => byte.is_ascii_digit(),
        _ => byte == like,
    };
    text.is_empty() || text.len() == 10 && text.bytes().zip(*b"0000-00-00").all(is_like)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_read_and_written_alike() {
        let line = "claude-opus-4-5\tanthropic\tstandard\t2026-01-31\t200000\t5\t25\t0.5\t6.25\t10";
        let row = PriceRow::parse(line).unwrap();
        assert_eq!(row.rates.cache_write, PicoUsd::from_picos(6_250_000));
        assert_eq!(row.to_string(), line);
        for (changed, into) in [
            ("standard", "batch"),
            ("2026-01-31", "January"),
            ("200000", "-1"),
            ("6.25", "NaN"),
            ("6.25", "0.0000005"),
            ("\t10", ""),
            ("\t10", "\t10\t10"),
            ("claude-opus-4-5", ""),
        ] {
            assert_eq!(PriceRow::parse(&line.replace(changed, into)), None, "{changed} {into}");
        }
    }
}
