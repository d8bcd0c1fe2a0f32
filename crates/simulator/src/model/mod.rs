//! What the rows say should come of each event, written a second time.
//!
//! It shares no code with the engine, only the words of a verdict. Of repetition it counts rule R1
//! itself; where other rules are on, what they saw is read from the verdict and only what follows
//! from it is modelled.

mod budget;
mod calls;
mod ladder;
mod people;
pub(crate) mod records;

use std::collections::BTreeMap;

pub(crate) use budget::is_budget;
use fusebox_engine::{BreakerState, IncidentStatus, Level, Rule};
use records::{Activity, Agent, Breaker, Effect, Incident, Session, Task};

use crate::attempts_model;
use crate::deed::Who;
use crate::rules::{RuleBook, Rules};

/// Silence in a turn that is noticed.
const QUIET_MS: u64 = 120_000;
/// The longest gap inside a turn that counts as work.
const LONGEST_GAP_MS: u64 = 600_000;
/// Refused model responses that end the turn.
const PATIENCE: u64 = 5;

/// An event, as far as the rows care.
#[derive(Debug, Clone)]
pub(crate) enum Fact {
    Start {
        task: Option<String>,
        role: Option<String>,
    },
    Human,
    Automation,
    Request(Request),
    Result {
        call: String,
        ok: bool,
        output: Option<String>,
    },
    RoundEnd,
    Usage {
        tokens: u64,
        messages: u64,
    },
    Idle,
    Blocked,
    Complete,
    Resume,
    Guidance(Option<String>),
    Reset,
    Bypass {
        until: u64,
    },
    Dismiss {
        incident: String,
    },
    Skip(String),
    Tick,
    End,
    /// Something that counts nothing, unless a rule that is read says so.
    Other,
}

#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) id: String,
    /// Tool and arguments.
    pub(crate) call: String,
    pub(crate) round: Option<String>,
    pub(crate) kind: Kind,
    pub(crate) effect: Effect,
}

/// How a call concerns Fusebox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    TestRun,
    /// It always passes.
    Listed,
    ReportBlocked,
    ReportComplete,
    /// It is refused every time.
    Protected,
}

/// What an event asks of budgets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asks {
    Call { test_run: bool },
    Prompt,
    Nothing,
}

/// What a rule should see.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    pub(crate) rule: Rule,
    pub(crate) level: Level,
    /// Observed and limit, where the model knows them.
    pub(crate) counts: Option<(u64, u64)>,
}

/// What is taken from the verdict, because the model cannot know it.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// The names of the incidents that are new in the store.
    pub(crate) opened: Vec<String>,
    /// What rules saw that the model does not count.
    pub(crate) read: Vec<Found>,
}

/// How an event is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Passes,
    Denied,
    Stopped,
}

/// What should come of an event.
#[derive(Debug)]
pub(crate) struct Expected {
    pub(crate) class: Class,
    /// Findings of the rules that the model counts, the first one in front.
    pub(crate) found: Vec<Found>,
    /// The incident that is open.
    pub(crate) incident: Option<String>,
    pub(crate) state: BreakerState,
    /// How many incidents are opened.
    pub(crate) opened: usize,
}

#[derive(Debug)]
pub(crate) struct Model {
    rules: RuleBook,
    pub(crate) sessions: BTreeMap<usize, Session>,
    pub(crate) agents: BTreeMap<Who, Agent>,
    pub(crate) tasks: BTreeMap<String, Task>,
    pub(crate) incidents: BTreeMap<String, Incident>,
    /// Sessions that the side file holds open, by which incident, and with which named task.
    pub(crate) listed: BTreeMap<usize, (String, Option<String>)>,
    /// Something was held open that the log does not tell of.
    pub(crate) beyond_the_log: bool,
}

/// One event on its way.
struct Now<'a> {
    who: Who,
    task: String,
    rules: Rules,
    told: &'a Told,
    found: Vec<Found>,
    refused: bool,
    stop: bool,
    /// It asks for something that can be refused.
    asks: bool,
    opened: usize,
}

impl Model {
    pub(crate) fn new(rules: RuleBook) -> Self {
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
    pub(crate) fn event(&mut self, who: Who, at: u64, fact: &Fact, told: &Told) -> Expected {
        let session = self.sessions.entry(who.session).or_default();
        if let Fact::Start { task, role } = fact {
            session.task = task.clone().or(session.task.take());
            session.role = role.clone().or(session.role.take());
        }
        let task = session.task.clone().unwrap_or_else(|| who.session_name());
        let rules = self.rules.of(session.role.as_deref()).clone();
        let asks = matches!(fact, Fact::Request(_) | Fact::Automation);
        let found = Vec::new();
        let mut now =
            Now { who, task, rules, told, found, refused: false, stop: false, asks, opened: 0 };
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
        self.agents.values_mut().for_each(Agent::drop_window);
        self.beyond_the_log = true;
    }

    fn session(&mut self, now: &Now<'_>) -> &mut Session {
        self.sessions.entry(now.who.session).or_default()
    }

    fn agent(&mut self, now: &Now<'_>) -> &mut Agent {
        self.agents.entry(now.who).or_default()
    }

    fn task(&mut self, now: &Now<'_>) -> &mut Task {
        self.tasks.entry(now.task.clone()).or_insert_with(|| Task {
            attempts: attempts_model::Model::new(now.rules.attempts),
            ..Task::default()
        })
    }

    fn open_incident(&mut self, now: &Now<'_>) -> Option<String> {
        let agent = self.agent(now).breaker.incident().map(str::to_owned);
        agent.or_else(|| self.task(now).breaker.incident().map(str::to_owned))
    }

    fn is_bypassed(&mut self, now: &Now<'_>) -> bool {
        let session = self.session(now);
        session.last < session.bypass_until
    }

    /// Whether a trip in this session would be on the list of open ones.
    pub(crate) fn lists(&self, who: Who, at: u64) -> bool {
        let session = self.sessions.get(&who.session);
        let role = session.and_then(|session| session.role.as_deref());
        let bypassed = session.is_some_and(|session| session.last.max(at) < session.bypass_until);
        !self.rules.of(role).observe && !bypassed
    }

    fn enforces(&mut self, now: &Now<'_>) -> bool {
        !now.rules.observe && !self.is_bypassed(now)
    }

    /// What was open when the database was lost stays open, for every agent of the session.
    fn hold_what_was_lost(&mut self, now: &mut Now<'_>) {
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
        let incident = Incident { who, task, rule: Rule::StateCorrupt, status, observed: false };
        self.incidents.insert(id.clone(), incident);
        let prompts = self.session(now).prompts;
        let agent = self.agent(now);
        agent.breaker = Breaker::Open(id);
        agent.opened_after = prompts;
        now.opened += 1;
    }

    fn time(&mut self, now: &mut Now<'_>, at: u64, fact: &Fact) {
        let session = self.session(now);
        let before = session.last;
        session.last = before.max(at);
        let gap = if before == 0 { 0 } else { session.last - before };
        let activity = session.activity;
        if activity == Activity::Active
            && gap >= QUIET_MS
            && session.in_flight.is_empty()
            && !session.quiet_told
        {
            session.quiet_told = true;
            let counts = Some((gap, QUIET_MS));
            now.found.push(Found { rule: Rule::Quiet, level: Level::Notice, counts });
        }
        if !matches!(fact, Fact::Tick) {
            session.quiet_told = false;
        }
        let changes = session.changes;
        match activity {
            Activity::Active => {
                let worked = gap.min(LONGEST_GAP_MS);
                self.task(now).spending.count(Rule::ActiveTime, worked);
            }
            Activity::Asleep => self.task(now).spending.count(Rule::SleepTime, gap),
            Activity::Idle => {}
        }
        if now.who.agent == 0 {
            let agent = self.agent(now);
            agent.changes = agent.changes.max(changes);
        }
    }

    /// A word to the session reaches its other agents with their next event, where they stopped
    /// before it.
    fn hear_guidance(&mut self, now: &Now<'_>) {
        let spoken = self.session(now).prompts;
        let agent = self.agent(now);
        let Some(incident) = agent.breaker.incident().map(str::to_owned) else { return };
        if agent.opened_after < spoken {
            agent.breaker.guide();
            agent.refused = records::Refused::default();
            agent.ladder.forgive();
            self.close_incident(&incident, IncidentStatus::Guided);
        }
    }

    fn close_incident(&mut self, id: &str, status: IncidentStatus) {
        if let Some(incident) = self.incidents.get_mut(id) {
            incident.status = status;
            let Incident { who, task, .. } = incident;
            self.listed.retain(|session, (_, held)| {
                *session != who.session && held.as_ref() != Some(task)
            });
        }
    }

    fn fact(&mut self, now: &mut Now<'_>, fact: &Fact) {
        match fact {
            Fact::Start { .. } | Fact::Other => {}
            Fact::Human => self.human(now),
            Fact::Automation => self.automation(now),
            Fact::Request(request) => self.request(now, request),
            Fact::Result { call, ok, output } => self.result(now, call, *ok, output.as_deref()),
            Fact::RoundEnd => self.round_end(now),
            Fact::Usage { tokens, messages } => {
                let spending = &mut self.task(now).spending;
                spending.count(Rule::OutputTokens, *tokens);
                spending.set(Rule::Messages, *messages);
                self.budgets(now, Asks::Nothing);
            }
            Fact::Idle if now.who.agent > 0 => {}
            // Who said that it waits is asleep, whatever its turn does.
            Fact::Idle if self.session(now).activity == Activity::Asleep => {}
            Fact::Idle | Fact::Complete | Fact::End => self.rest(now, Activity::Idle),
            Fact::Blocked => self.rest(now, Activity::Asleep),
            Fact::Resume => self.rest(now, Activity::Active),
            Fact::Guidance(test) => self.guidance(now, test.as_deref()),
            Fact::Reset => self.reset(now),
            Fact::Bypass { until } => self.session(now).bypass_until = *until,
            Fact::Dismiss { incident } => self.dismiss(now, incident),
            Fact::Skip(test) => self.task(now).attempts.skip(test),
            Fact::Tick => self.budgets(now, Asks::Nothing),
        }
    }

    fn rest(&mut self, now: &Now<'_>, activity: Activity) {
        let session = self.session(now);
        session.activity = activity;
        session.in_flight.clear();
    }

    fn budgets(&mut self, now: &mut Now<'_>, asks: Asks) {
        let task = self.task(now);
        if task.breaker.incident().is_none() {
            task.spending.refusals(&now.rules, asks, &mut now.found);
        }
        // Budgets are asked before rules that are read.
        let all = now.found.iter().any(|found| found.level >= Level::Block);
        self.warn(now, all);
    }

    fn warn(&mut self, now: &mut Now<'_>, all: bool) {
        self.task(now).spending.warnings(&now.rules, all, &mut now.found);
    }

    fn round_end(&mut self, now: &mut Now<'_>) {
        let session = self.session(now);
        session.activity = Activity::Active;
        session.tells_rounds = true;
        let agent = self.agent(now);
        agent.refused.round_end();
        agent.responses.0 += 1;
        self.lose_patience(now);
    }

    fn lose_patience(&mut self, now: &mut Now<'_>) {
        if let Some(incident) = self.open_incident(now) {
            let rounds = self.agent(now).refused.rounds_of(&incident);
            now.stop |= self.enforces(now) && rounds >= PATIENCE;
        }
    }

    fn decide(&mut self, mut now: Now<'_>, fact: &Fact) -> Expected {
        now.found.extend(now.told.read.iter().cloned());
        if self.is_bypassed(&now) {
            now.found.iter_mut().for_each(|found| found.level = Level::Notice);
        }
        now.found.sort_by_key(|found| (std::cmp::Reverse(found.level), found.rule));
        let trips = now.found.first().is_some_and(|first| first.level == Level::Trip);
        if trips && self.open_incident(&now).is_none() {
            self.trip(&mut now, fact);
        }
        let enforces = self.enforces(&now);
        let class = if !enforces {
            Class::Passes
        } else if now.stop {
            Class::Stopped
        } else if now.refused || (now.asks && now.refuses()) {
            Class::Denied
        } else {
            Class::Passes
        };
        let state = self.agent(&now).breaker.state().max(self.task(&now).breaker.state());
        let incident = self.open_incident(&now);
        Expected { class, found: now.found, incident, state, opened: now.opened }
    }

    /// The one path to an incident.
    fn trip(&mut self, now: &mut Now<'_>, fact: &Fact) {
        let Some(rule) = now.found.first().map(|first| first.rule) else { return };
        let id = now.told.opened.first().cloned().unwrap_or_default();
        let of_attempts = [Rule::PerTest, Rule::PerSlice, Rule::Infra].contains(&rule);
        let enforces = self.enforces(now);
        let status = if enforces { IncidentStatus::Open } else { IncidentStatus::Observed };
        let (who, task) = (now.who, now.task.clone());
        let incident = Incident { who, task, rule, status, observed: !enforces };
        self.incidents.insert(id.clone(), incident);
        now.opened += 1;
        if !enforces {
            if is_budget(rule) {
                self.task(now).spending.observe(rule);
            }
            if of_attempts {
                self.task(now).attempts.guidance(None);
            }
            self.agent(now).ladder.mute();
            return;
        }
        let of_task = is_budget(rule) || of_attempts;
        let named = of_task && now.task != now.who.session_name();
        self.listed.insert(now.who.session, (id.clone(), named.then(|| now.task.clone())));
        if let Fact::Request(request) = fact {
            let tells_rounds = self.session(now).tells_rounds;
            self.agent(now).refused.call(&id, request.round.as_deref(), tells_rounds);
        }
        now.stop |= rule >= Rule::GuidedToolCalls && rule <= Rule::GuidedContext;
        if of_task {
            self.task(now).breaker = Breaker::Open(id);
        } else {
            let prompts = self.session(now).prompts;
            let agent = self.agent(now);
            agent.breaker = Breaker::Open(id);
            agent.opened_after = prompts;
        }
    }
}

impl Now<'_> {
    /// Whether the call must not pass, by what the model counts or reads.
    fn refuses(&self) -> bool {
        let all = self.found.iter().chain(&self.told.read);
        all.map(|found| found.level).max() >= Some(Level::Block)
    }
}
