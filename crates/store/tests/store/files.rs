//! The files: who may read them, what is refused, what the side file forgives.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

use fusebox_engine::TaskId;
use fusebox_store::{OpenNote, OpenNotes, Store, StoreError};
use tempfile::TempDir;

use crate::{Fact, NOW, append, open, open_note, session, sql};

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[test]
fn everything_is_for_this_user_alone() {
    let parent = TempDir::new().unwrap();
    let dir = parent.path().join("state/fusebox");
    let mut store = Store::open(&dir, NOW).unwrap().store;
    append(&mut store, &Fact::new("s1", 1, "e1")).unwrap();
    let notes = parent.path().join("cache/open");
    OpenNotes::of(&notes).put(&open_note("s1")).unwrap();
    for folder in [&parent.path().join("state"), &dir, &parent.path().join("cache"), &notes] {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    for file in ["fusebox.db", "fusebox.db-wal", "fusebox.db-shm"] {
        assert_eq!(mode(&dir.join(file)), 0o600, "{file}");
    }
    for note in fs::read_dir(&notes).unwrap() {
        assert_eq!(mode(&note.unwrap().path()), 0o600);
    }
}

#[test]
fn a_newer_database_is_left_alone() {
    let dir = TempDir::new().unwrap();
    drop(open(&dir));
    let file = dir.path().join("fusebox.db");
    let conn = sql(&dir);
    for version in [11, 99, 1_001, i32::MAX] {
        conn.pragma_update(None, "user_version", version).unwrap();
        let error = Store::open(dir.path(), NOW).unwrap_err();
        assert!(matches!(error, StoreError::Newer { known: 10, .. }), "{error}");
        let says = [format!("version {version}"), "up to 10".to_owned()];
        assert!(says.iter().all(|says| error.to_string().contains(says)), "{error}");
    }
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

/// The only note in a folder.
fn note_file(dir: &Path) -> PathBuf {
    let mut files = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let file = files.next().unwrap();
    assert!(files.next().is_none());
    file
}

#[test]
fn g07_a_note_that_cannot_be_read_is_still_a_note() {
    let dir = TempDir::new().unwrap();
    let notes = OpenNotes::of(dir.path());
    let s1 = session("s1");
    let reasons = || notes.named(&s1, None).into_iter().map(|note| note.reason).collect::<Vec<_>>();
    assert_eq!(reasons(), Vec::<String>::new());
    notes.put(&open_note("s1")).unwrap();
    assert_eq!(notes.all(), [open_note("s1")]);
    assert_eq!(notes.named(&s1, None), [open_note("s1")]);
    assert_eq!(notes.named(&session("s2"), None), []);
    let file = note_file(dir.path());
    let unreadable = ["the note of its trip cannot be read"];
    for text in ["", "{}", "[1]", "\u{0}", "{\"session\":\"s2\"}"] {
        fs::write(&file, text).unwrap();
        assert_eq!(reasons(), unreadable, "{text:?}");
        assert_eq!(notes.all(), []);
    }
    fs::remove_file(&file).unwrap();
    rustix::fs::mkfifoat(rustix::fs::CWD, &file, rustix::fs::Mode::RWXU).unwrap();
    assert_eq!(reasons(), unreadable, "a FIFO is not waited for");
    notes.put(&open_note("s1")).unwrap();
    assert_eq!(notes.named(&s1, None), [open_note("s1")]);
    notes.remove(&s1, None).unwrap();
    fs::create_dir(&file).unwrap();
    assert_eq!(reasons(), unreadable, "a folder");
    assert_eq!(OpenNotes::of(file.join("none")).named(&s1, None), []);
}

#[test]
fn g07_a_note_of_a_task_is_found_by_the_task_and_by_its_sessions() {
    let dir = TempDir::new().unwrap();
    let notes = OpenNotes::of(dir.path());
    let [s1, s2, s3] = ["s1", "s2", "s3"].map(session);
    let task = TaskId::parse("42").unwrap();
    let note = OpenNote { task: Some(task.clone()), others: vec![s2.clone()], ..open_note("s1") };
    notes.put(&note).unwrap();
    notes.put(&open_note("s3")).unwrap();
    assert_eq!(notes.named(&session("s9"), Some(&task)), std::slice::from_ref(&note));
    assert_eq!(notes.named(&s2, None), []);
    assert_eq!(notes.holding(&s2, None), std::slice::from_ref(&note));
    let is_noted = |session: &str| notes.has_readable_note(&self::session(session), None);
    assert_eq!(["s1", "s2", "s3", "s4"].map(is_noted), [true, true, true, false]);
    // The reason that a person reads is that of the last one.
    let of_task = fs::read_dir(dir.path()).unwrap().map(|entry| entry.unwrap().path());
    let of_task = of_task.into_iter().find(|path| path.to_string_lossy().contains("/task-"));
    fs::write(of_task.unwrap(), "").unwrap();
    notes.put(&open_note("s1")).unwrap();
    let held = notes.holding(&s1, Some(&task));
    assert_eq!((held.len(), held[0].incident.is_some()), (2, false));
    assert_eq!(held[1], open_note("s1"));
    notes.put(&note).unwrap();
    notes.remove(&s2, None).unwrap();
    notes.remove(&s1, None).unwrap();
    assert_eq!(notes.holding(&s1, Some(&task)), []);
    assert_eq!(notes.holding(&s3, None).first(), Some(&open_note("s3")));
    notes.clear().unwrap();
    assert_eq!(notes.all(), []);
}

#[test]
fn g07_what_is_no_file_is_not_waited_for() {
    let dir = TempDir::new().unwrap();
    let fifo = |path: &Path| {
        rustix::fs::mkfifoat(rustix::fs::CWD, path, rustix::fs::Mode::RWXU).unwrap();
    };
    let state = dir.path().join("state");
    fifo(&state);
    let error = Store::open(&state, NOW).unwrap_err().to_string();
    assert!(error.contains("fusebox.db: Not a directory"), "{error}");
    fs::remove_file(&state).unwrap();
    fs::create_dir(&state).unwrap();
    fifo(&state.join("fusebox.db"));
    let error = Store::open(&state, NOW).unwrap_err().to_string();
    assert!(error.contains("fusebox.db: this is not a regular file"), "{error}");
}
