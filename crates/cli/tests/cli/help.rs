//! Help, versions, completions, and a wrong command line.

use crate::transcript::check;
use crate::world::World;

/// The names of all commands, and their lines in the help.
fn commands(world: &World) -> Vec<(String, String)> {
    let help = world.run("--help").out;
    let is_command = |line: &&str| line.starts_with("  ") && !line.starts_with("   ");
    let name = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    help.lines().filter(is_command).map(|line| (name(line), line.to_owned())).collect()
}

#[test]
fn every_command_explains_itself() {
    let world = World::new();
    let commands = commands(&world);
    let names: Vec<&str> = commands.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names.join(" "),
        "status incidents show log runs audit patterns spend debug service \
         reset dismiss bypass pause resume skip rollback attempts checkpoint task \
         run loop \
         demo install uninstall doctor config calibrate guard operator prices verifiers purge completions help \
         decide schema replay metrics prompt report justify mcp"
    );
    for (_, line) in &commands {
        assert!(!line.ends_with('.') && line.chars().count() <= 100, "{line}");
    }
    for name in names {
        let help = world.run(&format!("{name} --help"));
        assert_eq!((help.code, help.err.as_str()), (0, ""), "{name}");
        assert!(help.out.contains(&format!("Usage: fusebox {name}")), "{}", help.out);
    }
}

#[test]
fn both_programs_say_their_version() {
    let world = World::new();
    let version = env!("CARGO_PKG_VERSION");
    check(&world.run("--version"), &format!("fusebox {version}"));
    let mut hook = world.command(env!("CARGO_BIN_EXE_fusebox-hook"));
    check(&world.finish(hook.arg("--version"), b""), &format!("fusebox-hook {version}"));
}

#[test]
fn a_wrong_command_line_is_answered_with_a_way_out() {
    let world = World::new();
    check(
        &world.run("statsu"),
        "
2> error: unrecognized subcommand 'statsu'
2> 
2>   tip: a similar subcommand exists: 'status'
2> 
2> Usage: fusebox [OPTIONS] <COMMAND>
2> 
2> For more information, try '--help'.
exit 2
",
    );
    assert_eq!(world.run("show --jsn").code, 2);
    assert_eq!(world.run("purge --everything --older-than 1d").code, 2);
    assert_eq!(world.run("").code, 2);
}

#[test]
fn completions_for_every_shell() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = world.run(&format!("completions {shell}"));
        assert!(ran.out.contains("uninstall"), "{shell}");
        assert!(ran.out.lines().count() > 30, "{shell}");
    }
    let help = world.run("completions --help").out;
    assert!(help.contains("fusebox completions zsh > ~/.zfunc/_fusebox"), "{help}");
}

#[test]
fn without_a_home_the_error_says_what_to_set() {
    let world = World::new();
    let mut command = world.fusebox();
    let ran = world.finish(command.env_remove("HOME").arg("status"), b"");
    check(
        &ran,
        "
2> error: no place for the state: neither FUSEBOX_STATE_DIR, XDG_STATE_HOME nor HOME is set
2> hint: `fusebox doctor` examines the state and says more
exit 1
",
    );
    // The hook lets the call pass all the same.
    let ran =
        world.finish(world.hook().env_remove("HOME"), &world.event("Stop", serde_json::json!({})));
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
}

/// The commands that an agent may run. All others are reserved for a person.
const AGENT_COMMANDS: &str = "demo runs audit verifiers status incidents show debug log checkpoint report justify \
    replay config prompt mcp metrics doctor completions help schema";

#[test]
fn every_command_is_an_agents_or_reserved_for_a_person() {
    use fusebox_shell::guard::{PERSON_ORDERS, is_person_order};

    let commands = commands(&World::new());
    let names: Vec<&str> = commands.iter().map(|(name, _)| name.as_str()).collect();
    for name in &names {
        let is_agents = AGENT_COMMANDS.split(' ').any(|command| command == *name);
        assert_ne!(is_agents, PERSON_ORDERS.contains(name), "{name} is not classified once");
        assert!(!is_agents || !is_person_order(name, None), "{name}");
    }
    // `effects` is a hidden command, and `hook` is refused although no such command exists.
    let hidden = ["effects", "hook"];
    for order in PERSON_ORDERS {
        assert!(names.contains(order) || hidden.contains(order), "{order} is no command");
    }
}
