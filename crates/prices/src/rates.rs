//! The price of one token of each kind.

use fusebox_engine::{PicoUsd, TokenCounts};
use serde::Serialize;

/// The price of a search of the web that a provider makes, 10 US dollars for 1,000 of them.
pub const WEB_SEARCH: PicoUsd = PicoUsd::from_picos(10_000_000_000);

/// Prices of one token, in US dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Rates {
    /// A token sent.
    pub input: PicoUsd,
    /// A token received.
    pub output: PicoUsd,
    /// A token read from the cache.
    pub cache_read: PicoUsd,
    /// A token written to the cache for five minutes, or for the provider's only duration.
    pub cache_write: PicoUsd,
    /// A token written to the cache for one hour.
    pub cache_write_1h: PicoUsd,
}

impl Rates {
    /// Prices without any of the cache: reading and writing it costs what sending costs.
    #[must_use]
    pub fn uncached(input: PicoUsd, output: PicoUsd) -> Self {
        Self { input, output, cache_read: input, cache_write: input, cache_write_1h: input }
    }

    /// What these tokens cost.
    #[must_use]
    pub fn cost(&self, tokens: &TokenCounts) -> PicoUsd {
        [
            self.input.times(tokens.input),
            self.output.times(tokens.output),
            self.cache_read.times(tokens.cache_read),
            self.cache_write.times(tokens.cache_write),
            self.cache_write_1h.times(tokens.cache_write_1h),
        ]
        .into_iter()
        .sum()
    }

    /// The dearer price of each kind.
    #[must_use]
    pub fn dearest(&self, other: &Self) -> Self {
        Self {
            input: self.input.max(other.input),
            output: self.output.max(other.output),
            cache_read: self.cache_read.max(other.cache_read),
            cache_write: self.cache_write.max(other.cache_write),
            cache_write_1h: self.cache_write_1h.max(other.cache_write_1h),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m01_every_kind_of_token_has_its_price() {
        let usd = |text: &str| text.parse().unwrap();
        // claude-sonnet-4-6, by hand: 3 × 3 + 138 × 15 + 11,169 × 0.30 + 6,154 × 6 + 100 × 3.75 millionths.
        let rates = Rates {
            input: usd("3e-6"),
            output: usd("15e-6"),
            cache_read: usd("0.3e-6"),
            cache_write: usd("3.75e-6"),
            cache_write_1h: usd("6e-6"),
        };
        let tokens = TokenCounts {
            input: 3,
            output: 138,
            cache_read: 11_169,
            cache_write: 100,
            cache_write_1h: 6_154,
        };
        assert_eq!(rates.cost(&tokens).to_string(), "0.0427287");
        let plain = Rates::uncached(usd("1e-6"), usd("2e-6"));
        assert_eq!(plain.cost(&tokens).to_string(), "0.017702");
        assert_eq!(rates.dearest(&plain), Rates { cache_read: usd("1e-6"), ..rates });
    }
}
