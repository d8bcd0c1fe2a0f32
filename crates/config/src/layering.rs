//! Decides which of several values of a setting wins, and what a project may loosen.

use std::collections::BTreeMap;

use crate::layer_values::SourcedValue;
use crate::notice::{NoticeKind, PolicyNotice};
use crate::origin::LayerOrigin;
use crate::settings::find;
use crate::value::SettingValue;

/// The winning values by key.
pub(crate) type WinningValues = BTreeMap<&'static str, SourcedValue>;

/// The order in which values are applied. Files come first, then the roles' tables of the files;
/// task, environment and flags are stronger than both.
fn precedence(value: &SourcedValue) -> (bool, bool, u8) {
    let source = &value.source;
    let strength = source.origin.strength();
    match source.origin {
        LayerOrigin::Preset(_) | LayerOrigin::User(_) | LayerOrigin::Project(_) => {
            (false, source.role.is_some(), strength)
        }
        LayerOrigin::Task(_) | LayerOrigin::Environment(_) | LayerOrigin::Flag(_) => {
            (true, false, strength)
        }
    }
}

/// Applies the values for `role`, the weakest first. `may_loosen` lists the keys that a project may
/// loosen although the user wrote them.
pub(crate) fn apply_layers(
    values: impl IntoIterator<Item = SourcedValue>,
    role: Option<&str>,
    may_loosen: &[String],
) -> (WinningValues, Vec<PolicyNotice>) {
    let applies =
        |value: &SourcedValue| value.source.role.is_none() || value.source.role.as_deref() == role;
    let mut values: Vec<SourcedValue> = values.into_iter().filter(applies).collect();
    values.sort_by_key(precedence);
    let mut winners = WinningValues::new();
    let mut user_values = WinningValues::new();
    let mut notices = Vec::new();
    for value in values {
        let key = value.key;
        match value.source.origin {
            LayerOrigin::User(_) => {
                user_values.insert(key, value.clone());
            }
            LayerOrigin::Project(_) if !may_loosen.iter().any(|free| free == key) => {
                let notice = user_values.get(key).and_then(|user| loosening_notice(user, &value));
                if notice.is_some() {
                    notices.extend(notice);
                    continue;
                }
            }
            // A preset's value for a role does not loosen what a person wrote.
            LayerOrigin::Preset(_)
                if winners.get(key).is_some_and(|held| {
                    !matches!(held.source.origin, LayerOrigin::Preset(_))
                        && is_looser(key, &held.value, &value.value)
                }) =>
            {
                continue;
            }
            LayerOrigin::Preset(_)
            | LayerOrigin::Project(_)
            | LayerOrigin::Task(_)
            | LayerOrigin::Environment(_)
            | LayerOrigin::Flag(_) => {}
        }
        winners.insert(key, value);
    }
    (winners, notices)
}

/// Whether `next` is looser than `current` for the setting `key`.
pub(crate) fn is_looser(key: &str, current: &SettingValue, next: &SettingValue) -> bool {
    find(key).is_some_and(|setting| setting.loosening.is_looser(current, next))
}

/// The notice that a project's value is not used, when it is looser than the user's.
fn loosening_notice(user: &SourcedValue, project: &SourcedValue) -> Option<PolicyNotice> {
    let is_loose = is_looser(project.key, &user.value, &project.value);
    is_loose.then(|| unused_notice(user, project, "it is looser than your"))
}

/// The notice that a project's value is not used; `why` leads to the user's value.
pub(crate) fn unused_notice(
    user: &SourcedValue,
    project: &SourcedValue,
    why: &str,
) -> PolicyNotice {
    let key = project.key;
    let shown = |value| find(key).map(|setting| setting.kind.to_toml(value)).unwrap_or_default();
    let message = format!(
        "{}: {key} = {} is not used: {why} {} ({}); to allow it, add {key} to project_may_loosen",
        project.source,
        shown(&project.value),
        shown(&user.value),
        user.source
    );
    PolicyNotice::new(NoticeKind::ProjectLoosens, Some(key), message)
}
