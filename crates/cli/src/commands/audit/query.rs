//! `fusebox audit query`.

use fusebox_audit::{Parameter, ReturnedColumn, ValueKind};
use fusebox_store::{SelectedValue, StoreError, StoreLocation, select};
use serde_json::{Map, Value, json};

use crate::text_table::{TextTable, plain};
use crate::{CliError, Context, Result, display, style};

/// The most rows that are printed; `LIMIT` asks for fewer.
const ROWS: usize = 100_000;
/// The longest value in a table, in characters.
const VALUE_CHARS: usize = 120;

/// Answer a query over the records, in a small subset of Cypher. It only reads.
///
/// `MATCH (n:Label) WHERE … RETURN … ORDER BY … SKIP n LIMIT n`, with the aggregates COUNT, SUM, AVG, MIN
/// and MAX, CASE, AND, OR, NOT, IN, IS NULL, CONTAINS, STARTS WITH and ENDS WITH.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The query.
    #[arg(value_name = "QUERY")]
    query: String,
    /// Print JSON: a list of objects, one for each row.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let at_fault =
        |text: String| CliError::usage(text).hint("docs/audit.md shows what a query may have");
    let query = fusebox_audit::compile(&args.query).map_err(|error| at_fault(error.to_string()))?;
    drop(context.runtime(None)?); // Makes or upgrades the database.
    let parameters: Vec<SelectedValue> = query.parameters.iter().map(to_selected).collect();
    let location = StoreLocation::from(&context.home()?.state_dir);
    let rows = select(&location, &query.sql, &parameters, ROWS).map_err(|error| {
        if matches!(error, StoreError::Query { .. }) {
            at_fault(error.to_string())
        } else {
            CliError::from(error)
        }
    })?;
    if args.json {
        let rows: Vec<Value> = rows.iter().map(|row| object(&query.columns, row).into()).collect();
        return context.print(&serde_json::to_string_pretty(&rows)?);
    }
    if rows.is_empty() {
        context.inform("No rows.");
        return Ok(());
    }
    let mut table = TextTable::right_aligned(&[]);
    let names = query.columns.iter().map(|column| style::column_name(&column.name));
    table.push(names.collect::<Vec<_>>());
    for row in &rows {
        let values = query.columns.iter().zip(row).map(|(column, value)| shown(column.kind, value));
        table.push(values.map(plain).collect::<Vec<_>>());
    }
    context.print(&table.lines(context.columns()).join("\n"))
}

fn to_selected(parameter: &Parameter) -> SelectedValue {
    match parameter {
        Parameter::Integer(number) => SelectedValue::Integer(*number),
        Parameter::Decimal(number) => SelectedValue::Decimal(*number),
        Parameter::Text(text) => SelectedValue::Text(text.clone()),
    }
}

/// A row by the names of its columns.
pub(super) fn object(columns: &[ReturnedColumn], row: &[SelectedValue]) -> Map<String, Value> {
    let fields = columns.iter().zip(row).map(|(column, value)| {
        let value = match (column.kind, value) {
            (_, SelectedValue::Null) => Value::Null,
            (ValueKind::Bool, SelectedValue::Integer(number)) => json!(*number != 0),
            (_, SelectedValue::Integer(number)) => json!(number),
            (_, SelectedValue::Decimal(number)) => json!(number),
            (_, SelectedValue::Text(text)) => json!(text),
        };
        (column.name.clone(), value)
    });
    fields.collect()
}

fn shown(kind: ValueKind, value: &SelectedValue) -> String {
    match (kind, value) {
        (_, SelectedValue::Null) => "null".to_owned(),
        (ValueKind::Bool, SelectedValue::Integer(number)) => (*number != 0).to_string(),
        (_, SelectedValue::Integer(number)) => number.to_string(),
        (_, SelectedValue::Decimal(number)) => number.to_string(),
        (_, SelectedValue::Text(text)) => display::one_line(text, VALUE_CHARS),
    }
}
