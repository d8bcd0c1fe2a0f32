//! `fusebox status`, `incidents`, `show` and `log`.

use std::io::{Read, Write};

use serde_json::json;

use crate::transcript::{CommandOutput, check, has};
use crate::world::World;

const REASON: &str =
    "`make test` has given the same result 6 times in a row, and nothing was changed in between.";

/// How long nothing has happened depends on the day.
fn without_now(text: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.starts_with("  now ")).collect()
}

#[test]
fn nothing_is_a_word_too() {
    let world = World::new();
    check(
        &world.run("status"),
        "2> No session has been watched yet. Run `fusebox install`, then an agent.",
    );
    check(&world.run("status --json"), "[]");
    check(&world.run("status --line"), "⏻ fusebox");
    check(&world.run("incidents"), "2> No incident.");
    check(&world.run("incidents --json"), "[]");
    check(&world.run("show"), "2> error: there is no incident yet\nexit 1");
    check(
        &world.run("log s"),
        "2> error: no session or incident begins with `s`\n2> hint: `fusebox status` lists them\nexit 1",
    );
}

#[test]
fn a_session_that_was_stopped() {
    let world = World::new();
    world.tripped("s1");
    let incident = world.incident();
    check(
        &world.run("status"),
        &format!(
            "
STATE  SESSION  PROJECT  CLIENT  CALLS LAST  WHY
open   s1       -        -           6 AGO  {REASON}
"
        ),
    );
    check(
        &CommandOutput { out: without_now(&world.run("status s").out), ..world.run("status s") },
        &format!(
            "
open s1
  client      -
  calls       6 (1 refused)
  active      8 s
  last event AGO
  reason      {REASON}
  report      fusebox show {incident}
"
        ),
    );
    check(&world.run("status --line"), &format!("○ open · fusebox show {incident}"));
    check(
        &world.run("incidents"),
        &format!(
            "STATE  INCIDENT  SESSION  PROJECT  CLIENT LAST  WHY\nopen   {incident}  s1       -        - AGO  {REASON}"
        ),
    );
}

#[test]
fn open_sessions_come_first_and_a_tripped_subagent_is_a_line_of_its_session() {
    let world = World::new();
    world.tripped("s1");
    world.claude("SessionStart", json!({"session_id": "s2", "source": "startup"}));
    world.tripped_agent("s3", "a7");
    let shown = world.run("status").out;
    let line = |row: &str| {
        let words: Vec<&str> = row.split_whitespace().collect();
        words[..3].join(" ")
    };
    let rows: Vec<String> = shown.lines().map(line).collect();
    let expected =
        ["STATE SESSION PROJECT", "open s1 -", "closed s2 project", "closed s3 -", "open └ a7"];
    assert_eq!(rows, expected, "{shown}");
    assert!(shown.lines().last().unwrap().ends_with(REASON), "{shown}");
}

#[test]
fn half_open_sessions_come_after_open_ones_and_a_bypass_is_said_at_any_width() {
    let world = World::new();
    for session in ["passing", "guided", "stopped"] {
        world.tripped(session);
    }
    let guided = ["reset", "guided", "--guidance", "the field is called total", "--yes"];
    for words in [&guided[..], &["reset", "passing", "--yes"], &["bypass", "passing", "--yes"]] {
        assert_eq!(world.person(words, "").code, 0, "{words:?}");
    }
    for columns in ["60", "80", "160"] {
        let shown = world.with("COLUMNS", columns, "status").out;
        let first_words = |row: &str| {
            let words: Vec<&str> = row.split_whitespace().collect();
            words[..2].join(" ")
        };
        let rows: Vec<String> = shown.lines().map(first_words).collect();
        let expected = ["STATE SESSION", "open stopped", "half-open guided", "closed passing"];
        assert_eq!(rows, expected, "{shown}");
        let room = if columns == "60" { "bypassed" } else { "bypassed until " };
        assert!(shown.lines().last().unwrap().contains(room), "{shown}");
    }
}

#[test]
fn the_list_ends_where_it_says_and_open_sessions_are_never_left_out() {
    let world = World::new();
    world.tripped("first");
    let prompt = |n: u64| {
        json!({"session": format!("s{n}"), "id": "p", "at_ms": crate::world::AT + 60_000 + n,
            "type": "prompt", "by": "human", "text": "go on"})
    };
    world.decide(&(0..60).map(prompt).collect::<Vec<_>>());
    let shown = world.run("status");
    let rows: Vec<&str> = shown.out.lines().collect();
    assert_eq!(rows.len(), 1 + 1 + 50, "{}", shown.out);
    assert!(rows[1].starts_with("open    first "), "{}", rows[1]);
    assert!(rows[2].starts_with("closed  s59 "), "{}", rows[2]);
    assert_eq!(shown.err, "… `fusebox status --all` lists older ones too\n");
    let two = world.run("status -n 2").out;
    assert_eq!(two.lines().count(), 1 + 1 + 2, "{two}");
    let all = world.run("status --all");
    assert_eq!((all.out.lines().count(), all.err.as_str()), (1 + 61, ""));
}

#[test]
fn for_programs_there_is_json() {
    let world = World::new();
    world.tripped("s1");
    let incident = world.incident();
    let status = world.run("status --json").json();
    let one = &status[0];
    assert_eq!(one["session"], world.run("status s1 --json").json()["session"]);
    has(
        one,
        json!({"session": "s1", "task": "s1", "state": "open", "reason": REASON,
        "incident": incident, "tool_calls": 6, "refused_calls": 1, "events": 15}),
    );
    let show = world.run("show --json").json();
    assert_eq!(show["rule"], "repetition.same_call");
    let calls = &show["record"]["calls"];
    assert_eq!(calls.as_array().unwrap().len(), 8);
    assert_eq!(calls[7]["refused"], true);
    let lines = world.run("log s1 --json").lines();
    assert_eq!(lines.len(), 15);
    assert_eq!(lines[1]["observation"]["Request"]["subject"]["label"], json!(null));
    assert_eq!(lines[14]["verdict"]["verdict"], "deny");
}

#[test]
fn the_log_is_what_happened_in_order() {
    let world = World::new();
    world.tripped("s1");
    check(
        &world.run("log s1 -n 4"),
        "
2026-11-22 01:06:54 UTC request               make test
2026-11-22 01:06:54 UTC outcome               orders.c: error: no such field
2026-11-22 01:06:55 UTC request        refuse make test
2026-11-22 01:06:56 UTC request        trip   make test
",
    );
}

#[test]
fn the_status_line_reads_what_claude_tells_it() {
    let world = World::new();
    world.tripped("s1");
    world.claude("UserPromptSubmit", json!({"session_id": "s2", "prompt": "hello"}));
    let told = |session: &str| {
        json!({"hook_event_name": "Status", "session_id": session, "cwd": "/w", "version": "2.1.330",
            "model": {"id": "claude-opus", "display_name": "Opus"}, "workspace": {"current_dir": "/w"},
            "cost": {"total_cost_usd": 0.01}})
        .to_string()
    };
    let line = |input: &str| world.pipe("status --line", input).out;
    assert_eq!(line(&told("s2")), "● closed · 0 calls\n");
    assert_eq!(line(&told("s1")), format!("○ open · fusebox show {}\n", world.incident()));
    assert_eq!(line(&told("unknown")), "⏻ fusebox\n");
    assert_eq!(line("nonsense"), "● closed · 0 calls\n");
}

#[test]
fn a_policy_with_a_mistake_does_not_hide_how_sessions_stand() {
    let world = World::new();
    world.tripped("s1");
    world.write("project/.fusebox.toml", "mode = 7\n");
    let ran = world.run("status");
    assert!(ran.out.contains("\nopen   s1 "), "{}", ran.transcript());
    assert!(ran.err.starts_with("note: the policy has a mistake"), "{}", ran.err);
}

#[test]
fn ids_may_be_cut_short_but_not_doubtful() {
    let world = World::new();
    world.tripped("abc1");
    world.tripped("abc2");
    check(
        &world.run("status abc"),
        "2> error: several sessions or their incidents begin with `abc`\n2> hint: give more of the id\nexit 1",
    );
    let uuid = "9f3c2a10-aaaa-bbbb-cccc-000000000001";
    world.tripped(uuid);
    let ran = world.run("status");
    assert!(ran.out.contains(" 9f3c2a10 "), "{}", ran.out);
    assert!(world.run("status 9f3c2a10").out.starts_with(&format!("open {uuid}\n")));
    check(
        &world.run("show zz"),
        "2> error: no session or incident begins with `zz`\n2> hint: `fusebox status` lists them\nexit 1",
    );
}

#[test]
fn one_short_id_works_in_every_command() {
    let world = World::new();
    world.tripped("9f3c2a10-aaaa-bbbb-cccc-000000000001");
    let incident = world.incident();
    for id in [&incident[..4], &incident, "9f3c", "9f3c2a10"] {
        assert!(world.run(&format!("show {id}")).out.contains(&incident), "{id}");
        assert!(world.run(&format!("status {id}")).out.starts_with("open 9f3c2a10-"), "{id}");
        assert!(world.run(&format!("log {id}")).out.lines().count() > 6, "{id}");
        // The folder is no repository, but the task is known.
        let ran = world.run(&format!("rollback {id} --dry-run"));
        assert!(!ran.err.contains("is called"), "{id}: {}", ran.err);
    }
    for order in ["bypass", "reset", "dismiss"] {
        let ran = world.person(&[order, &incident[..4], "--yes"], "");
        assert_eq!(ran.code, 0, "{order}: {}", ran.transcript());
    }
    check(&world.run("show"), &world.run("show 9f3c").transcript());
}

#[test]
fn a_tripped_subagent_is_shown_wherever_its_session_is() {
    let world = World::new();
    world.tripped_agent("s1", "a7");
    let incident = world.incident();
    let shown = world.with("COLUMNS", "80", "status s1").out;
    assert!(shown.starts_with("closed s1\n"), "{shown}");
    let expected = format!(
        "
  subagent    a7 open: `make test` has given the same result 6 times in a row,
              and nothing was changed in between.
              fusebox show {incident}
"
    );
    assert!(shown.contains(&expected), "{shown}");
    let line = world.run("status --line").out;
    assert_eq!(line, format!("● closed · subagent a7 open · fusebox show {incident}\n"));
}

#[test]
fn the_status_line_does_not_wait_for_the_end_of_a_pipe() {
    let world = World::new();
    world.tripped("s1");
    let told = json!({"session_id": "s1"}).to_string();
    for (written, expected) in [(told.as_str(), "○ open · "), ("", "○ open · ")] {
        let mut command = world.fusebox();
        command.args(["status", "--line"]).stdin(std::process::Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut pipe = child.stdin.take().unwrap();
        pipe.write_all(written.as_bytes()).unwrap();
        let mut out = String::new();
        child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
        assert!(child.wait().unwrap().success());
        assert!(out.starts_with(expected), "{out}");
        drop(pipe);
    }
}

#[test]
fn a_client_is_named_and_a_reason_is_begun_at_any_width() {
    let world = World::new();
    world.decide(&[json!({"session": "s1", "id": "start", "at_ms": crate::world::AT - 1,
        "type": "session_start", "client": "claude", "cwd": "/home/u/出荷管理システム-注文"})]);
    world.tripped("s1");
    for list in ["status", "incidents"] {
        let shown = world.with("COLUMNS", "60", list).out;
        assert!(shown.contains("  claude  "), "{shown}");
        // Names that are too wide keep both ends.
        assert!(shown.contains("  出…-注文  "), "{shown}");
        assert!(shown.contains("  6 × make test"), "{shown}");
    }
}

#[test]
fn a_person_reads_words_that_are_meant_for_a_person() {
    let world = World::new();
    world.write("project/.fusebox.toml", "[limits]\ntool_calls = 2\n");
    world.claude("SessionStart", json!({"source": "startup"}));
    world.claude("UserPromptSubmit", json!({"prompt": "go"}));
    let told: Vec<String> =
        (0..3).map(|n| world.bash(&format!("c{n}"), &format!("make {n}")).out).collect();
    let last: serde_json::Value = serde_json::from_str(&told[2]).unwrap();
    let agents = &last["hookSpecificOutput"]["permissionDecisionReason"];
    assert!(agents.as_str().unwrap().contains("Summarize your progress and call report_complete"));
    let bell = format!(
        "Fusebox: circuit breaker tripped: tool calls (2/2). See `fusebox show {}`.",
        world.incident()
    );
    assert_eq!(last["systemMessage"], bell);
    for command in ["status", "status s1", "status --json", "incidents", "show", "show --brief"] {
        let shown = world.run(command).out;
        for words in ["Summarize your progress", "report_complete", "CIRCUIT BREAKER:"] {
            assert!(!shown.contains(words), "{command}: {words} in {shown}");
        }
        assert!(shown.contains("tool calls"), "{command}: {shown}");
    }
}

#[test]
fn a_session_whose_start_nobody_reported_is_known_from_its_first_event() {
    let world = World::new();
    world.bash("c1", "cargo test");
    let status = world.run("status s1 --json").json();
    has(&status, json!({"client": "claude", "folder": "~/project", "tool_calls": 1}));
    let rows = world.run("status").out;
    assert!(rows.lines().nth(1).unwrap().starts_with("closed  s1       project  claude"), "{rows}");
    // It is told once, and a start that is reported later stands.
    world.bash("c2", "cargo build");
    world.claude("SessionStart", json!({"source": "resume", "cwd": world.path("elsewhere")}));
    world.bash("c3", "cargo doc");
    let starts = world.number("SELECT count(*) FROM log WHERE kind = 'session_start'");
    assert_eq!(starts, 2);
    assert_eq!(world.run("status s1 --json").json()["folder"], json!("~/elsewhere"));
}

#[test]
fn the_folder_of_a_session_is_the_project_although_the_agent_went_elsewhere() {
    let world = World::new();
    let tell = |session: &str, event: &str, mut fields: serde_json::Value| {
        fields["session_id"] = json!(session);
        fields["cwd"] = json!(world.path("project/crates/till"));
        let mut hook = world.hook();
        hook.env("CLAUDE_PROJECT_DIR", world.path("project"));
        world.finish(&mut hook, &world.event(event, fields));
    };
    // One whose start nobody reported, and one that begins again after a compaction.
    let call = json!({"tool_name": "Bash", "tool_use_id": "c1", "tool_input": {"command": "ls"}});
    tell("unreported", "PreToolUse", call);
    tell("compacted", "SessionStart", json!({"source": "compact"}));
    for session in ["unreported", "compacted"] {
        let status = world.run(&format!("status {session} --json")).json();
        assert_eq!(status["folder"], json!("~/project"), "{session}");
    }
}

#[test]
fn the_other_clients_tell_their_folder_at_every_event_too() {
    let world = World::new();
    for client in ["codex", "gemini", "qwen", "copilot"] {
        let mut hook = world.command(crate::world::HOOK);
        hook.arg(client);
        let event = world.event(
            if client == "gemini" { "BeforeTool" } else { "PreToolUse" },
            json!({"session_id": client, "tool_name": "Bash", "tool_use_id": "c1",
                "tool_input": {"command": "cargo test"}}),
        );
        world.finish(&mut hook, &event);
        let status = world.run(&format!("status {client} --json")).json();
        has(&status, json!({"client": client, "folder": "~/project"}));
    }
}

#[test]
fn the_id_of_a_task_names_its_latest_session() {
    let world = World::new();
    world.person_does(&["task", "start", "42"]);
    world.bash("c1", "cargo test");
    assert_eq!(world.run("status 42 --json").json()["session"], "s1");
    assert!(world.run("log 42").out.contains("cargo test"));
}
