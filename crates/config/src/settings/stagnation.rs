//! `[stagnation]`: when a loop's iterations stop getting anywhere.

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting, set_word, word};

pub(super) const DOC: &str = "When the iterations of a loop stop getting anywhere. Progress is a changed file, a commit, \
     or more tests passing than ever before in the loop; what the agent says of itself is none.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::limit("stagnation.same_error", |p| &mut p.stagnation.same_error)
        .doc("Iterations in a row that end with the same error, progress or not.")
        .aliases(&["sameErrorThreshold"]),
    Setting::limit("stagnation.no_progress", |p| &mut p.stagnation.no_progress)
        .doc(
            "Iterations in a row without progress until the loop is half-open; the next one opens \
             it.",
        )
        .aliases(&["noProgressThreshold"]),
    Setting::percent("stagnation.output_floor", |p| &mut p.stagnation.output_floor)
        .doc(
            "Percent of the usual output; below it, twice in a row and without progress, the loop is \
             half-open.",
        )
        .aliases(&["outputDeclineThreshold"])
        .looser(LooserDirection::Lower),
    Setting::limit("stagnation.questions", |p| &mut p.stagnation.questions)
        .doc("Iterations that ask instead of working and are held; the next one opens the loop."),
    Setting::limit("stagnation.denials", |p| &mut p.stagnation.denials)
        .doc("Iterations in a row in which permissions were denied."),
    Setting::new("stagnation.recovery", SettingKind::Recovery)
        .doc(
            "Who ends the time that a loop is open: a person, or the end of a cooldown, after which \
             one iteration is tried.",
        )
        .looser(LooserDirection::SoonerRecovery)
        .field(PolicyField::Word(
            |p| word(p.stagnation.recovery),
            |p, w| set_word(&mut p.stagnation.recovery, w),
        )),
    Setting::limit("stagnation.half_open_after", |p| &mut p.stagnation.half_open_after)
        .doc(
            "Iterations without progress until the loop is half-open; `\"unlimited\"`: \
             `no_progress`.",
        )
        .looser(LooserDirection::AnyChange),
    Setting::limit("stagnation.open_after", |p| &mut p.stagnation.open_after)
        .doc(
            "Iterations without progress until the loop is open; `\"unlimited\"`: the first after it \
             is half-open.",
        )
        .looser(LooserDirection::AnyChange),
];
