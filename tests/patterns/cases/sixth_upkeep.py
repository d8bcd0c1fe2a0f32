"""Upkeep of code bases: lock files, scanners, flaky tests, profiles, migrations, translations, reverts, fuzzing, secrets, releases, rebases, code-mods."""
from session import healthy, stuck


@healthy("work:locks", "claims-api", "Raise the pinned dependencies one at a time; the suite must pass after each.", client="claude", gap=4)
def a_lock_file_raised_package_by_package(s):
    packages = [("anyio", "4.9.0", "4.11.0"), ("attrs", "25.1.0", "25.4.0"), ("certifi", "2025.7.14", "2026.2.1"), ("httpx", "0.27.2", "0.28.1"), ("jinja2", "3.1.4", "3.1.6"), ("orjson", "3.10.1", "3.11.3"), ("pydantic", "2.11.4", "2.12.0"), ("sqlalchemy", "2.0.38", "2.0.44"), ("starlette", "0.46.0", "0.48.0"), ("structlog", "25.1.0", "25.4.0"), ("uvicorn", "0.34.0", "0.37.0")]
    for name, old, new in packages:
        s.bash(f"uv lock --upgrade-package {name}", f"Resolved 88 packages in 210ms\nUpdated {name} v{old} -> v{new}", ms=900)
        if name == "httpx":
            s.bash("uv run pytest -q", "FAILED tests/test_proxy.py::test_env - TypeError: Client.__init__() got an unexpected keyword argument 'proxies'\n1 failed, 411 passed in 31.02s", 1, ms=33_000)
            s.edit("claims/proxy.py", "proxies=", "proxy=")
        s.bash("uv run pytest -q", f"412 passed in 30.{len(name)}s", ms=33_000)


@healthy("work:triage", "edge-images", "Go through the trivy findings of the image: say for each whether our code reaches it.", client="claude")
def cves_looked_up_one_by_one(s):
    found = ["CVE-2025-11001", "CVE-2025-11044", "CVE-2025-12818", "CVE-2025-13502", "CVE-2025-14017", "CVE-2025-14524", "CVE-2026-0391", "CVE-2026-0915", "CVE-2026-1142", "CVE-2026-1287"]
    names = ["SSL_get_shared", "png_image_read", "PQescape", "gnutls_pkcs11", "CURLOPT_SSH", "CURLOPT_XOAUTH2", "getnetbyname", "wordexp", "FilePathParse", "FilteredRelation"]
    s.bash("trivy image --quiet --severity HIGH --format json edge:2.1 | jq -r '.Results[].Vulnerabilities[].VulnerabilityID'", "\n".join(found), ms=11_000)
    for cve, name in zip(found, names):
        s.bash(f"trivy image --quiet --format json edge:2.1 | jq -r '.Results[].Vulnerabilities[]|select(.VulnerabilityID==\"{cve}\").Title'", f"{name}: memory is read past its end", ms=8000)
        s.grep(name, "src", "" if name != "wordexp" else "src/config/expand.c:61:    if (wordexp(path, &w, WRDE_NOCMD) != 0)")


@healthy("work:scanner", "partner-gateway", "Run each of our semgrep rule packs alone and note the findings.", client="codex")
def a_scanner_pack_by_pack(s):
    for pack in ["owasp-top-ten", "java", "kotlin", "spring", "jwt", "secrets", "sql-injection", "xss", "insecure-transport", "command-injection", "ssrf", "deserialization", "docker", "github-actions"]:
        found = pack in ("jwt", "github-actions")
        s.bash(f"semgrep scan --config p/{pack} --quiet --error src .github", f"src/auth/Token.kt\n  ❯❯❱ {pack}.none-algorithm\n      Blocking finding" if found else "", 1 if found else 0, ms=9000)
    s.write("docs/semgrep.md", "jwt: 1 finding; github-actions: 1 finding; all others none.")


@healthy("work:flaky", "order-stream", "TestRebalance fails about once a day in CI. Find out under which load.", client="plain")
def a_rare_failure_under_rising_load(s):
    hits = {(8, 4): 1, (16, 4): 3, (16, 8): 9}
    for procs in (1, 2, 4, 8, 16):
        for parallel in (1, 4, 8):
            failed = hits.get((procs, parallel), 0)
            s.bash(f"GOMAXPROCS={procs} go test -run TestRebalance -count 200 -parallel {parallel} ./stream | tail -2", f"--- FAIL: TestRebalance (0.{procs}s)\nFAIL: {failed} of 200" if failed else "PASS\nok  \tacme/stream\t41.2s", ms=44_000)
    s.look("stream/rebalance.go", "func (g *Group) rebalance() {\n\tgo g.drain()\n\tg.owner = g.pick()\n}")
    s.edit("stream/rebalance.go", "\tgo g.drain()\n\tg.owner = g.pick()", "\tg.drain()\n\tg.owner = g.pick()")
    s.bash("GOMAXPROCS=16 go test -run TestRebalance -count 2000 -parallel 8 ./stream | tail -2", "PASS\nok  \tacme/stream\t402.7s", ms=410_000)


@healthy("work:profile", "csv-engine", "Make the parser twice as fast. Measure after each change and keep only what helps.", client="claude")
def a_change_kept_or_reverted_by_its_time(s):
    steps = [("memchr for the quotes", 812, True), ("reserve the row", 790, True), ("branchless comma", 801, False), ("intern the header", 640, True), ("skip utf8 checks for ascii", 588, True), ("prefetch", 590, False), ("bigger buffer", 561, True), ("mmap", 559, False), ("avoid the copy", 421, True)]
    s.bash("hyperfine -w2 './csv big.csv'", "  Time (mean ± σ):     861.2 ms ±   3.1 ms", ms=15_000)
    for n, (what, ms, keep) in enumerate(steps):
        s.edit("src/parse.rs", f"// step {n}", f"// {what}\nstep_{n}();")
        s.bash("cargo build -r -q && hyperfine -w2 './csv big.csv'", f"  Time (mean ± σ):     {ms}.{n} ms ±   2.{n} ms", ms=28_000)
        if keep:
            s.bash(f"git commit -qam '{what}'", "")
        else:
            s.bash("git checkout -q src/parse.rs", "")


@healthy("work:migrations", "crm-django", "Check that each of the last migrations can go back and forward again.", client="plain")
def one_step_down_and_up_for_each_revision(s):
    revisions = ["c41f", "b7a0", "a9de", "9c3b", "8d22", "7e10", "6f98", "5a01", "4b6c", "3c77"]
    for n, revision in enumerate(revisions[:-1]):
        s.bash("alembic downgrade -1", f"INFO  [alembic.runtime.migration] Context impl PostgresqlImpl.\nINFO  [alembic.runtime.migration] Running downgrade {revision} -> {revisions[n + 1]}, step {n}", ms=1200)
    for n in range(len(revisions) - 2, -1, -1):
        s.bash("alembic upgrade +1", f"INFO  [alembic.runtime.migration] Context impl PostgresqlImpl.\nINFO  [alembic.runtime.migration] Running upgrade {revisions[n + 1]} -> {revisions[n]}, step {n}", ms=1200)
    s.bash("alembic check", "No new upgrade operations detected.", ms=1100)


@healthy("work:extraction", "react-portal", "Take the hard-coded strings out of the settings pages into messages.", client="claude", gap=3)
def strings_taken_out_page_by_page(s):
    total = 210
    for n, page in enumerate(["Account", "Alerts", "Billing", "Devices", "Export", "Keys", "Language", "Members", "Plan", "Privacy", "Profile", "Security"]):
        s.look(f"src/settings/{page}.tsx", f"export const {page} = () => <h1>{page} settings</h1>;")
        s.edit(f"src/settings/{page}.tsx", f"<h1>{page} settings</h1>", f"<h1><FormattedMessage id=\"settings.{page.lower()}\" /></h1>")
    s.bash("npx formatjs extract 'src/**/*.tsx' --out-file lang/en.json && jq length lang/en.json", f"{total + 12}", ms=6000)
    s.bash("npx tsc --noEmit", "", ms=14_000)


@healthy("work:reverts", "api-perf", "p99 went from 80 to 140 ms within this week. Revert the suspects one at a time and measure.", client="codex")
def suspects_reverted_one_at_a_time(s):
    commits = [("1aa", 141), ("2bc", 139), ("3cf", 140), ("4d0", 141), ("5e9", 142), ("6f3", 139), ("70b", 82)]
    for commit, p99 in commits:
        s.bash(f"git revert --no-commit {commit}4f0d", "")
        s.bash("make -s && wrk -t4 -c64 -d30s --latency http://localhost:8080/orders | grep 99%", f"     99%  {p99}.00ms", ms=42_000)
        s.bash("git reset -q --hard", "")
    s.bash("git show --stat 70b4f0d | tail -3", " db/pool.go | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)")


@healthy("work:fuzz", "image-parsers", "Fuzz every parser for a minute and report crashes.", client="plain")
def each_fuzz_target_for_a_minute(s):
    for n, target in enumerate(["avif", "bmp", "dds", "exr", "farbfeld", "gif", "hdr", "ico", "jpeg", "png", "pnm", "qoi", "tga", "tiff", "webp"]):
        s.bash(f"cargo +nightly fuzz run {target} -- -max_total_time=60 -verbosity=0 2>&1 | tail -1", f"Done {(n * 48271 + 90001) % 400_000} runs in 61 second(s)", ms=64_000)


@healthy("work:secrets", "platform-secrets", "Rotate the database password of every service.", client="claude")
def passwords_rotated_service_by_service(s):
    for n, name in enumerate(["billing", "catalog", "geo", "ledger", "mailer", "orders", "search", "users"]):
        s.bash(f"vault write -f database/rotate-role/{name}", f"Success! Data written to: database/rotate-role/{name}")
        s.bash(f"kubectl -n {name} rollout restart deploy/{name}", f"deployment.apps/{name} restarted")
        s.bash(f"kubectl -n {name} rollout status deploy/{name} --timeout=120s", f"deployment \"{name}\" successfully rolled out", ms=31_000)


# Those that lead nowhere.

@stuck("loop:ignore", "pay-terminal", "The grype job fails because of one CVE without a fix. Get it green as agreed in SEC-88.", client="claude")
def an_ignore_rule_that_is_never_read(s):
    forms = ["ignore:\n  - vulnerability: CVE-2026-1142", "ignore:\n  - vulnerability: \"CVE-2026-1142\"", "ignore:\n- vulnerability: CVE-2026-1142\n  package:\n    name: libcurl", "ignore:\n  - vulnerability: CVE-2026-1142\n    fix-state: unknown", "ignore:\n  - vulnerability: GHSA-7mq2\n", "ignore:\n  - vulnerability: CVE-2026-1142\n    reason: SEC-88", "ignore:\n  - vulnerability: cve-2026-1142", "ignore:\n  - vulnerability: CVE-2026-1142 # SEC-88"]
    for n, form in enumerate(forms):
        if n == 5:
            s.stuck_here()
        s.write(".grype.yaml", form)
        s.bash("make scan", "cd deploy && grype --config deploy/grype.yaml --fail-on high terminal:4.0\nNAME     INSTALLED  FIXED-IN  TYPE  VULNERABILITY   SEVERITY\nlibcurl  8.11.0               apk   CVE-2026-1142   High\n[0012] ERROR discovered vulnerabilities at or above the severity threshold\nmake: *** [Makefile:31: scan] Error 2", 2, ms=13_000)


@stuck("loop:locks", "forecast-py", "pandas-ta is in pyproject.toml now; lock and install it.", client="plain")
def a_lock_file_removed_and_solved_again(s):
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.bash(["rm -f poetry.lock", "poetry cache clear pypi --all -n", "poetry env remove --all"][n % 3], ["", "", "Deleted virtualenv: forecast-XyZ1-py3.12"][n % 3])
        s.bash(["poetry lock", "poetry lock --no-cache", "poetry update pandas-ta"][n % 3], f"Updating dependencies\nResolving dependencies... ({3 + n}.{n}s)\n\nBecause no versions of pandas-ta match >0.4.71b0 and pandas-ta (0.4.71b0) depends on numpy (>=2.2.6), pandas-ta is forbidden.\nSo, because forecast depends on both numpy (<2) and pandas-ta, version solving failed.", 1, ms=6000)


@stuck("loop:sleeps", "inbox-e2e", "The test 'shows the new mail' is flaky, repair it.", client="claude")
def ever_longer_sleeps_before_one_assertion(s):
    waits = [500, 1000, 2000, 5000, 8000, 10_000, 15_000, 20_000, 30_000]
    for n, wait in enumerate(waits):
        if n == 5:
            s.stuck_here()
        s.edit("e2e/inbox.spec.ts", f"await page.waitForTimeout({waits[n - 1] if n else 100});", f"await page.waitForTimeout({wait});")
        s.bash("npx playwright test e2e/inbox.spec.ts", f"  ✘  1 inbox.spec.ts:14:5 › shows the new mail ({(wait + 5600) / 1000:.1f}s)\n    Error: expect(locator).toHaveText(expected) failed\n    Expected: \"1 new\"\n    Received: \"0 new\"\n  1 failed", 1, ms=wait + 7000)


@stuck("loop:tests", "invoice-parser", "Parsing of negative totals is wrong. Write a test and repair it.", client="codex")
def one_test_rewritten_and_the_code_never_touched(s):
    bodies = ["assert parse('-3,50').cents == -350", "total = parse('-3,50')\n    assert total.cents == -350", "assert parse(text='-3,50').cents == -350", "result = parse('-3,50').cents\n    assert result == -350, result", "inv = parse('-3,50')\n    assert inv.cents == -(350)", "assert -350 == parse('-3,50').cents", "expected = -350\n    assert parse('-3,50').cents == expected", "cents = parse('-3,50').cents\n    assert cents < 0 and cents == -350", "assert parse('-3,50').cents == int('-350')"]
    for n, body in enumerate(bodies):
        if n == 4:
            s.stuck_here()
        s.write("tests/test_negative.py", f"from invoice import parse\n\ndef test_negative():\n    {body}\n")
        s.bash("pytest -q tests/test_negative.py", f"E   AssertionError: 350 != -350\ntests/test_negative.py:{4 + n % 2}: AssertionError\nFAILED tests/test_negative.py::test_negative\n1 failed in 0.0{n + 1}s", 1)


@stuck("loop:linters", "widget-kit", "Make both the format check and the lint pass.", client="plain", gap=4)
def two_linters_that_undo_each_other(s):
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.bash("npx prettier --write src/table.ts", f"src/table.ts {40 + n * 3}ms")
        s.bash("npx eslint src", "src/table.ts\n  88:3  error  Expected indentation of 4 spaces but found 2  indent\n\n✖ 1 problem (1 error, 0 warnings)\n  1 error and 0 warnings potentially fixable with the `--fix` option.", 1, ms=2100)
        s.bash("npx eslint --fix src", "", ms=2200)
        s.bash("npx prettier --check src", "Checking formatting...\n[warn] src/table.ts\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.", 1, ms=900)


@stuck("loop:conflict", "billing-fork", "Resolve the conflict in tariffs.go so that the tests pass.", client="claude")
def theirs_and_ours_in_turn(s):
    for n in range(8):
        if n == 4:
            s.stuck_here()
        side = "theirs" if n % 2 == 0 else "ours"
        s.bash(f"git checkout --{side} tariffs.go", "Updated 1 path from the index")
        s.bash("go test ./...", ("./main.go:41:9: undefined: NightRate" if side == "theirs" else "./report.go:12:14: undefined: WeekendRate") + "\nFAIL\tacme/billing [build failed]", 1, ms=4000)
        if n in (2, 5):
            s.bash("git checkout -m tariffs.go", "Recreated 1 merge conflict")


@stuck("loop:reviewbot", "docs-api", "Get the review bot to approve pull request 77.", client="codex", gap=30)
def a_bot_that_is_told_that_it_is_done(s):
    texts = ["Done, thanks!", "This is addressed now.", "Addressed. Please re-review.", "@reviewbot review", "I believe this is resolved in the current state.", "@reviewbot resolve", "All comments are addressed, please approve.", "@reviewbot please re-check", "Resolved."]
    for n, text in enumerate(texts):
        if n == 4:
            s.stuck_here()
        s.bash(f"gh pr comment 77 --body '{text}'", f"https://github.com/acme/docs-api/pull/77#issuecomment-29{n}7714{n}", ms=900)
        s.bash("gh pr view 77 --json reviews --jq '.reviews[-1].body'" if n % 2 else "gh pr view 77 --json reviews --jq '.reviews[-1] | .body'", "Changes requested: `GET /rates` is still without a rate limit (src/routes/rates.ts:20). Head commit 4be1f09 was already reviewed.", ms=700)


@stuck("loop:profiles", "etl-worker", "The worker is slow, make it faster.", client="plain")
def one_profile_taken_again_and_again(s):
    commands = ["py-spy record -o p1.txt -f raw -d 30 --pid 4410", "py-spy record -o p2.txt -f raw -d 60 --pid 4410", "py-spy record -r 500 -o p3.txt -f raw -d 30 --pid 4410", "py-spy record --native -o p4.txt -f raw -d 30 --pid 4410", "py-spy record --gil -o p5.txt -f raw -d 30 --pid 4410", "py-spy record -t -o p6.txt -f raw -d 90 --pid 4410", "py-spy record -F -o p7.txt -f raw -d 30 --pid 4410", "py-spy record -r 1000 -o p8.txt -f raw -d 120 --pid 4410"]
    for n, command in enumerate(commands):
        if n == 4:
            s.stuck_here()
        s.bash(command, f"py-spy> Sampling process for a while\npy-spy> Wrote raw flamegraph data to 'p{n + 1}.txt'. Samples: {3000 + n * 411} Errors: 0", ms=33_000)
        s.bash(f"sort -t' ' -k2 -nr p{n + 1}.txt | head -1 | cut -d' ' -f1", "main;load;parse_dates;dateutil.parser.parse", ms=60)


@stuck("loop:codemod", "web-legacy", "Rewrite all React.createClass to classes with a codemod.", client="claude")
def a_codemod_that_matches_nothing(s):
    finders = ["j.CallExpression, {callee: {name: 'createClass'}}", "j.CallExpression, {callee: {property: {name: 'createClass'}}}", "j.MemberExpression, {property: {name: 'createClass'}}", "j.VariableDeclarator, {init: {callee: {property: {name: 'createClass'}}}}", "j.Identifier, {name: 'createClass'}", "j.CallExpression, n => n.callee?.property?.name === 'createClass'", "j.CallExpression, {callee: {object: {name: 'React'}}}", "j.ExpressionStatement", "j.Program"]
    for n, finder in enumerate(finders):
        if n == 5:
            s.stuck_here()
        s.write("codemods/to-class.js", f"module.exports = (file, {{jscodeshift: j}}) => j(file.source).find({finder}).replaceWith(toClass).toSource();\n")
        s.bash("npx jscodeshift -t codemods/to-class.js src --extensions=jsx", f"Processing 0 files...\nNo files selected, nothing to do.\nAll done.\nResults:\n0 errors\n0 unmodified\n0 skipped\n0 ok\nTime elapsed: 0.{31 + n * 7}seconds", ms=1900)


@stuck("loop:release", "sdk-release", "Publish release v2.4.0.", client="plain")
def a_release_whose_name_was_used(s):
    for n in range(8):
        if n == 3:
            s.stuck_here()
        s.bash(["git tag -d v2.4.0 && git tag v2.4.0", "git tag -f v2.4.0", "git tag -d v2.4.0; git tag -a v2.4.0 -m v2.4.0"][n % 3], [f"Deleted tag 'v2.4.0' (was 8f1c0a2)", "", "Deleted tag 'v2.4.0' (was 8f1c0a2)"][n % 3])
        s.bash(["gh release create v2.4.0 --generate-notes", "gh release create v2.4.0 --notes ''", "gh release create v2.4.0 --verify-tag --title v2.4.0", "gh api repos/acme/sdk/releases -f tag_name=v2.4.0"][n % 4], "HTTP 422: Validation Failed (https://api.github.com/repos/acme/sdk/releases)\ntag_name was used by an immutable release", 1, ms=1100)
