//! Orders that are a person's: an agent that is stopped must not free itself.

use super::GuardRefusal;
use super::line::GuardedLine;
use super::programs::{ProgramKind, is_client, is_substituted, stands_in};
use super::spelling::fits;
use crate::{SimpleCommand, basename};

/// Orders that are a person's.
pub const A_PERSONS: &[&str] = &[
    "reset",
    "bypass",
    "dismiss",
    "purge",
    "install",
    "uninstall",
    "hook",
    "effects",
    "decide",
    "task",
    "skip",
    "run",
    "loop",
    "rollback",
    "attempts",
    "service",
];

/// Why the command gives an order that is a person's, or stands in the hook's way.
pub(super) fn forbidden(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
    kind: ProgramKind,
) -> Option<GuardRefusal> {
    let first = command.words().first()?;
    let may_be_spelled = stands_in(&first.text, b"$`");
    let is = |name: &str| {
        if !may_be_spelled {
            return runs(command.program(), name);
        }
        line.spellings(&first.text).iter().any(|given| runs(basename(given), name))
    };
    if is("fusebox-hook") {
        return Some(GuardRefusal::RunsHook);
    }
    if is("fusebox") {
        return of_fusebox(line, command);
    }
    let is_substituted = may_be_spelled && is_substituted(&first.text);
    if let Some(order) = through_another(command, is_substituted, line.script.text, kind) {
        return Some(GuardRefusal::GivesOrder(order.to_owned()));
    }
    match command.program() {
        "pkill" | "killall" | "kill" if kills(line, command) => Some(GuardRefusal::StopsHook),
        "git" if drops_kept_state(command) => Some(GuardRefusal::RemovesState),
        "cargo" if command.has("uninstall") && command.has("fusebox") => {
            Some(GuardRefusal::Uninstalls)
        }
        program if is_client(program) && is_unguarded(line, command) => {
            Some(GuardRefusal::StartsUnguarded)
        }
        _ => None,
    }
}

/// Whether what is given as a program's name, which may be a pattern, is this one.
fn runs(name: &str, program: &str) -> bool {
    // A pattern for every program is meant for none, and what is long is no name.
    name.len() <= 64 && !name.starts_with(['$', '*']) && fits(name, program)
}

fn of_fusebox(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> Option<GuardRefusal> {
    let mut words = operands(command);
    let Some(order) = words.next() else {
        let fed = command.wrappers().iter().any(|word| basename(&word.text) == "xargs");
        return fed.then_some(GuardRefusal::HidesOrder);
    };
    if command.args().take_while(|arg| *arg != "--").any(|arg| matches!(arg, "--help" | "-h")) {
        return None;
    }
    for order in line.spellings(order) {
        match order.as_ref() {
            "task" if words.clone().next().is_none_or(|sub| matches!(sub, "show" | "list")) => {}
            "attempts" if words.clone().next().is_none_or(|sub| matches!(sub, "list" | "diff")) => {
            }
            // Right behind it: what stands further on may be the value of an option.
            "loop" if command.args().skip_while(|arg| *arg != order).nth(1) == Some("status") => {}
            "config" if words.clone().next() == Some("compile") => {
                return Some(GuardRefusal::GivesOrder("config compile".to_owned()));
            }
            order if A_PERSONS.contains(&order) => {
                return Some(GuardRefusal::GivesOrder(order.to_owned()));
            }
            order if order.contains(['$', '`', '*', '?', '{', '[']) => {
                return Some(GuardRefusal::HidesOrder);
            }
            _ => {}
        }
    }
    None
}

/// The words after the program that are no options, nor the value of one that all commands have.
pub fn operands<'c>(command: &'c SimpleCommand<'_>) -> impl Iterator<Item = &'c str> + Clone {
    let mut is_value = false;
    command.args().filter(move |arg| {
        let value = std::mem::replace(&mut is_value, *arg == "--color");
        !value && !arg.starts_with('-')
    })
}

/// `strace fusebox reset`, `$(which fusebox) reset`: the order that another program hands on.
fn through_another<'c>(
    command: &'c SimpleCommand<'_>,
    is_substituted: bool,
    text: &str,
    kind: ProgramKind,
) -> Option<&'c str> {
    let persons = |arg: &&str| A_PERSONS.contains(arg);
    if is_substituted && text.contains("fusebox") {
        return command.args().find(|arg| !arg.starts_with('-')).filter(persons);
    }
    if !matches!(kind, ProgramKind::Unknown | ProgramKind::Runs) {
        return None;
    }
    let names = ["fusebox", "fusebox-hook"];
    let is_ours =
        |arg: &&str| names.iter().any(|name| arg.ends_with(name) && basename(arg) == *name);
    let mut after = command.args().skip_while(|arg| !is_ours(arg));
    let program = after.next()?;
    if program.ends_with("fusebox-hook") {
        return Some("hook");
    }
    after.find(persons)
}

fn kills(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let named = |command: &SimpleCommand<'_>| command.args().any(|arg| arg.contains("fusebox"));
    if command.program() != "kill" {
        return named(command);
    }
    let finds = |command: &SimpleCommand<'_>| matches!(command.program(), "pgrep" | "pidof" | "ps");
    let fed = command.wrappers().iter().any(|word| basename(&word.text) == "xargs");
    let substituted = command.args().any(|arg| arg.contains('$') || is_substituted(arg));
    let mut others = line.script.commands.iter();
    (fed || substituted)
        && others.any(|other| (finds(other) || other.program() == "grep") && named(other))
}

/// A checkpoint or an attempt that is deleted or moved.
fn drops_kept_state(command: &SimpleCommand<'_>) -> bool {
    let changes = match command.args().find(|arg| matches!(*arg, "tag" | "update-ref" | "push")) {
        Some("tag") => command
            .args()
            .any(|arg| matches!(arg, "-d" | "-f" | "--delete" | "--force" | "-df" | "-fd")),
        Some("push") => command.args().any(|arg| {
            matches!(arg, "-d" | "--delete") || arg.starts_with(':') || arg.starts_with("+:")
        }),
        Some(_) => true,
        None => false,
    };
    let ours = |arg: &str| arg.contains("fusebox/checkpoint") || arg.contains("refs/fusebox");
    changes && command.args().any(ours)
}

/// A client started with settings that leave our hooks out, or with our own variables.
fn is_unguarded(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let changes = |name: &str| {
        name.starts_with("FUSEBOX_")
            || matches!(name, "CLAUDE_CONFIG_DIR" | "HOME" | "XDG_STATE_HOME")
    };
    let by_wrapper = command
        .wrappers()
        .iter()
        .any(|word| word.text.split_once('=').is_some_and(|(name, _)| changes(name)));
    let by_line = line.script.commands.iter().any(|other| {
        let exports = matches!(other.program(), "export" | "declare" | "typeset");
        let exported = other.args().filter_map(|arg| arg.split_once('=')).any(|(n, _)| changes(n));
        let own = other.words().is_empty() || std::ptr::eq(other, command);
        (exports && exported) || (own && other.assignments.iter().any(|one| changes(&one.name)))
    });
    let by_option = command.args().any(|arg| {
        arg.contains("disableAllHooks") || arg == "--bare" || arg.starts_with("--setting-sources")
    });
    by_wrapper || by_line || by_option
}
