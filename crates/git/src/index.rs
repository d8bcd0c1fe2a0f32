//! What an index says beside its tree: conflicts, marks of entries, intents to add.

use std::path::Path;

use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// So many paths fit on a command line; more are asked for without naming them.
const NAMED: usize = 500;

/// A path as git says it: bytes, relative to the top.
pub(crate) type GitPath = Vec<u8>;

/// The file that says what git ignores in its folder.
pub(crate) const IGNORE: &[u8] = b".gitignore";

/// Whether the last part of a path is this.
pub(crate) fn is_named(path: &[u8], name: &[u8]) -> bool {
    path.rsplit(|byte| *byte == b'/').next() == Some(name)
}

/// What a tree cannot say of an index.
#[derive(Debug, Default)]
pub(crate) struct IndexExtras {
    /// Entries of a conflict.
    pub(crate) unmerged: Vec<IndexEntry>,
    /// Entries that are an intent to add: no content, only a name.
    pub(crate) intended: Vec<IndexEntry>,
    /// Paths marked "assume unchanged".
    pub(crate) assumed: Vec<GitPath>,
    /// Paths marked "skip worktree".
    pub(crate) skipped: Vec<GitPath>,
}

/// One entry of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexEntry {
    pub(crate) mode: String,
    pub(crate) id: ObjectId,
    /// 0, or 1 to 3 for base, ours and theirs of a conflict.
    pub(crate) stage: u8,
    pub(crate) path: GitPath,
}

/// Reads what `index` says beside its tree.
pub(crate) fn beside(repository: &Repository, index: &Path) -> Result<IndexExtras, GitError> {
    let listed = repository.git().on_index(index, "ls-files").args(["-s", "-v", "-z"]).bytes()?;
    let mut beside = IndexExtras::default();
    let mut empty = Vec::new();
    for (mark, staged) in listed.split(|byte| *byte == 0).filter_map(entry) {
        if mark.is_ascii_lowercase() {
            beside.assumed.push(staged.path.clone());
        }
        if mark.eq_ignore_ascii_case(&b'S') {
            beside.skipped.push(staged.path.clone());
        }
        if staged.stage > 0 {
            beside.unmerged.push(staged);
        } else if staged.id.is_empty_blob() {
            empty.push(staged);
        }
    }
    beside.intended = intended(repository, index, empty)?;
    Ok(beside)
}

/// Those of the entries without content that are intents to add: git shows them as new in a
/// comparison of index and files.
fn intended(
    repository: &Repository,
    index: &Path,
    mut empty: Vec<IndexEntry>,
) -> Result<Vec<IndexEntry>, GitError> {
    if empty.is_empty() {
        return Ok(empty);
    }
    let mut call = repository.git().on_index(index, "diff-files").args([
        "--diff-filter=A",
        "--name-only",
        "--no-renames",
        "-z",
        "--",
    ]);
    if empty.len() <= NAMED {
        call = call.args(empty.iter().map(|staged| os(&staged.path)));
    }
    let listed = call.bytes()?;
    let new: std::collections::BTreeSet<&[u8]> = listed.split(|byte| *byte == 0).collect();
    empty.retain(|staged| new.contains(staged.path.as_slice()));
    Ok(empty)
}

/// `H 100644 <id> 0<TAB><path>`
fn entry(line: &[u8]) -> Option<(u8, IndexEntry)> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let (facts, path) = (line.get(..tab)?, line.get(tab + 1..)?);
    let mut facts = std::str::from_utf8(facts).ok()?.split(' ');
    let mark = *facts.next()?.as_bytes().first()?;
    let mode = facts.next()?.to_owned();
    let id = ObjectId::parse(facts.next()?)?;
    let stage = facts.next()?.parse().ok()?;
    Some((mark, IndexEntry { mode, id, stage, path: path.to_vec() }))
}

pub(crate) fn os(path: &[u8]) -> &std::ffi::OsStr {
    std::os::unix::ffi::OsStrExt::from_bytes(path)
}
