"""Rejected calls, agents in a circle and the rest: sound and mix, calendars, debuggers, climate runs, Subversion; slides, clauses, Junos, formulas, casts."""
import datetime

from session import healthy, stuck


@healthy("twelfth:agents", "radio-play", "Have the sound designer and the mixer finish the seven cues of the first scene.", client="claude")
def cues_between_the_designer_and_the_mixer(s):
    cues = [("rain on tin", "Accepted, -23 LUFS."), ("door, heavy", "The tail is cut at 1.2 s. Please lengthen it."), ("door, heavy", "Accepted now, the tail is complete."), ("tram passing", "Too bright above 6 kHz, masks the dialogue."), ("tram passing", "Better; but the left channel clips at 0:04."), ("tram passing", "Accepted."), ("kettle", "Accepted, -23 LUFS."), ("steps on gravel", "Accepted."), ("radio, far", "Band-pass it, it sounds like the same room."), ("radio, far", "Accepted.")]
    for n, (cue, verdict) in enumerate(cues):
        s.task("sound-designer", f"Cue: {cue}." + (f" The mixer says: {cues[n - 1][1]}" if n and cues[n - 1][0] == cue else ""), f"cues/{cue.split(',')[0].replace(' ', '_')}_{n + 1}.wav is written.")
        s.task("mixer", f"Judge the cue '{cue}' in the scene, file number {n + 1}.", verdict)


@healthy("twelfth:rejected-calls", "parish-office", "Enter the autumn services into the calendar.", client="plain", times="none")
def a_calendar_learned_by_its_refusals(s):
    base = {"calendarId": "gottesdienste@parish.example", "summary": "Gottesdienst"}
    s.mcp("calendar", "create_event", {**base, "start": "2026-09-06 10:00"}, "MCP error -32602: Invalid arguments for tool create_event: start: expected object, received string", ok=False)
    s.mcp("calendar", "create_event", {**base, "start": {"dateTime": "2026-09-06 10:00"}}, "MCP error -32602: Invalid arguments for tool create_event: end: Required", ok=False)
    s.mcp("calendar", "create_event", {**base, "start": {"dateTime": "2026-09-06 10:00"}, "end": {"dateTime": "2026-09-06 11:00"}}, "Error 400: Invalid value for: Invalid format: \"2026-09-06 10:00\" is malformed at \" 10:00\"", ok=False)
    s.mcp("calendar", "create_event", {**base, "start": {"dateTime": "2026-09-06T10:00:00"}, "end": {"dateTime": "2026-09-06T11:00:00"}}, "Error 400: Missing time zone definition for start time.", ok=False)
    for n in range(12):
        day = (datetime.date(2026, 9, 6) + datetime.timedelta(weeks=n)).isoformat()
        s.mcp("calendar", "create_event", {**base, "start": {"dateTime": f"{day}T10:00:00+02:00"}, "end": {"dateTime": f"{day}T11:00:00+02:00"}}, {"status": "confirmed", "id": f"{n * 104729 + 977:07x}", "summary": "Gottesdienst"})


@healthy("twelfth:targets", "inverter-fw", "The inverter trips at start. Find where the current offset goes wrong.", client="codex")
def an_offset_followed_breakpoint_by_breakpoint(s):
    for n, place in enumerate("adc_init dma_start offset_begin offset_sum offset_end scale_set pwm_arm loop_enter clarke park pi_d pi_q".split()):
        s.bash(f"arm-none-eabi-gdb -q -batch -ex 'target extended-remote :3333' -ex 'monitor reset halt' -ex 'tb {place}' -ex c -ex 'p ioff_a' build/inverter.elf 2>/dev/null | tail -2", f"Temporary breakpoint 1, {place} () at src/start.c:{61 + n * 14}\n$1 = {2048 if n < 5 else 1024 if n == 5 else 1024}", ms=2900 + n * 41)
    s.bash("sed -n '128,134p' src/start.c", "  /* average of 16 samples */\n  ioff_a = sum_a >> 5;\n")
    s.edit("src/start.c", "sum_a >> 5", "sum_a >> 4")
    s.bash("make -s flash && python3 tools/spin.py --seconds 5", "** Verified OK **\nspin: 5.0 s, 0 trips", ms=19_000)


@healthy("twelfth:moved", "fjord-model", "Find a time step with which the spin-up runs through all 30 days.", client="codex")
def a_spin_up_that_blows_up_later_each_time(s):
    for n, (dt, day) in enumerate([(120, 1.4), (90, 2.9), (60, 6.1), (60, 6.3), (45, 9.8), (45, 14.2), (40, 14.9), (30, 21.7), (30, 26.3), (25, 30)]):
        s.edit("ocean.in", f"DT == {[150, 120, 90, 60, 60, 45, 45, 40, 30, 30][n]}.0d0" if n not in (3, 5, 8) else f"VISC2 == {n}.0d0", f"DT == {dt}.0d0" if n not in (3, 5, 8) else f"VISC2 == {n + 4}.0d0")
        s.bash("mpirun -np 16 ./romsM ocean.in > roms.log; grep -E 'Blowing-up|DONE' roms.log; tail -40 roms.log | grep -m1 DAY", f" Blowing-up: Saving latest model state into  RESTART file\n REASON: KE is NaN\n DAY = {day:.4f}" if day < 30 else " ROMS/TOMS: DONE... Monday - October 12, 2026\n DAY = 30.0000", 0, ms=240_000 + n * 31_000)


@healthy("twelfth:targets", "tax-svn", "Merge the reviewed revisions from the branch to the trunk, one by one, with a build after each.", client="plain")
def revisions_merged_one_by_one(s):
    for n, rev in enumerate([40112, 40117, 40118, 40125, 40131, 40140, 40152, 40153, 40166]):
        s.bash(f"svn merge -q -c {rev} ^/branches/2026.2 .", "", ms=2100 + n * 20)
        s.bash("msbuild Tax.sln -m -v:q -nologo", "" if n != 5 else "Forms\\Annex.vb(311): error BC30451: 'RateOld' is not declared. It may be inaccessible due to its protection level.", 1 if n == 5 else 0, ms=51_000 + n * 700)
        if n == 5:
            s.edit("Forms/Annex.vb", "RateOld", "RateUntil(2025)")
            s.bash("msbuild Tax.sln -m -v:q -nologo", "", ms=52_000)
        s.bash(f"svn commit -q -m 'Merge r{rev} from 2026.2'", "", ms=3300 + n * 11)


@stuck("twelfth:rejected-calls", "board-slides", "Put the quarterly figures onto slide 4.", client="claude")
def a_slide_call_with_a_string_for_an_array(s):
    for n in range(20):
        if n == 5:
            s.stuck_here()
        if n % 6 == 4:
            s.mcp("slides", "get_page", {"presentationId": "1qXb", "pageObjectId": "p4"}, {"objectId": "p4", "pageElements": [{"objectId": "t1", "table": {"rows": 5, "columns": 3}}]})
            continue
        requests = [{"insertText": {"objectId": "t1", "cellLocation": {"rowIndex": 1, "columnIndex": 1}, "text": ["4.1", "4,1", "4.1 M"][n % 3]}}]
        s.mcp("slides", "batch_update", {"presentationId": "1qXb", "requests": [str(requests), "[" + str(requests[0]) + "]", str(requests).replace("'", "\"")][n % 3]}, "MCP error -32602: Input validation error: Invalid arguments for tool batch_update: [\n  {\n    \"code\": \"invalid_type\",\n    \"expected\": \"array\",\n    \"received\": \"string\",\n    \"path\": [\n      \"requests\"\n    ],\n    \"message\": \"Expected array, received string\"\n  }\n]", ok=False, ms=12)


@stuck("twelfth:agents", "lease-translation", "Have the lease translated into Polish and cleared by the lawyer.", client="claude", times="none")
def a_clause_that_lawyer_and_translator_hand_back(s):
    for n in range(11):
        if n == 3:
            s.stuck_here()
        s.task("translator", ["Please settle clause 9 (Kaution).", "The lawyer has sent clause 9 back. Please settle the wording.", "Clause 9 again: please bring it into its final form."][n % 3], ["I cannot choose between 'kaucja' and 'zabezpieczenie' without the lawyer's decision. Clause 9 is left as it is.", "The lawyer has to decide on the term for 'Kaution'; clause 9 is unchanged."][n % 2])
        s.task("lawyer", ["The translator asks for your decision on clause 9.", "Please decide on the term for Kaution in clause 9.", "Clause 9: the translator waits for you."][n % 3], ["I do not decide on terms before there is a translation. Back to the translator.", "Terminology is for the translator to decide. I review clause 9 as soon as it is translated."][n % 2])


@stuck("twelfth:same-error", "isp-junos", "Add the new customer VRF to the edge router.", client="plain")
def a_commit_check_that_never_passes(s):
    lines = ["set routing-instances CUST-88 vrf-target target:65010:88", "set routing-instances CUST-88 interface ge-0/0/4.88", "delete routing-instances CUST-88 protocols bgp group CE", "set routing-instances CUST-88 vrf-table-label", "set routing-instances CUST-88 instance-type vrf", "set interfaces ge-0/0/4 unit 88 vlan-id 88"]
    for n in range(23):
        if n == 7:
            s.stuck_here()
        if n % 5 == 3:
            s.bash("ssh edge3 'show configuration routing-instances CUST-88 | display set'", "set routing-instances CUST-88 instance-type vrf\nset routing-instances CUST-88 interface ge-0/0/4.88", ms=900)
        elif n % 5 == 1:
            s.edit("edge3/cust88.set", f"# rev {n}", f"{lines[n % 6]}\n# rev {n + 5}")
        else:
            s.bash(["ssh edge3 < edge3/push.cli", "python3 push.py edge3 edge3/cust88.set --check", "python3 push.py edge3 edge3/cust88.set --confirmed 5"][n % 3], "[edit routing-instances CUST-88]\n  'interface ge-0/0/4.88'\n    RT Instance: Interface ge-0/0/4.88 already configured under instance CUST-41\nerror: configuration check-out failed: (statements constraint check failed)", 1, ms=6100 + n * 37)


@stuck("twelfth:same-error", "theatre-budget", "The total on the sheet 'Gesamt' shows an error. Repair it.", client="claude")
def a_ref_error_in_every_formula(s):
    formulas = ["=SUM(Bau!C2:C40)", "=SUMIF(Bau!A2:A40,\"*\",Bau!C2:C40)", "=SUMPRODUCT(Bau!C2:C40)", "=QUERY(Bau!A2:C40,\"select sum(C)\")", "=SUM(INDIRECT(\"Bau!C2:C40\"))", "=SUBTOTAL(9,Bau!C2:C40)", "=ARRAYFORMULA(SUM(Bau!C2:C40))"]
    for n in range(13):
        if n == 5:
            s.stuck_here()
        s.mcp("google-sheets", "update_cells", {"spreadsheet_id": "1bUdG", "range": "Gesamt!B12", "values": [[formulas[n * 3 % 7]]], "valueInputOption": "USER_ENTERED"}, {"updatedRange": "Gesamt!B12", "updatedCells": 1})
        s.mcp("google-sheets", "get_values", {"spreadsheet_id": "1bUdG", "range": ["Gesamt!B12", "Gesamt!B12:B12"][n % 2]}, {"range": "Gesamt!B12", "values": [["#REF!"]]})


@stuck("twelfth:same-error", "tram-redshift", "Load the ticket counts into the mart.", client="codex")
def a_value_no_cast_makes_numeric(s):
    casts = ["count::int", "nullif(count, '')::int", "trim(count)::numeric", "cast(count as decimal(10,0))", "regexp_replace(count, ' ', '')::int", "coalesce(count, '0')::int", "convert(integer, count)"]
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.edit("models/ticket_counts.sql", casts[(n - 1) * 2 % 7], casts[n * 2 % 7])
        s.bash(["dbt run -s ticket_counts 2>&1 | tail -4", "dbt run --select ticket_counts --full-refresh 2>&1 | tail -4", "dbt build -s ticket_counts 2>&1 | tail -4"][n % 3], f"08:{n * 2:02}:{n * 17 % 60:02}    Database Error in model ticket_counts (models/ticket_counts.sql)\n  Invalid digit, Value 'k', Pos 2, Type: Long\n  compiled code at target/run/tram/models/ticket_counts.sql\n08:{n * 2:02}:{n * 17 % 60:02}  Done. PASS=0 WARN=0 ERROR=1 SKIP=0 TOTAL=1", 0, ms=7100 + n * 130)
