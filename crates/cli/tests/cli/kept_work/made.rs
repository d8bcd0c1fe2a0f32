//! When a checkpoint is made, and who waits for it.

use std::process::Child;

use serde_json::json;

use super::repo::{PATH, Repo};
use crate::world::{bash, start};

const REF: &str = "refs/fusebox/checkpoint/s1";

#[test]
fn a07_the_first_prompt_makes_the_checkpoint_of_a_session() {
    let repo = Repo::new();
    repo.write("dirty.txt", "not committed\n");
    let before = repo.state();
    repo.send_hook_event("s1", "SessionStart", json!({"source": "startup"}));
    assert_eq!(repo.commit_of(REF), None, "one step earlier there is none");
    repo.send_hook_event("s1", "UserPromptSubmit", json!({"prompt": "make it pass"}));
    let view = repo.settled("s1");
    assert_eq!(view["checkpoint"], "refs/fusebox/checkpoint/s1");
    assert!(view["checkpoint_partial"].is_null());
    assert_eq!(repo.git(&["show", &format!("{REF}:dirty.txt")]), "not committed\n");
    assert_eq!(repo.state(), before, "nothing of the person's was touched");
    let status = repo.run("status s1").out;
    assert!(status.contains("checkpoint  refs/fusebox/checkpoint/s1\n"), "{status}");
    let status = repo.run("status s1 --json").json();
    assert_eq!(status["checkpoint"], "refs/fusebox/checkpoint/s1");
}

#[test]
fn a07_the_first_change_is_held_until_the_checkpoint_is_there() {
    let repo = Repo::new();
    repo.send_hook_event("s1", "SessionStart", json!({"source": "resume"}));
    let read = json!({"tool_name": "Read", "tool_input": {"file_path": "a.txt"},
        "tool_use_id": "r"});
    repo.send_hook_event("s1", "PreToolUse", read);
    assert_eq!(repo.commit_of(REF), None, "a call that reads is no beginning");
    // Nobody waits here: when the hook has answered, the checkpoint is there.
    repo.edits("s1", "a.txt");
    assert!(repo.commit_of(REF).is_some());
    assert!(repo.status("s1")["checkpoint_partial"].is_null());
}

#[test]
fn a07_a_denied_change_makes_no_checkpoint() {
    let repo = Repo::new();
    repo.send_hook_event("s1", "SessionStart", json!({"source": "resume"}));
    let call = bash("x", "fusebox reset s1 > out.txt");
    let told = repo.send_hook_event("s1", "PreToolUse", call).out;
    assert!(told.contains("\"deny\""), "{told}");
    assert_eq!(repo.commit_of(REF), None);
}

#[test]
fn a07_a_checkpoint_made_after_the_first_change_is_called_partial() {
    let repo = Repo::new();
    repo.world.write(".config/fusebox/config.toml", "notify = []\ncheckpoints = \"never\"\n");
    repo.send_hook_event("s1", "SessionStart", json!({"source": "startup"}));
    repo.send_hook_event("s1", "UserPromptSubmit", json!({"prompt": "go"}));
    repo.edits("s1", "a.txt");
    // The first change went on; two seconds later it counts as done.
    std::thread::sleep(std::time::Duration::from_millis(2_050));
    let ran = repo.run("checkpoint --task s1");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.starts_with("Checkpoint of s1: refs/fusebox/checkpoint/s1, created now."));
    assert!(ran.err.contains("it is partial: made after the first change"), "{}", ran.err);
    let plan = repo.run("rollback --task s1 --dry-run").out;
    assert!(plan.contains("partial  made after the first change"), "{plan}");
    let status = repo.run("status s1").out;
    assert!(status.contains("(partial: made after the first change)"), "{status}");
}

#[test]
fn a07_the_setting_leaves_sessions_without_a_name_alone() {
    let repo = Repo::new();
    repo.world.write(".config/fusebox/config.toml", "notify = []\ncheckpoints = \"task\"\n");
    repo.send_hook_event("s1", "SessionStart", json!({"source": "startup"}));
    repo.send_hook_event("s1", "UserPromptSubmit", json!({"prompt": "go"}));
    repo.edits("s1", "a.txt");
    assert_eq!(repo.commit_of(REF), None);
    assert!(repo.status("s1")["checkpoint_missing"].is_null(), "nobody asked for one");
}

#[test]
fn a08_many_hooks_at_once_make_one_checkpoint() {
    let repo = Repo::new();
    repo.send_hook_event("s1", "SessionStart", json!({"source": "resume"}));
    let event = |n: u32| {
        let input = json!({"file_path": repo.top.join(format!("{n}.txt")), "content": "x"});
        let id = format!("c{n}");
        let call = json!({"tool_name": "Write", "tool_input": input, "tool_use_id": id});
        repo.event("s1", "PreToolUse", call)
    };
    let hooks: Vec<Child> = (0..8).map(|n| start(&mut repo.hook(PATH), &event(n))).collect();
    for mut hook in hooks {
        assert!(hook.wait().unwrap().success());
    }
    repo.settled("s1");
    let log = repo.run("log s1 --json").out;
    assert_eq!(log.matches("\"checkpoint\"").count(), 1, "{log}");
    let tags = repo.git(&["for-each-ref", "--format=%(refname)", "refs/tags", "refs/fusebox"]);
    assert_eq!(tags.trim(), REF);
}

#[test]
fn k01_no_ordinary_push_sends_a_checkpoint() {
    let repo = Repo::new();
    repo.write("notes.txt", "not committed\n");
    let remote = repo.world.path("remote").display().to_string();
    repo.git(&["init", "-q", "--bare", &remote]);
    repo.git(&["remote", "add", "origin", &remote]);
    repo.begun("s1");
    assert!(repo.commit_of(REF).is_some());
    repo.git(&["tag", "v1"]);
    for push in [
        &["push", "--tags", "origin"][..],
        &["push", "--all", "origin"],
        &["push", "--follow-tags", "origin", "main"],
    ] {
        repo.git(push);
    }
    let sent = repo.git(&["ls-remote", &remote]);
    let mut names: Vec<&str> = sent.lines().filter_map(|line| line.split('\t').nth(1)).collect();
    names.retain(|name| *name != "HEAD");
    assert_eq!(names, ["refs/heads/main", "refs/tags/v1"]);
}
