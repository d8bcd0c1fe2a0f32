"""Data stores, streams, fleets, names and certificates: PostGIS, Kafka, Flink, Ansible, Salt, Nomad, certbot, Terraform, Flyway, Liquibase, OpenSearch, Prometheus, Loki, Slurm, mail, Jira."""
from session import healthy, stuck


def clock(second):
    """A time of day, so many seconds after nine."""
    return f"{9 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"


@healthy("work:postgis", "cadastre", "Repair the invalid geometries in all tables of the schema land, one table at a time.", client="claude")
def invalid_polygons_table_by_table(s):
    tables = ["parcels", "buildings", "roads", "rivers", "lakes", "forests", "fields", "districts", "wards", "easements", "powerlines", "quarries", "bridges"]
    s.bash("psql -d land -Atc \"select f_table_name from geometry_columns where f_table_schema='land'\"", "\n".join(tables))
    for n, table in enumerate(tables):
        invalid = [41, 0, 0, 7, 2, 0, 0, 3, 0, 1, 0, 0, 12][n]
        s.bash(f"psql -d land -c \"select count(*) from land.{table} where not ST_IsValid(geom)\"", f" count \n-------\n {invalid:>5}\n(1 row)\n", ms=1800 + n * 70)
        if invalid:
            s.bash(f"psql -d land -c \"update land.{table} set geom = ST_Multi(ST_CollectionExtract(ST_MakeValid(geom), 3)) where not ST_IsValid(geom)\"", f"UPDATE {invalid}", ms=2600)
            s.bash(f"psql -d land -c \"select count(*) from land.{table} where not ST_IsValid(geom)\"", " count \n-------\n     0\n(1 row)\n", ms=1700)


def lag_table(second, lag, total):
    end = 88_120_000 + second * 310
    rows = "\n".join(f"billing         invoices   {part}          {end - lag // 3 - part * 5}        {end}        {lag // 3 + part * 5}          consumer-billing-{part + 1}-4b1f /10.2.0.{31 + part}   consumer-billing-{part + 1}" for part in range(3))
    return f"\nGROUP           TOPIC      PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG        CONSUMER-ID             HOST          CLIENT-ID\n{rows}\n"


@healthy("work:kafka", "billing-stream", "The offsets were reset to yesterday; watch the group until it has caught up and then lift the alert.", client="claude")
def lag_falls_over_half_an_hour(s):
    s.bash("kafka-consumer-groups.sh --bootstrap-server kafka-1:9092 --group billing --reset-offsets --to-datetime 2026-10-11T00:00:00.000 --topic invoices --execute", "\nGROUP                          TOPIC                          PARTITION  NEW-OFFSET\nbilling                        invoices                       0          85421004\nbilling                        invoices                       1          85421011\nbilling                        invoices                       2          85420997", ms=4100)
    for n, lag in enumerate([2_710_400, 2_655_100, 2_480_020, 2_301_990, 2_140_300, 1_902_100, 1_700_050, 1_555_000, 1_541_800, 1_320_400, 1_101_900, 870_300, 640_120, 411_000, 190_040, 30_200, 12]):
        s.bash("sleep 110; kafka-consumer-groups.sh --bootstrap-server kafka-1:9092 --describe --group billing", lag_table(n * 114, lag, 0), ms=114_000)
    s.bash("amtool silence expire $(amtool silence query -q alertname=BillingLag)", "")


@healthy("work:flink", "clickstream", "Find the number of task slots at which the job keeps up at 40k events a second.", client="plain", gap=3)
def slots_raised_until_no_backpressure(s):
    for n, (parallelism, busy, rate) in enumerate([(4, 100, 17_900), (6, 100, 24_300), (8, 99, 29_100), (10, 97, 33_800), (12, 95, 37_700), (14, 82, 40_010)]):
        s.bash("flink stop --savepointPath s3://flink/sp 5d0c" + f"{n:04x}", f"Suspending job \"5d0c{n:04x}\" with a CANONICAL savepoint.\nSavepoint completed. Path: s3://flink/sp/savepoint-5d0c{n}-{n * 7919 + 1231:012x}", ms=9400 + n * 311)
        s.bash(f"flink run -d -p {parallelism} -s s3://flink/sp/savepoint-5d0c{n}-{n * 7919 + 1231:012x} target/clicks-1.9.jar", f"Job has been submitted with JobID 5d0c{n + 1:04x}", ms=6200)
        s.bash(f"sleep 240; curl -s jobmanager:8081/jobs/5d0c{n + 1:04x}/vertices/sess/subtasks/metrics?get=busyTimeMsPerSecond,numRecordsInPerSecond", f'[{{"id":"busyTimeMsPerSecond","avg":{busy * 10}.0}},{{"id":"numRecordsInPerSecond","sum":{rate}.0}}]', ms=240_300)
    s.edit("deploy/clicks.yaml", "parallelism: 4", "parallelism: 14")


@healthy("work:ansible", "till-fleet", "Roll the new time server configuration out to the tills, shop by shop, and stop if one fails.", client="claude")
def one_shop_after_the_other(s):
    for shop in range(1, 20):
        s.bash(f"ansible-playbook -i inventory/tills.ini ntp.yml --limit shop{shop:02}", f"\nPLAY [tills] *******************************************************************\n\nTASK [Gathering Facts] *********************************************************\nok: [shop{shop:02}-till1]\nok: [shop{shop:02}-till2]\n\nTASK [chrony : template] *******************************************************\nchanged: [shop{shop:02}-till1]\nchanged: [shop{shop:02}-till2]\n\nPLAY RECAP *********************************************************************\nshop{shop:02}-till1               : ok=4    changed=2    unreachable=0    failed=0    skipped=0    rescued=0    ignored=0\nshop{shop:02}-till2               : ok=4    changed=2    unreachable=0    failed=0    skipped=0    rescued=0    ignored=0\n", ms=21_000 + shop * 137)
    s.bash("ansible -i inventory/tills.ini tills -m command -a 'chronyc tracking' | grep -c 'Leap status     : Normal'", "38", ms=14_000)


@healthy("work:nomad", "edge-cache", "Deploy version 71 and wait until the deployment is through, then say which node was slowest.", client="plain")
def a_rolling_deployment_to_its_end(s):
    s.bash("nomad job run -detach cache.nomad.hcl", "Job registration successful\nEvaluation ID: 8d1c22e0-5f7a-9df1-4a0b-1c0f3b2f9a77", ms=900)
    for n, good in enumerate([0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 4, 5, 6, 6, 7, 8]):
        status = "successful" if good == 8 else "running"
        s.bash("sleep 45; nomad deployment status 4f20b1aa", f"ID          = 4f20b1aa\nJob ID      = cache\nJob Version = 71\nStatus      = {status}\nDescription = {'Deployment completed successfully' if good == 8 else 'Deployment is running'}\n\nDeployed\nTask Group  Desired  Placed  Healthy  Unhealthy  Progress Deadline\ncache       8        {min(8, good + 1)}       {good}        0          2026-10-12T{clock(900 + n * 46)}Z", ms=45_400)
    for node in range(1, 9):
        s.bash(f"nomad alloc status -json cache-{node} | jq -r '.DeploymentStatus.Timestamp'", f"2026-10-12T{clock(60 * node + 9)}Z", ms=300)


@healthy("work:acme", "mail-gateway", "Get a wildcard certificate by DNS for example.org; the zone takes a while to spread.", client="claude")
def the_txt_record_spreads_slowly(s):
    s.bash("acme.sh --issue --dns -d '*.example.org' --yes-I-know-dns-manual-mode-enough-go-ahead-please", f"[Mon Oct 12 {clock(3)} UTC 2026] Add the following TXT record:\n[Mon Oct 12 {clock(3)} UTC 2026] Domain: '_acme-challenge.example.org'\n[Mon Oct 12 {clock(3)} UTC 2026] TXT value: 'q3GJ0l1cMfJm8Yb2sQx'\n[Mon Oct 12 {clock(3)} UTC 2026] Please add the TXT records to the domains, and re-run with --renew.", 3, ms=4200)
    s.bash("curl -sX POST https://api.dns.example/v2/zones/88/records -d '{\"name\":\"_acme-challenge\",\"type\":\"TXT\",\"ttl\":300,\"value\":\"q3GJ0l1cMfJm8Yb2sQx\"}'", '{"id":99120,"state":"queued"}')
    for n in range(9):
        s.bash(f"sleep 120; for ns in a b c; do dig +short TXT _acme-challenge.example.org @ns-$ns.dns.example; done", ["", "", "", '"q3GJ0l1cMfJm8Yb2sQx"', '"q3GJ0l1cMfJm8Yb2sQx"', '"q3GJ0l1cMfJm8Yb2sQx"\n"q3GJ0l1cMfJm8Yb2sQx"', '"q3GJ0l1cMfJm8Yb2sQx"\n"q3GJ0l1cMfJm8Yb2sQx"', '"q3GJ0l1cMfJm8Yb2sQx"\n"q3GJ0l1cMfJm8Yb2sQx"', '"q3GJ0l1cMfJm8Yb2sQx"\n"q3GJ0l1cMfJm8Yb2sQx"\n"q3GJ0l1cMfJm8Yb2sQx"'][n], ms=120_200)
    s.bash("acme.sh --renew -d '*.example.org' --yes-I-know-dns-manual-mode-enough-go-ahead-please", f"[Mon Oct 12 {clock(1150)} UTC 2026] Verifying: *.example.org\n[Mon Oct 12 {clock(1162)} UTC 2026] Success\n[Mon Oct 12 {clock(1166)} UTC 2026] Cert success.", ms=16_000)
    for host in ("mx1", "mx2", "imap", "web"):
        s.bash(f"scp ~/.acme.sh/_wildcard_.example.org/fullchain.cer {host}:/etc/ssl/mail.pem && ssh {host} sudo systemctl reload dovecot postfix nginx", "", ms=1900)
        s.bash(f"echo | openssl s_client -connect {host}.example.org:443 2>/dev/null | openssl x509 -noout -enddate", "notAfter=Jan 10 09:20:01 2027 GMT", ms=600)


@healthy("work:terraform", "legacy-vpc", "Import the hand-made network into Terraform until the plan is empty.", client="claude")
def imports_until_the_plan_is_empty(s):
    kinds = [("aws_subnet", f"subnet-0a{n:02}f1") for n in range(6)] + [("aws_route_table", f"rtb-0b{n:02}c2") for n in range(4)] + [("aws_security_group", f"sg-0c{n:02}d3") for n in range(5)]
    s.bash("terraform plan -no-color | tail -1", f"Plan: {len(kinds)} to add, 0 to change, 0 to destroy.", ms=9100)
    for n, (kind, key) in enumerate(kinds):
        s.bash(f"terraform import {kind}.net_{n} {key}", f"{kind}.net_{n}: Importing from ID \"{key}\"...\n{kind}.net_{n}: Import prepared!\n  Prepared {kind} for import\n{kind}.net_{n}: Refreshing state... [id={key}]\n\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", ms=7000 + n * 90)
        if n % 4 == 3:
            s.bash("terraform plan -no-color | tail -1", f"Plan: {len(kinds) - n - 1} to add, 2 to change, 0 to destroy.", ms=9300)
            s.edit("network.tf", f"resource \"{kind}\" \"net_{n}\" {{", f"resource \"{kind}\" \"net_{n}\" {{\n  tags = {{ Owner = \"net\", Part = \"{n}\" }}")
    s.bash("terraform plan -no-color | tail -1", "No changes. Your infrastructure matches the configuration.", ms=9600)


@healthy("work:flyway", "claims-oracle", "Make the old migrations run on PostgreSQL too.", client="plain")
def migration_after_migration_ported(s):
    wrong = [("V3", "type \"number\" does not exist", "NUMBER(10)", "NUMERIC(10)"), ("V4", "type \"varchar2\" does not exist", "VARCHAR2(40)", "VARCHAR(40)"), ("V4", "function sysdate() does not exist", "SYSDATE", "now()"), ("V7", "type \"clob\" does not exist", "CLOB", "TEXT"), ("V9", "syntax error at or near \"MINUS\"", "MINUS", "EXCEPT"), ("V9", "function nvl(integer, integer) does not exist", "NVL(", "COALESCE("), ("V12", "relation \"dual\" does not exist", " FROM dual", ""), ("V15", "column \"rownum\" does not exist", "WHERE ROWNUM <= 1", "LIMIT 1"), ("V18", "syntax error at or near \"CONNECT\"", "CONNECT BY PRIOR", "JOIN tree ON")]
    for n, (version, error, old, new) in enumerate(wrong):
        s.bash("flyway -url=jdbc:postgresql://localhost/claims migrate", f"Flyway OSS Edition 10.20.1 by Redgate\n\nDatabase: jdbc:postgresql://localhost/claims (PostgreSQL 16.4)\nSuccessfully validated 22 migrations (execution time 00:00.0{41 + n}s)\nMigrating schema \"public\" to version \"{version[1:]} - claims\"\nERROR: Migration of schema \"public\" to version \"{version[1:]} - claims\" failed! Changes successfully rolled back.\nERROR: Script {version}__claims.sql failed\nSQL State  : 42704\nError Code : 0\nMessage    : ERROR: {error}\nLine       : {n * 3 + 2}", 1, ms=2900 + n * 30)
        s.edit(f"sql/{version}__claims.sql", old, new)
    s.bash("flyway -url=jdbc:postgresql://localhost/claims migrate", "Successfully applied 22 migrations to schema \"public\", now at version v22 (execution time 00:01.212s)", ms=4100)


@healthy("work:opensearch", "catalogue", "Reindex products into products-v7, wait for it and switch the alias.", client="claude", gap=4)
def a_reindex_task_to_its_end(s):
    s.bash("curl -s -XPOST 'os:9200/_reindex?wait_for_completion=false' -H 'Content-Type: application/json' -d '{\"source\":{\"index\":\"products-v6\"},\"dest\":{\"index\":\"products-v7\"}}'", '{"task":"oTUltX4IQMOUUVeiohTt8A:12345"}')
    for n in range(19):
        created = min(4_210_000, n * 236_000 + n * n * 11)
        s.bash("sleep 60; curl -s os:9200/_tasks/oTUltX4IQMOUUVeiohTt8A:12345 | jq -c '{completed,s:.task.status|{total,created,batches}}'", f'{{"completed":{str(n == 18).lower()},"s":{{"total":4210000,"created":{4_210_000 if n == 18 else created},"batches":{created // 1000}}}}}', ms=60_200)
    s.bash("curl -s -XPOST os:9200/_aliases -H 'Content-Type: application/json' -d '{\"actions\":[{\"remove\":{\"index\":\"products-v6\",\"alias\":\"products\"}},{\"add\":{\"index\":\"products-v7\",\"alias\":\"products\"}}]}'", '{"acknowledged":true}')


@healthy("work:promtool", "slo-rules", "Write the burn-rate alerts test first; all cases in slo_test.yml must pass.", client="claude")
def rule_tests_fail_less_and_less(s):
    for n, failed in enumerate([9, 9, 8, 7, 7, 5, 4, 4, 2, 1, 0]):
        s.edit("rules/slo.yml", f"# window {n}\n      expr: job:errors:ratio5m > {n}", f"# window {n + 1}\n      expr: job:errors:ratio{5 * (n + 1)}m > (14.4 - {n}) * 0.001 and job:errors:ratio1h > 0.01")
        s.bash("promtool test rules rules/slo_test.yml", "Unit Testing:  rules/slo_test.yml\n" + ("  FAILED:\n" + "\n".join(f"    alertname: ErrorBudgetBurn{k}, time: {k * 10 + 5}m, \n        exp:[\n            0:\n              Labels:{{alertname=\"ErrorBudgetBurn{k}\", severity=\"page\"}}\n            ], \n        got:[]" for k in range(failed)) if failed else "  SUCCESS"), 1 if failed else 0, ms=700 + n * 13)


@healthy("work:loki", "night-outage", "Find the first minute of the outage of last night in the logs of the gateway.", client="plain")
def the_first_bad_minute_by_halving(s):
    low, high = 0, 1024
    while high - low > 1:
        middle = (low + high) // 2
        bad = middle >= 713
        s.bash(f"logcli query --quiet --limit=2 --from=2026-10-11T18:00:00Z --to=2026-10-{11 + (18 * 60 + middle) // 1440}T{(18 * 60 + middle) // 60 % 24:02}:{middle % 60:02}:00Z '{{app=\"gateway\"}} |= \"upstream connect error\"'", f"2026-10-12T05:53:{14 + middle % 9:02}Z {{app=\"gateway\"}} upstream connect error or disconnect/reset before headers. reset reason: connection timeout" if bad else "", ms=1900 + middle)
        low, high = (low, middle) if bad else (middle, high)
    for pod in range(6):
        s.bash(f"logcli query --quiet --limit=1 --from=2026-10-12T05:52:00Z --to=2026-10-12T05:54:00Z '{{app=\"gateway\",pod=\"gw-{pod}\"}} |= \"upstream connect error\"'", f"2026-10-12T05:53:{14 + pod:02}Z {{pod=\"gw-{pod}\"}} upstream connect error" if pod in (2, 5) else "", ms=1200)
    s.write("timeline.md", "# Outage\n\nFirst error 05:53:14 UTC, pods gw-2 and gw-5.\n")


@healthy("work:slurm", "protein-fold", "Submit the training to the A100 queue and tell me the loss when it has finished.", client="claude")
def a_job_waits_its_turn_in_the_queue(s):
    s.bash("sbatch train.sbatch", "Submitted batch job 481920")
    for n in range(9):
        s.bash("sleep 540; squeue -j 481920 --start", f"             JOBID PARTITION     NAME     USER ST          START_TIME  NODES SCHEDNODES           NODELIST(REASON)\n            481920      a100    fold7      mhe PD 2026-10-12T{clock(9000 - n * 60 * (n % 3))}      2 (null)               (Priority)", ms=540_300)
    for n in range(11):
        s.bash("sleep 580; squeue -h -j 481920 -o '%T %M'; tail -1 slurm-481920.out", f"RUNNING {clock(n * 583)[1:]}\nepoch {n * 4 + 3:>3}/48  loss {2.91 * 0.87 ** n:.4f}  val {3.02 * 0.89 ** n:.4f}  lr {3e-4 * 0.9 ** n:.2e}", ms=580_500)
    s.bash("sacct -j 481920 -X -o state,elapsed; tail -1 slurm-481920.out", "     State    Elapsed \n---------- ---------- \n COMPLETED   01:55:12 \nepoch  48/48  loss 0.6204  val 0.8391", ms=700)


@healthy("work:mail", "club-domains", "Check SPF, DKIM and DMARC of our domains and write down which lack something.", client="plain", gap=2)
def three_records_for_each_domain(s):
    for n in range(14):
        name = ["alpha", "berg", "chor", "dorf", "elm", "fahrrad", "garten", "hafen", "insel", "jugend", "kanu", "lauf", "musik", "nordic"][n] + ".example"
        s.bash(f"dig +short TXT {name} | grep spf1", '"v=spf1 include:_spf.mailer.example -all"', ms=90)
        s.bash(f"dig +short TXT m1._domainkey.{name} | cut -c1-40", "" if n in (3, 8, 9) else '"v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0', ms=80)
        s.bash(f"dig +short TXT _dmarc.{name}", '"v=DMARC1; p=none; rua=mailto:dmarc@mailer.example"' if n % 5 else "", ms=80)
    s.write("mail-audit.md", "# Mail\n\nNo DKIM: dorf, insel, jugend. No DMARC: alpha, fahrrad, kanu.\n")


@healthy("work:liquibase", "tenant-schemas", "Bring every tenant's schema up to date.", client="claude")
def tenants_already_up_to_date(s):
    for n in range(1, 25):
        pending = n in (6, 17)
        s.bash(f"liquibase --url=jdbc:postgresql://db/tenant_{n:03} update", f"Starting Liquibase at {clock(n * 7)} (version 4.29.2 #3683 built at 2026-08-29 16:45+0000)\n" + (f"Running Changeset: changes/0{40 + n}.xml::{n}::ops\n\nUPDATE SUMMARY\nRun:                          1\nPreviously run:              61\nTotal change sets:           62\n" if pending else "Database is up to date, no changesets to execute\n\nUPDATE SUMMARY\nRun:                          0\nPreviously run:              62\nTotal change sets:           62\n") + "Liquibase command 'update' was executed successfully.", ms=4100 + n * 21)


@healthy("work:jira", "release-desk", "Move everything that the release contains to Done and note the version.", client="plain", gap=2)
def a_release_moved_to_done(s):
    s.mcp("atlassian", "searchJiraIssuesUsingJql", {"jql": "fixVersion = 8.2 AND status = Accepted"}, {"total": 14, "issues": [{"key": f"PAY-{1200 + n * 3}"} for n in range(14)]})
    for n in range(14):
        key = f"PAY-{1200 + n * 3}"
        s.mcp("atlassian", "getTransitionsForJiraIssue", {"issueIdOrKey": key}, {"transitions": [{"id": "31", "name": "Done"}, {"id": "41", "name": "Reopen"}]})
        s.mcp("atlassian", "transitionJiraIssue", {"issueIdOrKey": key, "transition": {"id": "31"}}, "Issue transitioned successfully")
        s.mcp("atlassian", "addCommentToJiraIssue", {"issueIdOrKey": key, "commentBody": "Released with 8.2."}, {"id": str(70100 + n)})
    s.mcp("atlassian", "searchJiraIssuesUsingJql", {"jql": "fixVersion = 8.2 AND status = Accepted"}, {"total": 0, "issues": []})


# Those that lead nowhere.

@stuck("loop:srid", "noise-map", "Count the homes within 200 m of the motorway.", client="claude")
def two_reference_systems_never_agree(s):
    error = "ERROR:  ST_DWithin: Operation on mixed SRID geometries (Polygon, 25832) != (LineString, 0)"
    forms = ["ST_DWithin(h.geom, m.geom, 200)", "ST_DWithin(h.geom, m.geom, 200.0)", "ST_DWithin(ST_Transform(h.geom, 25832), m.geom, 200)", "ST_DWithin(h.geom::geometry, m.geom::geometry, 200)", "ST_DWithin(ST_SetSRID(h.geom, 25832), m.geom, 200)", "ST_DWithin(m.geom, h.geom, 200)"]
    for n in range(22):
        if n == 6:
            s.stuck_here()
        form = forms[n % 6]
        if n % 7 == 5:
            s.bash("psql -d noise -c 'analyze homes; analyze motorway; reindex table motorway'", "ANALYZE\nANALYZE\nREINDEX", ms=3100)
        query = [f"select count(*) from homes h join motorway m on {form}", f"select count(distinct h.id) from homes h, motorway m where {form}", f"with m as (select geom from motorway) select count(*) from homes h, m where {form}"][n // 6 % 3]
        s.bash(f"psql -d noise -c \"{query}\"", error if "m.geom, h.geom" not in form else "ERROR:  ST_DWithin: Operation on mixed SRID geometries (LineString, 0) != (Polygon, 25832)", 1, ms=140 + n * 3)


@stuck("loop:dead-consumer", "order-export", "Wait until the exporter has caught up, then archive the topic.", client="plain")
def waiting_for_a_consumer_that_was_killed(s):
    s.bash("kubectl -n export get pods", "NAME                        READY   STATUS      RESTARTS   AGE\nexporter-6c9d8b7f5d-x2x8p   0/1     Completed   0          3h12m", ms=400)
    for n in range(24):
        if n == 5:
            s.stuck_here()
        s.bash(["kafka-consumer-groups.sh --bootstrap-server kafka:9092 --describe --group exporter", "sleep 5; kafka-consumer-groups.sh --bootstrap-server kafka:9092 --describe --group exporter"][n % 2], "\nConsumer group 'exporter' has no active members.\n\n" f"GROUP     TOPIC   PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG     CONSUMER-ID  HOST  CLIENT-ID\nexporter  orders  0          1200417         {1644210 + n * 13}         {443793 + n * 13}  -            -     -", ms=4000 + n % 2 * 5000)


@stuck("loop:flink-memory", "fraud-flink", "The job does not start on the small cluster. Make it start.", client="claude")
def buffers_and_slots_in_turn(s):
    for n in range(11):
        if n == 4:
            s.stuck_here()
        few = n % 2 == 0
        s.edit("conf/flink-conf.yaml", f"taskmanager.memory.network.fraction: {'0.3' if few else '0.1'}\ntaskmanager.numberOfTaskSlots: {'8' if few else '4'}", f"taskmanager.memory.network.fraction: {'0.1' if few else '0.3'}\ntaskmanager.numberOfTaskSlots: {'4' if few else '8'}")
        s.bash("./bin/stop-cluster.sh && ./bin/start-cluster.sh", f"Stopping taskexecutor daemon (pid: {3110 + n * 41}) on host fl1.\nStopping standalonesession daemon (pid: {2800 + n * 41}) on host fl1.\nStarting cluster.\nStarting standalonesession daemon on host fl1.\nStarting taskexecutor daemon on host fl1.", ms=6200)
        s.bash("./bin/flink run -p 8 fraud.jar 2>&1 | tail -3", f"Job has been submitted with JobID {n * 104729 + 77:032x}\n" + ("Caused by: org.apache.flink.runtime.jobmanager.scheduler.NoResourceAvailableException: Could not acquire the minimum required resources." if few else "Caused by: java.io.IOException: Insufficient number of network buffers: required 65, but only 12 available. The total number of network buffers is currently set to 512 of 32768 bytes each."), ms=31_000 + n * 170)


@stuck("loop:publickey", "radio-hosts", "Install the agent on the host relay4 with the playbook.", client="codex")
def a_host_that_takes_no_key(s):
    ways = ["", " -u admin", " -u root", " --private-key ~/.ssh/id_ed25519", " -u ubuntu", " --private-key ~/.ssh/id_rsa -u admin", " -e ansible_user=deploy", " -e ansible_ssh_common_args='-o StrictHostKeyChecking=no'", " -c paramiko", " -e ansible_host=10.7.1.24", " -u debian -vvv", " --ssh-extra-args='-o IdentitiesOnly=yes'"]
    for n in range(22):
        if n == 6:
            s.stuck_here()
        user = ["dev", "admin", "root", "dev", "ubuntu", "admin", "deploy", "dev", "dev", "dev", "debian", "dev"][n % 12]
        s.bash(f"ansible-playbook -i hosts agent.yml --limit relay4{ways[n % 12]}", f"\nPLAY [relays] ******************************************************************\n\nTASK [Gathering Facts] *********************************************************\nfatal: [relay4]: UNREACHABLE! => {{\"changed\": false, \"msg\": \"Failed to connect to the host via ssh: {user}@10.7.1.24: Permission denied (publickey).\", \"unreachable\": true}}\n\nPLAY RECAP *********************************************************************\nrelay4                     : ok=0    changed=0    unreachable=1    failed=0    skipped=0    rescued=0    ignored=0\n", 4, ms=2300 + n * 19)


@stuck("loop:nomad-failed", "price-feed", "Deploy the feed and tell me when it is healthy.", client="claude")
def a_deployment_that_has_already_failed(s):
    s.bash("nomad job run -detach feed.nomad.hcl", "Job registration successful\nEvaluation ID: 11aa09bc-7721-4e53-a771-3cbb1cd01f10")
    for n in range(23):
        if n == 5:
            s.stuck_here()
        failed = n > 1
        s.bash(["nomad deployment status 9be1c7d0", "sleep 10; nomad job status feed | tail -4", "sleep 15 && nomad deployment status 9be1c7d0"][n % 3], f"ID          = 9be1c7d0\nJob ID      = feed\nStatus      = {'failed' if failed else 'running'}\nDescription = {'Failed due to progress deadline' if failed else 'Deployment is running'}" if n % 3 != 1 else f"Allocations\nID        Node ID   Task Group  Version  Desired  Status  Created     Modified\n7c1d00{n:02}  a10f2c3b  feed        12       {'stop' if failed else 'run'}     {'failed' if failed else 'pending'}  {n + 4}m{n * 7 % 60}s ago  {n + 3}m{n * 5 % 60}s ago", ms=600 + [0, 10_000, 15_000][n % 3])


@stuck("loop:rate-limit", "shop-tls", "Renew the certificate of shop.example.net.", client="plain")
def a_week_of_certificates_used_up(s):
    for n in range(21):
        if n == 4:
            s.stuck_here()
        command = ["sudo certbot renew --cert-name shop.example.net", "sudo certbot certonly --nginx -d shop.example.net", "sudo certbot certonly --standalone -d shop.example.net --force-renewal", "sudo certbot certonly --webroot -w /var/www/shop -d shop.example.net", "sudo certbot --nginx -d shop.example.net --key-type rsa", "sudo certbot delete --cert-name shop.example.net -n; sudo certbot certonly --nginx -d shop.example.net", "sudo certbot certonly --nginx -d shop.example.net -m ops@example.net --agree-tos -n"][n % 7]
        s.bash(command, f"Saving debug log to /var/log/letsencrypt/letsencrypt.log\nRequesting a certificate for shop.example.net\nAn unexpected error occurred:\ntoo many certificates (5) already issued for this exact set of identifiers in the last 168h0m0s, retry after 2026-10-15 21:04:10 UTC: see https://letsencrypt.org/docs/rate-limits/#new-certificates-per-exact-set-of-identifiers\nAsk for help or search for solutions at https://community.letsencrypt.org. See the logfile /var/log/letsencrypt/letsencrypt.log or re-run Certbot with -v for more details.", 1, ms=3300 + n * 47)


@stuck("loop:state-lock", "core-network", "Apply the change of the firewall.", client="claude")
def the_state_stays_locked(s):
    lock = "Error: Error acquiring the state lock\n\nError message: operation error DynamoDB: PutItem, https response error StatusCode: 400, RequestID: {id}, ConditionalCheckFailedException: The conditional request failed\nLock Info:\n  ID:        5a1e4c02-0c6e-5a0c-1e8a-8a4ad3a1c7b1\n  Path:      tf-core/network.tfstate\n  Operation: OperationTypeApply\n  Who:       runner@ci-114\n  Created:   2026-10-12 06:11:20.551 +0000 UTC"
    for n in range(20):
        if n == 5:
            s.stuck_here()
        kind = n % 4
        if kind == 3:
            s.bash("terraform force-unlock -force 5a1e4c02-0c6e-5a0c-1e8a-8a4ad3a1c7b1", f"Failed to unlock state: failed to retrieve lock info: operation error DynamoDB: GetItem, https response error StatusCode: 400, RequestID: {n * 7001:010X}, AccessDeniedException: User: arn:aws:iam::1:user/dev is not authorized to perform: dynamodb:GetItem", 1, ms=2100)
        else:
            s.bash(["terraform apply -auto-approve", "rm -rf .terraform && terraform init -input=false >/dev/null && terraform apply -auto-approve", "terraform apply -auto-approve -lock-timeout=20s"][kind], lock.format(id=f"{n * 104729:012X}"), 1, ms=[4100, 19_000, 24_300][kind] + n * 11)


@stuck("loop:checksum", "pension-db", "Flyway refuses to start. Make it migrate again.", client="claude")
def a_checksum_edited_to_and_fro(s):
    for n in range(9):
        if n == 3:
            s.stuck_here()
        s.edit("db/V14__rates.sql", "-- rates\n" if n % 2 == 0 else "--rates\n", "--rates\n" if n % 2 == 0 else "-- rates\n")
        s.bash("flyway migrate", f"Flyway OSS Edition 10.20.1 by Redgate\n\nDatabase: jdbc:postgresql://db/pension (PostgreSQL 15.8)\nERROR: Validate failed: Migrations have failed validation\nMigration checksum mismatch for migration version 14\n-> Applied to database : -1822174130\n-> Resolved locally    : {'710293381' if n % 2 else '-90127733'}\nEither revert the changes to the migration, or run repair to update the schema history.", 1, ms=3000 + n * 70)
        s.bash("flyway repair", f"Flyway OSS Edition 10.20.1 by Redgate\n\nERROR: Unable to repair Schema History table \"public\".\"flyway_schema_history\"\nSQL State  : 42501\nMessage    : ERROR: permission denied for table flyway_schema_history", 1, ms=2500 + n * 31)


@stuck("loop:flood-stage", "log-search", "Indexing fails with a block. Get it going again.", client="plain")
def a_block_that_comes_back_from_a_full_disk(s):
    for n in range(9):
        if n == 3:
            s.stuck_here()
        s.bash(["curl -s -XPUT os:9200/_all/_settings -H 'Content-Type: application/json' -d '{\"index.blocks.read_only_allow_delete\":null}'", "curl -s -XPUT os:9200/logs-2026.10.12/_settings -H 'Content-Type: application/json' -d '{\"index.blocks.read_only_allow_delete\":false}'"][n % 2], '{"acknowledged":true}', ms=200)
        s.bash("curl -s -XPOST os:9200/logs-2026.10.12/_doc -H 'Content-Type: application/json' -d '{\"m\":\"probe\"}'", '{"error":{"root_cause":[{"type":"cluster_block_exception","reason":"index [logs-2026.10.12] blocked by: [TOO_MANY_REQUESTS/12/disk usage exceeded flood-stage watermark, index has read-only-allow-delete block];"}],"type":"cluster_block_exception"},"status":429}', ms=150)
        s.bash("curl -s os:9200/_cat/allocation?v", f"shards disk.indices disk.used disk.avail disk.total disk.percent host      ip        node\n   {212 + n % 2}      448.9gb   466.1gb     9.9gb      476gb           97 10.0.0.5  10.0.0.5  os-1", ms=120)


@stuck("loop:rule-test", "disk-alerts", "The unit test of DiskFull fails. Make it pass.", client="claude")
def spellings_of_one_alert_expression(s):
    forms = ["node_filesystem_avail_bytes / node_filesystem_size_bytes < 0.1", "(node_filesystem_avail_bytes / node_filesystem_size_bytes) < 0.10", "node_filesystem_avail_bytes / node_filesystem_size_bytes * 100 < 10", "100 * node_filesystem_avail_bytes / node_filesystem_size_bytes < 10", "1 - node_filesystem_avail_bytes / node_filesystem_size_bytes > 0.9", "node_filesystem_avail_bytes < 0.1 * node_filesystem_size_bytes"]
    for n in range(13):
        if n == 4:
            s.stuck_here()
        s.edit("rules/disk.yml", forms[n % 6], forms[(n + 1) % 6])
        s.bash("promtool test rules rules/disk_test.yml", "Unit Testing:  rules/disk_test.yml\n  FAILED:\n    alertname: DiskFull, time: 15m, \n        exp:[\n            0:\n              Labels:{alertname=\"DiskFull\", device=\"sda1\", severity=\"page\"}\n              Annotations:{}\n            ], \n        got:[]", 1, ms=600 + n * 9)


@stuck("loop:no-label", "cart-logs", "Show me the errors of the cart service of this morning.", client="plain")
def log_queries_on_a_label_that_is_not_there(s):
    s.bash("logcli labels", f"cluster\ncontainer\nfilename\nnamespace\npod", ms=300)
    queries = ['{service="cart"} |= "error"', '{service="cart"} |~ "(?i)error"', '{service=~"cart.*"} |= "error"', '{service_name="cart"} |= "error"', '{service="cart", level="error"}', '{service="cart"} | json | level="error"', '{service="cart"} | logfmt | level="error"', '{service="cart-service"} |= "ERROR"', '{service=~".*cart.*"}', '{service="Cart"} |= "error"', '{service="cart"}']
    for n in range(22):
        if n == 6:
            s.stuck_here()
        s.bash(f"logcli query --quiet --since={[4, 6, 12, 24][n // 6]}h --limit=50 '{queries[n % 11]}'", "", ms=700 + n * 31)


@stuck("loop:oom-job", "speech-train", "Train the large model on the cluster and report the loss.", client="claude")
def a_job_resubmitted_out_of_memory(s):
    for n in range(9):
        if n == 3:
            s.stuck_here()
        s.bash(["sbatch train_large.sbatch", "sbatch --job-name=large2 train_large.sbatch", "SEED=7 sbatch train_large.sbatch", "sbatch --export=ALL,NCCL_DEBUG=INFO train_large.sbatch"][n % 4], f"Submitted batch job {55120 + n * 17}", ms=400)
        s.bash(f"sleep 90; sacct -j {55120 + n * 17} -X -n -o state,elapsed", f"    FAILED   00:01:{4 + n % 5:02} ", ms=90_400)
        s.bash(f"tail -2 slurm-{55120 + n * 17}.out", f"  File \"/home/dev/speech/train.py\", line 211, in step\ntorch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.44 GiB. GPU 0 has a total capacity of 23.69 GiB of which {190 + n % 3}.{n} MiB is free.", ms=200)


@stuck("loop:nxdomain", "museum-web", "www.museum.example does not resolve. Fix our zone.", client="codex")
def caches_blamed_for_a_missing_delegation(s):
    s.bash("whois museum.example | grep -i -e 'name server' -e status", "Domain Status: inactive\n", ms=900)
    for n in range(24):
        if n == 5:
            s.stuck_here()
        kind = n % 6
        if kind == 2:
            s.bash("sudo resolvectl flush-caches", "", ms=90)
        elif kind == 4:
            s.bash(f"sed -i 's/{2026101200 + n - 1}/{2026101200 + n}/' museum.example.zone && sudo rndc reload museum.example", "zone reload up-to-date" if n % 2 else "zone reload queued", ms=200)
        else:
            server = ["@8.8.8.8", "@1.1.1.1", "", "@9.9.9.9", "", "@8.8.4.4"][kind]
            s.bash(f"dig www.museum.example {server}", f"; <<>> DiG 9.18.28 <<>> www.museum.example {server}\n;; ->>HEADER<<- opcode: QUERY, status: NXDOMAIN, id: {n * 2711 % 65535}\n;; QUESTION SECTION:\n;www.museum.example.            IN      A\n\n;; AUTHORITY SECTION:\nexample. {900 - n * 6} IN SOA ns.example. hostmaster.example. 2026101101 7200 3600 1209600 900\n\n;; Query time: {11 + n * 7 % 30} msec\n;; WHEN: Mon Oct 12 {clock(n * 14)} UTC 2026", ms=120)


@stuck("loop:forbidden", "wiki-notion", "Put the minutes into the Notion page of the board.", client="claude")
def a_page_that_was_never_shared(s):
    for n in range(23):
        if n == 5:
            s.stuck_here()
        tool, given = [("API-patch-block-children", {"block_id": "a81f0c5e77", "children": [{"paragraph": f"Minutes, part {n % 3 + 1}"}]}), ("API-retrieve-a-page", {"page_id": "a81f0c5e77"}), ("API-post-page", {"parent": {"page_id": "a81f0c5e77"}, "title": ["Minutes", "Board minutes", "Minutes of October"][n % 3]}), ("API-retrieve-a-block", {"block_id": "a81f0c5e-77"}), ("API-patch-page", {"page_id": "a81f0c5e77", "archived": False})][n % 5]
        s.mcp("notion", tool, given, {"status": 404, "object": "error", "code": "object_not_found", "message": "Could not find page with ID: a81f0c5e-77. Make sure the relevant pages and databases are shared with your integration.", "request_id": f"{n * 90017 + 13:08x}-1f0e"}, ok=False, ms=380 + n * 7)


@stuck("loop:minion", "branch-salt", "Apply the state vpn to the branch routers.", client="plain")
def minions_that_never_answer(s):
    targets = ["'branch*'", "-G 'role:router'", "-L branch1,branch2", "-E 'branch[0-9]+'", "-C 'branch* and G@role:router'", "'*'"]
    for n in range(22):
        if n == 5:
            s.stuck_here()
        if n % 6 == 4:
            s.bash("sudo systemctl restart salt-master", "", ms=4100)
        else:
            s.bash(f"sudo salt {targets[n % 6]} {['state.apply vpn', 'test.ping', 'state.apply vpn -t 60'][n // 6 % 3]}", "No minions matched the target. No command was sent, no jid was assigned.\nERROR: No return received" if n % 2 else "ERROR: No return received\nNo minions matched the target. No command was sent, no jid was assigned.", 2, ms=2100 + n * 33)
        if n % 9 == 3:
            s.bash("sudo salt-key -L", "Accepted Keys:\nDenied Keys:\nUnaccepted Keys:\nbranch1\nbranch2\nRejected Keys:", ms=800)
