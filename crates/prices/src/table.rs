//! The built-in prices, the ones put over them, and which of them hold for a model.
//!
//! A model without a price is never free: it costs what the dearest model of its family costs.

use std::sync::LazyLock;

use fusebox_engine::{PicoUsd, ServiceTier, Timestamp, TokenCounts};
use serde::Serialize;

use crate::Rates;
use crate::model_name::{families, is_of_family, spellings};
use crate::row::{InvalidPriceRow, PriceRow};

/// The prices of LiteLLM 1.109.1, as [`PriceRow`]s. `FUSEBOX_BLESS=1 cargo test -p fusebox-prices` makes them anew.
pub(crate) const BUILT_IN: &str = include_str!("table.tsv");

/// The built-in prices, read at most once in a process: a session of an unknown model asks for them at each response.
pub(crate) static BUILT_IN_TABLE: LazyLock<PriceTable> = LazyLock::new(PriceTable::built_in);

/// One day.
const MILLISECONDS_OF_DAY: u64 = 86_400_000;

/// Prices by model.
#[derive(Debug, Clone, Default)]
pub struct PriceTable {
    rows: Vec<PriceRow>,
}

/// What the price of a model rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PriceBasis {
    /// The model stands in the table, under this name.
    Known(String),
    /// It does not; these are the dearest prices of the known models whose names begin like this.
    DearestOfFamily(String),
    /// It does not, nor does any relative; these are the dearest prices of the table.
    Dearest,
}

/// A model and its prices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PricedModel {
    /// What the prices rest on.
    pub basis: PriceBasis,
    /// The prices: at least one row of the standard service, from 0 tokens.
    pub rows: Vec<PriceRow>,
}

impl PriceTable {
    /// The built-in prices.
    #[must_use]
    pub fn built_in() -> Self {
        Self { rows: BUILT_IN.lines().filter_map(PriceRow::parse).collect() }
    }

    /// Reads a table that [`PriceTable::to_text`] wrote.
    ///
    /// # Errors
    /// When a line is not a row of prices.
    pub fn parse(text: &str) -> Result<Self, InvalidPriceRow> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
        let rows =
            lines.map(|(at, line)| PriceRow::parse(line).ok_or(InvalidPriceRow { line: at + 1 }));
        Ok(Self { rows: rows.collect::<Result<_, _>>()? })
    }

    /// A table of these rows.
    #[must_use]
    pub fn of(rows: Vec<PriceRow>) -> Self {
        Self { rows }
    }

    /// The table as text, one row a line.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.rows.iter().map(|row| format!("{row}\n")).collect()
    }

    /// The rows, in their order.
    #[must_use]
    pub fn rows(&self) -> &[PriceRow] {
        &self.rows
    }

    /// Puts other prices over these. The models that they name lose their prices here; a dated row leaves what held
    /// before.
    #[must_use]
    pub fn with(mut self, over: Self) -> Self {
        self.rows.retain(|row| {
            !over.rows.iter().any(|new| new.model == row.model && new.from.is_empty())
        });
        self.rows.extend(over.rows);
        self
    }

    /// The prices of a model, by the name that a client gives it.
    #[must_use]
    pub fn price_of(&self, model: &str) -> PricedModel {
        let names = spellings(model);
        let known = names.iter().find_map(|name| {
            let rows: Vec<PriceRow> =
                self.rows.iter().filter(|row| row.model == *name).cloned().collect();
            let has_base = rows.iter().any(|row| row.above_tokens == 0);
            has_base.then(|| PricedModel { basis: PriceBasis::Known(name.clone()), rows })
        });
        known.unwrap_or_else(|| {
            let core = names.last().map_or("", String::as_str);
            let of_family = std::iter::once(core).chain(families(core)).find_map(|family| {
                let rates = self.dearest(|row| is_of_family(&row.model, family))?;
                Some((PriceBasis::DearestOfFamily(family.to_owned()), rates))
            });
            let (basis, rates) = of_family.unwrap_or_else(|| {
                (PriceBasis::Dearest, self.dearest(|_| true).unwrap_or_default())
            });
            let row = PriceRow {
                model: model.to_owned(),
                provider: String::new(),
                service: ServiceTier::Standard,
                from: String::new(),
                above_tokens: 0,
                rates,
            };
            PricedModel { basis, rows: vec![row] }
        })
    }

    /// The dearest price of each kind of token among some rows. A priority service has to be asked for, so that its
    /// prices do not count.
    fn dearest(&self, belongs: impl Fn(&PriceRow) -> bool) -> Option<Rates> {
        let rows =
            self.rows.iter().filter(|row| row.service == ServiceTier::Standard && belongs(row));
        rows.map(|row| row.rates).reduce(|dearest, rates| dearest.dearest(&rates))
    }
}

impl PricedModel {
    /// Whether the model stands in the table.
    #[must_use]
    pub fn is_known(&self) -> bool {
        matches!(self.basis, PriceBasis::Known(_))
    }

    /// What a response cost. Without a time, the newest prices hold.
    #[must_use]
    pub fn cost(
        &self,
        tokens: &TokenCounts,
        service: ServiceTier,
        at: Option<Timestamp>,
    ) -> PicoUsd {
        self.rates(tokens.prompt(), service, at).cost(tokens)
    }

    /// The prices for a prompt of this size.
    #[must_use]
    pub fn rates(&self, prompt_tokens: u64, service: ServiceTier, at: Option<Timestamp>) -> Rates {
        let service = match self.rows.iter().any(|row| row.service == service) {
            true => service,
            false => ServiceTier::Standard,
        };
        let fits = |row: &&PriceRow| {
            row.service == service && (row.above_tokens == 0 || prompt_tokens > row.above_tokens)
        };
        let day = at.filter(|_| self.rows.iter().any(|row| !row.from.is_empty())).map(utc_date);
        let has_begun =
            |row: &&PriceRow| day.as_ref().is_none_or(|day| row.from.as_str() <= day.as_str());
        let newest = self.rows.iter().filter(fits).filter(has_begun);
        let newest = newest.max_by_key(|row| (&row.from, row.above_tokens));
        // Before the first date that is known, the first prices hold.
        let oldest = || self.rows.iter().filter(fits).min_by_key(|row| &row.from);
        newest.or_else(oldest).map(|row| row.rates).unwrap_or_default()
    }
}

/// The date in UTC, as `2026-01-31`.
fn utc_date(at: Timestamp) -> String {
    // Counted in eras of 400 years that begin on 1 March.
    let days = at.0 / MILLISECONDS_OF_DAY + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let of_era_year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * of_era_year + of_era_year / 4 - of_era_year / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + of_era_year + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests;
