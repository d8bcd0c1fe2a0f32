//! Row A7: everything goes back, the failed work is kept, HEAD stays on its branch.

use super::test_support::{Repo, name};
use crate::{ChangeKind, FileChange, HeadMove};

#[test]
fn a07_new_files_commits_deletions_a_dirty_tree_and_staged_changes_go_back() {
    let repo = Repo::new();
    repo.write("a.txt", "dirty at the checkpoint\n");
    repo.write("note.txt", "untracked at the checkpoint\n");
    repo.write("src/lib.rs", "staged at the checkpoint\n");
    repo.git(&["add", "src/lib.rs"]);
    repo.write("src/lib.rs", "staged, and then changed\n");
    repo.remove("gone.txt");
    let done = repo.there_and_back(|repo| {
        repo.commit("work 1");
        repo.write("new/file.txt", "new\n");
        repo.write("a.txt", "broken\n");
        repo.commit("work 2");
        repo.write("src/lib.rs", "staged later\n");
        repo.git(&["add", "src/lib.rs"]);
        repo.write("src/lib.rs", "dirty later\n");
        repo.remove("note.txt");
        repo.write("untracked.txt", "later\n");
        repo.git(&["mv", "src/deep/er.rs", "moved.rs"]);
    });
    assert_eq!(done.plan.head_move, HeadMove::ResetBranch("refs/heads/main".into()));
    let subjects: Vec<&str> =
        done.plan.dropped_commits.iter().map(|c| c.subject.as_str()).collect();
    assert_eq!(subjects, ["work 2", "work 1"]);
    let change = |path: &str, kind| FileChange { path: path.into(), kind };
    assert_eq!(
        done.plan.changes,
        [
            change("a.txt", ChangeKind::Modified),
            change("moved.rs", ChangeKind::Deleted),
            change("new/file.txt", ChangeKind::Deleted),
            change("note.txt", ChangeKind::Added),
            change("src/deep/er.rs", ChangeKind::Added),
            change("src/lib.rs", ChangeKind::Modified),
            change("untracked.txt", ChangeKind::Deleted),
        ]
    );
    assert!(!repo.exists("new"), "a folder that is left empty goes");
    assert_eq!(done.attempt.number, 1);
    assert_eq!(done.attempt.reference(), "refs/fusebox/attempts/=s-1%2ffirst%20task/1");
}

#[test]
fn a07_the_attempt_has_files_index_and_commits_of_the_failed_work() {
    let repo = Repo::new();
    let done = repo.there_and_back(|repo| {
        repo.commit("work");
        repo.write("a.txt", "staged\n");
        repo.git(&["add", "a.txt"]);
        repo.write("a.txt", "dirty\n");
    });
    let attempt = done.attempt.commit.as_str();
    assert_eq!(repo.git(&["show", &format!("{attempt}:a.txt")]), "dirty\n");
    assert_eq!(repo.git(&["show", &format!("{attempt}^2:a.txt")]), "staged\n");
    assert_eq!(repo.git(&["log", "-1", "--format=%s", &format!("{attempt}^1")]), "work\n");
    assert_eq!(
        repo.git(&["log", "-1", "--format=%an %s", attempt]),
        "Fusebox before the rollback to refs/fusebox/checkpoint/=s-1%2ffirst%20task\n"
    );
}

#[test]
fn a07_a_second_rollback_keeps_a_second_attempt() {
    let repo = Repo::new();
    repo.there_and_back(|repo| repo.write("a.txt", "first\n"));
    repo.write("a.txt", "second\n");
    let done = repo.try_rollback().unwrap();
    assert_eq!(done.attempt.number, 2);
    assert!(!done.resumed);
    assert_eq!(repo.read("a.txt"), "one\n");
    let kept: Vec<u32> =
        repo.ours().attempts(&name()).unwrap().iter().map(|kept| kept.number).collect();
    assert_eq!(kept, [1, 2]);
}

#[test]
fn a07_two_thousand_files_go_back() {
    let repo = Repo::empty();
    for n in 0..2000 {
        repo.write(format!("d{}/f{n}", n % 40), format!("{n}\n"));
    }
    repo.commit("many");
    repo.there_and_back(|repo| {
        for n in (0..2000).step_by(3) {
            repo.write(format!("d{}/f{n}", n % 40), "changed\n");
            repo.remove(format!("d{}/f{}", (n + 1) % 40, (n + 1) % 2000));
            repo.write(format!("e{n}/g"), "new\n");
        }
        repo.commit("work");
    });
}

#[test]
fn a07_nothing_to_do_is_done_all_the_same() {
    let repo = Repo::new();
    let done = repo.there_and_back(|_| {});
    assert_eq!(done.plan.changes, []);
    assert_eq!(done.plan.dropped_commits, []);
}

#[test]
fn a07_another_gits_lock_stops_it_before_anything_changes() {
    let repo = Repo::new();
    repo.checkpoint();
    repo.write("a.txt", "work\n");
    repo.write(".git/index.lock", "");
    let error = repo.try_rollback().unwrap_err().to_string();
    assert!(error.contains("another git process works on the index"), "{error}");
    assert_eq!(repo.read("a.txt"), "work\n");
    assert!(repo.exists(".git/index.lock"));
}

#[test]
fn a07_without_a_checkpoint_it_says_so() {
    let error = Repo::new().try_rollback().unwrap_err().to_string();
    assert!(error.starts_with("there is no checkpoint for `S-1/first task`"), "{error}");
}
