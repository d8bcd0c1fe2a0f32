"""Ordinary days, healthy: refactors, tests that get fewer failures, waiting, paging, searching, linting, merging, measuring."""
from session import healthy, run


@healthy("work:node", "shop-api", "We have winston wrapped in src/lib/logger now. Replace every console.log/console.error in src/routes with it.", client="claude")
def console_calls_replaced_in_fourteen_route_files(s):
    files = ["auth", "basket", "carriers", "coupons", "customers", "health", "invoices", "orders", "payments", "products", "refunds", "reviews", "search", "webhooks"]
    hits = {f: [(n * 17 % 61 + 9, n % 3) for n in range(k % 3 + 1)] for k, f in enumerate(files)}
    s.grep("console\\.(log|error|warn)", "src/routes", "\n".join(f"src/routes/{f}.ts:{line}:    console.error(err)" for f in files for line, _ in hits[f]))
    s.plan([("Replace console calls in src/routes", "in_progress"), ("Run tsc and the tests", "pending")])
    for k, f in enumerate(files):
        s.look(f"src/routes/{f}.ts", f"import {{ Router }} from 'express';\nimport {{ db }} from '../lib/db';\n\nexport const {f} = Router();\n\n{f}.get('/', async (req, res) => {{\n  try {{\n    res.json(await db.{f}.findMany());\n  }} catch (err) {{\n    console.error(err);\n    res.status(500).json({{ error: 'internal' }});\n  }}\n}});")
        s.edit(f"src/routes/{f}.ts", "import { db } from '../lib/db';", "import { db } from '../lib/db';\nimport { logger } from '../lib/logger';")
        s.edit(f"src/routes/{f}.ts", "    console.error(err);", f"    logger.error({{ err }}, '{f} request failed');")
        if k % 5 == 4:
            s.bash("npx tsc --noEmit", "", ms=7100 + k * 40)
    s.bash("grep -rn 'console\\.' src/routes | wc -l", "0")
    s.bash("npm test 2>&1 | tail -8", "Test Suites: 21 passed, 21 total\nTests:       188 passed, 188 total\nSnapshots:   0 total\nTime:        14.207 s\nRan all test suites.", ms=16_200)
    s.plan([("Replace console calls in src/routes", "completed"), ("Run tsc and the tests", "completed")])


@healthy("work:python", "billing-service", "Upgrade us from pydantic 1 to pydantic 2. Don't use the v1 shim.", client="codex")
def pytest_failures_fall_in_a_move_to_pydantic_two(s):
    s.bash("pip install -q 'pydantic>=2.7' pydantic-settings && pip freeze | grep -i pydantic", "pydantic==2.7.4\npydantic-settings==2.3.4\npydantic_core==2.18.4", ms=9800)
    steps = [(31, "app/settings.py", "from pydantic import BaseSettings", "from pydantic_settings import BaseSettings", "ImportError: `BaseSettings` has been moved to the `pydantic-settings` package"),
             (31, "app/models/invoice.py", "    @validator('amount')\n    def positive(cls, v):", "    @field_validator('amount')\n    @classmethod\n    def positive(cls, v):", "PydanticUserError: `@validator` cannot take `each_item`"),
             (26, "app/models/invoice.py", "    class Config:\n        orm_mode = True", "    model_config = ConfigDict(from_attributes=True)", "PydanticUserError: You must set the config attribute `from_attributes=True`"),
             (19, "app/models/customer.py", "    vat_id: Optional[str]", "    vat_id: Optional[str] = None", "ValidationError: 1 validation error for Customer\nvat_id\n  Field required"),
             (14, "app/api/invoices.py", "    return inv.dict(exclude_none=True)", "    return inv.model_dump(exclude_none=True)", "PydanticDeprecatedSince20: The `dict` method is deprecated"),
             (11, "app/models/money.py", "    def __get_validators__(cls):\n        yield cls.parse", "    def __get_pydantic_core_schema__(cls, source, handler):\n        return core_schema.no_info_plain_validator_function(cls.parse)", "PydanticUserError: `__get_validators__` is not supported in V2"),
             (5, "app/models/plan.py", "    code: constr(regex=r'^[A-Z]{3}$')", "    code: Annotated[str, Field(pattern=r'^[A-Z]{3}$')]", "TypeError: constr() got an unexpected keyword argument 'regex'"),
             (5, "tests/test_api.py", "assert body['detail'][0]['msg'] == 'field required'", "assert body['detail'][0]['msg'] == 'Field required'", "AssertionError: assert 'Field required' == 'field required'"),
             (2, "app/models/period.py", "    @root_validator\n    def ordered(cls, values):", "    @model_validator(mode='after')\n    def ordered(self):", "PydanticUserError: If you use `@root_validator` with pre=False you MUST specify `skip_on_failure=True`")]
    for n, (failed, path, old, new, why) in enumerate(steps):
        run(s, "python -m pytest -q --maxfail=100 2>&1 | tail -12", f"E   {why}\n=========================== short test summary info ============================\nFAILED {path.replace('app/', 'tests/test_').replace('/models/', '_')}\n{failed} failed, {164 - failed} passed in {6 + n * .31:.2f}s", ms=7000 + n * 210)
        if n % 3 == 1:
            s.look(path, f"from pydantic import BaseModel\n\n{old}\n")
        s.edit(path, old, new)
    run(s, "python -m pytest -q 2>&1 | tail -4", "........................................................................ [ 87%]\n....................                                                     [100%]\n164 passed in 8.91s", ms=9400)
    s.bash("git diff --stat | tail -1", " 9 files changed, 61 insertions(+), 58 deletions(-)")


@healthy("principle:flaky", "web-checkout", "CheckoutForm.test.tsx fails about every fourth time on CI. Run it a good dozen times to see how often it fails here, then fix it and show me it is stable.", client="claude")
def a_flaky_jest_test_counted_mended_and_counted_again(s):
    def once(n, bad):
        text = ("FAIL src/checkout/CheckoutForm.test.tsx\n  ● CheckoutForm › shows the shipping price\n\n    Unable to find an element with the text: €4.90\n\nTests:       1 failed, 8 passed, 9 total" if bad else "PASS src/checkout/CheckoutForm.test.tsx\n\nTests:       9 passed, 9 total") + f"\nTime:        {3.1 + n * .07:.3f} s"
        s.bash("npx jest src/checkout/CheckoutForm.test.tsx 2>&1 | tail -15", text, ms=3900 + n * 70)
    for n, bad in enumerate([0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0]):
        once(n, bad)
    s.say("3 of 12 runs fail, always in 'shows the shipping price'.")
    s.look("src/checkout/CheckoutForm.test.tsx", "test('shows the shipping price', async () => {\n  render(<CheckoutForm cart={cart} />);\n  await userEvent.selectOptions(screen.getByLabelText('Country'), 'DE');\n  await new Promise((r) => setTimeout(r, 50));\n  expect(screen.getByText('€4.90')).toBeInTheDocument();\n});", 41, 6)
    s.look("src/checkout/useShipping.ts", "export function useShipping(country: string) {\n  const [price, setPrice] = useState<number | null>(null);\n  useEffect(() => { fetchPrice(country).then(setPrice); }, [country]);\n  return price;\n}")
    s.edit("src/checkout/CheckoutForm.test.tsx", "  await new Promise((r) => setTimeout(r, 50));\n  expect(screen.getByText('€4.90')).toBeInTheDocument();", "  expect(await screen.findByText('€4.90')).toBeInTheDocument();")
    for n in range(12):
        once(n + 12, 0)
    s.say("12 of 12 pass after the fix.")


@healthy("work:ci", "ledger", "Push the branch, open a PR, and get the checks green. The matrix takes about 15 minutes.", client="claude")
def a_slow_matrix_awaited_mended_and_awaited_again(s):
    legs = ["lint", "test (3.10)", "test (3.11)", "test (3.12)", "integration"]
    s.bash("git push -u origin fix/rounding 2>&1", "remote: Create a pull request for 'fix/rounding' on GitHub by visiting:\nTo github.com:acme/ledger.git\n * [new branch]      fix/rounding -> fix/rounding", ms=3100)
    s.bash("gh pr create --fill", "https://github.com/acme/ledger/pull/412", ms=2400)

    def checks(done, bad=None, run_id=9917):
        rows = [f"{leg}\t{'fail' if leg == bad and k < done else 'pass' if k < done else 'pending'}\t{f'{k * 2 + 1}m{k * 17 % 60}s' if k < done else '0'}\thttps://github.com/acme/ledger/actions/runs/{run_id}/job/{run_id * 3 + k}" for k, leg in enumerate(legs)]
        s.bash("sleep 120; gh pr checks 412", "\n".join(rows), 8 if done < 5 else (1 if bad else 0), ms=121_300)
    for done in [0, 1, 1, 2, 2, 3, 4, 5]:
        checks(done, "test (3.12)")
    s.bash("gh run view 9917 --log-failed | tail -20", "test (3.12)\tpytest\tE   ImportError: cannot import name 'utcnow_naive' from 'ledger.clock'\ntest (3.12)\tpytest\t1 error in 2.20s", ms=2900)
    s.grep("utcnow_naive", "ledger", "ledger/clock.py:14:if sys.version_info < (3, 12):\nledger/clock.py:15:    def utcnow_naive():\nledger/rounding.py:3:from ledger.clock import utcnow_naive")
    s.edit("ledger/clock.py", "if sys.version_info < (3, 12):\n    def utcnow_naive():\n        return datetime.utcnow()", "def utcnow_naive():\n    return datetime.now(UTC).replace(tzinfo=None)")
    s.bash("python -m pytest -q tests/test_clock.py tests/test_rounding.py | tail -3", "18 passed in 0.62s", ms=1500)
    s.bash("git commit -qam 'Define utcnow_naive on every version' && git push 2>&1 | tail -1", "   3c1f0aa..77d1e02  fix/rounding -> fix/rounding", ms=2800)
    for done in [0, 1, 2, 2, 3, 4, 4, 5]:
        checks(done, None, 9931)
    s.bash("gh pr view 412 --json mergeStateStatus -q .mergeStateStatus", "CLEAN", ms=900)


@healthy("principle:paging", "gateway-ops", "Customer 88121 says her payment hung yesterday about 14:10. Go through logs/gateway.log around then and tell me what happened. It's big, don't cat it.", client="plain", times="at")
def a_gateway_log_paged_around_an_incident(s):
    s.bash("wc -l logs/gateway.log; grep -n 'T14:0[0-9]' logs/gateway.log | head -1; grep -n 'T14:2' logs/gateway.log | head -1", "918244 logs/gateway.log\n512001:2026-03-02T14:00:00.118Z INFO  up\n516820:2026-03-02T14:20:00.004Z INFO  up")
    for n in range(12):
        a = 514001 + n * 120
        body = "\n".join(f"2026-03-02T14:{8 + (n * 3 + k) // 9:02}:{(n * 17 + k * 7) % 60:02}.{(n * 271 + k * 97) % 1000:03}Z INFO  req={n * 8191 + k * 131:06x} POST /v1/payments 201 {38 + (n * k) % 20}ms" for k in range(7))
        if n == 7:
            body += "\n2026-03-02T14:11:02.311Z WARN  pool=psp-2 waiting=64 acquired=32 timeout=30000\n2026-03-02T14:11:02.500Z INFO  req=a3f1c9 customer=88121 POST /v1/payments queued"
        if n == 10:
            body += "\n2026-03-02T14:11:32.502Z ERROR req=a3f1c9 customer=88121 504 upstream acquire timeout pool=psp-2"
        s.bash(f"sed -n '{a},{a + 119}p' logs/gateway.log | cut -c1-160 | grep -v healthz | head -40", body)
    s.bash("grep -n 'pool=psp-2' logs/gateway.log | awk -F'[T.]' '{print $2}' | cut -c1-5 | sort | uniq -c", "      2 14:09\n     31 14:10\n    188 14:11\n     90 14:12\n      4 14:13")
    s.bash("grep -n 'a3f1c9' logs/gateway.log", "514902:2026-03-02T14:11:02.500Z INFO  req=a3f1c9 customer=88121 POST /v1/payments queued\n515311:2026-03-02T14:11:32.502Z ERROR req=a3f1c9 customer=88121 504 upstream acquire timeout pool=psp-2")
    s.say("The connection pool psp-2 was exhausted from 14:10 to 14:13; her request a3f1c9 waited 30 s for a connection and got a 504.")


@healthy("work:rust", "tidemark", "Turn on clippy::pedantic for the workspace and make every crate clean, one crate at a time please.", client="codex")
def clippy_pedantic_crate_by_crate(s):
    lints = ["must_use_candidate", "needless_pass_by_value", "cast_possible_truncation", "missing_errors_doc", "uninlined_format_args", "redundant_closure_for_method_calls"]
    for k, crate in enumerate(["core", "wire", "store", "index", "query", "http", "cli"]):
        first = k % 3 + 1
        text = "\n\n".join(f"warning: {lints[(k + j) % 6].replace('_', ' ')}\n  --> crates/{crate}/src/{['lib', 'page', 'scan'][j % 3]}.rs:{20 + k * 11 + j * 37}:5\n   = help: for further information visit https://rust-lang.github.io/rust-clippy/master/index.html#{lints[(k + j) % 6]}" for j in range(first))
        s.bash(f"cargo clippy -q -p tidemark-{crate} --all-targets -- -W clippy::pedantic 2>&1 | grep -A4 '^warning' | head -60", text, ms=11_000 + k * 300)
        for j in range(first):
            s.edit(f"crates/{crate}/src/{['lib', 'page', 'scan'][j % 3]}.rs", f"    pub fn len_{crate}{j}(&self) -> usize {{", f"    #[must_use]\n    pub fn len_{crate}{j}(&self) -> usize {{")
        s.bash(f"cargo clippy -q -p tidemark-{crate} --all-targets -- -D warnings -W clippy::pedantic; echo exit $?", "exit 0", ms=6200 + k * 210)
    s.bash("cargo test -q --workspace 2>&1 | grep 'test result' | sort | uniq -c", "     14 test result: ok. 0 failed; 0 ignored; 0 measured; 0 filtered out", ms=48_000)


@healthy("work:go", "courier", "Add a context.Context as first argument to every method of store.Store and thread it through all callers.", client="codex")
def a_context_argument_threaded_through_the_callers(s):
    s.bash("rg -n 'type Store interface' -A 14 internal/store/store.go", "12:type Store interface {\n13-\tParcel(id string) (*Parcel, error)\n14-\tSave(p *Parcel) error\n15-\tList(f Filter) ([]*Parcel, error)\n16-}")
    s.edit("internal/store/store.go", "\tParcel(id string) (*Parcel, error)\n\tSave(p *Parcel) error\n\tList(f Filter) ([]*Parcel, error)", "\tParcel(ctx context.Context, id string) (*Parcel, error)\n\tSave(ctx context.Context, p *Parcel) error\n\tList(ctx context.Context, f Filter) ([]*Parcel, error)")
    places = [("internal/store/postgres.go", 44, "Parcel"), ("internal/store/memory.go", 21, "Save"), ("internal/track/track.go", 70, "Parcel"), ("internal/track/batch.go", 33, "List"), ("internal/api/parcels.go", 58, "Parcel"), ("internal/api/parcels.go", 97, "Save"), ("internal/api/labels.go", 40, "Parcel"), ("internal/notify/mail.go", 26, "List"), ("cmd/courierd/main.go", 81, "List"), ("cmd/reindex/main.go", 30, "List")]
    for n, (path, line, method) in enumerate(places):
        left = places[n:]
        s.bash("go build ./... 2>&1 | head -20", "".join(f"# courier/{p.rsplit('/', 1)[0]}\n{p}:{ln}:{14 + len(m)}: not enough arguments in call to s.{m}\n\thave (string)\n\twant (context.Context, string)\n" for p, ln, m in left[:3]), ms=2100 + n * 33)
        s.edit(path, f"\t{method[0].lower()}{n}, err := s.{method}(arg{n})", f"\t{method[0].lower()}{n}, err := s.{method}(ctx, arg{n})")
    s.bash("go build ./... 2>&1 | head -20", "", ms=2400)
    s.bash("go vet ./... && go test ./... 2>&1 | tail -12", "ok  \tcourier/internal/api\t0.412s\nok  \tcourier/internal/notify\t0.118s\nok  \tcourier/internal/store\t1.906s\nok  \tcourier/internal/track\t0.233s", ms=12_000)


@healthy("work:git", "planner-web", "Rebase feature/calendar onto main. Resolve the conflicts carefully, both sides' behaviour must stay.", client="claude")
def a_feature_branch_rebased_commit_by_commit(s):
    s.bash("git fetch -q && git rebase origin/main 2>&1 | tail -6", "Auto-merging src/calendar/Grid.tsx\nCONFLICT (content): Merge conflict in src/calendar/Grid.tsx\nerror: could not apply 1a0c33f... Week view\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: \"git add/rm <conflicted_files>\", then run \"git rebase --continue\".", ms=1900)
    files = ["src/calendar/Grid.tsx", "src/calendar/Grid.tsx", "src/calendar/dates.ts", "src/calendar/Event.tsx", "src/api/events.ts", "src/calendar/Grid.tsx", "src/styles/calendar.css", "src/calendar/drag.ts", "package.json"]
    for n, f in enumerate(files):
        ours, theirs = f"  const step{n} = useStep(locale);", f"  const step{n} = useWeekStep();"
        s.bash("git diff --diff-filter=U | head -40", f"diff --cc {f}\nindex {n * 6151 + 91:07x},{n * 7727 + 33:07x}..0000000\n--- a/{f}\n+++ b/{f}\n@@@ -{n * 9 + 3},7 -{n * 9 + 3},7 +{n * 9 + 3},11 @@@\n++<<<<<<< HEAD\n +{ours}\n++=======\n+ {theirs}\n++>>>>>>> {n * 9931 + 257:07x} (calendar: part {n + 1})")
        s.edit(f, f"<<<<<<< HEAD\n{ours}\n=======\n{theirs}\n>>>>>>> {n * 9931 + 257:07x} (calendar: part {n + 1})", f"  const step{n} = useWeekStep(locale);")
        last = n == len(files) - 1
        s.bash(f"git add {f} && GIT_EDITOR=true git rebase --continue 2>&1 | tail -4", "Successfully rebased and updated refs/heads/feature/calendar." if last else f"Auto-merging {files[n + 1]}\nCONFLICT (content): Merge conflict in {files[n + 1]}\nerror: could not apply {(n + 1) * 9931 + 257:07x}... calendar: part {n + 2}", ms=900)
    s.bash("npm ci --silent && npm run -s typecheck && npm test -- --run 2>&1 | tail -4", " Test Files  33 passed (33)\n      Tests  271 passed (271)\n   Duration  11.80s", ms=52_000)


@healthy("work:database", "crm-backend", "Backfill contacts.normalized_email in batches of 50k on staging, not in one transaction. Tell me when it's complete.", client="plain")
def a_column_backfilled_in_batches(s):
    s.bash("psql $STAGING -Atc \"select count(*) from contacts where normalized_email is null\"", "842117", ms=1900)
    s.write("scripts/backfill.sql", "with b as (select id from contacts where normalized_email is null order by id limit 50000 for update skip locked)\nupdate contacts c set normalized_email = lower(trim(c.email)) from b where c.id = b.id;\n")
    left = 842117
    while left > 0:
        done = min(50000, left)
        left -= done
        s.bash("psql $STAGING -f scripts/backfill.sql", f"UPDATE {done}", ms=21_000 + left % 4000)
        if left // 50000 % 4 == 0:
            s.bash("psql $STAGING -Atc \"select count(*) from contacts where normalized_email is null\"", str(left), ms=1700)
    s.bash("psql $STAGING -c 'alter table contacts alter column normalized_email set not null'", "ALTER TABLE", ms=4100)


@healthy("principle:bisect", "charts-lib", "Rendering 10k points went from 40 ms to about 400 ms somewhere between v4.2.0 and main. Find the commit.", client="claude")
def the_commit_that_made_rendering_slow_is_bisected(s):
    s.bash("git bisect start main v4.2.0", "Bisecting: 511 revisions left to test after this (roughly 9 steps)\n[5f1e0b2] Axis: rotate labels", ms=300)
    left = 511
    for n, ms in enumerate([388, 402, 41, 395, 39, 43, 391, 40, 397]):
        s.bash("npm ci --silent --prefer-offline && node bench/render.js --points 10000", f"points=10000 runs=20 median={ms}.{n}ms p95={ms + 17}.{n * 3 % 10}ms", ms=21_000 + n * 300)
        left //= 2
        mark = "bad" if ms > 100 else "good"
        s.bash(f"git bisect {mark}", f"Bisecting: {left} revisions left to test after this (roughly {8 - n} steps)\n[{n * 15485863 + 7919:07x}] Change {511 - left}" if n < 8 else "e02d9c1 is the first bad commit\ncommit e02d9c1\nAuthor: R. Imai\n    Legend: measure every label on redraw\n src/legend.ts | 14 ++++++++++----", ms=250)
    s.bash("git show e02d9c1 --stat -p | head -50", "+  for (const p of this.points) this.measure(p.label);", ms=80)
    s.bash("git bisect reset", "Previous HEAD position was e02d9c1 Legend: measure every label on redraw\nSwitched to branch 'main'", ms=300)


@healthy("work:go", "hl7-parser", "Get allocations in BenchmarkParse down, it should be under 20 allocs/op. Measure after each change and drop what does not help.", client="plain", codes=False)
def allocations_measured_after_each_change(s):
    ideas = [("segments.go", "strings.Split(line, \"|\")", "splitFields(line, p.fields[:0])", 71), ("segments.go", "[]byte(field)", "field", 58), ("lexer.go", "fmt.Sprintf(\"%s^%s\", a, b)", "a + \"^\" + b", 57), ("lexer.go", "make([]token, 0)", "make([]token, 0, 64)", 44), ("parser.go", "map[string]Segment{}", "p.segments[:0]", 31), ("parser.go", "new(bytes.Buffer)", "bufPool.Get().(*bytes.Buffer)", 31), ("escape.go", "strings.NewReplacer(pairs...)", "replacer", 22), ("types.go", "time.Parse(layout, v)", "parseStamp(v)", 17)]
    bench = "go test -run '^$' -bench BenchmarkParse -benchmem ./... 2>&1 | grep Benchmark"
    s.bash(bench, "BenchmarkParse-8   \t   21310\t     55871 ns/op\t   31222 B/op\t      84 allocs/op", ms=4100)
    for n, (path, old, new, allocs) in enumerate(ideas):
        if n % 2 == 0:
            s.bash("go test -run '^$' -bench BenchmarkParse -memprofile /tmp/mem.out . >/dev/null && go tool pprof -sample_index=alloc_objects -top hl7.test /tmp/mem.out 2>/dev/null | head -8", f"Showing nodes accounting for {1900000 - n * 180000}, 91% of total\n      flat  flat%   sum%        cum   cum%\n   {612000 - n * 40000}  31.2% 31.2%    {612000 - n * 40000} 31.2%  hl7.(*Parser).{path.split('.')[0]}", ms=9300)
        s.edit(path, old, new)
        s.bash(bench, f"BenchmarkParse-8   \t   {22190 + n * 4100}\t     {53902 - n * 4411} ns/op\t   {29874 - n * 2811} B/op\t      {allocs} allocs/op", ms=4200 + n * 31)
        if n == 5:
            s.bash("git checkout parser.go && git stash list | wc -l", "0")
            s.edit(path, "map[string]Segment{}", "p.segments[:0]")
    s.bash("go test ./...", "ok  \thl7\t0.712s", ms=2600)


@healthy("principle:network", "field-app", "Install the deps and build the web bundle. The hotel wifi here is bad, just try again when it drops.", client="codex")
def an_install_over_hotel_wifi_that_comes_through(s):
    s.bash("npm ci 2>&1 | tail -5", "npm error code ECONNRESET\nnpm error network aborted\nnpm error network This is a problem related to network connectivity.", ms=61_000)
    s.bash("npm ci --prefer-offline 2>&1 | tail -5", "npm error code ECONNRESET\nnpm error network aborted\nnpm error network This is a problem related to network connectivity.", ms=83_000)
    s.bash("curl -sS -o /dev/null -w '%{http_code} %{time_total}\\n' https://registry.npmjs.org/react", "200 3.811", ms=3900)
    s.bash("npm config set fetch-retries 6 && npm config set fetch-timeout 120000 && npm ci --prefer-offline 2>&1 | tail -5", "added 1142 packages, and audited 1143 packages in 4m\n\nfound 0 vulnerabilities", ms=241_000)
    s.bash("npx playwright install chromium 2>&1 | tail -3", "Downloading Chromium 126.0.6478.63 - 141.2 Mb\n|■■■■■■■■                                | 20% of 141.2 Mb\nError: read ECONNRESET", ms=70_000)
    s.bash("npx playwright install chromium 2>&1 | tail -3", "Downloading Chromium 126.0.6478.63 - 141.2 Mb\n|■■■■■■■■■■■■■■■■■■■■■■■■■■■■            | 70% of 141.2 Mb\nError: read ECONNRESET", ms=140_000)
    s.bash("sleep 30; npx playwright install chromium 2>&1 | tail -3", "|■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■■| 100% of 141.2 Mb\nChromium 126.0.6478.63 (playwright build v1124) downloaded to /home/dev/.cache/ms-playwright/chromium-1124", ms=201_000)
    s.bash("npm run build 2>&1 | tail -6", "vite v5.3.1 building for production...\n✓ 2210 modules transformed.\ndist/index.html                 0.61 kB\ndist/assets/index-Bq81xk.js   412.90 kB\n✓ built in 9.02s", ms=10_700)
    s.bash("npm run test:e2e 2>&1 | tail -6", "Running 14 tests using 4 workers\n\n  14 passed (22.4s)", ms=24_000)
    s.bash("git status --short", "")
    s.bash("du -sh dist && ls dist/assets | wc -l", "1.9M\tdist\n18")
    s.bash("npx vite preview --port 4173 >/tmp/preview.log 2>&1 & sleep 2; curl -s -o /dev/null -w '%{http_code}\\n' localhost:4173", "200", ms=2300)


@healthy("work:frontend", "signup-web", "Go through the sign-up flow in the browser at 360, 768 and 1280 px and fix whatever overflows. Dev server is on 5173.", client="claude")
def a_sign_up_flow_walked_at_three_widths(s):
    steps = [("Email", "textbox", "e12", "dana@example.test"), ("Password", "textbox", "e15", "correct-horse-9"), ("Company", "textbox", "e21", "Hafen GmbH")]
    for n, width in enumerate([360, 768, 1280]):
        s.mcp("playwright", "browser_resize", {"width": width, "height": 800}, f"### Ran Playwright code\nawait page.setViewportSize({{ width: {width}, height: 800 }});")
        s.mcp("playwright", "browser_navigate", {"url": "http://localhost:5173/signup"}, "### Page state\n- Page URL: http://localhost:5173/signup\n- Page Title: Sign up\n- heading \"Create your account\" [ref=e4]\n- textbox \"Email\" [ref=e12]\n- textbox \"Password\" [ref=e15]\n- button \"Continue\" [ref=e18]", ms=900 + n * 40)
        for label, role, ref, text in steps:
            s.mcp("playwright", "browser_type", {"element": f"{label} {role}", "ref": ref, "text": text}, f"### Ran Playwright code\nawait page.getByRole('{role}', {{ name: '{label}' }}).fill('{text}');", ms=180)
            s.mcp("playwright", "browser_click", {"element": "Continue button", "ref": "e18"}, f"### Page state\n- Page URL: http://localhost:5173/signup?step={label.lower()}\n- button \"Continue\" [ref=e18]", ms=260)
        overflow = {360: 58, 768: 14, 1280: 0}[width]
        probe = {"function": "() => document.documentElement.scrollWidth - innerWidth"}
        s.mcp("playwright", "browser_evaluate", probe, f"### Result\n{overflow}")
        if overflow:
            s.look("src/signup/plan.css" if n else "src/signup/form.css", ".wide {\n  min-width: 418px;\n}" if not n else ".plans {\n  grid-template-columns: repeat(3, 260px);\n}")
            s.edit("src/signup/plan.css" if n else "src/signup/form.css", "repeat(3, 260px)" if n else "min-width: 418px", "repeat(auto-fit, minmax(220px, 1fr))" if n else "min-width: 0")
            s.mcp("playwright", "browser_evaluate", probe, "### Result\n0")
    s.mcp("playwright", "browser_console_messages", {"onlyErrors": True}, "")
    s.bash("git diff --stat", " src/signup/form.css | 2 +-\n src/signup/plan.css | 2 +-\n 2 files changed, 2 insertions(+), 2 deletions(-)")


@healthy("work:tracker", "mobile-2-9", "Triage the untriaged issues of the 2.9 milestone in Linear: read each, set a priority, and add the area label. No comments please.", client="plain")
def untriaged_issues_read_and_labelled(s):
    issues = [("MOB-811", "Crash when rotating the camera view", 1, "camera"), ("MOB-812", "Typo on the paywall", 4, "paywall"), ("MOB-815", "Push arrives twice on Android 14", 2, "push"), ("MOB-816", "Dark mode: unreadable hint", 3, "design"), ("MOB-819", "Sync stuck at 99 %", 1, "sync"), ("MOB-820", "Export to CSV has no BOM", 3, "export"), ("MOB-822", "App icon blurry on iPad", 4, "design"), ("MOB-823", "Login with SSO loops", 1, "auth"), ("MOB-827", "Haptics too strong", 4, "design"), ("MOB-829", "Search ignores umlauts", 2, "search")]
    s.mcp("linear", "list_issues", {"milestone": "2.9", "state": "Triage", "limit": 50}, [{"id": i, "title": t} for i, t, _, _ in issues])
    s.mcp("linear", "list_issue_labels", {"team": "MOB"}, ["camera", "paywall", "push", "design", "sync", "export", "auth", "search"])
    for i, title, priority, label in issues:
        s.mcp("linear", "get_issue", {"id": i}, {"id": i, "title": title, "description": f"Seen in 2.8.{len(title) % 5}. {title}, every time.", "state": "Triage", "labels": []})
        s.mcp("linear", "update_issue", {"id": i, "priority": priority, "labels": [label], "state": "Backlog"}, {"success": True})
    s.mcp("linear", "list_issues", {"milestone": "2.9", "state": "Triage", "limit": 50}, [])


@healthy("work:database", "tickets-api", "pg_stat_statements says four queries eat the database. Look at them on staging through the postgres MCP and write migrations for the indexes that really help.", client="claude")
def four_heavy_queries_explained_before_and_after(s):
    queries = [("select * from tickets where org_id = $1 and state = 'open' order by updated_at desc limit 50", "tickets", "org_id, state, updated_at desc", 812.4, 1.9), ("select count(*) from events where ticket_id = $1 and kind = 'reply'", "events", "ticket_id, kind", 431.0, 0.8), ("select * from attachments where sha256 = $1", "attachments", "sha256", 290.2, 0.1), ("select user_id, max(seen_at) from sessions group by user_id", "sessions", "user_id, seen_at desc", 1204.9, 1190.3)]
    s.mcp("postgres", "query", {"sql": "select queryid, calls, round(mean_exec_time) ms, left(query, 60) q from pg_stat_statements order by total_exec_time desc limit 4"}, [{"queryid": 71 + n, "calls": 90000 - n * 1700, "ms": round(q[3]), "q": q[0][:60]} for n, q in enumerate(queries)])
    for n, (sql, table, cols, before, after) in enumerate(queries):
        s.mcp("postgres", "query", {"sql": f"select indexdef from pg_indexes where tablename = '{table}'"}, [{"indexdef": f"CREATE UNIQUE INDEX {table}_pkey ON public.{table} USING btree (id)"}])
        s.mcp("postgres", "query", {"sql": f"explain (analyze, buffers) {sql.replace('$1', str(4411 + n))}"}, f"Seq Scan on {table} (actual time=0.031..{before - 1:.1f} rows={50 + n} loops=1)\n  Buffers: shared hit={1200 + n * 90} read={44000 + n * 812}\nExecution Time: {before} ms", ms=1100)
        s.mcp("postgres", "execute", {"sql": f"create index concurrently tmp_{table}_{n} on {table} ({cols})"}, "CREATE INDEX", ms=38_000 + n * 900)
        s.mcp("postgres", "query", {"sql": f"explain (analyze, buffers) {sql.replace('$1', str(4411 + n))}"}, (f"Index Scan using tmp_{table}_{n} on {table} (actual time=0.02..{after} rows={50 + n} loops=1)" if after < 100 else f"HashAggregate (actual time=1180..{after} rows=81000 loops=1)\n  ->  Seq Scan on {table}") + f"\nExecution Time: {after} ms")
        if after < 100:
            s.write(f"migrations/00{41 + n}_{table}_index.sql", f"create index concurrently if not exists ix_{table}_{n} on {table} ({cols});\n")
        s.mcp("postgres", "execute", {"sql": f"drop index concurrently tmp_{table}_{n}"}, "DROP INDEX", ms=500)
    s.say("Three indexes help; the sessions query reads the whole table anyway, so I left it and wrote down why.")


@healthy("work:docker", "pdf-service", "Our image is 2.1 GB. Bring it below 400 MB, and make sure that /render still works after every step.", client="codex")
def an_image_made_smaller_layer_by_layer(s):
    ideas = [("FROM python:3.12", "FROM python:3.12-slim", 1312), ("RUN apt-get install -y libreoffice", "RUN apt-get install -y --no-install-recommends libreoffice-writer", 902), ("RUN pip install -r requirements-dev.txt", "RUN pip install --no-cache-dir -r requirements.txt", 688), ("COPY . .", "COPY app/ app/", 541), ("RUN apt-get update\nRUN apt-get install -y --no-install-recommends libreoffice-writer", "RUN apt-get update && apt-get install -y --no-install-recommends libreoffice-writer-nogui && rm -rf /var/lib/apt/lists/*", 466), ("RUN pip install --no-cache-dir -r requirements.txt", "RUN pip install --no-cache-dir --no-compile -r requirements.txt && rm -rf /usr/lib/libreoffice/share/gallery /usr/share/doc", 371)]
    s.bash("cat Dockerfile; docker images pdf-service --format '{{.Size}}'", "FROM python:3.12\nCOPY . .\nRUN apt-get update\nRUN apt-get install -y libreoffice\nRUN pip install -r requirements-dev.txt\nCMD [\"gunicorn\", \"app:app\"]\n2.1GB")
    for n, (old, new, size) in enumerate(ideas):
        s.edit("Dockerfile", old, new)
        s.bash("docker build -q -t pdf-service:slim . && docker images pdf-service:slim --format '{{.Size}}'", f"sha256:{n * 982451653 + 17:012x}{n * 57885161 + 3:010x}\n{size}MB", ms=61_000 + n * 2100)
        if n == 3:
            s.bash("docker run -d --rm --name pdf -p 8000:8000 pdf-service:slim && sleep 3 && curl -s -o /tmp/o.pdf -w '%{http_code}' -F f=@tests/a.docx localhost:8000/render; docker logs pdf 2>&1 | tail -3; docker rm -f pdf", "0b1f9c22d0\n500FileNotFoundError: [Errno 2] No such file or directory: '/templates/cover.html'\npdf")
            s.edit("Dockerfile", "COPY app/ app/", "COPY app/ app/\nCOPY templates/ /templates/")
            s.bash("docker build -q -t pdf-service:slim . && docker images pdf-service:slim --format '{{.Size}}'", "sha256:9b2210ffee01\n541MB", ms=9000)
        s.bash("docker run -d --rm --name pdf -p 8000:8000 pdf-service:slim >/dev/null && sleep 3 && curl -s -o /tmp/o.pdf -w '%{http_code}\\n' -F f=@tests/a.docx localhost:8000/render; docker rm -f pdf", "200\npdf", ms=5200)


@healthy("principle:waiting", "search-stack", "Start the compose stack (elastic takes its time on this box), wait for it, load the fixtures and run the integration tests.", client="plain")
def a_compose_stack_that_needs_its_minutes(s):
    s.bash("docker compose up -d 2>&1 | tail -5", " Container search-stack-postgres-1  Started\n Container search-stack-elastic-1   Started\n Container search-stack-kibana-1    Started\n Container search-stack-api-1       Created", ms=14_000)
    for n in range(7):
        s.bash("docker compose ps --format 'table {{.Service}}\\t{{.Status}}'", f"SERVICE    STATUS\nelastic    Up {n * 20 + 16} seconds (health: starting)\nkibana     Up {n * 20 + 15} seconds (health: starting)\npostgres   Up {n * 20 + 16} seconds (healthy)", gap=20)
        if n in (2, 4):
            s.bash("docker compose logs --tail 2 elastic", f"elastic-1  | [2026-03-09T08:1{n}:11,204][INFO ][o.e.n.Node] {'initializing ...' if n == 2 else 'starting ...'}\nelastic-1  | [2026-03-09T08:1{n}:19,811][INFO ][o.e.p.PluginsService] loaded module [{'x-pack-core' if n == 2 else 'transport-netty4'}]")
    s.bash("curl -s localhost:9200/_cluster/health | jq -r .status", "", gap=20)
    s.bash("curl -s localhost:9200/_cluster/health | jq -r .status", "yellow", gap=20)
    s.bash("docker compose ps --format 'table {{.Service}}\\t{{.Status}}'", "SERVICE    STATUS\napi        Up 12 seconds (healthy)\nelastic    Up 3 minutes (healthy)\nkibana     Up 3 minutes (healthy)\npostgres   Up 3 minutes (healthy)")
    s.bash("make fixtures 2>&1 | tail -2", "indexed 18211 documents into articles\nindexed 903 documents into authors", ms=21_000)
    s.bash("make integration 2>&1 | tail -4", "---- 61 passed, 2 skipped in 48.11s ----", ms=52_000)
    s.bash("docker compose down 2>&1 | tail -1", " Network search-stack_default  Removed", ms=11_000)


@healthy("work:java", "insurance-core", "Move the modules from JUnit 4 to JUnit 5, one by one, and run each module's tests before you go on.", client="claude")
def junit_four_leaves_module_after_module(s):
    modules = ["common", "money", "policy", "claims", "rating", "documents", "broker-api", "batch", "reporting"]
    s.bash("grep -rl 'org.junit.Test;' --include='*.java' . | cut -d/ -f2 | sort | uniq -c", "\n".join(f"     {n * 3 + 4:2} {m}" for n, m in enumerate(modules)))
    for n, m in enumerate(modules):
        s.bash(f"grep -rl 'org.junit.Test;' {m}/src/test | xargs sed -i -e 's/org.junit.Test;/org.junit.jupiter.api.Test;/' -e 's/org.junit.Before;/org.junit.jupiter.api.BeforeEach;/' -e 's/@Before$/@BeforeEach/'", "")
        s.edit(f"{m}/pom.xml", "<artifactId>junit</artifactId>", "<artifactId>junit-jupiter</artifactId>")
        s.bash(f"mvn -q -pl {m} -am test 2>&1 | tail -15", "OpenJDK 64-Bit Server VM warning: Sharing is only supported for boot loader classes because bootstrap classpath has been appended" if n not in (2, 5) else f"[ERROR] /home/dev/insurance-core/{m}/src/test/java/ins/{m}/{m.title()}Test.java:[{31 + n},{9}] cannot find symbol\n  symbol:   method {'assertThat' if n == 2 else 'expectedException'}(int)\n[ERROR] Failed to execute goal maven-compiler-plugin:3.13.0:testCompile", ms=24_000 + n * 1300)
        if n in (2, 5):
            s.edit(f"{m}/src/test/java/ins/{m}/{m.title()}Test.java", "import static org.junit.Assert.*;" if n == 2 else "@Rule public ExpectedException expectedException", "import static org.hamcrest.MatcherAssert.assertThat;" if n == 2 else "// assertThrows below")
            s.bash(f"mvn -q -pl {m} -am test 2>&1 | tail -15", "OpenJDK 64-Bit Server VM warning: Sharing is only supported for boot loader classes because bootstrap classpath has been appended", ms=25_000)
    s.bash("mvn -q verify 2>&1 | tail -5; grep -rl 'org.junit.Test;' --include='*.java' . | wc -l", "0", ms=181_000)


@healthy("work:cpp", "mesh-tools", "Build with -fsanitize=address,undefined, run the tests, and fix what it reports until it is clean.", client="codex")
def sanitizer_reports_mended_in_turn(s):
    s.bash("cmake -S . -B build-san -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS='-fsanitize=address,undefined -fno-omit-frame-pointer' | tail -2", "-- Generating done (0.2s)\n-- Build files have been written to: /home/dev/mesh-tools/build-san")
    reports = [("heap-buffer-overflow on address 0x602000001134", "src/halfedge.cpp", 88, "for (size_t i = 0; i <= n; ++i)", "for (size_t i = 0; i < n; ++i)"), ("heap-use-after-free on address 0x60b0000012a8", "src/collapse.cpp", 141, "edges.erase(it); visit(*it);", "auto e = *it; edges.erase(it); visit(e);"), ("runtime error: signed integer overflow: 2147483647 + 1", "src/hash.h", 19, "int h = 17;", "uint32_t h = 17;"), ("runtime error: member access within null pointer of type 'Face'", "src/fill.cpp", 62, "f->twin->mark();", "if (f->twin) f->twin->mark();"), ("stack-use-after-scope on address 0x7ffd1c0", "src/cli.cpp", 33, "std::string_view name = arg.str();", "std::string name = arg.str();"), ("LeakSanitizer: detected memory leaks: 4096 byte(s) in 1 object(s)", "src/io_ply.cpp", 51, "auto* buf = new char[4096];", "std::vector<char> buf(4096);"), ("runtime error: load of misaligned address 0x5581f3 for type 'float'", "src/io_stl.cpp", 74, "float v = *(float*)p;", "float v; std::memcpy(&v, p, 4);")]
    for n, (what, path, line, old, new) in enumerate(reports):
        s.bash("ninja -C build-san 2>&1 | tail -1 && ctest --test-dir build-san --output-on-failure 2>&1 | grep -E 'ERROR|runtime error|#0|tests passed' | head -8", f"[{n + 3}/{n + 3}] Linking CXX executable mesh_tests\n{'==' + str(31007 + n * 77) + ('==ERROR: ' if 'Leak' in what else '==ERROR: AddressSanitizer: ') if 'error' not in what else path + ':' + str(line) + ':9: '}{what}\n    #0 0x{n * 7919 + 4198400:x} in mesh::run {path}:{line}\n{83 + n * 2}% tests passed, {7 - n} tests failed out of 41", ms=33_000 + n * 410)
        s.bash(f"sed -n '{line - 6},{line + 6}p' {path}", f"  // {path}\n  {old}\n")
        s.edit(path, f"  {old}", f"  {new}")
    s.bash("ninja -C build-san 2>&1 | tail -1 && ctest --test-dir build-san --output-on-failure 2>&1 | grep -E 'ERROR|runtime error|#0|tests passed' | head -8", "[4/4] Linking CXX executable mesh_tests\n100% tests passed, 0 tests failed out of 41", ms=36_000)


@healthy("work:typescript", "fleet-ui", "Switch on strictNullChecks and fix the fallout properly, no `!` and no `any`.", client="claude")
def strict_null_errors_that_go_down_with_one_bump(s):
    s.edit("tsconfig.json", "\"strictNullChecks\": false", "\"strictNullChecks\": true")
    places = [("src/api/client.ts", "const rows = body?.data ?? [];", 64), ("src/map/Marker.tsx", "const position = vehicle.position ?? null;", 59), ("src/hooks/useFleet.ts", "const fleet = data ?? [];", 38), ("src/types/vehicle.ts", "driver: Driver | null;", 43), ("src/table/columns.tsx", "const name = row.driver?.name ?? '—';", 27), ("src/map/Track.tsx", "const line = points.length ? points : undefined;", 22), ("src/forms/DriverForm.tsx", "const values = initial ?? emptyDriver;", 15), ("src/lib/geo.ts", "if (!a || !b) return null;", 11), ("src/lib/date.ts", "return d ? format(d) : '';", 6), ("src/pages/Depot.tsx", "if (!depot) return <Spinner />;", 2), ("src/pages/Login.tsx", "const message = error?.message;", 0)]
    for n, (path, new, count) in enumerate(places):
        if n % 2 == 0:
            s.look(path, f"  // {path}\n  const part{n} = x.{path.split('/')[-1].split('.')[0]};\n", 20 + n, 3)
        s.edit(path, f"  const part{n} = x.{path.split('/')[-1].split('.')[0]};", f"  {new}")
        s.bash("npx tsc --noEmit -p . | tee /tmp/tsc.txt | head -3; grep -c 'error TS' /tmp/tsc.txt", (f"{places[n + 1][0]}({31 + n * 4},{n + 9}): error TS2532: Object is possibly 'undefined'.\n" if count else "") + (f"{places[n + 2][0]}({12 + n},7): error TS18047: 'd' is possibly 'null'.\n" if n < 9 else "") + str(count), 0 if count else 1, ms=11_000 + n * 60)
        if n == 3:
            s.plan([("api and hooks", "completed"), ("types (43 now: the driver may be null)", "completed"), ("tables, forms, pages", "in_progress")])
    s.bash("npx vitest run 2>&1 | tail -4", " Test Files  58 passed (58)\n      Tests  402 passed (402)", ms=19_000)


@healthy("work:data", "churn", "Build a churn analysis notebook from data/customers.parquet: clean, explore, three plots, a logistic regression, short text. Execute it as you go so you see what the data is like.", client="plain", gap=9)
def a_churn_notebook_that_grows_by_a_cell_at_a_time(s):
    cells = [("df = pd.read_parquet('data/customers.parquet'); df.shape", "(48211, 23)"), ("df.isna().mean().sort_values().tail(4)", "phone 0.02\nplan 0.04\nlast_login 0.11\nreferrer 0.61"), ("df = df.drop(columns='referrer').dropna(subset=['plan'])", "46282 rows"), ("df.churned.mean()", "0.137"), ("df.groupby('plan').churned.mean()", "basic 0.19\npro 0.09\nteam 0.04"), ("df.tenure.plot.hist(bins=40)", "<Axes: ylabel='Frequency'>"), ("sns.boxplot(df, x='churned', y='tickets')", "<Axes: xlabel='churned'>"), ("pd.crosstab(df.country, df.churned, normalize='index').head()", "DE 0.88 0.12\nFR 0.85 0.15"), ("X = pd.get_dummies(df[cols]); X.shape", "(46282, 31)"), ("model = LogisticRegression(max_iter=200).fit(Xtr, ytr)", "ConvergenceWarning: lbfgs failed to converge (status=1)"), ("model = make_pipeline(StandardScaler(), LogisticRegression()).fit(Xtr, ytr)", "Pipeline(...)"), ("roc_auc_score(yte, model.predict_proba(Xte)[:, 1])", "0.814")]
    s.write("churn.ipynb", "{\"cells\": [], \"metadata\": {}, \"nbformat\": 4, \"nbformat_minor\": 5}")
    for n, (code, out) in enumerate(cells):
        s.other("notebook_edit", {"notebook_path": "/home/dev/churn/churn.ipynb", "edit_mode": "insert", "cell_id": f"c{n}", "cell_type": "code", "new_source": code}, f"Inserted cell c{n + 1}", ms=11)
        s.bash("jupyter nbconvert --to notebook --inplace --execute churn.ipynb 2>&1 | tail -1 && jq -r '.cells[-1].outputs[-1] | .text // .data[\"text/plain\"] | add' churn.ipynb", f"[NbConvertApp] Writing {9120 + n * 4177} bytes to churn.ipynb\n{out}", ms=9000 + n * 600)
    s.other("notebook_edit", {"notebook_path": "/home/dev/churn/churn.ipynb", "edit_mode": "insert", "cell_id": "c12", "cell_type": "markdown", "new_source": "## Result\nTenure and plan explain most of it; AUC 0.81."}, "Inserted cell c13", ms=10)


@healthy("principle:research", "shop-legacy", "An invoice shows 19.99 where the basket shows 20.00. I don't want a fix yet. Find out every place where we round prices and explain which one does it.", client="codex")
def many_searches_for_every_place_that_rounds(s):
    finds = [("ROUND_HALF", "", ""), ("round\\(", "app", "app/pricing/discount.py:31:    return round(price * (1 - pct), 2)\napp/reports/monthly.py:77:    total = round(sum(rows), 2)"), ("quantize", "app", "app/invoice/lines.py:58:    return amount.quantize(CENT, rounding=ROUND_DOWN)"), ("toFixed", "web/src", "web/src/basket/price.ts:9:  return (cents / 100).toFixed(2);"), ("Math\\.(round|floor|ceil)", "web/src", "web/src/basket/sum.ts:14:  return Math.round(net * 1.19);"), ("numeric\\(", "migrations", "migrations/0007_prices.sql:4:  price numeric(12,4) not null"), ("::int|floor\\(", "migrations", ""), ("decimal_places", "app", "app/models/item.py:22:    price = DecimalField(max_digits=12, decimal_places=4)"), ("NumberFormat", "web/src", "web/src/i18n/money.ts:3:export const eur = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });"), ("getcontext", "app", ""), ("floatformat", "templates", "templates/invoice.html:40:  {{ line.total|floatformat:2 }}"), ("CENT =", "app", "app/invoice/__init__.py:5:CENT = Decimal('0.01')"), ("truncate_to", ".", "")]
    for n, (pattern, where, hits) in enumerate(finds):
        s.grep(pattern, where or ".", hits)
        if hits and n in (1, 2, 4, 7):
            path, line = hits.split(":")[0], int(hits.split(":")[1])
            s.look(path, f"def part(amount):\n    # {path}\n    {hits.split(':', 2)[2].strip().splitlines()[0]}\n", max(1, line - 8), 16)
    s.bash("git log --oneline -3 -S ROUND_DOWN -- app/invoice/lines.py", "b81c022 Tax office wants rounding down per line (#1180)\n")
    s.bash("python - <<'E'\nfrom decimal import *\np = Decimal('16.7983') * Decimal('1.19')\nprint(p, p.quantize(Decimal('.01'), ROUND_DOWN), round(p, 2))\nE", "19.989977 19.98 19.99")
    s.bash("python - <<'E'\nfrom decimal import *\np = Decimal('16.8060') * Decimal('1.19')\nprint(p, p.quantize(Decimal('.01'), ROUND_DOWN), round(p, 2))\nE", "19.999140 19.99 20.00")
    s.say("app/invoice/lines.py:58 rounds each line down since #1180; the basket (web/src/basket/sum.ts:14) rounds half up. 16.8060 net gives 19.99 and 20.00.")


@healthy("work:docs", "backup-cli", "The CLI renamed --target to --to and dropped --force. Update every page under docs/ and keep mkdocs --strict happy.", client="plain", codes=False)
def documentation_pages_updated_to_renamed_flags(s):
    pages = ["index", "install", "quickstart", "guides/schedule", "guides/restore", "guides/encryption", "guides/s3", "reference/run", "reference/restore", "reference/prune", "faq", "upgrading"]
    s.bash("grep -rlE -- '--(target|force)' docs | sort", "\n".join(f"docs/{p}.md" for p in sorted(pages)))
    for n, p in enumerate(pages):
        s.look(f"docs/{p}.md", f"# {p.split('/')[-1].title()}\n\n```\nbackup run --target s3://b/{n} {'--force' if n % 3 == 0 else ''}\n```\n")
        s.edit(f"docs/{p}.md", f"backup run --target s3://b/{n} {'--force' if n % 3 == 0 else ''}", f"backup run --to s3://b/{n}")
        if n % 4 == 3:
            s.bash("mkdocs build --strict -q -d /tmp/site", "" if n != 7 else "WARNING -  Doc file 'reference/run.md' contains a link '#--target', but there is no such anchor on this page.\n\nAborted with 1 warnings in strict mode!", 0 if n != 7 else 1, ms=3100)
        if n == 7:
            s.edit("docs/reference/run.md", "[the target](#--target)", "[the target](#--to)")
            s.bash("mkdocs build --strict -q -d /tmp/site", "", ms=3000)
    s.bash("grep -rnE -- '--(target|force)' docs || true", "docs/upgrading.md:9:`--target` is now `--to`; `--force` is gone.")


@healthy("work:android", "garden-app", "Move the view models from LiveData to StateFlow, screen by screen; the app must compile after each screen.", client="claude")
def live_data_replaced_screen_by_screen(s):
    for n, screen in enumerate(["Home", "Plant", "Calendar", "Watering", "Scan", "Settings", "Profile"]):
        low = screen.lower()
        s.look(f"app/src/main/java/garden/{low}/{screen}ViewModel.kt", f"class {screen}ViewModel(private val repo: {screen}Repo) : ViewModel() {{\n    private val _state = MutableLiveData<{screen}State>()\n    val state: LiveData<{screen}State> = _state\n}}")
        s.edit(f"app/src/main/java/garden/{low}/{screen}ViewModel.kt", f"    private val _state = MutableLiveData<{screen}State>()\n    val state: LiveData<{screen}State> = _state", f"    private val _state = MutableStateFlow({screen}State())\n    val state: StateFlow<{screen}State> = _state.asStateFlow()")
        s.bash("./gradlew -q :app:compileDebugKotlin 2>&1 | tail -20", f"e: file:///home/dev/garden-app/app/src/main/java/garden/{low}/{screen}Fragment.kt:{40 + n * 7}:19 Unresolved reference: observe\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileDebugKotlin'.\n> Compilation error. See log for more details\n\nBUILD FAILED in {14 + n}s", ms=15_000 + n * 900)
        s.edit(f"app/src/main/java/garden/{low}/{screen}Fragment.kt", "        vm.state.observe(viewLifecycleOwner) { render(it) }", "        viewLifecycleOwner.lifecycleScope.launch { vm.state.collect { render(it) } }")
        s.bash("./gradlew -q :app:compileDebugKotlin 2>&1 | tail -20", "", ms=13_000 + n * 700)
    s.bash("./gradlew -q :app:testDebugUnitTest 2>&1 | tail -20 && git diff --shortstat", " 14 files changed, 49 insertions(+), 35 deletions(-)", ms=61_000)
