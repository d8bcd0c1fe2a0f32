//! `[attempts]`: how often a failing test may be tried.

use fusebox_engine::Rule;

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting, SettingScope};

pub(super) const DOC: &str = "How often a failing test, and a slice of work, may be tried.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "attempts.per_test",
        SettingKind::Limit,
        "Failed attempts at one test; the last one trips.",
    )
    .rule(Rule::PerTest)
    .slot(PolicyField::Limit(|policy| &mut policy.attempts.per_test)),
    Setting::new(
        "attempts.per_slice",
        SettingKind::Limit,
        "Failed attempts in a slice of work; the last one trips.",
    )
    .rule(Rule::PerSlice)
    .slot(PolicyField::Limit(|policy| &mut policy.attempts.per_slice)),
    Setting::new(
        "attempts.infra",
        SettingKind::Limit,
        "Test runs in a row that failed to run at all; a notice where attempts are unlimited.",
    )
    .rule(Rule::Infra)
    .slot(PolicyField::Limit(|policy| &mut policy.attempts.infra)),
    Setting::new(
        "attempts.protect_tests",
        SettingKind::Bool,
        "Whether editing or skipping the failing test is denied.",
    )
    .looser(LooserDirection::Becoming(false))
    .rule(Rule::ProtectTests)
    .slot(PolicyField::Flag(|policy| &mut policy.attempts.protect_tests)),
    Setting::new(
        "attempts.keep_attempts",
        SettingKind::Duration,
        "How long the refs of failed attempts are kept after the task.",
    )
    .looser(LooserDirection::Lower)
    .reach(SettingScope::NotInRoles)
    .slot(PolicyField::Duration(|policy| &mut policy.attempts.keep_attempts)),
    Setting::new(
        "attempts.junit",
        SettingKind::Globs { exceptions: false },
        "Globs of the JUnit XML files that test runs write: what failed is read there as well.",
    )
    .looser(LooserDirection::Shorter)
    .slot(PolicyField::List(|policy| &mut policy.attempts.junit)),
];
