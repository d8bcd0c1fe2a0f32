//! Failures of which a filter behind the program hides the status (`make image 2>&1 | tail -5`).

use super::attempts::WORDS;
use super::call::{Call, edit, laps, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// One run after the other behind a filter, whose status is told.
fn piped(lines: &[&str], output: impl Fn(usize) -> String) -> Vec<Call> {
    lines.iter().enumerate().map(|(n, line)| shell(*line, output(n), 0)).collect()
}

const MIGRATIONS: [&str; 9] = [
    "./migrate --fast a.db 2>&1 | tail -3",
    "./migrate --safe a.db 2>&1 | tail -3",
    "./migrate --threads 4 a.db 2>&1 | tail -4",
    "./migrate --no-cache a.db 2>&1 | tail -3",
    "./migrate --force a.db 2>&1 | cat",
    "./migrate --compat a.db 2>&1 | head -9",
    "./migrate --strict a.db 2>&1 | tail -3",
    "./migrate --retry 3 a.db 2>&1 | tail -5",
    "./migrate -v a.db 2>&1 | tail -3",
];

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
            "packages installed one after the other, of which each is a pre-release",
            each(
                |word| format!("brew install {word}"),
                |word, n| format!("==> Pouring {word}\n{word} {n}.0-rc.2"),
            ),
        ),
        healthy(
            "a queue whose worker says how each job ended",
            (0..12)
                .map(|n| {
                    shell("./worker --next", format!("took a job\nworker exited with code {n}"), 0)
                })
                .collect(),
        ),
        healthy(
            "services that are asked for their state, and the status of it",
            each(
                |word| format!("systemctl is-active {word}; echo exit $?"),
                |_, _| "inactive\nexit 3".to_owned(),
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
            "one warning of every upload, which is then complete",
            each(
                |word| format!("./upload.sh dist/{word}.zip"),
                |_, _| "Error: connection reset, trying again (1 of 3)\nUpload complete".to_owned(),
            ),
        ),
        healthy(
            "one warning of every dump, and how much of it is restored",
            each(
                |word| format!("./restore {word}.dump 2>&1 | tail -2"),
                |_, n| format!("ERROR:  role \"old\" does not exist\n{} tables restored", 7 + n),
            ),
        ),
        healthy(
            "one warning of every picture, which is then saved",
            each(
                |word| format!("node render.js {word}"),
                |_, _| "Error: no GPU, the processor is used\nSaved.".to_owned(),
            ),
        ),
        stuck(
            "one migration that clears up behind its error, with ever other options",
            piped(&MIGRATIONS, |_| {
                "opening a.db\nERROR: schema 3 is not known\ncleanup completed".to_owned()
            }),
        )
        .refused(),
        stuck(
            "one migration that tells how long it took, with ever other options",
            piped(&MIGRATIONS, |_| "Error: schema 3 is not known\nDone in 2s".to_owned()),
        )
        .refused(),
        stuck(
            "one build of Go that stops at the same name",
            piped(
                &[
                    "go build ./... 2>&1 | tail -5",
                    "go build -v ./... 2>&1 | tail -3",
                    "go build -o shop ./... 2>&1 | head -9",
                    "go build ./... 2>&1 | tail -n 8",
                    "go install ./... 2>&1 | tail -5",
                    "go build -a ./... 2>&1 | cat",
                    "go build -race ./... 2>&1 | tail -2",
                    "go build -v ./... 2>&1 | tee build.log | tail -4",
                    "go build ./... 2>&1 | tail -20",
                ],
                |_| "# shop/rates\nrates/round.go:14:2: undefined: Round".to_owned(),
            ),
        )
        .refused(),
        stuck(
            "one build of Gradle that fails in one task",
            piped(
                &[
                    "./gradlew build 2>&1 | tail -9",
                    "./gradlew assemble 2>&1 | tail -12",
                    "./gradlew build --offline 2>&1 | tail -9",
                    "./gradlew build --no-daemon 2>&1 | head -20",
                    "./gradlew assemble --stacktrace 2>&1 | tail -9",
                    "./gradlew build -q 2>&1 | tail -10",
                    "./gradlew build 2>&1 | cat",
                    "./gradlew clean build 2>&1 | tail -9",
                    "./gradlew build --info 2>&1 | tail -9",
                ],
                |_| {
                    "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.\n\nBUILD FAILED in 2s\n1 actionable task: 1 executed".to_owned()
                },
            ),
        ),
        healthy(
            "warnings of a compiler behind every edit",
            laps(12, |n| {
                [
                    edit(format!("src/{}.c", WORDS[n]), "old", format!("new {n}")),
                    shell(
                        "make 2>&1 | tail -1",
                        "main.c:9:5: warning: unused variable 'x' [-Wunused]",
                        0,
                    ),
                ]
            }),
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
