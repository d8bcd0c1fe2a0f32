//! Policies compiled in this process: from files, the environment and flags to one policy a role.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fusebox_config::{
    CompileRequest, CompiledPolicy, ConfigProblems, PolicyLayer, compile_policy, tighten_compiled,
    tighten_policy,
};
use fusebox_engine::Timestamp;
use fusebox_runtime::answer::PolicySource;
use fusebox_runtime::{
    FuseboxDirs, FuseboxEnvironment, MAX_POLICY_BYTES, PolicyLayers, PolicySet, Runtime,
    RuntimeError, clock, keep_stricter, of_digest,
};
use fusebox_store::{Store, own_file};
use thiserror::Error;

/// What a command line or a program says about the policy, above all files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PolicyFlags {
    /// Presets, the later ones over the earlier ones.
    pub presets: Vec<String>,
    /// A file in place of the user's.
    pub config: Option<PathBuf>,
    /// Single settings, as `("limits.tool_calls", "50")`.
    pub settings: Vec<(String, String)>,
}

impl PolicyFlags {
    /// The flags as words: what is compiled under them is stored apart from what hooks obey.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let presets = self.presets.iter().map(|preset| format!("--preset={preset}"));
        let config = self.config.iter().map(|file| format!("--config={}", file.display()));
        let settings = self.settings.iter().map(|(key, value)| format!("--{key}={value}"));
        presets.chain(config).chain(settings).collect()
    }
}

/// Why there is no policy.
#[derive(Debug, Error)]
pub enum PolicyError {
    /// A file cannot be read.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The layers have mistakes; each line names the place and the fix.
    #[error("{}", lines(.0))]
    Mistakes(ConfigProblems),
    /// The compiled policy cannot be stored.
    #[error(transparent)]
    Store(#[from] RuntimeError),
}

fn lines(problems: &ConfigProblems) -> String {
    let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
    lines.join("\n       ")
}

/// The text of layers: what they say now and, where an agent changed a file of theirs, what they said as a
/// person accepted them. What is compiled of both is the stricter one, setting by setting.
#[derive(Debug, Clone)]
pub struct ObeyedLayers {
    present: Vec<PolicyLayer>,
    accepted: Option<Vec<PolicyLayer>>,
}

impl ObeyedLayers {
    /// What the layers say now, whoever wrote it.
    #[must_use]
    pub fn present(&self) -> &[PolicyLayer] {
        &self.present
    }

    /// Puts a layer over these.
    pub fn push(&mut self, layer: &PolicyLayer) {
        self.accepted.iter_mut().for_each(|accepted| accepted.push(layer.clone()));
        self.present.push(layer.clone());
    }

    /// Leaves the environment out.
    pub fn forget_environment(&mut self) {
        for layers in self.accepted.iter_mut().chain([&mut self.present]) {
            layers.retain(|layer| !layer.is_environment());
        }
    }
}

/// Reads the files of `layers`, under `flags`.
///
/// # Errors
/// When a file cannot be read.
pub fn read_layers(
    layers: &PolicyLayers,
    flags: &PolicyFlags,
) -> Result<ObeyedLayers, PolicyError> {
    let user = flags.config.as_deref().or(layers.user.as_deref());
    let user = user.map(|path| Ok::<_, PolicyError>(PolicyLayer::user(path, read_file(path)?)));
    let project = layers.project.as_deref();
    let project =
        project.map(|path| Ok::<_, PolicyError>(PolicyLayer::project(path, read_file(path)?)));
    let present = with_environment(user.transpose()?, project.transpose()?, layers, flags);
    let accepted = layers.accepted().map(|accepted| {
        // A file that a person names on the command line is used as it is.
        let named = user_named(flags, &present);
        let user = accepted.user.map(|(path, text)| PolicyLayer::user(path, text));
        let project = accepted.project.map(|(path, text)| PolicyLayer::project(path, text));
        with_environment(named.or(user), project, layers, flags)
    });
    Ok(ObeyedLayers { present, accepted })
}

/// The layer of the file that the flags name: the first one.
fn user_named(flags: &PolicyFlags, present: &[PolicyLayer]) -> Option<PolicyLayer> {
    flags.config.as_ref().and(present.first()).cloned()
}

/// The layers of both files, the environment and the flags.
fn with_environment(
    user: Option<PolicyLayer>,
    project: Option<PolicyLayer>,
    layers: &PolicyLayers,
    flags: &PolicyFlags,
) -> Vec<PolicyLayer> {
    let mut read: Vec<PolicyLayer> = user.into_iter().chain(project).collect();
    read.push(PolicyLayer::environment(layers.environment.iter().cloned()));
    if !flags.presets.is_empty() {
        read.push(PolicyLayer::flag("--preset", "preset", flags.presets.join(",")));
    }
    for (key, value) in &flags.settings {
        read.push(PolicyLayer::flag(format!("--{key}"), key.as_str(), value.as_str()));
    }
    read
}

/// Reads a configuration file.
///
/// # Errors
/// When it cannot be read, or has more than 256 KiB.
pub fn read_file(path: &Path) -> Result<String, PolicyError> {
    own_file::read_text(path, MAX_POLICY_BYTES)
        .map_err(|source| PolicyError::File { path: path.to_owned(), source })
}

/// Compiles the policy of one role, with the origin of every value.
///
/// # Errors
/// When the layers have mistakes.
pub fn compile_role(
    layers: &ObeyedLayers,
    role: Option<&str>,
) -> Result<CompiledPolicy, PolicyError> {
    let request = CompileRequest { role, underneath: &[] };
    let compile =
        |layers: &[PolicyLayer]| compile_policy(layers, &request).map_err(PolicyError::Mistakes);
    let present = compile(&layers.present)?;
    let Some(accepted) = &layers.accepted else { return Ok(present) };
    Ok(tighten_compiled(&compile(accepted)?, present))
}

/// Compiles the policies of every role that the layers name; the second is that of no role.
///
/// # Errors
/// When the layers have mistakes.
pub fn compile_roles(layers: &ObeyedLayers) -> Result<(PolicySet, CompiledPolicy), PolicyError> {
    let default = compile_role(layers, None)?;
    let mut roles = BTreeMap::new();
    for role in &default.roles {
        roles.insert(role.clone(), compile_role(layers, Some(role))?.policy);
    }
    Ok((PolicySet::new(default.policy.clone(), roles), default))
}

/// Stores the stricter of `found` and the policies with the digest `held`; nothing where the latter are
/// not known any more.
///
/// # Errors
/// When the store fails.
pub fn store_stricter(
    store: &mut Store,
    held: u64,
    found: &PolicySet,
    now: Timestamp,
) -> Result<(), RuntimeError> {
    let Some(known) = of_digest(store.read(), held)? else { return Ok(()) };
    keep_stricter(store, held, found.digest(), &known.with(found, tighten_policy), now)
}

/// Stores the stricter policies for a source that compiles in this process.
fn keep_stricter_here(held: u64, found: &PolicySet, runtime: &mut Runtime) -> Result<(), String> {
    store_stricter(runtime.store_mut(), held, found, clock::now())
        .map_err(|error| error.to_string())
}

/// The policies of a program: compiled once in this process, the same for every event.
#[derive(Debug, Clone)]
pub struct CompiledPolicies(Arc<PolicySet>);

impl CompiledPolicies {
    /// Compiles `layers` under `flags` and stores the result: a replay of the log finds it there.
    ///
    /// # Errors
    /// When a file cannot be read, the layers have mistakes, or the store fails.
    pub fn compile(
        layers: PolicyLayers,
        flags: &PolicyFlags,
        store: &mut Store,
    ) -> Result<Self, PolicyError> {
        let (policies, _) = compile_roles(&read_layers(&layers, flags)?)?;
        layers.under_flags(flags.words()).keep(store, &policies, clock::now())?;
        Ok(Self(Arc::new(policies)))
    }

    /// The compiled policies.
    #[must_use]
    pub fn as_set(&self) -> &PolicySet {
        &self.0
    }
}

/// Policies of whatever folder an event comes from, compiled in this process when its layers change.
#[derive(Debug, Clone)]
pub struct FolderPolicies {
    /// Where the user's policy is.
    pub dirs: FuseboxDirs,
    /// The settings in the environment.
    pub environment: FuseboxEnvironment,
}

impl PolicySource for FolderPolicies {
    /// The last good ones where the layers have a mistake.
    fn policies(
        &self,
        folder: Option<&Path>,
        runtime: &mut Runtime,
    ) -> Result<Arc<PolicySet>, String> {
        let text = |error: RuntimeError| error.to_string();
        let layers = runtime
            .policy_layers((&self.dirs, &self.environment), folder, clock::now())
            .map_err(text)?;
        if let Some(stored) = runtime.policies(&layers, clock::now()).map_err(text)? {
            return Ok(Arc::new(stored));
        }
        let flags = PolicyFlags::default();
        match CompiledPolicies::compile(layers.clone(), &flags, runtime.store_mut()) {
            Ok(compiled) => Ok(compiled.0),
            Err(PolicyError::Store(error)) => Err(text(error)),
            Err(PolicyError::File { .. } | PolicyError::Mistakes(_)) => {
                let last = layers.last_good(runtime.store()).map_err(text)?;
                Ok(Arc::new(last.unwrap_or_default()))
            }
        }
    }

    fn keep_stricter(
        &self,
        _: Option<&Path>,
        held: u64,
        found: &PolicySet,
        runtime: &mut Runtime,
    ) -> Result<(), String> {
        keep_stricter_here(held, found, runtime)
    }
}

impl PolicySource for CompiledPolicies {
    fn policies(&self, _: Option<&Path>, _: &mut Runtime) -> Result<Arc<PolicySet>, String> {
        Ok(Arc::clone(&self.0))
    }

    fn keep_stricter(
        &self,
        _: Option<&Path>,
        held: u64,
        found: &PolicySet,
        runtime: &mut Runtime,
    ) -> Result<(), String> {
        keep_stricter_here(held, found, runtime)
    }
}
