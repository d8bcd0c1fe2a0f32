"""Targets and their answers: switches, warehouse tables, wave dumps, Octave, calendars, Delphi, ACLs, VHDL, registers."""
from session import healthy, stuck


@healthy("twelfth:targets", "campus-net", "Put the new description on the uplink port of every access switch and save.", client="codex")
def uplinks_of_the_campus_described(s):
    s.bash("cat inventory/access.txt", "\n".join(f"sw-{b}-{f}" for b in ("lib", "phy", "chem", "admin") for f in range(1, 5)), ms=20)
    for n in range(16):
        name = f"sw-{('lib', 'phy', 'chem', 'admin')[n // 4]}-{n % 4 + 1}"
        s.bash(f"printf 'conf t\\nint Gi1/0/48\\n description UPLINK-DIST-{n // 4 + 1}\\nend\\nwr mem\\n' | ssh -tt netadmin@{name} 2>/dev/null | tail -2", "Building configuration...\n[OK]", ms=4100 + n * 57)
    s.bash("python3 tools/collect_descriptions.py inventory/access.txt | sort | uniq -c | sort -rn | head", "      4 UPLINK-DIST-4\n      4 UPLINK-DIST-3\n      4 UPLINK-DIST-2\n      4 UPLINK-DIST-1", ms=22_000)


@healthy("twelfth:targets", "grid-warehouse", "Check that no fact table has a NULL meter key before we add the constraint.", client="plain")
def null_meter_keys_in_every_fact_table(s):
    for n, table in enumerate("readings_15m readings_1h readings_1d outages tariffs_applied invoices_lines payments_lines swaps alarms events dispatch balancing losses forecasts corrections".split()):
        s.bash(f"snowsql -c prod -o friendly=false -o header=true -q \"select count(*) as n from grid.fact_{table} where meter_key is null\"", f"+---+\n| N |\n|---|\n| 0 |\n+---+\n1 Row(s) produced. Time Elapsed: {0.7 + n * 0.13:.3f}s", ms=1900 + n * 211)
    s.write("migrations/V88__meter_key_not_null.sql", "alter table grid.fact_readings_15m alter column meter_key set not null;\n")
    s.bash("snowsql -c staging -f migrations/V88__meter_key_not_null.sql -o friendly=false", "+----------------------------------+\n| status                           |\n|----------------------------------|\n| Statement executed successfully. |\n+----------------------------------+\n1 Row(s) produced. Time Elapsed: 0.412s", ms=1500)


@healthy("twelfth:paging", "uart-core", "Find out in the VCD dump in which cycle rx_valid goes wrong.", client="claude")
def a_wave_dump_read_cycle_after_cycle(s):
    s.bash("wc -l sim/uart.vcd && grep -n 'rx_valid' sim/uart.vcd", "14212 sim/uart.vcd\n31:$var wire 1 % rx_valid $end", ms=30)
    for n in range(14):
        first = 60 + n * 120
        s.look("sim/uart.vcd", "\n".join(f"#{(first + k) * 5}\n{k % 2}!\n{'1%' if n == 13 and k == 20 else '0%'}" for k in range(40)), first=first, count=120)
    s.look("rtl/uart_rx.v", "always @(posedge clk)\n  if (bit_cnt == 4'd9) rx_valid <= 1'b1;\n", first=44, count=2)
    s.edit("rtl/uart_rx.v", "bit_cnt == 4'd9", "bit_cnt == 4'd9 && sample_en")
    s.bash("make -C sim uart && ./sim/uart_tb", "VCD info: dumpfile uart.vcd opened for output.\nPASS: 256 bytes received, 0 mismatches\n$finish called at 1842000 (1ps)", ms=6100)


@healthy("twelfth:targets", "gait-study", "Recompute the joint angles for each subject; the script prints only its summary.", client="codex", times="none")
def joint_angles_subject_by_subject(s):
    for n in range(18):
        s.bash(f"octave-cli --quiet --eval \"run_subject('S{n + 1:02}')\"", "filtering ... done\nsegmenting ... done\n0 outliers, angles written" if n not in (6, 11) else f"filtering ... done\nsegmenting ... done\n{n - 4} outliers, angles written", ms=31_000 + n * 301)
    s.bash("ls out/angles | wc -l; octave-cli --quiet --eval 'group_summary'", "18\nknee flexion: mean 58.3 sd 6.1 (n = 18)\nhip flexion:  mean 31.9 sd 4.4 (n = 18)", ms=4200)


@healthy("twelfth:targets", "town-hall", "Which of the meeting rooms have no booking in the second week of August? We want to paint them.", client="claude")
def rooms_without_a_booking_in_august(s):
    rooms = "Linde Ahorn Buche Eiche Esche Ulme Birke Weide Erle Kiefer Tanne Eibe Hasel".split()
    for n, room in enumerate(rooms):
        busy = [{"id": f"ev{n * 77 + 1301}", "summary": "Bauausschuss", "start": "2026-08-11T17:00:00+02:00"}] if n in (3, 9) else []
        s.mcp("google-calendar", "list_events", {"calendarId": f"room-{room.lower()}@stadt.example", "timeMin": "2026-08-10T00:00:00Z", "timeMax": "2026-08-15T00:00:00Z"}, {"items": busy, "timeZone": "Europe/Berlin"}, ms=340 + n * 11)
    s.mcp("google-sheets", "update_cells", {"spreadsheet_id": "1pAint", "range": "Rooms!A2:B12", "values": [[r, "free"] for i, r in enumerate(rooms) if i not in (3, 9)]}, {"updatedRange": "Rooms!A2:B12", "updatedRows": 11, "updatedCells": 22})


@healthy("twelfth:targets", "dental-delphi", "Compile each unit by itself with the new compiler and note which ones break.", client="plain", codes=False)
def delphi_units_compiled_alone(s):
    units = "uPatient uRecall uChart uInvoice uXRayImport uPrinterSetup uKBVExport uBackup uUserRights uLabOrder uCalendar uSMSGate uTreatmentPlan uStatistics".split()
    for n, unit in enumerate(units):
        bad = n in (4, 9)
        s.bash(f"dcc32.exe -Q -B -NSSystem;Vcl;Data src\\{unit}.pas", "Embarcadero Delphi for Win32 compiler version 36.0\nCopyright (c) 1983,2024 Embarcadero Technologies, Inc.\n" + (f"src\\{unit}.pas({88 + n * 7}) Error: E2010 Incompatible types: 'AnsiChar' and 'Char'\nsrc\\{unit}.pas({190 + n}) Fatal: F2063 Could not compile used unit" if bad else f"{412 + n * 131} lines, {0.11 + n * 0.02:.2f} seconds, {20312 + n * 977} bytes code, {1104 + n * 13} bytes data."), rc=1 if bad else 0, ms=900 + n * 40)
    s.write("docs/compiler36.md", "# Units that break\n\n- uXRayImport: E2010, AnsiChar\n- uLabOrder: E2010, AnsiChar\n")


@stuck("twelfth:spelling", "print-share", "Why can the accountants not write to \\\\fs02\\belege?", client="plain")
def one_acl_in_every_dialect(s):
    acl = "BUILTIN\\Administrators:(OI)(CI)(F)\nACME\\GG_Buchhaltung:(OI)(CI)(RX)\nNT AUTHORITY\\SYSTEM:(OI)(CI)(F)"
    pretty = "FileSystemRights  AccessControlType IdentityReference\n----------------  ----------------- -----------------\n     FullControl              Allow BUILTIN\\Administrators\n  ReadAndExecute              Allow ACME\\GG_Buchhaltung\n     FullControl              Allow NT AUTHORITY\\SYSTEM"
    ways = [("icacls D:\\belege", "D:\\belege " + acl + "\n\nSuccessfully processed 1 files; Failed processing 0 files"),
            ("powershell -c \"(Get-Acl D:\\belege).Access | ft FileSystemRights,AccessControlType,IdentityReference\"", pretty),
            ("cacls D:\\belege", "D:\\belege " + acl.replace("(RX)", "R").replace("(F)", "F")),
            ("powershell -c \"Get-Acl D:\\belege | Format-List AccessToString\"", "AccessToString : BUILTIN\\Administrators Allow  FullControl\n                 ACME\\GG_Buchhaltung Allow  ReadAndExecute, Synchronize\n                 NT AUTHORITY\\SYSTEM Allow  FullControl"),
            ("icacls \"D:\\belege\" /T /C /Q | findstr Buchhaltung", "ACME\\GG_Buchhaltung:(OI)(CI)(RX)"),
            ("powershell -c \"Get-SmbShareAccess belege\"", "Name   ScopeName AccountName AccessControlType AccessRight\n----   --------- ----------- ----------------- -----------\nbelege *         Everyone    Allow             Full")]
    for n in range(24):
        if n == 8:
            s.stuck_here()
        command, output = ways[(n * 5 + n // 6) % 6]
        if n > 6:
            command = command.replace("D:\\belege", ["D:\\belege", "D:\\Belege\\", "D:/belege"][n % 3])
        s.bash(command, output, ms=180 + n * 9)
        if n % 7 == 6:
            s.say("Let me double check the effective permissions once more before I change anything.")


@stuck("twelfth:spelling", "radar-fpga", "Explain why the FIR entity overflows, and repair it.", client="claude")
def one_architecture_in_shifting_windows(s):
    code = ["architecture rtl of fir is", "  signal acc : signed(23 downto 0);", "  type taps_t is array (0 to 31) of signed(15 downto 0);", "begin", "  process (clk)", "  begin", "    if rising_edge(clk) then", "      acc <= resize(x * taps(0), 24) + acc;", "    end if;", "  end process;", "  y <= acc(23 downto 8);", "end architecture;"] * 6
    for n in range(22):
        if n == 7:
            s.stuck_here()
        first = [1, 10, 4, 20, 1, 30, 12, 25][n % 8]
        if n % 6 == 5:
            s.grep(["acc", "signal acc", "acc <="][n // 6 % 3], "src/fir.vhd", "src/fir.vhd:8:      acc <= resize(x * taps(0), 24) + acc;")
        else:
            s.look("src/fir.vhd", "\n".join(code[first - 1:first + 29]), first=first, count=30 + (n % 3) * 2)
        if n % 8 == 7:
            s.think("The accumulator width matters here. Let me look at the architecture again to be sure.")


@stuck("twelfth:spelling", "valve-imx", "The valve GPIO stays low. Find out why.", client="codex")
def one_register_read_by_every_tool(s):
    ways = [("devmem2 0x0209C000 w", "/dev/mem opened.\nMemory mapped at address 0x76f{:02x}000.\nValue at address 0x209C000 (0x76f{:02x}000): 0x0"), ("busybox devmem 0x0209C000 32", "0x00000000"), ("memtool md -l 0x0209C000+4", "0209c000: 00000000                                                   ...."),
            ("gpioget gpiochip0 5", "0"), ("cat /sys/class/gpio/gpio5/value", "0"), ("gpioinfo gpiochip0 | grep 'line   5'", "\tline   5:      unnamed       \"valve\"  output  active-high [used]"), ("grep gpio-5 /sys/kernel/debug/gpio", " gpio-5   (                    |valve               ) out lo")]
    for n in range(25):
        if n == 8:
            s.stuck_here()
        if n in (10, 17):
            s.edit("docs/valve.md", f"- checked {n - 7}", f"- checked {n}")
            continue
        command, output = ways[n * 3 % 7]
        prefix = ["ssh root@valve-07 ", "ssh root@valve-07 -- ", "ssh -q root@valve-07 "][n % 3]
        s.bash(prefix + f"'{command}'", output.replace("{:02x}", f"{n * 9 + 16:02x}"), ms=310 + n * 7)


@stuck("twelfth:spelling", "clinic-desk", "Find a free hour for Dr. Okafor and Ms. Lindqvist this Friday; they are both needed.", client="claude", times="none")
def one_full_friday_asked_of_every_calendar_tool(s):
    day = {"start": "2026-09-18T08:00:00Z", "end": "2026-09-18T17:00:00Z"}
    for n in range(22):
        if n == 7:
            s.stuck_here()
        if n % 4 == 0:
            s.mcp("outlook", "get_free_busy", {"schedules": ["okafor@clinic.example", "lindqvist@clinic.example"][::1 if n % 8 else -1], **day}, {"okafor@clinic.example": [{"status": "busy", "start": "08:00", "end": "12:30"}, {"status": "free", "start": "12:30", "end": "13:00"}, {"status": "busy", "start": "13:00", "end": "17:00"}], "lindqvist@clinic.example": [{"status": "oof", "start": "08:00", "end": "17:00"}]})
        elif n % 4 == 1:
            s.mcp("outlook", "find_meeting_times", {"attendees": ["okafor@clinic.example", "lindqvist@clinic.example"], "duration": ["PT1H", "PT60M"][n // 4 % 2], "timeConstraint": day}, {"emptySuggestionsReason": "attendeesUnavailable", "meetingTimeSuggestions": []})
        elif n % 4 == 2:
            s.mcp("outlook", "list_calendar_view", {"user": "lindqvist@clinic.example", "startDateTime": day["start"], "endDateTime": day["end"], "$top": 10 + n}, {"value": [{"subject": "Out of office", "showAs": "oof", "isAllDay": True}]})
        else:
            s.mcp("outlook", "search_events", {"query": ["Okafor Friday", "okafor 18 September", "Dr. Okafor 2026-09-18"][n // 4 % 3]}, {"value": [{"subject": "Surgery block", "start": "08:00"}, {"subject": "Ward round", "start": "13:00"}]})
