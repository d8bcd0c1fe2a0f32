//! The base: an index of ours that stays between snapshots, and the tree that is stored of it.
//!
//! It is made anew from the person's index when that one changed, and when what is ignored changed.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::look::{BaseDiff, ChangedFile};
use crate::capture::{add_all, capture};
use crate::failpoint;
use crate::git::GitCommand;
use crate::index::{IGNORE, is_named};
use crate::private::{PrivateDir, remove};
use crate::repository::Repository;
use crate::{GitError, ObjectId};

pub(super) const INDEX: &str = "snapshot.index";
const SOURCE: &str = "snapshot.source";

/// The kept index, by name.
pub(super) struct SnapshotBase {
    /// Which index of the person, and which list of ignored files.
    source: String,
    /// The tree of the person's index.
    pub(super) index: ObjectId,
    /// The tree of the kept one.
    pub(super) tree: ObjectId,
}

/// The base that was kept last, unless it was made of something else than what is there.
pub(super) fn kept(repository: &Repository, private: &PrivateDir) -> Option<SnapshotBase> {
    let text = std::fs::read_to_string(private.path(SOURCE)).ok()?;
    let mut lines = text.lines();
    let source = lines.next().filter(|told| *told == source(repository))?.to_owned();
    Some(SnapshotBase {
        source,
        index: ObjectId::parse(lines.next()?)?,
        tree: ObjectId::parse(lines.next()?)?,
    })
}

/// Makes it of the person's index and all files.
pub(super) fn anew(
    repository: &Repository,
    private: &PrivateDir,
) -> Result<SnapshotBase, GitError> {
    let source = source(repository);
    remove(&private.path(SOURCE))?;
    let index = private.fresh(INDEX)?;
    let captured = capture(repository, private, &index)?;
    let base = SnapshotBase { source, index: captured.index, tree: captured.files };
    // A file that an index hides may appear at any time, and only a new copy shows it.
    if captured.beside.skipped.is_empty() {
        keep(private, &base)?;
    }
    Ok(base)
}

/// Takes what differs into the base and stores it, and says where HEAD is; none when the base was
/// cleaned up, and when what is ignored changed.
pub(super) fn moved(
    repository: &Repository,
    private: &PrivateDir,
    base: SnapshotBase,
    differing: &BaseDiff,
) -> Result<Option<(Option<ObjectId>, SnapshotBase)>, GitError> {
    let Some(head) = still_there(repository, &base)? else { return Ok(None) };
    let index = private.path(INDEX);
    // Whoever is killed from here on leaves an index whose tree is not known.
    remove(&private.path(SOURCE))?;
    let one_by_one = match differing {
        BaseDiff::Files(found) if !found.iter().any(|found| is_folder(repository, found)) => {
            // It may stop at what lies behind a link, or cannot be read.
            add(repository, &index, found).is_ok()
        }
        BaseDiff::Files(_) | BaseDiff::Much => false,
    };
    if !one_by_one {
        add_all(repository, &index)?;
    }
    failpoint::reach("moved index");
    // Each entry was here a moment ago, so git need not look for ten thousand of them again.
    let tree = on_kept(repository, &index, "write-tree", TREES).arg("--missing-ok").id()?;
    failpoint::reach("moved tree");
    if let BaseDiff::Much = differing
        && repository.compare(&base.tree, &tree)?.iter().any(|raw| is_named(&raw.path, IGNORE))
    {
        return Ok(None);
    }
    let base = SnapshotBase { tree, ..base };
    keep(private, &base)?;
    Ok(Some((head, base)))
}

/// The commit of HEAD; nothing when the trees of the base were cleaned up. What a tree leads to
/// stays as long as the tree does, so the trees alone are asked for.
fn still_there(
    repository: &Repository,
    base: &SnapshotBase,
) -> Result<Option<Option<ObjectId>>, GitError> {
    let told = repository
        .git()
        .call("cat-file")
        .arg("--batch-check=%(objectname)")
        .input(format!("HEAD^{{commit}}\n{}\n{}\n", base.index, base.tree).into_bytes())
        .bytes()?;
    let mut found = told.split(|byte| *byte == b'\n').map(ObjectId::from_bytes);
    let head = found.next().flatten();
    Ok((found.flatten().count() == 2).then_some(head))
}

fn is_folder(repository: &Repository, found: &ChangedFile) -> bool {
    let meta = repository.on_disk(&found.path).symlink_metadata();
    meta.is_ok_and(|meta| meta.is_dir())
}

/// Takes these files into an index as they are. `git add` would look at all others once more.
fn add(repository: &Repository, index: &Path, found: &[ChangedFile]) -> Result<(), GitError> {
    on_kept(repository, index, "update-index", KEPT)
        .args(["--add", "--remove", "--replace", "-z", "--stdin"])
        .paths(found.iter().map(|found| found.path.as_slice()))
        .done()
}

/// A call on the kept index, under these settings.
pub(super) fn on_kept<'a>(
    repository: &'a Repository,
    index: &Path,
    what: &'static str,
    settings: &[(&str, &str)],
) -> GitCommand<'a> {
    let mut call = repository.git().on_index(index, what);
    for (at, (key, value)) in settings.iter().enumerate() {
        call = call
            .env(&format!("GIT_CONFIG_KEY_{at}"), *key)
            .env(&format!("GIT_CONFIG_VALUE_{at}"), *value);
    }
    call.env("GIT_CONFIG_COUNT", settings.len().to_string())
}

/// What was seen of untracked files stays in the index; git keeps it in the form that the second
/// setting names. Nobody else reads that index, so it needs no checksum.
pub(super) const KEPT: &[(&str, &str)] =
    &[UNTRACKED, ("status.showUntrackedFiles", "all"), UNCHECKED];
/// Names and ids of files are made no shorter by compression.
const TREES: &[(&str, &str)] = &[UNTRACKED, UNCHECKED, ("core.looseCompression", "0")];
const UNTRACKED: (&str, &str) = ("core.untrackedCache", "true");
const UNCHECKED: (&str, &str) = ("index.skipHash", "true");

/// Names the person's index and list of ignored files by what changes when they are replaced.
fn source(repository: &Repository) -> String {
    let name = |path: &Path| {
        path.metadata().map_or_else(
            |_| "none".to_owned(),
            |meta| {
                let (s, ns) = (meta.mtime(), meta.mtime_nsec());
                format!("{}.{}.{s}.{ns}", meta.ino(), meta.size())
            },
        )
    };
    let exclude = repository.common_dir().join("info/exclude");
    format!("1 {} {}", name(&repository.index()), name(&exclude))
}

fn keep(private: &PrivateDir, base: &SnapshotBase) -> Result<(), GitError> {
    let path = private.path(SOURCE);
    let text = format!("{}\n{}\n{}\n", base.source, base.index, base.tree);
    std::fs::write(&path, text).map_err(GitError::file("written", &path))
}
