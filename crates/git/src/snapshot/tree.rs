//! Trees as git writes them: a folder's names, modes and ids as bytes, changed and named without
//! git.

use std::collections::BTreeMap;

use sha1_smol::Sha1;

use crate::ObjectId;
use crate::changes::{TreeChange, TreeEntry};
use crate::index::GitPath;

/// Bytes of all folders' paths together, at most: what is deeper is a matter for git.
const MOST: usize = 1 << 20;
/// Bytes of an id.
const ID: usize = 20;

/// The folders of a base in which something differs, by path; the top is the empty one.
pub(super) struct ChangedFolders(BTreeMap<GitPath, Option<BaseTree>>);

/// What the base has in a folder.
pub(super) struct BaseTree {
    pub(super) id: ObjectId,
    pub(super) content: Vec<u8>,
}

impl ChangedFolders {
    /// All that lie on the way to these files; none when their paths are too long together.
    pub(super) fn above<'p>(paths: impl Iterator<Item = &'p [u8]>) -> Option<Self> {
        let mut folders = BTreeMap::from([(Vec::new(), None)]);
        let mut bytes = 0;
        for mut path in paths {
            while let (folder, Some(_)) = parted(path) {
                if folders.insert(folder.to_vec(), None).is_some() {
                    break;
                }
                bytes += folder.len();
                path = folder;
            }
            if bytes > MOST {
                return None;
            }
        }
        Some(Self(folders))
    }

    /// Their paths; the top comes first.
    pub(super) fn paths(&self) -> impl Iterator<Item = &[u8]> {
        self.0.keys().map(Vec::as_slice)
    }

    /// What the base has in each, to be read.
    pub(super) fn trees(&mut self) -> impl Iterator<Item = &mut Option<BaseTree>> {
        self.0.values_mut()
    }

    /// The name of the whole tree after these changes; none when they contradict the base or each
    /// other.
    pub(super) fn name(self, changes: &[TreeChange]) -> Option<ObjectId> {
        let mut todo: BTreeMap<&[u8], FolderChanges> =
            self.0.keys().map(|path| (path.as_slice(), FolderChanges::default())).collect();
        for change in changes {
            let (folder, name) = parted(&change.path);
            todo.get_mut(folder)?.files.insert(name?, change.new.as_ref());
        }
        // What is inside a folder comes after it, so the last one never waits for another.
        while let Some((path, changes)) = todo.pop_last() {
            let was = self.0.get(path)?.as_ref();
            let content =
                changes.made(was.map(|was| was.content.as_slice()).unwrap_or_default())?;
            let id = named("tree", &content)?;
            let (above, name) = parted(path);
            let Some(name) = name else { return Some(id) };
            let now = (!content.is_empty()).then_some(id);
            todo.get_mut(above)?
                .folders
                .insert(name, FolderIds { was: was.map(|was| &was.id), now });
        }
        None
    }
}

/// What changes in a folder, by name; nothing is there any more where there is none.
#[derive(Default)]
struct FolderChanges<'a> {
    files: BTreeMap<&'a [u8], Option<&'a TreeEntry>>,
    folders: BTreeMap<&'a [u8], FolderIds<'a>>,
}

/// A folder by its ids.
struct FolderIds<'a> {
    /// As it was read of the base.
    was: Option<&'a ObjectId>,
    now: Option<ObjectId>,
}

impl FolderChanges<'_> {
    /// A folder after these changes. None when it cannot be read, when something would take the
    /// place of what nobody said is gone, and when another folder was read than the one in it.
    fn made(&self, content: &[u8]) -> Option<Vec<u8>> {
        let mut lines = Vec::new();
        let mut rest = content;
        while !rest.is_empty() {
            let (line, after) = TreeLine::read(rest)?;
            rest = after;
            let file = self.files.contains_key(line.name);
            match (line.mode == FOLDER, self.folders.get(line.name)) {
                (true, Some(folder)) if raw(folder.was?)? == line.id => {}
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
            lines.push(TreeLine { mode: entry.mode.as_bytes(), name, id: raw(&entry.id)? });
        }
        for (name, folder) in &self.folders {
            let Some(id) = &folder.now else { continue };
            lines.push(TreeLine { mode: FOLDER, name, id: raw(id)? });
        }
        lines.sort_by(|a, b| a.order().cmp(b.order()));
        let mut made = Vec::with_capacity(content.len());
        lines.iter().for_each(|line| line.write(&mut made));
        Some(made)
    }
}

/// One entry of a folder.
struct TreeLine<'a> {
    mode: &'a [u8],
    name: &'a [u8],
    id: [u8; ID],
}

/// The name of an object: of a `blob` or a `tree`.
pub(super) fn named(kind: &str, content: &[u8]) -> Option<ObjectId> {
    let mut sum = Sha1::new();
    sum.update(format!("{kind} {}\0", content.len()).as_bytes());
    sum.update(content);
    ObjectId::parse(&sum.digest().to_string())
}

impl<'a> TreeLine<'a> {
    /// `<mode> <name>NUL<id>`, and what comes after it.
    fn read(rest: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let space = rest.iter().position(|byte| *byte == b' ')?;
        let (mode, rest) = (rest.get(..space)?, rest.get(space + 1..)?);
        let end = rest.iter().position(|byte| *byte == 0)?;
        let (name, rest) = (rest.get(..end)?, rest.get(end + 1..)?);
        let (id, rest) = rest.split_first_chunk::<ID>()?;
        Some((Self { mode, name, id: *id }, rest))
    }

    fn write(&self, to: &mut Vec<u8>) {
        for part in [self.mode, b" ", self.name, b"\0", &self.id] {
            to.extend_from_slice(part);
        }
    }

    /// Git sorts folders as if their names ended with a slash.
    fn order(&self) -> impl Iterator<Item = &u8> {
        self.name.iter().chain((self.mode == FOLDER).then_some(&b'/'))
    }
}

/// The bytes of an id.
fn raw(id: &ObjectId) -> Option<[u8; ID]> {
    id.as_str().parse::<sha1_smol::Digest>().ok().map(|digest| digest.bytes())
}

/// The mode of a folder, as trees have it.
const FOLDER: &[u8] = b"40000";

/// A path's folder and its name in there; the top has none.
fn parted(path: &[u8]) -> (&[u8], Option<&[u8]>) {
    match path.iter().rposition(|byte| *byte == b'/') {
        Some(at) => (path.get(..at).unwrap_or_default(), path.get(at + 1..)),
        None => (b"", (!path.is_empty()).then_some(path)),
    }
}
