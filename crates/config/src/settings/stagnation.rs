//! `[stagnation]`: when a loop's iterations stop getting anywhere.

use fusebox_engine::Rule;

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting};

pub(super) const DOC: &str = "When the iterations of a loop stop getting anywhere. Progress is a changed file, a commit, \
     or more tests passing than ever before in the loop; what the agent says of itself is none.";

const fn rule(
    key: &'static str,
    kind: SettingKind,
    rule: Rule,
    slot: PolicyField,
    doc: &'static str,
) -> Setting {
    Setting::new(key, kind, doc).rule(rule).slot(slot)
}

pub(super) const SETTINGS: &[Setting] = &[
    rule(
        "stagnation.same_error",
        SettingKind::Limit,
        Rule::SameError,
        PolicyField::Limit(|policy| &mut policy.stagnation.same_error),
        "Iterations in a row that end with the same error, progress or not.",
    )
    .aliases(&["sameErrorThreshold"]),
    rule(
        "stagnation.no_progress",
        SettingKind::Limit,
        Rule::NoProgress,
        PolicyField::Limit(|policy| &mut policy.stagnation.no_progress),
        "Iterations in a row without progress until the loop is half-open; the next one opens it.",
    )
    .aliases(&["noProgressThreshold"]),
    rule(
        "stagnation.output_decline",
        SettingKind::Percent,
        Rule::OutputDecline,
        PolicyField::Limit(|policy| &mut policy.stagnation.output_decline),
        "Percent by which outputs fall below the usual, twice in a row and without progress, until \
         the loop is half-open.",
    )
    .aliases(&["outputDeclineThreshold"]),
    rule(
        "stagnation.questions",
        SettingKind::Limit,
        Rule::Questions,
        PolicyField::Limit(|policy| &mut policy.stagnation.questions),
        "Iterations that ask instead of working and are held; the next one opens the loop.",
    ),
    rule(
        "stagnation.denials",
        SettingKind::Limit,
        Rule::Denials,
        PolicyField::Limit(|policy| &mut policy.stagnation.denials),
        "Iterations in a row in which permissions were denied.",
    ),
    Setting::new(
        "stagnation.recovery",
        SettingKind::Recovery,
        "Who ends the time that a loop is open: a person, or the end of a cooldown, after which one \
         iteration is tried.",
    )
    .looser(LooserDirection::SoonerRecovery)
    .slot(PolicyField::Recovery),
    Setting::new(
        "stagnation.half_open_after",
        SettingKind::Limit,
        "Iterations without progress until the loop is half-open; `\"unlimited\"`: `no_progress`.",
    )
    .looser(LooserDirection::AnyChange)
    .slot(PolicyField::Limit(|policy| &mut policy.stagnation.half_open_after)),
    Setting::new(
        "stagnation.open_after",
        SettingKind::Limit,
        "Iterations without progress until the loop is open; `\"unlimited\"`: the first after it is \
         half-open.",
    )
    .looser(LooserDirection::AnyChange)
    .slot(PolicyField::Limit(|policy| &mut policy.stagnation.open_after)),
];
