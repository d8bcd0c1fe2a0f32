//! A rollback that is killed at any step is completed by the next one; a killed snapshot is not used.

use std::os::unix::process::ExitStatusExt;
use std::process::Command;

use super::test_support::{NOW, Repo, name};
use crate::failpoint::VARIABLE;

/// The repository in which [`the_process_that_is_killed`] rolls back.
const FOLDER: &str = "FUSEBOX_GIT_KILL_IN";
/// Set when it takes a snapshot instead.
const SNAPSHOT: &str = "FUSEBOX_GIT_KILL_SNAPSHOT";
const POINTS: &[&str] =
    &["kept", "journal", "files", "branch", "head", "index built", "index locked", "index"];

/// Not a test by itself: other tests start it with these variables.
#[test]
#[expect(clippy::disallowed_methods, reason = "how a test tells its own process what to do")]
fn the_process_that_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let repo = Repo::at(folder.as_ref());
    if std::env::var_os(SNAPSHOT).is_some() {
        repo.ours().snapshot().unwrap();
        return;
    }
    repo.ours().rollback(&repo.ours().open_checkpoint(&name()).unwrap(), NOW).unwrap();
}

fn child(repo: &Repo) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", "tests::kill::the_process_that_is_killed"]).env(FOLDER, &repo.top);
    command
}

/// Runs a child that is killed at this point.
fn kill_at(point: &str, child: &mut Command) {
    let status = child.env(VARIABLE, point).output().unwrap().status;
    assert_eq!(status.signal(), Some(6), "{point}");
}

/// A repository with a checkpoint and failed work, and its state at the checkpoint.
fn damaged() -> (Repo, super::work_tree::WorkTreeState) {
    let repo = Repo::new();
    repo.write("a.txt", "dirty\n");
    repo.write("note.txt", "untracked\n");
    repo.git(&["add", "a.txt"]);
    let then = repo.state();
    repo.checkpoint();
    repo.commit("work");
    repo.git(&["switch", "-q", "-c", "feature"]);
    repo.write("a.txt", "broken\n");
    repo.write("new/x", "new\n");
    repo.git(&["add", "-A"]);
    repo.write("new/x", "newer\n");
    repo.remove("src");
    (repo, then)
}

#[test]
fn a07_killed_at_any_step_it_is_finished_by_running_it_again() {
    for point in POINTS {
        let (repo, then) = damaged();
        let everything = repo.everything();
        kill_at(point, &mut child(&repo));
        let begun = repo.ours().unfinished_rollback();
        assert_eq!(begun, (*point != "kept").then(name), "{point}");
        let done = repo.try_rollback().unwrap();
        assert_eq!(repo.state(), then, "{point}");
        assert_eq!(done.resumed, *point != "kept", "{point}");
        repo.assert_kept(&everything);
        let attempts = if *point == "kept" { 2 } else { 1 };
        assert_eq!(repo.ours().attempts(&name()).unwrap().len(), attempts, "{point}");
        assert_eq!(repo.ours().unfinished_rollback(), None);
    }
}

#[test]
fn l06_a_snapshot_that_is_killed_leaves_nothing_that_is_believed() {
    for point in ["snapshot index", "snapshot tree"] {
        is_not_believed(point, "changed\n");
    }
}

#[test]
fn l06_a_base_that_is_killed_while_it_moves_is_not_believed() {
    for point in ["moved index", "moved tree"] {
        // Ends of lines are a matter of the index.
        is_not_believed(point, "changed\r\n");
    }
}

/// Checks that a snapshot of this change, killed at this point, does not affect the next one.
#[track_caller]
fn is_not_believed(point: &str, change: &str) {
    let repo = Repo::new();
    let first = repo.ours().snapshot().unwrap();
    repo.write("a.txt", change);
    kill_at(point, child(&repo).env(SNAPSHOT, "1"));
    let second = repo.ours().snapshot().unwrap();
    assert_ne!(second, first, "{point}");
    std::fs::remove_dir_all(repo.path(".git/fusebox")).unwrap();
    assert_eq!(repo.ours().snapshot().unwrap(), second, "{point}: anew");
}

#[test]
fn a07_killed_twice_and_in_the_middle_of_the_files() {
    let (repo, then) = damaged();
    let everything = repo.everything();
    kill_at("journal", &mut child(&repo));
    // The state after a kill of git between two files, and inside one.
    repo.remove("new");
    repo.write("a.txt", "dir");
    std::fs::create_dir_all(repo.path("src/deep")).unwrap();
    repo.write("src/deep/er.rs", "");
    let left = repo.ours().git_dir().join("fusebox/rollback.index.lock");
    std::fs::write(left, "left by a killed git").unwrap();
    kill_at("files", &mut child(&repo));
    let done = repo.try_rollback().unwrap();
    assert!(done.resumed);
    assert_eq!(done.attempt.number, 1, "the state before is the first attempt");
    assert_eq!(repo.state(), then);
    repo.assert_kept(&everything);
}

#[test]
fn a07_work_done_between_the_kill_and_the_second_run_is_kept() {
    let (repo, then) = damaged();
    kill_at("files", &mut child(&repo));
    repo.write("precious.txt", "written in between\n");
    let everything = repo.everything();
    repo.try_rollback().unwrap();
    assert_eq!(repo.state(), then);
    repo.assert_kept(&everything);
    assert_eq!(repo.ours().attempts(&name()).unwrap().len(), 2);
}

#[test]
fn a07_the_environment_of_the_caller_leads_nowhere_else() {
    let (repo, then) = damaged();
    let other = Repo::new();
    let before = other.state();
    let output = child(&repo)
        .env("GIT_DIR", other.path(".git"))
        .env("GIT_WORK_TREE", &other.top)
        .env("GIT_INDEX_FILE", other.path(".git/index"))
        .env("GIT_OBJECT_DIRECTORY", other.path(".git/objects"))
        .env("GIT_NAMESPACE", "elsewhere")
        .env("GIT_CONFIG_COUNT", "1")
        .env("GIT_CONFIG_KEY_0", "core.worktree")
        .env("GIT_CONFIG_VALUE_0", &other.top)
        .env("GIT_LITERAL_PATHSPECS", "0")
        .env("GIT_AUTHOR_DATE", "nonsense")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(repo.state(), then);
    assert_eq!(other.state(), before);
}

#[test]
fn two_at_the_same_time_wait_for_each_other() {
    let (repo, then) = damaged();
    let mut children: Vec<_> = (0..3).map(|_| child(&repo).spawn().unwrap()).collect();
    for child in &mut children {
        assert!(child.wait().unwrap().success());
    }
    assert_eq!(repo.state(), then);
    assert_eq!(repo.ours().attempts(&name()).unwrap().len(), 3);
}
