//! Matches command lines against the configured test commands of a project.

use super::command::{CommandLine, SimpleCommand, basename};

/// Whether a command of the line begins with the words of one of the patterns.
///
/// A pattern is words split at spaces, such as `bin/check --all`. A leading `./` is ignored, and
/// a pattern whose first word has no `/` is compared with the program's basename.
#[must_use]
pub fn matches_pattern(line: &CommandLine<'_>, patterns: &[String]) -> bool {
    patterns.iter().any(|pattern| line.commands.iter().any(|command| begins_with(command, pattern)))
}

fn begins_with(command: &SimpleCommand<'_>, pattern: &str) -> bool {
    let mut wanted = pattern.split_ascii_whitespace();
    let Some(program) = wanted.next() else { return false };
    // A wrapper may be a part of the pattern, as in `uv run check`.
    [command.words(), &command.all_words].into_iter().any(|words| {
        let Some((first, rest)) = words.split_first() else { return false };
        let first = first.text.as_ref();
        let same = if program.contains('/') {
            first.trim_start_matches("./") == program.trim_start_matches("./")
        } else {
            basename(first) == program
        };
        let mut rest = rest.iter();
        same && wanted.clone().all(|word| rest.next().is_some_and(|given| given.text == word))
    })
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn check(line: &str, pattern: &str, expected: bool) {
        assert_eq!(matches_pattern(&parse(line), &[pattern.to_owned()]), expected, "{line}");
    }

    #[test]
    fn b10_configured_patterns() {
        check("cd x && ./bin/check --all -v | tail", "bin/check --all", true);
        check("bin/check --all", "./bin/check --all", true);
        check("/opt/x/bazel test //...", "bazel test", true);
        check("sudo rake spec", "rake spec", true);
        check("uv run check", "uv run check", true);
        check("bin/check --fast", "bin/check --all", false);
        check("other/bin/check --all", "bin/check --all", false);
        check("echo bazel test", "bazel test", false);
        check("bazel", "bazel test", false);
        check("bazel", " ", false);
    }
}
