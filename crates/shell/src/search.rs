//! Recognises searches and tests: their exit status is an answer, and not a failure.

use super::command::CommandLine;

/// Whether the exit status of the line is that of a search or a test.
#[must_use]
pub fn is_search(line: &CommandLine<'_>) -> bool {
    let Some(last) = line.commands.last().filter(|_| line.complete) else { return false };
    match last.program() {
        "grep" | "egrep" | "fgrep" | "zgrep" | "rg" | "ag" | "ack" | "fd" | "fdfind" | "pgrep"
        | "which" | "whereis" | "locate" | "type" | "test" | "[" | "[[" | "cmp" => true,
        "git" => last.has("grep") || last.has("--quiet") || last.has("--exit-code"),
        // `nix search`, `helm search repo`, `redis-cli --scan --pattern`
        _ => {
            last.args().find(|arg| !arg.starts_with('-')) == Some("search") || last.has("--pattern")
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
        check("npm run search", false);
        check("grep -q name a || make", false);
        check("make 2>&1 | tail", false);
        check("diff expected actual", false);
        check("git status", false);
        check("grep 'name", false);
        check("", false);
    }
}
