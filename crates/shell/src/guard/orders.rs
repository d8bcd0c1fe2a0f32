//! Refuses orders that are reserved for a person: a stopped agent must not free itself.

use super::GuardRefusal;
use super::client_traits::{
    asks_for_no_sandbox, disables_hooks, disables_hooks_by_value, loads_code, redirects_settings,
};
use super::line::GuardedLine;
use super::programs::{ProgramKind, contains_either, is_substituted};
use super::spelling::fits;
use crate::agent_program::starts_hooked_agent;
use crate::{ShellWord, SimpleCommand, basename};

/// The commands of `fusebox` that only a person may run.
///
/// Some subcommands of `task`, `attempts`, `loop`, `service`, `prices`, `spend`, `calibrate`, `patterns` and `config` differ; see [`is_person_order`].
pub const PERSON_ORDERS: &[&str] = &[
    "top",
    "reset",
    "bypass",
    "escalate",
    "inbox",
    "pause",
    "resume",
    "operator",
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
    "watch",
    "reconcile",
    "rollback",
    "attempts",
    "service",
    "guard",
    "prices",
    "spend",
    "calibrate",
    "patterns",
];

/// A longer word is not compared with the name of a program.
const MAX_PROGRAM_BYTES: usize = 64;

/// Why the command may not pass: it gives a person's order, or works against the hook.
pub(super) fn order_refusal(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
    kind: ProgramKind,
) -> Option<GuardRefusal> {
    let first = command.words().first()?;
    let is_variable = contains_either(&first.text, b"$`");
    let runs = |program: &str| {
        if !is_variable {
            return may_be_program(command.program(), program);
        }
        line.spellings(&first.text).iter().any(|word| may_be_program(basename(word), program))
    };
    if runs("fusebox-hook") {
        return Some(GuardRefusal::RunsHook);
    }
    if runs("fusebox") {
        return fusebox_refusal(line, command);
    }
    if matches!(command.program(), "pkill" | "killall" | "kill" | "skill" | "start-stop-daemon") {
        return stops_hook(line, command).then_some(GuardRefusal::StopsHook);
    }
    let is_substituted = is_variable && is_substituted(&first.text);
    let text = line.command_line.text;
    if let Some(order) = order_to_other_program(command, is_substituted, text, kind) {
        return Some(GuardRefusal::GivesOrder(order.to_owned()));
    }
    match command.program() {
        "git" => removes_checkpoint(command).then_some(GuardRefusal::RemovesState),
        "cargo" => {
            let uninstalls = command.has("uninstall") && command.has("fusebox");
            uninstalls.then_some(GuardRefusal::Uninstalls)
        }
        _ => (starts_hooked_agent(command) && starts_without_hooks(line, command))
            .then_some(GuardRefusal::StartsUnguarded),
    }
}

/// Whether a program's name, which may be a pattern, can be this one.
fn may_be_program(name: &str, program: &str) -> bool {
    // A pattern that fits every program is not meant for this one.
    name.len() <= MAX_PROGRAM_BYTES && !name.starts_with(['$', '*']) && fits(name, program)
}

fn fusebox_refusal(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
) -> Option<GuardRefusal> {
    let mut words = operands(command);
    let Some(order) = words.next() else {
        return command.is_run_by_xargs().then_some(GuardRefusal::HidesOrder);
    };
    if command.args().take_while(|arg| *arg != "--").any(|arg| matches!(arg, "--help" | "-h")) {
        return None;
    }
    let sub = words.next();
    // Directly after the order: a later word may be the value of an option.
    let next = |order: &str| command.args().skip_while(|arg| *arg != order).nth(1);
    line.spellings(order).iter().find_map(|order| {
        let order = order.as_ref();
        if order == "calibrate" && command.args().any(may_write) {
            return Some(GuardRefusal::GivesOrder("calibrate --write".to_owned()));
        }
        let sub = if order == "loop" { next(order) } else { sub };
        if is_person_order(order, sub) {
            let named = match sub {
                Some(sub) if !is_person_order(order, None) && is_plain(sub) => {
                    format!("{order} {sub}")
                }
                _ => order.to_owned(),
            };
            return Some(GuardRefusal::GivesOrder(named));
        }
        // `patterns` first delivers what waits, as the settings say.
        let delivers = matches!(order, "report" | "justify" | "mcp" | "patterns");
        if delivers && has_moved_settings(line, command) {
            return Some(GuardRefusal::ReportsElsewhere);
        }
        order.contains(['$', '`', '*', '?', '{', '[']).then_some(GuardRefusal::HidesOrder)
    })
}

/// Whether a word can only be the name of an order.
fn is_plain(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_lowercase() || b == b'-')
}

/// Whether an option says, or may say when it is filled in, that a configuration is written.
fn may_write(option: &str) -> bool {
    option.starts_with("--w")
        || option.contains(['$', '`', '*', '?', '{', '[']) && !option.contains('/')
}

/// Whether only a person may give this order to `fusebox`, with this word after it.
#[must_use]
pub fn is_person_order(order: &str, sub: Option<&str>) -> bool {
    match (order, sub) {
        ("task", None | Some("show" | "list"))
        | ("attempts", None | Some("list" | "diff"))
        | ("loop", Some("status"))
        | ("service", None | Some("list"))
        | ("prices", None | Some("show"))
        | ("patterns", None | Some("show" | "list")) => false,
        // With `--write` it is: see [`fusebox_refusal`].
        ("calibrate", _) => false,
        ("config", sub) => sub == Some("compile"),
        // What is filled in later may be the order, unless it is a path.
        ("spend", sub) => sub.is_some_and(|sub| {
            sub == "allow" || sub.contains(['$', '`', '*', '?', '{', '[']) && !sub.contains('/')
        }),
        _ => PERSON_ORDERS.contains(&order),
    }
}

/// The words after the program that are neither options nor the value of `--color`.
pub fn operands<'c>(command: &'c SimpleCommand<'_>) -> impl Iterator<Item = &'c str> + Clone {
    let mut is_value = false;
    command.args().filter(move |arg| {
        let value = std::mem::replace(&mut is_value, *arg == "--color");
        !value && !arg.starts_with('-')
    })
}

/// The person's order that another program passes on: `strace fusebox reset`,
/// `$(which fusebox) reset`.
fn order_to_other_program<'c>(
    command: &'c SimpleCommand<'_>,
    is_substituted: bool,
    text: &str,
    kind: ProgramKind,
) -> Option<&'c str> {
    let is_persons = |arg: &&str| PERSON_ORDERS.contains(arg);
    if is_substituted && text.contains("fusebox") {
        return command.args().find(|arg| !arg.starts_with('-')).filter(is_persons);
    }
    if !matches!(kind, ProgramKind::Unknown | ProgramKind::Runs) {
        return None;
    }
    let is_ours = |arg: &&str| {
        ["fusebox", "fusebox-hook"].iter().any(|own| arg.ends_with(own) && basename(arg) == *own)
    };
    let mut rest = command.args().skip_while(|arg| !is_ours(arg));
    if rest.next()?.ends_with("fusebox-hook") {
        let runs_it = kind == ProgramKind::Runs || may_run_hook(command, rest);
        return runs_it.then_some("hook");
    }
    rest.find(is_persons)
}

/// Whether an unknown program may run the hook, and not only do something with a file or a container of that name. The hook
/// does nothing without the name of a client behind it and an event to read.
fn may_run_hook<'c>(
    command: &SimpleCommand<'_>,
    mut behind: impl Iterator<Item = &'c str>,
) -> bool {
    let may_be_client = |arg: &str| {
        contains_either(arg, b"$`") || !arg.starts_with('-') && !arg.contains(['/', '.', '='])
    };
    command.piped_from
        || command.redirects.iter().any(|redirect| !redirect.kind.writes())
        || behind.any(may_be_client)
}

fn stops_hook(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let names_ours =
        |command: &SimpleCommand<'_>| command.args().any(|arg| arg.contains("fusebox"));
    if command.program() != "kill" {
        return names_ours(command);
    }
    let takes_ids = command.is_run_by_xargs()
        || command.args().any(|arg| arg.contains('$') || is_substituted(arg));
    takes_ids
        && line.command_line.commands.iter().any(|other| {
            matches!(other.program(), "pgrep" | "pidof" | "ps" | "grep") && names_ours(other)
        })
}

/// Whether a `git` command deletes or moves a checkpoint or an attempt.
fn removes_checkpoint(command: &SimpleCommand<'_>) -> bool {
    let sub = command.args().find(|arg| matches!(*arg, "tag" | "update-ref" | "push"));
    let is_change = match sub {
        Some("tag") => {
            let options = ["-d", "-f", "--delete", "--force", "-df", "-fd"];
            command.args().any(|arg| options.contains(&arg))
        }
        Some("push") => command.args().any(|arg| {
            matches!(arg, "-d" | "--delete") || arg.starts_with(':') || arg.starts_with("+:")
        }),
        Some(_) => true,
        None => false,
    };
    let is_ours = |arg: &str| arg.contains("fusebox/checkpoint") || arg.contains("refs/fusebox");
    is_change && command.args().any(is_ours)
}

/// Whether a client is started with settings or variables that leave the hooks out.
fn starts_without_hooks(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    const QUESTIONS: [&str; 4] = ["--version", "-v", "--help", "-h"];
    let mut args = command.args().peekable();
    let is_question = args.peek().is_some() && args.all(|arg| QUESTIONS.contains(&arg));
    let pairs = || command.args().zip(command.args().skip(1));
    command.args().any(disables_hooks)
        || pairs().any(|(option, value)| disables_hooks_by_value(option, value))
        || !is_question && has_moved_settings(line, command)
}

/// Whether the command runs with a variable that moves the settings of a client or of Fusebox, or without one that
/// says where they are.
pub(super) fn has_moved_settings(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let by_wrapper = || {
        let wrappers = command.wrappers();
        wrappers.iter().any(sets_anew) || removes(wrappers)
    };
    let by_line = || {
        line.command_line.commands.iter().any(|other| {
            let exports = matches!(other.program(), "export" | "declare" | "typeset" | "readonly");
            let applies = other.words().is_empty() || std::ptr::eq(other, command);
            (exports && other.words().iter().any(sets_anew))
                || names_set(other).any(redirects_settings)
                || (applies && other.assignments.iter().any(|a| moves(&a.name, &a.value)))
        })
    };
    line.is_redirected || by_wrapper() || by_line()
}

/// Whether a value is another than the one that a variable of settings has: `HOME=$HOME` moves nothing.
fn moves(name: &str, value: &ShellWord<'_>) -> bool {
    let text = value.text.as_ref();
    let held = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
    let is_kept = held.or_else(|| text.strip_prefix('$')) == Some(name) && !value.is_literal();
    (redirects_settings(name) || loads_code(name, text))
        && !is_kept
        && !asks_for_no_sandbox(name, text)
}

/// Whether a word is an assignment (`HOME=/tmp/x`) that moves settings.
fn sets_anew(word: &ShellWord<'_>) -> bool {
    word.text.split_once('=').is_some_and(|(name, value)| {
        moves(name, &ShellWord { text: value.into(), form: word.form })
    })
}

/// The variables that a command of the shell sets or takes away by their names: `read HOME`, `printf -v HOME x`.
fn names_set<'c>(command: &'c SimpleCommand<'_>) -> impl Iterator<Item = &'c str> {
    let takes_names = match command.program() {
        "unset" | "read" | "mapfile" | "readarray" | "getopts" | "wait" => true,
        "printf" => command.args().next().is_some_and(|arg| arg.starts_with("-v")),
        _ => false,
    };
    let words = command.args().filter(move |_| takes_names);
    words.map(|word| word.strip_prefix("-v").unwrap_or(word))
}

/// Whether `env -u NAME` takes away a variable that says where settings are, or `env -i` all of them.
fn removes(wrappers: &[ShellWord<'_>]) -> bool {
    let mut program = "";
    let mut option = "";
    wrappers.iter().any(|word| {
        let text = word.text.as_ref();
        let before = std::mem::replace(&mut option, text);
        if !text.starts_with('-') {
            let is_value = program == "env" && matches!(before, "-C" | "--chdir");
            let is_unset = before == "--unset" || before.starts_with('-') && before.ends_with('u');
            let is_name = program == "env" && is_unset;
            if !is_value && !is_name && !text.contains('=') {
                program = basename(text);
            }
            return is_name && redirects_settings(text);
        }
        let unset = text.strip_prefix("--unset=").or_else(|| text.strip_prefix("-u"));
        match program {
            "env" => clears_all(text) || unset.is_some_and(redirects_settings),
            "exec" => text == "-c",
            _ => false,
        }
    })
}

/// Whether an option of `env` takes away all variables: `-`, `-i`, `-iu NAME`, `--ignore-env`.
fn clears_all(option: &str) -> bool {
    // What follows `u`, `C` or `S` in a group of letters is their value.
    let letters = option.split(['u', 'C', 'S']).next().unwrap_or_default();
    option == "-"
        || !option.starts_with("--") && letters.contains('i')
        || option.len() > 3 && "--ignore-environment".starts_with(option)
}
