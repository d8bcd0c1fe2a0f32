"""Short sessions: lists of plans, missing programs, rejected and repeated edits, the same test after every fix."""
from session import healthy, stuck


@healthy("thirteenth:todo", "manpage-de", "Translate the nine man pages and keep your list up to date, I look at it from my phone.", client="claude")
def a_todo_kept_beside_each_translated_page(s):
    pages = ["fold.1", "paste.1", "join.1", "comm.1", "tsort.1", "nl.1", "pr.1", "fmt.1", "expand.1"]
    for n, page in enumerate(pages):
        s.plan([(f"Translate {name}", "completed" if k < n else "in_progress" if k == n else "pending") for k, name in enumerate(pages)])
        s.write(f"de/{page}", f".TH {page[:-2].upper()} 1\n.SH BEZEICHNUNG\n{page[:-2]} \\- {['bricht Zeilen um', 'setzt Zeilen nebeneinander', 'verbindet Zeilen', 'vergleicht Dateien', 'sortiert topologisch', 'zählt Zeilen', 'bereitet zum Druck auf', 'formatiert Absätze', 'ersetzt Tabulatoren'][n]}\n")
        s.bash(f"mandoc -T lint -W warning de/{page}", "", ms=60)
    s.plan([(f"Translate {name}", "completed") for name in pages])


@healthy("thirteenth:replanned", "flat-hunt", "Plan the comparison of the four flats first and show me the plan; I may want it otherwise.", client="codex")
def a_plan_changed_thrice_by_the_person_and_then_done(s):
    for n, steps in enumerate([["Rent", "Distance", "Noise"], ["Rent with heating", "Distance", "Noise"], ["Rent with heating", "Minutes by bicycle", "Noise at night"], ["Rent with heating", "Minutes by bicycle", "Noise at night", "Contract length"]]):
        s.plan([(text, "pending") for text in steps])
        s._event("prompt", by="human", text=["Take the rent with heating.", "By bicycle, and the noise at night.", "Add the length of the contract.", "Good, go."][n])
    for flat in range(4):
        s.bash(f"jq -c '[.rent_warm,.lat,.lon,.lden_night,.months]' flats/{flat + 1}.json", f"[{890 + flat * 75},52.5{flat},13.4{flat},{41 + flat * 4},{[0, 24, 12, 0][flat]}]")
        s.bash(f"curl -s 'http://localhost:8002/route?json={{\"costing\":\"bicycle\",\"flat\":{flat + 1}}}' | jq .trip.summary.time", str(1100 + flat * 217))
    s.write("comparison.csv", "flat,rent,minutes,night,months\n1,890,18,41,0\n2,965,22,45,24\n3,1040,26,49,12\n4,1115,29,53,0\n")


@stuck("thirteenth:finer_plans", "bus-stop-import", "Import the 400 bus stops from stops.csv into the Django admin.", client="codex")
def an_import_planned_in_ever_finer_steps(s):
    head = "stop_id,stop_name,stop_lat,stop_lon\n1001,Marktplatz,48.137,11.575\n1002,Rathaus,48.139,11.571\n"
    s.bash("head -3 stops.csv", head)
    for n in range(24):
        if n == 6:
            s.stuck_here()
        if n % 6 == 4:
            s.bash(["head -n 3 stops.csv", "sed -n 1,3p stops.csv", "cat stops.csv | head -3", "awk 'NR<4' stops.csv"][n // 6], head)
        else:
            steps = ["Inspect the CSV", "Define the model", "Write the import command", "Validate the coordinates", "Handle duplicates", "Run the import", "Check the admin", "Decide on a rollback"][: 3 + n % 6]
            s.plan([(f"{['', 'Carefully ', 'Phase %d: ' % (n % 4 + 1)][n % 3]}{text}", "in_progress" if k == 0 else "pending") for k, text in enumerate(steps)])


@healthy("thirteenth:installed", "field-guide", "Build the PDF of each of the eight chapters.", client="plain", codes=False)
def pandoc_and_its_engine_are_fetched_first(s):
    s.bash("make chapter1.pdf", "pandoc chapter1.md -o chapter1.pdf --pdf-engine=tectonic --filter pandoc-crossref\nmake: pandoc: No such file or directory\nmake: *** [Makefile:7: chapter1.pdf] Error 127", 2)
    s.bash("which pandoc tectonic pandoc-crossref", "", 1)
    s.bash("brew install pandoc", "==> Pouring pandoc--3.5.arm64_sequoia.bottle.tar.gz\n🍺  /opt/homebrew/Cellar/pandoc/3.5: 11 files, 215.3MB", ms=31_000)
    s.bash("make chapter1.pdf", "pandoc chapter1.md -o chapter1.pdf --pdf-engine=tectonic --filter pandoc-crossref\nError running filter pandoc-crossref:\nCould not find executable pandoc-crossref\nmake: *** [Makefile:7: chapter1.pdf] Error 83", 2)
    s.bash("brew install pandoc-crossref", "==> Pouring pandoc-crossref--0.3.18.0.arm64_sequoia.bottle.tar.gz\n🍺  /opt/homebrew/Cellar/pandoc-crossref/0.3.18.0: 7 files, 121.9MB", ms=14_000)
    s.bash("make chapter1.pdf", "pandoc chapter1.md -o chapter1.pdf --pdf-engine=tectonic --filter pandoc-crossref\ntectonic not found. Please select a different --pdf-engine or install tectonic -- see also tectonic https://tectonic-typesetting.github.io/\nmake: *** [Makefile:7: chapter1.pdf] Error 47", 2)
    s.bash("brew install tectonic", "==> Pouring tectonic--0.15.0_6.arm64_sequoia.bottle.tar.gz\n🍺  /opt/homebrew/Cellar/tectonic/0.15.0_6: 8 files, 48.8MB", ms=11_000)
    for n in range(8):
        s.bash(f"make chapter{n + 1}.pdf", f"pandoc chapter{n + 1}.md -o chapter{n + 1}.pdf --pdf-engine=tectonic --filter pandoc-crossref", ms=9_000 + n * 411)


@healthy("thirteenth:closer", "ntp-client", "The leap second test fails. Find the fault.", client="claude")
def fixes_that_bring_a_leap_second_nearer(s):
    got = [37.0, 36.5, 2.0, 2.0, 1.0, 0.25, None]
    for n, value in enumerate(got):
        s.edit("src/discipline.rs", f"// step {n}", ["let raw = unpack(&packet[40..48]);", "let raw = unpack_be(&packet[40..48]);", "let delta = (t2 - t1) + (t3 - t4);", "let delta = ((t2 - t1) + (t3 - t4)) / 2;", "if leap == LI_ADD { delta - 1.0 } else { delta }", "let frac = u32::from_be(frac) as f64 / 4294967296.0;", "let frac = f64::from(u32::from_be_bytes(frac)) / 4294967296.0;"][n] + f"\n// step {n + 1}")
        if value is None:
            s.bash("cargo test --test leap 2>&1 | tail -4", "running 1 test\ntest leap_second_is_inserted ... ok\n\ntest result: ok. 1 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s", ms=6100)
        else:
            s.bash("cargo test --test leap 2>&1 | tail -9", f"---- leap_second_is_inserted stdout ----\nthread 'leap_second_is_inserted' panicked at tests/leap.rs:{31 if n < 2 else 38 if n < 4 else 46}:5:\noffset is off by {value} s, allowed are 0.001 s\n\nfailures:\n    leap_second_is_inserted\n\ntest result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.0{2 + n % 3}s", 101, ms=5900 + n * 97)
    s.bash("cargo clippy -q", "", ms=4100)


@healthy("thirteenth:versions", "stencil-bench", "Try eight different layouts of the stencil kernel, each in a file of its own, and tell me how they compare.", client="codex")
def kernel_files_v1_to_v8_each_with_its_rate(s):
    for n, (idea, rate) in enumerate([("naive", 3.1), ("blocked", 7.9), ("blocked, z first", 7.8), ("padded", 8.4), ("simd", 14.2), ("simd, two rows", 13.9), ("temporal", 0), ("temporal, halo fixed", 19.6)]):
        s.write(f"kernels/stencil_v{n + 1}.cpp", f"// {idea}\nvoid stencil(const float* a, float* b, int n) {{\n  /* {idea} */\n}}\n")
        if rate:
            s.bash(f"g++ -O3 -march=native -DKERNEL=kernels/stencil_v{n + 1}.cpp bench.cpp -o bench && ./bench 512", f"n=512 iterations=100 max_error=0 {rate} GFLOP/s", ms=9_400 + n * 211)
        else:
            s.bash(f"g++ -O3 -march=native -DKERNEL=kernels/stencil_v{n + 1}.cpp bench.cpp -o bench && ./bench 512", "n=512 iterations=100 max_error=0.0625 MISMATCH", 3, ms=9_400)
    s.write("RESULTS.md", "v8 (temporal, halo fixed) 19.6 GFLOP/s, v5 (simd) 14.2, v1 (naive) 3.1\n")


@stuck("thirteenth:missing", "sign-shop", "Export all signs from SVG to PNG with make.", client="claude")
def inkscape_is_not_there_whatever_the_makefile_says(s):
    s.look("Makefile", "%.png: %.svg\n\tinkscape --export-type=png $<\n")
    lines = ["\tinkscape --export-type=png $<", "\tinkscape -o $@ $<", "\tinkscape --export-filename=$@ $<", "\tinkscape -z -e $@ $<", "\t/usr/bin/inkscape -o $@ $<", "\tenv DISPLAY= inkscape -o $@ $<"]
    for n in range(14):
        if n == 5:
            s.stuck_here()
        if n == 7:
            s.bash("ls *.svg | head -3", "bakery.svg\nchemist.svg\nferry.svg")
        s.edit("Makefile", lines[n % 6], lines[(n + 1) % 6])
        path = "/usr/bin/inkscape" if (n + 1) % 6 == 4 else "inkscape"
        text = "env: ‘inkscape’: No such file or directory" if (n + 1) % 6 == 5 else f"make: {path}: No such file or directory"
        s.bash(["make", "make -j4", "make bakery.png", "make -B all"][n % 4], f"{lines[(n + 1) % 6].strip().replace('$@', 'bakery.png').replace('$<', 'bakery.svg')}\n{text}\nmake: *** [Makefile:2: bakery.png] Error 127", 2, ms=40 + n)


@stuck("thirteenth:stale", "theatre-tickets", "Give the refund fixture a fee of 2.50.", client="codex")
def a_fixture_patched_from_an_old_memory(s):
    real = "refund:\n  order: 8812\n  amount: !decimal 31.00\n  fee: !decimal 0.00\n"
    olds = ["  amount: 31.00\n  fee: 0.00", "refund:\n  amount: 31.00\n  fee: 0.00", "  fee: 0.00", "  fee: 0.0", "  order: 8812\n  amount: 31.00\n  fee: 0.00", "  fee: '0.00'", "  fee:  0.00"]
    for n in range(23):
        if n == 6:
            s.stuck_here()
        if n % 6 == 4:
            s.bash(["rg -n fee test/fixtures/refund.yml", "git status --short test/fixtures", "wc -l test/fixtures/refund.yml", "git log --oneline -2 -- test/fixtures/refund.yml"][n // 6], ["4:  fee: !decimal 0.00", "", "4 test/fixtures/refund.yml", "9c1e0aa Write decimals with a tag\n118d2f0 Add refund fixture"][n // 6])
        elif n == 11:
            s.look("test/fixtures/refund.yml", real)
        else:
            old = olds[n * 3 % 7]
            s.edit("test/fixtures/refund.yml", old, old.replace("0.00", "2.50").replace("fee: 0.0", "fee: 2.5"), rejected="missing")


@stuck("thirteenth:exception", "order-gateway", "OrderMapperTests fails with a NullReferenceException. Repair it.", client="plain")
def a_null_reference_that_eleven_fixes_do_not_move(s):
    fixes = [("Mapping/OrderMapper.cs", "order.Lines?.Select("), ("Models/Order.cs", "public List<Line> Lines { get; set; } = new();"), ("Mapping/OrderMapper.cs", "if (order is null) return null;"), ("Startup.cs", "services.AddSingleton<ICurrencyTable, CurrencyTable>();"), ("Models/Line.cs", "public string Sku { get; set; } = \"\";"), ("Mapping/OrderMapper.cs", "order.Customer ??= new Customer();"), ("Tests/OrderMapperTests.cs", "var order = new Order { Customer = new() };"), ("Mapping/LineMapper.cs", "line?.Sku ?? string.Empty"), ("Startup.cs", "services.AddScoped<OrderMapper>();"), ("Order.csproj", "<Nullable>enable</Nullable>"), ("Mapping/OrderMapper.cs", "ArgumentNullException.ThrowIfNull(order);")]
    for n, (path, new) in enumerate(fixes):
        if n == 4:
            s.stuck_here()
        if n in (3, 8):
            s.look("Mapping/OrderMapper.cs", "        var rate = _table\n            .Find(order.Currency)\n            .Rate;\n", 57, 3)
        s.edit(path, f"// {n}", new)
        s.bash(["dotnet test --filter OrderMapperTests --nologo", "dotnet test --nologo -v q --filter FullyQualifiedName~OrderMapperTests", "dotnet build -v q && dotnet test --no-build --filter OrderMapperTests"][n % 3], f"  Failed Maps_an_order_in_yen [{31 + n * 7 % 19} ms]\n  Error Message:\n   System.NullReferenceException : Object reference not set to an instance of an object.\n  Stack Trace:\n     at Gateway.Mapping.OrderMapper.Map(Order order) in /home/dev/order-gateway/Mapping/OrderMapper.cs:line {58 + (n > 1) + (n > 4) + (n > 9)}\n     at Gateway.Tests.OrderMapperTests.Maps_an_order_in_yen() in /home/dev/order-gateway/Tests/OrderMapperTests.cs:line 22\n\nFailed!  - Failed:     1, Passed:    11, Skipped:     0, Total:    12, Duration: {140 + n * 13} ms - Order.Tests.dll (net8.0)", 1, ms=7100 + n * 217)


@stuck("thirteenth:new_files", "orbit-sim", "Write a program that reads the ephemeris file and integrates the orbit.", client="plain", codes=False)
def integrators_v1_to_v10_that_end_in_the_same_fault(s):
    for n in range(11):
        if n == 4:
            s.stuck_here()
        name = f"integrate_v{n + 1}"
        s.write(f"{name}.c", f"/* {['Euler', 'leapfrog', 'RK4', 'Verlet', 'RK45', 'simplified', 'static buffers', 'robust', 'clean rewrite', 'minimal', 'final'][n]} */\n#include \"spk.h\"\nint main(void) {{ struct spk *k = spk_open(\"de440.bsp\"); return run(k, {n}); }}\n")
        if n == 6:
            s.bash("ls -l de440.bsp", "-rw-r--r-- 1 dev dev 0 Oct 12 07:58 de440.bsp")
        s.bash(f"gcc -O{n % 3} {'-g ' if n % 2 else ''}{name}.c spk.c -lm -o {name} && ./{name}", f"Segmentation fault (core dumped)", 139, ms=900 + n * 31)
