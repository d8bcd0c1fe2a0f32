//! Repeats, lost updates, replaced rows, unreadable rows.

use fusebox_engine::IncidentId;
use fusebox_store::{
    AppendOutcome, EarlierEvent, LogRow, LogSelection, PolicyRow, ScopeKind, ScopeRow,
    SessionSelection, StoreError,
};

use crate::{Fact, NOW, append, incident, log, on_each, open, scope, sql};

#[test]
fn a_repeated_id_answers_as_before_and_changes_nothing() {
    on_each(|store| {
        let mut first = Fact::new("s1", 1, "e1");
        first.verdict = "{\"verdict\":\"deny\"}";
        let verdict = first.verdict.to_owned();
        store.write(|tx| tx.append(&first.row())).unwrap();
        for n in [1, 2] {
            let again = append(store, &Fact::new("s1", n, "e1")).unwrap();
            assert_eq!(again, AppendOutcome::Duplicate { verdict: verdict.clone() });
        }
        let elsewhere = append(store, &Fact::new("s2", 1, "e1")).unwrap();
        assert_eq!(elsewhere, AppendOutcome::New(2));
        let found = store.read().find_event(&first.session, &first.id).unwrap();
        let found = found.unwrap();
        assert_eq!((found.at, found.verdict), (first.row().at, verdict));
        assert_eq!(store.read().find_event(&crate::session("s9"), &first.id).unwrap(), None);
    });
}

#[test]
fn the_newest_event_with_an_id_is_found() {
    on_each(|store| {
        for (n, id) in [(1, "c:1"), (2, "c:1#00000002"), (3, "c:10"), (4, "c:1#00000004")] {
            append(store, &Fact::new("s1", n, id)).unwrap();
        }
        let mut newest = Fact::new("s1", 5, "c:1#00000011");
        newest.verdict = "{\"verdict\":\"deny\"}";
        append(store, &newest).unwrap();
        let found = |id| {
            let id = fusebox_engine::EventId::parse(id).unwrap();
            store.read().find_event(&newest.session, &id).unwrap().map(|event| event.verdict)
        };
        assert_eq!(found("c:1").as_deref(), Some(newest.verdict));
        assert!(found("c:10").is_some_and(|verdict| verdict != newest.verdict));
        assert_eq!(found("c:2"), None);
    });
}

#[test]
fn a_taken_number_is_a_lost_update() {
    on_each(|store| {
        append(store, &Fact::new("s1", 1, "e1")).unwrap();
        let lost = append(store, &Fact::new("s1", 1, "e2")).unwrap_err();
        assert!(matches!(lost, StoreError::LostUpdate { n: 1, .. }), "{lost}");
        assert_eq!(log(store).len(), 1);
    });
}

#[test]
fn an_event_in_the_row_of_the_next_one_is_an_event() {
    on_each(|store| {
        append(store, &Fact::new("s1", 0, "e0")).unwrap();
        let (usage, call) = (Fact::new("s1", 1, "e1"), Fact::new("s1", 2, "e2"));
        let earlier = EarlierEvent { id: &usage.id, kind: "usage", observation: "{\n}" };
        let row = LogRow { earlier: Some(earlier), ..call.row() };
        store.write(|tx| tx.append(&row)).unwrap();
        assert_eq!(store.read().next_number(&usage.session).unwrap(), 3);
        let lost = append(store, &Fact::new("s1", 1, "e3")).unwrap_err();
        assert!(matches!(lost, StoreError::LostUpdate { n: 1, .. }), "{lost}");
        append(store, &Fact::new("s1", 3, "e3")).unwrap();
        let log = log(store);
        let told: Vec<_> = log.iter().map(|row| (row.seq, row.n, row.id.as_str())).collect();
        assert_eq!(told, [(1, 0, "e0"), (2, 1, "e1"), (2, 2, "e2"), (3, 3, "e3")]);
        assert_eq!((log[1].kind.as_str(), log[1].observation.as_str()), ("usage", "{\n}"));
        assert_eq!((log[1].verdict.as_str(), log[1].policy), ("", log[2].policy));
        let read = store.read();
        assert_eq!(read.log(LogSelection::All, 1, 1).unwrap(), log[1..3]);
        assert_eq!(read.newest(&usage.session, 2).unwrap(), log[1..]);
        assert_eq!(read.sessions(SessionSelection::All).unwrap()[0].events, 4);
    });
}

#[test]
fn the_latest_policy_of_a_place_is_the_last_one_kept() {
    on_each(|store| {
        let row = |key: &str, place: &str, digest| PolicyRow {
            key: key.to_owned(),
            place: place.to_owned(),
            digest,
            body: format!("{{\"digest\":{digest}}}"),
        };
        store
            .write(|tx| {
                for (key, place, digest) in [("a", "p", 1), ("b", "p", 2), ("c", "q", 3)] {
                    tx.put_policy(&row(key, place, digest), NOW)?;
                }
                tx.put_policy(&row("a", "p", u64::MAX), NOW)
            })
            .unwrap();
        let read = store.read();
        assert_eq!(read.last_good_policy("p").unwrap(), Some(row("a", "p", u64::MAX)));
        assert_eq!(read.policy("b").unwrap(), Some(row("b", "p", 2)));
        assert_eq!(read.policy_of_digest(3).unwrap(), Some(row("c", "q", 3)));
        assert_eq!(read.last_good_policy("r").unwrap(), None);
    });
}

#[test]
fn a_prefix_names_every_incident_that_begins_so() {
    on_each(|store| {
        for id in ["0a000001", "0a000002", "0b000001"] {
            store.write(|tx| tx.put_incident(&incident(id, "s1", true))).unwrap();
        }
        assert_eq!(store.read().find_incidents("0a").unwrap().len(), 2);
        assert_eq!(store.read().find_incidents("0b").unwrap().len(), 1);
        let whole = IncidentId::parse("0a000002").unwrap();
        assert!(store.read().incident(&whole).unwrap().is_some());
    });
}

#[test]
fn one_unreadable_row_is_told_from_a_corrupt_file() {
    let dir = tempfile::TempDir::new().unwrap();
    let mut store = open(&dir);
    store.write(|tx| tx.save_scope(ScopeKind::Agent, "a", &scope("{}"))).unwrap();
    let other = sql(&dir);
    other.execute("UPDATE scope SET durable = CAST(x'ff' AS TEXT)", []).unwrap();
    let error = store.read().scope(ScopeKind::Agent, "a").unwrap_err();
    assert!(matches!(error, StoreError::Row { .. }), "{error}");
    store.write(|tx| tx.save_scope(ScopeKind::Agent, "a", &scope("{}"))).unwrap();
    assert!(store.read().scope(ScopeKind::Agent, "a").unwrap().is_some());
}

#[test]
fn m01_a_position_and_caps_are_read_as_they_were_written() {
    on_each(|store| {
        let positions = ["", "7 2 0 9 0 0 ", "7 2 0 9 1 0 30 2 6 é\n5 0 ", "\n"];
        for (n, position) in positions.into_iter().enumerate() {
            for caps in ["", r#"{"session":{"usd":"1"}}"#] {
                let (position, caps) = (position.to_owned(), caps.to_owned());
                let row = ScopeRow { position, caps, ..scope("{}") };
                let key = format!("{n}{}", if row.caps.is_empty() { "" } else { " capped" });
                store.write(|tx| tx.save_scope(ScopeKind::Session, &key, &row)).unwrap();
                assert_eq!(store.read().scope(ScopeKind::Session, &key).unwrap(), Some(row));
            }
        }
        let capped = store.read().capped_scopes(ScopeKind::Session).unwrap();
        let keys: Vec<&str> = capped.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(keys, ["0 capped", "1 capped", "2 capped", "3 capped"]);
    });
}
