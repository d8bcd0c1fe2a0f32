//! Caps on what is spent, enforced here. How far each has come is a fact of the event; of those since a person's prompt,
//! the task's record says it.

use super::Fold;
use crate::breaker::{Breaker, TripRecord};
use crate::observation::{CallRequest, Fact};
use crate::observed_usage::ObservedUsage;
use crate::policy::EnforcementMode;
use crate::spend::{CapLimit, CapStanding, UnknownModelPolicy, UsualCost};
use crate::state::{RefusalCounts, Scopes};
use crate::wording::{CAP_HAS_ROOM, cap_lifted};
use crate::{Finding, FindingLevel, FindingSubject, IncidentId, IncidentStatus, Ratio, Rule};

impl Fold<'_> {
    /// Closes the breaker that a cap opened once no cap is spent any more: a person allowed more, or the window ended.
    /// Where the new room is spent too by then, that is another trip, which this call finds or another agent's has found.
    pub(super) fn release_spend(&mut self) {
        let trip =
            self.scopes.agent.breaker.trip_record().filter(|trip| trip.rule().is_spend_cap());
        let Some(TripRecord { incident, is_escalated, .. }) = trip else { return };
        let (incident, is_escalated) = (incident.clone(), *is_escalated);
        let Fact::Request(CallRequest { caps: Some(caps), .. }) = &self.seen.fact else {
            // A prompt comes before there is a call.
            if matches!(self.seen.fact, Fact::Prompt { has_room: true, .. }) {
                self.close_cap(incident);
            }
            return;
        };
        let mut spent = caps.iter().filter(|cap| cap.is_spent()).peekable();
        if spent.peek().is_none() {
            self.close_cap(incident);
        } else if !is_escalated && !spent.any(|cap| cap.incident.as_ref() == Some(&incident)) {
            self.close_trip_of_cap(incident);
        }
    }

    /// Lets more be spent than the cap that opened the task's breaker, and closes it.
    pub(super) fn allow_spend(&mut self, more: CapLimit) {
        let Some(trip) = self.scopes.task.breaker.trip_record() else { return };
        let (rule, incident) = (trip.rule(), trip.incident.clone());
        if rule.is_spend_cap() {
            // A cap opens the breaker of a task where it was escalated. This order is sent once the cap has room.
            return self.close_cap(incident);
        }
        let mut caps = self.scopes.caps_since_prompt(self.policy, &self.seen.task).into_iter();
        let is_raised =
            |cap: &CapStanding| cap.name.scope.rule() == rule && more.is_like(cap.limit);
        let Some(cap) = caps.find(is_raised) else { return };
        let task = &mut self.scopes.task;
        task.used.allow_beyond(more.with_amount(cap.sum().addition_for(more.amount())));
        task.warned.retain(|warned| *warned != rule || rule.is_unattended_net());
        task.refused = RefusalCounts::default();
        self.close_cap(incident);
    }

    /// Lets the agent go on that the trip of a cap stopped, and says so.
    pub(super) fn close_cap(&mut self, incident: IncidentId) {
        self.close_trip_of_cap(incident);
        self.words.push(CAP_HAS_ROOM.to_owned());
    }

    /// Closes the breakers that the trip of a cap opened: the agent's, and the task's where the trip was escalated.
    fn close_trip_of_cap(&mut self, incident: IncidentId) {
        let Scopes { agent, task, .. } = &mut *self.scopes;
        for breaker in [&mut agent.breaker, &mut task.breaker] {
            if breaker.trip_record().is_some_and(|trip| trip.incident == incident) {
                *breaker = Breaker::Closed;
            }
        }
        agent.refused = RefusalCounts::default();
        self.close_incident(incident, IncidentStatus::Reset, None);
    }

    /// Judges the caps of the task since a person's prompt. Once their trip has opened its breaker, that refuses calls.
    pub(super) fn check_caps_since_prompt(&mut self) {
        let warn_at = self.policy.limits.warn_at;
        for cap in self.scopes.prompt_caps(self.policy) {
            let (task, sum) = (&mut self.scopes.task, cap.sum());
            let rule = cap.scope.rule();
            let share = if rule.is_unattended_net() { Ratio::HALF } else { warn_at };
            let is_news = if sum.is_used_up() {
                task.breaker.trip_record().is_none()
            } else {
                sum.is_near(share) && !task.warned.contains(&rule)
            };
            if is_news {
                task.warned.extend((!sum.is_used_up()).then_some(rule));
                self.find_caps(&[cap.standing(&self.seen.task)]);
            }
        }
    }

    /// Judges what a response cost.
    pub(super) fn spend(&mut self, spent: &ObservedUsage) {
        if spent.is_unpriced && self.policy.spend.unknown == UnknownModelPolicy::Refuse {
            self.out.push(Finding::new(Rule::SpendUnknown, FindingLevel::Trip, 1, 1));
        }
        self.find_caps(&spent.caps);
    }

    /// Says once that the session costs far more than others of its project.
    pub(super) fn compare_cost(&mut self, usual: Option<UsualCost>) {
        let factor = self.policy.spend.unusual;
        let session = &mut self.scopes.session;
        session.usual_cost = usual.or(session.usual_cost);
        let cost = session.totals.cost_usd;
        let Some(usual) = session.usual_cost.filter(|usual| usual.is_exceeded_by(cost, factor))
        else {
            return;
        };
        if !std::mem::replace(&mut session.cost_told, true) {
            let (cost_micros, usual_micros) = (cost.micros(), usual.median.micros());
            let level = FindingLevel::Notice;
            let finding = Finding::new(Rule::SpendUnusual, level, cost_micros, usual_micros);
            self.out.push(finding.about(FindingSubject::UnusualCost { cost, usual }));
        }
    }

    /// Refuses a call at a spent cap.
    pub(super) fn check_caps(&mut self, request: &CallRequest) {
        let caps = request.caps.as_deref().unwrap_or_default();
        self.find_caps(caps);
        let refused = caps.iter().find(|cap| cap.is_spent()).and_then(|cap| cap.incident.clone());
        if let Some(incident) = refused
            && self.enforces()
        {
            let round = self.scopes.session.round_of_call(request.round);
            self.scopes.agent.refused.count_call(Some(incident), round);
            self.scopes.task.refused.calls += 1;
            let rounds = self.scopes.agent.refused.rounds;
            self.stop |= self.policy.limits.refusals.is_used_up(rounds);
        }
    }

    /// Tells the agent that a person's prompt raised its caps.
    pub(super) fn tell_lifted(&mut self, lifted: &[CapStanding]) {
        if self.policy.mode == EnforcementMode::Enforce {
            self.words.extend(lifted.iter().map(cap_lifted));
        }
    }

    /// Whether a cap opened the agent's breaker, and the event is a person's prompt that did not lift that cap.
    pub(super) fn is_held_by_cap(&self) -> bool {
        let Fact::Prompt { lifted, .. } = &self.seen.fact else { return false };
        let rule = self.scopes.agent.breaker.trip_record().map(TripRecord::rule);
        rule.is_some_and(|rule| {
            rule.is_spend_cap() && lifted.iter().all(|cap| cap.name.scope.rule() != rule)
        })
    }

    fn find_caps(&mut self, caps: &[CapStanding]) {
        let is_supervised = self.scopes.session.run.is_some();
        let enforces = self.enforces();
        for finding in caps.iter().map(|cap| cap.finding(is_supervised)) {
            // Where nothing is refused, a spent cap is one incident too.
            if enforces || !self.scopes.task.observed.contains(&finding.rule) {
                self.out.push(finding);
            }
        }
    }
}
