//! A run that ends alike after one change after the other, in whichever spelling.

use super::attempts::WORDS;
use super::call::{Call, edit, laps, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// An edit of one file and a run, so many times.
fn attempts(count: usize, run: impl Fn(usize) -> (String, String, i32)) -> Vec<Call> {
    let lap = |n: usize| {
        let (command, output, code) = run(n);
        [
            edit("src/app.cfg", format!("x = {n}"), format!("y = {}", WORDS[n % 14])),
            shell(command, output, code),
        ]
    };
    (0..count).flat_map(lap).collect()
}

/// One thing after the other that fails alike, each mended where it was run and not run again.
fn in_turn(run: impl Fn(&str) -> String, file: impl Fn(&str) -> String, fails: &str) -> Vec<Call> {
    let lap =
        |word: &&str| [shell(run(word), fails, 1), edit(file(word), "old", format!("new {word}"))];
    WORDS.iter().flat_map(lap).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let spelled = |lines: &'static [&'static str], output: &'static str, code: i32| {
        move |n: usize| (lines[n % lines.len()].to_owned(), output.to_owned(), code)
    };
    let elixir = "error: module Shop.Repo is not loaded and could not be found\n  lib/shop.ex:4: Shop (module)";
    let kotlin = "Error: Could not find or load main class org.acme.AppKt\nCaused by: java.lang.ClassNotFoundException: org.acme.AppKt";
    let mapper = |n: usize| {
        format!(
            "Exception in thread \"main\" java.lang.NullPointerException: no value\n\tat acme.Mapper.row(Mapper.java:{})\n\tat acme.Main.main(Main.java:9)",
            30 + 7 * n
        )
    };
    vec![
        stuck(
            "a program that is not loaded, in three spellings",
            attempts(
                8,
                spelled(
                    &["mix run --no-halt", "mix compile && mix run", "mix deps.get && mix run --no-start"],
                    elixir,
                    1,
                ),
            ),
        )
        .at(12, 0),
        stuck(
            "a class that is not found, with and without a build before",
            attempts(
                8,
                spelled(
                    &["gradle run", "gradle clean && gradle run --no-daemon", "gradle run -q 2>&1"],
                    kotlin,
                    1,
                ),
            ),
        )
        .at(12, 0),
        healthy(
            "an exception of Java further on in the file that is mended",
            (0..14)
                .flat_map(|n| {
                    [
                        edit("src/acme/Mapper.java", format!("get({n})"), format!("find({n})")),
                        shell("java -jar app.jar", mapper(n), 1),
                    ]
                })
                .collect(),
        ),
        healthy(
            "one option of a tool of the project after the other",
            attempts(12, |n| {
                let options = ["-q", "--verbose", "--force", "--no-cache", "-v", "--no-color"];
                let option = options.get(n).copied().unwrap_or(WORDS[n]);
                (format!("./tool {option}"), "error: unknown option".to_owned(), 2)
            }),
        ),
        healthy("one file of data after the other, each mended where it is read", {
            let words = [
                "new", "fixed", "final", "updated", "version", "working", "retry", "rewrite", "improved",
                "again", "redo", "try",
            ];
            laps(12, |n| {
                [
                    shell(
                        format!("python eval.py data_{}.csv", words[n]),
                        "ValueError: could not convert string to float",
                        1,
                    ),
                    edit(format!("readers/{}.py", words[n]), "old", format!("float({n})")),
                ]
            })
        }),
        stuck("caches that are blamed for a symbol that is not there", {
            let error = "/usr/bin/ld: main.cpp:(.text+0x4c): undefined reference to `mesh::fold(Soup const&)'\ncollect2: error: ld returned 1 exit status";
            let wipes = ["rm -rf build && cmake -S . -B build", "ccache -C", "cmake --fresh -S . -B build"];
            laps(8, |n| {
                [
                    shell(wipes[n % 3], "-- Build files have been written to: build", 0),
                    shell(["cmake --build build", "ninja -C build"][n % 2], error, 1),
                ]
            })
        }),
        healthy(
            "one folder of builds after the other, by two programs",
            laps(12, |n| {
                let (word, program) = (WORDS[n], ["cmake --build", "ninja -C"][n % 2]);
                [
                    shell(format!("{program} out/{word}"), "collect2: error: ld returned 1 exit status", 1),
                    edit(format!("src/{word}.cc"), "int f()", "int g()"),
                ]
            }),
        ),
        healthy(
            "a build of one folder by two programs, in which another symbol is not there each time",
            attempts(12, |n| {
                let line = ["cmake --build out", "ninja -C out"][n % 2];
                (line.to_owned(), format!("main.cc: undefined reference to `{}'", WORDS[n]), 1)
            }),
        ),
        healthy("a build by two programs that is repaired in four steps", {
            let line = |n: usize| ["cmake --build out", "ninja -C out"][n % 2];
            let error = "collect2: error: ld returned 1 exit status";
            let mut calls = attempts(4, |n| (line(n).to_owned(), error.to_owned(), 1));
            calls.extend(attempts(6, |n| (line(n).to_owned(), format!("[{}/{}] Linking app", 9 + n, 9 + n), 0)));
            calls
        }),
        healthy(
            "a program of which another part is not there each time",
            attempts(10, |n| {
                let missing = format!("Shop.{}", WORDS[n]);
                ("mix run --no-halt".to_owned(), elixir.replace("Shop.Repo", &missing), 1)
            }),
        ),
        healthy("five spellings, of which the fifth runs", {
            let lines = ["mix run --no-halt", "mix compile && mix run", "mix run --no-start"];
            let mut calls = attempts(5, spelled(&["mix run --no-halt", "mix compile && mix run"], elixir, 1));
            calls.extend(lines.map(|line| shell(line, "Shop is up", 0)));
            let again = attempts(10, spelled(&["mix run", "mix compile && mix run"], elixir, 1));
            calls.extend(again.into_iter().skip(10));
            calls
        }),
        healthy(
            "one project of a solution after the other, each mended",
            in_turn(
                |word| format!("dotnet run --project Apps/{word}"),
                |word| format!("Apps/{word}/Program.cs"),
                "Unhandled exception. System.TypeLoadException: Could not load type 'Acme.IClock' from assembly 'Acme.Base'.",
            ),
        )
        .unattended(),
        healthy(
            "one configuration after the other that is copied before the run, each mended",
            in_turn(
                |word| format!("cp conf/{word}.toml active.toml && ./serve --check"),
                |word| format!("conf/{word}.toml"),
                "error: unknown key `listen`",
            ),
        )
        .unattended(),
        healthy(
            "one folder after the other, each mended",
            in_turn(
                |word| format!("cd live/{word} && terragrunt init && terragrunt plan"),
                |word| format!("live/{word}/terragrunt.hcl"),
                "ERROR  Missing required variable: owner",
            ),
        )
        .unattended(),
        healthy(
            "one region after the other that an option names, each mended",
            in_turn(
                |word| format!("./deploy --dry-run --{word}"),
                |word| format!("regions/{word}.yml"),
                "error: quota is not a number",
            ),
        )
        .unattended(),
        healthy(
            "one part after the other of a build in one line, each mended",
            in_turn(
                |word| format!("dotnet build libs/{word}/{word}.csproj && dotnet run --no-build"),
                |word| format!("libs/{word}/{word}.cs"),
                "error CS0246: The type or namespace name 'IClock' could not be found",
            ),
        )
        .unattended(),
        healthy(
            "one tenant after the other that a variable names, each mended",
            in_turn(
                |word| format!("TENANT={word} ./migrate --no-seed"),
                |word| format!("tenants/{word}.yml"),
                "error: relation \"plans\" does not exist",
            ),
        )
        .unattended(),
        healthy(
            "rows of a table mended in turn, told by a program of Java",
            attempts(12, |n| {
                let said = "Exception in thread \"main\" acme.ParseException: rows.csv";
                let frame = "\tat acme.Load.row(Load.java:30)";
                ("java -jar load.jar rows.csv".to_owned(), format!("{said}:{}: bad date\n{frame}", 31 * n + 7), 1)
            }),
        ),
        nudged_at_most(
            "a figure that gets better, in three spellings",
            attempts(10, |n| {
                let line = ["./bench", "./bench --no-warmup", "./bench 2>&1 | tail -1"][n % 3];
                (line.to_owned(), format!("throughput: {} req/s, below the goal", 1_000 + 37 * n), 1)
            }),
        ),
    ]
}

/// Checks whose reader knows no names of tests.
pub(crate) fn nameless() -> Vec<Case> {
    let spelled = |lines: &'static [&'static str], output: &'static str| {
        attempts(12, move |n| (lines[n % lines.len()].to_owned(), output.to_owned(), 1))
    };
    let sbt = "[info] - applies a discount *** FAILED ***\n[info] *** 1 TEST FAILED ***\n[error] Failed tests:\n[error] \tshop.CartSpec\n[error] (Test / test) sbt.TestsFailedException: Tests unsuccessful";
    let flutter = "00:03 +1 -1: Cart applies a discount [E]\n  Expected: <1800>\n    Actual: <2000>\n  test/cart_test.dart 31:5  main.<fn>\n\n00:03 +1 -1: Some tests failed.";
    let leap = "test 4: wrong answer, expected 118, found 121";
    let dune = "[FAIL]        legacy          3   import.\nFAIL import\nTest failed. 1 failure!";
    let fails = "FAIL version of the common files";
    vec![
        stuck(
            "a suite of sbt that fails alike in six spellings",
            spelled(
                &[
                    "sbt test",
                    "sbt clean test",
                    "sbt \"testOnly shop.CartSpec\"",
                    "sbt testQuick",
                    "sbt -no-colors test",
                    "sbt \"Test/test\"",
                ],
                sbt,
            ),
        )
        .at(12, 0),
        stuck(
            "a suite of flutter that fails alike in five spellings",
            spelled(
                &[
                    "flutter test",
                    "flutter test test/cart_test.dart",
                    "flutter test --no-pub",
                    "flutter test --no-pub test/cart_test.dart",
                    "cd . && flutter test",
                ],
                flutter,
            ),
        ),
        stuck(
            "files of a family that one checker finds as wrong as the first",
            attempts(12, |n| (format!("./check p9_v{}", n + 2), leap.to_owned(), 1)),
        ),
        healthy(
            "files of a family that come nearer",
            attempts(12, |n| {
                let told = format!("test {}: wrong answer, expected 118, found {}", n + 3, 121 - n);
                (format!("./check p9_v{}", n + 2), told, 1)
            }),
        ),
        healthy(
            "a project of sbt after the other, the same in each, twice",
            (0..7)
                .flat_map(|n| {
                    let word = WORDS[n];
                    let run = move || {
                        shell(
                            format!("sbt {word}/test"),
                            "[error] Failed tests:\n[error] \tshop.CommonSpec",
                            1,
                        )
                    };
                    [
                        run(),
                        edit(format!("{word}/build.sbt"), "old", format!("new {n}")),
                        run(),
                        edit(format!("{word}/build.sbt"), format!("new {n}"), format!("newer {n}")),
                        shell(format!("sbt {word}/test"), "[success] Total time: 4 s", 0),
                    ]
                })
                .collect(),
        )
        .unattended(),
        healthy(
            "a folder after the other that fails alike",
            in_turn(
                |word| format!("cd lib/{word} && dune test"),
                |word| format!("lib/{word}/a.ml"),
                fails,
            ),
        )
        .unattended(),
        healthy(
            "narrow suites that pass, and now and then the one that is known to be red",
            (0..9)
                .flat_map(|n| {
                    let wide = ["dune test", "dune runtest", "dune test --force"][n / 3];
                    let run = if n % 3 == 2 {
                        shell(wide, dune, 1)
                    } else {
                        shell("dune test lib/new", "", 0)
                    };
                    [edit(format!("lib/{}.ml", WORDS[n]), "old", "new"), run]
                })
                .collect(),
        ),
    ]
}
