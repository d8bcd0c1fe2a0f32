//! Recorded sessions, told to the real hook as they grew: the caps, the log and `fusebox spend` have one sum.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use fusebox_engine::{Fact, PicoUsd, Policy};
use fusebox_replay::SessionFold;
use serde_json::Value;

use crate::caps::{CAPS_BESIDE, begin, call, world};
use crate::world::World;

/// The lines that the client writes between two hooks: parts of one response come apart.
const LINES: usize = 7;

/// The sessions of a format that the corpus holds.
#[expect(clippy::disallowed_methods, reason = "who starts the tests names the corpus")]
fn recorded(format: &str) -> Vec<PathBuf> {
    let corpus = std::env::var("FUSEBOX_CORPUS").unwrap();
    let folder = PathBuf::from(corpus).join("traces").join(format);
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_record = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl");
    let mut files: Vec<PathBuf> = files.filter(is_record).collect();
    files.sort();
    assert!(files.len() > 2, "{files:?}");
    files
}

fn usd(value: &Value) -> PicoUsd {
    value.as_str().map_or(PicoUsd::ZERO, |text| text.parse().unwrap())
}

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
fn m06_live_and_replayed_sums_are_equal_to_the_pico_dollar() {
    for record in recorded("claude_code") {
        let text = std::fs::read_to_string(&record).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let world = world("spend.session = \"100000 USD\"");
        begin(&world, "s1");
        for (n, chunk) in lines.chunks(LINES).enumerate() {
            let mut file = OpenOptions::new().append(true).open(world.path("s1.jsonl")).unwrap();
            writeln!(file, "{}", chunk.join("\n")).unwrap();
            call(&world, "s1", &format!("c{n}"));
        }
        // Sums that are amounts alone are plain text: the cap, its picodollars, its tokens and its limit.
        let live = world.text(&format!(
            "SELECT coalesce({CAPS_BESIDE}, 'session 0 0 100000 USD') FROM scope WHERE kind = 2"
        ));
        let live = live.strip_prefix("session ").and_then(|sum| sum.split(' ').next());
        let live = PicoUsd::from_picos(live.unwrap().parse().unwrap());
        let log = world.run("log s1 --json").out;
        let rows = log.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let replayed = rows.map(|row| usd(&row["observation"]["priced_usd"]));
        let replayed = replayed.fold(PicoUsd::ZERO, PicoUsd::saturating_add);
        let spent = spent_in(&world, &text);
        assert_eq!((live, replayed), (spent, spent), "{}", record.display());
    }
}

/// What `fusebox spend` says of a record.
fn spent_in(world: &World, record: &str) -> PicoUsd {
    world.write("project/record.jsonl", record);
    let spent = world.run("spend record.jsonl --json");
    if spent.code == 0 { usd(&spent.json()["total"]["cost_usd"]) } else { PicoUsd::ZERO }
}

#[test]
#[ignore = "needs FUSEBOX_CORPUS"]
fn m06_a_recording_costs_in_replay_what_it_cost() {
    let policy = Policy::default();
    for record in ["claude_code", "codex_rollout"].into_iter().flat_map(recorded) {
        let text = std::fs::read_to_string(&record).unwrap();
        let (_, events, _) = fusebox_replay::read_events(text.as_bytes(), "record").unwrap();
        let mut fold = SessionFold::new(&policy, events[0].session.clone(), None);
        let mut replayed = PicoUsd::ZERO;
        for event in &events {
            if let Fact::Usage(spent) = fold.fold_event(event).fact {
                replayed = replayed.saturating_add(spent.priced_usd);
            }
        }
        assert_eq!(replayed, spent_in(&World::new(), &text), "{}", record.display());
    }
}
