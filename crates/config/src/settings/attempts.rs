//! `[attempts]`: how often a failing test may be tried.

use fusebox_engine::Rule;

use crate::kind::Kind;
use crate::loosening::Loosening;
use crate::setting::{Reach, Setting, Slot};

pub(super) const DOC: &str = "How often a failing test, and a slice of work, may be tried.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "attempts.per_test",
        Kind::Limit,
        "Failed attempts at one test; the last one trips.",
    )
    .rule(Rule::PerTest)
    .slot(Slot::Limit(|policy| &mut policy.attempts.per_test)),
    Setting::new(
        "attempts.per_slice",
        Kind::Limit,
        "Failed attempts in a slice of work; the last one trips.",
    )
    .rule(Rule::PerSlice)
    .slot(Slot::Limit(|policy| &mut policy.attempts.per_slice)),
    Setting::new(
        "attempts.infra",
        Kind::Limit,
        "Test runs in a row that failed to run at all; a notice where attempts are unlimited.",
    )
    .rule(Rule::Infra)
    .slot(Slot::Limit(|policy| &mut policy.attempts.infra)),
    Setting::new(
        "attempts.protect_tests",
        Kind::Bool,
        "Whether editing or skipping the failing test is denied.",
    )
    .looser(Loosening::Becoming(false))
    .rule(Rule::ProtectTests)
    .slot(Slot::Flag(|policy| &mut policy.attempts.protect_tests)),
    Setting::new(
        "attempts.keep_attempts",
        Kind::Duration,
        "How long the refs of failed attempts are kept after the task.",
    )
    .looser(Loosening::Lower)
    .reach(Reach::NotInRoles)
    .slot(Slot::Duration(|policy| &mut policy.attempts.keep_attempts)),
    Setting::new(
        "attempts.junit",
        Kind::Globs { exceptions: false },
        "Globs of the JUnit XML files that test runs write: what failed is read there as well.",
    )
    .looser(Loosening::Shorter)
    .slot(Slot::List(|policy| &mut policy.attempts.junit)),
];
