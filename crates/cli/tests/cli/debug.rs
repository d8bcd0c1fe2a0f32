//! `fusebox debug`: the report of a task as it stands, which changes nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::agent::{Agent, started};
use crate::transcript::{CommandOutput, check, has};
use crate::world::World;

const PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// Git with a settled author, without the settings of this machine.
fn git(world: &World, words: &str) {
    let mut command: Command = world.command("git");
    command.env("PATH", PATH).args(["-c", "user.name=A", "-c", "user.email=a@example.org"]);
    let ran = world.finish(command.args(words.split_whitespace()), b"");
    assert_eq!(ran.code, 0, "git {words}: {}", ran.err);
}

fn debug(world: &World, words: &[&str]) -> CommandOutput {
    let mut command = world.fusebox();
    world.finish(command.env("PATH", PATH).arg("debug").args(words), b"")
}

/// A repository with a commit, a task, and two failed attempts at one test.
fn failing() -> World {
    let world = started("42");
    world.write("project/src/cart.rs", "// cart\n");
    git(&world, "init --quiet --initial-branch main");
    git(&world, "add .");
    git(&world, "commit --quiet -m first");
    world.write("project/new.rs", "");
    let agent = Agent::new(&world, "s1");
    agent.attempts(2);
    world
}

/// Every file below a folder with its content.
fn content(dir: &Path, into: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(dir).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            content(&path, into);
        } else if !path.ends_with("fusebox.db-shm") {
            // The index of the database's journal is memory that its readers share.
            into.insert(path.display().to_string(), std::fs::read(&path).unwrap());
        }
    }
}

#[test]
fn the_report_of_a_task_with_what_git_says() {
    let world = failing();
    let ran = debug(&world, &[]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let text = &ran.out;
    assert!(text.starts_with("The task as it stands\n\n  Slice        42\n"), "{text}");
    for part in [
        "  Trip reason  manual\n",
        "\nAttempts log\n  1. ",
        "\nGit\n  Branch       main\n  Commit       ",
        "    ?? new.rs\n",
        " first\n",
        "    fusebox reset 42 --guidance \"…\" --test cart::adds\n",
        "    fusebox skip cart::adds --task 42\n",
    ] {
        assert!(text.contains(part), "{part:?} in\n{text}");
    }
    assert!(!text.contains("What the tests say now"), "{text}");
    let told = debug(&world, &["42", "--json"]).json();
    has(&told, json!({"trip_reason": "manual", "test": "cart::adds"}));
    has(&told["git"], json!({"branch": "main", "status": ["?? new.rs"]}));
    assert_eq!(told["git"]["recent_commits"].as_array().unwrap().len(), 1);
    let markdown = debug(&world, &["s1", "--markdown"]).out;
    assert!(markdown.starts_with("## Circuit Breaker Tripped\n\n**Slice:** 42"), "{markdown}");
    assert!(markdown.contains("### Git\n"), "{markdown}");
}

#[test]
fn it_changes_neither_the_store_nor_the_repository() {
    let world = failing();
    // An index that git would refresh if it were allowed to.
    world.write("project/src/cart.rs", "// cart\n");
    let all = || {
        let mut files = BTreeMap::new();
        content(&world.home, &mut files);
        let told = ["status --json", "incidents --json", "task list --json", "log s1 --json"];
        (files, told.map(|words| world.run(words).out))
    };
    all();
    let before = all();
    for words in [&[][..], &["--run-tests", "true"], &["--json"], &["42", "--markdown"]] {
        let ran = debug(&world, words);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
    let after = all();
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&before.0), names(&after.0));
    for (name, bytes) in &before.0 {
        assert!(after.0.get(name) == Some(bytes), "{name} has changed");
    }
    assert_eq!(before.1, after.1);
}

#[test]
fn the_tests_are_run_where_the_task_is_worked_on() {
    let world = failing();
    let ran = debug(
        &world,
        &["--run-tests", "ls src; echo 'oops: API_KEY=abcdef0123456789' >&2; exit 3"],
    );
    let part = "
What the tests say now
    $ ls src; echo 'oops: API_KEY=[redacted]' >&2; exit 3
    cart.rs
    oops: API_KEY=[redacted]
    (exit code 3)
";
    assert!(ran.out.contains(part), "{}", ran.out);
    assert!(ran.err.starts_with("Running `ls src; "), "{}", ran.err);
    assert_eq!(ran.code, 0, "the report was made");
    let many = debug(&world, &["--json", "--run-tests", "seq 1 100000"]).json();
    let text = many["test_run"].as_str().unwrap();
    assert!(text.starts_with("$ seq 1 100000\n…\n99951\n"), "{text}");
    assert!(text.ends_with("\n100000\n(exit code 0)"), "{text}");
    // As it was run last: here there is no cargo.
    let mut command = world.fusebox();
    let ran = world.finish(command.env("PATH", "/bin").args(["debug", "42", "--run-tests"]), b"");
    assert!(ran.out.contains("    $ cargo test\n"), "{}", ran.out);
    assert!(ran.out.contains("    (exit code 127)\n"), "{}", ran.out);
}

const CANNOT: &str = "error: the last recorded test run cannot be repeated as it stands: ";

#[test]
fn a_run_that_was_cut_or_writes_is_not_repeated() {
    let world = started("42");
    let agent = Agent::new(&world, "s1");
    let none = debug(&world, &["--run-tests"]);
    assert!(none.err.starts_with("error: no failing test run is recorded"), "{}", none.err);
    let long = format!("cargo test {}", "a".repeat(200));
    for command in [long.as_str(), "rm -rf build\ncargo test", "cargo test | tee out.txt"] {
        agent.run(command, &["cart::adds"]);
        let ran = debug(&world, &["--run-tests"]);
        assert_eq!(ran.code, 1, "{command}: {}", ran.out);
        assert!(ran.err.starts_with(CANNOT), "{}", ran.err);
    }
}

#[test]
fn without_anything_watched_nothing_is_made() {
    let world = World::new();
    check(
        &world.run("debug"),
        "
2> error: nothing has been watched yet
2> hint: `fusebox install` installs the hooks; then start an agent
exit 1
",
    );
    assert!(!world.state_dir().exists());
    world.person(&["task", "start", "42"], "");
    check(
        &world.run("debug"),
        "
2> error: no session has worked on task 42 yet
2> hint: `fusebox task show 42` shows how it was started
exit 1
",
    );
    world.tripped("s1");
    let ran = world.run("debug s1");
    assert_eq!(ran.code, 0, "without git: {}", ran.err);
    assert!(!ran.out.contains("\nGit\n"), "{}", ran.out);
}
