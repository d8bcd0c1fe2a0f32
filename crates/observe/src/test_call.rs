//! Which tests a command line runs: all of them, or those that its filters name.

use fusebox_engine::test_run::TestCall;

use crate::test_scope::{add_environment, add_folder, is_option, test_scope};
use fusebox_shell::{self as shell, CommandLine, SimpleCommand};
use fusebox_text::digest::DigestBuilder;
use fusebox_text::redacted_line;

/// The most filters that are kept, and the characters of each.
const FILTERS: usize = 2;
const FILTER_CHARS: usize = 40;

/// The test run that the line starts, if any. `patterns` are the configured command prefixes.
pub(crate) fn test_call(line: &CommandLine<'_>, patterns: &[String]) -> Option<TestCall> {
    match shell::test_command(line) {
        Some((runner, command)) => {
            let scope = test_scope(runner.as_str(), line, command);
            Some(parsed_test_call(runner.as_str(), line, command, scope))
        }
        None if shell::matches_pattern(line, patterns) => {
            let mut hasher = DigestBuilder::new();
            hasher.text(line.text.trim());
            let selection = TestCall::selection_in(0, hasher.finish());
            Some(TestCall { runner: String::new(), whole: true, selection, filters: Vec::new() })
        }
        None => None,
    }
}

fn parsed_test_call(
    runner: &str,
    line: &CommandLine<'_>,
    command: &SimpleCommand<'_>,
    scope: u16,
) -> TestCall {
    let mut hasher = DigestBuilder::new();
    hasher.text(runner);
    add_folder(command, &mut hasher);
    if runner == "googletest" {
        hasher.text(command.words().first().map_or("", |word| &word.text));
    }
    // The same tests with another database are another question.
    add_environment(line, command, &mut hasher);
    let mut narrowed = false;
    let mut filters: Vec<String> = Vec::new();
    let (mut before_operands, mut before) = (true, "");
    for word in command.args() {
        let before = std::mem::replace(&mut before, word);
        if before_operands && (is_subcommand(word) || word.starts_with('+')) {
            // What was built before is built anew, and the tests are the same.
            if word != "clean" {
                hasher.text(word);
            }
            continue;
        }
        let (name, value) = word.split_once('=').map_or((word, None), |(n, v)| (n, Some(v)));
        // How a program of GoogleTest runs them.
        let is_manner = runner == "googletest" && name != "--gtest_filter" && is_option(name);
        if runs_same_tests(name) || is_manner || (runner == "pytest" && name == "-p") {
            continue;
        }
        if takes_manner(runner, before) {
            continue;
        }
        let is_option = is_option(word);
        let narrows = is_narrowing(name) && !takes_manner(runner, name);
        let operand = if is_option { value.filter(|_| narrows) } else { Some(word) };
        narrowed |= is_option && narrows;
        before_operands &= is_option;
        let Some(operand) = operand.map(bare) else {
            if value.is_some() || narrows && !selects_failed(name) || selects_build(name) {
                hasher.text(word);
            }
            continue;
        };
        if names_order(before) {
            hasher.text(word);
            continue;
        }
        let printed = is_output_style(operand)
            || operand.parse::<f64>().is_ok()
            // A plugin of pytest that is not wanted: `-p no:cacheprovider`.
            || operand.starts_with("no:");
        if printed || names_everything(word) || operand.is_empty() {
            continue;
        }
        hasher.text(word.trim_start_matches("./"));
        narrowed = true;
        filters.push(redacted_line(operand, FILTER_CHARS));
    }
    filters.truncate(FILTERS);
    let selection = TestCall::selection_in(scope, hasher.finish());
    TestCall { runner: runner.to_owned(), whole: !narrowed, selection, filters }
}

/// Words before the operands: programs and their sub-commands.
#[rustfmt::skip]
fn is_subcommand(word: &str) -> bool {
    matches!(word,
        "test" | "tests" | "t" | "run" | "r" | "run-script" | "nextest" | "-m" | "unittest"
        | "pytest" | "jest" | "vitest" | "mocha" | "playwright" | "exec" | "miri" | "careful"
        | "llvm-cov" | "hack" | "tarpaulin" | "check" | "verify" | "discover" | "build" | "task"
        | "allTests" | "clean" | "package" | "install"
    )
}

/// Operands that name all tests.
fn names_everything(word: &str) -> bool {
    matches!(word, "." | "./" | "./..." | "..." | "--" | "test/" | "tests/")
}

/// Values of options that change only the output.
#[rustfmt::skip]
fn is_output_style(word: &str) -> bool {
    matches!(word,
        "always" | "never" | "auto" | "short" | "long" | "line" | "no" | "native" | "dot"
        | "spec" | "tap" | "verbose" | "json" | "pretty" | "min" | "human" | "true" | "false"
    )
}

/// Options that select some of the tests.
#[rustfmt::skip]
fn is_narrowing(word: &str) -> bool {
    matches!(word,
        "-p" | "--package" | "--exclude" | "--lib" | "--bin" | "--bins" | "--test" | "--doc"
        | "--example" | "--examples" | "-k" | "-t" | "--testNamePattern" | "--testPathPattern"
        | "--testPathPatterns" | "-g" | "--grep" | "-f" | "--fgrep" | "-run" | "--run" | "-Dtest"
        | "-Dit.test" | "--filter" | "-E" | "--filter-expr" | "--lf" | "--last-failed" | "--sw"
        | "--stepwise" | "--only-failures" | "--onlyChanged" | "-o" | "--changed" | "--related"
        | "--findRelatedTests" | "-R" | "-e" | "--deselect" | "--ignore" | "-w" | "--project"
        | "--grep-invert" | "--shard" | "--gtest_filter"
    )
}

/// Options that select the tests that failed last: the answer is the same.
fn selects_failed(word: &str) -> bool {
    matches!(word, "--lf" | "--last-failed" | "--sw" | "--stepwise" | "--only-failures")
}

/// Options without a value that say which code is built: a profile, a property.
fn selects_build(word: &str) -> bool {
    word.starts_with("-P") || word.starts_with("-D")
}

/// Options whose next word says how the tests are run or printed, and not which.
fn takes_manner(runner: &str, option: &str) -> bool {
    match runner {
        "rspec" => matches!(option, "-f" | "--format" | "-o" | "--out" | "--order" | "--require"),
        "dotnet" => matches!(
            option,
            "-v" | "--verbosity"
                | "-l"
                | "--logger"
                | "-c"
                | "--configuration"
                | "--results-directory"
        ),
        "ctest" => matches!(option, "-j" | "--parallel" | "--timeout" | "-O" | "--repeat"),
        _ => false,
    }
}

/// Options whose number says in which order the tests run: another one is another run.
fn names_order(word: &str) -> bool {
    matches!(word.trim_start_matches('-'), "seed" | "shuffle" | "random-order-seed")
}

/// Options that change the output or how soon the run ends, but not which tests run.
#[rustfmt::skip]
fn runs_same_tests(word: &str) -> bool {
    matches!(word,
        "-x" | "-v" | "-vv" | "-vvv" | "-q" | "-qq" | "-s" | "--color" | "--colors" | "--tb"
        | "--no-header" | "--verbose" | "--quiet" | "--nocapture" | "--no-capture"
        | "--show-output" | "--test-threads" | "--maxfail" | "--exitfirst" | "-rA" | "-ra" | "-rf"
        | "--reporter" | "--no-fail-fast" | "--fail-fast" | "--ci" | "--runInBand" | "-i"
        | "--forceExit" | "--silent" | "--bail" | "--no-color" | "--no-summary" | "--durations"
        | "-B" | "-ntp" | "--no-cov" | "--disable-warnings" | "--failure-output"
        | "--timeout" | "--timeout-method" | "--success-output" | "--status-level" | "--final-status-level" | "-l" | "--showlocals"
    )
}

/// A filter without the signs of a pattern or a folder, as it can occur in the name of a test.
fn bare(operand: &str) -> &str {
    let operand = operand.trim_start_matches("./").trim_start_matches('^').trim_end_matches('$');
    operand.trim_end_matches("...").trim_end_matches('/').trim_matches(['\'', '"', '*'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(line: &str) -> TestCall {
        test_call(&shell::parse(line), &["./check.sh".to_owned()]).unwrap()
    }

    #[test]
    fn a05_a_command_line_without_filters_runs_everything() {
        for line in [
            "cargo test",
            "cd app && RUST_BACKTRACE=1 cargo test --workspace 2>&1 | tail -20",
            "pytest -q --tb=short",
            "pytest tests/ -x -v",
            "python -m pytest --color no --maxfail 1 -p no:cacheprovider",
            "npm test -- --ci",
            "go test ./...",
            "mvn -q test",
            "cargo nextest run --no-fail-fast",
            "npx jest --runInBand",
            "./check.sh fast",
        ] {
            assert!(call(line).whole, "{line}: {:?}", call(line));
        }
    }

    #[test]
    fn a05_filters_are_what_narrows_a_run() {
        for (line, filters) in [
            ("cargo test adds -- --nocapture", vec!["adds"]),
            ("cargo test -p engine --lib", vec!["engine"]),
            ("cargo test --test rows", vec!["rows"]),
            ("pytest tests/test_a.py::test_x -q", vec!["tests/test_a.py::test_x"]),
            ("pytest -k 'adds or subtracts'", vec!["adds or subtracts"]),
            ("go test ./pkg/... -run '^TestAdds$'", vec!["pkg", "TestAdds"]),
            ("npx jest src/cart.test.js -t 'adds tax'", vec!["src/cart.test.js", "adds tax"]),
            ("mvn test -Dtest=CartTest#adds", vec!["CartTest#adds"]),
            ("python -m unittest tests.test_a.TestA.test_x", vec!["tests.test_a.TestA.test_x"]),
            ("pytest --lf", vec![]),
        ] {
            let call = call(line);
            assert!(!call.whole, "{line}");
            assert_eq!(call.filters, filters, "{line}");
        }
    }

    #[test]
    fn a05_how_it_is_printed_is_not_what_is_run() {
        let same = |a: &str, b: &str| call(a).question() == call(b).question();
        assert!(same("cargo test adds", "cargo test adds -- --nocapture 2>&1 | tail -5"));
        assert!(same("pytest -q a.py", "pytest -vv --tb=long a.py | head -50"));
        assert!(same("dotnet test", "dotnet test -v q --no-restore --logger trx"));
        assert!(same("pytest -q tests/a.py", "cd ./ && pytest --lf --color=yes ./tests/a.py"));
        assert!(same("ctest --test-dir out", "ctest -j 8 -VV --test-dir out"));
        assert!(same("bundle exec rspec", "bundle exec rspec -f progress --backtrace"));
        assert!(same(
            "./a_test --gtest_filter=A.b",
            "./a_test --gtest_filter=A.b --gtest_repeat=9"
        ));
        assert!(!same("./a_test --gtest_filter=A.b", "./b_test --gtest_filter=A.b"));
        assert!(!same("./a_test --gtest_filter=A.b", "./a_test --gtest_filter=A.c"));
        assert!(!same("mvn test -Pfast", "mvn test -Pslow"));
        assert!(!same("ctest -R heap", "ctest -R ring"));
        assert!(!same("cargo test --features a", "cargo test --features b"));
        assert!(!same("pytest a.py", "pytest b.py"));
        assert!(!same("cd a && cargo test", "cd b && cargo test"));
        assert!(!same("cargo test", "cargo nextest run"));
        assert!(same("CI=1 pytest", "RUST_LOG=debug pytest"));
        assert!(!same("DATABASE=mysql pytest", "DATABASE=postgres pytest"));
    }
}
