"""The ninth set, second page: asking, looking and reporting: trackers, chats, sheets and browsers over MCP, reviews, audits,
incidents, archaeology, and agents that ask one thing for ever."""
from session import healthy, stuck


# Healthy.

@healthy("ninth:paging", "jira_triage", "Go through all open bugs of PAY older than a year; close those that nobody touched since 2024 with the standard comment.", client="claude")
def a_tracker_paged_through_and_tidied(s):
    for page in range(4):
        s.mcp("atlassian", "searchJiraIssuesUsingJql", {"jql": "project = PAY AND type = Bug AND resolution is EMPTY AND created < -52w ORDER BY updated", "startAt": page * 25, "maxResults": 25, "fields": ["summary", "updated"]}, {"startAt": page * 25, "maxResults": 25, "total": 91, "issues": [{"key": f"PAY-{311 + page * 140 + 17 * k}", "fields": {"summary": ["Refund shown twice", "CSV without BOM", "Wrong VAT on invoice", "Timeout on export"][(k + page) % 4], "updated": f"{2023 + page * k // 5}-0{1 + (k * 3 + page) % 9}-11"}} for k in range(5)]}, ms=900 + 60 * page)
    keys = [311, 328, 345, 362, 379, 451, 468, 485, 591, 608]
    for n, key in enumerate(keys):
        with s.together():
            s.mcp("atlassian", "addCommentToJiraIssue", {"issueIdOrKey": f"PAY-{key}", "commentBody": "Closed for inactivity; please reopen if it still happens."}, {"id": str(40_117 + 3 * n), "created": f"2026-11-27T09:{10 + n}:04.000+0100"})
            s.mcp("atlassian", "transitionJiraIssue", {"issueIdOrKey": f"PAY-{key}", "transition": {"id": "31"}}, "Issue transitioned successfully")
    s.mcp("atlassian", "searchJiraIssuesUsingJql", {"jql": "project = PAY AND resolution = Inactive AND resolved > -1d", "maxResults": 1}, {"total": 10})


@healthy("ninth:incident", "oncall_shop", "Checkout had a spike of 502 at 03:10 UTC. Find out what it was; don't change anything.", client="plain")
def an_incident_followed_through_logs_that_are_mostly_empty(s):
    windows = ["03:05/03:08", "03:08/03:09", "03:09/03:10", "03:10/03:11", "03:11/03:13"]
    for n, window in enumerate(windows):
        first, last = window.split("/")
        s.bash(f"logcli query '{{app=\"gateway\"}} |= \" 502 \"' --from 2026-11-27T{first}:00Z --to 2026-11-27T{last}:00Z -q | wc -l", str([0, 0, 41, 877, 0][n]), ms=2100)
    for app in ("cart", "pricing", "payments", "stock", "session", "mailer"):
        s.bash(f"logcli query '{{app=\"{app}\"}} |~ \"(?i)error|panic\"' --from 2026-11-27T03:08:00Z --to 2026-11-27T03:12:00Z -q --limit 5", "" if app != "session" else "2026-11-27T03:09:51Z {app=\"session\"} error: dial tcp 10.4.2.19:6379: connect: connection refused", ms=1800)
    s.mcp("slack", "conversations_search_messages", {"search_query": "redis", "filter_date_on": "2026-11-27"}, {"messages": []})
    s.mcp("slack", "conversations_search_messages", {"search_query": "session store", "filter_date_on": "2026-11-27"}, {"messages": []})
    s.mcp("slack", "conversations_search_messages", {"search_query": "node drain", "filter_date_on": "2026-11-27"}, {"messages": [{"channel": "#platform", "user": "lena", "ts": "1795748940.118", "text": "starting the kernel patch round, pool b first"}]})
    s.bash("kubectl get events -A --field-selector reason=NodeNotReady", "No resources found")
    s.bash("kubectl get events -A --field-selector reason=Evicted", "No resources found")
    s.bash("kubectl get events -n session --sort-by .lastTimestamp | tail -3", "No resources found in session namespace.")
    s.bash("kubectl get pod redis-session-0 -n session -o jsonpath='{.status.startTime} {.spec.nodeName}'", "2026-11-27T03:10:58Z pool-b-7")
    s.bash("logcli query '{app=\"kubelet\",node=\"pool-b-4\"} |= \"redis-session-0\"' --from 2026-11-27T03:08:00Z --to 2026-11-27T03:12:00Z -q --limit 3", "2026-11-27T03:09:44Z Killing container redis, grace period 30s\n2026-11-27T03:09:49Z Pod redis-session-0 drained by lena", ms=2400)
    s.bash("kubectl get pdb -n session", "No resources found in session namespace.")
    s.write("incident-2026-11-27.md", "# 502 at 03:10\n\nDrain of pool-b-4 stopped the only Redis of `session` for 67 s; there is no PodDisruptionBudget.\n")


@healthy("ninth:review", "bank_core", "Review PR 4182 (17 files). Read all of it, look up callers where a signature changed, and write your remarks to review.md.", client="claude")
def a_big_pull_request_read_file_by_file(s):
    files = ["Account", "AccountRepository", "Booking", "BookingService", "Clearing", "Currency", "Dunning", "Fees", "Interest", "Ledger", "Limits", "Mandate", "Posting", "Reversal", "Statement", "Transfer", "ValueDate"]
    s.bash("gh pr diff 4182 --name-only | wc -l; gh pr view 4182 --json additions,deletions", "17\n{\"additions\":1911,\"deletions\":1204}")
    for n, name in enumerate(files):
        s.bash(f"git diff origin/main...pr-4182 -- src/main/java/core/{name}.java", f"@@ -{31 + 7 * n},7 +{31 + 7 * n},7 @@ public class {name} {{\n-    public Money total(LocalDate day) {{\n+    public Money total(Clock clock) {{\n         return sum(day);")
        if n % 3 != 2:
            s.grep(f"{name}\\b.*\\.total\\(", "src", "" if n % 4 in (0, 1, 2) else f"src/main/java/report/{name}Report.java:{88 - n}:        var sum = {name.lower()}.total(LocalDate.now());")
        if n == 9:
            s.look("src/main/java/core/Ledger.java", "    public Money total(Clock clock) {\n        var day = LocalDate.now(clock);\n        return entries.stream().filter(e -> e.day().isBefore(day)).map(Entry::amount).reduce(Money.ZERO, Money::plus);", 120, 40)
    s.write("review.md", "1. `Ledger.total` leaves out the entries of the day itself (`isBefore`).\n2. BookingServiceReport, FeesReport and TransferReport still pass a date.\n")


@healthy("ninth:sweep", "sdk_licences", "List the licence of each runtime dependency; we may ship MIT, BSD and Apache only.", client="codex")
def a_licence_looked_up_for_each_package(s):
    packages = {"ajv": "MIT", "axios": "MIT", "chalk": "MIT", "date-fns": "MIT", "dotenv": "BSD-2-Clause", "eventemitter3": "MIT", "fast-glob": "MIT", "form-data": "MIT", "glob": "BlueOak-1.0.0", "ioredis": "MIT", "jose": "MIT", "lru-cache": "ISC", "mime": "MIT", "nanoid": "MIT", "p-limit": "MIT", "pino": "MIT", "rxjs": "Apache-2.0", "semver": "ISC", "undici": "MIT", "uuid": "MIT", "ws": "MIT", "zod": "MIT"}
    s.bash("jq -r '.dependencies | keys[]' package.json | wc -l", "22")
    for name, licence in packages.items():
        s.bash(f"npm view {name} license", licence, ms=700 + 13 * len(name))
    for name in ("glob", "lru-cache", "semver"):
        s.bash(f"head -3 node_modules/{name}/LICENSE*", {"glob": "# Blue Oak Model License\n\nVersion 1.0.0"}.get(name, "The ISC License\n\nCopyright (c) Isaac Z. Schlueter and Contributors"))
    s.write("LICENCES.md", "".join(f"- {name}: {licence}\n" for name, licence in packages.items()))


@healthy("ninth:browser", "grant_form", "Fill in the grant form in the open browser tab from application.md. Stop before the last 'Submit'.", client="plain", codes=False)
def a_long_form_filled_in_through_the_browser(s):
    fields = ["Legal name", "Register number", "Street", "Postcode", "Town", "Contact person", "E-mail", "Phone", "Title of the project", "Start", "End", "Total cost", "Own share", "Other funds", "Bank"]
    s.look("application.md", "# Application\nLegal name: Verein Stadtgrün e. V.\nRegister number: VR 4471\nTotal cost: 48,200 EUR")
    s.mcp("playwright", "browser_snapshot", {}, "- Page URL: https://foerderung.example/antrag/step/1\n- Page Snapshot:\n" + "\n".join(f"  - textbox \"{field}\" [ref=e{20 + 2 * n}]" for n, field in enumerate(fields[:8])))
    for n, field in enumerate(fields):
        s.mcp("playwright", "browser_type", {"element": field, "ref": f"e{20 + 2 * n}", "text": ["Verein Stadtgrün e. V.", "VR 4471", "Lindenallee 4", "04109", "Leipzig", "M. Brandt", "m.brandt@stadtgruen.example", "0341 5550", "Bäume am Kanal", "2027-03-01", "2028-02-29", "48200", "9640", "0", "DE02 1203 0000 0000 2020 51"][n]}, "### Ran Playwright code\n```js\nawait page.getByRole('textbox').fill(…);\n```\n### Page state\n- Page URL: https://foerderung.example/antrag/step/" + str(1 + (n > 7)), ms=420)
        if n == 7:
            s.mcp("playwright", "browser_click", {"element": "Weiter", "ref": "e60"}, "- Page URL: https://foerderung.example/antrag/step/1\n  - alert: Bitte wählen Sie eine Rechtsform.")
            s.mcp("playwright", "browser_select_option", {"element": "Rechtsform", "ref": "e36", "values": ["e. V."]}, "- Page URL: https://foerderung.example/antrag/step/1")
            s.mcp("playwright", "browser_click", {"element": "Weiter", "ref": "e60"}, "- Page URL: https://foerderung.example/antrag/step/2")
    s.mcp("playwright", "browser_take_screenshot", {"filename": "before-submit.png"}, "Took the viewport screenshot and saved it as before-submit.png")


@healthy("ninth:reading", "payroll_cobol", "Read PAYCALC.CBL (5,200 lines) from end to end and write down every rule for the night bonus.", client="claude")
def a_very_long_program_read_by_ranges(s):
    rules = []
    for n in range(26):
        first = 1 + 200 * n
        s.look("PAYCALC.CBL", f"       {3000 + n * 10}-PARA-{n:02}.\n           MOVE ZERO TO WS-BONUS-{n:02}\n           {'IF NIGHT-HOURS > ' + str(n) + ' PERFORM 9' + str(n) + '00-BONUS' if n % 4 == 1 else 'CONTINUE'}\n           EXIT.", first, 200, gap=8 + n % 5)
        if n % 8 == 7:
            rules.append(f"- lines {first - 1400}–{first + 199}: bonus for more than {n - 2} hours")
            s.write("night-bonus.md", "\n".join(rules) + "\n")
    s.grep("NIGHT-HOURS", "COPY", "COPY/TIMEREC.CPY:18:           05 NIGHT-HOURS PIC 9(2)V99.")
    s.write("night-bonus.md", "\n".join(rules + ["- NIGHT-HOURS has two decimals (COPY/TIMEREC.CPY:18)"]) + "\n")


@healthy("ninth:waiting", "feed_rollout", "Promote feed-api 5.9 with the canary and watch it to the end; tell me if it aborts.", client="codex", gap=3)
def a_canary_that_goes_up_by_steps(s):
    s.bash("kubectl argo rollouts set image feed-api api=registry.acme.dev/feed-api:5.9.0 -n feed", "rollout \"feed-api\" image updated")
    for n in range(24):
        weight, step = [(5, 1), (20, 3), (50, 5), (80, 7)][n // 6]
        s.bash("sleep 60; kubectl argo rollouts get rollout feed-api -n feed | sed -n '1,8p'", f"Name:            feed-api\nNamespace:       feed\nStatus:          ॥ Paused\nMessage:         CanaryPauseStep\nStrategy:        Canary\n  Step:          {step}/9\n  SetWeight:     {weight}\n  ActualWeight:  {weight}", ms=60_800 + 20 * n)
    s.bash("sleep 60; kubectl argo rollouts get rollout feed-api -n feed | sed -n '1,8p'", "Name:            feed-api\nNamespace:       feed\nStatus:          ✔ Healthy\nStrategy:        Canary\n  Step:          9/9\n  SetWeight:     100\n  ActualWeight:  100", ms=60_900)
    s.bash("kubectl get analysisrun -n feed --sort-by .metadata.creationTimestamp | tail -1", "feed-api-6c9d8b7f5-14-7   Successful   31m")


@healthy("ninth:sweep", "handbook_move", "Move the 14 pages of the Notion handbook into Outline, in the same order.", client="plain")
def pages_carried_from_one_wiki_to_another(s):
    pages = ["Welcome", "First week", "Holidays", "Sick leave", "Travel", "Expenses", "Laptops", "Security", "On-call", "Releases", "Code review", "Feedback", "Salary bands", "Leaving"]
    s.mcp("notion", "notion-search", {"query": "Handbook", "query_type": "internal"}, {"results": [{"id": f"1f0c{n:02}a8-77e1", "title": title} for n, title in enumerate(pages)]})
    for n, title in enumerate(pages):
        s.mcp("notion", "notion-fetch", {"id": f"1f0c{n:02}a8-77e1"}, f"# {title}\n\n" + ("(this page is empty)" if n in (3, 12) else f"Who to ask: team {'abcdef'[n % 6]}. Last changed in 2026-{1 + n % 9:02}."), ms=800)
        s.mcp("outline", "create_document", {"title": title, "collectionId": "hb-2026", "publish": True, "text": f"Who to ask: team {'abcdef'[n % 6]}."}, {"ok": True, "status": 200}, ms=500)
    s.mcp("outline", "list_documents", {"collectionId": "hb-2026", "limit": 100}, {"pagination": {"total": 14}, "ok": True})


@healthy("ninth:sheets", "club_budget", "Each month has a sheet. Put the sum of column D into the 'Year' sheet and mark sums that differ from the bank's.", client="claude", times="at")
def twelve_sheets_read_and_a_thirteenth_filled(s):
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    s.mcp("google-sheets", "list_sheets", {"spreadsheet_id": "1hQz8k"}, {"sheets": months + ["Year", "Bank"]})
    for n, month in enumerate(months):
        s.mcp("google-sheets", "get_sheet_data", {"spreadsheet_id": "1hQz8k", "sheet": month, "range": "D2:D40"}, {"values": [] if n > 9 else [[f"{120 + 31 * n % 77}.50"], [f"{18 + n}.00"]]})
        s.mcp("google-sheets", "update_cells", {"spreadsheet_id": "1hQz8k", "sheet": "Year", "range": f"B{n + 2}", "data": [[0 if n > 9 else 138.5 + 31 * n % 77 + n]]}, {"updatedRange": f"Year!B{n + 2}", "updatedRows": 1, "updatedColumns": 1, "updatedCells": 1})
    s.mcp("google-sheets", "get_sheet_data", {"spreadsheet_id": "1hQz8k", "sheet": "Bank", "range": "A2:B13"}, {"values": [[m, str(138.5 + 31 * n % 77 + n)] for n, m in enumerate(months[:10])]})
    s.mcp("google-sheets", "update_cells", {"spreadsheet_id": "1hQz8k", "sheet": "Year", "range": "C2:C13", "data": [["ok"]] * 10 + [["no data"]] * 2}, {"updatedRange": "Year!C2:C13", "updatedCells": 12})


@healthy("ninth:audit", "portal_php", "Do a security review of the PHP portal: injections, secrets, uploads, sessions, headers. Findings to FINDINGS.md.", client="codex")
def a_security_review_where_most_searches_find_nothing(s):
    looks = [("rg -n 'eval\\(' src", ""), ("rg -n 'shell_exec|passthru|proc_open' src", ""), ("rg -n 'unserialize\\(' src", "src/Legacy/Basket.php:41:        $basket = unserialize(base64_decode($_COOKIE['basket']));"), ("sed -n 30,60p src/Legacy/Basket.php", "    public static function load(): self\n    {\n        $basket = unserialize(base64_decode($_COOKIE['basket']));"), ("rg -n 'Basket::load' src", "src/Http/CartController.php:22:        $basket = Basket::load();"), ("rg -n '->query\\(.*\\$' src", ""), ("rg -n 'whereRaw|DB::raw' src", "src/Repo/Search.php:19:            ->whereRaw('MATCH(title) AGAINST (?)', [$term])"), ("rg -n 'md5\\(|sha1\\(' src", ""), ("rg -ni 'BEGIN (RSA|EC|OPENSSH) PRIVATE KEY' .", ""), ("git log --all --oneline -S 'AKIA' -- . | head", ""), ("rg -n 'move_uploaded_file' src", "src/Http/AvatarController.php:37:        move_uploaded_file($file['tmp_name'], $dir . '/' . $file['name']);"), ("sed -n 20,45p src/Http/AvatarController.php", "        $file = $_FILES['avatar'];\n        if ($file['size'] > self::MAX) { throw new TooLarge(); }\n        move_uploaded_file($file['tmp_name'], $dir . '/' . $file['name']);"), ("rg -n 'session_regenerate_id' src", ""), ("rg -n 'SameSite|httponly' src config", "config/session.php:9:    'cookie_httponly' => true,"), ("rg -n 'Access-Control-Allow-Origin' src config", ""), ("rg -n 'Content-Security-Policy' src config", ""), ("rg -n 'innerHTML' public/js", ""), ("rg -n '\\{!!' views", "views/news/show.blade.php:14:    {!! $article->body !!}"), ("rg -n 'file_get_contents\\(\\$' src", ""), ("rg -n 'CURLOPT_SSL_VERIFYPEER' src", ""), ("composer audit", "No security vulnerability advisories found.")]
    for n, (command, output) in enumerate(looks):
        s.bash(command, output, 1 if not output and command.startswith("rg") else 0, gap=5 + n % 7)
    s.write("FINDINGS.md", "1. Basket.php:41 unserialises a cookie (critical)\n2. AvatarController.php:37 keeps the user's file name (high)\n3. Session id is not renewed at login (medium)\n4. show.blade.php:14 prints the body raw; no CSP (medium)\n")


@healthy("ninth:experiment", "ride_postgres", "This report query takes 40 s. Find an index or another wording that brings it under 2 s, on the copy.", client="plain", gap=12)
def one_query_explained_after_every_change(s):
    explain = "psql ride_copy -Xqt -c \"EXPLAIN (ANALYZE, BUFFERS) $(cat report.sql)\" | grep -E 'Seq Scan|Index|Sort Method|Execution Time'"
    states = [("", "Seq Scan on trips t (actual time=0.02..21044.10 rows=41200331 loops=1)\n Sort Method: external merge  Disk: 812040kB\n Execution Time: 40318.221 ms"), ("psql ride_copy -qc 'CREATE INDEX CONCURRENTLY trips_day ON trips (started_at)'", "Seq Scan on trips t (actual time=0.02..20911.70 rows=41200331 loops=1)\n Sort Method: external merge  Disk: 812040kB\n Execution Time: 40117.904 ms"), ("psql ride_copy -qc 'ANALYZE trips'", "Seq Scan on trips t (actual time=0.02..21002.34 rows=41200331 loops=1)\n Sort Method: external merge  Disk: 812040kB\n Execution Time: 40290.118 ms"), ("sed -i \"s/date_trunc('day', started_at) = :day/started_at >= :day AND started_at < :day + 1/\" report.sql", "Index Scan using trips_day on trips t (actual time=0.04..9120.55 rows=1310220 loops=1)\n Sort Method: external merge  Disk: 51220kB\n Execution Time: 12804.011 ms"), ("psql ride_copy -qc \"ALTER SYSTEM SET work_mem='128MB'\" -c 'SELECT pg_reload_conf()'", "Index Scan using trips_day on trips t (actual time=0.04..9098.12 rows=1310220 loops=1)\n Sort Method: quicksort  Memory: 98211kB\n Execution Time: 11207.380 ms"), ("psql ride_copy -qc 'CREATE INDEX CONCURRENTLY trips_city_day ON trips (city_id, started_at)'", "Index Scan using trips_city_day on trips t (actual time=0.05..3180.20 rows=410207 loops=1)\n Sort Method: quicksort  Memory: 40120kB\n Execution Time: 4015.617 ms"), ("psql ride_copy -qc 'DROP INDEX trips_day'", "Index Scan using trips_city_day on trips t (actual time=0.05..3177.98 rows=410207 loops=1)\n Sort Method: quicksort  Memory: 40120kB\n Execution Time: 4009.402 ms"), ("psql ride_copy -qc 'CREATE INDEX CONCURRENTLY trips_cover ON trips (city_id, started_at) INCLUDE (fare, km)'", "Index Only Scan using trips_cover on trips t (actual time=0.05..2610.74 rows=410207 loops=1)\n Sort Method: quicksort  Memory: 40120kB\n Execution Time: 3388.010 ms"), ("psql ride_copy -qc 'VACUUM trips'", "Index Only Scan using trips_cover on trips t (actual time=0.03..188.31 rows=410207 loops=1)\n Sort Method: quicksort  Memory: 40120kB\n Execution Time: 902.554 ms")]
    for n, (change, plan) in enumerate(states):
        if change:
            s.bash(change, " t" if "reload" in change else "", ms=61_000 if "INDEX CONC" in change else 900)
        s.bash(explain, plan, ms=int(float(plan.split()[-2])) + 300)
    for city in (4, 11, 29):
        s.bash(f"psql ride_copy -Xqt -v city={city} -f report.sql | md5sum; psql ride_copy -Xqt -v city={city} -f report_old.sql | md5sum", f"{city:02}77ab10fe42c9\n{city:02}77ab10fe42c9", ms=41_000)


@healthy("ninth:network", "genome_fetch", "Download the six read sets from the archive; the line here is bad, so resume until each checksum is right.", client="claude")
def a_download_resumed_over_a_bad_line(s):
    sizes = [4.1, 7.7, 2.9, 6.2, 8.4, 3.3]
    for n, size in enumerate(sizes):
        run, breaks = f"SRR91400{n + 1}", [2, 4, 1, 3, 4, 2][n]
        for part in range(breaks):
            s.bash(f"curl -sS -C - -O https://ftp.sra.example/vol1/{run}.fastq.gz; ls -lh {run}.fastq.gz | awk '{{print $5}}'", f"curl: (18) transfer closed with {int((breaks - part) * 311_204_117 + 7919 * n)} bytes remaining to read\n{size * (part + 1) / (breaks + 1):.1f}G", 0, ms=190_000 + 17_000 * part)
        s.bash(f"curl -sS -C - -O https://ftp.sra.example/vol1/{run}.fastq.gz; ls -lh {run}.fastq.gz | awk '{{print $5}}'", f"{size}G", ms=150_000)
        s.bash(f"md5sum -c {run}.md5", f"{run}.fastq.gz: OK", ms=16_000)


@healthy("ninth:research", "standards_notes", "Which European countries require e-invoicing between companies, and from when? Sources for each, please.", client="claude")
def a_question_looked_up_country_by_country(s):
    countries = [("Italy", "since 2019-01-01, FatturaPA over SdI"), ("Romania", "since 2024-07-01, RO e-Factura"), ("Germany", "receive 2025-01-01, send 2027/2028"), ("Belgium", "since 2026-01-01, Peppol"), ("Poland", "KSeF from 2026-02-01 for large firms"), ("France", "403"), ("Spain", "404"), ("Croatia", "since 2026-01-01, eRačun"), ("Latvia", "403"), ("Slovakia", "from 2027-01-01"), ("Greece", "phased from 2026"), ("Denmark", "bookkeeping act, no duty to issue"), ("Estonia", "on request of the buyer since 2025-07-01")]
    for n, (country, answer) in enumerate(countries):
        s.other("web_search", {"query": f"{country} mandatory B2B e-invoicing date official"}, f"1. {country}: e-invoicing in the EU – https://eportal.example/{country.lower()}\n2. Ministry of Finance of {country} – https://mof.example/{country[:2].lower()}/einvoice", ms=1300)
        page = f"https://mof.example/{country[:2].lower()}/einvoice"
        failed = answer in ("403", "404")
        s.other("web", {"url": page, "prompt": "date and scope of the duty"}, f"Request failed with status code {answer}" if failed else f"{country}: {answer}.", not failed, ms=2900)
        if failed:
            s.other("web", {"url": f"https://eportal.example/{country.lower()}", "prompt": "date and scope of the duty"}, f"{country}: from {['2026-09-01', '2027-01-01', '2028-01-01'][n % 3]} in steps.", ms=2600)
    s.write("einvoice.md", "| country | from |\n|---|---|\n" + "".join(f"| {c} | {a} |\n" for c, a in countries if not a.startswith("40")))


@healthy("ninth:hypotheses", "warehouse_airflow", "The nightly DAG `stock_sync` fails on about one night in five. Find out what those nights share.", client="plain", codes=False)
def nights_compared_one_by_one(s):
    nights = [(2, "failed"), (3, "success"), (4, "success"), (7, "failed"), (9, "success"), (13, "failed"), (14, "success"), (20, "failed"), (21, "success"), (26, "failed")]
    s.bash("airflow dags list-runs -d stock_sync --state failed -o plain | awk '{print $2}'", "\n".join(f"scheduled__2026-11-{day:02}T01:00:00+00:00" for day, state in nights if state == "failed"), ms=4000)
    for day, state in nights:
        s.bash(f"airflow tasks states-for-dag-run stock_sync scheduled__2026-11-{day:02}T01:00:00+00:00 -o plain | awk '{{print $3,$4}}'", "extract success\nmerge " + ("failed\npublish upstream_failed" if state == "failed" else "success\npublish success"), ms=3600)
    for day, state in nights:
        s.bash(f"grep -h 'merge\\|rows\\|lock' logs/dag_id=stock_sync/run_id=scheduled__2026-11-{day:02}T01:00:00+00:00/task_id=merge/attempt=1.log | tail -1", "psycopg.errors.LockNotAvailable: canceling statement due to lock timeout" if state == "failed" else f"merged {181_000 + 417 * day} rows")
    for day in (2, 7, 3):
        s.bash(f"psql -Atc \"select jobname from cron.job_run_details join cron.job using (jobid) where start_time::date = '2026-11-{day:02}' and start_time::time between '01:00' and '01:20'\"", "vacuum_full_stock" if day != 3 else "")
    s.bash("psql -Atc \"select schedule from cron.job where jobname = 'vacuum_full_stock'\"", "5 1 2,7,13,20,26 * *")


@healthy("ninth:archaeology", "legacy_gis", "When and why did we stop reprojecting on import? There is no ticket; look in the history.", client="codex")
def an_old_decision_dug_out_of_the_history(s):
    digs = [("git log --oneline -S 'reproject(' -- src/import | head", ""), ("git log --oneline -S 'reproject_on_import' --all | head", ""), ("git log --oneline -G 'reproject' -- src | tail -5", "3f0a771 Import: move to GDAL\n1e9bb02 Tidy\n90c1d44 Speed"), ("git show 90c1d44 --stat", " src/load/shp.c | 44 +++------\n 1 file changed, 9 insertions(+), 35 deletions(-)"), ("git show 90c1d44 -- src/load/shp.c | grep -n reproj", "31:-    if (proj_differs(layer)) reproject_layer(layer);\n40:+    layer->srs = srs_of(layer);"), ("git log --follow --oneline -- src/load/shp.c | wc -l", "61"), ("git log --all --grep='projection' -i --oneline | head -3", ""), ("git log --all --grep='EPSG' -i --oneline | head -3", "7712ab0 Keep the EPSG code of the source"), ("git show -s 7712ab0", "commit 7712ab0\nAuthor: J. Oduya\nDate:   Tue Mar 3 2015\n\n    Keep the EPSG code of the source\n\n    See the mail of the survey office."), ("git branch -a --contains 7712ab0 | head -2", "* main\n  remotes/origin/HEAD -> origin/main"), ("git tag --contains 90c1d44 | head -1", "v2.7"), ("git blame -L '/srs_of/,+2' v2.7 -- src/load/shp.c", "90c1d44f (J. Oduya 2015-03-05 212)     layer->srs = srs_of(layer);"), ("git log --since=2015-02-20 --until=2015-03-10 --oneline -- doc NEWS", ""), ("git notes list | wc -l", "0"), ("git log --since=2015-02-20 --until=2015-03-10 --author=Oduya --format='%h %s'", "90c1d44 Speed\n7712ab0 Keep the EPSG code of the source\n5d20f1c Test data of the survey office"), ("git show 5d20f1c --stat", " testdata/survey/README | 6 ++++++\n testdata/survey/a.shp | Bin 0 -> 88120 bytes"), ("git show 5d20f1c:testdata/survey/README", "Reprojecting moved the boundary stones by up to 4 cm.\nThe office wants the coordinates as delivered.")]
    for n, (command, output) in enumerate(digs):
        s.bash(command, output, gap=4 + n * 3 % 8)
    s.write("doc/decisions/0007-no-reprojection.md", "Since v2.7 (90c1d44, March 2015): reprojection moved boundary stones by up to 4 cm.\n")


# Stuck.

@stuck("ninth:mcp_same_error", "support_jira", "Create a Jira bug for the login loop with severity 2.", client="claude")
def an_issue_field_that_can_never_be_set(s):
    error = "Error: 400 Bad Request {\"errorMessages\":[],\"errors\":{\"customfield_10042\":\"Field 'customfield_10042' cannot be set. It is not on the appropriate screen, or unknown.\"}}"
    values = ["2", 2, {"value": "2"}, {"id": "2"}, {"name": "2"}, ["2"], {"value": "Sev 2"}, "Severity 2", {"id": "10202"}, [{"value": "2"}], {"value": "S2"}, {"key": "2"}, "sev-2", {"value": 2}, {"id": 10202}, "high", {"value": "High"}, {"name": "High"}, ["High"], {"set": "2"}]
    for n, value in enumerate(values):
        if n == 4:
            s.stuck_here()
        s.mcp("atlassian", "createJiraIssue", {"projectKey": "SUP", "issueTypeName": "Bug", "summary": ["Login loop", "Login loops after SSO", "Login loop on Safari"][n % 3], "additional_fields": {"customfield_10042": value}}, error, ok=False, ms=640 + 30 * (n % 7))


@stuck("ninth:mcp_same_error", "release_news", "Post the release notes into our Slack channel.", client="plain", codes=False)
def a_channel_of_every_spelling(s):
    names = ["#release-notes", "release-notes", "#releases", "releases", "#release_notes", "C07RELEASE", "#Release-Notes", "#releasenotes", "@release-notes", "#announcements", "release notes", "#product-releases", "#news", "#general-releases", "#changelog", "#release", "#rel-notes", "#eng-releases", "#acme-releases", "#updates"]
    for n, name in enumerate(names):
        if n == 5:
            s.stuck_here()
        s.mcp("slack", "conversations_add_message", {"channel_id": name, "payload": "*3.18* is out: faster search, dark mode.", "content_type": "text/markdown"}, f"channel {name!r} not found: not_in_channel or missing scope channels:read", ok=False, ms=290 + 11 * n)


@stuck("ninth:rereading", "router_rust", "Fix issue 88: trailing slashes give a 404.", client="codex")
def three_files_read_in_a_ring(s):
    files = {"src/router.rs": "pub fn route(&self, path: &str) -> Option<&Handler> {\n    self.tree.get(path)\n}", "src/tree.rs": "pub fn get(&self, path: &str) -> Option<&Handler> {\n    let mut node = &self.root;\n    for part in path.split('/') {", "tests/slash.rs": "#[test]\nfn trailing_slash() {\n    assert!(router().route(\"/a/\").is_some());\n}"}
    ways = ["cat {}", "sed -n 1,120p {}", "head -100 {}", "nl -ba {}", "cat -n {}", "sed -n '1,80p' {}", "less {} | cat"]
    for n in range(24):
        path = list(files)[n % 3]
        if n == 6:
            s.stuck_here()
        text = files[path]
        way = ways[n // 3 % 7]
        if "-n {}" in way or "nl" in way:
            text = "\n".join(f"{k:6}\t{line}" for k, line in enumerate(text.splitlines(), 1))
        s.bash(way.format(path), text, gap=9)


@stuck("ninth:planning", "museum_game", "Add a pause menu to the Godot game.", client="claude")
def a_plan_planned_over_and_over(s):
    s.bash("ls scenes ui", "scenes:\nmain.tscn\nplayer.tscn\n\nui:\nhud.tscn")
    wordings = ["Look at the scene tree", "Analyse the scene tree", "Understand the current scene structure", "Design the pause menu", "Plan the architecture of the pause menu", "Think about input handling", "Define the requirements", "Break the task into steps", "Review the plan", "Refine the plan", "Prioritise the steps", "Re-check the priorities", "Draft the approach", "Rework the approach", "Settle the order of the work", "Check the plan for gaps", "Update the plan", "Set up the task list", "Confirm the scope", "Prepare to start"]
    for n, wording in enumerate(wordings):
        if n == 4:
            s.stuck_here()
        s.plan([(wording, "in_progress"), ("Build pause_menu.tscn", "pending"), (["Handle ui_cancel", "Pause the tree", "Wire up the buttons"][n % 3], "pending"), ("Test it", "pending")], gap=14)


@stuck("ninth:browser", "ticket_desk", "Cancel booking 7741 in the admin page that is open in the browser.", client="plain")
def a_button_that_cannot_be_clicked_by_any_name(s):
    snapshot = "- Page URL: https://admin.tickets.example/bookings/7741\n  - heading \"Booking 7741\"\n  - button \"Cancel booking\" [disabled] [ref=e31]\n  - text: Refund window is over. Ask a supervisor."
    s.mcp("playwright", "browser_navigate", {"url": "https://admin.tickets.example/bookings/7741"}, snapshot, ms=1900)
    refs = [("browser_click", {"element": "Cancel booking", "ref": "e31"}), ("browser_click", {"element": "Cancel booking button", "ref": "e31", "doubleClick": True}), ("browser_hover", {"element": "Cancel booking", "ref": "e31"}), ("browser_click", {"element": "button.cancel", "ref": "e31", "button": "left"}), ("browser_click", {"element": "the red cancel button", "ref": "e31"}), ("browser_click", {"element": "Cancel", "ref": "e31"}), ("browser_click", {"element": "button >> text=Cancel", "ref": "e31"}), ("browser_click", {"element": "Cancel booking (again)", "ref": "e31", "modifiers": ["Shift"]}), ("browser_click", {"element": "Cancel booking", "ref": "e31", "button": "right"}), ("browser_drag", {"startElement": "Cancel booking", "startRef": "e31", "endElement": "Booking 7741", "endRef": "e12"}), ("browser_click", {"element": "role=button[name='Cancel booking']", "ref": "e31"}), ("browser_click", {"element": "Cancel booking", "ref": "e31", "modifiers": ["Control"]})]
    for n, (tool, given) in enumerate(refs):
        if n == 3:
            s.stuck_here()
        s.mcp("playwright", tool, given, "TimeoutError: locator." + tool[8:] + ": Timeout 5000ms exceeded.\nCall log:\n  - waiting for locator('aria-ref=e31')\n    - locator resolved to <button disabled class=\"btn cancel\">Cancel booking</button>\n  - element is not enabled\n  - retrying action", ok=False, ms=5010 + 3 * n)
        s.mcp("playwright", ["browser_snapshot", "browser_snapshot", "browser_wait_for"][n % 3], {} if n % 3 < 2 else {"time": 3}, snapshot, ms=300 if n % 3 < 2 else 3300)


@stuck("ninth:search_reworded", "trace_config", "Turn off the duplicate span names in our tracing library with its setting `dedupe_span_labels`.", client="claude")
def a_setting_that_no_page_knows(s):
    queries = ["dedupe_span_labels", "dedupe_span_labels setting", "\"dedupe_span_labels\" tracing", "tracing library dedupe span labels option", "how to set dedupe_span_labels", "dedupe_span_labels documentation", "dedupe_span_labels example yaml", "dedupeSpanLabels", "dedupe-span-labels", "DEDUPE_SPAN_LABELS environment variable", "dedupe_span_labels github", "dedupe_span_labels stackoverflow", "span label deduplication config key dedupe_span_labels", "dedupe_span_labels default value", "dedupe_span_labels deprecated", "dedupe_span_labels release notes", "dedupe_span_labels true false", "what replaced dedupe_span_labels", "dedupe_span_labels not working", "dedupe_span_labels 2026"]
    for n, query in enumerate(queries):
        if n == 6:
            s.stuck_here()
        s.other("web_search", {"query": query}, "No pages match all of the words. Showing results for: span labels\n1. Span attributes – OpenTelemetry – https://opentelemetry.io/docs/concepts/signals/traces/\n2. Trace semantic conventions – https://opentelemetry.io/docs/specs/semconv/", ms=1200 + 37 * n)
        if n % 7 == 5:
            s.grep("dedupe_span_labels", ".")


@stuck("ninth:denied", "archive_s3", "Copy the 2019 reports from the bucket to ./reports.", client="codex")
def one_bucket_denied_through_every_client(s):
    denied = "An error occurred (AccessDenied) when calling the {} operation: User: arn:aws:iam::118211:user/agent is not authorized to perform: s3:{} on resource: \"arn:aws:s3:::acme-archive\" because no identity-based policy allows the s3:{} action"
    lists, gets = denied.format("ListObjectsV2", "ListBucket", "ListBucket"), denied.format("GetObject", "GetObject", "GetObject")
    ways = [("aws s3 ls s3://acme-archive/2019/", lists), ("aws s3 sync s3://acme-archive/2019 reports", "fatal error: " + lists), ("aws s3 cp s3://acme-archive/2019/ reports --recursive", "fatal error: " + lists), ("aws s3api list-objects-v2 --bucket acme-archive --prefix 2019/", lists), ("aws --region eu-west-1 s3 ls s3://acme-archive/2019/", lists), ("aws s3api get-object --bucket acme-archive --key 2019/report-01.pdf r.pdf", gets), ("python3 -c \"import boto3; print(boto3.client('s3').list_objects_v2(Bucket='acme-archive', Prefix='2019/'))\" 2>&1 | tail -1", "botocore.exceptions.ClientError: " + lists), ("rclone ls s3:acme-archive/2019", "Failed to ls: AccessDenied: Access Denied\n\tstatus code: 403"), ("s5cmd ls s3://acme-archive/2019/", "ERROR \"ls s3://acme-archive/2019/\": AccessDenied: Access Denied status code: 403"), ("mc ls aws/acme-archive/2019", "mc: <ERROR> Unable to list folder. Access Denied."), ("curl -sI https://acme-archive.s3.amazonaws.com/2019/report-01.pdf | head -1", "HTTP/1.1 403 Forbidden"), ("aws s3 ls s3://acme-archive --no-sign-request", "An error occurred (AccessDenied) when calling the ListObjectsV2 operation: Access Denied"), ("AWS_PROFILE=default aws s3 ls s3://acme-archive/2019/", lists), ("aws sts get-caller-identity --query Arn --output text && aws s3 ls s3://acme-archive", "arn:aws:iam::118211:user/agent\n" + lists), ("s3cmd ls s3://acme-archive/2019/", "ERROR: Access to bucket 'acme-archive' was denied\nERROR: S3 error: 403 (AccessDenied): Access Denied"), ("aws s3 ls s3://acme-archive/2019/ --request-payer requester", lists), ("aws s3api head-object --bucket acme-archive --key 2019/report-01.pdf", "An error occurred (403) when calling the HeadObject operation: Forbidden"), ("aws s3 presign s3://acme-archive/2019/report-01.pdf | xargs curl -s | head -c 90", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>AccessDenied</Code><Message>Access Denied"), ("aws s3 sync s3://acme-archive/2019 reports --size-only", "fatal error: " + lists), ("aws s3 ls s3://acme-archive/2019/ --endpoint-url https://s3.eu-central-1.amazonaws.com", lists)]
    for n, (way, output) in enumerate(ways):
        if n == 5:
            s.stuck_here()
        s.bash(way, output, 0 if "|" in way else 254 if way.startswith("aws") else 1, ms=900 + 60 * (n % 8))


@stuck("ninth:ended_wait", "voice_train", "Watch the fine-tuning that runs in the other terminal and tell me its last loss.", client="plain")
def a_training_that_was_killed_is_watched_on(s):
    for step in (1200, 1350, 1480):
        s.bash("tail -1 train.log; pgrep -f finetune.py", f"step {step} loss {2.41 - step / 2000:.4f} lr 1.8e-05\n31877", gap=60)
    s.bash("tail -2 train.log; pgrep -f finetune.py", "step 1510 loss 1.6551 lr 1.8e-05\nKilled", 1, gap=60)
    s.bash("dmesg | tail -1", "Out of memory: Killed process 31877 (python3) total-vm:91204412kB, anon-rss:62120044kB")
    s.stuck_here()
    ways = ["tail -2 train.log", "tail -n 2 train.log; pgrep -f finetune.py", "cat train.log | tail -2", "sleep 30; tail -2 train.log", "grep . train.log | tail -2", "sleep 45; tail -2 train.log; pgrep -af finetune"]
    for n in range(18):
        s.bash(ways[n % 6], "step 1510 loss 1.6551 lr 1.8e-05\nKilled", 1 if "pgrep" in ways[n % 6] else 0, ms={3: 30_010, 5: 45_020}.get(n % 6, 14), gap=20)


@stuck("ninth:mcp_same_error", "choir_sheet", "Write the attendance of last night into the choir's spreadsheet.", client="claude")
def a_range_of_a_sheet_that_does_not_exist(s):
    ranges = ["Attendance!B2:B30", "'Attendance'!B2:B30", "Attendance!B2", "attendance!B2:B30", "Attendance!$B$2:$B$30", "'Attendance '!B2:B30", "Attendance!B:B", "Attendance", "'Attendance'!B2", "Attendance!R2C2:R30C2", "Attendance.B2:B30", "ATTENDANCE!B2:B30", "Attendance!b2:b30", "'Attendance 2026'!B2:B30", "Attendance2026!B2:B30", "\"Attendance\"!B2:B30", "Attendance!B2:B", "Attendance!A2:B30", "'Attendance'!$B2:B30", "Attendance!B02:B30"]
    for n, span in enumerate(ranges):
        if n == 5:
            s.stuck_here()
        s.mcp("google-sheets", ["update_cells", "batch_update_cells", "append_rows"][n % 3], {"spreadsheet_id": "1zQx90", "range": span, "data": [["x"], [""], ["x"]]}, f"HttpError 400: Unable to parse range: {span}", ok=False, ms=450 + 20 * (n % 5))


@stuck("ninth:one_question", "orders_bi", "Why does the dashboard show no orders for the 26th? Look into it.", client="plain")
def no_rows_asked_for_through_every_door(s):
    ways = [("psql -Atc \"select count(*) from orders where day = '2026-11-26'\"", "0"), ("psql -Atc \"select count(id) from orders where day = date '2026-11-26'\"", "0"), ("psql -c \"select * from orders where day = '2026-11-26' limit 5\"", " id | day | total\n----+-----+-------\n(0 rows)"), ("psql -Atc \"select sum(1) from orders where day = '2026-11-26'\"", ""), ("python3 -c \"import psycopg; print(psycopg.connect('').execute(\\\"select count(*) from orders where day='2026-11-26'\\\").fetchone())\"", "(0,)"), ("mcp", "[{\"count\":0}]"), ("psql -Atc \"select exists(select 1 from orders where day = '2026-11-26')\"", "f"), ("psql -Atc \"select count(*) from public.orders where day = '2026-11-26'\"", "0")]
    for n in range(24):
        way, output = ways[n % 8]
        if n == 8:
            s.stuck_here()
        if way == "mcp":
            s.mcp("postgres", "query", {"sql": ["SELECT count(*) FROM orders WHERE day = '2026-11-26'", "SELECT COUNT(*) AS count FROM orders WHERE day='2026-11-26'", "select count(*) from orders where day between '2026-11-26' and '2026-11-26'"][n // 8]}, output)
        else:
            s.bash(way if n < 8 else way.replace("psql", "psql -X" if n < 16 else "psql -q"), output)


@stuck("ninth:delegated", "hydro_model", "Find where the soil parameter file of the 2021 run is kept.", client="claude")
def helpers_sent_out_again_for_the_same_file(s):
    prompts = ["Find the soil parameter file of the 2021 run.", "Search the repository for the 2021 soil parameter file.", "Locate the file with the soil parameters used in 2021. Be thorough.", "Look again for soil parameters of the 2021 run; check every folder.", "The 2021 soil parameter file must be here. Find it.", "Please search very thoroughly for the soil parameter file (2021)."]
    answers = ["I could not find a soil parameter file for 2021. There are `params/soil_2019.nml` and `params/soil_2023.nml` only.", "No file for 2021 exists in the repository; only soil_2019.nml and soil_2023.nml are in params/.", "There is no soil parameter file for the year 2021. Found: params/soil_2019.nml, params/soil_2023.nml."]
    for n in range(20):
        if n == 4:
            s.stuck_here()
        s.task(["Explore", "general-purpose"][n % 2], prompts[n % 6], answers[n % 3], gap=10)


@stuck("ninth:invented_cause", "webhook_php", "Stripe webhooks answer 400 'No signatures found matching the expected signature'. Please fix.", client="plain", codes=False)
def a_clock_that_is_right_is_checked_for_ever(s):
    s.bash("tail -1 storage/logs/webhook.log", "[2026-11-27 10:02:14] error: No signatures found matching the expected signature for payload")
    s.grep("WEBHOOK_SECRET", ".", ".env:12:STRIPE_WEBHOOK_SECRET=whsec_test_changeme")
    s.say("The signature contains a timestamp, so the server's clock must have drifted.")
    asks = [("timedatectl | grep synchronized", "System clock synchronized: yes"), ("chronyc tracking | grep 'System time'", "System time     : 0.000021{} seconds fast of NTP time"), ("date -u; curl -sI https://api.stripe.com | grep -i '^date'", "Fri Nov 27 10:{:02}:31 UTC 2026\ndate: Fri, 27 Nov 2026 10:{:02}:31 GMT"), ("sudo chronyc makestep", "200 OK"), ("sudo systemctl restart chronyd && timedatectl | grep synchronized", "System clock synchronized: yes"), ("stripe trigger charge.succeeded >/dev/null; tail -1 storage/logs/webhook.log", "[2026-11-27 10:{:02}:40] error: No signatures found matching the expected signature for payload")]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        ask, output = asks[n % 6]
        s.bash(ask, output.replace("{:02}", f"{4 + n:02}").replace("{}", str(100 + 7 * n)), gap=12)


@stuck("ninth:mcp_same_error", "minutes_notion", "Append today's minutes to the Notion page 'Board'.", client="codex")
def blocks_that_fail_validation_in_every_shape(s):
    error = "{\"object\":\"error\",\"status\":400,\"code\":\"validation_error\",\"message\":\"body failed validation: body.children[0].paragraph should be defined, instead was `undefined`.\",\"request_id\":\"%s\"}"
    shapes = [{"type": "paragraph", "text": "Minutes"}, {"type": "paragraph", "content": "Minutes"}, {"paragraph_text": "Minutes"}, "Minutes", {"type": "text", "text": {"content": "Minutes"}}, {"object": "block", "text": "Minutes"}, {"markdown": "# Minutes"}, {"type": "paragraph", "rich_text": [{"text": {"content": "Minutes"}}]}, {"object": "block", "type": "paragraph"}, {"block": {"paragraph": "Minutes"}}, {"type": "paragraph", "value": "Minutes"}, {"p": "Minutes"}, ["Minutes"], {"type": "paragraph", "body": "Minutes"}, {"html": "<p>Minutes</p>"}, {"type": "heading", "text": "Minutes"}, {"kind": "paragraph", "text": "Minutes"}, {"type": "paragraph", "children": ["Minutes"]}, {"object": "paragraph", "rich_text": "Minutes"}, {"text": "Minutes", "style": "paragraph"}]
    for n, shape in enumerate(shapes):
        if n == 5:
            s.stuck_here()
        s.mcp("notion", ["API-patch-block-children", "notion-append-blocks"][n // 3 % 2], {"block_id": "2a10f7c0", "children": [shape]}, error % f"{0x7f31ac22 + n * 982_451_653 % 99991:08x}-{n:04x}", ok=False, ms=380 + 13 * n)


@stuck("ninth:denied", "thesis_data", "Tidy the data folder: the old raw exports can go.", client="claude")
def a_deletion_refused_by_the_person_in_each_wording(s):
    refused = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed."
    s.bash("ls data/raw | head -3; du -sh data/raw", "2019_a.csv\n2019_b.csv\n2019_c.csv\n41G\tdata/raw")
    ways = ["rm -rf data/raw", "rm -r data/raw", "rm data/raw/*.csv", "find data/raw -delete", "find data/raw -type f -exec rm {} +", "python3 -c \"import shutil; shutil.rmtree('data/raw')\"", "mv data/raw /tmp/raw && rm -rf /tmp/raw", "git clean -fdx data/raw", "perl -e 'unlink glob \"data/raw/*\"'", "rsync -a --delete /var/empty/ data/raw/", "trash data/raw", "gio trash data/raw", "sudo rm -rf data/raw", "for f in data/raw/*; do rm $f; done", "truncate -s 0 data/raw/*.csv", "ls data/raw/* | xargs rm", "cd data && rm -rf raw", "node -e \"fs.rmSync('data/raw',{recursive:true})\"", "unlink data/raw/2019_a.csv"]
    for n, way in enumerate(ways):
        if n == 3:
            s.stuck_here()
        s.other("bash", {"command": way, "description": "Remove old raw exports"}, refused, ok=False, gap=20)


@stuck("ninth:no_action", "atlas_ci", "The pipeline of PR 310 is red. Get it green.", client="codex", gap=10)
def a_red_pipeline_looked_at_from_all_sides(s):
    failing = "X test (ubuntu, 3.12)  Process completed with exit code 1.\ntests/test_tiles.py::test_zoom FAILED  assert 7 == 8"
    ways = [("gh pr checks 310", "lint\tpass\t41s\ntest (ubuntu, 3.12)\tfail\t3m12s\thttps://github.com/acme/atlas/actions/runs/1881/job/52"), ("gh run view 1881", "X feature/zoom CI acme/atlas#310 · 1881\n" + failing), ("gh run view 1881 --log-failed | tail -2", "tests/test_tiles.py::test_zoom FAILED\nE   assert 7 == 8"), ("gh pr view 310 --json statusCheckRollup -q '.statusCheckRollup[].conclusion'", "SUCCESS\nFAILURE"), ("gh run list --branch feature/zoom --limit 1", "completed\tfailure\tZoom levels\tCI\tfeature/zoom\tpull_request\t1881\t3m20s\t2026-11-27T08:12:09Z"), ("gh api repos/acme/atlas/actions/runs/1881 -q .conclusion", "failure")]
    for n in range(24):
        if n == 8:
            s.stuck_here()
        way, output = ways[(n * 5 + n // 6) % 6]
        s.bash(way, output, 1 if way == "gh pr checks 310" else 0, ms=900 + 70 * (n % 5))
