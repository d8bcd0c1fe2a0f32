//! What the records of clients cost, where people look: the status line, lists, statistics, metrics.

use serde_json::{Value, json};

use crate::world::World;

/// A response of claude-sonnet-4-5 that cost 1.50 US dollars: 100,000 tokens received.
fn response(session: &str, id: u32, at: &str) -> String {
    let record = json!({
        "parentUuid": null, "isSidechain": false, "type": "assistant", "uuid": format!("{session}-{id}"),
        "sessionId": session, "cwd": "/srv/shop", "timestamp": at, "requestId": format!("req_{id}"),
        "message": {"id": format!("msg_{id}"), "model": "claude-sonnet-4-5", "content": [],
            "usage": {"input_tokens": 0, "output_tokens": 100_000}},
    });
    format!("{record}\n")
}

fn now() -> String {
    jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// Two responses of a session, one long ago, and one of another.
fn world() -> World {
    let world = World::new();
    let records = ".claude/projects/-srv-shop";
    world.write(
        &format!("{records}/s1.jsonl"),
        response("s1", 1, "2026-01-01T12:00:00Z") + &response("s1", 2, &now()),
    );
    world.write(&format!("{records}/s2.jsonl"), response("s2", 3, &now()));
    world
}

#[test]
fn m07_the_status_line_has_the_cost_and_the_windows_of_the_subscription() {
    let world = world();
    world.claude("SessionStart", json!({"session_id": "s1", "source": "startup"}));
    let input = json!({"session_id": "s1", "rate_limits": {
        "five_hour": {"used_percentage": 23.5, "resets_at": 1_795_000_000},
        "seven_day": {"used_percentage": 41, "resets_at": 1_795_500_000}}});
    assert_eq!(
        world.pipe("status --line", &input.to_string()).out,
        "● closed · 0 calls · $3.00 · today $3.00 · $3.00/h · 5 h 24 % · week 41 %\n"
    );
    // A session that Fusebox does not watch has a cost as well.
    let other = json!({"session_id": "s2"}).to_string();
    let line = world.pipe("status --line", &other).out;
    assert_eq!(line, "⏻ fusebox · $1.50 · today $3.00 · $3.00/h\n");
}

#[test]
fn m01_the_status_has_what_a_session_cost() {
    let world = world();
    world.claude("SessionStart", json!({"session_id": "s1", "source": "startup"}));
    world.claude("SessionStart", json!({"session_id": "unrecorded", "source": "startup"}));
    assert_eq!(world.run("status s1 --json").json()["cost_usd"], "3");
    assert_eq!(world.run("status unrecorded --json").json()["cost_usd"], Value::Null);
    let shown = world.run("status s1").out;
    assert!(shown.lines().any(|line| line.trim_start() == "cost        $3.00"), "{shown}");
    let list = world.run("status").out;
    assert!(list.ends_with("spent today: $3.00 by all agents, $3.00 in the last hour\n"), "{list}");
}

#[test]
fn m02_an_estimated_cost_is_marked_where_people_look() {
    let world = World::new();
    let unknown = response("s1", 1, &now()).replace("claude-sonnet-4-5", "mystery-9");
    world.write(".claude/projects/-srv-shop/s1.jsonl", unknown);
    world.write(".claude/projects/-srv-shop/s2.jsonl", response("s2", 2, &now()));
    world.claude("SessionStart", json!({"session_id": "s1", "source": "startup"}));
    let estimate = world.run("spend --by session --csv").out;
    let estimate: f64 = estimate
        .lines()
        .find_map(|line| line.strip_prefix("s1,")?.split(',').next())
        .unwrap()
        .parse()
        .unwrap();
    let cost = format!("~${estimate:.2}");
    let shown = world.run("status s1").out;
    assert!(
        shown.lines().any(|line| line.trim_start() == format!("cost        {cost}")),
        "{shown}"
    );
    let list = world.run("status").out;
    let today = format!("~${:.2}", estimate + 1.5);
    assert!(list.contains(&format!("spent today: {today} by all agents, {today} in")), "{list}");
    let line = |session: &str| {
        world.pipe("status --line", &json!({"session_id": session}).to_string()).out
    };
    assert!(
        line("s1").contains(&format!("· {cost} · today {today} · {today}/h")),
        "{}",
        line("s1")
    );
    assert!(line("s2").contains("· $1.50 · today ~"), "{}", line("s2"));
    assert_eq!(world.run("status s1 --json").json()["cost_usd"], estimate.to_string());
}

#[test]
fn m01_an_incident_has_what_was_spent_after_it() {
    let world = world();
    world.tripped("s1");
    let incident = world.run("incidents --json").json()[0].clone();
    assert_eq!((&incident["cost_usd"], &incident["cost_after_usd"]), (&json!("3"), &json!("1.5")));
    let said = world.run("incidents").err;
    assert_eq!(said, "$1.50 was spent in these sessions after they were stopped\n");
}

#[test]
fn m01_metrics_count_cost_and_tokens_by_model_and_role() {
    let world = world();
    let start = world.event("SessionStart", json!({"session_id": "s2", "source": "startup"}));
    world.finish(world.hook().env("FUSEBOX_ROLE", "pm"), &start);
    let told = world.run("metrics").out;
    for line in [
        "# TYPE fusebox_cost_usd_total counter",
        "fusebox_cost_usd_total{model=\"claude-sonnet-4-5\",role=\"\"} 3",
        "fusebox_cost_usd_total{model=\"claude-sonnet-4-5\",role=\"pm\"} 1.5",
        "fusebox_tokens_total{model=\"claude-sonnet-4-5\",role=\"\",kind=\"output\"} 200000",
        "fusebox_tokens_total{model=\"claude-sonnet-4-5\",role=\"pm\",kind=\"input\"} 0",
    ] {
        assert!(told.lines().any(|found| found == line), "{line} is missing:\n{told}");
    }
}

#[test]
fn m01_the_first_screen_of_an_incident_has_the_cost_and_what_came_after_the_trip() {
    let world = World::new();
    world.tripped("s1");
    let records = ".claude/projects/-srv-shop";
    let later = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(60);
    let later = later.strftime("%Y-%m-%dT%H:%M:%SZ").to_string();
    let text = response("s1", 1, "2026-01-01T12:00:00Z") + &response("s1", 2, &later);
    world.write(&format!("{records}/s1.jsonl"), text);
    let shown = world.run("show").out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("cost $3.00, $1.50 of it after the trip"), "{shown}");
    let record = world.run("show --json").json()["record"].clone();
    assert_eq!((&record["cost_usd"], &record["cost_after_usd"]), (&json!("3"), &json!("1.5")));
}

#[test]
fn a_session_far_beyond_the_usual_cost_of_its_project_is_shown_where_people_look() {
    let world = World::new();
    let records = ".claude/projects/-srv-shop";
    for n in 0..10 {
        world.write(&format!("{records}/s{n}.jsonl"), response(&format!("s{n}"), n, &now()));
    }
    let dear = |responses: std::ops::Range<u32>| -> String {
        responses.map(|n| response("dear", n, &now())).collect()
    };
    world.write(&format!("{records}/dear.jsonl"), dear(100..110));
    world.claude("SessionStart", json!({"session_id": "dear", "source": "startup"}));
    let line = || world.pipe("status --line", &json!({"session_id": "dear"}).to_string()).out;
    assert!(line().contains("$15.00") && !line().contains("usual"), "{}", line());
    world.write(&format!("{records}/dear.jsonl"), dear(100..111));
    assert!(line().contains("$16.50 · far more than the usual $1.50"), "{}", line());
    let status = world.run("status dear").out;
    assert!(status.contains("$16.50, far more than the usual $1.50"), "{status}");
}
