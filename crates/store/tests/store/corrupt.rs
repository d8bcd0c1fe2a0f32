//! Whatever lies where the database should be, opening ends in a working store or a clear error.

use std::fs;
use std::path::PathBuf;

use fusebox_store::{
    LogSelection, OpenedStore, OutboxKind, ScopeKind, SessionSelection, Store, StoreError,
};
use proptest::prelude::*;
use tempfile::TempDir;

use crate::{Fact, NOW, append, log, open, scope, sql};

/// A closed database with a few pages of each table, and its path.
fn filled(dir: &TempDir) -> PathBuf {
    let mut store = open(dir);
    for n in 1..=40 {
        store
            .write(|tx| {
                tx.append(&Fact::new("s1", n, &format!("event-{n}")).row())?;
                tx.save_scope(ScopeKind::Agent, &n.to_string(), &scope(&"x".repeat(500)))
            })
            .unwrap();
    }
    drop(store);
    settled(dir)
}

/// The database with nothing left in its write-ahead log.
pub(crate) fn settled(dir: &TempDir) -> PathBuf {
    let file = dir.path().join("fusebox.db");
    let conn = sql(dir);
    conn.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    file
}

/// Reads and writes everything that a hook does.
fn use_it(store: &mut Store) -> Result<(), StoreError> {
    store.write(|tx| {
        let fact = Fact::new("s1", 41, "event-41");
        tx.find_event(&fact.session, &fact.id)?;
        tx.scope(ScopeKind::Agent, "1")?;
        tx.save_scope(ScopeKind::Agent, "1", &scope("{}"))?;
        tx.append(&fact.row())?;
        tx.queue(&OutboxKind::DesktopNote, "41", "{}", NOW)?;
        Ok::<_, StoreError>(())
    })?;
    store.read().log(LogSelection::All, 0, 100)?;
    store.read().sessions(SessionSelection::All)?;
    Ok(())
}

#[test]
fn a_file_of_something_else_is_set_aside_unchanged() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("fusebox.db");
    fs::write(&file, "this is no database, and long enough to be one ".repeat(200)).unwrap();
    let before = fs::read(&file).unwrap();
    let OpenedStore { mut store, set_aside, .. } = Store::open(dir.path(), NOW).unwrap();
    let aside = set_aside.unwrap();
    assert_eq!(aside, dir.path().join("fusebox.db.corrupt-1000000"));
    assert_eq!(fs::read(&aside).unwrap(), before);
    use_it(&mut store).unwrap();
    drop(store);
    assert_eq!(Store::open(dir.path(), NOW).unwrap().set_aside, None);
}

#[test]
fn a_second_corrupt_file_does_not_replace_the_first() {
    let dir = TempDir::new().unwrap();
    for expected in ["fusebox.db.corrupt-1000000", "fusebox.db.corrupt-1000001"] {
        fs::write(dir.path().join("fusebox.db"), "x".repeat(5000)).unwrap();
        let opened = Store::open(dir.path(), NOW).unwrap();
        assert_eq!(opened.set_aside, Some(dir.path().join(expected)));
        drop(opened);
        settled(&dir);
    }
}

#[test]
fn damage_found_later_is_set_aside_on_request() {
    let dir = TempDir::new().unwrap();
    let file = filled(&dir);
    let mut bytes = fs::read(&file).unwrap();
    // Every page but the first, which holds the schema.
    bytes[4096..].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let mut store = open(&dir);
    let error = use_it(&mut store).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    let mut opened = store.set_aside(NOW).unwrap();
    assert_eq!(opened.set_aside, Some(dir.path().join("fusebox.db.corrupt-1000000")));
    use_it(&mut opened.store).unwrap();
}

#[test]
fn who_comes_late_gets_the_new_database() {
    let dir = TempDir::new().unwrap();
    filled(&dir);
    let (first, second) = (open(&dir), open(&dir));
    let mut first = first.set_aside(NOW).unwrap();
    append(&mut first.store, &Fact::new("s2", 1, "new")).unwrap();
    let second = second.set_aside(NOW).unwrap();
    assert_eq!(second.set_aside, None);
    assert_eq!(log(&second.store).len(), 1);
}

#[test]
fn a_missing_table_is_corruption() {
    let dir = TempDir::new().unwrap();
    let file = filled(&dir);
    rusqlite::Connection::open(file).unwrap().execute_batch("DROP TABLE scope").unwrap();
    let error = use_it(&mut open(&dir)).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
}

#[derive(Debug, Clone)]
enum Damage {
    Bytes(Vec<(usize, u8)>),
    Cut(usize),
    Noise { from: usize, len: usize, with: u8 },
}

fn damage() -> impl Strategy<Value = Damage> {
    let place = prop_oneof![0_usize..120, 0_usize..4096, 0_usize..60_000];
    prop_oneof![
        prop::collection::vec((place.clone(), any::<u8>()), 1..20).prop_map(Damage::Bytes),
        place.clone().prop_map(Damage::Cut),
        (place, 1_usize..9000, any::<u8>()).prop_map(|(from, len, with)| Damage::Noise {
            from,
            len,
            with
        }),
    ]
}

fn apply(damage: &Damage, bytes: &mut Vec<u8>) {
    let size = bytes.len();
    match damage {
        Damage::Bytes(places) => {
            for (place, value) in places {
                bytes[place % size] = *value;
            }
        }
        Damage::Cut(at) => bytes.truncate(at % size),
        Damage::Noise { from, len, with } => {
            let from = from % size;
            bytes[from..(from + len).min(size)].fill(*with);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damage_anywhere_ends_well(damage in damage(), in_log in any::<bool>()) {
        let dir = TempDir::new().unwrap();
        let mut file = filled(&dir);
        if in_log {
            let fact = Fact::new("s2", 1, "e1");
            open(&dir).write(|tx| tx.append(&fact.row())).unwrap();
            file = dir.path().join("fusebox.db-wal");
        }
        let mut bytes = fs::read(&file).unwrap();
        apply(&damage, &mut bytes);
        fs::write(&file, bytes).unwrap();
        let mut store = match Store::open(dir.path(), NOW) {
            Ok(opened) => opened.store,
            Err(StoreError::Newer { .. }) => return Ok(()),
            Err(other) => panic!("{other:?}"),
        };
        if let Err(error) = use_it(&mut store) {
            let told = matches!(
                error,
                StoreError::Corrupt { .. } | StoreError::Row { .. } | StoreError::LostUpdate { .. }
            );
            prop_assert!(told, "{error:?}");
            use_it(&mut store.set_aside(NOW).unwrap().store).unwrap();
        }
    }
}
