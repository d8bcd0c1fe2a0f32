//! A second opinion: when the judge is asked, and what follows from its answer.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpListener;

use serde_json::{Value, json};

use crate::hooked::{CLIENT, machine};
use crate::machine::Machine;
use crate::transcript::has;

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
    let judge = format!(
        "echo asked >> \"$HOME/asked\"; cat > \"$HOME/request\"; env > \"$HOME/env\"; echo '{answer}'"
    );
    machine(&[("FUSEBOX_GUIDED_JUDGE", &judge), ("FUSEBOX_CHECKPOINTS", "never")])
}

const NO: &str =
    r#"{"gets_anywhere": false, "reason": "It reads page after page and changes nothing."}"#;

fn findings(machine: &Machine, level: &str) -> Vec<Value> {
    let log = machine.run_fusebox(&["log", "s1", "--json"]).lines();
    let findings = log
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
