"""Failures that are news and failures that are none: CRAN, servos, loudness, KiCad, Fortran, Gerber, proxies, Oracle, mail, adb."""
from session import healthy, stuck


@healthy("twelfth:failures", "epi-server", "Which of our packages still install on R 4.4? Write down the reason for each that does not.", client="plain")
def packages_tried_on_the_new_r(s):
    bad = {"rgdal": "ERROR: dependency 'proj4legacy' is not available for package 'rgdal'", "maptools": "Warning message:\npackage 'maptools' is not available for this version of R", "RMySQL": "Configuration failed because libmysqlclient was not found.\nERROR: configuration failed for package 'RMySQL'",
           "rJava": "checking Java support in R... configure: error: Java Development Kit not found\nERROR: configuration failed for package 'rJava'", "rgeos": "Warning message:\npackage 'rgeos' is not available for this version of R", "EpiContactTrace2": "Warning message:\npackage 'EpiContactTrace2' is not available for this version of R", "gpclib": "Warning message:\npackage 'gpclib' is not available for this version of R", "surv2.5": "surv.c:88:14: error: use of undeclared identifier 'DOUBLE_XMAX'\nERROR: compilation failed for package 'surv2.5'"}
    for n, package in enumerate(["epitools", "rgdal", "maptools", "incidence2", "RMySQL", "EpiEstim", "rgeos", "gpclib", "rJava", "EpiContactTrace2", "surveillance", "outbreaker2", "surv2.5", "epicontacts"]):
        s.bash(f"Rscript -e 'options(warn=1); install.packages(\"{package}\", repos=\"https://cloud.r-project.org\")' 2>&1 | tail -2; Rscript -e 'quit(status=!requireNamespace(\"{package}\"))'", bad.get(package, f"* DONE ({package})"), 1 if package in bad else 0, ms=9000 + n * 1711)
        if package in bad:
            s.edit("r44.md", "<!-- next -->", f"| {package} | {bad[package].splitlines()[-1]} |\n<!-- next -->")


@healthy("twelfth:failures", "six-axis-arm", "Calibrate the servos one after the other. Some need to be woken up twice.", client="claude", gap=9)
def servos_calibrated_some_after_a_timeout(s):
    for servo in range(1, 13):
        if servo % 3 == 2:
            s.bash(f"ros2 run arm_tools calibrate --ros-args -p id:={servo}", f"[INFO] [{1791800000 + servo * 47}.{servo * 7919 % 1000:03}] [calibrate]: opening /dev/ttyUSB0 at 1000000\n[ERROR] [{1791800003 + servo * 47}.{servo * 31 % 1000:03}] [calibrate]: [TxRxResult] There is no status packet!", 1, ms=3100)
            s.bash(f"ros2 service call /arm/reboot arm_msgs/srv/Reboot '{{id: {servo}}}'", f"waiting for service to become available...\nrequester: making request: arm_msgs.srv.Reboot_Request(id={servo})\n\nresponse:\narm_msgs.srv.Reboot_Response(ok=True)", ms=1800)
        s.bash(f"ros2 run arm_tools calibrate --ros-args -p id:={servo}", f"[INFO] [{1791800010 + servo * 47}.{servo * 97 % 1000:03}] [calibrate]: opening /dev/ttyUSB0 at 1000000\n[INFO] [{1791800016 + servo * 47}.{servo * 13 % 1000:03}] [calibrate]: homing offset {2048 + servo * 17 % 29} written", ms=6200 + servo * 90)


@healthy("twelfth:targets", "choir-podcast", "Bring all episodes to -16 LUFS and check each result.", client="codex")
def loudness_of_each_episode(s):
    for n in range(13):
        s.bash(f"ffmpeg -y -hide_banner -loglevel error -i raw/ep{n + 1:02}.wav -af loudnorm=I=-16:TP=-1.5:LRA=11:linear=true -ar 48000 out/ep{n + 1:02}.wav", "", ms=48_000 + n * 1100)
        s.bash(f"ffmpeg -hide_banner -nostats -i out/ep{n + 1:02}.wav -af ebur128 -f null - 2>&1 | grep -A1 'Integrated loudness' | tail -1", f"    I:         -{'16.0' if n != 8 else '15.9'} LUFS", ms=9000 + n * 71)


@healthy("twelfth:counts", "battery-pcb", "Route until the design rule check is clean.", client="codex")
def drc_violations_of_a_board_go_down(s):
    for n, left in enumerate([31, 31, 27, 27, 24, 19, 20, 14, 9, 9, 6, 2, 0]):
        s.edit("battery.kicad_pcb", f"(segment (start {100 + n}.5 84) (end {104 + n} 84) (width 0.15) (layer \"F.Cu\") (net {n + 3}))", f"(segment (start {100 + n}.5 84) (end {104 + n} 84.{n % 9 + 1}) (width 0.2) (layer \"F.Cu\") (net {n + 3}))")
        s.bash("kicad-cli pcb drc --exit-code-violations --severity-error -o drc.rpt battery.kicad_pcb", f"Running DRC...\nFound {left} violations\nFound {1 if left > 20 else 0} unconnected items\nSaved DRC Report to drc.rpt", 5 if left else 0, ms=3900 + n * 33)


@healthy("twelfth:moved", "tidal-f90", "Make the old harmonic analysis compile with a current gfortran.", client="plain", codes=False)
def fortran_errors_further_down_each_time(s):
    errors = [(41, "Syntax error in data declaration"), (58, "Symbol 'nhar' at (1) has no IMPLICIT type"), (58, "Symbol 'amp' at (1) has no IMPLICIT type"), (73, "Legacy Extension: Hollerith constant at (1)"), (102, "Type mismatch in argument 'x' at (1); passed REAL(4) to REAL(8)"), (102, "Rank mismatch in argument 'w' at (1) (rank-1 and scalar)"), (131, "Fortran 2018 deleted feature: Arithmetic IF statement at (1)"), (144, "Fortran 2018 deleted feature: Arithmetic IF statement at (1)"), (160, "Fortran 2018 deleted feature: Arithmetic IF statement at (1)"), (188, "Label 900 at (1) defined but not used"), (203, "Missing format label at (1)")]
    for n, (line, error) in enumerate(errors):
        s.bash("gfortran -std=f2018 -Wall -Werror -c src/harmon.f -o build/harmon.o", f"src/harmon.f:{line}:72:\n\n  {line} |       {['IF (K-1) 10,20,30', 'CALL FIT(X,W)'][n % 2]}\n      |                                                                        1\nError: {error}", 1, ms=600 + n * 21)
        s.edit("src/harmon.f", f"C     LINE {line} {n}", f"C     LINE {line} {n} MENDED\n      CONTINUE")
    s.bash("gfortran -std=f2018 -Wall -Werror -c src/harmon.f -o build/harmon.o", "", ms=1200)
    s.bash("make check", "M2 amplitude 1.2381 m (reference 1.2381)\nS2 amplitude 0.4402 m (reference 0.4402)\n2 of 2 constituents agree", ms=2400)


@healthy("twelfth:targets", "lamp-boards", "Plot the Gerbers of every board variant; the older viewer must open each.", client="codex", times="none")
def gerbers_plotted_for_each_variant(s):
    for n, board in enumerate("desk-eu desk-us desk-uk wall-eu wall-us floor-12v floor-24v strip-warm strip-cold dimmer".split()):
        s.bash(f"kicad-cli pcb export gerbers --layers F.Cu,B.Cu,Edge.Cuts -o gerbers/{board}/ boards/{board}.kicad_pcb >/dev/null && ls gerbers/{board} | wc -l", "4")
        s.bash(f"gerbv -x png -o /tmp/view.png gerbers/{board}/*.gbr && echo ok", "ok")


@stuck("twelfth:one-error", "lab-mirror", "Set up the analysis environment on the new workstation.", client="codex")
def packages_behind_a_proxy_that_wants_a_name(s):
    tries = [("pip install scanpy", "WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by 'ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 407 Proxy Authentication Required'))': /simple/scanpy/\nERROR: Could not find a version that satisfies the requirement scanpy (from versions: none)\nERROR: No matching distribution found for scanpy"),
             ("conda install -y -c conda-forge anndata", "CondaHTTPError: HTTP 407 PROXY AUTHENTICATION REQUIRED for url <https://conda.anaconda.org/conda-forge/linux-64/repodata.json>\nElapsed: 00:00.{:03}"), ("Rscript -e 'install.packages(\"Seurat\")'", "Warning: unable to access index for repository https://cloud.r-project.org/src/contrib:\n  cannot open URL 'https://cloud.r-project.org/src/contrib/PACKAGES'\nIn addition: HTTP status was '407 Proxy Authentication Required'"),
             ("julia -e 'using Pkg; Pkg.add(\"CSV\")'", "ERROR: RequestError: HTTP/1.1 407 Proxy Authentication Required while requesting https://pkg.julialang.org/registries"), ("curl -sSI https://pypi.org/simple/", "curl: (56) CONNECT tunnel failed, response 407"), ("mamba install -y umap-learn", "error    libmamba Could not load repodata: Download error (56) Failure when receiving data from the peer [https://conda.anaconda.org/conda-forge/noarch/repodata.json.zst] CONNECT tunnel failed, response 407")]
    for n in range(24):
        if n == 7:
            s.stuck_here()
        if n in (5, 12, 19):
            s.bash(["env | grep -i proxy", "cat ~/.condarc", "pip config list"][n // 7], ["http_proxy=http://proxy.inst.example:3128\nhttps_proxy=http://proxy.inst.example:3128", "proxy_servers:\n  https: http://proxy.inst.example:3128", "global.proxy='http://proxy.inst.example:3128'"][n // 7])
            continue
        command, output = tries[n * 5 % 6]
        for old, new in (("scanpy", ["scanpy", "leidenalg", "scvelo"][n % 3]), ("anndata", ["anndata", "python-igraph", "pynndescent"][n % 3])):
            command, output = command.replace(old, new), output.replace(old, new)
        s.bash(command, output.replace("{:03}", f"{n * 37 + 101}"), 56 if command.startswith("curl") else 1, ms=2400 + n * 311)


@stuck("twelfth:one-error", "ledger-oracle", "Load the corrected exchange rates into FIN.RATES.", client="plain")
def an_account_that_is_locked_for_every_client(s):
    ways = ["sqlplus -S fin_load/\"$FIN_PW\"@FINPRD @load_rates.sql", "sqlplus -S fin_load@//ora-prd-1:1521/FINPRD @load_rates.sql < .pw", "sqlldr userid=fin_load/\"$FIN_PW\"@FINPRD control=rates.ctl", "sql -S fin_load/\"$FIN_PW\"@ora-prd-2:1521/FINPRD @load_rates.sql", "python3 load_rates.py --dsn FINPRD", "python3 load_rates.py --dsn ora-prd-1:1521/FINPRD --thick", "sqlplus -S /nolog @connect_and_load.sql"]
    for n in range(23):
        if n == 6:
            s.stuck_here()
        if n % 8 == 4:
            s.edit("load_rates.py", f"retries = {n}", f"retries = {n + 8}")
        elif n % 8 == 7:
            s.bash("tnsping FINPRD", f"Attempting to contact (DESCRIPTION = (ADDRESS = (PROTOCOL = TCP)(HOST = ora-prd-1)(PORT = 1521)))\nOK ({n * 10 % 40 + 10} msec)", ms=120)
        else:
            way = ways[n * 3 % 7]
            s.bash(way, {"sqlldr": "\nSQL*Loader: Release 19.0.0.0.0 - Production\n\nSQL*Loader-704: Internal error: ulconnect: OCISessionBegin [0]\n", "python3": "Traceback (most recent call last):\n  File \"load_rates.py\", line 19, in <module>\noracledb.exceptions.DatabaseError: "}.get(way.split()[0], "ERROR:\n") + "ORA-28000: The account is locked.", 1, ms=900 + n * 17)


@stuck("twelfth:one-error", "press-mailbox", "File the press enquiries of the week into their folders.", client="claude")
def mails_that_may_not_be_moved(s):
    s.mcp("outlook", "list_messages", {"mailbox": "presse@museum.example", "top": 30}, {"value": [{"id": f"AAMkAD{n:02}Q=", "subject": f"Anfrage {n}"} for n in range(1, 21)]})
    for n in range(21):
        if n == 5:
            s.stuck_here()
        if n in (6, 14):
            s.mcp("outlook", "list_mail_folders", {"mailbox": "presse@museum.example"}, {"value": [{"id": "F1", "displayName": "Radio"}, {"id": "F2", "displayName": "Zeitung"}]})
            continue
        tool = ["move_message", "move_message", "copy_message", "update_message", "move_message"][n % 5]
        s.mcp("outlook", tool, {"mailbox": "presse@museum.example", "messageId": f"AAMkAD{n + 1:02}Q=", **({"categories": ["Radio"]} if tool == "update_message" else {"destinationId": ["F1", "F2"][n % 2]})}, {"error": {"code": "ErrorAccessDenied", "message": "Access is denied. Check credentials and try again.", "innerError": {"request-id": f"{n * 104729 + 4099:08x}-11d2-4b", "date": f"2026-10-12T09:{n:02}:{n * 13 % 60:02}"}}}, ok=False, ms=280 + n * 5)


@stuck("twelfth:one-error", "ferry-android", "Install the debug build on the test phone and start it.", client="claude")
def an_install_cancelled_on_the_phone(s):
    ways = ["adb install app/build/outputs/apk/debug/app-debug.apk", "adb install -r app/build/outputs/apk/debug/app-debug.apk", "./gradlew installDebug", "adb install -r -d -t app/build/outputs/apk/debug/app-debug.apk", "adb push app/build/outputs/apk/debug/app-debug.apk /data/local/tmp/a.apk && adb shell pm install -r /data/local/tmp/a.apk", "adb install --no-streaming -r app/build/outputs/apk/debug/app-debug.apk", "adb uninstall ie.ferry.debug; adb install app/build/outputs/apk/debug/app-debug.apk"]
    for n in range(24):
        if n == 6:
            s.stuck_here()
        if n % 7 == 3:
            s.bash(["adb kill-server && adb start-server", "adb devices", "./gradlew clean -q"][n // 7 % 3], ["* daemon not running; starting now at tcp:5037\n* daemon started successfully", "List of devices attached\n7d1f02aa\tdevice", ""][n // 7 % 3], ms=2100)
            continue
        if n % 7 == 6:
            s.edit("app/build.gradle.kts", f"versionCode = {n + 40}", f"versionCode = {n + 47}")
            continue
        way = ways[n * 3 % 7]
        s.bash(way, ("> Task :app:installDebug FAILED\ncom.android.ddmlib.InstallException: INSTALL_FAILED_USER_RESTRICTED: Install canceled by user\n\nBUILD FAILED in %ds" % (7 + n % 5)) if "gradlew" in way else ("Performing Push Install\n" if "no-stream" in way else "" if "pm install" in way else "Performing Streamed Install\n") + ("Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]" if "pm install" in way else "adb: failed to install app/build/outputs/apk/debug/app-debug.apk: Failure [INSTALL_FAILED_USER_RESTRICTED: Install canceled by user]"), 1, ms=4000 + n * 91)
