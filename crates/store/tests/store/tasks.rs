//! Tasks, what the log says of them, and how far conversations were read.

use fusebox_engine::{AgentId, Timestamp};
use fusebox_store::{
    LogRow, LogSelection, PurgeCounts, PurgeRequest, Store, StoreTx, TailRow, TaskRow,
};

use crate::{Fact, NOW, on_each, session, task};

fn row(id: &str, folder: &str, open: bool, at: u64) -> TaskRow {
    TaskRow {
        id: task(id),
        folder: folder.to_owned(),
        open,
        at: Timestamp(at),
        body: format!("{{\"title\":\"{id}\"}}"),
    }
}

fn tail(of: &str, agent: AgentId, body: &str) -> TailRow {
    TailRow { session: session(of), agent, body: body.to_owned(), at: Timestamp(10) }
}

fn append(store: &mut Store, fact: &Fact, kind: &str) {
    store.write(|tx| tx.append(&LogRow { kind, ..fact.row() }).map(drop)).unwrap();
}

#[test]
fn the_latest_open_task_of_a_folder_is_found_by_the_exact_path() {
    on_each(|store| {
        let rows = [
            row("old", "/w", true, 1),
            row("new", "/w", true, 2),
            row("done", "/w", false, 3),
            row("other", "/w/a", true, 4),
        ];
        store.write(|tx| rows.iter().try_for_each(|row| tx.put_task(row))).unwrap();
        let read = store.read();
        for (folder, expected) in
            [("/w", Some("new")), ("/w/a", Some("other")), ("/w/", None), ("/", None), ("%", None)]
        {
            let found = read.task_of_folder(folder).unwrap();
            assert_eq!(found.map(|row| row.id), expected.map(task), "{folder}");
        }
        let ids = |open_only| {
            let rows = read.tasks(open_only).unwrap();
            rows.iter().map(|row| row.id.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(ids(true), ["other", "new", "old"]);
        assert_eq!(ids(false), ["other", "done", "new", "old"]);
        assert_eq!(read.task(&task("done")).unwrap(), Some(row("done", "/w", false, 3)));
        assert_eq!(read.task(&task("none")).unwrap(), None);
        let closed = row("new", "/w", false, 9);
        store.write(|tx| tx.put_task(&closed)).unwrap();
        assert_eq!(store.read().task(&task("new")).unwrap(), Some(closed));
        assert_eq!(store.read().task_of_folder("/w").unwrap().unwrap().id, task("old"));
    });
}

#[test]
fn runs_are_kept_by_task_and_reports_by_incident() {
    on_each(|store| {
        store
            .write(|tx| {
                for n in 1..=5 {
                    tx.put_run(&task("t1"), n, Timestamp(n), &format!("r{n}"))?;
                }
                tx.put_run(&task("t2"), 1, Timestamp(9), "other")?;
                tx.put_run(&task("t1"), 5, Timestamp(9), "again")?;
                let incident = fusebox_engine::IncidentId::from_digest(7);
                tx.put_report(&incident, Timestamp(1), "first")?;
                tx.put_report(&incident, Timestamp(2), "second")
            })
            .unwrap();
        let read = store.read();
        assert_eq!(read.runs(&task("t1"), 3).unwrap(), ["r3", "r4", "again"]);
        assert_eq!(read.runs(&task("none"), 3).unwrap(), [""; 0]);
        let report = |n| read.report(&fusebox_engine::IncidentId::from_digest(n)).unwrap();
        assert_eq!((report(7).as_deref(), report(8)), (Some("second"), None));
        let purged = store.purge(PurgeRequest::Before(Timestamp(5))).unwrap();
        assert_eq!((purged.runs, purged.reports), (4, 1));
        assert_eq!(store.read().runs(&task("t1"), 9).unwrap(), ["again"]);
    });
}

#[test]
fn how_far_a_conversation_was_read_is_kept_for_each_agent() {
    on_each(|store| {
        let sub = AgentId::parse("a1").unwrap();
        let rows = [
            tail("s1", AgentId::main(), "{\"offset\":1}"),
            tail("s1", sub.clone(), "{}"),
            tail("s1", AgentId::main(), "{\"offset\":2}"),
        ];
        let moves = [(&rows[0], None), (&rows[1], None), (&rows[2], Some(&rows[0]))];
        let moved = |tx: &mut dyn StoreTx| {
            moves.iter().try_for_each(|(row, before)| tx.move_tail(row, *before).map(drop))
        };
        store.write(moved).unwrap();
        let read = store.read();
        assert_eq!(read.tail(&session("s1"), &AgentId::main()).unwrap().as_ref(), Some(&rows[2]));
        assert_eq!(read.tail(&session("s1"), &sub).unwrap().as_ref(), Some(&rows[1]));
        assert_eq!(read.tail(&session("s2"), &sub).unwrap(), None);
    });
}

#[test]
fn m01_a_reading_that_began_where_another_one_has_moved_on_changes_nothing() {
    on_each(|store| {
        let at = |offset: u64| tail("s1", AgentId::main(), &format!("{{\"offset\":{offset}}}"));
        let kept = |store: &Store| store.read().tail(&session("s1"), &AgentId::main()).unwrap();
        let moves = |store: &mut Store, to: u64, before: Option<u64>| {
            let (to, before) = (at(to), before.map(at));
            store.write(|tx| tx.move_tail(&to, before.as_ref())).unwrap()
        };
        assert!(!moves(store, 1, Some(0)), "it went with its session meanwhile");
        assert_eq!(kept(store), None);
        assert!(moves(store, 2, None));
        for stale in [None, Some(1)] {
            assert!(!moves(store, 9, stale));
            assert_eq!(kept(store), Some(at(2)));
        }
        assert!(moves(store, 3, Some(2)));
        assert_eq!(kept(store), Some(at(3)));
    });
}

#[test]
fn an_open_task_keeps_its_events_and_a_tail_goes_with_its_session() {
    on_each(|store| {
        for (n, of) in (1..).zip(["open", "closed", "young"]) {
            let mut fact = Fact::new(of, n, "e");
            fact.at = Timestamp(10);
            append(store, &fact, "change");
        }
        let rows = [row("open", "/w", true, 10), row("closed", "/w", false, 10)];
        let young = row("young", "/w", false, NOW.0);
        store
            .write(|tx| {
                rows.iter().chain([&young]).try_for_each(|row| tx.put_task(row))?;
                tx.move_tail(&tail("open", AgentId::main(), "{}"), None)?;
                tx.move_tail(&tail("closed", AgentId::main(), "{}"), None).map(drop)
            })
            .unwrap();
        let expected = PurgeCounts { events: 2, tasks: 1, tails: 1, ..PurgeCounts::default() };
        assert_eq!(store.purge(PurgeRequest::Before(Timestamp(100))).unwrap(), expected);
        let read = store.read();
        assert_eq!(read.tasks(false).unwrap(), [young.clone(), rows[0].clone()]);
        assert_eq!(read.log(LogSelection::All, 0, 10).unwrap().len(), 1);
        assert!(read.tail(&session("open"), &AgentId::main()).unwrap().is_some());
        let expected = PurgeCounts { events: 1, tasks: 2, tails: 1, ..PurgeCounts::default() };
        assert_eq!(store.purge(PurgeRequest::Everything).unwrap(), expected);
    });
}
