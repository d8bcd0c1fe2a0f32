//! `fusebox config import`.

use std::path::PathBuf;

use fusebox_config::{ImportedSetting, ImportedSettings, import_settings};
use fusebox_guard::policies;

use crate::{CliError, Context, Result, display, style};

const EXAMPLES: &str = "\
Examples:
  fusebox config import .squadron/config.yaml > .fusebox.toml
  fusebox config import .cuedeck/config.toml
  fusebox config import .env --json";

/// Translate the configuration of another circuit breaker, and say what was left.
///
/// Reads Squadron's `.squadron/config.yaml`, CueDeck's `.cuedeck/config.toml`, the thresholds of
/// Nity Loop, and a task or the variables of Mimir, as YAML, JSON, TOML or `.env`. The settings go to
/// standard output as a configuration file; nothing is written.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The file.
    file: PathBuf,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let text = policies::read_file(&args.file)?;
    let name = args.file.file_name().unwrap_or_default().to_string_lossy();
    let shown = display::one_line(&args.file.to_string_lossy(), 300);
    let imported =
        import_settings(&name, &text).map_err(|why| CliError::usage(format!("{shown}: {why}")))?;
    if args.json {
        return context.json(&imported);
    }
    if imported.toml.is_empty() {
        print_summary(&imported, context);
        return Err(CliError::usage(format!("{shown} has no setting of a circuit breaker")));
    }
    context.print(imported.toml.trim_end())?;
    print_summary(&imported, context);
    Ok(())
}

/// Prints what was understood, translated and left.
fn print_summary(imported: &ImportedSettings, context: &Context) {
    let settings = |list: &[ImportedSetting]| -> Vec<String> {
        list.iter().map(|one| format!("{} is {} = {}", one.written, one.key, one.value)).collect()
    };
    let left = imported.left.iter().map(|left| format!("{}: {}", left.key, left.why)).collect();
    for (title, lines) in [
        ("understood", settings(&imported.understood)),
        ("translated", settings(&imported.translated)),
        ("left", left),
    ] {
        if lines.is_empty() {
            continue;
        }
        context.inform(&style::heading(title).to_string());
        for line in lines {
            context.inform(&format!("  {}", display::one_line(&line, 300)));
        }
    }
}
