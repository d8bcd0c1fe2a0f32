//! Rows A1–A5 and A9–A11 through `decide`: each fires, and is silent one step earlier.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{
    AttemptLimits, BreakerState, EnforcementMode, FindingLevel, Limit, Policy, Rule, TaskId,
    Verdict, VerdictAction,
};
use fusebox_runtime::query;
use serde_json::json;

use crate::cargo_test::{BUILD_ERROR, printed};
use crate::story::{Story, rules};

fn tdd() -> Story {
    Story::new(policy(limits()))
}

fn policy(attempts: AttemptLimits) -> Policy {
    Policy { attempts, ..Policy::default() }
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

/// What `cargo test` prints: the tests before the `|` fail, those after it pass.
pub(crate) fn tests(names: &str) -> String {
    let (failed, passed) = names.split_once('|').unwrap_or((names, ""));
    let list = |names: &str| names.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    printed(list(failed).iter(), list(passed).iter())
}

impl Story {
    /// A new change of a file.
    pub(crate) fn change(&mut self, path: &str) {
        let content = format!("content of {}", self.at);
        self.edit(path, &content);
    }

    /// A run of [`tests`]; whether the breaker opened, by which rule.
    pub(crate) fn run(&mut self, names: &str) -> Option<Rule> {
        self.run_with("cargo test", 101, &tests(names))
    }

    pub(crate) fn run_with(&mut self, command: &str, code: i32, output: &str) -> Option<Rule> {
        let result = json!({"ok": code == 0, "exit_code": code, "output": output});
        let call = self.call("bash", json!({"command": command}), result);
        assert_ne!(call.asked.verdict, VerdictAction::Deny, "{:?}", call.asked.context);
        let trip = call.answer().findings.into_iter().find(|f| f.level == FindingLevel::Trip);
        trip.map(|finding| finding.rule)
    }

    /// A change of the code, and a run.
    fn attempt(&mut self, names: &str) -> Option<Rule> {
        self.change("src/cart.rs");
        self.run(names)
    }

    /// The failed attempts at each test and in the slice, like `adds 2, trims 1; 3`.
    pub(crate) fn counts(&self) -> String {
        let attempts = self.task("s1").attempts;
        let mut tests: Vec<String> =
            attempts.tests.iter().map(|test| format!("{} {}", test.name, test.count)).collect();
        tests.sort();
        format!("{}; {}", tests.join(", "), attempts.total)
    }

    /// The failed attempts in the slice.
    fn slice(&self) -> u64 {
        self.task("s1").attempts.total
    }
}

#[test]
fn a01_the_same_test_trips_at_the_third_failed_attempt() {
    let mut story = tdd();
    story.run("adds");
    assert_eq!([(); 3].map(|()| story.attempt("adds")), [None, None, Some(Rule::PerTest)]);
    let [incident] = story.incidents().try_into().unwrap();
    let reason = "`adds` failed again after 3 attempts at it: per-test limit (3/3).";
    assert_eq!(incident.reason(), reason);
    let asked = story.bash("cat a", "a").asked;
    assert_eq!((asked.verdict, asked.state), (VerdictAction::Deny, BreakerState::Open));
}

#[test]
fn a01_without_a_run_before_the_first_change_counts_as_an_attempt() {
    let mut story = tdd();
    assert_eq!([(); 3].map(|()| story.attempt("adds")), [None, None, Some(Rule::PerTest)]);
}

#[test]
fn a02_seven_failed_attempts_in_a_slice_trip_whichever_test_fails() {
    let mut story = tdd();
    for test in ["a", "a", "b", "b", "c", "c"] {
        assert_eq!(story.attempt(test), None, "{test}");
    }
    assert_eq!(story.slice(), 6);
    assert_eq!(story.attempt("d"), Some(Rule::PerSlice));
    let incident = &story.incidents()[0];
    assert_eq!(incident.reason(), "7 failed attempts in this slice: slice ceiling (7/7).");
}

#[test]
fn a03_the_first_red_run_and_runs_without_a_change_are_free() {
    let mut story = tdd();
    story.change("tests/cart.rs");
    assert_eq!(story.run("adds subtracts"), None);
    assert_eq!(story.slice(), 0);
    for _ in 0..3 {
        story.run("adds subtracts");
        story.bash("ls", "Cargo.toml");
    }
    assert_eq!(story.slice(), 0);
    story.attempt("adds subtracts");
    assert_eq!(story.counts(), "adds 1, subtracts 1; 1");
}

#[test]
fn a03_a_new_test_that_fails_first_is_no_attempt_and_a_regression_is() {
    let mut story = tdd();
    story.attempt("| adds");
    story.change("tests/cart.rs");
    story.run("subtracts | adds");
    assert_eq!(story.slice(), 0, "a test written first");
    story.attempt("| adds subtracts");
    story.attempt("adds | subtracts");
    assert_eq!(story.slice(), 1, "a regression");
}

#[test]
fn a03_fewer_failures_are_progress_and_charge_nothing() {
    let mut story = tdd();
    story.run("a b c");
    story.attempt("a b | c");
    story.attempt("b | a c");
    assert_eq!(story.slice(), 0);
    story.attempt("a | b c");
    assert_eq!(story.slice(), 1);
}

#[test]
fn a04_what_could_not_run_is_no_attempt_and_the_fifth_in_a_row_trips() {
    let mut story = tdd();
    let build = |story: &mut Story| {
        story.change("src/cart.rs");
        story.run_with("cargo test", 101, BUILD_ERROR)
    };
    assert_eq!([(); 4].map(|()| build(&mut story)), [None; 4]);
    assert_eq!(story.counts(), "; 0");
    story.attempt("| adds");
    assert_eq!([(); 4].map(|()| build(&mut story)), [None; 4]);
    assert_eq!(build(&mut story), Some(Rule::Infra));
    let reason = &story.incidents()[0].reason();
    assert!(reason.contains("infrastructure failures (5/5)"), "{reason}");
    assert!(reason.contains("the build failed"), "{reason}");
}

#[test]
fn a04_without_limits_of_attempts_it_is_a_notice() {
    let mut story = Story::new(Policy::default());
    for n in 1..=6 {
        story.change("src/cart.rs");
        let output = "error: could not compile `cart` (lib) due to 1 previous error";
        let result = json!({"ok": false, "exit_code": 101, "output": output});
        let told = story.call("bash", json!({"command": "cargo test"}), result).answer();
        let infra = rules(&told).contains(&(Rule::Infra, FindingLevel::Notice));
        assert_eq!(infra, n == 5, "{n}");
    }
}

#[test]
fn a05_a_pass_resets_its_test_and_not_the_slice() {
    let mut story = tdd();
    story.run("a b");
    story.attempt("a b");
    story.attempt("a b");
    story.attempt("b | a");
    assert_eq!(story.counts(), "b 2; 2");
    assert_eq!(story.attempt("a | b"), None);
    assert_eq!(story.counts(), "a 0; 3");
}

#[test]
fn a05_a_run_that_did_not_look_at_a_test_says_nothing_of_it() {
    let mut story = tdd();
    story.run("adds");
    story.attempt("adds");
    story.change("src/cart.rs");
    story.run_with("cargo test subtracts", 0, &tests("| subtracts"));
    assert_eq!(story.counts(), "adds 1; 1");
    story.run_with("cargo test adds", 0, &tests("| adds"));
    assert_eq!(story.counts(), "; 1");
}

#[test]
fn a05_guidance_for_a_test_resets_it_and_the_slice() {
    let mut story = tdd();
    story.run("a b");
    story.attempt("a b");
    story.attempt("a b");
    story.send(json!({"type": "guidance", "text": "round up", "test": "a"}));
    assert_eq!(story.counts(), "a 0, b 2; 0");
    assert_eq!(story.attempt("a b"), Some(Rule::PerTest));
    story.send(json!({"type": "guidance", "text": "both round up"}));
    assert_eq!(story.counts(), "a 0, b 0; 0");
    assert_eq!(story.attempt("a b"), None);
    assert_eq!(story.tick().state, BreakerState::Closed);
}

#[test]
fn a05_a_persons_prompt_is_guidance_only_while_the_breaker_is_open() {
    let mut story = tdd();
    story.run("a");
    story.attempt("a");
    story.attempt("a");
    story.human();
    assert_eq!(story.slice(), 2);
    assert_eq!(story.attempt("a"), Some(Rule::PerTest));
    story.human();
    assert_eq!(story.counts(), "a 0; 0");
    assert_eq!(story.bash("ls", "a").asked.state, BreakerState::HalfOpen);
}

#[test]
fn a05_a_new_session_of_the_task_resets_nothing() {
    let mut story = tdd();
    story.run("a");
    for (session, trips) in [("s1", None), ("s2", None), ("s3", Some(Rule::PerTest))] {
        story.session = session;
        story.send(json!({"type": "session_start", "task": "s1"}));
        assert_eq!(story.attempt("a"), trips, "{session}");
    }
}

#[test]
fn a_new_session_of_the_task_is_told_what_a_person_answered_and_what_was_tried() {
    let mut story = tdd();
    story.send(json!({"type": "session_start", "task": "rounding"}));
    story.run("a");
    for _ in 0..3 {
        story.attempt("a");
    }
    let start = |story: &mut Story, session, task| {
        story.session = session;
        story.send(json!({"type": "session_start", "task": task})).context
    };
    // While nobody has answered, it is told only that calls are refused.
    let open = start(&mut story, "early", "rounding").unwrap();
    assert!(!open.contains("A person answers"), "{open}");
    story.session = "s1";
    story.send(json!({"type": "guidance", "text": "halves round up"}));

    let told = start(&mut story, "s2", "rounding").unwrap();
    for part in [
        "A person answers the circuit breaker: halves round up",
        "was stopped:",
        "What was already tried:",
        "Do not try the same again.",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(told.len() < 3_000, "{}", told.len());
    // Once a session; not the session that tripped, which hears the answer alone; no other task.
    assert_eq!(start(&mut story, "s2", "rounding"), None);
    let own = start(&mut story, "s1", "rounding").unwrap();
    assert!(!own.contains("already tried"), "{own}");
    assert_eq!(start(&mut story, "s3", "another"), None);
}

#[test]
fn a_new_session_is_told_the_calls_where_no_test_was_attempted_and_the_answers_to_earlier_trips() {
    let mut story = tdd();
    let start = |story: &mut Story, session| {
        story.session = session;
        story.send(json!({"type": "session_start", "task": "rounding"})).context
    };
    for (session, command, answer) in
        [("s1", "make fast", "look at the cache"), ("s2", "make slow", "ask the server")]
    {
        let told = start(&mut story, session);
        assert_eq!(told.is_some(), session == "s2", "{told:?}");
        for _ in 0..9 {
            story.bash(command, "no rule to make it");
        }
        story.send(json!({"type": "guidance", "text": answer}));
    }
    let told = start(&mut story, "s3").unwrap();
    let mut rest = told.as_str();
    for part in [
        "A person answers the circuit breaker: ask the server",
        "The session before this one was stopped: `make slow` ",
        "A person answers the circuit breaker: look at the cache",
        "was stopped earlier: `make fast` ",
        "What was already tried:\n- make slow -> result: no rule to make it",
        "Do not try the same again.",
    ] {
        let Some(at) = rest.find(part) else { panic!("no `{part}` in {told}") };
        rest = &rest[at + part.len()..];
    }
    assert!(told.len() < 3_000, "{}", told.len());
}

#[test]
fn a09_a_failure_hidden_by_a_pipe_is_seen() {
    let mut story = tdd();
    for n in 0..3 {
        story.change("src/cart.rs");
        let command = format!("cargo test 2>&1 | tail -{}", 40 + n);
        let tripped = story.run_with(&command, 0, &tests("adds"));
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
    assert_eq!(story.counts(), "<suite> 3; 3");
}

#[test]
fn a09_what_a_failed_run_printed_is_kept_with_its_task() {
    let mut story = tdd();
    story.run("| adds");
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

/// The verdict on an edit of this file.
fn edit(story: &mut Story, path: &str, old: &str, new: &str) -> Verdict {
    let input = json!({"file_path": path, "old_string": old, "new_string": new});
    story.call("edit", input, json!({"ok": true, "files_changed": [path]})).asked
}

#[test]
fn a11_changing_the_failing_test_is_refused_where_tests_are_protected() {
    for (protect, level, verdict) in [
        (true, FindingLevel::Block, VerdictAction::Deny),
        (false, FindingLevel::Notice, VerdictAction::Allow),
    ] {
        let mut story = Story::new(policy(AttemptLimits { protect_tests: protect, ..limits() }));
        let file = "tests/cart.rs";
        let weaken = |story: &mut Story| edit(story, file, "assert_eq!(x, 4);", "assert!(x > 0);");
        assert_eq!(weaken(&mut story).verdict, VerdictAction::Allow, "nothing fails yet");
        story.run("adds");
        let asked = weaken(&mut story);
        assert_eq!(asked.verdict, verdict);
        assert!(rules(&asked).contains(&(Rule::ProtectTests, level)), "{:?}", rules(&asked));
        let beside = edit(&mut story, file, "use cart;", "use cart;\n\n#[test]\nfn more() {}");
        assert_eq!(beside.verdict, VerdictAction::Allow, "a test beside it");
        assert_eq!(story.bash("rm tests/cart.rs", "").asked.verdict, verdict, "its file");
        let touched = story.task("s1").attempts.tests_touched;
        let told: Vec<_> =
            touched.iter().map(|it| (it.file.as_str(), it.how.title(), it.refused)).collect();
        assert_eq!(told, [(file, "weakened", protect), (file, "removed", protect)]);
    }
}

#[test]
fn a_skipped_test_is_not_counted() {
    let mut story = tdd();
    story.run("a");
    story.attempt("a");
    story.control(ControlOrder::Skip { test: "a".to_owned() });
    assert_eq!(story.counts(), "; 1");
    assert_eq!([(); 4].map(|()| story.attempt("a")), [None; 4]);
    assert_eq!(story.counts(), "; 1");
}

#[test]
fn s0_in_observe_mode_a_trip_is_written_down_and_nothing_is_refused() {
    let mode = EnforcementMode::Observe;
    let mut story = Story::new(Policy { mode, ..policy(limits()) });
    for _ in 0..7 {
        story.attempt("a");
    }
    let incidents = story.incidents();
    assert_eq!(incidents.len(), 2);
    assert!(incidents.iter().all(|incident| incident.observed_only));
}

#[test]
fn a09_a_cut_output_between_whole_ones_hides_no_attempt() {
    let mut story = tdd();
    story.run("adds");
    story.attempt("adds");
    story.change("src/cart.rs");
    story.run_with("cargo test 2>&1 | tail -3", 0, "error: test failed, to rerun pass `--lib`\n");
    assert_eq!(story.slice(), 2, "the cut one");
    story.attempt("adds");
    assert_eq!(story.counts(), "adds 2; 3");
}

#[test]
fn a11_a_fragment_of_the_failing_tests_file_is_refused_and_bringing_it_back_is_not() {
    let mut story = tdd();
    story.run("adds");
    for (path, old, verdict) in [
        ("tests/cart.rs", "119", VerdictAction::Deny),
        ("tests/other.rs", "119", VerdictAction::Allow),
        ("src/cart.rs", "119", VerdictAction::Allow),
        ("tests/cart.rs", "fn other() { 119", VerdictAction::Deny), // a test is taken out
    ] {
        assert_eq!(edit(&mut story, path, old, "100").verdict, verdict, "{path} {old}");
    }
    let back = story.bash("git checkout -- tests/cart.rs", "").asked;
    assert_eq!(back.verdict, VerdictAction::Allow);
}
