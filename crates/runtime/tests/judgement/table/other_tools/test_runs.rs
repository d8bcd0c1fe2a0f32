//! Answers of test runs, names with digits, and talk.

use serde_json::json;

use super::super::attempts::{WORDS, attempts};
use super::super::call::{Call, edit, laps, look, mcp, say, shell, think, tool};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count, each};

/// One failing run, printed in many ways; `{}` is a duration.
fn ways(command: &str, full: &str, last: &str) -> Vec<Call> {
    [
        "",
        " | tail -4",
        " 2>&1",
        " || true",
        " 2>&1 | tail -9",
        " | cat",
        " | tail -2",
        "; true",
        " 2>&1 | tail -20",
        " | tail -3",
    ]
    .iter()
    .enumerate()
    .map(|(n, way)| {
        let shown = if way.contains("tail -2") || way.contains("tail -3") || way.contains("tail -4")
        {
            last
        } else {
            full
        };
        shell(
            format!("{command}{way}"),
            shown.replace("{}", &format!("{}", n * 3 + 2)),
            i32::from(way.is_empty() || *way == " 2>&1"),
        )
    })
    .collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let falls = |command: &'static str, last: &'static str| {
        attempts(11, move |n| (command.to_owned(), last.replace("{}", &(11 - n).to_string())))
    };
    let task = |kind: &str, prompt: String, answer: &str| {
        tool("task", json!({"subagent_type": kind, "prompt": prompt}), answer, true)
    };
    vec![
        stuck(
            "one test of Flutter in ten ways",
            ways(
                "flutter test",
                "00:0{} +3 -1: test/cart_test.dart: totals add up [E]\n  Expected: <12>\n    Actual: <11>\n00:0{} +39 -1: Some tests failed.",
                "00:0{} +39 -1: Some tests failed.",
            ),
        ),
        stuck(
            "one test of Bazel in ten ways",
            ways(
                "bazel test //cart:all",
                "FAIL: //cart:total_test (see /tmp/test.log)\n//cart:total_test   FAILED in 0.{}s\n\nExecuted 1 out of 3 tests: 2 tests pass and 1 fails locally.",
                "//cart:total_test   FAILED in 0.{}s\n\nExecuted 1 out of 3 tests: 2 tests pass and 1 fails locally.",
            ),
        ),
        stuck(
            "one test of ExUnit in ten ways",
            ways(
                "mix test",
                "  1) test totals (CartTest)\n     test/cart_test.exs:9\n     Assertion with == failed\n\nFinished in 0.{} seconds\n40 tests, 1 failure",
                "Finished in 0.{} seconds\n40 tests, 1 failure",
            ),
        ),
        stuck(
            "one test of Swift in ten ways",
            ways(
                "swift test",
                "Test Case 'CartTests.testTotal' failed (0.{} seconds)\n\t Executed 40 tests, with 1 failure (0 unexpected) in 0.{} (0.{}) seconds",
                "\t Executed 40 tests, with 1 failure (0 unexpected) in 0.{} (0.{}) seconds",
            ),
        ),
        stuck(
            "one test of Kotlin in ten ways",
            ways(
                "./gradlew test",
                "CartTest > totals() FAILED\n    org.opentest4j.AssertionFailedError: expected: <12> but was: <11>\n\n40 tests completed, 1 failed\n\nBUILD FAILED in {}s",
                "40 tests completed, 1 failed\n\nBUILD FAILED in {}s",
            ),
        ),
        stuck(
            "one test of Zig in ten ways",
            ways(
                "zig build test",
                "error: 'cart.test.total' failed: expected 12, found 11\nBuild Summary: 1/3 steps succeeded; 1 failed; 39/40 tests passed; 1 failed",
                "Build Summary: 1/3 steps succeeded; 1 failed; 39/40 tests passed; 1 failed",
            ),
        ),
        stuck(
            "one failing test and two looks, round and round",
            laps(9, |n| {
                [
                    look(format!("lib/{}.ex", NAMES[n % 2]), "defmodule A do"),
                    look("test/cart_test.exs", "test \"totals\" do"),
                    shell(
                        "mix test",
                        "  1) test totals (CartTest)\n     test/cart_test.exs:9\n\n40 tests, 1 failure",
                        2,
                    ),
                ]
            }),
        ),
        healthy("failures fall under mix", falls("mix test | tail -1", "40 tests, {} failures")),
        healthy(
            "failures fall under Swift",
            falls(
                "swift test 2>&1 | tail -1",
                "\t Executed 40 tests, with {} failures (0 unexpected) in 0.2 (0.2) seconds",
            ),
        ),
        healthy(
            "failures fall under Flutter",
            falls("flutter test | tail -1", "00:04 +29 -{}: Some tests failed."),
        ),
        healthy(
            "failures fall under Bazel",
            falls(
                "bazel test //... | tail -1",
                "Executed 40 out of 40 tests: 29 tests pass and {} fail locally.",
            ),
        ),
        healthy(
            "failures fall under Jest",
            falls("npm test 2>&1 | tail -4", "Tests:       {} failed, 29 passed, 40 total"),
        ),
        healthy(
            "failures fall under a script of its own",
            falls("./run_tests.sh | tail -1", "{} of 40 failed"),
        ),
        healthy(
            "another test of ExUnit after each edit",
            attempts(11, |n| {
                (
                    "mix test".to_owned(),
                    format!(
                        "  1) test {} (CartTest)\n     test/cart_test.exs:9\n\n40 tests, 1 failure",
                        WORDS[n]
                    ),
                )
            }),
        ),
        healthy(
            "one failing suite of Bazel after the other",
            each(|name| {
                shell(
                    format!("bazel test //{name}:all"),
                    format!(
                        "//{name}:unit_test   FAILED in 0.3s\n\nExecuted 1 out of 1 test: 1 fails locally."
                    ),
                    3,
                )
            }),
        ),
        healthy(
            "test cases by number, all green",
            count(12, |n| {
                shell(format!("go test -run 'TestCase{n}$' ./..."), "ok  \tshop/cart\t0.02s", 0)
            }),
        ),
        healthy(
            "levels by number",
            count(12, |n| {
                shell(format!("godot --headless -s check.gd -- level_{n}"), "level is fine", 0)
            }),
        ),
        healthy(
            "shards by number",
            count(12, |n| {
                shell(format!("mongosh --quiet --host shard{n} --eval 'db.stats().ok'"), "1", 0)
            }),
        ),
        healthy(
            "items of a list, one error each",
            attempts(10, |n| {
                (
                    "python import.py".to_owned(),
                    format!("ValueError: row {} of rates.csv: bad date", 12 + n * 31),
                )
            }),
        ),
        stuck(
            "talk by the shell",
            count(12, |n| {
                shell(format!("echo 'I now believe that {} is the cause.'", NAMES[n]), "ok then", 0)
            }),
        ),
        stuck(
            "one sentence without an end",
            vec![
                say("Now I will run the simulation once more. ".repeat(20)),
                shell("./sim", "ok", 0),
                shell("ls", "a", 0),
            ],
        ),
        stuck(
            "the same words to the person, with nothing done",
            vec![
                say("I will write the model for the orders now."),
                say("I will write the model for the orders now."),
                say("I will write the model for the orders now."),
                say("I will write the model for the orders now."),
                shell("ls models", "orders.sql", 0),
            ],
        ),
        healthy(
            "code quoted while thinking",
            vec![
                think(format!(
                    "The kernel does:\n```cuda\n{}```\nSo it is unrolled.",
                    "acc += a[i] * b[i];\n".repeat(16)
                )),
                shell("nvcc -o k k.cu", "", 0),
            ],
        ),
        healthy(
            "a table written to the person",
            vec![say(NAMES.map(|n| format!("| {n} | ok | 12 |\n")).concat()), shell("ls", "a", 0)],
        ),
        healthy(
            "the same words before each model",
            laps(9, |n| {
                [
                    say("Next model."),
                    shell(
                        format!("dbt run -s {}", NAMES[n]),
                        format!("OK created sql table model {}", NAMES[n]),
                        0,
                    ),
                ]
            }),
        ),
        stuck(
            "a planner and a critic with a counter",
            laps(8, |n| {
                [
                    task(
                        "planner",
                        format!("Round {}: plan the migration.", n + 1),
                        "The plan: copy, then switch.",
                    ),
                    task(
                        "critic",
                        format!("Round {}: criticise the plan.", n + 1),
                        "It lacks a way back.",
                    ),
                ]
            }),
        ),
        stuck(
            "a writer and a tester over a server",
            laps(8, |n| {
                [
                    mcp(
                        "crew-o/send",
                        json!({"to": "writer", "text": format!("Attempt {n}: please go on")}),
                        "Waiting for the tester.",
                        true,
                    ),
                    mcp(
                        "crew-o/send",
                        json!({"to": "tester", "text": format!("Attempt {n}: please go on")}),
                        "Waiting for the writer.",
                        true,
                    ),
                ]
            }),
        ),
        stuck(
            "a question to one helper again",
            count(9, |n| {
                task("explorer", format!("Attempt {}: find the leak.", n + 1), "I found nothing.")
            }),
        ),
        healthy(
            "a helper for each module",
            each(|name| {
                task("coder", format!("Port module {name} to Zig."), "Ported; its tests pass.")
            }),
        ),
        healthy(
            "a reviewer after each change",
            laps(9, |n| {
                [
                    edit(format!("src/{}.zig", NAMES[n]), "old", "new"),
                    task("reviewer", format!("Review round {}.", n + 1), "No findings."),
                ]
            }),
        ),
        healthy(
            "a planner and a critic that get on",
            laps(7, |n| {
                [
                    task(
                        "planner",
                        format!("Round {}: plan.", n + 1),
                        &format!("Add {}.", NAMES[n]),
                    ),
                    task(
                        "critic",
                        format!("Round {}: criticise.", n + 1),
                        &format!("{} is fine; what of {}?", NAMES[n], NAMES[n + 1]),
                    ),
                ]
            }),
        ),
        nudged_at_most(
            "a judge asked about each of ten drafts",
            count(10, |n| {
                task("judge", format!("Judge draft {}: {}", n + 1, WORDS[n].repeat(3)), "Score: 7")
            }),
        ),
    ]
}
