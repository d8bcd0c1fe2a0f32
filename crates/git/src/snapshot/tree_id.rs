//! Computes the id of the whole tree from the base and what differs from it; nothing is stored.

use super::base::SnapshotBase;
use super::changed_files::ChangedFile;
use super::hashable::{HashableFile, LINK_MODE, hashable_files};
use super::tree::{BaseTree, ChangedFolders, object_id};
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
    let Some(head) = read_folders(repository, base, &mut folders)? else { return Ok(None) };
    let Some(changes) = changes_from_base(repository, files, hashable)? else { return Ok(None) };
    let tree = if files.is_empty() { Some(base.tree.clone()) } else { folders.tree_id(&changes) };
    let (index, base) = (base.index.clone(), base.tree.clone());
    Ok(tree.map(|tree| WorktreeSnapshot { head, index, tree, base, base_changes: changes }))
}

/// Reads the folders of the base, and returns the commit of HEAD; the outer `None` when git cleaned
/// up the tree of the base or of the index. Git keeps what a tree refers to as long as the tree.
pub(super) fn read_folders(
    repository: &Repository,
    base: &SnapshotBase,
    folders: &mut ChangedFolders,
) -> Result<Option<Option<ObjectId>>> {
    let mut request = format!("HEAD^{{commit}}\n{}\n", base.index).into_bytes();
    for path in folders.paths() {
        request.extend_from_slice(base.tree.as_str().as_bytes());
        if !path.is_empty() {
            request.push(b':');
            request.extend_from_slice(path);
        }
        request.push(b'\n');
    }
    let command = repository.git().command("cat-file").args(["--batch", "--buffer"]);
    let output = command.env("GIT_NO_REPLACE_OBJECTS", "1").stdin(request).stdout()?;
    let mut objects = BatchObjects(&output);
    let head = objects.next().flatten().map(|object| object.id);
    let index = objects.next().flatten().and_then(BatchObject::into_tree);
    for tree in folders.trees() {
        *tree = objects.next().flatten().and_then(BatchObject::into_tree);
    }
    let stored = index.is_some() && folders.trees().next().is_some_and(|top| top.is_some());
    Ok(stored.then_some(head))
}

/// The output of `git cat-file --batch`: an object for each request, `None` for a missing one.
struct BatchObjects<'a>(&'a [u8]);

struct BatchObject<'a> {
    id: ObjectId,
    kind: &'a [u8],
    content: &'a [u8],
}

impl BatchObject<'_> {
    fn into_tree(self) -> Option<BaseTree> {
        (self.kind == b"tree").then(|| BaseTree { id: self.id, content: self.content.to_vec() })
    }
}

impl<'a> Iterator for BatchObjects<'a> {
    type Item = Option<BatchObject<'a>>;

    /// Parses `<id> <kind> <size>`, a newline, the content and a newline; a line of another form is
    /// a missing object.
    fn next(&mut self) -> Option<Self::Item> {
        let end = self.0.iter().position(|byte| *byte == b'\n')?;
        let (line, rest) = (self.0.get(..end)?, self.0.get(end + 1..)?);
        self.0 = rest;
        let words: Vec<&[u8]> = line.splitn(3, |byte| *byte == b' ').collect();
        let [id, kind, size] = words.as_slice() else { return Some(None) };
        let Some(id) = ObjectId::from_bytes(id) else { return Some(None) };
        let size: usize = std::str::from_utf8(size).ok()?.parse().ok()?;
        let content = rest.get(..size)?;
        self.0 = rest.get(size + 1..)?;
        Some(Some(BatchObject { id, kind, content }))
    }
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
