//! Reads the folders of the base that contain a difference.

use super::tree::{BaseTree, ChangedFolders};
use crate::repository::Repository;
use crate::{ObjectId, Result};

/// Reads the folders of the base, which has these trees of index and files, and returns the commit of
/// HEAD; the outer `None` when git cleaned
/// up the tree of the base or of the index. Git keeps what a tree refers to as long as the tree.
pub(super) fn read_folders(
    repository: &Repository,
    index: &ObjectId,
    tree: &ObjectId,
    folders: &mut ChangedFolders,
) -> Result<Option<Option<ObjectId>>> {
    let mut request = format!("HEAD^{{commit}}\n{}\n", index).into_bytes();
    for path in folders.paths() {
        request.extend_from_slice(tree.as_str().as_bytes());
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
    for folder in folders.trees() {
        *folder = objects.next().flatten().and_then(BatchObject::into_tree);
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
