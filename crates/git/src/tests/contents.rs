//! Row A7: every kind of content, name and setting.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use super::test_support::Repo;

#[test]
fn a07_file_modes() {
    let repo = Repo::new();
    repo.set_mode("a.txt", 0o755);
    repo.write("tool", "#!/bin/sh\n");
    repo.set_mode("tool", 0o755);
    repo.there_and_back(|repo| {
        repo.set_mode("a.txt", 0o644);
        repo.set_mode("tool", 0o644);
        repo.set_mode("src/lib.rs", 0o755);
    });
}

#[test]
fn a07_symlinks() {
    let repo = Repo::new();
    repo.link("a.txt", "link");
    repo.link("/nowhere/at all", "broken");
    repo.link("src", "folder");
    repo.there_and_back(|repo| {
        repo.remove("link");
        repo.write("link", "a file now");
        repo.remove("broken");
        repo.remove("folder");
        repo.write("folder/inside", "a folder now");
        repo.remove("src");
        repo.link("folder", "src");
    });
    assert_eq!(repo.read("src/lib.rs"), "fn main() {}\n");
}

#[test]
fn a07_a_link_out_of_the_tree_is_not_followed() {
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("lib.rs"), "outside\n").unwrap();
    let repo = Repo::new();
    repo.there_and_back(|repo| {
        repo.remove("src");
        repo.link(outside.path(), "src");
    });
    assert_eq!(std::fs::read_to_string(outside.path().join("lib.rs")).unwrap(), "outside\n");
}

#[test]
fn a07_a_file_becomes_a_folder_and_the_reverse() {
    let repo = Repo::new();
    repo.write("untracked/x", "x\n");
    repo.there_and_back(|repo| {
        repo.remove("a.txt");
        repo.write("a.txt/inside/deep", "folder\n");
        repo.remove("src");
        repo.write("src", "file\n");
        repo.remove("untracked");
        repo.write("untracked", "file\n");
    });
}

#[test]
fn a07_names_with_anything_in_them() {
    let names: [&[u8]; 9] = [
        b"new\nline",
        b"quote\"'`$(x)",
        b"not \xff utf-8 \xfe",
        b"-dash",
        b":(top)magic",
        b"star*[a]?",
        b" spaces ",
        "na\u{ef}ve \u{1f980}".as_bytes(),
        b"tab\tand\\back",
    ];
    let repo = Repo::new();
    for (n, name) in names.iter().enumerate() {
        repo.write(OsStr::from_bytes(name), format!("{n}\n"));
        repo.write(OsStr::from_bytes(&[b"dir ", *name, b"/", name].concat()), "below\n");
        if n % 2 == 0 {
            repo.git(&[
                OsStr::new("--literal-pathspecs"),
                "add".as_ref(),
                "--".as_ref(),
                OsStr::from_bytes(name),
            ]);
        }
    }
    repo.there_and_back(|repo| {
        for (n, name) in names.iter().enumerate() {
            if n % 3 == 0 {
                repo.remove(OsStr::from_bytes(name));
            } else {
                repo.write(OsStr::from_bytes(name), "changed\n");
            }
            repo.write(OsStr::from_bytes(&[*name, b" new"].concat()), "new\n");
        }
    });
}

#[test]
fn a07_ignored_files_are_left_alone() {
    let repo = Repo::new();
    repo.write("old.log", "old\n");
    repo.checkpoint();
    repo.write("old.log", "written on\n");
    repo.write("build/out", "made later\n");
    repo.write("newdir/x.log", "ignored in a new folder\n");
    repo.write("newdir/y", "new\n");
    repo.try_rollback().unwrap();
    assert_eq!(repo.read("old.log"), "written on\n");
    assert_eq!(repo.read("build/out"), "made later\n");
    assert_eq!(repo.read("newdir/x.log"), "ignored in a new folder\n");
    assert!(!repo.exists("newdir/y"));
}

#[test]
fn a07_an_ignored_file_that_was_forced_in_stays_on_disk() {
    for rules in ["*.log\n*.env\n", ""] {
        let repo = Repo::new();
        repo.write(".gitignore", "*.log\n*.env\n");
        repo.write("deep/.gitignore", "/secret/\n");
        repo.commit("rules");
        repo.write("deep/my.env", "precious\n");
        repo.write("deep/secret/key", "precious\n");
        repo.there_and_back(|repo| {
            repo.write(".gitignore", rules);
            repo.write("deep/.gitignore", rules);
            repo.git(&["add", "-f", "."]);
            repo.commit("everything");
            repo.write("deep/my.env", "precious, and newer\n");
        });
        assert_eq!(repo.read("deep/my.env"), "precious, and newer\n");
        assert_eq!(repo.read("deep/secret/key"), "precious\n");
    }
}

#[test]
fn a07_ignored_files_where_a_file_has_to_return_are_kept_first() {
    let repo = Repo::new();
    let done = repo.there_and_back(|repo| {
        repo.write(".gitignore", "*.txt\nsrc\n");
        repo.git(&["rm", "-q", "--cached", "-r", "a.txt", "src"]);
        repo.write("a.txt", "ignored now\n");
        repo.remove("gone.txt");
        repo.write("gone.txt/kept.txt", "an ignored folder\n");
        repo.git(&["rm", "-q", "--cached", "gone.txt"]);
        repo.remove("src");
        repo.write("src", "ignored, and no folder\n");
    });
    let show = |path: &str| repo.git(&["show", &format!("{}:{path}", done.attempt.commit)]);
    assert_eq!(show("a.txt"), "ignored now\n");
    assert_eq!(show("gone.txt/kept.txt"), "an ignored folder\n");
    assert_eq!(show("src"), "ignored, and no folder\n");
}

#[test]
fn a07_empty_folders() {
    let repo = Repo::new();
    std::fs::create_dir(repo.path("empty")).unwrap();
    repo.there_and_back(|repo| {
        repo.write("x/y/z", "new\n");
        repo.remove("gone.txt");
        std::fs::create_dir_all(repo.path("gone.txt/nothing/here")).unwrap();
    });
    assert!(repo.path("empty").is_dir());
    assert!(!repo.exists("x"));
}

#[test]
fn a07_a_clean_and_smudge_filter() {
    let repo = Repo::new();
    repo.git(&["config", "filter.turn.clean", "tr a-z b-za"]);
    repo.git(&["config", "filter.turn.smudge", "tr b-za a-z"]);
    repo.git(&["config", "filter.turn.required", "true"]);
    repo.write(".gitattributes", "*.big filter=turn\n");
    repo.write("tracked.big", "hello\n");
    repo.commit("filtered");
    repo.write("untracked.big", "world\n");
    repo.there_and_back(|repo| {
        repo.write("tracked.big", "changed\n");
        repo.remove("untracked.big");
        repo.write("new.big", "new\n");
    });
    assert_eq!(repo.git(&["cat-file", "blob", "HEAD:tracked.big"]), "ifmmp\n");
}

#[test]
fn a07_line_endings_that_git_turns() {
    let repo = Repo::empty();
    repo.git(&["config", "core.autocrlf", "true"]);
    repo.git(&["config", "core.safecrlf", "true"]);
    repo.write("a.txt", "one\r\ntwo\r\n");
    repo.write("binary", b"\0\r\n\n");
    repo.commit("first");
    repo.write("a.txt", "one\r\ntwo\r\nthree\r\n");
    repo.write("new.txt", "x\r\n");
    repo.there_and_back(|repo| {
        repo.write("a.txt", "gone\r\n");
        repo.remove("new.txt");
        repo.write("mixed.txt", "a\r\nb\nc\r\n");
        repo.write("binary", b"\0\n");
    });
}

#[test]
fn a07_a_wrong_ignorecase_setting_merges_no_files() {
    let repo = Repo::new();
    if repo.exists(".git/hEaD") {
        return; // This disk ignores case.
    }
    repo.write("Upper.txt", "U\n");
    repo.write("upper.txt", "u\n");
    repo.commit("both");
    repo.git(&["config", "core.ignorecase", "true"]);
    repo.checkpoint();
    repo.write("Upper.txt", "U changed\n");
    repo.write("upper.txt", "u changed\n");
    repo.write("A.TXT", "another one\n");
    let done = repo.try_rollback().unwrap();
    assert_eq!((repo.read("Upper.txt"), repo.read("upper.txt")), ("U\n".into(), "u\n".into()));
    assert!(!repo.exists("A.TXT"));
    for (path, text) in [("Upper.txt", "U changed\n"), ("A.TXT", "another one\n")] {
        assert_eq!(repo.git(&["show", &format!("{}:{path}", done.attempt.commit)]), text);
    }
}

#[test]
fn a07_intents_to_add_and_marks_of_the_index() {
    let repo = Repo::new();
    repo.write("empty", "");
    repo.commit("an empty one");
    repo.write("intended", "text\n");
    repo.write("intended and empty", "");
    repo.git(&["add", "-N", "intended", "intended and empty"]);
    repo.git(&["update-index", "--assume-unchanged", "a.txt"]);
    repo.git(&["update-index", "--skip-worktree", "gone.txt"]);
    repo.write("a.txt", "hidden change\n");
    repo.write("gone.txt", "hidden too\n");
    let done = repo.there_and_back(|repo| {
        repo.write("a.txt", "hidden work\n");
        repo.write("gone.txt", "hidden work, too\n");
        repo.git(&["add", "intended"]);
        repo.write("empty", "full\n");
    });
    let show = |path: &str| repo.git(&["show", &format!("{}:{path}", done.attempt.commit)]);
    assert_eq!(
        (show("a.txt"), show("gone.txt")),
        ("hidden work\n".into(), "hidden work, too\n".into())
    );
    assert_eq!(repo.git(&["diff", "--cached", "--name-only"]), "");
}

#[test]
fn a08_an_edit_in_the_second_of_a_commit_is_kept() {
    let repo = Repo::new();
    // Git compares whole seconds: the commit and the edit are in one, what looks at them in a later.
    // The clock of files runs some milliseconds behind.
    let next_second = || {
        let into = std::time::UNIX_EPOCH.elapsed().unwrap().subsec_millis();
        std::thread::sleep(std::time::Duration::from_millis(u64::from(1_020 - into)));
    };
    next_second();
    repo.write("a.txt", "own\n");
    repo.commit("second");
    repo.write("a.txt", "two\n");
    next_second();
    let snapshot = repo.ours().snapshot().unwrap();
    let checkpoint = repo.checkpoint();
    for tree in [snapshot.tree.as_str(), &checkpoint.reference()] {
        assert_eq!(repo.git(&["show", &format!("{tree}:a.txt")]), "two\n");
    }
}
