"""Mods halved, a tracker, a long capture, documentation, a mono-repo, boards, another host's shell, a notebook, rights, schemas, mobile builds."""
from session import healthy, run


@healthy("work:bisecting", "luanti-server", "With all 64 mods the server dies at start, without mods it runs. Find the mod or the mods; I suspect that it takes two together.", client="codex", gap=5)
def sixty_four_mods_halved_until_two_are_left(s):
    # Mods 23 and 50 together overflow: first the smallest end, then the largest beginning.
    start = "timeout 40 luantiserver --world worlds/hunt --port 30099 2>&1 | tail -3"

    def attempt(first, last):
        crash = first <= 23 and last >= 50
        s.bash(f"tools/modset.sh worlds/hunt {first}-{last}", f"worlds/hunt/world.mt: {last - first + 1} of 64 mods enabled")
        run(s, start, f"ERROR[Main]: ServerError: AsyncErr: Lua: finishGen(): stack overflow\nERROR[Main]: stack traceback:\nERROR[Main]:   [C]: in function 'register_on_generated'" if crash else f"ACTION[Main]: World at [worlds/hunt]\nACTION[Main]: Server for gameid=\"minetest\" listening on [::]:30099.\nACTION[Main]: Server: Shutting down", ms=9000 if crash else 40_200)
        return crash
    attempt(1, 64)
    low, high = 0, 64
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if attempt(1, middle) else (middle, high)
    first, beyond, last = 1, high + 1, high
    while beyond - first > 1:
        middle = (first + beyond) // 2
        first, beyond = (middle, beyond) if attempt(middle, last) else (first, middle)
    s.bash(f"sed -n '{first}p;{last}p' tools/mods.list", "cave_lights\nterrain_smooth")
    s.bash("tools/modset.sh worlds/hunt 23 50", "worlds/hunt/world.mt: 2 of 64 mods enabled")
    run(s, start, "ERROR[Main]: ServerError: AsyncErr: Lua: finishGen(): stack overflow\nERROR[Main]: stack traceback:\nERROR[Main]:   [C]: in function 'register_on_generated'", ms=8800)


@healthy("work:tracker", "platform-planning", "Every project of Q4 in Linear needs its lead and the target date from the table in leads.md. Read the project first; where there is a lead already leave it and tell me.", client="claude", gap=3)
def leads_and_dates_given_to_each_project(s):
    names = ["Tariff engine", "Meter swap", "Leak alarms", "Offline map", "Crew app", "Invoice archive", "Customer portal", "Valve twin", "Data lake exit", "Single sign-on", "Tank levels", "Print service", "Contract import", "Field photos"]
    people = ["Ines", "Tomasz", "Hala", "Jonas"]
    s.look("leads.md", "\n".join(f"| {name} | {people[n * 3 % 4]} | 2026-12-{4 + n:02} |" for n, name in enumerate(names)))
    for n, name in enumerate(names):
        taken = n in (5, 11)
        project = {"id": f"prj_{n * 7919 + 4099:06x}", "name": name, "state": "planned", "lead": {"name": "Aino"} if taken else None, "targetDate": None}
        s.mcp("linear", "get_project", {"query": name}, project, ms=480 + n * 13)
        if not taken:
            s.mcp("linear", "update_project", {"id": project["id"], "lead": people[n * 3 % 4], "targetDate": f"2026-12-{4 + n:02}"}, {"success": True}, ms=610)


@healthy("work:paging", "boiler-console", "console.cap is a serial capture of the night the boiler controller hung. Somewhere the kernel spoke, but the line noise garbles the words, so no grep finds it. Please read it all, 60 lines at a time, and list what is not the watchdog.", client="plain", gap=4)
def a_console_capture_of_equal_lines_read_to_its_end(s):
    s.bash("wc -l console.cap; grep -ciE 'oops|panic|bug:|error' console.cap", "1500 console.cap\n0", 1)
    odd = {5: "mmc0: car\x7f removed", 13: "Unab~e to hand1e kern\x1bl paging re_uest at 000000b4", 14: "[<c01a>] w1_ther\x7f_read+0x3c", 24: "U-Boot SPL 2023.04"}
    for page in range(25):
        lines = ["watchdog: kick", "w1: scan 3 slaves", "watchdog: kick"] * 20
        if page in odd:
            lines[page * 7 % 60] = odd[page]
        s.look("console.cap", "\n".join(lines), first=page * 60 + 1, count=60)
    s.write("notes/console.md", "- line 336: mmc0 card removed\n- line 812: paging request at 000000b4, next page: w1_therm_read+0x3c\n- line 1489: reboot (U-Boot)\n")


@healthy("work:documentation", "vec-lib", "CI will fail on Doxygen warnings from next week. Get them to zero, header by header, with comments that say something.", client="codex", gap=14)
def doxygen_warnings_written_away_header_by_header(s):
    texts = [("dot", "Sum of the products of the components.", "ab", "zero where a and b are orthogonal"), ("cross", "Right-handed cross product.", "ab", "a vector orthogonal to both, zero where they are parallel"),
             ("norm", "Euclidean length, without overflow for large components.", "a", "a length, never negative"), ("normalize", "Scales to length one.", "a", "the unit vector, or zero for the zero vector"),
             ("lerp", "Straight interpolation; t is not clamped.", "abt", "a at t = 0, b at t = 1"), ("slerp", "Interpolation along the great circle, both of length one.", "abt", "a unit vector"),
             ("project", "Part of a that lies along b.", "ab", "a multiple of b"), ("reject", "Part of a that is orthogonal to b.", "ab", "a minus its projection"),
             ("reflect", "Mirrors a at the plane with the unit normal b.", "ab", "a vector as long as a"), ("refract", "Bends a at a surface by Snell's law.", "abt", "zero at total reflection"),
             ("clamp", "Limits each component of a to b and t.", "abt", "a vector within the box"), ("distance", "Euclidean distance of two points.", "ab", "norm(a - b)"),
             ("angle_between", "Unsigned angle, stable near 0 and pi.", "ab", "radians from 0 to pi"), ("rotate", "Rotates a about the unit axis b by t radians.", "abt", "a vector as long as a")]
    functions = [name for name, *_ in texts]
    left = [61, 57, 55, 50, 47, 44, 39, 33, 28, 22, 19, 12, 5, 1, 0]
    last = "doxygen Doxyfile 2>&1 >/dev/null | tee /tmp/dox.log | tail -2; grep -c warning: /tmp/dox.log"

    def result(n):
        k = n % 14
        return (f"/home/dev/vec-lib/include/vec/{functions[k]}.hpp:{30 + k * 3}: warning: parameters of member vec::{functions[k]} are not documented\n/home/dev/vec-lib/include/vec/{functions[k]}.hpp:{30 + k * 3}: warning: return type of member vec::{functions[k]} is not documented\n" if left[n] else "") + str(left[n])
    s.bash(last, result(0), ms=7100)
    for n, (name, text, given, back) in enumerate(texts):
        which = {"a": "the vector", "b": "the other vector, see above", "t": "the amount, see above"}
        more = "/// @param b the second vector\n" if n == 3 else ""
        s.edit(f"include/vec/{name}.hpp", f"/// {name}\n", f"/// {text}\n" + "".join(f"/// @param {p} {which[p]}\n" for p in given) + more + f"/// @return {back}\n")
        if n == 3:
            s.bash(last, f"/home/dev/vec-lib/include/vec/normalize.hpp:33: warning: argument 'b' of command @param is not found in the argument list of vec::normalize(const V &a)\n/home/dev/vec-lib/include/vec/lerp.hpp:42: warning: parameters of member vec::lerp are not documented\n48", ms=7200)
            s.edit("include/vec/normalize.hpp", "/// @param b the second vector\n", "")
        s.bash(last, result(n + 1), 0 if left[n + 1] else 1, ms=7000 + n * 61)


@healthy("work:mono-repo", "shop-mono", "Move the packages to moduleResolution nodenext, one after the other, each type-checked before and after. The missing file extensions are known, mend them as you go.", client="claude")
def import_extensions_mended_package_by_package(s):
    for n, name in enumerate(["cart", "catalog", "checkout", "coupons", "emails", "feeds", "gifts", "images", "ledger", "orders", "prices", "returns", "search", "stock"]):
        check = f"pnpm --filter @shop/{name} exec tsc --noEmit; echo rc=$?"
        s.edit(f"packages/{name}/tsconfig.json", "\"moduleResolution\": \"node\"", "\"module\": \"nodenext\",\n    \"moduleResolution\": \"nodenext\"")
        s.bash(check, f"src/index.ts(1,23): error TS2835: Relative import paths need explicit file extensions in ECMAScript imports when '--moduleResolution' is 'node16' or 'nodenext'. Did you mean './types.js'?\nrc=2", ms=4100 + n * 57)
        s.edit(f"packages/{name}/src/index.ts", "from './types'", "from './types.js'")
        if n == 8:
            s.bash(check, "src/index.ts(4,20): error TS7016: Could not find a declaration file for module 'dinero'. 'node_modules/dinero/index.js' implicitly has an 'any' type.\nrc=2", ms=4200)
            s.bash("pnpm --filter @shop/ledger add -D @types/dinero", "devDependencies:\n+ @types/dinero 1.9.4\n\nDone in 3.1s", ms=3400)
        s.bash(check, "rc=0", ms=4300 + n * 41)


@healthy("work:embedded", "greenhouse-pi", "There should be sixteen SHT35 (0x44) behind the two multiplexers at 0x70 and 0x71. Open every channel alone, scan, and tell me where one is missing.", client="plain", times="at", gap=2)
def sixteen_channels_and_the_same_scan(s):
    def grid(sensor):
        rows = ["     0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f", "00:                         -- -- -- -- -- -- -- --"]
        for high in range(1, 7):
            cells = ["--"] * 16
            if high == 4 and sensor:
                cells[4] = "44"
            rows.append(f"{high}0: " + " ".join(cells))
        return "\n".join(rows + ["70: 70 71 -- -- -- -- -- --"])
    s.bash("i2cdetect -y 1", grid(False))
    for mux, other in ((0x70, 0x71), (0x71, 0x70)):
        s.bash(f"i2cset -y 1 {other:#x} 0x00 0x00", "")
        for channel in range(8):
            s.bash(f"i2cset -y 1 {mux:#x} 0x00 {1 << channel:#04x}", "")
            s.bash("i2cdetect -y 1", grid((mux, channel) not in ((0x70, 6), (0x71, 3))), ms=800)
    s.write("sensors.md", "Missing: mux 0x70 channel 6, mux 0x71 channel 3. The other fourteen answer at 0x44.\n")


@healthy("work:other-host", "tapectl", "Port tapectl to the AIX machine. It can only be built there (ssh aix72, sources to /build/tapectl); keep Linux working.", client="codex", gap=12)
def a_port_to_aix_built_over_ssh(s):
    there = "rsync -a --exclude .git ./ aix72:/build/tapectl/ && ssh aix72 'cd /build/tapectl && gmake >log 2>&1; rc=$?; tail -3 log; exit $rc'; echo rc=$?"
    steps = [("src/bytes.c", "#include <endian.h>", "#include \"compat/endian.h\"", "src/bytes.c:3:10: fatal error: endian.h: No such file or directory\ncompilation terminated."),
             ("compat/endian.h", "#define htobe32(x) bswap32(x)", "#define htobe32(x) (x)  /* POWER is big-endian */", "src/bytes.c:14:9: error: implicit declaration of function 'bswap32' [-Werror=implicit-function-declaration]\ncc1: all warnings being treated as errors"),
             ("src/net.c", "#include <sys/socket.h>", "#include <sys/socket.h>\n#ifndef MSG_NOSIGNAL\n#define MSG_NOSIGNAL 0\n#endif", "src/net.c:88:29: error: 'MSG_NOSIGNAL' undeclared (first use in this function)"),
             ("src/main.c", "#include <err.h>", "#include \"compat/err.h\"", "src/main.c:7:10: fatal error: err.h: No such file or directory\ncompilation terminated."),
             ("src/drive.c", "#include <sys/mtio.h>", "#ifdef _AIX\n#include <sys/tape.h>\n#else\n#include <sys/mtio.h>\n#endif", "src/drive.c:5:10: fatal error: sys/mtio.h: No such file or directory\ncompilation terminated."),
             ("src/drive.c", "#include <sys/tape.h>", "#include <sys/tape.h>\n#define MTIOCTOP STIOCTOP\n#define mtop stop\n#define mt_op st_op\n#define mt_count st_count", "src/drive.c:52:19: error: 'MTIOCTOP' undeclared (first use in this function); did you mean 'STIOCTOP'?"),
             ("src/drive.c", "#define mtop stop", "#define mtop stop\n#define MTREW STREW\n#define MTFSF STFSF\n#define MTWEOF STWEOF", "src/drive.c:61:16: error: 'MTREW' undeclared (first use in this function); did you mean 'STREW'?"),
             ("src/lock.c", "#include <sys/file.h>", "#include <sys/file.h>\n#ifdef _AIX\nint lock_file(int fd);\n#define flock(fd, how) lock_file(fd)\n#endif", "src/lock.c:19:7: error: implicit declaration of function 'flock' [-Werror=implicit-function-declaration]\ncc1: all warnings being treated as errors"),
             ("Makefile", "LDLIBS = -lpthread", "LDLIBS = -lpthread\nOBJS += compat/lock.o compat/strsep.o", "ld: 0711-317 ERROR: Undefined symbol: .strsep\ncollect2: error: ld returned 8 exit status"),
             ("compat/strsep.c", "char *strsep(char **s, const char *d)\n{\n", "char *strsep(char **s, const char *d)\n{\n    char *begin = *s;\n", "compat/strsep.c:4:10: error: 'begin' undeclared (first use in this function)"),
             ("Makefile", "LDFLAGS = -Wl,--as-needed", "LDFLAGS_Linux = -Wl,--as-needed\nLDFLAGS = $(LDFLAGS_$(shell uname -s))", "ld: 0706-012 The -- flag is not recognized.\ncollect2: error: ld returned 255 exit status")]
    new_files = {0: ("compat/endian.h", "#ifdef __linux__\n#include_next <endian.h>\n#else\n#define htobe32(x) bswap32(x)\n#endif\n"),
                 3: ("compat/err.h", "#include <stdio.h>\n#include <stdlib.h>\n#define errx(c, ...) do { fprintf(stderr, __VA_ARGS__); exit(c); } while (0)\n"),
                 7: ("compat/lock.c", "#include <fcntl.h>\nint lock_file(int fd)\n{\n    struct flock l = { .l_type = F_WRLCK };\n    return fcntl(fd, F_SETLKW, &l);\n}\n"),
                 8: ("compat/strsep.c", "#include <string.h>\nchar *strsep(char **s, const char *d)\n{\n    if (!begin) return 0;\n    *s += strcspn(*s, d);\n    if (**s) *(*s)++ = 0; else *s = 0;\n    return begin;\n}\n")}
    s.bash("ssh aix72 'uname -a; gcc --version | head -1; gmake --version | head -1'", "AIX aix72 2 7 00F9C1E24C00\ngcc (GCC) 10.3.0\nGNU Make 4.3", ms=1800)
    for n, (file, old, new, error) in enumerate(steps):
        s.bash(there, error + f"\ngmake: *** [Makefile:{24 if 'ld:' not in error else 31}: {'tapectl' if 'ld:' in error else file.replace('.c', '.o') if file != 'compat/endian.h' else 'src/bytes.o'}] Error 1\nrc=2", ms=15_000 + n * 2200)
        if n in new_files:
            s.write(*new_files[n])
        s.edit(file, old, new)
    s.bash(there, "gcc -o tapectl src/*.o compat/*.o -lpthread\nrc=0", ms=41_000)
    s.bash("ssh aix72 'cd /build/tapectl && ./tapectl -f /dev/rmt0 status'; echo rc=$?", "drive: IBM ULT3580-HH8  state: ready, at file 0\nrc=0", ms=2900)
    s.bash("make clean >/dev/null && make -j8 2>&1 | tail -1 && ./tests/run.sh | tail -1", "31 passed, 0 failed", ms=12_000)


@healthy("work:notebook", "heat-demand", "I inherited heat.ipynb. Run it from the top, cell by cell, in the open kernel, and mend what no longer works with pandas 2. Do not skip cells.", client="claude", gap=3)
def inherited_cells_executed_from_the_top(s):
    nothing = "[No output generated]"
    outputs = [nothing, nothing, nothing, "(87648, 14)", nothing, nothing, nothing, None, nothing, "station      object\nts           object\ndemand_kw   float64\ndtype: object", nothing, nothing, nothing, "<Figure size 1200x400 with 1 Axes>", nothing, None, nothing, nothing, nothing, "R2 0.81  MAE 14.2 kW", nothing, nothing, "<Figure size 1200x400 with 2 Axes>", nothing, nothing, "wrote out/forecast.parquet"]
    broken = {7: ("AttributeError: 'DataFrame' object has no attribute 'append'", "df = df.append(extra)", "df = pd.concat([df, extra])"),
              15: ("TypeError: NDFrame.fillna() got an unexpected keyword argument 'downcast_to'", "x = x.fillna(0, downcast_to='int')", "x = x.fillna(0).astype('int64')")}
    for n, output in enumerate(outputs):
        if output is None:
            error, old, new = broken[n]
            s.mcp("jupyter", "execute_cell", {"cell_index": n, "timeout": 120}, f"[ERROR]\n----> 1 {old}\n{error}", ms=700)
            s.mcp("jupyter", "read_cell", {"cell_index": n}, {"index": n, "type": "code", "source": old}, ms=60)
            s.mcp("jupyter", "overwrite_cell_source", {"cell_index": n, "cell_source": new}, f"Cell {n} overwritten.\n```diff\n-{old}\n+{new}\n```", ms=90)
        s.mcp("jupyter", "execute_cell", {"cell_index": n, "timeout": 120}, output or nothing, ms=400 + n * 311 % 4000)


@healthy("work:audit", "host-rights", "For the auditor: which sudo rights has the account deploy on each of the hosts in hosts.txt? Ask every host itself, the wiki is out of date.", client="codex", times="none")
def sudo_rights_asked_of_each_host(s):
    hosts = [f"web{n:02}" for n in range(1, 9)] + [f"db{n}" for n in range(1, 5)] + ["mail1", "mail2", "dns1", "dns2", "build1", "build2", "files1", "jump1", "log1", "mon1"]
    s.bash("wc -l < hosts.txt", "22")
    allowed = {"web03": "(root) NOPASSWD: /usr/bin/systemctl reload nginx", "build1": "(ALL) NOPASSWD: ALL", "build2": "(root) NOPASSWD: /usr/bin/docker", "log1": "(root) NOPASSWD: /usr/bin/journalctl"}
    for host in hosts:
        if host in allowed:
            s.bash(f"ssh audit@{host} sudo -l -U deploy; echo rc=$?", f"Matching Defaults entries for deploy on {host}:\n    env_reset, mail_badpass, use_pty\n\nUser deploy may run the following commands on {host}:\n    {allowed[host]}\nrc=0", ms=900)
        else:
            s.bash(f"ssh audit@{host} sudo -l -U deploy; echo rc=$?", f"User deploy is not allowed to run sudo on {host}.\nrc=0", ms=840)
    s.write("audit/deploy-sudo.md", "Rights on web03 (reload nginx), build1 (everything, remove), build2 (docker, as good as root), log1 (journalctl). None on the other 18.\n")


@healthy("work:migration", "event-schemas", "Register the new versions of all event schemas with the registry. First ask for compatibility each time, never register one that is incompatible.", client="claude", gap=3)
def subjects_asked_and_registered_in_turn(s):
    base = "http://registry.int:8081"
    for n, name in enumerate(["order-placed", "order-paid", "order-packed", "order-shipped", "order-returned", "cart-filled", "cart-left", "user-joined", "user-left", "price-changed", "stock-counted", "stock-moved", "coupon-used", "review-written"]):
        ask = f"jq -Rs '{{schema: .}}' avro/{name}.avsc | curl -s -H 'Content-Type: application/vnd.schemaregistry.v1+json' -d @- '{base}/compatibility/subjects/{name}-value/versions/latest?verbose=true'"
        if n in (4, 11):
            s.bash(ask, f"{{\"is_compatible\":false,\"messages\":[\"{{errorType:'READER_FIELD_MISSING_DEFAULT_VALUE', description:'The field 'reason' at path '/fields/{n}' in the new schema has no default value and is missing in the old schema'}}\"]}}")
            s.look(f"avro/{name}.avsc", "    {\"name\": \"reason\", \"type\": [\"null\", \"string\"]}", first=24, count=1)
            s.edit(f"avro/{name}.avsc", "{\"name\": \"reason\", \"type\": [\"null\", \"string\"]}", "{\"name\": \"reason\", \"type\": [\"null\", \"string\"], \"default\": null}")
        s.bash(ask, "{\"is_compatible\":true,\"messages\":[]}")
        s.bash(f"jq -Rs '{{schema: .}}' avro/{name}.avsc | curl -s -H 'Content-Type: application/vnd.schemaregistry.v1+json' -d @- {base}/subjects/{name}-value/versions", f"{{\"id\":{412 + n}}}")


@healthy("work:mobile", "club-app", "Build the release of every white-label flavour and verify the signature of each apk. The deprecation notice in every build is known.", client="plain", gap=3)
def white_label_flavours_built_and_verified(s):
    for n, flavour in enumerate(["Anchor", "Bison", "Comet", "Delta", "Eagle", "Falcon", "Glacier", "Harbor", "Iris", "Jaguar", "Kestrel", "Lion", "Mosel", "Nordic", "Orion"]):
        build = f"./gradlew -q :app:assemble{flavour}Release; echo rc=$?"
        known = "warning: [options] source value 8 is obsolete and will be removed in a future release\nNote: Some input files use or override a deprecated API.\nNote: Recompile with -Xlint:deprecation for details.\n"
        if flavour == "Glacier":
            s.bash(build, known + "FAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:processGlacierReleaseGoogleServices'.\n> File google-services.json is missing. The Google Services Plugin cannot function without it.\nrc=1", ms=61_000)
            s.bash("git log --oneline --diff-filter=D -- app/src/glacier/google-services.json", "e03b771 Tidy the flavour folders")
            s.bash("git checkout e03b771^ -- app/src/glacier/google-services.json && git status --short", "A  app/src/glacier/google-services.json")
        s.bash(build, known + "rc=0", ms=118_000 + n * 2417 % 30_000)
        s.bash(f"apksigner verify app/build/outputs/apk/{flavour.lower()}/release/app-{flavour.lower()}-release.apk; echo rc=$?", "rc=0", ms=1900)
