//! `[attempts]`: how often a failing test may be tried.

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{Setting, SettingScope};

pub(super) const DOC: &str = "How often a failing test, and a slice of work, may be tried.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new("attempts.per_test", SettingKind::Limit)
        .doc("Failed attempts at one test; the last one trips.")
        .limit(|policy| &mut policy.attempts.per_test),
    Setting::new("attempts.per_slice", SettingKind::Limit)
        .doc("Failed attempts in a slice of work; the last one trips.")
        .limit(|policy| &mut policy.attempts.per_slice),
    Setting::new("attempts.infra", SettingKind::Limit)
        .doc("Test runs in a row that failed to run at all; a notice where attempts are unlimited.")
        .limit(|policy| &mut policy.attempts.infra),
    Setting::new("attempts.protect_tests", SettingKind::Bool)
        .doc("Whether editing or skipping the failing test is denied.")
        .flag(|policy| &mut policy.attempts.protect_tests),
    Setting::new("attempts.keep_attempts", SettingKind::Duration)
        .doc("How long the refs of failed attempts are kept after the task.")
        .looser(LooserDirection::Lower)
        .scope(SettingScope::NotInRoles)
        .duration(|policy| &mut policy.attempts.keep_attempts),
    Setting::new("attempts.junit", SettingKind::Globs { exceptions: false })
        .doc(
            "Globs of the JUnit XML files that test runs write: what failed is read there as well.",
        )
        .list(|policy| &mut policy.attempts.junit),
];
