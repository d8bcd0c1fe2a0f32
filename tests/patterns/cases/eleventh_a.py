"""Questions and answers: many looks that each ask something else, and many looks that ask one thing in other words."""
from session import healthy, stuck


@healthy("eleventh:question", "refund-api", "Support says refunds since Monday are booked twice. Find out for whom and why; the read replica is in $REPLICA.", client="claude")
def refunds_cut_from_every_side_in_psql(s):
    def ask(query, answer, ms=210):
        s.bash(f'psql "$REPLICA" -c "{query}"', answer, ms=ms)
    ask("select count(*) from refunds where created_at >= '2026-10-05'", " count \n-------\n  4127\n(1 row)\n")
    ask("select count(*) from (select payment_id from refunds where created_at >= '2026-10-05' group by 1 having count(*) > 1) d", " count \n-------\n   318\n(1 row)\n")
    for day, n in [("05", 0), ("06", 0), ("07", 171), ("08", 147), ("09", 0)]:
        ask(f"select count(*) from dup_refunds where day = '2026-10-{day}'", f" count \n-------\n {n:>5}\n(1 row)\n")
    for channel, n in [("web", 0), ("ios", 318), ("android", 0), ("pos", 0), ("partner", 0)]:
        ask(f"select count(*) from dup_refunds where channel = '{channel}'", f" count \n-------\n {n:>5}\n(1 row)\n")
    ask("select app_version, count(*) from dup_refunds group by 1", " app_version | count \n-------------+-------\n 8.14.0      |   318\n(1 row)\n")
    ask("select percentile_cont(0.5) within group (order by gap_ms) from dup_refunds", " percentile_cont \n-----------------\n           10004\n(1 row)\n")
    s.grep("10_000|timeoutInterval", "ios/Networking", "ios/Networking/RefundClient.swift:31:    request.timeoutInterval = 10\nios/Networking/RefundClient.swift:44:    return try await retry(times: 2) { try await session.data(for: request) }")
    s.grep("Idempotency-Key", "ios", "")
    s.bash("git log --oneline -3 -- ios/Networking/RefundClient.swift", "a81f03c Retry refund requests on timeout (#4410)\n1fd90e2 Move to async/await\n77be0c1 Rename client")
    s.edit("ios/Networking/RefundClient.swift", "    request.timeoutInterval = 10", "    request.timeoutInterval = 10\n    request.setValue(refund.id.uuidString, forHTTPHeaderField: \"Idempotency-Key\")")


@healthy("eleventh:question", "gateway-smoke", "Deploy of the gateway is done. Ask every route once and tell me which do not answer.", client="codex", times="none")
def routes_that_all_say_ok(s):
    routes = ["accounts", "addresses", "auth", "baskets", "catalogue", "coupons", "delivery", "invoices", "loyalty", "media", "orders", "payments", "prices", "returns", "reviews", "search", "stock", "stores", "taxes", "wishlists"]
    for n, route in enumerate(routes):
        s.bash(f"curl -sS -o /dev/null -w '%{{http_code}} %{{time_total}}\\n' https://gw.shop.internal/v2/{route}/healthz", f"200 0.0{31 + n * 7 % 40}{n % 10:03}\n")
    s.bash("curl -sS https://gw.shop.internal/v2/_routes | jq length", "20\n")


@healthy("eleventh:question", "branch-printers", "In which branch is the spooler crashing? Look at the event logs of the print servers.", client="plain")
def event_logs_of_each_print_server(s):
    for n, host in enumerate(["PRN-AAR", "PRN-BER", "PRN-CPH", "PRN-DUB", "PRN-EDI", "PRN-FRA", "PRN-GOT", "PRN-HAM", "PRN-LIL", "PRN-LYO", "PRN-OSL", "PRN-PRG"]):
        if host in ("PRN-FRA", "PRN-OSL"):
            s.bash(f"Get-WinEvent -ComputerName {host} -FilterHashtable @{{LogName='System'; Id=7031; StartTime=(Get-Date).AddDays(-3)}} -MaxEvents 5", f"   ProviderName: Service Control Manager\n\nTimeCreated                     Id LevelDisplayName Message\n-----------                     -- ---------------- -------\n10/1{n % 3}/2026 09:1{n % 10}:22            7031 Error            The Print Spooler service terminated unexpectedly.  It has done this {n} time(s).")
            s.bash(f"Get-WinEvent -ComputerName {host} -FilterHashtable @{{LogName='Application'; Id=1000}} -MaxEvents 1 | Format-List Message", f"Message : Faulting application name: spoolsv.exe, version: 10.0.20348.{2000 + n}, time stamp: 0x{n * 7919 + 80000:08x}\n          Faulting module name: KMUU64.DLL, version: 3.0.7.1")
        else:
            s.bash(f"Get-WinEvent -ComputerName {host} -FilterHashtable @{{LogName='System'; Id=7031; StartTime=(Get-Date).AddDays(-3)}} -MaxEvents 5", "Get-WinEvent : No events were found that match the specified selection criteria.\nAt line:1 char:1\n    + CategoryInfo          : ObjectNotFound: (:) [Get-WinEvent], Exception\n    + FullyQualifiedErrorId : NoMatchingEventsFound,Microsoft.PowerShell.Commands.GetWinEventCommand", 1)
    s.write("spooler.md", "FRA and OSL: KMUU64.DLL 3.0.7.1 (Konica driver). The other ten have no crash in three days.\n")


@healthy("eleventh:question", "values-review", "Is anything in the rendered chart different from what the ops page demands? Go through the page's list.", client="claude", gap=3)
def settings_picked_out_of_one_big_yaml(s):
    s.bash("helm template shop ./chart -f values-prod.yaml > /tmp/out.yaml && wc -l /tmp/out.yaml", "4812 /tmp/out.yaml")
    for kind, path, value in [("Deployment", ".spec.replicas", "3\n3\n3\n3"), ("Deployment", ".spec.template.spec.securityContext.runAsNonRoot", "true\ntrue\ntrue\ntrue"), ("Deployment", ".spec.template.spec.automountServiceAccountToken", "false\nfalse\nfalse\nfalse"), ("Deployment", ".spec.template.spec.containers[].securityContext.readOnlyRootFilesystem", "true\ntrue\nnull\ntrue"), ("Deployment", ".spec.template.spec.containers[].resources.limits.memory", "512Mi\n512Mi\n1Gi\n256Mi"), ("Deployment", ".spec.template.spec.containers[].livenessProbe.periodSeconds", "10\n10\n10\n10"), ("Deployment", ".spec.template.spec.containers[].imagePullPolicy", "IfNotPresent\nIfNotPresent\nIfNotPresent\nIfNotPresent"), ("Deployment", ".spec.template.spec.topologySpreadConstraints | length", "1\n1\n1\n1"), ("Ingress", ".spec.tls[].hosts[]", "shop.example"), ("PodDisruptionBudget", ".spec.minAvailable", "2\n2\n2\n2"), ("HorizontalPodAutoscaler", ".spec.maxReplicas", "12\n12\n6\n6"), ("NetworkPolicy", ".metadata.name", "default-deny\nallow-ingress"), ("ServiceMonitor", ".spec.endpoints[].interval", "30s\n30s\n30s\n30s"), ("CronJob", ".spec.concurrencyPolicy", "Forbid\nForbid")]:
        s.bash(f"yq 'select(.kind == \"{kind}\") | {path}' /tmp/out.yaml", value, ms=90)
    s.edit("chart/templates/media.yaml", "          image: media", "          securityContext: {readOnlyRootFilesystem: true}\n          image: media")
    s.bash("helm template shop ./chart -f values-prod.yaml | yq 'select(.kind == \"Deployment\") | .spec.template.spec.containers[].securityContext.readOnlyRootFilesystem'", "true\ntrue\ntrue\ntrue")


@healthy("eleventh:question", "orbital-data", "Which of the NetCDF files lack the quality flag? Just look, change nothing.", client="plain", codes=False)
def variables_of_each_netcdf_file(s):
    s.bash("ls l2/ | wc -l", "18")
    for n in range(18):
        orbit = 30211 + n * 14
        missing = n in (6, 7)
        s.bash(f"ncdump -h l2/S5P_{orbit}.nc | grep -c qa_value", "0" if missing else "2", 1 if missing else 0, ms=60 + n)
    s.bash("ncdump -h l2/S5P_30295.nc | grep -i processor_version", '\t\t:processor_version = "02.03.01" ;')
    s.bash("ncdump -h l2/S5P_30211.nc | grep -i processor_version", '\t\t:processor_version = "02.04.00" ;')


@stuck("eleventh:question", "date-picker", "The calendar shows the old look. Why does the update to react-datepicker 7 not arrive?", client="claude")
def one_installed_version_asked_by_every_tool(s):
    tree = "date-picker@2.1.0 /home/dev/date-picker\n└── react-datepicker@4.25.0\n"
    looks = [("npm ls react-datepicker", tree), ("cat node_modules/react-datepicker/package.json | grep '\"version\"'", '  "version": "4.25.0",'), ("npm list react-datepicker --depth=0", tree), ("node -p \"require('react-datepicker/package.json').version\"", "4.25.0"), ("npm why react-datepicker", "react-datepicker@4.25.0\nnode_modules/react-datepicker\n  react-datepicker@\"^4.8.0\" from the root project"), ("npm ls react-datepicker --all", tree), ("jq -r .version node_modules/react-datepicker/package.json", "4.25.0"), ("grep -n react-datepicker package.json", '31:    "react-datepicker": "^4.8.0",')]
    for n in range(25):
        if n == 9:
            s.stuck_here()
        if n in (12, 20):
            s.say("Let me make sure which version is really installed.")
        command, answer = looks[n % 8]
        s.bash(command, answer, ms=400 + n * 31)


@stuck("eleventh:question", "billing-php", "Line 214 of Invoice.php looks wrong. Fix it, but first see why it was changed.", client="codex")
def one_commit_seen_by_log_show_and_blame(s):
    blame = "8c1fe02a (Marta Kos 2026-08-19 14:02:11 +0200 214)         $total = round($net * 1.19, 2, PHP_ROUND_HALF_EVEN);"
    diff = "-        $total = round($net * 1.19, 2);\n+        $total = round($net * 1.19, 2, PHP_ROUND_HALF_EVEN);"
    looks = [("git blame -L 214,214 src/Invoice.php", blame), ("git show 8c1fe02a -- src/Invoice.php", "commit 8c1fe02a\nAuthor: Marta Kos\n\n    Rounding\n\n" + diff), ("git log -1 -p 8c1fe02a", "commit 8c1fe02a\nAuthor: Marta Kos\n\n    Rounding\n\n" + diff), ("git blame -w -L 214,+1 -- src/Invoice.php", blame), ("git log -L 214,214:src/Invoice.php -1", "commit 8c1fe02a\nAuthor: Marta Kos\n\n    Rounding\n\n" + diff), ("git show 8c1fe02a --stat --patch", "commit 8c1fe02a\nAuthor: Marta Kos\n\n    Rounding\n\n src/Invoice.php | 2 +-\n" + diff), ("sed -n 214p src/Invoice.php", "        $total = round($net * 1.19, 2, PHP_ROUND_HALF_EVEN);"), ("git diff 8c1fe02a~1 8c1fe02a src/Invoice.php", diff)]
    for n in range(24):
        if n == 9:
            s.stuck_here()
        command, answer = looks[(n * 3 + n // 8) % 8]
        s.bash(command, answer, ms=60 + n)


@stuck("eleventh:question", "kiosk-compose", "The kiosk container uses the wrong locale. Correct it.", client="plain")
def the_locale_of_one_container_looked_up_again(s):
    looks = [("docker exec kiosk printenv LANG", "C.UTF-8"), ("docker compose exec kiosk env | grep LANG", "LANG=C.UTF-8"), ("docker inspect kiosk --format '{{json .Config.Env}}'", '["PATH=/usr/local/bin:/usr/bin:/bin","LANG=C.UTF-8"]'), ("docker exec kiosk sh -c 'echo $LANG'", "C.UTF-8"), ("docker inspect kiosk | jq '.[0].Config.Env'", '[\n  "PATH=/usr/local/bin:/usr/bin:/bin",\n  "LANG=C.UTF-8"\n]'), ("docker exec -it kiosk bash -lc 'locale 2>/dev/null | head -1'", "LANG=C.UTF-8"), ("docker restart kiosk", "kiosk")]
    for n in range(26):
        if n == 8:
            s.stuck_here()
        if n % 9 == 5:
            s.say(["The variable may not have been applied yet; a restart should help.", "The locale is still the old one. I look at the environment again."][n // 9 % 2])
        command, answer = looks[n % 7]
        s.bash(command, answer, ms=150 + n * 13)


@stuck("eleventh:question", "photo-bucket", "The thumbnails of 12 October are missing in the bucket. Find out why.", client="codex", times="none")
def one_prefix_listed_with_every_flag(s):
    table = "2026-10-11 23:50:02      18211 thumbs/2026-10-11/0988.webp\n2026-10-11 23:50:07      17001 thumbs/2026-10-11/0989.webp"
    looks = [("aws s3 ls s3://photo-prod/thumbs/2026-10-12/", "", 1), ("aws s3 ls s3://photo-prod/thumbs/2026-10-12/ --recursive", "", 1), ("aws s3api list-objects-v2 --bucket photo-prod --prefix thumbs/2026-10-12/", '{\n    "RequestCharged": null\n}', 0), ("aws s3 ls s3://photo-prod/thumbs/2026-10-12/ --human-readable --summarize", "\nTotal Objects: 0\n   Total Size: 0 Bytes", 1), ("aws s3 ls --recursive s3://photo-prod/thumbs/ | tail -2", table, 0), ("aws s3api list-objects-v2 --bucket photo-prod --prefix thumbs/2026-10-12/ --query 'KeyCount'", "0", 0), ("aws s3 ls s3://photo-prod/thumbs/2026-10-12", "", 1)]
    for n in range(23):
        if n == 8:
            s.stuck_here()
        command, answer, rc = looks[n % 7]
        s.bash(command, answer, rc, ms=900 + n * 17)


@stuck("eleventh:question", "till-service", "The till service on this machine does not start after the patch. Repair it.", client="plain", codes=False)
def a_stopped_service_described_in_six_dialects(s):
    looks = [("Get-Service TillSync", "Status   Name               DisplayName\n------   ----               -----------\nStopped  TillSync           Till Synchronisation"), ("sc.exe query TillSync", "SERVICE_NAME: TillSync\n        TYPE               : 10  WIN32_OWN_PROCESS\n        STATE              : 1  STOPPED\n        WIN32_EXIT_CODE    : 1067  (0x42b)"), ("Get-CimInstance Win32_Service -Filter \"Name='TillSync'\"", "ProcessId Name     StartMode State   Status ExitCode\n--------- ----     --------- -----   ------ --------\n0         TillSync Auto      Stopped OK     1067"), ("Get-Service -Name TillSync | Format-List *", "Name                : TillSync\nStatus              : Stopped\nStartType           : Automatic"), ("(Get-Service TillSync).Status", "Stopped"), ("wmic service where name='TillSync' get State,ExitCode", "ExitCode  State\n1067      Stopped")]
    for n in range(24):
        if n == 8:
            s.stuck_here()
        if n % 8 == 6:
            s.plan([("Check the state of TillSync", "in_progress"), ("Find the cause", "pending"), ("Start the service", "pending")])
        else:
            command, answer = looks[(n * 5 + n // 6) % 6]
            s.bash(command, answer, ms=300 + n * 11)
