//! `[run]`: how `fusebox run` and `fusebox loop` run a command.

use crate::setting::{Setting, SettingScope};

pub(super) const DOC: &str = "How `fusebox run` and `fusebox loop` run a command.";

pub(super) const SETTINGS: &[Setting] = &[
    Setting::flag("run.confine", |p| &mut p.run.confine)
        .doc(
            "Whether the command is confined: it cannot change Fusebox or the hooks, nor reach other \
             processes (Linux).",
        )
        .scope(SettingScope::NotInRoles),
    Setting::time("run.reconcile_every", |p| &mut p.run.reconcile_every)
        .doc(
            "Time between two reconciliations (`fusebox reconcile`) while a run or a loop lasts; the \
             first comes at its start.",
        )
        .scope(SettingScope::NotInRoles),
];
