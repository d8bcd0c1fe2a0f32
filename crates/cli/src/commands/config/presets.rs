//! `fusebox config presets`.

use fusebox_config::{PRESETS, PolicyPreset, find_preset};
use serde::Serialize;

use crate::text_table::{TextTable, plain};
use crate::{CliError, Context, Result, display, style};

/// List the presets, or print one: a commented file to start from.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Print this one.
    name: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct PresetRow {
    name: &'static str,
    about: &'static str,
    /// The first setting that does nothing in this version yet.
    missing: Option<&'static str>,
}

impl PresetRow {
    fn new(preset: &PolicyPreset) -> Self {
        let missing = preset.unsupported_setting().map(|setting| setting.key);
        Self { name: preset.name, about: preset.about, missing }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let Some(name) = &args.name else {
        let rows: Vec<PresetRow> = PRESETS.iter().map(PresetRow::new).collect();
        return context
            .print_list(args.json, &rows, "", |rows| Ok(list_lines(rows, context.columns())));
    };
    let preset = find_preset(name).ok_or_else(|| {
        let known: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
        CliError::usage(format!("there is no preset `{name}`"))
            .hint(format!("presets: {}", known.join(", ")))
    })?;
    if args.json {
        context.json(&[PresetRow::new(preset)])?;
    } else {
        context.print(preset.text.trim_end())?;
    }
    Ok(())
}

/// The columns in front of what a preset is for.
const NAME_COLUMNS: usize = 9;

fn list_lines(rows: &[PresetRow], width: usize) -> Vec<String> {
    let mut table = TextTable::default();
    for row in rows {
        let missing = row.missing.map(|_| " Trimming is not built yet.");
        let about = format!("{}{}", row.about, missing.unwrap_or_default());
        let room = width.saturating_sub(NAME_COLUMNS);
        for (n, line) in display::wrap_after("", &about, room).into_iter().enumerate() {
            let name = if n == 0 { row.name } else { "" };
            table.push([(style::COMMAND, name.to_owned()), plain(line)]);
        }
    }
    table.lines(usize::MAX)
}
