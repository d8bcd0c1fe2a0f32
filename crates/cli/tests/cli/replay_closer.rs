//! `fusebox replay --explain` and `--compare`: one session closer, two presets side by side.

use serde_json::{Value, json};

use crate::replay_samples::{STUCK, canonical, claude, lines, openai};
use crate::transcript::check;
use crate::world::World;

fn world() -> World {
    let world = World::new();
    world.write("traces/a/stuck.jsonl", claude(STUCK, 12));
    world.write("traces/b/asked.json", openai(5));
    world.write("traces/c/long.jsonl", canonical("long", 210));
    world
}

#[test]
fn a_session_is_explained_by_the_calls_around_it() {
    let world = world();
    let ran = world.run("replay ../traces --explain 5b0c");
    check(
        &ran,
        "
5b0c3f52-1111-4222-8333-444455556666  claude, 13 calls
../traces/a/stuck.jsonl

     1 · ls                                            orders.c
     2 ! make test                                     orders.c: error: no such field
     3 ! make test                                     orders.c: error: no such field
     4 ! make test                                     orders.c: error: no such field
     5 ! make test                                     orders.c: error: no such field
       nudge repetition.same_call
         `make test` has given the same result 4 times in a row, and nothing was changed in between.
         Doing it again will not give a new answer: change something, try another way, or say what
         blocks you. From number 7 on it is refused.
     6 ! make test                                     orders.c: error: no such field
     7 ! make test                                     orders.c: error: no such field
     8 ✗ make test                                     orders.c: error: no such field
       refused repetition.same_call
         `make test` has given the same result 6 times in a row, and nothing was changed in between.
         This call is refused. Do not retry it: one more attempt opens the breaker.
     9 ! make test                                     orders.c: error: no such field
    10 ! make test                                     orders.c: error: no such field
    11 ! make test                                     orders.c: error: no such field
     ⋮ 2 calls
",
    );
    // The same by the name of its file, and by its path.
    assert_eq!(world.run("replay ../traces --explain stuck.jsonl").out, ran.out);
    assert_eq!(world.run("replay ../traces --explain ../traces/a/stuck.jsonl").out, ran.out);
}

#[test]
fn a_nudge_and_silence_are_explained_too() {
    let world = world();
    check(
        &world.run("replay ../traces --explain asked"),
        "
asked  openai, 5 calls
../traces/b/asked.json

     ⋮ 1 call
     2 ! cat missing.txt                               cat: missing.txt: No such file or directory
     3 ! cat missing.txt                               cat: missing.txt: No such file or directory
     4 ! cat missing.txt                               cat: missing.txt: No such file or directory
       nudge repetition.same_call
         `cat missing.txt` has given the same result 4 times in a row, and nothing was changed in
         between. Doing it again will not give a new answer: change something, try another way, or
         say what blocks you. From number 7 on it is refused.
     ⋮ 1 call
",
    );
    check(
        &world.run("replay ../traces --explain long"),
        "
long  -, 210 calls
../traces/c/long.jsonl

Fusebox would have stayed silent.
",
    );
}

#[test]
fn a_change_of_the_clients_settings_is_refused_and_no_trip() {
    let world = World::new();
    let mut events = canonical("well", 2);
    for (n, file) in ["/home/x/.claude/settings.json", "/home/x/notes.md"].iter().enumerate() {
        let call = format!("e{n}");
        events += &lines(&[
            json!({"session": "well", "type": "tool_request", "call": call, "tool": "edit",
                "input": {"file_path": file, "new_string": "on"}}),
            json!({"session": "well", "type": "tool_result", "call": call, "ok": true,
                "output": "edited"}),
        ]);
    }
    world.write("traces/well.jsonl", &events);
    check(
        &world.run("replay ../traces --explain well"),
        "
well  -, 4 calls
../traces/well.jsonl

     1 · read src/0.rs                                 fn part_0() {}
     2 · read src/1.rs                                 fn part_1() {}
     3 · edit /home/x/.claude/settings.json            edited
       refused guard.protected
         `/home/x/.claude/settings.json` belongs to the circuit breaker. Only a person may do that,
         outside the agent.
     ⋮ 1 call
",
    );
    let ran = world.run("replay ../traces --json --fail-on-trip");
    assert_eq!(ran.code, 0, "{}", ran.out);
    let lines = ran.lines();
    assert_eq!((&lines[0]["tripped"], &lines[0]["guarded"]), (&json!(false), &json!(1)));
    assert_eq!(lines[1]["summary"]["guarded"], json!(1));
    check(
        &world.run("replay ../traces"),
        "
SESSION  CLIENT  CALLS  ANSWER
well     -           4  1 refusal  guard.protected

In this session (4 calls) Fusebox would not have stepped in. (1 call is refused
because it changes what belongs to the breaker or the client's hooks; the agent
goes on.)
",
    );
}

#[test]
fn a_name_must_mean_one_session() {
    let world = world();
    world.write("traces/d/again.jsonl", claude(STUCK, 1));
    check(
        &world.run("replay ../traces --explain 5b0c"),
        "
2> error: 2 sessions are called `5b0c`
2> hint: 5b0c3f52-1111-4222-8333-444455556666 in ../traces/a/stuck.jsonl
2> hint: 5b0c3f52-1111-4222-8333-444455556666 in ../traces/d/again.jsonl
exit 2
",
    );
    check(
        &world.run("replay ../traces --explain nobody"),
        "
2> error: no session or file is called `nobody`
2> hint: `--all` lists every session
exit 2
",
    );
}

#[test]
fn a_subagents_calls_stand_among_those_of_its_session() {
    let world = World::new();
    world.write(&format!("traces/{STUCK}.jsonl"), claude(STUCK, 9));
    let inside = claude(STUCK, 2)
        .replace("\"sessionId\"", "\"isSidechain\":true,\"agentId\":\"a1\",\"sessionId\"");
    world.write(&format!("traces/{STUCK}/subagents/agent-a1.jsonl"), &inside);
    check(
        &world.run("replay ../traces --explain 5b0c"),
        "
5b0c3f52-1111-4222-8333-444455556666  claude, 13 calls
../traces/5b0c3f52-1111-4222-8333-444455556666.jsonl

     ⋮ 2 calls
     3 ! make test                                     orders.c: error: no such field
     4 ! [a1] make test                                orders.c: error: no such field
     5 ! make test                                     orders.c: error: no such field
     6 ! [a1] make test                                orders.c: error: no such field
     7 ! make test                                     orders.c: error: no such field
     8 ! make test                                     orders.c: error: no such field
       nudge repetition.same_call
         `make test` has given the same result 4 times in a row, and nothing was changed in between.
         Doing it again will not give a new answer: change something, try another way, or say what
         blocks you. From number 7 on it is refused.
     9 ! make test                                     orders.c: error: no such field
    10 ! make test                                     orders.c: error: no such field
    11 ✗ make test                                     orders.c: error: no such field
       refused repetition.same_call
         `make test` has given the same result 6 times in a row, and nothing was changed in between.
         This call is refused. Do not retry it: one more attempt opens the breaker.
    12 ! make test                                     orders.c: error: no such field
    13 ! make test                                     orders.c: error: no such field
",
    );
}

#[test]
fn two_presets_side_by_side() {
    let world = world();
    check(
        &world.run("replay ../traces --compare default,budget"),
        "
3 sessions                                 default          budget
  sessions stopped                               1               2
  sessions nudged                                2               3
  nudges                                         2               3
  calls from there on                            6              16
  time                                       2 min           2 min
  tokens                                      63 k            63 k
  cost                                           -           $0.10

They differ in 1 session
                       calls  default                  budget
  long                   210  -                        201 tool_calls
",
    );
    check(
        &world.run("replay ../traces/b --compare default,default"),
        "
1 session                                  default         default
  sessions stopped                               0               0
  sessions nudged                                1               1
  nudges                                         1               1
  calls from there on                            0               0

They do the same in every session.
",
    );
    let lines = world.run("replay ../traces --compare default,budget --json").lines();
    let of =
        |line: &Value| line.get("summary").unwrap_or(line)["preset"].as_str().unwrap().to_owned();
    let presets: Vec<String> = lines.iter().map(of).collect();
    let (first, second) = (["default"; 4], ["budget"; 4]);
    assert_eq!(presets, [first, second].concat());
}

#[test]
fn a_comparison_takes_two_presets_that_exist() {
    let world = world();
    check(
        &world.run("replay ../traces --compare default"),
        "
2> error: --compare takes two presets
2> hint: for example `--compare default,budget`
exit 2
",
    );
    check(
        &world.run("replay ../traces --compare default,none"),
        r#"
2> error: --compare: "none" is not a preset; choose from default, budget, tdd, loop, service, guided
exit 2
"#,
    );
    assert_eq!(world.run("replay ../traces --compare default,budget --preset tdd").code, 2);
}
