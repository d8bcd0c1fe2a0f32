"""The ninth set, first page: making and mending in many trades: front ends, services, builds, devices, clusters, documents,
git, with the long honest days of each and the days that go round in circles."""
from session import healthy, stuck


# Healthy.

@healthy("ninth:moving_error", "atlas_web", "Move the app from Vite 5 and React 18 to Vite 7 and React 19 and get `npm run build` green.", client="claude")
def a_front_end_upgrade_with_a_new_error_at_every_build(s):
    s.bash("npm install vite@7 react@19 react-dom@19 @vitejs/plugin-react@5 2>&1 | tail -4", "added 14 packages, removed 22 packages, changed 61 packages, and audited 912 packages in 19s\n\n181 packages are looking for funding\nfound 0 vulnerabilities", ms=19_400)
    steps = [
        ("src/main.tsx(9,3): error TS2305: Module '\"react-dom\"' has no exported member 'render'.", "src/main.tsx", "render(<App />, document.getElementById('root'))", "createRoot(document.getElementById('root')!).render(<App />)"),
        ("src/main.tsx(9,1): error TS2304: Cannot find name 'createRoot'.", "src/main.tsx", "import { render } from 'react-dom'", "import { createRoot } from 'react-dom/client'"),
        ("src/map/Legend.tsx(31,17): error TS2503: Cannot find namespace 'JSX'.", "src/map/Legend.tsx", "): JSX.Element", "): React.JSX.Element"),
        ("src/map/Layers.tsx(12,21): error TS2503: Cannot find namespace 'JSX'.", "src/map/Layers.tsx", "): JSX.Element[]", "): React.JSX.Element[]"),
        ("src/hooks/usePrev.ts(4,15): error TS2554: Expected 1 arguments, but got 0.", "src/hooks/usePrev.ts", "useRef<T>()", "useRef<T | undefined>(undefined)"),
        ("src/hooks/useTimer.ts(7,17): error TS2554: Expected 1 arguments, but got 0.", "src/hooks/useTimer.ts", "useRef<number>()", "useRef<number | null>(null)"),
        ("src/forms/Field.tsx(22,14): error TS2339: Property 'defaultProps' does not exist on type '({ label, hint }: FieldProps) => Element'.", "src/forms/Field.tsx", "Field.defaultProps = { hint: '' }", ""),
        ("error during build:\n[vite]: Rollup failed to resolve import \"react-query\" from \"/home/dev/atlas_web/src/api/client.ts\".", "src/api/client.ts", "from 'react-query'", "from '@tanstack/react-query'"),
        ("error during build:\n[vite:css] [postcss] tailwindcss: unknown at-rule `@apply` in /home/dev/atlas_web/src/styles/base.css:14:3", "postcss.config.js", "tailwindcss: {}", "'@tailwindcss/postcss': {}"),
        ("error during build:\n[vite:css] [sass] Can't find stylesheet to import.\n  ╷\n3 │ @import '~mapbox/css';", "src/styles/map.scss", "@import '~mapbox/css';", "@use 'mapbox-gl/dist/mapbox-gl.css';"),
        ("error during build:\nsrc/workers/tiles.ts?worker: Invalid value \"iife\" for option \"worker.format\" - UMD and IIFE output formats are not supported for code-splitting builds.", "vite.config.ts", "plugins: [react()],", "plugins: [react()],\n  worker: { format: 'es' },"),
    ]
    for n, (error, path, old, new) in enumerate(steps):
        s.bash("npm run build 2>&1 | tail -5", f"> atlas-web@3.8.0 build\n> tsc -b && vite build\n\n{error}", 0, ms=8100 + 411 * n)
        if n in (2, 4, 7):
            s.grep(old.strip("<>() "), "src", f"{path}:12:{old}")
        s.edit(path, old, new)
    s.bash("npm run build 2>&1 | tail -3", "dist/assets/index-BqX2k9aL.js   412.80 kB │ gzip: 131.02 kB\n✓ built in 11.32s", ms=14_000)


@healthy("ninth:flaky_hunt", "clinic_booking", "The Playwright test `reschedules an appointment` is flaky in CI. Find out why and make it steady.", client="codex")
def a_flaky_browser_test_run_again_and_again_until_it_holds(s):
    run = "npx playwright test e2e/reschedule.spec.ts --repeat-each={} --workers={} --reporter=line 2>&1 | tail -4"
    fails = "  {} failed\n    [chromium] › e2e/reschedule.spec.ts:41:3 › reschedules an appointment\n  {} passed ({:.1f}s)"
    s.bash(run.format(20, 1), "  20 passed (48.2s)", ms=49_000)
    s.bash(run.format(20, 4), fails.format(3, 17, 21.9), ms=23_000)
    s.bash("sed -n 30,70p e2e/reschedule.spec.ts", "test('reschedules an appointment', async ({ page }) => {\n  await page.getByRole('button', { name: 'Move' }).click();\n  await page.getByText('14:30').click();\n  await expect(page.getByTestId('slot')).toHaveText('14:30');")
    s.bash(run.format(40, 4), fails.format(5, 35, 44.0), ms=45_000)
    s.edit("e2e/reschedule.spec.ts", "await page.getByText('14:30').click();", "await page.getByRole('option', { name: '14:30' }).click();")
    s.bash(run.format(40, 4), fails.format(4, 36, 43.1), ms=44_000)
    s.bash("npx playwright show-trace --help >/dev/null; unzip -p test-results/reschedule-chromium-repeat11/trace.zip 0-trace.network | grep -o '\"url\":\"[^\"]*slots[^\"]*\"\\|\"status\":[0-9]*' | tail -6", "\"url\":\"http://localhost:3000/api/slots?day=2026-11-27\"\n\"status\":200\n\"url\":\"http://localhost:3000/api/slots?day=2026-11-27\"\n\"status\":409")
    s.bash("rg -n '409' src/server", "src/server/slots.ts:88:    return reply.code(409).send({ error: 'slot taken' })")
    s.bash("sed -n 70,100p src/server/slots.ts", "  const taken = await db.appointment.findFirst({ where: { slot } })\n  if (taken && taken.id !== id) {\n    return reply.code(409).send({ error: 'slot taken' })")
    s.edit("e2e/fixtures.ts", "const doctor = 'dr-weber'", "const doctor = `dr-${test.info().parallelIndex}`")
    s.bash(run.format(40, 4), fails.format(1, 39, 42.7), ms=43_000)
    s.bash(run.format(40, 4), fails.format(2, 38, 43.3), ms=44_000)
    s.bash("cat test-results/reschedule-chromium-repeat27/error-context.md | head -6", "# Test info\n- Name: reschedules an appointment\n# Error details\nError: expect(locator).toHaveText(expected) failed\nExpected string: \"14:30\"\nReceived string: \"13:30\"")
    s.bash("rg -n 'getTimezoneOffset|Intl' src/web/slots", "src/web/slots/format.ts:12:  const local = new Date(iso.getTime() - iso.getTimezoneOffset() * 60000)")
    s.edit("src/web/slots/format.ts", "new Date(iso.getTime() - iso.getTimezoneOffset() * 60000)", "toZonedTime(iso, clinic.timeZone)")
    for n in range(4):
        s.bash(run.format(100, 4), f"  100 passed ({107.4 + 1.7 * n:.1f}s)", ms=108_000 + 1600 * n)
    s.bash(run.format(60, 8), "  60 passed (51.0s)", ms=52_000)


@healthy("ninth:sweep", "ledger_api", "Make sure that each Alembic revision of this year goes up and down again on an empty database.", client="plain")
def every_migration_up_and_down_again(s):
    revisions = ["a91c03", "b7710e", "c02fe1", "d4419a", "e8b3c7", "f1906d", "0a2e55", "1c88d2", "2f6b90", "3d07a4", "47c1ee", "5be820", "6a10f3"]
    s.bash("createdb ledger_mig && alembic history | wc -l", "13")
    for n, revision in enumerate(revisions):
        before = revisions[n - 1] if n else ""
        s.bash(f"alembic -x db=ledger_mig upgrade {revision} 2>&1 | tail -1", f"INFO  [alembic.runtime.migration] Running upgrade {before} -> {revision}", ms=1900)
        s.bash(f"alembic -x db=ledger_mig downgrade -1 && alembic -x db=ledger_mig upgrade {revision} >/dev/null 2>&1; echo $?", "0" if revision != "2f6b90" else "1", ms=3300)
        if revision == "2f6b90":
            s.bash("alembic -x db=ledger_mig upgrade 2f6b90 2>&1 | tail -1", "sqlalchemy.exc.ProgrammingError: (psycopg.errors.DuplicateObject) type \"entry_kind\" already exists", 0)
            s.edit("migrations/versions/2f6b90_entry_kind.py", "op.drop_column('entry', 'kind')", "op.drop_column('entry', 'kind')\n    sa.Enum(name='entry_kind').drop(op.get_bind())")
            s.bash("dropdb ledger_mig && createdb ledger_mig && alembic -x db=ledger_mig upgrade 2f6b90 && alembic -x db=ledger_mig downgrade -1 && alembic -x db=ledger_mig upgrade 2f6b90 >/dev/null 2>&1; echo $?", "0", ms=9000)
    s.bash("alembic -x db=ledger_mig check", "No new upgrade operations detected.")


@healthy("ninth:bisect", "pixelforge", "Between v4.2.0 and main the PNG export got the colours wrong. Find the commit.", client="claude")
def a_bisect_by_hand_where_the_builds_are_alike(s):
    s.bash("git bisect start && git bisect bad main && git bisect good v4.2.0", "Bisecting: 1023 revisions left to test after this (roughly 10 steps)\n[5e0c1b7a] Merge pull request #2811 from kiln/tiles")
    tests = [("5e0c1b7a", False, 511, 9), ("90ab11fe", True, 255, 8), ("c3d01982", True, 127, 7), ("77e2ff01", False, 63, 6), ("1b6aa0d4", False, 31, 5), ("e90c7733", True, 15, 4), ("0f4bd6c9", False, 7, 3), ("a8810ee2", False, 3, 2), ("6cc2b1f5", True, 1, 1), ("df0e9a48", True, 0, 0)]
    for n, (commit, bad, left, more) in enumerate(tests):
        s.bash("cmake --build build -j16 2>&1 | tail -1 && build/pixelforge --export png tests/swatch.pxf /tmp/out.png && compare -metric AE tests/swatch.png /tmp/out.png null:", "[100%] Built target pixelforge\n" + ("4096" if bad else "0"), 1 if bad else 0, ms=64_000 + 7000 * (n * 3 % 5))
        s.bash("git bisect " + ("bad" if bad else "good"), f"Bisecting: {left} revision{'s' if left != 1 else ''} left to test after this (roughly {more} step{'s' if more != 1 else ''})\n[{tests[n + 1][0]}] export: change {n}" if n < 9 else "df0e9a48b1 is the first bad commit\ncommit df0e9a48b1\nAuthor: Maren Ihde\n\n    png: write the gAMA chunk from the document profile")
    s.bash("git show --stat df0e9a48 | tail -3", " src/export/png_writer.cc | 18 ++++++++++++++----\n 1 file changed, 14 insertions(+), 4 deletions(-)")
    s.bash("git bisect reset", "Previous HEAD position was df0e9a48 png: write the gAMA chunk\nSwitched to branch 'main'")


@healthy("ninth:rebase", "parcel_hub", "Rebase feature/tariffs onto main; it is 14 commits. Keep both sides' changelog lines.", client="codex")
def a_rebase_with_a_conflict_in_the_same_file_at_each_commit(s):
    subjects = ["tariffs: add table", "tariffs: zones", "tariffs: weight steps", "tariffs: surcharge", "tariffs: islands", "tariffs: cache", "tariffs: api", "tariffs: csv import", "tariffs: admin", "tariffs: audit log"]
    s.bash("git fetch origin && git rebase origin/main", "CONFLICT (content): Merge conflict in CHANGELOG.md\nerror: could not apply 8120aa1... tariffs: add table\nhint: Resolve all conflicts manually, mark them as resolved with\nCould not apply 8120aa1... tariffs: add table", 1)
    for n, subject in enumerate(subjects):
        s.bash("git diff --diff-filter=U | head -14", f"diff --cc CHANGELOG.md\n@@@ -4,{n + 3} -4,2 +4,{n + 8} @@@\n++<<<<<<< HEAD\n +- Labels: QR code in the corner (#9{n}1)\n++=======\n+ - {subject.capitalize()}\n++>>>>>>> {0x8120aa1 + n * 7919:x} ({subject})")
        s.edit("CHANGELOG.md", f"=======\n- {subject.capitalize()}\n>>>>>>>", f"- {subject.capitalize()}")
        after = subjects[n + 1] if n < 9 else None
        s.bash("git add CHANGELOG.md && GIT_EDITOR=true git rebase --continue", f"[detached HEAD {0x33ab01 + n * 104729:x}] {subject}\n" + (f"CONFLICT (content): Merge conflict in CHANGELOG.md\nCould not apply {0x8120aa1 + (n + 1) * 7919:x}... {after}" if after else "Successfully rebased and updated refs/heads/feature/tariffs."), 1 if after else 0)
    s.bash("composer test 2>&1 | tail -2", "OK (612 tests, 2210 assertions)", ms=38_000)
    s.bash("git range-diff origin/main@{1}...ORIG_HEAD HEAD | grep -c '^ *[0-9]*:'", "14")


@healthy("ninth:bench", "geo_index", "Make BenchmarkNearest at least 30 % faster; measure, don't guess.", client="plain")
def a_benchmark_measured_after_every_idea(s):
    bench = "go test -run '^$' -bench BenchmarkNearest -count 6 ./rtree | tee /tmp/new.txt | tail -3"

    def run(ns, allocs, ms=21_000):
        s.bash(bench, f"BenchmarkNearest-16  \t   {1_200_000_000 // ns}\t      {ns} ns/op\t     {allocs * 48} B/op\t      {allocs} allocs/op\nPASS\nok  \tgithub.com/acme/geo_index/rtree\t{ms / 1000:.3f}s", ms=ms)
    run(8412, 31)
    run(8388, 31)
    run(8460, 31)
    s.bash("cp /tmp/new.txt /tmp/old.txt; go test -run '^$' -bench BenchmarkNearest -cpuprofile cpu.out ./rtree >/dev/null && go tool pprof -top cpu.out | head -8", "      flat  flat%   sum%        cum   cum%\n     1.92s 24.10% 24.10%      4.01s 50.31%  rtree.(*queue).push\n     1.11s 13.93% 38.03%      1.11s 13.93%  runtime.memmove", ms=24_000)
    ideas = [("type queue []item", "type queue struct{ items [64]item; n int }", 7904, 22), ("math.Sqrt(dx*dx + dy*dy)", "dx*dx + dy*dy", 7511, 22), ("for _, child := range node.children", "for i := range node.children", 7498, 22), ("sort.Slice(q, func", "slices.SortFunc(q, func", 7620, 23), ("sort.Slice(q, func", "heap.Fix(q, 0) // was: sort", 6980, 11), ("make([]item, 0)", "pool.Get().([]item)", 6402, 3), ("pool.Get().([]item)", "scratch[:0]", 6388, 3), ("bounds [4]float64", "bounds [4]float32", 5790, 3)]
    for n, (old, new, ns, allocs) in enumerate(ideas):
        s.edit("rtree/nearest.go", old, new)
        run(ns, allocs, 20_400 + 300 * n)
        if n in (3, 6):
            s.bash("benchstat /tmp/old.txt /tmp/new.txt | tail -2", f"Nearest-16   8.41µ ± 1%   {ns / 1000:.2f}µ ± 2%  {(ns - 8420) / 84.2:.2f}% (p=0.002 n=6)")
        if n == 3:
            s.edit("rtree/nearest.go", new, old)
    s.bash("go test ./... 2>&1 | tail -4", "ok  \tgithub.com/acme/geo_index\t0.211s\nok  \tgithub.com/acme/geo_index/rtree\t2.402s", ms=9000)
    run(5812, 3)
    run(5784, 3)
    s.bash("benchstat /tmp/old.txt /tmp/new.txt | tail -1", "Nearest-16   8.41µ ± 1%   5.79µ ± 1%  -31.12% (p=0.002 n=6)")


@healthy("ninth:device", "meter_fw", "Flash the new firmware to the ten meters on the bench; I plug them in one after the other. Log version and serial.", client="claude", gap=9)
def devices_plugged_in_one_after_the_other(s):
    serials = ["E4B3230A", "E4B32311", "E4B3242C", "E4B32507", "E4B32519", "E4B32630", "E4B32644", "E4B3270B", "E4B32718", "E4B32802"]
    for n, serial in enumerate(serials):
        for again in range([0, 2, 1, 0, 3, 1, 0, 1, 2, 0][n]):
            s.bash("nrfutil device list --json-pretty | jq -r '.devices[].serialNumber'", "", 0, gap=14 + 5 * again)
        s.bash("nrfutil device list --json-pretty | jq -r '.devices[].serialNumber'", serial)
        s.bash(f"west flash -r nrfjprog --dev-id {serial} 2>&1 | tail -1", "Board with serial number " + serial + " flashed successfully.", ms=11_200 + 90 * n)
        if n % 3 == 0:
            s.bash("timeout 4 cat /dev/ttyACM0 | head -1", f"*** Booting meter_fw v2.6.1 (serial {serial}) ***", 0, ms=4000)
    s.bash("printf '%s\\n' " + " ".join(serials) + " | sed 's/$/,2.6.1/' > bench.csv; wc -l bench.csv", "10 bench.csv")


@healthy("ninth:translate", "recipe_app", "Translate the 12 new strings into each of our languages, one file at a time, and lint each.", client="codex")
def one_locale_file_after_another(s):
    words = {"de": "Einkaufsliste", "fr": "Liste de courses", "it": "Lista della spesa", "es": "Lista de la compra", "pt-BR": "Lista de compras", "nl": "Boodschappenlijst", "pl": "Lista zakupów", "cs": "Nákupní seznam", "sv": "Inköpslista", "fi": "Ostoslista", "tr": "Alışveriş listesi", "ja": "買い物リスト", "ko": "장보기 목록", "uk": "Список покупок"}
    s.bash("jq 'to_entries | map(select(.key | startswith(\"list.\"))) | length' locales/en.json", "12")
    for lang, word in words.items():
        s.edit(f"locales/{lang}.json", "  \"search.title\":", f"  \"list.title\": \"{word}\",\n  \"search.title\":")
        if lang in ("pl", "uk"):
            s.bash(f"npx i18n-lint --ref locales/en.json locales/{lang}.json", f"locales/{lang}.json\n  list.items: plural forms missing: few, many\n1 problem", 1)
            s.edit(f"locales/{lang}.json", "\"list.items_other\"", "\"list.items_few\": \"{{count}}\",\n  \"list.items_many\": \"{{count}}\",\n  \"list.items_other\"")
        s.bash(f"npx i18n-lint --ref locales/en.json locales/{lang}.json", "0 problems")
    s.bash("npm test -- locales 2>&1 | tail -3", "Test Suites: 1 passed, 1 total\nTests:       15 passed, 15 total", ms=4000)


@healthy("ninth:sweep", "orders_kmp", "After the Kotlin 2.2 bump, run the tests of all modules one by one (the daemon runs out of memory otherwise).", client="plain", codes=False)
def module_by_module_with_the_same_two_lines(s):
    modules = ["core", "core-jvm", "cart", "catalog", "checkout", "checkout-ui", "delivery", "discounts", "invoices", "labels", "notifications", "payments", "payments-sepa", "returns", "search", "stock", "taxes", "users"]
    for n, module in enumerate(modules):
        if module in ("labels", "taxes"):
            s.bash(f"./gradlew :{module}:test -q --no-daemon 2>&1 | tail -3", f"e: file:///home/dev/orders_kmp/{module}/src/main/kotlin/Render.kt:{20 + n}:9 'when' expression must be exhaustive. Add the 'is Pending' branch or an 'else' branch.", 0, ms=31_000)
            s.edit(f"{module}/src/main/kotlin/Render.kt", "is Done ->", "is Pending -> render(state.since)\n        is Done ->")
        s.bash(f"./gradlew :{module}:test -q --no-daemon 2>&1 | tail -3", "WARNING: A restricted method in java.lang.System has been called\nWARNING: Use --enable-native-access=ALL-UNNAMED to avoid a warning for callers in this module", ms=28_000 + 2000 * (n % 4))
    s.bash("find . -path '*test-results/test*' -name '*.xml' | xargs grep -h -o 'failures=\"[0-9]*\"' | sort | uniq -c", "    241 failures=\"0\"")


@healthy("ninth:sweep", "infra_dns", "Our DNS records were clicked by hand. Import all of them into Terraform and end with an empty plan.", client="claude")
def records_imported_one_at_a_time(s):
    names = ["www", "api", "mail", "status", "docs", "cdn", "auth", "git", "grafana", "vpn", "chat", "shop"]
    s.write("records.tf", "\n".join(f'resource "cloudflare_dns_record" "{name}" {{\n  zone_id = var.zone\n  name    = "{name}"\n}}' for name in names))
    for n, name in enumerate(names):
        s.bash(f"terraform import cloudflare_dns_record.{name} $ZONE/{0x5f3a91c0e2 + n * 15485863:x} 2>&1 | tail -4", "Import successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", ms=4100)
    for n, name in enumerate(["mail", "cdn", "vpn", "shop", None]):
        s.bash("terraform plan -no-color 2>&1 | grep -E 'must be|will be|Plan:|No changes'", f"  # cloudflare_dns_record.{name} will be updated in-place\nPlan: 0 to add, {4 - n} to change, 0 to destroy." if name else "No changes. Your infrastructure matches the configuration.", ms=6000)
        if name:
            s.edit("records.tf", f'  name    = "{name}"', f'  name    = "{name}"\n  ttl     = {[300, 1, 60, 3600][n]}\n  proxied = {"true" if n % 2 else "false"}')


@healthy("ninth:perf", "mail_search", "Indexing takes 90 s for the sample mailbox. Bring it under 40 s.", client="codex", times="none")
def a_slow_program_made_faster_step_by_step(s):
    s.bash("cargo build --release 2>&1 | tail -1 && time target/release/index sample.mbox", "    Finished `release` profile [optimized] target(s) in 41.20s\nindexed 184220 messages\n\nreal\t1m31.402s\nuser\t1m28.110s", ms=133_000)
    s.bash("perf record -g target/release/index sample.mbox 2>/dev/null; perf report --stdio --no-children | grep -v '^#' | head -5", "    31.20%  index  index  [.] regex_automata::meta::Regex::search\n    18.04%  index  libc   [.] __memmove_avx_unaligned_erms\n    12.71%  index  index  [.] encoding_rs::Decoder::decode", ms=101_000)
    steps = [("src/tokens.rs", "Regex::new(PATTERN)?", "PATTERN_ONCE.get_or_init(build)", "1m12.870"), ("src/tokens.rs", "re.find_iter(text)", "memchr_split(text)", "1m02.115"), ("src/body.rs", "String::from_utf8_lossy(&bytes).into_owned()", "simdutf8::basic::from_utf8(&bytes)?", "0m55.904"), ("src/store.rs", "BTreeMap<String, Vec<u32>>", "HashMap<SmolStr, Vec<u32>>", "0m57.231"), ("src/store.rs", "HashMap<SmolStr, Vec<u32>>", "FxHashMap<SmolStr, Vec<u32>>", "0m51.660"), ("src/store.rs", "Vec::new()", "Vec::with_capacity(8)", "0m51.702"), ("src/main.rs", "for message in mbox", "mbox.par_bridge().for_each(|message|", "0m19.870")]
    for n, (path, old, new, real) in enumerate(steps):
        s.edit(path, old, new)
        if n == 6:
            s.bash("cargo build --release 2>&1 | grep -A4 '^error'", "error[E0277]: `RefCell<Lexer>` cannot be shared between threads safely\n  --> src/main.rs:44:29", 0)
            s.edit("src/main.rs", "let lexer = RefCell::new(Lexer::new());", "thread_local!(static LEXER: RefCell<Lexer> = RefCell::new(Lexer::new()));")
        s.bash("cargo build --release 2>&1 | tail -1 && time target/release/index sample.mbox", f"    Finished `release` profile [optimized] target(s) in {38 + n}.11s\nindexed 184220 messages\n\nreal\t{real}s\nuser\t1m{20 - n}.020s", ms=110_000 - 8000 * n)
        if n in (2, 5):
            s.bash("perf record -g target/release/index sample.mbox 2>/dev/null; perf report --stdio --no-children | grep -v '^#' | head -3", f"    {28 - n}.{n}1%  index  index  [.] index::{'body::decode' if n == 2 else 'store::Store::insert'}\n    11.4{n}%  index  libc   [.] malloc", ms=80_000)
        s.bash("target/release/index --dump sample.mbox | sha256sum", "9d2c0f7be1b3c4a0  -", ms=60_000)


@healthy("ninth:tdd", "lobby_elixir", "Write the matchmaking GenServer test first, as in the twelve examples of docs/matching.md.", client="claude")
def twelve_examples_written_test_first(s):
    examples = ["pairs two players", "keeps a lone player waiting", "prefers close ratings", "widens the range with time", "never pairs blocked players", "keeps parties together", "respects the region", "falls back to other regions", "drops a player that left", "is fair to long waiters", "limits bots", "survives a crash"]
    for n, example in enumerate(examples):
        s.edit("test/lobby/matcher_test.exs", "  # next example", f"  test \"{example}\" do\n    assert {{:ok, _}} = Matcher.run(example({n + 1}))\n  end\n\n  # next example")
        s.bash("mix test test/lobby/matcher_test.exs", f"  1) test {example} (Lobby.MatcherTest)\n     test/lobby/matcher_test.exs:{9 + 4 * n}\n     ** (FunctionClauseError) no function clause matching in Lobby.Matcher.step/2\n\nFinished in 0.{3 + n % 4} seconds\n{n + 1} tests, 1 failure", 2, ms=2200)
        s.edit("lib/lobby/matcher.ex", "  # next clause", f"  def step(%{{kind: {n + 1}}} = queue, now), do: queue |> rule_{n + 1}(now) |> emit()\n\n  # next clause")
    s.bash("mix test 2>&1 | tail -2", "Finished in 1.9 seconds\n88 tests, 0 failures", ms=4000)


@healthy("ninth:format", "dive_log", "Work out the .DLX format of the old dive computer and write a reader; samples are in samples/.", client="plain")
def a_file_format_read_out_byte_by_byte(s):
    looks = [(0, "00000000: 444c 5831 0200 1c00 8e01 0000 0000 a0c1  DLX1............"), (28, "0000001c: 1400 0a00 ff7f 0000 1300 1e00 0380 0000  ................"), (398, "0000018e: 4576 7400 0500 0000 b400 0100 f000 0200  Evt............."), (512, "00000200: 1200 2c01 ff7f 0000 1200 3601 ff7f 0000  ..,.......6....."), (9_204, "000023f4: 0000 0000 0000 0000 454e 4421 8b2c 0000  ........END!.,..")]
    for offset, row in looks:
        s.bash(f"xxd -s {offset} -l 16 samples/a.dlx", row)
    tries = [("depth = H / 100", "record 0: depth 0.20 m temp 10.0 ok\nrecord 31: depth 327.67 m\nAssertionError: depth 327.67 m at record 31 (offset 276)"), ("if depth == 0x7fff: gap", "record 31: gap\nAssertionError: record 46 has marker 0x8003 (offset 396)"), ("marker & 0x8000 -> event block", "record 46: event block\nAssertionError: block name b'Evt\\x00' at offset 398 not known"), ("read block: name, count, pairs", "block Evt: 5 pairs\nAssertionError: time runs backward at record 47 (offset 424)"), ("time is relative to the last event", "record 47: t=240 s\nAssertionError: depth 65.4 m -> 3.1 m in 10 s at record 302 (offset 2464)"), ("signed temperature", "record 302: t=2790 s\nAssertionError: depth 65.4 m -> 3.1 m in 10 s at record 302 (offset 2464)"), ("interval changes with event 2", "record 302: interval 2 s\nAssertionError: record count 1016 != header 1014"), ("last two records are a trailer", "records 1014\nAssertionError: checksum 0x2c8b != 0x8b2c"), ("checksum is little-endian", "samples/a.dlx: 1014 records, max 65.4 m, 61 min, checksum ok")]
    for n, (change, output) in enumerate(tries):
        s.edit("dlx.py", f"    # step {n}", f"    {change}\n    # step {n + 1}")
        s.bash("python3 dlx.py samples/a.dlx", output, 0 if "checksum ok" in output else 1)
        dump = {1: (396, "0000018c: 0380 4576 7400 0500 0000 b400 0100 f000\n0000019c: 0200 0a00 1200 2c01 ff7f 0000 1200 3601"), 4: (2464, "000009a0: 8e19 3601 ff7f 0000 0780 4576 7400 0100\n000009b0: 0000 e60a 0200 3601 0100 8f19 ff7f 0000"), 6: (9188, "000023e4: 1300 1400 ff7f 0000 1200 1400 ff7f 0000\n000023f4: 0000 0000 0000 0000 454e 4421 8b2c 0000")}.get(n)
        if dump:
            s.bash(f"xxd -s {dump[0]} -l 32 samples/a.dlx", dump[1])
    for sample, rest in [("b", "880 records, max 31.0 m, 44 min, checksum ok"), ("c", "2210 records, max 18.2 m, 97 min, checksum ok"), ("d", "120 records, max 4.0 m, 9 min, checksum ok")]:
        s.bash(f"python3 dlx.py samples/{sample}.dlx | tail -1", f"samples/{sample}.dlx: {rest}")


@healthy("ninth:moving_error", "retail_dbt", "Port the warehouse from Redshift to Snowflake; build the models until all pass.", client="codex", gap=11)
def models_that_fail_one_after_the_other(s):
    failures = [("stg_orders", "001003 (42000): SQL compilation error:\n  syntax error line 4 at position 18 unexpected '::'.", "getdate()::date", "current_date()"), ("stg_customers", "002140 (42601): SQL compilation error:\n  Unknown function STRTOL", "strtol(hex, 16)", "to_number(hex, 'XXXXXXXX')"), ("stg_events", "002140 (42601): SQL compilation error:\n  Unknown function JSON_EXTRACT_PATH_TEXT with 3 arguments", "json_extract_path_text(p, 'a', 'b')", "p:a.b::string"), ("int_sessions", "000904 (42000): SQL compilation error: error line 11 at position 8\n  invalid identifier 'SESSION_START'", "session_start", "\"session_start\""), ("int_baskets", "002140 (42601): SQL compilation error:\n  Unknown function LISTAGG_DISTINCT", "listagg_distinct(sku, ',')", "listagg(distinct sku, ',')"), ("fct_sales", "100038 (22018): Numeric value 'N/A' is not recognized", "price::decimal(10,2)", "try_to_decimal(price, 10, 2)"), ("fct_returns", "000904 (42000): SQL compilation error: error line 6 at position 2\n  invalid identifier 'DATEDIFF_DAYS'", "datediff_days(a, b)", "datediff(day, a, b)"), ("dim_store", "001003 (42000): SQL compilation error:\n  syntax error line 9 at position 0 unexpected 'distkey'.", "{{ config(dist='store_id') }}", "{{ config(cluster_by=['store_id']) }}")]
    for n, (model, error, old, new) in enumerate(failures):
        s.bash("dbt build --fail-fast 2>&1 | tail -7", f"{9 + n}:1{n}:02  Database Error in model {model} (models/{model}.sql)\n  {error}\n{9 + n}:1{n}:02  Done. PASS={6 + 7 * n} WARN=0 ERROR=1 SKIP={70 - 7 * n} TOTAL=77", 0, ms=41_000 + 5000 * n)
        s.bash(f"cat models/{model}.sql | head -20", f"with source as (\n  select {old} from {{{{ source('raw', '{model[4:]}') }}}}\n)")
        s.edit(f"models/{model}.sql", old, new)
    s.bash("dbt build 2>&1 | tail -2", "Done. PASS=77 WARN=0 ERROR=0 SKIP=0 TOTAL=77", ms=140_000)


@healthy("ninth:waiting", "city_portal", "I have changed the DNS of portal.stadt.example to the new box. As soon as it has spread, get a certificate and switch nginx over.", client="plain", codes=False, gap=4)
def a_name_that_takes_its_time_to_spread(s):
    s.bash("dig +short portal.stadt.example @ns1.hoster.example", "203.0.113.80")
    for n in range(16):
        s.bash("sleep 120; dig +short portal.stadt.example @1.1.1.1", "198.51.100.14" if n < 15 else "203.0.113.80", ms=120_090 + 3 * n)
        if n == 9:
            s.bash("dig portal.stadt.example @1.1.1.1 | grep -A1 'ANSWER SECTION'", ";; ANSWER SECTION:\nportal.stadt.example.\t611\tIN\tA\t198.51.100.14")
    s.bash("sudo certbot certonly --nginx -d portal.stadt.example -n --agree-tos -m it@stadt.example 2>&1 | tail -2", "Successfully received certificate.\nCertificate is saved at: /etc/letsencrypt/live/portal.stadt.example/fullchain.pem", ms=9000)
    s.edit("sites/portal.conf", "ssl_certificate /etc/ssl/snakeoil.pem;", "ssl_certificate /etc/letsencrypt/live/portal.stadt.example/fullchain.pem;")
    s.bash("sudo nginx -t && sudo systemctl reload nginx", "nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\nnginx: configuration file /etc/nginx/nginx.conf test is successful")
    s.bash("curl -sI https://portal.stadt.example | head -1", "HTTP/2 200")


# Stuck.

@stuck("ninth:blames_cache", "trip_planner", "`npm run dev` shows 'Failed to resolve import' since the last merge. Fix it.", client="claude")
def caches_cleared_in_turn_for_a_file_that_is_not_there(s):
    s.bash("npx vite build 2>&1 | tail -3", "error during build:\n[vite:import-analysis] Failed to resolve import \"@/lib/fares\" from \"src/pages/Quote.tsx\". Does the file exist?", 0, ms=5100)
    s.look("vite.config.ts", "export default defineConfig({\n  resolve: { alias: { '@': '/src' } },\n})")
    cures = ["rm -rf node_modules/.vite", "rm -rf node_modules/.cache dist", "rm -rf node_modules package-lock.json && npm install", "npm cache clean --force", "npx vite optimize --force", "rm -rf ~/.npm/_cacache && npm ci", "touch vite.config.ts", "watchman watch-del-all", "rm -rf node_modules/.vite-temp", "npm rebuild", "npm dedupe"]
    replies = {"npm cache clean --force": "npm warn using --force Recommended protections disabled.", "npm rebuild": "rebuilt dependencies successfully", "npm dedupe": "up to date in 3s"}
    for n, cure in enumerate(cures):
        if n == 2:
            s.stuck_here()
        s.bash(cure, replies.get(cure, "added 812 packages in 14s" if "install" in cure or " ci" in cure else ""), ms=900 + 1200 * (n % 4))
        s.bash(["npx vite build 2>&1 | tail -3", "npm run build 2>&1 | tail -3", "npx vite build --force 2>&1 | tail -4"][n % 3], ("vite v7.1.4 building for production...\n" if n % 3 == 2 else "") + "error during build:\n[vite:import-analysis] Failed to resolve import \"@/lib/fares\" from \"src/pages/Quote.tsx\". Does the file exist?", 0, ms=4700 + 200 * n)


@stuck("ninth:restart", "intranet_box", "The wiki does not come up after the reboot. Get wiki.service running.", client="plain")
def a_service_restarted_with_the_same_line_in_the_journal(s):
    s.bash("systemctl status wiki --no-pager -n0", "× wiki.service - Team wiki\n     Loaded: loaded (/etc/systemd/system/wiki.service; enabled; preset: enabled)\n     Active: failed (Result: exit-code) since Fri 2026-11-27 08:02:11 CET; 4min ago", 3)
    s.bash("journalctl -u wiki -n 2 --no-pager", "Nov 27 08:02:11 intra wiki[811]: FATAL: config: unknown key \"stroage\" in /etc/wiki/wiki.toml:14\nNov 27 08:02:11 intra systemd[1]: wiki.service: Main process exited, code=exited, status=1/FAILURE")
    ways = ["sudo systemctl restart wiki", "sudo systemctl daemon-reload && sudo systemctl restart wiki", "sudo systemctl reset-failed wiki && sudo systemctl start wiki", "sudo systemctl stop wiki; sleep 3; sudo systemctl start wiki", "sudo service wiki restart", "sudo systemctl restart postgresql wiki", "sudo systemctl try-restart wiki; sudo systemctl start wiki", "sudo systemctl disable wiki && sudo systemctl enable --now wiki", "sudo systemctl restart wiki --no-block", "sudo systemctl daemon-reexec && sudo systemctl restart wiki", "sudo systemctl kill wiki; sudo systemctl start wiki", "sudo systemctl start wiki"]
    for n, way in enumerate(ways):
        if n == 3:
            s.stuck_here()
        s.bash(way, "Job for wiki.service failed because the control process exited with error code.\nSee \"systemctl status wiki.service\" and \"journalctl -xeu wiki.service\" for details." if "no-block" not in way else "", 1 if "no-block" not in way else 0, ms=1400)
        s.bash(["journalctl -u wiki -n 2 --no-pager", "journalctl -xeu wiki -n 2 --no-pager", "sudo journalctl -u wiki.service --since '1 min ago' --no-pager | tail -2"][n % 3], f"Nov 27 08:{8 + n:02}:4{n % 6} intra wiki[{1204 + 61 * n}]: FATAL: config: unknown key \"stroage\" in /etc/wiki/wiki.toml:14\nNov 27 08:{8 + n:02}:4{n % 6} intra systemd[1]: wiki.service: Main process exited, code=exited, status=1/FAILURE")


@stuck("ninth:managers", "sensor_ingest", "Set up the project on this server and run the ingest once.", client="codex")
def one_driver_through_every_package_manager(s):
    error = "Error: pg_config executable not found.\n\npg_config is required to build psycopg2 from source."
    ways = [("pip install psycopg2", "ERROR: Failed building wheel for psycopg2"), ("uv pip install psycopg2", "  × Failed to build `psycopg2==2.9.10`"), ("poetry add psycopg2", "  - Installing psycopg2 (2.9.10): Failed\n\n  ChefBuildError"), ("pip install --no-cache-dir psycopg2", "ERROR: Failed building wheel for psycopg2"), ("python3 -m pip install psycopg2==2.9.9", "ERROR: Failed building wheel for psycopg2"), ("pdm add psycopg2", "[BuildError]: Building failed for psycopg2"), ("pipenv install psycopg2", "✘ Installation Failed: psycopg2"), ("pip install --upgrade pip setuptools wheel && pip install psycopg2", "ERROR: Failed building wheel for psycopg2"), ("uv add psycopg2", "  × Failed to build `psycopg2==2.9.10`"), ("pip install --user psycopg2", "ERROR: Failed building wheel for psycopg2"), ("rye add psycopg2 && rye sync", "error: Failed to build `psycopg2==2.9.10`"), ("pip install --no-build-isolation psycopg2", "ERROR: Failed to build installable wheels for psycopg2"), ("python3 -m venv /tmp/v && /tmp/v/bin/pip install psycopg2", "ERROR: Failed building wheel for psycopg2"), ("pip install psycopg2==2.8.6", "ERROR: Failed building wheel for psycopg2"), ("pip install git+https://github.com/psycopg/psycopg2", "ERROR: Failed building wheel for psycopg2"), ("uv pip install --no-binary psycopg2 psycopg2", "  × Failed to build `psycopg2==2.9.10`"), ("hatch run pip install psycopg2", "ERROR: Failed building wheel for psycopg2"), ("pip3.11 install psycopg2", "ERROR: Failed building wheel for psycopg2"), ("pip install --force-reinstall psycopg2", "ERROR: Failed building wheel for psycopg2"), ("poetry install -vvv", "  ChefBuildError: psycopg2 (2.9.10)")]
    for n, (way, head) in enumerate(ways):
        if n == 5:
            s.stuck_here()
        s.bash(way, f"{error}\n{head}", 1, ms=6100 + 800 * (n % 5))


@stuck("ninth:test_circle", "loyalty_points", "Two tests of test_points.py fail. Fix the rounding, please.", client="claude")
def a_rounding_turned_to_and_fro_between_two_tests(s):
    rules = ["int(amount * 1.5)", "round(amount * 1.5)", "math.floor(amount * 1.5)", "math.ceil(amount * 1.5)"]
    failing = {"int": ("test_gold_rounds_up", "assert 14 == 15"), "rou": ("test_refund_rounds_down", "assert 8 == 7"), "flo": ("test_gold_rounds_up", "assert 14 == 15"), "cei": ("test_refund_rounds_down", "assert 8 == 7")}
    s.look("points/rules.py", "def points(amount):\n    return int(amount * 1.5)")
    now = rules[0]
    for n in range(13):
        new = rules[(n + 1) % 4]
        if n == 4:
            s.stuck_here()
        s.edit("points/rules.py", f"    return {now}", f"    return {new}")
        test, why = failing[new[:3] if not new.startswith("math") else new[5:8]]
        s.bash("uv run pytest -n 4 tests/test_points.py -q 2>&1 | tail -5", f"    {why}\nE    +  where {why.split()[1]} = points({9.7 if '14' in why else 5.1})\nFAILED tests/test_points.py::{test} - {why}\n1 failed, 11 passed in 0.{61 + n * 7 % 30}s", 0, ms=1800 + 40 * n)
        now = new


@stuck("ninth:same_error", "alumni_db", "Run the migrations on staging and tell me when it is done.", client="plain", codes=False)
def two_heads_that_no_flag_makes_one(s):
    error = "ERROR [alembic.util.messaging] Multiple head revisions are present for given argument 'head'; please specify a specific target revision, '<branchname>@head' to narrow to a specific head, or 'heads' for all heads\nFAILED: Multiple head revisions are present for given argument 'head'"
    ways = ["alembic upgrade head", "alembic -c alembic.ini upgrade head", "poetry run alembic upgrade head", "python -m alembic upgrade head", "alembic --raiseerr upgrade head", "DATABASE_URL=$STAGING alembic upgrade head", "alembic upgrade head --sql | psql $STAGING", "cd migrations && alembic -c ../alembic.ini upgrade head", "alembic -x env=staging upgrade head", "make migrate", "flask db upgrade head", "python manage.py db upgrade head", "docker compose run --rm api alembic upgrade head", "PYTHONPATH=. alembic upgrade head", "alembic -n staging upgrade head", "uv run alembic upgrade head", "bash scripts/migrate.sh staging", "ALEMBIC_CONFIG=alembic.ini alembic upgrade head", "alembic upgrade head 2>&1 | tail -2", "env -i PATH=$PATH DATABASE_URL=$STAGING alembic upgrade head"]
    for n, way in enumerate(ways):
        if n == 5:
            s.stuck_here()
        s.bash(way, error if "tail" not in way else error.splitlines()[1], 255 if "|" not in way else 0, ms=1600 + 90 * n)


@stuck("ninth:versions", "tileset_tools", "Convert the 200 Tiled maps in maps/ to Godot scenes with a script.", client="claude")
def converters_of_every_version_that_die_at_the_same_map(s):
    names = ["convert.py", "convert_v2.py", "convert_simple.py", "convert_v3.py", "convert_robust.py", "convert_final.py", "convert_final2.py", "convert_v4.py", "convert_clean.py", "convert_new.py", "convert_working.py"]
    bodies = ["for layer in tree.findall('layer'):\n    data = layer.find('data').text\n    rows = [list(map(int, r.split(','))) for r in data.split('\\n')]", "import csv, io\nrows = list(csv.reader(io.StringIO(layer.find('data').text)))\ncells = [[int(c) for c in r] for r in rows]", "ids = [int(x) for x in data.split(',')]", "def parse(text):\n    return [int(part) for part in text.replace('\\n', ',').split(',')]", "class Layer:\n    def __init__(self, node):\n        self.cells = [int(v) for v in node.text.split(',')]", "import numpy as np\ncells = np.array([int(v) for v in text.split(',')])"]
    for n, name in enumerate(names):
        if n == 3:
            s.stuck_here()
        s.write(name, f"import sys, xml.etree.ElementTree as ET\n\n# version {n + 1}\n{bodies[n % 6]}\n")
        s.bash(f"python3 {name} maps out", f"cave_00.tmx -> out/cave_00.tscn\nTraceback (most recent call last):\n  File \"/home/dev/tileset_tools/{name}\", line {41 + 13 * n % 29}, in {['<module>', 'parse', '__init__'][n % 3]}\nValueError: invalid literal for int() with base 10: 'eJztwTEBAAAAwqD1T20PByg='", 1, ms=700 + 20 * n)


@stuck("ninth:same_error", "billing_helm", "Deploy release 2.14 of the billing chart to staging.", client="codex")
def another_operation_in_progress_for_ever(s):
    error = "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress"
    ways = ["helm upgrade billing ./chart -n staging", "helm upgrade billing ./chart -n staging --install", "helm upgrade billing ./chart -n staging --force", "helm upgrade billing ./chart -n staging --atomic", "helm upgrade --install billing ./chart -n staging --wait --timeout 10m", "helm upgrade billing ./chart -n staging --cleanup-on-fail", "helm upgrade billing ./chart -n staging --no-hooks", "helm upgrade billing ./chart -n staging --reset-values", "helm upgrade billing ./chart -n staging --reuse-values", "helm upgrade billing ./chart -n staging --set image.tag=2.14.0", "helm upgrade billing ./chart -n staging --debug", "helm dependency update ./chart && helm upgrade billing ./chart -n staging", "helm upgrade billing ./chart -n staging -f values.yaml -f values-staging.yaml", "helm upgrade billing ./chart -n staging --history-max 3", "helm upgrade billing ./chart --namespace=staging --replace", "helmfile -e staging apply", "helm upgrade billing ./chart -n staging --server-side=false", "helm upgrade billing ./chart -n staging --force --no-hooks", "helm template billing ./chart >/dev/null && helm upgrade billing ./chart -n staging", "helm upgrade billing ./chart -n staging --skip-crds"]
    for n, way in enumerate(ways):
        if n == 4:
            s.stuck_here()
        s.bash(way, ("Error: unknown flag: --replace" if "--replace" in way else ("Upgrading release=billing, chart=./chart, namespace=staging\n" if "helmfile" in way else "") + error), 1, ms=1300 + 70 * n, gap=15)


@stuck("ninth:invented_cause", "quote_engine", "PremiumTest.annualTotal fails since Monday. Please fix.", client="plain")
def a_wrong_sum_blamed_on_the_jvm(s):
    s.bash("mvn -q test -Dtest=PremiumTest 2>&1 | grep -A2 FAIL", "[ERROR] PremiumTest.annualTotal:58 expected: <1204.80> but was: <1204.79>\n[ERROR] Tests run: 9, Failures: 1, Errors: 0, Skipped: 0", 0, ms=11_000)
    s.say("This looks like a JVM issue; probably the JIT or the memory settings of surefire.")
    flags = ["-Xmx512m", "-Xmx1g", "-Xmx2g", "-Xint", "-XX:TieredStopAtLevel=1", "-XX:-UseCompressedOops", "-XX:+UseSerialGC", "-XX:+UseZGC", "-XX:+UseParallelGC", "-Xss4m", "-XX:MaxMetaspaceSize=512m"]
    for n, flag in enumerate(flags):
        if n == 3:
            s.stuck_here()
        s.edit("pom.xml", f"<argLine>{flags[n - 1] if n else ''}</argLine>", f"<argLine>{flag}</argLine>")
        s.bash(["mvn -q test -Dtest=PremiumTest 2>&1 | grep -A2 FAIL", "mvn -q clean test -Dtest=PremiumTest 2>&1 | tail -8 | grep ERROR"][n % 2], "[ERROR] PremiumTest.annualTotal:58 expected: <1204.80> but was: <1204.79>\n[ERROR] Tests run: 9, Failures: 1, Errors: 0, Skipped: 0", 0, ms=10_400 + 300 * n)


@stuck("ninth:blames_cache", "habit_ios", "The app does not compile after I added HabitKit. Fix the build.", client="claude")
def derived_data_deleted_for_a_type_error(s):
    error = "/home/dev/habit_ios/Sources/Today/TodayView.swift:37:24: error: cannot convert value of type 'HabitKit.Streak' to expected argument type 'Streak'\n** BUILD FAILED **"
    build = "xcodebuild -scheme Habit -sdk iphonesimulator -quiet build"
    s.bash(build, error, 65, ms=41_000)
    cures = [("rm -rf ~/Library/Developer/Xcode/DerivedData", ""), ("xcodebuild clean -scheme Habit 2>&1 | tail -1", "** CLEAN SUCCEEDED **"), ("rm -rf .build && swift package reset", ""), ("killall Xcode; rm -rf ~/Library/Caches/org.swift.swiftpm", "No matching processes belonging to you were found"), ("xcodebuild -resolvePackageDependencies | tail -1", "resolved source packages: HabitKit @ 1.4.0"), ("rm -rf ~/Library/Developer/Xcode/DerivedData/Habit-*", ""), ("pod deintegrate; pod install 2>&1 | tail -1", "Pod installation complete! There are 2 dependencies from the Podfile and 2 total pods installed."), ("sudo xcode-select -r", ""), ("rm -rf ~/Library/Developer/Xcode/DerivedData && xcodebuild clean -scheme Habit | tail -1", "** CLEAN SUCCEEDED **"), ("xcrun simctl erase all", ""), ("rm Package.resolved && swift package resolve | tail -1", "Computed https://github.com/acme/HabitKit at 1.4.0 (0.41s)")]
    for n, (cure, output) in enumerate(cures):
        if n == 3:
            s.stuck_here()
        s.bash(cure, output, ms=2000 + 500 * n)
        s.bash(build, error, 65, ms=39_000 + 700 * n)


@stuck("ninth:denied", "brand_site", "Commit the new footer and push it to main.", client="codex")
def a_protected_branch_pushed_at_in_every_way(s):
    error = "remote: error: GH006: Protected branch update failed for refs/heads/main.\nremote: error: Changes must be made through a pull request.\nTo github.com:acme/brand_site.git\n ! [remote rejected] {} -> main (protected branch hook declined)\nerror: failed to push some refs to 'github.com:acme/brand_site.git'"
    s.edit("src/footer.html", "© 2025", "© 2026")
    s.bash("git commit -qam 'Footer: 2026' && git push origin main", error.format("main"), 1, ms=2400)
    ways = ["git push", "git push origin HEAD:main", "git push --force origin main", "git push --force-with-lease origin main", "git pull --rebase && git push origin main", "git push -u origin main", "git push https://github.com/acme/brand_site.git main", "git commit --amend --no-edit && git push origin main", "git push origin HEAD:refs/heads/main", "git push --no-verify origin main", "git config --global push.default current && git push", "git push origin +HEAD:main", "git fetch --all && git rebase origin/main && git push origin HEAD:main", "git -c core.hooksPath=/dev/null push origin main", "git push --atomic origin main", "git remote set-url origin git@github.com:acme/brand_site.git && git push origin main", "GIT_SSH_COMMAND='ssh -i ~/.ssh/id_ed25519' git push origin main", "git push origin main --porcelain", "git checkout -B main && git push origin main"]
    for n, way in enumerate(ways):
        if n == 4:
            s.stuck_here()
        s.bash(way, ("Current branch main is up to date.\n" if "rebase" in way else "") + error.format("HEAD" if "HEAD" in way else "main"), 1, ms=1900 + 110 * (n % 6))


@stuck("ninth:undo_redo", "museum_rails", "Move the opening hours from the view into the model. One spec fails after it; have a look.", client="claude")
def a_change_undone_and_done_again(s):
    spec = "  1) Museum#open? is closed on holidays\n     Failure/Error: expect(museum).not_to be_open\n       expected `#<Museum id: 3>.open?` to be falsey, got true\n\n{} examples, 1 failure"
    old, new = "  def open?(at = Time.current)\n    hours.cover?(at)\n  end", "  def open?(at = Time.current)\n    !holiday?(at) && hours.cover?(at)\n  end"
    s.look("app/models/museum.rb", f"class Museum < ApplicationRecord\n{old}\nend")
    s.bash("bundle exec rspec spec/models/museum_spec.rb 2>&1 | tail -5", spec.format(14), 0, ms=5100)
    for n in range(7):
        if n == 2:
            s.stuck_here()
        s.edit("app/models/museum.rb", old, new)
        s.bash("bundle exec rspec spec/models/museum_spec.rb 2>&1 | tail -5", spec.format(14), 0, ms=5000 + 60 * n)
        s.bash(["git checkout app/models/museum.rb", "git stash && git stash drop", "git restore app/models/museum.rb"][n % 3], ["Updated 1 path from the index", "Saved working directory and index state WIP on hours: 41ac8e0 Hours in model\nDropped refs/stash@{0} (8812cf)", ""][n % 3])
        s.bash("bundle exec rspec spec/models/museum_spec.rb 2>&1 | tail -5", spec.format(14), 0, ms=4900 + 70 * n)


@stuck("ninth:ended_wait", "kernel_yocto", "Start the Yocto build in the background (takes about an hour) and tell me when the image is there.", client="plain")
def a_build_that_failed_long_ago_is_still_awaited(s):
    s.bash("nohup bitbake core-image-kiosk > build.log 2>&1 &", "")
    for n, left in enumerate((4810, 4022, 3377)):
        s.bash("sleep 300; tail -1 build.log", f"NOTE: Running task {6120 - left} of 6120 (/home/dev/kernel_yocto/poky/meta/recipes-core/{['glibc/glibc', 'systemd/systemd', 'gtk+/gtk+3'][n]}.bb:do_compile)", ms=300_100)
    s.bash("sleep 300; tail -2 build.log", "ERROR: Task (/home/dev/kernel_yocto/meta-kiosk/recipes-qt/qtwebengine.bb:do_compile) failed with exit code '1'\nSummary: There was 1 ERROR message, returning a non-zero exit code.", ms=300_100)
    s.stuck_here()
    for n in range(18):
        s.bash(["sleep 60; tail -2 build.log", "sleep 90; tail -n 2 build.log", "sleep 60 && tail -2 build.log; ls tmp/deploy/images/kiosk 2>/dev/null"][n % 3], "ERROR: Task (/home/dev/kernel_yocto/meta-kiosk/recipes-qt/qtwebengine.bb:do_compile) failed with exit code '1'\nSummary: There was 1 ERROR message, returning a non-zero exit code.", 2 if n % 3 == 2 else 0, ms=[60_020, 90_030, 60_040][n % 3])


@stuck("ninth:device", "garden_esp", "Flash the irrigation controller on /dev/ttyUSB0.", client="codex")
def a_board_in_no_boot_mode_flashed_at_every_speed(s):
    error = "esptool.py v4.8.1\nSerial port {}\nConnecting......................................\n\nA fatal error occurred: Failed to connect to ESP32: No serial data received.\nFor troubleshooting steps visit: https://docs.espressif.com/projects/esptool/en/latest/troubleshooting.html"
    ways = ["idf.py -p /dev/ttyUSB0 flash", "idf.py -p /dev/ttyUSB0 -b 115200 flash", "idf.py -p /dev/ttyUSB0 -b 460800 flash", "esptool.py --port /dev/ttyUSB0 --baud 115200 write_flash 0x10000 build/garden.bin", "esptool.py --port /dev/ttyUSB0 --before default_reset chip_id", "esptool.py --port /dev/ttyUSB0 --before no_reset chip_id", "esptool.py --chip esp32 --port /dev/ttyUSB0 flash_id", "python -m esptool --port /dev/ttyUSB0 chip_id", "esptool.py --port /dev/ttyUSB0 --baud 57600 chip_id", "idf.py -p /dev/ttyUSB0 erase-flash", "esptool.py --port /dev/ttyUSB0 --connect-attempts 20 chip_id", "sudo esptool.py --port /dev/ttyUSB0 chip_id", "esptool.py --port /dev/ttyUSB0 --baud 9600 chip_id", "idf.py -p /dev/ttyUSB0 -b 921600 flash", "esptool.py --port /dev/ttyUSB0 --no-stub chip_id", "esptool.py --port /dev/ttyUSB0 read_mac", "idf.py fullclean && idf.py build >/dev/null && idf.py -p /dev/ttyUSB0 flash", "esptool.py --port /dev/ttyUSB0 --before usb_reset chip_id", "idf.py -p /dev/ttyUSB0 app-flash", "pio run -t upload --upload-port /dev/ttyUSB0"]
    for n, way in enumerate(ways):
        if n == 5:
            s.stuck_here()
        s.bash(way, error.format("/dev/ttyUSB0"), 2, ms=[21_000, 22_400, 20_900][n % 3])


@stuck("ninth:same_error", "fleet_dotnet", "Restore and build the solution on this machine.", client="claude")
def a_private_package_looked_for_in_public_feeds(s):
    error = "/home/dev/fleet_dotnet/src/Fleet.Api/Fleet.Api.csproj : error NU1101: Unable to find package Acme.Telemetry.Core. No packages exist with this id in source(s): nuget.org"
    s.bash("dotnet restore", error, 1, ms=3100)
    s.bash("cat nuget.config", "cat: nuget.config: No such file or directory", 1)
    ways = ["dotnet nuget locals all --clear && dotnet restore", "dotnet restore --no-cache", "dotnet restore --force", "dotnet build 2>&1 | grep error | head -1", "dotnet restore --source https://api.nuget.org/v3/index.json", "dotnet add src/Fleet.Api package Acme.Telemetry.Core", "dotnet restore -v n 2>&1 | grep error", "rm -rf ~/.nuget/packages && dotnet restore", "dotnet restore --disable-parallel", "dotnet restore --ignore-failed-sources", "dotnet add src/Fleet.Api package Acme.Telemetry.Core --version 3.1.0", "dotnet restore --force-evaluate", "find . -name obj -exec rm -rf {} + ; dotnet restore", "dotnet add src/Fleet.Api package Acme.Telemetry.Core --prerelease", "nuget restore Fleet.sln", "dotnet workload restore && dotnet restore", "dotnet msbuild -t:Restore", "DOTNET_CLI_UI_LANGUAGE=en dotnet restore"]
    for n, way in enumerate(ways):
        if n == 3:
            s.stuck_here()
        s.bash(way, error, 0 if "grep" in way else 1, ms=2800 + 230 * (n % 5))


@stuck("ninth:tweak", "annual_report", "The table on page 12 runs into the margin (overfull hbox). Make it fit.", client="codex", times="none")
def a_column_width_turned_up_and_down(s):
    widths = ["0.30", "0.28", "0.32", "0.30", "0.28", "0.31", "0.30", "0.29", "0.28", "0.30", "0.32", "0.30", "0.28"]
    s.bash("latexmk -pdf report.tex >/dev/null 2>&1; grep -A1 'Overfull' report.log", "Overfull \\hbox (41.3pt too wide) in paragraph at lines 210--224\n []")
    for n, (old, new) in enumerate(zip(widths, widths[1:])):
        if n == 4:
            s.stuck_here()
        s.edit("tables/assets.tex", f"p{{{old}\\textwidth}}", f"p{{{new}\\textwidth}}")
        s.bash("latexmk -pdf report.tex >/dev/null 2>&1; grep -A1 'Overfull' report.log", "Overfull \\hbox (41.3pt too wide) in paragraph at lines 210--224\n []")
