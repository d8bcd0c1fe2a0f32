//! What is read in the recorded outputs of `infrastructure`.

use super::read;
use crate::tests::check_said;

#[test]
fn a04_lines_of_other_systems() {
    check_said(read, "zsh: command not found: pytest", "infra MissingTool");
    check_said(read, "/bin/sh: 1: pytest: not found", "infra MissingTool");
    check_said(read, "./run.sh: line 3: pytest: command not found", "infra MissingTool");
    check_said(read, "env: 'pytest': No such file or directory", "infra MissingTool");
    check_said(read, "make[1]: pytest: Command not found", "infra MissingTool");
    check_said(read, "bash: ./run.sh: No such file or directory", "infra MissingTool");
    check_said(read, "Segmentation fault (core dumped)", "infra Crash");
    check_said(read, "src/a.ts(12,5): error TS2304: Cannot find name 'x'.", "infra Build");
    check_said(read, "Sources/a.swift:3:5: error: cannot find 'x' in scope", "infra Build");
    check_said(
        read,
        "error: could not compile `a` (lib)\n\nCaused by:\n  process didn't exit successfully: `rustc` (signal: 9, SIGKILL: kill)",
        "infra Crash",
    );
}

#[test]
fn a04_a_warning_of_the_network_is_not_the_reason() {
    let warning = "warning: spurious network error (1 try remaining): [6] Could not resolve host\n";
    check_said(read, &format!("{warning}error: could not compile `a` (lib)"), "infra Build");
    check_said(read, warning, "infra Network");
}

#[test]
fn a04_words_alone_are_not_read() {
    check_said(read, "the command was not found", "(none)");
    check_said(read, "expected 'command not found' but got 'ok'", "(none)");
    check_said(read, "ConnectionError: my server said no", "(none)");
    check_said(read, "No module named pytest is what it said", "(none)");
    check_said(read, "a test about a segmentation fault, Killed by hand", "(none)");
    check_said(read, "    error: this is quoted", "(none)");
}

/// The recorded outputs with what is read in each.
pub(crate) const RECORDED: &str = "
== bash_not_found sh_not_found no_module no_pytest cargo_no_command make_not_found npm_not_found npx_missing linker
infra MissingTool

== cargo_build cargo_build_tail nextest_build cargo_manifest gcc node_module node_syntax python_import python_syntax
infra Build

== segfault killed python_fatal node_memory cargo_usage cargo_no_target cargo_no_package cargo_no_manifest make_no_target npm_no_script go_no_package
infra Crash

== cargo_network cargo_offline pip_network npm_network go_network
infra Network
";
