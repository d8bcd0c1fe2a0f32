"""Short sessions: checks that find something, searches that find nothing, cleared results, waiting for others."""
from session import healthy, stuck


@healthy("thirteenth:findings", "ledger-core", "Before we open the repository: which release branches still carry leaked keys?", client="codex")
def leaks_on_each_release_branch(s):
    s.bash("git branch -r --list 'origin/release/*'", "\n".join(f"  origin/release/{2018 + n // 2}.{n % 2 + 1}" for n in range(14)))
    for n in range(14):
        branch = f"origin/release/{2018 + n // 2}.{n % 2 + 1}"
        found = 0 if n > 11 else 2
        tail = f"\x1b[90m10:{14 + n}AM\x1b[0m WRN leaks found: {found}" if found else f"10:{14 + n}AM INF no leaks found"
        s.bash(f"gitleaks git --log-opts='{branch} --not origin/main' --no-banner --redact 2>&1 | tail -1", tail, 0, ms=3100 + n * 97)
    s.write("docs/leaks.md", "Two keys (SMTP, S3) are on every release branch from 2018.1 to 2023.2; 2024.1 and 2024.2 are clean.\n")


@healthy("thirteenth:drift", "store-routers", "Compare the running configuration of every shop with the golden one. I only want to know which of them differ.", client="plain")
def shop_configs_that_all_differ(s):
    for n in range(19):
        shop = f"shop{101 + n * 3}"
        same = n == 8
        s.bash(f"diff -q golden/router.cfg running/{shop}.cfg", "" if same else f"Files golden/router.cfg and running/{shop}.cfg differ", 0 if same else 1, ms=9)
    s.bash("diff golden/router.cfg running/shop101.cfg", "88c88\n< ntp server 192.0.2.123\n---\n> ntp server 192.0.2.23", 1, ms=9)
    s.write("report/drift.csv", "shop,state\nall but shop125,differs (ntp server)\nshop125,golden\n")


@healthy("thirteenth:blocked", "guest-wifi", "Verify from the guest network that none of the listed internal services can be reached.", client="claude", times="none")
def ports_that_have_to_be_closed(s):
    for host, port in [("10.1.0.5", 22), ("10.1.0.5", 443), ("10.1.0.6", 3306), ("10.1.0.6", 5432), ("10.1.0.9", 445), ("10.1.0.9", 3389), ("10.1.0.12", 161), ("10.1.0.12", 8080), ("10.1.0.20", 9100), ("10.1.0.20", 631), ("10.1.0.31", 5900), ("10.1.0.44", 1883), ("10.1.0.44", 8883), ("10.1.0.50", 2049), ("10.1.0.50", 111)]:
        s.bash(f"nc -zv -w 3 {host} {port}", f"nc: connect to {host} port {port} (tcp) timed out: Operation now in progress", 1, ms=3010)
    s.bash("nc -zv -w 3 portal.guest.example 443", "Connection to portal.guest.example (198.51.100.40) 443 port [tcp/https] succeeded!", ms=42)
    s.write("verification.md", "All 15 internal services time out from the guest network; the portal answers.\n")


@stuck("thirteenth:actionlint", "robot-arm", "actionlint complains in CI. Make it silent.", client="claude")
def one_workflow_linted_again_and_never_touched(s):
    finding = ".github/workflows/build.yml:41:9: shellcheck reported issue in this script: SC2086:info:3:12: Double quote to prevent globbing and word splitting [shellcheck]"
    run = ["actionlint", "actionlint -color", "actionlint .github/workflows/build.yml", "actionlint -oneline", "docker run --rm -v $PWD:/repo -w /repo rhysd/actionlint:latest", "actionlint -format '{{json .}}'", "actionlint -verbose 2>&1 | tail -3"]
    for n in range(16):
        if n == 5:
            s.stuck_here()
        command = run[n * 3 % 7]
        text = finding + "\n   |\n41 |         run: |\n   |         ^~~~"
        if "oneline" in command:
            text = finding
        if "json" in command:
            text = '[{"message":"shellcheck reported issue in this script: SC2086:info:3:12: Double quote to prevent globbing and word splitting","filepath":".github/workflows/build.yml","line":41,"column":9,"kind":"shellcheck"}]'
        if "verbose" in command:
            text = finding + f"\nverbose: Found total 1 errors in {61 + n} ms for .github/workflows/build.yml\nverbose: Found 1 errors in 1 files"
        s.bash(command, text, 1, ms=800 + n * 31)
        if n % 4 == 2:
            s.edit("README.md", f"<!-- ci note {n} -->", f"<!-- ci note {n + 4} -->")
        elif n % 4 == 3:
            s.look(".github/workflows/build.yml", "      - name: Pack\n        run: |\n          set -e\n          mkdir -p out\n          cp -r dist $TARGET\n", 40, 5)


@stuck("thirteenth:vulnerable", "freight-api", "The audit reports a vulnerable package. Get rid of it.", client="plain")
def a_vulnerable_package_listed_and_never_raised(s):
    table = "\nThe following sources were used:\n   https://api.nuget.org/v3/index.json\n\nProject `Freight.Api` has the following vulnerable packages\n   [net8.0]: \n   Transitive Package             Resolved   Severity   Advisory URL\n   > System.Text.Json             8.0.3      High       https://github.com/advisories/GHSA-hh2w-p6rv-4g7w\n"
    run = ["dotnet list package --vulnerable --include-transitive", "dotnet list src/Freight.Api package --vulnerable --include-transitive", "dotnet list package --include-transitive --vulnerable --format console", "dotnet list Freight.sln package --vulnerable --include-transitive | grep -A9 Freight.Api"]
    between = [("dotnet restore", "  Determining projects to restore...\n  All projects are up-to-date for restore."), ("dotnet nuget locals all --clear", "Clearing NuGet HTTP cache: /home/dev/.local/share/NuGet/http-cache\nClearing NuGet global packages folder: /home/dev/.nuget/packages/\nLocal resources cleared."), ("dotnet clean -v q", ""), ("dotnet restore --force", "  Determining projects to restore...\n  Restored /home/dev/freight-api/src/Freight.Api/Freight.Api.csproj (in 2.31 sec)."), ("dotnet build -v q", "\nBuild succeeded.\n    0 Warning(s)\n    0 Error(s)\n\nTime Elapsed 00:00:06.12")]
    for n in range(14):
        if n == 5:
            s.stuck_here()
        s.bash(run[n % 4], table, ms=3900 + n * 87)
        command, text = between[n % 5]
        s.bash(command, text.replace("2.31", f"{2 + n % 3}.{31 + n}").replace("06.12", f"0{5 + n % 4}.{12 + n}"), ms=2200 + n * 61)


@healthy("thirteenth:search", "city-portal", "Somewhere our pages still load Lato from Google. Find the place and serve it ourselves.", client="plain", codes=False)
def a_font_found_in_an_inherited_template(s):
    for pattern, path in [("fonts.googleapis.com", "src"), ("fonts.gstatic.com", "src"), ("@import url", "src/styles"), ("Lato", "src/styles"), ("font-face", "."), ("WebFontConfig", "src"), ("preconnect", "templates"), ("rel=\"preload\"", "templates"), ("typekit", "."), ("next/font", "src"), ("googleFonts", "config")]:
        s.grep(pattern, path)
    s.grep("extends", "templates", "templates/base.html.twig:1:{% extends '@CityTheme/layout.html.twig' %}")
    s.grep("googleapis", "vendor/city/theme", "vendor/city/theme/layout.html.twig:14:  <link href=\"//fonts.\" ~ provider ~ \"apis.com/css?family=Lato\">")
    s.write("templates/bundles/CityTheme/layout.html.twig", "{% extends '@!CityTheme/layout.html.twig' %}\n{% block fonts %}<link rel=\"stylesheet\" href=\"/fonts/lato.css\">{% endblock %}\n")
    s.bash("bin/console cache:clear -q && curl -s localhost:8000 | grep -c googleapis", "0")


@healthy("thirteenth:releases", "rail-app", "Is the crash in SeatMapView gone in all releases since 7.3.2, or does it live on in one?", client="claude")
def releases_in_which_the_crash_is_gone(s):
    for n in range(13):
        release = f"rail-app@7.{3 + (n + 2) // 5}.{(n + 2) % 5 + 1}"
        if n == 11:
            s.mcp("sentry", "search_issues", {"organizationSlug": "rail", "query": f"release:{release} SeatMapView crash"}, f"# Issues in **rail**\n\nFound **1** issue:\n\n## RAIL-APP-9K2\n\n**Description**: EXC_BAD_ACCESS SeatMapView.layoutSubviews\n**First Seen**: 2026-09-30T06:12:41.000Z\n**Occurrences**: 41")
        else:
            s.mcp("sentry", "search_issues", {"organizationSlug": "rail", "query": f"release:{release} SeatMapView crash"}, "# Search Results for \"SeatMapView crash\"\n\nNo issues found matching your search criteria.", ms=700 + n * 19)
    s.mcp("sentry", "get_issue_details", {"issueId": "RAIL-APP-9K2", "organizationSlug": "rail"}, "SeatMapView.swift:212 in layoutSubviews\nDevice: iPad8,11, iPadOS 26.1")


@stuck("thirteenth:shader", "fog-demo", "Reduce the fog: the uniform u_fogDensity is too high.", client="codex")
def a_shader_uniform_no_search_brings(s):
    asks = ["rg -n u_fogDensity", "rg -ni fogdensity", "rg -n 'fog_density'", "grep -rn u_fogDensity .", "rg -n --hidden u_fogDensity", "rg -nuu 'u_fogDensity'", "git grep -n u_fogDensity", "rg -n 'fogDensity' --glob '*.glsl'", "rg -n 'u_fog' shaders", "grep -rniE 'u_?fog_?density' src shaders", "rg -n 'uFogDensity'", "git log -S u_fogDensity --oneline", "rg -n 'fog.*[Dd]ensity'"]
    for n in range(24):
        if n == 8:
            s.stuck_here()
        if n % 8 == 6:
            s.bash(["ls shaders", "ls -R shaders | head", "git status --short"][n // 8], ["sky.frag\nsky.vert\nwater.frag", "shaders:\nsky.frag\nsky.vert\nwater.frag", ""][n // 8])
        else:
            ask = asks[n * 5 % 13] if n < 13 else asks[(n * 5 + 1) % 13]
            s.bash(ask, "", 0 if "git log" in ask else 1, ms=30 + n)


@healthy("thirteenth:evicted", "hart-stack", "Implement command 48 as in the specification; the four tables are in docs/.", client="claude")
def tables_read_again_because_they_were_evicted(s):
    gone = "[Old tool result content cleared]"
    tables = [f"docs/table{n}.md" for n in (7, 12, 18, 21)]
    for n, path in enumerate(tables):
        s.look(path, f"| byte | meaning |\n|---|---|\n| 0-5 | device specific {n} |\n| 6 | extended status |\n")
    for n, path in enumerate(tables):
        s.other("read", {"file_path": f"{s.cwd}/{path}"}, gone)
        s.look(path, f"| byte | meaning |\n|---|---|\n| 0-5 | device specific {n} |\n| 6 | extended status |\n")
        s.edit("src/cmd48.c", f"    /* table {n} */", f"    put_bits(out, {n * 6}, dev->status[{n}]);\n    /* table {n + 1} */")
    s.look(tables[1], "| byte | meaning |\n|---|---|\n| 0-5 | device specific 1 |\n| 6 | extended status |\n")
    s.bash("make -s test-cmd48", "cmd48_empty ... ok\ncmd48_extended ... ok\ncmd48_overlong ... ok\n3 passed", ms=4100)


@healthy("thirteenth:measure", "loft-mesh", "Measure the throughput from each place in the flat, three times, and tell me where the repeater should stand.", client="plain")
def throughput_in_each_corner_three_times(s):
    for place, base in [("desk", 411), ("kitchen", 188), ("bath", 41), ("balcony", 96), ("bedroom", 233)]:
        s.bash(f"read -p 'Stand: {place}' _; iw dev wlan0 link | grep signal", f"\tsignal: -{71 - base // 20} dBm", ms=24_000)
        for n in range(3):
            value = base + (n * 37 + base) % 11 - 5
            s.bash("iperf3 -c 192.168.8.2 -t 8 -f m | tail -3 | head -1", f"[  5]   0.00-8.01   sec  {value} MBytes  {value}.{n} Mbits/sec                  receiver", ms=8_210 + n * 13)


@stuck("thirteenth:ring", "lottery-bot", "Explain why the draw runs twice on Sundays and repair it.", client="claude")
def a_ring_of_reads_one_of_them_cleared(s):
    files = {"src/schedule.rb": "every :sunday, at: '20:00' do\n  rake 'draw:run'\nend\n", "lib/tasks/draw.rake": "task run: :environment do\n  Draw.new(Date.today).call\nend\n", "app/models/draw.rb": "class Draw\n  def call\n    pick\n    publish\n  end\nend\n"}
    names = list(files)
    for n in range(27):
        if n == 10:
            s.stuck_here()
            s.say("To understand the flow, I read the schedule and the task once more.")
        path = names[n % 3] if n % 5 else names[(n + 1) % 3]
        if n == 13:
            s.other("read", {"file_path": f"{s.cwd}/{path}"}, "[Old tool result content cleared]")
        elif n % 7 == 6:
            s.grep("draw:run", ".", "src/schedule.rb:2:  rake 'draw:run'")
        elif n % 4 == 3:
            s.bash(f"cat {path}", files[path])
        else:
            s.look(path, files[path])


@healthy("thirteenth:snapshot", "vault-db", "Take a snapshot of the data volume, and when it is complete, detach the volume.", client="codex", times="none")
def an_ebs_snapshot_until_it_is_complete(s):
    s.bash("aws ec2 create-snapshot --volume-id vol-0ab3 --description vault --query SnapshotId --output text", "snap-0f31c77a9be210044")
    for percent in [0, 0, 0, 0, 3, 3, 9, 17, 17, 17, 31, 44, 44, 58, 71, 71, 89, 99, 99, 99]:
        s.bash("sleep 60; aws ec2 describe-snapshots --snapshot-ids snap-0f31c77a9be210044 --query 'Snapshots[0].[State,Progress]' --output text", f"pending\t{percent}%")
    s.bash("sleep 60; aws ec2 describe-snapshots --snapshot-ids snap-0f31c77a9be210044 --query 'Snapshots[0].[State,Progress]' --output text", "completed\t100%")
    s.bash("aws ec2 detach-volume --volume-id vol-0ab3 --query State --output text", "detaching")


@healthy("thirteenth:runner", "kiln-firmware", "A colleague is plugging in the hardware runner. As soon as it is online, start the hardware tests on it.", client="plain", gap=40)
def a_runner_offline_until_somebody_plugs_it_in(s):
    for n in range(17):
        s.bash("gh api repos/kiln/firmware/actions/runners --jq '.runners[] | select(.name==\"hil-03\") | .status'", "offline" if n < 16 else "online", ms=610 + n * 17)
    s.bash("gh workflow run hil.yml --ref main", "✓ Created workflow_dispatch event for hil.yml at main")
    for n in range(4):
        s.bash("gh run list --workflow hil.yml --limit 1 --json status,conclusion --jq '.[0]'", ['{"conclusion":"","status":"queued"}', '{"conclusion":"","status":"in_progress"}', '{"conclusion":"","status":"in_progress"}', '{"conclusion":"success","status":"completed"}'][n], ms=700)


@stuck("thirteenth:errored_job", "parking-dwh", "Load the ticket export into BigQuery and tell me the number of rows.", client="claude", gap=20)
def a_bigquery_job_that_ended_with_an_error_is_awaited(s):
    s.bash("bq load --nosync --source_format=CSV parking.tickets gs://parking-in/tickets.csv", "Successfully started load parking-dwh:bqjob_r5e2_00000193_1", ms=2100)
    error = '"status": {"errorResult": {"location": "gs://parking-in/tickets.csv", "message": "Error while reading data, error message: CSV table encountered too many errors, giving up. Rows: 1; errors: 1.", "reason": "invalid"}, "state": "DONE"}'
    asks = [("bq show --format=prettyjson -j bqjob_r5e2_00000193_1 | grep -A3 '\"status\"'", error), ("bq wait bqjob_r5e2_00000193_1 5", "Waiting on bqjob_r5e2_00000193_1 ... (0s) Current status: DONE   "), ("bq query --nouse_legacy_sql 'SELECT COUNT(*) FROM parking.tickets'", "+-----+\n| f0_ |\n+-----+\n|   0 |\n+-----+"), ("sleep 30; bq show -j bqjob_r5e2_00000193_1", "Job parking-dwh:bqjob_r5e2_00000193_1\n\n  Job Type    State      Start Time      Duration   User Email        Bytes Processed\n ---------- --------- ----------------- ---------- ----------------- -----------------\n  load       FAILURE   12 Oct 09:14:02   0:00:03    dev@parking.example")]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        if n in (9, 17):
            s.say("The load still seems to be running; I will give it a little more time.")
        command, text = asks[n * 3 % 4]
        if n % 5 == 4:
            command, text = "sleep 60", ""
        s.bash(command, text, 1 if "bq wait" in command else 0, ms=62_000 if n % 5 == 4 else 1400 + n * 77)


@stuck("thirteenth:own_commit", "choir-notes", "Move the notes to the new layout, commit, and then write the change log from the commit.", client="codex", times="none")
def a_commit_awaited_that_only_the_agent_would_make(s):
    s.bash("git mv alto/*.ly seasons/ && git status --short | tail -2", "R  alto/veni.ly -> seasons/veni.ly\nR  alto/vidi.ly -> seasons/vidi.ly")
    s.look("layout.md", "One folder for each season; one file for each piece.\n")
    s.bash("git log --oneline -1", "4be10c7 Add the alto part of Vidi")
    asks = [("git log --oneline -1", "4be10c7 Add the alto part of Vidi"), ("git status --short | head -2", "R  alto/veni.ly -> seasons/veni.ly\nR  alto/vidi.ly -> seasons/vidi.ly"), ("sleep 60; git log -1 --format='%h %s'", "4be10c7 Add the alto part of Vidi"), ("git rev-parse --short HEAD", "4be10c7"), ("sleep 45 && git show --stat --oneline HEAD | head -2", "4be10c7 Add the alto part of Vidi\n alto/vidi.ly | 41 +++++++++++++++++"), ("git reflog -1", "4be10c7 (HEAD -> main) HEAD@{0}: commit: Add the alto part of Vidi")]
    for n in range(23):
        if n == 6:
            s.stuck_here()
            s.say("The commit has not come in yet; I wait for it before I write the change log.")
        if n in (9, 17):
            s.edit("CHANGES.md", "Next" if n == 9 else "Next (commit pending)", "Next (commit pending)" if n == 9 else "Next, commit still pending")
        else:
            s.bash(*asks[n * 5 % 6])
