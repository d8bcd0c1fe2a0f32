//! Checks that find something, checks that pass, and programs that are not there.

use serde_json::json;

use super::super::call::{Call, edit, laps, mcp, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{NAMES, count, each};

/// One check of each name, with the same finding.
fn finds(command: &str, output: &str) -> Vec<Call> {
    each(|name| shell(command.replace("{}", name), output.replace("{}", name), 1))
}

/// A program that is not there, in many command lines.
fn lacks(commands: &[&str], output: &str) -> Vec<Call> {
    commands.iter().map(|c| shell(*c, output, 127)).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let shellcheck = "In deploy.sh line 9:\nrm -rf $DIR/*\n       ^--^ SC2086 (info): Double quote to prevent globbing and word splitting.";
    vec![
        healthy("every module by Credo", finds("mix credo lib/{}.ex", "[R] → Modules should have a @moduledoc tag.\n  lib/{}.ex:1:11")),
        healthy("every script by ShellCheck", finds("shellcheck bin/{}.sh", "In bin/{}.sh line 3:\nSC2086 (info): Double quote to prevent globbing and word splitting.")),
        healthy("every module by HLint", finds("hlint src/{}.hs", "src/{}.hs:4:1: Warning: Unused LANGUAGE pragma\n1 hint")),
        healthy("every chart by kube-linter", finds("kube-linter lint charts/{}", "(check: no-read-only-root-fs)\nError: found 1 lint errors")),
        healthy("every Dockerfile by Hadolint", finds("hadolint {}/Dockerfile", "-:3 DL3008 warning: Pin versions in apt get install")),
        healthy("every model by SQLFluff", finds("sqlfluff lint models/{}.sql", "L:   1 | P:   1 | LT01 | Expected only single space before 'as'.\nAll Finished!")),
        healthy("every package by Dart", finds("dart analyze packages/{}", "   info - lib/src.dart:4:8 - Unused import. - unused_import\n\n1 issue found.")),
        healthy("every chapter by ChkTeX", finds("chktex -q {}.tex", "Warning 8 in {}.tex line 4: Wrong length of dash may have been used.")),
        healthy("every module by zig fmt", finds("zig fmt --check src/{}.zig", "src/{}.zig")),
        healthy("every folder by TFLint", finds("tflint --chdir=live/{}", "1 issue(s) found:\n\nWarning: Missing version constraint for provider \"aws\"")),
        healthy("every file by SwiftLint", finds("swiftlint lint Sources/{}.swift", "Done linting! Found 1 violation, 0 serious in 1 file.")),
        healthy("every pair of tables compared", finds("cmp old/{}.parquet new/{}.parquet", "old/{}.parquet new/{}.parquet differ: byte 5, line 1")),
        healthy("every image by Trivy", finds("trivy image -q --exit-code 1 acme/{}", "Total: 1 (HIGH: 1, CRITICAL: 0)\nlibssl3 CVE-2024-5535")),
        stuck("one script by ShellCheck", count(9, |_| shell("shellcheck deploy.sh", shellcheck, 1))).at(4, 7),
        stuck("one script by ShellCheck, in every way", ["shellcheck deploy.sh", "shellcheck -x deploy.sh", "shellcheck ./deploy.sh", "shellcheck deploy.sh | head", "shellcheck deploy.sh 2>&1", "shellcheck deploy.sh | tail -20", "shellcheck -s bash deploy.sh", "shellcheck --color=never deploy.sh", "shellcheck deploy.sh || true"].map(|c| shell(c, shellcheck, i32::from(!c.contains('|')))).into()),
        stuck("one model by SQLFluff, with looks between", laps(8, |_| [
            shell("sqlfluff lint models/orders.sql", "L:   1 | P:   1 | LT01 | Expected only single space before 'as'.", 1),
            shell("cat models/orders.sql", "select  1  as id", 0),
        ])),
        nudged_at_most("a benchmark run for its spread", count(15, |_| shell("hyperfine --runs 1 ./app", "  1 run", 0))),
        nudged_at_most("a property suite run for flakes", count(18, |_| shell("stack test --ta '--qc-tests 1000'", "All 14 tests passed (0.31s)", 0))),
        nudged_at_most("a formal proof checked again", count(18, |_| shell("tlc Spec.tla", "Model checking completed. No error has been found.", 0))),
        healthy("a passing suite after every edit", laps(12, |n| [edit("lib/a.ex", format!("x{n}"), format!("y{n}")), shell("mix test", "14 tests, 0 failures", 0)])),
        healthy("one suite of Bazel after the other", each(|name| shell(format!("bazel test //{name}:all"), "Executed 0 out of 3 tests: 3 tests pass.", 0))),
        healthy("simulations with other seeds", count(14, |n| shell(format!("./Vtop +seed={n}"), "PASS", 0))),
        stuck("a green suite for ever", count(24, |_| shell("rebar3 eunit", "  All 14 tests passed.", 0))),

        stuck("no Dune", lacks(&["dune build", "dune test", "cd src && dune build", "opam exec -- dune build", "dune build @all", "dune runtest", "dune clean && dune build"], "bash: dune: command not found")).at(3, 5),
        stuck("no Zephyr tool", lacks(&["west build", "west init", "west flash", "cd app && west build -b nrf52", "west --version", "west update"], "zsh: command not found: west")).at(3, 5),
        stuck("no Maven, in the words of dash", lacks(&["mvn test", "mvn -q package", "cd core && mvn test", "mvn -v", "mvn verify", "mvn compile"], "/bin/sh: 1: mvn: not found")).at(3, 5),
        stuck("no Nextflow, with edits between", ["alpha", "bravo", "carol", "delta", "ember", "fjord"].iter().flat_map(|w| [
            edit("main.nf", format!("params.{w}"), format!("params.{w}2")),
            shell("nextflow run main.nf", "fish: Unknown command: nextflow", 127),
        ]).collect()).at(6, 10),
        stuck("no module of Python", ["dbt_x", "dbt_x.cli", "dbt_x.run", "dbt_x", "dbt_x.main", "dbt_x"].map(|m| shell(format!("python3 -m {m}"), "/usr/bin/python3: No module named dbt_x", 1)).into()).at(3, 5),
        stuck("no Java", ["./gradlew assembleDebug", "./gradlew test", "./gradlew tasks", "./gradlew -v", "./gradlew build", "./gradlew lint"].map(|c| shell(c, "ERROR: JAVA_HOME is not set and no 'java' command could be found in your PATH.\n\nPlease set the JAVA_HOME variable in your environment to match the\nlocation of your Java installation.", 1)).into()).at(3, 5),
        stuck("a binary for another machine", ["./bin/flash", "./bin/flash --help", "./bin/flash -p /dev/ttyUSB0", "sudo ./bin/flash", "./bin/flash erase", "./bin/flash -v"].map(|c| shell(c, "bash: ./bin/flash: cannot execute binary file: Exec format error", 126)).into()).at(3, 5),
        stuck("no interpreter", ["./run.pl", "./run.pl -v", "./run.pl x", "./run.pl --all", "./run.pl y", "./run.pl z"].map(|c| shell(c, "bash: ./run.pl: /opt/perl/bin/perl: bad interpreter: No such file or directory", 126)).into()),
        stuck("no command on Windows", ["terraform init", "terraform plan", "terraform -version", "terraform validate", "terraform fmt", "terraform apply"].map(|c| shell(c, "terraform : The term 'terraform' is not recognized as the name of a cmdlet, function, script file, or operable program.", 1)).into()).at(3, 5),
        healthy("a program looked for, installed and used", vec![
            shell("pnpm i", "bash: pnpm: command not found", 127), shell("corepack pnpm -v", "bash: corepack: command not found", 127),
            shell("npm i -g pnpm", "added 1 package in 2s", 0), shell("pnpm i", "Done in 4s", 0), shell("pnpm build", "built", 0),
        ]),
        healthy("another program that is not there each time", ["podman", "nerdctl", "buildah", "kaniko", "img", "crun", "runc"].map(|p| shell(format!("{p} --version"), format!("bash: {p}: command not found"), 127)).into()),
        healthy("not there until it is installed", vec![
            shell("cmake -B out", "bash: cmake: command not found", 127), shell("which cmake", "", 1), shell("cmake --version", "bash: cmake: command not found", 127),
            shell("apt-get install -y cmake", "Setting up cmake (3.25.1-1) ...", 0), shell("cmake -B out", "-- Configuring done", 0), shell("cmake --build out", "[100%] Built target app", 0),
        ]),
        healthy("a word in a log that sounds like it", each(|name| shell(format!("grep -h 'not found' logs/{name}.log"), "bash: convert: command not found", 0))),
        healthy("tests that look for a missing module", each(|name| shell(format!("cat jobs/{name}.err"), "ModuleNotFoundError: No module named 'legacy'", 0))),
        healthy("a server's tools one after the other", each(|name| mcp("lint-o/check_file", json!({"file": format!("{name}.elm")}), "1 issue: unused import", true))),
        healthy("each suite installs what it lacks", NAMES.iter().flat_map(|name| [
            shell(format!("python -m {name}"), format!("/usr/bin/python: No module named {name}"), 1),
            shell(format!("pip install {name}"), format!("Successfully installed {name}-1.0"), 0),
        ]).collect()),
    ]
}
