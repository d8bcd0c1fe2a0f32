//! A policy that changes in the middle of a session: it only tightens until a person speaks.

use crate::machine::{Answer, Machine, finish};

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
    let machine = Machine::new();
    let mut words = Vec::new();
    let mut session = SESSION;
    let mut calls: Option<&str> = None;
    for (n, step) in steps.iter().enumerate() {
        let give = |event: &[u8], entrypoint: Option<&str>| {
            let mut hook = machine.hook();
            hook.args(&words).env("CLAUDE_PROJECT_DIR", machine.path("project"));
            hook.envs(calls.map(|calls| ("FUSEBOX_LIMITS_TOOL_CALLS", calls)));
            hook.envs(entrypoint.map(|name| ("CLAUDE_CODE_ENTRYPOINT", name)));
            let ran = finish(&mut hook, event);
            assert_eq!(ran.stderr, "", "{name}, step {n} {step:?}");
            ran
        };
        let prompt =
            || machine.event(session, "UserPromptSubmit", serde_json::json!({"prompt": "go on"}));
        match step {
            Project(text) => machine.write(PROJECT, text),
            NoProject => std::fs::remove_file(machine.path(PROJECT)).unwrap(),
            User(text) => machine.write(USER, text),
            Environment(number) => calls = Some(number),
            Observe => words.push("--observe"),
            Prompt => drop(give(&prompt(), None)),
            Automation => drop(give(&prompt(), Some("sdk-cli"))),
            Reset => assert_eq!(machine.person(&["reset", session, "--yes"]).code, Some(0)),
            Resumed => {
                let fields = serde_json::json!({"source": "resume"});
                drop(give(&machine.event(session, "SessionStart", fields), None));
            }
            Other => session = "s8",
            Passes | Denied => {
                let ran = give(&machine.call(session, &format!("{n}")), None);
                let expected = if matches!(step, Passes) { Answer::Passes } else { Answer::Denied };
                assert_eq!(ran.answer(), expected, "{name}, step {n}: {ran:?}");
            }
        }
    }
}

#[test]
fn p04_a_policy_is_not_chosen_by_going_elsewhere() {
    let machine = Machine::new();
    machine.write(PROJECT, TWO);
    machine.write("elsewhere/.fusebox.toml", NINE);
    // No variable of the client names the project.
    let tell = |event: &str, fields: serde_json::Value| {
        finish(&mut machine.hook(), &machine.event(SESSION, event, fields)).answer()
    };
    tell("SessionStart", serde_json::json!({"source": "startup"}));
    let call = |id: &str| {
        let mut fields = crate::machine::bash(id, &format!("echo {id}"));
        fields["cwd"] = serde_json::json!(machine.path("elsewhere"));
        tell("PreToolUse", fields)
    };
    assert_eq!(["a", "b", "c"].map(call), [Answer::Passes, Answer::Passes, Answer::Denied]);
    tell("UserPromptSubmit", serde_json::json!({"prompt": "go on"}));
    assert_eq!(["d", "e", "f"].map(call), [Answer::Passes, Answer::Passes, Answer::Denied]);
}

#[test]
fn p04_an_order_is_given_under_the_policy_of_the_session() {
    let machine = Machine::new();
    machine.write(USER, TWO);
    for id in ["a", "b", "c"] {
        machine.ask(SESSION, id);
    }
    assert_eq!(machine.person(&["reset", SESSION, "--yes"]).code, Some(0));
    let policies = "SELECT count(DISTINCT policy) FROM log";
    let count: i64 = machine.sql().query_row(policies, [], |row| row.get(0)).unwrap();
    assert_eq!(count, 1);
}

#[test]
fn p04_status_says_while_an_earlier_stricter_policy_holds() {
    const HOLDS: &str =
        "  policy      an earlier, stricter one holds until your next prompt or `fusebox reset`";
    let machine = Machine::new();
    let check = |name: &str, holds: bool| {
        let shown = machine.run(&format!("status {SESSION}")).stdout;
        let lines: Vec<&str> = shown.lines().filter(|line| line.starts_with("  policy")).collect();
        assert_eq!(lines, if holds { vec![HOLDS] } else { Vec::new() }, "{name}");
        let told = machine.run(&format!("status {SESSION} --json")).json();
        assert_eq!(told["stricter_policy_holds"], holds, "{name}");
    };
    machine.write(USER, NINE);
    machine.ask(SESSION, "a");
    check("what was found first", false);
    machine.write(USER, TWO);
    machine.ask(SESSION, "b");
    check("tightened", false);
    machine.write(USER, NINE);
    machine.ask(SESSION, "c");
    check("loosened", true);
    let prompt = serde_json::json!({"prompt": "go on"});
    finish(&mut machine.hook(), &machine.event(SESSION, "UserPromptSubmit", prompt));
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
