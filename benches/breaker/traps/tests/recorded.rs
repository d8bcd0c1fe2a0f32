//! Ours falls into none of the traps; what the others do is recorded, so that a change of theirs is seen.

#![cfg_attr(
    feature = "peers",
    expect(clippy::unwrap_used, reason = "a test that cannot go on fails")
)]

use breaker_traps::{LIBRARIES, TRAPS};

/// Tries one trap on every library. `expected` has a word for each, ours first.
#[cfg(feature = "peers")]
fn check(id: &str, expected: &str) {
    let trap = TRAPS.iter().find(|trap| trap.id == id).unwrap();
    let found: Vec<String> = std::thread::scope(|scope| {
        let runs: Vec<_> =
            LIBRARIES.iter().map(|library| scope.spawn(|| trap.run(library))).collect();
        runs.into_iter().map(|run| run.join().unwrap().to_string().replace("**", "")).collect()
    });
    assert_eq!(found.join(", "), expected, "{id}: {}", trap.rule);
}

#[test]
fn ours_falls_into_no_trap() {
    for trap in TRAPS {
        assert_eq!(trap.run(&LIBRARIES[0]).to_string(), "ok", "{}: {}", trap.id, trap.rule);
    }
    assert_eq!((TRAPS.len(), LIBRARIES[0].name), (13, "**fusebox**"));
}

#[cfg(feature = "peers")]
#[test]
fn the_columns_are_these() {
    let names: Vec<_> = LIBRARIES.iter().map(|library| library.name).collect();
    let expected = [
        "**fusebox**",
        "recloser 1.4.0",
        "failsafe 1.3.0",
        "circuitbreaker-rs 0.1.1",
        "breaker 2.0.2",
        "breaker-machines 0.17.1",
        "tower-resilience 0.14.0",
        "tower-circuitbreaker 0.2.0",
        "ninelives 0.2.0",
    ];
    assert_eq!(names, expected);
}

#[cfg(feature = "peers")]
#[test]
fn t01_a_late_success_while_open() {
    check("T1", "ok, ok, ok, ok, ok, ok, ok, ok, closes");
}

#[cfg(feature = "peers")]
#[test]
fn t02_a_late_failure_in_half_open() {
    check("T2", "ok, counts, reopens, reopens, reopens, ok, reopens, reopens, ok");
}

#[cfg(feature = "peers")]
#[test]
fn t03_a_late_success_in_half_open() {
    check("T3", "ok, counts, closes, closes, closes, ok, closes, closes, closes");
}

#[cfg(feature = "peers")]
#[test]
fn t04_probes_of_sixteen_callers() {
    check("T4", "ok, 16, 16, 2, ok, ok, ok, 16, ok");
}

#[cfg(feature = "peers")]
#[test]
fn t05_a_cancelled_probe() {
    check("T5", "ok, –, –, never again, ok, ok, ok, –, never again");
}

#[cfg(feature = "peers")]
#[test]
fn t06_a_panicking_probe() {
    check("T6", "ok, ok, ok, never again, ok, ok, ok, ok, never again");
}

#[cfg(feature = "peers")]
#[test]
fn t07_failures_after_five_thousand_successes() {
    check("T7", "ok, ok, –, 5000, ok, 500, 5000, 5000, –");
}

#[cfg(feature = "peers")]
#[test]
fn t08_an_ignored_error_as_a_probe() {
    check("T8", "ok, closes, closes, –, ok, ok, closes, closes, –");
}

#[cfg(feature = "peers")]
#[test]
fn t09_an_ignored_error_in_a_streak() {
    check("T9", "ok, –, resets, –, ok, ok, resets, –, –");
}

#[cfg(feature = "peers")]
#[test]
fn t10_a_hanging_probe() {
    check("T10", "ok, –, –, never again, never again, never again, never again, –, never again");
}

#[cfg(feature = "peers")]
#[test]
fn t11_an_open_period_without_end() {
    check("T11", "ok, panics, panics, ok, ok, ok, ok, ok, ok");
}

#[cfg(feature = "peers")]
#[test]
fn t12_a_failed_probe_and_an_empty_window() {
    check("T12", "ok, –, –, –, ok, stays half-open, ok, –, –");
}

#[cfg(feature = "peers")]
#[test]
fn t13_inner_calls_while_open() {
    check("T13", "ok, –, –, –, 10, –, ok, ok, ok");
}
