//! Migrations, backfills, exports and interfaces that limit their callers.

use serde_json::json;

use super::super::call::{every, gaps, laps, mcp, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{PARTS, count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    let mut cases = healthy_moves();
    cases.extend(stuck_moves());
    cases
}

fn healthy_moves() -> Vec<Case> {
    let limited = |host: &'static str| {
        move |n: usize| {
            shell(
                format!("curl -sf https://{host}/v1/orders/{n}"),
                "curl: (22) The requested URL returned error: 429",
                22,
            )
        }
    };
    vec![
        healthy("a database that goes up revision by revision", count(14, |n| shell("alembic upgrade +1", format!("INFO  [alembic.runtime.migration] Will assume transactional DDL.\nINFO  [alembic.runtime.migration] Running upgrade 4f2c{:02} -> 4f2c{:02}, step", n, n + 1), 0))),
        healthy("rows that are filled in range by range", count(16, |n| shell(format!("./manage.py backfill_totals --from-id {} --limit 1000", 1000 * n), "updated 1000 rows", 0))),
        nudged_at_most("batches of one statement until nothing is left", count(11, |n| shell("psql shop -c \"WITH b AS (SELECT id FROM orders WHERE total IS NULL LIMIT 5000) UPDATE orders o SET total = 0 FROM b WHERE o.id = b.id\"", match n { 10 => "UPDATE 312", 11 => "UPDATE 0", _ => "UPDATE 5000" }, 0))),
        healthy("batches of one statement, and how much is left", (1usize..=12).flat_map(|n| [
            shell("mysql shop -e 'DELETE FROM sessions WHERE expired LIMIT 10000'", "Query OK, 10000 rows affected", 0),
            shell("mysql shop -Ne 'SELECT count(*) FROM sessions WHERE expired'", format!("{}", 120_000 - 10_000 * n), 0),
        ]).collect()),
        healthy("pages of orders behind cursors", count(14, |n| mcp("shop/list_orders", json!({"limit": 100, "cursor": format!("b3JkZXI6{}", 7919 * n)}), format!("{{\"items\": [{{\"id\": {}}}], \"next_cursor\": \"b3JkZXI6{}\"}}", 100 * n, 7919 * (n + 1)), true))),
        nudged_at_most("pages of which most are empty", count(14, |n| mcp("audit/search_events", json!({"shard": n, "query": "status:refunded"}), "{\"items\": [], \"total\": 0}", true))),
        healthy("pages that are saved and say nothing", count(14, |n| shell(format!("curl -sS 'https://export.acme.test/v2/orders?cursor=c{}' -o out/page-{n}.json", 7919 * n), "", 0))),
        healthy("a limit at every second request, and then the answer", (1usize..=10).flat_map(|n| [
            limited("slow-one.acme.test")(n),
            shell("sleep 20", "", 0),
            shell(format!("curl -sf https://slow-one.acme.test/v1/orders/{n}"), format!("{{\"id\": {n}, \"total\": {}}}", 31 * n), 0),
        ]).collect()),
        nudged_at_most("a limit that ends after the third try", gaps(60, vec![limited("slow-two.acme.test")(7), limited("slow-two.acme.test")(7), limited("slow-two.acme.test")(7), shell("curl -sf https://slow-two.acme.test/v1/orders/7", "{\"id\": 7}", 0)])),
        healthy("schemas of customers that are copied", count(16, |n| shell(format!("pg_dump -n tenant_{n} old | psql -q new"), "", 0))),
        healthy("collections that are imported", PARTS[..14].iter().map(|name| shell(format!("mongoimport --db shop --collection {name} --file {name}.json"), "connected to: mongodb://localhost/\n12 document(s) imported successfully. 0 document(s) failed to import.", 0)).collect()),
        healthy("schemas that are up to date", PARTS[..12].iter().map(|name| shell(format!("flyway -schemas={name} migrate"), "Current version of schema: 41\nSchema is up to date. No migration necessary.", 0)).collect()),
        healthy("days that are loaded into a warehouse", count(14, |n| shell(format!("bq load --replace 'shop.orders$202411{n:02}' gs://shop/2024-11-{n:02}.json"), format!("Upload complete.\nWaiting on bqjob_r{}_1 ... (1s) Current status: DONE", 7919 * n), 0))),
        healthy("keys that are scanned, most rounds without a hit", count(14, |n| shell(format!("redis-cli SCAN {} MATCH 'cart:*' COUNT 1000", 4096 * n), format!("{}\n(empty array)", 4096 * (n + 1)), 0))),
        healthy("tables whose rows are counted on both sides", PARTS[..10].iter().enumerate().flat_map(|(n, name)| [
            shell(format!("psql old -Atc 'select count(*) from {name}'"), format!("{}", 100 * n), 0),
            shell(format!("psql new -Atc 'select count(*) from {name}'"), format!("{}", 100 * n), 0),
        ]).collect()),
        healthy("objects that are copied between stores", PARTS[..12].iter().map(|name| shell(format!("rclone copy old:shop/{name} new:shop/{name} --stats-one-line"), "0 B / 0 B, -, 0 B/s, ETA -", 0)).collect()),
    ]
}

fn stuck_moves() -> Vec<Case> {
    vec![
        stuck("the same page for ever", count(10, |_| mcp("shop/list_orders", json!({"limit": 100, "cursor": "b3JkZXI6MQ"}), "{\"items\": [{\"id\": 1}], \"next_cursor\": \"b3JkZXI6MQ\"}", true))).refused(),
        stuck("a migration that does not reach its database", in_turn(12, &["alembic upgrade head", "alembic upgrade +1", "alembic current", "python -m alembic upgrade head", "alembic -x verbose upgrade head", "alembic history -i"], "sqlalchemy.exc.OperationalError: (psycopg2.OperationalError) connection to server at \"localhost\" (127.0.0.1), port 5432 failed: Connection refused", 1)).refused(),
        stuck("tasks of Rails that all miss their database", in_turn(12, &["bin/rails db:migrate", "bin/rails db:setup", "bin/rails db:reset", "bin/rails db:create", "RAILS_ENV=test bin/rails db:prepare", "bundle exec rake db:migrate"], "PG::ConnectionBad: connection to server on socket \"/var/run/postgresql/.s.PGSQL.5432\" failed: No such file or directory", 1)).refused(),
        stuck("a migration under ever another name", count(10, |n| shell(format!("npx prisma migrate dev --name try{n}"), "Error: P3014\n\nPrisma Migrate could not create the shadow database. Please make sure the database user has permission to create databases.", 1))).refused(),
        stuck("a backfill that fills nothing", count(12, |_| shell("./manage.py backfill_totals", "0 rows updated", 0))),
        stuck("a limit that never ends", count(12, |_| shell("curl -sf https://slow-three.acme.test/v1/orders", "curl: (22) The requested URL returned error: 429", 22))).refused(),
        stuck("a database that goes down and up in vain", laps(7, |_| [
            shell("alembic downgrade -1", "INFO  [alembic.runtime.migration] Running downgrade 4f2c02 -> 4f2c01, step", 0),
            shell("alembic upgrade head", "INFO  [alembic.runtime.migration] Running upgrade 4f2c01 -> 4f2c02, step\nsqlalchemy.exc.ProgrammingError: (psycopg2.errors.DuplicateTable) relation \"totals\" already exists", 1),
        ])).refused(),
        stuck("a database that is made anew for the same error", laps(7, |_| [
            shell("dropdb shop", "", 0),
            shell("createdb shop", "", 0),
            shell("psql -q shop -f seed.sql", "psql:seed.sql:412: ERROR:  null value in column \"sku\" of relation \"items\" violates not-null constraint", 3),
        ])).refused(),
        stuck("locks that no table gives up", PARTS[..12].iter().map(|name| shell(format!("mysql shop -e 'ALTER TABLE {name} ADD note text'"), "ERROR 1205 (HY000) at line 1: Lock wait timeout exceeded; try restarting transaction", 1)).collect()).refused(),
        stuck("a dump that is restored with other flags", in_turn(12, &["pg_restore -d shop shop.dump", "pg_restore -c -d shop shop.dump", "pg_restore --if-exists -c -d shop shop.dump", "pg_restore -1 -d shop shop.dump", "pg_restore -v -d shop shop.dump", "pg_restore -e -d shop shop.dump"], "pg_restore: error: could not execute query: ERROR:  role \"shopkeeper\" does not exist", 1)).refused(),
        stuck("columns that are guessed", each(|name| shell(format!("psql shop -c 'select {name} from users'"), format!("ERROR:  column \"{name}\" does not exist\nLINE 1: select {name} from users\n               ^"), 1))),
        stuck("an export that wants to be signed in again", laps(8, |_| [
            shell("bq extract shop.orders gs://shop/orders.csv", "BigQuery error in extract operation: Reauthentication is needed. Please run `gcloud auth login`.", 1),
            shell("gcloud auth login --quiet", "ERROR: (gcloud.auth.login) Could not fetch token: cannot open a browser", 1),
        ])).refused(),
        stuck("a request that is sent in five ways and is never allowed", ["curl -s -H \"Authorization: Bearer $T\" https://auth-one.acme.test/v1/me", "curl -s -H \"X-Api-Key: $T\" https://auth-one.acme.test/v1/me", "curl -s -u \"$T:\" https://auth-one.acme.test/v1/me", "http https://auth-one.acme.test/v1/me \"Authorization: token $T\"", "wget -qO- --header \"Authorization: $T\" https://auth-one.acme.test/v1/me", "curl -s \"https://auth-one.acme.test/v1/me?token=$T\""]
            .into_iter().cycle().take(12).map(|command| shell(command, "{\"error\":{\"code\":401,\"message\":\"Invalid credentials\"}}", 0)).collect()),
        stuck("a table that is looked at in vain, again and again", every(6, 10, shell("psql shop -Atc \"select id, total from orders where id = 7\"", "7|0", 0))).refused(),
    ]
}
