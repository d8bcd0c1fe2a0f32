//! Tables of figures and the targets they are checked against, for people and as JSON.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::machine::describe_machine;

/// The results of one run.
#[derive(Debug, Default)]
pub struct BenchReport {
    /// The machine it ran on.
    machine: String,
    /// The tables, in the order of the page.
    tables: Vec<FigureTable>,
    /// The figures that have a target.
    checks: Vec<TargetCheck>,
    /// What could not be measured on this machine, and why.
    pub notes: Vec<String>,
}

/// A table of figures.
#[derive(Debug)]
struct FigureTable {
    title: String,
    columns: &'static [&'static str],
    rows: Vec<Vec<TableCell>>,
}

/// A cell of a table.
#[derive(Debug, Clone)]
pub enum TableCell {
    /// A text.
    Text(String),
    /// A number and its digits after the point.
    Number(f64, usize),
    /// An empty cell.
    Empty,
}

/// A figure and its target.
#[derive(Debug)]
struct TargetCheck {
    what: String,
    found: f64,
    at_most: f64,
    unit: &'static str,
}

impl TargetCheck {
    fn is_met(&self) -> bool {
        self.found <= self.at_most
    }
}

impl BenchReport {
    /// An empty report of a run on this machine, whose disk is that of `dir`.
    pub fn on_machine(dir: &Path) -> Self {
        Self { machine: describe_machine(dir), ..Self::default() }
    }

    /// Adds a table under a heading. Its first column is text; the others are aligned to the right. A row has as many
    /// cells as there are columns.
    pub fn add_table(
        &mut self,
        title: impl Into<String>,
        columns: &'static [&'static str],
        rows: Vec<Vec<TableCell>>,
    ) {
        self.tables.push(FigureTable { title: title.into(), columns, rows });
    }

    /// Adds a figure that must be at most `at_most`; `unit` is printed after both, with its leading space.
    pub fn add_check(
        &mut self,
        what: impl Into<String>,
        found: f64,
        at_most: f64,
        unit: &'static str,
    ) {
        self.checks.push(TargetCheck { what: what.into(), found, at_most, unit });
    }

    /// Whether every target is met.
    pub(crate) fn all_met(&self) -> bool {
        self.checks.iter().all(TargetCheck::is_met)
    }

    /// Renders the generated part of the page.
    pub(crate) fn markdown(&self) -> String {
        let mut text = format!("Measured on {}.\n", self.machine);
        for table in &self.tables {
            let _ = write!(text, "\n### {}\n\n{}", table.title, table.markdown());
        }
        let _ = write!(text, "\n### Targets\n\n{}", self.targets().markdown());
        for note in &self.notes {
            let _ = write!(text, "\nNote: {note}.\n");
        }
        text
    }

    /// Renders the same content as JSON.
    pub(crate) fn json(&self) -> Value {
        let tables = self.tables.iter().map(FigureTable::json).collect::<Vec<_>>();
        let checks = self.checks.iter().map(|check| {
            json!({"what": check.what, "found": check.found, "at_most": check.at_most,
                "unit": check.unit.trim(), "met": check.is_met()})
        });
        json!({"machine": self.machine, "tables": tables,
            "checks": checks.collect::<Vec<_>>(), "notes": self.notes})
    }

    fn targets(&self) -> FigureTable {
        let row = |check: &TargetCheck| {
            let figure = |n: f64| format!("{}{}", short_number(n), check.unit);
            let met = if check.is_met() { "met" } else { "**missed**" };
            [check.what.clone(), figure(check.found), figure(check.at_most), met.to_owned()]
                .map(TableCell::Text)
                .to_vec()
        };
        FigureTable {
            title: "Targets".to_owned(),
            columns: &["what", "found", "at most", ""],
            rows: self.checks.iter().map(row).collect(),
        }
    }
}

/// Formats a number with two digits after the point, or four for one below 0.01.
fn short_number(n: f64) -> String {
    let digits = if n != 0.0 && n.abs() < 0.01 { 4 } else { 2 };
    let text = format!("{n:.digits$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl FigureTable {
    fn markdown(&self) -> String {
        let mut text = format!("| {} |\n|---|", self.columns.join(" | "));
        text.push_str(&"---:|".repeat(self.columns.len().saturating_sub(1)));
        text.push('\n');
        for row in &self.rows {
            let cells: Vec<String> = row.iter().map(TableCell::to_text).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text
    }

    fn json(&self) -> Value {
        let row = |row: &Vec<TableCell>| {
            let cells = self.columns.iter().zip(row);
            let named = cells.map(|(name, cell)| ((*name).to_owned(), cell.json()));
            Value::Object(named.collect::<Map<_, _>>())
        };
        json!({"title": self.title, "rows": self.rows.iter().map(row).collect::<Vec<_>>()})
    }
}

impl TableCell {
    /// A row of a name and its figures, each with as many digits after the point.
    pub fn row(name: impl Into<String>, figures: &[f64], digits: usize) -> Vec<Self> {
        let figures = figures.iter().map(|figure| Self::Number(*figure, digits));
        std::iter::once(Self::text(name)).chain(figures).collect()
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(value, digits) => format!("{value:.digits$}"),
            Self::Empty => String::new(),
        }
    }

    fn json(&self) -> Value {
        match self {
            Self::Text(text) => json!(text),
            Self::Number(value, _) => json!(value),
            Self::Empty => Value::Null,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        let shown = [0.0, 0.0045, 0.1, 1.25, 12.0].map(short_number);
        assert_eq!(shown, ["0", "0.0045", "0.1", "1.25", "12"]);
    }

    #[test]
    fn a_missed_target_is_seen() {
        let mut report = BenchReport::default();
        report.add_check("hook", 1.2, 1.25, " ms");
        report.add_check("hook", 1.3, 1.25, " ms");
        assert!(!report.all_met());
        let text = report.markdown();
        assert!(text.contains("| hook | 1.2 ms | 1.25 ms | met |"), "{text}");
        assert!(text.contains("| hook | 1.3 ms | 1.25 ms | **missed** |"), "{text}");
    }
}
