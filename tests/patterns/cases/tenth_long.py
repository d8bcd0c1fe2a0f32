"""The tenth set, long sessions: about thirty to sixty calls. Restores, directories, disks, emulators, merges of many bumps, consoles, notaries, mutants, radios, reviews that others owe."""
from session import healthy, stuck


@healthy("tenth:drill", "vault-backup", "Do the yearly restore drill: verify all of the pack data, a thirtieth at a time, so that the link survives it.", client="plain", gap=4)
def a_repository_read_back_by_thirtieths(s):
    s.bash("restic snapshots --latest 1 | tail -3", "9f3ac1d0  2026-09-01 02:00:11  vault       nightly     /srv\n---------------------------------------------------------------\n1 snapshots")
    for n in range(1, 31):
        s.bash(f"restic check --read-data-subset={n}/30", f"using temporary cache in /tmp/restic-check-cache-{n * 104729 % 999999937}\ncreate exclusive lock for repository\nload indexes\ncheck all packs\ncheck snapshots, trees and blobs\n[0:0{2 + n % 3}] 100.00%  212 / 212 snapshots\nread group #{n} of {410 + n % 7} data packs (out of total 12411 packs in 30 groups)\n[{3 + n % 4}:{n * 17 % 60:02}] 100.00%  {410 + n % 7} / {410 + n % 7} packs\nno errors were found", ms=190_000 + n * 2311)
    s.write("drill-2026.md", "# Restore drill 2026\n\n30 of 30 groups read back, no errors.\n")


@healthy("tenth:directory", "ad-audit", "Are there accounts in any OU of the branches that have not logged on for a year and are still enabled?", client="plain", codes=False, gap=3)
def stale_accounts_by_organisational_unit(s):
    for n, ou in enumerate(["Aachen", "Augsburg", "Bonn", "Bremen", "Celle", "Dortmund", "Emden", "Erfurt", "Fulda", "Gera", "Goslar", "Halle", "Hamm", "Jena", "Kassel", "Kiel", "Leer", "Lingen", "Mainz", "Minden", "Oldenburg", "Passau", "Rheine", "Siegen", "Trier", "Ulm", "Worms", "Zeitz"]):
        found = n in (8, 21)
        s.bash(f"powershell -NoProfile -Command \"Search-ADAccount -AccountInactive -TimeSpan 365 -UsersOnly -SearchBase 'OU={ou},OU=Filialen,DC=corp,DC=example' | Where-Object Enabled | Select-Object SamAccountName,LastLogonDate\"", f"\nSamAccountName LastLogonDate\n-------------- -------------\n{ou.lower()[:4]}.kasse2   0{n % 8 + 1}.03.2025 07:{n + 11}:04\n\n" if found else "", ms=2100 + n * 71)
    s.write("stale.csv", "ou,account\nFulda,fuld.kasse2\nPassau,pass.kasse2\n")


@healthy("tenth:index", "orders-db", "Build the index on order_lines without blocking anybody and tell me when it is valid.", client="claude", gap=60)
def an_index_that_waits_for_old_snapshots(s):
    s.bash("nohup psql -c 'CREATE INDEX CONCURRENTLY order_lines_sku_idx ON order_lines (sku)' > idx.log 2>&1 & echo started", "started")
    q = "psql -Atc \"SELECT phase, blocks_done, blocks_total, lockers_done, lockers_total FROM pg_stat_progress_create_index\""
    for n in range(14):
        s.bash(f"sleep 240; {q}", f"building index: scanning table|{310_442 + n * 281_113 + n * n * 97}|4210998|0|0", ms=240_310 + n)
    for n in range(9):
        s.bash(f"sleep 300; {q}", "waiting for old snapshots|0|0|1|3", ms=300_290 + n)
        if n == 3:
            s.bash("psql -c \"SELECT pid, usename, now()-xact_start AS age, left(query,40) FROM pg_stat_activity WHERE backend_xmin IS NOT NULL ORDER BY 3 DESC LIMIT 3\"", "  pid  | usename  |       age       |                   left\n-------+----------+-----------------+------------------------------------------\n 88121 | reporter | 01:52:40.112081 | COPY (SELECT * FROM order_lines_hist) TO\n(1 row)")
    s.bash(f"sleep 300; {q}; cat idx.log", "CREATE INDEX", ms=300_400)
    s.bash("psql -Atc \"SELECT indisvalid FROM pg_index WHERE indexrelid='order_lines_sku_idx'::regclass\"", "t")


@healthy("tenth:disks", "shelf-intake", "Run the long self-test on the six used disks and sort out the bad ones.", client="codex", gap=20)
def six_disks_asked_in_turn_for_their_self_test(s):
    disks = "bcdefg"
    with s.together():
      for d in disks:
        s.bash(f"smartctl -t long /dev/sd{d} | tail -3", "Testing has begun.\nPlease wait 812 minutes for test to complete.\nUse smartctl -X to abort test.")
    for turn, left in enumerate([90, 70, 50, 30, 10]):
        for k, d in enumerate(disks):
            s.bash(f"{'sleep 9000; ' if k == 0 else ''}smartctl -c /dev/sd{d} | grep -A1 'Self-test execution'", f"Self-test execution status:      ( {240 + left // 10}) Self-test routine in progress...\n                                        {left}% of test remaining.", ms=(9_000_000 if k == 0 else 40) + turn)
    s.bash("sleep 6000", "", ms=6_000_000)
    for k, d in enumerate(disks):
        s.bash(f"smartctl -l selftest /dev/sd{d} | sed -n 7p", f"# 1  Extended offline    {'Completed: read failure       40%' if k == 3 else 'Completed without error       00%'}     {31_204 + k * 977}         {'1953121004' if k == 3 else '-'}")


@healthy("tenth:emulator", "pocketboy", "Get the CPU through the single-step JSON tests, opcode file by opcode file.", client="codex", gap=5)
def opcodes_one_after_the_other_in_one_file(s):
    ops = ["01", "09", "17", "1f", "27", "34", "86", "8e", "96", "9e", "c5", "cb37", "e8", "f1", "f8"]
    for n, op in enumerate(ops):
        s.bash(f"cargo test --release --test sst -- op_{op} 2>&1 | tail -5", f"thread 'op_{op}' panicked at tests/sst.rs:61:9:\n{op} {n * 7:04}: assertion `left == right` failed: F\n  left: {n * 37 % 16 << 4}\n right: {(n * 37 + 5) % 16 << 4}\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 499 filtered out; finished in 0.{n % 9 + 1}2s", ms=6100 + n * 53)
        s.edit("src/cpu.rs", f"0x{op} => todo!(),", f"0x{op} => self.op_{op}(bus),")
        if n in (4, 12):
            s.bash(f"cargo test --release --test sst -- op_{op} 2>&1 | tail -4", f"{op} {n * 9 + 1:04}: assertion `left == right` failed: half carry\n  left: {n}\n right: {n + 32}\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 499 filtered out; finished in 0.41s", ms=6300)
            s.edit("src/cpu.rs", f"fn op_{op}(&mut self) {{ self.f.h = false;", f"fn op_{op}(&mut self) {{ self.f.h = (a & 0xf) + (b & 0xf) > 0xf;")
        s.bash(f"cargo test --release --test sst -- op_{op} 2>&1 | tail -2", f"test op_{op} ... ok\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 499 filtered out; finished in 0.{n % 9 + 1}7s", ms=6400 + n * 41)


@healthy("tenth:renovate", "mono-shop", "Merge the open Renovate pull requests that are green; leave the others.", client="claude", gap=4)
def bumps_merged_when_green(s):
    s.bash("gh pr list --author app/renovate --json number --jq '.[].number' | xargs", "811 812 814 815 817 818 820 821 823 824 826 827 829 830 831 832")
    for n, pr in enumerate([811, 812, 814, 815, 817, 818, 820, 821, 823, 824, 826, 827, 829, 830, 831, 832]):
        red = n in (3, 9)
        s.bash(f"gh pr checks {pr}", f"build\t{'fail' if red else 'pass'}\t{2 + n % 3}m{n * 17 % 60}s\thttps://github.com/acme/mono-shop/actions/runs/11{n * 7919 + 30211:07}/job/3{n * 104729 % 9999999:07}\ne2e\tpass\t6m{n * 13 % 60}s\thttps://github.com/acme/mono-shop/actions/runs/11{n * 7919 + 30211:07}/job/3{n * 15485 % 9999999:07}", 1 if red else 0)
        if not red:
            if n in (5, 6, 10, 13):
                s.bash(f"gh pr merge {pr} --squash", "X Pull request acme/mono-shop#%d is not mergeable: the head branch is not up to date with the base branch.\nTo have the pull request merged after all the requirements have been met, add the `--auto` flag." % pr, 1)
                s.bash(f"gh pr update-branch {pr} && gh pr checks {pr} --watch --interval 30 | tail -1", f"✓ PR branch updated\ne2e\tpass\t6m{n * 19 % 60}s\thttps://github.com/acme/mono-shop/actions/runs/12{n * 7919:07}/job/4{n * 7001:07}", ms=390_000 + n * 1000)
            s.bash(f"gh pr merge {pr} --squash", f"✓ Squashed and merged pull request acme/mono-shop#{pr} (Update dependency {['zod', 'vite', 'sharp', '', 'knex', 'pino', 'ava', 'got', 'ws', '', 'hono', 'nock', 'tsx', 'ky', 'jose', 'undici'][n]})")


@healthy("tenth:bench-supply", "fuse-lab", "Find the voltage at which the crowbar of the new board fires. Go up in small steps and never above 16 V.", client="plain", gap=1)
def a_voltage_raised_until_the_crowbar_fires(s):
    s.bash("./scpi.py '*IDN?'", "RIGOL TECHNOLOGIES,DP832,DP8C204201234,00.01.16")
    v = 12.0
    for n in range(36):
        fired = n == 35
        s.bash(f"./scpi.py 'VOLT {v:.1f}' 'MEAS:CURR?'", "3.0012" if fired else "0.0210", ms=1020 + n)
        v += .1
    s.bash("./scpi.py 'OUTP OFF'", "")


@healthy("tenth:mutants", "tax-rules", "Kill the surviving mutants in brackets.py.", client="claude")
def survivors_killed_one_by_one(s):
    ids = [7, 12, 13, 18, 22, 31, 36, 40, 41, 55, 58, 63]
    for n, m in enumerate(ids):
        s.bash(f"mutmut show {m}", f"--- tax/brackets.py\n+++ tax/brackets.py\n@@ -{m * 3},7 +{m * 3},7 @@\n-    if income > LIMITS[{n}]:\n+    if income >= LIMITS[{n}]:")
        s.edit("tests/test_brackets.py", "# more below\n", f"def test_limit_{n}():\n    assert tax(LIMITS[{n}]) == EXPECTED[{n}]\n\n# more below\n")
        s.bash("pytest -q tests/test_brackets.py | tail -1", f"{21 + n} passed in 0.{n % 8 + 1}4s")
        s.bash("mutmut run --paths-to-mutate tax/brackets.py 2>&1 | tail -1", f"⠹ 70/70  🎉 {70 - 11 + n}  ⏰ 0  🤔 0  🙁 {11 - n}  🔇 0", ms=61_000 + n * 900)


@healthy("tenth:rebuilds", "repro-debs", "Which of our packages are reproducible?", client="codex")
def packages_built_twice_and_compared(s):
    for n, p in enumerate(["atlas-core", "atlas-cli", "bee-queue", "cask-tools", "dhcp-lite", "elm-bridge", "fio-extra", "geo-utils", "hash-tree", "ident-ng", "jrnl-relay", "kv-shell", "libpond", "mbox-split", "netcat-acme", "ox-printer"]):
        s.bash(f"reprotest --vary=-kernel auto {p}/ . 2>&1 | tail -2", (f"--- /tmp/reprotest.{n * 7919:06x}/control\n+++ /tmp/reprotest.{n * 7919:06x}/experiment-1" if n in (6, 11) else "=======================\nNo differences in ./*.deb"), ms=140_000 + n * 7000)
        s.bash(f"dpkg-deb -I out/{p}.deb | grep -E 'Installed-Size|Version'", f" Version: 1.{n}.0-1\n Installed-Size: {411 + n * 97}")


@healthy("tenth:glue", "claims-lake", "Start the three backfill jobs and tell me how each of them ends.", client="claude", gap=30)
def three_jobs_asked_in_turns(s):
    jobs = [("claims", "jr_5d2e91"), ("payments", "jr_77ab03"), ("parties", "jr_0cf4d8")]
    with s.together():
      for name, run in jobs:
        s.bash(f"aws glue start-job-run --job-name backfill-{name}", f'{{\n    "JobRunId": "{run}"\n}}')
    for turn in range(12):
        for k, (name, run) in enumerate(jobs):
            if k == 1 and turn > 6:
                continue
            done = (k == 1 and turn == 6) or turn == 11
            s.bash(f"{'sleep 300; ' if k == 0 else ''}aws glue get-job-run --job-name backfill-{name} --run-id {run} --query 'JobRun.JobRunState' --output text", "SUCCEEDED" if done else "RUNNING", ms=(300_800 if k == 0 else 850) + turn)


@healthy("tenth:console", "mall-network", "Go over the serial console through the ports of the access switch and note which have errors.", client="codex", gap=2)
def ports_read_over_a_tmux_console(s):
    s.bash("tmux new -d -s con 'picocom -q -b 9600 /dev/ttyUSB0' && tmux send-keys -t con 'terminal length 0' Enter && tmux capture-pane -pt con | tail -1", "sw-mall-3#")
    for n in range(1, 29):
        bad = n in (9, 17)
        s.bash(f"tmux send-keys -t con 'show interface Gi0/{n} | include CRC' Enter; sleep 1; tmux capture-pane -pt con | tail -2", f"     {214 + n if bad else 0} input errors, {190 + n if bad else 0} CRC, 0 frame, 0 overrun, 0 ignored\nsw-mall-3#", ms=1060 + n)
    s.write("ports.txt", "Gi0/9 and Gi0/17 have CRC errors; check the patch cables.\n")


@healthy("tenth:bookkeeping", "choir-books", "Match the bank lines of August with the invoices; leave open what has none.", client="claude", gap=2)
def bank_lines_matched_with_invoices(s):
    lines = [("Schulz", 40), ("Wagner", 120), ("Ito", 40), ("Brandt", 40), ("Okafor", 65), ("Lange", 40), ("Maier", 40), ("Silva", 120), ("Peters", 40), ("Novak", 65), ("Haas", 40), ("Kurz", 40), ("Roth", 65), ("Ndiaye", 40), ("Voss", 120), ("Engel", 40), ("Falk", 40), ("Bauer", 65)]
    for n, (who, amount) in enumerate(lines):
        none = n % 3 == 1
        s.mcp("books", "search_invoices", {"query": who, "amount": amount, "status": "open"}, {"invoices": [] if none else [{"id": f"INV-{2207 + n * 3}", "customer": who, "total": amount}]}, ms=280 + n)
        if not none:
            s.mcp("books", "apply_payment", {"invoice": f"INV-{2207 + n * 3}", "line": f"BL-{n + 1}"}, {"status": "paid"})
        else:
            s.mcp("books", "search_invoices", {"query": who, "status": "any"}, {"invoices": []})
    s.write("open.md", "\n".join(f"- {who}: {amount}" for n, (who, amount) in enumerate(lines) if n % 3 == 1))


@healthy("tenth:approval", "ledger-api", "Merge PR 417 once Ines has approved it; she said this afternoon. Until then, wait.", client="claude", gap=10)
def an_approval_that_a_colleague_owes(s):
    for n in range(24):
        s.bash("sleep 590; gh pr view 417 --json reviewDecision,state --jq '.state+\" \"+.reviewDecision'", "OPEN REVIEW_REQUIRED", ms=591_000 + n * 31)
    s.bash("sleep 590; gh pr view 417 --json reviewDecision,state --jq '.state+\" \"+.reviewDecision'", "OPEN APPROVED", ms=591_300)
    s.bash("gh pr merge 417 --squash --delete-branch", "✓ Squashed and merged pull request acme/ledger-api#417 (Round per line, not per invoice)\n✓ Deleted remote branch round-lines")


@healthy("tenth:flags", "seat-map", "Remove the 15 launched feature flags.", client="plain", gap=4)
def feature_flags_taken_out_one_by_one(s):
    for n, flag in enumerate(["newCheckout", "darkHeader", "fastSearch", "mapV2", "seatHover", "promoBar", "guestPay", "applePay", "splitBill", "autoSeat", "shareLink", "calendarSync", "pdfTickets", "faceLogin", "quietQueue"]):
        s.grep(f"flags.{flag}", "src", f"src/pages/P{n}.tsx:{n * 7 + 12}:  if (flags.{flag}) {{\nsrc/flags.ts:{n + 4}:  {flag}: true,")
        s.edit(f"src/pages/P{n}.tsx", f"if (flags.{flag}) {{", "{")
        s.edit("src/flags.ts", f"  {flag}: true,\n", "")
        s.bash("pnpm tsc --noEmit", "", ms=8100 + n * 91)


@healthy("tenth:treaty", "charter-text", "Revise the charter for plain language, paragraph by paragraph, in place. There is nothing to run.", client="claude", gap=9)
def forty_paragraphs_of_one_document(s):
    s.look("charter.md", "\n".join(f"§ {n} The parties hereto shall, notwithstanding anything, keep duty {n}." for n in range(1, 41)))
    for n in range(1, 41):
        s.edit("charter.md", f"§ {n} The parties hereto shall, notwithstanding anything, keep duty {n}.", f"§ {n} {['Both sides', 'Each side', 'The sides'][n % 3]} must always keep duty {n}.")


@healthy("tenth:rate-limit", "star-history", "Collect the stargazers of the 12 repositories; we have one token, so be patient.", client="claude", gap=3)
def an_hourly_limit_met_and_waited_for(s):
    for n, repo in enumerate(["quill", "lamp", "pond", "kiln", "reed", "moss", "fern", "loom", "dune", "cove", "tarn", "weir"]):
        s.bash(f"./collect.sh acme/{repo}", f"page 41: gh: API rate limit exceeded for user ID 20{n}11. (HTTP 403)\nsaved 4100 of {7100 + n * 311} to data/{repo}.jsonl, resume with --from 42", 1, ms=130_000 + n * 90)
        s.bash("sleep $(( $(gh api rate_limit --jq .resources.core.reset) - $(date +%s) + 5 )); gh api rate_limit --jq .resources.core.remaining", "5000", ms=2_900_000 + n * 7000)
        s.bash(f"./collect.sh acme/{repo} --from 42", f"saved {7100 + n * 311} of {7100 + n * 311} to data/{repo}.jsonl", ms=98_000 + n * 70)


@healthy("tenth:pytest-x", "grid-forecast", "Port the package from pandas 1 to pandas 2 until the suite passes.", client="plain")
def always_one_failure_but_another_one(s):
    for n, done in enumerate([12, 19, 20, 34, 41, 58, 59, 77, 90, 91, 120, 133, 151, 160, 178, 201, 214, 240]):
        s.bash("pytest -x -q 2>&1 | tail -2", f"!!!!!!!!!!!!!!!!!!!!!!!!!! stopping after 1 failures !!!!!!!!!!!!!!!!!!!!!!!!!!!\n1 failed, {done} passed in {2 + n * .71:.2f}s", ms=3000 + n * 700)
        if n % 4 == 0:
            s.bash("pytest -x -q 2>&1 | grep -m1 ^E", ["E   AttributeError: 'DataFrame' object has no attribute 'append'", "E   AttributeError: 'Series' object has no attribute 'iteritems'", "E   TypeError: DataFrame.drop() takes from 1 to 2 positional arguments but 3 were given", "E   ValueError: Invalid frequency: 15T", "E   TypeError: Could not convert string 'x' to numeric"][n // 4], 0, ms=3000 + n * 700)
        s.edit(f"grid/{['load', 'wind', 'sun', 'price', 'io'][n % 5]}.py", f"df.append(row{n})", f"pd.concat([df, row{n}])")
    s.bash("pytest -x -q 2>&1 | tail -2", "258 passed, 3 warnings in 15.11s", ms=16_000)


@healthy("tenth:transfers", "branch-images", "Bring the installation images to the branch; the line is only ours after the shop closes.", client="plain", codes=False, gap=5)
def a_bits_transfer_that_pauses_by_day(s):
    s.bash("powershell -Command \"Start-BitsTransfer -Asynchronous -Priority Low -Source \\\\hq\\img\\w11.wim -Destination D:\\img\\w11.wim\"", "JobId                                DisplayName   JobState    OwnerAccount\n-----                                -----------   --------    ------------\n8a1f0d52-6c1e-4a0a-9d0b-2f6f1c1b7e11 BITS Transfer Connecting  CORP\\svc-img")
    sent = 0
    for n in range(30):
        if not 8 <= n <= 18:
            sent += 268_435_456 + n * 7919
        state = "TransientError" if 8 <= n <= 18 else "Transferring"
        s.bash("powershell -Command \"Start-Sleep 1500; Get-BitsTransfer | Format-List JobState,BytesTransferred,BytesTotal\"", f"\nJobState         : {state}\nBytesTransferred : {sent}\nBytesTotal       : 5368709120\n", ms=1_501_000 + n * 13)
    s.bash("powershell -Command \"Start-Sleep 1500; Get-BitsTransfer | Format-List JobState,BytesTransferred,BytesTotal\"", "\nJobState         : Transferred\nBytesTransferred : 5368709120\nBytesTotal       : 5368709120\n", ms=1_501_000)
    s.bash("powershell -Command \"Get-BitsTransfer | Complete-BitsTransfer; (Get-FileHash D:\\img\\w11.wim).Hash\"", "5B1C0D7F2E8844A1F0B97C63D1E2AA90417F6D2B8CC90E3A7715D4F6028E9B31")


# ------------------------------------------------------------------ stuck


@stuck("tenth:stale-env", "invoice-api", "The API must send mails over the new relay.", client="claude", gap=5)
def a_container_restarted_and_never_recreated(s):
    s.look(".env", "SMTP_HOST=relay-old.example\nSMTP_PORT=25\n")
    s.edit(".env", "SMTP_HOST=relay-old.example", "SMTP_HOST=relay-new.example")
    s.bash("docker compose restart api", " Container invoice-api-api-1  Restarting\n Container invoice-api-api-1  Started", ms=3100)
    s.bash("docker compose exec api printenv SMTP_HOST", "relay-old.example")
    edits = [("SMTP_HOST=relay-new.example", "SMTP_HOST=\"relay-new.example\""), ("SMTP_HOST=\"relay-new.example\"", "export SMTP_HOST=relay-new.example"), ("export SMTP_HOST=relay-new.example", "SMTP_HOST=relay-new.example # new"), ("SMTP_HOST=relay-new.example # new", "SMTP_HOST=relay-new.example")]
    for n in range(9):
        if n == 1:
            s.stuck_here()
        s.edit(".env", *edits[n % 4])
        s.bash(["docker compose restart api", "docker compose stop api && docker compose start api", "docker restart invoice-api-api-1"][n % 3], [" Container invoice-api-api-1  Restarting\n Container invoice-api-api-1  Started", " Container invoice-api-api-1  Stopped\n Container invoice-api-api-1  Started", "invoice-api-api-1"][n % 3], ms=3000 + n * 91)
        if n % 4 == 3:
            s.edit("src/mail.ts", f"// mail {n}", f"// mail {n}: host comes from the environment")
        s.bash(["docker compose exec api printenv SMTP_HOST", "docker compose exec api sh -c 'echo $SMTP_HOST'", "docker compose logs --tail 1 api"][n % 3], ["relay-old.example", "relay-old.example", f"api-1  | {{\"t\":{1790000000 + n * 71},\"msg\":\"connecting to relay-old.example:25\"}}"][n % 3])


@stuck("tenth:wrong-copy", "units-lib", "test_parse_mixed must pass.", client="codex", gap=5)
def edits_to_a_copy_that_is_not_imported(s):
    s.bash("python -m pytest tests/test_parse.py -q 2>&1 | tail -4", "E       AssertionError: assert '5ft' == '5ft 3in'\n\n/usr/lib/python3.12/site-packages/units/parse.py:44: AssertionError\n1 failed, 11 passed in 0.21s")
    s.look("src/units/parse.py", "def parse(text):\n    parts = text.split()\n    return parts[0]\n")
    ideas = ["return ' '.join(parts)", "return ' '.join(p for p in parts)", "return text.strip()", "return ' '.join(re.findall(r'\\S+', text))", "return str(text)", "return ' '.join(parts[:2])", "return parts[0] + ' ' + parts[1]", "raise RuntimeError('reached')", "print('HERE'); return text"]
    for n in range(14):
        if n == 3:
            s.stuck_here()
        s.edit("src/units/parse.py", "    " + ("return parts[0]" if n == 0 else ideas[(n - 1) % 9]), "    " + ideas[n % 9])
        s.bash(["python -m pytest tests/test_parse.py -q 2>&1 | tail -4", "python -m pytest tests/test_parse.py -q -p no:cacheprovider 2>&1 | tail -4", "find . -name __pycache__ -prune -exec rm -rf {} +; python -m pytest tests/test_parse.py -k mixed -q 2>&1 | tail -4"][n % 3], f"E       AssertionError: assert '5ft' == '5ft 3in'\n\n/usr/lib/python3.12/site-packages/units/parse.py:44: AssertionError\n1 failed, {'11 passed' if n % 3 < 2 else '11 deselected'} in 0.{19 + n % 7}s")


@stuck("tenth:fetch-plans", "library-jpa", "GET /authors/7 must deliver books and awards.", client="plain", gap=6)
def lazy_and_eager_without_end(s):
    for n in range(11):
        if n == 3:
            s.stuck_here()
        lazy = n % 2 == 1
        s.edit("src/main/java/lib/Author.java", f"@OneToMany(fetch = FetchType.{'EAGER' if lazy else 'LAZY'})", f"@OneToMany(fetch = FetchType.{'LAZY' if lazy else 'EAGER'})")
        if n % 3 == 2:
            s.edit("src/main/java/lib/AuthorService.java", ["@Transactional", "@Transactional(readOnly = true)"][n // 3 % 2], ["@Transactional(readOnly = true)", "@Transactional"][n // 3 % 2])
        s.bash("./mvnw -q test -Dtest=AuthorApiTest 2>&1 | grep -m1 Exception", f"org.hibernate.LazyInitializationException: failed to lazily initialize a collection of role: lib.Author.{['books', 'awards'][n // 2 % 2]}: could not initialize proxy - no Session" if lazy else "Caused by: org.hibernate.loader.MultipleBagFetchException: cannot simultaneously fetch multiple bags: [lib.Author.awards, lib.Author.books]", ms=21_000 + n * 700)


@stuck("tenth:three-walls", "portal-login", "The login from app.localhost to api.localhost must work in the browser.", client="plain", gap=5)
def cors_cookie_and_csrf_in_a_ring(s):
    states = [("sameSite: 'lax'", "sameSite: 'none'", "403 {\"error\":\"invalid csrf token\"}"), ("csrf({ cookie: true })", "csrf({ cookie: false })", "CORS error: The value of the 'Access-Control-Allow-Origin' header in the response must not be the wildcard '*' when the request's credentials mode is 'include'."), ("origin: '*'", "origin: 'http://app.localhost'", "401 {\"error\":\"no session cookie\"}")]
    for n in range(24):
        if n == 8:
            s.stuck_here()
        old, new, answer = states[n // 2 % 3]
        if n % 2 == 0:
            back = n // 6 % 2
            s.edit("api/server.js", new if back else old, old if back else new)
        else:
            s.bash("node scripts/login-in-chrome.mjs", f"[{1790000000 + n * 37}] POST http://api.localhost/login\n{answer}", 1, ms=3900 + n * 17)


@stuck("tenth:noise", "route-solver", "Make the solver 30 % faster; baseline 8.1 s.", client="codex", gap=8)
def a_constant_tuned_within_the_noise(s):
    for n in range(4):
        s.bash("hyperfine -r 3 ./solve | grep Time", f"  Time (mean ± σ):      {[8.12, 8.31, 7.96, 8.20][n]:.3f} s ±  0.1{n}1 s    [User: 7.9 s, System: 0.1 s]", ms=25_000)
    vals = [64, 48, 56, 60, 62, 63, 65, 66, 68, 72, 61, 59, 64, 67, 63]
    for n in range(1, 15):
        if n == 4:
            s.stuck_here()
        s.edit("src/tune.h", f"#define BATCH {vals[n - 1]}", f"#define BATCH {vals[n]}")
        s.bash("make -s && hyperfine -r 3 ./solve | grep Time", f"  Time (mean ± σ):      {7.95 + n * 37 % 41 / 100:.3f} s ±  0.{10 + n * 7 % 19} s    [User: 7.{n * 3 % 10} s, System: 0.1 s]", ms=26_000 + n * 137)


@stuck("tenth:illegible", "parish-scans", "Read the three names on scan 44 with tesseract.", client="claude", gap=3)
def an_illegible_scan_prepared_in_every_way(s):
    s.bash("identify scan44.png", "scan44.png PNG 212x61 212x61+0+0 8-bit Gray 2c 901B 0.000u 0:00.000")
    noise = ["||. _ ~~", "‘= i: |", "", "Ti eae\n— =", "“ry 1 :", "~ .. ee", "; = \\", "fea | ~"]
    ways = ["-resize 300%", "-threshold 50%", "-negate", "-blur 0x1 -resize 400%", "-deskew 40%", "-lat 20x20+5%", "-despeckle -resize 200%", "-morphology Close Disk:1", "-sharpen 0x2", "-contrast-stretch 5%"]
    for n in range(26):
        if n == 9:
            s.stuck_here()
        psm = [6, 7, 11, 13, 3][n % 5]
        s.bash(f"convert scan44.png {ways[n % 10]}{' -threshold 45%' if n > 10 else ''} /tmp/t{n}.png && tesseract /tmp/t{n}.png - --psm {psm} -l {['deu', 'deu_frak', 'eng', 'lat'][n % 4]}", f"Estimating resolution as {90 + n * 13 % 80}\n{noise[n * 5 % 8]}{noise[n * 3 % 8] if n % 3 else ''}", ms=700 + n * 19)


@stuck("tenth:dead-cron", "tide-report", "Tell me what is in today's report.csv.", client="codex", gap=10)
def a_report_from_a_cron_line_that_is_commented_out(s):
    s.bash("ls -l out/", "total 0")
    s.bash("crontab -l", "# m h dom mon dow command\n#*/10 * * * * /home/dev/tide-report/make_report.sh   # switched off, see OPS-211")
    s.bash("date", "Fri Oct  9 09:58:12 UTC 2026")
    s.stuck_here()
    for n in range(22):
        s.bash([f"sleep 600; ls -l out/", "sleep 600; ls -la out", "sleep 900; test -s out/report.csv && cat out/report.csv || echo 'not yet'", "sleep 600; date; ls out | wc -l", "sleep 700; find out -newermt today -type f"][n % 5], ["total 0", f"total 8\ndrwxr-xr-x 2 dev dev 4096 Oct  9 06:00 .\ndrwxr-xr-x 9 dev dev 4096 Oct  9 09:4{n % 10} ..", "not yet", f"Fri Oct  9 {10 + n // 5}:{n * 13 % 60:02}:11 UTC 2026\n0", ""][n % 5], ms=[600_010, 600_020, 900_010, 600_030, 700_010][n % 5] + n * 17)


@stuck("tenth:shuttle-rename", "user-store", "Give the function a good name.", client="claude", gap=5)
def a_name_changed_back_and_forth_under_green_tests(s):
    names = ["getUser", "fetchUser", "loadUser", "getUser", "loadUser", "fetchUser"]
    for n in range(14):
        if n == 3:
            s.stuck_here()
        a, b = names[n % 6], names[(n + 1) % 6]
        if n % 3 == 0:
            s.say(f"{b} is more consistent with the rest of the module.")
        s.bash(f"grep -rl {a} src | xargs sed -i 's/\\b{a}\\b/{b}/g'", "")
        s.bash("npx vitest run 2>&1 | tail -4", f" Test Files  6 passed (6)\n      Tests  48 passed (48)\n   Start at  11:{n * 2:02}:{n * 17 % 60:02}\n   Duration  1.{n * 7 % 90 + 10}s", ms=2500 + n * 11)


@stuck("tenth:more-logging", "sensor-hub", "The hub hangs at start. Repair it.", client="codex", gap=6)
def ever_more_log_lines_around_one_hang(s):
    for n in range(14):
        if n == 4:
            s.stuck_here()
        spot = ["connect", "before_connect", "tls", "on_connect", "loop", "socket", "resolve"][n % 7]
        s.edit("hub/main.py", f"    # spot {spot} {n}\n", f"    log.debug('{spot} {n}: client=%r', client)\n    # spot {spot} {n + 7}\n")
        s.bash("timeout 30 python -m hub --log debug 2>&1 | tail -2", f"2026-10-09 13:{n * 3:02}:{n * 19 % 60:02},{n * 71 % 1000:03} DEBUG {spot} {n}: client=<Client {hex(0x7f10aa000000 + n * 7919 * 16)}>\n2026-10-09 13:{n * 3:02}:{n * 19 % 60:02},{n * 77 % 1000:03} INFO connecting to mqtt.plant.example:8883 ...", ms=30_020 + n)


@stuck("tenth:delegated", "wiki-export", "Summarise the page 'Shutdown 2027' of the intranet.", client="claude", gap=4)
def helpers_who_are_all_outside_of_the_vpn(s):
    s.other("WebFetch", {"url": "https://wiki.intra.example/Shutdown_2027", "prompt": "Summarise"}, "getaddrinfo ENOTFOUND wiki.intra.example", ok=False)
    asks = ["Fetch the intranet page Shutdown 2027 and summarise it.", "Try with curl to read wiki.intra.example/Shutdown_2027.", "You are an expert in corporate networks. Retrieve Shutdown 2027.", "Use the REST API of the wiki for the page Shutdown 2027.", "Look for a cached copy of Shutdown 2027, then summarise.", "Please open Shutdown 2027 in whatever way works."]
    answers = ["I could not reach wiki.intra.example: the name does not resolve from here. It probably needs the VPN.", "curl: (6) Could not resolve host: wiki.intra.example. This machine is not in the VPN.", "The host is only known inside the company network, so I was not able to get the page.", "The API is on the same host, which does not resolve from this sandbox. A VPN connection would be required.", "No cached copy exists publicly; the wiki is internal and unreachable from here.", "I tried several ways; wiki.intra.example cannot be resolved outside of the VPN."]
    for n in range(21):
        if n == 4:
            s.stuck_here()
        s.task(["general-purpose", "researcher", "network-expert", "web-reader"][n % 4], asks[n % 6] + (f" Attempt {n}." if n > 6 else ""), answers[n * 5 % 6])


@stuck("tenth:perpetual-diff", "edge-infra", "terraform plan must be empty after the apply.", client="codex", gap=10)
def an_apply_after_which_the_plan_is_the_same(s):
    for n in range(13):
        if n == 3:
            s.stuck_here()
        if n % 4 == 2:
            s.edit("main.tf", ["tags = merge(local.tags, { env = \"prod\" })", "tags = merge({ env = \"prod\" }, local.tags)"][n // 4 % 2], ["tags = merge({ env = \"prod\" }, local.tags)", "tags = merge(local.tags, { env = \"prod\" })"][n // 4 % 2])
        s.bash(["terraform apply -auto-approve | tail -2", "terraform apply -auto-approve -refresh=true | tail -2", "terraform apply -auto-approve -target=aws_lb.edge | tail -2"][n % 3], f"aws_lb.edge: Modifications complete after {2 + n % 4}s [id=arn:aws:elasticloadbalancing:eu-west-1:210987654321:loadbalancer/app/edge/5f0c]\nApply complete! Resources: 0 added, 1 changed, 0 destroyed.", ms=19_000 + n * 210)
        s.bash(["terraform plan -no-color | tail -6", "terraform plan -no-color -detailed-exitcode | grep -A4 '~'"][n % 2], "  ~ resource \"aws_lb\" \"edge\" {\n      ~ tags = {\n          - \"managed-by\" = \"tag-policy-bot\" -> null\n        }\n    }\nPlan: 0 to add, 1 to change, 0 to destroy.", ms=11_000 + n * 90)


@stuck("tenth:crashloop", "pricing-k8s", "Bring the pricing pod up.", client="claude", gap=8)
def a_missing_variable_and_every_other_setting(s):
    s.bash("kubectl -n pricing get pods", "NAME                       READY   STATUS             RESTARTS      AGE\npricing-6d4f9c7b9c-x2k4p   0/1     CrashLoopBackOff   4 (31s ago)   3m")
    s.bash("kubectl -n pricing logs deploy/pricing --tail=2", "boot pricing 3.1.0\nFATAL: environment variable DATABASE_URL is not set")
    knobs = [("memory: 256Mi", "memory: 512Mi"), ("initialDelaySeconds: 5", "initialDelaySeconds: 60"), ("replicas: 2", "replicas: 1"), ("cpu: 100m", "cpu: 500m"), ("imagePullPolicy: IfNotPresent", "imagePullPolicy: Always"), ("memory: 512Mi", "memory: 1Gi"), ("failureThreshold: 3", "failureThreshold: 20"), ("terminationGracePeriodSeconds: 30", "terminationGracePeriodSeconds: 5")]
    for n in range(8):
        if n == 2:
            s.stuck_here()
        s.edit("k8s/deploy.yaml", *knobs[n])
        s.bash("kubectl apply -f k8s/deploy.yaml", "deployment.apps/pricing configured")
        s.bash(["sleep 60; kubectl -n pricing get pods", "kubectl -n pricing logs deploy/pricing --tail=2"][n % 2], [f"NAME                       READY   STATUS             RESTARTS      AGE\npricing-{n * 79190 + 409610:x}c7d9-{'bcdfghjk'[n]}{n}w2z   0/1     CrashLoopBackOff   3 ({11 + n}s ago)   65s", "boot pricing 3.1.0\nFATAL: environment variable DATABASE_URL is not set"][n % 2], ms=60_400 if n % 2 == 0 else 700)


@stuck("tenth:nan", "whale-song", "Train the classifier; the loss is nan.", client="claude", gap=5)
def a_loss_that_is_nan_at_every_rate(s):
    knobs = [("lr: 1e-3", "lr: 1e-4"), ("lr: 1e-4", "lr: 1e-5"), ("batch: 64", "batch: 32"), ("clip: 0", "clip: 1.0"), ("amp: true", "amp: false"), ("optim: adam", "optim: sgd"), ("dropout: 0.5", "dropout: 0.1"), ("lr: 1e-5", "lr: 1e-7"), ("init: xavier", "init: kaiming"), ("warmup: 0", "warmup: 500"), ("norm: batch", "norm: layer"), ("seed: 1", "seed: 42")]
    s.bash("python train.py --steps 50 | head -2", "WARNING: 3112 of 40000 spectrogram bins are -inf (log of zero)\nstep 1 loss nan", ms=31_000)
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.edit("conf.yaml", *knobs[n])
        s.bash("python train.py --steps 50 | tail -2", f"step 49 loss nan ({81 + n * 3 % 11} ms/step)\nstep 50 loss nan ({80 + n * 7 % 13} ms/step)", ms=30_000 + n * 400)
        if n % 4 == 3:
            s.bash("nvidia-smi --query-gpu=utilization.gpu,memory.used --format=csv,noheader", f"{91 + n % 6} %, {8110 + n * 13} MiB")


@stuck("tenth:captcha", "tariff-watch", "Read today's tariff from the operator's page in the browser.", client="claude", gap=4)
def a_wall_for_robots_reloaded(s):
    for n in range(24):
        if n == 6:
            s.stuck_here()
        wall = f"### Page state\n- Page URL: https://power.example/tariff{'?r=' + str(n) if n % 2 else ''}\n- Page Title: Just a moment...\n- generic [ref=e3]:\n  - heading \"Verify you are human by completing the action below.\" [level=2] [ref=e5]\n  - text: \"Ray ID: {n * 7919 * 104729 + 0x8c1f00aa11:016x}\""
        k = n % 4
        if k == 0:
            s.mcp("playwright", "browser_navigate", {"url": f"https://power.example/tariff{'?r=' + str(n) if n % 8 else ''}"}, wall, ms=2100 + n)
        elif k == 1:
            s.mcp("playwright", "browser_wait_for", {"time": 5 + n}, wall, ms=5000 + n * 1000)
        elif k == 2:
            s.mcp("playwright", "browser_evaluate", {"function": ["() => { Object.defineProperty(navigator, 'webdriver', {get: () => false}) }", "() => localStorage.clear()", "() => document.cookie"][n // 4 % 3]}, ["### Result\nundefined", "### Result\nundefined", "### Result\n\"\""][n // 4 % 3])
        else:
            s.mcp("playwright", "browser_snapshot", {}, wall)


@stuck("tenth:hypotheses", "queue-daemon", "The daemon leaks memory. Find the leak.", client="plain", times="none")
def a_journal_of_hypotheses_never_measured(s):
    daemon = "class Daemon:\n    def run(self):\n        while True:\n            job = self.q.get()\n            self.seen.append(job)\n            self.handle(job)\n"
    ideas = ["the queue keeps references", "the logger buffers", "threads are not joined", "sockets linger", "the handler closes over the job", "a cycle with __del__", "glibc arenas", "the queue, after all", "the logger, in the formatter", "exceptions keep frames", "the pool of threads", "json keeps key caches"]
    for n in range(12):
        if n == 3:
            s.stuck_here()
        s.look("queue/daemon.py", daemon, *([1, 6] if n % 2 else []))
        s.write("HYPOTHESES.md" if n % 4 else "notes/leak.md", "# Where does the memory go?\n\n" + "".join(f"{k + 1}. It could be that {ideas[k]}.\n" for k in range(n + 1)) + "\nTo be looked at more closely.\n")


@stuck("tenth:empty-commits", "docs-deploy", "The release workflow must comment on the PR.", client="codex", gap=6)
def empty_commits_against_a_missing_permission(s):
    for n in range(8):
        if n == 2:
            s.stuck_here()
        if n % 3 == 1:
            s.edit(".github/workflows/release.yml", f"name: Release {n // 3}", f"name: Release {n // 3 + 1}")
        s.bash(f"git commit -q --allow-empty -am '{['Trigger CI', 'Retry', 'Kick the workflow', 'chore: rerun'][n % 4]}' && git push -q && git rev-parse --short HEAD", f"{n * 7919 * 31 + 0x4a1c00:07x}", ms=2100)
        s.bash("sleep 90; gh run list --limit 1 --json databaseId,conclusion --jq '.[0]|\"\\(.databaseId) \\(.conclusion)\"'", f"{11840021177 + n * 7919} failure", ms=91_000 + n * 17)
        s.bash(f"gh run view {11840021177 + n * 7919} --log-failed | tail -1", f"comment\tPost comment\t2026-10-09T1{n}:22:{n * 13 % 60:02}.{n * 7919 % 10000000:07}Z ##[error]Resource not accessible by integration", ms=2300)


@stuck("tenth:truststore", "bank-client", "The client must connect to the test bank; it says PKIX path building failed.", client="plain", gap=5)
def a_certificate_imported_under_ever_other_aliases(s):
    s.bash("which java && readlink -f $(which java)", "/usr/bin/java\n/usr/lib/jvm/java-21-openjdk/bin/java")
    s.bash("openssl s_client -connect bank.example:443 </dev/null 2>/dev/null | openssl x509 > bank.pem", "")
    err = "javax.net.ssl.SSLHandshakeException: PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target"
    for n in range(12):
        if n == 3:
            s.stuck_here()
        alias = ["bank", "bank-test", "bankcert", "testbank2", "bank-root", "bank_new"][n % 6] + (str(n) if n > 5 else "")
        s.bash(f"sudo keytool -importcert -noprompt -trustcacerts -alias {alias} -file bank.pem -keystore /usr/lib/jvm/java-17-openjdk/lib/security/cacerts -storepass changeit", "Certificate was added to keystore", ms=900 + n)
        s.bash(["./gradlew -q run 2>&1 | grep -m1 SSL", "./gradlew --stop >/dev/null; ./gradlew -q run 2>&1 | grep -m1 SSL"][n % 2], err, ms=9000 + n * 300)
        if n % 4 == 3:
            s.bash("keytool -list -keystore /usr/lib/jvm/java-17-openjdk/lib/security/cacerts -storepass changeit | grep -c bank", str(n + 1))


@stuck("tenth:invalidations", "promo-site", "The new index.html must be visible at promo.example.", client="plain", gap=8)
def a_cdn_emptied_in_front_of_another_bucket(s):
    s.bash("aws cloudfront get-distribution-config --id E2PROMO --query 'DistributionConfig.Origins.Items[0].DomainName'", "\"promo-live-eu.s3.amazonaws.com\"")
    for n in range(9):
        if n == 2:
            s.stuck_here()
        if n % 3 == 1:
            s.edit("dist/index.html", f"<!-- build {n // 3} -->", f"<!-- build {n // 3 + 1} -->")
        s.bash(f"aws s3 cp dist/index.html s3://promo-live/index.html{' --cache-control no-cache' if n % 2 else ''}", "upload: dist/index.html to s3://promo-live/index.html", ms=1100)
        s.bash(f"aws cloudfront create-invalidation --distribution-id E2PROMO --paths '{['/*', '/index.html', '/'][n % 3]}' --query Invalidation.Id --output text", f"I{n * 7919 + 3141:05X}QZ{n}KP0", ms=1300)
        s.bash(["sleep 60; curl -s https://promo.example/ | grep -o '<title>.*</title>'", "sleep 90; curl -s -H 'Cache-Control: no-cache' 'https://promo.example/?x=%d' | grep -o '<title>.*</title>'" % n][n % 2], "<title>Summer sale</title>", ms=[60_400, 90_400][n % 2] + n * 13)
