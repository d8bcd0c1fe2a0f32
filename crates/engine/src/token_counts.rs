//! The tokens of one response, by the kinds that have prices of their own.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The tokens of one response or of many. The kinds do not overlap.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TokenCounts {
    /// Tokens sent that were neither read from the cache nor written to it.
    pub input: u64,
    /// Tokens received, those of reasoning included.
    pub output: u64,
    /// Tokens read from the provider's cache.
    pub cache_read: u64,
    /// Tokens written to the cache for five minutes, or for the provider's only duration.
    pub cache_write: u64,
    /// Tokens written to the cache for one hour.
    pub cache_write_1h: u64,
}

impl TokenCounts {
    /// The size of the prompt: all tokens sent, from the cache or not. Prices can depend on it.
    #[must_use]
    pub fn prompt(&self) -> u64 {
        self.input
            .saturating_add(self.cache_read)
            .saturating_add(self.cache_write)
            .saturating_add(self.cache_write_1h)
    }

    /// All tokens.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.prompt().saturating_add(self.output)
    }

    /// Adds other tokens.
    pub fn add(&mut self, other: &Self) {
        self.each(other, u64::saturating_add);
    }

    /// Raises each count to the one of `other`, if that is larger.
    pub fn raise_to(&mut self, other: &Self) {
        self.each(other, u64::max);
    }

    /// What is above the counts of `earlier`.
    #[must_use]
    pub fn since(mut self, earlier: &Self) -> Self {
        self.each(earlier, u64::saturating_sub);
        self
    }

    fn each(&mut self, other: &Self, change: impl Fn(u64, u64) -> u64) {
        self.input = change(self.input, other.input);
        self.output = change(self.output, other.output);
        self.cache_read = change(self.cache_read, other.cache_read);
        self.cache_write = change(self.cache_write, other.cache_write);
        self.cache_write_1h = change(self.cache_write_1h, other.cache_write_1h);
    }
}

/// How a provider serves a request, where that has a price of its own.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum ServiceTier {
    /// As everyone's.
    #[default]
    Standard,
    /// Faster, for more.
    Priority,
    /// Slower, for less.
    Flex,
}

impl ServiceTier {
    /// Every tier.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Priority, Self::Flex];

    /// Its name in tables and in what clients write.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Priority => "priority",
            Self::Flex => "flex",
        }
    }
}

impl fmt::Display for ServiceTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for ServiceTier {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|tier| tier.name() == text).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_added_and_compared_by_kind() {
        let one =
            TokenCounts { input: 1, output: 2, cache_read: 3, cache_write: 4, cache_write_1h: 5 };
        let mut sum = one;
        sum.add(&one);
        assert_eq!((sum.prompt(), sum.total()), (26, 30));
        assert_eq!(sum.since(&one), one);
        let mut raised = TokenCounts { input: 9, ..TokenCounts::default() };
        raised.raise_to(&one);
        assert_eq!(raised, TokenCounts { input: 9, ..one });
        assert_eq!("flex".parse(), Ok(ServiceTier::Flex));
        assert_eq!("batch".parse::<ServiceTier>(), Err(()));
    }
}
