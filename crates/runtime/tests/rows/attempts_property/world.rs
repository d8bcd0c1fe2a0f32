//! Sends a story to the runtime and to the model, step by step, and compares them.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{AttemptLimits, Limit, Policy, RepetitionLimits, Rule, VerdictAction};
use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use serde_json::{Value, json};

use super::action::{AgentCall, AgentInSession, SESSIONS, StoryAction, StoryStep};
use super::output::{self, Effect};
use super::work_so_far::WorkSoFar;
use crate::attempts_model::{Model, Numbers, ReachedLimit};
use crate::story::Story;

/// The most results that one agent waits for: of more calls the engine forgets which files they name.
const MAX_PENDING: usize = 2;
/// The newest events of which a client may send one again: of each agent's calls the engine
/// remembers the last 18, and an older one counts as new.
const SENT_AGAIN: usize = 18;

/// The runtime, and the models that say what its counts should be.
pub(crate) struct World {
    story: Story,
    models: BTreeMap<&'static str, Model>,
    begun: BTreeSet<AgentInSession>,
    pending: Vec<PendingResult>,
    /// Requests and results as they were sent.
    sent: Vec<Value>,
    work_so_far: WorkSoFar,
}

/// A call whose result has not been sent.
struct PendingResult {
    agent: AgentInSession,
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
        // Repetition would open the breaker, which the model does not count.
        let repetition = RepetitionLimits::off();
        let policy = Policy { attempts, repetition, notify: Vec::new(), ..Policy::default() };
        Self {
            story: Story::new(policy),
            models: ["t1", "t2"].map(|task| (task, Model::new(numbers))).into(),
            begun: BTreeSet::new(),
            pending: Vec::new(),
            sent: Vec::new(),
            work_so_far: WorkSoFar::default(),
        }
    }

    /// Plays one step; an error where the engine's counts are not the model's after it.
    pub(crate) fn step(&mut self, StoryStep { agent, action }: &StoryStep) -> TestCaseResult {
        self.switch_to(*agent);
        match action {
            StoryAction::Call { call, late } => self.call(*agent, call, *late)?,
            StoryAction::Attempt(call) => {
                self.call(*agent, &AgentCall::Edit { path: "src/cart.rs", same: false }, false)?;
                self.call(*agent, call, false)?;
            }
            StoryAction::LateResult => {
                if let Some(at) = self.oldest(|call| call.agent == *agent) {
                    self.answer(at);
                }
            }
            StoryAction::Duplicate { which, same_event } => self.send_again(*which, *same_event),
            StoryAction::Irrelevant(event) => _ = self.story.send(event.clone()),
            StoryAction::Human => {
                self.story.human();
                self.model(*agent).persons_prompt();
            }
            StoryAction::Guidance(test) => {
                let test = *test;
                self.story.send(json!({"type": "guidance", "text": "round up", "test": test}));
                self.model(*agent).guidance(test);
            }
            StoryAction::Reset(test) => {
                let test = *test;
                let named = test.map(str::to_owned);
                self.story.control(ControlOrder::Reset { guidance: None, test: named });
                self.model(*agent).guidance(test);
            }
            StoryAction::Skip(test) => {
                self.story.control(ControlOrder::Skip { test: (*test).to_owned() });
                self.model(*agent).skip(test);
            }
        }
        self.compare()
    }

    fn model(&mut self, (session, _): AgentInSession) -> &mut Model {
        self.models.get_mut(SESSIONS[session].task).unwrap()
    }

    /// The next events are those of this agent.
    fn switch_to(&mut self, (session, agent): AgentInSession) {
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

    fn call(&mut self, agent: AgentInSession, call: &AgentCall, late: bool) -> TestCaseResult {
        let full = self.pending.iter().filter(|other| other.agent == agent).count() == MAX_PENDING;
        if let Some(at) = self.oldest(|other| full && other.agent == agent) {
            self.answer(at);
        }
        let same = matches!(call, AgentCall::Edit { same: true, .. });
        let call = self.work_so_far.call(agent, call, self.sent.len());
        // The same call twice at a time is one decision, which another row tests.
        if let Some(at) =
            self.oldest(|other| other.agent == agent && other.call.input == call.input)
        {
            self.answer(at);
        }
        let id = format!("c{}", self.sent.len());
        let request =
            json!({"type": "tool_request", "call": id, "tool": call.tool, "input": call.input});
        let refused = self.send_event(request) >= VerdictAction::Deny;
        prop_assert_eq!(refused, self.model(agent).open.is_some(), "refused: {}", &call.input);
        if refused && late {
            self.send_event(
                json!({"type": "tool_result", "call": id, "ok": false, "refused": true}),
            );
        }
        if refused {
            return Ok(());
        }
        self.work_so_far.admit_call(agent, &call);
        let late = late && !same;
        self.pending.push(PendingResult { agent, call, id });
        if !late {
            self.answer(self.pending.len() - 1);
        }
        Ok(())
    }

    fn oldest(&self, is: impl Fn(&PendingResult) -> bool) -> Option<usize> {
        self.pending.iter().position(is)
    }

    /// Sends the result of a pending call.
    fn answer(&mut self, at: usize) {
        let PendingResult { agent, call, id } = self.pending.remove(at);
        let mut result = call.result.clone();
        result["type"] = json!("tool_result");
        result["call"] = json!(id);
        result["request"] = json!({"tool": call.tool, "input": call.input});
        self.send_event(result);
        let model = self.model(agent);
        match call.effect {
            Effect::Nothing => {}
            Effect::Changed { is_test } => model.changed(is_test),
            Effect::TestRun(tests) => model.run(&tests),
            Effect::Infra => model.infra_failure(),
        }
    }

    fn send_event(&mut self, mut event: Value) -> VerdictAction {
        event["id"] = json!(format!("e{}", self.sent.len()));
        event["session"] = json!(self.story.session);
        event["agent"] = json!(self.story.agent);
        self.sent.push(event.clone());
        self.story.send(event).verdict
    }

    fn send_again(&mut self, which: usize, same_event: bool) {
        if self.sent.is_empty() {
            return;
        }
        let newest = &self.sent[self.sent.len().saturating_sub(SENT_AGAIN)..];
        let mut event = newest[which % newest.len()].clone();
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
            let should_be_open = model.open.map(|limit| match limit {
                ReachedLimit::PerTest => Rule::PerTest,
                ReachedLimit::PerSlice => Rule::PerSlice,
                ReachedLimit::Infra => Rule::Infra,
            });
            prop_assert_eq!(&counts, &model.counts, "counts of {}", task);
            prop_assert_eq!(attempts.total, model.total, "slice total of {}", task);
            prop_assert_eq!(attempts.infra, model.infra, "infrastructure failures of {}", task);
            prop_assert_eq!(open, should_be_open, "breaker of {}", task);
        }
        Ok(())
    }
}
