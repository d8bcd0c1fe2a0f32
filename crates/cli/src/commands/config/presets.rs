//! `fusebox config presets`.

use fusebox_config::{PRESETS, PolicyPreset, find_preset};
use serde::Serialize;

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::style;

/// List the presets, or print one: a commented file to start from.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print this one.
    name: Option<String>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    about: &'static str,
    /// The first setting that this version does not have; the preset is refused then.
    missing: Option<&'static str>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let rows: Vec<Row> = match &args.name {
        Some(name) => vec![row(named(name)?)],
        None => PRESETS.iter().map(row).collect(),
    };
    if args.json {
        context.json(&rows)?;
    } else if let Some(name) = &args.name {
        context.print(named(name)?.text.trim_end())?;
    } else {
        for row in &rows {
            context.print(&text(row))?;
        }
    }
    Ok(exit::OK)
}

fn named(name: &str) -> Result<&'static PolicyPreset, CliError> {
    let known: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
    find_preset(name).ok_or_else(|| {
        CliError::usage(format!("there is no preset `{name}`"))
            .hint(format!("presets: {}", known.join(", ")))
    })
}

fn row(preset: &PolicyPreset) -> Row {
    let missing = preset.unsupported_setting().map(|setting| setting.key);
    Row { name: preset.name, about: preset.about, missing }
}

fn text(row: &Row) -> String {
    let name = style::paint(style::COMMAND, format!("{:<8}", row.name));
    let missing = row
        .missing
        .map_or(String::new(), |_| style::paint(style::DIM, " Not in this version yet."));
    format!("{name} {}{missing}", row.about)
}
