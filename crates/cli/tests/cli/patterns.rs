//! `fusebox patterns`: what helped against a failure is told to the next session that shows its first sign.

use serde_json::{Value, json};

use crate::transcript::has;
use crate::world::World;

const MISSING: &str = "Exit code 127\n/bin/bash: line 1: protoc: command not found";
const NONE: &str = "No pattern yet: one is kept for each failure on which a session trips in a project's folder.\n";
const ADVICE: &str = "Use ./tools/protoc, which is checked in";

fn world() -> World {
    let world = World::new();
    world.write("project/.fusebox.toml", "notify = []\ncheckpoints = \"never\"\n");
    world
}

fn send(world: &World, session: &str, event: &str, mut fields: Value) -> String {
    fields["session_id"] = json!(session);
    let mut command = world.hook_below_shell();
    world.finish(&mut command, &world.event(event, fields)).out
}

fn begin(world: &World, session: &str) {
    begin_in(world, session, "project");
}

fn begin_in(world: &World, session: &str, folder: &str) {
    send(world, session, "SessionStart", json!({"source": "startup", "cwd": world.path(folder)}));
}

fn end(world: &World, session: &str) {
    send(world, session, "SessionEnd", json!({"reason": "exit"}));
}

/// A call with this result; what the hook answers to it.
fn call(world: &World, session: &str, n: u32, command: &str, error: Option<&str>) -> String {
    let id = format!("{session}-{n}");
    let mut fields =
        json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": id});
    let asked = send(world, session, "PreToolUse", fields.clone());
    let (event, key, result) = match error {
        Some(error) => ("PostToolUseFailure", "error", json!(error)),
        None => ("PostToolUse", "tool_response", json!({"stdout": format!("done {n}")})),
    };
    fields[key] = result;
    asked + &send(world, session, event, fields)
}

/// A session that misses a program until it is stopped.
fn trip(world: &World, session: &str) {
    begin(world, session);
    for n in 0..8 {
        call(world, session, n, &format!("protoc --out {n} x.proto"), Some(MISSING));
    }
}

/// The same, answered by a person; it goes on and ends well.
fn answered_trip(world: &World, session: &str, advice: &str) {
    trip(world, session);
    world.person_does(&["reset", session, "--guidance", advice, "--yes"]);
    call(world, session, 20, "./tools/protoc x.proto", None);
    end(world, session);
}

/// The only pattern, once it is as wanted: deliveries run beside the hook.
fn pattern(world: &World, is_wanted: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..1_200 {
        let rows = world.run("patterns list --json").json();
        let row = rows[0].clone();
        if !row.is_null() && is_wanted(&row) {
            assert_eq!(rows.as_array().unwrap().len(), 1, "{rows}");
            return row;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("{}", world.run("patterns list --json").out);
}

#[test]
fn q9_what_helped_is_told_once_at_the_first_sign_and_counted() {
    let world = world();
    trip(&world, "s1");
    let row = pattern(&world, |row| row["occurrences"] == 1);
    has(&row, json!({"kind": "missing_program", "rules": ["repetition.missing_program"]}));
    has(&row, json!({"what_helped": null, "told": 0, "prevention_rate": null}));

    // Nothing has helped yet: nothing is told.
    begin(&world, "s2");
    assert_eq!(call(&world, "s2", 0, "protoc a", Some(MISSING)), "");
    world.person_does(&["reset", "s1", "--guidance", ADVICE, "--yes"]);
    call(&world, "s1", 20, "./tools/protoc x.proto", None);
    end(&world, "s1");
    let row = pattern(&world, |row| row["what_helped"] == ADVICE);
    has(&row["advice"][0], json!({"by": "person", "passed": true}));

    begin(&world, "s3");
    let other = "Exit code 127\n/bin/bash: line 1: buf: command not found";
    assert_eq!(call(&world, "s3", 0, "buf lint", Some(other)), "", "another program");
    assert_eq!(call(&world, "s3", 1, "ls", None), "");
    let told = call(&world, "s3", 2, "protoc a", Some(MISSING));
    let sentence = format!(
        "Seen before here, once: /bin/bash: line 1: protoc: command not found; this helped: {ADVICE}"
    );
    assert!(told.contains(&sentence), "{told}");
    assert_eq!(call(&world, "s3", 3, "protoc b", Some(MISSING)), "", "once");
    end(&world, "s3");
    let row = pattern(&world, |row| row["told"] == 1);
    has(&row, json!({"prevented": 1, "prevention_rate": 1.0, "occurrences": 1}));
    let log = world.run("log s3 --json").out;
    assert_eq!(log.matches("learning.seen_before").count(), 1, "{log}");
}

#[test]
fn q9_sub_folders_and_linked_work_trees_are_the_project_of_their_repository() {
    let world = world();
    world.write("project/src/cart/x", "");
    // As `git worktree add ../fix` makes it.
    let own = "project/.git/worktrees/fix";
    world.write("fix/.git", format!("gitdir: {}\n", world.path(own).display()));
    world.write(&format!("{own}/gitdir"), format!("{}\n", world.path("fix/.git").display()));
    world.write(&format!("{own}/commondir"), "../..\n");
    world.write("elsewhere/.git/HEAD", "ref: refs/heads/main\n");
    // A repository of its own inside the project.
    for part in ["HEAD", "objects/x", "refs/x"] {
        world.write(&format!("project/vendor/lib/.git/{part}"), "ref: refs/heads/main\n");
    }
    begin_in(&world, "s0", "project/src/cart");
    for n in 0..8 {
        call(&world, "s0", n, &format!("protoc --out {n} x.proto"), Some(MISSING));
    }
    world.person_does(&["reset", "s0", "--guidance", ADVICE, "--yes"]);
    call(&world, "s0", 20, "./tools/protoc x.proto", None);
    end(&world, "s0");
    let row = pattern(&world, |row| row["what_helped"] == ADVICE);
    assert_eq!(row["folder"], "~/project");
    for (session, folder, is_told) in [
        ("top", "project", true),
        ("below", "project/src", true),
        ("beside", "project/docs", true),
        ("deep", "project/src/orders/tax", true),
        ("linked", "fix", true),
        ("other", "elsewhere", false),
        ("other below", "elsewhere/src/cart", false),
        ("inner", "project/vendor/lib", false),
        ("plain", "plain", false),
    ] {
        begin_in(&world, session, folder);
        let told = call(&world, session, 0, "protoc a", Some(MISSING));
        assert_eq!(told.contains("Seen before here, once: "), is_told, "{folder}: {told}");
        end(&world, session);
    }
    has(&pattern(&world, |row| row["told"] == 5), json!({"prevented": 5}));
}

#[test]
fn q9_advice_that_does_not_help_is_not_told_any_more() {
    let world = world();
    answered_trip(&world, "s0", ADVICE);
    pattern(&world, |row| row["what_helped"] == ADVICE);
    for n in 1..=3_u32 {
        let session = format!("t{n}");
        begin(&world, &session);
        let told = call(&world, &session, 0, "protoc a", Some(MISSING));
        assert!(told.contains("this helped: "), "{n}: {told}");
        for call_number in 1..9 {
            call(&world, &session, call_number, &format!("protoc {call_number}"), Some(MISSING));
        }
        end(&world, &session);
        let row = pattern(&world, |row| row["told"] == n);
        has(&row, json!({"prevented": 0, "occurrences": n + 1}));
        assert_eq!(row["what_helped"].is_null(), n == 3, "two of three may still be chance");
    }
    begin(&world, "last");
    assert_eq!(call(&world, "last", 0, "protoc a", Some(MISSING)), "");
}

#[test]
fn q9_a_person_reads_and_forgets_patterns() {
    let world = world();
    assert_eq!(world.run("patterns list").err, NONE);
    answered_trip(&world, "s0", ADVICE);
    let row = pattern(&world, |row| row["what_helped"] == ADVICE);
    let id = &row["id"].as_str().unwrap()[..6];
    for width in ["60", "80", "100", "160"] {
        for words in ["patterns list".to_owned(), format!("patterns show {id}")] {
            let ran = world.with("COLUMNS", width, &words);
            let widest = ran.out.lines().map(|line| line.chars().count()).max().unwrap();
            assert!(ran.code == 0 && widest <= width.parse().unwrap(), "{words}: {}", ran.out);
        }
    }
    let shown = world.run(&format!("patterns show {id}")).out;
    assert!(shown.contains("a person, the next run passed: Use ./tools/protoc"), "{shown}");
    assert_eq!(world.run("patterns show nothing").code, 1);
    assert_ne!(world.run(&format!("patterns forget {id} --yes")).code, 0, "without a terminal");
    // Neither may the agent.
    let asked = world.bash("x", &format!("fusebox patterns forget {id} --yes")).out;
    assert!(asked.contains("deny"), "{asked}");
    world.person_does(&["patterns", "forget", id, "--yes"]);
    assert_eq!(world.run("patterns list --json").json(), json!([]));
    begin(&world, "s9");
    assert_eq!(call(&world, "s9", 0, "protoc a", Some(MISSING)), "");
}
