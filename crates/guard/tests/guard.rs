//! A loop written in Rust, guarded: repetition, budgets, loops, and a store that outlives the guard.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use fusebox_guard::{
    BreakerState, Guard, GuardConfig, GuardError, LoopIteration, PromptOrigin, Rule, ToolOutcome,
};
use serde_json::json;

/// Fails the same call until it is refused; the number of calls that were admitted.
fn calls_until_refused(guard: &mut Guard, at_most: u64) -> u64 {
    for admitted in 0..at_most {
        let verdict = guard.tool_request("bash", json!({"command": "make"})).unwrap();
        if verdict.is_refused() {
            return admitted;
        }
        guard.tool_result(ToolOutcome::failed("make: *** No rule to make target 'all'.")).unwrap();
    }
    at_most
}

#[test]
fn r01_the_same_failing_call_is_refused_after_a_nudge() {
    let mut guard = Guard::open(GuardConfig::in_memory()).unwrap();
    for call in 1..=3 {
        assert!(!guard.tool_request("bash", json!({"command": "make"})).unwrap().is_refused());
        let verdict = guard.tool_result(ToolOutcome::failed("no rule")).unwrap();
        assert_eq!(verdict.context(), None, "call {call}");
    }
    guard.tool_request("bash", json!({"command": "make"})).unwrap();
    let nudge = guard.tool_result(ToolOutcome::failed("no rule")).unwrap();
    assert!(!nudge.is_refused() && nudge.context().is_some(), "{nudge:?}");
    assert_eq!(nudge.verdict.findings[0].rule, Rule::SameCall);
    assert!(calls_until_refused(&mut guard, 20) < 20);
}

#[test]
fn b01_a_budget_admits_its_number_and_refuses_the_next() {
    let config = GuardConfig::in_memory().set("limits.tool_calls", "3");
    let mut guard = Guard::open(config).unwrap();
    for call in 0..3 {
        let verdict = guard.tool_request("read", json!({"file_path": format!("{call}")})).unwrap();
        assert!(!verdict.is_refused(), "call {call}");
        guard.tool_result(ToolOutcome::succeeded(format!("content {call}"))).unwrap();
    }
    let fourth = guard.tool_request("read", json!({"file_path": "4"})).unwrap();
    assert!(fourth.is_refused() && fourth.is_open(), "{fourth:?}");
    assert!(fourth.reason().contains("tool calls (3/3)"), "{}", fourth.reason());
    let go_on = guard.prompt(PromptOrigin::Human, "go on").unwrap();
    assert_ne!(go_on.verdict.state, BreakerState::Open);
}

#[test]
fn l01_a_loop_without_progress_opens_at_the_fourth_iteration() {
    let mut guard = Guard::open(GuardConfig::in_memory().preset("loop")).unwrap();
    let idle =
        LoopIteration { files_changed: Some(0), commits: Some(0), ..LoopIteration::default() };
    let states: Vec<_> = (0..4).map(|_| guard.iteration(idle.clone()).unwrap().state).collect();
    let [closed, half_open, open] =
        [BreakerState::Closed, BreakerState::HalfOpen, BreakerState::Open];
    assert_eq!(states, [closed, closed, half_open, open]);
    let status = guard.loop_status().unwrap();
    assert_eq!((status.state, status.iterations), (open, 4));
    guard.reset(Some("the fixture is stale")).unwrap();
    assert!(guard.loop_status().unwrap().allow_continue);
}

#[test]
fn an_open_breaker_outlives_the_guard_in_a_store() {
    let dir = tempfile::tempdir().unwrap();
    let open = || {
        let config = GuardConfig::stored_in(dir.path()).session("nightly");
        Guard::open(config.set("limits.tool_calls", "1")).unwrap()
    };
    let mut guard = open();
    guard.tool_request("bash", json!({"command": "make"})).unwrap();
    assert!(guard.tool_request("bash", json!({"command": "make test"})).unwrap().is_refused());
    drop(guard);
    let mut again = open();
    assert!(again.tool_request("bash", json!({"command": "ls"})).unwrap().is_refused());
}

#[test]
fn a_resumed_session_counts_its_calls_on() {
    let dir = tempfile::tempdir().unwrap();
    let mut admitted = 0;
    for _ in 0..4 {
        let config =
            GuardConfig::stored_in(dir.path()).session("job").set("limits.tool_calls", "5");
        let mut guard = Guard::open(config).unwrap();
        for call in 0..2 {
            let input = json!({"file_path": format!("{admitted}")});
            if guard.tool_request("read", input).unwrap().is_refused() {
                assert_eq!(admitted, 5);
                return;
            }
            admitted += 1;
            guard.tool_result(ToolOutcome::succeeded(format!("{call} of {admitted}"))).unwrap();
        }
    }
    panic!("{admitted} calls were admitted");
}

#[test]
fn a_result_belongs_to_the_last_call_whatever_its_id() {
    let mut guard = Guard::open(GuardConfig::in_memory()).unwrap();
    for call in 0..20 {
        let input = json!({"command": "make"});
        if guard.tool_request_with_id(&format!("c{call}"), "bash", input).unwrap().is_refused() {
            return;
        }
        guard.tool_result(ToolOutcome::failed("no rule")).unwrap();
    }
    panic!("a loop of 20 calls was not refused");
}

#[test]
fn a_mistake_in_the_policy_is_found_when_the_guard_is_opened() {
    let wrong = Guard::open(GuardConfig::in_memory().set("limits.tool_cals", "3"));
    assert!(matches!(&wrong, Err(GuardError::Policy(_))));
    let text = wrong.err().unwrap().to_string();
    assert!(text.contains("limits.tool_calls"), "{text}");
    assert!(matches!(Guard::open(GuardConfig::in_memory().task("")), Err(GuardError::Id(_))));
}
