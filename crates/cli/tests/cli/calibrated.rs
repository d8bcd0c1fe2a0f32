//! `limits.calibrated`: limits that keep themselves current, through the real hook.

use serde_json::{Value, json};

use crate::caps::spend;
use crate::world::{World, bash};

/// What a session of Claude Code does, with or without a person.
struct Client<'w> {
    world: &'w World,
    session: String,
    entrypoint: &'static str,
}

impl Client<'_> {
    fn tell(&self, event: &str, mut fields: Value) -> String {
        fields["session_id"] = json!(self.session);
        fields["transcript_path"] = json!(self.world.path(&format!("{}.jsonl", self.session)));
        let input = self.world.event(event, fields);
        let mut hook = self.world.hook();
        self.world.finish(hook.env("CLAUDE_CODE_ENTRYPOINT", self.entrypoint), &input).out
    }

    fn begin(&self) {
        self.begin_in("project");
    }

    fn begin_in(&self, folder: &str) {
        let folder = self.world.path(folder);
        self.tell("SessionStart", json!({"source": "startup", "cwd": folder}));
        self.tell("UserPromptSubmit", json!({"prompt": "make it pass"}));
    }

    fn call(&self, n: u64) -> String {
        let fields = json!({"tool_name": "Read", "tool_use_id": format!("c{n}"),
            "tool_input": {"file_path": format!("src/{n}.rs")}});
        self.tell("PreToolUse", fields)
    }

    fn commit(&self) {
        self.tell("PreToolUse", bash("commit", "git commit -qm done"));
        let mut ended = bash("commit", "git commit -qm done");
        ended["tool_response"] =
            json!({"stdout": "[main 1] done", "stderr": "", "interrupted": false});
        self.tell("PostToolUse", ended);
    }

    fn end(&self) {
        self.tell("SessionEnd", json!({"reason": "exit"}));
    }
}

fn client<'w>(world: &'w World, session: &str, entrypoint: &'static str) -> Client<'w> {
    Client { world, session: session.to_owned(), entrypoint }
}

/// A project with so many good runs, of one call and a commit each, but for the longest of `calls`.
fn world_with(good: u64, calls: u64) -> World {
    let world = World::new();
    world.write(".config/fusebox/config.toml", "notify = []\n\n[limits]\ncalibrated = true\n");
    for n in 0..good {
        let run = client(&world, &format!("good-{n}"), "sdk-cli");
        run.begin();
        for n in 1..=if n == 0 { calls - 1 } else { 1 } {
            assert_eq!(run.call(n), "");
        }
        run.commit();
        run.end();
    }
    deliver(&world);
    world
}

/// Delivers all that is queued. The hooks' own processes may be at it.
fn deliver(world: &World) {
    for _ in 0..600 {
        world.run("effects drain");
        if world.number("SELECT count(*) FROM outbox WHERE state = 0") == 0 {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    panic!("something is never delivered");
}

/// The levels at which the rule was found in a session, in order.
fn levels(world: &World, session: &str) -> Vec<String> {
    let lines = world.run(&format!("log {session} --json")).out;
    let rows = lines.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let found =
        rows.flat_map(|row| row["verdict"]["findings"].as_array().cloned().unwrap_or_default());
    let of_rule = found.filter(|finding| finding["rule"] == "limits.calibrated");
    of_rule.map(|finding| finding["level"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn m08_past_the_limit_an_unattended_session_trips_with_the_comparison_and_a_person_gets_a_notice() {
    // Of 19 good runs the bound of 5 % takes the longest: five calls.
    let world = world_with(19, 5);
    let run = client(&world, "long", "sdk-cli");
    run.begin();
    for n in 1..=4 {
        assert_eq!(run.call(n), "");
    }
    let warned = run.call(5);
    assert!(
        warned.contains("needed fewer than 6 calls, and 4 were made. Plan to wrap up"),
        "{warned}"
    );
    let refused = run.call(6);
    assert!(
        refused.contains("\"deny\"")
            && refused.contains("19 of 19 good runs here needed fewer than 6 calls"),
        "{refused}"
    );
    assert_eq!(levels(&world, "long"), ["warning", "trip"]);
    let attended = client(&world, "person", "cli");
    attended.begin();
    for n in 1..=9 {
        assert_eq!(attended.call(n), "");
    }
    assert_eq!(levels(&world, "person"), ["notice"]);
    // What it stopped is missing among the good runs, so it does not fall with the next ones.
    run.end();
    for n in 0..2 {
        let short = client(&world, &format!("short-{n}"), "sdk-cli");
        short.begin();
        short.commit();
        short.end();
    }
    deliver(&world);
    let kept = world.text("SELECT CAST(durable AS TEXT) FROM scope WHERE key LIKE 'calibrated:%'");
    assert!(kept.contains("\"measure\":\"tool_calls\",\"limit\":5"), "{kept}");
}

#[test]
fn m08_a_folder_of_the_repository_has_the_limits_of_the_project_and_another_repository_none() {
    let world = world_with(19, 5);
    for (folder, expected) in [("project/src", &["warning", "trip"][..]), ("elsewhere", &[])] {
        std::fs::create_dir_all(world.path(folder)).unwrap();
        let run = client(&world, folder.rsplit('/').next().unwrap(), "sdk-cli");
        run.begin_in(folder);
        for n in 1..=6 {
            run.call(n);
        }
        assert_eq!(levels(&world, &run.session), expected, "{folder}");
    }
}

#[test]
fn m08_with_18_good_runs_or_without_the_setting_nothing_is_limited() {
    let world = world_with(18, 5);
    let run = client(&world, "long", "sdk-cli");
    run.begin();
    for n in 1..=12 {
        assert_eq!(run.call(n), "");
    }
    assert_eq!(levels(&world, "long"), [""; 0]);
    // The nineteenth good run gives the number; without the setting nobody asks for it.
    let last = client(&world, "good-18", "sdk-cli");
    last.begin();
    last.commit();
    last.end();
    deliver(&world);
    world.write(".config/fusebox/config.toml", "notify = []\n");
    let run = client(&world, "free", "sdk-cli");
    run.begin();
    for n in 1..=12 {
        assert_eq!(run.call(n), "");
    }
    assert_eq!(levels(&world, "free"), [""; 0]);
}

const MINUTE_MS: u64 = 60_000;

/// One good run as its canonical events: so many calls a minute apart and a commit, which cost 10 cents and wrote 50,000
/// tokens.
fn good_run(world: &World, session: &str, calls: u64, start: &Value) -> Vec<Value> {
    let now = u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap();
    let at = |minute: u64| now - (60 - minute) * MINUTE_MS;
    let mut begin = json!({"at_ms": at(0), "type": "session_start", "client": "claude",
        "cwd": world.path("project")});
    begin.as_object_mut().unwrap().extend(start.as_object().unwrap().clone());
    let mut events = vec![
        begin,
        json!({"at_ms": at(0), "type": "prompt", "by": "automation", "text": "make it pass"}),
        json!({"at_ms": at(0), "type": "usage", "output_tokens": 50_000, "cost_usd": 0.1}),
    ];
    for n in 1..=calls {
        let command =
            if n == calls { "git commit -qm done".to_owned() } else { format!("cat src/{n}.rs") };
        events.push(json!({"at_ms": at(n), "type": "tool_request", "call": format!("c{n}"),
            "tool": "bash", "input": {"command": command}}));
        events.push(json!({"at_ms": at(n), "type": "tool_result", "call": format!("c{n}"),
            "ok": true, "exit_code": 0, "output": format!("text {n}")}));
    }
    events.push(json!({"at_ms": at(calls), "type": "session_end"}));
    events.iter_mut().for_each(|event| event["session"] = json!(session));
    events
}

/// A project in which so many good runs of `calls` calls are known, with what each says at its start.
fn world_that_knows(runs: &[(u64, u64, Value)]) -> World {
    let world = World::new();
    world.write(".config/fusebox/config.toml", "notify = []\n\n[limits]\ncalibrated = true\n");
    for (group, (count, calls, start)) in runs.iter().enumerate() {
        for n in 0..*count {
            // One run at a time: its answers fit into a pipe.
            world.decide(&good_run(&world, &format!("good-{group}-{n}"), *calls, start));
        }
    }
    deliver(&world);
    world
}

#[test]
fn m08_with_39_good_runs_the_cost_is_limited_too_and_a_person_is_told_alone() {
    let world = world_that_knows(&[(39, 9, json!({}))]);
    let run = client(&world, "long", "sdk-cli");
    run.begin();
    assert_eq!(run.call(1), "");
    // A whole cent above the dearest of the good runs is the limit.
    spend(&world, "long", "m1", 8);
    assert_eq!(run.call(2), "", "one step before the warning");
    spend(&world, "long", "m2", 1);
    let warned = run.call(3);
    let comparison = "39 of 39 good runs here needed less than $0.11";
    assert!(warned.contains(&format!("{comparison}, and $0.09 were spent. Plan")), "{warned}");
    spend(&world, "long", "m3", 1);
    assert_eq!(run.call(4), "", "one step earlier, and warned once");
    spend(&world, "long", "m4", 1);
    let refused = run.call(5);
    assert!(refused.contains("\"deny\"") && refused.contains(comparison), "{refused}");
    assert_eq!(levels(&world, "long"), ["warning", "trip"]);
    let incident = world.run("show").out;
    assert!(incident.contains("$0.11"), "{incident}");
    let attended = client(&world, "person", "cli");
    attended.begin();
    assert_eq!(attended.call(1), "");
    spend(&world, "person", "p1", 90);
    for n in 2..=12 {
        assert_eq!(attended.call(n), "");
    }
    assert_eq!(levels(&world, "person"), ["notice"]);
}

/// What an unattended session that begins so is refused for, at its first refused call.
fn refusal(world: &World, session: &str, start: Value, steps: &[Value]) -> (usize, String) {
    let now = u64::try_from(jiff::Timestamp::now().as_millisecond()).unwrap();
    let mut events = vec![
        json!({"type": "session_start", "client": "claude", "cwd": world.path("project")}),
        json!({"type": "prompt", "by": "automation", "text": "make it pass"}),
    ];
    events[0].as_object_mut().unwrap().extend(start.as_object().unwrap().clone());
    events.extend(steps.iter().cloned());
    for (n, event) in events.iter_mut().enumerate() {
        event["session"] = json!(session);
        event["at_ms"] =
            json!(now + event["minute"].as_u64().unwrap_or_default() * MINUTE_MS + n as u64);
        event.as_object_mut().unwrap().remove("minute");
    }
    let verdicts = world.decide(&events);
    let refused = verdicts.iter().position(|verdict| verdict["verdict"] == "deny");
    let refused = refused.unwrap_or_else(|| panic!("nothing is refused: {verdicts:?}"));
    (refused - 2, verdicts[refused].to_string())
}

fn look(n: u64, minute: u64) -> Value {
    json!({"minute": minute, "type": "tool_request", "call": format!("c{n}"), "tool": "read",
        "input": {"file_path": format!("src/{n}.rs")}})
}

#[test]
fn m08_with_79_good_runs_time_and_tokens_are_limited_too() {
    let world = world_that_knows(&[(79, 9, json!({}))]);
    // Each gap of ten minutes at most is active time: nine in the good runs, and ten are the next whole minute.
    let slow = [look(1, 0), look(2, 5), look(3, 9), look(4, 10)];
    let (at, said) = refusal(&world, "slow", json!({}), &slow);
    assert_eq!(at, 3, "{said}");
    assert!(said.contains("79 of 79 good runs here needed less than 10m of active time"), "{said}");
    let talks = |tokens: u64| json!({"type": "usage", "output_tokens": tokens});
    let wordy = [talks(50_999), look(1, 0), talks(1), look(2, 0)];
    let (at, said) = refusal(&world, "wordy", json!({}), &wordy);
    assert_eq!(at, 3, "{said}");
    assert!(
        said.contains("79 of 79 good runs here needed fewer than 51000 output tokens"),
        "{said}"
    );
}

#[test]
fn m08_a_role_and_supervised_runs_have_limits_of_their_own() {
    let runs = [
        (19, 2, json!({"role": "reviewer"})),
        (19, 6, json!({"run": "r1"})),
        (19, 9, json!({"role": "coder"})),
    ];
    let world = world_that_knows(&runs);
    let looks: Vec<Value> = (1..=12).map(|n| look(n, 0)).collect();
    for (session, start, expected) in [
        ("reviews", json!({"role": "reviewer"}), 2),
        ("codes", json!({"role": "coder"}), 9),
        ("supervised", json!({"run": "r2"}), 6),
        ("plain", json!({}), 9),
        ("new-role", json!({"role": "tester"}), 9),
    ] {
        let (at, said) = refusal(&world, session, start, &looks);
        assert_eq!(at, expected, "{session}: {said}");
    }
}
