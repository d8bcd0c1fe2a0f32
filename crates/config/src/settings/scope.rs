//! `[scope]`: the files a task may touch.

use crate::loosening::LooserDirection;
use crate::setting::Setting;

pub(super) const DOC: &str = "The files a task may touch, as globs from the top of the project; without `files`, scope is \
     off.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::globs("scope.files", true, |p| &mut p.scope.files)
        .doc("Globs of the files that belong to the task; `!` in front takes some out again.")
        .aliases(&["files_in_scope"])
        .looser(LooserDirection::AnyChange),
    Setting::globs("scope.justify", false, |p| &mut p.scope.justify)
        .doc("Globs of files that want a justification, even where `files` or `forbid` name them.")
        .looser(LooserDirection::AnyChange),
    Setting::globs("scope.forbid", false, |p| &mut p.scope.forbid).doc(
        "Globs of files that nothing justifies, where neither `files` nor `justify` name them.",
    ),
];
