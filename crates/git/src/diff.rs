//! What differs between two states: as a list, and as git prints it.

use std::path::PathBuf;

use crate::git_path::{GitPath, as_path};
use crate::repository::Repository;
use crate::{ObjectId, Result};

/// One path that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Relative to the top.
    pub path: PathBuf,
    /// How it differs.
    pub kind: ChangeKind,
}

/// What differs between two states, and by how much.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StateComparison {
    /// The paths that differ. A renamed file is deleted and added.
    pub changes: Vec<FileChange>,
    /// Lines that only the second state has; those of a binary file are not counted.
    pub lines_added: u64,
    /// Lines that only the first state has, counted alike.
    pub lines_removed: u64,
}

/// How a path differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// Only the second state has it.
    Added,
    /// Only the first state has it.
    Deleted,
    /// Content, mode or type differ.
    Modified,
}

/// One side of a comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffSide {
    /// A commit or a tree.
    Object(ObjectId),
    /// The files as they are now, untracked ones included.
    Worktree,
}

/// The format of a printed comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffFormat {
    /// A line per file.
    Stat,
    /// Every changed line.
    Patch,
}

/// A comparison as git prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffText {
    /// Its bytes: files have any encoding.
    pub text: Vec<u8>,
    /// There is more than was asked for.
    pub cut: bool,
}

/// The id and subject of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitSummary {
    /// Its id.
    pub id: ObjectId,
    /// The first line of its message, without control characters.
    pub subject: String,
}

/// A path that differs between two trees, with its entry in each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TreeChange {
    pub(crate) old: Option<TreeEntry>,
    pub(crate) new: Option<TreeEntry>,
    pub(crate) path: GitPath,
}

/// The entry of a path in a tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TreeEntry {
    /// For example `100644`.
    pub(crate) mode: String,
    pub(crate) id: ObjectId,
}

/// The mode that git prints for a path that a tree does not have.
pub(crate) const NO_MODE: &str = "000000";
const REPOSITORY_MODE: &str = "160000";

impl TreeEntry {
    /// The entry with a mode that git printed; `None` for [`NO_MODE`].
    pub(crate) fn new(mode: &str, id: ObjectId) -> Option<Self> {
        (mode != NO_MODE).then(|| Self { mode: mode.to_owned(), id })
    }

    /// Whether it is a submodule or another repository.
    pub(crate) fn is_repository(&self) -> bool {
        self.mode == REPOSITORY_MODE
    }
}

impl TreeChange {
    /// Whether the first tree has another repository here.
    pub(crate) fn was_repository(&self) -> bool {
        self.old.as_ref().is_some_and(TreeEntry::is_repository)
    }

    /// Whether the second tree has another repository here.
    pub(crate) fn is_repository(&self) -> bool {
        self.new.as_ref().is_some_and(TreeEntry::is_repository)
    }

    pub(crate) fn to_file_change(&self) -> FileChange {
        let kind = match (self.old.is_some(), self.new.is_some()) {
            (false, _) => ChangeKind::Added,
            (true, false) => ChangeKind::Deleted,
            (true, true) => ChangeKind::Modified,
        };
        FileChange { path: as_path(&self.path).to_owned(), kind }
    }
}

impl Repository {
    /// Two states compared, as git prints it; at most `max` bytes. No program of the user's
    /// configuration runs.
    ///
    /// # Errors
    /// When git fails.
    pub fn diff(
        &self,
        a: &DiffSide,
        b: &DiffSide,
        format: DiffFormat,
        max: u64,
    ) -> Result<DiffText> {
        let (a, b) = (self.side_id(a)?, self.side_id(b)?);
        let format = match format {
            DiffFormat::Stat => "--stat=120",
            DiffFormat::Patch => "-p",
        };
        let output = self
            .git()
            .command("diff-tree")
            .args(["-r", format, "--no-ext-diff", "--no-textconv", "--no-color", "--find-renames"])
            .args([a.as_str(), b.as_str()])
            .max_output(max)
            .output()?;
        if output.code == Some(0) || output.truncated {
            return Ok(DiffText { text: output.stdout, cut: output.truncated });
        }
        Err(self.git().failure("diff-tree", &output.stderr))
    }

    /// The paths that differ between two states. A renamed file is deleted and added.
    ///
    /// # Errors
    /// When git fails.
    pub fn changes(&self, a: &DiffSide, b: &DiffSide) -> Result<Vec<FileChange>> {
        let (a, b) = (self.side_id(a)?, self.side_id(b)?);
        Ok(self.compare_trees(&a, &b)?.iter().map(TreeChange::to_file_change).collect())
    }

    /// The paths that differ between two states, and the lines. No program of the user's configuration
    /// runs.
    ///
    /// # Errors
    /// When git fails.
    pub fn compare(&self, a: &DiffSide, b: &DiffSide) -> Result<StateComparison> {
        let (a, b) = (self.side_id(a)?, self.side_id(b)?);
        let changes = self.compare_trees(&a, &b)?;
        let mut found = StateComparison {
            changes: changes.iter().map(TreeChange::to_file_change).collect(),
            ..StateComparison::default()
        };
        if changes.is_empty() {
            return Ok(found);
        }
        let options = ["-r", "-z", "--numstat", "--no-renames", "--no-ext-diff", "--no-textconv"];
        let command = self.git().command("diff-tree").args(options);
        for line in command.args([a.as_str(), b.as_str()]).nul_separated()? {
            let (added, removed) = parse_line_counts(&line).unwrap_or_default();
            found.lines_added += added;
            found.lines_removed += removed;
        }
        Ok(found)
    }

    fn side_id(&self, side: &DiffSide) -> Result<ObjectId> {
        match side {
            DiffSide::Object(id) => Ok(id.clone()),
            DiffSide::Worktree => self.stored_snapshot().map(|snapshot| snapshot.tree),
        }
    }

    /// The paths that differ between two trees.
    pub(crate) fn compare_trees(&self, a: &ObjectId, b: &ObjectId) -> Result<Vec<TreeChange>> {
        if a == b {
            return Ok(Vec::new());
        }
        let options = ["-r", "-z", "--raw", "--no-renames", "--no-abbrev", a.as_str(), b.as_str()];
        let fields = self.git().command("diff-tree").args(options).nul_separated()?;
        let pairs = fields.as_chunks().0.iter();
        Ok(pairs.filter_map(|[fields, path]| parse_change(fields, path)).collect())
    }

    /// At most `max` commits of a range, the newest first.
    pub(crate) fn commits(&self, range: &[&str], max: u32) -> Result<Vec<CommitSummary>> {
        let options = ["-z", "--no-decorate", "--no-color", "--format=%H %s"];
        let command = self.git().command("log").args(options).arg(format!("-{max}"));
        let lines = command.args(range).arg("--").nul_separated()?;
        Ok(lines.iter().filter_map(|line| parse_commit(line)).collect())
    }
}

/// Parses `:100644 100755 <id> <id> M`.
fn parse_change(fields: &[u8], path: &[u8]) -> Option<TreeChange> {
    let mut fields = std::str::from_utf8(fields).ok()?.strip_prefix(':')?.split(' ');
    let (old, new) = (fields.next()?, fields.next()?);
    let (old_id, new_id) = (ObjectId::parse(fields.next()?)?, ObjectId::parse(fields.next()?)?);
    let (old, new) = (TreeEntry::new(old, old_id), TreeEntry::new(new, new_id));
    Some(TreeChange { old, new, path: path.to_vec() })
}

/// Parses `3<tab>1<tab><path>`. Git prints `-` in place of the numbers of a binary file.
fn parse_line_counts(line: &[u8]) -> Option<(u64, u64)> {
    let mut fields = line.split(|byte| *byte == b'\t');
    let mut number = || std::str::from_utf8(fields.next()?).ok()?.parse::<u64>().ok();
    Some((number()?, number()?))
}

fn parse_commit(line: &[u8]) -> Option<CommitSummary> {
    let text = String::from_utf8_lossy(line);
    let (id, subject) = text.split_once(' ')?;
    let subject = subject.chars().filter(|c| !c.is_control()).collect();
    Some(CommitSummary { id: ObjectId::parse(id)?, subject })
}
