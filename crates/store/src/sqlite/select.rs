//! Answers one statement of an audit, in a connection of its own that can only read.

use std::path::Path;

use rusqlite::types::{Value, ValueRef};

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
/// When there is no database, it cannot be read, or the statement would write.
pub fn select(
    location: &StoreLocation,
    sql: &str,
    parameters: &[SelectedValue],
    limit: usize,
) -> Result<Vec<Vec<SelectedValue>>, StoreError> {
    let folder = location.folder().unwrap_or(Path::new(""));
    let store = open_read_only(folder)?;
    store.with(|conn| {
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
    })
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
