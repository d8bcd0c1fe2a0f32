//! The engine and `observe` without a process around them.

mod decide;
mod fold;
mod observe;

use crate::BenchError;
use fusebox_figures::{BenchReport, FigureTable, TableCell};

/// Measures all three and adds what was found to the report.
pub(crate) fn measure(quick: bool, report: &mut BenchReport) -> Result<(), BenchError> {
    let mut rows = FigureRows(Vec::new());
    fold::measure(quick, &mut rows, report)?;
    observe::measure(quick, &mut rows);
    decide::measure(quick, &mut rows)?;
    let title = "Inside one process".to_owned();
    report.tables.push(FigureTable {
        title,
        columns: &["what", "median", "slow end", "unit"],
        rows: rows.0,
    });
    Ok(())
}

/// Rows of the table. The slow end is what nine of ten samples do better than.
struct FigureRows(Vec<Vec<TableCell>>);

impl FigureRows {
    fn add(&mut self, what: &str, median: f64, slow: Option<f64>, unit: &str, digits: usize) {
        let slow = slow.map_or(TableCell::Empty, |slow| TableCell::Number(slow, digits));
        self.0.push(vec![
            TableCell::text(what),
            TableCell::Number(median, digits),
            slow,
            TableCell::text(unit),
        ]);
    }
}
