//! A query to one `SELECT` with its parameters.

use std::fmt::Write as _;

use crate::QueryError;
use crate::syntax::{Expression, GraphQuery, OrderKey, TextMatch};

/// A compiled query.
#[derive(Debug, Clone, PartialEq)]
pub struct SqlQuery {
    /// The statement, which reads only.
    pub sql: String,
    /// The values of its numbered parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The columns that it returns.
    pub columns: Vec<ReturnedColumn>,
}

/// The value of a parameter.
#[derive(Debug, Clone, PartialEq)]
pub enum Parameter {
    /// A whole number.
    Integer(i64),
    /// A number.
    Decimal(f64),
    /// A text.
    Text(String),
}

/// A returned column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReturnedColumn {
    /// Its name.
    pub name: String,
    /// What it holds.
    pub kind: ValueKind,
}

/// What a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// True or false; SQL has 1 and 0 for them.
    Bool,
    /// A number.
    Number,
    /// A text.
    Text,
    /// One or the other.
    Any,
}

/// The longest statement, in bytes.
const MAX_SQL_BYTES: usize = 64 << 10;

pub(crate) fn sql(query: &GraphQuery) -> Result<SqlQuery, QueryError> {
    refuse_misplaced_aggregates(query)?;
    let mut writer = SqlWriter::default();
    writer.sql.push_str(if query.distinct { "SELECT DISTINCT " } else { "SELECT " });
    for (index, item) in query.returned.iter().enumerate() {
        writer.comma(index);
        writer.value(&item.value);
    }
    let _ = write!(writer.sql, " FROM {}", query.label.rows);
    if let Some(filter) = &query.filter {
        writer.sql.push_str(" WHERE ");
        writer.value(filter);
    }
    // As in Cypher, what is not an aggregate is what rows are grouped by.
    if query.returned.iter().any(|item| item.value.aggregates()) {
        let keys = query.returned.iter().enumerate().filter(|(_, item)| !item.value.aggregates());
        for (count, (index, _)) in keys.enumerate() {
            writer.sql.push_str(if count == 0 { " GROUP BY " } else { ", " });
            let _ = write!(writer.sql, "{}", index + 1);
        }
    }
    for (index, item) in query.order.iter().enumerate() {
        writer.sql.push_str(if index == 0 { " ORDER BY " } else { ", " });
        match &item.by {
            OrderKey::Column(column) => {
                let _ = write!(writer.sql, "{column}");
            }
            OrderKey::Value(value) => writer.value(value),
        }
        writer.sql.push_str(if item.descending { " DESC" } else { "" });
    }
    if query.limit.is_some() || query.skip.is_some() {
        let (limit, skip) = (query.limit.unwrap_or(-1), query.skip.unwrap_or(0));
        let _ = write!(writer.sql, " LIMIT {limit} OFFSET {skip}");
    }
    if writer.is_too_long() {
        return Err(QueryError::new("it makes more than 64 KiB of SQL; write it shorter", 0));
    }
    let columns = query
        .returned
        .iter()
        .map(|item| ReturnedColumn { name: item.name.clone(), kind: kind(&item.value) });
    let columns = columns.collect();
    Ok(SqlQuery { sql: writer.sql, parameters: writer.parameters, columns })
}

/// SQLite takes them for a misuse.
fn refuse_misplaced_aggregates(query: &GraphQuery) -> Result<(), QueryError> {
    if query.filter.as_ref().is_some_and(Expression::aggregates) {
        return Err(QueryError::new("WHERE cannot use an aggregate", 0));
    }
    let is_summed_up = query.returned.iter().any(|item| item.value.aggregates());
    let orders_by_one = query
        .order
        .iter()
        .any(|item| matches!(&item.by, OrderKey::Value(value) if value.aggregates()));
    if orders_by_one && !is_summed_up {
        let text = "ORDER BY cannot use an aggregate where RETURN has none";
        return Err(QueryError::new(text, 0));
    }
    Ok(())
}

fn kind(value: &Expression) -> ValueKind {
    match value {
        Expression::Property(property) => property.kind,
        Expression::Bool(_)
        | Expression::Not(_)
        | Expression::IsNull(..)
        | Expression::In(..)
        | Expression::TextMatch(..) => ValueKind::Bool,
        Expression::Binary(_, "+" | "-" | "*" | "/" | "%", _) => ValueKind::Number,
        Expression::Binary(..) => ValueKind::Bool,
        Expression::Text(_) => ValueKind::Text,
        Expression::Call(function, _, arguments)
            if matches!(function.name, "min" | "max" | "coalesce") =>
        {
            arguments.first().map_or(ValueKind::Any, kind)
        }
        Expression::Integer(_) | Expression::Decimal(_) | Expression::CountAll => ValueKind::Number,
        Expression::Null
        | Expression::Negative(_)
        | Expression::Call(..)
        | Expression::Case { .. } => ValueKind::Any,
    }
}

#[derive(Default)]
struct SqlWriter {
    sql: String,
    parameters: Vec<Parameter>,
}

impl SqlWriter {
    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.sql.push_str(", ");
        }
    }

    fn parameter(&mut self, value: Parameter) {
        self.parameters.push(value);
        let _ = write!(self.sql, "?{}", self.parameters.len());
    }

    fn is_too_long(&self) -> bool {
        self.sql.len() > MAX_SQL_BYTES
    }

    fn value(&mut self, value: &Expression) {
        // It is refused in the end.
        if self.is_too_long() {
            return;
        }
        match value {
            Expression::Null => self.sql.push_str("NULL"),
            Expression::Bool(is_true) => self.sql.push(if *is_true { '1' } else { '0' }),
            Expression::Integer(number) => self.parameter(Parameter::Integer(*number)),
            Expression::Decimal(number) => self.parameter(Parameter::Decimal(*number)),
            Expression::Text(text) => self.parameter(Parameter::Text(text.clone())),
            Expression::Property(property) => self.sql.push_str(property.sql),
            Expression::Not(of) => self.around("(NOT ", of, ")"),
            Expression::Negative(of) => self.around("(- ", of, ")"),
            Expression::IsNull(of, true) => self.around("(", of, " IS NULL)"),
            Expression::IsNull(of, false) => self.around("(", of, " IS NOT NULL)"),
            Expression::Binary(left, operator, right) => {
                self.around("(", left, " ");
                self.sql.push_str(operator);
                self.around(" ", right, ")");
            }
            Expression::In(of, list) => {
                self.around("(", of, " IN (");
                self.list(list);
                self.sql.push_str("))");
            }
            Expression::TextMatch(of, how, part) => self.text_match(of, *how, part),
            Expression::CountAll => self.sql.push_str("count(*)"),
            Expression::Call(function, distinct, arguments) => {
                self.sql.push_str(function.sql);
                self.sql.push_str(if *distinct { "(DISTINCT " } else { "(" });
                self.list(arguments);
                self.sql.push(')');
            }
            Expression::Case { of, arms, otherwise } => {
                self.sql.push_str("(CASE");
                of.iter().for_each(|of| self.around(" ", of, ""));
                for (when, then) in arms {
                    self.around(" WHEN ", when, "");
                    self.around(" THEN ", then, "");
                }
                otherwise.iter().for_each(|value| self.around(" ELSE ", value, ""));
                self.sql.push_str(" END)");
            }
        }
    }

    fn around(&mut self, before: &str, value: &Expression, after: &str) {
        self.sql.push_str(before);
        self.value(value);
        self.sql.push_str(after);
    }

    fn list(&mut self, values: &[Expression]) {
        for (index, value) in values.iter().enumerate() {
            self.comma(index);
            self.value(value);
        }
    }

    /// Compared as Cypher does: by case, and `%` is a character like others.
    fn text_match(&mut self, of: &Expression, how: TextMatch, part: &Expression) {
        match how {
            TextMatch::Contains => {
                self.around("(instr(", of, ", ");
                self.around("", part, ") > 0)");
            }
            TextMatch::StartsWith => {
                self.around("(instr(", of, ", ");
                self.around("", part, ") = 1)");
            }
            TextMatch::EndsWith => {
                self.around("(substr(", of, ", ");
                self.sql.push_str("-length(");
                let start = self.sql.len();
                self.value(part);
                // Not written anew: its parameters serve twice, as they are numbered.
                let written = self.sql.get(start..).unwrap_or_default().to_owned();
                self.sql.push_str(")) = ");
                if !self.is_too_long() {
                    self.sql.push_str(&written);
                }
                self.sql.push(')');
            }
        }
    }
}
