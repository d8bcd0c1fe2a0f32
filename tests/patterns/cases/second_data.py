"""Second set. Data: migrations, psql, mongosh, redis, ETL, logs, profiling, notebooks, scans, generated data, spreadsheets."""
from session import healthy, stuck


@healthy("principle:retry", "migrations", "Apply the index migration on the live copy.", client="claude")
def lock_timeout_until_the_report_ends(s):
    s.bash("bin/rails db:migrate VERSION=20261101", "PG::LockNotAvailable: ERROR:  canceling statement due to lock timeout", 1, ms=5_100)
    s.bash("psql $DB -Atc \"select pid, left(query, 40), now() - query_start from pg_stat_activity where state = 'active'\"", "8812|select * from monthly_report_rows where|00:21:40.1")
    s.bash("sleep 300; bin/rails db:migrate VERSION=20261101", "PG::LockNotAvailable: ERROR:  canceling statement due to lock timeout", 1, ms=305_000)
    s.bash("psql $DB -Atc \"select pid, left(query, 40), now() - query_start from pg_stat_activity where state = 'active'\"", "8812|select * from monthly_report_rows where|00:26:58.7")
    s.edit("db/migrate/20261101_index.rb", "add_index :orders, :paid_at", "disable_ddl_transaction!\n  add_index :orders, :paid_at, algorithm: :concurrently")
    s.bash("sleep 420; psql $DB -Atc \"select count(*) from pg_stat_activity where pid = 8812\"", "0", ms=420_000)
    s.bash("bin/rails db:migrate VERSION=20261101", "== 20261101 Index: migrated (88.4012s) ==", ms=91_000)
    s.bash("psql $DB -Atc \"select indisvalid from pg_index where indexrelid = 'index_orders_on_paid_at'::regclass\"", "t")


@stuck("principle:same_error", "migrations", "The migration fails with a duplicate; mend it.", client="codex")
def duplicate_key_after_every_edit(s):
    fails = "alembic.util.exc.CommandError: (psycopg2.errors.UniqueViolation) could not create unique index \"uq_member_email\"\nDETAIL:  Key (email)=(anna@example.org) is duplicated.\n"
    s.look("versions/8a_unique_email.py", "def upgrade():\n    op.create_unique_constraint('uq_member_email', 'member', ['email'])")
    old = "op.create_unique_constraint('uq_member_email', 'member', ['email'])"
    for n, new in enumerate(["op.create_unique_constraint('uq_member_email', 'member', ['email'], deferrable=True)", "op.create_index('uq_member_email', 'member', ['email'], unique=True)", "op.execute('CREATE UNIQUE INDEX uq_member_email ON member (email)')",
                             "op.execute('CREATE UNIQUE INDEX CONCURRENTLY uq_member_email ON member (email)')", "op.execute('CREATE UNIQUE INDEX IF NOT EXISTS uq_member_email ON member (email)')", "with op.batch_alter_table('member') as t:\n        t.create_unique_constraint('uq_member_email', ['email'])",
                             "op.execute('ALTER TABLE member ADD CONSTRAINT uq_member_email UNIQUE (email)')", "op.execute('ALTER TABLE member ADD CONSTRAINT uq_member_email UNIQUE (email) DEFERRABLE INITIALLY DEFERRED')", "op.create_index('uq_member_email', 'member', [sa.text('email')], unique=True)"]):
        s.edit("versions/8a_unique_email.py", old, new)
        s.bash("alembic upgrade head", fails, 1, ms=1_900 + 40 * n)
        old = new
        if n == 3:
            s.stuck_here()


@healthy("principle:paging", "mongo-shop", "Look through the failed imports and group them by cause.", client="plain")
def pages_of_failed_imports(s):
    for n in range(11):
        rows = "\n".join(f"{{ _id: {n * 20 + i}, file: 'batch-{n * 20 + i:04}.csv', error: '{'missing column sku' if i % 5 else 'encoding'}' }}" for i in range(0, 20, 4))
        s.bash(f"mongosh --quiet shop --eval 'db.imports.find({{ok: false}}).sort({{_id: 1}}).skip({n * 20}).limit(20)'", rows)
    s.say("184 lack the column sku, 36 are not UTF-8.")


@stuck("principle:denied", "mongo-shop", "Count the open carts.", client="plain", codes=False)
def not_authorised_in_any_form(s):
    for n, code in enumerate(["db.carts.countDocuments({open: true})", "db.carts.count({open: true})", "db.carts.find({open: true}).count()", "db.carts.aggregate([{$match: {open: true}}, {$count: \"n\"}])", "db.getCollection(\"carts\").countDocuments()", "db.carts.estimatedDocumentCount()",
                              "db.carts.stats().count", "db.runCommand({count: \"carts\"})", "db.carts.findOne()", "db.carts.distinct(\"open\")", "db.carts.find().itcount()", "db.runCommand({find: \"carts\", limit: 1})"]):
        verb = "aggregate" if "aggregate" in code or "countDocuments" in code else "find" if "find" in code else "distinct" if "distinct" in code else "count"
        s.bash(f"mongosh --quiet shop --eval '{code}'", f"MongoServerError[Unauthorized]: not authorized on shop to execute command {{ {verb}: \"carts\", lsid: {{ id: UUID(\"{n:08x}-11ec\") }}, $db: \"shop\" }}", 1)
        if n == 4:
            s.stuck_here()


@healthy("principle:targets", "redis-cache", "Check the 12 nodes of the cluster after the upgrade.", client="claude")
def ping_each_node(s):
    for n in range(1, 13):
        s.bash(f"redis-cli -h cache-{n:02} ping && redis-cli -h cache-{n:02} info server | grep redis_version", "PONG\nredis_version:7.2.5")
    s.bash("redis-cli -h cache-01 cluster info | head -2", "cluster_state:ok\ncluster_slots_assigned:16384")


@stuck("principle:fruitless", "redis-cache", "Where is the session of user 8812 stored?", client="plain")
def one_key_in_every_spelling(s):
    for n, pattern in enumerate(["session:8812", "session:8812:*", "sess:8812", "*8812*", "*:8812", "user:8812:session", "session*8812*", "sessions:8812", "sess*8812", "spring:session:*8812*", "u8812*", "*8812", "8812*", "*session*8812", "user*8812*"]):
        s.bash(f"redis-cli -h cache-01 --scan --pattern '{pattern}'", "")
        if n == 7:
            s.stuck_here()


@healthy("principle:targets", "etl-lake", "Reload the March partitions; the loader takes one day a call.", client="codex")
def one_partition_a_day(s):
    for day in range(1, 17):
        s.bash(f"bin/load events --date 2026-03-{day:02} --overwrite", f"loaded partition dt=2026-03-{day:02}\nrows: {812_000 + day * 311}\nstatus: OK", ms=24_000 + day * 100)


@stuck("principle:same_error", "etl-lake", "Load the partition of 3 May, it is missing in the report.", client="claude")
def the_loader_meets_one_bad_file(s):
    fails = "pyarrow.lib.ArrowInvalid: Could not open Parquet input source 's3://lake/raw/2026-05-03/part-0007.parquet': Parquet magic bytes not found in footer. Either the file is corrupted or this is not a parquet file."
    for n, command in enumerate(["bin/load events --date 2026-05-03", "bin/load events --date 2026-05-03 --overwrite", "bin/load events --date 2026-05-03 --workers 1", "bin/load events --date 2026-05-03 --engine pyarrow", "bin/load events --date 2026-05-03 --retries 5", "bin/load events --from 2026-05-03 --to 2026-05-03",
                                 "bin/load events --date 2026-05-03 --batch-size 100", "bin/load events --date 2026-05-03 --no-cache", "bin/load events --date 2026-05-03 --verbose 2>&1 | tail -1", "python -m loader events 2026-05-03", "bin/load events --date 2026-05-03 --memory 16g", "bin/load events --date 2026-05-03 --schema v2"]):
        s.bash(command, f"Traceback (most recent call last):\n  File \"/home/dev/etl-lake/loader/run.py\", line {88}, in main\n{fails}" if "tail" not in command else fails, 0 if "tail" in command else 1, ms=14_000 + n * 411)
        if n == 4:
            s.stuck_here()


@healthy("principle:fruitless", "log-archive", "A customer saw error E-7741 some time last week. Find the request.", client="claude")
def day_by_day_until_found(s):
    for day, host in [(26, "a"), (26, "b"), (27, "a"), (27, "b"), (28, "a"), (28, "b"), (29, "a"), (29, "b"), (30, "a"), (30, "b"), (31, "a")]:
        s.bash(f"zgrep -c E-7741 logs/api-{host}/2026-10-{day}.log.gz", "0", 1)
    s.bash("zgrep -c E-7741 logs/api-b/2026-10-31.log.gz", "2")
    s.bash("zgrep -m1 E-7741 logs/api-b/2026-10-31.log.gz", "2026-10-31T18:22:09Z WARN req=7f3a9c E-7741 quota table is stale")
    s.bash("zgrep 7f3a9c logs/api-b/2026-10-31.log.gz | wc -l", "14")


@stuck("principle:rereading", "log-archive", "Why did the night job stop?", client="codex")
def the_same_three_logs_round_and_round(s):
    texts = {"night.log": "02:00:00 start\n02:10:44 step 3 of 9\n02:10:45 Killed", "cron.log": "02:00:00 night: started pid 811\n02:10:45 night: exit 137", "app.log": "02:09:58 INFO flush 812 rows\n02:10:40 INFO flush 790 rows"}
    for n in range(7):
        for name, text in texts.items():
            s.bash(f"cat logs/{name}" if n % 2 else f"tail -{20 + n} logs/{name}", text)
        if n == 2:
            s.stuck_here()


@healthy("principle:retry", "profiling", "Make the tokenizer faster; keep what helps.", client="plain")
def a_change_and_a_measurement(s):
    best = 41.9
    for n, (change, ms) in enumerate([("memchr for newlines", 38.2), ("inline is_ident", 38.1), ("arena for tokens", 29.7), ("u32 spans", 27.5), ("table for escapes", 27.6), ("skip utf-8 check twice", 22.4), ("presize the vector", 21.8)]):
        s.edit("src/lexer.rs", f"// step {n}", f"// {change}")
        s.bash("cargo bench --bench lexer -- --quick", f"lexer/large             time:   [{ms - 0.3:.1f} ms {ms} ms {ms + 0.4:.1f} ms]\n                        change: [{(ms - best) / best * 100:+.1f}%] (p = 0.0{n} < 0.05)", ms=24_000)
        if ms > best - 0.2:
            s.bash("git checkout src/lexer.rs", "Updated 1 path from the index")
        else:
            s.bash(f"git commit -qam 'lexer: {change}'", "")
        best = min(best, ms)


@stuck("principle:alternation", "profiling", "Bring the p99 of the search below 80 ms.", client="plain", gap=25)
def two_pool_sizes_in_turn(s):
    for n in range(9):
        s.bash(f"sed -i 's/^pool_size = .*/pool_size = {16 if n % 2 else 64}/' search.toml", "")
        s.bash("bin/loadtest --rate 400 --for 20s | tail -2", f"requests 8000, errors 0\np50 {31 + n % 3} ms  p99 {141 + (n * 5) % 9 if n % 2 else 138 + (n * 7) % 8} ms", ms=22_000)
        if n == 4:
            s.stuck_here()


@healthy("principle:progress", "notebooks", "The notebook should run from top to bottom.", client="claude")
def one_cell_after_the_other(s):
    for n, said in enumerate(["ModuleNotFoundError: No module named 'polars'", "FileNotFoundError: [Errno 2] No such file or directory: '../data/raw.csv'", "KeyError: 'revenue'", "TypeError: unsupported operand type(s) for -: 'str' and 'datetime.date'", "ValueError: x and y must have same first dimension, but have shapes (12,) and (11,)"]):
        s.bash("jupyter nbconvert --to notebook --execute --inplace revenue.ipynb 2>&1 | tail -2", f"nbclient.exceptions.CellExecutionError: An error occurred while executing the following cell (In [{n * 3 + 1}]):\n{said}", 0, ms=15_000)
        s.bash("pip install -q polars" if n == 0 else f"python fix_cell.py revenue.ipynb {n * 3 + 1}", "")
    s.bash("jupyter nbconvert --to notebook --execute --inplace revenue.ipynb 2>&1 | tail -2", "[NbConvertApp] Writing 418120 bytes to revenue.ipynb", ms=61_000)


@stuck("principle:same_error", "notebooks", "Train the model in the notebook.", client="plain")
def out_of_memory_after_every_setting(s):
    for n, (old, new) in enumerate([("fp16=False", "fp16=True"), ("num_workers=4", "num_workers=0"), ("pin_memory=True", "pin_memory=False"), ("torch.compile(model)", "model"), ("seed=1", "seed=2"), ("model.train()", "model.train(); torch.cuda.empty_cache()"), ("log_every=10", "log_every=100"), ("prefetch=4", "prefetch=1"), ("gc.collect()", "gc.collect(); gc.collect()")]):
        s.bash("python train.py --config big.yaml 2>&1 | tail -1", f"torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate {2.25 + (n % 3) * 0.02:.2f} GiB. GPU 0 has a total capacity of 15.77 GiB of which {412 + n * 7 % 60}.12 MiB is free.", 0, ms=38_000 + n * 500)
        s.edit("train.py", old, new)
        if n == 4:
            s.stuck_here()
    s.bash("python train.py --config big.yaml 2>&1 | tail -1", "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.25 GiB. GPU 0 has a total capacity of 15.77 GiB of which 433.12 MiB is free.", 0, ms=38_000)


@healthy("principle:targets", "security-scan", "Scan every image of the release.", client="plain")
def trivy_for_each_image(s):
    for n, image in enumerate(["web", "api", "jobs", "mailer", "search", "thumbs", "proxy", "admin", "metrics", "cron"]):
        s.bash(f"trivy image -q --severity HIGH,CRITICAL --exit-code 1 registry.local/{image}:9.1", f"\nregistry.local/{image}:9.1 (debian 12.7)\n\nTotal: 0 (HIGH: 0, CRITICAL: 0)\n", ms=6_000 + n * 230)


@stuck("principle:same_error", "security-scan", "Scan the image for vulnerabilities.", client="claude")
def the_database_cannot_be_downloaded(s):
    fails = "2026-11-03T10:{:02}:{:02}Z\tFATAL\tFatal error\tinit error: DB error: failed to download vulnerability DB: OCI artifact error: failed to download artifact from ghcr.io/aquasecurity/trivy-db:2: Get \"https://ghcr.io/v2/\": dial tcp: lookup ghcr.io on 127.0.0.53:53: no such host"
    for n, flags in enumerate(["image app:1", "image --quiet app:1", "image --reset app:1", "image --db-repository ghcr.io/aquasecurity/trivy-db app:1", "fs .", "image --download-db-only", "image --timeout 15m app:1", "clean --all; trivy image app:1", "image --debug app:1 2>&1 | tail -1", "image --scanners vuln app:1", "rootfs /", "image --insecure app:1", "image --cache-dir /tmp/t app:1"]):
        s.bash("trivy " + flags, fails.format(11 + n, 3 * n % 60), 0 if "tail" in flags else 1, ms=5_100 + n * 12)
        if n == 4:
            s.stuck_here()


@healthy("principle:checks", "fixtures", "Make a fixture for each of the message types and validate them.", client="claude")
def a_fixture_for_each_message(s):
    for kind in ["order", "invoice", "refund", "parcel", "pickup", "label", "claim", "return", "receipt"]:
        s.write(f"fixtures/{kind}.json", f'{{"type": "{kind}", "id": "{kind}-1", "at": "2026-11-03T10:00:00Z"}}')
        s.bash(f"npx ajv validate -s schema/{kind}.json -d fixtures/{kind}.json", f"fixtures/{kind}.json valid")


@stuck("principle:same_error", "fixtures", "Generate 10 000 test customers.", client="codex")
def a_generator_and_one_traceback(s):
    for n, new in enumerate(["fake = Faker('de_DE')", "fake = Faker(['de_DE'])", "fake = Faker('de')", "fake = Faker(locale='de_DE')", "from faker import Factory\nfake = Factory.create('de_DE')", "fake = Faker('de_DE', use_weighting=False)", "fake = Faker()", "Faker.seed(1)\nfake = Faker('de_DE')"]):
        s.edit("gen.py", f"# v{n}", new)
        s.bash("python gen.py 10000 > customers.csv", f"Traceback (most recent call last):\n  File \"/home/dev/fixtures/gen.py\", line {18 + n % 2}, in <module>\n    row = [fake.name(), fake.vat_id(), fake.iban()]\nAttributeError: 'Generator' object has no attribute 'vat_id'", 1, ms=600)
        if n == 3:
            s.stuck_here()


@healthy("principle:targets", "budget-sheets", "Put this year's formula into the totals of every department.", client="claude")
def a_formula_in_every_department(s):
    for n, tab in enumerate(["Sales", "Support", "Legal", "Design", "Research", "Finance", "Office", "Travel", "IT", "Press"]):
        s.mcp("sheets", "update_cells", {"spreadsheet": "1xB9", "range": f"{tab}!F2", "values": [["=SUM(F3:F)"]]}, {"updatedRange": f"{tab}!F2", "updatedRows": 1, "updatedColumns": 1, "updatedCells": 1})
    s.mcp("sheets", "get_values", {"spreadsheet": "1xB9", "range": "Total!A1:B11"}, {"values": [["Sales", "41200"], ["Support", "18800"]]})


@stuck("principle:denied", "budget-sheets", "Write the forecast into the shared sheet.", client="claude")
def the_sheet_is_protected(s):
    s.mcp("sheets", "get_values", {"spreadsheet": "1xB9", "range": "Forecast!A1:C3"}, {"values": [["Month", "Plan"], ["Jan", "100"]]})
    for n, (tool, where) in enumerate([("update_cells", "Forecast!C2"), ("update_cells", "Forecast!C2:C2"), ("append_rows", "Forecast"), ("update_cells", "Forecast!C3"), ("batch_update", "Forecast!C2"), ("update_cells", "Forecast!$C$2"), ("clear_values", "Forecast!C2"), ("update_cells", "'Forecast'!C2"), ("insert_rows", "Forecast"), ("batch_update", "Forecast!C2:C13"), ("update_cells", "Forecast!D2")]):
        s.mcp("sheets", tool, {"spreadsheet": "1xB9", "range": where, "values": [["120"]]}, "APIError: [400]: You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.", ok=False)
        if n == 4:
            s.stuck_here()
