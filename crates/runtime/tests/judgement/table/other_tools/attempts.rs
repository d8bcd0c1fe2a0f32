//! Checks that fail alike after each change, in runners that nobody knows too, and those whose failure moves on.

use super::super::attempts::{WORDS, attempts};
use super::super::call::{Call, edit, laps, look, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};

/// An edit and a run of one command, whose output names one word after the other.
fn moves(command: &'static str, output: &'static str) -> Vec<Call> {
    attempts(12, move |n| {
        (
            command.to_owned(),
            output.replace("{}", WORDS[n]).replace("{n}", &(n * 7 + 3).to_string()),
        )
    })
}

/// The same with one output.
fn stays(times: usize, command: &'static str, output: &'static str) -> Vec<Call> {
    attempts(times, move |n| (command.to_owned(), output.replace("{n}", &(n * 7 + 3).to_string())))
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = vec![
        healthy(
            "a script of tests whose failure moves on",
            moves("./run_tests.sh", "running suite\n  {}: FAIL\n1 of 40 failed"),
        ),
        healthy(
            "tests of Node whose failure moves on",
            moves(
                "node test/all.js",
                "not ok: {} returns the sum\nAssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n3 !== 4\n    at test/all.js:{n}:8",
            ),
        ),
        healthy(
            "tests of Dune whose failure moves on",
            moves(
                "dune test",
                "File \"test/dune\", line 2, characters 7-11:\nFatal error: exception Failure(\"{} is wrong\")",
            ),
        ),
        healthy(
            "a thesis whose error moves on",
            moves(
                "latexmk -pdf main.tex",
                "! Undefined control sequence.\nl.{n} \\{}\nLatexmk: Errors, so I did not complete making targets",
            ),
        ),
        healthy(
            "tests of Elm whose failure moves on",
            moves(
                "npx elm-test",
                "TEST RUN FAILED\n\n↓ {}\n✗ rounds\n\n    3\n    ╷ Expect.equal\n    ╵\n    4\n\nPassed: 39\nFailed: 1",
            ),
        ),
        healthy(
            "tests of Erlang whose failure moves on",
            moves(
                "rebar3 eunit",
                "Failures:\n\n  1) {}_tests:{}_test/0\n     Failure/Error: ?assertEqual(3, {}:sum())\n       expected: 3\n            got: 4\n\nFinished in 0.0{n} seconds\n40 tests, 1 failures",
            ),
        ),
        healthy(
            "tests of Julia whose failure moves on",
            moves(
                "julia --project -e 'using Pkg; Pkg.test()'",
                "{}: Test Failed at /home/dev/test/runtests.jl:{n}\n  Expression: {}(1) == 2\nERROR: Package Shop errored during testing",
            ),
        ),
        healthy(
            "tests of R whose failure moves on",
            moves(
                "Rscript -e 'devtools::test()'",
                "── Failure (test-{}.R:{n}:3): {} rounds ──\n`x` not equal to 2.\n[ FAIL 1 | WARN 0 | SKIP 0 | PASS 39 ]",
            ),
        ),
        healthy(
            "a test bench whose failure moves on",
            moves(
                "make -C sim",
                "%Error: tb_{}.sv:{n}: Assertion failed in tb_{}\nmake: *** [Makefile:9: run] Error 1",
            ),
        ),
        healthy(
            "tests of dbt whose failure moves on",
            moves(
                "dbt test",
                "Failure in test not_null_{}_id (models/schema.yml)\n  Got 3 results, configured to fail if != 0\nDone. PASS=39 WARN=0 ERROR=1 SKIP=0 TOTAL=40",
            ),
        ),
        healthy(
            "tests of Octave whose failure moves on",
            moves("octave --eval 'runtests'", "{}.m ...... FAIL    1/4\nSummary: PASS 39 FAIL 1"),
        ),
        healthy(
            "tests of Perl whose failure moves on",
            moves("prove -r t", "#   Failed test '{} adds'\n#   at t/{}.t line {n}.\nResult: FAIL"),
        ),
        healthy(
            "a pipeline whose missing table moves on",
            moves(
                "spark-submit etl.py",
                "pyspark.errors.exceptions.captured.AnalysisException: [TABLE_OR_VIEW_NOT_FOUND] The table or view `{}` cannot be found.",
            ),
        ),
        healthy(
            "a shader whose error moves on",
            moves(
                "godot --headless --check-only -s main.gd",
                "SCRIPT ERROR: Parse Error: Identifier \"{}\" not declared in the current scope.\n          at: GDScript::reload (res://main.gd:{n})",
            ),
        ),
        healthy(
            "a device tree whose error moves on",
            moves(
                "west build",
                "devicetree error: /soc/{}@40: 'reg' is a required property\nFATAL ERROR: command exited with status 1: cmake",
            ),
        ),
        healthy(
            "imports that Haskell lacks, one after the other",
            moves(
                "cabal build",
                "src/Main.hs:{n}:1: error: [GHC-87110]\n    Could not load module 'Data.{}'",
            ),
        ),
        healthy(
            "a pipeline of Nix whose failure moves on",
            moves(
                "nix flake check",
                "error: builder for '/nix/store/9x-{}.drv' failed with exit code 1",
            ),
        ),
        healthy(
            "a browser suite whose failure moves on",
            moves(
                "npx playwright test",
                "  1) [chromium] › {}.spec.ts:{n}:5 › {} is shown\n\n    Error: Timed out 5000ms waiting for expect(locator).toBeVisible()\n\n  1 failed\n    [chromium] › {}.spec.ts:{n}:5 › {} is shown\n  39 passed (12s)",
            ),
        ),
        healthy(
            "a suite of Swift whose failure moves on",
            moves(
                "xcodebuild test -scheme App",
                "Test Case '-[AppTests.{}Tests testSum]' failed (0.0{n} seconds).\n\nTest Suite 'All tests' failed\n** TEST FAILED **",
            ),
        ),
        healthy(
            "a suite of Flutter whose failure moves on",
            moves(
                "flutter test",
                "00:02 +39 -1: test/{}_test.dart: {} adds [E]\n  Expected: <3>\n    Actual: <4>\n00:02 +39 -1: Some tests failed.",
            ),
        ),
        stuck(
            "a script of tests that fails alike",
            stays(8, "./run_tests.sh", "running suite\n  rounds: FAIL\n1 of 40 failed in 0.{n} s"),
        ),
        stuck(
            "tests of Node that fail alike",
            stays(
                8,
                "node test/all.js",
                "not ok: adds returns the sum\nAssertionError [ERR_ASSERTION]: Expected values to be strictly equal:\n\n3 !== 4\n    at test/all.js:{n}:8",
            ),
        ),
        stuck(
            "tests of Dune that fail alike",
            stays(
                8,
                "dune test",
                "File \"test/dune\", line 2, characters 7-11:\nFatal error: exception Failure(\"sum is wrong\")",
            ),
        ),
        stuck(
            "a thesis that fails alike",
            stays(
                8,
                "latexmk -pdf main.tex",
                "! LaTeX Error: File `moderncv.cls' not found.\nLatexmk: Errors, so I did not complete making targets",
            ),
        ),
        stuck(
            "a board that never links",
            stays(
                8,
                "west build",
                "region `FLASH' overflowed by 4096 bytes\nFATAL ERROR: command exited with status 1: ninja",
            ),
        ),
        stuck(
            "a notebook that fails alike",
            stays(
                8,
                "jupyter nbconvert --execute fit.ipynb",
                "nbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:\nKeyError: 'rate'",
            ),
        ),
        stuck(
            "a model that dbt cannot compile",
            stays(
                8,
                "dbt run -s orders",
                "Compilation Error in model orders (models/orders.sql)\n  'source_rows' is undefined\nDone. PASS=0 WARN=0 ERROR=1 SKIP=0 TOTAL=1",
            ),
        ),
        stuck(
            "a test of Xcode that fails alike",
            stays(
                8,
                "xcodebuild test -scheme App",
                "Test Case '-[AppTests.SumTests testSum]' failed (0.0{n} seconds).\n** TEST FAILED **",
            ),
        ),
        stuck(
            "the same test with looks between",
            laps(8, |n| {
                [
                    edit(
                        "lib/sum.ml",
                        format!("let a = {}", WORDS[n]),
                        format!("let b = {}", WORDS[n]),
                    ),
                    look(format!("lib/{}.ml", WORDS[n]), format!("let {} = 1", WORDS[n])),
                    shell("dune test", "Fatal error: exception Failure(\"sum is wrong\")", 1),
                ]
            }),
        ),
        nudged_at_most(
            "sixteen changes under a person's eyes",
            stays(16, "dune test", "Fatal error: exception Failure(\"sum is wrong\")"),
        ),
        healthy(
            "four changes, then it passes",
            [
                stays(4, "dune test", "Fatal error: exception Failure(\"sum is wrong\")"),
                vec![shell("dune test", "", 0)],
            ]
            .concat(),
        ),
        healthy(
            "a figure that is brought down",
            attempts(12, |n| {
                (
                    "./size.sh".to_owned(),
                    format!(
                        "image is {} bytes, {} too many",
                        70_000 - n * 911,
                        8_000 - n * 911 / 2
                    ),
                )
            }),
        ),
        healthy(
            "a count of errors that falls",
            attempts(12, |n| {
                (
                    "mypy src".to_owned(),
                    format!(
                        "src/a.py:1: error: Incompatible types\nFound {} errors in 9 files",
                        40 - n * 3
                    ),
                )
            }),
        ),
    ];
    let alone = [
        stuck("sixteen runs of Dune", stays(18, "dune test", "Fatal error: exception Failure(\"sum is wrong\")")).at(12, 33),
        stuck("sixteen runs of a script of tests", stays(18, "./run_tests.sh", "  rounds: FAIL\n1 of 40 failed")).at(12, 33),
        stuck("sixteen runs of dbt", stays(18, "dbt run -s orders", "Compilation Error in model orders (models/orders.sql)\n  'source_rows' is undefined")).at(12, 33),
        stuck("sixteen builds of a board", stays(18, "west build", "region `FLASH' overflowed by 4096 bytes\nFATAL ERROR: command exited with status 1: ninja")).at(12, 33),
        stuck("sixteen runs with a look before each", laps(18, |n| [
            look(format!("lib/{}{n}.ml", WORDS[n % 14]), format!("let {} = {n}", WORDS[n % 14])), edit("lib/sum.ml", format!("let a{n} = 1"), format!("let b{n} = 1")), shell("dune test", "Fatal error: exception Failure(\"sum is wrong\")", 1),
        ])).at(18, 49),
        nudged_at_most("a failure that moves on while nobody watches", attempts(18, |n| ("./run_tests.sh".to_owned(), format!("  {}_{}: FAIL\n1 of 40 failed", WORDS[n % 14], WORDS[(n + 5) % 14])))),
        nudged_at_most("a thesis whose error moves on while nobody watches", attempts(18, |n| ("latexmk -pdf main.tex".to_owned(), format!("! Undefined control sequence.\nl.{} \\{}{}", n * 9, WORDS[n % 14], WORDS[(n + 3) % 14])))),
        nudged_at_most("fourteen runs of Dune", stays(14, "dune test", "Fatal error: exception Failure(\"sum is wrong\")")),
    ];
    cases.extend(alone.map(Case::unattended));
    cases
}
