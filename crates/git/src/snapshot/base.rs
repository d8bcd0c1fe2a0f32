//! The base: an index of ours whose tree is stored. It is made of the repository's index and all
//! files, and updated when too much differs from it.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::base_folders::read_folders;
use super::base_index::{STATUS_SETTINGS, TREE_SETTINGS, base_index};
use super::changed_files::{BaseDiff, ChangedFile};
use super::tree::ChangedFolders;
use super::worktree::WorktreeSnapshot;
use crate::add_all::add_all;
use crate::capture::capture;
use crate::failpoint;
use crate::file::remove_if_exists;
use crate::git_path::is_gitignore;
use crate::index::IndexFile;
use crate::private_dir::PrivateDir;
use crate::repository::Repository;
use crate::{GitError, ObjectId, Result};

/// The file that describes the base.
const FILE: &str = "snapshot.source";

/// What the index of the base holds, and what it was made of.
pub(super) struct SnapshotBase {
    /// Identifies the repository's index and list of ignored files.
    source: String,
    /// The tree of the repository's index.
    pub(super) index: ObjectId,
    /// The tree of the base.
    pub(super) tree: ObjectId,
}

impl SnapshotBase {
    /// The base of the last snapshot, unless index or ignore rules were replaced since.
    pub(super) fn read(private: &PrivateDir<'_>) -> Option<Self> {
        let text = std::fs::read_to_string(private.path(FILE)).ok()?;
        let mut lines = text.lines();
        let source = source_id(private.repository);
        (lines.next()? == source).then_some(())?;
        let (index, tree) = (ObjectId::parse(lines.next()?)?, ObjectId::parse(lines.next()?)?);
        Some(Self { source, index, tree })
    }

    /// Makes a base of the repository's index and all files.
    pub(super) fn create(private: &PrivateDir<'_>) -> Result<Self> {
        let source = source_id(private.repository);
        remove_if_exists(&private.path(FILE))?;
        let index = base_index(private);
        index.remove()?;
        let captured = capture(private, &index)?;
        let base = Self { source, index: captured.index, tree: captured.files };
        // A file that the index hides may appear at any time, and only a new copy shows it.
        if captured.extras.skipped.is_empty() {
            base.write(private)?;
        }
        Ok(base)
    }

    /// Adds the differences to the base, and returns it with the commit of HEAD. `None` when git
    /// cleaned up the trees of the base, and when ignore rules changed.
    pub(super) fn update(
        self,
        private: &PrivateDir<'_>,
        diff: &BaseDiff,
    ) -> Result<Option<(Option<ObjectId>, Self)>> {
        let repository = private.repository;
        let Some(head) =
            read_folders(repository, &self.index, &self.tree, &mut ChangedFolders::top())?
        else {
            return Ok(None);
        };
        let index = base_index(private);
        // A process that is killed from here on leaves an index whose tree is not known.
        remove_if_exists(&private.path(FILE))?;
        let added = match diff {
            BaseDiff::Files(files) if !files.iter().any(|file| is_folder(repository, file)) => {
                // It fails for paths behind a link, and for files that cannot be read.
                add_files(&index, files).is_ok()
            }
            BaseDiff::Files(_) | BaseDiff::Much => false,
        };
        if !added {
            add_all(&index)?;
        }
        failpoint::reach("moved index");
        // Each entry was stored a moment ago, so git need not check ten thousand of them again.
        let write_tree = index.command_with(TREE_SETTINGS, "write-tree").arg("--missing-ok");
        let tree = write_tree.object_id()?;
        failpoint::reach("moved tree");
        if let BaseDiff::Much = diff
            && repository.compare_trees(&self.tree, &tree)?.iter().any(|c| is_gitignore(&c.path))
        {
            return Ok(None);
        }
        let base = Self { tree, ..self };
        base.write(private)?;
        Ok(Some((head, base)))
    }

    /// The snapshot of a state that is this base.
    pub(super) fn into_snapshot(self, head: Option<ObjectId>) -> WorktreeSnapshot {
        let Self { index, tree, .. } = self;
        WorktreeSnapshot { head, index, base: tree.clone(), tree, base_changes: Vec::new() }
    }

    fn write(&self, private: &PrivateDir<'_>) -> Result<()> {
        let path = private.path(FILE);
        let text = format!("{}\n{}\n{}\n", self.source, self.index, self.tree);
        std::fs::write(&path, text).map_err(GitError::file("written", &path))
    }
}

fn is_folder(repository: &Repository, file: &ChangedFile) -> bool {
    let meta = repository.path_on_disk(&file.path).symlink_metadata();
    meta.is_ok_and(|meta| meta.is_dir())
}

/// Adds these files to the index. `git add` would check all others once more.
fn add_files(index: &IndexFile<'_>, files: &[ChangedFile]) -> Result<()> {
    index
        .command_with(STATUS_SETTINGS, "update-index")
        .args(["--add", "--remove", "--replace", "-z", "--stdin"])
        .stdin_paths(files.iter().map(|file| &file.path))
        .run()
}

/// Identifies the repository's index and list of ignored files by inode, size and time.
fn source_id(repository: &Repository) -> String {
    let file_id = |path: &Path| match path.metadata() {
        Ok(meta) => {
            let (s, ns) = (meta.mtime(), meta.mtime_nsec());
            format!("{}.{}.{s}.{ns}", meta.ino(), meta.size())
        }
        Err(_) => "none".to_owned(),
    };
    let exclude = repository.common_dir().join("info/exclude");
    format!("1 {} {}", file_id(&repository.index_path()), file_id(&exclude))
}
