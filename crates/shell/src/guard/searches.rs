//! Programs that search whole folders and change what they find.

use super::line::GuardedLine;
use super::programs::{ProgramKind, changes_trees, kind, kind_of};
use super::protected::Protection;
use crate::SimpleCommand;

/// `find … -delete`, `find … -exec rm`
pub(super) fn find_changes_protected(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
) -> bool {
    let prints = command.args().any(|arg| arg.starts_with("-fprint") || arg == "-fls");
    if prints && command.args().any(|arg| line.is_protected(command, arg)) {
        return true;
    }
    let removes =
        command.has("-delete") || inner(line, command).any(|run| changes_trees(run.program()));
    let acts = removes || inner(line, command).any(|run| kind(run) != ProgramKind::Reads);
    if !acts {
        return false;
    }
    let is_start = |arg: &&str| !arg.starts_with(['-', '(', '!']);
    let mut starts = command.args().take_while(is_start).peekable();
    let nearest = match starts.peek() {
        Some(_) => starts.map(|arg| line.protection(command, arg)).max().unwrap_or_default(),
        None => line.protection(command, "."),
    };
    let pairs = command.args().zip(command.args().skip(1));
    let mut patterns =
        pairs.filter(|(option, _)| is_name_test(option)).map(|(_, pattern)| pattern).peekable();
    if patterns.clone().any(|pattern| line.protected.has(pattern)) {
        return true;
    }
    match nearest {
        Protection::Unrelated => false,
        Protection::Protected => true,
        Protection::HookAncestor => {
            let narrows = |arg: &str| arg.starts_with('-') && !LEAVES_ALL.contains(&arg);
            let mut options = command.args().take_while(|arg| !arg.starts_with("-exec"));
            removes
                && match patterns.peek() {
                    None => !options.any(narrows),
                    Some(_) => patterns.any(|pattern| line.protected.aims_at_hooks(pattern)),
                }
        }
        Protection::Ancestor | Protection::ClientFolder => {
            patterns.peek().is_none()
                || patterns.any(|pattern| {
                    line.protected.matches_name(pattern) || line.protected.aims_at_hooks(pattern)
                })
        }
    }
}

/// Options of `find` that leave files of hooks among what is found.
const LEAVES_ALL: &[&str] =
    &["-type", "-delete", "-depth", "-print", "-print0", "-mindepth", "-maxdepth"];

/// Whether this option of `find` tests the name or the path of a file.
pub(super) fn is_name_test(option: &str) -> bool {
    matches!(option, "-name" | "-iname" | "-path" | "-ipath" | "-wholename" | "-regex")
}

/// The command that `-exec` runs. It follows in the list of commands.
fn inner<'c>(
    line: &'c GuardedLine<'_, '_>,
    command: &'c SimpleCommand<'_>,
) -> impl Iterator<Item = &'c SimpleCommand<'c>> {
    let runs = command.args().any(|arg| matches!(arg, "-exec" | "-execdir" | "-ok" | "-okdir"));
    let after =
        line.command_line.commands.iter().skip_while(|other| !std::ptr::eq(*other, command));
    after.skip(1).take(usize::from(runs))
}

/// `fd … -x rm`, `fd … -X rm`: it passes over what is hidden, unless it is told otherwise.
pub(super) fn fd_changes_protected(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
) -> bool {
    const RUNS: [&str; 4] = ["-x", "-X", "--exec", "--exec-batch"];
    /// Options whose value is the next word.
    const VALUED: [&str; 16] = [
        "-e",
        "--extension",
        "-t",
        "--type",
        "-d",
        "--max-depth",
        "-E",
        "--exclude",
        "-S",
        "--size",
        "-j",
        "--threads",
        "-o",
        "--owner",
        "--changed-within",
        "--changed-before",
    ];
    let Some(runs) = command.args().skip_while(|arg| !RUNS.contains(arg)).nth(1) else {
        return false;
    };
    if kind_of(runs) == ProgramKind::Reads {
        return false;
    }
    let own = || command.args().take_while(|arg| !RUNS.contains(arg));
    let mut is_value = false;
    let mut operands = own().filter(|arg| {
        let value = std::mem::replace(&mut is_value, VALUED.contains(arg));
        !value && !arg.starts_with('-')
    });
    let pattern = operands.next().unwrap_or(".");
    let folders: Vec<&str> = operands.collect();
    let protection = match folders.as_slice() {
        [] => line.protection(command, "."),
        folders => {
            folders.iter().map(|one| line.protection(command, one)).max().unwrap_or_default()
        }
    };
    let extension =
        own().zip(own().skip(1)).find(|(option, _)| matches!(*option, "-e" | "--extension"));
    if extension.is_some_and(|(_, end)| !line.protected.has_hook_of_extension(end)) {
        return false;
    }
    let sees_hidden =
        own().any(|arg| matches!(arg, "-H" | "--hidden" | "-u" | "-uu" | "--unrestricted"));
    if protection == Protection::Protected || !changes_trees(runs) {
        return protection == Protection::Protected;
    }
    match protection {
        Protection::Unrelated | Protection::Protected => false,
        Protection::HookAncestor | Protection::Ancestor => {
            sees_hidden && (pattern == "." || line.protected.aims_at_hooks(pattern))
        }
        Protection::ClientFolder => pattern == "." || line.protected.aims_at_hooks(pattern),
    }
}
