//! Whether a command writes to what is protected. Reading is free; what cannot be told is not,
//! when it names a protected place.

use super::line::GuardedLine;
use super::programs::{ProgramKind, is_language, stands_in, takes_trees};
use super::protected::Protection;
use super::text::{self, code_touches, names};
use super::trees;
use crate::{RedirectKind, SimpleCommand};

/// Whether the command writes to a protected place, or may and names one.
pub(super) fn touches(
    line: &GuardedLine<'_, '_>,
    command: &SimpleCommand<'_>,
    kind: ProgramKind,
) -> bool {
    if redirects(line, command) {
        return true;
    }
    if kind == ProgramKind::Reads || command.words().is_empty() || line.is_plain(command) {
        return false;
    }
    match kind {
        ProgramKind::Reads => false,
        ProgramKind::Builds => crate::written_words(command).1 && words(line, command),
        ProgramKind::Writes => writes(line, command),
        ProgramKind::Interprets if is_language(command.program()) => interprets(line, command),
        ProgramKind::Interprets => filters(line, command),
        ProgramKind::Edits => told(line, command).any(|text| names(text, line.protected)),
        // The text after `-c` was read as commands of the line.
        ProgramKind::Runs => words(line, command) || line.is_handed(command, &[]),
        ProgramKind::Unknown => unknown(line, command),
    }
}

fn redirects(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    command.redirects.iter().filter(|redirect| redirect.kind.writes()).any(|redirect| {
        let target = redirect.target.text.as_ref();
        // A descriptor opened to read can be opened again to write.
        let reopens = target.contains("/fd/") && reads_protected(line);
        reopens || (redirect.is_file() && line.has(command, target))
    })
}

fn reads_protected(line: &GuardedLine<'_, '_>) -> bool {
    line.script.commands.iter().any(|other| {
        let mut reads = other.redirects.iter().filter(|r| r.kind == RedirectKind::Input);
        reads.any(|redirect| line.has(other, &redirect.target.text))
    })
}

/// Whether a word, or a part of one after `=` and the like, is a protected path.
fn words(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let dir = line.dir(command);
    let has = |text: &str| line.reach_from(dir.as_deref(), text) == Protection::Inside;
    let is_path = |text: &str| {
        let attached = text.strip_prefix('-').and_then(|rest| rest.get(1..));
        has(text)
            || attached.is_some_and(|rest| !rest.is_empty() && has(rest))
            || (text.bytes().any(|byte| text::in_words(char::from(byte)))
                && text.split(text::in_words).any(has))
    };
    let read_only = |text: &str| text.ends_with(":ro");
    command.args().any(|text| !is_prose(text) && !read_only(text) && is_path(text))
}

/// A sentence or a script rather than a path: white space, and a path after it.
fn is_prose(text: &str) -> bool {
    let begins_path =
        |(at, _): (usize, &str)| text[at + 1..].starts_with(['~', '/', '.', '$', '"']);
    stands_in(text, b"\n ") && (text.contains('\n') || text.match_indices(' ').any(begins_path))
}

fn writes(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let (mut written, more) = crate::written_words(command);
    let program = command.program();
    if takes_trees(program) && program != "mv" && program != "ln" {
        // Every word of these: `-x` may be a mode and no option.
        written = command.args().map(str::to_owned).collect();
    }
    if written.iter().any(|word| line.has(command, word)) || line.is_handed(command, &written) {
        return true;
    }
    match program {
        "mv" | "cp" | "install" | "rsync" | "scp" | "ln" => trees::copies(line, command, program),
        "find" => trees::finds(line, command),
        "git" => trees::git(line, command, &written, more),
        "tar" | "unzip" => more && trees::unpacks(line, command),
        "sed" | "gsed" => sed_writes(line, command),
        "patch" => told(line, command).any(|text| line.protected.has_patched(text)),
        "json.tool" => command
            .args()
            .filter(|arg| !arg.starts_with('-'))
            .nth(1)
            .is_some_and(|to| line.has(command, to)),
        _ if takes_trees(program) => {
            written.iter().any(|word| line.reach(command, word) > Protection::Away)
        }
        _ => false,
    }
}

/// The `w` of sed: `sed 'w file'`, `s/a/b/w file`.
fn sed_writes(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    command.args().any(|arg| {
        arg.match_indices("w ").any(|(at, _)| {
            let end = |c: char| c.is_whitespace() || matches!(c, ';' | '}');
            arg[at + 2..].split(end).next().is_some_and(|path| line.has(command, path))
        })
    })
}

/// The words of a command, the data given to it, and what is printed into it.
pub(super) fn told<'c>(
    line: &'c GuardedLine<'_, '_>,
    command: &'c SimpleCommand<'_>,
) -> impl Iterator<Item = &'c str> {
    let piped = command.piped_from;
    let printed = line.script.commands.iter().filter(move |other| piped && other.pipes_to);
    let printed = printed.filter(|other| matches!(other.program(), "echo" | "printf" | "cat"));
    let printed =
        printed.flat_map(|other| other.args().chain(other.input().map(|word| word.text.as_ref())));
    let own = command.args().chain(command.input().map(|word| word.text.as_ref()));
    own.chain(printed).filter(|text| line.affords(text))
}

/// `python -c …`, `perl -i …`, `node script.js path`
fn interprets(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let (written, _) = crate::written_words(command);
    if written.iter().any(|word| line.has(command, word)) {
        return true;
    }
    let is_code = |text: &&str| text.len() > 2;
    if told(line, command).filter(is_code).any(|text| code_touches(text, line.protected)) {
        return true;
    }
    // Paths beside the code: it may do to them what it does at all.
    let may_write = || {
        let mut code = crate::code::of(command).peekable();
        code.peek().is_none() || code.any(text::may_write)
    };
    let dir = line.dir(command).map_or(Protection::Away, |dir| line.protected.reach(&dir));
    (dir >= Protection::Holds || words(line, command)) && may_write()
}

/// `awk` and `sqlite3`.
fn filters(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    if command.program() == "sqlite3" {
        let only_looks = command.has("-readonly") || is_query(line, command);
        return !only_looks
            && (words(line, command)
                || told(line, command).any(|text| names(text, line.protected)));
    }
    let in_place = command.args().any(|arg| arg == "inplace" || arg == "--include=inplace");
    (in_place && words(line, command))
        || command.args().any(|arg| {
            let acts = arg.contains('>') || arg.contains('|') || arg.contains("system(");
            acts && names(arg, line.protected)
        })
}

/// Whether all that SQLite is told are questions.
fn is_query(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    const ASKS: &[&str] =
        &["select ", "explain ", ".schema", ".tables", ".dump", ".headers", ".mode", ".indexes"];
    let is_question = |text: &str| {
        let text = text.trim().to_ascii_lowercase();
        ASKS.iter().any(|ask| text.starts_with(ask)) && !text.trim_end_matches(';').contains(';')
    };
    let texts = told(line, command).filter(|arg| !arg.starts_with('-'));
    let mut orders = texts.skip(1).peekable();
    orders.peek().is_some() && orders.all(is_question)
}

fn unknown(line: &GuardedLine<'_, '_>, command: &SimpleCommand<'_>) -> bool {
    let tree = takes_trees(command.program());
    words(line, command)
        || line.dir(command).is_some_and(|dir| line.protected.has(&dir))
        || line.is_handed(command, &[])
        || (tree && command.args().any(|arg| line.reach(command, arg) > Protection::Away))
}
