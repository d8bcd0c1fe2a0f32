//! What the rows say should come of each event, written a second time.
//!
//! It shares no code with the engine, only the words of a verdict. Of repetition it counts rule R1
//! itself; where other rules are on, what they saw is read from the verdict and only what follows
//! from it is modelled.

mod budget;
mod calls;
mod decide;
mod expected;
mod fact;
mod ladder;
mod people;
pub(crate) mod records;
mod time;

use std::collections::BTreeMap;

pub(crate) use budget::is_budget;
pub(crate) use expected::{AnswerClass, ExpectedFinding, ExpectedOutcome, RuntimeFacts};
pub(crate) use fact::{CallKind, ModelEvent, ModelRequest};
use fusebox_engine::{FindingLevel, IncidentStatus, Rule};
use records::{ModelAgent, ModelBreaker, ModelIncident, ModelSession, ModelTask, TurnActivity};

use crate::attempts_model;
use crate::deed::AgentIndex;
use crate::rules::{LifePolicies, RuleLimits};

/// Refused model responses that end the turn.
const PATIENCE: u64 = 5;

/// What an event asks of budgets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BudgetRequest {
    Call { test_run: bool },
    Prompt,
    Nothing,
}

#[derive(Debug)]
pub(crate) struct ReferenceModel {
    rules: LifePolicies,
    pub(crate) sessions: BTreeMap<usize, ModelSession>,
    pub(crate) agents: BTreeMap<AgentIndex, ModelAgent>,
    pub(crate) tasks: BTreeMap<String, ModelTask>,
    pub(crate) incidents: BTreeMap<String, ModelIncident>,
    /// Sessions that the side file holds open, by which incident, and with which named task.
    pub(crate) listed: BTreeMap<usize, (String, Option<String>)>,
    /// Something was held open that the log does not tell of.
    pub(crate) beyond_the_log: bool,
}

/// One event on its way.
struct EventContext<'a> {
    who: AgentIndex,
    task: String,
    rules: RuleLimits,
    told: &'a RuntimeFacts,
    found: Vec<ExpectedFinding>,
    refused: bool,
    stop: bool,
    /// It asks for something that can be refused.
    asks: bool,
    opened: usize,
}

impl ReferenceModel {
    pub(crate) fn new(rules: LifePolicies) -> Self {
        Self {
            rules,
            sessions: BTreeMap::new(),
            agents: BTreeMap::new(),
            tasks: BTreeMap::new(),
            incidents: BTreeMap::new(),
            listed: BTreeMap::new(),
            beyond_the_log: false,
        }
    }

    /// What should come of one event.
    pub(crate) fn event(
        &mut self,
        who: AgentIndex,
        at: u64,
        fact: &ModelEvent,
        told: &RuntimeFacts,
    ) -> ExpectedOutcome {
        let session = self.sessions.entry(who.session).or_default();
        if let ModelEvent::Start { task, role } = fact {
            session.task = task.clone().or(session.task.take());
            session.role = role.clone().or(session.role.take());
        }
        let task = session.task.clone().unwrap_or_else(|| who.session_name());
        let rules = self.rules.of(session.role.as_deref()).clone();
        let asks = matches!(fact, ModelEvent::Request(_) | ModelEvent::Automation);
        let found = Vec::new();
        let mut now = EventContext {
            who,
            task,
            rules,
            told,
            found,
            refused: false,
            stop: false,
            asks,
            opened: 0,
        };
        self.task(&now).attempts.numbers = now.rules.attempts;
        self.hold_what_was_lost(&mut now);
        self.time(&mut now, at, fact);
        self.hear_guidance(&now);
        self.fact(&mut now, fact);
        self.decide(now, fact)
    }

    /// The database is gone; the side file is not.
    pub(crate) fn lose_everything(&mut self) {
        let listed = std::mem::take(&mut self.listed);
        *self = Self { listed, ..Self::new(self.rules.clone()) };
    }

    pub(crate) fn drop_windows(&mut self) {
        self.agents.values_mut().for_each(ModelAgent::drop_window);
        self.beyond_the_log = true;
    }

    fn session(&mut self, now: &EventContext<'_>) -> &mut ModelSession {
        self.sessions.entry(now.who.session).or_default()
    }

    fn agent(&mut self, now: &EventContext<'_>) -> &mut ModelAgent {
        self.agents.entry(now.who).or_default()
    }

    fn task(&mut self, now: &EventContext<'_>) -> &mut ModelTask {
        self.tasks.entry(now.task.clone()).or_insert_with(|| ModelTask {
            attempts: attempts_model::Model::new(now.rules.attempts),
            ..ModelTask::default()
        })
    }

    fn open_incident(&mut self, now: &EventContext<'_>) -> Option<String> {
        let agent = self.agent(now).breaker.incident().map(str::to_owned);
        agent.or_else(|| self.task(now).breaker.incident().map(str::to_owned))
    }

    fn is_bypassed(&mut self, now: &EventContext<'_>) -> bool {
        let session = self.session(now);
        session.last < session.bypass_until
    }

    /// Whether a trip in this session would be on the list of open ones.
    pub(crate) fn lists(&self, who: AgentIndex, at: u64) -> bool {
        let session = self.sessions.get(&who.session);
        let role = session.and_then(|session| session.role.as_deref());
        let bypassed = session.is_some_and(|session| session.last.max(at) < session.bypass_until);
        !self.rules.of(role).observe && !bypassed
    }

    fn enforces(&mut self, now: &EventContext<'_>) -> bool {
        !now.rules.observe && !self.is_bypassed(now)
    }

    /// What was open when the database was lost stays open, for every agent of the session.
    fn hold_what_was_lost(&mut self, now: &mut EventContext<'_>) {
        let lost = self.listed.iter().any(|(session, (incident, task))| {
            let holds = *session == now.who.session || task.as_ref() == Some(&now.task);
            holds && !self.incidents.contains_key(incident)
        });
        if !lost || self.agent(now).breaker.incident().is_some() {
            return;
        }
        self.beyond_the_log = true;
        let id = now.told.opened.first().cloned().unwrap_or_default();
        let status = IncidentStatus::Open;
        let (who, task) = (now.who, now.task.clone());
        let rule = Rule::StateCorrupt;
        let incident = ModelIncident { who, task, rule, status, observed: false, forgotten: false };
        self.incidents.insert(id.clone(), incident);
        let prompts = self.session(now).prompts;
        let agent = self.agent(now);
        agent.breaker = ModelBreaker::Open(id);
        agent.opened_after = prompts;
        now.opened += 1;
    }

    /// A word to the session reaches its other agents with their next event, where they stopped
    /// before it.
    fn hear_guidance(&mut self, now: &EventContext<'_>) {
        let spoken = self.session(now).prompts;
        let agent = self.agent(now);
        let Some(incident) = agent.breaker.incident().map(str::to_owned) else { return };
        if agent.opened_after < spoken {
            agent.breaker.guide();
            agent.refused = records::RefusedRounds::default();
            agent.ladder.forgive();
            self.close_incident(&incident, IncidentStatus::Guided);
        }
    }

    fn close_incident(&mut self, id: &str, status: IncidentStatus) {
        if let Some(incident) = self.incidents.get_mut(id) {
            incident.status = status;
            let ModelIncident { who, task, .. } = incident.clone();
            let over = |session: usize, held: &Option<String>| {
                session == who.session || held.as_ref() == Some(&task)
            };
            for (session, (id, held)) in &self.listed {
                if over(*session, held) {
                    let who = AgentIndex { session: *session, agent: 0 };
                    let task = held.clone().unwrap_or_else(|| who.session_name());
                    let (rule, observed) = (Rule::StateCorrupt, false);
                    let lost = ModelIncident { who, task, rule, status, observed, forgotten: true };
                    self.incidents.entry(id.clone()).or_insert(lost);
                }
            }
            self.listed.retain(|session, (_, held)| !over(*session, held));
        }
    }

    fn fact(&mut self, now: &mut EventContext<'_>, fact: &ModelEvent) {
        match fact {
            ModelEvent::Start { .. } | ModelEvent::Other => {}
            ModelEvent::Human => self.human(now),
            ModelEvent::Automation => self.automation(now),
            ModelEvent::Request(request) => self.request(now, request),
            ModelEvent::Result { call, ok, output } => {
                self.result(now, call, *ok, output.as_deref())
            }
            ModelEvent::RoundEnd => self.round_end(now),
            ModelEvent::Usage { tokens, messages } => {
                let spending = &mut self.task(now).spending;
                spending.count(Rule::OutputTokens, *tokens);
                spending.set(Rule::Messages, *messages);
                self.budgets(now, BudgetRequest::Nothing);
            }
            ModelEvent::Idle if now.who.agent > 0 => {}
            // Who said that it waits is asleep, whatever its turn does.
            ModelEvent::Idle if self.session(now).activity == TurnActivity::Asleep => {}
            ModelEvent::Idle | ModelEvent::Complete | ModelEvent::End => {
                self.rest(now, TurnActivity::Idle)
            }
            ModelEvent::Blocked => self.rest(now, TurnActivity::Asleep),
            ModelEvent::Resume => self.rest(now, TurnActivity::Active),
            ModelEvent::Guidance(test) => self.guidance(now, test.as_deref()),
            ModelEvent::Reset => self.reset(now),
            ModelEvent::Bypass { until } => self.session(now).bypass_until = *until,
            ModelEvent::Dismiss { incident } => self.dismiss(now, incident),
            ModelEvent::Skip(test) => self.task(now).attempts.skip(test),
            ModelEvent::Tick => self.budgets(now, BudgetRequest::Nothing),
        }
    }

    fn rest(&mut self, now: &EventContext<'_>, activity: TurnActivity) {
        let session = self.session(now);
        session.activity = activity;
        session.in_flight.clear();
    }

    fn budgets(&mut self, now: &mut EventContext<'_>, asks: BudgetRequest) {
        let task = self.task(now);
        if task.breaker.incident().is_none() {
            task.spending.refusals(&now.rules, asks, &mut now.found);
        }
        // Budgets are asked before rules that are read.
        let all = now.found.iter().any(|found| found.level >= FindingLevel::Block);
        self.warn(now, all);
    }

    fn warn(&mut self, now: &mut EventContext<'_>, all: bool) {
        self.task(now).spending.warnings(&now.rules, all, &mut now.found);
    }

    fn round_end(&mut self, now: &mut EventContext<'_>) {
        let session = self.session(now);
        session.activity = TurnActivity::Active;
        session.tells_rounds = true;
        let agent = self.agent(now);
        agent.refused.round_end();
        agent.responses.0 += 1;
        self.lose_patience(now);
    }

    fn lose_patience(&mut self, now: &mut EventContext<'_>) {
        if let Some(incident) = self.open_incident(now) {
            let rounds = self.agent(now).refused.rounds_of(&incident);
            now.stop |= self.enforces(now) && rounds >= PATIENCE;
        }
    }
}
