//! What was measured, and its tables.

use fusebox_figures::{BenchReport, TableCell};

use crate::BenchError;
use crate::allocations::AllocationCounts;
use crate::floor::FETCH_ADD;
use crate::path::Path;
use crate::subject::{Family, Subject};

const LIBRARY_COLUMNS: &[&str] = &[
    "library",
    "closed",
    "× `fetch_add`",
    "closed, two threads",
    "1 % failures",
    "1 % failures, two threads",
    "rejected",
    "allocations",
];

/// The figures of one run.
pub(crate) struct Results {
    pub(crate) subjects: Vec<Subject>,
    pub(crate) figures: Vec<Figure>,
    /// How many each figure should be made of.
    pub(crate) rounds: usize,
}

/// The time of one call of one subject on one path.
pub(crate) struct Figure {
    pub(crate) subject: usize,
    pub(crate) path: Path,
    /// How many rounds counted.
    pub(crate) rounds: usize,
    /// The median of the rounds.
    pub(crate) nanos: f64,
}

impl Results {
    /// Nanoseconds per call.
    pub(crate) fn nanos(&self, family: Family, name: &str, path: Path) -> Result<f64, BenchError> {
        let found = self.named(family).find(|(_, subject)| subject.name == name);
        let found = found.and_then(|(index, _)| self.figure(index, path));
        found.ok_or_else(|| format!("no figure for {name}, {path:?}").into())
    }

    /// The least nanoseconds per call of any subject that is not ours.
    pub(crate) fn best_peer(&self, family: Family, path: Path) -> Result<f64, BenchError> {
        let peers = self.named(family).filter(|(_, subject)| !subject.name.contains("fusebox"));
        let nanos = peers.filter_map(|(index, _)| self.figure(index, path));
        nanos.min_by(f64::total_cmp).ok_or_else(|| format!("no peers for {path:?}").into())
    }

    /// The note on a machine that was busy.
    pub(crate) fn note(&self) -> Option<String> {
        let rounds = self.figures.iter().map(|figure| figure.rounds);
        let short = rounds.filter(|rounds| *rounds < self.rounds);
        let (missed, fewest) = (short.clone().count(), short.min()?);
        let (all, rounds) = (self.figures.len(), self.rounds);
        Some(format!(
            "the machine was busy: {missed} of {all} figures are made of fewer than {rounds} rounds, one of {fewest}"
        ))
    }

    pub(crate) fn add_tables(
        &self,
        counted: &AllocationCounts,
        report: &mut BenchReport,
    ) -> Result<(), BenchError> {
        let unit = self.nanos(Family::Floor, FETCH_ADD, Path::Closed)?;
        let title = format!("The floor, ns ({} rounds)", self.rounds);
        let columns = &["part", "one thread", "× `fetch_add`", "two threads"];
        let rows = self.named(Family::Floor).map(|part| self.row(part, unit, &[Path::ClosedByTwo]));
        report.add_table(title, columns, rows.collect());
        for (family, title) in [
            (Family::Sync, "Calls that are waited for, ns per call"),
            (Family::Async, "Futures that are ready at once, ns per call"),
            (Family::Tower, "`tower` layers, ns per call"),
        ] {
            let others = [Path::ClosedByTwo, Path::Mixed, Path::MixedByTwo, Path::Rejected];
            let rows = self.named(family).map(|(index, subject)| {
                let mut cells = self.row((index, subject), unit, &others);
                let most = counted.most(family, subject.name);
                cells.push(most.map_or(TableCell::Empty, TableCell::text));
                cells
            });
            report.add_table(title, LIBRARY_COLUMNS, rows.collect());
        }
        Ok(())
    }

    /// The name of a subject, the time of a closed circuit in nanoseconds and in units, and the time on other paths.
    fn row(&self, subject: (usize, &Subject), unit: f64, others: &[Path]) -> Vec<TableCell> {
        let (index, Subject { name, .. }) = subject;
        let closed = [1.0, unit].map(|unit| self.cell(index, Path::Closed, unit));
        let mut cells = vec![TableCell::text(*name)];
        cells.extend(closed);
        cells.extend(others.iter().map(|path| self.cell(index, *path, 1.0)));
        cells
    }

    fn named(&self, family: Family) -> impl Iterator<Item = (usize, &Subject)> {
        self.subjects.iter().enumerate().filter(move |(_, subject)| subject.family == family)
    }

    fn figure(&self, subject: usize, path: Path) -> Option<f64> {
        let is_asked = |figure: &&Figure| figure.subject == subject && figure.path == path;
        self.figures.iter().find(is_asked).map(|figure| figure.nanos)
    }

    /// The figure as a multiple of `unit`.
    fn cell(&self, subject: usize, path: Path, unit: f64) -> TableCell {
        self.figure(subject, path).map_or(TableCell::Empty, |nanos| cell(nanos / unit))
    }
}

/// A number with three digits that mean something.
pub(crate) fn cell(value: f64) -> TableCell {
    let digits = if value < 10.0 {
        2
    } else if value < 100.0 {
        1
    } else {
        0
    };
    TableCell::Number(value, digits)
}
