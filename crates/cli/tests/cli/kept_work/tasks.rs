//! The checkpoint of a named task: made at its start, kept by a second one, removed at its end; and
//! what is forgotten with time.

use serde_json::json;

use super::repo::Repo;
use crate::transcript::check;

const REF: &str = "refs/fusebox/checkpoint/42";

fn started() -> Repo {
    let repo = Repo::new();
    repo.write("dirty.txt", "before\n");
    check(
        &repo.person(&["task", "start", "42", "--set", "preset=tdd"], ""),
        "
Task 42 starts in ~/project.
2> Sessions that start there or below serve it; FUSEBOX_TASK=42 in a client's environment does the same anywhere.
2> note: no files are named, so any file may be changed; --files GLOB names them
2> Its checkpoint is kept: fusebox rollback --task 42 goes back to it.
",
    );
    repo
}

#[test]
fn a08_a_second_start_keeps_the_checkpoint() {
    let repo = started();
    let first = repo.commit_of(REF).unwrap();
    repo.write("dirty.txt", "after\n");
    assert_eq!(repo.person(&["task", "start", "42"], "").code, 0);
    assert_eq!(repo.commit_of(REF).as_ref(), Some(&first));
    // A session of the task finds it, and a command by hand as well.
    repo.begun("s1");
    assert_eq!(repo.commit_of(REF).as_ref(), Some(&first));
    let ran = repo.run("checkpoint");
    assert!(ran.out.contains("created AGO and not changed"), "{}", ran.transcript());
    assert_eq!(repo.commit_of(REF), Some(first));
    assert!(repo.run("task show 42").out.contains("checkpoint  refs/fusebox/checkpoint/42\n"));
    assert_eq!(repo.person(&["rollback", "--yes"], "").code, 0);
    assert_eq!(repo.read("dirty.txt"), "before\n");
}

#[test]
fn a10_completion_removes_the_checkpoint_and_keeps_the_attempts() {
    let repo = started();
    repo.begun("s1");
    repo.write("dirty.txt", "after\n");
    repo.person(&["rollback", "--yes"], "");
    check(
        &repo.person(&["task", "complete"], ""),
        "
Task 42 is completed.
2> 1 kept attempt of it stays for 30d: fusebox attempts list --task 42
",
    );
    assert_eq!(repo.commit_of(REF), None);
    assert_eq!(repo.git(&["show", "refs/fusebox/attempts/42/1:dirty.txt"]), "after\n");
    assert!(repo.status("42")["checkpoint"].is_null());
    let ran = repo.person(&["rollback", "--task", "42"], "");
    assert!(ran.err.contains("there is no checkpoint for `42`"), "{}", ran.err);
    // Begun again, it has another life.
    repo.person(&["task", "start", "42"], "");
    assert_eq!(repo.git(&["show", &format!("{REF}:dirty.txt")]), "before\n");
    assert_eq!(repo.status("42")["checkpoint"], "refs/fusebox/checkpoint/42");
}

/// Attempt 7 of a task, kept on 2001-09-09.
fn old_attempt(repo: &Repo, task: &str) -> String {
    let tree = repo.git(&["write-tree"]);
    let name = "refs/fusebox/attempts";
    let date = "GIT_COMMITTER_DATE=@1000000000 +0000";
    let script = format!(
        "{date} git commit-tree -m old {} | xargs git update-ref {name}/{task}/7",
        tree.trim()
    )
    .replace("@1000000000 +0000", "'@1000000000 +0000'");
    repo.git(&["-c", &format!("alias.old=!{script}"), "old"]);
    format!("{name}/{task}/7")
}

/// What the daily forgetting does when this is queued.
fn forgets(repo: &Repo, before: u64) {
    let body = json!({"before": before, "keep_attempts": "30d"}).to_string();
    let sql = repo.world.sql();
    let insert = "INSERT INTO outbox (kind, key, body, queued_ms) VALUES ('purge', ?1, ?2, 1)";
    sql.execute(insert, [before.to_string(), body]).unwrap();
    drop(sql);
    let ran = repo.run("effects drain");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn a10_old_attempts_go_once_their_task_is_over() {
    let repo = started();
    let old = old_attempt(&repo, "42");
    let other = old_attempt(&repo, "s9");
    repo.write("dirty.txt", "after\n");
    repo.person(&["rollback", "--yes"], "");
    forgets(&repo, 1);
    assert!(repo.commit_of(&old).is_some(), "the task is open");
    assert_eq!(repo.commit_of(&other), None);
    repo.person(&["task", "complete"], "");
    assert_eq!(repo.commit_of(&old), None);
    assert!(repo.commit_of("refs/fusebox/attempts/42/8").is_some(), "it is young");
}

#[test]
fn a10_checkpoints_of_sessions_go_with_their_log() {
    let repo = Repo::new();
    repo.begun("s1");
    repo.person(&["task", "start", "42"], "");
    let session = "refs/fusebox/checkpoint/s1";
    let when = repo.run("checkpoint --task s1 --json").json()["at_ms"].as_u64().unwrap();
    forgets(&repo, when);
    assert!(repo.commit_of(session).is_some(), "it is not older than that");
    forgets(&repo, when + 3_600_000);
    assert_eq!(repo.commit_of(session), None);
    assert!(repo.commit_of(REF).is_some(), "an open task keeps its own");
}
