//! The working state as trees: one of the files, one of the index.
//!
//! Everything happens in a copy of the person's index, so that git's own cache of file times makes
//! it as fast as `git status`, and neither HEAD nor index nor a file is touched.

use std::path::{Path, PathBuf};

use crate::extras;
use crate::index::{GitPath, IndexExtras, beside, os};
use crate::large;
use crate::private::PrivateDir;
use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// Paths that are named when they could not be kept.
const NAMED: usize = 100;

/// The working state at one moment.
#[derive(Debug)]
pub(crate) struct CapturedState {
    /// The tree of the files: tracked, staged and untracked.
    pub(crate) files: ObjectId,
    /// The tree of the index, without what a tree cannot say.
    pub(crate) index: ObjectId,
    /// The tree of what an index has beside its tree, if it has any.
    pub(crate) extras: Option<ObjectId>,
    pub(crate) beside: IndexExtras,
    /// Paths that git could not read, or that are too large; the first 100.
    pub(crate) left_out: Vec<PathBuf>,
}

/// Captures the working state. `scratch` becomes an index of its files.
pub(crate) fn capture(
    repository: &Repository,
    private: &PrivateDir,
    scratch: &Path,
) -> Result<CapturedState, GitError> {
    copy_index(repository, scratch)?;
    let beside = beside(repository, scratch)?;
    let index = index_tree(repository, private, scratch, &beside)?;
    let extras = extras::tree(repository, private, &beside)?;
    show_hidden(repository, scratch, &beside)?;
    let left_out = add_all(repository, scratch)?;
    let files = write_tree(repository, scratch)?;
    Ok(CapturedState { files, index, extras, beside, left_out })
}

/// The tree of an index.
pub(crate) fn write_tree(repository: &Repository, index: &Path) -> Result<ObjectId, GitError> {
    repository.git().on_index(index, "write-tree").id()
}

/// A copy of the person's index; none where there is none yet.
pub(crate) fn copy_index(repository: &Repository, scratch: &Path) -> Result<(), GitError> {
    match copy(&repository.index(), scratch) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(GitError::file("copied", &repository.index())(error))
        }
        _ => Ok(()),
    }
}

/// A copy that is as old as the index it is made of. Git looks once more at files that are as young
/// as their index: by its seconds alone, it cannot tell whether they changed after it was written.
pub(crate) fn copy(index: &Path, to: &Path) -> std::io::Result<()> {
    let written = index.metadata()?.modified()?;
    std::fs::copy(index, to)?;
    std::fs::File::open(to)?.set_modified(written)
}

/// Takes every change of the files into `scratch`, and says what could not be read or is too large.
pub(crate) fn add_all(repository: &Repository, scratch: &Path) -> Result<Vec<PathBuf>, GitError> {
    let git = repository.git();
    let mut large = large::untracked(repository, scratch)?;
    let mut call = git.on_index(scratch, "add").args(["-A", "--ignore-errors"]);
    if !large.is_empty() {
        let but = |path: &GitPath| [b":(exclude,literal)", path.as_slice()].concat();
        let paths: Vec<GitPath> =
            std::iter::once(b".".to_vec()).chain(large.iter().map(but)).collect();
        call = call
            .env("GIT_LITERAL_PATHSPECS", "0")
            .args(["--pathspec-from-file=-", "--pathspec-file-nul"])
            .paths(paths.iter().map(Vec::as_slice));
    }
    let answer = call.answer()?;
    large.truncate(NAMED);
    match answer.code {
        Some(0) => Ok(large.iter().map(|path| PathBuf::from(os(path))).collect()),
        // What is too large is among those that are still untracked.
        Some(1) => {
            let listed = git
                .on_index(scratch, "ls-files")
                .args(["-o", "-m", "--exclude-standard", "-z"])
                .bytes()?;
            let paths = listed.split(|byte| *byte == 0).filter(|path| !path.is_empty());
            Ok(paths.take(NAMED).map(|path| PathBuf::from(os(path))).collect())
        }
        _ => Err(GitError::Git {
            what: "add".to_owned(),
            folder: repository.top().to_owned(),
            said: crate::error::shown(&answer.err),
        }),
    }
}

/// Takes these paths into `scratch` although they are ignored.
pub(crate) fn add_ignored(
    repository: &Repository,
    scratch: &Path,
    paths: &[GitPath],
) -> Result<(), GitError> {
    repository
        .git()
        .on_index(scratch, "add")
        .args(["-f", "--pathspec-from-file=-", "--pathspec-file-nul"])
        .paths(paths.iter().map(Vec::as_slice))
        .done()
}

/// Takes these entries out of an index; files stay.
pub(crate) fn drop_entries<'p>(
    repository: &Repository,
    index: &Path,
    paths: impl IntoIterator<Item = &'p [u8]>,
) -> Result<(), GitError> {
    repository
        .git()
        .on_index(index, "update-index")
        .args(["--force-remove", "-z", "--stdin"])
        .paths(paths)
        .done()
}

fn index_tree(
    repository: &Repository,
    private: &PrivateDir,
    scratch: &Path,
    beside: &IndexExtras,
) -> Result<ObjectId, GitError> {
    if beside.unmerged.is_empty() {
        return write_tree(repository, scratch);
    }
    let merged = private.fresh("merged.index")?;
    copy(scratch, &merged).map_err(GitError::file("copied", scratch))?;
    let conflicts = beside.unmerged.iter().map(|staged| staged.path.as_slice());
    drop_entries(repository, &merged, conflicts)?;
    let tree = write_tree(repository, &merged);
    private.fresh("merged.index")?;
    tree
}

/// Takes off the marks that make git overlook a change of a file that is there.
fn show_hidden(
    repository: &Repository,
    scratch: &Path,
    beside: &IndexExtras,
) -> Result<(), GitError> {
    let git = repository.git();
    if !beside.assumed.is_empty() {
        git.on_index(scratch, "update-index")
            .args(["--no-assume-unchanged", "-z", "--stdin"])
            .paths(beside.assumed.iter().map(Vec::as_slice))
            .done()?;
    }
    let there = |path: &&GitPath| repository.on_disk(path).symlink_metadata().is_ok();
    let present: Vec<&GitPath> = beside.skipped.iter().filter(there).collect();
    if !present.is_empty() {
        git.on_index(scratch, "update-index")
            .args(["--no-skip-worktree", "-z", "--stdin"])
            .paths(present.into_iter().map(Vec::as_slice))
            .done()?;
    }
    Ok(())
}
