"""Long healthy sessions: Android from nothing, a busy CI, a form in a browser, terraform imports, dotnet warnings, accounts, a bench of boards."""
import random
from session import healthy


@healthy("thirteenth:long-android", "trail-app", "Set up this fresh machine for the Android build, make the release build work again and run the instrumented tests of all modules.", client="codex")
def android_from_an_empty_machine_to_ten_green_modules(s):
    r = random.Random(141)
    wrong = "FAILURE: Build failed with an exception.\n\n* What went wrong:\n"
    s.bash("./gradlew assembleRelease -q", "ERROR: JAVA_HOME is not set and no 'java' command could be found in your PATH.\n\nPlease set the JAVA_HOME variable in your environment to match the\nlocation of your Java installation.", 1)
    s.bash("sudo apt-get install -y -qq openjdk-21-jdk-headless | tail -1", "Setting up openjdk-21-jdk-headless:amd64 (21.0.4+7-1) ...", ms=41_000)
    s.bash("./gradlew assembleRelease -q", wrong + "Could not determine the dependencies of task ':app:compileReleaseJavaWithJavac'.\n> SDK location not found. Define a valid SDK location with an ANDROID_HOME environment variable or by setting the sdk.dir path in your project's local properties file at '/home/dev/trail-app/local.properties'.", 1, ms=30_000)
    s.bash("curl -sSLo /tmp/ct.zip https://dl.google.com/android/repository/commandlinetools-linux-11076708_latest.zip && mkdir -p ~/sdk/cmdline-tools && unzip -q /tmp/ct.zip -d ~/sdk/cmdline-tools && mv ~/sdk/cmdline-tools/cmdline-tools ~/sdk/cmdline-tools/latest", "", ms=28_000)
    s.write("local.properties", "sdk.dir=/home/dev/sdk\n")
    s.bash("./gradlew assembleRelease -q", wrong + "Could not determine the dependencies of task ':app:compileReleaseJavaWithJavac'.\n> Failed to install the following Android SDK packages as some licences have not been accepted.\n     build-tools;34.0.0 Android SDK Build-Tools 34\n     platforms;android-34 Android SDK Platform 34", 1, ms=12_000)
    s.bash("yes | ~/sdk/cmdline-tools/latest/bin/sdkmanager --licenses | tail -1", "All SDK package licenses accepted")
    for p in ["platform-tools", "platforms;android-34", "build-tools;34.0.0", "ndk;26.3.11579264", "cmake;3.22.1", "emulator", "system-images;android-34;google_apis;x86_64"]:
        s.bash(f"~/sdk/cmdline-tools/latest/bin/sdkmanager '{p}' | tail -1", "[=======================================] 100% Unzipping... ", ms=r.randint(9000, 90_000))
    for module, err, fix in [("core", "e: file:///home/dev/trail-app/core/src/main/kotlin/Geo.kt:14:9 Unresolved reference: KspOptions", "ksp"), ("map", "e: file:///home/dev/trail-app/map/src/main/kotlin/Tile.kt:88:17 'when' expression must be exhaustive, add necessary 'Dusk' branch or 'else' branch instead", "when"), ("map", "e: file:///home/dev/trail-app/map/src/main/kotlin/Tile.kt:131:22 Type mismatch: inferred type is Double but Float was expected", "toFloat"), ("sync", "e: file:///home/dev/trail-app/sync/src/main/kotlin/Push.kt:9:28 Unresolved reference: RemoteMessage", "import")]:
        s.bash("./gradlew assembleRelease -q 2>&1 | head -8", f"{err}\n\n{wrong}Execution failed for task ':{module}:compileReleaseKotlin'.\n> A failure occurred while executing org.jetbrains.kotlin.compilerRunner.GradleCompilerRunnerWithWorkers$GradleKotlinCompilerWorkAction", 0, ms=r.randint(40_000, 90_000))
        s.bash(f"sed -n '1,20p' {err.split('home/dev/trail-app/')[1].split(':')[0]}", f"package trail.{module}\n\n// {fix}\n")
        s.edit(err.split("home/dev/trail-app/")[1].split(":")[0], f"// {fix}", f"// {fix} is mended")
    s.bash("./gradlew assembleRelease -q 2>&1 | head -8", "", ms=121_000)
    s.bash("~/sdk/cmdline-tools/latest/bin/avdmanager create avd -n t34 -k 'system-images;android-34;google_apis;x86_64' -f", "Auto-selecting single ABI x86_64\nDo you wish to create a custom hardware profile? [no]")
    s.bash("nohup ~/sdk/emulator/emulator -avd t34 -no-window -no-audio >/tmp/emu.log 2>&1 &", "")
    for k in range(7):
        s.bash("adb shell getprop sys.boot_completed", ["error: no devices/emulators found", "error: device offline", "", "", "", "", "1"][k], 1 if k < 2 else 0, gap=20)
    for m in ["core", "map", "sync", "db", "ui", "auth", "share", "weather", "notes", "app"]:
        s.bash(f"./gradlew :{m}:connectedDebugAndroidTest -q", "", ms=r.randint(31_000, 88_000))
        s.bash(f"grep -ho 'tests=\"[0-9]*\" failures=\"[0-9]*\"' {m}/build/outputs/androidTest-results/connected/debug/*.xml", f"tests=\"{r.randint(4, 60)}\" failures=\"0\"")


@healthy("thirteenth:long-ci", "quay-agent", "Get PR 881 through CI. The macOS runners are busy today; use the time for the flags in the handbook.", client="claude", gap=5)
def a_busy_runner_and_a_handbook_meanwhile(s):
    r = random.Random(142)
    s.bash("gh pr view 881 --json mergeable,statusCheckRollup -q '.mergeable'", "MERGEABLE")
    flags = ["--retain", "--jobs", "--color", "--since", "--no-cache", "--trace", "--dry-run", "--only", "--profile", "--verify", "--strict", "--quiet"]

    def checks(lin, win, mac, gap=4):
        s.bash("gh pr checks 881", f"build (ubuntu-24.04)\t{lin}\t{'4m12s' if lin != 'pending' else '0'}\thttps://github.com/acme/quay-agent/actions/runs/11{k}\nbuild (windows-2022)\t{win}\t{'7m40s' if win != 'pending' else '0'}\thttps://github.com/acme/quay-agent/actions/runs/11{k}\nbuild (macos-14)\t{mac}\t0\thttps://github.com/acme/quay-agent/actions/runs/11{k}", 8 if "pending" in (lin, win, mac) else (1 if "fail" in (lin, win, mac) else 0), ms=r.randint(700, 1500), gap=gap)
    k = 1
    for n, flag in enumerate(flags):
        checks("pass" if n > 2 else "pending", "pass" if n > 4 else "pending", "pending", gap=40)
        s.grep(flag.lstrip("-"), "cmd", f"cmd/root.go:{30 + n}:\tf.String(\"{flag[2:]}\", \"\", \"\")")
        s.edit("docs/flags.md", f"<!-- {n} -->", f"`{flag}`: see `quay help`.\n\n<!-- {n + 1} -->")
    checks("pass", "pass", "fail")
    s.bash("gh run view 112 --log-failed | grep -A3 -- '--- FAIL'", "build (macos-14)\tTest\t--- FAIL: TestWatchRename (5.01s)\nbuild (macos-14)\tTest\t    watch_test.go:71: no event within 5s")
    s.look("watch/watch_test.go", "func TestWatchRename(t *testing.T) {\n\tdir := t.TempDir()\n\tw := New(dir)\n\tos.Rename(dir+\"/a\", dir+\"/b\")\n", first=60, count=4)
    s.edit("watch/watch_test.go", "dir := t.TempDir()", "dir, _ := filepath.EvalSymlinks(t.TempDir()) // /var is a link on macOS")
    s.bash("git commit -qam 'Resolve the temp dir' && git push -q", "")
    k = 2
    for n in range(11):
        checks("pass" if n > 1 else "pending", "pass" if n > 2 else "pending", "pending", gap=90)
    s.bash("curl -s https://www.githubstatus.com/api/v2/status.json | jq -r .status.description", "Partially Degraded Service")
    for n in range(6):
        checks("pass", "pass", "pending", gap=240)
    checks("pass", "pass", "pass")
    s.bash("gh pr merge 881 --squash --auto", "✓ Pull request acme/quay-agent#881 will be automatically merged via squash when all requirements are met")
    for n in range(3):
        s.bash("gh pr view 881 --json state -q .state", "OPEN" if n < 2 else "MERGED", gap=45)


@healthy("thirteenth:long-browser", "grant-desk", "Enter the grants of grants.csv in the portal (there is no API), and write to each applicant.", client="plain", gap=2)
def grants_entered_in_a_portal_that_always_says_saved(s):
    r = random.Random(143)
    people = ["Adeyemi", "Baptiste", "Cerny", "Duarte", "Eklund", "Farrugia", "Guzman", "Horvat", "Ivanova", "Jansen", "Kowal", "Lindqvist", "Moreau"]
    s.look("grants.csv", "name,amount,year\n" + "\n".join(f"{p},{(n + 3) * 450},2026" for n, p in enumerate(people)))
    s.mcp("playwright", "browser_navigate", {"url": "https://portal.grants.example/new"}, "### Page state\n- Page URL: https://portal.grants.example/login?next=/new\n- Page Title: Sign in")
    s.mcp("playwright", "browser_click", {"element": "Sign in with SSO", "ref": "e12"}, "### Page state\n- Page URL: https://portal.grants.example/new\n- Page Title: New grant")
    for n, p in enumerate(people):
        ref = f"e{r.randint(20, 90)}"
        s.mcp("playwright", "browser_fill_form", {"fields": [{"name": "Name", "type": "textbox", "ref": ref, "value": p}, {"name": "Amount", "type": "textbox", "ref": ref + "1", "value": str((n + 3) * 450)}]}, "### Ran Playwright code\n```js\nawait page.getByRole('textbox').fill(…);\n```")
        s.mcp("playwright", "browser_click", {"element": "Save", "ref": f"e{r.randint(91, 99)}"}, "### Page state\n- Page URL: https://portal.grants.example/new\n- Page Title: New grant\n- alert: Saved." if n != 7 else "### Page state\n- alert: Your session has expired. Please sign in again.", ok=True)
        if n == 7:
            s.mcp("playwright", "browser_navigate", {"url": "https://portal.grants.example/new"}, "### Page state\n- Page URL: https://portal.grants.example/new\n- Page Title: New grant")
            s.mcp("playwright", "browser_fill_form", {"fields": [{"name": "Name", "type": "textbox", "ref": "e31", "value": p}, {"name": "Amount", "type": "textbox", "ref": "e32", "value": str((n + 3) * 450)}]}, "### Ran Playwright code\n```js\nawait page.getByRole('textbox').fill(…);\n```")
            s.mcp("playwright", "browser_click", {"element": "Save", "ref": "e93"}, "### Page state\n- Page URL: https://portal.grants.example/new\n- Page Title: New grant\n- alert: Saved.")
    for p in people:
        s.mcp("mail", "send", {"to": f"{p.lower()}@example.org", "subject": "Your grant", "body": f"Dear {p}, your grant is in the portal."}, {"status": "queued"})
    for k in range(4):
        s.mcp("mail", "list_bounces", {"since": "1h"}, {"bounces": []}, gap=60)
    s.mcp("playwright", "browser_navigate", {"url": "https://portal.grants.example/list"}, "### Page state\n- Page URL: https://portal.grants.example/list\n- Page Title: Grants (13)")


@healthy("thirteenth:long-terraform", "estate-infra", "Bring the hand-made DNS zones and buckets under terraform; the plan must be empty at the end.", client="claude")
def imports_behind_a_colleagues_lock(s):
    r = random.Random(144)
    zones = ["acme.example", "acme.test", "shop.example", "docs.example", "blog.example", "jobs.example", "mail.example", "status.example"]
    buckets = ["logs", "assets", "backups", "exports", "reports", "photos", "tmp", "archive"]
    s.bash("gcloud dns managed-zones list --format='value(name)'", "\n".join(z.replace(".", "-") for z in zones), ms=2100)
    s.bash("gcloud storage ls", "\n".join(f"gs://estate-{b}/" for b in buckets), ms=1800)
    for z in zones:
        n = z.replace(".", "_")
        s.write(f"zones/{n}.tf", f"resource \"google_dns_managed_zone\" \"{n}\" {{\n  name     = \"{z.replace('.', '-')}\"\n  dns_name = \"{z}.\"\n}}\n")
        s.bash(f"terraform import google_dns_managed_zone.{n} {z.replace('.', '-')}", f"google_dns_managed_zone.{n}: Importing from ID \"{z.replace('.', '-')}\"...\ngoogle_dns_managed_zone.{n}: Import prepared!\n\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", ms=r.randint(4000, 8000))
    for k in range(5):
        s.bash("terraform import google_storage_bucket.logs estate-logs", f"╷\n│ Error: Error acquiring the state lock\n│ \n│ Error message: writing \"gs://estate-tf/default.tflock\" failed: googleapi: Error 412: At least one of the pre-conditions you specified did not hold., conditionNotMet\n│ Lock Info:\n│   ID:        1759140812\n│   Path:      gs://estate-tf/default.tflock\n│   Operation: OperationTypeApply\n│   Who:       marta@mb-12\n│   Created:   2026-10-06 08:41:12 UTC\n╵", 1, ms=3000, gap=[5, 60, 180, 240, 300][k])
        if k == 1:
            s.mcp("slack", "post_message", {"channel": "infra", "text": "@marta I wait for your apply to finish; no hurry."}, {"ok": True})
    for b in buckets:
        s.write(f"buckets/{b}.tf", f"resource \"google_storage_bucket\" \"{b}\" {{\n  name     = \"estate-{b}\"\n  location = \"EU\"\n}}\n")
        s.bash(f"terraform import google_storage_bucket.{b} estate-{b}", f"google_storage_bucket.{b}: Importing from ID \"estate-{b}\"...\ngoogle_storage_bucket.{b}: Import prepared!\n\nImport successful!\n\nThe resources that were imported are shown above. These resources are now in\nyour Terraform state and will henceforth be managed by Terraform.", ms=r.randint(4000, 8000))
    for n, left in enumerate([9, 9, 7, 6, 4, 4, 3, 1, 0]):
        s.bash("terraform plan -no-color | tail -3", f"Plan: 0 to add, {left} to change, 0 to destroy." if left else "No changes. Your infrastructure matches the configuration.", ms=r.randint(11_000, 19_000))
        if left:
            s.edit(f"buckets/{buckets[n % 8]}.tf", "  location = \"EU\"", f"  location = \"EU\"\n  # {n}\n  uniform_bucket_level_access = true" if n % 2 else "  location = \"EUROPE-WEST1\"")


@healthy("thirteenth:long-dotnet", "claims-core", "Treat nullable warnings as errors in every project, and mend what falls out.", client="codex")
def nullable_in_fourteen_projects_over_a_lame_feed(s):
    r = random.Random(145)
    projects = ["Claims.Core", "Claims.Api", "Claims.Db", "Claims.Jobs", "Claims.Mail", "Claims.Pdf", "Claims.Import", "Claims.Export", "Claims.Auth", "Claims.Audit", "Claims.Rules", "Claims.Tests", "Claims.Bench", "Claims.Tools"]
    s.bash("dotnet sln list", "Project(s)\n----------\n" + "\n".join(f"src/{p}/{p}.csproj" for p in projects))
    for k in range(3):
        s.bash("dotnet restore", f"  Determining projects to restore...\n/home/dev/claims-core/src/Claims.Core/Claims.Core.csproj : error NU1301: Unable to load the service index for source https://feed.acme.example/v3/index.json.\n  Response status code does not indicate success: 503 (Service Unavailable).", 1, ms=r.randint(18_000, 24_000), gap=[4, 45, 120][k])
    s.bash("dotnet restore", "  Determining projects to restore...\n  Restored 14 of 14 projects.", gap=240, ms=31_000)
    for n, p in enumerate(projects):
        s.bash(f"sed -i 's#<Nullable>.*#<Nullable>enable</Nullable><WarningsAsErrors>nullable</WarningsAsErrors>#' src/{p}/{p}.csproj", "")
        left = [0, 4, 2, 0, 0, 1, 3, 0, 2, 0, 0, 2, 0, 0][n]
        while left:
            code = ["CS8602: Dereference of a possibly null reference.", "CS8618: Non-nullable property 'Payer' must contain a non-null value when exiting constructor.", "CS8604: Possible null reference argument for parameter 'id'."][left % 3]
            s.bash(f"dotnet build src/{p} -v q --nologo 2>&1 | sort -u | head -3", f"/home/dev/claims-core/src/{p}/Model{left}.cs({r.randint(8, 300)},{r.randint(5, 40)}): error {code} [/home/dev/claims-core/src/{p}/{p}.csproj]\n    {left} Error(s)\n    0 Warning(s)", 0, ms=r.randint(4000, 12_000))
            s.edit(f"src/{p}/Model{left}.cs", f"public string Field{left}", f"public string? Field{left}")
            left -= 1
        s.bash(f"dotnet build src/{p} -v q --nologo 2>&1 | tail -3", f"    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:{r.randint(3, 14):02}.{r.randint(10, 99)}", ms=r.randint(4000, 15_000))
    s.bash("dotnet test --nologo -v q | grep -E 'Passed!|Failed!'", "Passed!  - Failed:     0, Passed:   611, Skipped:     3, Total:   614, Duration: 41 s - Claims.Tests.dll (net8.0)", ms=60_000)


@healthy("thirteenth:long-powershell", "leavers", "Go through the list of leavers: check whether they still own anything, and disable those who do not.", client="plain", codes=False)
def leavers_who_mostly_own_nothing(s):
    r = random.Random(146)
    people = ["a.berg", "b.cruz", "c.dahl", "d.ede", "e.frost", "f.gray", "g.hale", "h.ito", "i.jung", "j.katz", "k.low", "l.moss", "m.nash", "n.orr", "o.pike", "p.quist", "q.rowe", "r.salo"]
    owners = {"c.dahl", "h.ito", "n.orr"}
    s.bash("pwsh -c 'Import-Csv leavers.csv | Measure-Object | % Count'", "18")
    for p in people:
        s.bash(f"pwsh -c \"Get-ADGroup -Filter {{ManagedBy -eq '{p}'}} | select -exp Name\"", "GRP-Finance-Share" if p in owners else "")
        s.bash(f"pwsh -c \"Get-Mailbox -Filter \\\"GrantSendOnBehalfTo -eq '{p}'\\\"\"", "")
    s.say(f"{len(owners)} still own a group: {', '.join(sorted(owners))}. I leave these three and disable the rest.")
    for k, p in enumerate(x for x in people if x not in owners):
        if k == 4:
            s.bash(f"pwsh -c 'Disable-ADAccount -Identity {p}'", "Disable-ADAccount: Insufficient access rights to perform the operation", 1)
            s.bash(f"pwsh -c '(Get-ADUser {p}).DistinguishedName'", f"CN={p},OU=Protected,DC=acme,DC=example")
            s.say(f"{p} is in OU=Protected, that needs an administrator. On with the next.")
            continue
        s.bash(f"pwsh -c 'Disable-ADAccount -Identity {p}'", "")
    s.write("leavers-report.md", "# Leavers\n\n14 disabled, 3 own groups, 1 protected.\n")


@healthy("thirteenth:long-embedded", "pump-board", "Bring up the new pump boards on the bench: flash, run the self test, write the serial number. I change the board when you ask.", client="claude", gap=3)
def pump_boards_of_which_some_need_their_cable(s):
    r = random.Random(147)
    s.bash("west build -b pump_v3 app -p auto 2>&1 | tail -3", "Memory region         Used Size  Region Size  %age Used\n           FLASH:      118204 B       512 KB     22.55%\n             RAM:       21312 B       128 KB     16.26%", ms=41_000)
    for n in range(12):
        if n in (3, 8):
            for k in range(3):
                s.bash("west flash --runner pyocd", f"-- west flash: rebuilding\n-- runners.pyocd: Flashing file: /home/dev/pump-board/build/zephyr/zephyr.hex\n000{r.randint(300, 900)} C No available debug probes [flash]", 1, ms=3100)
                s.other("AskUserQuestion", {"question": ["Board %d is not seen. Is the cable in?", "Still not seen on board %d. Please try the other end.", "Please try another cable on board %d."][k] % (n + 1)}, ["Yes, it is", "Done", "Changed the cable"][k])
        s.bash("west flash --runner pyocd", f"-- west flash: rebuilding\n-- runners.pyocd: Flashing file: /home/dev/pump-board/build/zephyr/zephyr.hex\n[==================================================] 100%\n000{r.randint(4000, 6000)} I Erased 118784 bytes (29 sectors), programmed 118784 bytes (29 pages), skipped 0 bytes (0 pages) at {r.uniform(21, 24):.2f} kB/s [loader]", ms=r.randint(7000, 8000))
        s.bash("python3 tools/selftest.py /dev/ttyACM0", f"adc ok ({r.randint(2040, 2055)})\nvalve ok\nflow ok ({r.uniform(1.0, 1.2):.2f} l/min)\nSELFTEST PASS" if n != 6 else "adc ok (2047)\nvalve FAIL (open load)\nSELFTEST FAIL", 1 if n == 6 else 0, ms=r.randint(9000, 11_000))
        if n != 6:
            s.bash(f"python3 tools/setserial.py /dev/ttyACM0 PV3-{2100 + n}", "OK")
        s.other("AskUserQuestion", {"question": f"Board {n + 1} is {'faulty (valve), please mark it' if n == 6 else 'done'}. Next one in?"}, "Yes")
