//! What an agent of the same user puts into the database beside rows: code that SQLite carries out, and views in the
//! place of tables. What was open stays open, and what is closed is counted on.

use crate::session::Answer;
use crate::world::World;

/// What is put into the database, and what it would do.
const CODE: [(&str, &str); 5] = [
    (
        "nothing is written",
        "CREATE TRIGGER a BEFORE INSERT ON scope BEGIN SELECT RAISE(IGNORE); END;
         CREATE TRIGGER b BEFORE UPDATE ON scope BEGIN SELECT RAISE(IGNORE); END;
         CREATE TRIGGER c BEFORE INSERT ON incident BEGIN SELECT RAISE(IGNORE); END;
         CREATE TRIGGER d BEFORE INSERT ON log BEGIN SELECT RAISE(IGNORE); END;",
    ),
    (
        "what is written is forgotten",
        "CREATE TRIGGER a AFTER INSERT ON log BEGIN DELETE FROM scope; DELETE FROM incident; END;
         CREATE TRIGGER b AFTER UPDATE ON scope BEGIN DELETE FROM scope; END;",
    ),
    (
        "every write fails",
        "CREATE TRIGGER a BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'no'); END;",
    ),
    (
        "a view has no rows",
        "ALTER TABLE scope RENAME TO hidden; CREATE VIEW scope AS SELECT * FROM hidden WHERE 0;",
    ),
    (
        "a view takes writes and has no rows",
        "ALTER TABLE scope RENAME TO hidden; CREATE VIEW scope AS SELECT * FROM hidden WHERE 0;
         CREATE TRIGGER a INSTEAD OF INSERT ON scope BEGIN SELECT 1; END;
         CREATE TRIGGER b INSTEAD OF UPDATE ON scope BEGIN SELECT 1; END;",
    ),
];

#[test]
fn g07_code_in_the_database_is_not_carried_out() {
    for (what, code) in CODE {
        let world = World::unprivileged();
        world.trip_by_looping();
        world.ask("s2", "before");
        world.wait_until_idle();
        world.sql().execute_batch(code).unwrap();
        let open = world.ask("s1", "after");
        assert_eq!(open.answer(), Answer::Denied, "{what}: {open:?}");
        assert_eq!(world.ask("s2", "after").answer(), Answer::Passes, "{what}");
        world.loops("s2", 8);
        assert_eq!(world.ask("s2", "end").answer(), Answer::Denied, "{what}: a loop trips");
    }
}
