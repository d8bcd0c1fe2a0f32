//! `[report]`: what is written of a trip and of a run besides the report.

use crate::kind::{OFF, SettingKind};
use crate::loosening::LooserDirection;
use crate::setting::{PolicyField, Setting, SettingScope};

pub(super) const DOC: &str = "What is written of a trip and of a run besides the report.";

pub(super) const SETTINGS: &[Setting] = &[Setting::new(
    "report.hand_over",
    SettingKind::ProjectFile,
)
.doc(
    "The Markdown file in the project that says at a trip and at the end of a run what was done, \
         what failed, what is open and what comes next; `off` writes none.",
)
.looser(LooserDirection::AnyChange)
.scope(SettingScope::NotInRoles)
.field(PolicyField::Word(
    |p| p.report.hand_over.clone().unwrap_or_else(|| OFF.to_owned()),
    |p, file| p.report.hand_over = (file != OFF).then(|| file.to_owned()),
))];
