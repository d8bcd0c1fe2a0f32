"""Clouds, clusters, queues and databases: pulumi, kustomize, flyway, RDS, SQS, GitHub Actions, mongo, redis, clickhouse, nomad."""
from session import healthy, stuck


@healthy("work:stacks", "pulumi-org", "Does any stack still differ from what runs? Preview each.", client="claude")
def pulumi_preview_of_each_stack(s):
    stacks = ["dev-eu", "dev-us", "test-eu", "test-us", "stage-eu", "stage-us", "prod-eu", "prod-us", "prod-ap", "dr-eu", "dr-us", "sandbox", "demo", "partners"]
    s.bash("pulumi stack ls --json | jq -r '.[].name'", "\n".join(stacks))
    for name in stacks:
        same = f"Previewing update (acme/{name}):\n\nResources:\n    48 unchanged"
        s.bash(f"pulumi preview --stack {name} --diff", same if name != "demo" else f"Previewing update (acme/{name}):\n  ~ aws:ec2/instance:Instance: (update)\n      ~ instanceType: \"t3.small\" => \"t3.medium\"\n\nResources:\n    ~ 1 to update\n    47 unchanged", ms=14_000)


@healthy("work:overlays", "gitops", "Validate every overlay against the schemas of Kubernetes 1.33.", client="codex")
def kubeconform_of_each_overlay(s):
    names = ["alerts", "api", "auth", "blog", "cdn", "cron", "docs", "events", "export", "feeds", "forms", "geo", "graph", "hooks", "images", "ingest", "jobs", "keys"]
    for name in names:
        run = f"kustomize build overlays/{name} | kubeconform -strict -summary -kubernetes-version 1.33.0"
        if name in ("cron", "jobs"):
            s.bash(run, f"stdin - CronJob {name} is invalid: problem validating schema. Check JSON formatting: jsonschema: '/spec' does not validate: additionalProperties 'schedules' not allowed\nSummary: 4 resources found parsing stdin - Valid: 3, Invalid: 1, Errors: 0, Skipped: 0", 1, ms=2000)
            s.bash(f"sed -i 's/schedules:/schedule:/' overlays/{name}/cronjob.yaml", "")
        s.bash(run, "Summary: 4 resources found parsing stdin - Valid: 4, Invalid: 0, Errors: 0, Skipped: 0", ms=1900)


@healthy("work:tenants", "flyway-saas", "Migrate every tenant database to version 44.")
def flyway_tenant_by_tenant(s):
    done = 'Database: jdbc:postgresql://db1/{} (PostgreSQL 16.3)\nSuccessfully validated 44 migrations (execution time 00:00.061s)\nCurrent version of schema "public": 43\nMigrating schema "public" to version "44 - invoice state"\nSuccessfully applied 1 migration to schema "public", now at version v44 (execution time 00:00.120s)'
    for n, tenant in enumerate(["alder", "beech", "birch", "cedar", "elm", "fir", "hazel", "larch", "lime", "maple", "oak", "pine", "rowan", "spruce", "willow", "yew"]):
        run = f"flyway -url=jdbc:postgresql://db1/{tenant} migrate"
        if tenant in ("fir", "rowan"):
            s.bash(run, f"ERROR: Migration V44__invoice_state.sql failed\n-----------------------------------------\nSQL State  : 23502\nError Code : 0\nMessage    : ERROR: column \"state\" of relation \"invoice\" contains null values\nLocation   : V44__invoice_state.sql\nLine       : 2", 1, ms=3000)
            s.bash(f"psql -h db1 {tenant} -c \"update invoice set state = 'open' where state is null\"", f"UPDATE {3 + n}")
        s.bash(run, done.format(tenant), ms=2800)


@healthy("work:waiting", "ci-wait", "Push the fix and tell me when the workflow is through.", client="claude", gap=60)
def github_run_watched_once_a_minute(s):
    s.bash("git push origin fix/tz", "To github.com:acme/ci-wait.git\n   3ac91f2..77be012  fix/tz -> fix/tz", gap=4)
    s.bash("gh run list --branch fix/tz --limit 1", "STATUS  TITLE     WORKFLOW  BRANCH  EVENT  ID           ELAPSED  AGE\n*       Fix tz    CI        fix/tz  push   16001822331  12s      less than a minute ago", gap=8)
    for n in range(18):
        s.bash("gh run view 16001822331 --json status,conclusion", '{"conclusion":"","status":"in_progress"}', ms=900)
    s.bash("gh run view 16001822331 --json status,conclusion", '{"conclusion":"failure","status":"completed"}')
    s.bash("gh run view 16001822331 --log-failed | tail -5", "test (windows)\tRun tests\tError: ENOENT: no such file or directory, open 'C:\\zoneinfo\\UTC'", gap=5)
    s.edit("src/zone.ts", "'/usr/share/zoneinfo'", "process.env.TZDIR ?? '/usr/share/zoneinfo'", gap=9)
    s.bash("git commit -qam 'Look in TZDIR' && git push", "   77be012..81cc0aa  fix/tz -> fix/tz", gap=4)
    for n in range(7):
        s.bash("gh run list --branch fix/tz --limit 1 --json status,conclusion", '[{"conclusion":"","status":"in_progress"}]', ms=900)
    s.bash("gh run list --branch fix/tz --limit 1 --json status,conclusion", '[{"conclusion":"success","status":"completed"}]')


@healthy("work:waiting", "rds-restore", "Restore yesterday's snapshot into a new instance and give me its address.", gap=30)
def rds_instance_is_created(s):
    s.bash("aws rds restore-db-instance-from-db-snapshot --db-instance-identifier orders-restore --db-snapshot-identifier rds:orders-2026-05-12-03-10", '{"DBInstance": {"DBInstanceIdentifier": "orders-restore", "DBInstanceStatus": "creating"}}')
    for status, times in [("creating", 13), ("backing-up", 5), ("modifying", 3), ("available", 1)]:
        for _ in range(times):
            s.bash("aws rds describe-db-instances --db-instance-identifier orders-restore --query 'DBInstances[0].DBInstanceStatus' --output text", status, ms=1200)
    s.bash("aws rds describe-db-instances --db-instance-identifier orders-restore --query 'DBInstances[0].Endpoint.Address' --output text", "orders-restore.c9abc.eu-central-1.rds.amazonaws.com")


@healthy("work:waiting", "queues", "Stop the producers and tell me when the queues are empty.", client="codex", gap=20)
def a_queue_drains(s):
    for name in ["intake", "resize", "notify"]:
        s.bash(f"kubectl scale deploy/producer-{name} --replicas=0", f"deployment.apps/producer-{name} scaled")
    get = "aws sqs get-queue-attributes --queue-url https://sqs.eu-central-1.amazonaws.com/1122/{} --attribute-names ApproximateNumberOfMessages --query Attributes.ApproximateNumberOfMessages --output text"
    for name, counts in [("intake", [812, 640, 411, 230, 77, 0]), ("resize", [9120, 9120, 9120, 9120, 9120, 9120, 9120, 8020, 4100, 260, 0]), ("notify", [0])]:
        for count in counts:
            s.bash(get.format(name), str(count), ms=800)


@healthy("work:tuning", "clicks-ch", "The report query needs 9 s. Bring it below 2 s with settings or the schema.")
def clickhouse_query_tuned(s):
    q = "clickhouse-client --time --query \"SELECT country, uniq(user) FROM hits WHERE day >= '2026-04-01' GROUP BY country{}\" --format Null"
    s.bash(q.format(""), "9.114")
    s.bash("clickhouse-client --query \"EXPLAIN indexes = 1 SELECT country, uniq(user) FROM hits WHERE day >= '2026-04-01' GROUP BY country\"", "ReadFromMergeTree (default.hits)\nIndexes:\n  PrimaryKey\n    Condition: true\n    Parts: 41/41\n    Granules: 188210/188210")
    for setting, time in [("max_threads = 8", "9.020"), ("max_threads = 16", "8.887"), ("max_threads = 32", "9.340"), ("max_block_size = 131072", "9.101"), ("optimize_move_to_prewhere = 1", "9.098"), ("group_by_two_level_threshold = 1", "8.914"), ("use_uncompressed_cache = 1", "8.114"), ("max_bytes_before_external_group_by = 0", "9.114")]:
        s.bash(q.format(f" SETTINGS {setting}"), time, ms=9000)
    s.bash("clickhouse-client --query \"ALTER TABLE hits ADD PROJECTION by_day (SELECT * ORDER BY day)\"", "")
    s.bash("clickhouse-client --query \"ALTER TABLE hits MATERIALIZE PROJECTION by_day SETTINGS mutations_sync = 2\"", "", ms=240_000)
    for n in range(3):
        s.bash(q.format(""), f"1.4{n}1", ms=1500)


@healthy("work:indexes", "mongo-cms", "Create the index on updatedAt in every collection that lacks it.", codes=False)
def mongo_index_in_each_collection(s):
    names = ["articles", "authors", "banners", "comments", "drafts", "events", "files", "galleries", "issues", "letters", "menus", "pages", "polls", "quotes", "recipes", "tags", "videos"]
    s.bash("mongosh cms --quiet --eval 'db.getCollectionNames().join(\"\\n\")'", "\n".join(names))
    for name in names:
        s.bash(f"mongosh cms --quiet --eval 'db.{name}.createIndex({{updatedAt: -1}})'", "updatedAt_-1", ms=1500)
        if name in ("comments", "files"):
            s.bash(f"mongosh cms --quiet --eval 'db.currentOp({{\"command.createIndexes\": \"{name}\"}}).inprog.length'", "0")
    s.bash("mongosh cms --quiet --eval 'db.getCollectionNames().every(c => db[c].getIndexes().length > 1)'", "true")


@healthy("work:slots", "redis-ring", "Move the slots of node 3 to node 7 in steps of 200 and check between.", client="codex")
def redis_slots_moved_in_steps(s):
    for n in range(11):
        s.bash("redis-cli --cluster reshard 10.1.0.3:6379 --cluster-from 3a9f --cluster-to 7c10 --cluster-slots 200 --cluster-yes | tail -1", f"Moving slot {10922 + 200 * n + 199} from 10.1.0.3:6379 to 10.1.0.7:6379: ", ms=7000)
        s.bash("redis-cli --cluster check 10.1.0.3:6379 | tail -4", "[OK] All nodes agree about slots configuration.\n>>> Check for open slots...\n>>> Check slots coverage...\n[OK] All 16384 slots covered.", ms=900)


@healthy("work:logs", "journal", "The box rebooted at night. What happened before? The journal is long.", client="codex")
def journal_read_hour_by_hour(s):
    for n in range(19):
        hour, minute = 1 + n // 6, n % 6 * 10
        lines = "systemd[1]: Starting sysstat-collect.service - system activity accounting tool...\nsystemd[1]: sysstat-collect.service: Deactivated successfully.\nsystemd[1]: Finished sysstat-collect.service - system activity accounting tool."
        s.bash(f"journalctl -o cat --since '2026-05-12 {hour:02}:{minute:02}' --until '2026-05-12 {hour:02}:{minute + 9:02}:59'", lines if n < 18 else lines + "\nkernel: mce: [Hardware Error]: Machine check events logged\nkernel: EDAC MC0: 1 UE memory read error on CPU_SrcID#0_Ha#0_Chan#1_DIMM#0")
    s.bash("edac-util -v", "mc0: csrow0: CPU_SrcID#0_Ha#0_Chan#1_DIMM#0: 1 Uncorrected Errors")


# Those that lead nowhere.

@stuck("loop:passphrase", "pulumi-org", "Bring the stack dev-eu up.", client="claude")
def pulumi_with_a_wrong_passphrase(s):
    error = "error: getting stack configuration: get stack secrets manager: passphrase must be set with PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE environment variables"
    wrong = "error: getting stack configuration: get stack secrets manager: incorrect passphrase"
    for n, (command, output) in enumerate([("pulumi up --stack dev-eu --yes", error), ("PULUMI_CONFIG_PASSPHRASE= pulumi up --stack dev-eu --yes", wrong), ("PULUMI_CONFIG_PASSPHRASE=pulumi pulumi up --stack dev-eu --yes", wrong), ("PULUMI_CONFIG_PASSPHRASE=dev pulumi up --stack dev-eu --yes", wrong), ("PULUMI_CONFIG_PASSPHRASE=password pulumi up --stack dev-eu --yes", wrong), ("PULUMI_CONFIG_PASSPHRASE=acme pulumi up --stack dev-eu --yes", wrong), ("PULUMI_CONFIG_PASSPHRASE=dev-eu pulumi preview --stack dev-eu", wrong), ("export PULUMI_CONFIG_PASSPHRASE=test; pulumi up --stack dev-eu --yes", wrong), ("PULUMI_CONFIG_PASSPHRASE=secret pulumi up -s dev-eu -y", wrong), ("PULUMI_CONFIG_PASSPHRASE=changeme pulumi up -s dev-eu -y", wrong), ("PULUMI_CONFIG_PASSPHRASE=acme-dev pulumi refresh -s dev-eu", wrong), ("PULUMI_CONFIG_PASSPHRASE_FILE=/dev/null pulumi up -s dev-eu -y", wrong), ("PULUMI_CONFIG_PASSPHRASE=admin pulumi up -s dev-eu -y", wrong), ("PULUMI_CONFIG_PASSPHRASE=Pulumi123 pulumi up -s dev-eu -y", wrong), ("PULUMI_CONFIG_PASSPHRASE=default pulumi config -s dev-eu --show-secrets", wrong)]):
        if n == 7:
            s.stuck_here()
        s.bash(command, output, 255, ms=2400)


@stuck("loop:cycle", "flyway-saas", "Migrate the tenant oak.")
def flyway_repair_migrate_info_for_ever(s):
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.bash("flyway -url=jdbc:postgresql://db1/oak migrate" + ["", " -X | tail -6", " -outOfOrder=true", "", " -validateOnMigrate=false", " -mixed=true", ""][n], "ERROR: Migration V45__split_names.sql failed\n--------------------------------------\nSQL State  : 42703\nError Code : 0\nMessage    : ERROR: column \"full_name\" does not exist\nLocation   : V45__split_names.sql\nLine       : 4\nStatement  : UPDATE person SET first_name = split_part(full_name, ' ', 1)", 0 if n == 1 else 1, ms=2900 + 17 * n)
        s.bash("flyway -url=jdbc:postgresql://db1/oak repair", f"Repair of failed migration in Schema History table \"public\".\"flyway_schema_history\" not necessary as table does not contain failed migrations.\nSuccessfully repaired schema history table \"public\".\"flyway_schema_history\" (execution time 00:00.0{31 + n}s).", ms=2100)
        s.bash("flyway -url=jdbc:postgresql://db1/oak info | tail -3", "| Versioned | 44 | invoice state | SQL | 2026-05-12 10:11:01 | Success |\n| Versioned | 45 | split names   | SQL |                     | Pending |\n+-----------+----+---------------+-----+---------------------+---------+", ms=1900)


@stuck("loop:guess", "mongo-cms", "How many articles were published in May?", times="none")
def mongo_users_and_passwords_by_guess(s):
    pairs = [("admin", "admin"), ("admin", "password"), ("root", "root"), ("cms", "cms"), ("mongo", "mongo"), ("root", "example"), ("admin", "123456"), ("cms", "password"), ("cmsuser", "cmspass"), ("admin", "secret"), ("dev", "dev"), ("app", "app"), ("readonly", "readonly"), ("admin", ""), ("root", "secret"), ("user", "user")]
    s.bash("mongosh cms --quiet --eval 'db.articles.countDocuments()'", "MongoServerError: Command aggregate requires authentication", 1)
    for n, (user, word) in enumerate(pairs):
        if n == 5:
            s.stuck_here()
        s.bash(f"mongosh 'mongodb://{user}:{word}@localhost/cms?authSource=admin' --quiet --eval 'db.articles.countDocuments()'", "MongoServerError: Authentication failed.", 1)


@stuck("loop:memory", "clicks-ch", "Give me the distinct users per page for the year.", client="codex")
def clickhouse_out_of_memory_with_every_setting(s):
    for n, setting in enumerate(["", " SETTINGS max_memory_usage = 0", " SETTINGS max_threads = 1", " SETTINGS max_threads = 2", " SETTINGS max_memory_usage = 20000000000", " SETTINGS max_block_size = 8192", " SETTINGS max_threads = 1, max_block_size = 1024", " SETTINGS max_memory_usage_for_user = 0", " LIMIT 100", " LIMIT 10", " SETTINGS max_insert_threads = 1", " SETTINGS use_uncompressed_cache = 0", " FORMAT CSV", " FORMAT Null", " SETTINGS max_memory_usage = 0, max_threads = 1"]):
        if n == 7:
            s.stuck_here()
        s.bash(f"clickhouse-client --query \"SELECT page, uniqExact(user) FROM hits GROUP BY page{setting}\"", f"Received exception from server (version 26.3.1):\nCode: 241. DB::Exception: Received from localhost:9000. DB::Exception: (total) memory limit exceeded: would use {7.20 + n * .03:.2f} GiB (attempt to allocate chunk of {4 + n}.00 MiB bytes), maximum: 7.10 GiB: While executing AggregatingTransform. (MEMORY_LIMIT_EXCEEDED)\n(query: SELECT page, uniqExact(user) FROM hits GROUP BY page{setting})", 241, ms=20_000 + 900 * n)


@stuck("loop:poll_self", "redis-ring", "Fill the recommendation list with the new script and tell me how long it is.", client="claude", gap=5)
def a_list_that_only_the_agent_would_fill(s):
    s.write("scripts/fill.py", "import redis\nr = redis.Redis()\ndef fill():\n    for n in items():\n        r.rpush('rec:list', n)\n")
    looks = ["redis-cli LLEN rec:list", "redis-cli llen rec:list", "redis-cli -h localhost LLEN rec:list", "sleep 5; redis-cli LLEN rec:list", "redis-cli -n 0 LLEN rec:list", "redis-cli --raw LLEN rec:list"]
    for n in range(30):
        if n == 10:
            s.stuck_here()
        if n in (5, 12):
            s.say("The script is still filling the list, I look again.")
        s.bash(looks[n % 6], "(integer) 0" if n % 6 != 5 else "0")


@stuck("loop:never_pushed", "ci-wait", "Commit the fix, push it, and tell me the result of CI.", client="claude", gap=5)
def the_run_of_a_branch_that_was_not_pushed(s):
    s.bash("git commit -qam 'Fix the tz lookup'", "")
    looks = [("gh run list --branch fix/lookup", "no runs found"), ("gh run list --branch fix/lookup --limit 1", "no runs found"), ("gh run list -b fix/lookup --json status", "[]"), ("git status -sb | head -1", "## fix/lookup"), ("gh run list --branch fix/lookup --workflow ci.yml", "no runs found"), ("sleep 5 && gh run list --branch fix/lookup", "no runs found")]
    for n in range(36):
        if n == 14:
            s.stuck_here()
        s.bash(*looks[n % 6])


@stuck("loop:flip", "platform-gt", "The deployment thumbs does not get ready. Repair it.", client="codex")
def an_image_tag_to_and_fro(s):
    for n in range(8):
        if n == 4:
            s.stuck_here()
        tag = ["2.1.0", "v2.1.0"][n % 2]
        s.bash(f"kubectl set image deploy/thumbs thumbs=registry.acme.dev/thumbs:{tag}", "deployment.apps/thumbs image updated")
        s.bash("kubectl get pods -l app=thumbs --no-headers", f"thumbs-{['7d9c5b', '5f6b88'][n % 2]}-{'xkq2plvnw7'[n:n + 2]}r{n}t   0/1   ErrImagePull   0     {9 + n}s")
        s.bash("kubectl get events --field-selector reason=Failed | tail -1", f"{9 + n}s  Warning  Failed  pod/thumbs  Failed to pull image \"registry.acme.dev/thumbs:{tag}\": rpc error: code = NotFound desc = failed to pull and unpack image: registry.acme.dev/thumbs:{tag}: not found")


@stuck("loop:placement", "nomad-dc", "Start the batch job on the cluster.", client="codex")
def nomad_job_that_fits_nowhere(s):
    tries = ["nomad job run batch.nomad.hcl", "nomad job run -verbose batch.nomad.hcl", "nomad job run -detach batch.nomad.hcl && nomad job status batch | tail -9", "nomad job stop -purge batch && nomad job run batch.nomad.hcl", "nomad job run -check-index 0 batch.nomad.hcl", "nomad job eval -force-reschedule batch", "nomad job plan batch.nomad.hcl", "nomad job run batch.nomad.hcl", "nomad system gc && nomad job run batch.nomad.hcl", "nomad job run -namespace default batch.nomad.hcl", "nomad job run -region global batch.nomad.hcl", "nomad job stop batch; nomad job run batch.nomad.hcl", "nomad job run -preserve-counts batch.nomad.hcl", "nomad job restart -yes batch", "nomad job run batch.nomad.hcl 2>&1 | tail -5", "nomad job run -eval-priority 90 batch.nomad.hcl"]
    for n, command in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(command, f"==> 2026-05-13T10:{10 + n}:01Z: Monitoring evaluation \"{n}a7c91{n}e\"\n==> Evaluation \"{n}a7c91{n}e\" finished with status \"complete\" but failed to place all allocations:\n    Task Group \"batch\" (failed to place 1 allocation):\n      * Class \"gpu\": 4 nodes excluded by filter\n      * Constraint \"${{attr.driver.cuda.version}} >= 13.0\": 4 nodes excluded by filter", 0 if "| tail" in command else 2, ms=3000)


@stuck("loop:reads", "ledger-svc", "What is the retry limit of the outbox? Answer with one number.", client="codex")
def the_same_lines_in_every_way(s):
    body = "class Outbox:\n    def __init__(self, settings):\n        self.limit = settings.outbox_retry_limit\n        self.pause = settings.outbox_pause\n\n    def send(self, message):\n        ...\n"
    for n, command in enumerate(["sed -n 1,40p outbox.py", "head -40 outbox.py", "cat outbox.py | head -n 50", "awk 'NR<=40' outbox.py", "nl -ba outbox.py | sed -n 1,40p", "cat -A outbox.py | head -40", "python3 -c \"print(open('outbox.py').read()[:900])\"", "sed -n '1,45p' ./outbox.py", "less outbox.py | head -45", "tail -n +1 outbox.py | head -42", "bat -p outbox.py", "perl -ne 'print if $.<=40' outbox.py", "head -c 900 outbox.py", "cat -n outbox.py | sed -n '1,38p'", "sed -n 1,39p outbox.py", "more outbox.py | head -41"]):
        if n == 7:
            s.stuck_here()
        s.bash(command, "\n".join(f"{i:6}  {line}" for i, line in enumerate(body.splitlines(), 1)) if command.startswith(("nl", "cat -n")) else body.replace("\n", "$\n") if "-A" in command else body)


@stuck("loop:search", "legacy-erp", "Where is the dunning fee configured? Raise it to 5 euros.")
def a_setting_sought_in_other_words(s):
    for n, word in enumerate(["dunning_fee", "dunningFee", "DUNNING_FEE", "dunning.fee", "dunning-fee", "(?i)dunning", "reminder_fee", "reminderFee", "late_fee", "lateFee", "(?i)mahngeb", "fee_dunning", "dunning_charge", "dunningCharge", "(?i)dunning.*fee", "fee.*dunning", "overdue_fee", "penalty_fee", "(?i)dunningfee", "DunningFee"]):
        if n == 13:
            s.stuck_here()
        s.grep(word, [".", "src", "config", "src/main"][n % 4])
