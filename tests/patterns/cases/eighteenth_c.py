"""An ordinary month of paid work, stuck, first half: the same failing fix in other words, the wrong file, guesses, workarounds."""
from session import play_moves, run, stuck


@stuck("work:django", "orders-django", "POST /api/orders/ from the new kiosk gives 403. Make it work locally.", client="claude")
def a_csrf_403_after_every_edit_of_settings_that_are_not_loaded(s):
    page = "<h1>Forbidden <span>(403)</span></h1>\n  <p>CSRF verification failed. Request aborted.</p>"
    post = "curl -s -X POST http://127.0.0.1:8000/api/orders/ -H 'Content-Type: application/json' -d '{\"sku\":\"A1\"}'"
    base = "config/settings/base.py"
    play_moves(s, [("b", f"{post} | grep -A1 h1", page), ("r", base, "MIDDLEWARE = [\n    'django.middleware.csrf.CsrfViewMiddleware',\n]\nCSRF_TRUSTED_ORIGINS = []\n"),
            ("e", base, "CSRF_TRUSTED_ORIGINS = []", "CSRF_TRUSTED_ORIGINS = ['http://127.0.0.1:8000']"), ("b", f"{post} | grep -A1 h1", page),
            ("e", base, "['http://127.0.0.1:8000']", "['http://127.0.0.1:8000', 'http://localhost:8000']"), ("b", f"{post} | head -8 | grep -A1 h1", page),
            ("e", base, "MIDDLEWARE = [\n    'django.middleware.csrf.CsrfViewMiddleware',", "MIDDLEWARE = [\n    # 'django.middleware.csrf.CsrfViewMiddleware',"), ("b", f"{post} -i | grep -E 'HTTP|CSRF'", "HTTP/1.1 403 Forbidden\n  <p>CSRF verification failed. Request aborted.</p>"),
            ("b", "docker compose restart web && sleep 3", " ✔ Container orders-django-web-1  Started  1.2s"), ("b", f"{post} | grep -A1 h1", page),
            ("e", base, "# CSRF", "CSRF_COOKIE_SECURE = False\n# CSRF"), ("b", f"{post} | grep -A1 h1", page), "STUCK",
            ("e", base, "CSRF_COOKIE_SECURE = False", "CSRF_COOKIE_SECURE = False\nCSRF_COOKIE_SAMESITE = None"), ("b", f"{post} | grep -c 'CSRF verification failed'", "1"),
            ("r", base, "MIDDLEWARE = [\n    # 'django.middleware.csrf.CsrfViewMiddleware',\n]\nCSRF_TRUSTED_ORIGINS = ['http://127.0.0.1:8000', 'http://localhost:8000']\nCSRF_COOKIE_SECURE = False\nCSRF_COOKIE_SAMESITE = None\n"),
            ("e", base, "CSRF_COOKIE_SAMESITE = None", "CSRF_COOKIE_SAMESITE = 'Lax'"), ("b", f"{post} -o /dev/null -w '%{{http_code}}'", "403"),
            ("b", "docker compose up -d --force-recreate web && sleep 4", " ✔ Container orders-django-web-1  Started  1.4s"), ("b", f"http --ignore-stdin POST :8000/api/orders/ sku=A1 | grep -i csrf", "  <p>CSRF verification failed. Request aborted.</p>"),
            ("e", base, "CSRF_COOKIE_SAMESITE = 'Lax'", "CSRF_COOKIE_SAMESITE = 'Lax'\nCSRF_USE_SESSIONS = True"), ("b", f"{post} | grep -A1 h1", page),
            ("e", base, "CSRF_USE_SESSIONS = True", "CSRF_USE_SESSIONS = False\nCSRF_HEADER_NAME = 'HTTP_X_CSRFTOKEN'"), ("b", f"{post} -i | grep -E 'HTTP|CSRF'", "HTTP/1.1 403 Forbidden\n  <p>CSRF verification failed. Request aborted.</p>"),
            ("e", base, "REST_FRAMEWORK = {}", "REST_FRAMEWORK = {'DEFAULT_AUTHENTICATION_CLASSES': []}"), ("b", f"{post} | grep -A1 h1", page),
            ("e", base, "DEBUG = False", "DEBUG = True"), ("b", f"{post} | grep -A1 h1", page), ("b", "docker compose restart web; sleep 5", " ✔ Container orders-django-web-1  Started  1.1s"), ("b", f"{post} | grep -A1 h1", page)])


@stuck("work:eslint", "grid-ts", "npm run lint fails since we added vite.config.ts. Fix.", client="codex")
def a_parser_project_error_after_every_include(s):
    def lint(n, command="npx eslint vite.config.ts"):
        return ("b", command, f"\n/home/dev/grid-ts/vite.config.ts\n  0:0  error  Parsing error: ESLint was configured to run on `<tsconfigRootDir>/vite.config.ts` using `parserOptions.project`: <tsconfigRootDir>/tsconfig.eslint.json\nHowever, that TSConfig does not include this file\n\n✖ 1 problem (1 error, 0 warnings)", 1)
    ts = "tsconfig.json"
    play_moves(s, [lint(0, "npm run -s lint"), ("r", ts, '{\n  "extends": "./tsconfig.base.json",\n  "include": ["src"]\n}\n'),
            ("e", ts, '"include": ["src"]', '"include": ["src", "vite.config.ts"]'), lint(1), ("e", ts, '"vite.config.ts"]', '"./vite.config.ts"]'), lint(2), ("e", ts, '["src", "./vite.config.ts"]', '["src/**/*", "*.config.ts"]'), lint(3),
            ("b", "rm -rf node_modules/.cache .eslintcache", ""), lint(4, "npx eslint --no-cache vite.config.ts"), ("e", ts, '"*.config.ts"]', '"*.ts"]'), lint(5), "STUCK",
            ("e", ts, '["src/**/*", "*.ts"]', '["**/*.ts"]'), lint(6, "npm run -s lint 2>&1"), ("e", ts, '["**/*.ts"]', '["."]'), lint(7), ("b", f"sed -n '1,20p' {ts}", '{\n  "extends": "./tsconfig.base.json",\n  "include": ["."]\n}'),
            ("e", ts, '"include": ["."]', '"files": ["vite.config.ts"],\n  "include": ["src"]'), lint(8), ("e", ts, '"files": ["vite.config.ts"],', '"exclude": [],'), lint(9, "npx eslint . --ext .ts"),
            ("b", "npm ls typescript-eslint", "grid-ts@0.9.0 /home/dev/grid-ts\n└── typescript-eslint@7.18.0"), ("e", ts, '"exclude": [],', '"exclude": ["dist"],'), lint(10), ("e", ts, '"include": ["src"]', '"include": ["src", "vite.config.ts", "vitest.config.ts"]'), lint(11, "npx eslint --debug vite.config.ts 2>/dev/null"),
            ("e", ts, '"vite.config.ts", "vitest.config.ts"]', '"vite.config.*"]'), lint(12), ("e", ts, '"vite.config.*"]', '"./*.config.*"]'), lint(13, "npm run -s lint")])


@stuck("work:ci", "yarn-mono", "CI fails at yarn install after my bump of @types/react. Get it through.", client="claude")
def a_lockfile_forbidden_to_change_and_never_regenerated(s):
    def ci(n):
        return ("b", f"gh run watch {20417 + n * 31}113 --exit-status > /dev/null; gh run view {20417 + n * 31}113 --log-failed | tail -3", f"install\tyarn\t2026-10-01T1{n % 10}:0{n % 7}:11.2Z ➤ YN0028: │ The lockfile would have been modified by this install, which is explicitly forbidden.\ninstall\tyarn\t2026-10-01T1{n % 10}:0{n % 7}:11.9Z ➤ YN0000: └ Completed in {n % 4}s 4{n}ms\ninstall\tyarn\t2026-10-01T1{n % 10}:0{n % 7}:12.0Z ##[error]Process completed with exit code 1.")
    y, w = ".yarnrc.yml", ".github/workflows/ci.yml"

    def push(text):
        return ("b", f"git commit -qam '{text}' && git push -q", "")
    play_moves(s, [ci(0), ("r", w, "      - run: corepack enable\n      - run: yarn install --immutable\n"), ("e", w, "node-version: 18", "node-version: 20"), push("ci: node 20"), ci(1), ("e", y, "nodeLinker: node-modules", "nodeLinker: node-modules\nenableGlobalCache: true"), push("yarn: global cache"), ci(2),
            ("e", w, "corepack enable", "corepack enable && corepack prepare yarn@4.4.0 --activate"), push("ci: pin yarn"), ci(3), ("e", w, "cache: yarn", "# cache: yarn"), push("ci: no cache"), ci(4), "STUCK",
            ("e", w, "yarn@4.4.0", "yarn@4.5.0"), push("ci: yarn 4.5"), ci(5), ("e", y, "enableGlobalCache: true", "enableGlobalCache: false"), push("yarn: local cache"), ci(6), ("r", y, "nodeLinker: node-modules\nenableGlobalCache: false\n"),
            ("e", w, "# cache: yarn", "cache: yarn\n          cache-dependency-path: yarn.lock"), push("ci: cache path"), ci(7), ("e", y, "nodeLinker: node-modules", "nodeLinker: node-modules\nchecksumBehavior: ignore"), push("yarn: ignore checksums"), ci(8),
            ("e", w, "yarn@4.5.0", "yarn@4.3.1"), push("ci: older yarn"), ci(9), ("e", w, "runs-on: ubuntu-latest", "runs-on: ubuntu-22.04"), push("ci: older runner"), ci(10), ("e", y, "checksumBehavior: ignore", "compressionLevel: mixed"), push("yarn: compression"), ci(11)])


@stuck("work:nginx", "intranet-compose", "The intranet answers 502 behind our nginx container. Please repair.", client="plain")
def a_502_after_every_timeout_and_buffer(s):
    def get(n, command="curl -s -o /dev/null -w '%{http_code}\\n' http://localhost:8080/"):
        return ("b", command, "502")

    def log(n):
        return ("b", "docker compose logs nginx --tail 1", f"nginx-1  | 2026/10/03 09:{n + 10}:0{n % 9} [error] 29#29: *{n * 2 + 1} connect() failed (111: Connection refused) while connecting to upstream, client: 172.20.0.1, server: _, request: \"GET / HTTP/1.1\", upstream: \"http://127.0.0.1:3000/\", host: \"localhost:8080\"")
    re = ("b", "docker compose exec nginx nginx -s reload", "2026/10/03 09:12:44 [notice] 41#41: signal process started")
    c = "nginx/default.conf"
    play_moves(s, [get(0), log(0), ("r", c, "location / {\n  proxy_pass http://127.0.0.1:3000;\n}\n"), ("e", c, "proxy_pass http://127.0.0.1:3000;", "proxy_pass http://127.0.0.1:3000;\n  proxy_read_timeout 300;"), re, get(1),
            ("e", c, "proxy_read_timeout 300;", "proxy_read_timeout 300;\n  proxy_connect_timeout 300;"), re, get(2), log(3), ("e", c, "proxy_connect_timeout 300;", "proxy_connect_timeout 300;\n  proxy_buffer_size 128k;\n  proxy_buffers 4 256k;"), re, get(3), "STUCK",
            ("e", c, "proxy_buffers 4 256k;", "proxy_buffers 8 512k;\n  proxy_busy_buffers_size 512k;"), re, get(4, "curl -sI http://localhost:8080/ | head -1 | cut -d' ' -f2"), log(6), ("e", c, "proxy_busy_buffers_size 512k;", "proxy_busy_buffers_size 512k;\n  proxy_http_version 1.1;\n  proxy_set_header Connection \"\";"), re, get(5),
            ("b", "docker compose restart nginx", "[+] Restarting 1/1\n ✔ Container intranet-compose-nginx-1  Started  0.6s"), get(6), ("e", c, "proxy_set_header Connection \"\";", "proxy_set_header Host $host;\n  proxy_set_header X-Real-IP $remote_addr;"), re, get(7), log(11),
            ("e", c, "proxy_read_timeout 300;", "proxy_read_timeout 900;"), re, get(8, "curl -s -o /dev/null -w '%{http_code}\\n' http://127.0.0.1:8080/index.html"), ("e", "nginx/nginx.conf", "worker_connections 1024;", "worker_connections 8192;"), ("b", "docker compose restart nginx", "[+] Restarting 1/1\n ✔ Container intranet-compose-nginx-1  Started  0.7s"), get(9), log(15),
            ("e", c, "proxy_read_timeout 900;", "proxy_read_timeout 900;\n  proxy_next_upstream error timeout http_502;"), re, get(10)])


@stuck("work:alembic", "fleet-api", "alembic upgrade head fails after I switched branches, please fix so I can start the app", client="codex")
def a_revision_alembic_cannot_locate_after_every_trick(s):
    def up(command):
        return ("b", command, "INFO  [alembic.runtime.migration] Context impl PostgresqlImpl.\nINFO  [alembic.runtime.migration] Will assume transactional DDL.\nERROR [alembic.util.messaging] Can't locate revision identified by '9f31c07be2aa'\n  FAILED: Can't locate revision identified by '9f31c07be2aa'", 255)
    play_moves(s, [up("alembic upgrade head"), ("b", "ls migrations/versions", "03a1_init.py\n4be2_trucks.py\n77c0_drivers.py"), up("alembic current"), up("alembic upgrade heads"), ("g", "9f31c07be2aa", "migrations", ""), up("alembic stamp head"), up("alembic downgrade -1"),
            up("alembic upgrade 77c0"), ("e", "alembic.ini", "script_location = migrations", "script_location = %(here)s/migrations"), up("alembic upgrade head"), up("alembic upgrade +1"), "STUCK", ("b", "find . -name __pycache__ -path '*versions*' -exec rm -r {} +", ""), up("alembic upgrade head"),
            up("python -m alembic upgrade head"), ("e", "migrations/env.py", "target_metadata = None", "target_metadata = Base.metadata"), up("alembic -c alembic.ini upgrade head"), up("alembic stamp 77c0"), ("b", "pip install -q -U alembic", ""), up("alembic upgrade head"), up("alembic check"),
            ("e", "migrations/env.py", "compare_type=False", "compare_type=True"), up("alembic merge heads -m fix"), up("alembic revision --autogenerate -m resync"), ("e", "alembic.ini", "# version_locations =", "version_locations = %(here)s/migrations/versions"), up("alembic upgrade head --sql"), up("alembic -x tenant=main upgrade head"), up("PYTHONPATH=. alembic upgrade head")])


@stuck("work:jest", "mobile-web", "jest can't resolve our @/ imports in the new package. fix the config", client="plain", codes=False)
def an_alias_jest_never_resolves(s):
    def test(n, command="npx jest packages/cart"):
        return ("b", command, f"FAIL packages/cart/src/total.test.ts\n  ● Test suite failed to run\n\n    Cannot find module '@/money' from 'packages/cart/src/total.ts'\n\n    Require stack:\n      packages/cart/src/total.ts\n      packages/cart/src/total.test.ts\n\nTest Suites: 1 failed, 1 total\nTests:       0 total\nTime:        0.{n * 37 % 600 + 210} s", 1)
    c, p = "jest.config.js", "packages/cart/tsconfig.json"
    play_moves(s, [test(0), ("r", c, "module.exports = {\n  projects: ['<rootDir>/packages/*'],\n};\n"), ("e", c, "};", "  moduleNameMapper: { '^@/(.*)$': '<rootDir>/src/$1' },\n};"), test(1), ("e", c, "'<rootDir>/src/$1'", "'<rootDir>/packages/cart/src/$1'"), test(2),
            ("e", c, "'^@/(.*)$'", "'@/(.*)'"), test(3, "npx jest packages/cart --no-cache"), ("e", p, '"paths": {}', '"paths": { "@/*": ["./src/*"] }'), test(4), ("e", c, "'@/(.*)'", "'^@(.*)$'"), test(5), "STUCK",
            ("e", c, "'^@(.*)$'", "'^@/(.+)'"), test(6, "npx jest packages/cart --clearCache && npx jest packages/cart"), ("e", c, "moduleNameMapper", "modulePaths: ['<rootDir>/src'],\n  moduleNameMapper"), test(7), ("r", c, "module.exports = {\n  projects: ['<rootDir>/packages/*'],\n  modulePaths: ['<rootDir>/src'],\n  moduleNameMapper: { '^@/(.+)': '<rootDir>/packages/cart/src/$1' },\n};\n"),
            ("e", c, "modulePaths: ['<rootDir>/src'],", "moduleDirectories: ['node_modules', 'src'],"), test(8), ("e", c, "'<rootDir>/packages/cart/src/$1'", "'<rootDir>/../src/$1'"), test(9, "npx jest total.test.ts"), ("e", p, '"baseUrl": "."', '"baseUrl": "./src"'), test(10), ("e", c, "'<rootDir>/../src/$1'", "['<rootDir>/src/$1', '<rootDir>/packages/cart/src/$1']"), test(11),
            ("b", "npm i -D ts-jest@latest", "changed 4 packages, and audited 1311 packages in 6s"), test(12), ("e", c, "moduleDirectories: ['node_modules', 'src'],", "roots: ['<rootDir>/packages'],"), test(13, "npx jest packages/cart --verbose"), ("e", c, "'^@/(.+)'", "'^@/(.*)$'"), test(14)])


@stuck("work:snapshots", "badge-vue", "The snapshot test of BadgeCard is red in CI, make it green.", client="claude")
def a_snapshot_of_a_random_id_updated_and_red_again(s):
    ids = ["a8f3", "91cc", "e07d", "3b52", "c6a1", "7de9", "05bf", "d418", "6a2e", "f7c0", "18d6", "b93a", "4e77", "c05b", "82fd", "e61a"]

    def red(n):
        return ("b", ["npx vitest run BadgeCard", "npx vitest run src/BadgeCard.spec.ts", "npm test -- BadgeCard", "npx vitest run BadgeCard --reporter=verbose"][n % 4], f" FAIL  src/BadgeCard.spec.ts > BadgeCard > renders\nError: Snapshot `BadgeCard > renders 1` mismatched\n\n- Expected\n+ Received\n  <div class=\"badge\">\n-   <label for=\"fld-{ids[n]}\">Name</label>\n+   <label for=\"fld-{ids[n + 1]}\">Name</label>\n\n  Snapshots  1 failed\n Test Files  1 failed (1)\n   Duration  {n % 3 + 1}.{n * 7 + 11}s", 1)

    def update(n, how="npx vitest run BadgeCard -u"):
        return ("b", how, f" ✓ src/BadgeCard.spec.ts (1)\n\n  Snapshots  1 updated\n Test Files  1 passed (1)\n   Duration  1.{n * 9 + 12}s")
    snap = "src/__snapshots__/BadgeCard.spec.ts.snap"
    play_moves(s, [red(0), update(0), red(1), update(1, "npx vitest run -u src/BadgeCard.spec.ts"), red(2), ("r", snap, f"exports[`BadgeCard > renders 1`] = `\n<div class=\"badge\">\n  <label for=\"fld-{ids[3]}\">Name</label>\n</div>\n`;\n"), update(2), red(3), "STUCK",
            ("b", f"rm {snap}", ""), ("b", "npx vitest run BadgeCard", " ✓ src/BadgeCard.spec.ts (1)\n\n  Snapshots  1 written\n Test Files  1 passed (1)"), red(4), update(4), red(5), ("e", snap, f"fld-{ids[5]}", f"fld-{ids[6]}"), red(6), update(6, "npm test -- BadgeCard --update"), red(7),
            ("b", "rm -r src/__snapshots__ node_modules/.vitest", ""), ("b", "npx vitest run BadgeCard", " ✓ src/BadgeCard.spec.ts (1)\n\n  Snapshots  1 written\n Test Files  1 passed (1)"), red(8), update(8), red(9), ("e", snap, f"fld-{ids[9]}", f"fld-{ids[10]}"), red(10), update(10), red(11)])


@stuck("work:terraform", "cache-infra", "Add a maintenance window on sunday night and a notification to our redis in terraform", client="codex")
def an_argument_the_provider_never_had_under_ever_other_names(s):
    names = ["maintenance", "maintenance_schedule", "maintenance_time", "preferred_window", "weekly_maintenance", "maintenance_day", "maint_window", "maintenance_windows", "window", "preferred_maintenance", "maintenance_start", "schedule", "update_window", "maintenance_hours", "patch_window", "service_window"]
    for n, name in enumerate(names):
        if n == 6:
            s.stuck_here()
        s.edit("redis.tf", f"  {names[n - 1] if n else '# window'}{' = ' if n else ''}", f"  {name} = \"sun:23:00-mon:01:00\"")
        s.bash(["terraform validate -no-color", "terraform plan -no-color", "terraform validate"][n % 3], f"╷\n│ Error: Unsupported argument\n│ \n│   on redis.tf line 14, in resource \"aws_elasticache_replication_group\" \"main\":\n│   14:   {name} = \"sun:23:00-mon:01:00\"\n│ \n│ An argument named \"{name}\" is not expected here.\n╵", 1)
        if n in (4, 9, 13):
            s.look("redis.tf", f"resource \"aws_elasticache_replication_group\" \"main\" {{\n  replication_group_id = \"main\"\n  {name} = \"sun:23:00-mon:01:00\"\n}}\n", first=10)


@stuck("work:ci", "pnpm-site", "The deploy workflow says pnpm: command not found. Fix it, push to main is fine.", client="claude")
def the_other_workflow_edited_before_every_push(s):
    edits = [("- uses: actions/setup-node@v4", "- uses: pnpm/action-setup@v4\n      - uses: actions/setup-node@v4"), ("pnpm/action-setup@v4", "pnpm/action-setup@v4\n        with: { version: 9 }"), ("- run: pnpm install", "- run: corepack enable\n      - run: pnpm install"),
             ("corepack enable", "npm i -g pnpm"), ("npm i -g pnpm", "npm i -g pnpm@9 --force"), ("npm i -g pnpm@9 --force", "curl -fsSL https://get.pnpm.io/install.sh | sh -"), ("| sh -", "| env PNPM_VERSION=9.12.0 sh -"), ("- run: pnpm install", "- run: echo \"$HOME/.local/share/pnpm\" >> $GITHUB_PATH\n      - run: pnpm install"),
             ("- run: pnpm install", "- run: npx pnpm install"), ("runs-on: ubuntu-latest", "runs-on: ubuntu-22.04"), ("pnpm/action-setup@v4", "pnpm/action-setup@v3"), ("version: 9", "version: 8")]
    for n, (old, new) in enumerate(edits):
        if n == 5:
            s.stuck_here()
        s.edit(".github/workflows/ci.yml", old, new)
        s.bash(f"git commit -qam 'ci: pnpm, attempt {n + 1}' && git push -q && sleep 60", "", ms=61_000)
        s.bash("gh run list --workflow deploy.yml --limit 1 | cat", f"completed\tfailure\tci: pnpm, attempt {n + 1}\tdeploy\tmain\tpush\t1139{n * 7 + 11}0412\t{n % 3 + 20}s\t2026-10-06T08:{n * 4 + 2:02}:10Z")
        if n % 2 == 0:
            run(s, "gh run view --log-failed --job deploy | tail -2", f"deploy\tbuild\t2026-10-06T08:{n * 4 + 2:02}:31.{n}Z /home/runner/work/_temp/{n * 7919 + 11:08x}.sh: line 1: pnpm: command not found\ndeploy\tbuild\t2026-10-06T08:{n * 4 + 2:02}:31.{n}Z ##[error]Process completed with exit code 127.")


@stuck("work:android", "wallet-kt", "Build fails with duplicate class after adding the scanner SDK", client="claude")
def a_duplicate_class_after_every_exclude(s):
    def build(n, command="./gradlew :app:assembleDebug -q 2>&1 | head -6"):
        return ("b", command, f"FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:checkDebugDuplicateClasses'.\n> Duplicate class com.google.zxing.Binarizer found in modules core-3.4.1.jar -> core-3.4.1 (com.google.zxing:core:3.4.1) and scanner-sdk-2.8.aar -> scanner-sdk-2.8-runtime (scanner-sdk-2.8.aar)\n", 1)
    g = "app/build.gradle"
    ex = ["exclude group: 'com.google.zxing'", "exclude module: 'core'", "exclude group: 'com.google.zxing', module: 'core'", "transitive = false", "exclude group: 'zxing'", "exclude module: 'zxing-core'", "exclude group: 'com.google.zxing', module: '*'", "exclude group: 'com.google', module: 'zxing'"]
    play_moves(s, [build(0), ("r", g, "dependencies {\n    implementation files('libs/scanner-sdk-2.8.aar')\n    implementation 'com.google.zxing:core:3.4.1'\n}\n", 40)])
    for n, line in enumerate(ex):
        if n == 4:
            s.stuck_here()
        play_moves(s, [("e", g, ex[n - 1] if n else "files('libs/scanner-sdk-2.8.aar')", line if n else f"(files('libs/scanner-sdk-2.8.aar')) {{ {line} }}"), build(n)])
        if n % 3 == 2:
            play_moves(s, [("b", "./gradlew clean -q && rm -rf ~/.gradle/caches/transforms-*", ""), build(n, "./gradlew :app:assembleDebug 2>&1 | grep -A2 'went wrong'")])
    play_moves(s, [("e", "gradle.properties", "android.useAndroidX=true", "android.useAndroidX=true\nandroid.enableJetifier=true"), build(20), ("e", g, "packagingOptions {", "packagingOptions {\n        pickFirst 'com/google/zxing/**'"), build(21), ("e", g, "pickFirst 'com/google/zxing/**'", "exclude 'com/google/zxing/**'"), build(22, "./gradlew :app:assembleDebug --refresh-dependencies -q 2>&1 | head -6")])


@stuck("work:ios", "pod-recipes", "Xcode 15 build fails at '[CP] Embed Pods Frameworks'. Fix it from the command line.", client="plain", times="at")
def a_sandbox_denial_after_every_clean(s):
    def build(n, more=""):
        return ("b", f"xcodebuild -workspace Recipes.xcworkspace -scheme Recipes -sdk iphonesimulator {more}build 2>&1 | tail -4", f"Sandbox: rsync.samba({4411 + n * 217}) deny(1) file-write-create /Users/dev/Library/Developer/Xcode/DerivedData/Recipes-{'abcdefgh'[n % 8]}x/Build/Products/Debug-iphonesimulator/Recipes.app/Frameworks/Kingfisher.framework/.Info.plist.{n * 7 + 31}\nCommand PhaseScriptExecution failed with a nonzero exit code\n** BUILD FAILED **\nThe following build commands failed: PhaseScriptExecution [CP]\\ Embed\\ Pods\\ Frameworks")
    pods = ("b", "pod install", "Analyzing dependencies\nDownloading dependencies\nGenerating Pods project\nIntegrating client project\nPod installation complete! There are 9 dependencies from the Podfile and 14 total pods installed.")
    play_moves(s, [build(0), ("b", "rm -rf ~/Library/Developer/Xcode/DerivedData/*", ""), build(1), pods, build(2), ("b", "pod deintegrate && pod install | tail -1", "Pod installation complete! There are 9 dependencies from the Podfile and 14 total pods installed."), build(3, "clean "), ("b", "pod cache clean --all", ""), pods, build(4), "STUCK",
            ("b", "sudo gem install cocoapods -v 1.15.2", "Successfully installed cocoapods-1.15.2\n1 gem installed"), pods, build(5), ("e", "Podfile", "platform :ios, '14.0'", "platform :ios, '15.0'"), pods, build(6, "-quiet "), ("b", "chmod -R u+w Pods ~/Library/Developer/Xcode/DerivedData", ""), build(7), ("e", "Podfile", "use_frameworks!", "use_frameworks! :linkage => :dynamic"), pods, build(8),
            ("b", "rm -rf Pods Podfile.lock ~/Library/Caches/CocoaPods", ""), pods, build(9, "-derivedDataPath build "), ("b", "brew reinstall rsync", "==> Pouring rsync--3.3.0.arm64_sonoma.bottle.tar.gz\n🍺  /opt/homebrew/Cellar/rsync/3.3.0: 30 files, 1.2MB"), build(10), ("e", "Podfile", ":linkage => :dynamic", ""), pods, build(11, "clean ")])


@stuck("work:embedded", "beacon-idf", "The beacon reboots right after wifi connects. Please find and fix.", client="codex")
def a_guru_meditation_after_every_stack_size(s):
    def flash(n):
        return ("b", "idf.py -p /dev/ttyUSB0 build flash > /tmp/flash.log 2>&1; timeout 15 idf.py -p /dev/ttyUSB0 monitor | tail -6", f"I ({3100 + n * 3}) wifi: connected, ip 192.168.4.2{n % 10}\nGuru Meditation Error: Core  0 panic'ed (LoadProhibited). Exception was unhandled.\nPC      : 0x400d8f12  PS      : 0x00060{n % 9}30  A0      : 0x800d90aa\nEXCVADDR: 0x00000008\nBacktrace: 0x400d8f0f:0x3ffb{n % 9}e10 0x400d90a7:0x3ffb{n % 9}e30\nRebooting...")
    edits = [("main/main.c", "xTaskCreate(beacon, \"beacon\", 2048", "xTaskCreate(beacon, \"beacon\", 4096"), ("main/main.c", "\"beacon\", 4096", "\"beacon\", 8192"), ("sdkconfig.defaults", "CONFIG_ESP_MAIN_TASK_STACK_SIZE=3584", "CONFIG_ESP_MAIN_TASK_STACK_SIZE=8192"), ("sdkconfig.defaults", "# event", "CONFIG_ESP_SYSTEM_EVENT_TASK_STACK_SIZE=4096"),
             ("main/main.c", "vTaskDelay(10)", "vTaskDelay(pdMS_TO_TICKS(500))"), ("main/main.c", "\"beacon\", 8192", "\"beacon\", 16384"), ("sdkconfig.defaults", "CONFIG_ESP_SYSTEM_EVENT_TASK_STACK_SIZE=4096", "CONFIG_ESP_SYSTEM_EVENT_TASK_STACK_SIZE=8192"), ("sdkconfig.defaults", "# tcpip", "CONFIG_LWIP_TCPIP_TASK_STACK_SIZE=8192"),
             ("main/main.c", "\"beacon\", 16384", "\"beacon\", 12288"), ("main/main.c", "pdMS_TO_TICKS(500)", "pdMS_TO_TICKS(2000)"), ("main/main.c", "tskIDLE_PRIORITY + 5", "tskIDLE_PRIORITY + 1"), ("sdkconfig.defaults", "# wdt", "CONFIG_ESP_TASK_WDT_TIMEOUT_S=30"), ("main/main.c", "\"beacon\", 12288", "\"beacon\", 20480"), ("sdkconfig.defaults", "CONFIG_ESP_MAIN_TASK_STACK_SIZE=8192", "CONFIG_ESP_MAIN_TASK_STACK_SIZE=12288")]
    play_moves(s, [flash(0)])
    for n, (path, old, new) in enumerate(edits, 1):
        if n == 7:
            s.stuck_here()
        s.edit(path, old, new)
        if n % 5 == 3:
            s.bash("idf.py fullclean", "Executing action: fullclean\nDone")
        play_moves(s, [flash(n)])


@stuck("work:performance", "map-api", "GET /tiles/summary takes 2 s. It was 200 ms last week. Make it fast again.", client="plain")
def two_seconds_that_no_cache_takes_away(s):
    secs = [2.04, 2.03, 2.05, 2.04, 2.04, 2.06, 2.03, 2.05, 2.04, 2.03, 2.05, 2.04, 2.06, 2.04, 2.05]
    edits = [("tiles/views.py", "def summary(", "@lru_cache(maxsize=128)\ndef summary("), ("tiles/db.py", "pool_size=5", "pool_size=20"), ("tiles/views.py", "maxsize=128", "maxsize=1024"), ("tiles/serializers.py", "json.dumps(", "orjson.dumps("), ("tiles/views.py", "@lru_cache(maxsize=1024)", "@cached(TTLCache(1024, 300))"), ("tiles/db.py", "pool_size=20", "pool_size=40, max_overflow=20"),
             ("tiles/serializers.py", "[row for row in rows]", "list(rows)"), ("gunicorn.conf.py", "workers = 2", "workers = 8"), ("tiles/views.py", "TTLCache(1024, 300)", "TTLCache(4096, 3600)"), ("gunicorn.conf.py", "worker_class = 'sync'", "worker_class = 'gthread'"), ("tiles/middleware.py", "GZIP = False", "GZIP = True"), ("tiles/db.py", "max_overflow=20", "max_overflow=40"), ("tiles/views.py", "TTLCache(4096, 3600)", "LRUCache(8192)"), ("gunicorn.conf.py", "workers = 8", "workers = 16")]

    def ask(n):
        command = ["curl -s -o /dev/null -w '%{time_total}\\n' localhost:5000/tiles/summary", "for i in 1 2; do curl -s -o /dev/null -w '%{time_total} ' localhost:5000/tiles/summary; done", "hey -n 4 -c 1 http://localhost:5000/tiles/summary | grep Average"][n % 3]
        s.bash(command, [f"{secs[n]}{n * 37 % 900 + 100}", f"{secs[n]}{n * 41 % 900 + 100} {secs[n]}{n * 29 % 900 + 100}", f"  Average:\t{secs[n]}{n % 9}1 secs"][n % 3], ms=2300)
    ask(0)
    for n, e in enumerate(edits, 1):
        if n == 7:
            s.stuck_here()
        s.edit(*e)
        s.bash("systemctl --user restart map-api && sleep 2", "", ms=2400)
        ask(n)


@stuck("work:data-cleaning", "crm-import", "1,147 phone numbers in contacts.csv fail validation. Normalise them to E.164.", client="claude")
def cleaning_scripts_that_all_leave_1147_numbers(s):
    ideas = ["clean_phones.py", "clean_phones2.py", "fix_phones.py", "phones_final.py", "normalize.py", "normalize_v2.py", "e164.py", "e164_strict.py", "phone_cleaner.py", "clean_all_phones.py", "repair.py"]
    words = ["strip the spaces", "strip dashes and brackets", "use a regex for digits", "use phonenumbers", "use phonenumbers with a default region", "replace 00 by +", "drop the leading zero", "try several regions", "map by country column", "combine all rules", "start over with a clean approach"]
    s.bash("python validate.py out/contacts.csv", "contacts: 18220 rows, 1147 invalid phone (first: row 17 'ref:8812')", 1)
    s.bash("wc -l out/contacts.csv", "18221 out/contacts.csv")
    for n, (name, idea) in enumerate(zip(ideas, words)):
        if n == 5:
            s.stuck_here()
        s.write(name, f"# {idea}\nimport csv, re\n\n\ndef fix(p):\n    p = re.sub(r'{['[ ]', '[-() ]', '[^0-9]', '[^0-9+]', '[^+0-9]', '^00', '^0', '[ .]', '[/-]', '[^0-9]+', '[^+]+'][n]}', '', p)\n    return p\n\n\nrows = list(csv.DictReader(open('in/contacts.csv')))\n")
        s.bash(f"python {name}", f"wrote out/contacts.csv, {17073 if n % 2 else 18220} rows touched")
        s.bash("python validate.py out/contacts.csv" + ["", " | tail -1", " --summary"][n % 3], "contacts: 18220 rows, 1147 invalid phone (first: row 17 'ref:8812')", 0 if n % 3 == 1 else 1)
