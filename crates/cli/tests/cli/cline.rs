//! Cline through the hook's program and its installed files: a nudge, then the end of the run, and nothing that stays.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::transcript::{CommandOutput, check};
use crate::world::{HOOK, World};

const FILES: [&str; 4] =
    ["PostToolUse.sh", "PreToolUse.sh", "TaskComplete.sh", "UserPromptSubmit.sh"];

fn event(world: &World, name: &str, more: Value) -> Value {
    let mut event = json!({"taskId": "conv_1", "sessionContext": {"rootSessionId": "s1"},
        "workspaceRoots": [world.path("project")], "agent_id": "agent_1", "parent_agent_id": null,
        "hookName": name, "iteration": 1});
    event.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    event
}

fn hook(world: &World, event: &Value) -> CommandOutput {
    let ran = world.finish(world.command(HOOK).arg("cline"), event.to_string().as_bytes());
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{event}");
    ran
}

/// A call of this command that fails: what stands before it, and after it if it is made.
fn call(world: &World, id: u32, command: &str) -> (String, String) {
    let call = json!({"id": format!("c{id}"), "name": "run_commands",
        "input": {"commands": [command]}});
    let before = hook(world, &event(world, "tool_call", json!({"tool_call": call})));
    if before.out.contains("\"cancel\":true") {
        return (before.out, String::new());
    }
    let mut done = call;
    done["output"] = json!([{"query": command, "success": false,
        "error": "Command exited with code 1",
        "result": "[Command exited with code 1]\n\n[stderr]\nport 8080 refused the connection\n"}]);
    let after = hook(world, &event(world, "tool_result", json!({"tool_result": done})));
    (before.out, after.out)
}

#[test]
fn a12_a_loop_is_nudged_and_then_the_run_is_ended_without_one_refusal_between() {
    let world = World::new();
    let told: Vec<_> = (1..=12).map(|id| call(&world, id, "npm test")).collect();
    let nudged = told.iter().position(|(_, after)| after.contains("contextModification"));
    assert_eq!(nudged, Some(3), "{told:?}");
    // It says what will happen: the seventh call runs, and the run ends at the eighth.
    let nudge = &told[3].1;
    assert!(nudge.contains(" At number 8 the breaker opens. Your run ends then."), "{nudge}");
    assert!(!nudge.contains("it is refused"), "{nudge}");
    let ended = told.iter().position(|(before, _)| before.contains("\"cancel\":true"));
    assert_eq!(ended, Some(7), "{told:?}");
    let reply: Value = serde_json::from_str(&told[7].0).unwrap();
    let reason = reply["errorMessage"].as_str().unwrap();
    assert!(reason.starts_with("Fusebox: circuit breaker tripped: "), "{reason}");
    assert!(reason.contains("See `fusebox show "), "{reason}");
    // A run that goes on with the session ends at its first call, and its prompt passes.
    let prompt = json!({"userPromptSubmit": {"prompt": "go on", "attachments": []}});
    assert_eq!(hook(&world, &event(&world, "prompt_submit", prompt)).out, "");
    assert!(call(&world, 20, "ls").0.contains("\"cancel\":true"));
    let reset = ["reset", "s1", "--guidance", "start the server first"];
    assert_eq!(world.person_does(&reset).code, 0);
    let (before, _) = call(&world, 21, "ls");
    assert!(before.contains("\"contextModification\":"), "{before}");
    assert!(before.contains("start the server first"), "{before}");
}

#[test]
fn r01_one_call_before_a_healthy_session_hears_nothing() {
    let world = World::new();
    for id in 1..=3 {
        assert_eq!(call(&world, id, "npm test"), (String::new(), String::new()));
    }
    let said = json!({"turn": {"outputText": "done", "status": "completed"}});
    assert_eq!(hook(&world, &event(&world, "agent_end", said)).out, "");
}

#[test]
fn g01_a_call_that_would_take_fusebox_away_ends_the_run() {
    let world = World::new();
    world.run("install cline");
    let commands = json!({"commands": ["true", "rm -rf ~/.local/state/fusebox"]});
    let tool = json!({"id": "c1", "name": "run_commands", "input": commands});
    let ran = hook(&world, &event(&world, "tool_call", json!({"tool_call": tool})));
    assert!(ran.out.contains("\"cancel\":true"), "{ran:?}");
    assert_eq!(call(&world, 2, "ls"), (String::new(), String::new()), "the session is not open");
}

#[test]
fn b05_the_tools_of_fusebox_are_known_by_their_server() {
    let world = World::new();
    for id in 1..=8 {
        call(&world, id, "npm test");
    }
    let report = json!({"id": "r1", "name": "fusebox__report_blocked", "input": {"on": "port"}});
    let ran = hook(&world, &event(&world, "tool_call", json!({"tool_call": report})));
    assert!(!ran.out.contains("cancel"), "{ran:?}");
}

#[test]
fn a_file_for_each_event_comes_is_a_program_and_goes() {
    let world = World::new();
    world.write(".cline/settings.json", "{}");
    check(
        &world.run("install cline"),
        "
Cline CLI is guarded from its next session on
  settings ~/.cline/hooks
  command  ~/.local/state/fusebox/bin/fusebox-hook cline
  hooks    4 added

What is next
  Restart Cline CLI: sessions that run now are not guarded.
  fusebox status       how sessions stand
  fusebox doctor       whether everything works
",
    );
    let mut names = world.names(".cline/hooks");
    names.sort();
    assert_eq!(names, FILES);
    for name in FILES {
        let file = world.path(&format!(".cline/hooks/{name}"));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o700, "{name}");
        let mut script = world.command(file.to_str().unwrap());
        let ran = world.finish(script.stdin(Stdio::piped()), b"no event");
        assert!(ran.code == 0 && ran.err.contains("event"), "{name}: {ran:?}");
    }
    let file = world.path(".cline/hooks/PreToolUse.sh");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let dry = world.run("install cline --dry-run");
    assert!(dry.out.contains("  to mend  1 that cannot be executed\n"), "{}", dry.out);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o111, 0);
    let mended = world.run("install cline");
    assert!(mended.out.contains("  mended   1 that could not be executed\n"), "{}", mended.out);
    let again = world.run("install cline");
    assert!(again.out.contains("is guarded already; nothing to change"), "{again:?}");
    let strict = world.run("install cline --strict");
    assert!(strict.out.contains("hooks    1 updated, 3 unchanged"), "{strict:?}");
    fs::remove_file(world.path(".local/state/fusebox/bin/fusebox-hook")).unwrap();
    let ran = world.finish(
        world.command("/bin/sh").arg(world.path(".cline/hooks/PreToolUse.sh")),
        b"no event",
    );
    assert!(ran.out.starts_with("{\"cancel\":true,\"errorMessage\":\"The hook program"), "{ran:?}");
    let ran = world.person_does(&["uninstall", "cline", "--yes"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert_eq!(world.names(".cline"), ["settings.json"]);
}

#[test]
fn a_hook_of_a_person_is_not_replaced_and_stays() {
    let world = World::new();
    world.write(".cline/hooks/PostToolUse.sh", "#!/bin/sh\n./mine\n");
    let ran = world.run("install cline");
    assert!(ran.code == 1 && ran.err.contains("move it away"), "{ran:?}");
    assert_eq!(world.names(".cline/hooks"), ["PostToolUse.sh"]);
    fs::rename(
        world.path(".cline/hooks/PostToolUse.sh"),
        world.path(".cline/hooks/PostToolUse.py"),
    )
    .unwrap();
    assert_eq!(world.run("install cline").code, 0);
    world.person_does(&["uninstall", "cline", "--yes"]);
    assert_eq!(world.names(".cline/hooks"), ["PostToolUse.py"]);
}

#[test]
fn a_missing_file_is_found_and_mended() {
    let world = World::new();
    world.run("install cline");
    fs::remove_file(world.path(".cline/hooks/TaskComplete.sh")).unwrap();
    let doctor = world.run("doctor").out;
    assert!(doctor.contains("~/.cline/hooks misses TaskComplete"), "{doctor}");
    let ran = world.run("install cline");
    assert!(ran.out.contains("hooks    1 added, 3 unchanged"), "{ran:?}");
    let doctor = world.run("doctor").out;
    assert!(doctor.contains("Cline CLI: 4 hooks in ~/.cline/hooks"), "{doctor}");
}

#[test]
fn g06_a_broken_call_of_an_open_session_is_refused() {
    let world = World::new();
    let broken = [
        json!({"tool_call": null}),
        json!({}),
        json!({"tool_call": {"id": "c1"}}),
        json!({"tool_call": [1]}),
        json!({"tool_call": {"id": "c1", "name": null, "input": {}}}),
    ];
    let ask = |more: &Value| {
        let event = event(&world, "tool_call", more.clone()).to_string();
        world.finish(world.command(HOOK).arg("cline"), event.as_bytes())
    };
    for more in &broken {
        assert!(!ask(more).out.contains("cancel"), "{more}");
    }
    for id in 1..=8 {
        call(&world, id, "npm test");
    }
    for more in &broken {
        let ran = ask(more);
        assert!(ran.out.contains("\"cancel\":true"), "{more}: {ran:?}");
    }
}

#[test]
fn g03_a_program_that_cannot_be_run_is_said_and_mended() {
    let world = World::new();
    world.run("install cline");
    let file = world.path(".cline/hooks/PreToolUse.sh");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
    let doctor = world.run("doctor").out;
    assert!(doctor.contains("~/.cline/hooks/PreToolUse.sh is not executable"), "{doctor}");
    let dry = world.run("install cline --dry-run");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o644, "{dry:?}");
    let ran = world.run("install cline");
    assert!(ran.out.contains("mended   1 that could not be executed"), "{ran:?}");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o755);
    assert!(world.run("install cline").out.contains("nothing to change"));
    assert!(!world.run("doctor").out.contains("not executable"));
}
