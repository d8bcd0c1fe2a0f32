"""Long stuck sessions: takes of one solver, forbidden design nodes, a guard in and out, one count in every dialect, dates a tool rejects, a box without names, a finished list planned again."""
import random
from session import stuck


@stuck("thirteenth:long-versions", "route-puzzles", "Solve puzzles 1 to 9 in Python; each has a checker.", client="plain", times="none")
def takes_of_the_ninth_puzzle_that_are_all_wrong(s):
    r = random.Random(171)
    for n in range(1, 9):
        s.look(f"puzzles/p{n}.md", f"# Puzzle {n}\n\nGiven a grid of {n * 3} rows, find the {['cheapest', 'longest', 'fastest'][n % 3]} route.\n")
        s.write(f"p{n}.py", f"import sys\n\ndef solve(g):\n    return {n}\n")
        if n in (3, 6):
            s.bash(f"./check p{n}", f"test {r.randint(2, 9)}: wrong answer, expected {r.randint(20, 90)}, found {r.randint(20, 90)}", 1)
            s.edit(f"p{n}.py", f"    return {n}\n", f"    return {n} + len(g)\n")
        s.bash(f"./check p{n}", f"{10 + n} of {10 + n} tests passed")
    s.look("puzzles/p9.md", "# Puzzle 9\n\nThe same with one-way streets and a fuel limit.\n")
    ways = ["dijkstra", "a_star", "bfs_fuel", "dp", "floyd", "bidirectional", "beam", "ilp", "dfs_memo", "bellman", "k_shortest", "johnson", "random_restart"]
    for n, way in enumerate(ways, 1):
        if n == 5:
            s.stuck_here()
        s.write(f"p9_v{n}.py" if n > 1 else "p9.py", f"# {way}\nimport heapq, sys\n\ndef solve(g, fuel):\n    best = {way}(g, fuel)\n    return best\n")
        s.bash(f"./check {f'p9_v{n}' if n > 1 else 'p9'}", "test 4: wrong answer, expected 118, found 121", 1)
        if n % 3 == 0:
            s.bash("cat tests/p9/04.in | head -4", "12 30 9\n1 2 7\n2 5 11\n2 7 3")
        if n % 4 == 2:
            s.think(f"{way} must be right, so it is the tie-break. I start afresh with {ways[n]}.")


@stuck("thirteenth:long-figma", "kiosk-ui", "Take the icons of the two Figma files over into the repository as SVG.", client="claude")
def design_nodes_of_a_file_nobody_shared(s):
    r = random.Random(172)
    icons = ["ticket", "card", "coin", "bell", "door", "lift", "stairs", "phone", "map", "clock", "bag", "baby", "dog", "bike"]
    s.mcp("figma", "get_file", {"file": "Kq81Base"}, {"name": "Base icons", "children": [f"12:{k}" for k in range(14)]})
    for k, icon in enumerate(icons):
        s.mcp("figma", "export_node", {"file": "Kq81Base", "node": f"12:{k}", "format": "svg"}, f"<svg viewBox=\"0 0 24 24\"><path d=\"M{r.randint(1, 20)} {r.randint(1, 20)}h{r.randint(1, 9)}v{r.randint(1, 9)}z\"/></svg>")
        if k % 2:
            s.write(f"icons/{icon}.svg", f"<svg viewBox=\"0 0 24 24\"><!-- {icon} --></svg>\n")
    s.bash("npx svgo -q icons && ls icons | wc -l", "14")
    error = '{"status":403,"err":"File not shared with this token"}'
    nodes = [f"{r.randint(20, 90)}:{r.randint(1, 900)}" for _ in range(12)]
    for n, node in enumerate(nodes):
        if n == 5:
            s.stuck_here()
        s.mcp("figma", ["export_node", "get_node", "get_image"][n % 3], {"file": "Zt55Night", "node": node, "format": ["svg", "png"][n % 2]} if n % 3 != 1 else {"file": "Zt55Night", "node": node, "depth": 1 + n}, error, ok=False, ms=r.randint(200, 500))
        if n % 4 == 1:
            s.grep("Zt55Night", "docs", "docs/design.md:9:Night icons: figma.com/design/Zt55Night")
    for tool, given in [("get_file", {"file": "Zt55Night"}), ("list_versions", {"file": "Zt55Night"}), ("get_styles", {"file": "Zt55Night"}), ("get_comments", {"file": "Zt55Night"}), ("get_components", {"file": "Zt55Night"}), ("export_node", {"file": "Zt55Night", "node": "0:1", "format": "pdf"}), ("get_file", {"file": "Zt55Night", "branch_data": True})]:
        s.mcp("figma", tool, given, error, ok=False, ms=r.randint(200, 500))
    s.bash("git status --short | wc -l", "14")


@stuck("thirteenth:long-terraform", "bay-network", "Move the three gateways into the module and rename the database subnet.", client="codex")
def a_guard_put_in_and_out_of_one_subnet(s):
    r = random.Random(173)
    for k, g in enumerate(["north", "south", "east"]):
        s.bash(f"terraform state mv aws_nat_gateway.{g} module.gateways.aws_nat_gateway.{g}", f"Move \"aws_nat_gateway.{g}\" to \"module.gateways.aws_nat_gateway.{g}\"\nSuccessfully moved 1 object(s).", ms=4000)
        s.edit("main.tf", f"resource \"aws_nat_gateway\" \"{g}\" {{", f"# {g} is in modules/gateways")
        s.edit("modules/gateways/main.tf", f"# {k}\n", f"resource \"aws_nat_gateway\" \"{g}\" {{}}\n# {k + 1}\n")
        s.bash("terraform plan -no-color -target=module.gateways | tail -1", "No changes. Your infrastructure matches the configuration.", ms=14_000)
    for f in ["main.tf", "subnets.tf", "db.tf", "outputs.tf"]:
        s.look(f, f"# {f}\n" + ("resource \"aws_subnet\" \"db\" {\n  cidr_block = \"10.4.8.0/24\"\n  lifecycle { prevent_destroy = true }\n}\n" if f == "subnets.tf" else "locals {}\n"))
    s.edit("subnets.tf", "resource \"aws_subnet\" \"db\"", "resource \"aws_subnet\" \"data\"")
    guard = "│ Error: Instance cannot be destroyed\n│ \n│   on subnets.tf line 3:\n│    3: resource \"aws_subnet\" \"db\" {\n│ \n│ Resource aws_subnet.db has lifecycle.prevent_destroy set, but the plan calls\n│ for this resource to be destroyed."
    used = "│ Error: deleting EC2 Subnet (subnet-0a41f7): operation error EC2: DeleteSubnet, https response error StatusCode: 400, RequestID: %s, api error DependencyViolation: The subnet 'subnet-0a41f7' has dependencies and cannot be deleted."
    for n in range(9):
        if n == 3:
            s.stuck_here()
        s.edit("subnets.tf", "lifecycle { prevent_destroy = true }" if n % 2 == 0 else "lifecycle { prevent_destroy = false }", "lifecycle { prevent_destroy = false }" if n % 2 == 0 else "lifecycle { prevent_destroy = true }")
        s.bash(["terraform apply -auto-approve -no-color 2>&1 | tail -8", "terraform plan -no-color 2>&1 | tail -8"][n % 2], used % f"{r.getrandbits(32):08x}-{r.getrandbits(16):04x}-4c1a-9f{r.getrandbits(8):02x}-{r.getrandbits(48):012x}" if n % 2 == 0 else guard, 0, ms=r.randint(20_000, 60_000))
        if n % 3 == 1:
            s.look("subnets.tf", "# subnets.tf\nresource \"aws_subnet\" \"data\" {\n  cidr_block = \"10.4.8.0/24\"\n  lifecycle { prevent_destroy = " + ("false" if n % 2 == 0 else "true") + " }\n}\n")
        if n % 3 == 2:
            s.bash("terraform fmt && terraform validate -no-color", "Success! The configuration is valid.")


@stuck("thirteenth:long-sql", "pool-bookings", "Move the bookings to the new schema and report how many are without a lane.", client="plain", codes=False)
def laneless_bookings_counted_in_every_dialect(s):
    r = random.Random(174)
    tables = ["pools", "lanes", "clubs", "members", "coaches", "courses", "prices", "holidays", "payments", "bookings"]
    for n, t in enumerate(tables):
        s.bash(f"psql pool -c '\\d old.{t}'", f"                 Table \"old.{t}\"\n   Column   |  Type   | Nullable\n------------+---------+----------\n id         | integer | not null\n {t[:-1]}_key | text    | \n", ms=r.randint(40, 90))
        s.write(f"migrate/{n:02}_{t}.sql", f"insert into new.{t} select * from old.{t};\n")
        s.bash(f"psql pool -f migrate/{n:02}_{t}.sql", f"INSERT 0 {r.randint(4, 90_000)}", ms=r.randint(100, 2000))
    asked = ["psql pool -Atc 'select count(*) from new.bookings where lane_id is null'", "psql pool -Atc 'select count(1) from new.bookings b where b.lane_id is null'", "psql pool -c 'select count(*) from new.bookings where lane_id is null' | sed -n 3p", "psql pool -Atc 'select sum((lane_id is null)::int) from new.bookings'", "psql pool -Atc 'select count(*) filter (where lane_id is null) from new.bookings'", "psql -d pool -qtAX -c 'SELECT COUNT(*) FROM new.bookings WHERE lane_id IS NULL;'", "psql pool -Atc 'select count(*) - count(lane_id) from new.bookings'", "psql pool -Atc 'with b as (select * from new.bookings where lane_id is null) select count(*) from b'", "psql pool -Atc \"select count(*) from new.bookings where not (lane_id is not null)\"", "python3 -c \"import psycopg; print(psycopg.connect('dbname=pool').execute('select count(*) from new.bookings where lane_id is null').fetchone()[0])\"", "psql pool -Atc 'select 1 from new.bookings where lane_id is null' | wc -l", "psql pool -Atc 'select count(*) from new.bookings where coalesce(lane_id, -1) = -1'", "echo 'select count(*) from new.bookings where lane_id is null' | psql pool -At", "psql pool -Atc 'table new.bookings' | awk -F'|' '$4==\"\"' | wc -l", "psql postgresql:///pool -Atc 'select count(*) from new.bookings where lane_id is null'", "psql pool -Atc 'select count(distinct id) from new.bookings where lane_id is null'", "duckdb -noheader -list -c \"attach 'dbname=pool' as p (type postgres); select count(*) from p.new.bookings where lane_id is null\"", "psql pool -Atc 'select count(*) from only new.bookings where lane_id is null'", "sudo -u postgres psql pool -Atc 'select count(*) from new.bookings where lane_id is null'", "psql pool --csv -tc 'select count(*) from new.bookings where lane_id is null'"]
    for n, q in enumerate(asked):
        if n == 6:
            s.stuck_here()
        s.bash(q, "431", ms=r.randint(60, 400))
        if n % 5 == 3:
            s.say(["Let me double-check that number.", "I want to verify it in another way before I report.", "One more independent check."][n % 3])
        if n in (8, 14):
            s.bash("psql pool -c '\\d new.bookings' | head -4", "                Table \"new.bookings\"\n   Column   |  Type   | Nullable\n------------+---------+----------\n id         | integer | not null")


@stuck("thirteenth:long-rejected", "guild-calendar", "Clear the spring dates out of the calendar and put the autumn ones in.", client="claude", gap=3)
def autumn_dates_that_the_tool_takes_in_no_form(s):
    r = random.Random(175)
    s.look("autumn.md", "# Autumn\n\n- 3 October, 18:30: loom evening\n- 10 October, 10:00: dye day\n- 24 October, 19:00: guild dinner\n")
    ids = [f"evt_{r.getrandbits(32):08x}" for _ in range(14)]
    s.mcp("calendar", "list_events", {"calendar": "guild", "season": "spring"}, {"events": ids})
    for i in ids:
        s.mcp("calendar", "delete_event", {"calendar": "guild", "event": i}, {"deleted": True}, ms=r.randint(150, 400))
    bad = "MCP error -32602: Input validation error: Invalid arguments for tool create_event: [{\"code\":\"invalid_type\",\"expected\":\"object\",\"received\":\"undefined\",\"path\":[\"window\"],\"message\":\"Required\"}]"
    starts = ["2026-10-03T18:30:00+02:00", "2026-10-03T18:30:00Z", "2026-10-03 18:30", "2026-10-03T16:30:00.000Z", "03.10.2026 18:30", 1791045000, "1791045000000", {"dateTime": "2026-10-03T18:30:00", "timeZone": "Europe/Berlin"}, {"date": "2026-10-03", "time": "18:30"}, "Sat, 03 Oct 2026 18:30:00 +0200", "20261003T183000", "October 3, 2026 6:30 PM", ["2026-10-03", "18:30"], "2026-W40-6T18:30", "2026-10-03T18:30", "2026-276T18:30:00", {"year": 2026, "month": 10, "day": 3}]
    for n, start in enumerate(starts):
        if n == 5:
            s.stuck_here()
        s.mcp("calendar", "create_event", {"calendar": "guild", "title": ["Loom evening", "Loom Evening", "Dye day"][n // 7 % 3], ["start", "startTime", "start_time", "begin"][n % 4]: start, "duration": 90 + n % 3 * 30}, bad, ok=False, ms=6)
        if n % 4 == 2:
            s.look("autumn.md", "# Autumn\n\n- 3 October, 18:30: loom evening\n- 10 October, 10:00: dye day\n- 24 October, 19:00: guild dinner\n")
        if n % 5 == 3:
            s.mcp("calendar", "list_events", {"calendar": "guild", "season": "autumn"}, {"events": []})
        if n == 9:
            s.plan([("Clear spring", "completed"), ("Enter autumn with the right date format", "in_progress")])


@stuck("thirteenth:long-offline", "bee-counter", "Clean the repository up, and then bring all its parts to the newest dependencies.", client="codex", times="none")
def a_box_that_resolves_no_name_for_any_manager(s):
    r = random.Random(176)
    for f in ["api/main.go", "web/app.ts", "ml/train.py", "board/main.rs", "report/lib/report.ex", "docs/conf.py"]:
        s.look(f, f"// {f}\n// TODO remove\nold()\n")
        s.edit(f, "old()", "new()")
    for part, cmd, out in [("api", "go vet ./...", ""), ("web", "npx tsc --noEmit", ""), ("ml", "python -m pytest -q | tail -1", "31 passed in 2.11s"), ("board", "cargo test -q --offline 2>&1 | tail -2", "test result: ok. 14 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s"), ("report", "mix test 2>&1 | tail -2", "9 tests, 0 failures")]:
        s.bash(f"cd {part} && {cmd}", out)
    fails = [("cd ml && pip install -U numpy", "WARNING: Retrying (Retry(total=4, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f{:08x}>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/numpy/\nERROR: Could not find a version that satisfies the requirement numpy (from versions: none)"), ("cd ml && pip install -U scipy", "ERROR: Could not install packages: [Errno -3] Temporary failure in name resolution"), ("curl -sSI https://pypi.org/simple/", "curl: (6) Could not resolve host: pypi.org"), ("cd web && npm update", "npm error code EAI_AGAIN\nnpm error syscall getaddrinfo\nnpm error errno EAI_AGAIN\nnpm error request to https://registry.npmjs.org/vite failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org"), ("cd board && cargo update", "    Updating crates.io index\nwarning: spurious network error (3 tries remaining): [6] Couldn't resolve host name (Could not resolve host: index.crates.io)\nerror: failed to get `cortex-m` as a dependency of package `board v0.3.0`"), ("cd api && go get -u ./...", "go: github.com/go-chi/chi/v5@v5.0.12: Get \"https://proxy.golang.org/github.com/go-chi/chi/v5/@v/list\": dial tcp: lookup proxy.golang.org on 10.0.2.3:53: server misbehaving"), ("cd report && mix deps.update --all", "** (Mix) Failed to fetch record for ecto from registry (using cache instead)\n{:failed_connect, [{:to_address, {~c\"repo.hex.pm\", 443}}, {:inet, [:inet], :nxdomain}]}"), ("sudo apt-get update", "Err:1 http://deb.debian.org/debian bookworm InRelease\n  Temporary failure resolving 'deb.debian.org'\nW: Some index files failed to download. They have been ignored, or old ones used instead."), ("git fetch origin", "fatal: unable to access 'https://github.com/acme/bee-counter.git/': Could not resolve host: github.com"), ("cd web && npm install vite@latest", "npm error code EAI_AGAIN\nnpm error syscall getaddrinfo\nnpm error request to https://registry.npmjs.org/vite failed, reason: getaddrinfo EAI_AGAIN registry.npmjs.org"), ("cd ml && pip install --index-url https://pypi.org/simple -U pandas", "ERROR: Could not install packages: [Errno -3] Temporary failure in name resolution")]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        cmd, out = fails[(n * 4) % 11] if n > 10 else fails[n]
        if n > 10:
            cmd = cmd.replace("numpy", "torch").replace("scipy", "pillow").replace("vite", "vitest").replace("pandas", "polars").replace("curl -sSI", "curl -m 20 -sS").replace("cargo update", "cargo update -p heapless").replace("go get -u", "GOPROXY=direct go get -u")
            out = "go: github.com/go-chi/chi/v5: git ls-remote -q origin: exit status 128:\n\tfatal: unable to access 'https://github.com/go-chi/chi/': Could not resolve host: github.com" if "direct" in cmd else out.replace("numpy", "torch").replace("/vite", "/vitest")
        s.bash(cmd, out.replace("{:08x}", f"{r.getrandbits(32):08x}"), 6 if cmd.startswith("curl") else 0 if "apt-get" in cmd else 128 if "git" in cmd.split()[0] else 1)
        if n % 5 == 4:
            s.edit(["web/.npmrc", "ml/requirements.txt", "board/Cargo.toml", "api/go.mod"][n // 5 % 4], f"# {n}", f"# {n}: newest")
        if n == 12:
            s.bash("cat /etc/resolv.conf", "nameserver 10.0.2.3")


@stuck("thirteenth:long-planning", "choir-shop", "Add the three payment methods and the refund page.", client="claude", gap=3)
def a_refund_page_planned_again_and_never_opened(s):
    r = random.Random(177)
    for n, m in enumerate(["card", "sepa", "voucher"]):
        s.grep("PaymentMethod", "app", f"app/pay/index.php:{30 + n * 8}:    case PaymentMethod::{m.title()}:")
        s.write(f"app/pay/{m}.php", f"<?php\nfinal class {m.title()} implements Method {{}}\n")
        s.edit("app/pay/index.php", f"// {n}", f"case PaymentMethod::{m.title()}: return new {m.title()}();\n// {n + 1}")
        s.write(f"tests/{m.title()}Test.php", f"<?php\nfinal class {m.title()}Test extends TestCase {{}}\n")
        s.bash(f"vendor/bin/phpunit --filter {m.title()}Test", f"PHPUnit 11.3.1 by Sebastian Bergmann and contributors.\n\n....                                                                4 / 4 (100%)\n\nTime: 00:00.{r.randint(100, 400)}, Memory: 14.00 MB\n\nOK (4 tests, 11 assertions)")
    s.bash("git add -A && git commit -qm 'Three payment methods'", "")
    steps = ["Design the refund page", "List the fields of the refund page", "Decide on the order of the fields", "Split the refund page into components", "Estimate the refund page", "Order the work on the refund page", "Name the refund components", "Review the plan of the refund page", "Refine the plan", "Consolidate the plan", "Finalise the plan", "Revisit the plan", "Prioritise the plan"]
    for n, step in enumerate(steps):
        if n == 4:
            s.stuck_here()
        s.plan([("Payment methods", "completed"), (step, "in_progress"), (f"{steps[(n + 1) % 13]}", "pending"), ("Write the refund page", "pending")])
        s.think(f"{step}: a good plan comes first.")
        if n % 3 == 0:
            s.bash(["git status --short", "git status", "git status -sb", "git status --porcelain"][n // 3 % 4], ["", "On branch main\nnothing to commit, working tree clean", "## main", ""][n // 3 % 4])
        if n % 3 == 1:
            s.bash("cat PLAN.md" if n % 2 else "head -50 PLAN.md", "# Plan\n\n1. Payment methods (done)\n2. Refund page\n")
        if n % 4 == 2:
            s.plan([("Payment methods", "completed"), ("Write the refund page", "pending"), (step + " again", "in_progress")])
        if n % 6 == 5:
            s.bash("echo 'Now the refund page.'", "Now the refund page.")
