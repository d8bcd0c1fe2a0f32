//! Finds the files that differ from the base.

use super::base_index::{STATUS_SETTINGS, base_index};
use crate::diff::{NO_MODE, TreeEntry};
use crate::git_path::GitPath;
use crate::private_dir::PrivateDir;
use crate::repository::Repository;
use crate::untracked::is_left_out;
use crate::{ObjectId, Result};

/// Up to this many files are handled one by one. For more, git itself looks for them.
const MAX_FILES: usize = 1_000;

/// What differs between the files and the base.
pub(super) enum BaseDiff {
    /// These files. Untracked files that are large or look secret are left out.
    Files(Vec<ChangedFile>),
    /// Many files, or something that only `git add` handles.
    Much,
}

/// A file that differs from the base.
pub(super) struct ChangedFile {
    pub(super) path: GitPath,
    /// Its entry in the base.
    pub(super) old: Option<TreeEntry>,
    pub(super) status: FileStatus,
}

/// How a file differs from the base.
pub(super) enum FileStatus {
    Deleted,
    /// The mode that git gives it, such as `100755`.
    Modified(String),
    Added,
}

/// Compares as `git status` does, and keeps in the index what git saw of untracked files, so that
/// folders without a change are not read again. `None` without an index.
pub(super) fn base_diff(private: &PrivateDir<'_>) -> Result<Option<BaseDiff>> {
    let index = base_index(private);
    if index.path.symlink_metadata().is_err() {
        return Ok(None);
    }
    index.remove_lock()?;
    let lines = index
        .command_with(STATUS_SETTINGS, "status")
        .env("GIT_OPTIONAL_LOCKS", "1")
        .args(["--porcelain=v2", "-z", "--no-renames", "--untracked-files=all"])
        .arg("--ignore-submodules=dirty")
        .nul_separated()?;
    let mut files = Vec::new();
    for line in lines {
        let parsed = match line.split_first() {
            Some((b'1', rest)) => parse_tracked(rest),
            Some((b'?', rest)) => parse_untracked(private.repository, rest),
            _ => None,
        };
        match parsed {
            Some(None) => {}
            Some(Some(file)) if files.len() < MAX_FILES => files.push(file),
            Some(Some(_)) | None => return Ok(Some(BaseDiff::Much)),
        }
    }
    Ok(Some(BaseDiff::Files(files)))
}

/// Parses ` XY <submodule> <modes of HEAD, index and file> <ids of HEAD and index> <path>`, where X
/// compares index and HEAD, and Y files and index. The inner `None` is no difference, the outer one
/// a line of another form.
fn parse_tracked(rest: &[u8]) -> Option<Option<ChangedFile>> {
    let fields: Vec<&[u8]> = rest.strip_prefix(b" ")?.splitn(8, |byte| *byte == b' ').collect();
    let [signs, _, _, old, now, _, id, path] = fields.as_slice() else { return None };
    if signs.get(1) == Some(&b'.') {
        return Some(None);
    }
    let (old, now) = (std::str::from_utf8(old).ok()?, std::str::from_utf8(now).ok()?);
    let old = TreeEntry::new(old, ObjectId::from_bytes(id)?);
    let status = match now {
        NO_MODE => FileStatus::Deleted,
        mode => FileStatus::Modified(mode.to_owned()),
    };
    Some(Some(ChangedFile { path: path.to_vec(), old, status }))
}

/// Parses ` <path>`; the results are those of [`parse_tracked`].
fn parse_untracked(repository: &Repository, rest: &[u8]) -> Option<Option<ChangedFile>> {
    let path = rest.strip_prefix(b" ").filter(|path| !path.ends_with(b"/"))?;
    let file = ChangedFile { path: path.to_vec(), old: None, status: FileStatus::Added };
    Some((!is_left_out(repository, path)).then_some(file))
}
