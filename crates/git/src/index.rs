//! Index files: the repository's own and ours, and what an index holds that a tree cannot.

use std::collections::BTreeSet;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::command::GitCommand;
use crate::file::{copy_with_time, remove_if_exists};
use crate::git_path::{GitPath, as_path};
use crate::repository::Repository;
use crate::{GitError, ObjectId, Result};

/// Up to this many paths are arguments of a command. For more, git lists all paths.
const MAX_ARGUMENTS: usize = 500;

/// An index file of a repository.
#[derive(Debug)]
pub(crate) struct IndexFile<'a> {
    pub(crate) repository: &'a Repository,
    pub(crate) path: PathBuf,
}

/// What an index holds that a tree cannot.
#[derive(Debug, Default)]
pub(crate) struct IndexExtras {
    /// Entries of a conflict.
    pub(crate) unmerged: Vec<IndexEntry>,
    /// Entries of `git add --intent-to-add`: a name without content.
    pub(crate) intended: Vec<IndexEntry>,
    /// Paths marked "assume unchanged".
    pub(crate) assumed: Vec<GitPath>,
    /// Paths marked "skip worktree".
    pub(crate) skipped: Vec<GitPath>,
}

/// An entry of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct IndexEntry {
    pub(crate) mode: String,
    pub(crate) id: ObjectId,
    /// 0, or 1 to 3 for base, ours and theirs of a conflict.
    pub(crate) stage: u8,
    pub(crate) path: GitPath,
}

impl<'a> IndexFile<'a> {
    pub(crate) fn new(repository: &'a Repository, path: PathBuf) -> Self {
        Self { repository, path }
    }

    /// A git command on this index. It works on all entries: which files a sparse checkout leaves
    /// out is recorded by the mark of each entry.
    pub(crate) fn command(&self, name: &'static str) -> GitCommand<'a> {
        self.command_with(&[], name)
    }

    /// [`Self::command`] with further settings, each `key=value`.
    pub(crate) fn command_with(&self, settings: &[&str], name: &'static str) -> GitCommand<'a> {
        let settings = [&["core.sparseCheckout=false"], settings].concat();
        let command = self.repository.git().command_with(&settings, name);
        command.env("GIT_INDEX_FILE", &self.path)
    }

    /// A git command on this index that obeys the repository's sparse checkout.
    pub(crate) fn sparse_command(&self, name: &'static str) -> GitCommand<'a> {
        self.repository.git().command(name).env("GIT_INDEX_FILE", &self.path)
    }

    /// Copies `source`, with its modification time: git reads files again that are as young as
    /// their index, because it cannot tell whether they changed after the index was written.
    pub(crate) fn copy_from(&self, source: &Path) -> Result<()> {
        copy_with_time(source, &self.path).map_err(GitError::file("copied", source))
    }

    /// Copies the repository's own index, if there is one.
    pub(crate) fn copy_repository_index(&self) -> Result<()> {
        match self.copy_from(&self.repository.index_path()) {
            Err(GitError::File { source, .. }) if source.kind() == ErrorKind::NotFound => Ok(()),
            result => result,
        }
    }

    /// Removes the file, and the lock that a killed git left beside it.
    pub(crate) fn remove(&self) -> Result<()> {
        remove_if_exists(&self.path)?;
        self.remove_lock()
    }

    /// Removes git's lock of the file. Only for files in our locked folder.
    pub(crate) fn remove_lock(&self) -> Result<()> {
        let mut lock = self.path.clone().into_os_string();
        lock.push(".lock");
        remove_if_exists(Path::new(&lock))
    }

    /// Stores the entries as a tree.
    pub(crate) fn write_tree(&self) -> Result<ObjectId> {
        self.command("write-tree").object_id()
    }

    /// Runs `git update-index` with an option on these paths, if there are any.
    pub(crate) fn update<P: AsRef<[u8]>>(
        &self,
        option: &str,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<()> {
        let mut paths = paths.into_iter().peekable();
        if paths.peek().is_none() {
            return Ok(());
        }
        let command = self.command("update-index").args([option, "-z", "--stdin"]);
        command.stdin_paths(paths).run()
    }

    /// Adds entries in the format of `git update-index --index-info`.
    pub(crate) fn add_entries(&self, lines: Vec<u8>) -> Result<()> {
        self.command("update-index").args(["-z", "--index-info"]).stdin(lines).run()
    }

    /// Adds these paths although they are ignored.
    pub(crate) fn add_ignored(&self, paths: &[GitPath]) -> Result<()> {
        self.command("add").arg("-f").stdin_pathspecs(paths).run()
    }

    /// The paths that `git ls-files` lists with these options.
    pub(crate) fn list_files(&self, options: &[&str]) -> Result<Vec<GitPath>> {
        self.command("ls-files").arg("-z").args(options).nul_separated()
    }

    /// Reads what the index holds that a tree cannot.
    pub(crate) fn extras(&self) -> Result<IndexExtras> {
        let mut extras = IndexExtras::default();
        for (mark, entry) in self.list_files(&["-s", "-v"])?.iter().filter_map(|l| parse(l)) {
            if mark.is_ascii_lowercase() {
                extras.assumed.push(entry.path.clone());
            }
            if mark.eq_ignore_ascii_case(&b'S') {
                extras.skipped.push(entry.path.clone());
            }
            if entry.stage > 0 {
                extras.unmerged.push(entry);
            } else if entry.id.is_empty_blob() {
                extras.intended.push(entry);
            }
        }
        self.retain_intended(&mut extras.intended)?;
        Ok(extras)
    }

    /// Of entries without content, keeps the intents to add: a comparison of index and files shows
    /// them as new.
    fn retain_intended(&self, empty: &mut Vec<IndexEntry>) -> Result<()> {
        if empty.is_empty() {
            return Ok(());
        }
        let options = ["--diff-filter=A", "--name-only", "--no-renames", "-z", "--"];
        let mut command = self.command("diff-files").args(options);
        if empty.len() <= MAX_ARGUMENTS {
            command = command.args(empty.iter().map(|entry| as_path(&entry.path)));
        }
        let new: BTreeSet<GitPath> = command.nul_separated()?.into_iter().collect();
        empty.retain(|entry| new.contains(&entry.path));
        Ok(())
    }
}

/// Parses `H 100644 <id> 0<TAB><path>`.
fn parse(line: &[u8]) -> Option<(u8, IndexEntry)> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let (fields, path) = (line.get(..tab)?, line.get(tab + 1..)?);
    let mut fields = std::str::from_utf8(fields).ok()?.split(' ');
    let mark = *fields.next()?.as_bytes().first()?;
    let mode = fields.next()?.to_owned();
    let id = ObjectId::parse(fields.next()?)?;
    let stage = fields.next()?.parse().ok()?;
    Some((mark, IndexEntry { mode, id, stage, path: path.to_vec() }))
}
