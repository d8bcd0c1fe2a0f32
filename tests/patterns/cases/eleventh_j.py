"""Digits that are names, errors that move on, counts that fall; and test runs whose answer is the same under another text."""
from session import healthy, stuck


@healthy("eleventh:count", "tax-import", "Import the land register export; correct the rows that are refused.", client="codex")
def a_copy_that_gets_to_a_later_row_each_time(s):
    for n, (line, column, value) in enumerate([(118, "area_m2", "1.204,5"), (907, "area_m2", "n/a"), (1422, "parcel_date", "31.02.1998"), (1423, "parcel_date", "00.00.0000"), (5210, "area_m2", "88 qm"), (9001, "owner_id", "K-7"), (12777, "area_m2", "-"), (20113, "area_m2", "1.204,5"), (31990, "owner_id", "?")]):
        kind = {"area_m2": "invalid input syntax for type numeric", "parcel_date": "date/time field value out of range", "owner_id": "invalid input syntax for type bigint"}[column]
        s.bash("psql -v ON_ERROR_STOP=1 -c \"\\copy parcel from 'parcels.csv' csv header\"", f"ERROR:  {kind}: \"{value}\"\nCONTEXT:  COPY parcel, line {line}, column {column}: \"{value}\"", 1, ms=600 + line // 10)
        s.bash(f"sed -i '{line}s/{value.replace('?', '[?]').replace('.', '[.]').replace('/', '.')}/{'1204.5' if value.startswith('1') else ''}/' parcels.csv", "")
    s.bash("psql -v ON_ERROR_STOP=1 -c \"\\copy parcel from 'parcels.csv' csv header\"", "COPY 33018", ms=4900)


@healthy("eleventh:count", "booking-react", "Upgrade to React 19 and make the test suite pass again.", client="codex")
def failing_suites_fall_to_none(s):
    for n, failed in enumerate([31, 30, 26, 26, 19, 14, 14, 9, 4, 2, 0]):
        s.bash("npx vitest run 2>&1 | tail -5", f" Test Files  {min(12, failed)} failed | {38 - min(12, failed)} passed (38)\n      Tests  {failed} failed | {244 - failed} passed (244)\n   Start at  10:{n * 3 + 10}:{n * 17 % 60:02}\n   Duration  {14 + n % 3}.{n * 37 % 100:02}s (transform 2.11s, setup 3.01s)", 1 if failed else 0, ms=16_000 + n * 141)
        if failed:
            s.edit(f"src/{['calendar', 'rooms', 'guests', 'pay', 'menu'][n % 5]}/{['Form', 'List'][n % 2]}.tsx", "useRef()" if n % 2 else "React.forwardRef(", "useRef(null)" if n % 2 else "withRef(")


@healthy("eleventh:count", "scale-calibration", "Zero all load cells of the line; they are numbered.", client="plain")
def load_cells_zeroed_by_number(s):
    for n in range(20):
        s.bash(f"./cellctl --bus can0 --cell {n + 1} zero", "offset stored\nOK", ms=1500 + n * 21)
    s.bash("./cellctl --bus can0 list --drift", "cell  drift\n" + "\n".join(f"{n + 1:>4}  0.0" for n in range(20)))


@healthy("eleventh:count", "render-ctest", "Port the ray tracer's tests to ARM and get them green.", client="plain", codes=False)
def ctest_numbers_that_change_their_place(s):
    for n, failed in enumerate([[3, 8, 9, 14, 15], [3, 8, 9, 15], [3, 9, 15], [3, 9, 15], [9, 15], [9], [11], []]):
        s.bash("ctest --test-dir build -j8 2>&1 | tail -8", f"{100 - len(failed) * 4}% tests passed, {len(failed)} tests failed out of 25\n\nTotal Test time (real) = {12 + n}.{n * 31 % 100:02} sec\n" + ("\nThe following tests FAILED:\n" + "\n".join(f"\t{k:>3} - rt_{['box', 'bvh', 'fma', 'simd'][k % 4]}_{k} (Failed)" for k in failed) if failed else ""), 8 if failed else 0, ms=13_000 + n * 411)
        if failed:
            s.bash(f"ctest --test-dir build -R _{failed[0]}$ --output-on-failure | grep -m1 expected", f"rt_{failed[0]}: expected 0x1.{n * 7919:05x}p-3, got 0x1.{n * 7919 + 1 + n:05x}p-3", ms=900)
            s.edit("src/vec_neon.h", f"/* {n} */", f"vfmaq_f32(acc, a{n}, b{n}); /* {n + 1} */")


@stuck("eleventh:count", "sync-swift", "Three sync tests fail on Linux. Fix them.", client="claude")
def the_same_three_tests_with_other_times(s):
    files = ["Sources/Sync/Clock.swift", "Sources/Sync/Merge.swift", "Sources/Sync/Store.swift"]
    for n in range(12):
        if n == 4:
            s.stuck_here()
        s.edit(files[n % 3], f"// sync {n}", f"{['await Task.yield()', 'lock.lock(); defer { lock.unlock() }', 'try await Task.sleep(for: .milliseconds(50))', '@MainActor', 'nonisolated(unsafe)'][n % 5]}\n// sync {n + 1}")
        s.bash(["swift test --filter SyncTests 2>&1 | tail -6", "swift test 2>&1 | grep -E 'error:|Executed'", "swift build -q && swift test --filter SyncTests 2>&1 | tail -6"][n % 3], "".join(f"/home/dev/sync-swift/Tests/SyncTests/{t}.swift:{40 + k * 11}: error: {t}.{m} : XCTAssertEqual failed: (\"{1791800000 + n * 331 + k}\") is not equal to (\"0\")\n" for k, (t, m) in enumerate([("ClockTests", "testSkew"), ("MergeTests", "testLastWriterWins"), ("StoreTests", "testRestore")])) + f"Executed 41 tests, with 3 failures (0 unexpected) in {3 + n % 2}.{n * 97 % 1000:03} ({3 + n % 2}.{n * 101 % 1000:03}) seconds", 1, ms=9100 + n * 141)


@stuck("eleventh:count", "route-scala", "The planner throws a MatchError. Correct it.", client="codex")
def one_match_error_pushed_down_by_print_lines(s):
    for n in range(13):
        if n == 4:
            s.stuck_here()
        s.edit("src/main/scala/Planner.scala", "    leg match {" if n == 0 else f"    println(s\"leg {n - 1}: $leg\")", ("" if n == 0 else f"    println(s\"leg {n - 1}: $leg\")\n") + f"    println(s\"leg {n}: $leg\")" + ("\n    leg match {" if n == 0 else ""))
        s.bash(["sbt -error run", "sbt --batch -error 'run Bern'", "sbt -error 'runMain Main Bern'"][n % 3], f"leg 0: Ferry(Bern,Thun,{n * 13 % 60})\n[error] Exception in thread \"main\" scala.MatchError: Ferry(Bern,Thun,{n * 13 % 60}) (of class Ferry)\n[error] \tat Planner$.cost(Planner.scala:{31 + n})\n[error] \tat Main$.main(Main.scala:9)", 1, ms=8100 + n * 91)


@stuck("eleventh:count", "ledger-ocaml", "Two property tests are red. Get them green.", client="codex", times="none")
def property_tests_red_with_ever_another_seed(s):
    for n in range(13):
        if n == 5:
            s.stuck_here()
        s.edit("lib/ledger.ml", f"(* v{n} *)", f"{['|> List.rev', '|> List.sort compare', 'Int64.abs', '~init:0L', '|> Option.value ~default:0L'][n % 5]} (* v{n + 1} *)")
        s.bash(["dune test", "dune runtest --force", "dune build @runtest --no-buffer"][n % 3], f"random seed: {n * 104729 * 31 % 999999937}\n\n--- Failure --------------------------------------------------------------------\n\nTest balance_is_zero failed ({n * 7 % 19 + 2} shrink steps):\n\n[({n + 1}, -{n * 3 % 7}L)]\n\n--- Failure --------------------------------------------------------------------\n\nTest split_then_join failed ({n * 5 % 13 + 1} shrink steps):\n\n[({n * 2 + 1}, {n % 4}L)]\n================================================================================\nfailure (2 tests failed, 0 tests errored, ran 9 tests)", 1)


@stuck("eleventh:count", "alerts-flask", "One of the two date tests is always red. Both must pass.", client="claude")
def two_date_tests_of_which_one_is_always_red(s):
    for n in range(13):
        if n == 5:
            s.stuck_here()
        utc = n % 2 == 0
        a, b = "datetime.now(timezone.utc).date()", "datetime.now().date()"
        s.edit("alerts/due.py", b if utc else a, a if utc else b)
        s.bash(["pytest -q tests/test_due.py", "python -m pytest tests/test_due.py -q --tb=line", "pytest tests/test_due.py -q -p no:cacheprovider"][n % 3], f"/home/dev/alerts-flask/tests/test_due.py:{22 if utc else 31}: AssertionError: assert datetime.date(2026, 10, {11 if utc else 12}) == datetime.date(2026, 10, {12 if utc else 11})\n=========================== short test summary info ============================\nFAILED tests/test_due.py::{'test_due_local_midnight' if utc else 'test_due_for_api_is_utc'}\n1 failed, 1 passed in 0.{31 + n}s", 1, ms=1200 + n * 17)
