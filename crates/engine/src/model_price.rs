//! The price of a model as a person writes it: `claude-lyric-9 input=3 output=15`, in US dollars for a million tokens.

use std::str::FromStr;

use crate::PicoUsd;

/// Prices are written for this many tokens.
const TOKENS: u64 = 1_000_000;

/// What one token of each kind costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelPrice {
    /// The model.
    pub model: String,
    /// A token that is sent.
    pub input: PicoUsd,
    /// A token that is received.
    pub output: PicoUsd,
    /// A token that is read from the provider's cache. Not written: as `input`.
    pub cache_read: PicoUsd,
    /// A token that is written to the cache for five minutes. Not written: as `input`.
    pub cache_write: PicoUsd,
    /// A token that is written to the cache for an hour. Not written: as `cache_write`.
    pub cache_write_1h: PicoUsd,
}

impl ModelPrice {
    /// The model of a text of this form.
    #[must_use]
    pub fn model_of(text: &str) -> &str {
        text.split_ascii_whitespace().next().unwrap_or_default()
    }
}

impl FromStr for ModelPrice {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split_ascii_whitespace();
        let model = words.next().filter(|model| !model.contains('=')).ok_or("no model is named")?;
        let mut prices = [None; 5];
        for word in words {
            let (name, price) = word.split_once('=').ok_or(format!("{word} is no price"))?;
            let names = ["input", "output", "cache_read", "cache_write", "cache_write_1h"];
            let at = names.iter().position(|known| *known == name);
            let slot = at.and_then(|at| prices.get_mut(at)).filter(|slot| slot.is_none());
            *slot.ok_or(format!("{name} is no kind of token, or has two prices"))? =
                Some(per_token(price).ok_or(format!("{price} is no price of a million tokens"))?);
        }
        let [input, output, cache_read, cache_write, cache_write_1h] = prices;
        let input = input.ok_or("the price of input is missing")?;
        let cache_write = cache_write.unwrap_or(input);
        Ok(Self {
            model: model.to_ascii_lowercase(),
            input,
            output: output.ok_or("the price of output is missing")?,
            cache_read: cache_read.unwrap_or(input),
            cache_write,
            cache_write_1h: cache_write_1h.unwrap_or(cache_write),
        })
    }
}

/// The price of one token, if it is a whole number of pico-dollars.
fn per_token(per_million: &str) -> Option<PicoUsd> {
    let picos = per_million.parse::<PicoUsd>().ok()?.picos();
    picos.is_multiple_of(TOKENS).then(|| PicoUsd::from_picos(picos / TOKENS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m02_a_price_is_read_and_what_is_no_price_is_refused() {
        let price: ModelPrice =
            "Claude-Lyric-9 input=3 output=15 cache_write=3.75".parse().unwrap();
        let picos =
            [price.input, price.output, price.cache_read, price.cache_write, price.cache_write_1h]
                .map(PicoUsd::picos);
        assert_eq!(price.model, "claude-lyric-9");
        assert_eq!(picos, [3_000_000, 15_000_000, 3_000_000, 3_750_000, 3_750_000]);
        for wrong in [
            "",
            "m",
            "m input=3",
            "m output=3",
            "input=3 output=15",
            "m input=-3 output=15",
            "m input=NaN output=15",
            "m input=3 output=15 input=4",
            "m input=3 output=15 EUR",
            "m input=3 output=0.0000001",
            "m input=3 output=15 thoughts=4",
        ] {
            assert!(wrong.parse::<ModelPrice>().is_err(), "{wrong}");
        }
    }
}
