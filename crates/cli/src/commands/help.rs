//! `fusebox help`, and what `fusebox` alone says: the commands in groups.

use clap::Command;

use crate::{CliError, Context, Result, display, style};

/// Every command, in the groups of those who look for one.
const GROUPS: &[(&str, &[&str])] = &[
    (
        "See",
        &[
            "status",
            "top",
            "incidents",
            "show",
            "log",
            "runs",
            "audit",
            "patterns",
            "spend",
            "debug",
            "service",
        ],
    ),
    (
        "Answer",
        &[
            "reset",
            "dismiss",
            "bypass",
            "escalate",
            "inbox",
            "pause",
            "resume",
            "skip",
            "rollback",
            "attempts",
            "checkpoint",
            "task",
        ],
    ),
    ("Unattended", &["run", "loop", "watch", "reconcile"]),
    (
        "Set up",
        &[
            "demo",
            "install",
            "uninstall",
            "doctor",
            "config",
            "calibrate",
            "guard",
            "operator",
            "prices",
            "verifiers",
            "purge",
            "completions",
            "help",
        ],
    ),
    (
        "For programs",
        &["decide", "schema", "replay", "metrics", "prompt", "report", "justify", "mcp"],
    ),
];

/// The options of every command.
const OPTIONS: &str = "Every command takes --color auto|always|never, --utc (times in UTC) and --help; \
    `fusebox --version` says the version.";

/// Show the commands in groups, or the help of one.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The command, and the one below it.
    #[arg(value_name = "COMMAND")]
    words: Vec<String>,
}

pub(crate) fn run(args: &Args, root: Command, context: &Context) -> Result<()> {
    let width = context.help_columns();
    if args.words.is_empty() {
        return context.print(&grouped(&root, width));
    }
    let mut command = root.term_width(width);
    command.build();
    for word in &args.words {
        let below = command.find_subcommand(word).filter(|below| !below.is_hide_set());
        let Some(below) = below.cloned() else {
            let words = display::one_line(&args.words.join(" "), 100);
            return Err(CliError::usage(format!("there is no command `{words}`"))
                .hint("`fusebox help` lists them"));
        };
        command = below;
    }
    context.print(command.render_long_help().ansi().to_string().trim_end())
}

/// The commands in groups, at most `width` columns wide, and where to begin.
pub(crate) fn grouped(root: &Command, width: usize) -> String {
    let about = |command: &Command| command.get_about().map(ToString::to_string);
    let usage = format!("{}. Usage: fusebox COMMAND", about(root).unwrap_or_default());
    let mut lines = display::wrap(&usage, width);
    let names = GROUPS.iter().flat_map(|(_, names)| *names);
    let column = 4 + names.map(|name| name.len()).max().unwrap_or(0);
    for (title, names) in GROUPS {
        lines.extend([String::new(), style::heading(format!("{title}:"))]);
        for name in *names {
            let about = root.find_subcommand(name).and_then(about).unwrap_or_default();
            let mut wrapped = display::wrap_after(&" ".repeat(column), &about, width).into_iter();
            let first = wrapped.next().unwrap_or_default();
            let padding = " ".repeat(column - 2 - name.len());
            lines.push(format!("  {}{padding}{}", style::command(name), first.trim_start()));
            lines.extend(wrapped);
        }
    }
    let [help, demo, install] =
        ["fusebox help COMMAND", "fusebox demo", "fusebox install claude"].map(style::command);
    lines.push(String::new());
    lines.extend(display::wrap(
        &format!("{help} says more. Begin with {demo}, then {install}."),
        width,
    ));
    lines.extend(display::wrap(OPTIONS, width));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::CommandLine;

    #[test]
    fn every_command_stands_in_one_group() {
        let mut grouped: Vec<&str> =
            GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let root = CommandLine::command();
        let visible = root.get_subcommands().filter(|command| !command.is_hide_set());
        let mut commands: Vec<&str> = visible.map(Command::get_name).collect();
        grouped.sort_unstable();
        commands.sort_unstable();
        assert_eq!(grouped, commands);
    }
}
