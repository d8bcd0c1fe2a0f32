//! Warehouses, queues, caches, document stores, schedulers and migrations.

use super::super::call::{Call, gaps, shell};
use super::super::case::{Case, healthy, nudged_at_most, stuck};
use super::{count, each, in_turn};

pub(super) fn cases() -> Vec<Case> {
    vec![
        healthy("twelve dbt models, one after the other", each(|name| {
            shell(format!("dbt run --select stg_{name}"), "Completed successfully\n\nDone. PASS=1 WARN=0 ERROR=0 SKIP=0 TOTAL=1", 0)
        })),
        stuck("one dbt model that fails, with other flags", in_turn(14, &[
            "dbt run --select stg_carts", "dbt run --select stg_carts --full-refresh", "dbt --debug run --select stg_carts",
            "dbt run --select stg_carts --threads 1", "dbt --no-partial-parse run --select stg_carts", "dbt run -s stg_carts | tail -20",
        ], "1 of 1 ERROR creating sql view model analytics.stg_carts\nDatabase Error in model stg_carts (models/staging/stg_carts.sql)\n  column \"cart_uuid\" does not exist\nDone. PASS=0 WARN=0 ERROR=1 SKIP=0 TOTAL=1", 1)).refused(),
        healthy("dbt tests of twelve models that each find rows", each(|name| {
            shell(format!("dbt test --select {name}"), format!("Failure in test not_null_{name}_id (models/schema.yml)\n  Got 3 results, configured to fail if != 0\nDone. PASS=0 WARN=0 ERROR=1 SKIP=0 TOTAL=1"), 1)
        })),
        healthy("rows of twelve Snowflake tables, all empty", each(|name| {
            shell(format!("snow sql -q 'SELECT COUNT(*) FROM RAW.{name}'"), "+----------+\n| COUNT(*) |\n|----------|\n| 0        |\n+----------+", 0)
        })),
        stuck("the rows of one Snowflake table, asked in many ways", in_turn(14, &[
            "snow sql -q 'SELECT COUNT(*) FROM RAW.CARTS'", "snow sql -q 'select count(*) from RAW.CARTS'", "snow sql -q 'SELECT COUNT(1) FROM RAW.CARTS;'",
            "snow sql --query 'SELECT COUNT(*) FROM RAW.CARTS'", "snow sql -q 'SELECT COUNT(*) AS N FROM RAW.CARTS' | tail -3",
        ], "+----------+\n| COUNT(*) |\n|----------|\n| 0        |\n+----------+", 0)),
        healthy("a BigQuery backfill, a day at a time", count(16, |day| {
            shell(format!("bq query --use_legacy_sql=false \"INSERT INTO shop.daily SELECT * FROM shop.raw WHERE day = '2024-03-{day:02}'\""), "Number of affected rows: 1200", 0)
        })),
        stuck("BigQuery denies twelve datasets", each(|name| {
            shell(format!("bq query --use_legacy_sql=false 'SELECT 1 FROM shop_{name}.t LIMIT 1'"), format!("BigQuery error in query operation: Access Denied: Table shop-prod:shop_{name}.t: User does not have permission to query table shop-prod:shop_{name}.t"), 1)
        })),
        healthy("the lag of twelve consumer groups", each(|name| {
            shell(format!("kafka-consumer-groups.sh --bootstrap-server kafka:9092 --describe --group {name}"), "TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG\nevents 0          8812            8812            0", 0)
        })),
        stuck("a topic that no broker creates", count(12, |n| {
            shell(format!("kafka-topics.sh --bootstrap-server kafka:9092 --create --topic carts --partitions {n}"), "Error while executing topic command : Timed out waiting for a node assignment. Call: createTopics\n[2024-03-01 10:00:00,120] ERROR org.apache.kafka.common.errors.TimeoutException: Timed out waiting for a node assignment. Call: createTopics", 1)
        })).refused(),
        healthy("twelve keys that the cache does not hold", each(|name| shell(format!("redis-cli GET rate:{name}"), "(nil)", 0))),
        stuck("one key of the cache, again and again", in_turn(14, &[
            "redis-cli GET session:42", "redis-cli get session:42", "redis-cli --no-raw GET session:42", "redis-cli GET session:42 | cat", "redis-cli -h localhost GET session:42",
        ], "(nil)", 0)),
        healthy("an index in each collection", each(|name| {
            shell(format!("mongosh shop --quiet --eval 'db.{name}.createIndex({{created: 1}})'"), "created_1", 0)
        })),
        stuck("passwords of the document store, guessed", count(12, |n| {
            shell(format!("mongosh -u admin -p secret{n} --authenticationDatabase admin --eval 'db.stats()'"), "MongoServerError: Authentication failed.", 1)
        })).refused(),
        healthy("a scroll through all hits", count(14, |page| {
            shell("curl -s localhost:9200/_search/scroll -d '{\"scroll\":\"1m\",\"scroll_id\":\"DXF1ZXJ5\"}'", format!("{{\"hits\":{{\"total\":1400,\"hits\":[{{\"_id\":\"cart-{page}\",\"_score\":1.0}}]}}}}"), 0)
        })),
        stuck("a scroll that has ended, scrolled on", count(14, |_| {
            shell("curl -s localhost:9200/_search/scroll -d '{\"scroll\":\"1m\",\"scroll_id\":\"DXF1ZXJ5\"}'", "{\"hits\":{\"total\":1400,\"hits\":[]}}", 0)
        })).refused(),
        healthy("batches of a backfill, each as large as the last", count(18, |n| {
            shell(format!("./backfill.sh --from {} --to {}", n * 1000, n * 1000 + 999), "ok: 1000 rows updated", 0)
        })),
        healthy("tables that are optimised without a word", each(|name| shell(format!("clickhouse-client -q 'OPTIMIZE TABLE {name} FINAL'"), "", 0))),
        stuck("a statement that deadlocks each time", count(12, |_| {
            shell("psql shop -c 'ALTER TABLE carts ADD COLUMN total int'", "ERROR:  deadlock detected\nDETAIL:  Process 912 waits for AccessExclusiveLock on relation 16401; blocked by process 877.", 1)
        })).refused(),
        healthy("a run of a pipeline that takes half an hour", gaps(60, count(25, |_| {
            shell("airflow dags list-runs -d carts_daily --state running", "dag_id      | run_id                | state   | start_date\ncarts_daily | manual__2024-03-01    | running | 2024-03-01T10:00:00", 0)
        }))),
        stuck("names of a pipeline, guessed", ["carts", "carts_daily", "daily_carts", "cart", "carts-daily", "cartsDaily", "etl_carts", "carts_etl", "dag_carts", "carts_dag", "carts_v2", "carts_job"]
            .map(|name| shell(format!("airflow dags trigger {name}"), format!("airflow.exceptions.DagNotFound: Dag id {name} not found in DagModel"), 1)).to_vec()).refused(),
        healthy("data sets that are up to date", each(|name| shell(format!("dvc pull data/{name}.dvc"), "Everything is up to date.", 0))),
        stuck("a job that runs out of memory, whatever it is given", count(12, |n| {
            shell(format!("spark-submit --driver-memory {n}g jobs/carts.py"), "24/03/01 10:00:00 ERROR Executor: Exception in task 0.0 in stage 3.0 (TID 12)\njava.lang.OutOfMemoryError: Java heap space", 1)
        })).refused(),
        healthy("the version of each schema", each(|name| {
            shell(format!("flyway -schemas={name} info"), "Schema version: 12\n\nNo pending migrations", 0)
        })),
        stuck("a revision that is never up to date", in_turn(12, &[
            "alembic revision --autogenerate -m 'add total'", "alembic revision --autogenerate -m add_total", "python -m alembic revision --autogenerate -m total", "alembic -c alembic.ini revision --autogenerate -m 'add total'",
        ], "ERROR [alembic.util.messaging] Target database is not up to date.\nFAILED: Target database is not up to date.", 255)).refused(),
        healthy("a plan that an index changes", (1..=6).flat_map(|n| [
            shell(format!("sqlite3 shop.db 'CREATE INDEX i{n} ON carts(c{n})'"), "", 0),
            shell("sqlite3 shop.db 'EXPLAIN QUERY PLAN SELECT * FROM carts WHERE c1=1 AND c2=2'", format!("QUERY PLAN\n`--SEARCH carts USING INDEX i{n} (c{n}=?)"), 0),
        ]).collect()),
        // Looks at one thing after the other that fail are named, and refused from the twentieth only.
        stuck("columns of a table, guessed", ["total", "sum", "amount", "price", "value", "cost", "net", "gross", "subtotal", "total_cents", "total_eur", "grand_total"]
            .map(|column| shell(format!("sqlite3 shop.db 'SELECT {column} FROM carts LIMIT 1'"), format!("Error: in prepare, no such column: {column}"), 1)).to_vec()),
        healthy("dumps of twelve tables", each(|name| shell(format!("pg_dump -t {name} shop -f dump/{name}.sql"), "", 0))),
        healthy("pages of an API until the cursor is empty", count(20, |n| {
            shell(format!("curl -s 'https://api.acme.test/v1/carts?limit=100&cursor=c{n:04x}'"), format!("{{\"data\":[],\"next\":\"c{:04x}\"}}", n + 1), 0)
        })),
        stuck("a cursor that is never followed", count(12, |_| {
            shell("curl -s 'https://api.acme.test/v1/carts?limit=100&cursor=c0001'", "{\"data\":[{\"id\":1}],\"next\":\"c0002\"}", 0)
        })).refused(),
        nudged_at_most("messages of a topic, looked at by offset", count(14, |n| {
            shell(format!("kcat -b kafka:9092 -t carts -o {n} -c 1 -e"), "{\"type\":\"heartbeat\"}", 0)
        })),
        stuck("a connector that is deleted and made again", (0..8).flat_map(|_| -> [Call; 3] { [
            shell("curl -s -X DELETE connect:8083/connectors/carts", "", 0),
            shell("curl -s -X POST connect:8083/connectors -d @carts.json", "{\"name\":\"carts\",\"tasks\":[]}", 0),
            shell("curl -s connect:8083/connectors/carts/status", "{\"name\":\"carts\",\"connector\":{\"state\":\"FAILED\",\"trace\":\"org.apache.kafka.connect.errors.ConnectException: no route\"}}", 0),
        ] }).collect()).refused(),
    ]
}
