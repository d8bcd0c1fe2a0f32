"""Ordinary weeks, stuck: Django, Rails, Hibernate, CORS, FastAPI, Laravel, React, Vite, Angular, Gradle, Go, Rust, C++, .NET, database grants, full disks, cloud builds, Terraform, Helm, scripts under new names, shapes, keystores, Sentry, re-reading, summing up, merges."""
from session import stuck, run


def hx(n, width=8):
    return f"{(n * 2654435761 + 0x9e3779b97f4a7c15) * 6364136223846793005 & 0xffffffffffffffff:016x}"[-width:]


def at(n, start=9 * 3600 + 700, step=47):
    t = start + n * step + n * n % 13
    return f"{t // 3600 % 24:02}:{t // 60 % 60:02}:{t % 60:02}"


@stuck("work:django", "event-tickets", "The new `seat_hint` field gives a 500 in the ticket list. Fix it.", client="claude")
def django_no_such_column_after_every_edit_and_no_migration(s):
    def fails(n, cmd="python manage.py test tickets.tests.test_list --keepdb"):
        s.bash(cmd, f"Found 3 test(s).\nUsing existing test database for alias 'default'...\nSystem check identified no issues (0 silenced).\nE..\n======================================================================\nERROR: test_list_shows_hint (tickets.tests.test_list.ListTests.test_list_shows_hint)\n----------------------------------------------------------------------\nTraceback (most recent call last):\n  File \"/home/dev/.venv/lib/python3.12/site-packages/django/db/backends/utils.py\", line 105, in _execute\n    return self.cursor.execute(sql, params)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n  File \"/home/dev/.venv/lib/python3.12/site-packages/django/db/backends/sqlite3/base.py\", line 360, in execute\n    return super().execute(query, params)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\nsqlite3.OperationalError: no such column: tickets_ticket.seat_hint\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File \"/home/dev/event-tickets/tickets/views.py\", line {31 + n % 4}, in get_queryset\n    return list(qs)\ndjango.db.utils.OperationalError: no such column: tickets_ticket.seat_hint\n\n----------------------------------------------------------------------\nRan 3 tests in 0.{61 + n * 7 % 30}s\n\nFAILED (errors=1)\nPreserving test database for alias 'default'...", 1, ms=2700 + n * 41)
    fails(0)
    s.look("tickets/models.py", "class Ticket(models.Model):\n    code = models.CharField(max_length=12)\n    seat = models.CharField(max_length=8)\n    seat_hint = models.CharField(max_length=40)\n")
    edits = [("tickets/models.py", "seat_hint = models.CharField(max_length=40)", "seat_hint = models.CharField(max_length=40, blank=True)"), ("tickets/models.py", "seat_hint = models.CharField(max_length=40, blank=True)", "seat_hint = models.CharField(max_length=40, blank=True, default='')"), ("tickets/serializers.py", "fields = ['code', 'seat']", "fields = ['code', 'seat', 'seat_hint']"), ("tickets/views.py", "qs = Ticket.objects.all()", "qs = Ticket.objects.only('code', 'seat_hint')"), ("tickets/models.py", "blank=True, default='')", "blank=True, default='', null=True)"), ("tickets/views.py", "qs = Ticket.objects.only('code', 'seat_hint')", "qs = Ticket.objects.defer('code')"), ("tickets/admin.py", "list_display = ('code',)", "list_display = ('code', 'seat_hint')"), ("tickets/models.py", "class Ticket(models.Model):", "class Ticket(models.Model):\n    objects = models.Manager()"), ("tickets/views.py", "qs = Ticket.objects.defer('code')", "qs = Ticket.objects.select_related(None)")]
    for n, (path, old, new) in enumerate(edits):
        if n == 3:
            s.stuck_here()
        s.edit(path, old, new)
        fails(n + 1, ["python manage.py test tickets.tests.test_list --keepdb", "python manage.py test tickets.tests.test_list --keepdb -v 1", "python manage.py test tickets --keepdb --failfast"][n % 3])
        if n in (4, 7):
            s.say("The column name was probably not resolved by the manager. This should do it now.")
            s.look("tickets/views.py", f"class TicketList(ListAPIView):\n    def get_queryset(self):\n        qs = Ticket.objects.{['only', 'defer'][n > 4]}('code'{', ' + chr(39) + 'seat_hint' + chr(39) if n == 4 else ''})\n        return list(qs)", first=28, count=5)


@stuck("work:rails", "library-loans", "Run the migration that adds due_on and check it in the console.", client="codex")
def a_migration_without_a_running_postgres(s):
    no = "connection to server on socket \"/var/run/postgresql/.s.PGSQL.5432\" failed: No such file or directory\n\tIs the server running locally and accepting connections on that socket?"
    tcp = "connection to server at \"127.0.0.1\", port 5432 failed: Connection refused\n\tIs the server running on that host and accepting TCP/IP connections?"
    trace = "\n\n\n/usr/local/bundle/gems/activerecord-7.2.2/lib/active_record/connection_adapters/postgresql_adapter.rb:81:in `rescue in new_client'\n/usr/local/bundle/gems/activerecord-7.2.2/lib/active_record/connection_adapters/postgresql_adapter.rb:69:in `new_client'\n/usr/local/bundle/gems/activerecord-7.2.2/lib/active_record/connection_adapters/abstract_adapter.rb:986:in `reconnect!'\n/home/dev/library-loans/bin/rails:4:in `<main>'\n"
    def rails(cmd, text):
        s.bash(cmd, f"bin/rails aborted!\nActiveRecord::ConnectionNotEstablished: {text} (ActiveRecord::ConnectionNotEstablished){trace}\nCaused by:\nPG::ConnectionBad: {text} (PG::ConnectionBad)", 1)
    rails("bin/rails db:migrate", no)
    s.bash("cat config/database.yml", "default: &default\n  adapter: postgresql\n  encoding: unicode\n  pool: 5\ndevelopment:\n  <<: *default\n  database: loans_development")
    s.bash("service postgresql start", "postgresql: unrecognized service", 1)
    s.bash("which postgres pg_ctl pg_ctlcluster psql", "/usr/bin/psql", 0)
    s.bash("docker ps", "bash: line 1: docker: command not found", 127)
    s.stuck_here()
    rails("DATABASE_URL=postgres://localhost/loans_development bin/rails db:migrate", tcp)
    rails("DATABASE_URL=postgres://postgres@127.0.0.1:5432/loans_development bin/rails db:migrate:status", tcp)
    s.bash("psql -h localhost -U postgres -c 'select 1'", f"psql: error: {tcp}", 2)
    s.edit("config/database.yml", "  pool: 5", "  pool: 5\n  host: 127.0.0.1")
    rails("bin/rails db:migrate", tcp)
    s.bash("psql -l", f"psql: error: {no}", 2)
    s.bash("systemctl start postgresql@15-main", "System has not been booted with systemd as init system (PID 1). Can't operate.\nFailed to connect to bus: Host is down", 1)
    s.edit("config/database.yml", "  host: 127.0.0.1", "  host: /var/run/postgresql")
    rails("bin/rails db:prepare", no)
    rails("bin/rails db:create db:migrate", no)
    s.bash("PGHOST=127.0.0.1 PGUSER=postgres createdb loans_development", f"createdb: error: {tcp}", 1)
    s.bash("pg_isready -h 127.0.0.1", "127.0.0.1:5432 - no response", 2)
    rails("RAILS_ENV=test bin/rails db:migrate", no)
    rails("bin/rails runner 'puts Loan.column_names'", no)
    s.bash("ls /var/run/postgresql /var/lib/postgresql", "ls: cannot access '/var/run/postgresql': No such file or directory\nls: cannot access '/var/lib/postgresql': No such file or directory", 2)
    rails("bin/rails db:migrate --trace", no)
    rails("bundle exec rake db:migrate", no)


@stuck("work:hibernate", "order-archive", "GET /orders/7 throws a LazyInitializationException, please fix.", client="plain")
def a_lazy_initialisation_error_after_each_annotation(s):
    tries = [("entity/Order.java", "@OneToMany(mappedBy = \"order\")", "@OneToMany(mappedBy = \"order\", fetch = FetchType.EAGER)"), ("service/OrderService.java", "public OrderDto find(long id) {", "@Transactional\n    public OrderDto find(long id) {"), ("application.yml", "  jpa:", "  jpa:\n    open-in-view: true"), ("entity/Order.java", "fetch = FetchType.EAGER)", "fetch = FetchType.LAZY)"), ("service/OrderService.java", "    @Transactional\n", "    @Transactional(readOnly = true)\n"), ("repo/OrderRepository.java", "Optional<Order> findById(Long id);", "@EntityGraph(attributePaths = \"lines\")\n    Optional<Order> findById(Long id);"), ("application.yml", "    open-in-view: true", "    open-in-view: true\n    properties.hibernate.enable_lazy_load_no_trans: true"), ("entity/Order.java", "fetch = FetchType.LAZY)", "fetch = FetchType.EAGER)"), ("service/OrderService.java", "Order order = repo.findById(id)", "Order order = repo.findById(id);\n        Hibernate.initialize(order.getLines()"), ("web/OrderController.java", "@GetMapping", "@Transactional\n    @GetMapping")]
    for n, (path, old, new) in enumerate(tries):
        if n == 3:
            s.stuck_here()
        s.edit(f"src/main/resources/{path}" if path.endswith("yml") else f"src/main/java/shop/archive/{path}", old, new)
        s.bash("./mvnw -q test -Dtest=OrderApiIT" if n % 2 else "./mvnw -o -q test -Dtest=OrderApiIT#findsOne", f"[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: {6 + n % 3}.{n * 137 % 1000:03} s <<< FAILURE! -- in shop.archive.OrderApiIT\n[ERROR] shop.archive.OrderApiIT.findsOne -- Time elapsed: 0.{211 + n * 13} s <<< ERROR!\norg.hibernate.LazyInitializationException: failed to lazily initialize a collection of role: shop.archive.entity.OrderLine.discounts: could not initialize proxy - no Session\n\tat org.hibernate.collection.spi.AbstractPersistentCollection.throwLazyInitializationException(AbstractPersistentCollection.java:635)\n\tat org.hibernate.collection.spi.AbstractPersistentCollection.withTemporarySessionIfNeeded(AbstractPersistentCollection.java:219)\n\tat org.hibernate.collection.spi.PersistentBag.iterator(PersistentBag.java:371)\n\tat java.base/java.util.Spliterators$IteratorSpliterator.estimateSize(Spliterators.java:1865)\n\tat shop.archive.export.AsyncDiscountMapper.lambda$map$0(AsyncDiscountMapper.java:28)\n\tat java.base/java.util.concurrent.CompletableFuture$AsyncSupply.run(CompletableFuture.java:1768)\n\tat java.base/java.lang.Thread.run(Thread.java:1583)\n\n[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.5.2:test (default-test) on project order-archive: There are test failures.", 1, ms=21_000 + n * 310)


@stuck("work:browser", "quote-widget", "The widget on localhost:5173 gets a CORS error from the API on :3000. Fix it and look in the browser whether it works.", client="claude")
def a_cors_error_in_the_browser_after_each_header(s):
    def look(n):
        s.mcp("playwright", "browser_navigate", {"url": "http://localhost:5173/"}, f"### Page state\n- Page URL: http://localhost:5173/\n- Page Title: Quote widget\n- Page Snapshot:\n```yaml\n- main [ref=e{2 + n}]:\n  - paragraph [ref=e{3 + n}]: Could not load the quote.\n```", ms=1400 + n * 17)
        s.mcp("playwright", "browser_console_messages", {}, f"[ERROR] Access to fetch at 'http://localhost:3000/quote' from origin 'http://localhost:5173' has been blocked by CORS policy: Response to preflight request doesn't pass access control check: No 'Access-Control-Allow-Origin' header is present on the requested resource. @ http://localhost:5173/:0\n[ERROR] Failed to load resource: net::ERR_FAILED @ http://localhost:3000/quote:0\n[ERROR] Uncaught (in promise) TypeError: Failed to fetch @ http://localhost:5173/src/quote.ts:{11 + n % 3}")
    look(0)
    for n, (old, new) in enumerate([("const app = express()", "const app = express()\napp.use(cors())"), ("app.use(cors())", "app.use(cors({ origin: '*' }))"), ("app.use(cors({ origin: '*' }))", "app.use(cors({ origin: 'http://localhost:5173' }))"), ("app.use(cors({ origin: 'http://localhost:5173' }))", "app.use(cors({ origin: true, credentials: true }))"), ("app.get('/quote'", "app.options('*', cors())\napp.get('/quote'"), ("app.use(cors({ origin: true, credentials: true }))", "app.use((req, res, next) => { res.header('Access-Control-Allow-Origin', '*'); next() })"), ("res.header('Access-Control-Allow-Origin', '*')", "res.setHeader('Access-Control-Allow-Origin', 'http://localhost:5173')"), ("app.options('*', cors())\n", "")]):
        if n == 3:
            s.stuck_here()
        s.edit("server/index.js", old, new)
        if n in (3, 6):
            s.say("The header is set now, so the browser should accept the response.")
        look(n + 1)


@stuck("work:fastapi", "parcel-rates", "Call our rates API once with a sample parcel and put the answer into docs/example.json.", client="codex")
def a_422_for_every_guessed_body(s):
    bodies = ['{"parcel":{"weight":2.5}}', '{"weight":2.5}', '{"weight_kg":2.5}', '{"parcel":{"weight_kg":2.5}}', '{"parcels":[{"weight":2.5}]}', '{"data":{"weight":2.5}}', '{"shipment":{"parcel":{"weight":2.5}}}', '{"item":{"weight":"2.5"}}', '[{"weight":2.5}]', '{"parcel":{"mass":2500}}', '{"body":{"parcel":{"weight":2.5}}}', '{"rate_request":{"parcel":{"weight":2.5}}}', '{"weight":2.5,"unit":"kg"}', '{"parcel":"2.5kg"}', '{"package":{"weight":2.5}}', '{"request":{"weight_grams":2500}}', '{"input":{"weight":2.5}}', '{"payload":{"weight":2500}}']
    s.bash("ls docs; curl -s localhost:8000/health", "README.md\n{\"ok\":true}")
    for n, body in enumerate(bodies):
        if n == 5:
            s.stuck_here()
        if n in (9, 14):
            s.bash(f"curl -s -o /dev/null -w '%{{http_code}}\\n' -XPOST localhost:8000/v2/rates -H 'Content-Type: application/json' -d '{body}'", "422")
        elif n in (7, 12):
            s.bash(f"python3 -c \"import requests; r = requests.post('http://localhost:8000/v2/rates', json={body}); print(r.status_code, r.text)\"", '422 {"detail":"Unprocessable Entity"}')
        else:
            s.bash(f"curl -s -XPOST localhost:8000/v2/rates -H 'Content-Type: application/json' -d '{body}'", '{"detail":"Unprocessable Entity"}')


@stuck("work:laravel", "gym-portal", "php artisan members:remind says the class is not found. It worked before the rename. Please fix.", client="claude")
def a_class_not_found_after_every_cache_is_cleared(s):
    def remind(n, cmd="php artisan members:remind"):
        s.bash(cmd, f"\n   Error \n\n  Class \"App\\Services\\ReminderMailer\" not found\n\n  at app/Console/Commands/RemindMembers.php:{29 + (n > 9)}\n     25▕     public function handle(): int\n     26▕     {{\n     27▕         $members = Member::due()->get();\n     28▕\n  ➜  29▕         $mailer = new \\App\\Services\\ReminderMailer();\n     30▕\n     31▕         foreach ($members as $member) {{\n     32▕             $mailer->send($member);\n\n      +13 vendor frames\n\n  14  artisan:35\n      Illuminate\\Foundation\\Console\\Kernel::handle()", 1, ms=640 + n * 13)
    remind(0)
    for n, (cmd, out) in enumerate([("composer dump-autoload", "Generating optimized autoload files\n> Illuminate\\Foundation\\ComposerScripts::postAutoloadDump\n> @php artisan package:discover --ansi\n\n   INFO  Discovering packages.\n\nGenerated optimized autoload files containing 7214 classes"), ("php artisan optimize:clear", "\n   INFO  Clearing cached bootstrap files.\n\n  config ........................................................ 2.11ms DONE\n  cache ......................................................... 8.40ms DONE\n  compiled ...................................................... 1.31ms DONE\n  events ........................................................ 0.94ms DONE\n  routes ........................................................ 0.88ms DONE\n  views ......................................................... 3.07ms DONE"), ("php artisan config:clear && php artisan cache:clear", "\n   INFO  Configuration cache cleared successfully.\n\n\n   INFO  Application cache cleared successfully."), ("rm -f bootstrap/cache/*.php && composer dump-autoload -o", "Generating optimized autoload files\nGenerated optimized autoload files containing 7214 classes"), ("rm -rf vendor && composer install -q", ""), ("php -r 'opcache_reset();'", ""), ("composer clear-cache && composer dump-autoload --classmap-authoritative", "Clearing cache (cache-dir): /home/dev/.cache/composer\nAll caches cleared.\nGenerating optimized autoload files (authoritative)\nGenerated optimized autoload files (authoritative) containing 7214 classes"), ("php artisan view:clear && php artisan route:clear", "\n   INFO  Compiled views cleared successfully.\n\n   INFO  Route cache cleared successfully."), ("php artisan clear-compiled && php artisan optimize", "\n   INFO  Compiled services and packages files removed successfully.\n\n   INFO  Caching framework bootstrap, configuration, and metadata.\n\n  config ........................................................ 9.02ms DONE\n  routes ........................................................ 7.55ms DONE"), ("composer install --no-cache -q && composer dump-autoload -q", "")]):
        if n == 3:
            s.stuck_here()
        s.bash(cmd, out, ms=2100 + n * 210)
        remind(n + 1, "php artisan members:remind" if n % 3 else "php artisan members:remind -v")


@stuck("work:react", "seat-picker", "Two tests of SeatMap are red after my change. Make both green.", client="claude")
def effect_dependencies_put_in_and_taken_out(s):
    def test(n, loop):
        s.bash("npx vitest run src/SeatMap.test.tsx", (f" ❯ src/SeatMap.test.tsx (2 tests | 1 failed) {211 + n * 9}ms\n   ✓ SeatMap > follows the selected row\n   × SeatMap > renders once per change {88 + n}ms\n     → Too many re-renders. React limits the number of renders to prevent an infinite loop.\n\n⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  src/SeatMap.test.tsx > SeatMap > renders once per change\nError: Too many re-renders. React limits the number of renders to prevent an infinite loop.\n ❯ renderWithHooksAgain node_modules/react-dom/cjs/react-dom-client.development.js:5088:25\n ❯ SeatMap src/SeatMap.tsx:24:3\n" if loop else f" ❯ src/SeatMap.test.tsx (2 tests | 1 failed) {190 + n * 9}ms\n   × SeatMap > follows the selected row {41 + n}ms\n     → expected 'A' to be 'C' // Object.is equality\n   ✓ SeatMap > renders once per change\n\n⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯\n\n FAIL  src/SeatMap.test.tsx > SeatMap > follows the selected row\nAssertionError: expected 'A' to be 'C' // Object.is equality\n ❯ src/SeatMap.test.tsx:31:38\n") + f"\n Test Files  1 failed (1)\n      Tests  1 failed | 1 passed (2)\n   Start at  {at(n)}\n   Duration  1.{n * 7 % 90 + 10}s", 1, ms=2400 + n * 31)
    test(0, True)
    for n in range(11):
        if n == 4:
            s.stuck_here()
        if n % 2 == 0:
            s.edit("src/SeatMap.tsx", "}, [row, seats])", "}, [])")
        else:
            s.edit("src/SeatMap.tsx", "}, [])", "}, [row, seats])")
        test(n + 1, n % 2 == 1)


@stuck("work:vite", "recipe-box", "`npm run build` fails since this morning, please fix.", client="plain")
def caches_cleared_for_an_export_that_is_not_there(s):
    err = "vite v6.0.7 building for production...\ntransforming...\n✓ {k} modules transformed.\n✗ Build failed in {t}ms\nerror during build:\nsrc/pages/Recipe.tsx (4:9): \"formatDuration\" is not exported by \"src/lib/format.ts\", imported by \"src/pages/Recipe.tsx\".\nfile: /home/dev/recipe-box/src/pages/Recipe.tsx:4:9\n\n2: import {{ Card }} from '../ui/Card'\n3: import {{ useRecipe }} from '../data'\n4: import {{ formatDuration }} from '../lib/format'\n            ^\n5: import './recipe.css'\n\n    at getRollupError (file:///home/dev/recipe-box/node_modules/rollup/dist/es/shared/parseAst.js:397:41)\n    at Module.error (file:///home/dev/recipe-box/node_modules/rollup/dist/es/shared/node-entry.js:16040:16)\n    at Module.traceVariable (file:///home/dev/recipe-box/node_modules/rollup/dist/es/shared/node-entry.js:16452:29)"
    s.bash("npm run build", err.format(k=61, t=811), 1)
    for n, (cmd, out, rc) in enumerate([("rm -rf node_modules/.vite && npm run build", None, 1), ("rm -rf dist .cache && npm run build", None, 1), ("rm -rf node_modules package-lock.json && npm install", "\nadded 214 packages, and audited 215 packages in 11s\n\n41 packages are looking for funding\n  run `npm fund` for details\n\nfound 0 vulnerabilities", 0), ("npm run build", None, 1), ("npm cache clean --force", "npm warn using --force Recommended protections disabled.", 0), ("npm ci && npm run build", None, 1), ("npx vite build --force", "CACError: Unknown option `--force`", 1), ("npx vite optimize --force && npx vite build", None, 1), ("npm install vite@6.0.6 -D", "\nchanged 1 package, and audited 215 packages in 3s", 0), ("npm run build", None, 1), ("npm install vite@latest -D", "\nchanged 1 package, and audited 215 packages in 4s", 0), ("npx vite build --mode development", None, 1), ("rm -rf ~/.npm/_cacache node_modules && npm i", "\nadded 214 packages, and audited 215 packages in 38s\n\nfound 0 vulnerabilities", 0), ("npm run build", None, 1), ("NODE_OPTIONS=--max-old-space-size=4096 npm run build", None, 1), ("npx vite build --debug 2>&1 | tail -20", None, 0), ("rm -rf node_modules/.vite-temp node_modules/.vite && npx vite build --emptyOutDir", None, 1), ("npm dedupe && npm run build", None, 1), ("rm -rf node_modules && npm ci && npm run build", None, 1)]):
        if n == 6:
            s.stuck_here()
        s.bash(cmd, err.format(k=58 + n % 5, t=790 + n * 11) if out is None else out, rc, ms=3100 + n * 190)


@stuck("work:angular", "clinic-ui", "Add @swimlane/ngx-charts to the project.", client="codex")
def peer_versions_up_and_down(s):
    def eresolve(want, found):
        return f"npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\nnpm error While resolving: clinic-ui@4.2.0\nnpm error Found: @angular/core@{found}\nnpm error node_modules/@angular/core\nnpm error   @angular/core@\"{found}\" from the root project\nnpm error\nnpm error Could not resolve dependency:\nnpm error peer @angular/core@\"{want}\" from @swimlane/ngx-charts@{'22.0.0' if want.startswith('18') else '20.5.0'}\nnpm error node_modules/@swimlane/ngx-charts\nnpm error   @swimlane/ngx-charts@\"{'^22' if want.startswith('18') else '^20.5'}\" from the root project\nnpm error\nnpm error Fix the upstream dependency conflict, or retry\nnpm error this command with --force or --legacy-peer-deps\nnpm error to accept an incorrect (and potentially broken) dependency resolution."
    s.bash("npm i @swimlane/ngx-charts", eresolve("18.x || 19.x", "17.3.12"), 1)
    s.bash("npm i @swimlane/ngx-charts@20.5", eresolve("12.x || 13.x || 14.x", "17.3.12"), 1)
    def kit(n):
        return f"npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\nnpm error\nnpm error While resolving: @acme/clinic-kit@9.1.0\nnpm error Found: @angular/core@18.2.13\nnpm error node_modules/@angular/core\nnpm error   @angular/core@\"18.2.13\" from the root project\nnpm error\nnpm error Could not resolve dependency:\nnpm error peer @angular/core@\"~17.3.0\" from @acme/clinic-kit@9.1.0\nnpm error node_modules/@acme/clinic-kit\nnpm error   @acme/clinic-kit@\"^9.1.0\" from the root project\nnpm error\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-03-05T{at(n).replace(':', '_')}_{n}11Z-debug-0.log"
    for n in range(8):
        if n == 2:
            s.stuck_here()
        up = n % 2 == 0
        s.bash(f"sed -i 's#\"@angular/core\": \"[^\"]*\"#\"@angular/core\": \"{'18.2.13' if up else '17.3.12'}\"#' package.json && npm i", kit(n) if up else f"\nup to date, audited 1011 packages in {3 + n % 3}s\n\nfound 0 vulnerabilities", 1 if up else 0, ms=6100 + n * 88)
        if n % 3 == 1:
            s.bash("npm ls @angular/core 2>&1 | head -3", "clinic-ui@4.2.0 /home/dev/clinic-ui\n├── @acme/clinic-kit@9.1.0\n└── @angular/core@17.3.12")
        s.bash("npm i @swimlane/ngx-charts" + ["@22.0.0", "", "@latest"][n % 3], kit(n + 30) if up else eresolve("18.x || 19.x", "17.3.12"), 1, ms=5200 + n * 71)


@stuck("work:gradle", "fare-engine", "Build the fat jar.", client="plain", codes=False)
def a_class_file_of_a_newer_jdk_under_the_only_one_there(s):
    err = "\nFAILURE: Build failed with an exception.\n\n* Where:\nBuild file '/home/dev/fare-engine/build.gradle' line: 3\n\n* What went wrong:\nA problem occurred evaluating root project 'fare-engine'.\n> Failed to apply plugin 'com.acme.fare-conventions'.\n   > com/acme/FarePlugin has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0\n\n* Try:\n> Run with --stacktrace option to get the stack trace.\n> Run with --info or --debug option to get more log output.\n> Get more help at https://help.gradle.org.\n\nBUILD FAILED in {}s"
    s.bash("./gradlew shadowJar", err.format(4), 1)
    s.bash("java -version; ls /usr/lib/jvm", "openjdk version \"17.0.13\" 2024-10-15\nOpenJDK Runtime Environment (build 17.0.13+11-Debian-2)\njava-17-openjdk-amd64")
    s.bash("apt-get install -y openjdk-21-jdk", "E: Could not open lock file /var/lib/dpkg/lock-frontend - open (13: Permission denied)\nE: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), are you root?", 100)
    s.bash("curl -fsSLO https://download.java.net/java/GA/jdk21.0.2/openjdk-21.0.2_linux-x64_bin.tar.gz", "curl: (56) CONNECT tunnel failed, response 403", 56)
    s.stuck_here()
    for n, (cmd, out) in enumerate([("./gradlew shadowJar --no-daemon", None), ("./gradlew --stop && ./gradlew shadowJar", None), ("JAVA_HOME=/usr/lib/jvm/java-21-openjdk-amd64 ./gradlew shadowJar", "\nERROR: JAVA_HOME is set to an invalid directory: /usr/lib/jvm/java-21-openjdk-amd64\n\nPlease set the JAVA_HOME variable in your environment to match the\nlocation of your Java installation."), ("edit gradle.properties", "org.gradle.java.installations.auto-download=true"), ("./gradlew shadowJar", None), ("./gradlew clean shadowJar --refresh-dependencies", None), ("wget -q https://api.adoptium.net/v3/binary/latest/21/ga/linux/x64/jdk/hotspot/normal/eclipse", ""), ("edit build.gradle", "java { toolchain { languageVersion = JavaLanguageVersion.of(21) } }"), ("./gradlew shadowJar", None), ("rm -rf ~/.gradle/caches .gradle && ./gradlew shadowJar", None), ("sdk install java 21.0.5-tem", "bash: line 1: sdk: command not found"), ("edit build.gradle", "sourceCompatibility = 17"), ("./gradlew shadowJar -Dorg.gradle.java.home=/usr/lib/jvm/java-17-openjdk-amd64", None), ("./gradlew assemble", None), ("./gradlew shadowJar --stacktrace | grep -m1 'more recent'", "   > com/acme/FarePlugin has been compiled by a more recent version of the Java Runtime (class file version 65.0), this version of the Java Runtime only recognizes class file versions up to 61.0"), ("./gradlew jar", None)]):
        if cmd.startswith("edit"):
            s.edit(cmd.split()[1], {"gradle.properties": "# java", "build.gradle": "// java" if n < 9 else "java { toolchain { languageVersion = JavaLanguageVersion.of(21) } }"}[cmd.split()[1]], out)
        else:
            s.bash(cmd, err.format(3 + n % 4) if out is None else out, 0 if "| grep" in cmd else 4 if cmd.startswith("wget") else 127 if "not found" in (out or "") else 1, ms=4400 + n * 120)


@stuck("work:go", "tile-proxy", "Add chi for the routing and make it build.", client="claude", times="at")
def go_modules_without_a_name_server(s):
    lookup = "dial tcp: lookup {h} on 10.0.2.3:53: server misbehaving"
    s.edit("main.go", "import \"net/http\"", "import (\n\t\"net/http\"\n\n\t\"github.com/go-chi/chi/v5\"\n)")
    tries = [("go get github.com/go-chi/chi/v5", "go: github.com/go-chi/chi/v5: module github.com/go-chi/chi/v5: Get \"https://proxy.golang.org/github.com/go-chi/chi/v5/@v/list\": " + lookup.format(h="proxy.golang.org"), 1), ("go mod tidy", "go: finding module for package github.com/go-chi/chi/v5\ngo: tile-proxy imports\n\tgithub.com/go-chi/chi/v5: cannot find module providing package github.com/go-chi/chi/v5: module github.com/go-chi/chi/v5: Get \"https://proxy.golang.org/github.com/go-chi/chi/v5/@v/list\": " + lookup.format(h="proxy.golang.org"), 1), ("GOPROXY=direct go get github.com/go-chi/chi/v5", "go: github.com/go-chi/chi/v5: module github.com/go-chi/chi/v5: git ls-remote -q origin in /home/dev/go/pkg/mod/cache/vcs/" + hx(4, 16) + ": exit status 128:\n\tfatal: unable to access 'https://github.com/go-chi/chi/': Could not resolve host: github.com", 1), ("curl -sI https://proxy.golang.org", "", 6), ("getent hosts github.com proxy.golang.org", "", 2), ("GOPROXY=https://goproxy.io,direct go get github.com/go-chi/chi/v5@latest", "go: github.com/go-chi/chi/v5@latest: Get \"https://goproxy.io/github.com/go-chi/chi/v5/@v/list\": " + lookup.format(h="goproxy.io"), 1), ("GOPROXY=https://goproxy.cn go get github.com/go-chi/chi/v5@v5.1.0", "go: github.com/go-chi/chi/v5@v5.1.0: Get \"https://goproxy.cn/github.com/go-chi/chi/v5/@v/v5.1.0.info\": " + lookup.format(h="goproxy.cn"), 1), ("GOFLAGS=-mod=mod go build ./...", "main.go:6:2: no required module provides package github.com/go-chi/chi/v5; to add it:\n\tgo get github.com/go-chi/chi/v5", 1), ("GONOSUMDB=* GOINSECURE=* go get github.com/go-chi/chi/v5", "go: github.com/go-chi/chi/v5: module github.com/go-chi/chi/v5: Get \"https://proxy.golang.org/github.com/go-chi/chi/v5/@v/list\": " + lookup.format(h="proxy.golang.org"), 1), ("git clone --depth 1 https://github.com/go-chi/chi third_party/chi", "Cloning into 'third_party/chi'...\nfatal: unable to access 'https://github.com/go-chi/chi/': Could not resolve host: github.com", 128), ("go env -w GOPROXY=direct && go mod download", "go: github.com/go-chi/chi/v5@v5.1.0: git ls-remote -q origin in /home/dev/go/pkg/mod/cache/vcs/" + hx(4, 16) + ": exit status 128:\n\tfatal: unable to access 'https://github.com/go-chi/chi/': Could not resolve host: github.com", 1), ("git clone git@github.com:go-chi/chi.git third_party/chi", "Cloning into 'third_party/chi'...\nssh: Could not resolve hostname github.com: Temporary failure in name resolution\nfatal: Could not read from remote repository.", 128), ("curl -L https://github.com/go-chi/chi/archive/refs/tags/v5.1.0.tar.gz -o chi.tgz", "  % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current\n                                 Dload  Upload   Total   Spent    Left  Speed\n  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\ncurl: (6) Could not resolve host: github.com", 6), ("go get github.com/go-chi/chi@v1.5.5", "go: github.com/go-chi/chi@v1.5.5: git ls-remote -q origin in /home/dev/go/pkg/mod/cache/vcs/" + hx(5, 16) + ": exit status 128:\n\tfatal: unable to access 'https://github.com/go-chi/chi/': Could not resolve host: github.com", 1), ("go env -u GOPROXY && go clean -modcache && go mod tidy", "go: finding module for package github.com/go-chi/chi/v5\ngo: tile-proxy imports\n\tgithub.com/go-chi/chi/v5: cannot find module providing package github.com/go-chi/chi/v5: module github.com/go-chi/chi/v5: Get \"https://proxy.golang.org/github.com/go-chi/chi/v5/@v/list\": " + lookup.format(h="proxy.golang.org"), 1), ("wget -q --tries=2 https://codeload.github.com/go-chi/chi/zip/v5.1.0", "wget: unable to resolve host address 'codeload.github.com'", 4), ("go get -x github.com/go-chi/chi/v5 2>&1 | tail -2", "# get https://proxy.golang.org/github.com/go-chi/chi/v5/@v/list: " + lookup.format(h="proxy.golang.org"), 0), ("go get github.com/gorilla/mux", "go: github.com/gorilla/mux: module github.com/gorilla/mux: Get \"https://proxy.golang.org/github.com/gorilla/mux/@v/list\": " + lookup.format(h="proxy.golang.org"), 1), ("go mod vendor", "go: tile-proxy imports\n\tgithub.com/go-chi/chi/v5: cannot find module providing package github.com/go-chi/chi/v5: module github.com/go-chi/chi/v5: Get \"https://proxy.golang.org/github.com/go-chi/chi/v5/@v/list\": " + lookup.format(h="proxy.golang.org"), 1)]
    for n, (cmd, out, rc) in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.bash(cmd, out, rc, ms=1200 + n * 330)


@stuck("work:rust", "label-printer", "Use the zpl-raster crate to rotate the bitmap before printing.", client="codex")
def methods_of_a_crate_guessed_one_by_one(s):
    guesses = ["rotate(90)", "rotated(90)", "rotate90()", "rotate_90()", "rotate_by(Angle::Deg90)", "with_rotation(90)", "set_rotation(90)", "turn(90)", "transform(Rotation::Quarter)", "rotate_cw()", "rotate_right()", "rot90()", "apply_rotation(90.0)", "into_rotated(90)", "orient(Orientation::Left)", "rotation(90)"]
    for n, g in enumerate(guesses):
        if n == 6:
            s.stuck_here()
        s.edit("src/print.rs", f"bitmap.{guesses[n - 1] if n else 'clone()'}", f"bitmap.{g}")
        name = g.split("(")[0]
        s.bash("cargo check" if n % 3 else "cargo build 2>&1", f"    Checking label-printer v0.3.0 (/home/dev/label-printer)\nerror[E0599]: no method named `{name}` found for struct `zpl_raster::Bitmap` in the current scope\n  --> src/print.rs:27:26\n   |\n27 |     let turned = bitmap.{g};\n   |                         {'^' * len(name)} method not found in `Bitmap`\n\nFor more information about this error, try `rustc --explain E0599`.\nerror: could not compile `label-printer` (bin \"label-printer\") due to 1 previous error", 101, ms=1300 + n * 23)


@stuck("work:cpp", "audio-graph", "Linking fails with an undefined vtable since the last pull. Fix it.", client="plain")
def an_undefined_vtable_after_every_cmake_edit(s):
    def link(n, cmd):
        s.bash(cmd, f"[ {40 + n % 3}%] Building CXX object CMakeFiles/graph.dir/src/node.cpp.o\n[ {80 + n % 5}%] Linking CXX executable graph_demo\n/usr/bin/ld: CMakeFiles/graph_demo.dir/demo.cpp.o: in function `GainNode::GainNode()':\ndemo.cpp:(.text._ZN8GainNodeC2Ev[_ZN8GainNodeC5Ev]+0x{18 + n % 3:x}): undefined reference to `vtable for GainNode'\n/usr/bin/ld: CMakeFiles/graph_demo.dir/demo.cpp.o: in function `GainNode::~GainNode()':\ndemo.cpp:(.text._ZN8GainNodeD2Ev[_ZN8GainNodeD5Ev]+0x{12 + n % 3:x}): undefined reference to `vtable for GainNode'\ncollect2: error: ld returned 1 exit status\nmake[2]: *** [CMakeFiles/graph_demo.dir/build.make:{98 + n % 2}: graph_demo] Error 1\nmake[1]: *** [CMakeFiles/Makefile2:141: CMakeFiles/graph_demo.dir/all] Error 2\nmake: *** [Makefile:91: all] Error 2", 2, ms=5200 + n * 77)
    link(0, "cmake --build build")
    s.look("src/gain_node.h", "class GainNode : public Node {\npublic:\n  GainNode() = default;\n  ~GainNode() override = default;\n  void process(Buffer &b) override;\n  float gain = 1.f;\n};")
    edits = [("set(CMAKE_CXX_STANDARD 17)", "set(CMAKE_CXX_STANDARD 20)"), ("target_link_libraries(graph_demo graph)", "target_link_libraries(graph_demo PRIVATE graph)"), ("add_library(graph", "add_library(graph STATIC"), ("target_link_libraries(graph_demo PRIVATE graph)", "target_link_libraries(graph_demo PRIVATE -Wl,--whole-archive graph -Wl,--no-whole-archive)"), ("add_library(graph STATIC", "add_library(graph SHARED"), ("set(CMAKE_CXX_STANDARD 20)", "set(CMAKE_CXX_STANDARD 17)"), ("add_library(graph SHARED", "add_library(graph OBJECT"), ("project(audio-graph)", "project(audio-graph LANGUAGES CXX)\nset(CMAKE_POSITION_INDEPENDENT_CODE ON)"), ("-Wl,--whole-archive graph -Wl,--no-whole-archive", "graph stdc++"), ("add_library(graph OBJECT", "add_library(graph STATIC")]
    for n, (old, new) in enumerate(edits):
        if n == 3:
            s.stuck_here()
        s.edit("CMakeLists.txt", old, new)
        link(n + 1, ["cmake --build build", "cmake -B build && cmake --build build", "rm -rf build && cmake -B build -DCMAKE_BUILD_TYPE=Debug && cmake --build build"][n % 3])


@stuck("work:dotnet", "roster-api", "Rename ShiftDto to ShiftModel and make sure that the tests pass.", client="claude")
def green_dotnet_tests_verified_without_end(s):
    s.grep("ShiftDto", "src", "src/Api/ShiftController.cs:14:    public ActionResult<ShiftDto> Get(int id)\nsrc/Api/ShiftDto.cs:3:public record ShiftDto(int Id, DateTime From, DateTime To);")
    s.edit("src/Api/ShiftDto.cs", "public record ShiftDto(", "public record ShiftModel(")
    s.edit("src/Api/ShiftController.cs", "ActionResult<ShiftDto>", "ActionResult<ShiftModel>")
    s.bash("git mv src/Api/ShiftDto.cs src/Api/ShiftModel.cs && dotnet build -v q", "\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:06.41", ms=6900)
    def ok(n):
        return f"  Determining projects to restore...\n  All projects are up-to-date for restore.\n  Api -> /home/dev/roster-api/src/Api/bin/Debug/net9.0/Api.dll\n  Api.Tests -> /home/dev/roster-api/test/Api.Tests/bin/Debug/net9.0/Api.Tests.dll\nTest run for /home/dev/roster-api/test/Api.Tests/bin/Debug/net9.0/Api.Tests.dll (.NETCoreApp,Version=v9.0)\nVSTest version 17.12.0 (x64)\n\nStarting test execution, please wait...\nA total of 1 test files matched the specified pattern.\n\nPassed!  - Failed:     0, Passed:    84, Skipped:     0, Total:    84, Duration: {2 + n % 2} s - Api.Tests.dll (net9.0)"
    s.bash("dotnet test", ok(0), ms=9100)
    s.grep("ShiftDto", ".", "")
    s.say("Everything passes. Let me verify this once more.")
    s.bash("dotnet test --no-build", ok(1), ms=7200)
    s.stuck_here()
    for n, cmd in enumerate(["dotnet test -v n | tail -4", "dotnet build -v q && dotnet test --no-build", "dotnet test --logger 'console;verbosity=normal' | tail -3", "grep", "dotnet test test/Api.Tests", "dotnet test --nologo", "dotnet clean -v q && dotnet test", "grep", "dotnet test --filter FullyQualifiedName~Api", "dotnet test -c Debug", "dotnet test --no-restore", "dotnet test | grep Passed!", "git status --short", "dotnet test --nologo -v m", "dotnet test roster.sln", "grep"]):
        if cmd == "grep":
            s.grep("ShiftDto", [".", "src", "test"][n % 3], "")
        elif cmd.startswith("git"):
            s.bash(cmd, "R  src/Api/ShiftDto.cs -> src/Api/ShiftModel.cs\n M src/Api/ShiftController.cs")
        else:
            run(s, cmd, ok(n).splitlines()[-1] if "|" in cmd else ok(n), 0, ms=8000 + n * 121)
        if n in (4, 10):
            s.say("All 84 tests pass. To be completely sure I run them a last time.")


@stuck("work:database", "bi-numbers", "Get last month's churn from the warehouse with the database tool and put it into churn.md.", client="claude")
def permission_denied_for_one_schema_in_every_query(s):
    s.mcp("postgres", "list_schemas", {}, [{"schema": "public"}, {"schema": "billing"}, {"schema": "marts"}])
    s.mcp("postgres", "query", {"sql": "select * from marts.churn_monthly order by month desc limit 1"}, "Error: permission denied for schema marts", ok=False)
    s.mcp("postgres", "query", {"sql": "select current_user, current_role"}, [{"current_user": "mcp_readonly", "current_role": "mcp_readonly"}])
    s.mcp("postgres", "query", {"sql": "select count(*) from marts.churn_monthly"}, "Error: permission denied for schema marts", ok=False)
    s.stuck_here()
    denied = ["select month, rate from marts.churn_monthly where month = '2026-02-01'", "select * from \"marts\".\"churn_monthly\" limit 1", "set role analyst", "set search_path to marts; select * from churn_monthly limit 1", "grant usage on schema marts to mcp_readonly", "select has_schema_privilege('mcp_readonly', 'marts', 'usage')", "with c as (select * from marts.churn_monthly) select * from c", "select * from marts.churn_daily limit 5", "create view public.churn as select * from marts.churn_monthly", "copy (select * from marts.churn_monthly) to stdout", "table marts.churn_monthly", "explain select * from marts.churn_monthly", "select rate::text from marts.churn_monthly limit 1", "select * from marts.customers limit 1", "select (select rate from marts.churn_monthly limit 1) as churn", "select avg(rate) from marts.churn_monthly"]
    for n, sql in enumerate(denied):
        out = {"set search_path to marts; select * from churn_monthly limit 1": "Error: relation \"churn_monthly\" does not exist", "set role analyst": "Error: permission denied to set role \"analyst\"", "grant usage on schema marts to mcp_readonly": "Error: permission denied for schema marts"}.get(sql, "Error: permission denied for schema marts")
        if "has_schema" in sql:
            s.mcp("postgres", "query", {"sql": sql}, [{"has_schema_privilege": False}])
        elif sql.startswith("create"):
            s.mcp("postgres", "query", {"sql": sql}, "Error: cannot execute CREATE VIEW in a read-only transaction", ok=False)
        else:
            s.mcp("postgres", "query", {"sql": sql}, out, ok=False, ms=90 + n * 7)


@stuck("work:docker", "pdf-service", "Build the image and run the container tests.", client="codex")
def a_full_disk_and_nothing_left_to_prune(s):
    def build(n, cmd):
        s.bash(cmd, f"#0 building with \"default\" instance using docker driver\n\n#1 [internal] load build definition from Dockerfile\n#1 transferring dockerfile: 1.11kB done\n#1 DONE 0.0s\n\n#6 [2/6] RUN apt-get update && apt-get install -y libreoffice-core fonts-noto\n#6 {11 + n}.{n * 37 % 1000:03} Get:1 http://deb.debian.org/debian bookworm InRelease [151 kB]\n#6 {41 + n}.{n * 91 % 1000:03} Unpacking libreoffice-core (4:7.4.7-1+deb12u5) ...\n#6 {52 + n}.{n * 53 % 1000:03} dpkg: error processing archive /var/cache/apt/archives/libreoffice-core_4%3a7.4.7-1+deb12u5_amd64.deb (--unpack):\n#6 {52 + n}.{n * 53 % 1000:03}  cannot copy extracted data for './usr/lib/libreoffice/program/libmergedlo.so' to '/usr/lib/libreoffice/program/libmergedlo.so.dpkg-new': failed to write (No space left on device)\n#6 ERROR: process \"/bin/sh -c apt-get update && apt-get install -y libreoffice-core fonts-noto\" did not complete successfully: exit code: 100\n------\nERROR: failed to solve: process \"/bin/sh -c apt-get update && apt-get install -y libreoffice-core fonts-noto\" did not complete successfully: exit code: 100", 1, ms=60_000 + n * 900)
    build(0, "docker build -t pdf-service .")
    s.bash("df -h / /var/lib/docker", "Filesystem      Size  Used Avail Use% Mounted on\n/dev/vda1        20G   20G   61M 100% /\n/dev/vda1        20G   20G   61M 100% /")
    s.bash("docker system prune -af", "Deleted build cache objects:\n" + "\n".join(hx(k, 16) + hx(k + 9, 9) for k in range(4)) + "\n\nTotal reclaimed space: 112.4MB")
    build(1, "docker build -t pdf-service .")
    s.bash("du -xh --max-depth=1 /var/lib 2>/dev/null | sort -h | tail -3", "41M\t/var/lib/dpkg\n17G\t/var/lib/mysql-prod-replica\n18G\t/var/lib")
    s.stuck_here()
    for n, (cmd, out, rc) in enumerate([("docker system prune -af --volumes", "Total reclaimed space: 0B", 0), ("docker build --no-cache -t pdf-service .", None, 1), ("docker builder prune -af", "Total:\t0B", 0), ("docker image prune -af", "Total reclaimed space: 0B", 0), ("docker build -t pdf-service .", None, 1), ("rm -rf ~/.cache/pip /tmp/build-*", "", 0), ("docker buildx build -t pdf-service --load .", None, 1), ("docker volume prune -f", "Total reclaimed space: 0B", 0), ("sudo apt-get clean", "sudo: a password is required", 1), ("docker buildx prune -af", "Total:\t0B", 0), ("DOCKER_BUILDKIT=0 docker build -t pdf-service .", "Step 2/6 : RUN apt-get update && apt-get install -y libreoffice-core fonts-noto\n ---> Running in " + hx(77, 12) + "\ndpkg: error processing archive libreoffice-core: failed to write (No space left on device)\nThe command '/bin/sh -c apt-get update && apt-get install -y libreoffice-core fonts-noto' returned a non-zero code: 100", 100), ("df -h /", "Filesystem      Size  Used Avail Use% Mounted on\n/dev/vda1        20G   20G   58M 100% /", 0), ("docker build --compress -t pdf-service .", None, 1), ("docker container prune -f && docker network prune -f", "Total reclaimed space: 0B", 0), ("docker build --pull -t pdf-service:test .", None, 1)]):
        if out is None:
            build(n + 2, cmd)
        else:
            s.bash(cmd, out, rc)


@stuck("work:cloud", "geo-batch", "Submit the cloud build and tell me when the image is there.", client="claude", gap=40)
def a_cloud_build_awaited_after_its_failure(s):
    s.bash("gcloud builds submit --async --config cloudbuild.yaml .", "Creating temporary archive of 211 file(s) totalling 4.1 MiB before compression.\nUploading tarball of [.] to [gs://geo-batch_cloudbuild/source/1772704011.22-4ad1.tgz]\nCreated [https://cloudbuild.googleapis.com/v1/projects/geo-batch/locations/global/builds/5b1e0c9a-77d2-4f0e-9a51-2c0e6a1f4b90].\nID                                    CREATE_TIME                DURATION  SOURCE  IMAGES  STATUS\n5b1e0c9a-77d2-4f0e-9a51-2c0e6a1f4b90  2026-03-05T09:46:51+00:00  -         -       -       QUEUED", ms=9000)
    for n, state in enumerate(["QUEUED", "WORKING", "WORKING", "FAILURE"]):
        s.bash("gcloud builds describe 5b1e0c9a-77d2-4f0e-9a51-2c0e6a1f4b90 --format='value(status)'", state)
    s.stuck_here()
    b = "5b1e0c9a-77d2-4f0e-9a51-2c0e6a1f4b90"
    row = f"ID                                    CREATE_TIME                DURATION  SOURCE                                                IMAGES  STATUS\n{b}  2026-03-05T09:46:51+00:00  2M11S     gs://geo-batch_cloudbuild/source/1772704011.22-4ad1.tgz  -       FAILURE"
    for n, (cmd, out) in enumerate([("gcloud builds list --limit=1", row), ("sleep 60; gcloud builds describe " + b + " --format='value(status)'", "FAILURE"), ("gcloud artifacts docker images list europe-docker.pkg.dev/geo-batch/app", "Listing items under project geo-batch, location europe, repository app.\n\nListed 0 items."), ("sleep 90; gcloud builds list --limit=1", row), ("gcloud builds describe " + b + " --format=json | jq -r .status", "FAILURE"), ("sleep 120; gcloud builds describe " + b + " --format='value(status,finishTime)'", "FAILURE\t2026-03-05T09:49:02.118Z"), ("gcloud artifacts docker images list europe-docker.pkg.dev/geo-batch/app", "Listing items under project geo-batch, location europe, repository app.\n\nListed 0 items."), ("sleep 180; gcloud builds list --filter='id=" + b + "'", row), ("sleep 120; gcloud builds describe " + b + " --format='value(status)'", "FAILURE"), ("gcloud builds list --ongoing", "Listed 0 items."), ("sleep 240; gcloud builds describe " + b + " --format='value(status)'", "FAILURE"), ("gcloud artifacts docker images list europe-docker.pkg.dev/geo-batch/app --include-tags", "Listing items under project geo-batch, location europe, repository app.\n\nListed 0 items."), ("sleep 240; gcloud builds list --limit=1", row), ("sleep 300; gcloud builds describe " + b + " --format='value(status)'", "FAILURE")]):
        if n in (3, 8):
            s.say("The image has not arrived yet. I keep waiting for the build.")
        s.bash(cmd, out, 0, ms=1500 + (int(cmd.split()[1].rstrip(";")) * 1000 if cmd.startswith("sleep") else 0))


@stuck("work:terraform", "etl-infra", "Apply the new Glue job.", client="codex")
def a_passrole_denied_after_every_edit_of_the_job(s):
    edits = [("role_arn = aws_iam_role.glue.arn", "role_arn = data.aws_iam_role.glue.arn"), ("glue_version = \"4.0\"", "glue_version = \"3.0\""), ("actions = [\"s3:*\"]", "actions = [\"s3:*\", \"iam:PassRole\"]"), ("role_arn = data.aws_iam_role.glue.arn", "role_arn = \"arn:aws:iam::411122223333:role/etl-glue\""), ("resource \"aws_glue_job\" \"load\"", "resource \"aws_glue_job\" \"load_v2\""), ("depends_on = []", "depends_on = [aws_iam_role_policy.glue]"), ("max_retries = 1", "max_retries = 0"), ("worker_type = \"G.1X\"", "worker_type = \"G.2X\""), ("role_arn = \"arn:aws:iam::411122223333:role/etl-glue\"", "role_arn = aws_iam_role.glue.arn"), ("actions = [\"s3:*\", \"iam:PassRole\"]", "actions = [\"*\"]")]
    for n, (old, new) in enumerate(edits):
        if n == 3:
            s.stuck_here()
        s.edit("glue.tf", old, new)
        s.bash("terraform apply -auto-approve -no-color" + ["", f" -target=aws_glue_job.load{'_v2' if n > 3 else ''}", " -parallelism=1"][n % 3], f"aws_iam_role.glue: Refreshing state... [id=etl-glue]\naws_glue_job.load{'_v2' if n > 3 else ''}: Creating...\n\nError: creating Glue Job (etl-load): operation error Glue: CreateJob, https response error StatusCode: 400, RequestID: {hx(n)}-{hx(n + 3, 4)}-4{hx(n, 3)}-9{hx(n + 4, 3)}-{hx(n, 12)}, AccessDeniedException: User: arn:aws:sts::411122223333:assumed-role/ci-deployer/dev is not authorized to perform: iam:PassRole on resource: arn:aws:iam::411122223333:role/etl-glue because no identity-based policy allows the iam:PassRole action\n\n  with aws_glue_job.load{'_v2' if n > 3 else ''},\n  on glue.tf line {21 + n % 3}, in resource \"aws_glue_job\" \"load{'_v2' if n > 3 else ''}\":\n  {21 + n % 3}: resource \"aws_glue_job\" \"load{'_v2' if n > 3 else ''}\" {{", 1, ms=13_000 + n * 310)


@stuck("work:kubernetes", "shop-staging", "Upgrade the shop chart on staging to 3.4.1.", client="plain")
def helm_with_another_operation_in_progress(s):
    no = "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress"
    s.bash("helm -n staging upgrade shop acme/shop --version 3.4.1 -f values.yaml", no, 1)
    s.bash("helm -n staging list -a", "NAME\tNAMESPACE\tREVISION\tUPDATED                                \tSTATUS         \tCHART     \tAPP VERSION\nshop\tstaging  \t41      \t2026-03-02 16:20:11.80217 +0000 UTC\tpending-upgrade\tshop-3.4.0\t2026.2")
    s.bash("helm -n staging rollback shop 40", "Error: secrets \"sh.helm.release.v1.shop.v42\" is forbidden: User \"ci-staging\" cannot create resource \"secrets\" in API group \"\" in the namespace \"staging\"", 1)
    s.bash("helm -n staging upgrade shop acme/shop --version 3.4.1 -f values.yaml --force", no, 1)
    s.stuck_here()
    for n, (cmd, out, rc) in enumerate([("helm -n staging upgrade --install shop acme/shop --version 3.4.1 -f values.yaml", no, 1), ("sleep 60; helm -n staging upgrade shop acme/shop --version 3.4.1 -f values.yaml", no, 1), ("helm repo update", "Hang tight while we grab the latest from your chart repositories...\n...Successfully got an update from the \"acme\" chart repository\nUpdate Complete. ⎈Happy Helming!⎈", 0), ("helm -n staging upgrade shop acme/shop --version 3.4.1 -f values.yaml --atomic --timeout 10m", no, 1), ("helm -n staging status shop", "NAME: shop\nLAST DEPLOYED: Mon Mar  2 16:20:11 2026\nNAMESPACE: staging\nSTATUS: pending-upgrade\nREVISION: 41", 0), ("helm -n staging upgrade shop acme/shop --version 3.4.1 --reuse-values", no, 1), ("helm -n staging upgrade shop acme/shop --version 3.4.1 -f values.yaml --cleanup-on-fail", no, 1), ("helm -n staging history shop --max 2", "REVISION\tUPDATED                 \tSTATUS         \tCHART     \tAPP VERSION\tDESCRIPTION\n40      \tThu Feb 26 09:11:40 2026\tdeployed       \tshop-3.3.9\t2026.1     \tUpgrade complete\n41      \tMon Mar  2 16:20:11 2026\tpending-upgrade\tshop-3.4.0\t2026.2     \tPreparing upgrade", 0), ("helm -n staging upgrade shop acme/shop --version 3.4.0 -f values.yaml", no, 1), ("sleep 120 && helm -n staging upgrade shop acme/shop --version 3.4.1 -f values.yaml --wait", no, 1), ("helm pull acme/shop --version 3.4.1 --untar && helm -n staging upgrade shop ./shop -f values.yaml", no, 1), ("helm -n staging upgrade shop ./shop -f values.yaml --no-hooks", no, 1), ("helm -n staging upgrade shop ./shop -f values.yaml --debug 2>&1 | tail -4", "upgrade.go:164: 2026-03-05 10:44:02.10221 +0000 UTC m=+0.411 [debug] preparing upgrade for shop\n" + no + "\nhelm.go:86: 2026-03-05 10:44:02.11871 +0000 UTC m=+0.428 [debug] another operation (install/upgrade/rollback) is in progress", 0), ("helm -n staging upgrade shop ./shop --history-max 2 -f values.yaml", no, 1), ("helm -n staging list --pending", "NAME\tNAMESPACE\tREVISION\tUPDATED                                \tSTATUS         \tCHART     \tAPP VERSION\nshop\tstaging  \t41      \t2026-03-02 16:20:11.80217 +0000 UTC\tpending-upgrade\tshop-3.4.0\t2026.2", 0), ("helm -n staging upgrade shop ./shop -f values.yaml --skip-crds", no, 1)]):
        s.bash(cmd, out, rc, ms=900 + n * 41)


@stuck("work:data", "sales-report", "Plot sales per week from sales.csv.", client="claude")
def report_scripts_under_new_names_with_one_key_error(s):
    names = ["plot_sales", "plot_sales_fixed", "plot_sales_v2", "plot_sales_final", "weekly_plot", "weekly_plot_simple", "make_plot", "plot_sales_v3", "sales_chart", "plot_robust", "plot_minimal"]
    for n, name in enumerate(names):
        if n == 4:
            s.stuck_here()
        how = ["df = pd.read_csv('sales.csv')", "df = pd.read_csv('sales.csv', parse_dates=True)", "df = pd.read_csv('sales.csv', engine='python')", "df = pd.DataFrame(pd.read_csv('sales.csv'))"][n % 4]
        s.write(f"{name}.py", f"import pandas as pd\nimport matplotlib\nmatplotlib.use('Agg')\n\n# {name}\n{how}\ndf['date'] = pd.to_datetime(df['date'])\ndf.set_index('date').resample('W')['amount'].sum().plot()\nmatplotlib.pyplot.savefig('{name}.png')\n")
        s.bash(f"python {name}.py", f"Traceback (most recent call last):\n  File \"/home/dev/.venv/lib/python3.12/site-packages/pandas/core/indexes/base.py\", line 3805, in get_loc\n    return self._engine.get_loc(casted_key)\n           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n  File \"index.pyx\", line 167, in pandas._libs.index.IndexEngine.get_loc\n  File \"pandas/_libs/hashtable_class_helper.pxi\", line 7081, in pandas._libs.hashtable.PyObjectHashTable.get_item\nKeyError: 'date'\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File \"/home/dev/sales-report/{name}.py\", line 7, in <module>\n    df['date'] = pd.to_datetime(df['date'])\n                                ~~^^^^^^^^\n  File \"/home/dev/.venv/lib/python3.12/site-packages/pandas/core/frame.py\", line 4102, in __getitem__\n    indexer = self.columns.get_loc(key)\nKeyError: 'date'", 1, ms=1100 + n * 19)


@stuck("work:ml", "plankton-net", "Training crashes with a shape error in the head. Fix the model.", client="plain")
def a_linear_layer_between_two_shapes(s):
    widths = [512, 2048]
    s.look("model.py", "class Head(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Linear(512, 10)\n\n    def forward(self, x):\n        return self.fc(x.flatten(1))")
    for n in range(11):
        if n == 4:
            s.stuck_here()
        a, b = widths[n % 2], widths[(n + 1) % 2]
        s.bash("python train.py --fast-dev-run" if n % 3 else "python train.py --fast-dev-run --num-workers 0", f"GPU available: False, used: False\nTPU available: False, using: 0 TPU cores\nTraceback (most recent call last):\n  File \"/home/dev/plankton-net/train.py\", line 58, in <module>\n    trainer.fit(model, data)\n  File \"/home/dev/plankton-net/model.py\", line {41 if a == 512 else 44}, in {'training_step' if a == 512 else 'validation_step'}\n    y = self.head(self.body(x))\n  File \"/home/dev/.venv/lib/python3.11/site-packages/torch/nn/modules/module.py\", line 1736, in _wrapped_call_impl\n    return self._call_impl(*args, **kwargs)\n  File \"/home/dev/plankton-net/model.py\", line 17, in forward\n    return self.fc(x.flatten(1))\n  File \"/home/dev/.venv/lib/python3.11/site-packages/torch/nn/modules/linear.py\", line 125, in forward\n    return F.linear(input, self.weight, self.bias)\nRuntimeError: mat1 and mat2 shapes cannot be multiplied (32x{b} and {a}x10)", 1, ms=7200 + n * 131)
        s.edit("model.py", f"self.fc = nn.Linear({a}, 10)", f"self.fc = nn.Linear({b}, 10)")


@stuck("work:mobile", "city-guide", "Build the signed release bundle.", client="codex")
def a_keystore_whose_password_is_guessed(s):
    s.bash("./gradlew bundleRelease", "> Task :app:signReleaseBundle FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:signReleaseBundle'.\n> A failure occurred while executing com.android.build.gradle.internal.tasks.FinalizeBundleTask$BundleToolRunnable\n   > java.io.IOException: keystore password was incorrect\n\nBUILD FAILED in 41s", 1, ms=41_000)
    s.bash("ls -la keystore; grep -rn storePassword app/build.gradle gradle.properties", "-rw-r--r-- 1 dev dev 2741 Jan 12  2024 upload.jks\napp/build.gradle:41:            storePassword System.getenv(\"STORE_PW\") ?: \"\"")
    for n, pw in enumerate(["android", "changeit", "password", "cityguide", "city-guide", "CityGuide2024", "upload", "upload123", "release", "", "123456", "cityguide2024", "CITYGUIDE", "android123", "keystore", "acme", "acme2024"]):
        if n == 3:
            s.stuck_here()
        if n % 5 == 4:
            s.bash(f"STORE_PW={pw} ./gradlew bundleRelease --offline 2>&1 | tail -12", f"> Task :app:signReleaseBundle FAILED\n\n* What went wrong:\nExecution failed for task ':app:signReleaseBundle'.\n> A failure occurred while executing com.android.build.gradle.internal.tasks.FinalizeBundleTask$BundleToolRunnable\n   > java.io.IOException: keystore password was incorrect\n\nBUILD FAILED in {9 + n}s\n37 actionable tasks: 1 executed, 36 up-to-date", 0, ms=11_000)
        else:
            s.bash(f"keytool -list -keystore keystore/upload.jks -storepass '{pw}'" + (" -v" if n % 2 else ""), "keytool error: java.io.IOException: keystore password was incorrect" + ("\njava.io.IOException: keystore password was incorrect\n\tat java.base/sun.security.pkcs12.PKCS12KeyStore.engineLoad(PKCS12KeyStore.java:2158)\n\tat java.base/sun.security.util.KeyStoreDelegator.engineLoad(KeyStoreDelegator.java:226)\n\tat java.base/java.security.KeyStore.load(KeyStore.java:1500)\n\tat java.base/sun.security.tools.keytool.Main.doCommands(Main.java:948)\nCaused by: java.security.UnrecoverableKeyException: failed to decrypt safe contents entry: javax.crypto.BadPaddingException: Given final block not properly padded." if n % 2 else ""), 1)


@stuck("work:sentry", "checkout-web", "Use the Sentry tool to find out who introduced CHECKOUT-4F2 and fix it.", client="claude")
def one_sentry_issue_asked_in_other_words(s):
    issue = {"shortId": "CHECKOUT-4F2", "title": "TypeError: Cannot read properties of undefined (reading 'zip')", "culprit": "app/address.min.js in n", "count": "1841", "userCount": 903, "firstSeen": "2026-02-11T04:12:55Z", "lastSeen": "2026-03-05T09:58:01Z", "firstRelease": None, "suspectCommits": [], "metadata": {"filename": "https://cdn.acme.com/app/address.min.js", "function": "n"}}
    s.mcp("sentry", "get_issue_details", {"issueId": "CHECKOUT-4F2"}, issue)
    s.mcp("sentry", "search_events", {"query": "issue:CHECKOUT-4F2"}, {"events": [{"id": hx(1, 16), "stacktrace": "at n (app/address.min.js:1:48211)\n  at Array.map (<anonymous>)\n  at t (app/address.min.js:1:47003)\n(no source map: artifact not found)"}]})
    s.mcp("sentry", "analyze_issue", {"issueId": "CHECKOUT-4F2", "instruction": "Who introduced this?"}, "No suspect commit. The stack trace has no source map, and no release is associated with the events.")
    s.stuck_here()
    asks = ["Which commit caused this?", "Find the author of the change.", "Which release introduced this?", "List suspect commits of CHECKOUT-4F2.", "Who changed the zip handling?", "Explain the root cause with the commit.", "What changed before the first event?", "Show the blame for app/address.min.js.", "Which pull request is behind CHECKOUT-4F2?", "Try again: who introduced this?", "Give the most probable author."]
    for n, q in enumerate(asks):
        s.mcp("sentry", "analyze_issue", {"issueId": "CHECKOUT-4F2" if n % 3 else "checkout-4f2", "instruction": q}, "No suspect commit. The stack trace has no source map, and no release is associated with the events.", ms=4100 + n * 211)
        if n % 3 == 1:
            s.mcp("sentry", "get_issue_details", {"issueId": "CHECKOUT-4F2", "expand": ["suspectCommits", "release", "owners"][: n // 3 + 1]}, issue | {"count": str(1841 + n)})


@stuck("work:refactor", "portal-backend", "Split settings.py into base, dev and prod.", client="plain", times="none")
def three_files_reread_before_a_split_that_never_begins(s):
    texts = {"portal/settings.py": "\n".join(["import os", "from pathlib import Path", "", "BASE_DIR = Path(__file__).resolve().parent.parent", "SECRET_KEY = os.environ['SECRET_KEY']", "DEBUG = os.environ.get('DEBUG') == '1'", "ALLOWED_HOSTS = ['portal.acme.com', 'localhost']", "INSTALLED_APPS = ['django.contrib.admin', 'django.contrib.auth', 'portal.users', 'portal.files']", "DATABASES = {'default': {'ENGINE': 'django.db.backends.postgresql', 'NAME': 'portal'}}", "STATIC_ROOT = BASE_DIR / 'static'"]), "manage.py": "#!/usr/bin/env python\nimport os, sys\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'portal.settings')\nfrom django.core.management import execute_from_command_line\nexecute_from_command_line(sys.argv)", "portal/wsgi.py": "import os\nfrom django.core.wsgi import get_wsgi_application\nos.environ.setdefault('DJANGO_SETTINGS_MODULE', 'portal.settings')\napplication = get_wsgi_application()"}
    files = list(texts)
    for f in files:
        s.look(f, texts[f])
    s.grep("portal.settings", ".", "manage.py:3:os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'portal.settings')\nportal/wsgi.py:3:os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'portal.settings')")
    s.say("I understand the structure now. Let me look at the settings once more before I split them.")
    s.look(files[0], texts[files[0]])
    s.stuck_here()
    for n in range(17):
        f = files[[0, 1, 0, 2, 0][n % 5]]
        if n % 4 == 1:
            s.bash(f"cat {f}", texts[f])
        elif n % 4 == 3:
            s.bash(f"head -{40 + n} {f}", texts[f])
        elif n == 8:
            s.grep("DJANGO_SETTINGS_MODULE", ".", "manage.py:3:os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'portal.settings')\nportal/wsgi.py:3:os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'portal.settings')")
        else:
            s.look(f, texts[f])
        if n in (5, 11):
            s.say("Before I create base.py I want to check the file a last time.")


@stuck("work:docs", "csv-importer", "Add a --delimiter option to the importer.", client="claude")
def a_finished_option_summed_up_in_ever_new_files(s):
    s.look("importer.py", "p = argparse.ArgumentParser()\np.add_argument('path')\nargs = p.parse_args()\nrows = csv.reader(open(args.path))")
    s.edit("importer.py", "p.add_argument('path')", "p.add_argument('path')\np.add_argument('--delimiter', default=',')")
    s.edit("importer.py", "csv.reader(open(args.path))", "csv.reader(open(args.path), delimiter=args.delimiter)")
    s.bash("python -m pytest -q", "............                                                             [100%]\n12 passed in 0.31s")
    s.write("SUMMARY.md", "# Summary\n\n- added `--delimiter`\n- default is a comma\n- all 12 tests pass\n")
    s.stuck_here()
    for n, name in enumerate(["IMPLEMENTATION_SUMMARY.md", "CHANGES.md", "FINAL_SUMMARY.md", "docs/DELIMITER.md", "COMPLETION_REPORT.md", "STATUS.md", "TASK_COMPLETE.md", "QUICK_REFERENCE.md", "VERIFICATION.md", "FINAL_REPORT.md"]):
        s.write(name, f"# {name.split('/')[-1][:-3].replace('_', ' ').title()}\n\nThe importer has the option `--delimiter` now{['.', ', done.', ' (complete).'][n % 3]}\n\n- option: `--delimiter`, default `,`\n- file changed: `importer.py`\n- tests: 12 of 12 pass\n")
        if n % 3 == 2:
            s.bash("python -m pytest -q" if n % 2 else "python -m pytest -q | tail -1", f"12 passed in 0.3{n}s" if n % 2 == 0 else f"............                                                             [100%]\n12 passed in 0.3{n}s")
        if n % 4 == 1:
            s.plan([("Add --delimiter", "completed"), ("Run the tests", "completed"), ("Document the work", "completed")])
        s.say("The task is complete. I put together one more overview for you.")


@stuck("work:merge", "menu-planner", "Rebase my branch on main and push it.", client="codex")
def a_rebase_continued_over_unmerged_paths(s):
    def blocked(n):
        return "src/week.ts: needs merge\nYou must edit all merge conflicts and then\nmark them as resolved using git add"
    status = "interactive rebase in progress; onto 4c1d0aa\nLast command done (1 command done):\n   pick 91b7e20 Plan a week at once\nNo commands remaining.\nYou are currently rebasing branch 'week' on '4c1d0aa'.\n  (fix conflicts and then run \"git rebase --continue\")\n\nUnmerged paths:\n  (use \"git restore --staged <file>...\" to unstage)\n  (use \"git add <file>...\" to mark resolution)\n\tboth modified:   src/week.ts\n\nno changes added to commit (use \"git add\" and/or \"git commit -a\")"
    s.bash("git rebase origin/main", "Auto-merging src/week.ts\nCONFLICT (content): Merge conflict in src/week.ts\nerror: could not apply 91b7e20... Plan a week at once\nhint: Resolve all conflicts manually, mark them as resolved with\nhint: \"git add/rm <conflicted_files>\", then run \"git rebase --continue\".\nCould not apply 91b7e20... Plan a week at once", 1)
    s.bash("git status", status)
    s.bash("git rebase --continue", blocked(0), 1)
    s.bash("GIT_EDITOR=true git rebase --continue", blocked(1), 1)
    s.stuck_here()
    push = "To github.com:acme/menu-planner.git\n ! [rejected]        week -> week (non-fast-forward)\nerror: failed to push some refs to 'github.com:acme/menu-planner.git'\nhint: Updates were rejected because the tip of your current branch is behind\nhint: its remote counterpart."
    for n, (cmd, out, rc) in enumerate([("git -c core.editor=true rebase --continue", blocked(2), 1), ("git commit --no-edit", "U\tsrc/week.ts\nerror: Committing is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.", 128), ("git status -s", "UU src/week.ts", 0), ("git rebase --continue", blocked(3), 1), ("git push origin week", push, 1), ("git stash", "src/week.ts: needs merge", 1), ("git pull --rebase", "error: Pulling is not possible because you have unmerged files.\nhint: Fix them up in the work tree, and then use 'git add/rm <file>'\nhint: as appropriate to mark resolution and make a commit.\nfatal: Exiting because of an unresolved conflict.", 128), ("git rebase --continue 2>&1 | head -3", blocked(4), 0), ("git diff --name-only --diff-filter=U", "src/week.ts", 0), ("git ls-files -u", "100644 " + hx(1, 16) + hx(2, 16) + hx(3) + " 1\tsrc/week.ts\n100644 " + hx(4, 16) + hx(5, 16) + hx(6) + " 2\tsrc/week.ts\n100644 " + hx(7, 16) + hx(8, 16) + hx(9) + " 3\tsrc/week.ts", 0), ("git checkout week", "src/week.ts: needs merge\nerror: you need to resolve your current index first", 1), ("git status", status, 0), ("GIT_SEQUENCE_EDITOR=: GIT_EDITOR=: git rebase --continue", blocked(5), 1), ("git push -u origin week", push, 1), ("git merge --continue", "fatal: There is no merge in progress (MERGE_HEAD missing).", 128), ("git rebase --continue", blocked(6), 1)]):
        s.bash(cmd, out, rc)
