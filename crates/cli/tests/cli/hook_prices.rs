//! Prices that a person configured or imported, and models without one, through the real hook.

use std::fs::OpenOptions;
use std::io::Write;

use serde_json::json;

use crate::caps::{begin, call, is_refused, world};
use crate::world::World;

/// A response of a model that received so many tokens.
fn respond(world: &World, id: &str, model: &str, tokens: u64) {
    let mut file = OpenOptions::new().append(true).open(world.path("s1.jsonl")).unwrap();
    let message = json!({"id": id, "model": model, "content": [],
        "usage": {"input_tokens": 0, "output_tokens": tokens}});
    writeln!(file, "{}", json!({"type": "assistant", "message": message})).unwrap();
}

/// A cap of 0.50 US dollars holds for a model of which a million tokens cost 30.
fn check_that_thirty_holds(world: &World) {
    begin(world, "s1");
    respond(world, "m1", "claude-lyric-9", 10_000);
    assert_eq!(call(world, "s1", "a"), "", "0.30 US dollars");
    respond(world, "m2", "claude-lyric-9", 7_000);
    let refused = call(world, "s1", "b");
    assert!(refused.contains("$0.51 of $0.50 spent by this session"), "{refused}");
}

#[test]
fn m02_a_configured_price_holds_in_hooks_and_in_sums() {
    let config =
        "spend.session = \"0.50 USD\"\nprices.models = [\"claude-lyric-9 input=3 output=30\"]";
    let world = world(config);
    check_that_thirty_holds(&world);
    let shown = world.run("prices show claude-lyric-9 --json").json();
    assert_eq!(
        (&shown["known"], &shown["rows"][0]["rates"]["output"]),
        (&json!(true), &json!("0.00003"))
    );
}

#[test]
fn m02_an_imported_price_holds_in_hooks() {
    let world = world("spend.session = \"0.50 USD\"");
    let prices = json!({
        "a-model": {"input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6},
        "claude-lyric-9": {"input_cost_per_token": 3e-6, "output_cost_per_token": 30e-6},
        "z-model": {"input_cost_per_token": 1e-6, "output_cost_per_token": 1e-6},
    });
    world.write("project/prices.json", prices.to_string());
    let ran = world.person(&["prices", "import", "prices.json", "--yes"], "");
    assert_eq!(ran.code, 0, "{}", ran.err);
    check_that_thirty_holds(&world);
}

#[test]
fn m02_a_price_that_is_none_is_named() {
    let world = world("prices.models = [\"claude-lyric-9 input=-3 output=30\"]");
    let ran = world.run("config check");
    assert_ne!(ran.code, 0);
    assert!(
        ran.out.contains("-3 is no price") || ran.err.contains("-3 is no price"),
        "{}{}",
        ran.out,
        ran.err
    );
}

#[test]
fn m02_an_unknown_model_opens_the_breaker_where_that_is_wanted() {
    let world = world("spend.unknown = \"refuse\"");
    begin(&world, "s1");
    respond(&world, "m1", "claude-sonnet-4-5", 10);
    assert_eq!(call(&world, "s1", "a"), "", "a known one");
    respond(&world, "m2", "nobody-knows-it", 10);
    assert!(is_refused(&call(&world, "s1", "b")));
    let incident = world.run("incidents --json").json()[0].clone();
    assert_eq!(incident["findings"][0]["rule"], "spend.unknown", "{incident}");
}

#[test]
fn m02_an_unknown_model_counts_as_the_dearest_of_its_family_or_its_tokens_alone() {
    let dearest = world("spend.session = \"0.50 USD\"");
    begin(&dearest, "s1");
    respond(&dearest, "m1", "claude-nobody-knows-it", 1_000_000);
    assert!(is_refused(&call(&dearest, "s1", "a")), "at least 0.50 US dollars");
    let tokens = world(
        "spend.unknown = \"tokens\"\nspend.session = \"0.50 USD\"\nspend.task = \"1500000 tokens\"",
    );
    begin(&tokens, "s1");
    respond(&tokens, "m1", "claude-nobody-knows-it", 1_000_000);
    assert_eq!(call(&tokens, "s1", "a"), "", "no money");
    respond(&tokens, "m2", "claude-nobody-knows-it", 500_000);
    let refused = call(&tokens, "s1", "b");
    assert!(refused.contains("1500000 tokens of 1500000 tokens"), "{refused}");
}

#[test]
fn m01_searches_of_the_web_count_once_for_a_cap() {
    let world = world("spend.session = \"0.50 USD\"");
    begin(&world, "s1");
    let search = |id: &str, searches: u64| {
        let mut file = OpenOptions::new().append(true).open(world.path("s1.jsonl")).unwrap();
        let usage = json!({"input_tokens": 0, "output_tokens": 0,
            "server_tool_use": {"web_search_requests": searches}});
        let message =
            json!({"id": id, "model": "claude-sonnet-4-5", "content": [], "usage": usage});
        writeln!(file, "{}", json!({"type": "assistant", "message": message})).unwrap();
    };
    // A further line of the response has its sum.
    search("m1", 10);
    search("m1", 39);
    assert_eq!(call(&world, "s1", "a"), "", "39 searches of 0.01 US dollars");
    search("m2", 12);
    let refused = call(&world, "s1", "b");
    assert!(is_refused(&refused) && refused.contains("$0.51 of $0.50"), "{refused}");
}
