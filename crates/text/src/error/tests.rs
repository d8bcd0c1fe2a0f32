//! Which line is chosen as the one that went wrong.

use super::*;
use proptest::prelude::*;

fn check(text: &str, expected: &str) {
    let line = find_error_line(text).map(|s| s.line);
    assert_eq!(line.as_deref().unwrap_or("(none)"), expected, "{text:?}");
}

#[test]
fn l04_the_line_that_says_what_went_wrong() {
    check(
        "   Compiling a v0.1.0\nerror[E0308]: mismatched types\n --> src/a.rs:10:5\n  |\n10 |  x\nerror: could not compile `a`",
        "error[E0308]: mismatched types --> src/a.rs:<n>",
    );
    check(
        "running 2 tests\ntest t::a ... FAILED\n\n---- t::a stdout ----\n\nthread 't::a' (77) panicked at src/lib.rs:9:5:\nassertion `left == right` failed\n  left: 1\n right: 2\nnote: run with\n\nerror: test failed, to rerun pass `--lib`",
        "thread 't::a' (<pid>) panicked at src/lib.rs:<n>: assertion `left == right` failed left: 1 right: 2",
    );
    check(
        "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    f()\nKeyError: 'x'\n\nDuring handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n  File \"a.py\", line 5, in <module>\nValueError: bad x\n",
        "ValueError: bad x",
    );
    check(
        "    def test_x():\n>       assert 1 == 2\nE       assert 1 == 2\n\nt.py:2: AssertionError\n=== short test summary info ===\nFAILED t.py::test_x - assert 1 == 2\n=== 1 failed in 0.02s ===",
        "FAILED t.py::test_x - assert 1 == 2",
    );
    check("E       AssertionError: assert 1 == 2", "AssertionError: assert 1 == 2");
    check(
        "--- FAIL: TestX (0.00s)\n    x_test.go:12: want 1, got 2\nFAIL\tpkg\t0.01s",
        "--- FAIL: TestX (<dur>) x_test.go:<n>: want 1, got 2",
    );
}

#[test]
fn l04_the_line_of_other_tools() {
    check("# pkg\n./main.go:5:2: undefined: x", "./main.go:<n>: undefined: x");
    check(
        "FAIL src/sum.test.js\n  ● sum › adds\n\n    expect(received).toBe(expected)\n",
        "● sum › adds expect(received).toBe(expected)",
    );
    check(
        "a.c:3:1: warning: unused\na.c:4:2: error: expected ';'\nmake: *** [all] Error 1",
        "a.c:<n>: error: expected ';'",
    );
    check(
        "src/a.ts(12,5): error TS2304: Cannot find name 'x'.",
        "src/a.ts(<n>): error TS2304: Cannot find name 'x'.",
    );
    check(
        "[INFO] Scanning\n[ERROR] COMPILATION ERROR : \n[ERROR] /w/Foo.java:[12,34] cannot find symbol\n[ERROR] -> [Help 1]",
        "[ERROR] /w/Foo.java:[<n>] cannot find symbol",
    );
    check(
        "npm ERR! code ENOENT\nnpm ERR! syscall open\nnpm ERR! enoent Could not read package.json",
        "npm ERR! enoent Could not read package.json",
    );
    check(
        "Cloning into 'x'...\nfatal: repository 'y' not found",
        "fatal: repository 'y' not found",
    );
    check(
        "Exit code 127\nbash: line 1: foo: command not found",
        "bash: line <n>: foo: command not found",
    );
    check(
        "Exit code 1\ncat: /x/y: No such file or directory",
        "cat: /x/y: No such file or directory",
    );
    check(
        "<tool_use_error>File has not been read yet.</tool_use_error>",
        "File has not been read yet.",
    );
    check(
        "Auto-merging a\nCONFLICT (content): Merge conflict in a\nAutomatic merge failed",
        "CONFLICT (content): Merge conflict in a",
    );
    check(
        "java.lang.IllegalStateException: no\n\tat A.b(A.java:3)",
        "java.lang.IllegalStateException: no",
    );
    check("one\ntwo\nthree\n\n", "three");
    check("no such thing\n[rerun: b40]", "no such thing");
    check("===== FAILURES =====\nx\nprobe failed", "probe failed");
    check("step 1\nrequest timed out\nbye", "request timed out");
    check("Exit code 3", "Exit code 3");
    check(
        "a/P.hs:31:9: error: [GHC-88464]\n    Not in scope: x\n",
        "a/P.hs:<n>: error: [GHC-88464] Not in scope: x",
    );
    check("a/P.hs:31:9: error:\n    Not in scope: x\n", "a/P.hs:<n>: error: Not in scope: x");
    check("a.c:3:9: error: no y\n    int x;\n", "a.c:<n>: error: no y");
    check("ERROR:\nParameter `old` is required.", "ERROR: Parameter `old` is required.");
    check("Error:\n\n  no such table: users\n", "Error: no such table: users");
    check("fatal: the end:\nnext", "fatal: the end:");
    check("ERROR:", "ERROR:");
    check("Error: token=\"abc123def\" rejected", "Error: token=\"[redacted]\" rejected");
    // The line above says what it is.
    check("Sign in with this password:\n\n3ed84c549ab5d4937c350b5e2d10f265", "[redacted]");
    check("$ printenv API_KEY\nKz7horse20b1Qm", "[redacted]");
    check(" \n\t\n", "(none)");
    check("", "(none)");
}

#[test]
fn l04_what_the_environment_adds_to_every_output_is_no_error() {
    let pth = "Error processing line 1 of /env/lib/python3.9/site-packages/old.pth:\n\n  \
               Traceback (most recent call last):\n    File \"<string>\", line 1, in <module>\n  \
               ModuleNotFoundError: No module named 'old'\n\nRemainder of file ignored\n";
    let noise = "bash: cannot set terminal process group (-1): Inappropriate ioctl for device\n\
                 bash: no job control in this shell\n\
                 ERROR: ld.so: object 'x.so' from LD_PRELOAD cannot be preloaded: ignored.\n";
    for before in [pth, noise, &[noise, pth].concat()] {
        let with = |line: &str| format!("{before}{line}");
        check(
            &with("a.py:1:0: C0104: Disallowed name \"a\""),
            "a.py:<n>: C0104: Disallowed name \"a\"",
        );
        check(&with("grep: x: no match"), "grep: x: no match");
        check(&with("Traceback (most recent call last):\n  x\nKeyError: 'k'"), "KeyError: 'k'");
    }
    check("Error processing line 3 of the order\nbye", "Error processing line 3 of the order");
    check(noise, "(none)");
    let cut = "Error processing line 1 of /a/b.pth:\n\n  Traceback\nfatal: no";
    check(cut, "fatal: no");
}

#[test]
fn l04_the_same_error_in_another_case_is_the_same() {
    let of = |text: &str| find_error_line(text).map(|s| s.digest);
    assert_eq!(of("Error: no disk"), of("ERROR: No disk"));
    assert_ne!(of("Error: no disk"), of("Error: no net"));
    assert_eq!(of("x\nerror: a.rs:1:2 took 3s"), of("y\nerror: a.rs:9:9 took 4s"));
}

#[test]
fn lines_are_cut_and_long_outputs_are_read_at_their_ends() {
    let long = format!("Error: {}", "é".repeat(1000));
    assert_eq!(find_error_line(&long).map(|s| s.line.chars().count()), Some(200));
    let noise = "all is well\n".repeat(100_000);
    check(&format!("{noise}fatal: the end"), "fatal: the end");
    check(&format!("fatal: the start\n{noise}"), "fatal: the start");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_has_a_bounded_line(text in "(\\PC|\n|error|:| ){0,60}") {
        if let Some(signature) = find_error_line(&text) {
            prop_assert!(signature.line.chars().count() <= 200);
        }
    }
}
