//! Programs that copy, move, unpack, patch or search whole folders.

use super::code_text::names_protected;
use super::line::GuardedLine;
use super::protected::{Protection, is_rooted};
use super::protected_writes::input_texts;
use crate::writes::git_subcommand;
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
        Protection::HookAncestor => program == "mv",
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
    let is_whole = |arg: &str| {
        let letters = arg.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
        arg == "--no-target-directory" || letters.is_some_and(|letters| letters.contains('T'))
    };
    let contents = match command.program() {
        "rsync" => file.ends_with('/'),
        "cp" => command.args().any(is_whole),
        _ => false,
    };
    if contents && at == Protection::HookAncestor {
        return deletes_others(line, command);
    }
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
    let lands_on_hooks = || {
        let dir = line.working_dir(command).filter(|_| !is_rooted(folder));
        let below = format!("{}/{name}", folder.trim_end_matches('/'));
        let path = dir.map_or(below.clone(), |dir| format!("{dir}/{below}"));
        line.protected.is_hook_folder(&path)
    };
    lies == Protection::Protected
        || (in_place && lies == Protection::ClientFolder)
        || (lies == Protection::ClientFolder && command.program() != "mkdir" && lands_on_hooks())
}

/// Whether `rsync` deletes what is not in its source, hooks among it.
fn deletes_others(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let attached = command.args().filter_map(|arg| arg.strip_prefix("--exclude="));
    let behind = command.args().zip(command.args().skip(1));
    let behind = behind.filter(|(option, _)| *option == "--exclude").map(|(_, pattern)| pattern);
    command.args().any(|arg| arg.starts_with("--del"))
        && !attached.chain(behind).any(|pattern| line.protected.names_hook_folder(pattern))
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

/// Options of `patch` and `git` that name the folder from which the paths of a patch are read.
const PATCH_FOLDERS: &[&str] = &["-d", "-C", "--directory"];

/// Whether the text of a patch, in a word or the input of the command, changes something protected. Its paths are read
/// from the folder of the command as well, without as many folders in front as the command may be told to leave out.
pub(super) fn patches_protected(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let own = line.working_dir(command);
    let folder = match option_value(command, PATCH_FOLDERS) {
        Some(told) => Some(line.protected.seen_from(own.as_deref(), told)),
        None => own,
    };
    let is_in_folder =
        |folder: &str, path: &str| line.protection_in(Some(folder), path) == Protection::Protected;
    input_texts(line, command).any(|text| {
        line.protected.has_patched(text)
            || folder.as_deref().is_some_and(|folder| {
                line.protected.has_patched_by(text, MAX_STRIPPED, |path| is_in_folder(folder, path))
            })
    })
}

/// The most folders that are left out in front of a path of a patch.
const MAX_STRIPPED: usize = 8;

/// The value of the first of these options: `-d a`, `-da`, `--directory a`, `--directory=a`.
fn option_value<'c>(command: &'c SimpleCommand<'_>, names: &[&str]) -> Option<&'c str> {
    let mut args = command.args().peekable();
    while let Some(arg) = args.next() {
        let Some((name, attached)) =
            names.iter().find_map(|name| Some((name, arg.strip_prefix(name)?)))
        else {
            continue;
        };
        match attached.strip_prefix('=') {
            Some(value) => return Some(value),
            None if attached.is_empty() => return args.peek().copied(),
            None if !name.starts_with("--") => return Some(attached),
            None => {}
        }
    }
    None
}

/// Subcommands whose arguments are messages and commits.
const RECORDING: &[&str] =
    &["commit", "tag", "notes", "merge", "rebase", "cherry-pick", "revert", "add"];

/// `git`: checks subcommands that change a whole work tree, or files that a patch names.
pub(super) fn git_changes_protected(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
    written: &WrittenPaths,
) -> bool {
    if git_subcommand(command) == Some("config") || command.has("-c") {
        let runs =
            |arg: &str| arg.contains(['!', ' ', '=']) && names_protected(arg, line.protected);
        if command.args().any(runs) {
            return true;
        }
    }
    if matches!(git_subcommand(command), Some("apply" | "am")) && patches_protected(line, command) {
        return true;
    }
    // What is removed or moved takes with it what lies below.
    let removes = matches!(git_subcommand(command), Some("rm" | "mv")) && !command.has("--cached");
    let nearest = if removes { Protection::HookAncestor } else { Protection::ClientFolder };
    if written.targets.iter().any(|word| line.protection(command, word) >= nearest) {
        return true;
    }
    if git_subcommand(command) == Some("clean")
        && !command
            .args()
            .any(|arg| arg.starts_with("--dry") || arg.starts_with('-') && arg.contains('n'))
        && command.args().any(|arg| line.protection(command, arg) >= Protection::ClientFolder)
    {
        return true;
    }
    if !written.writes_unnamed
        || git_subcommand(command).is_some_and(|sub| RECORDING.contains(&sub))
    {
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
