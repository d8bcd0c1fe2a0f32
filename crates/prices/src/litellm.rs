//! Reads the price file of LiteLLM, `model_prices_and_context_window.json`.

use std::collections::BTreeSet;

use fusebox_engine::{InvalidAmount, PicoUsd, ServiceTier};
use serde_json::{Map, Value};

use crate::{PriceRow, PriceTable, Rates};

const INPUT: &str = "input_cost_per_token";
const OUTPUT: &str = "output_cost_per_token";
const CACHE_READ: &str = "cache_read_input_token_cost";
const CACHE_WRITE: &str = "cache_creation_input_token_cost";
const CACHE_WRITE_1H: &str = "cache_creation_input_token_cost_above_1hr";
/// An entry that documents the others.
const SAMPLE: &str = "sample_spec";

/// What was read.
#[derive(Debug, Default)]
pub struct LitellmImport {
    /// The prices that can be used.
    pub table: PriceTable,
    /// The models whose prices cannot.
    pub faults: Vec<PriceFault>,
    /// The number of models that are not paid by the token, such as those that draw.
    pub without_tokens: usize,
}

/// A price that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{model}: {key}: {reason}")]
pub struct PriceFault {
    /// The model.
    pub model: String,
    /// The key of the price.
    pub key: String,
    /// What is wrong.
    pub reason: PriceFaultReason,
}

/// What is wrong with a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PriceFaultReason {
    /// There is none.
    #[error("the price is missing")]
    Missing,
    /// It is no amount of money.
    #[error("{0}")]
    Invalid(InvalidAmount),
}

/// Reads the file, with or without a byte order mark. A model with a price that cannot be used is left out and named.
///
/// # Errors
/// When the text is not a JSON object.
pub fn read_litellm(text: &str) -> Result<LitellmImport, serde_json::Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let models: Map<String, Value> = serde_json::from_str(&with_quoted_numbers(text))?;
    let mut import = LitellmImport::default();
    let mut rows = Vec::new();
    for (model, entry) in &models {
        let Some(entry) = entry.as_object().filter(|_| !model.starts_with('_') && model != SAMPLE)
        else {
            continue;
        };
        if !entry.contains_key(INPUT) && !entry.contains_key(OUTPUT) {
            import.without_tokens += 1;
            continue;
        }
        match rows_of(model, entry) {
            Ok(of_model) => rows.extend(of_model),
            Err(fault) => import.faults.push(fault),
        }
    }
    rows.sort_by(|a, b| {
        (&a.model, a.service, a.above_tokens).cmp(&(&b.model, b.service, b.above_tokens))
    });
    import.table = PriceTable::of(rows);
    Ok(import)
}

/// Every number as a text: amounts stay exact, and one that no machine number holds, or `NaN` and `Infinity`, which
/// some programs write into JSON, spoils its own model alone.
fn with_quoted_numbers(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + text.len() / 4);
    let (mut is_text, mut is_escaped) = (false, false);
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = if is_text { 0 } else { number_length(rest) };
        if length > 0 {
            quoted.extend(["\"", &rest[..length], "\""]);
            rest = &rest[length..];
            continue;
        }
        if c == '"' && !is_escaped {
            is_text = !is_text;
        }
        is_escaped = c == '\\' && !is_escaped;
        quoted.push(c);
        rest = &rest[c.len_utf8()..];
    }
    quoted
}

/// The bytes of the number with which a text begins; 0 where it begins with none.
fn number_length(text: &str) -> usize {
    let constants = ["-Infinity", "Infinity", "NaN"];
    if let Some(constant) = constants.into_iter().find(|name| text.starts_with(name)) {
        return constant.len();
    }
    let begins = text.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let ends = |c: char| !c.is_ascii_digit() && !matches!(c, '-' | '+' | '.' | 'e' | 'E');
    if begins { text.find(ends).unwrap_or(text.len()) } else { 0 }
}

fn rows_of(model: &str, entry: &Map<String, Value>) -> Result<Vec<PriceRow>, PriceFault> {
    let fault =
        |key: &str, reason| PriceFault { model: model.to_owned(), key: key.to_owned(), reason };
    let price = |key: &str| -> Result<Option<PicoUsd>, PriceFault> {
        let text = match entry.get(key) {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::String(text)) => text.as_str(),
            Some(Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => "",
        };
        text.parse().map(Some).map_err(|error| fault(key, PriceFaultReason::Invalid(error)))
    };
    for key in [INPUT, OUTPUT] {
        price(key)?.ok_or_else(|| fault(key, PriceFaultReason::Missing))?;
    }
    let provider = entry.get("litellm_provider").and_then(Value::as_str).unwrap_or_default();
    let mut rows = Vec::new();
    for service in ServiceTier::ALL {
        let suffix = match service {
            ServiceTier::Standard => String::new(),
            ServiceTier::Priority | ServiceTier::Flex => format!("_{service}"),
        };
        for above in thresholds(entry, &suffix) {
            let tier = if above == 0 { String::new() } else { format!("_above_{above}k_tokens") };
            // What a tier does not say is as in the tiers that it refines.
            let tiered = |field: &str| -> Result<Option<PicoUsd>, PriceFault> {
                let mut keys = [
                    format!("{field}{tier}{suffix}"),
                    format!("{field}{suffix}"),
                    field.to_owned(),
                ]
                .into_iter();
                keys.try_fold(None, |found, key| found.map_or_else(|| price(&key), |p| Ok(Some(p))))
            };
            let input = tiered(INPUT)?.unwrap_or_default();
            let cache_write = tiered(CACHE_WRITE)?.unwrap_or(input);
            let rates = Rates {
                input,
                output: tiered(OUTPUT)?.unwrap_or_default(),
                cache_read: tiered(CACHE_READ)?.unwrap_or(input),
                cache_write,
                cache_write_1h: tiered(CACHE_WRITE_1H)?.unwrap_or(cache_write),
            };
            rows.push(PriceRow {
                model: model.to_ascii_lowercase(),
                provider: provider.to_owned(),
                service,
                from: String::new(),
                above_tokens: above * 1_000,
                rates,
            });
        }
    }
    Ok(rows)
}

/// The sizes of prompts, in thousands of tokens, from which a service has prices of its own; none if it has none.
fn thresholds(entry: &Map<String, Value>, suffix: &str) -> BTreeSet<u64> {
    let size = |key: &String| -> Option<u64> {
        let rest = key.strip_prefix(INPUT).or_else(|| key.strip_prefix(OUTPUT))?;
        let rest = rest.strip_suffix(suffix)?;
        if rest.is_empty() {
            return Some(0);
        }
        rest.strip_prefix("_above_")?.strip_suffix("k_tokens")?.parse().ok()
    };
    entry.keys().filter_map(size).collect()
}

#[cfg(test)]
mod tests;
