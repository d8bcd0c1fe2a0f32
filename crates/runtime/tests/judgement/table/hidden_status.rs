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
    let no_right = "npm ERR! code EACCES\nnpm ERR! syscall mkdir\nnpm ERR! Error: EACCES: permission denied, mkdir '/usr/lib/node_modules'";
    let rejected = "To github.com:acme/shop.git\n ! [rejected]        main -> main (non-fast-forward)\nerror: failed to push some refs to 'github.com:acme/shop.git'\nhint: Updates were rejected because the tip of your current branch is behind";
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
        stuck(
            "one folder that npm must not write, behind filters and words of any kind",
            piped(
                &[
                    "npm install || true",
                    "npm ci 2>&1 | tee build.log | tail -4",
                    "npm install --no-audit; echo done",
                    "npm i 2>&1 | grep -v deprecated",
                    "npm install --legacy-peer-deps 2>&1 | cat",
                    "npm ci || echo failed",
                    "cd . && npm i 2>&1 | head -20",
                    "npm install --force 2>&1 | tail -3",
                    "npm i || true",
                ],
                |_| no_right.to_owned(),
            ),
        )
        .refused(),
        stuck(
            "one push that is rejected, with advice at the end",
            piped(
                &[
                    "git push 2>&1 | tail -5",
                    "git push origin main 2>&1 | tail -5",
                    "git push -u origin HEAD 2>&1 | tail -4",
                    "git push --no-verify 2>&1 | head -9",
                    "git push 2>&1 | cat",
                    "git push origin HEAD:main 2>&1 | tail -8",
                    "git push --porcelain 2>&1 | tail -5",
                    "git push -v 2>&1 | tail -6",
                    "git push origin 2>&1 | tail -5",
                ],
                |_| rejected.to_owned(),
            ),
        )
        .refused(),
        healthy(
            "packages that pip installs although others do not fit",
            each(
                |word| format!("pip install {word} 2>&1 | tail -4"),
                |word, n| {
                    format!(
                        "ERROR: pip's dependency resolver does not take all packages into account.\nlegacy 1.2 requires six<1.15, but you have six 1.16 which is incompatible.\nSuccessfully installed {word}-1.{n}"
                    )
                },
            ),
        ),
        stuck(
            "no device to install on, whatever the line says of its status behind it",
            piped(
                &[
                    "adb install app.apk; echo exit $?",
                    "adb install -r app.apk; echo \"rc=$?\"",
                    "adb -d install app.apk; echo exit $?",
                    "adb install -t app.apk; echo EXIT: $?",
                    "adb install -g app.apk; echo exit code: $?",
                    "adb -e install app.apk; echo exit $?",
                    "adb install -r -g app.apk; echo install exit $?",
                    "adb install app.apk; echo rc=$?",
                    "adb install -r -d app.apk; echo exit $?",
                ],
                |n| {
                    let said = ["exit 1", "rc=1", "exit 1", "EXIT: 1", "exit code: 1", "exit 1"];
                    let said = said.get(n).unwrap_or(&"exit 1");
                    format!("adb: no devices/emulators found\n{said}")
                },
            ),
        )
        .refused(),
        healthy(
            "what each of many files answers to a comparison, and the status of it",
            each(
                |word| format!("diff a/{word} b/{word}; echo exit $?"),
                |word, n| format!("{n}c{n}\n< {word} = 1\n---\n> {word} = 2\nexit 1"),
            ),
        ),
        healthy(
            "checks of one package after the other that say how they ended",
            each(
                |word| format!("npx eslint packages/{word}; echo exit $?"),
                |word, n| {
                    format!(
                        "packages/{word}/a.js\n  {n}:1  error  Unexpected console statement  no-console\n\n1 problem\nexit 1"
                    )
                },
            ),
        ),
        healthy(
            "steps that end well and say so",
            each(
                |word| format!("./migrate {word}; echo exit $?"),
                |_, _| "applied\nexit 0".to_owned(),
            ),
        ),
        healthy(
            "programs that are run once and fail otherwise each time",
            laps(12, |n| {
                [
                    shell(
                        format!("./sim --seed {n}; echo rc=$?"),
                        format!("step {n}\n{} diverged at cell {}\nrc=3", WORDS[n], n * 31),
                        0,
                    ),
                    edit(format!("src/{}.c", WORDS[n]), "old", format!("new {n}")),
                ]
            }),
        ),
        healthy(
            "what a program found in each of many logs",
            each(
                |word| format!("python last_error.py logs/{word}.log | tail -1"),
                |_, _| "last error: ECONNRESET".to_owned(),
            ),
        ),
        healthy(
            "releases of which each is said to be done",
            each(
                |word| format!("./release.sh {word} && echo released"),
                |_, _| "released".to_owned(),
            ),
        ),
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
