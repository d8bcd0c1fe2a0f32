"""Databases: psql, sqlite3, mongosh, pgbench, SQL linters, dumps."""
from session import healthy, stuck

TENANTS = ["acme", "birch", "cobalt", "dorado", "ember", "fjord", "garnet", "halcyon", "indigo", "juniper", "kestrel", "larkspur", "meridian", "nimbus"]


@healthy("principle:targets", "databases", "Add the column invoiced_at to orders in every tenant's schema.")
def migrate_every_tenant(s):
    s.bash('psql "$DATABASE_URL" -Atc "select nspname from pg_namespace where nspname like \'t_%\' order by 1"',
           "\n".join("t_" + name for name in TENANTS))
    s.look("sql/037_invoiced_at.sql", "ALTER TABLE :schema.orders ADD COLUMN IF NOT EXISTS invoiced_at timestamptz;")
    for name in TENANTS:
        s.bash(f'psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -v schema=t_{name} -f sql/037_invoiced_at.sql', "ALTER TABLE")
    s.bash('psql "$DATABASE_URL" -Atc "select count(*) from information_schema.columns where column_name = \'invoiced_at\'"', "14")


@healthy("rule:R20", "databases", "Does any shop still have orders of the old format? We want to drop the compatibility code.", codes=False)
def no_old_documents_anywhere(s):
    s.look("src/compat/legacyOrder.ts", "export function isLegacy(o: any) {\n  return o.legacy === true && o.lines === undefined;\n}")
    for shop in ["shop_de", "shop_fr", "shop_it", "shop_es", "shop_pl", "shop_nl", "shop_be", "shop_at", "shop_dk", "shop_se", "shop_fi", "shop_cz"]:
        s.bash(f"mongosh --quiet mongodb://db.internal/{shop} --eval 'db.orders.countDocuments({{legacy: true}})'", "0")
    s.bash("git grep -n isLegacy -- src", "src/compat/legacyOrder.ts:1:export function isLegacy(o: any) {\nsrc/orders/load.ts:4:import { isLegacy } from '../compat/legacyOrder';\nsrc/orders/load.ts:31:  if (isLegacy(raw)) raw = upgrade(raw);")
    s.edit("src/orders/load.ts", "  if (isLegacy(raw)) raw = upgrade(raw);\n", "")
    s.bash("git rm -q src/compat/legacyOrder.ts && npx tsc --noEmit", "")


@healthy("principle:targets", "databases", "Find the row of the dump that does not load; the loader does not say which it is.", client="claude")
def page_through_a_dump(s):
    s.bash("./bin/load scratch dumps/ratings.tsv", "load: ratings.stars: not an integer: ''", 1)
    empty = "\n".join(["\\N\t\\N\t\\N\t0"] * 40)
    for first in range(1, 401, 40):
        s.look("dumps/ratings.tsv", empty, first, 40)
    s.look("dumps/ratings.tsv", "\\N\t\\N\t\\N\t0\n88120\t17\t\t0\n\\N\t\\N\t\\N\t0", 401, 40)
    s.edit("dumps/ratings.tsv", "88120\t17\t\t0", "88120\t17\t\\N\t0")
    s.bash("./bin/load scratch dumps/ratings.tsv", "load: 48210 rows")


@healthy("principle:checks", "databases", "Lint the models of the warehouse with sqlfluff and repair what it finds.", client="codex")
def lint_each_model(s):
    models = ["stg_orders", "stg_customers", "stg_refunds", "stg_products", "int_baskets", "int_sessions", "fct_sales", "fct_returns", "dim_date", "dim_store"]
    s.bash("ls models", "\n".join(f"{name}.sql" for name in models))
    for name in models:
        s.bash(f"sqlfluff lint models/{name}.sql --dialect postgres",
               f"== [models/{name}.sql] FAIL\nL:   1 | P:   1 | LT12 | Files must end with a single trailing newline.\n                       | [layout.end_of_file]\nAll Finished!", 1, ms=2100)
    s.bash("for f in models/*.sql; do printf '\\n' >> \"$f\"; done", "")
    s.bash("sqlfluff lint models --dialect postgres", "All Finished!", ms=6400)


@healthy("principle:passing", "databases", "Measure whether the new index makes the read-only benchmark steadier. Ten runs, please.", client="codex")
def benchmark_ten_times(s):
    s.bash("pgbench -i -s 20 bench 2>&1 | tail -1", "done in 4.31 s (drop tables 0.02 s, create tables 0.01 s, client-side generate 2.70 s, vacuum 0.41 s, primary keys 1.17 s).", ms=4500)
    for run, tps in enumerate([11874, 11910, 11874, 11888, 11902, 11874, 11861, 11902, 11897, 11874]):
        s.bash("pgbench -S -c 8 -j 2 -T 20 bench 2>&1 | tail -4",
               f"number of failed transactions: 0 (0.000%)\nlatency average = 0.67{run % 4} ms\ninitial connection time = 9.4{run} ms\ntps = {tps}.421207 (without initial connection time)", ms=20_400, gap=3)
    s.write("bench/notes.md", "Median 11 881 tps, spread 0.4 %: steady.\n")


@stuck("principle:targets", "databases", "Why can Kim not open the admin page?", client="claude")
def one_row_asked_in_many_spellings(s):
    s.look("app/auth/roles.py", "def may_open_admin(user):\n    return user.role == 'admin'")
    s.bash("sqlite3 var/app.db \"select role from users where email='kim@example.org'\"", "viewer")
    s.stuck_here()
    for command in ["sqlite3 var/app.db \"SELECT role FROM users WHERE email = 'kim@example.org';\"",
                    "sqlite3 -readonly var/app.db \"select role from users where email='kim@example.org'\"",
                    "echo \"select role from users where email='kim@example.org';\" | sqlite3 var/app.db",
                    "sqlite3 -noheader var/app.db \"select role from users where email='kim@example.org'\"",
                    "sqlite3 var/app.db \"select role from users where email='kim@example.org' limit 1\"",
                    "sqlite3 -batch var/app.db \"select role from users where email='kim@example.org'\" | cat",
                    "sqlite3 var/app.db \"select role from users where email='kim@example.org'\" 2>&1",
                    "sqlite3 ./var/app.db \"select users.role from users where users.email='kim@example.org'\"",
                    "sqlite3 -list var/app.db \"select role from users where email='kim@example.org'\" | head -1",
                    "sqlite3 -cmd '.timeout 1000' var/app.db \"select role from users where email='kim@example.org'\"",
                    "sqlite3 var/app.db \"select role from users where email='kim@example.org'\" | head -5",
                    "sqlite3 file:var/app.db?mode=ro \"select role from users where email='kim@example.org'\"",
                    "sqlite3 -bail var/app.db \"select role from users where email='kim@example.org'\"",
                    "sqlite3 var/app.db \"select role from users where email='kim@example.org'\" | tail -1"]:
        s.bash(command, "viewer")


@stuck("principle:same_error", "databases", "Load the seed data into the staging database.")
def no_password_for_any_client(s):
    s.look("deploy/staging.env", "PGHOST=db-staging.internal\nPGUSER=loader\n# PGPASSWORD comes from the vault")
    failed = "connection to server at \"db-staging.internal\" (10.4.0.12), port 5432 failed: FATAL:  password authentication failed for user \"loader\""
    s.stuck_here()
    s.bash("set -a; . deploy/staging.env; psql -d shop -f seed/products.sql", "psql: error: " + failed, 2)
    s.bash("set -a; . deploy/staging.env; psql -d shop -c 'select 1'", "psql: error: " + failed, 2)
    s.bash("psql -h db-staging.internal -U loader -d postgres -c '\\l'", "psql: error: " + failed, 2)
    s.bash("pg_restore -h db-staging.internal -U loader -d shop seed/all.dump", "pg_restore: error: " + failed, 1)
    s.bash("PGPASSWORD=loader psql -h db-staging.internal -U loader -d shop -c 'select 1'", "psql: error: " + failed, 2)
    s.bash("createdb -h db-staging.internal -U loader shop_tmp", "createdb: error: " + failed, 1)
    s.bash("pg_dump -h db-staging.internal -U loader -s shop", "pg_dump: error: " + failed, 1)
    s.bash("PGPASSWORD=postgres psql -h db-staging.internal -U loader -d shop -c 'select 1'", "psql: error: " + failed, 2)
    s.bash("psql 'host=db-staging.internal user=loader dbname=shop sslmode=require' -c 'select 1'", "psql: error: " + failed, 2)
    s.bash("PGPASSWORD=secret psql -h db-staging.internal -U loader -d shop -c 'select 1'", "psql: error: " + failed, 2)
    s.bash("vacuumdb -h db-staging.internal -U loader shop", "vacuumdb: error: " + failed, 1)
    s.bash("psql -w -h db-staging.internal -U loader -d shop -f seed/stores.sql", "psql: error: " + failed, 2)


@stuck("rule:names", "databases", "Is there an order without a customer in the export?", client="codex")
def limits_that_creep_up(s):
    s.bash("ls -la export", "total 18404\n-rw-r--r-- 1 dev dev 18841233 Nov 20 09:11 orders.duckdb")
    answer = "┌───────┬─────────────┐\n│  id   │ customer_id │\n│ int64 │    int64    │\n├───────┼─────────────┤\n│ 10018 │       20117 │\n│ 10044 │       20093 │\n└───────┴─────────────┘"
    s.stuck_here()
    for limit in [100, 150, 200, 250, 300, 400, 500, 600, 800, 1000, 1200, 1500, 2000]:
        s.bash(f"duckdb -readonly export/orders.duckdb \"select id, customer_id from (select * from orders limit {limit}) where flagged\"", answer)


@stuck("principle:waiting", "databases", "Run the nightly import and tell me how many rows it rejected.", client="codex")
def reads_a_report_nobody_writes(s):
    s.bash("./bin/import --once --report var/import/report.json", "import: source feed.csv has 0 bytes, nothing to do", 0)
    s.stuck_here()
    for n in range(16):
        s.bash("cat var/import/report.json", '{"run": "2026-11-19", "status": "running", "rejected": null}', gap=34 + n % 3)
