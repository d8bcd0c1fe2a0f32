//! The files in which replies arrive.

use std::fs;
use std::io::{ErrorKind, Read, Result};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use fusebox_store::own_file;

/// Files of a folder that are read, the newest.
const FILES: usize = 1_000;
/// Bytes of a file that are read.
const BYTES: u64 = 256 << 10;

/// The files of a place, which are read one after the other.
#[derive(Debug, Default)]
pub(super) struct ReplyFiles {
    /// Those that were not read yet, the newest last.
    left: Vec<PathBuf>,
    /// What could not be read.
    pub(super) errors: Vec<String>,
}

impl ReplyFiles {
    /// Lists a file, or the files of a folder.
    pub(super) fn list(place: &Path) -> Self {
        let mut files = Self::default();
        let listed = match fs::metadata(place) {
            Ok(meta) if meta.is_dir() => files.list_folder(place),
            Ok(_) => {
                files.left.push(place.to_owned());
                Ok(())
            }
            // No reply has come.
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = listed {
            files.errors.push(format!("{}: {error}", place.display()));
        }
        files
    }

    fn list_folder(&mut self, folder: &Path) -> Result<()> {
        let mut found: Vec<(SystemTime, PathBuf)> = Vec::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            // One that was taken away meanwhile needs no word.
            let Ok(meta) = fs::symlink_metadata(&path) else { continue };
            if meta.is_symlink() {
                self.errors
                    .push(format!("{}: it is a link, which is not followed", path.display()));
            } else if meta.is_file() {
                found.push((meta.modified().unwrap_or(SystemTime::UNIX_EPOCH), path));
            }
        }
        found.sort();
        let surplus = found.len().saturating_sub(FILES);
        if surplus > 0 {
            self.errors.push(format!(
                "{}: the newest {FILES} files are read, and {surplus} older ones are not",
                folder.display()
            ));
        }
        self.left = found.drain(..).skip(surplus).map(|(_, path)| path).collect();
        Ok(())
    }

    /// The name and the text of the next file, the newest first. Pipes and devices are passed over: they would be waited
    /// for.
    pub(super) fn next_text(&mut self) -> Option<(String, String)> {
        while let Some(path) = self.left.pop() {
            match read(&path) {
                Ok(Some(text)) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    return Some((name.into_owned(), text));
                }
                Ok(None) => {}
                Err(error) => self.errors.push(format!("{}: {error}", path.display())),
            }
        }
        None
    }
}

fn read(path: &Path) -> Result<Option<String>> {
    let Some(file) = own_file::open_no_link(path)? else { return Ok(None) };
    let mut bytes = Vec::new();
    file.take(BYTES).read_to_end(&mut bytes)?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
