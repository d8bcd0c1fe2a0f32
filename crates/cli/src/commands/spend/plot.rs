//! The sums as bars, as long as they are dear.

use fusebox_engine::PicoUsd;
use fusebox_spend::SpendSummary;

use super::table::{shown, shown_cost};
use crate::text_table::{TextTable, plain};
use crate::{Context, display, style};

/// The length of the longest bar, in columns.
const COLUMNS: u64 = 40;
/// The parts of a column, from an eighth to seven of them.
const EIGHTHS: [&str; 7] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// One bar for each group.
pub(super) fn lines(summary: &SpendSummary, context: &Context) -> Vec<String> {
    let dearest = summary.groups.iter().map(|group| group.spent.cost_usd).max();
    let mut table = TextTable::right_aligned(&[1]);
    for group in &summary.groups {
        let names: Vec<&str> = group.names.iter().map(|name| shown(name)).collect();
        table.push([
            plain(display::one_line(&names.join(", "), 60)),
            plain(shown_cost(&group.spent)),
            (style::COMMAND, bar(group.spent.cost_usd, dearest.unwrap_or_default())),
        ]);
    }
    table.push([plain("total"), plain(shown_cost(&summary.total)), plain("")]);
    table.lines(context.columns())
}

/// A bar for a cost, beside the dearest one. Whatever costs anything has one.
fn bar(cost: PicoUsd, dearest: PicoUsd) -> String {
    let most = u128::from(dearest.picos().max(1));
    let eighths = u128::from(cost.picos()) * u128::from(COLUMNS * 8) / most;
    let eighths = usize::try_from(eighths).unwrap_or_default().max(usize::from(!cost.is_zero()));
    let rest = (eighths % 8).checked_sub(1).and_then(|part| EIGHTHS.get(part));
    "█".repeat(eighths / 8) + rest.copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_as_its_cost() {
        let drawn = |cost, dearest| bar(PicoUsd::from_picos(cost), PicoUsd::from_picos(dearest));
        assert_eq!(drawn(8, 8), "█".repeat(40));
        assert_eq!(drawn(1, 8), "█".repeat(5));
        assert_eq!(drawn(1, 160), "▎");
        assert_eq!(drawn(1, u64::MAX), "▏");
        assert_eq!((drawn(0, 8), drawn(0, 0)), (String::new(), String::new()));
        assert_eq!(drawn(u64::MAX, u64::MAX).chars().count(), 40);
    }
}
