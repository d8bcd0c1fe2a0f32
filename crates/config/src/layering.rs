//! Which of several values of a setting wins, and what a project may not do.

use std::collections::BTreeMap;

use crate::notice::{NoticeKind, PolicyNotice};
use crate::origin::LayerOrigin;
use crate::reading::SourcedValue;
use crate::setting::Setting;
use crate::settings::find;
use crate::value::SettingValue;

/// The order of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Preset,
    User,
    Project,
    PresetRole,
    UserRole,
    ProjectRole,
    Task,
    Environment,
    Flag,
}

impl Precedence {
    fn of(write: &SourcedValue) -> Self {
        let for_role = write.source.role.is_some();
        match (&write.source.origin, for_role) {
            (LayerOrigin::Preset(_), false) => Self::Preset,
            (LayerOrigin::Preset(_), true) => Self::PresetRole,
            (LayerOrigin::User(_), false) => Self::User,
            (LayerOrigin::User(_), true) => Self::UserRole,
            (LayerOrigin::Project(_), false) => Self::Project,
            (LayerOrigin::Project(_), true) => Self::ProjectRole,
            (LayerOrigin::Task(_), _) => Self::Task,
            (LayerOrigin::Environment(_), _) => Self::Environment,
            (LayerOrigin::Flag(_), _) => Self::Flag,
        }
    }
}

/// The winning values by key.
pub(crate) type WinningValues = BTreeMap<&'static str, SourcedValue>;

/// Lays the values for `role` over one another.
pub(crate) fn lay(
    writes: impl IntoIterator<Item = SourcedValue>,
    role: Option<&str>,
    may_loosen: &[String],
) -> (WinningValues, Vec<PolicyNotice>) {
    let mut writes: Vec<SourcedValue> = writes
        .into_iter()
        .filter(|write| write.source.role.is_none() || write.source.role.as_deref() == role)
        .collect();
    writes.sort_by_key(Precedence::of);
    let mut stack = LayerStack { may_loosen, ..LayerStack::default() };
    for write in writes {
        stack.put(write);
    }
    (stack.winners, stack.notices)
}

#[derive(Default)]
struct LayerStack<'a> {
    winners: WinningValues,
    /// What the user wrote: a project may only tighten it.
    users: WinningValues,
    may_loosen: &'a [String],
    notices: Vec<PolicyNotice>,
}

impl LayerStack<'_> {
    fn put(&mut self, write: SourcedValue) {
        match Precedence::of(&write) {
            Precedence::User | Precedence::UserRole => {
                self.users.insert(write.key, write.clone());
            }
            Precedence::Project | Precedence::ProjectRole => {
                if let Some(notice) = self.users.get(write.key).and_then(|users| {
                    let free = self.may_loosen.iter().any(|key| key == write.key);
                    if free { None } else { loosened(users, &write) }
                }) {
                    self.notices.push(notice);
                    return;
                }
            }
            // A preset's number for a role never undoes what somebody wrote.
            Precedence::PresetRole if self.undoes(&write) => return,
            Precedence::Preset
            | Precedence::PresetRole
            | Precedence::Task
            | Precedence::Environment
            | Precedence::Flag => {}
        }
        self.winners.insert(write.key, write);
    }

    fn undoes(&self, write: &SourcedValue) -> bool {
        self.winners.get(write.key).is_some_and(|held| {
            !matches!(held.source.origin, LayerOrigin::Preset(_))
                && is_looser(write.key, &held.value, &write.value)
        })
    }
}

/// Whether `next` is looser than `current` for the setting `key`.
pub(crate) fn is_looser(key: &str, current: &SettingValue, next: &SettingValue) -> bool {
    find(key).is_some_and(|setting| setting.loosening.is_looser(current, next))
}

fn loosened(users: &SourcedValue, project: &SourcedValue) -> Option<PolicyNotice> {
    let setting = find(project.key)?;
    setting
        .loosening
        .is_looser(&users.value, &project.value)
        .then(|| notice(setting, users, project))
}

fn notice(setting: &'static Setting, users: &SourcedValue, project: &SourcedValue) -> PolicyNotice {
    let Setting { key, kind, .. } = *setting;
    let (theirs, ours) = (kind.to_toml(&project.value), kind.to_toml(&users.value));
    let message = format!(
        "{}: {key} = {theirs} is not used: it is looser than your {ours} ({}); to allow it, add \
         {key} to project_may_loosen",
        project.source, users.source
    );
    PolicyNotice { kind: NoticeKind::ProjectLoosens, key: Some(key), message }
}
