//! `fusebox config compile`: what the hook runs when the store has no policy of its layers.

use std::path::PathBuf;

use fusebox_runtime::Layers;

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::policy::{self, PolicyArgs};

/// Keep the policy of these layers for the hook.
///
/// It takes no other file and no flag: the policy is kept for exactly what the hook looks at.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The project's folder; outside of any project without it.
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let layers = Layers::of(&context.home()?, &context.environment, args.project.as_deref());
    let read = policy::layers(&PolicyArgs::default(), &layers)?;
    let (policies, _) = policy::set(&read)?;
    let mut runtime = context.runtime(None)?;
    layers.keep(runtime.store_mut(), &policies, context.now())?;
    Ok(exit::OK)
}
