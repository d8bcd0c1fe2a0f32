//! A trip is known in two places that fail apart, the database and a note in the cache folder: whatever
//! becomes of one of them, the session stays open.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;

use fusebox_runtime::clock;
use fusebox_store::SCHEMA_VERSION;
use serde_json::json;

use crate::session::Answer;
use crate::world::{World, bash};

/// What becomes of the state, and what the hook says of it, if it says anything.
type Row = (&'static str, fn(&World), &'static str);

const NO_FILE: &str = "this is not a regular file";

/// The state folder cannot be used at all.
const UNUSABLE: &[Row] = &[
    ("the folder is unreadable", |world| mode(&world.state_dir(), 0o000), "check who owns it"),
    (
        "the folder takes no writes",
        |world| {
            world.checkpoint_log();
            remove_logs(world);
            mode(&world.state_dir(), 0o555);
        },
        "cannot be written",
    ),
    (
        "the folder is a file",
        |world| {
            fs::remove_dir_all(world.state_dir()).unwrap();
            fs::write(world.state_dir(), "").unwrap();
        },
        "Not a directory",
    ),
    (
        "the folder is a FIFO",
        |world| {
            fs::remove_dir_all(world.state_dir()).unwrap();
            fifo(world, &world.state_dir());
        },
        "Not a directory",
    ),
    (
        "the database is a FIFO",
        |world| {
            remove_logs(world);
            fs::remove_file(world.database()).unwrap();
            fifo(world, &world.database());
        },
        NO_FILE,
    ),
    (
        "the database is a folder",
        |world| {
            remove_logs(world);
            fs::remove_file(world.database()).unwrap();
            fs::create_dir(world.database()).unwrap();
        },
        NO_FILE,
    ),
    (
        "a newer version wrote it",
        |world| version(world, SCHEMA_VERSION + 1),
        "use the newer Fusebox",
    ),
    ("a far newer version wrote it", |world| version(world, 4_000), "use the newer Fusebox"),
    (
        "a newer version wrote it, and other tables",
        |world| {
            world.sql().execute_batch("DROP TABLE scope; DROP TABLE incident").unwrap();
            version(world, SCHEMA_VERSION + 1);
        },
        "use the newer Fusebox",
    ),
    (
        "another user owns it",
        |world| {
            mode(&world.state_dir(), 0o700);
            chown(world.state_dir(), Some(0), Some(0)).unwrap();
        },
        "check who owns it",
    ),
];

/// The state is lost, and a new one is begun.
const LOST: &[Row] = &[
    ("the database is emptied", |world| empty(world), ""),
    ("the folder is removed", |world| fs::remove_dir_all(world.state_dir()).unwrap(), ""),
    (
        "the database is emptied, and the note",
        |world| {
            empty(world);
            for note in world.notes() {
                fs::write(note, "").unwrap();
            }
        },
        "",
    ),
    (
        "the database is removed, and the note is a FIFO",
        |world| {
            fs::remove_dir_all(world.state_dir()).unwrap();
            for note in world.notes() {
                fs::remove_file(&note).unwrap();
                fifo(world, &note);
            }
        },
        "",
    ),
    (
        "the database is garbage",
        |world| {
            remove_logs(world);
            fs::write(world.database(), [b'?'; 8_192]).unwrap();
        },
        "the database could not be read",
    ),
    (
        "a rollback to the time before the trip",
        |world| {
            world.checkpoint_log();
            world
                .sql()
                .execute_batch("DELETE FROM incident; DELETE FROM scope WHERE kind <> 2")
                .unwrap();
        },
        "",
    ),
];

/// The notes are lost, and the database knows.
const NOTES: &[Row] = &[
    ("the notes are removed", |world| fs::remove_dir_all(world.path(".cache")).unwrap(), ""),
    (
        "the cache folder is a file",
        |world| {
            fs::remove_dir_all(world.path(".cache")).unwrap();
            world.write(".cache", "");
        },
        "",
    ),
    ("the cache folder is unreadable", |world| mode(&world.path(".cache"), 0o000), ""),
    (
        "the log of failures is a FIFO",
        |world| fifo(world, &world.state_dir().join("errors.log")),
        "",
    ),
];

fn mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn remove_logs(world: &World) {
    for suffix in ["-wal", "-shm"] {
        let _ = fs::remove_file(world.state_dir().join(format!("fusebox.db{suffix}")));
    }
}

fn empty(world: &World) {
    remove_logs(world);
    fs::write(world.database(), "").unwrap();
}

fn version(world: &World, version: i64) {
    world.sql().pragma_update(None, "user_version", version).unwrap();
}

fn fifo(world: &World, path: &Path) {
    rustix::fs::mkfifoat(rustix::fs::CWD, path, rustix::fs::Mode::RWXU).unwrap();
    if let Some(user) = world.user {
        chown(path, Some(user), Some(user)).unwrap();
    }
}

/// Session `s1` is open and `s2` closed; then something becomes of the state.
fn damaged_world((_, harm, _): &Row) -> World {
    let world = World::unprivileged();
    world.trip_by_looping();
    world.ask("s2", "first");
    world.wait_until_idle();
    harm(&world);
    world
}

fn check(rows: &[Row]) {
    for row @ (name, _, says) in rows {
        for words in [vec![], vec!["--on-error=deny"]] {
            let mut world = damaged_world(row);
            world.hook_words = words;
            let begun = clock::now();
            let open = world.ask("s1", "open");
            assert_eq!(open.answer(), Answer::Denied, "{name}: {open:?}");
            assert!(open.err.contains(says), "{name}: {open:?}");
            assert!(open.err.lines().count() <= 1, "{name}: {open:?}");
            let again = world.ask("s1", "again");
            assert_eq!(again.answer(), Answer::Denied, "{name}: {again:?}");
            assert!(clock::now().since(begun).0 < 10_000, "{name}: nothing is waited for");
            // The other session was never open: only the policy may refuse it.
            world.hook_words = Vec::new();
            let closed = world.ask("s2", "closed");
            assert_eq!(closed.answer(), Answer::Passes, "{name}: {closed:?}");
            mode(&world.state_dir(), 0o700);
        }
    }
}

#[test]
fn g07_a_state_that_cannot_be_used_frees_no_open_session() {
    check(UNUSABLE);
}

#[test]
fn g07_a_state_that_is_lost_frees_no_open_session() {
    check(LOST);
}

#[test]
fn g07_notes_that_are_lost_free_no_open_session() {
    check(NOTES);
}

/// The notes are gone, and the database can only be read.
#[test]
fn g07_a_database_that_takes_no_writes_is_still_asked() {
    let rows = [1, 6, 7].map(|row| &UNUSABLE[row]);
    for row @ (name, _, says) in rows {
        let world = damaged_world(row);
        fs::remove_dir_all(world.path(".cache")).unwrap();
        let open = world.ask("s1", "open");
        assert_eq!(open.answer(), Answer::Denied, "{name}: {open:?}");
        assert!(open.err.contains(says) && open.out.contains("make test"), "{name}: {open:?}");
        assert_eq!(world.ask("s2", "closed").answer(), Answer::Passes, "{name}");
        mode(&world.state_dir(), 0o700);
    }
}

#[test]
fn g07_a_newer_database_is_left_alone_and_not_called_damaged() {
    for number in [SCHEMA_VERSION + 1, 4_000] {
        let world = World::unprivileged();
        world.trip_by_looping();
        version(&world, number);
        let ran = world.ask("s2", "call");
        assert!(ran.err.contains(&format!("has schema version {number}")), "{ran:?}");
        let doctor = world.run("doctor");
        assert!(doctor.out.contains("use the newer Fusebox"), "{doctor:?}");
        let names = world.names(".local/state/fusebox");
        assert!(names.iter().all(|name| !name.contains("corrupt")), "{names:?}");
        version(&world, SCHEMA_VERSION);
        assert_eq!(world.ask("s1", "after").answer(), Answer::Denied);
        world.ask("s2", "after").passes_quietly();
    }
}

#[test]
fn g07_a_note_is_written_anew_while_the_database_knows() {
    type Harm = fn(&Path);
    let harms: [(&str, Harm); 3] = [
        ("emptied", |note| fs::write(note, "").unwrap()),
        ("removed", |note| fs::remove_file(note).unwrap()),
        ("rubbish", |note| fs::write(note, "{\"session\":").unwrap()),
    ];
    for (name, harm) in harms {
        let world = World::unprivileged();
        world.trip_by_looping();
        let note = world.notes().pop().unwrap();
        let text = fs::read_to_string(&note).unwrap();
        harm(&note);
        assert_eq!(world.ask("s1", "open").answer(), Answer::Denied);
        assert_eq!(fs::read_to_string(&note).unwrap(), text, "{name}");
        empty(&world);
        assert_eq!(world.ask("s1", "lost").answer(), Answer::Denied, "{name}");
    }
}

#[test]
fn g07_a_note_is_for_this_user_alone_and_gone_with_the_trip() {
    let world = World::unprivileged();
    world.ask("s2", "call");
    assert_eq!(world.notes(), Vec::<std::path::PathBuf>::new(), "no trip, no note");
    world.trip_by_looping();
    let note = world.notes().pop().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&note), 0o600);
    for folder in note.ancestors().skip(1).take(3) {
        assert_eq!(mode(folder), 0o700, "{}", folder.display());
    }
    world.prompt("s1");
    assert_eq!(world.notes(), Vec::<std::path::PathBuf>::new());
    empty(&world);
    assert_eq!(world.ask("s1", "free").answer(), Answer::Passes);
}

#[test]
fn g07_where_both_are_gone_on_error_decides_and_it_is_said_once() {
    for (words, expected) in [(vec![], Answer::Passes), (vec!["--on-error=deny"], Answer::Denied)] {
        let mut world = World::unprivileged();
        world.trip_by_looping();
        world.hook_words = words;
        empty(&world);
        for note in world.notes() {
            fs::remove_file(note).unwrap();
        }
        let first = world.ask("s1", "first");
        assert_eq!(first.answer(), expected, "{first:?}");
        assert!(first.err.contains("nothing is known of it"), "{first:?}");
        let next = world.ask("s1", "next");
        assert_eq!((next.answer(), next.err.as_str()), (expected, ""), "{next:?}");
        world.tell("s1", "UserPromptSubmit", json!({"prompt": "go on"}));
        world.ask("s1", "answered").passes_quietly();
    }
}

#[test]
fn g07_where_even_the_folders_are_gone_on_error_decides() {
    for (words, file, expected) in [
        (vec![], "", Answer::Passes),
        (vec!["--on-error=deny"], "", Answer::Denied),
        (vec![], "on_error = \"deny\"\n", Answer::Denied),
        (vec!["--on-error=deny"], "mode = \"observe\"\n", Answer::Passes),
    ] {
        let mut world = World::unprivileged();
        world.trip_by_looping();
        // What is still delivered writes into the folder.
        world.wait_for_delivery();
        world.hook_words = words;
        world.write(".config/fusebox/config.toml", file);
        let lose = || {
            fs::remove_dir_all(world.state_dir()).unwrap();
            fs::remove_dir_all(world.path(".cache")).unwrap();
        };
        lose();
        for id in ["first", "next"] {
            assert_eq!(world.ask("s1", id).answer(), expected, "{file:?}");
        }
        // A session that begins is not under way.
        if expected == Answer::Denied {
            world.wait_until_idle();
            lose();
        }
        world.tell("s2", "SessionStart", json!({"source": "startup"})).passes_quietly();
        world.ask("s2", "call").passes_quietly();
    }
}

#[test]
fn g07_no_other_file_of_the_hook_is_waited_for() {
    let world = World::unprivileged();
    let config = world.path(".config/fusebox/config.toml");
    fs::create_dir_all(config.parent().unwrap()).unwrap();
    fifo(&world, &config);
    fifo(&world, &world.path("none.jsonl"));
    fifo(&world, &world.path("project/.fusebox.toml"));
    let begun = clock::now();
    let ran = world.ask("s1", "call");
    assert_eq!(ran.answer(), Answer::Passes, "{ran:?}");
    assert!(ran.err.contains(NO_FILE), "{ran:?}");
    fs::create_dir_all(world.path("project/.claude")).unwrap();
    fifo(&world, &world.path("project/.claude/settings.json"));
    assert_eq!(world.run("doctor").code, 1);
    assert!(clock::now().since(begun).0 < 10_000);
}

/// A trip holds for all agents below the one that tripped, and for none above it.
#[test]
fn g07_a_trip_of_the_main_agent_holds_its_subagents() {
    let world = World::unprivileged();
    let of_agent = |agent: &str, id: &str| {
        let mut call = bash(id, &format!("echo {id}"));
        call["agent_id"] = json!(agent);
        world.tell("s1", "PreToolUse", call)
    };
    let begins = |agent: &str, parent: &str| {
        let fields = json!({"agent_id": agent, "parent_agent_id": parent, "agent_type": "x"});
        world.tell("s1", "SubagentStart", fields);
    };
    begins("a1", "");
    begins("a2", "a1");
    assert_eq!(of_agent("a1", "before").answer(), Answer::Passes);
    world.loops("s1", 8);
    assert_eq!(world.ask("s1", "main").answer(), Answer::Denied);
    for agent in ["a1", "a2", "a3"] {
        let ran = of_agent(agent, &format!("held-{agent}"));
        assert_eq!(ran.answer(), Answer::Denied, "{agent}: {ran:?}");
        assert!(ran.out.contains("CIRCUIT BREAKER TRIPPED"), "{ran:?}");
    }
    world.prompt("s1");
    for agent in ["a1", "a2", "a3"] {
        assert_eq!(of_agent(agent, &format!("free-{agent}")).answer(), Answer::Passes, "{agent}");
    }
    assert_eq!(world.ask("s1", "free").answer(), Answer::Passes);
}

#[test]
fn g07_a_trip_of_a_subagent_holds_those_below_it_alone() {
    let world = World::unprivileged();
    let tell = |agent: &str, event: &str, mut fields: serde_json::Value| {
        fields["agent_id"] = json!(agent);
        world.tell("s1", event, fields)
    };
    for (agent, parent) in [("a1", ""), ("a2", "a1"), ("a3", "a2"), ("b1", "")] {
        tell(agent, "SubagentStart", json!({"parent_agent_id": parent, "agent_type": "x"}));
    }
    for n in 0..8 {
        let mut call = bash(&format!("c{n}"), "make test");
        if tell("a1", "PreToolUse", call.clone()).answer() == Answer::Passes {
            call["error"] = "Exit code 2\norders.c: error: no such field".into();
            tell("a1", "PostToolUseFailure", call);
        }
    }
    for (agent, expected) in [
        ("a1", Answer::Denied),
        ("a2", Answer::Denied),
        ("a3", Answer::Denied),
        ("b1", Answer::Passes),
    ] {
        let ran = tell(agent, "PreToolUse", bash(agent, &format!("echo {agent}")));
        assert_eq!(ran.answer(), expected, "{agent}: {ran:?}");
    }
    assert_eq!(world.ask("s1", "main").answer(), Answer::Passes, "the parent is not opened");
}
