//! Computes the id of the whole tree from the base and what differs from it; nothing is stored.

use super::base::SnapshotBase;
use super::base_folders::read_folders;
use super::changed_files::ChangedFile;
use super::hashable::{HashableFile, LINK_MODE, hashable_files};
use super::tree::{ChangedFolders, object_id};
use super::worktree::WorktreeSnapshot;
use crate::diff::{TreeChange, TreeEntry};
use crate::repository::Repository;
use crate::{ObjectId, Result};

/// The length of SHA-1 ids: for others, git computes the ids of trees.
const SHA1_LENGTH: usize = 40;

/// The snapshot of the base with these files; `None` when it needs git's index, and when git cleaned
/// up the base.
pub(super) fn snapshot_from_base(
    repository: &Repository,
    base: &SnapshotBase,
    files: &[ChangedFile],
) -> Result<Option<WorktreeSnapshot>> {
    if !files.is_empty() && base.tree.as_str().len() != SHA1_LENGTH {
        return Ok(None);
    }
    let paths = files.iter().map(|file| file.path.as_slice());
    let Some(mut folders) = ChangedFolders::above(paths) else { return Ok(None) };
    let Some(hashable) = hashable_files(repository, files, folders.paths()) else {
        return Ok(None);
    };
    let Some(head) = read_folders(repository, &base.index, &base.tree, &mut folders)? else {
        return Ok(None);
    };
    let Some(changes) = changes_from_base(repository, files, hashable)? else { return Ok(None) };
    let tree = if files.is_empty() { Some(base.tree.clone()) } else { folders.tree_id(&changes) };
    let (index, base) = (base.index.clone(), base.tree.clone());
    Ok(tree.map(|tree| WorktreeSnapshot { head, index, tree, base, base_changes: changes }))
}

/// How the files differ from the base; a file that git's filters make equal does not. `None` when git
/// hashed another number of files than were passed.
fn changes_from_base(
    repository: &Repository,
    files: &[ChangedFile],
    hashable: Vec<HashableFile>,
) -> Result<Option<Vec<TreeChange>>> {
    let is_file = |(_, hashable): &(_, &_)| matches!(hashable, HashableFile::File(_));
    let paths = files.iter().zip(&hashable).filter(is_file).map(|(file, _)| file.path.as_slice());
    let mut ids = hash_files(repository, paths)?.into_iter();
    let mut changes = Vec::new();
    for (file, hashable) in files.iter().zip(hashable) {
        let entry = match hashable {
            HashableFile::Deleted => None,
            HashableFile::File(mode) => Some((mode, ids.next())),
            HashableFile::Link(to) => Some((LINK_MODE.to_owned(), object_id("blob", &to))),
        };
        let new = match entry {
            Some((_, None)) => return Ok(None),
            Some((mode, Some(id))) => Some(TreeEntry { mode, id }),
            None => None,
        };
        if new != file.old {
            changes.push(TreeChange { old: file.old.clone(), new, path: file.path.clone() });
        }
    }
    Ok(ids.next().is_none().then_some(changes))
}

/// The ids of these files as `git add` would store them.
fn hash_files<'p>(
    repository: &Repository,
    paths: impl Iterator<Item = &'p [u8]>,
) -> Result<Vec<ObjectId>> {
    let lines: Vec<u8> = paths.flat_map(|path| [path, b"\n"].concat()).collect();
    if lines.is_empty() {
        return Ok(Vec::new());
    }
    let command = repository.git().command("hash-object").arg("--stdin-paths").stdin(lines);
    Ok(command.text()?.lines().filter_map(ObjectId::parse).collect())
}
