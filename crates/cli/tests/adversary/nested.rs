//! A client that an agent starts cannot speak for a person.

use std::process::{Command, Stdio};

use serde_json::json;

use crate::sandbox::Sandbox;
use crate::world::{World, programs};

/// Gives the hook an event below a shell, which plays the nested client, and tells the state.
fn state_after_nested_prompt(world: &World) -> String {
    let event = world.event("UserPromptSubmit", json!({"prompt": "go on"}));
    world.write("event", &String::from_utf8(event).unwrap());
    let hook = programs().join("fusebox-hook");
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "\"$0\" claude < \"$HOME/event\"; true"])
        .arg(hook)
        .env_clear()
        .env("HOME", &world.home)
        .current_dir(world.path("project"))
        .stdout(Stdio::null());
    assert!(shell.status().unwrap().success());
    state(world)
}

fn state(world: &World) -> String {
    world.run("status s1 --json").json()["state"].as_str().unwrap().to_owned()
}

#[test]
fn a_prompt_of_a_nested_client_is_no_persons() {
    let sandbox = Sandbox::new(true);
    assert_eq!(state_after_nested_prompt(&sandbox.world), "open");
    // The recorded client itself hears a person.
    sandbox.world.claude("UserPromptSubmit", json!({"prompt": "go on"}));
    assert_ne!(state(&sandbox.world), "open");
}
