//! Many at once on one file.

use std::sync::Barrier;
use std::thread;

use fusebox_engine::SessionId;
use fusebox_store::{LogSelection, OpenEntry, OpenList, ScopeKind, Store, StoreError};
use tempfile::TempDir;

use crate::{Fact, NOW, open, scope};

const AT_ONCE: u64 = 64;
const ROUNDS: u64 = 8;

/// One hook: open, read, count, write, close.
fn count_one(dir: &TempDir, id: &str) {
    let mut store = Store::open(dir.path(), NOW).unwrap().store;
    store
        .write(|tx| {
            let before = tx.scope(ScopeKind::Session, "s1")?;
            let n: u64 = before.map_or(0, |row| row.durable.parse().unwrap()) + 1;
            tx.save_scope(ScopeKind::Session, "s1", &scope(&n.to_string()))?;
            tx.append(&Fact::new("s1", n, id).row())?;
            Ok::<_, StoreError>(())
        })
        .unwrap();
}

#[test]
fn every_update_of_many_hooks_is_kept() {
    let dir = TempDir::new().unwrap();
    // Nothing exists yet: they all create it at once.
    let start = Barrier::new(usize::try_from(AT_ONCE).unwrap());
    thread::scope(|threads| {
        for thread in 0..AT_ONCE {
            let (dir, start) = (&dir, &start);
            threads.spawn(move || {
                start.wait();
                for round in 0..ROUNDS {
                    count_one(dir, &format!("{thread}-{round}"));
                }
            });
        }
    });
    let store = open(&dir);
    let row = store.read().scope(ScopeKind::Session, "s1").unwrap().unwrap();
    assert_eq!(row.durable, "512");
    assert_eq!(store.read().log(LogSelection::All, 0, 1000).unwrap().len(), 512);
    assert_eq!(store.read().health().unwrap().problems, [] as [&str; 0]);
}

#[test]
fn the_first_openers_make_one_database() {
    for _ in 0..10 {
        let dir = TempDir::new().unwrap();
        let start = Barrier::new(16);
        thread::scope(|threads| {
            for thread in 0..16 {
                let (dir, start) = (&dir, &start);
                threads.spawn(move || {
                    start.wait();
                    count_one(dir, &thread.to_string());
                });
            }
        });
        let health = open(&dir).read().health().unwrap();
        assert_eq!((health.journal.as_str(), health.problems.len()), ("wal", 0));
        assert_eq!(open(&dir).read().log(LogSelection::All, 0, 100).unwrap().len(), 16);
    }
}

#[test]
fn one_of_many_sets_a_corrupt_file_aside_and_all_go_on() {
    for damage in ["header", "garbage"] {
        let dir = TempDir::new().unwrap();
        drop(open(&dir));
        let file = crate::corrupt::settled(&dir);
        let mut bytes = std::fs::read(&file).unwrap();
        match damage {
            "header" => bytes[..16].fill(b'x'),
            _ => bytes.fill(b'x'),
        }
        std::fs::write(&file, bytes).unwrap();

        let start = Barrier::new(32);
        thread::scope(|threads| {
            for thread in 0..32 {
                let (dir, start) = (&dir, &start);
                threads.spawn(move || {
                    start.wait();
                    count_one(dir, &thread.to_string());
                });
            }
        });
        assert_eq!(open(&dir).read().log(LogSelection::All, 0, 100).unwrap().len(), 32, "{damage}");
        let aside = std::fs::read_dir(dir.path())
            .unwrap()
            .filter(|entry| {
                let name = entry.as_ref().unwrap().file_name();
                name.to_string_lossy().starts_with("fusebox.db.corrupt-")
            })
            .count();
        assert_eq!(aside, 1, "{damage}");
    }
}

#[test]
fn the_open_list_keeps_every_entry_of_many_writers() {
    let dir = TempDir::new().unwrap();
    thread::scope(|threads| {
        for n in 0..16 {
            let list = OpenList::of(dir.path());
            threads.spawn(move || {
                list.add(entry(&format!("s{n}"))).unwrap();
                if n % 2 == 0 {
                    list.remove(&SessionId::parse(format!("s{n}")).unwrap(), None).unwrap();
                }
            });
        }
    });
    assert_eq!(OpenList::of(dir.path()).read().unwrap().len(), 8);
}

fn entry(session: &str) -> OpenEntry {
    OpenEntry {
        session: crate::session(session),
        incident: crate::incident("0a000001", session, true).id,
        since: NOW,
        reason: "a loop".to_owned(),
        task: None,
        others: Vec::new(),
    }
}
