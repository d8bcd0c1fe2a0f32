//! Going back: what is shown, what is asked, what comes back, what is kept.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::repo::Repo;
use super::work_tree::WorkTreeState;
use crate::transcript::{check, has};
use crate::world::bash;

/// A session that made a mess of a dirty tree; what was there before.
fn mess_up(repo: &Repo) -> WorkTreeState {
    repo.write("src/lib.rs", "fn main() { /* dirty */ }\n");
    repo.git(&["add", "src/lib.rs"]);
    repo.write("a.txt", "one and a half\n");
    repo.write("mine.txt", "untracked\n");
    let before = repo.state();
    repo.begun("s1");
    repo.edits("s1", "a.txt");
    repo.write("a.txt", "two\n");
    repo.write("debris/x.txt", "x\n");
    fs::remove_file(repo.top.join("gone.txt")).unwrap();
    repo.commit("the agent's");
    repo.write("mine.txt", "overwritten\n");
    repo.write("debris/y.txt", "y\n");
    before
}

#[test]
fn a07_a_rollback_brings_the_state_before_the_work_and_keeps_the_work() {
    let repo = Repo::new();
    let before = mess_up(&repo);
    repo.person_does(&["rollback"]);
    assert_eq!(repo.state(), before);
    assert_eq!(repo.git(&["symbolic-ref", "HEAD"]).trim(), "refs/heads/main");
    let kept = "refs/fusebox/attempts/s1/1";
    for (path, text) in [("a.txt", "two\n"), ("mine.txt", "overwritten\n"), ("debris/y.txt", "y\n")]
    {
        assert_eq!(repo.git(&["show", &format!("{kept}:{path}")]), text);
    }
    assert!(repo.git(&["log", "--format=%s", kept]).contains("the agent's\n"));
    assert_eq!(repo.git(&["fsck", "--no-dangling", "--no-progress"]), "");
}

#[test]
fn m01_what_was_rolled_back_is_no_good_run() {
    let repo = Repo::new();
    mess_up(&repo);
    let outcomes = || repo.run("calibrate --json").json()["outcomes"].clone();
    assert_eq!(outcomes(), json!({"under way": 1}));
    repo.person_does(&["rollback", "--dry-run"]);
    assert_eq!(outcomes(), json!({"under way": 1}));
    repo.person_does(&["rollback"]);
    assert_eq!(outcomes(), json!({"rolled back": 1}));
}

#[test]
fn a07_what_would_change_is_shown_and_nothing_is_done() {
    let repo = Repo::new();
    mess_up(&repo);
    let before = repo.state();
    let head = &repo.commit_of("HEAD").unwrap()[..10];
    let first = &repo.commit_of("HEAD~1").unwrap()[..10];
    let text = format!(
        "
s1 back to its checkpoint, kept (AGO)
  state  refs/fusebox/checkpoint/s1
  in     ~/project
  HEAD   stays on main, at {first}

  changes  a.txt
  removes  debris/x.txt
  removes  debris/y.txt
  restores gone.txt
  changes  mine.txt
  leaves   {head} the agent's
"
    );
    let text = text.replace("(AGO)", "AGO");
    check(&repo.run("rollback --dry-run"), &text);
    assert_eq!(repo.state(), before);
    let refused = repo.person(&["rollback", "--task", "s1"], "n\n");
    check(&refused, &format!("{text}2> error: nothing was done\nexit 1"));
    assert_eq!(repo.state(), before);
    assert_eq!(repo.git(&["for-each-ref", "refs/fusebox/attempts"]), "");
}

#[test]
fn a07_programs_are_told_the_same() {
    let repo = Repo::new();
    mess_up(&repo);
    let plan = repo.run("rollback --dry-run --json").json();
    has(
        &plan,
        json!({"to": "refs/fusebox/checkpoint/s1", "dry_run": true, "returning": ["gone.txt"],
        "removed": ["debris/x.txt", "debris/y.txt"], "changed": ["a.txt", "mine.txt"]}),
    );
    assert_eq!(plan["commits_leaving"][0]["subject"], "the agent's");
    assert!(plan["kept_as"].is_null());
    let ran = repo.person(&["rollback", "--json", "--yes"], "");
    assert_eq!(ran.json()["kept_as"]["ref"], "refs/fusebox/attempts/s1/1", "{}", ran.err);
    assert_eq!(repo.read("a.txt"), "one and a half\n");
}

#[test]
fn a07_a_rollback_goes_to_an_attempt_as_well() {
    let repo = Repo::new();
    mess_up(&repo);
    let mess = repo.state();
    repo.person(&["rollback", "--yes"], "");
    assert_ne!(repo.state(), mess);
    repo.person_does(&["rollback", "--yes", "--to", "attempt 1"]);
    assert_eq!(repo.state(), mess);
    let wrong = repo.person(&["rollback", "--to", "HEAD~1"], "");
    assert_eq!(wrong.code, 2, "{}", wrong.out);
    let missing = repo.person(&["rollback", "--to", "9"], "");
    assert!(missing.err.contains("there is no attempt 9 of `s1`"), "{}", missing.err);
}

#[test]
fn a07_a_killed_rollback_is_finished_by_running_it_again() {
    let repo = Repo::new();
    repo.write("mine.txt", "untracked\n");
    let before = repo.state();
    repo.begun("s1");
    repo.write("mine.txt", "overwritten\n");
    repo.write("debris.txt", "x\n");
    repo.commit("the agent's");
    // A git that ends the command that called it when the branch is to be moved.
    let shim = "#!/bin/sh\ncase \"$*\" in *'fusebox: rollback'*) kill -9 $PPID; exit 1;; esac\n\
                PATH=/usr/local/bin:/usr/bin:/bin exec git \"$@\"\n";
    repo.world.write("shim/git", shim);
    let shim = repo.world.path("shim");
    fs::set_permissions(shim.join("git"), fs::Permissions::from_mode(0o755)).unwrap();
    let killed = repo.person_with(&shim, &["rollback", "--yes"], "");
    assert_eq!(killed.code, -1, "{}{}", killed.out, killed.err);
    assert_ne!(repo.state(), before, "it had not come far enough");
    let ran = repo.person_does(&["rollback", "--yes"]);
    assert!(ran.out.contains("finished the one that was killed"), "{}", ran.out);
    assert_eq!(repo.state(), before);
    assert_eq!(repo.git(&["show", "refs/fusebox/attempts/s1/1:mine.txt"]), "overwritten\n");
}

#[test]
fn a07_only_a_person_goes_back() {
    let repo = Repo::new();
    mess_up(&repo);
    let before = repo.state();
    let ran = repo.run("rollback --yes");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("only a person may do that"), "{}", ran.err);
    for (command, denied) in [
        ("fusebox rollback --yes", true),
        ("fusebox attempts restore 1", true),
        ("git update-ref -d refs/fusebox/checkpoint/s1", true),
        ("fusebox attempts list", false),
        ("fusebox attempts diff 1", false),
        ("fusebox checkpoint", false),
    ] {
        let told = repo.send_hook_event("s1", "PreToolUse", bash(command, command)).out;
        assert_eq!((told.contains("\"deny\""), told.is_empty()), (denied, !denied), "{command}");
    }
    assert_eq!(repo.state(), before);
}

#[test]
fn a07_a_reset_can_go_back_first() {
    let repo = Repo::new();
    mess_up(&repo);
    repo.world.tripped("s1");
    let words = ["reset", "s1", "--rollback", "--guidance", "start again from the parser"];
    let no = repo.person(&words, "n\n");
    assert_eq!((no.code, repo.read("a.txt").as_str()), (1, "two\n"), "{}", no.out);
    assert_eq!(repo.run("status s1 --json").json()["state"], "open");
    repo.person_does(&words);
    assert_eq!(repo.read("a.txt"), "one and a half\n");
    assert_eq!(repo.run("status s1 --json").json()["state"], "half_open");
}

#[test]
fn k02_a_secret_file_is_listed_and_brought_back_from_outside_git() {
    for name in [".env", "token.json", "passwords.txt"] {
        let repo = Repo::new();
        repo.write(name, "TOKEN=first\n");
        let path = repo.top.join(name);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        repo.person(&["task", "start", "42"], "");
        fs::remove_file(&path).unwrap();
        let ran = repo.person(&["rollback", "--dry-run"], "");
        assert!(ran.out.contains(name) && !path.exists(), "{}", ran.transcript());
        assert_eq!(repo.person(&["rollback", "--yes"], "").code, 0);
        assert_eq!(repo.read(name), "TOKEN=first\n");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o7777, 0o600);
        let objects = repo.git(&["cat-file", "--batch-all-objects", "--batch"]);
        assert!(!objects.contains("TOKEN="), "{objects}");
        let vault = repo.world.path(".local/state/fusebox/vault");
        assert_eq!(fs::read_dir(&vault).unwrap().count(), 1);
        repo.person(&["task", "complete"], "");
        assert_eq!(fs::read_dir(&vault).unwrap().count(), 0);
    }
}
