//! The files of a folder without git, and how many of them changed.
//!
//! A file whose size and times are the same has not changed. One of which only the times differ is
//! compared by its content, where that was read before.

use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::hash::{DefaultHasher, Hasher};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The largest number of files: a folder with more is not measured.
const MAX_FILES: usize = 200_000;
/// The bytes of content that are read at once: 256 MiB. Other files are compared by their times.
const MAX_BYTES: u64 = 256 << 20;

/// The files below a folder at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FolderFiles(BTreeMap<PathBuf, FileFacts>);

/// What is known of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileFacts {
    mode: u32,
    size: u64,
    /// Inode, time of content, time of anything else.
    stamp: (u64, i64, i64, i64, i64),
    /// Digest of its content, where it was read.
    content: Option<u64>,
}

impl FolderFiles {
    /// Reads the files below `top`; content that `known` has is not read again. `None` where there are
    /// too many, or a folder cannot be read.
    pub(super) fn read(top: &Path, known: &Self) -> Option<Self> {
        let (mut files, mut open, mut left) = (BTreeMap::new(), vec![top.to_owned()], MAX_BYTES);
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(&folder).ok()? {
                let path = entry.ok()?.path();
                // A file that is removed meanwhile does not exist.
                let Ok(meta) = path.symlink_metadata() else { continue };
                if meta.is_dir() {
                    if path.file_name().is_none_or(|name| name != ".git") {
                        open.push(path);
                    }
                    continue;
                }
                if files.len() == MAX_FILES {
                    return None;
                }
                let facts = FileFacts::of(&path, &meta, known.0.get(&path), &mut left);
                files.insert(path, facts);
            }
        }
        Some(Self(files))
    }

    /// How many files were added, removed or changed since.
    pub(super) fn count_changes(&self, later: &Self) -> u64 {
        let gone = self.0.keys().filter(|path| !later.0.contains_key(*path)).count();
        let differ = later
            .0
            .iter()
            .filter(|(path, facts)| self.0.get(*path).is_none_or(|before| before.differs(facts)));
        (gone + differ.count()) as u64
    }
}

impl FileFacts {
    fn of(path: &Path, meta: &Metadata, known: Option<&Self>, left: &mut u64) -> Self {
        let stamp = (meta.ino(), meta.mtime(), meta.mtime_nsec(), meta.ctime(), meta.ctime_nsec());
        let mut facts = Self { mode: meta.mode(), size: meta.size(), stamp, content: None };
        let same = known.filter(|known| known.stamp == stamp && known.size == facts.size);
        facts.content = match same {
            Some(known) => known.content,
            None if meta.size() <= *left => {
                *left -= meta.size();
                digest(path, meta)
            }
            None => None,
        };
        facts
    }

    fn differs(&self, later: &Self) -> bool {
        let same_content = self.content.is_some() && self.content == later.content;
        let same_kind = self.mode == later.mode && self.size == later.size;
        !(same_kind && (self.stamp == later.stamp || same_content))
    }
}

/// The digest of a file's content or of a link's target; `None` for anything else.
fn digest(path: &Path, meta: &Metadata) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    if meta.is_symlink() {
        hasher.write(std::fs::read_link(path).ok()?.as_os_str().as_encoded_bytes());
        return Some(hasher.finish());
    }
    if !meta.is_file() {
        return None;
    }
    // A file that grows meanwhile is read up to its earlier size.
    let (mut file, mut buffer) = (File::open(path).ok()?.take(meta.size()), vec![0; 64 << 10]);
    loop {
        match file.read(&mut buffer).ok()? {
            0 => return Some(hasher.finish()),
            read => hasher.write(buffer.get(..read)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// How many files differ after `change` was done to a folder with two of them and a link.
    fn check(change: impl FnOnce(&Path), expected: u64) {
        let dir = tempfile::tempdir().unwrap();
        let top = dir.path();
        fs::create_dir(top.join("sub")).unwrap();
        fs::write(top.join("a"), "one").unwrap();
        fs::write(top.join("sub/b"), "two").unwrap();
        std::os::unix::fs::symlink("a", top.join("link")).unwrap();
        let before = FolderFiles::read(top, &FolderFiles::default()).unwrap();
        change(top);
        let after = FolderFiles::read(top, &before).unwrap();
        assert_eq!(before.count_changes(&after), expected);
    }

    #[test]
    fn l06_without_git_files_are_compared_by_what_is_in_them() {
        check(|_| {}, 0);
        check(|top| fs::write(top.join("a"), "one").unwrap(), 0);
        check(|top| fs::write(top.join("a"), "eno").unwrap(), 1);
        check(|top| fs::write(top.join("sub/b"), "longer").unwrap(), 1);
        check(|top| fs::write(top.join("sub/c"), "").unwrap(), 1);
        check(|top| fs::remove_file(top.join("a")).unwrap(), 1);
        check(|top| fs::rename(top.join("a"), top.join("c")).unwrap(), 2);
        check(|top| fs::create_dir(top.join("empty")).unwrap(), 0);
        check(
            |top| {
                fs::remove_file(top.join("link")).unwrap();
                std::os::unix::fs::symlink("b", top.join("link")).unwrap();
            },
            1,
        );
    }

    #[test]
    fn l06_what_cannot_be_read_is_unknown() {
        assert_eq!(FolderFiles::read(Path::new("/nowhere/at/all"), &FolderFiles::default()), None);
    }
}
