//! Row A10 and what can be done with an attempt.

use std::path::Path;
use std::time::Duration;

use super::test_support::{NOW, Repo, name};
use crate::{DiffFormat, DiffSide, GitError};

const DAY_MS: u64 = 86_400_000;

#[test]
fn a10_the_tag_goes_and_attempts_stay_for_thirty_days() {
    let repo = Repo::new();
    let ours = repo.ours();
    repo.checkpoint();
    repo.write("a.txt", "first\n");
    ours.keep_attempt(&name(), "first", NOW).unwrap();
    repo.write("a.txt", "second\n");
    ours.keep_attempt(&name(), "second", NOW + 10 * DAY_MS).unwrap();
    let keep = Duration::from_secs(30 * 86_400);
    let numbers = || ours.attempts(&name()).unwrap().iter().map(|a| a.number).collect::<Vec<_>>();

    let forgotten = ours.forget(&name(), keep, NOW + 30 * DAY_MS).unwrap();
    assert!(forgotten.checkpoint);
    assert!(forgotten.attempts.is_empty());
    assert_eq!(ours.find_checkpoint(&name()).unwrap(), None);
    assert_eq!(numbers(), [1, 2]);

    let forgotten = ours.forget(&name(), keep, NOW + 30 * DAY_MS + 1000).unwrap();
    assert!(!forgotten.checkpoint);
    assert_eq!(forgotten.attempts.len(), 1);
    assert_eq!(numbers(), [2]);

    ours.forget(&name(), keep, NOW + 41 * DAY_MS).unwrap();
    assert_eq!(repo.git(&["for-each-ref", "refs/fusebox", "refs/tags"]), "");
}

#[test]
fn a10_another_tasks_states_are_not_forgotten() {
    let repo = Repo::new();
    let ours = repo.ours();
    let other = crate::CheckpointName::new("S-1").unwrap();
    ours.checkpoint(&other, "other", NOW).unwrap();
    ours.keep_attempt(&other, "other", NOW).unwrap();
    repo.checkpoint();
    ours.forget(&name(), Duration::ZERO, NOW + DAY_MS).unwrap();
    assert!(ours.find_checkpoint(&other).unwrap().is_some());
    assert_eq!(ours.attempts(&other).unwrap().len(), 1);
}

#[test]
fn a07_single_files_come_back_from_an_attempt() {
    let repo = Repo::new();
    repo.there_and_back(|repo| {
        repo.write("a.txt", "worth keeping\n");
        repo.write("src/new/x.rs", "worth keeping, too\n");
        repo.remove("gone.txt");
        repo.write("bad.txt", "no\n");
    });
    let index = repo.git(&["ls-files", "-s"]);
    repo.write("a.txt", "in between\n");
    let restored = repo
        .ours()
        .restore_attempt(&name(), 1, &[Path::new("a.txt"), Path::new("src/")], NOW)
        .unwrap();
    assert_eq!(repo.read("a.txt"), "worth keeping\n");
    assert_eq!(repo.read("src/new/x.rs"), "worth keeping, too\n");
    assert!(!repo.exists("bad.txt") && repo.exists("gone.txt"));
    assert_eq!(repo.git(&["ls-files", "-s"]), index, "the index stays");
    assert_eq!(restored.changes.len(), 2);
    let before = restored.before.unwrap();
    assert_eq!(repo.git(&["show", &format!("{}:a.txt", before.commit)]), "in between\n");

    let again = repo.ours().restore_attempt(&name(), 1, &[Path::new("a.txt")], NOW).unwrap();
    assert_eq!((again.before, again.changes), (None, Vec::new()));
}

#[test]
fn a07_a_file_comes_back_over_an_ignored_folder_which_is_kept() {
    let repo = Repo::new();
    repo.write("data", "a file\n");
    repo.ours().keep_attempt(&name(), "x", NOW).unwrap();
    repo.remove("data");
    repo.write(".git/info/exclude", "data/\n");
    repo.write("data/deep/x", "ignored\n");
    let restored = repo.ours().restore_attempt(&name(), 1, &[], NOW).unwrap();
    assert_eq!(repo.read("data"), "a file\n");
    let kept = restored.before.unwrap().commit;
    assert_eq!(repo.git(&["show", &format!("{kept}:data/deep/x")]), "ignored\n");
}

#[test]
fn a_missing_attempt_is_named() {
    let error = Repo::new().ours().restore_attempt(&name(), 7, &[], NOW).unwrap_err();
    assert!(matches!(error, GitError::NoAttempt { number: 7, .. }), "{error}");
}

#[test]
fn states_can_be_compared() {
    let repo = Repo::new();
    let ours = repo.ours();
    let then = DiffSide::Object(repo.checkpoint().record.commit);
    repo.write("a.txt", "two\n");
    repo.write("untracked.txt", "new\n");
    let show = |form, most| {
        let found = ours.diff(&then, &DiffSide::Worktree, form, most).unwrap();
        (String::from_utf8(found.text).unwrap(), found.cut)
    };
    let (stat, cut) = show(DiffFormat::Stat, 10_000);
    assert!(stat.contains("2 files changed, 2 insertions(+), 1 deletion(-)") && !cut, "{stat}");
    let (patch, _) = show(DiffFormat::Patch, 10_000);
    assert!(patch.contains("-one\n+two\n") && patch.contains("+new\n"), "{patch}");
    let (patch, cut) = show(DiffFormat::Patch, 10);
    assert_eq!((patch.as_str(), cut), ("diff --git", true));
}
