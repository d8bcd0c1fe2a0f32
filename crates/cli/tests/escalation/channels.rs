//! Each channel gets the news once, in its own form; what fails is tried again, and no secret is kept.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use crate::fake_server::Fault;
use crate::tripped::{TOKEN, TrippedHome, home};

fn tripped(lines: &str) -> TrippedHome {
    let it = home(lines);
    it.trip();
    it.drain();
    it
}

/// A trip of which a program is told that keeps what it reads and how it was called. In the settings, `PROGRAM` is
/// the program.
fn trip_with_program(name: &str, ending: &str, settings: &str) -> TrippedHome {
    let it = home("");
    let (path, folder) = (it.world.path(name), it.world.home.display());
    let script = format!(
        "#!/bin/sh\necho \"$@\" >> {folder}/{name}.words\ncat >> {folder}/{name}.input\n{ending}\n"
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    let settings = settings.replace("PROGRAM", path.to_str().unwrap());
    it.world.write(".config/fusebox/config.toml", format!("notify = []\n[escalate]\n{settings}\n"));
    it.trip();
    it.drain();
    it
}

#[test]
fn esc2_any_program_reads_the_incident_as_json() {
    let settings = "trip = [\"command\"]\ncommand = [\"PROGRAM\", \"--urgent\"]";
    let it = trip_with_program("notify-pm", "", settings);
    assert_eq!(it.world.read("notify-pm.words"), "--urgent\n");
    let read: Value = serde_json::from_str(&it.world.read("notify-pm.input")).unwrap();
    assert_eq!(read["level"], "trip");
    assert_eq!(read["incident"], it.world.incident());
    assert_eq!(
        (&read["session"], &read["task"], &read["client"]),
        (&"s1".into(), &"42".into(), &"claude".into())
    );
    assert_eq!((&read["limit"].is_u64(), &read["summary"]), (&true, &Value::Null));
    it.drain();
    assert_eq!(it.world.read("notify-pm.words"), "--urgent\n", "once");
}

#[test]
fn esc2_a_program_that_fails_is_tried_again() {
    let settings = "trip = [\"command\"]\ncommand = [\"PROGRAM\"]";
    let it = trip_with_program("notify-pm", "[ -e \"$HOME/up\" ]", settings);
    let (state, error) = it.message();
    assert_eq!(state, 0);
    assert!(error.contains("it ended with code 1"), "{error}");
    it.world.write("up", "");
    it.drain();
    assert_eq!(it.message().0, 0, "not before its time");
    it.time_passes();
    it.drain();
    assert_eq!(it.message().0, 1);
}

#[test]
fn esc2_a_program_that_writes_much_runs_to_its_end() {
    let settings = "trip = [\"command\"]\ncommand = [\"PROGRAM\"]";
    let it = trip_with_program(
        "notify-pm",
        "head -c 3000000 /dev/zero && echo ended >> \"$HOME/ended\"",
        settings,
    );
    assert_eq!(it.message(), (1, String::new()));
    assert_eq!(it.world.read("ended"), "ended\n");
}

#[test]
fn esc2_a_webhook_is_signed_and_keeps_its_id_when_it_comes_again() {
    let lines =
        "[escalate]\ntrip = [\"webhook\"]\nwebhook = \"SERVER/in\"\nwebhook_secret = \"env:TOKEN\"";
    let it = home(lines);
    it.trip();
    it.server.fail(&[Fault::DropAfter]);
    it.drain();
    assert_eq!(it.message().0, 0);
    it.time_passes();
    it.drain();
    assert_eq!(it.message().0, 1);
    let [first, second] = it.server.written_to("/in").try_into().unwrap();
    let id = first.header("x-fusebox-id").unwrap();
    assert_eq!(id.len(), 32);
    assert_eq!(second.header("x-fusebox-id"), Some(id));
    assert_eq!(first.json()["id"], id);
    for received in [&first, &second] {
        let at = received.header("x-fusebox-timestamp").unwrap();
        let signed = format!("{at}.{}", received.text());
        let signature = hmac(TOKEN, &signed);
        assert_eq!(
            received.header("x-fusebox-signature"),
            Some(format!("sha256={signature}").as_str())
        );
    }
    it.keeps_no_secret();
}

/// The HMAC-SHA256 of a text, as another program computes it.
fn hmac(key: &str, text: &str) -> String {
    let mut openssl = std::process::Command::new("python3");
    let script = "import hmac,hashlib,sys; \
        print(hmac.new(sys.argv[1].encode(), sys.argv[2].encode(), hashlib.sha256).hexdigest())";
    let output = openssl.args(["-c", script, key, text]).output().unwrap();
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

#[test]
fn esc2_chats_get_a_short_text_and_their_address_is_a_secret() {
    for (name, field) in [("slack", "text"), ("discord", "content")] {
        let it = tripped(&format!("[escalate]\ntrip = [\"{name}\"]\n{name} = \"env:SECRET_URL\""));
        let [received] = it.server.written_to("/secret-path").try_into().unwrap();
        let text = received.json()[field].as_str().unwrap().to_owned();
        for part in
            ["Fusebox stopped claude in project", "Progress: no summary provided", "fusebox show "]
        {
            assert!(text.contains(part), "{text}");
        }
        it.keeps_no_secret();
        let plain = tripped(&format!("[escalate]\ntrip = [\"{name}\"]\n{name} = \"SERVER/x\""));
        assert!(plain.message().1.contains("the address is a secret"), "{:?}", plain.message());
        assert_eq!(plain.server.record().received.len(), 0);
    }
}

#[test]
fn esc2_what_a_webhook_took_is_sent_once_though_its_answer_cannot_be_read() {
    let it = home("[escalate]\ntrip = [\"webhook\"]\nwebhook = \"SERVER/in\"");
    it.server.fail(&[Fault::Answer(200, "transfer-encoding: chunked\r\n", "no chunk")]);
    it.trip();
    it.drain();
    it.drain();
    assert_eq!(it.message(), (1, String::new()));
    // The fault took the first request; one that came after it would have been received.
    let kept = it.server.record();
    assert_eq!((kept.faults.len(), kept.received.len()), (0, 0));
}

#[test]
fn esc2_an_error_names_the_host_and_not_the_address() {
    let it = home("[escalate]\ntrip = [\"slack\"]\nslack = \"env:SECRET_URL\"");
    it.trip();
    it.server.fail(&[Fault::Answer(404, "", "no such /secret-path")]);
    it.drain();
    let (state, error) = it.message();
    assert_eq!(state, 2);
    assert!(error.contains("127.0.0.1") && error.contains("HTTP 404"), "{error}");
    it.keeps_no_secret();
    let doctor = it.world.run("doctor").out;
    assert!(doctor.contains("a message was not made: slack: "), "{doctor}");
}

#[test]
fn esc2_ntfy_gets_a_title_and_a_token() {
    let it = tripped(
        "[escalate]\ntrip = [\"ntfy\"]\nntfy = \"SERVER/topic\"\nntfy_token = \"env:TOKEN\"",
    );
    let [received] = it.server.written_to("/topic").try_into().unwrap();
    assert_eq!(received.header("title"), Some("Fusebox stopped claude in project"));
    assert_eq!(received.header("authorization"), Some(format!("Bearer {TOKEN}").as_str()));
    assert!(received.text().contains("Branch: "), "{}", received.text());
    it.keeps_no_secret();
}

#[test]
fn esc2_e_mail_goes_through_the_machines_own_program() {
    let settings = "trip = [\"email\"]\nemail = [\"pm@example.com\"]\nsendmail = \"PROGRAM\"";
    let it = trip_with_program("sendmail", "", settings);
    assert_eq!(it.world.read("sendmail.words"), "-i -- pm@example.com\n");
    let mail = it.world.read("sendmail.input");
    assert!(mail.starts_with("To: pm@example.com\nSubject: Fusebox stopped claude"), "{mail}");
}

#[test]
fn esc2_a_rate_limit_is_waited_out_for_as_long_as_the_server_says() {
    let it = home("[escalate]\ntrip = [\"webhook\"]\nwebhook = \"SERVER/in\"");
    it.trip();
    it.server.fail(&[Fault::Answer(429, "retry-after: 7200\r\n", "slow down")]);
    it.drain();
    let rests =
        "SELECT not_before_ms - (strftime('%s', 'now') * 1000) FROM outbox WHERE kind = 'message'";
    let rests = it.world.number(rests);
    assert!((6_000_000..=7_202_000).contains(&rests), "{rests}");
    let doctor = it.world.run("doctor").out;
    assert!(doctor.contains("did not arrive in 1 attempt") && doctor.contains("429"), "{doctor}");
    it.time_passes();
    it.drain();
    assert_eq!(it.message().0, 1);
}

#[test]
fn esc2_an_outage_is_waited_out_for_seven_days_and_then_said() {
    for (days, expected) in [(6, 0), (8, 2)] {
        let it = home("[escalate]\ntrip = [\"webhook\"]\nwebhook = \"SERVER/in\"");
        it.trip();
        it.server.fail(&[Fault::DropBefore, Fault::DropBefore]);
        it.drain();
        let past = days * 24 * 3_600_000_i64;
        it.world
            .sql()
            .execute("UPDATE outbox SET queued_ms = queued_ms - ?1 WHERE kind = 'message'", [past])
            .unwrap();
        // The message was queued when it was drained, not when the agent tripped.
        it.time_passes();
        it.drain();
        assert_eq!(it.message().0, expected, "{days} days");
        assert!(it.world.run("doctor").out.contains("webhook: "), "{days} days");
    }
}

#[test]
fn esc2_a_mistake_in_the_settings_at_the_trip_loses_no_message() {
    let lines = "[escalate]\ntrip = [\"webhook\"]\nwebhook = \"SERVER/in\"";
    let it = home(lines);
    let file = ".config/fusebox/config.toml";
    let right = it.world.read(file);
    it.trip();
    it.world.write(file, "[escalate]\ntrip = 5\n");
    it.world.run("effects drain");
    assert_eq!(it.messages(), []);
    // The channel is not set up yet: the message waits for it.
    it.world.write(file, "notify = []\n[escalate]\ntrip = [\"webhook\"]\n");
    it.time_passes();
    it.drain();
    let (state, error) = it.message();
    assert_eq!((state, error.contains("`escalate.webhook` is not set")), (0, true), "{error}");
    it.world.write(file, right);
    it.time_passes();
    it.drain();
    assert_eq!(it.message(), (1, String::new()));
    assert_eq!(it.server.record().received.len(), 1);
}

#[test]
fn esc2_a_project_names_no_channel() {
    let it = home("");
    it.world.write(
        "project/.fusebox.toml",
        "[escalate]\ntrip = [\"webhook\"]\nwebhook = \"http://127.0.0.1:1/x\"\n",
    );
    let checked = it.world.run("config check");
    assert_ne!(checked.code, 0);
    assert!(
        checked.err.contains("escalate.trip") || checked.out.contains("escalate.trip"),
        "{}{}",
        checked.out,
        checked.err
    );
    assert_eq!(it.server.record().received.len(), 0);
}

#[test]
fn esc2_without_a_channel_nothing_is_queued() {
    let it = tripped("");
    assert_eq!(it.messages(), []);
}

#[test]
fn esc2_a_dry_run_shows_each_request_and_reads_no_secret() {
    let it = home(
        "[escalate]\ntrip = [\"desktop\", \"slack\", \"webhook\"]\nneeds_person = [\"github\", \"email\"]\n\
         slack = \"env:SECRET_URL\"\nwebhook = \"SERVER/in\"\nwebhook_secret = \"env:TOKEN\"\n\
         github_api = \"SERVER\"\ngithub_token = \"env:TOKEN\"",
    );
    it.world.person_does(&["task", "start", "42", "--issue", "acme/shop#42"]);
    it.trip();
    let incident = it.world.incident();
    let shown = it.world.run(&format!("escalate {incident} --dry-run"));
    assert_eq!(shown.code, 0, "{}", shown.err);
    for part in [
        "slack at trip",
        "POST <env:SECRET_URL>",
        "x-fusebox-signature: sha256=<HMAC with env:TOKEN>",
        "github.comment at needs_person",
        "/repos/acme/shop/issues/42/comments",
        "authorization: Bearer <env:TOKEN>",
        "cannot be sent: `escalate.email` is not set",
    ] {
        assert!(shown.out.contains(part), "{part}: {}", shown.out);
    }
    assert!(!shown.out.contains(TOKEN) && !shown.out.contains("secret-path"), "{}", shown.out);
    assert_eq!(it.server.record().received.len(), 0);
}
