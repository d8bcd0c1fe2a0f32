//! Two versions at once: hooks of this one upgrade a store that an older one still writes to.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use fusebox_store::SCHEMA_VERSION;
use rusqlite::{Connection, TransactionBehavior, params};

use crate::session::Answer;
use crate::transcript::CommandOutput;
use crate::world::World;

/// The first schema, as it was released.
const FIRST: &str = include_str!("../../../store/src/sqlite/schema/v1.sql");

/// A store of the first version: the same rows in its tables.
fn first_version(world: &World) {
    world.trip_by_looping();
    let sql = world.sql();
    sql.execute_batch("PRAGMA journal_mode = DELETE").unwrap_or_default();
    let (old, whole) = (world.state_dir().join("old.db"), world.database());
    let new = Connection::open(&old).unwrap();
    new.execute_batch(FIRST).unwrap();
    new.execute("ATTACH ?1 AS whole", [whole.to_str().unwrap()]).unwrap();
    let mut tables =
        new.prepare("SELECT name FROM main.sqlite_schema WHERE type = 'table'").unwrap();
    let names: Vec<String> =
        tables.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    drop(tables);
    for table in names {
        let columns: String = new
            .query_row(
                "SELECT group_concat(name) FROM pragma_table_info(?1, 'main')",
                [&table],
                |row| row.get(0),
            )
            .unwrap();
        let copy = format!("INSERT INTO main.{table} SELECT {columns} FROM whole.{table}");
        new.execute_batch(&copy).unwrap();
    }
    new.execute_batch("DETACH whole; PRAGMA user_version = 1; PRAGMA journal_mode = WAL").unwrap();
    drop((sql, new));
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(world.state_dir().join(format!("fusebox.db{suffix}")));
    }
    std::fs::rename(old, whole).unwrap();
}

/// Writes events as the older version does until told to end; how many.
fn write_on(world: &World, end: &AtomicBool) -> usize {
    let mut sql = world.sql();
    sql.busy_timeout(Duration::from_secs(3)).unwrap();
    let mut n = 0;
    while n < 50 || !end.load(Ordering::Relaxed) {
        let tx = sql.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
        tx.execute(
            "INSERT INTO log (session, n, id, agent, task, at_ms, kind, observation, verdict,
               policy, versions) VALUES ('old', ?1, ?2, 'main', 'old', 1, 'tick', '\"Tick\"', '',
               0, 1001)",
            params![n, format!("e{n}")],
        )
        .unwrap();
        std::thread::sleep(Duration::from_millis(1));
        tx.commit().unwrap();
        // The lock goes to whoever asks first; an endless writer would keep it.
        std::thread::sleep(Duration::from_millis(5));
        n += 1;
    }
    n.try_into().unwrap()
}

#[test]
fn an_upgrade_under_an_old_writer_loses_nothing() {
    let world = World::with_programs();
    first_version(&world);
    assert_eq!(world.number("PRAGMA user_version"), 1);
    let end = AtomicBool::new(false);
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(|| write_on(&world, &end));
        let world = &world;
        let hooks: Vec<_> =
            (0..8).map(|n| scope.spawn(move || world.ask("s2", &format!("call-{n}")))).collect();
        let answered: Vec<CommandOutput> =
            hooks.into_iter().map(|hook| hook.join().unwrap()).collect();
        end.store(true, Ordering::Relaxed);
        let written = writer.join().unwrap();
        answered.iter().for_each(CommandOutput::passes_quietly);
        written
    });
    assert_eq!(world.number("PRAGMA user_version"), SCHEMA_VERSION);
    world.is_sound();
    assert_eq!(world.logged("old").len(), written);
    assert_eq!(world.logged("s2").len(), 8);
    assert_eq!(world.ask("s1", "open").answer(), Answer::Denied);
    assert_eq!(world.run("incidents --json").json().as_array().unwrap().len(), 1);
    assert_eq!(world.errors(), Vec::<String>::new());
}
