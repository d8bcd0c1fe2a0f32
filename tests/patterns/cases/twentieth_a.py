"""Healthy work: web pages, Django, Terraform, Kubernetes, Android, Godot, PyTorch, Snowflake, Spark, Zephyr, LaTeX, Nix, vcpkg, Go."""
import json

from session import healthy, run


@healthy("work:accessibility", "library-web", "Go through the pages of the catalogue in the browser, run axe on each (it is injected in dev) and fix what it finds, page after page. The dev server runs on 5173.", client="claude")
def pages_checked_with_axe_in_the_browser_one_by_one(s):
    pages = [("/", "Home", "color-contrast", ".hero__sub", "src/pages/Home.css", "color: #9aa5b1;", "color: #5c6773;"), ("/search", "Search", "label", "#q", "src/pages/Search.tsx", "<input id=\"q\"", "<input id=\"q\" aria-label=\"Search the catalogue\""),
             ("/book/1881", "Book", "image-alt", "img.cover", "src/pages/Book.tsx", "<img className=\"cover\" src={cover}", "<img className=\"cover\" alt={`Cover of ${title}`} src={cover}"), ("/authors", "Authors", None, "", "", "", ""),
             ("/loans", "My loans", "color-contrast", ".due--soon", "src/pages/Loans.css", "color: #f6a04d;", "color: #a85a00;"), ("/holds", "My holds", "button-name", "button.remove", "src/pages/Holds.tsx", "<button className=\"remove\">", "<button className=\"remove\" aria-label=\"Remove hold\">"),
             ("/fees", "Fees", "td-headers-attr", "table.fees", "src/pages/Fees.tsx", "<td headers=\"amt\">", "<td headers=\"amount\">"), ("/branches", "Branches", "link-in-text-block", "p > a.map", "src/pages/Branches.css", "text-decoration: none;", "text-decoration: underline;")]
    axe = {"function": "async () => (await axe.run()).violations.map(v => ({ id: v.id, nodes: v.nodes.map(n => n.target[0]) }))"}

    def found(violations):
        return f"### Result\n{json.dumps(violations)}\n\n### Ran Playwright code\n```js\nawait page.evaluate('{axe['function']}');\n```"
    for n, (path, title, rule, target, file, old, new) in enumerate(pages):
        s.mcp("playwright", "browser_navigate", {"url": f"http://localhost:5173{path}"}, f"### Ran Playwright code\n```js\nawait page.goto('http://localhost:5173{path}');\n```\n\n### Page state\n- Page URL: http://localhost:5173{path}\n- Page Title: {title} · Library\n- Console messages: 0 errors, {n % 2} warnings", ms=1100 + n * 37)
        s.mcp("playwright", "browser_evaluate", axe, found([{"id": rule, "nodes": [target]}] if rule else []), ms=900)
        if rule:
            s.edit(file, old, new)
            if n in (0, 5):
                s.mcp("playwright", "browser_evaluate", axe, found([{"id": rule, "nodes": [".hero__hint" if n == 0 else "button.up"]}]), ms=900)
                s.edit(file, "opacity: .7;" if n == 0 else "<button className=\"up\">", "opacity: 1;" if n == 0 else "<button className=\"up\" aria-label=\"Move up\">")
            s.mcp("playwright", "browser_evaluate", axe, found([]), ms=900)
    s.bash("npx playwright test e2e/a11y.spec.ts --reporter=line", "\nRunning 8 tests using 4 workers\n  8 passed (14.2s)", ms=15_000)


@healthy("work:tdd", "invoicing-django", "Write invoices/dunning.py test first, one rule of DUNNING.md at a time: red, green, next rule.", client="codex")
def dunning_rules_grown_test_first(s):
    rules = [("test_no_reminder_before_due_date", "AttributeError: module 'invoices.dunning' has no attribute 'level'", "def level(invoice, today):\n    return 0"), ("test_first_reminder_after_seven_days", "assert 0 == 1", "    return 1 if late(invoice, today) >= 7 else 0"),
             ("test_second_reminder_after_twenty_one_days", "assert 1 == 2", "    return sum(late(invoice, today) >= d for d in (7, 21))"), ("test_paid_invoice_is_never_reminded", "assert 2 == 0", "    if invoice.paid_on: return 0"),
             ("test_fee_from_the_second_reminder_on", "AttributeError: module 'invoices.dunning' has no attribute 'fee'", "def fee(level):\n    return Decimal('5.00') if level >= 2 else Decimal(0)"), ("test_fee_is_waived_for_public_bodies", "assert Decimal('5.00') == Decimal('0')", "    if customer.is_public_body: return Decimal(0)"),
             ("test_weekends_do_not_count", "assert 1 == 0", "    days = workdays_between(invoice.due, today)"), ("test_holidays_do_not_count", "assert 1 == 0", "    days -= holidays_between(invoice.due, today)")]
    s.look("DUNNING.md", "\n".join(f"{n + 1}. {name[5:].replace('_', ' ')}" for n, (name, _, _) in enumerate(rules)))
    checks = ["level(invoice, DUE - DAY) == 0", "level(invoice, DUE + 7 * DAY) == 1", "level(invoice, DUE + 21 * DAY) == 2", "level(paid(invoice), DUE + 30 * DAY) == 0", "fee(2) == Decimal(5)", "fee(2, public_body) == 0", "level(invoice, DUE + 8 * DAY) == 0", "level(invoice, EASTER) == 0"]
    for n, (name, error, code) in enumerate(rules):
        check = checks[n]
        s.edit("invoices/tests/test_dunning.py", "# next", f"def {name}(invoice):\n    assert {check}\n\n\n# next")
        kind = "AttributeError" if error.startswith("Attr") else "AssertionError"
        s.bash("pytest -q invoices/tests/test_dunning.py", f"{'.' * n}F{' ' * (66 - n)}[100%]\n=================================== FAILURES ===================================\n{'_' * 20} {name} {'_' * 20}\n\nE       {error}\n\ninvoices/tests/test_dunning.py:{14 + n * 9}: {kind}\n=========================== short test summary info ============================\nFAILED invoices/tests/test_dunning.py::{name} - {error}\n1 failed{f', {n} passed' if n else ''} in {1.21 + n * .07:.2f}s", 1, ms=2100)
        s.edit("invoices/dunning.py", f"# rule {n + 1}", f"{code}\n# rule {n + 2}")
        s.bash("pytest -q invoices/tests/test_dunning.py", f"{'.' * (n + 1)}{' ' * 40}[100%]\n{n + 1} passed in {1.18 + n * .06:.2f}s", ms=2000)
    s.bash("pytest -q", "........................................................................ [ 41%]\n........................................................................ [ 82%]\n..............................                                           [100%]\n174 passed in 22.81s", ms=24_000)


@healthy("work:terraform", "infra-live", "The old account was clicked together. Import the resources of inventory.csv one at a time, the plan must be clean after each. Timo applies in the same state today, wait when he has the lock.", client="plain")
def clicked_resources_imported_until_each_plan_is_clean(s):
    items = [("aws_vpc.main", "vpc-0a41c9", None), ("aws_subnet.a", "subnet-0b7711", None), ("aws_subnet.b", "subnet-0b7712", ("map_public_ip_on_launch = true -> false", "map_public_ip_on_launch = true")), ("aws_internet_gateway.main", "igw-04fd20", None),
             ("aws_s3_bucket.logs", "acme-logs-eu", ("~ tags = { - \"team\" = \"core\" -> null }", "tags = { team = \"core\" }")), ("aws_s3_bucket.media", "acme-media-eu", None), ("aws_db_subnet_group.main", "main-db", ("~ description = \"db\" -> \"Managed by Terraform\" # forces replacement", "description = \"db\"")),
             ("aws_db_instance.shop", "shop-prod", ("~ backup_retention_period = 14 -> 0", "backup_retention_period = 14")), ("aws_sqs_queue.mail", "https://sqs.eu-central-1.amazonaws.com/410288/mail", None), ("aws_sns_topic.alerts", "arn:aws:sns:eu-central-1:410288:alerts", None)]
    s.bash("cat inventory.csv", "\n".join(f"{a},{i}" for a, i, _ in items))
    for n, (address, ident, drift) in enumerate(items):
        imported = f"terraform import {address} {ident}"
        if n in (3, 7):
            for k in range(2):
                s.bash(imported, f"Acquiring state lock. This may take a few moments...\n╷\n│ Error: Error acquiring the state lock\n│ \n│ Error message: operation error DynamoDB: PutItem, https response error StatusCode: 400, RequestID: {n}K{k}Q8VJ3T5, ConditionalCheckFailedException: The conditional request failed\n│ Lock Info:\n│   ID:        7d1f0c4e-{n}a31-44b2-9c0e-0b8e7d2f1a{n}{n}\n│   Path:      acme-tfstate/live/terraform.tfstate\n│   Operation: OperationTypeApply\n│   Who:       timo@mbp-timo\n│   Created:   2026-10-07 0{8 + n // 7}:1{n}:22.410 +0000 UTC\n╵", 1, ms=4100, gap=90)
        s.bash(imported, f"{address}: Importing from ID \"{ident}\"...\n{address}: Import prepared!\n  Prepared {address.split('.')[0]} for import\n{address}: Refreshing state... [id={ident}]\n\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", ms=7200 + n * 111)
        if drift:
            s.bash("terraform plan -no-color", f"{address}: Refreshing state... [id={ident}]\n\nTerraform will perform the following actions:\n\n  # {address} will be updated in-place\n      {drift[0]}\n\nPlan: 0 to add, 1 to change, 0 to destroy.", ms=8000)
            s.edit("main.tf", f"resource \"{address.replace('.', chr(34) + ' ' + chr(34))}\" {{", f"resource \"{address.replace('.', chr(34) + ' ' + chr(34))}\" {{\n  {drift[1]}")
        s.bash("terraform plan -no-color", "\n".join(f"{a}: Refreshing state... [id={i}]" for a, i, _ in items[:n + 1]) + "\n\nNo changes. Your infrastructure matches the configuration.\n\nTerraform has compared your real infrastructure against your configuration and found no differences, so no changes are needed.", ms=8100)


@healthy("work:kubernetes", "cluster-ops", "Upgrade the five workers from 1.30 to 1.31, one at a time: drain, kubeadm upgrade, kubelet restart, wait until Ready, uncordon. The PDB of kafka makes the drain slow, that is fine.", client="claude", gap=10)
def five_workers_drained_and_upgraded_in_turn(s):
    for n in range(5):
        node = f"worker-{n + 1}"
        drain = f"kubectl drain {node} --ignore-daemonsets --delete-emptydir-data --timeout=120s"
        evict = f"evicting pod kafka/kafka-{n}\nerror when evicting pods/\"kafka-{n}\" -n \"kafka\" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget."
        if n in (1, 4):
            s.bash(drain, f"node/{node} cordoned\nWarning: ignoring DaemonSet-managed Pods: kube-system/cilium-x{n}kq2, kube-system/kube-proxy-7f{n}pz\n{evict}\n{evict}\nThere are pending nodes to be drained:\n {node}\nerror: error when evicting pods/\"kafka-{n}\" -n \"kafka\": global timeout reached: 2m0s", 1, ms=120_400)
            s.bash("kubectl -n kafka get kafka main -o jsonpath='{.status.conditions[?(@.type==\"Ready\")].status}'; echo; kubectl -n kafka exec kafka-0 -- bin/kafka-topics.sh --bootstrap-server :9092 --describe --under-replicated-partitions | wc -l", f"True\n{31 - n * 4}", ms=2900)
        s.bash(drain, f"node/{node} {'already ' if n in (1, 4) else ''}cordoned\nWarning: ignoring DaemonSet-managed Pods: kube-system/cilium-x{n}kq2, kube-system/kube-proxy-7f{n}pz\nevicting pod kafka/kafka-{n}\nevicting pod shop/web-5c9d7b{n}-4kx\npod/web-5c9d7b{n}-4kx evicted\npod/kafka-{n} evicted\nnode/{node} drained", ms=74_000 + n * 3100)
        s.bash(f"ssh {node} 'sudo apt-get install -yqq kubeadm=1.31.4-1.1 kubelet=1.31.4-1.1 && sudo kubeadm upgrade node && sudo systemctl daemon-reload && sudo systemctl restart kubelet'", "[upgrade] Reading configuration from the cluster...\n[preflight] Running pre-flight checks\n[upgrade] Skipping phase. Not a control plane node.\n[upgrade] Backing up kubelet config file to /etc/kubernetes/tmp/kubeadm-kubelet-config%d/config.yaml\n[kubelet-start] Writing kubelet configuration to file \"/var/lib/kubelet/config.yaml\"\n[upgrade] The configuration for this node was successfully updated!" % (311_842 + n * 71_993), ms=41_000)
        for k in range((2, 1, 3, 1, 2)[n]):
            s.bash(f"sleep 15; kubectl get node {node} --no-headers", f"{node}   NotReady,SchedulingDisabled   <none>   412d   v1.31.4", ms=15_300)
        s.bash(f"sleep 15; kubectl get node {node} --no-headers", f"{node}   Ready,SchedulingDisabled   <none>   412d   v1.31.4", ms=15_300)
        s.bash(f"kubectl uncordon {node}", f"node/{node} uncordoned", ms=300)
    s.bash("kubectl get nodes --no-headers | awk '{print $1, $2, $5}'", "cp-1 Ready v1.31.4\n" + "\n".join(f"worker-{n + 1} Ready v1.31.4" for n in range(5)))


@healthy("work:flaky", "bikeshare-android", "MapScreenTest#showsNearestStation is flaky on the emulator. Run it twelve times to see how often, fix it, then twelve times again.", client="codex")
def an_instrumented_test_run_twelve_times_before_and_after(s):
    command = "./gradlew :app:connectedDebugAndroidTest -Pandroid.testInstrumentationRunnerArguments.class=app.bikeshare.MapScreenTest#showsNearestStation"

    def good(n):
        s.bash(command, f"> Task :app:connectedDebugAndroidTest\nStarting 1 tests on Pixel_6_API_34(AVD) - 14\n\nFinished 1 tests on Pixel_6_API_34(AVD) - 14\n\nBUILD SUCCESSFUL in {27 + n * 5 % 7}s\n78 actionable tasks: 1 executed, 77 up-to-date", ms=27_000 + n * 5000 % 7000)

    def bad(n):
        s.bash(command, f"> Task :app:connectedDebugAndroidTest FAILED\nStarting 1 tests on Pixel_6_API_34(AVD) - 14\n\napp.bikeshare.MapScreenTest > showsNearestStation[Pixel_6_API_34(AVD) - 14] FAILED \n\tjava.lang.AssertionError: Failed: assertExists.\n\tReason: Expected exactly '1' node but could not find any node that satisfies: (Text + EditableText contains 'Harbour' (ignoreCase: false))\n\tat androidx.compose.ui.test.SemanticsNodeInteraction.fetchOneOrThrow(SemanticsNodeInteraction.kt:178)\nTests on Pixel_6_API_34(AVD) - 14 failed: There was 1 failure(s).\n\nBUILD FAILED in {29 + n % 4}s", 1, ms=29_500)
    for n in range(12):
        (bad if n in (2, 3, 7, 10) else good)(n)
    s.look("app/src/androidTest/java/app/bikeshare/MapScreenTest.kt", "  @Test fun showsNearestStation() {\n    rule.setContent { MapScreen(fakeVm) }\n    fakeLocation.emit(HARBOUR)\n    rule.onNodeWithText(\"Harbour\", substring = true).assertExists()\n  }", 31, 6)
    s.grep("debounce", "app/src/main", "app/src/main/java/app/bikeshare/MapViewModel.kt:48:    location.debounce(300).mapLatest(::nearest)")
    s.edit("app/src/androidTest/java/app/bikeshare/MapScreenTest.kt", "    rule.onNodeWithText(\"Harbour\", substring = true).assertExists()", "    rule.waitUntilAtLeastOneExists(hasText(\"Harbour\", substring = true), 5_000)")
    for n in range(12):
        good(n + 3)


@healthy("work:port", "moonfarm", "Port the scripts of moonfarm from Godot 3 to 4. Check each with --check-only; don't use the converter, it broke things last time.", client="plain")
def gdscripts_ported_and_checked_one_after_another(s):
    files = [("player", "Parse Error: Unexpected \"Identifier\" in class body.", "onready var sprite = $Sprite", "@onready var sprite = $Sprite2D"), ("seed", "Parse Error: Unexpected \"Identifier\" in class body.", "export(int) var days = 3", "@export var days: int = 3"),
             ("soil", "Parse Error: Could not find base class \"Position2D\".", "extends Position2D", "extends Marker2D"), ("cow", "Parse Error: Could not find base class \"KinematicBody2D\".", "extends KinematicBody2D", "extends CharacterBody2D"),
             ("shop", "Parse Error: Function \"deg2rad()\" not found in base self.", "deg2rad(90)", "deg_to_rad(90)"), ("save", "Parse Error: Identifier \"File\" not declared in the current scope.", "var f = File.new()\n\tf.open(PATH, File.READ)", "var f = FileAccess.open(PATH, FileAccess.READ)"),
             ("weather", "Parse Error: Unexpected \"yield\".", "yield(get_tree().create_timer(1), \"timeout\")", "await get_tree().create_timer(1).timeout"), ("hud", "Parse Error: Too many arguments for \"connect()\" call. Expected at most 3 but received 4.", "btn.connect(\"pressed\", self, \"_buy\", [id])", "btn.pressed.connect(_buy.bind(id))"),
             ("music", "Parse Error: Function \"linear2db()\" not found in base self.", "linear2db(v)", "linear_to_db(v)"), ("grid", "Parse Error: Could not find type \"PoolVector2Array\" in the current scope.", "PoolVector2Array()", "PackedVector2Array()")]
    head = "Godot Engine v4.3.stable.official.77dcf97d8 - https://godotengine.org\n"
    for n, (name, error, old, new) in enumerate(files):
        check = f"godot --headless --path . --check-only --script res://scripts/{name}.gd"
        s.bash(check, f"{head}\nSCRIPT ERROR: {error}\n          at: GDScript::reload (res://scripts/{name}.gd:{1 + n * 4})\nERROR: Failed to load script \"res://scripts/{name}.gd\" with error \"Parse error\".\n   at: load (modules/gdscript/gdscript.cpp:2936)", 1, ms=1400 + n * 29)
        s.edit(f"scripts/{name}.gd", old, new)
        s.bash(check, head, ms=1380 + n * 31)
    s.bash("godot --headless --path . --import && godot --headless --path . -s addons/gut/gut_cmdln.gd -gexit", f"{head}\n---  Gut  ---\nScripts          9\nTests           57\nPassing         57\nTime         4.118s\n\n---- All tests passed! ----", ms=9000)


@healthy("work:training", "leaf-seg", "Submit train_unet.sbatch on the cluster and stay with it: when it is through (about two hours), evaluate the best checkpoint. If the loss becomes NaN, cancel it.", client="claude", gap=3)
def a_training_followed_from_the_queue_to_the_evaluation(s):
    s.bash("sbatch train_unet.sbatch", "Submitted batch job 884213", ms=400)
    for n in range(7):
        s.bash("sleep 300; squeue -j 884213 --noheader -o '%T %r %M'", "PENDING Priority 0:00", ms=300_200)
    s.bash("sleep 300; squeue -j 884213 --noheader -o '%T %r %M'", "RUNNING None 1:12", ms=300_200)
    losses = [.912, .641, .533, .488, .451, .449, .431, .431, .418, .409, .407, .402, .4, .399]
    for n, loss in enumerate(losses):
        s.bash("sleep 540; tail -n 1 logs/884213.out", f"epoch {n * 4 + 3:>2}/60 | 611/611 [02:1{n % 10}<00:00, 4.6{n % 9}it/s] | train_loss={loss:.3f} | val_dice={.61 + n * .0171:.4f} | lr={3e-4 * .9 ** n:.2e}", ms=540_300)
    s.bash("sleep 300; squeue -j 884213 --noheader -o '%T %r %M'", "", ms=300_200)
    s.bash("sacct -j 884213 --format=State,Elapsed --noheader | head -1", " COMPLETED   02:14:51 ", ms=600)
    s.bash("python eval.py --ckpt runs/884213/best.pt --split test", "Loaded runs/884213/best.pt (epoch 55, val_dice 0.8342)\n100%|██████████| 88/88 [00:41<00:00,  2.12it/s]\ntest_dice 0.8297  test_iou 0.7114", ms=49_000)


@healthy("work:migration", "finance-dbt", "Compare each table of FINANCE_OLD with its twin in FINANCE (minus both ways) over the snowflake server. Where they differ fix the model and compare again.", client="plain")
def old_and_new_tables_compared_pair_after_pair(s):
    tables = ["dim_account", "dim_cost_center", "dim_currency", "dim_vendor", "dim_period", "fct_gl_entry", "fct_invoice", "fct_payment", "fct_accrual", "fct_fx_rate", "fct_budget", "rpt_pnl", "rpt_cashflow", "rpt_aging", "rpt_trial_balance"]
    repairs = {3: (12, 12, "upper(vendor_name)", "vendor_name"), 6: (0, 4418, "where status <> 'void'", "where status not in ('void', 'draft')"), 9: (366, 366, "round(rate, 4)", "round(rate, 6)"), 13: (71, 71, "datediff(day, due_date, current_date)", "datediff(day, due_date, as_of_date)")}

    def compare(table, old, new):
        query = f"select (select count(*) from (select * from finance_old.{table} minus select * from finance.{table})) only_old, (select count(*) from (select * from finance.{table} minus select * from finance_old.{table})) only_new"
        s.mcp("snowflake", "run_query", {"statement": query, "warehouse": "DEV_XS"}, [{"ONLY_OLD": old, "ONLY_NEW": new}], ms=2300)
    for n, table in enumerate(tables):
        if n in repairs:
            old, new, before, after = repairs[n]
            compare(table, old, new)
            s.edit(f"models/marts/{table}.sql", before, after)
            s.bash(f"dbt run -s {table}", f"10:{14 + n}:07  Running with dbt=1.9.1\n10:{14 + n}:09  Found 61 models, 188 data tests, 22 sources, 590 macros\n10:{14 + n}:10  1 of 1 START sql table model finance.{table} ........ [RUN]\n10:{14 + n}:13  1 of 1 OK created sql table model finance.{table} ... [SUCCESS 1 in {2.4 + n * .13:.2f}s]\n10:{14 + n}:13  Completed successfully\n10:{14 + n}:13  Done. PASS=1 WARN=0 ERROR=0 SKIP=0 TOTAL=1", ms=6100)
        compare(table, 0, 0)


@healthy("work:bisect", "clickstream-spark", "The sessionize job writes 3 % fewer rows since v2.8 (it should be 1 204 331 on the sample). Bisect from v2.7; build and run the sample at each step.", client="codex")
def a_row_loss_bisected_through_builds_of_a_job(s):
    s.bash("git bisect start v2.8 v2.7", "Bisecting: 97 revisions left to test after this (roughly 7 steps)\n[5b1e09d4a7] Bump sbt-assembly")
    steps = [("bad", 48, 6, "c04d7e11f2", "Move session timeout to conf"), ("good", 24, 5, "91aa3c70be", "Drop joda"), ("good", 12, 4, "7e5520c81d", "WIP bot filter"), ("skip", 11, 4, "2fd8810aa3", "Fix build of bot filter"),
             ("good", 5, 3, "3bc7f1450e", "Dedup on event_id"), ("bad", 2, 1, "e81b64909c", "Watermark 10 min"), ("good", 0, 1, "aa90d2c3f7", "Window by user_id")]
    for n, (verdict, left, steps_left, commit, title) in enumerate(steps):
        if verdict == "skip":
            run(s, "sbt -batch assembly 2>&1 | tail -5", f"[info] compiling 61 Scala sources to /home/dev/clickstream-spark/target/scala-2.12/classes ...\n[error] /home/dev/clickstream-spark/src/main/scala/BotFilter.scala:22:17: not found: value UaParser\n[error] one error found\n[error] (Compile / compileIncremental) Compilation failed\n[error] Total time: 19 s, completed Oct 7, 2026, 11:21:17 AM", ms=34_000)
        else:
            run(s, "sbt -batch assembly 2>&1 | tail -3", f"[info] Built: /home/dev/clickstream-spark/target/scala-2.12/clickstream.jar\n[info] Jar hash: {(n + 3) * 77_710_013:08x}\n[success] Total time: {61 + n * 7 % 9} s, completed Oct 7, 2026, 11:{12 + n * 3}:40 AM", ms=66_000)
            rows = 1_204_331 if verdict == "good" else 1_168_402
            s.bash("rm -rf out && spark-submit --master 'local[8]' target/scala-2.12/clickstream.jar sessionize sample out 2>/tmp/spark.err && spark-sql -S -e \"select count(*) from parquet.\\`out\\`\" 2>/dev/null", f"{rows}", ms=92_000 + n * 1300)
        s.bash(f"git bisect {verdict}", f"Bisecting: {left} revisions left to test after this (roughly {steps_left} step{'s' if steps_left != 1 else ''})\n[{commit}] {title}")
    run(s, "sbt -batch assembly 2>&1 | tail -3", "[info] Built: /home/dev/clickstream-spark/target/scala-2.12/clickstream.jar\n[info] Jar hash: 2be41c07\n[success] Total time: 64 s, completed Oct 7, 2026, 11:41:02 AM", ms=66_000)
    s.bash("rm -rf out && spark-submit --master 'local[8]' target/scala-2.12/clickstream.jar sessionize sample out 2>/tmp/spark.err && spark-sql -S -e \"select count(*) from parquet.\\`out\\`\" 2>/dev/null", "1204331", ms=94_000)
    s.bash("git bisect good", "3bc7f1450e8d is the first bad commit\ncommit 3bc7f1450e8d\nAuthor: Priya N.\n\n    Dedup on event_id\n\n src/main/scala/Sessionize.scala | 3 ++-\n 1 file changed, 2 insertions(+), 1 deletion(-)")
    s.bash("git show 3bc7f1450e -- src/main/scala/Sessionize.scala", "-    .dropDuplicates(\"user_id\", \"event_id\")\n+    .dropDuplicates(\"event_id\")\n+    .cache()")
    s.bash("git bisect reset", "Previous HEAD position was aa90d2c3f7 Window by user_id\nSwitched to branch 'main'")


@healthy("work:embedded", "sensor-node", "Smoke test of the release on all boards of boards.txt: build, flash, read the console. I plug the next board in while you build; if the probe isn't found yet, give me half a minute and try again.", client="claude")
def boards_built_flashed_and_heard_while_a_person_swaps_them(s):
    boards = [("nrf52840dk/nrf52840", "nrfjprog", 31), ("nrf5340dk/nrf5340/cpuapp", "nrfjprog", 34), ("nucleo_f429zi", "openocd", 28), ("nucleo_l476rg", "openocd", 27), ("stm32f3_disco", "openocd", 27), ("frdm_k64f", "pyocd", 30), ("mimxrt1050_evk", "pyocd", 33), ("rpi_pico", "openocd", 22)]
    s.bash("cat boards.txt", "\n".join(b for b, _, _ in boards))
    for n, (board, runner, size) in enumerate(boards):
        folder = "build/" + board.replace("/", "_")
        run(s, f"west build -q -p -b {board} -d {folder} app 2>&1 | tail -4", f"Memory region         Used Size  Region Size  %age Used\n           FLASH:      {size * 1024 + n * 316} B       {512 if n % 2 else 1024} KB     {size / 10.24:.2f}%\n             RAM:       {9 + n}{n * 97 % 1000:03} B       {128 + n % 3 * 64} KB      {7 + n * .31:.2f}%\n        IDT_LIST:           0 B        32 KB      0.00%", ms=24_000 + n * 900)
        missing = {"nrfjprog": "ERROR: There is no debugger connected to the PC.\nFATAL ERROR: command exited with status 41: nrfjprog --ids", "openocd": "Error: unable to find a matching CMSIS-DAP device\nFATAL ERROR: command exited with status 1: openocd -s boards/support -f board.cfg", "pyocd": "0000421 C No connected debug probes\nFATAL ERROR: command exited with status 1: pyocd flash"}[runner]
        for k in range({2: 2, 5: 1, 7: 2}.get(n, 0)):
            s.bash(f"west flash -d {folder}", f"-- west flash: rebuilding\nninja: no work to do.\n-- west flash: using runner {runner}\n{missing}", 1, ms=2400, gap=30)
        s.bash(f"west flash -d {folder}", f"-- west flash: rebuilding\nninja: no work to do.\n-- west flash: using runner {runner}\n-- runners.{runner}: Flashing file: {folder}/zephyr/zephyr.hex\nDone: {size * 1024 + n * 316} bytes in {2.1 + n * .3:.1f}s", ms=7000)
        s.bash("timeout 6 cat /dev/ttyACM0; true", "*** Booting Zephyr OS build v4.0.0 ***\nselftest: adc ok, i2c ok, flash ok\nselftest: PASS", ms=6000)


@healthy("work:latex", "thesis", "The print shop wants no overfull boxes. Work them off one at a time, rebuild after each.", client="plain")
def overfull_boxes_worked_off_one_by_one(s):
    boxes = [(14, "31.2pt", "chapters/intro.tex", "211--214", "high-throughput-sequencing", "high-through\\-put sequencing"), (13, "4.1pt", "chapters/intro.tex", "260--266", "state of the art, that", "state of the art that"), (12, "88.0pt", "chapters/data.tex", "31--48", "\\begin{tabular}", "\\small\\begin{tabular}"),
             (11, "12.7pt", "chapters/data.tex", "77--80", "\\texttt{normalize\\_counts}", "\\path{normalize_counts}"), (11, "9.3pt", "chapters/data.tex", "79--82", "\\path{normalize_counts} then", "\\path{normalize_counts}, then"), (10, "61.4pt", "chapters/method.tex", "102--102", "\\[ L = a + b + c", "\\begin{multline*} L = a + b \\\\ + c"),
             (9, "2.8pt", "chapters/method.tex", "140--147", "we nevertheless", "still we"), (8, "17.5pt", "chapters/method.tex", "188--191", "\\url{https://example.org/a/long/path}", "\\href{https://example.org/a/long/path}{the archive}"), (6, "140.2pt", "chapters/results.tex", "20--20", "width=1.3\\textwidth", "width=\\textwidth"),
             (5, "5.5pt", "chapters/results.tex", "66--71", "cross-validation", "cross-vali\\-dation"), (4, "7.7pt", "chapters/results.tex", "93--97", "Kolmogorov-Smirnov", "Kolmo\\-gorov--Smirnov"), (3, "3.0pt", "chapters/outlook.tex", "12--15", "in-vivo-experiments", "experiments in vivo"), (2, "22.9pt", "appendix/tables.tex", "8--31", "lrrrrrr", "l*{6}{r@{\\,}}"), (1, "1.9pt", "appendix/tables.tex", "58--60", "approximately", "about")]
    build = "latexmk -pdf -silent thesis.tex >/dev/null; grep -c '^Overfull' thesis.log; grep -m1 '^Overfull' thesis.log"
    for n, (count, width, file, lines, old, new) in enumerate(boxes):
        s.bash(build, f"{count}\nOverfull \\hbox ({width} too wide) in {'alignment' if 'tab' in old else 'paragraph'} at lines {lines}", ms=19_000 + n * 120)
        s.edit(file, old, new)
    s.bash(build, "0", 1, ms=20_000)
    run(s, "pdfinfo thesis.pdf | grep Pages", "Pages:           186")


@healthy("work:nix", "acme-overlay", "Update the six Go tools in the overlay to the versions of versions.txt. Take the hashes from the failing build as always.", client="codex")
def hashes_taken_from_failing_nix_builds_tool_after_tool(s):
    tools = [("kubeseal-ui", "0.9.2", "0.11.0"), ("logq", "1.3.0", "1.4.1"), ("certwatch", "2.0.1", "2.2.0"), ("s3diff", "0.4.4", "0.5.0"), ("dnsgrep", "3.1.0", "3.1.2"), ("pgpeek", "0.1.8", "0.2.0")]
    s.bash("cat versions.txt", "\n".join(f"{t} {new}" for t, _, new in tools))

    def digest(n):
        return "sha256-" + "".join("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[(n * 7919 + k * k * 31 + k * n) % 64] for k in range(43)) + "="

    def store(n):
        return "".join("0123456789abcdfghijklmnpqrsvwxyz"[(n * 7919 + k * k * 13 + k * n * 3) % 32] for k in range(32))
    zero = "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    for n, (tool, old, new) in enumerate(tools):
        s.edit(f"pkgs/{tool}/default.nix", f"  version = \"{old}\";\n  hash = \"{digest(n + 90)}\";\n  vendorHash = \"{digest(n + 50)}\";", f"  version = \"{new}\";\n  hash = lib.fakeHash;\n  vendorHash = lib.fakeHash;")
        for k, (what, field) in enumerate((("source", "hash"), (f"{tool}-{new}-go-modules", "vendorHash"))):
            s.bash(f"nix build .#{tool}", f"error: hash mismatch in fixed-output derivation '/nix/store/{store(n * 2 + k + 5)}-{what}.drv':\n         specified: {zero}\n            got:    {digest(n * 2 + k + 1)}\nerror: 1 dependencies of derivation '/nix/store/{store(n + 70)}-{tool}-{new}.drv' failed to build", 1, ms=9000 + k * 14_000)
            if k == 0 or n in (1, 4):
                s.edit(f"pkgs/{tool}/default.nix", f"  {field} = lib.fakeHash;", f"  {field} = \"{digest(n * 2 + k + 1)}\";")
            else:
                s.bash(f"sed -i 's|vendorHash = lib.fakeHash|vendorHash = \"{digest(n * 2 + 2)}\"|' pkgs/{tool}/default.nix && nix build .#{tool}", "", ms=58_000)
        if n in (1, 4):
            s.bash(f"nix build .#{tool}", "", ms=61_000)
    s.bash("for t in $(cut -d' ' -f1 versions.txt); do nix run .#$t -- --version; done", "\n".join(f"{t} {new}" for t, _, new in tools), ms=3900)


@healthy("work:cmake", "photogram", "Move photogram's dependencies to a vcpkg manifest. The company proxy cuts downloads today; vcpkg keeps what it has, so just start it again. Then get the build green.", client="claude")
def vcpkg_ports_fetched_through_a_proxy_that_cuts(s):
    ports = ["zlib", "libjpeg-turbo", "libpng", "tiff", "eigen3", "ceres", "opencv4", "boost-filesystem", "sqlite3", "glog"]
    s.write("vcpkg.json", "{\n  \"name\": \"photogram\",\n  \"dependencies\": [\n    " + ",\n    ".join(f'"{p}"' for p in ports) + "\n  ]\n}")
    for n, port in enumerate(("zlib", "tiff", "tiff", "ceres", "opencv4")):
        done, version = (0, 3, 3, 9, 17)[n], ("1.3.1", "4.7.0", "4.7.0", "2.2.0", "4.10.0")[n]
        run(s, "vcpkg install --triplet x64-linux 2>&1 | tail -6", f"Installing {done + 1}/38 {port}:x64-linux@{version}...\nBuilding {port}:x64-linux@{version}...\nerror: curl operation failed with error code {56 if n % 2 else 28} ({'Failure when receiving data from the peer' if n % 2 else 'Timeout was reached'}).\nerror: Failed to download from mirror set\nerror: https://github.com/{port}/{port}/archive/v{version}.tar.gz: curl gave up after 3 retries\nerror: building {port}:x64-linux failed with: BUILD_FAILED\nElapsed time to handle {port}:x64-linux: {41 + n * 13} s", ms=62_000 + n * 31_000)
    run(s, "vcpkg install --triplet x64-linux 2>&1 | tail -3", "Installing 38/38 glog:x64-linux@0.7.1...\nElapsed time to handle glog:x64-linux: 14 s\nAll requested installations completed successfully in: 11 min", ms=671_000)
    s.bash("cmake --preset vcpkg", "-- Running vcpkg install - done\n-- Found JPEG: /home/dev/photogram/vcpkg_installed/x64-linux/lib/libjpeg.a\n-- Configuring done (9.1s)\n-- Generating done (0.2s)", ms=10_000)
    errors = [("src/io/exif.cpp:3:10: fatal error: jpeglib.h: No such file or directory", "src/io", "target_link_libraries(io PUBLIC core)", "target_link_libraries(io PUBLIC core JPEG::JPEG)", 11), ("src/io/geotiff.cpp:2:10: fatal error: tiffio.h: No such file or directory", "src/io", "core JPEG::JPEG)", "core JPEG::JPEG TIFF::TIFF)", 14),
              ("src/ba/solver.cpp:5:10: fatal error: ceres/ceres.h: No such file or directory", "src/ba", "target_link_libraries(ba PUBLIC core)", "find_package(Ceres CONFIG REQUIRED)\ntarget_link_libraries(ba PUBLIC core Ceres::ceres)", 38), ("src/db/store.cpp:1:10: fatal error: sqlite3.h: No such file or directory", "src/db", "target_link_libraries(db PUBLIC core)", "target_link_libraries(db PUBLIC core unofficial::sqlite3::sqlite3)", 61),
              ("src/cli/main.cpp:9:10: fatal error: glog/logging.h: No such file or directory", "src/cli", "target_link_libraries(photogram io ba db)", "target_link_libraries(photogram io ba db glog::glog)", 96)]
    for n, (error, folder, old, new, at) in enumerate(errors):
        s.bash("cmake --build --preset vcpkg", f"[{at}/112] Building CXX object {folder}/CMakeFiles/{folder[4:]}.dir/{error.split(':')[0].rsplit('/', 1)[1]}.o\nFAILED: {folder}/CMakeFiles/{folder[4:]}.dir/{error.split(':')[0].rsplit('/', 1)[1]}.o\n/home/dev/photogram/{error}\ncompilation terminated.\nninja: build stopped: subcommand failed.", 1, ms=21_000 + n * 4000)
        s.edit(f"{folder}/CMakeLists.txt", old, new)
    s.bash("cmake --build --preset vcpkg", "[112/112] Linking CXX executable photogram", ms=44_000)
    s.bash("ctest --preset vcpkg --output-on-failure", "100% tests passed, 0 tests failed out of 84\n\nTotal Test time (real) =  17.20 sec", ms=18_000)


@healthy("work:security", "payments-go", "GO-2026-4118 (x/net) hits our services. One PR for each of the six, merge when the checks are green, main deploys itself.", client="codex", gap=5)
def a_vulnerable_module_bumped_service_by_service_with_ci_in_between(s):
    services = ["gateway", "ledger", "payout", "risk", "webhooks", "statements"]
    for n, name in enumerate(services):
        s.bash(f"cd ../{name} && govulncheck ./...", f"=== Symbol Results ===\n\nVulnerability #1: GO-2026-4118\n    Excessive memory use when parsing HTTP/2 frames in golang.org/x/net\n  Module: golang.org/x/net\n    Found in: golang.org/x/net@v0.{38 + n % 4}.0\n    Fixed in: golang.org/x/net@v0.47.1\n    Example traces found:\n      #1: internal/{name}/server.go:{31 + n * 17}:22: {name}.Serve calls http2.ConfigureServer\n\nYour code is affected by 1 vulnerability from 1 module.", 3, ms=9000)
        s.bash(f"cd ../{name} && go get golang.org/x/net@v0.47.1 && go mod tidy && go test ./... && git switch -qc fix/GO-2026-4118 && git commit -qam 'x/net 0.47.1' && git push -qu origin HEAD && gh pr create --fill", f"go: upgraded golang.org/x/net v0.{38 + n % 4}.0 => v0.47.1\nok  \tacme.dev/{name}/internal/{name}\t{1.2 + n * .31:.3f}s\nok  \tacme.dev/{name}/internal/store\t{3.1 + n * .22:.3f}s\nhttps://github.com/acme-pay/{name}/pull/{402 + n * 57}", ms=31_000)
        for k in range((3, 1, 2, 1, 3, 2)[n]):
            s.bash(f"sleep 90; gh pr checks {402 + n * 57} -R acme-pay/{name}", "lint\tpass\t38s\nunit\tpass\t1m2s\nintegration\tpending\t0", 8, ms=90_900)
        s.bash(f"sleep 90; gh pr checks {402 + n * 57} -R acme-pay/{name} && gh pr merge {402 + n * 57} -R acme-pay/{name} --squash", f"lint\tpass\t38s\nunit\tpass\t1m2s\nintegration\tpass\t{4 + n % 2}m{11 + n * 7}s\n✓ Squashed and merged pull request acme-pay/{name}#{402 + n * 57} (x/net 0.47.1)", ms=94_000)
    s.bash("for d in gateway ledger payout risk webhooks statements; do kubectl -n pay rollout status deploy/$d --timeout=5m; done", "\n".join(f"deployment \"{d}\" successfully rolled out" for d in services), ms=41_000)
