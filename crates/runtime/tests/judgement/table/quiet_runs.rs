//! Runs that print nothing when they pass, and devices that are heard after each was made ready.

use super::call::{Call, every, laps, look, shell};
use super::case::{Case, healthy, nudged_at_most, stuck};

/// A run that prints nothing, but for every fifth, which fails with these words.
fn now_and_then(count: usize, command: &str, failure: &str, code: i32) -> Vec<Call> {
    let run = |n: usize| match n % 5 {
        3 => shell(command, failure, code),
        _ => shell(command, "", 0),
    };
    (0..count).map(run).collect()
}

pub(crate) fn quiet_runs() -> Vec<Case> {
    let build =
        "xcodebuild test -scheme Trails -only-testing:UITests/SyncTests -quiet 2>&1 | tail -3";
    let failed = "/w/UITests/SyncTests.swift:61: error: -[UITests.SyncTests testOffline] : XCTAssertTrue failed - badge did not clear\nFailing tests:\n\tSyncTests.testOffline()";
    vec![
        nudged_at_most("a quiet interface test that fails now and then", now_and_then(19, build, failed, 0)),
        nudged_at_most(
            "a suite whose output is thrown away",
            now_and_then(18, "pytest -q tests/test_sync.py >/dev/null", "", 1),
        ),
        nudged_at_most(
            "a suite of which nothing but failures is shown",
            now_and_then(18, "ctest -Q --output-on-failure", "The following tests FAILED:\n\t  7 - sync (Failed)\nErrors while running CTest", 8),
        ),
        nudged_at_most(
            "a check of a project that says nothing when all is well",
            now_and_then(17, "make -s check", "sync_test.c:40: expected 3, got 4\nmake: *** [check] Error 1", 2),
        ),
        nudged_at_most("a quiet suite that always passes", every(6, 18, shell("ctest -Q", "", 0))),
        stuck("a quiet suite without an end", every(6, 26, shell("ctest -Q", "", 0))).refused(),
        stuck(
            "a quiet suite that fails without an end",
            every(6, 12, shell("cargo test -q 2>/dev/null", "running 12 tests\n...F........\nfailures:\n    sync::offline\n\ntest result: FAILED. 11 passed; 1 failed", 101)),
        )
        .refused(),
    ]
}

/// What is said by a board that works.
const BOOT: &str =
    "*** Booting Zephyr OS build v4.0.0 ***\nselftest: adc ok, i2c ok\nselftest: PASS";

pub(crate) fn devices() -> Vec<Case> {
    let flashed = |n: usize| {
        shell(
            format!("west flash -d build/board_{}", (b'a' + n as u8) as char),
            format!(
                "-- runners.openocd: Flashing file: build/board_{}/zephyr.hex",
                (b'a' + n as u8) as char
            ),
            0,
        )
    };
    let heard = || shell("timeout 6 cat /dev/ttyACM0; true", BOOT, 0);
    vec![
        healthy("boards that are flashed and heard in turn", laps(9, |n| [flashed(n), heard()])),
        healthy(
            "sensors that are tried at one port in turn",
            laps(9, |n| {
                [
                    shell(
                        format!("./provision sensor-{}", 40 + n * 7),
                        format!("provisioned {}", 40 + n * 7),
                        0,
                    ),
                    shell(
                        "stty -F /dev/ttyUSB0 9600 && timeout 3 head -2 /dev/ttyUSB0",
                        "READY\nSELFTEST OK",
                        0,
                    ),
                ]
            }),
        ),
        healthy(
            "keyboards that are flashed and heard",
            laps(9, |n| {
                [
                    shell(
                        format!("qmk flash -kb split/rev{n}"),
                        format!("Flashed split/rev{n}"),
                        0,
                    ),
                    shell("timeout 4 cat /dev/tty.usbmodem1", "layer 0\nok", 0),
                ]
            }),
        ),
        healthy(
            "readers of cards that are asked by a person's turn",
            every(50, 11, shell("timeout 20 head -1 /dev/ttyUSB1", "card present: no", 0)),
        ),
        stuck("a console that is heard again and again", every(6, 24, heard())).refused(),
        stuck(
            "a console that is heard between looks at one file",
            laps(20, |_| [heard(), look("src/main.c", "int main(void) { return selftest(); }\n")]),
        ),
    ]
}
