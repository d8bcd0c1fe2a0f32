//! Recognises commands that run tests.

use super::command::{CommandLine, ShellWord, SimpleCommand, basename, has_word};
use super::task_name::is_test_task;
use super::wrapper::is_python;

macro_rules! runners {
    ($($(#[$doc:meta])* $variant:ident = $name:literal,)+) => {
        /// A program that runs tests.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum TestRunner {
            $($(#[$doc])* $variant,)+
        }

        impl TestRunner {
            /// Every runner.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable name, as stored.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }
        }
    };
}

runners! {
    /// `cargo test`, also under miri, llvm-cov, tarpaulin and the like
    CargoTest = "cargo-test",
    /// `cargo nextest run`
    Nextest = "nextest",
    /// `pytest`, `py.test`, `hatch test`
    Pytest = "pytest",
    /// `python -m unittest`, `manage.py test`
    Unittest = "unittest",
    /// `tox`
    Tox = "tox",
    /// `nox`
    Nox = "nox",
    /// `npm test`, `npm run test:unit`
    Npm = "npm",
    /// `yarn test`
    Yarn = "yarn",
    /// `pnpm test`
    Pnpm = "pnpm",
    /// `bun test`
    Bun = "bun",
    /// `jest`
    Jest = "jest",
    /// `vitest`
    Vitest = "vitest",
    /// `mocha`, `cypress run`
    Mocha = "mocha",
    /// `playwright test`
    Playwright = "playwright",
    /// `node --test`
    Node = "node",
    /// `deno test`
    Deno = "deno",
    /// `go test`
    GoTest = "go-test",
    /// `dotnet test`
    Dotnet = "dotnet",
    /// `mvn test`, `mvn verify`
    Maven = "maven",
    /// `gradle test`, `gradle check`
    Gradle = "gradle",
    /// `make test`, `make check`
    Make = "make",
    /// `just test`
    Just = "just",
    /// `bats`
    Bats = "bats",
    /// `rspec`
    Rspec = "rspec",
    /// `phpunit`, `pest`
    Phpunit = "phpunit",
    /// `ctest`, `cmake --build … --target test`
    Ctest = "ctest",
    /// A program that was built with `GoogleTest`, by its options
    Googletest = "googletest",
    /// `mix test`
    MixTest = "mix-test",
    /// `swift test`
    SwiftTest = "swift-test",
    /// `zig test`, `zig build test`
    ZigTest = "zig-test",
    /// One of the configured patterns ([`matches_pattern`](super::matches_pattern))
    Other = "other",
}

/// The first test runner that the line runs. Listing, compiling or describing tests does not count.
/// Never [`TestRunner::Other`], which is for the caller's own patterns.
#[must_use]
pub fn test_runner(line: &CommandLine<'_>) -> Option<TestRunner> {
    test_command(line).map(|(runner, _)| runner)
}

/// The same, with the command that runs the tests.
#[must_use]
pub fn test_command<'s, 'a>(
    line: &'s CommandLine<'a>,
) -> Option<(TestRunner, &'s SimpleCommand<'a>)> {
    line.commands.iter().find_map(|command| Some((run_by(command.words())?, command)))
}

/// Whether the command runs tests.
pub(super) fn runs_tests(command: &SimpleCommand<'_>) -> bool {
    run_by(command.words()).is_some()
}

fn run_by(words: &[ShellWord<'_>]) -> Option<TestRunner> {
    let (first, rest) = words.split_first()?;
    let program = basename(&first.text);
    let program = [".exe", ".cmd", ".mjs", ".cjs", ".js"]
        .iter()
        .find_map(|suffix| program.strip_suffix(suffix))
        .unwrap_or(program);
    let args = ProgramArgs(rest);
    by_program(program, args).filter(|_| !args.any("--help -h --version"))
}

fn by_program(program: &str, args: ProgramArgs<'_>) -> Option<TestRunner> {
    let runs = |runner: TestRunner, is_run: bool| is_run.then_some(runner);
    match program {
        "cargo" => cargo(args),
        "pytest" | "py.test" => pytest(args),
        "unittest" | "nose2" => Some(TestRunner::Unittest),
        "manage.py" | "django" | "django-admin" => runs(TestRunner::Unittest, args.is("test")),
        "hatch" => runs(TestRunner::Pytest, args.is("test")),
        "tox" => {
            let listing = args.any("-l -a --listenvs --listenvs-all --notest");
            let other = matches!(args.operand("-e -c"), "list" | "config" | "l" | "c");
            runs(TestRunner::Tox, !listing && !other)
        }
        "nox" => runs(TestRunner::Nox, !args.any("-l --list --list-sessions")),
        "npm" | "yarn" | "pnpm" | "bun" => node_scripts(program, args),
        "jest" | "vitest" | "mocha" | "cypress" | "playwright" => javascript(program, args),
        "node" | "deno" | "tsx" => javascript_runtime(program, args),
        "go" => runs(TestRunner::GoTest, args.is("test") && !args.any("-c -list -n")),
        "dotnet" => runs(TestRunner::Dotnet, args.is("test") && !args.any("-t --list-tests")),
        "mvn" | "mvnw" | "mvnd" => maven(args),
        "gradle" | "gradlew" => gradle(args),
        "make" | "gmake" | "just" => make(program, args),
        "bats" => runs(TestRunner::Bats, !args.0.is_empty() && !args.any("-c --count -v")),
        "rspec" => runs(TestRunner::Rspec, !args.any("--dry-run --init -v")),
        "phpunit" | "pest" => {
            let listing = "--list-tests --list-suites --list-groups --list-tests-xml";
            runs(TestRunner::Phpunit, !args.any(listing))
        }
        "ctest" => runs(TestRunner::Ctest, !args.any("-N --show-only --print-labels")),
        "cmake" => {
            let target = args.value("--target -t");
            runs(TestRunner::Ctest, args.any("--build") && matches!(target, "test" | "check"))
        }
        "mix" => runs(TestRunner::MixTest, args.is("test") || args.is("test.watch")),
        "swift" => swift(args),
        "zig" => zig(args),
        _ if args.own().any(|arg| arg.starts_with("--gtest_")) => {
            runs(TestRunner::Googletest, !args.any("--gtest_list_tests"))
        }
        "php" | "ruby" => interpreted(args, "-d -c -I -C"),
        _ if is_python(program) => interpreted(args, "-W -X"),
        _ => None,
    }
}

/// The words after the program.
#[derive(Clone, Copy)]
struct ProgramArgs<'s>(&'s [ShellWord<'s>]);

impl<'s> ProgramArgs<'s> {
    /// The arguments up to `--`.
    fn own(self) -> impl Iterator<Item = &'s str> {
        self.0.iter().map(|word| word.text.as_ref()).take_while(|text| *text != "--")
    }

    fn any(self, options: &str) -> bool {
        self.own().any(|arg| has_word(options, arg))
    }

    /// The words from the first operand on; `valued` options take the next word.
    fn operands(self, valued: &str) -> &'s [ShellWord<'s>] {
        let mut rest = self.0;
        while let [word, after @ ..] = rest {
            let text = word.text.as_ref();
            if !text.starts_with(['-', '+']) {
                return rest;
            }
            let taken = usize::from(has_word(valued, text)).min(after.len());
            rest = &after[taken..];
        }
        rest
    }

    fn operand(self, valued: &str) -> &'s str {
        self.operands(valued).first().map_or("", |word| word.text.as_ref())
    }

    fn is(self, sub: &str) -> bool {
        self.operand("") == sub
    }

    fn value(self, options: &str) -> &'s str {
        self.own().skip_while(|arg| !has_word(options, arg)).nth(1).unwrap_or_default()
    }
}

fn cargo(args: ProgramArgs<'_>) -> Option<TestRunner> {
    const VALUED: &str = "--color -C --config -Z --manifest-path";
    let (sub, rest) = args.operands(VALUED).split_first()?;
    let rest = ProgramArgs(rest);
    let lists = rest.0.iter().any(|word| word.text == "--list");
    let runs = !lists && !rest.any("--no-run");
    let runner = match sub.text.as_ref() {
        "test" | "t" | "tarpaulin" => TestRunner::CargoTest,
        "nextest" if matches!(rest.operand(VALUED), "run" | "r") => TestRunner::Nextest,
        "miri" | "careful" | "hack" | "llvm-cov" => match rest.operand(VALUED) {
            "test" | "t" => TestRunner::CargoTest,
            "nextest" => TestRunner::Nextest,
            "" if sub.text == "llvm-cov" => TestRunner::CargoTest,
            _ => return None,
        },
        _ => return None,
    };
    runs.then_some(runner)
}

fn pytest(args: ProgramArgs<'_>) -> Option<TestRunner> {
    const LOOKING: &str = "--collect-only --collectonly --co --fixtures --fixtures-per-test \
        --markers --setup-plan --cache-show -V";
    (!args.any(LOOKING)).then_some(TestRunner::Pytest)
}

fn node_scripts(program: &str, args: ProgramArgs<'_>) -> Option<TestRunner> {
    const VALUED: &str = "--prefix -w --workspace -C --dir --filter -F --cwd";
    let runner = match program {
        "npm" => TestRunner::Npm,
        "yarn" => TestRunner::Yarn,
        "pnpm" => TestRunner::Pnpm,
        _ => TestRunner::Bun,
    };
    let mut words = args.operands(VALUED);
    if let [first, _, rest @ ..] = words
        && first.text == "workspace"
    {
        words = rest;
    }
    let (sub, rest) = words.split_first()?;
    match sub.text.as_ref() {
        "run" | "run-script" => {
            let name = ProgramArgs(rest).operand(VALUED);
            if is_test_task(name) {
                Some(runner)
            } else {
                run_by(ProgramArgs(rest).operands(VALUED))
            }
        }
        "test" | "t" | "tst" => Some(runner),
        name if runner != TestRunner::Npm && is_test_task(name) => Some(runner),
        "jest" | "vitest" | "mocha" | "playwright" if runner != TestRunner::Npm => run_by(words),
        _ => None,
    }
}

fn javascript(program: &str, args: ProgramArgs<'_>) -> Option<TestRunner> {
    const LOOKING: &str = "--listTests --showConfig --init --clearCache --list --dry-run";
    let sub = args.operand("");
    let (runner, runs) = match program {
        "jest" => (TestRunner::Jest, true),
        "vitest" => (TestRunner::Vitest, !matches!(sub, "list" | "init")),
        "mocha" => (TestRunner::Mocha, sub != "init"),
        // It prints what mocha prints.
        "cypress" => (TestRunner::Mocha, sub == "run"),
        _ => (TestRunner::Playwright, sub == "test"),
    };
    (runs && !args.any(LOOKING)).then_some(runner)
}

fn javascript_runtime(program: &str, args: ProgramArgs<'_>) -> Option<TestRunner> {
    if program == "deno" {
        let task = args.operands("");
        let is_task =
            matches!(task, [sub, name, ..] if sub.text == "task" && is_test_task(&name.text));
        return (is_task || (args.is("test") && !args.any("--no-run"))).then_some(TestRunner::Deno);
    }
    if args.any("--test") {
        return Some(TestRunner::Node);
    }
    interpreted(args, "-r --require --import --loader")
}

/// `php vendor/bin/phpunit`, `node node_modules/jest/bin/jest.js`, `python manage.py test`
fn interpreted(args: ProgramArgs<'_>, valued: &str) -> Option<TestRunner> {
    if args.0.first()?.text.starts_with("-e") {
        return None;
    }
    let words = args.operands(valued);
    let script = words.first()?;
    let is_path = script.text.contains(['/', '.']);
    if is_path { run_by(words) } else { None }
}

fn maven(args: ProgramArgs<'_>) -> Option<TestRunner> {
    let skips = args.own().any(|arg| {
        matches!(arg, "-DskipTests" | "-DskipTests=true" | "-Dmaven.test.skip=true")
            || arg == "-Dmaven.test.skip"
    });
    let tests = args.own().any(|arg| {
        matches!(arg, "test" | "verify" | "integration-test")
            || arg.starts_with("surefire:test")
            || arg.starts_with("failsafe:")
    });
    (tests && !skips).then_some(TestRunner::Maven)
}

fn gradle(args: ProgramArgs<'_>) -> Option<TestRunner> {
    if args.any("-m --dry-run --test-dry-run") {
        return None;
    }
    let mut excluded = false;
    let tests = args.own().any(|arg| {
        let is_value = std::mem::replace(&mut excluded, matches!(arg, "-x" | "--exclude-task"));
        let task = arg.rsplit(':').next().unwrap_or(arg);
        let runs = matches!(task, "test" | "check" | "allTests")
            || task.ends_with("Test")
            || (task.starts_with("test") && !task.ends_with("Classes"));
        runs && !is_value && !arg.starts_with('-')
    });
    tests.then_some(TestRunner::Gradle)
}

fn make(program: &str, args: ProgramArgs<'_>) -> Option<TestRunner> {
    const VALUED: &str = "-C -f -I --file --directory --justfile -d";
    let runner = if program == "just" { TestRunner::Just } else { TestRunner::Make };
    let lists = runner == TestRunner::Just && args.any("--list -l --show -s --summary");
    if lists || args.any("-n --dry-run --just-print -q") {
        return None;
    }
    let mut is_value = false;
    let mut targets = args.own().filter(|arg| {
        let value = std::mem::replace(&mut is_value, has_word(VALUED, arg));
        !value && !arg.starts_with('-') && !arg.contains('=')
    });
    let tests =
        |target: &str| is_test_task(target) || (runner == TestRunner::Make && is_check(target));
    let runs = if runner == TestRunner::Just {
        targets.next().is_some_and(tests)
    } else {
        targets.any(tests)
    };
    runs.then_some(runner)
}

fn is_check(target: &str) -> bool {
    target == "check" || target.starts_with("check-") || target == "distcheck"
}

fn swift(args: ProgramArgs<'_>) -> Option<TestRunner> {
    let words = args.operands("");
    let lists = words.get(1).is_some_and(|word| matches!(&*word.text, "list" | "last"))
        || args.any("--list-tests -l");
    (args.is("test") && !lists).then_some(TestRunner::SwiftTest)
}

fn zig(args: ProgramArgs<'_>) -> Option<TestRunner> {
    let builds = args.is("build") && args.own().skip(1).any(is_test_task);
    let compiles = args.any("--test-no-exec");
    ((args.is("test") && !compiles) || builds).then_some(TestRunner::ZigTest)
}

#[cfg(test)]
mod tests;
