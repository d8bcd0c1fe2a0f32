"""Healthy work: Airflow, Kafka, Helm, Ansible, GitLab, Playwright, Storybook, Figma and sheets, notebooks, ssh, trivy, i18n, git, firmware."""
import hashlib

from session import healthy, run


@healthy("work:airflow", "etl-dags", "Airflow 2.9 to 3.0: make all the DAGs import again. The image is up in compose.", client="claude")
def dags_that_import_again_one_after_another(s):
    dags = [("orders_daily", "ModuleNotFoundError: No module named 'airflow.operators.python_operator'", "from airflow.operators.python_operator import PythonOperator", "from airflow.providers.standard.operators.python import PythonOperator"),
            ("orders_hourly", "ModuleNotFoundError: No module named 'airflow.operators.python_operator'", "from airflow.operators.python_operator import PythonOperator", "from airflow.providers.standard.operators.python import PythonOperator"),
            ("crm_pull", "ModuleNotFoundError: No module named 'airflow.operators.bash_operator'", "from airflow.operators.bash_operator import BashOperator", "from airflow.providers.standard.operators.bash import BashOperator"),
            ("fx_rates", "TypeError: DAG.__init__() got an unexpected keyword argument 'schedule_interval'", "schedule_interval=\"@daily\"", "schedule=\"@daily\""),
            ("gl_export", "TypeError: DAG.__init__() got an unexpected keyword argument 'schedule_interval'", "schedule_interval=\"0 4 * * *\"", "schedule=\"0 4 * * *\""),
            ("hr_sync", "TypeError: DAG.__init__() got an unexpected keyword argument 'schedule_interval'", "schedule_interval=None", "schedule=None"),
            ("invoices", "ImportError: cannot import name 'days_ago' from 'airflow.utils.dates'", "start_date=days_ago(2)", "start_date=pendulum.datetime(2024, 1, 1)"),
            ("kpi_mail", "ModuleNotFoundError: No module named 'airflow.operators.subdag'", "SubDagOperator(", "TaskGroup("),
            ("stock_load", "TypeError: DAG.__init__() got an unexpected keyword argument 'concurrency'", "concurrency=4", "max_active_tasks=4"),
            ("web_logs", "ModuleNotFoundError: No module named 'airflow.contrib'", "from airflow.contrib.hooks.ssh_hook import SSHHook", "from airflow.providers.ssh.hooks.ssh import SSHHook")]
    for n, (dag, error, old, new) in enumerate(dags):
        run(s, "docker compose exec -T scheduler airflow dags list-import-errors -o plain | head -2", f"filepath                              error\n/opt/airflow/dags/{dag}.py".ljust(78) + f"  {error}", ms=7400 + n * 60)
        s.edit(f"dags/{dag}.py", old, new)
    s.bash("docker compose exec -T scheduler airflow dags list-import-errors", "No data found", ms=7300)
    for dag, *_ in dags[:4]:
        run(s, f"docker compose exec -T scheduler airflow dags test {dag} 2026-10-01 2>&1 | tail -1", f"[2026-10-05T10:1{len(dag) % 10}:22.014+0000] {{dagrun.py:1042}} INFO - Marking run <DagRun {dag} @ 2026-10-01 00:00:00+00:00: manual__2026-10-01, state:success> successful", ms=19_000)


@healthy("work:kafka", "payments-ops", "I have just scaled the billing consumers from 3 to 9. Watch the lag of group billing until it is below 1000, look every minute; then scale back to 3.", client="plain", gap=2)
def a_consumer_group_watched_until_its_lag_is_gone(s):
    ask = "sleep 60; kafka-consumer-groups --bootstrap-server b1:9092 --describe --group billing | awk 'NR>2{s+=$6} END{print s}'"
    s.bash("kubectl -n pay get deploy billing", "NAME      READY   UP-TO-DATE   AVAILABLE   AGE\nbilling   9/9     9            9           211d")
    for n, lag in enumerate([1840221, 1846730, None, 1851902, 1722087, 1588410, 1455920, 1320044, 1186521, 1053377, 920110, 784402, 651873, 518034, 385011, 251740, 118302, 9120, 214]):
        s.bash(ask, "Warning: Consumer group 'billing' is rebalancing.\n0" if lag is None else f"{lag}", ms=63_000 + n * 40)
    s.bash("kubectl -n pay scale deploy billing --replicas=3", "deployment.apps/billing scaled")


@healthy("work:helm", "tenant-charts", "I moved the labels into _helpers.tpl. Check tenant by tenant that nothing changes in the cluster; no diff is what we want. Repair the chart where there is one.", client="codex")
def an_empty_diff_wanted_for_every_tenant(s):
    tenants = ["acorn", "bluefin", "cobalt", "dorset", "elmwood", "fathom", "garnet", "harbor", "indigo", "juniper", "kestrel", "lumen", "mistral", "nimbus"]
    s.bash("ls values", "\n".join(f"{t}.yaml" for t in tenants))
    for n, tenant in enumerate(tenants):
        command = f"helm diff upgrade app ./chart -n {tenant} -f values/{tenant}.yaml --detailed-exitcode"
        if n == 4:
            s.bash(command, "elmwood, app, Deployment (apps) has changed:\n     metadata:\n       labels:\n-        tier: gold\n+        tier: standard\nError: identified at least one change, exiting with non-zero exit code (detailed-exitcode parameter enabled)\nError: plugin \"diff\" exited with error", 2, ms=2900)
            s.edit("chart/templates/_helpers.tpl", "tier: standard", "tier: {{ .Values.tier | default \"standard\" }}")
        if n == 9:
            s.bash(command, "juniper, app-cron, CronJob (batch) has changed:\n       labels:\n-        app.kubernetes.io/component: cron\nError: identified at least one change, exiting with non-zero exit code (detailed-exitcode parameter enabled)\nError: plugin \"diff\" exited with error", 2, ms=2900)
            s.edit("chart/templates/cronjob.yaml", "labels: {{- include \"app.labels\" . | nindent 4 }}", "labels:\n    {{- include \"app.labels\" . | nindent 4 }}\n    app.kubernetes.io/component: cron")
        s.bash(command, "", ms=2700 + n * 31)
    s.say("After the two repairs I look at all of the earlier ones once more.")
    for tenant in tenants[:9]:
        s.bash(f"helm diff upgrade app ./chart -n {tenant} -f values/{tenant}.yaml --detailed-exitcode", "", ms=2750)


@healthy("work:ansible", "base-roles", "molecule idempotence fails for the role node_base. Make it idempotent.", client="claude")
def a_role_made_idempotent_task_by_task(s):
    tasks = [("Write motd", "shell: date > /etc/motd", "copy: {content: \"{{ motd }}\", dest: /etc/motd}"), ("Add swap", "command: mkswap /swapfile", "command: mkswap /swapfile\n  args: {creates: /swapfile.done}"), ("Set hostname", "shell: hostnamectl set-hostname {{ name }}", "hostname: {name: \"{{ name }}\"}"),
             ("Download node_exporter", "get_url: {url: \"{{ url }}\", dest: /tmp/ne.tgz, force: true}", "get_url: {url: \"{{ url }}\", dest: /opt/ne.tgz}"), ("Unpack node_exporter", "shell: tar xzf /opt/ne.tgz -C /opt", "unarchive: {src: /opt/ne.tgz, dest: /opt, remote_src: true, creates: /opt/node_exporter}"),
             ("Reload sysctl", "command: sysctl --system", "command: sysctl --system\n  changed_when: false"), ("Create app user", "user: {name: app, password: \"{{ pw | password_hash('sha512') }}\"}", "user: {name: app, password: \"{{ pw | password_hash('sha512', salt) }}\"}")]
    for n in range(len(tasks)):
        bad = [name for name, *_ in tasks[n:]][:1]
        run(s, "molecule idempotence 2>&1 | tail -4", f"PLAY RECAP *********************************************************************\nnode-noble                 : ok=24   changed=1    unreachable=0    failed=0    skipped=2    rescued=0    ignored=0\nCRITICAL Idempotence test failed because of the following tasks:\n*  => node_base : {bad[0]}", ms=31_000 + n * 270)
        s.edit("tasks/main.yml", tasks[n][1], tasks[n][2])
        run(s, "molecule converge 2>&1 | tail -1", "node-noble                 : ok=24   changed=2    unreachable=0    failed=0    skipped=2    rescued=0    ignored=0", ms=33_000)
    run(s, "molecule idempotence 2>&1 | tail -1", "INFO     Idempotence completed successfully.", ms=30_000)


@healthy("work:gitlab", "sensor-sdk", "The nightly matrix is red in twelve jobs. Tell me for each job why, then fix what is ours.", client="claude")
def the_logs_of_a_red_matrix_read_job_by_job(s):
    jobs = [(f"{os}-py{py}", 88120341 + n * 3) for n, (os, py) in enumerate((o, p) for o in ("jammy", "noble", "alpine", "macos") for p in ("3.11", "3.12", "3.13"))]
    s.bash("glab ci get -p 1904412 --output text | grep failed", "\n".join(f"{name}\t{ident}\tfailed" for name, ident in jobs))
    for n, (name, ident) in enumerate(jobs):
        cause = "/bin/sh: cmake: not found" if name.startswith("alpine") else "ERROR: Failed to build 'numpy' when getting requirements to build wheel" if name.endswith("3.13") else "E   AssertionError: assert 21.5 == 21.499998 ± 1.0e-09"
        run(s, f"glab ci trace {ident} | tail -4", f"{cause}\nCleaning up project directory and file based variables\n00:01\nERROR: Job failed: {'exit code 127' if name.startswith('alpine') else 'exit status 1' if name.startswith('macos') else 'exit code 1'}", ms=2300 + n * 21)
    s.edit(".gitlab-ci.yml", "apk add --no-cache gcc musl-dev", "apk add --no-cache gcc musl-dev cmake make")
    s.edit("pyproject.toml", "numpy==1.26.4", "numpy>=2.1,<3")
    s.edit("tests/test_temp.py", "approx(21.499998, abs=1e-9)", "approx(21.499998, abs=1e-4)")
    s.bash("git commit -qam 'ci: cmake on alpine, numpy 2, sane tolerance' && git push -q && sleep 480; glab ci status --compact", "(running) • 06m 41s\thttps://gitlab.com/sensor/sensor-sdk/-/pipelines/1904533", ms=483_000)
    s.bash("sleep 300; glab ci status --compact", "(running) • 11m 47s\thttps://gitlab.com/sensor/sensor-sdk/-/pipelines/1904533", ms=302_000)
    s.bash("sleep 300; glab ci status --compact", "(success) • 14m 02s\thttps://gitlab.com/sensor/sensor-sdk/-/pipelines/1904533", ms=302_000)


@healthy("work:playwright", "booking-web", "The design system upgrade broke the Playwright specs. Repair the selectors, spec by spec.", client="codex")
def selectors_that_time_out_repaired_spec_by_spec(s):
    specs = [("login", "getByText('Sign in')", "getByRole('button', { name: 'Sign in' })"), ("search", "locator('.ds-input >> nth=0')", "getByLabel('Where to?')"), ("dates", "locator('.ds-cal__next')", "getByRole('button', { name: 'Next month' })"),
             ("rooms", "locator('li.room')", "getByTestId('room-card')"), ("guests", "locator('.stepper-plus')", "getByRole('button', { name: 'Add guest' })"), ("extras", "locator('#breakfast')", "getByRole('switch', { name: 'Breakfast' })"),
             ("payment", "frameLocator('#pay')", "frameLocator('iframe[title=\"Secure payment\"]')"), ("summary", "locator('.total b')", "getByTestId('total')"), ("cancel", "getByText('Yes')", "getByRole('dialog').getByRole('button', { name: 'Yes, cancel' })")]
    for n, (spec, old, new) in enumerate(specs):
        s.bash(f"npx playwright test e2e/{spec}.spec.ts --project=chromium --reporter=line", f"Running {2 + n % 3} tests using 2 workers\n  1) [chromium] › e2e/{spec}.spec.ts:{11 + n * 2}:5 › {spec} › happy path\n\n    Test timeout of 30000ms exceeded.\n\n    Error: locator.click: Test timeout of 30000ms exceeded.\n    Call log:\n      - waiting for {old}\n\n  1 failed\n  {1 + n % 3} passed ({33 + n % 4}.{n}s)", 1, ms=35_000)
        if n % 3 == 1:
            s.grep("aria-label|data-testid", f"src/pages/{spec}", f"src/pages/{spec}/index.tsx:{31 + n}:  <Field label={{t('{spec}.label')}} data-testid=\"{spec}\">")
        s.edit(f"e2e/{spec}.spec.ts", f"await page.{old}.click()", f"await page.{new}.click()")
        s.bash(f"npx playwright test e2e/{spec}.spec.ts --project=chromium --reporter=line", f"Running {2 + n % 3} tests using 2 workers\n  {2 + n % 3} passed ({5 + n % 4}.{n}s)", ms=7000)
    s.bash("npx playwright test --reporter=line", "Running 81 tests using 6 workers\n  81 passed (1.4m)", ms=85_000)


@healthy("work:a11y", "ui-kit", "Get the axe violations in Storybook to zero; the runner stops at the first story that fails.", client="plain", gap=5)
def axe_findings_removed_story_by_story(s):
    stories = [("Button", "Ghost", "color-contrast", "color: #9aa0a6", "color: #5f6368"), ("Badge", "Info", "color-contrast", "background: #8ab4f8", "background: #1a56b0"), ("Alert", "Warning", "color-contrast", "color: #f9ab00", "color: #7a4f00"),
               ("IconButton", "Default", "button-name", "<button {...rest}>", "<button aria-label={label} {...rest}>"), ("Input", "WithHint", "label", "<input id={id} />", "<label htmlFor={id}>{label}</label><input id={id} />"),
               ("Tabs", "Basic", "aria-required-children", "<div role=\"tablist\"><li>", "<div role=\"tablist\"><li role=\"presentation\">"), ("Tabs", "Vertical", "color-contrast", "--tab-idle: #b0b0b0", "--tab-idle: #666"),
               ("Modal", "Open", "aria-dialog-name", "role=\"dialog\"", "role=\"dialog\" aria-labelledby={titleId}"), ("Menu", "Nested", "nested-interactive", "<a><button>", "<button>"), ("Table", "Sortable", "empty-table-header", "<th />", "<th><span className=\"sr-only\">Actions</span></th>")]
    for n, (part, story, rule, old, new) in enumerate(stories):
        s.bash("npx test-storybook --bail --ci", f" FAIL   browser: chromium  src/{part}/{part}.stories.tsx\n  ● {part} › {story} › smoke-test\n\n    Expected the HTML found at $('#storybook-root') to have no violations:\n\n    Received:\n    \"{rule}\" ({rule})\n\n    1 accessibility violation was detected\n\nTest Suites: 1 failed, {4 + n * 3} passed, {5 + n * 3} of 41 total\nTests:       1 failed, {17 + n * 11} passed, {18 + n * 11} total\nTime:        {9 + n}.{n * 37 % 100} s", 1, ms=10_000 + n * 1000)
        s.edit(f"src/{part}/{part}.{'css' if rule == 'color-contrast' else 'tsx'}", old, new)
    s.bash("npx test-storybook --ci", "Test Suites: 41 passed, 41 total\nTests:       163 passed, 163 total\nTime:        24.81 s", ms=26_000)


@healthy("work:figma", "icon-inventory", "For each component on the Figma page Controls: read its size and tokens, and put a row into the sheet Inventory.", client="claude")
def figma_components_entered_row_by_row_in_a_sheet(s):
    names = ["Button", "Checkbox", "Radio", "Switch", "Slider", "Select", "Combobox", "Chip", "Stepper", "Tooltip", "Tab", "Toggle", "Rating", "Pager"]
    s.mcp("figma", "get_metadata", {"fileKey": "kQ81xTzPq", "nodeId": "12:400"}, "<canvas id=\"12:400\" name=\"Controls\">\n" + "\n".join(f"  <symbol id=\"12:{410 + n * 7}\" name=\"{name}\" />" for n, name in enumerate(names)) + "\n</canvas>")
    for n, name in enumerate(names):
        height = 32 if n % 4 else 40
        s.mcp("figma", "get_variable_defs", {"fileKey": "kQ81xTzPq", "nodeId": f"12:{410 + n * 7}"}, {"color/bg/control": "#FFFFFF", "radius/control": "6", "size/control": f"{height}"}, ms=1100)
        s.mcp("sheets", "update_values", {"spreadsheetId": "1fY0aXq", "range": f"Inventory!A{n + 2}:D{n + 2}", "values": [[name, height, 6, "color/bg/control"]]}, {"spreadsheetId": "1fY0aXq", "updatedRows": 1, "updatedColumns": 4, "updatedCells": 4}, ms=640)


@healthy("work:notebook", "churn-nb", "pandas 1.5 to 3.0 in features.py (a jupytext notebook). Execute it, fix the cell that breaks, again until it goes through; then train.", client="codex")
def a_notebook_that_breaks_at_a_later_cell_each_time(s):
    cells = [(3, "AttributeError: 'DataFrame' object has no attribute 'append'", "df = df.append(extra)", "df = pd.concat([df, extra])"), (5, "AttributeError: 'DataFrame' object has no attribute 'iteritems'", "df.iteritems()", "df.items()"),
             (6, "TypeError: DataFrame.drop() takes from 1 to 2 positional arguments but 3 were given", "df.drop(\"id\", 1)", "df.drop(columns=\"id\")"), (9, "ValueError: Invalid frequency: M. Did you mean ME?", "resample(\"M\")", "resample(\"ME\")"),
             (10, "ValueError: Invalid frequency: Q. Did you mean QE?", "resample(\"Q\")", "resample(\"QE\")"), (14, "TypeError: Could not convert string 'proplusbasic' to numeric", ".groupby(\"month\").mean()", ".groupby(\"month\").mean(numeric_only=True)"),
             (15, "TypeError: Could not convert string 'proplusbasic' to numeric", "df.std()", "df.std(numeric_only=True)"), (19, "ImportError: cannot import name 'json_normalize' from 'pandas.io.json'", "from pandas.io.json import json_normalize", "from pandas import json_normalize"),
             (22, "TypeError: NDFrame.fillna() got an unexpected keyword argument 'method'", "fillna(method=\"ffill\")", "ffill()")]
    for n, (cell, error, old, new) in enumerate(cells):
        s.bash("jupytext --to ipynb --execute features.py", f"[jupytext] Reading features.py in format py\n[jupytext] Executing notebook with kernel python3\nnbclient.exceptions.CellExecutionError: An error occurred while executing the following cell:\n------------------\n# cell {cell}\n{old}\n------------------\n\n{error}", 1, ms=9000 + cell * 1900)
        s.edit("features.py", old, new)
    s.bash("jupytext --to ipynb --execute features.py", "[jupytext] Reading features.py in format py\n[jupytext] Executing notebook with kernel python3\n[jupytext] Writing features.ipynb", ms=61_000)
    s.bash("nohup python train.py > train.log 2>&1 & echo started", "started")
    for n, auc in enumerate([.7102, .7418, .7590, .7655, .7701, .7724]):
        s.bash("sleep 240; tail -1 train.log", f"epoch {n * 4 + 4:>2}/24  loss {.61 - n * .027:.4f}  val_auc {auc:.4f}  {58 + n % 3}s", ms=240_000)


@healthy("work:incident", "web-fleet", "Since 14:00 a few customers get 502s. Find out on which of web01 to web14 and why. Read only, ssh works.", client="plain", codes=False, gap=4)
def bad_gateways_sought_on_every_web_host(s):
    for n in range(1, 15):
        s.bash(f"ssh web{n:02} \"grep -c ' 502 ' /var/log/nginx/access.log\"", {6: "412", 11: "388"}.get(n, "0"), 0 if n in (6, 11) else 1, ms=700)
    s.bash("ssh web06 \"grep ' 502 ' /var/log/nginx/access.log | cut -d' ' -f4 | cut -c2-18 | uniq -c | head -3\"", "     11 05/Oct/2026:14:02\n     14 05/Oct/2026:14:03\n     13 05/Oct/2026:14:04")
    s.bash("ssh web06 \"tail -2 /var/log/nginx/error.log\"", "2026/10/05 15:21:07 [error] 911#911: *88121 connect() to unix:/run/app/2.sock failed (11: Resource temporarily unavailable) while connecting to upstream\n2026/10/05 15:21:08 [error] 911#911: *88127 connect() to unix:/run/app/2.sock failed (11: Resource temporarily unavailable) while connecting to upstream")
    s.bash("ssh web11 \"tail -1 /var/log/nginx/error.log\"", "2026/10/05 15:21:40 [error] 904#904: *71190 connect() to unix:/run/app/2.sock failed (11: Resource temporarily unavailable) while connecting to upstream")
    for k in range(1, 5):
        s.bash(f"ssh web06 systemctl is-active app@{k}", "active")
    s.bash("ssh web06 \"ss -xl | grep run/app\"", "u_str LISTEN 0      512    /run/app/1.sock 30112 * 0\nu_str LISTEN 129    128    /run/app/2.sock 30977 * 0\nu_str LISTEN 0      512    /run/app/3.sock 30119 * 0\nu_str LISTEN 0      512    /run/app/4.sock 30124 * 0")
    s.bash("ssh web11 \"ss -xl | grep run/app\"", "u_str LISTEN 0      512    /run/app/1.sock 29004 * 0\nu_str LISTEN 129    128    /run/app/2.sock 29881 * 0\nu_str LISTEN 0      512    /run/app/3.sock 29010 * 0\nu_str LISTEN 0      512    /run/app/4.sock 29013 * 0")
    s.bash("ssh web06 \"sudo journalctl -u app@2 --since 13:55 | head -3\"", "Oct 05 13:59:41 web06 app[4410]: config: backlog=128 (override.conf)\nOct 05 14:01:58 web06 app[4410]: pool exhausted, waiting for ldap01:389\nOct 05 14:02:03 web06 app[4410]: pool exhausted, waiting for ldap01:389")


@healthy("work:security", "platform-images", "Security audit: no HIGH or CRITICAL in trivy for any of our images. Bump the bases, rebuild, scan.", client="codex", times="none")
def images_bumped_until_trivy_finds_nothing(s):
    images = [("api", "node:20.9-bookworm-slim", "node:22.20-bookworm-slim", 14), ("worker", "node:20.9-bookworm-slim", "node:22.20-bookworm-slim", 14), ("gateway", "nginx:1.25-alpine", "nginx:1.29-alpine", 6), ("reports", "python:3.11.4-slim", "python:3.13-slim", 21),
              ("etl", "python:3.11.4-slim", "python:3.13-slim", 21), ("auth", "eclipse-temurin:17.0.8_7-jre", "eclipse-temurin:21-jre", 9), ("search", "golang:1.21-alpine", "golang:1.25-alpine", 11), ("mail", "ruby:3.2.2-slim", "ruby:3.4-slim", 17)]
    for n, (name, old, new, count) in enumerate(images):
        scan = f"trivy image -q --severity HIGH,CRITICAL --ignore-unfixed --exit-code 1 acme/{name}:dev | grep -E '^Total|^acme'"
        run(s, scan, f"acme/{name}:dev (debian 12.{1 + n % 3})\nTotal: {count} (HIGH: {count - 2}, CRITICAL: 2)")
        s.edit(f"{name}/Dockerfile", f"FROM {old}", f"FROM {new}")
        s.bash(f"docker build -q -t acme/{name}:dev {name}", "sha256:" + hashlib.sha256(name.encode()).hexdigest())
        if n in (3, 4):
            run(s, scan, f"acme/{name}:dev (debian 13.1)\nTotal: 1 (HIGH: 1, CRITICAL: 0)")
            s.edit(f"{name}/requirements.txt", "setuptools==65.5.1", "setuptools==80.9.0")
            s.bash(f"docker build -q -t acme/{name}:dev {name}", "sha256:" + hashlib.sha256((name + "2").encode()).hexdigest())
        s.bash(f"trivy image -q --severity HIGH,CRITICAL --ignore-unfixed --exit-code 1 acme/{name}:dev", f"\nReport Summary\n\n┌────────────────────┬────────┬─────────────────┐\n│       Target       │  Type  │ Vulnerabilities │\n├────────────────────┼────────┼─────────────────┤\n│ acme/{name}:dev".ljust(60) + "│ debian │        0        │\n└────────────────────┴────────┴─────────────────┘")


@healthy("work:i18n", "docs-site", "The Docusaurus site has ten languages and each lacks the new keys. Translate them, build each language, fix broken links as they come.", client="claude", gap=11)
def a_docs_site_translated_and_built_language_by_language(s):
    words = {"de": ("Zurück nach oben", "Bearbeiten"), "fr": ("Haut de page", "Modifier"), "es": ("Volver arriba", "Editar"), "it": ("Torna su", "Modifica"), "pt": ("Voltar ao topo", "Editar"), "nl": ("Naar boven", "Bewerken"), "pl": ("Do góry", "Edytuj"), "sv": ("Till toppen", "Redigera"), "cs": ("Nahoru", "Upravit"), "da": ("Til toppen", "Rediger")}
    for n, (code, (top, edit)) in enumerate(words.items()):
        s.bash(f"npm run -s write-translations -- --locale {code}", f"[INFO] 2 translations will be written at \"i18n/{code}/code.json\".")
        s.edit(f"i18n/{code}/code.json", '"theme.backToTop": { "message": "Back to top" },\n  "theme.edit": { "message": "Edit" }', f'"theme.backToTop": {{ "message": "{top}" }},\n  "theme.edit": {{ "message": "{edit}" }}')
        if code in ("fr", "it", "cs"):
            s.bash(f"npm run -s build -- --locale {code}", f"[ERROR] Error: Unable to build website for locale {code}.\n  [cause]: Error: Docusaurus found broken links!\n  - Broken link on source page path = /{code}/guide/{'setup' if n % 2 else 'deploy'}:\n     -> linking to ../install", 1, ms=41_000)
            s.edit(f"i18n/{code}/docusaurus-plugin-content-docs/current/guide/{'setup' if n % 2 else 'deploy'}.md", "](../install)", "](../start/install.md)")
        s.bash(f"npm run -s build -- --locale {code}", '[SUCCESS] Generated static files in "build".\n[INFO] Use `npm run serve` command to test your build locally.', ms=43_000 + n * 510)


@healthy("work:git", "solver-core", "I lost the sparse preconditioner on Friday with a reset or a stash drop, I don't remember. It touched ilu.cc. Find it and put it on a branch.", client="claude")
def a_lost_commit_found_among_the_dangling(s):
    s.bash("git reflog --since='8 days ago' | head -6", "e41c0da HEAD@{0}: commit: bench: print residuals\n90be11f HEAD@{1}: reset: moving to origin/main\n90be11f HEAD@{2}: pull --rebase (finish): returning to refs/heads/main\n90be11f HEAD@{3}: pull --rebase (start): checkout origin/main\n7d1f2c8 HEAD@{4}: checkout: moving from spike to main\n7d1f2c8 HEAD@{5}: checkout: moving from main to spike")
    hashes = [f"{(n * 7919 + 104729) * 2654435761 % 16 ** 7:07x}" for n in range(15)]
    s.bash("git fsck --no-reflogs --lost-found --no-progress | grep commit", "\n".join(f"dangling commit {h}" for h in hashes))
    for n, commit in enumerate(hashes[:13]):
        files = " src/ilu.cc | 214 ++++++++++++++++++++++++++++++\n src/ilu.h  |  31 ++++\n 2 files changed, 245 insertions(+)" if n == 12 else " bench/run.py | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)" if n % 3 else " src/cg.cc | 4 ++--\n 1 file changed, 2 insertions(+), 2 deletions(-)"
        s.bash(f"git show --stat --format=%s {commit}", f"WIP on {'spike: 7d1f2c8 ilu: start' if n == 12 else 'main: 90be11f cg: tidy'}\n\n{files}", ms=60)
    s.bash(f"git branch rescue/ilu {hashes[12]} && git show --format=%ad --no-patch rescue/ilu", "Fri Oct 2 17:48:10 2026 +0200")
    s.bash("git switch -q rescue/ilu && cmake --build build -j8 2>&1 | tail -1 && ctest --test-dir build -R ilu | tail -3", "[100%] Built target solver_tests\n100% tests passed, 0 tests failed out of 6\n\nTotal Test time (real) =   1.84 sec", ms=52_000)


@healthy("work:firmware", "meter-fw", "Sixteen meters on the bench. I swap the board each time and press the pedal; you wait for it, flash, and check that it answers with the new version. Write the serials to flashed.csv.", client="plain", gap=3)
def sixteen_meters_flashed_as_they_are_swapped(s):
    for n in range(16):
        s.bash("./jig/wait_pedal.sh", "board present", ms=14_000 + n * 811 % 9000)
        if n in (4, 11):
            s.bash("west flash --runner jlink -d build/meter", "-- west flash: rebuilding\nninja: no work to do.\n-- west flash: using runner jlink\nFATAL ERROR: command exited with status 1: JLinkExe -nogui 1 -if swd -speed 4000 -device nRF52840_xxAA -CommanderScript /tmp/tmpjlink/runner.jlink", 1, ms=5100)
            s.bash("./jig/wait_pedal.sh", "board present", ms=8200)
        s.bash("west flash --runner jlink -d build/meter", "-- west flash: rebuilding\nninja: no work to do.\n-- west flash: using runner jlink\n-- runners.jlink: Flashing file: build/meter/zephyr/zephyr.hex", ms=9300)
        s.bash("./jig/ask.py version,serial | tee -a flashed.csv", f"2.4.1,MTR-{20931 + n * 17}", ms=1400)
    s.bash("sort -u flashed.csv | wc -l", "16")
