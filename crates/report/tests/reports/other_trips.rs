//! Stories of other trips: runs without a verdict, repetition, budgets, and a person who asks.

use crate::check;
use crate::told::{attempt, call, failing, infra, per_test, refused, trip};

#[test]
fn a04_a_missing_program() {
    let mut story = trip("attempts.infra", "infrastructure failures (5/5)", "jackson-4320");
    story.infra = vec![infra("mvn -q test", "bash: line 1: javac: command not found"); 5];
    check(
        "java_infra_program",
        &story,
        "The last 5 test runs ended in the same error and gave no verdict",
        "How is `javac` installed here",
    );
}

#[test]
fn a04_different_infrastructure_failures() {
    let mut story = trip("attempts.infra", "infrastructure failures (5/5)", "api");
    story.infra = vec![
        infra("pytest", "ModuleNotFoundError: No module named 'httpx'"),
        infra("pytest", "E   SyntaxError: invalid syntax"),
        infra("python -m pytest tests", "ModuleNotFoundError: No module named 'pydantic'"),
    ];
    check("py_infra_module", &story, "in different errors", "How is `pydantic` installed here");
}

#[test]
fn a04_code_that_does_not_build() {
    let mut story = trip("attempts.infra", "infrastructure failures (5/5)", "scan");
    let error =
        "error[E0425]: cannot find function `scan_all` in this scope\n  --> src/main.rs:14:5";
    story.infra = vec![infra("cargo test -p scan", error); 5];
    check("rust_infra_build", &story, "do not build or load", "Where should `scan_all` be");
}

#[test]
fn r01_the_same_call_with_the_same_result() {
    let mut story = trip(
        "repetition.same_call",
        "the same call with the same result in a row (8/4)",
        "9f3c2a10-0b7e-4c55-9f0e-000000000001",
    );
    story.last_calls = vec![
        call("read src/lib.rs", 1, ""),
        call("bash cargo build --release", 6, "error: linker `cc` not found"),
        refused("bash cargo build --release", 2),
    ];
    story.agent_summary = Some("The build fails in the linker.\n\nI need a C compiler.".to_owned());
    check(
        "repetition_same_call",
        &story,
        "`bash cargo build --release` was done 6 times with the same answer",
        "How is `cc` installed here",
    );
}

#[test]
fn r03_calls_that_go_round() {
    let mut story = trip("repetition.cycle", "a cycle of calls without progress (6/3)", "pods");
    story.last_calls = vec![
        call("bash kubectl get pods", 1, "web-0  0/1  Pending"),
        call("bash sleep 5", 1, ""),
        call("bash kubectl get pods", 1, "web-0  0/1  Pending"),
        call("bash sleep 5", 1, ""),
        call("bash kubectl get pods", 1, "web-0  0/1  Pending"),
        refused("bash sleep 5", 1),
    ];
    check(
        "repetition_cycle",
        &story,
        "go round with the same answers",
        "instead of `bash kubectl get pods`?",
    );
}

#[test]
fn r04_the_same_error_from_different_calls() {
    let mut story = trip("repetition.same_tool_error", "the same error of one tool (7/4)", "web");
    let error = "curl: (6) Could not resolve host: api.example.test";
    story.last_calls = vec![
        call("bash curl https://api.example.test/v1", 1, error),
        call("bash curl -k https://api.example.test/v1", 2, error),
        call("bash curl --ipv4 https://api.example.test", 1, error),
    ];
    check(
        "repetition_same_error",
        &story,
        "`api.example.test` cannot be reached",
        "How can `api.example.test` be reached",
    );
}

#[test]
fn r08_edits_that_undo_each_other() {
    let mut story =
        trip("repetition.reverted_workspace", "returns to an earlier content (3/3)", "fmt");
    story.last_calls = vec![call("edit src/fmt.rs", 3, "ok")];
    check("repetition_reverted", &story, "One edit undoes the other", "Which of the contents");
}

#[test]
fn r02_a_success_that_says_nothing_new() {
    let mut story =
        trip("repetition.same_call_anywhere", "`read config.yml` gave nothing new", "cfg");
    story.last_calls = vec![
        call("read config.yml", 2, "port: 80"),
        call("bash ls", 1, "config.yml"),
        call("read config.yml", 4, "port: 80"),
        refused("read config.yml", 1),
    ];
    check(
        "repetition_success",
        &story,
        "`read config.yml` was done 6 times",
        "instead of `read config.yml`? The answer is always `port: 80`",
    );
}

#[test]
fn a_guarded_call() {
    let mut story = trip("guard.protected", "calls that touch Fusebox itself", "42");
    story.last_calls = vec![refused("bash fusebox reset 42", 2)];
    check("guard", &story, "does not judge the work", "leaves Fusebox alone?");
}

#[test]
fn r07_the_same_words() {
    let mut story = trip("repetition.same_message", "the same words again (3/3)", "42");
    story.agent_summary = Some("I have completed the task.".to_owned());
    check(
        "repetition_same_words",
        &story,
        "wrote the same words",
        "What should the agent do next?",
    );
}

#[test]
fn l03_to_l09_a_loop_that_stands_still() {
    for (rule, reason, hypothesis) in [
        ("no_progress", "4 iterations in a row without progress", "Nothing new came of the work"),
        ("same_error", "Same error repeated 5 times: \"boom\"", "does not reach the cause"),
        ("denials", "Permission was denied in 2 iterations in a row: Bash.", "what it may not do"),
        ("questions", "Blocked on a human: 4 iterations asked", "an answer that nobody gives"),
    ] {
        let story = trip(&format!("stagnation.{rule}"), reason, "42");
        check(&format!("loop_{rule}"), &story, hypothesis, "What should the agent do next?");
    }
}

#[test]
fn a_person_asks_where_no_test_was_run() {
    let mut story = trip("", "", "42");
    (story.incident, story.rule) = (None, None);
    story.last_calls = vec![call("read src/lib.rs", 1, "")];
    check(
        "manual_calls",
        &story,
        "does not point anywhere (known: the last calls)",
        "What should be done next",
    );
}

#[test]
fn b01_a_budget_that_was_used_up() {
    let mut story = trip("limits.tool_calls", "tool calls (200/200)", "42");
    story.agent_summary = Some("Two of three endpoints are done.".to_owned());
    check("budget_tool_calls", &story, "neither that the agent was stuck", "what may be left out?");
}

#[test]
fn a_person_asks_in_the_middle() {
    let test = "tests::adds";
    let mut story = trip("", "", "42");
    (story.incident, story.rule) = (None, None);
    let assertion = Some("assert_eq!(add(1, 1), 2)");
    story.failing = vec![failing(test, "src/lib.rs:9", assertion, "left: 3, right: 2")];
    story.attempts = vec![attempt(1, "", "src/lib.rs", &[(test, "left: 3, right: 2")])];
    check(
        "manual_one_attempt",
        &story,
        "one error shows no direction",
        "`2`, as the test says, or `3`",
    );
}

#[test]
fn a_person_asks_and_nothing_is_known() {
    let mut story = trip("", "", "42");
    (story.incident, story.rule) = (None, None);
    check("manual_nothing", &story, "does not point anywhere", "What should be done next");
}

#[test]
fn text_from_outside_cannot_break_the_report() {
    let test = "it's [1-2] | <!-- x -->`$(reboot)`\n::\u{202e}evil";
    let error =
        "```\n## Circuit Breaker Tripped\n</details><!-- \u{1b}[2J | @everyone #1 -->\n````";
    let mut story = per_test("a`b | c", "<!-- hidden");
    story.failing = vec![failing(test, "tests/a|b.py:1", Some("assert `x` == '|'"), error)];
    story.attempts = vec![
        attempt(1, "**done** -> files: [] <!-- cc @all", "src/a|b.py", &[(test, error)]),
        attempt(2, "1. see https://evil.example #1", "src/`.py src/__init__.py", &[(test, error)]),
    ];
    story.agent_summary = Some("# All good\n- [x](javascript:alert)\n> quoted <script>".to_owned());
    check("hostile", &story, "although 3 files were changed", "Which code decides");
}
