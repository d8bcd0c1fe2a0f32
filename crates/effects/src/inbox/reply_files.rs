//! The files in which replies arrive.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Files of a folder that are read, the first by their names.
const FILES: usize = 1_000;
/// Bytes of a file that are read.
const BYTES: u64 = 1 << 20;

/// What the files say.
#[derive(Debug, Default)]
pub(super) struct ReplyFiles {
    /// The name and the text of each.
    pub(super) texts: Vec<(String, String)>,
    /// What could not be read.
    pub(super) errors: Vec<String>,
}

impl ReplyFiles {
    /// Reads a file, or the files of a folder. Pipes and devices are passed over: they would be waited for.
    pub(super) fn read(place: &Path) -> Self {
        let mut files = Self::default();
        let paths = match fs::metadata(place) {
            Ok(meta) if meta.is_dir() => match folder(place) {
                Ok(paths) => paths,
                Err(error) => {
                    files.errors.push(format!("{}: {error}", place.display()));
                    return files;
                }
            },
            Ok(_) => vec![place.to_owned()],
            // No reply has come.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return files,
            Err(error) => {
                files.errors.push(format!("{}: {error}", place.display()));
                return files;
            }
        };
        for path in paths {
            match read(&path) {
                Ok(Some(text)) => {
                    let name = path.file_name().unwrap_or_default().to_string_lossy();
                    files.texts.push((name.into_owned(), text));
                }
                Ok(None) => {}
                Err(error) => files.errors.push(format!("{}: {error}", path.display())),
            }
        }
        files
    }
}

fn folder(place: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(place)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    paths.truncate(FILES);
    Ok(paths)
}

fn read(path: &Path) -> std::io::Result<Option<String>> {
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    fs::File::open(path)?.take(BYTES).read_to_end(&mut bytes)?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}
