//! A7 in every kind of repository: there and back through the programs. What each kind needs in
//! depth is proven beside the library.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::repo::Repo;

/// Begins a session, lets it make a mess, and goes back: all is as it was, and the mess is kept.
#[track_caller]
fn check(repo: &Repo, commits: bool) {
    let before = repo.state();
    repo.begun("s1");
    assert_eq!(repo.state(), before, "the checkpoint touched something");
    repo.edits("s1", "a.txt");
    repo.write("a.txt", "the agent was here\n");
    repo.write("debris/x.txt", "x\n");
    fs::remove_file(repo.top.join("src/lib.rs")).unwrap();
    repo.git(&["add", "debris"]);
    if commits {
        repo.commit("the agent's");
    }
    repo.write("debris/y.txt", "y\n");
    repo.person_does(&["rollback", "--yes"]);
    assert_eq!(repo.state(), before);
    let kept = repo.git(&["show", "refs/fusebox/attempts/s1/1:a.txt"]);
    assert_eq!(kept, "the agent was here\n");
    assert_eq!(repo.git(&["show", "refs/fusebox/attempts/s1/1:debris/y.txt"]), "y\n");
}

/// A repository with two branches that disagree about `a.txt`; on `main`.
fn disagreeing() -> Repo {
    let repo = Repo::new();
    repo.disagree();
    repo
}

#[test]
fn a07_before_the_first_commit() {
    let repo = Repo::empty();
    repo.write("a.txt", "one\n");
    repo.write("src/lib.rs", "fn main() {}\n");
    repo.git(&["add", "a.txt"]);
    check(&repo, true);
}

#[test]
fn a07_with_a_detached_head() {
    let repo = Repo::new();
    repo.write("a.txt", "two\n");
    repo.commit("second");
    repo.git(&["checkout", "-q", "HEAD~1"]);
    check(&repo, true);
}

#[test]
fn a07_in_a_linked_worktree() {
    let repo = Repo::new();
    let linked = repo.world.path("linked").display().to_string();
    repo.git(&["worktree", "add", "-q", "-b", "linked", &linked]);
    let main = repo.state();
    let linked = repo.inside("linked");
    check(&linked, true);
    assert_eq!(linked.inside("project").state(), main, "the main one is left alone");
}

#[test]
fn a07_in_a_submodule() {
    let repo = Repo::new().inside("other");
    fs::create_dir(&repo.top).unwrap();
    repo.git(&["init", "-q", "-b", "main"]);
    repo.write("top.txt", "top\n");
    let inner = repo.world.path("project").display().to_string();
    repo.git(&["submodule", "--quiet", "add", &inner, "sub"]);
    repo.commit("with a submodule");
    check(&repo.inside("other/sub"), true);
}

#[test]
fn a07_beside_a_submodule() {
    let repo = Repo::new().inside("other");
    fs::create_dir(&repo.top).unwrap();
    repo.git(&["init", "-q", "-b", "main"]);
    repo.write("a.txt", "one\n");
    repo.write("src/lib.rs", "fn main() {}\n");
    let inner = repo.world.path("project").display().to_string();
    repo.git(&["submodule", "--quiet", "add", &inner, "sub"]);
    repo.commit("with a submodule");
    check(&repo, true);
}

#[test]
fn a07_with_a_merge_in_progress() {
    let repo = disagreeing();
    assert!(!repo.try_git(&["merge", "side"]).0);
    check(&repo, false);
    assert_eq!(repo.git(&["ls-files", "-u"]).lines().count(), 3, "the conflict is there again");
    repo.git(&["merge", "--abort"]);
}

#[test]
fn a07_with_a_rebase_in_progress() {
    let repo = disagreeing();
    assert!(!repo.try_git(&["rebase", "side"]).0);
    check(&repo, false);
    repo.git(&["rebase", "--abort"]);
}

#[test]
fn a07_with_a_sparse_checkout() {
    let repo = Repo::new();
    repo.write("far/away.txt", "not here\n");
    repo.commit("far away");
    repo.git(&["sparse-checkout", "set", "src", "debris"]);
    assert!(!repo.exists("far/away.txt"));
    check(&repo, false);
    assert!(!repo.exists("far/away.txt"));
}

#[test]
fn a07_with_names_that_are_no_text() {
    let repo = Repo::new();
    let strange = OsStr::from_bytes(b"not utf-8 \xff\xfe.txt");
    for name in [strange, OsStr::new("line\nbreak.txt"), OsStr::new("-rf"), OsStr::new("a\"b\\c")] {
        fs::write(repo.top.join(name), name.as_bytes()).unwrap();
    }
    repo.git(&["add", "-A"]);
    fs::write(repo.top.join("new\nline"), "untracked\n").unwrap();
    check(&repo, true);
    assert!(repo.exists(strange));
}

#[test]
fn a07_with_modes_and_links() {
    let repo = Repo::new();
    repo.write("run.sh", "#!/bin/sh\n");
    fs::set_permissions(repo.top.join("run.sh"), fs::Permissions::from_mode(0o755)).unwrap();
    symlink("a.txt", repo.top.join("link")).unwrap();
    symlink("nowhere", repo.top.join("broken")).unwrap();
    repo.commit("modes and links");
    repo.write("tool", "#!/bin/sh\n");
    fs::set_permissions(repo.top.join("tool"), fs::Permissions::from_mode(0o755)).unwrap();
    let before = repo.state();
    repo.begun("s1");
    repo.edits("s1", "run.sh");
    fs::set_permissions(repo.top.join("run.sh"), fs::Permissions::from_mode(0o644)).unwrap();
    fs::set_permissions(repo.top.join("tool"), fs::Permissions::from_mode(0o644)).unwrap();
    for link in ["link", "broken"] {
        fs::remove_file(repo.top.join(link)).unwrap();
        repo.write(link, "a file now\n");
    }
    repo.person_does(&["rollback", "--yes"]);
    assert_eq!(repo.state(), before);
}

#[test]
fn a07_ignored_files_are_left_alone() {
    let repo = Repo::new();
    repo.write("old.log", "before\n");
    repo.begun("s1");
    repo.edits("s1", "a.txt");
    repo.write("old.log", "after\n");
    repo.write("new.log", "new\n");
    repo.write("a.txt", "two\n");
    repo.person_does(&["rollback", "--yes"]);
    assert_eq!(repo.read("a.txt"), "one\n");
    assert_eq!((repo.read("old.log"), repo.read("new.log")), ("after\n".into(), "new\n".into()));
}
