//! What a command line says about the policy, and the policies that hold for a command.

use std::path::Path;

use fusebox_config::{CompiledPolicy, PolicyLayer};
use fusebox_guard::policies::{self, PolicyError, PolicyFlags};
use fusebox_runtime::{PolicyLayers, PolicySet, Runtime};

use crate::{CliError, Context, Result};

/// What a command line says about the policy.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct PolicyArgs {
    /// Use these presets (comma-separated, later wins).
    #[arg(long, value_name = "PRESET", value_delimiter = ',')]
    pub(crate) preset: Vec<String>,
    /// Use this file instead of the user's.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<std::path::PathBuf>,
}

impl PolicyArgs {
    /// The same for the library that compiles policies.
    pub(crate) fn flags(&self) -> PolicyFlags {
        PolicyFlags {
            presets: self.preset.clone(),
            config: self.config.clone(),
            ..PolicyFlags::default()
        }
    }
}

impl From<PolicyError> for CliError {
    fn from(error: PolicyError) -> Self {
        match error {
            PolicyError::Store(error) => Self::from(error),
            PolicyError::File { .. } | PolicyError::Mistakes(_) => Self::usage(error.to_string()),
        }
    }
}

/// The layers around `dir`, as the hook would look at them; without it, those outside any project.
pub(crate) fn layers_around(context: &Context, dir: Option<&Path>) -> Result<PolicyLayers> {
    Ok(PolicyLayers::of(&context.home()?, &context.environment, dir))
}

/// Reads the files of the layers, as the hook obeys them: without flags.
pub(crate) fn read(layers: &PolicyLayers) -> Result<Vec<PolicyLayer>> {
    Ok(policies::read_layers(layers, &PolicyFlags::default())?)
}

/// The policy of one role, with the origin of every value. The layers are those around `dir`.
pub(crate) fn compiled(
    context: &Context,
    dir: Option<&Path>,
    args: &PolicyArgs,
    role: Option<&str>,
) -> Result<CompiledPolicy> {
    let layers = policies::read_layers(&layers_around(context, dir)?, &args.flags())?;
    Ok(policies::compile_role(&layers, role)?)
}

/// The policies that the hook obeys here: those of the layers or, while these have a mistake, the
/// last good ones.
pub(crate) fn in_force(context: &Context, runtime: &Runtime) -> Result<PolicySet> {
    let layers = layers_around(context, Some(&context.dir))?;
    match read(&layers).and_then(|read| Ok(policies::compile_roles(&read)?)) {
        Ok((policies, _)) => Ok(policies),
        Err(_) => {
            context
                .note("the policy has a mistake, the last good one holds; `fusebox config check`");
            Ok(layers.last_good(runtime.store())?.unwrap_or_default())
        }
    }
}
