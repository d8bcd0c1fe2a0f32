//! `[attempts]`: how often a failing test may be tried.

use crate::loosening::LooserDirection;
use crate::setting::{Setting, SettingScope};

pub(super) const DOC: &str = "How often a failing test, and a slice of work, may be tried.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::limit("attempts.per_test", |p| &mut p.attempts.per_test)
        .doc("Failed attempts at one test; the last one trips."),
    Setting::limit("attempts.per_slice", |p| &mut p.attempts.per_slice)
        .doc("Failed attempts in a slice of work; the last one trips."),
    Setting::limit("attempts.infra", |p| &mut p.attempts.infra).doc(
        "Test runs in a row that failed to run at all; a notice where attempts are unlimited.",
    ),
    Setting::limit("attempts.advice", |p| &mut p.attempts.advice).doc(
        "Tries after which the same check fails alike, until the agent is asked for a hypothesis.",
    ),
    Setting::flag("attempts.protect_tests", |p| &mut p.attempts.protect_tests)
        .doc("Whether editing or skipping the failing test is refused."),
    Setting::duration("attempts.keep_attempts", |p| &mut p.attempts.keep_attempts)
        .doc("How long the refs of failed attempts are kept after the task.")
        .looser(LooserDirection::Lower)
        .scope(SettingScope::NotInRoles),
    Setting::globs("attempts.junit", false, |p| &mut p.attempts.junit).doc(
        "Globs of the JUnit XML files that test runs write: what failed is read there as well.",
    ),
];
