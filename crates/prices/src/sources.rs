//! The prices that hold on a machine: those of the configuration over the imported ones over the built-in ones.

use fusebox_engine::event::TokenUsage;
use fusebox_engine::spend::{SpendPolicy, UnknownModelPolicy};
use fusebox_engine::{ModelPrice, PicoUsd, ServiceTier, TokenCounts};
use memchr::{memchr, memrchr};

use crate::model_name::spellings;
use crate::row::PriceRow;
use crate::table::{BUILT_IN, BUILT_IN_TABLE};
use crate::{PriceBasis, PriceTable, PricedModel, Rates, WEB_SEARCH};

/// The prices over the built-in ones.
#[derive(Debug, Clone, Copy, Default)]
pub struct PriceSources<'a> {
    /// Those of the configuration, each as a [`ModelPrice`] is written.
    pub configured: &'a [String],
    /// The imported ones: a table in the order of its models, or nothing.
    pub imported: &'a str,
}

/// What a response cost by the prices of its model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ResponsePrice {
    /// The cost; nothing where the client reports a cost or names no model.
    pub cost: PicoUsd,
    /// Whether the model has no price of its own. The cost is then as the policy says.
    pub is_unknown: bool,
}

impl PriceSources<'_> {
    /// The prices of a model. Of a known model only its own lines are read.
    #[must_use]
    pub fn price_of(&self, model: &str) -> PricedModel {
        // Most models stand in a table by the name that their client writes.
        let known = self.known(model.trim().to_ascii_lowercase());
        let known =
            known.or_else(|| spellings(model).into_iter().find_map(|name| self.known(name)));
        known.unwrap_or_else(|| {
            if self.configured.is_empty() && self.imported.is_empty() {
                BUILT_IN_TABLE.price_of(model)
            } else {
                self.table().price_of(model)
            }
        })
    }

    /// The prices of the model that stands under this name in a table.
    fn known(&self, name: String) -> Option<PricedModel> {
        let mut rows = self.configured_rows(&name);
        for table in [self.imported, BUILT_IN] {
            if rows.is_empty() {
                rows = lines_of(table, &name).filter_map(PriceRow::parse).collect();
            }
        }
        let has_base = rows.iter().any(|row| row.above_tokens == 0);
        has_base.then_some(PricedModel { basis: PriceBasis::Known(name), rows })
    }

    /// All prices in one table. A line of the imported ones that cannot be read is left out.
    #[must_use]
    pub fn table(&self) -> PriceTable {
        let imported = self.imported.lines().filter_map(PriceRow::parse).collect();
        let models = self.configured.iter().map(|text| ModelPrice::model_of(text));
        let configured =
            models.flat_map(|model| self.configured_rows(&model.to_ascii_lowercase())).collect();
        PriceTable::built_in().with(PriceTable::of(imported)).with(PriceTable::of(configured))
    }

    /// What the configuration says of a model.
    fn configured_rows(&self, model: &str) -> Vec<PriceRow> {
        let of_model = |text: &&String| ModelPrice::model_of(text).eq_ignore_ascii_case(model);
        let price = self.configured.iter().rfind(of_model);
        price.and_then(|text| text.parse().ok()).map(to_row).into_iter().collect()
    }
}

fn to_row(price: ModelPrice) -> PriceRow {
    let ModelPrice { model, input, output, cache_read, cache_write, cache_write_1h } = price;
    PriceRow {
        model,
        provider: "configuration".to_owned(),
        service: ServiceTier::Standard,
        from: String::new(),
        above_tokens: 0,
        rates: Rates { input, output, cache_read, cache_write, cache_write_1h },
    }
}

/// The lines of a model in a table that is in the order of its models.
fn lines_of<'t>(table: &'t str, model: &'t str) -> impl Iterator<Item = &'t str> {
    let bytes = table.as_bytes();
    let (mut low, mut high) = (0, bytes.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = memrchr(b'\n', &bytes[low..middle]).map_or(low, |at| low + at + 1);
        let rest = &bytes[start..];
        let end = memchr(b'\n', rest).unwrap_or(rest.len());
        let line = &rest[..end];
        let name = &line[..memchr(b'\t', line).unwrap_or(end)];
        if name < model.as_bytes() {
            low = (start + end + 1).min(bytes.len());
        } else {
            high = start;
        }
    }
    let lines = table.get(low..).unwrap_or_default().lines();
    lines
        .take_while(move |line| line.strip_prefix(model).is_some_and(|rest| rest.starts_with('\t')))
}

/// Prices a response.
#[must_use]
pub fn price_response(
    usage: &TokenUsage,
    policy: Option<&SpendPolicy>,
    imported: &str,
) -> ResponsePrice {
    let counts = usage.counts();
    let Some(model) = &usage.model else { return ResponsePrice::default() };
    let is_empty = counts == TokenCounts::default() && usage.web_searches == 0;
    if usage.cost_usd > 0.0 || is_empty {
        return ResponsePrice::default();
    }
    let configured = policy.map_or(&[][..], |policy| policy.prices.as_slice());
    let priced = PriceSources { configured, imported }.price_of(model);
    let is_unknown = !priced.is_known();
    let is_free =
        is_unknown && policy.is_some_and(|policy| policy.unknown == UnknownModelPolicy::Tokens);
    let cost = if is_free {
        PicoUsd::ZERO
    } else {
        let tokens = priced.cost(&counts, usage.service_tier, None);
        tokens.saturating_add(WEB_SEARCH.times(usage.web_searches))
    };
    ResponsePrice { cost, is_unknown }
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMPORTED: &str = "a-model\tx\tstandard\t\t0\t1\t2\t1\t1\t1\n\
        claude-sonnet-4-5\tx\tstandard\t\t0\t7\t8\t7\t7\t7\n\
        z-model\tx\tstandard\t\t0\t5\t6\t5\t5\t5\n";

    fn input_of(sources: PriceSources<'_>, model: &str) -> u64 {
        let priced = sources.price_of(model);
        assert_eq!(priced.rows, sources.table().price_of(model).rows, "{model}");
        priced.rates(1, ServiceTier::Standard, None).input.picos() / 1_000_000
    }

    #[test]
    fn m02_the_configuration_stands_over_the_import_and_that_over_what_is_built_in() {
        let configured = ["z-model input=9 output=9".to_owned()];
        let sources = PriceSources { configured: &configured, imported: IMPORTED };
        for (model, price) in [("a-model", 1), ("claude-sonnet-4-5", 7), ("z-model", 9)] {
            assert_eq!(input_of(sources, model), price, "{model}");
            assert!(sources.price_of(model).is_known());
        }
        let imported = PriceSources { configured: &[], ..sources };
        assert_eq!(input_of(imported, "z-model"), 5);
        assert_eq!(input_of(PriceSources::default(), "claude-sonnet-4-5"), 3);
        assert!(!PriceSources::default().price_of("z-model").is_known());
    }

    #[test]
    fn every_built_in_model_is_found_by_its_lines() {
        for row in PriceTable::built_in().rows() {
            let rows: Vec<PriceRow> =
                lines_of(BUILT_IN, &row.model).filter_map(PriceRow::parse).collect();
            assert!(rows.contains(row), "{row}");
            assert!(rows.iter().all(|other| other.model == row.model));
        }
        assert_eq!(lines_of(BUILT_IN, "nobody-knows-it").count(), 0);
        assert_eq!(lines_of("", "a").count(), 0);
    }
}
