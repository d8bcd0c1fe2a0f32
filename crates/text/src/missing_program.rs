//! Finds the name of the program or module that a failed command needed and that is not there.

use crate::anchored_words::{AnchoredWord, is_one_of, word_positions};

/// The most lines that are read, from the end: a shell says it last.
const LINES: usize = 40;
/// A longer line says something else.
const LINE_BYTES: usize = 500;
/// The lower-cased pairs of letters that clues are found by.
const ANCHORS: [[u8; 2]; 8] = [*b"ot", *b"uc", *b"kn", *b"du", *b"xe", *b"rp", *b"`i", *b"av"];
/// One of these is in every line that names what is missing. Most outputs have none.
static CLUES: [AnchoredWord; 16] = AnchoredWord::of_each(
    [
        "not found",
        "nknown command",
        "No such file or directory",
        "No module named ",
        "Cannot find ",
        "is not recognized",
        "cannot execute binary file",
        "cannot execute: required file not found",
        "xec format error",
        "bad interpreter",
        "no such command: ",
        "cannot load such file",
        "@INC",
        "' is not a ",
        "JAVA_HOME",
        "Java Runtime",
    ],
    &ANCHORS,
);

/// The name of what is missing, lower-cased; `None` where the body of the output says nothing of the kind.
///
/// It knows shells (`bash: mvn: command not found`, `/bin/sh: 1: x: not found`, `zsh: command not found:
/// x`, fish, PowerShell, cmd), what runs another program (`env: node: No such file or directory`, `cannot
/// execute binary file`, `bad interpreter`, ``no such command: `nextest` ``), Python (`No module named x`),
/// Node (`Cannot find module 'x'`), Ruby, Perl, Java (`JAVA_HOME is not set`), and programs that tell of
/// another (`executable file not found in $PATH`).
pub fn missing_program(body: &str) -> Option<String> {
    let start = body.rmatch_indices('\n').nth(LINES - 1).map_or(0, |(end, _)| end + 1);
    let end = body.get(start..).filter(|end| has_clue(end))?;
    let mut newest = end.rsplit('\n').filter(|line| line.len() <= LINE_BYTES && has_clue(line));
    newest
        .find_map(|line| {
            let name = missing_in(line.trim())?;
            // An interpreter is looked for nowhere else than at its path.
            let program = program_of_path(name).filter(|_| !line.contains("bad interpreter"));
            Some(program.unwrap_or(name))
        })
        .map(str::to_lowercase)
}

/// The program that a path names, which is one in whichever folder it is looked for: in a folder in which programs are installed,
/// or in a folder of its own (`/opt/zig/zig`). One in another folder, as that of an environment or a version
/// (`/srv/a/venv/bin/python`, `/opt/node/18/bin/node`), is a program of its own.
fn program_of_path(path: &str) -> Option<&str> {
    const FOLDERS: [&str; 10] = [
        "/bin",
        "/sbin",
        "/usr/bin",
        "/usr/sbin",
        "/usr/local/bin",
        "/usr/local/sbin",
        "/opt/homebrew/bin",
        "/snap/bin",
        "~/.local/bin",
        "~/bin",
    ];
    let (folder, name) = path.rsplit_once('/')?;
    let is_own = || {
        let is_outside =
            ["/opt/", "/usr/", "/Applications/"].iter().any(|root| path.starts_with(root));
        let home = folder.strip_suffix("/bin").unwrap_or(folder).rsplit('/').next();
        is_outside && home.is_some_and(|home| home.eq_ignore_ascii_case(name))
    };
    (!name.is_empty() && !name.contains('.') && (FOLDERS.contains(&folder) || is_own()))
        .then_some(name)
}

/// The path of a program that a shell did not find where programs are installed: `bash: /opt/zig/zig: No such file or
/// directory`. It may be a file that a redirect names as well.
pub fn missing_path(body: &str) -> Option<&str> {
    let line = body.trim_end().rsplit('\n').next().filter(|line| line.len() <= LINE_BYTES)?;
    let path = match line.strip_prefix("zsh: no such file or directory: ") {
        Some(path) => path,
        None => {
            let rest = line.strip_suffix(": No such file or directory")?;
            let shell = rest.split(':').next()?.rsplit('/').next()?;
            let is_shell = ["bash", "sh", "dash", "zsh", "ksh"].contains(&shell);
            Some(last_part(rest)).filter(|_| is_shell)?
        }
    };
    program_of_path(path).map(|_| path)
}

fn has_clue(text: &str) -> bool {
    let mut positions = word_positions(text, |byte, behind| is_one_of(&ANCHORS, byte, behind));
    positions.any(|at| CLUES.iter().any(|clue| at.has(clue)))
}

fn missing_in(line: &str) -> Option<&str> {
    let before = |words: &str| line.find(words).map(|at| last_part(&line[..at]));
    let after = |words: &str| line.find(words).map(|at| first_word(&line[at + words.len()..]));
    let name = after("ommand not found: ")
        .or_else(|| before(": command not found"))
        .or_else(|| before(": Command not found"))
        .or_else(|| before(": executable file not found in "))
        .or_else(|| before(": cannot execute binary file"))
        .or_else(|| before(": cannot execute: required file not found"))
        .or_else(|| after("exec format error: "))
        .or_else(|| before(": exec format error"))
        .or_else(|| before(": bad interpreter"))
        .or_else(|| quoted_not_found(line))
        .or_else(|| shell_not_found(line))
        .or_else(|| runner_not_found(line))
        .or_else(|| after("No module named "))
        .or_else(|| after("Cannot find module "))
        .or_else(|| after("Cannot find package "))
        .or_else(|| after("cannot load such file -- "))
        .or_else(|| after("Can't locate ").filter(|_| line.contains("@INC")))
        .or_else(|| after("The term '").filter(|_| line.contains("is not recognized")))
        .or_else(|| before(" is not recognized as an internal or external command"))
        .or_else(|| line.contains("locate a Java Runtime").then_some("java"))
        .or_else(|| line.contains("JAVA_HOME").then_some("JAVA_HOME").filter(|_| is_unset(line)))?;
    let name = name.trim_matches(|sign: char| "'\"`,.:;()‘’".contains(sign));
    (!is_own_code(line, name) && !name.is_empty() && name.len() <= 80)
        .then_some(name)
        .filter(|name| !name.contains(char::is_whitespace))
}

/// Whether what is missing is a file of the project, which is written, not installed: a path, or a part
/// of a Python package that is there; or whether a checker names it as a finding.
fn is_own_code(line: &str, name: &str) -> bool {
    let is_loaded = ["odule", "package", "such file --"].iter().any(|word| line.contains(word));
    let is_part = || line.contains("No module named") && name.contains('.');
    // A type checker that ran has found it: `a.ts(1,5): error TS2307: Cannot find module 'zod'`.
    let is_finding = || line.contains("error TS") || line.contains("type declarations");
    is_loaded && (name.starts_with(['.', '/']) || is_part() || is_finding())
}

fn is_unset(line: &str) -> bool {
    ["not set", "not defined", "not found", "unset", "is invalid", "set to an invalid"]
        .iter()
        .any(|words| line.contains(words))
}

/// `sh: 1: x: not found`, `/bin/sh: x: not found`.
fn shell_not_found(line: &str) -> Option<&str> {
    let rest = line.strip_suffix(": not found")?;
    let shell = rest.split(':').next()?.rsplit('/').next()?;
    let is_shell = ["sh", "bash", "dash", "ash", "ksh", "zsh"].contains(&shell);
    is_shell.then(|| last_part(rest))
}

/// `Command "turbo" not found`, ``no such command: `nextest` ``, `git: 'lfs' is not a git command`.
fn quoted_not_found(line: &str) -> Option<&str> {
    let quoted = |start: &str| {
        let rest = &line[line.find(start)? + start.len()..];
        let quote = rest.chars().next().filter(|sign| "'\"`".contains(*sign))?;
        rest[1..].split_once(quote)
    };
    if let Some((name, _)) = quoted("error: no such command: ") {
        return Some(name);
    }
    if let Some((name, rest)) = quoted("Command ").filter(|_| !line.contains(": Command ")) {
        return rest.starts_with(" not found").then_some(name);
    }
    let (program, _) = line.split_once(": '")?;
    let (name, rest) = quoted(": ")?;
    let is_sub = rest.trim_start().strip_prefix("is not a ")?.starts_with(program);
    is_sub.then_some(name)
}

/// `env: node: No such file or directory`, `make: golangci-lint: No such file or directory`, `timeout:
/// failed to run command ‘jq’: No such file or directory`, `fish: Unknown command: rg`.
fn runner_not_found(line: &str) -> Option<&str> {
    const RUNNERS: [&str; 9] =
        ["env", "exec", "make", "gmake", "xargs", "nohup", "timeout", "nice", "setsid"];
    if let Some(rest) = line.strip_prefix("fish: Unknown command") {
        return Some(first_word(rest.trim_start_matches(':')));
    }
    let rest = line.strip_suffix(": No such file or directory")?;
    let (program, name) = rest.split_once(": ")?;
    let program = program.rsplit('/').next()?.split('[').next()?;
    let name = name.strip_prefix("failed to run command ").unwrap_or(name);
    // `make: rules.mk: No such file or directory` is about a file.
    let is_file = program.ends_with("make") && (name.contains('.') || name == "Makefile");
    (RUNNERS.contains(&program) && !is_file).then_some(name)
}

fn last_part(text: &str) -> &str {
    let last = text.rsplit(": ").next().unwrap_or(text).trim();
    last.strip_prefix("fork/exec ").unwrap_or(last)
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::envelope::output_body;

    fn check(output: &str, expected: Option<&str>) {
        assert_eq!(missing_program(output_body(output)).as_deref(), expected, "{output}");
    }

    #[test]
    fn r19_what_is_missing_is_named() {
        check("bash: mvn: command not found", Some("mvn"));
        check("/bin/bash: line 1: javac: command not found\n", Some("javac"));
        check("zsh: command not found: tree", Some("tree"));
        check(
            "/bin/sh: 1: protoc: not found\nmake: *** [Makefile:3: gen] Error 127",
            Some("protoc"),
        );
        check("sh: jest: not found", Some("jest"));
        check("fish: Unknown command: rg", Some("rg"));
        check("exec: \"dlv\": executable file not found in $PATH", Some("dlv"));
        check("env: node: No such file or directory", Some("node"));
        check("/usr/bin/env: ‘python’: No such file or directory", Some("python"));
        check("bash: tool: cannot execute binary file: Exec format error", Some("tool"));
        check("bash: ./run.sh: cannot execute: required file not found", Some("/run.sh"));
        check("bash: ./run: /usr/bin/perl6: bad interpreter: No such file", Some("/usr/bin/perl6"));
        check("zsh: command not found: /opt/zig/zig", Some("zig"));
        check("Traceback\nModuleNotFoundError: No module named 'numpy'", Some("numpy"));
        check("/usr/bin/python3: No module named pytest", Some("pytest"));
        check("Error: Cannot find module 'webpack'\nRequire stack:", Some("webpack"));
        check("Error: JAVA_HOME is not set and could not be found.", Some("java_home"));
        check(
            "The operation couldn’t be completed. Unable to locate a Java Runtime.\nPlease visit http://www.java.com",
            Some("java"),
        );
        check("'gradle' is not recognized as an internal or external command,", Some("gradle"));
        check("Exit code: 127\nOutput:\nbash: mvn: command not found", Some("mvn"));
        for (output, name) in [
            ("fish: Unknown command dotnet", "dotnet"),
            (
                "make: golangci-lint: No such file or directory\nmake: *** [lint] Error 127",
                "golangci-lint",
            ),
            ("make[1]: protoc: No such file or directory", "protoc"),
            ("xargs: terser: No such file or directory", "terser"),
            ("timeout: failed to run command ‘jq’: No such file or directory", "jq"),
            ("ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL  Command \"turbo\" not found", "turbo"),
            ("Command 'tree' not found, but can be installed with:\nsudo apt install tree", "tree"),
            ("Command not found: pytest", "pytest"),
            ("bundler: command not found: rspec", "rspec"),
            ("error: no such command: `nextest`", "nextest"),
            ("git: 'lfs' is not a git command. See 'git --help'.", "lfs"),
            ("docker: 'compose' is not a docker command.", "compose"),
            ("fork/exec ./out/agent: exec format error", "/out/agent"),
            ("zsh: exec format error: ./out/agent", "/out/agent"),
            ("exec: \"mockgen\": executable file not found in %PATH%", "mockgen"),
            ("Can't locate JSON/XS.pm in @INC (you may need to install it)", "json/xs.pm"),
            ("cannot load such file -- nokogiri (LoadError)", "nokogiri"),
            (
                "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'esbuild' imported from /w/b",
                "esbuild",
            ),
        ] {
            check(output, Some(name));
        }
    }

    #[test]
    fn r19_a_shell_names_the_path_of_a_program() {
        for (body, path) in [
            (
                "bash: /usr/local/MATLAB/bin/matlab: No such file or directory",
                Some("/usr/local/MATLAB/bin/matlab"),
            ),
            ("bash: line 1: /opt/zig/zig: No such file or directory\n", Some("/opt/zig/zig")),
            ("zsh: no such file or directory: /usr/local/bin/julia", Some("/usr/local/bin/julia")),
            ("bash: ./bin/run: No such file or directory", None),
            ("bash: /srv/a/venv/bin/python: No such file or directory", None),
            ("bash: /opt/gcc-13/bin/gcc: No such file or directory", None),
            ("bash: /usr/local/node/lts/bin/node: No such file or directory", None),
            ("bash: /opt/node/20.1/bin/node: No such file or directory", None),
            ("bash: /opt/app/bin/load: No such file or directory", None),
            ("bash: /tmp/out/log: No such file or directory", None),
            ("bash: /opt/app/settings.env: No such file or directory", None),
            ("cat: /usr/share/x: No such file or directory", None),
        ] {
            assert_eq!(missing_path(body), path, "{body}");
        }
    }

    #[test]
    fn r19_other_failures_name_nothing() {
        check("cat: a.txt: No such file or directory", None);
        check("error: test failed", None);
        check("404 not found", None);
        check("page: not found", None);
        for output in [
            "Error: Cannot find module './lexer'",
            "error TS2307: Cannot find module 'zod' or its corresponding type declarations.",
            "Error: Cannot find module '/w/dist/index.js'",
            "ModuleNotFoundError: No module named 'shop.cart'",
            "make: rules.mk: No such file or directory",
            "Unknown command: \"biuld\"",
            "cannot load such file -- ./lib/a (LoadError)",
            "ls: tree: No such file or directory",
            "bash: ./bin/run: No such file or directory",
            "bash: /tmp/out/log: No such file or directory",
            "git: no such remote 'x'",
        ] {
            check(output, None);
        }
        check("", None);
    }
}
