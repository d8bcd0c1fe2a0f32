//! Recognises searches and tests: their exit status is an answer, and not a failure.

use super::command::{CommandLine, SimpleCommand};
use super::filter::is_filter;
use super::parse;
use super::waiting::remote_line;

/// Whether the answer of the line is that of a search or a test: empty output and a status of 1 say that
/// there is nothing.
#[must_use]
pub fn is_search(line: &CommandLine<'_>) -> bool {
    let mut newest = line.commands.iter().rev().filter(|_| line.complete).peekable();
    let Some(last) = newest.peek() else { return false };
    match last.program() {
        "pgrep" | "pidof" | "lsof" | "fuser" | "which" | "where.exe" | "type" | "test" | "["
        | "[[" | "cmp" | "pg_isready" | "ping" | "getent" => return true,
        "ssh" => return remote_line(last).is_some_and(|line| is_search(&parse(&line))),
        "command" => return last.has("-v") || last.has("-V"),
        "nc" | "ncat" => return last.args().any(|arg| arg.starts_with('-') && arg.contains('z')),
        "systemctl" => return last.args().any(|arg| arg.starts_with("is-")),
        program if is_resolver(program) => return true,
        "kubectl" | "oc" if last.has("can-i") => return true,
        _ if asks_registry(last) => return true,
        "git" => {
            let is_test =
                last.has("--quiet") || last.has("--exit-code") || last.has("--is-ancestor");
            return last.has("grep") || is_test || searches_history(last);
        }
        // `nix search`, `helm search repo`, `redis-cli --scan --pattern`
        _ if !passes_on(last) && (has_search_word(last) || last.has("--pattern")) => return true,
        _ => {}
    }
    // What a search in files found may be cut or counted.
    newest.find(|command| !passes_on(command)).is_some_and(|search| match search.program() {
        "find" => names_files(search),
        "git" => search.has("grep") || searches_history(search),
        program if is_build_graph(program) => has_search_word(search),
        program if is_resolver(program) => true,
        program => greps(program) || is_finder(program),
    })
}

/// Whether git searches the history for a word: `git log -S total`, `git log --grep total`.
fn searches_history(git: &SimpleCommand<'_>) -> bool {
    let searches =
        |arg: &str| arg.starts_with("-S") || arg.starts_with("-G") || arg.starts_with("--grep");
    git.has("log") && git.args().any(searches)
}

/// Whether the command asks a registry for an image: whether it is there is the answer.
pub(super) fn asks_registry(command: &SimpleCommand<'_>) -> bool {
    let mut words = command.args().filter(|arg| !arg.starts_with('-'));
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match command.program() {
        "docker" | "podman" | "nerdctl" => first == "manifest" && second == "inspect",
        "oras" => first == "manifest" && second == "fetch",
        "crane" => matches!(first, "manifest" | "digest"),
        "skopeo" => first == "inspect",
        _ => false,
    }
}

/// Whether the program asks name servers.
pub(super) fn is_resolver(program: &str) -> bool {
    matches!(program, "dig" | "drill" | "kdig" | "delv" | "host" | "nslookup" | "doggo" | "dog")
}

fn has_search_word(command: &SimpleCommand<'_>) -> bool {
    match command.args().find(|arg| !arg.starts_with('-')) {
        Some("search") => true,
        Some("query") if matches!(command.program(), "logcli" | "promtool") => true,
        Some("query" | "cquery" | "aquery" | "uquery") => is_build_graph(command.program()),
        _ => false,
    }
}

/// Whether the program answers questions about the graph of a build.
pub(super) fn is_build_graph(program: &str) -> bool {
    matches!(program, "bazel" | "bazelisk" | "buck" | "buck2" | "pants")
}

/// Whether the command shows what a search in front of it printed, and selects nothing itself.
fn passes_on(command: &SimpleCommand<'_>) -> bool {
    is_filter(command) && !greps(command.program()) && !command.is_run_by_xargs()
        || matches!(command.program(), "true" | ":") && !command.piped_from
}

/// Whether the program selects lines that match a pattern.
pub(super) fn greps(program: &str) -> bool {
    matches!(program, "grep" | "egrep" | "fgrep" | "zgrep" | "rg" | "ag" | "ack")
}

/// Whether the program looks for files by their names.
pub(super) fn is_finder(program: &str) -> bool {
    matches!(program, "find" | "fd" | "fdfind" | "locate" | "plocate" | "mlocate" | "whereis")
}

/// Whether this `find` looks for a name. Without one it lists what a folder holds, and an empty list is an
/// answer about that folder; with `-delete` it acts.
fn names_files(find: &SimpleCommand<'_>) -> bool {
    let is_name = |arg: &str| {
        arg.strip_prefix('-')
            .map(|test| test.strip_prefix('i').unwrap_or(test))
            .is_some_and(|test| matches!(test, "name" | "path" | "wholename" | "regex" | "lname"))
    };
    let acts = |arg: &str| arg == "-delete" || arg.starts_with("-fprint") || arg == "-fls";
    find.args().any(is_name) && !find.args().any(acts)
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
        check("command -v ruff", true);
        check("command ruff", false);
        check("[ -f a ] && [[ -d b ]]", true);
        check("git diff --quiet", true);
        check("git log --oneline -S total", true);
        check("git log --all --grep total | head -3", true);
        check("nc -zv db 5432", true);
        check("ssh web1 systemctl is-active cups", true);
        check("ssh web1 'pgrep -x ntpd'", true);
        check("git merge-base --is-ancestor 4f2c9d1 main", true);
        check("getent hosts db.internal", true);
        check("dig +short www.example.org @9.9.9.9", true);
        check("nslookup www.example.org | tail -3", true);
        check("ssh web1 systemctl restart web", false);
        check("git merge-base a b", false);
        check("systemctl is-enabled web", true);
        check("bazel query 'filter(a, //...)' 2>/dev/null | head", true);
        check("nc -l 5432", false);
        check("systemctl restart web", false);
        check("bazel build //a", false);
        check("nix search nixpkgs hexyl", true);
        check("logcli query --since=4h '{app=\"cart\"} |= \"error\"'", true);
        check("logcli labels", false);
        check("bq query 'delete from a'", false);
        check("redis-cli --scan --pattern 'sess*'", true);
        check("find / -name libfoo.so 2>/dev/null", true);
        check("find . -iname '*hero*' -type f | sort | head -3", true);
        check("find . -name x || true", true);
        check("cd src && rg name | wc -l", true);
        check("ps aux | grep web | awk '{print $2}'", true);
        check("find logs -size 0", false);
        check("redis-cli -h a --scan --pattern 'tmp:*' | head", false);
        check("find . -name '*.pyc' -delete", false);
        check("find . -name '*.o' -exec rm {} +", false);
        check("find . -name '*.c' | xargs wc -l", false);
        check("cat notes | head -3", false);
        check("make | sort", false);
        check("npm run search", false);
        check("grep -q name a || make", false);
        check("make 2>&1 | tail", false);
        check("diff expected actual", false);
        check("git status", false);
        check("git log --oneline -3", false);
        check("grep 'name", false);
        check("", false);
    }
}
