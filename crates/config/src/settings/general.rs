//! Settings at the top of the file.

use crate::kind::Kind;
use crate::loosening::Loosening;
use crate::setting::{CHANNELS, CHECKPOINTS, MODES, ON_ERROR, Reach, Setting, Slot};

pub(super) const DOC: &str = "Settings at the top of the file, before the first section.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "preset",
        Kind::Presets,
        "What to start from: a name, or a list in which later ones win; `default` is underneath.",
    )
    .looser(Loosening::AnyChange)
    .reach(Reach::NotInRoles)
    .slot(Slot::Loader),
    Setting::new(
        "mode",
        Kind::Choice(MODES),
        "Whether findings have consequences: `observe` records them and denies nothing.",
    )
    .looser(Loosening::Towards(MODES))
    .slot(Slot::Mode),
    Setting::new(
        "on_error",
        Kind::Choice(ON_ERROR),
        "What happens to a call when Fusebox itself fails.",
    )
    .looser(Loosening::Towards(ON_ERROR))
    .slot(Slot::OnError),
    Setting::new("retention", Kind::Duration, "How long the log is kept.")
        .looser(Loosening::Lower)
        .reach(Reach::NotInRoles)
        .slot(Slot::Duration(|policy| &mut policy.retention)),
    Setting::new(
        "checkpoints",
        Kind::Choice(CHECKPOINTS),
        "Whose work gets a checkpoint by itself: every session's, a named task's alone, or nobody's.",
    )
    .looser(Loosening::Towards(CHECKPOINTS))
    .slot(Slot::Checkpoints),
    Setting::new(
        "notify",
        Kind::Choices(CHANNELS),
        "How a person at the machine is told of a trip.",
    )
    .looser(Loosening::Shorter)
    .slot(Slot::Notify),
    Setting::new(
        "test_commands",
        Kind::List,
        "Beginnings of command lines that are test runs, besides the runners that are known.",
    )
    .looser(Loosening::Shorter)
    .slot(Slot::List(|policy| &mut policy.test_commands)),
    Setting::new(
        "project_may_loosen",
        Kind::List,
        "Keys that a project's file may loosen although you wrote them; only in your own file.",
    )
    .looser(Loosening::Longer)
    .reach(Reach::UserFile)
    .slot(Slot::Loader),
];
