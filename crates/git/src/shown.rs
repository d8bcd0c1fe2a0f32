//! What a report shows of a repository: its status and its last commits.

use std::path::PathBuf;

use crate::index::os;
use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// One line of `git status --short`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StatusLine {
    /// Two characters: the index against HEAD, the files against the index.
    pub code: String,
    /// Relative to the top.
    pub path: PathBuf,
}

/// A commit, for showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CommitSummary {
    /// Its id.
    pub id: ObjectId,
    /// Its first line, without control characters.
    pub subject: String,
}

impl Repository {
    /// The first `limit` lines of the status, and how many more there are. Renames are shown as
    /// a deletion and an addition.
    ///
    /// # Errors
    /// When git fails.
    pub fn status_short(&self, limit: usize) -> Result<(Vec<StatusLine>, usize), GitError> {
        let listed = self
            .git()
            .call("status")
            .args(["--porcelain=v1", "-z", "--no-renames", "--untracked-files=normal"])
            .bytes()?;
        let mut lines: Vec<StatusLine> =
            listed.split(|byte| *byte == 0).filter_map(status_line).collect();
        let more = lines.len().saturating_sub(limit);
        lines.truncate(limit);
        Ok((lines, more))
    }

    /// The last `n` commits, the newest first; none before the first one.
    ///
    /// # Errors
    /// When git fails.
    pub fn recent_commits(&self, n: u32) -> Result<Vec<CommitSummary>, GitError> {
        match self.head()?.commit {
            Some(head) => self.commits(&[head.as_str()], n),
            None => Ok(Vec::new()),
        }
    }

    /// At most `n` commits of a range.
    pub(crate) fn commits(&self, range: &[&str], n: u32) -> Result<Vec<CommitSummary>, GitError> {
        let listed = self
            .git()
            .call("log")
            .args(["-z", "--no-decorate", "--no-color", "--format=%H %s", &format!("-{n}")])
            .args(range)
            .arg("--")
            .bytes()?;
        Ok(listed.split(|byte| *byte == 0).filter_map(commit).collect())
    }
}

fn status_line(line: &[u8]) -> Option<StatusLine> {
    let code = String::from_utf8_lossy(line.get(..2)?).into_owned();
    Some(StatusLine { code, path: PathBuf::from(os(line.get(3..)?)) })
}

fn commit(line: &[u8]) -> Option<CommitSummary> {
    let text = String::from_utf8_lossy(line);
    let (id, subject) = text.split_once(' ')?;
    let subject = subject.chars().filter(|c| !c.is_control()).collect();
    Some(CommitSummary { id: ObjectId::parse(id)?, subject })
}
