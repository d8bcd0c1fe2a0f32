//! `fusebox pause` and `fusebox resume`: a person stops agents at their next call, and loses nothing.

use serde_json::{Value, json};

use crate::reconcile::{LivingClient, client_of};
use crate::transcript::{NO_TERMINAL, check, has};
use crate::world::{World, bash};

/// The decision on a call of the shell in a session.
fn call(world: &World, session: &str, id: &str) -> Value {
    let mut fields = bash(id, &format!("make {id}"));
    fields["session_id"] = json!(session);
    let ran = world.claude("PreToolUse", fields);
    if ran.out.is_empty() { Value::Null } else { ran.json() }
}

fn begin(world: &World, session: &str) {
    let prompt = json!({"session_id": session, "prompt": "make it pass"});
    world.claude("UserPromptSubmit", prompt);
}

const REASON: &str = "Fusebox: a person has paused your work: the database is being moved. Nothing is \
    wrong with this call. End your turn now; go on where you were when the person resumes.";

#[test]
fn a_pause_of_everything_stops_each_session_at_its_next_call() {
    let world = World::new();
    begin(&world, "s1");
    assert_eq!(call(&world, "s1", "a"), Value::Null);
    let paused = world.person(&["pause", "--all", "the database is being moved"], "");
    check(
        &paused,
        "Paused: every agent on this machine. Calls are refused from now on.\nfusebox resume lets them go on.",
    );
    // A session that begins later is paused too.
    begin(&world, "s2");
    for session in ["s1", "s2"] {
        let first = call(&world, session, "b");
        let specific = &first["hookSpecificOutput"];
        has(specific, json!({"permissionDecision": "deny", "permissionDecisionReason": REASON}));
        assert_eq!(first["continue"], Value::Null, "the agent may say a last word: {first}");
        assert_eq!(call(&world, session, "c")["continue"], false, "then its turn ends");
    }
    let status = world.run("status");
    assert!(
        status.out.starts_with("Every agent on this machine is paused since "),
        "{}",
        status.out
    );
    let whole = status.out.replace('\n', " ");
    assert!(whole.contains(": the database is being moved. fusebox resume lets them go on."));
    // The pause of one session alone could not be ended.
    let one = world.run("status s1").out;
    assert!(one.contains("as is every agent on this machine"), "{one}");
    assert!(one.contains("\n              fusebox resume ends it\n"), "{one}");
    let lines = || status.out.lines().filter(|line| line.starts_with("paused  s"));
    assert_eq!(lines().count(), 2, "{}", status.out);
    assert_eq!(world.run("status --line").out, "⏸ paused · fusebox resume\n");

    check(
        &world.person(&["resume"], ""),
        "Resumed. An agent whose turn ended goes on with your next prompt; others go on now.",
    );
    let told = call(&world, "s1", "d")["hookSpecificOutput"]["additionalContext"].clone();
    assert_eq!(
        told,
        "Fusebox: the pause is over. Go on where you were: calls that it refused may be made again."
    );
    assert_eq!(call(&world, "s1", "e"), Value::Null);
    has(
        &world.run("status s1 --json").json(),
        json!({"state": "closed", "pause": null, "tool_calls": 3, "refused_calls": 0}),
    );
    assert_eq!(world.run("incidents --json").json(), json!([]));
    check(&world.person(&["resume"], ""), "2> Nothing is paused.");
}

#[test]
fn one_session_is_paused_for_a_time_and_the_others_go_on() {
    let world = World::new();
    begin(&world, "s1");
    begin(&world, "s2");
    let paused = world.person(&["pause", "s1", "--for", "2s"], "");
    assert!(paused.out.starts_with("Paused: s1, until "), "{}", paused.transcript());
    assert_eq!(call(&world, "s1", "a")["hookSpecificOutput"]["permissionDecision"], "deny");
    assert_eq!(call(&world, "s2", "a"), Value::Null);
    let row = world.run("status s1 --json").json()["pause"].clone();
    assert!(row["until"].as_u64() > row["since"].as_u64(), "{row}");
    check(
        &world.person(&["resume", "s2"], ""),
        "2> error: s2 is not paused\n2> hint: `fusebox status` shows what is\nexit 1",
    );
    std::thread::sleep(std::time::Duration::from_millis(2_100));
    assert_eq!(call(&world, "s1", "b")["hookSpecificOutput"]["permissionDecision"], Value::Null);
    assert_eq!(world.run("status s1 --json").json()["pause"], Value::Null);
}

#[test]
fn what_may_always_pass_does_not_say_that_a_pause_is_over_that_holds() {
    let world = World::new();
    begin(&world, "s1");
    world.person_does(&["pause", "s1"]);
    assert_eq!(call(&world, "s1", "a")["hookSpecificOutput"]["permissionDecision"], "deny");
    let status = json!({"session_id": "s1", "tool_name": "mcp__fusebox__status", "tool_use_id": "f",
        "tool_input": {}});
    assert_eq!(
        world.claude("PreToolUse", status).out,
        "",
        "it passes, and says nothing of the pause"
    );
    begin(&world, "s1");
    let refused = call(&world, "s1", "b");
    assert_eq!(refused["continue"], false, "its turn ends, as at any second refusal: {refused}");
    world.person_does(&["resume", "s1"]);
    let free = call(&world, "s1", "c");
    let told = &free["hookSpecificOutput"]["additionalContext"];
    assert!(told.as_str().is_some_and(|told| told.contains("the pause is over")), "{free}");
}

/// The verdicts on calls of session `s1`, one a minute after the other, and of a prompt of automation.
fn requests(world: &World, names: &[&str], from_ms: u64) -> Vec<String> {
    let event = |(n, name): (usize, &&str)| {
        let at = from_ms + n as u64 * 60_000;
        match *name {
            "prompt" => json!({"session": "s1", "id": format!("p{at}"), "at_ms": at,
                "type": "prompt", "by": "automation", "text": "go on"}),
            name => json!({"session": "s1", "id": name, "at_ms": at, "type": "tool_request",
                "call": name, "tool": "bash", "input": {"command": format!("make {name}")}}),
        }
    };
    let events: Vec<Value> = names.iter().enumerate().map(event).collect();
    let verdicts = world.decide(&events);
    verdicts.iter().map(|one| one["verdict"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn b01_b06_what_a_pause_refuses_counts_for_no_budget_and_its_time_for_none() {
    let limits = "[limits]\ntool_calls = 2\nturns = 2\nactive_time = \"3m\"\n";
    let now = || fusebox_runtime::clock::now().0;
    let world = World::new();
    world.write("project/.fusebox.toml", limits);
    assert_eq!(requests(&world, &["prompt", "a"], now() - 60_000), ["allow", "allow"]);
    world.person_does(&["pause"]);
    let from = now() + 60_000;
    let paused = ["b", "c", "prompt", "d", "e", "f"];
    let answers = ["deny", "stop", "stop", "stop", "stop", "stop"];
    assert_eq!(requests(&world, &paused, from), answers);
    world.person_does(&["resume"]);
    // The second call of two, less than three minutes of work after the first.
    assert_eq!(requests(&world, &["g"], from + 600_000)[0], "warn", "it is told that it goes on");
    assert_eq!(requests(&world, &["h"], from + 601_000)[0], "deny", "the budget holds as before");
    let incident = world.run("incidents --json").json()[0].clone();
    assert_eq!(incident["findings"][0]["rule"], "limits.tool_calls");
    // Without a pause the same times are over the limit.
    let world = World::new();
    world.write("project/.fusebox.toml", limits);
    assert_eq!(requests(&world, &["prompt", "a"], now() - 60_000), ["allow", "allow"]);
    assert_eq!(requests(&world, &["g"], now() + 660_000)[0], "deny");
}

#[test]
fn only_a_person_pauses_and_resumes() {
    let world = World::new();
    begin(&world, "s1");
    for words in ["pause", "pause s1 --for 1h", "resume"] {
        check(&world.run(words), NO_TERMINAL);
    }
    for command in
        ["fusebox pause", "fusebox resume", "fusebox resume --all", "sh -c 'fusebox pause'"]
    {
        let refused = world.bash(command, command).json();
        assert_eq!(refused["hookSpecificOutput"]["permissionDecision"], "deny", "{command}");
    }
    // The hook takes the process that started it for the client: here, this test.
    world.claude("SessionStart", json!({"session_id": "s2", "source": "startup"}));
    for words in [["pause", "s1"], ["resume", "s1"]] {
        let ran = world.person(&words, "");
        assert_eq!(ran.code, 1);
        assert!(ran.err.starts_with("error: this runs inside the guarded agent"), "{}", ran.err);
    }
    assert_eq!(world.run("status s1 --json").json()["pause"], Value::Null);
}

#[test]
fn a_trip_stays_a_trip_and_what_an_agent_may_always_call_passes() {
    let world = World::new();
    world.tripped("s1");
    world.person_does(&["pause"]);
    assert!(world.run("status").out.contains("\nopen   s1 "), "{}", world.run("status").out);
    assert_eq!(world.bash("r", "fusebox report blocked 'no field'").out, "");
    world.person_does(&["resume"]);
    assert_eq!(world.run("status s1 --json").json()["state"], "open");
}

#[test]
fn a_resume_says_which_session_a_trip_still_stops() {
    let world = World::new();
    world.tripped("s1");
    begin(&world, "s2");
    for target in ["s1", "s2"] {
        world.person_does(&["pause", target]);
    }
    let stopped = world.person(&["resume", "s1"], "");
    assert!(stopped.out.starts_with("Resumed. "), "{}", stopped.transcript());
    for part in ["s1 is still stopped by a trip: ", "Next: fusebox reset s1 --guidance"] {
        assert!(stopped.err.contains(part), "{part}: {}", stopped.transcript());
    }
    let free = world.person(&["resume", "s2"], "");
    assert!(!free.transcript().contains("still stopped"), "{}", free.transcript());
    // Of everything, those whose client runs.
    world.person_does(&["pause", "--all"]);
    let all = world.person(&["resume"], "");
    assert!(!all.transcript().contains("still stopped"), "{}", all.transcript());
    let client = LivingClient::start();
    client_of(&world, "s1", client.0.id(), client.started());
    world.person_does(&["pause", "--all"]);
    let all = world.person(&["resume"], "");
    assert!(all.err.contains("s1 is still stopped"), "{}", all.transcript());
}
