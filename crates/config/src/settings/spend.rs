//! `[spend]`: caps on what agents spend.

use fusebox_engine::spend::{CapName, CapScope, CapWindow};

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting, set_word, word};

/// The words of `unknown`, the strictest first.
const UNKNOWN: &[&str] = &["refuse", "dearest", "tokens"];

/// The words of `days`.
const DAYS: &[&str] = &["local", "utc"];

/// The words of `week_starts`.
const WEEK_STARTS: &[&str] = &["monday", "saturday", "sunday"];

pub(super) const DOC: &str = "Caps on what agents spend, in US dollars (`\"5 USD\"`) or tokens (`\"200000 tokens\"`): `task = \"5 USD\"` \
     for its lifetime, `all.day = \"20 USD\"` for a window, `role.pm.day = \"2 USD\"` for one role. Each cap is one sum, \
     shared by every session that it concerns.";

/// The settings of one scope: its lifetime, which may be written without its name, and its windows.
macro_rules! caps {
    ($($scope:ident $word:literal $what:literal;)*) => {
        pub(super) const SETTINGS: &[Setting] = &[
            $(
                cap(concat!("spend.", $word, ".lifetime"), CapScope::$scope, CapWindow::Lifetime)
                    .doc(concat!("What ", $what, " may spend in its lifetime.")),
                cap(concat!("spend.", $word, ".five_hours"), CapScope::$scope, CapWindow::FiveHours)
                    .doc(concat!("What ", $what, " may spend in five hours.")),
                cap(concat!("spend.", $word, ".day"), CapScope::$scope, CapWindow::Day)
                    .doc(concat!("What ", $what, " may spend in a day.")),
                cap(concat!("spend.", $word, ".week"), CapScope::$scope, CapWindow::Week)
                    .doc(concat!("What ", $what, " may spend in a week.")),
                cap(concat!("spend.", $word, ".month"), CapScope::$scope, CapWindow::Month)
                    .doc(concat!("What ", $what, " may spend in a month.")),
            )*
            Setting::new("spend.unknown", SettingKind::Choice(UNKNOWN))
                .doc(
                    "What a model without a price costs: as much as the dearest of its family, or nothing but \
                     its tokens; or it opens the breaker.",
                )
                .field(PolicyField::Word(
                    |p| word(p.spend.unknown),
                    |p, w| set_word(&mut p.spend.unknown, w),
                )),
            Setting::new("spend.window", SettingKind::Ratio)
                .doc(
                    "The share of a subscription's five hours and of its week that may be used, where the client tells \
                     it; 1 leaves it to the provider.",
                )
                .field(PolicyField::Ratio(|p| &mut p.spend.window.0)),
            Setting::limit("spend.unusual", |p| &mut p.spend.unusual.0).doc(
                "A session is reported as unusually expensive when it costs more than this many times the median of the \
                 last 30 sessions of its project.",
            ),
            Setting::new("spend.days", SettingKind::Choice(DAYS))
                .doc("Whose days and weeks caps and sums count: those of the machine's zone, or of UTC.")
                .looser(LooserDirection::AnyChange)
                .field(PolicyField::Word(
                    |p| word(p.spend.calendar.days),
                    |p, w| set_word(&mut p.spend.calendar.days, w),
                )),
            Setting::new("spend.week_starts", SettingKind::Choice(WEEK_STARTS))
                .doc("The day with which weeks begin, in caps and in sums.")
                .looser(LooserDirection::AnyChange)
                .field(PolicyField::Word(
                    |p| word(p.spend.calendar.week_starts),
                    |p, w| set_word(&mut p.spend.calendar.week_starts, w),
                )),
            Setting::new("spend.step", SettingKind::Cap)
                .doc(
                    "What a person's prompt adds to the spent cap of their session or task; `\"unlimited\"`: the \
                     cap again.",
                )
                .field(PolicyField::Word(
                    |p| p.spend.step.map_or_else(|| "unlimited".to_owned(), |step| step.to_string()),
                    |p, w| p.spend.step = w.parse().ok(),
                )),
        ];
    };
}

caps! {
    Session "session" "one session, with its subagents,";
    Subagent "subagent" "one subagent";
    Task "task" "one task";
    Issue "issue" "all tasks of one issue";
    Branch "branch" "all work on one branch";
    Project "project" "all work in one project";
    Role "role" "all agents of one role";
    All "all" "every agent of this machine";
}

const fn cap(key: &'static str, scope: CapScope, window: CapWindow) -> Setting {
    Setting::new(key, SettingKind::Cap).field(PolicyField::Cap(CapName { scope, window }))
}
