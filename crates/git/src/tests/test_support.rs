//! A real repository in a temporary folder, with checkpoints and rollbacks of ours.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::ops::Deref;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tempfile::TempDir;

use super::work_tree::{WorkTree, WorkTreeState};

use crate::{
    Checkpoint, CheckpointName, CheckpointOutcome, GitError, HeadMove, Repository, Result,
    RollbackOutcome,
};

/// 2026-01-01, in Unix ms.
pub(super) const NOW: u64 = 1_767_225_600_000;

pub(super) struct Repo {
    /// Kept until the end of the test.
    _dir: Option<TempDir>,
    work_tree: WorkTree,
}

impl Deref for Repo {
    type Target = WorkTree;

    fn deref(&self) -> &WorkTree {
        &self.work_tree
    }
}

impl Repo {
    /// A repository without a commit, on branch `main`.
    pub(super) fn empty() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let top = dir.path().canonicalize().unwrap().join("repo");
        std::fs::create_dir(&top).unwrap();
        let repo = Self { _dir: Some(dir), work_tree: WorkTree { top } };
        repo.git(&["init", "-q", "-b", "main"]);
        repo
    }

    /// [`Self::empty`], with SHA-256 ids.
    pub(super) fn sha256() -> Self {
        let repo = Self::empty();
        repo.remove(".git");
        repo.git(&["init", "-q", "-b", "main", "--object-format=sha256"]);
        repo
    }

    /// A repository with a few files and one commit.
    pub(super) fn new() -> Self {
        let repo = Self::empty();
        repo.write("a.txt", "one\n");
        repo.write("src/lib.rs", "fn main() {}\n");
        repo.write("src/deep/er.rs", "// deep\n");
        repo.write("gone.txt", "to be deleted\n");
        repo.write(".gitignore", "*.log\nbuild/\n");
        repo.commit("first");
        repo
    }

    /// The repository in an existing folder.
    pub(super) fn at(top: &Path) -> Self {
        Self { _dir: None, work_tree: WorkTree { top: top.to_owned() } }
    }

    pub(super) fn remove(&self, path: impl AsRef<OsStr>) {
        let path = self.path(path);
        if path.symlink_metadata().unwrap().is_dir() {
            std::fs::remove_dir_all(path).unwrap();
        } else {
            std::fs::remove_file(path).unwrap();
        }
    }

    pub(super) fn link(&self, target: impl AsRef<Path>, path: impl AsRef<OsStr>) {
        std::os::unix::fs::symlink(target, self.path(path)).unwrap();
    }

    pub(super) fn set_mode(&self, path: impl AsRef<OsStr>, mode: u32) {
        std::fs::set_permissions(self.path(path), PermissionsExt::from_mode(mode)).unwrap();
    }

    pub(super) fn ours(&self) -> Repository {
        Repository::find(&self.top).unwrap().unwrap()
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        match self.ours().checkpoint(&name(), "before the task", NOW).unwrap() {
            CheckpointOutcome::Created(checkpoint) => checkpoint,
            CheckpointOutcome::Existing(_) => panic!("there is a checkpoint already"),
        }
    }

    pub(super) fn try_rollback(&self) -> Result<RollbackOutcome> {
        let ours = self.ours();
        let checkpoint = ours.open_checkpoint(&name())?;
        ours.rollback(&checkpoint, NOW + 1000)
    }

    /// The message of a rollback that is refused and changes nothing.
    pub(super) fn refused_rollback(&self) -> String {
        let before = self.state();
        let error = self.try_rollback().unwrap_err();
        assert_eq!(self.state(), before, "{error}");
        error.to_string()
    }

    /// Everything that a person sees but ignored files.
    pub(super) fn state(&self) -> WorkTreeState {
        let mut state = self.work_tree.state();
        let ignored = self.git(&["ls-files", "-o", "-i", "--exclude-standard", "-z"]);
        let ignored: BTreeSet<&[u8]> = ignored.as_bytes().split(|byte| *byte == 0).collect();
        state.files.retain(|path, _| !ignored.contains(path.as_slice()));
        state.status =
            state.status.split_inclusive('\n').filter(|l| !l.starts_with("! ")).collect();
        state
    }

    /// The id of everything that could be lost: files that are not ignored, entries of the index,
    /// and commits.
    pub(super) fn everything(&self) -> BTreeSet<String> {
        let mut found = BTreeSet::new();
        let listed = self.git(&["ls-files", "-z", "-o", "-c", "-m", "--exclude-standard"]);
        let through_link = |path: &Path| {
            path.ancestors().take_while(|above| *above != self.top).any(Path::is_symlink)
        };
        let here: BTreeSet<&str> = listed
            .split('\0')
            .filter(|path| self.path(path).is_file() && !through_link(&self.path(path)))
            .collect();
        if !here.is_empty() {
            let arguments = ["hash-object", "--"].into_iter().chain(here);
            let ids = self.git(&arguments.collect::<Vec<_>>());
            found.extend(ids.lines().map(str::to_owned));
        }
        for line in self.git(&["ls-files", "-s"]).lines() {
            let mut words = line.split_whitespace();
            if words.next() != Some("160000") {
                found.extend(words.next().map(str::to_owned));
            }
        }
        if self.try_git(&["rev-parse", "-q", "--verify", "HEAD"]).0 {
            found.extend(self.git(&["rev-list", "HEAD"]).lines().map(str::to_owned));
        }
        found
    }

    /// Fails unless refs lead to all of these and the repository is sound.
    pub(super) fn assert_kept(&self, everything: &BTreeSet<String>) {
        let reachable = self.git(&["rev-list", "--objects", "--all"]);
        let reachable: BTreeSet<&str> =
            reachable.lines().filter_map(|line| line.split(' ').next()).collect();
        let lost: Vec<&String> =
            everything.iter().filter(|id| !reachable.contains(id.as_str())).collect();
        assert!(lost.is_empty(), "no ref leads to {lost:?}");
        self.git(&["fsck", "--no-dangling"]);
    }

    /// As [`Self::there_and_back`], for a story in which the checkpoint's branch may have gone on
    /// without HEAD.
    pub(super) fn goes_back(&self, damage: impl FnOnce(&Self)) {
        let mut then = self.state_of_checkpoint();
        damage(self);
        let everything = self.everything();
        let before = self.state();
        match self.try_rollback() {
            Ok(done) => {
                if let HeadMove::DetachFrom(_) = done.plan.head_move {
                    then.head.clear();
                }
                assert_eq!(self.state(), then);
            }
            Err(GitError::Refused(why)) => {
                assert!(why.contains("which has commits that HEAD does not have"), "{why}");
                assert_eq!(self.state(), before);
            }
            Err(error) => panic!("{error}"),
        }
        self.assert_kept(&everything);
    }

    /// Makes a checkpoint, which changes nothing; the state that it keeps.
    fn state_of_checkpoint(&self) -> WorkTreeState {
        let then = self.state();
        self.checkpoint();
        assert_eq!(self.state(), then, "a checkpoint changes nothing");
        then
    }

    /// A checkpoint, some damage, a rollback: everything is as it was, and nothing is lost.
    pub(super) fn there_and_back(&self, damage: impl FnOnce(&Self)) -> RollbackOutcome {
        let then = self.state_of_checkpoint();
        damage(self);
        let everything = self.everything();
        let before = self.state();
        let ours = self.ours();
        let plan = ours.plan_rollback(&ours.open_checkpoint(&name()).unwrap()).unwrap();
        assert_eq!(self.state(), before, "a plan changes nothing");
        let done = self.try_rollback().unwrap();
        assert_eq!(self.state(), then);
        assert_eq!(done.plan, plan, "what was planned is done");
        self.assert_kept(&everything);
        assert!(!self.ours().git_dir().join("fusebox-rollback").exists());
        assert!(!self.ours().git_dir().join("index.lock").exists());
        done
    }
}

pub(super) fn name() -> CheckpointName {
    CheckpointName::new("S-1/first task").unwrap()
}
