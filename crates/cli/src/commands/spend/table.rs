//! The sums as a table for people and as comma-separated values.

use fusebox_spend::{SpendSummary, Spent};

use crate::text_table::{TextTable, plain};
use crate::{Context, display, style};

/// The columns after the names of a group.
const COLUMNS: [&str; 6] = ["cost", "input", "output", "cache read", "cache write", "responses"];
/// The columns after the names of a group, for programs.
const CSV_COLUMNS: &str = "cost_usd,input_tokens,output_tokens,cache_read_tokens,\
    cache_write_tokens,cache_write_1h_tokens,web_searches,responses,unknown_models";

/// The table, with the sum of all below.
pub(super) fn lines(summary: &SpendSummary, by: &[String], context: &Context) -> Vec<String> {
    let mut table = TextTable::right_aligned(right_aligned(by.len()));
    let head = by.iter().map(String::as_str).chain(COLUMNS);
    table.push(head.map(|name| (style::DIM, name.to_owned())).collect::<Vec<_>>());
    for group in &summary.groups {
        let names = group.names.iter().map(|name| plain(display::one_line(shown(name), 60)));
        table.push(names.chain(figures(&group.spent)).collect::<Vec<_>>());
    }
    let total = std::iter::once("total").chain(std::iter::repeat_n("", by.len() - 1)).map(plain);
    table.push(total.chain(figures(&summary.total)).collect::<Vec<_>>());
    // What it cost stays.
    let give_way: Vec<usize> = (by.len() + 1..by.len() + COLUMNS.len()).rev().collect();
    table.fitting_lines(context.columns(), &give_way)
}

/// The indexes of the columns with numbers.
fn right_aligned(names: usize) -> &'static [usize] {
    const ALL: [usize; 20] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];
    let from = names.min(ALL.len() - COLUMNS.len());
    &ALL[from..from + COLUMNS.len()]
}

/// A name, or what stands for none.
pub(super) fn shown(name: &str) -> &str {
    if name.is_empty() { "-" } else { name }
}

/// A cost in dollars and cents; an estimate is marked.
pub(super) fn shown_cost(spent: &Spent) -> String {
    let mark = if spent.unknown_models.is_empty() { "" } else { "~" };
    format!("{mark}${}", spent.cost_usd.to_cents())
}

fn figures(spent: &Spent) -> impl Iterator<Item = (anstyle::Style, String)> {
    let tokens = &spent.tokens;
    let written = tokens.cache_write.saturating_add(tokens.cache_write_1h);
    let counts = [tokens.input, tokens.output, tokens.cache_read, written, spent.responses];
    std::iter::once(plain(shown_cost(spent)))
        .chain(counts.map(|count| plain(display::thousands(count))))
}

/// Comma-separated values with a head, as RFC 4180 describes them.
pub(super) fn csv(summary: &SpendSummary, by: &[String]) -> String {
    let mut text = format!("{},{CSV_COLUMNS}\n", by.join(","));
    for group in &summary.groups {
        let spent = &group.spent;
        let models: Vec<&str> = spent.unknown_models.iter().map(String::as_str).collect();
        let tokens = &spent.tokens;
        let figures = [
            spent.cost_usd.to_string(),
            tokens.input.to_string(),
            tokens.output.to_string(),
            tokens.cache_read.to_string(),
            tokens.cache_write.to_string(),
            tokens.cache_write_1h.to_string(),
            spent.web_searches.to_string(),
            spent.responses.to_string(),
            models.join(" "),
        ];
        let cells: Vec<String> =
            group.names.iter().chain(&figures).map(|cell| csv_cell(cell)).collect();
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

fn csv_cell(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
