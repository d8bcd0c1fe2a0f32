//! The blocks of a report's section, styled for a terminal.

use fusebox_report::{AttemptEntry, RecoveryOption, ReportBlock, ReportSection};
use textwrap::core::display_width;

use crate::display::{self, wrap_after};
use crate::style;
use crate::text_table::{TextTable, plain};

/// Columns that a cell of a table keeps on a narrow terminal.
const MIN_COLUMN: usize = 10;

/// The width of the name of a fact, in columns.
pub(super) const FACT_NAME: usize = 12;

/// The width of the name of a fact of an attempt, in columns.
const ATTEMPT_FACT: usize = 6;

/// The lines of a section, without its heading.
pub(super) fn section_lines(section: &ReportSection, width: usize) -> Vec<String> {
    section.blocks.iter().flat_map(|block| block_lines(block, width)).collect()
}

fn block_lines(block: &ReportBlock, width: usize) -> Vec<String> {
    match block {
        ReportBlock::Facts(facts) => {
            facts.iter().map(|(name, value)| style::fact(name, FACT_NAME, value)).collect()
        }
        ReportBlock::Nothing => vec!["  None".to_owned()],
        ReportBlock::Text(text) => text_lines(text, width),
        ReportBlock::Quote(lines) => {
            lines.iter().flat_map(|line| wrap_after("  > ", line, width)).collect()
        }
        ReportBlock::Output(lines) => {
            let lines = lines.iter().skip_while(|line| line.trim().is_empty());
            lines.map(|line| format!("    {line}").trim_end().to_owned()).collect()
        }
        ReportBlock::Attempts(entries) => {
            entries.iter().flat_map(|entry| attempt_lines(entry, width)).collect()
        }
        ReportBlock::Table(columns, rows) => table_lines(columns, rows, width),
        ReportBlock::Recovery(options) => {
            options.iter().flat_map(|option| recovery_lines(option, width)).collect()
        }
    }
}

/// A paragraph, or an item of a list, whose lines continue below its first word.
fn text_lines(text: &str, width: usize) -> Vec<String> {
    let is_number = |word: &str| word.strip_suffix('.').is_some_and(|n| n.parse::<u32>().is_ok());
    let is_mark = |word: &str| word == "-" || is_number(word);
    match text.split_once(' ').filter(|(mark, _)| is_mark(mark)) {
        Some((mark, item)) => {
            let indent = " ".repeat(mark.len() + 3);
            let mut lines = wrap_after(&indent, item, width);
            if let Some(first) = lines.first_mut() {
                first.replace_range(..indent.len(), &format!("  {mark} "));
            }
            lines
        }
        None => wrap_after("  ", text, width),
    }
}

fn attempt_lines(entry: &AttemptEntry, width: usize) -> Vec<String> {
    let mut lines = wrap_after("  ", &format!("{}. {}", entry.attempt, entry.description), width);
    let row = |name: &'static str, value: &str| {
        let wrapped = wrap_after("", value, width.saturating_sub(ATTEMPT_FACT + 6));
        let names = std::iter::once(name).chain(std::iter::repeat(""));
        let fact = |(name, line)| format!("   {}", style::fact(name, ATTEMPT_FACT, line));
        names.zip(wrapped).map(fact).collect::<Vec<_>>()
    };
    if !entry.files_touched.is_empty() {
        lines.extend(row("files", &entry.files_touched.join(", ")));
    }
    let not_counted = if entry.charged { "" } else { "  (not counted)" };
    lines.extend(row("result", &format!("{}{not_counted}", entry.result)));
    lines
}

fn recovery_lines(option: &RecoveryOption, width: usize) -> Vec<String> {
    let command = style::command(&option.command);
    let effect = wrap_after("    ", &option.effect, width);
    let effect = effect.into_iter().map(style::dim);
    [format!("  {}", option.title), format!("    {command}")].into_iter().chain(effect).collect()
}

fn table_lines(columns: &[&str], rows: &[Vec<String>], width: usize) -> Vec<String> {
    let mut table = TextTable::indented();
    table.push(columns.iter().map(|name| (style::DIM, (*name).to_owned())).collect::<Vec<_>>());
    let widths = column_widths(columns, rows, width);
    for row in rows {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, width)| plain(display::shortened(&one_line(cell), *width)));
        table.push(cells.collect::<Vec<_>>());
    }
    table.lines(width)
}

fn one_line(cell: &str) -> String {
    display::one_line(cell, usize::MAX)
}

/// The widths of the columns of a table, the widest of which give way until it fits.
fn column_widths(columns: &[&str], rows: &[Vec<String>], width: usize) -> Vec<usize> {
    let widest = |(column, name): (usize, &&str)| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| display_width(&one_line(cell))).fold(display_width(name), usize::max)
    };
    let mut widths: Vec<usize> = columns.iter().enumerate().map(widest).collect();
    // The indent, and the blanks between two columns.
    let room = width.saturating_sub(2 * widths.len());
    let mut excess = widths.iter().sum::<usize>().saturating_sub(room);
    let least = |name: &str| display_width(name).max(MIN_COLUMN);
    while excess > 0
        && let Some((widest, _)) = widths
            .iter_mut()
            .zip(columns)
            .filter(|(width, name)| **width > least(name))
            .max_by_key(|(width, _)| **width)
    {
        *widest -= 1;
        excess -= 1;
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_stands_in_columns() {
        let rows = [vec!["src/cart.rs".to_owned(), "modified".to_owned()]];
        let lines = table_lines(&["File", "How"], &rows, 80).join("\n");
        let plain = anstream::adapter::strip_str(&lines).to_string();
        assert_eq!(plain, "  File         How\n  src/cart.rs  modified");
    }

    #[test]
    fn the_widest_column_of_a_table_gives_way_and_a_verdict_stays_whole() {
        let path = "src/shared/configuration/very/long/path/of/a/file.rs";
        let row = [path, "the total is rounded there", "orders::rounds_half", "justified"];
        let rows = [row.map(str::to_owned).to_vec()];
        let columns = ["File", "Justification Given", "Test", "Verdict"];
        for (width, expected) in [
            (60, "  src/s…ile.rs  the total…ded there  order…s_half  justified"),
            (
                80,
                "  src/shared…f/a/file.rs  the total …unded there  orders::rounds_half  justified",
            ),
            (160, &format!("  {path}  the total is rounded there  orders::rounds_half  justified")),
        ] {
            let lines = table_lines(&columns, &rows, width);
            assert_eq!(lines[1], expected);
        }
    }

    #[test]
    fn an_item_of_a_list_continues_below_its_first_word() {
        for (text, expected) in [
            ("- one two three", &["  - one two", "    three"][..]),
            ("12. one two", &["  12. one", "      two"]),
            ("one two three", &["  one two", "  three"]),
        ] {
            assert_eq!(text_lines(text, 12), expected);
        }
    }
}
