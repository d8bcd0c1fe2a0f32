//! `limits.calibrated`: a limit that keeps itself current, through the real hook.

use serde_json::{Value, json};

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
        let input = self.world.event(event, fields);
        let mut hook = self.world.hook();
        self.world.finish(hook.env("CLAUDE_CODE_ENTRYPOINT", self.entrypoint), &input).out
    }

    fn begin(&self) {
        self.tell("SessionStart", json!({"source": "startup"}));
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
    assert!(kept.contains("\"tool_calls\":5"), "{kept}");
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
