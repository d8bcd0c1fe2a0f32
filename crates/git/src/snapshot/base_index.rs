//! The index of the base, and the settings of git commands on it.

use crate::index::IndexFile;
use crate::private_dir::PrivateDir;

/// What git saw of untracked files stays in the index, in the form that the second setting names.
/// Nobody else reads this index, so it needs no checksum.
pub(super) const STATUS_SETTINGS: &[&str] =
    &[UNTRACKED_CACHE, "status.showUntrackedFiles=all", NO_CHECKSUM];
/// Compression does not make names and ids of files shorter.
pub(super) const TREE_SETTINGS: &[&str] =
    &[UNTRACKED_CACHE, NO_CHECKSUM, "core.looseCompression=0"];
const UNTRACKED_CACHE: &str = "core.untrackedCache=true";
const NO_CHECKSUM: &str = "index.skipHash=true";

/// The index of the base.
pub(super) fn base_index<'a>(private: &PrivateDir<'a>) -> IndexFile<'a> {
    private.index("snapshot.index")
}
