//! `[spend]`: caps on what agents spend, through the real hook.

use std::fs::OpenOptions;
use std::io::Write;

use serde_json::{Value, json};

use crate::transcript::{NO_TERMINAL, check};
use crate::world::World;

/// The sums of caps that stand beside a state, as JSON.
pub(crate) const CAPS_BESIDE: &str = "nullif(substr(beside, 1, instr(beside, char(10)) - 1), '')";

pub(crate) fn world(config: &str) -> World {
    let world = World::new();
    world.write(".config/fusebox/config.toml", format!("notify = []\n\n{config}\n"));
    world
}

/// A response of claude-sonnet-4-5 that cost so many cents, by its output alone: 15 US dollars for a million tokens.
pub(crate) fn paid_response(id: &str, cents: u64) -> Value {
    json!({"type": "assistant", "message": {"id": id, "model": "claude-sonnet-4-5", "content": [],
        "usage": {"input_tokens": 0, "output_tokens": (cents * 2_000).div_ceil(3)}}})
}

/// Such a response in the transcript of a session.
pub(crate) fn spend(world: &World, session: &str, id: &str, cents: u64) {
    append(world, &format!("{session}.jsonl"), &paid_response(id, cents));
}

/// A record at the end of a file, which is made where there is none.
pub(crate) fn append(world: &World, file: &str, record: &Value) {
    let path = world.path(file);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
    writeln!(file, "{record}").unwrap();
}

/// A world in which session `s1` has spent 51 cents of 50, and whose call `a` was refused.
pub(crate) fn stopped_world(config: &str) -> World {
    let world = world(config);
    stop_at_cap(&world);
    world
}

/// Session `s1` spends 51 cents of 50, and its call `a` is refused.
pub(crate) fn stop_at_cap(world: &World) {
    begin(world, "s1");
    spend(world, "s1", "m1", 51);
    let refused = call(world, "s1", "a");
    assert!(is_refused(&refused), "{refused}");
}

/// Session `session` begins to work on a task.
pub(crate) fn begin_task(world: &World, session: &str, task: &str) {
    let event = world.event("SessionStart", json!({"session_id": session, "source": "startup"}));
    world.finish(world.hook().env("FUSEBOX_TASK", task), &event);
    begin(world, session);
}

/// The fields of an event of a session, which its transcript belongs to.
pub(crate) fn fields(world: &World, session: &str, mut fields: Value) -> Value {
    fields["session_id"] = json!(session);
    fields["transcript_path"] = json!(world.path(&format!("{session}.jsonl")));
    fields
}

pub(crate) fn begin(world: &World, session: &str) {
    let path = world.path(&format!("{session}.jsonl"));
    std::fs::write(path, "{\"type\":\"user\",\"message\":{\"content\":\"x\"}}\n").unwrap();
    prompt(world, session);
    assert_eq!(call(world, session, "first"), "");
}

/// What a person's prompt is answered with.
pub(crate) fn prompt(world: &World, session: &str) -> String {
    world.claude("UserPromptSubmit", fields(world, session, json!({"prompt": "make it pass"}))).out
}

/// What the hook answers to a call that was not made before.
pub(crate) fn call(world: &World, session: &str, id: &str) -> String {
    let input = json!({"file_path": format!("src/{id}.rs")});
    let event =
        json!({"tool_name": "Read", "tool_use_id": format!("{session}-{id}"), "tool_input": input});
    world.claude("PreToolUse", fields(world, session, event)).out
}

pub(crate) fn is_refused(answer: &str) -> bool {
    answer.contains("\"deny\"")
}

#[test]
fn m03_a_cap_of_a_session_warns_once_and_then_refuses_the_next_call() {
    let world = world("[spend]\nsession = \"0.50 USD\"");
    begin(&world, "s1");
    spend(&world, "s1", "m1", 39);
    assert_eq!(call(&world, "s1", "a"), "", "one step earlier");
    spend(&world, "s1", "m2", 3);
    let warned = call(&world, "s1", "b");
    assert!(warned.contains("spending cap session is near: $0.42 of $0.50"), "{warned}");
    assert!(!is_refused(&warned), "{warned}");
    assert_eq!(call(&world, "s1", "c"), "", "once");
    spend(&world, "s1", "m3", 9);
    let refused = call(&world, "s1", "d");
    assert!(is_refused(&refused), "{refused}");
    assert!(refused.contains("$0.51 of $0.50 spent by this session"), "{refused}");
    assert!(refused.contains("fusebox spend allow 5 --cap session"), "{refused}");
    let incident = world.run("incidents --json").json()[0].clone();
    assert_eq!(incident["findings"][0]["rule"], "spend.session", "{incident}");
    let report = world.run("show --json").json();
    let cost: f64 = report["cost_usd"].as_str().unwrap().parse().unwrap();
    assert!((0.51..0.52).contains(&cost), "{cost}");
    let report = world.run("show --markdown").out;
    assert!(report.contains("$0.51 by then"));
    assert!(
        report.contains("It reached its limit: `$0.51 of $0.50 spent by this session`."),
        "{report}"
    );
    // Neither guidance nor the analysis gives room.
    assert!(!world.run("show").out.contains("fusebox reset"));
    assert_eq!(world.run("status s1 --json").json()["state"], "open");
}

#[test]
fn m03_the_id_of_a_response_spends_no_cap_whatever_it_holds() {
    let world = world("[spend]\nsession = \"0.50 USD\"");
    begin(&world, "s1");
    spend(&world, "s1", "m\n1", 20);
    assert_eq!(call(&world, "s1", "a"), "");
    assert_eq!(call(&world, "s1", "b"), "", "what the call before has kept is read");
    spend(&world, "s1", "m\n{}", 31);
    let refused = call(&world, "s1", "c");
    assert!(refused.contains("$0.51 of $0.50 spent by this session"), "{refused}");
}

#[test]
fn m03_caps_beside_a_record_that_cannot_be_read_count_as_spent_until_a_person_allows_more() {
    let world = world("[spend]\nsession.day = \"0.50 USD\"");
    begin(&world, "s1");
    spend(&world, "s1", "m1", 20);
    assert_eq!(call(&world, "s1", "a"), "");
    let damage = "UPDATE scope SET durable = CAST(x'ff' AS TEXT) WHERE kind = 2";
    assert_eq!(world.sql().execute(damage, []).unwrap(), 1);
    let held = call(&world, "s1", "b");
    assert!(is_refused(&held) && held.contains("cannot be read"), "{held}");
    world.person_does(&["reset", "s1", "--yes"]);
    let refused = call(&world, "s1", "c");
    assert!(is_refused(&refused) && refused.contains("spent by this session today"), "{refused}");
    world.person_does(&["spend", "allow", "1", "--yes"]);
    assert!(!is_refused(&call(&world, "s1", "d")));
}

#[test]
fn m03_the_list_has_shared_caps_and_the_page_of_a_session_its_own() {
    let world = world("[spend]\nsession = \"2 USD\"\ntask = \"3 USD\"\nall.day = \"9 USD\"");
    begin_task(&world, "s1", "42");
    begin(&world, "s2");
    for session in ["s1", "s2"] {
        spend(&world, session, "m1", 30);
        assert_eq!(call(&world, session, "a"), "");
    }
    let caps = |shown: &str| -> Vec<String> {
        shown.lines().filter(|line| line.trim().starts_with("cap ")).map(str::to_owned).collect()
    };
    assert_eq!(
        caps(&world.run("status").out),
        [
            "cap all.day has room: $0.60 of $9.00 spent by all agents today",
            "cap task has room: $0.30 of $3.00 spent on task 42",
        ]
    );
    assert_eq!(
        caps(&world.run("status s1").out),
        [
            "  cap         session: $0.30 of $2.00 spent by this session",
            "  cap         task: $0.30 of $3.00 spent on task 42",
        ]
    );
}

#[test]
fn m03_a_cap_of_all_is_one_sum_and_one_opening() {
    let world = world("[spend]\nall.day = \"0.50 USD\"");
    begin(&world, "s1");
    begin(&world, "s2");
    spend(&world, "s1", "m1", 30);
    assert_eq!(call(&world, "s1", "a"), "");
    spend(&world, "s2", "m2", 9);
    assert_eq!(call(&world, "s2", "a"), "");
    spend(&world, "s2", "m3", 12);
    assert!(is_refused(&call(&world, "s2", "b")));
    let other = call(&world, "s1", "b");
    assert!(
        is_refused(&other) && other.contains("$0.51 of $0.50 spent by all agents today"),
        "{other}"
    );
    let incidents = world.run("incidents --json").json();
    assert_eq!(incidents.as_array().unwrap().len(), 1);
    let log = world.run("log s1 --json").out;
    let last: Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    assert_eq!(last["verdict"]["incident"], incidents[0]["id"], "of the shared cap: {last}");
    let status = world.run("status").out;
    assert!(
        status.contains("cap all.day reached: $0.51 of $0.50 spent by all agents today"),
        "{status}"
    );
    // A prompt does not lift the cap of a window, and answers nothing.
    prompt(&world, "s2");
    assert!(is_refused(&call(&world, "s2", "c")));
    let incidents = world.run("incidents --json").json();
    assert_eq!(incidents.as_array().unwrap().len(), 1, "{incidents}");
    assert_eq!(incidents[0]["status"], "open");
    assert_eq!(world.run("status s2 --json").json()["state"], "open");
}

#[test]
fn m03_a_session_that_is_only_observed_is_not_the_one_that_a_cap_stops() {
    let world = world("spend.all.day = \"0.50 USD\"\nroles.watcher.mode = \"observe\"");
    let observed = |id: &str| {
        let path = world.path("s1.jsonl");
        let input = json!({"file_path": format!("src/{id}.rs")});
        let event = json!({"session_id": "s1", "transcript_path": path, "tool_name": "Read",
            "tool_use_id": format!("s1-{id}"), "tool_input": input});
        let bytes = world.event("PreToolUse", event);
        world.finish(world.hook().env("FUSEBOX_ROLE", "watcher"), &bytes).out
    };
    std::fs::write(world.path("s1.jsonl"), "{\"type\":\"user\",\"message\":{\"content\":\"x\"}}\n")
        .unwrap();
    let start = world.event("SessionStart", json!({"session_id": "s1", "source": "startup"}));
    world.finish(world.hook().env("FUSEBOX_ROLE", "watcher"), &start);
    observed("first");
    begin(&world, "s2");
    spend(&world, "s1", "m1", 51);
    for id in ["a", "b", "c"] {
        let answer = observed(id);
        assert!(!is_refused(&answer), "{answer}");
    }
    let incidents = world.run("incidents --json").json();
    assert_eq!(incidents.as_array().unwrap().len(), 1, "observed once: {incidents}");
    assert_eq!(incidents[0]["status"], "observed");
    let refused = call(&world, "s2", "a");
    assert!(is_refused(&refused), "{refused}");
    let incidents = world.run("incidents --json").json();
    let status = |n: usize| incidents[n]["status"].as_str().unwrap().to_owned();
    assert_eq!([status(0), status(1)], ["open", "observed"], "{incidents}");
}

#[test]
fn m03_a_task_is_one_sum_for_its_sessions() {
    let world = world("spend.task = \"0.50 USD\"");
    begin_task(&world, "s1", "42");
    begin_task(&world, "s2", "42");
    begin(&world, "other");
    spend(&world, "s1", "m1", 30);
    assert_eq!(call(&world, "s1", "a"), "");
    spend(&world, "s2", "m2", 21);
    let refused = call(&world, "s2", "a");
    assert!(refused.contains("$0.51 of $0.50 spent on task 42"), "{refused}");
    assert!(is_refused(&call(&world, "s1", "b")));
    assert_eq!(call(&world, "other", "a"), "");
}

#[test]
fn m05_a_person_allows_more_and_every_agent_goes_on() {
    let world = world("[spend]\nall.day = \"0.50 USD\"");
    begin(&world, "s2");
    stop_at_cap(&world);
    assert!(is_refused(&call(&world, "s2", "a")));
    check(&world.run("spend allow 5 --yes"), NO_TERMINAL);
    let inside = world.bash("allow", "fusebox spend allow 5");
    assert!(is_refused(&inside.out), "{}", inside.out);
    check(
        &world.person(&["spend", "allow", "0.20", "--yes"], ""),
        "all.day: $0.51 of $0.71 spent by all agents today.\nAgents that were refused go on with their next call.",
    );
    let goes_on = call(&world, "s1", "b");
    assert!(!is_refused(&goes_on) && goes_on.contains("has room again"), "{goes_on}");
    assert!(!goes_on.contains("is reached"), "what waited to be told is out of date: {goes_on}");
    assert_eq!(call(&world, "s2", "b"), "");
    assert_eq!(world.run("incidents --json").json()[0]["status"], "reset");
    spend(&world, "s2", "m2", 21);
    assert!(is_refused(&call(&world, "s2", "c")), "the next cap holds as well");
    // Who runs inside the agent allows nothing.
    world.claude("SessionStart", json!({"session_id": "s3", "source": "startup"}));
    let ran = world.person(&["spend", "allow", "5", "--yes"], "");
    assert!(ran.err.starts_with("error: this runs inside the guarded agent"), "{}", ran.err);
}

/// What a response wrote and cost that is so many hundredths of a limit of 0.50 USD or of 50 tokens.
fn respond_beside_limit(world: &World, limit: &str, id: &str, hundredths: u64) {
    let mut response = paid_response(id, hundredths / 2);
    if limit == "output_tokens" {
        response["message"]["usage"]["output_tokens"] = json!(hundredths / 2);
    }
    append(world, "s1.jsonl", &response);
}

#[test]
fn m03_a_limit_is_a_cap_of_its_task_since_a_persons_prompt() {
    for (limit, value, spent, of, allow) in [
        ("cost_usd", "0.5", "$0.50 of $0.50", "cost ($0.50/$0.50)", "5"),
        (
            "output_tokens",
            "50",
            "50 tokens of 50 tokens",
            "output tokens (50/50)",
            "'100000 tokens'",
        ),
    ] {
        let world = world(&format!("[limits]\n{limit} = {value}"));
        begin(&world, "s1");
        let respond = |id: &str, hundredths| respond_beside_limit(&world, limit, id, hundredths);
        respond("m1", 78);
        assert_eq!(call(&world, "s1", "a"), "", "one step earlier");
        respond("m2", 2);
        let warned = call(&world, "s1", "b");
        assert!(warned.contains("Approaching limit: ") && warned.contains("(80%)"), "{warned}");
        respond("m3", 18);
        assert_eq!(call(&world, "s1", "c"), "", "once, and one step before the limit");
        respond("m4", 2);
        let refused = call(&world, "s1", "d");
        let allows =
            format!("A person allows more with `fusebox spend allow {allow} --cap limits.{limit}`");
        for part in [&format!("It tripped: {of}."), &allows] {
            assert!(is_refused(&refused) && refused.contains(part.as_str()), "{part}: {refused}");
        }
        let status = world.run("status s1").out;
        let line = format!("limits.{limit}: {spent} spent on task s1 since a person's prompt");
        assert!(status.contains(&line), "{line}: {status}");
        let incident = world.run("incidents --json").json()[0].clone();
        assert_eq!(
            (&incident["rule"], &incident["status"]),
            (&json!(format!("limits.{limit}")), &json!("open"))
        );
        // The window of a limit is the work since a prompt: nothing is spent of the next one.
        prompt(&world, "s1");
        respond("m5", 78);
        assert_eq!(call(&world, "s1", "e"), "");
        let status = world.run("status s1").out;
        assert!(!status.contains(spent), "{status}");
    }
}

#[test]
fn m03_a_limit_and_a_cap_of_one_task_hold_beside_each_other() {
    for (limit, cap, first) in [
        ("0.5", "0.60 USD", "limits.cost_usd"),
        ("0.6", "0.50 USD", "spend.task"),
        ("0.5", "0.50 USD", "limits.cost_usd"),
    ] {
        let world = world(&format!("limits.cost_usd = {limit}\nspend.task = \"{cap}\""));
        begin(&world, "s1");
        spend(&world, "s1", "m1", 49);
        assert!(!is_refused(&call(&world, "s1", "a")), "{first}: one step earlier");
        spend(&world, "s1", "m2", 2);
        let refused = call(&world, "s1", "b");
        assert!(is_refused(&refused), "{first}: {refused}");
        assert_eq!(world.run("incidents --json").json()[0]["rule"], first);
        // One order gives room to both, as far as they are spent.
        world.person_does(&["spend", "allow", "5", "--yes"]);
        let goes_on = call(&world, "s1", "c");
        assert!(!is_refused(&goes_on), "{first}: {goes_on}");
        assert_eq!(world.run("incidents --json").json()[0]["status"], "reset", "{first}");
    }
}

#[test]
fn m05_a_person_raises_the_limit_of_a_task_as_they_raise_a_cap() {
    let world = world("[limits]\ncost_usd = 0.5");
    begin(&world, "s1");
    spend(&world, "s1", "m1", 51);
    assert!(is_refused(&call(&world, "s1", "b")));
    let allow = "fusebox spend allow 5 --cap limits.cost_usd";
    for report in ["show --brief", "show --markdown"] {
        let report = world.run(report).out;
        assert!(report.contains(allow), "{report}");
    }
    let other = world.person(&["spend", "allow", "5 tokens", "--yes"], "");
    assert_eq!(other.code, 1, "another unit: {other:?}");
    assert!(is_refused(&call(&world, "s1", "c")));
    check(
        &world.person(&["spend", "allow", "0.20", "--yes", "--cap", "limits.cost_usd"], ""),
        "limits.cost_usd: $0.51 of $0.71 spent on task s1 since a person's prompt.\n\
         Agents that were refused go on with their next call.",
    );
    let goes_on = call(&world, "s1", "d");
    assert!(!is_refused(&goes_on) && goes_on.contains("has room again"), "{goes_on}");
    assert!(!goes_on.contains("$0.51"), "what waited to be told is out of date: {goes_on}");
    assert_eq!(world.run("incidents --json").json()[0]["status"], "reset");
    spend(&world, "s1", "m3", 21);
    assert!(is_refused(&call(&world, "s1", "e")), "$0.72 of $0.71");
}

#[test]
fn m05_once_more_is_allowed_the_status_says_that_the_session_goes_on() {
    let world = stopped_world("spend.session = \"0.50 USD\"");
    let list = world.with("COLUMNS", "80", "status").out;
    assert!(list.contains("session ($0.51/$0.50)"), "{list}");
    assert!(world.run("status --line").out.starts_with("○ open"));
    world.person_does(&["spend", "allow", "5", "--yes"]);
    let session = world.run("status --json").json()[0].clone();
    assert_eq!((&session["state"], &session["reason"]), (&json!("closed"), &Value::Null));
    assert!(world.run("status --line").out.starts_with("● closed"));
    assert!(world.run("status s1").out.contains("session: $0.51 of $5.51 spent by this session"));
    // What is spent again is open again.
    spend(&world, "s1", "m2", 501);
    assert!(is_refused(&call(&world, "s1", "b")));
    assert_eq!(world.run("status --json").json()[0]["state"], "open");
}

#[test]
fn m05_new_room_that_is_spent_before_the_next_call_is_a_trip_of_its_own() {
    // Each incident of a cap, the newest first, and the one that a refused call names.
    let statuses = |world: &World| -> Vec<String> {
        let incidents = world.run("incidents --json").json();
        let statuses = incidents
            .as_array()
            .unwrap()
            .iter()
            .map(|it| it["status"].as_str().unwrap().to_owned());
        statuses.collect()
    };
    let shown = |world: &World| world.run("status s1 --json").json()["incident"].clone();
    let newest = |world: &World| world.run("incidents --json").json()[0]["id"].clone();
    for spender in ["s1", "s2"] {
        let world = world("[spend]\nall.day = \"0.50 USD\"");
        begin(&world, "s2");
        stop_at_cap(&world);
        world.person_does(&["spend", "allow", "1", "--yes"]);
        spend(&world, spender, "m2", 110);
        if spender == "s2" {
            assert!(is_refused(&call(&world, "s2", "a")));
        }
        let refused = call(&world, "s1", "b");
        assert!(is_refused(&refused) && refused.contains("$1.61 of $1.51"), "{spender}: {refused}");
        assert!(!refused.contains("has room again"), "{spender}: {refused}");
        assert_eq!(statuses(&world), ["open", "reset"], "{spender}");
        assert!(is_refused(&call(&world, "s1", "c")), "{spender}");
        assert_eq!(statuses(&world), ["open", "reset"], "{spender}: one trip");
        if spender == "s1" {
            assert_eq!(shown(&world), newest(&world));
        }
        world.person_does(&["spend", "allow", "1", "--yes"]);
        assert!(!is_refused(&call(&world, "s1", "d")), "{spender}");
        assert_eq!(statuses(&world), ["reset", "reset"], "{spender}");
    }
}

#[test]
fn m05_a_session_that_another_cap_still_refuses_is_shown_as_open() {
    let world = stopped_world("[spend]\nsession = \"0.50 USD\"\nall.day = \"0.50 USD\"");
    let state = || world.run("status --json").json()[0]["state"].clone();
    for (cap, shown) in [("session", "open"), ("all.day", "closed")] {
        world.person_does(&["spend", "allow", "5", "--cap", cap, "--yes"]);
        assert_eq!(state(), shown, "more beyond {cap}");
    }
    assert!(!is_refused(&call(&world, "s1", "b")));
}

#[test]
fn m05_a_prompt_after_more_was_allowed_tells_nothing_of_the_cap_that_has_room() {
    let world = stopped_world("[spend]\nall.day = \"0.50 USD\"");
    let held = prompt(&world, "s1");
    assert!(held.contains("spending cap all.day is reached"), "one step earlier: {held}");
    let world = stopped_world("[spend]\nall.day = \"0.50 USD\"");
    world.person(&["spend", "allow", "5", "--yes"], "");
    let goes_on = prompt(&world, "s1");
    assert!(goes_on.contains("has room again"), "{goes_on}");
    assert!(!goes_on.contains("is reached") && !goes_on.contains("TRIPPED"), "{goes_on}");
    assert_eq!(call(&world, "s1", "b"), "");
}

#[test]
fn m05_a_prompt_raises_the_cap_of_its_session_by_one_step() {
    let world = stopped_world("[spend]\nsession = \"0.50 USD\"\nstep = \"0.10 USD\"");
    let said = prompt(&world, "s1");
    assert!(said.contains("raised the spending cap session: $0.51 of $0.61"), "{said}");
    assert!(!said.contains("is reached"), "{said}");
    assert!(!is_refused(&call(&world, "s1", "b")));
    spend(&world, "s1", "m2", 12);
    assert!(is_refused(&call(&world, "s1", "c")));
}

#[test]
fn m03_caps_of_tokens_and_of_a_role() {
    let world = world("[spend]\nsession = \"1000 tokens\"\nrole.pm.day = \"2 USD\"");
    begin(&world, "s1");
    spend(&world, "s1", "m1", 1);
    assert_eq!(call(&world, "s1", "a"), "");
    spend(&world, "s1", "m2", 1);
    let refused = call(&world, "s1", "b");
    assert!(refused.contains("1334 tokens of 1000 tokens"), "{refused}");
    let shown = world.run("config show --role pm").out;
    assert!(shown.contains("2 USD"), "{shown}");
}

/// What a response of an agent in a round costs, in cents.
fn cents_of(agent: usize, round: usize) -> u64 {
    [1, 2, 3, 5][(agent * 7 + round * 3) % 4]
}

#[test]
fn m04_many_agents_at_once_overspend_at_most_what_was_in_flight() {
    const AGENTS: usize = 32;
    const DEAREST_CENTS: u64 = 5;
    let world = world("[spend]\nall.day = \"1 USD\"");
    let names: Vec<String> = (0..AGENTS).map(|n| format!("agent{n}")).collect();
    names.iter().for_each(|name| begin(&world, name));
    begin(&world, "late");
    let mut spent = 0;
    for round in 0.. {
        assert!(round < 20, "{spent} cents, and agents go on");
        // Two calls of every agent at once, 64 processes: both read the same response in its transcript.
        let answers: Vec<(usize, String)> = std::thread::scope(|scope| {
            let ask = |agent: usize, n: usize| {
                let (world, name) = (&world, &names[agent]);
                scope.spawn(move || (agent, call(world, name, &format!("r{round}c{n}"))))
            };
            let calls: Vec<_> =
                (0..AGENTS * 2).map(|process| ask(process / 2, process % 2)).collect();
            calls.into_iter().map(|call| call.join().unwrap()).collect()
        });
        let mut go_on: Vec<usize> =
            answers.iter().filter(|(_, out)| !is_refused(out)).map(|(agent, _)| *agent).collect();
        go_on.dedup();
        if go_on.is_empty() {
            break;
        }
        for agent in go_on {
            let cents = cents_of(agent, round);
            spend(&world, &names[agent], &format!("{agent}-{round}"), cents);
            spent += cents;
        }
    }
    let most = 100 + DEAREST_CENTS * AGENTS as u64;
    assert!((100..most).contains(&spent), "{spent} cents");
    // The agent whose call opened the cap is told the sum of that moment, so ask one that only waited.
    let refused = call(&world, "late", "last");
    let sum = format!("${}.{:02} of $1.00", spent / 100, spent % 100);
    assert!(refused.contains(&sum), "each response counts once, {sum}: {refused}");
    let incidents = world.run("incidents --json").json();
    assert_eq!(incidents.as_array().unwrap().len(), 1, "one cap, one incident: {incidents}");
}
