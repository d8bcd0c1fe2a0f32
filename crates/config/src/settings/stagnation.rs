//! `[stagnation]`: when a loop's iterations stop getting anywhere.

use fusebox_engine::LoopRecovery;

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::Setting;

pub(super) const DOC: &str = "When the iterations of a loop stop getting anywhere. Progress is a changed file, a commit, \
     or more tests passing than ever before in the loop; what the agent says of itself is none.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new("stagnation.same_error", SettingKind::Limit)
        .doc("Iterations in a row that end with the same error, progress or not.")
        .aliases(&["sameErrorThreshold"])
        .limit(|policy| &mut policy.stagnation.same_error),
    Setting::new("stagnation.no_progress", SettingKind::Limit)
        .doc(
            "Iterations in a row without progress until the loop is half-open; the next one opens \
             it.",
        )
        .aliases(&["noProgressThreshold"])
        .limit(|policy| &mut policy.stagnation.no_progress),
    Setting::new("stagnation.output_decline", SettingKind::Percent)
        .doc(
            "Percent by which outputs fall below the usual, twice in a row and without progress, \
             until the loop is half-open.",
        )
        .aliases(&["outputDeclineThreshold"])
        .limit(|policy| &mut policy.stagnation.output_decline),
    Setting::new("stagnation.questions", SettingKind::Limit)
        .doc("Iterations that ask instead of working and are held; the next one opens the loop.")
        .limit(|policy| &mut policy.stagnation.questions),
    Setting::new("stagnation.denials", SettingKind::Limit)
        .doc("Iterations in a row in which permissions were denied.")
        .limit(|policy| &mut policy.stagnation.denials),
    Setting::new("stagnation.recovery", SettingKind::Recovery)
        .doc(
            "Who ends the time that a loop is open: a person, or the end of a cooldown, after which \
             one iteration is tried.",
        )
        .looser(LooserDirection::SoonerRecovery)
        .word(
            |policy| policy.stagnation.recovery.to_string(),
            |policy, word| policy.stagnation.recovery = LoopRecovery::parse(word).unwrap_or_default(),
        ),
    Setting::new("stagnation.half_open_after", SettingKind::Limit)
        .doc(
            "Iterations without progress until the loop is half-open; `\"unlimited\"`: \
             `no_progress`.",
        )
        .looser(LooserDirection::AnyChange)
        .limit(|policy| &mut policy.stagnation.half_open_after),
    Setting::new("stagnation.open_after", SettingKind::Limit)
        .doc(
            "Iterations without progress until the loop is open; `\"unlimited\"`: the first after it \
             is half-open.",
        )
        .looser(LooserDirection::AnyChange)
        .limit(|policy| &mut policy.stagnation.open_after),
];
