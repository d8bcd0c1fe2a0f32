//! Which policy holds: compiled once per set of layers, then read from the store.
//!
//! The hook cannot read TOML. It looks at the layers from outside (path, size, time of change,
//! inode), and finds what `fusebox config compile` made of exactly these layers.

use std::collections::BTreeMap;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use fusebox_engine::{Policy, Timestamp};
use fusebox_store::{AcceptedFile, PolicyRow, Store, StoreError, own_file};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

use crate::guarded::policy_files::{self, PolicyFileLooks};
use crate::{FuseboxDirs, FuseboxEnvironment, RuntimeError, codec};

/// The longest policy file, in bytes. What an agent makes longer keeps each hook waiting until its client gives up.
pub const MAX_POLICY_BYTES: u64 = 256 << 10;

/// Variables that are not part of the policy.
const NOT_POLICY: &[&str] = &[
    "FUSEBOX_STATE_DIR",
    "FUSEBOX_CONFIG",
    "FUSEBOX_TASK",
    "FUSEBOX_ROLE",
    "FUSEBOX_RUN",
    "FUSEBOX_SOCKET",
    "FUSEBOX_HOOK_SECRET",
    "FUSEBOX_OPERATOR_TOKEN_FILE",
];

/// The policies that one set of layers gives: one for agents without a role, one per role.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicySet {
    default: Policy,
    roles: BTreeMap<String, Policy>,
    /// Names the set in the log. Known of a stored set: writing policies as JSON to find it was a twelfth of a hook.
    digest: u64,
}

/// The stored form.
#[derive(Debug, Serialize, Deserialize)]
struct Body {
    default: Policy,
    #[serde(default)]
    roles: BTreeMap<String, Policy>,
}

/// The digest of the `default` preset. Most hooks obey it, and writing it as JSON to find its digest
/// was a fiftieth of their work.
const DEFAULT_DIGEST: u64 = 15_649_918_910_502_497_522;

impl Default for PolicySet {
    fn default() -> Self {
        Self { default: Policy::default(), roles: BTreeMap::new(), digest: DEFAULT_DIGEST }
    }
}

impl PolicySet {
    /// The same policy for every role.
    #[must_use]
    pub fn of_one(policy: Policy) -> Self {
        Self::new(policy, BTreeMap::new())
    }

    /// A policy for agents without a role and one for each named role.
    #[must_use]
    pub fn new(default: Policy, roles: BTreeMap<String, Policy>) -> Self {
        let digest = digest_of_set(&default, &roles);
        Self { default, roles, digest }
    }

    /// The policy for a role; an unknown role has the default.
    #[must_use]
    pub fn of(&self, role: Option<&str>) -> &Policy {
        role.and_then(|role| self.roles.get(role)).unwrap_or(&self.default)
    }

    /// Whether the chosen presets or a file give this role settings of its own.
    #[must_use]
    pub fn has_role(&self, role: &str) -> bool {
        self.roles.contains_key(role)
    }

    /// The digest that names the whole set in the log.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// One set of both, for every role that either names.
    #[must_use]
    pub fn with(&self, other: &Self, both: impl Fn(&Policy, &Policy) -> Policy) -> Self {
        let of = |role| both(self.of(role), other.of(role));
        let roles = self.roles.keys().chain(other.roles.keys());
        Self::new(of(None), roles.map(|role| (role.clone(), of(Some(role)))).collect())
    }

    /// The same policies, which deny nothing.
    #[must_use]
    pub fn observed(self) -> Self {
        let observed =
            |policy: Policy| Policy { mode: fusebox_engine::EnforcementMode::Observe, ..policy };
        let roles = self.roles.into_iter().map(|(role, policy)| (role, observed(policy))).collect();
        Self::new(observed(self.default), roles)
    }

    /// The same policies with a task's own settings, a JSON merge patch, applied to each; `None` where
    /// that gives none.
    pub(crate) fn patched(&self, patch: &serde_json::Value) -> Option<Self> {
        let names = |budget: &str| patch.pointer(&format!("/limits/{budget}")).is_some();
        let [names_calls, names_context] = ["tool_calls", "context_tokens"].map(names);
        let patched = |policy: &Policy| -> Option<Policy> {
            let mut value = serde_json::to_value(policy).ok()?;
            merge(&mut value, patch);
            let mut policy: Policy = serde_json::from_value(value).ok()?;
            let limits = &policy.limits;
            let calls = names_calls.then_some(limits.tool_calls);
            let context = names_context.then_some(limits.context_tokens);
            policy.guided.raise_to(calls, context);
            Some(policy)
        };
        let roles = self.roles.iter().map(|(role, policy)| Some((role.clone(), patched(policy)?)));
        Some(Self::new(patched(&self.default)?, roles.collect::<Option<_>>()?))
    }

    /// The stored form, of `place`.
    pub(crate) fn row(&self, place: &str) -> Result<PolicyRow, RuntimeError> {
        let digest = self.digest();
        Ok(PolicyRow {
            key: format!("{place} {digest:016x}"),
            place: place.to_owned(),
            digest,
            body: self.write()?,
        })
    }

    /// Reads the stored form. It is named as it was when it was stored, so that the log finds it again.
    pub(crate) fn stored(row: &PolicyRow) -> Option<Self> {
        let Body { default, roles } = serde_json::from_str(&row.body).ok()?;
        Some(Self { default, roles, digest: row.digest })
    }

    pub(crate) fn write(&self) -> Result<String, RuntimeError> {
        let Self { default, roles, .. } = self;
        codec::json("a policy", &Body { default: default.clone(), roles: roles.clone() })
    }
}

/// RFC 7396: members of the patch replace those of the value, objects are merged.
fn merge(value: &mut serde_json::Value, patch: &serde_json::Value) {
    match (value, patch) {
        (serde_json::Value::Object(value), serde_json::Value::Object(patch)) => {
            for (key, patch) in patch {
                merge(value.entry(key).or_insert(serde_json::Value::Null), patch);
            }
        }
        (value, patch) => *value = patch.clone(),
    }
}

/// The digest of a policy for agents without a role, and one for each role.
fn digest_of_set(default: &Policy, roles: &BTreeMap<String, Policy>) -> u64 {
    let digest_of =
        |policy| serde_json::to_vec(policy).map_or(0, |json| xxhash_rust::xxh3::xxh3_64(&json));
    let default = digest_of(default);
    if roles.is_empty() {
        return default;
    }
    let mut hasher = Xxh3::new();
    hasher.update(&default.to_le_bytes());
    for (role, policy) in roles {
        hasher.update(role.as_bytes());
        hasher.update(&[0]);
        hasher.update(&digest_of(policy).to_le_bytes());
    }
    hasher.digest()
}

/// The layers of a policy, looked at from outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PolicyLayers {
    /// The user's file, if it exists.
    pub user: Option<PathBuf>,
    /// The project's file, if there is one.
    pub project: Option<PathBuf>,
    /// Settings from the environment.
    pub environment: Vec<(String, String)>,
    flags: Vec<String>,
    key: String,
    /// Every place that could have a file of these layers, the person's first.
    places: Vec<PathBuf>,
    withheld: Vec<(PathBuf, AcceptedFile)>,
}

/// The files of layers as a person accepted them, where an agent changed one since.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AcceptedLayers {
    /// The person's file.
    pub user: Option<(PathBuf, String)>,
    /// The project's file.
    pub project: Option<(PathBuf, String)>,
}

impl PolicyLayers {
    /// Looks at the user's file, the project's file above `dir`, and the environment.
    #[must_use]
    pub fn of(home: &FuseboxDirs, environment: &FuseboxEnvironment, dir: Option<&Path>) -> Self {
        Self::looked_at(home, environment, dir, &PolicyFileLooks::default())
    }

    /// The same where some of the files were looked at already.
    pub(crate) fn looked_at(
        home: &FuseboxDirs,
        environment: &FuseboxEnvironment,
        dir: Option<&Path>,
        looks: &PolicyFileLooks,
    ) -> Self {
        let mut hasher = Xxh3::new();
        hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
        let places: Vec<PathBuf> = policy_files::around(Some(&home.config_file), dir).collect();
        let mut layer = |path: &PathBuf, is_layer: fn(&Metadata) -> bool| {
            let metadata = looks.metadata(path).filter(is_layer)?;
            describe(path, &metadata, &mut hasher);
            Some(path.clone())
        };
        let user = places.first().and_then(|path| layer(path, |_| true));
        let project = places.iter().skip(1).find_map(|path| layer(path, Metadata::is_file));
        let environment: Vec<(String, String)> = environment
            .settings
            .iter()
            .filter(|(name, _)| !NOT_POLICY.contains(&name.as_str()))
            .cloned()
            .collect();
        for (name, value) in &environment {
            hasher.update(name.as_bytes());
            hasher.update(&[0]);
            hasher.update(value.as_bytes());
            hasher.update(&[0]);
        }
        let key = format!("{:016x}", hasher.digest());
        let (flags, withheld) = (Vec::new(), Vec::new());
        Self { user, project, environment, flags, key, places, withheld }
    }

    /// The same layers, whose files of which an agent changed something are known: what they loosen is
    /// not obeyed.
    ///
    /// # Errors
    /// When the store fails.
    pub fn withholding(mut self, store: &Store) -> Result<Self, RuntimeError> {
        for path in store.read().withheld_files()? {
            if !self.places.contains(&path) {
                continue;
            }
            let Some(accepted) = store.read().accepted_file(&path)? else { continue };
            let digest = xxhash_rust::xxh3::xxh3_64(accepted.content.as_deref().unwrap_or(b"-"));
            self.key.push_str(&format!("\u{1f}withheld {digest:016x}"));
            self.withheld.push((path, accepted));
        }
        Ok(self)
    }

    /// The files of these layers that an agent changed and nobody accepted.
    pub fn withheld(&self) -> impl Iterator<Item = &Path> {
        self.withheld.iter().map(|(path, _)| path.as_path())
    }

    /// The files as a person accepted them; `None` where they are so.
    #[must_use]
    pub fn accepted(&self) -> Option<AcceptedLayers> {
        if self.withheld.is_empty() {
            return None;
        }
        let accepted = |path: &PathBuf| {
            let withheld = self.withheld.iter().find(|(withheld, _)| withheld == path);
            let bytes = match withheld {
                Some((_, accepted)) => accepted.content.clone(),
                None => own_file::read(path, MAX_POLICY_BYTES).ok(),
            };
            Some((path.clone(), String::from_utf8(bytes?).ok()?))
        };
        let (user, project) = self.places.split_first()?;
        Some(AcceptedLayers { user: accepted(user), project: project.iter().find_map(accepted) })
    }

    /// The same layers under flags of a command line: what is kept of them is never taken for what
    /// the hook looks at.
    #[must_use]
    pub fn under_flags(mut self, flags: Vec<String>) -> Self {
        for flag in &flags {
            self.key.push('\u{1f}');
            self.key.push_str(flag);
        }
        self.flags.extend(flags);
        self
    }

    /// Whether there is nothing but the `default` preset.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.user.is_none()
            && self.project.is_none()
            && self.environment.is_empty()
            && self.flags.is_empty()
            && self.withheld.is_empty()
    }

    /// What was compiled of exactly these layers.
    ///
    /// # Errors
    /// When the store fails.
    pub fn find(&self, store: &Store) -> Result<Option<PolicySet>, RuntimeError> {
        if self.is_empty() {
            return Ok(Some(PolicySet::default()));
        }
        // One that cannot be read is compiled again, in its place.
        match store.read().policy(&self.key) {
            Err(StoreError::Row { .. }) => Ok(None),
            row => Ok(row?.as_ref().and_then(PolicySet::stored)),
        }
    }

    /// The last policy that could be compiled for this place.
    ///
    /// # Errors
    /// When the store fails.
    pub fn last_good(&self, store: &Store) -> Result<Option<PolicySet>, RuntimeError> {
        let row = store.read().last_good_policy(&self.place())?;
        Ok(row.as_ref().and_then(PolicySet::stored))
    }

    /// Keeps what was compiled of these layers.
    ///
    /// # Errors
    /// When the store fails.
    pub fn keep(
        &self,
        store: &mut Store,
        set: &PolicySet,
        at: Timestamp,
    ) -> Result<(), RuntimeError> {
        let row = PolicyRow {
            key: self.key.clone(),
            place: self.place(),
            digest: set.digest(),
            body: set.write()?,
        };
        store.write(|tx| Ok(tx.put_policy(&row, at)?))
    }

    fn place(&self) -> String {
        let project = self.project.as_ref().map(|path| path.display().to_string());
        let place = project.unwrap_or_default();
        if self.flags.is_empty() { place } else { format!("{place} {}", self.flags.join(" ")) }
    }
}

/// Which file it is, and in which state.
fn describe(path: &Path, meta: &Metadata, hasher: &mut Xxh3) {
    hasher.update(path.as_os_str().as_encoded_bytes());
    for number in
        [meta.mtime().cast_unsigned(), meta.mtime_nsec().cast_unsigned(), meta.size(), meta.ino()]
    {
        hasher.update(&number.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(dir: &Path, variables: &[(&str, &str)]) -> PolicyLayers {
        let owned = variables.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        let environment = FuseboxEnvironment::of(owned);
        let home = FuseboxDirs {
            state_dir: dir.join("state"),
            config_file: dir.join("config.toml"),
            cache_dir: None,
        };
        PolicyLayers::of(&home, &environment, Some(dir))
    }

    #[test]
    fn the_default_preset_has_the_digest_that_is_written_down() {
        assert_eq!(PolicySet::default(), PolicySet::of_one(Policy::default()));
    }

    #[test]
    fn without_layers_the_default_needs_no_store() {
        let dir = tempfile::tempdir().unwrap();
        let layers = layers(dir.path(), &[("FUSEBOX_TASK", "7"), ("HOME", "/h")]);
        let store = Store::in_memory().unwrap();
        assert_eq!(layers.find(&store).unwrap(), Some(PolicySet::default()));
    }

    #[test]
    fn every_layer_is_part_of_the_key() {
        let dir = tempfile::tempdir().unwrap();
        let none = layers(dir.path(), &[]);
        let environment = layers(dir.path(), &[("FUSEBOX_MODE", "observe")]);
        std::fs::write(dir.path().join(".fusebox.toml"), "mode = \"observe\"").unwrap();
        let project = layers(dir.path(), &[]);
        std::fs::write(dir.path().join("config.toml"), "").unwrap();
        let user = layers(dir.path(), &[]);
        let keys = [&none.key, &environment.key, &project.key, &user.key];
        for (i, key) in keys.iter().enumerate() {
            assert!(!keys[..i].contains(key), "{i}");
        }
    }

    #[test]
    fn a_kept_policy_is_found_again_by_key_and_by_place() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::in_memory().unwrap();
        let layers = layers(dir.path(), &[("FUSEBOX_MODE", "observe")]);
        assert_eq!(layers.find(&store).unwrap(), None);
        let strict = Policy { role: Some("pm".to_owned()), ..Policy::default() };
        let roles = BTreeMap::from([("pm".to_owned(), strict.clone())]);
        let set = PolicySet::new(Policy::default(), roles);
        layers.keep(&mut store, &set, Timestamp(1)).unwrap();
        assert_eq!(layers.find(&store).unwrap(), Some(set.clone()));
        assert_eq!(layers.find(&store).unwrap().unwrap().digest(), set.digest());
        assert_eq!(layers.last_good(&store).unwrap(), Some(set.clone()));
        assert_eq!(*set.of(Some("pm")), strict);
        assert_eq!(*set.of(Some("nobody")), Policy::default());
    }

    #[test]
    fn what_flags_made_is_kept_apart() {
        let dir = tempfile::tempdir().unwrap();
        let mut store = Store::in_memory().unwrap();
        let layers = layers(dir.path(), &[("FUSEBOX_MODE", "observe")]);
        let flagged = layers.clone().under_flags(vec!["--preset=budget".to_owned()]);
        flagged.keep(&mut store, &PolicySet::default(), Timestamp(1)).unwrap();
        assert_eq!(layers.find(&store).unwrap(), None);
        assert_eq!(layers.last_good(&store).unwrap(), None);
        assert!(flagged.find(&store).unwrap().is_some());
    }
}
