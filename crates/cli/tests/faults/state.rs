//! A store that cannot be used: what the client is answered, what is said, and where.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::fs::chown;
use std::path::Path;

use fusebox_store::SCHEMA_VERSION;
use rusqlite::{Connection, TransactionBehavior};

use crate::session::Answer;
use crate::world::{FUSEBOX, HOOK, World};

/// One broken store.
struct Row {
    name: &'static str,
    /// Breaks it; what is given back is held until the end.
    harm: fn(&World) -> Option<Connection>,
    /// Mends it again.
    mend: fn(&World),
    /// The one line of the hook, after the name of the file.
    says: &'static str,
    /// Whether the line can be kept in the log of failures.
    logged: bool,
}

const ROWS: &[Row] = &[
    Row {
        name: "the database is read-only",
        harm: |world| modes(world, 0o400, 0o700),
        mend: |world| drop(modes(world, 0o600, 0o700)),
        says: "cannot be written; make the file and its file system writable",
        logged: true,
    },
    Row {
        name: "the folder is read-only",
        harm: |world| {
            settle(world);
            modes(world, 0o600, 0o500)
        },
        mend: |world| drop(modes(world, 0o600, 0o700)),
        says: "cannot be written; make the file and its file system writable",
        logged: false,
    },
    Row {
        name: "the database belongs to another user",
        harm: |world| modes(world, 0o000, 0o700),
        mend: |world| drop(modes(world, 0o600, 0o700)),
        says: "cannot be opened (unable to open database file",
        logged: true,
    },
    Row {
        name: "a newer version wrote it",
        harm: |world| {
            world.sql().pragma_update(None, "user_version", 99).unwrap();
            None
        },
        mend: |world| world.sql().pragma_update(None, "user_version", SCHEMA_VERSION).unwrap(),
        says: "; use the newer Fusebox or another state directory",
        logged: true,
    },
];

/// Rows that wait for the patience of the store, 3 s for each call.
const LOCKED: Row = Row {
    name: "another process holds the lock",
    harm: |world| {
        let mut sql = world.sql();
        let held = sql.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
        std::mem::forget(held);
        Some(sql)
    },
    mend: |_| {},
    says: "stayed locked by other processes for 3 s; try again, or end the one that hangs",
    logged: true,
};

/// Sets the modes of the database's files and of the folder.
fn modes(world: &World, file: u32, dir: u32) -> Option<Connection> {
    let set = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    };
    for suffix in ["", "-wal", "-shm"] {
        let path = world.state_dir().join(format!("fusebox.db{suffix}"));
        if path.exists() {
            set(&path, file);
        }
    }
    set(&world.state_dir(), dir);
    None
}

/// Leaves nothing beside the database.
fn settle(world: &World) {
    world.checkpoint_log();
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(world.state_dir().join(format!("fusebox.db{suffix}")));
    }
}

/// What the policy says, where it says it, and what then becomes of a call.
const POLICIES: &[(&[&str], &str, Answer)] = &[
    (&[], "", Answer::Passes),
    (&["--on-error=deny"], "", Answer::Denied),
    (&[], "on_error = \"deny\"\n", Answer::Denied),
    (&[], "[limits]\ntool_calls = 100\n", Answer::Passes),
    (&["--observe", "--on-error=deny"], "", Answer::Passes),
    (&[], "on_error = \"deny\"\nmode = \"observe\"\n", Answer::Passes),
];

fn check(row: &Row, policies: &[(&[&'static str], &str, Answer)]) {
    let mut world = World::unprivileged();
    world.trip_by_looping();
    world.ask("s2", "first");
    let mut logged = vec!["first:request".to_owned()];
    for (n, (words, file, expected)) in policies.iter().enumerate() {
        world.hook_words = words.to_vec();
        world.write(".config/fusebox/config.toml", file);
        let _ = fs::remove_file(world.state_dir().join("errors.log"));
        let why = format!("{}, {words:?} {file:?}", row.name);
        let held = (row.harm)(&world);
        let ran = world.ask("s2", &format!("call-{n}"));
        assert_eq!(ran.answer(), *expected, "{why}: {ran:?}");
        let lines: Vec<&str> = ran.err.lines().collect();
        assert!(lines.len() == 1 && lines[0].contains(row.says), "{why}: {ran:?}");
        let line = lines[0].strip_prefix("fusebox-hook: ").unwrap().to_owned();
        assert_eq!(world.errors(), if row.logged { vec![line] } else { vec![] }, "{why}");
        let observes = words.contains(&"--observe") || file.contains("observe");
        let open = world.ask("s1", &format!("open-{n}"));
        let expected = if observes { Answer::Passes } else { Answer::Denied };
        assert_eq!(open.answer(), expected, "{why}: {open:?}");
        assert_eq!(open.out.contains("The circuit breaker holds this session"), !observes);
        if n == 0 {
            let doctor = world.run("doctor");
            assert_eq!(doctor.code, 1, "{why}: {doctor:?}");
            assert!(doctor.out.contains(row.says), "{why}: {doctor:?}");
        }
        drop(held);
        (row.mend)(&world);
        let next = format!("next-{n}");
        assert_eq!(world.ask("s2", &next).answer(), Answer::Passes, "{why}");
        logged.push(format!("{next}:request"));
        assert_eq!(world.logged("s2"), logged, "{why}");
    }
    assert_eq!(world.run("status s1 --json").json()["state"], "open", "{}", row.name);
}

#[test]
fn a_store_that_cannot_be_used_never_decides_by_itself() {
    for row in ROWS {
        check(row, POLICIES);
    }
}

#[test]
fn a_store_that_stays_locked_is_waited_for_and_then_left() {
    check(&LOCKED, &POLICIES[..1]);
}

#[test]
#[ignore = "waits for half a minute; .ci/run runs it"]
fn a_store_that_stays_locked_under_every_policy() {
    check(&LOCKED, &POLICIES[1..]);
}

#[test]
fn g06_what_no_call_may_change_is_refused_without_a_store() {
    let mut world = World::unprivileged();
    world.ask("s2", "first");
    for row in [&LOCKED, &ROWS[0]] {
        let held = (row.harm)(&world);
        let refused = world.bash("c1", "rm -f ~/.claude/settings.json");
        assert_eq!(refused.answer(), Answer::Denied, "{}: {refused:?}", row.name);
        assert!(refused.out.contains("Only a person may do that"), "{refused:?}");
        assert_eq!(world.bash("c2", "cat ~/.claude/settings.json").answer(), Answer::Passes);
        world.hook_words = vec!["--observe"];
        let observed = world.bash("c3", "rm -f ~/.claude/settings.json");
        assert_eq!(observed.answer(), Answer::Passes, "{observed:?}");
        world.hook_words.clear();
        drop(held);
        (row.mend)(&world);
    }
}

/// Whoever can read the folder can take this lock, also an agent in a confined run.
#[test]
fn g06_a_lock_on_the_folder_delays_a_hook_and_decides_nothing() {
    let world = World::with_programs();
    world.trip_by_looping();
    world.ask("s2", "first");
    let folder = fs::File::open(world.state_dir()).unwrap();
    folder.lock().unwrap();
    world.ask("s2", "locked").passes_quietly();
    assert_eq!(world.ask("s1", "open").answer(), Answer::Denied);
    drop(folder);
    assert_eq!(world.logged("s2"), ["first:request", "locked:request"]);
    assert_eq!(world.errors(), Vec::<String>::new());
}

#[test]
fn a_store_that_is_missing_is_made_and_what_was_open_stays_open() {
    let world = World::with_programs();
    world.trip_by_looping();
    for name in ["fusebox.db", "fusebox.db-wal", "fusebox.db-shm"] {
        let _ = fs::remove_file(world.state_dir().join(name));
    }
    assert_eq!(world.ask("s2", "call").answer(), Answer::Passes);
    assert_eq!(world.ask("s1", "open").answer(), Answer::Denied);
    assert_eq!(world.errors(), Vec::<String>::new());
    world.wait_for_delivery();
    fs::remove_dir_all(world.state_dir()).unwrap();
    assert_eq!(world.ask("s2", "call").answer(), Answer::Passes);
    assert_eq!(world.logged("s2"), ["call:request"]);
}

#[test]
fn without_shared_memory_the_store_is_slower_and_as_safe() {
    let world = World::with_programs();
    // What the file system cannot share lies in the way.
    fs::create_dir_all(world.state_dir().join("fusebox.db-shm")).unwrap();
    world.trip_by_looping();
    world.ask("s2", "call").passes_quietly();
    assert_eq!(world.logged("s2"), ["call:request"]);
    let doctor = world.run("doctor");
    assert_eq!(doctor.code, 0, "{doctor:?}");
    assert!(doctor.out.contains("journal `delete`"), "{doctor:?}");
}

#[test]
fn a_folder_that_cannot_be_made_is_said() {
    let mut world = World::unprivileged();
    for (words, expected) in [(vec![], Answer::Passes), (vec!["--on-error=deny"], Answer::Denied)] {
        world.hook_words = words;
        world.write(".local/state/fusebox", "a file in the way");
        let ran = world.ask("s2", "call");
        assert_eq!(ran.answer(), expected);
        assert_eq!(ran.err.lines().count(), 1, "{ran:?}");
        assert!(ran.err.contains(".local/state/fusebox/fusebox.db: Not a directory"), "{ran:?}");
    }
}

#[test]
fn without_a_home_there_is_no_place_and_the_hook_says_so() {
    let world = World::with_programs();
    for (word, expected) in [("--odd", Answer::Passes), ("--on-error=deny", Answer::Denied)] {
        let mut command = world.command(HOOK);
        command.args(["claude", word]).env_remove("HOME");
        let ran = world.finish(&mut command, &world.call("s2", "call"));
        assert_eq!(ran.answer(), expected);
        assert_eq!(
            ran.err,
            "fusebox-hook: no place for the state: neither FUSEBOX_STATE_DIR, XDG_STATE_HOME nor \
             HOME is set\n"
        );
    }
    let mut doctor = world.command(FUSEBOX);
    let ran = world.finish(doctor.arg("doctor").env_remove("HOME"), b"");
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("no place for the state"), "{ran:?}");
}

#[test]
fn what_another_user_owns_is_not_taken() {
    let world = World::unprivileged();
    world.trip_by_looping();
    if fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0) {
        chown(world.database(), Some(0), Some(0)).unwrap();
        let ran = world.ask("s2", "call");
        assert_eq!(ran.answer(), Answer::Passes);
        assert!(ran.err.contains("check who owns it"), "{ran:?}");
    }
}
