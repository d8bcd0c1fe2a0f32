"""An ordinary month of paid work, healthy, second half: phones, boards, scripts, logs, waiting, many targets, upgrades, clusters."""
from session import healthy, run


@healthy("work:android", "trail-app", "Move the app module from kapt to ksp and AGP 8.5. Build must pass.", client="claude")
def a_gradle_build_with_another_complaint_after_each_repair(s):
    faults = [("Plugin [id: 'com.google.devtools.ksp', version: '2.0.0-1.0.22'] was not found in any of the following sources", "settings.gradle.kts", "gradlePluginPortal() // todo", "gradlePluginPortal()"),
              ("Namespace not specified. Specify a namespace in the module's build file: app/build.gradle.kts", "app/build.gradle.kts", "android {\n", "android {\n    namespace = \"com.example.trail\"\n"),
              ("Could not find method kapt() for arguments [androidx.room:room-compiler:2.6.1]", "app/build.gradle.kts", "kapt(\"androidx.room:room-compiler:2.6.1\")", "ksp(\"androidx.room:room-compiler:2.6.1\")"),
              ("Inconsistent JVM-target compatibility detected for tasks 'compileDebugJavaWithJavac' (1.8) and 'kspDebugKotlin' (17).", "app/build.gradle.kts", "jvmTarget = \"1.8\"", "jvmTarget = \"17\""),
              ("[ksp] /home/dev/trail-app/app/src/main/java/com/example/trail/db/TrackDao.kt:31: Not sure how to convert a Cursor to this method's return type (kotlinx.coroutines.flow.Flow<Track>).", "app/build.gradle.kts", "// room-ktx", "implementation(\"androidx.room:room-ktx:2.6.1\")"),
              ("e: file:///home/dev/trail-app/app/src/main/java/com/example/trail/di/AppModule.kt:12:8 Unresolved reference: DaggerAppComponent", "app/build.gradle.kts", "kapt(libs.dagger.compiler)", "ksp(libs.dagger.compiler)"),
              ("e: file:///home/dev/trail-app/app/src/main/java/com/example/trail/ui/MapScreen.kt:88:21 Unresolved reference: BuildConfig", "app/build.gradle.kts", "buildFeatures { compose = true }", "buildFeatures { compose = true; buildConfig = true }"),
              ("R8: Missing class org.slf4j.impl.StaticLoggerBinder (referenced from: org.slf4j.LoggerFactory)", "app/proguard-rules.pro", "# keep", "-dontwarn org.slf4j.impl.StaticLoggerBinder")]
    for n, (text, path, old, new) in enumerate(faults):
        task = "assembleRelease" if n == 7 else "assembleDebug"
        s.bash(f"./gradlew {task} -q 2>&1 | grep -v warning", f"FAILURE: Build failed with an exception.\n* What went wrong:\n{text}\n\nBUILD FAILED in {31 + n * 7}s", ms=33_000 + n * 7000)
        if n % 3 == 1:
            s.look(path, f"// {path}\n{old}\n")
        s.edit(path, old, new)
    s.bash("./gradlew assembleDebug assembleRelease testDebugUnitTest 2>&1 | tail -2", "BUILD SUCCESSFUL in 3m 12s\n148 actionable tasks: 61 executed, 87 up-to-date", ms=193_000)


@healthy("work:embedded", "pump-fw", "The release build no longer fits into the 128K flash of the STM32G0. Make it fit without dropping features.", client="codex")
def a_flash_overflow_that_shrinks_to_nothing(s):
    over = [9412, 9412, 7960, 6204, 6188, 4012, 2740, 2892, 1104, 316, 0]
    ideas = [("CMakeLists.txt", "-O2", "-Os"), ("CMakeLists.txt", "# sections", "-ffunction-sections -fdata-sections -Wl,--gc-sections"), ("src/log.c", "vsnprintf(", "mini_vsnprintf("),
             ("src/log.h", "#define LOG_FILE __FILE__", "#define LOG_FILE __FILE_NAME__"), ("src/pid.c", "double gain", "float gain"), ("src/table.c", "static uint32_t curve[512]", "static const uint16_t curve[512]"),
             ("src/crc.c", "CRC_TABLE 256", "CRC_TABLE 16"), ("src/crc.c", "CRC_TABLE 16", "CRC_TABLE 32"), ("CMakeLists.txt", "-specs=nosys.specs", "-specs=nano.specs"), ("CMakeLists.txt", "-Os", "-Os -flto")]
    for n, bytes_over in enumerate(over):
        s.bash("cmake --build build --target pump.elf 2>&1 | tail -4", f"arm-none-eabi/bin/ld: pump.elf section `.text' will not fit in region `FLASH'\narm-none-eabi/bin/ld: region `FLASH' overflowed by {bytes_over} bytes\ncollect2: error: ld returned 1 exit status\nninja: build stopped: subcommand failed." if bytes_over else "Memory region         Used Size  Region Size  %age Used\n           FLASH:      130488 B       128 KB     99.56%\n             RAM:       20112 B        36 KB     54.56%", ms=18_000 + n * 211)
        if bytes_over:
            if n in (1, 4):
                run(s, "arm-none-eabi-nm --size-sort -S build/src/*.o | tail -3", f"00000000 000002{n}0 T pid_step\n00000000 00000400 t curve\n00000000 0000{9 - n}a48 T log_write")
            s.edit(*ideas[n])
    s.bash("ctest --test-dir build-host 2>&1 | tail -2", "100% tests passed, 0 tests failed out of 64\nTotal Test time (real) =   3.08 sec")


@healthy("work:scripts", "backup-sh", "Write rotate.sh (keep 7 daily, 4 weekly, 12 monthly) with bats tests. Test first please, one case at a time.", client="claude")
def a_rotation_script_that_grows_case_by_case(s):
    cases = ["keeps seven daily copies", "keeps the sunday of four weeks", "keeps the first of twelve months", "never deletes the newest", "ignores files that are no archive", "refuses an empty folder", "copes with spaces in names", "dry run deletes nothing", "leap day counts as the end of february", "locks against a second run"]
    for n, case in enumerate(cases):
        s.edit("test/rotate.bats", "# next case\n", f"@test \"{case}\" {{\n  run ./rotate.sh \"$dir\"\n  [ \"$status\" -eq {1 if 'refuses' in case or 'locks' in case else 0} ]\n}}\n# next case\n")
        ok = "\n".join(f"ok {k + 1} {c}" for k, c in enumerate(cases[:n]))
        s.bash("bats --tap test/rotate.bats", f"1..{n + 1}\n{ok}\nnot ok {n + 1} {case}\n# (in test file test/rotate.bats, line {n * 4 + 11})\n#   `[ \"$status\" -eq 0 ]' failed", 1, ms=900 + n * 210)
        s.edit("rotate.sh", f"# step {n}\n", f"# {case}\nrule_{n}() {{ list | pick_{n}; }}\n# step {n + 1}\n")
        s.bash("bats --tap test/rotate.bats", f"1..{n + 1}\n{ok}\nok {n + 1} {case}", ms=900 + n * 215)
    s.bash("shellcheck rotate.sh test/*.bats", "")


@healthy("work:logs", "edge-proxies", "Which of our edge proxies still got TLS 1.0 clients in September? Logs are on each host, check all 18.", client="plain", gap=3)
def tls_versions_counted_on_every_proxy(s):
    for n in range(18):
        host = f"edge-{['fra', 'ams', 'waw'][n % 3]}{n // 3 + 1:02}"
        s.bash(f"ssh {host} \"zcat -f /var/log/haproxy/2026-09-*.log | grep -c ' TLSv1 '\"", "1184" if n == 10 else "0", 0 if n == 10 else 1, ms=4000 + n * 377 % 2900)
        if n == 10:
            s.bash(f"ssh {host} \"zcat -f /var/log/haproxy/2026-09-*.log | grep ' TLSv1 ' | awk '{{print $6}}' | cut -d: -f1 | sort | uniq -c | sort -rn | head -3\"", "    901 198.51.100.77\n    280 198.51.100.78\n      3 203.0.113.9", ms=6200)
    s.write("tls10.md", "# TLS 1.0 in September 2026\n\nOnly edge-ams04: 1184 handshakes, nearly all from 198.51.100.77 and .78 (the old till gateway).\n")


@healthy("principle:waiting", "landing-cdn", "Deploy the new behaviours to the CloudFront distribution, then check that /fonts gets the long cache header.", client="claude", gap=4)
def a_distribution_until_it_is_deployed(s):
    s.bash("aws cloudfront get-distribution-config --id E2QWERTY7 --query ETag --output text", "E3A9V1")
    s.edit("cf.json", '"DefaultTTL": 60', '"DefaultTTL": 31536000')
    s.bash("aws cloudfront update-distribution --id E2QWERTY7 --if-match E3A9V1 --distribution-config file://cf.json --query Distribution.Status --output text", "InProgress", ms=2100)
    for n in range(13):
        s.bash("sleep 30; aws cloudfront get-distribution --id E2QWERTY7 --query Distribution.Status --output text", "Deployed" if n == 12 else "InProgress", ms=31_000 + n * 40)
    s.bash("curl -sI https://www.example.com/fonts/inter.woff2 | grep -i cache", "cache-control: public, max-age=31536000\nx-cache: Miss from cloudfront")


@healthy("principle:many_targets", "all-repos", "Run gitleaks over all our repositories in ./mirrors and tell me where something was found.", client="codex")
def gitleaks_in_every_mirrored_repository(s):
    repos = ["accounts", "admin-ui", "billing", "catalog", "cdn-tools", "chat", "docs", "emails", "exports", "flags", "gateway", "images", "jobs", "legacy-php", "mobile", "payments", "search", "tickets"]
    for n, repo in enumerate(repos):
        commits, size = 311 + n * 877 % 4100, 2 + n * 37 % 61
        found = repo == "legacy-php"
        s.bash(f"gitleaks git mirrors/{repo}.git --no-banner --redact", f"10:{14 + n // 4}{n % 4}AM INF {commits} commits scanned.\n10:{14 + n // 4}{n % 4}AM INF scanned ~{size}.{n % 9} MB in {n % 7 + 1}.{n}s\n10:{14 + n // 4}{n % 4}AM " + ("WRN leaks found: 3" if found else "INF no leaks found"), int(found), ms=1500 + n * 911 % 5100)
    s.bash("gitleaks git mirrors/legacy-php.git --no-banner --redact -v | grep -E '^(RuleID|File|Commit)'", "RuleID:      aws-access-token\nFile:        inc/s3.php\nCommit:      91be04cc\nRuleID:      aws-access-token\nFile:        inc/s3.php.bak\nCommit:      91be04cc\nRuleID:      generic-api-key\nFile:        tests/sms.php\nCommit:      0d37aa10", 0, ms=6000)


@healthy("work:mutation-check", "auth-rails", "I don't trust the authorization specs. Remove each guard one at a time, check that a spec fails, restore it. List the guards nobody tests.", client="claude")
def each_guard_removed_to_see_a_spec_fail(s):
    guards = ["invoices", "members", "api_keys", "exports", "webhooks", "audit_logs", "teams", "sso", "plans", "domains", "backups"]
    for n, g in enumerate(guards):
        s.edit(f"app/controllers/{g}_controller.rb", f"  before_action :require_admin!\n", f"  # before_action :require_admin!\n")
        untested = g in ("exports", "domains")
        s.bash(f"bundle exec rspec spec/requests/{g}_spec.rb 2>&1 | tail -4", f"Finished in {n % 4 + 1}.{n * 31 % 90 + 10} seconds (files took 3.9{n % 10} seconds to load)\n{9 + n} examples, {['0 failures', '1 failure', '2 failures', '3 failures'][0 if untested else n % 3 + 1]}\n" + ("" if untested else f"\nrspec ./spec/requests/{g}_spec.rb:{n * 5 + 22} # {g} refuses a member"), ms=6000 + n * 140)
        s.bash(f"git checkout -q app/controllers/{g}_controller.rb && git status --short", "")
    s.write("untested_guards.md", "exports_controller, domains_controller: no spec fails without require_admin!\n")


@healthy("work:security-check", "portal-api", "Please verify with curl against staging that a guest token gets 403 on each admin route. All of them, list is in routes.txt.", client="plain")
def every_admin_route_refuses_a_guest(s):
    s.look("routes.txt", "\n".join(f"/admin/{r}" for r in ["users", "users/1", "roles", "keys", "audit", "billing", "plans", "flags", "jobs", "mail", "exports", "health/deep", "cache", "tenants", "tenants/1", "sessions"]))
    for n, r in enumerate(["users", "users/1", "roles", "keys", "audit", "billing", "plans", "flags", "jobs", "mail", "exports", "health/deep", "cache", "tenants", "tenants/1", "sessions"]):
        s.bash(f"curl -s -o /dev/null -w '%{{http_code}}\\n' -H \"Authorization: Bearer $GUEST\" https://staging.portal.example/admin/{r}", "200" if r == "health/deep" else "403", ms=180 + n * 29 % 140)
    s.grep("health/deep", "app", "app/admin/health.py:14:@router.get('/health/deep')")
    s.edit("app/admin/health.py", "@router.get('/health/deep')", "@router.get('/health/deep', dependencies=[Depends(admin_only)])")


@healthy("work:rust", "feed-proxy", "Upgrade hyper 0.14 to 1.x (and http, tower along with it). cargo check and cargo test have to pass.", client="codex")
def hyper_one_with_a_count_that_first_goes_up(s):
    s.edit("Cargo.toml", 'hyper = { version = "0.14", features = ["full"] }', 'hyper = { version = "1.4", features = ["full"] }\nhyper-util = { version = "0.1", features = ["full"] }\nhttp-body-util = "0.1"')
    steps = [(19, "E0432", "unresolved import `hyper::Body`", "src/proxy.rs", "use hyper::Body;", "use http_body_util::{BodyExt, Full};"), (26, "E0433", "failed to resolve: could not find `Server` in `hyper`", "src/main.rs", "hyper::Server::bind(&addr)", "TcpListener::bind(addr).await?"),
             (34, "E0107", "missing generics for struct `hyper::Request`", "src/proxy.rs", "Request<Body>", "Request<Incoming>"), (34, "E0433", "failed to resolve: could not find `Client` in `hyper`", "src/upstream.rs", "hyper::Client::new()", "Client::builder(TokioExecutor::new()).build_http()"),
             (22, "E0425", "cannot find function `to_bytes` in module `hyper::body`", "src/cache.rs", "hyper::body::to_bytes(b).await?", "b.collect().await?.to_bytes()"), (15, "E0277", "the trait bound `BoxBody: hyper::body::Body` is not satisfied", "src/cache.rs", "type Out = BoxBody;", "type Out = BoxBody<Bytes, Infallible>;"),
             (8, "E0599", "no method named `with_graceful_shutdown` found", "src/main.rs", ".with_graceful_shutdown(sig)", "// graceful: see shutdown.rs"), (5, "E0308", "mismatched types: expected `HeaderValue`, found `http::header::HeaderValue` (two versions of crate `http`)", "Cargo.toml", 'http = "0.2"', 'http = "1"'),
             (1, "E0521", "borrowed data escapes outside of function", "src/proxy.rs", "let svc = &self.svc;", "let svc = self.svc.clone();")]
    for n, (left, code, text, path, old, new) in enumerate(steps):
        run(s, "cargo check 2>&1 | tail -8", f"error[{code}]: {text}\n  --> {path}:{n * 13 + 7}:{n + 5}\n\nSome errors have detailed explanations: E0107, E0277, E0432.\nFor more information about an error, try `rustc --explain {code}`.\nerror: could not compile `feed-proxy` (bin \"feed-proxy\") due to {left} previous error{'s' if left > 1 else ''}", ms=9000 + n * 700)
        s.edit(path, old, new)
    s.bash("cargo check 2>&1 | tail -1", "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 6.41s", ms=6500)
    s.bash("cargo test 2>&1 | tail -3", "test upstream::tests::keeps_host ... FAILED\n\ntest result: FAILED. 41 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.20s", ms=31_000)
    s.edit("src/upstream.rs", ".build_http()", ".set_host(false).build_http()")
    s.bash("cargo test 2>&1 | tail -1", "test result: ok. 42 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.17s", ms=12_000)


@healthy("work:sql", "stats-db", "The monthly report query takes 40 s. Get it below 2 s, tell me each step you took.", client="plain")
def a_report_query_from_forty_seconds_to_one(s):
    steps = [(40211, "Seq Scan on events", "CREATE INDEX CONCURRENTLY events_at ON events (occurred_at)"), (21904, "Bitmap Heap Scan on events", "CREATE INDEX CONCURRENTLY events_org_at ON events (org_id, occurred_at)"),
             (11370, "Hash Join  (batches: 64)", "ALTER ROLE report SET work_mem = '256MB'"), (7022, "Hash Join  (batches: 1)", None), (6981, "SubPlan 1 (loops=81244)", None), (3120, "GroupAggregate", "CREATE STATISTICS events_kind (dependencies) ON org_id, kind FROM events; ANALYZE events"),
             (2411, "Index Scan using events_org_at", "CREATE INDEX CONCURRENTLY events_cover ON events (org_id, occurred_at) INCLUDE (kind, amount)"), (1288, "Index Only Scan using events_cover", None)]
    for n, (ms, node, statement) in enumerate(steps):
        s.bash("psql stats -X -f explain_report.sql | grep -E 'Scan|Join|SubPlan|Aggregate|Execution' | head -3", f" {node}  (cost={n * 313 + 1204}.43..{ms * 31}.10 rows={81244 - n * 90} width=48)\n Planning Time: {n % 3 + 1}.2{n} ms\n Execution Time: {ms}.{n * 111 % 1000:03} ms", ms=ms + 300)
        if statement:
            s.bash(f"psql stats -X -c \"{statement}\"", statement.split(" CONC")[0].split(" events")[0].split(" report")[0], ms=38_000)
        elif n < 7:
            s.edit("explain_report.sql", ["JOIN orgs USING (org_id)", "(SELECT max(at) FROM logins l WHERE l.org_id = o.org_id)"][n - 3], ["JOIN LATERAL (SELECT * FROM orgs WHERE active) o USING (org_id)", "last_login.at"][n - 3])
    s.bash("psql stats -X -f check_report.sql", " rows_old | rows_new | differing\n----------+----------+-----------\n     1832 |     1832 |         0\n(1 row)")
    s.write("report_speed.md", "40.2 s -> 1.3 s: two indexes, work_mem for the role, lateral join, precomputed last login, statistics, covering index.\n")


@healthy("work:kustomize", "platform-yaml", "Replace the deprecated patchesStrategicMerge in every overlay by patches. The rendered yaml must be byte-identical.", client="claude")
def overlays_rewritten_with_identical_output(s):
    overlays = ["dev", "dev-eu", "qa", "qa-load", "stage", "stage-eu", "prod", "prod-eu", "prod-us", "dr", "demo", "training"]
    for n, o in enumerate(overlays):
        s.bash(f"kustomize build overlays/{o} > /tmp/{o}.before.yaml", "# Warning: 'patchesStrategicMerge' is deprecated. Please use 'patches' instead. Run 'kustomize edit fix' to update your Kustomization automatically.", ms=700)
        s.bash(f"cd overlays/{o} && kustomize edit fix", "Fixed fields:\n  patchesJson6902 -> patches\n  patchesStrategicMerge -> patches", ms=240)
        s.bash(f"kustomize build overlays/{o} | diff /tmp/{o}.before.yaml -", f"{n * 40 + 12}c{n * 40 + 12}\n<   replicas: 3\n---\n>   replicas: 2" if n == 7 else "", int(n == 7), ms=720)
        if n == 7:
            s.edit(f"overlays/{o}/kustomization.yaml", "- path: hpa.yaml\n- path: replicas.yaml", "- path: replicas.yaml\n- path: hpa.yaml")
            s.bash(f"kustomize build overlays/{o} | diff /tmp/{o}.before.yaml -", "", ms=700)


@healthy("work:playwright", "tickets-e2e", "The redesign broke the e2e suite (23 of 41 red). Adapt the tests to the new pages, the pages themselves are right.", client="claude")
def e2e_specs_adapted_to_a_redesign(s):
    specs = [("login", "getByLabel('E-mail')", "getByLabel('Work email')"), ("search", "locator('.result-row')", "getByRole('article')"), ("event", "getByText('Buy now')", "getByRole('link', { name: 'Get tickets' })"), ("seats", "locator('#seat-A1')", "getByTestId('seat-A1')"),
             ("basket", "toHaveText('2 items')", "toHaveText('2 tickets')"), ("voucher", "getByPlaceholder('Code')", "getByLabel('Promo code')"), ("checkout", "getByText('Pay')", "getByRole('button', { name: /^Pay €/ })"), ("receipt", "waitForURL('**/receipt')", "waitForURL('**/orders/*/receipt')"), ("profile", "locator('nav .me')", "getByRole('button', { name: 'Account' })")]
    for n, (name, old, new) in enumerate(specs):
        s.bash(f"npx playwright test {name}.spec.ts --reporter=line 2>&1 | tail -7", f"  1) [chromium] › {name}.spec.ts:{n * 4 + 9}:5 › {name} works\n    Error: locator.click: Test timeout of 30000ms exceeded.\n    Call log:\n      - waiting for {old.split(')')[0]})\n\n  {n % 3 + 2} failed\n  {n % 2 + 2} passed ({31 + n}.{n}s)", ms=34_000)
        s.look(f"pages/{name}.html", f"<main data-page=\"{name}\">\n  <!-- new markup {n} -->\n</main>\n")
        s.edit(f"e2e/{name}.spec.ts", old, new)
        s.bash(f"npx playwright test {name}.spec.ts --reporter=line 2>&1 | tail -2", f"\n  {n % 3 + n % 2 + 4} passed ({8 + n}.{n}s)", ms=11_000)
    s.bash("npx playwright test --reporter=line 2>&1 | tail -1", "  41 passed (3.4m)", ms=206_000)


@healthy("work:php", "forum-php", "Raise PHPUnit from 9 to 11: attributes instead of annotations, static data providers. Suite must stay green.", client="plain", codes=False, gap=4)
def phpunit_eleven_with_fewer_deprecations_each_time(s):
    s.bash("composer require --dev phpunit/phpunit:^11 -W", "./composer.json has been updated\nLock file operations: 3 installs, 14 updates, 6 removals\n  - Upgrading phpunit/phpunit (9.6.20 => 11.3.4)\nGenerating optimized autoload files", ms=21_000)
    left = [(41, 212), (41, 180), (22, 151), (22, 118), (9, 96), (2, 61), (0, 33), (0, 12), (0, 0)]
    for n, (errors, deprecations) in enumerate(left):
        s.bash("vendor/bin/phpunit --no-progress 2>&1 | tail -3", ("ERRORS!\n" if errors else "OK, but there were issues!\n" if deprecations else "OK (702 tests, 1911 assertions)\n") + (f"Tests: 702, Assertions: {1911 - errors * 3}, Errors: {errors}, PHPUnit Deprecations: {deprecations}." if errors or deprecations else ""), int(errors > 0), ms=14_000 + n * 90)
        if n < 8:
            d = ["Post", "Thread", "User", "Mail", "Search", "Vote", "Ban", "Feed"][n]
            s.grep("@dataProvider", f"tests/{d}", f"tests/{d}/{d}Test.php:{n * 9 + 21}:     * @dataProvider provide{d}s")
            s.edit(f"tests/{d}/{d}Test.php", f"     * @dataProvider provide{d}s\n     */", f"     */\n    #[DataProvider('provide{d}s')]")
            s.edit(f"tests/{d}/{d}Test.php", f"public function provide{d}s(", f"public static function provide{d}s(")


@healthy("work:accessibility", "city-site", "axe reports 60+ violations on the start page. Fix them in order of impact.", client="codex")
def axe_violations_fixed_in_order_of_impact(s):
    steps = [("critical", "button-name", 64, "templates/nav.html", "<button class=\"burger\">", "<button class=\"burger\" aria-label=\"Menu\">"), ("critical", "image-alt", 61, "templates/news.html", "<img src=\"{{ n.image }}\">", "<img src=\"{{ n.image }}\" alt=\"{{ n.title }}\">"),
             ("critical", "label", 43, "templates/search.html", "<input name=\"q\">", "<input name=\"q\" aria-label=\"Search\">"), ("serious", "color-contrast", 40, "css/base.css", "--grey: #9a9a9a", "--grey: #8a8a8a"), ("serious", "color-contrast", 40, "css/base.css", "--grey: #8a8a8a", "--grey: #6a6a6a"),
             ("serious", "link-name", 19, "templates/footer.html", "<a href=\"/rss\"><svg/></a>", "<a href=\"/rss\" aria-label=\"RSS\"><svg aria-hidden=\"true\"/></a>"), ("serious", "html-has-lang", 13, "templates/base.html", "<html>", "<html lang=\"de\">"), ("moderate", "heading-order", 12, "templates/news.html", "<h4>{{ n.title }}</h4>", "<h2>{{ n.title }}</h2>"),
             ("moderate", "region", 5, "templates/base.html", "<div id=\"content\">", "<main id=\"content\">"), ("moderate", "landmark-unique", 1, "templates/footer.html", "<nav>", "<nav aria-label=\"Footer\">")]
    for n, (impact, rule, count, path, old, new) in enumerate(steps):
        s.bash("npx axe http://localhost:4000/ --exit 2>&1 | tail -6", f"  Violation of \"{rule}\" with {count // (n % 3 + 2) + 1} occurrences! ({impact})\n    For details, see: https://dequeuniversity.com/rules/axe/4.10/{rule}\n\n{count} Accessibility issues detected.\n\nPlease note that only 20% to 50% of all accessibility issues can automatically be detected.", ms=5200 + n * 130)
        s.edit(path, old, new)
    s.bash("npx axe http://localhost:4000/ --exit 2>&1 | tail -2", "0 violations found!", ms=5400)
