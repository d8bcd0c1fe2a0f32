//! What differs between the files and the base.

use super::kept::{INDEX, KEPT, on_kept};
use crate::changes::{NOTHING, TreeEntry};
use crate::index::GitPath;
use crate::large::is_large;
use crate::private::{PrivateDir, remove};
use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// So many files are looked at one by one; where more differ, git looks for all of them itself.
const MOST: usize = 1_000;

/// What differs between the files and the base.
pub(super) enum BaseDiff {
    /// These files; what is new and too large is left out.
    Files(Vec<ChangedFile>),
    /// Many of them, or what only `git add` understands.
    Much,
}

/// A file that differs from the base.
pub(super) struct ChangedFile {
    pub(super) path: GitPath,
    /// What the base has.
    pub(super) old: Option<TreeEntry>,
    pub(super) now: FileStatus,
}

/// What is there now.
pub(super) enum FileStatus {
    Gone,
    /// A file that the base has too, in the mode that git gives it: `100755`.
    Changed(String),
    New,
}

/// Looks as `git status` does, but keeps what it saw of untracked files in the index, so that
/// folders in which nothing came or went are not read again. None without an index.
pub(super) fn look(
    repository: &Repository,
    private: &PrivateDir,
) -> Result<Option<BaseDiff>, GitError> {
    let index = private.path(INDEX);
    if index.symlink_metadata().is_err() {
        return Ok(None);
    }
    remove(&private.path(&format!("{INDEX}.lock")))?;
    let listed = on_kept(repository, &index, "status", KEPT)
        .env("GIT_OPTIONAL_LOCKS", "1")
        .args(["--porcelain=v2", "-z", "--no-renames", "--untracked-files=all"])
        .arg("--ignore-submodules=dirty")
        .bytes()?;
    let mut files = Vec::new();
    for line in listed.split(|byte| *byte == 0).filter(|line| !line.is_empty()) {
        let read = match line.split_first() {
            Some((b'1', rest)) => tracked(rest),
            Some((b'?', rest)) => untracked(repository, rest),
            _ => StatusEntry::Odd,
        };
        match read {
            StatusEntry::Nothing => {}
            StatusEntry::Found(found) if files.len() < MOST => files.push(found),
            StatusEntry::Found(_) | StatusEntry::Odd => return Ok(Some(BaseDiff::Much)),
        }
    }
    Ok(Some(BaseDiff::Files(files)))
}

/// One line of what git found.
enum StatusEntry {
    Found(ChangedFile),
    /// No difference between the files and the base.
    Nothing,
    /// Something else.
    Odd,
}

/// ` XY <submodule> <modes of HEAD, index and file> <ids of HEAD and index> <path>`: X is what the
/// index has beside HEAD, Y what the files have beside the index.
fn tracked(rest: &[u8]) -> StatusEntry {
    let Some(rest) = rest.strip_prefix(b" ") else { return StatusEntry::Odd };
    let fields: Vec<&[u8]> = rest.splitn(8, |byte| *byte == b' ').collect();
    let [signs, _, _, old, now, _, id, path] = fields.as_slice() else { return StatusEntry::Odd };
    if signs.get(1) == Some(&b'.') {
        return StatusEntry::Nothing;
    }
    let (Ok(old), Ok(now)) = (std::str::from_utf8(old), std::str::from_utf8(now)) else {
        return StatusEntry::Odd;
    };
    let Some(id) = ObjectId::from_bytes(id) else { return StatusEntry::Odd };
    let now = if now == NOTHING { FileStatus::Gone } else { FileStatus::Changed(now.to_owned()) };
    StatusEntry::Found(ChangedFile { path: path.to_vec(), old: TreeEntry::told(old, id), now })
}

/// ` <path>`
fn untracked(repository: &Repository, rest: &[u8]) -> StatusEntry {
    let Some(path) = rest.strip_prefix(b" ") else { return StatusEntry::Odd };
    if path.ends_with(b"/") {
        return StatusEntry::Odd;
    }
    if is_large(repository, path) {
        return StatusEntry::Nothing;
    }
    StatusEntry::Found(ChangedFile { path: path.to_vec(), old: None, now: FileStatus::New })
}
