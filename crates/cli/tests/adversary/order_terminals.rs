//! Orders from a terminal that a process made which got away from the agent.

use std::fs;

use serde_json::json;

use crate::sandbox::search_path;
use crate::world::World;

/// Gives the order twice from a detached process with a terminal of its own: while the client runs, and
/// after it has ended. On a busy machine `script` may not come up; then no order was given, and it is given
/// again. What the programs say of that is in the file that ends in `.err`.
const STEPS: &str = r#"
    sleep 300 & client=$!
    CLAUDE_PID=$client fusebox-hook claude < start
    mkfifo done
    order() {
        (setsid env -i HOME="$HOME" PATH="$PATH" bash -c "
            for n in 1 2 3 4 5; do
                script -qec 'fusebox reset s1 --yes' $1 > /dev/null
                test -s $1 && break
                sleep 1
            done
            echo > done
        " < /dev/null > /dev/null 2> "$1.err" &)
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
    world.copy_programs();
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
        .env("PATH", format!("{}:{}", world.programs.display(), search_path()));
    let ran = world.finish(&mut shell, b"");
    // A file that is not there says nothing: each assertion shows what the programs said instead.
    let text =
        |name: &str| fs::read_to_string(world.path("project").join(name)).unwrap_or_default();
    let told = |name: &str| {
        let (said, failed) = (text(name), text(&format!("{name}.err")));
        format!("{name}: {said}\nerrors: {failed}\nsteps: {} {} {}", ran.code, ran.out, ran.err)
    };
    let state = |name: &str| {
        let status = serde_json::from_str(&text(&format!("{name}.json")));
        let status: serde_json::Value = status.unwrap_or_else(|_| panic!("{}", told(name)));
        status["state"].as_str().unwrap().to_owned()
    };
    let said = text("running");
    assert!(said.contains("nothing above this terminal was there"), "{}", told("running"));
    assert!(said.contains("type your answer into the agent's program"), "{}", told("running"));
    assert_eq!(state("running"), "open", "{}", told("running"));
    assert_eq!(state("ended"), "closed", "{}", told("ended"));
}
