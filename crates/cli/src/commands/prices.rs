//! `fusebox prices`: what the tokens of a model cost, and where that comes from.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use fusebox_engine::PicoUsd;
use fusebox_prices::{
    PriceBasis, PriceRow, PriceSources, PriceTable, PricedModel, Rates, read_litellm,
};
use fusebox_runtime::imported_prices;
use serde_json::json;

use crate::person::{self, PersonArgs};
use crate::policy::{self, PolicyArgs};
use crate::text_table::{TextTable, plain};
use crate::{CliError, Context, Result, display, style};

/// Models that cannot be imported and are named; the rest is a number.
const NAMED_FAULTS: usize = 20;
/// Prices are shown for this many tokens.
const TOKENS: u64 = 1_000_000;

const EXAMPLES: &str = "\
Examples:
  fusebox prices show claude-sonnet-4-5
  fusebox prices show us.anthropic.claude-opus-4-5-20251101-v1:0 --json
  fusebox prices import model_prices_and_context_window.json";

/// Show what the tokens of a model cost, and import other prices.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: PricesCommand,
}

#[derive(Debug, Subcommand)]
enum PricesCommand {
    /// Show the prices of one model, under any name that a client gives it.
    Show {
        /// The model.
        model: String,
        /// Print JSON. Prices are decimal strings of US dollars for one token.
        #[arg(long)]
        json: bool,
    },
    /// Put the prices of a file over the built-in ones.
    ///
    /// The file is LiteLLM's `model_prices_and_context_window.json`. It replaces the file imported before.
    /// Only a person may do this, in a terminal outside the agent.
    Import {
        /// The file.
        file: PathBuf,
        #[command(flatten)]
        person: PersonArgs,
    },
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    match &args.command {
        PricesCommand::Show { model, json } => show(model, *json, context),
        PricesCommand::Import { file, person } => import(file, *person, context),
    }
}

/// The built-in prices with the imported and the configured ones over them. Lines of the imported ones that cannot be
/// read are named and left out.
pub(crate) fn table(context: &Context) -> Result<PriceTable> {
    let folder = &context.home()?.state_dir;
    let imported = imported_prices::read(folder).unwrap_or_else(|error| {
        let file = imported_prices::file(folder);
        context.note(&format!("{}: {error}. The built-in prices are used.", file.display()));
        String::new()
    });
    if let Err(error) = PriceTable::parse(&imported) {
        context.note(&format!(
            "{}: {error}. The prices of that line are left out. `fusebox prices import FILE` writes the file anew.",
            imported_prices::file(folder).display()
        ));
    }
    // A policy with a mistake is told by `fusebox config check`; prices are read all the same.
    let compiled = policy::compiled(context, None, &PolicyArgs::default(), None);
    let configured = compiled.map(|compiled| compiled.policy.spend.prices).unwrap_or_default();
    Ok(PriceSources { configured: &configured, imported: &imported }.table())
}

fn show(model: &str, is_json: bool, context: &Context) -> Result<()> {
    let priced = table(context)?.price_of(model);
    if is_json {
        return context.json(&json!({
            "model": model,
            "known": priced.is_known(),
            "basis": priced.basis,
            "rows": priced.rows,
        }));
    }
    let mut lines = vec![basis_line(model, &priced)];
    let mut table = TextTable::right_aligned(&[2, 3, 4, 5, 6]);
    let head = ["service", "prompt", "input", "output", "cache read", "write 5m", "write 1h"];
    table.push(head.map(|cell| (style::DIM, cell.to_owned())));
    for row in &priced.rows {
        table.push(cells(row));
    }
    lines.extend(table.fitting_lines(context.columns(), &GIVE_WAY));
    lines.push("US dollars for a million tokens".to_owned());
    context.print(&lines.join("\n"))
}

/// The columns that a narrow terminal has no room for, the first of them first: the writes of an hour, the service.
const GIVE_WAY: [usize; 2] = [6, 0];

fn basis_line(model: &str, priced: &PricedModel) -> String {
    match &priced.basis {
        PriceBasis::Known(name) if name == model => format!("{model}: known"),
        PriceBasis::Known(name) => format!("{model}: known as {name}"),
        PriceBasis::DearestOfFamily(family) => {
            format!("{model}: unknown, charged at the dearest prices of {family}")
        }
        PriceBasis::Dearest => format!("{model}: unknown, charged at the dearest prices of all"),
    }
}

fn cells(row: &PriceRow) -> [(anstyle::Style, String); 7] {
    let Rates { input, output, cache_read, cache_write, cache_write_1h } = row.rates;
    let price = |price: PicoUsd| plain(price.times(TOKENS).to_string());
    let above = match row.above_tokens {
        0 => "any".to_owned(),
        tokens => format!("above {tokens}"),
    };
    let prompt = if row.from.is_empty() { above } else { format!("{above}, from {}", row.from) };
    [
        plain(row.service.name()),
        plain(prompt),
        price(input),
        price(output),
        price(cache_read),
        price(cache_write),
        price(cache_write_1h),
    ]
}

fn import(file: &Path, person: PersonArgs, context: &Context) -> Result<()> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| CliError::usage(format!("{}: {error}", file.display())))?;
    let read = read_litellm(&text).map_err(|error| {
        CliError::usage(format!("{} is no price file of LiteLLM: {error}", file.display()))
    })?;
    for fault in read.faults.iter().take(NAMED_FAULTS) {
        context.inform(&format!("{} {fault}", style::warning("not imported:")));
    }
    let rest = read.faults.len().saturating_sub(NAMED_FAULTS);
    if rest > 0 {
        let models = display::count(rest as u64, "more model");
        context.inform(&format!("{} {models}", style::warning("not imported:")));
    }
    let models: std::collections::BTreeSet<&str> =
        read.table.rows().iter().map(|row| row.model.as_str()).collect();
    if models.is_empty() {
        return Err(CliError::usage(format!("{} has no price that can be used", file.display())));
    }
    let imported = display::count(models.len() as u64, "model");
    let question = format!("Put the prices of {imported} over the built-in ones?");
    person::confirm(context, &context.runtime(None)?, person, &question)?;
    let path = imported_prices::file(&context.home()?.state_dir);
    let unfinished = path.with_extension("new");
    let mut written = std::fs::File::create(&unfinished)?;
    written.write_all(read.table.to_text().as_bytes())?;
    written.sync_all()?;
    std::fs::rename(&unfinished, &path)?;
    context.say(&format!(
        "Imported: the prices of {imported} from {}. Not imported: {} with a price that cannot be used, {} not paid by \
         the token.",
        file.display(),
        read.faults.len(),
        read.without_tokens
    ))
}
