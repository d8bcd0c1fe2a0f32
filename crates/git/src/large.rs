//! Untracked files that are too large to be kept: data, models, images of disks.

use crate::GitError;
use crate::index::GitPath;
use crate::repository::Repository;

/// An untracked file of more bytes is left out. Forges take no larger file either (GitHub: 100 MiB),
/// so none of them was about to be committed.
const LARGE: u64 = 100 << 20;
/// So many are left out at most: git looks at each of them for each path.
const MOST: usize = 500;

/// The untracked files that are too large, at most 500. Those in `index` are tracked.
pub(crate) fn untracked(
    repository: &Repository,
    index: &std::path::Path,
) -> Result<Vec<GitPath>, GitError> {
    let listed = repository
        .git()
        .on_index(index, "ls-files")
        .args(["-o", "--exclude-standard", "-z"])
        .bytes()?;
    let paths = listed.split(|byte| *byte == 0).filter(|path| !path.is_empty());
    Ok(paths.filter(|path| is_large(repository, path)).take(MOST).map(<[u8]>::to_vec).collect())
}

/// Whether the file on disk is too large.
pub(crate) fn is_large(repository: &Repository, path: &[u8]) -> bool {
    let meta = repository.on_disk(path).symlink_metadata();
    meta.is_ok_and(|meta| meta.is_file() && meta.len() > LARGE)
}
