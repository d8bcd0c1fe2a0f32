//! Data science and the test runs of languages with suites of their own.

use super::super::call::{edit, laps, look, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

const FRAME: &str = "import pandas as pd; df = pd.read_csv(\"sales.csv\")";

pub(super) fn cases() -> Vec<Case> {
    let python =
        |code: &str, output: &str| shell(format!("python3 -c '{FRAME}; {code}'"), output, 0);
    vec![
        healthy("data that is pulled, file by file", each(|name| shell(format!("dvc pull data/{name}.dvc"), "1 file fetched and 1 file added", 0))),
        healthy("gaps in every column of one table", each(|name| python(&format!("print(df[\"{name}\"].isna().sum())"), "0"))),
        healthy("suites of R that pass, file by file", each(|name| shell(format!("Rscript -e 'testthat::test_file(\"tests/testthat/test-{name}.R\")'"), "[ FAIL 0 | WARN 0 | SKIP 0 | PASS 4 ]", 0))),
        healthy("failures fall under testthat", laps(12, |n| [
            edit("R/cart.R", format!("step {n}"), format!("step {}", n + 1)),
            shell("Rscript -e 'devtools::test()' | tail -3", format!("[ FAIL {} | WARN 0 | SKIP 0 | PASS {} ]", 12 - n, 30 + n), 1),
        ])),
        healthy("files of Elixir that pass", each(|name| shell(format!("mix test test/shop/{name}_test.exs"), "...\nFinished in 0.04 seconds (0.00s async, 0.04s sync)\n3 tests, 0 failures", 0))),
        healthy("a name that Haskell lacks, line after line", laps(12, |n| [
            edit("src/Shop.hs", format!("total{n}"), format!("sumOf{n}")),
            shell("cabal build", format!("src/Shop.hs:{}:5: error: [GHC-88464]\n    Variable not in scope: total :: Cart -> Int", 41 + n), 1),
        ])),
        healthy("libraries of OCaml that are checked", each(|name| shell(format!("dune build @{name}/check"), "", 0))),
        healthy("failures fall under Zig", laps(10, |n| [
            edit("src/cart.zig", format!("step {n}"), format!("step {}", n + 1)),
            shell("zig build test 2>&1 | tail -2", format!("Build Summary: 1/3 steps succeeded; 1 failed; {}/14 tests passed; {} failed", 4 + n, 10 - n), 1),
        ])),
        healthy("expectations about every table", each(|name| shell(format!("great_expectations checkpoint run {name}"), "Validation succeeded!", 0))),
        healthy("a model that gets better by little", laps(14, |n| [
            edit("params.yaml", format!("depth: {n}"), format!("depth: {}", n + 1)),
            shell("dvc repro -q && jq .rmse metrics.json", format!("0.4{}", 99 - n), 0),
        ])),
        healthy("runs that are registered", count(12, |n| shell(format!("mlflow runs delete --run-id 4f2c9d{n:02}"), format!("Run with ID 4f2c9d{n:02} has been deleted."), 0))),
        healthy("cells of a notebook that fail one after the other", laps(10, |n| [
            edit("report.ipynb", format!("cell {n}"), format!("cell {}", n + 1)),
            shell("papermill report.ipynb out.ipynb", format!("papermill.exceptions.PapermillExecutionError:\n---------------------------------------------------------------------------\nException encountered at \"In [{}]\":\nKeyError: 'date'", 3 + n), 1),
        ])),
        nudged_at_most("a simulation that is repeated for its spread", count(16, |_| shell("julia --project bench.jl", "median 12.3 ms", 0))),
        stuck("columns of one table, printed in many ways", ["print(list(df.columns))", "print(df.columns.tolist())", "print([c for c in df.columns])", "print(list(df))", "print(list(df.keys()))", "print(df.columns.values.tolist())", "print(sorted(df.columns, key=len))", "print(list(df.columns.astype(str)))", "print(list(df.head(1).columns))", "print(list(df.iloc[0].index))"]
            .map(|code| python(code, "['id', 'total']")).to_vec()),
        stuck("data that nobody may push", each(|name| shell(format!("dvc push data/{name}.dvc"), "ERROR: failed to push data to the cloud - An error occurred (AccessDenied) when calling the PutObject operation: Access Denied", 255))).refused(),
        stuck("a cell that fails alike after each edit", laps(8, |n| [
            edit("report.ipynb", format!("df = load({n})"), format!("df = load({})", n + 1)),
            shell("papermill report.ipynb out.ipynb", "papermill.exceptions.PapermillExecutionError:\n---------------------------------------------------------------------------\nException encountered at \"In [7]\":\nKeyError: 'date'", 1),
        ])),
        stuck("a cell of an open notebook that fails alike after each edit", laps(8, |n| [
            edit("report.py", format!("df = load({n})"), format!("df = load({})", n + 1)),
            shell("jupyter run-cell report", format!("Cell In [{}], line 1\nKeyError: 'date'", 3 + n), 1),
        ])),
        stuck("a package of Julia whose test fails alike, with looks between", laps(8, |n| [
            edit("src/Shop.jl", format!("tol = 1e-{n}"), format!("tol = 1e-{}", n + 1)),
            look("test/runtests.jl", "@testset \"cart\" begin\n    @test total(cart) == 3\nend"),
            shell("julia --project -e 'using Pkg; Pkg.test()'", "cart: Test Failed at test/runtests.jl:2\n  Expression: total(cart) == 3\n   Evaluated: 2 == 3\nERROR: Package Shop errored during testing", 1),
        ])),
        stuck("a compiler of Haskell that is not set up", in_turn(12, &["stack build", "stack build --fast", "stack test", "stack ghci", "stack build --skip-ghc-check", "stack exec -- ghc --version"], "Error: [S-9443]\nNo compiler found, expected minor version match with ghc-9.8.4 (x86_64). To install the correct version of GHC, run 'stack setup'", 1)).refused(),
        stuck("versions of a package of OCaml, guessed", count(12, |n| shell(format!("opam install -y lwt.5.{n}.0"), "[ERROR] Package conflict!\n  * Missing dependency:\n    - ocaml < 5.0", 20))).refused(),
        stuck("one example of ExUnit, run in every way", in_turn(14, &["mix test test/cart_test.exs:14", "mix test test/cart_test.exs", "mix test --trace test/cart_test.exs:14", "MIX_ENV=test mix test test/cart_test.exs:14 --seed 0", "mix test test/cart_test.exs:14 | tail -20", "mix test --max-failures 1 test/cart_test.exs"], "  1) test totals (CartTest)\n     test/cart_test.exs:14\n     Assertion with == failed\n     left:  2\n     right: 3\n\n1 test, 1 failure", 2)).refused(),
    ]
}
