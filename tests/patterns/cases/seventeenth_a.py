"""Ordinary weeks, healthy: Rails, Django, Spring, Express, FastAPI, Laravel, Vite, Angular, Gradle, Go, Rust, C++, hosts, Composer, databases, CI, Terraform, Kubernetes, pandas, training, mobile, exploration, merges, set-up, trackers."""
from session import healthy, run


def hx(n, width=8):
    return f"{(n * 2654435761 + 0x9e3779b97f4a7c15) * 6364136223846793005 & 0xffffffffffffffff:016x}"[-width:]


def at(n, start=9 * 3600 + 700, step=47):
    t = start + n * step + n * n % 13
    return f"{t // 3600 % 24:02}:{t // 60 % 60:02}:{t % 60:02}"


@healthy("work:rails", "booking-api", "We are on Rails 8 now. Get `bin/rails zeitwerk:check` green again, the enums still use the old keyword syntax.", client="codex")
def enum_syntax_mended_model_by_model(s):
    s.bash("bundle exec rails -v && git status -sb | head -3", "Rails 8.0.1\n## rails-8...origin/rails-8")
    models = ["booking", "customer", "invoice", "invoice_line", "payout", "refund", "room", "room_rate", "season", "staff_member", "voucher"]
    for n, m in enumerate(models):
        cls = "".join(p.title() for p in m.split("_"))
        line = 4 + n * 3 % 11
        s.bash("bin/rails zeitwerk:check", f"Hold on, I am eager loading the application.\nbin/rails aborted!\nArgumentError: wrong number of arguments (given 0, expected 1..2) (ArgumentError)\n\n    def enum(name, values = nil, **options)\n             ^^^^\n/usr/local/bundle/gems/activerecord-8.0.1/lib/active_record/enum.rb:216:in 'ActiveRecord::Enum#enum'\n/home/dev/booking-api/app/models/{m}.rb:{line}:in '<class:{cls}>'\n/home/dev/booking-api/app/models/{m}.rb:1:in '<main>'\n/usr/local/bundle/gems/zeitwerk-2.7.1/lib/zeitwerk/core_ext/kernel.rb:26:in 'Kernel#require'\n/usr/local/bundle/gems/zeitwerk-2.7.1/lib/zeitwerk/loader/eager_load.rb:178:in 'block in Zeitwerk::Loader::EagerLoad#actual_eager_load_dir'\n\nTasks: TOP => zeitwerk:check\n(See full trace by running task with --trace)", 1, ms=4100 + n * 61)
        s.bash(f"grep -n 'enum' app/models/{m}.rb", f"{line}:  enum status: {{ draft: 0, open: 1, {'done' if n % 2 else 'closed'}: 2 }}{', _prefix: true' if n % 3 == 0 else ''}")
        s.edit(f"app/models/{m}.rb", f"  enum status: {{ draft: 0, open: 1, {'done' if n % 2 else 'closed'}: 2 }}{', _prefix: true' if n % 3 == 0 else ''}", f"  enum :status, {{ draft: 0, open: 1, {'done' if n % 2 else 'closed'}: 2 }}{', prefix: true' if n % 3 == 0 else ''}")
    s.bash("bin/rails zeitwerk:check", "Hold on, I am eager loading the application.\nAll is good!", ms=5230)
    s.bash("bin/rails test 2>&1 | tail -5", "Finished in 31.204418s, 13.2033 runs/s, 31.0855 assertions/s.\n412 runs, 970 assertions, 0 failures, 0 errors, 2 skips", ms=36_000)


@healthy("work:django", "shop-suite", "Money moved from core.models to core.money. Fix the apps one after another and run each app's tests before you go on.", client="claude")
def django_money_import_repaired_in_every_app(s):
    s.grep("from core.models import .*Money", "apps", "\n".join(f"apps/{a}/services.py:{3 + n}:from core.models import Money" for n, a in enumerate(["cart", "orders", "returns", "tax"])))
    for n, app in enumerate(["cart", "orders", "returns", "tax", "pricing", "giftcards", "ledger", "payouts", "exports", "reports"]):
        where = ["services", "models", "admin", "tasks"][n % 4]
        s.bash(f"python manage.py test apps.{app} --keepdb", f"Found {6 + n * 5 % 17} test(s).\nUsing existing test database for alias 'default'...\nSystem check identified no issues (0 silenced).\nE\n======================================================================\nERROR: apps.{app}.tests.test_{where} (unittest.loader._FailedTest.apps.{app}.tests.test_{where})\n----------------------------------------------------------------------\nImportError: Failed to import test module: apps.{app}.tests.test_{where}\nTraceback (most recent call last):\n  File \"/usr/lib/python3.12/unittest/loader.py\", line 396, in _find_test_path\n    module = self._get_module_from_name(name)\n  File \"/home/dev/shop-suite/apps/{app}/tests/test_{where}.py\", line 5, in <module>\n    from apps.{app}.{where} import *\n  File \"/home/dev/shop-suite/apps/{app}/{where}.py\", line {3 + n}, in <module>\n    from core.models import Money\nImportError: cannot import name 'Money' from 'core.models' (/home/dev/shop-suite/core/models/__init__.py)\n\n----------------------------------------------------------------------\nRan 1 test in 0.00{n % 7 + 1}s\n\nFAILED (errors=1)\nPreserving test database for alias 'default'...", 1, ms=2900 + n * 77)
        s.look(f"apps/{app}/{where}.py", f"from django.db import transaction\n\nfrom core.models import Money\nfrom .enums import State", count=6)
        s.edit(f"apps/{app}/{where}.py", "from core.models import Money", "from core.money import Money")
        s.bash(f"python manage.py test apps.{app} --keepdb", f"Found {6 + n * 5 % 17} test(s).\nUsing existing test database for alias 'default'...\nSystem check identified no issues (0 silenced).\n{'.' * (6 + n * 5 % 17)}\n----------------------------------------------------------------------\nRan {6 + n * 5 % 17} tests in {1 + n % 4}.{n * 113 % 1000:03}s\n\nOK\nPreserving test database for alias 'default'...", ms=4300 + n * 91)


@healthy("work:spring", "claims-service", "Move the module from javax to jakarta, package by package. LegacyPdfIT is red because of the font server, ignore it, it is known.", client="plain")
def jakarta_move_with_one_known_red_test(s):
    packages = ["persistence", "validation", "servlet", "transaction", "annotation", "mail", "ws.rs", "xml.bind", "inject", "jms", "batch", "ejb"]
    for n, p in enumerate(packages):
        s.bash(f"grep -rl 'javax.{p}' src | wc -l", str(3 + n * 7 % 19))
        s.bash(f"grep -rl 'javax.{p}' src | xargs sed -i 's/javax\\.{p}/jakarta.{p}/g'", "")
        tests = 214 - (2 if n < 4 else 0) + n // 3
        run(s, "mvn -q -o verify 2>&1 | tail -14", f"[ERROR] Tests run: {tests}, Failures: 0, Errors: 1, Skipped: 3\n[ERROR] Errors: \n[ERROR]   LegacyPdfIT.rendersTheOldForm:41 » ResourceAccess I/O error on GET request for \"http://fonts.claims.internal/ocrb.ttf\": fonts.claims.internal: Name or service not known\n[INFO] \n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-failsafe-plugin:3.5.2:verify (default) on project claims-service: There are test failures.\n[ERROR] \n[ERROR] Please refer to /home/dev/claims-service/target/failsafe-reports for the individual test results.", ms=71_000 + n * 1913)
        s.bash(f"git commit -qam 'jakarta: {p}' && git diff --shortstat HEAD~1", f" {3 + n * 7 % 19} files changed, {5 + n * 11 % 43} insertions(+), {5 + n * 11 % 43} deletions(-)")


@healthy("work:express", "webhook-relay", "Somewhere between axios 1.6.0 and 1.7.9 our streaming upload broke. Find the first bad release, I want to report it.", client="claude")
def a_bad_axios_release_found_by_halving(s):
    s.bash("npm view axios versions --json | sed -n '/1.6.0/,/1.7.9/p' | tr -d ' \",\\n' | head -c 300", "1.6.01.6.11.6.21.6.31.6.41.6.51.6.61.6.71.6.81.7.0-beta.01.7.0-beta.11.7.0-beta.21.7.01.7.11.7.21.7.31.7.41.7.51.7.61.7.71.7.81.7.9")
    for n, (version, good) in enumerate([("1.6.0", 1), ("1.7.9", 0), ("1.7.0-beta.1", 1), ("1.7.4", 0), ("1.7.1", 1), ("1.7.2", 1), ("1.7.3", 0), ("1.7.2", 1)]):
        s.bash(f"npm i --no-save --no-audit --no-fund axios@{version}", f"\nchanged {1 + n % 2} package in {1 + n * 3 % 5}s", ms=2300 + n * 211)
        s.bash("npx mocha test/upload.stream.spec.js --exit", ("\n\n  streaming upload\n    ✔ relays a 4 MB body without buffering (" + str(312 + n * 17) + "ms)\n\n\n  1 passing (" + str(340 + n * 17) + "ms)\n") if good else f"\n\n  streaming upload\n    1) relays a 4 MB body without buffering\n\n\n  0 passing (2s)\n  1 failing\n\n  1) streaming upload\n       relays a 4 MB body without buffering:\n     Error: Timeout of 2000ms exceeded. For async tests and hooks, ensure \"done()\" is called; if returning a Promise, ensure it resolves. (/home/dev/webhook-relay/test/upload.stream.spec.js)\n      at listOnTimeout (node:internal/timers:581:17)\n      at process.processTimers (node:internal/timers:519:7)\n\n", 0 if good else 1, ms=2800 + n * 61)
    s.bash("npm diff --diff=axios@1.7.2 --diff=axios@1.7.3 lib/adapters/fetch.js | head -20", "diff --git a/lib/adapters/fetch.js b/lib/adapters/fetch.js\nindex v1.7.2..v1.7.3 100644\n--- a/lib/adapters/fetch.js\n+++ b/lib/adapters/fetch.js\n@@ -56,8 +56,14 @@ const getBodyLength = async (body) => {\n     return (await new Request(body).arrayBuffer()).byteLength;\n   }", ms=4100)
    s.say("The first bad release is 1.7.3: the body of a stream is measured by reading it. I have put the diff and the test into the draft of the report.")


@healthy("work:fastapi", "invoice-api", "Build the invoice endpoints test first: one test, red, then the code, green, then the next.", client="codex")
def invoice_endpoints_test_first(s):
    steps = [("create_draft", "POST", "/invoices", "404 == 201"), ("rejects_negative_total", "POST", "/invoices", "201 == 422"), ("get_by_id", "GET", "/invoices/1", "405 == 200"), ("unknown_id", "GET", "/invoices/99", "500 == 404"), ("list_is_paged", "GET", "/invoices?page=2", "50 == 20"), ("finalise", "POST", "/invoices/1/finalise", "404 == 200"), ("finalise_twice", "POST", "/invoices/1/finalise", "200 == 409"), ("pdf_has_number", "GET", "/invoices/1/pdf", "404 == 200"), ("void", "DELETE", "/invoices/1", "405 == 204")]
    for n, (name, verb, path, miss) in enumerate(steps):
        s.edit("tests/test_invoices.py", f"# next: {name}", f"def test_{name}(client):\n    response = client.{verb.lower()}(\"{path}\")\n    assert response.status_code == {miss.split()[-1]}\n\n# next: {steps[n + 1][0] if n + 1 < len(steps) else 'done'}")
        got, want = miss.split(" == ")
        s.bash("uv run pytest -q tests/test_invoices.py", f"{'.' * n}F{' ' * (70 - n)}[100%]\n=================================== FAILURES ===================================\n_____________________________ test_{name} _____________________________\n\nclient = <starlette.testclient.TestClient object at 0x7f{hx(n, 10)}>\n\n    def test_{name}(client):\n        response = client.{verb.lower()}(\"{path}\")\n>       assert response.status_code == {want}\nE       assert {got} == {want}\nE        +  where {got} = <Response [{got}]>.status_code\n\ntests/test_invoices.py:{12 + n * 5}: AssertionError\n=========================== short test summary info ============================\nFAILED tests/test_invoices.py::test_{name} - assert {miss}\n1 failed, {n} passed in 0.{41 + n}s", 1)
        s.edit("app/invoices.py", f"# {name}\n", f"@router.{verb.lower()}(\"{path.split('?')[0].replace('/1', '/{invoice_id}').replace('/99', '/{invoice_id}')}\")\ndef {name}(db: Session = Depends(get_db)):\n    return service.{name}(db)\n")
        s.bash("uv run pytest -q tests/test_invoices.py", f"{'.' * (n + 1)}{' ' * (70 - n)}[100%]\n{n + 1} passed in 0.{38 + n}s")


@healthy("work:laravel", "gym-portal", "The migrations were written for MySQL. Make `migrate:fresh --seed` run on Postgres.", client="plain", codes=False)
def laravel_fresh_migrations_with_a_new_sqlstate_each_time(s):
    errors = [("42704", "Undefined object: 7 ERROR:  type \"mediumtext\" does not exist", "create_members_table"), ("42601", "Syntax error: 7 ERROR:  syntax error at or near \"UNSIGNED\"", "create_contracts_table"), ("42830", "Invalid foreign key: 7 ERROR:  there is no unique constraint matching given keys for referenced table \"plans\"", "add_plan_to_contracts"), ("42804", "Datatype mismatch: 7 ERROR:  column \"active\" cannot be cast automatically to type boolean", "alter_active_on_members"), ("42P07", "Duplicate table: 7 ERROR:  relation \"members_email_index\" already exists", "add_indices"), ("22007", "Invalid datetime format: 7 ERROR:  date/time field value out of range: \"0000-00-00\"", "backfill_birthdays"), ("42883", "Undefined function: 7 ERROR:  function ifnull(numeric, integer) does not exist", "create_balance_view"), ("23502", "Not null violation: 7 ERROR:  null value in column \"locale\" of relation \"members\" violates not-null constraint", "seed"), ("23505", "Unique violation: 7 ERROR:  duplicate key value violates unique constraint \"plans_pkey\"", "seed")]
    names = ["create_members_table", "create_contracts_table", "add_plan_to_contracts", "alter_active_on_members", "add_indices", "backfill_birthdays", "create_balance_view"]
    for n, (state, text, name) in enumerate(errors + [("", "", "")]):
        done = "".join(f"  2024_0{k + 1}_1{k}_090000_{m} {'.' * (50 - len(m))} {7 + k * 3}.{k * 31 % 90 + 10}ms DONE\n" for k, m in enumerate(names[:n]))
        head = f"  Dropping all tables ...................................... {21 + n}.4{n}ms DONE\n\n   INFO  Running migrations.\n\n{done}"
        if state:
            s.bash("php artisan migrate:fresh --seed", head + (f"  2024_0{n + 1}_1{n}_090000_{name} {'.' * (50 - len(name))} {3 + n}.11ms FAIL\n" if name != "seed" else "\n   INFO  Seeding database.\n\n  Database\\Seeders\\PlanSeeder ....................................... RUNNING\n") + f"\n   Illuminate\\Database\\QueryException\n\n  SQLSTATE[{state}]: {text} (Connection: pgsql)\n\n  at vendor/laravel/framework/src/Illuminate/Database/Connection.php:829\n    825▕                     $this->getName(), $query, $bindings, $e\n    826▕                 );\n    827▕             }}\n    828▕\n  ➜ 829▕             throw new QueryException(\n    830▕                 $this->getName(), $query, $this->prepareBindings($bindings), $e\n\n      +{8 + n} vendor frames", 1, ms=1900 + n * 130)
            path = f"database/migrations/2024_0{n + 1}_1{n}_090000_{name}.php" if name != "seed" else f"database/seeders/{'Member' if state == '23502' else 'Plan'}Seeder.php"
            old, new = [("$table->addColumn('mediumtext', 'bio');", "$table->text('bio');"), ("DB::statement('ALTER TABLE contracts ADD fee INT UNSIGNED');", "$table->unsignedInteger('fee')->nullable();"), ("$table->foreign('plan_code')->references('code')->on('plans');", "$table->foreignId('plan_id')->constrained('plans');"), ("$table->boolean('active')->change();", "DB::statement('ALTER TABLE members ALTER active TYPE boolean USING active::int::boolean');"), ("$table->index('email', 'members_email_index');", "$table->index('email', 'contracts_email_index');"), ("DB::table('members')->whereNull('born')->update(['born' => '0000-00-00']);", "// unknown birthdays stay null"), ("DB::statement('CREATE VIEW balances AS SELECT member_id, ifnull(sum(amount), 0) AS balance FROM bookings GROUP BY 1');", "DB::statement('CREATE VIEW balances AS SELECT member_id, coalesce(sum(amount), 0) AS balance FROM bookings GROUP BY 1');"), ("'email' => $mail,", "'email' => $mail, 'locale' => 'de',"), ("Plan::insert($plans);", "Plan::upsert($plans, ['code']);")][n]
            s.look(path, f"<?php\n\nreturn new class extends {'Migration' if name != 'seed' else 'Seeder'}\n{{\n    public function {'up' if name != 'seed' else 'run'}(): void\n    {{\n        {old}")
            s.edit(path, old, new)
        else:
            s.bash("php artisan migrate:fresh --seed", head + "\n   INFO  Seeding database.\n\n  Database\\Seeders\\PlanSeeder ................................... 18 ms DONE\n  Database\\Seeders\\MemberSeeder ................................ 944 ms DONE", ms=3900)


@healthy("work:vite", "tour-web", "First load is 1.9 MB of JS. Bring it under 700 kB by lazy routes and smaller libs; measure after each step.", client="claude")
def bundle_size_measured_after_each_lazy_route(s):
    sizes = [1912.40, 1788.12, 1788.31, 1604.77, 1391.05, 1392.66, 1207.90, 1011.38, 904.12, 861.54, 861.02, 743.87, 688.19]
    steps = ["", "Checkout", "Imprint", "MapView", "Admin", "Faq", "moment → dayjs", "lodash → lodash-es", "Gallery", "Reviews", "Login", "echarts/core", "quill"]
    for n, size in enumerate(sizes):
        if n:
            s.edit("src/routes.tsx" if n < 6 else "src/App.tsx", f"import {{ X{n} }} from './{steps[n]}'", f"const X{n} = lazy(() => import('./{steps[n]}'))")
        run(s, "npm run build 2>&1 | tail -9", f"dist/index.html                       1.{20 + n} kB │ gzip:   0.5{n % 10} kB\ndist/assets/index-{hx(n)}.css       48.11 kB │ gzip:   9.02 kB\n" + "".join(f"dist/assets/{steps[k].split()[0]}-{hx(n * 20 + k)}.js    {11 + k * 17}.{k * 7 % 100:02} kB │ gzip:  {4 + k * 5}.10 kB\n" for k in range(max(1, n - 2), n + 1)) + f"dist/assets/index-{hx(n + 99)}.js   {size:,.2f} kB │ gzip: {size * .31:,.2f} kB\n\n(!) Some chunks are larger than 500 kB after minification.\n✓ built in {8 + n % 4}.{n * 37 % 100:02}s", ms=10_400 + n * 119)


@healthy("work:angular", "clinic-ui", "Bring the app from Angular 14 to 18, one major at a time, with build and tests in between.", client="plain", codes=False)
def angular_raised_major_by_major(s):
    for n, v in enumerate([15, 16, 17, 18]):
        s.bash(f"npx ng update @angular/core@{v} @angular/cli@{v} --allow-dirty", f"Using package manager: npm\nCollecting installed dependencies...\nFound {54 + n} dependencies.\nFetching dependency metadata from registry...\n    Updating package.json with dependency @angular/core @ \"{v}.2.{n + 3}\" (was \"{v - 1}.3.0\")...\n    Updating package.json with dependency @angular/cli @ \"{v}.2.{n + 1}\" (was \"{v - 1}.2.11\")...\nUPDATE package.json ({2380 + n * 12} bytes)\n✔ Cleaning node modules directory\n✔ Installing packages (npm)\n** Executing migrations of package '@angular/core' **\n  Migration completed ({3 + n} files modified).", ms=95_000 + n * 4000)
        for k in range(2):
            old, new = [("this.load(this.form.controls.ward);", "this.load(this.form.controls.ward as FormControl<string>);"), ("patients$.lettable(map(byName))", "patients$.pipe(map(byName))"), ("ward.renderer2.addClass(el, 'full');", "ward.renderer.addClass(el, 'full');"), ("import { ComponentFactoryResolver } from '@angular/core';", "import { ViewContainerRef } from '@angular/core';"), ("form: FormGroup<RotaForm> = this.untyped;", "form = this.fb.group<RotaForm>(emptyRota());"), ("provideHttpClient(HttpClientModule)", "provideHttpClient(withInterceptorsFromDi())"), ("this.store.ngZone.run(() => this.refresh());", "this.refresh();"), ("import '@angular/platform-server/init';", "")][n * 2 + k]
            s.bash("npx ng build", [f"✖ Failed to compile.\n\nsrc/app/{['patients', 'wards', 'rota', 'lab'][n]}/{['list', 'edit'][k]}.component.ts:{31 + n * 7 + k}:{9 + k} - error TS{[2345, 2339, 2551, 2305, 2322, 2769, 2341, 2307][n * 2 + k]}: {['Argument of type FormControl<string | null> is not assignable to parameter of type FormControl<string>.', 'Property lettable does not exist on type Observable<Patient>.', 'Property renderer2 does not exist on type Ward. Did you mean renderer?', 'Module @angular/core has no exported member ComponentFactoryResolver.', 'Type UntypedFormGroup is not assignable to type FormGroup<RotaForm>.', 'No overload matches this call: provideHttpClient.', 'Property ngZone is private and only accessible within class LabStore.', 'Cannot find module @angular/platform-server/init.'][n * 2 + k]}\n\n{31 + n * 7 + k}         {old}\n           {'~' * (9 + k)}"][0], 1, ms=34_000 + k * 900)
            s.edit(f"src/app/{['patients', 'wards', 'rota', 'lab'][n]}/{['list', 'edit'][k]}.component.ts", old, new)
        s.bash("npx ng build", f"Initial chunk files           | Names         |  Raw size\nmain.{hx(n)}.js         | main          | {812 - n * 41}.{n}1 kB\nstyles.{hx(n + 7)}.css      | styles        |  94.20 kB\n\nBuild at: 2026-03-0{n + 2}T{at(n)}Z - Hash: {hx(n, 16)} - Time: {29000 - n * 2100}ms", ms=31_000)
        s.bash("npx ng test --watch=false --browsers=ChromeHeadless 2>&1 | tail -3", f"Chrome Headless 131.0.0.0 (Linux x86_64): Executed {388 + n} of {388 + n} SUCCESS ({11 + n}.204 secs / 10.8{n} secs)\nTOTAL: {388 + n} SUCCESS", ms=48_000)
        s.bash(f"git add -A && git commit -qm 'Angular {v}'", "")


@healthy("work:kotlin", "bank-sdk", "Write the api dump for every module of the SDK, then check them; CI is slow, so module by module please.", client="claude", gap=3)
def api_dump_of_each_gradle_module(s):
    modules = ["core", "crypto", "accounts", "cards", "payments", "sepa", "fx", "statements", "push", "biometrics", "ui-kit", "testing"]
    for n, m in enumerate(modules):
        s.bash(f"./gradlew -q :{m}:apiDump", "", ms=14_000 + n * 391)
    for n, m in enumerate(modules):
        s.bash(f"./gradlew :{m}:apiCheck", f"\nBUILD SUCCESSFUL in {4 + n % 3}s\n{11 + n % 2} actionable tasks: 2 executed, {9 + n % 2} up-to-date", ms=5200 + n * 97)
    s.bash("git status --short | head -20", "\n".join(f"?? {m}/api/{m}.api" for m in modules))
    s.bash("git add '*.api' && git commit -m 'Track the public API of every module'", f"[api-dump {hx(3, 7)}] Track the public API of every module\n 12 files changed, 3318 insertions(+)")


@healthy("work:go", "job-queue", "TestLeaseExpiry fails about once in thirty on CI. Find it and mend it properly, no sleeps.", client="claude")
def a_go_race_cornered_by_repetition(s):
    def hit(n, total, line, extra=""):
        return f"--- FAIL: TestLeaseExpiry (0.{20 + n}s)\n    lease_test.go:{line}: lease {hx(n, 6)} handed out twice: worker-{n % 4} and worker-{(n + 1) % 4}\n{extra}FAIL\nFAIL\tgithub.com/acme/job-queue/lease\t{3 + n}.{n * 127 % 1000:03}s\nFAIL"
    def good(n):
        return f"ok  \tgithub.com/acme/job-queue/lease\t{9 + n}.{n * 311 % 1000:03}s"
    s.bash("go test ./lease -run TestLeaseExpiry -count=20", good(1), ms=9800)
    s.bash("go test ./lease -run TestLeaseExpiry -count=100", hit(2, 100, 88), 1, ms=31_000)
    s.bash("go test ./lease -run TestLeaseExpiry -count=100 -race", good(5), ms=64_000)
    s.bash("go test ./lease -run TestLeaseExpiry -count=100 -cpu=1", good(3), ms=33_000)
    s.bash("go test ./lease -run TestLeaseExpiry -count=100 -cpu=8", hit(4, 100, 88), 1, ms=12_000)
    s.look("lease/lease.go", "func (q *Queue) Take(worker string) (*Lease, error) {\n\tnow := time.Now()\n\tq.mu.RLock()\n\tl := q.firstExpired(now)\n\tq.mu.RUnlock()\n\tif l == nil {\n\t\treturn nil, ErrEmpty\n\t}\n\tq.mu.Lock()\n\tdefer q.mu.Unlock()\n\tl.Owner, l.Until = worker, now.Add(q.ttl)\n\treturn l, nil\n}", first=61, count=13)
    s.edit("lease/lease.go", "\tq.mu.Lock()\n\tdefer q.mu.Unlock()\n\tl.Owner", "\tq.mu.Lock()\n\tdefer q.mu.Unlock()\n\tlog.Printf(\"take %s by %s was %s until %s\", l.ID, worker, l.Owner, l.Until)\n\tl.Owner")
    for n in range(3):
        s.bash(f"go test ./lease -run TestLeaseExpiry -count=60 -cpu=8 -failfast 2>&1 | tail -6", hit(5 + n, 60, 88, "".join(f"2026/02/11 {at(n)} take {hx(n, 6)} by worker-{k} was worker-{n % 4} until 2026-02-11 {at(n)}.{k}{n}1\n" for k in range(2))) if n != 1 else good(7), 0, ms=11_000 + n * 800)
    s.edit("lease/lease.go", "\tq.mu.RLock()\n\tl := q.firstExpired(now)\n\tq.mu.RUnlock()\n", "\tq.mu.Lock()\n\tdefer q.mu.Unlock()\n\tl := q.firstExpired(now)\n")
    s.bash("go test ./lease -run TestLeaseExpiry -count=100 -cpu=8", hit(8, 100, 93), 1, ms=14_000)
    s.look("lease/lease_test.go", "\tif seen[l.ID] {\n\t\tt.Fatalf(\"lease %s handed out twice: %s and %s\", l.ID, first[l.ID], l.Owner)\n\t}\n\tseen[l.ID] = true // TODO not guarded", first=90, count=4)
    s.edit("lease/lease_test.go", "\tseen[l.ID] = true // TODO not guarded", "\tmu.Lock()\n\tseen[l.ID] = true\n\tmu.Unlock()")
    s.bash("go test ./lease -run TestLeaseExpiry -count=400 -cpu=8", good(38), ms=47_000)
    s.bash("go test ./lease -run TestLeaseExpiry -count=400 -cpu=8 -race", good(88), ms=97_000)
    s.bash("go vet ./... && go test ./...", "ok  \tgithub.com/acme/job-queue/lease\t4.118s\nok  \tgithub.com/acme/job-queue/store\t2.006s\nok  \tgithub.com/acme/job-queue/cmd/worker\t0.331s", ms=16_000)


@healthy("work:rust", "feed-reader", "Replace Box<dyn Error> by our own FeedError in the whole crate.", client="codex")
def a_rust_error_type_threaded_through_with_plateaus(s):
    counts = [41, 38, 38, 44, 44, 37, 31, 31, 33, 26, 19, 19, 12, 7, 7, 3, 0]
    files = ["error", "fetch", "parse/rss", "parse/atom", "store", "opml", "cli", "sync", "http"]
    for n, count in enumerate(counts):
        f = files[n % len(files)]
        s.edit(f"src/{f}.rs", f"-> Result<Page{n}, Box<dyn Error>>", f"-> Result<Page{n}, FeedError>")
        g = files[(n * 2 + 1) % len(files)]
        s.bash("cargo check 2>&1 | tail -16", (f"error[E0277]: `?` couldn't convert the error to `FeedError`\n   --> src/{g}.rs:{40 + n * 11}:{18 + n}\n    |\n{38 + n * 11} |     fn step_{n}(&self) -> Result<Page{n}, FeedError> {{\n    |                          ----------------------- expected `FeedError` because of this\n{40 + n * 11} |         let body = self.client.get(url)?;\n    |                                        ^ the trait `From<{['reqwest::Error', 'quick_xml::Error', 'rusqlite::Error', 'std::io::Error'][n % 4]}>` is not implemented for `FeedError`\n    |\n    = note: the question mark operation (`?`) implicitly performs a conversion on the error value using the `From` trait\n    = note: required for `Result<Page{n}, FeedError>` to implement `FromResidual<Result<Infallible, _>>`\n\nFor more information about this error, try `rustc --explain E0277`.\nerror: could not compile `feed-reader` (lib) due to {count} previous errors" if count else "    Checking feed-reader v0.9.2 (/home/dev/feed-reader)\n    Finished `dev` profile [unoptimized + debuginfo] target(s) in 3.81s"), ms=3300 + n * 70)
    s.bash("cargo test -q 2>&1 | tail -4", "running 96 tests\n........................................................................................\ntest result: ok. 96 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.44s", ms=21_000)


@healthy("work:cpp", "sensor-hub", "After the split into static libraries nothing links. Get all binaries to link again.", client="plain", times="at")
def undefined_references_library_by_library(s):
    wants = [("hub_daemon", "hub::Config::load(std::string const&)", "hub_config"), ("hub_daemon", "hub::log::sink()", "hub_log"), ("hub_daemon", "uv_loop_init", "uv_a"), ("hubctl", "hub::ipc::Client::connect()", "hub_ipc"), ("hubctl", "CRC32C::update(unsigned char const*, unsigned long)", "hub_crc"), ("hub_bench", "benchmark::Initialize(int*, char**)", "benchmark::benchmark"), ("hub_tests", "testing::InitGoogleTest(int*, char**)", "GTest::gtest"), ("hub_tests", "hub::fake::Clock::advance(long)", "hub_fakes"), ("hub_fuzz", "LLVMFuzzerRunDriver", "-fsanitize=fuzzer")]
    for n, (target, symbol, lib) in enumerate(wants):
        s.bash("cmake --build build -j8", f"[{11 + n * 8}%] Built target hub_core\n[{14 + n * 9}%] Linking CXX executable bin/{target}\n/usr/bin/ld: libhub_core.a(module{n}.cpp.o): in function `hub::Module{n}::start()':\nmodule{n}.cpp:(.text+0x{64 + n * 29:x}): undefined reference to `{symbol}'\n/usr/bin/ld: module{n}.cpp:(.text+0x{120 + n * 31:x}): undefined reference to `{symbol}'\ncollect2: error: ld returned 1 exit status\ngmake[2]: *** [CMakeFiles/{target}.dir/build.make:{97 + n * 3}: bin/{target}] Error 1\ngmake[1]: *** [CMakeFiles/Makefile2:{141 + n * 12}: CMakeFiles/{target}.dir/all] Error 2\ngmake: *** [Makefile:136: all] Error 2", 2, ms=18_000 + n * 700)
        if n % 3 != 2:
            s.bash(f"nm -C --defined-only build/lib/*.a 2>/dev/null | grep -F '{symbol.split('(')[0]}' | head -3", f"00000000000{n}1c0 T {symbol}")
        s.edit("CMakeLists.txt", f"target_link_libraries({target} PRIVATE hub_core)", f"target_link_libraries({target} PRIVATE hub_core {lib})")
    s.bash("cmake --build build -j8 && ctest --test-dir build", "[100%] Built target hub_fuzz\nInternal ctest changing into directory: /home/dev/sensor-hub/build\n100% tests passed, 0 tests failed out of 63\n\nTotal Test time (real) =   8.14 sec", ms=44_000)


@healthy("work:hosts", "edge-fleet", "Roll the new logrotate file out to all edge nodes, one after the other, and dry-run it on each.", client="claude", gap=2)
def a_logrotate_file_copied_and_tried_on_each_node(s):
    for n in range(1, 19):
        host = f"edge-{['fra', 'ams', 'waw'][n % 3]}-{n:02}.acme.net"
        s.bash(f"scp -q files/logrotate-nginx {host}:/tmp/ && ssh {host} 'sudo install -m 644 /tmp/logrotate-nginx /etc/logrotate.d/nginx && sudo logrotate -d /etc/logrotate.d/nginx 2>&1 | tail -2'", f"considering log /var/log/nginx/access.log\n  log does not need rotating (log has already been rotated)", ms=1900 + n * 43)
    s.write("rollout.md", "| node | logrotate |\n|---|---|\n" + "".join(f"| edge-{['fra', 'ams', 'waw'][n % 3]}-{n:02} | ok |\n" for n in range(1, 19)))


@healthy("work:php", "parish-cms", "composer update to Symfony 7. Work through the conflicts.", client="codex")
def composer_conflicts_of_different_packages(s):
    rows = [("friendsofsymfony/rest-bundle", "3.4.0", "3.8"), ("knplabs/knp-menu-bundle", "3.2.0", "3.5"), ("doctrine/doctrine-bundle", "2.7.2", "2.13"), ("sonata-project/admin-bundle", "4.20.0", "4.36"), ("liip/imagine-bundle", "2.10.0", "2.13"), ("nelmio/api-doc-bundle", "4.11.1", "4.34"), ("lexik/jwt-authentication-bundle", "2.18.1", "3.1"), ("stof/doctrine-extensions-bundle", "1.7.1", "1.13")]
    for n, (pkg, old, new) in enumerate(rows):
        s.bash("composer update 'symfony/*' --with-all-dependencies --no-scripts", f"Loading composer repositories with package information\nUpdating dependencies\nYour requirements could not be resolved to an installable set of packages.\n\n  Problem 1\n    - {pkg} is locked to version {old} and an update of this package was not requested.\n    - {pkg} {old} requires symfony/framework-bundle ^5.4 || ^6.0 -> found symfony/framework-bundle[v5.4.0, ..., v6.4.{17 - n}] but it conflicts with your root composer.json require (^7.2).\n\nUse the option --with-all-dependencies (-W) to allow upgrades, downgrades and removals for packages currently locked to specific versions.", 2, ms=7100 + n * 420)
        s.bash(f"composer show -a {pkg} | grep -A1 '^versions'", f"versions : {new}.1, {new}.0, {old}, dev-main")
        s.bash(f"composer require '{pkg}:^{new}' --no-update", f"./composer.json has been updated")
    s.bash("composer update 'symfony/*' --with-all-dependencies --no-scripts", "Loading composer repositories with package information\nUpdating dependencies\nLock file operations: 4 installs, 61 updates, 3 removals\n  - Upgrading symfony/console (v5.4.47 => v7.2.1)\n  - Upgrading symfony/http-kernel (v5.4.48 => v7.2.2)\nWriting lock file\nInstalling dependencies from lock file (including require-dev)\nGenerating autoload files", ms=64_000)
    s.bash("bin/console cache:clear && vendor/bin/phpunit | tail -3", "\n // Clearing the cache for the dev environment with debug true\n\n [OK] Cache for the \"dev\" environment (debug=true) was successfully cleared.\n\nOK (318 tests, 902 assertions)", ms=21_000)


@healthy("work:database", "crm-cleanup", "Before we add the foreign keys: check every child table for orphans with the database tool and tell me which need a clean-up.", client="claude")
def orphans_counted_in_each_child_table(s):
    s.mcp("postgres", "query", {"sql": "select table_name from information_schema.columns where column_name = 'account_id' order by 1"}, [{"table_name": t} for t in ["addresses", "calls", "contacts", "contracts", "documents", "emails", "invoices", "notes", "opportunities", "payments", "phones", "reminders", "tags", "tasks", "visits"]])
    for n, t in enumerate(["addresses", "calls", "contacts", "contracts", "documents", "emails", "invoices", "notes", "opportunities", "payments", "phones", "reminders", "tags", "tasks", "visits"]):
        s.mcp("postgres", "query", {"sql": f"select count(*) as orphans from {t} c left join accounts a on a.id = c.account_id where c.account_id is not null and a.id is null"}, [{"orphans": {5: 1204, 11: 17}.get(n, 0)}], ms=140 + n * 61)
    s.mcp("postgres", "query", {"sql": "select min(created_at), max(created_at) from emails c left join accounts a on a.id = c.account_id where c.account_id is not null and a.id is null"}, [{"min": "2019-04-02T08:11:40Z", "max": "2019-04-09T17:58:02Z"}])
    s.mcp("postgres", "query", {"sql": "select r.id, r.account_id, r.created_at from reminders r left join accounts a on a.id = r.account_id where a.id is null limit 20"}, [{"id": 81200 + k * 3, "account_id": 4410 + k, "created_at": f"2022-11-{k + 1:02}T09:00:00Z"} for k in range(17)])
    s.write("docs/orphans.md", "Thirteen tables are clean. emails: 1204 orphans of one week in 2019. reminders: 17 orphans of 2022-11.\n")


@healthy("work:search-cluster", "catalog-search", "Restore last night's snapshot into catalog-restored and switch the alias when it is green.", client="plain", gap=45)
def an_index_restore_followed_by_percent(s):
    s.bash("curl -s -XPOST 'localhost:9200/_snapshot/nightly/snap-2026.03.04/_restore' -H 'content-type: application/json' -d '{\"indices\":\"catalog\",\"rename_pattern\":\"catalog\",\"rename_replacement\":\"catalog-restored\"}'", '{"accepted":true}')
    for n, pct in enumerate([(0, 0), (4.1, 0), (11.8, 11.8), (11.8, 11.8), (11.8, 11.8), (26.0, 19.9), (41.3, 38.7), (41.3, 38.7), (58.9, 60.2), (77.4, 81.0), (92.2, 100), (98.8, 100), (100, 100)]):
        s.bash("curl -s 'localhost:9200/_cat/recovery/catalog-restored?h=shard,type,stage,bytes_percent&v'", f"shard type     stage {' ' * 4}bytes_percent\n0     snapshot {'done ' if pct[0] == 100 else 'index'}     {pct[0]}%\n1     snapshot {'done ' if pct[1] == 100 else 'index'}     {pct[1]}%")
    s.bash("curl -s 'localhost:9200/_cat/indices/catalog*?v&h=health,index,docs.count,store.size'", "health index            docs.count store.size\nred    catalog              418820      1.9gb\ngreen  catalog-restored    2218402     11.4gb")
    s.bash("curl -s -XPOST localhost:9200/_aliases -H 'content-type: application/json' -d '{\"actions\":[{\"remove\":{\"index\":\"catalog\",\"alias\":\"catalog-live\"}},{\"add\":{\"index\":\"catalog-restored\",\"alias\":\"catalog-live\"}}]}'", '{"acknowledged":true}')
    s.bash("curl -s 'localhost:9200/catalog-live/_count'", '{"count":2218402,"_shards":{"total":2,"successful":2,"skipped":0,"failed":0}}')


@healthy("work:ci", "parcel-tracking", "Push the fix, wait for the checks, mend what they find and tell me when #482 can be merged.", client="claude", gap=60)
def checks_awaited_mended_and_awaited_once_more(s):
    def checks(n, states):
        return "\n".join(f"{name}\t{state}\t{'0' if state == 'pending' else f'{k + 1}m{(n * 7 + k * 13) % 60}s'}\thttps://github.com/acme/parcel-tracking/actions/runs/139{n // 8}0412/job/3890{k}1\t" for k, (name, state) in enumerate(zip(["build", "lint", "unit (20)", "unit (22)", "e2e"], states)))
    s.bash("git push -u origin fix/eta-rounding 2>&1 | tail -2", f"   {hx(1, 7)}..{hx(2, 7)}  fix/eta-rounding -> fix/eta-rounding")
    for n, states in enumerate(["ppppp", "ppppp", "ggppp", "ggppp", "gggpp", "gggfp"]):
        s.bash("gh pr checks 482", checks(n, [{"p": "pending", "g": "pass", "f": "fail"}[c] for c in states]), 1 if "f" in states else 8)
    s.bash("gh run view --job 3890031 --log-failed | tail -12", "unit (22)\tRun npm test\t2026-03-05T10:14:22.1180Z   ● eta › rounds up to the next quarter\nunit (22)\tRun npm test\t2026-03-05T10:14:22.1181Z     Expected: \"14:15\"\nunit (22)\tRun npm test\t2026-03-05T10:14:22.1181Z     Received: \"14:15\\u202fPM\"\nunit (22)\tRun npm test\t2026-03-05T10:14:22.1190Z       at Object.<anonymous> (src/eta.test.ts:31:22)\nunit (22)\t##[error]Process completed with exit code 1.", gap=5)
    s.edit("src/eta.ts", "toLocaleTimeString('en-US', opts)", "toLocaleTimeString('en-GB', opts)", gap=9)
    s.bash("npx jest src/eta.test.ts 2>&1 | tail -5", "Tests:       9 passed, 9 total\nSnapshots:   0 total\nTime:        1.204 s\nRan all test suites matching /src\\/eta.test.ts/i.", gap=5)
    s.bash("git commit -qam 'Format the ETA without a locale of the runner' && git push 2>&1 | tail -1", f"   {hx(2, 7)}..{hx(3, 7)}  fix/eta-rounding -> fix/eta-rounding", gap=5)
    for n, states in enumerate(["ppppp", "ppppp", "gpppp", "ggppp", "ggggp", "ggggp", "ggggp", "ggggg"]):
        s.bash("gh pr checks 482", checks(n + 9, [{"p": "pending", "g": "pass", "f": "fail"}[c] for c in states]), 8 if "p" in states else 0)


@healthy("work:terraform", "infra-legacy", "Bring the hand-made buckets under Terraform: import each, then the plan has to be empty.", client="codex")
def existing_buckets_imported_into_the_state(s):
    buckets = ["acme-invoices", "acme-avatars", "acme-audit-log", "acme-static", "acme-backups", "acme-datalake-raw", "acme-datalake-curated", "acme-mail-inbound", "acme-terraform-state"]
    for n, b in enumerate(buckets):
        res = b.replace("-", "_")
        s.edit("buckets.tf", "# next bucket", f"resource \"aws_s3_bucket\" \"{res}\" {{\n  bucket = \"{b}\"\n}}\n\n# next bucket")
        s.bash(f"terraform import aws_s3_bucket.{res} {b}", f"aws_s3_bucket.{res}: Importing from ID \"{b}\"...\naws_s3_bucket.{res}: Import prepared!\n  Prepared aws_s3_bucket for import\naws_s3_bucket.{res}: Refreshing state... [id={b}]\n\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", ms=5400 + n * 180)
        if n in (3, 7):
            s.bash("terraform plan -no-color | tail -12", f"  ~ resource \"aws_s3_bucket\" \"{res}\" {{\n        id                          = \"{b}\"\n      ~ tags                        = {{\n          - \"team\" = \"{'web' if n == 3 else 'mail'}\" -> null\n        }}\n    }}\n\nPlan: 0 to add, 1 to change, 0 to destroy.", ms=8800)
            s.edit("buckets.tf", f"  bucket = \"{b}\"\n", f"  bucket = \"{b}\"\n  tags   = {{ team = \"{'web' if n == 3 else 'mail'}\" }}\n")
        s.bash("terraform plan -no-color | tail -3", "No changes. Your infrastructure matches the configuration.\n\nTerraform has compared your real infrastructure against your configuration and found no differences, so no changes are needed.", ms=8600 + n * 210)


@healthy("work:kubernetes", "prod-eu", "The CA bundle config map has changed. Restart all deployments in payments, one at a time, and wait for each before the next.", client="plain")
def deployments_restarted_one_at_a_time(s):
    s.bash("kubectl -n payments get deploy -o name", "\n".join(f"deployment.apps/{d}" for d in ["api", "auth", "cards", "clearing", "disputes", "fees", "fraud", "ledger", "notify", "payouts"]))
    for n, d in enumerate(["api", "auth", "cards", "clearing", "disputes", "fees", "fraud", "ledger", "notify", "payouts"]):
        s.bash(f"kubectl -n payments rollout restart deploy/{d}", f"deployment.apps/{d} restarted")
        if n == 5:
            s.bash(f"kubectl -n payments rollout status deploy/{d} --timeout=90s", f"Waiting for deployment \"{d}\" rollout to finish: 1 out of 3 new replicas have been updated...\nWaiting for deployment \"{d}\" rollout to finish: 1 out of 3 new replicas have been updated...\nerror: timed out waiting for the condition", 1, ms=90_100)
            s.bash(f"kubectl -n payments get pods -l app={d}", f"NAME                    READY   STATUS    RESTARTS   AGE\n{d}-6c9d7b55f4-{hx(n, 5)}   0/1     Running   0          94s\n{d}-5b8f9c7d6-{hx(n + 1, 5)}    1/1     Running   0          19d\n{d}-5b8f9c7d6-{hx(n + 2, 5)}    1/1     Running   0          19d")
            s.bash(f"kubectl -n payments logs deploy/{d} --tail=3", "2026-03-05T10:41:02Z INFO  warming the fee table: 61%\n2026-03-05T10:41:31Z INFO  warming the fee table: 74%\n2026-03-05T10:42:00Z INFO  warming the fee table: 88%")
        s.bash(f"kubectl -n payments rollout status deploy/{d} --timeout=180s", f"Waiting for deployment \"{d}\" rollout to finish: {n % 2 + 1} old replicas are pending termination...\ndeployment \"{d}\" successfully rolled out", ms=31_000 + n * 2700)


@healthy("work:data", "bank-exports", "Load all the bank CSVs into one parquet file. They come from twelve banks and none is like the other.", client="claude")
def bank_exports_with_other_encodings_and_headers(s):
    banks = ["sparkasse", "ing", "dkb", "comdirect", "n26", "volksbank", "postbank", "consors", "hvb", "targo", "apo", "gls"]
    for n, b in enumerate(banks[:10]):
        wrong = [("UnicodeDecodeError: 'utf-8' codec can't decode byte 0xfc in position %d: invalid start byte", "encoding='cp1252'"), ("UnicodeDecodeError: 'utf-8' codec can't decode byte 0xdf in position %d: invalid start byte", "encoding='latin-1'"), ("pandas.errors.ParserError: Error tokenizing data. C error: Expected 2 fields in line %d, saw 14", "sep=';', skiprows=8"), ("ValueError: time data \"31.12.2025\" doesn't match format \"%%m.%%d.%%Y\", at position %d", "dayfirst=True")][n % 4]
        s.bash(f"python load.py exports/{b}.csv", f"loading exports/{b}.csv ...\nTraceback (most recent call last):\n  File \"/home/dev/bank-exports/load.py\", line 61, in <module>\n    frames.append(load(path, BANKS.get(path.stem, {{}})))\n                  ~~~~^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n  File \"/home/dev/bank-exports/load.py\", line 34, in load\n    df = pd.read_csv(path, **options)\n  File \"/home/dev/.venv/lib/python3.12/site-packages/pandas/io/parsers/readers.py\", line 1026, in read_csv\n    return _read(filepath_or_buffer, kwds)\n  File \"/home/dev/.venv/lib/python3.12/site-packages/pandas/io/parsers/readers.py\", line 620, in _read\n    parser = TextFileReader(filepath_or_buffer, **kwds)\n{wrong[0] % (118 + n * 37)}", 1, ms=1300 + n * 31)
        s.bash(f"file exports/{b}.csv; head -c 220 exports/{b}.csv | cat -v", f"exports/{b}.csv: {'ISO-8859' if n % 4 < 2 else 'UTF-8 Unicode'} text, with CRLF line terminators\n\"Buchungstag\";\"Wertstellung\";\"Empf{'M-|nger' if n % 4 < 2 else 'aenger'}\";\"Betrag ({b.upper()})\"^M")
        s.edit("banks.py", "}  # end", f"    '{b}': dict({wrong[1]}),\n}}  # end")
        s.bash(f"python load.py exports/{b}.csv", f"loading exports/{b}.csv ... {311 + n * 97} rows, 2023-0{n % 9 + 1}-02 .. 2025-12-31", ms=1500 + n * 20)
    s.bash("python load.py exports/*.csv --out all.parquet", "\n".join(f"loading exports/{b}.csv ... {311 + n * 97} rows" for n, b in enumerate(banks)) + "\nwrote all.parquet: 10134 rows, 7 columns", ms=6100)


@healthy("work:ml", "leaf-classifier", "Train the ViT on the one 12 GB card; find a batch size that fits first, then train and watch it to the end.", client="plain", gap=90)
def a_batch_size_that_fits_and_then_the_epochs(s):
    for n, b in enumerate([96, 64, 48, 32]):
        s.edit("conf/train.yaml", f"batch_size: {[128, 96, 64, 48][n]}", f"batch_size: {b}", gap=5)
        if b > 32:
            s.bash("python train.py --config conf/train.yaml --max-steps 5", f"Using device cuda:0 (NVIDIA GeForce RTX 3060, 11.76 GiB)\nTraceback (most recent call last):\n  File \"/home/dev/leaf-classifier/train.py\", line 142, in <module>\n    main()\n  File \"/home/dev/leaf-classifier/train.py\", line 97, in main\n    loss.backward()\n  File \"/home/dev/.venv/lib/python3.11/site-packages/torch/_tensor.py\", line 581, in backward\n    torch.autograd.backward(\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate {b * 6}.00 MiB. GPU 0 has a total capacity of 11.76 GiB of which {100 - b // 2}.25 MiB is free. Process {4410 + n * 211} has 11.{64 - n * 3} GiB memory in use.", 1, ms=19_000, gap=5)
        else:
            s.bash("python train.py --config conf/train.yaml --max-steps 5", "Using device cuda:0 (NVIDIA GeForce RTX 3060, 11.76 GiB)\nstep 1 loss 4.6081\nstep 5 loss 4.5770  max memory 9.81 GiB\nmax steps reached", ms=24_000, gap=5)
    s.bash("nohup python train.py --config conf/train.yaml > train.log 2>&1 & echo $!", "51877", gap=5)
    for n in range(14):
        s.bash("tail -2 train.log", f"epoch {n // 2 + 1:02}/07 step {(n % 2 + 1) * 610:5}/1220  loss {3.9 * .82 ** n + .3:.4f}  lr {3e-4 * (1 - n / 15):.2e}  {41 + n % 5} img/s\nepoch {n // 2 + 1:02}/07 val_acc {(.31 + .045 * n):.4f}", gap=420)
    s.bash("tail -1 train.log; ls -lh out/*.pt", "done in 1:44:20, best val_acc 0.9012 (epoch 07)\n-rw-r--r-- 1 dev dev 331M Mar  5 13:02 out/best.pt", gap=300)


@healthy("work:mobile", "bike-share-app", "Upgrade React Native 0.72 to 0.76; iOS has to build again.", client="codex")
def an_ios_build_with_another_error_after_each_repair(s):
    errors = [("ios/Podfile", "[!] CocoaPods could not find compatible versions for pod \"React-Core\":\n  In snapshot (Podfile.lock):\n    React-Core (= 0.72.4)", "pod install"), ("ios/Podfile", "[!] Invalid `Podfile` file: undefined method `flipper_configuration' for an instance of Pod::Podfile.", "pod install"), ("ios/Podfile", "[!] The platform of the target `BikeShare` (iOS 13.0) is not compatible with `React-Core (0.76.5)`, which has a minimum requirement of iOS 15.1.", "pod install"), ("ios/BikeShare/AppDelegate.mm", "/home/dev/bike-share-app/ios/BikeShare/AppDelegate.mm:14:9: fatal error: 'React/RCTAppSetupUtils.h' file not found", "x"), ("ios/BikeShare/AppDelegate.mm", "/home/dev/bike-share-app/ios/BikeShare/AppDelegate.mm:29:17: error: use of undeclared identifier 'getBundleURL'", "x"), ("package.json", "node_modules/react-native-maps/ios/AirMaps/AIRMap.m:11:9: fatal error: 'React/RCTBridge+Private.h' file not found", "x"), ("package.json", "node_modules/react-native-reanimated/Common/cpp/ReanimatedRuntime.cpp:22:10: error: no member named 'makeJSIRuntime' in namespace 'facebook::react'", "x"), ("ios/BikeShare.xcodeproj/project.pbxproj", "error: Sandbox: bash(41822) deny(1) file-write-create /Users/dev/ios/Pods/resources-to-copy-BikeShare.txt (in target 'BikeShare')", "x"), ("ios/BikeShare/Info.plist", "ld: Undefined symbols: _RCTSetNewArchEnabled, referenced from: AppDelegate.o", "x")]
    for n, (path, text, kind) in enumerate(errors):
        if kind == "pod install":
            s.bash("cd ios && pod install", f"Auto-linking React Native modules for target `BikeShare`: RNReanimated, RNScreens, and react-native-maps\nAnalyzing dependencies\nFetching podspec for `DoubleConversion` from `../node_modules/react-native/third-party-podspecs/DoubleConversion.podspec`\n{text}", 1, ms=16_000 + n * 900)
        else:
            s.bash("xcodebuild -workspace ios/BikeShare.xcworkspace -scheme BikeShare -sdk iphonesimulator -quiet build", f"{text}\n\n** BUILD FAILED **\n\n\nThe following build commands failed:\n\tCompileC /Users/dev/Library/Developer/Xcode/DerivedData/BikeShare-{hx(n, 12)}/Build/Intermediates.noindex/Objects-normal/arm64/unit{n}.o (in target 'BikeShare' from project 'BikeShare')\n(1 failure)", 65, ms=81_000 + n * 5100)
        old, new = [("pod 'React-Core', '0.72.4'", "# React-Core comes with use_react_native!"), ("  :flipper_configuration => flipper_config,", ""), ("platform :ios, '13.0'", "platform :ios, min_ios_version_supported"), ("#import <React/RCTAppSetupUtils.h>", "#import <RCTAppDelegate.h>"), ("return [self getBundleURL];", "return [self bundleURL];"), ('"react-native-maps": "1.7.1"', '"react-native-maps": "1.18.0"'), ('"react-native-reanimated": "3.4.2"', '"react-native-reanimated": "3.16.7"'), ("ENABLE_USER_SCRIPT_SANDBOXING = YES;", "ENABLE_USER_SCRIPT_SANDBOXING = NO;"), ("<key>RCTNewArchEnabled</key><true/>", "<key>RCTNewArchEnabled</key><false/>")][n]
        s.bash(f"grep -nF '{old[:18]}' {path}", f"{12 + n * 9}:{old}")
        s.edit(path, old, new)
        if path == "package.json":
            s.bash("npm i && cd ios && pod install | tail -1", f"\nchanged {1 + n} packages in {n}s\nPod installation complete! There are {61 + n} dependencies from the Podfile and {71 + n} total pods installed.", ms=38_000)
    s.bash("xcodebuild -workspace ios/BikeShare.xcworkspace -scheme BikeShare -sdk iphonesimulator -quiet build", "warning: Run script build phase 'Bundle React Native code and images' will be run during every build", ms=211_000)


@healthy("work:exploration", "old-intranet", "Some page sets a cookie called PSESS2 and nobody knows where. Find it; the code is fifteen years of PHP and Perl.", client="claude")
def the_origin_of_a_cookie_after_many_empty_searches(s):
    for n, (pattern, path, hits) in enumerate([("PSESS2", ".", ""), ("PSESS", ".", "docs/old/ops-2012.txt:41:# the gateway reads PSESS and PSESS2 (see Rolf)"), ("setcookie\\(", "www", "www/login.php:88:    setcookie('lang', $l, time()+86400);\nwww/login.php:91:    setcookie('PHPSESSID', '', 1);"), ("Set-Cookie", "cgi-bin", ""), ("CGI::Cookie", "cgi-bin", ""), ("session_name\\(", "www", ""), ("-cookie\\s*=>", "cgi-bin", "cgi-bin/phonebook.pl:12:print header(-cookie => $c);"), ("cookie_name", "conf", ""), ("mod_usertrack|CookieName", "conf", ""), ("SESS", "lib/perl", ""), ("chr\\(80\\)", ".", ""), ("'P'\\s*\\.", "www/inc", ""), ("Header (add|set) Set-Cookie", "etc/httpd", ""), ("ProxyPassReverseCookie", "etc/httpd", "etc/httpd/conf.d/gw.conf:19:  ProxyPassReverseCookiePath / /gw/"), ("sess_prefix", ".", "lib/perl/Acme/Gate.pm:7:our $sess_prefix = uc(substr($ENV{GATE} || 'portal', 0, 1));")]):
        s.grep(pattern, path, hits)
        if n == 6:
            s.look("cgi-bin/phonebook.pl", "my $c = cookie(-name => 'pb_last', -value => $q);\nprint header(-cookie => $c);", first=11, count=2)
        if n == 13:
            s.look("etc/httpd/conf.d/gw.conf", "<Location /gw>\n  PerlAccessHandler Acme::Gate\n  ProxyPass http://gate.intra:8081/\n  ProxyPassReverseCookiePath / /gw/\n</Location>", first=16, count=5)
    s.look("lib/perl/Acme/Gate.pm", "package Acme::Gate;\nour $sess_prefix = uc(substr($ENV{GATE} || 'portal', 0, 1));\nsub handler {\n  my $r = shift;\n  my $name = $sess_prefix . 'SES' . 'S' . ($r->dir_config('gen') || 2);\n  $r->err_headers_out->add('Set-Cookie' => \"$name=\" . token());\n", first=1, count=30)
    s.say("lib/perl/Acme/Gate.pm:5 builds the name from P, SES, S and the generation 2. The gateway location in gw.conf switches it on.")


@healthy("work:merge", "ledger-core", "Merge main into long/multi-currency. It is three months old; resolve the conflicts carefully, file by file.", client="plain")
def a_long_lived_branch_merged_file_by_file(s):
    files = ["Account.java", "Balance.java", "Booking.java", "BookingService.java", "CurrencyTable.java", "DailyClose.java", "EntryMapper.xml", "FxRate.java", "Journal.java", "JournalRepo.java", "Money.java", "Posting.java"]
    s.bash("git merge origin/main", "\n".join(f"Auto-merging src/main/java/ledger/{f}\nCONFLICT (content): Merge conflict in src/main/java/ledger/{f}" for f in files) + "\nAutomatic merge failed; fix conflicts and then commit the result.", 1)
    for n, f in enumerate(files):
        s.bash(f"git diff src/main/java/ledger/{f} | head -30", f"diff --cc src/main/java/ledger/{f}\nindex {hx(n, 9)},{hx(n + 40, 9)}..0000000000\n--- a/src/main/java/ledger/{f}\n+++ b/src/main/java/ledger/{f}\n@@@ -{40 + n},7 -{38 + n},7 +{40 + n},13 @@@\n++<<<<<<< HEAD\n +    private final Money amount{n};\n++=======\n+     private final BigDecimal amount{n};\n++>>>>>>> origin/main")
        s.edit(f"src/main/java/ledger/{f}", f"<<<<<<< HEAD\n    private final Money amount{n};\n=======\n    private final BigDecimal amount{n};\n>>>>>>> origin/main", f"    private final Money amount{n};")
        s.bash(f"git add src/main/java/ledger/{f} && git diff --name-only --diff-filter=U | wc -l", str(len(files) - n - 1))
    s.bash("./gradlew test", "\n> Task :test\n\nJournalRepoTest > closesTheDay() FAILED\n    org.opentest4j.AssertionFailedError: expected: <EUR 12.50> but was: <12.50>\n        at ledger.JournalRepoTest.closesTheDay(JournalRepoTest.java:61)\n\n611 tests completed, 1 failed\n\nBUILD FAILED in 48s", 1, ms=48_800)
    s.edit("src/main/java/ledger/JournalRepo.java", "rs.getBigDecimal(\"amount\")", "Money.of(rs.getString(\"currency\"), rs.getBigDecimal(\"amount\"))")
    s.bash("./gradlew test", "\nBUILD SUCCESSFUL in 51s\n6 actionable tasks: 3 executed, 3 up-to-date", ms=51_600)
    s.bash("git commit --no-edit", f"[long/multi-currency {hx(7, 7)}] Merge remote-tracking branch 'origin/main' into long/multi-currency")


@healthy("work:setup", "booking-e2e", "Set the e2e repo up on this laptop and get the smoke test green. The hotel wifi is bad, be patient.", client="claude", gap=20)
def a_set_up_with_downloads_that_break_off_and_come_through(s):
    s.bash("npm ci", "npm error code ECONNRESET\nnpm error network aborted\nnpm error network This is a problem related to network connectivity.\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-03-05T18_02_11_204Z-debug-0.log", 1, ms=61_000)
    s.bash("npm ci --prefer-offline --fetch-retries=6", "\nadded 311 packages, and audited 312 packages in 2m\n\nfound 0 vulnerabilities", ms=131_000, gap=45)
    for n, (name, size, stop) in enumerate([("Chromium 131.0.6778.33 (playwright build v1148)", "161.3", 30), ("Chromium 131.0.6778.33 (playwright build v1148)", "161.3", 70), ("Chromium 131.0.6778.33 (playwright build v1148)", "161.3", 100), ("Firefox 132.0 (playwright build v1466)", "87.6", 20), ("Firefox 132.0 (playwright build v1466)", "87.6", 100), ("Webkit 18.2 (playwright build v2104)", "90.1", 100)]):
        which = name.split()[0].lower()
        bars = "".join(f"|{'■' * (p * 8 // 10):80}| {p}% of {size} MiB\n" for p in range(0, stop + 1, 10))
        s.bash(f"npx playwright install {which}", f"Downloading {name} from https://cdn.playwright.dev/dbazure/download/playwright/builds/{which}/{which}-linux.zip\n{bars}" + (f"{name} downloaded to /home/dev/.cache/ms-playwright/{which}-{name.rstrip(')').split('v')[-1]}" if stop == 100 else f"Error: read ECONNRESET\n    at TLSWrap.onStreamRead (node:internal/stream_base_commons:216:20) {{\n  errno: -104,\n  code: 'ECONNRESET',\n  syscall: 'read'\n}}\nFailed to install browsers\nError: Failed to download {name}, caused by\nError: Download failure, code=1"), 0 if stop == 100 else 1, ms=90_000 + n * 4100, gap=60)
    s.bash("cp .env.example .env && docker compose up -d", " ✔ Network booking-e2e_default  Created  0.1s\n ✔ Container booking-e2e-db-1   Started  0.4s\n ✔ Container booking-e2e-web-1  Started  0.6s", ms=4400)
    s.bash("curl -sf localhost:8080/health", "", 7)
    s.bash("sleep 15; curl -sf localhost:8080/health", '{"status":"UP"}', ms=15_100)
    s.bash("npx playwright test smoke", "\nRunning 3 tests using 3 workers\n  3 passed (9.8s)\n\nTo open last HTML report run:\n\n  npx playwright show-report", ms=13_200)


@healthy("work:tracker", "mobile-backlog", "Look for duplicates of every crash ticket in the tracker and link them. No duplicate, no change.", client="claude")
def duplicates_sought_for_each_crash_ticket(s):
    topics = ["map tile", "push token", "camera permission", "dark mode", "deep link", "offline cart", "barcode", "pdf preview", "login loop", "gps drift", "font scale", "widget", "share sheet"]
    s.mcp("linear", "list_issues", {"label": "crash", "state": "open", "limit": 50}, {"issues": [{"id": f"MOB-{800 + n * 7}", "title": f"Crash: {t}"} for n, t in enumerate(topics)]})
    for n, t in enumerate(topics):
        dup = n in (3, 4, 9)
        s.mcp("linear", "search_issues", {"query": f"crash {t}", "limit": 10}, {"issues": [{"id": f"MOB-{800 + n * 7}", "title": f"Crash: {t}", "state": "Todo"}] + ([{"id": f"MOB-{311 + n}", "title": f"App closes when {t} is used", "state": "In Progress"}] if dup else [])})
        if dup:
            s.mcp("linear", "get_issue", {"id": f"MOB-{311 + n}"}, {"id": f"MOB-{311 + n}", "title": f"App closes when {t} is used", "description": f"Stack ends in {t.title().replace(' ', '')}Controller.onResume", "assignee": "jana"})
            s.mcp("linear", "update_issue", {"id": f"MOB-{800 + n * 7}", "duplicateOf": f"MOB-{311 + n}"}, {"id": f"MOB-{800 + n * 7}", "state": "Duplicate", "updatedAt": f"2026-03-05T{at(n)}Z"})
    s.say("Three duplicates linked (MOB-821, MOB-828, MOB-863); ten crash tickets have none.")
