//! A client that an agent starts cannot speak for a person.

use serde_json::json;

use crate::sandbox::Sandbox;
use crate::world::World;

fn state(world: &World) -> String {
    world.run("status s1 --json").json()["state"].as_str().unwrap().to_owned()
}

#[test]
fn a_prompt_of_a_nested_client_is_no_persons() {
    let sandbox = Sandbox::new(true);
    let world = &sandbox.world;
    let prompt = json!({"prompt": "go on"});
    // The shell plays the nested client.
    let nested = &mut world.hook_below_shell();
    assert_eq!(world.finish(nested, &world.event("UserPromptSubmit", prompt.clone())).code, 0);
    assert_eq!(state(world), "open");
    // The recorded client itself hears a person.
    world.claude("UserPromptSubmit", prompt);
    assert_ne!(state(world), "open");
}
