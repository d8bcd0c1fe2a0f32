//! `fusebox config compile`, which the hook runs when the store has no policy of its layers.

use std::path::PathBuf;

use fusebox_guard::policies;

use crate::{Context, Result, clock, policy};

/// Compile the policy of these layers and store it for the hook.
///
/// It takes no other file and no flag: the policy is stored for exactly the layers that the hook reads.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The project's folder; no project without it.
    #[arg(long, value_name = "DIR")]
    project: Option<PathBuf>,
    /// Also store the stricter of these policies and the session's, which has this digest.
    #[arg(long, value_name = "DIGEST", value_parser = digest)]
    held: Option<u64>,
    /// The hook refuses nothing.
    #[arg(long, requires = "held")]
    observe: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let layers = policy::layers_around(context, args.project.as_deref())?;
    let mut runtime = context.runtime(None)?;
    let (policies, _) = policies::compile_roles(&policy::read(&layers)?)?;
    match args.held {
        None => layers.keep(runtime.store_mut(), &policies, clock::now())?,
        Some(held) => {
            let found = if args.observe { policies.observed() } else { policies };
            policies::store_stricter(runtime.store_mut(), held, &found, clock::now())?;
        }
    }
    Ok(())
}

fn digest(text: &str) -> Result<u64, String> {
    u64::from_str_radix(text, 16).map_err(|_| "not a digest of 16 hexadecimal digits".to_owned())
}
