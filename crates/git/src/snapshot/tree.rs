//! Git's tree objects: the entries of a folder as bytes, changed and hashed without git.

use std::collections::BTreeMap;

use fusebox_text::hex;
use sha1::{Digest, Sha1};

use crate::ObjectId;
use crate::diff::{TreeChange, TreeEntry};
use crate::git_path::GitPath;

/// The total length of all folders' paths. For more, git does the work.
const MAX_PATH_BYTES: usize = 1 << 20;
/// The length of a SHA-1 id in bytes.
const ID_LENGTH: usize = 20;

/// The folders of the base that contain a difference, by path. The top has the empty path.
pub(super) struct ChangedFolders(BTreeMap<GitPath, Option<BaseTree>>);

/// A folder of the base.
pub(super) struct BaseTree {
    pub(super) id: ObjectId,
    pub(super) content: Vec<u8>,
}

impl ChangedFolders {
    /// The top folder alone.
    pub(super) fn top() -> Self {
        Self(BTreeMap::from([(Vec::new(), None)]))
    }

    /// All folders above these files; `None` when their paths are too long together.
    pub(super) fn above<'p>(paths: impl Iterator<Item = &'p [u8]>) -> Option<Self> {
        let Self(mut folders) = Self::top();
        let mut bytes = 0;
        for mut path in paths {
            while let (folder, Some(_)) = split_path(path) {
                if folders.insert(folder.to_vec(), None).is_some() {
                    break;
                }
                bytes += folder.len();
                path = folder;
            }
            if bytes > MAX_PATH_BYTES {
                return None;
            }
        }
        Some(Self(folders))
    }

    /// Their paths, the top first.
    pub(super) fn paths(&self) -> impl Iterator<Item = &[u8]> {
        self.0.keys().map(Vec::as_slice)
    }

    /// The tree of each in the base, to be filled in.
    pub(super) fn trees(&mut self) -> impl Iterator<Item = &mut Option<BaseTree>> {
        self.0.values_mut()
    }

    /// The id of the whole tree after these changes; `None` when they contradict the base or each
    /// other.
    pub(super) fn tree_id(self, changes: &[TreeChange]) -> Option<ObjectId> {
        let mut todo: BTreeMap<&[u8], FolderChanges> =
            self.0.keys().map(|path| (path.as_slice(), FolderChanges::default())).collect();
        for change in changes {
            let (folder, name) = split_path(&change.path);
            todo.get_mut(folder)?.files.insert(name?, change.new.as_ref());
        }
        // A folder sorts before its subfolders, so the last one depends on no other.
        while let Some((path, changes)) = todo.pop_last() {
            let was = self.0.get(path)?.as_ref();
            let content =
                changes.apply(was.map(|was| was.content.as_slice()).unwrap_or_default())?;
            let id = object_id("tree", &content)?;
            let (above, name) = split_path(path);
            let Some(name) = name else { return Some(id) };
            let now = (!content.is_empty()).then_some(id);
            todo.get_mut(above)?
                .folders
                .insert(name, FolderIds { was: was.map(|was| &was.id), now });
        }
        None
    }
}

/// What changes in a folder, by name; `None` where nothing is left.
#[derive(Default)]
struct FolderChanges<'a> {
    files: BTreeMap<&'a [u8], Option<&'a TreeEntry>>,
    folders: BTreeMap<&'a [u8], FolderIds<'a>>,
}

/// The ids of a folder.
struct FolderIds<'a> {
    /// In the base.
    was: Option<&'a ObjectId>,
    now: Option<ObjectId>,
}

impl FolderChanges<'_> {
    /// The content of a folder after these changes. `None` when it cannot be parsed, when something
    /// would replace an entry that is not reported as deleted, and when it has another subfolder
    /// than was read.
    fn apply(&self, content: &[u8]) -> Option<Vec<u8>> {
        let mut lines = Vec::new();
        let mut rest = content;
        while !rest.is_empty() {
            let (line, after) = RawTreeEntry::read(rest)?;
            rest = after;
            let file = self.files.contains_key(line.name);
            match (line.mode == FOLDER_MODE, self.folders.get(line.name)) {
                (true, Some(folder)) if id_bytes(folder.was?)? == line.id => {}
                (false, _) if file => {}
                (_, None) if !file => lines.push(line),
                _ => return None,
            }
        }
        for (name, entry) in &self.files {
            let Some(entry) = entry else { continue };
            if self.folders.get(name).is_some_and(|folder| folder.now.is_some()) {
                return None;
            }
            lines.push(RawTreeEntry {
                mode: entry.mode.as_bytes(),
                name,
                id: id_bytes(&entry.id)?,
            });
        }
        for (name, folder) in &self.folders {
            let Some(id) = &folder.now else { continue };
            lines.push(RawTreeEntry { mode: FOLDER_MODE, name, id: id_bytes(id)? });
        }
        lines.sort_by(|a, b| a.sort_key().cmp(b.sort_key()));
        let mut bytes = Vec::with_capacity(content.len());
        lines.iter().for_each(|line| line.write(&mut bytes));
        Some(bytes)
    }
}

/// An entry of a tree object.
struct RawTreeEntry<'a> {
    mode: &'a [u8],
    name: &'a [u8],
    id: [u8; ID_LENGTH],
}

/// The id of an object whose kind is `blob` or `tree`.
pub(super) fn object_id(kind: &str, content: &[u8]) -> Option<ObjectId> {
    let mut sum = Sha1::new();
    sum.update(format!("{kind} {}\0", content.len()).as_bytes());
    sum.update(content);
    ObjectId::parse(&hex(&sum.finalize()))
}

impl<'a> RawTreeEntry<'a> {
    /// Parses `<mode> <name>NUL<id>`; returns the rest as well.
    fn read(rest: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let space = rest.iter().position(|byte| *byte == b' ')?;
        let (mode, rest) = (rest.get(..space)?, rest.get(space + 1..)?);
        let end = rest.iter().position(|byte| *byte == 0)?;
        let (name, rest) = (rest.get(..end)?, rest.get(end + 1..)?);
        let (id, rest) = rest.split_first_chunk::<ID_LENGTH>()?;
        Some((Self { mode, name, id: *id }, rest))
    }

    fn write(&self, to: &mut Vec<u8>) {
        for part in [self.mode, b" ", self.name, b"\0", &self.id] {
            to.extend_from_slice(part);
        }
    }

    /// The sort key: git sorts folders as if their names ended with a slash.
    fn sort_key(&self) -> impl Iterator<Item = &u8> {
        self.name.iter().chain((self.mode == FOLDER_MODE).then_some(&b'/'))
    }
}

/// The bytes of an id.
fn id_bytes(id: &ObjectId) -> Option<[u8; ID_LENGTH]> {
    let (pairs, []) = id.as_str().as_bytes().as_chunks::<2>() else { return None };
    let byte = |pair: &[u8; 2]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    pairs.iter().map(byte).collect::<Option<Vec<u8>>>()?.try_into().ok()
}

/// The mode of a folder in a tree object.
const FOLDER_MODE: &[u8] = b"40000";

/// The folder of a path, and its name in that folder; the top has no name.
fn split_path(path: &[u8]) -> (&[u8], Option<&[u8]>) {
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(at) => (path.get(..at).unwrap_or_default(), path.get(at + 1..)),
        None => (b"", (!path.is_empty()).then_some(path)),
    }
}
