//! Where a repository's parts are, and where its HEAD is.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::git::GitRunner;
use crate::private::PrivateDir;
use crate::{GitError, ObjectId};

/// How long one git process may take unless told otherwise. A first checkpoint hashes every new
/// file, and filters may be slow.
const PATIENCE: Duration = Duration::from_secs(300);

/// A repository with a work tree: the main one, a linked worktree or a submodule.
#[derive(Debug)]
pub struct Repository {
    top: PathBuf,
    git_dir: PathBuf,
    git: GitRunner,
}

/// Where HEAD is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadPosition {
    /// The branch as a full ref name; none when HEAD is detached.
    pub branch: Option<OsString>,
    /// The commit; none before the first one.
    pub commit: Option<ObjectId>,
}

impl Repository {
    /// The repository whose work tree holds `folder`; none where there is none, in a bare one, and
    /// inside a git dir. A linked worktree and a submodule are repositories of their own.
    ///
    /// # Errors
    /// When git is missing, or when it refuses the folder (for example for its owner).
    pub fn find(folder: &Path) -> Result<Option<Self>, GitError> {
        let git = GitRunner::new(folder, PATIENCE, false);
        let inside = git.call("rev-parse").arg("--is-inside-work-tree").answer()?;
        if inside.code != Some(0) {
            let nowhere = inside.err.windows(NOWHERE.len()).any(|said| said == NOWHERE);
            let refused = || GitError::Git {
                what: "rev-parse".to_owned(),
                folder: folder.to_owned(),
                said: crate::error::shown(&inside.err),
            };
            return if nowhere { Ok(None) } else { Err(refused()) };
        }
        if inside.out.trim_ascii_end() != b"true" {
            return Ok(None);
        }
        let place = |question: &str| {
            let line = git.call("rev-parse").arg(question).line_if_any()?;
            Ok::<_, GitError>(PathBuf::from(OsString::from_vec(line.unwrap_or_default())))
        };
        let (top, git_dir) = (place("--show-toplevel")?, place("--absolute-git-dir")?);
        // Every git dir has `HEAD`; found by another spelling, the disk ignores case.
        let ignore_case = git_dir.join("hEaD").symlink_metadata().is_ok();
        let git = GitRunner::new(&top, PATIENCE, ignore_case);
        Ok(Some(Self { top, git_dir, git }))
    }

    /// The same repository with another time limit for each git process. Default: 300 s.
    #[must_use]
    pub fn with_timeout(mut self, patience: Duration) -> Self {
        self.git = self.git.with_timeout(patience);
        self
    }

    /// The same repository for what changes files: their copies are on disk first.
    pub(crate) fn durable(&self) -> Self {
        let (top, git_dir) = (self.top.clone(), self.git_dir.clone());
        Self { top, git_dir, git: self.git.durable() }
    }

    /// The top folder of the work tree.
    #[must_use]
    pub fn top(&self) -> &Path {
        &self.top
    }

    /// The git dir; that of the worktree where it is a linked one.
    #[must_use]
    pub fn git_dir(&self) -> &Path {
        &self.git_dir
    }

    /// Where HEAD is now.
    ///
    /// # Errors
    /// When git fails.
    pub fn head(&self) -> Result<HeadPosition, GitError> {
        let branch = self.git.call("symbolic-ref").args(["-q", "HEAD"]).line_if_any()?;
        Ok(HeadPosition {
            branch: branch.map(OsString::from_vec),
            commit: self.commit(OsStr::new("HEAD"))?,
        })
    }

    /// The commit that a ref leads to, if there is one.
    pub(crate) fn commit(&self, reference: &OsStr) -> Result<Option<ObjectId>, GitError> {
        let mut wanted = reference.to_owned();
        wanted.push("^{commit}");
        let line = self.git.call("rev-parse").args(["-q", "--verify"]).arg(wanted).line_if_any()?;
        Ok(line.and_then(|line| ObjectId::from_bytes(&line)))
    }

    pub(crate) fn git(&self) -> &GitRunner {
        &self.git
    }

    /// Our folder in the git dir, once nobody else is in it.
    pub(crate) fn enter(&self) -> Result<PrivateDir, GitError> {
        PrivateDir::enter(&self.git_dir)
    }

    /// The person's index.
    pub(crate) fn index(&self) -> PathBuf {
        self.git_dir.join("index")
    }

    /// The git dir that all worktrees share.
    pub(crate) fn common_dir(&self) -> PathBuf {
        match std::fs::read(self.git_dir.join("commondir")) {
            Ok(path) => self.git_dir.join(OsStr::from_bytes(path.trim_ascii_end())),
            Err(_) => self.git_dir.clone(),
        }
    }

    /// The name of the linked worktree; none for the main one.
    pub(crate) fn worktree(&self) -> Option<OsString> {
        let linked = self.git_dir.join("commondir").is_file();
        linked.then(|| self.git_dir.file_name().map(OsStr::to_owned)).flatten()
    }

    /// A path as git says it, on disk.
    pub(crate) fn on_disk(&self, path: &[u8]) -> PathBuf {
        self.top.join(OsStr::from_bytes(path))
    }
}

/// How git says that there is no repository.
const NOWHERE: &[u8] = b"not a git repository";
