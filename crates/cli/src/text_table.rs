//! Rows of cells in columns that line up on a terminal.

use std::collections::BTreeMap;

use anstyle::Style;
use textwrap::core::display_width;

use crate::{display, style};

/// Rows of cells in columns. Only what a terminal shows of a cell counts for its width.
#[derive(Debug, Default)]
pub(crate) struct TextTable {
    rows: Vec<Vec<Cell>>,
    /// What the last cell of a row becomes where there is no room for the whole of it.
    short_ends: BTreeMap<usize, String>,
    indent: &'static str,
    right_aligned: &'static [usize],
    /// The columns that are left out.
    hidden: Vec<usize>,
}

/// What stands in a column of a row, and how.
pub(crate) type Cell = (Style, String);

/// A cell without a style.
pub(crate) fn plain(text: impl Into<String>) -> Cell {
    (Style::new(), text.into())
}

impl TextTable {
    /// A table whose columns with these indexes are aligned to the right, as numbers are.
    pub(crate) fn right_aligned(columns: &'static [usize]) -> Self {
        Self { right_aligned: columns, ..Self::default() }
    }

    /// A table below a heading.
    pub(crate) fn indented() -> Self {
        Self { indent: "  ", ..Self::default() }
    }

    /// Adds a row. Trailing cells may be missing.
    pub(crate) fn push(&mut self, cells: impl Into<Vec<Cell>>) {
        self.rows.push(cells.into());
    }

    /// Adds a row whose last cell has a short form, for terminals that have no room for the long one.
    pub(crate) fn push_with_short_end(&mut self, cells: impl Into<Vec<Cell>>, short: String) {
        self.short_ends.insert(self.rows.len(), short);
        self.push(cells);
    }

    /// Adds a row of a name and its value.
    pub(crate) fn push_fact(&mut self, name: &str, value: impl Into<String>) {
        self.push([(style::DIM, name.to_owned()), plain(value)]);
    }

    /// Adds a row of the name for each of the values.
    pub(crate) fn push_facts<T: Into<String>>(
        &mut self,
        name: &str,
        values: impl IntoIterator<Item = T>,
    ) {
        values.into_iter().for_each(|value| self.push_fact(name, value));
    }

    /// Adds rows of the name and of a text, which is at most `width` columns wide where a space allows it.
    pub(crate) fn push_wrapped(&mut self, name: &str, text: &str, width: usize) {
        self.push_fact_lines(name, display::wrap_after("", text, width));
    }

    /// Adds rows of the name and of a sentence, which is at most `width` columns wide.
    pub(crate) fn push_prose(&mut self, name: &str, text: &str, width: usize) {
        self.push_fact_lines(name, display::wrap_prose("", text, width));
    }

    fn push_fact_lines(&mut self, name: &str, lines: Vec<String>) {
        for (n, line) in lines.into_iter().enumerate() {
            self.push_fact(if n == 0 { name } else { "" }, line);
        }
    }

    /// Adds a row of a command to type and what it does.
    pub(crate) fn push_command(&mut self, command: &str, purpose: &str) {
        self.push([(style::COMMAND, command.to_owned()), (style::DIM, purpose.to_owned())]);
    }

    /// The lines without those columns that `width` has no room for, the first of `give_way` first. A line below says
    /// which they are; the first row has their names.
    pub(crate) fn fitting_lines(mut self, width: usize, give_way: &[usize]) -> Vec<String> {
        let mut give_way = give_way.iter();
        while self.natural_width() > width
            && let Some(column) = give_way.next()
        {
            self.hidden.push(*column);
        }
        let mut lines = self.lines(width);
        self.hidden.sort_unstable();
        let names = self.hidden.iter().filter_map(|column| self.rows.first()?.get(*column));
        let names: Vec<&str> = names.map(|(_, name)| name.as_str()).collect();
        if !names.is_empty() {
            let what = format!("A wider terminal shows more: {}.", names.join(", "));
            lines.extend(display::wrap(&what, width).into_iter().map(style::dim));
        }
        lines
    }

    /// The widths of the columns; 0 of one that is left out.
    fn column_widths(&self) -> Vec<usize> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widest = |column| {
            let cells = self.rows.iter().filter_map(|row| row.get::<usize>(column));
            cells.map(|(_, text)| display_width(text)).max().unwrap_or(0)
        };
        let shown = |column| if self.hidden.contains(&column) { 0 } else { widest(column) };
        (0..columns).map(shown).collect()
    }

    /// The width of the table where nothing of it is cut.
    fn natural_width(&self) -> usize {
        let widths = self.column_widths();
        let shown = widths.len() - self.hidden.len();
        self.indent.len() + widths.iter().sum::<usize>() + 2 * shown.saturating_sub(1)
    }

    /// One line for each row. The last cell of a row has its short form, or is cut, where it is wider than what is left of
    /// `width` columns.
    pub(crate) fn lines(&self, width: usize) -> Vec<String> {
        let widths = self.column_widths();
        let rows = self.rows.iter().enumerate();
        rows.map(|(n, row)| self.line(row, self.short_ends.get(&n), &widths, width)).collect()
    }

    fn line(
        &self,
        row: &[Cell],
        short_end: Option<&String>,
        widths: &[usize],
        width: usize,
    ) -> String {
        let mut line = self.indent.to_owned();
        let mut used = line.len();
        let cells = row.iter().zip(widths).enumerate();
        for (column, ((style, text), cell_width)) in
            cells.filter(|(column, _)| !self.hidden.contains(column))
        {
            let room = width.saturating_sub(used).max(8);
            let is_cut = column + 1 == row.len() && display_width(text) > room;
            let short = short_end.filter(|_| is_cut).unwrap_or(text);
            let text = if is_cut { &display::one_line(short, room) } else { text };
            let painted = match *style == Style::new() || text.is_empty() {
                true => text.clone(),
                false => style::paint(*style, text),
            };
            let padding = " ".repeat(cell_width.saturating_sub(display_width(text)));
            line.push_str(&match self.right_aligned.contains(&column) {
                true => format!("{padding}{painted}  "),
                false => format!("{painted}{padding}  "),
            });
            used += cell_width + 2;
        }
        line.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_give_way_in_their_order_where_there_is_no_room() {
        for (width, expected) in [
            (20, "day  cost  in  out\nmon    $1   2    3"),
            (17, "day  cost  in\nmon    $1   2\nA wider terminal\nshows more: out."),
            (9, "day  cost\nmon    $1\nA wider\nterminal\nshows\nmore: in,\nout."),
        ] {
            let mut table = TextTable::right_aligned(&[1, 2, 3]);
            table.push(["day", "cost", "in", "out"].map(plain));
            table.push(["mon", "$1", "2", "3"].map(plain));
            let lines = table.fitting_lines(width, &[3, 2]).join("\n");
            assert_eq!(anstream::adapter::strip_str(&lines).to_string(), expected);
        }
    }

    #[test]
    fn the_last_cell_has_its_short_form_where_the_long_one_does_not_fit() {
        for (width, expected) in [
            (22, "open  6 times the same"),
            (21, "open  6 × make test"),
            (19, "open  6 × make test"),
            (18, "open  6 × make te…"),
        ] {
            let mut table = TextTable::default();
            let cells = [plain("open"), plain("6 times the same")];
            table.push_with_short_end(cells, "6 × make test".to_owned());
            assert_eq!(table.lines(width), [expected], "{width}");
        }
    }

    #[test]
    fn columns_line_up_whatever_their_style() {
        let mut table = TextTable::right_aligned(&[1]);
        table.push([(style::ERROR, "open".to_owned()), plain("7"), plain("a b c d e f g h i j k")]);
        table.push([plain("half-open"), plain("120")]);
        let lines = table.lines(30);
        let shown = anstream::adapter::strip_str(&lines.join("\n")).to_string();
        assert_eq!(shown, "open         7  a b c d e f g…\nhalf-open  120");
    }
}
