//! A client whose hooks and whose output report the same session: nothing is counted twice.
//!
//! `both.txt` is one run of Claude Code 2.1.330, its hook calls and its lines in the order in which
//! they came: a call stands in the output before its hook is asked.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use fusebox_clients::{ClientEnvironment, HookCoverage, OutputReader, agent_named, client_named};
use fusebox_engine::{Event, EventKind, Policy, Timestamp, VerdictAction};
use fusebox_runtime::{PolicySet, Runtime, query};
use fusebox_store::{IncidentFilter, SessionSelection};

const BOTH: &str = include_str!("both.txt");

/// Where the events of the session come from.
#[derive(Debug, Clone, Copy, PartialEq)]
enum ReportedBy {
    Hooks,
    Stream,
    /// Both, and the driver checks at the start whether there are hooks.
    Both,
    /// Both, and the driver does not check.
    BothUnchecked,
}

/// The runtime after a run, and its answers.
struct LiveRun {
    runtime: Runtime,
    /// The answers to the hooks, without those to repeated events.
    fresh: Vec<(VerdictAction, Option<String>)>,
}

fn run_hooks(run: &str, reported_by: ReportedBy) -> LiveRun {
    let policies = PolicySet::of_one(Policy::default());
    let mut live = LiveRun { runtime: Runtime::in_memory().unwrap(), fresh: Vec::new() };
    let around = ClientEnvironment {
        entrypoint: Some("sdk-cli".to_owned()),
        ..ClientEnvironment::default()
    };
    let mut stream = OutputReader::new(agent_named("claude").unwrap(), "run1", &around);
    for (n, line) in run.lines().enumerate() {
        let at = Timestamp(1_000 + 1_000 * n as u64);
        if let Some(payload) = line.strip_prefix("hook ")
            && reported_by != ReportedBy::Stream
        {
            let call = (client_named("claude").unwrap().read)(payload.as_bytes(), &around).unwrap();
            live.hook(&policies, &call.events, at);
        } else if let Some(line) = line.strip_prefix("line ")
            && reported_by != ReportedBy::Hooks
        {
            for event in stream.read_line(line.as_bytes()) {
                live.runtime.decide(&policies, &event, at).unwrap();
                let begins = matches!(event.kind, EventKind::SessionStart(_));
                let store = live.runtime.store();
                if begins
                    && reported_by == ReportedBy::Both
                    && query::is_hooked(store, &event.session).unwrap()
                {
                    stream.set_hook_coverage(HookCoverage::Calls);
                }
            }
        }
    }
    live
}

impl LiveRun {
    /// Decides events as the hook does.
    fn hook(&mut self, policies: &PolicySet, events: &[Event], at: Timestamp) {
        let answered = self.runtime.decide_all(policies, events, at).unwrap();
        for event in events {
            if matches!(event.kind, EventKind::SessionStart(_)) {
                self.runtime.record_client(&event.session, 4_000_000, 1, at).unwrap();
            }
        }
        let fresh = answered.into_iter().filter(|one| !one.duplicate);
        self.fresh.extend(fresh.map(|one| (one.verdict.verdict, one.verdict.context)));
    }

    fn calls(&self) -> u64 {
        let policies = PolicySet::of_one(Policy::default());
        let store = self.runtime.store();
        let sessions =
            query::sessions(store, &policies, Timestamp(100_000), SessionSelection::All).unwrap();
        assert_eq!(sessions.len(), 1, "one session, whatever reports it");
        sessions[0].tool_calls
    }
}

#[test]
fn a_call_that_hooks_and_output_tell_is_one_call() {
    // One of the six has a bad input: no hook is called, and its result reports it.
    for reported_by in
        [ReportedBy::Hooks, ReportedBy::Both, ReportedBy::BothUnchecked, ReportedBy::Stream]
    {
        assert_eq!(run_hooks(BOTH, reported_by).calls(), 6, "{reported_by:?}");
    }
}

/// The first call of the run, so many times, under other names.
fn looping(times: usize) -> String {
    let lines: Vec<&str> = BOTH.lines().collect();
    let (start, call) = (&lines[..5], &lines[5..10]);
    let again = (0..times).map(|n| {
        let named = call.join("\n").replace("toolu_", &format!("toolu_{n}_"));
        named.replace("msg_", &format!("msg_{n}_"))
    });
    [start.join("\n")].into_iter().chain(again).collect::<Vec<_>>().join("\n")
}

#[test]
fn r01_a_warning_and_a_refusal_reach_the_agent_though_its_output_tells_the_call_first() {
    let answers =
        |times: usize, reported_by: ReportedBy| run_hooks(&looping(times), reported_by).fresh;
    let worst = |times: usize| answers(times, ReportedBy::Both).iter().map(|one| one.0).max();
    assert_eq!((worst(3), worst(4)), (Some(VerdictAction::Allow), Some(VerdictAction::Warn)));
    assert_eq!((worst(6), worst(7)), (Some(VerdictAction::Warn), Some(VerdictAction::Deny)));
    assert_eq!(
        answers(9, ReportedBy::Both),
        answers(9, ReportedBy::Hooks),
        "as if nobody read the output"
    );
    // Without hooks the output alone brings the trip, for the driver to act on.
    let alone = run_hooks(&looping(9), ReportedBy::Stream);
    let incidents = alone.runtime.store().read().incidents(&IncidentFilter::default()).unwrap();
    assert_eq!(incidents.len(), 1);
}
