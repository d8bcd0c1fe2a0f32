//! A process of the agent that is stopped while it holds a lock: that of the state folder, or that of the database.

use std::fs::{self, File};

use fusebox_runtime::clock;

use crate::session::Answer;
use crate::world::World;

/// Asks for a call of the open session `s1` and of the closed `s2`, while something is held. A failure is one line.
fn check(world: &mut World, what: &str, fails: bool) {
    for (words, closed) in [(vec![], Answer::Passes), (vec!["--on-error=deny"], Answer::Denied)] {
        world.hook_words = words;
        let begun = clock::now();
        let open = world.ask("s1", "open");
        assert_eq!(open.answer(), Answer::Denied, "{what}: {open:?}");
        let other = world.ask("s2", "closed");
        let expected = if fails { closed } else { Answer::Passes };
        assert_eq!(other.answer(), expected, "{what}: {other:?}");
        assert_eq!(other.err.lines().count(), usize::from(fails), "{what}: {other:?}");
        assert!(clock::now().since(begun).0 < 20_000, "{what}: each waits for 3 s");
    }
}

fn world() -> World {
    let world = World::unprivileged();
    world.trip_by_looping();
    world.ask("s2", "first");
    world.wait_until_idle();
    world
}

#[test]
fn g07_whoever_holds_the_folder_of_the_state_frees_no_session() {
    let mut world = world();
    let held = File::open(world.state_dir()).unwrap();
    held.lock().unwrap();
    check(&mut world, "the database is there", false);
    // Only who is alone there makes it anew.
    for suffix in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(world.state_dir().join(format!("fusebox.db{suffix}")));
    }
    check(&mut world, "the database is gone", true);
    drop(held);
    world.hook_words = Vec::new();
    assert_eq!(world.ask("s1", "open").answer(), Answer::Denied);
    world.ask("s2", "after").answer();
}

#[test]
fn g07_whoever_holds_the_lock_of_the_database_frees_no_session() {
    let mut world = world();
    let sql = world.sql();
    sql.execute_batch("BEGIN IMMEDIATE").unwrap();
    check(&mut world, "the database", true);
    sql.execute_batch("COMMIT").unwrap();
    world.hook_words = Vec::new();
    world.ask("s2", "after").passes_quietly();
}
