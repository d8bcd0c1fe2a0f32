"""Python and JavaScript repositories: issues reproduced and mended, suites run in many ways, pins, types, snapshots, codemods; and the dead ends of the same work."""
from session import healthy, run, stuck


@healthy("work:bugfix", "sqlbuild", "Issue #4127: `Query.union().order_by('pk')` raises IndexError when one side is empty(). Please fix it with a test. The test runner is tests/runtests.py.", client="claude")
def an_empty_union_reproduced_mended_and_tested_around(s):
    run(s, "cd /home/dev/sqlbuild && git log --oneline -3 && git status --short | head", "8c1f20e Refs #4098 -- Added tests for nested F() in windows.\n51b0aa7 Fixed #4110 -- Quoted aliases in RETURNING.\nd9377f4 Bumped version to 5.2.dev0")
    s.grep("def get_combinator_sql", "sqlbuild", "sqlbuild/compiler.py:541:    def get_combinator_sql(self, combinator, all):")
    run(s, "cat > reproduce.py <<'EOF'\nfrom sqlbuild import Query, table\nt = table('num', pk=int, v=int)\na = Query(t).filter(v__lt=3)\nb = Query(t).none()\nprint(a.union(b).order_by('pk').sql())\nEOF\npython reproduce.py", "Traceback (most recent call last):\n  File \"/home/dev/sqlbuild/reproduce.py\", line 5, in <module>\n    print(a.union(b).order_by('pk').sql())\n  File \"/home/dev/sqlbuild/sqlbuild/compiler.py\", line 428, in get_order_by\n    q.add_select(self.query.combined[0].select[idx])\nIndexError: tuple index out of range", 1)
    run(s, "sed -n '405,436p' sqlbuild/compiler.py", "        for expr, is_ref in self._order_by_pairs():\n            resolved = expr.resolve_expression(self.query, allow_joins=True, reuse=None)\n            if self.query.combinator and self.select:\n                src = resolved.expressions[0]\n                expr_src = expr.expressions[0]\n                for idx, (sel_expr, _, col_alias) in enumerate(self.select):\n                    if is_ref and col_alias == src.refs:\n                        src = src.source\n                    if src == sel_expr:\n                        break\n                else:\n                    q.add_select(self.query.combined[0].select[idx])\n")
    s.edit("sqlbuild/compiler.py", "                else:\n                    q.add_select(self.query.combined[0].select[idx])", "                else:\n                    for q in self.query.combined:\n                        if not q.is_empty():\n                            q.add_select(src)", rejected="missing")
    run(s, "sed -n '414,418p' sqlbuild/compiler.py | cat -A | cut -c1-90", "                else:$\n                    q.add_select(  self.query.combined[0].select[idx])$\n                resolved.set_source_expressions([Ref(col_alias, src)])$\n            sql, params = self.compile(resolved)$")
    s.edit("sqlbuild/compiler.py", "                    q.add_select(  self.query.combined[0].select[idx])", "                    for q in self.query.combined:\n                        if not q.is_empty():\n                            q.add_select(src)")
    run(s, "python reproduce.py", "Traceback (most recent call last):\n  File \"/home/dev/sqlbuild/reproduce.py\", line 5, in <module>\n    print(a.union(b).order_by('pk').sql())\n  File \"/home/dev/sqlbuild/sqlbuild/compiler.py\", line 418, in get_order_by\n    if not q.is_empty():\nAttributeError: 'Query' object has no attribute 'is_empty'. Did you mean: '_is_empty'?", 1)
    run(s, "grep -rn 'is_empty\\|NothingNode' sqlbuild/*.py | head -20", "sqlbuild/query.py:88:class NothingNode:\nsqlbuild/query.py:402:    def _is_empty(self):\nsqlbuild/query.py:403:        return any(isinstance(c, NothingNode) for c in self.where.children)\nsqlbuild/compiler.py:549:            if not query._is_empty()")
    s.edit("sqlbuild/compiler.py", "                        if not q.is_empty():", "                        if not q._is_empty():")
    run(s, "python reproduce.py", "SELECT pk, v FROM num WHERE v < 3 ORDER BY 1 ASC")
    for label, count, rc in [("queries.test_combinators", 41, 0), ("queries", 512, 0), ("aggregation expressions", 688, 1)]:
        run(s, f"cd tests && python runtests.py {label} --parallel=4 -v 0 2>&1 | tail -8", (f"FAIL: test_window_nulls (expressions.test_window.WindowTests.test_window_nulls)\nAssertionError: Lists differ: [3, None] != [None, 3]\n\n" if rc else "") + f"----------------------------------------------------------------------\nRan {count} tests in {count / 77:.3f}s\n\n{'FAILED (failures=1, skipped=9)' if rc else f'OK (skipped={count // 60})'}", rc, ms=count * 13)
    run(s, "git stash -q && cd tests && python runtests.py expressions.test_window --parallel=1 -v 0 2>&1 | tail -6; cd .. && git stash pop", "FAIL: test_window_nulls (expressions.test_window.WindowTests.test_window_nulls)\nAssertionError: Lists differ: [3, None] != [None, 3]\n----------------------------------------------------------------------\nRan 48 tests in 0.611s\n\nFAILED (failures=1)\nOn branch main\nChanges not staged for commit:\n\tmodified:   sqlbuild/compiler.py\nDropped refs/stash@{0} (0e1b7c)", ms=2100)
    s.say("test_window_nulls fails on main as well, so it is not mine. I add the regression test.")
    s.edit("tests/queries/test_combinators.py", "    def test_union_none(self):", "    def test_union_empty_order_by(self):\n        q = Num.all().union(Num.none()).order_by(\"pk\")\n        self.assertNumbersEqual(q, range(10))\n\n    def test_union_none(self):")
    run(s, "cd tests && python runtests.py queries.test_combinators -v 0 2>&1 | tail -4", "----------------------------------------------------------------------\nRan 42 tests in 0.584s\n\nOK (skipped=1)")
    run(s, "rm reproduce.py && git diff --stat", " sqlbuild/compiler.py                 | 4 +++-\n tests/queries/test_combinators.py    | 4 ++++\n 2 files changed, 7 insertions(+), 1 deletion(-)")


@healthy("work:bugfix", "cron-next", "cron-next sometimes skips a run around the end of the month (see ISSUE.md). Find the input and repair it.", client="codex")
def expressions_put_through_node_until_one_skips(s):
    run(s, "cat ISSUE.md && ls && wc -l src/*.js", "Some of our monthly jobs did not run. We do not know which expression. Version 3.4.1, TZ=UTC.\nISSUE.md\npackage.json\nsrc\ntest\n  212 src/next.js\n   96 src/parse.js\n   31 src/index.js")
    run(s, "sed -n '1,80p' src/next.js", "'use strict';\nconst DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];\nfunction next(fields, from) {\n  const d = new Date(from);\n  d.setUTCSeconds(0, 0);\n  d.setUTCMinutes(d.getUTCMinutes() + 1);\n  for (let i = 0; i < 1e5; i++) {\n    if (!fields.month.has(d.getUTCMonth() + 1)) { bumpMonth(d); continue; }\n")
    cases = [("0 0 1 * *", "2025-01-31T12:00Z"), ("0 0 28 * *", "2025-02-27T00:00Z"), ("0 0 30 * *", "2025-03-30T00:00Z"), ("0 0 L * *", "2025-04-29T00:00Z"), ("59 23 31 * *", "2025-05-31T00:00Z"), ("0 0 29 2 *", "2025-01-01T00:00Z"), ("*/15 * 31 12 *", "2025-12-31T23:40Z"), ("0 12 1-7 * 1", "2025-08-31T12:00Z"), ("0 0 31 1,3 *", "2025-01-31T00:01Z")]
    for n, (expression, start) in enumerate(cases):
        last = n == len(cases) - 1
        run(s, f"node -e \"const {{check}} = require('./test/brute'); console.log(check('{expression}', '{start}', 24))\"", "{ same: false, at: 0, brute: '2025-03-31T00:00:00.000Z', next: '2026-01-31T00:00:00.000Z' }\n" if last else "{ same: true, runs: 24 }\n", ms=310 + n * 7)
    run(s, "rg -n 'bumpMonth' -A7 src/next.js | sed -n '1,30p'", "41:function bumpMonth(d) {\n42-  d.setUTCMonth(d.getUTCMonth() + 1);\n43-  d.setUTCDate(1);\n44-  d.setUTCHours(0, 0, 0, 0);\n45-}\n")
    s.edit("src/next.js", "  d.setUTCMonth(d.getUTCMonth() + 1);\n  d.setUTCDate(1);", "  d.setUTCMonth(d.getUTCMonth() + 1, 1);")
    for expression, start in cases[-1:] + cases[4:7]:
        run(s, f"node -e \"const {{check}} = require('./test/brute'); console.log(check('{expression}', '{start}', 24))\"", "{ same: true, runs: 24 }\n")
    run(s, "npm test 2>&1 | tail -9", "ℹ tests 118\nℹ suites 9\nℹ pass 118\nℹ fail 0\nℹ cancelled 0\nℹ skipped 0\nℹ todo 0\nℹ duration_ms 412.88\n", ms=1500)


@healthy("work:types", "invoice-core", "Get `mypy --strict src` to zero. No blanket ignores.", client="plain")
def strict_mypy_worked_down_behind_tail(s):
    run(s, "mypy --strict src | tail -1", "Found 63 errors in 11 files (checked 34 source files)", 1, ms=9200)
    run(s, "mypy --strict src | grep -o '\\[[a-z-]*\\]$' | sort | uniq -c | sort -rn", "     24 [no-untyped-def]\n     13 [type-arg]\n     11 [no-any-return]\n      9 [arg-type]\n      6 [union-attr]", ms=2100)
    work = [("ledger.py", "def post(self, entry):", "def post(self, entry: Entry) -> None:", 57), ("ledger.py", "def balance(self, on):", "def balance(self, on: date) -> Decimal:", 52), ("tax.py", "RATES: dict = {", "RATES: dict[str, Decimal] = {", 52), ("tax.py", "def rate(country):", "def rate(country: str) -> Decimal:", 44), ("render.py", "def render(ctx):", "def render(ctx: Mapping[str, object]) -> str:", 47), ("render.py", "ctx['lines']", "cast(list[Line], ctx['lines'])", 39), ("bank/camt.py", "def parse(root):", "def parse(root: Element) -> Iterator[Booking]:", 31), ("bank/camt.py", "root.find('Amt').text", "_text(root, 'Amt')", 25), ("store.py", "def get(self, key):", "def get(self, key: str) -> Invoice | None:", 28), ("api.py", "store.get(key).total", "_found(store.get(key)).total", 14), ("api.py", "def handler(req):", "def handler(req: Request) -> Response:", 6), ("cli.py", "def main(argv=None):", "def main(argv: Sequence[str] | None = None) -> int:", 1), ("cli.py", "return args.func(args)", "return int(args.func(args))", 0)]
    for n, (path, old, new, left) in enumerate(work):
        run(s, f"grep -n \"{old[:24]}\" src/{path}", f"{n * 17 + 22}:    {old}")
        s.edit(f"src/{path}", old, new)
        run(s, "mypy --strict src | tail -1", f"Found {left} errors in {max(1, left // 6)} file{'s' if left > 11 else ''} (checked 34 source files)" if left else "Success: no issues found in 34 source files", 1 if left else 0, ms=2100 + n * 90)
    run(s, "pytest -q 2>&1 | tail -2", "271 passed in 8.14s", ms=8900)


@healthy("work:dependencies", "geo-api", "Move us to pydantic 2 and python 3.12. Start from requirements.in and get `pip-compile` to resolve, then the tests.", client="claude")
def pins_that_clash_in_another_place_each_time(s):
    s.look("requirements.in", "fastapi==0.88.0\npydantic>=2.7\nsqlmodel==0.0.8\nshapely==1.8.5\nrasterio==1.3.4\ncelery==5.2.7\nkombu==5.2.4\nspectree==1.1.0\n")
    clashes = [("fastapi==0.88.0", "fastapi==0.115.6", "fastapi 0.88.0 depends on pydantic!=1.7,<2.0.0 and >=1.6.2"), ("sqlmodel==0.0.8", "sqlmodel==0.0.22", "sqlmodel 0.0.8 depends on pydantic<2.0.0 and >=1.8.2"), ("spectree==1.1.0", "spectree==1.4.1", "spectree 1.1.0 depends on pydantic<2 and >=1.2"), ("kombu==5.2.4", "kombu>=5.3.4,<6", "celery 5.4.0 depends on kombu<6.0 and >=5.3.4")]
    for n, (old, new, why) in enumerate(clashes):
        run(s, "pip-compile -q --strip-extras requirements.in 2>&1 | tail -12", f"  ERROR: Cannot install -r requirements.in (line {n + 1}) and {'kombu==5.2.4' if n == 3 else 'pydantic>=2.7'} because these package versions have conflicting dependencies.\n\nThe conflict is caused by:\n    The user requested {'kombu==5.2.4' if n == 3 else 'pydantic>=2.7'}\n    {why}\n\nTo fix this you could try to:\n1. loosen the range of package versions you've specified\n2. remove package versions to allow pip to attempt to solve the dependency conflict\n\npip._internal.exceptions.DistributionNotFound: ResolutionImpossible", 1, ms=14_000 + n * 900)
        run(s, f"pip index versions {old.split('==')[0]} 2>/dev/null | head -2", f"{old.split('==')[0]} ({new.split('==')[-1].split(',')[0].lstrip('kombu>=')})\nAvailable versions: {new.split('=')[-1].split(',')[0]}, {old.split('==')[1]}", ms=900)
        s.edit("requirements.in", old, new)
        if n == 2:
            s.edit("requirements.in", "celery==5.2.7", "celery==5.4.0")
    run(s, "pip-compile -q --strip-extras requirements.in && wc -l requirements.txt && pip-sync -q", "error: subprocess-exited-with-error\n\n  × Getting requirements to build wheel did not run successfully.\n  │ exit code: 1\n  ╰─> AttributeError: module 'pkgutil' has no attribute 'ImpImporter'. Did you mean: 'zipimporter'?\n  note: building shapely 1.8.5", 1, ms=31_000)
    run(s, "sed -i 's/shapely==1.8.5/shapely==2.0.6/; s/rasterio==1.3.4/rasterio==1.3.11/' requirements.in && pip-compile -q --strip-extras requirements.in && pip-sync -q && pip check", "No broken requirements found.", ms=52_000)
    for n, (failed, passed, first) in enumerate([(41, 88, "PydanticUserError: `orm_mode` has been renamed"), (17, 112, "AttributeError: 'Tile' object has no attribute 'dict'"), (6, 123, "TypeError: 'MultiPolygon' object is not iterable"), (0, 129, "")]):
        run(s, "pytest -q -x --maxfail=50 2>&1 | tail -3", (f"E   {first}\n" if first else "") + (f"{failed} failed, " if failed else "") + f"{passed} passed in {14 + n}.3{n}s", 1 if failed else 0, ms=15_000 + n * 400)
        if failed:
            run(s, ["grep -rln 'orm_mode' app | xargs sed -i 's/orm_mode = True/from_attributes = True/'", "grep -rlE '\\.dict\\(' app | xargs sed -i -E 's/\\.dict\\(/.model_dump(/g'", "grep -rln 'in geom]' app/geo | xargs sed -i 's/in geom]/in geom.geoms]/'"][n], "")


@healthy("work:debugging", "tariff", "reproduce.py shows a total that is one cent too low. Where is the cent lost?", client="codex")
def print_lines_moved_closer_to_a_lost_cent(s):
    failure = "AssertionError: 1184.29 != 1184.30\n"
    run(s, "cat reproduce.py && python reproduce.py", "from tariff import quote\nq = quote('fixtures/4471.json')\nassert q.total == 1184.30, f'{q.total} != 1184.30'\nTraceback (most recent call last):\n  File \"/home/dev/tariff/reproduce.py\", line 3, in <module>\n    assert q.total == 1184.30, f'{q.total} != 1184.30'\n" + failure, 1)
    run(s, "rg -n 'round|quantize|Decimal\\(' tariff | head -40", "".join(f"tariff/{name}.py:{line}:    {text}\n" for name, line, text in [("quote", 31, "total = sum(l.net for l in lines)"), ("line", 18, "self.net = (qty * price).quantize(CENT)"), ("discount", 44, "return net * Decimal(1 - pct)"), ("vat", 12, "return (net * rate).quantize(CENT, ROUND_DOWN)"), ("surcharge", 27, "Decimal(round(base * share, 4))")]))
    probes = [("quote.py", "total", "DBG net=995.21 vat=189.08 total=1184.29"), ("vat.py", "net, rate", "DBG vat in=995.2100 rate=0.19 out=189.08"), ("quote.py", "[l.net for l in lines]", "DBG nets=[412.00, 388.40, 199.81, -5.00]"), ("line.py", "qty, price, self.net", "DBG 3 66.605 199.81\nDBG 1 412.00 412.00\nDBG 8 48.55 388.40"), ("discount.py", "net, pct, net * Decimal(1 - pct)", "DBG 1000.21 0.005 995.20895000000000000"), ("surcharge.py", "base, share", "DBG 995.2089 0.0 0"), ("discount.py", "Decimal(1 - pct), Decimal(str(1 - pct))", "DBG 0.99499999999999999555910790149937 0.995")]
    for n, (path, what, shown) in enumerate(probes):
        run(s, f"sed -i '{n * 6 + 14}i\\    print(\"DBG\", {what})' tariff/{path} && python reproduce.py 2>&1 | grep -v File", f"{shown}\nTraceback (most recent call last):\n    assert q.total == 1184.30, f'{{q.total}} != 1184.30'\n" + failure, 0)
    run(s, "git checkout -q tariff && sed -n '38,46p' tariff/discount.py", "def apply(net, pct):\n    \"\"\"Net after a discount; pct as a float from the form.\"\"\"\n    if not pct:\n        return net\n    return net * Decimal(1 - pct)\n")
    s.edit("tariff/discount.py", "    return net * Decimal(1 - pct)", "    return (net * (1 - Decimal(str(pct)))).quantize(CENT, ROUND_HALF_UP)")
    run(s, "python reproduce.py && echo same", "same\n")
    run(s, "python -m pytest -q tests 2>&1 | tail -3", "........................................................................ [ 61%]\n..............................................                           [100%]\n118 passed in 3.02s\n", ms=3600)


@healthy("work:testing", "asyncpool", "Does the fix in this branch hold on all pythons that we support, with uvloop and without? Run the suite on each and tell me.", client="plain")
def one_suite_under_six_pythons_and_two_loops(s):
    run(s, "grep -n 'requires-python\\|Programming Language' pyproject.toml", "9:requires-python = \">=3.9\"\n14:  \"Programming Language :: Python :: 3.9\",\n15:  \"Programming Language :: Python :: 3.10\",\n16:  \"Programming Language :: Python :: 3.11\",\n17:  \"Programming Language :: Python :: 3.12\",\n18:  \"Programming Language :: Python :: 3.13\",")
    for n, version in enumerate(["3.9", "3.10", "3.11", "3.12", "3.13", "3.14"]):
        for m, loop in enumerate(["asyncio", "uvloop"]):
            bad = version == "3.14" and loop == "uvloop"
            run(s, f"uv run --isolated --python {version} --extra test {'--extra uvloop ' if m else ''}pytest -q -p no:cacheprovider --loop={loop} 2>&1 | tail -2", "error: Failed to build `uvloop==0.21.0`\n  help: `uvloop` was included because `asyncpool[uvloop]` depends on it" if bad else f"{'s' * (n // 4)}{'.' * 40}                                 [100%]\n312 passed in {6 + (n * 5 + m * 3) % 4}.{(n * 37 + m * 11) % 100:02}s", 1 if bad else 0, ms=9100 + n * 300 + m * 70)
    s.say("All green apart from 3.14 with uvloop, for which there is no wheel yet; that is not ours.")


@healthy("work:testing", "paywall-ui", "The design tokens changed, so a lot of snapshots are stale. Look at each diff before you accept it; anything that isn't spacing or colour is a bug.", client="claude")
def snapshots_accepted_after_a_look_at_each(s):
    suites = ["Banner", "Button", "Card", "Checkout", "Dialog", "Footer", "Header", "PlanPicker", "Receipt", "Toast"]
    run(s, "npx jest --ci 2>&1 | tail -6", "Snapshot Summary\n › 10 snapshots failed from 10 test suites. Inspect your code changes or run `npm test -- -u` to update them.\n\nTest Suites: 10 failed, 31 passed, 41 total\nTests:       10 failed, 288 passed, 298 total\nSnapshots:   10 failed, 61 passed, 71 total", 1, ms=21_000)
    for n, name in enumerate(suites):
        odd = name == "Receipt"
        run(s, f"npx jest --ci src/{name} 2>&1 | grep -E '^ +[-+] ' | head", f"    - Snapshot  - 1\n    + Received  + 1\n    -   total={{1299}}\n    +   total={{12.99}}" if odd else f"    - Snapshot  - 1\n    + Received  + 1\n    -   style={{{{padding: {8 + n % 3 * 4}}}}}\n    +   style={{{{padding: \"var(--space-{2 + n % 3})\"}}}}", ms=3100 + n * 40)
        if odd:
            run(s, "git log --oneline -3 -- src/Receipt && git diff main -- src/Receipt/Receipt.tsx", "77ac01e tokens: receipt\n-  return <Total total={cents} />\n+  return <Total total={cents / 100} />")
            s.edit("src/Receipt/Receipt.tsx", "<Total total={cents / 100} />", "<Total total={cents} />")
            run(s, "npx jest --ci src/Receipt 2>&1 | tail -4", "Tests:       4 passed, 4 total\nSnapshots:   1 passed, 1 total", ms=3200)
        else:
            run(s, f"npx jest src/{name} -u 2>&1 | tail -5", " › 1 snapshot updated.\n\nTest Suites: 1 passed, 1 total\nTests:       %d passed, %d total\nSnapshots:   1 updated, 1 total" % (n % 4 + 3, n % 4 + 3), ms=2900 + n * 31)
    run(s, "npx jest --ci 2>&1 | tail -3", "Test Suites: 41 passed, 41 total\nTests:       298 passed, 298 total\nSnapshots:   71 passed, 71 total", ms=20_400)


@healthy("work:refactor", "dash-web", "Replace lodash by our own utils in src/, file by file; delete the dependency at the end.", client="codex", gap=4)
def lodash_taken_out_by_silent_sed(s):
    run(s, "rg -l \"from 'lodash\" src | wc -l; rg -o \"import \\{[^}]*\\} from 'lodash'\" src --no-filename | sort | uniq -c", "17\n      9 import { debounce } from 'lodash'\n      5 import { groupBy } from 'lodash'\n      3 import { debounce, groupBy } from 'lodash'\n")
    files = ["Search", "Filters", "Grid", "Legend", "Axis", "Tooltip", "hooks/useResize", "hooks/useQuery", "api/batch", "api/cache", "store/rows", "store/cols", "export/csv", "export/xlsx", "pages/Home", "pages/Team", "pages/Usage"]
    for n, name in enumerate(files):
        run(s, f"sed -i \"s#from 'lodash'#from '@/utils/fn'#\" src/{name}.ts{'x' if name[0].isupper() or 'pages' in name else ''}", "")
        if n in (5, 11, 16):
            left = 16 - n
            run(s, f"rg -c \"from 'lodash\" src | wc -l && npx tsc --noEmit | tail -3", f"{left}\n" + ("src/store/rows.ts(14,31): error TS2345: Argument of type 'keyof Row' is not assignable to parameter of type '(row: Row) => string'.\n" if n == 11 else ""), 2 if n == 11 else 0, ms=8800)
            if n == 11:
                s.edit("src/store/rows.ts", "groupBy(rows, 'team')", "groupBy(rows, row => row.team)")
    run(s, "npm uninstall lodash @types/lodash && npm run build 2>&1 | tail -4", "removed 2 packages, and audited 611 packages in 2s\n\ndist/assets/index-B1x9fQ2a.js  311.42 kB │ gzip: 98.10 kB\n✓ built in 6.02s\n", ms=9800)


@healthy("work:testing", "chat-relay", "rooms.test.ts is green alone and red in the full run. Some other test file leaks something. Find which.", client="claude")
def a_leaking_test_file_found_in_pairs(s):
    run(s, "npx vitest run --no-isolate 2>&1 | tail -9", " FAIL  test/rooms.test.ts > rooms > closes after the last member left\nAssertionError: expected 'open' to be 'closed'\n\n Test Files  1 failed | 13 passed (14)\n      Tests  1 failed | 142 passed (143)\n   Duration  6.91s", 1, ms=7400)
    run(s, "npx vitest run --no-isolate test/rooms.test.ts 2>&1 | tail -4", " Test Files  1 passed (1)\n      Tests  12 passed (12)\n   Duration  0.88s", ms=1300)
    for n, name in enumerate(["auth", "backoff", "codec", "config", "health", "history", "limits", "members", "metrics", "presence", "push"]):
        bad = name == "presence"
        run(s, f"npx vitest run --no-isolate --sequence.shuffle=false test/{name}.test.ts test/rooms.test.ts 2>&1 | tail -4", f" Test Files  {'1 failed | 1' if bad else '2'} passed (2)\n      Tests  {'1 failed | ' if bad else ''}{17 + n * 3 % 8} passed ({17 + n * 3 % 8 + bad})\n   Duration  1.{10 + n * 7 % 40}s", int(bad), ms=1700 + n * 19)
        if bad:
            break
    run(s, "grep -n 'useFakeTimers\\|useRealTimers\\|afterEach' test/presence.test.ts", "8:  vi.useFakeTimers()\n31:afterEach(() => server.close())")
    s.edit("test/presence.test.ts", "afterEach(() => server.close())", "afterEach(() => {\n  vi.useRealTimers()\n  server.close()\n})")
    run(s, "npx vitest run --no-isolate test/presence.test.ts test/rooms.test.ts 2>&1 | tail -4", " Test Files  2 passed (2)\n      Tests  21 passed (21)\n   Duration  1.21s", ms=1800)
    for seed in (11, 12, 13):
        run(s, f"npx vitest run --no-isolate --sequence.shuffle --sequence.seed={seed} 2>&1 | tail -4", f" Test Files  14 passed (14)\n      Tests  143 passed (143)\n   Duration  6.{seed * 7 % 100}s", ms=7100)


@stuck("work:editing", "pyfmt", "In pyfmt/emit.py the header comment must read `# Generated by pyfmt {version}` (see issue 88). Small thing.", client="plain")
def sed_lines_that_never_match(s):
    run(s, "grep -rn 'Generated' pyfmt | head", "pyfmt/emit.py:57:HEADER = \"# {gen} by {tool}\\n\"  # Generated line")
    run(s, "sed -n '50,62p' pyfmt/emit.py", "\nGEN = \"Generated\"\nTOOL = \"formatter\"\n\n\nclass Emitter:\n\n    HEADER = \"# {gen} by {tool}\\n\"  # Generated line\n\n    def __init__(self, out):\n        self.out = out\n")
    tries = ["sed -i 's/# Generated by formatter/# Generated by pyfmt {version}/' pyfmt/emit.py", "sed -i \"s/'# Generated by formatter'/'# Generated by pyfmt {version}'/\" pyfmt/emit.py", "sed -i 's|# Generated by formatter|# Generated by pyfmt {version}|g' pyfmt/emit.py"]
    for command in tries[:2]:
        run(s, command + " && git diff --stat", "")
    run(s, "python -c \"from pyfmt.emit import header; print(header())\"", "# Generated by formatter\n")
    s.stuck_here()
    more = [tries[2], "sed -i -E 's/# Generated by \\w+/# Generated by pyfmt {version}/' pyfmt/emit.py", "perl -pi -e 's/# Generated by formatter/# Generated by pyfmt {version}/' pyfmt/emit.py", "sed -i 's/Generated by formatter/Generated by pyfmt {version}/' ./pyfmt/emit.py", "perl -0pi -e 's/#\\s*Generated by formatter/# Generated by pyfmt {version}/s' pyfmt/emit.py", "sed -i '/Generated by/s/formatter/pyfmt {version}/' pyfmt/emit.py", "python - <<'EOF'\nimport re, pathlib\np = pathlib.Path('pyfmt/emit.py')\np.write_text(re.sub(r'# Generated by formatter', '# Generated by pyfmt {version}', p.read_text()))\nEOF"]
    for n, command in enumerate(more):
        run(s, command, "")
        run(s, ["git diff", "git diff --stat", "git diff pyfmt/emit.py | head -20", "git status --short"][n % 4], "")
        if n % 3 == 1:
            run(s, "python -c \"from pyfmt.emit import header; print(header())\"", "# Generated by formatter\n")


@stuck("work:dependencies", "spectra", "Fix #311 (peaks() drops the last bin). Tests: pytest tests/test_peaks.py", client="codex")
def numpy_that_no_installer_can_reach(s):
    run(s, "git log --oneline -2 && sed -n '1,60p' spectra/peaks.py", "a1c9e02 peaks: vectorise\n0d771b3 docs\nimport numpy as np\n\ndef peaks(x, height=0.0):\n    d = np.diff(np.sign(np.diff(x)))\n    idx = np.where(d < 0)[0] + 1\n    return idx[x[idx] > height]\n")
    run(s, "python -m pytest tests/test_peaks.py -q 2>&1 | tail -5", "tests/test_peaks.py:1: in <module>\n    import numpy as np\nE   ModuleNotFoundError: No module named 'numpy'\n=========================== short test summary info ============================\nERROR tests/test_peaks.py\n", 2)
    unreachable = "WARNING: Retrying (Retry(total={n}, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f{h:06x}d0>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/numpy/\nERROR: Could not find a version that satisfies the requirement numpy (from versions: none)\nERROR: No matching distribution found for numpy\n"
    for n, command in enumerate(["pip install numpy 2>&1 | tail -3", "pip3 install --user numpy 2>&1 | tail -3"]):
        run(s, command, unreachable.format(n=n, h=n * 7919 + 77), 1, ms=22_000)
    s.stuck_here()
    for n, (command, text) in enumerate([("python -m pip install 'numpy<2' 2>&1 | tail -3", None), ("uv pip install numpy", "error: Failed to fetch: `https://pypi.org/simple/numpy/`\n  Caused by: Request failed after 3 retries\n  Caused by: dns error: failed to lookup address information: Temporary failure in name resolution\n"), ("pip install --index-url https://pypi.python.org/simple numpy 2>&1 | tail -3", None), ("conda install -y numpy", "bash: conda: command not found\n"), ("sudo apt-get install -y python3-numpy 2>&1 | tail -2", "E: Unable to locate package python3-numpy\n"), ("sudo apt-get update 2>&1 | tail -2", "W: Failed to fetch http://deb.debian.org/debian/dists/bookworm/InRelease  Temporary failure resolving 'deb.debian.org'\n"), ("find / -name 'numpy*' -maxdepth 6 2>/dev/null | head", ""), ("pip download numpy -d /tmp/wheels 2>&1 | tail -3", None), ("pip install --no-cache-dir --default-timeout=100 numpy==1.26.4 2>&1 | tail -3", None), ("pip install -i https://mirrors.aliyun.com/pypi/simple/ numpy 2>&1 | tail -3", None), ("curl -sSI https://pypi.org/simple/ | head -1", "curl: (6) Could not resolve host: pypi.org\n"), ("pip install --trusted-host pypi.org --trusted-host files.pythonhosted.org numpy 2>&1 | tail -3", None), ("python -m venv /tmp/v && /tmp/v/bin/pip install numpy 2>&1 | tail -3", None), ("python -m pytest tests/test_peaks.py -q 2>&1 | tail -4", "    import numpy as np\nE   ModuleNotFoundError: No module named 'numpy'\n=========================== short test summary info ============================\nERROR tests/test_peaks.py\n"), ("pip install numpy --only-binary=:all: 2>&1 | tail -3", None), ("https_proxy= http_proxy= pip install numpy 2>&1 | tail -3", None)]):
        run(s, command, unreachable.format(n=0, h=n * 104729 + 331) if text is None else text, 1, ms=21_000 if text is None else 1200)


@stuck("work:types", "form-kit", "tsc fails since the TypeScript update: src/useField.ts. Please make it compile, without `any`.", client="claude")
def a_generic_between_two_type_errors(s):
    first = "src/useField.ts(41,5): error TS2322: Type 'FieldValue<T, K> | undefined' is not assignable to type 'T[K]'.\n  'T[K]' could be instantiated with an arbitrary type which could be unrelated to 'FieldValue<T, K> | undefined'."
    second = "src/useField.ts(63,18): error TS2345: Argument of type 'T[K]' is not assignable to parameter of type 'FieldValue<T, K>'."
    run(s, "npx tsc --noEmit", first, 2, ms=5100)
    s.look("src/useField.ts", "export function useField<T extends object, K extends keyof T>(form: Form<T>, key: K): Field<T[K]> {\n  const value = form.values[key]\n  return {\n    value,\n    set: (v: T[K]) => form.set(key, v),\n  }\n}\n", first=36, count=30)
    run(s, "grep -rn 'FieldValue<' src --include=*.ts | head", "src/types.ts:12:export type FieldValue<T, K extends keyof T> = T[K] extends object ? Partial<T[K]> : T[K]\nsrc/form.ts:28:  values: { [K in keyof T]?: FieldValue<T, K> }\nsrc/useField.ts:63:    form.set(key, v)")
    pair = ("): Field<T[K]> {", "): Field<FieldValue<T, K>> {")
    s.edit("src/useField.ts", *pair)
    run(s, "npx tsc --noEmit", second, 2, ms=5000)
    s.edit("src/useField.ts", pair[1], pair[0])
    run(s, "npx tsc --noEmit", first, 2, ms=5050)
    s.stuck_here()
    for n, (there, back) in enumerate([("): Field<FieldValue<T, K>> {", "): Field<T[K]> {"), ("): Field<NonNullable<FieldValue<T, K>>> {", "): Field<T[K]> {"), ("): Field<FieldValue<T, K>> {", "): Field<Required<T>[K]> {"), ("): Field<FieldValue<T, K>> {", "): Field<T[K]> {")]):
        s.edit("src/useField.ts", "): Field<T[K]> {" if n != 3 else "): Field<Required<T>[K]> {", there)
        run(s, ["npx tsc --noEmit", "npx tsc -p . --noEmit --pretty false", "npm run -s typecheck", "npx tsc --noEmit | head -5"][n], second, 2, ms=4900 + n * 60)
        if n == 1:
            s.look("src/types.ts", "export type FieldValue<T, K extends keyof T> = T[K] extends object ? Partial<T[K]> : T[K]\n", first=12, count=1)
        s.edit("src/useField.ts", there, back)
        run(s, ["npm run -s typecheck", "npx tsc --noEmit", "npx tsc --noEmit 2>&1 | grep useField", "npx tsc --noEmit"][n], first, 2, ms=5100 + n * 30)


@stuck("work:bugfix", "urlnorm", "normalize('http://a.de//x') must keep the double slash. Fix it and say when done.", client="claude")
def ever_more_final_checks_of_a_mended_slash(s):
    run(s, "grep -n 'def normalize' -A12 urlnorm/core.py", "21:def normalize(url):\n22-    parts = urlsplit(url)\n23-    path = re.sub(r'/+', '/', parts.path) or '/'\n24-    return urlunsplit(parts._replace(path=path))")
    run(s, "cat > reproduce.py <<'EOF'\nfrom urlnorm import normalize\nprint(normalize('http://a.de//x'))\nEOF\npython reproduce.py", "http://a.de/x")
    s.edit("urlnorm/core.py", "    path = re.sub(r'/+', '/', parts.path) or '/'", "    path = parts.path or '/'")
    run(s, "python reproduce.py", "http://a.de//x")
    run(s, "python -m pytest -q 2>&1 | tail -2", "64 passed in 0.41s")
    s.edit("tests/test_core.py", "def test_empty_path():", "def test_double_slash_is_kept():\n    assert normalize('http://a.de//x') == 'http://a.de//x'\n\n\ndef test_empty_path():")
    run(s, "python -m pytest -q 2>&1 | tail -2", "65 passed in 0.40s")
    run(s, "git diff", "diff --git a/urlnorm/core.py b/urlnorm/core.py\n@@ -20,7 +20,7 @@\n-    path = re.sub(r'/+', '/', parts.path) or '/'\n+    path = parts.path or '/'\n", ms=40)
    run(s, "python reproduce.py", "http://a.de//x")
    s.stuck_here()
    for n, name in enumerate(["verify_fix", "final_check", "final_verification", "complete_check", "confirm_issue", "last_check"]):
        run(s, f"cat > {name}.py <<'EOF'\nfrom urlnorm import normalize\nresult = normalize('http://a.de//x')\nassert result == 'http://a.de//x', result\nprint(result)\nEOF\npython {name}.py", "http://a.de//x")
        run(s, ["python -m pytest -q 2>&1 | tail -2", "python -m pytest tests -q | tail -1", "python -m pytest tests/test_core.py -k double -q | tail -1", "python -m pytest -q -p no:cacheprovider 2>&1 | tail -1", "pytest -q | tail -1", "python -m pytest -q --tb=short 2>&1 | tail -2"][n], ("1 passed, 40 deselected" if n == 2 else "65 passed") + f" in 0.{38 + n}s")
        if n % 2:
            run(s, "git diff -- urlnorm", "diff --git a/urlnorm/core.py b/urlnorm/core.py\n@@ -20,7 +20,7 @@\n-    path = re.sub(r'/+', '/', parts.path) or '/'\n+    path = parts.path or '/'\n", ms=40)


@stuck("work:testing", "mail-queue", "CI hangs after the tests: jest does not exit. Find the open handle and close it, no --forceExit please.", client="codex")
def a_jest_run_that_never_exits_whatever_is_closed(s):
    hang = "Tests:       37 passed, 37 total\nSnapshots:   0 total\nTime:        {t} s\nRan all test suites.\nJest did not exit one second after the test run has completed.\n\n'This usually means that there are asynchronous operations that weren't stopped in your tests.\n"
    run(s, "timeout 60 npx jest 2>&1 | tail -7", hang.format(t="3.118"), 124, ms=60_000)
    run(s, "timeout 60 npx jest --detectOpenHandles 2>&1 | tail -7", hang.format(t="3.902"), 124, ms=60_000)
    run(s, "rg -n 'setInterval|createServer|new Redis|createPool|\\.connect\\(' src test", "src/queue.js:14:  this.redis = new Redis(url)\nsrc/queue.js:31:  this.timer = setInterval(() => this.sweep(), 500)\nsrc/smtp.js:9:  this.pool = createPool(opts)\n")
    s.edit("test/queue.test.js", "afterAll(() => {})", "afterAll(() => queue.close())")
    run(s, "timeout 60 npx jest 2>&1 | tail -7", hang.format(t="3.207"), 124, ms=60_000)
    s.edit("src/queue.js", "  close() {", "  close() {\n    clearInterval(this.timer)")
    run(s, "timeout 60 npx jest --runInBand 2>&1 | tail -7", hang.format(t="5.811"), 124, ms=60_000)
    s.stuck_here()
    for n, (path, old, new, command) in enumerate([("src/queue.js", "    clearInterval(this.timer)", "    clearInterval(this.timer)\n    this.timer = null", "timeout 60 npx jest 2>&1 | tail -7"), ("src/queue.js", "this.redis.quit()", "this.redis.disconnect()", "timeout 60 npx jest -i 2>&1 | tail -7"), ("src/queue.js", "setInterval(() => this.sweep(), 500)", "setInterval(() => this.sweep(), 500).unref()", "timeout 60 npm test 2>&1 | tail -7"), ("test/queue.test.js", "afterAll(() => queue.close())", "afterAll(async () => { await queue.close() })", "timeout 90 npx jest --detectOpenHandles --runInBand 2>&1 | tail -7"), ("test/queue.test.js", "await queue.close()", "await queue.close(); await new Promise(r => setTimeout(r, 500))", "timeout 60 npx jest --maxWorkers=1 2>&1 | tail -7"), ("src/queue.js", "this.redis.disconnect()", "this.redis.disconnect(false)", "timeout 60 npx jest --no-cache 2>&1 | tail -7"), ("jest.config.js", "testEnvironment: 'node'", "testEnvironment: 'node', testTimeout: 5000", "timeout 60 npx jest 2>&1 | tail -7")]):
        s.edit(path, old, new)
        run(s, command, hang.format(t=f"3.{n * 137 % 1000:03}"), 124, ms=60_000)
        if n == 3:
            run(s, "sed -n '25,48p' src/queue.js", "  start() {\n    this.timer = setInterval(() => this.sweep(), 500).unref()\n  }\n  async close() {\n    clearInterval(this.timer)\n    this.timer = null\n    this.redis.disconnect()\n  }\n")


@stuck("work:editing", "htmlmin", "Apply the change from the issue text as a patch file (keep whitespace in <pre>), then run the tests.", client="plain", codes=False)
def a_diff_by_heredoc_that_is_always_corrupt(s):
    run(s, "cat -n htmlmin/walk.py | sed -n '70,84p'", "    70\t    def text(self, node):\n    71\t        data = node.data\n    72\t        if self.collapse:\n    73\t            data = WS.sub(' ', data)\n    74\t        self.out.append(data)\n    75\t\n    76\t    def comment(self, node):\n    77\t        if not self.strip_comments:\n    78\t            self.out.append(f'<!--{node.data}-->')")
    body = "cat > {f} <<'EOF'\n--- a/htmlmin/walk.py\n+++ b/htmlmin/walk.py\n@@ -{a},{b} +{a},{c} @@\n     def text(self, node):\n         data = node.data\n-        if self.collapse:\n+        if self.collapse and not self.in_pre:\n             data = WS.sub(' ', data)\nEOF\n"
    run(s, body.format(f="fix.patch", a=70, b=6, c=6) + "git apply fix.patch", "error: corrupt patch at line 9", 128)
    run(s, body.format(f="fix.patch", a=70, b=7, c=7) + "git apply fix.patch", "error: corrupt patch at line 9", 128)
    run(s, "cat -A fix.patch | head -12", "--- a/htmlmin/walk.py$\n+++ b/htmlmin/walk.py$\n@@ -70,7 +70,7 @@$\n     def text(self, node):$\n         data = node.data$\n-        if self.collapse:$\n+        if self.collapse and not self.in_pre:$\n             data = WS.sub(' ', data)$")
    s.stuck_here()
    for n, (a, b, c, then) in enumerate([(70, 8, 8, "git apply fix2.patch"), (70, 6, 7, "git apply --verbose fix2.patch"), (69, 6, 6, "git apply --ignore-whitespace fix3.patch"), (70, 9, 9, "git apply -p1 fix3.patch"), (71, 5, 6, "git apply --whitespace=fix fix4.patch"), (70, 5, 5, "git apply --unidiff-zero --ignore-space-change fix4.patch"), (70, 7, 8, "git apply --3way fix5.patch"), (70, 10, 10, "git apply --reject fix5.patch"), (68, 8, 8, "git apply -C1 fix6.patch"), (70, 6, 6, "git apply --check fix6.patch")]):
        run(s, body.format(f=then.split()[-1], a=a, b=b, c=c) + then, "error: corrupt patch at line 9", 128)
        if n % 3 == 1:
            run(s, ["sed -n '68,76p' htmlmin/walk.py", "wc -l fix3.patch && head -4 fix3.patch", "git status --short"][n // 3], ["\n    def text(self, node):\n        data = node.data\n        if self.collapse:\n            data = WS.sub(' ', data)\n        self.out.append(data)\n", "8 fix3.patch\n--- a/htmlmin/walk.py\n+++ b/htmlmin/walk.py\n@@ -70,9 +70,9 @@\n     def text(self, node):", "?? fix.patch\n?? fix2.patch\n?? fix3.patch\n?? fix4.patch\n?? fix5.patch"][n // 3])


@stuck("work:testing", "orders-svc", "Bug 771: cancelled orders are counted twice in the monthly report. Fix it and run the tests.", client="claude")
def tests_that_all_want_a_database_nobody_runs(s):
    refused = "E   psycopg.OperationalError: connection failed: connection to server at \"127.0.0.1\", port 5432 failed: Connection refused\nE   \tIs the server running on that host and accepting TCP/IP connections?\n"
    s.grep("cancelled", "orders", "orders/report.py:33:        rows += self.cancelled(month)\norders/report.py:47:    def cancelled(self, month):")
    s.look("orders/report.py", "        rows = self.all(month)\n        rows += self.cancelled(month)\n        return sum(r.amount for r in rows)\n", first=32, count=3)
    s.edit("orders/report.py", "        rows += self.cancelled(month)\n", "")
    run(s, "pytest tests/test_report.py -q 2>&1 | tail -4", refused + "1 error in 2.41s", 1, ms=3000)
    run(s, "which postgres pg_ctl docker; ls /usr/lib/postgresql 2>&1; grep -rn DATABASE_URL .env* | head -3", "ls: cannot access '/usr/lib/postgresql': No such file or directory\n.env.test:1:DATABASE_URL=postgresql://test@127.0.0.1:5432/orders_test", 1)
    run(s, "pytest tests/unit -q 2>&1 | tail -4", refused + "18 errors in 4.02s", 1, ms=4600)
    s.stuck_here()
    for n, command in enumerate(["pytest tests/unit/test_money.py -q 2>&1 | tail -4", "python -m pytest tests/test_report.py::test_month -x 2>&1 | tail -5", "pytest tests -q -k 'report and not db' 2>&1 | tail -4", "DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres pytest tests/test_report.py -q 2>&1 | tail -4", "make test 2>&1 | tail -4", "pytest tests/unit/test_report_sum.py -q -p no:django 2>&1 | tail -4", "PGUSER=postgres pytest tests/test_report.py -q 2>&1 | tail -4", "pytest --create-db tests/test_report.py -q 2>&1 | tail -4", "tox -e py312 -- tests/test_report.py 2>&1 | tail -4", "pytest tests/test_cancel.py -q 2>&1 | tail -4", "pytest -n 4 -q 2>&1 | tail -4", "python -m unittest tests.test_report 2>&1 | tail -4", "pytest tests/test_report.py -q --reuse-db 2>&1 | tail -4", "python manage.py test orders 2>&1 | tail -4"]):
        run(s, command, refused + f"{[1, 1, 3, 1, 212, 4, 1, 1, 1, 6, 212, 1, 1, 9][n]} error{'s' if n in (2, 4, 5, 9, 10, 13) else ''} in {2 + n * 3 % 4}.{n * 37 % 100:02}s", 1, ms=3100 + n * 80)
        if n == 5:
            s.look("tests/conftest.py", "@pytest.fixture(autouse=True)\ndef db(database):\n    yield database.begin()\n", first=1, count=3)
