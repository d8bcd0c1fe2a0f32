//! Help, versions, completions, and a wrong command line.

use std::path::Path;

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
        "status top incidents show log runs audit patterns spend debug service \
         reset dismiss bypass escalate inbox pause resume skip rollback attempts checkpoint task \
         run loop watch reconcile \
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
fn no_line_of_the_help_is_wrapped_again_by_a_terminal() {
    let world = World::new();
    for columns in [50, 80, 100] {
        for words in ["--help", "help", "help install", "install --help", "doctor -h"] {
            let shown = world.with("COLUMNS", &columns.to_string(), words).out;
            for line in shown.lines() {
                assert!(line.chars().count() <= columns, "{words} at {columns}: {line}");
            }
        }
    }
}

#[test]
fn the_commands_stand_in_groups_and_fusebox_alone_shows_them_too() {
    let world = World::new();
    let asked = world.run("help");
    let groups: Vec<&str> = asked
        .out
        .lines()
        .filter_map(|line| line.strip_suffix(':').filter(|name| !name.starts_with(' ')))
        .collect();
    assert_eq!(groups, ["See", "Answer", "Unattended", "Set up", "For programs"], "{}", asked.out);
    // Without a command nothing was done, so it is no success.
    let alone = world.run("");
    assert_eq!((alone.code, alone.out.as_str(), &alone.err), (2, "", &asked.out));
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

/// What `shell` prints when it runs `script` in a home where the completions of fusebox stand in `completions`. `None`
/// where the shell is not installed.
fn completed(shell: &str, words: &[&str], script: &str) -> Option<String> {
    let program = ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        .map(|folder| Path::new(folder).join(shell))
        .into_iter()
        .find(|program| program.exists())?;
    let world = World::new();
    world.tripped("9f3c2a10-aaaa-bbbb-cccc-000000000001");
    world.tripped("$(touch hacked)");
    world.write("project/completions", world.run(&format!("completions {shell}")).out);
    let mut command = world.command(program);
    // A shell of these finds its own functions only where it can run the programs that they use.
    command.env("PATH", "/usr/bin:/bin").args(words).arg(script);
    let ran = world.finish(&mut command, b"");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{shell}: {}", ran.out);
    Some(ran.out)
}

#[test]
fn bash_completes_a_command_one_below_it_and_an_option() {
    let script = r#"
        source ./completions
        complete -p fusebox
        try() {
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
            _fusebox fusebox "${@: -1}" "${@: -2:1}"
            echo "$*: ${COMPREPLY[*]}"
        }
        try fusebox sta
        try fusebox task st
        try fusebox show --br
        try fusebox completions f
        fusebox() { PROGRAM "$@"; }
        try_ids() {
            COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
            _fusebox_with_ids fusebox "${@: -1}" "${@: -2:1}"
            echo "$*: ${COMPREPLY[*]}"
        }
        try_ids fusebox reset 9f
        try_ids fusebox config 9f
    "#;
    let script = script.replace("PROGRAM", env!("CARGO_BIN_EXE_fusebox"));
    let out = completed("bash", &["--norc", "-c"], &script).expect("bash is not installed");
    let (registered, completed) = out.split_once('\n').unwrap();
    assert!(registered.starts_with("complete ") && registered.ends_with(" fusebox"), "{out}");
    assert_eq!(
        completed,
        "fusebox sta: status\nfusebox task st: start\nfusebox show --br: --brief\n\
         fusebox completions f: fish\n\
         fusebox reset 9f: 9f3c2a10\nfusebox config 9f: \n"
    );
}

#[test]
fn fish_completes_a_command_and_one_below_it() {
    let script = "source ./completions; complete -C 'fusebox sta'; complete -C 'fusebox task sta'
        complete -C 'fusebox completions z'; complete -C 'fusebox help sho'";
    let Some(out) = completed("fish", &["--no-config", "-c"], script) else { return };
    let words: Vec<&str> = out.lines().filter_map(|line| line.split('\t').next()).collect();
    assert_eq!(words, ["status", "start", "zsh", "show"]);
}

#[test]
fn zsh_loads_the_completions_for_the_command() {
    let script = "fpath=(. $fpath); mv completions _fusebox; autoload -Uz compinit; compinit -u -D;
        print $_comps[fusebox]; autoload -Uz +X _fusebox && whence -w _fusebox";
    let Some(out) = completed("zsh", &["-f", "-c"], script) else { return };
    assert_eq!(out, "_fusebox\n_fusebox: function\n");
}

#[test]
fn ids_are_completed_in_bash_zsh_and_fish() {
    let world = World::new();
    world.tripped("9f3c2a10-aaaa-bbbb-cccc-000000000001");
    world.tripped("$(touch hacked)");
    world.person_does(&["task", "start", "fix/cart"]);
    let incidents = world.run("incidents --json").json();
    let ids = world.run("status --ids").out;
    let mut expected = vec!["9f3c2a10".to_owned(), "fix/cart".to_owned()];
    expected.extend((0..2).map(|n| incidents[n]["id"].as_str().unwrap().to_owned()));
    expected.sort();
    assert_eq!(ids.lines().collect::<Vec<_>>(), expected, "words of a shell alone: {ids}");
    for (shell, part) in [
        ("fish", "-n \"__fish_fusebox_using_subcommand status show "),
        ("zsh", "':target -- The session"),
    ] {
        let script = world.run(&format!("completions {shell}")).out;
        let line = script.lines().find(|line| line.contains(part)).unwrap();
        assert!(line.contains("ids"), "{shell}: {line}");
    }
}

#[test]
fn the_help_of_a_command_names_its_own_options_first() {
    let world = World::new();
    let options =
        [("status", "--json"), ("task start", "--slice"), ("spend", "--by"), ("show", "--brief")];
    for (command, option) in options {
        let help = world.run(&format!("{command} --help")).out;
        let (own, shared) = help.split_once("Options of every command:\n").unwrap();
        assert!(own.contains(option) && !own.contains("--utc"), "{help}");
        assert!(shared.contains("--utc") && shared.contains("--color"), "{help}");
    }
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

#[test]
fn a_missing_argument_is_named_with_what_it_is() {
    let world = World::new();
    check(
        &world.run("spend allow"),
        "
2> error: `fusebox spend allow` needs <AMOUNT>
2> hint: <AMOUNT>: How much: `5` or `5 USD` for dollars, or `100000 tokens`
2> hint: `fusebox help spend allow` says more
exit 2",
    );
    for (words, name) in [("reset", "<ID>"), ("prices show", "<MODEL>"), ("task start", "<ID>")] {
        let ran = world.run(words);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{words}");
        let first = format!("error: `fusebox {words}` needs {name}\nhint: {name}: ");
        assert!(ran.err.starts_with(&first), "{}", ran.err);
        assert!(
            ran.err.ends_with(&format!("hint: `fusebox help {words}` says more\n")),
            "{}",
            ran.err
        );
    }
    // Any other mistake is told as ever.
    assert!(world.run("reset 42 --no-such").err.contains("unexpected argument"));
}
