//! Files that a rollback leaves on disk although git has them only since the checkpoint: ignored
//! files that were added by force, large files, and files that the vault has. No checkpoint holds such files, so they may have
//! been there before.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::diff::TreeChange;
use crate::git_path::{GitPath, is_gitignore};
use crate::obstacle::WrittenPaths;
use crate::private_dir::PrivateDir;
use crate::state_commit::StateCommit;
use crate::untracked::is_large;
use crate::vault::VaultEntry;
use crate::{GitError, Result};

/// Removes the changes of spared files from `changes`, and returns their paths.
pub(super) fn take_spared(
    private: &PrivateDir<'_>,
    target: &StateCommit,
    vaulted: &[VaultEntry],
    changes: &mut Vec<TreeChange>,
) -> Result<BTreeSet<GitPath>> {
    let repository = private.repository;
    let written = WrittenPaths::of(changes);
    let removed = changes.iter().filter(|change| change.new.is_none() && !change.was_repository());
    let mut removed: Vec<GitPath> = removed.map(|change| change.path.clone()).collect();
    removed.retain(|path| !written.overlap(path));
    if removed.is_empty() {
        return Ok(BTreeSet::new());
    }
    let ignored = if changes.iter().any(|change| is_gitignore(&change.path)) {
        let folder = write_ignore_files(private, target)?;
        let ignored = repository.ignored_by_rules(Some(&folder), &removed);
        std::fs::remove_dir_all(&folder).map_err(GitError::file("removed", &folder))?;
        ignored?
    } else {
        repository.ignored_by_rules(None, &removed)?
    };
    let secret: BTreeSet<&GitPath> =
        vaulted.iter().filter(|entry| entry.is_secret()).map(|entry| &entry.path).collect();
    removed.retain(|path| {
        is_large(repository, path) || ignored.contains(path) || secret.contains(path)
    });
    let spared: BTreeSet<GitPath> = removed.into_iter().collect();
    changes.retain(|change| !spared.contains(&change.path));
    Ok(spared)
}

/// Writes the target's `.gitignore` files to a folder of their own.
fn write_ignore_files(private: &PrivateDir<'_>, target: &StateCommit) -> Result<PathBuf> {
    let folder = private.path("rules");
    if folder.symlink_metadata().is_ok() {
        std::fs::remove_dir_all(&folder).map_err(GitError::file("removed", &folder))?;
    }
    std::fs::create_dir(&folder).map_err(GitError::file("made", &folder))?;
    let index = private.new_index("rules.index")?;
    index.command("read-tree").arg(target.commit.as_str()).run()?;
    let mut paths = index.list_files(&[])?;
    paths.retain(|path| is_gitignore(path));
    let mut prefix = OsString::from("--prefix=");
    prefix.push(folder.join(""));
    let command = index.command("checkout-index").arg(prefix).args(["-z", "--stdin"]);
    command.stdin_paths(paths).run()?;
    index.remove()?;
    Ok(folder)
}
