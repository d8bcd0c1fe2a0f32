//! GitHub and GitLab get one comment, one status and one issue, whatever fails in between.

use serde_json::json;

use crate::fake_server::Fault;
use crate::tripped::{TOKEN, TrippedHome, with_issue};

const GITHUB: &str = "[escalate]\nneeds_person = [\"github\"]\ngithub_api = \"SERVER\"\ngithub_token = \"env:TOKEN\"";
const GITLAB: &str = "[escalate]\nneeds_person = [\"gitlab\"]\ngitlab_api = \"SERVER/api/v4\"\ngitlab_token = \"env:TOKEN\"";

/// Drains until nothing waits any more.
fn drain_all(it: &TrippedHome) {
    for _ in 0..12 {
        it.time_passes();
        it.drain();
        if it.messages().iter().all(|(_, state, _)| *state != 0) {
            return;
        }
    }
    panic!("{:?}", it.messages());
}

#[test]
fn esc3_the_issue_of_the_task_is_told_in_the_words_of_the_design() {
    let it = with_issue(GITHUB);
    it.drain();
    assert_eq!(it.server.counts(), [1, 1, 1], "{:?}", it.messages());
    let kept = it.server.record();
    let comment = kept.comments[0]["body"].as_str().unwrap();
    let (first, rest) = comment.split_once("\n\n").unwrap();
    assert!(first.starts_with("[fusebox:feat-dev] Circuit breaker: "), "{comment}");
    assert!(
        rest.starts_with(
            "Progress: no summary provided\n\nBranch: feat/42 — work preserved for human pickup."
        ),
        "{comment}"
    );
    let status = &kept.statuses[0];
    assert_eq!(
        (&status["state"], &status["context"]),
        (&json!("failure"), &json!("fusebox/feat-dev"))
    );
    let issue = &kept.issues[0];
    let title = issue["title"].as_str().unwrap();
    assert!(title.starts_with("[needs-human] Agent escalation: #42 — "), "{title}");
    assert_eq!(issue["labels"], json!(["needs-human", "escalation"]));
    let body = issue["body"].as_str().unwrap();
    for part in
        ["- Original issue: #42", "- Agent role: feat-dev", "- Branch: feat/42", "- Session: s1"]
    {
        assert!(body.contains(part), "{body}");
    }
    let sent = kept.received.iter().find(|one| one.method == "POST").unwrap();
    assert_eq!(sent.header("authorization"), Some(format!("Bearer {TOKEN}").as_str()));
    drop(kept);
    it.keeps_no_secret();
    it.drain();
    assert_eq!(it.server.counts(), [1, 1, 1]);
}

#[test]
fn esc3_gitlab_is_told_likewise() {
    let it = with_issue(GITLAB);
    it.server.fail(&[Fault::DropAfter, Fault::DropAfter, Fault::DropAfter]);
    it.drain();
    drain_all(&it);
    assert_eq!(it.server.counts(), [1, 1, 1], "{:?}", it.messages());
    let kept = it.server.record();
    assert!(kept.received.iter().all(|one| one.path.starts_with("/api/v4/projects/acme%2Fshop/")));
    assert!(kept.received.iter().all(|one| one.header("private-token") == Some(TOKEN)));
    assert_eq!(kept.issues[0]["labels"], "needs-human,escalation");
    assert_eq!(
        (&kept.statuses[0]["state"], &kept.statuses[0]["name"]),
        (&json!("failed"), &json!("fusebox/feat-dev"))
    );
}

#[test]
fn esc3_an_answer_that_got_lost_leads_to_no_second_one() {
    let it = with_issue(GITHUB);
    it.server.fail(&[Fault::DropAfter, Fault::DropAfter, Fault::DropAfter]);
    it.drain();
    assert_eq!(it.server.counts(), [1, 1, 1]);
    assert!(it.messages().iter().all(|(_, state, _)| *state == 0), "{:?}", it.messages());
    drain_all(&it);
    assert_eq!(it.server.counts(), [1, 1, 1], "{:?}", it.messages());
}

#[test]
fn esc3_what_others_wrote_is_no_trace_of_ours() {
    for forge in [GITHUB, GITLAB] {
        let it = with_issue(forge);
        {
            let mut kept = it.server.record();
            // 10 MB of comments, and the mark of another message.
            kept.comments = (0..160).map(|_| json!({"body": "x".repeat(65_000)})).collect();
            kept.comments.push(json!({"body": "<!-- fusebox:0000 -->"}));
        }
        it.server.fail(&[Fault::DropBefore, Fault::DropBefore, Fault::DropBefore]);
        it.drain();
        drain_all(&it);
        assert_eq!(it.server.counts(), [162, 1, 1]);
    }
}

#[test]
fn esc3_a_persons_order_sets_the_status_back_once() {
    let it = with_issue(GITHUB);
    it.drain();
    it.world.person_does(&["reset", "42"]);
    // The order starts the delivery by itself.
    let is_sent = || it.messages().iter().all(|(_, state, _)| *state == 1);
    for _ in 0..2_400 {
        if is_sent() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    assert_eq!(it.server.counts(), [1, 2, 1], "{:?}", it.messages());
    let kept = it.server.record();
    assert_eq!(
        (&kept.statuses[1]["state"], &kept.statuses[1]["context"]),
        (&json!("success"), &json!("fusebox/feat-dev"))
    );
    let paths: Vec<&str> = kept
        .received
        .iter()
        .map(|one| one.path.as_str())
        .filter(|path| path.contains("/statuses/"))
        .collect();
    assert_eq!(paths[0], paths[1], "the same commit");
}

#[test]
fn esc3_who_answers_before_the_issue_is_told_needs_no_issue() {
    let it = with_issue(GITHUB);
    // The trip is queued, and a person was there.
    it.world.person_does(&["reset", "42"]);
    it.drain();
    assert_eq!(it.server.counts(), [0, 0, 0], "{:?}", it.messages());
}

#[test]
fn esc3_a_status_that_was_never_set_is_not_set_back() {
    let it = with_issue(GITHUB);
    let down = Fault::Answer(503, "", "");
    it.server.fail(&[down.clone(), down.clone(), down]);
    it.drain();
    assert_eq!(it.messages().len(), 3);
    it.world.person_does(&["reset", "42"]);
    it.time_passes();
    it.drain();
    assert_eq!((it.messages().len(), it.server.counts()), (3, [0, 0, 0]), "{:?}", it.messages());
}

#[test]
fn esc4_a_renamed_repository_is_followed_and_another_host_is_not() {
    let it = with_issue(GITHUB);
    it.server.record().renamed = Some("/repositories/7");
    it.drain();
    assert_eq!(it.server.counts(), [1, 1, 1], "{:?}", it.messages());

    let it = with_issue(GITHUB);
    let elsewhere = Fault::Answer(301, "location: https://evil.example/repos/acme/shop\r\n", "");
    it.server.fail(&[elsewhere.clone(), elsewhere.clone(), elsewhere]);
    it.drain();
    for (to, state, error) in it.messages() {
        assert_eq!(state, 2, "{to}");
        assert!(error.contains("moved to another host"), "{error}");
    }
}

#[test]
fn esc4_gitlab_refuses_writes_to_a_project_that_moved_and_doctor_says_so() {
    let it = with_issue(GITLAB);
    let moved = r#"{"message":"405 Non GET methods are not allowed for moved projects"}"#;
    let no = Fault::Answer(405, "", moved);
    it.server.fail(&[no.clone(), no.clone(), no]);
    it.drain();
    assert_eq!(it.server.counts(), [0, 0, 0], "{:?}", it.messages());
    assert!(it.messages().iter().all(|(_, state, _)| *state == 2), "{:?}", it.messages());
    let doctor = it.world.run("doctor").out;
    assert!(doctor.contains("not allowed for moved projects"), "{doctor}");
}

#[test]
fn esc4_an_issue_of_gitlab_that_is_gone_or_locked_leaves_the_others() {
    for (status, answer) in [
        (404, r#"{"message":"404 Not found"}"#),
        (403, r#"{"message":"403 Forbidden"}"#),
        (404, r#"{"message":"404 Project Not Found"}"#),
    ] {
        let it = with_issue(GITLAB);
        it.server.fail(&[Fault::Answer(status, "", answer)]);
        it.drain();
        assert_eq!(it.server.counts(), [0, 1, 1], "{:?}", it.messages());
        let (to, state, error) = it.messages().remove(0);
        assert_eq!((to.as_str(), state), ("gitlab.comment", 2), "{error}");
        let doctor = it.world.run("doctor").out;
        assert!(doctor.contains("gitlab.comment: "), "{doctor}");
    }
}

#[test]
fn esc4_an_issue_that_is_gone_or_locked_leaves_the_others() {
    for answer in [
        Fault::Answer(410, "", r#"{"message":"This issue was deleted"}"#),
        Fault::Answer(
            403,
            "",
            r#"{"message":"Unable to create comment because issue is locked."}"#,
        ),
        Fault::Answer(404, "", r#"{"message":"Not Found"}"#),
    ] {
        let it = with_issue(GITHUB);
        it.server.fail(&[answer]);
        it.drain();
        assert_eq!(it.server.counts(), [0, 1, 1], "{:?}", it.messages());
        let (to, state, error) = it.messages().remove(0);
        assert_eq!((to.as_str(), state), ("github.comment", 2), "{error}");
        let doctor = it.world.run("doctor").out;
        assert!(doctor.contains("github.comment: "), "{doctor}");
    }
}

#[test]
fn esc4_without_a_token_or_rights_nothing_is_sent_and_doctor_says_why() {
    for forge in [GITHUB, GITLAB] {
        let it = with_issue(&forge.replace("env:TOKEN", "env:NO_SUCH_TOKEN"));
        it.drain();
        assert_eq!(it.server.record().received.len(), 0);
        let doctor = it.world.run("doctor").out;
        assert!(doctor.contains("the variable NO_SUCH_TOKEN is not set"), "{doctor}");

        let it = with_issue(forge);
        let no = Fault::Answer(401, "", r#"{"message":"401 Unauthorized"}"#);
        it.server.fail(&[no.clone(), no.clone(), no]);
        it.drain();
        assert!(it.messages().iter().all(|(_, state, _)| *state == 0), "a token can be renewed");
        drain_all(&it);
        assert_eq!(it.server.counts(), [1, 1, 1]);
    }
}

#[test]
fn esc4_an_answer_that_is_no_text_is_shown_as_far_as_it_is_one() {
    for forge in [GITHUB, GITLAB] {
        let it = with_issue(forge);
        let no = Fault::Answer(422, "", "\u{1b}[31m<\u{fffd}>\u{7}");
        it.server.fail(&[no.clone(), no.clone(), no]);
        it.drain();
        for (_, state, error) in it.messages() {
            assert_eq!(state, 2);
            assert!(error.contains("HTTP 422") && !error.contains('\u{1b}'), "{error:?}");
        }
    }
}
