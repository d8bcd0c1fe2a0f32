//! In which folder and package a command line runs tests, and how it builds them. A test of the same name in another
//! package, or built with other features, is another test.

use fusebox_engine::test_run::TestCall;
use fusebox_shell::{CommandLine, SimpleCommand, WorkingDir};
use fusebox_text::digest::DigestBuilder;

/// What an argument says about a run, beside which tests it selects.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ScopePart {
    /// The folder or the package.
    Package,
    /// How the tests are built and run.
    Build,
}

/// The scope of the test run of `command` in this line.
pub(crate) fn test_scope(runner: &str, line: &CommandLine<'_>, command: &SimpleCommand<'_>) -> u16 {
    let (mut place, mut build) = (DigestBuilder::new(), DigestBuilder::new());
    add_folder(command, &mut place);
    add_environment(line, command, &mut build);
    if runner == "googletest" {
        add_program_folder(command, &mut place);
    }
    let mut before = "";
    for word in command.args() {
        let option = std::mem::replace(&mut before, word);
        let (name, value) = word.split_once('=').map_or((word, None), |(n, v)| (n, Some(v)));
        let part = match value {
            // Maven's and Gradle's properties have a value behind their name.
            Some(_) => option_part(runner, name).or_else(|| flag_part(runner, word)),
            None if is_option(word) => flag_part(runner, word),
            None => option_part(runner, option).or_else(|| operand_part(runner, word)),
        };
        match part {
            Some(ScopePart::Package) => place.text(value.unwrap_or(word)),
            Some(ScopePart::Build) => build.text(value.unwrap_or(word)),
            None => {}
        }
    }
    // Both digests share the 16 bits.
    let [place, build] = [place, build].map(|digest| (digest.finish() >> 48) as u16);
    place & !TestCall::BUILD_SCOPE | build & TestCall::BUILD_SCOPE
}

/// Adds the folder that the line goes to before the command.
pub(crate) fn add_folder(command: &SimpleCommand<'_>, digest: &mut DigestBuilder) {
    match &command.dir {
        WorkingDir::Start => {}
        WorkingDir::Known(dir) => {
            let dir = dir.trim_start_matches("./").trim_end_matches('/');
            Some(dir)
                .filter(|dir| !matches!(*dir, "" | "."))
                .into_iter()
                .for_each(|dir| digest.text(dir));
        }
        WorkingDir::Unknown => digest.text("?"),
    }
}

/// Adds the folder of a program of tests: `ctest --test-dir out` runs them there.
fn add_program_folder(command: &SimpleCommand<'_>, digest: &mut DigestBuilder) {
    let program = command.words().first().map_or("", |word| word.text.trim_start_matches("./"));
    program.rsplit_once('/').into_iter().for_each(|(folder, _)| digest.text(folder));
}

pub(crate) fn is_option(word: &str) -> bool {
    word.starts_with('-') && word.len() > 1
}

/// What an option with a value says. An option that has no value, or another meaning, in some runner is read by runner.
fn option_part(runner: &str, option: &str) -> Option<ScopePart> {
    match option {
        "-p" if runner != "cargo-test" && runner != "nextest" => None,
        "-w" | "workspace" if !runs_scripts(runner) => None,
        // A package for script runners; a test name for the others.
        "--filter" if !runs_scripts(runner) => None,
        // Of Maven a flag.
        "-e" if runner != "tox" && runner != "nox" => None,
        "-F" if runs_scripts(runner) => Some(ScopePart::Package),
        "-p" | "--package" | "--manifest-path" | "-w" | "--workspace" | "workspace"
        | "--filter" | "--prefix" | "--cwd" | "-C" | "--dir" | "--rootdir" | "--root"
        | "--rootDir" | "-pl" | "--projects" | "--scope" | "--solution" | "--test-dir" => {
            Some(ScopePart::Package)
        }
        "--features"
        | "-F"
        | "--profile"
        | "--cargo-profile"
        | "--target"
        | "-tags"
        | "-cpu"
        | "-P"
        | "--seed"
        | "--shuffle"
        | "-shuffle"
        | "--random-order-seed"
        | "--project"
        | "--browser"
        | "--config"
        | "-c"
        | "--configuration"
        | "--framework"
        | "-e"
        | "--env" => Some(ScopePart::Build),
        _ => None,
    }
}

/// Whether it runs the scripts of a package.
fn runs_scripts(runner: &str) -> bool {
    matches!(runner, "npm" | "yarn" | "pnpm" | "bun")
}

/// What an option without a value says.
fn flag_part(runner: &str, word: &str) -> Option<ScopePart> {
    let is_build = match word {
        "-r" => matches!(runner, "cargo-test" | "nextest"),
        "--release" | "--all-features" | "--no-default-features" | "-race" | "--race" => true,
        _ => word.starts_with("-P") || word.starts_with("-D"),
    };
    is_build.then_some(ScopePart::Build)
}

/// What an operand says: a toolchain, or what some runners take for a package.
fn operand_part(runner: &str, word: &str) -> Option<ScopePart> {
    let names_package = match runner {
        "go-test" => word.starts_with('.') || word.contains('/'),
        "gradle" => word.starts_with(':'),
        "dotnet" => word.contains(['/', '\\']) || word.ends_with("proj") || word.ends_with(".sln"),
        _ => false,
    };
    match names_package {
        true => Some(ScopePart::Package),
        false => word.starts_with('+').then_some(ScopePart::Build),
    }
}

/// Adds what the tests run in: variables, versions of programs, containers, and what the line sets before the run. What
/// only says what is printed, how long the run may take or with which rights is left out.
pub(crate) fn add_environment(
    line: &CommandLine<'_>,
    command: &SimpleCommand<'_>,
    digest: &mut DigestBuilder,
) {
    let before = line.commands.iter().take_while(|earlier| !std::ptr::eq(*earlier, command));
    for setting in before.filter(|earlier| SETTERS.contains(&earlier.program())) {
        setting.args().filter(|word| !is_option(word)).for_each(|word| digest.text(word));
    }
    visit_environment(command, &mut |word| digest.text(word));
}

/// Visits what a command itself says about what it runs in.
pub(crate) fn visit_environment(command: &SimpleCommand<'_>, visit: &mut dyn FnMut(&str)) {
    for assignment in &command.assignments {
        if !is_ignored(&assignment.name) {
            visit(&assignment.name);
            visit(&assignment.value.text);
        }
    }
    for word in command.wrappers() {
        let name = word.text.split_once('=').map_or("", |(name, _)| name);
        if !is_plain_wrapper(&word.text) && (name.is_empty() || !is_ignored(name)) {
            visit(&word.text);
        }
    }
    // A folder with a number is that of a version.
    let program = command.words().first().map_or("", |word| &word.text);
    if let Some((folder, _)) = program.rsplit_once('/')
        && folder.contains(|sign: char| sign.is_ascii_digit())
    {
        visit(folder);
    }
}

/// Programs that set what the next ones of a line run in.
const SETTERS: [&str; 12] = [
    "export", "source", ".", "nvm", "fnm", "volta", "pyenv", "rbenv", "asdf", "mise", "conda",
    "sdk",
];

/// Whether a word before a program says neither what runs nor where: `sudo`, `timeout 60`, `uv run`, `-n`.
fn is_plain_wrapper(word: &str) -> bool {
    const WRAPPERS: [&str; 26] = [
        "sudo", "time", "nice", "ionice", "timeout", "nohup", "stdbuf", "setsid", "xvfb-run",
        "env", "command", "exec", "uv", "poetry", "pipenv", "pdm", "rye", "bundle", "run", "npx",
        "bunx", "pnpm", "yarn", "python", "python3", "node",
    ];
    let is_duration = word.bytes().next().is_some_and(|byte| byte.is_ascii_digit())
        && word.trim_end_matches(['s', 'm', 'h']).bytes().all(|byte| byte.is_ascii_digit());
    is_duration || is_option(word) && !word.contains('=') || WRAPPERS.contains(&word)
}

fn is_ignored(variable: &str) -> bool {
    const NAMES: [&str; 4] = ["CI", "CLICOLOR", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"];
    /// `RUST_LOG`, `PYTHONWARNINGS`.
    const PARTS: [&str; 12] = [
        "BACKTRACE",
        "COLOR",
        "COLORTERM",
        "DEBUG",
        "LOG",
        "LOGLEVEL",
        "PYTHONWARNINGS",
        "TERM",
        "TRACE",
        "VERBOSE",
        "VERBOSITY",
        "WARNINGS",
    ];
    NAMES.contains(&variable) || variable.split('_').any(|part| PARTS.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(line: &str) -> u16 {
        let line = fusebox_shell::parse(line);
        let (runner, command) = fusebox_shell::test_command(&line).unwrap();
        test_scope(runner.as_str(), &line, command)
    }

    #[test]
    fn r06_which_tests_are_selected_and_what_is_printed_is_no_scope() {
        for (a, b) in [
            ("cargo test a", "RUST_BACKTRACE=1 cargo test b -- --nocapture 2>&1 | tail -5"),
            ("pytest -q -k total", "pytest -vv tests/test_cart.py::test_total -p no:cacheprovider"),
            ("npx jest -t adds", "npx jest src/cart.test.js --silent"),
            ("dotnet test --filter Adds", "dotnet test -v q"),
            ("npx jest -w 2 -t adds", "npx jest -w 4"),
            ("go test -p 1 ./cart", "go test -p 4 ./cart"),
            ("mvn test", "mvn -e test"),
            ("pytest -r a tests/test_cart.py", "pytest -r x"),
            ("NO_COLOR=1 CI=1 pytest", "RUST_LOG=debug pytest"),
            ("env RUST_LOG=debug python -m pytest", "timeout -k 5 60 python3 -m pytest"),
            ("uv run pytest", "sudo nice -n 5 ./.venv/bin/pytest"),
            ("cd ./cart/ && pytest", "cd cart && pytest -x"),
            ("cd ./ && pytest", "pytest -q"),
            ("ctest --test-dir out -R A.b", "./out/a_test --gtest_filter=A.b"),
            ("cd out && ctest -R A.b", "out/b_test --gtest_filter='A.*' | tail -4"),
            ("set -o pipefail; clear; npx jest", "node_modules/.bin/jest | tail -5"),
        ] {
            assert_eq!(scope(a), scope(b), "{a}, {b}");
        }
    }

    #[test]
    fn r06_another_folder_package_or_build_is_another_scope() {
        let build = |line| scope(line) & TestCall::BUILD_SCOPE;
        for (a, b) in [
            ("cargo test -p cart", "cargo test -p tax"),
            ("cd cart && pytest -q", "cd tax && pytest -q"),
            ("npm test -w packages/cart", "npm test -w packages/tax"),
            ("npm --prefix cart test", "npm --prefix tax test"),
            ("pnpm --filter cart test", "pnpm --filter tax test"),
            ("mvn -pl cart test", "mvn -pl tax test"),
            ("go test ./cart", "go test ./tax"),
            ("./gradlew :cart:test", "./gradlew :tax:test"),
            ("dotnet test tests/Cart.Tests", "dotnet test tests/Tax.Tests"),
        ] {
            assert_ne!(scope(a), scope(b), "{a}, {b}");
            assert_eq!(build(a), build(b), "{a}, {b}");
        }
        let started = |folder: &str| {
            let line = fusebox_shell::parse("pytest -q");
            let line = line.started_in(folder);
            test_scope("pytest", &line, &line.commands[0])
        };
        assert_ne!(started("cart"), started("tax"));
        assert_eq!(started("cart"), scope("cd cart && pytest -q"));
        for (a, b) in [
            ("cargo test --features a", "cargo test --features=b"),
            ("cargo test", "cargo test --release"),
            ("cargo +1.80 test", "cargo +1.81 test"),
            ("cargo test", "cargo test -r"),
            ("DB=mysql pytest", "DB=postgres pytest"),
            ("CATALOG=1 pytest", "CATALOG=2 pytest"),
            ("env DB=mysql pytest", "env DB=postgres pytest"),
            ("export DB=mysql && pytest", "export DB=postgres && pytest"),
            ("nvm use 20 && npx jest", "nvm use 22 && npx jest"),
            ("source .venv39/bin/activate; pytest", "source .venv310/bin/activate; pytest"),
            ("python3.9 -m pytest", "python3.10 -m pytest"),
            (".venv39/bin/pytest", ".venv310/bin/pytest"),
            ("uv run --python 3.9 pytest", "uv run --python 3.10 pytest"),
            ("docker compose exec cart pytest", "docker compose exec tax pytest"),
            ("FIXTURE_PATH=a pytest", "FIXTURE_PATH=b pytest"),
            ("PATH=/opt/py3.9/bin:$PATH pytest", "PATH=/opt/py3.10/bin:$PATH pytest"),
            ("mvn test -Ddb=mysql", "mvn test -Ddb=postgres"),
            ("./gradlew test -Pdb=mysql", "./gradlew test -Pdb=postgres"),
            ("tox -e py39", "tox -e py310"),
            ("npx playwright test --project=firefox", "npx playwright test --project=webkit"),
            ("npx jest --seed 1", "npx jest --seed 2"),
        ] {
            assert_ne!(build(a), build(b), "{a}, {b}");
        }
    }
}
