//! Row L6: a snapshot changes when and only when the working state does.

use super::test_support::Repo;

/// Something done between two snapshots, and whether the second differs. What changes files is checked by
/// [`snapshot_ways`](super::snapshot_ways).
fn check(what: &str, changes: bool, act: impl FnOnce(&Repo)) {
    let repo = Repo::new();
    repo.write("dirty.txt", "dirty before\n");
    repo.write("a.txt", "dirty before\n");
    repo.write("x.log", "ignored\n");
    let ours = repo.ours();
    let before = repo.state();
    let first = ours.snapshot().unwrap();
    assert_eq!(repo.state(), before, "{what}: a snapshot changes nothing");
    assert_eq!(ours.snapshot().unwrap(), first, "{what}: twice the same");
    act(&repo);
    let second = ours.snapshot().unwrap();
    assert_eq!(second != first, changes, "{what}");
    // What the kept index says is what a new one says.
    std::fs::remove_dir_all(repo.path(".git/fusebox")).unwrap();
    assert_eq!(ours.snapshot().unwrap(), second, "{what}: anew");
}

#[test]
fn l06_what_is_a_change_and_what_is_none() {
    check("nothing", false, |_| {});
    check("a commit", true, |repo| repo.commit("work"));
    check("an empty commit", true, |repo| {
        repo.git(&["commit", "-q", "--allow-empty", "-m", "x"]);
    });
    check("a staged change", true, |repo| drop(repo.git(&["add", "a.txt"])));
    check("an ignored file", false, |repo| repo.write("y.log", "x\n"));
    check("the same content again", false, |repo| repo.write("a.txt", "dirty before\n"));
    check("a status", false, |repo| drop(repo.git(&["status"])));
    check("an intent to add", false, |repo| drop(repo.git(&["add", "-N", "dirty.txt"])));
    check("an ignored file is forced in", true, |repo| {
        repo.git(&["add", "-f", "x.log"]);
    });
}

#[test]
fn l06_what_was_seen_of_folders_is_not_taken_for_what_is_there() {
    let repo = Repo::new();
    let ours = repo.ours();
    repo.write("dir/one", "1\n");
    let mut seen = vec![ours.snapshot().unwrap()];
    for step in ["dir/two", "dir/three", "four"] {
        repo.write(step, "x\n");
        let now = ours.snapshot().unwrap();
        assert!(!seen.contains(&now), "{step}");
        assert_eq!(ours.snapshot().unwrap(), now);
        seen.push(now);
    }
    for step in ["four", "dir/three", "dir/two"] {
        repo.remove(step);
        seen.pop();
        assert_eq!(Some(&ours.snapshot().unwrap()), seen.last(), "{step}");
    }
}

#[test]
fn l06_what_is_ignored_since_is_no_part_of_it() {
    let repo = Repo::new();
    let ours = repo.ours();
    repo.write("noise", "1\n");
    ours.snapshot().unwrap();
    repo.write(".gitignore", "noise\n");
    let first = ours.snapshot().unwrap();
    repo.write("noise", "2\n");
    assert_eq!(ours.snapshot().unwrap(), first);

    repo.write("more", "1\n");
    ours.snapshot().unwrap();
    repo.write(".git/info/exclude", "more\n");
    let first = ours.snapshot().unwrap();
    repo.write("more", "2\n");
    assert_eq!(ours.snapshot().unwrap(), first);
}

#[test]
fn l06_it_outlives_a_clean_up() {
    let repo = Repo::new();
    repo.write("untracked", "1\n");
    let ours = repo.ours();
    let first = ours.snapshot().unwrap();
    repo.git(&["gc", "-q", "--prune=now"]);
    assert_eq!(ours.snapshot().unwrap(), first);
    repo.git(&["cat-file", "-e", &format!("{}:untracked", first.tree)]);
}

#[test]
fn l06_in_a_repository_without_a_commit() {
    let repo = Repo::empty();
    let ours = repo.ours();
    let first = ours.snapshot().unwrap();
    assert_eq!(first.head, None);
    assert_eq!(ours.snapshot().unwrap(), first);
    repo.write("a", "1\n");
    assert_ne!(ours.snapshot().unwrap(), first);
}
