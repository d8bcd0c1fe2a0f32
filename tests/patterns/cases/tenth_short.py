"""The tenth set, shorter sessions: about twenty to thirty calls. Radios, notaries, images, path MTU, watch modes, debuggers, other languages, Windows services, quoting, editors in a terminal."""
from session import healthy, stuck


@healthy("tenth:mtu", "site-link", "Large packets are lost between the sites. What is the path MTU to each of the four branches?", client="codex", gap=2)
def the_largest_packet_by_halving(s):
    for k, (host, mtu) in enumerate([("10.8.1.1", 1392), ("10.8.2.1", 1400), ("10.8.3.1", 1392), ("10.8.4.1", 1252)]):
        low, high = 1200, 1473
        while high - low > 4:
            size = (low + high) // 2
            ok = size <= mtu
            s.bash(f"ping -c 2 -W 2 -M do -s {size} {host} | tail -3", f"--- {host} ping statistics ---\n2 packets transmitted, {2 if ok else 0} received, {0 if ok else 100}% packet loss, time {1001 + size % 29}ms\n" + (f"rtt min/avg/max/mdev = {18 + k}.{size % 900 + 100}/{19 + k}.{size % 800 + 100}/{20 + k}.{size % 700 + 100}/0.{size % 90 + 10} ms" if ok else ""), ms=1100 if ok else 3010)
            low, high = (size, high) if ok else (low, size)


@healthy("tenth:zigbee", "school-heating", "Half of the thermostats dropped off the mesh. Bring all of them back.", client="claude", gap=5)
def thermostats_interviewed_again(s):
    for n in range(13):
        dev = f"0x00158d000{n * 7919 + 0x3a1f00:07x}"
        asleep = n in (2, 7, 10)
        s.mcp("zigbee2mqtt", "device_interview", {"id": dev}, {"status": "error", "error": f"Interview failed for '{dev}': Timeout - {41_000 + n * 13} - 1 - {n * 7 + 3} - 0 - 5 after 10000ms"} if asleep else {"status": "ok", "data": {"id": dev, "model": "TS0601"}}, ok=not asleep, ms=10_000 if asleep else 4100 + n * 71)
        if asleep:
            s.other("AskUserQuestion", {"question": f"Room {n + 101} sleeps. Please press its button for a second and answer."}, "pressed it, the LED blinks")
            s.mcp("zigbee2mqtt", "device_interview", {"id": dev}, {"status": "ok", "data": {"id": dev, "model": "TS0601"}}, ms=5100)
        s.mcp("zigbee2mqtt", "device_get", {"id": dev, "property": "system_mode"}, {"system_mode": "heat"}, ms=400)


@healthy("tenth:instances", "shift-models", "Which of the 24 archived instances can the new model solve within a minute?", client="plain", gap=2)
def instances_of_which_most_stay_unknown(s):
    for n in range(1, 25):
        got = {4: "cost = 811;\n----------\n==========", 13: "cost = 1204;\n----------", 19: "=====UNSATISFIABLE====="}.get(n, "=====UNKNOWN=====\n% Time limit exceeded!")
        s.bash(f"minizinc --solver cp-sat --time-limit 60000 shifts.mzn data/inst{n:02}.dzn", got, ms=60_200 + n * 7 if n not in (4, 19) else 9000 + n * 400)
    s.write("solved.md", "04 optimal, 13 feasible, 19 unsatisfiable, the other 21 unknown after 60 s.\n")


@healthy("tenth:images", "vm-move", "Check the disk images before we copy them to the new host; mend only leaks.", client="codex", times="none")
def virtual_disks_without_an_error(s):
    for n, vm in enumerate(["adm01", "adm02", "build1", "build2", "cache", "dns1", "dns2", "erp", "files", "git", "ldap1", "ldap2", "mail", "mon", "ntp", "print", "proxy", "radius", "syslog", "tftp", "vpn", "wiki"]):
        leak = n == 8
        s.bash(f"qemu-img check /var/lib/libvirt/images/{vm}.qcow2 | head -3", (f"Leaked cluster 41822 refcount=1 reference=0\n\n1 leaked clusters were found on the image." if leak else f"No errors were found on the image.\n{n * 7919 + 40000}/655360 = {(n * 7919 + 40000) / 6553.6:.2f}% allocated, {n * 3 % 17}.{n * 7 % 90 + 10}% fragmented, 0.00% compressed clusters"))
        if leak:
            s.bash(f"qemu-img check -r leaks /var/lib/libvirt/images/{vm}.qcow2 | tail -2", "The following inconsistencies were found and repaired:\n    1 leaked clusters")


@healthy("tenth:pdb", "fare-engine", "Why does ticket 88 cost one cent less than in the old program? Step through it.", client="claude", gap=3)
def a_calculation_stepped_through_line_by_line(s):
    s.mcp("pdb", "start", {"script": "fare.py", "args": ["88"]}, "> /home/dev/fare-engine/fare.py(12)<module>()\n-> total = Decimal(0)\n(Pdb)")
    for n in range(24):
        if n % 6 == 5:
            s.mcp("pdb", "send", {"command": "p total"}, f"Decimal('{n * 1.37:.4f}')\n(Pdb)", ms=40)
        else:
            s.mcp("pdb", "send", {"command": "n"}, f"> /home/dev/fare-engine/fare.py({20 + n % 5})price()\n-> {['for leg in legs:', 'base = leg.km * RATE', 'base = base.quantize(CENT, ROUND_HALF_EVEN)', 'total += base', 'log(leg)'][n % 5]}\n(Pdb)", ms=35)
    s.mcp("pdb", "send", {"command": "p base, leg.km * RATE"}, "(Decimal('2.12'), Decimal('2.125'))\n(Pdb)")
    s.edit("fare.py", "ROUND_HALF_EVEN", "ROUND_HALF_UP")
    s.bash("python fare.py 88", "32.89\n")


@healthy("tenth:notary", "score-mac", "Notarise the disk image and staple the ticket.", client="plain", gap=5)
def a_notary_who_takes_hours(s):
    s.bash("xcrun notarytool submit Score.dmg --keychain-profile acme --no-progress", "Conducting pre-submission checks for Score.dmg and initiating connection to the Apple notary service...\nSubmission ID received\n  id: 2efe2717-52ef-43a5-96dc-0797e4ca1041\nSuccessfully uploaded file\n  id: 2efe2717-52ef-43a5-96dc-0797e4ca1041\n  path: /home/dev/score-mac/Score.dmg", ms=61_000)
    for n in range(21):
        s.bash("sleep 580; xcrun notarytool info 2efe2717-52ef-43a5-96dc-0797e4ca1041 --keychain-profile acme", "Successfully received submission info\n  createdDate: 2026-10-08T07:11:02.101Z\n  id: 2efe2717-52ef-43a5-96dc-0797e4ca1041\n  name: Score.dmg\n  status: " + ("Accepted" if n == 20 else "In Progress"), ms=581_000 + n * 113)
    s.bash("xcrun stapler staple Score.dmg", "Processing: /home/dev/score-mac/Score.dmg\nThe staple and validate action worked!")


@healthy("tenth:order", "parcel-java", "TrackingTest sometimes fails on CI. Find the condition under which it does.", client="codex", gap=4)
def conditions_of_a_rare_failure_tried(s):
    cmds = [f"mvn -o -q test -Dsurefire.runOrder=random -Dsurefire.runOrder.random.seed={seed}" for seed in (1, 2, 3, 5, 8, 13)] + ["mvn -o -q test -Dsurefire.runOrder=reversealphabetical", "taskset -c 0 mvn -o -q test", "mvn -o -q test -DforkCount=4 -DreuseForks=false", "mvn -o -q test -DargLine='-Xmx128m'", "mvn -o -q test -Duser.language=tr", "mvn -o -q test -DargLine='-Djava.util.concurrent.ForkJoinPool.common.parallelism=1'", "faketime '2026-12-31 23:59:50' mvn -o -q test", "faketime '2027-03-28 01:59:30' mvn -o -q test", "TZ=Pacific/Apia mvn -o -q test", "TZ=America/St_Johns mvn -o -q test", "TZ=Asia/Kathmandu mvn -o -q test"]
    for n, c in enumerate(cmds):
        s.bash(f"{c} 2>&1 | tail -3; echo rc=${{PIPESTATUS[0]}}", "rc=0", ms=41_000 + n * 700)
    s.bash("TZ=Pacific/Kiritimati mvn -o -q test 2>&1 | grep -m3 -E 'ERROR|expected'; echo rc=${PIPESTATUS[0]}", "[ERROR] Failures: \n[ERROR]   TrackingTest.dayOfDelivery:58 expected: <2026-10-09> but was: <2026-10-10>\nrc=1", ms=43_000)
    s.edit("src/test/java/TrackingTest.java", "LocalDate.now()", "LocalDate.now(clock)")
    for n, tz in enumerate(["Pacific/Kiritimati", "Pacific/Apia", "Etc/GMT+12", "UTC"]):
        s.bash(f"TZ={tz} mvn -o -q test 2>&1 | tail -3; echo rc=${{PIPESTATUS[0]}}", "rc=0", ms=42_000 + n * 311)


@healthy("tenth:radio", "weather-sonde", "On which frequency between 400 and 406 MHz does the sonde of this morning send?", client="plain", gap=1)
def a_band_listened_to_step_by_step(s):
    for n in range(26):
        f = 400.0 + n * .2
        hit = n == 25
        s.bash(f"timeout 20 rtl_fm -M fm -F9 -f {f:.1f}M -s 15k 2>/dev/null | sox -t raw -r 15k -e s -b 16 -c 1 - -t wav - 2>/dev/null | rs41mod --ptu; echo frames done", ("[ 4112] (T1240833) Fr 2026-10-09 05:41:18.001 lat: 52.21311 lon: 14.12001 alt: 8112.41\n" if hit else "") + "frames done", ms=20_010 + n)
    s.write("sonde.md", "405.0 MHz, T1240833\n")


@healthy("tenth:fortran", "tide-f77", "Make the old Fortran compile with gfortran 14 without -std=legacy.", client="claude", gap=4)
def old_fortran_brought_up_to_date(s):
    errors = [(41, "Fortran 2018 deleted feature: Arithmetic IF statement"), (77, "Fortran 2018 deleted feature: Arithmetic IF statement"), (90, "Legacy Extension: Hollerith constant"), (102, "Fortran 2018 deleted feature: DO termination statement which is not END DO or CONTINUE with label 30"), (131, "Type mismatch in argument 'h' at (1); passed REAL(8) to REAL(4)"), (131, "Rank mismatch in argument 'h' at (1) (rank-1 and scalar)"), (160, "Deleted feature: PAUSE statement"), (188, "GNU Extension: Nonstandard type declaration REAL*8"), (203, "Symbol 'amp' at (1) has no IMPLICIT type"), (244, "Deleted feature: ASSIGN statement")]
    for n, (line, text) in enumerate(errors):
        s.bash("gfortran -c -std=f2018 -fmax-errors=1 tides.f 2>&1 | tail -4", f"tides.f:{line}:{7 + n % 6}:\n\n{line:5} |       STATEMENT {n}\nError: {text}", ms=800 + n)
        s.edit("tides.f", f"      STATEMENT {n}", f"      STATEMENT {n} MODERN")
    s.bash("gfortran -c -std=f2018 -fmax-errors=1 tides.f", "", ms=1200)
    s.bash("./compare.sh cuxhaven", "max |old-new| = 0.0000 m over 8760 values")


@healthy("tenth:image-build", "kiosk-os", "Build the kiosk image with mkosi.", client="codex", gap=6)
def another_cause_at_every_image_build(s):
    steps = [("mkosi.conf", "E: Unable to locate package linux-image-kiosk", "linux-image-kiosk", "linux-image-amd64"), ("mkosi.conf", "‣ Error: systemd-boot was requested but bootctl was not found in the image", "Packages=", "Packages=systemd-boot "), ("mkosi.repart/10-root.conf", "Failed to allocate partitions: requested size 1.2G, available 900M", "SizeMaxBytes=900M", "SizeMaxBytes=3G"), ("mkosi.postinst", "/work/postinst: line 4: adduser: command not found", "adduser kiosk", "useradd -m kiosk"), ("mkosi.postinst", "useradd: group 'video2' does not exist", "-G video2", "-G video"), ("mkosi.conf", "Failed to enable unit: Unit file cage@.service does not exist.", "cage@tty1", "kiosk"), ("mkosi.extra/etc/fstab", "mount: /boot/efi: can't find LABEL=ESP.", "LABEL=ESP", "LABEL=esp"), ("mkosi.conf", "‣ Secure boot key mkosi.key not found", "SecureBoot=yes", "SecureBoot=no"), ("mkosi.conf", "gpg: keyserver receive failed: No data", "KeyServer=pool", "KeyServer=keys.example")]
    for n, (path, err, old, new) in enumerate(steps):
        s.bash("sudo mkosi -f build 2>&1 | tail -2", f"{err}\n‣ (Detaching namespace, build ran {40 + n * 21}s)", ms=41_000 + n * 21_000)
        s.edit(path, old, new)
    s.bash("sudo mkosi -f build 2>&1 | tail -1", "‣  /home/dev/kiosk-os/mkosi.output/kiosk.raw size is 3.1G, consumes 1.4G.", ms=301_000)
    s.bash("timeout 60 mkosi qemu 2>&1 | grep -m2 -E 'login:|Reached target'", "[  OK  ] Reached target graphical.target - Graphical Interface.\nkiosk login: kiosk (automatic login)", ms=31_000)


@healthy("tenth:postcodes", "cake-shop", "Check in the browser to which of our customers' postcodes the new courier delivers.", client="plain", gap=1)
def postcodes_that_are_mostly_not_served(s):
    for n, code in enumerate(["04103", "06108", "07743", "08056", "09111", "10115", "14467", "15230", "17489", "18055", "19053", "20095", "23552"]):
        s.mcp("playwright", "browser_type", {"element": "Postcode", "ref": "e12", "text": code, "submit": True}, f"### Ran Playwright code\n```js\nawait page.locator('aria-ref=e12').fill('{code}');\nawait page.locator('aria-ref=e12').press('Enter');\n```", ms=600)
        s.mcp("playwright", "browser_evaluate", {"function": "() => document.querySelector('#answer').textContent"}, "### Result\n\"" + ("We deliver on the next working day." if n in (5, 6) else "Sorry, we do not deliver to this area yet.") + "\"", ms=90)
    s.write("served.txt", "10115\n14467\n")


@healthy("tenth:spanish-make", "imprenta", "Arregla la compilación después de mover los archivos a lib/.", client="plain", codes=False, gap=4)
def targets_without_a_rule_one_after_another(s):
    for n, f in enumerate(["papel", "tinta", "rodillo", "margen", "cola", "color", "corte", "doblez", "lote", "sello", "trama"]):
        s.bash("make 2>&1 | tail -1", f"make: *** No hay ninguna regla para construir el objetivo '{f}.h', necesario para '{f}.o'.  Alto.", ms=300 + n)
        s.edit("Makefile", f"{f}.o: {f}.h", f"{f}.o: lib/{f}.h")
    s.bash("make 2>&1 | tail -1", "cc -o imprenta papel.o tinta.o rodillo.o margen.o cola.o color.o corte.o doblez.o lote.o sello.o trama.o", ms=9000)
    s.bash("./imprenta --prueba", "11 módulos, sin errores")


@healthy("tenth:watch", "chart-kit", "Make the axis specs pass; vitest runs in watch mode in the background.", client="claude", gap=3)
def a_watch_mode_read_after_each_edit(s):
    s.other("Bash", {"command": "npx vitest axis", "run_in_background": True}, "Command running in background with ID: bash_1")
    for n, (bad, file) in enumerate([(12, "ticks"), (12, "ticks"), (11, "scale"), (9, "scale"), (9, "label"), (6, "label"), (7, "format"), (4, "format"), (2, "grid"), (1, "grid"), (0, "axis")]):
        s.edit(f"src/{file}.ts", f"// todo {n}", f"export const step{n} = (d: Domain) => d.nice({n});\n// todo {n + 1}")
        s.other("BashOutput", {"bash_id": "bash_1"}, f"<status>running</status>\n<stdout>\n RERUN  src/{file}.ts x{n + 1}\n\n Test Files  {'1 failed' if bad else '1 passed'} (1)\n      Tests  {f'{bad} failed | ' if bad else ''}{12 - bad} passed (12)\n   Duration  {310 + n * 17}ms\n\n {'FAIL  Tests failed. Watching for file changes...' if bad else 'PASS  Waiting for file changes...'}\n</stdout>")
    s.other("KillShell", {"shell_id": "bash_1"}, "Successfully killed shell: bash_1 (npx vitest axis)")


@healthy("tenth:evals", "mail-sorter", "Improve the sorting prompt on the 200 labelled mails; aim for 92 %.", client="plain", gap=6)
def a_prompt_better_by_a_few_mails_each_time(s):
    rules = ["say that invoices are never adverts", "give two examples of reminders", "ask for the label only", "name the three spam patterns", "treat forwarded mails by their inner subject", "drop the persona", "put the labels in a list", "add the rule for newsletters", "shorten the preamble", "handle empty bodies", "prefer 'other' over guessing"]
    for n, right in enumerate([151, 158, 157, 164, 169, 168, 171, 176, 179, 178, 183, 185]):
        s.bash("python eval.py --set mails200 | tail -2", f"accuracy {right / 2:.1f} % ({right}/200)\nconfused most: {['advert→invoice', 'reminder→invoice', 'other→advert', 'spam→advert', 'newsletter→spam'][n % 5]} ({11 - n % 7})", ms=88_000 + n * 1700)
        if n < 11:
            s.edit("prompt.txt", f"# rule {n}\n", f"- {rules[n]}\n# rule {n + 1}\n")


@healthy("tenth:dumps", "kiosk-crashes", "Sort the 22 crash dumps of last night by their top frame.", client="codex", gap=1)
def dumps_with_nearly_all_the_same_frame(s):
    for n in range(22):
        other = n in (6, 15)
        s.bash(f"minidump_stackwalk dumps/{n * 7919 * 7919 + 0x3fa0b1c2:08x}.dmp syms 2>/dev/null | grep -m1 '^ 0 '", " 0  libc.so.6!__GI_raise [raise.c : 50 + 0x5]" if other else " 0  kiosk!Banner::paint(QPainter*) [banner.cpp : 118 + 0x3]", ms=700 + n * 11)
    s.write("crashes.md", "20 × Banner::paint banner.cpp:118, 2 × abort\n")


@healthy("tenth:vulns", "go-mono", "Is any of the services affected by a known vulnerability?", client="codex", gap=2)
def services_without_a_vulnerability(s):
    for n, svc in enumerate(["auth", "avatar", "billing", "cart", "catalog", "coupon", "email", "export", "feed", "gateway", "geo", "hooks", "image", "import", "invoice", "jobs", "ledger", "media", "notify", "orders", "pdf", "quota"]):
        bad = n == 17
        s.bash(f"cd services/{svc} && go vet ./... && govulncheck ./...", "=== Symbol Results ===\n\nVulnerability #1: GO-2025-3503\n    HTTP Proxy bypass using IPv6 Zone IDs in golang.org/x/net\n  Module: golang.org/x/net\n    Found in: golang.org/x/net@v0.33.0\n    Fixed in: golang.org/x/net@v0.36.0\n\nYour code is affected by 1 vulnerability from 1 module." if bad else "No vulnerabilities found.", 3 if bad else 0, ms=14_000 + n * 390)
        if bad:
            s.bash("cd services/media && go get golang.org/x/net@v0.36.0 && go mod tidy && govulncheck ./...", "go: upgraded golang.org/x/net v0.33.0 => v0.36.0\nNo vulnerabilities found.", ms=19_000)


@healthy("tenth:chaos", "vote-cluster", "Kill every pod of the ring once; the service must never answer anything but 200.", client="claude", gap=5)
def every_pod_killed_once(s):
    for n in range(12):
        s.bash(f"kubectl -n vote delete pod ring-{n} --wait=false", f"pod \"ring-{n}\" deleted")
        s.bash("hey -z 20s -c 10 https://vote.example/health | grep -A2 'Status code'", f"Status code distribution:\n  [200]\t{8011 + n * 37 % 400} responses", ms=20_700 + n)
        s.bash(f"kubectl -n vote wait --for=condition=Ready pod/ring-{n} --timeout=180s", f"pod/ring-{n} condition met", ms=24_000 + n * 900)


# ------------------------------------------------------------------ stuck


@stuck("tenth:mail-code", "forum-account", "Register the bot account at the forum and confirm it with the code from the mail.", client="claude", gap=20)
def a_code_from_a_mail_that_was_never_sent(s):
    s.bash("curl -s -XPOST https://forum.example/api/register -d 'name=acmebot&mail=bot@acme.exmaple'", "{\"created\":true,\"mail\":\"bot@acme.exmaple\",\"delivery\":\"rejected: 550 5.1.2 domain acme.exmaple not found\"}")
    s.mcp("gmail", "search_messages", {"query": "from:forum.example"}, {"messages": [], "resultSizeEstimate": 0})
    s.mcp("gmail", "search_messages", {"query": "forum code newer_than:1h"}, {"messages": [], "resultSizeEstimate": 0})
    s.stuck_here()
    q = ["from:forum.example newer_than:1h", "in:spam from:forum", "subject:(confirm OR code)", "in:anywhere forum.example", "label:promotions forum", "to:bot@acme.example newer_than:1d", "verification code", "in:trash forum"]
    for n in range(20):
        if n % 5 == 4:
            s.bash(f"sleep {60 + n * 10}", "", ms=60_000 + n * 10_000)
        elif n == 7:
            s.write("notes.md", "Waiting for the confirmation mail of the forum; mail servers may be slow.\n")
        else:
            s.mcp("gmail", "search_messages", {"query": q[n % 8] + (" " if n > 8 else "")}, {"messages": [], "resultSizeEstimate": 0}, ms=400 + n)


@stuck("tenth:polish", "cli-errors", "The message for a missing file should name the file.", client="plain", gap=5)
def one_sentence_reworded_after_it_was_done(s):
    words = ["cannot open {path}", "could not open {path}", "cannot open file {path}", "{path}: cannot be opened", "unable to open {path}", "failed to open {path}", "could not open the file {path}", "{path} could not be opened", "cannot open '{path}'", "cannot open \"{path}\"", "could not open {path}", "unable to open file {path}", "cannot open {path}"]
    for n in range(12):
        if n == 2:
            s.stuck_here()
        s.edit("src/errors.py", f"    return f\"{words[n]}\"" if n else "    return \"cannot open file\"", f"    return f\"{words[n + 1]}\"")
        if n % 2:
            s.bash("python -m cli nothing.txt; pytest -q | tail -1", f"{words[n + 1].format(path='nothing.txt')}\n31 passed in 0.{40 + n * 7 % 50}s")
        if n % 3 == 2:
            s.look("src/errors.py", f"def missing(path):\n    return f\"{words[n + 1]}\"\n")


@stuck("tenth:gyp", "old-kiosk-ui", "npm install must go through on this machine.", client="codex", gap=5)
def node_versions_tried_for_a_python_module(s):
    vers = ["18.20.4", "16.20.2", "20.17.0", "14.21.3", "22.9.0", "12.22.12", "18.19.1", "17.9.1"]
    for n in range(11):
        if n == 3:
            s.stuck_here()
        s.bash([f"nvm install {vers[n % 8]} && nvm use {vers[n % 8]}", "rm -rf node_modules package-lock.json && npm cache clean --force", f"nvm use {vers[n % 8]} && npm i -g node-gyp@{8 + n % 3}"][n % 3], [f"Downloading and installing node v{vers[n % 8]}...\nNow using node v{vers[n % 8]}", "npm warn using --force Recommended protections disabled.", f"Now using node v{vers[n % 8]}\nadded {90 + n} packages in {3 + n % 4}s"][n % 3], ms=9000 + n * 300)
        s.bash(["npm install 2>&1 | grep ERR | tail -4", "npm install --legacy-peer-deps 2>&1 | grep ERR | tail -4", "npm rebuild node-sass 2>&1 | grep ERR | tail -4"][n // 2 % 3], f"npm ERR! gyp ERR! stack   File \"/home/dev/old-kiosk-ui/node_modules/node-gyp/gyp/gyp_main.py\", line {42 + n % 3}, in <module>\nnpm ERR! gyp ERR! stack ModuleNotFoundError: No module named 'distutils'\nnpm ERR! gyp ERR! node -v v{vers[n % 8]}\nnpm ERR! gyp ERR! not ok", ms=21_000 + n * 700)


@stuck("tenth:read-only", "till-config", "Set the new receipt footer on this till.", client="plain", gap=3)
def a_file_system_that_is_mounted_read_only(s):
    s.bash("mount | grep ' / '", "/dev/mmcblk0p2 on / type squashfs (ro,relatime)")
    cmds = ["sed -i 's/^footer=.*/footer=Danke!/' /opt/till/till.ini", "echo 'footer=Danke!' | sudo tee -a /opt/till/till.ini", "sudo chmod u+w /opt/till/till.ini", "sudo chown dev /opt/till/till.ini", "sudo cp /tmp/till.ini /opt/till/till.ini", "sudo mv /tmp/till.ini /opt/till/", "sudo python3 -c \"open('/opt/till/till.ini','w').write('footer=Danke!')\"", "sudo install -m644 /tmp/till.ini /opt/till/till.ini", "sudo chattr -i /opt/till/till.ini", "sudo mount -o remount,rw /"]
    outs = ["sed: couldn't open temporary file /opt/till/sed{x}: Read-only file system", "tee: /opt/till/till.ini: Read-only file system", "chmod: changing permissions of '/opt/till/till.ini': Read-only file system", "chown: changing ownership of '/opt/till/till.ini': Read-only file system", "cp: cannot create regular file '/opt/till/till.ini': Read-only file system", "mv: inter-device move failed: '/tmp/till.ini' to '/opt/till/till.ini'; unable to remove target: Read-only file system", "OSError: [Errno 30] Read-only file system: '/opt/till/till.ini'", "install: cannot remove '/opt/till/till.ini': Read-only file system", "chattr: Read-only file system while setting flags on /opt/till/till.ini", "mount: /: cannot remount /dev/mmcblk0p2 read-write, is write-protected."]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        if n % 8 == 5:
            s.bash(f"printf '[till]\\nfooter=Danke!\\n; version {n}\\n' > /tmp/till.ini && cat /tmp/till.ini", f"[till]\nfooter=Danke!\n; version {n}")
        else:
            k = n * 7 % 10
            s.bash(cmds[k], outs[k].replace("{x}", "abcdefgh"[n % 8] + "Kq2" + str(n)), 1, ms=30 + n)


@stuck("tenth:dienst", "kassen-server", "Der Dienst 'KassenSync' soll wieder laufen.", client="plain", codes=False, gap=4)
def a_windows_service_without_the_rights(s):
    deny = ["Restart-Service : Der Dienst \"Kassen-Abgleich (KassenSync)\" kann aufgrund des folgenden Fehlers nicht beendet werden: Der Dienst KassenSync auf dem Computer . kann nicht geöffnet werden.\nIn Zeile:1 Zeichen:1", "[SC] OpenService FEHLER 5:\n\nZugriff verweigert", "Systemfehler 5 aufgetreten.\n\nZugriff verweigert", "Start-Service : Der Dienst KassenSync auf dem Computer . kann nicht geöffnet werden.\nIn Zeile:1 Zeichen:1"]
    cmds = ["powershell -Command \"Restart-Service KassenSync\"", "sc.exe start KassenSync", "net start KassenSync", "powershell -Command \"Start-Service -Name KassenSync -Verbose\""]
    for n in range(23):
        if n == 6:
            s.stuck_here()
        if n % 7 == 4:
            s.bash("powershell -Command \"Get-Service KassenSync\"", "\nStatus   Name               DisplayName\n------   ----               -----------\nStopped  KassenSync         Kassen-Abgleich\n\n", ms=800 + n)
        elif n % 7 == 6:
            s.edit("C/KassenSync/sync.ini", f"retries={n // 7 + 3}", f"retries={n // 7 + 4}")
        else:
            k = n * 3 % 4
            s.bash(["", "cmd /c "][n % 2 if k else 0] + cmds[k] + ["", " 2>&1"][n // 4 % 2], deny[k], 1, ms=500 + n * 13)


@stuck("tenth:lfs-quota", "game-assets", "Check out the textures; LFS files are only pointers.", client="claude", gap=4)
def lfs_objects_over_the_quota(s):
    err = "batch response: This repository exceeded its LFS budget. The account responsible for the budget should increase it to restore access."
    cmds = ["git lfs pull", "git lfs fetch --all", "git lfs install --force && git lfs pull", "git lfs pull --include='textures/*'", "GIT_TRACE=0 git lfs fetch origin main", "git lfs checkout && git lfs pull", "git config lfs.concurrenttransfers 1 && git lfs pull", "GIT_LFS_SKIP_SMUDGE=0 git checkout -f HEAD -- textures"]
    for n in range(22):
        if n == 5:
            s.stuck_here()
        if n % 7 == 3:
            s.bash("head -3 textures/bark.png", "version https://git-lfs.github.com/spec/v1\noid sha256:7c0d1bd4e2e6d9a0c9aef1b1a8c1f1f0a6f0d4d0\nsize 4192210")
        elif n == 12:
            s.bash("cd .. && mv game-assets game-assets.old && git clone -q git@github.com:acme/game-assets.git", f"Cloning into 'game-assets'...\nDownloading textures/bark.png (4.2 MB)\nError downloading object: textures/bark.png (7c0d1bd): Smudge error: {err}", 128, ms=19_000)
        else:
            s.bash(cmds[n * 3 % 8], err + f"\nFailed to fetch some objects from 'https://github.com/acme/game-assets.git/info/lfs' ({210 - n % 3} of 210)"[: 200 if n % 2 else 0], 2, ms=1900 + n * 41)


@stuck("tenth:page-version", "team-wiki", "Put the table of releases on the page 4410.", client="plain", gap=4)
def a_page_saved_with_a_stale_version(s):
    bodies = ["<table><tr><td>1.0</td></tr></table>", "<ac:structured-macro/>", "|| Release || Date ||", "<p>1.0, 1.1, 1.2</p>", "<table class='x'/>", "<ul><li>1.0</li></ul>"]
    for n in range(21):
        if n == 4:
            s.stuck_here()
        if n % 6 == 5:
            s.mcp("confluence", "get_page_children", {"id": "4410"}, {"results": [], "size": 0})
        else:
            s.mcp("confluence", "update_page", {"id": "4410", "title": ["Releases", "Releases ", "Our releases"][n % 3], "version": 14, "representation": ["storage", "wiki", "storage"][n % 3], "body": bodies[n % 6] + "<!-- %d -->" % n}, {"statusCode": 409, "message": f"com.atlassian.api.common.exceptions.ConflictException: Version must be incremented when updating a page. Current Version: [{31}]. Provided version: [14]", "requestId": f"{n * 7919 * 104729 + 99991:012x}"}, ok=False, ms=400 + n)


@stuck("tenth:quoting", "log-rotate", "Replace the path in every host's rsyslog line through ssh.", client="plain", gap=2)
def quotes_inside_quotes_inside_ssh(s):
    forms = ["ssh web1 'sudo sed -i 's|/var/log/old|/srv/log|' /etc/rsyslog.conf'", "ssh web1 \"sudo sed -i 's|/var/log/old|/srv/log|' /etc/rsyslog.conf\" | bash -c '", "ssh web1 \"sh -c 'sudo sed -i \\'s|/var/log/old|/srv/log|\\' /etc/rsyslog.conf'\"", "ssh web1 'sh -c \"sudo sed -i \\\"s|/var/log/old|/srv/log\\\" /etc/rsyslog.conf\"'", "ssh web1 sudo sed -i s/\\/var\\/log\\/old/\\/srv\\/log/ /etc/rsyslog.conf \\'", "ssh web1 $'sudo sed -i \\'s|/var/log/old|/srv/log\\' /etc/rsyslog.conf'"]
    outs = ["bash: line 1: /srv/log: No such file or directory\nsed: -e expression #1, char 14: unterminated `s' command", "bash: -c: line 1: unexpected EOF while looking for matching `''", "sh: 1: Syntax error: Unterminated quoted string", "sed: -e expression #1, char 24: unterminated `s' command", "bash: -c: line 1: unexpected EOF while looking for matching `''", "sed: -e expression #1, char 24: unterminated `s' command"]
    for n in range(24):
        if n == 8:
            s.stuck_here()
        if n % 9 == 5:
            s.bash("ssh web1 grep -n old /etc/rsyslog.conf", "31:*.* /var/log/old/all.log")
        else:
            k = n * 5 % 6
            s.bash(forms[k] + ["", " ", " 2>&1"][n // 6 % 3], outs[k], [1, 2][k in (1, 2, 4)], ms=310 + n * 7)


@stuck("tenth:i2c", "greenhouse-pi", "Read the humidity sensor (0x44).", client="codex", gap=4)
def a_bus_on_which_nobody_answers(s):
    grid = "     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f\n00:                         -- -- -- -- -- -- -- --\n40: -- -- -- -- -- -- -- -- -- -- -- -- -- -- -- --\n70: -- -- -- -- -- -- -- --"
    for n in range(23):
        if n == 6:
            s.stuck_here()
        k = n % 5
        if k == 0:
            s.bash(["i2cdetect -y 1", "i2cdetect -y -r 1", "sudo i2cdetect -y 1", "i2cdetect -a -y 1 | grep -v '^[1-356]'"][n // 5 % 4], grid, ms=300)
        elif k == 1:
            s.bash("python3 read_sht.py", f"Traceback (most recent call last):\n  File \"/home/dev/greenhouse-pi/read_sht.py\", line {9 + n % 3}, in <module>\n    bus.write_i2c_block_data(0x44, 0x2C, [0x06])\nOSError: [Errno 121] Remote I/O error", 1, ms=110)
        elif k == 2:
            s.edit("read_sht.py", f"time.sleep(0.{n})", f"time.sleep(0.{n + 5})")
        elif k == 3:
            s.bash(["sudo modprobe -r i2c_bcm2835 && sudo modprobe i2c_bcm2835", "sudo dtparam i2c_arm_baudrate=10000", "sudo raspi-config nonint do_i2c 0", "pip install --upgrade smbus2"][n // 5 % 4], ["", "", "", "Requirement already satisfied: smbus2 in ./venv/lib/python3.11/site-packages (0.4.3)"][n // 5 % 4], ms=1900)
        else:
            s.bash("python3 -c 'import smbus2; print(smbus2.SMBus(1).read_byte(0x44))'", "OSError: [Errno 121] Remote I/O error", 1, ms=90 + n)


@stuck("tenth:frameworks", "crm-tables", "Rename the column `fone` to `phone` in the table customers.", client="codex", gap=15)
def tools_built_for_a_rename_that_never_happens(s):
    s.grep("fone", "db", "db/schema.sql:14:  fone text,")
    names = ["renamer/core.py", "renamer/plan.py", "renamer/config.yaml", "renamer/plugins/base.py", "renamer/plugins/postgres.py", "renamer/report.py", "renamer/cli.py", "renamer/events.py", "renamer/registry.py", "renamer/retry.py", "docs/renamer.md", "renamer/v2/core.py", "renamer/v2/plan.py", "renamer/v2/adapters.py", "renamer/v2/schema.json", "renamer/v2/cli.py", "docs/renamer-v2.md", "renamer/v3/__init__.py", "renamer/v3/kernel.py", "renamer/v3/policy.py"]
    for n, name in enumerate(names):
        if n == 4:
            s.stuck_here()
        s.write(name, f"# {name}: a general mechanism for renames\n" + "".join(f"class Step{n}{k}:\n    \"\"\"Reserved for renames of kind {k}.\"\"\"\n" for k in range(2 + n % 3)))
        if n % 7 == 6:
            s.plan([("Design a rename framework", "completed"), (f"Extend the framework to version {n // 7 + 2}", "in_progress"), ("Rename fone to phone", "pending")])


@stuck("tenth:snapshots", "invoice-view", "The snapshot test of the invoice must be green.", client="codex", gap=5)
def a_snapshot_with_the_time_in_it(s):
    for n in range(11):
        if n == 3:
            s.stuck_here()
        if n % 4 == 3:
            s.look("src/__snapshots__/Invoice.test.tsx.snap", f"exports[`renders 1`] = `\n<footer>\n  Printed at 14:{n * 2:02}:{n * 17 % 50:02}\n</footer>\n`;\n")
        s.bash(["npx jest Invoice -u 2>&1 | tail -5", "rm -r src/__snapshots__ && npx jest Invoice --ci=false 2>&1 | tail -5", "npx jest Invoice --updateSnapshot --no-cache 2>&1 | tail -5"][n % 3], f" › 1 snapshot {'written' if n % 3 == 1 else 'updated'}.\nTests:       1 passed, 1 total\nSnapshots:   1 {'written' if n % 3 == 1 else 'updated'}, 1 total\nTime:        1.{n * 37 % 900 + 100} s", ms=2600 + n * 31)
        s.bash("npm test 2>&1 | grep -E '^ +[-+] ' ", f"    -   Printed at 14:{n * 2:02}:{n * 17 % 50:02}\n    +   Printed at 14:{n * 2:02}:{n * 17 % 50 + 9:02}", ms=4100 + n * 23)


@stuck("tenth:volume-password", "forum-stack", "Start the forum with the new database password.", client="codex", gap=6)
def a_password_changed_beside_an_old_volume(s):
    for n in range(9):
        if n == 3:
            s.stuck_here()
        s.edit("docker-compose.yml", f"POSTGRES_PASSWORD: {['s3cret', 'forum', 'simple1', 'postgres'][n % 4]}", f"POSTGRES_PASSWORD: {['s3cret', 'forum', 'simple1', 'postgres'][(n + 1) % 4]}")
        s.bash(["docker compose down && docker compose up -d", "docker compose up -d --force-recreate", "docker compose down --rmi all && docker compose up -d --build", "docker compose restart"][n % 4], " Container forum-stack-db-1  Started\n Container forum-stack-app-1  Started", ms=6000 + n * 900)
        s.bash(["docker compose logs app --tail 1", "docker compose logs db --tail 1"][n % 2], [f"app-1  | psycopg2.OperationalError: connection to server at \"db\" (172.{18 + n}.0.2), port 5432 failed: FATAL:  password authentication failed for user \"forum\"", f"db-1  | 2026-10-09 15:{n * 3:02}:{n * 13 % 60:02}.{n * 71 % 1000:03} UTC [{60 + n}] FATAL:  password authentication failed for user \"forum\""][n % 2], ms=300 + n)


@stuck("tenth:bluetooth", "car-scanner", "Pair the OBD dongle 00:1D:A5:68:98:8B.", client="plain", times="none")
def a_dongle_that_refuses_every_pairing(s):
    for n in range(22):
        if n == 6:
            s.stuck_here()
        k = n % 6
        if k in (0, 2, 4):
            s.bash(["bluetoothctl pair 00:1D:A5:68:98:8B", "echo -e 'agent NoInputNoOutput\\ndefault-agent\\npair 00:1D:A5:68:98:8B' | bluetoothctl", "bluetoothctl --timeout 30 pair 00:1D:A5:68:98:8B"][k // 2], "Attempting to pair with 00:1D:A5:68:98:8B\nFailed to pair: org.bluez.Error.AuthenticationFailed", 1)
        elif k == 1:
            s.bash("bluetoothctl remove 00:1D:A5:68:98:8B; bluetoothctl --timeout 10 scan on | grep OBD", f"[NEW] Device 00:1D:A5:68:98:8B OBDII\n[CHG] Device 00:1D:A5:68:98:8B RSSI: -{51 + n % 9}")
        elif k == 3:
            s.bash(["sudo systemctl restart bluetooth", "sudo hciconfig hci0 reset", "rfkill block bluetooth && rfkill unblock bluetooth"][n // 6 % 3], "")
        else:
            s.bash("bluetoothctl trust 00:1D:A5:68:98:8B", "[CHG] Device 00:1D:A5:68:98:8B Trusted: yes\nChanging 00:1D:A5:68:98:8B trust succeeded")


@stuck("tenth:vim", "motd-server", "Change the motd on the server through the console.", client="codex", gap=3)
def keys_typed_into_an_editor_in_insert_mode(s):
    s.bash("tmux send-keys -t srv 'vim /etc/motd' Enter; sleep 1; tmux capture-pane -pt srv | tail -2", "Welcome to srv4\n\"/etc/motd\" 1L, 16B", ms=1040)
    s.bash("tmux send-keys -t srv 'i' 'Maintenance on Sunday. '; tmux capture-pane -pt srv | tail -2", "Maintenance on Sunday. Welcome to srv4\n-- INSERT --")
    typed = "Maintenance on Sunday. "
    keys = [":wq", ":q!", "ZZ", ":x", "exit", ":wq!", "q", ":qa!", "quit", "logout"]
    for n in range(22):
        if n == 3:
            s.stuck_here()
        key = keys[n * 3 % 10]
        typed += key
        s.bash(f"tmux send-keys -t srv '{key}'{' Enter' if n % 4 == 9 else ''}; sleep {1 + n % 3}; tmux capture-pane -pt srv | tail -2", f"{typed}Welcome to srv4\n-- INSERT --{' ' * 40}1,{len(typed) + 1}", ms=1050 + n % 3 * 1000)


@stuck("tenth:hammering", "geo-coder", "Geocode the 300 addresses with the free service.", client="claude", gap=1)
def requests_that_lengthen_their_own_ban(s):
    for n in range(23):
        if n == 6:
            s.stuck_here()
        if n % 6 == 4:
            s.edit("geocode.py", f"USER_AGENT = \"geo/{n}\"", f"USER_AGENT = \"geo/{n + 6}\"")
        else:
            s.bash(["python geocode.py --limit 1", "curl -si 'https://nominatim.example/search?q=Markt+1,+Jena&format=json' | grep -iE '^HTTP|retry-after'", f"python geocode.py --limit 1 --start {n}"][n % 3], ["", "HTTP/2 429\n"][n % 3 == 1] + f"{'retry-after' if n % 3 == 1 else 'urllib.error.HTTPError: HTTP Error 429: Too Many Requests; Retry-After'}: {600 * (n + 1) - n * 7 % 5}", 0 if n % 3 == 1 else 1, ms=700 + n * 3)


@stuck("tenth:borrows", "mesh-tool", "Make weld() compile.", client="codex", gap=7)
def a_ring_of_three_borrow_errors(s):
    forms = ["let v = &mut self.verts[i]; self.merge(v, j);", "let v = self.verts[i]; self.merge(&mut v, j);", "let v = &mut self.verts; self.merge(&mut v[i], j);"]
    errs = [("E0499", "cannot borrow `*self` as mutable more than once at a time"), ("E0507", "cannot move out of index of `Vec<Vertex>`"), ("E0499", "cannot borrow `*self` as mutable more than once at a time")]
    for n in range(15):
        if n == 5:
            s.stuck_here()
        s.edit("src/weld.rs", f"        {forms[(n - 1) % 3]}", f"        {forms[n % 3]}")
        code, text = errs[n % 3]
        s.bash(["cargo check 2>&1 | head -3", "cargo build 2>&1 | grep -A2 ^error", "cargo check --message-format short"][n // 3 % 3], f"src/weld.rs:{31 + n % 2}:{9 + n % 4}: error[{code}]: {text}" if n // 3 % 3 == 2 else f"error[{code}]: {text}\n  --> src/weld.rs:{31 + n % 2}:{9 + n % 4}\n   |", 101 if n // 3 % 3 == 2 else 0, ms=900 + n * 17)


@stuck("tenth:no-server", "sprint-notes", "Move the unfinished tickets of the sprint to the next one.", client="claude", gap=3)
def every_tool_of_a_server_that_is_not_connected(s):
    tools = [("list_issues", {"cycle": "current"}), ("list_cycles", {"team": "CORE"}), ("search", {"q": "cycle:current -state:done"}), ("get_team", {"key": "CORE"}), ("list_my_issues", {}), ("get_viewer", {}), ("list_projects", {"first": 10}), ("update_issue", {"id": "CORE-211", "cycle": "next"})]
    for n in range(22):
        if n == 5:
            s.stuck_here()
        if n % 8 == 7:
            s.bash(["claude mcp list", "cat .mcp.json"][n // 8 % 2], ["linear: https://mcp.linear.example/sse (SSE) - ✗ Failed to connect", "{\"mcpServers\": {\"linear\": {\"type\": \"sse\", \"url\": \"https://mcp.linear.example/sse\"}}}"][n // 8 % 2])
        else:
            name, given = tools[n * 3 % 8]
            s.mcp("linear", name, given | ({"limit": n} if n > 8 else {}), "MCP error -32000: Connection closed", ok=False, ms=12 + n)
