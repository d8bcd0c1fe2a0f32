//! The engine and `observe` without a process around them.

mod decide;
mod fold;
mod observe;

use crate::Failure;
use crate::report::{Cell, Report, Table};

/// Measures all three and adds what was found to the report.
pub(crate) fn measure(quick: bool, report: &mut Report) -> Result<(), Failure> {
    let mut rows = Rows(Vec::new());
    fold::measure(quick, &mut rows, report)?;
    observe::measure(quick, &mut rows);
    decide::measure(quick, &mut rows)?;
    let title = "Inside one process".to_owned();
    report.tables.push(Table { title, columns: &["what", "median", "p90", "unit"], rows: rows.0 });
    Ok(())
}

/// Rows of the table.
struct Rows(Vec<Vec<Cell>>);

impl Rows {
    fn add(&mut self, what: &str, median: f64, p90: Option<f64>, unit: &str, digits: usize) {
        let p90 = p90.map_or(Cell::Empty, |p90| Cell::Number(p90, digits));
        self.0.push(vec![Cell::text(what), Cell::Number(median, digits), p90, Cell::text(unit)]);
    }
}
