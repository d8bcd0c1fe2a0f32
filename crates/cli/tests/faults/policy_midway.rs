//! A policy that changes in the middle of a session: it only tightens until a person speaks.

use serde_json::{Value, json};

use crate::session::Answer;
use crate::world::{World, bash};

const USER: &str = ".config/fusebox/config.toml";
const PROJECT: &str = "project/.fusebox.toml";
const SESSION: &str = "s7";

/// One thing that happens.
#[derive(Debug, Clone, Copy)]
enum Step {
    /// The project's file says so many tool calls.
    Project(&'static str),
    /// The project's file is gone.
    NoProject,
    /// The user's file.
    User(&'static str),
    /// `FUSEBOX_LIMITS_TOOL_CALLS` of the hook from now on.
    Environment(&'static str),
    /// The hook is told to deny nothing.
    Observe,
    /// A person speaks.
    Prompt,
    /// A program speaks for a person.
    Automation,
    /// A person's reset, at a terminal.
    Reset,
    /// The session is resumed.
    Resumed,
    /// A session that begins now.
    Other,
    /// A call that passes.
    Passes,
    /// A call that is denied.
    Denied,
}

use Step::{
    Automation, Denied, Environment, NoProject, Observe, Other, Passes, Project, Prompt, Reset,
    Resumed, User,
};

const TWO: &str = "[limits]\ntool_calls = 2\n";
const NINE: &str = "[limits]\ntool_calls = 9\n";

#[track_caller]
fn check(name: &str, steps: &[Step]) {
    let world = World::with_programs();
    let mut words = Vec::new();
    let mut session = SESSION;
    let mut calls: Option<&str> = None;
    for (n, step) in steps.iter().enumerate() {
        let give = |event: &[u8], entrypoint: Option<&str>| {
            let mut hook = world.hook();
            hook.args(&words).env("CLAUDE_PROJECT_DIR", world.path("project"));
            hook.envs(calls.map(|calls| ("FUSEBOX_LIMITS_TOOL_CALLS", calls)));
            hook.envs(entrypoint.map(|name| ("CLAUDE_CODE_ENTRYPOINT", name)));
            let ran = world.finish(&mut hook, event);
            assert_eq!(ran.err, "", "{name}, step {n} {step:?}");
            ran
        };
        let prompt = || world.event_of(session, "UserPromptSubmit", json!({"prompt": "go on"}));
        match step {
            Project(text) => world.write(PROJECT, text),
            NoProject => std::fs::remove_file(world.path(PROJECT)).unwrap(),
            User(text) => world.write(USER, text),
            Environment(number) => calls = Some(number),
            Observe => words.push("--observe"),
            Prompt => drop(give(&prompt(), None)),
            Automation => drop(give(&prompt(), Some("sdk-cli"))),
            Reset => drop(world.person_does(&["reset", session, "--yes"])),
            Resumed => {
                let fields = json!({"source": "resume"});
                drop(give(&world.event_of(session, "SessionStart", fields), None));
            }
            Other => session = "s8",
            Passes | Denied => {
                let id = format!("{n}");
                let ran = give(&world.call(session, &id), None);
                let expected = if matches!(step, Passes) { Answer::Passes } else { Answer::Denied };
                assert_eq!(ran.answer(), expected, "{name}, step {n}: {ran:?}");
                if matches!(step, Passes) {
                    // A change while the call runs would be the agent's.
                    let result = bash(&id, &format!("echo {id}"));
                    give(&world.event_of(session, "PostToolUse", result), None);
                }
            }
        }
    }
}

#[test]
fn p04_a_policy_is_not_chosen_by_going_elsewhere() {
    let world = World::with_programs();
    world.write(PROJECT, TWO);
    world.write("elsewhere/.fusebox.toml", NINE);
    // No variable of the client names the project.
    let tell = |event: &str, fields: Value| world.tell(SESSION, event, fields).answer();
    tell("SessionStart", json!({"source": "startup"}));
    let call = |id: &str| {
        let mut fields = bash(id, &format!("echo {id}"));
        fields["cwd"] = json!(world.path("elsewhere"));
        tell("PreToolUse", fields)
    };
    assert_eq!(["a", "b", "c"].map(call), [Answer::Passes, Answer::Passes, Answer::Denied]);
    world.prompt(SESSION);
    assert_eq!(["d", "e", "f"].map(call), [Answer::Passes, Answer::Passes, Answer::Denied]);
}

#[test]
fn p04_an_order_is_given_under_the_policy_of_the_session() {
    let world = World::with_programs();
    world.write(USER, TWO);
    for id in ["a", "b", "c"] {
        world.ask(SESSION, id);
    }
    world.person_does(&["reset", SESSION, "--yes"]);
    assert_eq!(world.number("SELECT count(DISTINCT policy) FROM log"), 1);
}

#[test]
fn p04_status_says_while_an_earlier_stricter_policy_holds() {
    const HOLDS: &str =
        "  policy      an earlier, stricter one holds until your next prompt or `fusebox reset`";
    let world = World::with_programs();
    let check = |name: &str, holds: bool| {
        let shown = world.run(&format!("status {SESSION}")).out;
        let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("  policy")).collect();
        assert_eq!(lines, if holds { vec![HOLDS] } else { Vec::new() }, "{name}");
        let told = world.run(&format!("status {SESSION} --json")).json();
        assert_eq!(told["stricter_policy_holds"], holds, "{name}");
    };
    world.write(USER, NINE);
    world.ask(SESSION, "a");
    check("what was found first", false);
    world.write(USER, TWO);
    world.ask(SESSION, "b");
    check("tightened", false);
    world.write(USER, NINE);
    world.ask(SESSION, "c");
    check("loosened", true);
    world.prompt(SESSION);
    check("a person spoke", false);
}

#[test]
fn p04_a_policy_changed_in_the_middle_only_tightens_until_a_person_speaks() {
    let observed = "mode = \"observe\"\n[limits]\ntool_calls = 2\n";
    let rows: &[(&str, &[Step])] = &[
        ("a tighter one holds at once", &[Project(NINE), Passes, Project(TWO), Passes, Denied]),
        ("a looser one does not", &[Project(TWO), Passes, Project(NINE), Passes, Denied]),
        (
            "a looser one holds from a person's prompt on",
            &[Project(TWO), Passes, Project(NINE), Passes, Prompt, Passes, Passes, Passes],
        ),
        (
            "a program's prompt is none",
            &[Project(TWO), Passes, Project(NINE), Automation, Passes, Denied],
        ),
        (
            "a person's reset is one",
            &[Project(TWO), Passes, Project(NINE), Passes, Denied, Reset, Passes, Passes, Passes],
        ),
        (
            "looser and tighter at once: each setting for itself",
            &[Project(NINE), Passes, Project(observed), Passes, Denied],
        ),
        (
            "tighter and back again: what is tight stays",
            &[Project(NINE), Passes, Project(TWO), Passes, Project(NINE), Denied],
        ),
        (
            "looser by and by",
            &[
                Project(TWO),
                Passes,
                Project(NINE),
                Project("[limits]\ntool_calls = 4\n"),
                Passes,
                Denied,
            ],
        ),
        ("the file is gone", &[Project(TWO), Passes, NoProject, Passes, Denied]),
        (
            "the file is gone, and a person spoke",
            &[Project(TWO), Passes, NoProject, Passes, Prompt, Passes, Passes, Passes],
        ),
        ("there was none", &[Passes, Project(TWO), Passes, Denied]),
        ("the environment loosens", &[Environment("2"), Passes, Environment("9"), Passes, Denied]),
        ("the environment tightens", &[Environment("9"), Passes, Environment("2"), Passes, Denied]),
        ("the user's file loosens", &[User(TWO), Passes, User(NINE), Passes, Denied]),
        ("the hook observes", &[Project(TWO), Passes, Observe, Passes, Denied]),
        ("resumed is no prompt", &[Project(TWO), Passes, Project(NINE), Resumed, Passes, Denied]),
        (
            "another session has what holds now",
            &[Project(TWO), Passes, Project(NINE), Passes, Other, Passes, Passes, Passes],
        ),
    ];
    for (name, steps) in rows {
        check(name, steps);
    }
}
