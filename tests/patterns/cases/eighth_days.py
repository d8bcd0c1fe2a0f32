"""The eighth set, second page: what is missing, edits, programs that die, matters handed to and fro, plans, and whole days
of honest work with many failures, beside days that only look like it."""
from session import healthy, stuck


# h. A missing program, module, licence or device.

@stuck("principle:missing", "radar_fpga", "Timing of the FFT core fails by 0.2 ns. Close it and rebuild the bitstream.", client="claude")
def no_licence_for_synthesis_whatever_is_edited(s):
    edits = [("constraints/radar.xdc", "create_clock -period 4.000", "create_clock -period 4.100"), ("rtl/fft_stage.sv", "assign y = a + b;", "always_ff @(posedge clk) y <= a + b;"), ("scripts/build.tcl", "synth_design -top radar", "synth_design -top radar -retiming"), ("rtl/twiddle.sv", "logic [15:0] w;", "(* ram_style = \"block\" *) logic [15:0] w;"), ("scripts/build.tcl", "-retiming", "-retiming -directive PerformanceOptimized"), ("constraints/radar.xdc", "# pblock", "create_pblock fft"), ("rtl/fft_stage.sv", "y <= a + b", "y_q <= a + b"), ("scripts/build.tcl", "set jobs 4", "set jobs 1"), ("rtl/fft_top.sv", "parameter PIPE = 2", "parameter PIPE = 3"), ("scripts/build.tcl", "xczu9eg", "xczu9eg-ffvb1156-2-e"), ("rtl/fft_top.sv", "PIPE = 3", "PIPE = 4"), ("constraints/radar.xdc", "set_max_delay 3.8", "set_max_delay 4.0"), ("scripts/build.tcl", "launch_runs synth_1", "launch_runs synth_1 -jobs 2")]
    for n, (path, old, new) in enumerate(edits):
        if n == 5:
            s.stuck_here()
        s.edit(path, old, new)
        s.bash("vivado -mode batch -nojournal -source scripts/build.tcl 2>&1 | tail -6", "Attempting to get a license for feature 'Synthesis' and/or device 'xczu9eg'\nWARNING: [Common 17-348] Failed to get the license for feature 'Synthesis' and/or device 'xczu9eg'\n1 Infos, 1 Warnings, 0 Critical Warnings and 1 Errors encountered.\nsynth_design failed\nERROR: [Common 17-345] A valid license was not found for feature 'Synthesis' and/or device 'xczu9eg'. Please run the Vivado License Manager for assistance in determining\nINFO: [Common 17-206] Exiting Vivado", 0, ms=26_000 + 200 * n)


@healthy("principle:missing", "thesis_latex", "Compile the thesis on this fresh machine and get rid of the errors.", client="codex")
def latex_packages_installed_as_they_are_missed(s):
    packages = [("siunitx.sty", "siunitx"), ("biblatex.sty", "biblatex"), ("acro.sty", "acro"), ("cleveref.sty", "cleveref"), ("tikz-3dplot.sty", "tikz-3dplot"), ("glossaries.sty", "glossaries"), ("mhchem.sty", "mhchem"), ("IEEEtran.cls", "ieeetran"), ("csquotes.sty", "csquotes")]
    for n, (file, package) in enumerate(packages):
        s.bash("latexmk -pdf -interaction=nonstopmode thesis.tex 2>&1 | grep -A3 '^!'", f"! LaTeX Error: File `{file}' not found.\n\nType X to quit or <RETURN> to proceed,\nor enter new name. (Default extension: {file[-3:]})", ms=2100)
        s.bash(f"tlmgr install {package}", f"tlmgr: package repository https://mirror.ctan.org/systems/texlive/tlnet (verified)\n[1/{1 + n % 3}, ??:??/??:??] install: {package} [{20 + 31 * n}k]\nrunning mktexlsr ...\ndone running mktexlsr.", ms=7000)
    s.bash("latexmk -pdf -interaction=nonstopmode thesis.tex 2>&1 | grep -A3 '^!'", "! Package biblatex Error: File 'thesis.bbl' not created by biblatex.", 0, ms=4000)
    s.bash("tlmgr install biber && latexmk -C && latexmk -pdf thesis.tex 2>&1 | tail -2", "Output written on thesis.pdf (184 pages, 9120044 bytes).\nLatexmk: All targets (thesis.pdf) are up-to-date", ms=48_000)


@stuck("principle:missing", "mech_octave", "The controller script has a wrong gain. Tune it until the overshoot is under 5 %.", client="plain", codes=False)
def matlab_that_is_not_installed(s):
    gains = [1.2, 1.1, 1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5]
    commands = ["matlab -batch tune", "matlab -nodisplay -r 'tune; exit'", "/usr/local/MATLAB/bin/matlab -batch tune", "matlab -batch \"run('tune.m')\"", "/opt/matlab/bin/matlab -batch tune", "matlab -nojvm -batch tune", "bash -lc 'matlab -batch tune'"]
    for n, gain in enumerate(gains):
        if n == 4:
            s.stuck_here()
        s.edit("tune.m", f"Kp = {gains[n - 1] if n else 1.3};", f"Kp = {gain};")
        command = commands[n % 7]
        first = command.split()[0]
        s.bash(command, {"bash": "bash: line 1: matlab: command not found"}.get(first, f"bash: {first}: No such file or directory" if "/" in first else "bash: matlab: command not found"), 127)


@healthy("principle:missing", "beacon_zephyr", "Set up the Zephyr workspace here and build the beacon sample with our board.", client="claude")
def a_toolchain_that_is_set_up_bit_by_bit(s):
    s.bash("west build -b acme_beacon app", "bash: west: command not found", 127)
    s.bash("pip install west", "Successfully installed west-1.2.0 pykwalify-1.8.0", ms=6000)
    s.bash("west build -b acme_beacon app", "west: unknown command \"build\"; workspace /home/dev/beacon_zephyr does not define this extension command -- try \"west help\"", 1)
    s.bash("west init -l app && west update 2>&1 | tail -2", "=== updating hal_nordic (modules/hal/nordic):\nHEAD is now at 2f1c8e2 nrfx: update", ms=310_000)
    s.bash("west build -b acme_beacon app 2>&1 | tail -4", "CMake Error at zephyr/cmake/modules/FindZephyr-sdk.cmake:12 (find_package):\n  Could not find a package configuration file provided by \"Zephyr-sdk\"", 0)
    s.bash("west sdk install -t arm-zephyr-eabi 2>&1 | tail -1", "All done.", ms=190_000)
    s.bash("west build -b acme_beacon app 2>&1 | tail -4", "ModuleNotFoundError: No module named 'elftools'", 0)
    s.bash("pip install -r zephyr/scripts/requirements-base.txt 2>&1 | tail -1", "Successfully installed anytree-2.12 pyelftools-0.31 canopen-2.3", ms=11_000)
    s.bash("west build -b acme_beacon app 2>&1 | tail -4", "/bin/sh: 1: dtc: not found\nninja: build stopped: subcommand failed.", 0)
    s.bash("sudo apt-get install -y device-tree-compiler ninja-build | tail -1", "Setting up device-tree-compiler (1.7.0-2) ...", ms=9000)
    s.bash("west build -b acme_beacon app 2>&1 | tail -4", "No board named 'acme_beacon' found.\nPlease choose one of the following boards:", 0)
    s.edit("app/CMakeLists.txt", "find_package(Zephyr", "list(APPEND BOARD_ROOT ${CMAKE_CURRENT_SOURCE_DIR})\nfind_package(Zephyr")
    s.bash("west build -p -b acme_beacon app 2>&1 | tail -4", "devicetree error: /soc/i2c@40003000: undefined node label 'i2c9'", 0)
    s.edit("app/boards/acme/acme_beacon.dts", "&i2c9", "&i2c0")
    s.bash("west build -p -b acme_beacon app 2>&1 | tail -2", "Memory region         Used Size  Region Size  %age Used\n           FLASH:      148220 B       512 KB     28.27%", ms=41_000)
    s.bash("west twister -T app -p acme_beacon 2>&1 | tail -1", "INFO    - 6 of 6 executed test configurations passed (100.00%), 0 failed, 0 errored", ms=70_000)


@stuck("principle:missing", "vision_swift", "The classifier test is too strict; loosen the threshold and get it green.", client="codex")
def a_simulator_that_is_not_there_for_every_test(s):
    edits = [f"XCTAssertGreaterThan(confidence, {x})" for x in ("0.95", "0.93", "0.9", "0.88", "0.85", "0.82", "0.8", "0.75", "0.7", "0.65", "0.6", "0.5", "0.4", "0.3")]
    for n, (old, new) in enumerate(zip(edits, edits[1:])):
        if n == 4:
            s.stuck_here()
        s.edit("Tests/VisionTests/ClassifierTests.swift", old, new)
        s.bash(f"xcodebuild test -scheme Vision -destination 'platform=iOS Simulator,name=iPhone {['15', '15 Pro', '16', '14', 'SE (3rd generation)'][n % 5]}' 2>&1 | tail -5", f"xcodebuild: error: Unable to find a device matching the provided destination specifier:\n\t\t{{ platform:iOS Simulator, OS:latest, name:iPhone {['15', '15 Pro', '16', '14', 'SE (3rd generation)'][n % 5]} }}\n\n\tThe requested device could not be found because no available devices matched the request.", 0, ms=3000)


@healthy("principle:missing", "lab_bsd", "The backup box (FreeBSD) does not see the tape drive any more. Get it back and run the restore test.", client="plain", codes=False)
def a_tape_drive_that_is_found_after_all(s):
    for command, output in [("ssh bk1 mt -f /dev/nsa0 status", "mt: /dev/nsa0: No such file or directory"), ("ssh bk1 camcontrol devlist", "<SAMSUNG MZ7LH480 HXT7904Q>        at scbus0 target 0 lun 0 (ada0,pass0)"), ("ssh bk1 ls /dev/sa0 /dev/nsa0", "ls: /dev/nsa0: No such file or directory\nls: /dev/sa0: No such file or directory"), ("ssh bk1 sudo camcontrol rescan all", "Re-scan of bus 0 was successful\nRe-scan of bus 1 was successful"), ("ssh bk1 mt -f /dev/nsa0 status", "mt: /dev/nsa0: No such file or directory"), ("ssh bk1 'pciconf -lv | grep -B1 -A3 -i sas'", "none2@pci0:3:0:0:\tclass=0x010700 rev=0x02 hdr=0x00 vendor=0x1000 device=0x0097\n    vendor     = 'Broadcom / LSI'\n    device     = 'SAS3008 PCI-Express Fusion-MPT SAS-3'"), ("ssh bk1 kldstat | grep mpr", ""), ("ssh bk1 sudo kldload mpr", "kldload: an error occurred while loading module mpr. Please check dmesg(8) for more details."), ("ssh bk1 'dmesg | tail -2'", "KLD mpr.ko: depends on cam - not available or version mismatch\nlinker_load_file: /boot/kernel/mpr.ko - unsupported file type"), ("ssh bk1 'freebsd-version -kru'", "14.1-RELEASE-p5\n14.0-RELEASE-p11\n14.1-RELEASE-p5"), ("ssh bk1 sudo shutdown -r now", "Shutdown NOW!")]:
        s.bash(command, output, 1 if "No such file" in output or "kldload:" in output or not output else 0)
    for n in range(4):
        s.bash("sleep 60; ssh -o ConnectTimeout=5 bk1 uptime", "ssh: connect to host bk1 port 22: Connection refused" if n < 3 else " 9:41AM  up 1 min, 0 users, load averages: 0.61, 0.20, 0.08", 255 if n < 3 else 0, ms=61_000)
    s.bash("ssh bk1 sudo kldload mpr && ssh bk1 mt -f /dev/nsa0 status", "Drive: sa0: <IBM ULT3580-HH8 N9M1> Serial Number: 10WT0912\n---------------------------------\nMode      Density  Blocksize\nCurrent:  0x5e:LTO-8   variable")
    s.bash("ssh bk1 'tar -tvf /dev/nsa0 | tail -1'", "-rw-r--r--  0 root wheel  48210 Nov 20 02:11 srv/mail/archive/2026-11.mbox", ms=310_000)


@stuck("principle:missing", "survey_qgis", "Clip the parcels with the flood zones and write the areas.", client="claude", times="at")
def a_qgis_module_that_no_script_can_import(s):
    bodies = ["from qgis.core import QgsApplication", "import sys; sys.path.append('/usr/share/qgis/python')\nfrom qgis.core import QgsApplication", "import qgis\nfrom qgis.core import QgsVectorLayer", "import os; os.environ['QT_QPA_PLATFORM'] = 'offscreen'\nfrom qgis.core import QgsApplication", "import processing\nfrom qgis import core", "from qgis.core import *", "try:\n    import qgis.core\nexcept ImportError:\n    raise", "import importlib; core = importlib.import_module('qgis.core')", "from qgis.analysis import QgsNativeAlgorithms", "import qgis.core as q", "import sys; sys.path.insert(0, '/usr/lib/python3/dist-packages')\nimport qgis.core", "from qgis.PyQt.QtCore import QVariant\nfrom qgis.core import QgsField", "__import__('qgis.core')"]
    for n, body in enumerate(bodies):
        if n == 5:
            s.stuck_here()
        s.write("clip.py", body + "\nprint(area('parcels.gpkg', 'flood.gpkg'))\n")
        s.bash(["python3 clip.py", "/usr/bin/python3 clip.py", "python clip.py"][n % 3], f"Traceback (most recent call last):\n  File \"/home/dev/survey_qgis/clip.py\", line {1 + body.count(chr(10))}, in <module>\n    {body.splitlines()[-1].strip()}\nModuleNotFoundError: No module named 'qgis'", 1)


# i. Edits.

@stuck("principle:edits", "rails_shop", "In checkout_controller.rb, raise a 422 in place of a 500 when the cart is empty.", client="claude")
def a_replacement_text_that_is_never_there(s):
    tries = ["    render json: { error: 'empty' }, status: 500", "    render json: {error: 'empty'}, status: 500", "  render json: { error: 'empty' }, status: 500", "    render json: { error: \"empty\" }, status: 500", "    render(json: { error: 'empty' }, status: 500)", "      render json: { error: 'empty' }, status: 500", "    render json: { error: 'empty' }, status: :internal_server_error", "    return render json: { error: 'empty' }, status: 500", "\trender json: { error: 'empty' }, status: 500", "    render json: { :error => 'empty' }, status: 500", "    render json: { error: 'cart is empty' }, status: 500", "    render json: { error: t('.empty') }, status: 500", "    render json: { errors: ['empty'] }, status: 500", "    head 500", "    head :internal_server_error", "    raise ActionController::BadRequest", "    render status: 500, json: { error: 'empty' }", "    render json: { error: 'empty' }, status: '500'", "    render json: { error: 'Empty' }, status: 500", "    render json: { error: :empty }, status: 500", "    render plain: 'empty', status: 500"]
    for n, old in enumerate(tries):
        if n == 6:
            s.stuck_here()
        s.edit("app/controllers/checkout_controller.rb", old, old.replace("500", "422"), rejected="missing")


@stuck("principle:edits", "bazel_mono", "Add the missing dependency to the BUILD file of //billing:server.", client="codex")
def a_patch_that_never_applies(s):
    lines = ["        \"//lib/money\",", "    deps = [\"//lib/money\"],", "        \"//lib/money:money\",", "    deps = [\n        \"//lib/money\",", "        ':money',", "    deps = [", "go_library(\n    name = \"server\",", "        \"//lib/money\",\n    ],", "    deps=[", "    visibility = [\"//visibility:public\"],", "        \"@com_github_pkg_errors//:errors\",", "    srcs = [\"server.go\"],"]
    for n, old in enumerate(lines * 2):
        if n == 6:
            s.stuck_here()
        s.edit("billing/BUILD.bazel", old, old + "\n        \"//lib/tax\",", rejected="missing")
        if n % 5 == 4:
            s.bash("bazel build //billing:server 2>&1 | tail -3", "compilepkg: missing strict dependencies:\n\t/home/dev/bazel_mono/billing/server.go: import of \"acme/lib/tax\"\nERROR: Build did NOT complete successfully", ms=5000)


@healthy("principle:edits", "django_cms", "Add `db_table_comment` to every model; some files differ from what the map says.", client="claude")
def edits_that_are_rejected_once_each(s):
    apps = ["pages", "media", "menus", "blocks", "redirects", "locales", "forms", "comments", "snippets", "audit"]
    for n, app in enumerate(apps):
        if n % 3 == 1:
            s.edit(f"{app}/models.py", "    class Meta:\n        ordering = ['id']", f"    class Meta:\n        db_table_comment = '{app}'\n        ordering = ['id']", rejected="missing" if n % 2 else "unread")
            s.look(f"{app}/models.py", f"class {app.title()}(models.Model):\n    class Meta:\n        ordering = ('-created',)")
            s.edit(f"{app}/models.py", "        ordering = ('-created',)", f"        db_table_comment = '{app}'\n        ordering = ('-created',)")
        else:
            s.edit(f"{app}/models.py", "    class Meta:\n        ordering = ['id']", f"    class Meta:\n        db_table_comment = '{app}'\n        ordering = ['id']")
    s.bash("python manage.py makemigrations 2>&1 | grep -c 'Alter model table comment\\|migrations/'", "20")
    s.bash("python manage.py test 2>&1 | tail -3", "Ran 311 tests in 24.118s\n\nOK", ms=26_000)


@stuck("principle:edits", "router_conf", "Add the guest VLAN to the DHCP section of the OpenWrt config.", client="plain")
def a_section_appended_again_and_again(s):
    block = "config dhcp 'guest'\n\toption interface 'guest'\n\toption start '50'\n\toption limit '100'\n"
    for n in range(20):
        if n == 5:
            s.stuck_here()
        s.edit("files/etc/config/dhcp", "config odhcpd 'odhcpd'", block + "\nconfig odhcpd 'odhcpd'")
        if n % 4 == 3:
            s.bash("grep -c \"config dhcp 'guest'\" files/etc/config/dhcp; wc -l < files/etc/config/dhcp", f"{n + 1}\n{41 + 5 * (n + 1)}")


@healthy("principle:edits", "godot_game", "Rename the signal `died` to `was_defeated` in all scenes and scripts.", client="codex", times="none")
def one_signal_renamed_in_twenty_files(s):
    names = ["bat", "boar", "boss_a", "boss_b", "crab", "eel", "ghost", "golem", "hornet", "knight", "larva", "mimic", "ogre", "rat", "slime", "spider", "toad", "wisp"]
    s.grep("signal died", ".", "\n".join(f"enemies/{name}.gd:3:signal died" for name in names))
    for n, name in enumerate(names):
        s.edit(f"enemies/{name}.gd", "signal died", "signal was_defeated")
        if n in (4, 9):
            s.edit(f"enemies/{name}.tscn", "[connection signal=\"died\" from=\".\" to=\".\" method=\"_on_died\"]", "[connection signal=\"was_defeated\" from=\".\" to=\".\" method=\"_on_died\"]")
    s.grep("signal died|\"died\"", ".")
    s.bash("godot --headless -s addons/gut/gut_cmdln.gd 2>&1 | tail -3", "Totals\nScripts  22\nPassing  88", ms=19_000)


@stuck("principle:edits", "crossplane_xrd", "The composition lacks readiness checks; add them to the three resources.", client="plain", codes=False)
def an_edit_that_matches_twice_every_time(s):
    parts = ["      readinessChecks: []", "      readinessChecks:", "    - name: bucket", "      base:", "      patches:", "        type: FromCompositeFieldPath", "    - name: policy", "          apiVersion: s3.aws.upbound.io/v1beta1", "        spec:", "          forProvider:", "            region: eu-west-1", "      connectionDetails: []"]
    s.look("apis/storage/composition.yaml", "  resources:\n    - name: bucket\n      base:\n        spec:\n          forProvider:\n            region: eu-west-1\n      readinessChecks: []")
    for n, old in enumerate(parts * 2):
        if n == 7:
            s.stuck_here()
        s.edit("apis/storage/composition.yaml", old, old + "\n        - type: MatchString", rejected="twice")


@healthy("principle:edits", "spark_jobs", "Every job still builds its own session; use the shared factory in each.", client="plain")
def the_same_edit_in_many_jobs_with_checks_between(s):
    jobs = ["ad_spend", "attribution", "baskets", "churn", "clv", "cohorts", "coupons", "dedupe", "fraud", "geo", "inventory", "nps", "returns", "sessions"]
    for n, job in enumerate(jobs):
        s.edit(f"jobs/{job}.py", "spark = SparkSession.builder.getOrCreate()", f"spark = session('{job}')")
        if n % 4 == 3:
            s.bash(f"pytest -q tests/jobs -k '{jobs[n]} or {jobs[n - 1]}'", "4 passed, 52 deselected in 31.20s", ms=32_000)
    s.bash("pytest -q tests/jobs 2>&1 | tail -2", "FAILED tests/jobs/test_geo.py::test_udf - py4j.protocol.Py4JJavaError: An error occurred while calling o88.collect\n1 failed, 55 passed in 214.02s (0:03:34)", 0, ms=215_000)
    s.edit("jobs/geo.py", "spark = session('geo')", "spark = session('geo', jars=['h3.jar'])")
    s.bash("pytest -q tests/jobs 2>&1 | tail -2", "56 passed in 211.70s (0:03:31)", ms=212_000)


# j. Programs that die in the same way; experiments.

@stuck("principle:same_death", "stream_flink", "The enrichment job dies after start. Repair it.", client="plain")
def a_flink_job_that_dies_alike_after_every_edit(s):
    edits = ["env.getConfig().disableGenericTypes();", "env.getConfig().enableForceKryo();", "@TypeInfo(Order.Factory.class)", "implements java.io.Serializable", "private transient HttpClient client;", "public Order() {}", "env.getConfig().registerPojoType(Order.class);", ".returns(Order.class)", ".returns(TypeInformation.of(Order.class))", "static class Enrich extends RichMapFunction<Order, Order>", "env.setParallelism(1);", "env.disableOperatorChaining();", "new Enrich(null)"]
    old = "// enrich"
    for n, new in enumerate(edits):
        if n == 5:
            s.stuck_here()
        s.edit("src/main/java/acme/EnrichJob.java", old, new)
        s.bash("mvn -q package && flink run target/enrich.jar 2>&1 | tail -4", f"Job has been submitted with JobID {0x5ac1e + n * 7919:032x}\norg.apache.flink.client.program.ProgramInvocationException: The main method caused an error: Job execution failed.\nCaused by: java.lang.IllegalStateException: Buffer pool is destroyed.\n\tat org.apache.flink.runtime.io.network.buffer.LocalBufferPool.requestMemorySegment(LocalBufferPool.java:{390 + n % 3})", 0, ms=24_000)
        old = new


@stuck("principle:same_death", "route_opt", "Write a solver for the depot problem that passes check.py.", client="claude")
def nine_solutions_that_fail_alike(s):
    ideas = ["greedy nearest depot", "2-opt", "or-opt", "simulated annealing", "savings", "sweep", "tabu search", "genetic", "ALNS", "column generation", "ruin and recreate", "Lagrange", "beam search"]
    for n, idea in enumerate(ideas, 1):
        if n == 6:
            s.stuck_here()
        s.write(f"solution_v{n}.py", f"# {idea}\ndef solve(instance):\n    routes = start(instance)\n    return improve_{idea.split()[0].lower().replace('-', '_')}(routes)\n")
        s.bash(f"python check.py solution_v{n}.py", f"Traceback (most recent call last):\n  File \"/home/dev/route_opt/check.py\", line 21, in <module>\n    inst = load('instances/d04.json')\n  File \"/home/dev/route_opt/check.py\", line 9, in load\n    return json.load(open(path))['depots']\nKeyError: 'depots'", 1)


@healthy("principle:experiments", "route_opt", "Try solvers until the mean gap is under 3 %.", client="claude")
def nine_solutions_that_end_differently(s):
    ideas = [("greedy", "infeasible: route 4 exceeds capacity by 12", 1), ("savings", "gap 11.82 %", 1), ("sweep", "gap 14.40 %", 1), ("two_opt", "Traceback (most recent call last):\n  File \"/home/dev/route_opt/solution_v4.py\", line 18, in two_opt\nIndexError: list index out of range", 1), ("two_opt", "gap 7.31 %", 1), ("or_opt", "gap 6.02 %", 1), ("annealing", "gap 4.77 % (timeout on d09)", 1), ("tabu", "gap 5.10 %", 1), ("alns", "infeasible: customer 88 unserved", 1), ("alns", "gap 3.21 %", 1), ("alns_restart", "gap 2.84 %", 0)]
    for n, (idea, outcome, rc) in enumerate(ideas, 1):
        s.write(f"solution_v{n}.py", f"# {idea}\ndef solve(instance):\n    return {idea}(start(instance), seed={n})\n")
        s.bash(f"python check.py solution_v{n}.py", f"12 instances\n{outcome}\n{'FAIL' if rc else 'PASS'}: target 3.00 %", rc, ms=44_000)
    s.bash("cp solution_v11.py solution.py && python check.py solution.py", "12 instances\ngap 2.84 %\nPASS: target 3.00 %", ms=45_000)


@stuck("principle:same_death", "mods_dotnet", "The plugin host crashes at start. Find a fix.", client="codex")
def a_dotnet_host_that_cannot_load_its_plugin(s):
    edits = ["<TargetFramework>net8.0</TargetFramework>", "<RollForward>Major</RollForward>", "<EnableDynamicLoading>true</EnableDynamicLoading>", "<CopyLocalLockFileAssemblies>true</CopyLocalLockFileAssemblies>", "<Private>false</Private>", "<ExcludeAssets>runtime</ExcludeAssets>", "<PlatformTarget>x64</PlatformTarget>", "<SelfContained>false</SelfContained>", "<GenerateRuntimeConfigurationFiles>true</GenerateRuntimeConfigurationFiles>", "<PublishTrimmed>false</PublishTrimmed>", "<AssemblyVersion>2.0.0.0</AssemblyVersion>", "<AutoGenerateBindingRedirects>true</AutoGenerateBindingRedirects>", "<InvariantGlobalization>true</InvariantGlobalization>"]
    for n, line in enumerate(edits):
        if n == 5:
            s.stuck_here()
        s.edit("Plugins/Audio/Audio.csproj", "  </PropertyGroup>", f"    {line}\n  </PropertyGroup>")
        s.bash(["dotnet run --project Host", "dotnet build -v q && dotnet run --project Host --no-build", "dotnet clean -v q && dotnet run --project Host"][n % 3], "Unhandled exception. System.Reflection.ReflectionTypeLoadException: Unable to load one or more of the requested types.\nCould not load type 'Acme.Audio.IMixer' from assembly 'Acme.Contracts, Version=1.4.0.0, Culture=neutral, PublicKeyToken=null'.\n   at System.Reflection.RuntimeModule.GetTypes(RuntimeModule module)\n   at Acme.Host.Program.Main(String[] args) in /home/dev/mods_dotnet/Host/Program.cs:line 27", 134, ms=5200)


@healthy("principle:experiments", "video_tools", "Find ffmpeg settings under 900 kB for the product loop with VMAF over 92.", client="codex")
def encodes_that_miss_the_mark_in_different_ways(s):
    runs = [("libx264 -crf 23", 2140, 97.1), ("libx264 -crf 28", 1310, 94.0), ("libx264 -crf 31", 960, 90.8), ("libx264 -crf 30 -preset veryslow", 990, 92.2), ("libx265 -crf 28", 905, 92.9), ("libx265 -crf 29", 842, 91.7), ("libx265 -crf 28 -preset slower", 881, 0), ("libvpx-vp9 -crf 36 -b:v 0", 930, 92.4), ("libvpx-vp9 -crf 38 -b:v 0", 861, 91.2), ("libsvtav1 -crf 40", 655, 91.6), ("libsvtav1 -crf 36", 790, 92.8)]
    for n, (codec, size, vmaf) in enumerate(runs):
        s.bash(f"ffmpeg -y -v error -i loop.mov -an -c:v {codec} out{n}.mp4 && stat -c %s out{n}.mp4", str(size * 1000 + 17 * n) if vmaf else "[libx265 @ 0x55d1] Unable to set preset slower for 10 bit\nError while opening encoder for output stream #0:0", 0 if vmaf else 1, ms=31_000)
        if vmaf:
            s.bash(f"ffmpeg -v info -i out{n}.mp4 -i loop.mov -lavfi libvmaf -f null - 2>&1 | grep 'VMAF score'", f"[Parsed_libvmaf_0 @ 0x5581] VMAF score: {vmaf}4212", ms=17_000)


@stuck("principle:same_death", "bio_smk", "The Snakemake run stops at the rule call_variants. Get it through.", client="claude", gap=20)
def a_rule_that_ends_alike_whatever_its_threads(s):
    edits = [("threads: 8", "threads: 4"), ("threads: 4", "threads: 1"), ("mem_mb=8000", "mem_mb=16000"), ("mem_mb=16000", "mem_mb=64000"), ("bcftools call -mv", "bcftools call -mv --ploidy 2"), ("-Oz", "-Ob"), ("-f {input.ref}", "-f {input.ref} --no-BAQ"), ("conda: \"env.yaml\"", "conda: \"env2.yaml\""), ("retries: 0", "retries: 3"), ("mpileup -d 250", "mpileup -d 100"), ("{input.bam}", "{input.bam} -r chr1"), ("--ploidy 2", "--ploidy GRCh38"), ("mpileup -d 100", "mpileup -q 20 -d 100")]
    for n, (old, new) in enumerate(edits):
        if n == 5:
            s.stuck_here()
        s.edit("workflow/rules/call.smk", old, new)
        s.bash("snakemake --use-conda -c8 call_variants 2>&1 | tail -9", f"[E::hts_open_format] Failed to open file \"mapped/S07.bam\" : Exec format error\nFailed to open mapped/S07.bam: Exec format error\n[Fri Nov 27 10:{10 + n}:44 2026]\nError in rule call_variants:\n    jobid: {n % 2 + 1}\n    output: calls/S07.vcf.gz\n\nShutting down, this might take some time.\nExiting because a job execution failed. Look below for error messages", 0, ms=40_000)


@healthy("principle:experiments", "kernel_smk", "Which of the sixteen boot options keeps the laptop from waking up? Try them.", client="plain", times="at", gap=40)
def boot_options_tried_of_which_most_do_nothing(s):
    options = ["acpi_osi=!", "acpi_sleep=nonvs", "i915.enable_psr=0", "i915.enable_dc=0", "nvme.noacpi=1", "pcie_aspm=off", "mem_sleep_default=s2idle", "intel_idle.max_cstate=1", "xhci_hcd.quirks=0x80", "usbcore.autosuspend=-1", "nvme_core.default_ps_max_latency_us=0", "iommu=soft", "tpm.disable=1"]
    for n, option in enumerate(options):
        s.bash(f"ssh lab-x1 'sudo grubby --update-kernel=ALL --args=\"{option}\" && sudo systemctl reboot'", "Connection to lab-x1 closed by remote host.", 255)
        good = option.startswith("nvme_core")
        s.bash("sleep 90; ssh -o ConnectTimeout=8 lab-x1 'sudo rtcwake -m mem -s 20 && echo woke'", "rtcwake: wakeup from \"mem\" using /dev/rtc0 at Fri Nov 27 10:02:11 2026\nwoke" if good else "client_loop: send disconnect: Broken pipe", 0 if good else 255, ms=131_000)
        if good:
            break
    s.bash("ssh lab-x1 cat /proc/cmdline", "BOOT_IMAGE=/vmlinuz-6.11 root=/dev/nvme0n1p3 nvme_core.default_ps_max_latency_us=0")
    s.bash("ssh lab-x1 'for k in 1 2 3; do sudo rtcwake -m mem -s 20 >/dev/null && echo woke; done'", "woke\nwoke\nwoke", ms=80_000)


# k. Matters handed to and fro.

@stuck("principle:to_and_fro", "payments_kt", "Have the retry logic planned, reviewed and built.", client="claude")
def a_plan_and_its_review_that_never_become_code(s):
    wishes = ["more detail on the error classes", "a clearer split of the phases", "more detail on the error classes", "a word on the rollout", "clearer acceptance criteria", "more detail on the phases"]
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.task("planner", f"Revise the plan for payment retries. The reviewer asks for {wishes[n % 6]}." if n else "Plan the payment retries.", f"Plan, revision {n + 1}: 1. Classify errors. 2. Add a RetryPolicy. 3. Use it in PaymentClient. 4. Tests. No code was changed.")
        s.task("reviewer", f"Review revision {n + 1} of the plan for payment retries.", f"A good plan. Before building starts I would like to see {wishes[(n + 1) % 6]}. Please revise it.")


@stuck("principle:to_and_fro", "portal_ts", "The format job is red on src/table.tsx. Make both prettier and eslint happy.", client="plain")
def two_formatters_that_undo_each_other(s):
    for n in range(7):
        if n == 3:
            s.stuck_here()
        s.bash("npx eslint --fix src/table.tsx", "")
        s.bash("npx prettier --check src/table.tsx", "Checking formatting...\n[warn] src/table.tsx\n[warn] Code style issues found in the above file. Run Prettier with --write to fix.", 1)
        s.bash("npx prettier --write src/table.tsx", f"src/table.tsx {60 + n}ms")
        s.bash("npx eslint src/table.tsx", "\n/home/dev/portal_ts/src/table.tsx\n  41:7   error  Expected indentation of 8 spaces but found 6  indent\n  42:31  error  Missing trailing comma                       comma-dangle\n\n✖ 2 problems (2 errors, 0 warnings)\n  2 errors and 0 warnings potentially fixable with the `--fix` option.", 1)


@stuck("principle:to_and_fro", "service_desk", "Ticket 55120 lies in the wrong queue, move it to Network.", client="codex", times="none")
def a_ticket_that_a_rule_moves_back(s):
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.mcp("otrs", "ticket_update", {"ticket": 55120, "queue": "Network", "note": ["moved", "please leave in Network", "wrong queue"][n % 3]}, {"ok": True, "ticket": 55120, "queue": "Network"})
        s.mcp("otrs", "ticket_get", {"ticket": 55120}, {"ticket": 55120, "queue": "Clients", "history": [{"type": "Move", "by": "agent", "to": "Network"}, {"type": "Move", "by": "GenericAgent: vpn-to-clients", "to": "Clients"}]})


@healthy("principle:to_and_fro", "payments_kt", "Build the retry logic; have each change reviewed until the reviewer is content.", client="claude")
def a_review_that_finds_something_else_each_time(s):
    findings = [("RetryPolicy retries 4xx responses too.", "if (status in 400..499) return", "if (status == 429) wait()"), ("The backoff has no upper bound.", "delay *= 2", "delay = minOf(delay * 2, MAX)"), ("Cancellation is swallowed in the catch.", "catch (e: Exception)", "catch (e: IOException)"), ("The idempotency key changes between attempts.", "key = UUID.randomUUID()", "key = request.key"), ("No jitter.", "delay(backoff)", "delay(backoff + jitter())"), ("The metric counts the first attempt as a retry.", "retries.increment()", "if (attempt > 1) retries.increment()"), ("The test uses real time.", "runBlocking {", "runTest {"), ("A typo in the log line.", "retriying", "retrying")]
    s.write("src/main/kotlin/pay/RetryPolicy.kt", "class RetryPolicy(val max: Int) {\n    suspend fun <T> run(block: suspend () -> T): T = TODO()\n}\n")
    for n, (finding, old, new) in enumerate(findings):
        s.task("reviewer", "Review the diff of RetryPolicy.kt against main. Name the most important problem, or say that it is fine.", finding)
        s.edit("src/main/kotlin/pay/RetryPolicy.kt", old, new)
        if n % 2:
            s.bash("./gradlew test --tests 'pay.*' -q", "" if n != 3 else "RetryPolicyTest > keepsKey() FAILED\n    org.opentest4j.AssertionFailedError at RetryPolicyTest.kt:61", 0 if n != 3 else 1, ms=21_000)
    s.task("reviewer", "Review the diff of RetryPolicy.kt against main. Name the most important problem, or say that it is fine.", "It is fine, merge it.")


@healthy("principle:to_and_fro", "handbook_pl", "Translate the handbook into Polish, chapter by chapter, and have each proofread.", client="claude")
def chapters_translated_and_proofread_in_turn(s):
    for n in range(1, 15):
        s.task("translator", f"Translate handbook/en/{n:02}.md into Polish and write handbook/pl/{n:02}.md.", f"Done: handbook/pl/{n:02}.md is written.")
        s.task("proofreader", f"Proofread handbook/pl/{n:02}.md against the English text. Correct what is wrong.", "No mistakes found." if n % 4 else f"Corrected {n // 2} places.")
    s.bash("ls handbook/pl | wc -l", "14")


# l. Plans.

@stuck("principle:plans", "etl_duckdb", "Convert the forty CSV exports into one DuckDB file.", client="codex")
def a_plan_that_is_updated_and_nothing_else(s):
    words = ["Inspect the CSV files", "Look at the CSV files", "Examine the exports", "Inspect the exports", "Survey the CSV exports", "Check the CSV headers", "Inspect headers", "Review the CSV files", "Explore the exports", "Understand the exports", "Study the exports", "Look over the files", "Go through the CSV files", "Sample the CSV files", "Inspect a sample", "Analyse the CSV files", "Read the headers", "Scan the exports", "Map the exports", "Assess the exports"]
    for n, word in enumerate(words):
        if n == 5:
            s.stuck_here()
        s.plan([(word, "in_progress"), ("Create tables", "pending"), ("Load files", "pending"), ("Verify row counts", "pending")])


@stuck("principle:plans", "saas_laravel", "Add two-factor login.", client="plain")
def a_plan_file_written_anew_each_time(s):
    for n in range(1, 21):
        if n == 6:
            s.stuck_here()
        s.write(["PLAN.md", "docs/2fa-plan.md", "PLAN.md", "TODO.md"][n % 4], f"# Two-factor login, plan {n}\n\n{['Phase', 'Step', 'Stage', 'Milestone'][n % 4]} 1: model\n{['Phase', 'Step', 'Stage', 'Milestone'][n % 4]} 2: login form\n{['Phase', 'Step', 'Stage', 'Milestone'][n % 4]} 3: recovery codes\n")
        if n % 4 == 0:
            s.look("PLAN.md", f"# Two-factor login, plan {n - 2}\n\nStage 1: model\nStage 2: login form\nStage 3: recovery codes")


@healthy("principle:plans", "etl_duckdb", "Convert the exports into one DuckDB file, table by table, and keep the list current.", client="codex")
def a_plan_ticked_off_after_each_load(s):
    tables = ["accounts", "banks", "cards", "devices", "fees", "holds", "limits", "merchants", "payouts", "refunds"]
    for n, table in enumerate(tables):
        s.plan([(f"Load {t}", "completed" if k < n else "in_progress" if k == n else "pending") for k, t in enumerate(tables)])
        s.bash(f"duckdb pay.db \"CREATE TABLE {table} AS FROM read_csv('csv/{table}_*.csv', union_by_name=true)\"", "" if n not in (3, 7) else f"Conversion Error: CSV Error on Line: {812 + n}\nOriginal Line: 12;n/a;2024\nError when converting column \"amount\". Could not convert string \"n/a\" to 'DOUBLE'", 0 if n not in (3, 7) else 1)
        if n in (3, 7):
            s.bash(f"duckdb pay.db \"CREATE TABLE {table} AS FROM read_csv('csv/{table}_*.csv', union_by_name=true, nullstr='n/a')\"", "")
    s.bash("duckdb pay.db -csv -noheader \"SELECT count(*) FROM duckdb_tables()\"", "10")
    s.plan([(f"Load {t}", "completed") for t in tables])


@healthy("principle:plans", "saas_laravel", "Add two-factor login.", client="claude")
def a_plan_that_changes_as_the_work_shows_more(s):
    steps = ["Model and migration", "Login form", "Recovery codes", "Tests"]
    s.plan([(step, "pending") for step in steps])
    s.look("app/Models/User.php", "class User extends Authenticatable\n{\n    protected $fillable = ['name', 'email'];\n}")
    s.bash("php artisan make:migration add_two_factor_to_users", "   INFO  Migration [database/migrations/2026_11_27_091500_add_two_factor_to_users.php] created successfully.")
    s.edit("database/migrations/2026_11_27_091500_add_two_factor_to_users.php", "            //", "            $table->text('two_factor_secret')->nullable();")
    s.bash("php artisan migrate", "   INFO  Running migrations.\n\n  2026_11_27_091500_add_two_factor_to_users ......... 12.40ms FAIL\n\n   Illuminate\\Database\\QueryException\n\n  SQLSTATE[42S21]: Column already exists: 1060 Duplicate column name 'two_factor_secret'", 1)
    s.plan([("Find out where two_factor_secret comes from", "in_progress")] + [(step, "pending") for step in steps])
    s.bash("git log --oneline -S two_factor_secret -- database", "a81f0e2 Prepare for 2FA (unfinished)")
    s.bash("rm database/migrations/2026_11_27_091500_add_two_factor_to_users.php && composer require pragmarx/google2fa", "Using version ^8.0 for pragmarx/google2fa\n  - Installing pragmarx/google2fa (v8.0.3): Extracting archive", ms=9000)
    s.plan([("Find out where two_factor_secret comes from", "completed"), (steps[0], "completed"), (steps[1], "in_progress"), (steps[2], "pending"), (steps[3], "pending")])
    s.write("app/Http/Controllers/TwoFactorController.php", "<?php\n\nclass TwoFactorController extends Controller\n{\n    public function verify(Request $request) { }\n}\n")
    s.edit("routes/web.php", "// auth", "Route::post('/2fa', [TwoFactorController::class, 'verify']);")
    s.plan([(steps[0], "completed"), (steps[1], "completed"), (steps[2], "in_progress"), (steps[3], "pending")])
    s.write("app/Support/RecoveryCodes.php", "<?php\n\nfinal class RecoveryCodes\n{\n    public static function make(): array { return array_map(fn () => Str::random(10), range(1, 8)); }\n}\n")
    s.bash("php artisan test --filter TwoFactor", "   FAIL  Tests\\Feature\\TwoFactorTest\n  ⨯ rejects a wrong code\n  Expected response status code [422] but received 500.\n\n  Tests:    1 failed, 4 passed (9 assertions)", 1, ms=3000)
    s.edit("app/Http/Controllers/TwoFactorController.php", "public function verify(Request $request) { }", "public function verify(Request $request) { $request->validate(['code' => 'digits:6']); }")
    s.bash("php artisan test --filter TwoFactor", "   PASS  Tests\\Feature\\TwoFactorTest\n\n  Tests:    5 passed (11 assertions)", ms=2900)
    s.plan([(step, "completed") for step in steps])


# m. Whole days.

@healthy("principle:hard_day", "sre_k8s", "Alert: half of the requests to api fail with 503 since 08:50. Find out why and mend it.", client="claude")
def an_incident_with_many_wrong_trails(s):
    for command, output, rc in [("kubectl -n prod get pods -l app=api", "NAME                   READY   STATUS    RESTARTS   AGE\napi-6c9f7b5d8-2jx8k    1/1     Running   0          3d\napi-6c9f7b5d8-9pq4m    1/1     Running   0          3d\napi-6c9f7b5d8-tz7wn    1/1     Running   0          3d", 0), ("kubectl -n prod logs -l app=api --since=30m | grep -c ' 503 '", "0", 1), ("kubectl -n ingress logs deploy/ingress-nginx-controller --since=5m | grep ' 503 ' | tail -2", "10.2.0.9 - - [27/Nov/2026:09:02:11 +0000] \"GET /v2/cart HTTP/2.0\" 503 190 upstream: -\n10.2.0.9 - - [27/Nov/2026:09:02:12 +0000] \"GET /v2/user HTTP/2.0\" 503 190 upstream: -", 0), ("kubectl -n prod get endpoints api", "NAME   ENDPOINTS                                        AGE\napi    10.4.1.8:8080,10.4.2.17:8080,10.4.3.40:8080   410d", 0), ("kubectl -n prod exec deploy/api -- curl -s -o /dev/null -w '%{http_code}' localhost:8080/health", "200", 0), ("for i in 1 2 3 4 5 6; do curl -s -o /dev/null -w '%{http_code} ' https://api.acme.example/health; done", "200 503 503 200 503 200", 0), ("kubectl -n ingress get pods -o wide", "NAME                        READY   STATUS    IP          NODE\ningress-nginx-controller-a   1/1     Running   10.4.1.3   node-1\ningress-nginx-controller-b   1/1     Running   10.4.5.3   node-5", 0)]:
        s.bash(command, output, rc)
    for pod in "ab":
        for ip in ("10.4.1.8", "10.4.2.17", "10.4.3.40"):
            s.bash(f"kubectl -n ingress exec ingress-nginx-controller-{pod} -- curl -s -m 3 -o /dev/null -w '%{{http_code}}' http://{ip}:8080/health", "200" if pod == "a" else "000command terminated with exit code 28", 0 if pod == "a" else 28, ms=3100 if pod == "b" else 300)
    for node in (1, 2, 3, 4, 5):
        s.bash(f"kubectl debug node/node-{node} -q -it --image=busybox -- ping -c1 -W1 10.4.2.1", "1 packets transmitted, 1 packets received, 0% packet loss" if node != 5 else "1 packets transmitted, 0 packets received, 100% packet loss", 0 if node != 5 else 1)
    s.bash("kubectl -n kube-system get pods -o wide --field-selector spec.nodeName=node-5", "NAME           READY   STATUS             RESTARTS\ncilium-x7k2p   0/1     CrashLoopBackOff   9\nkube-proxy-v9  1/1     Running            0")
    s.bash("kubectl -n kube-system logs cilium-x7k2p -p | tail -2", "level=fatal msg=\"failed to start: daemon creation failed: unable to initialize BPF masquerade: device ens5 not found\"")
    s.bash("kubectl cordon node-5 && kubectl drain node-5 --ignore-daemonsets --delete-emptydir-data --timeout=120s | tail -1", "node/node-5 drained", ms=61_000)
    for _ in range(3):
        s.bash("for i in 1 2 3 4 5 6; do curl -s -o /dev/null -w '%{http_code} ' https://api.acme.example/health; done", "200 200 200 200 200 200", gap=30)


@healthy("principle:hard_day", "airgap_mirror", "Mirror the fourteen images into the air-gapped registry; the line is bad today.", client="codex")
def images_copied_over_a_bad_line(s):
    images = ["argocd:v2.13.1", "cert-manager:v1.16.2", "cilium:v1.16.4", "coredns:1.12.0", "dex:v2.41.1", "external-dns:0.15.0", "fluent-bit:3.2.2", "grafana:11.3.1", "harbor-core:v2.12.0", "kyverno:v1.13.1", "loki:3.3.0", "minio:2024-11-07", "tempo:2.6.1", "velero:v1.15.0"]
    errors = ["FATA[0041] copying system image from manifest list: reading blob sha256:5f1c: read tcp 10.0.4.2:51880->18.66.2.9:443: read: connection reset by peer", "FATA[0019] initializing source docker://quay.io/x: pinging container registry quay.io: Get \"https://quay.io/v2/\": net/http: TLS handshake timeout", "FATA[0093] copying system image: reading blob sha256:88a0: unexpected EOF"]
    for n, image in enumerate(images):
        for k in range([1, 0, 2, 0, 1, 1, 0, 3, 0, 1, 2, 0, 1, 0][n]):
            s.bash(f"skopeo copy --all docker://quay.io/mirror/{image} docker://reg.lab:5000/mirror/{image}", errors[(n + k) % 3], 1, ms=42_000, gap=30)
        s.bash(f"skopeo copy --all docker://quay.io/mirror/{image} docker://reg.lab:5000/mirror/{image}", "Getting image list signatures\nCopying 2 images generated from 2 images in list\nWriting manifest list to image destination\nStoring list signatures", ms=71_000)
    s.bash("curl -s http://reg.lab:5000/v2/_catalog | jq '.repositories | length'", "14")


@healthy("principle:hard_day", "prover_ml", "Since when is `check_sat` wrong on big.smt2? Bisect between 1.8 and main; some commits do not build.", client="plain")
def a_bisection_with_commits_that_do_not_build(s):
    s.bash("git bisect start main 1.8", "Bisecting: 212 revisions left to test after this (roughly 8 steps)\n[51cd2aa] Simplifier: drop unused rules")
    marks = ["bad", "skip", "skip", "good", "bad", "skip", "bad", "good", "good", "skip", "bad"]
    for n, mark in enumerate(marks):
        if mark == "skip":
            s.bash("opam exec -- dune build 2>&1 | tail -4", "File \"src/simplex.ml\", line 204, characters 8-21:\nError: Unbound module Zarith_ext", 0, ms=19_000)
        else:
            s.bash("opam exec -- dune build 2>&1 | tail -4 && timeout 60 ./_build/default/bin/prover.exe big.smt2", "sat" if mark == "bad" else "unsat", ms=48_000)
        s.bash(f"git bisect {mark}", f"Bisecting: {212 >> n // 2 + 1} revisions left to test after this (roughly {max(7 - n * 2 // 3, 0)} steps)\n[{0x3fe11 * (n + 5) & 0xfffffff:07x}] Step {n}" if n < 10 else "a0c44e1 is the first bad commit\ncommit a0c44e1\n    Simplex: cache the bounds between checks")
    s.bash("git bisect reset && git show --stat a0c44e1 | tail -2", " src/simplex.ml | 31 ++++++++++++++++++++++-----\n 1 file changed, 26 insertions(+), 5 deletions(-)")


@healthy("principle:hard_day", "reactor_jl", "Sweep inlet temperature and feed ratio; tell me where the reactor model is stable.", client="claude")
def a_sweep_in_which_most_points_diverge(s):
    for n, temperature in enumerate(range(620, 740, 10)):
        for ratio in (1.2, 1.6, 2.0):
            stable = 650 <= temperature <= 670 and ratio > 1.3 or temperature == 680 and ratio == 2.0
            s.bash(f"julia --project sim.jl --T {temperature} --ratio {ratio}", f"retcode: Success  conversion = {0.7 + n / 100 + ratio / 50:.3f}" if stable else "┌ Warning: Instability detected. Aborting\n└ @ SciMLBase ~/.julia/packages/SciMLBase/src/integrator_interface.jl:626\nretcode: Unstable", ms=31_000)
    s.write("stable.md", "Stable from 650 to 670 K with a ratio of 1.6 or more, at 680 K only with 2.0.\n")


@healthy("principle:hard_day", "intranet_rails", "Upgrade from Rails 7.0 to 8.0. Be patient, the suite is slow and red.", client="plain", times="at")
def an_upgrade_whose_count_goes_up_and_down(s):
    s.bash("bundle update rails 2>&1 | tail -2", "Bundler could not find compatible versions for gem \"activerecord\":\n    paranoia (= 2.6.0) was resolved to 2.6.0, which depends on activerecord (< 7.1)", 6)
    s.edit("Gemfile", "gem 'paranoia', '2.6.0'", "gem 'paranoia', '~> 3.0'")
    s.bash("bundle update rails paranoia 2>&1 | tail -1", "Bundle updated!")
    work = [(412, "NameError: uninitialized constant ActiveRecord::SchemaMigration::Migration", "config/initializers/schema.rb"), (199, "ArgumentError: wrong number of arguments (given 1, expected 2..3) (enum)", "app/models/room.rb"), (199, "ArgumentError: wrong number of arguments (given 1, expected 2..3) (enum)", "app/models/desk.rb"), (199, "ArgumentError: wrong number of arguments (given 1, expected 2..3) (enum)", "app/models/leave.rb"), (61, "NoMethodError: undefined method `serialize' with positional coder", "app/models/setting.rb"), (74, "ActionView::Template::Error: undefined method `link_to_unless_current'", "app/views/layouts/_nav.html.erb"), (33, "Expected response to be a <3XX: redirect>, but was a <422: Unprocessable Content>", "app/controllers/sessions_controller.rb"), (33, "Expected response to be a <3XX: redirect>, but was a <422: Unprocessable Content>", "app/controllers/leaves_controller.rb"), (12, "DEPRECATION: ActiveSupport::ProxyObject is removed", "lib/presence.rb"), (3, "Minitest::Assertion: Expected \"1,50 €\" Actual \"€1.50\"", "config/locales/de.yml")]
    for n, (failures, error, file) in enumerate(work):
        s.bash("bin/rails test 2>&1 | tail -5", f"{error}\n    {file}:{7 + n}\n\n1204 runs, {3001 - failures} assertions, {failures // 3} failures, {failures - failures // 3} errors, 2 skips", 0, ms=190_000)
        s.look(file, f"# {file}\nline {7 + n}", 7 + n, 2)
        s.edit(file, f"line {7 + n}", f"line {7 + n} # for Rails 8")
    s.bash("bin/rails test 2>&1 | tail -1", "1204 runs, 3002 assertions, 0 failures, 0 errors, 2 skips", ms=188_000)


@healthy("principle:hard_day", "warehouse_airflow", "Backfill the nineteen missing days of load_orders; clear what fails and go on.", client="plain")
def a_backfill_with_days_that_need_a_second_try(s):
    for day in range(1, 20):
        failed = day in (3, 4, 9, 15)
        date = f"2026-11-{day:02}"
        s.bash(f"airflow dags test load_orders {date} 2>&1 | tail -2", f"psycopg2.OperationalError: canceling statement due to conflict with recovery\n[{date}T00:00:00+0000] Marking run <DagRun load_orders @ {date}> failed" if failed else f"[{date}T00:00:00+0000] Marking run <DagRun load_orders @ {date}> successful\nDagRun Finished: dag_id=load_orders, state=success", ms=38_000)
        if failed:
            s.bash(f"airflow tasks clear load_orders -s {date} -e {date} -y | tail -1", "Task instances were cleared: 4", ms=3000)
            s.bash(f"airflow dags test load_orders {date} 2>&1 | tail -2", f"[{date}T00:00:00+0000] Marking run <DagRun load_orders @ {date}> successful\nDagRun Finished: dag_id=load_orders, state=success", ms=41_000)
    s.bash("psql dwh -Atc \"select count(distinct day) from orders where day between '2026-11-01' and '2026-11-19'\"", "19")


@healthy("principle:hard_day", "windows_fleet", "Inventory: the BitLocker state of the twenty-two tills. Some are switched off, note those too.", client="codex")
def tills_of_which_a_third_does_not_answer(s):
    tills = [f"TILL-{shop}-{k:02}" for shop in ("BER", "HAM", "MUC") for k in range(1, 8)] + ["TILL-LAB-01"]
    for n, till in enumerate(tills):
        off = n in (2, 5, 6, 9, 14, 15, 19)
        s.bash(f"pwsh -c \"Invoke-Command -ComputerName {till} {{ (Get-BitLockerVolume C:).ProtectionStatus }}\"", f"OpenError: [{till}] Connecting to remote server {till} failed with the following error message : WinRM cannot complete the operation. Verify that the specified computer name is valid, that the computer is accessible over the network, and that a firewall exception for the WinRM service is enabled." if off else ("Off" if n in (11, 17) else "On"), 1 if off else 0, ms=21_000 if off else 1900)
        if n in (11, 17):
            s.bash(f"pwsh -c \"Invoke-Command -ComputerName {till} {{ (Get-Tpm).TpmReady }}\"", "False" if n == 11 else "True", ms=1800)
    s.write("bitlocker.csv", "\n".join(f"{till};{'no answer' if n in (2, 5, 6, 9, 14, 15, 19) else 'off' if n in (11, 17) else 'on'}" for n, till in enumerate(tills)) + "\n")


@stuck("principle:hard_day", "sre_k8s", "The ledger deployment is down since the release. Get it up again.", client="claude", gap=15)
def an_incident_with_one_cause_that_nobody_reads(s):
    crash = "Error: couldn't find key DB_PASSWORD in Secret prod/ledger-db"
    acts = [("kubectl -n prod rollout restart deploy/ledger", "deployment.apps/ledger restarted"), ("helm -n prod rollback ledger 41", "Rollback was a success! Happy Helming!"), ("kubectl -n prod delete pod -l app=ledger", "pod \"ledger-7d4f9c-q8x\" deleted"), ("kubectl -n prod scale deploy/ledger --replicas=0 && kubectl -n prod scale deploy/ledger --replicas=2", "deployment.apps/ledger scaled\ndeployment.apps/ledger scaled"), ("helm -n prod rollback ledger 40", "Rollback was a success! Happy Helming!"), ("kubectl -n prod set resources deploy/ledger --limits=memory=2Gi", "deployment.apps/ledger resource requirements updated"), ("kubectl -n prod rollout undo deploy/ledger", "deployment.apps/ledger rolled back"), ("kubectl -n prod patch deploy ledger -p '{\"spec\":{\"progressDeadlineSeconds\":900}}'", "deployment.apps/ledger patched"), ("kubectl -n prod rollout restart deploy/ledger", "deployment.apps/ledger restarted"), ("helm -n prod upgrade ledger charts/ledger --reuse-values", "Release \"ledger\" has been upgraded. Happy Helming!"), ("kubectl -n prod delete rs -l app=ledger", "replicaset.apps \"ledger-7d4f9c\" deleted"), ("kubectl -n prod scale deploy/ledger --replicas=3", "deployment.apps/ledger scaled"), ("helm -n prod rollback ledger 39", "Rollback was a success! Happy Helming!")]
    for n, (command, output) in enumerate(acts):
        if n == 5:
            s.stuck_here()
        s.bash(command, output, ms=2100)
        s.bash("kubectl -n prod get pods -l app=ledger -o jsonpath='{.items[0].status.containerStatuses[0].state.waiting}'", f"{{\"message\":\"{crash[7:]}\",\"reason\":\"CreateContainerConfigError\"}}", ms=400, gap=30)


@stuck("principle:hard_day", "icons_figma", "Export the icon set from Figma and make PNGs in three sizes.", client="plain")
def a_figma_export_that_is_forbidden_for_each_icon(s):
    icons = ["arrow-left", "arrow-right", "bell", "camera", "cart", "chat", "clock", "cloud", "cog", "download", "edit", "eye", "filter", "flag", "gift", "heart", "home", "key", "link", "lock", "map", "menu"]
    for n, icon in enumerate(icons):
        if n == 8:
            s.stuck_here()
        s.mcp("figma", ["export_node", "get_image", "export_node_svg"][n % 3], {"file_key": "Zk81QpL", "node": f"12:{400 + n}", "name": icon, "format": ["png", "svg", "pdf"][n % 3], "scale": 1 + n % 3}, {"status": 403, "err": "Invalid token: the personal access token has expired"}, ok=False)


@stuck("principle:hard_day", "plant_sweep", "Find a PID setting for which the tank does not overflow.", client="codex")
def a_sweep_whose_answer_never_changes(s):
    k = 0
    for kp in (0.5, 1, 2, 4, 8, 16):
        for ki in (0.01, 0.05, 0.1, 0.5):
            if k == 9:
                s.stuck_here()
            s.bash(f"octave-cli --quiet tank.m --kp {kp} --ki {ki}", "warning: implicit conversion from numeric to char\nerror: 'level0' undefined\nerror: called from\n    tank at line 14 column 3", 1, ms=900)
            k += 1
