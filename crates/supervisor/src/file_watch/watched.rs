//! The files and folders that are watched.

use std::path::{Path, PathBuf};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use crate::{Result, SupervisorError};

/// Files and folders, with everything below them.
pub(super) struct WatchedPaths(Vec<WatchedPath>);

#[derive(Clone)]
struct WatchedPath {
    path: PathBuf,
    /// What the system watches: for a file the folder that it is in, because editors put another file in the
    /// place of the one that they save.
    folder: PathBuf,
}

impl WatchedPath {
    fn new(path: &Path) -> Result<Self> {
        let path = path.canonicalize().map_err(watch_error(path))?;
        let parent = path.parent().filter(|_| !path.is_dir());
        Ok(Self { folder: parent.unwrap_or(&path).to_owned(), path })
    }

    fn mode(&self) -> RecursiveMode {
        if self.path == self.folder {
            RecursiveMode::Recursive
        } else {
            RecursiveMode::NonRecursive
        }
    }
}

impl WatchedPaths {
    /// These paths, with links resolved.
    ///
    /// # Errors
    /// When one is not there.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self> {
        Ok(Self(paths.iter().map(|path| WatchedPath::new(path)).collect::<Result<_>>()?))
    }

    /// The folders that the system watches.
    pub(super) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|watched| watched.folder.as_path())
    }

    /// Begins to watch. `tell` is told the paths of each change.
    ///
    /// # Errors
    /// When the system watches no more files, or refuses one.
    pub(super) fn watch(
        &self,
        tell: impl Fn(Vec<PathBuf>) + Send + 'static,
    ) -> Result<RecommendedWatcher> {
        let all = self.0.clone();
        let handler = move |event: notify::Result<notify::Event>| {
            let Ok(event) = event else { return };
            if event.need_rescan() {
                // The system lost changes, and nobody knows which.
                tell(all.iter().map(|watched| watched.path.clone()).collect());
            } else if !event.kind.is_access() {
                let is_watched = |path: &PathBuf| {
                    all.iter().any(|one| path.starts_with(&one.path) || *path == one.folder)
                };
                tell(event.paths.into_iter().filter(is_watched).collect());
            }
        };
        let mut watcher = notify::recommended_watcher(handler).map_err(std::io::Error::other)?;
        for watched in &self.0 {
            let begun = watcher.watch(&watched.folder, watched.mode());
            begun.map_err(watch_error(&watched.path))?;
        }
        Ok(watcher)
    }

    /// The error of a watched folder that is among `changed` because it was removed: the system says nothing more
    /// about it.
    pub(super) fn gone(&self, changed: &[PathBuf]) -> Option<SupervisorError> {
        let is_gone =
            |folder: &&Path| changed.iter().any(|path| path == folder) && !folder.exists();
        let gone = self.folders().find(is_gone)?;
        Some(watch_error(gone)("it is gone and no longer watched"))
    }
}

fn watch_error<E: std::fmt::Display>(path: &Path) -> impl Fn(E) -> SupervisorError {
    move |error| SupervisorError::WatchFiles { path: path.to_owned(), error: error.to_string() }
}
