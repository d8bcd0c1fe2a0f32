"""Long healthy sessions: a workspace moved to a new edition, nodes replaced, a parser ported, a warehouse, a fleet, a book, an incident that is only read."""
import random
from session import healthy


@healthy("thirteenth:long-rust", "grain-ledger", "Move the workspace to edition 2024, crate by crate, and then tell me whether parsing got slower.", client="claude")
def an_edition_for_every_crate_and_a_benchmark(s):
    r = random.Random(131)
    crates = ["grain-core", "grain-fmt", "grain-net", "grain-store", "grain-auth", "grain-csv", "grain-cli", "grain-web", "grain-jobs", "grain-mail", "grain-test", "grain-sync"]
    s.bash("cat Cargo.toml", "[workspace]\nresolver = \"2\"\nmembers = [\"crates/*\"]\n\n[workspace.package]\nversion = \"0.18.2\"\n")
    s.bash("ls crates", "\n".join(sorted(crates)))
    s.grep("edition = ", "crates", "\n".join(f"crates/{c}/Cargo.toml:4:edition = \"2021\"" for c in crates))
    s.bash("cargo bench -p grain-csv -- parse 2>&1 | grep time:", "parse/1k_rows            time:   [412.18 µs 413.02 µs 413.96 µs]\nparse/100k_rows          time:   [43.107 ms 43.214 ms 43.330 ms]", ms=84_000)
    s.plan([(c, "pending") for c in crates])
    for n, c in enumerate(crates):
        s.edit(f"crates/{c}/Cargo.toml", 'edition = "2021"', 'edition = "2024"')
        if n in (2, 4, 7, 10):
            line = r.randint(20, 400)
            s.bash(f"cargo check -p {c} 2>&1 | tail -12", f"    Checking {c} v0.18.2 (/home/dev/grain-ledger/crates/{c})\nerror[E0133]: call to unsafe function `std::env::set_var` is unsafe and requires unsafe block\n   --> crates/{c}/src/config.rs:{line}:9\n    |\n{line} |         std::env::set_var(\"TZ\", \"UTC\");\n    |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ call to unsafe function\n\nFor more information about this error, try `rustc --explain E0133`.\nerror: could not compile `{c}` (lib) due to 1 previous error", 101, ms=r.randint(4000, 9000))
            s.look(f"crates/{c}/src/config.rs", f"        // {c}\n        std::env::set_var(\"TZ\", \"UTC\");\n        Ok(())", first=line - 1, count=3)
            s.edit(f"crates/{c}/src/config.rs", '        std::env::set_var("TZ", "UTC");', '        // SAFETY: called before any thread is started\n        unsafe { std::env::set_var("TZ", "UTC") };')
        s.bash(f"cargo check -p {c} 2>&1 | tail -1", f"    Finished `dev` profile [unoptimized + debuginfo] target(s) in {r.randint(1, 14)}.{r.randint(10, 99)}s", ms=r.randint(2000, 14000))
        if n % 4 == 3:
            s.plan([(k, "completed" if i <= n else "pending") for i, k in enumerate(crates)])
    s.bash("cargo test --workspace 2>&1 | grep -E '^test result|FAILED|panicked'", "\n".join(f"test result: ok. {r.randint(8, 120)} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in {r.random():.2f}s" for _ in crates), ms=96_000)
    for n in range(7):
        s.bash("cargo bench -p grain-csv -- parse 2>&1 | grep -E 'time:|change:'", f"parse/1k_rows            time:   [{r.uniform(410, 412):.2f} µs {r.uniform(412, 414):.2f} µs {r.uniform(414, 416):.2f} µs]\n                        change: [-0.{r.randint(100, 900)}% +0.{r.randint(100, 400)}% +0.{r.randint(401, 900)}%] (p = 0.{r.randint(21, 88)} > 0.05)\nparse/100k_rows          time:   [{r.uniform(42.9, 43.1):.3f} ms {r.uniform(43.1, 43.3):.3f} ms {r.uniform(43.3, 43.5):.3f} ms]\n                        change: [-0.{r.randint(100, 900)}% -0.0{r.randint(10, 99)}% +0.{r.randint(101, 900)}%] (p = 0.{r.randint(21, 88)} > 0.05)", ms=80_000 + r.randint(0, 9000))
    s.bash("git add -A && git commit -qm 'Edition 2024' && git log --oneline -1", "e41b07c Edition 2024")
    s.say("All twelve crates are on edition 2024. Parsing is as fast as before.")


@healthy("thirteenth:long-k8s", "harbour-cluster", "Replace the OS of the eight workers, one after the other, without any downtime. Then raise the memory of the ingress.", client="codex")
def workers_drained_and_reimaged_in_turn(s):
    r = random.Random(132)
    nodes = [f"wk-{n:02}" for n in range(1, 9)]
    s.bash("kubectl get nodes", "NAME    STATUS   ROLES           AGE    VERSION\ncp-01   Ready    control-plane   611d   v1.30.4\n" + "\n".join(f"{n}   Ready    <none>          611d   v1.30.4" for n in nodes))
    s.bash("kubectl get pdb -A", "NAMESPACE   NAME      MIN AVAILABLE   MAX UNAVAILABLE   ALLOWED DISRUPTIONS   AGE\nberths      api       2               N/A               1                     402d\nberths      tides     1               N/A               0                     402d")
    s.look("talos/worker.yaml", "machine:\n  type: worker\n  install:\n    image: ghcr.io/siderolabs/installer:v1.7.6\n")
    s.edit("talos/worker.yaml", "installer:v1.7.6", "installer:v1.8.3")
    for i, n in enumerate(nodes):
        if i == 3:
            s.bash(f"kubectl drain {n} --ignore-daemonsets --delete-emptydir-data --timeout=60s", f"node/{n} cordoned\nevicting pod berths/tides-5d9c8b7f6-x2lqp\nerror when evicting pods/\"tides-5d9c8b7f6-x2lqp\" -n \"berths\" (will retry after 5s): Cannot evict pod as it would violate the pod's disruption budget.\nThere are pending nodes to be drained:\n {n}\nerror: unable to drain node \"{n}\" due to error: error when evicting pods/\"tides-5d9c8b7f6-x2lqp\" -n \"berths\": global timeout reached: 1m0s", 1, ms=60_400)
            s.bash("kubectl -n berths scale deploy/tides --replicas=2", "deployment.apps/tides scaled")
            s.bash("kubectl -n berths rollout status deploy/tides", "Waiting for deployment \"tides\" rollout to finish: 1 of 2 updated replicas are available...\ndeployment \"tides\" successfully rolled out", ms=21_000)
        s.bash(f"kubectl drain {n} --ignore-daemonsets --delete-emptydir-data --timeout=300s | tail -1", f"node/{n} drained", ms=r.randint(20_000, 80_000))
        s.bash(f"talosctl -n {n} upgrade --image ghcr.io/siderolabs/installer:v1.8.3 --wait=false", f"NODE    ACK                        STARTED\n{n}   Upgrade request received   2026-10-02 09:{i * 6:02}:{r.randint(0, 59):02}.{r.randint(100000, 999999)} +0000 UTC")
        for k in range(r.randint(2, 4)):
            s.bash(f"sleep 45; kubectl get node {n} --no-headers", f"{n}   NotReady,SchedulingDisabled   <none>   611d   v1.30.4", ms=45_600)
        s.bash(f"sleep 45; kubectl get node {n} --no-headers", f"{n}   Ready,SchedulingDisabled   <none>   611d   v1.30.4", ms=45_500)
        s.bash(f"kubectl uncordon {n}", f"node/{n} uncordoned")
    s.bash("kubectl get nodes -o custom-columns=N:.metadata.name,OS:.status.nodeInfo.osImage", "N       OS\ncp-01   Talos (v1.8.3)\n" + "\n".join(f"{n}   Talos (v1.8.3)" for n in nodes))
    s.grep("memory:", "ingress/values.yaml", "31:      memory: 256Mi\n34:      memory: 512Mi")
    s.edit("ingress/values.yaml", "      memory: 512Mi", "      memory: 1Gi")
    s.bash("helm upgrade ingress ingress-nginx/ingress-nginx -n ingress -f ingress/values.yaml --wait | head -4", "Release \"ingress\" has been upgraded. Happy Helming!\nNAME: ingress\nLAST DEPLOYED: Fri Oct  2 10:02:11 2026\nSTATUS: deployed", ms=48_000)
    for k in range(4):
        s.bash("kubectl -n ingress top pod --no-headers", f"ingress-ingress-nginx-controller-7c6b-{'abcd'[k % 2]}9x2   {r.randint(11, 40)}m   {300 + k * 4}Mi", gap=30)


@healthy("thirteenth:long-go", "iso-codec", "Port the C decoder to Go until the whole conformance suite is green.", client="codex", times="none")
def a_conformance_suite_that_sticks_at_nine(s):
    r = random.Random(133)
    s.bash("wc -l c/*.c && ls go/", " 1811 c/decode.c\n  402 c/tables.c\n 2213 total\ngo.mod\nconformance_test.go")
    for first in range(1, 1800, 300):
        s.bash(f"sed -n '{first},{first + 299}p' c/decode.c", f"/* decode.c {first} */\nstatic int field_{first}(bits *b, out *o) {{\n    return need(b, {first % 64}) ? take(b, o) : -1;\n}}\n/* … */")
    s.write("go/decode.go", "package iso\n\nfunc Decode(b []byte) (Message, error) { return Message{}, errNotYet }\n")
    names = ["ShortHeader", "LongHeader", "Bitmap1", "Bitmap2", "AmountBCD", "AmountASCII", "DateEBCDIC", "TLV", "NestedTLV", "Track2", "PinBlock", "MAC", "Padding", "Truncated", "Overlong", "Empty", "UTF8Name", "Reserved"]
    plan = [18, 16, 15, 12, 9, 9, 9, 9, 9, 7, 8, 5, 4, 4, 2, 1, 0]
    for n, left in enumerate(plan):
        # which ones fail moves while the number stands still
        failing = [names[(k * 5 + n * (7 if 4 <= n <= 8 else 0)) % 18] for k in range(left)]
        s.edit("go/decode.go", f"// step {n}\n", f"func (d *decoder) step{n}() error {{ return d.take({n * 8}, {r.randint(1, 64)}) }}\n// step {n + 1}\n")
        s.bash("cd go && go test ./... 2>&1 | grep -E '^ *--- FAIL|^ok|^FAIL'", "\n".join(["--- FAIL: TestConformance (0.%02ds)" % r.randint(1, 9)] + [f"    --- FAIL: TestConformance/{x} (0.00s)" for x in failing] + ["FAIL", f"FAIL\tacme.dev/iso\t0.{r.randint(100, 300)}s", "FAIL"]) if left else f"ok  \tacme.dev/iso\t0.{r.randint(100, 300)}s", 0)
        if n % 4 == 1:
            s.bash(f"grep -n 'case 0x{n:02x}' c/tables.c", f"{n * 17 + 9}:    case 0x{n:02x}: return &f_{n};")
    s.bash("cd go && go vet ./... && gofmt -l .", "")
    s.bash("cd go && go test -fuzz FuzzDecode -fuzztime 20s .", "fuzz: elapsed: 0s, gathering baseline coverage: 0/18 completed\nfuzz: elapsed: 3s, execs: 301222 (100402/sec), new interesting: 12 (total: 30)\n--- FAIL: FuzzDecode (3.41s)\n    panic: runtime error: slice bounds out of range [:9] with capacity 4\n    Failing input written to testdata/fuzz/FuzzDecode/8a1f0c99\nFAIL", 1)
    s.edit("go/decode.go", "return d.b[:n], nil", "if n > len(d.b) {\n\t\treturn nil, io.ErrUnexpectedEOF\n\t}\n\treturn d.b[:n], nil")
    for k in range(4):
        s.bash("cd go && go test -fuzz FuzzDecode -fuzztime 60s . | tail -2", f"PASS\nok  \tacme.dev/iso\t60.{r.randint(100, 900)}s")
    s.bash("git add -A && git commit -qm 'Go decoder'", "")


@healthy("thirteenth:long-dbt", "ferry-warehouse", "Give every mart a freshness column, rebuild each of them, and find out why Tuesday's totals are low.", client="plain", codes=False)
def marts_rebuilt_and_a_tuesday_explained(s):
    r = random.Random(134)
    marts = ["bookings", "cabins", "vehicles", "crew", "fuel", "delays", "refunds", "routes", "agents", "loyalty", "catering", "ports", "weather", "claims"]
    s.bash("dbt ls --select marts --resource-type model | wc -l", "14")
    s.look("models/marts/fct_bookings.sql", "select\n    b.booking_id,\n    b.sailing_id,\n    b.total\nfrom {{ ref('stg_bookings') }} b")
    for n, m in enumerate(marts):
        s.edit(f"models/marts/fct_{m}.sql", "select\n", "select\n    current_timestamp as built_at,\n")
        t = r.uniform(1, 9)
        s.bash(f"dbt build -s fct_{m} -q --log-format text", "", ms=int(t * 1000) + 9000)
    s.say("Now the Tuesday.")
    for n, day in enumerate(["2026-09-28", "2026-09-29", "2026-09-30", "2026-10-01"]):
        s.bash(f"psql wh -Atc \"select count(*), sum(total) from marts.fct_bookings where sailing_date = '{day}'\"", f"{[8123, 5011, 8240, 8199][n]}|{[711202, 431190, 718233, 715004][n]}.50")
    for table in ["stg_bookings", "stg_payments", "stg_agents", "raw.bookings_web", "raw.bookings_phone", "raw.bookings_agent"]:
        s.bash(f"psql wh -Atc \"select count(*) from {table} where sailing_date is null or total is null\"", "0")
    for hour in range(0, 24, 2):
        s.bash(f"psql wh -Atc \"select count(*) from raw.bookings_agent where loaded_at >= '2026-09-29 {hour:02}:00' and loaded_at < '2026-09-29 {hour + 2:02}:00'\"", "0" if hour >= 6 else str(300 + hour * 7))
    s.grep("bookings_agent", "airflow/dags", "airflow/dags/agents.py:18:    dest='raw.bookings_agent',")
    s.bash("airflow dags list-runs -d load_agents -o plain | sed -n '1,5p'", "dag_id      | run_id                               | state   | execution_date\nload_agents | scheduled__2026-09-29T06:00:00+00:00 | failed  | 2026-09-29T06:00:00+00:00\nload_agents | scheduled__2026-09-29T04:00:00+00:00 | success | 2026-09-29T04:00:00+00:00")
    s.bash("airflow dags backfill load_agents -s 2026-09-29T06:00 -e 2026-09-29T22:00 | tail -2", "[2026-10-02T08:40:01.120+0000] {backfill_job_runner.py:461} INFO - [backfill progress] | finished run 9 of 9 | tasks waiting: 0 | succeeded: 9\n[2026-10-02T08:40:01.133+0000] {backfill_job_runner.py:991} INFO - Backfill done for DAG <DAG: load_agents>. Exiting.", ms=181_000)
    s.bash("dbt build -s +fct_bookings -q", "", ms=61_000)
    s.bash("psql wh -Atc \"select count(*), sum(total) from marts.fct_bookings where sailing_date = '2026-09-29'\"", "8107|709911.00")


@healthy("thirteenth:long-ansible", "tills-fleet", "Roll the new receipt driver out to all shops. Some tills are switched off at night; come back to them.", client="claude")
def shops_rolled_out_and_dark_tills_revisited(s):
    r = random.Random(135)
    shops = ["ald", "bath", "bray", "cork", "deal", "dove", "ely", "fife", "hull", "hove", "kerr", "leek", "looe", "mold", "oban", "rhyl", "ryde", "stow", "tain", "wick"]
    dark = {"bray", "ely", "hove", "leek", "mold", "stow"}
    s.bash("ansible-inventory --graph | head -4", "@all:\n  |--@ungrouped:\n  |--@tills:\n  |  |--till-ald")
    s.look("roles/receipt/tasks/main.yml", "- name: driver\n  ansible.builtin.apt:\n    name: receipt-driver=2.1.0\n")
    s.edit("roles/receipt/tasks/main.yml", "receipt-driver=2.1.0", "receipt-driver=2.4.1")
    s.bash("ansible-lint roles/receipt", "Passed: 0 failure(s), 0 warning(s) on 3 files. Last profile that met the validation criteria was 'production'.", ms=4100)

    def down(shop):
        s.bash(f"ansible-playbook receipt.yml -l till-{shop}", f"PLAY [tills] *******************************************************************\n\nTASK [Gathering Facts] *********************************************************\nfatal: [till-{shop}]: UNREACHABLE! => {{\"changed\": false, \"msg\": \"Failed to connect to the host via ssh: ssh: connect to host till-{shop}.shops.example port 22: No route to host\", \"unreachable\": true}}\n\nPLAY RECAP *********************************************************************\ntill-{shop}                   : ok=0    changed=0    unreachable=1    failed=0    skipped=0    rescued=0    ignored=0", 4, ms=r.randint(3000, 3300))

    def up(shop):
        s.bash(f"ansible-playbook receipt.yml -l till-{shop}", f"PLAY [tills] *******************************************************************\n\nTASK [Gathering Facts] *********************************************************\nok: [till-{shop}]\n\nTASK [receipt : driver] ********************************************************\nchanged: [till-{shop}]\n\nRUNNING HANDLER [receipt : restart cups] ***************************************\nchanged: [till-{shop}]\n\nPLAY RECAP *********************************************************************\ntill-{shop}                   : ok=3    changed=2    unreachable=0    failed=0    skipped=0    rescued=0    ignored=0", ms=r.randint(21_000, 50_000))
    for shop in shops:
        down(shop) if shop in dark else up(shop)
    s.plan([("Roll out to the tills that are on", "completed"), ("Come back to bray, ely, hove, leek, mold, stow", "in_progress")])
    for k in range(6):
        s.bash("ansible tills -m ping -o -l 'till-bray,till-ely,till-hove,till-leek,till-mold,till-stow' | grep -c SUCCESS", str([0, 0, 0, 0, 2, 6][k]), 1 if k < 4 else 0, ms=11_000, gap=1200)
    for shop in sorted(dark):
        up(shop)
    for shop in shops:
        s.bash(f"ansible till-{shop} -a 'dpkg-query -W -f=${{Version}} receipt-driver' -o", f"till-{shop} | CHANGED | rc=0 | (stdout) 2.4.1", ms=r.randint(1100, 1900))
    s.say("All twenty tills have 2.4.1.")


@healthy("thirteenth:long-book", "bird-atlas", "Turn the Word chapters into LaTeX, build the book, and get rid of the bad boxes in the print version.", client="plain", gap=4)
def a_book_from_word_to_clean_boxes(s):
    r = random.Random(136)
    chapters = ["gulls", "terns", "waders", "ducks", "geese", "owls", "finches", "thrushes", "warblers", "raptors", "crows", "swifts"]
    s.bash("ls word/", "\n".join(f"{c}.docx" for c in sorted(chapters)))
    for c in chapters:
        s.bash(f"pandoc word/{c}.docx -t latex --wrap=none --extract-media=img/{c} -o tex/{c}.tex", "", ms=r.randint(700, 2100))
    s.write("atlas.tex", "\\documentclass{book}\n\\begin{document}\n" + "".join(f"\\include{{tex/{c}}}\n" for c in chapters) + "\\end{document}\n")
    for c, err in [("gulls", "! Undefined control sequence.\nl.41 \\tightlist"), ("gulls", "! LaTeX Error: Environment longtable undefined.\nl.88 \\begin{longtable}"), ("terns", "! Undefined control sequence.\nl.12 \\ul"), ("owls", "! LaTeX Error: Unicode character ♂ (U+2642)\n               not set up for use with LaTeX.\nl.203 The male (♂"), ("finches", "! Package graphics Error: No file `img/finches/media/image3.emf' found.\nl.77 \\includegraphics{img/finches/media/image3.emf}")]:
        s.bash("latexmk -pdf -halt-on-error atlas.tex 2>&1 | grep -A2 '^!'", err, ms=r.randint(6000, 20_000))
        s.edit("preamble.tex" if "Unde" in err or "Uni" in err or "Env" in err else f"tex/{c}.tex", f"% fix {len(err)}\n", f"% {err.splitlines()[0]}\n\\providecommand{{\\fix{chr(97 + len(err) % 26)}}}{{}}\n")
    s.bash("latexmk -pdf -halt-on-error atlas.tex 2>&1 | tail -1", "Latexmk: All targets (atlas.pdf) are up-to-date", ms=33_000)
    bad = [31, 29, 29, 26, 24, 21, 21, 18, 15, 11, 8, 8, 5, 3, 1, 0]
    for n, left in enumerate(bad):
        s.bash("latexmk -pdf atlas.tex >/dev/null 2>&1; grep -c '^Overfull' atlas.log", str(left), 0 if left else 1, ms=r.randint(30_000, 36_000))
        if left:
            s.edit(f"tex/{chapters[n % 12]}.tex", f"nesting site {n} of the population", f"nesting site~{n} of the popu\\-la\\-tion")
    for c in chapters:
        s.bash(f"chktex -q -n1 -n8 tex/{c}.tex", "")
    s.bash("pdfinfo atlas.pdf | grep Pages", "Pages:          412")


@healthy("thirteenth:long-incident", "parcel-hub", "Between 02:10 and 02:40 some parcels were scanned twice. Find the cause; do not change anything on production.", client="claude", gap=8)
def forty_looks_before_one_line_is_changed(s):
    r = random.Random(137)
    for ns in ["scan", "sort", "label", "track", "billing", "gate"]:
        s.bash(f"kubectl -n {ns} get events --field-selector type=Warning", f"No resources found in {ns} namespace.", ms=r.randint(300, 700))
    for svc in ["scan-api", "scan-writer", "sort-planner", "label-print", "track-feed", "gate-ctl", "billing-sync", "edge-proxy"]:
        s.bash(f"kubectl logs deploy/{svc} -n {svc.split('-')[0]} --since-time=2026-10-05T02:10:00Z --until-time=2026-10-05T02:40:00Z 2>/dev/null | grep -ci error", "0", 1, ms=r.randint(900, 2400))
    s.bash("psql -h replica hub -Atc \"select count(*) from scans where at between '2026-10-05 02:10' and '2026-10-05 02:40' group by parcel_id having count(*) > 1\" | wc -l", "214", ms=4100)
    s.bash("psql -h replica hub -Atc \"select gate_id, count(*) from dup_scans where at::date = '2026-10-05' group by 1\"", "g17|98\ng18|116")
    for q in ["duplicate key", "serialization failure", "deadlock detected", "could not obtain lock", "terminating connection", "checkpoints are occurring too frequently"]:
        s.grep(q, "dump/postgresql-2026-10-05.log", "")
    for n in range(8):
        s.bash(f"zcat dump/gate-g{17 + n % 2}.log.gz | sed -n '{n * 4000 + 1},{n * 4000 + 4000}p' | awk '$4==\"RETRY\"' | wc -l", ["0", "0", "0", "0", "61", "72", "37", "44"][n], ms=r.randint(200, 800))
    s.bash("zcat dump/gate-g17.log.gz | grep RETRY | head -3", "02:11:41.202 g17 belt RETRY seq=90112 after 2000ms no ack\n02:11:43.310 g17 belt RETRY seq=90113 after 2000ms no ack\n02:11:49.118 g17 belt RETRY seq=90121 after 2000ms no ack")
    for f in ["ack.go", "belt.go", "retry.go", "dedupe.go", "store.go"]:
        s.look(f"gate/{f}", f"package gate\n\n// {f}\nfunc {f[:-3]}() error {{\n\treturn nil\n}}\n" if f != "dedupe.go" else "package gate\n\nconst window = 1500 * time.Millisecond\n\nfunc seen(k string) bool { return cache.Has(k, window) }\n")
    s.bash("git log --oneline -S 'window =' -- gate/dedupe.go", "b771e02 Shorten dedupe window\n0c12aa9 Dedupe scans")
    s.bash("git show b771e02 --stat --format=%ad%n%s", "Sun Oct 4 17:20:11 2026 +0200\nShorten dedupe window\n gate/dedupe.go | 2 +-")
    s.edit("gate/dedupe.go", "1500 * time.Millisecond", "5 * time.Second // longer than the retry of the belt")
    for n in range(12):
        s.bash("go test ./gate -run TestRetryIsNotTwice -count=1 -race", f"ok  \tacme.dev/hub/gate\t2.{r.randint(100, 400)}s", ms=r.randint(6000, 8000))
    s.bash("git switch -qc dedupe-window && git commit -qam 'Dedupe window longer than the retry' && git push -u origin dedupe-window 2>&1 | tail -1", "branch 'dedupe-window' set up to track 'origin/dedupe-window'.")
