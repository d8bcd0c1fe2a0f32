//! Services and tools (S1–S7) through the programs: sessions in processes of their own share one breaker.

use std::time::SystemTime;

use fusebox_engine::Timestamp;
use fusebox_runtime::{Runtime, replay};
use serde_json::{Value, json};

use crate::transcript::{Ran, check};
use crate::world::World;

const TOOL: &str = "mcp__jira__search";
const KEY: &str = "mcp:jira/search";
const DOWN: &str = "MCP error -32001: Request timed out";
const PROCESSES: usize = 64;

/// Asks the hook for a call of the tool.
fn ask(world: &World, session: &str, call: &str) -> Ran {
    let fields = json!({"session_id": session, "tool_name": TOOL, "tool_use_id": call,
        "tool_input": {"jql": call}});
    world.claude("PreToolUse", fields)
}

/// A call that the tool fails.
fn fail(world: &World, session: &str, call: &str) {
    assert_eq!(ask(world, session, call).stdout, "");
    let fields = json!({"session_id": session, "tool_name": TOOL, "tool_use_id": call,
        "tool_input": {"jql": call}, "error": DOWN});
    world.claude("PostToolUseFailure", fields);
}

/// A call that the tool answers.
fn succeed(world: &World, session: &str, call: &str) {
    assert_eq!(ask(world, session, call).stdout, "");
    let fields = json!({"session_id": session, "tool_name": TOOL, "tool_use_id": call,
        "tool_input": {"jql": call}, "tool_response": "3 issues"});
    world.claude("PostToolUse", fields);
}

fn is_refused(ran: &Ran) -> bool {
    ran.stdout.contains(r#""permissionDecision":"deny""#)
        && ran.stdout.contains("CircuitBreakerOpen: mcp:jira/search")
}

/// Five failures, the last one so long ago.
fn opened(world: &World, ago_ms: u64) {
    let now = SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis() as u64;
    let mut lines = String::new();
    for n in 0..5 {
        let at = now - ago_ms - 10 * (5 - n);
        let call = format!("c{n}");
        for event in [
            json!({"session": "s0", "at_ms": at, "type": "tool_request", "call": call, "tool": KEY,
                "input": {"n": n}}),
            json!({"session": "s0", "at_ms": at, "type": "tool_result", "call": call, "ok": false,
                "output": DOWN}),
        ] {
            lines.push_str(&format!("{event}\n"));
        }
    }
    let mut command = world.fusebox();
    command.arg("decide").arg("--store").arg(world.state_dir());
    assert_eq!(world.finish(&mut command, lines.as_bytes()).code, 0);
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
    let listed = world.run("service list").stdout;
    assert!(listed.contains("3 of the last 4 calls failed"), "{listed}");
    fail(&world, "b", "5");
    let refused = ask(&world, "c", "6");
    assert!(is_refused(&refused), "{}", refused.stdout);
    let told = world.run("log b --json").stdout;
    assert!(told.contains("mcp:jira/search failed 4 of its last 5 calls"), "{told}");
}

#[test]
fn s01_five_failures_in_two_processes_refuse_a_third() {
    let world = World::new();
    for (session, call) in [("a", "1"), ("b", "2"), ("a", "3"), ("b", "4")] {
        fail(&world, session, call);
    }
    let passed = ask(&world, "c", "5");
    assert!(!is_refused(&passed), "four are not enough: {}", passed.stdout);
    fail(&world, "b", "6");
    let refused = ask(&world, "c", "7");
    assert!(is_refused(&refused), "{}", refused.stdout);
    assert!(refused.stdout.contains("STOP, do not retry the same action. WAIT or SWITCH"));
    let other = json!({"tool_name": "Bash", "tool_use_id": "x", "tool_input": {"command": "ls"}});
    assert_eq!(world.claude("PreToolUse", other).stdout, "", "nothing else is refused");
    assert_eq!(world.run("incidents").stdout, "");
    let status = world.run("status").stdout;
    assert!(status.contains("open  mcp:jira/search  a probe in "), "{status}");
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
        asked.into_iter().map(|ran| ran.join().unwrap().stdout).collect()
    });
    let probes = told.iter().filter(|told| told.contains("try ONE simple check")).count();
    let refused = told.iter().filter(|told| told.contains("CircuitBreakerOpen")).count();
    assert_eq!((probes, refused), (1, PROCESSES - 1));
    let runtime = Runtime::open(&world.state_dir(), Vec::new(), Timestamp(0)).unwrap();
    let replayed = replay::replay(runtime.store()).unwrap();
    assert_eq!((replayed.events, replayed.differences), (10 + PROCESSES as u64, Vec::new()));
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
    let mut lines = String::new();
    for n in 0..6 {
        let at = 1_000 * n;
        lines.push_str(&format!(
            "{}\n",
            json!({"session": "s", "at_ms": at, "type": "tool_request", "call": n.to_string(),
                "tool": KEY, "input": {"n": n}})
        ));
        lines.push_str(&format!(
            "{}\n",
            json!({"session": "s", "at_ms": at, "type": "tool_result", "call": n.to_string(),
                "ok": false, "error_kind": "RateLimitExceeded", "output": format!("{n}")})
        ));
    }
    let ran = world.pipe("decide", &lines);
    let verdicts: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let asked: Vec<&Value> =
        verdicts.iter().step_by(2).map(|verdict| &verdict["verdict"]).collect();
    assert_eq!(asked, ["allow", "allow", "allow", "allow", "allow", "deny"]);
    let said = verdicts[10]["context"].as_str().unwrap();
    assert!(said.starts_with("CircuitBreakerOpen: mcp:jira/search, retry in 29 s. STOP"), "{said}");
}

#[test]
fn s07_a_person_sets_a_breaker_and_nobody_else_does() {
    let world = World::new();
    check(
        &world.run("service open mcp:jira/search --yes"),
        "
2> error: there is no terminal: only a person may do that
2> hint: run it in a terminal of your own
exit 1
",
    );
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
        assert_eq!(world.person(&["service", order, KEY, "--yes"], "").code, 0);
        assert_eq!(state(&world), expected);
    }
    let before = world.run("service list --json").stdout;
    assert_eq!(world.run("service list --json").stdout, before, "asking changes nothing");
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
    let fields = json!({"tool_name": "Bash", "tool_use_id": "x",
        "tool_input": {"command": "fusebox service reset mcp:jira/search --yes"}});
    let ran = world.claude("PreToolUse", fields);
    assert!(ran.stdout.contains(r#""permissionDecision":"deny""#), "{}", ran.stdout);
}

#[test]
fn metrics_count_trips_calls_and_the_time_open() {
    let world = World::new();
    let before = world.run("metrics").stdout;
    assert!(
        before.contains("fusebox_trips_total{kind=\"agent\",name=\"repetition.same_call\"} 0\n")
    );
    opened(&world, 31_000);
    world.tripped("s1");
    ask(&world, "p", "1");
    ask(&world, "p", "2");
    let told = world.run("metrics").stdout;
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
    check(&world.run("metrics --textfile fusebox.prom"), "");
    let file = world.read("project/fusebox.prom");
    assert_eq!(file.lines().count(), told.lines().count());
    assert_eq!(world.names("project"), [".git", "fusebox.prom"], "nothing half-written is left");
    assert_eq!(world.run("metrics --textfile fusebox.txt").code, 2);
}
