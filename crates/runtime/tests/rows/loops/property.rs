//! Random loops against the model: state, findings and counts agree after every event.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{
    BreakerState, Duration, FindingLevel, Limit, LoopRecovery, StagnationLimits, Verdict,
};
use proptest::option::weighted;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::model::{FiredRule, LoopLimits, LoopModel, ModelIteration, State};
use super::{status, story};

#[derive(Debug, Clone)]
enum Event {
    Iteration(ModelIteration),
    Wait(u64),
    Person(PersonsAnswer),
}

/// How a person answers.
#[derive(Debug, Clone, Copy)]
enum PersonsAnswer {
    Reset,
    Guidance,
    Prompt,
}

fn any_iteration() -> impl Strategy<Value = ModelIteration> {
    let files = weighted(0.85, prop_oneof![4 => Just(0_u64), 1 => 1..9_u64]);
    let commits = prop_oneof![9 => Just(0_u64), 1 => 1..3_u64];
    let output = weighted(0.8, prop::sample::select(vec![0_u64, 20, 30, 31, 40, 100, 100, 120]));
    let error = weighted(0.6, prop_oneof![5 => Just(0_u8), 1 => Just(1)]);
    let questions = prop_oneof![4 => Just(0_u64), 1 => 1..3_u64];
    let denied = prop_oneof![
        6 => Just(Vec::new()),
        2 => prop::collection::vec((0_u8..3, any::<bool>()), 1..4),
    ];
    let run = prop_oneof![30 => Just(Some(0_u8)), 1 => Just(None), 2 => (0_u8..5).prop_map(Some)];
    let measured = (files, commits, weighted(0.2, 0..6_u64), output);
    (run, measured, error, any::<bool>(), questions, denied).prop_map(
        |(run, (files, commits, tests, output), error, timeout, questions, denied)| {
            let timeout = timeout && error.is_some();
            ModelIteration { run, files, commits, tests, output, error, timeout, questions, denied }
        },
    )
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        30 => any_iteration().prop_map(Event::Iteration),
        2 => (0..120_000_u64).prop_map(Event::Wait),
        3 => prop::sample::select(vec![PersonsAnswer::Reset, PersonsAnswer::Guidance, PersonsAnswer::Prompt])
            .prop_map(Event::Person),
    ]
}

fn limits() -> impl Strategy<Value = LoopLimits> {
    let limit = |most: u64| prop_oneof![1 => Just(0_u64), 5 => 1..=most];
    let floor = prop::sample::select(vec![0_u64, 30, 70, 70, 100]);
    let cooldown = weighted(0.5, 1..90_000_u64);
    (limit(5), limit(6), floor, limit(4), limit(4), cooldown).prop_map(
        |(no_progress, same_error, floor, questions, denials, cooldown)| LoopLimits {
            no_progress,
            same_error,
            floor,
            questions,
            denials,
            cooldown,
        },
    )
}

fn rules(limits: &LoopLimits) -> StagnationLimits {
    let limit = |number: u64| Limit::new(number).unwrap_or(Limit::UNLIMITED);
    StagnationLimits {
        same_error: limit(limits.same_error),
        no_progress: limit(limits.no_progress),
        output_floor: limit(limits.floor),
        questions: limit(limits.questions),
        denials: limit(limits.denials),
        recovery: match limits.cooldown {
            Some(length) => LoopRecovery::Cooldown(Duration(length)),
            None => LoopRecovery::Manual,
        },
        ..StagnationLimits::default()
    }
}

fn wire(iteration: &ModelIteration) -> Value {
    let denied: Vec<Value> = iteration
        .denied
        .iter()
        .map(|(tool, compound)| json!({"tool": format!("tool {tool}"), "compound": compound}))
        .collect();
    json!({
        "type": "iteration",
        "run": iteration.run.map(|run| format!("run {run}")),
        "files_changed": iteration.files,
        "commits": iteration.commits,
        "tests_passing": iteration.tests,
        "output_len": iteration.output,
        "error": iteration.error.map(|error| ["error: boom", "error: bang"][usize::from(error)]),
        "outcome": if iteration.timeout { "timeout" } else { "ok" },
        "questions": iteration.questions,
        "denied_tools": denied,
    })
}

fn fired_rules(verdict: &Verdict) -> Vec<FiredRule> {
    let findings = verdict.findings.iter().filter_map(|finding| {
        let name = finding.rule.name().strip_prefix("stagnation.")?;
        Some((name, finding.level == FindingLevel::Trip))
    });
    findings.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn l01_to_l14_the_engine_and_the_model_agree(
        limits in limits(),
        events in prop::collection::vec(event(), 1..80),
    ) {
        let mut story = story(rules(&limits));
        let mut model = LoopModel::new(limits);
        for event in events {
            let now = story.at + 1_000;
            let (verdict, fired) = match event {
                Event::Iteration(iteration) => {
                    model.pass(now);
                    let fired = model.iteration(&iteration, now);
                    (story.send(wire(&iteration)), fired)
                }
                Event::Wait(ms) => {
                    model.pass(now + ms);
                    story.wait(ms);
                    (story.send(json!({"type": "tick"})), Vec::new())
                }
                Event::Person(answer) => {
                    model.pass(now);
                    model.person();
                    let verdict = match answer {
                        PersonsAnswer::Reset => {
                            story.control(ControlOrder::Reset { guidance: None, test: None })
                        }
                        PersonsAnswer::Guidance => story.send(json!({"type": "guidance", "text": "x"})),
                        PersonsAnswer::Prompt => story.human(),
                    };
                    (verdict, Vec::new())
                }
            };
            prop_assert_eq!(fired_rules(&verdict), fired);
            let (state, half_open) = match model.state {
                State::Closed => (BreakerState::Closed, None),
                State::Watching => (BreakerState::HalfOpen, Some("watching")),
                State::Probing => (BreakerState::HalfOpen, Some("probing")),
                State::Open { .. } => (BreakerState::Open, None),
            };
            let shown = status(&story);
            prop_assert_eq!((verdict.state, shown.state, shown.half_open), (state, state, half_open));
            prop_assert_eq!(shown.consecutive_no_progress, model.idle());
            prop_assert_eq!(shown.error_counts.values().copied().max().unwrap_or(0), model.same_error());
            prop_assert_eq!((shown.questions, shown.denials), (model.questions_asked(), model.denials()));
            prop_assert_eq!((shown.iterations, shown.total_opens), (model.iteration_count(), model.opens));
            prop_assert_eq!(shown.history.len() as u64, model.opens.min(20));
        }
    }
}
