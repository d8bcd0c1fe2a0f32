//! A person answers with the one-time code of a trip: the code is told to nobody else, and works once.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use serde_json::json;

use crate::tripped::{TrippedHome, with_issue};

const NTFY: &str =
    "[escalate]\nneeds_person = [\"ntfy\"]\nntfy = \"env:SECRET_URL\"\n[inbox]\ncodes = [\"ntfy\"]";

/// The code in a message.
pub(crate) fn code_in(text: &str) -> String {
    let (_, code) = text.split_once("CODE: ").unwrap_or_else(|| panic!("no code: {text}"));
    code.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect()
}

/// A trip whose message was sent, and its code.
fn sent(settings: &str) -> (TrippedHome, String) {
    let it = with_issue(settings);
    it.drain();
    it.time_passes();
    it.operator("reconcile", "");
    let code = it
        .server
        .record()
        .topic
        .last()
        .map(|message| code_in(message["message"].as_str().unwrap()));
    (it, code.unwrap_or_default())
}

fn publish(it: &TrippedHome, text: &str) {
    it.server.record().publish(text);
}

/// What the inbox finds of one answer: outcome and why.
#[track_caller]
fn check(it: &TrippedHome, outcome: &str, why: &str) {
    let found = it.inbox("", "");
    let [(became, _, what)] = found.as_slice() else { panic!("{found:?}") };
    assert!(became == outcome && what.contains(why), "{found:?}");
}

fn keeps_no_code(it: &TrippedHome, code: &str) {
    let output = Command::new("grep").args(["-rlai", code]).arg(&it.world.home).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}

#[test]
fn esc7_the_reader_of_the_topic_answers_with_the_code_once() {
    let (it, code) = sent(NTFY);
    assert_eq!(it.inbox("", ""), [], "our own message is no answer");
    publish(&it, &format!("fusebox {} guidance use make", code.to_lowercase()));
    let found = it.inbox("", "");
    assert_eq!(found[0].1, "the reader of ntfy", "{found:?}");
    assert_eq!((found[0].2.as_str(), found.len()), ("guidance use make", 1));
    assert_eq!(it.status(), "guided");
    assert_eq!(it.inbox("", ""), []);
    publish(&it, &format!("fusebox {code} reset"));
    check(&it, "ignored", "answered already, with guidance");
    assert_eq!(it.inbox("--apply -", &format!("fusebox {code} reset")).len(), 1);
    assert_eq!(it.status(), "guided");
    keeps_no_code(&it, &code);
    it.keeps_no_secret();
}

#[test]
fn esc8_no_file_and_no_command_that_an_agent_may_run_shows_the_code() {
    let (it, code) = sent(NTFY);
    let incident = it.world.incident();
    for words in [
        "status --json",
        "status s1 --json",
        "log s1 --json",
        "incidents --json",
        "show INCIDENT",
        "show INCIDENT --json",
        "task show 42 --json",
        "config show --json",
        "doctor --json",
        "escalate INCIDENT --dry-run",
        "reconcile --check --json",
    ] {
        let mut own = it.world.fusebox();
        let words = words.replace("INCIDENT", &incident);
        let ran = it.world.finish(own.args(words.split(' ')).env("CLAUDECODE", "1"), b"");
        assert!(!ran.out.is_empty(), "{words}: {}", ran.err);
        for text in [ran.out, ran.err] {
            let shown = text.to_uppercase();
            assert!(!shown.contains(&code) && !text.contains("secret-path"), "{words}: {text}");
        }
    }
    keeps_no_code(&it, &code);
}

#[test]
fn esc7_a_code_is_sent_by_no_process_of_an_agent() {
    let it = with_issue(NTFY);
    // What a hook starts delivers, and an agent reconciles.
    it.drain();
    it.time_passes();
    let mut own = it.world.fusebox();
    it.world.finish(own.args(["reconcile"]).env("CLAUDECODE", "1"), b"");
    assert_eq!((it.message().0, it.server.record().topic.len()), (0, 0));
    it.time_passes();
    it.operator("reconcile", "");
    assert_eq!((it.message().0, it.server.record().topic.len()), (1, 1));
}

#[test]
fn esc7_a_second_delivery_makes_a_new_code_and_voids_the_old() {
    let (it, old) = sent(NTFY);
    it.world.person_does(&["escalate", &it.world.incident()]);
    let new = code_in(it.server.record().topic[1]["message"].as_str().unwrap());
    assert_ne!(old, new);
    publish(&it, &format!("fusebox {old} reset"));
    check(&it, "ignored", "wrong, void or spent");
    assert_eq!(it.status(), "open");
    publish(&it, &format!("fusebox {new} dismiss"));
    check(&it, "applied", "dismiss");
    assert_eq!(it.status(), "dismissed");
}

#[test]
fn esc7_wrong_forwarded_and_late_answers_do_nothing_and_say_so() {
    let (it, code) = sent(NTFY);
    publish(&it, "fusebox reset");
    check(&it, "ignored", "it has no code");
    publish(&it, "fusebox 00000-00000-00000-00000-00000-0 reset");
    check(&it, "ignored", "wrong, void or spent");
    publish(&it, &format!("> fusebox {code} reset\n fusebox {code} reset"));
    assert_eq!(it.inbox("", ""), []);
    publish(&it, &format!("fusebox {code} restart"));
    check(&it, "ignored", "none of `guidance TEXT`");
    publish(&it, &format!("fusebox {code} rollback"));
    check(&it, "failed", "checkpoint");
    assert_eq!(it.status(), "open");
    it.world.person_does(&["dismiss", &it.world.incident()]);
    publish(&it, &format!("fusebox {code} reset"));
    check(&it, "ignored", "dismissed already");
    assert_eq!(it.status(), "dismissed");
}

#[test]
fn esc7_a_code_that_was_tried_too_often_is_void() {
    let (it, code) = sent(NTFY);
    let tries = |number: u32| {
        let change = "UPDATE scope SET durable = json_set(durable, '$.codes[0].wrong_tries', ?1) WHERE key LIKE 'inbox:%'";
        assert_eq!(it.world.sql().execute(change, [number]).unwrap(), 1);
    };
    let guess = |text: &str| it.inbox("--apply -", text).pop().unwrap();
    // The wrong ones of one look are counted after the right one was judged.
    let old: String = (0..60).map(|n| format!("fusebox {n:026} reset\n")).collect();
    tries(99_939);
    let (_, by, _) = guess(&format!("{old}fusebox {code} restart"));
    assert_eq!(by, "the reader of ntfy", "one step earlier");
    let (_, by, _) = guess(&format!("fusebox {code} restart"));
    assert_eq!(by, "the reader of ntfy", "one step earlier");
    guess("fusebox 00000000 reset");
    let (_, by, why) = guess(&format!("fusebox {code} reset"));
    assert_eq!((by.as_str(), it.status()), ("", json!("open")));
    assert!(why.contains("void"), "{why}");
}

#[test]
fn esc7_a_topic_that_anybody_can_read_gets_no_code() {
    let (it, code) = sent(&NTFY.replace("env:SECRET_URL", "SERVER/topic"));
    assert_eq!(code, "");
    let (state, error) = it.message();
    assert!(state == 0 && error.contains("whoever knows the topic reads the code"), "{error}");
    let doctor = it.world.run("doctor").out;
    assert!(doctor.contains("whoever knows the topic"), "{doctor}");
}

#[test]
fn esc7_replies_by_mail_arrive_in_a_file_a_folder_or_on_standard_input() {
    for place in ["file", "folder", "-"] {
        let settings = "[escalate]\nneeds_person = [\"email\"]\nemail = [\"pm@example.com\"]\n\
            sendmail = \"HOME/sendmail\"\n[inbox]\ncodes = [\"email\"]\nfile = \"HOME/replies\"";
        let it = with_issue("");
        it.drain();
        let home = it.world.home.display().to_string();
        it.world.write("sendmail", format!("#!/bin/sh\ncat >> {home}/mail\n"));
        let program = it.world.path("sendmail");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        it.world.write(".config/fusebox/config.toml", settings.replace("HOME", &home));
        it.world.person_does(&["escalate", &it.world.incident()]);
        let code = code_in(&it.world.read("mail"));
        let reply = format!(
            "From: pm@example.com\r\nSubject: Re: x\r\n\r\nfusebox {code} reset\r\n\r\n> CODE: {code}\r\n"
        );
        let found = match place {
            "-" => it.inbox("--apply -", &reply),
            "file" => {
                it.world.write("replies", [&[0xff, b'\n'], reply.as_bytes()].concat());
                it.inbox("", "")
            }
            _ => {
                it.world.write("replies/1", vec![b'x'; 10 << 20]);
                it.world.write("replies/2", reply);
                let fifo = it.world.path("replies/0");
                assert!(Command::new("mkfifo").arg(fifo).status().unwrap().success());
                it.inbox("", "")
            }
        };
        let expected = ("applied".to_owned(), "the reader of email".to_owned(), "reset".to_owned());
        assert_eq!((found, it.status()), (vec![expected], json!("reset")), "{place}");
        assert_eq!(it.inbox("", ""), []);
    }
}

#[test]
fn esc7_without_codes_no_message_is_applied() {
    let it = with_issue("");
    let ran = it.world.pipe("inbox --apply -", "fusebox x reset");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no channel carries a code"), "{}", ran.err);
}

#[test]
fn esc7_a_process_without_a_person_gets_no_code_and_applies_none() {
    let it = with_issue(NTFY);
    it.drain();
    for words in ["reconcile", "patterns list", "run --prompt x -- /bin/true"] {
        it.time_passes();
        it.world.run(words);
        assert_eq!((it.message().0, it.server.record().topic.len()), (0, 0), "{words}");
    }
    it.time_passes();
    it.operator("reconcile", "");
    let code = code_in(it.server.record().topic[0]["message"].as_str().unwrap());
    let answer = format!("fusebox {code} reset");
    let ran = it.world.pipe("inbox --apply -", &answer);
    assert_eq!((ran.code, it.status()), (1, json!("open")));
    assert!(ran.err.contains("there is no terminal"), "{}", ran.err);
    let found = it.inbox("--apply -", &answer);
    assert_eq!((found[0].0.as_str(), it.status()), ("applied", json!("reset")));
}

/// A home whose replies arrive in a folder, and the code of its trip.
fn with_folder() -> (TrippedHome, String) {
    let (it, code) = sent(NTFY);
    let file = ".config/fusebox/config.toml";
    let folder = it.world.path("replies");
    std::fs::create_dir(&folder).unwrap();
    it.world.write(file, format!("{}\nfile = \"{}\"\n", it.world.read(file), folder.display()));
    (it, code)
}

#[test]
fn esc7_of_many_replies_the_newest_are_read_and_old_ones_void_nothing() {
    let (it, code) = with_folder();
    for n in 0..1_001 {
        it.world.write(&format!("replies/{n:04}"), format!("fusebox {n:026} reset\n"));
        if n == 0 {
            let old = std::fs::File::options().write(true).open(it.world.path("replies/0000"));
            old.unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
        }
    }
    let found = it.inbox("", "");
    let left = found.iter().filter(|one| one.2.contains("1 older ones are not")).count();
    assert_eq!((found.len(), left), (1_001, 1));
    it.world.write("replies/zzzz", format!("fusebox {code} reset\n"));
    let found = it.inbox("", "");
    assert!(found.iter().any(|one| one.0 == "applied"), "{found:?}");
    assert_eq!(it.status(), "reset");
}

#[test]
fn esc7_a_link_among_the_replies_is_named_and_not_followed() {
    let (it, code) = with_folder();
    it.world.write("elsewhere", format!("fusebox {code} reset\n"));
    std::os::unix::fs::symlink(it.world.path("elsewhere"), it.world.path("replies/a")).unwrap();
    check(&it, "unread", "replies/a: it is a link");
    assert_eq!(it.status(), "open");
}
