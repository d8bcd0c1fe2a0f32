"""Monorepos, matrices of versions, browsers and databases, upgrades, publishing: turbo, nx, pants, lerna, tox, playwright, pnpm, gradle."""
from session import healthy, stuck


@healthy("work:monorepo", "turborepo", "CI is red in many packages since the money helper moved. Get every package green, one at a time.", client="claude")
def turbo_one_test_name_in_seven_packages(s):
    packages = ["cart", "checkout", "invoices", "refunds", "reports", "vouchers", "subscriptions"]
    s.bash("ls packages", "\n".join(packages + ["money"]))
    for n, name in enumerate(packages):
        fail = f"""• Packages in scope: @shop/{name}
• Running test in 1 packages
@shop/{name}:test: cache miss, executing 8f3{n}c1d2aa90be7{n}
@shop/{name}:test: FAIL src/format.test.ts
@shop/{name}:test:   ✕ formats negative amounts (4 ms)
@shop/{name}:test:     Expected: "-4,20 €"
@shop/{name}:test:     Received: "-4.20 €"
@shop/{name}:test: Tests:       1 failed, {11 + 3 * n} passed, {12 + 3 * n} total

 Tasks:    0 successful, 1 total
Cached:    0 cached, 1 total
Failed:    @shop/{name}#test

 ERROR  run failed: command  exited (1)"""
        s.bash(f"pnpm turbo run test --filter=@shop/{name}", fail, 1, ms=6200)
        s.look(f"packages/{name}/src/format.ts", "import { format } from '@shop/money'\n\nexport const price = (cents: number) => format(cents, 'EUR')\n")
        s.edit(f"packages/{name}/src/format.ts", "format(cents, 'EUR')", "format(cents, 'EUR', locale())")
        s.bash(f"pnpm turbo run test --filter=@shop/{name}", f"@shop/{name}:test: PASS src/format.test.ts\n@shop/{name}:test: Tests:       {12 + 3 * n} passed, {12 + 3 * n} total\n\n Tasks:    1 successful, 1 total\nCached:    0 cached, 1 total", ms=5900)


@healthy("work:monorepo", "nx-desk", "Run the affected suites project by project and write down which have the broken date test.", client="codex")
def nx_the_same_date_test_noted_per_project(s):
    projects = ["agenda", "api-gateway", "audit", "auth", "billing", "calendar-ui", "chat", "contacts", "directory", "exports", "files", "holidays", "inbox", "planner", "rooms", "timesheets"]
    s.bash("npx nx show projects --affected --base=origin/main", "\n".join(projects), ms=3100)
    for n, name in enumerate(projects):
        if n % 4 == 3:
            s.bash(f"npx nx test {name} --skip-nx-cache", f"> nx run {name}:test\n\n PASS  libs/{name}/src/index.spec.ts\n\n NX   Successfully ran target test for project {name}", ms=8000)
        else:
            s.bash(f"npx nx test {name} --skip-nx-cache", f"> nx run {name}:test\n\n FAIL  libs/shared/dates.spec.ts\n  ● weekOfYear › first week of January\n    expect(received).toBe(expected)\n    Expected: 1\n    Received: 53\nTests: 1 failed\n\n NX   Ran target test for project {name} (9s)\n\n   ✖    1/1 failed", 1, ms=9000)
    s.write("notes/week-of-year.md", "Broken in 12 of 16 projects; they all import libs/shared/dates.\n")
    s.edit("libs/shared/dates.ts", "getWeek(date)", "getISOWeek(date)")
    s.bash("npx nx run-many -t test --skip-nx-cache", " NX   Successfully ran target test for 16 projects", ms=64_000)


@healthy("work:monorepo", "pants-etl", "Type check and test each target folder on its own; say which one hangs CI.", codes=False)
def pants_folder_by_folder(s):
    folders = ["extract", "load", "transform", "schemas", "dagster_jobs", "quality", "alerts", "gcs", "kafka", "cli", "models", "backfill", "registry"]
    for n, name in enumerate(folders):
        s.bash(f"pants test src/python/etl/{name}::", f"12:0{n % 10}:11.{n:02} [INFO] Completed: Run Pytest - src/python/etl/{name}/tests:tests succeeded.\n\n✓ src/python/etl/{name}/tests:tests succeeded in {'412.20' if name == 'backfill' else '2.1' + str(n)}s.", ms=400_000 if name == "backfill" else 3000)
        s.bash(f"pants check src/python/etl/{name}::", "✓ mypy succeeded.\nSuccess: no issues found in source files", ms=4100)
    s.write("notes/slow.md", "backfill takes 412 s, all others about 2 s.\n")


@healthy("work:upgrades", "lerna-kit", "Audit each package on its own, we publish them on their own.", client="claude")
def npm_audit_of_each_package(s):
    for name in ["accordion", "avatar", "badge", "button", "calendar", "card", "dialog", "dropdown", "field", "icon", "menu", "modal", "popover", "tabs", "toast", "tooltip"]:
        if name == "calendar":
            s.bash("cd packages/calendar && npm audit --omit=dev", "# npm audit report\n\nmoment-timezone  0.1.0 - 0.5.34\nSeverity: moderate\nCommand Injection in moment-timezone\nfix available via `npm audit fix`\n\n1 moderate severity vulnerability", 1, ms=1400)
            s.bash("cd packages/calendar && npm audit fix", "changed 1 package, and audited 41 packages in 2s\n\nfound 0 vulnerabilities", ms=2200)
        else:
            s.bash(f"cd packages/{name} && npm audit --omit=dev", "found 0 vulnerabilities", ms=1200)


@healthy("work:matrix", "tox-lib", "py39 fails in CI, the other versions pass. Find out why and repair it.", client="claude")
def tox_matrix_with_one_red_version(s):
    for n, version in enumerate(["py310", "py311", "py312", "py313", "pypy310"]):
        s.bash(f"tox -e {version} -q", f"  {version}: OK (14.{n} seconds)\n  congratulations :) (14.{n + 1} seconds)", ms=14_000)
    head = "FAILED tests/test_parse.py::test_zone_roundtrip - "
    s.bash("tox -e py39 -q", head + "AssertionError: assert '+00:00' == 'Z'\n1 failed, 211 passed in 9.20s\n  py39: FAIL code 1 (12.1 seconds)", 1, ms=12_000)
    s.bash("tox -e py39 -q -- tests/test_parse.py::test_zone_roundtrip -vv", head + "AssertionError: assert '+00:00' == 'Z'\n  - Z\n  + +00:00\n1 failed in 0.31s", 1, ms=2500)
    s.bash("tox -e py39 -q -- tests/test_parse.py::test_zone_roundtrip --showlocals", "text = '2026-02-03T04:05:06Z'\nparsed = datetime.datetime(2026, 2, 3, 4, 5, 6, tzinfo=zoneinfo.ZoneInfo(key='UTC'))\n" + head + "AssertionError", 1, ms=2500)
    s.bash("tox -e py39 -q -- tests/test_parse.py::test_zone_roundtrip --setup-show", "SETUP    S zone_cache\n        tests/test_parse.py::test_zone_roundtrip (fixtures used: zone_cache)F\nTEARDOWN S zone_cache\n" + head + "AssertionError", 1, ms=2500)
    s.bash("tox -e py39 -q -- tests/test_parse.py::test_zone_roundtrip -p no:cacheprovider -W error", "E   DeprecationWarning: backports.zoneinfo is loaded in place of zoneinfo\n" + head + "DeprecationWarning", 1, ms=2500)
    s.bash(".tox/py39/bin/pip list | grep -i zone", "backports.zoneinfo 0.2.1\ntzdata             2026.1")
    s.bash(".tox/py39/bin/python -c \"import zoneinfo; print(zoneinfo.__file__)\"", "/usr/lib/python3.9/zoneinfo/__init__.py")
    s.grep("zoneinfo", "src", "src/lib/zones.py:3:    from backports.zoneinfo import ZoneInfo\nsrc/lib/zones.py:5:    from zoneinfo import ZoneInfo")
    s.look("src/lib/zones.py", "try:\n    # first the backport\n    from backports.zoneinfo import ZoneInfo\nexcept ImportError:\n    from zoneinfo import ZoneInfo\n")
    s.edit("src/lib/zones.py", "from backports.zoneinfo import ZoneInfo", "from zoneinfo import ZoneInfo")
    s.bash("tox -e py39 -q", "  py39: OK (12.3 seconds)\n  congratulations :) (12.4 seconds)", ms=12_000)


@healthy("work:matrix", "playwright-shop", "The drag test is red in webkit only. Repair it.", client="codex")
def playwright_one_test_in_one_browser(s):
    run = "npx playwright test drag.spec.ts --project=webkit"
    for browser in ["chromium", "firefox", "Mobile Chrome"]:
        s.bash(f"npx playwright test drag.spec.ts --project='{browser}'", f"Running 1 test using 1 worker\n\n  ✓  1 [{browser}] › drag.spec.ts:9:5 › moves a card (1.1s)\n\n  1 passed (3.0s)", ms=4000)
    s.bash(run, "Running 1 test using 1 worker\n\n  ✘  1 [webkit] › drag.spec.ts:9:5 › moves a card (5.4s)\n\n    Error: expect(locator).toHaveText(expected)\n    Expected: \"Done (1)\"\n    Received: \"Done (0)\"\n\n  1 failed", 1, ms=8000)
    s.bash(run + " --trace on", "  ✘  1 [webkit] › drag.spec.ts:9:5 › moves a card (5.9s)\n    attachment #1: trace (application/zip)\n    test-results/drag-moves-a-card-webkit/trace.zip\n  1 failed", 1, ms=8500)
    s.bash("unzip -p test-results/drag-moves-a-card-webkit/trace.zip trace.trace | grep -c dispatchEvent", "0", 1)
    s.bash("DEBUG=pw:api " + run + " 2>&1 | grep mouse", "pw:api => mouse.down started\npw:api <= mouse.down succeeded\npw:api => mouse.move started\npw:api <= mouse.move succeeded\npw:api => mouse.up started\npw:api <= mouse.up succeeded", 0, ms=8100)
    probes = [("page.on('console', m => console.log(m.text()))", "dragstart seen\n"), ("await page.mouse.move(310, 200, { steps: 8 })", "dragstart seen\ndragover target=column-2\n"), ("await page.waitForTimeout(50)", "dragstart seen\ndragover target=column-2\ndragover target=column-3\n"), ("console.log(await page.evaluate(() => window.lastDrop))", "dragstart seen\ndragover target=column-3\nnull\n")]
    for code, printed in probes:
        s.edit("tests/drag.spec.ts", "  await page.mouse.up()", f"  {code}\n  await page.mouse.up()")
        s.bash(run, printed + "  ✘  1 [webkit] › drag.spec.ts:9:5 › moves a card (5.4s)\n    Error: expect(locator).toHaveText(expected)\n    Expected: \"Done (1)\"\n    Received: \"Done (0)\"\n  1 failed", 1, ms=8200)
    s.bash("rg -n 'onDragOver|onDrop' src/board", "src/board/Column.tsx:41:  onDragOver={highlight}\nsrc/board/Column.tsx:42:  onDrop={drop}")
    s.bash("sed -n '20,50p' src/board/Column.tsx", "const highlight = (e) => setOver(true)\nconst drop = (e) => move(e.dataTransfer.getData('text'))")
    s.edit("src/board/Column.tsx", "const highlight = (e) => setOver(true)", "const highlight = (e) => { e.preventDefault(); setOver(true) }")
    s.bash(run, "seen\n  ✓  1 [webkit] › drag.spec.ts:9:5 › moves a card (1.9s)\n  1 passed", ms=5000)
    s.bash("git checkout tests/drag.spec.ts && npx playwright test drag.spec.ts", "Updated 1 path from the index\n  4 passed (9.1s)", ms=11_000)


@healthy("work:matrix", "orm-core", "Run the suite against all the databases that we promise, and mend what is red.", times="none")
def one_suite_against_ten_databases(s):
    s.bash("ls docker/", "compose.yml")
    for name, result in [("postgres13", 0), ("postgres14", 0), ("postgres15", 0), ("postgres16", 0), ("postgres17", 0), ("mysql8", 0), ("mariadb1011", 1), ("mariadb114", 1), ("sqlite", 0), ("cockroach", 0), ("mssql2022", 0)]:
        s.bash(f"docker compose -f docker/compose.yml up -d --wait {name}", f" Container docker-{name}-1  Healthy")
        s.bash(f"DB={name} pytest -q tests/", "FAILED tests/test_json.py::test_json_contains - sqlalchemy.exc.OperationalError: (1305, 'FUNCTION JSON_OVERLAPS does not exist')\n1 failed, 804 passed" if result else "805 passed", result)
        s.bash(f"docker compose -f docker/compose.yml down {name}", f" Container docker-{name}-1  Removed")


@healthy("work:upgrades", "notes-web", "Move the dependencies to their newest majors, one at a time, with the suite in between.", client="codex")
def npm_upgrade_one_package_after_another(s):
    names = ["vite@7", "vitest@4", "zod@4", "@tanstack/react-query@6", "react-router@8", "date-fns@5", "i18next@26", "eslint@10", "msw@3", "tailwindcss@5", "ky@2", "lexical@1"]
    for n, name in enumerate(names):
        s.bash(f"npm install {name}", f"\nchanged {3 + n % 5} packages, and audited 812 packages in 4s\n\nfound 0 vulnerabilities", ms=5000)
        s.bash("npm test", "\n Test Files  61 passed (61)\n      Tests  344 passed (344)\n", ms=21_000)
        if n % 3 == 2:
            s.bash(f"git commit -qam 'Upgrade to {name}'", "")


@healthy("work:publish", "crates-net", "Publish the workspace, version 0.9.0, in the order of the dependencies.", client="claude", gap=12)
def cargo_publish_in_order_of_dependencies(s):
    for n, name in enumerate(["wire", "wire-derive", "frame", "codec", "pool", "retry", "tls", "client", "server", "testkit"]):
        s.bash(f"cargo publish -p net-{name} --dry-run", f"   Packaging net-{name} v0.9.0\n   Verifying net-{name} v0.9.0\n   Uploading net-{name} v0.9.0\nwarning: aborting upload due to dry run", ms=9000)
        if name in ("pool", "client"):
            s.bash(f"cargo publish -p net-{name}", f"error: failed to publish to registry at https://crates.io\n\nCaused by:\n  the remote server responded with an error (status 429 Too Many Requests): You have published too many new crates in a short period of time. Please try again after Thu, 14 May 2026 10:1{n}:22 GMT", 101, ms=8000)
            s.bash("sleep 600", "", ms=600_000)
        s.bash(f"cargo publish -p net-{name}", f"   Uploading net-{name} v0.9.0\n    Uploaded net-{name} v0.9.0 to registry `crates-io`\nnote: waiting for `net-{name} v0.9.0` to be available at registry `crates-io`.\n   Published net-{name} v0.9.0 at registry `crates-io`", ms=22_000)


@healthy("work:flaky", "raft-go", "TestLeaderLease is flaky in CI. Reproduce it and repair it.")
def a_flaky_go_test_hunted(s):
    green = "ok  \texample.org/raft/lease\t{}s"
    runs = ["go test ./lease -run TestLeaderLease -count=100", "go test ./lease -run TestLeaderLease -count=100 -race", "go test ./lease -run TestLeaderLease -count=500 -race -cpu 1", "go test ./lease -run TestLeaderLease -count=500 -race -cpu 2,4", "GOMAXPROCS=1 go test ./lease -count=200", "go test ./lease -count=50 -shuffle on", "stress -c 4 -t 60 & go test ./lease -run TestLeaderLease -count=200", "GODEBUG=asyncpreemptoff=1 go test ./lease -run TestLeaderLease -count=200"]
    for n, run in enumerate(runs):
        s.bash(run, green.format(11 + n * 7), ms=11_000 + 7000 * n)
    red = "--- FAIL: TestLeaderLease (0.21s)\n    lease_test.go:88: lease expired {} ms early\nFAIL\nFAIL\texample.org/raft/lease\t{}s"
    s.bash("taskset -c 0 go test ./lease -run TestLeaderLease -count=300 -failfast", red.format(3, 9), 1, ms=9000)
    s.bash("taskset -c 0 go test ./lease -run TestLeaderLease -count=300 -failfast", red.format(7, 31), 1, ms=31_000)
    s.look("lease/lease.go", "func (l *Lease) Expired() bool {\n\treturn time.Now().UnixMilli() >= l.until\n}")
    s.edit("lease/lease.go", "time.Now().UnixMilli() >= l.until", "time.Since(l.start) >= l.ttl")
    for n in range(4):
        s.bash("taskset -c 0 go test ./lease -run TestLeaderLease -count=300 -failfast", green.format(64 + n), ms=64_000)
    s.bash("go test ./... -race", "ok  \texample.org/raft/lease\t4s\nok  \texample.org/raft/log\t9s", ms=14_000)


# Those that lead nowhere.

@stuck("loop:cache", "turborepo", "The test of @shop/cart fails, please repair it.", client="claude")
def turbo_cache_is_blamed_for_a_red_test(s):
    fail = "@shop/cart:test: cache miss, executing {}\n@shop/cart:test: FAIL src/total.test.ts\n@shop/cart:test:   ✕ adds shipping once (3 ms)\n@shop/cart:test:     Expected: 1490\n@shop/cart:test:     Received: 1980\n@shop/cart:test: Tests:       1 failed, 20 passed, 21 total\n\n ERROR  run failed: command  exited (1)"
    tries = ["pnpm turbo run test --filter=@shop/cart", "pnpm turbo run test --filter=@shop/cart --force", "rm -rf node_modules/.cache/turbo && pnpm turbo run test --filter=@shop/cart", "pnpm turbo run test --filter=@shop/cart --no-cache", "pnpm turbo daemon restart && pnpm turbo run test --filter=@shop/cart", "pnpm --filter @shop/cart test", "pnpm turbo run test --filter=@shop/cart --force --output-logs=full", "rm -rf .turbo packages/cart/.turbo && pnpm turbo run test --filter=@shop/cart --force", "cd packages/cart && pnpm test", "pnpm turbo run test --filter=@shop/cart --concurrency=1", "TURBO_FORCE=true pnpm turbo run test --filter=@shop/cart", "pnpm turbo run test --filter='./packages/cart'", "pnpm install --force && pnpm turbo run test --filter=@shop/cart", "pnpm turbo run test --filter=@shop/cart --env-mode=loose", "pnpm turbo run test --filter=@shop/cart --remote-only=false", "pnpm turbo prune @shop/cart && pnpm turbo run test --filter=@shop/cart"]
    for n, command in enumerate(tries):
        if n == 6:
            s.stuck_here()
        if n == 3:
            s.say("The cache must be stale.")
        s.bash(command, fail.format(f"a{n}93be{n}f"), 1, ms=6000 + 211 * n)


@stuck("loop:names", "nx-desk", "Serve the reporting app.", client="codex")
def nx_a_project_by_guessed_names(s):
    s.bash("ls apps", "portal\nportal-e2e")
    for n, name in enumerate(["reporting", "reports", "report", "reporting-app", "apps-reporting", "@desk/reporting", "desk-reporting", "reporting-ui", "reportingApp", "report-app", "reporting-web", "reporting-frontend", "@desk/reports", "web-reporting", "ReportingApp", "reporting_app", "analytics"]):
        if n == 8:
            s.stuck_here()
        s.bash(f"npx nx serve {name}", f"\n NX   Cannot find project '{name}'\n", 1, ms=2100)


@stuck("loop:install", "pnpm-erp", "Install the dependencies and start the app.", client="plain")
def a_private_package_under_ever_other_spellings(s):
    error = " ERR_PNPM_FETCH_404  GET https://registry.npmjs.org/@erp%2Fledger-core: Not Found - 404\n\nThis error happened while installing a direct dependency of /home/dev/pnpm-erp\n\n@erp/ledger-core is not in the npm registry, or you have no permission to fetch it."
    tries = ["pnpm install", "pnpm install --force", "pnpm i", "pnpm add @erp/ledger-core", "pnpm add @erp/ledger-core@latest", "pnpm add @erp/ledger-core@^2", "rm -rf node_modules pnpm-lock.yaml && pnpm install", "pnpm store prune && pnpm install", "pnpm install --no-frozen-lockfile", "pnpm install --shamefully-hoist", "pnpm install --registry https://registry.npmjs.org/", "pnpm add @erp/ledger-core@2.0.0", "pnpm add @erp/ledger-core@next", "corepack pnpm install", "npx pnpm@9 install", "pnpm install --offline=false", "pnpm install --prefer-online"]
    for n, command in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(command, error, 1, ms=2100 + 97 * n)


@stuck("loop:missing", "tox-lib", "Run the suite under Python 3.13.", client="codex")
def an_interpreter_that_is_nowhere(s):
    skip = "py313: skipped because could not find python interpreter with spec(s): py313\n  py313: SKIP (0.02 seconds)\n  evaluation failed :( (0.08 seconds)"
    tries = [("tox -e py313", skip, 255), ("which python3.13", "", 1), ("tox -e py313 -r", skip, 255), ("python3.13 -m pytest", "bash: line 1: python3.13: command not found", 127), ("tox -e py313 --discover /usr/bin/python3", skip, 255), ("python3.13 --version", "bash: line 1: python3.13: command not found", 127), ("pyenv install 3.13", "bash: line 1: pyenv: command not found", 127), ("tox -e py313 -vv 2>&1 | tail -3", skip, 0), ("uv python install 3.13", "bash: line 1: uv: command not found", 127), ("/usr/bin/python3.13 -m tox -e py313", "bash: line 1: /usr/bin/python3.13: No such file or directory", 127), ("tox run -e py313", skip, 255), ("/usr/local/bin/python3.13 --version", "bash: line 1: /usr/local/bin/python3.13: No such file or directory", 127), ("env python3.13 -m pytest", "env: ‘python3.13’: No such file or directory", 127), ("tox -e py313 --skip-missing-interpreters false", "py313: failed with could not find python interpreter with spec(s): py313\n  py313: FAIL code 1 (0.02 seconds)", 1), ("python3.13 -c 'import sys'", "bash: line 1: python3.13: command not found", 127), ("tox -r -e py313", skip, 255), ("type python3.13", "bash: line 1: type: python3.13: not found", 1), ("tox -e 3.13", skip.replace("py313", "3.13"), 255)]
    for n, (command, output, rc) in enumerate(tries):
        if n == 9:
            s.stuck_here()
        s.bash(command, output, rc)


@stuck("loop:root", "playwright-shop", "Get the browser tests to run in this container.", client="claude")
def browser_libraries_without_root(s):
    asked = "Installing dependencies...\nSwitching to root user to install dependencies...\n"
    tries = [("npx playwright install-deps", asked + "Password: \nsu: Authentication failure\nFailed to install browser dependencies\nError: Installation process exited with code: 1"), ("sudo npx playwright install-deps", "sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required"), ("npx playwright install --with-deps chromium", asked + "Password: \nsu: Authentication failure\nFailed to install browsers\nError: Installation process exited with code: 1"), ("sudo -n npx playwright install-deps chromium", "sudo: a password is required"), ("apt-get install -y libnss3", "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?"), ("su -c 'apt-get install -y libnss3'", "Password: \nsu: Authentication failure"), ("doas apt-get install -y libnss3", "bash: line 1: doas: command not found"), ("sudo -S apt-get install -y libnss3 </dev/null", "[sudo] password for dev: \nsudo: no password was provided\nsudo: a password is required"), ("echo '' | sudo -S apt-get install -y libnss3", "[sudo] password for dev: Sorry, try again.\nsudo: no password was provided\nsudo: 1 incorrect password attempt"), ("pkexec apt-get install -y libnss3", "bash: line 1: pkexec: command not found"), ("apt install libnss3", "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?"), ("su root -c 'npx playwright install-deps'", "Password: \nsu: Authentication failure"), ("echo dev | sudo -S npx playwright install-deps", "[sudo] password for dev: Sorry, try again.\nsudo: no password was provided\nsudo: 1 incorrect password attempt"), ("fakeroot apt-get install -y libnss3", "bash: line 1: fakeroot: command not found"), ("sudo -A apt-get install -y libnss3", "sudo: no askpass program specified, try setting SUDO_ASKPASS\nsudo: a password is required"), ("sudo su", "sudo: a terminal is required to read the password; either use the -S option to read from standard input or configure an askpass helper\nsudo: a password is required")]
    for n, (command, output) in enumerate(tries):
        if n == 7:
            s.stuck_here()
        s.bash(command, output, 127 if "not found" in output else 100 if output.startswith("E:") else 1)


@stuck("loop:cycle", "flutter-bank", "flutter build apk fails since this morning. Repair it.", client="codex")
def flutter_clean_get_build_for_ever(s):
    for n in range(6):
        if n == 3:
            s.stuck_here()
        s.bash("flutter clean", f"Deleting build...                                                  {31 + n}ms\nDeleting .dart_tool...                                              {4 + n}ms", ms=2000)
        s.bash("flutter pub get" + (" --verbose | tail -1" if n % 2 else ""), "Got dependencies!", ms=4000)
        s.bash("flutter build apk" + ["", " --release", " --debug", " --no-shrink", " -v 2>&1 | tail -9", " --release --no-tree-shake-icons"][n], f"FAILURE: Build failed with an exception.\n\n* What went wrong:\nA problem occurred configuring project ':face_scan'.\n> Could not create an instance of type com.android.build.api.variant.impl.LibraryVariantBuilderImpl.\n   > Namespace not specified. Specify a namespace in the module's build file: /home/dev/.pub-cache/hosted/pub.dev/face_scan-1.2.0/android/build.gradle.\n\nBUILD FAILED in {3 + n}s\nGradle task assembleDebug failed with exit code 1", 0 if n == 4 else 1, ms=31_000)


@stuck("loop:jdk", "gradle-hub", "Build the hub service.", client="plain")
def class_file_version_by_every_flag(s):
    error = "FAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/home/dev/gradle-hub/build.gradle'\n\n* What went wrong:\nCould not compile build file '/home/dev/gradle-hub/build.gradle'.\n> startup failed:\n  General error during conversion: Unsupported class file major version 65\n\nBUILD FAILED in {}ms"
    tries = ["./gradlew build", "./gradlew build --stacktrace | head -12", "./gradlew --stop && ./gradlew build", "./gradlew clean build", "./gradlew build --no-daemon", "rm -rf ~/.gradle/caches && ./gradlew build", "./gradlew build --refresh-dependencies", "./gradlew :app:build", "rm -rf .gradle build && ./gradlew build", "./gradlew assemble", "./gradlew build --info | tail -10", "./gradlew build -x test", "./gradlew build --rerun-tasks", "./gradlew compileJava", "./gradlew build --offline", "./gradlew build --no-build-cache"]
    for n, command in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(command, error.format(600 + 41 * n), 0 if "|" in command else 1, ms=2000 + 50 * n)


@stuck("loop:publish", "ui-kit", "Publish the package.", client="claude")
def npm_publish_forbidden_with_every_version(s):
    error = "npm error code E403\nnpm error 403 403 Forbidden - PUT https://registry.npmjs.org/@blue%2fui-kit - You do not have permission to publish \"@blue/ui-kit\". Are you logged in as the correct user?\nnpm error 403 In most cases, you or one of your dependencies are requesting\nnpm error 403 a package version that is forbidden by your security policy, or\nnpm error 403 on a server you do not have access to."
    for n, version in enumerate(["2.4.0", "2.4.1", "2.4.2", "2.5.0-beta.0", "2.5.0", "2.5.1", "3.0.0", "3.0.1"]):
        if n == 3:
            s.stuck_here()
        s.bash(f"npm version {version} --no-git-tag-version", f"v{version}", ms=500)
        s.bash("npm publish" + [" --access public", "", " --tag beta", " --access=public --tag latest", " --force", " --otp=000000", " --provenance=false", " --registry=https://registry.npmjs.org"][n], f"npm notice\nnpm notice 📦  @blue/ui-kit@{version}\n" + error, 1, ms=3200)


@stuck("loop:edit_check", "pricing", "test_bulk_discount fails, please repair it.", client="plain")
def invented_repairs_of_one_test(s):
    fixes = ["round(total * 0.9, 2)", "round(total * Decimal('0.9'), 2)", "(total * 0.9).quantize(CENT)", "total - total * 0.1", "total - round(total / 10, 2)", "floor(total * 90) / 100", "ceil(total * 90) / 100", "total * 9 / 10", "int(total * 90) / 100", "round(total - total * RATE, 2)", "max(0, total * 0.9)", "total * (1 - RATE)"]
    old = "total * 0.9"
    for n, new in enumerate(fixes):
        if n == 6:
            s.stuck_here()
        s.say("That explains it: the discount is not rounded as the test expects.")
        s.edit("pricing/bulk.py", f"return {old}", f"return {new}")
        s.bash("pytest -q tests/test_bulk.py", f"F..                                                                      [100%]\n=================================== FAILURES ===================================\n______________________________ test_bulk_discount ______________________________\n>       assert bulk(order) == Decimal('85.50')\nE       KeyError: 'tier'\n\npricing/bulk.py:9: KeyError\n=========================== short test summary info ============================\nFAILED tests/test_bulk.py::test_bulk_discount - KeyError: 'tier'\n1 failed, 2 passed in 0.{11 + n}s", 1, ms=900)
        old = new


@stuck("loop:flip", "agenda", "The reminder test fails in summer. Mend it.", client="claude")
def the_time_zone_edit_to_and_fro(s):
    forms = ["start.astimezone(UTC)", "start.astimezone(BERLIN)"]
    errors = ["FAILED tests/test_remind.py::test_summer - AssertionError: assert 9 == 11", "FAILED tests/test_remind.py::test_winter - AssertionError: assert 10 == 9"]
    s.look("agenda/remind.py", "def hour_of(start):\n    return start.astimezone(UTC).hour\n")
    for n in range(8):
        if n == 4:
            s.stuck_here()
        s.edit("agenda/remind.py", forms[n % 2] + ".hour", forms[1 - n % 2] + ".hour")
        s.bash(["pytest -q tests/test_remind.py", "python -m pytest tests/test_remind.py -q", "pytest tests/test_remind.py -q --tb=short"][n % 3], errors[1 - n % 2] + f"\n1 failed, 1 passed in 0.{20 + n}s", 1, ms=1100)
