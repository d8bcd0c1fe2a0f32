//! `[watch]`: the limits of `fusebox watch`.

use crate::loosening::LooserDirection;
use crate::setting::{Setting, SettingScope};

pub(super) const DOC: &str = "When `fusebox watch` pauses.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::limit("watch.storm", |p| &mut p.watch.storm)
        .doc("Runs in a row that were each followed by another change at once (during the run, or within a second).")
        .scope(SettingScope::NotInRoles),
    Setting::time("watch.cooldown", |p| &mut p.watch.cooldown)
        .looser(LooserDirection::Lower)
        .doc("How long a pause lasts; `unlimited`: until you press Enter.")
        .scope(SettingScope::NotInRoles),
];
