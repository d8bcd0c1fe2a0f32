//! The name of the whole tree, from the base and what differs from it; nothing is stored.

use super::kept::SnapshotBase;
use super::look::ChangedFile;
use super::plain::{HashableFile, LINK, plain};
use super::take::WorktreeSnapshot;
use super::tree::{BaseTree, ChangedFolders, named};
use crate::changes::{TreeChange, TreeEntry};
use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// How long ids are where trees can be named without git: SHA-1.
const HEX: usize = 40;

/// The state, by name; none when it needs git's index, and when the base was cleaned up.
pub(super) fn name(
    repository: &Repository,
    base: &SnapshotBase,
    found: &[ChangedFile],
) -> Result<Option<WorktreeSnapshot>, GitError> {
    if !found.is_empty() && base.tree.as_str().len() != HEX {
        return Ok(None);
    }
    let paths = found.iter().map(|found| found.path.as_slice());
    let Some(mut folders) = ChangedFolders::above(paths) else { return Ok(None) };
    let Some(files) = plain(repository, found, folders.paths()) else { return Ok(None) };
    let Some(head) = read(repository, base, &mut folders)? else { return Ok(None) };
    let Some(beside) = beside(repository, found, files)? else { return Ok(None) };
    let tree = if found.is_empty() { Some(base.tree.clone()) } else { folders.name(&beside) };
    let Some(tree) = tree else { return Ok(None) };
    let (index, base) = (base.index.clone(), base.tree.clone());
    Ok(Some(WorktreeSnapshot { head, index, tree, base, beside }))
}

/// Reads the folders of the base, and the commit of HEAD; none when its tree, or that of the index,
/// was cleaned up. What a tree leads to stays as long as the tree does.
fn read(
    repository: &Repository,
    base: &SnapshotBase,
    folders: &mut ChangedFolders,
) -> Result<Option<Option<ObjectId>>, GitError> {
    let mut asked = format!("HEAD^{{commit}}\n{}\n", base.index).into_bytes();
    for path in folders.paths() {
        asked.extend_from_slice(base.tree.as_str().as_bytes());
        if !path.is_empty() {
            asked.push(b':');
            asked.extend_from_slice(path);
        }
        asked.push(b'\n');
    }
    let told = repository
        .git()
        .call("cat-file")
        .args(["--batch", "--buffer"])
        .env("GIT_NO_REPLACE_OBJECTS", "1")
        .input(asked)
        .bytes()?;
    let mut told = BatchReply(&told);
    let head = told.next().flatten().map(|object| object.id);
    let index = told.next().flatten().and_then(BatchObject::tree);
    for tree in folders.trees() {
        *tree = told.next().flatten().and_then(BatchObject::tree);
    }
    let both = index.is_some() && folders.trees().next().is_some_and(|top| top.is_some());
    Ok(both.then_some(head))
}

/// What git told of objects, in the order in which they were asked for.
struct BatchReply<'a>(&'a [u8]);

struct BatchObject<'a> {
    id: ObjectId,
    kind: &'a [u8],
    content: &'a [u8],
}

impl BatchObject<'_> {
    fn tree(self) -> Option<BaseTree> {
        (self.kind == b"tree").then(|| BaseTree { id: self.id, content: self.content.to_vec() })
    }
}

impl<'a> Iterator for BatchReply<'a> {
    /// None inside: it is missing.
    type Item = Option<BatchObject<'a>>;

    /// `<id> <kind> <size>`, a line, and then the content and the end of a line; or a line of
    /// another form, which begins with what was asked for.
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

/// How each file differs from the base; those that are the same after git's filters do not. None
/// when git named another number of files than were asked for.
fn beside(
    repository: &Repository,
    found: &[ChangedFile],
    files: Vec<HashableFile>,
) -> Result<Option<Vec<TreeChange>>, GitError> {
    let asked = found.iter().zip(&files).filter(|(_, file)| matches!(file, HashableFile::File(_)));
    let told = ids(repository, asked.map(|(found, _)| found.path.as_slice()))?;
    let mut told = told.into_iter();
    let mut beside = Vec::new();
    for (found, file) in found.iter().zip(files) {
        let there = match file {
            HashableFile::Gone => None,
            HashableFile::File(mode) => Some((mode, told.next())),
            HashableFile::Link(leads) => Some((LINK.to_owned(), named("blob", &leads))),
        };
        let new = match there {
            Some((_, None)) => return Ok(None),
            Some((mode, Some(id))) => Some(TreeEntry { mode, id }),
            None => None,
        };
        if new != found.old {
            beside.push(TreeChange { old: found.old.clone(), new, path: found.path.clone() });
        }
    }
    Ok(told.next().is_none().then_some(beside))
}

/// The ids of these files as `git add` would store them.
fn ids<'p>(
    repository: &Repository,
    paths: impl Iterator<Item = &'p [u8]>,
) -> Result<Vec<ObjectId>, GitError> {
    let asked: Vec<u8> = paths.flat_map(|path| [path, b"\n"].concat()).collect();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let told = repository.git().call("hash-object").arg("--stdin-paths").input(asked).bytes()?;
    Ok(told.split(|byte| *byte == b'\n').filter_map(ObjectId::from_bytes).collect())
}
