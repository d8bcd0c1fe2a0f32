//! What a command line says about the policy, and the policies that hold for a command.

use std::path::Path;

use fusebox_config::{CompiledPolicy, PolicyLayer};
use fusebox_guard::policies::{self, PolicyError, PolicyFlags};
use fusebox_runtime::{PolicyLayers, PolicySet, Runtime};

use crate::context::Context;
use crate::error::CliError;
use crate::style;

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

/// Reads the files of `layers`.
pub(crate) fn layers(
    args: &PolicyArgs,
    layers: &PolicyLayers,
) -> Result<Vec<PolicyLayer>, CliError> {
    Ok(policies::read_layers(layers, &args.flags())?)
}

/// Reads a configuration file.
pub(crate) fn text_of(path: &Path) -> Result<String, CliError> {
    Ok(policies::read_file(path)?)
}

/// The layers around `dir`, as the hook would look at them.
pub(crate) fn look(context: &Context, dir: Option<&Path>) -> Result<PolicyLayers, CliError> {
    let home = context.home()?;
    Ok(PolicyLayers::of(&home, &context.environment, Some(dir.unwrap_or(&context.dir))))
}

/// The layers that hold outside any project.
pub(crate) fn look_outside(context: &Context) -> Result<PolicyLayers, CliError> {
    Ok(PolicyLayers::of(&context.home()?, &context.environment, None))
}

/// The policy for one role, with the origin of every value.
pub(crate) fn compiled(
    layers: &[PolicyLayer],
    role: Option<&str>,
) -> Result<CompiledPolicy, CliError> {
    Ok(policies::compile_role(layers, role)?)
}

/// The policies of every role that the layers name.
pub(crate) fn set(layers: &[PolicyLayer]) -> Result<(PolicySet, CompiledPolicy), CliError> {
    Ok(policies::compile_roles(layers)?)
}

/// The policies that the hook obeys here: those of the layers or, while these have a mistake, the
/// last good ones.
pub(crate) fn in_force(context: &Context, runtime: &Runtime) -> Result<PolicySet, CliError> {
    let looked_at = look(context, None)?;
    match layers(&PolicyArgs::default(), &looked_at).and_then(|layers| set(&layers)) {
        Ok((policies, _)) => Ok(policies),
        Err(_) => {
            context.inform(&format!(
                "{}: the policy has a mistake, the last good one holds; `fusebox config check`",
                style::paint(style::WARNING, "note")
            ));
            Ok(looked_at.last_good(runtime.store())?.unwrap_or_default())
        }
    }
}
