//! The symbolic links on the way to a protected place.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The kernel follows no more links on one way.
const MAX_LINKS: usize = 40;

/// How a path is resolved.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ResolvedPath {
    /// Each link that is followed, below a folder that is none.
    pub(super) links: Vec<PathBuf>,
    /// What is reached, whether it exists or not.
    pub(super) target: PathBuf,
}

impl ResolvedPath {
    /// Resolves an absolute path as the kernel does, also where something on the way does not exist.
    pub(super) fn of(path: &Path) -> Self {
        let mut resolved = Self::default();
        let mut rest = steps(path);
        while let Some(step) = rest.pop_front() {
            if step == ".." {
                resolved.target.pop();
                continue;
            }
            let next = resolved.target.join(step);
            match fs::read_link(&next) {
                Ok(to) if resolved.links.len() < MAX_LINKS => {
                    resolved.links.push(next);
                    if to.is_absolute() {
                        resolved.target = PathBuf::new();
                    }
                    for step in steps(&to).into_iter().rev() {
                        rest.push_front(step);
                    }
                }
                _ => resolved.target = next,
            }
        }
        resolved
    }
}

/// The names of a path, with the root as the first of an absolute one.
fn steps(path: &Path) -> VecDeque<OsString> {
    let names = path.components().filter(|part| *part != Component::CurDir);
    names.map(|part| part.as_os_str().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn every_link_is_named_by_a_folder_that_is_none() {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().canonicalize().unwrap();
        fs::create_dir_all(home.join("dotfiles/v2/claude")).unwrap();
        fs::write(home.join("dotfiles/v2/claude/settings.json"), "{}").unwrap();
        symlink("v2", home.join("dotfiles/current")).unwrap();
        symlink("dotfiles/current/claude", home.join(".claude")).unwrap();
        symlink("../claude/settings.json", home.join("dotfiles/v2/claude/local.json")).unwrap();
        let resolved = ResolvedPath::of(&home.join(".claude/local.json"));
        let links = [".claude", "dotfiles/current", "dotfiles/v2/claude/local.json"];
        assert_eq!(resolved.links, links.map(|link| home.join(link)));
        assert_eq!(resolved.target, home.join("dotfiles/v2/claude/settings.json"));
    }

    #[test]
    fn a_link_to_nothing_and_one_to_itself_are_resolved() {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().canonicalize().unwrap();
        symlink("nowhere/settings.json", home.join("a")).unwrap();
        symlink("b", home.join("b")).unwrap();
        assert_eq!(ResolvedPath::of(&home.join("a")).target, home.join("nowhere/settings.json"));
        assert_eq!(ResolvedPath::of(&home.join("b")).links.len(), MAX_LINKS);
    }
}
