//! Reads a provider's export of costs: comma-separated values whose columns are found by their names.

use std::collections::BTreeMap;

use csv::{ReaderBuilder, StringRecord, Trim};
use fusebox_engine::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::decimal::parse_picos;

/// The names under which exports have each column, in the order in which they are looked for.
const DATES: &[&str] = &[
    "date",
    "day",
    "usage_date_utc",
    "usage_date",
    "usage date",
    "date (utc)",
    "timestamp",
    "time",
    "start_time",
    "start_time_iso",
    "created_at",
];
const MODELS: &[&str] = &[
    "model",
    "model_version",
    "model version",
    "model_name",
    "model name",
    "snapshot_id",
    "line_item",
];
const COSTS: &[&str] = &[
    "cost",
    "cost_usd",
    "cost (usd)",
    "cost_in_usd",
    "total_cost",
    "total_cost_usd",
    "total cost (usd)",
    "total cost",
    "amount_value",
    "amount",
    "amount (usd)",
    "cost_total",
    "total_usd",
    "price",
    "usd",
];
/// The longest cell that an error shows, in characters.
const SHOWN: usize = 40;

/// The columns that a person named; those that are not named are found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BillColumns {
    /// The day, or a time.
    pub date: Option<String>,
    /// The model.
    pub model: Option<String>,
    /// The cost in US dollars.
    pub cost: Option<String>,
}

/// What a provider charged.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bill {
    /// Pico-dollars by the day in UTC and the model as the export names it. Credits are below zero.
    pub picos: BTreeMap<(String, String), i128>,
    /// The first and the last day of the export.
    pub days: Option<(Date, Date)>,
    /// Whether it tells models apart.
    pub has_models: bool,
}

/// Why an export cannot be read. Lines are counted from 1, with the header.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BillError {
    /// It is not made of comma-separated values.
    #[error("line {line}: {reason}")]
    Form {
        /// The line.
        line: u64,
        /// Why.
        reason: String,
    },
    /// There is no line beside the header, or not even that.
    #[error("it has no line with a cost")]
    Empty,
    /// No column is the one that is needed.
    #[error("no column is the {what}; the columns are {names}")]
    NoColumn {
        /// `date` or `cost`.
        what: &'static str,
        /// The columns that there are.
        names: String,
    },
    /// Two columns have the same name.
    #[error("two columns are called `{name}`")]
    TwoColumns {
        /// The name.
        name: String,
    },
    /// A cell cannot be understood.
    #[error("line {line}, column `{column}`: `{cell}` is no {what}")]
    Cell {
        /// The line.
        line: u64,
        /// The column's name.
        column: String,
        /// The cell, short.
        cell: String,
        /// What it should be.
        what: &'static str,
    },
}

/// The columns by their numbers.
struct FoundColumns {
    date: usize,
    model: Option<usize>,
    cost: usize,
}

impl Bill {
    /// Reads an export.
    ///
    /// # Errors
    /// Which line and column is wrong. Nothing is left out.
    pub fn read(bytes: &[u8], columns: &BillColumns) -> Result<Self, BillError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut reader =
            ReaderBuilder::new().delimiter(delimiter(bytes)).trim(Trim::All).from_reader(bytes);
        let header = reader.headers().map_err(|error| form(&error))?.clone();
        if header.iter().all(str::is_empty) {
            return Err(BillError::Empty);
        }
        let found = FoundColumns::find(&header, columns)?;
        let mut bill = Self { has_models: found.model.is_some(), ..Self::default() };
        for record in reader.records() {
            let record = record.map_err(|error| form(&error))?;
            bill.add(&record, &header, &found)?;
        }
        if bill.picos.is_empty() { Err(BillError::Empty) } else { Ok(bill) }
    }

    fn add(
        &mut self,
        record: &StringRecord,
        header: &StringRecord,
        found: &FoundColumns,
    ) -> Result<(), BillError> {
        let line = record.position().map_or(0, csv::Position::line);
        let cell = |column: usize| record.get(column).unwrap_or_default();
        let wrong = |column: usize, what| BillError::Cell {
            line,
            column: header.get(column).unwrap_or_default().to_owned(),
            cell: cell(column).chars().take(SHOWN).collect(),
            what,
        };
        let day = day_of(cell(found.date))
            .ok_or_else(|| wrong(found.date, "day as 2026-11-01, nor a time that begins so"))?;
        let cost = parse_picos(cell(found.cost))
            .ok_or_else(|| wrong(found.cost, "amount of US dollars like 1234.50"))?;
        let model = found.model.map_or("", cell).to_owned();
        let sum = self.picos.entry((day.to_string(), model)).or_default();
        *sum = sum.saturating_add(cost);
        let (first, last) = self.days.unwrap_or((day, day));
        self.days = Some((first.min(day), last.max(day)));
        Ok(())
    }
}

impl FoundColumns {
    fn find(header: &StringRecord, named: &BillColumns) -> Result<Self, BillError> {
        let find = |named: Option<&str>, known: &[&str], what| {
            let found = match named {
                Some(name) => column_called(header, name)?,
                None => {
                    let mut found = None;
                    for name in known {
                        found = column_called(header, name)?;
                        if found.is_some() {
                            break;
                        }
                    }
                    found
                }
            };
            let names = || header.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>();
            found.ok_or_else(|| BillError::NoColumn { what, names: names().join(", ") })
        };
        let model = match (&named.model, find(named.model.as_deref(), MODELS, "model")) {
            (_, Ok(column)) => Some(column),
            (None, Err(BillError::NoColumn { .. })) => None,
            (_, Err(error)) => return Err(error),
        };
        Ok(Self {
            date: find(named.date.as_deref(), DATES, "date")?,
            model,
            cost: find(named.cost.as_deref(), COSTS, "cost")?,
        })
    }
}

/// The only column of a name.
fn column_called(header: &StringRecord, name: &str) -> Result<Option<usize>, BillError> {
    let same = |(_, other): &(usize, &str)| other.eq_ignore_ascii_case(name.trim());
    let mut columns = header.iter().enumerate().filter(same).map(|(column, _)| column);
    let first = columns.next();
    if columns.next().is_some() {
        return Err(BillError::TwoColumns { name: name.to_owned() });
    }
    Ok(first)
}

/// What separates the cells: whichever of these the first line has most of.
fn delimiter(bytes: &[u8]) -> u8 {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let count = |sign: &u8| line.iter().filter(|byte| *byte == sign).count();
    // Of equals the last is taken: the comma.
    [b'\t', b';', b','].into_iter().max_by_key(count).unwrap_or(b',')
}

fn form(error: &csv::Error) -> BillError {
    let line = error.position().map_or(1, csv::Position::line);
    let reason = if matches!(error.kind(), csv::ErrorKind::Utf8 { .. }) {
        "it is not UTF-8".to_owned()
    } else if let csv::ErrorKind::UnequalLengths { expected_len, len, .. } = error.kind() {
        format!("it has {len} cells, and the header {expected_len}")
    } else {
        error.to_string()
    };
    BillError::Form { line, reason }
}

/// The day in UTC of a day or a time. Seconds and milliseconds since 1970 are times.
fn day_of(text: &str) -> Option<Date> {
    let of_time = |at: jiff::Timestamp| at.to_zoned(TimeZone::UTC).date();
    if text.len() >= 9 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        let number: i64 = text.parse().ok()?;
        let ms = if number < 100_000_000_000 { number.checked_mul(1_000)? } else { number };
        return jiff::Timestamp::from_millisecond(ms).ok().map(of_time);
    }
    if let Ok(at) = text.parse::<jiff::Timestamp>() {
        return Some(of_time(at));
    }
    let (day, rest) = text.split_at_checked(10)?;
    let is_time = rest.is_empty() || rest.starts_with(['T', ' ']);
    day.parse().ok().filter(|_| is_time)
}

/// The time at which a day of an export begins.
pub(crate) fn start(day: Date) -> Option<Timestamp> {
    fusebox_calendar::start_of_day(day, &TimeZone::UTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Bill, BillError> {
        Bill::read(text.as_bytes(), &BillColumns::default())
    }

    /// The sums of an export.
    fn sums(text: &str) -> Vec<(String, String, i128)> {
        let bill = read(text).unwrap();
        bill.picos.into_iter().map(|((day, model), picos)| (day, model, picos)).collect()
    }

    fn row(day: &str, model: &str, picos: i128) -> (String, String, i128) {
        (day.to_owned(), model.to_owned(), picos)
    }

    #[test]
    fn plain_headers_are_found_whatever_their_order_and_their_signs() {
        let expected =
            [row("2026-11-01", "m", 1_500_000_000_000), row("2026-11-02", "m", 250_000_000_000)];
        let comma =
            "Model,Cost (USD),Date\nm,1.25,2026-11-01\nm,$0.25,2026-11-01\nm,\"0.25\",2026-11-02\n";
        assert_eq!(sums(comma), expected);
        assert_eq!(sums(&format!("\u{feff}{}", comma.replace('\n', "\r\n"))), expected);
        assert_eq!(sums(&comma.replace(',', ";")), expected);
        assert_eq!(sums(&comma.replace(',', "\t")), expected);
        let by_day = "day,amount\n2026-11-01,3\n";
        assert_eq!(sums(by_day), [row("2026-11-01", "", 3_000_000_000_000)]);
        assert!(!read(by_day).unwrap().has_models);
    }

    #[test]
    fn a_time_is_on_its_day_in_utc() {
        for time in [
            "2026-11-01T23:30:00Z",
            "2026-11-02T00:30:00+02:00",
            "1793575800",
            "1793575800000",
            "2026-11-01 23:30:00",
        ] {
            assert_eq!(day_of(time).unwrap().to_string(), "2026-11-01", "{time}");
        }
        for wrong in [
            "",
            "11/01/2026",
            "2026-13-01",
            "2026-11-01x",
            "yesterday",
            "é026-11-01",
            "99999999999999999999",
        ] {
            assert_eq!(day_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_error_names_line_and_column() {
        let check = |text: &str, expected: &str| {
            assert_eq!(read(text).unwrap_err().to_string(), expected);
        };
        check(
            "date,cost\n2026-11-01,1\n2026-11-02,a lot\n",
            "line 3, column `cost`: `a lot` is no amount of US dollars like 1234.50",
        );
        check(
            "date,cost\n11/01/2026,1\n",
            "line 2, column `date`: `11/01/2026` is no day as 2026-11-01, nor a time that begins so",
        );
        check("date,cost\n2026-11-01\n", "line 2: it has 1 cells, and the header 2");
        check("date,spent\n", "no column is the cost; the columns are `date`, `spent`");
        check("date,date,cost\n", "two columns are called `date`");
        check("date,cost\n", "it has no line with a cost");
        check("", "it has no line with a cost");
        let named = BillColumns { cost: Some("Spent".to_owned()), ..BillColumns::default() };
        assert!(Bill::read(b"date,spent\n2026-11-01,2\n", &named).is_ok());
        let named = BillColumns { model: Some("kind".to_owned()), ..named };
        let error = Bill::read(b"date,spent\n2026-11-01,2\n", &named).unwrap_err();
        assert_eq!(error.to_string(), "no column is the model; the columns are `date`, `spent`");
    }
}
