//! The blocks of a report's section, styled for a terminal.

use fusebox_report::{AttemptEntry, RecoveryOption, ReportBlock, ReportSection};

use crate::{display, style};

/// The widest cell of a table.
const CELL_CHARS: usize = 60;

/// The lines of a section, without its heading.
pub(super) fn section_lines(section: &ReportSection, width: usize) -> Vec<String> {
    section.blocks.iter().flat_map(|block| block_lines(block, width)).collect()
}

fn block_lines(block: &ReportBlock, width: usize) -> Vec<String> {
    match block {
        ReportBlock::Facts(facts) => facts.iter().map(|(name, value)| fact(name, value)).collect(),
        ReportBlock::Nothing => vec!["  None".to_owned()],
        ReportBlock::Text(text) => wrapped(text, "  ", width),
        ReportBlock::Quote(lines) => {
            lines.iter().flat_map(|line| wrapped(line, "  > ", width)).collect()
        }
        ReportBlock::Output(lines) => {
            let lines = lines.iter().skip_while(|line| line.trim().is_empty());
            lines.map(|line| format!("    {line}").trim_end().to_owned()).collect()
        }
        ReportBlock::Attempts(entries) => {
            entries.iter().flat_map(|entry| attempt_lines(entry, width)).collect()
        }
        ReportBlock::Table(columns, rows) => table_lines(columns, rows),
        ReportBlock::Recovery(options) => {
            options.iter().flat_map(|option| recovery_lines(option, width)).collect()
        }
    }
}

/// A name and its value.
pub(super) fn fact(name: &str, value: &str) -> String {
    format!("  {} {value}", style::paint(style::DIM, format!("{name:<12}")))
}

fn attempt_lines(entry: &AttemptEntry, width: usize) -> Vec<String> {
    let mut lines = wrapped(&format!("{}. {}", entry.attempt, entry.description), "  ", width);
    let row = |name: &str, value: &str| {
        format!("     {} {value}", style::paint(style::DIM, format!("{name:<6}")))
    };
    if !entry.files_touched.is_empty() {
        lines.push(row("files", &entry.files_touched.join(", ")));
    }
    let mut result = row("result", &entry.result);
    if !entry.charged {
        result += &style::paint(style::DIM, "  (not counted)");
    }
    lines.push(result);
    lines
}

fn recovery_lines(option: &RecoveryOption, width: usize) -> Vec<String> {
    let command = style::paint(style::COMMAND, &option.command);
    let effect = wrapped(&option.effect, "    ", width);
    let effect = effect.into_iter().map(|line| style::paint(style::DIM, line));
    [format!("  {}", option.title), format!("    {command}")].into_iter().chain(effect).collect()
}

fn table_lines(columns: &[&str], rows: &[Vec<String>]) -> Vec<String> {
    let head = columns.iter().map(|name| (*name).to_owned()).collect();
    let cut = |cells: &Vec<String>| {
        cells.iter().map(|cell| display::one_line(cell, CELL_CHARS)).collect::<Vec<_>>()
    };
    let all: Vec<Vec<String>> = [head].into_iter().chain(rows.iter().map(cut)).collect();
    let width = |column: usize| {
        all.iter().filter_map(|cells| cells.get(column)).map(|cell| cell.chars().count()).max()
    };
    let widths: Vec<usize> = (0..columns.len()).filter_map(width).collect();
    let line = |(n, cells): (usize, &Vec<String>)| {
        let cells = cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        let row = cells.collect::<Vec<_>>().join("  ").trim_end().to_owned();
        format!("  {}", if n == 0 { style::paint(style::DIM, row) } else { row })
    };
    all.iter().enumerate().map(line).collect()
}

/// Text in lines of at most `width` characters, each after `indent`; a longer word stands alone.
pub(super) fn wrapped(text: &str, indent: &str, width: usize) -> Vec<String> {
    let mut out = Vec::new();
    let mut line = indent.to_owned();
    let mut length = indent.chars().count();
    let begin = length;
    for word in text.split(' ') {
        let word_length = word.chars().count();
        if length > begin && length + 1 + word_length > width {
            out.push(std::mem::replace(&mut line, indent.to_owned()));
            length = begin;
        }
        if length > begin {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += word_length;
    }
    out.push(line);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped_between_words() {
        assert_eq!(wrapped("one two three", "  ", 9), ["  one two", "  three"]);
        assert_eq!(wrapped("extraordinary a", "  ", 6), ["  extraordinary", "  a"]);
        assert_eq!(wrapped("", "> ", 6), ["> "]);
    }

    #[test]
    fn a_table_stands_in_columns() {
        let rows = [vec!["src/cart.rs".to_owned(), "modified".to_owned()]];
        let lines = table_lines(&["File", "How"], &rows).join("\n");
        let plain = anstream::adapter::strip_str(&lines).to_string();
        assert_eq!(plain, "  File         How\n  src/cart.rs  modified");
    }
}
