//! Where a repository can be: linked worktrees, submodules, sparse checkouts, odd environments.

use super::test_support::{NOW, Repo, name};
use crate::{GitError, Repository};

#[test]
fn a07_a_linked_worktree() {
    let main = Repo::new();
    let linked = main.top.with_file_name("linked");
    main.git(&["worktree", "add", "-q", "-b", "wt", linked.to_str().unwrap()]);
    let before = main.state();
    let repo = Repo::at(&linked);
    repo.write("a.txt", "dirty\n");
    repo.there_and_back(|repo| {
        repo.write("b.txt", "new\n");
        repo.commit("work");
    });
    assert_eq!(main.state(), before);
    let error = main.try_rollback().unwrap_err();
    assert!(matches!(error, GitError::Refused(_)), "{error}");
    assert!(error.to_string().contains("the linked worktree `linked`"), "{error}");
}

/// A repository with a submodule `sub`, and the submodule.
fn with_submodule() -> (Repo, Repo, Repo) {
    let inner = Repo::new();
    let repo = Repo::new();
    repo.git(&["submodule", "add", "-q", inner.top.to_str().unwrap(), "sub"]);
    repo.commit("a submodule");
    let sub = Repo::at(&repo.path("sub"));
    (repo, sub, inner)
}

#[test]
fn a07_inside_a_submodule() {
    let (outer, sub, _inner) = with_submodule();
    let before = outer.state();
    assert_eq!(sub.ours().top(), sub.top);
    sub.there_and_back(|sub| {
        sub.write("a.txt", "work\n");
        sub.commit("work");
    });
    assert_eq!(outer.state(), before);
}

#[test]
fn a07_around_a_submodule_nothing_inside_it_is_touched() {
    let (outer, sub, _inner) = with_submodule();
    outer.checkpoint();
    sub.write("a.txt", "work\n");
    sub.commit("work inside");
    sub.write("b.txt", "untracked inside\n");
    outer.write("a.txt", "work outside\n");
    outer.git(&["add", "-A"]);
    let done = outer.try_rollback().unwrap();
    assert_eq!(outer.read("a.txt"), "one\n");
    assert_eq!(done.plan.nested_repositories, [std::path::PathBuf::from("sub")]);
    assert_eq!(sub.git(&["log", "-1", "--format=%s"]), "work inside\n");
    assert_eq!(sub.read("b.txt"), "untracked inside\n");
}

#[test]
fn a07_a_repository_that_was_made_inside_stays() {
    let repo = Repo::new();
    repo.checkpoint();
    let inner = Repo::at(&repo.path("inner"));
    repo.write("inner/x", "1\n");
    inner.git(&["init", "-q"]);
    inner.commit("inside");
    repo.git(&["init", "-q", "bare"]);
    repo.write("bare/y", "2\n");
    repo.try_rollback().unwrap();
    assert_eq!(repo.read("inner/x"), "1\n");
    assert_eq!(repo.read("bare/y"), "2\n");
}

#[test]
fn a07_a_repository_in_the_way_is_not_overwritten() {
    let repo = Repo::new();
    repo.checkpoint();
    repo.git(&["rm", "-q", "-r", "src", "a.txt"]);
    for place in ["src", "a.txt"] {
        repo.git(&["init", "-q", place]);
        let inner = Repo::at(&repo.path(place));
        inner.write("precious", "1\n");
        inner.commit("inside");
        let error = repo.try_rollback().unwrap_err();
        assert!(matches!(error, GitError::Refused(_)), "{error}");
        assert!(repo.exists(format!("{place}/precious")));
        repo.remove(place);
    }
    repo.try_rollback().unwrap();
    assert_eq!(repo.read("a.txt"), "one\n");
}

#[test]
fn a08_what_git_cannot_read_is_named() {
    let repo = Repo::new();
    repo.git(&["init", "-q", "unborn"]);
    repo.write("unborn/x", "1\n");
    let checkpoint = repo.checkpoint();
    assert_eq!(checkpoint.left_out, [std::path::PathBuf::from("unborn/")]);
}

#[test]
fn a07_a_sparse_checkout_stays_sparse() {
    for cone in ["--cone", "--no-cone"] {
        let repo = Repo::new();
        repo.write("far/x", "far\n");
        repo.write("far/y", "far\n");
        repo.commit("far away");
        repo.git(&["sparse-checkout", "init", cone]);
        repo.git(&["sparse-checkout", "set", if cone == "--cone" { "src" } else { "/src/" }]);
        assert!(!repo.exists("far"));
        repo.write("far/untracked", "outside the cone\n");
        repo.there_and_back(|repo| {
            repo.write("src/lib.rs", "work\n");
            repo.remove("far");
            repo.write("far/other", "new outside the cone\n");
        });
        assert!(!repo.exists("far/x"));
        repo.try_git(&["sparse-checkout", "disable"]);
        assert_eq!(repo.read("far/x"), "far\n");
    }
}

#[test]
fn a07_every_kind_of_index() {
    for settings in [
        &["core.splitIndex=true", "splitIndex.maxPercentChange=100"][..],
        &["feature.manyFiles=true", "index.skipHash=true"],
        &["core.untrackedCache=true", "index.version=4"],
        &["core.fileMode=false", "core.symlinks=true"],
        &["core.preloadIndex=false", "core.checkStat=minimal", "core.trustctime=false"],
    ] {
        let repo = Repo::new();
        for setting in settings {
            let (key, value) = setting.split_once('=').unwrap();
            repo.git(&["config", key, value]);
        }
        repo.git(&["update-index", "--refresh", "--force-write-index"]);
        repo.write("a.txt", "dirty\n");
        repo.write("b.txt", "staged\n");
        repo.git(&["add", "b.txt"]);
        repo.there_and_back(|repo| {
            repo.write("b.txt", "work\n");
            repo.remove("src");
            repo.commit("work");
        });
    }
}

#[test]
fn a07_a_sparse_index() {
    let repo = Repo::new();
    for n in 0..20 {
        repo.write(format!("far/{n}/x"), "far\n");
    }
    repo.commit("far away");
    repo.git(&["sparse-checkout", "init", "--cone", "--sparse-index"]);
    repo.git(&["sparse-checkout", "set", "src"]);
    repo.there_and_back(|repo| {
        repo.write("src/lib.rs", "work\n");
        repo.commit("work");
    });
    assert!(!repo.exists("far"));
}

#[test]
fn a07_long_object_ids() {
    let repo = Repo::sha256();
    repo.write("empty", "");
    repo.git(&["add", "-N", "empty"]);
    repo.there_and_back(|repo| {
        repo.write("a", "1\n");
        repo.commit("work");
    });
}

#[test]
fn no_repository_is_no_error() {
    let dir = tempfile::tempdir().unwrap();
    assert!(Repository::find(dir.path()).unwrap().is_none());
    let repo = Repo::new();
    assert!(Repository::find(&repo.path(".git")).unwrap().is_none());
    assert_eq!(Repository::find(&repo.path("src/deep")).unwrap().unwrap().top(), repo.top);
    assert!(Repository::find(&repo.path("missing")).is_err());
}

#[test]
fn a08_hooks_and_programs_of_the_configuration_do_not_run() {
    let repo = Repo::new();
    let trap = format!("#!/bin/sh\ntouch {}/ran-$(basename \"$0\")\n", repo.top.display());
    for hook in ["reference-transaction", "post-checkout", "post-index-change", "pre-commit"] {
        let path = format!(".git/hooks/{hook}");
        repo.write(&path, &trap);
        repo.set_mode(&path, 0o755);
    }
    let program = repo.path(".git/hooks/pre-commit").display().to_string();
    let settings = [
        ("core.fsmonitor", program.as_str()),
        ("diff.external", &program),
        ("gpg.program", &program),
        ("core.pager", &program),
        ("commit.gpgSign", "true"),
        ("tag.gpgSign", "true"),
        ("log.showSignature", "true"),
        ("submodule.recurse", "true"),
    ];
    let ours = repo.ours();
    let mut config = repo.read(".git/config");
    for (key, value) in settings {
        let (section, key) = key.split_once('.').unwrap();
        config.push_str(&format!("[{section}]\n\t{key} = {value}\n"));
    }
    repo.write(".git/config", config);
    ours.checkpoint(&name(), "x", NOW).unwrap();
    repo.write("a.txt", "work\n");
    ours.commits(&["HEAD"], 9).unwrap();
    let worktree = crate::DiffSide::Worktree;
    let head = crate::DiffSide::Object(ours.head().unwrap().commit.unwrap());
    ours.diff(&head, &worktree, crate::DiffFormat::Patch, 9999).unwrap();
    ours.rollback(&ours.open_checkpoint(&name()).unwrap(), NOW).unwrap();
    let ran: Vec<_> = std::fs::read_dir(&repo.top)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .filter(|name| name.to_string_lossy().starts_with("ran-"))
        .collect();
    assert!(ran.is_empty(), "{ran:?}");
}

#[test]
fn a_git_that_takes_too_long_is_ended() {
    let repo = Repo::new();
    repo.git(&["config", "filter.slow.clean", "exec sleep 60"]);
    repo.write(".gitattributes", "*.slow filter=slow\n");
    repo.write("x.slow", "1\n");
    let ours = repo.ours().with_timeout(std::time::Duration::from_millis(300));
    let error = ours.checkpoint(&name(), "x", NOW).unwrap_err();
    assert!(matches!(error, GitError::Limit { .. }), "{error}");
    assert_eq!(repo.ours().checkpoint_names().unwrap(), []);
}
