//! Prompts that look like a person's, and that an agent gave through a hook that it started itself.

use std::fs;

use serde_json::json;

use crate::tampering::Guarded;
use crate::world::HOOK;

/// A home whose session is stopped, with a file that holds a person's prompt.
fn stopped() -> Guarded {
    let mut home = Guarded::new();
    home.call("echo 'rm -f ~/.claude/settings.json' > x; sh x");
    home.assert_tripped();
    let prompt = home.world.event("UserPromptSubmit", json!({"prompt": "go on"}));
    fs::write(home.world.path("project/e"), prompt).unwrap();
    home
}

#[test]
fn g01_a_prompt_from_a_process_that_left_the_agent_frees_nobody() {
    for line in [
        "{hook} claude < e",
        "cp {hook} h; ./h claude < e; rm h",
        "setsid sh -c '{hook} claude < e; true'",
        "env -u CLAUDECODE {hook} claude < e",
    ] {
        let home = stopped();
        // What runs here is no child of the client, as what was started in the background is not.
        home.shell(&line.replace("{hook}", HOOK)).wait().unwrap();
        assert_eq!(home.state()["state"], "open", "{line}");
    }
}

#[test]
fn g01_a_prompt_from_a_script_of_the_agent_frees_nobody() {
    let home = stopped();
    fs::write(home.world.path("project/x.sh"), format!("{HOOK} claude < e; true")).unwrap();
    let hooked = |shell: &str| {
        let dir = home.world.path("project");
        home.client_runs(&format!("cd {}; {shell}; cd /", dir.display()));
        home.state()["state"].as_str().unwrap().to_owned()
    };
    let variables = format!("env -i HOME={} CLAUDE_PID=$$", home.world.home.display());
    assert_eq!(hooked(&format!("{variables} sh x.sh")), "open");
    assert_eq!(hooked(&format!("{variables} bash -c '. ./x.sh; true'")), "open");
    // A client starts it itself, or by a shell with the command in the settings.
    assert_eq!(
        hooked(&format!("{variables} sh -c '[ -x {HOOK} ] || exit 2; {HOOK} claude < e; exit $?'")),
        "half_open"
    );
}

#[test]
fn g01_a_persons_prompt_frees_the_session_also_while_a_background_command_lives() {
    let home = stopped();
    let mut job = home.shell("sleep 60");
    home.tell("UserPromptSubmit", json!({"prompt": "go on"}));
    job.kill().unwrap();
    job.wait().unwrap();
    assert_eq!(home.state()["state"], "half_open");
}
