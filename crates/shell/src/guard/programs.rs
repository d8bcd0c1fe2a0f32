//! Classifies programs by what they may do to a file that their arguments name.

use fusebox_scan::find_either;

use crate::SimpleCommand;

/// What a program does with a file that it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProgramKind {
    /// It reads or prints.
    Reads,
    /// It builds, tests or formats a project. What it runs is not visible.
    Builds,
    /// [`written_words`](crate::written_words) knows which of its arguments it writes.
    Writes,
    /// Its arguments and its input are code.
    Interprets,
    /// Some of its arguments are command lines.
    Runs,
    /// Its arguments are commands of an editor.
    Edits,
    /// Unknown: it may do anything with the file.
    Unknown,
}

/// The kind of program that a command runs.
pub(crate) fn kind(command: &SimpleCommand<'_>) -> ProgramKind {
    kind_of(command.program())
}

pub(super) fn kind_of(program: &str) -> ProgramKind {
    if is_language(program) {
        return ProgramKind::Interprets;
    }
    let Some(first) = program.bytes().next() else { return ProgramKind::Reads };
    let range = BEGINNINGS.get(usize::from(first)).zip(BEGINNINGS.get(usize::from(first) + 1));
    let known = range.and_then(|(from, to)| PROGRAMS.get(*from..*to)).unwrap_or_default();
    known.iter().find(|(name, _)| *name == program).map_or(ProgramKind::Unknown, |(_, kind)| *kind)
}

const PROGRAM_COUNT: usize = {
    let (mut count, mut list) = (0, 0);
    while list < KINDS.len() {
        count += KINDS[list].0.len();
        list += 1;
    }
    count
};

/// The names of all kinds, in the order of their first bytes.
static PROGRAMS: [(&str, ProgramKind); PROGRAM_COUNT] = {
    let mut programs = [("", ProgramKind::Unknown); PROGRAM_COUNT];
    let mut ends = BEGINNINGS;
    let mut list = 0;
    while list < KINDS.len() {
        let (names, kind) = KINDS[list];
        let mut n = 0;
        while n < names.len() {
            let first = names[n].as_bytes()[0] as usize;
            programs[ends[first]] = (names[n], kind);
            ends[first] += 1;
            n += 1;
        }
        list += 1;
    }
    programs
};

/// By first byte, the number of names that begin with a lower one.
const BEGINNINGS: [usize; 129] = {
    let mut counts = [0; 129];
    let mut list = 0;
    while list < KINDS.len() {
        let names = KINDS[list].0;
        let mut n = 0;
        while n < names.len() {
            let mut above = names[n].as_bytes()[0] as usize + 1;
            while above < counts.len() {
                counts[above] += 1;
                above += 1;
            }
            n += 1;
        }
        list += 1;
    }
    counts
};

/// The names of each kind, sorted. A command without a program reads.
#[rustfmt::skip]
const KINDS: &[(&[&str], ProgramKind)] = &[
    (&[
        ".", ":", "[", "[[", "ack", "ag", "ajv", "b2sum", "base64", "basename", "bat",
        "batcat", "cat", "cd", "check-jsonschema", "cksum", "claude", "cmp", "code", "codex", "colordiff",
        "column", "comm", "command", "cut", "date", "declare", "delta", "df", "diff", "difft",
        "dirname", "du", "echo", "egrep", "env", "eval", "exa", "exit", "export", "eza", "false",
        "fgrep", "file", "fmt", "fold", "for", "fusebox", "fusebox-hook", "fuser", "gemini",
        "getfacl", "gh", "glab", "gojq", "grep", "gron", "hash", "head", "help", "hexdump",
        "history", "id", "info", "join", "jq", "jsonlint", "ldd", "less", "local", "locate", "ls",
        "lsattr", "lsd", "lsof", "man", "md5sum", "more", "nl", "nm", "objdump", "od", "open",
        "opencode", "paste", "pbcopy", "pgrep", "pidof", "popd", "printenv", "printf", "ps",
        "pushd", "pwd", "read", "readelf", "readlink", "readonly", "realpath", "return", "rev",
        "rg", "set", "sha1sum", "sha256sum", "sha512sum", "shasum", "shellcheck", "size", "sleep",
        "stat", "strings", "tac", "tail", "test", "tr", "trap", "tree", "true", "type", "typeset",
        "uname", "unset", "uptime", "wait", "wc", "whence", "whereis", "which", "whoami", "wl-copy",
        "xclip", "xdg-open", "yamllint", "zgrep",
    ], ProgramKind::Reads),
    (&[
        "biome", "black", "bun", "cargo", "cmake", "dotnet", "dprint", "eslint", "gmake", "go",
        "gofmt", "gradle", "gradlew", "isort", "jest", "just", "make", "mix", "mocha", "mvn",
        "mypy", "ninja", "nox", "npm", "pnpm", "pre-commit", "prettier", "pyright", "pytest",
        "rake", "rspec", "ruff", "rustc", "rustfmt", "shfmt", "stylua", "taplo", "tox", "tsc",
        "unittest", "vitest", "yarn",
    ], ProgramKind::Builds),
    (&[
        "apply_patch", "applypatch", "chgrp", "chmod", "chown", "cp", "curl", "dd", "fd", "fdfind",
        "find", "git",
        "gsed", "install", "json.tool", "ln", "mkdir", "mv", "patch", "rm", "rmdir", "rsync",
        "scp", "sed", "shred", "sort", "sponge", "tar", "tee", "touch", "truncate", "uniq",
        "unlink", "unzip", "wget",
    ], ProgramKind::Writes),
    (&["awk", "gawk", "mawk", "sqlite3", "yq"], ProgramKind::Interprets),
    (&[
        "alias", "ash", "at", "bash", "batch", "crontab", "dash", "expect", "fish", "ksh",
        "parallel", "runuser", "screen", "script", "sh", "ssh", "su", "systemd-run", "tmux",
        "unshare", "zsh",
    ], ProgramKind::Runs),
    (&["ed", "emacs", "ex", "nvim", "vi", "vim"], ProgramKind::Edits),
];

/// Programs whose `-c`, `-e` or input is code of a language.
pub(super) fn is_language(program: &str) -> bool {
    match program {
        "node" | "deno" | "tsx" | "perl" | "ruby" | "osascript" | "lua" | "Rscript" | "php"
        | "tclsh" => true,
        _ => ["python", "pypy"].iter().any(|stem| program.starts_with(stem)),
    }
}

/// Programs that change or move a folder with its contents.
pub(super) fn changes_trees(program: &str) -> bool {
    const NAMES: &[&str] = &[
        "rm",
        "rmdir",
        "unlink",
        "shred",
        "mv",
        "chmod",
        "chown",
        "chgrp",
        "ln",
        "mount",
        "umount",
        "chattr",
        "setfacl",
        "rename",
        "trash",
        "trash-put",
        "rimraf",
    ];
    NAMES.contains(&program)
}

/// Programs among them that remove or move files, also those in a folder that holds other things.
pub(super) fn removes_trees(program: &str) -> bool {
    const NAMES: &[&str] =
        &["rm", "unlink", "shred", "mv", "rename", "trash", "trash-put", "rimraf"];
    NAMES.contains(&program)
}

/// The name by which a program that changes trees is known here: that of a package without its version, of an applet
/// without the program around it.
pub(super) fn tree_program<'c>(command: &'c SimpleCommand<'_>) -> &'c str {
    let program = command.program();
    let name = program.split_once('@').map_or(program, |(name, _)| name);
    let applet = || command.args().find(|arg| !arg.starts_with('-')).unwrap_or_default();
    match name {
        "busybox" | "toybox" | "shx" => applet(),
        "gio" | "kioclient" | "kioclient5" | "gvfs-trash" => match applet() {
            "trash" | "remove" => "trash",
            "move" | "rename" => "mv",
            _ => name,
        },
        "del" | "del-cli" => "rimraf",
        "trash-cli" => "trash",
        // It packs files and then removes them.
        "zip"
            if command
                .args()
                .any(|arg| arg == "--move" || is_cluster(arg) && arg.contains('m')) =>
        {
            "mv"
        }
        "" => program,
        name => name,
    }
}

/// Whether a word is an option of letters: `-rm`.
fn is_cluster(word: &str) -> bool {
    word.starts_with('-') && !word.starts_with("--")
}

/// Programs that print paths, so that their `$(…)` is one.
pub(super) fn prints_paths(program: &str) -> bool {
    const NAMES: &[&str] = &[
        "echo", "printf", "ls", "find", "fd", "realpath", "readlink", "dirname", "which", "type",
        "command", "whereis", "locate", "git", "rg", "grep",
    ];
    NAMES.contains(&program)
}

/// Whether a word's value comes from a substitution.
pub(super) fn is_substituted(text: &str) -> bool {
    contains_either(text, b"$`") && (text.contains("$(") || text.contains('`'))
}

/// Whether a text contains one of two signs. Most words are too short for a search of many bytes at
/// once.
pub(super) fn contains_either(text: &str, [one, other]: &[u8; 2]) -> bool {
    if text.len() < 16 {
        return text.bytes().any(|byte| byte == *one || byte == *other);
    }
    find_either(*one, *other, text.as_bytes()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_of_one_kind() {
        let mut all: Vec<&str> = Vec::new();
        for (names, _) in KINDS {
            assert!(names.is_sorted(), "{names:?}");
            all.extend(*names);
        }
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn every_name_is_found_by_its_first_byte() {
        for (names, kind) in KINDS {
            for name in *names {
                assert_eq!(kind_of(name), *kind, "{name}");
            }
        }
        for (name, kind) in [
            ("", ProgramKind::Reads),
            ("python3.12", ProgramKind::Interprets),
            ("catt", ProgramKind::Unknown),
            ("~x", ProgramKind::Unknown),
            ("\u{7f}", ProgramKind::Unknown),
            ("ünknown", ProgramKind::Unknown),
        ] {
            assert_eq!(kind_of(name), kind, "{name}");
        }
    }
}
