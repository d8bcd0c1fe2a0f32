//! Holds a provider's export against what the records of clients add up to, day by day and model by model.

use std::collections::BTreeMap;

use fusebox_prices::{PriceTable, common_name};
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::bill::{Bill, start};
use crate::ledger::Ledger;
use crate::summary::{Grouping, SpendFilter, SpendQuery};
use fusebox_calendar::Period;

/// Pico-dollars of one US dollar.
const PICOS: i128 = 1_000_000_000_000;

/// Both sums of one day, one model, or both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ComparedSum {
    /// The day in UTC; none where it is a sum of all days.
    pub day: Option<String>,
    /// The model; none where it is a sum of all.
    pub model: Option<String>,
    /// What the provider charged, in US dollars.
    pub bill_usd: SignedUsd,
    /// What the records add up to, in US dollars.
    pub records_usd: SignedUsd,
    /// The records without the bill.
    pub difference_usd: SignedUsd,
}

/// An export beside the records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct BillComparison {
    /// Each model of each day.
    pub rows: Vec<ComparedSum>,
    /// Each day.
    pub days: Vec<ComparedSum>,
    /// Each model.
    pub models: Vec<ComparedSum>,
    /// All of it.
    pub total: ComparedSum,
    /// Whether the export tells models apart.
    pub has_models: bool,
}

/// An amount in pico-dollars that may be below zero; in JSON a decimal string of US dollars.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct SignedUsd(pub i128);

impl std::fmt::Display for SignedUsd {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = ((self.0 / PICOS).abs(), (self.0 % PICOS).abs());
        let digits = format!("{rest:012}");
        let digits = digits.trim_end_matches('0');
        let point = if digits.is_empty() { "" } else { "." };
        write!(f, "{sign}{whole}{point}{digits}")
    }
}

impl Serialize for SignedUsd {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl SignedUsd {
    /// Rounded to whole cents, half away from zero.
    #[must_use]
    pub fn to_cents(self) -> String {
        const CENT: i128 = PICOS / 100;
        let cents = (self.0.abs() + CENT / 2) / CENT;
        let sign = if self.0 < 0 && cents > 0 { "-" } else { "" };
        format!("{sign}{}.{:02}", cents / 100, cents % 100)
    }
}

impl ComparedSum {
    fn new(day: Option<&str>, model: Option<&str>, (bill, records): (i128, i128)) -> Self {
        Self {
            day: day.map(str::to_owned),
            model: model.map(str::to_owned),
            bill_usd: SignedUsd(bill),
            records_usd: SignedUsd(records),
            difference_usd: SignedUsd(records - bill),
        }
    }
}

/// Compares an export with the responses of the same days.
#[must_use]
pub fn compare(bill: &Bill, ledger: &Ledger, prices: &PriceTable) -> BillComparison {
    let query = SpendQuery {
        groupings: vec![Grouping::Period(Period::Day), Grouping::Model],
        filter: SpendFilter {
            since: bill.days.and_then(|(first, _)| start(first)),
            until: bill.days.and_then(|(_, last)| start(last.tomorrow().ok()?)),
        },
        zone: TimeZone::UTC,
        facts: BTreeMap::new(),
        project_of: str::to_owned,
    };
    let mut sums: BTreeMap<(String, String), (i128, i128)> = BTreeMap::new();
    for ((day, model), picos) in &bill.picos {
        let model = if bill.has_models { common_name(model) } else { String::new() };
        sums.entry((day.clone(), model)).or_default().0 += picos;
    }
    for group in query.sum(ledger, prices).groups {
        let [day, model] = group.names.as_slice() else { continue };
        let model = if bill.has_models { common_name(model) } else { String::new() };
        let picos = i128::from(group.spent.cost_usd.picos());
        sums.entry((day.clone(), model)).or_default().1 += picos;
    }
    let mut days: BTreeMap<&str, (i128, i128)> = BTreeMap::new();
    let mut models: BTreeMap<&str, (i128, i128)> = BTreeMap::new();
    let mut total = (0, 0);
    for ((day, model), (bill, records)) in &sums {
        for sum in [days.entry(day).or_default(), models.entry(model).or_default(), &mut total] {
            *sum = (sum.0 + bill, sum.1 + records);
        }
    }
    let model_of = |model: &str| if bill.has_models { Some(model.to_owned()) } else { None };
    BillComparison {
        days: days.iter().map(|(day, sum)| ComparedSum::new(Some(day), None, *sum)).collect(),
        models: models
            .iter()
            .filter(|_| bill.has_models)
            .map(|(model, sum)| ComparedSum::new(None, Some(model), *sum))
            .collect(),
        total: ComparedSum::new(None, None, total),
        rows: sums
            .iter()
            .map(|((day, model), sum)| {
                ComparedSum::new(Some(day), model_of(model).as_deref(), *sum)
            })
            .collect(),
        has_models: bill.has_models,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_below_zero_are_shown_with_their_sign() {
        assert_eq!(SignedUsd(-1_250_000_000_000).to_string(), "-1.25");
        assert_eq!(SignedUsd(-500_000_000_000).to_string(), "-0.5");
        assert_eq!(SignedUsd(-1).to_cents(), "0.00");
        assert_eq!(SignedUsd(-5_000_000_000).to_cents(), "-0.01");
        assert_eq!(SignedUsd(12_345_000_000_000).to_cents(), "12.35");
    }
}
