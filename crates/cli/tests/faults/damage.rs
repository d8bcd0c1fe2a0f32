//! A database with random damage: no call ends in a surprise, what was open stays open, and the
//! store mends itself.

use std::collections::BTreeMap;
use std::fs;

use serde_json::json;

use crate::dice::Dice;
use crate::session::Answer;
use crate::world::World;

/// The files of a state folder.
type Files = BTreeMap<String, Vec<u8>>;

fn read_files(world: &World) -> Files {
    let entries = fs::read_dir(world.state_dir()).unwrap().flatten();
    let files = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()));
    files.collect()
}

fn put_back(world: &World, files: &Files) {
    world.wait_until_idle();
    for note in world.notes() {
        if !fs::read_to_string(&note).unwrap().contains("\"session\":\"s1\"") {
            fs::remove_file(note).unwrap();
        }
    }
    for entry in fs::read_dir(world.state_dir()).unwrap().flatten() {
        fs::remove_file(entry.path()).unwrap();
    }
    for (name, bytes) in files {
        fs::write(world.state_dir().join(name), bytes).unwrap();
    }
}

/// Damages one of the two files; says how.
fn damage(files: &mut Files, seed: u64) -> String {
    let mut dice = Dice::of(seed);
    let in_log = seed % 4 == 3 && files.contains_key("fusebox.db-wal");
    let name = if in_log { "fusebox.db-wal" } else { "fusebox.db" };
    let bytes = files.get_mut(name).unwrap();
    let size = bytes.len();
    match seed % 4 {
        0 => {
            for _ in 0..4 {
                let at = dice.below(100);
                bytes[at] = u8::try_from(dice.below(256)).unwrap();
            }
            format!("{seed}: header")
        }
        1 => {
            let page = dice.below(size / 4096) * 4096;
            bytes[page..page + 4096].fill(u8::try_from(dice.below(256)).unwrap());
            format!("{seed}: page at {page} of {size}")
        }
        _ if dice.below(4) == 0 => {
            let end = dice.below(size);
            bytes.truncate(end);
            format!("{seed}: {name} cut at {end} of {size}")
        }
        _ => {
            for _ in 0..24 {
                let at = dice.below(size);
                bytes[at] = u8::try_from(dice.below(256)).unwrap();
            }
            format!("{seed}: {name}, 24 bytes of {size}")
        }
    }
}

/// A world with an open session, a policy and calls; half of them wait in the log.
fn filled_world() -> (World, Files) {
    let world = World::with_programs();
    world.write(".config/fusebox/config.toml", "[limits]\ntool_calls = 500\n");
    world.trip_by_looping();
    for n in 0..20 {
        world.ask("s2", &format!("before-{n}"));
    }
    world.checkpoint_log();
    for n in 0..3 {
        world.ask("s2", &format!("last-{n}"));
    }
    let files = read_files(&world);
    assert!(files["fusebox.db"].len() > 50_000 && files["fusebox.db-wal"].len() > 20_000);
    (world, files)
}

fn check(seeds: impl Iterator<Item = u64>) {
    let (world, files) = filled_world();
    for seed in seeds {
        let mut harmed = files.clone();
        let why = damage(&mut harmed, seed);
        put_back(&world, &harmed);
        let first = world.ask("s2", "call");
        if first.err.contains("use the newer Fusebox") {
            // Damage to the version, which nobody can tell from the future.
            continue;
        }
        // A record that cannot be read counts as open; everything else passes.
        if first.answer() == Answer::Denied {
            assert!(first.out.contains("CIRCUIT BREAKER TRIPPED"), "{why}: {first:?}");
        }
        let open = world.ask("s1", "open");
        assert_eq!(open.answer(), Answer::Denied, "{why}: {open:?}");
        let next = ["s2", "s4"].map(|session| world.ask(session, "next"));
        next[0].answer();
        assert_eq!(next[1].answer(), Answer::Passes, "{why}: {next:?}");
        // It is found once, when the damaged page is read.
        let told = [&first, &open].into_iter().chain(&next);
        let told: usize = told.map(|ran| ran.err.lines().count()).sum();
        assert!(told <= 1, "{why}: {first:?} {open:?} {next:?}");
        let last = world.ask("s4", "last");
        let said = (last.answer(), last.err.as_str());
        assert_eq!(said, (Answer::Passes, ""), "{why}: {:?}", world.errors());
        assert_eq!(world.errors().len(), told, "{why}");
    }
}

#[test]
fn damage_anywhere_is_survived() {
    check(0..24);
}

#[test]
#[ignore = "takes a minute or two; .ci/run runs it"]
fn damage_anywhere_is_survived_a_thousand_times() {
    check(24..1_024);
}

/// Rows that hold something else than they should, and what a call of that session then gets.
const ROWS: &[(&str, Answer)] = &[
    ("UPDATE scope SET durable = '{' WHERE kind = 1", Answer::Denied),
    ("UPDATE scope SET durable = '[]' WHERE kind = 2", Answer::Denied),
    ("UPDATE scope SET durable = CAST(x'ff' AS TEXT) WHERE kind = 3", Answer::Denied),
    ("UPDATE scope SET recent = x'00112233' WHERE kind = 1", Answer::Passes),
    ("UPDATE scope SET at_ms = -5", Answer::Denied),
    // The record is older than the log.
    ("UPDATE scope SET durable = json_set(durable, '$.events', 2) WHERE kind = 2", Answer::Denied),
    ("UPDATE policy SET body = CAST(x'ff' AS TEXT)", Answer::Passes),
    ("UPDATE policy SET body = '{'", Answer::Passes),
    ("DELETE FROM scope", Answer::Denied),
    // What says that `s1` is open is hidden.
    ("DELETE FROM scope WHERE kind = 1", Answer::Passes),
    (
        "UPDATE scope SET durable = replace(durable, 'breaker', 'brewers') WHERE kind = 1",
        Answer::Passes,
    ),
    ("DELETE FROM log", Answer::Passes),
    ("UPDATE log SET at_ms = -5", Answer::Passes),
];

#[test]
fn a_row_that_cannot_be_read_is_no_failure() {
    let (world, files) = filled_world();
    for (sql, expected) in ROWS {
        put_back(&world, &files);
        world.sql().execute_batch(sql).unwrap();
        let ran = world.ask("s2", "call");
        assert_eq!((ran.answer(), ran.err.as_str()), (*expected, ""), "{sql}: {ran:?}");
        assert_eq!(world.ask("s1", "open").answer(), Answer::Denied, "{sql}");
        world.ask("s4", "last").passes_quietly();
    }
}

#[test]
fn damage_where_no_hook_reads_is_found_by_the_doctor() {
    let (world, _) = filled_world();
    let root = world.number("SELECT rootpage FROM sqlite_schema WHERE name = 'document'");
    world.checkpoint_log();
    let mut bytes = fs::read(world.database()).unwrap();
    let root = usize::try_from(root).unwrap();
    bytes[(root - 1) * 4096..root * 4096].fill(0xa5);
    fs::write(world.database(), bytes).unwrap();
    world.ask("s2", "call").passes_quietly();
    let doctor = world.run("doctor");
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(doctor.out.contains("the database is damaged"), "{doctor:?}");
    assert!(doctor.out.contains("move it away; open sessions stay open"), "{doctor:?}");
}

#[test]
fn a_lost_end_of_the_log_does_not_free_a_session() {
    let world = World::with_programs();
    world.trip_by_looping();
    world.ask("s2", "call");
    fs::write(world.state_dir().join("fusebox.db-wal"), "").unwrap();
    let ran = world.ask("s1", "open");
    assert_eq!(ran.answer(), Answer::Denied, "{ran:?}");
}

#[test]
fn a_person_answers_a_trip_that_was_lost_once() {
    let world = World::with_programs();
    world.trip_by_looping();
    let note = world.notes().pop().unwrap();
    let noted = fs::read_to_string(&note).unwrap();
    fs::write(world.database(), "rubbish").unwrap();
    assert_eq!(world.ask("s1", "held").answer(), Answer::Denied);
    world.tell("s1", "UserPromptSubmit", json!({"prompt": "go"}));
    // As it is for others until the hook of the answer removes it, or when it is killed.
    fs::write(&note, noted).unwrap();
    assert_eq!(world.ask("s1", "free").answer(), Answer::Passes);
    let known = world.run("incidents --json").json();
    let known = known.as_array().unwrap();
    assert_eq!(known.len(), 2, "{known:?}");
    assert!(known.iter().all(|incident| incident["status"] == "guided"), "{known:?}");
    let reason = known[1]["reason"].as_str().unwrap();
    assert!(reason.contains("make test"), "what it was is told: {reason}");
}

#[test]
fn a_lost_database_frees_no_session_of_an_open_task() {
    let world = World::with_programs();
    world.write(".config/fusebox/config.toml", "[limits]\ntool_calls = 1\n");
    let tell = |session: &str, event: &str, fields: serde_json::Value| {
        let mut hook = world.hook();
        hook.env("FUSEBOX_TASK", "42");
        world.finish(&mut hook, &world.event_of(session, event, fields))
    };
    let start = |session: &str| tell(session, "SessionStart", json!({"source": "startup"}));
    let ask = |session: &str, id: &str| world.ask(session, id).answer();
    start("s1");
    start("s2");
    assert_eq!(ask("s1", "a"), Answer::Passes);
    assert_eq!(ask("s1", "b"), Answer::Denied);
    world.wait_for_delivery();
    fs::write(world.database(), "rubbish").unwrap();
    assert_eq!(ask("s2", "c"), Answer::Denied, "it served the task");
    start("s3");
    assert_eq!(ask("s3", "d"), Answer::Denied, "it serves the task");
    assert_eq!(ask("s4", "e"), Answer::Passes, "it has nothing to do with the task");
    tell("s3", "UserPromptSubmit", json!({"prompt": "go on"}));
    assert_eq!(ask("s3", "f"), Answer::Passes, "a person answered");
    start("s5");
    assert_eq!(ask("s5", "g"), Answer::Denied, "the one call of the task is used up");
    let reason =
        |session: &str| world.run(&format!("status {session} --json")).json()["reason"].to_string();
    assert!(reason("s5").contains("tool calls (1/1)"), "{}", reason("s5"));
}
