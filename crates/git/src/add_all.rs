//! Adds every change of the files to an index, without the files that git must not have.

use std::collections::BTreeSet;

use crate::Result;
use crate::git_path::GitPath;
use crate::index::IndexFile;
use crate::untracked::UntrackedFiles;
use crate::vault::VaultedFiles;

/// The files that are not in an index although they are neither ignored nor gone.
#[derive(Debug)]
pub(crate) struct LeftOutFiles {
    /// Files that git cannot read, and large ones.
    pub(crate) paths: Vec<GitPath>,
    /// Files of which the vault keeps something.
    pub(crate) vaulted: VaultedFiles,
}

/// Adds every change of the files to an index. Returns the paths that git cannot read, or must not have.
pub(crate) fn add_all(index: &IndexFile<'_>) -> Result<LeftOutFiles> {
    let untracked = UntrackedFiles::find(index)?;
    let excluded: Vec<&GitPath> = untracked.excluded().collect();
    let mut command = index.command("add").args(["-A", "--ignore-errors"]);
    if !excluded.is_empty() {
        let exclude = |path: &GitPath| [b":(exclude,literal)", path.as_slice()].concat();
        let paths = std::iter::once(b".".to_vec()).chain(excluded.into_iter().map(exclude));
        command = command.env("GIT_LITERAL_PATHSPECS", "0").stdin_pathspecs(paths);
    }
    let output = command.output()?;
    let UntrackedFiles { mut large, mut unreadable, vaulted } = untracked;
    let paths = match output.code {
        Some(0) => {
            large.append(&mut unreadable);
            large
        }
        // Large files are among those that are still untracked.
        Some(1) => {
            let secret: BTreeSet<&GitPath> = vaulted.secret.iter().collect();
            let mut paths = index.list_files(&["-o", "-m", "--exclude-standard"])?;
            paths.retain(|path| !secret.contains(path));
            paths
        }
        _ => return Err(index.repository.git().failure("add", &output.stderr)),
    };
    Ok(LeftOutFiles { paths, vaulted })
}
