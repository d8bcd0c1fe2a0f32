//! Whoever delivers is killed at any moment: what was written stands once, and what was not is written later.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use crate::check_seeds;
use crate::dice::Dice;
use crate::fake_server::Fault;
use crate::tripped::{ENDING_SIGNALS, TrippedHome, end, with_issue};

/// Every channel that can be counted.
const EVERYBODY: &str = "[escalate]\n\
    needs_person = [\"github\", \"gitlab\", \"webhook\", \"slack\", \"discord\", \"ntfy\", \"email\", \"command\"]\n\
    github_api = \"SERVER\"\ngithub_token = \"env:TOKEN\"\n\
    gitlab_api = \"SERVER/api/v4\"\ngitlab_token = \"env:TOKEN\"\n\
    webhook = \"SERVER/in\"\nslack = \"env:SECRET_URL\"\ndiscord = \"env:SECRET_URL\"\nntfy = \"SERVER/topic\"\n\
    email = [\"pm@example.com\"]\nsendmail = \"HOME/sendmail\"\ncommand = [\"HOME/notify-pm\"]";
/// Three steps at each of two forges, and one message at each of the six others.
const MESSAGES: usize = 12;

/// The same trip, and programs that write down which messages they read.
fn with_everybody(more: &str) -> TrippedHome {
    let it = with_issue("");
    for (name, id) in [("sendmail", "^Message-ID: .*"), ("notify-pm", "\"id\":\"[0-9a-f]*\"")] {
        let path = it.world.path(name);
        let log = it.world.path(&format!("{name}.ids"));
        let script = format!("#!/bin/sh\ngrep -o '{id}' >> {}\n", log.display());
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let lines = format!("{EVERYBODY}\n{more}");
    let lines = lines.replace("SERVER", &it.server.url);
    let lines = lines.replace("HOME", it.world.home.to_str().unwrap());
    it.world.write(
        ".config/fusebox/config.toml",
        format!("notify = []\ncheckpoints = \"never\"\n{lines}\n"),
    );
    it
}

/// Deliveries that are killed at some moment, against a server that fails in its own way; then one that is not.
fn check(seed: u64) {
    let it = with_everybody("");
    let mut dice = Dice::of(seed);
    let mut lost = 0;
    for _ in 0..10 {
        let faults = [
            Fault::None,
            Fault::None,
            Fault::DropAfter,
            Fault::DropBefore,
            Fault::Answer(503, "retry-after: 1\r\n", "down"),
        ];
        let next: Vec<Fault> = (0..3).map(|_| faults[dice.below(faults.len())].clone()).collect();
        it.server.fail(&next);
        let mut drain = it.world.fusebox();
        let mut drain = drain.args(["effects", "drain"]).stdout(Stdio::null()).spawn().unwrap();
        sleep(Duration::from_micros(dice.below(160_000) as u64));
        end(&mut drain, ENDING_SIGNALS[dice.below(ENDING_SIGNALS.len())]);
        it.server.settle();
        let left = it.server.record().faults.len();
        let met = next[..next.len() - left].iter();
        // One answer for the process that was killed, and one for each connection that the server closed.
        lost += 1 + met.filter(|fault| matches!(fault, Fault::DropAfter)).count();
        it.time_passes();
    }
    it.server.fail(&[]);
    finish(&it);
    check_once(&it, lost, &format!("seed {seed}"));
}

/// Delivers what is left.
fn finish(it: &TrippedHome) {
    for _ in 0..3 {
        it.time_passes();
        it.drain();
    }
}

/// The forges were told once, and every other channel once and at most once more for each answer that was lost.
fn check_once(it: &TrippedHome, lost: usize, when: &str) {
    let messages = it.messages();
    assert_eq!(messages.len(), MESSAGES, "{when}: {messages:?}");
    assert!(messages.iter().all(|(_, state, _)| *state == 1), "{when}: {messages:?}");
    for api in ["/repos/acme/shop", "/api/v4/projects/acme%2Fshop"] {
        assert_eq!(it.server.writes_below(api), [1, 1, 1], "{when}: {api}");
    }
    let told = told(it);
    assert!(told.iter().all(|(_, times)| *times > 0), "{when}: {told:?}");
    let duplicates: usize = told.iter().map(|(_, times)| times - 1).sum();
    assert!(duplicates <= lost, "{when}: {lost} answers were lost: {told:?}");
}

/// How many times each channel was told that keeps nothing of it. What carries an id carries the same each time.
fn told(it: &TrippedHome) -> [(&'static str, usize); 6] {
    let hooks = it.server.written_to("/in");
    let hooks: Vec<&str> = hooks.iter().map(|one| one.header("x-fusebox-id").unwrap()).collect();
    let read = |name: &str| fs::read_to_string(it.world.path(name)).unwrap_or_default();
    let (mails, programs) = (read("sendmail.ids"), read("notify-pm.ids"));
    let (mails, programs): (Vec<&str>, Vec<&str>) =
        (mails.lines().collect(), programs.lines().collect());
    for ids in [&hooks, &mails, &programs] {
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    }
    let chats = it.server.written_to("/secret-path");
    let in_field = |field| chats.iter().filter(|one| one.json()[field].is_string()).count();
    [
        ("webhook", hooks.len()),
        ("slack", in_field("text")),
        ("discord", in_field("content")),
        ("ntfy", it.server.written_to("/topic").len()),
        ("email", mails.len()),
        ("command", programs.len()),
    ]
}

#[test]
fn esc3_deliveries_that_are_killed_write_once() {
    check_seeds(0..4, check);
}

#[test]
fn esc3_a_signal_while_the_server_works_writes_once() {
    for words in ["effects drain", "reconcile", "inbox"] {
        for signal in ENDING_SIGNALS {
            let it = with_everybody("[inbox]\nallow = [\"alice\"]");
            it.server.fail(&[Fault::Hold]);
            let mut deliver = it.operator_command(words);
            let mut deliver = deliver.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            it.server.wait_for_held();
            end(&mut deliver, signal);
            it.server.settle();
            finish(&it);
            check_once(&it, 1, &format!("{words} {signal}"));
        }
    }
}

#[test]
#[ignore = "takes minutes; .ci/run runs it"]
fn esc3_deliveries_that_are_killed_fifty_times_write_once() {
    check_seeds(100..150, check);
}

#[cfg(feature = "failpoints")]
#[test]
fn esc3_a_delivery_that_ends_at_any_step_writes_once() {
    use std::os::unix::process::ExitStatusExt;

    for point in [
        "after-begin",
        "before-commit",
        "after-commit",
        "before-request",
        "after-reply",
        "before-mark",
        "after-mark",
    ] {
        let it = with_everybody("");
        let is_over = || {
            let messages = it.messages();
            messages.len() == MESSAGES && messages.iter().all(|(_, state, _)| *state == 1)
        };
        // Each delivery, the report and the planning among them, ends there once: what a dead process had claimed
        // is left alone for two minutes.
        for _ in 0..MESSAGES + 6 {
            let mut drain = it.world.fusebox();
            let drain =
                drain.env("FAILPOINT", point).args(["effects", "drain"]).stderr(Stdio::null());
            let status = drain.stdout(Stdio::null()).status().unwrap();
            let is_idle = status.success();
            assert!(status.signal() == Some(6) || is_idle, "{point}: {status}");
            it.server.settle();
            if is_idle {
                break;
            }
        }
        let is_sent_unmarked = ["after-reply", "before-mark"].contains(&point);
        let told_before = told(&it).map(|(_, times)| times);
        if is_sent_unmarked {
            assert_eq!((told_before, is_over()), ([1; 6], false), "{point}");
        }
        finish(&it);
        check_once(&it, MESSAGES, point);
        let duplicate = usize::from(is_sent_unmarked);
        assert_eq!(told(&it).map(|(_, times)| times), [1 + duplicate; 6], "{point}");
    }
}
