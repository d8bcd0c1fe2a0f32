//! Answers one statement of an audit, in a connection of its own that can only read.

use std::path::Path;

use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, ErrorCode};

use super::open::open_read_only;
use crate::{StoreError, StoreLocation};

/// One value of a row, or of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum SelectedValue {
    /// There is none.
    Null,
    /// A whole number.
    Integer(i64),
    /// A number.
    Decimal(f64),
    /// A text.
    Text(String),
}

/// The rows that a reading statement gives, up to `limit`.
///
/// # Errors
/// When there is no database, it cannot be read, the statement would write, or it cannot be answered.
pub fn select(
    location: &StoreLocation,
    sql: &str,
    parameters: &[SelectedValue],
    limit: usize,
) -> Result<Vec<Vec<SelectedValue>>, StoreError> {
    let folder = location.folder().unwrap_or(Path::new(""));
    let store = open_read_only(folder)?;
    let found = rows(&store.conn, sql, parameters, limit);
    found.map_err(|error| {
        query_fault(&store.file, &error).unwrap_or_else(|| StoreError::sqlite(&store.file, error))
    })
}

fn rows(
    conn: &Connection,
    sql: &str,
    parameters: &[SelectedValue],
    limit: usize,
) -> rusqlite::Result<Vec<Vec<SelectedValue>>> {
    let mut statement = conn.prepare(sql)?;
    if !statement.readonly() {
        return Err(rusqlite::Error::InvalidQuery);
    }
    let parameters = parameters.iter().map(|value| match value {
        SelectedValue::Null => Value::Null,
        SelectedValue::Integer(number) => Value::Integer(*number),
        SelectedValue::Decimal(number) => Value::Real(*number),
        SelectedValue::Text(text) => Value::Text(text.clone()),
    });
    let columns = statement.column_count();
    let mut rows = statement.query(rusqlite::params_from_iter(parameters))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        if found.len() == limit {
            break;
        }
        let values = (0..columns).map(|column| row.get_ref(column).map(selected));
        found.push(values.collect::<rusqlite::Result<_>>()?);
    }
    Ok(found)
}

/// The error of a statement that is at fault itself. A table that is not there and a text that is no JSON
/// are faults of the file: what the statement names and reads is ours.
fn query_fault(file: &Path, error: &rusqlite::Error) -> Option<StoreError> {
    use rusqlite::Error as Sql;
    let detail =
        if let Sql::SqlInputError { msg, .. } = error { msg.clone() } else { error.to_string() };
    let is_of_query = match error.sqlite_error_code() {
        Some(code) => matches!(code, ErrorCode::Unknown | ErrorCode::TooBig),
        None => {
            matches!(
                error,
                Sql::SqlInputError { .. } | Sql::InvalidQuery | Sql::InvalidParameterCount(..)
            )
        }
    };
    let says = |texts: &[&str]| texts.iter().any(|text| detail.contains(text));
    if !is_of_query || says(&["no such table", "no such column"]) {
        return None;
    }
    if says(&["malformed JSON"]) {
        return Some(StoreError::Row { file: file.to_owned(), detail });
    }
    Some(StoreError::Query { detail })
}

fn selected(value: ValueRef<'_>) -> SelectedValue {
    match value {
        ValueRef::Null => SelectedValue::Null,
        ValueRef::Integer(number) => SelectedValue::Integer(number),
        ValueRef::Real(number) => SelectedValue::Decimal(number),
        ValueRef::Text(text) | ValueRef::Blob(text) => {
            SelectedValue::Text(String::from_utf8_lossy(text).into_owned())
        }
    }
}
