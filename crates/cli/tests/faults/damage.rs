//! A database with random damage: no call ends in a surprise, what was open stays open, and the
//! store mends itself.

use std::collections::BTreeMap;
use std::fs;

use serde_json::json;

use crate::machine::{Answer, Machine, finish};

/// The same numbers for the same seed (xorshift).
struct Dice(u64);

impl Dice {
    fn of(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % end
    }
}

/// The files of a state folder.
type Files = BTreeMap<String, Vec<u8>>;

fn taken(machine: &Machine) -> Files {
    let entries = fs::read_dir(machine.state()).unwrap().flatten();
    let files = entries
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()));
    files.collect()
}

fn put_back(machine: &Machine, files: &Files) {
    machine.is_left_alone();
    for entry in fs::read_dir(machine.state()).unwrap().flatten() {
        fs::remove_file(entry.path()).unwrap();
    }
    for (name, bytes) in files {
        fs::write(machine.state().join(name), bytes).unwrap();
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

/// A machine with an open session, a policy and calls; half of them wait in the log.
fn filled() -> (Machine, Files) {
    let machine = Machine::new();
    machine.write(".config/fusebox/config.toml", "[limits]\ntool_calls = 500\n");
    machine.tripped();
    for n in 0..20 {
        machine.ask("s2", &format!("before-{n}"));
    }
    let sql = machine.sql();
    sql.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    for n in 0..3 {
        machine.ask("s2", &format!("last-{n}"));
    }
    let files = taken(&machine);
    assert!(files["fusebox.db"].len() > 50_000 && files["fusebox.db-wal"].len() > 20_000);
    (machine, files)
}

fn check(seeds: impl Iterator<Item = u64>) {
    let (machine, files) = filled();
    for seed in seeds {
        let mut harmed = files.clone();
        let why = damage(&mut harmed, seed);
        put_back(&machine, &harmed);
        let first = machine.ask("s2", "call");
        if first.stderr.contains("use the newer Fusebox") {
            // Damage to the version, which nobody can tell from the future.
            continue;
        }
        // A record that cannot be read counts as open; everything else passes.
        if first.answer() == Answer::Denied {
            assert!(first.stdout.contains("CIRCUIT BREAKER TRIPPED"), "{why}: {first:?}");
        }
        let open = machine.ask("s1", "open");
        assert_eq!(open.answer(), Answer::Denied, "{why}: {open:?}");
        let next = ["s2", "s4"].map(|session| machine.ask(session, "next"));
        next[0].answer();
        assert_eq!(next[1].answer(), Answer::Passes, "{why}: {next:?}");
        // It is found once, when the damaged page is read.
        let told = [&first, &open].into_iter().chain(&next);
        let told: usize = told.map(|ran| ran.stderr.lines().count()).sum();
        assert!(told <= 1, "{why}: {first:?} {open:?} {next:?}");
        let last = machine.ask("s4", "last");
        assert_eq!(
            (last.answer(), last.stderr.as_str()),
            (Answer::Passes, ""),
            "{why}: {:?}",
            machine.errors()
        );
        assert_eq!(machine.errors().len(), told, "{why}");
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
];

#[test]
fn a_row_that_cannot_be_read_is_no_failure() {
    let (machine, files) = filled();
    for (sql, expected) in ROWS {
        put_back(&machine, &files);
        machine.sql().execute_batch(sql).unwrap();
        let ran = machine.ask("s2", "call");
        assert_eq!((ran.answer(), ran.stderr.as_str()), (*expected, ""), "{sql}: {ran:?}");
        assert_eq!(machine.ask("s1", "open").answer(), Answer::Denied, "{sql}");
        let last = machine.ask("s4", "last");
        assert_eq!((last.answer(), last.stderr.as_str()), (Answer::Passes, ""), "{sql}");
    }
}

#[test]
fn damage_where_no_hook_reads_is_found_by_the_doctor() {
    let (machine, _) = filled();
    let sql = machine.sql();
    let root: u32 = sql
        .query_row("SELECT rootpage FROM sqlite_schema WHERE name = 'report'", [], |r| r.get(0))
        .unwrap();
    sql.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    drop(sql);
    let mut bytes = fs::read(machine.database()).unwrap();
    let root = usize::try_from(root).unwrap();
    bytes[(root - 1) * 4096..root * 4096].fill(0xa5);
    fs::write(machine.database(), bytes).unwrap();
    let ran = machine.ask("s2", "call");
    assert_eq!((ran.answer(), ran.stderr.as_str()), (Answer::Passes, ""));
    let doctor = machine.run("doctor");
    assert_eq!(doctor.code, Some(1), "{doctor:?}");
    assert!(doctor.stdout.contains("the database is damaged"), "{doctor:?}");
    assert!(doctor.stdout.contains("move it away; open sessions stay open"), "{doctor:?}");
}

#[test]
fn a_lost_end_of_the_log_does_not_free_a_session() {
    let machine = Machine::new();
    machine.tripped();
    machine.ask("s2", "call");
    fs::write(machine.state().join("fusebox.db-wal"), "").unwrap();
    let ran = machine.ask("s1", "open");
    assert_eq!(ran.answer(), Answer::Denied, "{ran:?}");
}

#[test]
fn a_person_answers_a_trip_that_was_lost_once() {
    let machine = Machine::new();
    machine.tripped();
    let list = machine.state().join("open.json");
    let listed = fs::read_to_string(&list).unwrap();
    fs::write(machine.database(), "rubbish").unwrap();
    assert_eq!(machine.ask("s1", "held").answer(), Answer::Denied);
    finish(&mut machine.hook(), &machine.event("s1", "UserPromptSubmit", json!({"prompt": "go"})));
    // As it is for others until the hook of the answer takes it off the list, or when it is killed.
    fs::write(&list, listed).unwrap();
    assert_eq!(machine.ask("s1", "free").answer(), Answer::Passes);
    let known = machine.run("incidents --json").json();
    let known = known.as_array().unwrap();
    assert_eq!(known.len(), 2, "{known:?}");
    assert!(known.iter().all(|incident| incident["status"] == "guided"), "{known:?}");
    let reason = known[1]["reason"].as_str().unwrap();
    assert!(reason.contains("make test"), "what it was is told: {reason}");
}

#[test]
fn a_lost_database_frees_no_session_of_an_open_task() {
    let machine = Machine::new();
    machine.write(".config/fusebox/config.toml", "[limits]\ntool_calls = 1\n");
    let tell = |session: &str, event: &str, fields: serde_json::Value| {
        let mut hook = machine.hook();
        hook.env("FUSEBOX_TASK", "42");
        finish(&mut hook, &machine.event(session, event, fields))
    };
    let start = |session: &str| tell(session, "SessionStart", json!({"source": "startup"}));
    let ask = |session: &str, id: &str| machine.ask(session, id).answer();
    start("s1");
    start("s2");
    assert_eq!(ask("s1", "a"), Answer::Passes);
    assert_eq!(ask("s1", "b"), Answer::Denied);
    machine.is_delivered();
    fs::write(machine.database(), "rubbish").unwrap();
    assert_eq!(ask("s2", "c"), Answer::Denied, "it served the task");
    start("s3");
    assert_eq!(ask("s3", "d"), Answer::Denied, "it serves the task");
    assert_eq!(ask("s4", "e"), Answer::Passes, "it has nothing to do with the task");
    tell("s3", "UserPromptSubmit", json!({"prompt": "go on"}));
    assert_eq!(ask("s3", "f"), Answer::Passes, "a person answered");
    start("s5");
    assert_eq!(ask("s5", "g"), Answer::Denied, "the one call of the task is used up");
    let reason = |session: &str| {
        machine.run(&format!("status {session} --json")).json()["reason"].to_string()
    };
    assert!(reason("s5").contains("tool calls (1/1)"), "{}", reason("s5"));
}
