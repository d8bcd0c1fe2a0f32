"""Typesetting, rare languages, phones, games, boards, media, browsers, debuggers: LaTeX, Elixir, Nix, R, Julia, Xcode, Gradle, Flutter, Godot, Unity, esptool, FPGA, OpenOCD, PLC, ffmpeg, gdb, COBOL, CPAN, translation."""
from session import healthy, stuck


@healthy("work:latex", "thesis-geo", "Make the thesis build without undefined references.", client="claude")
def references_defined_one_by_one(s):
    left = [14, 13, 13, 11, 10, 8, 7, 5, 4, 2, 1, 0]
    for n, count in enumerate(left):
        s.bash("latexmk -pdf -interaction=nonstopmode thesis.tex | tail -4", (f"LaTeX Warning: Reference `fig:map{n}' on page {n * 9 + 4} undefined on input line {n * 31 + 12}.\nLaTeX Warning: There were undefined references.\n" if count else "") + f"Output written on thesis.pdf (184 pages, {8812041 + n * 113} bytes).\nLatexmk: {f'Summary of warnings from last run of *latex: Latex failed to resolve {count} reference(s)' if count else 'All targets (thesis.pdf) are up-to-date'}", ms=38_000 + n * 411)
        if count:
            s.edit(f"chapters/{n % 6 + 1}.tex", f"\\caption{{Map {n}}}", f"\\caption{{Map {n}}}\\label{{fig:map{n}}}")


@healthy("work:elixir", "tram-board", "Write the timetable parser; the tests are there already and all fail.", client="claude")
def a_parser_grows_under_its_tests(s):
    for n, failures in enumerate([22, 22, 21, 19, 19, 17, 14, 14, 11, 8, 8, 5, 3, 1, 0]):
        s.edit("lib/tram/timetable.ex", f"  # clause {n}\n", f"  defp clause(<<\"{chr(65 + n)}\", rest::binary>>, acc), do: clause(rest, [{{:field, {n}}} | acc])\n  # clause {n + 1}\n")
        s.bash("mix test test/tram/timetable_test.exs 2>&1 | tail -14", ("".join(f"  {k}) test reads field {k + n} (Tram.TimetableTest)\n     test/tram/timetable_test.exs:{20 + (k + n) * 6}\n     ** (FunctionClauseError) no function clause matching in Tram.Timetable.clause/2\n" for k in range(1, min(3, failures) + 1)) if failures else "......................\n") + f"\nFinished in 0.{11 + n} seconds (0.0{n % 9}s async, 0.1s sync)\n22 tests, {failures} failures\n\nRandomized with seed {(n * 104729 + 31) % 999983}", 2 if failures else 0, ms=3100 + n * 17)


@healthy("work:nix", "tool-flake", "Package the eight tools; take the hashes from the failures, as usual.", client="codex")
def a_hash_learned_from_each_failure(s):
    for n, tool in enumerate(["geodiff", "osmfilter", "tilepack", "wktool", "gpxjoin", "demcut", "shpfix", "rasterls"]):
        right = f"sha256-{n * 7 + 3}aQ{tool[:3]}9vXk2lP0sR{n}uJ8fT6wYbD4hG1cN5mEoZiA7qLx="
        s.write(f"pkgs/{tool}.nix", f"{{ lib, buildGoModule, fetchFromGitHub }}:\nbuildGoModule rec {{\n  pname = \"{tool}\";\n  version = \"1.{n}.0\";\n  src = fetchFromGitHub {{ owner = \"maps\"; repo = pname; rev = \"v${{version}}\"; hash = lib.fakeHash; }};\n  vendorHash = null;\n}}\n")
        s.bash(f"nix build .#{tool}", f"error: hash mismatch in fixed-output derivation '/nix/store/{n * 7919 + 11:08x}k3v-source.drv':\n         specified: sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n            got:    {right}", 1, ms=8000 + n * 93)
        s.edit(f"pkgs/{tool}.nix", "hash = lib.fakeHash", f"hash = \"{right}\"")
        s.bash(f"nix build .#{tool}", "", ms=41_000 + n * 800)


@healthy("work:r", "yield-model", "Tune the boosted trees in the notebook by hand, one thing at a time.", client="plain", gap=4)
def a_model_a_little_better_each_time(s):
    trials = [("eta", .3, .1), ("eta", .1, .05), ("max_depth", 4, 6), ("max_depth", 6, 8), ("max_depth", 8, 6), ("subsample", 1, .8), ("subsample", .8, .7), ("colsample_bytree", 1, .6), ("min_child_weight", 1, 5), ("min_child_weight", 5, 12), ("nrounds", 400, 900), ("gamma", 0, 1)]
    rmse = [.812, .801, .779, .783, .779, .768, .769, .761, .755, .752, .741, .7405]
    for n, (name, old, new) in enumerate(trials):
        s.edit("yield.Rmd", f"{name} = {old}", f"{name} = {new}")
        s.bash("Rscript -e 'rmarkdown::render(\"yield.Rmd\", quiet = TRUE)' && tail -2 out/cv.txt", f"[{900 if n > 9 else 400}]\ttrain-rmse:{rmse[n] - .11:.4f}+0.00{n % 9 + 1}\ttest-rmse:{rmse[n]:.4f}+0.01{n % 7}\nbest iteration {311 + n * 37}", ms=92_000 + n * 1330)


@healthy("work:xcode", "diary-ios", "testSwipeDelete fails now and then. Find out why.", client="claude")
def a_ui_test_that_fails_now_and_then(s):
    command = "xcodebuild test-without-building -scheme Diary -destination 'platform=iOS Simulator,name=iPhone 16' -only-testing:DiaryUITests/ListTests/testSwipeDelete 2>&1 | tail -3"
    for n in range(9):
        bad = n in (3, 7)
        s.bash(command, f"Test Case '-[DiaryUITests.ListTests testSwipeDelete]' {'failed' if bad else 'passed'} ({7 + n * 3 % 5}.{n * 137 % 1000:03} seconds).\nTest Suite 'ListTests' {'failed' if bad else 'passed'} at 2026-10-12 10:{n * 2:02}:{n * 17 % 60:02}.{n * 91 % 1000:03}.\n** TEST {'EXECUTE FAILED' if bad else 'EXECUTE SUCCEEDED'} **", 65 if bad else 0, ms=29_000 + n * 771)
    s.bash("xcrun xcresulttool get log --type console --path Build/Logs/Test/last.xcresult | grep -n -i -e anim -e hittable | head", "412: Wait for com.acme.diary to idle\n418: Failed to scroll to visible (by AX action) Cell, error: element is animating")
    s.edit("DiaryUITests/ListTests.swift", "cell.swipeLeft()", "XCTAssertTrue(cell.waitForStability(timeout: 3))\n        cell.swipeLeft()")
    s.write("DiaryUITests/Stability.swift", "extension XCUIElement {\n  func waitForStability(timeout: TimeInterval) -> Bool { var last = frame; return (0..<30).contains { _ in usleep(100_000); defer { last = frame }; return frame == last } }\n}\n")
    s.bash("xcodebuild build-for-testing -scheme Diary -destination 'platform=iOS Simulator,name=iPhone 16' 2>&1 | tail -1", "** TEST BUILD SUCCEEDED **", ms=71_000)
    for n in range(14):
        s.bash(command, f"Test Case '-[DiaryUITests.ListTests testSwipeDelete]' passed ({8 + n * 3 % 5}.{n * 211 % 1000:03} seconds).\nTest Suite 'ListTests' passed at 2026-10-12 10:{25 + n * 2:02}:{n * 13 % 60:02}.{n * 71 % 1000:03}.\n** TEST EXECUTE SUCCEEDED **", ms=30_000 + n * 613)


@healthy("work:gradle", "wallet-android", "Turn on explicit API mode in one module after the other.", client="claude")
def explicit_api_in_each_module(s):
    for n, module in enumerate(["core", "net", "crypto", "db", "prefs", "log", "nfc", "qr", "cards", "pay", "chat", "ui-kit", "deeplink"]):
        s.edit(f"{module}/build.gradle.kts", "kotlin {", "kotlin {\n    explicitApi()")
        if n % 3 == 1:
            s.bash(f"./gradlew :{module}:compileReleaseKotlin -q", f"e: file:///home/dev/wallet-android/{module}/src/main/kotlin/Api.kt:{n + 9}:1 Visibility must be specified in explicit API mode\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':{module}:compileReleaseKotlin'.\n> A failure occurred while executing org.jetbrains.kotlin.compilerRunner.GradleCompilerRunnerWithWorkers$GradleKotlinCompilerWorkAction\n   > Compilation error. See log for more details\n\nBUILD FAILED in {9 + n}s", 1, ms=10_000 + n * 900)
            s.bash(f"sed -i -E 's/^(class|fun|val|interface) /public \\1 /' {module}/src/main/kotlin/*.kt", "")
        s.bash(f"./gradlew :{module}:compileReleaseKotlin -q", "", ms=11_000 + n * 700)


@healthy("work:godot", "marble-run", "Tune the bounce so that the marble comes to rest within 2 s in the headless test.", client="plain", gap=3)
def a_marble_that_rests_sooner(s):
    bounce = [0.80, 0.70, 0.60, 0.50, 0.40, 0.45, 0.43, 0.42]
    rest = [6.93, 5.12, 4.02, 2.88, 1.71, 2.19, 2.04, 1.98]
    for n in range(8):
        s.edit("marble.tres", f"bounce = {bounce[n - 1] if n else 0.9}", f"bounce = {bounce[n]}")
        s.bash("godot --headless --path . -s tests/rest.gd", f"Godot Engine v4.3.stable.official.77dcf97d8 - https://godotengine.org\n\nmarble at rest after {rest[n]:.2f} s (limit 2.00)\n{'PASS' if rest[n] < 2 else 'FAIL'}", 0 if rest[n] < 2 else 1, ms=5200 + n * 60)
    for seed in range(10):
        s.bash(f"godot --headless --path . -s tests/rest.gd -- --seed {seed}", f"Godot Engine v4.3.stable.official.77dcf97d8 - https://godotengine.org\n\nmarble at rest after {1.90 + seed * 7 % 10 / 100:.2f} s (limit 2.00)\nPASS", ms=5100 + seed * 13)


@healthy("work:esptool", "air-sensors", "Flash the sensors on the bench; I plug in the next one whenever you ask me.", client="claude", gap=5)
def boards_flashed_in_a_row(s):
    for n in range(16):
        mac = f"a0:b7:65:{n * 37 % 256:02x}:{n * 91 % 256:02x}:{n * 13 % 256:02x}"
        if n in (5, 11):
            s.bash("esptool.py --port /dev/ttyUSB0 --baud 460800 write_flash 0x10000 air.bin", "esptool.py v4.8.1\nSerial port /dev/ttyUSB0\nConnecting......................................\n\nA fatal error occurred: Failed to connect to ESP32: No serial data received.", 2, ms=14_000)
            s.other("AskUserQuestion", {"question": f"Sensor {n + 1} does not answer. Please hold BOOT and plug it in again."}, "Done")
        s.bash("esptool.py --port /dev/ttyUSB0 --baud 460800 write_flash 0x10000 air.bin", f"esptool.py v4.8.1\nSerial port /dev/ttyUSB0\nConnecting....\nChip is ESP32-D0WD-V3 (revision v3.1)\nMAC: {mac}\nWriting at 0x000fa1c4... (100 %)\nWrote 960512 bytes (611204 compressed) at 0x00010000 in {14 + n % 3}.{n % 10} seconds (effective {530 + n % 9}.1 kbit/s)...\nHash of data verified.\n\nLeaving...\nHard resetting via RTS pin...", ms=17_000 + n * 41)
        s.other("AskUserQuestion", {"question": f"Sensor {n + 1} is flashed. Is the next one plugged in?"}, "Yes")


@healthy("work:fpga", "radar-fpga", "Close timing at 250 MHz.", client="claude", gap=4)
def slack_creeps_above_zero(s):
    steps = ["register the multiplier output", "retime the FIR tree", "pipeline the address decoder", "replicate the enable", "move the BRAM output register in", "split the 48 bit counter", "one-hot the state machine", "narrow the pblock", "register the AXI ready", "phys_opt AggressiveExplore"]
    for n, wns in enumerate([-1.412, -1.398, -1.120, -0.881, -0.884, -0.602, -0.377, -0.190, -0.088, -0.021, 0.014]):
        s.bash("vivado -mode batch -source build.tcl -nojournal | grep -A3 'WNS(ns)'", f"    WNS(ns)      TNS(ns)  TNS Failing Endpoints  TNS Total Endpoints      WHS(ns)\n    -------      -------  ---------------------  -------------------      -------\n   {wns:>7.3f}     {min(0, wns) * 310 - n % 3:>8.3f}                    {max(0, int(-wns * 190)):>3}                41{210 + n}        0.0{31 + n}", ms=560_000 + n * 2113)
        if n < 10:
            s.edit("rtl/radar_top.sv" if n % 2 else "rtl/fir.sv", f"// stage {n}", f"// {steps[n]}\n  always_ff @(posedge clk) stage{n}_q <= stage{n}_d;\n  // stage {n + 1}")


@healthy("work:ffmpeg", "film-archive", "Find for each reel the highest CRF that keeps VMAF above 95.", client="plain", gap=2)
def a_quality_searched_for_each_reel(s):
    for reel in range(1, 7):
        low, high = 14, 34
        wanted = [23, 19, 27, 22, 16, 30][reel - 1]
        while high - low > 1:
            crf = (low + high) // 2
            s.bash(f"ffmpeg -v error -y -i reel{reel}.mov -c:v libx265 -crf {crf} -preset slow /tmp/reel{reel}.mkv && ffmpeg -i /tmp/reel{reel}.mkv -i reel{reel}.mov -lavfi libvmaf -f null - 2>&1 | grep 'VMAF score'", f"[Parsed_libvmaf_0 @ 0x55{reel * 7919 + crf:07x}40] VMAF score: {95.2 + (wanted - crf) * 0.43:.6f}", ms=71_000 + crf * 211)
            low, high = (crf, high) if crf <= wanted else (low, crf)
    s.write("crf.csv", "reel,crf\n1,23\n2,19\n3,27\n4,22\n5,16\n6,30\n")


@healthy("work:playwright", "council-site", "Check every page of the sitemap with axe and list what is wrong.", client="claude", gap=2)
def pages_without_a_single_violation(s):
    for n, page in enumerate(["", "waste", "parking", "schools", "libraries", "jobs", "planning", "taxes", "births", "deaths", "weddings", "parks", "roads", "contact", "councillors", "meetings", "elections", "news"]):
        s.mcp("playwright", "browser_navigate", {"url": f"https://council.example/{page}"}, f"### Page state\n- Page URL: https://council.example/{page}\n- Page Title: {page.title() or 'Home'} | Council", ms=1400 + n * 31)
        s.mcp("playwright", "browser_evaluate", {"function": "async () => (await axe.run()).violations.map(v => v.id)"}, '### Result\n[\n  "color-contrast"\n]' if n in (4, 10) else "### Result\n[]", ms=900)
    s.write("a11y.md", "# Accessibility\n\nContrast: libraries, weddings. All other pages are clean.\n")


@healthy("work:bisect", "tile-server", "Rendering got twice as slow between v4.1 and main. Which commit?", client="codex")
def a_slow_commit_by_bisection(s):
    s.bash("git bisect start main v4.1", "Bisecting: 511 revisions left to test after this (roughly 9 steps)\n[1f0c2ab9] Merge pull request #2210")
    left = 511
    for n, bad in enumerate([1, 0, 0, 1, 1, 0, 1, 0, 0, 1]):
        s.bash("cargo build --release 2>&1 | tail -1 && ./target/release/tile-server bench z14 --runs 5", f"    Finished `release` profile [optimized] target(s) in 1m {n * 7 % 60:02}s\nz14: mean {41.2 + n * .3 if bad else 20.1 + n * .2:.1f} ms, p99 {66.1 + n if bad else 33.4 + n:.1f} ms", ms=81_000 + n * 977)
        left //= 2
        s.bash("git bisect bad" if bad else "git bisect good", f"Bisecting: {left} revisions left to test after this (roughly {max(0, 8 - n)} steps)\n[{n * 7919 * 31 + 40961:08x}] Change {n}" if n < 9 else "7d20aa91 is the first bad commit\ncommit 7d20aa91\n    Clone the style for each tile", ms=300)
    s.bash("git show --stat 7d20aa91", "commit 7d20aa91\n    Clone the style for each tile\n\n src/render/style.rs | 4 +---\n 1 file changed, 1 insertion(+), 3 deletions(-)")


@healthy("work:gdb", "ring-buffer", "Something overwrites head. Find out who.", client="claude")
def a_watchpoint_hit_after_hit(s):
    s.mcp("gdb", "load_program", {"path": "build/ringtest"}, "Reading symbols from build/ringtest...")
    s.mcp("gdb", "command", {"command": "watch rb->head"}, "Hardware watchpoint 2: rb->head")
    for n in range(18):
        s.mcp("gdb", "command", {"command": "continue"}, f"Continuing.\n\nHardware watchpoint 2: rb->head\n\nOld value = {n}\nNew value = {n + 1}\nring_push (rb=0x5555557592a0, v={n * 7}) at ring.c:41\n41\t  rb->count++;", ms=400)
    s.mcp("gdb", "command", {"command": "continue"}, "Continuing.\n\nHardware watchpoint 2: rb->head\n\nOld value = 18\nNew value = 1094795585\n__memset_avx2_unaligned_erms () at ../sysdeps/x86_64/multiarch/memset-vec-unaligned-erms.S:250", ms=400)
    s.mcp("gdb", "command", {"command": "bt 3"}, "#0  __memset_avx2_unaligned_erms ()\n#1  0x0000555555555391 in name_fill (n=0x555555759288, len=64) at name.c:17\n#2  0x0000555555555502 in main () at test.c:33")
    s.edit("name.c", "memset(n->text, 'A', len);", "memset(n->text, 'A', len < sizeof n->text ? len : sizeof n->text);")
    s.bash("make -s && ./build/ringtest", "ok 4096 pushes\n", ms=2100)


@healthy("work:gettext", "radio-app", "Check every catalogue and mend what msgfmt complains about.", client="plain")
def catalogues_checked_by_language(s):
    for n, code in enumerate(["ar", "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hr", "hu", "id", "it", "ja", "ko", "lt", "lv"]):
        bad = code in ("cs", "hr", "lt")
        s.bash(f"msgfmt --check --statistics -o /dev/null po/{code}.po", f"po/{code}.po:{n * 40 + 12}: number of format specifications in 'msgid_plural' and 'msgstr[2]' does not match\nmsgfmt: found 1 fatal error" if bad else "412 translated messages.", 1 if bad else 0, ms=90)
        if bad:
            s.edit(f"po/{code}.po", "msgstr[2] \"stanic\"", "msgstr[2] \"%d stanic\"")
            s.bash(f"msgfmt --check --statistics -o /dev/null po/{code}.po", "412 translated messages.", ms=90)


@healthy("work:publish", "svg-monorepo", "Publish the nine packages; the registry slows us down, so be patient.", client="claude")
def packages_published_with_patience(s):
    for n, name in enumerate(["path", "parse", "matrix", "stroke", "text", "filter", "raster", "cli", "all"]):
        waits = [0, 0, 0, 60, 0, 0, 120, 0, 60][n]
        if waits:
            s.bash(f"npm publish -w packages/{name} --access public", f"npm error code E429\nnpm error 429 Too Many Requests - PUT https://registry.npmjs.org/@svg%2f{name} - rate limited exceeded\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-10-12T09_{n * 3:02}_11_{n * 97:03}Z-debug-0.log", 1, ms=2400)
            if waits == 120:
                s.bash(f"sleep 60; npm publish -w packages/{name} --access public", f"npm error code E429\nnpm error 429 Too Many Requests - PUT https://registry.npmjs.org/@svg%2f{name} - rate limited exceeded\nnpm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-10-12T09_{n * 3 + 1:02}_20_{n * 91:03}Z-debug-0.log", 1, ms=62_300)
            s.bash(f"sleep {waits}; npm publish -w packages/{name} --access public", f"+ @svg/{name}@3.0.0", ms=waits * 1000 + 3900)
        else:
            s.bash(f"npm publish -w packages/{name} --access public", f"+ @svg/{name}@3.0.0", ms=4100 + n * 33)
        s.bash(f"npm view @svg/{name} version", "3.0.0", ms=700)


# Those that lead nowhere.

@stuck("loop:control-sequence", "cookbook-tex", "The book no longer builds. Fix it.", client="claude")
def packages_swapped_for_one_missing_macro(s):
    packages = ["xcolor", "tcolorbox", "siunitx", "nicefrac", "units", "xfrac", "cooking", "gensymb"]
    for n in range(11):
        if n == 4:
            s.stuck_here()
        s.edit("preamble.tex", f"\\usepackage{{{packages[(n - 1) % 8]}}}", f"\\usepackage{{{packages[n % 8]}}}")
        if n % 3 == 2:
            s.bash("latexmk -C && rm -rf *.aux *.fls *.fdb_latexmk", "Rc files read:\n  NONE\nLatexmk: This is Latexmk, John Collins, 7 Apr. 2024. Version 4.85.", ms=600)
        s.bash("latexmk -pdf -halt-on-error book.tex | tail -6", f"! Undefined control sequence.\n<argument> \\ingredient \n                       {{flour}}{{300\\,g}}\nl.{88 + n % 2} \\ingredient{{flour}}{{300\\,g}}\n                                \n!  ==> Fatal error occurred, no output PDF file produced!", 12, ms=4100 + n * 63)


@stuck("loop:invented", "seat-booking", "Insert or update all seats in one statement with Ecto.", client="claude")
def functions_that_ecto_does_not_have(s):
    names = ["upsert_all", "insert_or_update_all", "merge_all", "insert_all!", "upsert", "update_or_insert_all", "bulk_upsert", "put_all"]
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.edit("lib/seats/store.ex", f"Repo.{names[(n - 1) % 8]}(", f"Repo.{names[n % 8]}(")
        s.bash("mix compile --warnings-as-errors", f"Compiling 1 file (.ex)\n    warning: Seats.Repo.{names[n % 8]}/2 is undefined or private\n    │\n 31 │     Repo.{names[n % 8]}(Seat, rows)\n    │          ~\n    │\n    └─ lib/seats/store.ex:31:10: Seats.Store.save/1\n\nCompilation failed due to warnings while using the --warnings-as-errors option", 1, ms=2200 + n * 17)


@stuck("loop:recursion", "nas-flake", "The overlay for ffmpeg must evaluate.", client="codex")
def an_overlay_between_final_and_prev(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        one = n % 2 == 0
        s.edit("overlay.nix", "prev.ffmpeg.override { withNvenc = final.hasGpu; }" if one else "final.ffmpeg.override { withNvenc = prev.hasGpu; }", "final.ffmpeg.override { withNvenc = prev.hasGpu; }" if one else "prev.ffmpeg.override { withNvenc = final.hasGpu; }")
        s.bash("nix eval .#nas.ffmpeg.version --show-trace 2>&1 | tail -3", "       error: infinite recursion encountered\n       at /home/dev/nas-flake/overlay.nix:4:12" if one else "       error: attribute 'hasGpu' missing\n       at /home/dev/nas-flake/overlay.nix:4:46", 1, ms=1900 + n * 41)


@stuck("loop:resolver", "ocean-julia", "Add Oceananigans to the notebook's environment.", client="plain")
def a_resolver_that_always_says_no(s):
    ways = ["Pkg.add(\"Oceananigans\")", "Pkg.add(name=\"Oceananigans\", version=\"0.91\")", "Pkg.update(); Pkg.add(\"Oceananigans\")", "Pkg.resolve(); Pkg.add(\"Oceananigans\")", "Pkg.add(\"Oceananigans\"; preserve=PRESERVE_NONE)", "Pkg.Registry.update(); Pkg.add(\"Oceananigans\")", "Pkg.gc(); Pkg.instantiate(); Pkg.add(\"Oceananigans\")"]
    for n in range(21):
        if n == 5:
            s.stuck_here()
        s.bash(f"{['', 'rm -f Manifest.toml; ', ''][n % 3]}julia --project -e 'using Pkg; {ways[n % 7]}'", f"   Resolving package versions...\nERROR: Unsatisfiable requirements detected for package CUDA [052768ef]:\n CUDA [052768ef] log:\n ├─possible versions are: 0.1.0 - 5.5.2 or uninstalled\n ├─restricted to versions 3 by ocean-julia [9ad1c2f0], leaving only versions: 3.0.0 - 3.13.1\n └─restricted by compatibility requirements with Oceananigans [9e8cae18] to versions: 5.4.0 - 5.5.2 — no versions left", 1, ms=9000 + n * 377)


@stuck("loop:profile", "tide-ios", "Archive the app for TestFlight.", client="claude")
def a_provisioning_profile_nobody_has(s):
    for n in range(20):
        if n == 5:
            s.stuck_here()
        if n % 5 == 3:
            s.bash(["rm -rf ~/Library/Developer/Xcode/DerivedData", "xcodebuild clean -scheme Tide -quiet", "security find-identity -v -p codesigning"][n // 5 % 3], ["", "", "     0 valid identities found"][n // 5 % 3], ms=1900)
            continue
        flags = ["", " -allowProvisioningUpdates", " CODE_SIGN_STYLE=Automatic", "", " CODE_SIGN_STYLE=Manual PROVISIONING_PROFILE_SPECIFIER=TideStore"][n % 5]
        s.bash(f"xcodebuild archive -scheme Tide -archivePath build/Tide.xcarchive{flags} 2>&1 | tail -5", f"/Users/dev/tide-ios/Tide.xcodeproj: error: No profiles for 'com.acme.tide' were found: Xcode couldn't find any iOS App Store provisioning profiles matching 'com.acme.tide'. (in target 'Tide' from project 'Tide')\n** ARCHIVE FAILED **\n\n\nThe following build commands failed:\n\tArchiving project Tide with scheme Tide", 65, ms=14_000 + n * 211)


@stuck("loop:namespace", "bird-flutter", "flutter build apk fails since the update of AGP.", client="claude")
def caches_cleaned_for_a_missing_namespace(s):
    cures = ["flutter clean", "rm -rf ~/.gradle/caches", "flutter pub cache repair", "cd android && ./gradlew --stop", "flutter pub get", "rm -rf android/.gradle build", "flutter doctor"]
    for n in range(11):
        if n == 3:
            s.stuck_here()
        s.bash(cures[n % 7], ["Deleting build...                                                  412ms\nDeleting .dart_tool...                                              31ms", "", "Reinstalled 88 packages.", "Stopping Daemon(s)\n1 Daemon stopped", "Got dependencies!", "", "Doctor summary (to see all details, run flutter doctor -v):\n• No issues found!"][n % 7], ms=5000 + n * 300)
        s.bash("flutter build apk --debug 2>&1 | tail -8", f"FAILURE: Build failed with an exception.\n\n* What went wrong:\nA problem occurred configuring project ':bird_sounds'.\n> Could not create an instance of type com.android.build.api.variant.impl.LibraryVariantBuilderImpl.\n   > Namespace not specified. Specify a namespace in the module's build file.\n\nBUILD FAILED in {21 + n * 5 % 17}s", 1, ms=26_000 + n * 517)


@stuck("loop:licence", "maze-unity", "Build the Linux player headless.", client="plain")
def a_headless_player_without_a_licence(s):
    for n in range(20):
        if n == 5:
            s.stuck_here()
        command = ["unity-editor -batchmode -nographics -quit -projectPath . -buildLinux64Player out/maze -logFile -", "sleep 20; unity-editor -batchmode -nographics -quit -projectPath . -executeMethod Build.Linux -logFile -", "xvfb-run unity-editor -batchmode -quit -projectPath . -executeMethod Build.Linux -logFile -", "unity-editor -batchmode -nographics -quit -projectPath . -executeMethod Build.Linux -logFile build.log; tail -4 build.log"][n % 4]
        s.bash(command, f"[Licensing::Client] Handshaking with LicensingClient:\n  Version:                 1.16.0+{n * 7919:06x}\n  Session Id:              {n * 104729 + 4099:032x}\n[Licensing::Module] Error: Access token is unavailable; failed to update\nNo valid Unity Editor license found. Please activate your license.", 198, ms=12_000 + n * 177 + (20_000 if n % 4 == 1 else 0))


@stuck("loop:probe", "pump-board", "Flash the firmware over the ST-Link.", client="claude")
def a_probe_that_is_not_plugged_in(s):
    for n in range(22):
        if n == 6:
            s.stuck_here()
        command = ["openocd -f interface/stlink.cfg -f target/stm32f4x.cfg -c 'program pump.elf verify reset exit'", "openocd -f interface/stlink-v2.cfg -f target/stm32f4x.cfg -c 'program pump.elf verify reset exit'", "openocd -f interface/stlink.cfg -c 'adapter speed 480' -f target/stm32f4x.cfg -c 'program pump.elf verify reset exit'", "openocd -f board/st_nucleo_f4.cfg -c 'program pump.elf verify reset exit'", "pio run -t upload", "st-flash write pump.bin 0x8000000", "openocd -f interface/stlink.cfg -c 'transport select hla_swd' -f target/stm32f4x.cfg -c 'reset_config connect_assert_srst; program pump.elf verify reset exit'"][n % 7]
        s.bash(command, "2026-10-12T09:%02d:%02d WARN usb.c: Couldn't find any ST-Link devices" % (n, n * 13 % 60) if n % 7 == 5 else ("Processing pump (platform: ststm32; board: nucleo_f401re)\n" if n % 7 == 4 else "") + "Open On-Chip Debugger 0.12.0\nInfo : clock speed %d kHz\nError: open failed\nin procedure 'program'\n** OpenOCD init failed **" % (480 if n % 7 == 2 else 2000) + (f"\n*** [upload] Error 1\n========================= [FAILED] Took {3 + n % 4}.{n % 10}1 seconds =========================" if n % 7 == 4 else ""), 1, ms=1300 + n * 29)


@stuck("loop:plc", "bottling-line", "Read the counters from the PLC at 10.20.0.8.", client="plain", gap=3)
def racks_and_slots_of_a_silent_plc(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        rack, slot = [(0, 1), (0, 2), (0, 0), (1, 2), (0, 3)][n % 5]
        before = [(0, 1), (0, 2), (0, 0), (1, 2), (0, 3)][(n - 1) % 5]
        s.edit("read_counters.py", f"client.connect(\"10.20.0.8\", {before[0]}, {before[1]})", f"client.connect(\"10.20.0.8\", {rack}, {slot})")
        s.bash("python3 read_counters.py", f"Traceback (most recent call last):\n  File \"/home/dev/bottling-line/read_counters.py\", line {12 + n % 2}, in <module>\n    client.connect(\"10.20.0.8\", {rack}, {slot})\n  File \"/usr/lib/python3/dist-packages/snap7/client.py\", line 118, in connect\nRuntimeError: b' TCP : Connection refused'", 1, ms=420 + n * 7)


@stuck("loop:policy", "receipt-scans", "Turn the PDF receipts into PNGs.", client="claude")
def a_policy_that_forbids_pdf(s):
    forms = ["convert -density 200 receipt.pdf receipt.png", "convert receipt.pdf[0] receipt.png", "magick receipt.pdf receipt.png", "convert -density 300 'receipt.pdf[0]' -quality 90 receipt.png", "mogrify -format png receipt.pdf", "convert pdf:receipt.pdf png:receipt.png", "MAGICK_CONFIGURE_PATH=$HOME convert receipt.pdf receipt.png"]
    for n in range(23):
        if n == 6:
            s.stuck_here()
        if n % 8 == 7:
            s.bash("sudo -n sed -i '/PDF/d' /etc/ImageMagick-6/policy.xml", "sudo: a password is required", 1, ms=60)
        else:
            form = forms[n % 7]
            s.bash(form, f"{form.split()[0].replace('MAGICK_CONFIGURE_PATH=$HOME', 'convert')}-im6.q16: attempt to perform an operation not allowed by the security policy `PDF' @ error/constitute.c/IsCoderAuthorized/426.\nconvert-im6.q16: no images defined `receipt.png' @ error/convert.c/ConvertImageCommand/3229.", 1, ms=90 + n)


@stuck("loop:overlay", "ferry-booking", "Book the ferry form through to the payment page in the browser.", client="claude", gap=2)
def a_button_below_the_cookie_banner(s):
    refs = ["e41", "e41", "e42", "e41"]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        kind = n % 4
        if kind == 1:
            s.mcp("playwright", "browser_snapshot", {}, f"### Page state\n- Page URL: https://ferry.example/book?step=2&t={1791800000 + n * 9}\n- generic [ref=e2]:\n  - dialog \"Cookies\" [ref=e9]\n  - button \"Continue\" [ref=e41]\n  - link \"Help\" [ref=e42]", ms=300)
        elif kind == 3:
            s.mcp("playwright", "browser_navigate", {"url": "https://ferry.example/book?step=2"}, "### Page state\n- Page URL: https://ferry.example/book?step=2\n- Page Title: Book | Ferry", ms=1900)
        else:
            s.mcp("playwright", "browser_click", {"element": ["Continue button", "Continue", "the Continue button at the bottom"][n // 4 % 3], "ref": refs[kind]}, f"### Error\nTimeoutError: locator.click: Timeout 5000ms exceeded.\nCall log:\n  - waiting for locator('aria-ref={refs[kind]}')\n    - locator resolved to <button class=\"next\">Continue</button>\n  - attempting click action\n    - <div class=\"cookie-layer\">…</div> intercepts pointer events\n  - retrying click action, attempt #{11 + n % 3}", ok=False, ms=5040 + n)


@stuck("loop:cobol", "payroll-cobol", "PAYROLL.CBL does not compile any more.", client="plain")
def a_line_shifted_left_and_right(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        a, b = "           COMPUTE WS-NET = WS-GROSS - WS-TAX - WS-PENSION - WS-CHURCH-TAX", "       COMPUTE WS-NET = WS-GROSS - WS-TAX - WS-PENSION - WS-CHURCH-TAX"
        s.edit("PAYROLL.CBL", a if n % 2 == 0 else b, b if n % 2 == 0 else a)
        s.bash("cobc -x -Wall PAYROLL.CBL", "PAYROLL.CBL:212: warning: line not terminated by a newline\nPAYROLL.CBL:212: error: 'WS-CHURCH-T' is not defined" if n % 2 else "PAYROLL.CBL:212: warning: source text after program-text area (column 72) [-Wcolumn-overflow]\nPAYROLL.CBL:212: error: 'COMPUTE' should start in area B\nPAYROLL.CBL:212: error: 'WS-CHURCH-T' is not defined", 1, ms=300 + n)


@stuck("loop:cpan", "ledger-perl", "Install Net::SSLeay so that the old ledger runs.", client="codex")
def a_module_without_the_headers(s):
    for n in range(21):
        if n == 5:
            s.stuck_here()
        command = ["cpanm Net::SSLeay", "cpan -i Net::SSLeay", "cpanm --force Net::SSLeay", "cpanm --notest Net::SSLeay", "cpanm Net::SSLeay@1.92", "cpanm --reinstall --verbose Net::SSLeay 2>&1 | tail -5", "rm -rf ~/.cpanm/work && cpanm Net::SSLeay"][n % 7]
        s.bash(command, f"--> Working on Net::SSLeay\nFetching http://www.cpan.org/authors/id/C/CH/CHRISN/Net-SSLeay-1.9{2 if n % 7 == 4 else 4}.tar.gz ... OK\nConfiguring Net-SSLeay-1.94 ... OK\nBuilding and testing Net-SSLeay-1.94 ... FAIL\nSSLeay.xs:163:10: fatal error: openssl/err.h: No such file or directory\n! Installing Net::SSLeay failed. See /home/dev/.cpanm/work/{1791800000 + n * 97}.{4100 + n * 13}/build.log for details. Retry with --force to force install it.", 1, ms=11_000 + n * 190)


@stuck("loop:planning", "museum-a11y", "Fix the contrast and the missing labels on the ticket page.", client="claude")
def plans_for_a_page_never_touched(s):
    page = "<form class=\"ticket\">\n  <input id=\"count\" type=\"number\">\n  <button class=\"pale\">Buy</button>\n</form>\n"
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.other("TodoWrite", {"todos": [{"content": ["Look at the ticket page", "Understand the ticket page", "Review the markup of the ticket page", "Analyse the ticket page in depth"][n % 4], "status": "in_progress"}, {"content": ["Plan the contrast fix", "Design an approach for contrast"][n % 2], "status": "pending"}, {"content": "Fix labels", "status": "pending"}]}, "Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress.")
        s.bash(["cat templates/ticket.html", "sed -n 1,40p templates/ticket.html", "head -50 templates/ticket.html"][n % 3], page, ms=20)


@stuck("loop:handwork", "licence-audit", "Have the auditor and the fixer clear the licence list.", client="claude")
def auditor_and_fixer_undo_each_other(s):
    for n in range(11):
        if n == 3:
            s.stuck_here()
        s.task("auditor", ["Audit LICENSES.csv again.", "The fixer has changed LICENSES.csv; please audit it.", "Check LICENSES.csv once more after the fix."][n % 3], "Row 12 (libfoo) says MIT, but the upstream file says LGPL-2.1. Rejected; please set LGPL-2.1." if n % 2 == 0 else "Row 12 (libfoo) says LGPL-2.1, which is on the forbidden list. Rejected; please set the licence that the package manifest states.")
        s.task("fixer", ["Correct row 12 as the auditor asks.", "Please do what the auditor wrote about row 12.", "Address the finding of the auditor."][n % 3], "Row 12 is set to LGPL-2.1 now." if n % 2 == 0 else "Row 12 is set to MIT now, as the package manifest states.")
