//! Tables of what is a test run and what is not.

use super::super::parse;
use super::*;

fn check(line: &str, expected: Option<TestRunner>) {
    assert_eq!(test_runner(&parse(line)), expected, "{line}");
}

#[test]
fn b10_rust_and_python_runs() {
    use TestRunner::{CargoTest, Nextest, Nox, Pytest, Tox, Unittest};
    for (line, runner) in [
        ("cargo test", CargoTest),
        ("cargo t -p x --lib name", CargoTest),
        ("cargo +nightly --color never test", CargoTest),
        ("cd x && RUST_BACKTRACE=1 cargo nextest run 2>&1 | tail", Nextest),
        ("cargo nextest r --no-fail-fast", Nextest),
        ("cargo llvm-cov --html", CargoTest),
        ("cargo llvm-cov nextest", Nextest),
        ("cargo miri test", CargoTest),
        ("~/.cargo/bin/cargo test", CargoTest),
        ("cargo test -- --nocapture", CargoTest),
        ("cargo test -- --help-me", CargoTest),
        ("pytest", Pytest),
        ("/usr/bin/pytest -x tests/a.py::b", Pytest),
        ("python -m pytest -q", Pytest),
        ("python3.11 -u -m pytest", Pytest),
        (".venv/bin/python -m pytest", Pytest),
        ("source .venv/bin/activate && pytest", Pytest),
        ("PYTHONPATH=. uv run pytest", Pytest),
        ("poetry run python -m pytest", Pytest),
        ("uvx pytest", Pytest),
        ("coverage run -m pytest && coverage report", Pytest),
        ("docker compose exec -T web pytest -x", Pytest),
        ("hatch test", Pytest),
        ("python -m unittest discover", Unittest),
        ("python manage.py test app", Unittest),
        ("./manage.py test", Unittest),
        ("tox -e py311", Tox),
        ("nox -s tests", Nox),
    ] {
        check(line, Some(runner));
    }
}

#[test]
fn b10_javascript_runs() {
    use TestRunner::{Bun, Deno, Jest, Mocha, Node, Npm, Playwright, Pnpm, Vitest, Yarn};
    for (line, runner) in [
        ("npm test", Npm),
        ("npm t -- -u", Npm),
        ("npm run test", Npm),
        ("npm run test:unit -- --watch=false", Npm),
        ("npm --prefix web run test", Npm),
        ("CI=1 npm run-script test", Npm),
        ("yarn test", Yarn),
        ("yarn workspace web test", Yarn),
        ("yarn jest a", Jest),
        ("pnpm test", Pnpm),
        ("pnpm --filter web run test:e2e", Pnpm),
        ("pnpm -r test", Pnpm),
        ("pnpm exec vitest run", Vitest),
        ("pnpm vitest", Vitest),
        ("bun test", Bun),
        ("bun run test", Bun),
        ("bunx jest", Jest),
        ("npx jest", Jest),
        ("npx --yes vitest run a", Vitest),
        ("node_modules/.bin/jest --ci", Jest),
        ("node --experimental-vm-modules node_modules/jest/bin/jest.js", Jest),
        ("npx mocha", Mocha),
        ("npx cypress run --spec cypress/e2e/cart.cy.ts", Mocha),
        ("npx playwright test --headed", Playwright),
        ("node --test", Node),
        ("deno test -A", Deno),
    ] {
        check(line, Some(runner));
    }
}

#[test]
fn b10_other_runs() {
    use TestRunner::{
        Bats, Ctest, Dotnet, GoTest, Googletest, Gradle, Just, Make, Maven, MixTest, Phpunit,
        Rspec, SwiftTest, ZigTest,
    };
    for (line, runner) in [
        ("go test ./...", GoTest),
        ("go test -run TestX -count=1 ./x", GoTest),
        ("dotnet test --no-build", Dotnet),
        ("mvn -q test", Maven),
        ("./mvnw verify", Maven),
        ("./gradlew check", Gradle),
        ("gradle :app:test --tests X", Gradle),
        ("./gradlew testDebugUnitTest", Gradle),
        ("make test", Make),
        ("make -C sub -j4 check", Make),
        ("just test", Just),
        ("bats test/", Bats),
        ("bundle exec rspec spec/a_spec.rb", Rspec),
        ("vendor/bin/phpunit --filter x", Phpunit),
        ("php vendor/bin/phpunit", Phpunit),
        ("ctest --test-dir build", Ctest),
        ("cmake --build build && ./build/codec_test --gtest_filter=Codec.*", Googletest),
        ("cmake --build build --target test", Ctest),
        ("MIX_ENV=test mix test", MixTest),
        ("swift test --filter x", SwiftTest),
        ("zig build test", ZigTest),
        ("zig test src/a.zig", ZigTest),
    ] {
        check(line, Some(runner));
    }
}

#[test]
fn b10_runs_inside_other_syntax() {
    for line in [
        "(cd x; cargo test)",
        "{ cargo test; } 2>&1 | tee log",
        "if cargo test; then echo ok; fi",
        "for i in 1 2 3; do cargo test || break; done",
        "while ! cargo test; do :; done",
        "case $x in a|b) cargo test ;; *) ls ;; esac",
        "out=$(cargo test 2>&1)",
        "echo \"$(cargo test)\"",
        "echo `cargo test`",
        "diff <(cargo test) a",
        "sh -c 'cargo test'",
        "bash -lc \"cd x && cargo test\"",
        "bash -c 'sh -c \"cargo test\"'",
        "bash -c \"bash -c \\\"cargo test\\\"\"",
        "eval 'cargo test'",
        "eval cargo test",
        "timeout 60 cargo test",
        "timeout -s KILL 5m nice -n 5 cargo test",
        "sudo -u me env A=1 cargo test",
        "time cargo test",
        "time (cargo test)",
        "nohup cargo test > log 2>&1 &",
        "ls \\\n  && cargo \\\n  test",
        "# first\ncargo test # then",
        "cat <<EOF\nx\nEOF\ncargo test",
        "bash <<'EOF'\ncargo test\nEOF",
        "echo 'cargo test' | sh",
        "f() { cargo test; }; f",
        "! cargo test",
        "ls;cargo test",
        "ls|cat&&cargo test",
        "set -o pipefail; cargo test 2>&1 | tail -50",
        "\"cargo\" 'test'",
        "watch 'cargo test | tail'",
        "git stash && cargo test; git stash pop",
        "[[ a < b ]] && cargo test",
        "((i++)); cargo test",
        "xs=(a b); cargo test",
        ">log cargo test",
        "find . -name Cargo.toml -execdir cargo test \\;",
        "git ls-files | xargs -n1 cargo test",
        "echo ${x:-$(cargo test)}",
        "echo $(( $(cargo test) + 1 ))",
        "cat <<EOF\n$(cargo test)\nEOF",
    ] {
        check(line, Some(TestRunner::CargoTest));
    }
}

#[test]
fn b10_talking_about_tests_is_not_a_run() {
    for line in [
        "",
        " ",
        "echo \"cargo test\"",
        "echo cargo test",
        "grep pytest .",
        "grep -rn 'cargo test' .",
        "git commit -m \"fix go test\"",
        "git commit -m \"$(cat <<'EOF'\ncargo test now passes\n\npytest\nEOF\n)\"",
        "cargo test --no-run",
        "cargo test --help",
        "cargo help test",
        "cargo test -- --list",
        "cargo build --tests",
        "cargo nextest list",
        "cargo check && cargo clippy",
        "pytest --version",
        "pytest --collect-only -q",
        "pytest --co",
        "which pytest",
        "command -v pytest",
        "type pytest",
        "cat > x <<EOF\ncargo test\nEOF",
        "cat <<-'EOF' > x\n\tcargo test\n\tEOF",
    ] {
        check(line, None);
    }
}

#[test]
fn b10_preparing_and_reading_are_not_test_runs() {
    for line in [
        "pip install pytest",
        "python -m pip install pytest",
        "uv add pytest",
        "npm install jest",
        "npm run build",
        "npm run lint && npm run dev",
        "pnpm add -D vitest",
        "yarn add mocha",
        "npx cypress open",
        "npx cypress verify",
        "npx playwright install",
        "npx tsc --noEmit",
        "rg 'go test'",
        "go vet ./...",
        "go build ./...",
        "go test -c ./x",
        "man ctest",
        "ls test",
        "cat tests/test.py",
        "cd test && ls",
        "vim test.py",
        "test -f x",
        "[ -d test ]",
        "mvn package -DskipTests",
        "mvn test -DskipTests",
        "./gradlew build -x test",
        "make -n test",
        "make build",
        "just --list",
        "just build test-data",
        "tox -l",
        "nox --list",
        "ctest -N",
        "docker build -t test .",
        "# cargo test",
        "ls # cargo test",
        "ls <<< 'cargo test'",
        "echo 'it'\\''s cargo test'",
        "python test.py",
        "python -c 'import pytest'",
        "node test.js",
        "sed -n 's/cargo test/x/p' a",
        "export CMD='cargo test'",
        "CMD='cargo test'",
        "gh pr create --body \"- [x] cargo test\"",
        "echo \\$\\(cargo test\\)",
        "echo '$(cargo test)'",
        "dotnet build",
        "mix compile",
        "zig build",
        "swift build",
    ] {
        check(line, None);
    }
}

#[test]
fn names_are_stable_and_distinct() {
    let mut names: Vec<&str> = TestRunner::ALL.iter().map(|runner| runner.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 31);
}
