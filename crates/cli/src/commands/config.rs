//! `fusebox config`.

mod check;
mod compile;
mod import;
mod presets;
mod show;

use clap::Subcommand;

use crate::{Context, Result, exit};

/// Show and check the policy: its settings, where each was written, what is wrong; import another's.
#[derive(Debug, Subcommand)]
pub(crate) enum Args {
    Show(show::Args),
    Check(check::Args),
    /// Print the JSON Schema of the configuration file, for editors.
    ///
    /// Save it, and name it in the first line of the file: `#:schema ./fusebox.schema.json`.
    Schema,
    Presets(presets::Args),
    Import(import::Args),
    #[command(hide = true)]
    Compile(compile::Args),
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    match args {
        Args::Show(args) => show::run(args, context)?,
        Args::Check(args) => return check::run(args, context),
        Args::Schema => context.json(&fusebox_config::json_schema())?,
        Args::Presets(args) => presets::run(args, context)?,
        Args::Import(args) => import::run(args, context)?,
        Args::Compile(args) => compile::run(args, context)?,
    }
    Ok(exit::OK)
}
