//! `fusebox spend compare`: a provider's export beside what the records add up to.

use std::path::PathBuf;

use fusebox_spend::{Bill, BillColumns, BillComparison, BillError, ComparedSum, SignedUsd};
use serde_json::json;

use super::folders;
use crate::commands::prices;
use crate::text_table::{TextTable, plain};
use crate::{CliError, Context, Result, display, style};

const AFTER: &str = "\
The export is comma-separated (or by tabs or semicolons) with a header. Columns with plain names are
found: `date`, `model` and `cost`, or what the exports of providers call them. Others are named:
--columns date=Day,model=Snapshot,cost='Net amount'. Without a model, days are compared alone.

Days are those of UTC, as providers count them. Names of one model are taken for one whatever the
prefix of the provider, the date at the end, and the case.

Examples:
  fusebox spend compare export.csv
  fusebox spend compare costs.csv ~/.claude --columns date=day,cost=net --json";

/// Compare a provider's export of costs with what the records add up to: day by day and model by model.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub(crate) struct Args {
    /// The export, as CSV.
    #[arg(value_name = "BILL")]
    bill: PathBuf,
    /// Files and folders with the records of clients; where the clients keep them without it.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Names of columns of the export.
    #[arg(long, value_name = "date=…,model=…,cost=…", value_parser = parse_columns)]
    columns: Option<BillColumns>,
    /// Print JSON. Amounts are decimal strings of US dollars.
    #[arg(long)]
    json: bool,
}

/// Reads the names of columns.
fn parse_columns(text: &str) -> std::result::Result<BillColumns, String> {
    let mut columns = BillColumns::default();
    for pair in text.split(',') {
        let (what, name) =
            pair.split_once('=').ok_or_else(|| format!("`{pair}` is not of the form date=NAME"))?;
        let column = match what.trim() {
            "date" => &mut columns.date,
            "model" => &mut columns.model,
            "cost" => &mut columns.cost,
            other => return Err(format!("`{other}` is none of date, model and cost")),
        };
        *column = Some(name.trim().to_owned());
    }
    Ok(columns)
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let shown = display::one_line(&args.bill.display().to_string(), 300);
    let bytes =
        std::fs::read(&args.bill).map_err(|error| CliError::usage(format!("{shown}: {error}")))?;
    let columns = args.columns.clone().unwrap_or_default();
    let bill = Bill::read(&bytes, &columns).map_err(|error| {
        let hint = match error {
            BillError::Form { .. } | BillError::Empty => {
                "an export has a line with the names of its columns, and one for each cost"
            }
            BillError::Cell { .. } => {
                "amounts of other currencies have to be converted before; --columns date=…,model=…,cost=… names \
                 other columns"
            }
            BillError::NoColumn { .. } | BillError::TwoColumns { .. } => {
                "--columns date=…,model=…,cost=… names the columns"
            }
        };
        CliError::usage(format!("{shown}: {error}")).hint(hint)
    })?;
    let paths = folders::with_usage(&args.paths, context)?;
    let index = super::read_index(&paths, args.json, context)?;
    let comparison = fusebox_spend::compare(&bill, index.ledger(), &prices::table(context)?);
    if args.json {
        return context.json(&json!(comparison));
    }
    context.print(&text(&comparison, context).join("\n"))
}

fn text(comparison: &BillComparison, context: &Context) -> Vec<String> {
    let mut lines = table("day (UTC)", &comparison.days, &comparison.total, context);
    if comparison.has_models {
        lines.push(String::new());
        lines.extend(table("model", &comparison.models, &comparison.total, context));
    }
    let unlike: Vec<&ComparedSum> = comparison
        .rows
        .iter()
        .filter(|row| row.difference_usd.to_cents().trim_start_matches('-') != "0.00")
        .collect();
    if comparison.has_models && !unlike.is_empty() {
        lines.push(String::new());
        lines.push(style::heading("days and models that differ by a cent or more"));
        let mut table = TextTable::right_aligned(&[2, 3, 4]);
        for row in unlike {
            table.push(
                [plain(name(row.day.as_deref())), plain(name(row.model.as_deref()))]
                    .into_iter()
                    .chain(sums(row))
                    .collect::<Vec<_>>(),
            );
        }
        lines.extend(table.lines(context.columns()));
    }
    lines
}

fn table(what: &str, rows: &[ComparedSum], total: &ComparedSum, context: &Context) -> Vec<String> {
    let mut table = TextTable::right_aligned(&[1, 2, 3]);
    table.push([what, "bill", "records", "difference"].map(|name| (style::DIM, name.to_owned())));
    for row in rows {
        let named = row.day.as_deref().or(row.model.as_deref());
        table.push(std::iter::once(plain(name(named))).chain(sums(row)).collect::<Vec<_>>());
    }
    table.push(std::iter::once(plain("total")).chain(sums(total)).collect::<Vec<_>>());
    table.lines(context.columns())
}

fn name(name: Option<&str>) -> String {
    match name {
        None | Some("") => "-".to_owned(),
        Some(name) => display::one_line(name, 60),
    }
}

fn sums(row: &ComparedSum) -> impl Iterator<Item = crate::text_table::Cell> {
    let dollars = |amount: SignedUsd| {
        let cents = amount.to_cents();
        cents.strip_prefix('-').map_or_else(|| format!("${cents}"), |cents| format!("-${cents}"))
    };
    [row.bill_usd, row.records_usd, row.difference_usd]
        .map(|amount| plain(dollars(amount)))
        .into_iter()
}
