//! `fusebox decide`: one event a line in, one verdict a line out.

use fusebox_clients::canonical::{COMMON_FIELDS, EVENTS, FieldValues};
use serde_json::{Value, json};

use crate::transcript::{check, has};
use crate::world::World;

#[test]
fn every_line_is_answered_in_order() {
    let ran = World::new().pipe(
        "decide",
        "{\"session\":\"s\",\"id\":\"a\",\"type\":\"tool_request\",\"tool\":\"bash\",\"input\":{\"command\":\"ls\"}}\n\
         \n\
         {\"session\":\"s\",\"id\":\"b\",\"type\":\"tick\",\"at_ms\":1}\n",
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

#[test]
fn every_event_of_the_page_is_answered_and_every_field_of_it_is_read() {
    let world = World::new();
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/decide.md"));
    let page = page.unwrap();
    let is_example =
        |line: &&str| line.starts_with("{\"session\"") && !line.contains("\"verdict\"");
    let lines: Vec<&str> = page.lines().filter(is_example).collect();
    assert_eq!(lines.len(), 2 + 19, "two of the beginning, and one for each type");
    let ran = world.pipe("decide", &format!("{}\n", lines.join("\n")));
    assert_eq!((ran.code, ran.err.as_str(), ran.out.lines().count()), (0, "", lines.len()));
    // A value that no field takes is refused by name, so the field is read.
    for event in EVENTS {
        for field in COMMON_FIELDS.iter().chain(event.fields) {
            let is_text_of_subagent = event.name == "subagent" && field.name == "text";
            if field.values == FieldValues::Any || field.name == "type" || is_text_of_subagent {
                continue;
            }
            let mut line = json!({"session": "s", "type": event.name});
            line[field.name] = json!({"x": [1]});
            if field.values == FieldValues::Request {
                line[field.name] = json!(7);
            }
            let ran = world.pipe("decide", &format!("{line}\n"));
            let named = format!("error: line 1: `{}` is ", field.name);
            assert!(ran.code == 2 && ran.err.starts_with(&named), "{line}: {}", ran.err);
        }
    }
}

#[test]
fn a_field_that_no_event_has_is_named_once_a_session() {
    let line = |session: &str, kind: &str, field: &str| {
        format!("{{\"session\":\"{session}\",\"type\":\"{kind}\",\"{field}\":1}}\n")
    };
    let lines = [
        line("a", "tick", "at"),
        line("a", "tick", "at"),
        line("a", "tool_result", "changed"),
        line("a", "tick", "colour"),
        line("b", "tick", "at"),
    ];
    let ran = World::new().pipe("decide", &lines.concat());
    let expected = "\
note: line 1: session a: `tick` has no such field, ignored: `at` (`at_ms`?)
note: line 3: session a: `tool_result` has no such field, ignored: `changed` (`files_changed`?)
note: line 4: session a: `tick` has no such field, ignored: `colour`
note: line 5: session b: `tick` has no such field, ignored: `at` (`at_ms`?)
";
    assert_eq!((ran.code, ran.out.lines().count(), ran.err.as_str()), (0, 5, expected));
}

#[test]
fn what_is_kept_is_found_where_it_was_kept() {
    let world = World::new();
    let event = "{\"session\":\"kept\",\"type\":\"tick\"}\n";
    world.pipe("decide --keep", event);
    world.pipe("decide --store ../elsewhere", &event.replace("kept", "other"));
    for (words, session) in
        [("status --json", "kept"), ("status --json --store ../elsewhere", "other")]
    {
        assert_eq!(world.run(words).json()[0]["session"], session, "{words}");
    }
    for store in ["../elsewhere", "sqlite:../elsewhere"] {
        let ran = world.run(&format!("log other --store {store} --json"));
        assert_eq!(ran.lines()[0]["session"], "other", "{store}");
    }
    check(
        &world.run("status --store memory:"),
        "
2> error: --store: `memory:` is forgotten when its program ends
2> hint: `fusebox decide --store FOLDER` keeps what it decided
exit 2
",
    );
    check(
        &world.run("status --store ../nowhere"),
        "
2> error: --store: there is no store in ../nowhere
2> hint: `fusebox decide --store FOLDER` makes one
exit 2
",
    );
}

#[test]
fn the_tools_of_common_clients_are_one_tool() {
    let world = World::new();
    for (names, input) in [
        (
            &["bash", "Bash", "terminal", "shell", "run_command"][..],
            json!({"command": "make test"}),
        ),
        (&["read", "Read", "read_file"][..], json!({"path": "a.rs"})),
    ] {
        for name in names {
            let calls: String = (0..8)
                .flat_map(|n| {
                    let request = json!({"session": "s", "type": "tool_request",
                        "call": format!("c{n}"), "tool": names[n % names.len()], "input": input});
                    let result = json!({"session": "s", "type": "tool_result",
                        "call": format!("c{n}"), "ok": false, "output": "no such thing: 7"});
                    [format!("{request}\n"), format!("{result}\n")]
                })
                .collect();
            let verdicts = world.pipe("decide", &calls).lines();
            assert_eq!(verdicts[6]["verdict"], "allow", "{name}");
            assert_eq!(verdicts[7]["verdict"], "warn", "the fourth is the same call, {name}");
        }
    }
}

#[test]
fn b05_after_a_trip_a_report_passes_by_any_servers_name_and_the_rest_by_ours() {
    let world = World::new();
    world.tripped("s1");
    for (tool, passes) in [
        ("report_complete", true),
        ("mcp:tracker/report_complete", true),
        ("mcp__tracker__report_blocked", true),
        ("mcp:fusebox/justify", true),
        ("mcp:fusebox/status", true),
        ("mcp:tracker/justify", false),
        ("mcp:tracker/status", false),
        ("status", false),
        ("mcp:tracker/report_completed", false),
    ] {
        let request = json!({"session": "s1", "type": "tool_request", "call": tool, "tool": tool,
            "input": {"summary": "x"}});
        let verdict = world.decide(&[request])[0]["verdict"].clone();
        assert_eq!(verdict == "allow", passes, "{tool}: {verdict}");
    }
}

/// Every number of a JSON value.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(items) => items.iter().flat_map(numbers).collect(),
        Value::Object(fields) => fields.values().flat_map(numbers).collect(),
        Value::Number(number) => vec![number.as_f64().unwrap()],
        Value::Null | Value::Bool(_) | Value::String(_) => Vec::new(),
    }
}

#[test]
fn no_number_of_any_output_is_too_large_for_a_program() {
    let world = World::new();
    world.tripped("s1");
    let mut outputs: Vec<(&str, Value)> = Vec::new();
    for words in [
        "status --json",
        "incidents --json",
        "show --json",
        "runs --json",
        "service --json",
        "config show --json",
        "debug s1 --json",
        "task list --json",
        "doctor --json",
    ] {
        outputs.push((words, serde_json::from_str(&world.run(words).out).unwrap_or_default()));
    }
    outputs.extend(world.run("log s1 --json").lines().into_iter().map(|line| ("log", line)));
    // The schema of the configuration states the limits of numbers that are no output.
    for kind in ["event", "verdict", "diagnostic"] {
        outputs.push((kind, world.run(&format!("schema {kind}")).json()));
    }
    for (words, output) in outputs {
        let largest = numbers(&output).into_iter().fold(0.0, f64::max);
        assert!(largest <= 9_007_199_254_740_992.0, "{words}: {largest} in {output}");
    }
}

#[test]
fn a_schema_is_printed_of_each_thing_that_programs_read_and_write() {
    let world = World::new();
    for (kind, title, field) in [
        ("event", "Fusebox event", "session"),
        ("verdict", "Fusebox verdict", "findings"),
        ("diagnostic", "Fusebox diagnostic", "specific_question"),
        ("config", "Fusebox configuration", "limits"),
    ] {
        let schema = world.run(&format!("schema {kind}")).json();
        has(
            &schema,
            json!({"title": title, "$schema": "https://json-schema.org/draft/2020-12/schema"}),
        );
        assert!(schema["properties"][field].is_object(), "{kind}");
    }
    // Every field of a real verdict is in its schema, and the other way round.
    world.tripped("s1");
    let verdict = world.decide(&[json!({"session": "s1", "type": "tool_request", "tool": "bash",
        "input": {"command": "make test"}})]);
    let schema = world.run("schema verdict").json();
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&verdict[0]), names(&schema["properties"]));
}
