//! What is old goes, what is open stays.

use fusebox_engine::{Duration, RunId, Timestamp};
use fusebox_store::{
    AgentRunRow, BreakerRank, BreakerRow, DeliveryOutcome, IncidentFilter, LogSelection,
    OutboxKind, PolicyRow, ProcessRow, PurgeCounts, PurgeRequest, ScopeKind, Store,
};

use crate::{Fact, NOW, incident, on_each, scope, session, task};

const OLD: Timestamp = Timestamp(10);
const LIMIT: Timestamp = Timestamp(100);

fn fill(store: &mut Store) {
    store
        .write(|tx| {
            // `done` is old; `waits` is old with an open incident; `late` has an old session and
            // a new one.
            let events = [("done", OLD, "done"), ("waits", OLD, "waits"), ("l1", OLD, "late")];
            for (name, at, of) in events.into_iter().chain([("l2", NOW, "late")]) {
                let mut fact = Fact::new(name, 1, "e1");
                fact.at = at;
                fact.task = task(of);
                tx.append(&fact.row())?;
            }
            // `l1` has a state as old as `done`, and events that stay.
            let state = |open| fusebox_store::ScopeRow { open, at: OLD, ..scope("{}") };
            tx.save_scope(ScopeKind::Session, "l1", &state(false))?;
            tx.save_scope(ScopeKind::Agent, "l1\u{1f}main", &state(false))?;
            tx.save_scope(ScopeKind::Task, "late", &state(false))?;
            for (name, open) in [("done", false), ("waits", true)] {
                tx.save_scope(ScopeKind::Session, name, &state(open))?;
                let id = if open { "00000001" } else { "00000002" };
                let row = fusebox_store::IncidentRow { at: OLD, ..incident(id, name, open) };
                tx.put_incident(&row)?;
                tx.queue(&OutboxKind::Report, name, "{}", OLD)?;
            }
            let first = tx.claim_outbox(OLD, Duration::from_secs(1), 1)?;
            tx.finish_outbox(&first[0], &DeliveryOutcome::Done)?;
            for (key, digest) in [("used", u64::MAX), ("unused", 1), ("latest", 2)] {
                let (key, place) = (key.to_owned(), "p".to_owned());
                tx.put_policy(&PolicyRow { key, place, digest, body: String::new() }, OLD)?;
            }
            for (id, open) in [("ended", false), ("goes-on", true)] {
                let (id, body) = (RunId::parse(id).unwrap(), "{}".to_owned());
                let (task, is_session) = (task("done"), false);
                tx.put_agent_run(&AgentRunRow { id, task, open, is_session, at: OLD, body })?;
            }
            for (key, rank) in [("old", BreakerRank::Open), ("held", BreakerRank::Held)] {
                let (key, body) = (key.to_owned(), "{}".to_owned());
                tx.put_breaker(&BreakerRow { key, rank, at: OLD, body })?;
            }
            tx.record_process(&ProcessRow { session: session("done"), pid: 1, started: 1 }, OLD)
        })
        .unwrap();
}

#[test]
fn what_is_open_pending_or_of_a_living_task_stays() {
    on_each(|store| {
        fill(store);
        let expected = PurgeCounts {
            events: 1,
            scopes: 1,
            incidents: 1,
            effects: 1,
            policies: 1,
            processes: 1,
            agent_runs: 1,
            breakers: 1,
            ..PurgeCounts::default()
        };
        assert_eq!(store.would_purge(PurgeRequest::Before(LIMIT)).unwrap(), expected);
        assert_eq!(store.purge(PurgeRequest::Before(LIMIT)).unwrap(), expected);
        let read = store.read();
        let left = read.log(LogSelection::All, 0, 10).unwrap();
        let left: Vec<_> = left.iter().map(|event| event.session.as_str()).collect();
        assert_eq!(left, ["waits", "l1", "l2"]);
        for (kind, key) in [
            (ScopeKind::Session, "waits"),
            (ScopeKind::Session, "l1"),
            (ScopeKind::Agent, "l1\u{1f}main"),
            (ScopeKind::Task, "late"),
        ] {
            assert!(read.scope(kind, key).unwrap().is_some(), "{key}");
        }
        assert_eq!(read.incidents(&IncidentFilter::default()).unwrap().len(), 1);
        assert_eq!(read.undelivered().unwrap().len(), 1);
        assert!(read.policy("used").unwrap().is_some() && read.policy("unused").unwrap().is_none());
        assert_eq!(store.purge(PurgeRequest::Before(LIMIT)).unwrap(), PurgeCounts::default());
        store.compact().unwrap();
    });
}

#[test]
fn everything_is_everything() {
    on_each(|store| {
        fill(store);
        let purged = store.purge(PurgeRequest::Everything).unwrap();
        let expected = PurgeCounts {
            events: 4,
            scopes: 5,
            incidents: 2,
            effects: 2,
            policies: 3,
            processes: 1,
            agent_runs: 2,
            breakers: 2,
            ..PurgeCounts::default()
        };
        assert_eq!(purged, expected);
        store.write(|tx| tx.append(&Fact::new("s1", 1, "e1").row()).map(drop)).unwrap();
    });
}
