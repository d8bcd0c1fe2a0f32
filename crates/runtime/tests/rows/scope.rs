//! Row A6 through `decide`, in a real folder: each class for each tool, fired and silent.

use std::os::unix::fs::symlink;

use fusebox_engine::event::ControlOrder;
use fusebox_engine::scope::ScopeVerdict;
use fusebox_engine::state::TaskState;
use fusebox_engine::{
    BreakerState, EnforcementMode, FindingLevel, Limit, Policy, Rule, ScopeGlobs, TaskId,
    Timestamp, Verdict, VerdictAction,
};
use fusebox_runtime::{query, replay};
use fusebox_store::PolicyRow;
use serde_json::{Value, json};

use crate::attempts::limits;
use crate::story::{Story, rules};

/// A work tree, and a session that began in it under the rules of `tdd`.
struct Tree {
    dir: tempfile::TempDir,
    story: Story,
}

fn policy() -> Policy {
    let owned = |globs: &[&str]| globs.iter().map(|glob| (*glob).to_owned()).collect();
    Policy {
        attempts: limits(),
        scope: ScopeGlobs {
            files: owned(&["src/cart/**"]),
            justify: owned(&["src/cart/mod.rs"]),
            forbid: owned(&["**/routes/**"]),
        },
        ..Policy::default()
    }
}

fn without_a_limit_per_test() -> Policy {
    let mut policy = policy();
    policy.attempts.per_test = Limit::UNLIMITED;
    policy
}

impl Tree {
    fn new() -> Self {
        Self::under(policy())
    }

    fn under(policy: Policy) -> Self {
        let dir = tempfile::tempdir().unwrap();
        for folder in [".git", "src/cart", "src/routes", "src/lib", "tests"] {
            std::fs::create_dir_all(dir.path().join(folder)).unwrap();
        }
        symlink("../routes", dir.path().join("src/cart/r")).unwrap();
        symlink("../lib", dir.path().join("src/cart/l")).unwrap();
        let mut story = Story::new(policy);
        let cwd = dir.path().to_str().unwrap();
        story.send(json!({"type": "session_start", "cwd": cwd}));
        Self { dir, story }
    }

    /// The tests run after a change inside the scope, and one fails: an attempt.
    fn red(&mut self) -> Option<Rule> {
        self.attempt("cart::rounds")
    }

    fn attempt(&mut self, tests: &str) -> Option<Rule> {
        self.story.change(&self.path("src/cart/totals.rs"));
        self.story.run(tests)
    }

    fn path(&self, path: &str) -> String {
        self.dir.path().join(path).to_str().unwrap().to_owned()
    }

    fn call(&mut self, tool: &str, input: Value) -> Verdict {
        self.story.call(tool, input, json!({"ok": true, "output": "done"})).asked
    }

    fn write(&mut self, path: &str) -> Verdict {
        let input =
            json!({"file_path": self.path(path), "content": format!("at {}", self.story.at)});
        self.call("write", input)
    }

    fn bash(&mut self, command: &str) -> Verdict {
        self.call("bash", json!({"command": command}))
    }

    fn justify(&mut self, file: &str, test: &str, because: &str) -> Verdict {
        self.bash(&format!("fusebox justify '{file}' --test '{test}' --because '{because}'"))
    }

    fn state(&self) -> TaskState {
        self.story.task("s1")
    }

    /// The failed attempts in the slice.
    fn slice(&self) -> u64 {
        self.state().attempts.total
    }

    /// The files outside the scope, like `a.rs justified: why` or `a.rs violation`.
    fn touches(&self) -> Vec<String> {
        let touches = self.state().scope.touches.into_iter().map(|touch| {
            let verdict = match touch.verdict {
                ScopeVerdict::Justified => "justified",
                ScopeVerdict::Violation => "violation",
            };
            let why = touch.justification.map(|why| format!(": {why}")).unwrap_or_default();
            format!("{} {verdict}{why}", touch.file)
        });
        touches.collect()
    }
}

fn passes(verdict: &Verdict) {
    assert_eq!(verdict.verdict, VerdictAction::Allow, "{:?}", verdict.context);
    assert_eq!(rules(verdict), []);
}

fn refused(verdict: &Verdict, expected: &[(Rule, FindingLevel)]) {
    assert_eq!(verdict.verdict, VerdictAction::Deny, "{verdict:?}");
    assert_eq!(rules(verdict), expected, "{:?}", verdict.context);
}

const FORBIDDEN: &[(Rule, FindingLevel)] = &[(Rule::ScopeForbid, FindingLevel::Block)];
const PER_TEST: (Rule, FindingLevel) = (Rule::PerTest, FindingLevel::Trip);
const UNJUSTIFIED: &[(Rule, FindingLevel)] = &[(Rule::ScopeJustify, FindingLevel::Block)];

/// How every tool writes `path`.
fn writes(path: &str) -> Vec<(&'static str, Value)> {
    let patch = format!("*** Begin Patch\n*** Update File: {path}\n@@\n-a\n+b\n*** End Patch");
    let edits = json!([{"old_string": "a", "new_string": "b"}]);
    let mut all = vec![
        ("edit", json!({"file_path": path, "old_string": "a", "new_string": "b"})),
        ("edit", json!({"file_path": path, "edits": edits})),
        ("edit", json!({"notebook_path": path, "new_source": "b"})),
        ("write", json!({"file_path": path, "content": "b"})),
        ("apply_patch", json!({"input": patch})),
        ("mcp:fs/write_file", json!({"path": path, "content": "b"})),
    ];
    for line in [
        format!("echo b > {path}"),
        format!("echo b >> '{path}'"),
        format!("echo b | tee -a {path}"),
        format!("sed -i s/a/b/ {path}"),
        format!("mv {path} /tmp/elsewhere"),
        format!("cp /tmp/elsewhere {path}"),
        format!("rm -f {path}"),
        format!("git checkout -- {path}"),
        format!("F={path}; echo b > $F"),
        format!("sh -c 'rm {path}'"),
        format!("ls && (cd . && touch {path})"),
        format!("apply_patch <<'E'\n{patch}\nE"),
    ] {
        all.push(("bash", json!({"command": line})));
    }
    all
}

/// One write of `path` by every tool, each in a story of its own.
fn check(path: &str, expected: &[(Rule, FindingLevel)]) {
    let answer = if expected.is_empty() { VerdictAction::Allow } else { VerdictAction::Deny };
    for absolute in [false, true] {
        for at in 0..writes(path).len() {
            let mut tree = Tree::new();
            let whole = if absolute { tree.path(path) } else { path.to_owned() };
            let (tool, input) = writes(&whole).swap_remove(at);
            let verdict = tree.call(tool, input.clone());
            assert_eq!(verdict.verdict, answer, "{tool} {input}: {:?}", verdict.context);
            assert_eq!(rules(&verdict), expected, "{tool} {input}");
        }
    }
}

#[test]
fn a06_what_is_in_scope_passes_for_every_tool() {
    check("src/cart/totals.rs", &[]);
    check("src/cart/deep/new.rs", &[]);
    check("src/lib/../cart/totals.rs", &[]);
}

#[test]
fn a06_what_is_forbidden_is_refused_for_every_tool() {
    check("src/routes/index.ts", FORBIDDEN);
    check("src/cart/../routes/index.ts", FORBIDDEN);
    check("src/cart/r/index.ts", FORBIDDEN);
}

#[test]
fn a06_what_is_outside_is_refused_once_and_told_how_to_justify_it_for_every_tool() {
    check("src/lib/round.rs", UNJUSTIFIED);
    check("Cargo.toml", UNJUSTIFIED);
    check("src/cart/mod.rs", UNJUSTIFIED);
    check("src/cart/../lib/round.rs", UNJUSTIFIED);
    check("src/cart/l/round.rs", UNJUSTIFIED);
}

#[test]
fn a06_reading_running_and_scratch_files_pass() {
    let mut tree = Tree::new();
    for line in [
        "cat src/routes/index.ts",
        "grep -r x src/routes",
        "cargo build > /dev/null 2>&1",
        "echo x > /tmp/scratch.txt",
        "git diff src/routes/index.ts",
    ] {
        passes(&tree.bash(line));
    }
    let path = tree.path("src/routes/index.ts");
    passes(&tree.call("read", json!({"file_path": path})));
    passes(&tree.call("search", json!({"path": path, "pattern": "x"})));
    refused(&tree.bash("echo x > /etc/hosts"), UNJUSTIFIED);
}

#[test]
fn a06_a_path_is_seen_from_where_the_command_runs() {
    let mut tree = Tree::new();
    let cwd = tree.path("src/cart");
    let ask = |tree: &mut Tree, call: &str, command: &str| {
        let input = json!({"command": command});
        tree.story.send(
            json!({"type": "tool_request", "call": call, "tool": "bash", "input": input, "cwd": cwd}),
        )
    };
    passes(&ask(&mut tree, "a", "echo x > new.rs"));
    refused(&ask(&mut tree, "b", "echo x > ../lib/new.rs"), UNJUSTIFIED);
}

#[test]
fn a06_a_forbidden_file_is_a_violation_and_a_failed_attempt() {
    let mut tree = Tree::new();
    assert_eq!(tree.red(), None);
    assert_eq!(tree.slice(), 1);
    let verdict = tree.write("src/routes/index.ts");
    refused(&verdict, FORBIDDEN);
    let told = verdict.context.unwrap();
    assert!(told.contains("`src/routes/index.ts` may not be changed in this task"), "{told}");
    assert!(told.contains("a failed attempt at `cart::rounds`"), "{told}");
    assert_eq!(tree.story.counts(), "cart::rounds 2; 2");
    assert_eq!(tree.touches(), ["src/routes/index.ts violation"]);
}

#[test]
fn a06_the_third_failed_attempt_trips_when_it_is_a_violation() {
    let mut tree = Tree::new();
    tree.red();
    refused(&tree.write("src/routes/a.ts"), FORBIDDEN);
    let verdict = tree.write("src/routes/b.ts");
    refused(&verdict, &[PER_TEST, FORBIDDEN[0]]);
    assert_eq!(verdict.state, BreakerState::Open);
    assert!(verdict.findings[0].message().contains("per-test limit (3/3)"));
    assert_eq!(tree.story.opened(), [Rule::PerTest]);
    // Open, everything is refused alike, and nothing more is counted.
    let after = tree.write("src/routes/c.ts");
    assert!(after.context.unwrap().contains("CIRCUIT BREAKER TRIPPED"));
    assert_eq!(tree.slice(), 3);
    // A report, and a justification, pass an open breaker.
    let verdict = tree.justify("src/routes/a.ts", "cart::rounds", "the route has to round it too");
    assert_eq!(verdict.verdict, VerdictAction::Allow);
    assert_eq!(tree.state().scope.touches.len(), 2);
}

#[test]
fn a06_violations_do_not_push_the_justified_file_out_of_the_report() {
    let mut tree = Tree::under(without_a_limit_per_test());
    tree.red();
    let because = |n: u32| format!("the cart rounds with number {n} of the functions there");
    for n in 1..=3 {
        passes(&tree.justify(&format!("src/lib/{n}.rs"), "cart::rounds", &because(n)));
    }
    for n in 1..=4 {
        refused(&tree.write(&format!("src/routes/{n}.ts")), FORBIDDEN);
    }
    let justified = |n: u32| format!("src/lib/{n}.rs justified: {}", because(n));
    let violation = |n: u32| format!("src/routes/{n}.ts violation");
    assert_eq!(tree.touches(), [justified(3), violation(3), violation(4)]);
    // Nor does it stay for ever.
    for n in 4..=5 {
        passes(&tree.justify(&format!("src/lib/{n}.rs"), "cart::rounds", &because(n)));
    }
    assert_eq!(tree.touches(), [violation(4), justified(4), justified(5)]);
}

#[test]
fn a06_violations_reach_the_ceiling_of_the_slice_where_no_test_fails() {
    let mut tree = Tree::under(without_a_limit_per_test());
    for n in 1..7 {
        refused(&tree.write(&format!("src/routes/{n}.ts")), FORBIDDEN);
    }
    assert_eq!(tree.story.counts(), "<suite> 6; 6");
    let verdict = tree.write("src/routes/7.ts");
    refused(&verdict, &[(Rule::PerSlice, FindingLevel::Trip), FORBIDDEN[0]]);
}

#[test]
fn a06_the_second_unjustified_write_of_a_file_is_a_violation() {
    let mut tree = Tree::new();
    tree.red();
    let verdict = tree.write("src/lib/round.rs");
    refused(&verdict, UNJUSTIFIED);
    let told = verdict.context.unwrap();
    let how = "fusebox justify src/lib/round.rs --test cart::rounds --because \"one sentence\"";
    assert!(told.contains(how), "{told}");
    assert_eq!((tree.slice(), tree.touches()), (1, Vec::new()));
    // Another file is a first time of its own.
    refused(&tree.write("src/lib/money.rs"), UNJUSTIFIED);
    assert_eq!(tree.slice(), 1);
    let verdict = tree.bash("sed -i s/a/b/ src/lib/round.rs");
    refused(&verdict, UNJUSTIFIED);
    assert!(verdict.context.unwrap().contains("failed attempt at `cart::rounds`"));
    assert_eq!(tree.slice(), 2);
    assert_eq!(tree.touches(), ["src/lib/round.rs violation"]);
}

#[test]
fn a06_a_justified_file_passes_for_that_file_and_test_alone() {
    let mut tree = Tree::new();
    tree.red();
    refused(&tree.write("src/lib/round.rs"), UNJUSTIFIED);
    let because = "the cart rounds with round_half_even, which lives there";
    passes(&tree.justify("src/lib/round.rs", "rounds", because));
    passes(&tree.write("src/lib/round.rs"));
    passes(&tree.bash("sed -i s/a/b/ src/cart/l/round.rs"));
    assert_eq!(tree.slice(), 1);
    assert_eq!(tree.touches(), [format!("src/lib/round.rs justified: {because}")]);
    refused(&tree.write("src/lib/money.rs"), UNJUSTIFIED);
    // The test passes and another fails: the reason is gone with it.
    tree.story.run("| cart::rounds");
    tree.attempt("cart::adds | cart::rounds");
    refused(&tree.write("src/lib/round.rs"), UNJUSTIFIED);
}

#[test]
fn a06_a_justification_names_a_failing_test_and_is_one_sentence() {
    let mut tree = Tree::new();
    let why = "the cart rounds with the function that lives there";
    let refuses = |tree: &mut Tree, test: &str, because: &str, reason: &str| {
        let verdict = tree.justify("src/lib/round.rs", test, because);
        refused(&verdict, UNJUSTIFIED);
        assert!(verdict.context.as_ref().unwrap().contains(reason), "{:?}", verdict.context);
    };
    refuses(&mut tree, "cart::rounds", why, "no test fails now");
    tree.red();
    refuses(&mut tree, "cart::adds", why, "`cart::adds` does not fail now; `cart::rounds` does");
    refuses(&mut tree, "cart::rounds", "needed", "say in one sentence why");
    let two = "The cart rounds there. It must be so.";
    refuses(&mut tree, "cart::rounds", two, "one sentence is enough");
    assert_eq!((tree.slice(), tree.touches()), (1, Vec::new()));
    passes(&tree.justify("src/lib/round.rs", "cart::rounds", why));
}

#[test]
fn a06_a_justification_about_something_else_is_a_violation() {
    let mut tree = Tree::new();
    tree.red();
    let because = "the route has to round the total as well";
    let verdict = tree.justify("src/routes/index.ts", "cart::rounds", because);
    refused(&verdict, FORBIDDEN);
    assert_eq!(tree.slice(), 2);
    let stray = "it must agree with what src/routes/index.ts does";
    let verdict = tree.justify("src/lib/round.rs", "cart::rounds", stray);
    assert_eq!(rules(&verdict), [PER_TEST, UNJUSTIFIED[0]]);
    let index = format!("src/routes/index.ts violation: {because}");
    assert_eq!(tree.touches(), [index, format!("src/lib/round.rs violation: {stray}")]);
}

#[test]
fn a06_a_justification_inside_something_else_opens_nothing() {
    let justify = "fusebox justify src/lib/round.rs --test cart::rounds --because 'it is the one \
        that rounds'";
    for line in [
        format!("sh -c \"{justify}\""),
        format!("true && {justify}"),
        format!("{justify}; true"),
        format!("{justify} | cat"),
        format!("env {justify}"),
        format!("echo {justify}"),
        format!("./{justify}"),
        justify.replace("round.rs", "money.rs"),
        justify.replace("justify src/lib/round.rs", "justify src/cart/round.rs"),
    ] {
        let mut tree = Tree::new();
        tree.red();
        tree.bash(&line);
        assert_eq!(tree.write("src/lib/round.rs").verdict, VerdictAction::Deny, "{line}");
    }
    let mut tree = Tree::new();
    tree.red();
    tree.bash(justify);
    passes(&tree.write("src/lib/round.rs"));
}

#[test]
fn a06_calls_of_one_answer_are_one_attempt() {
    let mut tree = Tree::new();
    tree.red();
    let ask = |tree: &mut Tree, round: &str, call: &str, path: &str| {
        let input = json!({"file_path": tree.path(path), "content": call});
        tree.story
            .send(json!({"type": "tool_request", "round": round, "call": call, "tool": "write",
            "input": input}))
    };
    refused(&ask(&mut tree, "r1", "a", "src/lib/round.rs"), UNJUSTIFIED);
    refused(&ask(&mut tree, "r1", "b", "src/lib/round.rs"), UNJUSTIFIED);
    refused(&ask(&mut tree, "r1", "c", "src/routes/a.ts"), FORBIDDEN);
    refused(&ask(&mut tree, "r1", "d", "src/routes/b.ts"), FORBIDDEN);
    assert_eq!(tree.slice(), 2);
    let verdict = ask(&mut tree, "r2", "e", "src/lib/round.rs");
    assert_eq!(rules(&verdict), [PER_TEST, UNJUSTIFIED[0]]);
}

#[test]
fn a06_the_failing_tests_own_file_is_the_business_of_a11() {
    let edit = |tree: &mut Tree, old: &str, new: &str| {
        let path = tree.path("tests/cart.rs");
        tree.call("edit", json!({"file_path": path, "old_string": old, "new_string": new}))
    };
    refused(&edit(&mut Tree::new(), "use cart;", "use cart;\nuse x;"), UNJUSTIFIED);
    let mut tree = Tree::new();
    tree.red();
    passes(&edit(&mut tree, "use cart;", "use cart;\nuse x;"));
    let weakened = edit(&mut tree, "assert_eq!(round(2), 3);", "assert_eq!(round(2), 2);");
    refused(&weakened, &[(Rule::ProtectTests, FindingLevel::Block)]);
    refused(&tree.write("tests/other.rs"), UNJUSTIFIED);
}

#[test]
fn a06_observe_mode_writes_down_and_denies_nothing() {
    let mut tree = Tree::under(Policy { mode: EnforcementMode::Observe, ..policy() });
    tree.red();
    for path in ["src/routes/a.ts", "src/lib/round.rs", "src/lib/round.rs"] {
        assert_eq!(tree.write(path).verdict, VerdictAction::Allow);
    }
    assert_eq!(tree.touches().len(), 2);
    assert!(tree.story.incidents().iter().all(|incident| incident.observed_only));
}

#[test]
fn a06_what_a_bypass_lets_through_counts_nothing() {
    let mut tree = Tree::new();
    tree.red();
    let until = Timestamp(tree.story.at + 60_000);
    tree.story.control(ControlOrder::Bypass { until });
    for path in ["src/routes/a.ts", "src/lib/round.rs", "src/lib/round.rs"] {
        assert_eq!(tree.write(path).verdict, VerdictAction::Allow);
    }
    assert_eq!((tree.slice(), tree.touches()), (1, Vec::new()));
    tree.story.wait(90_000);
    refused(&tree.write("src/lib/round.rs"), UNJUSTIFIED);
}

#[test]
fn a06_without_files_the_scope_is_off_and_that_is_said_once() {
    let mut policy = policy();
    policy.scope.files.clear();
    let mut tree = Tree::under(policy);
    passes(&tree.bash("ls"));
    let verdict = tree.write("src/routes/a.ts");
    assert_eq!(verdict.verdict, VerdictAction::Allow);
    assert_eq!(rules(&verdict), [(Rule::ScopeFiles, FindingLevel::Notice)]);
    passes(&tree.write("src/routes/b.ts"));
    // Who wants no scope hears nothing of it.
    let mut tree = Tree::under(Policy::default());
    passes(&tree.write("src/routes/a.ts"));
}

#[test]
fn a06_another_scope_begins_anew_and_a_person_who_speaks_forgives() {
    let mut tree = Tree::new();
    tree.red();
    refused(&tree.write("src/lib/round.rs"), UNJUSTIFIED);
    tree.story.human();
    refused(&tree.write("src/lib/round.rs"), UNJUSTIFIED);
    assert_eq!(tree.slice(), 1);
    refused(&tree.write("src/routes/a.ts"), FORBIDDEN);
    tree.story.control(ControlOrder::Rescope);
    assert_eq!((tree.slice(), tree.touches()), (0, Vec::new()));
}

#[test]
fn a06_a_call_of_too_many_files_is_refused_and_charges_nothing() {
    let mut tree = Tree::new();
    let files: Vec<String> = (0..65).map(|n| format!("src/cart/f{n}.rs")).collect();
    passes(&tree.bash(&format!("rm {}", files[..64].join(" "))));
    refused(&tree.bash(&format!("rm {}", files.join(" "))), UNJUSTIFIED);
    assert_eq!(tree.slice(), 0);
}

#[test]
fn a06_a_replay_of_the_log_says_the_same() {
    let mut tree = Tree::new();
    tree.red();
    tree.write("src/routes/a.ts");
    tree.write("src/lib/round.rs");
    tree.justify("src/lib/round.rs", "cart::rounds", "the cart rounds with what is there");
    tree.write("src/lib/round.rs");
    let id = TaskId::parse("s1").unwrap();
    let view = query::task(tree.story.runtime.store(), &id).unwrap();
    assert_eq!(view.total_slice_failures, 2);
    let body = json!({"default": policy(), "roles": {}}).to_string();
    let (key, place) = ("k".to_owned(), "p".to_owned());
    let row = PolicyRow { key, place, digest: tree.story.policies.digest(), body };
    tree.story.runtime.store_mut().write(|tx| tx.put_policy(&row, Timestamp(1))).unwrap();
    let found = replay::replay(tree.story.runtime.store()).unwrap();
    assert_eq!(found.differences, []);
    assert!(found.events > 8);
}
