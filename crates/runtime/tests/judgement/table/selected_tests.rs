//! One failing test under ever another filter, and tests of one name in many packages, folders and builds.

use super::agent_work::PARTS;
use super::call::{Call, laps, look, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};
use super::more_tools::in_turn;

/// How many packages, folders or builds are tried.
const MANY: usize = 14;

/// What cargo says on standard output of a crate with one failing test.
const RED_CRATE: &str = "running 4 tests\ntest late ... FAILED\n\nfailures:\n\n---- late stdout ----\nthread 'late' panicked at src/lib.rs:9:5:\nassertion `left == right` failed\n  left: 3\n right: 4\n\nfailures:\n    late\n\ntest result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n";

fn started(package: &str) -> String {
    format!(
        "     Running unittests src/lib.rs (target/debug/deps/{}-0a1b2c3d4e5f6a7b)\n\n",
        package.replace('-', "_")
    )
}

/// The whole output of `cargo test` for a package of a workspace.
fn red_package(package: &str) -> String {
    let rerun = format!("\nerror: test failed, to rerun pass `-p {package} --lib`\n");
    [started(package).as_str(), RED_CRATE, &rerun].concat()
}

/// The same call for each of the first names, with an answer of its own.
fn each(call: impl Fn(&str) -> Call) -> Vec<Call> {
    PARTS.iter().take(MANY).map(|name| call(name)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = spelled_anew();
    cases.extend(in_many_places());
    cases.extend(in_many_builds());
    cases
}

fn spelled_anew() -> Vec<Case> {
    let cargo = [
        "cargo test late",
        "cargo test -p ring late",
        "cargo test late -- --nocapture",
        "cargo test -p ring",
        "cargo test -p ring --lib",
        "RUST_BACKTRACE=1 cargo test -p ring late",
        "cargo test -p ring --lib late -- --exact",
        "cargo test lat",
        "cargo test -p ring la",
        "cargo test --workspace late",
        "cargo test -p ring -- late",
        "cargo test -p ring --lib lat",
        "cargo test -p ring --lib la",
        "cargo test ate",
        "cargo test --lib late",
        "cargo test --lib lat",
    ];
    let next = "        FAIL [   0.008s] (1/4) ring late\n  stdout ───\n\n    thread 'late' panicked at src/lib.rs:9:5:\n────────────\n     Summary [   0.009s] 4 tests run: 3 passed, 1 failed, 0 skipped\n        FAIL [   0.008s] (1/4) ring late\nerror: test run failed\n";
    let go = "--- FAIL: TestLate (0.00s)\n    ring_test.go:9: got 3, want 4\nFAIL\nFAIL\tshop/ring\t0.012s\nFAIL\n";
    let go_ways = [
        "go test ./ring",
        "go test -run TestLate ./ring",
        "go test ./...",
        "go test -run Late ./...",
        "go test -v -run 'TestLate$' ./ring",
        "go test -run 'Late|Early' ./ring",
        "go test -count=1 -run La ./ring/...",
        "go test -run ate ./ring",
        "go test -run '^TestLate' ./...",
        "cd ring && go test .",
        "cd ring && go test -run TestLate",
        "cd ring && go test -run TestL -v",
        "go test -run Lat ./ring",
        "go test -failfast ./...",
    ];
    let jest = "FAIL src/ring.test.ts\n  Ring\n    ✕ wraps (2 ms)\n\n  ● Ring › wraps\n\n    expect(received).toBe(expected) // Object.is equality\n\n    Expected: 4\n    Received: 3\n\nTest Suites: 1 failed, 1 total\nTests:       1 failed, 3 passed, 4 total\n";
    let jest_ways = [
        "npx jest",
        "npx jest src/ring.test.ts",
        "npx jest -t wraps",
        "npx jest ring",
        "npx jest -t 'Ring wraps'",
        "npx jest src/ring.test.ts -t wraps",
        "npx jest --testNamePattern=Ring",
        "npx jest src",
        "npx jest -t Ring",
        "npx jest ring -t wraps --verbose",
        "npx jest ring.test",
        "npx jest -t wrap",
        "npx jest src/ring",
        "npx jest --testPathPattern=ring",
    ];
    vec![
        stuck(
            "one failing test of a crate, spelled in ever another way",
            cargo.iter().map(|way| shell(*way, red_package("ring"), 101)).collect(),
        ),
        stuck(
            "one failing test of a crate, under cargo-nextest in turn",
            cargo
                .iter()
                .enumerate()
                .map(|(n, way)| match n % 2 {
                    0 => shell(*way, red_package("ring"), 101),
                    _ => shell(way.replace("cargo test", "cargo nextest run"), next, 100),
                })
                .collect(),
        ),
        stuck(
            "one failing test of a crate, spelled anew, with a look between",
            laps(MANY, |n| {
                [
                    look(format!("src/{}.rs", PARTS[n]), format!("fn {}() {{}}", PARTS[n])),
                    shell(cargo[n], red_package("ring"), 101),
                ]
            }),
        ),
        stuck(
            "one failing test of Go, spelled in ever another way",
            go_ways.iter().map(|way| shell(*way, go, 1)).collect(),
        ),
        stuck(
            "one failing test of Jest, spelled in ever another way",
            jest_ways.iter().map(|way| shell(*way, jest, 1)).collect(),
        ),
        stuck(
            "one failing test of a crate that no output names",
            cargo
                .iter()
                .filter(|way| !way.contains("-p "))
                .map(|way| shell(format!("{way} 2>/dev/null"), RED_CRATE, 101))
                .collect(),
        ),
    ]
}

fn in_many_places() -> Vec<Case> {
    let python =
        "FAILED tests/test_api.py::test_health - assert 503 == 200\n1 failed, 3 passed in 0.41s";
    let jest = "FAIL src/index.test.ts\n  ● renders\n\n    expect(received).toBe(expected)\n\n    Expected: 4\n    Received: 3\n\nTests:       1 failed, 3 passed, 4 total\n";
    let maven = "[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.05 s <<< FAILURE! -- in com.shop.HealthTest\n[ERROR] com.shop.HealthTest.isUp -- Time elapsed: 0.01 s <<< FAILURE!\norg.opentest4j.AssertionFailedError: expected: <200> but was: <503>\n[ERROR] Failures: \n[ERROR]   HealthTest.isUp:18 expected: <200> but was: <503>\n[ERROR] Tests run: 4, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD FAILURE";
    let mocha = "  3 passing (12ms)\n  1 failing\n\n  1) health is up:\n     AssertionError [ERR_ASSERTION]: 503 == 200\n";
    vec![
        healthy(
            "one red test in each package of a workspace",
            each(|name| shell(format!("cargo test -p {name}"), red_package(name), 101)),
        ),
        healthy(
            "one red test in each package, the end of it",
            each(|name| {
                let end = format!(
                    "failures:\n    late\n\ntest result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n\nerror: test failed, to rerun pass `-p {name} --lib`"
                );
                shell(format!("cargo test -p {name} 2>&1 | tail -8"), end, 0)
            }),
        ),
        healthy(
            "one red test in each package, without what cargo says",
            each(|name| shell(format!("cargo test -p {name} 2>/dev/null"), RED_CRATE, 101)),
        ),
        healthy(
            "one red test in each package under cargo-nextest",
            each(|name| {
                shell(
                    format!("cargo nextest run -p {name}"),
                    format!(
                        "        FAIL [   0.008s] (1/4) {name} late\n     Summary [   0.009s] 4 tests run: 3 passed, 1 failed, 0 skipped\nerror: test run failed\n"
                    ),
                    100,
                )
            }),
        ),
        healthy(
            "one red file of tests in each package",
            each(|name| {
                let digest = name.bytes().fold(0_u64, |sum, byte| sum * 31 + u64::from(byte));
                let text = format!(
                    "     Running tests/rows.rs (target/debug/deps/rows-{digest:016x})\n\n{RED_CRATE}\nerror: test failed, to rerun pass `-p {name} --test rows`\n"
                );
                shell(format!("cargo test -p {name} --test rows"), text, 101)
            }),
        ),
        healthy(
            "one red test in each package of Go",
            each(|name| {
                shell(
                    format!("go test ./{name}"),
                    format!(
                        "--- FAIL: TestHealth (0.00s)\n    health_test.go:9: got 503, want 200\nFAIL\nFAIL\tshop/{name}\t0.012s\nFAIL\n"
                    ),
                    1,
                )
            }),
        ),
        healthy(
            "one red test in each package of Go, without the package",
            each(|name| {
                shell(
                    format!("go test ./{name} | grep -A1 -e '--- FAIL'"),
                    "--- FAIL: TestHealth (0.00s)\n    health_test.go:9: got 503, want 200",
                    0,
                )
            }),
        ),
        healthy(
            "one red test in the folder of each service",
            each(|name| shell(format!("cd services/{name} && python -m pytest -q"), python, 1)),
        ),
        healthy(
            "one red test in each workspace of a script",
            each(|name| shell(format!("npm test -w packages/{name}"), jest, 1)),
        ),
        healthy(
            "one red test in each package of pnpm",
            each(|name| shell(format!("pnpm --filter @shop/{name} test"), jest, 1)),
        ),
        healthy(
            "one red test in each module of Maven",
            each(|name| shell(format!("mvn -q -pl {name} test"), maven, 1)),
        ),
        healthy(
            "one red test in each folder under mocha",
            each(|name| shell(format!("cd packages/{name} && npx mocha"), mocha, 1)),
        ),
    ]
}

fn in_many_builds() -> Vec<Case> {
    let browser = "  1) [chromium] › cart.spec.ts:9:5 › totals ─────\n\n    Error: expect(received).toBe(expected)\n\n  1 failed\n    [chromium] › cart.spec.ts:9:5 › totals ─────\n  3 passed (4.1s)";
    let python =
        "FAILED tests/test_api.py::test_health - assert 503 == 200\n1 failed, 3 passed in 0.41s";
    vec![
        healthy("one red test with each feature of a crate", each(|name| shell(format!("cargo test -p ring --no-default-features --features {name}"), red_package("ring"), 101))),
        healthy("one red test under each compiler", (60..60 + MANY).map(|minor| shell(format!("cargo +1.{minor} test -p ring"), red_package("ring"), 101)).collect()),
        healthy("one red test with each database", each(|name| shell(format!("DATABASE={name} python -m pytest -q"), python, 1))),
        healthy("one red test in each container", each(|name| shell(format!("docker compose exec {name} pytest -q"), python, 1))),
        healthy("one red test under each interpreter", (1..=MANY).map(|minor| shell(format!("uv run --python 3.{minor} pytest -q"), python, 1)).collect()),
        healthy("one red test with each exported database", each(|name| shell(format!("export DB={name} && python -m pytest -q"), python, 1))),
        healthy("one red test with each database that `env` names", each(|name| shell(format!("env DB={name} pytest -q"), python, 1))),
        healthy("one red test in each browser", each(|name| shell(format!("npx playwright test --project={name}"), browser.replace("chromium", name), 1))),
        nudged_at_most("one red test with each seed", (1..=MANY).map(|seed| shell(format!("npx jest --seed {seed} ring"), "FAIL src/ring.test.ts\n  ● Ring › wraps\n\n    expect(received).toBe(expected)\n\nTests:       1 failed, 3 passed, 4 total\n", 1)).collect()),
        stuck("one red test with two features in turn", in_turn(MANY, &["cargo test -p ring", "cargo test -p ring --features fast"], &red_package("ring"), 101)).refused(),
    ]
}
