"""What was cleared is read again; what passes is run again, with a reason and without one."""
from session import healthy, stuck


@healthy("eleventh:again", "tax-openapi", "Write the client for the tax API from its six spec files.", client="claude")
def specs_reread_after_the_client_cleared_them(s):
    specs = ["rates", "returns", "periods", "filings", "payments", "notices"]
    for n, spec in enumerate(specs):
        s.look(f"spec/{spec}.yaml", f"paths:\n  /{spec}:\n    get: {{operationId: list{spec.title()}}}\n    post: {{operationId: create{spec.title()}}}\n")
    s.other("Read", {"file_path": "/home/dev/tax-openapi/src/http.ts"}, "[Old tool result content cleared]")
    s.say("The earlier results are gone from my context; I read the specs again, one for each client file.")
    for n, spec in enumerate(specs):
        s.look(f"spec/{spec}.yaml", f"paths:\n  /{spec}:\n    get: {{operationId: list{spec.title()}}}\n    post: {{operationId: create{spec.title()}}}\n")
        s.write(f"src/{spec}.ts", f"export const list{spec.title()} = (http: Http) => http.get('/{spec}')\nexport const create{spec.title()} = (http: Http, body: unknown) => http.post('/{spec}', body)\n")
    s.bash("npx tsc --noEmit", "", ms=3900)


@healthy("eleventh:again", "chat-go", "TestReconnect failed once in CI. Is it fixed by my last commit? Run it with the race detector often enough.", client="codex")
def a_reconnect_test_raced_sixteen_times(s):
    for n in range(16):
        s.bash(f"go test -race -count=1 -run TestReconnect ./ws -timeout 60s{['', ' -cpu 2', ' -cpu 8'][n % 3]}", f"ok  \tchat-go/ws\t{7 + n * 3 % 4}.{n * 137 % 1000:03}s", ms=9000 + n * 211)
    s.say("Sixteen of sixteen pass, with 2 and 8 procs as well; the failure was the missing lock.")


@healthy("eleventh:again", "codec-c", "Which of the three entropy coders is the fastest on our machine? Take enough samples, it is noisy.", client="codex")
def three_coders_timed_six_times_each(s):
    base = {"huff": 412, "rans": 377, "fse": 381}
    for n in range(18):
        coder = ["huff", "rans", "fse"][n % 3]
        s.bash(f"./bench --coder {coder} --file silesia.tar", f"{coder}: 211957760 -> {70_112_004 + base[coder]} bytes, encode {base[coder] + n * 7 % 9}.{n % 10} MB/s, decode {base[coder] * 2 - n * 5 % 11}.{n * 3 % 10} MB/s", ms=21_000 + n * 300)
    s.write("RESULT.md", "rANS 381 MB/s, FSE 384 MB/s, Huffman 415 MB/s (median of six): Huffman.\n")


@healthy("eleventh:again", "printer-fw", "Let the printer simulator run the long job after each power-cut test; all twelve cut points.", client="claude", gap=5)
def a_job_resumed_after_a_cut_at_each_point(s):
    for n in range(12):
        s.bash(f"./sim --job vase.gcode --cut-at {n * 8 + 4}% --resume", f"power cut at layer {n * 19 + 9}/231\nresume from checkpoint {n * 19 + 8}\njob complete, 0 layers lost\nPASS", ms=48_000 + n * 991)
    s.bash("git diff --stat", " src/checkpoint.c | 14 +++++++++-----\n 1 file changed, 9 insertions(+), 5 deletions(-)")
    s.bash("git commit -qam 'Write checkpoints atomically' && git log --oneline -1", "4be17aa Write checkpoints atomically")


@stuck("eleventh:again", "loyalty-maven", "Rename Points to LoyaltyPoints everywhere.", client="claude")
def a_finished_rename_verified_over_and_over(s):
    s.bash("grep -rlw Points src | xargs sed -i 's/\\bPoints\\b/LoyaltyPoints/g' && git mv src/main/java/Points.java src/main/java/LoyaltyPoints.java", "")
    for n in range(30):
        if n == 13:
            s.stuck_here()
        kind = n % 3
        if kind == 0:
            s.bash(["mvn -q verify", "mvn -q -o verify", "mvn -q clean verify"][n // 3 % 3], "", ms=41_000 + n * 613)
        elif kind == 1:
            s.bash(["grep -rw Points src", "grep -rnw 'Points' src/", "git grep -w Points"][n // 3 % 3], "", 1)
        else:
            s.bash(["git status -s", "git status --short", "git diff --cached --stat | tail -1"][n // 3 % 3], ["R  src/main/java/Points.java -> src/main/java/LoyaltyPoints.java\n M src/main/java/Basket.java", "R  src/main/java/Points.java -> src/main/java/LoyaltyPoints.java\n M src/main/java/Basket.java", " 1 file changed, 0 insertions(+), 0 deletions(-)"][n // 3 % 3])
        if n in (11, 17, 23):
            s.say("Everything is green. Let me verify it once more to be sure.")


@stuck("eleventh:again", "wishlist-rails", "Are all migrations applied on staging?", client="plain")
def migrations_that_have_been_up_since_the_first_look(s):
    status = "database: wishlist_staging\n\n Status   Migration ID    Migration Name\n--------------------------------------------------\n   up     20260811090211  Create wishes\n   up     20260902141500  Add sharing"
    looks = [("bin/rails db:migrate:status RAILS_ENV=staging", status), ("RAILS_ENV=staging bin/rails db:migrate", ""), ("RAILS_ENV=staging bin/rails db:abort_if_pending_migrations", ""), ("RAILS_ENV=staging bin/rails db:version", "database: wishlist_staging\nCurrent version: 20260902141500"), ("RAILS_ENV=staging bin/rails runner 'p ActiveRecord::Base.connection_pool.migration_context.needs_migration?'", "false")]
    for n in range(28):
        if n == 12:
            s.stuck_here()
        command, answer = looks[(n + n // 5) % 5]
        s.bash(command, answer, ms=2900 + n * 53)
        if n % 9 == 8:
            s.say("All migrations are up. I double-check before I report.")


@stuck("eleventh:again", "regex-bench", "Does the new matcher beat the old one? One number is enough.", client="codex")
def a_speed_up_measured_long_after_it_was_known(s):
    s.bash("git stash -q && cargo bench -q old 2>&1 | grep time; git stash pop -q", "match/old            time:   [88.102 µs 88.411 µs 88.790 µs]", ms=31_000)
    for n in range(31):
        if n == 15:
            s.stuck_here()
        if n % 8 == 7:
            s.bash(["git diff --stat", "uptime"][n // 8 % 2], [" src/matcher.rs | 31 +++++++++++--------", f" 10:{n + 10}:02 up 3 days,  1 user,  load average: 0.1{n % 10}, 0.10, 0.08"][n // 8 % 2])
        else:
            s.bash(["cargo bench -q matcher", "cargo bench --bench match -- --noplot", "cargo bench -q 2>&1 | grep time", "taskset -c 2 cargo bench -q matcher"][n % 4], f"match/new            time:   [41.{n * 37 % 90 + 10} µs 42.{n * 11 % 90 + 10} µs 42.{n * 7 % 9 + 91} µs]", ms=29_000 + n * 177)


@stuck("eleventh:again", "greenhouse-py", "Make `import greenhouse` work in the venv, then stop.", client="plain", codes=False)
def an_import_that_works_tried_and_tried(s):
    s.bash("pip install -q -e .", "", ms=8100)
    looks = [("python -c 'import greenhouse'", ""), ("python -c 'import greenhouse; print(\"ok\")'", "ok"), ("pip show greenhouse | head -2", "Name: greenhouse\nVersion: 0.4.1"), ("python -c 'import greenhouse; print(greenhouse.__version__)'", "0.4.1"), ("pip check", "No broken requirements found."), ("python -c 'import greenhouse as g; print(g.__file__)'", "/home/dev/greenhouse-py/src/greenhouse/__init__.py"), ("which python", "/home/dev/greenhouse-py/.venv/bin/python")]
    for n in range(31):
        if n == 15:
            s.stuck_here()
        command, answer = looks[(n * 4 + n // 7) % 7]
        s.bash(command, answer, ms=110 + n * 3)
