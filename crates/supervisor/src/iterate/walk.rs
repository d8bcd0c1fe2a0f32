//! The files of a folder without git: what tells whether one changed.
//!
//! A file whose size and times are the same was not changed. One whose times alone differ is
//! compared by its content, as far as that was read before.

use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::hash::{DefaultHasher, Hasher};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Files that are looked at; a folder with more is not measured.
const MOST_FILES: usize = 200_000;
/// Content that is read in one look, in bytes: 256 MiB. Files beyond that go by their times.
const MOST_BYTES: u64 = 256 << 20;

/// The files below a folder, at one moment.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Files(BTreeMap<PathBuf, Facts>);

/// What is known of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Facts {
    mode: u32,
    size: u64,
    /// Number, time of content, time of anything.
    stamp: (u64, i64, i64, i64, i64),
    /// Digest of its content, where it was read.
    content: Option<u64>,
}

impl Files {
    /// Reads what is below `top`; content that `known` has is not read again. `None` where there is
    /// too much, or a folder that cannot be read.
    pub(super) fn read(top: &Path, known: &Self) -> Option<Self> {
        let (mut files, mut open, mut left) = (BTreeMap::new(), vec![top.to_owned()], MOST_BYTES);
        while let Some(folder) = open.pop() {
            for entry in std::fs::read_dir(&folder).ok()? {
                let path = entry.ok()?.path();
                // What vanishes while it is looked at is not there.
                let Ok(meta) = path.symlink_metadata() else { continue };
                if meta.is_dir() {
                    if path.file_name().is_none_or(|name| name != ".git") {
                        open.push(path);
                    }
                    continue;
                }
                if files.len() == MOST_FILES {
                    return None;
                }
                let facts = Facts::of(&path, &meta, known.0.get(&path), &mut left);
                files.insert(path, facts);
            }
        }
        Some(Self(files))
    }

    /// How many files were added, removed or changed since.
    pub(super) fn changed(&self, later: &Self) -> u64 {
        let gone = self.0.keys().filter(|path| !later.0.contains_key(*path)).count();
        let differ = later
            .0
            .iter()
            .filter(|(path, facts)| self.0.get(*path).is_none_or(|before| before.differs(facts)));
        (gone + differ.count()) as u64
    }
}

impl Facts {
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

/// Digest of a file's content, or of where a link leads; nothing for what is neither.
fn digest(path: &Path, meta: &Metadata) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    if meta.is_symlink() {
        hasher.write(std::fs::read_link(path).ok()?.as_os_str().as_encoded_bytes());
        return Some(hasher.finish());
    }
    if !meta.is_file() {
        return None;
    }
    // A file that grows while it is read is read no further than it was.
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
        let before = Files::read(top, &Files::default()).unwrap();
        change(top);
        let after = Files::read(top, &before).unwrap();
        assert_eq!(before.changed(&after), expected);
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
        assert_eq!(Files::read(Path::new("/nowhere/at/all"), &Files::default()), None);
    }
}
