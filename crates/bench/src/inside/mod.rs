//! The engine and `observe` without a process around them.

mod decide;
mod fold;
mod observe;

use crate::Failure;
use fusebox_figures::{Cell, Report, Table};

/// Measures all three and adds what was found to the report.
pub(crate) fn measure(quick: bool, report: &mut Report) -> Result<(), Failure> {
    let mut rows = Rows(Vec::new());
    fold::measure(quick, &mut rows, report)?;
    observe::measure(quick, &mut rows);
    decide::measure(quick, &mut rows)?;
    let title = "Inside one process".to_owned();
    report.tables.push(Table {
        title,
        columns: &["what", "median", "slow end", "unit"],
        rows: rows.0,
    });
    Ok(())
}

/// Rows of the table. The slow end is what nine of ten samples do better than.
struct Rows(Vec<Vec<Cell>>);

impl Rows {
    fn add(&mut self, what: &str, median: f64, slow: Option<f64>, unit: &str, digits: usize) {
        let slow = slow.map_or(Cell::Empty, |slow| Cell::Number(slow, digits));
        self.0.push(vec![Cell::text(what), Cell::Number(median, digits), slow, Cell::text(unit)]);
    }
}
