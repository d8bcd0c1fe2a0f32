//! The digest of the metadata of files, which changes whenever one of them does.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use fusebox_text::digest::DigestBuilder;

/// The bit of a session's note that says that some file was withheld when it was made.
pub(super) const WITHHOLDS: u64 = 1;
/// Increase it when the bits of a note mean something else.
const VERSION: u64 = 1;

/// The digest of what the system says of these files, without [`WITHHOLDS`]; links are followed.
pub(super) fn fingerprint(paths: impl Iterator<Item = impl AsRef<Path>>) -> u64 {
    let mut digest = DigestBuilder::new();
    digest.number(VERSION);
    for path in paths {
        let Ok(metadata) = std::fs::metadata(path) else {
            digest.number(0);
            continue;
        };
        digest.number(1);
        for number in [metadata.dev(), metadata.ino(), metadata.size(), u64::from(metadata.mode())]
        {
            digest.number(number);
        }
        let times =
            [metadata.mtime(), metadata.mtime_nsec(), metadata.ctime(), metadata.ctime_nsec()];
        for time in times {
            digest.number(time.cast_unsigned());
        }
    }
    digest.finish() & !WITHHOLDS
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
        let note = || fingerprint([&file].into_iter());
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
