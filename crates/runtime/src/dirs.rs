//! Where things lie: the state, the user's configuration, a project's policy.

use std::path::{Path, PathBuf};

use fusebox_engine::PUBLISHED_VARIABLES;
use fusebox_store::OpenNotes;
use xxhash_rust::xxh3::xxh3_64;

use crate::RuntimeError;
use crate::guarded::GuardedPrograms;

/// What a binary read from its environment, once and in one place.
#[derive(Debug, Clone, Default)]
pub struct FuseboxEnvironment {
    /// Variables whose name begins with `FUSEBOX_`, and [`PUBLISHED_VARIABLES`], sorted by name.
    pub settings: Vec<(String, String)>,
    /// `HOME`.
    pub home: Option<PathBuf>,
    /// `XDG_STATE_HOME`.
    pub state_home: Option<PathBuf>,
    /// `XDG_CONFIG_HOME`.
    pub config_home: Option<PathBuf>,
    /// `XDG_CACHE_HOME`.
    pub cache_home: Option<PathBuf>,
}

impl FuseboxEnvironment {
    /// Picks what is needed out of all variables.
    pub fn of(variables: impl Iterator<Item = (String, String)>) -> Self {
        let mut environment = Self::default();
        for (name, value) in variables.filter(|(_, value)| !value.is_empty()) {
            match name.as_str() {
                "HOME" => environment.home = Some(value.into()),
                "XDG_STATE_HOME" => environment.state_home = Some(value.into()),
                "XDG_CONFIG_HOME" => environment.config_home = Some(value.into()),
                "XDG_CACHE_HOME" => environment.cache_home = Some(value.into()),
                name if name.starts_with("FUSEBOX_") || PUBLISHED_VARIABLES.contains(&name) => {
                    environment.settings.push((name.to_owned(), value));
                }
                _ => {}
            }
        }
        environment.settings.sort();
        environment
    }

    /// The folder that a variable names, else one in the home folder.
    fn under(&self, xdg: Option<&Path>, fallback: &str) -> Option<PathBuf> {
        // A relative XDG path is to be ignored, says the specification.
        let xdg = xdg.filter(|path| path.is_absolute()).map(Path::to_owned);
        xdg.or_else(|| self.home.as_ref().map(|home| home.join(fallback)))
    }

    fn own_state_folder(&self) -> Result<PathBuf, RuntimeError> {
        let state_home = self.under(self.state_home.as_deref(), ".local/state");
        Ok(state_home.ok_or(RuntimeError::NoHome)?.join("fusebox"))
    }

    /// The value of one of [`Self::settings`].
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }
}

/// Where things lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FuseboxDirs {
    /// Holds the database and the error log.
    pub state_dir: PathBuf,
    /// The user's policy; it need not exist.
    pub config_file: PathBuf,
    /// Holds the notes of open sessions, where there is a place for them apart from the state.
    pub cache_dir: Option<PathBuf>,
}

impl FuseboxDirs {
    /// The name of a project's policy file.
    pub const PROJECT_FILE: &str = ".fusebox.toml";

    /// `FUSEBOX_STATE_DIR`, else `$XDG_STATE_HOME/fusebox`, else `~/.local/state/fusebox`; and
    /// `FUSEBOX_CONFIG`, else `$XDG_CONFIG_HOME/fusebox/config.toml`, else
    /// `~/.config/fusebox/config.toml`; and `$XDG_CACHE_HOME/fusebox`, else `~/.cache/fusebox`.
    ///
    /// # Errors
    /// When none of the variables is set.
    pub fn of(environment: &FuseboxEnvironment) -> Result<Self, RuntimeError> {
        let under = |xdg: &Option<PathBuf>, fallback| environment.under(xdg.as_deref(), fallback);
        let state = match environment.setting("FUSEBOX_STATE_DIR") {
            Some(dir) => PathBuf::from(dir),
            None => environment.own_state_folder()?,
        };
        let config = match environment.setting("FUSEBOX_CONFIG") {
            Some(file) => PathBuf::from(file),
            None => under(&environment.config_home, ".config")
                .map_or_else(|| state.clone(), |dir| dir.join("fusebox"))
                .join("config.toml"),
        };
        let cache = under(&environment.cache_home, ".cache").map(|dir| dir.join("fusebox"));
        Ok(Self { state_dir: state, config_file: config, cache_dir: cache })
    }

    /// The programs that clients start lie in `$XDG_STATE_HOME/fusebox/bin`, else
    /// `~/.local/state/fusebox/bin`, wherever the state lies: a project's settings name that by these
    /// variables. Their second copies lie beside it, in `spare`.
    ///
    /// # Errors
    /// When none of the variables is set.
    pub fn programs(environment: &FuseboxEnvironment) -> Result<GuardedPrograms, RuntimeError> {
        let folder = environment.own_state_folder()?;
        Ok(GuardedPrograms { dir: folder.join("bin"), spare: folder.join("spare") })
    }

    /// The notes of open sessions whose state lies in `state_dir`. They lie apart from it, so that both
    /// are not lost at once, and each state has its own.
    #[must_use]
    pub fn open_notes(&self, state_dir: &Path) -> OpenNotes {
        let Some(cache) = &self.cache_dir else { return OpenNotes::beside(state_dir) };
        let state_dir = std::path::absolute(state_dir).unwrap_or_else(|_| state_dir.to_owned());
        let name = format!("{:016x}", xxh3_64(state_dir.as_os_str().as_encoded_bytes()));
        OpenNotes::of(cache.join("open").join(name))
    }

    /// The nearest `.fusebox.toml` from `dir` upwards.
    #[must_use]
    pub fn project_file(dir: &Path) -> Option<PathBuf> {
        dir.ancestors().map(|dir| dir.join(Self::PROJECT_FILE)).find(|file| file.is_file())
    }

    /// The paths an agent must not write to, those in the home folder also from `~`: the state, the
    /// configuration, and `programs`.
    #[must_use]
    pub fn protected(
        &self,
        environment: &FuseboxEnvironment,
        programs: impl IntoIterator<Item = String>,
    ) -> Vec<String> {
        let config_dir = self.config_file.parent().unwrap_or(&self.config_file);
        let folders = [self.state_dir.as_path(), config_dir];
        let folders = folders.map(|path| path.to_string_lossy().into_owned());
        let mut paths = Vec::new();
        for path in folders.into_iter().chain(programs) {
            let home = environment.home.as_deref();
            let rest = home.and_then(|home| Path::new(&path).strip_prefix(home).ok());
            let spelled = rest.map(|rest| format!("~/{}", rest.to_string_lossy()));
            paths.push(path);
            paths.extend(spelled);
        }
        paths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home(variables: &[(&str, &str)]) -> Result<FuseboxDirs, RuntimeError> {
        let owned = variables.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
        FuseboxDirs::of(&FuseboxEnvironment::of(owned))
    }

    #[test]
    fn the_state_lies_outside_every_repository() {
        let at = |variables: &[(&str, &str)]| {
            let home = home(variables).unwrap();
            (home.state_dir.display().to_string(), home.config_file.display().to_string())
        };
        assert_eq!(
            at(&[("HOME", "/h")]),
            ("/h/.local/state/fusebox".to_owned(), "/h/.config/fusebox/config.toml".to_owned())
        );
        assert_eq!(
            at(&[("HOME", "/h"), ("XDG_STATE_HOME", "/s"), ("XDG_CONFIG_HOME", "relative")]),
            ("/s/fusebox".to_owned(), "/h/.config/fusebox/config.toml".to_owned())
        );
        assert_eq!(
            at(&[("FUSEBOX_STATE_DIR", "/x"), ("FUSEBOX_CONFIG", "/y.toml")]),
            ("/x".to_owned(), "/y.toml".to_owned())
        );
        assert!(matches!(home(&[("HOME", "")]), Err(RuntimeError::NoHome)));
    }
}
