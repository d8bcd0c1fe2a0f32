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

#[test]
fn l04_times_and_durations_are_placeholders() {
    check("at 2026-11-22T01:02:03.123Z it failed", "at <time> it failed");
    check("2026-11-22 01:02:03,123 ERROR db down", "<time> ERROR db down");
    check("2026-11-22T01:02:03+01:00 request failed", "<time> request failed");
    check("[12:03:44] build failed", "[<time>] build failed");
    check("started Sun Nov 22 01:06:48 UTC 2026 here", "started <time> here");
    check("Nov 22 01:06:48 host sshd[123]: closed", "<time> host sshd[<pid>]: closed");
    check(
        "-rw-r--r-- 1 root root 84 Nov 22 01:06 lib.rs",
        "-rw-r--r-- 1 root root 84 <time> lib.rs",
    );
    check("Date: Sun, 22 Nov 2026 01:06:48 GMT expired", "Date: <time> expired");
    check("- - [22/Nov/2026:01:06:48 +0000] \"GET /index\"", "- - [<time>] \"GET /index\"");
    check(
        "/root/.npm/_logs/2026-11-22T01_02_03_123Z-debug-0.log",
        "/root/.npm/_logs/<time>-debug-0.log",
    );
    check("backup 20261122T010203Z written", "backup <time> written");
    check("expires 1763773608 or 1763773608123 soon", "expires <time> or <time> soon");
    check("on 11/22/2026, 1:02:03 PM it stopped", "on <time> it stopped");
    check("3 passed in 0.12s", "3 passed in <dur>");
    check("took 1m 2s for all", "took <dur> for all");
    check("finished (2.3 s) after 12ms and 1h02m", "finished (<dur>) after <dur> and <dur>");
    check("Up 3 minutes, created 2 days ago", "Up <dur>, created <dur> ago");
    check("Fetched 12.3 MB in 2s (5,432 kB/s)", "Fetched 12.3 MB in <dur> (<dur>)");
    check("Total time:  01:23 min", "Total time:  <time>");
    check("Wall time: 1.2345 seconds\nExit", "Wall time: <dur>\nExit");
    check(
        "{\"exit_code\":1,\"duration_seconds\":0.5}",
        "{\"exit_code\":1,\"duration_seconds\":<dur>}",
    );
    check("wait 250µs more", "wait <dur> more");
}

#[test]
fn l04_positions_and_processes_are_placeholders() {
    check("src/main.rs:12:5: bad", "src/main.rs:<n>: bad");
    check("File \"a.py\", line 25143, in f", "File \"a.py\", line <n>, in f");
    check("src/a.ts(12,5): error TS2304", "src/a.ts(<n>): error TS2304");
    check("Foo.java:[12,34] cannot find symbol", "Foo.java:[<n>] cannot find symbol");
    check("/usr/bin/tool:25143: oops", "/usr/bin/tool:<n>: oops");
    check("bash: line 3: foo: command not found", "bash: line <n>: foo: command not found");
    check("/bin/sh: 1: foo: not found", "/bin/sh: <n>: foo: not found");
    check(
        "at Module._load (node:internal/modules/loader:1078:15)",
        "at Module._load (node:internal/modules/loader:<n>)",
    );
    check("pid 123 and PID: 456 and {\"pid\": 7}", "pid <pid> and PID: <pid> and {\"pid\": <pid>}");
    check(
        "thread 'main' (12345) panicked at a.rs:1:2:",
        "thread 'main' (<pid>) panicked at a.rs:<n>:",
    );
    check("==4711== Invalid read", "==<pid>== Invalid read");

    check("started\n[1] 12345\nready", "started\n[1] <pid>\nready");
    check("dial 127.0.0.1:54321 refused", "dial 127.0.0.1:<port> refused");
    check("http://localhost:49152/x", "http://localhost:<port>/x");
}

#[test]
fn l04_made_up_names_are_placeholders() {
    check("object at 0x7ffe12345678 leaked", "object at <addr> leaked");
    check("user 550e8400-e29b-41d4-a716-446655440000 missing", "user <uuid> missing");
    check("id abcdefab-abcd-41d4-a716-446655440000 missing", "id <uuid> missing");
    check("HEAD is now at 3f2a1bc09d fix it", "HEAD is now at <hex> fix it");
    check("dist/index-a1b2c3d4.js written", "dist/index-<hex>.js written");
    check("API error req_011CSHoEeqs5C35K2UUqR7Fy", "API error req_<id>");
    check("API error (request id: 8Zq-x1) again", "API error (request id: <id>) again");
    check("Chunk ID: x\nfailed to run", "Chunk ID: <id>\nfailed to run");
    check("output text [result-id: r43]", "output text [result-id: <id>]");
    check("output text [rerun: b40]", "output text [rerun: <id>]");
    check(
        "{\"requestId\":\"abc-1\",\"error\":\"busy\"}",
        "{\"requestId\":\"<id>\",\"error\":\"busy\"}",
    );
    check("open /tmp/xyz123/out.txt failed", "open /tmp/<tmp>/out.txt failed");
    check("can't open '/tmp/tmpab3x_q9.py'", "can't open '/tmp/<tmp>.py'");
    check("/tmp/pytest-of-root/pytest-12/test_x0/a", "/tmp/<tmp>/pytest-<n>/test_x0/a");
    check("/var/folders/ab/cdef01/T/tmp9x/out failed", "/var/folders/<tmp>/out failed");
    check("/private/tmp/xyz/out failed", "/private/tmp/<tmp>/out failed");
    check(
        "C:\\Users\\me\\AppData\\Local\\Temp\\x1\\out",
        "C:\\Users\\me\\AppData\\Local\\Temp\\<tmp>\\out",
    );
    check("in build/tmp.AbC123 there is", "in build/tmp.<tmp> there is");
    check("\x1b[31mred\x1b[0m text", "red text");
    check("10%\r50%\r100% of it", "100% of it");
}

#[test]
fn l04_runs_that_say_the_same_are_the_same() {
    // cargo
    same(
        "running 3 tests\ntest result: FAILED. 2 passed; 1 failed; finished in 0.02s",
        "running 3 tests\ntest result: FAILED. 2 passed; 1 failed; finished in 1.41s",
    );
    same(
        "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 0.31s\n     Running unittests src/lib.rs (target/debug/deps/a-1a2b3c4d5e6f7081)",
        "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 2m 04s\n     Running unittests src/lib.rs (target/debug/deps/a-9f8e7d6c5b4a3021)",
    );
    same(
        "thread 'tests::a' (8812) panicked at src/lib.rs:10:5:\nassertion failed: x",
        "thread 'tests::a' (9917) panicked at src/lib.rs:14:9:\nassertion failed: x",
    );
    same(
        "error[E0308]: mismatched types\n --> src/a.rs:10:5",
        "error[E0308]: mismatched types\n --> src/a.rs:98:13",
    );
    // pytest
    same("=== 1 failed, 2 passed in 0.12s ===", "=== 1 failed, 2 passed in 1.57s ===");
    same(
        "tests/test_a.py:12: AssertionError\ntmp_path = /tmp/pytest-of-me/pytest-3/test_a0",
        "tests/test_a.py:19: AssertionError\ntmp_path = /tmp/pytest-of-me/pytest-14/test_a0",
    );
    same(
        "<Foo object at 0x7f3a1c2b4d50> is not None",
        "<Foo object at 0x7f99aa0b1c20> is not None",
    );
    // jest
    same(
        "  ✓ adds (5 ms)\nTime:        1.234 s, estimated 2 s",
        "  ✓ adds (11 ms)\nTime:        0.9 s, estimated 1 s",
    );
    same(
        "    at Object.<anonymous> (src/sum.test.js:4:21)",
        "    at Object.<anonymous> (src/sum.test.js:7:21)",
    );
    // go test
    same(
        "--- FAIL: TestX (0.00s)\nFAIL\tpkg/a\t0.003s",
        "--- FAIL: TestX (0.12s)\nFAIL\tpkg/a\t0.210s",
    );
    same(
        "panic: boom\nmain.f(0xc000012345)\n\t/w/a.go:12 +0x1d",
        "panic: boom\nmain.f(0xc0000140a0)\n\t/w/a.go:15 +0x1d",
    );
    same(
        "dial tcp 127.0.0.1:41234: connection refused",
        "dial tcp 127.0.0.1:53211: connection refused",
    );
}

#[test]
fn l04_runs_of_other_tools_are_the_same() {
    // maven
    same(
        "[INFO] Total time:  3.456 s\n[INFO] Finished at: 2026-11-22T01:02:03Z",
        "[INFO] Total time:  12.1 s\n[INFO] Finished at: 2026-11-22T01:09:44Z",
    );
    same(
        "[ERROR] /w/Foo.java:[12,34] cannot find symbol",
        "[ERROR] /w/Foo.java:[15,30] cannot find symbol",
    );
    same(
        "Tests run: 3, Failures: 1, Time elapsed: 0.05 s",
        "Tests run: 3, Failures: 1, Time elapsed: 0.171 s",
    );
    // npm
    same(
        "npm ERR! A complete log of this run can be found in: /root/.npm/_logs/2026-11-22T01_02_03_123Z-debug-0.log",
        "npm ERR! A complete log of this run can be found in: /root/.npm/_logs/2026-11-22T01_05_43_901Z-debug-0.log",
    );
    same("added 12 packages in 3s", "added 12 packages in 834ms");
    // docker
    same("[+] Building 12.3s (5/10)\n#5 DONE 0.3s", "[+] Building 9.1s (5/10)\n#5 DONE 0.4s");
    same("web  Up 3 minutes  0.0.0.0:32768->80/tcp", "web  Up 9 minutes  0.0.0.0:32771->80/tcp");
    same(
        "Error response from daemon: No such container: 4f5c6a7b8c9d",
        "Error response from daemon: No such container: 9d8c7b6a5f4c",
    );
    // git
    same(
        "[detached HEAD 3f2a1bc0] fix\n 1 file changed",
        "[detached HEAD 77aa1b2c] fix\n 1 file changed",
    );
    same(
        "commit 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567\nfix",
        "commit ff1b2c3d4e5f60718293a4b5c6d7e8f901234567\nfix",
    );
    same(
        "Date:   Sun Nov 22 01:06:48 2026 +0000\n fix",
        "Date:   Sat Nov 21 23:16:08 2026 +0100\n fix",
    );
    // shells, services, clients
    same("a.sh: line 25143: foo: command not found", "a.sh: line 25187: foo: command not found");
    same(
        "2026-11-22 01:02:03,123 ERROR pool is full",
        "2026-11-22 01:02:04,001 ERROR pool is full",
    );
    same("Nov 22 01:06:48 h sshd[812]: closed", "Nov 22 01:06:51 h sshd[9013]: closed");
    same(
        "overloaded_error (request_id: req_011CSHo)",
        "overloaded_error (request_id: req_99ZZabc)",
    );
    same(
        "Exit code: 1\nWall time: 0.2 seconds\nOutput:\nx",
        "Exit code: 1\nWall time: 3.8 seconds\nOutput:\nx",
    );
    same("\x1b[31merror\x1b[0m: no such file", "error: no such file");
    same("downloading 10%\rdownloading 100%\ndone", "downloading 35%\rdownloading 100%\ndone");
    same("cannot open /tmp/tmp.Q1w2E3r4T5/a.txt", "cannot open /tmp/tmp.zX8cV7bN6m/a.txt");
    same("kill: (12345) - No such process", "kill: (991) - No such process");
}

#[test]
fn l04_what_says_something_else_stays_different() {
    differ("2 failed", "1 failed");
    differ("output line 5", "output line 6");
    differ("1 failed, 2 passed in 0.12s", "2 failed, 1 passed in 0.12s");
    differ("exit code 3", "exit code 4");
    differ("HTTP 404", "HTTP 500");
    differ("version 1.2.3", "version 1.2.4");
    differ("rustc 1.89.0", "rustc 1.90.0");
    differ("10485760 bytes", "20971520 bytes");
    differ("1073741824 bytes", "1073741825 bytes");
    differ("512m", "256m");
    differ("12.3 MB", "12.4 MB");
    differ("error[E0308]: x", "error[E0309]: x");
    differ("error TS2304: x", "error TS2305: x");
    differ("expected 5, got 3", "expected 5, got 4");
    differ("assertion failed: left 1, right 2", "assertion failed: left 1, right 3");
    differ("src/a.rs:1:2: bad", "src/b.rs:1:2: bad");
    differ("localhost:8080 refused", "localhost:9090 refused");
    differ("dial tcp 127.0.0.1:5432: refused", "dial tcp 127.0.0.1:6379: refused");
    differ("db.example.com:5432: refused", "db.example.com:6379: refused");
    differ("items[3]: invalid", "items[4]: invalid");
    differ("step 3/10", "step 4/10");
    differ("Lines : 85.3%", "Lines : 87.1%");
    differ("Sun Nov 22 01:06:48 UTC 2026", "Sun Nov 22 01:06:49 UTC 2026");
    differ("01:02:03", "01:02:04");
    differ("1763773608", "1763773609");
    differ("550e8400-e29b-41d4-a716-446655440000", "550e8400-e29b-41d4-a716-446655440001");
    differ("3f2a1bc09d", "4f2a1bc09d");
    differ("0x80070005 denied", "0x80070002 denied");
    differ("test_1 failed", "test_2 failed");
    differ("timeout after 3 retries", "timeout after 4 retries");
    differ("every 7 days", "every 8 days");
    differ("wc: 120 lines", "wc: 121 lines");
    differ("saved /tmp/build.log", "saved /tmp/tests.log");
    differ("step 4/10 in 3s", "step 5/10 in 3s");
    differ("5d41402abc4b2a76b9719d911017c592  a.txt", "7d793037a0760186574b0282f2f435e7  a.txt");
    differ("goroutine 1 [running]", "goroutine 2 [running]");
    differ("scale 1.23456789e-05", "scale 1.23456780e-05");
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

fn pieces() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "12",
        "3",
        "2026",
        "-11-22",
        "T01:02:03",
        ".123",
        "Z",
        "Nov ",
        "Sun ",
        "22 ",
        ":",
        "=",
        "/tmp/",
        "tmp.",
        "abc",
        "a1b2c3d4",
        "0x7ffe1234",
        "s",
        "ms",
        "m ",
        " ",
        "\n",
        "\r",
        "\x1b[0m",
        "\x1b",
        "é",
        "req_",
        "id: ",
        "pid ",
        "line ",
        "127.0.0.1:",
        "54321",
        "[",
        "]",
        "(",
        ")",
        ".rs:",
        "1763773608",
        "550e8400-e29b-41d4-a716-446655440000",
        ",",
        "/",
        "-",
        "<",
        ">",
        "_",
        "B/s",
        " ago",
        "==",
        "\"",
        "+",
        "/var/folders/",
        "\\Temp\\",
        "/pytest-",
        "sh: ",
        "AM",
        " UTC",
        "port ",
        "elapsed: ",
        "[1] ",
        "days",
    ]);
    let piece =
        prop_oneof![6 => known.prop_map(str::to_owned), 1 => any::<char>().prop_map(String::from)];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn l04_masking_twice_is_masking_once(text in pieces()) {
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
