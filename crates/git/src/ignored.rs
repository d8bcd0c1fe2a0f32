//! Which paths git ignores.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::command::GitCommand;
use crate::git_path::GitPath;
use crate::repository::Repository;

/// Stands before each path, so that none is taken for a pattern: `check-ignore` has no other way.
const HERE: &[u8] = b"./";

impl Repository {
    /// Those of the paths that git ignores. Tracked files are not ignored, nor are paths outside of the work tree.
    ///
    /// # Errors
    /// When git fails.
    pub fn ignored(&self, paths: &[&Path]) -> Result<BTreeSet<PathBuf>> {
        let inside = paths.iter().filter_map(|path| path.strip_prefix(self.top()).ok());
        let inside: Vec<GitPath> =
            inside.map(|path| path.as_os_str().as_bytes().to_vec()).collect();
        let ignored = ignored_of(self.git().command("check-ignore"), &inside)?;
        Ok(ignored.iter().map(|path| self.top().join(OsStr::from_bytes(path))).collect())
    }

    /// Those of the paths that are ignored by the rules in the work tree or in `folder`, tracked or not.
    pub(crate) fn ignored_by_rules(
        &self,
        folder: Option<&Path>,
        paths: &[GitPath],
    ) -> Result<BTreeSet<GitPath>> {
        let git = folder.map(|folder| self.git().in_folder(folder));
        let mut command = git.as_ref().unwrap_or(self.git()).command("check-ignore");
        if let Some(folder) = folder {
            command = command.env("GIT_DIR", self.git_dir()).env("GIT_WORK_TREE", folder);
        }
        ignored_of(command.args(["--no-index"]), paths)
    }
}

fn ignored_of(command: GitCommand<'_>, paths: &[GitPath]) -> Result<BTreeSet<GitPath>> {
    let command = command.env("GIT_LITERAL_PATHSPECS", "0").args(["-z", "--stdin"]);
    let command = command.stdin_paths(paths.iter().map(|path| [HERE, path].concat()));
    // Git ends with 1 when none is ignored.
    let listed = command.optional_line()?.unwrap_or_default();
    let paths = listed.split(|byte| *byte == 0).filter_map(|line| line.strip_prefix(HERE));
    Ok(paths.map(<[u8]>::to_vec).collect())
}
