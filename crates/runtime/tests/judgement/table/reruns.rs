//! One failing test that is run again and again without an edit: what prints something new each time is a hunt, and
//! ever another view of the same output is none.

use super::agent_work::PARTS;
use super::call::{Call, laps, look, shell};
use super::case::{Case, healthy, stuck};

const RUNS: usize = 12;

/// What pytest says of one failing test, with this error.
fn pytest(error: &str) -> String {
    format!("FAILED tests/test_cart.py::test_total - {error}\n1 failed, 3 passed in 0.41s")
}

/// What cargo says of one failing test that prints these lines.
fn cargo(printed: &str) -> String {
    format!(
        "running 1 test\n{printed}\ntest late ... FAILED\n\nfailures:\n\n---- late stdout ----\nthread 'late' panicked at src/lib.rs:9:5:\nassertion `left == right` failed\n  left: 3\n right: 4\n\nfailures:\n    late\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 3 filtered out; finished in 0.02s\n"
    )
}

/// A run for each of the first names of parts.
fn each(run: impl Fn(usize, &str) -> Call) -> Vec<Call> {
    PARTS.iter().take(RUNS).enumerate().map(|(n, name)| run(n, name)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    const WAYS: [&str; 6] = ["-q", "-vv", "-x --tb=long", "-s", "-l", "-rA"];
    const ENDS: [&str; 8] = [
        "",
        " 2>&1 | tail -5",
        " | grep FAIL",
        " || true",
        " | tail -3",
        " | head -40",
        "; true",
        " | tail -8",
    ];
    let same = pytest("AssertionError: assert 4 == 3");
    let view = |n: usize| {
        let whole = cargo("[cart] opened");
        let lines: Vec<&str> = whole.lines().collect();
        let shown = match ENDS[n % 8].rsplit_once("tail -") {
            Some((_, count)) => {
                let count = count.parse().unwrap_or(lines.len());
                lines[lines.len().saturating_sub(count)..].join("\n")
            }
            None if ENDS[n % 8].contains("grep") => lines
                .iter()
                .filter(|line| line.contains("FAIL"))
                .copied()
                .collect::<Vec<_>>()
                .join("\n"),
            None => whole,
        };
        shell(
            format!("cargo test late{}", ENDS[n % 8]),
            shown,
            i32::from(n.is_multiple_of(8)) * 101,
        )
    };
    vec![
        healthy(
            "one failing test, another error each time",
            each(|n, name| {
                shell(
                    format!("pytest tests/test_cart.py {}", WAYS[n % 6]),
                    pytest(&format!("{name}Error: no {name} here")),
                    1,
                )
            }),
        ),
        healthy(
            "one failing test, another log each time",
            each(|_, name| {
                shell(
                    format!("RUST_LOG=shop::{name}=trace cargo test late"),
                    cargo(&format!("[TRACE {name}] opens\n[TRACE {name}] gives {name}")),
                    101,
                )
            }),
        ),
        healthy(
            "one failing test, a longer trace each time",
            each(|n, _| {
                let trace: Vec<String> =
                    PARTS[..=n].iter().map(|name| format!("DEBUG {name}: enter")).collect();
                shell(
                    format!("pytest tests/test_cart.py {}", WAYS[n % 6]),
                    format!("{}\n{same}", trace.join("\n")),
                    1,
                )
            }),
        ),
        healthy(
            "one failing test, another value each time, with a file read before",
            laps(RUNS, |n| {
                [
                    look(format!("shop/{}.py", PARTS[n]), format!("{} = 1", PARTS[n])),
                    shell(
                        format!("go test ./ring -run TestLate {}", ["-v", "-race"][n % 2]),
                        format!(
                            "    ring_test.go:9: got {}, want nil\n--- FAIL: TestLate (0.00s)\nFAIL\nFAIL\tshop/ring\t0.012s\nFAIL\n",
                            PARTS[n]
                        ),
                        1,
                    ),
                ]
            }),
        ),
        healthy(
            "one failing test that no reader names, another log each time",
            each(|n, name| {
                shell(
                    format!("ctest --test-dir out -R heap {}", ["-V", "-VV"][n % 2]),
                    format!(
                        "heap: arena of {name} is full\n1/1 Test #2: heap .............***Failed    0.01 sec\n\n0% tests passed, 1 tests failed out of 1\n\nThe following tests FAILED:\n\t  2 - heap (Failed)\nErrors while running CTest"
                    ),
                    8,
                )
            }),
        ),
        stuck(
            "one failing test, the same error with other options",
            (0..RUNS)
                .map(|n| {
                    shell(
                        format!("pytest tests/test_cart.py {}", WAYS[n % 6]),
                        format!("seed {}\n{same}", n * 77),
                        1,
                    )
                })
                .collect(),
        )
        .at(5, 8),
        stuck("one failing test, ever another view of its output", (0..24).map(view).collect())
            .at(5, 8),
        stuck(
            "one failing test, a set in another order each time by one command",
            each(|n, _| {
                let mut names = PARTS[..5].to_vec();
                names.rotate_left(n % 5);
                names.swap(0, 1 + n % 4);
                let error = format!("AssertionError: assert {{{}}} == set()", names.join(", "));
                shell("pytest tests/test_cart.py -q", pytest(&error), 1)
            }),
        )
        .at(4, 7),
        stuck(
            "one failing test, invented words by ever other options",
            (0..30)
                .map(|n| {
                    let name = |n: usize| PARTS[n % PARTS.len()];
                    let error = format!("AssertionError: no {} {}", name(n), name(n / 5 + 3));
                    shell(format!("pytest tests/test_cart.py {}", WAYS[n % 6]), pytest(&error), 1)
                })
                .collect(),
        )
        .refused(),
        stuck(
            "one failing test, two errors in turn",
            (0..16)
                .map(|n| {
                    shell(
                        format!("pytest tests/test_cart.py {}", WAYS[n % 6]),
                        pytest(["KeyError: 'rate'", "TypeError: no rate"][n % 2]),
                        1,
                    )
                })
                .collect(),
        )
        .refused(),
        stuck(
            "one failing test, new output up to the sixth run",
            (0..16)
                .map(|n| {
                    let log = format!("DEBUG {}: enter", PARTS[n.min(5)]);
                    shell(
                        format!("pytest tests/test_cart.py {}", WAYS[n % 6]),
                        format!("{log}\n{same}"),
                        1,
                    )
                })
                .collect(),
        )
        .since(8)
        .refused(),
    ]
}
