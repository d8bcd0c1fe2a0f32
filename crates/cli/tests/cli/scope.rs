//! The scope lock through the real hook, and what a person sees and changes of it.

use serde_json::{Value, json};

use crate::agent::{Agent, undated};
use crate::transcript::check;
use crate::world::World;

/// A project under `tdd` with a graph of slices, and the task of one of them.
fn started(words: &[&str]) -> World {
    let world = World::new();
    world.write("project/.fusebox.toml", "preset = \"tdd\"\nnotify = []\n");
    for file in ["src/cart/totals.rs", "src/lib/round.rs", "src/routes/index.ts"] {
        world.write(&format!("project/{file}"), "//\n");
    }
    world.person_does(&[&["task", "start"], words].concat());
    world
}

/// What the hook says to a call of a tool by the client's own name.
fn ask(world: &World, tool: &str, input: Value) -> String {
    let ran = world.claude("PreToolUse", json!({"tool_name": tool, "tool_input": input}));
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    ran.out
}

#[test]
fn a06_every_tool_of_a_client_keeps_to_the_scope() {
    let world = started(&["42", "--files", "src/cart"]);
    Agent::new(&world, "s1");
    let at = |path: &str| world.path("project").join(path).to_str().unwrap().to_owned();
    let edits = json!([{"old_string": "a", "new_string": "b"}]);
    let calls = |path: &str| {
        let path = at(path);
        [
            ("Edit", json!({"file_path": path, "old_string": "a", "new_string": "b"})),
            ("MultiEdit", json!({"file_path": path, "edits": edits})),
            ("NotebookEdit", json!({"notebook_path": path, "new_source": "b"})),
            ("Write", json!({"file_path": path, "content": "b"})),
            ("Bash", json!({"command": format!("sed -i s/a/b/ {path}")})),
        ]
    };
    for (n, (tool, input)) in calls("src/cart/totals.rs").into_iter().enumerate() {
        assert_eq!(ask(&world, tool, input), "", "{tool}");
        let (_, outside) = calls(&format!("src/lib/{n}.rs"))[n].clone();
        let said = ask(&world, tool, outside);
        assert!(said.contains("is outside the scope of this task"), "{tool}: {said}");
    }
    let said =
        ask(&world, "Write", json!({"file_path": at("src/routes/index.ts"), "content": "b"}));
    assert!(said.contains("may not be changed in this task"), "{said}");
    let said = ask(&world, "Bash", json!({"command": "cat src/routes/index.ts"}));
    assert_eq!(said, "");
}

#[test]
fn a06_an_agent_justifies_a_file_and_a_person_sees_it() {
    let world = started(&["42", "--files", "src/cart"]);
    let agent = Agent::new(&world, "s1");
    agent.run("cargo test", &["cart::rounds"]);
    let write = "echo x > src/lib/round.rs";
    let how = "fusebox justify src/lib/round.rs --test cart::rounds --because \\\"one sentence\\\"";
    assert!(agent.asks(write).contains(how));
    let why = "the cart rounds with the function that lives there";
    let justify = format!("fusebox justify src/lib/round.rs --test cart::rounds --because '{why}'");
    assert!(agent.asks(&format!("true; {justify}")).is_empty());
    assert!(agent.asks(&justify).is_empty());
    assert!(agent.asks(write).is_empty());
    assert!(agent.asks("echo x > src/routes/a.ts").contains("a failed attempt at `cart::rounds`"));
    let mut shown = undated(world.run("task show 42"));
    // A checkpoint is made beside the work, early or late.
    shown.out = shown
        .out
        .lines()
        .filter(|line| !line.starts_with("  checkpoint "))
        .fold(String::new(), |all, line| all + line + "\n");
    check(
        &shown,
        "
Task 42  active
  folder      ~/project
  files       src/cart/** (from --files)
  started     DATE (AGO)
  calls       3
  sessions    s1

Failed attempts
  cart::rounds  1/3  fails
  the slice     1/7

Outside the scope
  src/lib/round.rs  justified  the cart rounds with the function that lives there
  src/routes/a.ts   violation
",
    );
    let told = world.run("task show 42 --json").json();
    assert_eq!(
        told["scope_violations"],
        json!([
            {"file": "src/lib/round.rs", "justification": why, "test_name": "cart::rounds",
             "verdict": "justified"},
            {"file": "src/routes/a.ts", "justification": null, "test_name": "cart::rounds",
             "verdict": "violation"},
        ])
    );
    assert_eq!(world.run("debug --json").json()["scope_violations"], told["scope_violations"]);
    assert!(
        world.run("status s1").out.contains("slice 1/7, cart::rounds 1/3, 1 outside the scope")
    );
    let ran = world.finish(
        world.fusebox().args(["justify", "a.rs", "--test", "t", "--because", "it is so"]),
        b"",
    );
    check(
        &ran,
        "
Noted: a.rs for t (8 characters). It holds while that test fails, where this was run as a command of its own.
",
    );
}

#[test]
fn a06_a_trip_by_violations_is_reported_and_a_rescope_takes_the_file_in() {
    let world = started(&["42", "--files", "src/cart"]);
    let agent = Agent::new(&world, "s1");
    for _ in 0..3 {
        agent.asks("echo x > src/routes/a.ts");
    }
    let report = world.run("show --json").json();
    assert_eq!(report["trip_reason"], "per-test limit (3/3)");
    assert_eq!(report["scope_violations"].as_array().unwrap().len(), 3);
    let rescope = "fusebox task rescope 42 --files src/routes/a.ts";
    assert_eq!(report["recovery_options"][0]["command"], rescope);
    let markdown = world.run("show --markdown").out;
    assert!(markdown.contains("| src/routes/a.ts | none | `<suite>` | violation |"), "{markdown}");
    let words = ["task", "rescope", "42", "--files", "src/routes/a.ts"];
    check(
        &world.person(&words, "y\n"),
        "
Task 42: the attempts start again and the breaker is closed.
2> Its files: src/cart/**, src/routes/a.ts (from --files)
",
    );
    assert!(agent.asks("echo x > src/routes/a.ts").is_empty());
    assert!(agent.asks("echo x > src/cart/a.rs").is_empty());
}

#[test]
fn a06_the_files_of_a_task_come_from_a_person_the_graph_or_the_contract() {
    let world = World::new();
    world.write("project/.fusebox.toml", "preset = \"tdd\"\n");
    world.write("project/src/cart/totals.rs", "//\n");
    world.write("project/contract.md", "Totals are in `src/cart/totals.rs`.\n");
    let graph = r#"{"slices": {"S-1": {"name": "Pay", "files_in_scope": ["src/pay/**"]}}}"#;
    let files = |words: &[&str]| {
        let ran = world.person(&[&["task", "start"], words].concat(), "");
        let line =
            |text: &str| text.lines().find(|line| line.starts_with("Its files")).map(str::to_owned);
        assert_eq!(ran.code, 0, "{}", ran.err);
        line(&ran.err).unwrap_or_default()
    };
    assert_eq!(files(&["S-1"]), "");
    let of_contract = "Its files: src/cart/** (from the contract)";
    assert_eq!(files(&["S-1", "--contract", "contract.md"]), of_contract);
    world.write("project/.greenlight/GRAPH.json", graph);
    assert_eq!(files(&["S-1"]), "Its files: src/pay/** (from GRAPH.json)");
    assert_eq!(files(&["7", "--slice", "Pay"]), "Its files: src/pay/** (from GRAPH.json)");
    assert_eq!(
        files(&["S-1", "--files", "docs/*.md", "src/{a,b}/**"]),
        "Its files: docs/*.md, src/{a,b}/** (from --files)"
    );
    // What a person named stays until they name something else.
    assert_eq!(
        files(&["S-1", "--slice", "Pay"]),
        "Its files: docs/*.md, src/{a,b}/** (from --files)"
    );
    world.write("project/.greenlight/GRAPH.json", "{\"slices\": 1}");
    check(
        &world.person(&["task", "start", "8"], ""),
        "
2> error: ~/project/.greenlight/GRAPH.json: `slices` is neither an object nor a list
2> hint: docs/tasks.md shows its shape; --files names the files of the task instead
exit 1
",
    );
}
