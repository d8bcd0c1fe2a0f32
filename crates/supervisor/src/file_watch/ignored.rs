//! Which changed paths count: not those of git itself, and not those that git ignores.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use fusebox_git::Repository;

/// The most answers of git that are kept.
const MAX_KNOWN: usize = 10_000;

/// What git ignores below the watched paths. A folder that is ignored is asked about once, whatever
/// is written in it.
pub(super) struct IgnoredPaths {
    repositories: Vec<Repository>,
    /// What git said of paths and folders: whether it ignores them.
    known: BTreeMap<PathBuf, bool>,
}

impl IgnoredPaths {
    /// The repositories of these folders; outside of any, nothing is ignored.
    pub(super) fn of<'a>(folders: impl Iterator<Item = &'a Path>) -> Self {
        let mut repositories: Vec<Repository> = Vec::new();
        for folder in folders {
            // Where git is missing or refuses the folder, nothing is ignored.
            let Ok(Some(found)) = Repository::find(folder) else { continue };
            if repositories.iter().all(|known| known.top() != found.top()) {
                repositories.push(found);
            }
        }
        Self { repositories, known: BTreeMap::new() }
    }

    /// Removes the paths that do not count.
    pub(super) fn retain_counted(&mut self, paths: &mut Vec<PathBuf>) {
        paths.retain(|path| path.components().all(|part| part.as_os_str() != ".git"));
        let is_rule = |path: &PathBuf| path.file_name().is_some_and(|name| name == ".gitignore");
        if self.known.len() > MAX_KNOWN || paths.iter().any(is_rule) {
            self.known.clear();
        }
        let repositories = std::mem::take(&mut self.repositories);
        repositories.iter().for_each(|repository| self.ask(repository, paths));
        paths.retain(|path| !repositories.iter().any(|of| self.is_ignored(of.top(), path)));
        self.repositories = repositories;
    }

    /// Asks about the paths and the folders above them, as far as they are not known.
    fn ask(&mut self, repository: &Repository, paths: &[PathBuf]) {
        let top = repository.top();
        let mut asked: Vec<&Path> = Vec::new();
        for path in paths.iter().filter(|path| !self.is_ignored(top, path)) {
            asked.extend(levels(top, path).filter(|level| !self.known.contains_key(*level)));
        }
        asked.sort_unstable();
        asked.dedup();
        if asked.is_empty() {
            return;
        }
        // Where git fails, everything counts.
        let ignored = repository.ignored(&asked).unwrap_or_default();
        let answers = asked.into_iter().map(|path| (path.to_owned(), ignored.contains(path)));
        self.known.extend(answers);
    }

    fn is_ignored(&self, top: &Path, path: &Path) -> bool {
        levels(top, path).any(|level| self.known.get(level) == Some(&true))
    }
}

/// The path and the folders above it that are below `top`; none for a path outside.
fn levels<'a>(top: &'a Path, path: &'a Path) -> impl Iterator<Item = &'a Path> {
    path.ancestors().take_while(move |level| *level != top && level.starts_with(top))
}
