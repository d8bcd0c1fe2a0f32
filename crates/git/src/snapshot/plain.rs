//! Which files can be named by themselves, as `git add` would name them with an index.
//!
//! What this turns down costs time, not truth: git takes it into the base.

use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::look::{ChangedFile, FileStatus};
use crate::changes::TreeEntry;
use crate::git::bounded;
use crate::index::{is_named, os};
use crate::repository::Repository;

/// Bytes of all files together, at most: they are read each time, and what is in the base is not.
const MOST: u64 = 8 << 20;
const ATTRIBUTES: &[u8] = b".gitattributes";
/// Bytes of a file of attributes that are read.
const MOST_ATTRIBUTES: u64 = 1 << 20;

/// A file whose name needs no index.
pub(super) enum HashableFile {
    Gone,
    /// Its content, and the mode of its entry.
    File(String),
    /// Where it leads.
    Link(Vec<u8>),
}

/// What these files are; none when one of them needs more than itself to be named.
pub(super) fn plain<'p>(
    repository: &Repository,
    found: &[ChangedFile],
    folders: impl Iterator<Item = &'p [u8]>,
) -> Option<Vec<HashableFile>> {
    let beside = repository.common_dir().join("info/attributes");
    let inside = folders.map(|folder| repository.on_disk(folder).join(os(ATTRIBUTES)));
    if inside.chain([beside]).any(|path| runs_programs(&path)) {
        return None;
    }
    let mut room = MOST;
    found.iter().map(|found| one(repository, found, &mut room)).collect()
}

fn one(repository: &Repository, found: &ChangedFile, room: &mut u64) -> Option<HashableFile> {
    // Attributes speak of other files. Names go to git as lines.
    if is_named(&found.path, ATTRIBUTES)
        || found.path.iter().any(|byte| byte.is_ascii_control() || *byte == b'"')
        || found.old.as_ref().is_some_and(TreeEntry::is_repository)
    {
        return None;
    }
    let mode = match &found.now {
        FileStatus::Gone => return Some(HashableFile::Gone),
        FileStatus::Changed(mode) => Some(mode.as_str()),
        // Where the disk ignores case, it may be in a folder that the base has by another name.
        FileStatus::New if repository.git().ignores_case() => return None,
        FileStatus::New => None,
    };
    let path = repository.on_disk(&found.path);
    let meta = path.symlink_metadata().ok()?;
    if meta.is_symlink() && mode.is_none_or(|mode| mode == LINK) {
        let leads = std::fs::read_link(&path).ok()?;
        return Some(HashableFile::Link(leads.as_os_str().as_bytes().to_vec()));
    }
    let program = meta.permissions().mode() & 0o100 != 0;
    let mode = match mode {
        Some(mode @ (FILE | PROGRAM)) => mode,
        // Whether a new file is a program is a matter of settings.
        None if !program => FILE,
        _ => return None,
    };
    *room = room.checked_sub(meta.len())?;
    // Whether line endings are changed may depend on those in the index.
    let ends = meta.is_file() && !read(&path, meta.len())?.contains(&b'\r');
    ends.then(|| HashableFile::File(mode.to_owned()))
}

/// Whether a file of attributes may name filters: programs that would run at each snapshot.
fn runs_programs(path: &Path) -> bool {
    let Ok(meta) = path.symlink_metadata() else { return false };
    let names = |text: &[u8], word: &[u8]| text.windows(word.len()).any(|part| part == word);
    let read =
        (meta.is_file() && meta.len() <= MOST_ATTRIBUTES).then(|| read(path, MOST_ATTRIBUTES));
    // What cannot be read, or is a link, is not taken for empty.
    read.flatten().is_none_or(|text| names(&text, b"filter") || names(&text, b"encoding"))
}

/// The content, at most so many bytes; none when there are more.
fn read(path: &Path, most: u64) -> Option<Vec<u8>> {
    let (content, cut) = bounded(std::fs::File::open(path).ok()?, most).ok()?;
    (!cut).then_some(content)
}

const FILE: &str = "100644";
const PROGRAM: &str = "100755";
pub(super) const LINK: &str = "120000";
