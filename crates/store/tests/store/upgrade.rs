//! A file of an earlier version keeps every row.

use std::path::Path;

use fusebox_engine::{AgentId, IncidentId, RunId, SessionId, Timestamp};
use fusebox_store::{
    AcceptedFile, AgentRunRow, BreakerRank, BreakerRow, IncidentFilter, LogSelection,
    SCHEMA_VERSION, ScopeKind,
};
use tempfile::TempDir;

use crate::{Fact, append, at_once, log, open, sql, task};

const V1: &str = include_str!("../../src/sqlite/schema/v1.sql");
const V2: &str = include_str!("../../src/sqlite/schema/v2.sql");
const V3: &str = include_str!("../../src/sqlite/schema/v3.sql");
const V4: &str = include_str!("../../src/sqlite/schema/v4.sql");
const V5: &str = include_str!("../../src/sqlite/schema/v5.sql");
const V6: &str = include_str!("../../src/sqlite/schema/v6.sql");
const V7: &str = include_str!("../../src/sqlite/schema/v7.sql");
const V8: &str = include_str!("../../src/sqlite/schema/v8.sql");

/// One row in each table, written with nothing of this version.
const ROWS: &str = r#"
INSERT INTO log (session, n, id, agent, task, at_ms, kind, observation, verdict, policy, versions)
  VALUES ('s1', 1, 'e1', 'main', 's1', 5, 'change', '{"a":1}', '{"v":2}', -1, 1002),
         ('s1', 2, 'e2', 'main', 's1', 6, 'request', '{}', '', -1, 1002);
INSERT INTO scope VALUES (2, 's1', '{"calls":3}', x'00ff', 4, 1, 7);
INSERT INTO incident VALUES ('0a1b2c3d', 's1', 's1', 8, 'open', 1, '{"why":"a loop"}');
INSERT INTO outbox (kind, key, body, queued_ms) VALUES ('notify', '0a1b2c3d', '{"b":1}', 9);
INSERT INTO policy (key, place, digest, body, at_ms) VALUES ('k', 'p', -1, '{"mode":1}', 10);
INSERT INTO process VALUES (41, 77, 's1', 11);
PRAGMA user_version = 1;
"#;

/// A file of version 1 with a row in each table, and these changes on top.
fn earlier(changes: &[&str]) -> TempDir {
    let dir = TempDir::new().unwrap();
    let conn = sql(&dir);
    conn.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(())).unwrap();
    for batch in [V1, ROWS].iter().chain(changes) {
        conn.execute_batch(batch).unwrap();
    }
    dir
}

fn version(dir: &TempDir) -> i64 {
    sql(dir).query_row("PRAGMA user_version", [], |row| row.get(0)).unwrap()
}

#[test]
fn a_file_of_version_1_keeps_everything() {
    let dir = earlier(&[]);
    let mut store = open(&dir);
    let read = store.read();
    let log = read.log(LogSelection::All, 0, 10).unwrap();
    let first = &log[0];
    assert_eq!((log.len(), first.seq, first.n, first.at), (2, 1, 1, Timestamp(5)));
    let ids = (first.session.as_str(), first.id.as_str(), first.agent.as_str());
    assert_eq!(ids, ("s1", "e1", "main"));
    assert_eq!((first.observation.as_str(), first.verdict.as_str()), (r#"{"a":1}"#, r#"{"v":2}"#));
    assert_eq!((first.policy, first.versions), (u64::MAX, 1002));
    let state = read.scope(ScopeKind::Session, "s1").unwrap().unwrap();
    assert_eq!((state.durable.as_str(), state.window), (r#"{"calls":3}"#, vec![0, 255]));
    assert_eq!((state.window_version, state.open, state.at), (4, true, Timestamp(7)));
    let incidents = read.incidents(&IncidentFilter::default()).unwrap();
    assert_eq!((incidents.len(), incidents[0].body.as_str()), (1, r#"{"why":"a loop"}"#));
    assert_eq!(read.undelivered().unwrap()[0].body, r#"{"b":1}"#);
    assert_eq!(read.policy("k").unwrap().unwrap().digest, u64::MAX);
    assert_eq!(read.processes().unwrap()[0].started, 77);
    let found = (version(&dir), read.health().unwrap().problems);
    assert_eq!(found, (SCHEMA_VERSION, Vec::new()));
    append(&mut store, &Fact::new("s1", 3, "e3")).unwrap();
}

#[test]
fn a_file_of_version_2_gets_a_place_for_runs() {
    let row = "INSERT INTO task VALUES ('42', '/w', 1, 12, '{\"a\":1}'); PRAGMA user_version = 2;";
    let dir = earlier(&[V2, row]);
    let mut store = open(&dir);
    assert_eq!(store.read().tasks(true).unwrap()[0].body, r#"{"a":1}"#);
    let (id, task) = (RunId::parse("r1").unwrap(), task("42"));
    let row = AgentRunRow {
        id,
        task,
        open: true,
        is_session: false,
        at: Timestamp(13),
        body: "{}".to_owned(),
    };
    store.write(|tx| tx.put_agent_run(&row)).unwrap();
    assert_eq!(store.read().open_agent_runs().unwrap(), [row]);
    assert_eq!(version(&dir), SCHEMA_VERSION);
}

#[test]
fn g01_a_file_is_withheld_until_it_is_accepted() {
    let mut store = fusebox_store::Store::in_memory().unwrap();
    let paths = ["/h/b.toml", "/h/a.toml"].map(Path::new);
    let file = AcceptedFile::default();
    store
        .write(|tx| paths.iter().try_for_each(|path| tx.accept_file(path, &file, Timestamp(1))))
        .unwrap();
    assert!(store.read().withheld_files().unwrap().is_empty());
    store
        .write(|tx| paths.iter().try_for_each(|path| tx.withhold_file(path, Timestamp(2))))
        .unwrap();
    assert_eq!(store.read().withheld_files().unwrap(), [paths[1], paths[0]]);
    assert_eq!(store.read().accepted_file(paths[0]).unwrap(), Some(file.clone()));
    store.write(|tx| tx.accept_file(paths[1], &file, Timestamp(3))).unwrap();
    assert_eq!(store.read().withheld_files().unwrap(), [paths[0]]);
}

#[test]
fn a_file_of_version_3_gets_a_place_for_breakers_and_totals() {
    let run = "INSERT INTO agent_run VALUES ('r1', '42', 1, 13, '{}'); PRAGMA user_version = 3;";
    let dir = earlier(&[V2, V3, run]);
    let mut store = open(&dir);
    assert_eq!(store.read().open_agent_runs().unwrap()[0].at, Timestamp(13));
    let (key, body) = ("mcp:a/b".to_owned(), "{}".to_owned());
    let row = BreakerRow { key, rank: BreakerRank::Open, at: Timestamp(14), body };
    store.write(|tx| tx.put_breaker(&row).and_then(|()| tx.count("trips x"))).unwrap();
    assert_eq!(store.read().breakers().unwrap(), [row]);
    assert_eq!(store.read().counters().unwrap(), [("trips x".to_owned(), 1)]);
    assert_eq!(version(&dir), SCHEMA_VERSION);
}

#[test]
fn a_file_of_version_4_gets_a_place_for_accepted_files() {
    let dir = earlier(&[V2, V3, V4, "PRAGMA user_version = 4;"]);
    let mut store = open(&dir);
    let (there, gone) = (Path::new("/h/settings.json"), Path::new("/h/none.json"));
    let file = AcceptedFile { content: Some(b"\xff{}".to_vec()), mode: Some(0o640) };
    let none = AcceptedFile::default();
    store
        .write(|tx| {
            tx.accept_file(there, &none, Timestamp(1))?;
            tx.accept_file(there, &file, Timestamp(2))?;
            tx.accept_file(gone, &none, Timestamp(3))
        })
        .unwrap();
    assert_eq!(store.read().accepted_file(there).unwrap(), Some(file));
    assert_eq!(store.read().accepted_file(gone).unwrap(), Some(none));
    assert_eq!(store.read().accepted_file(Path::new("/h/other")).unwrap(), None);
    assert_eq!(version(&dir), SCHEMA_VERSION);
}

#[test]
fn a_file_of_version_5_keeps_its_runs_beside_records_of_sessions() {
    let run = "INSERT INTO agent_run VALUES ('r1', '42', 0, 13, '{}'); PRAGMA user_version = 5;";
    let dir = earlier(&[V2, V3, V4, V5, run]);
    let mut store = open(&dir);
    let earlier = store.read().agent_runs(None, 10).unwrap();
    assert_eq!((earlier.len(), earlier[0].is_session), (1, false));
    let (id, at) = (RunId::parse("s1").unwrap(), Timestamp(14));
    let (is_session, body) = (true, "{}".to_owned());
    let row = AgentRunRow { id, task: task("42"), open: false, is_session, at, body };
    store.write(|tx| tx.put_agent_run(&row)).unwrap();
    assert_eq!(store.read().agent_runs(None, 10).unwrap(), earlier);
    assert_eq!(store.read().work_records(None, 10).unwrap()[0], row);
    assert_eq!(version(&dir), SCHEMA_VERSION);
}

#[test]
fn a_file_of_version_6_keeps_every_document() {
    let rows = r#"
        INSERT INTO run VALUES ('42', 9, 1, '"ninth"'), ('42', 10, 2, '"tenth"'), ('421', 1, 2, '"other"');
        INSERT INTO report VALUES ('0a1b2c3d', 3, '{"report":1}');
        INSERT INTO agent_run VALUES ('r1', '42', 1, 4, '{}'), ('r2', '42', 0, 5, '{}');
        INSERT INTO session_record VALUES ('s1', '42', 6, '{}');
        INSERT INTO breaker VALUES ('mcp:a/b', 3, 7, '{}');
        INSERT INTO counter VALUES ('trips x', 41);
        INSERT INTO accepted_file VALUES ('/h/a', x'ff7b', 8), ('/h/none', NULL, 8),
          ('withheld:/h/a', NULL, 9);
        PRAGMA user_version = 6;"#;
    let dir = earlier(&[V2, V3, V4, V5, V6, rows]);
    let mut store = open(&dir);
    store.write(|tx| tx.count("trips x")).unwrap();
    let read = store.read();
    assert_eq!(read.runs(&task("42"), 9).unwrap(), [r#""ninth""#, r#""tenth""#]);
    let incident = IncidentId::parse("0a1b2c3d").unwrap();
    assert_eq!(read.report(&incident).unwrap().as_deref(), Some(r#"{"report":1}"#));
    let records = read.work_records(None, 9).unwrap();
    let told: Vec<_> =
        records.iter().map(|row| (row.id.as_str(), row.open, row.is_session)).collect();
    assert_eq!(told, [("s1", false, true), ("r2", false, false), ("r1", true, false)]);
    assert_eq!(read.breakers().unwrap()[0].rank, BreakerRank::Held);
    assert_eq!(read.counters().unwrap(), [("trips x".to_owned(), 42)]);
    let accepted = |path| read.accepted_file(Path::new(path)).unwrap().map(|file| file.content);
    assert_eq!(accepted("/h/a"), Some(Some(b"\xff{".to_vec())));
    assert_eq!((accepted("/h/none"), accepted("/h/other")), (Some(None), None));
    assert_eq!(read.withheld_files().unwrap(), [Path::new("/h/a")]);
    assert_eq!(version(&dir), SCHEMA_VERSION);
}

#[test]
fn m01_a_file_of_version_7_keeps_how_far_conversations_were_read() {
    let rows = r#"
        INSERT INTO tail VALUES ('s1', 'main', '{"offset":9}', 5), ('s1', 'a1', '{}', 6);
        PRAGMA user_version = 7;"#;
    let dir = earlier(&[V2, V3, V4, V5, V6, V7, rows]);
    let store = open(&dir);
    let session = SessionId::parse("s1").unwrap();
    let kept = |agent| {
        let row = store.read().tail(&session, &agent).unwrap();
        row.map(|row| (row.body, row.at))
    };
    assert_eq!(kept(AgentId::main()), Some((r#"{"offset":9}"#.to_owned(), Timestamp(5))));
    assert_eq!(kept(AgentId::parse("a1").unwrap()), Some(("{}".to_owned(), Timestamp(6))));
    assert_eq!(kept(AgentId::parse("a2").unwrap()), None);
    assert_eq!(version(&dir), SCHEMA_VERSION);
}

#[test]
fn an_upgrade_happens_once_however_many_come() {
    let dir = earlier(&[]);
    at_once(8, |n| {
        append(&mut open(&dir), &Fact::new(&format!("new{n}"), 1, "e1")).unwrap();
    });
    assert_eq!(version(&dir), SCHEMA_VERSION);
    assert_eq!(log(&open(&dir)).len(), 10);
}

/// States as the version before wrote them, and caps in rows of their own.
const STATES_OF_V8: &str = r#"
INSERT INTO scope VALUES
  (1, 's2' || char(31) || 'a1', '{}', x'01ff', 8, 0, 7),
  (2, 's2', '{}', CAST('7 2 0 9 1 0 30 2 6 é' || char(10) || '5 0 ' AS BLOB), 0, 0, 7),
  (2, 's3', '{}', CAST('7 2 0 9 0 0 ' AS BLOB), 0, 0, 7),
  (3, 's2', '{}', x'', 0, 0, 7),
  (4, 'spend/session/s2', '{"limit":"2 USD","usd":"1.5"}', x'', 0, 0, 7),
  (4, 'spend/session.day/s2', 'half a', x'', 0, 0, 7),
  (4, 'spend/subagent/a1 of s2', '{"limit":"1 USD","usd":"0.5"}', x'', 0, 0, 7),
  (4, 'spend/task/s2', '{"limit":"9 USD","usd":"1.5"}', x'', 0, 0, 7),
  (4, 'spend/all.day/', '{"limit":"20 USD","usd":"1.5"}', x'', 0, 0, 7),
  (4, 'patterns:/w', '{}', x'', 0, 0, 7);
PRAGMA user_version = 8;
"#;

#[test]
fn m03_a_file_of_version_8_keeps_its_caps_and_its_positions() {
    let dir = earlier(&[V2, V3, V4, V5, V6, V7, V8, STATES_OF_V8]);
    let store = open(&dir);
    let caps = |kind, key| store.read().scope(kind, key).unwrap().unwrap().caps;
    let session = r#"{"session.day":{"unreadable":true},"session":{"limit":"2 USD","usd":"1.5"}}"#;
    assert_eq!(caps(ScopeKind::Session, "s2"), session);
    let agent = r#"{"subagent":{"limit":"1 USD","usd":"0.5"}}"#;
    assert_eq!(caps(ScopeKind::Agent, "s2\u{1f}a1"), agent);
    assert_eq!(caps(ScopeKind::Task, "s2"), r#"{"task":{"limit":"9 USD","usd":"1.5"}}"#);
    assert_eq!(caps(ScopeKind::Session, "s1"), "");
    let machine = store.read().scopes(ScopeKind::Machine, "").unwrap();
    let keys: Vec<&str> = machine.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["patterns:/w", "spend/all.day/"]);
    let session = store.read().scope(ScopeKind::Session, "s2").unwrap().unwrap();
    let position = "7 2 0 9 1 0 30 2 6 é\n5 0 ";
    assert_eq!((session.position.as_str(), session.window), (position, Vec::new()));
    let uncapped = store.read().scope(ScopeKind::Session, "s3").unwrap().unwrap();
    assert_eq!((uncapped.position.as_str(), uncapped.caps.as_str()), ("7 2 0 9 0 0 ", ""));
    let agent = store.read().scope(ScopeKind::Agent, "s2\u{1f}a1").unwrap().unwrap();
    assert_eq!((agent.position.as_str(), agent.window), ("", vec![1, 255]));
    let capped = store.read().capped_scopes(ScopeKind::Session).unwrap();
    assert_eq!(capped.iter().map(|(key, _)| key.as_str()).collect::<Vec<_>>(), ["s2"]);
}

/// A program of an earlier version may still run when a newer one has changed the file.
#[test]
fn m01_an_event_that_an_earlier_version_writes_is_read() {
    let dir = TempDir::new().unwrap();
    let store = open(&dir);
    let row = "INSERT INTO log (session, n, id, agent, task, at_ms, kind, observation, verdict, policy, versions)
      VALUES ('s1', 0, 'e1', 'main', 's1', 5, 'usage', '{}', '', -1, 1002)";
    sql(&dir).execute_batch(row).unwrap();
    let log = log(&store);
    assert_eq!((log.len(), log[0].n, log[0].kind.as_str()), (1, 0, "usage"));
}

/// A program of the version before may still run when a newer one has changed the file.
#[test]
fn m01_a_state_that_the_version_before_writes_keeps_the_position_and_the_caps() {
    let dir = TempDir::new().unwrap();
    let mut store = open(&dir);
    let row = crate::scope("{}");
    store.write(|tx| tx.save_scope(ScopeKind::Session, "s1", &row)).unwrap();
    sql(&dir)
        .execute_batch(
            "INSERT INTO scope (kind, key, durable, recent, recent_version, open, at_ms)
             VALUES (2, 's1', '{\"events\":1}', x'', 0, 0, 9)
             ON CONFLICT (kind, key) DO UPDATE SET durable = excluded.durable,
               recent = excluded.recent, recent_version = excluded.recent_version,
               open = excluded.open, at_ms = excluded.at_ms",
        )
        .unwrap();
    let kept = store.read().scope(ScopeKind::Session, "s1").unwrap().unwrap();
    assert_eq!((kept.durable.as_str(), kept.at), ("{\"events\":1}", Timestamp(9)));
    assert_eq!((kept.position, kept.caps), (row.position, row.caps));
}
