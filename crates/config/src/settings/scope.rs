//! `[scope]`: the files a task may touch.

use fusebox_engine::Rule;

use crate::kind::Kind;
use crate::loosening::Loosening;
use crate::setting::{Setting, Slot};

pub(super) const DOC: &str = "The files a task may touch, as globs from the top of the project; without `files`, scope is \
     off.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::new(
        "scope.files",
        Kind::Globs { exceptions: true },
        "Globs of the files that belong to the task; `!` in front takes some out again.",
    )
    .aliases(&["files_in_scope"])
    .looser(Loosening::AnyChange)
    .rule(Rule::ScopeFiles)
    .slot(Slot::List(|policy| &mut policy.scope.files)),
    Setting::new(
        "scope.justify",
        Kind::Globs { exceptions: false },
        "Globs of files that want a justification, even where `files` or `forbid` name them.",
    )
    .looser(Loosening::AnyChange)
    .rule(Rule::ScopeJustify)
    .slot(Slot::List(|policy| &mut policy.scope.justify)),
    Setting::new(
        "scope.forbid",
        Kind::Globs { exceptions: false },
        "Globs of files that nothing justifies, where neither `files` nor `justify` name them.",
    )
    .looser(Loosening::Shorter)
    .rule(Rule::ScopeForbid)
    .slot(Slot::List(|policy| &mut policy.scope.forbid)),
];
