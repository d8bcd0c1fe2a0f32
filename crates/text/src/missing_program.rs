//! Finds the name of the program or module that a failed command needed and that is not there.

use super::envelope;

/// The most lines that are read, from the end: a shell says it last.
const LINES: usize = 40;
/// A longer line says something else.
const LINE_BYTES: usize = 500;
/// One of these is in every line that names what is missing. Most outputs have none.
const CLUES: [&str; 9] = [
    "not found",
    "nknown command: ",
    "No such file or directory",
    "No module named ",
    "Cannot find module ",
    "is not recognized",
    "cannot execute binary file",
    "bad interpreter",
    "JAVA_HOME",
];

/// The name of what is missing, lower-cased; `None` where the output says nothing of the kind.
///
/// It knows shells (`bash: mvn: command not found`, `/bin/sh: 1: x: not found`, `zsh: command not found:
/// x`, fish, PowerShell, cmd), `env` and `exec` (`env: node: No such file or directory`, `cannot execute
/// binary file`, `bad interpreter`), Python (`No module named x`), Node (`Cannot find module 'x'`), Java
/// (`JAVA_HOME is not set`), and programs that tell of another (`executable file not found in $PATH`).
pub fn missing_program(output: &str) -> Option<String> {
    let body = envelope::output_body(output);
    let start = body.rmatch_indices('\n').nth(LINES - 1).map_or(0, |(end, _)| end + 1);
    let end = body.get(start..).filter(|end| has_clue(end))?;
    let mut newest = end.rsplit('\n').filter(|line| line.len() <= LINE_BYTES && has_clue(line));
    newest.find_map(|line| missing_in(line.trim())).map(str::to_lowercase)
}

fn has_clue(text: &str) -> bool {
    CLUES.iter().any(|clue| text.contains(clue))
}

fn missing_in(line: &str) -> Option<&str> {
    let before = |words: &str| line.find(words).map(|at| last_part(&line[..at]));
    let after = |words: &str| line.find(words).map(|at| first_word(&line[at + words.len()..]));
    let name = after("command not found: ")
        .or_else(|| after("Unknown command: "))
        .or_else(|| after("unknown command: "))
        .or_else(|| before(": command not found"))
        .or_else(|| before(": Command not found"))
        .or_else(|| before(": executable file not found in $PATH"))
        .or_else(|| before(": cannot execute binary file"))
        .or_else(|| before(": bad interpreter"))
        .or_else(|| shell_not_found(line))
        .or_else(|| environment_not_found(line))
        .or_else(|| after("No module named "))
        .or_else(|| after("Cannot find module "))
        .or_else(|| after("The term '").filter(|_| line.contains("is not recognized")))
        .or_else(|| before(" is not recognized as an internal or external command"))
        .or_else(|| line.contains("JAVA_HOME").then_some("JAVA_HOME").filter(|_| is_unset(line)))?;
    let name = name.trim_matches(|sign: char| "'\"`,.:;()".contains(sign));
    // A file of the project is written, not installed.
    let is_file = name.starts_with(['.', '/']) && line.contains("module");
    (!is_file && !name.is_empty() && name.len() <= 80 && !name.contains(char::is_whitespace))
        .then_some(name)
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

/// `env: node: No such file or directory`, `/usr/bin/env: ‘node’: No such file or directory`.
fn environment_not_found(line: &str) -> Option<&str> {
    let rest = line.strip_suffix(": No such file or directory")?;
    let (program, name) = rest.split_once(": ")?;
    (program.ends_with("env") || program == "exec")
        .then(|| name.trim_matches(|sign| "‘’'`\"".contains(sign)))
}

fn last_part(text: &str) -> &str {
    text.rsplit(": ").next().unwrap_or(text).trim()
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(output: &str, expected: Option<&str>) {
        assert_eq!(missing_program(output).as_deref(), expected, "{output}");
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
        check("bash: ./run: /usr/bin/perl6: bad interpreter: No such file", Some("/usr/bin/perl6"));
        check("Traceback\nModuleNotFoundError: No module named 'numpy'", Some("numpy"));
        check("/usr/bin/python3: No module named pytest", Some("pytest"));
        check("Error: Cannot find module 'webpack'\nRequire stack:", Some("webpack"));
        check("Error: JAVA_HOME is not set and could not be found.", Some("java_home"));
        check("'gradle' is not recognized as an internal or external command,", Some("gradle"));
        check("Exit code: 127\nOutput:\nbash: mvn: command not found", Some("mvn"));
    }

    #[test]
    fn r19_other_failures_name_nothing() {
        check("cat: a.txt: No such file or directory", None);
        check("error: test failed", None);
        check("404 not found", None);
        check("page: not found", None);
        check("", None);
    }
}
