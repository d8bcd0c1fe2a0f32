//! Recognises searches and tests: their exit status is an answer, and not a failure.

use super::command::{CommandLine, SimpleCommand};
use super::filter::is_filter;

/// Whether the exit status of the line is that of a search or a test.
#[must_use]
pub fn is_search(line: &CommandLine<'_>) -> bool {
    let Some(last) = line.commands.last().filter(|_| line.complete) else { return false };
    // What a filter leaves of a search in files is what was found.
    let filters = |command: &SimpleCommand<'_>| is_filter(command) && !command.is_run_by_xargs();
    let working = line.commands.iter().rev().find(|command| !filters(command));
    searches(last) || working.is_some_and(|command| reads_files(command) && searches(command))
}

fn reads_files(command: &SimpleCommand<'_>) -> bool {
    matches!(command.program(), "find" | "fd" | "grep" | "egrep" | "fgrep" | "rg" | "ag" | "git")
}

fn searches(command: &SimpleCommand<'_>) -> bool {
    match command.program() {
        "grep" | "egrep" | "fgrep" | "zgrep" | "rg" | "ag" | "ack" | "fd" | "fdfind" | "pgrep"
        | "which" | "whereis" | "locate" | "type" | "test" | "[" | "[[" | "cmp" => true,
        "find" => !command.args().any(|arg| {
            ["-exec", "-ok", "-delete", "-fprint"].iter().any(|act| arg.starts_with(act))
        }),
        "git" => command.has("grep") || command.has("--quiet") || command.has("--exit-code"),
        // `nix search`, `helm search repo`, `redis-cli --scan --pattern`
        _ => {
            command.args().find(|arg| !arg.starts_with('-')) == Some("search")
                || command.has("--pattern")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn check(line: &str, expected: bool) {
        assert_eq!(is_search(&parse(line)), expected, "{line}");
    }

    #[test]
    fn r16_searches_are_told_by_what_comes_last() {
        check("grep -rn name src", true);
        check("cd src && rg -l name", true);
        check("git grep -n name -- src", true);
        check("ls | grep -v tests", true);
        check("find . -name '*.py' | xargs grep -l name", true);
        check("which ruff", true);
        check("[ -f a ] && [[ -d b ]]", true);
        check("git diff --quiet", true);
        check("nix search nixpkgs hexyl", true);
        check("redis-cli --scan --pattern 'sess*'", true);
        check("find / -name libfoo.so 2>/dev/null | head -5", true);
        check("grep -rn name src | sort | uniq -c", true);
        check("find . -name '*.orig' -delete", false);
        check("find . -name '*.sh' -exec chmod +x {} +", false);
        check("npm run search", false);
        check("grep -q name a || make", false);
        check("make 2>&1 | tail", false);
        check("grep -rl name src | xargs sed -i s/a/b/", false);
        check("diff expected actual", false);
        check("git status", false);
        check("grep 'name", false);
        check("", false);
    }
}
