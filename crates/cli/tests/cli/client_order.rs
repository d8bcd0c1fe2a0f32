//! Every limit and every rule in the order in which a real client tells its events, through the hook: each
//! fires, and is silent one step earlier.

mod recorded;

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::Duration;

use fusebox_engine::Rule;
use serde_json::json;

use crate::world::World;
use recorded::{Ending, RecordedSession};

/// A rule, the settings under which it is small enough to reach, and at which step it fires how.
struct Row {
    rule: &'static str,
    level: &'static str,
    settings: &'static str,
    fires_at: usize,
    step: fn(&RecordedSession<'_>, usize),
}

const fn row(
    rule: &'static str,
    level: &'static str,
    settings: &'static str,
    fires_at: usize,
    step: fn(&RecordedSession<'_>, usize),
) -> Row {
    Row { rule, level, settings, fires_at, step }
}

/// Rules that no hook can feed, and where they are shown to fire.
const FED_ELSEWHERE: &[Rule] = &[
    // The client's record says nothing of it before the session ends.
    Rule::Cost,
    // Waits of 45 s each: `runtime/tests/rows/repetition.rs`.
    Rule::LongWait,
    // What is done to our own files: `tests/adversary`, `tests/faults`.
    Rule::Tampered,
    Rule::StateCorrupt,
    // A loop is measured by its supervisor: `tests/supervised/loops.rs`.
    Rule::Denials,
    Rule::SameError,
    Rule::Questions,
    Rule::NoProgress,
    Rule::OutputDecline,
    // Sessions to which no person wrote: `tests/cli/unattended.rs`.
    Rule::UnattendedToolCalls,
    Rule::UnattendedActiveTime,
    Rule::UnattendedCost,
    // Sessions of a project with a history of good runs: `tests/cli/calibrated.rs`.
    Rule::Calibrated,
    // Caps on what the records of several sessions tell: `tests/cli/caps.rs`.
    Rule::SpendSession,
    Rule::SpendSubagent,
    Rule::SpendTask,
    Rule::SpendIssue,
    Rule::SpendBranch,
    Rule::SpendProject,
    Rule::SpendRole,
    Rule::SpendAll,
    Rule::SpendWindow,
    Rule::SpendUnknown,
    Rule::SpendUnusual,
    // What a project has seen before: `tests/cli/patterns.rs`.
    Rule::SeenBefore,
    // A second opinion: `tests/supervised/judges.rs`.
    Rule::JudgedStuck,
];

const BUDGETS: &[Row] = &[
    row("limits.iterations", "trip", "[limits]\niterations = 2", 3, |client, n| {
        client.writes("src/a.rs", &format!("version {n}"));
        client.fails("cargo test", &red(&format!("cart::t{n}")));
    }),
    row("limits.tool_calls", "trip", "[limits]\ntool_calls = 3", 4, |client, n| {
        client.prints(&format!("ls {n}"), &format!("{n}"));
    }),
    row("limits.turns", "trip", "[limits]\nturns = 2", 3, |client, _| {
        client.machine_writes();
        client.stops(false);
    }),
    row("limits.active_time", "trip", "[limits]\nactive_time = \"1s\"", 2, pause_then_call),
    row("limits.quiet_after", "notice", "[limits]\nquiet_after = \"1s\"", 2, pause_then_call),
    row("limits.sleep_time", "trip", "[limits]\nsleep_time = \"1s\"", 2, |client, n| match n {
        1 => {
            client.prints("fusebox report blocked --on '#41' 'no key'", "");
            client.stops(false);
        }
        _ => pause_then_call(client, n),
    }),
    row("limits.messages", "trip", "[limits]\nmessages = 4", 2, conversation),
    row("limits.context_tokens", "trip", "[limits]\ncontext_tokens = 200", 2, conversation),
    row("limits.output_tokens", "trip", "[limits]\noutput_tokens = 20", 2, conversation),
    row(
        "guided.tool_calls_critical",
        "trip",
        "[guided]\ntool_calls_critical = 2",
        3,
        |client, n| {
            client.prints(&format!("ls {n}"), &format!("{n}"));
        },
    ),
    row(
        "guided.tool_calls_critical",
        "warning",
        "[guided]\ntool_calls_warning = 2",
        2,
        |client, n| {
            client.prints(&format!("ls {n}"), &format!("{n}"));
        },
    ),
    row("guided.messages_critical", "trip", "[guided]\nmessages_critical = 4", 2, conversation),
    row("guided.recursion", "trip", "[guided]\nrecursion = 4", 2, conversation),
    row("guided.context_critical", "trip", "[guided]\ncontext_critical = 200", 2, conversation),
];

const ATTEMPTS_AND_SCOPE: &[Row] = &[
    row("attempts.per_test", "trip", "[attempts]\nper_test = 2", 2, attempt),
    row("attempts.per_slice", "trip", "[attempts]\nper_slice = 2", 2, attempt),
    row("attempts.infra", "trip", "[attempts]\nper_test = 9\ninfra = 2", 2, |client, n| {
        client.writes("src/a.rs", &format!("version {n}"));
        let error =
            "error[E0425]: cannot find value `x` in this scope\nerror: could not compile `cart`";
        client.fails("cargo test", error);
    }),
    row("attempts.advice", "warning", "[attempts]\nadvice = 2", 3, attempt),
    row("attempts.protect_tests", "block", "[attempts]\nprotect_tests = true", 2, |client, n| {
        match n {
            1 => attempt(client, n),
            _ => client.edits("tests/cart.rs", "fn adds() { assert!(false) }", "fn adds() {}"),
        }
    }),
    row("scope.forbid", "block", SCOPE, 2, |client, n| {
        client.writes(["src/a.rs", "db/1.sql"][n - 1], "text");
    }),
    row("scope.justify", "block", SCOPE, 2, |client, n| {
        client.writes(["src/a.rs", "lib/b.rs"][n - 1], "text");
    }),
    row("scope.files", "notice", "[scope]\nforbid = [\"db/**\"]", 2, |client, n| match n {
        1 => client.prints("ls", "a.rs"),
        _ => client.writes("src/a.rs", "text"),
    }),
    row("guard.protected", "block", "", 2, |client, n| {
        client.prints(["fusebox status", "fusebox reset s1"][n - 1], "");
    }),
];

const SCOPE: &str = "[scope]\nfiles = [\"src/**\"]\nforbid = [\"db/**\"]";

const SERVICES: &[Row] = &[
    row(
        "service.failure_threshold",
        "warning",
        "[service]\nfailure_threshold = 3",
        3,
        |client, n| {
            let input = json!({"jql": n});
            client.call("mcp__jira__search", input, &Ending::Failure(DOWN.to_owned()));
        },
    ),
    row(
        "service.service_threshold",
        "warning",
        "[service]\nservice_threshold = 3",
        3,
        |client, n| {
            let tool = format!("mcp__jira__tool{n}");
            client.call(&tool, json!({"n": n}), &Ending::Failure(DOWN.to_owned()));
        },
    ),
    row("service.failure_rate", "warning", RATE, 4, |client, n| {
        let ending = match n % 2 {
            1 => Ending::Success(json!(format!("{n} issues"))),
            _ => Ending::Failure(DOWN.to_owned()),
        };
        client.call("mcp__jira__search", json!({"jql": n}), &ending);
    }),
];

const DOWN: &str = "MCP error -32001: Request timed out";
const RATE: &str = "[service]\nfailure_rate = 50\nminimum_calls = 4\nrate_calls = 4";

const REPETITION: &[Row] = &[
    row("repetition.same_call", "warning", "", 4, |client, _| client.fails("make", "no rule")),
    row("repetition.same_call_anywhere", "warning", "", 5, |client, n| {
        client.prints("cat a", "text");
        client.prints(&format!("cat b{n}"), &format!("other text {n}"));
    }),
    row("repetition.cycle", "warning", "", 3, |client, _| {
        client.prints("cat a", "text of a");
        client.prints("cat b", "text of b");
    }),
    row("repetition.same_tool_error", "warning", "", 4, |client, n| {
        client.fails(&format!("mvn -pl {n}"), "cannot resolve x:y");
    }),
    row("repetition.same_error", "warning", "", 6, |client, n| {
        let error = Ending::Failure("no space left on the disk of the builder".to_owned());
        client.call(&format!("mcp__build__tool{n}"), json!({"n": n}), &error);
    }),
    row(
        "repetition.same_output",
        "warning",
        "[repetition]\nsame_tool_error = \"unlimited\"",
        5,
        |client, n| {
            let words = ["carts", "orders", "fuses", "wires", "lamps"];
            client.fails(
                &format!("ask-index {}", words[n - 1]),
                "the index has nothing about this subject",
            );
        },
    ),
    row("repetition.same_message", "warning", "", 3, |client, _| {
        client.says("I will look at the cart again.")
    }),
    row("repetition.same_message", "warning", "[limits]\nmessages = 99", 3, |client, _| {
        client.records("I will look at the cart again.", 10, 1);
        client.says("I will look at the cart again.");
    }),
    row("repetition.empty_edits", "warning", EDITS_ALONE, 5, |client, _| {
        client.writes("a.rs", "same")
    }),
    row("repetition.reverted_workspace", "warning", "", 5, |client, n| {
        client.writes("a.rs", ["odd", "even"][n % 2]);
    }),
    row("repetition.same_edit", "warning", "", 4, |client, n| {
        client.edits("a.rs", "x", "y");
        client.prints(&format!("cat a.rs {n}"), &format!("text {n}"));
    }),
    row("repetition.rejected_edits", "warning", "", 4, |client, n| {
        let input =
            json!({"file_path": "a.rs", "old_string": format!("old {n}"), "new_string": "y"});
        let error = format!("String to replace not found in file.\nString: old {n}");
        client.call("Edit", input, &Ending::Rejected(error));
    }),
    row("repetition.stop_continuations", "warning", "", 5, |client, _| client.stops(true)),
    row("repetition.subagent_depth", "warning", "", 5, |client, n| {
        client.begins_subagent(&format!("a{n}"));
    }),
    row("repetition.tripped_subagents", "trip", "", 2, |client, n| {
        client.speak_as(None);
        client.begins_subagent(&format!("a{n}"));
        (0..8).for_each(|_| client.fails("make", "no rule"));
        client.speak_as(None);
        client.prints(&format!("ls {n}"), &format!("{n}"));
    }),
    row("repetition.nothing_new", "warning", "", 15, |client, n| {
        let name = (n - 1) % 9;
        client.prints(&format!("cat f{name}"), &format!("the text of {name}"));
    }),
    row("repetition.failure_run", "warning", "", 8, |client, n| {
        let errors = ["no such host", "access denied", "cannot parse the answer"];
        client
            .fails(&format!("deploy-{} --to {}", n % 4, "abcdefghij".split_at(n).0), errors[n % 3]);
    }),
    row(
        "repetition.drift",
        "warning",
        "[repetition]\nsame_output = \"unlimited\"",
        6,
        |client, n| {
            client.prints(&format!("head -{}00 log", n), "the same lines of the log");
        },
    ),
    row("repetition.missing_program", "warning", "", 3, |client, n| {
        client.writes("a.sh", &format!("version {n}"));
        client.fails(&format!("frobnicate --try {n}"), "bash: frobnicate: command not found");
    }),
    row("repetition.barren_window", "warning", "", 8, |client, n| {
        let words = ["cart", "order", "fuse", "wire", "lamp", "door", "wall", "roof", "floor"];
        let input = json!({"pattern": words[n - 1], "path": "src"});
        client.call("Grep", input, &Ending::Success(json!("No matches found")));
    }),
    row("repetition.idle_compactions", "warning", "", 3, |client, _| client.compacts()),
];

const EDITS_ALONE: &str = "[repetition]\nsame_call = \"unlimited\"\nsame_call_anywhere = \"unlimited\"\n\
    same_edit = \"unlimited\"";

const SIGNS: &[Row] = &[
    row("repetition.edits_without_check", "notice", "", 10, |client, n| {
        client.writes("a.rs", &format!("version {n}"));
    }),
    row("repetition.same_search", "notice", "", 5, |client, n| {
        let found = Ending::Success(json!(format!("src/a.rs:{n}: cart")));
        client.call("Grep", json!({"pattern": "cart"}), &found);
    }),
    row("repetition.growing_edits", "notice", "", 5, |client, n| {
        client.edits("a.rs", "x", &"y".repeat(n * 10));
    }),
];

/// A test run that fails, after a change.
fn attempt(client: &RecordedSession<'_>, n: usize) {
    client.writes("src/a.rs", &format!("version {n}"));
    client.fails("cargo test", &red("cart::adds"));
}

/// The second step comes after a pause.
fn pause_then_call(client: &RecordedSession<'_>, n: usize) {
    if n == 2 {
        sleep(Duration::from_millis(1_100));
    }
    client.prints(&format!("ls {n}"), &format!("{n}"));
}

/// A response of ten tokens, in a conversation that grows by two messages and a hundred tokens.
fn conversation(client: &RecordedSession<'_>, n: usize) {
    client.records(&format!("step {n}"), 100 * n as u64 - 10, 10);
    client.prints(&format!("ls {n}"), &format!("{n}"));
}

/// What `cargo test` prints when this test fails.
fn red(test: &str) -> String {
    format!(
        "\nrunning 1 test\ntest {test} ... FAILED\n\nfailures:\n\n---- {test} stdout ----\n\nthread '{test}' \
         panicked at tests/cart.rs:14:5:\nassertion `left == right` failed\n  left: 3\n right: 4\n\n\
         failures:\n    {test}\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 \
         filtered out; finished in 0.00s\n\nerror: test failed, to rerun pass `--test cart`\n"
    )
}

fn check(rows: &[Row]) {
    let dead: Vec<String> = rows.iter().filter_map(fault).collect();
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

/// What is wrong with a row: it fires too early, or not at all.
fn fault(row: &Row) -> Option<String> {
    let world = World::new();
    let common = "notify = []\ncheckpoints = \"never\"\n";
    world.write(".config/fusebox/config.toml", format!("{common}{}\n", row.settings));
    let client = RecordedSession::start(&world);
    let has_fired = || {
        let findings = client.findings();
        findings.iter().any(|(rule, level)| rule == row.rule && level == row.level)
    };
    (1..row.fires_at).for_each(|n| (row.step)(&client, n));
    if has_fired() {
        return Some(format!("{} ({}) fires before step {}", row.rule, row.level, row.fires_at));
    }
    (row.step)(&client, row.fires_at);
    let is_dead = !has_fired();
    is_dead.then(|| {
        format!(
            "{} ({}) is silent at step {}: {:?}",
            row.rule,
            row.level,
            row.fires_at,
            client.findings()
        )
    })
}

#[test]
fn b01_budgets_fire_in_the_order_of_a_client() {
    check(BUDGETS);
}

#[test]
fn a06_attempts_and_scope_fire_in_the_order_of_a_client() {
    check(ATTEMPTS_AND_SCOPE);
}

#[test]
fn s01_service_breakers_open_in_the_order_of_a_client() {
    check(SERVICES);
}

#[test]
fn r12_rules_of_repetition_fire_in_the_order_of_a_client() {
    check(REPETITION);
}

#[test]
fn r14_early_signs_come_in_the_order_of_a_client() {
    check(SIGNS);
}

#[test]
fn r04_s0_the_turn_ends_at_the_fifth_call_that_the_client_rejects_after_a_trip() {
    let world = World::new();
    world.write(".config/fusebox/config.toml", "notify = []\ncheckpoints = \"never\"\n");
    let client = RecordedSession::start(&world);
    let unknown = Ending::Rejected("Error: No such tool available: ReadFile".to_owned());
    let ends: Vec<bool> = (0..16)
        .map(|_| {
            let told = client.round("ReadFile", json!({"path": "src/a.zig"}), &unknown);
            told.out.contains(r#""continue":false"#)
        })
        .collect();
    let trips = client.findings().iter().any(|(_, level)| level == "trip");
    // It trips at the tenth.
    assert_eq!((trips, ends.iter().position(|ends| *ends)), (true, Some(14)), "{ends:?}");
}

#[test]
fn every_rule_is_told_here_or_said_to_be_fed_elsewhere() {
    let tables = [BUDGETS, ATTEMPTS_AND_SCOPE, SERVICES, REPETITION, SIGNS];
    let told: BTreeSet<&str> = tables.into_iter().flatten().map(|row| row.rule).collect();
    for rule in Rule::ALL {
        assert_ne!(told.contains(rule.name()), FED_ELSEWHERE.contains(rule), "{rule}");
    }
}
