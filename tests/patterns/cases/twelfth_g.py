"""Edits, families of files and digits that are names: JCL, yearly R scripts, kernels, G-code, restores, meters; Delphi forms, ini files, R reports, PID gains."""
from session import healthy, stuck


@healthy("twelfth:same-edit", "bank-jcl", "Every job gets REGION=0M; check each with the JCL checker.", client="claude")
def a_region_in_every_job(s):
    for n, job in enumerate(["DAY010", "DAY020", "DAY030", "WEEK01", "WEEK02", "MONTH1", "MONTH2", "QUART1", "YEAR01", "ARCH01", "DUMP01", "SEPA01"]):
        s.edit(f"jcl/{job}.jcl", "REGION=4M", "REGION=0M")
        s.bash(f"sed '1s/CLASS=A/CLASS=A,TYPRUN=SCAN/' jcl/{job}.jcl | zowe zos-jobs submit stdin --wait-for-output | tail -2", f"jobid: JOB{n * 37 + 10412:05}\nretcode: CC 0000", ms=5200 + n * 111)


@healthy("twelfth:family", "fishery-landings", "Write an importer for each year; every year has a layout of its own.", client="plain")
def an_r_importer_for_each_year(s):
    for n, year in enumerate(range(2009, 2020)):
        s.write(f"R/import_{year}.R", f"read_{year} <- function(f) readr::read_fwf(f, readr::fwf_widths(c(8, {n + 4}, 3, {12 - n % 4})))\n")
        if year in (2012, 2016):
            s.bash(f"Rscript -e 'source(\"R/import_{year}.R\"); stopifnot(ncol(read_{year}(\"raw/{year}.txt\")) == 4)'", "Error: ncol(read_%d(\"raw/%d.txt\")) == 4 is not TRUE\nExecution halted" % (year, year), 1, ms=900)
            s.edit(f"R/import_{year}.R", "c(8, ", "c(9, ")
        s.bash(f"Rscript -e 'source(\"R/import_{year}.R\"); stopifnot(ncol(read_{year}(\"raw/{year}.txt\")) == 4)'", "", ms=950 + n * 10)


@healthy("twelfth:family", "denoise-gpu", "Find the fastest variant of the median kernel.", client="codex")
def kernel_variants_of_which_some_get_slower(s):
    for n, ms in enumerate([9.41, 7.02, 7.11, 5.6, 5.58, 5.61, 4.12, None, 4.13, 3.3, 3.31, 2.97]):
        s.write(f"kernels/median_v{n + 1}.cl", f"#define TILE {8 << n % 3}\n__kernel void median(__global const float* in, __global float* out) {{ /* variant {n + 1} */ }}\n")
        s.bash(f"./bench --kernel kernels/median_v{n + 1}.cl --image 4k.exr --runs 50", f"median_v{n + 1}: {ms:.2f} ms (min {ms - 0.05:.2f}), result identical" if ms else "clBuildProgram: CL_BUILD_PROGRAM_FAILURE\n<kernel>:1:14: error: local memory limit exceeded (65536)", 0 if ms else 1, ms=3100 + n * 22)


@healthy("twelfth:moved", "mill-post", "Make the new post-processor's output pass the controller's check.", client="claude")
def a_milling_program_that_is_accepted_further_down(s):
    words = ["G43.4 without tool offset", "unknown word 'R' in canned cycle", "unknown word 'Q' in canned cycle", "G81 without retract plane", "arc radius differs by more than 0.05", "arc radius differs by more than 0.05", "arc radius differs by more than 0.05", "M6 inside cutter compensation", "axis A not configured", "program end missing"]
    for n, word in enumerate(words):
        s.bash("python3 post.py housing.cls > housing.ngc && rs274 -g housing.ngc 2>&1 | tail -2", f"N{[40, 110, 110, 180, 420, 910, 1330, 1710, 2260, 2990][n]} error in file housing.ngc: {word}\n{[40, 110, 110, 180, 420, 910, 1330, 1710, 2260, 2990][n] * 3 + 12} lines interpreted", 0, ms=1400 + n * 30)
        s.edit("post.py", f"# rule {n}", f"# rule {n}: {word.split()[0]}\nRULES[{n}] = True")
    s.bash("python3 post.py housing.cls > housing.ngc && rs274 -g housing.ngc 2>&1 | tail -1", "9014 lines interpreted, no errors", ms=2900)


@healthy("twelfth:digits", "court-archive", "Restore the yearly archives to the new server, one after the other.", client="plain", codes=False)
def yearly_archives_restored_in_turn(s):
    for n, year in enumerate(range(2008, 2022)):
        s.bash(f"Invoke-Sqlcmd -ServerInstance ARC02 -QueryTimeout 0 -Verbose -Query \"RESTORE DATABASE Akten{year} FROM DISK='\\\\nas\\sql\\Akten{year}.bak' WITH RECOVERY\" 4>&1 | Select-Object -Last 1", f"VERBOSE: RESTORE DATABASE successfully processed {51200 + n * 3313} pages in {41 + n * 3}.{n * 97 % 1000:03} seconds ({97 + n % 5}.{n * 31 % 1000:03} MB/sec).", ms=44_000 + n * 3000)
    s.bash("Invoke-Sqlcmd -ServerInstance ARC02 -Query \"select count(*) n from sys.databases where name like 'Akten%' and state = 0\"", "\n n\n --\n 14\n", ms=700)


@healthy("twelfth:digits", "heat-meters", "Ask every meter on the bus whether its clock is right; the addresses are 1 to 18.", client="codex", times="none")
def meters_asked_by_their_bus_address(s):
    for n in range(1, 19):
        s.bash(f"mbpoll -m rtu -b 9600 -P even -a {n} -t 4 -r 41 -c 1 -1 /dev/ttyUSB0 | tail -2", "-- Polling slave %d...\n[41]: \t0" % n if n != 13 else "-- Polling slave 13...\nRead output (holding) register failed: Connection timed out", 0)
    s.bash("mbpoll -m rtu -b 9600 -P even -a 13 -t 4 -r 41 -c 1 -1 -o 3 /dev/ttyUSB0 | tail -2", "-- Polling slave 13...\n[41]: \t1")
    s.write("clocks.md", "All clocks are right but that of meter 13 (status 1).\n")


@stuck("twelfth:rejected", "vet-delphi", "Move the print button to the tool bar in MainForm.dfm.", client="claude")
def a_form_remembered_from_another_version(s):
    for n in range(20):
        if n == 6:
            s.stuck_here()
        if n % 5 == 3:
            s.grep(["BtnPrint", "object BtnPrint", "Print"][n // 5 % 3], "MainForm.dfm", "MainForm.dfm:212:    object BtnPrint: TcxButton")
            continue
        old = ["  object BtnPrint: TButton\n    Left = 24\n    Top = 410", "    object BtnPrint: TButton\n      Left = 24", "object BtnPrint: TSpeedButton\n    Left = 24\n    Top = 410", "  object BtnPrint: TButton\r\n    Left = 24\r\n    Top = 410"][n % 4]
        s.edit("MainForm.dfm", old, old.replace("object BtnPrint", "object ToolBar1: TToolBar\n      object BtnPrint"), rejected="missing")


@stuck("twelfth:same-edit", "drift-unreal", "Turn the motion blur off in the editor config; it keeps coming back.", client="plain", codes=False)
def an_ini_line_the_editor_writes_back(s):
    for n in range(8):
        if n == 3:
            s.stuck_here()
        s.edit("Saved/Config/WindowsEditor/GameUserSettings.ini", "sg.PostProcessQuality=3", "sg.PostProcessQuality=0")
        s.bash(["UnrealEditor-Cmd.exe Drift.uproject -run=ResavePackages -unattended -nosplash | Select-Object -Last 1", "UnrealEditor-Cmd.exe Drift.uproject -game -ExecCmds='quit' -unattended | Select-Object -Last 1"][n % 2], f"[2026.10.12-09.{n * 3:02}.{n * 17 % 60:02}:{n * 131 % 1000:03}][{n * 7 % 10}]LogExit: Exiting.", ms=31_000 + n * 700)
        s.bash(["Select-String PostProcessQuality Saved\\Config\\WindowsEditor\\GameUserSettings.ini", "Get-Content Saved\\Config\\WindowsEditor\\GameUserSettings.ini | Select-String PostProcess", "findstr PostProcessQuality Saved\\Config\\WindowsEditor\\GameUserSettings.ini"][n % 3], ["Saved\\Config\\WindowsEditor\\GameUserSettings.ini:44:sg.PostProcessQuality=3", "sg.PostProcessQuality=3", "sg.PostProcessQuality=3"][n % 3], ms=200)


@stuck("twelfth:family", "soil-report", "Knit the soil report from the field sheets.", client="codex")
def reports_up_to_v9_that_fail_alike(s):
    for n in range(1, 12):
        if n == 5:
            s.stuck_here()
        name = ["report_v%d.Rmd", "report_v%d_fixed.Rmd"][n % 3 == 0] % n
        s.write(name, f"---\ntitle: Soil {n}\noutput: {['html_document', 'pdf_document', 'word_document'][n % 3]}\n---\n\n```{{r}}\n{['library(readxl)', 'options(warn = -1)', 'suppressMessages(library(dplyr))'][n % 3]}\nd <- readxl::read_excel('field.xlsx', sheet = 'pH')\n```\n")
        s.bash(f"Rscript -e 'rmarkdown::render(\"{name}\")' 2>&1 | tail -4", f"Quitting from lines 7-{9 + n % 3} [unnamed-chunk-1] ({name})\nError in `readxl::read_excel()`:\n! Sheet 'pH' not found\nExecution halted", 0, ms=2800 + n * 61)


@stuck("twelfth:to-and-fro", "balance-bot", "Tune the balance controller in the simulation: at most 5 % overshoot and settled within a second.", client="codex")
def a_gain_between_sluggish_and_wild(s):
    for n in range(13):
        if n == 5:
            s.stuck_here()
        up = n % 2 == 0
        s.edit("config/balance.yaml", "kp: 18.0" if up else "kp: 24.0", "kp: 24.0" if up else "kp: 18.0")
        s.bash("ros2 launch balance_sim step_test.launch.py headless:=true 2>&1 | tail -2", f"[step_test-3] [INFO] [{1791800000 + n * 61}.{n * 7919 % 1000:03}] [step_test]: overshoot {'14.2' if up else '2.1'} %, settling {'0.71' if up else '1.84'} s\n[step_test-3] [ERROR] [{1791800000 + n * 61}.{n * 7919 % 1000 + 1:03}] [step_test]: FAILED: {'overshoot' if up else 'settling time'}", 0, ms=14_000 + n * 30)
