//! `[stagnation]`: when a loop's iterations stop getting anywhere.

use fusebox_engine::Rule;

use crate::kind::Kind;
use crate::loosening::Loosening;
use crate::setting::{Setting, Slot};

pub(super) const DOC: &str = "When the iterations of a loop stop getting anywhere.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "stagnation.same_error",
        Kind::Limit,
        "L3: iterations in a row that end with the same error.",
    )
    .aliases(&["sameErrorThreshold"])
    .rule(Rule::SameError)
    .slot(Slot::Limit(|policy| &mut policy.stagnation.same_error)),
    Setting::new(
        "stagnation.no_progress",
        Kind::Limit,
        "Iterations in a row without progress that make the breaker watch.",
    )
    .aliases(&["noProgressThreshold"]),
    Setting::new(
        "stagnation.output_decline",
        Kind::Percent,
        "Percent by which the output of an iteration falls below the usual.",
    )
    .aliases(&["outputDeclineThreshold"]),
    Setting::new(
        "stagnation.recovery",
        Kind::Recovery,
        "Who closes an open loop: a person, or the end of a cooldown.",
    )
    .looser(Loosening::SoonerRecovery),
    Setting::new(
        "stagnation.half_open_after",
        Kind::Limit,
        "Iterations without progress until the breaker is half-open.",
    ),
    Setting::new(
        "stagnation.open_after",
        Kind::Limit,
        "Iterations without progress until the breaker is open.",
    ),
];
