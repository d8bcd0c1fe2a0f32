//! `spend.window`: the five hours and the week of a subscription, as Claude Code's status line and Codex's record tell them.

use std::fs::OpenOptions;
use std::io::Write;
use std::process::Stdio;

use serde_json::json;

use crate::caps::{begin, call, is_refused, world};
use crate::world::World;

const SHORT_S: u64 = 2 * 3_600;
const LONG_S: u64 = 3 * 24 * 3_600;

fn now_s() -> u64 {
    u64::try_from(jiff::Timestamp::now().as_second()).unwrap()
}

/// Claude Code shows its status line with so many percent of its five hours used.
fn status_line(world: &World, percent: f64) -> String {
    let input = json!({"session_id": "s1", "rate_limits": {
        "five_hour": {"used_percentage": percent, "resets_at": now_s() + SHORT_S},
        "seven_day": {"used_percentage": 41, "resets_at": now_s() + LONG_S}}});
    world.pipe("status --line", &input.to_string()).out
}

fn start(world: &World) {
    world.claude("SessionStart", json!({"session_id": "s1", "source": "startup"}));
    begin(world, "s1");
}

fn end_windows(world: &World) {
    let ends = "UPDATE scope SET durable = json_set(durable, '$.window[1]', 1)
        WHERE key LIKE 'spend/subscription%'";
    world.sql().execute(ends, []).unwrap();
}

#[test]
fn m07_at_the_share_of_a_window_the_next_call_is_refused_until_it_ends() {
    let world = world("spend.window = 0.9");
    start(&world);
    status_line(&world, 71.9);
    assert_eq!(call(&world, "s1", "a"), "", "one step before the warning");
    status_line(&world, 72.0);
    let warned = call(&world, "s1", "b");
    assert!(
        warned.contains("72 % of the subscription's five hours used by claude, 90 % may be"),
        "{warned}"
    );
    assert!(!is_refused(&warned), "{warned}");
    status_line(&world, 89.99);
    assert_eq!(call(&world, "s1", "c"), "", "one step earlier, and warned once");
    status_line(&world, 90.0);
    let refused = call(&world, "s1", "d");
    assert!(is_refused(&refused), "{refused}");
    assert!(refused.contains("90 % of the subscription's five hours used by claude"), "{refused}");
    let allow = "fusebox spend allow '5 %' --cap subscription.five_hours";
    assert!(refused.contains(allow), "{refused}");
    let incidents = world.run("incidents --json").json();
    assert_eq!(incidents[0]["findings"][0]["rule"], "spend.window", "{incidents}");
    // An agent that tells less does not make room.
    status_line(&world, 10.0);
    assert!(is_refused(&call(&world, "s1", "e")));
    end_windows(&world);
    assert!(!is_refused(&call(&world, "s1", "f")), "the provider's window has ended");
    assert_eq!(world.run("incidents --json").json()[0]["status"], "reset");
}

#[test]
fn m07_a_person_allows_more_of_a_window() {
    let world = world("spend.window = 0.9");
    // Without the event of its start nothing here runs inside the client.
    begin(&world, "s1");
    let named = "UPDATE scope SET durable = json_set(durable, '$.client', 'claude')
        WHERE key = 's1' AND json_valid(durable)";
    world.sql().execute(named, []).unwrap();
    status_line(&world, 91.0);
    assert!(is_refused(&call(&world, "s1", "a")));
    let allowed = world.person_does(&["spend", "allow", "5 %", "--cap", "subscription.five_hours"]);
    assert!(allowed.out.contains("subscription.five_hours: 91 % of the"), "{allowed:?}");
    assert!(!is_refused(&call(&world, "s1", "b")));
    status_line(&world, 96.0);
    assert!(is_refused(&call(&world, "s1", "c")));
}

#[test]
fn m07_without_a_cap_the_windows_are_shown_and_refuse_nothing() {
    let world = world("");
    start(&world);
    let line = status_line(&world, 100.0);
    assert!(line.contains("5 h 100 % · week 41 %"), "{line}");
    assert_eq!(call(&world, "s1", "a"), "");
    let status = world.run("status").out;
    for window in ["100 % of its five hours used, until", "41 % of its week used, until"] {
        assert!(status.contains(&format!("subscription of claude: {window}")), "{status}");
    }
    assert!(!status.contains("cap subscription"), "{status}");
    end_windows(&world);
    assert!(!world.run("status").out.contains("subscription"));
}

/// A record of Codex that tells so many percent of the week.
fn codex_record(percent: f64) -> String {
    let counts = json!({"input_tokens": 100, "cached_input_tokens": 0, "output_tokens": 1});
    let limits = json!({
        "primary": {"used_percent": 3.0, "window_minutes": 300, "resets_at": now_s() + SHORT_S},
        "secondary": {"used_percent": percent, "window_minutes": 10_080, "resets_at": now_s() + LONG_S}});
    let payload = json!({"type": "token_count", "info": {"total_token_usage": counts},
        "rate_limits": limits});
    json!({"timestamp": "2026-11-21T10:00:00Z", "type": "event_msg", "payload": payload})
        .to_string()
}

#[test]
fn m07_the_week_of_codex_is_read_from_its_record() {
    let world = world("spend.window = 0.5");
    let record = world.path("record.jsonl");
    let write = |line: &str| {
        let mut file = OpenOptions::new().create(true).append(true).open(&record).unwrap();
        writeln!(file, "{line}").unwrap();
    };
    let tell = |event: &str, id: &str| {
        let event = json!({"session_id": "s1", "transcript_path": record, "hook_event_name": event,
            "cwd": world.path("project"), "model": "gpt-5.1-codex", "source": "startup",
            "tool_name": "read_file", "tool_use_id": id,
            "tool_input": {"file_path": format!("src/{id}.rs")}});
        let mut hook = world.command(world.programs.join("fusebox-hook"));
        hook.arg("codex").stdin(Stdio::piped());
        world.finish(&mut hook, event.to_string().as_bytes()).out
    };
    write(
        &json!({"timestamp": "2026-11-21T10:00:00Z", "type": "session_meta",
        "payload": {"id": "s1", "cwd": "/w"}})
        .to_string(),
    );
    tell("SessionStart", "start");
    tell("PreToolUse", "first");
    write(&codex_record(39.0));
    assert_eq!(tell("PreToolUse", "a"), "", "one step before the warning");
    write(&codex_record(50.0));
    let refused = tell("PreToolUse", "b");
    assert!(
        is_refused(&refused) && refused.contains("50 % of the subscription's week used by codex"),
        "{refused}"
    );
}

/// A whole record of Codex that tells so many percent of the week.
pub(crate) fn codex_rollout(percent: f64) -> String {
    let meta = json!({"timestamp": "2026-11-21T10:00:00Z", "type": "session_meta",
        "payload": {"id": "s1", "cwd": "/w"}});
    format!("{meta}\n{}\n", codex_record(percent))
}

#[test]
fn m07_windows_of_records_are_shown_where_fusebox_never_ran() {
    let world = World::new();
    world.write("project/rollout.jsonl", codex_rollout(7.25));
    let ran = world.run("spend rollout.jsonl");
    assert!(ran.out.contains("subscription of codex: 7.25 % of its week used, until"), "{ran:?}");
    let windows = world.run("spend rollout.jsonl --json").json()["subscriptions"].clone();
    assert_eq!(
        (&windows[1]["client"], &windows[1]["window"], &windows[1]["used_percent"]),
        (&json!("codex"), &json!("week"), &json!(7.25))
    );
    assert_eq!(world.run("status").out, "", "that file is in no folder of a client");
    world.write(".codex/sessions/2026/11/21/rollout.jsonl", codex_rollout(7.25));
    let ran = world.run("status");
    assert!(ran.err.starts_with("No session has been watched yet."), "{ran:?}");
    for told in ["subscription of codex: 7.25 % of its week used, until", "spent today: $"] {
        assert!(ran.out.contains(told), "{ran:?}");
    }
}
