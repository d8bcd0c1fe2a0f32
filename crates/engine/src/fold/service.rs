//! Shared breakers of tools and services: their answer is a fact of the event, and is enforced here.

use super::Fold;
use crate::observation::{CallOutcome, CallRequest, Fact};
use crate::state::{ServiceCall, SessionActivity, short};

impl Fold<'_> {
    /// An open breaker refuses this call and nothing else.
    pub(super) fn ask_service(&mut self, request: &CallRequest) {
        let found = request.breaker.as_ref().and_then(|asked| asked.finding());
        self.out.extend(found);
    }

    /// Remembers an admitted call, whose result the breakers wait for.
    pub(super) fn service_call_begins(&mut self, request: &CallRequest) {
        let Some(asked) = request.breaker.as_ref().filter(|asked| asked.admitted) else { return };
        self.scopes.session.service_call_begins(ServiceCall {
            call: request.call.unwrap_or_default(),
            tool: short(request.subject.kind),
            ticket: asked.ticket.clone(),
            roll_up: asked.roll_up.clone(),
        });
    }

    pub(super) fn service_call_ends(&mut self, outcome: &CallOutcome) {
        let waiting = self.scopes.service_call_index(outcome.call, outcome.named_call());
        if let Some(index) = waiting {
            self.scopes.session.service_calls.remove(index);
        }
        let opened = outcome.breaker.iter().flat_map(|told| &told.opened);
        self.out.extend(opened.map(crate::service::OpenedBreaker::finding));
    }

    /// Drops calls in flight when the turn ends: their results never come.
    pub(super) fn drop_service_calls(&mut self) {
        if self.scopes.session.drops_service_calls(&self.seen.fact, self.seen.agent.is_main()) {
            self.scopes.session.service_calls.clear();
        }
    }
}

impl crate::state::SessionState {
    /// Whether calls in flight get no result after this event.
    #[must_use]
    pub fn drops_service_calls(&self, fact: &Fact, of_main: bool) -> bool {
        let turn_ends = of_main && self.activity != SessionActivity::Asleep;
        matches!(fact, Fact::SessionEnd) || (turn_ends && matches!(fact, Fact::Idle { .. }))
    }
}
