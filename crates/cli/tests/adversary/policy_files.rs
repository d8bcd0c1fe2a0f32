//! Policy files that an agent or git changes: they stay, and what they loosen is not obeyed until a person
//! accepts it.

use serde_json::{Value, json};

use crate::tampering::Guarded;
use crate::world::bash;

const POLICY: &str = "project/.fusebox.toml";
const STRICT: &str = "mode = \"enforce\"\n[limits]\nturns = 7\ntool_calls = 500\n";
const NOTE: &str = "What it loosens is not obeyed:";

/// A session whose project has this policy, which was seen.
fn project(policy: Option<&str>) -> Guarded {
    let home = Guarded::new();
    if let Some(policy) = policy {
        home.world.write(POLICY, policy);
    }
    home.tell("UserPromptSubmit", json!({"prompt": "go on"}));
    home
}

/// Has the agent run a program that was written first, whose text no reading of the call sees.
#[track_caller]
fn run_script(home: &mut Guarded, script: &str) {
    home.world.write("project/x.sh", script);
    assert_eq!(home.call("sh x.sh")[0], "", "{script}");
}

/// The keys that a person is told of, where something is withheld.
fn loosened(home: &Guarded) -> Option<String> {
    let said = home.world.run("status").err;
    let keys = said.split_once(NOTE)?.1.split_once(". To accept it: fusebox guard accept")?.0;
    Some(keys.trim().to_owned())
}

/// Whether a call that writes to the settings is refused in a session that begins now.
fn refuses_later(home: &Guarded, session: &str) -> bool {
    let tell = |event: &str, mut fields: Value| {
        fields["session_id"] = json!(session);
        home.tell(event, fields)
    };
    tell("SessionStart", json!({"source": "startup"}));
    tell("UserPromptSubmit", json!({"prompt": "go on"}));
    tell("PreToolUse", bash("later", "echo {} > ~/.claude/settings.json")).contains("\"deny\"")
}

#[test]
fn g01_what_an_agent_loosens_in_a_policy_is_not_obeyed_until_a_person_accepts_it() {
    const LIMITS: &str = "limits.tool_calls, limits.turns";
    const OBSERVE: &str = "mode = \"observe\"\n";
    let written = |to: &str| format!("mkdir -p ~/.config/fusebox; printf '{OBSERVE}' > {to}");
    for (before, script, keys) in [
        (Some(STRICT), &*written(".fusebox.toml"), "mode, limits.tool_calls, limits.turns"),
        (Some(STRICT), "rm .fusebox.toml", LIMITS),
        (Some(STRICT), "rm .fusebox.toml; mkdir .fusebox.toml", LIMITS),
        (
            Some(STRICT),
            "git init -q .; git add -A; git stash -q || git rm -qf .fusebox.toml",
            LIMITS,
        ),
        (None, &written(".fusebox.toml"), "mode"),
        (None, &written("../.fusebox.toml"), "mode"),
        (None, &written("~/.config/fusebox/config.toml"), "mode"),
    ] {
        let mut home = project(before);
        run_script(&mut home, script);
        home.call("true");
        assert_eq!(loosened(&home).as_deref(), Some(keys), "{script}");
        assert_eq!(home.state()["state"], "closed", "{script}");
        // Neither a person's next prompt nor another session changes that.
        home.tell("UserPromptSubmit", json!({"prompt": "go on"}));
        home.call("ls");
        assert!(refuses_later(&home, "s2"), "{script}");
        assert_eq!(loosened(&home).as_deref(), Some(keys), "{script}");
        assert!(home.world.run("doctor").out.contains(keys), "{script}");
        // A person accepts it by name.
        let accepted = home.world.person_does(&["guard", "accept", "--yes"]);
        assert!(accepted.out.contains(keys), "{script}: {}", accepted.out);
        assert_eq!(loosened(&home), None, "{script}");
        assert_eq!(refuses_later(&home, "s3"), !keys.contains("mode"), "{script}");
    }
}

#[test]
fn g01_commands_obey_the_accepted_policy_as_the_hook_does() {
    let mut home = project(Some("[limits]\ntool_calls = 9\n"));
    run_script(&mut home, "printf '[limits]\\ntool_calls = 90\\n' > .fusebox.toml");
    home.tell("UserPromptSubmit", json!({"prompt": "go on"}));
    home.call("true");
    let calls: String = (0..10).map(|id| {
        let call = json!({"session": "s9", "type": "tool_request", "call": format!("c{id}"), "tool": "bash",
            "input": {"command": format!("echo {id}")}});
        format!("{call}\n")
    }).collect();
    let last_verdict = |home: &Guarded| {
        let verdicts = home.world.pipe("decide", &calls).out;
        let last: Value = serde_json::from_str(verdicts.lines().last().unwrap()).unwrap();
        last["verdict"].as_str().unwrap().to_owned()
    };
    assert!(home.world.run("config show").out.contains("tool_calls = 9 "));
    assert_eq!(last_verdict(&home), "deny");
    home.world.person_does(&["guard", "accept", "--yes"]);
    assert!(home.world.run("config show").out.contains("tool_calls = 90 "));
    assert_eq!(last_verdict(&home), "allow");
}

#[test]
fn g01_what_an_agent_tightens_in_a_policy_holds_at_once() {
    let mut home = project(Some("[limits]\ntool_calls = 500\n"));
    run_script(&mut home, "printf '[limits]\\ntool_calls = 1\\n' > .fusebox.toml");
    assert_eq!(home.world.read(POLICY), "[limits]\ntool_calls = 1\n");
    assert!(home.call("ls")[0].contains("\"deny\""));
}

#[test]
fn g01_a_policy_that_is_as_it_was_is_withheld_no_more() {
    let mut home = project(Some(STRICT));
    run_script(&mut home, "mv .fusebox.toml away");
    assert_eq!(loosened(&home).as_deref(), Some("limits.tool_calls, limits.turns"));
    run_script(&mut home, "mv away .fusebox.toml");
    assert_eq!(loosened(&home), None);
}

#[test]
fn g02_a_policy_that_a_person_changes_between_calls_is_obeyed() {
    let mut home = project(Some(STRICT));
    home.call("ls");
    home.world.write(POLICY, "mode = \"observe\"\n");
    home.tell("UserPromptSubmit", json!({"prompt": "go on"}));
    assert_eq!(loosened(&home), None);
    assert!(!refuses_later(&home, "s2"));
}
