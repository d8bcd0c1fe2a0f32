//! Runs of one name in many folders, which the line, an option or the call itself names.

use super::attempts::WORDS;
use super::call::{Call, edit, in_folder, shell};
use super::case::{Case, healthy, stuck};

/// A run that nobody reads as tests.
const SCRIPT: &str = "> check\n> node check.mjs\n\nError: the manifest has no field `exports`";
const MODULE: &str = "index.js:3\n  clock.tick();\n        ^\n\nTypeError: clock.tick is not a function\n    at start";

/// A run in one folder after the other, each mended where it failed and not run again.
fn in_turn(run: impl Fn(&str) -> Call, file: &str) -> Vec<Call> {
    let lap = |word: &&str| {
        let file = format!("packages/{word}/{file}");
        [run(word), edit(file, "old", format!("new {word}"))]
    };
    WORDS.iter().flat_map(lap).collect()
}

/// An edit of one file and a run, so many times.
fn attempts(count: usize, run: impl Fn(usize) -> Call) -> Vec<Call> {
    let lap = |n: usize| {
        let word = WORDS[n % WORDS.len()];
        [edit("packages/cart/index.js", format!("x = {n}"), format!("y = {word}")), run(n)]
    };
    (0..count).flat_map(lap).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let there = |word: &str| format!("packages/{word}");
    let jest = |word: &str| {
        format!(
            "FAIL packages/{word}/index.test.js\n  ● adds\n\n    TypeError: clock is not a function\n\nTests:       1 failed, 1 total"
        )
    };
    let eslint = "\n/srv/index.js\n  3:7  error  'clock' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)\n";
    vec![
        healthy(
            "a script of one package after the other that the call names, each mended",
            in_turn(
                |word| in_folder(there(word), shell("npm run check", SCRIPT, 1)),
                "package.json",
            ),
        )
        .unattended(),
        healthy(
            "the tests of one package after the other that the call names, each mended",
            in_turn(|word| in_folder(there(word), shell("npm test", jest(word), 1)), "index.js"),
        )
        .unattended(),
        healthy(
            "the same, and no test is named",
            in_turn(|word| in_folder(there(word), shell("npm test", MODULE, 1)), "index.js"),
        )
        .unattended(),
        healthy(
            "a linter in one package after the other that the call names, each mended",
            in_turn(|word| in_folder(there(word), shell("npx eslint .", eslint, 1)), "index.js"),
        )
        .unattended(),
        healthy(
            "one shard after the other that only a number names, each mended",
            (1..13)
                .flat_map(|n| {
                    [
                        in_folder(format!("shards/shard{n}"), shell("node start.js", MODULE, 1)),
                        edit(format!("shards/shard{n}/start.js"), "old", format!("new {n}")),
                    ]
                })
                .collect(),
        )
        .unattended(),
        healthy(
            "one package after the other that an option names, each mended",
            in_turn(
                |word| shell(format!("npm --prefix packages/{word} start"), MODULE, 1),
                "index.js",
            ),
        )
        .unattended(),
        healthy(
            "a linter that finds the same in one package after the other, and nothing is mended",
            WORDS
                .iter()
                .map(|word| in_folder(there(word), shell("npx eslint .", eslint, 1)))
                .collect(),
        ),
        healthy(
            "a plan of one folder after the other that the call names, in which nothing changes",
            WORDS
                .iter()
                .map(|word| {
                    in_folder(format!("live/{word}"), shell("terraform plan", "No changes.", 0))
                })
                .collect(),
        ),
        healthy(
            "the state of one clone after the other that the call names, and all are clean",
            WORDS
                .iter()
                .map(|word| in_folder(there(word), shell("git status", "nothing to commit", 0)))
                .collect(),
        ),
        stuck(
            "a plan of one folder that the call names, again and again",
            vec![in_folder("live/web", shell("terraform plan", "No changes.", 0)); 9],
        )
        .at(4, 0),
        stuck(
            "one package, which the line, an option or the call names",
            attempts(8, |n| match n % 3 {
                0 => in_folder("packages/cart", shell("npm start", MODULE, 1)),
                1 => shell("cd packages/cart && npm start", MODULE, 1),
                _ => shell("npm --prefix ./packages/cart start", MODULE, 1),
            }),
        )
        .at(12, 0),
        stuck(
            "a build of one folder, which an option or the call names",
            attempts(8, |n| {
                let error = "main.cpp:4:9: error: 'clock' was not declared in this scope";
                match n % 4 {
                    0 => shell("cmake --build packages/cart", error, 1),
                    1 => in_folder("packages", shell("ninja -C cart", error, 1)),
                    2 => shell("make -C ./packages/cart/ 2>&1 | tail -3", error, 1),
                    _ => in_folder("packages/cart/src", shell("cd .. && ninja", error, 1)),
                }
            }),
        )
        .at(12, 0),
        stuck(
            "a long line in the folder that the call names, of which only the end is another",
            attempts(8, |n| {
                let line = "./bin/serve --config conf/cart.production.toml --listen 127.0.0.1:9090";
                let line = format!("{line} --check{}", [" 2>&1", "", " 2>&1 | tail -4"][n % 3]);
                in_folder("packages/cart", shell(line, "error: unknown key `clock`", 1))
            }),
        )
        .at(12, 0),
        stuck(
            "the folders of one try after the other",
            (1..9)
                .flat_map(|n| {
                    [
                        edit(format!("solution_v{n}/main.js"), "", WORDS[n]),
                        in_folder(format!("solution_v{n}"), shell("node main.js", MODULE, 1)),
                    ]
                })
                .collect(),
        ),
    ]
}
