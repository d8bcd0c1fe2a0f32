//! Finds out which files can be hashed as `git add` would, without git's index.
//!
//! A file that is rejected here costs time, not correctness: git adds it to the base.

use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::changed_files::{ChangedFile, FileStatus};
use crate::command::read_at_most;
use crate::diff::TreeEntry;
use crate::git_path::{as_path, has_file_name};
use crate::repository::Repository;

/// Bytes of all files together: they are read at each snapshot, and files of the base are not.
const MAX_BYTES: u64 = 8 << 20;
const GITATTRIBUTES: &[u8] = b".gitattributes";
/// Bytes of an attributes file that are read.
const MAX_ATTRIBUTES: u64 = 1 << 20;

const FILE_MODE: &str = "100644";
const PROGRAM_MODE: &str = "100755";
pub(super) const LINK_MODE: &str = "120000";

/// A file whose hash needs no index.
pub(super) enum HashableFile {
    Deleted,
    /// A file with this mode.
    File(String),
    /// A symbolic link to this path.
    Link(Vec<u8>),
}

/// What to hash for each of the files; `None` when one of them needs git's index.
pub(super) fn hashable_files<'p>(
    repository: &Repository,
    files: &[ChangedFile],
    folders: impl Iterator<Item = &'p [u8]>,
) -> Option<Vec<HashableFile>> {
    let shared = repository.common_dir().join("info/attributes");
    let local = folders.map(|dir| repository.path_on_disk(dir).join(as_path(GITATTRIBUTES)));
    if local.chain([shared]).any(|path| names_filters(&path)) {
        return None;
    }
    let mut budget = MAX_BYTES;
    files.iter().map(|file| hashable_file(repository, file, &mut budget)).collect()
}

fn hashable_file(
    repository: &Repository,
    file: &ChangedFile,
    budget: &mut u64,
) -> Option<HashableFile> {
    // Attributes apply to other files. Paths are passed to git as lines.
    if has_file_name(&file.path, GITATTRIBUTES)
        || file.path.iter().any(|byte| byte.is_ascii_control() || *byte == b'"')
        || file.old.as_ref().is_some_and(TreeEntry::is_repository)
    {
        return None;
    }
    let mode = match &file.status {
        FileStatus::Deleted => return Some(HashableFile::Deleted),
        FileStatus::Modified(mode) => Some(mode.as_str()),
        // Where the file system ignores case, the base may have its folder under another name.
        FileStatus::Added if repository.git().ignores_case() => return None,
        FileStatus::Added => None,
    };
    let path = repository.path_on_disk(&file.path);
    let meta = path.symlink_metadata().ok()?;
    if meta.is_symlink() && mode.is_none_or(|mode| mode == LINK_MODE) {
        let target = std::fs::read_link(&path).ok()?;
        return Some(HashableFile::Link(target.as_os_str().as_bytes().to_vec()));
    }
    let is_program = meta.permissions().mode() & 0o100 != 0;
    let mode = match mode {
        Some(mode @ (FILE_MODE | PROGRAM_MODE)) => mode,
        // Whether a new file is a program depends on settings.
        None if !is_program => FILE_MODE,
        _ => return None,
    };
    *budget = budget.checked_sub(meta.len())?;
    // Whether git converts line endings may depend on those in the index.
    let unix_lines = meta.is_file() && !read_whole(&path, meta.len())?.contains(&b'\r');
    unix_lines.then(|| HashableFile::File(mode.to_owned()))
}

/// Whether an attributes file may name filters: programs that would run at each snapshot.
fn names_filters(path: &Path) -> bool {
    let Ok(meta) = path.symlink_metadata() else { return false };
    let is_small_file = meta.is_file() && meta.len() <= MAX_ATTRIBUTES;
    let content = is_small_file.then(|| read_whole(path, MAX_ATTRIBUTES)).flatten();
    let contains = |text: &[u8], word: &[u8]| text.windows(word.len()).any(|part| part == word);
    // A link, or a file that cannot be read, may name some.
    content.is_none_or(|text| contains(&text, b"filter") || contains(&text, b"encoding"))
}

/// The content of a file; `None` when it is longer than `max`.
fn read_whole(path: &Path, max: u64) -> Option<Vec<u8>> {
    let (content, truncated) = read_at_most(std::fs::File::open(path).ok()?, max).ok()?;
    (!truncated).then_some(content)
}
