//! Failures of which a filter behind the program hides the status (`make image 2>&1 | tail -5`).

use super::attempts::WORDS;
use super::call::{Call, edit, laps, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// One run after the other behind a filter, whose status is told.
fn piped(lines: &[&str], output: impl Fn(usize) -> String) -> Vec<Call> {
    lines.iter().enumerate().map(|(n, line)| shell(*line, output(n), 0)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let linker = "checking for clang... clang\nconfigure: error: in `/w/amp':\nconfigure: error: no usable linker\nSee `config.log' for more details";
    let no_space = "Collecting torch\nERROR: Could not install packages due to an OSError: no space left on device";
    let each = |line: fn(&str) -> String, output: fn(&str, usize) -> String| {
        let runs = WORDS.iter().enumerate().take(12);
        runs.map(|(n, word)| shell(line(word), output(word, n), 0)).collect::<Vec<_>>()
    };
    vec![
        stuck(
            "one error of a configuration, with ever other options",
            piped(
                &[
                    "./configure 2>&1 | tail -4",
                    "CC=clang ./configure 2>&1 | tail -4",
                    "./configure --disable-nls 2>&1 | tail -4",
                    "LDFLAGS= ./configure 2>&1 | tail -4",
                    "./configure --host=x86_64-linux 2>&1 | tail -4",
                    "bash ./configure -q 2>&1 | tail -4",
                    "CC='clang -w' ./configure 2>&1 | tail -4",
                    "./configure --prefix=/opt 2>&1 | tail -4",
                    "./configure --with-pic 2>&1 | tail -4",
                ],
                |_| linker.to_owned(),
            ),
        )
        .refused(),
        stuck(
            "one installation for which there is no room",
            piped(
                &[
                    "pip install torch 2>&1 | tail -2",
                    "pip install --no-cache-dir torch 2>&1 | tail -2",
                    "pip3 install --user torch 2>&1 | tail -2",
                    "python -m pip install 'torch<3' 2>&1 | tail -2",
                    "pip install torch --no-deps 2>&1 | tail -2",
                    "pip install --prefer-binary torch 2>&1 | tail -2",
                    "pip install torch==2.4.0 2>&1 | tail -2",
                    "python3 -m pip install torch 2>&1 | tail -2",
                    "pip install -U torch 2>&1 | tail -2",
                ],
                |_| no_space.to_owned(),
            ),
        )
        .refused(),
        healthy(
            "one warning of every shard, which is then done",
            each(
                |word| format!("./load {word}.csv 2>&1 | tail -3"),
                |word, n| {
                    format!(
                        "opening\nERROR: lock held, trying again\nloaded {word}.csv: {} rows",
                        37 * n
                    )
                },
            ),
        ),
        healthy(
            "one warning of every archive, and the same last line",
            each(
                |word| format!("./pack {word} 2>&1 | tail -3"),
                |word, _| {
                    format!("{word}\nerror: mirror 1 does not answer, mirror 2 is used\nall done")
                },
            ),
        ),
        healthy(
            "another error of every build, each mended",
            laps(12, |n| {
                [
                    shell(
                        "./build.sh 2>&1 | tail -3",
                        format!("src/{0}.c:4: error: unknown type name '{0}_t'", WORDS[n]),
                        0,
                    ),
                    edit(format!("src/{}.c", WORDS[n]), "old", format!("new {n}")),
                ]
            }),
        ),
        healthy(
            "counts of errors that are none",
            each(
                |word| format!("./import {word}.xml 2>&1 | tail -1"),
                |_, _| "Errors: 0, warnings: 2".to_owned(),
            ),
        ),
        nudged_at_most(
            "logs that are read, each with one error at its end",
            WORDS
                .iter()
                .take(12)
                .map(|word| {
                    shell(format!("tail -3 logs/{word}.log | head -2"), "ERROR: disk quota", 0)
                })
                .collect(),
        ),
    ]
}
