//! A work tree of its own for a checkpoint: whoever looks at it leaves the work as it is.

use std::path::{Path, PathBuf};

use crate::command::GitRunner;
use crate::repository::Repository;
use crate::{Checkpoint, Result};

/// A linked work tree with the files of a checkpoint. It is removed with the value.
#[derive(Debug)]
pub struct LinkedTree {
    git: GitRunner,
    folder: PathBuf,
    shared: Vec<PathBuf>,
}

impl Repository {
    /// Makes a linked work tree with the files of a checkpoint at `folder`, which is not there yet. No branch is made, and no
    /// hook of the repository runs.
    ///
    /// # Errors
    /// When git fails.
    pub fn linked_tree(&self, checkpoint: &Checkpoint, folder: &Path) -> Result<LinkedTree> {
        let command = self.git().command("worktree").args(["add", "--detach", "--quiet"]);
        command.arg(folder).arg(checkpoint.record.commit.as_str()).run()?;
        let shared = vec![self.top().to_owned(), self.common_dir()];
        Ok(LinkedTree { git: self.git().clone(), folder: folder.to_owned(), shared })
    }
}

impl LinkedTree {
    /// Where it is.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Every folder that somebody who only reads must leave as it is: this one, the work tree of the repository, and what
    /// git keeps of both.
    pub fn protected(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(self.folder()).chain(self.shared.iter().map(PathBuf::as_path))
    }
}

impl Drop for LinkedTree {
    fn drop(&mut self) {
        // What cannot be removed is found by `git worktree prune`.
        let command = self.git.command("worktree").args(["remove", "--force"]);
        let _ = command.arg(&self.folder).run();
    }
}
