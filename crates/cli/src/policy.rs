//! Policy layers from files, the environment and flags to the policies of every role.

use std::collections::BTreeMap;
use std::path::Path;

use fusebox_config::{CompileRequest, CompiledPolicy, PolicyLayer, compile_policy, tighten_policy};
use fusebox_runtime::{PolicyLayers, PolicySet, Runtime, of_digest};

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
    /// What was said, for keeping the policy apart from the hook's.
    pub(crate) fn words(&self) -> Vec<String> {
        let presets = self.preset.iter().map(|preset| format!("--preset={preset}"));
        let config = self.config.iter().map(|file| format!("--config={}", file.display()));
        presets.chain(config).collect()
    }
}

/// Reads the layers that `looked_at` found.
pub(crate) fn layers(
    args: &PolicyArgs,
    looked_at: &PolicyLayers,
) -> Result<Vec<PolicyLayer>, CliError> {
    let mut layers = Vec::new();
    let user = args.config.as_deref().or(looked_at.user.as_deref());
    if let Some(path) = user {
        layers.push(PolicyLayer::user(path, text_of(path)?));
    }
    if let Some(path) = &looked_at.project {
        layers.push(PolicyLayer::project(path, text_of(path)?));
    }
    layers.push(PolicyLayer::environment(looked_at.environment.iter().cloned()));
    if !args.preset.is_empty() {
        layers.push(PolicyLayer::flag("--preset", "preset", args.preset.join(",")));
    }
    Ok(layers)
}

/// Reads a configuration file.
pub(crate) fn text_of(path: &Path) -> Result<String, CliError> {
    std::fs::read_to_string(path)
        .map_err(|error| CliError::usage(format!("{}: {error}", path.display())))
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
    compile_policy(layers, &CompileRequest { role, underneath: &[] }).map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        CliError::usage(lines.join("\n       "))
    })
}

/// The policies of every role that the layers name.
pub(crate) fn set(layers: &[PolicyLayer]) -> Result<(PolicySet, CompiledPolicy), CliError> {
    let default = compiled(layers, None)?;
    let mut roles = BTreeMap::new();
    for role in &default.roles {
        roles.insert(role.clone(), compiled(layers, Some(role))?.policy);
    }
    Ok((PolicySet::new(default.policy.clone(), roles), default))
}

/// Keeps the stricter of `found` and of what a session holds; nothing where nobody knows the latter.
pub(crate) fn keep_stricter(
    context: &Context,
    runtime: &mut Runtime,
    held: u64,
    found: &PolicySet,
) -> Result<(), CliError> {
    let known = of_digest(&runtime.store().read(), held)?;
    if let Some(known) = known {
        let made = known.with(found, tighten_policy);
        let (store, now) = (runtime.store_mut(), context.now());
        fusebox_runtime::keep_stricter(store, held, found.digest(), &made, now)?;
    }
    Ok(())
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
