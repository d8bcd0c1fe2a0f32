//! Paths as git prints them.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// A path as git prints it: bytes, relative to the top.
pub(crate) type GitPath = Vec<u8>;

/// Whether a path is that of a file that lists what git ignores in its folder.
pub(crate) fn is_gitignore(path: &[u8]) -> bool {
    has_file_name(path, b".gitignore")
}

/// Whether this is the last component of a path.
pub(crate) fn has_file_name(path: &[u8], name: &[u8]) -> bool {
    path.rsplit(|byte| *byte == b'/').next() == Some(name)
}

/// A path as the operating system takes it.
pub(crate) fn as_path(path: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(path))
}

/// The folders of a path, the topmost first.
pub(crate) fn folders_above(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    let slashes = path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
    slashes.filter_map(|(at, _)| path.get(..at))
}
