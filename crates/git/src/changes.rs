//! What differs between two states: as a list, and as git shows it.

use std::path::PathBuf;

use crate::index::{GitPath, os};
use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// One path that differs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileChange {
    /// Relative to the top.
    pub path: PathBuf,
    /// How.
    pub kind: ChangeKind,
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

/// How a comparison is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffFormat {
    /// A line per file.
    Stat,
    /// Every changed line.
    Patch,
}

/// A comparison as git shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiffText {
    /// The bytes: files are in any encoding.
    pub text: Vec<u8>,
    /// There is more than was asked for.
    pub cut: bool,
}

/// One line of a raw comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TreeChange {
    pub(crate) old: Option<TreeEntry>,
    pub(crate) new: Option<TreeEntry>,
    pub(crate) path: GitPath,
}

/// What a tree says of a path: its mode, like `100644`, and its id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TreeEntry {
    pub(crate) mode: String,
    pub(crate) id: ObjectId,
}

impl TreeEntry {
    /// From what git tells of one side: it has a mode for nothing.
    pub(crate) fn told(mode: &str, id: ObjectId) -> Option<Self> {
        (mode != NOTHING).then(|| Self { mode: mode.to_owned(), id })
    }

    /// Whether it is another repository.
    pub(crate) fn is_repository(&self) -> bool {
        self.mode == REPOSITORY
    }
}

/// The mode that git tells of a path that is not there.
pub(crate) const NOTHING: &str = "000000";
const REPOSITORY: &str = "160000";

impl TreeChange {
    /// Whether the first state has another repository here.
    pub(crate) fn was_repository(&self) -> bool {
        self.old.as_ref().is_some_and(TreeEntry::is_repository)
    }

    /// Whether the second state has another repository here.
    pub(crate) fn is_repository(&self) -> bool {
        self.new.as_ref().is_some_and(TreeEntry::is_repository)
    }

    pub(crate) fn shown(&self) -> FileChange {
        let kind = match (self.old.is_some(), self.new.is_some()) {
            (false, _) => ChangeKind::Added,
            (true, false) => ChangeKind::Deleted,
            (true, true) => ChangeKind::Modified,
        };
        FileChange { path: PathBuf::from(os(&self.path)), kind }
    }
}

impl Repository {
    /// Two states compared, as git shows it; at most `most` bytes. No program of the person's
    /// configuration takes part.
    ///
    /// # Errors
    /// When git fails.
    pub fn diff(
        &self,
        a: &DiffSide,
        b: &DiffSide,
        form: DiffFormat,
        most: u64,
    ) -> Result<DiffText, GitError> {
        let (a, b) = (self.side(a)?, self.side(b)?);
        let form = match form {
            DiffFormat::Stat => "--stat=120",
            DiffFormat::Patch => "-p",
        };
        let answer = self
            .git()
            .call("diff-tree")
            .args(["-r", form, "--no-ext-diff", "--no-textconv", "--no-color", "--find-renames"])
            .args([a.as_str(), b.as_str()])
            .most(most)
            .answer()?;
        if answer.code == Some(0) || answer.cut {
            return Ok(DiffText { text: answer.out, cut: answer.cut });
        }
        Err(GitError::Git {
            what: "diff-tree".to_owned(),
            folder: self.top().to_owned(),
            said: crate::error::shown(&answer.err),
        })
    }

    /// What differs between two states, path by path; a renamed file is deleted and added.
    ///
    /// # Errors
    /// When git fails.
    pub fn changes(&self, a: &DiffSide, b: &DiffSide) -> Result<Vec<FileChange>, GitError> {
        let (a, b) = (self.side(a)?, self.side(b)?);
        Ok(self.compare(&a, &b)?.iter().map(TreeChange::shown).collect())
    }

    fn side(&self, side: &DiffSide) -> Result<ObjectId, GitError> {
        match side {
            DiffSide::Object(id) => Ok(id.clone()),
            DiffSide::Worktree => self.stored_snapshot().map(|snapshot| snapshot.tree),
        }
    }

    /// What differs between two trees, path by path.
    pub(crate) fn compare(&self, a: &ObjectId, b: &ObjectId) -> Result<Vec<TreeChange>, GitError> {
        if a == b {
            return Ok(Vec::new());
        }
        let listed = self
            .git()
            .call("diff-tree")
            .args(["-r", "-z", "--raw", "--no-renames", "--no-abbrev", a.as_str(), b.as_str()])
            .bytes()?;
        let mut fields = listed.split(|byte| *byte == 0);
        let mut found = Vec::new();
        while let (Some(facts), Some(path)) = (fields.next(), fields.next()) {
            found.extend(raw(facts, path));
        }
        Ok(found)
    }
}

/// `:100644 100755 <id> <id> M`
fn raw(facts: &[u8], path: &[u8]) -> Option<TreeChange> {
    let mut facts = std::str::from_utf8(facts).ok()?.strip_prefix(':')?.split(' ');
    let (old, new) = (facts.next()?, facts.next()?);
    let (old_id, new_id) = (ObjectId::parse(facts.next()?)?, ObjectId::parse(facts.next()?)?);
    Some(TreeChange {
        old: TreeEntry::told(old, old_id),
        new: TreeEntry::told(new, new_id),
        path: path.to_vec(),
    })
}
