//! Untracked files of which git gets no content: large ones, and those that look secret.

use std::fs::File;

use crate::Result;
use crate::git_path::GitPath;
use crate::index::IndexFile;
use crate::repository::Repository;
use crate::secret_name::is_secret;
use crate::vault::{VaultedFiles, mode_and_bytes};

/// An untracked file of more bytes is left out of a state. Forges take no larger file either
/// (GitHub: 100 MiB), so it was not about to be committed.
const LARGE_FILE: u64 = 100 << 20;
/// At most this many large files are left out: git compares each of them with each path.
const MAX_LARGE_FILES: usize = 500;
/// The modes that git keeps.
const GIT_MODES: [u32; 2] = [0o644, 0o755];

/// The untracked files that git does not get as they are.
#[derive(Debug, Default)]
pub(crate) struct UntrackedFiles {
    /// Files that are too large, at most 500.
    pub(crate) large: Vec<GitPath>,
    /// Files that look secret and cannot be read.
    pub(crate) unreadable: Vec<GitPath>,
    pub(crate) vaulted: VaultedFiles,
}

impl UntrackedFiles {
    /// Finds them among the files that are not in `index`.
    pub(crate) fn find(index: &IndexFile<'_>) -> Result<Self> {
        let mut found = Self::default();
        for path in index.list_files(&["-o", "--exclude-standard"])? {
            let on_disk = index.repository.path_on_disk(&path);
            let Some((mode, bytes)) = mode_and_bytes(&on_disk) else { continue };
            if bytes > LARGE_FILE && found.large.len() < MAX_LARGE_FILES {
                found.large.push(path);
            } else if is_secret(&path, &on_disk, bytes, mode) {
                let is_readable = File::open(&on_disk).is_ok();
                let list =
                    if is_readable { &mut found.vaulted.secret } else { &mut found.unreadable };
                list.push(path);
            } else if !GIT_MODES.contains(&mode) {
                found.vaulted.unusual_mode.push(path);
            }
        }
        Ok(found)
    }

    /// The paths that git must not add.
    pub(crate) fn excluded(&self) -> impl Iterator<Item = &GitPath> {
        self.large.iter().chain(&self.unreadable).chain(&self.vaulted.secret)
    }
}

/// Whether a file on disk is too large to be kept.
pub(crate) fn is_large(repository: &Repository, path: &[u8]) -> bool {
    mode_and_bytes(&repository.path_on_disk(path)).is_some_and(|(_, bytes)| bytes > LARGE_FILE)
}

/// Whether an untracked file is left out of git: it is large, or it looks secret.
pub(crate) fn is_left_out(repository: &Repository, path: &[u8]) -> bool {
    let on_disk = repository.path_on_disk(path);
    mode_and_bytes(&on_disk)
        .is_some_and(|(mode, bytes)| bytes > LARGE_FILE || is_secret(path, &on_disk, bytes, mode))
}
