//! How our values are kept in SQLite's columns.

use std::borrow::Cow;

use fusebox_engine::{InvalidId, Timestamp};
use rusqlite::Row;
use rusqlite::types::Type;

/// A point in time; SQLite's integers are signed, and the year 292 million is late enough.
pub(crate) fn ms(at: Timestamp) -> i64 {
    i64::try_from(at.0).unwrap_or(i64::MAX)
}

/// A count.
pub(crate) fn count(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// A digest: the same 64 bits.
pub(crate) fn bits(digest: u64) -> i64 {
    digest.cast_signed()
}

/// Reads what [`ms`] wrote.
pub(crate) fn timestamp(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    unsigned(row, column).map(Timestamp)
}

/// Reads what [`count`] wrote.
pub(crate) fn unsigned(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    let kept: i64 = row.get(column)?;
    u64::try_from(kept).map_err(|_| rusqlite::Error::IntegralValueOutOfRange(column, kept))
}

/// Reads what [`bits`] wrote.
pub(crate) fn digest(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}

/// Reads a checked identifier.
pub(crate) fn id<T>(row: &Row<'_>, column: usize) -> rusqlite::Result<T>
where
    T: TryFrom<Cow<'static, str>, Error = InvalidId>,
{
    let text: String = row.get(column)?;
    T::try_from(text.into()).map_err(|invalid| {
        rusqlite::Error::FromSqlConversionFailure(column, Type::Text, Box::new(invalid))
    })
}
