//! A person answers at GitHub or GitLab: the answer of an allowed author is carried out once, and nobody else's.

use serde_json::{Value, json};

use crate::fake_server::{Fault, ROBOT};
use crate::tripped::{TrippedHome, with_issue, with_task};

const GITHUB: &str = "[escalate]\nneeds_person = [\"github\"]\ngithub_api = \"SERVER\"\n\
    github_token = \"env:TOKEN\"\n[inbox]\nallow = [\"alice\", \"robot\"]";
const GITLAB: &str = "[escalate]\nneeds_person = [\"gitlab\"]\ngitlab_api = \"SERVER/api/v4\"\n\
    gitlab_token = \"env:TOKEN\"\n[inbox]\nallow = [\"alice\"]";
/// The issue of the task, and the one that asks for a person.
const TASK: u64 = 42;
const ASKING: u64 = 101;

/// A trip that the server was told of.
fn told(settings: &str) -> TrippedHome {
    let it = with_issue(settings);
    it.drain();
    assert_eq!(it.server.counts(), [1, 1, 1], "{:?}", it.messages());
    it
}

fn inbox(it: &TrippedHome) -> Vec<(String, String, String)> {
    it.inbox("", "")
}

fn status(it: &TrippedHome) -> Value {
    it.status()
}

/// What the inbox finds of one answer: outcome and why.
#[track_caller]
fn check(it: &TrippedHome, outcome: &str, why: &str) {
    let found = inbox(it);
    let [(became, _, what)] = found.as_slice() else { panic!("{found:?}") };
    assert!(became == outcome && what.contains(why), "{found:?}");
}

#[test]
fn esc5_a_comment_of_an_allowed_author_is_carried_out_once() {
    for (issue, settings) in [(TASK, GITHUB), (ASKING, GITHUB), (TASK, GITLAB), (ASKING, GITLAB)] {
        let it = told(settings);
        assert_eq!(inbox(&it), []);
        it.server.comment(
            issue,
            "Alice",
            "I see.\n\nfusebox guidance the key is in `vault`\n\nGood luck",
        );
        let found = inbox(&it);
        let expected = ["applied", "Alice", "guidance the key is in `vault`"];
        assert_eq!(
            found,
            [(expected[0].to_owned(), expected[1].to_owned(), expected[2].to_owned())]
        );
        let incident = it.world.run("incidents --json").json()[0].clone();
        assert_eq!(
            (&incident["status"], &incident["guidance"]),
            (&json!("guided"), &json!("the key is in `vault`"))
        );
        assert_eq!(inbox(&it), [], "once");
        it.keeps_no_secret();
    }
}

#[test]
fn esc5_each_order_does_what_its_command_does() {
    for (order, expected) in [("reset", "reset"), ("dismiss", "dismissed")] {
        let it = told(GITHUB);
        it.server.comment(ASKING, "alice", &format!("fusebox {order}"));
        check(&it, "applied", order);
        assert_eq!(status(&it), expected);
        let shown = it.world.run("task show 42 --json").json();
        assert_eq!(shown["lifecycle"], "active");
    }
    // No checkpoint was made, and no cap stopped the agent.
    for (order, why) in [("rollback", "checkpoint"), ("spend allow 5", "no cap on what is spent")] {
        let it = told(GITHUB);
        it.server.comment(ASKING, "alice", &format!("fusebox {order}"));
        check(&it, "failed", why);
        assert_eq!((status(&it), inbox(&it)), (json!("open"), Vec::new()));
        it.server.comment(ASKING, "alice", "fusebox reset");
        check(&it, "applied", "reset");
    }
}

#[test]
fn m05_more_that_is_allowed_elsewhere_raises_a_limit_as_it_raises_a_cap() {
    for setting in ["[limits]\ncost_usd = 0.5", "[spend]\ntask = \"0.50 USD\""] {
        let it = with_task(&format!("{GITHUB}\n{setting}"));
        it.start_session("s1");
        let at = crate::world::AT + 1_000;
        it.world.decide(&[json!({"session": "s1", "type": "usage", "cost_usd": 0.6, "at_ms": at})]);
        it.drain();
        it.server.comment(ASKING, "alice", "fusebox spend allow 5");
        check(&it, "applied", "spend allow $5.00");
        assert_eq!(status(&it), "reset", "{setting}");
    }
}

#[test]
fn esc5_a_rollback_to_the_checkpoint_of_another_store_changes_nothing() {
    let it = told(GITHUB);
    // Somebody else's task of the same name left one in the same repository.
    let script = "echo theirs > file && git add file && GIT_COMMITTER_DATE='2020-01-01T00:00:00Z' git stash create \
        && git update-ref refs/fusebox/checkpoint/42 $(git stash create) && echo mine > file";
    let mut git = it.world.command("/bin/sh");
    assert!(
        git.args(["-c", script]).current_dir(it.world.path("project")).status().unwrap().success()
    );
    it.server.comment(ASKING, "alice", "fusebox rollback");
    check(&it, "failed", "no checkpoint that was made here for this task");
    assert_eq!((status(&it), inbox(&it)), (json!("open"), Vec::new()));
    assert_eq!(it.world.read("project/file"), "mine\n");
    it.server.comment(ASKING, "alice", "fusebox reset");
    check(&it, "applied", "reset");
}

#[test]
fn esc6_whoever_is_not_allowed_answers_nothing() {
    let it = told(GITHUB);
    it.server.comment(TASK, "mallory", "fusebox reset");
    check(&it, "ignored", "not in `inbox.allow`");
    // The agent has the token of this machine, also where somebody allowed its login.
    it.server.comment(TASK, ROBOT, "fusebox reset");
    check(&it, "ignored", "the token on this machine");
    it.server.comment(TASK, "ROBOT", "fusebox dismiss");
    check(&it, "ignored", "the token on this machine");
    let bot = it.server.comment(TASK, "alice", "fusebox reset");
    it.server.record().comments[bot]["user"]["type"] = json!("Bot");
    check(&it, "ignored", "a program wrote it");
    let app = it.server.comment(TASK, "alice", "fusebox reset");
    it.server.record().comments[app]["performed_via_github_app"] = json!({"id": 7});
    check(&it, "ignored", "a program wrote it");
    assert_eq!((status(&it), inbox(&it)), (json!("open"), Vec::new()));
}

#[test]
fn esc6_an_edited_an_old_and_an_unclear_comment_answer_nothing() {
    let it = told(GITHUB);
    let edited = it.server.comment(TASK, "alice", "fusebox reset");
    it.server.record().comments[edited]["updated_at"] = json!("2026-11-22T08:00:01Z");
    check(&it, "ignored", "edited");
    let old = it.server.comment(TASK, "alice", "fusebox reset");
    for key in ["created_at", "updated_at"] {
        it.server.record().comments[old][key] = json!("2026-11-21T01:06:47Z");
    }
    check(&it, "ignored", "older than the trip");
    it.server.comment(TASK, "alice", "fusebox reset\nfusebox dismiss");
    check(&it, "ignored", "more than one order");
    it.server.comment(TASK, "alice", "fusebox restart");
    check(&it, "ignored", "none of `guidance TEXT`");
    // Talk and quotations are not addressed to anybody.
    it.server.comment(TASK, "alice", "> fusebox reset\n\nShall I?");
    it.server.comment(TASK, "alice", "```\nfusebox reset\n```\n fusebox reset");
    assert_eq!((inbox(&it), status(&it)), (Vec::new(), json!("open")));
}

#[test]
fn esc6_a_second_and_a_late_answer_do_nothing_and_say_so() {
    let it = told(GITHUB);
    it.server.comment(TASK, "alice", "fusebox guidance use make");
    it.server.comment(TASK, "alice", "fusebox reset");
    let found = inbox(&it);
    assert_eq!((found[0].0.as_str(), found[1].0.as_str()), ("applied", "ignored"), "{found:?}");
    assert!(found[1].2.contains("answered already, with guidance"), "{found:?}");
    assert_eq!(status(&it), "guided");

    let it = told(GITHUB);
    assert_eq!(inbox(&it), []);
    it.world.person_does(&["dismiss", &it.world.incident()]);
    it.server.comment(TASK, "alice", "fusebox reset");
    check(&it, "ignored", "dismissed already");
    assert_eq!(status(&it), "dismissed");
}

#[test]
fn esc5_nothing_is_read_where_nobody_is_allowed() {
    let it = told(&GITHUB.replace("\"alice\", \"robot\"", ""));
    it.server.comment(TASK, "alice", "fusebox reset");
    let before = it.server.record().received.len();
    let ran = it.world.run("inbox");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert!(ran.err.contains("Nobody's answers are read"), "{}", ran.err);
    assert_eq!((it.server.record().received.len(), status(&it)), (before, json!("open")));
}

#[test]
fn esc6_where_the_own_login_is_not_known_nobodys_answer_is_taken() {
    let it = told(GITHUB);
    it.server.comment(TASK, "alice", "fusebox reset");
    it.server.fail(&[Fault::Answer(403, "", r#"{"message":"Resource not accessible"}"#)]);
    check(&it, "unread", "HTTP 403");
    it.server.fail(&[Fault::Answer(200, "", "{}")]);
    check(&it, "unread", "names no user");
    assert_eq!(status(&it), "open");
    assert_eq!(it.operator("inbox", "").code, 0);
    assert_eq!(status(&it), "reset");
}

#[test]
fn esc5_an_allowed_person_who_closes_the_issue_ends_the_trip() {
    let it = told(GITHUB);
    it.server.close("mallory");
    check(&it, "ignored", "not in `inbox.allow`");
    assert_eq!(inbox(&it), [], "said once");
    it.server.close(ROBOT);
    it.server.record().issues[0]["closed_at"] = json!("2026-11-22T09:00:00Z");
    check(&it, "ignored", "the token on this machine");
    it.server.close("alice");
    it.server.record().issues[0]["closed_at"] = json!("2026-11-22T10:00:00Z");
    check(&it, "applied", "reset");
    assert_eq!(status(&it), "reset");
    it.time_passes();
    it.drain();
    let kept = it.server.record();
    assert_eq!(kept.statuses.last().unwrap()["state"], "success");
}

#[test]
fn esc5_reconcile_carries_answers_out_once_and_says_so() {
    let it = told(GITHUB);
    it.server.comment(TASK, "mallory", "fusebox reset");
    it.server.comment(TASK, "alice", "fusebox reset");
    let answers = |words: &str| -> Vec<Value> {
        let found = it.operator(words, "").json()["findings"].clone();
        let all = found.as_array().unwrap().iter().filter(|one| one["kind"] == "answer");
        all.map(|one| one["outcome"].clone()).collect()
    };
    assert_eq!(answers("reconcile --check --json"), [""; 0], "a check asks nobody");
    assert_eq!(status(&it), "open");
    assert_eq!(answers("reconcile --json"), ["left", "mended"]);
    assert_eq!(status(&it), "reset");
    assert_eq!(answers("reconcile --json"), [""; 0]);
}

#[test]
fn esc5_an_answer_whose_process_died_is_carried_out_later() {
    let it = told(GITHUB);
    assert_eq!(inbox(&it), []);
    it.server.comment(TASK, "alice", "fusebox reset");
    let taken_at = |at: &str| {
        let answer = r#"{"id":"github:comment:2","by":"alice","order":"reset","at":AT}"#;
        let change = "UPDATE scope SET durable = json_set(durable, '$.answer', json(?1)) WHERE key LIKE 'inbox:%'";
        let changed = it.world.sql().execute(change, [answer.replace("AT", at)]).unwrap();
        assert_eq!(changed, 1);
    };
    // Another process has it, as far as anybody knows.
    taken_at(&it.world.number("SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER)").to_string());
    assert_eq!((inbox(&it), status(&it)), (Vec::new(), json!("open")));
    taken_at("1795309608000");
    check(&it, "applied", "reset");
    assert_eq!((inbox(&it), status(&it)), (Vec::new(), json!("reset")));
}

#[test]
fn esc6_bad_input_answers_nothing_and_hides_nothing() {
    let it = told(GITHUB);
    {
        let mut kept = it.server.record();
        // 10 MB of comments, of which some are none.
        for n in 0..160 {
            kept.comments.push(json!({"id": 1_000 + n, "issue": TASK, "body": "x".repeat(65_000)}));
        }
        kept.comments.push(json!({"id": "seven", "issue": TASK, "user": null}));
        kept.comments.push(json!(null));
    }
    it.server.comment(TASK, "alice", "fusebox guidance \u{1b}[31mred\u{7} \u{fffd}");
    check(&it, "applied", "guidance");
    let guidance = it.world.run("incidents --json").json()[0]["guidance"].clone();
    assert!(!guidance.as_str().unwrap().contains('\u{1b}'), "{guidance}");

    let it = told(GITHUB);
    it.server.record().renamed = Some("/repositories/7");
    it.server.comment(TASK, "alice", "fusebox reset");
    check(&it, "applied", "reset");

    let it = told(GITHUB);
    let file = ".config/fusebox/config.toml";
    it.world.write(file, it.world.read(file).replace("env:TOKEN", "env:OTHER"));
    check(&it, "unread", "the variable OTHER is not set");
    it.world.write(file, it.world.read(file).replace("env:OTHER", "env:TOKEN"));

    let mut comments = it.server.record().comments.clone();
    it.server.comment(TASK, "alice", "fusebox guidance A");
    comments.push(it.server.record().comments[1].clone());
    let bytes = json!(comments).to_string().replace("guidance A", "guidance \u{0}").into_bytes();
    let bytes: Vec<u8> = bytes.iter().map(|byte| if *byte == 0 { 0xff } else { *byte }).collect();
    it.server.fail(&[Fault::None, Fault::None, Fault::Bytes(bytes)]);
    check(&it, "applied", "guidance \u{fffd}");
}

#[test]
fn esc6_an_issue_that_is_gone_locked_or_forbidden_is_named_and_hides_no_answer_elsewhere() {
    let elsewhere = "location: https://evil.example/repos/acme/shop\r\n";
    let deleted = "HTTP 410: This issue was deleted";
    // After who the token belongs to: the list of issues, the comments at either, whether the one that asks is closed.
    for (code, headers, why, place, answered) in [
        (404, "", "HTTP 404: it is not there, or the token has no right to it", 1, TASK),
        (410, "", deleted, 2, ASKING),
        (410, "", deleted, 4, TASK),
        (423, "", "HTTP 423", 2, ASKING),
        (403, "", "HTTP 403", 3, TASK),
        (301, elsewhere, "moved to another host", 2, ASKING),
        (200, "", "its list is no JSON", 3, TASK),
    ] {
        let it = told(GITHUB);
        it.server.comment(answered, "alice", "fusebox reset");
        let mut faults = vec![Fault::None; place];
        faults.push(Fault::Answer(code, headers, "This issue was deleted"));
        it.server.fail(&faults);
        let found = inbox(&it);
        let outcomes: Vec<&str> = found.iter().map(|one| one.0.as_str()).collect();
        assert_eq!(outcomes, ["applied", "unread"], "{code} at {place}: {found:?}");
        assert!(found[1].2.contains(why), "{code} at {place}: {found:?}");
        assert_eq!(status(&it), "reset");
    }
}

#[test]
fn esc6_a_repository_that_is_out_of_reach_answers_nothing_until_it_is_back() {
    let elsewhere = "location: https://evil.example/repositories/7\r\n";
    for (code, headers) in [(404, ""), (403, ""), (410, ""), (423, ""), (301, elsewhere)] {
        let it = told(GITHUB);
        it.server.comment(TASK, "alice", "fusebox reset");
        let answer = Fault::Answer(code, headers, r#"{"message":"no"}"#);
        it.server.fail(&[Fault::None, answer.clone(), answer.clone()]);
        check(&it, "unread", if code == 301 { "another host" } else { "HTTP " });
        assert_eq!(status(&it), "open");
        check(&it, "applied", "reset");
    }
}

#[test]
fn esc6_a_server_that_wants_rest_gets_it() {
    let it = told(GITHUB);
    it.server.comment(TASK, "alice", "fusebox reset");
    it.server.fail(&[Fault::Answer(429, "retry-after: 3600\r\n", "slow down")]);
    check(&it, "unread", "HTTP 429");
    let before = it.server.record().received.len();
    assert_eq!((inbox(&it), it.server.record().received.len()), (Vec::new(), before));
    assert_eq!(status(&it), "open");
}

#[test]
fn esc6_an_agent_cannot_read_the_inbox_with_a_configuration_of_its_own() {
    let it = told(GITHUB);
    it.server.comment(TASK, "mallory", "fusebox reset");
    let mut own = it.world.fusebox();
    let ran = it.world.finish(own.args(["inbox"]).env("CLAUDECODE", "1"), b"");
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("only a person may do that"), "{}", ran.err);
    assert_eq!(status(&it), "open");
}

/// Runs this as a process that got away from an agent before it was stopped: nothing shows whose it is, and its
/// configuration is its own.
fn detached(it: &TrippedHome, config: &str, words: &str) {
    it.world.write("own/fusebox/config.toml", config);
    let script = format!(
        "setsid -f /usr/bin/env -i HOME=\"$HOME\" XDG_CONFIG_HOME=\"$HOME/own\" TOKEN=t \
         /bin/sh -c '{} {words} </dev/null >\"$HOME/said\" 2>&1; echo ended >>\"$HOME/said\"'",
        crate::world::FUSEBOX
    );
    let mut shell = it.world.command("/bin/sh");
    assert!(shell.args(["-c", &script]).status().unwrap().success());
    let said = it.world.path("said");
    while !std::fs::read_to_string(&said).unwrap_or_default().ends_with("ended\n") {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn esc6_a_process_that_got_away_from_an_agent_answers_nothing() {
    let it = told(GITHUB);
    it.server.comment(TASK, "mallory", "fusebox reset");
    let config = GITHUB.replace("SERVER", &it.server.url).replace("alice", "mallory");
    detached(&it, &config, "reconcile");
    let said = it.world.read("said");
    assert!(said.contains("a terminal of yours or an operator's token"), "{said}");
    assert_eq!(status(&it), "open");
    detached(&it, &config, "inbox");
    let said = it.world.read("said");
    assert!(said.contains("there is no terminal") && said.contains("operator's token"), "{said}");
    assert_eq!(status(&it), "open");
    // A run answers for its own trip, and no other.
    detached(&it, &config, "run --watch-escalations --prompt x -- /bin/true");
    assert_eq!(status(&it), "open");
    it.server.comment(TASK, "alice", "fusebox reset");
    assert_eq!(it.operator("reconcile", "").code, 0);
    assert_eq!(status(&it), "reset");
}

#[test]
fn esc5_a_person_in_a_terminal_reads_the_answers() {
    let it = told(GITHUB);
    it.server.comment(TASK, "alice", "fusebox reset");
    it.world.person_does(&["inbox"]);
    assert_eq!(status(&it), "reset");
}

#[test]
fn esc6_a_comment_answers_one_trip_also_where_the_server_is_ahead() {
    let it = told(GITHUB);
    it.server.comment(TASK, "alice", "fusebox reset");
    check(&it, "applied", "reset");
    // By the server's clock, the comment is younger than the second trip.
    it.trip_session("s2");
    it.drain();
    assert_eq!(status(&it), "open");
    check(&it, "ignored", "an answer to another trip");
    assert_eq!((inbox(&it), status(&it)), (Vec::new(), json!("open")));
    it.server.comment(TASK, "alice", "fusebox dismiss");
    let found = inbox(&it);
    assert!(found.iter().any(|one| one.0 == "applied" && one.2 == "dismiss"), "{found:?}");
    assert_eq!(status(&it), "dismissed");
}
