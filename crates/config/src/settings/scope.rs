//! `[scope]`: the files a task may touch.

use crate::kind::Kind;
use crate::loosening::Loosening;
use crate::setting::Setting;

pub(super) const DOC: &str = "The files a task may touch; without any, scope is off.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new("scope.files", Kind::List, "Globs of the files that belong to the task.")
        .aliases(&["files_in_scope"])
        .looser(Loosening::Longer),
    Setting::new(
        "scope.justify",
        Kind::List,
        "Globs of files that may be changed with a justification.",
    )
    .looser(Loosening::AnyChange),
    Setting::new("scope.forbid", Kind::List, "Globs of files that may never be changed.")
        .looser(Loosening::Shorter),
];
