//! Row A7: where HEAD lands when it was moved, switched or detached.

use super::test_support::Repo;
use crate::HeadMove;

#[test]
fn a07_before_the_first_commit() {
    let repo = Repo::empty();
    repo.write("staged", "1\n");
    repo.git(&["add", "staged"]);
    repo.write("untracked", "2\n");
    let done = repo.there_and_back(|repo| {
        repo.commit("first");
        repo.write("untracked", "3\n");
        repo.commit("second");
    });
    assert_eq!(done.plan.dropped_commits.len(), 2);
    assert_eq!(done.plan.to.commit, None);
}

#[test]
fn a07_an_empty_repository() {
    Repo::empty().there_and_back(|repo| {
        repo.write("a", "1\n");
        repo.commit("first");
    });
}

#[test]
fn a07_a_detached_head() {
    let repo = Repo::new();
    repo.git(&["checkout", "-q", "--detach"]);
    let done = repo.there_and_back(|repo| {
        repo.write("a.txt", "x\n");
        repo.commit("on no branch");
    });
    assert_eq!(done.plan.head_move, HeadMove::Detach);
    assert_eq!(done.plan.dropped_commits.len(), 1);
}

#[test]
fn a07_a_detached_head_that_went_to_a_branch_leaves_the_branch_alone() {
    let repo = Repo::new();
    repo.git(&["checkout", "-q", "--detach"]);
    repo.there_and_back(|repo| {
        repo.git(&["switch", "-q", "main"]);
        repo.commit("on main");
    });
    assert_eq!(repo.git(&["log", "-1", "--format=%s", "main"]), "on main\n");
}

/// What is done after the checkpoint on `main`, how HEAD lands, and what `main` is afterwards.
fn check(damage: &[&[&str]], landing: &HeadMove, main: &str) {
    let repo = Repo::new();
    repo.git(&["branch", "other"]);
    repo.write("a.txt", "dirty\n");
    repo.checkpoint();
    for step in damage {
        repo.git(step);
    }
    let everything = repo.everything();
    let done = repo.try_rollback().unwrap();
    assert_eq!(&done.plan.head_move, landing, "{damage:?}");
    assert_eq!(repo.read("a.txt"), "dirty\n");
    assert_eq!(repo.git(&["log", "-1", "--format=%s", "HEAD"]), "first\n");
    assert_eq!(repo.git(&["log", "-1", "--format=%s", "main"]).trim(), main, "{damage:?}");
    assert_eq!(repo.git(&["status", "--short"]), " M a.txt\n");
    repo.assert_kept(&everything);
}

const COMMIT: &[&str] = &["commit", "-q", "-a", "--allow-empty", "-m", "work"];

#[test]
fn a07_a_switched_branch_is_left_where_it_is_and_head_returns() {
    let main = || HeadMove::SwitchBack("refs/heads/main".into());
    check(&[&["switch", "-q", "-c", "feature"], COMMIT], &main(), "first");
    check(&[COMMIT, &["switch", "-q", "-c", "feature"], COMMIT], &main(), "first");
    check(&[&["branch", "-m", "main", "renamed"], COMMIT], &main(), "first");
    check(&[&["checkout", "-q", "--detach"], COMMIT], &main(), "first");
    check(&[&["symbolic-ref", "HEAD", "refs/heads/orphan"]], &main(), "first");
}

#[test]
fn a07_a_branch_that_went_on_without_head_is_not_taken_back() {
    let away = || HeadMove::DetachFrom("refs/heads/main".into());
    check(&[COMMIT, &["switch", "-q", "other"]], &away(), "work");
    let repo = Repo::new();
    repo.checkpoint();
    let linked = repo.top.with_file_name("linked");
    repo.git(&["switch", "-q", "-c", "feature"]);
    repo.git(&["worktree", "add", "-q", linked.to_str().unwrap(), "main"]);
    let done = repo.try_rollback().unwrap();
    assert_eq!(done.plan.head_move, away());
    assert_eq!(done.plan.to.branch, None);
}

#[test]
fn a07_a_branch_without_a_commit_at_the_checkpoint_is_not_taken_from_others() {
    let repo = Repo::empty();
    repo.checkpoint();
    repo.write("a", "1\n");
    repo.commit("first");
    repo.git(&["switch", "-q", "--orphan", "other"]);
    repo.write("b", "1\n");
    repo.commit("second");
    let error = repo.try_rollback().unwrap_err().to_string();
    assert!(
        error.contains("refs/heads/main, which has commits that HEAD does not have"),
        "{error}"
    );
    assert!(repo.exists("b"));
}
