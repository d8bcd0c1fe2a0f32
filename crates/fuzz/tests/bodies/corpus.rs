//! The kept corpus.

use std::path::{Path, PathBuf};

/// A path of this crate.
pub(crate) fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// What is in a folder, sorted.
pub(crate) fn names(path: &str) -> Vec<String> {
    let entries = std::fs::read_dir(folder(path)).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The inputs that are kept for a target, with their names.
pub(crate) fn inputs(target: &str) -> Vec<(String, Vec<u8>)> {
    let path = format!("corpus/{target}");
    let read = |name: String| {
        let bytes = std::fs::read(folder(&path).join(&name)).unwrap();
        (name, bytes)
    };
    names(&path).into_iter().map(read).collect()
}
