//! Recognises command lines that only set an option or a variable, or clear what tools make again: a cache, a build folder.

use super::command::{CommandLine, SimpleCommand};
use super::filter::is_printer;

/// Whether the line only sets or clears something.
#[must_use]
pub fn only_sets(line: &CommandLine<'_>) -> bool {
    let acts = |command: &&SimpleCommand<'_>| !is_printer(command) || is_builtin(command);
    let mut acting = line.commands.iter().filter(acts).peekable();
    line.complete && acting.peek().is_some() && acting.all(sets_or_clears)
}

/// Whether the command sets an option or a variable, or clears what tools make again.
#[must_use]
pub fn sets_or_clears(command: &SimpleCommand<'_>) -> bool {
    // A cluster that is selected makes the next question another one.
    let is_of_cluster = matches!(command.program(), "kubectl" | "oc" | "helm");
    command.written_redirects().next().is_none()
        && !is_of_cluster
        && (is_builtin(command) || sets_option(command) || clears(command))
}

fn is_builtin(command: &SimpleCommand<'_>) -> bool {
    matches!(command.program(), "export" | "unset" | "set" | "ulimit" | "umask")
}

/// `git config --global a b`, `npm config set a b`, `go env -w A=b`.
fn sets_option(command: &SimpleCommand<'_>) -> bool {
    const READS: [&str; 7] = ["get", "list", "ls", "view", "show", "current-context", "validate"];
    let mut words = command.args().filter(|word| !word.starts_with('-'));
    match words.next() {
        Some("config") => {
            let removes = command.args().any(|word| word.starts_with("--unset"));
            let (first, second) = (words.next(), words.next());
            first.is_some_and(|word| !READS.contains(&word)) && (second.is_some() || removes)
        }
        Some("env") => command.has("-w") || command.has("-u"),
        _ => false,
    }
}

/// Whether the command clears what a tool has made and makes again: `cargo clean`, `npm cache clean --force`, `docker builder
/// prune -f`, `./gradlew clean`. What git removes nobody makes again.
#[must_use]
pub fn clears(command: &SimpleCommand<'_>) -> bool {
    const VERBS: [&str; 9] =
        ["clean", "cleanup", "clear", "distclean", "gc", "prune", "purge", "verify", "clean-all"];
    // What `prune` and `verify` do to anything else is more.
    const STORES: [&str; 7] = ["cache", "builder", "buildx", "store", "system", "image", "wsl"];
    if matches!(command.program(), "git" | "redis-cli") {
        return false;
    }
    let mut words = command.args().filter(|word| !word.starts_with('-'));
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let clears_all = |verb: &str| VERBS[..4].contains(&verb);
    let mut rest = words;
    match STORES.contains(&first) {
        true => VERBS.contains(&second),
        // `cargo clean -p a`; `mvn clean install` and `make clean all` build.
        false => {
            clears_all(first) && (second.is_empty() || command.has("-p") && rest.next().is_none())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::check;

    #[test]
    fn r04_lines_that_only_set_or_clear_something() {
        check(
            only_sets,
            &[
                "git config --global url.a.insteadOf b",
                "git config --global --unset url.a.insteadOf",
                "npm config set strict-ssl false",
                "go env -w GOFLAGS=-mod=mod",
                "export OPENSSL_DIR=/usr && cargo clean",
                "cd web && npm cache clean --force",
                "docker builder prune -f",
                "docker system prune -af | tail -1",
                "cargo clean -p a",
                "go clean -modcache",
                "./gradlew clean",
                "pip cache purge; echo done",
                "unset HTTPS_PROXY",
            ],
            &[
                "git config --get user.name",
                "git config --list",
                "npm config get registry",
                "go env GOFLAGS",
                "cargo clean && cargo build",
                "mvn clean install",
                "make clean all",
                "git clean -fd",
                "git gc",
                "kubectl config set-context a",
                "npm prune",
                "docker compose restart api",
                "sudo systemctl restart a",
                "export A=b > c.env",
                "echo clean",
                "cd web",
                "",
            ],
        );
    }
}
