//! A story told to the runtime and to the model at once, step by step.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{AttemptLimits, Limit, Policy, RepetitionLimits, Rule, VerdictAction};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{Value, json};

use super::deed::{Deed, SESSIONS, Step, What, Who};
use super::output::{self, Effect};
use super::past::Past;
use crate::attempts_model::{Model, Numbers, Why};
use crate::story::Story;

/// Results that one agent waits for at most: of more calls the engine forgets which files they name.
const WAITING: usize = 2;

/// The told story, and what should have come of it.
pub(crate) struct World {
    story: Story,
    models: BTreeMap<&'static str, Model>,
    begun: BTreeSet<Who>,
    waiting: Vec<Waiting>,
    /// Requests and results as they were told.
    told: Vec<Value>,
    past: Past,
}

/// A call whose result is still to come.
struct Waiting {
    who: Who,
    call: output::Call,
    id: String,
}

impl World {
    pub(crate) fn new(numbers: Numbers) -> Self {
        let limit = |number: Option<u64>| number.map_or(Limit::UNLIMITED, Limit::at);
        let attempts = AttemptLimits {
            per_test: limit(numbers.per_test),
            per_slice: limit(numbers.per_slice),
            infra: limit(numbers.infra),
            protect_tests: false,
            ..AttemptLimits::default()
        };
        // It would open the breaker for reasons of its own.
        let repetition = RepetitionLimits::off();
        let policy = Policy { attempts, repetition, notify: Vec::new(), ..Policy::default() };
        Self {
            story: Story::new(policy),
            models: ["t1", "t2"].map(|task| (task, Model::new(numbers))).into(),
            begun: BTreeSet::new(),
            waiting: Vec::new(),
            told: Vec::new(),
            past: Past::default(),
        }
    }

    /// Tells one step; an error where the engine's counts are not the model's after it.
    pub(crate) fn step(&mut self, Step { who, deed }: &Step) -> TestCaseResult {
        self.turn_to(*who);
        match deed {
            Deed::Call { what, late } => self.call(*who, what, *late)?,
            Deed::Attempt(what) => {
                self.call(*who, &What::Edit { path: "src/cart.rs", same: false }, false)?;
                self.call(*who, what, false)?;
            }
            Deed::Answer => {
                if let Some(at) = self.oldest(|call| call.who == *who) {
                    self.answer(at);
                }
            }
            Deed::Again { which, same_event } => self.again(*which, *same_event),
            Deed::Aside(event) => _ = self.story.send(event.clone()),
            Deed::Human => {
                self.story.human();
                self.model(*who).human();
            }
            Deed::Guidance(test) => {
                let test = *test;
                self.story.send(json!({"type": "guidance", "text": "round up", "test": test}));
                self.model(*who).guidance(test);
            }
            Deed::Reset(test) => {
                let test = *test;
                let named = test.map(str::to_owned);
                self.story.control(ControlOrder::Reset { guidance: None, test: named });
                self.model(*who).guidance(test);
            }
            Deed::Skip(test) => {
                self.story.control(ControlOrder::Skip { test: (*test).to_owned() });
                self.model(*who).skip(test);
            }
        }
        self.compare()
    }

    fn model(&mut self, (session, _): Who) -> &mut Model {
        self.models.get_mut(SESSIONS[session].task).unwrap()
    }

    /// From here on the story is told by this agent.
    fn turn_to(&mut self, (session, agent): Who) {
        self.story.session = SESSIONS[session].name;
        self.story.agent = "main";
        if self.begun.insert((session, "main")) {
            self.story.send(json!({"type": "session_start", "task": SESSIONS[session].task}));
        }
        self.story.agent = agent;
        if self.begun.insert((session, agent)) {
            self.story.send(json!({"type": "subagent", "parent": "main", "depth": 1}));
        }
    }

    fn call(&mut self, who: Who, what: &What, late: bool) -> TestCaseResult {
        let full = self.waiting.iter().filter(|other| other.who == who).count() == WAITING;
        if let Some(at) = self.oldest(|other| full && other.who == who) {
            self.answer(at);
        }
        let call = self.past.call(who, what, self.told.len());
        // The same call twice at a time is one decision: another row's business.
        if let Some(at) = self.oldest(|other| other.who == who && other.call.input == call.input) {
            self.answer(at);
        }
        let id = format!("c{}", self.told.len());
        let request =
            json!({"type": "tool_request", "call": id, "tool": call.tool, "input": call.input});
        let refused = self.send_event(request) >= VerdictAction::Deny;
        prop_assert_eq!(refused, self.model(who).open.is_some(), "refused: {}", &call.input);
        if refused && late {
            self.send_event(
                json!({"type": "tool_result", "call": id, "ok": false, "refused": true}),
            );
        }
        if refused {
            return Ok(());
        }
        self.past.admit_call(who, &call);
        let late = late && !matches!(what, What::Edit { same: true, .. });
        self.waiting.push(Waiting { who, call, id });
        if !late {
            self.answer(self.waiting.len() - 1);
        }
        Ok(())
    }

    fn oldest(&self, is: impl Fn(&Waiting) -> bool) -> Option<usize> {
        self.waiting.iter().position(is)
    }

    /// Tells the result of a waiting call.
    fn answer(&mut self, at: usize) {
        let Waiting { who, call, id } = self.waiting.remove(at);
        let mut result = call.result.clone();
        result["type"] = json!("tool_result");
        result["call"] = json!(id);
        result["request"] = json!({"tool": call.tool, "input": call.input});
        self.send_event(result);
        let model = self.model(who);
        match call.effect {
            Effect::Nothing => {}
            Effect::Changed { is_test } => model.changed(is_test),
            Effect::Ran(seen) => model.run(&seen),
            Effect::Infra => model.infra_failure(),
        }
    }

    fn send_event(&mut self, mut event: Value) -> VerdictAction {
        event["id"] = json!(format!("e{}", self.told.len()));
        event["session"] = json!(self.story.session);
        event["agent"] = json!(self.story.agent);
        self.told.push(event.clone());
        self.story.send(event).verdict
    }

    fn again(&mut self, which: usize, same_event: bool) {
        if self.told.is_empty() {
            return;
        }
        let mut event = self.told[which % self.told.len()].clone();
        if !same_event {
            event.as_object_mut().unwrap().remove("id");
        }
        self.story.send(event);
    }

    fn compare(&self) -> TestCaseResult {
        for (task, model) in &self.models {
            let state = self.story.task(task);
            let attempts = &state.attempts;
            let counted = attempts.tests.iter().filter(|test| test.count > 0);
            let counts: BTreeMap<String, u64> =
                counted.map(|test| (test.name.clone(), test.count)).collect();
            let open = state.breaker.trip_record().map(|tripped| tripped.rule());
            let should_be_open = model.open.map(|why| match why {
                Why::PerTest => Rule::PerTest,
                Why::PerSlice => Rule::PerSlice,
                Why::Infra => Rule::Infra,
            });
            prop_assert_eq!(&counts, &model.counts, "counts of {}", task);
            prop_assert_eq!(attempts.total, model.total, "slice total of {}", task);
            prop_assert_eq!(attempts.infra, model.infra, "infrastructure failures of {}", task);
            prop_assert_eq!(open, should_be_open, "breaker of {}", task);
        }
        Ok(())
    }
}
