//! Rollbacks around a merge, a rebase and the like.

use super::test_support::Repo;

/// A repository with two branches that disagree about `a.txt`; on `main`.
fn disagreeing() -> Repo {
    let repo = Repo::new();
    repo.disagree();
    repo
}

#[test]
fn a07_a_merge_in_progress_comes_back_with_its_conflict() {
    let repo = disagreeing();
    assert!(!repo.try_git(&["merge", "side"]).0);
    repo.there_and_back(|repo| {
        repo.write("a.txt", "solved badly\n");
        repo.git(&["add", "a.txt"]);
        repo.write("more.txt", "x\n");
    });
    assert_eq!(repo.git(&["ls-files", "-u"]).lines().count(), 3);
    repo.git(&["merge", "--abort"]);
    assert_eq!(repo.git(&["status", "--short"]), "");
}

#[test]
fn a07_a_rebase_in_progress_comes_back_with_its_conflict() {
    let repo = disagreeing();
    assert!(!repo.try_git(&["rebase", "side"]).0);
    repo.there_and_back(|repo| {
        repo.write("a.txt", "solved badly\n");
        repo.git(&["add", "a.txt"]);
    });
    repo.git(&["rebase", "--abort"]);
    assert_eq!(repo.git(&["status", "--short"]), "");
}

/// What begins and what ends an operation, and how a rollback that would cut through it says so.
fn check(begin: &[&str], word: &str, way_out: &str, end: &[&str]) {
    let repo = disagreeing();
    repo.checkpoint();
    repo.write("new.txt", "x\n");
    repo.try_git(begin);
    let error = repo.refused_rollback();
    assert!(error.starts_with(&format!("a {word} is in progress")), "{error}");
    assert!(error.contains(way_out), "{error}");
    repo.git(end);
    repo.try_rollback().unwrap();
    assert_eq!(repo.read("a.txt"), "ours\n");
    assert!(!repo.exists("new.txt"));
}

#[test]
fn a07_an_operation_that_began_since_is_to_be_ended_first() {
    check(&["merge", "side"], "merge", "`git merge --abort`", &["merge", "--quit"]);
    check(
        &["cherry-pick", "side"],
        "cherry-pick",
        "`git cherry-pick --quit`",
        &["cherry-pick", "--quit"],
    );
    check(&["rebase", "side"], "rebase", "`git rebase --abort`", &["rebase", "--abort"]);
    check(&["revert", "HEAD~1"], "revert", "`git revert --abort`", &["revert", "--abort"]);
    check(&["bisect", "start"], "bisect", "`git bisect reset`", &["bisect", "reset"]);
}

#[test]
fn a07_an_operation_that_ended_since_is_not_made_up() {
    let repo = disagreeing();
    assert!(!repo.try_git(&["merge", "side"]).0);
    repo.checkpoint();
    repo.commit("merged");
    let error = repo.refused_rollback();
    assert!(error.contains("in the middle of a merge that has ended since"), "{error}");
}

#[test]
fn a07_another_merge_than_at_the_checkpoint_is_not_taken_for_the_same() {
    let repo = disagreeing();
    repo.git(&["branch", "again", "side"]);
    repo.git(&["switch", "-q", "again"]);
    repo.commit("one more");
    repo.git(&["switch", "-q", "main"]);
    assert!(!repo.try_git(&["merge", "side"]).0);
    repo.checkpoint();
    repo.git(&["merge", "--abort"]);
    assert!(!repo.try_git(&["merge", "again"]).0);
    let error = repo.refused_rollback();
    assert!(error.starts_with("a merge is in progress"), "{error}");
}

#[test]
fn a07_conflicts_in_the_failed_work_are_kept() {
    let repo = disagreeing();
    repo.checkpoint();
    assert!(!repo.try_git(&["merge", "side"]).0);
    repo.git(&["merge", "--quit"]);
    let everything = repo.everything();
    repo.try_rollback().unwrap();
    repo.assert_kept(&everything);
    assert_eq!(repo.git(&["status", "--short"]), "");
}
