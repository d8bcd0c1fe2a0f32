//! One session from its first event to the end of its incident.

use fusebox_engine::{Duration, Timestamp};
use fusebox_store::{
    AppendOutcome, DeliveryOutcome, IncidentFilter, LogSelection, OutboxKind, PolicyRow,
    ProcessRow, ScopeKind, SessionSelection, Store, StoreError,
};

use crate::{Fact, NOW, append, incident, log, on_each, open, scope, session, task};

const LEASE: Duration = Duration::from_secs(60);

#[test]
fn a_session_is_remembered_whole() {
    on_each(|store| {
        let (first, trip) = (Fact::new("s1", 1, "e1"), Fact::new("s1", 2, "e2"));
        store
            .write(|tx| {
                assert_eq!(tx.policy("k")?, None);
                assert_eq!(tx.scope(ScopeKind::Agent, "s1/main")?, None);
                tx.put_policy(&policy("k", "p", 9), NOW)?;
                tx.record_process(&process(41), NOW)?;
                tx.save_scope(ScopeKind::Agent, "s1/main", &scope("{\"calls\":1}"))?;
                assert_eq!(tx.append(&first.row())?, AppendOutcome::New(1));
                Ok::<_, StoreError>(())
            })
            .unwrap();
        store
            .write(|tx| {
                let mut agent = tx.scope(ScopeKind::Agent, "s1/main")?.unwrap();
                assert_eq!(agent, scope("{\"calls\":1}"));
                agent.durable = "{\"calls\":2}".to_owned();
                agent.open = true;
                tx.save_scope(ScopeKind::Agent, "s1/main", &agent)?;
                assert_eq!(tx.append(&trip.row())?, AppendOutcome::New(2));
                tx.put_incident(&incident("0a1b2c3d", "s1", true))?;
                assert!(tx.queue(&OutboxKind::DesktopNote, "0a1b2c3d", "{}", NOW)?);
                assert!(!tx.queue(&OutboxKind::DesktopNote, "0a1b2c3d", "{}", NOW)?);
                tx.require_durable();
                Ok::<_, StoreError>(())
            })
            .unwrap();

        let read = store.read();
        let log = read.log(LogSelection::Session(&session("s1")), 0, 10).unwrap();
        assert_eq!(log.iter().map(|e| (e.seq, e.n)).collect::<Vec<_>>(), [(1, 1), (2, 2)]);
        assert_eq!((log[0].policy, log[0].versions, log[0].at), (u64::MAX, 7, NOW));
        assert_eq!(log[0].observation, "{\"fact\":\"request\"}");
        assert_eq!(read.log(LogSelection::Task(&task("s1")), 1, 10).unwrap(), log[1..]);
        assert_eq!(read.log(LogSelection::All, 0, 1).unwrap(), log[..1]);
        assert_eq!(read.scopes(ScopeKind::Agent, "").unwrap().len(), 1);
        assert_eq!(read.find_incidents("0a1").unwrap(), [incident("0a1b2c3d", "s1", true)]);
        assert_eq!(read.find_incidents("%").unwrap(), []);
        assert_eq!(read.processes().unwrap(), [process(41)]);
        assert_eq!(read.last_good_policy("p").unwrap(), Some(policy("k", "p", 9)));

        store
            .write(|tx| {
                let claimed = tx.claim_outbox(NOW, LEASE, 10)?;
                assert_eq!(claimed.len(), 1);
                assert!(tx.finish_outbox(&claimed[0], &DeliveryOutcome::Done)?);
                tx.put_incident(&incident("0a1b2c3d", "s1", false))
            })
            .unwrap();
        assert_eq!(store.read().undelivered().unwrap(), []);
        let open = IncidentFilter { open_only: true, ..IncidentFilter::default() };
        assert_eq!(store.read().incidents(&open).unwrap(), []);
    });
}

/// The size of the write-ahead log.
fn log_bytes(dir: &tempfile::TempDir) -> u64 {
    std::fs::metadata(dir.path().join("fusebox.db-wal")).map_or(0, |log| log.len())
}

#[test]
fn what_was_written_is_there_after_closing() {
    let dir = tempfile::TempDir::new().unwrap();
    append(&mut open(&dir), &Fact::new("s1", 1, "e1")).unwrap();
    assert_eq!(log(&open(&dir)).len(), 1);
    for n in 2..200 {
        append(&mut open(&dir), &Fact::new("s1", n, &format!("e{n}"))).unwrap();
        let bytes = log_bytes(&dir);
        assert!(bytes < 600_000, "{bytes} bytes to read again");
    }
    assert_eq!(log(&open(&dir)).len(), 199);
}

#[test]
fn a_store_that_ends_with_its_process_leaves_a_short_log_and_no_long_one() {
    let dir = tempfile::TempDir::new().unwrap();
    let mut store = open(&dir);
    let mut n = 0;
    while log_bytes(&dir) < 600_000 {
        n += 1;
        append(&mut store, &Fact::new("s1", n, &format!("e{n}"))).unwrap();
    }
    store.end_with_process();
    assert_eq!(log_bytes(&dir), 0, "a long log is put into the database");
    let mut store = open(&dir);
    append(&mut store, &Fact::new("s1", n + 1, "last")).unwrap();
    store.end_with_process();
    assert!(log_bytes(&dir) > 0, "a short log is left to the next");
    let next = open(&dir);
    assert_eq!(log(&next).len() as u64, n + 1);
}

#[test]
fn an_error_inside_keeps_nothing() {
    on_each(|store: &mut Store| {
        let refused = store.write(|tx| {
            tx.append(&Fact::new("s1", 1, "e1").row())?;
            tx.queue(&OutboxKind::DesktopNote, "x", "{}", NOW)?;
            Err::<(), _>(Refused)
        });
        assert!(matches!(refused, Err(Refused)));
        assert_eq!(log(store), []);
        assert_eq!(store.read().undelivered().unwrap(), []);
    });
}

#[test]
fn sessions_are_listed_latest_first() {
    on_each(|store| {
        let facts = [("s1", 1, 10, "a"), ("s2", 1, 20, "a"), ("s1", 2, 30, "b"), ("s3", 1, 5, "c")];
        for (name, n, at, of) in facts {
            let mut fact = Fact::new(name, n, &format!("{name}-{n}"));
            fact.at = Timestamp(at);
            fact.task = task(of);
            store.write(|tx| tx.append(&fact.row())).unwrap();
        }
        let sessions = store.read().sessions(SessionSelection::All).unwrap();
        let seen: Vec<_> = sessions
            .iter()
            .map(|s| (s.session.as_str(), s.task.as_str(), s.first.0, s.last.0, s.events))
            .collect();
        let expected = [("s1", "b", 10, 30, 2), ("s2", "a", 20, 20, 1), ("s3", "c", 5, 5, 1)];
        assert_eq!(seen, expected);
    });
    assert_eq!(Store::in_memory().unwrap().read().sessions(SessionSelection::All).unwrap(), []);
}

#[test]
fn sessions_are_found_by_id_by_the_beginning_of_it_and_by_their_task() {
    on_each(|store| {
        for (name, of) in [("s1", "s1"), ("s10", "a"), ("s11", "a\"b"), ("t", "a"), ("s%", "s%")] {
            let mut fact = Fact::new(name, 1, &format!("{name}-1"));
            fact.task = task(of);
            let state = match of == name {
                true => scope("{}"),
                false => scope(&format!("{{\"task\":{of:?}}}")),
            };
            store
                .write(|tx| {
                    tx.append(&fact.row())?;
                    tx.save_scope(ScopeKind::Session, name, &state)
                })
                .unwrap();
        }
        let found = |selection: SessionSelection<'_>| -> Vec<String> {
            let found = store.read().sessions(selection).unwrap();
            found.iter().map(|row| row.session.to_string()).collect()
        };
        assert_eq!(found(SessionSelection::Id(&session("s1"))), ["s1"]);
        assert_eq!(found(SessionSelection::Id(&session("s"))), [] as [&str; 0]);
        assert_eq!(found(SessionSelection::IdPrefix("s1")), ["s1", "s10", "s11"]);
        assert_eq!(found(SessionSelection::IdPrefix("s%")), ["s%"]);
        assert_eq!(found(SessionSelection::IdPrefix("")).len(), 5);
        assert_eq!(found(SessionSelection::IdPrefix("u")), [] as [&str; 0]);
        assert_eq!(found(SessionSelection::OfTask(&task("a"))), ["s10", "t"]);
        assert_eq!(found(SessionSelection::OfTask(&task("a\"b"))), ["s11"]);
        assert_eq!(found(SessionSelection::OfTask(&task("s1"))), ["s1"]);
        assert_eq!(found(SessionSelection::OfTask(&task("s10"))), [] as [&str; 0]);
    });
}

#[test]
fn a_sound_database_has_no_problems() {
    let dir = tempfile::TempDir::new().unwrap();
    let health = open(&dir).read().health().unwrap();
    assert_eq!((health.journal.as_str(), health.schema_version), ("wal", 10));
    assert_eq!(health.problems, [] as [&str; 0]);
    assert!(health.bytes > 0);
}

#[derive(Debug)]
struct Refused;

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        panic!("{error}")
    }
}

fn policy(key: &str, place: &str, digest: u64) -> PolicyRow {
    let (key, place) = (key.to_owned(), place.to_owned());
    PolicyRow { key, place, digest, body: "{}".to_owned() }
}

fn process(pid: u32) -> ProcessRow {
    ProcessRow { session: session("s1"), pid, started: 77 }
}
