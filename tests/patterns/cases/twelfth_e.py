"""Evicted results, passing again, and waiting: sheets, prints, stores, Intune, build farms, mirrors; clean checks, dead prints, dead render nodes."""
from session import healthy, stuck

CLEARED = "[Old tool result content cleared]"


@healthy("twelfth:cleared", "harvest-books", "Carry the yields of all farms over from the old workbook to the summary.", client="claude")
def ranges_read_again_after_they_were_evicted(s):
    farms = ["Nord", "Süd", "Aue", "Berg", "Moor"]
    for n, farm in enumerate(farms):
        s.mcp("excel", "read_range", {"file": "ernte_alt.xlsx", "sheet": farm, "range": "A1:F40"}, CLEARED if n < 4 else {"values": [["Schlag", "Frucht", "dt/ha"], ["M1", "Weizen", 71.2]]}, ms=400)
    for n, farm in enumerate(farms[:4]):
        s.mcp("excel", "read_range", {"file": "ernte_alt.xlsx", "sheet": farm, "range": "A1:F40"}, CLEARED if n % 2 else {"values": [["Schlag", "Frucht", "dt/ha"], [f"{farm[0]}1", "Weizen", 64 + n * 1.7]]}, ms=410)
        if n % 2:
            s.mcp("excel", "read_range", {"file": "ernte_alt.xlsx", "sheet": farm, "range": "A1:F40"}, {"values": [["Schlag", "Frucht", "dt/ha"], [f"{farm[0]}1", "Gerste", 58 + n * 1.1]]}, ms=420)
        s.mcp("excel", "write_range", {"file": "ernte.xlsx", "sheet": "Summe", "range": f"A{n + 2}:C{n + 2}", "values": [[farm, "Weizen", 64 + n]]}, {"message": f"Data written to Summe!A{n + 2}:C{n + 2}"}, ms=380)
    s.mcp("excel", "write_range", {"file": "ernte.xlsx", "sheet": "Summe", "range": "A6:C6", "values": [["Moor", "Weizen", 71.2]]}, {"message": "Data written to Summe!A6:C6"})


@healthy("twelfth:waiting", "tram-android", "Tell me when the review of 4.2.0 on the internal track is done, then start the rollout.", client="plain", gap=120)
def a_play_review_until_it_is_through(s):
    for n in range(14):
        s.mcp("play-console", "get_release_status", {"packageName": "de.tram.app", "track": "production", "versionCode": 420}, {"versionCode": 420, "status": "IN_REVIEW" if n < 13 else "READY_TO_PUBLISH", "lastUpdateTime": "2026-10-12T08:11:02Z"})
    s.mcp("play-console", "publish_release", {"packageName": "de.tram.app", "track": "production", "versionCode": 420, "userFraction": 0.1}, {"status": "inProgress", "userFraction": 0.1})


@healthy("twelfth:waiting", "school-intune", "Push the exam profile to the laptops of 10b and tell me when all have it.", client="claude", gap=90)
def laptops_that_sync_in_their_own_time(s):
    s.bash("pwsh -NoProfile -File Assign-ExamProfile.ps1 -Group 10b", "Assignment created for group 10b (24 devices).", ms=4100)
    for n, done in enumerate([0, 0, 0, 3, 3, 9, 9, 9, 14, 18, 18, 22, 24]):
        s.bash("pwsh -NoProfile -c \"Get-MgDeviceManagementDeviceConfigurationDeviceStatus -DeviceConfigurationId $env:CFG -All | Group-Object Status -NoElement\"", f"\nCount Name\n----- ----\n{24 - done:5} pending\n{done:5} succeeded\n" if done < 24 else "\nCount Name\n----- ----\n   24 succeeded\n", ms=2300 + n * 41)


@healthy("twelfth:waiting", "prosthesis-cad", "Print the second socket and tell me when it is done.", client="codex", gap=300)
def a_print_watched_to_its_last_layer(s):
    s.bash("curl -s -H \"X-Api-Key: $K\" -X POST http://octopi.local/api/files/local/socket2.gcode -d '{\"command\":\"select\",\"print\":true}' -o /dev/null -w '%{http_code}\\n'", "204")
    for n in range(15):
        done = [0.3, 0.3, 2.1, 9.8, 17.2, 24.9, 33.0, 41.7, 50.2, 58.8, 67.1, 75.9, 84.0, 93.3, 100][n]
        s.bash("curl -s -H \"X-Api-Key: $K\" http://octopi.local/api/job | jq -c '[.state,.progress.completion]'", f"[\"{'Printing' if done < 100 else 'Operational'}\",{done}]")


@healthy("twelfth:waiting", "video-chip", "Wait for the place and route on the farm, then read the slack.", client="plain", codes=False, gap=240)
def a_fit_on_the_farm_until_done(s):
    for n in range(13):
        s.bash("bjobs -o 'jobid stat queue exec_host' -noheader 48213", f"48213 {'PEND' if n < 4 else 'RUN' if n < 12 else 'DONE'} fpga {'-' if n < 4 else 'farm17'}", ms=300)
    s.bash("grep -A2 'Worst-case setup slack' out/video.sta.summary", "Worst-case setup slack is 0.112\n    Slack  End Point TNS  Clock\n    0.112  0.000  clk_pix", ms=30)
    s.bash("cp out/video.sof release/video-1.3.sof && sha256sum release/video-1.3.sof | cut -c1-16", "9b1f33e0a27c51d4")


@healthy("twelfth:again", "synth-plugin", "Is the new oscillator really free of clicks? Render it often, the fault is rare.", client="claude", times="none")
def renders_searched_for_a_rare_click(s):
    for n in range(16):
        s.bash(f"./build/render --patch pad.json --seconds 120 --out /tmp/r{n}.wav && python3 tools/clicks.py /tmp/r{n}.wav", "rendered 120.00 s\n0 clicks" if n != 9 else "rendered 120.00 s\n1 click at 71.334 s", 0 if n != 9 else 1)
        if n == 9:
            s.edit("src/osc.cpp", "phase -= 1.0f;", "phase -= std::floor(phase);")
            s.bash("cmake --build build -j8 | tail -1", "[100%] Built target render")


@stuck("twelfth:again", "buck-board", "Is the board ready for manufacture? Run the design rule check.", client="codex")
def a_clean_board_checked_without_end(s):
    for n in range(22):
        if n == 6:
            s.stuck_here()
        if n % 6 == 5:
            s.write("notes/drc.md", f"# DRC\n\nRun {n + 1}: clean. Verify once more before the order.\n")
            continue
        s.bash(["kicad-cli pcb drc --exit-code-violations -o drc.rpt buck.kicad_pcb", "kicad-cli pcb drc --severity-all --exit-code-violations -o drc.rpt buck.kicad_pcb", "kicad-cli pcb drc --format json --exit-code-violations -o drc.json buck.kicad_pcb", "kicad-cli pcb drc --all-track-errors --exit-code-violations -o drc.rpt buck.kicad_pcb"][n % 4], f"Running DRC...\nFound 0 violations\nFound 0 unconnected items\nSaved DRC Report to drc.{'json' if n % 4 == 2 else 'rpt'}", ms=3100 + n * 21)


@stuck("twelfth:waiting", "bracket-print", "Print the bracket and tell me when it is done.", client="plain", gap=180)
def a_print_that_stopped_an_hour_ago(s):
    for n in range(3):
        s.bash("curl -s http://octopi.local/api/job | jq -c '[.state,.progress.completion]'", f"[\"Printing\",{11.2 + n * 6.4:.1f}]")
    for n in range(18):
        if n == 3:
            s.stuck_here()
        s.bash(["curl -s http://octopi.local/api/job | jq -c '[.state,.error,.progress.completion]'", "curl -s http://octopi.local/api/printer | jq -c '.error'", "sleep 120; curl -s http://octopi.local/api/connection | jq -c .current.state"][n % 3], ["[\"Offline after error\",\"Thermal Runaway, system stopped! Heater_ID: E0\",27.9]", "\"Printer is not operational\"", "\"Offline after error: Thermal Runaway, system stopped! Heater_ID: E0\""][n % 3], ms=120_500 if n % 3 == 2 else 240)
        if n % 6 == 5:
            s.say("The print is at 27.9 %. I will keep an eye on it.")


@stuck("twelfth:waiting", "short-film", "Render shot 12 and tell me when all the frames are there.", client="claude", gap=45)
def frames_counted_after_the_renderer_was_killed(s):
    s.bash("blender -b shot12.blend -a > render.log 2>&1 & echo $!", "30718", ms=300)
    s.bash("ls frames | wc -l; tail -1 render.log", "6\nFra:7 Mem:1912.40M (Peak 2210.88M) | Time:00:21.40 | Rendering 112 / 256 samples", ms=30)
    s.bash("kill 30718; tail -1 render.log", "Fra:8 Mem:1912.40M (Peak 2210.88M) | Time:00:02.11 | Rendering 14 / 256 samples", ms=30)
    for n in range(20):
        if n == 4:
            s.stuck_here()
        s.bash(["ls frames | wc -l", "tail -1 render.log", "sleep 60; ls frames/*.png | wc -l", "find frames -name '*.png' | wc -l", "sleep 90 && tail -n 2 render.log | tail -n 1"][n % 5], ["7", "Fra:8 Mem:1912.40M (Peak 2210.88M) | Time:00:02.11 | Rendering 14 / 256 samples", "7", "7", "Fra:8 Mem:1912.40M (Peak 2210.88M) | Time:00:02.11 | Rendering 14 / 256 samples"][n % 5], ms=[20, 20, 60_020, 30, 90_020][n % 5])


@stuck("twelfth:again", "opera-surtitles", "Translate act two of the surtitles into Danish.", client="claude")
def an_act_read_and_never_translated(s):
    act = "\n".join(f"{n:03} {t}" for n, t in enumerate(["Die Nacht ist lang.", "Wer ruft am Tor?", "Es ist der Wind.", "Nein, Herr, ein Bote."] * 6, 1))
    for n in range(23):
        if n == 6:
            s.stuck_here()
        if n % 5 == 3:
            s.look("surtitles/act1.da.txt", "001 Natten er lang.\n002 Hvem banker på?\n")
        elif n % 5 == 1:
            s.bash(["cat surtitles/act2.de.txt", "head -30 surtitles/act2.de.txt", "sed -n '1,24p' surtitles/act2.de.txt"][n // 5 % 3], act, ms=15)
        else:
            s.look("surtitles/act2.de.txt", act, first=1, count=[24, 40, 30][n % 3])
        if n % 4 == 2:
            s.think("I need the tone of the whole act before I start. I will read it again.")
