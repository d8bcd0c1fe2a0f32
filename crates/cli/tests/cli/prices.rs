//! `fusebox prices`: what it shows, what it imports, and who may (M1, M2).

use serde_json::json;

use crate::transcript::check;
use crate::world::World;

const FILE: &str = r#"{
    "claude-sonnet-4-5": {"litellm_provider": "anthropic", "input_cost_per_token": 1e-06,
        "output_cost_per_token": 2e-06},
    "gemini-9": {"input_cost_per_token": 4e-07, "output_cost_per_token": 2.5e-06},
    "debt": {"input_cost_per_token": -1e-06, "output_cost_per_token": 2e-06},
    "odd": {"input_cost_per_token": NaN, "output_cost_per_token": 2e-06},
    "vast": {"input_cost_per_token": 1e400, "output_cost_per_token": 2e-06},
    "half": {"output_cost_per_token": 2e-06},
    "painter": {"output_cost_per_image": 0.04}
}"#;

#[test]
fn m01_a_known_model_is_shown_with_its_tiers() {
    check(
        &World::new().run("prices show anthropic/claude-haiku-5.5"),
        "
anthropic/claude-haiku-5.5: known as claude-haiku-5-5
service   prompt        input  output  cache read  write 5m  write 1h
standard  any             0.1     0.5        0.01     0.125       0.2
standard  above 100000    0.5     2.5        0.05     0.625         1
US dollars for a million tokens
",
    );
}

#[test]
fn m02_an_unknown_model_is_shown_as_unknown_and_never_free() {
    let world = World::new();
    let said = world.run("prices show claude-opus-99").out;
    let first = said.lines().next().unwrap();
    assert_eq!(first, "claude-opus-99: unknown, charged at the dearest prices of claude-opus");
    let shown = world.run("prices show fake-model --json").json();
    assert_eq!((&shown["known"], &shown["basis"]), (&json!(false), &json!("dearest")));
    assert_ne!(shown["rows"][0]["rates"]["input"], json!("0"));
}

#[test]
fn m02_imported_prices_stand_over_the_built_in_ones() {
    let world = World::new();
    world.write("project/prices.json", FILE);
    let ran = world.person_does(&["prices", "import", "prices.json"]);
    let said = ran.out.replace("\r\n", "\n");
    for line in [
        "debt: input_cost_per_token: it is below zero",
        "odd: input_cost_per_token: it is not a decimal number of US dollars",
        "half: input_cost_per_token: the price is missing",
        "vast: input_cost_per_token: it is more than 18 million US dollars",
        "Imported: the prices of 2 models from prices.json. Not imported: 4 with a price that cannot be used, 1 not paid by \
         the token.",
    ] {
        assert!(said.contains(line) || ran.err.contains(line), "{line}: {said} {}", ran.err);
    }
    for (model, expected) in [("claude-sonnet-4-5", "0.000001"), ("gemini-9", "0.0000004")] {
        let shown = world.run(&format!("prices show {model} --json")).json();
        assert_eq!(shown["rows"][0]["rates"]["input"], expected, "{model}");
    }
    // A damaged file is named, and the built-in prices hold.
    world.write(".local/state/fusebox/prices.tsv", "nonsense\n");
    let ran = world.run("prices show claude-sonnet-4-5 --json");
    assert_eq!(ran.json()["rows"][0]["rates"]["input"], "0.000003");
    assert!(ran.err.contains("line 1 of the price table"), "{}", ran.err);
}

#[test]
fn m02_of_many_models_that_cannot_be_imported_some_are_named() {
    let world = World::new();
    let odd = |n| {
        format!("\"odd-{n:02}\": {{\"input_cost_per_token\": NaN, \"output_cost_per_token\": 1}}, ")
    };
    let good = "\"good\": {\"input_cost_per_token\": 1e-06, \"output_cost_per_token\": 1e-06}";
    let text: String = (0..23).map(odd).collect();
    world.write("project/prices.json", format!("{{{text}{good}}}"));
    let ran = world.person_does(&["prices", "import", "prices.json"]);
    let said = ran.out + &ran.err;
    assert_eq!(said.matches("not imported: odd-").count(), 20, "{said}");
    assert!(said.contains("not imported: 3 more models"), "{said}");
    assert!(said.contains("Imported: the prices of 1 model from prices.json."), "{said}");
}

#[test]
fn only_a_person_imports_prices() {
    let world = World::new();
    world.write("project/prices.json", FILE);
    let ran = world.run("prices import prices.json --yes");
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("only a person may do that"), "{}", ran.err);
    assert!(!world.state_dir().join("prices.tsv").exists());
    for (file, text) in [("list.json", "[]"), ("empty.json", "{}"), ("text.json", "prices")] {
        world.write(&format!("project/{file}"), text);
        assert_eq!(world.run(&format!("prices import {file}")).code, 2, "{file}");
    }
    let ran = world.claude(
        "PreToolUse",
        json!({"tool_name": "Bash", "tool_input": {"command": "fusebox prices import x.json"}}),
    );
    assert!(ran.out.contains("deny"), "{}", ran.out);
}
