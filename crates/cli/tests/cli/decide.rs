//! `fusebox decide`: one event a line in, one verdict a line out.

use serde_json::json;

use crate::transcript::{check, has};
use crate::world::World;

#[test]
fn every_line_is_answered_in_order() {
    let ran = World::new().pipe(
        "decide",
        "{\"session\":\"s\",\"id\":\"a\",\"type\":\"tool_request\",\"tool\":\"bash\",\"input\":{\"command\":\"ls\"}}\n\
         \n\
         {\"session\":\"s\",\"id\":\"b\",\"type\":\"tick\",\"unknown\":1}\n",
    );
    let found = ran.lines();
    assert_eq!((ran.code, ran.err.as_str(), found.len()), (0, "", 2));
    for (verdict, id) in found.iter().zip(["a", "b"]) {
        has(verdict, json!({"session": "s", "id": id, "verdict": "allow", "state": "closed"}));
    }
}

#[test]
fn a_line_that_cannot_be_read_is_named() {
    let world = World::new();
    let good = "{\"session\":\"s\",\"id\":\"a\",\"type\":\"tick\"}\n";
    for (bad, why) in [
        ("{\"session\":\"s\"}", "line 2: `type` is missing; expected a string"),
        ("nonsense", "line 2: "),
        ("{\"session\":\"s\",\"type\":\"dance\"}", "line 2: "),
        ("{\"type\":\"tick\"}", "line 2: "),
    ] {
        let ran = world.pipe("decide", &format!("{good}{bad}\n{good}"));
        assert_eq!((ran.code, ran.out.lines().count()), (2, 1), "{bad}");
        assert!(ran.err.starts_with(&format!("error: {why}")), "{bad}: {}", ran.err);
    }
}

#[test]
fn presets_and_files_can_be_chosen() {
    let world = World::new();
    world.write("strict.toml", "[limits]\ntool_calls = 1\n");
    let calls: String = (0..2)
        .map(|n| {
            format!(
                "{{\"session\":\"s\",\"type\":\"tool_request\",\"call\":\"c{n}\",\"tool\":\"read\",\
                 \"input\":{{\"file_path\":\"{n}\"}}}}\n"
            )
        })
        .collect();
    let last = |words: &str| {
        let ran = world.pipe(words, &calls);
        ran.lines().pop().unwrap()["verdict"].as_str().unwrap().to_owned()
    };
    assert_eq!(last("decide"), "allow");
    assert_eq!(last("decide --preset budget"), "allow");
    assert_eq!(last("decide --config ../strict.toml"), "deny");
    check(
        &world.pipe("decide --preset nothing", &calls),
        "
2> error: --preset: \"nothing\" is not a preset; choose from default, budget, tdd, loop, service, guided
exit 2
",
    );
}

#[test]
fn l01_to_l14_a_loop_is_driven_line_by_line() {
    let world = World::new();
    let lines = [
        ("\"run\":\"r1\",\"files_changed\":0", "allow", "closed"),
        ("\"run\":\"r1\",\"files_changed\":0,\"commits\":1", "allow", "closed"),
        ("\"run\":\"r1\",\"files_changed\":0,\"claims_complete\":true", "allow", "closed"),
        ("\"run\":\"r1\"", "allow", "closed"),
        ("\"run\":\"r2\",\"files_changed\":[],\"questions\":1", "allow", "closed"),
        ("\"run\":\"r2\",\"files_changed\":[],\"outcome\":\"idle\"", "allow", "closed"),
        ("\"run\":\"r2\",\"files_changed\":0", "warn", "half_open"),
        ("\"run\":\"r1\",\"files_changed\":0", "allow", "half_open"),
        ("\"run\":\"r2\",\"files_changed\":0", "stop", "open"),
        ("\"run\":\"r2\",\"files_changed\":1", "stop", "open"),
    ];
    let told: String = lines
        .iter()
        .map(|(fields, ..)| format!("{{\"session\":\"s\",\"type\":\"iteration\",{fields}}}\n"))
        .collect();
    let found = world.pipe("decide --preset loop", &told).lines();
    assert_eq!(found.len(), lines.len());
    for (verdict, (fields, answer, state)) in found.iter().zip(lines) {
        assert_eq!(
            (&verdict["verdict"], &verdict["state"]),
            (&answer.into(), &state.into()),
            "{fields}"
        );
    }
    assert_eq!(found[8]["findings"][0]["rule"], "stagnation.no_progress");
    // Without the preset only the same error opens.
    let found = world.pipe("decide", &told).lines();
    assert!(found.iter().all(|verdict| verdict["state"] == "closed"));
}

#[test]
fn a_store_is_remembered_and_a_repeat_is_harmless() {
    let world = World::new();
    let event = "{\"session\":\"s\",\"id\":\"a\",\"at_ms\":5,\"type\":\"tool_request\",\"call\":\"c\",\
                 \"tool\":\"bash\",\"input\":{\"command\":\"ls\"}}\n";
    let words = format!("decide --store {}", world.state_dir().display());
    world.pipe(&words, event);
    world.pipe(&words, event);
    assert_eq!(world.run("status --json").json()[0]["tool_calls"], 1);
}

#[test]
fn one_decision_of_another_policy_does_not_become_the_hooks() {
    let world = World::new();
    world.write("project/.fusebox.toml", "[limits]\nwarn_at = 0.9\n");
    world.write("strict.toml", "[limits]\ntool_calls = 1\n");
    let words = format!("decide --config ../strict.toml --store {}", world.state_dir().display());
    world.pipe(&words, "{\"session\":\"s\",\"type\":\"tick\"}\n");
    for n in 0..3 {
        let mut command = world.hook();
        command.env("CLAUDE_PROJECT_DIR", world.path("project"));
        let fields = serde_json::json!({"tool_name": "Read", "tool_use_id": format!("c{n}"),
            "tool_input": {"file_path": format!("{n}")}});
        let ran = world.finish(&mut command, &world.event("PreToolUse", fields));
        assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", ""));
    }
}
