//! Git commands on the index of the base.

use crate::command::GitCommand;
use crate::index::IndexFile;
use crate::private_dir::PrivateDir;

/// Settings of git that a command on the base gets.
pub(super) type BaseSettings = &'static [(&'static str, &'static str)];

/// What git saw of untracked files stays in the index, in the form that the second setting names.
/// Nobody else reads this index, so it needs no checksum.
pub(super) const STATUS_SETTINGS: BaseSettings =
    &[UNTRACKED_CACHE, ("status.showUntrackedFiles", "all"), NO_CHECKSUM];
/// Compression does not make names and ids of files shorter.
pub(super) const TREE_SETTINGS: BaseSettings =
    &[UNTRACKED_CACHE, NO_CHECKSUM, ("core.looseCompression", "0")];
const UNTRACKED_CACHE: (&str, &str) = ("core.untrackedCache", "true");
const NO_CHECKSUM: (&str, &str) = ("index.skipHash", "true");

/// The index of the base.
pub(super) fn base_index<'a>(private: &PrivateDir<'a>) -> IndexFile<'a> {
    private.index("snapshot.index")
}

/// A git command on the index of the base.
pub(super) fn base_command<'a>(
    index: &IndexFile<'a>,
    name: &'static str,
    settings: BaseSettings,
) -> GitCommand<'a> {
    let mut command = index.command(name).env("GIT_CONFIG_COUNT", settings.len().to_string());
    for (at, (key, value)) in settings.iter().enumerate() {
        command = command.env(&format!("GIT_CONFIG_KEY_{at}"), *key);
        command = command.env(&format!("GIT_CONFIG_VALUE_{at}"), *value);
    }
    command
}
