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
    command.written_redirects().next().is_none()
        && (is_builtin(command) || sets_option(command) || clears(command))
}

fn is_builtin(command: &SimpleCommand<'_>) -> bool {
    matches!(command.program(), "export" | "unset" | "set" | "ulimit" | "umask")
}

/// `git config --global a.b c`, `npm config set a b`, `go env -w A=b`. Only programs whose `config` is known: that of others may do
/// anything.
fn sets_option(command: &SimpleCommand<'_>) -> bool {
    let mut words = command.args().filter(|word| !word.starts_with('-'));
    let (first, second, third) = (words.next(), words.next(), words.next());
    match (command.program(), first) {
        ("git", Some("config")) => {
            const SETS: [&str; 8] = [
                "--global",
                "--system",
                "--local",
                "--worktree",
                "--add",
                "--replace-all",
                "--unset",
                "--unset-all",
            ];
            let only_sets = command.args().all(|arg| !arg.starts_with('-') || SETS.contains(&arg));
            let removes = command.args().any(|arg| arg.starts_with("--unset"));
            // `git config list` and `git config get a.b` have no key in this place.
            only_sets && second.is_some_and(|key| key.contains('.')) && (third.is_some() || removes)
        }
        ("npm" | "pnpm" | "yarn" | "pip" | "pip3", Some("config")) => second == Some("set"),
        ("go", Some("env")) => command.has("-w"),
        ("dotnet", Some("nuget")) => {
            let sets = |word| matches!(word, "add" | "update" | "remove" | "enable" | "disable");
            second.is_some_and(sets) && third == Some("source")
        }
        ("conda", Some("config")) => {
            let sets = ["--set", "--add", "--append", "--prepend", "--remove", "--remove-key"];
            sets.iter().any(|option| command.has(option))
        }
        _ => false,
    }
}

/// Whether the command clears what a tool has made and makes again: `cargo clean`, `npm cache clean --force`, `docker builder
/// prune -f`, `./gradlew clean`. What `clean` does in other programs, nobody knows: `flyway clean` drops a database.
#[must_use]
pub fn clears(command: &SimpleCommand<'_>) -> bool {
    let mut words = command.args().filter(|word| !word.starts_with('-'));
    let (first, second) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    match command.program() {
        "cargo" | "go" | "conda" => first == "clean",
        "npm" | "pnpm" | "yarn" => first == "cache" && second == "clean",
        "dotnet" => first == "nuget" && second == "locals" && command.has("--clear"),
        "pip" | "pip3" => first == "cache" && second == "purge",
        "docker" => matches!(first, "builder" | "image" | "system" | "buildx") && second == "prune",
        // `mvn clean install` builds.
        "gradle" | "gradlew" | "mvn" | "mvnw" => first == "clean" && second.is_empty(),
        _ => false,
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
                "conda config --add channels conda-forge && conda clean -ay",
                "dotnet nuget remove source a && dotnet nuget add source https://a -n a",
                "dotnet nuget locals all --clear",
            ],
            &[
                "git config --get user.name",
                "dotnet nuget list source",
                "dotnet nuget push a.nupkg",
                "git config --list",
                "git config get user.name",
                "git config user.name",
                "git config --file F --get k",
                "git config --file F a.b",
                "conda config --show channels",
                "flyway clean",
                "docker config create a b",
                "docker volume prune -f",
                "./train config lr 0.3",
                "fly config save",
                "./tool clean",
                "./tool cache clear",
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
