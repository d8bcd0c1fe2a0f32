//! Rows A1–A5 and A9 at random: whatever the order of edits, runs, passes, resumes and concurrent
//! sessions, the counts are the model's after every step.

mod action;
mod output;
mod work_so_far;
mod world;

use action::{
    AgentCall, CODE, ExitReport, FailingTests, RUNS, SESSIONS, SUITE, StoryAction, StoryStep,
    TEST_FILES, TESTS, TestMask,
};
use fusebox_engine::{AttemptLimits, Limit, Policy, Rule};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};
use world::World;

use crate::attempts::tests;
use crate::attempts_model::Numbers;
use crate::story::Story;

fn numbers() -> impl Strategy<Value = Numbers> {
    (option::of(1_u64..6), option::of(1_u64..10), option::of(1_u64..5))
        .prop_map(|(per_test, per_slice, infra)| Numbers { per_test, per_slice, infra })
}

fn step() -> impl Strategy<Value = StoryStep> {
    let session = prop_oneof![4 => Just(0), 4 => 0..SESSIONS.len()];
    let agent = prop_oneof![3 => Just("main"), 1 => Just("sub")];
    (session, agent, action())
        .prop_map(|(session, agent, action)| StoryStep { agent: (session, agent), action })
}

fn action() -> impl Strategy<Value = StoryAction> {
    let call = (agent_call(), prop::bool::weighted(0.2));
    let test = || option::of(select(&TESTS[..]));
    prop_oneof![
        50 => call.prop_map(|(call, late)| StoryAction::Call { call, late }),
        20 => run().prop_map(StoryAction::Attempt),
        8 => Just(StoryAction::LateResult),
        6 => (any::<usize>(), any::<bool>())
            .prop_map(|(which, same_event)| StoryAction::Duplicate { which, same_event }),
        6 => irrelevant_event().prop_map(StoryAction::Irrelevant),
        4 => Just(StoryAction::Human),
        3 => test().prop_map(StoryAction::Guidance),
        2 => test().prop_map(StoryAction::Reset),
        1 => select(&["cart::adds", "adds", "trims", "pays", SUITE][..]).prop_map(StoryAction::Skip),
    ]
}

fn agent_call() -> impl Strategy<Value = AgentCall> {
    let path = || prop_oneof![2 => select(&CODE[..]), 1 => select(&TEST_FILES[..])];
    let which = || 0..RUNS.len();
    prop_oneof![
        9 => (path(), prop::bool::weighted(0.2))
            .prop_map(|(path, same)| AgentCall::Edit { path, same }),
        1 => path().prop_map(|path| AgentCall::FailedEdit { path }),
        2 => path().prop_map(|path| AgentCall::ShellEdit { path }),
        1 => Just(AgentCall::Look),
        10 => run(),
        1 => which().prop_map(|run| AgentCall::Unreadable { run }),
        2 => (which(), any_exit_report()).prop_map(|(run, report)| AgentCall::Build { run, report }),
        1 => which().prop_map(|run| AgentCall::NoCargo { run }),
    ]
}

fn run() -> impl Strategy<Value = AgentCall> {
    let which = prop_oneof![4 => Just(0), 2 => 0..RUNS.len(), 3 => 6..RUNS.len()];
    let fails = prop_oneof![
        6 => Just(FailingTests::AsBefore),
        1 => any::<TestMask>().prop_map(FailingTests::AsBeforeOf),
        3 => any::<TestMask>().prop_map(FailingTests::These),
        2 => Just(FailingTests::These([false; TESTS.len()])),
    ];
    (which, fails, any::<TestMask>(), any_exit_report(), any::<bool>()).prop_map(
        |(run, fails, listed, report, cut)| AgentCall::Run { run, fails, listed, report, cut },
    )
}

fn any_exit_report() -> impl Strategy<Value = ExitReport> {
    select(&[ExitReport::Everything, ExitReport::Code, ExitReport::Nothing, ExitReport::Piped][..])
}

fn irrelevant_event() -> impl Strategy<Value = Value> {
    select(vec![
        json!({"type": "prompt", "by": "automation", "text": "go on"}),
        json!({"type": "session_start"}),
        json!({"type": "session_start", "client": "generic", "role": "dev"}),
        json!({"type": "session_end"}),
        json!({"type": "compaction"}),
        json!({"type": "round_end"}),
        json!({"type": "idle"}),
        json!({"type": "tick"}),
        json!({"type": "message", "text": "All tests pass now."}),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(100)
    })]

    #[test]
    fn a01_a02_a03_a04_a05_a09_counts_are_the_models_after_every_step(
        numbers in numbers(),
        steps in prop::collection::vec(step(), 1..=60),
    ) {
        let mut world = World::new(numbers);
        for step in &steps {
            world.step(step)?;
        }
    }
}

/// A story under these limits of attempts, its outputs as `cargo test` prints them.
fn limited(per_test: Limit, per_slice: Limit) -> Story {
    let attempts = AttemptLimits { per_test, per_slice, ..AttemptLimits::default() };
    Story::new(Policy { attempts, ..Policy::default() })
}

#[test]
fn a01_only_a_test_that_fails_in_the_run_can_trip_it() {
    let mut story = limited(Limit::at(2), Limit::UNLIMITED);
    story.run("adds");
    for _ in 0..2 {
        story.change("src/cart.rs");
        story.run("adds");
    }
    assert_eq!(story.opened(), [Rule::PerTest]);
    story.send(json!({"type": "guidance", "text": "round up", "test": "pays"}));
    story.change("src/cart.rs");
    story.fails("cargo test pays", &tests("pays"));
    assert_eq!(story.opened(), [Rule::PerTest], "`adds` was not run again");
}

#[test]
fn a03_writing_a_file_as_it_is_changes_nothing() {
    for others in [0, 1] {
        let mut story = limited(Limit::UNLIMITED, Limit::at(9));
        let write = |story: &mut Story, path: &str| {
            let input = json!({"file_path": path, "content": "// as it is"});
            let files = json!([{"path": path, "content": "// as it is"}]);
            story.call("write", input, json!({"ok": true, "output": "", "files_changed": files}));
        };
        write(&mut story, "src/cart.rs");
        for _ in 0..others {
            write(&mut story, "src/shop.rs");
        }
        story.run("adds");
        write(&mut story, "src/cart.rs");
        story.run("adds");
        assert_eq!(story.task("s1").attempts.total, 1, "{others}");
    }
}
