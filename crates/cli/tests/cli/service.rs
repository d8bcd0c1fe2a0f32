//! Services and tools (S1–S7) through the programs: sessions in processes of their own share one breaker.

use std::time::SystemTime;

use fusebox_engine::Timestamp;
use fusebox_runtime::{Runtime, replay};
use serde_json::{Value, json};

use crate::replay_samples::lines;
use crate::transcript::{CommandOutput, NO_TERMINAL, check};
use crate::world::World;

const TOOL: &str = "mcp__jira__search";
const KEY: &str = "mcp:jira/search";
const DOWN: &str = "MCP error -32001: Request timed out";
const PROCESSES: usize = 64;

/// Asks the hook for a call of the tool.
fn ask(world: &World, session: &str, call: &str) -> CommandOutput {
    world.claude("PreToolUse", fields(session, call))
}

fn fields(session: &str, call: &str) -> Value {
    json!({"session_id": session, "tool_name": TOOL, "tool_use_id": call,
        "tool_input": {"jql": call}})
}

/// `n` calls that fail, as canonical events, so far apart.
fn failures(n: u64, from: u64, apart: u64, kind: Option<&str>) -> Vec<Value> {
    let call = |n: u64| {
        let (at, call) = (from + apart * n, format!("c{n}"));
        let request = json!({"session": "s0", "at_ms": at, "type": "tool_request", "call": call,
            "tool": KEY, "input": {"n": n}});
        [
            request,
            json!({"session": "s0", "at_ms": at, "type": "tool_result", "call": call,
            "ok": false, "error_kind": kind, "output": DOWN}),
        ]
    };
    (0..n).flat_map(call).collect()
}

/// A call that the tool fails.
fn fail(world: &World, session: &str, call: &str) {
    end(world, session, call, "PostToolUseFailure", ("error", DOWN));
}

/// A call that the tool answers.
fn succeed(world: &World, session: &str, call: &str) {
    end(world, session, call, "PostToolUse", ("tool_response", "3 issues"));
}

fn end(world: &World, session: &str, call: &str, event: &str, (field, value): (&str, &str)) {
    assert_eq!(ask(world, session, call).out, "");
    let mut fields = fields(session, call);
    fields[field] = json!(value);
    world.claude(event, fields);
}

fn is_refused(ran: &CommandOutput) -> bool {
    ran.out.contains(r#""permissionDecision":"deny""#)
        && ran.out.contains("CircuitBreakerOpen: mcp:jira/search")
}

/// Five failures, the last one so long ago.
fn opened(world: &World, ago_ms: u64) {
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis() as u64;
    world.decide(&failures(5, now - ago_ms - 50, 10, None));
}

fn state(world: &World) -> Value {
    let views = world.run("service list --json").json();
    let views = views.as_array().unwrap();
    views.iter().find(|view| view["key"] == KEY).unwrap()["state"].clone()
}

#[test]
fn s04_a_failure_rate_in_the_configuration_opens_where_calls_succeed_in_between() {
    let world = World::new();
    let numbers = "[service]\nfailure_rate = 80\nminimum_calls = 5\nrate_calls = 10\n";
    world.write(".config/fusebox/config.toml", numbers);
    for call in ["1", "2", "3"] {
        fail(&world, "a", call);
    }
    succeed(&world, "b", "4");
    assert_eq!(state(&world), "closed", "four calls are not enough");
    let listed = world.run("service list").out;
    assert!(listed.contains("3 of the last 4 calls failed"), "{listed}");
    fail(&world, "b", "5");
    let refused = ask(&world, "c", "6");
    assert!(is_refused(&refused), "{}", refused.out);
    let told = world.run("log b --json").out;
    assert!(told.contains("mcp:jira/search failed 4 of its last 5 calls"), "{told}");
}

#[test]
fn s01_five_failures_in_two_processes_refuse_a_third() {
    let world = World::new();
    for (session, call) in [("a", "1"), ("b", "2"), ("a", "3"), ("b", "4")] {
        fail(&world, session, call);
    }
    let passed = ask(&world, "c", "5");
    assert!(!is_refused(&passed), "four are not enough: {}", passed.out);
    fail(&world, "b", "6");
    let refused = ask(&world, "c", "7");
    assert!(is_refused(&refused), "{}", refused.out);
    assert!(refused.out.contains("STOP, do not retry the same action. WAIT or SWITCH"));
    assert_eq!(world.bash("x", "ls").out, "", "nothing else is refused");
    assert_eq!(world.run("incidents").out, "");
    let status = world.run("status").out;
    assert!(status.contains("open  mcp:jira/search  a probe in "), "{status}");
}

#[test]
fn s01_a_locked_file_opens_the_breaker_of_reading_and_a_missing_one_does_not() {
    for (error, opens) in [
        ("EBUSY: resource busy or locked, open 'orders.db'", true),
        ("File does not exist. Did you mean orders.db?", false),
    ] {
        for (tool, key) in
            [("Read", "read"), ("Edit", "edit"), ("Write", "write"), ("Grep", "search")]
        {
            let world = World::new();
            world.write(".config/fusebox/config.toml", "preset = \"service\"\n");
            let ask = |n: u32| {
                let path = format!("orders.db{n}");
                let fields = json!({"tool_name": tool, "tool_use_id": format!("r{n}"),
                    "tool_input": {"file_path": path, "path": path, "pattern": "total",
                        "old_string": format!("a{n}"), "new_string": "b", "content": "c"}});
                let asked = world.claude("PreToolUse", fields.clone());
                (asked.out, fields)
            };
            for n in 1..=5 {
                let (answer, mut fields) = ask(n);
                let is_refused = answer.contains("CircuitBreakerOpen");
                assert!(!is_refused, "{error}, {tool} {n}: {answer}");
                fields["error"] = json!(error);
                world.claude("PostToolUseFailure", fields);
            }
            let refused = ask(6).0.contains(&format!("CircuitBreakerOpen: {key}"));
            assert_eq!(refused, opens, "{tool}: {error}");
        }
    }
}

#[test]
fn s02_of_sixty_four_processes_one_makes_the_probe() {
    let world = World::new();
    opened(&world, 31_000);
    let told: Vec<String> = std::thread::scope(|scope| {
        let world = &world;
        let asked: Vec<_> = (0..PROCESSES)
            .map(|n| scope.spawn(move || ask(world, &format!("p{n}"), &format!("call-{n}"))))
            .collect();
        asked.into_iter().map(|ran| ran.join().unwrap().out).collect()
    });
    let probes = told.iter().filter(|told| told.contains("try ONE simple check")).count();
    let refused = told.iter().filter(|told| told.contains("CircuitBreakerOpen")).count();
    assert_eq!((probes, refused), (1, PROCESSES - 1));
    let runtime = Runtime::open(&world.state_dir(), Vec::new(), Timestamp(0)).unwrap();
    let replayed = replay::replay(runtime.store()).unwrap();
    // Each process tells of a session of its own, whose start it stands in for.
    assert_eq!((replayed.events, replayed.differences), (10 + 2 * PROCESSES as u64, Vec::new()));
}

#[test]
fn s02_before_its_time_nobody_makes_a_probe() {
    let world = World::new();
    opened(&world, 0);
    assert!(is_refused(&ask(&world, "p", "1")));
}

#[test]
fn s06_decide_says_what_the_agent_is_told() {
    let world = World::new();
    let events = failures(6, 0, 1_000, Some("RateLimitExceeded"));
    let verdicts = world.pipe("decide", &lines(&events)).lines();
    let asked: Vec<&Value> =
        verdicts.iter().step_by(2).map(|verdict| &verdict["verdict"]).collect();
    assert_eq!(asked, ["allow", "allow", "allow", "allow", "allow", "deny"]);
    let said = verdicts[10]["context"].as_str().unwrap();
    assert!(said.starts_with("CircuitBreakerOpen: mcp:jira/search, retry in 29 s. STOP"), "{said}");
}

#[test]
fn s07_a_person_sets_a_breaker_and_nobody_else_does() {
    let world = World::new();
    check(&world.run("service open mcp:jira/search --yes"), NO_TERMINAL);
    check(
        &world.person(&["service", "open", KEY], "y\n"),
        "mcp:jira/search: held open; nothing passes.",
    );
    assert!(is_refused(&ask(&world, "s", "1")));
    check(&world.person(&["service", "enable", KEY, "--yes"], ""), "mcp:jira/search: closed.");
    assert!(!is_refused(&ask(&world, "s", "2")));
    for (order, expected) in
        [("close", "forced_closed"), ("disable", "disabled"), ("reset", "closed")]
    {
        world.person_does(&["service", order, KEY, "--yes"]);
        assert_eq!(state(&world), expected);
    }
    let before = world.run("service list --json").out;
    assert_eq!(world.run("service list --json").out, before, "asking changes nothing");
    check(
        &world.person(&["service", "open", "nix", "--yes"], ""),
        "
2> error: no breaker is called `nix`
2> hint: `fusebox service list` names them; `service.tools` says which tools have one
exit 1
",
    );
}

#[test]
fn s07_an_agent_gives_no_such_order() {
    let world = World::new();
    let ran = world.bash("x", "fusebox service reset mcp:jira/search --yes");
    assert!(ran.out.contains(r#""permissionDecision":"deny""#), "{}", ran.out);
}

#[test]
fn metrics_count_trips_calls_and_the_time_open() {
    let world = World::new();
    let before = world.run("metrics").out;
    assert!(
        before.contains("fusebox_trips_total{kind=\"agent\",name=\"repetition.same_call\"} 0\n")
    );
    opened(&world, 31_000);
    world.tripped("s1");
    ask(&world, "p", "1");
    ask(&world, "p", "2");
    let told = world.run("metrics").out;
    for line in [
        "# TYPE fusebox_trips_total counter",
        "fusebox_trips_total{kind=\"agent\",name=\"repetition.same_call\"} 1",
        "fusebox_trips_total{kind=\"service\",name=\"mcp:jira/search\"} 1",
        "fusebox_operations_total{service=\"mcp:jira\",outcome=\"success\"} 0",
        "fusebox_operations_total{service=\"mcp:jira\",outcome=\"failure\"} 5",
        "fusebox_operations_total{service=\"mcp:jira\",outcome=\"rejected\"} 1",
        "fusebox_open_seconds_total{breaker=\"mcp:jira/search\"} 30.000",
        "fusebox_breaker_state{breaker=\"mcp:jira/search\",state=\"half_open\"} 1",
        "fusebox_incidents_open 1",
    ] {
        assert!(told.lines().any(|found| found == line), "{line} is missing:\n{told}");
    }
    // What only notices, and so never trips, is no trip.
    for notice in ["repetition.same_search", "repetition.edits_without_check", "limits.quiet_after"]
    {
        assert!(!told.contains(notice), "{notice} is in\n{told}");
    }
    check(&world.run("metrics --textfile fusebox.prom"), "");
    let file = world.read("project/fusebox.prom");
    assert_eq!(file.lines().count(), told.lines().count());
    assert_eq!(world.names("project"), [".git", "fusebox.prom"], "nothing half-written is left");
    assert_eq!(world.run("metrics --textfile fusebox.txt").code, 2);
}
