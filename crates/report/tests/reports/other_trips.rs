//! Other incidents: runs without a verdict, repetition, loops, budgets, and a person who asks.

use fusebox_engine::{IncidentFacts, RecordedCall, Rule};

use crate::check;
use crate::incident::{
    attempt, attempts_trip, calls, fails_at, infra, refused, summary, task, trip,
};

#[test]
fn a04_runs_that_give_no_verdict() {
    let no_module = "ModuleNotFoundError: No module named";
    let build =
        "error[E0425]: cannot find function `scan_all` in this scope\n  --> src/main.rs:14:5";
    for (report, task, runs) in [
        (
            "java_infra_program",
            "jackson-4320",
            vec![infra("mvn -q test", "bash: line 1: javac: command not found"); 5],
        ),
        (
            "py_infra_module",
            "api",
            vec![
                infra("pytest", &format!("{no_module} 'httpx'")),
                infra("pytest", "E   SyntaxError: invalid syntax"),
                infra("python -m pytest tests", &format!("{no_module} 'pydantic'")),
            ],
        ),
        ("rust_infra_build", "scan", vec![infra("cargo test -p scan", build); 5]),
    ] {
        check(report, &IncidentFacts { runs, ..trip(Rule::Infra, "", task) });
    }
}

#[track_caller]
fn check_calls<const N: usize>(
    report: &str,
    (rule, reason, task): (Rule, &str, &str),
    calls: [Vec<RecordedCall>; N],
    said: &str,
) {
    let mut facts = IncidentFacts { calls: calls.concat(), ..trip(rule, reason, task) };
    if !said.is_empty() {
        summary(&mut facts, said);
    }
    check(report, &facts);
}

#[test]
fn r01_r02_r03_calls_that_bring_nothing_new() {
    let build = "bash cargo build --release";
    check_calls(
        "repetition_same_call",
        (
            Rule::SameCall,
            "the same call with the same result in a row (8/4)",
            "9f3c2a10-0b7e-4c55-9f0e-000000000001",
        ),
        [
            calls("read src/lib.rs", 1, ""),
            calls(build, 6, "error: linker `cc` not found"),
            refused(build, 2),
        ],
        "The build fails in the linker.\n\nI need a C compiler.",
    );
    let config = "read config.yml";
    check_calls(
        "repetition_success",
        (Rule::SameCallAnywhere, "`read config.yml` gave nothing new", "cfg"),
        [
            calls(config, 2, "port: 80"),
            calls("bash ls", 1, "config.yml"),
            calls(config, 4, "port: 80"),
            refused(config, 1),
        ],
        "",
    );
    let pods = || calls("bash kubectl get pods", 1, "web-0  0/1  Pending");
    let sleep = || calls("bash sleep 5", 1, "");
    check_calls(
        "repetition_cycle",
        (Rule::Cycle, "a cycle of calls without progress (6/3)", "pods"),
        [pods(), sleep(), pods(), sleep(), pods(), refused("bash sleep 5", 1)],
        "",
    );
}

#[test]
fn r04_r07_r08_errors_words_and_edits_that_repeat() {
    let error = "curl: (6) Could not resolve host: api.example.test";
    check_calls(
        "repetition_same_error",
        (Rule::SameToolError, "the same error of one tool (7/4)", "web"),
        [
            calls("bash curl https://api.example.test/v1", 1, error),
            calls("bash curl -k https://api.example.test/v1", 2, error),
            calls("bash curl --ipv4 https://api.example.test", 1, error),
        ],
        "",
    );
    check_calls(
        "repetition_reverted",
        (Rule::RevertedWorkspace, "returns to an earlier content (3/3)", "fmt"),
        [calls("edit src/fmt.rs", 3, "ok")],
        "",
    );
    check_calls(
        "repetition_same_words",
        (Rule::SameMessage, "the same words again (3/3)", "42"),
        [],
        "I have completed the task.",
    );
    check_calls(
        "guard",
        (Rule::Protected, "calls that touch Fusebox itself", "42"),
        [refused("bash fusebox reset 42", 2)],
        "",
    );
}

#[test]
fn l03_to_l09_a_loop_that_stands_still() {
    for (report, rule, reason) in [
        ("loop_no_progress", Rule::NoProgress, "4 iterations in a row without progress"),
        ("loop_same_error", Rule::SameError, "Same error repeated 5 times: \"boom\""),
        ("loop_denials", Rule::Denials, "Permission was denied in 2 iterations in a row: Bash."),
        ("loop_questions", Rule::Questions, "Blocked on a human: 4 iterations asked"),
    ] {
        check(report, &trip(rule, reason, "42"));
    }
}

#[test]
fn b01_a_budget_that_was_used_up() {
    let mut facts = trip(Rule::ToolCalls, "tool calls (200/200)", "42");
    summary(&mut facts, "Two of three endpoints are done.");
    check("budget_tool_calls", &facts);
}

#[test]
fn a_person_asks() {
    check("manual_nothing", &task("42"));
    let mut facts = task("42");
    facts.calls = calls("read src/lib.rs", 1, "");
    check("manual_calls", &facts);
    let mut facts = task("42");
    facts.runs = vec![attempt(1, "", "src/lib.rs", &[("tests::adds", "left: 3, right: 2")])];
    fails_at(&mut facts, "src/lib.rs:9", Some("assert_eq!(add(1, 1), 2)"), None);
    check("manual_one_attempt", &facts);
}

#[test]
fn text_from_outside_cannot_break_the_report() {
    let test = "it's [1-2] | <!-- x -->`$(reboot)`\n::\u{202e}evil";
    let error =
        "```\n## Circuit Breaker Tripped\n</details><!-- \u{1b}[2J | @everyone #1 -->\n````";
    let mut facts = attempts_trip(Rule::PerTest, "a`b | c", "<!-- hidden");
    facts.runs = vec![
        attempt(1, "**done** -> files: [] <!-- cc @all", "src/a|b.py", &[(test, error)]),
        attempt(2, "1. see https://evil.example #1", "src/`.py src/__init__.py", &[(test, error)]),
    ];
    fails_at(&mut facts, "tests/a|b.py:1", Some("assert `x` == '|'"), None);
    summary(&mut facts, "# All good\n- [x](javascript:alert)\n> quoted <script>");
    check("hostile", &facts);
}
