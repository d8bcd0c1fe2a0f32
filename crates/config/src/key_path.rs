//! Finds the setting of a written key: in roles' tables, and under names of published designs.

use fusebox_engine::spend::{CapScope, CapWindow};

use crate::misspelling::{closest, distance, max_distance};
use crate::problem::NameSuggestion;
use crate::raw_value::quoted;
use crate::setting::Setting;
use crate::settings::{SECTIONS, all, supported};

/// Tables in which published designs keep settings that are in sections here.
pub(crate) const WRAPPERS: &[&str] = &["circuit_breaker", "circuit_breakers", "circuitBreaker"];
const DEFAULTS: &str = "defaults";
/// The section of the caps.
const SPEND: &str = "spend";
/// The window of a cap that is written without one.
const LIFETIME: &str = "lifetime";
/// The table of the roles' settings.
pub(crate) const ROLES: &str = "roles";

/// Names of settings whose meaning changed or that belong elsewhere, and how they are written now.
const REPLACED: &[(&str, &str)] = &[
    (
        "output_decline",
        "write output_floor, the percentage that must remain instead of the one that may be lost \
         (output_decline = 30 is output_floor = 70)",
    ),
    ("verification_criteria", OF_TASK),
    ("verificationCriteria", OF_TASK),
];

const OF_TASK: &str = "each task has its own: `fusebox task start ID --criteria TEXT`";

/// What a key names.
#[derive(Debug, Clone, Copy)]
pub(crate) enum KeyTarget {
    /// A table that holds settings or further sections.
    Section,
    /// A setting.
    Setting(&'static Setting),
    /// A cap without a window, or the table of a cap's windows.
    CapScope(&'static Setting),
    /// Nothing.
    Nothing,
}

/// A key, split at its dots, without the tables around the setting's own name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KeyPath<'a> {
    /// The role, when it is in that role's table.
    pub(crate) role: Option<&'a str>,
    rest: &'a [String],
    /// The window of a cap, where the key of the cap names a role: `spend.role.pm.day`.
    role_window: Option<&'a str>,
    is_roles_table: bool,
}

/// Whether this is the cap of a role by its name, rather than a window of every role's cap.
fn is_cap_of_role(spend: &str, scope: &str, role: &str) -> bool {
    spend == SPEND && scope == "role" && CapWindow::ALL.iter().all(|(_, word)| *word != role)
}

impl<'a> KeyPath<'a> {
    /// Removes the tables of published designs and of roles.
    pub(crate) fn new(path: &'a [String]) -> Self {
        let mut rest = path;
        if let [wrapper, inner @ ..] = rest
            && WRAPPERS.contains(&wrapper.as_str())
        {
            rest = match inner {
                [defaults, inner @ ..] if defaults == DEFAULTS => inner,
                inner => inner,
            };
        }
        let key_path = |role, rest| Self { role, rest, role_window: None, is_roles_table: false };
        match rest {
            [roles] if roles == ROLES => Self { is_roles_table: true, ..key_path(None, rest) },
            [roles, role, rest @ ..] if roles == ROLES => key_path(Some(role.as_str()), rest),
            [spend, scope, role, ..] if is_cap_of_role(spend, scope, role) => Self {
                role_window: rest.get(3).map(String::as_str),
                ..key_path(Some(role.as_str()), &rest[..2])
            },
            rest => key_path(None, rest),
        }
    }

    /// What the key names.
    pub(crate) fn target(self) -> KeyTarget {
        if let [spend, scope, ..] = self.rest
            && spend == SPEND
            && CapScope::ALL.iter().any(|(_, word, _)| word == scope)
            && let Some(target) = self.cap_target(scope)
        {
            return target;
        }
        let is_section = match self.rest {
            [] => true,
            [name] => self.is_roles_table || SECTIONS.iter().any(|s| s.name == name),
            _ => false,
        };
        if is_section {
            return KeyTarget::Section;
        }
        let written = self.rest.join(".");
        all()
            .find(|setting| setting.key == written || self.is_alias_of(setting))
            .map_or(KeyTarget::Nothing, KeyTarget::Setting)
    }

    /// What the key of a cap names. A scope is a table of windows; without one it is its lifetime.
    fn cap_target(self, scope: &str) -> Option<KeyTarget> {
        let window = self.role_window.or(self.rest.get(2).map(String::as_str));
        let setting =
            crate::settings::find(&format!("{SPEND}.{scope}.{}", window.unwrap_or(LIFETIME)))?;
        let is_whole = self.rest.len() <= 3;
        is_whole.then_some(match window {
            None => KeyTarget::CapScope(setting),
            Some(_) => KeyTarget::Setting(setting),
        })
    }

    fn is_alias_of(self, setting: &Setting) -> bool {
        let Some((name, before)) = self.rest.split_last() else { return false };
        setting.aliases.contains(&name.as_str())
            && match before {
                [] => true,
                [section] => section == setting.section(),
                _ => false,
            }
    }

    /// What replaced a setting of an earlier version; else the nearest setting of this version, of which
    /// one in the same section comes first.
    pub(crate) fn nearest_setting(self) -> NameSuggestion {
        let name = self.rest.last().map_or("", String::as_str);
        if let Some((_, now)) = REPLACED.iter().find(|(replaced, _)| *replaced == name) {
            return NameSuggestion::Replaced(now);
        }
        let section = self.rest.first().map_or("", String::as_str);
        let in_section = self.nearest_of(supported().filter(|s| s.section() == section));
        let candidates = [in_section, self.nearest_of(supported())];
        let mut found = candidates.into_iter().flatten();
        let near = found.clone().find(|(_, is_near)| *is_near);
        let Some((setting, is_near)) = near.or_else(|| found.next()) else {
            return NameSuggestion::Nearest(String::new());
        };
        let key = match self.role {
            Some(role) => shown(&[ROLES, role]) + "." + setting.key,
            None => setting.key.to_owned(),
        };
        if is_near { NameSuggestion::DidYouMean(key) } else { NameSuggestion::Nearest(key) }
    }

    /// The nearest of `settings`, and whether it is near enough to be a misspelling.
    fn nearest_of(
        self,
        settings: impl Iterator<Item = &'static Setting>,
    ) -> Option<(&'static Setting, bool)> {
        let written = self.rest.join(".");
        let name = self.rest.last().map_or("", String::as_str);
        let score = |setting: &Setting| {
            let names = std::iter::once(setting.name()).chain(setting.aliases.iter().copied());
            names
                .map(|known| distance(name, known) + 1)
                .fold(distance(&written, setting.key), usize::min)
        };
        let (score, setting) =
            settings.map(|setting| (score(setting), setting)).min_by_key(|(score, _)| *score)?;
        Some((setting, score <= max_distance(name) + 1))
    }

    /// The nearest section.
    pub(crate) fn nearest_section(self) -> NameSuggestion {
        let name = self.rest.last().map_or("", String::as_str);
        let sections = || SECTIONS.iter().map(|s| s.name).filter(|n| !n.is_empty()).chain([ROLES]);
        let within = |section: &str| match self.role {
            Some(role) => format!("[{}.{section}]", shown(&[ROLES, role])),
            None => format!("[{section}]"),
        };
        match closest(name, sections()) {
            Some(section) => NameSuggestion::DidYouMean(within(section)),
            None => {
                let nearest = sections().min_by_key(|section| distance(name, section));
                NameSuggestion::Nearest(within(nearest.unwrap_or_default()))
            }
        }
    }
}

/// A path as it is written in a file; control characters are escaped.
pub(crate) fn shown<S: AsRef<str>>(path: &[S]) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let is_bare = |segment: &str| !segment.is_empty() && segment.chars().all(bare);
    let segments = path.iter().map(AsRef::as_ref);
    let segments = segments.map(|s| if is_bare(s) { s.to_owned() } else { quoted(s) });
    segments.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> Vec<String> {
        text.split('.').map(str::to_owned).collect()
    }

    #[test]
    fn published_names_lead_to_our_settings() {
        let table = [
            ("limits.tool_calls", "limits.tool_calls"),
            ("max_tool_calls", "limits.tool_calls"),
            ("limits.max_tool_calls", "limits.tool_calls"),
            ("circuit_breakers.defaults.max_tool_calls", "limits.tool_calls"),
            ("circuit_breakers.roles.pm.max_turns", "limits.turns"),
            ("circuit_breaker.failure_threshold", "service.failure_threshold"),
            ("circuit_breaker.reset_timeout_seconds", "service.reset_timeout"),
            ("circuit_breaker.count_errors", "service.count_errors"),
            ("circuit_breaker.limits.turns", "limits.turns"),
            ("warning_threshold", "limits.warn_at"),
            ("max_active_duration", "limits.active_time"),
            ("max_sleep_duration", "limits.sleep_time"),
            ("noProgressThreshold", "stagnation.no_progress"),
            ("stagnation.sameErrorThreshold", "stagnation.same_error"),
            ("outputDeclineThreshold", "stagnation.output_floor"),
            ("circuitBreaker.maxToolCalls", "limits.tool_calls"),
            ("roles.pm.mode", "mode"),
        ];
        for (written, key) in table {
            let written = path(written);
            let target = KeyPath::new(&written).target();
            assert!(
                matches!(target, KeyTarget::Setting(s) if s.key == key),
                "{written:?} {target:?}"
            );
        }
    }

    #[test]
    fn sections_are_known_wherever_they_may_stand() {
        for section in ["limits", "roles", "roles.pm", "roles.pm.limits", "circuit_breakers.roles"]
        {
            let section = path(section);
            assert!(matches!(KeyPath::new(&section).target(), KeyTarget::Section), "{section:?}");
        }
        for other in ["limit", "roles.pm.limit", "limits.limits", "service.max_tool_calls"] {
            let other = path(other);
            assert!(matches!(KeyPath::new(&other).target(), KeyTarget::Nothing), "{other:?}");
        }
    }
}
