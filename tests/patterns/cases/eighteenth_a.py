"""An ordinary month of paid work, healthy, first half: tests, upgrades, CI, compose, migrations, front ends, clients."""
from session import healthy, run


@healthy("work:pytest", "billing-api", "tests/billing is red since the stripe 12 bump (#1841). Please get it green, don't skip anything.", client="claude")
def stripe_tests_mended_cause_by_cause(s):
    red = [("test_invoice.py::test_line_items", "AttributeError: 'ListObject' object has no attribute 'data_list'"),
           ("test_invoice.py::test_proration", "KeyError: 'proration_details'"),
           ("test_refund.py::test_partial", "stripe.InvalidRequestError: Request req_7Xk: Received unknown parameter: charge_id"),
           ("test_refund.py::test_full", "AssertionError: assert 4200 == 42.0"),
           ("test_webhook.py::test_bad_signature", "AttributeError: module 'stripe' has no attribute 'error'"),
           ("test_webhook.py::test_replayed", "TypeError: construct_event() got an unexpected keyword argument 'tolerance_s'"),
           ("test_customer.py::test_merge", "AssertionError: assert None is not None"),
           ("test_customer.py::test_tax_id", "KeyError: 'tax_ids'")]

    def suite(n):
        lines = "\n".join(f"FAILED tests/billing/{t} - {m}" for t, m in red)
        run(s, "pytest tests/billing -q 2>&1 | tail -12", f"{lines}\n{f'{len(red)} failed, ' if red else ''}{61 - len(red)} passed in {7 + n % 3}.{n * 37 % 90 + 10}s", ms=8800 + 61 * n)
    suite(0)
    s.grep("stripe.error", "src", "src/billing/webhook.py:9:    except stripe.error.SignatureVerificationError:\nsrc/billing/refund.py:31:    except stripe.error.InvalidRequestError:")
    fixes = [("src/billing/webhook.py", "except stripe.error.SignatureVerificationError:", "except stripe.SignatureVerificationError:", 4),
             ("src/billing/invoice.py", "for li in inv.lines.data_list:", "for li in inv.lines.auto_paging_iter():", 0),
             ("src/billing/invoice.py", "li['proration_details']", "li.get('proration_details')", None),
             ("src/billing/invoice.py", "li.get('proration_details')", "li.parent.subscription_item_details.get('proration_details')", 0),
             ("src/billing/refund.py", "charge_id=charge.id", "charge=charge.id", 0),
             ("tests/billing/test_refund.py", "assert refund.amount == 42.0", "assert refund.amount == 4200  # cents, see #1702", 0),
             ("src/billing/webhook.py", "tolerance_s=300", "tolerance=300", 0),
             ("src/billing/customer.py", "expand=[]", "expand=['tax_ids']", 1),
             ("src/billing/customer.py", "return stripe.Customer.modify(src.id)", "return stripe.Customer.modify(dst.id, metadata=src.metadata)", 0)]
    for n, (path, old, new, gone) in enumerate(fixes, 1):
        if n in (2, 5, 8):
            s.look(path, f"import stripe\n\n\ndef _{n}(inv):\n    {old}\n", first=20 * n)
        s.edit(path, old, new)
        if gone is not None and red:
            red.pop(gone)
        suite(n)
    s.bash("pytest -q 2>&1 | tail -1", "614 passed, 3 skipped in 71.22s (0:01:11)", ms=73_000)


@healthy("work:dotnet", "shop-net", "Raise EF Core from 6 to 8 in Shop.sln, fix what doesn't compile, then run the tests.", client="codex")
def ef_core_errors_from_thirty_one_to_none(s):
    s.bash("dotnet list Shop.sln package | grep EntityFramework", "   > Microsoft.EntityFrameworkCore.SqlServer      6.0.25      6.0.25\n   > Microsoft.EntityFrameworkCore.Design         6.0.25      6.0.25")
    s.edit("Directory.Packages.props", '<PackageVersion Include="Microsoft.EntityFrameworkCore.SqlServer" Version="6.0.25" />', '<PackageVersion Include="Microsoft.EntityFrameworkCore.SqlServer" Version="8.0.8" />')
    steps = [(31, "CS1061", "'IReadOnlyEntityType' does not contain a definition for 'GetTableMappings'", "src/Shop.Data/ModelDump.cs"),
             (31, "CS0246", "The type or namespace name 'IMigrationsAnnotationProvider' could not be found", "src/Shop.Data/Annotations.cs"),
             (27, "CS0115", "'UtcConverter.Mappings': no suitable method found to override", "src/Shop.Data/UtcConverter.cs"),
             (22, "CS7036", "There is no argument given that corresponds to the required parameter 'jsonValueReaderWriter'", "src/Shop.Data/MoneyMapping.cs"),
             (23, "CS0534", "'MoneyMapping' does not implement inherited abstract member 'RelationalTypeMapping.Clone(RelationalTypeMappingParameters)'", "src/Shop.Data/MoneyMapping.cs"),
             (14, "CS1501", "No overload for method 'FromSqlRaw' takes 3 arguments", "src/Shop.Orders/OrderQueries.cs"),
             (9, "CS0618", "'ExecuteSqlInterpolated' is obsolete and treated as error", "src/Shop.Orders/Purge.cs"),
             (4, "CS8602", "Dereference of a possibly null reference", "src/Shop.Admin/AuditPage.cs"),
             (1, "CS0104", "'Index' is an ambiguous reference between 'System.Index' and 'Microsoft.EntityFrameworkCore.IndexAttribute'", "src/Shop.Data/Catalog.cs")]
    for n, (left, code, text, path) in enumerate(steps):
        run(s, "dotnet build Shop.sln -nologo -clp:ErrorsOnly 2>&1 | tail -4", f"/home/dev/shop-net/{path}({n * 17 + 12},{n * 3 + 9}): error {code}: {text} [/home/dev/shop-net/{path.rsplit('/', 1)[0]}]\n    0 Warning(s)\n    {left} Error(s)\nTime Elapsed 00:00:{14 + n}.{n * 13 + 21}", ms=16_000 + n * 300)
        s.look(path, f"// {path}\nnamespace Shop;\n// around line {n * 17 + 12}\n", first=n * 17 + 5, count=20)
        s.edit(path, f"// around line {n * 17 + 12}", f"// EF 8: {code} resolved with the new {['mapping', 'provider', 'converter', 'reader', 'clone', 'query', 'async call', 'guard', 'alias'][n]}")
    s.bash("dotnet build Shop.sln -nologo -clp:ErrorsOnly 2>&1 | tail -4", "Build succeeded.\n    0 Warning(s)\n    0 Error(s)\nTime Elapsed 00:00:21.40", ms=22_000)
    s.bash("dotnet test Shop.sln --no-build 2>&1 | tail -3", "Passed!  - Failed:     0, Passed:   412, Skipped:     2, Total:   414, Duration: 38 s - Shop.Tests.dll (net8.0)", ms=52_000)


@healthy("work:ci", "route-planner", "CI on my branch chore/node22 is red, push fixes until it's green pls. I'm in meetings.", client="claude")
def a_branch_pushed_six_times_each_red_one_step_further(s):
    fails = [("Install", "npm error engine Unsupported engine\nnpm error engine Not compatible with your version of node/npm: route-planner@3.1.0\nnpm error notsup Required: {\"node\":\">=18 <21\"}", "package.json", '"node": ">=18 <21"', '"node": ">=20"'),
             ("Install", "npm error code ERESOLVE\nnpm error While resolving: @types/node@18.19.3", "package.json", '"@types/node": "^18.19.3"', '"@types/node": "^22.7.0"'),
             ("Lint", "src/cache.ts\n  41:7  error  'assert' import attributes are deprecated, use 'with'  n/no-unsupported-features", "src/cache.ts", "assert { type: 'json' }", "with { type: 'json' }"),
             ("Unit tests", "FAIL test/url.test.ts > joins\nAssertionError: expected 'ERR_INVALID_URL' to be 'ERR_INVALID_ARG'", "test/url.test.ts", "'ERR_INVALID_ARG'", "'ERR_INVALID_URL'"),
             ("Docker build", "ERROR: failed to solve: node:18-bullseye-slim: gyp ERR! find Python", "Dockerfile", "FROM node:18-bullseye-slim", "FROM node:22-bookworm-slim\nRUN apt-get update && apt-get install -y --no-install-recommends python3 make g++"),
             (None, "", "", "", "")]
    for n, (step, log, path, old, new) in enumerate(fails):
        run_id = 11284420117 + n * 80213
        s.bash(f"gh run list --branch chore/node22 --limit 1 --json databaseId,status --jq '.[0]'", f'{{"databaseId":{run_id},"status":"in_progress"}}')
        s.bash(f"gh run watch {run_id} --exit-status > /dev/null; echo $?", "1" if step else "0", ms=140_000 + n * 31_000)
        if not step:
            break
        run(s, f"gh run view {run_id} --log-failed | tail -6", "\n".join(f"build\t{step}\t2026-09-24T09:{n * 7 + 3:02}:1{k}.{n}31Z {line}" for k, line in enumerate((log + "\nError: Process completed with exit code 1.").splitlines())))
        s.edit(path, old, new)
        s.bash(f"git commit -qam 'ci: {step.lower()} on node 22' && git push -q && git rev-parse --short HEAD", f"{n * 77711 + 9341213:x}"[:7])


@healthy("work:compose", "clinic-stack", "Set up docker compose for local dev: postgres, redis, api, worker, web. All five should be healthy.", client="codex")
def five_services_brought_up_in_turn(s):
    up = []
    story = [("db", "FATAL:  data directory \"/var/lib/postgresql/data\" has wrong ownership", "user: \"1000\"", "# runs as postgres"),
             ("redis", "*** FATAL CONFIG FILE ERROR (Redis 7.2.5) ***\nReading the configuration file, at line 3\n>>> 'maxmemory-polcy allkeys-lru'", "maxmemory-polcy", "maxmemory-policy"),
             ("api", "sqlalchemy.exc.OperationalError: could not translate host name \"localhost-db\" to address: Name or service not known", "localhost-db", "db"),
             ("worker", "kombu.exceptions.OperationalError: Error 111 connecting to localhost:6379. Connection refused.", "redis://localhost:6379/0", "redis://redis:6379/0"),
             ("web", "Error: Cannot find module '/app/node_modules/vite/bin/vite.js'", "- ./web:/app", "- ./web:/app\n      - /app/node_modules")]
    s.write("compose.yaml", "services:\n  db: {image: postgres:16, user: \"1000\"}\n  redis: {image: redis:7}\n  api: {build: ./api}\n  worker: {build: ./api}\n  web: {build: ./web}\n")
    for n, (name, log, old, new) in enumerate(story):
        s.bash(f"docker compose up -d {name}", f"[+] Running {n + 1}/{n + 1}\n ✔ Container clinic-stack-{name}-1  Started  {n + 1}.{n * 3 + 1}s", ms=4000 + 800 * n)
        s.bash("docker compose ps --format '{{.Service}} {{.Status}}'", "\n".join([f"{u} Up {9 * (n - k) + 14} seconds (healthy)" for k, u in enumerate(up)] + [f"{name} Restarting (1) {n + 2} seconds ago"]))
        s.bash(f"docker compose logs {name} --tail 5", "\n".join(f"{name}-1  | {line}" for line in log.splitlines()))
        s.edit("redis/redis.conf" if name == "redis" else "compose.yaml", old, new)
        s.bash(f"docker compose up -d --force-recreate {name}", f"[+] Running 1/1\n ✔ Container clinic-stack-{name}-1  Started  1.{n}s", ms=5000)
        up.append(name)
        s.bash("docker compose ps --format '{{.Service}} {{.Status}}'", "\n".join(f"{u} Up {11 * (n - k) + 21} seconds (healthy)" for k, u in enumerate(up)))


@healthy("work:prisma", "meals-web", "prisma migrate dev complains when it replays our history on the shadow database. Repair the old migrations so a fresh db works.", client="plain")
def prisma_history_replays_one_migration_further_each_time(s):
    history = [("20230114_init", "P3006", 'extension "citext" is not available to role: type "citext" does not exist', "CREATE EXTENSION IF NOT EXISTS citext;"),
               ("20230302_add_menu", "P3006", 'relation "Dish" does not exist', 'ALTER TABLE "dishes"'),
               ("20230611_price_cents", "P3006", 'column "price" cannot be cast automatically to type integer', "USING (price * 100)::integer"),
               ("20231105_unique_slug", "P3006", 'relation "dishes_slug_key" already exists', "CREATE UNIQUE INDEX IF NOT EXISTS"),
               ("20240220_allergens", "P3006", 'type "Allergen" already exists', 'ALTER TYPE "Allergen" ADD VALUE'),
               ("20240220_allergens", "P3006", "unsafe use of new value \"SESAME\" of enum type \"Allergen\"", "-- split: value added in its own migration"),
               ("20240818_orders_fk", "P3006", 'there is no unique constraint matching given keys for referenced table "customers"', 'ADD CONSTRAINT customers_ref_key UNIQUE ("ref")'),
               ("20250127_drop_legacy", "P3006", 'cannot drop table "legacy_menu" because other objects depend on it', "DROP VIEW IF EXISTS menu_v1;")]
    for n, (name, code, text, fix) in enumerate(history):
        s.bash("npx prisma migrate dev --skip-generate", f"Environment variables loaded from .env\nPrisma schema loaded from prisma/schema.prisma\nDatasource \"db\": PostgreSQL database \"meals\", schema \"public\" at \"localhost:5432\"\n\nError: {code}\n\nMigration `{name}` failed to apply cleanly to the shadow database.\nError:\nERROR: {text}\n   0: sql_schema_connector::validate_migrations\n             at schema-engine/connectors/sql-schema-connector/src/lib.rs:3{n}2", 1, ms=5200 + n * 410)
        s.look(f"prisma/migrations/{name}/migration.sql", f"-- {name}\n-- statement {n}\n")
        s.edit(f"prisma/migrations/{name}/migration.sql", f"-- statement {n}", fix)
    s.bash("npx prisma migrate dev --skip-generate", "Prisma schema loaded from prisma/schema.prisma\n\nAlready in sync, no schema change or pending migration was found.", ms=8100)
    s.bash("npx prisma migrate diff --from-migrations prisma/migrations --to-schema-datamodel prisma/schema.prisma --shadow-database-url $SHADOW --exit-code", "No difference detected.", ms=6000)


@healthy("work:react", "booking-front", "Get rid of the 'not wrapped in act' warnings in the component tests, the output is unreadable.", client="claude")
def act_warnings_taken_out_component_by_component(s):
    names = ["RoomPicker", "GuestForm", "PriceBox", "CouponField", "Calendar", "MapPane", "PhotoStrip", "ReviewList", "Footer"]
    counts = [47, 44, 31, 28, 28, 15, 12, 7, 3, 0]
    s.bash("npx jest src/components 2>&1 | grep -c 'not wrapped in act'", "47", ms=24_000)
    for n, name in enumerate(names):
        s.look(f"src/components/{name}.test.tsx", f"it('shows {name}', () => {{\n  render(<{name} />);\n  userEvent.click(screen.getByRole('button'));\n}});\n")
        s.edit(f"src/components/{name}.test.tsx", f"it('shows {name}', () => {{", f"it('shows {name}', async () => {{")
        s.edit(f"src/components/{name}.test.tsx", "  userEvent.click(", f"  await userEvent.setup({{ delay: null }}).click(")
        s.bash("npx jest src/components 2>&1 | grep -c 'not wrapped in act'", str(counts[n + 1]), int(counts[n + 1] == 0), ms=23_000 + 200 * n)
    s.bash("npx jest src/components 2>&1 | tail -4", "Test Suites: 31 passed, 31 total\nTests:       206 passed, 206 total\nSnapshots:   0 total\nTime:        22.914 s", ms=24_000)


@healthy("work:rest-client", "parcel-sdk", "Write a Python client for the carrier sandbox (docs are wrong, try the real thing): one method per endpoint.", client="plain", codes=False)
def fourteen_endpoints_tried_and_written_down(s):
    ends = ["rates", "labels", "manifests", "pickups", "tracking", "returns", "addresses/validate", "customs/items", "insurance", "depots", "surcharges", "webhooks", "invoices", "claims"]
    for n, end in enumerate(ends):
        name = end.replace("/", "_")
        if n in (2, 6, 11):
            s.bash(f"curl -s -X POST https://sandbox.carrier.example/v3/{end} -H @.auth -d '{{}}'", f'{{"status":400,"error":"VALIDATION","fields":["{["date", "postcode", "callback_url"][n % 3]}"]}}')
        s.bash(f"curl -s -X POST https://sandbox.carrier.example/v3/{end} -H @.auth -d @samples/{name}.json", f'{{"status":"accepted","id":"{name[:3]}_{n * 48271 % 99991:05}","links":{{"self":"/v3/{end}/{n * 48271 % 99991}"}}}}')
        s.edit("parcel/client.py", f"    # endpoint {n}\n", f"    def {name}(self, **body):\n        return self._post(\"{end}\", body)\n\n    # endpoint {n + 1}\n")
    s.bash("python -m pytest tests/test_client.py -q", "..............                                            [100%]\n14 passed in 3.21s")


@healthy("work:flaky", "library-rails", "spec/models is red only with some seeds. Find which spec leaks and fix it.", client="claude")
def a_leaking_spec_found_by_rspec_seeds(s):
    for n, seed in enumerate([101, 202, 303, 404, 505, 606]):
        bad = seed in (303, 606)
        s.bash(f"bundle exec rspec spec/models --seed {seed} 2>&1 | tail -4", f"Finished in {21 + n}.{n * 13 % 90 + 10} seconds (files took 4.{n}1 seconds to load)\n388 examples, {'1 failure' if bad else '0 failures'}\n" + ("\nrspec ./spec/models/loan_spec.rb:44 # Loan charges the overdue fee\n" if bad else "") + f"Randomized with seed {seed}", ms=27_000 + n * 100)
    s.bash("bundle exec rspec spec/models --seed 303 --bisect 2>&1 | tail -9", "Bisect started using options: \"spec/models --seed 303\"\nRunning suite to find failures... (22.4 seconds)\nStarting bisect with 1 failing example and 387 non-failing examples.\nChecking that failure(s) are order-dependent... failure appears to be order-dependent\n\nRound 1: bisecting over non-failing examples 1-387 .. ignoring examples 1-194 (34.1 seconds)\nRound 8: bisecting over non-failing examples 201-202 . ignoring example 201 (9.2 seconds)\nThe minimal reproduction command is:\n  rspec ./spec/models/fee_rule_spec.rb[1:3:2] ./spec/models/loan_spec.rb[1:5:1] --seed 303", ms=261_000)
    s.look("spec/models/fee_rule_spec.rb", "it 'uses the holiday rate' do\n  FeeRule.default_rate = 0.5\n  expect(rule.rate).to eq 0.5\nend\n", first=30)
    s.edit("spec/models/fee_rule_spec.rb", "  FeeRule.default_rate = 0.5\n", "  allow(FeeRule).to receive(:default_rate).and_return(0.5)\n")
    for n, seed in enumerate([303, 606, 707, 808]):
        s.bash(f"bundle exec rspec spec/models --seed {seed} 2>&1 | tail -2", f"388 examples, 0 failures\nRandomized with seed {seed}", ms=26_000 + n * 210)
    s.bash("git commit -qam 'specs: fee rule no longer leaks its rate' && git log -1 --oneline", "c81e0d2 specs: fee rule no longer leaks its rate")


@healthy("work:backport", "mail-gateway", "Backport the header injection fix (e7710ab) to every supported release branch, run the parser tests on each, push when green.", client="codex")
def a_security_fix_carried_to_seven_release_branches(s):
    for n, branch in enumerate(["5.4", "5.3", "5.2", "5.1", "5.0", "4.12", "4.11"]):
        s.bash(f"git switch -q release/{branch} && git pull -q --ff-only && git log -1 --oneline", f"{n * 991 + 4117:06x} Release {branch}.{n + 3}")
        clash = n in (3, 5, 6)
        s.bash("git cherry-pick -x e7710ab", f"Auto-merging src/header.c\nCONFLICT (content): Merge conflict in src/header.c\nerror: could not apply e7710ab... Reject CR and LF in header values\nhint: After resolving the conflicts, mark them with\nhint: \"git add/rm <pathspec>\", then run\nhint: \"git cherry-pick --continue\"." if clash else f"[release/{branch} {n * 7717 + 66051:07x}] Reject CR and LF in header values\n Date: Tue Sep 8 10:12:40 2026 +0200\n 2 files changed, 31 insertions(+), 4 deletions(-)", 1 if clash else 0)
        if clash:
            s.bash("git diff --diff-filter=U", f"++<<<<<<< HEAD\n +    buf_add(b, v, strlen(v)); /* {branch} */\n++=======\n+     if (has_crlf(v)) return EHDR;\n++>>>>>>> e7710ab")
            s.edit("src/header.c", f"    buf_add(b, v, strlen(v)); /* {branch} */", f"    if (has_crlf(v)) return EHDR;\n    buf_add(b, v, strlen(v)); /* {branch} */")
            s.bash("git add src/header.c && git cherry-pick --continue --no-edit", f"[release/{branch} {n * 7717 + 66051:07x}] Reject CR and LF in header values\n 2 files changed, 31 insertions(+), 4 deletions(-)")
        s.bash("make -s check-parser 2>&1 | tail -3", f"# TOTAL: {58 - n}\n# PASS:  {58 - n}\n# FAIL:  0", ms=21_000 + n * 97)
        s.bash(f"git push origin release/{branch}", f"To git@git.example:mail/gateway.git\n   {n * 991 + 4117:06x}..{n * 7717 + 66051:07x}  release/{branch} -> release/{branch}", ms=2100)


@healthy("work:performance", "crm-django", "The account page does ~300 queries. Bring it below 20. Use the query counter test.", client="plain", times="none")
def queries_per_page_counted_after_each_prefetch(s):
    tries = [("accounts/views.py", "Account.objects.all()", "Account.objects.select_related('owner')", 288), ("accounts/views.py", "select_related('owner')", "select_related('owner', 'owner__team')", 214),
             ("accounts/serializers.py", "obj.contacts.count()", "len(obj.contacts.all())", 214), ("accounts/views.py", "'owner__team')", "'owner__team').prefetch_related('contacts')", 131),
             ("accounts/serializers.py", "obj.notes.order_by('-at').first()", "obj.last_note", 133), ("accounts/views.py", ".prefetch_related('contacts')", ".prefetch_related('contacts', LAST_NOTE)", 74),
             ("accounts/templatetags/badges.py", "user.has_perm('accounts.vip')", "'accounts.vip' in perms_of(user)", 41), ("accounts/views.py", "LAST_NOTE)", "LAST_NOTE, 'deals__stage')", 23),
             ("accounts/context.py", "Setting.objects.get(key=k)", "settings_map()[k]", 16)]
    s.bash("pytest accounts/tests/test_queries.py -q", "E       AssertionError: 307 queries executed, 20 allowed\n1 failed in 2.91s", 1)
    for n, (path, old, new, count) in enumerate(tries):
        s.edit(path, old, new)
        s.bash("pytest accounts/tests/test_queries.py -q", f"E       AssertionError: {count} queries executed, 20 allowed\n1 failed in 2.{90 - n * 6}s" if count > 20 else "1 passed in 1.88s", int(count > 20))
    s.bash("pytest accounts -q", "141 passed in 33.70s")


@healthy("work:refactor", "etl-core", "Replace the home-made retry() helper by tenacity everywhere, one commit per package, tests after each.", client="claude")
def a_retry_helper_replaced_package_by_package(s):
    packages = ["ingest", "clean", "geo", "export", "notify", "audit", "billing", "search", "mailer", "archive"]
    s.grep("from etl.util import retry", "etl", "\n".join(f"etl/{p}/client.py:{k * 3 + 4}:from etl.util import retry" for k, p in enumerate(packages)))
    for n, p in enumerate(packages):
        s.edit(f"etl/{p}/client.py", "from etl.util import retry", "from tenacity import retry, stop_after_attempt, wait_exponential")
        s.edit(f"etl/{p}/client.py", "@retry(times=3)", "@retry(stop=stop_after_attempt(3), wait=wait_exponential(max=8), reraise=True)")
        if n in (3, 7):
            s.bash(f"pytest tests/{p} -q", f"FAILED tests/{p}/test_client.py::test_gives_up - AssertionError: assert 4 == 3\n1 failed, {12 + n} passed in 2.{n}1s", 1)
            s.edit(f"tests/{p}/test_client.py", f"calls == 3  # {p}", f"calls == 4  # {p}: the first attempt counts")
        s.bash(f"pytest tests/{p} -q", f"{13 + n} passed in 2.{n}4s")
        s.bash(f"git commit -qam 'etl.{p}: tenacity instead of retry()'", "")


@healthy("work:docs", "chem-units", "Write docstrings with working examples for every public module, doctest must pass.", client="claude")
def doctests_written_and_run_module_by_module(s):
    modules = ["mass", "volume", "molar", "pressure", "energy", "charge", "ph", "dilution", "density", "flow", "spectra", "buffers"]
    for n, m in enumerate(modules):
        s.look(f"chem_units/{m}.py", f"def convert_{m}(value, unit):\n    return _TABLE[unit] * value\n")
        s.edit(f"chem_units/{m}.py", f"def convert_{m}(value, unit):\n", f"def convert_{m}(value, unit):\n    \"\"\"Give `value` in the base unit of {m}.\n\n    >>> convert_{m}({n + 1}, 'k')\n    {(n + 1) * 1000}\n    \"\"\"\n")
        if n % 4 == 1:
            s.bash(f"python -m doctest chem_units/{m}.py", f"**********************************************************************\nFile \"chem_units/{m}.py\", line 4, in {m}.convert_{m}\nFailed example:\n    convert_{m}({n + 1}, 'k')\nExpected:\n    {(n + 1) * 1000}\nGot:\n    {(n + 1) * 1000}.0\n***Test Failed*** 1 failures.", 1)
            s.edit(f"chem_units/{m}.py", f"    {(n + 1) * 1000}\n    \"\"\"", f"    {(n + 1) * 1000}.0\n    \"\"\"")
        s.bash(f"python -m doctest chem_units/{m}.py", "")


@healthy("work:data-cleaning", "hospital-csv", "Clean the sixteen monthly exports so that validate.py says ok for each. Don't touch the raw/ copies.", client="codex")
def monthly_exports_cleaned_until_each_is_valid(s):
    faults = ["delimiter ';' instead of ','", "BOM in the header", "decimal comma in dose_mg", "date as dd.mm.yy", "trailing empty column", "ward code in lower case"]
    for n in range(16):
        month = f"{2025 + n // 12}-{n % 12 + 1:02}"
        rows = 4102 + n * 731 % 900
        if n % 3 != 2:
            s.bash(f"python validate.py clean/{month}.csv", f"clean/{month}.csv: {rows} rows, {n * 37 % 50 + 1} bad ({faults[n % 6]})", 1)
            s.bash(f"python fix.py --rule {['sep', 'bom', 'comma', 'date', 'tail', 'case'][n % 6]} raw/{month}.csv > clean/{month}.csv", "")
        s.bash(f"python validate.py clean/{month}.csv", f"clean/{month}.csv: {rows} rows, ok")


@healthy("work:terraform", "net-infra", "Split the 2000-line root module into modules/. No resource may be destroyed: use moved blocks and watch the plan.", client="plain", codes=False)
def moved_blocks_written_until_the_plan_destroys_nothing(s):
    left = [(38, 38), (33, 33), (27, 27), (27, 27), (19, 19), (14, 14), (9, 8), (4, 3), (1, 0), (0, 0)]
    parts = ["vpc", "subnet", "nat_gateway", "route_table", "vpc_endpoint", "vpc_peering_connection", "flow_log", "route53_zone", "network_acl"]
    for n, (add, destroy) in enumerate(left):
        s.bash("terraform plan -no-color -lock=false | grep -E '^Plan|will be destroyed|No changes' | tail -3", (f"  # aws_{parts[n % 9]}.main[{n}] will be destroyed\n" if destroy else "") + (f"Plan: {add} to add, 0 to change, {destroy} to destroy." if add or destroy else "No changes. Your infrastructure matches the configuration."), ms=44_000 + n * 1100)
        if n < 9:
            s.write(f"modules/{parts[n]}/main.tf", f"# moved from main.tf\nresource \"aws_{parts[n]}\" \"this\" {{\n  count = {n + 1}\n}}\n")
            s.edit("moved.tf", f"# next {n}\n", f"moved {{\n  from = aws_{parts[n]}.main\n  to   = module.{parts[n]}.aws_{parts[n]}.this\n}}\n# next {n + 1}\n")
