//! Package managers and formatters: they change files that the command line does not name.

use super::super::command::SimpleCommand;
use super::super::target::is_rewrite;
use super::{WriteCollector, has_option, operands};

pub(super) fn writes(found: &mut WriteCollector, command: &SimpleCommand<'_>, program: &str) {
    found.unknown |= installs(command, program) || rewrites(command, program);
}

fn installs(command: &SimpleCommand<'_>, program: &str) -> bool {
    let mut names =
        operands(command, &["--prefix", "-C", "--filter", "-w", "--manifest-path", "-p"])
            .map(|word| word.text.as_ref())
            .skip_while(|name| name.starts_with('+'));
    let sub = names.next().unwrap_or_default();
    let second = names.next().unwrap_or_default();
    match program {
        "npm" | "pnpm" | "yarn" | "bun" => {
            (program == "yarn" && sub.is_empty())
                || node_installs(sub)
                || node_rewrites(sub, second)
        }
        "make" | "just" | "task" => is_rewrite(sub),
        "pip" | "pip3" | "conda" | "mamba" | "gem" | "brew" | "apt" | "apt-get" | "apk" | "dnf"
        | "yum" | "pacman" | "pipx" => {
            matches!(
                sub,
                "install" | "uninstall" | "remove" | "update" | "upgrade" | "add" | "create"
            ) || (program == "pacman" && has_option(command, 'S', "sync"))
        }
        "uv" => {
            matches!(sub, "add" | "remove" | "sync" | "lock" | "init" | "venv" | "tool")
                || (sub == "pip" && matches!(second, "install" | "uninstall" | "sync" | "compile"))
        }
        "poetry" | "pdm" | "pipenv" | "rye" | "composer" | "bundle" | "hatch" => matches!(
            sub,
            "add"
                | "remove"
                | "install"
                | "uninstall"
                | "update"
                | "lock"
                | "sync"
                | "require"
                | "init"
                | "new"
        ),
        "cargo" => cargo(command, sub),
        "go" => match sub {
            "get" | "install" | "generate" | "fmt" | "fix" => true,
            "mod" => matches!(second, "tidy" | "init" | "edit" | "vendor"),
            "work" => matches!(second, "init" | "use" | "sync" | "edit"),
            _ => false,
        },
        "dotnet" => matches!(sub, "add" | "remove" | "new" | "format"),
        "mix" => {
            matches!(sub, "deps.get" | "deps.update" | "format" | "new")
                && !command.has("--check-formatted")
        }
        "rails" => matches!(sub, "generate" | "g" | "new" | "destroy"),
        "gh" => matches!(
            (sub, second),
            ("pr", "checkout" | "merge") | ("repo", "clone" | "fork") | ("run", "download")
        ),
        _ => false,
    }
}

fn node_installs(sub: &str) -> bool {
    matches!(
        sub,
        "install"
            | "i"
            | "ci"
            | "add"
            | "remove"
            | "rm"
            | "uninstall"
            | "un"
            | "update"
            | "up"
            | "upgrade"
            | "link"
            | "dedupe"
            | "create"
            | "init"
            | "version"
            | "prune"
            | "patch"
    )
}

fn node_rewrites(sub: &str, second: &str) -> bool {
    match sub {
        "run" | "run-script" => is_rewrite(second),
        "audit" => second == "fix",
        "pkg" => second == "set",
        _ => is_rewrite(sub),
    }
}

fn cargo(command: &SimpleCommand<'_>, sub: &str) -> bool {
    match sub {
        "add" | "remove" | "rm" | "update" | "install" | "uninstall" | "new" | "init" | "fix"
        | "generate-lockfile" | "vendor" | "clean" | "set-version" | "upgrade" => true,
        "fmt" => !command.has("--check"),
        "clippy" => command.has("--fix"),
        "insta" => command.has("accept") || command.has("review") || command.has("--accept"),
        _ => false,
    }
}

fn rewrites(command: &SimpleCommand<'_>, program: &str) -> bool {
    let sub = operands(command, &[]).next().map_or("", |word| word.text.as_ref());
    let has = |options: &[&str]| command.args().any(|arg| options.contains(&arg));
    let only_looks = || has(&["--check", "--diff", "-check", "--check-only", "-c"]);
    match program {
        "rustfmt" | "stylua" | "buf" => !only_looks(),
        "black" | "isort" | "docformatter" => !only_looks() && !has(&["-"]),
        "ruff" => (sub == "format" && !only_looks()) || has(&["--fix", "--fix-only"]),
        "prettier" => has(&["--write", "-w"]),
        "biome" => has(&["--write", "--apply", "--fix", "--apply-unsafe"]),
        "eslint" | "stylelint" | "oxlint" | "markdownlint" | "standardrb" | "swiftlint" => {
            has(&["--fix"])
        }
        "gofmt" | "goimports" | "gofumpt" | "shfmt" => has(&["-w"]),
        "golangci-lint" => has(&["--fix"]) || sub == "fmt",
        "clang-format" | "autopep8" | "yapf" => has(&["-i", "--in-place"]),
        "terraform" | "tofu" | "taplo" | "dprint" | "deno" | "zig" | "dart" => {
            matches!(sub, "fmt" | "format") && !only_looks() && !has(&["-"])
        }
        "rubocop" => has(&["-a", "-A", "--autocorrect", "--autocorrect-all"]),
        "php-cs-fixer" => sub == "fix",
        "swiftformat" | "autoflake" => !has(&["--lint", "--check"]),
        "ktlint" => has(&["-F", "--format"]),
        "pre-commit" => sub == "run",
        _ => false,
    }
}
