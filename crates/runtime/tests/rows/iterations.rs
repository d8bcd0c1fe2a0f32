//! Row L4 through `decide`: the same error at the end of a loop's iterations.

use fusebox_engine::{BreakerState, FindingLevel, Policy, Rule, VerdictAction};
use serde_json::json;

use crate::story::{Story, rules};

/// The iterations of one run, by the error each ended with (empty: none); the number of the one at
/// which the breaker opened.
fn opens_at(errors: &[&str]) -> Option<usize> {
    let mut story = Story::new(Policy::default());
    for (n, error) in errors.iter().enumerate() {
        let error = (!error.is_empty()).then_some(*error);
        let told = story.send(json!({"type": "iteration", "run": "r1", "error": error}));
        if told.state == BreakerState::Open {
            assert_eq!(told.verdict, VerdictAction::Stop);
            assert_eq!(rules(&told)[0], (Rule::SameError, FindingLevel::Trip));
            return Some(n + 1);
        }
    }
    None
}

#[test]
fn l04_five_different_errors_do_not_trip() {
    let errors = ["no such file", "permission denied", "timed out", "refused", "out of memory"];
    assert_eq!(opens_at(&errors), None);
    let counted = ["1 test failed", "2 tests failed", "3 tests failed", "4 tests failed"];
    assert_eq!(opens_at(&[counted, counted].concat()), None, "small numbers are never masked");
}

#[test]
fn l04_the_same_error_with_other_volatile_parts_is_the_same() {
    for errors in [
        [
            "2026-11-22T01:02:03Z error: refused",
            "2026-11-22T01:02:09.120Z error: refused",
            "2026-11-23T00:00:00Z error: refused",
            "2026-11-24T10:11:12Z error: refused",
            "2026-11-25T23:59:59Z error: refused",
        ],
        [
            "error at src/a.rs:10:5: mismatched types",
            "error at src/a.rs:11:5: mismatched types",
            "error at src/a.rs:120:9: mismatched types",
            "error at src/a.rs:7:1: mismatched types",
            "error at src/a.rs:9:33: mismatched types",
        ],
        [
            "worker pid 4711 died at 0x7ffe12ab34cd",
            "worker pid 4712 died at 0x7ffe12ab34ce",
            "worker pid 98 died at 0x7f0012ab34cd",
            "worker pid 77777 died at 0x55d012ab34cd",
            "worker pid 5 died at 0x7ffe99ab34cd",
        ],
        [
            "\u{1b}[31merror\u{1b}[0m: request req_011CSHo failed after 3.2s",
            "error: request req_0Zx9Kq2 failed after 12ms",
            "\u{1b}[1merror\u{1b}[0m: request req_77abCDe failed after 1m 2s",
            "error: request req_9Q8W7E6 failed after 0.4s",
            "error: request req_1a2b3c4 failed after 900ms",
        ],
        [
            "error: cannot read /tmp/build-a1B2c3/out.o",
            "error: cannot read /tmp/build-Zz9Yy8/out.o",
            "error: cannot read /tmp/build-q1w2e3/out.o",
            "error: cannot read /tmp/build-123abc/out.o",
            "error: cannot read /tmp/build-XyZ777/out.o",
        ],
    ] {
        assert_eq!(opens_at(&errors), Some(5), "{errors:?}");
    }
}
