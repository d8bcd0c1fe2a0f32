"""Ordinary days, stuck (second half): workers that do not run, warnings that stay, servers that refuse, clicks that hang, secrets and kernels."""
from session import stuck, run


@stuck("principle:waiting", "thumbs", "Trigger a thumbnail job through the API on my machine and show me the result.", client="plain")
def a_celery_task_pending_without_a_worker(s):
    task = "6f0d1c1e-9a40-4c8e-b0a7-21c1b2a9d7aa"
    s.bash("docker compose ps --services --status running", "api\nredis\n")
    s.bash("curl -s -XPOST localhost:8000/jobs -d '{\"url\": \"https://example.test/a.png\"}'", f"{{\"id\": \"{task}\", \"state\": \"PENDING\"}}")
    poll = f"curl -s localhost:8000/jobs/{task}"
    pending = f"{{\"id\": \"{task}\", \"state\": \"PENDING\", \"result\": null}}"
    s.bash(poll, pending)
    s.bash(f"sleep 10; {poll}", pending, ms=10_050)
    s.bash(f"sleep 30; {poll} | jq -r .state", "PENDING", ms=30_060)
    s.bash("docker compose exec redis redis-cli llen celery", "(integer) 1")
    s.bash("celery -A thumbs inspect ping", "Error: No nodes replied within time constraint", 69, ms=1600)
    s.bash(f"sleep 60; {poll}", pending, ms=60_050)
    s.stuck_here()
    for n in range(15):
        command, out = [(f"sleep {60 + n * 10}; {poll}", pending), (f"{poll} | jq -r '.state'", "PENDING"), (f"for i in 1 2 3; do sleep 15; {poll} | jq -r .state; done", "PENDING\nPENDING\nPENDING"), ("docker compose exec redis redis-cli llen celery", "(integer) 1"), (f"sleep 90 && {poll} 2>/dev/null || true", pending)][n % 5]
        s.bash(command, out, ms=int(command.split()[1].rstrip(';')) * 1000 + 60 if command.startswith("sleep") else 45_200 if "sleep" in command else 180)
        if n in (3, 9):
            s.say("The job is still pending, thumbnails can take a while. I'll give it more time.")


@stuck("work:frontend", "blog-next", "The console shows a hydration error on the post page. Get rid of it.", client="claude")
def a_hydration_error_that_stays_after_each_edit(s):
    def console(n):
        s.mcp("playwright", "browser_navigate", {"url": "http://localhost:3000/posts/hello"}, "### Page state\n- Page Title: Hello\n- article [ref=e5]", ms=1100 + n * 30)
        s.mcp("playwright", "browser_console_messages", {"onlyErrors": True} if n % 2 else {}, f"[ERROR] Error: Hydration failed because the initial UI does not match what was rendered on the server.\nWarning: Text content did not match. Server: \"3/11/2026\" Client: \"11.3.2026\" @ http://localhost:3000/_next/static/chunks/main.js?v={1773220000 + n * 47}:2614")
    console(0)
    s.look("pages/posts/[slug].tsx", "export default function Post({ post }) {\n  return <Layout><h1>{post.title}</h1><PostMeta post={post} /><div dangerouslySetInnerHTML={{ __html: post.html }} /></Layout>;\n}")
    edits = [("pages/posts/[slug].tsx", "<h1>{post.title}</h1>", "<h1 suppressHydrationWarning>{post.title}</h1>"), ("pages/_app.tsx", "<Component {...pageProps} />", "<React.StrictMode><Component {...pageProps} /></React.StrictMode>"), ("components/Layout.tsx", "<main>", "<main key=\"main\">"), ("pages/_document.tsx", "<Html>", "<Html lang=\"en\">"), ("pages/posts/[slug].tsx", "<div dangerouslySetInnerHTML", "<section dangerouslySetInnerHTML"), ("next.config.js", "reactStrictMode: true", "reactStrictMode: false"), ("components/Layout.tsx", "<main key=\"main\">", "<main suppressHydrationWarning>"), ("pages/posts/[slug].tsx", "<Layout>", "<Layout key={post.slug}>"), ("pages/_document.tsx", "<Html lang=\"en\">", "<Html lang=\"en\" suppressHydrationWarning>"), ("components/Header.tsx", "<header>", "<header suppressHydrationWarning>")]
    for n, (path, old, new) in enumerate(edits):
        if n == 4:
            s.stuck_here()
        s.edit(path, old, new)
        if n == 5:
            s.bash("rm -rf .next && (npm run dev > /tmp/next.log 2>&1 &) ; sleep 6; tail -2 /tmp/next.log", " ✓ Ready in 2.1s\n ○ Compiling /posts/[slug] ...", ms=6200)
        console(n + 1)


@stuck("principle:permission", "members-db", "Set status = 'lapsed' for all members whose last payment is older than 400 days. You have the postgres MCP.", client="claude")
def a_read_only_database_asked_to_update_in_every_spelling(s):
    where = "last_payment < now() - interval '400 days'"
    err = "Error: cannot execute {} in a read-only transaction"
    s.mcp("postgres", "list_tables", {"schema": "public"}, ["members", "payments", "plans"])
    s.mcp("postgres", "query", {"sql": f"select count(*) from members where {where}"}, [{"count": "318"}])
    s.mcp("postgres", "query", {"sql": f"update members set status = 'lapsed' where {where}"}, err.format("UPDATE"), False)
    s.mcp("postgres", "query", {"sql": f"UPDATE public.members SET status = 'lapsed' WHERE {where};"}, err.format("UPDATE"), False)
    s.mcp("postgres", "query", {"sql": f"begin; update members set status = 'lapsed' where {where}; commit;"}, err.format("UPDATE"), False)
    s.mcp("postgres", "query", {"sql": f"set transaction read write; update members set status = 'lapsed' where {where}"}, "Error: transaction read-write mode must be set before any query", False)
    s.stuck_here()
    for n, (sql, kind) in enumerate([(f"with l as (select id from members where {where}) update members m set status = 'lapsed' from l where l.id = m.id", "UPDATE"), ("update members set status = 'lapsed' where id = 17", "UPDATE"), (f"do $$ begin update members set status = 'lapsed' where {where}; end $$", "UPDATE"), ("show transaction_read_only", None), ("set session characteristics as transaction read write", ""), ("update members set status = 'lapsed' where id in (17, 22, 31)", "UPDATE"), ("create table lapsed as select id from members", "CREATE TABLE AS"), (f"update members set status = 'lapsed' where {where} returning id", "UPDATE"), ("insert into members (id, status) values (17, 'lapsed') on conflict (id) do update set status = excluded.status", "INSERT"), ("create function lapse() returns void language sql as 'update members set status = ''lapsed'''", "CREATE FUNCTION"), (f"UPDATE ONLY members SET status = 'lapsed' WHERE {where}", "UPDATE"), ("merge into members m using (select 17 id) l on l.id = m.id when matched then update set status = 'lapsed'", "MERGE"), ("select set_config('transaction_read_only', 'off', true)", "?"), (f"update members as m set status = 'lapsed' where m.{where}", "UPDATE")]):
        if kind is None:
            s.mcp("postgres", "query", {"sql": sql}, [{"transaction_read_only": "on"}])
        elif kind == "":
            s.mcp("postgres", "query", {"sql": sql}, [])
        else:
            s.mcp("postgres", "query", {"sql": sql}, err.format(kind) if kind != "?" else "Error: cannot set transaction read-write mode inside a read-only transaction", False, ms=120 + n * 9)


@stuck("work:browser", "portal-e2e", "Log in on https://staging.portal.test and download the March statement for me.", client="plain")
def a_click_that_a_cookie_dialog_takes(s):
    def blocked(what, n):
        return f"TimeoutError: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for {what}\n    - locator resolved to <button type=\"submit\">Log in</button>\n  - attempting click action\n    {8 + n % 5} × waiting for element to be visible, enabled and stable\n      - element is visible, enabled and stable\n      - <div class=\"cmp-overlay\"></div> intercepts pointer events\n    - retrying click action"
    page = "- dialog \"We value your privacy\" [ref=e3]\n- textbox \"User\" [ref=e11]\n- textbox \"Password\" [ref=e13]\n- button \"Log in\" [ref=e15]"
    s.mcp("playwright", "browser_navigate", {"url": "https://staging.portal.test"}, page, ms=1900)
    s.mcp("playwright", "browser_type", {"element": "User", "ref": "e11", "text": "qa-7"}, "ok")
    s.mcp("playwright", "browser_type", {"element": "Password", "ref": "e13", "text": "********"}, "ok")
    for n in range(3):
        s.mcp("playwright", "browser_click", {"element": ["Log in button", "Log in", "Submit button"][n], "ref": "e15"}, blocked("locator('aria-ref=e15')", n), False, ms=5020)
    s.mcp("playwright", "browser_snapshot", {}, page)
    s.stuck_here()
    for n in range(14):
        if n % 5 == 2:
            s.mcp("playwright", "browser_snapshot", {}, page)
        elif n % 5 == 4:
            s.mcp("playwright", "browser_wait_for", {"time": 3 + n}, page, ms=(3 + n) * 1000)
        elif n == 6:
            s.mcp("playwright", "browser_navigate", {"url": "https://staging.portal.test"}, page, ms=1800)
        else:
            s.mcp("playwright", "browser_click", {"element": ["Log in button", "Blue log in button", "Form submit", "The login button below the password"][n % 4], "ref": "e15", **({"doubleClick": True} if n % 4 == 3 else {})}, blocked("locator('aria-ref=e15')", n), False, ms=5030)


@stuck("principle:permission", "ops-board", "Move all OPS tickets that are deployed (label 'deployed') to Done in Jira.", client="plain", times="at")
def a_jira_account_that_may_not_transition(s):
    keys = ["OPS-301", "OPS-304", "OPS-309", "OPS-310", "OPS-313", "OPS-318", "OPS-322"]
    err = "{\"errorMessages\":[\"You do not have permission to transition this issue.\"],\"errors\":{}} (HTTP 403)"
    s.mcp("jira", "search", {"jql": "project = OPS and labels = deployed and status != Done"}, [{"key": k, "status": "In Review"} for k in keys])
    s.mcp("jira", "get_transitions", {"issue": "OPS-301"}, [{"id": "31", "name": "Done"}, {"id": "21", "name": "In Progress"}])
    for k in keys:
        s.mcp("jira", "transition_issue", {"issue": k, "transition": "31"}, err, False)
    s.stuck_here()
    for n, (tool, given) in enumerate([("transition_issue", {"issue": "OPS-301", "transition": "31"}), ("get_transitions", {"issue": "OPS-304"}), ("transition_issue", {"issue": "OPS-301", "transition": "Done"}), ("transition_issue", {"issue": "OPS-301", "transition": "31", "comment": "deployed"}), ("transition_issue", {"issue": "OPS-304", "transition": "31", "fields": {"resolution": {"name": "Done"}}}), ("transition_issue", {"issue": "OPS-309", "transition": "21"}), ("transition_issue", {"issue": "OPS-309", "transition": "31"}), ("edit_issue", {"issue": "OPS-310", "fields": {"status": "Done"}}), ("transition_issue", {"issue": "OPS-310", "transition": "31"}), ("bulk_transition", {"issues": keys, "transition": "31"}), ("transition_issue", {"issue": "OPS-301", "transition": 31}), ("transition_issue", {"issue": "OPS-313", "transition": "31", "notify": False}), ("transition_issue", {"issue": "OPS-318", "transition": "Done"}), ("get_transitions", {"issue": "OPS-318"}), ("transition_issue", {"issue": "OPS-322", "transition": "31", "comment": "Deployed, closing."})]):
        if tool == "get_transitions":
            s.mcp("jira", tool, given, [{"id": "31", "name": "Done"}, {"id": "21", "name": "In Progress"}])
        elif tool == "edit_issue":
            s.mcp("jira", tool, given, "{\"errorMessages\":[],\"errors\":{\"status\":\"Field 'status' cannot be set. It is not on the appropriate screen, or unknown.\"}} (HTTP 400)", False)
        else:
            s.mcp("jira", tool, given, err, False, ms=280 + n * 11)


@stuck("work:cpp", "packet-lab", "CodecTest.RoundTrip segfaults since yesterday, fix the codec.", client="codex")
def a_gtest_that_segfaults_after_each_guess(s):
    def test(n, how):
        command, rc = [("cmake --build build -j8 2>&1 | tail -2 && ctest --test-dir build -R CodecTest.RoundTrip --output-on-failure", 8), ("make -C build -j8 2>&1 | tail -1; ./build/codec_test --gtest_filter=CodecTest.RoundTrip", 139), ("cmake --build build 2>&1 | grep -E 'error|warning' ; ./build/codec_test --gtest_filter='CodecTest.*' 2>&1 | tail -4; echo exit $?", 0)][how]
        out = f"[ RUN      ] CodecTest.RoundTrip\nSegmentation fault (core dumped)" if how else f"[100%] Built target codec_test\nTest project /home/dev/packet-lab/build\n    Start 7: CodecTest.RoundTrip\n1/1 Test #7: CodecTest.RoundTrip ..............***Exception: SegFault  0.{11 + n % 7} sec\n\n0% tests passed, 1 tests failed out of 1\n\nTotal Test time (real) =   0.{13 + n % 7} sec"
        s.bash(command, out + ("\nexit 0" if how == 2 else ""), rc, ms=9000 + n * 120)
    test(0, 0)
    s.look("src/codec.cpp", "void Codec::encode(const Frame& f, Buffer& out) {\n  out.resize(f.size() + kHeader);\n  std::memcpy(out.data() + kHeader, f.data(), f.size());\n  write_header(out, f);\n}")
    copy = "  std::memcpy(out.data() + kHeader, f.data(), f.size());"
    move = copy.replace("memcpy", "memmove")
    head = "void Codec::encode(const Frame& f, Buffer& out) {"
    edits = [("  out.resize(f.size() + kHeader);", "  out.resize(f.size() + kHeader + 1);"), ("  write_header(out, f);", "  if (!out.empty()) write_header(out, f);"), ("  out.resize(f.size() + kHeader + 1);", "  out.reserve(4096);\n  out.resize(f.size() + kHeader + 1);"), (copy, move), ("  if (!out.empty()) write_header(out, f);", "  assert(out.size() >= kHeader);\n  write_header(out, f);"), ("  out.resize(f.size() + kHeader + 1);", "  out.resize(f.size() + 2 * kHeader);"), (head, head + "\n  if (f.size() == 0) return;"), ("  out.reserve(4096);", "  out.reserve(65536);"), (move, "  std::copy_n(f.data(), f.size(), out.data() + kHeader);"), ("  assert(out.size() >= kHeader);", "  if (out.size() < kHeader) return;"), ("  if (f.size() == 0) return;", "  if (f.size() == 0 || f.data() == nullptr) return;")]
    for n, (old, new) in enumerate(edits):
        if n == 5:
            s.stuck_here()
        s.edit("src/codec.cpp", old, new)
        test(n + 1, n % 3)
        if n == 6:
            s.look("src/codec.cpp", "void Codec::encode(const Frame& f, Buffer& out) {\n  if (f.size() == 0) return;\n  out.reserve(4096);", 1, 30)


@stuck("work:typescript", "forms-kit", "`npm run typecheck` fails in useField.ts, please fix.", client="claude")
def one_generic_argument_that_is_never_assignable(s):
    def check(n):
        text = f"src/useField.ts({31 + n % 3},{n % 4 + 18}): error TS2345: Argument of type 'string' is not assignable to parameter of type 'Path<T>'.\n"
        s.bash(["npm run typecheck 2>&1 | tail -5", "npx tsc --noEmit", "npx tsc --noEmit -p tsconfig.json 2>&1 | grep useField", "npm run -s typecheck; echo exit $?"][n % 4], text + (f"\nFound 1 error in src/useField.ts:{31 + n % 3}\n" if n % 4 < 2 else "exit 2" if n % 4 == 3 else ""), 2 if n % 4 == 1 else 0, ms=6100 + n * 44)
    check(0)
    s.look("src/useField.ts", "export function useField<T extends FieldValues>(form: Form<T>, name: string) {\n  const value = form.watch(name);\n  return { value, set: (v: unknown) => form.setValue(name, v) };\n}", 30, 4)
    edits = [("const value = form.watch(name);", "const value: unknown = form.watch(name);"), ("name: string)", "name: string): Field<T>"), ("form.watch(name)", "form.watch(`${name}`)"), ("<T extends FieldValues>", "<T extends FieldValues = FieldValues>"), ("form.watch(`${name}`)", "form.watch(String(name))"), ("form: Form<T>", "form: Form<T & FieldValues>"), ("const value: unknown =", "const value: T[keyof T] | unknown ="), ("<T extends FieldValues = FieldValues>", "<T extends Record<string, unknown>>"), ("form.watch(String(name))", "form.watch(name.toString())"), ("form: Form<T & FieldValues>", "form: Readonly<Form<T>>"), ("name.toString()", "(name)")]
    for n, (old, new) in enumerate(edits):
        if n == 4:
            s.stuck_here()
        s.edit("src/useField.ts", old, new)
        check(n + 1)
        if n in (4, 8):
            s.say("The types should line up now." if n == 4 else "That must be the last piece.")


@stuck("principle:same-error", "trail-android", "Install the debug build on the phone and tell me if the map opens.", client="codex")
def an_apk_and_no_device_to_install_it_on(s):
    none = "adb: no devices/emulators found"
    gradle = "> Task :app:installDebug FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:installDebug'.\n> com.android.builder.testing.api.DeviceException: No connected devices!\n\nBUILD FAILED in {}s"
    s.bash("./gradlew assembleDebug 2>&1 | tail -3", "BUILD SUCCESSFUL in 48s\n38 actionable tasks: 38 executed", ms=49_000)
    s.bash("adb install -r app/build/outputs/apk/debug/app-debug.apk", none, 1)
    s.bash("adb devices", "List of devices attached\n")
    s.bash("adb kill-server && adb start-server && adb devices", "* daemon not running; starting now at tcp:5037\n* daemon started successfully\nList of devices attached\n", ms=3100)
    s.bash("./gradlew installDebug 2>&1 | tail -9", gradle.format(6), ms=7000)
    s.bash("lsusb; emulator -list-avds", "Bus 001 Device 001: ID 1d6b:0002 Linux Foundation 2.0 root hub\nbash: emulator: command not found", 127)
    s.stuck_here()
    for n, (command, out, rc) in enumerate([("adb -d install -r app/build/outputs/apk/debug/app-debug.apk", "adb: no devices found", 1), ("adb wait-for-device & sleep 30; kill %1; adb devices", "List of devices attached\n", 0), ("adb install -t -r -g app/build/outputs/apk/debug/app-debug.apk 2>&1 | tail -2", none, 0), ("./gradlew :app:installDebug --info 2>&1 | tail -9", gradle.format(8), 0), ("adb kill-server; adb start-server; adb devices -l", "* daemon started successfully\nList of devices attached\n", 0), ("adb shell am start -n org.trail/.MainActivity", none, 1), ("./gradlew clean installDebug 2>&1 | tail -9", gradle.format(57), 0), ("adb -e install app/build/outputs/apk/debug/app-debug.apk; echo exit $?", "adb: no emulators found\nexit 1", 0), ("adb reconnect && adb devices", none, 1), ("adb push app/build/outputs/apk/debug/app-debug.apk /sdcard/", none, 1), ("sleep 60; adb devices", "List of devices attached\n", 0), ("adb usb", "error: no devices/emulators found", 1), ("adb install -r app/build/outputs/apk/debug/app-debug.apk", none, 1), ("adb logcat -d | tail -20", "- waiting for device -\nerror: no devices/emulators found", 0)]):
        s.bash(command, out, rc, ms=1200 + n * 170)


@stuck("work:ci", "site-deploy", "The deploy workflow fails. Fix it, push, and watch until it is green.", client="claude", gap=20)
def a_workflow_whose_secret_nobody_has_set(s):
    def watch(n):
        s.bash(f"gh run watch {70110 + n * 13} --exit-status 2>&1 | tail -4", f"X main Deploy · {70110 + n * 13}\nJOBS\nX deploy in {14 + n}s (ID {991 + n})\n  X Publish", 0, ms=31_000)
        s.bash([f"gh run view {70110 + n * 13} --log-failed | tail -6", f"gh run view {70110 + n * 13} --log | grep -i error"][n % 2], f"deploy\tPublish\t2026-03-12T09:{10 + n * 3}:02.118Z ##[group]Run acme/publish@v3\ndeploy\tPublish\t2026-03-12T09:{10 + n * 3}:02.119Z with:\ndeploy\tPublish\t2026-03-12T09:{10 + n * 3}:02.204Z ##[error]Input required and not supplied: token" if n % 2 == 0 else f"deploy\tPublish\t2026-03-12T09:{10 + n * 3}:02.204Z ##[error]Input required and not supplied: token", ms=2100)
    s.bash("gh secret list", "no secrets found", ms=800)
    s.look(".github/workflows/deploy.yml", "on: {push: {branches: [main]}}\njobs:\n  deploy:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - name: Publish\n        uses: acme/publish@v3\n        with:\n          token: ${{ secrets.PUBLISH_TOKEN }}")
    watch(0)
    edits = [("token: ${{ secrets.PUBLISH_TOKEN }}", "token: '${{ secrets.PUBLISH_TOKEN }}'"), ("acme/publish@v3", "acme/publish@v3.1"), ("    runs-on: ubuntu-latest", "    runs-on: ubuntu-22.04"), ("token: '${{ secrets.PUBLISH_TOKEN }}'", "token: ${{ env.PUBLISH_TOKEN }}"), ("    runs-on: ubuntu-22.04", "    runs-on: ubuntu-22.04\n    env:\n      PUBLISH_TOKEN: ${{ secrets.PUBLISH_TOKEN }}"), ("  deploy:", "  deploy:\n    permissions: {contents: write}"), ("token: ${{ env.PUBLISH_TOKEN }}", "token: \"${{ env.PUBLISH_TOKEN }}\""), ("actions/checkout@v4", "actions/checkout@v3")]
    for n, (old, new) in enumerate(edits):
        if n == 4:
            s.stuck_here()
        s.edit(".github/workflows/deploy.yml", old, new)
        s.bash(f"git commit -qam '{['Quote the token', 'Pin the action', 'Pin the runner', 'Read the token from env', 'Set the env', 'Add permissions', 'Quote again', 'Older checkout'][n]}' && git push 2>&1 | tail -1", f"   {n * 7717 + 4099:07x}..{(n + 1) * 7717 + 4099:07x}  main -> main", ms=2600)
        watch(n + 1)


@stuck("work:data", "sensor-notebooks", "Execute daily.ipynb end to end; cell 7 kills the kernel.", client="plain")
def a_kernel_that_dies_at_the_seventh_cell(s):
    def execute(n):
        command = ["jupyter nbconvert --to notebook --execute daily.ipynb --output out.ipynb 2>&1 | tail -5", "jupyter nbconvert --execute --inplace daily.ipynb; echo exit $?", "papermill daily.ipynb out.ipynb 2>&1 | tail -6", "python -m nbclient.cli daily.ipynb 2>&1 | tail -4"][n % 4]
        run(s, command, (f"Executing:  50%|█████     | 6/12 [00:{18 + n}<00:13,  2.71s/cell]\n" if n % 4 == 2 else "") + "    raise DeadKernelError(\"Kernel died\")\nnbclient.exceptions.DeadKernelError: Kernel died" + ("\nexit 1" if n % 4 == 1 else ""), 0, ms=26_000 + n * 700)
    execute(0)
    s.bash("jq -r '.cells[6].source | add' daily.ipynb; ls -lh data/; free -g | head -2", "wide = readings.pivot_table(index='ts', columns='sensor', values='v')\nreadings.parquet 9.1G\n               total        used        free\nMem:              15           3          11")
    edits = ["pd.set_option('mode.copy_on_write', True)", "import gc; gc.collect()", "%config InlineBackend.figure_format = 'png'", "pd.options.display.max_rows = 20", "import warnings; warnings.simplefilter('ignore')", "gc.collect(); gc.collect(2)", "plt.close('all')", "import matplotlib; matplotlib.use('Agg')", "pd.set_option('display.width', 120)", "%reset_selective -f tmp", "del _"]
    for n, code in enumerate(edits):
        if n == 4:
            s.stuck_here()
        s.other("notebook_edit", {"notebook_path": "/home/dev/sensor-notebooks/daily.ipynb", "cell_id": f"c{n % 6}", "edit_mode": "replace", "new_source": code}, f"Updated cell c{n % 6}")
        execute(n + 1)
        if n == 3:
            s.bash("dmesg 2>/dev/null | tail -2 || true", "")


@stuck("principle:wrong-place", "donations", "tests/test_checkout.py calls the real Stripe, mock it so that the tests run offline.", client="codex")
def a_stripe_mock_in_every_place_but_the_right_one(s):
    def test(n):
        run(s, ["pytest -q tests/test_checkout.py 2>&1 | tail -8", "pytest -x -q tests/test_checkout.py::test_pays", "python -m pytest tests/test_checkout.py -q --tb=short 2>&1 | tail -12", "pytest -q tests/test_checkout.py; echo exit $?"][n % 4], f"E   stripe.error.APIConnectionError: Unexpected error communicating with Stripe. (Network error: ConnectionError: HTTPSConnectionPool(host='api.stripe.com', port=443): Max retries exceeded with url: /v1/payment_intents (Caused by NewConnectionError('<urllib3.connection.HTTPSConnection object at 0x7f{n * 104729 + 65537:08x}>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')))\nFAILED tests/test_checkout.py::test_pays\n1 failed, 3 passed in {2.1 + n * .13:.2f}s" + ("\nexit 1" if n % 4 == 3 else ""), 1 if n % 4 < 3 else 0, ms=3300 + n * 50)
    test(0)
    s.look("tests/test_checkout.py", "def test_pays(client):\n    r = client.post('/checkout', json={'amount': 500})\n    assert r.status_code == 201")
    s.look("donations/pay.py", "from stripe import PaymentIntent as PI\n\ndef pay(amount):\n    return PI.create(amount=amount, currency='eur')")
    targets = ["stripe.Charge.create", "stripe.PaymentIntent", "stripe.api_requestor.request", "donations.checkout.stripe", "stripe.Customer.create", "donations.views.stripe", "stripe.http_client.post", "donations.stripe", "stripe.checkout.Session.create", "donations.checkout.PaymentIntent", "stripe.api_key"]
    was = "def test_pays(client):"
    for n, target in enumerate(targets):
        if n == 4:
            s.stuck_here()
        now = f"@patch('{target}', create=True)\ndef test_pays(_mock, client):"
        s.edit("tests/test_checkout.py", was, now)
        was = now
        test(n + 1)


@stuck("principle:waiting", "poll-app", "Start the vite dev server in the background and open the page when it is ready.", client="claude")
def output_read_of_a_dev_server_that_was_killed(s):
    s.other("Bash", {"command": "npm run dev", "description": "Start dev server", "run_in_background": True}, "Command running in background with ID: bash_1", ms=60)
    s.other("BashOutput", {"bash_id": "bash_1"}, "<status>running</status>\n\n<stdout>\n> poll-app@0.0.1 dev\n> vite\n</stdout>")
    s.other("KillShell", {"shell_id": "bash_1"}, "{\"message\":\"Successfully killed shell: bash_1 (npm run dev)\",\"shell_id\":\"bash_1\"}")
    s.say("I restart it with a fixed port. Waiting for the server to come up.")
    out = "<status>killed</status>"
    s.other("BashOutput", {"bash_id": "bash_1"}, out)
    s.bash("curl -s -o /dev/null -w '%{http_code}' http://localhost:5173/", "000", 7)
    s.bash("sleep 10; curl -sI http://localhost:5173/ | head -1", "", ms=10_040)
    s.other("BashOutput", {"bash_id": "bash_1"}, out)
    s.other("BashOutput", {"bash_id": "bash_1", "filter": "ready|Local:"}, out)
    s.bash("sleep 20 && curl -s -o /dev/null -w '%{http_code}' localhost:5173", "000", 7, ms=20_040)
    s.stuck_here()
    for n in range(15):
        if n % 3 == 0:
            s.other("BashOutput", {"bash_id": "bash_1", **({"filter": ["ready", "Local", "VITE"][n // 3 % 3]} if n % 2 else {})}, out)
        elif n % 3 == 1:
            s.bash([f"sleep {15 + n * 2}; curl -s -o /dev/null -w '%{{http_code}}\\n' http://localhost:5173/", f"curl -sS -m {3 + n} http://127.0.0.1:5173/ 2>&1 | tail -1"][n % 2], "000" if n % 2 == 0 else "curl: (7) Failed to connect to 127.0.0.1 port 5173 after 0 ms: Couldn't connect to server", 7 if n % 2 == 0 else 0, ms=(15 + n * 2) * 1000 if n % 2 == 0 else 40)
        else:
            s.bash([f"sleep {20 + n}", "for i in $(seq 10); do curl -sf localhost:5173 >/dev/null && echo up && break; sleep 2; done", "nc -z localhost 5173; echo $?"][n // 3 % 3], "1" if n // 3 % 3 == 2 else "", ms=20_000 if n // 3 % 3 < 2 else 30)
        if n in (4, 10):
            s.say("Vite is still starting; let me check again in a moment.")
