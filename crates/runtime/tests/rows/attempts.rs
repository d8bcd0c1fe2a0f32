//! Rows A1–A5 and A9–A11 through `decide`: each fires, and is silent one step earlier.

use fusebox_engine::state::TaskState;
use fusebox_engine::{
    AttemptLimits, BreakerState, FindingLevel, Limit, Policy, Rule, TaskId, VerdictAction,
};
use fusebox_runtime::query;
use fusebox_store::ScopeKind;
use serde_json::json;

use crate::cargo_test::printed;
use crate::story::{Story, rules};

fn tdd() -> Story {
    Story::new(Policy { attempts: limits(), ..Policy::default() })
}

/// As preset `tdd` has them.
pub(crate) fn limits() -> AttemptLimits {
    AttemptLimits {
        per_test: Limit::at(3),
        per_slice: Limit::at(7),
        infra: Limit::at(5),
        protect_tests: true,
        ..AttemptLimits::default()
    }
}

/// What `cargo test` prints when these tests fail.
pub(crate) fn red(failing: &[&str], passing: &[&str]) -> String {
    printed(failing.iter(), passing.iter())
}

pub(crate) fn green(passing: &[&str]) -> String {
    red(&[], passing)
}

impl Story {
    /// A new change of a file.
    pub(crate) fn change(&mut self, path: &str) {
        let content = format!("content of {}", self.at);
        self.edit(path, &content);
    }

    /// A test run; whether the breaker opened, by which rule.
    pub(crate) fn run(&mut self, output: &str) -> Option<Rule> {
        self.run_with("cargo test", 101, output)
    }

    pub(crate) fn run_with(&mut self, command: &str, code: i32, output: &str) -> Option<Rule> {
        let result = json!({"ok": code == 0, "exit_code": code, "output": output});
        let (asked, answered) = self.call("bash", json!({"command": command}), result);
        assert_ne!(asked.verdict, VerdictAction::Deny, "{:?}", asked.context);
        let trips = answered.unwrap().findings.into_iter().find(|f| f.level == FindingLevel::Trip);
        trips.map(|finding| finding.rule)
    }

    fn attempt(&mut self, output: &str) -> Option<Rule> {
        self.change("src/cart.rs");
        self.run(output)
    }

    fn task(&self) -> TaskState {
        let task = TaskId::parse("s1").unwrap();
        let row = self.runtime.store().read().scope(ScopeKind::Task, task.as_str()).unwrap();
        serde_json::from_str(&row.unwrap().durable).unwrap()
    }

    pub(crate) fn counts(&self) -> (Vec<(String, u64)>, u64) {
        let attempts = self.task().attempts;
        let mut tests: Vec<(String, u64)> =
            attempts.tests.into_iter().map(|test| (test.name, test.count)).collect();
        tests.sort();
        (tests, attempts.total)
    }
}

pub(crate) fn count(name: &str, n: u64) -> (String, u64) {
    (name.to_owned(), n)
}

#[test]
fn a01_the_same_test_trips_at_the_third_failed_attempt() {
    let mut story = tdd();
    story.run(&red(&["adds"], &[]));
    assert_eq!(story.attempt(&red(&["adds"], &[])), None);
    assert_eq!(story.attempt(&red(&["adds"], &[])), None);
    assert_eq!(story.attempt(&red(&["adds"], &[])), Some(Rule::PerTest));
    let incidents = story.incidents();
    assert_eq!(incidents.len(), 1);
    assert_eq!(
        incidents[0].reason(),
        "`adds` failed again after 3 attempts at it: per-test limit (3/3)."
    );
    let (asked, _) = story.bash("cat a", "a");
    assert_eq!((asked.verdict, asked.state), (VerdictAction::Deny, BreakerState::Open));
}

#[test]
fn a01_without_a_run_before_the_first_change_counts_as_an_attempt() {
    let mut story = tdd();
    assert_eq!(story.attempt(&red(&["adds"], &[])), None);
    assert_eq!(story.attempt(&red(&["adds"], &[])), None);
    assert_eq!(story.attempt(&red(&["adds"], &[])), Some(Rule::PerTest));
}

#[test]
fn a02_seven_failed_attempts_in_a_slice_trip_whichever_test_fails() {
    let mut story = tdd();
    for test in ["a", "a", "b", "b", "c", "c"] {
        assert_eq!(story.attempt(&red(&[test], &[])), None, "{test}");
    }
    assert_eq!(story.counts().1, 6);
    assert_eq!(story.attempt(&red(&["d"], &[])), Some(Rule::PerSlice));
    let incident = &story.incidents()[0];
    assert_eq!(incident.reason(), "7 failed attempts in this slice: slice ceiling (7/7).");
}

#[test]
fn a03_the_first_red_run_and_runs_without_a_change_are_free() {
    let mut story = tdd();
    story.change("tests/cart.rs");
    assert_eq!(story.run(&red(&["adds", "subtracts"], &[])), None);
    assert_eq!(story.counts().1, 0);
    for _ in 0..3 {
        story.run(&red(&["adds", "subtracts"], &[]));
        story.bash("ls", "Cargo.toml");
    }
    assert_eq!(story.counts().1, 0);
    story.attempt(&red(&["adds", "subtracts"], &[]));
    assert_eq!(story.counts(), (vec![count("adds", 1), count("subtracts", 1)], 1));
}

#[test]
fn a03_a_new_test_that_fails_first_is_no_attempt_and_a_regression_is() {
    let mut story = tdd();
    story.attempt(&green(&["adds"]));
    story.change("tests/cart.rs");
    story.run(&red(&["subtracts"], &["adds"]));
    assert_eq!(story.counts().1, 0, "a test written first");
    story.attempt(&green(&["adds", "subtracts"]));
    story.attempt(&red(&["adds"], &["subtracts"]));
    assert_eq!(story.counts().1, 1, "a regression");
}

#[test]
fn a03_fewer_failures_are_progress_and_charge_nothing() {
    let mut story = tdd();
    story.run(&red(&["a", "b", "c"], &[]));
    story.attempt(&red(&["a", "b"], &["c"]));
    story.attempt(&red(&["b"], &["a", "c"]));
    assert_eq!(story.counts().1, 0);
    story.attempt(&red(&["a"], &["b", "c"]));
    assert_eq!(story.counts().1, 1);
}

#[test]
fn a04_what_could_not_run_is_no_attempt_and_the_fifth_in_a_row_trips() {
    let build = "   Compiling cart v0.1.0\nerror[E0308]: mismatched types\n --> src/cart.rs:3:5\n\n\
        error: could not compile `cart` (lib test) due to 1 previous error\n";
    let mut story = tdd();
    for _ in 0..4 {
        assert_eq!(story.attempt(build), None);
    }
    assert_eq!(story.counts(), (vec![], 0));
    story.attempt(&green(&["adds"]));
    for _ in 0..4 {
        assert_eq!(story.attempt(build), None);
    }
    assert_eq!(story.attempt(build), Some(Rule::Infra));
    let reason = &story.incidents()[0].reason();
    assert!(reason.contains("infrastructure failures (5/5)"), "{reason}");
    assert!(reason.contains("the build failed"), "{reason}");
}

#[test]
fn a04_without_limits_of_attempts_it_is_a_notice() {
    let mut story = Story::new(Policy::default());
    for n in 1..=6 {
        story.change("src/cart.rs");
        let result = json!({"ok": false, "exit_code": 127, "output": "sh: 1: jest: not found"});
        let (_, answered) = story.call("bash", json!({"command": "npx jest"}), result);
        let infra = rules(&answered.unwrap()).contains(&(Rule::Infra, FindingLevel::Notice));
        assert_eq!(infra, n == 5, "{n}");
    }
}

#[test]
fn a05_a_pass_resets_its_test_and_not_the_slice() {
    let mut story = tdd();
    story.run(&red(&["a", "b"], &[]));
    story.attempt(&red(&["a", "b"], &[]));
    story.attempt(&red(&["a", "b"], &[]));
    story.attempt(&red(&["b"], &["a"]));
    assert_eq!(story.counts(), (vec![count("b", 2)], 2));
    assert_eq!(story.attempt(&red(&["a"], &["b"])), None);
    assert_eq!(story.counts(), (vec![count("a", 0)], 3));
}

#[test]
fn a05_a_run_that_did_not_look_at_a_test_says_nothing_of_it() {
    let mut story = tdd();
    story.run(&red(&["adds"], &[]));
    story.attempt(&red(&["adds"], &[]));
    story.change("src/cart.rs");
    story.run_with("cargo test subtracts", 0, &green(&["subtracts"]));
    assert_eq!(story.counts(), (vec![count("adds", 1)], 1));
    story.run_with("cargo test adds", 0, &green(&["adds"]));
    assert_eq!(story.counts(), (vec![], 1));
}

#[test]
fn a05_guidance_for_a_test_resets_it_and_the_slice() {
    let mut story = tdd();
    story.run(&red(&["a", "b"], &[]));
    story.attempt(&red(&["a", "b"], &[]));
    story.attempt(&red(&["a", "b"], &[]));
    story.send(json!({"type": "guidance", "text": "round up", "test": "a"}));
    assert_eq!(story.counts(), (vec![count("a", 0), count("b", 2)], 0));
    assert_eq!(story.attempt(&red(&["a", "b"], &[])), Some(Rule::PerTest));
    story.send(json!({"type": "guidance", "text": "both round up"}));
    assert_eq!(story.counts(), (vec![count("a", 0), count("b", 0)], 0));
    assert_eq!(story.attempt(&red(&["a", "b"], &[])), None);
    assert_eq!(story.send(json!({"type": "tick"})).state, BreakerState::Closed);
}

#[test]
fn a05_a_persons_prompt_is_guidance_only_while_the_breaker_is_open() {
    let mut story = tdd();
    story.run(&red(&["a"], &[]));
    story.attempt(&red(&["a"], &[]));
    story.attempt(&red(&["a"], &[]));
    story.human();
    assert_eq!(story.counts().1, 2);
    assert_eq!(story.attempt(&red(&["a"], &[])), Some(Rule::PerTest));
    story.human();
    assert_eq!(story.counts(), (vec![count("a", 0)], 0));
    assert_eq!(story.bash("ls", "a").0.state, BreakerState::HalfOpen);
}

#[test]
fn a05_a_new_session_of_the_task_resets_nothing() {
    let mut story = tdd();
    story.send(json!({"type": "session_start", "task": "s1"}));
    story.run(&red(&["a"], &[]));
    story.attempt(&red(&["a"], &[]));
    story.session = "s2";
    story.send(json!({"type": "session_start", "task": "s1"}));
    assert_eq!(story.attempt(&red(&["a"], &[])), None);
    story.session = "s3";
    story.send(json!({"type": "session_start", "task": "s1"}));
    assert_eq!(story.attempt(&red(&["a"], &[])), Some(Rule::PerTest));
}

#[test]
fn a09_a_failure_hidden_by_a_pipe_is_seen() {
    let mut story = tdd();
    for n in 0..3 {
        story.change("src/cart.rs");
        let command = format!("cargo test 2>&1 | tail -{}", 40 + n);
        let tripped = story.run_with(&command, 0, &red(&["adds"], &[]));
        assert_eq!(tripped, (n == 2).then_some(Rule::PerTest));
    }
}

#[test]
fn a09_a_run_that_cannot_be_read_is_one_anonymous_test() {
    let mut story = tdd();
    for n in 0..3 {
        story.change("src/cart.rs");
        let output = format!("12 ok, 1 broken\nsomething is wrong {}", 7 * n);
        let tripped = story.run_with("make test", 2, &output);
        assert_eq!(tripped, (n == 2).then_some(Rule::PerTest));
    }
    assert_eq!(story.counts().0, [count("<suite>", 3)]);
}

#[test]
fn a09_what_a_failed_run_printed_is_kept_with_its_task() {
    let mut story = tdd();
    story.run(&green(&["adds"]));
    let output = format!("\x1b[31mtoken ghp_{}\x1b[0m\nsomething is wrong", "a1B2".repeat(9));
    story.run_with("make test", 2, &output);
    let task = TaskId::parse("s1").unwrap();
    let runs = query::runs(story.runtime.store(), &task).unwrap();
    let kept: Vec<Option<&str>> = runs.iter().map(|run| run.evidence.as_deref()).collect();
    let [Some(kept)] = kept.as_slice() else { panic!("one run with its output: {kept:?}") };
    assert!(kept.ends_with("\nsomething is wrong"), "{kept}");
    assert!(kept.starts_with("token "), "{kept}");
    assert!(!kept.contains("a1B2"), "{kept}");
}

#[test]
fn a11_changing_the_failing_test_is_refused_where_tests_are_protected() {
    for (protect, level, verdict) in [
        (true, FindingLevel::Block, VerdictAction::Deny),
        (false, FindingLevel::Notice, VerdictAction::Allow),
    ] {
        let mut story = tdd();
        let attempts = AttemptLimits { protect_tests: protect, ..tdd_limits() };
        story.policies =
            fusebox_runtime::PolicySet::of_one(Policy { attempts, ..Policy::default() });
        let weaken = json!({"file_path": "tests/cart.rs", "old_string": "assert_eq!(x, 4);",
            "new_string": "assert!(x > 0);"});
        let ok = json!({"ok": true, "files_changed": ["tests/cart.rs"]});
        let (asked, _) = story.call("edit", weaken.clone(), ok.clone());
        assert_eq!(asked.verdict, VerdictAction::Allow, "nothing fails yet");
        story.run(&red(&["adds"], &[]));
        let (asked, _) = story.call("edit", weaken, ok.clone());
        assert_eq!(asked.verdict, verdict);
        assert!(rules(&asked).contains(&(Rule::ProtectTests, level)), "{:?}", rules(&asked));
        let beside = json!({"file_path": "tests/cart.rs", "old_string": "use cart;",
            "new_string": "use cart;\n\n#[test]\nfn more() {}"});
        assert_eq!(
            story.call("edit", beside, ok).0.verdict,
            VerdictAction::Allow,
            "a test beside it"
        );
        let (asked, _) = story.bash("rm tests/cart.rs", "");
        assert_eq!(asked.verdict, verdict, "its file");
        let touched = story.task().attempts.tests_touched;
        let told: Vec<(&str, &str, bool)> = touched
            .iter()
            .map(|touched| (touched.file.as_str(), touched.how.title(), touched.refused))
            .collect();
        assert_eq!(
            told,
            [("tests/cart.rs", "weakened", protect), ("tests/cart.rs", "removed", protect)]
        );
    }
}

fn tdd_limits() -> AttemptLimits {
    AttemptLimits { per_test: Limit::at(3), per_slice: Limit::at(7), ..AttemptLimits::default() }
}

#[test]
fn a_skipped_test_is_not_counted() {
    let mut story = tdd();
    story.run(&red(&["a"], &[]));
    story.attempt(&red(&["a"], &[]));
    let skip = fusebox_engine::event::ControlOrder::Skip { test: "a".to_owned() };
    story.control(skip);
    assert_eq!(story.counts(), (vec![], 1));
    for _ in 0..4 {
        assert_eq!(story.attempt(&red(&["a"], &[])), None);
    }
    assert_eq!(story.counts(), (vec![], 1));
}

#[test]
fn s0_in_observe_mode_a_trip_is_written_down_and_nothing_is_refused() {
    let mut story = tdd();
    let mode = fusebox_engine::EnforcementMode::Observe;
    let policy = Policy { mode, attempts: tdd_limits(), ..Policy::default() };
    story.policies = fusebox_runtime::PolicySet::of_one(policy);
    for _ in 0..7 {
        story.attempt(&red(&["a"], &[]));
    }
    let incidents = story.incidents();
    assert_eq!(incidents.len(), 2);
    assert!(incidents.iter().all(|incident| incident.observed_only));
}

#[test]
fn a09_a_cut_output_between_whole_ones_hides_no_attempt() {
    let mut story = tdd();
    story.run(&red(&["adds"], &[]));
    story.attempt(&red(&["adds"], &[]));
    story.change("src/cart.rs");
    story.run_with("cargo test 2>&1 | tail -3", 0, "error: test failed, to rerun pass `--lib`\n");
    assert_eq!(story.counts().1, 2, "the cut one");
    story.attempt(&red(&["adds"], &[]));
    assert_eq!(story.counts(), (vec![count("adds", 2)], 3));
}

#[test]
fn a11_a_fragment_of_the_failing_tests_file_is_refused_and_bringing_it_back_is_not() {
    let mut story = tdd();
    story.run(&red(&["adds"], &[]));
    let ok = json!({"ok": true, "files_changed": ["tests/cart.rs"]});
    let fragment =
        |path: &str, old: &str| json!({"file_path": path, "old_string": old, "new_string": "100"});
    for (path, old, verdict) in [
        ("tests/cart.rs", "119", VerdictAction::Deny),
        ("tests/other.rs", "119", VerdictAction::Allow),
        ("src/cart.rs", "119", VerdictAction::Allow),
        ("tests/cart.rs", "fn other() { 119", VerdictAction::Deny), // a test is taken out
    ] {
        let (asked, _) = story.call("edit", fragment(path, old), ok.clone());
        assert_eq!(asked.verdict, verdict, "{path} {old}");
    }
    assert_eq!(story.bash("git checkout -- tests/cart.rs", "").0.verdict, VerdictAction::Allow);
}
