//! Recognises command lines that check, that install, and that do nothing.

use fusebox_scan::WordSet;

use super::command::{CommandLine, SimpleCommand, basename};
use super::filter::is_printer;
use super::runner::{TestRunner, runs_tests, test_command};

/// Linters, type checkers, scanners and comparisons, which end with a status when they find something.
/// Others say it in their name ([`is_checker_name`]).
static CHECKERS: WordSet<51> = WordSet::new(
    "apalache-mc bandit basedpyright black brakeman buf cbmc chktex clang-tidy cmp codespell comm conftest coqc credo dafny detekt \
     dyff flake8 gitleaks gofmt grype isort kube-score kubeconform lacheck lychee mypy mythril phpstan \
     prettier pycodestyle pyflakes pyright redocly rubocop ruff selene semgrep slither snyk \
     spectral standard tamarin-prover tfsec tlc tlc2 trivy tsc vale vulture",
);
/// Programs that measure.
const BENCHMARKS: [&str; 8] =
    ["hyperfine", "wrk", "ab", "k6", "sysbench", "fio", "pgbench", "vegeta"];
/// Names of programs of a project that measure.
const BENCHES: [&str; 3] = ["bench", "benchmark", "benchmarks"];
/// Package managers that install with one of [`INSTALL_WORDS`].
const INSTALLERS: [&str; 33] = [
    "apk", "apt", "apt-get", "brew", "bun", "bundle", "cargo", "choco", "composer", "conda", "dnf",
    "gem", "go", "mamba", "nix", "npm", "pacman", "pip", "pip3", "pipx", "pnpm", "poetry",
    "rustup", "sdk", "uv", "yarn", "corepack", "nvm", "fnm", "pyenv", "asdf", "mise", "volta",
];
const INSTALL_WORDS: [&str; 12] = [
    "install",
    "add",
    "i",
    "ci",
    "sync",
    "require",
    "-S",
    "component",
    "get",
    "enable",
    "use",
    "prepare",
];

/// Whether the command that gives the line its status is a check: what it finds is its answer. A command that is timed
/// (`time make`) is one: it measures.
#[must_use]
pub fn is_check(line: &CommandLine<'_>) -> bool {
    let is_timed = |command: &SimpleCommand<'_>| {
        command.wrappers().iter().any(|word| basename(&word.text) == "time")
    };
    let last = line.commands.iter().rev().find(|command| !is_printer(command));
    last.is_some_and(|command| checks(command) || is_timed(command) && builds(command))
}

/// Whether the line runs tests that take what they get for what they expect: `jest -u`, `pytest --snapshot-update`, `go test ./... -update`,
/// `UPDATE_EXPECT=1 cargo test`.
#[must_use]
pub fn accepts_output(line: &CommandLine<'_>) -> bool {
    use TestRunner::{Bun, Jest, Npm, Playwright, Pnpm, Vitest, Yarn};
    const OPTIONS: [&str; 7] = [
        "--update",
        "-update",
        "--updateSnapshot",
        "--update-snapshot",
        "--update-snapshots",
        "--snapshot-update",
        "--force-regen",
    ];
    const VARIABLES: [&str; 5] =
        ["UPDATE_EXPECT", "UPDATE_GOLDEN", "UPDATE_SNAPSHOTS", "INSTA_UPDATE", "TRYBUILD"];
    const VALUES: [&str; 7] = ["1", "true", "yes", "all", "always", "force", "overwrite"];
    test_command(line).is_some_and(|(runner, command)| {
        // What a task is told stands behind `--`.
        let is_task = matches!(runner, Npm | Pnpm | Yarn) && command.has("--");
        let has_short = is_task || matches!(runner, Bun | Jest | Playwright | Vitest);
        let accepts = |word: &str| OPTIONS.contains(&word) || has_short && word == "-u";
        command.args().any(accepts)
            || command.assignments.iter().any(|variable| {
                VARIABLES.contains(&variable.name.as_ref())
                    && VALUES.contains(&variable.value.text.as_ref())
            })
    })
}

/// Whether the command that gives the line its status is a compiler, or a tool that does nothing but build.
#[must_use]
pub fn builds_project(line: &CommandLine<'_>) -> bool {
    let last = line.commands.iter().rev().find(|command| !is_printer(command));
    last.is_some_and(|command| {
        let has_path = command.words().first().is_some_and(|word| word.text.contains('/'));
        match command.program() {
            // What they are asked to run may warn of an error.
            "make" | "gmake" | "just" => false,
            "cargo" | "go" | "zig" | "dotnet" | "swift" if command.has("run") => false,
            "cargo" | "go" if command.has("check") || command.has("install") => true,
            "gradlew" | "mvnw" => true,
            "vite" | "next" | "ng" | "astro" | "nuxt" => command.has("build"),
            _ => !has_path && builds(command),
        }
    })
}

/// Whether the command checks, tests or builds something.
#[must_use]
pub fn checks_or_builds(command: &SimpleCommand<'_>) -> bool {
    checks(command) || builds(command) || runs_tests(command)
}

/// Whether the command builds the project or runs a program of it, and neither installs nor acts elsewhere: under a
/// clock it is a measurement.
fn builds(command: &SimpleCommand<'_>) -> bool {
    const ACTS: [&str; 17] = [
        "apply",
        "delete",
        "deploy",
        "destroy",
        "install",
        "login",
        "migrate",
        "notify",
        "post",
        "provision",
        "publish",
        "push",
        "restart",
        "roll",
        "rollout",
        "send",
        "upload",
    ];
    let program = command.program();
    let path = command.words().first().map_or("", |word| word.text.as_ref());
    let is_of_project = path.contains('/') && !path.starts_with(['/', '~', '$']);
    // To Maven, to install is to build for the other parts of the project.
    let is_maven = matches!(program, "mvn" | "mvnw");
    let mut names = std::iter::once(program).chain(command.args().map(basename));
    let acts = names.any(|name| {
        let mut words = name.split(['-', '_', '.', ':']);
        words.any(|word| ACTS.contains(&word) && !(is_maven && word == "install"))
    });
    let builds = |words: &[&str]| command.args().any(|arg| words.contains(&arg));
    !acts
        && match program {
            "make" | "gmake" | "cmake" | "ninja" | "meson" | "scons" | "bazel" | "mvn" | "mvnw"
            | "gradle" | "gradlew" | "rustc" | "gcc" | "clang" | "g++" | "clang++" | "javac"
            | "tsc" | "just" => true,
            "cargo" | "go" | "zig" | "dotnet" | "swift" | "stack" | "cabal" => {
                builds(&["b", "build", "compile", "run"])
            }
            "xcodebuild" => builds(&["build", "build-for-testing", "archive"]),
            "npm" | "pnpm" | "yarn" | "bun" => command.args().any(|arg| arg.starts_with("build")),
            _ => is_of_project,
        }
}

/// Whether the command is a check.
pub(super) fn checks(command: &SimpleCommand<'_>) -> bool {
    if has_check_word(command) {
        return true;
    }
    let asks = |words: &[&str]| command.args().any(|arg| words.contains(&arg));
    let program = command.program();
    is_checker_name(program) && !asks(&["--fix", "--write", "-w", "-i"])
        || BENCHMARKS.contains(&program)
        || match program {
            "cargo" => asks(&["clippy", "check", "bench", "deny", "audit"]) && !asks(&["--fix"]),
            "git" => {
                asks(&["diff", "fsck"]) && asks(&["--check", "--exit-code", "--quiet", "fsck"])
            }
            "go" => asks(&["vet"]),
            "terraform" | "tofu" => {
                asks(&["validate", "plan"]) || asks(&["fmt"]) && asks(&["-check"])
            }
            "npm" | "pnpm" | "yarn" | "bun" => {
                asks(&["lint", "typecheck", "type-check", "check", "bench", "audit"])
            }
            "npx" | "bunx" | "pipx" | "uvx" => command.args().any(is_checker_name),
            "make" | "just" => asks(&["lint", "check", "typecheck", "bench"]),
            "nginx" => asks(&["-t"]),
            // Its action may stand behind options with values.
            "xcodebuild" => asks(&["test", "test-without-building", "analyze"]),
            // `sbt "core/testOnly *Parser"`
            "sbt" => command.args().any(|task| basename(task).starts_with("test")),
            "kubectl" | "oc" | "helm" | "argocd" => asks(&["lint", "diff"]),
            "python" | "python3" => asks(&["-m"]) && command.args().any(is_checker_name),
            _ => false,
        }
}

/// Whether a program of this name checks: `ansible-lint`, `pip-audit`, `colordiff`, `mypy`.
fn is_checker_name(program: &str) -> bool {
    let says_so = |word: &[u8]| match word.last() {
        Some(b't') => {
            word.ends_with(b"lint") || word.ends_with(b"hint") || word.ends_with(b"audit")
        }
        Some(b'f') => word.ends_with(b"diff"),
        Some(b'k') => word.ends_with(b"check"),
        _ => false,
    };
    let begins_so = |word: &[u8]| word.starts_with(b"check") && word != b"checkout";
    let name = program.as_bytes();
    let mut words = name.split(|byte| matches!(byte, b'-' | b'_'));
    CHECKERS.has_exactly(name)
        || !name.iter().any(|byte| matches!(byte, b'/' | b'.'))
            && words.any(|word| says_so(word) || begins_so(word))
}

/// Whether a subcommand scans something for faults. Where a database or a radio is scanned, nothing is checked.
fn scans(command: &SimpleCommand<'_>, sub: &str) -> bool {
    const READERS: [&str; 6] = ["redis-cli", "valkey-cli", "hbase", "iw", "nmcli", "bluetoothctl"];
    sub == "scan" && !READERS.contains(&command.program())
}

/// Whether a subcommand or an option says that the command checks: `flutter test`, `verilator --lint-only`.
fn has_check_word(command: &SimpleCommand<'_>) -> bool {
    const VERBS: [&str; 14] = [
        "test",
        "tests",
        "check",
        "lint",
        "verify",
        "validate",
        "bench",
        "benchmark",
        "analyze",
        "audit",
        "vet",
        "typecheck",
        "breaking",
        "doctor",
    ];
    let is_text = matches!(
        command.program(),
        "echo" | "grep" | "rg" | "cat" | "ls" | "test" | "[" | "cd" | "git"
    );
    if is_text {
        return false;
    }
    let sub = command.args().find(|arg| !arg.starts_with('-'));
    // `python tools/validate_one.py a.json`, `./check-links.sh`
    let is_checker = |path: &str| {
        let stem = basename(path);
        // Its parts are joined by signs.
        let is_sign = |byte| matches!(byte, b'.' | b'_' | b'-');
        let Some(end) = stem.bytes().position(is_sign) else { return BENCHES.contains(&stem) };
        let (first, rest) = stem.split_at(end);
        // `checkpatch.pl`
        let is_check = first.starts_with("check") && !["checkout", "checkpoint"].contains(&first);
        // `./codec_test`, `build/unit-tests`
        let last = rest.rsplit(['.', '_', '-']).next().unwrap_or_default();
        let is_test =
            path.contains('/') && (["test", "tests"].contains(&last) || BENCHES.contains(&last));
        // What a fuzzer found is played to the program that it was found in.
        is_check
            || is_test
            || BENCHES.contains(&first)
            || ["validate", "lint", "verify", "fuzz"].contains(&first)
    };
    let is_interpreter = matches!(
        command.program(),
        "python"
            | "python3"
            | "node"
            | "ruby"
            | "bash"
            | "sh"
            | "deno"
            | "julia"
            | "Rscript"
            | "perl"
    );
    let path = command.words().first().map(|word| word.text.as_ref()).unwrap_or_default();
    let by_script = is_checker(path) || is_interpreter && sub.is_some_and(is_checker);
    let by_option = command.args().filter_map(|arg| arg.strip_prefix("--")).any(|name| {
        let word = name.split(['=', '-']).next().unwrap_or_default();
        ["lint", "check", "validate", "verify"].contains(&word)
            // The status says whether something was found.
            || ["exit-code", "error-exitcode", "fail-on", "exit-non-zero", "set-exit-status"]
                .iter()
                .any(|start| name.starts_with(start))
    });
    let repairs =
        command.args().any(|arg| matches!(arg, "--fix" | "--write" | "--autofix" | "-w" | "-i"));
    let by_word =
        |sub: &str| VERBS.contains(&sub) || scans(command, sub) || runs_check_task(command, &VERBS);
    !repairs && (by_option || by_script || sub.is_some_and(by_word))
}

/// Whether a task runner is given a task that checks: `zig build bench`, `npm run test`.
fn runs_check_task(command: &SimpleCommand<'_>, verbs: &[&str]) -> bool {
    const RUNNERS: [&str; 17] = [
        "bun", "deno", "hatch", "just", "lerna", "mage", "moon", "npm", "nx", "pdm", "pixi",
        "pnpm", "rush", "task", "turbo", "yarn", "zig",
    ];
    let mut words = command.args().filter(|arg| !arg.starts_with('-'));
    // The task of a package: `nx run cart:lint`, `task cart:lint`.
    let checks = |task: &str| task.split(':').any(|part| verbs.contains(&part));
    let sub = words.next().filter(|_| RUNNERS.contains(&command.program()));
    sub.is_some_and(|sub| match sub {
        "run" | "build" => words.next().is_some_and(checks),
        task => task.contains(':') && checks(task),
    })
}

/// Whether the line installs a program or a package.
#[must_use]
pub fn installs(line: &CommandLine<'_>) -> bool {
    line.commands.iter().any(|command| {
        let installs = |word: &str| INSTALL_WORDS.contains(&word);
        INSTALLERS.contains(&command.program()) && command.args().take(3).any(installs)
            || command.piped_from && matches!(command.program(), "sh" | "bash")
            || matches!(command.program(), "python" | "python3")
                && command.has("pip")
                && command.has("install")
    })
}

/// Whether the line does nothing: comments, `true`, `:`, an empty script, a `cd` alone.
#[must_use]
pub fn does_nothing(line: &CommandLine<'_>) -> bool {
    let is_idle = |command: &SimpleCommand<'_>| {
        matches!(command.program(), "true" | ":" | "" | "cd")
            && command.assignments.is_empty()
            && command.redirects.is_empty()
    };
    line.complete && !line.text.trim().is_empty() && line.commands.iter().all(is_idle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::check;

    #[test]
    fn a13_a_suite_that_accepts_what_it_gets() {
        check(
            accepts_output,
            &[
                "npx jest -u",
                "npm test -- badge -u",
                "npx vitest run --update",
                "pytest tests --snapshot-update",
                "go test ./... -update",
                "UPDATE_EXPECT=1 cargo test -p parser",
                "npx playwright test --update-snapshots",
            ],
            &[
                "npx jest",
                "go test -u ./...",
                "go get -u ./...",
                "apt update",
                "npm update",
                "yarn test -u tdd",
                "INSTA_UPDATE=no cargo test",
                "pytest -k update",
                "curl -u a:b http://localhost",
                "sort -u tests.txt",
            ],
        );
    }

    #[test]
    fn r04_checks_are_known_by_the_command_that_gives_the_status() {
        check(
            is_check,
            &[
                "ruff check src/a.py",
                "npx tsc -p packages/a --noEmit",
                "diff expected/a actual/a",
                "cd web && npm run lint 2>&1 | tail -20",
                "cargo clippy || true",
                "shellcheck a.sh | head",
                "terraform plan -no-color",
                "buf breaking --against .git",
                "slither contracts/a.sol",
                "python -m mypy app.py",
                "kubectl diff -f a.yaml",
                "markdownlint docs",
                "zig build bench",
                "npm run -s test",
                "npx turbo run lint --filter=cart",
                "nx run cart:lint",
                "npx lerna run test --scope cart",
                "task cart:test",
                "time make -s -B",
                "time cargo build --release -q",
                "time go build ./...",
                "time npm run build",
                "time ./gradlew assemble",
                "time mvn -q clean install",
                "time -p target/release/render",
                "xcodebuild -scheme Diary test -quiet",
                "xcodebuild test-without-building -scheme Diary | tail -3",
                "time xcodebuild build-for-testing -scheme Diary",
                "sbt 'core/testOnly *Parser'",
                "./bench --coder huff --file a.tar",
                "python benchmark.py --impl a",
                "taskset -c 3 ./build-base/decode_bench a.tiles --once | tee -a out/base.txt",
                "build/unit-tests --gtest_filter='Pool.*'",
            ],
            &[
                "decode_bench a.tiles",
                "xcodebuild build -scheme Diary",
                "xcodebuild -list",
                "sbt run",
                "ruff check --fix src",
                "cat diff",
                "npm run build",
                "zig build run",
                "npx turbo run build --filter=cart",
                "nx run cart:serve",
                "task cart:deploy",
                "git diff",
                "echo diff",
                "prettier -w .",
                "svn diff",
                "checkout.sh",
                "make -s -B",
                "time make install",
                "time cmake --install build",
                "time curl -X POST http://h/deploy",
                "time git push",
                "time terraform apply -auto-approve",
                "time npm install",
                "time npm run deploy",
                "time npm start",
                "time ./deploy.sh",
                "time python send_mail.py",
                "python build.py lint.txt",
            ],
        );
    }

    #[test]
    fn r04_lines_that_do_nothing_but_build() {
        check(
            builds_project,
            &[
                "go build ./... 2>&1 | tail -5",
                "cd app && ./gradlew assemble",
                "cargo check",
                "npm run build",
                "npx vite build",
                "gcc -c a.c",
            ],
            &["make load", "cargo run", "go run .", "./build.sh", "npm test", "grep -rn a.go", ""],
        );
    }

    #[test]
    fn r19_installations_are_known() {
        check(
            installs,
            &[
                "sudo apt-get install -y maven",
                "pip install x",
                "python3 -m pip install x",
                "npm ci",
                "cargo install x",
            ],
            &["pip show x", "npm test", "cargo build", "apt list"],
        );
    }

    #[test]
    fn r20_lines_that_do_nothing_are_known() {
        check(
            does_nothing,
            &["# thinking about the next step", "true", ": ; true", "cd /w"],
            &["", "cd /w && ls", "X=1", "echo a", ": > file"],
        );
    }
}
