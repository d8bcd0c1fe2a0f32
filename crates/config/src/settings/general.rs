//! Settings at the top of the file.

use crate::kind::{OFF, SettingKind};
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting, SettingScope, set_word, word};

/// The words of a choice stand in the order of strictness, the strictest first.
const MODES: &[&str] = &["enforce", "observe"];
const ON_ERROR: &[&str] = &["deny", "allow"];
const CHECKPOINTS: &[&str] = &["always", "task", "never"];
const CHANNELS: &[&str] = &["bell", "desktop"];

pub(super) const DOC: &str = "Settings at the top of the file, before the first section.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new("preset", SettingKind::Presets)
        .doc(
            "What to start from: a name, or a list in which later ones win; `default` is underneath.",
        )
        .looser(LooserDirection::AnyChange)
        .scope(SettingScope::NotInRoles)
        .field(PolicyField::Loader),
    Setting::new("mode", SettingKind::Choice(MODES))
        .doc("Whether findings have consequences: `observe` records them and refuses nothing.")
        .field(PolicyField::Word(|p| word(p.mode), |p, w| set_word(&mut p.mode, w))),
    Setting::new("on_error", SettingKind::Choice(ON_ERROR))
        .doc("What happens to a call when Fusebox itself fails.")
        .field(PolicyField::Word(|p| word(p.on_error), |p, w| set_word(&mut p.on_error, w))),
    Setting::duration("retention", |p| &mut p.retention)
        .doc("How long the log is kept.")
        .looser(LooserDirection::Lower)
        .scope(SettingScope::NotInRoles),
    Setting::new("checkpoints", SettingKind::Choice(CHECKPOINTS))
        .doc(
            "Whose work gets a checkpoint by itself: every session's, a named task's alone, or \
             nobody's.",
        )
        .field(PolicyField::Word(|p| word(p.checkpoints), |p, w| set_word(&mut p.checkpoints, w))),
    Setting::new("notify", SettingKind::Choices(CHANNELS))
        .doc("How a person at the machine is told of a trip.")
        .field(PolicyField::Channels),
    Setting::list("test_commands", |p| &mut p.test_commands)
        .doc("Beginnings of command lines that are test runs, besides the runners that are known."),
    Setting::new("verify", SettingKind::Text)
        .doc("The command line that has to succeed before work counts as complete; `off` is none.")
        .looser(LooserDirection::AnyChange)
        .field(PolicyField::Word(
            |p| p.verification.command.clone().unwrap_or_else(|| OFF.to_owned()),
            |p, w| p.verification.command = (w != OFF).then(|| w.to_owned()),
        )),
    Setting::new("project_may_loosen", SettingKind::List)
        .doc(
            "Keys that a project's file may loosen although you wrote them; only in your own file.",
        )
        .looser(LooserDirection::Longer)
        .scope(SettingScope::UserFile)
        .field(PolicyField::Loader),
];
