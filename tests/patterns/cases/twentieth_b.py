"""Healthy work: backfills, a dead-letter queue, nullable C#, a flaky Nexus, UI reruns, TDD in Laravel, Rust 2024, PyPI, a bisect, semgrep, Actions, rolling reboots, forms, ETL."""
import hashlib

from session import healthy, run


def _sha(text, length=7):
    return hashlib.sha1(text.encode()).hexdigest()[:length]


@healthy("work:postgres", "ledger-db", "Backfill events.tenant_id in batches of 50000 on prod-replica, look at what is left after each batch, then set NOT NULL. Short lock timeouts, it is in use.", client="claude")
def a_column_backfilled_in_equal_batches(s):
    batch = "psql -X \"$LEDGER\" -c \"SET lock_timeout='3s'; UPDATE events e SET tenant_id=a.tenant_id FROM accounts a WHERE a.id=e.account_id AND e.id IN (SELECT id FROM events WHERE tenant_id IS NULL ORDER BY id LIMIT 50000 FOR UPDATE)\""
    left = "psql -XAt \"$LEDGER\" -c 'SELECT count(*) FROM events WHERE tenant_id IS NULL'"
    s.bash(left, "431907", ms=5100)
    rest = 431907
    for n in range(9):
        if n in (3, 6):
            s.bash(batch, "SET\nERROR:  canceling statement due to lock timeout\nCONTEXT:  while locking tuple (%d,%d) in relation \"events\"" % (8812 + n * 401, 3 + n), 1, ms=3300)
        done = min(50000, rest)
        rest -= done
        s.bash(batch, f"SET\nUPDATE {done}", ms=14_200 + n * 873 % 5000)
        s.bash(left, f"{rest}", ms=4800 - n * 110)
    s.bash("psql -X \"$LEDGER\" -c 'ALTER TABLE events ADD CONSTRAINT events_tenant_nn CHECK (tenant_id IS NOT NULL) NOT VALID'", "ALTER TABLE", ms=90)
    s.bash("psql -X \"$LEDGER\" -c 'ALTER TABLE events VALIDATE CONSTRAINT events_tenant_nn'", "ALTER TABLE", ms=71_000)
    s.bash("psql -X \"$LEDGER\" -c 'ALTER TABLE events ALTER tenant_id SET NOT NULL, DROP CONSTRAINT events_tenant_nn'", "ALTER TABLE", ms=60)
    s.bash("psql -XAt \"$LEDGER\" -c \"SELECT attnotnull FROM pg_attribute WHERE attrelid='events'::regclass AND attname='tenant_id'\"", "t", ms=70)


@healthy("work:rabbitmq", "order-bus", "There are 13 messages in orders.dlq. Take them one by one: correct the payload and publish it again to orders, or write it to lost.jsonl if it cannot be saved.", client="plain", gap=7)
def a_dead_letter_queue_emptied_by_hand(s):
    take = "rabbitmqadmin -f pretty_json get queue=orders.dlq count=1 ackmode=ack_requeue_false | jq -r '.[] | [.message_count, .properties.headers[\"x-death\"][0].reason, .payload] | @tsv'"
    s.bash("rabbitmqadmin -f tsv list queues name messages | grep orders", "orders\t0\norders.dlq\t13\norders.retry\t0")
    for n in range(13):
        order = 771020 + n * 37
        bad = f'{{"id":{order},"total":"{19 + n * 3},90","currency":"EUR"}}' if n not in (5, 9) else f'{{"id":{order},"total":'
        s.bash(take, f"{12 - n}\trejected\t{bad}", ms=420 + n * 9)
        if n in (5, 9):
            s.bash(f"echo '{{\"id\":{order},\"why\":\"truncated\"}}' >> lost.jsonl")
        else:
            s.bash(f"rabbitmqadmin publish exchange=orders routing_key=order.created payload='{{\"id\":{order},\"total\":{19 + n * 3}.90,\"currency\":\"EUR\"}}'", "Message published", ms=390 + n * 7)
    s.bash(take, "", ms=400)
    s.bash("rabbitmqadmin -f tsv list queues name messages | grep orders", "orders\t0\norders.dlq\t0\norders.retry\t0")
    s.bash("wc -l lost.jsonl", "2 lost.jsonl")


@healthy("work:dotnet", "Billing", "Nullable is on as error in Billing.Domain since this morning. Make it build again, file by file, no pragma and no null!.", client="codex")
def nullable_errors_removed_class_by_class(s):
    classes = [("Invoice", "Number", 14), ("InvoiceLine", "Description", 9), ("Customer", "Name", 12), ("Address", "Street", 7), ("TaxRate", "Country", 11), ("CreditNote", "Number", 16),
               ("Payment", "Reference", 13), ("Dunning", "Template", 10), ("Contract", "Title", 18), ("PriceList", "Currency", 8), ("Mandate", "Iban", 15)]
    build = "dotnet build src/Billing.Domain/Billing.Domain.csproj --nologo -v q -clp:ErrorsOnly"
    for n, (name, prop, line) in enumerate(classes):
        rows = [f"/home/dev/Billing/src/Billing.Domain/{c}.cs({at},19): error CS8618: Non-nullable property '{p}' must contain a non-null value when exiting constructor. Consider adding the 'required' modifier or declaring the property as nullable. [/home/dev/Billing/src/Billing.Domain/Billing.Domain.csproj]" for c, p, at in classes[n:n + 2]]
        s.bash(build, "\n" + "\n".join(rows) + f"\n\nBuild FAILED.\n    0 Warning(s)\n    {len(classes) - n} Error(s)\n\nTime Elapsed 00:00:0{3 + n % 4}.{(n * 37 + 11) % 100:02}", 1, ms=4200 + n * 190)
        if n % 4 == 2:
            s.grep(f"new {name}[({{ ]", "src", f"src/Billing.Api/Mapping/{name}Mapper.cs:{21 + n}:        return new {name} {{ {prop} = dto.{prop} }};")
        s.edit(f"src/Billing.Domain/{name}.cs", f"    public string {prop} {{ get; set; }}", f"    public required string {prop} {{ get; init; }}" if n % 3 else f"    public string? {prop} {{ get; set; }}")
    s.bash(build, "\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:06.81", ms=7300)
    run(s, "dotnet test --nologo -v q | tail -1", "Passed!  - Failed:     0, Passed:   412, Skipped:     3, Total:   415, Duration: 9 s - Billing.Tests.dll (net9.0)", ms=21_000)


@healthy("work:gradle", "claims-platform", "Warm the Gradle cache of all modules for the offline build. Our Nexus drops connections today, just try again when it times out.", client="claude", gap=3)
def a_cache_warmed_over_a_nexus_that_times_out(s):
    modules = [("core", []), ("api", ["io/netty/netty-handler/4.1.115.Final/netty-handler-4.1.115.Final.jar"]), ("claims", []), ("fraud", ["org/apache/spark/spark-core_2.13/3.5.3/spark-core_2.13-3.5.3.jar"] * 2), ("mail", ["org/eclipse/angus/angus-mail/2.0.3/angus-mail-2.0.3.jar"]),
               ("pdf", ["com/itextpdf/kernel/8.0.5/kernel-8.0.5.jar", "com/itextpdf/layout/8.0.5/layout-8.0.5.jar"]), ("search", ["org/opensearch/opensearch/2.17.1/opensearch-2.17.1.jar"]), ("batch", []), ("portal", ["com/vaadin/flow-server/24.5.4/flow-server-24.5.4.jar"]), ("reports", [])]
    for n, (module, losses) in enumerate(modules):
        command = f"./gradlew :{module}:dependencies --refresh-dependencies -q > /tmp/{module}.deps && wc -l /tmp/{module}.deps"
        for k, artifact in enumerate(losses):
            group, name, version = "/".join(artifact.split("/")[:-3]).replace("/", "."), artifact.split("/")[-3], artifact.split("/")[-2]
            s.bash(command, f"\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':{module}:dependencies'.\n> Could not download {artifact.split('/')[-1]} ({group}:{name}:{version})\n   > Could not get resource 'https://nexus.corp.example/repository/maven-public/{artifact}'.\n      > Read timed out\n\nBUILD FAILED in {31 + n + k * 4}s", 1, ms=31_500 + n * 1000 + k * 4000)
        s.bash(command, f"{188 + n * 73 % 400} /tmp/{module}.deps", ms=19_000 + n * 2100 % 9000)
    s.bash("./gradlew --offline assemble -q", "", ms=94_000)
    s.bash("du -sh ~/.gradle/caches/modules-2", "1.9G\t/home/dev/.gradle/caches/modules-2")


@healthy("work:xcode", "Trailmap", "testOfflineSync is said to be flaky. Run it 16 times on the simulator, don't fix anything, tell me how often it fails and with what.", client="plain", gap=4)
def a_ui_test_run_sixteen_times_as_asked(s):
    command = "xcodebuild test -scheme Trailmap -destination 'platform=iOS Simulator,name=iPhone 16' -only-testing:TrailmapUITests/SyncTests/testOfflineSync -quiet 2>&1 | tail -3"
    s.bash("xcrun simctl boot 'iPhone 16' && xcrun simctl bootstatus 'iPhone 16' | tail -1", "Device already booted, nothing to do.", ms=21_000)
    for n in range(16):
        if n in (3, 8, 13):
            run(s, command, f"/home/dev/Trailmap/TrailmapUITests/SyncTests.swift:61: error: -[TrailmapUITests.SyncTests testOfflineSync] : XCTAssertTrue failed - badge did not clear\nFailing tests:\n\tSyncTests.testOfflineSync()", ms=39_000 + n * 211)
        else:
            run(s, command, "", ms=27_000 + n * 317 % 4100)
    s.say("3 of 16 runs failed (the 4th, the 9th and the 14th), each time: badge did not clear, SyncTests.swift:61.")


@healthy("work:laravel", "bookings", "Build the Voucher class test first: one behaviour at a time, red, green. Behaviours are in docs/vouchers.md.", client="codex")
def a_voucher_grown_test_by_test_in_laravel(s):
    steps = [("is valid today", "Call to undefined method App\\Models\\Voucher::isValid()", "public function isValid(): bool { return true; }"),
             ("is not valid when expired", "Failed asserting that true is false.", "public function isValid(): bool { return $this->expires_at->isFuture(); }"),
             ("is not valid when used up", "Failed asserting that true is false.", "public function isValid(): bool { return $this->expires_at->isFuture() && $this->left > 0; }"),
             ("takes percent off", "Call to undefined method App\\Models\\Voucher::apply()", "public function apply(int $cents): int { return $cents - intdiv($cents * $this->percent, 100); }"),
             ("takes an amount off", "Failed asserting that 5000 is identical to 4000.", "return $this->amount ? $cents - $this->amount : $cents - intdiv($cents * $this->percent, 100);"),
             ("never goes below zero", "Failed asserting that -500 is identical to 0.", "return max(0, $this->amount ? $cents - $this->amount : $cents - intdiv($cents * $this->percent, 100));"),
             ("counts down", "Failed asserting that 3 is identical to 2.", "$this->decrement('left');"),
             ("refuses a foreign tenant", "Failed asserting that exception of type \"App\\Exceptions\\WrongTenant\" is thrown.", "throw_unless($booking->tenant_id === $this->tenant_id, WrongTenant::class);")]
    s.look("docs/vouchers.md", "# Vouchers\n\n" + "\n".join(f"- it {name}" for name, *_ in steps))
    for n, (name, failure, code) in enumerate(steps):
        s.edit("tests/Unit/VoucherTest.php", "// next", f"it('{name}', function () {{\n    expect(voucher()){'->toBeValid' if n < 3 else '->off'}();\n}});\n// next")
        s.bash("php artisan test --filter=VoucherTest", "\n   FAIL  Tests\\Unit\\VoucherTest\n" + "".join(f"  ✓ it {done}\n" for done, *_ in steps[:n]) + f"  ⨯ it {name}\n\n  {failure}\n\n  Tests:    1 failed, {n} passed ({n + 1} assertions)\n  Duration: 0.{31 + n * 3}s", 1, ms=1500 + n * 30)
        s.edit("app/Models/Voucher.php", steps[n - 1][2] if n not in (0, 3, 6, 7) else "    // methods", code)
        s.bash("php artisan test --filter=VoucherTest", "\n   PASS  Tests\\Unit\\VoucherTest\n" + "".join(f"  ✓ it {done}\n" for done, *_ in steps[:n + 1]) + f"\n  Tests:    {n + 1} passed ({n + 1} assertions)\n  Duration: 0.{29 + n * 4}s", ms=1480 + n * 41)
    s.bash("vendor/bin/pint --test app/Models/Voucher.php tests/Unit/VoucherTest.php", "\n  ..\n\n  ──────────────────────────────────────────── Laravel\n    PASS   ............................. 2 files", ms=800)


@healthy("work:rust", "tidepool", "Move the workspace to edition 2024, one crate per commit, tests of the crate green before each commit.", client="claude")
def a_rust_workspace_moved_crate_by_crate(s):
    crates = [("tide-types", 31), ("tide-codec", 58), ("tide-io", 12), ("tide-store", 77), ("tide-net", 40), ("tide-auth", 23), ("tide-sched", 19), ("tide-cli", 9), ("tide-ffi", 6)]
    for n, (crate, tests) in enumerate(crates):
        s.bash(f"cargo fix -q --edition -p {crate} --all-targets --allow-dirty && sed -i 's/edition = \"2021\"/edition = \"2024\"/' crates/{crate}/Cargo.toml", "", ms=11_000 + n * 740)
        if crate in ("tide-io", "tide-sched"):
            s.bash(f"cargo test -q -p {crate}", f"error: extern blocks must be unsafe\n  --> crates/{crate}/src/sys.rs:{8 + n}:1\n\nerror: could not compile `{crate}` (lib) due to 1 previous error", 101, ms=5200)
            s.edit(f"crates/{crate}/src/sys.rs", "extern \"C\" {", "unsafe extern \"C\" {")
        if crate == "tide-ffi":
            s.bash(f"cargo test -q -p {crate}", f"error: unsafe attribute used without unsafe\n  --> crates/{crate}/src/lib.rs:14:3\n   |\n14 | #[no_mangle]\n   |   ^^^^^^^^^ usage of unsafe attribute\n\nerror: could not compile `{crate}` (lib) due to 1 previous error", 101, ms=4100)
            s.edit(f"crates/{crate}/src/lib.rs", "#[no_mangle]", "#[unsafe(no_mangle)]")
        s.bash(f"cargo test -q -p {crate}", f"\nrunning {tests} tests\n{'.' * tests}\ntest result: ok. {tests} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.{tests * 7 % 90 + 3:02}s\n", ms=9000 + tests * 31)
        s.bash(f"git commit -qam 'refactor({crate}): edition 2024'", "")
    s.bash("cargo test -q --workspace 2>&1 | grep -c 'test result: ok'", "9", ms=61_000)


@healthy("work:pypi", "geo-tools", "Release the seven geo-* packages to TestPyPI in this order, each depends on the ones before, so wait until the index has it before you go on.", client="plain", gap=3)
def packages_released_in_the_order_of_their_dependencies(s):
    packages = [("geo-base", "2.4.0", 0), ("geo-crs", "1.9.1", 2), ("geo-grid", "0.8.0", 1), ("geo-io", "3.1.0", 3), ("geo-plot", "1.2.2", 0), ("geo-cli", "2.4.0", 1), ("geo-qa", "0.5.0", 0)]
    for n, (name, version, waits) in enumerate(packages):
        wheel = f"{name.replace('-', '_')}-{version}"
        s.bash(f"cd {name} && rm -rf dist && python -m build -q && twine check dist/*", f"Checking dist/{wheel}-py3-none-any.whl: PASSED\nChecking dist/{wheel}.tar.gz: PASSED", ms=8100 + n * 270)
        s.bash(f"cd {name} && twine upload -r testpypi dist/* --disable-progress-bar", f"Uploading distributions to https://test.pypi.org/legacy/\nUploading {wheel}-py3-none-any.whl\nUploading {wheel}.tar.gz\n\nView at:\nhttps://test.pypi.org/project/{name}/{version}/", ms=6200 + n * 118)
        ask = f"sleep 30; pip index versions {name} -i https://test.pypi.org/simple/ 2>/dev/null | head -1"
        old = ".".join(version.split(".")[:-1] + ["0rc1"])
        for _ in range(waits):
            run(s, ask, f"{name} ({old})", ms=31_200)
        run(s, ask, f"{name} ({version})", ms=31_300)
    s.bash("python -m venv /tmp/t && /tmp/t/bin/pip install -q -i https://test.pypi.org/simple/ --extra-index-url https://pypi.org/simple geo-qa==0.5.0 && /tmp/t/bin/geo-qa --version", "geo-qa 0.5.0", ms=24_000)


@healthy("work:bisect", "storefront-mono", "Somewhere in the last 400 commits the bundle of apps/web doubled (it was 412 kB). Bisect it with a clean install at each step.", client="codex")
def a_bundle_size_bisected_in_a_pnpm_monorepo(s):
    s.bash("git bisect start HEAD v5.2.0", "Bisecting: 199 revisions left to test after this (roughly 8 steps)\n[" + _sha("0", 40) + "] chore: renovate (#2210)")
    sizes = [411.9, 868.2, 867.4, 412.3, None, 412.4, 868.0, 412.4, 868.0]
    left = [99, 49, 24, 12, 11, 5, 2, 0, None]
    for n, size in enumerate(sizes):
        run(s, "pnpm install --frozen-lockfile --prefer-offline 2>&1 | tail -1", f"Done in {17 + n * 5 % 9}.{n}s using pnpm v9.12.3", ms=18_000 + n * 450)
        if size is None:
            s.bash("pnpm --filter web build && gzip -c apps/web/dist/index.js | wc -c", "> web@5.3.0 build /home/dev/storefront-mono/apps/web\n> vite build\n\nerror during build:\n[vite]: Rollup failed to resolve import \"@acme/money\" from \"src/cart/total.ts\".\nERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  web@5.3.0 build: `vite build`\nExit status 1", 1, ms=9000)
            s.bash("git bisect skip", f"Bisecting: {left[n]} revisions left to test after this (roughly 4 steps)\n[{_sha(str(n), 40)}] feat(cart): vouchers (#2261)")
            continue
        s.bash("pnpm --filter web build && gzip -c apps/web/dist/index.js | wc -c", f"> web@5.3.0 build /home/dev/storefront-mono/apps/web\n> vite build\n\nvite v5.4.10 building for production...\n✓ {1412 + n * 3} modules transformed.\ndist/index.js  {size * 3.1:.2f} kB │ gzip: {size} kB\n✓ built in {8 + n % 3}.{n * 13 % 100:02}s\n{size * 1000:.0f}", ms=24_000 + n * 300)
        word = "good" if size < 500 else "bad"
        if left[n] is None:
            s.bash(f"git bisect {word}", f"{_sha('7', 40)} is the first bad commit\ncommit {_sha('7', 40)}\n\n    feat(pdf): preview of the invoice (#2274)\n\n apps/web/package.json          | 1 +\n apps/web/src/invoice/Preview.tsx | 61 +++++++++")
        else:
            s.bash(f"git bisect {word}", f"Bisecting: {left[n]} revisions left to test after this (roughly {max(0, 7 - n)} steps)\n[{_sha(str(n), 40)}] fix: order {n} (#22{20 + n * 7})")
    s.bash("git show bisect/bad -- apps/web/package.json | grep '^+ '", "+    \"pdfjs-dist\": \"4.7.76\",")
    s.bash("git bisect reset", "Previous HEAD position was " + _sha("7") + " feat(pdf): preview of the invoice (#2274)\nSwitched to branch 'main'")


@healthy("work:security", "bank-services", "Audit only: go through the services with semgrep's rule for formatted SQL and list every hit in audit.md with whether outside input reaches it. Fix nothing.", client="claude")
def the_same_finding_listed_for_service_after_service(s):
    services = ["accounts", "cards", "deposits", "fees", "fx", "kyc", "limits", "loans", "notices", "payouts", "statements", "transfers"]
    s.bash("ls services", "\n".join(services))
    s.write("audit.md", "# Formatted SQL\n\n| service | place | reached from outside |\n| --- | --- | --- |\n")
    for n, name in enumerate(services):
        line = 40 + n * 17 % 90
        hit = "" if name in ("fx", "notices") else f"                    \n    services/{name}/repo.py\n    ❯❯❱ python.sqlalchemy.security.sqlalchemy-execute-raw-query\n          Avoiding SQL string concatenation: untrusted input concatenated with raw SQL query can result in SQL Injection.\n                                                                    \n           {line}┆ session.execute(f\"SELECT * FROM {name} WHERE ref = '{{ref}}'\")"
        s.bash(f"semgrep scan --quiet --metrics=off --config p/sql-injection services/{name}", hit, ms=6100 + n * 230)
        if not hit:
            continue
        if n % 3 == 0:
            s.grep("find_by_ref", f"services/{name}", f"services/{name}/repo.py:{line - 2}:def find_by_ref(session, ref):\nservices/{name}/api.py:{line + 11}:    return repo.find_by_ref(session, request.args[\"ref\"])")
        s.edit("audit.md", "| --- | --- | --- |\n", f"| --- | --- | --- |\n| {name} | repo.py:{line} | {'yes' if n % 3 == 0 else 'no, job only'} |\n")
    s.bash("grep -c '^| [a-z]' audit.md", "11")


@healthy("work:actions", "acme-org", "Pin actions/checkout by hash in these five repositories; after each push wait until its CI is green, then the next one.", client="codex", gap=2)
def five_repositories_pushed_and_waited_for(s):
    repos = [("acme-api", 3), ("acme-web", 5), ("acme-docs", 1), ("acme-ios", 6), ("acme-infra", 2)]
    for n, (repo, polls) in enumerate(repos):
        ident = 18120044127 + n * 90417
        s.edit(f"{repo}/.github/workflows/ci.yml", "uses: actions/checkout@v4", "uses: actions/checkout@08eba0b27e820071cde6df949e0beb9ba4906955 # v4.3.0")
        s.bash(f"cd {repo} && git commit -qam 'ci: pin checkout' && git push -q 2>&1; sleep 15; gh run list -L1 --json databaseId,status -q '.[0]'", f'{{"databaseId":{ident},"status":"queued"}}', ms=18_000 + n * 90)
        for k in range(polls):
            s.bash(f"sleep 120; gh run view {ident} -R acme/{repo} --json status,conclusion", '{"conclusion":"","status":"in_progress"}', ms=121_000 + k * 70)
        s.bash(f"sleep 120; gh run view {ident} -R acme/{repo} --json status,conclusion", '{"conclusion":"success","status":"completed"}', ms=121_100)


@healthy("work:ansible", "edge-fleet", "Kernel update on edge1 to edge4, one after another: drain, upgrade, reboot, wait for ssh, check the kernel, undrain. Stop if one does not come back in ten minutes.", client="plain", gap=2)
def four_hosts_rebooted_one_after_another(s):
    for n, downs in enumerate((2, 3, 2, 3), 1):
        host = f"edge{n}"
        s.bash(f"ansible {host} -m shell -a 'echo \"set server app/{host} state drain\" | socat stdio /run/haproxy.sock' --one-line", f"{host} | CHANGED | rc=0 | (stdout) ", ms=1900)
        s.bash(f"ansible {host} -b -m apt -a 'upgrade=dist update_cache=yes' --one-line | cut -c1-60", f"{host} | CHANGED => {{\"changed\": true, \"msg\": \"Reading pack", ms=88_000 + n * 3100)
        s.bash(f"ssh {host} sudo systemctl reboot", f"Connection to {host} closed by remote host.", 255, ms=1300)
        for k in range(downs):
            s.bash(f"sleep 40; ssh -o ConnectTimeout=5 {host} uname -r", f"ssh: connect to host {host} port 22: {'No route to host' if k == 0 else 'Connection refused'}", 255, ms=45_000)
        s.bash(f"sleep 40; ssh -o ConnectTimeout=5 {host} uname -r", "6.8.0-87-generic", ms=41_200)
        s.bash(f"ansible {host} -m shell -a 'echo \"set server app/{host} state ready\" | socat stdio /run/haproxy.sock' --one-line", f"{host} | CHANGED | rc=0 | (stdout) ", ms=1850)
    s.bash("ansible edge -m command -a 'uname -r' --one-line", "\n".join(f"edge{n} | CHANGED | rc=0 | (stdout) 6.8.0-87-generic" for n in (2, 1, 4, 3)), ms=2600)


@healthy("work:browser", "procurement", "Enter the eight new suppliers of the sheet Suppliers into the ERP's web form; the ERP has no import. Write its number into column E.", client="claude", gap=4)
def suppliers_entered_in_a_form_from_a_sheet(s):
    names = ["Ostrava Steel", "Blue Heron Paper", "Kite Optics", "Larch & Sons", "Nordby Marine", "Pell Castings", "Quartz Labs", "Rook Logistics"]
    s.mcp("sheets", "get_values", {"spreadsheetId": "1sUpp77", "range": "Suppliers!A2:D9"}, {"range": "Suppliers!A2:D9", "values": [[name, f"CZ{40812000 + n * 131}", "30 days", "EUR"] for n, name in enumerate(names)]})
    for n, name in enumerate(names):
        s.mcp("browser", "browser_navigate", {"url": "https://erp.acme.example/suppliers/new"}, "### Page state\n- Page URL: https://erp.acme.example/suppliers/new\n- Page Title: New supplier\n- Page Snapshot:\n```yaml\n- textbox \"Name\" [ref=e21]\n- textbox \"VAT ID\" [ref=e24]\n- button \"Save\" [ref=e40]\n```", ms=1700 + n * 30)
        s.mcp("browser", "browser_fill_form", {"fields": [{"ref": "e21", "name": "Name", "type": "textbox", "value": name}, {"ref": "e24", "name": "VAT ID", "type": "textbox", "value": f"CZ{40812000 + n * 131}"}]}, "### Ran Playwright code\n```js\nawait page.getByRole('textbox', { name: 'Name' }).fill('%s');\n```" % name, ms=600)
        s.mcp("browser", "browser_click", {"element": "Save button", "ref": "e40"}, f"### Page state\n- Page URL: https://erp.acme.example/suppliers/{5510 + n}\n- Page Title: Supplier S-{5510 + n}\n- Page Snapshot:\n```yaml\n- status \"Saved\"\n- heading \"S-{5510 + n} {name}\"\n```", ms=2100 + n * 44)
        s.mcp("sheets", "update_values", {"spreadsheetId": "1sUpp77", "range": f"Suppliers!E{n + 2}", "values": [[f"S-{5510 + n}"]]}, {"spreadsheetId": "1sUpp77", "updatedRows": 1, "updatedColumns": 1, "updatedCells": 1}, ms=520)


@healthy("work:etl", "claims-etl", "Load the twelve months of 2025 again, month by month. Rejects must be zero before you go to the next month; the source database is slow in the evening.", client="codex")
def twelve_months_loaded_again_until_nothing_is_rejected(s):
    fixes = {3: ("unparseable date '31.03.2025'", "dayfirst=False", "dayfirst=True"), 6: ("unknown column 'co_pay'", "\"copay\": \"copay\"", "\"copay\": \"copay\", \"co_pay\": \"copay\""), 9: ("unknown currency 'CHf'", "row[\"currency\"]", "row[\"currency\"].upper()")}
    for month in range(1, 13):
        command = f"python etl/load.py --month 2025-{month:02}"
        rows = 184_000 + month * 7919 % 23_000
        if month in (5, 10, 11):
            s.bash(command, f"INFO extract 2025-{month:02}\nERROR pyodbc.OperationalError: ('HYT00', '[HYT00] [Microsoft][ODBC Driver 18 for SQL Server]Login timeout expired (0) (SQLDriverConnect)')", 1, ms=15_400)
            if month == 10:
                s.bash(command, f"INFO extract 2025-{month:02}\nERROR pyodbc.OperationalError: ('HYT00', '[HYT00] [Microsoft][ODBC Driver 18 for SQL Server]Login timeout expired (0) (SQLDriverConnect)')", 1, gap=90, ms=15_400)
        if month in fixes:
            reason, old, new = fixes[month]
            s.bash(command, f"INFO extract 2025-{month:02}\nINFO staged {rows} rows\nWARN rejected {31 + month} rows, first: {reason}\nINFO loaded {rows - 31 - month} rows in {40 + month}.{month % 10}s", 2, ms=41_000)
            s.edit("etl/mapping.py", old, new)
        s.bash(command, f"INFO extract 2025-{month:02}\nINFO staged {rows} rows\nINFO rejected 0 rows\nINFO loaded {rows} rows in {39 + month * 3 % 11}.{month % 10}s", ms=40_000 + month * 310)
    s.bash("python etl/check.py --year 2025", "12 months, control totals equal", ms=9000)
