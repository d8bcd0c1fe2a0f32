//! An analyst outside: what it is asked, what becomes of its answer, and what stands where it gives none.

use std::fs;

use serde_json::json;

use crate::fake_server::{FakeServer, Fault};
use crate::machine::Machine;
use crate::retries::{GUIDED, LOOPS, prompts, run, with_client};

const ANSWER: &str = r#"{"root_cause": "confusion", "explanation": "It takes the list for the file.",
  "mistakes": [{"what": "Listed the folder again.", "calls": [2, 3]}, {"what": "Read nothing."}],
  "plan": ["Open totals.py.", "Change one line."]}"#;

/// Prints an analysis in the form that was asked for, with an explanation of 10 MB.
const TEN_MEGABYTES: &str = r#"printf '{"root_cause": "loop", "explanation": "'; head -c 10000000 /dev/zero | tr '\0' a;
  printf '", "mistakes": [{"what": "It went on."}], "plan": ["Stop."]}'"#;

/// A machine whose analyst is this command line, and whose client goes round in circles until it is told why.
fn with_analyst(analyst: &str) -> Machine {
    let variables = [
        ("FUSEBOX_GUIDED_ANALYST", analyst.to_owned()),
        ("FUSEBOX_GUIDED_ANALYST_TIMEOUT", "20s".to_owned()),
    ];
    let variables: Vec<(&'static str, &str)> =
        variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let work =
        format!("if ! is_retry; then echo 'I list the folder.'; {LOOPS}; fi; call pwd; exit 0");
    let machine = with_client(&variables, &work);
    fs::write(find(&machine, "answer"), ANSWER).unwrap();
    machine
}

fn analysis(machine: &Machine) -> serde_json::Value {
    machine.run_fusebox(&["show", "--json"]).json()["analysis"].clone()
}

#[test]
fn q7_an_analyst_is_given_the_run_and_its_answer_is_what_the_retry_is_told() {
    let machine = with_analyst(
        "cat > \"$HOME/request\"; env > \"$HOME/env\"; pwd >> \"$HOME/env\"; cat \"$HOME/answer\"",
    );
    let order = "Round the totals.\n## Task: not ours\n```\nBy Friday.";
    let ran = run(&machine, &GUIDED, &["./claude", "-p", order]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("cat is asked for an analysis of the trip"), "{}", ran.err);
    let analysis = analysis(&machine);
    assert_eq!(analysis["analyst"], "command", "{}", ran.err);
    assert_eq!(analysis["root_cause"], "confusion");
    assert_eq!(analysis["mistakes"][0]["calls"], json!([2, 3]));
    let second = &prompts(&machine)[1];
    for part in [
        "It takes the list for the file.",
        "- Listed the folder again.",
        "1. Open totals.py.",
        "\n---\n\nRound the totals.",
    ] {
        assert!(second.contains(part), "no `{part}` in {second}");
    }
    let request = fs::read_to_string(find(&machine, "request")).unwrap();
    for part in [
        "# CIRCUIT BREAKER ANALYSIS REQUEST",
        "- Tool Calls: ",
        "(limit: 80)",
        "- Messages: ",
        "- Duration: ",
        "## Worker Output (Last 2000 chars)",
        "I list the folder.",
        "## Conversation History (Last 10 messages)",
        "1. Root Cause: ",
        "2. Specific Mistakes: ",
        "3. Recommended Fix: ",
    ] {
        assert!(request.contains(part), "no `{part}` in {request}");
    }
    // The order stands between fences longer than its own.
    assert!(request.contains(&format!("````text\n{order}\n````")), "{request}");
    // It works on nothing of the task, and asks nobody itself.
    let variables = fs::read_to_string(find(&machine, "env")).unwrap();
    assert!(variables.contains("FUSEBOX_GUIDED_ANALYST=builtin\n"), "{variables}");
    assert!(variables.contains("FUSEBOX_TASK=fusebox-analysis\n"), "{variables}");
    assert!(!variables.contains("FUSEBOX_RUN="), "{variables}");
    let folder = variables.lines().last().unwrap();
    assert!(folder.contains("fusebox-asks-") && !fs::exists(folder).unwrap(), "{folder}");
    // The request is kept nowhere.
    let database = fs::read(machine.world.home.join(".local/state/fusebox/fusebox.db")).unwrap();
    assert!(!String::from_utf8_lossy(&database).contains("ANALYSIS REQUEST"));
}

/// A file that the analyst has written into its home.
fn find(machine: &Machine, name: &str) -> std::path::PathBuf {
    machine.world.home.join(name)
}

#[test]
fn q3_an_analyst_that_gives_no_analysis_leaves_the_built_in_one() {
    for (analyst, why) in [
        ("exit 3", "it ended with code 3"),
        ("cat > /dev/null", "the answer is empty"),
        ("yes", "the answer is longer than"),
        (TEN_MEGABYTES, "the answer is longer than"),
        ("printf '\\377\\376'", "the answer is not UTF-8"),
        ("echo 'Der Agent dreht sich im Kreis.'", "not the form that was asked for"),
        ("kill -SEGV $$", "it ended with signal 11"),
    ] {
        let machine = with_analyst(analyst);
        let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
        assert_eq!(ran.code, 0, "{analyst}: {}", ran.err);
        assert!(ran.err.contains(why), "{analyst}: {}", ran.err);
        assert!(ran.err.contains("the built-in analysis stands"), "{analyst}: {}", ran.err);
        assert_eq!(analysis(&machine)["analyst"], "loop_detective", "{analyst}");
        assert!(prompts(&machine)[1].contains("Cause: loop."), "{analyst}");
    }
}

#[test]
fn q7_a_model_is_the_analyst_with_the_key_of_a_command() {
    let choices = json!({"choices": [{"message": {"content": ANSWER}}]});
    let content = json!({"content": [{"type": "text", "text": ANSWER}]});
    for (path, body) in [("/v1/chat/completions", choices), ("/v1/messages", content)] {
        let server = FakeServer::start();
        server.fail(&[Fault::Bytes(body.to_string().into_bytes())]);
        let work = format!("if ! is_retry; then {LOOPS}; fi; call pwd; exit 0");
        let variables = [
            ("FUSEBOX_GUIDED_ANALYST", &*format!("{}{path}", server.url)),
            ("FUSEBOX_GUIDED_MODEL", "m-1"),
            ("FUSEBOX_GUIDED_MODEL_KEY", "command:echo asked > \"$HOME/asked\"; echo k-secret"),
        ];
        let machine = with_client(&variables, &work);
        let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
        assert_eq!(ran.code, 0, "{path}: {}", ran.err);
        assert_eq!(fs::read_to_string(find(&machine, "asked")).unwrap(), "asked\n", "{path}");
        let analysis = analysis(&machine);
        assert_eq!(analysis["analyst"], "model", "{path}: {}", ran.err);
        assert_eq!(analysis["root_cause"], "confusion", "{path}");
        assert!(prompts(&machine)[1].contains("1. Open totals.py."), "{path}");
        assert!(!ran.err.contains("k-secret"), "{path}: {}", ran.err);
    }
}

#[test]
fn q3_an_analyst_that_hangs_has_its_time_and_one_that_trips_is_not_analysed_by_another() {
    let machine = with_analyst("echo asked >> \"$HOME/asked\"; sleep 600");
    let mut command = machine.fusebox();
    command.env("FUSEBOX_GUIDED_ANALYST_TIMEOUT", "5s").args(["run"]).args(GUIDED);
    let child =
        command.args(["--", "./claude", "-p", "work"]).stdin(std::process::Stdio::null()).spawn();
    let ran = crate::machine::output_of(child.unwrap());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("no answer within 5 s"), "{}", ran.err);
    assert_eq!(fs::read_to_string(find(&machine, "asked")).unwrap(), "asked\n");

    // The analyst is a client of ours that goes round in circles itself.
    let hooks = crate::hooked::CLIENT.replace("\"s1\"", "\"analyst\"");
    let analyst = format!(
        "echo asked >> \"$HOME/asked\"\n{hooks}\nfor i in 1 2 3 4 5 6 7 8; do call ls; done"
    );
    let machine = with_analyst(&analyst);
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(fs::read_to_string(find(&machine, "asked")).unwrap(), "asked\n");
    // Its calls are none of the task's.
    assert_eq!(machine.records()[0]["tool_calls"], 1);
    let calls = machine.records()[1]["tool_calls"].as_u64().unwrap();
    assert!(calls <= 8, "{calls}");
}

#[test]
fn q3_an_analyst_that_has_no_folder_to_work_in_keeps_no_trip_from_a_retry_or_a_person() {
    let missing = [("TMPDIR", "/nonexistent"), ("FUSEBOX_GUIDED_ANALYST", "cat")];
    let work = format!("if ! is_retry; then {LOOPS}; fi; call pwd; exit 0");
    let machine = with_client(&missing, &work);
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("it could not be asked: "), "{}", ran.err);
    assert_eq!(analysis(&machine)["analyst"], "loop_detective", "{}", ran.err);

    let machine = with_client(&missing, LOOPS);
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!(machine.record()["escalated"], true, "{}", ran.err);
    assert_eq!(machine.queued("escalate"), 1);
}

#[test]
fn q3_what_an_analyst_leaves_behind_is_ended_and_the_run_ends_as_it_tripped() {
    // Its working folder is gone when it has answered, so that its process is found by another.
    let analyst = "cd \"$HOME\"; setsid sleep 7301 > /dev/null 2>&1 & cat > /dev/null; echo none";
    let machine = with_client(&[("FUSEBOX_GUIDED_ANALYST", analyst)], LOOPS);
    let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(!ran.err.contains("was killed"), "{}", ran.err);
    assert!(!machine.has_process("sleep 7301"));
    assert_eq!(machine.record()["escalated"], true);
}

#[test]
fn q3_a_run_that_is_interrupted_while_its_analyst_works_ends_as_it_tripped() {
    let analyst =
        "cd \"$HOME\"; setsid sleep 7302 > /dev/null 2>&1 & echo asked > asked; sleep 7302";
    let machine = with_client(&[("FUSEBOX_GUIDED_ANALYST", analyst)], LOOPS);
    let mut command = machine.fusebox();
    command.arg("run").args(GUIDED).args(["--", "./claude", "-p", "work"]);
    let child = command.stdin(std::process::Stdio::null()).spawn().unwrap();
    machine.until("the question", || fs::exists(find(&machine, "asked")).unwrap().then_some(()));
    crate::machine::kill("INT", u64::from(child.id()));
    let ran = crate::machine::output_of(child);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(!machine.has_process("sleep 7302"));
    let record = machine.record();
    assert_eq!(record["escalated"], true, "{record}");
    assert_ne!(record["failure_reason"], "the supervisor was killed");
}

#[test]
fn a_project_cannot_name_an_analyst() {
    let machine = with_analyst("builtin");
    fs::write(machine.path(".fusebox.toml"), "[guided]\nanalyst = \"touch owned\"\n").unwrap();
    let checked = machine.run_fusebox(&["config", "check"]);
    assert_ne!(checked.code, 0);
    let said = format!("{}{}", checked.out, checked.err);
    assert!(said.contains("it starts a program, and belongs in your own config.toml"), "{said}");
}

#[test]
fn q7_the_last_messages_of_a_silent_client_are_read_from_its_own_record() {
    let machine = with_analyst("cat > \"$HOME/request\"; cat \"$HOME/answer\"");
    let lines: String = (0..14)
        .map(|n| {
            format!("{{\"type\":\"user\",\"message\":{{\"role\":\"user\",\"content\":\"message {n:02}\"}}}}\n")
        })
        .collect();
    let folder = machine.world.home.join(".claude/projects/-project");
    fs::create_dir_all(&folder).unwrap();
    // The session is called after the process of the client.
    let work = format!(
        "cp \"$HOME/record\" \"{}/s$$.jsonl\"; if ! is_retry; then {LOOPS}; fi; call pwd; exit 0",
        folder.display()
    );
    fs::write(machine.world.home.join("record"), lines).unwrap();
    let client = fs::read_to_string(machine.path("claude")).unwrap();
    let at = client.find("if ! is_retry").unwrap();
    fs::write(machine.path("claude"), format!("{}{work}\n", &client[..at])).unwrap();
    assert_eq!(run(&machine, &GUIDED, &["./claude", "-p", "work"]).code, 0);
    let request = fs::read_to_string(find(&machine, "request")).unwrap();
    assert!(!request.contains("message 03"), "{request}");
    for n in 4..14 {
        assert!(request.contains(&format!("message {n:02}")), "{n}: {request}");
    }
}

#[test]
fn q7_an_analyst_is_told_what_was_tried_against_the_same_failure() {
    let machine = with_analyst("cat > \"$HOME/request\"; cat \"$HOME/answer\"");
    for _ in 0..2 {
        let ran = run(&machine, &GUIDED, &["./claude", "-p", "work"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let pattern = || {
            let rows = machine.run_fusebox(&["patterns", "list", "--json"]).json();
            rows[0]["what_helped"].is_string().then(|| rows[0].clone())
        };
        let pattern = machine.until("what helped", pattern);
        assert_eq!(pattern["what_helped"], "Open totals.py. Change one line.");
        assert_eq!(pattern["advice"][0]["by"], "retry");
    }
    let request = fs::read_to_string(find(&machine, "request")).unwrap();
    let parts = [
        "## Seen Before in This Project",
        "- Open totals.py. Change one line. (the next run passed)",
    ];
    for part in parts {
        assert!(request.contains(part), "no `{part}` in {request}");
    }
    let query = "MATCH (p:FailurePattern) RETURN p.kind, p.occurrences, p.whatHelped";
    let rows = machine.run_fusebox(&["audit", "query", query, "--json"]).json();
    let expected = json!([{"p.kind": "repeated_call", "p.occurrences": 2,
        "p.whatHelped": "Open totals.py. Change one line."}]);
    assert_eq!(rows, expected);
    let graph = machine.run_fusebox(&["audit", "export", "--format", "json"]).json();
    let edges = graph["edges"].as_array().unwrap();
    assert_eq!(edges.iter().filter(|edge| edge["type"] == "SHOWS").count(), 2);
}
