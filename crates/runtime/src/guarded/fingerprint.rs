//! The digest of the metadata of files, and of contents that changed just now: it changes whenever one of them does.

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;

use fusebox_text::digest::DigestBuilder;

/// The bit of a session's note that says that some file was withheld when it was made.
pub(super) const WITHHOLDS: u64 = 1;
/// The bits of a session's note that are no part of the digest: [`WITHHOLDS`], and one for each file of hooks whose name
/// a client gives.
const FLAGS: u64 = 0xff;
/// Increase it when the bits of a note mean something else.
const VERSION: u64 = 3;

/// The digest of what the system says of files.
pub(super) struct Fingerprint(DigestBuilder);

impl Fingerprint {
    pub(super) fn new() -> Self {
        let mut digest = DigestBuilder::new();
        digest.number(VERSION);
        Self(digest)
    }

    /// Adds a file, or that there is none.
    pub(super) fn add(&mut self, metadata: Option<&Metadata>) {
        let Some(metadata) = metadata else {
            self.0.number(0);
            return;
        };
        let times =
            [metadata.mtime(), metadata.mtime_nsec(), metadata.ctime(), metadata.ctime_nsec()];
        self.0.number(1);
        for number in [metadata.dev(), metadata.ino(), metadata.size(), u64::from(metadata.mode())]
        {
            self.0.number(number);
        }
        for time in times {
            self.0.number(time.cast_unsigned());
        }
    }

    /// Adds what stands in a file; `None` is one that cannot be read.
    pub(super) fn add_content(&mut self, content: Option<&[u8]>) {
        self.0.number(u64::from(content.is_some()));
        self.0.bytes(content.unwrap_or_default());
    }

    /// The digest, with room for the flags.
    pub(super) fn finish(self) -> u64 {
        self.0.finish() & !FLAGS
    }

    /// Whether two notes are of the same files as they were.
    pub(super) fn is_same(one: u64, other: u64) -> bool {
        one & !FLAGS == other & !FLAGS
    }

    /// The bit of a note that says that the file of hooks at this place of their list holds ours. Beyond the last bit,
    /// the highest one stands for several: all of them are then held for ours where one is.
    pub(super) fn hook_file_bit(index: usize) -> u64 {
        2 << index.min(6)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn g01_every_change_of_a_file_is_a_new_fingerprint() {
        let dir = tempfile::tempdir().unwrap();
        let file: PathBuf = dir.path().join("settings.json");
        let note = || {
            let mut fingerprint = Fingerprint::new();
            fingerprint.add(fs::metadata(&file).ok().as_ref());
            fingerprint.finish()
        };
        let mut known = vec![note()];
        let mut check = |what: &str| {
            let noted = note();
            assert_eq!(note(), noted, "{what}: nothing happened in between");
            assert!(!known.contains(&noted), "{what}");
            known.push(noted);
        };
        fs::write(&file, "one").unwrap();
        check("made");
        fs::write(dir.path().join("other"), "two").unwrap();
        fs::rename(dir.path().join("other"), &file).unwrap();
        check("replaced by one of the same size");
        fs::File::open(&file).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
        check("given an old time");
        fs::remove_file(&file).unwrap();
        assert_eq!(note(), known[0]);
    }
}
