//! The blocks of a report's section, styled for a terminal.

use fusebox_report::{AttemptEntry, RecoveryOption, ReportBlock, ReportSection};

use crate::display::{self, wrap_after};
use crate::style;
use crate::text_table::{TextTable, plain};

/// The widest cell of a table.
const CELL_CHARS: usize = 60;

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
        ReportBlock::Text(text) => wrap_after("  ", text, width),
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
    for row in rows {
        let cells =
            row.iter().map(|cell| plain(display::one_line(cell, CELL_CHARS.min(width / 2))));
        table.push(cells.collect::<Vec<_>>());
    }
    table.lines(width)
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
}
