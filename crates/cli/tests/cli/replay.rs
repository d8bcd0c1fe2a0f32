//! `fusebox replay`: what it prints of recorded sessions, for people and for programs.

use serde_json::{Value, json};

use crate::replay_samples::{STUCK, canonical, claude, lines, openai};
use crate::transcript::{check, has};
use crate::world::{AT, World};

/// A folder with a session that is stuck, one that is nudged, and one that goes well.
fn mixed() -> World {
    let world = World::new();
    world.write("traces/a/stuck.jsonl", claude(STUCK, 9));
    world.write("traces/b/asked.json", openai(5));
    world.write("traces/c/well.jsonl", canonical("well", 3));
    world
}

const STUCK_IN_FULL: &str = "
5b0c3f52  claude
  refused at call 8 of 10 by repetition.same_call
  `make test` has given the same result 6 times in a row, and nothing was
  changed in between. This call is refused. Do not retry it: one more attempt
  opens the breaker.
  call   make test
  after  3 calls, 1 min and 32 k tokens
  before 1 nudge
  file   ../traces/a/stuck.jsonl
";

const CONCLUSION: &str = "
In 1 of 3 sessions Fusebox would have stepped in; 3 of 18 calls came after that
point, and with them 32 k tokens. In 1 it would only have nudged, and in 1 it
would have stayed silent.
";

#[test]
fn people_read_where_why_and_what_came_after() {
    let quiet = "
SESSION  CLIENT  CALLS  ANSWER
asked    openai      5  1 nudge  repetition.same_call
well     -           3  silent
";
    let hint = "\nAdd `--explain 5b0c3f52` to see the calls around it.";
    let whole = format!("{STUCK_IN_FULL}{quiet}{CONCLUSION}{hint}");
    check(&mixed().run("replay ../traces"), &whole);
    check(&mixed().run("replay ../traces --all"), &whole);
}

#[test]
fn every_line_fits_at_any_width_and_a_cut_id_can_be_given_back() {
    let world = mixed();
    let long = "出荷管理システム-注文-サービス-2026-11-22-夜-🚀🚀🚀🚀🚀🚀🚀🚀";
    world.write("traces/d/long.jsonl", canonical(long, 2));
    for columns in [60, 80, 160] {
        let of = |more: &str| {
            world.with("COLUMNS", &columns.to_string(), &format!("replay ../traces{more}"))
        };
        let plain = of("");
        let rows = plain.out.lines().filter(|line| line.ends_with("silent")).count();
        assert_eq!(rows, 2, "{}", plain.out);
        for line in plain.out.lines() {
            assert!(textwrap::core::display_width(line) <= columns, "{columns}: {line}");
        }
        let coloured = anstream::adapter::strip_str(&of(" --color always").out).to_string();
        assert_eq!(coloured, plain.out, "{columns}");
        let cut = plain.out.lines().find(|line| line.contains("🚀")).unwrap();
        let id = cut.split_whitespace().next().unwrap();
        assert!(id.starts_with('…') || id == long, "{cut}");
        let explained = of(&format!(" --explain {id}"));
        assert!(explained.out.starts_with(long), "{id}: {}", explained.transcript());
    }
}

#[test]
fn many_sessions_that_go_well_are_only_counted() {
    let world = World::new();
    for n in 0..20 {
        world.write(&format!("traces/{n}.jsonl"), canonical(&format!("well-{n}"), 2));
    }
    check(
        &world.run("replay ../traces"),
        "
In none of 20 sessions (40 calls) would Fusebox have stepped in: it would have
stayed silent in all of them.
",
    );
    assert_eq!(world.run("replay ../traces --all").out.lines().count(), 24);
}

#[test]
fn of_one_session_it_speaks_as_of_one() {
    let world = mixed();
    let last = |words: &str| world.run(words).out.trim_end().lines().last().unwrap().to_owned();
    assert_eq!(
        last("replay ../traces/c"),
        "In this session (3 calls) Fusebox would have stayed silent."
    );
    assert_eq!(
        last("replay ../traces/b"),
        "In this session (5 calls) Fusebox would only have nudged."
    );
    let stuck = world.run("replay ../traces/a").out.replace('\n', " ");
    let said =
        "In this session Fusebox would have stepped in; 3 of 10 calls came after that point,";
    assert!(stuck.contains(said), "{stuck}");
}

#[test]
fn those_that_were_stopped_can_be_listed_alone() {
    let world = mixed();
    let ran = world.run("replay ../traces --only tripped");
    check(&ran, &format!("{STUCK_IN_FULL}{CONCLUSION}"));
    let lines = world.run("replay ../traces --only tripped --json").lines();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["session"], STUCK);
    assert_eq!(lines[1]["summary"]["sessions"], 3);
}

#[test]
fn programs_get_a_line_a_session_and_the_totals() {
    let world = mixed();
    let ran = world.run("replay ../traces --json");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let mut lines = ran.lines();
    let incident = lines[0]["incident"].take();
    assert_eq!(incident["rule"], "repetition.same_call");
    has(&incident, json!({"call": "make test", "observed_only": true}));
    let expected = [
        json!({"file": "../traces/a/stuck.jsonl", "format": "claude_code", "session": STUCK,
            "client": "claude", "calls": 10, "tripped": true, "trip_call": 7,
            "rule": "repetition.same_call", "warnings": 1, "calls_after": 3,
            "tokens_after": 31_500, "cost_after_usd": null, "incident": null}),
        json!({"file": "../traces/b/asked.json", "format": "openai_messages", "session": "asked",
            "client": "openai", "calls": 5, "tripped": false, "trip_call": null, "rule": null,
            "warnings": 1, "calls_after": 0, "tokens_after": null, "cost_after_usd": null,
            "incident": null}),
        json!({"file": "../traces/c/well.jsonl", "format": "canonical", "session": "well",
            "client": null, "calls": 3, "tripped": false, "trip_call": null, "rule": null,
            "warnings": 0, "calls_after": 0, "tokens_after": null, "cost_after_usd": null,
            "incident": null}),
    ];
    assert_eq!(lines[..3], expected);
    has(
        &lines[3]["summary"],
        json!({"sessions": 3, "tripped": 1, "warned": 2, "warnings": 2,
        "calls": 18, "calls_saved": 3, "tokens_saved": 31_500, "skipped_records": 0,
        "damaged_files": 0}),
    );
    assert!(ran.out.starts_with(r#"{"file":"../traces/a/stuck.jsonl","format":"#));
    for jobs in [1, 3] {
        assert_eq!(world.run(&format!("replay ../traces --json --jobs {jobs}")).out, ran.out);
    }
}

#[test]
fn a_trip_can_fail_a_pipeline() {
    let world = mixed();
    assert_eq!(world.run("replay ../traces --fail-on-trip").code, 3);
    assert_eq!(world.run("replay ../traces --fail-on-trip --json").code, 3);
    assert_eq!(world.run("replay ../traces --fail-on-trip --explain 5b0c").code, 3);
    assert_eq!(world.run("replay ../traces/b ../traces/c --fail-on-trip").code, 0);
    assert_eq!(world.run("replay ../nowhere --fail-on-trip").code, 2);
}

#[test]
fn the_policy_can_be_chosen() {
    let world = mixed();
    world.write("strict.toml", "[limits]\ntool_calls = 2\n");
    let well = |words: &str| world.run(&format!("replay ../traces/c --json {words}")).lines();
    assert_eq!(well("")[0]["tripped"], false);
    let strict = &well("--config ../strict.toml")[0];
    has(strict, json!({"trip_call": 2, "rule": "limits.tool_calls"}));
    // The project in which it is run says nothing about sessions from elsewhere; the user's does.
    world.write("project/.fusebox.toml", "[limits]\ntool_calls = 2\n");
    assert_eq!(well("")[0]["tripped"], false);
    world.write(".config/fusebox/config.toml", "[limits]\ntool_calls = 2\n");
    assert_eq!(well("")[0]["tripped"], true);
    let ran = world.run("replay ../traces --preset nothing");
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("\"nothing\" is not a preset"), "{}", ran.err);
}

#[test]
fn without_a_path_the_transcripts_of_claude_code_are_read() {
    let world = World::new();
    check(
        &world.run("replay"),
        "
2> error: no path was named, and Claude Code has kept no sessions
2> hint: `fusebox replay PATH…` reads recorded sessions of any agent
2> hint: CLAUDE_CONFIG_DIR says where Claude Code keeps its own, if not ~/.claude
exit 2
",
    );
    world.write(".claude/projects/p/a.jsonl", claude(STUCK, 1));
    assert_eq!(world.run("replay --json").lines()[0]["file"], "~/.claude/projects/p/a.jsonl");
    world.write("other/projects/p/b.jsonl", claude(STUCK, 1));
    let moved = world.with("CLAUDE_CONFIG_DIR", "../other", "replay --json");
    let file = moved.lines()[0]["file"].as_str().unwrap().to_owned();
    assert!(file.ends_with("other/projects/p/b.jsonl"), "{file}");
}

#[test]
fn what_no_recording_tells_of_is_null_and_not_nothing() {
    let world = World::new();
    let recorded = |with_cost: bool| {
        let mut events = Vec::new();
        for n in 0..9 {
            let call = format!("c{n}");
            events.push(json!({"type": "tool_request", "call": call, "tool": "bash",
                "input": {"command": "make test"}}));
            events.push(json!({"type": "tool_result", "call": call, "ok": false, "output": "no"}));
            if with_cost {
                events.push(json!({"type": "usage", "output_tokens": 9, "cost_usd": 0.25}));
            }
        }
        events.iter_mut().for_each(|event| event["session"] = json!("s"));
        lines(&events)
    };
    world.write("traces/untold/s.jsonl", recorded(false));
    world.write("traces/told/s.jsonl", recorded(true));
    let told = |folder: &str| world.run(&format!("replay ../traces/{folder} --json")).lines();
    let untold = told("untold");
    assert_eq!(untold[0]["tripped"], true);
    assert_eq!(untold[0]["cost_after_usd"], Value::Null);
    assert_eq!(untold[1]["summary"]["cost_saved_usd"], Value::Null);
    let told = told("told");
    // From call 8 of 9 on.
    assert_eq!(told[0]["cost_after_usd"], 0.75);
    assert_eq!(told[1]["summary"]["cost_saved_usd"], 0.75);
}

/// A session of this moment that is stuck, of a model that has a price.
fn stuck_now(session: &str) -> String {
    let today = jiff::Timestamp::now().strftime("%Y-%m-%dT").to_string();
    let recorded = claude(session, 9).replace("2026-11-22T", &today);
    recorded.replace("\"usage\":", "\"model\":\"claude-sonnet-4-5\",\"usage\":")
}

#[test]
fn the_last_days_of_ones_own_sessions_are_summed() {
    let world = World::new();
    let folder = ".claude/projects/-srv-shop";
    let long_ago = claude("long-ago", 9).replace("2026-11-22T", "2024-11-22T");
    world.write(&format!("{folder}/long-ago.jsonl"), long_ago);
    assert!(!world.run("replay").out.contains("Your last 30 days"));
    world.write(&format!("{folder}/recent.jsonl"), stuck_now(STUCK));
    let said = world.run("replay").out.split_whitespace().collect::<Vec<_>>().join(" ");
    // Three calls of 10,000 tokens sent and 500 received, at 3 and 15 US dollars for a million.
    let expected = "Your last 30 days: 1 session, 1 loop, 3 calls and $0.11 after the point where it was stuck.";
    assert!(said.contains(expected), "{said}");
    // A limit that is reached is no loop.
    world.write(".config/fusebox/config.toml", "[spend]\nsession = \"0.10 USD\"\n");
    let said = world.run("replay").out.split_whitespace().collect::<Vec<_>>().join(" ");
    let expected = "Your last 30 days: 1 session, no loop, 1 other stop, 7 calls and $0.26 after the point where it was stopped.";
    assert!(said.contains(expected), "{said}");
    let named = world.run("replay ../.claude/projects").out;
    assert!(!named.contains("Your last 30 days"), "{named}");
}

/// A session that looks at one page after the other and changes nothing, 20 seconds apart.
fn wandering(calls: u64) -> String {
    let page = |n: u64| {
        let (call, at) = (format!("c{n}"), AT + n * 20_000);
        [
            json!({"session": "wander", "type": "tool_request", "call": call, "tool": "bash",
                "at_ms": at, "input": {"command": format!("cat f{n}")}}),
            json!({"session": "wander", "type": "tool_result", "call": call, "ok": true,
                "at_ms": at + 1_000, "output": format!("page {n}")}),
        ]
    };
    lines(&(1..=calls).flat_map(page).collect::<Vec<_>>())
}

#[test]
fn q9_it_is_shown_where_the_judge_would_have_been_asked() {
    let world = World::new();
    let replay = |calls, words: &str| {
        world.write("traces/wander.jsonl", wandering(calls));
        world.with("FUSEBOX_GUIDED_JUDGE", "no-program", &format!("replay ../traces {words}"))
    };
    assert_eq!(replay(39, "--json").lines()[0].get("judge_asked"), None);
    // The 40th call, and again after 40 more: 10 minutes have passed.
    let lines = replay(85, "--json").lines();
    assert_eq!(lines[0]["judge_asked"], json!([39, 79]));
    has(&lines[1]["summary"], json!({"judge_asked": 2, "warnings": 0, "tripped": 0}));
    check(
        &replay(85, ""),
        "
SESSION  CLIENT  CALLS  ANSWER
wander   -          85  silent, judge asked after calls 40, 80

In this session (85 calls) Fusebox would have stayed silent. (The judge would
have been asked 2 times.)
",
    );
    let explained = replay(45, "--explain wander").out;
    let shown = "  40 · cat f40                                       page 40\n       judge judge.no_progress\n";
    assert!(explained.contains(shown), "{explained}");
    // Nobody is asked where no judge is named.
    assert_eq!(world.run("replay ../traces --json").lines()[0].get("judge_asked"), None);
}
