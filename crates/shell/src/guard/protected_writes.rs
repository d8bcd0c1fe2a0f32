//! Whether a command writes to what is protected. Reading is allowed; a command whose effect is
//! unknown is refused when it names a protected path.

use super::code_text::{self, code_writes_protected, names_protected};
use super::line::GuardedLine;
use super::programs::{
    ProgramKind, changes_trees, contains_either, is_language, removes_trees, tree_program,
};
use super::protected::Protection;
use super::{modes, searches, trees};
use crate::{RedirectKind, SimpleCommand, code, written_words};

/// Whether the command writes to a protected path, or may do so and names one.
pub(super) fn writes_protected(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
    kind: ProgramKind,
) -> bool {
    if redirects_to_protected(line, command) {
        return true;
    }
    if command.words().is_empty() || line.is_unrelated(command) {
        return false;
    }
    match kind {
        ProgramKind::Reads => false,
        ProgramKind::Builds => written_words(command).writes_unnamed && names_path(line, command),
        ProgramKind::Writes => writes(line, command),
        ProgramKind::Interprets if is_language(command.program()) => interprets(line, command),
        ProgramKind::Interprets => filters(line, command),
        ProgramKind::Edits => {
            input_texts(line, command).any(|text| names_protected(text, line.protected))
        }
        // The text after `-c` was read as commands of the line.
        ProgramKind::Runs => names_path(line, command) || line.receives_protected(command, &[]),
        ProgramKind::Unknown => may_write(line, command),
    }
}

fn redirects_to_protected(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    command.redirects.iter().filter(|redirect| redirect.kind.writes()).any(|redirect| {
        let target = redirect.target.text.as_ref();
        // A descriptor opened to read can be opened again to write.
        let reopens = target.contains("/fd/") && reads_protected(line);
        reopens || (redirect.is_file() && line.is_protected(command, target))
    })
}

fn reads_protected(line: &GuardedLine<'_, '_>) -> bool {
    line.command_line.commands.iter().any(|other| {
        let mut reads = other.redirects.iter().filter(|r| r.kind == RedirectKind::Input);
        reads.any(|redirect| line.is_protected(other, &redirect.target.text))
    })
}

/// Whether a word, or a part of one after `=` and the like, is a protected path.
fn names_path(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let dir = line.working_dir(command);
    let is_protected =
        |text: &str| line.protection_in(dir.as_deref(), text) == Protection::Protected;
    let has_path = |text: &str| {
        let attached = text.strip_prefix('-').and_then(|rest| rest.get(1..));
        is_protected(text)
            || attached.is_some_and(|rest| !rest.is_empty() && is_protected(rest))
            || (text.bytes().any(|byte| code_text::separates_in_words(char::from(byte)))
                && text.split(code_text::separates_in_words).any(is_protected))
    };
    let is_read_only = |text: &str| text.ends_with(":ro");
    command.args().any(|text| !is_prose(text) && !is_read_only(text) && has_path(text))
}

/// Whether a word is a sentence or a script, and no path: it has white space and a path after it.
fn is_prose(text: &str) -> bool {
    let begins_path =
        |(at, _): (usize, &str)| text[at + 1..].starts_with(['~', '/', '.', '$', '"']);
    contains_either(text, b"\n ")
        && (text.contains('\n') || text.match_indices(' ').any(begins_path))
}

fn writes(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let mut written = written_words(command);
    let program = command.program();
    if program == "chmod" && leaves_hooks_usable(line, command) {
        return false;
    }
    if changes_trees(program) && program != "mv" && program != "ln" {
        // Every word counts: `-x` may be a mode and not an option.
        written.targets = command.args().map(str::to_owned).collect();
    }
    // What a pattern matches is written, too.
    let is_hit = |word: &String| match line.protection(command, word) {
        Protection::Protected => true,
        Protection::ClientFolder => word.contains(['*', '?', '[']),
        Protection::Ancestor | Protection::HookAncestor | Protection::Unrelated => false,
    };
    if written.targets.iter().any(is_hit) || line.receives_protected(command, &written.targets) {
        return true;
    }
    match program {
        "mv" | "cp" | "install" | "rsync" | "scp" | "ln" => {
            trees::copies_over_protected(line, command, program)
        }
        "find" => searches::find_changes_protected(line, command),
        "fd" | "fdfind" => searches::fd_changes_protected(line, command),
        "git" => trees::git_changes_protected(line, command, &written),
        "tar" | "unzip" => {
            (written.writes_unnamed || command.has("--remove-files"))
                && trees::unpacks_over_protected(line, command)
        }
        "sed" | "gsed" => sed_writes(line, command),
        "patch" => trees::patches_protected(line, command),
        "json.tool" => command
            .args()
            .filter(|arg| !arg.starts_with('-'))
            .nth(1)
            .is_some_and(|to| line.is_protected(command, to)),
        _ => changes_protected_tree(line, command),
    }
}

/// Whether `chmod` leaves the files of hooks that it is given as useful as they are, and is given nothing else that is
/// protected.
fn leaves_hooks_usable(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let is_beside_hooks =
        |file: &str| line.protection_beside_hooks(command, file) == Protection::Unrelated;
    modes::keeps_hooks_usable(command)
        && modes::files(command).all(is_beside_hooks)
        && !line.receives_protected(command, &[])
}

/// Whether a program that changes trees, or an unknown one, is given a tree with something protected in it.
fn changes_protected_tree(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let program = tree_program(command);
    let is_recursive = |arg: &str| {
        let letters = arg.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
        arg == "--recursive" || letters.is_some_and(|letters| letters.contains(['r', 'R']))
    };
    let reaches_below = match program {
        // Without an option, a folder stays.
        "rm" => command.args().any(is_recursive),
        "chmod" => true,
        _ => removes_trees(program),
    };
    let nearest = if reaches_below { Protection::HookAncestor } else { Protection::Ancestor };
    changes_trees(program) && command.args().any(|arg| line.protection(command, arg) >= nearest)
}

/// The `w` command of sed: `sed 'w file'`, `s/a/b/w file`.
fn sed_writes(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    command.args().any(|arg| {
        arg.match_indices("w ").any(|(at, _)| {
            let ends_path = |c: char| c.is_whitespace() || matches!(c, ';' | '}');
            let path = arg[at + 2..].split(ends_path).next();
            path.is_some_and(|path| line.is_protected(command, path))
        })
    })
}

/// The words of a command, the data given to it, and what is printed into it by a pipe.
pub(super) fn input_texts<'c>(
    line: &'c GuardedLine<'_, '_>,
    command: &'c SimpleCommand<'_>,
) -> impl Iterator<Item = &'c str> {
    let data = |command: &'c SimpleCommand<'_>| command.input().map(|word| word.text.as_ref());
    let is_piped = command.piped_from;
    let printers = line.command_line.commands.iter().filter(move |other| {
        is_piped && other.pipes_to && matches!(other.program(), "echo" | "printf" | "cat")
    });
    let printed = printers.flat_map(move |other| other.args().chain(data(other)));
    command.args().chain(data(command)).chain(printed).filter(|text| line.spend(text))
}

/// Whether an interpreter's code writes to a protected path: `python -c …`, `node script.js path`.
fn interprets(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    if written_words(command).targets.iter().any(|word| line.is_protected(command, word)) {
        return true;
    }
    let mut codes = input_texts(line, command).filter(|text| text.len() > 2);
    let dir = line.working_dir(command);
    if codes.any(|code| code_writes_protected(code, dir.as_deref(), line.protected)) {
        return true;
    }
    // The code may do anything that it does at all to paths given beside it.
    let may_write = || {
        let mut codes = code::inline_code(command).peekable();
        codes.peek().is_none() || codes.any(code_text::may_write)
    };
    (line.folder_protection(command) >= Protection::ClientFolder || names_path(line, command))
        && may_write()
}

/// The same for `awk`, `yq` and `sqlite3`.
fn filters(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let is_named = |text: &str| names_protected(text, line.protected);
    if command.program() == "sqlite3" {
        return !command.has("-readonly")
            && !is_given_queries(line, command)
            && (names_path(line, command) || input_texts(line, command).any(is_named));
    }
    let edits = |arg: &str| match command.program() {
        "yq" => arg == "--inplace" || arg == "--in-place" || is_short_option(arg, 'i'),
        _ => arg == "inplace" || arg == "--include=inplace",
    };
    let in_place = command.args().any(edits);
    (in_place && names_path(line, command))
        || command.args().any(|arg| {
            let acts = arg.contains('>') || arg.contains('|') || arg.contains("system(");
            acts && is_named(arg)
        })
}

/// Whether a word is the option of this letter, also among others: `-ri`.
fn is_short_option(word: &str, letter: char) -> bool {
    let letters = word.strip_prefix('-').filter(|rest| !rest.starts_with('-'));
    letters.is_some_and(|letters| letters.contains(letter))
}

/// Whether SQLite is given queries and nothing else.
fn is_given_queries(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let texts = input_texts(line, command).filter(|arg| !arg.starts_with('-'));
    let mut statements = texts.skip(1).peekable();
    statements.peek().is_some() && statements.all(is_query)
}

/// Whether a text is one statement for a database, which only reads.
#[must_use]
pub fn is_query(text: &str) -> bool {
    const READING: &[&str] =
        &["select ", "explain ", ".schema", ".tables", ".dump", ".headers", ".mode", ".indexes"];
    let text = text.trim();
    let begins = |start: &&str| {
        text.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
    };
    READING.iter().any(begins)
        && !text.trim_end_matches(';').contains(';')
        && !text.to_ascii_lowercase().contains("writefile")
}

fn may_write(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    names_path(line, command)
        || line.folder_protection(command) == Protection::Protected
        || line.receives_protected(command, &[])
        || changes_protected_tree(line, command)
}
