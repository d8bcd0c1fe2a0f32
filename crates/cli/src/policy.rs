//! What a command line says about the policy, and the policies that hold for a command.

use std::path::{Path, PathBuf};

use fusebox_config::{CompileRequest, CompiledPolicy, compile_policy, loosened_keys};
use fusebox_engine::EscalationSettings;
use fusebox_guard::policies::{self, ObeyedLayers, PolicyError, PolicyFlags};
use fusebox_runtime::{FuseboxDirs, FuseboxEnvironment, PolicyLayers, PolicySet, Runtime};
use fusebox_store::Store;

use crate::display::one_line;
use crate::{CliError, Context, Result};

/// What a command line says about the policy.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct PolicyArgs {
    /// Use these presets (comma-separated, later wins).
    #[arg(long, value_name = "PRESET", value_delimiter = ',')]
    pub(crate) preset: Vec<String>,
    /// Use this file instead of the user's.
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
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
    layers_under(context, &context.environment, dir)
}

/// The same under another environment. What an agent loosened in their files is not obeyed, as the store of
/// the hooks knows it; where that store cannot be read, nothing is known of it.
pub(crate) fn layers_under(
    context: &Context,
    environment: &FuseboxEnvironment,
    dir: Option<&Path>,
) -> Result<PolicyLayers> {
    let layers = PolicyLayers::of(&context.home()?, environment, dir);
    let hooks = FuseboxDirs::of(&context.environment)?.state_dir;
    let known = Store::read_only(&hooks).ok();
    Ok(known.and_then(|store| layers.clone().withholding(&store).ok()).unwrap_or(layers))
}

/// Reads the files of the layers, as the hook obeys them: without flags.
pub(crate) fn read(layers: &PolicyLayers) -> Result<ObeyedLayers> {
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

/// Which channels carry the news of a trip: only the user's own file says it.
pub(crate) fn read_escalation(context: &Context) -> Result<EscalationSettings> {
    Ok(compiled(context, None, &PolicyArgs::default(), None)?.policy.escalate)
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

/// What files of the policy say that an agent changed and nobody accepted: the files, and the keys that
/// are looser in them than accepted.
pub(crate) struct WithheldPolicy {
    pub(crate) files: Vec<PathBuf>,
    pub(crate) loosened: Vec<&'static str>,
}

/// What is withheld here, if anything.
pub(crate) fn withheld(context: &Context) -> Result<Option<WithheldPolicy>> {
    let layers = layers_around(context, Some(&context.dir))?;
    let files: Vec<PathBuf> = layers.withheld().map(Path::to_owned).collect();
    if files.is_empty() {
        return Ok(None);
    }
    let keys = || {
        let read = read(&layers)?;
        let obeyed = policies::compile_role(&read, None)?.policy;
        let present = compile_policy(read.present(), &CompileRequest::default());
        let present = present.map_err(PolicyError::Mistakes)?.policy;
        Ok::<_, CliError>(loosened_keys(&obeyed, &present))
    };
    // A file with a mistake loosens nothing.
    Ok(Some(WithheldPolicy { files, loosened: keys().unwrap_or_default() }))
}

impl WithheldPolicy {
    /// What a person is told.
    pub(crate) fn text(&self) -> String {
        let files: Vec<String> =
            self.files.iter().map(|file| one_line(&file.display().to_string(), 300)).collect();
        let loosened = if self.loosened.is_empty() {
            "It loosens nothing".to_owned()
        } else {
            format!("What it loosens is not obeyed: {}", self.loosened.join(", "))
        };
        format!("an agent changed {}. {loosened}", files.join(", "))
    }
}

/// The command that accepts what is withheld.
pub(crate) const ACCEPT: &str = "fusebox guard accept";

/// Says what is withheld here.
pub(crate) fn warn_of_withheld(context: &Context) {
    if let Ok(Some(withheld)) = withheld(context) {
        context.note(&format!("{}. To accept it: {ACCEPT}", withheld.text()));
    }
}
