//! Orders from a terminal that a process made which got away from the agent.

use std::fs;

use serde_json::json;

use crate::sandbox::search_path;
use crate::unprivileged::program_copies;
use crate::world::World;

/// Gives the order twice from a detached process with a terminal of its own: while the client runs, and
/// after it has ended.
const STEPS: &str = r#"
    sleep 300 & client=$!
    CLAUDE_PID=$client fusebox-hook claude < start
    mkfifo done
    order() {
        (setsid env -i HOME="$HOME" PATH="$PATH" bash -c "script -qec 'fusebox reset s1 --yes' $1 > /dev/null; echo > done" < /dev/null > /dev/null 2>&1 &)
        read -r _ < done
        fusebox status s1 --json > "$1.json"
    }
    order running
    kill $client; wait $client
    order ended
"#;

#[test]
fn g01_a_terminal_that_was_made_after_the_trip_frees_no_agent_that_runs() {
    let mut world = World::new();
    world.tripped("s1");
    fs::write(
        world.path("project/start"),
        world.event("SessionStart", json!({"source": "startup"})),
    )
    .unwrap();
    world.drop_rights();
    let mut shell = world.command("unshare");
    shell
        .args(["--user", "--map-current-user", "--pid", "--fork", "--kill-child", "--mount-proc"])
        .args(["bash", "-c", STEPS])
        .env("PATH", format!("{}:{}", program_copies().display(), search_path()));
    let ran = world.finish(&mut shell, b"");
    let state = |name: &str| {
        let status: serde_json::Value =
            serde_json::from_str(&world.read(&format!("project/{name}.json"))).unwrap();
        status["state"].as_str().unwrap().to_owned()
    };
    assert!(world.path("project/running.json").exists(), "{} {}", ran.out, ran.err);
    let said = world.read("project/running");
    assert!(said.contains("nothing above this terminal was there"), "{said} {}", ran.err);
    assert!(said.contains("type your answer into the agent's program"), "{said}");
    assert_eq!(state("running"), "open");
    assert_eq!(state("ended"), "closed", "{}", world.read("project/ended"));
}
