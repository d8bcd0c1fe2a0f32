//! The sums as bars, as long as they are dear.

use std::ops::RangeInclusive;

use fusebox_engine::PicoUsd;
use fusebox_spend::SpendSummary;
use textwrap::core::display_width;

use super::table::{shown, shown_cost};
use crate::text_table::{TextTable, plain};
use crate::{Context, display, style};

/// The length of the longest bar, in columns: in a wide terminal, and where there is hardly room for one.
const COLUMNS: RangeInclusive<usize> = 8..=40;
/// The columns between two cells.
const GAP: usize = 2;
/// The parts of a column, from an eighth to seven of them.
const EIGHTHS: [&str; 7] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// One bar for each group.
pub(super) fn lines(summary: &SpendSummary, context: &Context) -> Vec<String> {
    let dearest = summary.groups.iter().map(|group| group.spent.cost_usd).max();
    let total = ("total".to_owned(), shown_cost(&summary.total));
    let labels = summary.groups.iter().map(|group| {
        let names: Vec<&str> = group.names.iter().map(|name| shown(name)).collect();
        (display::one_line(&names.join(", "), 60), shown_cost(&group.spent))
    });
    let labels: Vec<(String, String)> = labels.collect();
    let columns = bar_columns(labels.iter().chain([&total]), context.columns());
    let mut table = TextTable::right_aligned(&[1]);
    for (group, (name, cost)) in summary.groups.iter().zip(labels) {
        let bar = bar(group.spent.cost_usd, dearest.unwrap_or_default(), columns);
        table.push([plain(name), plain(cost), (style::COMMAND, bar)]);
    }
    table.push([plain(total.0), plain(total.1), plain("")]);
    table.lines(context.columns())
}

/// The length of the longest bar behind these names and costs: a bar that is cut would say nothing.
fn bar_columns<'a>(
    labels: impl Iterator<Item = &'a (String, String)> + Clone,
    width: usize,
) -> usize {
    let names = labels.clone().map(|(name, _)| display_width(name)).max();
    let costs = labels.map(|(_, cost)| display_width(cost)).max();
    let taken = names.unwrap_or(0) + costs.unwrap_or(0) + 2 * GAP;
    width.saturating_sub(taken).clamp(*COLUMNS.start(), *COLUMNS.end())
}

/// A bar for a cost, beside the dearest one, which has so many columns. Whatever costs anything has one.
fn bar(cost: PicoUsd, dearest: PicoUsd, columns: usize) -> String {
    let most = u128::from(dearest.picos().max(1));
    let eighths = u128::from(cost.picos()) * (columns as u128 * 8) / most;
    let eighths = usize::try_from(eighths).unwrap_or_default().max(usize::from(!cost.is_zero()));
    let rest = (eighths % 8).checked_sub(1).and_then(|part| EIGHTHS.get(part));
    "█".repeat(eighths / 8) + rest.copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_cost() {
        let drawn =
            |cost, dearest| bar(PicoUsd::from_picos(cost), PicoUsd::from_picos(dearest), 40);
        assert_eq!(drawn(8, 8), "█".repeat(40));
        assert_eq!(drawn(1, 8), "█".repeat(5));
        assert_eq!(drawn(1, 160), "▎");
        assert_eq!(drawn(1, u64::MAX), "▏");
        assert_eq!((drawn(0, 8), drawn(0, 0)), (String::new(), String::new()));
        assert_eq!(drawn(u64::MAX, u64::MAX).chars().count(), 40);
    }

    #[test]
    fn bars_have_the_room_that_names_and_costs_leave() {
        let labels = [("gpt-5.3-codex".to_owned(), "$13.83".to_owned())];
        let columns = |width| bar_columns(labels.iter(), width);
        assert_eq!((columns(120), columns(50), columns(20)), (40, 50 - 13 - 6 - 4, 8));
    }
}
