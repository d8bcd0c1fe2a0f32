//! Every command that lists or shows, at the widths of a phone, a terminal and a desk, with and without colour.

use std::collections::BTreeSet;

use textwrap::core::display_width;

use crate::kept_work::ordered_commands;
use crate::replay_samples::claude;
use crate::spend::response;
use crate::world::World;

/// Commands with a result in [`stopped_world`], and the first words of it. `ID` is the incident's short id.
const COMMANDS: &[(&str, &str)] = &[
    ("status", "STATE "),
    ("status --all", "STATE "),
    ("status ID", "open 9f3c2a10-"),
    ("incidents", "STATE "),
    ("show ID --brief", "○ OPEN   claude · "),
    ("show ID", "○ OPEN   claude · "),
    ("log ID", ""),
    ("runs --stats", "runs "),
    ("debug 9f3c", "The task as it stands"),
    ("status IN_TWO", "closed s-emoji-"),
    ("status --line", "● closed · "),
    ("incidents --open", "STATE "),
    ("runs", "END "),
    ("loop status night", "night: closed"),
    ("spend", "day "),
    ("service list", "closed "),
    ("task list", "STATE "),
    ("task show 42", "Task 42 "),
    ("doctor", "Programs"),
    ("config check", ""),
    ("config presets", "default "),
    ("prices show claude-sonnet-4-5", ""),
    ("calibrate", ""),
    ("spend --by month,model,client", "month "),
    ("replay", ""),
    ("audit 42", ""),
    ("patterns list", ""),
    ("patterns show PATTERN", ""),
    ("verifiers list", ""),
    ("escalate ID --dry-run", ""),
    ("inbox", ""),
    ("reconcile --check", ""),
    ("install claude --dry-run", ""),
    ("install --all --dry-run", ""),
    ("uninstall --dry-run", ""),
    ("purge --older-than 1d --dry-run", ""),
    ("help", "Circuit breakers for AI agents"),
    ("help pause", "Stop agents at their next call"),
];

/// Commands without a page of their own for a person, and why.
const WITHOUT_PAGE: &[(&str, &str)] = &[
    ("completions", "a script"),
    ("demo", "it needs a compiler: `demo.rs` tries it at these widths"),
    ("decide", "JSON for programs"),
    ("schema", "JSON for programs"),
    ("metrics", "the Prometheus text format"),
    ("mcp", "JSON for the client of an agent"),
    ("prompt", "Markdown for the instructions of an agent"),
    ("top", "a view in a terminal of its own: `top.rs` draws it"),
    ("watch", "it runs until it is ended: its own tests try it"),
    ("report", "the agent runs it"),
    ("justify", "the agent runs it"),
];

/// Commands whose every row is one line: at any width, the same number of lines.
const LISTS: &[&str] = &["status", "status --all", "incidents", "log ID"];

const SESSION: &str = "9f3c2a10-0b7e-4c55-9f0e-000000000001";

/// Two sessions with long names in other scripts: one that tripped and asks, one whose subagent tripped.
pub(crate) fn stopped_world() -> (World, String) {
    use serde_json::json;
    let world = World::new();
    for (session, folder) in [
        (SESSION, "/home/u/出荷管理システム-注文-サービス"),
        ("s-emoji-🚀🚀🚀🚀🚀🚀", "/home/u/rocket🚀"),
    ] {
        world.decide(&[json!({"session": session, "id": "start", "at_ms": crate::world::AT - 1,
            "type": "session_start", "client": "claude", "cwd": folder})]);
    }
    world.tripped(SESSION);
    world.tripped_agent("s-emoji-🚀🚀🚀🚀🚀🚀", "a7");
    world.decide(&[
        json!({"session": SESSION, "at_ms": crate::world::AT + 20_000, "type": "blocked",
        "summary": "The header of orders.c has no such field. Which one is meant?"}),
    ]);
    add_other_work(&world);
    let id = world.run(&format!("incidents --session {SESSION} --json")).json()[0]["id"].clone();
    (world, id.as_str().unwrap()[..4].to_owned())
}

/// A named task, a run, a loop, a shared breaker, and a recorded session with its cost.
fn add_other_work(world: &World) {
    use serde_json::json;
    for n in 0..5 {
        let call = format!("j{n}");
        world.decide(&[
            json!({"session": "jira", "id": format!("a{n}"), "at_ms": crate::world::AT - 500,
                "type": "tool_result", "call": call, "ok": false, "output": "MCP error -32001: Request timed out",
                "request": {"tool": "mcp:jira/search_of_a_very_long_name", "input": {"n": n}}}),
        ]);
    }
    let slice = "注文の合計を計算する部分を直してテストを通す";
    world.person_does(&["task", "start", "42", "--slice", slice, "--role", "feat-dev"]);
    world.write("project/PLAN.md", "make it pass");
    assert_eq!(world.run("run --task 42 -- /bin/true").code, 0);
    let looped = world.run("loop --task night --prompt PLAN.md --max 1 -- /bin/true");
    assert_eq!(looped.code, 4, "{}", looped.err);
    world.write(".claude/projects/p/a.jsonl", claude("5b0c3f52-0001", 12));
    let usage = response("5b0c3f52-0002", 1, "2026-11-01T12:00:00Z");
    world.write(".claude/projects/p/b.jsonl", usage);
}

fn words_of(text: &str) -> Vec<&str> {
    text.split_whitespace().filter(|word| word.parse::<u64>().is_err()).collect()
}

fn plain(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn every_line_fits_at_60_80_and_160_columns_with_and_without_colour() {
    let (world, id) = stopped_world();
    let pattern = world.run("patterns list --json").json()[0]["id"].as_str().unwrap().to_owned();
    let mut wrong: Vec<String> = Vec::new();
    for (command, begins) in COMMANDS {
        let mut lines_at = Vec::new();
        for columns in ["60", "80", "160"] {
            let words = command.replace("IN_TWO", "s-emoji").replace("ID", &id);
            let words = words.replace("PATTERN", &pattern);
            let ran = world.with("COLUMNS", columns, &words);
            let label = format!("{command} at {columns}");
            assert_eq!(ran.code, 0, "{label}: {}", ran.err);
            if !ran.out.starts_with(begins) {
                wrong.push(format!("{label} does not begin with {begins:?}: {}", ran.out));
            }
            assert!(!ran.out.contains('\u{1b}'), "{label}");
            let most: usize = columns.parse().unwrap();
            // A command to type, an id and a path are never cut.
            let wholes = ["fusebox ", "~/", SESSION];
            let is_whole = |line: &str| wholes.iter().any(|whole| line.contains(whole));
            let wide = ran.out.lines().find(|line| display_width(line) > most && !is_whole(line));
            wrong.extend(wide.map(|line| format!("{label}: {line}")));
            // The help of one command is clap's.
            let is_ours = !command.starts_with("help ");
            let blank = ran.out.lines().find(|line| line.ends_with(' ') && is_ours);
            wrong.extend(blank.map(|line| format!("{label} ends in a blank: {line:?}")));
            lines_at.push(ran.out.lines().count());
            let coloured = world.with("COLUMNS", columns, &format!("{words} --color always"));
            // How long ago it was may have changed, and so may the blanks around that.
            assert_eq!(words_of(&plain(&coloured.out)), words_of(&ran.out), "{label}");
        }
        if LISTS.contains(command) {
            assert!(lines_at.iter().all(|lines| *lines == lines_at[0]), "{command}: {lines_at:?}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_command_of_the_help_is_tried_at_these_widths() {
    let help = World::new().run("--help").out;
    let names = help.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names: BTreeSet<&str> = names.filter_map(|line| line.split_whitespace().next()).collect();
    let tried = COMMANDS.iter().filter_map(|(command, _)| command.split_whitespace().next());
    let without = WITHOUT_PAGE.iter().map(|(command, _)| *command);
    let tried: BTreeSet<&str> = tried.chain(ordered_commands()).chain(without).collect();
    assert_eq!(names, tried);
}

#[test]
fn at_60_columns_the_reason_still_says_which_call_and_how_often() {
    let (world, _) = stopped_world();
    for command in ["status", "incidents"] {
        let rows = world.with("COLUMNS", "60", command).out;
        let row = rows.lines().nth(1).unwrap();
        assert!(row.ends_with("  6 × make test"), "{rows}");
    }
    let rows = world.with("COLUMNS", "60", "status").out;
    assert!(
        rows.lines().any(|row| row.contains("└ a7") && row.ends_with("6 × make test")),
        "{rows}"
    );
}

#[test]
fn the_first_screen_is_at_most_24_lines_and_the_agents_question_comes_first() {
    let (world, id) = stopped_world();
    let brief = world.with("COLUMNS", "80", &format!("show {id} --brief")).out;
    assert!(brief.lines().count() <= 24, "{brief}");
    let order = [
        "○ OPEN   claude · ",
        "`make test` has given the same result 6 times in a row",
        "The agent asks",
        "  The header of orders.c has no such field. Which one is meant?",
        &format!("Answer it   fusebox reset {id} --guidance \"…\"  or type to the agent"),
        &format!("Wrong trip  fusebox dismiss {id} --wrong"),
        "6 calls · ",
        "session 9f3c2a10 · repetition.same_call",
    ];
    let places: Vec<usize> = order
        .iter()
        .map(|part| brief.find(part).unwrap_or_else(|| panic!("{part:?} is not in\n{brief}")))
        .collect();
    assert!(places.is_sorted(), "{places:?}\n{brief}");
    // The report goes on where the first screen ends.
    let whole = world.with("COLUMNS", "80", &format!("show {id}")).out;
    assert!(whole.starts_with(brief.trim_end()), "{whole}");
    assert!(
        whole.contains("What actually happens\n    orders.c: error: no such field\n"),
        "{whole}"
    );
    for empty in ["Attempts log", "Scope violations", "Files modified", "None"] {
        assert!(!whole.contains(empty), "{empty}:\n{whole}");
    }
}

/// Session `s1` repeats a command in Claude Code until it is stopped. The last answer of the hook.
fn trip_in_claude(world: &World) -> String {
    use serde_json::json;
    world.claude("UserPromptSubmit", json!({"prompt": "make it pass"}));
    let mut last = String::new();
    for n in 0..8 {
        let fields = crate::world::bash(&format!("c{n}"), "make test");
        let out = world.claude("PreToolUse", fields.clone()).out;
        last = if out.is_empty() { last } else { out };
        if n < 6 {
            let mut failed = fields;
            failed["error"] = json!("orders.c: error: no such field");
            world.claude("PostToolUseFailure", failed);
        }
    }
    last
}

/// The reason on the first screen, in one line.
fn reason_of(screen: &str) -> String {
    let lines: Vec<&str> = screen.lines().collect();
    lines[2..].split(|line| line.is_empty()).next().unwrap().join(" ")
}

#[test]
fn the_desktop_note_carries_the_first_two_lines_of_the_first_screen() {
    use std::os::unix::fs::PermissionsExt;

    let mut world = World::new();
    let note = world.path("note");
    world.write(
        "bin/notify-send",
        format!("#!/bin/sh\nprintf '%s\\n' \"$@\" > {0}.new\nmv {0}.new {0}\n", note.display()),
    );
    let program = world.path("bin/notify-send");
    std::fs::set_permissions(&program, PermissionsExt::from_mode(0o755)).unwrap();
    world.set_variable("PATH", &format!("{}:/usr/bin:/bin", world.path("bin").display()));
    trip_in_claude(&world);
    // The hook has started a delivery of its own, which may be at it.
    for _ in 0..3_000 {
        assert_eq!(world.run("effects drain").code, 0);
        if note.exists() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let note = std::fs::read_to_string(note).unwrap();
    let note: Vec<&str> = note.lines().skip_while(|line| line.starts_with("--")).collect();
    let show = note[2].strip_prefix("fusebox ").unwrap();
    let screen = world.run(&format!("{show} --brief")).out;
    assert!(screen.starts_with("○ OPEN   claude · ~/project · "), "{screen}");
    assert_eq!(note[0], "Fusebox stopped claude in project");
    assert_eq!(note[1], reason_of(&screen));
}

#[test]
fn a_person_answers_a_bell_with_the_ids_as_they_are_printed() {
    let world = World::new();
    let bell = trip_in_claude(&world);
    // The bell: one line for the person, which names the command.
    let reply: serde_json::Value = serde_json::from_str(&bell).unwrap();
    let said = reply["systemMessage"].as_str().unwrap();
    assert_eq!(reply["terminalSequence"], "\u{7}");
    let show = said.split('`').find(|part| part.starts_with("fusebox show ")).unwrap();
    let words = |command: &str| command.strip_prefix("fusebox ").unwrap().to_owned();
    let status = world.run("status").out;
    let row = status.lines().nth(1).unwrap();
    assert!(row.starts_with("open "), "{status}");
    let session = row.split_whitespace().nth(1).unwrap().to_owned();
    let screen = world.run(&words(show)).out;
    // The id as the screen prints it works in every command.
    let reset = screen.lines().find_map(|line| line.strip_prefix("Answer it   ")).unwrap();
    let id = reset.split_whitespace().nth(2).unwrap().to_owned();
    for command in ["show ID --brief", "log ID", "status ID", "show ID --json"] {
        for id in [&id, &session] {
            let ran = world.run(&command.replace("ID", id));
            assert_eq!(ran.code, 0, "{command} {id}: {}", ran.err);
        }
    }
    // The bell says what the first screen says: that it is open, why, and which incident it is.
    let incident = screen.lines().next().unwrap().split_whitespace().last().unwrap();
    let reason = reason_of(&screen);
    let reason = reason.trim_end_matches('.');
    assert_eq!(
        said,
        format!("Fusebox: circuit breaker tripped: {reason}. See `fusebox show {incident}`.")
    );
    let ran = world.person(&["reset", &id, "--guidance", "read orders.h first"], "y\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let told = world.bash("next", "cat orders.h").out;
    assert!(told.contains("A person answers the circuit breaker: read orders.h first"), "{told}");
    assert!(!told.contains("deny"), "{told}");
    assert_eq!(world.run("status s1 --json").json()["state"], "half_open");
}

#[test]
fn a_person_answers_for_a_subagent_with_the_ids_as_they_are_printed() {
    let (world, _) = stopped_world();
    let status = world.run("status").out;
    // Its session works on: the line of the subagent stands below that of its session.
    let rows: Vec<&str> = status.lines().collect();
    let at = rows.iter().position(|row| row.contains("└ a7")).unwrap();
    assert!(rows[at].starts_with("open "), "{status}");
    assert!(rows[at - 1].starts_with("closed "), "{status}");
    let session = rows[at - 1].split_whitespace().nth(1).unwrap().to_owned();
    let screen = world.run(&format!("show {session} --brief")).out;
    assert!(screen.starts_with("○ OPEN   claude · subagent a7 · "), "{screen}");
    let reset = screen.lines().find_map(|line| line.strip_prefix("Answer it   ")).unwrap();
    let id = reset.split_whitespace().nth(2).unwrap().to_owned();
    let ran = world.person(&["reset", &id, "--guidance", "read orders.h first"], "y\n");
    assert_eq!(ran.code, 0, "{}", ran.err);
    let verdicts =
        world.decide(&[serde_json::json!({"session": "s-emoji-🚀🚀🚀🚀🚀🚀", "agent": "a7",
        "id": "next", "at_ms": crate::world::AT + 30_000, "type": "tool_request", "call": "c9",
        "tool": "bash", "input": {"command": "cat orders.h"}})]);
    assert_ne!(verdicts[0]["verdict"], "deny", "{verdicts:?}");
    assert!(verdicts[0]["context"].as_str().unwrap().contains("read orders.h first"));
    assert!(world.run(&format!("incidents --open --session {session}")).out.is_empty());
}
