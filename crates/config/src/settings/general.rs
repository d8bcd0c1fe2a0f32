//! Settings at the top of the file.

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::{CHANNELS, CHECKPOINTS, MODES, ON_ERROR, PolicyField, Setting, SettingScope};

pub(super) const DOC: &str = "Settings at the top of the file, before the first section.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "preset",
        SettingKind::Presets,
        "What to start from: a name, or a list in which later ones win; `default` is underneath.",
    )
    .looser(LooserDirection::AnyChange)
    .reach(SettingScope::NotInRoles)
    .slot(PolicyField::Loader),
    Setting::new(
        "mode",
        SettingKind::Choice(MODES),
        "Whether findings have consequences: `observe` records them and denies nothing.",
    )
    .looser(LooserDirection::Towards(MODES))
    .slot(PolicyField::Mode),
    Setting::new(
        "on_error",
        SettingKind::Choice(ON_ERROR),
        "What happens to a call when Fusebox itself fails.",
    )
    .looser(LooserDirection::Towards(ON_ERROR))
    .slot(PolicyField::OnError),
    Setting::new("retention", SettingKind::Duration, "How long the log is kept.")
        .looser(LooserDirection::Lower)
        .reach(SettingScope::NotInRoles)
        .slot(PolicyField::Duration(|policy| &mut policy.retention)),
    Setting::new(
        "checkpoints",
        SettingKind::Choice(CHECKPOINTS),
        "Whose work gets a checkpoint by itself: every session's, a named task's alone, or nobody's.",
    )
    .looser(LooserDirection::Towards(CHECKPOINTS))
    .slot(PolicyField::Checkpoints),
    Setting::new(
        "notify",
        SettingKind::Choices(CHANNELS),
        "How a person at the machine is told of a trip.",
    )
    .looser(LooserDirection::Shorter)
    .slot(PolicyField::Notify),
    Setting::new(
        "test_commands",
        SettingKind::List,
        "Beginnings of command lines that are test runs, besides the runners that are known.",
    )
    .looser(LooserDirection::Shorter)
    .slot(PolicyField::List(|policy| &mut policy.test_commands)),
    Setting::new(
        "project_may_loosen",
        SettingKind::List,
        "Keys that a project's file may loosen although you wrote them; only in your own file.",
    )
    .looser(LooserDirection::Longer)
    .reach(SettingScope::UserFile)
    .slot(PolicyField::Loader),
];
