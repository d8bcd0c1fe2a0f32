//! Rows L1 to L14 through `decide`: iterations told as signs, and the state after each.

mod model;
mod older;
mod property;
mod recovery;
mod steps;

use fusebox_engine::{
    BreakerState, FindingLevel, Limit, Policy, Rule, StagnationLimits, TaskId, Timestamp, Verdict,
    VerdictAction,
};
use fusebox_runtime::query::{self, LoopDecision, LoopStatus};
use serde_json::{Value, json};

use crate::story::Story;

/// The numbers of preset `loop`.
fn preset() -> StagnationLimits {
    StagnationLimits {
        no_progress: Limit::at(3),
        output_floor: Limit::at(70),
        questions: Limit::at(3),
        denials: Limit::at(2),
        ..StagnationLimits::default()
    }
}

fn story(stagnation: StagnationLimits) -> Story {
    Story::new(Policy { stagnation, ..Policy::default() })
}

/// One iteration by its sign.
fn iteration(sign: char) -> Value {
    let fields = match sign {
        // Nothing came of it; nobody looked.
        '.' => json!({"files_changed": 0, "commits": 0}),
        '?' => json!({}),
        // A file was changed; a commit was made of what was there.
        'p' => json!({"files_changed": 1}),
        'k' => json!({"files_changed": 0, "commits": 1}),
        // The error with nothing changed, with a file changed; another error.
        'E' => json!({"files_changed": 0, "error": "error: boom"}),
        'e' => json!({"files_changed": 2, "error": "error: boom"}),
        'F' => json!({"files_changed": 2, "error": "error: bang"}),
        // The agent says that it is done, and nothing or something was changed.
        'c' => json!({"files_changed": 0, "claims_complete": true}),
        'C' => json!({"files_changed": 1, "claims_complete": true}),
        // It asks instead of working; it asks and works.
        'q' => json!({"files_changed": 0, "questions": 2}),
        'Q' => json!({"files_changed": 1, "questions": 2}),
        // A tool is denied, as well for a compound command alone, and for both reasons.
        'd' => json!({"files_changed": 1, "denied_tools": ["Bash"]}),
        'w' => json!({"files_changed": 1, "denied_tools": ["WebFetch", "Bash"]}),
        'x' => json!({"files_changed": 1, "denied_tools": [{"tool": "Bash", "compound": true}]}),
        'm' => json!({"files_changed": 1,
            "denied_tools": [{"tool": "Bash", "compound": true}, "Edit"]}),
        // Its time is up, with and without a change; other ends.
        't' => json!({"files_changed": 3, "outcome": "timeout"}),
        'T' => json!({"files_changed": 0, "outcome": "timeout"}),
        'I' => json!({"files_changed": 3, "outcome": "idle"}),
        'X' => json!({"files_changed": 3, "outcome": "exit"}),
        'A' => json!({"files_changed": 3, "outcome": "api_error", "error": "429 overloaded"}),
        // More tests pass, by ten each digit, and nothing was changed.
        '0'..='9' => {
            json!({"files_changed": 0, "tests_passing": sign.to_digit(10).unwrap() * 10})
        }
        other => panic!("{other} is no sign"),
    };
    iteration_event(fields)
}

fn iteration_event(mut fields: Value) -> Value {
    fields["type"] = json!("iteration");
    fields
}

fn sign(verdict: &Verdict) -> char {
    match verdict.state {
        BreakerState::Closed => 'c',
        BreakerState::HalfOpen => 'h',
        BreakerState::Open => 'O',
    }
}

/// Tells the iterations and compares the state after each.
fn play(story: &mut Story, iterations: &str, expected: &str) {
    let states: String = iterations.chars().map(|one| sign(&story.send(iteration(one)))).collect();
    assert_eq!(states, expected, "{iterations}");
}

/// The states of a new loop, and the rule that opened it.
fn check(stagnation: &StagnationLimits, iterations: &str, expected: &str, rule: Option<Rule>) {
    let mut story = story(stagnation.clone());
    play(&mut story, iterations, expected);
    assert_eq!(story.opened(), Vec::from_iter(rule), "{iterations}");
}

/// The reason that opens a new loop with its last iteration.
fn reason(stagnation: StagnationLimits, iterations: &str) -> String {
    let mut story = story(stagnation);
    let verdict = iterations.chars().map(|one| story.send(iteration(one))).last().unwrap();
    assert_eq!((verdict.verdict, verdict.state), (VerdictAction::Stop, BreakerState::Open));
    let decision = LoopDecision::from(&verdict);
    assert!(!decision.allow_continue);
    assert_eq!(verdict.findings[0].level, FindingLevel::Trip);
    assert_eq!(decision.reason.as_deref(), Some(verdict.findings[0].message().as_str()));
    assert_eq!(story.incidents()[0].reason(), verdict.findings[0].message());
    verdict.findings[0].message()
}

fn status(story: &Story) -> LoopStatus {
    let task = TaskId::parse(story.session).unwrap();
    let store = story.runtime.store();
    query::loop_status(store, &story.policies, &task, Timestamp(story.at)).unwrap()
}
