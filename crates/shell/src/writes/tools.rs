//! Package managers and formatters: they change files that the command line does not name.

use super::super::command::SimpleCommand;
use super::super::task_name::is_rewrite_task;
use super::{has_option, operands};

/// Whether the program changes files that the command line does not name.
pub(super) fn change_files(command: &SimpleCommand<'_>, program: &str) -> bool {
    installs(command, program) || formats(command, program)
}

fn installs(command: &SimpleCommand<'_>, program: &str) -> bool {
    let mut names = operands(command, "--prefix -C --filter -w --manifest-path -p")
        .map(|word| word.text.as_ref())
        .skip_while(|name| name.starts_with('+'));
    let sub = names.next().unwrap_or_default();
    let second = names.next().unwrap_or_default();
    let by_own_rule = match program {
        "npm" | "pnpm" | "yarn" | "bun" => {
            let script = if matches!(sub, "run" | "run-script") { second } else { sub };
            is_rewrite_task(script) || (program == "yarn" && sub.is_empty())
        }
        "make" | "just" | "task" => is_rewrite_task(sub),
        "pacman" => has_option(command, 'S', "sync"),
        "cargo" => match sub {
            "fmt" => !command.has("--check"),
            "clippy" => command.has("--fix"),
            "insta" => ["accept", "review", "--accept"].iter().any(|arg| command.has(arg)),
            _ => false,
        },
        "mix" => sub == "format" && !command.has("--check-formatted"),
        _ => false,
    };
    by_own_rule
        || changing_subcommands(program).contains(&sub)
        || changing_second_words(program, sub).contains(&second)
}

/// The subcommands of a program that change files.
#[rustfmt::skip]
fn changing_subcommands(program: &str) -> &'static [&'static str] {
    match program {
        "npm" | "pnpm" | "yarn" | "bun" => &[
            "install", "i", "ci", "add", "remove", "rm", "uninstall", "un", "update", "up", "upgrade",
            "link", "dedupe", "create", "init", "version", "prune", "patch",
        ],
        "pip" | "pip3" | "conda" | "mamba" | "gem" | "brew" | "apt" | "apt-get" | "apk" | "dnf"
        | "yum" | "pacman" | "pipx" => {
            &["install", "uninstall", "remove", "update", "upgrade", "add", "create"]
        }
        "poetry" | "pdm" | "pipenv" | "rye" | "composer" | "bundle" | "hatch" => &[
            "add", "remove", "install", "uninstall", "update", "lock", "sync", "require", "init", "new",
        ],
        "uv" => &["add", "remove", "sync", "lock", "init", "venv", "tool"],
        "cargo" => &[
            "add", "remove", "rm", "update", "install", "uninstall", "new", "init", "fix",
            "generate-lockfile", "vendor", "clean", "set-version", "upgrade",
        ],
        "go" => &["get", "install", "generate", "fmt", "fix"],
        "dotnet" => &["add", "remove", "new", "format"],
        "mix" => &["deps.get", "deps.update", "new"],
        "rails" => &["generate", "g", "new", "destroy"],
        _ => &[],
    }
}

/// The second words with which a subcommand changes files.
fn changing_second_words(program: &str, sub: &str) -> &'static [&'static str] {
    match (program, sub) {
        ("npm" | "pnpm" | "yarn" | "bun", "audit") => &["fix"],
        ("npm" | "pnpm" | "yarn" | "bun", "pkg") => &["set"],
        ("uv", "pip") => &["install", "uninstall", "sync", "compile"],
        ("go", "mod") => &["tidy", "init", "edit", "vendor"],
        ("go", "work") => &["init", "use", "sync", "edit"],
        ("gh", "pr") => &["checkout", "merge"],
        ("gh", "repo") => &["clone", "fork"],
        ("gh", "run") => &["download"],
        _ => &[],
    }
}

/// When a formatter or a linter changes files.
#[derive(Default)]
struct RewriteRule {
    /// With one of these options.
    with: &'static [&'static str],
    /// With one of these subcommands; `always` takes any or none.
    subs: &'static [&'static str],
    always: bool,
    /// An option with which neither subcommand nor `always` counts.
    unless: &'static [&'static str],
}

fn formats(command: &SimpleCommand<'_>, program: &str) -> bool {
    let Some(rule) = rewrite_rule(program) else { return false };
    let has = |options: &[&str]| command.args().any(|arg| options.contains(&arg));
    let sub = || operands(command, "").next().map_or("", |word| word.text.as_ref());
    has(rule.with) || ((rule.always || rule.subs.contains(&sub())) && !has(rule.unless))
}

fn rewrite_rule(program: &str) -> Option<RewriteRule> {
    const CHECKS: &[&str] = &["--check", "--diff", "-check", "--check-only", "-c"];
    const CHECKS_OR_STDIN: &[&str] = &["--check", "--diff", "-check", "--check-only", "-c", "-"];
    let with = |with| RewriteRule { with, ..RewriteRule::default() };
    let unless = |unless| RewriteRule { always: true, unless, ..RewriteRule::default() };
    let subs = |subs, unless| RewriteRule { subs, unless, ..RewriteRule::default() };
    Some(match program {
        "rustfmt" | "stylua" | "buf" => unless(CHECKS),
        "black" | "isort" | "docformatter" => unless(CHECKS_OR_STDIN),
        "swiftformat" | "autoflake" => unless(&["--lint", "--check"]),
        "ruff" => RewriteRule { with: &["--fix", "--fix-only"], ..subs(&["format"], CHECKS) },
        "prettier" => with(&["--write", "-w"]),
        "biome" => with(&["--write", "--apply", "--fix", "--apply-unsafe"]),
        "eslint" | "stylelint" | "oxlint" | "markdownlint" | "standardrb" | "swiftlint" => {
            with(&["--fix"])
        }
        "gofmt" | "goimports" | "gofumpt" | "shfmt" => with(&["-w"]),
        "golangci-lint" => RewriteRule { with: &["--fix"], ..subs(&["fmt"], &[]) },
        "clang-format" | "autopep8" | "yapf" => with(&["-i", "--in-place"]),
        "terraform" | "tofu" | "taplo" | "dprint" | "deno" | "zig" | "dart" => {
            subs(&["fmt", "format"], CHECKS_OR_STDIN)
        }
        "rubocop" => with(&["-a", "-A", "--autocorrect", "--autocorrect-all"]),
        "php-cs-fixer" => subs(&["fix"], &[]),
        "ktlint" => with(&["-F", "--format"]),
        "pre-commit" => subs(&["run"], &[]),
        _ => return None,
    })
}
