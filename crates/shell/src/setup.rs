//! Recognises command lines that only look, and those that may bring a program that was missing.

use super::command::{CommandLine, CommandOperator, SimpleCommand};
use super::guard::programs::{ProgramKind, kind};
use super::parse;
use super::question::is_reading_query;
use super::search::is_build_graph;
use super::waiting::{remote_line, sends_to_forge};

/// Whether the line only shows files, pages or logs, or falls back on another command: what it prints of a
/// failure is then not its own.
#[must_use]
pub fn is_look(line: &CommandLine<'_>) -> bool {
    let shows = !line.commands.is_empty() && line.commands.iter().all(looks);
    line.complete && (shows || has_fallback(line))
}

fn has_fallback(line: &CommandLine<'_>) -> bool {
    let is_idle = |program: &str| matches!(program, "true" | ":" | "echo" | "exit" | "printf");
    line.commands.iter().any(|command| command.behind == Some(CommandOperator::Or))
        && line.commands.last().is_some_and(|last| !last.piped_from && !is_idle(last.program()))
}

fn looks(command: &SimpleCommand<'_>) -> bool {
    let has = |words: &[&str]| command.args().any(|arg| words.contains(&arg));
    if command.written_redirects().next().is_some() {
        return false;
    }
    match command.program() {
        "curl" | "wget" | "http" => !downloads(command),
        "git" => has(&["show", "log", "diff", "grep", "blame", "status", "cat-file"]),
        "docker" | "podman" | "docker-compose" | "kubectl" | "oc" | "nomad" | "fly" | "heroku" => {
            has(&["logs", "log"])
        }
        // What a table holds is no error of the query.
        "psql" | "mysql" | "mariadb" | "sqlite3" | "duckdb" | "clickhouse-client"
        | "clickhouse" | "snowsql" | "bq" | "trino" | "beeline" | "sqlcmd" | "cqlsh" => {
            is_given_query(command)
        }
        // What another host shows.
        "ssh" => remote_line(command).is_some_and(|line| is_look(&parse(&line))),
        "helm" => has(&["get", "show"]),
        "gh" | "glab" => only_asks_forge(command),
        "vault" | "consul" | "etcdctl" => has(&["get", "read", "list"]),
        program if is_build_graph(program) => has(&["query", "cquery", "aquery", "uquery"]),
        // What a registry tells of one package.
        "npm" | "pnpm" | "yarn" | "gem" | "cargo" | "conda" | "brew" | "apt" | "dnf" | "pip" => {
            command.args().next().is_some_and(|arg| matches!(arg, "view" | "info" | "show"))
        }
        "awk" | "sed" | "sort" | "find" | "fd" | "fdfind" | "journalctl" => true,
        program => !sets_environment(program) && kind(command) == ProgramKind::Reads,
    }
}

/// Whether the command is given a query that only reads.
fn is_given_query(command: &SimpleCommand<'_>) -> bool {
    let is_query = |text: &str| is_reading_query(text.trim());
    command.args().any(is_query) || command.input().any(|data| is_query(&data.text))
}

/// Whether a call of a forge only asks: `gh pr view`, `gh api repos/o/r`.
fn only_asks_forge(command: &SimpleCommand<'_>) -> bool {
    const ASKING: [&str; 13] = [
        "browse", "checks", "diff", "get", "lint", "list", "logs", "ls", "search", "status",
        "trace", "view", "watch",
    ];
    // Behind these stands where it asks.
    const PLACES: [&str; 6] = ["-R", "--repo", "--hostname", "-g", "--group", "-p"];
    let mut before = "";
    let mut words = command.args().filter(|arg| {
        let before = std::mem::replace(&mut before, arg);
        !arg.starts_with('-') && !PLACES.contains(&before)
    });
    match words.next() {
        Some("api") if command.has("graphql") => {
            !command.args().any(|arg| arg.contains("mutation"))
        }
        Some("api") => !sends_to_forge(command),
        Some(first) => {
            ASKING.contains(&first) || words.next().is_some_and(|word| ASKING.contains(&word))
        }
        None => true,
    }
}

/// Whether a command of the line may put a program where it is found: it changes the environment,
/// downloads, links or unpacks, or does what is not known. Looks, builds, edits, and what only tells its version
/// do not.
#[must_use]
pub fn may_provide(line: &CommandLine<'_>) -> bool {
    line.commands.iter().any(provides)
}

/// Whether the command may put a program where it is found.
#[must_use]
pub fn provides(command: &SimpleCommand<'_>) -> bool {
    let program = command.program();
    let installs = || command.args().any(|arg| arg.contains("install") || arg.contains("setup"));
    let only_tells = || {
        const QUESTIONS: [&str; 9] =
            ["--version", "-version", "-v", "-V", "version", "--help", "-h", "list", "info"];
        command.args().any(|arg| QUESTIONS.contains(&arg))
    };
    match program {
        _ if sets_environment(program) => true,
        "curl" | "wget" => downloads(command),
        "chmod" | "cp" | "install" | "ln" | "mv" | "rsync" | "scp" | "tar" | "unzip" => true,
        _ => match kind(command) {
            ProgramKind::Builds | ProgramKind::Interprets => installs(),
            ProgramKind::Unknown | ProgramKind::Runs => !only_tells(),
            ProgramKind::Reads | ProgramKind::Writes | ProgramKind::Edits => false,
        },
    }
}

fn sets_environment(program: &str) -> bool {
    matches!(program, "source" | "." | "export" | "eval" | "hash" | "alias")
}

/// Whether what is fetched is kept, or passed on.
fn downloads(command: &SimpleCommand<'_>) -> bool {
    let is_passed_on = command.pipes_to || command.written_redirects().next().is_some();
    keeps_download(command) || is_passed_on && !command.has("/dev/null")
}

/// Whether `curl` or `wget` keeps what it fetches in a file.
pub(super) fn keeps_download(command: &SimpleCommand<'_>) -> bool {
    let is_short = |arg: &&str| arg.starts_with('-') && !arg.starts_with("--");
    let mut short = command.args().filter(is_short);
    let is_kept = match command.program() {
        "curl" => short.any(|arg| arg.contains(['o', 'O'])) || command.has("--output"),
        _ => !short.any(|arg| arg.ends_with("O-")) && !command.has("--spider"),
    };
    is_kept && !command.has("/dev/null")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::check;

    #[test]
    fn r19_what_may_bring_a_program_is_known() {
        check(
            may_provide,
            &[
                "source ~/.cargo/env",
                ". .venv/bin/activate && pytest",
                "export PATH=$PATH:/opt/zig",
                "module load gcc/13",
                "asdf global elixir 1.17",
                "ln -s /usr/bin/fdfind ~/bin/fd",
                "curl -sL https://x/k.tar.gz | tar xz -C ~/bin",
                "docker run -d --name pg postgres:16",
                "sudo make install",
                "direnv allow",
                "./bootstrap",
            ],
            &[
                "ls ~/bin",
                "which mvn",
                "cat pom.xml",
                "make",
                "npm run build",
                "git commit -qm x",
                "sed -i s/a/b/ pom.xml",
                "java -version",
                "curl -s http://h/health",
                "python3 app.py",
                "cd web",
            ],
        );
    }

    #[test]
    fn r19_looks_show_what_others_said() {
        check(
            is_look,
            &[
                "jq . a || python3 a.py",
                "cat ci.log",
                "grep -rn x logs | head",
                "curl -s http://h/faq",
                "docker logs web",
                "ssh -o ConnectTimeout=3 web-01 tail -3 /var/log/shop.log",
                "gh pr view 7 --json title",
                "gh run view 7 --log-failed",
                "glab ci trace 7",
                "gh api repos/o/r/releases",
                "gh api graphql -f query=x",
            ],
            &[
                "mvn test || true",
                "mvn test | tail",
                "make",
                "cat a > b",
                "source x",
                "ssh web-01 ./restart",
                "ssh web-01",
                "gh release create v1 --notes x",
                "gh pr -R o/r merge 7",
                "gh -R o/list release create v1",
                "gh repo deploy-key add k",
                "gh api graphql -f query='mutation{a}'",
                "gh api repos/o/r/releases -f tag_name=v1",
                "glab api -X POST projects/1/releases",
                "",
            ],
        );
    }
}
