//! Reads a source once more for a few calls of one session.

use std::collections::{BTreeMap, BTreeSet};

use fusebox_engine::{CallOutcome, Event, Fact, SessionId};
use fusebox_observe::{SessionContext, to_fact};
use fusebox_replay::{MergedEvents, SessionFiles};

/// A call as it is shown to people.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct CallSummary {
    /// Short and redacted.
    pub(super) label: String,
    /// Whether the call succeeded; `None` if no result is recorded.
    pub(super) ok: Option<bool>,
    /// The last line of its output.
    pub(super) gist: Option<String>,
    /// The agent that made it, if not the main one.
    pub(super) agent: Option<String>,
}

/// The calls of a source's `nth` session with the numbers `wanted`, from 0.
pub(super) fn read_calls(
    source: &SessionFiles,
    nth: usize,
    wanted: &BTreeSet<u64>,
) -> BTreeMap<u64, CallSummary> {
    let mut sessions: Vec<SessionId> = Vec::new();
    let mut calls = WantedCalls { wanted, next: 0, calls: BTreeMap::new(), open: Vec::new() };
    for event in MergedEvents::open(source) {
        if !sessions.contains(&event.session) {
            sessions.push(event.session.clone());
        }
        if sessions.get(nth) == Some(&event.session) {
            calls.add_event(&event);
        }
    }
    calls.calls
}

/// The calls that were read so far.
struct WantedCalls<'a> {
    wanted: &'a BTreeSet<u64>,
    next: u64,
    calls: BTreeMap<u64, CallSummary>,
    /// Wanted calls without a result, by the digest of their id.
    open: Vec<(Option<u64>, u64)>,
}

impl WantedCalls<'_> {
    fn add_event(&mut self, event: &Event) {
        let fact = to_fact(&event.kind, &SessionContext::default());
        if let Fact::Request(request) = fact {
            if self.wanted.contains(&self.next) {
                let agent = (!event.agent.is_main()).then(|| event.agent.to_string());
                let label = request.subject.label;
                let call = CallSummary { label, agent, ..CallSummary::default() };
                self.calls.insert(self.next, call);
                self.open.push((request.call, self.next));
            }
            self.next += 1;
        } else if let Fact::Outcome(outcome) = fact {
            self.add_outcome(*outcome);
        }
    }

    fn add_outcome(&mut self, outcome: CallOutcome) {
        let index = self.open.iter().position(|(call, _)| *call == outcome.call);
        let call = index.map(|index| self.open.remove(index).1);
        if let Some(call) = call.and_then(|call| self.calls.get_mut(&call)) {
            call.ok = Some(outcome.ok);
            call.gist = outcome.error.map(|error| error.text().to_owned()).or(outcome.gist);
        }
    }
}
