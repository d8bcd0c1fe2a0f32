//! Programs that copy, move, unpack or search whole folders.

use super::code_text::names_protected;
use super::line::GuardedLine;
use super::programs::{ProgramKind, kind};
use super::protected::Protection;
use super::protected_writes::input_texts;
use crate::{SimpleCommand, WrittenPaths};

/// `cp`, `mv`, `rsync`, `ln`: checks where the files go, and for some also where they come from.
pub(super) fn copies_over_protected(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
    program: &str,
) -> bool {
    let mut files: Vec<&str> = command.args().filter(|arg| !arg.starts_with('-')).collect();
    let option = command.args().position(|arg| matches!(arg, "-t" | "--target-directory"));
    let folder = match option {
        Some(at) => command.args().nth(at + 1),
        None if files.len() > 1 => files.pop(),
        None => None,
    };
    let links = program == "ln"
        || command.args().any(|arg| {
            let short = arg.starts_with('-') && !arg.starts_with("--");
            matches!(arg, "--link" | "--symbolic-link")
                || (program == "cp" && short && arg.contains(['l', 's']))
        });
    let takes = files.iter().any(|file| match line.protection(command, file) {
        Protection::Unrelated => false,
        Protection::Protected => links || program == "mv",
        Protection::Ancestor | Protection::ClientFolder => program == "ln" || program == "mv",
    });
    takes
        || folder.is_some_and(|folder| {
            files.iter().any(|file| copy_lands_on_protected(line, command, file, folder))
        })
}

/// Whether a file copied into the folder replaces something protected.
fn copy_lands_on_protected(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
    file: &str,
    folder: &str,
) -> bool {
    let at = line.protection(command, folder);
    let contents = command.program() == "rsync" && file.ends_with('/');
    let name = file.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if contents || matches!(name, "" | ".") || name.contains(['*', '?', '$']) {
        return at == Protection::ClientFolder;
    }
    let into = line.working_dir(command).map(|dir| format!("{dir}/{folder}"));
    if at == Protection::Unrelated
        && line.protected.is_below_project(into.as_deref().unwrap_or(folder))
    {
        // A policy in a folder below is none of this session's, and the word may be a file's name.
        return false;
    }
    let lies = line.protection(command, &format!("{}/{name}", folder.trim_end_matches('/')));
    // A copy of the whole folder to another place is a backup.
    let in_place = at == Protection::Ancestor || matches!(folder, "." | "./");
    lies == Protection::Protected || (in_place && lies == Protection::ClientFolder)
}

/// `tar x`, `unzip`: any argument may be the folder or the file.
pub(super) fn unpacks_over_protected(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
) -> bool {
    let first = command.args().next().unwrap_or_default();
    let makes = command.program() == "tar" && first.trim_start_matches('-').contains('c');
    if command.has("--remove-files") {
        let packed = |arg: &str| line.protection(command, arg) > Protection::Unrelated;
        return command.args().filter(|arg| !arg.starts_with('-')).any(packed);
    }
    if makes {
        // Only the archive is written.
        return command.args().nth(1).is_some_and(|archive| line.is_protected(command, archive));
    }
    command.args().any(|arg| line.protection(command, arg) >= Protection::ClientFolder)
}

/// `find … -delete`, `find … -exec rm`
pub(super) fn find_changes_protected(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
) -> bool {
    let prints = command.args().any(|arg| arg.starts_with("-fprint") || arg == "-fls");
    if prints && command.args().any(|arg| line.is_protected(command, arg)) {
        return true;
    }
    let acts =
        command.has("-delete") || inner(line, command).any(|run| kind(run) != ProgramKind::Reads);
    if !acts {
        return false;
    }
    let is_start = |arg: &&str| !arg.starts_with(['-', '(', '!']);
    let nearest =
        command.args().take_while(is_start).map(|arg| line.protection(command, arg)).max();
    let pairs = command.args().zip(command.args().skip(1));
    let mut patterns =
        pairs.filter(|(option, _)| is_name_test(option)).map(|(_, pattern)| pattern).peekable();
    if patterns.clone().any(|pattern| line.protected.has(pattern)) {
        return true;
    }
    match nearest {
        None | Some(Protection::Unrelated) => false,
        Some(Protection::Protected) => true,
        Some(Protection::Ancestor | Protection::ClientFolder) => {
            patterns.peek().is_none()
                || patterns.any(|pattern| line.protected.matches_name(pattern))
        }
    }
}

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

/// Subcommands whose arguments are messages and commits.
const RECORDING: &[&str] =
    &["commit", "tag", "notes", "merge", "rebase", "cherry-pick", "revert", "add"];

fn subcommand<'c>(command: &'c SimpleCommand<'_>) -> Option<&'c str> {
    let mut is_value = false;
    command.args().find(|arg| {
        let value = std::mem::replace(&mut is_value, matches!(*arg, "-C" | "-c" | "--git-dir"));
        !value && !arg.starts_with('-')
    })
}

/// `git`: checks subcommands that change a whole work tree, or files that a patch names.
pub(super) fn git_changes_protected(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
    written: &WrittenPaths,
) -> bool {
    if subcommand(command) == Some("config") || command.has("-c") {
        let runs =
            |arg: &str| arg.contains(['!', ' ', '=']) && names_protected(arg, line.protected);
        if command.args().any(runs) {
            return true;
        }
    }
    if command.has("apply")
        && input_texts(line, command).any(|text| line.protected.has_patched(text))
    {
        return true;
    }
    if written.targets.iter().any(|word| line.protection(command, word) >= Protection::ClientFolder)
    {
        return true;
    }
    if !written.writes_unnamed || subcommand(command).is_some_and(|sub| RECORDING.contains(&sub)) {
        return false;
    }
    let base = command
        .args()
        .zip(command.args().skip(1))
        .find_map(|(option, value)| matches!(option, "-C" | "--work-tree").then_some(value));
    let tree = base.or_else(|| command.args().find_map(|arg| arg.strip_prefix("--work-tree=")));
    let at = match tree {
        Some(tree) => line.protection(command, tree),
        None => line.folder_protection(command),
    };
    at >= Protection::ClientFolder || command.args().any(|arg| line.is_protected(command, arg))
}
