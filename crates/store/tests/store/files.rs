//! The files: who may read them, what is refused, what the side file forgives.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;

use fusebox_store::{OpenList, Store, StoreError};
use tempfile::TempDir;

use crate::{Fact, NOW, append, open, open_entry, session, sql};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn everything_is_for_this_user_alone() {
    let parent = TempDir::new().unwrap();
    let dir = parent.path().join("state/fusebox");
    let mut store = Store::open(&dir, NOW).unwrap().store;
    append(&mut store, &Fact::new("s1", 1, "e1")).unwrap();
    OpenList::of(&dir).add(open_entry("s1")).unwrap();
    assert_eq!((mode(&parent.path().join("state")), mode(&dir)), (0o700, 0o700));
    for file in ["fusebox.db", "fusebox.db-wal", "fusebox.db-shm", "open.json"] {
        assert_eq!(mode(&dir.join(file)), 0o600, "{file}");
    }
}

#[test]
fn a_newer_database_is_left_alone() {
    let dir = TempDir::new().unwrap();
    drop(open(&dir));
    let file = dir.path().join("fusebox.db");
    let conn = sql(&dir);
    conn.pragma_update(None, "user_version", 99).unwrap();
    drop(conn);
    let error = Store::open(dir.path(), NOW).unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 99, known: 4, .. }), "{error}");
    assert!(error.to_string().contains("version 99") && error.to_string().contains("up to 4"));
    assert!(file.exists());
}

#[test]
fn an_empty_file_becomes_a_database() {
    let dir = TempDir::new().unwrap();
    fs::write(dir.path().join("fusebox.db"), "").unwrap();
    append(&mut open(&dir), &Fact::new("s1", 1, "e1")).unwrap();
}

#[test]
fn a_place_that_cannot_be_written_is_named() {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let inside = Store::open(&file.join("state"), NOW).unwrap_err();
    assert!(inside.to_string().contains("file/state"), "{inside}");

    let closed = dir.path().join("closed");
    fs::create_dir(&closed).unwrap();
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o500)).unwrap();
    let refused = Store::open(&closed, NOW);
    // The superuser may write anywhere.
    if fs::metadata(&file).unwrap().uid() == 0 {
        assert!(refused.is_ok());
    } else {
        assert!(matches!(refused, Err(StoreError::Permission { .. })), "{refused:?}");
    }
}

#[test]
fn a_locked_database_is_busy_after_three_seconds() {
    let dir = TempDir::new().unwrap();
    let mut store = open(&dir);
    let other = sql(&dir);
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let busy = append(&mut store, &Fact::new("s1", 1, "e1")).unwrap_err();
    assert!(matches!(busy, StoreError::Busy { .. }), "{busy}");
    other.execute_batch("ROLLBACK").unwrap();
    append(&mut store, &Fact::new("s1", 1, "e1")).unwrap();
}

#[test]
fn without_shared_memory_there_is_a_rollback_journal() {
    let dir = TempDir::new().unwrap();
    // Where SQLite wants to share memory lies something that cannot be shared.
    fs::create_dir(dir.path().join("fusebox.db-shm")).unwrap();
    for n in 1..=2 {
        let mut store = open(&dir);
        append(&mut store, &Fact::new("s1", n, &n.to_string())).unwrap();
        assert_ne!(store.read().health().unwrap().journal, "wal");
    }
}

#[test]
fn the_open_list_forgives_what_it_does_not_know() {
    let dir = TempDir::new().unwrap();
    let list = OpenList::of(dir.path());
    assert_eq!(list.read().unwrap(), []);
    for nonsense in ["", "[1]", "{\"open\":3}", "\u{0}"] {
        fs::write(dir.path().join("open.json"), nonsense).unwrap();
        assert_eq!(list.read().unwrap(), [], "{nonsense:?}");
    }
    let known =
        r#"{"session":"s1","incident":"0a000001","since_ms":1000000,"reason":"a loop","new":1}"#;
    let text = format!(r#"{{"version":2,"open":[{known},{{"session":""}},7]}}"#);
    fs::write(dir.path().join("open.json"), text).unwrap();
    assert_eq!(list.read().unwrap(), [open_entry("s1")]);
    list.add(open_entry("s2")).unwrap();
    list.add(open_entry("s1")).unwrap();
    assert_eq!(list.read().unwrap(), [open_entry("s2"), open_entry("s1")]);
    list.remove(&session("s2"), None).unwrap();
    list.remove(&session("s3"), None).unwrap();
    assert_eq!(list.read().unwrap(), [open_entry("s1")]);
}
