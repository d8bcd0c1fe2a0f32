//! `fusebox task`: units of work that outlive sessions.

use serde_json::{Value, json};

use crate::agent::{Agent, started, undated};
use crate::transcript::{check, has};
use crate::world::World;

fn view(world: &World, id: &str) -> Value {
    world.run(&format!("task show {id} --json")).json()
}

#[test]
fn a_task_begins_with_all_that_is_said_of_it() {
    let world = World::new();
    world.write("project/contract.md", "# Totals\n");
    let said = [
        ["--slice", "Cart totals"],
        ["--role", "feat-dev"],
        ["--issue", "acme/shop#42"],
        ["--contract", "contract.md"],
        ["--criterion", "cargo test passes"],
        ["--criterion", "no warning"],
        ["--set", "max_tool_calls=50"],
        ["--set", "attempts.per_test=3"],
    ];
    let words = [&["task", "start", "42"], &said.concat()[..]].concat();
    check(
        &world.person(&words, ""),
        "
Task 42 starts in ~/project.
2> Sessions that start there or below serve it; FUSEBOX_TASK=42 in a client's environment does the same anywhere.
2> No checkpoint: ~/project is in no git repository.
",
    );
    check(
        &undated(world.run("task show")),
        "
Task 42  Cart totals  active
  folder     ~/project
  role       feat-dev
  issue      acme/shop#42
  contract   ~/project/contract.md
  criterion  cargo test passes
  criterion  no warning
  setting    attempts.per_test = 3
  setting    limits.tool_calls = 50
  started    DATE (AGO)
  calls      0/50
  sessions   none yet

Failed attempts
  the slice  0
",
    );
    let told = view(&world, "42");
    assert_eq!(told["slice_id"], "42");
    assert_eq!(told["named"]["issue"], "acme/shop#42");
    let patch = json!({"attempts": {"per_test": 3}, "limits": {"tool_calls": 50}});
    assert_eq!(told["named"]["patch"], patch, "only what differs is in the patch");
}

#[test]
fn the_top_of_the_work_tree_is_the_folder() {
    let world = World::new();
    world.write("project/src/deep/x", "");
    let start = |words: &[&str], dir: &str| {
        let words = [&["task", "start"], words].concat();
        assert_eq!(world.person_at(&world.path(dir), "/nowhere", &words, "").code, 0);
    };
    start(&["1"], "project/src/deep");
    start(&["2", "--folder", "."], "project/src/deep");
    std::fs::create_dir_all(world.path("plain/in")).unwrap();
    start(&["3"], "plain/in");
    let folders: Vec<Value> =
        ["1", "2", "3"].map(|id| view(&world, id)["named"]["folder"].clone()).into();
    assert_eq!(folders, ["~/project", "~/project/src/deep", "~/plain/in"]);
    // A task that goes on stays where it is, unless a folder is named.
    start(&["3"], "project");
    assert_eq!(view(&world, "3")["named"]["folder"], "~/plain/in");
    start(&["3", "--folder", "."], "project");
    assert_eq!(view(&world, "3")["named"]["folder"], "~/project");
}

#[test]
fn a08_a_second_start_keeps_the_attempts_and_changes_what_is_given() {
    let world = started("42");
    let agent = Agent::new(&world, "s1");
    agent.run("cargo test", &["cart::adds", "cart::subtracts"]);
    agent.attempt(&["cart::adds", "cart::subtracts"]);
    agent.attempt(&["cart::adds", "cart::subtracts"]);
    let before = view(&world, "42");
    assert_eq!(before["per_test_attempts"]["cart::adds"]["count"], 2);
    let words = ["task", "start", "42", "--slice", "Totals", "--set", "attempts.per_slice=9"];
    check(
        &world.person(&words, ""),
        "
Task 42 continues in ~/project: slice 2/9, cart::adds 2/3, cart::subtracts 2/3.
2> Sessions that start there or below serve it; FUSEBOX_TASK=42 in a client's environment does the same anywhere.
2> note: no files are named, so any file may be changed; --files GLOB names them
",
    );
    let after = view(&world, "42");
    assert_eq!(after["named"]["started_at"], before["named"]["started_at"]);
    assert_eq!(after["named"]["slice"], "Totals");
    assert_eq!(after["per_test_attempts"], before["per_test_attempts"]);
    assert_eq!(after["total_slice_failures"], 2);
}

#[test]
fn a05_a_new_session_of_the_task_resets_nothing() {
    let world = started("42");
    let first = Agent::new(&world, "s1");
    first.attempts(2);
    let second = Agent::new(&world, "s2");
    check(
        &undated(world.run("task show 42")),
        "
Task 42  active
  folder    ~/project
  started   DATE (AGO)
  calls     5
  sessions  s2, s1

Failed attempts
  cart::adds  2/3  fails
  the slice   2/7
",
    );
    second.attempt(&["cart::adds"]);
    let stopped = view(&world, "42");
    assert_eq!(stopped["state"], "open", "{stopped}");
    assert!(second.asks("ls").contains("deny"));
    let incident = world.incident();
    let shown = undated(world.run("task show 42")).out;
    let end = format!(
        "
Failed attempts
  cart::adds  3/3  fails
  the slice   3/7

The breaker is open
  `cart::adds` failed again after 3 attempts at it: per-test limit (3/3).
  fusebox show {incident}
"
    );
    assert!(shown.starts_with("Task 42  breaker open\n"), "{shown}");
    assert!(shown.ends_with(&end), "{shown}");
    let list = world.run("task list").out;
    assert!(list.contains("\nbreaker open  42 "), "{list}");
    let status = world.run("status s2").out;
    assert!(status.contains("\n  attempts    slice 3/7, cart::adds 3/3\n"), "{status}");
}

#[test]
fn a05_guidance_about_one_test_starts_that_and_the_slice_again() {
    let world = started("42");
    let agent = Agent::new(&world, "s1");
    agent.run("cargo test", &["cart::adds", "cart::subtracts"]);
    agent.attempt(&["cart::adds", "cart::subtracts"]);
    let reset = |test: &str| {
        world.person(&["reset", "42", "--yes", "--test", test, "--guidance", "see the note"], "")
    };
    check(&reset("adds"), "s1: the agent is told at its next step; its breaker is half-open.");
    let counts = |world: &World| {
        let view = view(world, "42");
        let of = |test: &str| view["per_test_attempts"][test]["count"].as_u64();
        (of("cart::adds"), of("cart::subtracts"), view["total_slice_failures"].as_u64())
    };
    assert_eq!(counts(&world), (Some(0), Some(1), Some(0)));
    check(
        &reset("divides"),
        "
s1: the agent is told at its next step; its breaker is half-open.
2> note: no counted test is called `divides`: only the slice starts again; failing now: cart::adds, cart::subtracts
",
    );
    assert_eq!(world.person(&["reset", "42", "--yes", "--test", ""], "").code, 2);
}

#[test]
fn a09_a_report_file_says_what_failed_where_the_output_does_not() {
    let world = started("42");
    world.person_does(&["task", "start", "42", "--junit", "target/reports/*.xml"]);
    let shown = world.run("task show 42").out;
    assert!(shown.contains("\n  setting   attempts.junit = target/reports/*.xml\n"), "{shown}");
    let agent = Agent::new(&world, "s1");
    for n in 1..=3 {
        assert!(!agent.asks("ls").contains("deny"), "{n}");
        agent.reported_attempt("project/target/reports/TEST-cart.xml", &["cart.adds"]);
        assert_eq!(view(&world, "42")["per_test_attempts"]["cart.adds"]["count"], n);
    }
    assert!(agent.asks("ls").contains("deny"));
    check(
        &world.person(&["task", "start", "42", "--junit", "/etc/*.xml"], ""),
        "
2> error: --junit: attempts.junit must be a list of globs, like [\"src/cart/**\", \"docs/*.md\"], not one with \"/etc/*.xml\"; it leaves the folder; globs are written from there, without a leading `/` and `..`
2> hint: docs/configuration.md lists the keys, `fusebox config show --all` what holds
exit 2",
    );
}

#[test]
fn the_environment_names_a_task_anywhere() {
    let world = started("42");
    std::fs::remove_file(world.path("project/.fusebox.toml")).unwrap();
    check(
        &world.person(&["task", "start", "7", "--folder", ".."], ""),
        "
Task 7 starts in ~.
2> Sessions that start there or below serve it; FUSEBOX_TASK=7 in a client's environment does the same anywhere.
2> note: attempts are counted but not limited; --set preset=tdd limits them
2> No checkpoint: ~ is in no git repository.
",
    );
    Agent::with_task(&world, "s1", Some("7"));
    Agent::new(&world, "s2");
    let tasks = world.run("status --json").json();
    let task = |session: &str| {
        let views = tasks.as_array().unwrap().iter();
        views.clone().find(|view| view["session"] == session).unwrap()["task"].clone()
    };
    assert_eq!((task("s1"), task("s2")), (json!("7"), json!("42")));
}

#[test]
fn two_tasks_of_one_folder_are_told_apart() {
    let world = started("42");
    check(
        &world.person(&["task", "start", "43"], ""),
        "
Task 43 starts in ~/project.
2> Sessions that start there or below serve it; FUSEBOX_TASK=43 in a client's environment does the same anywhere.
2> note: no files are named, so any file may be changed; --files GLOB names them
2> note: task 42 is open in the same folder: new sessions serve 43 now; `fusebox task complete 42` closes the other
",
    );
    Agent::new(&world, "s1");
    assert_eq!(view(&world, "s1")["task"], "43");
    check(
        &world.person(&["task", "complete"], ""),
        "
Task 43 is completed.
2> New sessions in ~/project serve task 42, which is open.
",
    );
}

#[test]
fn what_is_wrong_is_named_and_nothing_is_kept() {
    let world = World::new();
    for (setting, why) in [
        (
            "limits.tool_cals=5",
            "limits.tool_cals is not a setting; did you mean limits.tool_calls?",
        ),
        (
            "max_tool_calls=0",
            "max_tool_calls (limits.tool_calls) must be a positive whole number or \"unlimited\", not 0",
        ),
    ] {
        let ran = world.person(&["task", "start", "42", "--set", setting], "");
        let keys = "docs/configuration.md lists the keys, `fusebox config show --all` what holds";
        check(&ran, &format!("2> error: --set: {why}\n2> hint: {keys}\nexit 2"));
    }
    for words in [
        ["--issue", "acme/shop"],
        ["--issue", "acme#4"],
        ["--contract", "nothing.md"],
        ["--contract", "."],
        ["--folder", "nowhere"],
        ["--criterion", " "],
        ["--set", "tool_calls"],
        ["--set", "=5"],
        ["--set", "roles.pm.limits.tool_calls=5"],
    ] {
        let ran = world.person(&[&["task", "start", "42"], &words[..]].concat(), "");
        assert_eq!(ran.code, 2, "{words:?}: {}", ran.transcript());
    }
    for id in ["", "--", "a\nb"] {
        assert_eq!(world.person(&["task", "start", "--", id], "").code, 2, "{id:?}");
    }
    check(&world.run("task list"), "2> No task is active. `fusebox task start ID` starts one.");
    check(
        &world.run("task show"),
        "
2> error: there is no task, and no session has been watched yet
2> hint: `fusebox task start ID` names one
exit 1
",
    );
    check(
        &world.run("task show nobody"),
        "
2> error: no task, session or incident is called `nobody`
2> hint: `fusebox task list` and `fusebox status` list them
exit 1
",
    );
}

#[test]
fn a_tasks_own_settings_hold_for_its_sessions_over_those_of_a_role() {
    let world = World::new();
    world.write(
        "project/.fusebox.toml",
        "[limits]\ntool_calls = 2\n[roles.feat-dev.limits]\ntool_calls = 1\n",
    );
    // The value is that of the project: for the role it is a change all the same.
    let words = ["task", "start", "42", "--role", "feat-dev", "--set", "limits.tool_calls=2"];
    world.person_does(&words);
    let agent = Agent::new(&world, "s1");
    agent.attempt(&["cart::adds"]);
    assert_eq!(world.run("status s1 --json").json()["tool_calls"], 2);
    assert!(agent.asks("ls").contains("deny"), "the third call is one too many");
}

#[test]
fn completion_says_what_is_left_open_and_a_start_opens_it_again() {
    let world = started("42");
    world.person(&["task", "start", "42", "--criterion", "cargo test passes"], "");
    let agent = Agent::new(&world, "s1");
    agent.attempts(3);
    let incident = world.incident();
    check(
        &world.person(&["task", "complete", "42", "--summary", "by hand in the end"], ""),
        &format!(
            "
Task 42 is completed.
Left open:
  failing when last run: cart::adds
  the breaker, which stops the agent: fusebox show {incident}
  not checked here: cargo test passes
"
        ),
    );
    let record = &world.run("show --json").json()["record"];
    assert_eq!(record["summary"], "A person completed the task: by hand in the end");
    check(&world.run("task list"), "2> No task is active. `fusebox task start ID` starts one.");
    let all = world.run("task list --all").out;
    assert!(all.contains("\ncompleted  42 "), "{all}");
    Agent::new(&world, "s2");
    assert_eq!(view(&world, "s2")["task"], "s2", "it is served no longer");
    let again = world.person(&["task", "complete", "42"], "");
    assert_eq!(again.out, "Task 42 was completed AGO.\n");
    let ran = world.person(&["task", "start", "42"], "");
    assert!(
        ran.out.starts_with("Task 42 is open again in ~/project: slice 3/7, cart::adds 3/3."),
        "{}",
        ran.out
    );
}

#[test]
fn another_scope_starts_the_attempts_again_and_closes_what_they_opened() {
    let world = started("42");
    world.write("project/smaller.md", "# Without discounts\n");
    let agent = Agent::new(&world, "s1");
    agent.attempts(3);
    let words = ["task", "rescope", "42", "--contract", "smaller.md"];
    check(&world.person(&words, "n\n"), "2> error: nothing was done\nexit 1");
    assert_eq!(view(&world, "42")["total_slice_failures"], 3);
    check(
        &world.person(&words, "y\n"),
        "Task 42: the attempts start again and the breaker is closed.",
    );
    let after = view(&world, "42");
    has(&after, json!({"state": "closed", "total_slice_failures": 0}));
    assert_eq!(after["named"]["contract"], "~/project/smaller.md");
    assert_eq!(agent.asks("ls"), "");
    // A breaker that something else opened is another matter.
    world.tripped("s9");
    let ran = world.person(&["task", "rescope", "s9", "--yes"], "");
    let stays = "Task s9: the attempts start again. The breaker stays open for another reason: ";
    assert!(ran.out.starts_with(stays), "{}", ran.transcript());
    assert!(world.run("task show s9").out.starts_with("Session s9  breaker open\n"));
    check(&world.run("task list --all --json"), &world.run("task list --json").out);
}

#[test]
fn only_a_person_changes_tasks() {
    let world = started("42");
    Agent::new(&world, "s1");
    for words in [
        "task start 43",
        "task complete 42",
        "task rescope 42 --yes",
        "skip adds --yes",
        "reset 42 --yes --test adds",
    ] {
        let ran = world.run(words);
        assert_eq!(ran.code, 1, "{words}");
        assert!(ran.err.contains("only a person may do that"), "{words}: {}", ran.err);
    }
    for words in ["task show", "task list", "debug", "status"] {
        assert_eq!(world.run(words).code, 0, "{words}");
    }
}

#[test]
fn a_new_session_of_a_task_is_told_the_answer_to_its_last_trip() {
    let world = started("42");
    Agent::new(&world, "s1").attempts(3);
    let start = |session: &str| {
        let fields = json!({"source": "startup", "session_id": session});
        world.finish(&mut world.hook_below_shell(), &world.event("SessionStart", fields))
    };
    assert!(!start("early").out.contains("A person answers"));
    world.person(&["reset", "42", "--yes", "--guidance", "round half to even"], "");
    let told = start("s2").json();
    let told = told["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    let expected = "A person answers the circuit breaker: round half to even\n\
        The session before this one was stopped: ";
    assert!(told.starts_with(expected), "{told}");
    assert!(told.contains("\nWhat was already tried:\n1. "), "{told}");
    assert!(told.ends_with("\nDo not try the same again."), "{told}");
    assert_eq!(start("s2").out, "");
}
