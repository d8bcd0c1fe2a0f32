//! A repository: its paths, its refs, and the position of its HEAD.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::command::GitRunner;
use crate::{GitError, ObjectId, Result};

/// The time limit of one git process. A first checkpoint hashes every new file, and filters may be
/// slow.
const TIMEOUT: Duration = Duration::from_secs(300);
/// What git prints where there is no repository.
const NO_REPOSITORY: &[u8] = b"not a git repository";

/// A repository with a work tree: the main one, a linked worktree or a submodule.
#[derive(Debug)]
pub struct Repository {
    top: PathBuf,
    git_dir: PathBuf,
    vault: Option<PathBuf>,
    git: GitRunner,
}

/// Where HEAD is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadPosition {
    /// The full ref name of the branch; `None` when HEAD is detached.
    pub branch: Option<OsString>,
    /// The commit; `None` before the first one.
    pub commit: Option<ObjectId>,
}

impl Repository {
    /// The repository whose work tree holds `folder`; `None` where there is none, in a bare one, and
    /// inside a git dir. A linked worktree and a submodule are repositories of their own.
    ///
    /// # Errors
    /// When git is missing, or when it refuses the folder (for example for its owner).
    pub fn find(folder: &Path) -> Result<Option<Self>> {
        let git = GitRunner::new(folder, TIMEOUT, false);
        let output = git.command("rev-parse").arg("--is-inside-work-tree").output()?;
        if output.code != Some(0) {
            let none = output.stderr.windows(NO_REPOSITORY.len()).any(|part| part == NO_REPOSITORY);
            return if none { Ok(None) } else { Err(git.failure("rev-parse", &output.stderr)) };
        }
        if output.stdout.trim_ascii_end() != b"true" {
            return Ok(None);
        }
        let path = |option: &str| {
            let line = git.command("rev-parse").arg(option).optional_line()?;
            Ok::<_, GitError>(PathBuf::from(OsString::from_vec(line.unwrap_or_default())))
        };
        let (top, git_dir) = (path("--show-toplevel")?, path("--absolute-git-dir")?);
        // Every git dir has `HEAD`. Where another spelling finds it, the file system ignores case.
        let ignore_case = git_dir.join("hEaD").symlink_metadata().is_ok();
        let git = GitRunner::new(&top, TIMEOUT, ignore_case);
        Ok(Some(Self { top, git_dir, vault: None, git }))
    }

    /// Sets the time limit of each git process.
    #[must_use]
    pub fn with_timeout(mut self, timeout: Duration) -> Self {
        self.git.set_timeout(timeout);
        self
    }

    /// Keeps untracked files that look secret in this folder, which is outside of any repository.
    /// Without one, states leave them out.
    #[must_use]
    pub fn with_vault(mut self, folder: PathBuf) -> Self {
        self.vault = Some(folder);
        self
    }

    /// The same repository, for operations that change files: new objects are synced to disk first.
    pub(crate) fn durable(&self) -> Self {
        let (top, git_dir) = (self.top.clone(), self.git_dir.clone());
        Self { top, git_dir, vault: self.vault.clone(), git: self.git.durable() }
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
    pub fn head(&self) -> Result<HeadPosition> {
        let branch = self.git.command("symbolic-ref").args(["-q", "HEAD"]).optional_line()?;
        Ok(HeadPosition { branch: branch.map(OsString::from_vec), commit: self.commit("HEAD")? })
    }

    /// The branch that is checked out, without `refs/heads/`; `None` when HEAD is detached.
    ///
    /// # Errors
    /// When git fails.
    pub fn branch(&self) -> Result<Option<String>> {
        let command = self.git.command("symbolic-ref").args(["--quiet", "--short", "HEAD"]);
        let line = command.optional_line()?;
        Ok(line.map(|line| String::from_utf8_lossy(&line).into_owned()))
    }

    /// The newest commit of the branch that a remote has, as far as is known here; that of HEAD where no remote is
    /// known. `None` without a commit.
    ///
    /// # Errors
    /// When git fails.
    pub fn pushed_commit(&self) -> Result<Option<ObjectId>> {
        let Some(head) = self.commit("HEAD")? else { return Ok(None) };
        let words = ["--first-parent", "--boundary", "HEAD", "--not", "--remotes"];
        let listed = self.git.command("rev-list").args(words).text()?;
        let pushed = listed.lines().find_map(|line| line.strip_prefix('-'));
        Ok(Some(pushed.and_then(ObjectId::parse).unwrap_or(head)))
    }

    /// The commit of a ref, if there is one.
    pub(crate) fn commit(&self, reference: impl AsRef<OsStr>) -> Result<Option<ObjectId>> {
        let mut revision = reference.as_ref().to_owned();
        revision.push("^{commit}");
        let command = self.git.command("rev-parse").args(["-q", "--verify"]).arg(revision);
        Ok(command.optional_line()?.and_then(|line| ObjectId::from_bytes(&line)))
    }

    /// Creates a ref; returns false when it exists.
    pub(crate) fn create_ref(&self, reference: &str, commit: &ObjectId) -> Result<bool> {
        match self.update_refs(format!("create {reference}\0{commit}\0")) {
            Ok(()) => Ok(true),
            Err(_) if self.commit(reference)?.is_some() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Runs `git update-ref` with these instructions, all or none.
    pub(crate) fn update_refs(&self, instructions: String) -> Result<()> {
        self.git.command("update-ref").args(["--stdin", "-z"]).stdin(instructions).run()
    }

    pub(crate) fn vault(&self) -> Option<&Path> {
        self.vault.as_deref()
    }

    pub(crate) fn git(&self) -> &GitRunner {
        &self.git
    }

    /// The path of the repository's own index.
    pub(crate) fn index_path(&self) -> PathBuf {
        self.git_dir.join("index")
    }

    /// The git dir that all worktrees share.
    #[must_use]
    pub fn common_dir(&self) -> PathBuf {
        match std::fs::read(self.git_dir.join("commondir")) {
            Ok(path) => self.git_dir.join(OsStr::from_bytes(path.trim_ascii_end())),
            Err(_) => self.git_dir.clone(),
        }
    }

    /// The name of the linked worktree; `None` for the main one.
    pub(crate) fn worktree_name(&self) -> Option<OsString> {
        let linked = self.git_dir.join("commondir").is_file();
        linked.then(|| self.git_dir.file_name().map(OsStr::to_owned)).flatten()
    }

    /// The absolute path of a path that git printed.
    pub(crate) fn path_on_disk(&self, path: &[u8]) -> PathBuf {
        self.top.join(OsStr::from_bytes(path))
    }
}
