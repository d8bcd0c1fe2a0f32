//! Folds one recorded session and notes where the breaker would have tripped.
//!
//! A recorded call has happened and cannot be refused. After the first trip the fold continues as in observe mode, and
//! what follows is what the trip would have saved.

use fusebox_engine::event::TokenUsage;
use fusebox_engine::{
    AgentId, Decision, Event, EventKind, Fact, Finding, FindingLevel, FindingSubject, Incident,
    IncidentChange, Observation, ObservedUsage, Policy, Rule, SessionId, TaskId, Timestamp,
};
use fusebox_runtime::MessageParts;
use fusebox_runtime::spend::RecordedCaps;
use fusebox_runtime::step::{EventContext, ScopeTable, observe};
use fusebox_runtime::work::WorkMeter;

/// The time between two events of a recording without times, short enough that nothing looks like waiting.
const STEP_MS: u64 = 100;
/// The most notes of one kind that are kept.
const MAX_NOTES: usize = 1_000;

/// The outcome of one session.
#[derive(Debug, Clone, PartialEq)]
pub struct ReplayedSession {
    /// The session's id.
    pub session: SessionId,
    /// The client that recorded it, if it is known.
    pub client: Option<String>,
    /// The number of tool calls.
    pub calls: u64,
    /// The first refusal or trip.
    pub denial: Option<FirstDenial>,
    /// The number of nudges.
    pub warnings: u64,
    /// The nudges.
    pub nudges: Vec<CallNote>,
    /// Calls that would have been refused because they change what belongs to the breaker, such as the client's hook
    /// settings. They are no trips: each is refused by itself, and the agent continues.
    pub guarded: Vec<CallNote>,
    /// Where a judge outside would have been asked whether the agent still gets anywhere.
    pub judge_asked: Vec<CallNote>,
    /// Calls that the trip would have saved.
    pub calls_after: u64,
    /// Tokens of all kinds after the trip, if the recording has them.
    pub tokens_after: Option<u64>,
    /// Cost after the trip, if the recording has it.
    pub cost_after_usd: Option<f64>,
    /// Minutes after the trip, if the recording has times.
    pub minutes_after: Option<f64>,
    /// The first incident.
    pub incident: Option<Incident>,
    /// What the work took.
    pub work: WorkMeter,
}

impl ReplayedSession {
    /// A session without events.
    pub(crate) fn new(session: SessionId, client: Option<&str>) -> Self {
        Self {
            session,
            client: client.map(str::to_owned),
            calls: 0,
            denial: None,
            warnings: 0,
            nudges: Vec::new(),
            guarded: Vec::new(),
            judge_asked: Vec::new(),
            calls_after: 0,
            tokens_after: None,
            cost_after_usd: None,
            minutes_after: None,
            incident: None,
            work: WorkMeter::default(),
        }
    }

    /// Whether anything would have been refused or stopped.
    #[must_use]
    pub fn is_tripped(&self) -> bool {
        self.denial.is_some()
    }

    /// The rule of the first refusal.
    #[must_use]
    pub fn rule(&self) -> Option<Rule> {
        self.denial.as_ref().map(|denial| denial.rule)
    }

    /// The first tool call that would have been refused, from 0; `None` if the breaker opened after the last call.
    #[must_use]
    pub fn trip_call(&self) -> Option<u64> {
        self.denial.as_ref()?.call_number
    }

    /// Whether the agent would have noticed nothing.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        !self.is_tripped() && self.warnings == 0 && self.guarded.is_empty()
    }
}

/// The first refusal of a call, or the first trip.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstDenial {
    /// The first call that would have been refused, from 0; `None` if the breaker opened after the last call.
    pub call_number: Option<u64>,
    /// The rule.
    pub rule: Rule,
    /// Block or trip.
    pub level: FindingLevel,
    /// The message for the agent.
    pub message: String,
    /// The call, short and redacted, if the event was a request.
    pub call: Option<String>,
}

/// A message that the agent would have got at a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallNote {
    /// The tool call, from 0.
    pub call: u64,
    /// The rule.
    pub rule: Rule,
    /// The message for the agent.
    pub message: String,
}

/// When a recorded event happened; where the recording has no times, a step after the `last` one.
#[must_use]
pub fn recorded_time(event: &Event, last: Timestamp) -> Timestamp {
    event.at.unwrap_or(Timestamp(last.0.max(1).saturating_add(STEP_MS)))
}

/// A session that is being folded.
pub struct SessionFold<'p> {
    policy: &'p Policy,
    scopes: ScopeTable,
    caps: RecordedCaps,
    task: TaskId,
    has_times: bool,
    /// The agent whose breaker opened between two calls.
    open: Option<AgentId>,
    parts: MessageParts,
    /// The time of the first denial, if the recording has times.
    denied_at: Option<Timestamp>,
    outcome: ReplayedSession,
}

impl<'p> SessionFold<'p> {
    /// Starts a session. `policy` should be in observe mode.
    #[must_use]
    pub fn new(policy: &'p Policy, session: SessionId, client: Option<&str>) -> Self {
        Self {
            policy,
            scopes: ScopeTable::default(),
            caps: RecordedCaps::default(),
            task: TaskId::from(&session),
            has_times: false,
            open: None,
            parts: MessageParts::default(),
            denied_at: None,
            outcome: ReplayedSession::new(session, client),
        }
    }

    /// Folds the next event and returns what was observed of it.
    pub fn fold_event(&mut self, event: &Event) -> Observation {
        self.has_times |= event.at.is_some();
        let whole = self.parts.join(event);
        let event = whole.as_ref().unwrap_or(event);
        let scopes = self.scopes.select(&event.session, &event.agent, &self.task);
        let last = scopes.session.last;
        let at = recorded_time(event, last);
        let context = EventContext::new(&self.task, at, self.policy);
        let mut observation = observe(event, &context, scopes);
        if let Fact::SessionStart(start) = &observation.fact {
            self.outcome.client = start.client.clone().or(self.outcome.client.take());
        }
        let is_request = matches!(observation.fact, Fact::Request(_));
        if is_request {
            self.note_request(&event.agent);
        }
        if let (EventKind::Usage(tokens), Fact::Usage(usage)) = (&event.kind, &observation.fact) {
            self.add_usage(tokens, usage);
        }
        let scopes = self.scopes.select(&event.session, &event.agent, &self.task);
        let decision = self.caps.step(self.policy, &event.kind, scopes, &mut observation);
        self.outcome.work.add(&observation, scopes);
        self.note_decision(decision, &observation);
        self.outcome.calls += u64::from(is_request);
        observation
    }

    /// The first incident so far.
    #[must_use]
    pub fn incident(&self) -> Option<&Incident> {
        self.outcome.incident.as_ref()
    }

    /// Ends the session and returns its outcome.
    #[must_use]
    pub fn finish(self) -> ReplayedSession {
        let mut outcome = self.outcome;
        if !self.has_times {
            outcome.work.forget_time();
        }
        if let Some(denial) = &outcome.denial {
            outcome.calls_after = denial.call_number.map_or(0, |call| outcome.calls - call);
            let end = self.scopes.current().session.last;
            outcome.minutes_after = self.denied_at.map(|at| end.since(at).0 as f64 / 60_000.0);
        }
        outcome
    }

    /// Notes the first call of an agent whose breaker opened between two calls: this call is refused.
    fn note_request(&mut self, agent: &AgentId) {
        if self.open.as_ref() == Some(agent)
            && let Some(denial) = &mut self.outcome.denial
        {
            denial.call_number.get_or_insert(self.outcome.calls);
        }
    }

    fn add_usage(&mut self, tokens: &TokenUsage, usage: &ObservedUsage) {
        if !self.outcome.is_tripped() {
            return;
        }
        let tokens = tokens
            .input_tokens
            .saturating_add(tokens.output_tokens)
            .saturating_add(tokens.cache_read_tokens);
        let sum = self.outcome.tokens_after.get_or_insert(0);
        *sum = sum.saturating_add(tokens);
        let reported = usage.reported_usd;
        let cost = if reported.is_zero() { usage.priced_usd } else { reported };
        if !cost.is_zero() {
            *self.outcome.cost_after_usd.get_or_insert(0.0) += cost.to_f64();
        }
    }

    fn note_decision(&mut self, decision: Decision, observation: &Observation) {
        let is_request = matches!(observation.fact, Fact::Request(_));
        let outcome = &mut self.outcome;
        let call = if is_request { outcome.calls } else { outcome.calls.saturating_sub(1) };
        for finding in &decision.verdict.findings {
            if finding.level == FindingLevel::Warning {
                outcome.warnings += 1;
                add_note(&mut outcome.nudges, finding, call);
            } else if finding.rule == Rule::Protected {
                add_note(&mut outcome.guarded, finding, call);
            } else if matches!(finding.subject, FindingSubject::JudgeAsked { .. }) {
                add_note(&mut outcome.judge_asked, finding, call);
            }
        }
        let denies = |finding: &&Finding| {
            let is_block = finding.level == FindingLevel::Block && finding.rule != Rule::Protected;
            finding.level == FindingLevel::Trip || (is_request && is_block)
        };
        if !outcome.is_tripped()
            && let Some(finding) = decision.verdict.findings.iter().find(denies)
        {
            self.note_denial(finding, observation);
        }
        if self.outcome.incident.is_none() {
            let mut changes = decision.changes.into_iter();
            self.outcome.incident = changes.find_map(|change| match change {
                IncidentChange::Opened(incident) => Some(*incident),
                IncidentChange::Summary { .. } | IncidentChange::Closed { .. } => None,
            });
        }
    }

    fn note_denial(&mut self, finding: &Finding, observation: &Observation) {
        let request =
            if let Fact::Request(request) = &observation.fact { Some(request) } else { None };
        if request.is_none() {
            self.open = Some(observation.agent.clone());
        }
        self.denied_at = self.has_times.then_some(self.scopes.current().session.last);
        self.outcome.denial = Some(FirstDenial {
            call_number: request.map(|_| self.outcome.calls),
            rule: finding.rule,
            level: finding.level,
            message: finding.message(),
            call: request.map(|request| request.subject.label.clone()),
        });
    }
}

fn add_note(notes: &mut Vec<CallNote>, finding: &Finding, call: u64) {
    if notes.len() < MAX_NOTES {
        notes.push(CallNote { call, rule: finding.rule, message: finding.message() });
    }
}
