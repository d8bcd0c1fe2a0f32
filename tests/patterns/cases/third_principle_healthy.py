"""Third set. Healthy work for each sentence of the principle: mainframes, storage, DNS, mail, streaming, GIS, CAD, robotics."""
from session import healthy


@healthy("principle:targets", "dns-zones", "Check that every zone still delegates to the new servers.", client="codex")
def delegation_of_each_zone(s):
    for zone in ["alpha", "bravo", "carol", "delta", "echo", "fargo", "golf", "hotel", "india", "julia", "kilo", "lima"]:
        s.bash(f"dig +short NS {zone}.example @9.9.9.9", "ns1.provider.example.\nns2.provider.example.")


@healthy("principle:targets", "zfs-pools", "Snapshot every dataset before the upgrade.", client="claude")
def a_snapshot_of_each_dataset(s):
    for name in ["home", "www", "mail", "db", "ci", "media", "backup", "git", "wiki", "logs", "scratch"]:
        s.bash(f"zfs snapshot tank/{name}@before-upgrade", "")


@healthy("principle:targets", "kafka-topics", "Set the retention on all event topics.", client="plain", codes=False, times="none")
def retention_topic_by_topic(s):
    for n in range(12):
        s.bash(f"kafka-configs.sh --bootstrap-server k1:9092 --alter --entity-type topics --entity-name events-{n} --add-config retention.ms=86400000",
               f"Completed updating config for topic events-{n}.")


@healthy("principle:targets", "gis-tiles", "Reproject each tile to EPSG:25832.", client="plain")
def reproject_each_tile(s):
    for n in range(14):
        s.bash(f"gdalwarp -q -t_srs EPSG:25832 in/tile_{n:02}.tif out/tile_{n:02}.tif", "", ms=9_000)


@healthy("principle:targets", "rest-import", "Post the ten orders to the sandbox.", client="claude")
def each_order_is_accepted(s):
    for n in range(10):
        s.bash(f"curl -s -X POST https://sandbox.pay.example/v2/orders -H 'content-type: application/json' -d @orders/{n + 301}.json", '{"status":"accepted"}')


@healthy("principle:targets", "maven-modules", "Install every module without tests.", client="codex")
def quiet_install_with_a_jvm_warning(s):
    for module in ["core", "api", "web", "batch", "auth", "mail", "report", "export"]:
        s.bash(f"./mvnw -q -pl {module} install -DskipTests", "WARNING: A Java agent has been loaded dynamically (byte-buddy-agent-1.14.jar)", ms=32_000)


@healthy("principle:targets", "fonts", "Subset each font.", client="plain")
def each_font_is_subset(s):
    for weight in ["Thin", "Light", "Regular", "Medium", "Bold", "Black"]:
        for style in ["", "Italic"]:
            s.bash(f"pyftsubset fonts/Inter-{weight}{style}.ttf --unicodes-file=latin.txt --flavor=woff2", "")


@healthy("principle:paging", "mainframe-logs", "Why did last night's job abend?", client="codex")
def pages_of_equal_lines(s):
    page = "\n".join(["IEF142I PAYROLL STEP010 - STEP WAS EXECUTED - COND CODE 0000"] * 40)
    for n in range(10):
        s.bash(f"sed -n '{n * 40 + 1},{n * 40 + 40}p' spool/JOB01234.txt", page)
    s.bash("sed -n '401,440p' spool/JOB01234.txt", "IEF450I PAYROLL STEP070 - ABEND=S0C7 U0000")


@healthy("principle:paging", "hex", "Find where the padding in the image ends.", client="claude")
def a_dump_in_steps(s):
    for n in range(11):
        s.bash(f"dd if=flash.bin bs=4096 skip={n * 16} count=1 2>/dev/null | tail -c 32 | xxd -p", "ff" * 32)
    s.bash("dd if=flash.bin bs=4096 skip=176 count=1 2>/dev/null | tail -c 32 | xxd -p", "00a1" * 16)


@healthy("principle:same_error", "site-builder", "Make the documentation build.", client="plain", codes=False)
def each_error_is_on_another_page(s):
    for n, page in enumerate(["intro", "install", "usage", "api", "faq", "tips", "legal"]):
        s.bash("mkdocs build --strict", f"ERROR -  Doc file '{page}.md' contains a link 'old/{page}.png', but the target is not found among documentation files.\nAborted with {7 - n} warnings in strict mode!", 1)
        s.edit(f"docs/{page}.md", f"old/{page}.png", f"img/{page}.png")
    s.bash("mkdocs build --strict", "INFO -  Documentation built in 0.82 seconds")


@healthy("principle:same_error", "quota-clean", "Free space until the import works.", client="claude")
def space_is_freed_then_tried(s):
    for folder in ["cache", "old-dumps", "tmp", "logs/2023"]:
        s.bash("pg_restore -d shop shop.dump", "pg_restore: error: could not execute query: ERROR:  could not extend file: No space left on device", 1)
        s.bash(f"du -sh {folder}", f"{len(folder)}.4G\t{folder}")
        s.bash(f"rm -r {folder}", "")
    s.bash("pg_restore -d shop shop.dump", "")


@healthy("principle:checks", "shell-scripts", "Which scripts does shellcheck complain about?", client="claude")
def one_finding_in_each_script(s):
    for name in ["backup", "deploy", "rotate", "notify", "sync", "clean", "seed", "build", "probe", "mount"]:
        s.bash(f"shellcheck -f gcc bin/{name}.sh", f"bin/{name}.sh:3:8: note: Double quote to prevent globbing and word splitting. [SC2086]", 1)


@healthy("principle:checks", "workspaces", "Type check every package and list the errors.", client="codex")
def types_package_by_package(s):
    for name in ["ui", "core", "api", "db", "auth", "cli", "docs", "mail"]:
        s.bash(f"npx tsc --noEmit -p packages/{name}", "../../types/env.d.ts(4,11): error TS2304: Cannot find name 'Env'.", 2)


@healthy("principle:checks", "golden-files", "Which outputs differ from the reference?", client="plain")
def compare_each_pair(s):
    for n in range(12):
        s.bash(f"cmp ref/frame_{n:03}.ppm out/frame_{n:03}.ppm", f"ref/frame_{n:03}.ppm out/frame_{n:03}.ppm differ: byte 16, line 4", 1)


@healthy("principle:fruitless", "leaks", "Make sure that none of these names is left anywhere.", client="claude")
def ten_names_are_gone(s):
    for name in ["OldCart", "cart_v1", "legacyPrice", "tmpUser", "XMLReader2", "do_sync", "Foo", "UNSAFE_", "oldHost", "Acme"]:
        s.grep(name, "src")
    s.say("None of the ten names is left.")


@healthy("principle:fruitless", "log-search", "Did any of these customers hit the bug?", client="codex")
def no_customer_in_the_log(s):
    for n in [1182, 2093, 3321, 4410, 5002, 6137, 7718]:
        s.bash(f"zgrep -c 'customer={n} .*E_OVERFLOW' app.log.gz", "0", 1)
    s.write("answer.md", "None of the seven customers hit the bug.")


@healthy("principle:evicted", "compaction", "Review the schema files.", client="claude")
def a_schema_reread_after_it_was_cleared(s):
    for n in range(8):
        s.other("Read", {"file_path": f"/home/dev/compaction/schema/{n % 4}.sql"}, "[Old tool result content cleared]", ms=10)
    s.write("review.md", "The four schemas agree.")


@healthy("principle:passing", "flaky", "Run the suite twelve times; it was flaky in CI.", client="codex")
def twelve_green_runs(s):
    for n in range(12):
        s.bash("bundle exec rspec spec/checkout", f"Finished in {1.2 + n / 100:.2f} seconds\n48 examples, 0 failures", ms=4_000)


@healthy("principle:passing", "bench", "Measure the parser ten times and report the spread.", client="plain", times="none")
def ten_measurements(s):
    for n in range(10):
        s.bash("cargo bench --bench parser -- --noplot", f"parse/large  time: [4.{n}1 ms 4.{n}3 ms 4.{n}6 ms]")


@healthy("principle:waiting", "dns-cutover", "Wait until the certificate is issued.", client="claude", gap=60)
def a_certificate_is_issued(s):
    for _ in range(16):
        s.bash("kubectl get certificate shop-tls -o jsonpath='{.status.conditions[0].status}'", "False")
    s.bash("kubectl get certificate shop-tls -o jsonpath='{.status.conditions[0].status}'", "True")


@healthy("principle:waiting", "pipeline", "Merge when the checks are green.", client="codex", gap=50)
def checks_pending_then_green(s):
    for _ in range(12):
        s.bash("glab ci status --branch fix-tax", "(running) • 04m 12s	test\nPipeline state: running")
    s.bash("glab ci status --branch fix-tax", "(success) • 09m 40s	test\nPipeline state: success")


@healthy("principle:waiting", "render", "Render the film and tell me when it is done.", client="claude", gap=20)
def a_background_render(s):
    s.bash("nohup blender -b film.blend -a > render.log 2>&1 &", "[1] 4711")
    for _ in range(10):
        s.other("BashOutput", {"bash_id": "bash_1"}, "<status>running</status>")
    s.other("BashOutput", {"bash_id": "bash_1"}, "<status>completed</status>\n<exit_code>0</exit_code>")


@healthy("principle:waiting", "boot", "Start the database and create the schema.", client="plain", gap=3)
def a_port_opens(s):
    s.bash("docker compose up -d db", "Container db  Started")
    for _ in range(9):
        s.bash("nc -z localhost 5432", "", 1)
    s.bash("nc -z localhost 5432", "")
    s.bash("psql -f schema.sql", "CREATE TABLE")


@healthy("principle:duration", "slow-suite", "Fix the slow integration tests.", client="claude", gap=40)
def slow_tests_get_fewer(s):
    for n in range(7, 0, -1):
        s.bash("go test ./integration/...", "\n".join(f"--- FAIL: TestCase{k} (4.0{k}s)" for k in range(n)) + "\nFAIL", 1, ms=48_000)
        s.edit(f"integration/case{n}.go", f"retries: {n}", f"retries: {n + 3}")
    s.bash("go test ./integration/...", "ok  \tshop/integration\t51.2s", ms=51_000)


@healthy("principle:plans", "todo", "Port the five screens.", client="claude")
def a_plan_and_a_screen_in_turn(s):
    names = ["Login", "Cart", "Search", "Profile", "Help"]
    for n, name in enumerate(names):
        s.plan([(x, "completed" if k < n else "in_progress" if k == n else "pending") for k, x in enumerate(names)])
        s.look(f"ios/{name}.swift", f"struct {name}: View {{ }}")
        s.write(f"android/{name}.kt", f"@Composable fun {name}() {{ }}")
