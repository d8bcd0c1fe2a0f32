//! `[scope]`: the files a task may touch.

use crate::kind::SettingKind;
use crate::loosening::LooserDirection;
use crate::setting::Setting;

pub(super) const DOC: &str = "The files a task may touch, as globs from the top of the project; without `files`, scope is \
     off.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new("scope.files", SettingKind::Globs { exceptions: true })
        .doc("Globs of the files that belong to the task; `!` in front takes some out again.")
        .aliases(&["files_in_scope"])
        .looser(LooserDirection::AnyChange)
        .list(|policy| &mut policy.scope.files),
    Setting::new("scope.justify", SettingKind::Globs { exceptions: false })
        .doc("Globs of files that want a justification, even where `files` or `forbid` name them.")
        .looser(LooserDirection::AnyChange)
        .list(|policy| &mut policy.scope.justify),
    Setting::new("scope.forbid", SettingKind::Globs { exceptions: false })
        .doc(
            "Globs of files that nothing justifies, where neither `files` nor `justify` name them.",
        )
        .list(|policy| &mut policy.scope.forbid),
];
