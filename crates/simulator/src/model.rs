//! A reference model: what the rules say should come of each event, written a second time.
//!
//! It shares no code with the engine, only the words of a verdict. It counts the rule of the same call in a row itself;
//! where other repetition rules are on, their findings are taken from the verdict and only what follows from them is
//! modelled.

mod budget;
mod calibrated;
mod call_meaning;
mod calls;
mod decide;
mod expected;
mod judge;
mod people;
pub(crate) mod records;
mod same_call;
mod seen_before;
mod time;

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::event::PromptOrigin;
use fusebox_engine::{EventKind, FindingLevel, IncidentStatus, Rule};

use crate::attempts_model;
use crate::rules::{LifePolicies, RuleLimits};
use crate::step::AgentIndex;
pub(crate) use budget::is_budget;
pub(crate) use call_meaning::CallMeaning;
pub(crate) use expected::{ExpectedFinding, ExpectedOutcome, RuntimeFacts};
use records::{
    ModelAgent, ModelBreaker, ModelIncident, ModelNote, ModelSession, ModelTask, TurnActivity,
};

/// Refused model responses that end the turn.
const MAX_REFUSED_ROUNDS: u64 = 5;

/// What an event requests from the budgets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BudgetRequest {
    Call { test_run: bool },
    Prompt,
    Nothing,
}

#[derive(Debug, Default)]
pub(crate) struct ReferenceModel {
    rules: LifePolicies,
    pub(crate) sessions: BTreeMap<usize, ModelSession>,
    pub(crate) agents: BTreeMap<AgentIndex, ModelAgent>,
    pub(crate) tasks: BTreeMap<String, ModelTask>,
    pub(crate) incidents: BTreeMap<String, ModelIncident>,
    /// The notes of open sessions, by the name of the session or of the named task.
    pub(crate) notes: BTreeMap<String, ModelNote>,
    /// The agents about which a judge was asked since the database is known.
    pub(crate) judge_questions: Vec<AgentIndex>,
    /// The tests that tripped since the database is known, where lives learn from trips.
    tripped_tests: BTreeSet<String>,
    /// Whether the state depends on something that is not in the log.
    pub(crate) beyond_the_log: bool,
}

/// An event while it is decided.
struct EventContext<'a> {
    who: AgentIndex,
    task: String,
    is_new_session: bool,
    rules: RuleLimits,
    facts: &'a RuntimeFacts,
    found: Vec<ExpectedFinding>,
    refused: bool,
    stop: bool,
    /// Whether the event can be refused.
    is_request: bool,
    opened: usize,
}

impl EventContext<'_> {
    /// Adds a finding whose numbers the model does not know.
    fn add(&mut self, rule: Rule, level: FindingLevel) {
        self.found.push(ExpectedFinding { rule, level, counts: None });
    }

    fn add_counted(&mut self, rule: Rule, level: FindingLevel, counts: (u64, u64)) {
        self.found.push(ExpectedFinding { rule, level, counts: Some(counts) });
    }

    /// Whether a note of this name is one of the session's or of its task's.
    fn is_named(&self, name: &str) -> bool {
        name == self.who.session_name() || name == self.task
    }

    /// Whether a finding of the model or of the runtime refuses the call.
    fn is_refused(&self) -> bool {
        let mut all = self.found.iter().chain(&self.facts.findings);
        all.any(|found| found.level >= FindingLevel::Block)
    }
}

impl ReferenceModel {
    pub(crate) fn new(rules: LifePolicies) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Applies an event and returns its expected outcome.
    pub(crate) fn apply(
        &mut self,
        who: AgentIndex,
        at: u64,
        kind: &EventKind,
        meaning: &CallMeaning,
        facts: &RuntimeFacts,
    ) -> ExpectedOutcome {
        let is_new_session = !self.sessions.contains_key(&who.session);
        let session = self.sessions.entry(who.session).or_default();
        if let EventKind::SessionStart(start) = kind {
            let task = start.task.as_ref().map(ToString::to_string);
            session.task = task.or(session.task.take());
            session.role = start.role.clone().or(session.role.take());
        }
        let task = session.task.clone().unwrap_or_else(|| who.session_name());
        let rules = self.rules.for_role(session.role.as_deref()).clone();
        let is_request = matches!(
            kind,
            EventKind::ToolRequest(_) | EventKind::Prompt { by: PromptOrigin::Automation, .. }
        );
        let mut now = EventContext {
            who,
            task,
            is_new_session,
            rules,
            facts,
            found: Vec::new(),
            refused: false,
            stop: false,
            is_request,
            opened: 0,
        };
        self.task(&now).attempts.numbers = now.rules.attempts;
        self.reopen_lost(&mut now);
        self.pass_time(&mut now, at, kind);
        self.receive_guidance(&now);
        self.count_event(&mut now, kind, meaning);
        self.decide(now, kind)
    }

    /// Forgets everything but the notes, as a database that was lost.
    pub(crate) fn lose_everything(&mut self) {
        let Self { rules, notes, .. } = std::mem::take(self);
        *self = Self { rules, notes, ..Self::default() };
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

    /// Whether a process that can only read refuses calls of a session's main agent, whose client serves this
    /// task: by a note of its trip, or by its records.
    pub(crate) fn is_known_open(&self, session: usize, task: Option<&str>, at: u64) -> bool {
        let main = AgentIndex { session, agent: 0 };
        let name = main.session_name();
        let is_noted = self.notes.iter().any(|(noted, note)| {
            note.stops(session, task.unwrap_or(&name)) || *noted == name || Some(&**noted) == task
        });
        let record = self.sessions.get(&session);
        let is_bypassed = record.is_some_and(|record| at < record.bypass_until);
        let served = record.and_then(|record| record.task.clone()).unwrap_or(name);
        let task = self.tasks.get(&served).and_then(|task| task.breaker.incident());
        let agent = self.agents.get(&main).and_then(|agent| agent.breaker.incident());
        is_noted || (!is_bypassed && (agent.is_some() || task.is_some()))
    }

    /// The incident that refuses calls: the agent's, the task's, or that of the main agent.
    fn open_incident(&mut self, now: &EventContext<'_>) -> Option<String> {
        self.own_incident(now).or_else(|| self.incident_above(now))
    }

    fn own_incident(&mut self, now: &EventContext<'_>) -> Option<String> {
        self.agent(now).breaker.incident().or_else(|| self.task(now).breaker.incident())
    }

    /// Every subagent was begun by the main agent.
    fn incident_above(&mut self, now: &EventContext<'_>) -> Option<String> {
        let prompts = self.session(now).prompts;
        let main = AgentIndex { agent: 0, ..now.who };
        let main = self.agents.get(&main).filter(|_| now.who.agent > 0)?;
        main.breaker.incident().filter(|_| main.opened_after >= prompts)
    }

    fn is_bypassed(&mut self, now: &EventContext<'_>) -> bool {
        let session = self.session(now);
        session.last < session.bypass_until
    }

    /// Whether a trip in this session would be noted.
    pub(crate) fn notes_trips(&self, who: AgentIndex, at: u64) -> bool {
        let session = self.sessions.get(&who.session);
        let role = session.and_then(|session| session.role.as_deref());
        let bypassed = session.is_some_and(|session| session.last.max(at) < session.bypass_until);
        !self.rules.for_role(role).observe && !bypassed
    }

    fn enforces(&mut self, now: &EventContext<'_>) -> bool {
        !now.rules.observe && !self.is_bypassed(now)
    }

    /// Opens the breaker of each agent of a session that was open when the database was lost.
    fn reopen_lost(&mut self, now: &mut EventContext<'_>) {
        let is_lost = |(name, note): (&String, &ModelNote)| {
            let is_held = note.stops(now.who.session, &now.task) || now.is_named(name);
            let is_unknown = |incident| !self.incidents.contains_key(incident);
            is_held && note.incident.as_ref().map_or(now.is_new_session, is_unknown)
        };
        let lost = self.notes.iter().any(is_lost);
        if !lost || self.agent(now).breaker.incident().is_some() {
            return;
        }
        self.beyond_the_log = true;
        let incident = ModelIncident::of_lost_state(now.who, now.task.clone());
        let id = self.add_incident(now, incident);
        self.open_agent(now, id);
    }

    /// Adds an incident, which the store has under a new id.
    fn add_incident(&mut self, now: &mut EventContext<'_>, incident: ModelIncident) -> String {
        let id = now.facts.opened.first().cloned().unwrap_or_default();
        self.incidents.insert(id.clone(), incident);
        now.opened += 1;
        id
    }

    fn open_agent(&mut self, now: &EventContext<'_>, id: String) {
        let opened_after = self.session(now).prompts;
        let agent = self.agent(now);
        (agent.breaker, agent.opened_after) = (ModelBreaker::Open(id), opened_after);
    }

    /// Guidance of the session reaches its other agents with their next event, if they stopped before it.
    fn receive_guidance(&mut self, now: &EventContext<'_>) {
        let prompts = self.session(now).prompts;
        let agent = self.agent(now);
        let Some(incident) = agent.breaker.incident() else { return };
        let is_escalated = self.incidents.get(&incident).is_some_and(|known| known.escalated);
        let agent = self.agent(now);
        if agent.opened_after < prompts && !is_escalated {
            agent.breaker.guide();
            agent.refused = records::RefusedRounds::default();
            agent.repetition.forgive();
            self.close_incident(&incident, IncidentStatus::Guided);
        }
    }

    fn close_incident(&mut self, id: &str, status: IncidentStatus) {
        let Some(incident) = self.incidents.get_mut(id) else { return };
        incident.status = status;
        let ModelIncident { who, task, .. } = incident.clone();
        for note in self.notes.values().filter(|note| note.stops(who.session, &task)) {
            let Some(id) = &note.incident else { continue };
            let who = AgentIndex { session: note.session, agent: 0 };
            let task = note.task.clone().unwrap_or_else(|| who.session_name());
            let lost = ModelIncident::of_lost_state(who, task);
            let lost = ModelIncident { status, forgotten: true, ..lost };
            self.incidents.entry(id.clone()).or_insert(lost);
        }
        self.notes.retain(|name, note| {
            !note.stops(who.session, &task) && *name != who.session_name() && *name != task
        });
    }

    /// Writes the note of an open breaker anew where it is gone.
    fn mend_note(&mut self, now: &EventContext<'_>) {
        let Some(id) = self.own_incident(now) else { return };
        if self.notes.values().any(|note| note.stops(now.who.session, &now.task)) {
            return;
        }
        if let Some(incident) = self.incidents.get(&id) {
            let note = ModelNote::of(&id, incident);
            self.notes.insert(note.name(), note);
        }
    }

    fn count_event(&mut self, now: &mut EventContext<'_>, kind: &EventKind, meaning: &CallMeaning) {
        match kind {
            EventKind::Prompt { by: PromptOrigin::Human, .. } => self.human_prompt(now),
            EventKind::Prompt { by: PromptOrigin::Automation, .. } => self.automated_prompt(now),
            EventKind::ToolRequest(request) => self.tool_request(now, request, meaning),
            EventKind::ToolResult(result) => self.tool_result(now, result),
            EventKind::RoundEnd => self.round_end(now),
            EventKind::Usage(usage) => {
                let spending = &mut self.task(now).spending;
                spending.count(Rule::OutputTokens, usage.output_tokens);
                spending.set(Rule::Messages, usage.messages.unwrap_or_default());
                self.check_budgets(now, BudgetRequest::Nothing);
            }
            EventKind::Idle { .. } => {
                // An agent that reported that it waits stays asleep when its turn ends.
                let is_asleep = self.session(now).activity == TurnActivity::Asleep;
                if now.who.agent == 0 && !is_asleep {
                    self.set_activity(now, TurnActivity::Idle);
                }
            }
            EventKind::Complete { .. } | EventKind::SessionEnd => {
                self.set_activity(now, TurnActivity::Idle);
            }
            EventKind::Blocked { .. } => self.set_activity(now, TurnActivity::Asleep),
            EventKind::Resume => self.set_activity(now, TurnActivity::Active),
            EventKind::Guidance { test, .. } => {
                self.guidance(now, test.as_deref());
                self.answer_subagents(now);
            }
            EventKind::Control(order) => self.control(now, order),
            EventKind::Tick => self.check_budgets(now, BudgetRequest::Nothing),
            EventKind::Tampering(_) => now.add(Rule::Tampered, FindingLevel::Trip),
            EventKind::SessionStart(_) => {
                self.session(now).knows_calibrated |= now.rules.calibrated.is_some();
                self.look_out_for_signs(now);
            }
            EventKind::Message { .. }
            | EventKind::Thought { .. }
            | EventKind::Iteration(_)
            | EventKind::Compaction
            | EventKind::Subagent { .. }
            | EventKind::StopBlocked { .. }
            | EventKind::ForkOfOpen(_) => {}
        }
    }

    fn set_activity(&mut self, now: &EventContext<'_>, activity: TurnActivity) {
        let session = self.session(now);
        session.activity = activity;
        session.in_flight.clear();
    }

    fn check_budgets(&mut self, now: &mut EventContext<'_>, request: BudgetRequest) {
        let has_net = self.session(now).is_unattended;
        let task = self.task(now);
        if task.breaker.incident().is_none() {
            task.spending.add_refusals(&now.rules, request, has_net, &mut now.found);
        }
        if matches!(request, BudgetRequest::Call { .. }) {
            self.check_calibrated(now);
        }
        // Budgets are evaluated before the findings of the runtime.
        let is_refused = now.found.iter().any(|found| found.level >= FindingLevel::Block);
        self.add_warnings(now, is_refused);
    }

    fn add_warnings(&mut self, now: &mut EventContext<'_>, is_refused: bool) {
        let has_net = self.session(now).is_unattended;
        self.task(now).spending.add_warnings(&now.rules, is_refused, has_net, &mut now.found);
    }

    fn round_end(&mut self, now: &mut EventContext<'_>) {
        let session = self.session(now);
        session.continue_turn();
        session.reports_rounds = true;
        let agent = self.agent(now);
        agent.refused.round_end();
        agent.responses.0 += 1;
        self.stop_after_refusals(now);
    }

    fn stop_after_refusals(&mut self, now: &mut EventContext<'_>) {
        if let Some(incident) = self.open_incident(now) {
            let rounds = self.agent(now).refused.rounds_of(&incident);
            now.stop |= self.enforces(now) && rounds >= MAX_REFUSED_ROUNDS;
        }
    }
}
