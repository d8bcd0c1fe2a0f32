//! `fusebox completions`.

use std::collections::BTreeSet;

use clap_complete::Shell;

use crate::{Context, Result};

const WHERE: &str = "\
Where it goes:
  bash        fusebox completions bash > ~/.local/share/bash-completion/completions/fusebox
  zsh         fusebox completions zsh > ~/.zfunc/_fusebox   (with ~/.zfunc in your fpath)
  fish        fusebox completions fish > ~/.config/fish/completions/fusebox.fish
  elvish      fusebox completions elvish >> ~/.config/elvish/rc.elv
  powershell  fusebox completions powershell >> $PROFILE";

/// Print a completion script for a shell.
#[derive(Debug, clap::Args)]
#[command(after_help = WHERE)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

/// The command that prints what the scripts complete ids with.
const IDS: &str = "fusebox status --ids 2>/dev/null";
/// The values that are ids of sessions, incidents and tasks, as commands name them.
const ID_VALUES: [&str; 5] = ["ID", "SESSION", "INCIDENT", "TASK", "SESSION|TASK"];

/// Prints the script for `command`, the whole command line.
pub(crate) fn run(args: &Args, command: &mut clap::Command, context: &Context) -> Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, command, "fusebox", &mut script);
    let script = with_ids(args.shell, command, String::from_utf8_lossy(&script).into_owned());
    context.print(script.trim_end())
}

/// The script with ids after the commands that take one, for the shells in which a command may be asked for them.
fn with_ids(shell: Shell, command: &clap::Command, script: String) -> String {
    let taking = command.get_subcommands().filter(|below| id_arguments(below).next().is_some());
    let commands = taking.map(clap::Command::get_name).collect::<Vec<_>>().join(" ");
    if shell == Shell::Zsh {
        return zsh_with_ids(command, &script);
    }
    if shell == Shell::Bash {
        return format!(
            r#"{script}
_fusebox_with_ids() {{
    _fusebox "$@"
    local word="${{COMP_WORDS[COMP_CWORD]}}"
    if [[ "$COMP_CWORD" -gt 1 && "$word" != -* && " {commands} " == *" ${{COMP_WORDS[1]}} "* ]]; then
        COMPREPLY+=( $(compgen -W "$({IDS})" -- "$word") )
    fi
}}
complete -F _fusebox_with_ids -o bashdefault -o default fusebox"#
        );
    }
    if shell == Shell::Fish {
        let condition = format!("__fish_fusebox_using_subcommand {commands}");
        let choices = fish_choices(command);
        return format!(
            "{script}\n{choices}complete -c fusebox -n \"{condition}\" -f -a \"({IDS})\""
        );
    }
    script
}

/// Lines for fish that complete the names behind `help`, and positional arguments that have a fixed set of values. The
/// script of `clap_complete` has neither.
fn fish_choices(command: &clap::Command) -> String {
    let names = command.get_subcommands().filter(|below| !below.is_hide_set());
    let names = names.map(clap::Command::get_name).collect::<Vec<_>>().join(" ");
    let mut lines = format!(
        "complete -c fusebox -n \"__fish_fusebox_using_subcommand help\" -f -a \"{names}\"\n"
    );
    for below in command.get_subcommands() {
        let values = below.get_positionals().flat_map(clap::Arg::get_possible_values);
        let values: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if !values.is_empty() {
            let (name, values) = (below.get_name(), values.join(" "));
            lines.push_str(&format!(
                "complete -c fusebox -n \"__fish_fusebox_using_subcommand {name}\" -f -a \"{values}\"\n"
            ));
        }
    }
    lines
}

/// The positional arguments of a command that are ids.
fn id_arguments(command: &clap::Command) -> impl Iterator<Item = &str> {
    let is_id = |argument: &&clap::Arg| {
        let names = argument.get_value_names().unwrap_or_default();
        names.iter().any(|name| ID_VALUES.contains(&name.as_str()))
    };
    command.get_positionals().filter(is_id).map(|argument| argument.get_id().as_str())
}

/// The script for zsh, in which each argument names the function that completes it.
fn zsh_with_ids(command: &clap::Command, script: &str) -> String {
    let names: BTreeSet<&str> = command.get_subcommands().flat_map(id_arguments).collect();
    let mut lines: Vec<String> = Vec::new();
    for line in script.lines() {
        if line.starts_with("if [ \"$funcstack[1]\"") {
            let ids = format!("_fusebox_ids() {{\n    compadd -- ${{(f)\"$({IDS})\"}}\n}}\n");
            lines.push(ids);
        }
        let argument = line.trim_start_matches(['\'', ':']).split(" -- ").next();
        let takes_id = line.starts_with("':") && argument.is_some_and(|it| names.contains(it));
        lines.push(match takes_id {
            true => line.replace(":_default'", ":_fusebox_ids'"),
            false => line.to_owned(),
        });
    }
    lines.join("\n")
}
