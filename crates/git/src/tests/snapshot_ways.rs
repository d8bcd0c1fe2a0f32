//! Row L6: what is named from the base alone, what is taken into it, and what differs between two.

use super::test_support::Repo;
use crate::{ChangeKind, WorktreeSnapshot};

/// Something done after a snapshot: the next one is named from the base alone, and nothing is
/// stored. `changes` is what differs between both.
fn named(what: &str, changes: &str, act: impl FnOnce(&Repo)) {
    assert!(goes_by_name(&prepared(), what, changes, act), "{what}: the base moved");
}

/// As [`named`], but what changed is taken into the base.
fn moved(what: &str, changes: &str, act: impl FnOnce(&Repo)) {
    assert!(!goes_by_name(&prepared(), what, changes, act), "{what}: the base stayed");
}

fn goes_by_name(repo: &Repo, what: &str, changes: &str, act: impl FnOnce(&Repo)) -> bool {
    let ours = repo.ours();
    let first = ours.snapshot().unwrap();
    let before = (base(repo), objects(repo));
    act(repo);
    let second = ours.snapshot().unwrap();
    let by_name = base(repo) == before.0;
    if by_name {
        assert_eq!(objects(repo), before.1, "{what}: nothing is stored");
    }
    assert_eq!(change_summary(repo, &first, &second), changes, "{what}");
    let stored = ours.stored_snapshot().unwrap();
    assert_eq!(stored, second, "{what}: stored");
    repo.git(&["ls-tree", "-r", stored.tree.as_str()]);
    std::fs::remove_dir_all(repo.path(".git/fusebox")).unwrap();
    let anew = ours.snapshot().unwrap();
    assert_eq!(anew, second, "{what}: anew");
    assert_eq!(change_summary(repo, &first, &anew), changes, "{what}: from another base");
    assert_eq!(change_summary(repo, &anew, &first).len(), changes.len(), "{what}: backwards");
    assert_eq!(change_summary(repo, &second, &anew), "", "{what}: two names of the same");
    by_name
}

/// Folders beside files that sort around them, a link, a program, and work that is not committed.
fn prepared() -> Repo {
    let repo = Repo::new();
    repo.write("d/one", "1\n");
    repo.write("d/e/two", "2\n");
    repo.write("d-e", "between d and d/\n");
    repo.write("tool", "#!/bin/sh\n");
    repo.write("windows", "one\r\ntwo\r\n");
    repo.link("a.txt", "link");
    repo.set_mode("tool", 0o755);
    repo.commit("second");
    repo.write("d/one", "dirty\n");
    repo.write("untracked", "new\n");
    repo
}

#[test]
fn l06_what_needs_no_index_is_named_and_not_stored() {
    named("nothing", "", |_| {});
    named("an edit", "M a.txt", |repo| repo.write("a.txt", "two\n"));
    named("an edit of what is dirty", "M d/one M untracked", |repo| {
        repo.write("d/one", "dirtier\n");
        repo.write("untracked", "newer\n");
    });
    named("an empty file", "M a.txt A none", |repo| {
        repo.write("a.txt", "");
        repo.write("none", "");
    });
    named("new files, in new folders too", "A d.new A new/deep/er A new/file", |repo| {
        repo.write("new/deep/er", "x\n");
        repo.write("new/file", "x\n");
        repo.write("d.new", "sorts between d-e and d/\n");
    });
    named("a folder goes", "D d/e/two D d/one", |repo| repo.remove("d"));
    named(
        "everything goes",
        "D a.txt D d-e D d/e/two D d/one D gone.txt D link D src/deep/er.rs \
         D src/lib.rs D tool D untracked D windows",
        |repo| {
            for path in
                ["a.txt", "d", "d-e", "gone.txt", "link", "src", "tool", "untracked", "windows"]
            {
                repo.remove(path);
            }
        },
    );
    named("a rename", "D a.txt A b.txt", |repo| {
        std::fs::rename(repo.path("a.txt"), repo.path("b.txt")).unwrap();
    });
    named("a file becomes a folder", "D a.txt A a.txt/in/side", |repo| {
        repo.remove("a.txt");
        repo.write("a.txt/in/side", "x\n");
    });
    named("a folder becomes a file", "A d D d/e/two D d/one", |repo| {
        repo.remove("d");
        repo.write("d", "x\n");
    });
    named("a folder becomes a link", "A d D d/e/two D d/one", |repo| {
        repo.remove("d");
        repo.link("src", "d");
    });
    named("links", "M link A other M untracked", |repo| {
        for path in ["link", "other", "untracked"] {
            drop(std::fs::remove_file(repo.path(path)));
            repo.link("some\nwhere", path);
        }
    });
    named("a program no more, and one more", "M a.txt M tool", |repo| {
        repo.set_mode("tool", 0o644);
        repo.set_mode("a.txt", 0o755);
    });
    named("names of any letters", "A a:b A s\\p A \u{e4} b", |repo| {
        for path in ["a:b", "s\\p", "\u{e4} b"] {
            repo.write(path, "x\n");
        }
    });
    named("an ignored file", "", |repo| repo.write("x.log", "x\n"));
    named("a thousand files", &"A".repeat(1000), |repo| fill(repo, 1000));
}

#[test]
fn l06_what_needs_an_index_is_taken_into_the_base() {
    moved("a thousand and one files", &"A".repeat(1001), |repo| fill(repo, 1001));
    moved("other ends of lines", "M a.txt", |repo| repo.write("a.txt", "one\r\n"));
    moved("a new program", "A run", |repo| {
        repo.write("run", "x\n");
        repo.set_mode("run", 0o755);
    });
    moved("what is ignored", "M .gitignore D untracked", |repo| {
        repo.write(".gitignore", "untracked\n");
    });
    moved("attributes", "A d/.gitattributes", |repo| repo.write("d/.gitattributes", "* text\n"));
    // What was below is not seen to be gone: nobody can look there.
    moved("a folder becomes a link to itself", "A d D d/e/two D d/one", |repo| {
        repo.remove("d");
        repo.link("d", "d");
    });
    moved("a line in a name", "A a\nb", |repo| repo.write("a\nb", "x\n"));
    moved("a quote in a name", "A \"a\"", |repo| repo.write("\"a\"", "x\n"));
    moved("another repository", "A inner", |repo| {
        repo.git(&["init", "-q", "inner"]);
        repo.git(&["-C", "inner", "commit", "-q", "--allow-empty", "-m", "x"]);
    });
    moved("much to read", "A much", |repo| repo.write("much", vec![b'x'; (8 << 20) + 1]));
    let deep = format!("{}file", "d/".repeat(1_450));
    moved("very deep folders", &format!("A {deep}"), |repo| repo.write(&deep, "x\n"));
    named("as much as is read", "A much", |repo| repo.write("much", vec![b'x'; 8 << 20]));
}

#[test]
fn l06_filters_are_asked_as_git_asks_them() {
    let attributes = |text: &str| {
        let repo = prepared();
        repo.write(".gitattributes", text);
        repo.git(&["config", "filter.shout.clean", "tr a-z A-Z"]);
        repo.git(&["config", "core.autocrlf", "input"]);
        repo.git(&["add", "--renormalize", "."]);
        repo.commit("as the attributes want it");
        repo
    };
    let edit = |repo: &Repo| repo.write("a.txt", "two\n");
    let by_name = goes_by_name(&attributes("*.rs filter=shout\n"), "filters", "M a.txt", edit);
    assert!(!by_name, "programs run once, not each time");
    assert!(goes_by_name(&attributes("*.rs text\n"), "none", "M a.txt", edit));
    let ident = attributes("*.txt ident\n");
    ident.write("id.txt", "$Id$\n");
    ident.commit("ident");
    let what = "what git puts into a file is no change";
    assert!(goes_by_name(&ident, what, "", |repo| repo.write("id.txt", "$Id: 1 $\n")), "{what}");
}

#[test]
fn l06_where_git_chooses_the_ends_of_lines_a_file_keeps_those_of_the_base() {
    let repo = prepared();
    repo.git(&["config", "core.autocrlf", "true"]);
    let what = "the ends of lines that a file had";
    let by_name = goes_by_name(&repo, what, "M windows", |repo| {
        repo.write("windows", "one\r\ntwo\r\nthree\r\n");
    });
    assert!(!by_name, "{what}");
}

#[test]
fn l06_folders_whose_names_read_like_revisions_are_folders() {
    let edit_in = |repo: &Repo, folder: &str| repo.write(format!("{folder}/a"), "two\n");
    let before = |folder: &str| {
        let repo = prepared();
        repo.write(format!("{folder}/a"), "one\n");
        repo
    };
    for folder in ["x^{tree}", "x~1", "x@{0}", "x@{u}", "HEAD", "x:src", " x ", "*"] {
        let what = format!("M {folder}/a");
        assert!(goes_by_name(&before(folder), folder, &what, |repo| edit_in(repo, folder)));
    }
    // As `git describe` names a commit: git takes it for one, so nothing is read from it.
    let repo = prepared();
    let folder = format!("v1-1-g{}", repo.git(&["rev-parse", "--short=12", "HEAD"]).trim());
    edit_in(&repo, &folder);
    repo.write(format!("{folder}/b"), "one\n");
    let what = format!("M {folder}/b");
    let by_name = goes_by_name(&repo, "describe", &what, |repo| {
        repo.write(format!("{folder}/b"), "two\n");
    });
    assert!(!by_name);
}

#[test]
fn l06_long_ids_are_a_matter_for_git_unless_nothing_changed() {
    let long = || {
        let repo = Repo::sha256();
        repo.write("a.txt", "one\n");
        repo.commit("first");
        repo
    };
    assert!(goes_by_name(&long(), "nothing", "", |_| {}));
    let edit = |repo: &Repo| repo.write("a.txt", "two\n");
    assert!(!goes_by_name(&long(), "an edit", "M a.txt", edit));
}

#[test]
fn l06_snapshots_by_name_outlive_a_clean_up() {
    let repo = prepared();
    let ours = repo.ours();
    ours.snapshot().unwrap();
    repo.write("a.txt", "two\n");
    let named = ours.snapshot().unwrap();
    repo.git(&["gc", "-q", "--prune=now"]);
    assert_eq!(ours.snapshot().unwrap(), named);
    repo.write("a.txt", "three\n");
    assert_ne!(ours.snapshot().unwrap(), named);
}

/// What differs, a word and a path for each; of many files the words alone.
fn change_summary(repo: &Repo, a: &WorktreeSnapshot, b: &WorktreeSnapshot) -> String {
    let changes = repo.ours().snapshot_changes(a, b).unwrap();
    let many = changes.len() > 100;
    let one = |change: &crate::FileChange| {
        let kind = match change.kind {
            ChangeKind::Added => "A",
            ChangeKind::Deleted => "D",
            ChangeKind::Modified => "M",
        };
        if many { kind.to_owned() } else { format!("{kind} {}", change.path.display()) }
    };
    changes.iter().map(one).collect::<Vec<_>>().join(if many { "" } else { " " })
}

/// What is kept of the base's name, and when it was written.
fn base(repo: &Repo) -> (String, std::time::SystemTime) {
    let path = ".git/fusebox/snapshot.source";
    (repo.read(path), repo.path(path).metadata().unwrap().modified().unwrap())
}

fn objects(repo: &Repo) -> String {
    repo.git(&["count-objects"])
}

fn fill(repo: &Repo, files: usize) {
    for n in 0..files {
        repo.write(format!("many/{}/{n}", n % 7), format!("{n}\n"));
    }
}
