//! A guarded call: its breaker admits it or not, and records its result.

use fusebox_breaker::{CircuitOpen, Machine, Outcome as Told, Token};
use fusebox_engine::event::{ToolRequest, ToolResult};
use fusebox_engine::state::{Scopes, ServiceCall};
use fusebox_engine::{
    BreakerTicket, CallOutcome, EventKind, Fact, GuardClass, Observation, OpenedBreaker,
    ServiceAdmission, ServiceFeedback, ServiceOutcome, ServicePolicy, Timestamp, Verdict,
    VerdictAction,
};
use fusebox_observe::service::{BreakerNames, error_class};
use fusebox_store::StoreTx;

use super::shared::{SharedBreaker, millis_of, moment};
use crate::RuntimeError;

/// The breakers that an event concerns, and what is to be kept of them.
#[derive(Debug, Default)]
pub(crate) struct GuardedCall {
    changed: Vec<SharedBreaker>,
    /// The leave holds only if the call is made.
    leave: bool,
}

impl GuardedCall {
    /// Asks or tells the breakers that `seen` concerns, and writes what they say on it.
    pub(crate) fn meet(
        reader: &dyn StoreTx,
        policy: &ServicePolicy,
        kind: &EventKind,
        scopes: &Scopes,
        seen: &mut Observation,
    ) -> Result<Self, RuntimeError> {
        let desk = BreakerLookup { reader, policy, now: seen.at };
        match (kind, &mut seen.fact) {
            (EventKind::ToolRequest(request), Fact::Request(fact)) => {
                if scopes.agent.window.knows_request(fact)
                    || !policy.guards(&request.tool.name())
                    || fact.subject.guard != GuardClass::None
                {
                    return Ok(Self::default());
                }
                let (asked, changed) = desk.ask(request)?;
                let leave = asked.admitted;
                fact.breaker = Some(Box::new(asked));
                Ok(Self { changed, leave })
            }
            (EventKind::ToolResult(result), Fact::Outcome(fact)) => {
                let Some(call) = desk.call_of(result, fact, scopes)? else {
                    return Ok(Self::default());
                };
                let (told, changed) = desk.report_result(&call, result)?;
                fact.breaker = Some(Box::new(told));
                Ok(Self { changed, leave: false })
            }
            (_, fact) => {
                let session = &scopes.session;
                let of_main = seen.agent.is_main();
                if session.service_calls.is_empty() || !session.drops_service_calls(fact, of_main) {
                    return Ok(Self::default());
                }
                Ok(Self { changed: desk.give_back(&session.service_calls)?, leave: false })
            }
        }
    }

    /// Keeps the changes, but those of a call that another rule refuses: it is never made.
    pub(crate) fn keep(
        self,
        tx: &mut dyn StoreTx,
        verdict: &Verdict,
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        if self.leave && verdict.verdict >= VerdictAction::Deny {
            return Ok(());
        }
        self.changed.into_iter().try_for_each(|shared| shared.save(tx, now))
    }
}

/// Where breakers are asked.
struct BreakerLookup<'a> {
    reader: &'a dyn StoreTx,
    policy: &'a ServicePolicy,
    now: Timestamp,
}

impl BreakerLookup<'_> {
    fn ask(
        &self,
        request: &ToolRequest,
    ) -> Result<(ServiceAdmission, Vec<SharedBreaker>), RuntimeError> {
        let target = BreakerNames::of_request(request);
        let mut roll_up = None;
        if let Some(key) = &target.service {
            let mut shared = self.load(key, true)?;
            match acquire(&mut shared, self.now) {
                Ok(ticket) => roll_up = Some((ticket, shared)),
                Err(open) => return Ok(turned_away(shared, &open, true)),
            }
        }
        let mut shared = self.load(&target.tool, false)?;
        let ticket = match acquire(&mut shared, self.now) {
            Ok(ticket) => ticket,
            // The service's leave was not used: it is asked again by whoever comes next.
            Err(open) => return Ok(turned_away(shared, &open, false)),
        };
        let (roll_up, of_service) = roll_up.unzip();
        let asked = ServiceAdmission {
            ticket,
            roll_up,
            admitted: true,
            retry_after_ms: None,
            state: shared.machine.state(moment(self.now)),
            by: shared.opened_by(),
            threshold: shared.threshold().get().unwrap_or_default(),
        };
        Ok((asked, of_service.into_iter().chain([shared]).collect()))
    }

    /// The guarded call that a result ends. One that the client never asked for is asked for now.
    fn call_of(
        &self,
        result: &ToolResult,
        fact: &CallOutcome,
        scopes: &Scopes,
    ) -> Result<Option<ServiceCall>, RuntimeError> {
        if let Some(index) = scopes.service_call_index(fact.call, fact.named_call()) {
            return Ok(scopes.session.service_calls.get(index).cloned());
        }
        let Some((request, subject)) = result.request.as_ref().zip(fact.unasked.as_ref()) else {
            return Ok(None);
        };
        let known = scopes.agent.window.knows_result(fact);
        if known || !self.policy.guards(&request.tool.name()) || subject.guard != GuardClass::None {
            return Ok(None);
        }
        let target = BreakerNames::of_request(request);
        let leave = |key: String, of_service| -> Result<BreakerTicket, RuntimeError> {
            let shared = self.load(&key, of_service)?;
            Ok(BreakerTicket { key, epoch: shared.machine.epoch(), probe: 0 })
        };
        let roll_up = target.service.map(|key| leave(key, true)).transpose()?;
        let ticket = leave(target.tool, false)?;
        Ok(Some(ServiceCall { call: 0, tool: 0, ticket, roll_up }))
    }

    fn report_result(
        &self,
        call: &ServiceCall,
        result: &ToolResult,
    ) -> Result<(ServiceFeedback, Vec<SharedBreaker>), RuntimeError> {
        let tool = if call.ticket.key.starts_with("web/") { "web" } else { &call.ticket.key };
        let error = if result.refused {
            None
        } else {
            error_class(&fusebox_engine::Tool::from(tool), result)
        };
        let outcome = match &error {
            _ if result.refused => ServiceOutcome::Neutral,
            None => ServiceOutcome::Success,
            Some(class) if self.policy.counts(class) => ServiceOutcome::Failure,
            Some(_) => ServiceOutcome::Neutral,
        };
        let slow = self.policy.slow_call.get().zip(result.duration_ms);
        let slow = slow.is_some_and(|(limit, took)| took >= limit);
        let mut opened = Vec::new();
        let mut held = false;
        // The tool's comes first.
        let changed = self.each(call, |shared, token, of_service| {
            held |= shared.is_held();
            let SharedBreaker { machine, heard, .. } = shared;
            let now = moment(self.now);
            if result.refused {
                machine.abandon(token, &now, &mut |change| heard.push(change));
            } else {
                let told = match outcome {
                    // A person holds the tool's: what it does says nothing of its service.
                    _ if of_service && held => Told::Neutral,
                    ServiceOutcome::Success if slow => Told::Slow,
                    ServiceOutcome::Success => Told::Success,
                    ServiceOutcome::Failure => Told::Failure,
                    ServiceOutcome::Neutral => Told::Neutral,
                };
                machine.complete(token, told, None, &now, &mut |change| heard.push(change));
            }
            opened.extend(shared.opened().map(|change| OpenedBreaker {
                key: shared.key.clone(),
                roll_up: of_service,
                open_for_ms: change.open_for.map(millis_of).unwrap_or_default(),
                by: shared.opened_by(),
                threshold: shared.threshold().get().unwrap_or_default(),
                calls: change.window,
            }));
        })?;
        let told = ServiceFeedback { ticket: call.ticket.clone(), outcome, error, opened };
        Ok((told, changed))
    }

    /// Calls that were cancelled give their leave back.
    fn give_back(&self, calls: &[ServiceCall]) -> Result<Vec<SharedBreaker>, RuntimeError> {
        let mut changed: Vec<SharedBreaker> = Vec::new();
        // Of ordinary calls nothing waits for anything.
        let probes = calls.iter().flat_map(|call| call.roll_up.iter().chain([&call.ticket]));
        for ticket in probes.filter(|ticket| ticket.probe > 0) {
            let of_service = calls.iter().any(|call| call.roll_up.as_ref() == Some(ticket));
            let mut shared = self.load(&ticket.key, of_service)?;
            let SharedBreaker { machine, heard, .. } = &mut shared;
            machine.abandon(token(ticket), &moment(self.now), &mut |change| heard.push(change));
            changed.push(shared);
        }
        Ok(changed)
    }

    fn each(
        &self,
        call: &ServiceCall,
        mut work: impl FnMut(&mut SharedBreaker, Token, bool),
    ) -> Result<Vec<SharedBreaker>, RuntimeError> {
        let tickets = [(Some(&call.ticket), false), (call.roll_up.as_ref(), true)];
        let tickets = tickets.into_iter().filter_map(|(ticket, all)| Some((ticket?, all)));
        tickets
            .map(|(ticket, of_service)| {
                let mut shared = self.load(&ticket.key, of_service)?;
                work(&mut shared, token(ticket), of_service);
                Ok(shared)
            })
            .collect()
    }

    fn load(&self, key: &str, of_service: bool) -> Result<SharedBreaker, RuntimeError> {
        SharedBreaker::load(self.reader, self.policy, key, of_service, self.now)
    }
}

fn acquire(shared: &mut SharedBreaker, now: Timestamp) -> Result<BreakerTicket, CircuitOpen> {
    let SharedBreaker { key, machine, heard, .. } = shared;
    let Token { epoch, probe } =
        Machine::acquire(machine, &moment(now), &mut |change| heard.push(change))?;
    Ok(BreakerTicket { key: key.clone(), epoch, probe })
}

fn turned_away(
    shared: SharedBreaker,
    open: &CircuitOpen,
    of_service: bool,
) -> (ServiceAdmission, Vec<SharedBreaker>) {
    let ticket = BreakerTicket { key: shared.key.clone(), epoch: shared.machine.epoch(), probe: 0 };
    let asked = ServiceAdmission {
        roll_up: of_service.then(|| ticket.clone()),
        ticket,
        admitted: false,
        retry_after_ms: open.retry_after.map(millis_of),
        state: open.state,
        by: shared.opened_by(),
        threshold: shared.threshold().get().unwrap_or_default(),
    };
    (asked, vec![shared])
}

fn token(ticket: &BreakerTicket) -> Token {
    Token { epoch: ticket.epoch, probe: ticket.probe }
}
