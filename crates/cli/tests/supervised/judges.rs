//! A second opinion: when the judge is asked, and what follows from its answer.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::process::Child;

use serde_json::{Value, json};

use crate::hooked::{CLIENT, machine};
use crate::machine::{Machine, PATH, output_of};
use crate::transcript::has;
use crate::world::HOOK;

/// Calls that never repeat and never change anything.
fn wander(calls: usize) -> String {
    format!(
        "{CLIENT}\nlook() {{ n=$((n+1)); local f=',\"tool_name\":\"Bash\",\"tool_input\":{{\"command\":\"cat f'$n'\"}},\
         \"tool_use_id\":\"t'$n'\"'; say PreToolUse \"$f\"; \
         say PostToolUse \"$f\"',\"tool_response\":{{\"stdout\":\"page '$n'\",\"stderr\":\"\"}}'; }}\n\
         for i in $(seq {calls}); do look; done\n"
    )
}

/// A machine whose judge counts its questions, keeps the last one, and answers this.
fn with_judge(answer: &str) -> Machine {
    with_judge_of(&[], answer)
}

fn with_judge_of(variables: &[(&'static str, &str)], answer: &str) -> Machine {
    let judge = "echo asked >> \"$HOME/asked\"; cat > \"$HOME/request\"; env > \"$HOME/env\"; cat \"$HOME/answer\"";
    let own = [("FUSEBOX_GUIDED_JUDGE", judge), ("FUSEBOX_CHECKPOINTS", "never")];
    let machine = machine(&[&own, variables].concat());
    machine.world.write("answer", answer);
    machine
}

const NO: &str =
    r#"{"gets_anywhere": false, "reason": "It reads page after page and changes nothing."}"#;
const YES: &str = r#"{"gets_anywhere": true, "reason": "Each page is another one."}"#;

/// The events of the session.
fn log(machine: &Machine) -> Vec<Value> {
    machine.run_fusebox(&["log", "s1", "-n", "5000", "--json"]).lines()
}

fn findings(machine: &Machine, level: &str) -> Vec<Value> {
    let findings = log(machine)
        .into_iter()
        .flat_map(|row| row["verdict"]["findings"].as_array().cloned().unwrap_or_default());
    let is_judged = |found: &Value| found["rule"] == "judge.no_progress" && found["level"] == level;
    findings.filter(is_judged).collect()
}

fn questions_asked(machine: &Machine) -> usize {
    fs::read_to_string(machine.world.home.join("asked")).unwrap_or_default().lines().count()
}

#[test]
fn q9_forty_calls_without_a_change_ask_the_judge_and_its_no_is_a_nudge() {
    let machine = with_judge(NO);
    // The answer comes in the background; the client waits for it and makes one more call.
    let script = format!(
        "{}for i in $(seq 600); do \"$FUSEBOX\" log s1 --json | grep -q 'second opinion' && break; sleep 0.1; done\n\
         look > \"$HOME/said\"; for i in $(seq 60); do look > /dev/null; done",
        wander(40)
    );
    machine.run_expecting(0, &[], &script);
    let notices = findings(&machine, "notice");
    assert_eq!(notices.len(), 1, "at most once in 10 minutes: {notices:?}");
    has(&notices[0], json!({"observed": 40, "limit": 40}));
    assert_eq!(findings(&machine, "warning").len(), 1);
    assert_eq!(questions_asked(&machine), 1);
    let said = fs::read_to_string(machine.world.home.join("said")).unwrap();
    let sentence = "A second opinion says that this gets nowhere: It reads page after page";
    assert!(said.contains(sentence), "{said}");
    let request = fs::read_to_string(machine.world.home.join("request")).unwrap();
    for part in ["# DOES THIS AGENT STILL GET ANYWHERE?", "cat f40 -> ok: page 40"] {
        assert!(request.contains(part), "no `{part}` in {request}");
    }
    let variables = fs::read_to_string(machine.world.home.join("env")).unwrap();
    assert!(variables.contains("FUSEBOX_GUIDED_JUDGE=off\n"), "{variables}");
    assert!(!variables.contains("FUSEBOX_RUN="), "{variables}");
    assert_eq!(machine.record()["circuit_breaker_triggered"], false);
}

#[test]
fn q9_one_call_earlier_nobody_is_asked_and_without_a_judge_never() {
    let machine = with_judge(NO);
    machine.run_expecting(0, &[], &wander(39));
    assert_eq!((findings(&machine, "notice").len(), questions_asked(&machine)), (0, 0));
    let silent = crate::hooked::machine(&[("FUSEBOX_CHECKPOINTS", "never")]);
    silent.run_expecting(0, &[], &wander(60));
    assert_eq!(findings(&silent, "notice").len(), 0);
}

/// Lets so much of the 10 minutes between two questions pass: the store says that the last one was asked earlier.
fn pass_minutes(machine: &Machine, minutes: u32) {
    let earlier = "UPDATE scope SET durable = json_set(durable, '$.judge.asked_at', \
        json_extract(durable, '$.judge.asked_at') - ?1 * 60000) WHERE json_extract(durable, '$.judge.asked_at') > 0";
    assert_eq!(machine.world.sql().execute(earlier, [minutes]).unwrap(), 1);
}

/// Commands of the client that tell the test that this many calls were made, and wait until it says `go on`.
fn pause(number: usize) -> String {
    format!(
        "echo done > done{number}; for i in $(seq 1200); do [ -s go{number} ] && break; sleep 0.1; done\n"
    )
}

fn go_on(machine: &Machine, number: usize) {
    fs::write(machine.path(&format!("go{number}")), "go on").unwrap();
}

/// Waits until the judge has answered so often.
fn until_judged(machine: &Machine, count: usize) {
    machine.until("the judge's answer", || {
        let is_answer = |row: &&Value| row["observation"].to_string().contains("gets_anywhere");
        (log(machine).iter().filter(is_answer).count() == count).then_some(())
    });
}

#[test]
fn q9_the_second_no_in_a_row_trips_a_run_that_nobody_attends() {
    let machine = with_judge(NO);
    let more = "for i in $(seq 45); do look; done\n";
    let script = format!("{}{}{more}{}look\nsleep 300", wander(40), pause(1), pause(2));
    let run = machine.start(&[], &script);
    machine.wait_for("done1");
    until_judged(&machine, 1);
    has(&findings(&machine, "warning")[0], json!({"observed": 1, "limit": 2}));
    // 45 more calls, 5 minutes after the question: the judge is not asked again.
    pass_minutes(&machine, 5);
    go_on(&machine, 1);
    machine.wait_for("done2");
    assert_eq!((questions_asked(&machine), findings(&machine, "notice").len()), (1, 1));
    pass_minutes(&machine, 5);
    go_on(&machine, 2);
    let ran = output_of(run);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!(questions_asked(&machine), 2);
    let trips = findings(&machine, "trip");
    assert_eq!(trips.len(), 1, "{trips:?}");
    has(&trips[0], json!({"observed": 2, "limit": 2}));
    assert!(ran.err.contains("It reads page after page and changes nothing"), "{}", ran.err);
    let record = machine.record();
    has(&record, json!({"circuit_breaker_triggered": true, "final_status": "failure"}));
    let shown = machine.run_fusebox(&["show", record["incident"].as_str().unwrap(), "--json"]);
    assert_eq!(shown.json()["rule"], "judge.no_progress");
}

/// Plays a client in front of which the judge gives these answers, 10 minutes apart; the client then ends.
fn play(machine: &Machine, answers: &[&str], start: impl FnOnce(&str) -> Child) {
    let round = |number| format!("for i in $(seq 45); do look; done\n{}", pause(number));
    let rounds: String = (1..=answers.len()).map(round).collect();
    let client = start(&format!("{}{rounds}", wander(0)));
    for (number, answer) in (1..).zip(answers) {
        machine.world.write("answer", answer);
        machine.wait_for(&format!("done{number}"));
        until_judged(machine, number);
        pass_minutes(machine, 10);
        go_on(machine, number);
    }
    assert_eq!(output_of(client).code, 0);
    assert_eq!(questions_asked(machine), answers.len());
}

#[test]
fn q9_a_yes_in_between_makes_the_next_no_the_first_one() {
    let machine = with_judge(NO);
    play(&machine, &[NO, YES, NO], |script| machine.start(&[], script));
    assert_eq!((findings(&machine, "warning").len(), findings(&machine, "trip").len()), (2, 0));
    assert_eq!(machine.record()["circuit_breaker_triggered"], false);
}

#[test]
fn q9_a_session_in_front_of_a_person_is_never_tripped() {
    let machine = with_judge_of(&[("CLAUDE_CODE_ENTRYPOINT", "cli")], NO);
    play(&machine, &[NO, NO, NO], |script| {
        let mut shell = machine.world.command("bash");
        shell.env("HOOK", HOOK).env("PATH", PATH).args(["-c", script]).spawn().unwrap()
    });
    assert_eq!((findings(&machine, "warning").len(), findings(&machine, "trip").len()), (3, 0));
}

#[test]
fn q9_twelve_changes_without_a_green_run_ask_the_judge_and_eleven_do_not() {
    let edit = "n=0; edit() { n=$((n+1)); \
        local f=',\"tool_name\":\"Write\",\"tool_input\":{\"file_path\":\"'$PWD/f$n'\",\"content\":\"'$n'\"},\"tool_use_id\":\"e'$n'\"'; \
        say PreToolUse \"$f\"; say PostToolUse \"$f\"',\"tool_response\":{\"type\":\"create\"}'; }\n";
    for (changes, asked) in [(11, 0), (12, 1)] {
        let machine = with_judge(NO);
        machine.run_expecting(
            0,
            &[],
            &format!("{CLIENT}{edit}for i in $(seq {changes}); do edit; done"),
        );
        let notices = findings(&machine, "notice");
        assert_eq!(notices.len(), asked, "{notices:?}");
        if let Some(notice) = notices.first() {
            has(notice, json!({"observed": 12, "limit": 12}));
        }
    }
}

#[test]
fn q9_an_answer_that_cannot_be_read_changes_nothing() {
    for answer in ["nein", "{}", "{\"gets_anywhere\": false}"] {
        let machine = with_judge(answer);
        let wait =
            "for i in $(seq 600); do [ -s \"$HOME/env\" ] && break; sleep 0.1; done; sleep 1";
        machine.run_expecting(0, &[], &format!("{}{wait}; look", wander(40)));
        assert_eq!(
            (questions_asked(&machine), findings(&machine, "warning").len()),
            (1, 0),
            "{answer}"
        );
    }
}

#[test]
fn q9_what_a_model_used_is_in_spend() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1/messages", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let (mut read, mut buffer) = (Vec::new(), [0; 4_096]);
        while !String::from_utf8_lossy(&read).contains("DOES THIS AGENT") {
            let length = stream.read(&mut buffer).unwrap();
            read.extend_from_slice(&buffer[..length]);
        }
        let answer = json!({"model": "claude-sonnet-4-5", "content": [{"type": "text", "text": NO}],
            "usage": {"input_tokens": 1_000_000, "output_tokens": 0}});
        let body = answer.to_string();
        let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", body.len());
        stream.write_all((head + &body).as_bytes()).unwrap();
        // The rest of the question is read, so that the connection is not reset.
        while stream.read(&mut buffer).is_ok_and(|length| length > 0) {}
    });
    let machine = machine(&[
        ("FUSEBOX_GUIDED_JUDGE", &address),
        ("FUSEBOX_GUIDED_MODEL", "claude-sonnet-4-5"),
        ("FUSEBOX_CHECKPOINTS", "never"),
    ]);
    let wait = "for i in $(seq 600); do \"$FUSEBOX\" log s1 --json | grep -q 'second opinion' && break; sleep 0.1; done";
    machine.run_expecting(0, &[], &format!("{}{wait}", wander(40)));
    let spent = machine.run_fusebox(&["spend", "--json"]).json();
    assert_eq!(spent["groups"][0]["tokens"]["input"], 1_000_000, "{spent}");
}
