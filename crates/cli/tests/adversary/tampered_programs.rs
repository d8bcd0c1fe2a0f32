//! Programs that clients start, taken away inside an agent's call: they are put back, and the session is
//! stopped.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use crate::tampering::Guarded;
use crate::world::bash;

const BIN: &str = ".local/state/fusebox/bin";

/// What the folder of the programs holds: names, modes, and whether each is the program that tests run.
fn programs(home: &Guarded) -> Vec<(String, u32, bool)> {
    let about = |name: String| {
        let path = home.world.path(BIN).join(&name);
        let meta = fs::symlink_metadata(&path).unwrap();
        let original = home.world.programs.join(&name);
        let is_original = fs::read(&path).ok() == fs::read(original).ok();
        (name, meta.permissions().mode(), is_original)
    };
    let there = home.world.path(BIN).exists();
    let names = if there { home.world.names(BIN) } else { Vec::new() };
    names.into_iter().map(about).collect()
}

#[test]
fn g01_a_program_that_a_call_takes_away_is_put_back_and_the_session_stops() {
    for (line, lost) in [
        ("rm -f ~/.local/state/fusebox/bin/fusebox", "was removed"),
        ("rm -rf ~/.local/state/fusebox/bin", "was removed"),
        ("mv ~/.local/state/fusebox/bin b", "was removed"),
        ("chmod a-x ~/.local/state/fusebox/bin/fusebox-hook", "cannot be run"),
        ("cp -f /bin/true ~/.local/state/fusebox/bin/fusebox", "is not the program"),
        ("ln -sf /bin/true ~/.local/state/fusebox/bin/fusebox-hook", "is not the program"),
        (
            "cd ~/.local/state/fusebox/bin; chmod u+w fusebox; touch -r fusebox t; printf x | \
            dd of=fusebox conv=notrunc; touch -r t fusebox; chmod u-w fusebox; rm t",
            "is not the program",
        ),
    ] {
        let mut home = Guarded::new();
        let before = programs(&home);
        home.world.write("project/x.sh", line);
        assert_eq!(home.call("sh x.sh")[0], "", "{line}");
        assert_eq!(programs(&home), before, "{line}");
        home.assert_tripped();
        let shown = home.world.run("show").out;
        assert!(shown.contains(lost), "{line}: {shown}");
        assert_eq!(home.world.run("status").err, "", "{line}");
    }
}

#[test]
fn g01_a_program_that_went_with_its_second_copy_is_not_said_to_be_back() {
    let state = "~/.local/state/fusebox";
    let mut home = Guarded::new();
    home.world.write("project/x.sh", format!("rm -rf {state}/spare {state}/bin/fusebox"));
    home.call("sh x.sh");
    assert!(!home.world.path(BIN).join("fusebox").exists());
    home.assert_tripped();
    let shown = home.world.run("show").out;
    assert!(shown.contains("was removed") && !shown.contains("It was put back"), "{shown}");

    let home = Guarded::new();
    home.tell("PreToolUse", bash("c0", "sh x.sh"));
    home.shell(&format!("rm -rf {state}/spare {state}/bin/fusebox-hook")).wait().unwrap();
    let said = home.world.run("status").err;
    assert!(said.contains("could not all be put back"), "{said}");
    assert!(said.contains("NOT guarded"), "{said}");
    home.assert_tripped();
}

/// The hook itself is gone or replaced, so no event tells it: the next command of ours sees it.
#[test]
fn g03_programs_that_an_agent_took_away_are_put_back_by_the_next_command() {
    for line in [
        "rm -f ~/.local/state/fusebox/bin/*",
        "cp -f /bin/true ~/.local/state/fusebox/bin/fusebox-hook",
    ] {
        let home = Guarded::new();
        let before = programs(&home);
        home.tell("PreToolUse", bash("c0", "sh x.sh"));
        home.shell(line).wait().unwrap();
        assert_ne!(programs(&home), before, "{line}");
        let said = home.world.run("status").err;
        assert!(said.contains("were put back, and its session was stopped"), "{line}: {said}");
        assert_eq!(programs(&home), before, "{line}");
        home.assert_tripped();
        assert_eq!(home.world.run("status").err, "", "{line}");
    }
}

#[test]
fn g02_programs_that_a_person_changes_stay() {
    let mut home = Guarded::new();
    home.call("ls");
    let hook = home.world.path(BIN).join("fusebox-hook");
    fs::remove_file(&hook).unwrap();
    home.call("ls");
    // It is accepted, and a later call is not blamed for it.
    home.call("echo 'touch ~/.claude/settings.json' > x; sh x");
    home.assert_closed();
    assert!(!hook.exists());
    assert!(home.world.run("status").err.contains("is gone or cannot be run"));
}

#[test]
fn g02_a_person_may_install_or_upgrade_while_a_call_runs() {
    let home = Guarded::new();
    home.tell("PreToolUse", bash("c0", "make"));
    // As of another version, whose programs are not these.
    let list = home.world.path(BIN).join("programs.json");
    let text = fs::read_to_string(&list).unwrap().replace(env!("CARGO_PKG_VERSION"), "0.0.1");
    fs::write(&list, text).unwrap();
    assert_eq!(home.world.run("install claude").code, 0);
    home.ends("c0", "make");
    home.assert_closed();
    home.tell("PreToolUse", bash("c1", "make"));
    fs::remove_file(home.world.path(BIN).join("fusebox")).unwrap();
    home.world.person_does(&["guard", "accept", "--yes"]);
    home.ends("c1", "make");
    home.assert_closed();
    home.tell("UserPromptSubmit", json!({"prompt": "go on"}));
    home.world.person_does(&["uninstall", "claude", "--yes"]);
    assert!(!home.world.path(BIN).exists());
    assert!(!home.world.path(".local/state/fusebox/spare").exists());
}
