//! What git says of a work tree to a person who looks at it.

use crate::{GitError, Repository, Result};

/// Bytes of each answer that are read.
const MAX_ANSWER: u64 = 256 << 10;
/// Commits that are listed.
const COMMITS: &str = "-5";

/// The state of a work tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkTreeOverview {
    /// The branch without `refs/heads/`; `None` when HEAD is detached.
    pub branch: Option<String>,
    /// The commit; `None` before the first one.
    pub head: Option<String>,
    /// The lines of `git status --short`.
    pub status: Vec<String>,
    /// The latest commits, a line each.
    pub recent_commits: Vec<String>,
}

impl Repository {
    /// The state of the work tree. Nothing is changed, not even the index.
    ///
    /// # Errors
    /// When git fails.
    pub fn overview(&self) -> Result<WorkTreeOverview> {
        let lines = |name, arguments: &[&str]| {
            let command = self.git().command(name).args(arguments).max_output(MAX_ANSWER);
            let output = command.output()?;
            let text = String::from_utf8_lossy(&output.stdout);
            Ok::<_, GitError>(text.lines().map(str::to_owned).collect::<Vec<_>>())
        };
        Ok(WorkTreeOverview {
            branch: self.branch()?,
            head: self.head()?.commit.map(|commit| commit.to_string()),
            status: lines("status", &["--short"])?,
            // Before the first commit there is nothing to list.
            recent_commits: lines("log", &[COMMITS, "--no-decorate", "--format=%h %s"])?,
        })
    }
}
