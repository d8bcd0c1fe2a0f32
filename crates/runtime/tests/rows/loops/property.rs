//! Random loops against the model: state, findings and counts agree after every event.

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{
    BreakerState, Duration, FindingLevel, Limit, LoopRecovery, StagnationLimits, Verdict,
};
use proptest::option::weighted;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::model::{Fired, Model, ModelIteration, Numbers, State};
use super::{status, story};

#[derive(Debug, Clone)]
enum Event {
    Iteration(ModelIteration),
    Wait(u64),
    Person(Word),
}

/// How a person answers.
#[derive(Debug, Clone, Copy)]
enum Word {
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
        3 => prop::sample::select(vec![Word::Reset, Word::Guidance, Word::Prompt])
            .prop_map(Event::Person),
    ]
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let limit = |most: u64| prop_oneof![1 => Just(0_u64), 5 => 1..=most];
    let floor = prop::sample::select(vec![0_u64, 30, 70, 70, 100]);
    let cooldown = weighted(0.5, 1..90_000_u64);
    (limit(5), limit(6), floor, limit(4), limit(4), cooldown).prop_map(
        |(no_progress, same_error, floor, questions, denials, cooldown)| Numbers {
            no_progress,
            same_error,
            floor,
            questions,
            denials,
            cooldown,
        },
    )
}

fn rules(numbers: &Numbers) -> StagnationLimits {
    let limit = |number: u64| Limit::new(number).unwrap_or(Limit::UNLIMITED);
    StagnationLimits {
        same_error: limit(numbers.same_error),
        no_progress: limit(numbers.no_progress),
        output_floor: limit(numbers.floor),
        questions: limit(numbers.questions),
        denials: limit(numbers.denials),
        recovery: match numbers.cooldown {
            Some(length) => LoopRecovery::Cooldown(Duration(length)),
            None => LoopRecovery::Manual,
        },
        ..StagnationLimits::default()
    }
}

fn wire(told: &ModelIteration) -> Value {
    let denied: Vec<Value> = told
        .denied
        .iter()
        .map(|(tool, compound)| json!({"tool": format!("tool {tool}"), "compound": compound}))
        .collect();
    json!({
        "type": "iteration",
        "run": told.run.map(|run| format!("run {run}")),
        "files_changed": told.files,
        "commits": told.commits,
        "tests_passing": told.tests,
        "output_len": told.output,
        "error": told.error.map(|error| ["error: boom", "error: bang"][usize::from(error)]),
        "outcome": if told.timeout { "timeout" } else { "ok" },
        "questions": told.questions,
        "denied_tools": denied,
    })
}

fn fired_rules(verdict: &Verdict) -> Vec<Fired> {
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
        numbers in numbers(),
        events in prop::collection::vec(event(), 1..80),
    ) {
        let mut story = story(rules(&numbers));
        let mut model = Model::new(numbers);
        for event in events {
            let now = story.at + 1_000;
            let (verdict, fired) = match event {
                Event::Iteration(told) => {
                    model.pass(now);
                    let fired = model.iteration(&told, now);
                    (story.send(wire(&told)), fired)
                }
                Event::Wait(ms) => {
                    model.pass(now + ms);
                    story.wait(ms);
                    (story.send(json!({"type": "tick"})), Vec::new())
                }
                Event::Person(word) => {
                    model.pass(now);
                    model.person();
                    let verdict = match word {
                        Word::Reset => {
                            story.control(ControlOrder::Reset { guidance: None, test: None })
                        }
                        Word::Guidance => story.send(json!({"type": "guidance", "text": "x"})),
                        Word::Prompt => story.human(),
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
            let told = status(&story);
            prop_assert_eq!((verdict.state, told.state, told.half_open), (state, state, half_open));
            prop_assert_eq!(told.consecutive_no_progress, model.idle());
            prop_assert_eq!(told.error_counts.values().copied().max().unwrap_or(0), model.same_error());
            prop_assert_eq!((told.questions, told.denials), (model.questions_asked(), model.denials()));
            prop_assert_eq!((told.iterations, told.total_opens), (model.iterations_told(), model.opens));
            prop_assert_eq!(told.history.len() as u64, model.opens.min(20));
        }
    }
}
