//! A client that posts its hooks to the supervisor: who is answered, what is refused, and that nobody listens
//! afterwards.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::loops::with_git;
use crate::machine::{Machine, kill, output_of};
use crate::posting_run::{CLIENT, FIRST, PostingRun, StartedClient, answer_of, install_client};
use crate::world::FUSEBOX;

#[test]
fn a_loop_is_refused_and_ends_the_run_and_one_step_earlier_nothing_happens() {
    let run =
        PostingRun::start(&[("FUSEBOX_LIMITS_WRAP_UP", "1s"), ("FUSEBOX_GUIDED_ENABLED", "false")]);
    run.trip();
    // The client goes on, and is ended.
    let PostingRun { machine, child, .. } = run;
    let ran = output_of(child);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert_eq!(machine.record()["circuit_breaker_triggered"], true);

    let run = PostingRun::start(&[]);
    assert!((1..=6).all(|n| !run.call(&format!("t{n}"), None)));
    assert_eq!(run.end_well().record()["tool_calls"], 6);
}

#[test]
fn a_subagents_calls_are_told_apart_from_those_of_the_main_agent() {
    let run = PostingRun::start(&[]);
    for agent in ["a1", "a2"] {
        assert!((1..=4).all(|n| !run.call(&format!("{agent}-{n}"), Some(agent))));
    }
    assert!((1..=4).all(|n| !run.call(&format!("t{n}"), None)));
    assert_eq!(run.end_well().record()["tool_calls"], 12);
}

#[test]
fn only_a_whole_request_with_the_secret_and_the_run_is_answered() {
    let run = PostingRun::start(&[]);
    let event = json!({"session_id": "c1", "transcript_path": "none", "cwd": "/w",
        "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"},
        "tool_use_id": "t1"})
    .to_string();
    let (secret, id) = (run.secret.clone(), run.run.clone());
    let whole = format!("{}Content-Length: {}\r\n\r\n{event}", run.head(), event.len());
    let with = |from: &str, to: &str| {
        assert!(whole.contains(from), "{from}");
        whole.replacen(from, to, 1)
    };
    let secret_line = format!("authorization: Bearer {secret}\r\n");
    let run_line = format!("fusebox-run: {id}\r\n");
    let length = format!("Content-Length: {}", event.len());
    let wrong = "0".repeat(secret.len());
    let rows: &[(&str, u16, String)] = &[
        ("no secret", 401, with(&secret_line, "")),
        ("an empty secret", 401, with(&secret, "")),
        ("another secret", 401, with(&secret, &wrong)),
        ("its beginning", 401, with(&secret, &secret[..31])),
        ("more than it", 401, with(&secret, &format!("{secret}0"))),
        ("another scheme", 401, with("Bearer", "Basic")),
        ("the secret twice", 401, with(&secret_line, &secret_line.repeat(2))),
        (
            "the secret in the path",
            401,
            with(&secret_line, "").replacen("/hooks", &format!("/hooks?{secret}"), 1),
        ),
        ("another path", 404, with("/hooks", "/")),
        ("a path that goes on", 404, with("/hooks", "/hooks/reset")),
        ("a query", 404, with("/hooks", "/hooks?reset=1")),
        ("GET", 405, with("POST", "GET")),
        ("DELETE", 405, with("POST", "DELETE")),
        ("no run", 403, with(&run_line, "")),
        ("a run that is none", 403, with(&id, "../../x")),
        ("another run", 403, with(&id, "r1a21c53b304-4b01")),
        ("a run whose id begins alike", 403, with(&id, &format!("{id}0"))),
        ("the beginning of its id", 403, with(&id, &id[..id.len() - 1])),
        ("no length", 411, with(&length, "X: y")),
        ("a chunked body", 411, with(&length, &format!("{length}\r\nTransfer-Encoding: chunked"))),
        ("two lengths", 411, with(&length, &format!("{length}\r\n{length}"))),
        ("a signed length", 411, with("Content-Length: ", "Content-Length: +")),
        ("a length that is too long", 413, with(&length, "Content-Length: 67108865")),
        (
            "a length of many digits",
            413,
            with(&length, &format!("Content-Length: {}", "9".repeat(40))),
        ),
        (
            "a head that is too long",
            413,
            format!("POST /hooks HTTP/1.1\r\nX: {}", "x".repeat(20_000)),
        ),
        ("more than its length", 400, with(&length, "Content-Length: 2")),
        ("no HTTP", 400, "\u{1}\u{2}\u{3}\r\n\r\n".to_owned()),
        ("another version", 400, with("HTTP/1.1", "HTTP/9.9")),
        ("too many headers", 400, with("Host: ", &format!("{}Host: ", "a: b\r\n".repeat(40)))),
    ];
    for (what, status, request) in rows {
        assert_eq!(run.ask(request.as_bytes()).0, *status, "{what}");
    }
    // Its writer goes before all of it was there.
    for missing in [1, event.len(), whole.len() - 5] {
        let mut stream = run.connect();
        stream.write_all(&whole.as_bytes()[..whole.len() - missing]).unwrap();
        stream.shutdown(std::net::Shutdown::Write).unwrap();
        assert_eq!(answer_of(&mut stream).0, 400, "{missing} bytes are missing");
    }
    assert_eq!(run.machine.world.number("SELECT count(*) FROM log WHERE session = 'c1'"), 0);
    assert_eq!(run.ask(whole.as_bytes()).0, 200);
    assert_eq!(run.end_well().record()["tool_calls"], 1);
}

#[test]
fn long_events_are_shortened_and_broken_ones_break_nothing() {
    let run = PostingRun::start(&[]);
    let fields = json!({"tool_name": "Bash", "tool_use_id": "t1",
        "tool_input": {"command": format!("echo {}", "x".repeat(9 << 20))}});
    run.post("PreToolUse", &fields);
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{}",
        r#"{"hook_event_name":"PreToolUse"}"#,
        "\u{0}",
        "GET / HTTP/1.1\r\n\r\n",
    ] {
        assert_eq!(run.post_text(body).0, 200, "{body}");
    }
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(run.post_text(&deep).0, 200);
    assert!(!run.call("t2", None));
    assert_eq!(run.end_well().record()["tool_calls"], 2);
}

#[test]
fn a_session_that_is_open_is_refused_what_cannot_be_read() {
    let run = PostingRun::start(&[
        ("FUSEBOX_GUIDED_ENABLED", "false"),
        ("FUSEBOX_LIMITS_WRAP_UP", "60s"),
    ]);
    run.trip();
    let (status, body) = run.post_text(
        r#"{"session_id":"c1","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"#,
    );
    assert_eq!(status, 200);
    assert!(body.contains("\"deny\""), "{body}");
    assert_eq!(run.end().1.code, 3);
}

#[test]
fn the_port_takes_events_and_no_orders() {
    let run = PostingRun::start(&[
        ("FUSEBOX_GUIDED_ENABLED", "false"),
        ("FUSEBOX_LIMITS_WRAP_UP", "60s"),
    ]);
    run.trip();
    let state = |run: &PostingRun| {
        run.machine.run_fusebox(&["status", "c1", "--json"]).json()["state"].clone()
    };
    assert_eq!(state(&run), "open");
    // As the answers of a person are written to a generic hook, and as a person types them.
    for order in [
        json!({"event": "guidance", "session": "c1", "text": "go on"}),
        json!({"event": "control", "session": "c1", "order": "bypass"}),
        json!({"event": "control", "session": "c1", "order": "reset"}),
        json!({"kind": {"guidance": {"text": "go on"}}, "session": "c1"}),
    ] {
        run.post_text(&order.to_string());
    }
    for (number, words) in
        ["try another way", "fusebox reset c1", "/fusebox:reset", "bypass"].iter().enumerate()
    {
        let more = json!({"prompt": words, "source": "user", "prompt_id": format!("p{number}")});
        run.post("UserPromptSubmit", &more);
    }
    let (head, body) = (run.head(), "{}");
    for path in ["/reset", "/bypass", "/hooks/../reset"] {
        let head = head.replacen("/hooks", path, 1);
        assert_eq!(run.ask(format!("{head}Content-Length: 2\r\n\r\n{body}").as_bytes()).0, 404);
    }
    assert_eq!(state(&run), "open");
    assert!(run.call("t9", None));
    assert_eq!(run.end().1.code, 3);
}

#[test]
fn slow_writers_keep_nobody_out_and_hear_that_they_were_too_slow() {
    let run = PostingRun::start(&[]);
    let mut slow: Vec<TcpStream> = (0..150).map(|_| run.connect()).collect();
    for stream in &mut slow {
        let _ = stream.write_all(b"POST /hooks HTTP/1.1\r\nX: ");
    }
    let mut last = slow.pop().unwrap();
    // A thread for each of these waits for what does not come.
    assert!((1..=6).all(|n| !run.call(&format!("t{n}"), None)));
    // One that gives a byte now and then has no more time for it.
    let mut told = 0;
    last.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    for _ in 0..60 {
        let _ = last.write_all(b"x");
        let mut text = [0; 64];
        match last.read(&mut text) {
            Ok(count) => {
                let answer = String::from_utf8_lossy(&text[..count]).into_owned();
                told = answer.split(' ').nth(1).map_or(0, |status| status.parse().unwrap());
                break;
            }
            Err(error) => assert!(
                matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
                "{error}"
            ),
        }
    }
    assert_eq!(told, 408);
    assert_eq!(run.end_well().record()["tool_calls"], 6);
    drop(slow);
}

#[test]
fn calls_at_the_same_time_are_all_answered() {
    let run = PostingRun::start(&[]);
    std::thread::scope(|scope| {
        for caller in 0..8 {
            let run = &run;
            scope.spawn(move || {
                for call in 0..3 {
                    let (id, input) = (
                        format!("t{caller}-{call}"),
                        json!({"file_path": format!("/w/{caller}-{call}")}),
                    );
                    run.post(
                        "PreToolUse",
                        &json!({"tool_name": "Read", "tool_input": input, "tool_use_id": id}),
                    );
                }
            });
        }
    });
    assert_eq!(run.end_well().record()["tool_calls"], 24);
}

/// Without user namespaces the run is not confined, whatever was asked for: where the store is locked, `on_error`
/// decides, and it is said.
#[test]
fn a_run_that_could_not_be_confined_is_answered_as_one_that_is_not() {
    for (on_error, is_refused) in [("allow", false), ("deny", true)] {
        let machine = Machine::with(&[("FUSEBOX_ON_ERROR", on_error)]);
        let client = install_client(&machine, FIRST);
        let script = "echo 0 > /proc/sys/user/max_user_namespaces && \
            exec \"$0\" run --confine --agent claude -- \"$1\" -p go";
        let mut command = machine.world.command("unshare");
        command.args(["-Ur", "sh", "-c", script, FUSEBOX, &client]);
        let run = PostingRun::of(machine, &mut command);
        assert!(!run.call("t1", None));
        let sql = run.machine.world.sql();
        sql.execute_batch("BEGIN IMMEDIATE").unwrap();
        assert_eq!(run.call("t2", None), is_refused, "{on_error}");
        sql.execute_batch("COMMIT").unwrap();
        assert!(!run.call("t3", None));
        let (machine, ran) = run.end();
        assert!(ran.err.contains("is decided by `on_error`"), "{}", ran.err);
        let failures = machine.world.read(".local/state/fusebox/errors.log");
        assert!(failures.contains("stayed locked by other processes"), "{failures}");
    }
}

#[test]
fn nobody_listens_once_the_supervisor_is_killed() {
    let mut run = PostingRun::start(&[]);
    assert!(!run.call("t1", None));
    let record = run.machine.record();
    // First the one that would end the client in its place.
    for watcher in ["guard", "supervisor"] {
        kill("KILL", record["watch"][watcher][0].as_u64().unwrap());
    }
    run.child.wait().unwrap();
    let refused =
        run.machine.until("the end of the port", || TcpStream::connect(run.address).err());
    assert_eq!(refused.kind(), ErrorKind::ConnectionRefused);
    fs::write(run.machine.path("done"), "").unwrap();
}

#[test]
fn the_secret_is_kept_nowhere_and_is_another_in_each_run() {
    let (first, second) = (PostingRun::start(&[]), PostingRun::start(&[]));
    assert_ne!(first.secret, second.secret);
    assert_eq!(first.secret.len(), 32);
    let swapped = second.head().replacen(&second.secret, &first.secret, 1);
    assert_eq!(second.ask(format!("{swapped}Content-Length: 2\r\n\r\n{{}}").as_bytes()).0, 401);
    assert!(!first.call("t1", None));
    let secret = first.secret.clone();
    second.end_well();
    let machine = first.end_well();
    let words = fs::read_to_string(machine.path("words")).unwrap();
    assert!(!words.contains(&secret), "every user of the machine reads command lines: {words}");
    let search = ["-r", "-l", "-a", &secret, ".local", ".cache", ".config"];
    let found =
        machine.world.command("grep").args(search).current_dir(&machine.world.home).output();
    assert_eq!(String::from_utf8_lossy(&found.unwrap().stdout), "");
}

/// What `fusebox run` starts, of such a client, on a machine that was changed so.
fn started(version: &str, words: &[&str], change: impl FnOnce(&Machine)) -> StartedClient {
    let machine = Machine::new();
    let client = install_client(&machine, version);
    change(&machine);
    fs::write(machine.path("done"), "").unwrap();
    let script = CLIENT.replace("rm done env", "");
    machine.world.write(&format!("versions/{version}"), script);
    let mut command = machine.fusebox();
    command.args(["run", "--agent", "claude", "--"]).arg(client).args(["-p", "go"]).args(words);
    assert_eq!(output_of(command.spawn().unwrap()).code, 0);
    StartedClient::of(&machine)
}

#[track_caller]
fn posts(version: &str, words: &[&str], change: impl FnOnce(&Machine)) -> bool {
    let client = started(version, words, change);
    let is_given =
        client.settings().is_some_and(|all| all.to_string().contains("http://127.0.0.1:"));
    assert_eq!(client.variable("FUSEBOX_HOOK_SECRET").is_some(), is_given);
    is_given
}

#[test]
fn only_versions_that_refuse_a_call_whose_post_fails_are_asked_to_post() {
    for (version, expected) in [
        ("2.1.197", false),
        ("2.1.329", false),
        (FIRST, true),
        ("2.1.331", true),
        ("2.2.0", true),
        ("3.0.0", true),
        ("1.9.999", false),
        ("latest", false),
        ("x.2.1.330", false),
    ] {
        assert_eq!(posts(version, &[], |_| {}), expected, "{version}");
    }
}

#[test]
fn nothing_is_posted_where_hooks_are_installed_or_posts_would_not_arrive() {
    let project = |file: &str, text: &str| {
        let (file, text) = (format!("project/.claude/{file}"), text.to_owned());
        move |machine: &Machine| machine.world.write(&file, text)
    };
    assert!(posts(FIRST, &[], project("settings.json", r#"{"permissions": {"allow": ["Bash"]}}"#)));
    assert!(!posts(FIRST, &[], |machine| assert_eq!(machine.world.run("install claude").code, 0)));
    assert!(!posts(FIRST, &[], |machine| {
        assert_eq!(machine.world.run("install claude --scope project").code, 0);
    }));
    assert!(!posts(FIRST, &["--settings", "{}"], |_| {}));
    for text in [
        r#"{"allowedHttpHookUrls": []}"#,
        r#"{"httpHookAllowedEnvVars": []}"#,
        r#"{"env": {"HTTPS_PROXY": "http://127.0.0.1:9"}}"#,
        r#"{"sandbox": {"enabled": true}}"#,
        "{broken",
    ] {
        for file in ["settings.json", "settings.local.json"] {
            assert!(!posts(FIRST, &[], project(file, text)), "{file}: {text}");
        }
    }
    let fetched = |machine: &Machine| {
        machine.world.write(".claude/remote-settings.json", r#"{"allowedHttpHookUrls": []}"#);
    };
    assert!(!posts(FIRST, &[], fetched));
    for name in ["HTTP_PROXY", "https_proxy", "all_proxy"] {
        let machine = Machine::with(&[(name, "http://127.0.0.1:9")]);
        let client = install_client(&machine, FIRST);
        fs::write(machine.path("done"), "").unwrap();
        machine.world.write(&format!("versions/{FIRST}"), CLIENT.replace("rm done env", ""));
        let ran = machine.run_fusebox(&["run", "--agent", "claude", "--", &client, "-p", "go"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        assert!(StartedClient::of(&machine).settings().is_none(), "{name}");
    }
}

#[test]
fn settings_of_the_project_cannot_lead_posts_elsewhere() {
    let settings = started(FIRST, &[], |_| {}).settings().unwrap();
    assert_eq!(settings["env"], json!({"NO_PROXY": "127.0.0.1", "no_proxy": "127.0.0.1"}));
    assert_eq!(settings["sandbox"], json!({"enabled": false}));
    let before_call = &settings["hooks"]["PreToolUse"][0]["hooks"][0];
    assert_eq!(before_call["onFailure"], "block");
    assert_eq!(before_call["headers"]["Authorization"], "Bearer $FUSEBOX_HOOK_SECRET");
}

#[test]
fn each_iteration_of_a_loop_posts_as_its_own_run() {
    let machine = with_git(&[]);
    let client = install_client(&machine, FIRST);
    fs::write(machine.path("../prompt"), "do the work").unwrap();
    let mut command = machine.fusebox();
    command.args(["loop", "--json", "--prompt", "../prompt", "--max", "2", "--", &client, "-p"]);
    let mut run = PostingRun::of(machine, &mut command);
    let first = run.run.clone();
    assert!(first.ends_with("-1"), "{first}");
    assert!(!run.call("t1", None));
    fs::write(run.machine.path("code"), "two\n").unwrap();
    fs::write(run.machine.path("done"), "").unwrap();
    run.machine
        .until("the end of the first", || (!run.machine.path("done").exists()).then_some(()));
    let client = StartedClient::of(&run.machine);
    run.session = "c2";
    run.run = client.variable("FUSEBOX_RUN").unwrap().to_owned();
    assert_eq!(run.run.strip_suffix("-2"), first.strip_suffix("-1"));
    assert_eq!(client.variable("FUSEBOX_HOOK_SECRET"), Some(run.secret.as_str()));
    assert!(!run.call("t2", None) && !run.call("t3", None));
    let head = run.head().replacen(&run.run, "r1a21c53b304-4b01-1", 1);
    assert_eq!(run.ask(format!("{head}Content-Length: 2\r\n\r\n{{}}").as_bytes()).0, 403);
    let (machine, ran) = run.end();
    let calls: Vec<Value> = machine.records().iter().map(|one| one["tool_calls"].clone()).collect();
    assert_eq!(calls, [2, 1], "{}", ran.err);
}
