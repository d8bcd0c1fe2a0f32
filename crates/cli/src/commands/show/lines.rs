//! The lines of a report's part, styled for a terminal.

use std::mem::discriminant;

use fusebox_report::{ReportLine, ReportSection};

use crate::{display, style};

/// The widest cell of a table.
const CELL: usize = 60;

/// The lines of a part; rows that follow each other stand in columns.
pub(super) fn lines(section: &ReportSection, width: usize) -> Vec<String> {
    let is_cell = |line: &ReportLine| matches!(line, ReportLine::Head(_) | ReportLine::Row(_));
    let same = |a: &ReportLine, b: &ReportLine| {
        discriminant(a) == discriminant(b) || (is_cell(a) && is_cell(b))
    };
    let mut out = Vec::new();
    let blank =
        |line: &&ReportLine| matches!(line, ReportLine::Output(text) if text.trim().is_empty());
    let blank = section.lines.iter().take_while(blank).count();
    for group in section.lines.get(blank..).unwrap_or_default().chunk_by(same) {
        if group.first().is_some_and(is_cell) {
            out.extend(table(group));
        } else {
            out.extend(group.iter().flat_map(|line| one(line, width)));
        }
    }
    out
}

fn one(line: &ReportLine, width: usize) -> Vec<String> {
    match line {
        ReportLine::Fact { name, value } => vec![fact(name, value)],
        ReportLine::Text(text) => wrapped(text, "  ", width),
        ReportLine::Quote(text) => wrapped(text, "  > ", width),
        ReportLine::Output(text) => vec![format!("    {text}").trim_end().to_owned()],
        ReportLine::Attempt { number, description, files, result, charged } => {
            let mut out = wrapped(&format!("{number}. {description}"), "  ", width);
            let row = |name: &str, value: &str| {
                format!("     {} {value}", style::paint(style::DIM, format!("{name:<6}")))
            };
            if !files.is_empty() {
                out.push(row("files", &files.join(", ")));
            }
            let result = row("result", result);
            let free = style::paint(style::DIM, "  (not counted)");
            out.push(if *charged { result } else { result + &free });
            out
        }
        ReportLine::Recovery { title, command, effect } => {
            let mut out = vec![
                format!("  {title}"),
                format!("    {}", style::paint(style::COMMAND, command)),
            ];
            let effect = wrapped(effect, "    ", width);
            out.extend(effect.into_iter().map(|line| style::paint(style::DIM, line)));
            out
        }
        ReportLine::Head(names) => vec![format!("  {}", names.join("  "))],
        ReportLine::Row(cells) => vec![format!("  {}", cells.join("  "))],
    }
}

/// A name and its value.
pub(super) fn fact(name: &str, value: &str) -> String {
    format!("  {} {value}", style::paint(style::DIM, format!("{name:<12}")))
}

/// A head and its rows in columns.
fn table(group: &[ReportLine]) -> Vec<String> {
    let rows: Vec<(bool, Vec<String>)> = group
        .iter()
        .filter_map(|line| match line {
            ReportLine::Head(names) => {
                Some((true, names.iter().map(|name| (*name).to_owned()).collect()))
            }
            ReportLine::Row(cells) => {
                Some((false, cells.iter().map(|cell| display::one_line(cell, CELL)).collect()))
            }
            ReportLine::Fact { .. }
            | ReportLine::Text(_)
            | ReportLine::Quote(_)
            | ReportLine::Output(_)
            | ReportLine::Attempt { .. }
            | ReportLine::Recovery { .. } => None,
        })
        .collect();
    let columns = rows.iter().map(|(_, cells)| cells.len()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|n| rows.iter().filter_map(|(_, c)| c.get(n)).map(|c| c.chars().count()).max())
        .map(|width| width.unwrap_or(0))
        .collect();
    rows.iter()
        .map(|(is_head, cells)| {
            let padded: Vec<String> =
                cells.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
            let row = padded.join("  ").trim_end().to_owned();
            let row = if *is_head { style::paint(style::DIM, row) } else { row };
            format!("  {row}")
        })
        .collect()
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
        let rows = [
            ReportLine::Head(&["File", "How"]),
            ReportLine::Row(vec!["src/cart.rs".to_owned(), "modified".to_owned()]),
        ];
        let plain: Vec<String> =
            table(&rows).iter().map(|row| anstream::adapter::strip_str(row).to_string()).collect();
        assert_eq!(plain, ["  File         How", "  src/cart.rs  modified"]);
    }
}
