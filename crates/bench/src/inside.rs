//! Measures the engine and `observe` inside one process.

mod analysis;
mod decide;
mod fold;
mod observe;
mod payloads;

use crate::BenchError;
use fusebox_figures::{BenchReport, TableCell};

/// Measures fold, observe and decide, and adds one table to the report.
pub(crate) fn measure(quick: bool, report: &mut BenchReport) -> Result<(), BenchError> {
    let mut rows = FigureRows(Vec::new());
    fold::measure(quick, &mut rows, report)?;
    observe::measure(quick, &mut rows);
    payloads::measure(quick, &mut rows);
    decide::measure(quick, &mut rows)?;
    analysis::measure(quick, &mut rows, report)?;
    report.add_table("Inside one process", &["what", "median", "slow end", "unit"], rows.0);
    Ok(())
}

/// The rows of the table. Nine of ten samples are better than the slow end.
struct FigureRows(Vec<Vec<TableCell>>);

impl FigureRows {
    fn add(&mut self, what: &str, median: f64, slow: Option<f64>, unit: &str, digits: usize) {
        let slow = slow.map_or(TableCell::Empty, |slow| TableCell::Number(slow, digits));
        let mut row = TableCell::row(what, &[median], digits);
        row.extend([slow, TableCell::text(unit)]);
        self.0.push(row);
    }
}
