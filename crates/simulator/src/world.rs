//! Delivers a life to two hook processes on one store and to the model, and compares them after each event.

mod calls;
mod delivery;
mod learning;
mod store_faults;
mod verdict;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use fusebox_engine::event::ControlOrder;
use fusebox_engine::{
    AgentId, CallId, Event, EventId, EventKind, IncidentId, Rule, SessionId, Timestamp, Verdict,
};
use fusebox_runtime::{
    EventAnswer, FuseboxDirs, FuseboxEnvironment, PolicyLayers, PolicySet, Runtime, replay,
};
use tempfile::TempDir;

use crate::compare::{self, same};
use crate::events::{self, FileEdit, SimulatedCall};
use crate::model::{CallMeaning, ReferenceModel};
use crate::random_life::{RandomLife, RoundReporting, SimulatedClient};
use crate::step::{AgentIndex, InjectedFault, ResultTiming, ScenarioStep, StepAction};
use crate::{LifeTotals, SimulationError};

/// The time of the first event.
const BEGIN_MS: u64 = 1_700_000_000_000;
/// Events that can arrive again.
const REMEMBERED_EVENTS: usize = 20;

/// An event that was decided.
#[derive(Debug, Clone)]
struct DeliveredEvent {
    who: AgentIndex,
    event: Event,
    meaning: CallMeaning,
    verdict: Verdict,
}

/// A call whose result has not arrived.
struct PendingResult {
    who: AgentIndex,
    call: SimulatedCall,
    timing: ResultTiming,
}

impl PendingResult {
    /// The id of the call.
    fn id(&self) -> Option<&CallId> {
        if let EventKind::ToolResult(result) = &self.call.result {
            result.call.as_ref()
        } else {
            None
        }
    }
}

/// The state of a simulation.
pub(crate) struct SimulatedWorld<'a> {
    life: &'a RandomLife,
    dir: TempDir,
    policies: PolicySet,
    hooks: Vec<Runtime>,
    model: ReferenceModel,
    clock: u64,
    /// Events, calls and messages so far: each gets another number.
    numbers: usize,
    started: BTreeSet<AgentIndex>,
    pending: Vec<PendingResult>,
    edits: BTreeMap<AgentIndex, FileEdit>,
    /// The id of the call of each agent that ended last.
    ended: BTreeMap<AgentIndex, CallId>,
    delivered: Vec<DeliveredEvent>,
    /// The questions to the judge that were answered.
    answered_questions: usize,
    /// Events in the log, by session.
    logged: BTreeMap<usize, u64>,
    totals: LifeTotals,
}

impl<'a> SimulatedWorld<'a> {
    /// Runs a life; an error says where the runtime and the model differ.
    pub(crate) fn run(life: &'a RandomLife) -> Result<LifeTotals, SimulationError> {
        // A folder in memory, if the system has one: the disk is not under test.
        let dir = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new())?;
        let mut world = Self {
            life,
            dir,
            policies: life.rules.policy_set(),
            hooks: Vec::new(),
            model: ReferenceModel::new(life.rules.clone()),
            clock: BEGIN_MS,
            numbers: 0,
            started: BTreeSet::new(),
            pending: Vec::new(),
            edits: BTreeMap::new(),
            ended: BTreeMap::new(),
            delivered: Vec::new(),
            answered_questions: 0,
            logged: BTreeMap::new(),
            totals: LifeTotals::default(),
        };
        world.open()?;
        for (index, step) in life.steps.iter().enumerate() {
            world.run_step(step).map_err(|error| format!("step {index}: {error}"))?;
        }
        world.finish()
    }

    /// Opens both processes and stores the policy where a replay finds it.
    fn open(&mut self) -> Result<(), SimulationError> {
        self.hooks.clear();
        for _ in 0..2 {
            self.hooks.push(self.open_hook()?);
        }
        self.keep_calibrated()?;
        let dirs =
            FuseboxDirs { state_dir: PathBuf::new(), config_file: PathBuf::new(), cache_dir: None };
        let settings = vec![("FUSEBOX_SIMULATED".to_owned(), "1".to_owned())];
        let environment = FuseboxEnvironment { settings, ..FuseboxEnvironment::default() };
        let layers = PolicyLayers::of(&dirs, &environment, None);
        let at = Timestamp(self.clock);
        Ok(layers.keep(self.hooks[0].store_mut(), &self.policies, at)?)
    }

    fn open_hook(&self) -> Result<Runtime, SimulationError> {
        let hook = Runtime::open(self.dir.path(), Vec::new(), Timestamp(self.clock));
        hook.map_err(|error| format!("the store does not open: {error}").into())
    }

    /// Checks the log as a whole.
    fn finish(mut self) -> Result<LifeTotals, SimulationError> {
        compare::check_log(&self.hooks[0], &self.logged)?;
        if !self.model.beyond_the_log {
            let replayed = replay::replay(self.hooks[1].store())?;
            same("events replayed", replayed.events, self.logged.values().sum())?;
            same("a replay differs", replayed.differences.first(), None)?;
        }
        self.totals.incidents = self.model.incidents.len() as u64;
        self.totals.questions = self.model.judge_questions.len() as u64;
        Ok(self.totals)
    }

    fn client(&self, who: AgentIndex) -> &'a SimulatedClient {
        &self.life.clients[who.session]
    }

    fn next_number(&mut self) -> usize {
        self.numbers += 1;
        self.numbers
    }

    fn run_step(&mut self, step: &ScenarioStep) -> Result<(), SimulationError> {
        self.clock = self.clock.saturating_add_signed(step.gap_ms).max(1);
        if let StepAction::Store(fault) = step.action {
            return self.damage_store(step.hook, fault);
        }
        self.start_agent(step)?;
        self.answer_judge_questions(step)?;
        self.run_action(step)
    }

    /// Delivers what the judge answered meanwhile, as the delivery of its question does.
    fn answer_judge_questions(&mut self, step: &ScenarioStep) -> Result<(), SimulationError> {
        while let Some(who) = self.model.judge_questions.get(self.answered_questions).copied() {
            self.answered_questions += 1;
            let gets_anywhere = self.next_number().is_multiple_of(4);
            let reason = "It goes round in circles.".to_owned();
            let answer = ControlOrder::Judgement { gets_anywhere, reason };
            let step = ScenarioStep { who, fault: InjectedFault::None, ..step.clone() };
            self.deliver(&step, EventKind::Control(answer))?;
        }
        Ok(())
    }

    /// Delivers the first events of a session and of an agent.
    fn start_agent(&mut self, step: &ScenarioStep) -> Result<(), SimulationError> {
        let main = AgentIndex { agent: 0, ..step.who };
        let faultless = |who| ScenarioStep { who, fault: InjectedFault::None, ..step.clone() };
        if self.started.insert(main) {
            let client = self.client(main);
            let start = events::session_start(client, true, &self.life.rules.plain)?;
            self.deliver(&faultless(main), start)?;
            if client.rounds == RoundReporting::Ended {
                self.deliver(&faultless(main), EventKind::RoundEnd)?;
            }
        }
        if self.started.insert(step.who) {
            self.deliver(&faultless(step.who), events::subagent())?;
        }
        Ok(())
    }

    fn run_action(&mut self, step: &ScenarioStep) -> Result<(), SimulationError> {
        let kind = match &step.action {
            StepAction::Event(kind) => kind.clone(),
            StepAction::SessionStart { with_task } => {
                events::session_start(self.client(step.who), *with_task, &self.life.rules.plain)?
            }
            StepAction::Call { call, timing } => return self.make_call(step, call, *timing),
            StepAction::LateResult(nth) => return self.deliver_late_result(step, *nth),
            StepAction::ResentCall(nth) => return self.resend_call(step, *nth),
            StepAction::RepeatedEvent(nth) => return self.repeat_event(step, *nth),
            StepAction::Message => events::message(self.next_number()),
            StepAction::Bypass { minutes } => {
                let until = Timestamp(self.clock + minutes * 60_000);
                EventKind::Control(ControlOrder::Bypass { until })
            }
            StepAction::Dismiss(nth) => {
                return self.order_about(step, *nth, |incident| ControlOrder::Dismiss { incident });
            }
            StepAction::Escalate(nth) => {
                return self
                    .order_about(step, *nth, |incident| ControlOrder::Escalate { incident });
            }
            StepAction::Store(_) => return Ok(()),
        };
        self.deliver(step, kind).map(drop)
    }

    /// Gives an order about an incident to the agent that it stopped.
    fn order_about(
        &mut self,
        step: &ScenarioStep,
        nth: usize,
        order: impl FnOnce(IncidentId) -> ControlOrder,
    ) -> Result<(), SimulationError> {
        let count = self.model.incidents.len().max(1);
        let Some((id, incident)) = self.model.incidents.iter().nth(nth % count) else {
            return Ok(());
        };
        let (who, incident) = (incident.who, IncidentId::parse(id.as_str())?);
        let kind = EventKind::Control(order(incident));
        self.deliver(&ScenarioStep { who, ..step.clone() }, kind).map(drop)
    }

    fn decide(&mut self, hook: usize, event: &Event) -> Result<EventAnswer, SimulationError> {
        let answer = self.hooks[hook].decide(&self.policies, event, Timestamp(self.clock));
        answer.map_err(|error| format!("the store fails: {error}").into())
    }

    /// Delivers an event that is no call.
    fn deliver(
        &mut self,
        step: &ScenarioStep,
        kind: EventKind,
    ) -> Result<Option<Verdict>, SimulationError> {
        self.deliver_call(step, kind, CallMeaning::default())
    }

    /// Delivers an event and compares the verdict; `None` if the event was lost.
    fn deliver_call(
        &mut self,
        step: &ScenarioStep,
        kind: EventKind,
        meaning: CallMeaning,
    ) -> Result<Option<Verdict>, SimulationError> {
        let who = step.who;
        let event = Event {
            session: SessionId::parse(who.session_name())?,
            id: EventId::parse(format!("e{}", self.next_number())).ok(),
            at: Some(Timestamp(self.clock)),
            agent: AgentId::parse(who.agent_name())?,
            kind,
        };
        let Some(answer) = self.deliver_with_fault(step, &event)? else { return Ok(None) };
        same("a new event is known as one", answer.duplicate, false)?;
        let verdict = answer.verdict;
        self.totals.events += 1;
        *self.logged.entry(who.session).or_default() += 1;
        let facts = self.runtime_facts(who, &verdict)?;
        let expected = self.model.apply(who, self.clock, &event.kind, &meaning, &facts);
        self.compare(who, &verdict, &expected, &facts).map_err(|error| {
            let (session, agent) = (who.session_name(), who.agent_name());
            format!("{session}/{agent} {:?} {meaning:?}: {error}", event.kind)
        })?;
        let is_told = verdict.findings.iter().any(|found| found.rule == Rule::SeenBefore);
        self.totals.seen_before += u64::from(is_told);
        self.learn(&facts.opened)?;
        if step.fault == InjectedFault::Twice {
            self.check_repeat(1 - step.hook, &event, &verdict)?;
            self.check_records(who)?;
        }
        if self.delivered.len() >= REMEMBERED_EVENTS {
            self.delivered.remove(0);
        }
        self.delivered.push(DeliveredEvent { who, event, meaning, verdict: verdict.clone() });
        Ok(Some(verdict))
    }
}
