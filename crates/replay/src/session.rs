//! Folds one recorded session and notes where the breaker would have tripped.
//!
//! What was recorded did happen, so nothing is denied: after the first trip the fold goes on as in
//! observe mode, and what came after the trip is what it would have saved.

use fusebox_engine::event::TokenUsage;
use fusebox_engine::{
    AgentId, Decision, Event, EventKind, Fact, Finding, FindingLevel, Incident, IncidentChange,
    Observation, Policy, Rule, SessionId, TaskId, Timestamp,
};
use fusebox_runtime::MessageParts;
use fusebox_runtime::step::{EventContext, ScopeTable, observe, step};
use serde::Serialize;

/// Time between two events of a recording that has no times. Short, so that nothing looks like
/// waiting.
const STEP_MS: u64 = 100;
/// Notes of a kind kept.
const NOTES: usize = 1_000;

/// What came of one session.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReplayedSession {
    /// The session's id.
    pub session: SessionId,
    /// The client that recorded it, if it is told.
    pub client: Option<String>,
    /// Tool calls.
    pub calls: u64,
    /// Whether anything would have been denied or stopped.
    pub tripped: bool,
    /// The first tool call that would have been denied, from 0; none if the breaker opened after
    /// the last one.
    pub trip_call: Option<u64>,
    /// The rule that is named first.
    pub rule: Option<Rule>,
    /// What it saw.
    pub trip: Option<FirstDenial>,
    /// Warnings to the agent.
    pub warnings: u64,
    /// Where they were given.
    pub nudges: Vec<CallNote>,
    /// Calls that would have been refused because they change what belongs to the breaker, such as
    /// the client's hook settings. They are no trips: each is refused for itself, and the agent goes on.
    pub guarded: Vec<CallNote>,
    /// Calls that the trip would have saved.
    pub calls_after: u64,
    /// Tokens of all kinds after the trip, where the recording has any.
    pub tokens_after: Option<u64>,
    /// Money after the trip, where the recording has any.
    pub cost_after_usd: Option<f64>,
    /// Minutes after the trip, where the recording has times.
    pub minutes_after: Option<f64>,
    /// The first incident.
    pub incident: Option<Incident>,
}

impl ReplayedSession {
    /// Whether nothing would have been said or refused.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        !self.tripped && self.warnings == 0 && self.guarded.is_empty()
    }
}

/// The first denial.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FirstDenial {
    /// The rule.
    pub rule: Rule,
    /// Block or trip.
    pub level: FindingLevel,
    /// What was counted.
    pub observed: u64,
    /// The limit.
    pub limit: u64,
    /// What the agent would have been told.
    pub message: String,
    /// The call at hand, short and redacted.
    pub call: Option<String>,
    /// The agent.
    pub agent: AgentId,
    /// When, in milliseconds since 1970; none in a recording without times.
    pub at_ms: Option<u64>,
}

/// What the agent would have been told at a call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CallNote {
    /// The tool call at hand, from 0.
    pub call: u64,
    /// The rule.
    pub rule: Rule,
    /// What the agent would have been told.
    pub message: String,
}

/// A session being folded.
pub struct SessionFold<'p> {
    policy: &'p Policy,
    scopes: ScopeTable,
    task: TaskId,
    timed: bool,
    open: Option<AgentId>,
    parts: MessageParts,
    spent: SpentUsage,
    after: SpentUsage,
    session: ReplayedSession,
}

/// What was spent.
#[derive(Default)]
struct SpentUsage {
    tokens: Option<u64>,
    cost_usd: Option<f64>,
}

impl<'p> SessionFold<'p> {
    /// Begins. `policy` is expected to be in observe mode.
    #[must_use]
    pub fn begin(policy: &'p Policy, session: SessionId, client: Option<&str>) -> Self {
        Self {
            policy,
            scopes: ScopeTable::default(),
            task: TaskId::from(&session),
            timed: false,
            open: None,
            parts: MessageParts::default(),
            spent: SpentUsage::default(),
            after: SpentUsage::default(),
            session: ReplayedSession {
                session,
                client: client.map(str::to_owned),
                calls: 0,
                tripped: false,
                trip_call: None,
                rule: None,
                trip: None,
                warnings: 0,
                nudges: Vec::new(),
                guarded: Vec::new(),
                calls_after: 0,
                tokens_after: None,
                cost_after_usd: None,
                minutes_after: None,
                incident: None,
            },
        }
    }

    /// Folds the next event.
    pub fn event(&mut self, event: &Event) {
        self.timed |= event.at.is_some();
        let whole = self.parts.join(event);
        let event = whole.as_ref().unwrap_or(event);
        let scopes = self.scopes.select(&event.session, &event.agent, &self.task);
        let last = scopes.session.last;
        let context = EventContext {
            task: &self.task,
            at: event.at.unwrap_or(Timestamp(last.0.max(1).saturating_add(STEP_MS))),
            policy: self.policy,
            // Nothing of a recorded session is resolved, protected or read from here.
            folder: None,
            protected: &[],
            test_report: None,
            write_resolver: None,
        };
        let seen = observe(event, &context, scopes);
        if let Fact::SessionStart { client: Some(client), .. } = &seen.fact {
            self.session.client = Some(client.clone());
        }
        let asks = matches!(seen.fact, Fact::Request(_));
        if asks {
            self.note_request(&event.agent);
        }
        if let EventKind::Usage(usage) = &event.kind {
            self.note_usage(usage);
        }
        let scopes = self.scopes.select(&event.session, &event.agent, &self.task);
        let decision = step(self.policy, scopes, &seen);
        self.note_decision(decision, &seen, asks);
        self.session.calls += u64::from(asks);
    }

    /// What came of it.
    #[must_use]
    pub fn end(self) -> ReplayedSession {
        let Self { mut session, scopes, after, timed, .. } = self;
        if let Some(trip) = &session.trip {
            session.calls_after = session.trip_call.map_or(0, |call| session.calls - call);
            session.tokens_after = after.tokens;
            session.cost_after_usd = after.cost_usd;
            let minutes =
                |at| scopes.current().session.last.since(Timestamp(at)).0 as f64 / 60_000.0;
            session.minutes_after = trip.at_ms.filter(|_| timed).map(minutes);
        }
        session
    }

    /// The first call of an agent whose breaker opened between two calls is the one that is denied.
    fn note_request(&mut self, agent: &AgentId) {
        let denied = self.open.as_ref().is_some_and(|open| open == agent);
        if denied && self.session.trip_call.is_none() {
            self.session.trip_call = Some(self.session.calls);
        }
    }

    fn note_usage(&mut self, usage: &TokenUsage) {
        let tokens = usage
            .input_tokens
            .saturating_add(usage.output_tokens)
            .saturating_add(usage.cache_read_tokens);
        let into = if self.session.tripped { &mut self.after } else { &mut self.spent };
        let sum = into.tokens.get_or_insert(0);
        *sum = sum.saturating_add(tokens);
        if usage.cost_usd > 0.0 {
            *into.cost_usd.get_or_insert(0.0) += usage.cost_usd;
        }
    }

    fn note_decision(&mut self, decision: Decision, seen: &Observation, asks: bool) {
        for finding in &decision.verdict.findings {
            if finding.level == FindingLevel::Warning {
                self.session.warnings += 1;
                note(&mut self.session.nudges, finding, self.session.calls, asks);
            } else if finding.rule == Rule::Protected {
                note(&mut self.session.guarded, finding, self.session.calls, asks);
            }
        }
        let denies = |finding: &&Finding| {
            let refuses =
                asks && finding.level == FindingLevel::Block && finding.rule != Rule::Protected;
            finding.level == FindingLevel::Trip || refuses
        };
        if !self.session.tripped
            && let Some(finding) = decision.verdict.findings.iter().find(denies)
        {
            self.note_trip(finding, seen, asks);
        }
        if self.session.incident.is_none() {
            self.session.incident = decision.changes.into_iter().find_map(|change| match change {
                IncidentChange::Opened(incident) => Some(*incident),
                IncidentChange::Summary { .. } | IncidentChange::Closed { .. } => None,
            });
        }
    }

    fn note_trip(&mut self, finding: &Finding, seen: &Observation, asks: bool) {
        let session = &mut self.session;
        session.tripped = true;
        session.rule = Some(finding.rule);
        if asks {
            session.trip_call = Some(session.calls);
        } else {
            self.open = Some(seen.agent.clone());
        }
        let call = if let Fact::Request(request) = &seen.fact {
            Some(request.subject.label.clone())
        } else {
            None
        };
        session.trip = Some(FirstDenial {
            rule: finding.rule,
            level: finding.level,
            observed: finding.observed,
            limit: finding.limit,
            message: finding.message(),
            call,
            agent: seen.agent.clone(),
            at_ms: self.timed.then_some(self.scopes.current().session.last.0),
        });
    }
}

fn note(notes: &mut Vec<CallNote>, finding: &Finding, calls: u64, asks: bool) {
    if notes.len() < NOTES {
        let call = if asks { calls } else { calls.saturating_sub(1) };
        notes.push(CallNote { call, rule: finding.rule, message: finding.message() });
    }
}
