//! Data platforms: dbt, BigQuery, Dagster, Cassandra, MongoDB, Redis, Snowflake, Airflow, Spark, Soda and notebooks.

use super::super::call::{every, laps, shell};
use super::super::case::{Case, healthy, stuck};
use super::{count, edited_between, in_turn, parts};

pub(super) fn cases() -> Vec<Case> {
    [healthy_cases(), stuck_cases()].concat()
}

fn healthy_cases() -> Vec<Case> {
    let answers = [
        "812",
        "17 | 2024-01-03",
        "0",
        "ada | 4\nbob | 2",
        "(0 rows)",
        "index scan on carts_pkey",
        "3",
        "31",
        "t",
        "f",
        "9912",
        "numeric(12,2)",
        "2024-03-01",
        "eu-west | 12",
        "NULL",
    ];
    vec![
        healthy(
            "tables that are each scanned for the first time",
            parts(12, |n| {
                shell(format!("pii scan --table {n}"), "1 check failed: 3 mails in the clear", 1)
            }),
        ),
        healthy(
            "models of dbt whose tests pass",
            parts(14, |n| {
                shell(
                    format!("dbt test --select {n}"),
                    "Completed successfully\n\nDone. PASS=4 WARN=0 ERROR=0 SKIP=0 TOTAL=4",
                    0,
                )
            }),
        ),
        healthy(
            "tables that are loaded into BigQuery",
            parts(12, |n| {
                shell(
                    format!("bq load --replace shop.{n} gs://lake/{n}.parquet"),
                    "Upload complete.\nWaiting on bqjob_r1 ... (2s) Current status: DONE",
                    0,
                )
            }),
        ),
        healthy(
            "assets that Dagster makes",
            parts(12, |n| {
                shell(
                    format!("dagster asset materialize --select {n} -m shop"),
                    "RUN_SUCCESS - Finished execution of run.",
                    0,
                )
            }),
        ),
        healthy(
            "keyspaces that are repaired",
            parts(12, |n| {
                shell(
                    format!("nodetool repair {n}"),
                    "Nothing to repair for keyspace, replication factor is 1",
                    0,
                )
            }),
        ),
        healthy(
            "collections in which nothing had to change",
            parts(12, |n| {
                shell(
                    format!(
                        "mongosh shop --quiet --eval 'db.{n}.updateMany({{v: null}}, {{$set: {{v: 1}}}})'"
                    ),
                    "{ acknowledged: true, insertedId: null, matchedCount: 0, modifiedCount: 0, upsertedCount: 0 }",
                    0,
                )
            }),
        ),
        healthy(
            "keys of Redis that get an end",
            parts(14, |n| shell(format!("redis-cli EXPIRE cache:{n} 3600"), "(integer) 1", 0)),
        ),
        healthy(
            "columns that Snowflake adds",
            parts(12, |n| {
                shell(
                    format!("snowsql -q 'ALTER TABLE {n} ADD COLUMN loaded_at TIMESTAMP'"),
                    "+----------------------------------+\n| status                           |\n|----------------------------------|\n| Statement executed successfully. |\n+----------------------------------+",
                    0,
                )
            }),
        ),
        healthy(
            "days that Airflow fills",
            count(16, |n| {
                shell(
                    format!("airflow dags backfill -s 2024-02-{n:02} -e 2024-02-{n:02} sales"),
                    "[backfill progress] | finished run 1 of 1 | tasks waiting: 0 | succeeded: 6 | running: 0 | failed: 0",
                    0,
                )
            }),
        ),
        healthy(
            "a job of Spark on YARN, asked each minute",
            every(
                60,
                24,
                shell(
                    "yarn application -status application_1712_0041",
                    "State : RUNNING\nProgress : 10%\nFinal-State : UNDEFINED",
                    0,
                ),
            ),
        ),
        healthy(
            "sources that are stale, one after the other",
            parts(12, |n| {
                shell(
                    format!("dbt source freshness --select source:{n}"),
                    "1 of 1 WARN freshness of source ......... [WARN in 0.41s]\nDone.",
                    0,
                )
            }),
        ),
        healthy(
            "checks of Soda that fail alike, table by table",
            parts(12, |n| {
                shell(
                    format!("soda scan -d lake checks/{n}.yml"),
                    "1/3 checks FAILED:\n    row_count > 0 [FAILED]\nOops! 1 failures. 0 warnings. 0 errors. 2 pass.",
                    2,
                )
            }),
        ),
        healthy(
            "questions to Postgres, each with its own answer",
            answers
                .iter()
                .zip(1..)
                .map(|(answer, n)| {
                    shell(format!("psql -At -c 'select part_{n} from totals'"), *answer, 0)
                })
                .collect(),
        ),
        healthy(
            "a count that grows while a stream runs",
            count(20, |n| {
                shell("clickhouse-client -q 'SELECT count() FROM events'", (n * 413).to_string(), 0)
            }),
        ),
    ]
}

fn stuck_cases() -> Vec<Case> {
    let trace = "Traceback (most recent call last):\n  File \"/home/dev/project/etl.py\", line 41, in <module>\n    main()\n  File \"/home/dev/project/etl.py\", line 30, in main\n    region = row[\"region\"]\nKeyError: 'region'";
    let reads = [
        "redis-cli GET job:7",
        "redis-cli --raw GET job:7",
        "redis-cli -h localhost GET job:7",
        "redis-cli -n 0 GET job:7",
        "echo 'GET job:7' | redis-cli",
        "redis-cli GET job:7 | cat",
        "redis-cli GET job:7 | head -5",
    ];
    vec![
        stuck("one table that Soda scans again and again", every(4, 14, shell("soda scan -d lake checks/carts.yml", "1/3 checks FAILED:\n    row_count > 0 [FAILED]\nOops! 1 failures. 0 warnings. 0 errors. 2 pass.", 2))).refused(),
        stuck("keys that are scanned from the same place", every(4, 14, shell("redis-cli scan 0", "1) \"17\"\n2) 1) \"job:7\"", 0))).refused(),
        stuck(
            "a query that BigQuery only prices",
            every(
                8,
                12,
                shell(
                    "bq query --dry_run 'SELECT * FROM shop.orders'",
                    "Query successfully validated. Assuming the tables are not modified, running this query will process 1048576 bytes of data.",
                    0,
                ),
            ),
        ).refused(),
        stuck("no warehouse, whatever table is asked", parts(24, |n| shell(format!("snowsql -q 'select count(*) from {n}'"), "000606 (57P03): No active warehouse selected in the current session. Select an active warehouse with the 'use warehouse' command.", 1))).refused(),
        stuck("a ring of Cassandra that nobody reaches", in_turn(16, &["cqlsh 10.0.0.7", "cqlsh 10.0.0.7 9042", "cqlsh --connect-timeout=30 10.0.0.7", "cqlsh -u cassandra -p x 10.0.0.7", "cqlsh --cqlversion=3.4.5 10.0.0.7"], "Connection error: ('Unable to connect to any servers', {'10.0.0.7:9042': ConnectionRefusedError(111, \"Tried connecting to [('10.0.0.7', 9042)]. Last error: Connection refused\")})", 1)).refused(),
        stuck("one question with other limits", count(14, |n| shell(format!("bq query --nouse_legacy_sql 'SELECT id, total FROM shop.carts LIMIT {}'", 10 + n), "+----+-------+\n| id | total |\n+----+-------+\n|  1 |    12 |\n|  2 |    40 |\n+----+-------+", 0))).refused(),
        stuck("a model of dbt that fails alike after each edit", edited_between(8, "models/carts.sql", "dbt run --select carts", "1 of 1 ERROR creating sql view model shop.carts [ERROR in 0.31s]\n\nDatabase Error in model carts (models/carts.sql)\n  column \"total\" must appear in the GROUP BY clause or be used in an aggregate function\n\nDone. PASS=0 WARN=0 ERROR=1 SKIP=0 TOTAL=1", 1)),
        stuck("columns that Spark does not know, guessed", parts(18, |n| shell(format!("spark-sql -e 'select {n}_id from sales'"), format!("Error in query: [UNRESOLVED_COLUMN.WITH_SUGGESTION] A column or function parameter with name `{n}_id` cannot be resolved. Did you mean one of the following? [`id`, `ts`, `sum`]; line 1 pos 7"), 1))).refused(),
        stuck(
            "a DAG that is listed, triggered and missed",
            laps(9, |_| {
                [
                    shell("airflow dags list-import-errors", "filepath | error\n/opt/dags/sales.py | ImportError: cannot import name 'S3Hook'", 0),
                    shell("airflow dags trigger sales", "airflow.exceptions.DagNotFound: Dag id sales not found in DagModel", 1),
                    shell("airflow dags list | grep sales", "", 1),
                ]
            }),
        ).refused(),
        stuck("a password of MongoDB, guessed", parts(16, |n| shell(format!("mongosh -u admin -p {n} --authenticationDatabase admin --eval 'db.stats()'"), "MongoServerError: Authentication failed.", 1))).refused(),
        stuck("one key of Redis, read in every way", in_turn(16, &reads, "{\"state\":\"paused\",\"since\":1712000000,\"by\":\"ada\"}", 0)).refused(),
        stuck("a script of data that misses its key after each edit", edited_between(8, "etl.py", "python etl.py", trace, 1)),
        stuck("a script of data that misses its key while nobody watches", edited_between(18, "etl.py", "python etl.py", trace, 1)).unattended().refused(),
        stuck("a job of Spark on YARN, asked at once without end", every(3, 40, shell("yarn application -status application_1712_0041", "State : ACCEPTED\nProgress : 0%\nFinal-State : UNDEFINED", 0))).refused(),
    ]
}
