//! Many at once on one file.

use fusebox_store::{ScopeKind, Store, StoreError};
use tempfile::TempDir;

use crate::{Fact, NOW, at_once, log, open, scope};

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
    at_once(AT_ONCE, |thread| {
        for round in 0..ROUNDS {
            count_one(&dir, &format!("{thread}-{round}"));
        }
    });
    let store = open(&dir);
    let row = store.read().scope(ScopeKind::Session, "s1").unwrap().unwrap();
    assert_eq!(row.durable, "512");
    assert_eq!(log(&store).len(), 512);
    assert_eq!(store.read().health().unwrap().problems, [] as [&str; 0]);
}

#[test]
fn the_first_openers_make_one_database() {
    for _ in 0..10 {
        let dir = TempDir::new().unwrap();
        at_once(16, |thread| count_one(&dir, &thread.to_string()));
        let health = open(&dir).read().health().unwrap();
        assert_eq!((health.journal.as_str(), health.problems.len()), ("wal", 0));
        assert_eq!(log(&open(&dir)).len(), 16);
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

        at_once(32, |thread| count_one(&dir, &thread.to_string()));
        assert_eq!(log(&open(&dir)).len(), 32, "{damage}");
        let names = std::fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let aside =
            names.filter(|name| name.to_string_lossy().starts_with("fusebox.db.corrupt-")).count();
        assert_eq!(aside, 1, "{damage}");
    }
}
