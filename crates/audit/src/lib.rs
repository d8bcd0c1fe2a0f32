//! Queries over the records of runs in a small subset of Cypher, compiled to SQL. Pure: nothing is read or run.
//!
//! - `lexer`, `parser`: text to a `GraphQuery`
//! - `schema`: the labels, their properties, and where the store keeps them
//! - `compile`: a query to one `SELECT` with its parameters

mod compile;
mod lexer;
mod parser;
mod schema;
mod syntax;

pub use compile::{Parameter, ReturnedColumn, SqlQuery, ValueKind};
pub use schema::{GraphLabel, LABELS, Property};

/// The longest query, in bytes.
pub const MAX_QUERY_BYTES: usize = 16 << 10;

/// Why a text is not a query.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} (at byte {at})")]
pub struct QueryError {
    what: String,
    at: usize,
}

impl QueryError {
    fn new(what: impl Into<String>, at: usize) -> Self {
        Self { what: what.into(), at: at + 1 }
    }
}

/// Compiles a query to SQL.
///
/// # Errors
/// When the text is not a query of the subset, or names what the graph does not have.
pub fn compile(text: &str) -> Result<SqlQuery, QueryError> {
    if text.len() > MAX_QUERY_BYTES {
        return Err(QueryError::new("a query has at most 16 KiB", 0));
    }
    let tokens = lexer::tokens(text)?;
    let query = parser::Parser::new(&tokens, text).query()?;
    compile::sql(&query)
}

#[cfg(test)]
mod tests;
