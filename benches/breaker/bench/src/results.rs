//! What was measured, and its tables.

use fusebox_figures::{TableCell, FigureTable};

use crate::BenchError;
use crate::allocations::Counted;
use crate::floor::FETCH_ADD;
use crate::path::Path;
use crate::subject::{Family, Subject};

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

    pub(crate) fn notes(&self) -> Option<String> {
        let short = |figure: &&Figure| figure.rounds < self.rounds;
        let (missed, fewest) =
            self.figures.iter().filter(short).fold((0, self.rounds), |(missed, fewest), figure| {
                (missed + 1, fewest.min(figure.rounds))
            });
        (missed > 0).then(|| {
            format!(
                "the machine was busy: {missed} of {} figures are made of fewer than {} rounds, one of {fewest}",
                self.figures.len(),
                self.rounds
            )
        })
    }

    pub(crate) fn tables(&self, counted: &Counted) -> Result<Vec<FigureTable>, BenchError> {
        let unit = self.nanos(Family::Floor, FETCH_ADD, Path::Closed)?;
        Ok(vec![
            self.floor(unit),
            self.libraries(Family::Sync, "Calls that are waited for", unit, counted),
            self.libraries(Family::Async, "Futures that are ready at once", unit, counted),
            self.libraries(Family::Tower, "`tower` layers", unit, counted),
        ])
    }

    fn floor(&self, unit: f64) -> FigureTable {
        let row = |(index, subject): (usize, &Subject)| {
            vec![
                TableCell::text(subject.name),
                self.cell(index, Path::Closed),
                self.ratio(index, Path::Closed, unit),
                self.cell(index, Path::ClosedByTwo),
            ]
        };
        FigureTable {
            title: format!("The floor, ns ({} rounds)", self.rounds),
            columns: &["part", "one thread", "× `fetch_add`", "two threads"],
            rows: self.named(Family::Floor).map(row).collect(),
        }
    }

    fn libraries(&self, family: Family, title: &str, unit: f64, counted: &Counted) -> FigureTable {
        let row = |(index, subject): (usize, &Subject)| {
            let mut cells = vec![
                TableCell::text(subject.name),
                self.cell(index, Path::Closed),
                self.ratio(index, Path::Closed, unit),
            ];
            let others = [Path::ClosedByTwo, Path::Mixed, Path::MixedByTwo, Path::Rejected];
            cells.extend(others.map(|path| self.cell(index, path)));
            cells.push(counted.most(family, subject.name).map_or(TableCell::Empty, TableCell::text));
            cells
        };
        FigureTable {
            title: format!("{title}, ns per call"),
            columns: &[
                "library",
                "closed",
                "× `fetch_add`",
                "closed, two threads",
                "1 % failures",
                "1 % failures, two threads",
                "rejected",
                "allocations",
            ],
            rows: self.named(family).map(row).collect(),
        }
    }

    fn named(&self, family: Family) -> impl Iterator<Item = (usize, &Subject)> {
        self.subjects.iter().enumerate().filter(move |(_, subject)| subject.family == family)
    }

    fn figure(&self, subject: usize, path: Path) -> Option<f64> {
        let mut figures = self.figures.iter();
        figures
            .find(|found| found.subject == subject && found.path == path)
            .map(|found| found.nanos)
    }

    fn cell(&self, subject: usize, path: Path) -> TableCell {
        self.figure(subject, path).map_or(TableCell::Empty, |nanos| TableCell::Number(nanos, digits(nanos)))
    }

    fn ratio(&self, subject: usize, path: Path, unit: f64) -> TableCell {
        let ratio = self.figure(subject, path).map(|nanos| nanos / unit);
        ratio.map_or(TableCell::Empty, |ratio| TableCell::Number(ratio, digits(ratio)))
    }
}

/// Three digits that mean something.
pub(crate) fn digits(value: f64) -> usize {
    if value < 10.0 {
        2
    } else if value < 100.0 {
        1
    } else {
        0
    }
}
