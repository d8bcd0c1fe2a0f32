//! Files whose place somebody else names: opened only where they are plain ones.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;

/// Opens a regular file of this user to read it; anything else is `None`. It never waits for a
/// writer.
///
/// # Errors
/// When the file is not there or may not be read.
pub fn open(path: &Path) -> io::Result<Option<(File, Metadata)>> {
    open_where(path, |meta| meta.is_file() && meta.uid() == rustix::process::geteuid().as_raw())
}

/// Opens a regular file of any user, where the path itself is no link; anything else is `None`.
///
/// # Errors
/// When the file is not there or may not be read.
pub fn open_no_link(path: &Path) -> io::Result<Option<File>> {
    if !std::fs::symlink_metadata(path)?.is_file() {
        return Ok(None);
    }
    let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW;
    let mut options = OpenOptions::new();
    let file = options.read(true).custom_flags(flags.bits().cast_signed()).open(path)?;
    Ok(file.metadata()?.is_file().then_some(file))
}

/// Reads a file of any user that has at most `max` bytes. A sparse one may be far longer than its disk.
///
/// # Errors
/// When it is not there, may not be read, is not a regular file, or is longer.
pub fn read(path: &Path, max: u64) -> io::Result<Vec<u8>> {
    // To read a folder is an error of its own.
    let is_readable = |meta: &Metadata| meta.is_file() || meta.is_dir();
    let Some((file, _)) = open_where(path, is_readable)? else {
        return Err(io::Error::other("this is not a regular file"));
    };
    let mut bytes = Vec::new();
    file.take(max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > max {
        return Err(io::Error::other(format!("it is longer than {} KiB", max >> 10)));
    }
    Ok(bytes)
}

/// Reads a text file of any user that has at most `max` bytes.
///
/// # Errors
/// As [`read`], and when it is not UTF-8.
pub fn read_text(path: &Path, max: u64) -> io::Result<String> {
    String::from_utf8(read(path, max)?)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

fn open_where(
    path: &Path,
    is_wanted: impl Fn(&Metadata) -> bool,
) -> io::Result<Option<(File, Metadata)>> {
    // Asked first, because opening a device can do something.
    if !is_wanted(&std::fs::metadata(path)?) {
        return Ok(None);
    }
    let nonblock = OFlags::NONBLOCK.bits().cast_signed();
    let file = OpenOptions::new().read(true).custom_flags(nonblock).open(path)?;
    let meta = file.metadata()?;
    Ok(is_wanted(&meta).then_some((file, meta)))
}

/// The mode of a file that everybody may run who may read it.
#[must_use]
pub fn executable_by_readers(mode: u32) -> u32 {
    mode | (mode & 0o444) >> 2
}
