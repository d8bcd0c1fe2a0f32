//! Programs that fail in what they are given: a compiler of documents finds a fault in each of them, and what any other program
//! says alike about one after the other may be an answer about each.

use serde_json::json;

use super::attempts::WORDS;
use super::call::{Call, laps, look, mcp, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// One line for each of twelve things, and what it printed.
fn each(line: impl Fn(&str) -> String, output: impl Fn(&str, usize) -> String) -> Vec<Call> {
    let things = WORDS.iter().enumerate().take(12);
    things.map(|(n, word)| shell(line(word), output(word, 11 + 3 * n), 1)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let tex = |n: usize| {
        format!(
            "This is pdfTeX, Version 3.14\n! Undefined control sequence.\nl.{n} \\foo\n          {{bar}}\nNo pages of output."
        )
    };
    let sass = |word: &str, n: usize| {
        format!(
            "Error: Undefined variable.\n   ╷\n{n} │   color: $brand;\n   │          ^^^^^^\n   ╵\n  scss/{word}.scss {n}:10  root stylesheet"
        )
    };
    let invalid =
        |_: &str, n: usize| format!("Error: invalid document\n    at validate (cli.js:{n})");
    let options = [
        "",
        " --root .",
        " --ppi 200",
        " -j 2",
        " --format pdf",
        " --font-path /f",
        " -v",
        " --ignore-system-fonts",
    ];
    let page = |count: usize| {
        let parts = [
            "#pay",
            "button.pay",
            "text=Pay",
            "form button",
            "[data-test=pay]",
            "a.pay",
            "input.pay",
        ];
        laps(count, |n| {
            let part = parts[n % parts.len()];
            [
                mcp(
                    "playwright/browser_navigate",
                    json!({"url": "http://localhost/0"}),
                    "- heading Checkout step 0",
                    true,
                ),
                mcp(
                    "playwright/browser_click",
                    json!({"selector": part}),
                    format!(
                        "Error: TimeoutError: locator.click: Timeout 5000ms exceeded.\nwaiting for locator('{part}')"
                    ),
                    false,
                ),
                mcp(
                    "playwright/browser_snapshot",
                    json!({}),
                    format!("- heading Checkout step {n}"),
                    true,
                ),
            ]
        })
    };
    vec![
        healthy(
            "each chapter with the same fault, told by its line alone",
            each(|word| format!("pdflatex -interaction=nonstopmode ch/{word}.tex"), |_, n| tex(n)),
        ),
        healthy(
            "each chapter with the same fault, in the last lines",
            each(|word| format!("latexmk -pdf ch/{word}.tex 2>&1 | tail -5"), |_, n| tex(n)),
        ),
        healthy(
            "each sheet of styles without one variable",
            each(|word| format!("sass scss/{word}.scss css/{word}.css"), sass),
        ),
        healthy(
            "each graph with a syntax error",
            each(
                |word| format!("dot -Tsvg g/{word}.dot -o {word}.svg"),
                |_, n| format!("Error: <stdin>: syntax error in line {n} near '->'"),
            ),
        ),
        healthy(
            "each page that is converted and ends too early",
            each(
                |word| format!("pandoc in/{word}.md -o {word}.docx"),
                |_, n| format!("Error (line {n}, column 3):\nunexpected end of input"),
            ),
        ),
        nudged_at_most(
            "bad fixtures that must be rejected, and are",
            each(|word| format!("node cli.js import fixtures/bad/{word}.json"), invalid),
        ),
        nudged_at_most(
            "inputs of which a program is to crash at each",
            each(|word| format!("./parse corpus/{word}.bin"), |_, _| {
                "parse: assertion `len <= cap' failed".to_owned()
            }),
        ),
        nudged_at_most(
            "modules of tests of which some import what the language has no more",
            WORDS.iter().enumerate().take(12).map(|(n, word)| {
                let is_good = n == 1 || n == 5;
                let output = match is_good {
                    true => format!("{} passed in 0.{n}s\nexit 0", 3 + n),
                    false => format!("E   ModuleNotFoundError: No module named 'imp'\n1 error in 0.1{n}s\nexit 2"),
                };
                shell(format!("pytest -q tests/test_{word}.py 2>&1 | tail -3; echo exit ${{PIPESTATUS[0]}}"), output, 0)
            }).collect(),
        ),
        stuck("an element that is sought on a page that is opened again and again", page(10)),
        stuck(
            "one click that fails, whatever another server is told in between",
            laps(8, |n| [
                mcp("playwright/browser_click", json!({"selector": format!("#pay-{}", WORDS[n])}), "Error: no browser is open", false),
                mcp("notes/append", json!({"text": format!("tried {}", WORDS[n])}), "ok", true),
            ]),
        ),
        stuck(
            "one suite, with a number in front that changes nothing",
            (2..14).map(|n| {
                let name = ["V", "TRY", "MUTANT"][n % 3];
                shell(format!("{name}={n} ./run_tests; echo exit $?"), "F.....\n1 of 6 tests failed: total\nexit 1", 0)
            }).collect(),
        ),
        stuck(
            "modules of tests that all want one package, after one that passed",
            std::iter::once(shell("pytest -q tests/test_start.py", "3 passed in 0.11s", 0)).chain(
                each(|word| format!("pytest -q tests/test_{word}.py"), |_, _| {
                    "E   ModuleNotFoundError: No module named 'requests'\n1 error in 0.11s".to_owned()
                })
            ).collect(),
        )
        .refused(),
        stuck(
            "one document with one fault, however it is set",
            options
                .iter()
                .map(|option| shell(format!("typst compile{option} thesis.typ"), "error: unknown variable: brand, in line 14", 1))
                .collect(),
        )
        .refused(),
        stuck(
            "each chapter that asks for one style which is not there",
            each(|word| format!("pdflatex ch/{word}.tex"), |_, _| {
                "! LaTeX Error: File `siunitx.sty' not found.\nl.3 \\usepackage\n               {siunitx}".to_owned()
            }),
        )
        .refused(),
        stuck(
            "packages of which each depends on a part that does not build",
            each(|word| format!("cargo build -q -p {word} 2>&1 | tail -3; echo exit ${{PIPESTATUS[0]}}"), |_, _| {
                "error: failed to run custom build command for `openssl-sys v0.9.90`\nexit 101".to_owned()
            }),
        )
        .refused(),
        stuck(
            "one script that fails, whatever it is given",
            each(|word| format!("python3 load.py data/{word}.csv"), |_, _| {
                "Error: LOADER_TOKEN is not set".to_owned()
            }),
        ),
        stuck(
            "each file that may not be written",
            each(|word| format!("node gen.js out/{word}.json"), |word, _| {
                format!("Error: EACCES: permission denied, open 'out/{word}.json'")
            }),
        )
        .refused(),
        stuck(
            "one suite, with a variable that only says how much is told",
            (0..12).map(|n| match n % 2 {
                0 => shell(format!("LOG_LEVEL={} ./run_tests; echo exit $?", n + 2), "F.....\n1 of 6 tests failed: total\nexit 1", 0),
                _ => look(format!("src/part{n}.rs"), format!("fn part_{n}() {{}}")),
            }).collect(),
        ),
        stuck(
            "modules of tests of which none can be run without one package",
            each(|word| format!("pytest -q tests/test_{word}.py"), |_, _| {
                "E   ModuleNotFoundError: No module named 'requests'\n1 error in 0.11s".to_owned()
            }),
        )
        .refused(),
    ]
}
