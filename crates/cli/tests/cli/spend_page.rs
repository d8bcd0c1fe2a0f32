//! `fusebox spend --html`: one self-contained page.

use serde_json::{Value, json};

use crate::spend::{FILE, response};
use crate::world::{AT, World};

/// A project whose name would be markup, and a model whose name turns the direction of text.
const HOSTILE: &str = "/srv/<script>alert(1)</script>&\"'";

fn page(world: &World) -> String {
    let ran = world.run("spend records --html page.html --utc");
    assert_eq!((ran.code, ran.out.as_str()), (0, "Written to page.html.\n"), "{}", ran.err);
    world.read("project/page.html")
}

/// The exact costs of the rows of a table, its last one included.
fn costs(page: &str, column: &str) -> Vec<String> {
    let table = page.split(&format!("id=\"{column}\"")).nth(1).unwrap();
    let table = table.split("</section>").next().unwrap();
    let values = table.split("<data value=\"").skip(1);
    values.map(|rest| rest.split('"').next().unwrap().to_owned()).collect()
}

#[test]
fn m01_the_page_holds_the_sums_of_json_and_asks_nobody() {
    let world = World::new();
    let hostile = response("s1", 2, "2026-11-02T12:00:00Z")
        .replace("/srv/shop", &HOSTILE.replace('"', "\\\""))
        .replace("claude-sonnet-4-5", "claude-\u{202e}lyric");
    world.write(FILE, response("s1", 1, "2026-11-01T12:00:00Z") + &hostile);
    let page = page(&world);
    for (column, by) in [("Day", "day"), ("Model", "model"), ("Project", "project")] {
        let value = world.run(&format!("spend records --utc --json --by {by}")).json();
        let groups = value["groups"].as_array().unwrap().iter();
        let expected: Vec<Value> =
            groups.chain([&value["total"]]).map(|sum| sum["cost_usd"].clone()).collect();
        assert_eq!(json!(costs(&page, column)), json!(expected), "{column}");
    }
    assert!(page.contains("/srv/&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;&#39;"), "{page}");
    for foreign in
        ["<script", "http:", "https:", "//", "url(", "@import", "<link", "<img", "\u{202e}"]
    {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(is_balanced(&page));
    assert_eq!(world.run("spend records --html page.html --json").code, 2);
    assert_eq!(world.run("spend records --html nowhere/page.html").code, 1);
}

#[test]
fn m01_the_page_says_what_was_spent_after_an_agent_was_stuck() {
    let world = World::new();
    world.tripped("stuck");
    let at = |ms: u64| jiff::Timestamp::from_millisecond((AT + ms) as i64).unwrap().to_string();
    let before = response("stuck", 1, &at(0));
    let after = response("stuck", 2, &at(60_000)) + &response("stuck", 3, &at(70_000));
    world.write(FILE, before + &after + &response("other", 4, &at(60_000)));
    let page = page(&world);
    let stuck = page.split("spent after agents were stuck</dt><dd>").nth(1).unwrap();
    assert!(stuck.starts_with("$0.01<"), "two responses of 0.0045: {stuck}");
    let value = world.run("spend records --json --by outcome").json();
    let outcomes: Vec<_> = value["groups"]
        .as_array()
        .unwrap()
        .iter()
        .map(|g| (&g["by"]["outcome"], &g["cost_usd"]))
        .collect();
    assert_eq!(outcomes, [(&json!(""), &json!("0.0045")), (&json!("tripped"), &json!("0.0135"))]);
}

/// Whether every element that is opened is closed, in order.
fn is_balanced(page: &str) -> bool {
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1) {
        let tag = tag.split('>').next().unwrap();
        let name = tag.split([' ', '\n']).next().unwrap();
        if let Some(closed) = name.strip_prefix('/') {
            if open.pop() != Some(closed) {
                return false;
            }
        } else if !matches!(name, "!DOCTYPE" | "meta") {
            open.push(name);
        }
    }
    open.is_empty()
}
