"""Searches that find nothing, and results that were cleared or pass again."""
from session import healthy, stuck


@healthy("eleventh:search", "portal-django", "Can we go from Django 4.2 to 5.2? Check whether we use anything that was removed.", client="codex")
def removed_django_names_none_of_which_is_used(s):
    for name in ["USE_L10N", "USE_DEPRECATED_PYTZ", "django.utils.timezone.utc", "DEFAULT_FILE_STORAGE", "STATICFILES_STORAGE", "assertFormsetError", "assertQuerysetEqual", "BaseUserManager.make_random_password", "length_is", "index_together", "NullBooleanField", "CICharField", "get_storage_class", "cx_Oracle"]:
        hits = "portal/settings.py:88:USE_L10N = True" if name == "USE_L10N" else ("shop/tests/test_basket.py:41:        self.assertQuerysetEqual(basket.lines.all(), [])" if name == "assertQuerysetEqual" else "")
        s.grep(name, ".", hits)
    s.edit("portal/settings.py", "USE_L10N = True\n", "")
    s.edit("shop/tests/test_basket.py", "assertQuerysetEqual", "assertQuerySetEqual")
    s.edit("requirements.txt", "Django==4.2.16", "Django==5.2.6")
    s.bash("pip install -q -r requirements.txt && python manage.py test 2>&1 | tail -3", "Ran 411 tests in 38.201s\n\nOK (skipped=3)", ms=61_000)


@healthy("eleventh:search", "map-widget", "These twelve wishes came by mail. File those that nobody has filed yet.", client="plain")
def twelve_wishes_looked_for_in_the_tracker(s):
    wishes = ["dark mode", "export as GPX", "offline tiles", "measure distance", "rotate with two fingers", "print in A3", "scale bar in miles", "undo last waypoint", "search by what3words", "contour lines", "share a route by link", "voice guidance"]
    for n, wish in enumerate(wishes):
        known = n in (2, 6)
        s.mcp("github", "search_issues", {"q": f"repo:acme/map-widget is:issue {wish}"}, {"total_count": 1, "items": [{"number": 880 + n, "title": wish.capitalize(), "state": "open"}]} if known else {"total_count": 0, "incomplete_results": False, "items": []})
        if not known:
            s.mcp("github", "create_issue", {"owner": "acme", "repo": "map-widget", "title": wish.capitalize(), "labels": ["wish"]}, {"number": 1200 + n, "state": "open"})


@healthy("eleventh:search", "payments-wiki", "Why did we choose three-day settlement? Somebody must have written it down.", client="claude", times="none")
def a_reason_found_in_the_thirteenth_place(s):
    for server, tool, given in [("confluence", "search", {"cql": 'text ~ "settlement period"'}), ("confluence", "search", {"cql": 'text ~ "T+3"'}), ("confluence", "search", {"cql": 'title ~ "ADR" and text ~ "payout"'}), ("slack", "search_messages", {"query": "settlement three days"}), ("slack", "search_messages", {"query": "payout delay in:#payments-arch"}), ("jira", "search", {"jql": 'text ~ "settlement" and type = Decision'}), ("jira", "search", {"jql": 'text ~ "chargeback window"'}), ("gdrive", "search", {"query": "acquirer contract settlement"}), ("gdrive", "search", {"query": "risk committee minutes 2023"}), ("github", "search_code", {"q": "SETTLEMENT_DAYS repo:acme/payments"}), ("github", "search_pull_requests", {"q": "payout delay repo:acme/payments"})]:
        s.mcp(server, tool, given, {"results": [], "total": 0})
    s.bash("git log --oneline -S'settlement_days = 3' -- config", "c0ffe21 Settlement as agreed with risk (PAY-311)")
    s.mcp("jira", "get_issue", {"key": "PAY-311"}, {"key": "PAY-311", "summary": "Settlement in three days", "description": "Agreed with risk on 2023-05-04: most card-not-present fraud is reported within 72 hours."})


@healthy("eleventh:search", "checkout-logs", "Customers of five shops report a white page. Look in CloudWatch for traces of these requests.", client="codex")
def request_ids_without_a_line_in_the_log(s):
    for n in range(13):
        rid = f"{n * 2654435761 % 4294967296:08x}"
        found = n in (8, 12)
        s.bash(f"aws logs filter-log-events --log-group-name /ecs/checkout --filter-pattern '\"{rid}\"' --start-time 1791700000000 --query 'events[].message'", f'[\n    "{rid} ERROR render: Cannot read properties of undefined (reading \'currency\')"\n]' if found else "[]", ms=2300 + n * 91)
    s.bash("rg -n \"\\.currency\" src/render", "src/render/total.ts:19:  return fmt(amount, shop.settings.currency)")
    s.edit("src/render/total.ts", "shop.settings.currency", "shop.settings?.currency ?? 'EUR'")


@stuck("eleventh:search", "donation-vue", "The button text 'Give gladly' has a typo in French. Correct it.", client="claude")
def a_button_text_that_is_in_no_file(s):
    words = ["Donner avec plaisire", "avec plaisire", "plaisire", "Donner avec", "[Dd]onner avec plaisire", "Donner.avec.plaisire", "Donner\\s+avec\\s+plaisire"]
    for n in range(26):
        if n == 9:
            s.stuck_here()
        word = words[n % 7]
        if n % 4 == 2:
            s.bash([f"grep -rn '{word}' src", f"grep -rniI \"{word}\" . --exclude-dir=node_modules", f"git grep -n '{word}'", f"rg -uu '{word}' src public"][n // 4 % 4], "", 1)
        else:
            s.grep(word, ["src", ".", "src/locales", "public"][n % 4], "")
        if n == 15:
            s.say("Perhaps it is written with another spacing.")


@stuck("eleventh:search", "scanner-linux", "The scanner app does not start: libsane-acme.so.1 is missing. Where is it?", client="plain", codes=False)
def one_shared_library_sought_on_the_whole_disk(s):
    looks = [("find / -name 'libsane-acme.so*' 2>/dev/null", ""), ("locate libsane-acme", ""), ("ldconfig -p | grep sane-acme", ""), ("find /usr -iname '*sane-acme*'", ""), ("ls /usr/lib/x86_64-linux-gnu/sane/ | grep acme", ""), ("sudo find / -xdev -name '*libsane-acme*'", ""), ("ldd /opt/scan/scanapp | grep 'not found'", "\tlibsane-acme.so.1 => not found"), ("dpkg -S libsane-acme.so.1", "dpkg-query: no path found matching pattern *libsane-acme.so.1*"), ("whereis libsane-acme.so.1", "libsane-acme.so.1:")]
    for n in range(25):
        if n == 10:
            s.stuck_here()
        command, text = looks[(n * 2 + n // 9) % 9]
        s.bash(command, text, 0 if text and "no path" not in text else 1, ms=900 + n * 211)


@stuck("eleventh:search", "camera-firmware", "The camera logs 'E-5517 sensor gate'. What does it mean?", client="claude", gap=4)
def a_code_nobody_on_the_web_has_ever_seen(s):
    words = ["E-5517 sensor gate", "\"E-5517\" camera error", "acme cam E-5517 sensor gate error meaning", "E5517 sensor gate", "error code E-5517 acme camera", "\"sensor gate\" E-5517 fix", "E 5517 sensor gate camera log"]
    for n in range(24):
        if n == 9:
            s.stuck_here()
        if n % 8 == 7:
            s.other("WebFetch", {"url": "https://support.acmecam.example/errors", "prompt": f"Find the error code {['E-5517', 'E5517', '5517'][n // 8]}"}, "The page lists error codes E-1001 to E-4099. E-5517 is not among them.", ms=4100)
        else:
            s.other("WebSearch", {"query": words[n % 7]}, f"Web search results for query: \"{words[n % 7]}\"\n\nNo links found.", ms=2900 + n * 31)


@stuck("eleventh:search", "rent-drive", "Send me the end date of the Miller lease; the contract is on the shared drive.", client="plain")
def a_lease_that_no_drive_search_brings(s):
    words = ["Miller lease", "name contains 'Miller'", "lease Miller contract", "fullText contains 'Miller lease'", "Miller rental agreement", "name contains 'miller'", "Miller Lease.pdf", "title:Miller"]
    for n in range(24):
        if n == 10:
            s.stuck_here()
        if n % 7 == 6:
            s.mcp("gdrive", "list_folder", {"folder": ["Contracts", "/Contracts", "Contracts/"][n // 7 % 3]}, {"files": [{"name": "Meyer lease.pdf"}, {"name": "Okafor lease.pdf"}]})
        else:
            s.mcp("gdrive", "search", {"query": words[n % 8], "pageSize": [10, 50, 100][n % 3]}, "Found 0 files:\n", ms=600 + n * 7)
