//! `fusebox config`.

mod check;
mod compile;
mod presets;
mod show;

use clap::Subcommand;

use crate::context::Context;
use crate::error::{CliError, exit};

/// Look at the policy: what holds, where it was written, what is wrong.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Show(show::Args),
    Check(check::Args),
    /// Print the JSON Schema of the configuration file, for editors.
    ///
    /// Save it, and name it in the first line of the file: `#:schema ./fusebox.schema.json`.
    Schema,
    Presets(presets::Args),
    #[command(hide = true)]
    Compile(compile::Args),
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    match &args.what {
        What::Show(args) => show::run(args, context),
        What::Check(args) => check::run(args, context),
        What::Schema => {
            context.json(&fusebox_config::schema())?;
            Ok(exit::OK)
        }
        What::Presets(args) => presets::run(args, context),
        What::Compile(args) => compile::run(args, context),
    }
}
