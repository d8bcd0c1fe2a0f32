//! Tests that fail after one change after the other, however they are selected; and things of a server that are set anew
//! and fail alike.

use serde_json::json;

use super::attempts::WORDS;
use super::call::{Call, edit, laps, mcp, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// A change and a run of tests that fails, so many times.
fn tried(
    count: usize,
    line: impl Fn(usize) -> String,
    output: impl Fn(usize) -> String,
) -> Vec<Call> {
    laps(count, |n| {
        [
            edit("src/io.go", format!("try {n}"), format!("do {}", WORDS[n % 14])),
            shell(line(n), output(n), 1),
        ]
    })
}

pub(crate) fn cases() -> Vec<Case> {
    let go = |package: &str, test: &str| {
        format!(
            "--- FAIL: {test} (0.01s)\n    io_test.go:41: got 3, want 4\nFAIL\nFAIL\tacme.org/{package}\t0.02s"
        )
    };
    let of = |lines: &'static [&'static str]| move |n: usize| lines[n % lines.len()].to_owned();
    let phpunit = "1) Acme\\Tests\\RateTest::testNet\nFailed asserting that 3 matches expected 4.\n\n/w/tests/RateTest.php:14\n\nFAILURES!\nTests: 4, Assertions: 4, Failures: 1.";
    let jest = "FAIL src/io.test.js\n  ● io › round trip\n\n    expect(received).toBe(expected)\n\nTests:       1 failed, 3 passed, 4 total";
    vec![
        stuck(
            "one test of a package, selected otherwise each time",
            tried(
                9,
                of(&[
                    "go test ./io",
                    "go test ./io -run Replay",
                    "go test ./... -run TestReplay",
                    "go test ./io -count=1 -v",
                ]),
                |_| go("io", "TestReplay"),
            ),
        ),
        stuck(
            "one test of a class, by its filter, its name and its file",
            tried(
                9,
                of(&[
                    "vendor/bin/phpunit --filter Rate",
                    "vendor/bin/phpunit --filter testNet",
                    "vendor/bin/phpunit --filter RateTest::testNet",
                ]),
                |_| phpunit.to_owned(),
            ),
        ),
        healthy(
            "tests of one name in one package after the other, mended where they stand",
            laps(12, |n| {
                [
                    shell(format!("go test ./{}", WORDS[n]), go(WORDS[n], "TestReplay"), 1),
                    edit(format!("{}/io.go", WORDS[n]), "old", format!("new {n}")),
                ]
            }),
        ),
        healthy(
            "one test in one workspace after the other",
            laps(12, |n| {
                [
                    shell(format!("npm test -w packages/{}", WORDS[n]), jest, 1),
                    edit(format!("packages/{}/io.js", WORDS[n]), "old", format!("new {n}")),
                ]
            }),
        ),
        healthy(
            "ever another test that fails, however it is selected",
            tried(
                12,
                of(&["go test ./io", "go test ./io -run Test", "go test ./io -count=1"]),
                |n| go("io", &format!("Test{}", WORDS[n])),
            ),
        ),
        healthy(
            "four changes, and the test passes",
            [
                tried(4, of(&["go test ./io", "go test ./io -run Replay"]), |_| {
                    go("io", "TestReplay")
                }),
                vec![shell("go test ./io", "ok  \tacme.org/io\t0.02s", 0)],
            ]
            .concat(),
        ),
    ]
}

pub(crate) fn set_anew() -> Vec<Case> {
    let cell = |formula: String| {
        mcp(
            "mcp:sheets/write_cell",
            json!({"cell": "F4", "formula": formula}),
            "{\"updatedCells\": 1}",
            true,
        )
    };
    let shown = |answer: String| mcp("mcp:sheets/read_cell", json!({"cell": "F4"}), answer, true);
    let broken = |name: &str| {
        format!("{{\"value\": \"#NAME?\", \"error\": \"Unknown range name: '{name}'.\"}}")
    };
    vec![
        stuck(
            "a cell that fails alike with every formula",
            laps(9, |n| [cell(format!("={}(rates)", WORDS[n])), shown(broken("rates"))]),
        ),
        stuck(
            "a flow that is not accepted with any trigger",
            laps(9, |n| {
                [
                    mcp(
                        "mcp:flows/update_flow",
                        json!({"flow": "nightly", "trigger": WORDS[n]}),
                        "{\"saved\": true}",
                        true,
                    ),
                    mcp(
                        "mcp:flows/get_flow",
                        json!({"flow": "nightly"}),
                        "{\"flow\": \"nightly\", \"error\": \"connection 'crm' has expired\"}",
                        true,
                    ),
                ]
            }),
        ),
        healthy(
            "cells of which each lacks another name",
            laps(12, |n| [cell(format!("={}(a)", WORDS[n])), shown(broken(WORDS[n]))]),
        ),
        healthy(
            "cells that are filled and read one after the other",
            laps(12, |n| {
                [
                    mcp(
                        "mcp:sheets/write_cell",
                        json!({"cell": format!("F{n}"), "value": n}),
                        "{\"updatedCells\": 1}",
                        true,
                    ),
                    mcp(
                        "mcp:sheets/read_cell",
                        json!({"cell": format!("F{n}")}),
                        format!("{{\"value\": {n}}}"),
                        true,
                    ),
                ]
            }),
        ),
        healthy(
            "four formulas until the fifth is right",
            [
                laps(4, |n| [cell(format!("={}(rates)", WORDS[n])), shown(broken("rates"))]),
                vec![cell("=SUM(A1:A4)".to_owned()), shown("{\"value\": 41}".to_owned())],
            ]
            .concat(),
        ),
        nudged_at_most(
            "other cells that lack one name, each mended",
            laps(12, |n| {
                [
                    mcp(
                        "mcp:sheets/read_cell",
                        json!({"cell": format!("G{n}")}),
                        broken("rates"),
                        true,
                    ),
                    mcp(
                        "mcp:sheets/write_cell",
                        json!({"cell": format!("G{n}"), "formula": "=A1"}),
                        "{\"updatedCells\": 1}",
                        true,
                    ),
                ]
            }),
        ),
    ]
}
