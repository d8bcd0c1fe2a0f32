//! What is masked, and what must not be.

use super::{DigitRun, MaskCursor, duration, identifier, mask, position, process, timestamp};
use proptest::prelude::*;

/// What stands in the input stands masked in the output.
fn check(input: &str, expected: &str) {
    assert_eq!(mask(input), expected, "{input:?}");
}

fn same(a: &str, b: &str) {
    assert_ne!(a, b);
    assert_eq!(mask(a), mask(b), "\n{a:?}\n{b:?}");
}

fn differ(a: &str, b: &str) {
    assert_ne!(mask(a), mask(b), "\n{a:?}\n{b:?}");
}

/// Checks each line of a table: `input => masked`, `text ≈ text that is the same`, `text ≠ other
/// text`. `\n` is a line end, and `//` begins a comment.
#[track_caller]
fn each_line(table: &str) {
    for line in table.trim_matches('\n').lines().filter(|line| !line.starts_with("// ")) {
        let line = line.replace("\\n", "\n");
        if let Some((input, expected)) = line.split_once(" => ") {
            check(input, expected);
        } else if let Some((a, b)) = line.split_once(" ≈ ") {
            same(a, b);
        } else {
            let (a, b) = line.split_once(" ≠ ").unwrap();
            differ(a, b);
        }
    }
}

#[test]
fn l04_times_and_durations_are_placeholders() {
    each_line(
        r#"
at 2026-11-22T01:02:03.123Z it failed => at <time> it failed
2026-11-22 01:02:03,123 ERROR db down => <time> ERROR db down
2026-11-22T01:02:03+01:00 request failed => <time> request failed
[12:03:44] build failed => [<time>] build failed
started Sun Nov 22 01:06:48 UTC 2026 here => started <time> here
Nov 22 01:06:48 host sshd[123]: closed => <time> host sshd[<pid>]: closed
-rw-r--r-- 1 root root 84 Nov 22 01:06 lib.rs => -rw-r--r-- 1 root root 84 <time> lib.rs
Date: Sun, 22 Nov 2026 01:06:48 GMT expired => Date: <time> expired
- - [22/Nov/2026:01:06:48 +0000] "GET /index" => - - [<time>] "GET /index"
/root/.npm/_logs/2026-11-22T01_02_03_123Z-debug-0.log => /root/.npm/_logs/<time>-debug-0.log
backup 20261122T010203Z written => backup <time> written
expires 1763773608 or 1763773608123 soon => expires <time> or <time> soon
on 11/22/2026, 1:02:03 PM it stopped => on <time> it stopped
3 passed in 0.12s => 3 passed in <dur>
took 1m 2s for all => took <dur> for all
finished (2.3 s) after 12ms and 1h02m => finished (<dur>) after <dur> and <dur>
Up 3 minutes, created 2 days ago => Up <dur>, created <dur> ago
Fetched 12.3 MB in 2s (5,432 kB/s) => Fetched 12.3 MB in <dur> (<dur>)
Total time:  01:23 min => Total time:  <time>
Wall time: 1.2345 seconds\nExit => Wall time: <dur>\nExit
{"exit_code":1,"duration_seconds":0.5} => {"exit_code":1,"duration_seconds":<dur>}
wait 250µs more => wait <dur> more
"#,
    );
}

#[test]
fn l04_positions_and_processes_are_placeholders() {
    each_line(
        r#"
src/main.rs:12:5: bad => src/main.rs:<n>: bad
File "a.py", line 25143, in f => File "a.py", line <n>, in f
src/a.ts(12,5): error TS2304 => src/a.ts(<n>): error TS2304
Foo.java:[12,34] cannot find symbol => Foo.java:[<n>] cannot find symbol
/usr/bin/tool:25143: oops => /usr/bin/tool:<n>: oops
bash: line 3: foo: command not found => bash: line <n>: foo: command not found
/bin/sh: 1: foo: not found => /bin/sh: <n>: foo: not found
at Module._load (node:internal/modules/loader:1078:15) => at Module._load (node:internal/modules/loader:<n>)
pid 123 and PID: 456 and {"pid": 7} => pid <pid> and PID: <pid> and {"pid": <pid>}
thread 'main' (12345) panicked at a.rs:1:2: => thread 'main' (<pid>) panicked at a.rs:<n>:
==4711== Invalid read => ==<pid>== Invalid read
cannot find #PID<0.842.0> => cannot find #PID<<pid>>
released <1.4.0> and #PID<1.2> => released <1.4.0> and #PID<1.2>
started\n[1] 12345\nready => started\n[1] <pid>\nready
dial 127.0.0.1:54321 refused => dial 127.0.0.1:<port> refused
http://localhost:49152/x => http://localhost:<port>/x
"#,
    );
}

#[test]
fn l04_made_up_names_are_placeholders() {
    each_line(
        r#"
object at 0x7ffe12345678 leaked => object at <addr> leaked
user 550e8400-e29b-41d4-a716-446655440000 missing => user <uuid> missing
id abcdefab-abcd-41d4-a716-446655440000 missing => id <uuid> missing
HEAD is now at 3f2a1bc09d fix it => HEAD is now at <hex> fix it
dist/index-a1b2c3d4.js written => dist/index-<hex>.js written
API error req_011CSHoEeqs5C35K2UUqR7Fy => API error req_<id>
API error (request id: 8Zq-x1) again => API error (request id: <id>) again
Chunk ID: x\nfailed to run => Chunk ID: <id>\nfailed to run
output text [result-id: r43] => output text [result-id: <id>]
output text [rerun: b40] => output text [rerun: <id>]
{"requestId":"abc-1","error":"busy"} => {"requestId":"<id>","error":"busy"}
open /tmp/xyz123/out.txt failed => open /tmp/<tmp>/out.txt failed
can't open '/tmp/tmpab3x_q9.py' => can't open '/tmp/<tmp>.py'
/tmp/pytest-of-root/pytest-12/test_x0/a => /tmp/<tmp>/pytest-<n>/test_x0/a
/var/folders/ab/cdef01/T/tmp9x/out failed => /var/folders/<tmp>/out failed
/private/tmp/xyz/out failed => /private/tmp/<tmp>/out failed
C:\Users\me\AppData\Local\Temp\x1\out => C:\Users\me\AppData\Local\Temp\<tmp>\out
in build/tmp.AbC123 there is => in build/tmp.<tmp> there is
"#,
    );
    check("\x1b[31mred\x1b[0m text", "red text");
    check("10%\r50%\r100% of it", "100% of it");
}

#[test]
fn l04_runs_that_say_the_same_are_the_same() {
    each_line(
        r#"
// cargo
running 3 tests\ntest result: FAILED. 2 passed; 1 failed; finished in 0.02s ≈ running 3 tests\ntest result: FAILED. 2 passed; 1 failed; finished in 1.41s
    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.31s\n     Running unittests src/lib.rs (target/debug/deps/a-1a2b3c4d5e6f7081) ≈     Finished `dev` profile [unoptimized + debuginfo] target(s) in 2m 04s\n     Running unittests src/lib.rs (target/debug/deps/a-9f8e7d6c5b4a3021)
thread 'tests::a' (8812) panicked at src/lib.rs:10:5:\nassertion failed: x ≈ thread 'tests::a' (9917) panicked at src/lib.rs:14:9:\nassertion failed: x
error[E0308]: mismatched types\n --> src/a.rs:10:5 ≈ error[E0308]: mismatched types\n --> src/a.rs:98:13
// pytest
=== 1 failed, 2 passed in 0.12s === ≈ === 1 failed, 2 passed in 1.57s ===
tests/test_a.py:12: AssertionError\ntmp_path = /tmp/pytest-of-me/pytest-3/test_a0 ≈ tests/test_a.py:19: AssertionError\ntmp_path = /tmp/pytest-of-me/pytest-14/test_a0
<Foo object at 0x7f3a1c2b4d50> is not None ≈ <Foo object at 0x7f99aa0b1c20> is not None
// jest
  ✓ adds (5 ms)\nTime:        1.234 s, estimated 2 s ≈   ✓ adds (11 ms)\nTime:        0.9 s, estimated 1 s
    at Object.<anonymous> (src/sum.test.js:4:21) ≈     at Object.<anonymous> (src/sum.test.js:7:21)
// go test
dial tcp 127.0.0.1:41234: connection refused ≈ dial tcp 127.0.0.1:53211: connection refused
"#,
    );
    same(
        "--- FAIL: TestX (0.00s)\nFAIL\tpkg/a\t0.003s",
        "--- FAIL: TestX (0.12s)\nFAIL\tpkg/a\t0.210s",
    );
    same(
        "panic: boom\nmain.f(0xc000012345)\n\t/w/a.go:12 +0x1d",
        "panic: boom\nmain.f(0xc0000140a0)\n\t/w/a.go:15 +0x1d",
    );
}

#[test]
fn l04_runs_of_other_tools_are_the_same() {
    each_line(
        r#"
// maven
[INFO] Total time:  3.456 s\n[INFO] Finished at: 2026-11-22T01:02:03Z ≈ [INFO] Total time:  12.1 s\n[INFO] Finished at: 2026-11-22T01:09:44Z
[ERROR] /w/Foo.java:[12,34] cannot find symbol ≈ [ERROR] /w/Foo.java:[15,30] cannot find symbol
Tests run: 3, Failures: 1, Time elapsed: 0.05 s ≈ Tests run: 3, Failures: 1, Time elapsed: 0.171 s
// npm
npm ERR! A complete log of this run can be found in: /root/.npm/_logs/2026-11-22T01_02_03_123Z-debug-0.log ≈ npm ERR! A complete log of this run can be found in: /root/.npm/_logs/2026-11-22T01_05_43_901Z-debug-0.log
added 12 packages in 3s ≈ added 12 packages in 834ms
// docker
[+] Building 12.3s (5/10)\n#5 DONE 0.3s ≈ [+] Building 9.1s (5/10)\n#5 DONE 0.4s
web  Up 3 minutes  0.0.0.0:32768->80/tcp ≈ web  Up 9 minutes  0.0.0.0:32771->80/tcp
Error response from daemon: No such container: 4f5c6a7b8c9d ≈ Error response from daemon: No such container: 9d8c7b6a5f4c
// git
[detached HEAD 3f2a1bc0] fix\n 1 file changed ≈ [detached HEAD 77aa1b2c] fix\n 1 file changed
commit 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567\nfix ≈ commit ff1b2c3d4e5f60718293a4b5c6d7e8f901234567\nfix
Date:   Sun Nov 22 01:06:48 2026 +0000\n fix ≈ Date:   Sat Nov 21 23:16:08 2026 +0100\n fix
// shells, services, clients
a.sh: line 25143: foo: command not found ≈ a.sh: line 25187: foo: command not found
2026-11-22 01:02:03,123 ERROR pool is full ≈ 2026-11-22 01:02:04,001 ERROR pool is full
Nov 22 01:06:48 h sshd[812]: closed ≈ Nov 22 01:06:51 h sshd[9013]: closed
overloaded_error (request_id: req_011CSHo) ≈ overloaded_error (request_id: req_99ZZabc)
Exit code: 1\nWall time: 0.2 seconds\nOutput:\nx ≈ Exit code: 1\nWall time: 3.8 seconds\nOutput:\nx
cannot open /tmp/tmp.Q1w2E3r4T5/a.txt ≈ cannot open /tmp/tmp.zX8cV7bN6m/a.txt
kill: (12345) - No such process ≈ kill: (991) - No such process
"#,
    );
    same("\x1b[31merror\x1b[0m: no such file", "error: no such file");
    same("downloading 10%\rdownloading 100%\ndone", "downloading 35%\rdownloading 100%\ndone");
}

#[test]
fn l04_what_says_something_else_stays_different() {
    each_line(
        r#"
2 failed ≠ 1 failed
output line 5 ≠ output line 6
1 failed, 2 passed in 0.12s ≠ 2 failed, 1 passed in 0.12s
exit code 3 ≠ exit code 4
HTTP 404 ≠ HTTP 500
version 1.2.3 ≠ version 1.2.4
rustc 1.89.0 ≠ rustc 1.90.0
10485760 bytes ≠ 20971520 bytes
1073741824 bytes ≠ 1073741825 bytes
512m ≠ 256m
12.3 MB ≠ 12.4 MB
error[E0308]: x ≠ error[E0309]: x
error TS2304: x ≠ error TS2305: x
expected 5, got 3 ≠ expected 5, got 4
assertion failed: left 1, right 2 ≠ assertion failed: left 1, right 3
src/a.rs:1:2: bad ≠ src/b.rs:1:2: bad
localhost:8080 refused ≠ localhost:9090 refused
dial tcp 127.0.0.1:5432: refused ≠ dial tcp 127.0.0.1:6379: refused
db.example.com:5432: refused ≠ db.example.com:6379: refused
items[3]: invalid ≠ items[4]: invalid
step 3/10 ≠ step 4/10
Lines : 85.3% ≠ Lines : 87.1%
Sun Nov 22 01:06:48 UTC 2026 ≠ Sun Nov 22 01:06:49 UTC 2026
01:02:03 ≠ 01:02:04
1763773608 ≠ 1763773609
550e8400-e29b-41d4-a716-446655440000 ≠ 550e8400-e29b-41d4-a716-446655440001
3f2a1bc09d ≠ 4f2a1bc09d
0x80070005 denied ≠ 0x80070002 denied
test_1 failed ≠ test_2 failed
timeout after 3 retries ≠ timeout after 4 retries
every 7 days ≠ every 8 days
wc: 120 lines ≠ wc: 121 lines
saved /tmp/build.log ≠ saved /tmp/tests.log
step 4/10 in 3s ≠ step 5/10 in 3s
5d41402abc4b2a76b9719d911017c592  a.txt ≠ 7d793037a0760186574b0282f2f435e7  a.txt
goroutine 1 [running] ≠ goroutine 2 [running]
scale 1.23456789e-05 ≠ scale 1.23456780e-05
"#,
    );
}

#[test]
fn l04_almost_nothing_left_means_nothing_masked() {
    check("2026-11-22T01:02:03Z", "2026-11-22T01:02:03Z");
    check("  0.31s\n", "  0.31s\n");
    check("/tmp/tmp.AbC123xyz9\n", "/tmp/tmp.AbC123xyz9\n");
    check("3f2a1bc09d\n4f2a1bc09d\n", "3f2a1bc09d\n4f2a1bc09d\n");
    check("\x1b[1m01:02:03\x1b[0m", "01:02:03");
    check("", "");
}

#[test]
fn long_and_odd_input_takes_linear_time() {
    for piece in
        ["1", "a1", "1:", "/tmp/", "/tmp/a", "\x1b]", "1-", "id:", "5 ", "é", "\r", "a1b2c3d4-"]
    {
        let text = piece.repeat(400_000 / piece.len());
        assert!(mask(&text).len() <= text.len() * 4);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn l04_masking_twice_is_masking_once(
        pieces in prop::collection::vec(prop_oneof![6 => prop::sample::select(vec![
            "12", "3", "2026", "-11-22", "T01:02:03", ".123", "Z", "Nov ", "Sun ", "22 ", ":", "=", "/tmp/", "tmp.",
            "abc", "a1b2c3d4", "0x7ffe1234", "s", "ms", "m ", " ", "\n", "\r", "\x1b[0m", "\x1b", "é", "req_", "id: ",
            "pid ", "line ", "127.0.0.1:", "54321", "[", "]", "(", ")", ".rs:", "1763773608",
            "550e8400-e29b-41d4-a716-446655440000", ",", "/", "-", "<", ">", "_", "B/s", " ago", "==", "\"", "+",
            "/var/folders/", "\\Temp\\", "/pytest-", "sh: ", "AM", " UTC", "port ", "elapsed: ", "[1] ", "days",
        ]).prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)], 0..24),
    ) {
        let text = pieces.concat();
        let once = mask(&text).into_owned();
        prop_assert_eq!(mask(&once), once.as_str());
    }

    #[test]
    fn l04_digits_that_are_passed_by_are_of_no_kind(
        parts in prop::collection::vec(prop::sample::select(vec![
            "1", "12", "345", "2026", "100000", "12345678", "123456789012345", " ", " ", ":", "=", "\"", "#", "(", ")",
            "[", "]", ",", ".", "-", "_", "/", "\n", "\t", "line", "col", "port", "pid", "sh", "Nov", "Sun", "s", "ms",
            "MB/s", "days ago", "min", "µs", "μs", "→", "é", "x", "a.rs", "PM", "UTC", "T", "0x", "ab", "-1234-1234-1234-123456789012",
        ]), 0..12),
        floor in 0..6_usize,
    ) {
        let text = parts.concat();
        let bytes = text.as_bytes();
        let place = MaskCursor { bytes, floor: floor.min(text.len()) };
        for at in (place.floor..text.len()).filter(|at| bytes[*at].is_ascii_digit()) {
            let end = (at..text.len()).find(|at| !bytes[*at].is_ascii_digit()).unwrap_or(text.len());
            prop_assert_eq!(place.digits_end(at), end);
            let digits = DigitRun::around(place, at);
            let joined = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
            let alone = !joined(bytes.get(end).copied()) && !place.before(at).is_ascii_alphanumeric();
            if alone && !identifier::fits(&digits) {
                prop_assert!(identifier::find(place, at, end).is_none(), "{:?} at {}", text, at);
            }
            if !digits.is_plain_number() {
                continue;
            }
            for find in [timestamp::find, duration::find, position::find, process::find] {
                prop_assert!(find(place, at, &digits).is_none(), "{:?} at {}", text, at);
            }
            prop_assert!(!bytes.get(end).is_some_and(u8::is_ascii_alphanumeric));
            prop_assert!(identifier::find(place, at, end).is_none(), "{:?} at {}", text, at);
        }
    }

    #[test]
    fn letters_end_where_another_byte_stands(
        bytes in prop::collection::vec(prop::sample::select(&b"azAZmM@[`{09 \x7f\xc2\xe1\xfa"[..]), 0..20),
    ) {
        let end = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        prop_assert_eq!(MaskCursor { bytes: &bytes, floor: 0 }.letters_end(0), end);
    }

    #[test]
    fn any_bytes_can_be_masked(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let text = String::from_utf8_lossy(&bytes);
        let once = mask(&text).into_owned();
        prop_assert_eq!(mask(&once), once.as_str());
    }
}
