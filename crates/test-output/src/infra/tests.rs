//! Recorded outputs of runs in which no test ran.

use super::read;
use crate::fixture::{check, shown};

#[test]
fn a04_a_program_is_missing() {
    check(read, "infra/bash_not_found", "infra MissingTool");
    check(read, "infra/sh_not_found", "infra MissingTool");
    check(read, "infra/no_module", "infra MissingTool");
    check(read, "infra/no_pytest", "infra MissingTool");
    check(read, "infra/cargo_no_command", "infra MissingTool");
    check(read, "infra/make_not_found", "infra MissingTool");
    check(read, "infra/npm_not_found", "infra MissingTool");
    check(read, "infra/npx_missing", "infra MissingTool");
    check(read, "infra/linker", "infra MissingTool");
}

#[test]
fn a04_what_does_not_build_or_load() {
    check(read, "infra/cargo_build", "infra Build");
    check(read, "infra/cargo_build_tail", "infra Build");
    check(read, "infra/nextest_build", "infra Build");
    check(read, "infra/cargo_manifest", "infra Build");
    check(read, "infra/gcc", "infra Build");
    check(read, "infra/node_module", "infra Build");
    check(read, "infra/node_syntax", "infra Build");
    check(read, "infra/python_import", "infra Build");
    check(read, "infra/python_syntax", "infra Build");
}

#[test]
fn a04_a_crash_or_a_wrong_option() {
    check(read, "infra/segfault", "infra Crash");
    check(read, "infra/killed", "infra Crash");
    check(read, "infra/python_fatal", "infra Crash");
    check(read, "infra/node_memory", "infra Crash");
    check(read, "infra/cargo_usage", "infra Crash");
    check(read, "infra/cargo_no_target", "infra Crash");
    check(read, "infra/cargo_no_package", "infra Crash");
    check(read, "infra/cargo_no_manifest", "infra Crash");
    check(read, "infra/make_no_target", "infra Crash");
    check(read, "infra/npm_no_script", "infra Crash");
    check(read, "infra/go_no_package", "infra Crash");
}

#[test]
fn a04_a_host_that_does_not_answer() {
    check(read, "infra/cargo_network", "infra Network");
    check(read, "infra/cargo_offline", "infra Network");
    check(read, "infra/pip_network", "infra Network");
    check(read, "infra/npm_network", "infra Network");
    check(read, "infra/go_network", "infra Network");
}
/// What `text` says, in short.
fn check_said(text: &str, expected: &str) {
    assert_eq!(shown(read(text).as_ref()), expected, "{text:?}");
}

#[test]
fn a04_lines_of_other_systems() {
    check_said("zsh: command not found: pytest", "infra MissingTool");
    check_said("/bin/sh: 1: pytest: not found", "infra MissingTool");
    check_said("./run.sh: line 3: pytest: command not found", "infra MissingTool");
    check_said("env: 'pytest': No such file or directory", "infra MissingTool");
    check_said("make[1]: pytest: Command not found", "infra MissingTool");
    check_said("bash: ./run.sh: No such file or directory", "infra MissingTool");
    check_said("Segmentation fault (core dumped)", "infra Crash");
    check_said("src/a.ts(12,5): error TS2304: Cannot find name 'x'.", "infra Build");
    check_said("Sources/a.swift:3:5: error: cannot find 'x' in scope", "infra Build");
    check_said(
        "error: could not compile `a` (lib)\n\nCaused by:\n  process didn't exit successfully: `rustc` (signal: 9, SIGKILL: kill)",
        "infra Crash",
    );
}

#[test]
fn a04_a_warning_of_the_network_is_not_the_reason() {
    let warning = "warning: spurious network error (1 try remaining): [6] Could not resolve host\n";
    check_said(&format!("{warning}error: could not compile `a` (lib)"), "infra Build");
    check_said(warning, "infra Network");
}

#[test]
fn a04_words_alone_are_not_read() {
    check_said("the command was not found", "(none)");
    check_said("expected 'command not found' but got 'ok'", "(none)");
    check_said("ConnectionError: my server said no", "(none)");
    check_said("No module named pytest is what it said", "(none)");
    check_said("a test about a segmentation fault, Killed by hand", "(none)");
    check_said("    error: this is quoted", "(none)");
}
