//! Decides whether a command failed in recordings without exit codes.
//!
//! Only the messages of shells, interpreters and harnesses count, and only for commands that print their own output: a
//! command such as `cat` prints the text of others.

/// Commands that print the content of files, or what they find there.
const READS: &str = "cat head tail less more grep rg egrep fgrep zgrep find ls tree sed awk cut sort uniq wc diff nl \
    file stat echo printf git cd pwd which env";

/// `Some(false)` where the output of `command` reports its failure; otherwise unknown.
pub(crate) fn ok(command: &str, output: &str) -> Option<bool> {
    let first = output.trim_start().lines().next().unwrap_or_default();
    let reads =
        last_program(command).is_some_and(|program| READS.split(' ').any(|known| known == program));
    let failed = is_of_the_harness(first)
        || is_of_the_shell(first)
        || (!reads && output.lines().any(is_report));
    failed.then_some(false)
}

fn is_of_the_harness(line: &str) -> bool {
    ["EXECUTION TIMED OUT", "COMMAND FAILED TO EXECUTE", "COMMAND TIMED OUT"]
        .iter()
        .any(|words| line.contains(words))
}

/// `bash: line 3: javac: command not found`, `/root/commands/defaults.sh: line 9: …`.
fn is_of_the_shell(line: &str) -> bool {
    let Some((program, rest)) = line.split_once(": ") else { return false };
    let program = program.rsplit('/').next().unwrap_or(program);
    let is_shell = matches!(program, "bash" | "sh" | "zsh") || program.ends_with(".sh");
    (is_shell && (rest.starts_with("line ") || rest.contains(": ")))
        || line.ends_with(": command not found")
}

/// A line in which an interpreter or a build reports that it failed.
fn is_report(line: &str) -> bool {
    let line = line.trim_end();
    line.starts_with("Traceback (most recent call last)")
        || line.starts_with("Exception in thread ")
        || line.contains("BUILD FAILURE")
        || line.contains("BUILD FAILED")
        || line.starts_with("SyntaxError: ")
        || line.contains(": error: ")
}

/// The program of the last simple command: `cd a && python b.py` is `python`.
fn last_program(command: &str) -> Option<&str> {
    let line = command.lines().next()?;
    let last = line.rsplit(['|', ';', '&']).find(|part| !part.trim().is_empty())?;
    let word = last.split_whitespace().find(|word| !word.contains('='))?;
    word.rsplit('/').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_told_by_who_reports_it() {
        for (command, output, expected) in [
            ("javac A.java", "bash: javac: command not found", Some(false)),
            ("foo", "/bin/bash: line 7: syntax error near unexpected token `('", Some(false)),
            ("python a.py", "x\nTraceback (most recent call last):\n  …", Some(false)),
            ("cat log", "x\nTraceback (most recent call last):\n  …", None),
            ("python a.py | grep x", "Traceback (most recent call last):", None),
            ("sleep 9", "EXECUTION TIMED OUT", Some(false)),
            ("mvn test", "[INFO] BUILD FAILURE", Some(false)),
            ("ls", "error: no", None),
            ("make", "a.c:3:1: error: expected", Some(false)),
            ("true", "", None),
        ] {
            assert_eq!(ok(command, output), expected, "{command}: {output}");
        }
    }
}
