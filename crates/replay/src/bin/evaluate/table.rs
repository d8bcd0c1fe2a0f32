//! Plain text tables.

use std::io::{Result, Write};

/// Rows of cells under headings. Numbers are aligned to the right.
pub(crate) struct TextTable {
    rows: Vec<Vec<String>>,
}

impl TextTable {
    /// An empty table; its headings are separated by `|`.
    pub(crate) fn headed(headings: &str) -> Self {
        Self { rows: vec![headings.split('|').map(str::to_owned).collect()] }
    }

    pub(crate) fn row(&mut self, cells: &[&dyn ToString]) {
        self.rows.push(cells.iter().map(|cell| cell.to_string()).collect());
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |n: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(n));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                let is_number = cell.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                let blanks = " ".repeat(width - cell.chars().count());
                let (before, after) = if is_number { (&*blanks, "") } else { ("", &*blanks) };
                line.push_str(&format!("  {before}{cell}{after}"));
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        writeln!(out)
    }
}

/// `7 of 9 (78 %)`.
pub(crate) fn share(part: usize, whole: usize) -> String {
    let percent = part as f64 * 100.0 / whole.max(1) as f64;
    format!("{part} of {whole} ({percent:.0} %)")
}

/// A number, or a dash where there is none.
pub(crate) fn or_dash(number: Option<impl ToString>) -> String {
    number.map_or_else(|| "-".to_owned(), |number| number.to_string())
}

/// The median.
pub(crate) fn median(mut numbers: Vec<i64>) -> Option<i64> {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).copied()
}
