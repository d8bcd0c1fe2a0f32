//! The fold: from the records and one observation to new records and a decision.
//!
//! It reads only its arguments, so the same log gives the same verdicts, live or replayed.

mod advice;
mod attempts;
mod barren;
mod budgets;
mod calibrated;
mod call;
mod checkpoint;
mod decision;
mod iteration;
mod judge;
mod ladder;
mod pause;
mod person;
mod rejected_edits;
mod scope;
mod service;
mod signs;
mod spend;
mod time;

use budgets::BudgetDemand;
pub use checkpoint::CheckpointRequest;
pub use decision::Decision;
pub(crate) use ladder::UNITS_TO_TRIP;

use crate::event::SessionStart;
use crate::finding::FindingList;
use crate::observation::{AgentReport, Fact};
use crate::observed_usage::ObservedUsage;
use crate::state::{Scopes, SessionActivity};
use crate::{
    EnforcementMode, Finding, FindingLevel, FindingSubject, IncidentChange, Observation, PicoUsd,
    Policy, Rule, TestRunRecord,
};

/// One event being folded.
pub(crate) struct Fold<'a> {
    pub(crate) policy: &'a Policy,
    pub(crate) scopes: &'a mut Scopes,
    pub(crate) seen: &'a Observation,
    pub(crate) out: FindingList,
    pub(crate) words: Vec<String>,
    pub(crate) changes: Vec<IncidentChange>,
    /// A test run to be kept with the task.
    pub(crate) run: Option<Box<TestRunRecord>>,
    /// Whether the request was refused because the breaker is open.
    pub(crate) refused: bool,
    /// Whether a person's pause refuses the event.
    pub(crate) refused_by_pause: bool,
    /// Whether a person at the client is asked about the call, instead of a refusal.
    pub(crate) asks_person: bool,
    /// Whether the turn must end.
    pub(crate) stop: bool,
}

/// Folds one observation into the records it concerns.
pub fn fold(policy: &Policy, scopes: &mut Scopes, seen: &Observation) -> Decision {
    let mut fold = Fold {
        policy,
        scopes,
        seen,
        out: FindingList::default(),
        words: Vec::new(),
        changes: Vec::new(),
        run: None,
        refused: false,
        refused_by_pause: false,
        asks_person: false,
        stop: false,
    };
    fold.pass_time();
    fold.end_pause();
    fold.apply_guidance();
    fold.cool_down();
    fold.release_spend();
    fold.fact();
    fold.decide()
}

impl Fold<'_> {
    fn fact(&mut self) {
        let seen = self.seen;
        self.drop_service_calls();
        match &seen.fact {
            Fact::SessionStart(start) => self.session_start(start),
            Fact::Prompt { by, said, lifted, has_room: _ } => {
                self.prompt(*by, said.as_deref());
                self.tell_lifted(lifted);
            }
            Fact::Request(request) => self.request(request),
            Fact::Outcome(outcome) => self.outcome(outcome),
            Fact::RoundEnd => self.round_end(),
            Fact::Usage(spent) => self.usage(spent),
            Fact::Iteration(iterated) => self.iteration(iterated),
            Fact::Subagent { parent, depth } => {
                let depth = self.scopes.begin_subagent(&seen.agent, parent.as_ref(), *depth);
                self.nesting(depth);
            }
            Fact::Message { digest, repeats, said, .. } => {
                if said.is_some() {
                    self.scopes.task.attempts.said.clone_from(said);
                }
                self.message(*digest, *repeats);
            }
            Fact::StopBlocked => self.stop_blocked(),
            Fact::Compaction => self.compaction(),
            Fact::Idle { said } => {
                // An agent that reported to be blocked stays asleep when its turn ends.
                if seen.agent.is_main() && self.scopes.session.activity != SessionActivity::Asleep {
                    self.rest(SessionActivity::Idle);
                }
                if let Some(said) = said {
                    self.summarise(said, false);
                }
            }
            Fact::Blocked { on, summary } => {
                let summary = summary.clone().unwrap_or_default();
                self.report(&AgentReport::Blocked { on: on.clone(), summary });
                self.scopes.session.in_flight.clear();
            }
            Fact::Complete { summary } => {
                let summary = summary.clone().unwrap_or_default();
                self.report(&AgentReport::Complete { summary });
                self.scopes.session.in_flight.clear();
            }
            Fact::Resume => self.rest(SessionActivity::Active),
            Fact::Guidance { text, test } => self.guidance(text, test.as_deref()),
            Fact::Reset { guidance, test } => self.reset(guidance.as_deref(), test.as_deref()),
            Fact::Skip { test } => self.scopes.task.attempts.skip(test),
            Fact::Rescope => self.rescope(),
            Fact::Retry => self.retry(),
            Fact::Escalate { incident } => self.escalate(incident),
            Fact::Paused { pause, event } => self.hold(pause, *event),
            Fact::SpendAllowed { more } => self.allow_spend(*more),
            Fact::Bypass { until } => self.scopes.session.bypass_until = Some(*until),
            Fact::Dismiss { incident } => self.dismiss(incident),
            Fact::Judgement { gets_anywhere, reason } => self.judgement(*gets_anywhere, reason),
            Fact::Checkpoint { task, became } => self.checkpoint_became(task, became),
            Fact::Tampering(tampering) => self.out.push(
                Finding::new(Rule::Tampered, FindingLevel::Trip, 1, 1)
                    .about(FindingSubject::Tampering(tampering.clone())),
            ),
            Fact::ForkOfOpen(fork) => {
                self.scopes.session.is_fork_of_unknown = false;
                self.out.push(fork.cause.clone());
            }
            Fact::Tick => self.budgets(BudgetDemand::Nothing),
            Fact::SessionEnd => self.session_end(),
            Fact::Other { .. } => {}
        }
    }

    fn session_start(&mut self, start: &SessionStart) {
        let SessionStart {
            client,
            role,
            task,
            cwd,
            project,
            run,
            briefing,
            calibrated_limits,
            failure_signs,
            is_fork,
        } = start;
        let session = &mut self.scopes.session;
        session.client = client.clone().or(session.client.take());
        session.role = role.clone().or(session.role.take());
        session.task = task.clone().or(session.task.take());
        session.folder = cwd.clone().or(session.folder.take());
        if session.folder.is_some() {
            session.other_project.clone_from(project);
        }
        session.run.clone_from(run);
        if !calibrated_limits.is_empty() {
            session.calibrated_limits.clone_from(calibrated_limits);
        }
        session.is_fork_of_unknown |= is_fork;
        session.learn_signs(failure_signs);
        self.words.extend(briefing.clone());
        self.remind_of_open();
    }

    fn usage(&mut self, spent: &ObservedUsage) {
        let used = &mut self.scopes.task.used;
        used.output_tokens = used.output_tokens.saturating_add(spent.output_tokens);
        let cost = used.cost_of(spent);
        used.cost_usd = used.cost_usd.saturating_add(cost);
        let totals = &mut self.scopes.session.totals;
        totals.cost_usd = totals.cost_usd.saturating_add(cost);
        if !spent.reported_usd.is_zero() {
            used.unreported_usd = PicoUsd::ZERO;
        }
        used.unreported_usd = used.unreported_usd.saturating_add(spent.priced_usd);
        used.context_tokens = spent.context_tokens.unwrap_or(used.context_tokens);
        if used.context_tokens < used.context_at_answer {
            used.context_at_answer = 0;
        }
        used.messages = spent.messages.unwrap_or(used.messages);
        self.budgets(BudgetDemand::Nothing);
        self.spend(spent);
        self.compare_cost(spent.usual);
    }

    fn rest(&mut self, activity: SessionActivity) {
        self.scopes.session.activity = activity;
        self.scopes.session.in_flight.clear();
    }

    fn session_end(&mut self) {
        self.rest(SessionActivity::Idle);
        self.scopes.session.run = None;
    }

    /// Whether findings have consequences now.
    fn enforces(&self) -> bool {
        self.policy.mode == EnforcementMode::Enforce && !self.is_bypassed()
    }

    fn is_bypassed(&self) -> bool {
        self.scopes.session.bypass_until.is_some_and(|until| self.scopes.session.last < until)
    }

    fn round_end(&mut self) {
        self.scopes.session.tells_rounds = true;
        self.scopes.agent.window.rounds += 1;
        self.scopes.agent.refused.round_end();
        self.stop_if_patience_ends();
    }

    fn stop_if_patience_ends(&mut self) {
        let open = self.open_incident();
        let refused = &self.scopes.agent.refused;
        let rounds = if refused.incident == open { refused.rounds } else { 0 };
        if open.is_some() && self.enforces() && self.policy.limits.refusals.is_used_up(rounds) {
            self.stop = true;
        }
    }
}
