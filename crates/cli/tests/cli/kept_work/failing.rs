//! Where no checkpoint can be made: the session goes on, one line says so, and the doctor does.

use std::fs;

use serde_json::{Value, json};

use super::repo::{PATH, Repo};

/// One session with a change, with these programs. What the hook said at the change.
fn play_session(repo: &Repo, path: &str) -> Value {
    let send_hook_event = |event: &str, fields: Value| {
        let ran = repo.world.finish(&mut repo.hook(path), &repo.event("s1", event, fields));
        assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{event}");
    };
    send_hook_event("SessionStart", json!({"source": "startup"}));
    send_hook_event("UserPromptSubmit", json!({"prompt": "go"}));
    let input = json!({"file_path": repo.top.join("a.txt"), "content": "x"});
    let call = json!({"tool_name": "Write", "tool_input": input, "tool_use_id": "c1"});
    send_hook_event("PreToolUse", call);
    repo.settled("s1")
}

fn log(repo: &Repo) -> Vec<String> {
    let text = fs::read_to_string(repo.world.state_dir().join("errors.log")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

#[track_caller]
fn fails(repo: &Repo, path: &str, why: &str) {
    let view = play_session(repo, path);
    assert!(view["checkpoint"].is_null());
    let missing = view["checkpoint_missing"].as_str().unwrap();
    assert!(missing.contains(why), "{missing}");
    let log = log(repo);
    assert_eq!(log.len(), 1, "{log:?}");
    assert!(log[0].contains("the checkpoint of s1 could not be made: "), "{log:?}");
    let doctor = repo.run("doctor").out;
    assert!(doctor.contains("! a checkpoint was not made: "), "{doctor}");
    let status = repo.run("status s1").out;
    assert!(status.contains("checkpoint  none: "), "{status}");
}

#[test]
fn a07_without_git_the_session_goes_on() {
    fails(&Repo::new(), "/nowhere", "git could not be started");
}

#[test]
fn a07_in_a_repository_that_takes_no_writes_the_session_goes_on() {
    let repo = Repo::new();
    // A file where our folder would be: it holds for every user, root too.
    fs::write(repo.top.join(".git/fusebox"), "").unwrap();
    fails(&repo, PATH, ".git/fusebox");
}

#[test]
fn a07_outside_of_git_nothing_failed() {
    let repo = Repo::new();
    fs::remove_dir_all(repo.top.join(".git")).unwrap();
    let view = play_session(&repo, PATH);
    assert_eq!(view["checkpoint_missing"], format!("{} is in no git repository", "~/project"));
    assert_eq!(log(&repo), Vec::<String>::new());
    let ran = repo.person(&["rollback"], "");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("~/project is in no git repository"), "{}", ran.err);
}

#[test]
fn a07_a_failed_checkpoint_can_be_made_by_hand() {
    let repo = Repo::new();
    play_session(&repo, "/nowhere");
    let ran = repo.run("checkpoint");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(repo.status("s1")["checkpoint"], "refs/fusebox/checkpoint/s1");
}
