//! Which of several values of a setting wins, and what a project may not do.

use std::collections::BTreeMap;

use crate::notice::{Notice, NoticeKind};
use crate::origin::Origin;
use crate::reading::Write;
use crate::setting::Setting;
use crate::settings::find;
use crate::value::Value;

/// The order of strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
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

impl Stage {
    fn of(write: &Write) -> Self {
        let for_role = write.source.role.is_some();
        match (&write.source.origin, for_role) {
            (Origin::Preset(_), false) => Self::Preset,
            (Origin::Preset(_), true) => Self::PresetRole,
            (Origin::User(_), false) => Self::User,
            (Origin::User(_), true) => Self::UserRole,
            (Origin::Project(_), false) => Self::Project,
            (Origin::Project(_), true) => Self::ProjectRole,
            (Origin::Task(_), _) => Self::Task,
            (Origin::Environment(_), _) => Self::Environment,
            (Origin::Flag(_), _) => Self::Flag,
        }
    }
}

/// The winning values by key.
pub(crate) type Winners = BTreeMap<&'static str, Write>;

/// Lays the values for `role` over one another.
pub(crate) fn lay(
    writes: impl IntoIterator<Item = Write>,
    role: Option<&str>,
    may_loosen: &[String],
) -> (Winners, Vec<Notice>) {
    let mut writes: Vec<Write> = writes
        .into_iter()
        .filter(|write| write.source.role.is_none() || write.source.role.as_deref() == role)
        .collect();
    writes.sort_by_key(Stage::of);
    let mut stack = Stack { may_loosen, ..Stack::default() };
    for write in writes {
        stack.put(write);
    }
    (stack.winners, stack.notices)
}

#[derive(Default)]
struct Stack<'a> {
    winners: Winners,
    /// What the user wrote: a project may only tighten it.
    users: Winners,
    may_loosen: &'a [String],
    notices: Vec<Notice>,
}

impl Stack<'_> {
    fn put(&mut self, write: Write) {
        match Stage::of(&write) {
            Stage::User | Stage::UserRole => {
                self.users.insert(write.key, write.clone());
            }
            Stage::Project | Stage::ProjectRole => {
                if let Some(notice) = self.users.get(write.key).and_then(|users| {
                    let free = self.may_loosen.iter().any(|key| key == write.key);
                    if free { None } else { loosened(users, &write) }
                }) {
                    self.notices.push(notice);
                    return;
                }
            }
            // A preset's number for a role never undoes what somebody wrote.
            Stage::PresetRole if self.undoes(&write) => return,
            Stage::Preset | Stage::PresetRole | Stage::Task | Stage::Environment | Stage::Flag => {}
        }
        self.winners.insert(write.key, write);
    }

    fn undoes(&self, write: &Write) -> bool {
        self.winners.get(write.key).is_some_and(|held| {
            !matches!(held.source.origin, Origin::Preset(_))
                && is_looser(write.key, &held.value, &write.value)
        })
    }
}

/// Whether `next` is looser than `current` for the setting `key`.
pub(crate) fn is_looser(key: &str, current: &Value, next: &Value) -> bool {
    find(key).is_some_and(|setting| setting.loosening.is_looser(current, next))
}

fn loosened(users: &Write, project: &Write) -> Option<Notice> {
    let setting = find(project.key)?;
    setting
        .loosening
        .is_looser(&users.value, &project.value)
        .then(|| notice(setting, users, project))
}

fn notice(setting: &'static Setting, users: &Write, project: &Write) -> Notice {
    let Setting { key, kind, .. } = *setting;
    let (theirs, ours) = (kind.to_toml(&project.value), kind.to_toml(&users.value));
    let message = format!(
        "{}: {key} = {theirs} is not used: it is looser than your {ours} ({}); to allow it, add \
         {key} to project_may_loosen",
        project.source, users.source
    );
    Notice { kind: NoticeKind::ProjectLoosens, key: Some(key), message }
}
